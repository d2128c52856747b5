"""Reading a trace and choosing from it."""

from __future__ import annotations

import os
import pickle
import warnings
from functools import cached_property, partial
from typing import Any, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _arguments, _paje, _selection, _tables
from ._analysis import Analysis, Operations, analysis_of, multirun_analysis
from ._columns import Columns, Objects, Table
from ._source import Container, Source, TraceWarning, Type, Value

Path = Union[str, "os.PathLike[str]"]


class Origin(NamedTuple):
    """Where a trace comes from: what it takes to read it again."""

    path: str
    """Absolute; "-" for standard input, empty for a predicted run."""
    options: dict[str, Any]
    size_field: str
    files: list[tuple[str, int, int]]
    """All files that were read: path, size, time of the last change in nanoseconds. The size is -1
    of a file that is missing, -2 of what is no regular file."""


class Trace(Operations):
    """A replayed trace. Immutable; arrays that come from it keep it alive.

    It can be pickled: by the path and the options it was read with, so unpickling reads
    the trace again; UnpicklingError says that its files changed.
    """

    def __init__(self, core: _paje.Trace, problems: list[_paje.Diagnostic], origin: Origin):
        self._core = core
        self._source = Source(core, origin.size_field)
        self._origin = origin
        self.problems: list[_paje.Diagnostic] = problems
        """What a lenient reading left out."""

    @property
    def types(self) -> list[Type]:
        """Of the type tree; the first is the root."""
        return self._source.types

    @property
    def values(self) -> list[Value]:
        """Of all types."""
        return self._source.values

    @property
    def container_list(self) -> list[Container]:
        """Of the container tree; the first is the root."""
        return self._source.containers

    @property
    def paths(self) -> list[str]:
        """Of each container, the names below the root down to it, joined by '/'; of a path beyond
        1,000 bytes the last of them, after `.../`."""
        return self._source.paths

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

    @property
    def containers(self) -> Objects:
        """All containers but the root: name, path, depth (1 for one right below the root), type,
        parent (its name), start, end, duration. A call selects, as that of states does."""
        table = self._containers_table
        return Objects(table, range(1, len(self.container_list)),
                       partial(_selection.choose_containers, self._source))

    @property
    def states(self) -> Objects:
        """States: container, path, type, value, start, end, duration, depth (0 for an outermost
        one), parent (the row of the state around it, -1 if there is none), parent_value, exclusive
        (the duration without those of the states directly inside).

        `trace.states` are all; `trace.states(containers=..., type=..., start=..., end=...)` selects:
        `containers`: names or paths, with * and ? and [...], one or several; `type`: names of types;
        `start` and `end`: only objects that overlap this time, uncut. Nothing is copied but what
        the trace does not keep as an array of its own.
        """
        return self._objects("state", self._states_table, self._core.states())

    @property
    def variables(self) -> Objects:
        """Variables, piece by piece: container, path, type, start, end, duration, value. A call
        selects, as that of states does."""
        return self._objects("variable", self._variables_table, self._core.variables())

    @property
    def events(self) -> Objects:
        """Punctual events: container, path, type, time, value. A call selects, as that of states
        does."""
        return self._objects("event", self._events_table, self._core.events())

    @property
    def links(self) -> Objects:
        """Links: container (that holds them), path, type, value, key, start, end, duration,
        start_container, end_container, start_path, end_path. A call selects, as that of states does,
        `containers` being those that hold the links."""
        return self._objects("link", self._links_table, self._core.links())

    def analysis(self, *, classes: Optional[Path] = None, root: Optional[str] = None,
                 threads: int = 0) -> Analysis:
        """What the run does with other options than those of the methods of the trace itself, which
        are pj_analyze's defaults.

        `classes`: a file that classifies the values of states, as pj_analyze --classes reads it;
        `root`: the container that is the root of rooted collectives. Raises ValueError with the file
        and line that is malformed, or if there is no such container.
        """
        return Analysis(self._source, analysis_of(self._source, classes=classes, root=root,
                                                  threads=threads))

    @cached_property
    def _graph(self) -> _paje.Analysis:  # type: ignore[override]
        return analysis_of(self._source)

    multirun_analysis = staticmethod(multirun_analysis)

    def link_keys(self, rows: Sequence[int]) -> list[str]:
        """The keys of these rows of links()."""
        wanted = np.asarray(rows)
        if wanted.dtype.kind == "f" and not np.isfinite(wanted).all():
            raise ValueError("rows are to be whole numbers")
        if wanted.size and wanted.dtype.kind not in "iuf":
            raise TypeError(f"rows are to be whole numbers, found {type(rows).__name__}")
        return self._core.link_keys(wanted.astype(np.int64))

    # A trace does not change, so a copy may be the same.
    def __copy__(self) -> Trace:
        return self

    def __deepcopy__(self, memo) -> Trace:
        return self

    def __reduce__(self):
        if not self._origin.path:
            raise TypeError("a predicted trace cannot be pickled, for it is in no file; pickle the measured one")
        if self._origin.path == "-":
            raise TypeError("a trace that was read from standard input cannot be pickled, for it "
                            "cannot be read again; save it as a file, and read that")
        for file, size, _ in self._origin.files:
            if size == -2:
                raise TypeError(f"a trace that was read from {file} cannot be pickled: this is no "
                                "regular file, so it cannot be read again")
        return _read_again, (self._origin, self.problems)

    @cached_property
    def _containers_table(self) -> Table:
        return _tables.containers_table(self._source)

    @cached_property
    def _states_table(self) -> Table:
        return _tables.states_table(self._source)

    @cached_property
    def _variables_table(self) -> Table:
        return _tables.variables_table(self._source)

    @cached_property
    def _events_table(self) -> Table:
        return _tables.events_table(self._source)

    @cached_property
    def _links_table(self) -> Table:
        return _tables.links_table(self._source)

    def _objects(self, kind: str, table: Table, columns: dict[str, np.ndarray]) -> Objects:
        count = len(next(iter(columns.values())))
        return Objects(table, range(count),
                       partial(_selection.choose_objects, self._source, kind, columns))


