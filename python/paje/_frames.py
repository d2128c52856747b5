"""Results as pandas DataFrames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

import numpy as np

from . import _names
from ._names import Categorical

if TYPE_CHECKING:
    import pandas


def pandas_for(what: str) -> Any:
    """The module pandas, which nothing else needs."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError(f"{what} gives a pandas.DataFrame, and pandas cannot be imported "
                          f"({error}); install it (Debian: python3-pandas)") from error
    return pandas


def frame_of(what: str, columns: Mapping[str, Any]) -> "pandas.DataFrame":
    """A DataFrame; columns of names become categoricals, those of one table with one set of
    categories, so that they can be compared."""
    pandas = pandas_for(what)
    data = dict(columns)
    tables: dict[int, list[str]] = {}
    for name, column in data.items():
        if isinstance(column, Categorical):
            tables.setdefault(id(column.categories), []).append(name)
    for names in tables.values():
        data.update(zip(names, _names.to_pandas([data[name] for name in names])))
    for name, column in data.items():
        if isinstance(column, np.ma.MaskedArray):
            data[name] = pandas.arrays.IntegerArray(np.array(column.data), np.array(column.mask))
    return pandas.DataFrame(data, copy=False)
