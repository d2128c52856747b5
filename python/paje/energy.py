"""Power, energy and frequencies, on lists: what pj_energy does.

    from paje import energy
    fit = energy.fit_power([(0, 10, 40.9), (20, 15, 46.4), (60, 40, 59.8), (100, 60, 72.6)])
    energy.judge_power(fit, other_samples).mean
"""

from __future__ import annotations

from typing import Iterable, NamedTuple, Optional, Sequence

from . import _arguments, _paje

DEFAULT_LEVELS = tuple(round(2.4 - i / 10, 1) for i in range(13))
"""Frequencies in GHz, 2.4 to 1.2."""


class PowerFit(NamedTuple):
    """watts = idle + per_cpu * cpu + per_memory * memory, with uses in percent."""

    idle: float
    per_cpu: float
    per_memory: float
    components: int
    """How many principal components went into it."""
    condition: float
    explained: float
    """Share of the variance of power."""

    def watts(self, cpu: float, memory: float) -> float:
        return self.idle + self.per_cpu * cpu + self.per_memory * memory


class Accuracy(NamedTuple):
    """Of 100 * (1 - |predicted - measured| / measured), and errors in watts."""

    samples: int
    mean: float
    median: float
    mean_error: float
    greatest_error: float
    left_out: int
    """Samples whose power is not above 0."""


class Energy(NamedTuple):
    """In joules."""

    total: float
    by_machine: list[float]
    by_active: list[float]
    """While exactly that many machines are active; the first is 0."""
    inelastic: float
    """With a fixed number of machines all the time."""
    steps: list[tuple[float, float, int, float]]
    """(start, end, active machines, watts)."""


class Statistics(NamedTuple):
    """Of samples, each of which holds until the next."""

    samples: int
    mean: float
    deviation: float
    least: float
    greatest: float
    seconds: float
    trapezoids: float
    """Integral with straight lines between samples."""
    steps: float
    """Integral with each sample held."""
    mean_of_steps: float


def fit_power(samples: Iterable[tuple[float, float, float]], components: int = 2) -> PowerFit:
    """The model of samples (cpu, memory, watts) by principal component regression: with 2 components least squares,
    with 1 stable where both uses are nearly in proportion. ValueError for too few samples and for negative power."""
    return PowerFit(*_paje.fit_power(list(samples), components))


def judge_power(model: PowerFit, samples: Iterable[tuple[float, float, float]]) -> Accuracy:
    """How well a model says the power of samples, best of such that it was not fitted to."""
    return Accuracy(*_paje.judge_power(*model[:3], list(samples)))


def sum_energy(pieces: Iterable[tuple[int, float, float, float]], idle_watts: float = 0,
               machines: int = 0) -> Energy:
    """Energy of pieces (machine, start, end, watts) in seconds; those of one machine do not overlap. Machines have
    numbers below 1,000,000. `machines`: the fixed number to compare with; 0: as many as were active at once."""
    made = [(machine, *(_arguments.number("pieces", number) for number in numbers)) for machine, *numbers in pieces]
    return Energy(*_paje.sum_energy(made, _arguments.number("idle_watts", idle_watts, 0), machines))


def sample_statistics(times: Sequence[float], values: Sequence[float],
                      end: Optional[float] = None) -> Statistics:
    """Of samples in the order of time; the last one holds until `end` (default: its own time)."""
    times = [_arguments.number("times", time) for time in times]
    values = [_arguments.number("values", value) for value in values]
    last = times[-1] if times else 0
    return Statistics(*_paje.sample_statistics(times, values, last if end is None else _arguments.number("end", end)))


def choose_frequencies(loads: Sequence[float], levels: Sequence[float] = DEFAULT_LEVELS, *,
                       domains: Optional[Sequence[int]] = None, cpu_bound: float = 1) -> list[float]:
    """The lowest frequency for each processor at which it takes no longer than the most loaded one. Processors of one
    domain, numbers from 0 on, have one frequency."""
    loads = [_arguments.number("loads", load, 0) for load in loads]
    return _paje.choose_frequencies(loads, list(range(len(loads)) if domains is None else domains),
                                    list(levels), cpu_bound)


def balance(tasks: Iterable[tuple[int, float]], processors: int, how: str = "greedy") -> list[int]:
    """The processor for each task (processor, load) after balancing: `greedy` or `refine`."""
    return _paje.balance([(processor, _arguments.number("load", load, 0)) for processor, load in tasks], processors, how)
