#!/usr/bin/env python3
"""pj_aggregate --density: its amounts add up to what pj_analyze finds, are those of a simple computation for random
runs, show a planted cause, and are in all outputs.

Usage: run_density.py TOOL_DIR SAMPLES DATA_FOLDER [--rounds N] [--seed S]
"""

import argparse
import csv
import io
import json
import sys
import xml.etree.ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in ("support", "analyze"):
    sys.path.insert(0, str(HERE.parent / folder))
import blackbox
import naive_analysis
import random_run
from definitions import RUN_DEFINITIONS
from naive_density import DENSITIES, Cells


def near(a, b, most=1e-9):
    return abs(a - b) <= most * max(1, abs(a), abs(b))


class Density:
    def __init__(self, options, scratch, report):
        self.tools = {name: blackbox.need_tool(options.tool_dir, name)
                      for name in ("pj_aggregate", "pj_analyze", "pj_dump", "pj_generate", "pj_query")}
        self.samples, self.data = Path(options.samples), Path(options.data)
        self.rounds, self.seed = options.rounds, options.seed
        self.scratch, self.report = scratch, report
        self.heat = self.samples / "heat" / "heat.ethernet.trace"

    def run(self, tool, *words):
        done = blackbox.run([self.tools[tool], *words])
        self.report.check(" ".join(map(str, words)), done.code == 0, f"{done.code} {done.err}")
        return done.out

    def json(self, tool, *words):
        return json.loads(self.run(tool, "--json", *words))

    def density(self, density, trace, *words):
        return self.json("pj_aggregate", "--density", density, trace, *words)

    def fail(self, says, *words):
        done = blackbox.run([self.tools["pj_aggregate"], *words])
        self.report.check(f"{words} fails", done.code == 2 and says in done.err and not done.out,
                          f"{done.code} {done.err!r}, expected {says!r}")

    def traces(self):
        data = HERE.parent
        found = [self.heat, data / "query" / "traces" / "nested_mpi.paje", data / "data" / "traces" / "lu.S.8.trace.xz"]
        found += [self.data / "runs" / f"halo2d.8.base.slow.{n}.trace.xz" for n in (1, 2)]
        return found

    def totals(self, trace):
        """Of each density the amounts by value, as pj_analyze has them."""
        waits = self.json("pj_analyze", "waits", trace)["by_kind"]
        causes = {}
        for row in self.json("pj_analyze", "causes", trace)["causes"]:
            value = row["value"] or "(no state)"
            causes[value] = causes.get(value, 0) + row["seconds"]
        path = self.json("pj_analyze", "path", trace)["by_value"]
        return {"waiting": {row["kind"]: row["time"] for row in waits}, "cause": causes,
                "critical": {row["value"] or "(no state)": row["time"] for row in path}}


def by_value(found):
    sums = [sum(column) for column in zip(*(a["amounts"] for a in found["aggregates"]))]
    return dict(zip(found["values"], sums))


@blackbox.group
def check_identities(calls):
    """All parts together are what pj_analyze finds, whatever p, slices and dimension."""
    for trace in calls.traces():
        for density, wanted in calls.totals(trace).items():
            wanted = {value: amount for value, amount in wanted.items() if amount > 0}
            for words in (["--p", "0.5", "--slices", "37"], ["--p", "1"], ["--dimension", "time", "--p", "0"],
                          ["--dimension", "space", "--p", "0"]):
                name = f"{trace.name} {density} {words}"
                found = calls.density(density, trace, *words)
                sums = by_value(found)
                calls.report.check(name, sums.keys() == wanted.keys() and all(
                    near(sums[value], wanted[value]) for value in wanted), f"{sums}, expected {wanted}")
                calls.report.check(f"{name}: amount", near(found["amount"], sum(wanted.values()))
                                   and found["density"] == density, f"{found['amount']}")
        rows = json.loads(calls.run("pj_query", "--format", "json", trace,
                                    'SELECT sum(lateness * ("end" - start)) AS late FROM lateness()'))
        found = calls.density("lateness", trace, "--p", "0.5")
        mean = rows[0]["late"] / (found["end"] - found["start"]) / found["containers"]
        calls.report.check(f"{trace.name} lateness", mean > 0 and near(found["amount"], mean),
                           f"{found['amount']}, expected {mean}")


