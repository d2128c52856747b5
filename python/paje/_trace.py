"""Reading a trace and choosing from it."""

from __future__ import annotations

import fnmatch
import os
import warnings
from functools import cached_property
from typing import NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _arguments, _paje
from ._columns import Categorical, Columns


class Type(NamedTuple):
    """A node of the type tree; numbers are positions in Trace.types."""

    name: str
    identifier: str
    """What events call it: its alias, else its name."""
    kind: str
    """container, state, variable, event or link."""
    parent: Optional[int]
    color: Optional[tuple[float, float, float]]


class Container(NamedTuple):
    """A node of the container tree; numbers are positions in Trace.containers and Trace.types."""

    name: str
    identifier: str
    type: int
    parent: Optional[int]
    start: float
    end: float


class Value(NamedTuple):
    """A value that states, events or links of one type take."""

    name: str
    identifier: str
    type: int
    color: Optional[tuple[float, float, float]]


Names = Union[str, Sequence[str], None]
Path = Union[str, "os.PathLike[str]"]


class Trace:
    """A replayed trace. Immutable; arrays that come from it keep it alive."""

    def __init__(self, core: _paje.Trace, problems: list[_paje.Diagnostic]):
        self._core = core
        self.problems: list[_paje.Diagnostic] = problems
        """What a lenient reading left out."""

    @cached_property
    def types(self) -> list[Type]:
        """Of the type tree; the first is the root."""
        return [Type(*row) for row in self._core.types()]

    @cached_property
    def values(self) -> list[Value]:
        """Of all types."""
        return [Value(*row) for row in self._core.values()]

    @cached_property
    def container_list(self) -> list[Container]:
        """Of the container tree; the first is the root."""
        return [Container(*row) for row in self._core.containers()]

    @cached_property
    def paths(self) -> list[str]:
        """Of each container, the names below the root down to it, joined by '/'; of a path beyond
        1,000 bytes the last of them, behind `.../`."""
        return self._core.paths()

    @property
    def end_time(self) -> Optional[float]:
        """Time of the last timed event; None if the trace has no event."""
        return self._core.end_time()

    @property
    def counts(self) -> dict[str, int]:
        """Bytes, lines and events that were read."""
        return dict(zip(("bytes", "lines", "events"), self._core.counts()))

    def __repr__(self) -> str:
        counts = self.counts
        return (f"<paje.Trace of {counts['events']} events, {len(self.container_list)} containers,"
                f" to {self.end_time}>")

    def containers(self) -> Columns:
        """All containers but the root: name, path, type, parent, start, end."""
        chosen = self.container_list[1:]
        rows = np.arange(1, len(chosen) + 1)
        return Columns({
            "name": self._container_names(rows),
            "path": Categorical(rows, _texts(self.paths)),
            "type": self._type_names(np.array([c.type for c in chosen], dtype=np.uint32)),
            "parent": self._container_names(np.array([c.parent for c in chosen], dtype=np.uint32)),
            "start": np.array([c.start for c in chosen], dtype=float),
            "end": np.array([c.end for c in chosen], dtype=float),
        }, rows)

    def states(self, containers: Names = None, type: Names = None, start: Optional[float] = None,
               end: Optional[float] = None) -> Columns:
        """States: container, type, start, end, depth (0 for an outermost one), value.

        `containers`: names or paths, with * and ? and [...], one or several; `type`: names of
        types; `start` and `end`: only objects that overlap this time, uncut. Without a selection
        nothing is copied but the columns `container` and `type`, which the trace keeps by runs.
        """
        return self._select("state", self._core.states(), containers, type, start, end)

    def variables(self, containers: Names = None, type: Names = None,
                  start: Optional[float] = None, end: Optional[float] = None) -> Columns:
        """Variables, piece by piece: container, type, start, end, value. Selection as states()."""
        return self._select("variable", self._core.variables(), containers, type, start, end)

    def events(self, containers: Names = None, type: Names = None, start: Optional[float] = None,
               end: Optional[float] = None) -> Columns:
        """Punctual events: container, type, time, value. Selection as states()."""
        return self._select("event", self._core.events(), containers, type, start, end)

    def links(self, containers: Names = None, type: Names = None, start: Optional[float] = None,
              end: Optional[float] = None) -> Columns:
        """Links: container (that holds them), type, start, end, value, start_container,
        end_container. Selection as states(), `containers` being those that hold the links; their
        keys are link_keys(columns.row).
        """
        return self._select("link", self._core.links(), containers, type, start, end)

    def link_keys(self, rows: Sequence[int]) -> list[str]:
        """The keys of these rows of links()."""
        wanted = np.asarray(rows)
        if wanted.dtype.kind == "f" and not np.isfinite(wanted).all():
            raise ValueError("rows are to be whole numbers")
        return self._core.link_keys(wanted.astype(np.int64))

    def _select(self, kind: str, columns: dict[str, np.ndarray], containers: Names, type: Names,
                start: Optional[float], end: Optional[float]) -> Columns:
        start, end = _arguments.bound("start", start), _arguments.bound("end", end)
        of_container, of_type, first, last = self._core.lists(getattr(_paje.Kind, kind))
        chosen = np.ones(len(first), dtype=bool)
        if containers is not None:
            chosen &= np.isin(of_container, self._containers_like(containers))
        if type is not None:
            chosen &= np.isin(of_type, self._types_named(type, kind))
        of_container, of_type = of_container[chosen], of_type[chosen]
        first, last = first[chosen], last[chosen]
        if start is None and end is None:
            sizes = last - first
            rows = _rows_of(first, last)
        else:
            found = [self._rows_in_time(kind, columns, *chosen_list, start, end)
                     for chosen_list in zip(of_container, of_type, first, last)]
            sizes = np.array([len(rows) for rows in found], dtype=np.int64)
            rows = np.concatenate(found) if found else np.empty(0, dtype=np.int64)
        return self._columns(columns, rows, _repeated(of_container, sizes),
                             _repeated(of_type, sizes))

    def _rows_in_time(self, kind: str, columns: dict[str, np.ndarray], container: int, type: int,
                      first: int, last: int, start: Optional[float],
                      end: Optional[float]) -> np.ndarray:
        begin = -np.inf if start is None else start
        finish = np.inf if end is None else end
        if kind != "link":
            return self._core.rows_overlapping(container, type, begin, finish)
        inside = ((columns["start"][first:last] <= finish)
                  & (columns["end"][first:last] >= begin))
        return first + np.flatnonzero(inside)

    def _columns(self, columns: dict[str, np.ndarray], rows: Union[range, np.ndarray],
                 container: np.ndarray, type: np.ndarray) -> Columns:
        values = _texts([value.name for value in self.values])
        chosen_rows = slice(rows.start, rows.stop) if isinstance(rows, range) else rows
        chosen: dict[str, Union[np.ndarray, Categorical]] = {
            "container": self._container_names(container), "type": self._type_names(type)}
        for name, column in columns.items():
            if name in ("start_container", "end_container"):
                chosen[name] = self._container_names(column[chosen_rows])
            elif column.dtype == np.uint32 and name == "value":
                chosen[name] = Categorical(column[chosen_rows], values)
            else:
                chosen[name] = column[chosen_rows]
        return Columns(chosen, rows)

    def _container_names(self, codes: np.ndarray) -> Categorical:
        return Categorical(codes, _texts([c.name for c in self.container_list]))

    def _type_names(self, codes: np.ndarray) -> Categorical:
        return Categorical(codes, _texts([t.name for t in self.types]))

    def _containers_like(self, patterns: Names) -> list[int]:
        wanted = [patterns] if isinstance(patterns, str) else list(patterns or ())
        numbers = [number for number, (container, path) in
                   enumerate(zip(self.container_list, self.paths))
                   if any(fnmatch.fnmatchcase(container.name, pattern)
                          or fnmatch.fnmatchcase(path, pattern) for pattern in wanted)]
        if not numbers:
            raise KeyError(f"no container is like {', '.join(map(repr, wanted))}")
        return numbers

    def _types_named(self, names: Names, kind: str) -> list[int]:
        wanted = [names] if isinstance(names, str) else list(names or ())
        numbers = [number for number, type in enumerate(self.types)
                   if type.kind == kind and (type.name in wanted or type.identifier in wanted)]
        if not numbers:
            there = sorted({type.name for type in self.types if type.kind == kind})
            raise KeyError(f"no {kind} type is named {', '.join(map(repr, wanted))}; there are: "
                           f"{', '.join(there) or 'none'}")
        return numbers


