#!/usr/bin/env python3
"""What holds of every run, whatever its program does, on traces of real programs and of SMPI: sums, products and limits
of pj_analyze's answers, and a prediction without a change, state by state.

Usage: run_identities.py TOOL_DIR SAMPLES DATA_FOLDER
"""
import json
import math
import sys
import tarfile
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "support"), str(HERE)]
import blackbox

EPS = 1e-9
# Of programs with messages, collectives, pipelines and threads; small ones.
RUNS = ("halo2d.16.base.trace.xz", "halo2d.8.base.slow.2.trace.xz", "halo2d_recv.4.real.1.trace.xz",
        "lu.S.8.base.trace.xz", "ring.8.base.trace.xz", "sizes.8.lowlat.trace.xz", "real/summa.9.base.trace.xz",
        "real/summa_plain.9.fastnet.trace.xz", "real/tiles.8.base.trace.xz")
REAL = ("halo2d.4.real.1", "real/hybrid_ompt.2.real", "real/spin.2.real.1x.1")  # as OTF2
BAD = ("smpi_group",)  # a link joins containers of the wrong types
LEAST_RUNS = 10


def near(a, b, scale=1.0):
    """Sums of numbers with nine digits."""
    return abs(a - b) <= EPS * max(1, abs(scale), abs(a), abs(b))


class Bench:
    def __init__(self, folder, samples, data, scratch, report):
        self.folder, self.report = folder, report
        self.traces = [data / "runs" / name for name in RUNS] + sorted((samples / "heat").glob("*.trace"))
        self.traces += [path for path in sorted((data / "real").glob("smpi_*.trace")) if path.stem not in BAD]
        for name in REAL:
            with tarfile.open(data / "runs" / f"{name}.otf2.tar.xz") as archive:
                archive.extractall(scratch / name)
            self.traces.append(next((scratch / name).rglob("*.otf2")))

    def run(self, tool, *words):
        return blackbox.run([blackbox.need_tool(self.folder, tool), "-q", "-n", "-z", *map(str, words)])

    def ask(self, trace, command, *words):
        done = self.run("pj_analyze", command, "--json", *words, trace)
        if done.code != 0 and "has no states" in done.err:
            return None
        self.report.check(f"{trace.name} {command}", done.code == 0, blackbox.shorten(done.err))
        return json.loads(done.out) if done.code == 0 else None

    def each(self, what, check, *words):
        """`check` looks at each trace, and says whether it had anything to look at."""
        checked = sum(bool(check(trace, *words)) for trace in self.traces)
        self.report.check(f"{what}: at least {LEAST_RUNS} traces", checked >= LEAST_RUNS,
                          f"{checked} of {len(self.traces)}")

    def same(self, what, wanted, got, scale=1.0):
        self.report.check(what, near(wanted, got, scale), f"expected {wanted!r}, got {got!r}")


@blackbox.group
def check_waits(bench):
    """A wait is a part of its state; of a container and a value, waits last no longer than the pieces."""
    def check(trace):
        found, slack = bench.ask(trace, "waits"), bench.ask(trace, "slack")
        if not found or not found["waits"]:
            return False
        lengths, sums, waited = {}, defaultdict(float), defaultdict(float)
        for state in slack["states"]:
            where = state["container"], state["value"]
            length = state["end"] - state["start"]
            lengths[(*where, state["start"])] = max(lengths.get((*where, state["start"]), 0), length)
            sums[where] += length
        for wait in found["waits"]:
            where = wait["container"], wait["value"]
            waited[where] += wait["amount"]
            length = lengths.get((*where, wait["start"]), -1)
            bench.report.check(f"{trace.name}: {wait} within its state", 0 < wait["amount"] <= length + EPS, length)
        longer = [(where, time, sums[where]) for where, time in waited.items() if time > sums[where] + EPS]
        bench.report.check(f"{trace.name}: waits within states", not longer, str(longer[:3]))
        return True

    bench.each("waits", check)


@blackbox.group
def check_causes(bench):
    """All causes together are all waits; those of each wait are in the run."""
    def check(trace):
        found = bench.ask(trace, "summary")
        if not found or not found["causes"]:
            return False
        total = found["waits"]["total"]
        bench.same(f"{trace.name}: causes", total, math.fsum(cause["seconds"] for cause in found["causes"]))
        bench.same(f"{trace.name}: kinds", total, math.fsum(found["waits"]["by_kind"].values()))
        for cause in found["causes"]:
            bench.same(f"{trace.name}: parts of {cause}", cause["seconds"], cause["direct"] + cause["passed_on"])
            bench.report.check(f"{trace.name}: {cause} in the run",
                               found["start"] - EPS <= cause["start"] <= cause["end"] <= found["end"] + EPS)
        return True

    bench.each("causes", check)