@blackbox.group
def check_naive(calls):
    """Cell by cell, in random runs; those of clocks that contradict each other have no path."""
    seen = {density: 0 for density in DENSITIES}
    for number in range(calls.rounds):
        seed = calls.seed * 1000003 + number
        trace = Path(calls.scratch) / "random.paje"
        trace.write_text(random_run.random_trace(seed, number % 3 == 2))
        naive = naive_analysis.Analysis(blackbox.run([calls.tools["pj_dump"], "-u", "-z", "-l", "9", trace]).out)
        rows = json.loads(blackbox.run([calls.tools["pj_query"], "--format", "json", "-q", "-z", trace,
                                        "SELECT name, path FROM containers"]).out)
        paths = {row["name"]: row["path"] for row in rows}
        for density, fill in DENSITIES.items():
            if density == "critical" and naive.violated:
                continue
            done = blackbox.run([calls.tools["pj_aggregate"], "--density", density, "--json", "-q", "-z", "--slices", "9",
                                 "--p", "0", trace])
            if done.code != 0:
                calls.report.check(f"run {seed} {density}: nothing", "waits for" in done.err or "made other containers" in done.err
                                   or "no state is late" in done.err, done.err)
                continue
            found = json.loads(done.out)
            cells = Cells(found["start"], found["end"], 9)
            try:
                fill(naive, cells)
            except naive_analysis.Circle:
                continue
            seen[density] += 1
            compare(calls.report, f"run {seed} {density}", found, cells, paths, density == "lateness")
    for density, count in seen.items():
        calls.report.check(f"{density} was compared", count > calls.rounds / 4, f"{count}")


def compare(report, name, found, cells, paths, is_mean):
    wanted, got = {}, {}
    slice_length = cells.edges[1] - cells.edges[0]
    for place, aggregate in enumerate(found["aggregates"]):
        slices = range(aggregate["first_slice"], aggregate["last_slice"] + 1)
        node = "" if aggregate["container"] == "0" else aggregate["container"]
        leaves = {leaf for leaf, path in paths.items() if f"{path}/".startswith(node and f"{node}/")}
        for value, amount in zip(found["values"], aggregate["amounts"]):
            got[place, value] = amount * (aggregate["cells"] * slice_length if is_mean else 1)
            wanted[place, value] = sum(cells.amounts.pop(key) for key in list(cells.amounts)
                                       if key[0] in leaves and key[1] == value and key[2] in slices)
    report.check(f"{name}: nothing is left out", sum(cells.amounts.values()) < 1e-9, str(dict(cells.amounts)))
    wrong = {key: (wanted[key], got[key]) for key in got if not near(wanted[key], got[key], 3e-9)}
    report.check(name, not wrong, str(wrong)[:300])


@blackbox.group
def check_planted_cause(calls):
    """In halo2d.8.base.slow.N, rank 3 computes 10 % longer from step 30 of 60 on."""
    for number in (1, 2, 3, 4, 5):
        trace = calls.data / "runs" / f"halo2d.8.base.slow.{number}.trace.xz"
        found = calls.density("cause", trace, "--slices", "60", "--p", "0.6")
        computing = found["values"].index("computing")
        most = max(found["aggregates"], key=lambda a: a["amounts"][computing])
        middle = (most["start"] + most["end"]) / 2
        calls.report.check(f"slow.{number}: most computing", (most["container"], most["mode"]) == ("rank-3", "computing")
                           and middle > 0.18 and most["end"] > 0.24, str(most)[:300])
        if number == 1:
            calls.report.check("slow.1: the most of all", most == max(found["aggregates"], key=lambda a: a["amount"])
                               and 0.135 < most["start"] < 0.15, str(most)[:300])
            calls.report.check("slow.1: the deepest colour", most == max(
                found["aggregates"], key=lambda a: sum(a["shares"])), str(most)[:300])


