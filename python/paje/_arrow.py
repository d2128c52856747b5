"""Columns as Arrow's C interface has them, for pyarrow, DuckDB, Polars and others, without Arrow.

Numbers stay where they are. Text is dictionary-encoded: 32-bit numbers into a table of names in
which each name is there once.
"""

from __future__ import annotations

from typing import Any, Collection, Mapping, NamedTuple, Optional

import numpy as np

from . import _paje
from ._names import Categorical

_LATIN1 = {0xDC00 + byte: chr(byte) for byte in range(0x80, 0x100)}

# The description of a column that the compiled module takes.
Described = tuple[str, str, int, int, list[Optional[np.ndarray]], Optional[tuple]]

_FORMATS = {"f8": "g", "f4": "f", "i8": "l", "u8": "L", "i4": "i", "u4": "I", "i2": "s", "u2": "S",
            "i1": "c", "u1": "C"}


class Stream:
    """Some columns, for programs that read Arrow's streams."""

    def __init__(self, columns: Mapping[str, Any], count: int, sparse: Collection[str]):
        self._columns = columns
        self._count = count
        self._sparse = sparse

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A capsule of an ArrowArrayStream. Types are those that the columns have, whatever is
        requested, as the protocol allows."""
        tables: dict[int, _Names] = {}
        described = []
        for name, column in self._columns.items():
            if isinstance(column, np.ndarray) and column.dtype == object:
                column = _numbered(column)
            if isinstance(column, Categorical):
                names = tables.setdefault(id(column.categories), _names_of(column.categories))
                described.append(_of_names(_utf8(name), column, names))
            else:
                described.append(_of_numbers(_utf8(name), column, name in self._sparse))
        return _paje.arrow_stream(described, self._count)


class _Names(NamedTuple):
    """A table of names for Arrow."""

    table: Described
    numbers: Optional[np.ndarray]
    """Of each category its number in the table, -1 for none; None if that is the category's."""
    has_none: bool


def _of_numbers(name: str, column: np.ndarray, is_sparse: bool) -> Described:
    """`is_sparse`: NaN stands for no number."""
    missing = None
    if isinstance(column, np.ma.MaskedArray):
        missing = np.ma.getmaskarray(column)
        column = column.data
    elif is_sparse and column.dtype.kind == "f":
        missing = np.isnan(column)
    data = np.ascontiguousarray(column)
    there, count = _there(missing)
    return name, _FORMATS[data.dtype.str[1:]], len(data), count, [there, _not_empty(data)], None


def _of_names(name: str, column: Categorical, names: _Names) -> Described:
    codes = np.ascontiguousarray(column.codes)
    if names.numbers is not None:
        codes = names.numbers[codes] if len(codes) else np.empty(0, np.int32)
    elif codes.dtype == np.uint32:
        codes = codes.view(np.int32)  # ids are below 2**31; signed ones are what others expect
    elif codes.dtype != np.int32:
        codes = codes.astype(np.int32)
    last = names.table[2]
    there, count = _there((codes < 0) | (codes >= last) if names.has_none else None)
    return name, "i", len(codes), count, [there, _not_empty(codes)], names.table


def _names_of(categories: np.ndarray) -> _Names:
    numbers: dict[str, int] = {}
    codes = np.array([-1 if name is None else numbers.setdefault(_utf8(name), len(numbers))
                      for name in categories], np.int32)
    has_none = len(codes) > 0 and bool((codes < 0).any())
    # One None at the end is what -1 names, and past the end of the table.
    plain = np.arange(len(codes), dtype=np.int32)
    if has_none and codes[-1] < 0:
        plain[-1] = -1
    texts = [name.encode() for name in numbers]
    offsets = np.cumsum([0, *(len(text) for text in texts)])
    is_large = bool(offsets[-1] > np.iinfo(np.int32).max)
    buffers = [None, offsets.astype(np.int64 if is_large else np.int32),
               np.frombuffer(b"".join(texts) or b"\0", np.uint8)]
    table = ("", "U" if is_large else "u", len(texts), 0, buffers, None)
    return _Names(table, None if np.array_equal(codes, plain) else codes, has_none)


def _there(missing: Optional[np.ndarray]) -> tuple[Optional[np.ndarray], int]:
    """Bits of what is there, and how many are not; no bits if all are."""
    count = 0 if missing is None else int(np.count_nonzero(missing))
    if missing is None or count == 0:
        return None, 0
    return np.packbits(~missing, bitorder="little"), count


def _numbered(texts: np.ndarray) -> Categorical:
    numbers: dict[str, int] = {}
    codes = np.fromiter((numbers.setdefault(text, len(numbers)) for text in texts), np.int32,
                        len(texts))
    return Categorical(codes, np.array([*numbers, None], dtype=object)[:-1])


def _not_empty(data: np.ndarray) -> np.ndarray:
    """Memory that has an address; some consumers want one of empty columns, too."""
    return data if len(data) else np.zeros(1, data.dtype)


def _utf8(text: str) -> str:
    """Arrow's text is UTF-8: bytes of a trace that are not become the Latin-1 characters of the same
    numbers, as in Parquet and SQLite."""
    return text.translate(_LATIN1)
