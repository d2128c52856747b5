"""What would happen if: pj_predict's answers, with the predicted run as a trace."""

from __future__ import annotations

import math
import os
from typing import Mapping, NamedTuple, Optional, Sequence, Union

from . import _arguments, _paje
from ._trace import Origin, Trace

Factors = Mapping[str, float]
_NETWORK = ("latency", "bandwidth")


class Prediction(NamedTuple):
    """Times are in the trace's own unit."""

    trace: Optional[Trace]
    """The run as it would be, of the middle of the interval where there is no single number; None of `no_waits`."""
    measured: float
    replayed: float
    predicted: Optional[float]
    """None where the trace does not show which cost is latency: then it is between the two ends."""
    low: float
    high: float
    assumptions: list[str]
    self_check: float
    """By how much the replay of the measured run differs from it, as a share of its length."""
    model_check: float
    """The same if each message costs what those of its size do, and each operation what its value does."""
    in_unknown_calls: float
    """The share of the time of all containers in calls whose partners the trace does not show: at one end of the interval
    they stay as they were."""
    without_state: float
    """The share of that time that no state covers: it counts as computing."""


class Calibration:
    """How long messages and operations took before and after a change of the network. Equal if all costs are; can be pickled."""

    def __init__(self, text: str):
        """`text` is JSON, as `str()` gives it. Raises ValueError if it is anything else."""
        self._text = _paje.checked_calibration(_arguments.text("text", text), "the text")

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"]) -> "Calibration":
        """From a file that save() wrote, or `pj_predict --save-model`. Raises ValueError if it is anything else."""
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
        made = cls.__new__(cls)
        made._text = _paje.checked_calibration(text.encode("utf-8", "replace").decode(), os.fsdecode(path))
        return made

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """As a file that `pj_predict --model` reads."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._text)

    def __str__(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Calibration) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


def calibrate(before: Trace, after: Trace, *, between: Optional[Factors] = None) -> Calibration:
    """The costs of two runs of one program on two networks, for predict(): other runs on the first network are predicted for
    the second one. `between` is how the networks differ (`latency` and `bandwidth`, as in `network` of predict()); then predict()
    may be asked for other networks, too.

    Raises ValueError where the runs are not of one program, or have no message in common that shows what it costs.
    """
    for name, trace in (("before", before), ("after", after)):
        if not isinstance(trace, Trace):
            raise TypeError(f"{name} is to be a Trace, found {type(trace).__name__}")
    if _track_names(before) != _track_names(after):
        raise ValueError("the runs are not of one program: the containers with states have other names")
    return Calibration(_paje.calibrate(before._graph, after._graph, _network("between", between), before._origin.size_field))


def _track_names(trace: Trace) -> set[str]:
    names = trace.container_list
    return {names[container].name for container in trace._tracks}


def _network(name: str, value: Optional[Factors]) -> Optional[tuple[float, float]]:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} is to be factors by name, such as {{'latency': 0.1}}, found {type(value).__name__}")
    for key in value:
        _arguments.choice(name, key, _NETWORK)
    latency, bandwidth = (_factor(f"{name}[{key!r}]", value.get(key, 1)) for key in _NETWORK)
    return latency, bandwidth


def _factor(name: str, value: float) -> float:
    number = _arguments.number(name, value)
    if not number > 0:
        raise ValueError(f"{name} is to be above 0, found {value!r}")
    return number


def _factors(name: str, value: Optional[Factors]) -> list[tuple[str, float]]:
    if value is not None and not isinstance(value, Mapping):
        raise TypeError(f"{name} is to be factors by name, such as {{'compute': 0.5}}, found {type(value).__name__}")
    return [(_arguments.text(name, key), _factor(f"{name}[{key!r}]", factor)) for key, factor in (value or {}).items()]


def _first(names: Sequence[str]) -> str:
    return ", ".join([*names[:5], "..."] if len(names) > 5 else names)


def _cause(violations: int) -> str:
    if violations:
        return f"clocks or links are wrong: {violations} ends come before they can, and read(..., fix_clocks=True) may help"
    return "links are wrong: nothing ends before it can, so fix_clocks=True would not help"


def _collective(value: Union[str, tuple[str, float]]) -> tuple[str, Optional[float]]:
    word, size = (value, None) if isinstance(value, str) else value
    return _arguments.text("collective", word), size if size is None else _arguments.number("collective", size, 0)


def _place(value: Union[str, tuple[str, str]]) -> tuple[str, str]:
    node, before = (value, "") if isinstance(value, str) else value
    return _arguments.text("placement", node), _arguments.text("placement", before)


def _names(name: str, value: Union[str, Sequence[str], None]) -> list[str]:
    return [] if value is None else _arguments.names(name, value)


def predict(trace: Trace, *, network: Optional[Factors] = None, communication: float = 1, computing: float = 1,
            scale: Optional[Factors] = None, containers: Union[str, Sequence[str], None] = None,
            container_scale: Optional[Factors] = None, no_waits: bool = False, balance: bool = False,
            without: Union[str, Sequence[str], None] = None, placement: Optional[Mapping[str, Union[str, tuple[str, str]]]] = None,
            inside: Optional[Factors] = None, collective: Optional[Mapping[str, Union[str, tuple[str, float]]]] = None,
            calibration: Optional[Calibration] = None, tolerance: float = 0.01) -> Prediction:
    """How long the run would take if something were different, and the run as it would be.

    `network`: factors of `latency` and `bandwidth`; `communication`, `computing`: of all times; `scale`: of the times of values
    (patterns), in `containers` if these are given; `container_scale`: of the computing of containers; `no_waits`; `balance`;
    `without`: containers that compute as a typical one; `placement`: the node of each container, maybe with the one that
    it was on: `{"rank-0": ("a", "b")}`; messages `inside` a node cost what others of the run do, or by these factors what those
    between nodes do; `collective`: `linear`, `log` or `ring` by value, maybe with the bytes of
    a member: `{"MPI_Bcast": ("log", 8192)}`; `calibration`: of two runs on two networks, see calibrate(): the prediction is for
    the second one unless `network` says otherwise.

    Raises ValueError where the replay of the run as measured is off by more than `tolerance`, a share of its length, with the
    containers where it is, or where the trace has no states; KeyError for a pattern that nothing is like.
    """
    if not isinstance(trace, Trace):
        raise TypeError(f"trace is to be a Trace, found {type(trace).__name__}")
    size_field = trace._origin.size_field
    if calibration is not None and not isinstance(calibration, Calibration):
        raise TypeError(f"calibration is to be a Calibration, found {type(calibration).__name__}")
    if containers is not None and not scale and computing == 1:
        raise ValueError("containers are those for scale and computing: neither is given")
    core, *numbers, assumptions, check, model, in_calls, without_state, stuck, late, violations, length = _paje.predict(
        trace._graph, network=_network("network", network), communication=_factor("communication", communication),
        computing=_factor("computing", computing), scale=_factors("scale", scale),
        container_scale=_factors("container_scale", container_scale), containers=_names("containers", containers),
        without=_names("without", without), no_waits=_arguments.flag("no_waits", no_waits),
        balance=_arguments.flag("balance", balance),
        placement=[(_arguments.text("placement", key), *_place(node)) for key, node in (placement or {}).items()],
        inside=_network("inside", inside),
        collectives=[(_arguments.text("collective", key), *_collective(value)) for key, value in (collective or {}).items()],
        calibration=None if calibration is None else str(calibration), size_field=size_field, tolerance=_arguments.number("tolerance", tolerance, 0, math.inf))
    if stuck:
        raise ValueError(f"the run cannot be replayed: {len(stuck)} containers wait for each other in a circle "
                         f"({_first(stuck)}), so {_cause(violations)}")
    if check > tolerance:
        ends = _first([f"{name} ends {abs(error):g} {'later' if error > 0 else 'earlier'}" for name, error in late])
        raise ValueError(f"the replay of the run as measured is {check:.1%} off ({ends}), so {_cause(violations)}")
    predicted = None if core is None else Trace(core, [], Origin("", {}, "", []))
    if predicted is not None and numbers[2] is None:
        assumptions.append(f"The predicted trace lasts {length:.6g}: it is one of the runs in the interval.")
    return Prediction(predicted, *numbers, assumptions, check, model, in_calls, without_state)
