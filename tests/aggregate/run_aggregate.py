#!/usr/bin/env python3
"""Runs pj_aggregate as its users do: its table, curve and pictures, and what it says when there is
nothing to aggregate.

Usage: run_aggregate.py TOOL_DIR SAMPLES [--update]

With --update the golden picture is written anew, to be looked at before it is committed.
"""

import csv
import io
import json
import sys
import xml.etree.ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

GOLDEN = HERE / "heat.ethernet.svg"
TROUBLE = 2


class Aggregate:
    def __init__(self, tool, samples, scratch, report):
        self.tool = tool
        self.scratch = scratch
        self.report = report
        self.ethernet = samples / "heat" / "heat.ethernet.trace"
        self.infiniband = samples / "heat" / "heat.infiniband.trace"
        self.features = samples / "features"

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], **options)

    def succeed(self, name, *words):
        done = self.run(*words)
        self.report.check(name, done.code == 0 and not done.err, f"{done.code} {done.err}")
        return done.out

    def fail(self, name, code, says, *words):
        done = self.run(*words)
        self.report.check(name, done.code == code and says in done.err and not done.out,
                          f"{done.code} {done.err!r}, expected {says!r}")


def check_tiling(calls):
    """Every cell belongs to one aggregate, whatever p and dimension."""
    for options in (["--p", "0"], ["--p", "0.3"], ["--p", "1"], [], ["--exact", "--list"],
                    ["--dimension", "time"], ["--dimension", "space"], ["--raw"], ["--outermost"],
                    ["--type", "MPI_STATE", "--container-type", "MPI"], ["--type", "MPI_LINK"]):
        name = " ".join(options) or "--auto"
        found = json.loads(calls.succeed(name, calls.ethernet, "--slices", "40", "--json", *options))
        leaves = found["containers"]
        cells = sum(a["cells"] for a in found["aggregates"])
        calls.report.check(f"{name}: cells", cells == leaves * found["slices"], f"{cells}")
        for aggregate in found["aggregates"]:
            span = aggregate["last_slice"] - aggregate["first_slice"] + 1
            calls.report.check(f"{name}: whole rows", aggregate["cells"] % span == 0)
            if aggregate["mode"]:
                mode = found["values"].index(aggregate["mode"])
                calls.report.check(f"{name}: mode",
                                   aggregate["shares"][mode] == max(aggregate["shares"]))
    coarsest = json.loads(calls.succeed("--p 1", calls.ethernet, "--json", "--p", "1"))
    calls.report.check("p 1 is one aggregate", len(coarsest["aggregates"]) == 1)


def check_curve(calls):
    curve = json.loads(calls.succeed("--list", calls.ethernet, "--list", "--json"))
    counts = [entry["aggregates"] for entry in curve["curve"]]
    calls.report.check("more p, never more aggregates", counts == sorted(counts, reverse=True))
    calls.report.check("one knee", [e["knee"] for e in curve["curve"]].count(True) == 1)
    knee = next(entry for entry in curve["curve"] if entry["knee"])
    automatic = json.loads(calls.succeed("--auto", calls.ethernet, "--auto", "--json"))
    calls.report.check("--auto is the knee", automatic["p"] == knee["p"],
                       f"{automatic['p']} {knee['p']}")
    given = json.loads(calls.succeed("--p", calls.ethernet, "--json", "--p", repr(knee["p"])))
    calls.report.check("--p KNEE is --auto", given["aggregates"] == automatic["aggregates"])
    text = calls.succeed("--list as text", calls.ethernet, "--list")
    calls.report.check("the knee is named", text.count("<- knee") == 1, text)
    table = list(csv.DictReader(io.StringIO(calls.succeed("csv", calls.ethernet, "--list", "--csv"))))
    calls.report.check("curve as CSV", [int(row["aggregates"]) for row in table] == counts)


def check_table(calls):
    found = json.loads(calls.succeed("json", calls.ethernet, "--json"))
    rows = list(csv.DictReader(io.StringIO(calls.succeed("csv", calls.ethernet, "--csv"))))
    calls.report.check("CSV and JSON agree",
                       [row["mode"] for row in rows] == [a["mode"] for a in found["aggregates"]])
    text = calls.succeed("text", calls.ethernet)
    calls.report.check("knee named in the table", "(the knee of the quality curve)" in text, text)
    calls.report.check("what dominates", "PMPI_Gatherv" in text and "computing" in text, text)
    alone = calls.succeed("-j 1", calls.ethernet, "-j", "1")
    calls.report.same("threads", alone, calls.succeed("-j 3", calls.ethernet, "-j", "3"))
    file = calls.scratch / "table.txt"
    calls.succeed("--output", calls.ethernet, "--output", file)
    calls.report.same("--output", text, file.read_text())


