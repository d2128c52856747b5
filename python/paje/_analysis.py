"""Why a run takes so long: what pj_analyze finds, as DataFrames."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

import numpy as np

from . import _arguments, _paje
from ._checks import Checks, tell_left_out
from ._frames import frame_of, pandas_for
from ._names import Categorical, object_array
from ._source import Source

if TYPE_CHECKING:
    import pandas

_MOST_BINS = 10_000
_WAIT_KINDS = object_array(list(_paje.WAIT_KINDS))
_WRONG_ORDERS = object_array(list(_paje.WRONG_ORDERS))
_PIPIT_METRICS = {"time.exc": "exclusive", "time.inc": "inclusive"}
# Of multirun_analysis().
_METRICS = {"exclusive": "exclusive", "inclusive": "inclusive", "count": "count",
            **_PIPIT_METRICS}


class Operations(Checks):
    """The questions that can be asked of a run. Times are in the trace's own unit; `container` is a
    name and `path` the names below the root down to it. Answers are those of pj_analyze and of
    the table functions of pj_query, in the same order."""

    def flat_profile(self, metrics: Union[str, Sequence[str], None] = None, *,
                     per_process: bool = False) -> "pandas.DataFrame":
        """How often states of each value occur and how long they last; the index is the value, or with
        `per_process` path and value.

        Columns: count, inclusive (the sum of their lengths), exclusive (without the states directly
        inside), share (of all exclusive time), mean, shortest, longest (of one, inclusive); or those
        that `metrics` names, exclusive and inclusive also as Pipit's "time.exc" and "time.inc".
        """
        by_track = _arguments.flag("per_process", per_process)
        columns = self._graph.profile(by_track)
        index = ["path", "value"] if by_track else ["value"]
        frame = self._frame("flat_profile()", columns).set_index(index)
        if metrics is None:
            return frame
        there = {name: name for name in frame.columns if name != "container"}
        there.update(_PIPIT_METRICS)
        chosen = [_arguments.choice("metrics", name, tuple(there))
                  for name in _arguments.names("metrics", metrics)]
        return frame[[there[name] for name in chosen]].set_axis(chosen, axis=1)

    def time_profile(self, num_bins: int = 50, *, normalized: bool = False) -> "pandas.DataFrame":
        """What states of each value take in equal parts of the run, all containers together, nested
        ones counting by the innermost.

        Columns: bin_start, bin_end, idle_time (in which a container is in no state), and one for
        each value, that with most time first. `normalized`: as shares of the time of all containers.
        """
        pandas = pandas_for("time_profile()")
        bins = _arguments.count("num_bins", num_bins, 1, _MOST_BINS)
        edges, seconds, without = self._graph.time_profile(bins)
        whole = np.diff(edges) * len(self._tracks)
        named = [i for i in np.argsort(-seconds.sum(axis=1), kind="stable")
                 if i > 0 and seconds[i].any()]
        columns = {"idle_time": without}
        columns.update((self._value_names[i], seconds[i]) for i in named)
        if _arguments.flag("normalized", normalized):
            columns = {name: np.divide(column, whole, out=np.zeros(bins), where=whole > 0)
                       for name, column in columns.items()}
        return pandas.concat([pandas.DataFrame({"bin_start": edges[:-1], "bin_end": edges[1:]}),
                              pandas.DataFrame(columns)], axis=1)

    def load_imbalance(self) -> "pandas.DataFrame":
        """How unequally the containers share the exclusive time of each value (the index); those first
        that cost most, by greatest - mean.

        Columns: mean (over all containers), greatest, ratio of both, and the container that has the
        greatest, with its path.
        """
        return self._frame("load_imbalance()", self._graph.load_imbalance()).set_index("value")[
            ["mean", "greatest", "ratio", "container", "path"]]

    def idle_time(self) -> "pandas.DataFrame":
        """The time in which each container does nothing for others: idle and waiting (in states of
        these classes), in_calls (waits found in all other states), no_state (between states),
        outside (before its first state and after its last), and the total."""
        tracks = np.arange(len(self._tracks), dtype=np.uint32)
        return self._frame("idle_time()", {"track": tracks, **self._graph.idle_time()})

    def communication_overlap(self) -> "pandas.DataFrame":
        """Of containers that hold several with states: the time in which some of these communicate,
        in which some compute, in which both happen, and its share of the communication."""
        columns = self._dependencies.communication_overlap()
        return frame_of("communication_overlap()",
                        {**self._of_containers(columns.pop("container")), **columns})

    def comm_matrix(self, output: str = "size") -> "pandas.DataFrame":
        """What containers send (rows, by path) to each other (columns): bytes, or with
        `output="count"` messages. Raises ValueError for bytes if links have no sizes; paje.read() says
        which field holds them."""
        pandas = pandas_for("comm_matrix()")
        by_size = _arguments.choice("output", output, ("size", "count")) == "size"
        pairs = self._graph.message_matrix()
        if by_size:
            self._need_sizes("comm_matrix()", pairs["bytes"])
        there = np.unique(np.concatenate([pairs["from"], pairs["to"]]))
        matrix = np.zeros((len(there), len(there)), dtype=float if by_size else np.int64)
        rows, columns = (np.searchsorted(there, pairs[end]) for end in ("from", "to"))
        matrix[rows, columns] = pairs["bytes" if by_size else "count"]
        names = self._source.container_paths[there]
        return pandas.DataFrame(matrix, pandas.Index(names, name="from"),
                                pandas.Index(names, name="to"))

    def message_histogram(self, bins: int = 20, *, measure: str = "size") -> "pandas.DataFrame":
        """How many messages there are by size, or with `measure="latency"` by the time from start to
        end: low, high, count of equally wide bins from the least to the greatest."""
        pandas = pandas_for("message_histogram()")
        by_size = _arguments.choice("measure", measure, ("size", "latency")) == "size"
        bins = _arguments.count("bins", bins, 1, _MOST_BINS)
        columns = self._graph.histogram(by_size, bins)
        if by_size and len(columns["count"]) == 0:
            self._need_sizes("message_histogram()", self._graph.message_matrix()["bytes"])
        return pandas.DataFrame(columns)

    def comm_over_time(self, bins: int = 50) -> "pandas.DataFrame":
        """How much is sent in equal parts of the time from the first to the last start of a message:
        start, end, count, bytes (NaN if sizes are not known)."""
        pandas = pandas_for("comm_over_time()")
        return pandas.DataFrame(
            self._graph.traffic_over_time(_arguments.count("bins", bins, 1, _MOST_BINS)))

    def comm_by_process(self) -> "pandas.DataFrame":
        """What each container (the index, by path) sends and receives: sent, received (messages),
        bytes_sent, bytes_received (NaN if sizes are not known)."""
        columns = self._graph.traffic_by_container()
        of_container = self._of_containers(columns.pop("container"))
        return frame_of("comm_by_process()", {"path": of_container["path"], **columns}).set_index(
            "path")

    def critical_path(self) -> "pandas.DataFrame":
        """The chain of states that makes the run as long as it is, the earliest first: container,
        path, value, start, end, duration. Durations add up to the length of the run."""
        return self._frame("critical_path()", self._dependencies.critical_path())

    critical_path_analysis = critical_path

    def lateness(self) -> "pandas.DataFrame":
        """How much later each state begins than the same step, the k-th of its value, on the first of
        the containers of one type: container, path, value, start, end, lateness."""
        return self._frame("lateness()", self._graph.lateness())

    def waits(self) -> "pandas.DataFrame":
        """States that wait for other containers: container, path, value, kind (late sender, ...),
        start, end, amount (the part of the state from its start on), waits_for and its path,
        wrong_order (None if it is right)."""
        columns = self._dependencies.waits()
        order = Categorical(columns.pop("wrong_order"), _WRONG_ORDERS)
        columns["kind"] = Categorical(columns["kind"], _WAIT_KINDS)
        return self._frame("waits()", {**self._with_awaited(columns), "wrong_order": order})

    def root_waits(self) -> "pandas.DataFrame":
        """Roots of all-to-one operations that wait for their last member, from when the first one
        has come: container, path, value, start, end, amount, waits_for and its path. waits() has
        what they wait for the first one."""
        return self._frame("root_waits()", self._with_awaited(self._dependencies.root_waits()))

    def _with_awaited(self, columns):
        awaited = self._tracks[columns.pop("waits_for")]
        return {**columns, "waits_for": Categorical(awaited, self._source.container_names),
                "waits_for_path": Categorical(awaited, self._source.container_paths)}

    def causes(self) -> "pandas.DataFrame":
        """What made others wait, the costliest first: container, path, value, the time in which it
        did (start, end), seconds, of these direct (of those that waited for this container) and
        passed_on (of those that waited for those). The seconds add up to those of all waits."""
        return self._frame("causes()", self._dependencies.causes())

    def slack(self) -> "pandas.DataFrame":
        """How much later each state might end without a later end of the run: container, path, value
        (empty where there is no state), start, end, slack."""
        return self._frame("slack()", self._dependencies.slack())

    def efficiencies(self) -> "pandas.DataFrame":
        """The efficiencies of the POP project, one row: length, ideal_length (with a network that
        takes no time), useful_average, useful_maximum, parallel, load_balance, communication,
        serialisation, transfer. Raises ValueError if the trace has no states."""
        pandas = pandas_for("efficiencies()")
        return pandas.DataFrame([self._dependencies.efficiencies()])

    def iterations(self, *, period: int = 0, level: int = 0,
                   marker: Optional[str] = None) -> "pandas.DataFrame":
        """The iterations of the run, found in the order of states: start, end, mean_length (over
        the containers), outlier. Empty if nothing repeats, or if less than a quarter of the containers
        share a loop and no argument asks for one.

        `period`: states of an iteration; `level`: which of loops in loops, 1 being the innermost;
        `marker`: the value of a state or event that begins each. Raises ValueError for a marker that
        no container has.
        """
        columns = self._graph.iterations(*_loop(period, level, marker))
        columns["outlier"] = columns["outlier"].astype(bool)
        frame = frame_of("iterations()", columns)
        frame.index.name = "iteration"
        return frame

    def frequencies(self, levels: Optional[Sequence[float]] = None, *, domain: str = "", processor: str = "",
                    balance: str = "none", from_iteration: int = 0, watts: Optional[Sequence[float]] = None,
                    cpu_bound: float = 1) -> "pandas.DataFrame":
        """How slowly processors may run that wait for the most loaded one, as pj_energy frequencies.

        One row for each processor, a container with states or one of the type `processor`: container,
        path, domain, load_seconds (of an iteration), balanced_seconds, idle_share, gigahertz,
        busy_seconds, idle_share_after, watts. `levels` in GHz; `domain`: the type of the containers
        whose processors share a frequency; `balance`: `none`, `greedy` or `refine`; `watts` at each
        level; `cpu_bound`: the share of work that follows the clock. ValueError where nobody works.
        """
        balance = _arguments.choice("balance", balance, ("none", "greedy", "refine"))
        columns = self._graph.frequencies(
            _arguments.text("domain", domain), _arguments.text("processor", processor), balance,
            _arguments.count("from_iteration", from_iteration), list(levels or ()), list(watts or ()),
            _arguments.number("cpu_bound", cpu_bound))
        domains = Categorical(columns.pop("domain"), self._source.container_names)
        return frame_of("frequencies()", {**self._of_containers(columns.pop("container")), "domain": domains, **columns})

    def detect_pattern(self, start_event: Optional[str] = None, *,
                       window_size: Optional[int] = None, level: int = 0,
                       process: Optional[str] = None) -> "pandas.DataFrame":
        """The states of each iteration: iteration, container, path, value, start, end;
        `groupby("iteration")` gives one after the other.

        `start_event`: what begins each iteration, as iterations() takes a marker; without it they are
        found. `window_size`: states of an iteration. `process`: of this container only, by name or
        path; the first that has the name.
        """
        track = None if process is None else self._track_named("process", process)
        loop = _loop(0 if window_size is None else window_size, level, start_event, "window_size",
                     "start_event")
        columns = self._graph.pattern(*loop, track)
        iteration = columns.pop("iteration")
        return frame_of("detect_pattern()", {
            "iteration": iteration, **self._named(columns)})

    def create_cct(self, process: Optional[str] = None) -> "pandas.DataFrame":
        """The tree of calls: one row for each chain of values that states are in; the index is its
        number.

        Columns: parent (a number, missing for an outermost state), depth, value, count, inclusive,
        exclusive. `process`: of one container, by name or path; without it of all together.
        """
        track = None if process is None else self._track_named("process", process)
        columns = self._graph.call_tree(track)
        parent = columns["parent"]
        columns["parent"] = np.ma.MaskedArray(parent, parent < 0)
        frame = frame_of("create_cct()", self._named(columns))
        frame.index.name = "node"
        return frame

    def _track_named(self, argument: str, name: str) -> int:
        wanted = _arguments.text(argument, name)
        for names in (self._source.container_paths, self._source.container_names):
            found = np.flatnonzero(names[self._tracks] == wanted)
            if len(found):
                return int(found[0])
        there = _arguments.some_of(list(self._source.container_paths[self._tracks]))
        raise KeyError(f"no container with states is called {wanted!r}; there are: {there}")

    def _need_sizes(self, what: str, sizes: np.ndarray) -> None:
        if len(sizes) and np.isnan(sizes).all():
            raise ValueError(f"{what}: the links of this trace have no sizes; "
                             "paje.read(..., size_field=...) names the field that holds them")


class Analysis(Operations):
    """A run with a classification of its values, and other options of pj_analyze."""

    def __init__(self, source: Source, core: _paje.Analysis):
        self._source = source
        self._kept = core

    @property
    def _graph(self) -> _paje.Analysis:
        return self._kept

    def __repr__(self) -> str:
        return f"<paje.Analysis of {len(self._tracks)} containers with states>"


def analysis_of(source: Source, *, classes: Union[str, "os.PathLike[str]", None] = None,
                root: Optional[str] = None, threads: int = 0) -> _paje.Analysis:
    name, text = "", b""
    if classes is not None:
        name = os.fsdecode(classes)
        with open(name, "rb") as file:
            text = file.read()
    graph = _paje.analyse(source.core, classes=text, classes_name=name, size_field=source.size_field,
                          root="" if root is None else _arguments.text("root", root),
                          threads=_arguments.count("threads", threads))
    tell_left_out(source, graph)
    return graph


def multirun_analysis(traces: Sequence[Operations], metric: str = "exclusive") -> "pandas.DataFrame":
    """Several runs side by side, one row for each: the index is how many containers with states it
    has, the columns are the values of states, those with most time first.

    What is compared is the mean over the containers of a run: of `exclusive` or `inclusive` time (also
    as Pipit's "time.exc" and "time.inc") or `count`; 0 where a run has no such state.
    """
    pandas = pandas_for("multirun_analysis()")
    column = _METRICS[_arguments.choice("metric", metric, tuple(_METRICS))]
    rows, counts = [], []
    for trace in traces:
        if not isinstance(trace, Operations):
            raise TypeError("traces are to be a sequence of Trace or Analysis, found "
                            f"{type(trace).__name__}")
        counts.append(len(trace._tracks))
        rows.append(trace.flat_profile()[column].astype(float) / max(1, counts[-1]))
    if not rows:
        raise ValueError("traces are to be at least one")
    names = list(dict.fromkeys(name for row in rows for name in row.index))
    frame = pandas.DataFrame([[row.get(name, 0.0) for name in names] for row in rows],
                             pandas.Index(counts, name="containers"), names)
    order = np.argsort(-frame.to_numpy().sum(axis=0), kind="stable")
    return frame.iloc[:, order]


def _loop(period: int, level: int, marker: Optional[str], period_name: str = "period",
          marker_name: str = "marker") -> tuple[int, int, str]:
    return (_arguments.count(period_name, period), _arguments.count("level", level),
            "" if marker is None else _arguments.text(marker_name, marker))
