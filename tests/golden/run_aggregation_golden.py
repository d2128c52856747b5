#!/usr/bin/env python3
"""Compares the library's best partitions and significant p with golden ones.

Usage: run_aggregation_golden.py AGGREGATE_CELLS
"""

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

TOLERANCE = 1e-9
FOLDER = blackbox.DATA / "golden-aggregate"


def aggregate(program, case, wanted_p, *options):
    """The program's lines as lists of words, by their first word."""
    values = case["values"]
    numbers = [len(values), len(case["parents"]), len(values[0]), len(values[0][0]),
               *case["parents"], *(x for leaf in values for row in leaf for x in row),
               len(wanted_p), *wanted_p]
    done = subprocess.run([program, *options], input=" ".join(map(repr, numbers)), text=True,
                          capture_output=True, check=True)
    found = {"max": [], "best": [], "significant": []}
    for line in done.stdout.splitlines():
        what, *words = line.split()
        found[what].append([float(word) for word in words])
    return found


def near(a, b):
    return abs(a - b) <= TOLERANCE * max(1, abs(a), abs(b))


def compare_case(report, program, case):
    name = case["name"]
    found = aggregate(program, case, [best["p"] for best in case["best"]])
    (max_gain, max_loss), = found["max"]
    report.check(f"{name}: maxima",
                 near(max_gain, case["max_gain"]) and near(max_loss, case["max_loss"]),
                 f"{max_gain} {max_loss}")
    for wanted, (p, criterion, *_) in zip(case["best"], found["best"], strict=True):
        report.check(f"{name}: p {p}", near(criterion, wanted["pic"]),
                     f"criterion {criterion}, expected {wanted['pic']}")
    wanted = [(s["p"], s["pic"]) for s in case["significant"]]
    mine = [(s[0], s[1]) for s in found["significant"]]
    report.check(f"{name}: significant p",
                 len(wanted) == len(mine) and all(a[0] == b[0] and near(a[1], b[1])
                                                  for a, b in zip(wanted, mine)),
                 f"{mine}, expected {wanted}")


def compare_study(report, program, case):
    """Cases with an independent program's optimum, partly checked by enumeration."""
    exact = case["exact"]["D"]
    found = aggregate(program, case["cells"], [best["p"] for best in exact], "--raw")
    for wanted, (p, criterion, *_) in zip(exact, found["best"], strict=True):
        report.check(f"{case['name']}: p {p}", near(criterion, wanted["pic"]),
                     f"criterion {criterion}, expected {wanted['pic']}")


def read_cells(path):
    """The `in/NAME.txt` of a study case."""
    words = blackbox.unpacked(path).split()
    leaves, nodes, values, slices = map(int, words[:4])
    parents = [int(word) for word in words[4:4 + nodes]]
    amounts = [float(word) for word in words[4 + nodes:]]
    rows = [amounts[at:at + slices] for at in range(0, len(amounts), slices)]
    return {"parents": parents, "values": [rows[at:at + values]
                                           for at in range(0, len(rows), values)]}


@blackbox.group
def check_cases(report, program):
    for case in json.loads(blackbox.unpacked(FOLDER / "cases.json.xz")):
        compare_case(report, program, case)


@blackbox.group
def check_studies(report, program):
    studies = sorted((FOLDER / "study").glob("*.json.xz"))
    for path in studies:
        case = json.loads(blackbox.unpacked(path))
        case["cells"] = read_cells(FOLDER / "study" / "in" / path.name.replace(".json", ".txt"))
        compare_study(report, program, case)
    report.check("studies", len(studies) == 29, str(len(studies)))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    report = blackbox.Report()
    blackbox.run_groups(report, sys.argv[1])
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
