#!/usr/bin/env python3
"""The table functions that say why a run is slow give what pj_analyze gives.

Usage: run_analysis.py TOOL_DIR SAMPLES
"""
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox


def rows(tools, trace, sql):
    done = blackbox.run([tools / "pj_query", "--format", "json", trace, sql])
    return json.loads(done.out) if done.code == 0 else done.err


def analysis(tools, trace, command):
    done = blackbox.run([tools / "pj_analyze", command, "--json", trace])
    return json.loads(done.out) if done.code == 0 else {}


def picked(found, *columns):
    return [{column: row[column] for column in columns} for row in found]


def check(report, tools, trace):
    name = trace.name
    waits = sorted(analysis(tools, trace, "waits")["waits"],
                   key=lambda row: (row["container"], row["start"]))
    shown = rows(tools, trace, "SELECT container, value, kind, start, amount, waits_for FROM waits() "
                               "ORDER BY container, start")
    report.check(f"{name} waits", len(shown) > 10 and shown == picked(
        waits, "container", "value", "kind", "start", "amount", "waits_for"), str(shown)[:200])
    columns = ("container", "value", "start", "end", "seconds", "direct", "passed_on")
    causes = analysis(tools, trace, "causes")["causes"]
    shown = rows(tools, trace, f'SELECT {", ".join(f"""{chr(34)}{c}{chr(34)}""" for c in columns)} FROM causes()')
    report.check(f"{name} causes", shown == picked(causes, *columns), str(shown)[:200])
    path = analysis(tools, trace, "path")["path"]
    shown = rows(tools, trace, 'SELECT container, value, start, "end" FROM critical_path()')
    report.check(f"{name} path", shown == picked(path, "container", "value", "start", "end"),
                 str(shown)[:200])
    slack = analysis(tools, trace, "slack")["states"]
    shown = rows(tools, trace, 'SELECT container, value, start, "end", slack FROM slack()')
    report.check(f"{name} slack", shown == picked(slack, "container", "value", "start", "end", "slack"),
                 str(shown)[:200])
    factors = {row["efficiency"]: row["value"]
               for row in analysis(tools, trace, "efficiency")["efficiency"]}
    shown = rows(tools, trace, "SELECT parallel, load_balance, communication, serialisation, transfer "
                               "FROM efficiencies()")
    report.check(f"{name} efficiencies", shown == [factors], str(shown))
    shown = rows(tools, trace, "SELECT abs((SELECT sum(amount) FROM waits()) - "
                               "(SELECT sum(seconds) FROM causes())) < 1e-9 AS same, "
                               "abs((SELECT sum(duration) FROM critical_path()) - length) < 1e-9 AS whole "
                               "FROM efficiencies()")
    report.check(f"{name} sums", shown == [{"same": 1, "whole": 1}], str(shown))


def main():
    tools, samples = map(Path, sys.argv[1:3])
    report = blackbox.Report()
    for trace in ("heat.ethernet.trace", "heat.infiniband.trace"):
        check(report, tools, samples / "heat" / trace)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
