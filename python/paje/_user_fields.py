"""User-defined fields of a trace's events as columns of the objects that they touch."""

from __future__ import annotations

from functools import lru_cache
from typing import Callable

import numpy as np

from . import _paje
from ._columns import Column, Columns, UserFields
from ._names import Categorical, object_array
from ._source import Source


def user_fields(source: Source, kind: "_paje.Kind") -> UserFields:
    """Those of a nature. What they are is found out here, their columns are made when asked for."""
    size_field = source.size_field if kind == _paje.Kind.link else ""
    core = _paje.user_columns(source.core, kind, size_field)
    found = UserFields({}, {})
    for number, (column, field, type) in enumerate(core.names()):
        found.makers[column] = _maker(core, number, type)
        # The size of links comes first, and once more by its own name where that is another one.
        found.columns[field] = column
    return found


def _maker(core: "_paje.UserColumns", number: int, type: str) -> Callable[[Columns], Column]:
    @lru_cache(None)
    def whole():
        values = core.values(number)
        if type == "integer":
            return values[0] if values[1] is None else np.ma.MaskedArray(values[0], values[1])
        return values if type == "number" else (values[0], object_array([*values[1], None]))

    if type == "text":
        return lambda columns: Categorical(columns._of(whole()[0]), whole()[1])
    return lambda columns: columns._of(whole())