@blackbox.group
def check_levels(calls):
    """A node has the sum of its ranks; of lateness the mean."""
    trace = calls.scratch / "ranks.paje"
    calls.run("pj_generate", "--ranks", "16", "-o", trace)
    for density in DENSITIES:
        whole = calls.density(density, trace, "--p", "1")
        nodes = calls.density(density, trace, "--level", "Node", "--p", "0")
        calls.report.check(f"{density} by node", nodes["containers"] == 4 and near(nodes["amount"], whole["amount"]),
                           f"{nodes['amount']}, expected {whole['amount']}")
        one = calls.density(density, trace, "--type", "MPI State", "--p", "1")
        calls.report.check(f"{density} of the type", near(one["amount"], whole["amount"]), f"{one['amount']}")


@blackbox.group
def check_selection(calls):
    """Rows are those of the whole run."""
    for density in DENSITIES:
        whole = calls.density(density, calls.heat, "--dimension", "space", "--p", "0")
        def amount(of, found):  # lateness is a mean over the time of what is shown
            return of["amount"] * (found["end"] - found["start"] if density == "lateness" else 1)

        rows = {a["container"]: amount(a, whole) for a in whole["aggregates"]}
        found = calls.density(density, calls.heat, "--containers", "rank-7", "--dimension", "space", "--p", "0")
        calls.report.check(f"{density} of rank-7", found["containers"] == 1 and rows["rank-7"] > 0
                           and near(amount(found, found), rows["rank-7"]), f"{found['amount']}, expected {rows}")
    calls.fail("the trace has no container like 'x'", "--density", "waiting", "--containers", "x", calls.heat)


@blackbox.group
def check_outputs(calls):
    found = calls.density("waiting", calls.heat, "--p", "0.5")
    text = calls.run("pj_aggregate", "--density", "waiting", calls.heat, "--p", "0.5")
    for wanted in ("waiting of containers of type 'MPI'", "\nwaiting: 16.88 ms in all\n", "late_sender",
                   "Assumed: the n-th call of a collective"):
        calls.report.check(f"text: {wanted}", wanted in text, text)
    calls.report.check("text: column", text.splitlines()[5].split()[5] == "waiting", text)
    rows = list(csv.DictReader(io.StringIO(calls.run("pj_aggregate", "--density", "waiting", calls.heat, "--csv", "--p",
                                                     "0.5"))))
    calls.report.check("CSV", [float(row["waiting"]) for row in rows] == [a["amount"] for a in found["aggregates"]]
                       and [float(row["late_sender"]) for row in rows]
                       == [a["amounts"][found["values"].index("late_sender")] for a in found["aggregates"]], str(rows[:2]))
    calls.report.check("remarks", any("Assumed" in remark for remark in found["remarks"]), str(found["remarks"]))
    curve = calls.density("cause", calls.heat, "--list")
    calls.report.check("curve", len(curve["curve"]) > 3, str(curve)[:200])
    for words in (["-j", "1"], ["-j", "3"]):
        calls.report.same(f"threads {words}", calls.run("pj_aggregate", "--density", "waiting", calls.heat, "--p", "0.5",
                                                        *words), text)


