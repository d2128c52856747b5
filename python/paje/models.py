"""Models of runs, on lists: what pj_scaling and pj_model do.

    from paje import models
    models.scaling([paje.read(f"run.{n}.trace") for n in (1, 2, 4, 8)])
    models.fit_growth([(1, 10.1), (2, 5.3), (4, 2.9), (8, 1.7)]).at(16)

Wrong numbers raise ValueError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Mapping, NamedTuple, Optional, Sequence

from . import _arguments, _paje
from ._analysis import Operations
from ._frames import pandas_for
from ._mva import PlacementModel, judge_mva, read_mva
from ._paje import Growth, StorageModel

if TYPE_CHECKING:
    import pandas

__all__ = [
    "Accuracy", "Amdahl", "Area", "Elastic", "FittedArea", "Growth", "MessageSize", "NetworkSolution", "Node", "Placement",
    "PlacementFit", "PlacementModel", "Prediction", "Ratios", "Repetitions", "Run", "Sends", "StorageModel", "Workload", "cost",
    "find_change_point", "find_knee", "fit_amdahl", "fit_communication", "fit_growth", "fit_message_size", "fit_placement",
    "fit_sends", "fit_storage", "judge_communication", "judge_elastic", "judge_mva", "pareto_front",
    "predict_communication", "predict_placement", "read_mva", "repetitions", "scaling", "solve_network", "storage_ratios",
]


# What more cores bring.


class Repetitions(NamedTuple):
    count: int
    mean: float
    deviation: float
    """Of the sample, by n - 1; 0 of one measurement."""
    low: float
    high: float
    """The interval that holds the mean with 95 %, by Student's t; NaN of one measurement."""


class Amdahl(NamedTuple):
    """T(n) = time * (serial + (1 - serial) / n)."""

    time: float
    serial: float
    is_at_bound: bool
    """The best fit would have a share below 0 or above 1."""

    def at(self, cores: float) -> float:
        return self.time * (self.serial + (1 - self.serial) / cores)


class Elastic(NamedTuple):
    """Of a run whose machines come and go."""

    resource: float
    """Mean number of machines over the time."""
    speed_up: float
    """ES"""
    efficiency: float
    """EE"""
    consistent_efficiency: float
    """EE'"""


def repetitions(measured: Iterable[float]) -> Repetitions:
    return Repetitions(*_paje.repetitions([_arguments.number("measured", one) for one in measured]))


def cost(machines: float, time: float, per_hour: float, *, period: float = 0, extra_machines: float = 0) -> float:
    """Of machines (or cores) for `time` seconds. Periods of that many seconds are paid as a whole; 0: exactly the time."""
    return _paje.cost(_arguments.number("machines", machines, 0), _arguments.number("time", time, 0),
                      _arguments.number("per_hour", per_hour, 0), _arguments.number("period", period, 0),
                      _arguments.number("extra_machines", extra_machines, 0))


def find_knee(points: Iterable[tuple[float, float]], share: float = 0.02) -> tuple[float, float]:
    """Of points (cores, time) in the order of cores the last one before the first step that makes the time shorter by less
    than this share of it."""
    points = list(points)
    return points[_paje.find_knee(points, _arguments.number("share", share, 0, 1))]


