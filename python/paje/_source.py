"""A trace's tables of names, each made once, for all columns that point into them."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple, Optional

import numpy as np

from . import _paje
from ._names import object_array


class TraceWarning(UserWarning):
    """Something of a trace is missing, and the rest was read, or is what the answers are about."""


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


class Source:
    """The compiled trace and what is made of it; knows nothing of its users."""

    def __init__(self, core: _paje.Trace, size_field: str):
        self.core = core
        self.size_field = size_field
        """Of links; empty for the usual ones."""
        self.has_told_of_types = False
        """Whether a warning named the types whose states the analyses leave out."""
        self.has_told_of_lacks = False
        """Whether a warning named links that connect nothing, and values that no rule classifies."""

    @cached_property
    def types(self) -> list[Type]:
        return [Type(*row) for row in self.core.types()]

    @cached_property
    def values(self) -> list[Value]:
        return [Value(*row) for row in self.core.values()]

    @cached_property
    def containers(self) -> list[Container]:
        return [Container(*row) for row in self.core.containers()]

    @cached_property
    def paths(self) -> list[str]:
        return self.core.paths()

    @cached_property
    def type_names(self) -> np.ndarray:
        return object_array([type.name for type in self.types])

    @cached_property
    def value_names(self) -> np.ndarray:
        """With one more, which is of no value: -1 names it."""
        return object_array([*(value.name for value in self.values), None])

    @cached_property
    def container_names(self) -> np.ndarray:
        return object_array([container.name for container in self.containers])

    @cached_property
    def container_paths(self) -> np.ndarray:
        return object_array(self.paths)

    @cached_property
    def container_depths(self) -> np.ndarray:
        """How many containers are around each; 0 for the root."""
        depths: list[int] = []
        for container in self.containers:  # each comes after the one that holds it
            depths.append(0 if container.parent is None else depths[container.parent] + 1)
        return np.array(depths, dtype=np.uint32)
