"""Columns of names: numbers with a table of names next to them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Callable, Iterable, Iterator, Optional, Sequence, Union

import numpy as np

if TYPE_CHECKING:
    import pandas

Name = Optional[str]

_UNORDERED = (operator.eq, operator.ne)


class Categorical:
    """Names as numbers: element i is `categories[codes[i]]`; None stands for no name.

    `codes` may be an array over the trace's own memory; `categories` has a name for every number,
    and may have one name twice (two types can have values of the same name). Comparisons are of
    names, whatever their numbers: with one name, or element by element with another column of names
    or a sequence of as many. No name is equal to nothing and comes neither before nor after any.
    """

    # Makes NumPy leave `array == column` to this class.
    __array_priority__ = 1000

    def __init__(self, codes: np.ndarray, categories: np.ndarray):
        self.codes = codes
        self.categories = categories

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Name]:
        return iter(np.asarray(self))

    def __getitem__(self, index):
        """The name of one element, or those of some (a mask, a slice, positions) as a Categorical."""
        codes = self.codes[index]
        return self.categories[codes] if np.isscalar(codes) else Categorical(codes, self.categories)

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        names = self.categories[self.codes]
        return names if dtype is None else names.astype(dtype)

    def __eq__(self, other) -> np.ndarray:  # type: ignore[override]
        """Where names are equal; with one name this costs a look at every code, not at text."""
        return self._compared(other, operator.eq)

    def __ne__(self, other) -> np.ndarray:  # type: ignore[override]
        return self._compared(other, operator.ne)

    def __lt__(self, other) -> np.ndarray:
        return self._compared(other, operator.lt)

    def __le__(self, other) -> np.ndarray:
        return self._compared(other, operator.le)

    def __gt__(self, other) -> np.ndarray:
        return self._compared(other, operator.gt)

    def __ge__(self, other) -> np.ndarray:
        return self._compared(other, operator.ge)

    __hash__ = None  # type: ignore[assignment]

    def isin(self, names: Union[str, Iterable[str], "Categorical"]) -> np.ndarray:
        """Where the name is one of `names`, as an array of booleans."""
        wanted = set(_texts([names] if isinstance(names, str) else names, "isin() takes names"))
        found = np.fromiter((name is not None and name in wanted for name in self.categories),
                            bool, len(self.categories))
        return found[self.codes]

    def __repr__(self) -> str:
        return f"<paje.Categorical of {len(self)}, {len(self.categories)} categories>"

    def to_pandas(self) -> "pandas.Categorical":
        """As a pandas.Categorical: every category is there once and is used."""
        return to_pandas([self])[0]

    def _compared(self, other, operation: Callable) -> np.ndarray:
        if isinstance(other, str):
            return self._compared_with_name(other, operation)[self.codes]
        other = _column_of(other)
        if len(other) != len(self):
            raise ValueError(f"{len(self)} names cannot be compared with {len(other)}, one by one; "
                             "isin() tells where a name is one of several")
        ours, theirs = _numbered([self.categories, other.categories],
                                 operation not in _UNORDERED)
        left, right = ours[self.codes], theirs[other.codes]
        return _without_names(operation(left, right), (left < 0) | (right < 0), operation)

    def _compared_with_name(self, name: str, operation: Callable) -> np.ndarray:
        """Of each category."""
        if operation in _UNORDERED:
            return operation(self.categories, name)
        numbers, (wanted,) = _numbered([self.categories, [name]], True)
        return _without_names(operation(numbers, wanted), numbers < 0, operation)


def to_pandas(columns: Sequence[Categorical]) -> "list[pandas.Categorical]":
    """Columns as pandas.Categorical, which can be compared with each other: all have the same
    categories, those that one of them uses."""
    import pandas

    names: set[str] = set()
    compact = []
    for column in columns:
        used, codes = _renumbered(column.codes, len(column.categories))
        compact.append((column.categories[used], codes))
        names.update(name for name in compact[-1][0] if name is not None)
    categories = np.array(sorted(names), dtype=object)
    numbers = _numbered([categories, *(used for used, _ in compact)], True)[1:]
    return [pandas.Categorical.from_codes(number[codes], categories)
            for number, (_, codes) in zip(numbers, compact)]


def _renumbered(codes: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Codes that occur, ascending, and `codes` as positions among them."""
    present = np.zeros(count, dtype=bool)
    present[codes] = True
    used = np.flatnonzero(present)
    position = np.zeros(count, dtype=np.int32)
    position[used] = np.arange(len(used), dtype=np.int32)
    return used, position[codes]


def _numbered(tables: Sequence[Iterable[Name]], ordered: bool) -> list[np.ndarray]:
    """Of each table, its names as numbers that are equal where names are, in all of them; ascending
    with the names if wanted. No name is -1."""
    names: dict[str, None] = {}
    for table in tables:
        names.update(dict.fromkeys(name for name in table if name is not None))
    numbers: dict[Name, int] = {name: number for number, name in
                                enumerate(sorted(names) if ordered else names)}
    numbers[None] = -1
    return [np.fromiter((numbers[name] for name in table), np.int32) for table in tables]


def _without_names(result: np.ndarray, nameless: np.ndarray, operation: Callable) -> np.ndarray:
    """Where there is no name, all comparisons are false but !=."""
    return np.where(nameless, operation is operator.ne, result)


def _column_of(other) -> Categorical:
    """What may be next to a column of names in a comparison, as one."""
    if isinstance(other, Categorical):
        return other
    wanted = "names are compared with a name (str) or with a column of names"
    if not isinstance(other, (list, tuple)) and not hasattr(other, "__array__"):
        raise TypeError(f"{wanted}, not with {type(other).__name__}")
    names = _texts(other, wanted)
    numbers: dict[Name, int] = {}
    codes = np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)
    return Categorical(codes, object_array(list(numbers)))


def _texts(names, wanted: str) -> list[Name]:
    """`names` as a list; what pandas writes for no name is None."""
    try:
        found = list(names)
    except TypeError:
        raise TypeError(f"{wanted}, not {type(names).__name__}") from None
    for position, name in enumerate(found):
        if isinstance(name, str) or name is None:
            continue
        if name != name:  # NaN
            found[position] = None
            continue
        raise TypeError(f"{wanted}, not with {type(name).__name__} ({name!r})")
    return found


def object_array(items: Sequence) -> np.ndarray:
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array