def _texts(names: Sequence[str]) -> np.ndarray:
    array = np.empty(len(names), dtype=object)
    array[:] = names
    return array


def _repeated(numbers: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Each number so many times; one that is the only one takes no memory however often."""
    if len(numbers) > 0 and (numbers == numbers[0]).all():
        return np.broadcast_to(numbers[0], int(times.sum()))
    return _paje.repeated(numbers, times)


def _rows_of(first: np.ndarray, last: np.ndarray) -> Union[range, np.ndarray]:
    """All rows of some lists: a range if they lie side by side, so that nothing is copied."""
    if len(first) == 0:
        return range(0)
    if np.array_equal(first[1:], last[:-1]):
        return range(int(first[0]), int(last[-1]))
    return np.concatenate([np.arange(a, b) for a, b in zip(first, last)])


class TraceWarning(UserWarning):
    """Something of a trace is missing, and the rest was read."""


def read(path: Path, *, threads: int = 0, lenient: bool = False, old_field_names: bool = False,
         ignore_incomplete_links: bool = False, imbrication: bool = True,
         stop_at: Optional[float] = None, read_parts: bool = True,
         sort: bool = False) -> Trace:
    """Reads a trace, whole: text or binary, compressed or not, one file or many; '-' is standard
    input.

    `threads`: 0 for as many as there are cores; the result does not depend on it. `lenient`: leave
    out what cannot be used and tell it in Trace.problems. The other options are pj_dump's
    --no-strict, --ignore-incomplete-links, --no-imbrication, --stop-at, --sort.

    Raises TraceError if the trace is bad, OSError if it cannot be read; warns (TraceWarning) of parts
    that are missing. Memory: some 24 bytes a state, and up to twice of it while it is read.
    """
    core, problems, losses = _paje.read(
        os.fspath(path), threads=_arguments.count("threads", threads), lenient=lenient,
        old_field_names=old_field_names, ignore_incomplete_links=ignore_incomplete_links,
        imbrication=imbrication, stop_at=_arguments.bound("stop_at", stop_at),
        read_parts=read_parts, sort=sort)
    for loss in losses:
        warnings.warn(str(loss), TraceWarning, stacklevel=2)
    return Trace(core, problems)


def validate(path: Path, *, threads: int = 0, old_field_names: bool = False,
             read_parts: bool = True, sort: bool = False,
             most: int = 1000) -> list[_paje.Diagnostic]:
    """The problems of a trace in order, at most so many; none if it is as it should be."""
    return _paje.check(os.fspath(path), threads=_arguments.count("threads", threads),
                       old_field_names=old_field_names, read_parts=read_parts, sort=sort,
                       most=_arguments.count("most", most, 0, 2**63 - 1))
