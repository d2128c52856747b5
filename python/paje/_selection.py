"""Which objects a selection by container, type and time means."""

from __future__ import annotations

import fnmatch
from typing import Optional, Sequence, Union

import numpy as np

from . import _arguments, _paje
from ._columns import Rows
from ._source import Source

Names = Union[str, Sequence[str], None]


def choose_objects(source: Source, kind: str, columns: dict[str, np.ndarray], containers: Names,
                   type: Names, start: Optional[float], end: Optional[float]) -> Rows:
    """Rows of states, variables, events or links."""
    start, end = _arguments.window(start, end)
    of_container, of_type, first, last = source.core.tracks(getattr(_paje.Kind, kind))
    chosen = np.ones(len(first), dtype=bool)
    if containers is not None:
        chosen &= np.isin(of_container, _containers_like(source, containers))
    if type is not None:
        chosen &= np.isin(of_type, _types_named(source, type, kind))
    first, last = first[chosen], last[chosen]
    if start is None and end is None:
        return _rows_of(first, last)
    found = [_rows_in_time(source, kind, columns, *track, start, end)
             for track in zip(of_container[chosen], of_type[chosen], first, last)]
    return np.concatenate(found) if found else np.empty(0, dtype=np.int64)


def choose_containers(source: Source, containers: Names, type: Names, start: Optional[float],
                      end: Optional[float]) -> Rows:
    """Numbers of containers, without the root."""
    start, end = _arguments.window(start, end)
    count = len(source.containers)
    if containers is None and type is None and start is None and end is None:
        return range(1, count)
    chosen = np.ones(count, dtype=bool)
    if containers is not None:
        chosen &= np.isin(np.arange(count), _containers_like(source, containers))
    if type is not None:
        chosen &= np.isin([c.type for c in source.containers],
                          _types_named(source, type, "container"))
    if start is not None:
        chosen &= np.array([c.end for c in source.containers]) >= start
    if end is not None:
        chosen &= np.array([c.start for c in source.containers]) <= end
    chosen[0] = False
    return np.flatnonzero(chosen)


def _rows_in_time(source: Source, kind: str, columns: dict[str, np.ndarray], container: int,
                  type: int, first: int, last: int, start: Optional[float],
                  end: Optional[float]) -> np.ndarray:
    begin = -np.inf if start is None else start
    finish = np.inf if end is None else end
    if kind != "link":
        return source.core.rows_overlapping(container, type, begin, finish)
    inside = ((columns["start"][first:last] <= finish)
              & (columns["end"][first:last] >= begin))
    return first + np.flatnonzero(inside)


def _rows_of(first: np.ndarray, last: np.ndarray) -> Rows:
    """All rows of some lists: a range if they lie side by side, so that nothing is copied."""
    if len(first) == 0:
        return range(0)
    if np.array_equal(first[1:], last[:-1]):
        return range(int(first[0]), int(last[-1]))
    return np.concatenate([np.arange(a, b) for a, b in zip(first, last)])


def _containers_like(source: Source, patterns: Names) -> list[int]:
    wanted = _arguments.names("containers", patterns)
    numbers = [number for number, (container, path) in
               enumerate(zip(source.containers, source.paths))
               if any(fnmatch.fnmatchcase(container.name, pattern)
                      or fnmatch.fnmatchcase(path, pattern) for pattern in wanted)]
    if not numbers:
        raise KeyError(f"no container is like {', '.join(map(repr, wanted))}; there are: "
                       f"{_arguments.some_of(source.paths[1:])}")
    return numbers


def _types_named(source: Source, names: Names, kind: str) -> list[int]:
    wanted = _arguments.names("type", names)
    numbers = [number for number, type in enumerate(source.types)
               if type.kind == kind and (type.name in wanted or type.identifier in wanted)]
    if not numbers:
        there = sorted({type.name for type in source.types if type.kind == kind})
        raise KeyError(f"no {kind} type is named {', '.join(map(repr, wanted))}; there are: "
                       f"{_arguments.some_of(there)}")
    return numbers
