"""Tables on a terminal of any width."""

import pytest

from sweepstake.cli import terminal
from sweepstake.puzzle.display import Listing


def test_words_make_room_for_numbers(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    number = "123456789012345678"
    words = "several words that go on and on"
    terminal.show(Listing("", ("what", "how many"), [(words, number)]))
    printed = capsys.readouterr().out
    assert number in printed
    assert max(map(len, printed.splitlines())) <= 30
    assert {*words.split()} <= {*printed.split()}


def test_every_word_is_whole_as_long_as_there_is_room_for_one(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    header = ("sweep", "points", "done", "work", "failed", "state", "time left", "last stored")
    cells = ("toy_won", "24", "0", "0%", "0", "not begun", "", "never")
    terminal.show(Listing("", header, [cells]))
    printed = capsys.readouterr().out
    assert {*" ".join(header + cells).split()} <= {*printed.split()}


@pytest.mark.parametrize("columns", ["0", "1", "-1", "many"])
def test_every_word_is_printed_whatever_the_width_is_said_to_be(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    terminal.show(Listing("a title", ("what",), [("words",)], "a note"))
    printed = capsys.readouterr().out
    assert {"title", "what", "words", "note"} <= {*printed.split()}


def test_brackets_are_what_they_are(capsys):
    terminal.show(Listing("a [bold] title", ("[x]",), [("[red]cell",)], "[note]"))
    printed = capsys.readouterr().out
    assert all(text in printed for text in ("a [bold] title", "[x]", "[red]cell", "[note]"))