def check_difference(calls):
    found = json.loads(calls.succeed("--against", calls.infiniband, "--against", calls.ethernet,
                                     "--normalised-time", "--json"))
    modes = {a["mode"] for a in found["aggregates"] if a["cells"] > 100}
    calls.report.check("the faster network computes a larger part and gathers a smaller one",
                       {"more computing", "less PMPI_Gatherv"} <= modes, f"{modes}")
    same = json.loads(calls.succeed("against itself", calls.ethernet, "--against", calls.ethernet,
                                    "--json"))
    calls.report.check("no difference is one aggregate of nothing",
                       [a["mode"] for a in same["aggregates"]] == [""], f"{same['aggregates'][:2]}")


def check_pictures(calls, update):
    svg, png = calls.scratch / "run.svg", calls.scratch / "run.png"
    # The name of the trace is in the picture: the same one wherever the tests run.
    calls.report.check("pictures", blackbox.run(
        [calls.tool, calls.ethernet.name, "--slices", "60", "--svg", svg, "--png", png],
        cwd=calls.ethernet.parent).code == 0)
    text = svg.read_text()
    if update:
        GOLDEN.write_text(text)
    calls.report.same("golden picture", GOLDEN.read_text(), text)
    xml.etree.ElementTree.fromstring(text)
    calls.report.check("PNG", png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
                       and png.stat().st_size > 2000)
    for legend in ("PMPI_Gatherv 4", "computing 2", "time (ms)", "rank-7"):
        calls.report.check(f"the picture says {legend}", legend in text)


def trace_of_ranks(count):
    lines = ["%EventDef PajeDefineContainerType 0", "% Name string", "% Type string", "%EndEventDef",
             "%EventDef PajeDefineStateType 1", "% Name string", "% Type string", "%EndEventDef",
             "%EventDef PajeCreateContainer 2", "% Time date", "% Name string", "% Type string",
             "% Container string", "%EndEventDef", "%EventDef PajeSetState 3", "% Time date",
             "% Type string", "% Container string", "% Value string", "%EndEventDef",
             "0 Rank 0", "1 State Rank"]
    lines += [f"2 0 rank-{rank} Rank 0" for rank in range(count)]
    lines += [f"3 {time} State rank-{rank} {'work' if (time + rank // 100) % 3 else 'wait'}"
              for time in range(4) for rank in range(count)]
    return "\n".join(lines) + "\n"


def check_extremes(calls):
    ranks = calls.scratch / "ranks.paje"
    ranks.write_text(trace_of_ranks(10_000))
    svg = calls.scratch / "ranks.svg"
    found = json.loads(calls.succeed("10,000 containers", ranks, "--slices", "3", "--json", "--p",
                                     "0.1", "--svg", svg))
    calls.report.check("10,000 containers: cells",
                       sum(a["cells"] for a in found["aggregates"]) == 30_000)
    calls.report.check("too thin containers are merged and marked", "<line" in svg.read_text()
                       and "too thin to be drawn" in svg.read_text())
    one = calls.scratch / "one.paje"
    one.write_text(trace_of_ranks(1))
    calls.succeed("one container, one slice", one, "--slices", "1", "--svg", svg)
    calls.succeed("slices finer than events", one, "--slices", "500", "--svg", svg)
    empty = calls.scratch / "empty.paje"
    empty.write_bytes(b"")
    calls.fail("empty trace", TROUBLE, "has no states", empty)
    calls.fail("no such type", TROUBLE, "no type 'nope'; it has: Rank, State", one, "--type", "nope")
    calls.fail("a type of containers", TROUBLE, "is a type of containers", one, "--type", "Rank")
    calls.fail("wrong containers", TROUBLE, "belongs to containers of type 'Rank', not 'State'", one,
               "--container-type", "State")
    calls.fail("no time", TROUBLE, "no length", one, "--start", "2", "--end", "1")
    calls.fail("too many slices", TROUBLE, "take fewer slices", ranks, "--slices", "100000")
    calls.fail("no such file", TROUBLE, "no_such.paje", calls.scratch / "no_such.paje")
    calls.fail("p out of range", TROUBLE, "--p", one, "--p", "1.5")
    calls.fail("p and --list", TROUBLE, "excludes", one, "--p", "0.5", "--list")
    other = calls.scratch / "other.paje"
    other.write_text(trace_of_ranks(1).replace("rank-0", "thread-0"))
    calls.fail("nothing in common", TROUBLE, "no container in common", one, "--against", other)
    calls.fail("picture that cannot be written", TROUBLE, "no_such_folder", one, "--svg",
               calls.scratch / "no_such_folder" / "x.svg")


def main():
    arguments = [word for word in sys.argv[1:] if word != "--update"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Aggregate(blackbox.need_tool(arguments[0], "pj_aggregate"),
                          Path(arguments[1]).resolve(), Path(scratch), report)
        for check in (check_tiling, check_curve, check_table, check_difference, check_extremes):
            check(calls)
        check_pictures(calls, "--update" in sys.argv)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
