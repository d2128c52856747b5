#!/usr/bin/env python3
"""The table functions that say why a run is slow give what pj_analyze gives.

Usage: run_analysis.py TOOL_DIR SAMPLES
"""
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "support"), str(HERE.parent / "analyze")]
import blackbox
from definitions import RUN_DEFINITIONS
from paje_text import trace_of


def rows(tools, trace, sql):
    done = blackbox.run([tools / "pj_query", "--format", "json", trace, sql])
    return json.loads(done.out) if done.code == 0 else done.err


def analysis(tools, trace, command):
    done = blackbox.run([tools / "pj_analyze", command, "--json", trace])
    return json.loads(done.out) if done.code == 0 else {}


@blackbox.group
def check_classes(report, tools, _samples, scratch):
    """--classes changes what waits."""
    trace, classes = scratch / "run.paje", scratch / "my.classes"
    trace.write_text(trace_of({"a": [("work", 0, 1), ("meet", 1, 3)], "b": [("work", 0, 3), ("meet", 3, 3)]}, []))
    classes.write_text("communication:barrier meet\n")
    for words, wanted in (([], 0), (["--classes", classes], 1)):
        done = blackbox.run([tools / "pj_query", "-q", *words, trace, "SELECT count(*) FROM waits()"])
        report.check(f"waits with {len(words)} words", done.out.splitlines()[1:] == [str(wanted)], done.out + done.err)
    classes.write_text("nonsense\n")
    done = blackbox.run([tools / "pj_query", "-q", "--classes", classes, trace, "SELECT count(*) FROM waits()"])
    report.check("wrong classes", done.code == 2 and "my.classes:1" in done.err, done.err)


@blackbox.group
def check_clocks(report, tools, _samples, scratch):
    """Answers that follow messages say that clocks differ, and do not where they were corrected."""
    trace = scratch / "late.paje"
    trace.write_text(trace_of({"a": [("work", 0, 3), ("MPI_Send", 3, 4)], "b": [("work", 0, 1), ("MPI_Recv", 1, 2)]},
                              [("a", 3, "b", 2, 100)]))
    for words, is_wrong in (([], True), (["--fix-clocks"], False)):
        done = blackbox.run([tools / "pj_query", *words, trace, "SELECT count(*) FROM waits()"])
        report.check(f"clocks {words}", done.code == 0 and
                     ("1 message ends before it was sent (1 unit of time in all)" in done.err) == is_wrong, done.err)
        for question in ("SELECT count(*) FROM communication_overlap()", "SELECT count(*) FROM bounds()"):
            done = blackbox.run([tools / "pj_query", *words, trace, question])
            report.check(f"clocks {words}: {question}", ("ends before it was sent" in done.err) == is_wrong, done.err)


def picked(found, *columns):
    return [{column: row[column] for column in columns} for row in found]


@blackbox.group
def check_samples(report, tools, samples, _scratch):
    for trace in ("heat.ethernet.trace", "heat.infiniband.trace"):
        check(report, tools, samples / "heat" / trace)


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
    compare_steps(report, tools, trace)
    compare_bounds(report, tools, trace)
    compare_rests(report, tools, trace)
    compare_bins(report, tools, trace)
    shown = rows(tools, trace, "SELECT abs((SELECT sum(amount) FROM waits()) - "
                               "(SELECT sum(seconds) FROM causes())) < 1e-9 AS same, "
                               "abs((SELECT sum(duration) FROM critical_path()) - length) < 1e-9 AS whole "
                               "FROM efficiencies()")
    report.check(f"{name} sums", shown == [{"same": 1, "whole": 1}], str(shown))


def same_rows(report, tools, trace, function, wanted, renamed=()):
    """A function gives the rows that the command gives, in their order. `renamed`: columns by their name there."""
    columns = [column for column in (wanted[0] if wanted else {}) if column != "share"]
    names = {column: dict(renamed).get(column, column) for column in columns}
    chosen = ", ".join('"{}" AS "{}"'.format(names[column], column) for column in columns)
    shown = rows(tools, trace, f"SELECT {chosen} FROM {function}")
    report.check(f"{trace.name} {function}", len(wanted) > 1 and shown == picked(wanted, *columns),
                 f"{str(shown)[:200]} {str(wanted)[:200]}")


