#!/usr/bin/env python3
"""The same part of a trace in all tools: --start, --end, --containers and --types.

Usage: run_selection.py TOOL_DIR SAMPLES
"""

import csv
import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

WINDOW = ("--start=0.03", "--end=0.04")
NAMES = ("--containers=rank-[01]", "--containers=*-7", "--types=MPI_STATE")
PART = (*WINDOW, *NAMES)


def states(table):
    """(container, value) of the states of a table with CSV's quotes, in order."""
    return sorted((row[1], row[7]) for row in csv.reader(io.StringIO(table)) if row[0] == "State")


def selected(whole):
    return "".join(line for line in whole.splitlines(keepends=True)
                   for row in [line.rstrip("\n").split(",")]
                   if row[0] == "State" and row[2] == "MPI_STATE"
                   and row[1] in ("rank-0", "rank-1", "rank-7")
                   and float(row[3]) <= 0.04 and float(row[4]) >= 0.03)


def main(tools, samples):
    report = blackbox.Report()
    heat = Path(samples) / "heat" / "heat.ethernet.trace"
    other = Path(samples) / "heat" / "heat.infiniband.trace"

    def run(tool, *words, status=0):
        done = blackbox.run([blackbox.need_tool(tools, tool), *words])
        report.check(f"{tool} {words[:-1]}: status", done.code == status, f"{done.code} {done.err}")
        return done

    whole = run("pj_dump", "--quotes=csv", "-l", "17", heat).out
    wanted = selected(whole)
    report.check("there is a part", 10 < len(states(wanted)) < len(states(whole)))
    report.same("pj_dump", wanted, run("pj_dump", "--quotes=csv", "-l", "17", *PART, heat).out)

    sql = "SELECT start_path FROM links UNION ALL SELECT path || ',' || value FROM states"
    found = run("pj_query", "-q", *PART, "--format=csv", heat, sql).out.splitlines()[1:]
    report.check("pj_query", sorted(found_row.strip('"') for found_row in found)
                 == [",".join(pair) for pair in states(wanted)], str(found[:5]))

    with blackbox.scratch_directory() as folder:
        run("pj_export", "--to=csv", "-o", f"{folder}/csv", *PART, heat)
        rows = list(csv.DictReader((Path(folder) / "csv/state.csv").open()))
        report.check("pj_export", len(rows) == len(states(wanted)), str(len(rows)))
        run("pj_dump_csv", f"--prefix={folder}/run", "--quotes=csv", "-l", "17", *PART, heat)
        text = (Path(folder) / "run.state.csv").read_text().split("\n", 1)[1]
        report.same("pj_dump_csv", wanted, text)

    early = ("--start=0.001", "--end=0.01")
    found = json.loads(run("pj_compare", "--json", *early, *NAMES, heat, other, status=1).out)
    report.check("pj_compare", sorted(track["container"][-6:] for track in found["tracks"])
                 == ["rank-0", "rank-1", "rank-7"], str(found["tracks"])[:200])
    everything = json.loads(run("pj_compare", "--json", *NAMES, heat, other).out)
    report.check("pj_compare --start", sum(track["states_a"] for track in found["tracks"])
                 < sum(track["states_a"] for track in everything["tracks"]), str(found["tracks"])[:300])

    report.same("pj_equals", "0\n", run("pj_equals", heat, other).out)
    report.same("pj_equals, no objects", "1\n",
                run("pj_equals", "--ignore-times", "--types=MPI", heat, heat).out)
    leaves = run("pj_aggregate", "-q", "--json", "--p=0", "--containers=rank-[01]", heat).out
    found = {name for name in (f"rank-{i}" for i in range(8)) if f'"{name}"' in leaves}
    report.check("pj_aggregate", found == {"rank-0", "rank-1"}, str(found))

    for tool, words in (("pj_dump", ()), ("pj_query", ("-q",)), ("pj_export", ("--to=chrome",)),
                        ("pj_aggregate", ()), ("pj_dump_csv", ("--prefix=/nowhere/x",))):
        last = ("SELECT 1",) if tool == "pj_query" else ()
        done = run(tool, *words, "--types=MPI_STAT", heat, *last, status=2)
        report.check(f"{tool}: no such type", done.err.startswith(
            f"{tool}: the trace has no type 'MPI_STAT'; it has: MPI_STATE, "), done.err)
        done = run(tool, *words, "--containers=rank_3", heat, *last, status=2)
        report.check(f"{tool}: no such container", done.err.startswith(
            f"{tool}: the trace has no container like 'rank_3'; it has: rank-3, "), done.err)
    with blackbox.scratch_directory() as folder:
        for tool, words, last in (("pj_export", ("--to=chrome", "-o", f"{folder}/x"), ()), ("pj_query", ("-q",), ("SELECT 1",)),
                                  ("pj_analyze", ("profile",), ())):
            for window in (("--start=1", "--end=0"), ("--end=0", "--start=1")):
                done = run(tool, *words, *window, heat, *last, status=2)
                report.check(f"{tool}: ends before it starts", "--start is after --end" in done.err, done.err)
        report.check("pj_export: nothing is written", not (Path(folder) / "x").exists())
    for tool in ("pj_compare", "pj_equals"):
        done = run(tool, "--types=MPI_STAT", heat, other, status=2)
        report.check(f"{tool}: no such type", "it has: MPI_STATE, " in done.err, done.err)
    return report.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
