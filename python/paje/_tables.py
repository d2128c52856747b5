"""Which columns the objects of each nature have, and how each is made."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Callable

import numpy as np

from . import _paje
from ._columns import Columns, Maker, Table
from ._names import Categorical, object_array
from ._source import Source
from ._user_fields import user_fields


def containers_table(source: Source) -> Table:
    """All but the root are its rows; their numbers are those of Source.containers."""
    def each(values: list, dtype: type) -> Callable[[Columns], np.ndarray]:
        whole: np.ndarray = np.array(values, dtype=dtype)
        return lambda columns: columns._of(whole)

    def names(codes: Callable[[Columns], np.ndarray], table: np.ndarray) -> Maker:
        return lambda columns: Categorical(codes(columns), table)

    containers = source.containers
    parents = each([0 if c.parent is None else c.parent for c in containers], np.uint32)
    return Table("containers", {
        "name": lambda columns: Categorical(columns.row, source.container_names),
        "path": lambda columns: Categorical(columns.row, source.container_paths),
        "depth": lambda columns: columns._of(source.container_depths),
        "type": names(each([c.type for c in containers], np.uint32), source.type_names),
        "parent": names(parents, source.container_names),
        "start": each([c.start for c in containers], float),
        "end": each([c.end for c in containers], float),
        "duration": _duration,
    }, partial(user_fields, source, _paje.Kind.container))


def states_table(source: Source) -> Table:
    whole = source.core.states()
    # Of all states at once, when the first column asks for it.
    nesting = lru_cache(None)(source.core.nesting)

    def parent_value(columns: Columns) -> Categorical:
        parent = columns["parent"]
        if len(whole["value"]) == 0:
            return Categorical(parent, source.value_names)
        codes = np.where(parent < 0, -1, whole["value"][parent].astype(np.int32))
        return Categorical(codes, source.value_names)

    return Table("states", {
        **_of_containers(source, _paje.Kind.state),
        "value": _values(source, whole["value"]),
        **_spans(whole),
        "depth": lambda columns: columns._of(whole["depth"]),
        "parent": lambda columns: columns._of(nesting()["parent"]),
        "parent_value": parent_value,
        "exclusive": lambda columns: columns._of(nesting()["exclusive"]),
    }, partial(user_fields, source, _paje.Kind.state))


def variables_table(source: Source) -> Table:
    whole = source.core.variables()
    return Table("variables", {
        **_of_containers(source, _paje.Kind.variable),
        **_spans(whole),
        "value": lambda columns: columns._of(whole["value"]),
    }, partial(user_fields, source, _paje.Kind.variable))


def events_table(source: Source) -> Table:
    whole = source.core.events()
    return Table("events", {
        **_of_containers(source, _paje.Kind.event),
        "time": lambda columns: columns._of(whole["time"]),
        "value": _values(source, whole["value"]),
    }, partial(user_fields, source, _paje.Kind.event))


def links_table(source: Source) -> Table:
    whole = source.core.links()

    def at(end: str, names: Callable[[], np.ndarray]) -> Maker:
        return lambda columns: Categorical(columns._of(whole[end]), names())

    return Table("links", {
        **_of_containers(source, _paje.Kind.link),
        "value": _values(source, whole["value"]),
        "key": lambda columns: object_array(source.core.link_keys(columns.row)),
        **_spans(whole),
        "start_container": at("start_container", lambda: source.container_names),
        "end_container": at("end_container", lambda: source.container_names),
        "start_path": at("start_container", lambda: source.container_paths),
        "end_path": at("end_container", lambda: source.container_paths),
    }, partial(user_fields, source, _paje.Kind.link))


def _of_containers(source: Source, kind: "_paje.Kind") -> dict[str, Maker]:
    """The columns of where an object is. The trace keeps containers and types by runs; they are
    written out, for all objects at once, when the first column asks for it."""
    @lru_cache(None)
    def codes() -> tuple[np.ndarray, np.ndarray]:
        of_container, of_type, first, last = source.core.tracks(kind)
        return _repeated(of_container, last - first), _repeated(of_type, last - first)

    return {
        "container": lambda c: Categorical(c._of(codes()[0]), source.container_names),
        "path": lambda c: Categorical(c._of(codes()[0]), source.container_paths),
        "type": lambda c: Categorical(c._of(codes()[1]), source.type_names),
    }


def _spans(whole: dict[str, np.ndarray]) -> dict[str, Maker]:
    return {"start": lambda columns: columns._of(whole["start"]),
            "end": lambda columns: columns._of(whole["end"]), "duration": _duration}


def _values(source: Source, whole: np.ndarray) -> Maker:
    return lambda columns: Categorical(columns._of(whole), source.value_names)


def _duration(columns: Columns) -> np.ndarray:
    duration = columns["end"] - columns["start"]
    duration.flags.writeable = False
    return duration


def _repeated(numbers: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Each number that many times; one that is the only one takes no memory however often."""
    if len(numbers) > 0 and (numbers == numbers[0]).all():
        return np.broadcast_to(numbers[0], int(times.sum()))
    return _paje.repeated(numbers, times)