def core_of(name: str, trace: Trace) -> _paje.Trace:
    """The compiled trace of an argument."""
    if not isinstance(trace, Trace):
        raise TypeError(f"{name} is to be a Trace, found {type(trace).__name__}")
    return trace._core


class ClockWarning(UserWarning):
    """The clocks of a trace were wrong, and its times are corrected."""


def read(path: Path, *, threads: int = 0, lenient: bool = False, old_field_names: bool = False,
         ignore_incomplete_links: bool = False, imbrication: bool = True,
         stop_at: Optional[float] = None, read_parts: bool = True,
         sort: bool = False, fix_clocks: bool = False, size_field: Optional[str] = None,
         containers: Union[str, Sequence[str], None] = None,
         types: Union[str, Sequence[str], None] = None, start: Optional[float] = None,
         end: Optional[float] = None) -> Trace:
    """Reads a trace: text or binary, compressed or not, one file or many; '-' is standard
    input.

    `threads`: 0 for as many as there are cores; the result does not depend on it. `lenient`: leave
    out what cannot be used and list it in Trace.problems. The other options are pj_dump's
    --no-strict, --ignore-incomplete-links, --no-imbrication, --stop-at, --sort, --fix-clocks (a
    ClockWarning says by how much times change). `size_field`: the
    user-defined field that holds the size of links, if it is not Size, MessageSize or Length.

    `containers`, `types`, `start` and `end` select which objects are kept: of containers whose name
    or path is like one of some patterns (links also by their ends), of types by name, alias or path,
    and overlapping that time. All containers, types and values stay.

    Raises KeyError for a pattern or type that the trace has nothing like, TraceError if the trace is bad, OSError if it cannot be read, ValueError if links have no
    field `size_field` of numbers; warns (TraceWarning) of parts
    that are missing. Memory: some 24 bytes a state, and up to twice of it while it is read.
    """
    path = os.fspath(path)
    flags = {"lenient": lenient, "old_field_names": old_field_names, "imbrication": imbrication,
             "ignore_incomplete_links": ignore_incomplete_links, "read_parts": read_parts,
             "sort": sort, "fix_clocks": fix_clocks}
    options: dict[str, Any] = {
        **{name: _arguments.flag(name, value) for name, value in flags.items()},
        "threads": _arguments.count("threads", threads),
        "stop_at": _arguments.bound("stop_at", stop_at)}
    if containers is not None:
        options["containers"] = _as_bytes(_arguments.names("containers", containers))
    if types is not None:
        options["types"] = _as_bytes(_arguments.names("types", types))
    options["start"], options["end"] = _arguments.window(start, end)
    size_field = "" if size_field is None else _arguments.text("size_field", size_field)
    core, problems, losses, files, clocks = _paje.read(path, **options)
    if "clocks corrected" in clocks:
        warnings.warn(f"{os.fsdecode(path)}: {clocks}", ClockWarning, stacklevel=2)
    for loss in losses:
        warnings.warn(str(loss), TraceWarning, stacklevel=2)
    files = [(os.path.abspath(file), size, changed) for file, size, changed in files]
    trace = Trace(core, problems, Origin(_absolute(path), options, size_field, files))
    if size_field:
        trace._links_table.fields  # reports now that there is none
    return trace


def _as_bytes(names: Sequence[str]) -> list[bytes]:
    """Names that are not UTF-8 have surrogates, as those of the trace have."""
    return [name.encode("utf-8", "surrogateescape") for name in names]


def _absolute(path: Union[str, bytes]) -> str:
    path = os.fsdecode(path)
    return path if path == "-" else os.path.abspath(path)


def _read_again(origin: Origin, problems: list[_paje.Diagnostic]) -> Trace:
    """The trace of a pickle. Its warnings were reported when it was read first."""
    for file, size, changed in origin.files:
        found = _stamp(file)
        if found != (size, changed):
            what = "changed" if found[0] >= 0 else "was removed"
            raise pickle.UnpicklingError(f"{file} {what} since the pickled trace was read; "
                                         "read the trace again")
    core, *_ = _paje.read(origin.path, **origin.options)
    return Trace(core, problems, origin)


def _stamp(file: str) -> tuple[int, int]:
    try:
        found = os.stat(file)
    except OSError:
        return -1, 0
    return found.st_size, found.st_mtime_ns


def validate(path: Path, *, threads: int = 0, old_field_names: bool = False,
             read_parts: bool = True, sort: bool = False,
             most: int = 1000) -> list[_paje.Diagnostic]:
    """The problems of a trace in order, at most that many; none if it is as it should be."""
    return _paje.check(os.fspath(path), threads=_arguments.count("threads", threads),
                       old_field_names=_arguments.flag("old_field_names", old_field_names),
                       read_parts=_arguments.flag("read_parts", read_parts),
                       sort=_arguments.flag("sort", sort),
                       most=_arguments.count("most", most, 0, 2**63 - 1))
