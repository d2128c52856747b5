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


class TrackDifference(NamedTuple):
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
    swaps: int


class RegionDifference(NamedTuple):
    """A part of a track over which B gains or loses, from state to state."""

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


class ChannelDifference(NamedTuple):
    """Links of one type and value between two containers; durations are of those with partners."""

    type: str
    value: str
    source: str
    target: str
    pairs: int
    duration_a: float
    duration_b: float
    only_a: int
    only_b: int


class LinkPair(NamedTuple):
    """A link of A and its partner, as rows of links()."""

    row_a: int
    row_b: int
    start_a: float
    start_b: float
    duration_a: float
    duration_b: float


class VariableDifference(NamedTuple):
    """A variable of both runs; values and times are of where they differ most."""

    path: str
    type: str
    mean_a: float
    mean_b: float
    integral_a: float
    integral_b: float
    value_a: float
    value_b: float
    time_a: float
    time_b: float


class StateSwap(NamedTuple):
    """Two states that changed places, as rows of states(): the first of A is the second of B."""

    path: str
    first_a: int
    second_a: int
    first_b: int
    second_b: int
    time_a: float
    time_b: float


class Comparison:
    """The comparison of trace B with trace A, as pj_compare makes it."""

    def __init__(self, core: _paje.Comparison):
        self._core = core
        self.similarity: float = core.similarity
        self.length_a: float = core.length_a
        self.length_b: float = core.length_b
        self.difference: float = core.difference
        """Summed over all tracks of both, B less A, in seconds."""
        self.outside_regions: float = core.outside_regions
        """What the gains of regions() leave of it."""

    def is_equal(self) -> bool:
        """Whether all tracks have partners with equal states, and all links have partners."""
        return self._core.is_equal()

    def values(self) -> list[ValueDifference]:
        """Largest contribution first."""
        return [ValueDifference(*row) for row in self._core.values()]

    def tracks(self) -> list[TrackDifference]:
        """Those of both runs first."""
        return [TrackDifference(*row) for row in self._core.tracks()]

    def regions(self) -> list[RegionDifference]:
        """Largest gain or loss first."""
        return [RegionDifference(*row) for row in self._core.regions()]

    def slices(self) -> list[SliceDifference]:
        """In order of time."""
        return [SliceDifference(*row) for row in self._core.slices()]

    def channels(self) -> list[ChannelDifference]:
        """Those whose links last longer or shorter; largest difference first."""
        return [ChannelDifference(*row) for row in self._core.channels()]

    def links(self) -> list[LinkPair]:
        """Those that last longer or shorter; largest difference first."""
        return [LinkPair(*row) for row in self._core.links()]

    def variables(self) -> list[VariableDifference]:
        """Those of both runs; means that differ most, in parts, first."""
        return [VariableDifference(*row) for row in self._core.variables()]

    def swaps(self) -> list[StateSwap]:
        """States that come the other way round in B, track by track."""
        return [StateSwap(*row) for row in self._core.swaps()]

    def pairs(self, track: int) -> tuple[np.ndarray, np.ndarray]:
        """The alignment of one track: rows of states() in A and in B, side by side; -1 is a gap."""
        return self._core.pairs(_arguments.count("track", track))

    def __repr__(self) -> str:
        return (f"<paje.Comparison: similarity {self.similarity:.4f}, lengths {self.length_a:.6g} s"
                f" and {self.length_b:.6g} s>")


def compare(a: Trace, b: Trace, *, state_type: str = "", match: str = "name",
            origin: str = "start", ends_free: bool = False, descend: str = "similar",
            region_tolerance: float = 0.05, slices: int = 20, threads: int = 0) -> Comparison:
    """Aligns the states of both runs and accounts for the difference in time; see pj_compare for
    what the options mean. Raises ValueError when there is nothing to compare.
    """
    return Comparison(_paje.compare(core_of("a", a), core_of("b", b), state_type=_arguments.text("state_type", state_type),
                                    match=_arguments.choice("match", match, ("name", "order")),
                                    origin=_arguments.choice("origin", origin, ("start", "zero")),
                                    ends_free=_arguments.flag("ends_free", ends_free),
                                    descend=_arguments.choice("descend", descend,
                                                              ("similar", "equal", "always")),
                                    region_tolerance=_arguments.number(
                                        "region_tolerance", region_tolerance, 0, 1),
                                    slices=_arguments.count("slices", slices, 1, 100_000),
                                    threads=_arguments.count("threads", threads)))
