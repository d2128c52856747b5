"""Objects of one nature, column by column."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Iterator, Mapping, Union

import numpy as np

if TYPE_CHECKING:
    import pandas


class Categorical:
    """Names as numbers: element i is `categories[codes[i]]`.

    `codes` may be an array over the trace's own memory; `categories` has a name for every number,
    and may have one name twice (two types can have values of the same name).
    """

    def __init__(self, codes: np.ndarray, categories: np.ndarray):
        self.codes = codes
        self.categories = categories

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, index):
        """The name of one element, or those of some as a Categorical."""
        codes = self.codes[index]
        return self.categories[codes] if np.isscalar(codes) else Categorical(codes, self.categories)

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        names = self.categories[self.codes]
        return names if dtype is None else names.astype(dtype)

    def __eq__(self, name) -> np.ndarray:
        """Where it is `name`, as an array of booleans; costs a look at every code, not at text."""
        return np.isin(self.codes, np.flatnonzero(self.categories == name))

    def __ne__(self, name) -> np.ndarray:
        return ~(self == name)

    __hash__ = None

    def __repr__(self) -> str:
        return f"<paje.Categorical of {len(self)}, {len(self.categories)} categories>"

    def to_pandas(self) -> "pandas.Categorical":
        """As a pandas.Categorical, of which every category is there once and is used."""
        import pandas

        used, codes = _renumbered(self.codes, len(self.categories))
        names, numbers = np.unique(self.categories[used].astype(object), return_inverse=True)
        return pandas.Categorical.from_codes(numbers.astype(np.int32)[codes], names)


def _renumbered(codes: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Codes that occur, ascending, and `codes` as positions among them."""
    present = np.zeros(count, dtype=bool)
    present[codes] = True
    used = np.flatnonzero(present)
    position = np.zeros(count, dtype=np.int32)
    position[used] = np.arange(len(used), dtype=np.int32)
    return used, position[codes]


Column = Union[np.ndarray, Categorical]


class Columns(Mapping[str, Column]):
    """Objects of one nature as columns of one length: a mapping from names to columns.

    Numbers are read-only NumPy arrays, over the trace's own memory where no selection scattered
    the rows; names are Categorical. `row` numbers the objects within all of their nature in the
    trace, whatever was selected.
    """

    def __init__(self, columns: dict[str, Column], rows: Union[range, np.ndarray]):
        self._columns = columns
        self._rows = rows

    @cached_property
    def row(self) -> np.ndarray:
        """Of each object the number within all of its nature in the trace."""
        if isinstance(self._rows, range):
            return np.arange(self._rows.start, self._rows.stop)
        return self._rows

    def __getitem__(self, name: str) -> Column:
        return self._columns[name]

    def __getattr__(self, name: str) -> Column:
        try:
            return self.__dict__["_columns"][name]
        except KeyError:
            raise AttributeError(f"no column '{name}'; there are: "
                                 f"{', '.join(self.__dict__.get('_columns', ()))}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """How many columns; `count` tells how many objects."""
        return len(self._columns)

    @property
    def count(self) -> int:
        """How many objects."""
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<paje.Columns of {self.count} objects: {', '.join(self._columns)}>"

    def dataframe(self) -> "pandas.DataFrame":
        """As a pandas.DataFrame; names become categoricals, `duration` is added where it can be."""
        import pandas

        data = {}
        for name, column in self._columns.items():
            data[name] = column.to_pandas() if isinstance(column, Categorical) else column
            if name == "end" and "start" in data:
                data["duration"] = data["end"] - data["start"]
        return pandas.DataFrame(data, copy=False)
