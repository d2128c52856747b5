"""What the answers to questions about a run rest on, and what all of them need."""

from __future__ import annotations

import sys
import warnings
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _paje
from ._frames import frame_of, pandas_for
from ._names import Categorical, object_array
from ._source import Source, TraceWarning

if TYPE_CHECKING:
    import pandas

_MOST_NAMES = 3
# What is above it makes answers doubtful.
_MOST_UNMATCHED = 0.01


class Checks:
    """The graph of a run, its names, and what limits the answers."""

    _source: Source

    @property
    def _graph(self) -> _paje.Analysis:
        raise NotImplementedError

    @cached_property
    def _tracks(self) -> np.ndarray:
        """Of each track its container."""
        return self._graph.containers()

    @cached_property
    def _value_names(self) -> np.ndarray:
        return object_array(self._graph.value_names())

    @property
    def _dependencies(self) -> _paje.Analysis:
        """The graph, for answers that follow messages or distinguish useful work and calls."""
        if not self._source.has_told_of_lacks:
            self._source.has_told_of_lacks = True
            for line in _lacks_of(self._graph):
                warnings.warn(line, TraceWarning, stacklevel=_level_of_caller())
        return self._graph

    def classes(self) -> "pandas.DataFrame":
        """What the values of states count as: class, kind (of a call), matched (False: no rule
        classifies it, so it counts as useful work); the index is the value."""
        pandas = pandas_for("classes()")
        rows = [row for row in self._graph.value_classes() if row[0]]
        return pandas.DataFrame(rows, columns=["value", "class", "kind", "matched"]).set_index(
            "value")

    def checks(self) -> "pandas.Series":
        """What the answers rest on: how many links connect states, how many do not and why, whether
        the replay of the run takes as long as the run, what the clocks of containers contradict,
        which share of the time no rule classifies."""
        pandas = pandas_for("checks()")
        return pandas.Series(self._graph.checks(), dtype=object)

    def bounds(self) -> "pandas.DataFrame":
        """How short a run of tasks could be, as pj_analyze bounds: bound (length: as measured; area;
        critical_path; greatest of both), seconds, share (of the length), container and path (None: of
        the whole run; else the length and area of a node). Raises ValueError if containers are of more
        than 16 kinds."""
        columns = self._dependencies.bounds()
        length, containers = columns["length"], columns["container"]
        share = np.divide(columns["seconds"], length, out=np.full(len(length), np.nan), where=length > 0)
        of_source = {"container": self._source.container_names, "path": self._source.container_paths}
        names = {what: [None if i < 0 else there[i] for i in containers] for what, there in of_source.items()}
        return frame_of("bounds()", {"bound": columns["bound"], "seconds": columns["seconds"], "share": share,
                                     **names})

    def clocks(self) -> "pandas.DataFrame":
        """What to add to the times of each container so that no message ends before it starts, as
        pj_analyze clocks: container, path, offset (at the start of the run), least and greatest offset
        (infinite where nothing bounds it), drift (for each unit of time), least_drift, greatest_drift,
        logical (the largest shift of the logical clock), disagrees (no constant offsets put it right)."""
        columns = self._graph.clocks()
        columns["disagrees"] = columns["disagrees"].astype(bool)
        return self._frame("clocks()", columns)

    def _frame(self, what: str, columns: dict[str, Any]) -> "pandas.DataFrame":
        return frame_of(what, self._named(columns))

    def _named(self, columns: dict[str, Any]) -> dict[str, Any]:
        """With names in place of numbers of tracks and values."""
        named: dict[str, Any] = {}
        for name, column in columns.items():
            if name == "track":
                named.update(self._of_containers(self._tracks[column]))
            elif name == "value":
                named[name] = Categorical(column, self._value_names)
            else:
                named[name] = column
        return named

    def _of_containers(self, containers: np.ndarray) -> dict[str, Categorical]:
        return {"container": Categorical(containers, self._source.container_names),
                "path": Categorical(containers, self._source.container_paths)}


def _lacks_of(graph: _paje.Analysis) -> list[str]:
    """Sentences on clocks that differ, on links that connect nothing, and on time that no rule classifies."""
    links, unmatched, alone, unclassified, names, early_messages, early_calls = graph.lacks()
    lines = []
    if early_messages or early_calls:
        lines.append(f"messages that end before they were sent: {early_messages}; calls of collectives that end before the last"
                     f" container arrives: {early_calls}; so clocks differ (read(..., fix_clocks=True) corrects them), or the trace"
                     " does not say which containers take part")
    if unmatched > _MOST_UNMATCHED * links:
        lines.append(f"{unmatched} of {links} links do not connect a sending to a receiving state, so their waits"
                     " are not seen")
    if alone > _MOST_UNMATCHED * links:
        lines.append(f"{alone} sends and receives have no link, so their waits are not seen")
    if unclassified > 0:
        lines.append(f"{100 * unclassified:.1f} % of the time is in values that no rule classifies and counts as useful"
                     f" work: {', '.join(names[:_MOST_NAMES])}{', ...' if len(names) > _MOST_NAMES else ''}")
    return lines


def tell_left_out(source: Source, graph: _paje.Analysis) -> None:
    """Once for each trace: analyses follow one type of states in each container."""
    states, types = graph.left_out()
    if states == 0 or source.has_told_of_types:
        return
    source.has_told_of_types = True
    warnings.warn(f"{states} state{'s' * (states != 1)} of further types of states of the same containers"
                  f" {'are' if states != 1 else 'is'} left out: {', '.join(types)}", TraceWarning,
                  stacklevel=_level_of_caller())


def _level_of_caller() -> int:
    """How far above the function that asks the first frame is that is not of this package."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals["__name__"].partition(".")[0] in (__package__, "functools"):
        frame, level = frame.f_back, level + 1
    return level
