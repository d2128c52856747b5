"""Two runs of one program: where the time went that one takes more than the other."""

from __future__ import annotations

from typing import NamedTuple, Optional

import numpy as np

from . import _arguments, _paje
from ._trace import Trace, core_of


class ValueDifference(NamedTuple):
    """What states of one value contribute to the difference; times in seconds, B less A."""

    type: str
    value: str
    total: float
    in_a: float
    in_b: float
    only_a: float
    only_b: float
    pairs: int
    states_only_a: int
    states_only_b: int


class FlowDifference(NamedTuple):
    """The states of one type in one container, in both runs."""

    path: str
    type: str
    in_a: bool
    in_b: bool
    similarity: float
    matches: int
    mismatches: int
    gaps_a: int
    gaps_b: int
    length_a: float
    length_b: float


class RegionDifference(NamedTuple):
    """A part of a flow over which B gains or loses evenly."""

    path: str
    value: Optional[str]
    gain: float
    start_a: float
    end_a: float
    start_b: float
    end_b: float


class SliceDifference(NamedTuple):
    """A slice of A's time and what B takes more in it."""

    start: float
    end: float
    total: float


class Comparison:
    """The comparison of trace B with trace A, as pj_compare makes it."""

    def __init__(self, core: _paje.Comparison):
        self._core = core
        self.similarity: float = core.similarity
        self.length_a: float = core.length_a
        self.length_b: float = core.length_b
        self.difference: float = core.difference
        """Summed over all flows of both, B less A, in seconds."""

    def is_equal(self) -> bool:
        """Whether all flows have partners with equal states, and all links have partners."""
        return self._core.is_equal()

    def values(self) -> list[ValueDifference]:
        """Largest contribution first."""
        return [ValueDifference(*row) for row in self._core.values()]

    def flows(self) -> list[FlowDifference]:
        """Those of both runs first."""
        return [FlowDifference(*row) for row in self._core.flows()]

    def regions(self) -> list[RegionDifference]:
        """Largest gain or loss first."""
        return [RegionDifference(*row) for row in self._core.regions()]

    def slices(self) -> list[SliceDifference]:
        """In order of time."""
        return [SliceDifference(*row) for row in self._core.slices()]

    def pairs(self, flow: int) -> tuple[np.ndarray, np.ndarray]:
        """The alignment of one flow: rows of states() in A and in B, side by side; -1 is a gap."""
        return self._core.pairs(_arguments.count("flow", flow))

    def __repr__(self) -> str:
        return (f"<paje.Comparison: similarity {self.similarity:.4f}, lengths {self.length_a:.6g} s"
                f" and {self.length_b:.6g} s>")


def compare(a: Trace, b: Trace, *, state_type: str = "", match: str = "name",
            origin: str = "start", ends_free: bool = False, descend: str = "matched",
            slices: int = 20, threads: int = 0) -> Comparison:
    """Aligns the states of both runs and accounts for the difference in time; see pj_compare for
    what the options mean. Raises ValueError when there is nothing to compare.
    """
    return Comparison(_paje.compare(core_of("a", a), core_of("b", b), state_type=_arguments.text("state_type", state_type),
                                    match=_arguments.choice("match", match, ("name", "order")),
                                    origin=_arguments.choice("origin", origin, ("start", "zero")),
                                    ends_free=_arguments.flag("ends_free", ends_free),
                                    descend=_arguments.choice("descend", descend,
                                                              ("matched", "always")),
                                    slices=_arguments.count("slices", slices, 1, 100_000),
                                    threads=_arguments.count("threads", threads)))
