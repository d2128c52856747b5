"""The whole of a run in few rectangles of containers and time."""

from __future__ import annotations

from typing import NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _arguments, _paje
from ._analysis import Analysis, Operations
from ._source import Source
from ._trace import Trace

DENSITIES = ("waiting", "cause", "critical", "lateness")


class Part(NamedTuple):
    """An aggregate: all containers below a node, for a span of time."""

    path: str
    start: float
    end: float
    shares: dict[str, float]
    """Mean amount of each value in the containers and slices: for states, the share of the time; for a
    density, a time in a unit of time, or mean lateness."""
    gain: float
    loss: float


class Partition(NamedTuple):
    """Aggregates that tile the run, the best ones for p."""

    p: float
    gain: float
    loss: float
    parts: list[Part]


class Quality(NamedTuple):
    """From p on, another partition is best; its gain and loss in bits."""

    p: float
    gain: float
    loss: float
    parts: int


class Aggregates:
    """The microscopic model of a run, and its best partitions for any p from 0 to 1."""

    def __init__(self, core: _paje.Aggregates):
        self._core = core
        self.paths: list[str] = core.paths()
        """Of all nodes; the leaves come first."""
        self.value_names: list[str] = core.value_names()
        self._parents = core.parents()

    @property
    def start(self) -> float:
        """When the first slice begins."""
        return self._core.start

    @property
    def end(self) -> float:
        """When the last slice ends."""
        return self._core.end

    @property
    def amounts(self) -> np.ndarray:
        """Amount of each value in each leaf and slice: leaves x values x slices; no copy."""
        return self._core.amounts()

    def partition(self, p: Optional[float] = None) -> Partition:
        """The best partition for p; without p, that at the knee of the quality curve."""
        found = (self._core.at_knee() if p is None
                 else self._core.best(_arguments.number("p", p, 0, 1)))
        best_p, gain, loss, parts = found
        amounts, leaves = self.amounts, self._leaves()
        return Partition(best_p, gain, loss, [
            Part(self.paths[node], self._core.slice_start(first),
                 self._core.slice_start(last + 1), self._shares(amounts, leaves[node], first, last),
                 part_gain, part_loss)
            for node, first, last, part_gain, part_loss in parts])

    def curve(self, threshold: float = 0.001) -> list[Quality]:
        """The quality curve: each p from which another partition is best."""
        step = _arguments.number("threshold", threshold, 1e-9, 1)
        return [Quality(*row) for row in self._core.curve(step)]

    def _shares(self, amounts: np.ndarray, leaves: list[int], first: int,
                last: int) -> dict[str, float]:
        means = amounts[leaves, :, first:last + 1].mean(axis=(0, 2))
        return {name: float(mean) for name, mean in zip(self.value_names, means)}

    def _leaves(self) -> list[list[int]]:
        """Of each node, the leaves below it."""
        below: list[list[int]] = [[] for _ in self._parents]
        for node in range(len(self.amounts)):
            below[node].append(node)
        for node, parent in enumerate(self._parents):  # nodes come before their parents
            if parent < len(below):
                below[parent].extend(below[node])
        return below


def aggregate(trace: Union[Trace, Analysis], type: Optional[str] = None,
              container_type: Optional[str] = None, *, level: Optional[str] = None,
              depth: Optional[int] = None, containers: Union[str, Sequence[str], None] = None,
              density: Optional[str] = None, slices: int = 100, start: Optional[float] = None,
              end: Optional[float] = None, outermost: bool = False, normalised: bool = True,
              threads: int = 0) -> Aggregates:
    """Cuts time into slices and adds up what each container does in each; the defaults are
    pj_aggregate's. `type`: of states, variables, events or links; by default the state type with
    most states. `level`: a type of containers above, or `depth` a depth (1 right below the root):
    each is one leaf, with the mean of what is below, or of events and links the sum. `containers`:
    only those whose name or path is like one of these patterns.

    `density`: not what containers do but where they wait ("waiting"), where that is caused
    ("cause"), where the critical path is ("critical"), or how late states are ("lateness"), of the
    trace or of an Analysis with other classes. Amounts then are times in a unit of time, added up by
    level (of lateness the mean), and all types of states that are analysed count unless one is given.

    Raises ValueError when there is nothing to aggregate.
    """
    run, core = _run_of(trace)
    if level is not None and depth is not None:
        raise ValueError("level and depth exclude each other")
    settings = _paje.AggregationSettings(
        level_types=[] if level is None else _container_types(run, level),
        level_depth=None if depth is None else _arguments.count("depth", depth),
        containers=[] if containers is None else _arguments.names("containers", containers),
        slices=_arguments.count("slices", slices, 1, 100_000),
        start=_arguments.bound("start", start), end=_arguments.bound("end", end),
        normalised=_arguments.flag("normalised", normalised),
        threads=_arguments.count("threads", threads))
    outermost = _arguments.flag("outermost", outermost)
    number = None if type is None else _type_number(run, type)
    if density is not None:
        if outermost or container_type is not None:
            raise ValueError("density takes neither outermost nor container_type")
        return Aggregates(_paje.aggregate_density(
            trace._graph, _arguments.choice("density", density, DENSITIES), number, settings))
    if number is None:
        number = _largest_state_type(core)
    # The root of the types is the only one without a parent.
    leaf = (_type_number(run, container_type) if container_type is not None
            else run.types[number].parent or 0)
    return Aggregates(_paje.aggregate(core, number, leaf, outermost, settings))


def _run_of(trace: Union[Trace, Analysis]) -> tuple[Source, _paje.Trace]:
    if isinstance(trace, Operations):
        return trace._source, trace._source.core
    raise TypeError(f"trace is to be a Trace, found {type(trace).__name__}")


def _container_types(run: Source, name: str) -> list[int]:
    named = [number for number, type in enumerate(run.types)
             if type.kind == "container" and name in (type.identifier, type.name)]
    if not named:
        there = _arguments.some_of([type.name for type in run.types if type.kind == "container"])
        raise KeyError(f"no type of containers is named {name!r}; there are: {there}")
    return named


def _type_number(run: Source, name: str) -> int:
    for number, type in enumerate(run.types):
        if name in (type.identifier, type.name):
            return number
    there = _arguments.some_of([type.name for type in run.types])
    raise KeyError(f"no type is named {name!r}; there are: {there}")


def _largest_state_type(core: _paje.Trace) -> int:
    _, types, first, last = core.tracks(_paje.Kind.state)
    if len(types) == 0:
        raise ValueError("the trace has no states; say which type to aggregate")
    return int(np.argmax(np.bincount(types, weights=last - first)))
