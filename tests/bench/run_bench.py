#!/usr/bin/env python3
"""The scripts that measure against the reference, tried with a small trace and pj_dump as its own
reference: figures are complete, tables and charts say what the figures do. No time is asserted.

Usage: run_bench.py TOOL_DIR ROOT
"""

import argparse
import contextlib
import copy
import io
import json
import lzma
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
import against_reference
import blackbox
import figures

LARGEST_CHART = 60_000  # bytes


def check_figures(taken, report):
    rows = {(row["trace"], row["job"], row["program"], row["threads"])
            for row in taken["measurements"]}
    wanted = {(trace, job, *program) for trace in ("generated", "real")
              for job in against_reference.JOBS
              for program in (("reference", 0), ("paje", 1), ("paje", 3), ("paje (set)", 1),
                              ("paje (set)", 3))}
    report.check("what is measured", rows == wanted, f"{rows ^ wanted}")
    report.check("figures are there", all(row["seconds"] > 0 and row["megabytes"] > 0
                 and row["rounds"] == [row["seconds"]] and row["peak_megabytes"] > 1
                 for row in taken["measurements"]), f"{taken}")
    sizes = [row["megabytes"] for row in taken["growth"]]
    report.check("growth: two sizes, by job and threads", len(sizes) == 4 and all(
        4 * small < large for small, large in sizes), f"{sizes}")
    report.check("growth: rounds", all([[seconds] for seconds in row["seconds"]] == row["rounds"]
                                       for row in taken["growth"]), f"{taken['growth']}")


def check_growth_is_told(taken, report):
    taken = copy.deepcopy(taken)
    nothing = argparse.Namespace(json=None, markdown=None)
    for factor, status in ((1, 0), (3, 1)):
        for row in taken["growth"]:
            row.update(megabytes=[1, 10], rounds=[[1, 2, 4], [10 * factor, 60, 40 * factor]])
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            code = against_reference.finish(nothing, taken)
        report.check(f"growth by a factor of {factor}: status", code == status, f"{code}")
        report.check(f"growth by a factor of {factor}: said",
                     ("not linear: table on 1 threads takes 3.00 times" in said.getvalue())
                     == (status == 1), said.getvalue())


def check_ratios(report):
    """Of what was measured in the same round, not of the medians."""
    ours, theirs = {"rounds": [1, 2, 10]}, {"rounds": [3, 8, 20]}
    report.same("times as fast", 3, figures.times_as_fast(ours, theirs))


def check_tables(taken, marked, report):
    tables = figures.markdown(taken)
    row = taken["measurements"][1]
    report.check("a row of the table", f"| {row['trace']} | {row['job']} | {row['threads']} | "
                 f"{row['seconds']:.2f} s |" in tables, tables)
    report.same("between the marks", f"before\n{figures.BEGIN}{tables}{figures.END}behind\n",
                marked.read_text("utf-8"))


def numbers_of_charts(taken):
    return {f"{figures.speed(row):.0f}" for row in taken["measurements"]}


def check_charts(taken, folder, report):
    for name, wanted in (("throughput", numbers_of_charts(taken) | {"reference"}),
                         ("speedup", {"threads", "generated, table", "real, replay (-q)"})):
        data = (folder / f"{name}.svg").read_bytes()
        texts = {"".join(node.itertext()) for node in xml.fromstring(data).iter()
                 if node.tag.endswith("}text")}
        report.check(f"{name}: text as text", wanted <= texts, f"{wanted - texts} of {texts}")
        report.check(f"{name}: a small file", len(data) < LARGEST_CHART, str(len(data)))


def check_drawing(scratch, taken, report):
    """Charts of the same figures are the same bytes, and measuring is not needed."""
    drawn = []
    for number in range(2):
        folder = scratch / f"pictures{number}"
        folder.mkdir()
        done = blackbox.run([sys.executable, "-B", HERE / "charts.py", "--from", scratch / "all.json",
                             "--pictures", folder])
        if "need matplotlib" in done.err:
            return print("left out: charts, there is no matplotlib")
        if not report.check("charts.py --from", done.code == 0, done.err):
            return None
        drawn.append({path.name: path.read_bytes() for path in folder.iterdir()})
    report.check("the same charts twice", drawn[0] == drawn[1], "")
    return check_charts(taken, scratch / "pictures0", report)


def check_page(root, report):
    """The tables of docs/performance.md are those of the figures that the charts show."""
    taken = figures.load(root / "docs" / "pictures" / "figures.json")
    page = (root / "docs" / "performance.md").read_text("utf-8")
    shown = re.search(re.escape(figures.BEGIN) + "(.*)" + re.escape(figures.END), page, re.DOTALL)
    if report.check("performance.md: the marks", shown is not None):
        report.same("performance.md: the tables", figures.markdown(taken), shown[1])
    for name in ("throughput", "speedup"):
        report.check(f"performance.md: {name}", f"(pictures/{name}.svg)" in page)
    check_charts_are_current(taken, root, report)


def check_charts_are_current(taken, root, report):
    text = (root / "docs" / "pictures" / "throughput.svg").read_text("utf-8")
    missing = {number for number in numbers_of_charts(
        {"measurements": [row for rows in figures.by_trace_and_job(taken).values()
                          for program in figures.PROGRAMS
                          for row in figures.fewest_and_most_threads(rows, program)]})
        if f">{number}</text>" not in text}
    report.check("throughput.svg shows figures.json", not missing, f"{missing}")


def main(tools, root):
    report = blackbox.Report()
    dump = blackbox.need_tool(tools, "pj_dump")
    with blackbox.scratch_directory() as folder:
        scratch = Path(folder)
        real = subprocess.run([blackbox.need_tool(tools, "pj_generate"), "--seed", "7"],
                              capture_output=True, check=True).stdout
        (scratch / "real.trace.xz").write_bytes(lzma.compress(real))
        generated = scratch / "generated.trace"
        generated.write_bytes(real)
        marked = scratch / "marked.md"
        marked.write_text(f"before\n{figures.BEGIN}old\n{figures.END}behind\n", "utf-8")
        done = blackbox.run([sys.executable, "-B", HERE / "against_reference.py", tools, "-n", "1",
                             "-j", "1,3", "--size", "100kB", "--also", scratch / "real.trace.xz",
                             "--sets", "--growth", "200kB,2MB", "--json", scratch / "all.json",
                             "--markdown", marked, "--reference", dump], timeout=300)
        # A trace as small as that says nothing of growth, so 1 is no failure.
        if report.check("against_reference.py", done.code in (0, 1), f"{done.code} {done.err}"):
            taken = json.loads((scratch / "all.json").read_text("utf-8"))
            check_figures(taken, report)
            check_growth_is_told(taken, report)
            check_ratios(report)
            check_tables(taken, marked, report)
            check_drawing(scratch, taken, report)
        sizes = blackbox.run([sys.executable, "-B", HERE / "sort_figures.py", "--rounds", "1",
                              generated, tools])
        report.check("sort_figures.py", sizes.code == 0 and sizes.out.count(" displaced, ") == 2,
                     f"{sizes}")
    check_page(Path(root), report)
    return report.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
