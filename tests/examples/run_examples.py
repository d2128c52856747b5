#!/usr/bin/env python3
"""The programs of examples/, run on traces, against what pj_dump's table says."""
import argparse
import math
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox


def rows_of(tool_dir, trace):
    table = blackbox.run([tool_dir / "pj_dump", "-l", "9", trace]).out
    return [line.split(", ") for line in table.splitlines()]


@blackbox.group
def check_time_per_state(report, examples, tool_dir, trace):
    expected = defaultdict(float)
    for row in rows_of(tool_dir, trace):
        if row[0] == "State":
            expected[row[7]] += float(row[5])
    result = blackbox.run([examples / "example_time_per_state", trace])
    found = {line[13:]: float(line[:12]) for line in result.out.splitlines()}
    same = found.keys() == expected.keys() and all(
        math.isclose(found[value], expected[value], rel_tol=1e-6, abs_tol=1e-5) for value in found)
    report.check(f"time_per_state {trace.name}", same and bool(found) and result.code == 0,
                 f"{found} is not {dict(expected)} {result.err}")


@blackbox.group
def check_long_links(report, examples, tool_dir, trace):
    limit = 0.00002
    expected = sorted(f"{float(row[3]):.6f} {float(row[5]):.6f} {row[7]} -> {row[8]}"
                      for row in rows_of(tool_dir, trace)
                      if row[0] == "Link" and float(row[5]) > limit)
    result = blackbox.run([examples / "example_long_links", trace, limit])
    report.check(f"long_links {trace.name}",
                 sorted(result.out.splitlines()) == expected and bool(expected),
                 f"{len(result.out.splitlines())} links, {len(expected)} expected {result.err}")


@blackbox.group
def check_events_per_second(report, examples, tool_dir, trace):
    result = blackbox.run([examples / "example_events_per_second", trace])
    # Of the lines of the file itself: the second word of those whose definition begins with Time.
    timed = set()
    expected = defaultdict(int)
    definition = None
    for line in trace.read_text().splitlines():
        words = line.split()
        if line.startswith("%EventDef"):
            definition = words[2]
        elif definition is not None and words[:2] == ["%", "Time"]:
            timed.add(definition)
        elif line.startswith("%EndEventDef"):
            definition = None
        elif words and words[0] in timed:
            expected[math.floor(float(words[1]))] += 1
    found = {int(second): int(count) for second, count in map(str.split, result.out.splitlines())}
    report.check(f"events_per_second {trace.name}", found == expected and bool(found),
                 f"{found} is not {dict(expected)} {result.err}")


@blackbox.group
def check_write_trace(report, examples, tool_dir, _):
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "written.trace"
        written = blackbox.run([examples / "example_write_trace", trace])
        valid = blackbox.run([tool_dir / "pj_validate", "--fail-on-warnings", trace])
        table = blackbox.run([tool_dir / "pj_dump", "-u", trace])
        report.check("write_trace", written.code == 0 and valid.code == 0, written.err + valid.out)
        report.check("write_trace's link",
                     "Link, 0, Message, 1.500000, 1.750000, 0.250000, data, sender, receiver, "
                     "first, 4096\n" in table.out, table.out)
    nowhere = blackbox.run([examples / "example_write_trace", "/no/such/folder/trace"])
    report.check("write_trace without a folder",
                 nowhere.code == 2 and "/no/such/folder/trace" in nowhere.err, nowhere.err)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool_dir", type=Path)
    parser.add_argument("examples", type=Path, help="folder of the built programs")
    parser.add_argument("samples", type=Path)
    options = parser.parse_args()
    report = blackbox.Report()
    blackbox.run_groups(report, options.examples, options.tool_dir,
                        options.samples / "heat" / "heat.ethernet.trace")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
