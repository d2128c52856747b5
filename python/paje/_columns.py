"""Objects of one nature, column by column."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Callable, Iterator, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _arrow
from ._frames import frame_of
from ._names import Categorical

if TYPE_CHECKING:
    import pandas

Column = Union[np.ndarray, Categorical]
Rows = Union[range, np.ndarray]


Maker = Callable[["Columns"], Column]


class UserFields(NamedTuple):
    """The columns of user-defined fields, and of each field the name of its column."""

    makers: dict[str, Maker]
    columns: dict[str, str]


class Table:
    """How the columns of one nature are made, each when it is asked for."""

    def __init__(self, nature: str, makers: dict[str, Maker], load: Callable[[], UserFields]):
        self.nature = nature
        self._makers = makers
        self._load = load

    @cached_property
    def fields(self) -> UserFields:
        return self._load()

    @property
    def names(self) -> list[str]:
        return [*self._makers, *self.fields.makers]

    def maker(self, name: str) -> Optional[Maker]:
        return self._makers.get(name) or self.fields.makers.get(name)


class Fields(Mapping[str, Column]):
    """User-defined fields of objects, by the names that the trace gives them."""

    def __init__(self, columns: Columns, names: dict[str, str], nature: str):
        self._columns = columns
        self._names = names
        self._nature = nature

    def __getitem__(self, field: str) -> Column:
        if field not in self._names:
            raise KeyError(f"no user-defined field {field!r} of {self._nature}; there are: "
                           f"{', '.join(self._names) or 'none'}")
        return self._columns[self._names[field]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<paje.Fields of {self._columns.count} {self._nature}: {', '.join(self)}>"


class Columns(Mapping[str, Column]):
    """Objects of one nature as columns of one length: a mapping from names to columns.

    Numbers are read-only NumPy arrays, over the trace's own memory where no selection scattered
    the rows; names are Categorical. User-defined fields come last; `fields` has them by the names
    that the trace gives them. Columns are made when they are asked for, so those that nobody
    wants cost nothing. `row` numbers the objects within all of their nature in the trace, whatever
    was selected. A mask, a slice or positions in place of a name choose objects.
    """

    def __init__(self, table: Table, rows: Rows):
        self._table = table
        self._rows = rows
        self._made: dict[str, Column] = {}

    @cached_property
    def row(self) -> np.ndarray:
        """Of each object the number within all of its nature in the trace."""
        if isinstance(self._rows, range):
            return np.arange(self._rows.start, self._rows.stop)
        return self._rows

    def __getitem__(self, what):
        """The column of that name; or, of a mask, a slice or positions, the Columns of some objects."""
        if not isinstance(what, str):
            return Columns(self._table, _chosen(self._rows, what, self._table.nature))
        if what not in self._made:
            maker = self._table.maker(what)
            if maker is None:
                raise KeyError(self._there_is_no(what))
            self._made[what] = maker(self)
        return self._made[what]

    def __getattr__(self, name: str) -> Column:
        if name.startswith("_"):  # of protocols, as copy and pickle have them
            raise AttributeError(name)
        if self._table.maker(name) is None:
            raise AttributeError(self._there_is_no(name))
        return self[name]

    def __dir__(self):
        return [*super().__dir__(), *self]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.names)

    def __len__(self) -> int:
        """How many columns; `count` is how many objects."""
        return len(self._table.names)

    # Not by value, as a Mapping has it: columns have no one truth.
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__

    @property
    def fields(self) -> Fields:
        """The user-defined fields: numbers, or names where not all are numbers. Where an object has
        none, integers are masked, numbers are NaN, and a text is None."""
        return Fields(self, self._table.fields.columns, self._table.nature)

    @property
    def count(self) -> int:
        """How many objects."""
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<paje.Columns of {self.count} {self._table.nature}: {', '.join(self)}>"

    def __reduce__(self):
        # What was chosen, with all columns; not the trace.
        return _held, (self._table.nature, dict(self.items()), self._table.fields.columns, self.row)

    def _of(self, whole: np.ndarray) -> np.ndarray:
        """Of a column of all objects of the nature, the elements of these; no copy if they lie
        side by side."""
        if whole.strides == (0,):
            return np.broadcast_to(whole[:1], self.count) if self.count else whole[:0]
        if isinstance(self._rows, range):
            return whole[self._rows.start:self._rows.stop]
        return whole[self._rows]

    def dataframe(self, columns: Optional[Sequence[str]] = None) -> "pandas.DataFrame":
        """As a pandas.DataFrame, of all columns or those named; names become categoricals."""
        if isinstance(columns, str):
            columns = [columns]
        return frame_of("dataframe()", {name: self[name]
                                        for name in (self if columns is None else columns)})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """All columns for programs that read Arrow's streams: pyarrow.table(), DuckDB, Polars."""
        return self.arrow().__arrow_c_stream__(requested_schema)

    def arrow(self, columns: Optional[Sequence[str]] = None) -> _arrow.Stream:
        """All columns or those named as an object with `__arrow_c_stream__`. Columns of numbers and
        the numbers of names are not copied where a column is an array already; no value is null."""
        if isinstance(columns, str):
            columns = [columns]
        return _arrow.Stream({name: self[name] for name in (self if columns is None else columns)},
                             self.count, self._table.fields.makers)

    def _there_is_no(self, name: str) -> str:
        return f"no column '{name}' of {self._table.nature}; there are: {', '.join(self)}"


