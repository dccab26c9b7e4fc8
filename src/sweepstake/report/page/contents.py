"""The tables and plots of a config: the ones whose questions its sweeps ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sweepstake.config.file import Config
from sweepstake.config.spec import declared
from sweepstake.puzzle import register
from sweepstake.puzzle.display import Plot, Table
from sweepstake.puzzle.puzzle import Puzzle
from sweepstake.puzzle.question import Question
from sweepstake.report.defaults.plot import plot as default_plot
from sweepstake.report.defaults.plot import table as default_table
from sweepstake.report.page.declared import completed

Artefact = Table | Plot
A = TypeVar("A", Table, Plot)


@dataclass(frozen=True)
class Contents:
    """The sweeps of a config by question, and the tables and plots that show them."""

    by_question: Mapping[str, Sequence[str]]
    alone: frozenset[str] = frozenset()
    """The questions that the config asks by one method only."""

    @property
    def shown(self) -> dict[str, str]:
        """By question, the fingerprint of the code that shows it; a new one remakes its plots."""
        return {question: register.shown_fingerprint(question) for question in self.by_question}

    def shown_of(self, puzzle: Puzzle) -> dict[str, str]:
        """The fingerprints of the questions of one puzzle."""
        questions = {question.name for question in puzzle.questions}
        return {name: code for name, code in self.shown.items() if name in questions}

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles whose questions the config asks."""
        return [*{p.name: p for p in map(register.puzzle_of, self.by_question)}.values()]

    @property
    def tables(self) -> dict[str, Table]:
        """The tables that can be made, by name."""
        return {k: table for p in self.puzzles for k, table in self.tables_of(p).items()}

    @property
    def plots(self) -> dict[str, Plot]:
        """The plots that can be made, by name."""
        return {k: plot for p in self.puzzles for k, plot in self.plots_of(p).items()}

    def tables_of(self, puzzle: Puzzle) -> dict[str, Table]:
        """The tables of one puzzle, by name."""
        return self._of(puzzle, puzzle.tables, puzzle.tables, default_table)

    def plots_of(self, puzzle: Puzzle) -> dict[str, Plot]:
        """The plots of one puzzle, by name."""
        return self._of(puzzle, puzzle.plots, (*puzzle.plots, *puzzle.tables), default_plot)

    def files(self, artefacts: Iterable[Artefact]) -> list[str]:
        """The data files that the tables and plots read."""
        questions = {question for artefact in artefacts for question in artefact.questions}
        sweeps = sorted(name for q in questions for name in self.by_question[q])
        return [f"results/data/{name}.parquet" for name in sweeps]

    def _of(
        self,
        puzzle: Puzzle,
        declared: Sequence[A],
        shows: Sequence[Artefact],
        default: Callable[[Question], A],
    ) -> dict[str, A]:
        """Declared artefacts with all questions asked; defaults for questions not in `shows`."""
        requested = {q.name: q for q in puzzle.questions if q.name in self.by_question}
        shown = {question for artefact in shows for question in artefact.questions}
        artefacts = [
            completed(artefact)
            for artefact in declared
            if all(question in requested for question in artefact.questions)
        ]
        unshown = [name for name in self.by_question if name in requested.keys() - shown]
        artefacts += [default(requested[name]) for name in unshown]
        return {artefact.name: artefact for artefact in artefacts}


def contents(config: Config) -> Contents:
    """The contents of a run of `config`; ValueError in one line if it declares no sweeps."""
    by_question: dict[str, list[str]] = {}
    methods: dict[str, set[str]] = {}
    for name, sweep in declared(config).items():
        by_question.setdefault(sweep.question.name, []).append(name)
        asked = (method for block in sweep.blocks for method in block["methods"])
        methods.setdefault(sweep.question.name, set()).update(asked)
    alone = (question for question, names in methods.items() if len(names) == 1)
    return Contents(by_question, frozenset(alone))