@blackbox.group
def check_pictures(calls):
    for density, words in (("waiting", ("late_sender 14.38 ms", "% of the time", "waiting of containers")),
                           ("cause", ("PMPI_Allreduce", "s of waiting in 1 s", "causes of waiting of containers")),
                           ("critical", ("PMPI_Gatherv", "% of the time", "critical path of containers")),
                           ("lateness", ("PMPI_Waitall", " us.", "lateness of containers"))):
        svg, png = calls.scratch / f"{density}.svg", calls.scratch / f"{density}.png"
        calls.run("pj_aggregate", "--density", density, calls.heat, "--svg", svg, "--png", png)
        drawn = svg.read_text()
        xml.etree.ElementTree.fromstring(drawn)
        for wanted in words:
            calls.report.check(f"{density}: {wanted}", wanted in drawn, drawn[-1500:])
        calls.report.check(f"{density}: no state", "no state" not in drawn)
        calls.report.check(f"{density}: png", png.read_bytes().startswith(b"\x89PNG"))


@blackbox.group
def check_difference(calls):
    other = calls.samples / "heat" / "heat.infiniband.trace"
    found = calls.density("waiting", other, "--against", calls.heat, "--normalised-time", "--p", "1")
    totals = [sum(calls.totals(trace)["waiting"].values()) for trace in (other, calls.heat)]
    calls.report.check("less waiting", all(value.split()[0] in ("more", "less") for value in found["values"])
                       and found["amount"] < 0 and totals[0] < totals[1], str(found)[:300])
    same = calls.density("waiting", calls.heat, "--against", calls.heat, "--p", "1")
    calls.report.check("against itself", same["amount"] == 0, str(same)[:300])


@blackbox.group
def check_classes(calls):
    """With Gatherv no collective, nobody waits at its root, and what it causes is another value's."""
    classes = calls.scratch / "my.classes"
    classes.write_text("compute PMPI_Gatherv\n")
    with_classes = calls.density("waiting", calls.heat, "--classes", classes, "--p", "1")
    usual = calls.density("waiting", calls.heat, "--p", "1")
    calls.report.check("classes", "early_reduce" in usual["values"] and "early_reduce" not in with_classes["values"],
                       f"{usual['values']} {with_classes['values']}")
    waits = calls.json("pj_analyze", "waits", "--classes", classes, calls.heat)
    calls.report.check("classes as pj_analyze has them", near(
        with_classes["amount"], sum(row["time"] for row in waits["by_kind"])), str(waits["by_kind"]))
    classes.write_text("compute PMPI_Gatherv\nwhatever x\n")
    calls.fail("my.classes:2:", "--density", "waiting", "--classes", classes, calls.heat)
    calls.fail("No such file", "--density", "waiting", "--classes", calls.scratch / "none", calls.heat)
    calls.fail("--classes requires --density", "--classes", classes, calls.heat)


@blackbox.group
def check_nothing(calls):
    alone = calls.scratch / "alone.paje"
    alone.write_text(RUN_DEFINITIONS + "0 P 0 Rank\n2 S P State\n6 0 p P 0 p\n12 0 S p work\n13 1 S p\n")
    calls.fail("no state that is shown waits", "--density", "waiting", alone)
    calls.fail("made other containers wait", "--density", "cause", alone)
    calls.fail("no state is late", "--density", "lateness", alone)
    found = calls.density("critical", alone, "--start", "0", "--end", "2", "--p", "1")
    calls.report.check("critical path of one container", near(found["amount"], 1), str(found))
    bare = calls.scratch / "bare.paje"
    bare.write_text(RUN_DEFINITIONS + "0 P 0 Rank\n2 S P State\n6 0 p P 0 p\n")
    calls.fail("the trace has no states", "--density", "waiting", bare)
    calls.fail("no container is analysed by type 'MPI_LINK'", "--density", "waiting", "--type", "MPI_LINK", calls.heat)
    calls.fail("expected waiting|cause|critical|lateness, found x", "--density", "x", calls.heat)
    calls.fail("--density excludes --outermost", "--density", "waiting", "--outermost", calls.heat)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool_dir")
    parser.add_argument("samples")
    parser.add_argument("data")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Density(options, Path(scratch), report)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
