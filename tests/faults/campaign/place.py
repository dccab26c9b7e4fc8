"""Where a round takes place, and what was seen of its store."""

from dataclasses import dataclass, field

from faults.campaign import chunks, damage, run
from faults.campaign.external import External
from sweepstake.puzzle import register


@dataclass(frozen=True)
class Truth:
    """A folder in which all was made undisturbed."""

    folder: object
    made: dict
    """The bytes of what was made, by path."""
    chunks: dict

    @property
    def results(self):
        return self.folder / "results"

    @classmethod
    def undisturbed(cls, folder):
        """Make it, in `folder`."""
        folder.mkdir()
        done = run.started(folder, 0, {}, run.whole()).wait()
        assert done == 0, (folder / "said-0").read_text()
        register.load([str(folder / "tossed.py")])
        found = chunks.computed(folder / "results")
        digests = {key: next(iter(by_digest)) for key, by_digest in found.items()}
        return cls(folder, damage.made(folder / "results"), digests)


@dataclass
class Place:
    """A round's folder, and what happened in it so far, fault by fault."""

    folder: object
    truth: Truth
    external: External | None = None
    has_disk: bool = False
    environment: dict = field(default_factory=dict)
    runs: int = 0
    stuck: bool = False
    """Did a run not end, or leave processes behind?"""
    touched: dict = field(default_factory=dict)
    """The mark of every file that was harmed, and the number of the fault that did it."""
    injected: list = field(default_factory=list)
    """Whether each fault was possible."""
    found: list = field(default_factory=list)
    left: list = field(default_factory=list)
    """The whole chunks that each fault found, and those that it left; and who computed them."""

    @property
    def results(self):
        return self.folder / "results"

    @property
    def number(self):
        """The number of the fault that is next."""
        return len(self.injected)

    def whole(self):
        """The whole chunks in files that no fault has touched, and who computed each."""
        return chunks.whole(self.results, self.truth.chunks, self.touched)

    def untouched(self):
        """The shards that no fault has touched."""
        return [p for p in chunks.shards(self.results) if chunks.mark(p) not in self.touched]

    def note(self, injected, found, left):
        """Remember a fault."""
        self.injected.append(injected)
        self.found.append(found)
        self.left.append(left)

    def begin(self, words):
        """Begin a run by the command `words`."""
        self.runs += 1
        if self.external:
            self.external.ensure()
            self.environment |= self.external.environment
        return run.started(self.folder, self.runs, self.environment, words)

    def verdict(self, words, kinds=damage.FORCED):
        """What becomes of an undisturbed run: `survived`, or what is wrong with what it made."""
        code = self.begin(words).wait()
        if self.stuck or code is None:
            return "a run does not end, or leaves processes"
        if code:
            return self.said()
        made = {path: self.truth.made[path] for path in damage.made(self.truth.results, kinds)}
        if damage.made(self.results, kinds) != made:
            return "bytes differ"
        missing = len(self.truth.chunks) - len(chunks.whole(self.results, self.truth.chunks))
        return f"{missing} chunks are not whole" if missing else "survived"

    def said(self):
        """The last line in which the last run said why it failed."""
        lines = (self.folder / f"said-{self.runs}").read_text().splitlines()
        said = [line.partition("sweepstake: ")[2] for line in lines if "sweepstake: " in line]
        return said[-1] if said else "exit code 1"

    def lost(self, number):
        """The chunks that fault `number` left whole and the next found so no more."""
        return self.left[number].keys() - self.found[number + 1].keys()

    def twice(self, number):
        """The chunks that fault `number` left whole, computed again before the next."""
        after = self.found[number + 1]
        return {key for key, by in self.left[number].items() if after.get(key, set()) - by}