class Objects(Columns):
    """All objects of one nature in a trace, as columns; a call chooses of them."""

    def __init__(self, table: Table, rows: Rows, choose: Callable[..., Rows]):
        super().__init__(table, rows)
        self._choose = choose

    def __call__(self, containers: Union[str, Sequence[str], None] = None,
                 type: Union[str, Sequence[str], None] = None, start: Optional[float] = None,
                 end: Optional[float] = None) -> Columns:
        """Some of the objects, or all.

        `containers`: names or paths, with * and ? and [...], one or several; `type`: names of
        types; `start` and `end`: only objects that overlap this time, uncut.
        """
        return Columns(self._table, self._choose(containers, type, start, end))


def _chosen(rows: Rows, index, nature: str) -> Rows:
    """Those of `rows` that a mask, a slice or positions name."""
    if isinstance(index, slice):
        part = rows[index]
        return part if not isinstance(part, range) or part.step == 1 else np.array(part, np.int64)
    if isinstance(index, np.ma.MaskedArray):
        index = index.filled(False)  # what is not known to be wanted is not
    wanted = np.asarray(index)
    if wanted.size == 0 and wanted.ndim == 1:
        wanted = wanted.astype(bool if len(rows) == 0 else np.int64)
    if wanted.ndim != 1 or wanted.dtype.kind not in "biu":
        raise TypeError(f"{nature} are chosen by a mask, a slice or an array of positions, "
                        f"columns by a name; not by {type(index).__name__}")
    if wanted.dtype.kind == "b" and len(wanted) != len(rows):
        raise IndexError(f"a mask of {len(wanted)} for {len(rows)} {nature}")
    if isinstance(rows, range):
        rows = np.arange(rows.start, rows.stop)
    return rows[wanted]


def _held(nature: str, columns: dict[str, Column], fields: dict[str, str],
          row: np.ndarray) -> Columns:
    """Columns without a trace, as they come from a pickle."""
    order = np.argsort(row, kind="stable")

    def maker(column: Column) -> Maker:
        return lambda chosen: column[order[np.searchsorted(row, chosen.row, sorter=order)]]

    makers = {name: maker(column) for name, column in columns.items()}
    own = {name: makers.pop(name) for name in dict.fromkeys(fields.values())}
    held = Columns(Table(nature, makers, lambda: UserFields(own, fields)), row)
    held._made.update(columns)
    return held
