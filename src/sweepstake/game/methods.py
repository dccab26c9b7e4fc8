"""The methods that are derived from a game's function."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from sweepstake.game.asked import Asked
from sweepstake.game.checking.endless import REWRITTEN
from sweepstake.game.rewriting.refused import RefusedError
from sweepstake.puzzle.method import Method, NoAnswerError, TooLargeError, always
from sweepstake.text.shown import raised

if TYPE_CHECKING:
    from sweepstake.game.paths import Paths
    from sweepstake.game.simulated import Simulated
    from sweepstake.game.states import States


def blaming(asked: Asked, method: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    """The answer of a method, whose errors tell whether another method may answer.

    NoAnswerError if the rules themselves raise; TooLargeError if a play is too deep or too large
    for this method.
    """

    def blamed(*drawn: Any, **params: Any) -> Any:
        try:
            return answer(*drawn, **params)
        except (RecursionError, MemoryError) as error:
            why = "out of memory" if isinstance(error, MemoryError) else raised(error)
            raise TooLargeError(f"{method}: {why}") from error
        except (TooLargeError, NoAnswerError):
            raise
        except Exception as error:
            if not is_of_rules(error, asked.play):
                raise
            why = str(error) if isinstance(error, RefusedError) else raised(error)
            raise NoAnswerError(why) from error

    return blamed


def is_of_rules(error: BaseException, play: Callable[..., Any]) -> bool:
    """True if the function, as it is or rewritten, was playing when the error was raised."""
    of = getattr(play, "__code__", None)
    codes = (frame.f_code for frame, _ in walk_tb(error.__traceback__))
    return of is not None and any(
        code.co_filename == of.co_filename and code.co_name in (of.co_name, REWRITTEN)
        for code in codes
    )


def derived(asked: Asked, has_numbers: bool) -> dict[str, Method]:
    """The methods by name, the exact ones first; `has_numbers` if a column is of numbers.

    `paths` plays the rules literally, so it can confirm the other methods: it has no `rules`.
    """

    @cache  # imported on first use, because that takes a while
    def paths() -> Paths:
        from sweepstake.game.paths import Paths

        return Paths(asked)

    @cache
    def states() -> States:
        from sweepstake.game.states import States

        return States(asked)

    @cache
    def simulated() -> Simulated:
        from sweepstake.game.simulated import Simulated

        return Simulated(asked)

    def seconds_of_a_play(**params: Any) -> float:
        if never := states().never(**params):
            raise NoAnswerError(never)
        return simulated().seconds(**params)

    return {
        "states": Method(
            blaming(asked, "states", lambda **at: states().answer(**at)),
            "exact",
            lambda **at: states().seconds(**at),
            says="merged states",
            objection=lambda **at: states().objection(**at),
            leaves_out=has_numbers,
            rules=asked.name,
        ),
        "paths": Method(
            blaming(asked, "paths", lambda **at: paths().answer(**at)),
            "exact",
            lambda **at: paths().seconds(**at),
            says="every row of draws",
            objection=lambda **at: states().endless(**at) or paths().objection(**at),
        ),
        "simulate": Method(
            blaming(asked, "simulate", lambda *drawn, **at: simulated().answer(*drawn, **at)),
            "sampled",
            seconds_of_a_play,
            says="the game played at random",
            objection=(lambda **at: states().never(**at)) if asked.may_lack else always,
            rules=asked.name,
        ),
    }
