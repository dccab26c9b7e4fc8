"""Tables on a terminal of any width."""

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


def test_brackets_are_what_they_are(capsys):
    terminal.show(Listing("a [bold] title", ("[x]",), [("[red]cell",)], "[note]"))
    printed = capsys.readouterr().out
    assert all(text in printed for text in ("a [bold] title", "[x]", "[red]cell", "[note]"))
