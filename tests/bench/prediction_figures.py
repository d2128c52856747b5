#!/usr/bin/env python3
"""Prints, by kind, what pj_predict predicts for runs that were measured: the error, and whether the interval holds
what was measured. Fails if one does not, or if an error is greater than its kind may have.

Usage: prediction_figures.py PJ_PREDICT RUNS [FURTHER.json]

RUNS is a folder with NAME.PLATFORM.trace.xz, such as ring.8.base.trace.xz. Its folder `real` has programs that were not written for
this: some of their calls have no partners in the trace; and runs of a machine, whose noise counts. FURTHER.json has the lengths of
runs without a trace: {"cg.S.8": {"lowlat": 0.38}}; such as SimGrid's replay of time-independent traces gives.
"""

import json
import lzma
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

KINDS = (
    ("all costs by one factor", "base", "fastnet", ("--network", "latency/10,bandwidth*10")),
    ("all costs by one factor", "fastnet", "base", ("--network", "latency*10,bandwidth/10")),
    ("computing by one factor", "base", "fastcpu", ("--computing", "0.5")),
    ("computing by one factor", "fastcpu", "base", ("--computing", "2")),
    ("lower latency, calibrated", "base", "lowlat", "calibrated"),
    ("both, calibrated", "base", "fastnet", "calibrated"),
    ("higher bandwidth, calibrated", "lowlat", "fastnet", "calibrated"),
    ("lower latency, from the run alone", "base", "lowlat", ("--network", "latency/10")),
    ("higher bandwidth, from the run alone", "lowlat", "fastnet", ("--network", "bandwidth*10")),
)


# The greatest error of what is to be one number.
LIMITS = {"all costs by one factor": 0.005, "computing by one factor": 0.005, "lower latency, calibrated": 0.01, "both, calibrated": 0.01,
          "higher bandwidth, calibrated": 0.01}


class Runs:
    def __init__(self, tool, runs, further, scratch):
        self.tool, self.runs, self.further, self.scratch = tool, runs, further, Path(scratch)
        names = {tuple(path.name.removesuffix(".trace.xz").rsplit(".", 1)) for path in runs.glob("*.trace.xz")}
        self.names = {name for name in names if name[1] in ("base", "fastnet", "lowlat", "fastcpu")}

    def trace(self, name, platform):
        path = self.scratch / f"{name}.{platform}.trace"
        if not path.exists():
            path.write_bytes(lzma.open(self.runs / f"{name}.{platform}.trace.xz").read())
        return str(path)

    def predict(self, trace, *words):
        done = subprocess.run([self.tool, "-q", "-z", "--json", *words, trace], capture_output=True, check=True)
        return json.loads(done.stdout)

    def measured(self, name, platform):
        if (name, platform) in self.names:
            return self.predict(self.trace(name, platform))["measured"]
        return self.further.get(name, {}).get(platform)

    def cases(self):
        for kind, before, after, words in KINDS:
            for name in sorted(name for name, platform in self.names if platform == before):
                measured = self.measured(name, after)
                if measured is None or name.startswith("sizes"):
                    continue
                if words == "calibrated":
                    words = ("--calibrate", *(self.trace("sizes.8", platform) for platform in (before, after)))
                # The words of a calibration end before the trace.
                yield kind, name, before, after, measured, self.predict(self.trace(name, before), "-j1", *words, "-q")

    def real_cases(self):
        """Programs of `real` on two platforms, and five runs with twice the turns of every loop from five others."""
        folder = self.runs / "real"
        for path in sorted(folder.glob("summa*.base.trace.xz")):
            name = path.name.removesuffix(".base.trace.xz")
            traces = {}
            for platform in ("base", "fastnet"):
                traces[platform] = self.scratch / f"real.{name}.{platform}.trace"
                traces[platform].write_bytes(lzma.open(folder / f"{name}.{platform}.trace.xz").read())
            measured = self.predict(str(traces["fastnet"]))["measured"]
            for kind, words in (("all costs by one factor, real", ("--network", "latency/10,bandwidth*10")),
                                ("both, calibrated, real", ("--calibrate", self.trace("sizes.8", "base"), self.trace("sizes.8", "fastnet")))):
                yield kind, name, "base", "fastnet", measured, self.predict(str(traces["base"]), "-j1", *words, "-q")
        spins = {}
        for path in sorted(folder.glob("spin.2.real.*.otf2.tar.xz")):
            with tarfile.open(path) as archive:
                archive.extractall(self.scratch / path.name)
            spins.setdefault(path.name.split(".")[3], []).append(str(next((self.scratch / path.name).rglob("*.otf2"))))
        for before, after, factor in (("1x", "2x", "2"), ("2x", "1x", "0.5")) if spins else ():
            measured = statistics.median(self.predict(run)["measured"] for run in spins[after])
            repetitions = [word for run in spins[before][1:] for word in ("--repetitions", run)]
            yield ("computing, with noise, real", "spin.2", before, after, measured,
                   self.predict(spins[before][0], "--computing", factor, *repetitions, "-q"))


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    further = json.loads(Path(sys.argv[3]).read_text()) if len(sys.argv) == 4 else {}
    if not Path(sys.argv[2]).is_dir():
        print(f"skipped: there is no {sys.argv[2]}")
        return 77
    errors, inside, widths = {}, [], []
    print("| kind | run | measured, s | predicted, s | error | interval, s | inside |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        runs = Runs(sys.argv[1], Path(sys.argv[2]), further, scratch)
        for kind, name, before, after, measured, found in (*runs.cases(), *runs.real_cases()):
            low, high, predicted = found["low"], found["high"], found["predicted"]
            inside.append(low - 1e-6 <= measured <= high + 1e-6)
            miss = max(0, low / measured - 1, 1 - high / measured)
            if "calibrated" in kind and "real" not in kind:
                widths.append((high - low) / measured)
            error = None if predicted is None else predicted / measured - 1
            if error is not None:
                errors.setdefault(kind, []).append(abs(error))
            shown = ("-", "-") if error is None else (f"{predicted:.6f}", f"{error:+.2%}")
            print(f"| {kind} | {name} {before} to {after} | {measured:.6f} | {shown[0]} | {shown[1]} "
                  f"| {low:.6f} to {high:.6f} | {'yes' if inside[-1] else f'no, by {miss:.1%}'} |", flush=True)
    print("\n| kind | runs | median error | worst |\n|---|---|---|---|")
    for kind, all_of_it in errors.items():
        print(f"| {kind} | {len(all_of_it)} | {statistics.median(all_of_it):.2%} | {max(all_of_it):.2%} |")
    print(f"\n{sum(inside)} of {len(inside)} inside their intervals; calibrated ones are {statistics.median(widths):.1%} wide "
          f"in the median, {max(widths):.1%} at most")
    wrong = [kind for kind, limit in LIMITS.items() if max(errors.get(kind, [1])) > limit]
    if wrong:
        print("too far off:", *wrong, sep="\n  ", file=sys.stderr)
    return 0 if all(inside) and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
