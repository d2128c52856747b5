"""Models of placements that `pj_model fit mva` wrote, and how well they predict runs."""

from __future__ import annotations

import json
import math
import os
from typing import TYPE_CHECKING, Any, Iterable, NamedTuple, Optional, Sequence, Union

from . import _paje
from ._analysis import Operations
from ._frames import pandas_for

if TYPE_CHECKING:
    import pandas


class PlacementModel(NamedTuple):
    """What the file has: the system of the fit, constants, and how messages depend on the number of processes."""

    names: list[str]
    """Of the nodes."""
    nodes: list[tuple[int, float, float]]
    """Cores, speed, seconds that a byte takes."""
    cpu: float
    network: float
    cpu_station: str
    partner: str
    startup: float
    compute_share: float
    sends: tuple[float, float]
    """factor * ln(processes) + constant"""
    message: tuple[float, float, bool]
    """a / processes + b, or, if true, a * processes ** b"""
    amdahl: Optional[tuple[float, float]]
    """Seconds on one core, the share that is serial."""

    def predict(self, processes: Sequence[int]) -> tuple[float, str, str, float]:
        """Of processes on each node, in the order of the system: seconds, the bottleneck (`CPU` or `network`), its node, and
        how much it is used."""
        count = sum(processes)
        placed = list(processes) + [0] * (len(self.nodes) - len(processes))
        sends = max(0.0, self.sends[0] * math.log(count) + self.sends[1]) if count > 1 else 0.0
        a, b, is_power = self.message
        size = max(0.0, a * count ** b if is_power else a / count + b) if count > 0 else 0.0
        # Without messages a run is one cycle of computing.
        workload = (self.compute_share, sends, size, self.startup) if sends > 0 else (self.compute_share, 1, 0, 0)
        found = _paje.predict_placement(placed, self.nodes, workload, (self.cpu, self.network), self.cpu_station, self.partner)
        node, station, used = found[-1]
        return found[0], "network" if station == "network" else "CPU", self.names[node], used

    def by_amdahl(self, processes: float) -> Optional[float]:
        """Seconds by the law that was fitted to the same runs."""
        if self.amdahl is None:
            return None
        time, serial = self.amdahl
        return time * (serial + (1 - serial) / processes)


def _model_of(found: dict[str, Any]) -> PlacementModel:
    message, nodes, law = found["message"], found["system"], found.get("amdahl")
    return PlacementModel(
        [node["node"] for node in nodes], [(node["cores"], node["speed"], node["byte_time"]) for node in nodes],
        found["cpu"], found["network"], "fixed" if found["cpu_station"] == "fixed" else "load-dependent",
        "any" if found["partner"] == "paper" else "other", found["startup"], found["compute_share"],
        (found["sends"]["factor"], found["sends"]["constant"]), (message["a"], message["b"], message["form"] == "power"),
        None if law is None else (law["time"], law["serial"]))


def read_mva(path: Union[str, "os.PathLike[str]"]) -> PlacementModel:
    """The file that `pj_model fit mva -m` writes. ValueError if it is none."""
    with open(path, encoding="utf-8") as file:
        try:
            found = json.load(file)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: this is no JSON: {error}") from None
    if not isinstance(found, dict) or found.get("model") != "mva" or found.get("version") != 1:
        raise ValueError(f"{os.fspath(path)}: this is no model of kind mva, version 1")
    try:
        return _model_of(found)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{os.fspath(path)}: the model is damaged: {error}") from None


def judge_mva(model: PlacementModel, runs: Iterable[tuple[Union[Operations, float], Sequence[int]]]) -> "pandas.DataFrame":
    """How well a model predicts runs, as `pj_model predict mva` does: of (run, processes on each node), where a run is a Trace
    whose times are seconds, or how many seconds it took.

    Columns: placement, processes, predicted, measured, error, amdahl, amdahl_error, bottleneck, node, utilisation.
    """
    pandas = pandas_for("judge_mva()")
    table = []
    for run, processes in runs:
        placement, count = list(processes), sum(processes)
        if not 0 < len(placement) <= len(model.nodes) or count < 1:
            raise ValueError(f"a placement is to have processes on 1 to {len(model.nodes)} nodes, found {placement}")
        if isinstance(run, Operations) and len(run._tracks) != count:
            raise ValueError(f"the run has {len(run._tracks)} processes, its placement {placement} has {count}")
        measured = float(run._graph.efficiencies()["length"]) if isinstance(run, Operations) else float(run)
        if not measured > 0:
            raise ValueError(f"a run is to take more than 0 s, found {measured}")
        predicted, bottleneck, node, used = model.predict(placement)
        law = model.by_amdahl(count)
        while placement[-1] == 0:
            placement.pop()
        table.append({"placement": ",".join(map(str, placement)), "processes": count, "predicted": predicted, "measured": measured,
                      "error": predicted / measured - 1, "amdahl": law, "amdahl_error": None if law is None else law / measured - 1,
                      "bottleneck": bottleneck, "node": node, "utilisation": used})
    return pandas.DataFrame(table)