@blackbox.group
def check_efficiencies(bench):
    """The factors multiply, and are those of the useful work of the containers."""
    def check(trace):
        summary, found = bench.ask(trace, "summary"), bench.ask(trace, "efficiency")
        if not found or summary["efficiency"]["useful_maximum"] <= 0:
            return False
        all_of_it = summary["efficiency"]
        factors = {row["efficiency"]: row["value"] for row in found["efficiency"]}
        for name, value in factors.items():
            bench.same(f"{trace.name}: {name} twice", all_of_it[name], value)
        bench.same(f"{trace.name}: parallel", factors["parallel"], factors["load_balance"] * factors["communication"])
        bench.same(f"{trace.name}: communication", factors["communication"],
                   factors["serialisation"] * factors["transfer"])
        useful = [row["useful"] for row in found["by_container"]]
        mean = math.fsum(useful) / len(useful)
        bench.same(f"{trace.name}: mean", all_of_it["useful_average"], mean)
        bench.same(f"{trace.name}: greatest", all_of_it["useful_maximum"], max(useful))
        bench.same(f"{trace.name}: load balance", factors["load_balance"], mean / max(useful))
        bench.same(f"{trace.name}: of the length", factors["communication"], max(useful) / summary["length"])
        return True

    bench.each("efficiencies", check)


@blackbox.group
def check_path(bench):
    """The pieces of the critical path follow each other, and are as long as the run."""
    def check(trace):
        found, summary = bench.ask(trace, "path"), bench.ask(trace, "summary")
        if not found or not found["path"]:
            return False
        pieces = found["path"]
        bench.same(f"{trace.name}: path", summary["length"], math.fsum(piece["length"] for piece in pieces))
        bench.same(f"{trace.name}: start", summary["start"], pieces[0]["start"])
        bench.same(f"{trace.name}: end", summary["end"], pieces[-1]["end"])
        gaps = [(a, b) for a, b in zip(pieces, pieces[1:]) if not near(a["end"], b["start"])]
        bench.report.check(f"{trace.name}: no gaps", not gaps, str(gaps[:1]))
        for name in ("by_value", "by_container"):
            sums = summary["critical_path"][name]
            bench.same(f"{trace.name}: path {name}", summary["length"], math.fsum(sums.values()))
        return True

    bench.each("path", check)


def states_of(bench, trace):
    """(container, value, nesting): starts and ends, in order."""
    found = defaultdict(list)
    done = bench.run("pj_query", "--format", "json", trace,
                     'SELECT path, value, depth, start, "end" FROM states ORDER BY path, start, depth, id')
    bench.report.check(f"{trace.name}: states", done.code == 0, blackbox.shorten(done.err))
    for row in json.loads(done.out or "[]"):
        found[row["path"], row["value"], row["depth"]].append((row["start"], row["end"]))
    return found


@blackbox.group
def check_replay(bench):
    """A prediction in which nothing changes has the times of the run, state by state."""
    def check(trace):
        summary = bench.ask(trace, "summary")
        if not summary or sum(summary["violations"].values()) > 0:
            return False  # with wrong clocks, no order of the states has their times
        bench.same(f"{trace.name}: replayed", summary["length"], summary["replayed"], summary["end"])
        with blackbox.scratch_directory() as scratch:
            output = Path(scratch) / "same.paje"
            done = bench.run("pj_predict", trace, "--computing", "1", "--communication", "1", "-o", output)
            if not bench.report.check(f"{trace.name} predicts", done.code == 0, blackbox.shorten(done.err)):
                return False
            wanted, got = states_of(bench, trace), states_of(bench, output)
        bench.report.check(f"{trace.name}: the same states", {key: len(times) for key, times in wanted.items()}
                           == {key: len(times) for key, times in got.items()}, f"{len(wanted)} and {len(got)} kinds")
        shift = summary["start"]
        apart = [(key, a, b) for key, times in wanted.items() for a, b in zip(times, got.get(key, []))
                 if not all(near(x, y, shift) for x, y in zip(a, b))]
        bench.report.check(f"{trace.name}: their times", not apart, f"{len(apart)}: {apart[:2]}")
        return True

    bench.each("replay", check)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Bench(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), Path(scratch), report))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