def compare_steps(report, tools, trace):
    iterations = analysis(tools, trace, "iterations")["iterations"]
    for row in iterations:
        row["outlier"] = int(bool(row["outlier"]))
    same_rows(report, tools, trace, "iterations()", iterations)
    profile = analysis(tools, trace, "profile")
    same_rows(report, tools, trace, "call_tree()", profile["call_tree"])
    same_rows(report, tools, trace, "load_imbalance()", profile["load_imbalance"])
    same_rows(report, tools, trace, "idle_time()", profile["idle_time"])
    late = analysis(tools, trace, "lateness")["states"]
    shown = rows(tools, trace, 'SELECT container, value, start, "end", lateness FROM lateness() '
                               "WHERE lateness > 0 ORDER BY lateness DESC")
    report.check(f"{trace.name} lateness()", len(late) > 10 and {tuple(row.values()) for row in shown} == {
        tuple(row.values()) for row in late} and len(shown) == len(late), str(shown)[:200])
    counts = rows(tools, trace, "SELECT (SELECT count(*) FROM lateness()) - (SELECT count(*) FROM states) AS more")
    report.check(f"{trace.name} lateness of each state", counts == [{"more": 0}], str(counts))


def compare_bounds(report, tools, trace):
    found = analysis(tools, trace, "bounds")
    wanted = [{"bound": row["bound"], "seconds": row["time"], "share": row["share"], "container": None}
              for row in found["bounds"]]
    for node in found["nodes"]:
        wanted += [{"bound": "length", "seconds": node["length"], "share": 1, "container": node["container"]},
                   {"bound": "area", "seconds": node["area"], "share": node["share"], "container": node["container"]}]
    shown = rows(tools, trace, "SELECT bound, seconds, share, container FROM bounds()")
    report.check(f"{trace.name} bounds()", len(wanted) > 4 and shown == wanted, f"{shown} {wanted}")


def compare_bins(report, tools, trace):
    """Twenty is what pj_analyze takes by default."""
    messages = analysis(tools, trace, "messages")
    same_rows(report, tools, trace, "time_profile(20)", analysis(tools, trace, "profile")["over_time"],
              {"time": "seconds"}.items())
    same_rows(report, tools, trace, "comm_over_time(20)", messages["over_time"], {"messages": "count"}.items())
    same_rows(report, tools, trace, "(SELECT * FROM message_histogram(20) WHERE measure = 'latency')",
              messages["latencies"], {"messages": "count"}.items())
    for function in ("time_profile", "comm_over_time", "message_histogram"):
        for bins in ("0", "10001", "'x'", "2.5"):
            failed = rows(tools, trace, f"SELECT * FROM {function}({bins})")
            report.check(f"{function}({bins})", f"{function}(bins): bins is to be" in str(failed), str(failed))


def compare_rests(report, tools, trace):
    """checks(), classes() and clocks() are what pj_analyze says of the same."""
    summary, (checks,) = analysis(tools, trace, "summary"), rows(tools, trace, "SELECT * FROM checks()")
    unmatched, violations = summary["unmatched"], summary["violations"]
    wanted = {name: summary[name] for name in ("length", "replayed", "states", "links", "messages")}
    wanted |= {"unmatched_starts": unmatched["starts"], "unmatched_ends": unmatched["ends"],
               "links_outside_tracks": unmatched["outside_containers_with_states"],
               "unclassified": unmatched["unclassified_share"], "violation": violations["seconds"],
               "ends_before_start": violations["message_ends_before_start"],
               "left_before_last_came": violations["collective_left_before_last_came"]}
    wanted |= {name: unmatched[name] for name in ("receives_without_message", "sends_without_message")}
    report.check(f"{trace.name} checks()", wanted == {name: checks[name] for name in wanted}, f"{checks} {wanted}")
    classes = [{**row, "category": row["category"] or None, "matched": int(row["matched"] == "yes"),
                "value": row["value"].replace("(no state)", "")}
               for row in analysis(tools, trace, "classes")["classes"]]
    same_rows(report, tools, trace, "classes()", classes, {"time": "seconds"}.items())
    same_rows(report, tools, trace, "clocks()", analysis(tools, trace, "clocks")["offsets"])


