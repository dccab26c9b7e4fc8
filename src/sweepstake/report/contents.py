"""Which tables and plots a config calls for: those whose questions its sweeps ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sweepstake.config.file import Config
from sweepstake.config.spec import declared
from sweepstake.puzzle import fingerprint, register
from sweepstake.puzzle.display import Plot, Puzzle, Table

Artefact = Table | Plot
A = TypeVar("A", Table, Plot)


@dataclass(frozen=True)
class Contents:
    """The sweeps of a config by question, and what the puzzles make of them."""

    by_question: Mapping[str, Sequence[str]]

    @property
    def sweeps(self) -> list[str]:
        """The names of all sweeps."""
        return [name for names in self.by_question.values() for name in names]

    @property
    def code(self) -> dict[str, str]:
        """By sweep, the fingerprint of its source: if it changes, the sweep runs again."""
        return {
            name: fingerprint.of_question(question)
            for question, names in self.by_question.items()
            for name in names
        }

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles whose questions the config asks."""
        return [
            puzzle
            for puzzle in register.puzzles().values()
            if any(question.name in self.by_question for question in puzzle.questions)
        ]

    @property
    def tables(self) -> dict[str, Table]:
        """The tables that can be made, by name."""
        return self._makeable(table for puzzle in self.puzzles for table in puzzle.tables)

    @property
    def plots(self) -> dict[str, Plot]:
        """The plots that can be made, by name."""
        return self._makeable(plot for puzzle in self.puzzles for plot in puzzle.plots)

    @property
    def table_files(self) -> dict[str, list[str]]:
        """The data files that each table is made of."""
        return {name: self._files(table) for name, table in self.tables.items()}

    @property
    def plot_files(self) -> dict[str, list[str]]:
        """The data files that each plot is made of."""
        return {name: self._files(plot) for name, plot in self.plots.items()}

    @property
    def about(self) -> dict[str, dict[str, str]]:
        """What the report says of each table or plot; if it changes, that is made again."""
        return {
            artefact.name: {
                "puzzle": puzzle.title,
                "title": artefact.title,
                "caption": artefact.caption,
                "code": fingerprint.of_function(artefact.make),
            }
            for puzzle in self.puzzles
            for artefact in _artefacts(puzzle)
        }

    def _files(self, artefact: Artefact) -> list[str]:
        return [
            f"results/data/{name}.parquet"
            for question in artefact.questions
            for name in self.by_question[question]
        ]

    def _makeable(self, artefacts: Iterable[A]) -> dict[str, A]:
        return {
            artefact.name: artefact
            for artefact in artefacts
            if all(question in self.by_question for question in artefact.questions)
        }


def _artefacts(puzzle: Puzzle) -> list[Artefact]:
    return [*puzzle.tables, *puzzle.plots]


def contents(config: Config) -> Contents:
    """The contents of a run of `config`; ValueError in one line if it declares no sweeps."""
    by_question: dict[str, list[str]] = {}
    for name, sweep in declared(config).items():
        by_question.setdefault(sweep.question.name, []).append(name)
    return Contents(by_question)
