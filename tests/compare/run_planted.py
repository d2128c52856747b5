#!/usr/bin/env python3
"""Runs pj_compare on pairs with planted differences: slow states, renamed and
swapped ones, slow messages, other values of variables; as text, JSON and CSV.

Usage: run_planted.py TOOL_DIR
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
from definitions import definitions

CASES = blackbox.DATA / "cases"
HEADER = definitions([
    ("DefineContainerType", "Alias Type Name"),
    ("DefineStateType", "Alias Type Name"),
    ("DefineVariableType", "Alias Type Name"),
    ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    ("CreateContainer", "Time Alias Type Container Name"),
    ("DestroyContainer", "Time Type Name"),
    ("PushState", "Time Type Container Value"),
    ("PopState", "Time Type Container"),
    ("SetVariable", "Time Type Container Value:double"),
    ("StartLink", "Time Type Container StartContainer Value Key"),
    ("EndLink", "Time Type Container EndContainer Value Key"),
]) + """0 M 0 Machine
1 S M Act
2 V M load
3 L 0 M M Message
4 0 one M 0 one
4 0 two M 0 two
"""


class Run:
    """A trace of container `one`, line by line."""

    def __init__(self):
        self.now = 0
        self.lines = []

    def line(self, time, text):
        self.lines.append((time, text))
        return self

    def push(self, name, own=0):
        self.line(self.now, f"6 {self.now} S one {name}")
        self.now += own
        return self

    def pop(self):
        return self.line(self.now, f"7 {self.now} S one")

    def state(self, name, duration):
        return self.push(name, duration).pop()

    def message(self, key, start, end):
        self.line(start, f"9 {start} L 0 one m {key}")
        return self.line(end, f"10 {end} L 0 two m {key}")

    def load(self, time, value):
        return self.line(time, f"8 {time} V one {value}")

    def text(self):
        end = max([self.now] + [time for time, _ in self.lines])
        self.line(end, f"5 {end} M one").line(end, f"5 {end} M two")
        return HEADER + "".join(f"{text}\n" for _, text in sorted(self.lines, key=lambda l: l[0]))


class Compare:
    def __init__(self, tools, scratch, report):
        self.tool = blackbox.need_tool(tools, "pj_compare")
        self.scratch = scratch
        self.report = report

    def write(self, name, run):
        path = self.scratch / f"{name}.paje"
        path.write_text(run.text())
        return path

    def text(self, *words):
        return blackbox.run([self.tool, *words]).out

    def json(self, *words):
        return json.loads(self.text("--json", *words))

    def csv(self, by, *words):
        return list(csv.DictReader(io.StringIO(self.text("--csv", "--by", by, *words))))

    def check(self, name, is_right, found=""):
        self.report.check(name, is_right, f"{found}")


def edges(region):
    return [round(region[key], 9)
            for key in ("start_a", "end_a", "start_b", "end_b", "difference")]


def slowed(first, last, factor):
    run = Run()
    for i in range(100):
        run.state("ab"[i % 2], factor if first <= i < last else 1)
    return run


@blackbox.group
def check_regions(calls):
    pairs = [(calls.write("even", slowed(0, 0, 1)), calls.write("slowed", slowed(50, 60, 1.5))),
             (CASES / "analysis_region_a.paje", CASES / "analysis_region_b.paje")]
    for a, b in pairs:
        there, back = calls.json(a, b), calls.json(b, a)
        calls.check(f"{b.name}: edges", [edges(r) for r in there["regions"]]
                    == [[50, 60, 50, 65, 5]], there["regions"])
        calls.check(f"{b.name}: the other way round", [edges(r) for r in back["regions"]]
                    == [[50, 65, 50, 60, -5]], back["regions"])
        calls.check(f"{b.name}: nothing elsewhere", there["outside_regions"] == 0)
        calls.check(f"{b.name}: no line of it", "elsewhere" not in calls.text(a, b))
        outputs = {calls.text("--json", "-j", jobs, a, b) for jobs in ("1", "2", "5")}
        calls.check(f"{b.name}: -j", len(outputs) == 1)
    even = pairs[0][0]
    two_rates = Run()
    for i in range(100):
        two_rates.state("ab"[i % 2], 1.5 if i < 50 else 1.53)
    rates = calls.write("two rates", two_rates)
    calls.check("--region-tolerance 0.5: one rate",
                len(calls.json("--region-tolerance", "0.5", even, rates)["regions"]) == 1)
    fine = calls.json("--region-tolerance", "0.001", even, rates)["regions"]
    calls.check("--region-tolerance 0.001: two", [edges(r)[:2] for r in fine]
                == [[50, 100], [0, 50]], fine)
    calls.check("--help shows the tolerance", "--region-tolerance" in calls.text("--help"))
    for wrong in ("-1", "2", "nan", "x"):
        done = blackbox.run([calls.tool, even, rates, "--region-tolerance", wrong])
        calls.check(f"--region-tolerance {wrong}", done.code == 2
                    and "--region-tolerance" in done.err, done.err)


@blackbox.group
def check_renamed(calls):
    def outer(name):
        return Run().push(name, 2).state("a", 3).push("b", 2).pop().push("c", 1).pop().pop()

    pairs = [(calls.write("outer", outer("main")), calls.write("renamed", outer("main2")), 2),
             (CASES / "analysis_rename_outer_a.paje", CASES / "analysis_rename_outer_b.paje", 5)]
    for a, b, own in pairs:
        found = calls.json(a, b)
        rows = {row["state"]: row for row in found["values"]}
        for name in ("a", "b"):
            calls.check(f"{b.name}: {name} is a pair", rows[name]["pairs"] == 1
                        and rows[name]["difference"] == 0, rows[name])
        calls.check(f"{b.name}: its own time", rows["main"]["in_a"] == own
                    and rows["main2"]["in_b"] == own and rows["main"]["states_only_a"] == 1,
                    rows["main"])
        calls.check(f"{b.name}: similar", found["similarity"] >= 0.5
                    and found["difference"] == 0)
        closed = calls.json("--descend", "equal", a, b)
        rows = {row["state"]: row for row in closed["values"]}
        calls.check(f"{b.name}, --descend equal", closed["similarity"] == 0
                    and rows["a"]["pairs"] == 0 and rows["main"]["in_a"] == own, closed["values"])


@blackbox.group
def check_swapped(calls):
    a = Run().state("a", 1).state("x", 1).state("y", 2).state("c", 1)
    b = Run().state("a", 1).state("y", 2).state("x", 1).state("c", 1)
    a, b = calls.write("ordered", a), calls.write("swapped", b)
    found = calls.json(a, b)
    (track,) = found["tracks"]
    calls.check("swap", found["swaps"] == 1 and not found["equal"] and track["swaps"] == [
        {"time_a": 1, "time_b": 1, "first_in_a": "x", "first_in_b": "y"}], track)
    calls.check("swap: nothing is missing", track["states_only_a"] == track["states_only_b"]
                == track["unequal_pairs"] == 0 and track["divergences"] == 1)
    calls.check("swap: no time", not found["regions"] and all(
        row["difference"] == 0 and row["states_only_a"] == 0 for row in found["values"]))
    text = calls.text(a, b)
    calls.check("swap as text", "x, y changed places" in text
                and "States that changed places: 1 pair" in text, text)
    svg = calls.scratch / "swap.svg"
    calls.text("-q", "--svg", svg, a, b)
    # x is at 1 to 2 in A and at 3 to 4 in B, so its line goes from 1.5 to 3.5; y's the other way.
    lines = [line.attrib for line in xml.etree.ElementTree.parse(svg).getroot().iter()
             if line.tag.endswith("line") and line.get("stroke-width") == "1"]
    slants = sorted(float(line["x2"]) - float(line["x1"]) for line in lines
                    if line["x1"] != line["x2"] and line["y1"] != line["y2"])
    calls.check("swap as picture", "1 pair of states changed places" in svg.read_text()
                and len(slants) == 2 and abs(slants[0] * -2 - slants[1]) < 0.1, slants)
    (row,) = calls.csv("swap", a, b)
    calls.check("swap as CSV", (row["first_in_a"], row["first_in_b"]) == ("x", "y"), row)


@blackbox.group
def check_links(calls):
    def run(slow):
        made = Run().state("x", 20)
        for i in range(10):
            made.message(f"k{i}", i, i + (4 if i == slow else 1.5))
        return made

    a, b = calls.write("messages", run(None)), calls.write("slow message", run(7))
    links = calls.json(a, b)["links"]
    (pair,) = links["longest"]
    calls.check("slow message", (pair["key"], pair["start_a"], pair["difference"])
                == ("k7", 7, 2.5) and (pair["from"], pair["to"]) == ("one", "two"), pair)
    (channel,) = links["channels"]
    calls.check("slow message: its channel", channel["pairs"] == 10
                and channel["difference"] == 2.5, channel)
    calls.check("slow message: sums", links["pairs"] == 10
                and links["duration_b"] - links["duration_a"] == 2.5
                == links["paired_b"] - links["paired_a"], links)
    text = calls.text(a, b)
    calls.check("slow message as text", "last longer or shorter: +2.5" in text
                and "+2.500000 at 7.000000" in text, text)
    calls.check("slow message as table", "7.000000" in calls.text("--by", "link", a, b))
    for by in ("link", "channel"):
        (row,) = calls.csv(by, a, b)
        calls.check(f"slow message as CSV, by {by}", float(row["difference"]) == 2.5, row)
    calls.check("same messages", "last longer" not in calls.text(a, a))


@blackbox.group
def check_variables(calls):
    a = Run().state("x", 10).state("y", 10).load(0, 2).load(10, 4)
    b = Run().state("x", 15).state("y", 10).load(0, 2).load(15, 4).load(20, 9)
    a, b = calls.write("load", a), calls.write("other load", b)
    (row,) = calls.json(a, b)["variables"]
    calls.check("variable", (row["integral_a"], row["integral_b"], row["mean_a"], row["mean_b"])
                == (60, 95, 3, 3.8), row)
    calls.check("variable: where", (row["largest_difference"], row["time_a"], row["time_b"])
                == (5, 15, 20), row)
    text = calls.text(a, b)
    calls.check("variable as text", "Variables: 1 in both, 1 differ" in text
                and "+26.7%" in text, text)
    (row,) = calls.csv("variable", a, b)
    calls.check("variable as CSV", float(row["largest_difference"]) == 5, row)


@blackbox.group
def check_runs(calls):
    """Rank 3 computes 10 % longer from step 30 of 60 on."""
    paths = {}
    for name in ("noise.1", "slow.1"):
        packed = blackbox.DATA / "runs" / f"halo2d.8.base.{name}.trace.xz"
        paths[name] = calls.scratch / f"halo2d.{name}.trace"
        paths[name].write_bytes(blackbox.unpacked(packed))
    found = calls.json("-z", paths["noise.1"], paths["slow.1"])
    region = next(r for r in found["regions"] if r["container"] == "rank-3")
    calls.check("halo2d: rank 3 from the middle on", 0.1 < region["start_a"] < 0.16
                and region["states"][0]["state"] == "computing" and region["difference"] > 0, region)
    total = sum(track["difference"] for track in found["tracks"])
    parts = sum(r["difference"] for r in found["regions"]) + found["outside_regions"]
    calls.check("halo2d: regions and the rest", abs(total - parts) < 1e-12, (total, parts))
    calls.check("halo2d: messages to rank 3", all(
        channel["to"] == "rank-3" for channel in found["links"]["channels"][:3]))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Compare(sys.argv[1], Path(scratch), report)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