def pareto_front(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points (cores, time), in the order of cores, that take less time than all with fewer cores."""
    points = list(points)
    return [points[i] for i in _paje.pareto_front(points)]


def fit_amdahl(points: Iterable[tuple[float, float]]) -> Amdahl:
    """The least sum of squares of relative errors; needs points (cores, time) with two numbers of cores."""
    return Amdahl(*_paje.fit_amdahl(sorted(points)))


def fit_growth(samples: Iterable[tuple[float, float]]) -> Growth:
    """The term of Extra-P's normal form, c0 + c1 n^i log2(n)^j, that meets samples (n, value) best when each is left out in
    turn; needs three different n. `at(n)` is the value, `band(n)` its lowest and highest."""
    return _paje.fit_growth(list(samples))


def judge_elastic(shares: Iterable[tuple[float, float]], *, started_with: float, least: float,
                  fixed_time: float) -> Elastic:
    """Of shares (machines, time with exactly that many), the machines at the start, the lower bound of machines, and the
    time of the run that has the lower bound all along."""
    return Elastic(*_paje.judge_elastic(list(shares), started_with, least, fixed_time))


def scaling(runs: Sequence[Operations], cores: Optional[Sequence[float]] = None) -> "pandas.DataFrame":
    """What pj_scaling prints of runs on more and more cores: one row for each number of cores, `runs` with that number,
    `time` (mean, in the traces' unit), `low` and `high` of it, `speed_up` and `efficiency` against the fewest cores, and the
    factors of the POP project. `cores` of each run; default: its containers with states."""
    pandas = pandas_for("scaling()")
    for run in runs:
        if not isinstance(run, Operations):
            raise TypeError(f"runs are to be a sequence of Trace or Analysis, found {type(run).__name__}")
    counts = [len(run._tracks) for run in runs]
    cores = counts if cores is None else list(cores)
    if not counts or len(cores) != len(counts):
        raise ValueError(f"each run needs its number of cores, found {len(counts)} runs and {len(cores)} numbers")
    rows: dict[float, list[dict]] = {}
    for run, count, number in zip(runs, counts, cores):
        found = run.efficiencies().iloc[0].to_dict()
        rows.setdefault(number, []).append({**found, "useful": found["useful_average"] * count})
    return _scaling_frame(pandas, rows)


_FACTORS = ("parallel", "load_balance", "communication", "serialisation", "transfer")


def _scaling_frame(pandas, rows: dict[float, list[dict]]) -> "pandas.DataFrame":
    first_cores = min(rows)
    table, first_useful = [], 0.0
    for number in sorted(rows):
        time = repetitions(run["length"] for run in rows[number])
        means = {name: sum(run[name] for run in rows[number]) / time.count for name in (*_FACTORS, "useful")}
        if number == first_cores:
            first_time, first_useful = time.mean, means["useful"]
        computation = first_useful / means["useful"] if means["useful"] > 0 else float("nan")
        table.append({"runs": time.count, "time": time.mean, "low": time.low, "high": time.high,
                      "speed_up": first_time / time.mean,
                      "efficiency": first_time * first_cores / (time.mean * number),
                      "global_efficiency": means["parallel"] * computation, "computation_scaling": computation,
                      **{name: means[name] for name in _FACTORS}})
    return pandas.DataFrame(table, pandas.Index(sorted(rows), name="cores"))


# Queueing networks, and placements of processes on nodes.


class NetworkSolution(NamedTuple):
    """A closed network with a number of jobs in it."""

    throughput: float
    """Cycles in a second, all jobs together."""
    response: float
    """Seconds of a cycle, without the think time."""
    residences: list[float]
    """Seconds of a cycle in each station."""
    lengths: list[float]
    """Mean number of jobs in each station."""
    utilisations: list[float]


class Node(NamedTuple):
    cores: int = 1
    speed: float = 1
    """Of a core, compared with others."""
    byte_time: float = 0
    """Seconds that a byte takes to or from it over the network."""


class Workload(NamedTuple):
    """Of an application on a number of processes."""

    compute_share: float = 1
    """Of the processes' time; the rest is communication."""
    sends: float = 1
    """By each process."""
    message_bytes: float = 0
    startup: float = 0
    """Seconds of each message besides its bytes."""


class Run(NamedTuple):
    """A run that was measured."""

    processes: Sequence[int]
    """On each node."""
    workload: Workload
    time: float
    """Seconds."""


class Placement(NamedTuple):
    """Predicted."""

    time: float
    cycle: float
    throughput: float
    cpu_utilisations: list[float]
    network_utilisations: list[float]
    bottleneck: tuple[int, str, float]
    """Its node, "cpu" or "network", and how much it is used."""


class PlacementFit(NamedTuple):
    cpu: float
    """Seconds of computing, all processes together."""
    network: float
    """Factor on the network's time."""
    errors: list[float]
    """Of each run: predicted / measured - 1."""
    is_network_observable: bool
    """If not, no run has messages between nodes."""
    are_constants_distinct: bool
    """If not, the runs do not distinguish the constants, and that of the network is 1."""


class Sends(NamedTuple):
    """factor * ln(processes) + constant"""

    factor: float
    constant: float


class MessageSize(NamedTuple):
    """a / processes + b, or a * processes ** b"""

    a: float
    b: float
    error: float
    """Mean of |fit / measured - 1|."""


def solve_network(stations: Iterable[tuple[float, int]], jobs: int, *, think_time: float = 0,
                  method: str = "mva") -> NetworkSolution:
    """A closed queueing network of stations (demand in seconds, servers), exactly, by mean value analysis (`mva`) or
    `convolution`, to which the former turns where stations with several servers are nearly saturated."""
    return NetworkSolution(*_paje.solve_network(list(stations), _arguments.count("jobs", jobs), think_time, method))


def fit_placement(runs: Iterable[Run], nodes: Iterable[Node], *, cpu: str = "load-dependent",
                  partner: str = "any") -> PlacementFit:
    """The constants of the queueing model with the least sum of squares of relative errors, to runs that were measured."""
    return PlacementFit(*_paje.fit_placement([tuple(run) for run in runs], [tuple(node) for node in nodes], cpu, partner))


def predict_placement(processes: Sequence[int], nodes: Iterable[Node], workload: Workload, fit: PlacementFit, *,
                      cpu: str = "load-dependent", partner: str = "any") -> Placement:
    """How long it takes with that many processes on each node."""
    return Placement(*_paje.predict_placement(list(processes), [tuple(node) for node in nodes], tuple(workload),
                                              (fit.cpu, fit.network), cpu, partner))


def fit_sends(samples: Iterable[tuple[float, float]]) -> Sends:
    """Sends of a process by the number of processes, from (processes, sends)."""
    return Sends(*_paje.fit_sends(list(samples)))


def fit_message_size(samples: Iterable[tuple[float, float]], *, power: bool = False) -> MessageSize:
    """Bytes of a message by the number of processes, from (processes, bytes): in 1/n, or a power of n."""
    return MessageSize(*_paje.fit_message_size(list(samples), power))


# Times of communication by metrics.


class Area(NamedTuple):
    """Samples for which the condition holds, such as `S<=4kB & NT<=128kB`; an empty one always does."""

    terms: Sequence[str]
    """Products of metrics, such as `PPN*NT`; `1` is one."""
    condition: str = ""
    name: str = ""
    coefficients: Sequence[float] = ()
    """Seconds, one for each term."""


class FittedArea(NamedTuple):
    area: Area
    samples: int
    r_squared: float
    condition_number: float
    left_out: list[int]
    """Terms that these samples cannot distinguish from others."""


class Prediction(NamedTuple):
    area: Optional[int]
    """None if no condition holds: there is no prediction."""
    time: float
    """Seconds, 0 at least."""
    sum: float
    """Of the terms, which may be negative."""


class Accuracy(NamedTuple):
    samples: int
    within_25: float
    """Share of the samples that are predicted within 25 %."""
    within_50: float
    mean_error: float
    negative: int
    outside: int
    """Samples in no area."""


def _areas(areas: Iterable[Area]) -> list[tuple]:
    return [(area.name, area.condition, list(area.terms), list(area.coefficients)) for area in areas]


def _samples(samples: Iterable[tuple[Mapping[str, float], float]]) -> list[tuple]:
    return [(dict(metrics), time) for metrics, time in samples]


def fit_communication(areas: Sequence[Area], samples: Iterable[tuple[Mapping[str, float], float]], *,
                      robust: bool = True) -> list[FittedArea]:
    """Areas with their coefficients, by regression over samples ({metric: value}, seconds); `robust` gives outliers less
    weight (bisquare)."""
    found = _paje.fit_communication(_areas(areas), _samples(samples), robust)
    return [FittedArea(area._replace(coefficients=row[0]), *row[1:]) for area, row in zip(areas, found)]


def predict_communication(areas: Iterable[Area], metrics: Mapping[str, float]) -> Prediction:
    """By the first area whose condition holds."""
    return Prediction(*_paje.predict_communication(_areas(areas), dict(metrics)))


def judge_communication(areas: Iterable[Area], samples: Iterable[tuple[Mapping[str, float], float]]) -> Accuracy:
    """How well areas predict samples, best of such that they were not fitted to."""
    return Accuracy(*_paje.judge_communication(_areas(areas), _samples(samples)))


def find_change_point(samples: Iterable[tuple[Mapping[str, float], float]], metric: str,
                      terms: Sequence[str]) -> Optional[float]:
    """The value of a metric up to which samples are better an area of their own; None if one area is better."""
    return _paje.find_change_point(_samples(samples), metric, list(terms))


# Requests to storage.


class Ratios(NamedTuple):
    """How much longer requests at random take than those in order."""

    by_size: list[tuple[float, float]]
    mean: float
    least: float
    greatest: float


def fit_storage(samples: Iterable[tuple[str, float, float]],
                intervals: Iterable[tuple[float, float, float]]) -> StorageModel:
    """A line for each test and interval of sizes (from, to, step), of samples (test, bytes, seconds of a request). Tests are
    `seq_read`, `rand_read`, `seq_write` and `rand_write`. `time(test, size)` of the model predicts."""
    return _paje.fit_storage(list(samples), list(intervals))


def storage_ratios(model: StorageModel, *, of_writes: bool = False) -> Ratios:
    return Ratios(*model.ratios(of_writes))