@blackbox.group
def check_lacks(report, tools, _samples, folder):
    """An efficiency of nothing is an error. What is unmatched or unclassified is said once, on standard error, where an
    answer depends on it."""
    trace = folder / "empty.paje"
    trace.write_text(trace_of({}, [], silent=["a"]))
    done = blackbox.run([tools / "pj_query", trace, "SELECT parallel FROM efficiencies()"])
    report.check("no efficiencies", done.code == 2 and "the trace has no states" in done.err and not done.out, done.err)
    trace = folder / "lacks.paje"
    tracks = {"a": [("stencil", 0, 2), ("MPI_Recv", 2, 3)], "b": [("MPI_Send", 0, 1), ("stencil", 1, 3)]}
    trace.write_text(trace_of(tracks, [("a", 1, "b", 2, None)]))
    said = ["1 of 1 links (100.0 %) do not connect", "1 receive and 1 send have no link",
            "66.7 % of the time is in values"]
    question = "SELECT count(*) FROM waits(); SELECT parallel FROM efficiencies()"
    done = blackbox.run([tools / "pj_query", trace, question])
    report.check("lacks are said", done.code == 0 and all(done.err.count(text) == 1 for text in said), done.err)
    for words in (["-q", trace, question], [trace, "SELECT count(*) FROM call_tree()"]):
        done = blackbox.run([tools / "pj_query", *words])
        report.check(f"lacks are not said {words[0]}", done.code == 0 and not done.err, done.err)


@blackbox.group
def check_sizes(report, tools, _samples, scratch):
    """Threads of a process; one message has no size."""
    trace = scratch / "sizes.paje"
    trace.write_text(SIZES)
    shown = rows(tools, trace, "SELECT start_container, end_container, count, bytes FROM matrix(NULL)")
    report.check("matrix has bytes", [tuple(row.values()) for row in shown] == [
        ("t1", "t2", 2, 30), ("t2", "t1", 1, None)], str(shown))
    shown = rows(tools, trace, "SELECT measure, low, high, count FROM message_histogram(2)")
    report.check("histogram", [tuple(row.values()) for row in shown] == [
        ("size", 10, 15, 1), ("size", 15, 20, 1), ("latency", 1, 1.5, 2), ("latency", 1.5, 2, 1)], str(shown))
    shown = rows(tools, trace, "SELECT bytes FROM comm_over_time(2)")
    report.check("bytes over time", [row["bytes"] for row in shown] == [10, 20], str(shown))
    shown = rows(tools, trace, "SELECT * FROM communication_overlap()")
    wanted = {"container": "p", "path": "p", "tracks": 2, "communication": 4, "computing": 5, "overlap": 3,
              "share": 0.75}
    report.check("overlap", shown == [wanted], str(shown))
    wanted.pop("path")
    found = analysis(tools, trace, "profile")["communication_overlap"]
    report.check("overlap of pj_analyze", found == [wanted], str(found))


SIZES = RUN_DEFINITIONS + """\
0 P 0 Process
0 T P Thread
2 S T State
4 L P T T Message
6 0 p P 0 p
6 0 t1 T p t1
6 0 t2 T p t2
12 0 S t1 work
12 1 S t2 MPI_Recv
15 1 L p t1 x 1 10
16 2 L p t2 x 1
15 2 L p t2 x 2 ""
16 3 L p t1 x 2
15 3 L p t1 x 3 20
13 4 S t1
13 5 S t2
16 5 L p t2 x 3
12 5 S t2 work
13 6 S t2
"""


def main():
    tools, samples = map(Path, sys.argv[1:3])
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(report, tools, samples, Path(scratch))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
