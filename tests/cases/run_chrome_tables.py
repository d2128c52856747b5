#!/usr/bin/env python3
"""Chrome's JSON and tables as real programs write them, and as they come when something went wrong:
what must come of each, or which message. Then: what pj_export and pj_dump write of every sample trace
imports again, and twice the bytes take about twice the instructions.

Usage: run_chrome_tables.py TOOL_DIR SAMPLES
"""

import itertools
import json
import os
import random
import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
import definitions

CASES = HERE / "chrome_tables"
DONE, BAD = 0, 1
# What must be in the table, row by row (of pj_dump -u -l 6 --quotes=csv, without durations), and said.
GOOD = {
    "crossing_threads.json": (["thread 8,Slice,10,30,0,lock,0x7f", "thread 8,Slice 2,20,40,0,copy",
                               "thread 8,Slice,32,50,0,send"], []),
    "loop_with_missing_ends.json": (
        ["thread 1,Slice,0,5,0,turn", "thread 1,Slice,1,5,1,work", "thread 1,Slice,2,5,2,deeper",
         "thread 1,Slice,6,9,0,turn", "thread 1,Slice,7,8,1,work"],
        ["2 ends of slices that are missing"]),
    "other_names_of_ends.json": (["thread 1,Slice,0,4,0,outer", "thread 1,Slice,1,3,1,query"],
                                 ["1 names of ends that differ", "1 ends of slices that never began"]),
    "cut_in_escape.json": (['thread 1,Slice,1,3,0,whole,"[1,{""m"":""}]""}]"'],
                           ["ends inside an event (the one that begins at line 3, column 1)"]),
    "cut_behind_events.json": (["thread 1,Slice,1,3,0,whole"], ["ends inside the member 'metadata'"]),
    "bad_text_everywhere.json": (
        ["thread 1,Slice,1,3,0,pair \U0001f600 half \ufffd!,\ufffdx,"
         '"{""k"":""\\ufffd\\u0020\ufffd""}"'],
        ["4 bytes of names and words that are not valid UTF-8", "2 halves of surrogate pairs"]),
    "arguments.json": (
        ["thread 4,Slice,10,20,0,spawn,2.50,v,7,"
         '"[1,{""k"":""a\\u0020\\u0023b""}]",123456789012345678901234567890',
         "thread 4,Slice,30,35,0,merge,4096,done,true"],
        ["2 names of arguments that mean something", "1 arguments that an event has twice"]),
    "dropped.json": (
        ["c 1,Slice,1,2,0,a,c", "thread 4,Slice,10,11,0,x,c"],
        ["1 events of phase 'P' (samples)", "1 events without a time",
         "1 elements of the array that are null", "1 ids of events", "1 durations (dur) of events",
         "2 threads (tid) of events", "1 member 'tts'", "1 member 'user'", "1 metadata 'process_labels'",
         "1 member 'stackFrames' of the file", "1 values of counters that are no number"]),
    "nulls.json": (["thread 4,Slice,30,35,0,merge,4096,null"], []),
    "starvz_quoted.csv": (['0_CPU0,Worker State,500000,1500000,0,"a, b",960,j1',
                           "0_CPU0,Worker State,1500000,2000000,0,c"], ["no rows of containers"]),
}
# Rows of other kinds, unchanged.
ROWS = {
    "arguments.json": ["Event,thread 4,Instant,0.000036,tick,2",
                       "Event,thread 4,Instant,0.000039,odd,no object",
                       "Link,0,Flow,0.000037,0.000038,0.000001,flow,thread 4,thread 4,0,1,1"],
    "bad_text_everywhere.json": ["Container,0,Process,1e-06,3e-06,2e-06,na\ufffdve"],
    "cut_and_padded.json": ["Event,thread ,Instant,0.000001,x"],
    "dropped.json": ["Variable,process 1,c,0.000003,0.000011,0.000008,1.000000"],
    "nulls.json": ["Event,thread 4,Instant,0.000036,tick",
                   "Link,0,Flow,0.000037,0.000038,0.000001,flow,thread 4,thread 4,0,c,1"],
    "starvz_links.csv": ["Link,MPI,Link,1.000000,2.000000,1.000000,8192,mpi0,mpi1,k1,77,Isend",
                         "Link,MPI,Link,2.000000,3.500000,1.500000,4096,mpi1,mpi0,k2"],
    "starvz_events.csv": ["Event,MEM0,Memory Manager,0.250000,fetch,0xa,3,1"],
    "commas_in_names.csv": ["Event,n1,Mark,1.000000,a"],
}
SAID = {"cut_and_padded.json": ["ends inside an event (the one that begins at line 2, column 1)"],
        "commas_in_names.csv": ["2 rows with columns beyond", "pj_dump --quotes=csv"]}
# line:column, what was found, and a word of the cause
WRONG = {
    "two_quotes.json": (":3:25: error: not JSON: found 'hello'", "quote within a string"),
    "nan_argument.json": (":2:76: error: not JSON: found 'NaN'", "JSON has no NaN"),
    "infinite_duration.json": (":3:8: error: not JSON: found 'Infinity'", "no infinity"),
    "windows_path.json": (":2:21: error: not JSON: found '\\Program'", "a backslash is \\\\"),
    "far_time.json": (":2:43: error: a time too far from 0: found '1e308'", "microseconds"),
    "commas_in_container.csv": (":3: error: malformed number: found 'load'", "pj_dump --quotes=csv"),
}
# The same of the inputs that were found elsewhere, where they are there.
KEPT_GOOD = {
    "async_crossing_names.json": (["io 1,Slice,1,10,0,outer,io", "io 1,Slice,2,5,1,read,io",
                                   "io 1,Slice 2,3,7,0,write,io"], []),
    "missing_end_by_name.json": (["thread 0,Slice,0,4,0,solve", "thread 0,Slice,1,3,1,assemble"],
                                 ["1 ends of slices that are missing"]),
    "cut_in_event.json": (["thread 1,Slice,1,3,0,first", "thread 1,Slice,5,7,0,second"],
                          ["ends inside an event"]),
    "lone_surrogate.json": (["thread 1,Slice,2,3,0,open caf\ufffd.txt"], ["1 halves"]),
    "latin1_name.json": (["thread 1,Slice,2,3,0,caf\ufffd"], ["1 bytes"]),
    "args_wanted.json": (["thread 4,Slice,10,20,0,spawn,cc -c a.c,3",
                          "thread 4,Slice,30,35,0,copy,4096,true"], []),
    "starvz_states.csv": (["0_CPU0,Worker State,500000,1500000,0,Idle",
                           "0_CPU0,Worker State,1500000,2000000,0,potrf,512,x"], []),
}
KEPT_WRONG = {"json_quote_place.json": (":3:28: error: not JSON: found '\"'", "quote within a string"),
                "comma_names_table.csv": (":3: error", "pj_dump --quotes=csv")}


class Calls:
    def __init__(self, tools, scratch, report):
        self.tools, self.scratch, self.report = tools, scratch, report

    def run(self, tool, *words, **options):
        return blackbox.run([blackbox.need_tool(self.tools, tool), *words], **options)

    def table(self, trace, *options):
        done = self.run("pj_dump", "-u", "--quotes=csv", *options, trace)
        self.report.check(f"{trace.name} is read", done.code == DONE, done.err)
        return done.out.encode("latin-1").decode("utf-8", errors="replace")


def states(table):
    """Rows of states without their durations, in microseconds."""
    for line in table.splitlines():
        found = re.match(r"State,([^,]*,[^,]*),([^,]*),([^,]*),[^,]*,([^,]*),(.*)$", line)
        if found:
            place, start, end, depth, rest = found.groups()
            yield (f"{place},{round(float(start) * 1e6)},{round(float(end) * 1e6)},"
                   f"{int(float(depth))},{rest}")


def check_good(calls, file, rows, said, others=()):
    out = calls.scratch / "case.paje"
    done = calls.run("pj_import", file, "-o", out)
    check = calls.report.check
    if not check(f"{file.name}: imported", done.code == DONE, f"{done.code} {done.err}"):
        return
    table = calls.table(out)
    found = list(states(table)) if rows else []
    for row in rows:
        check(f"{file.name}: {row}", row in found, table)
    if rows and file.parent == CASES:
        check(f"{file.name}: no other states", sorted(rows) == sorted(found), table)
    for row in others:
        check(f"{file.name}: {row}", row in table.splitlines(), table)
    for words in said:
        check(f"{file.name} says: {words}", words in done.err, done.err)
    check(f"{file.name}: nothing said with -q",
          not calls.run("pj_import", "-q", file, "-o", out).err)
    if file.suffix == ".json":
        check_back(calls, file.name, out)


def check_back(calls, name, trace):
    """pj_export -u writes what pj_import reads as the same."""
    back, again = calls.scratch / "back.json", calls.scratch / "back.paje"
    calls.run("pj_export", "-q", "-u", "--to", "chrome", trace, "-o", back)
    json.loads(back.read_bytes().decode("utf-8"))
    done = calls.run("pj_import", back, "-o", again)
    calls.report.check(f"{name}: comes back", done.code == DONE and not done.err, done.err)
    calls.report.same(f"{name}: comes back as it was", calls.table(trace, "-l", "9"),
                      calls.table(again, "-l", "9"))


def check_wrong(calls, file, place, cause):
    out = calls.scratch / "wrong.paje"
    done = calls.run("pj_import", file, "-o", out)
    calls.report.check(f"{file.name}: refused", done.code == BAD and not out.exists(), f"{done.code}")
    calls.report.check(f"{file.name}: {place}", f"{file.name}{place}" in done.err
                       and cause in done.err and done.err.count("\n") == 1, done.err)


@blackbox.group
def check_categories(calls):
    """Asynchronous operations have the field cat, too; the id of an instant of one is counted."""
    path = calls.scratch / "categories.json"
    event = '{"name":"n","cat":"io","pid":1,"tid":2,'
    path.write_text(f'[{event}"ph":"b","ts":1,"id":7}},{event}"ph":"n","ts":2,"id":7}},{event}"ph":"e","ts":3,"id":7}},'
                    f'{event}"ph":"S","ts":4,"id":8}},{event}"ph":"F","ts":5,"id":8,"args":{{"a":1}}}},'
                    f'{event}"ph":"X","ts":6,"dur":1}}]')
    rows = [line.split(",") for line in calls.table(path).splitlines()]
    found = sorted((row[1], row[7:]) for row in rows if row[0] == "State")
    calls.report.check("categories", found == [("io 1", ["n", "io"]), ("io 1", ["n", "io", "1"]), ("thread 2", ["n", "io"])], str(found))
    told = calls.run("pj_dump", path).err
    calls.report.check("ids of instants", "1 ids of asynchronous instants (n)" in told and "neither" not in told, told)


@blackbox.group
def check_ids_and_replaced_values(calls):
    """Counters of different ids are different; what a later event replaces is counted; 1 and 1.0 are one process."""
    def counter(time, value, **members):
        return {"ph": "C", "name": "load", "pid": 1, "ts": time, "args": {"value": value}, **members}

    def named(kind, name, **members):
        return {"ph": "M", "name": kind, "pid": 1, "args": {"name": name}, **members}

    path = calls.scratch / "ids.json"
    path.write_text(json.dumps([
        counter(1, 1, id2={"local": "0x1"}), counter(1, 2, id2={"local": "0x2"}), counter(1, 3, id2={"global": "0x3"}),
        counter(1, 4, id="0x4"), counter(1, 5), counter(2, 6), counter(2, 7), counter(2, 8), counter(3, 9), counter(3, 9),
        named("process_name", "first"), named("process_name", "second"), named("process_name", "second"),
        named("thread_name", "old", tid=2), named("thread_name", "new", tid=2.0),
        {"ph": "X", "name": "a", "pid": 1.0, "tid": 2, "ts": 1, "dur": 5},
        {"ph": "X", "name": "b", "pid": 1, "tid": 2.0, "ts": 10, "dur": 1},
        {"ph": "s", "name": "flow", "id": 1, "pid": 1, "tid": 2, "ts": 2},
        {"ph": "f", "name": "flow", "id": 1, "pid": 1, "tid": 2, "ts": 7},
        {"ph": "s", "name": "flow", "id": 2, "pid": 1, "tid": 2, "ts": 2},
        {"ph": "f", "bp": "e", "name": "flow", "id": 2, "pid": 1, "tid": 2, "ts": 4}]))
    done = calls.run("pj_dump", "--quotes=csv", path)
    rows = [line.split(",") for line in done.out.splitlines()]
    first = {row[2]: float(row[6]) for row in rows if row[0] == "Variable" and float(row[3]) < 1.5e-6}
    calls.report.check("a variable for each id of a counter", first == {
        "load 0x1": 1, "load 0x2": 2, "load 0x3": 3, "load 0x4": 4, "load": 5}, f"{first} {done.err}")
    for words in ("2 values of counters that a later value at the same time replaces",
                  "2 names of processes and threads that a later name replaces",
                  "1 ends of flows that belong to the next slice"):
        calls.report.check(f"says {words}", words in done.err, done.err)
    containers = sorted(row[2] + " " + row[6] for row in rows if row[0] == "Container" and row[1] != "0" or
                        row[0] == "Container" and row[2] == "Process")
    calls.report.check("one process, one thread", containers == ["Process second", "Thread new"], str(containers))


@blackbox.group
def check_ends_of_runs(calls):
    """A table whose root lasts longer than all else gives a trace that does; -1 is the end of one in which nothing happens."""
    for rows in (["Container, 0, 0, 0, 0, 0, 0"], ["Container, 0, 0, 0, 9, 9, 0"], ["Container, 0, 0, 0, -1, -1, 0"],
                 ["Container, 0, 0, 0, 12, 12, 0", "Container, 0, M, 1, 9, 8, m", "State, m, S, 2.000000, 3.000000, 1.000000, 0.000000, v"]):
        path = calls.scratch / "root.txt"
        path.write_text("\n".join(rows) + "\n")
        done = calls.run("pj_dump", path)
        calls.report.check(rows[0], done.out.splitlines() == rows, done.out + done.err)


@blackbox.group
def check_arguments(calls):
    """They come back as what they were: numbers, truths and objects, not only words."""
    trace = calls.scratch / "arguments.paje"
    calls.run("pj_import", "-q", CASES / "arguments.json", "-o", trace)
    told = json.loads(calls.run("pj_export", "-q", "-u", "--to", "chrome", trace).out)
    fields = {event["name"]: event.get("args", {}).get("user") for event in told["traceEvents"]}
    expected = {"avg ms": 2.5, "args.Value": "v", "args.Time": 7, "list": [1, {"k": "a #b"}],
                "big": "123456789012345678901234567890"}
    calls.report.check("arguments of spawn", fields["spawn"] == expected, f"{fields['spawn']}")
    shadowed = calls.scratch / "shadowed.json"
    shadowed.write_text(json.dumps([{"name": "a", "ph": "X", "ts": 0, "dur": 5, "pid": 1, "tid": 1,
                                     "args": {"Color": "red", "EndContainer": "e", "StartContainerType": "s"}}]))
    table = calls.run("pj_dump", "-u", shadowed).out
    calls.report.check("arguments that are fields of other events", table.rstrip().endswith(", a, red, e, s"), table)
    calls.report.check("arguments of merge", fields["merge"] == {"bytes": 4096, "state": "done",
                                                                 "ok": True}, f"{fields['merge']}")


def traces(samples):
    yield from sorted((samples / "features").glob("*.paje"))
    yield samples / "features" / "multi_file" / "root.paje"
    yield from sorted((samples / "heat").glob("*.trace"))
    yield from sorted((blackbox.DATA / "real").glob("*.trace"))


@blackbox.group
def check_exports(calls):
    for trace in blackbox.share(traces(calls.samples)):
        folder, back = calls.scratch / "csv", calls.scratch / "back.paje"
        shutil.rmtree(folder, ignore_errors=True)
        done = calls.run("pj_export", "-q", "-n", "-z", "--to", "csv", trace, "-o", folder)
        if done.code != DONE:
            continue  # a bad trace of a real program
        done = calls.run("pj_import", "-q", folder, "-o", back)
        calls.report.check(f"{trace.name}: csv imports", done.code == DONE and not done.err, done.err)
        whole = calls.run("pj_dump", "-n", "-z", "-l", "12", "--quotes=csv", trace).out
        again = calls.run("pj_dump", "-l", "12", "--quotes=csv", back).out
        if whole.count("\n") > 1:  # nothing says when a trace ends in which nothing happens
            calls.report.same(f"{trace.name}: csv comes back", "\n".join(sorted(whole.splitlines())),
                              "\n".join(sorted(again.splitlines())))
        for file in sorted(folder.glob("*.csv")):
            done = calls.run("pj_import", "-q", file, "-o", back)
            calls.report.check(f"{trace.name}: {file.name} alone", done.code == DONE, done.err)
        for options in ([], ["-u"], ["-h"], ["-o"], ["-u", "-h"]):
            text = calls.run("pj_dump", "-n", "-z", "--quotes=csv", *options, trace).out
            done = calls.run("pj_import", "-q", "--from=table", "-o", back,
                             stdin=text.encode("latin-1"))
            calls.report.check(f"{trace.name}: table {options}", done.code == DONE, done.err)


SUCCESSORS = definitions.definitions((
    ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
    ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    ("CreateContainer", "Time Alias Type Container Name"), ("DestroyContainer", "Time Type Name"),
    ("PushState", "Time Type Container Value"), ("PopState", "Time Type Container"),
    ("StartLink", "Time Type Container Value StartContainer Key"), ("EndLink", "Time Type Container Value EndContainer Key")))


def successors(seed):
    """A trace whose processes end and are created again under one path, each with a thread of its own."""
    draw = random.Random(seed)
    lines = [f"0 {alias} {parent} {alias}" for alias, parent in (("Node", "0"), ("Process", "Node"), ("Thread", "Process"))]
    lines += ["1 S Thread S", "2 L Node Process Process L", "3 0 n Node 0 n"]
    events, starts, alias = [], [], 0
    for name in ("p", "q"):
        time = draw.randint(0, 3)
        for _ in range(draw.randint(2, 6)):
            alias += 1
            process, thread = f"p{alias}", f"t{alias}"
            end = time + draw.randint(4, 9)
            events += [(time, f"3 {time} {process} Process n {name}"), (time, f"3 {time} {thread} Thread {process} t"),
                       (time + 1, f"5 {time + 1} S {thread} v{alias}"), (end - 1, f"6 {end - 1} S {thread}"),
                       (end, f"4 {end} Thread {thread}"), (end, f"4 {end} Process {process}")]
            starts.append((time + 1, process))
            time = end + draw.randint(1, 3)
    starts.sort()
    for key, ((start, begin), (end, finish)) in enumerate(itertools.pairwise(starts)):
        events += [(start, f"7 {start} L n m {begin} {key}"), (end, f"8 {end} L n m {finish} {key}")]
    events.sort(key=lambda event: event[0])
    last = events[-1][0] + 1
    return SUCCESSORS + "\n".join([*lines, *(line for _, line in events), f"4 {last} Node n"]) + "\n"


@blackbox.group
def check_successors(calls):
    """Objects come back to the container that existed at their time, of those of one path."""
    trace, folder, back = (calls.scratch / name for name in ("successors.paje", "successors", "back.paje"))
    for seed in range(10):
        trace.write_text(successors(seed))
        shutil.rmtree(folder, ignore_errors=True)
        calls.run("pj_export", "-q", "--to", "csv", trace, "-o", folder)
        done = calls.run("pj_import", folder, "-o", back)
        calls.report.check(f"seed {seed}: without loss", done.code == DONE and "not carried over" not in done.err, done.err)
        tables = [calls.run("pj_dump", "-l", "9", "--quotes=csv", file).out.splitlines() for file in (trace, back)]
        calls.report.check(f"seed {seed}: all rows", sum(row.startswith(("State", "Link")) for row in tables[0]) >= 7)
        calls.report.same(f"seed {seed}: same rows", *("\n".join(sorted(table)) for table in tables))
    # Two that exist at one time cannot be told apart.
    folder.joinpath("container.csv").write_text("name,path,type,parent,start,end,duration\n0,,0,,0,9,9\n"
                                                "p,p,P,0,0,5,5\np,p,P,0,3,9,6\n")
    for name in ("event", "link", "state", "variable"):
        folder.joinpath(f"{name}.csv").unlink()
    folder.joinpath("state.csv").write_text("container,path,type,start,end,duration,depth,value\n"
                                            "p,p,S,1,2,1,0,a\np,p,S,3,4,1,0,b\np,p,S,6,7,1,0,c\n")
    done = calls.run("pj_import", folder, "-o", back)
    calls.report.check("what is counted", "1 objects whose container is one of several" in done.err, done.err)


@blackbox.group
def check_compressed(calls):
    samples = calls.samples
    folder, plain = calls.scratch / "packed", calls.scratch / "plain"
    trace = samples / "features" / "nested_states.paje"
    calls.run("pj_export", "-q", "--to", "csv", "--compress=zstd", trace, "-o", folder)
    calls.run("pj_export", "-q", "--to", "csv", trace, "-o", plain)
    calls.report.same("compressed csv", calls.run("pj_import", "-q", plain).out,
                      calls.run("pj_import", "-q", folder).out)


@blackbox.group
def check_missing(calls):
    for words in (["none.json"], ["none.csv"], ["none"], ["--from=chrome", "none"],
                  ["--from=table", "none"], ["--from=chrome", "."]):
        done = calls.run("pj_import", *words, cwd=calls.scratch)
        why = "Is a directory" if words[-1] == "." else "No such file or directory"
        calls.report.check(f"missing {words}", done.code == 2 and why in done.err, done.err)


def begin_end(count, names):
    begins = [{"ph": "b", "id": 1, "ts": i, "name": f"n{i % names}"} for i in range(count)]
    return begins + [{"ph": "e", "id": 1, "ts": count + i, "name": f"n{i % (names + 2)}"}
                     for i in range(count)]


# What grows: as JSON, of a size.
GROWING = {
    "overlapping slices": lambda n: json.dumps([{"ph": "X", "ts": i, "dur": 10 ** 9, "name": "x"}
                                                for i in range(n)]),
    "crossing asynchronous slices": lambda n: json.dumps(begin_end(n, n)),
    "ends of other names": lambda n: json.dumps(begin_end(n, 7)),
    "slices of no length in one another": lambda n: json.dumps(
        [{"ph": "B", "ts": 1, "name": "x"}] * n + [{"ph": "E", "ts": 1}] * n
        + [{"ph": "X", "ts": 1, "dur": 0, "name": "y"}] * n),
    "arguments": lambda n: json.dumps([{"ph": p, "ts": i, "name": "x", "args": {
        f"k{(i * n) ^ j}": j for j in range(4 * n)}} for i, p in enumerate("BE")]),
    "names of arguments": lambda n: json.dumps([{"ph": "i", "ts": i, "args": {f"k{i}": i}}
                                                for i in range(n)]),
    "depth": lambda n: '[{"ph":"i","ts":1,"args":{"a":' + "[" * 20 * n + "]" * 20 * n + "}}]",
    "bad bytes": lambda n: b'[{"ph":"i","ts":1,"name":"' + b"\xff" * 20 * n + b'"}]',
    "half pairs": lambda n: '[{"ph":"i","ts":1,"name":"' + "\\ud800" * 10 * n + '"}]',
    "NUL bytes": lambda n: b"[" + b"\0" * 50 * n,
    "members": lambda n: '[{"ph":"i","ts":1,' + ",".join(f'"k{i}":1' for i in range(n)) + "}]",
    "digits": lambda n: '[{"ph":"i","ts":1.' + "7" * 20 * n + ',"pid":' + "9" * 20 * n + "}]",
}


def instructions(calls, text):
    out = calls.scratch / "callgrind"
    file = calls.scratch / "growing.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    tool = blackbox.need_tool(calls.tools, "pj_import")
    blackbox.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", tool, "-q", "-j", "1",
                  "-o", calls.scratch / "growing.paje", file])
    return int(re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.MULTILINE).group(1))


@blackbox.group
def check_growth(calls):
    """Twice as much takes about twice the instructions, next to those of any run."""
    if not shutil.which("valgrind") or "PAJE_NO_VALGRIND" in os.environ:
        blackbox.skip("no valgrind: growth is not looked at")
    base = instructions(calls, '[{"ph":"i","ts":1}]')
    for name, make in GROWING.items():
        small, large = (instructions(calls, make(count)) - base for count in (2000, 4000))
        calls.report.check(f"{name}: linear", large < 2.6 * small + 200_000,
                           f"{small} instructions, then {large}")


@blackbox.group
def check_files(calls):
    for file in sorted(CASES.iterdir()):
        if file.name in WRONG:
            check_wrong(calls, file, *WRONG[file.name])
        else:
            rows, said = GOOD.get(file.name, ([], SAID.get(file.name, [])))
            check_good(calls, file, rows, said, ROWS.get(file.name, ()))


@blackbox.group
def check_kept_files(calls):
    for name, (rows, said) in KEPT_GOOD.items():
        check_good(calls, blackbox.DATA / "cases" / name, rows, said)
    for name, words in KEPT_WRONG.items():
        check_wrong(calls, blackbox.DATA / "cases" / name, *words)
    for file in sorted((blackbox.DATA / "real").glob("*.json*")):
        check_good(calls, file, [], [])


def main(tools, samples):
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        calls = Calls(tools, Path(folder), report)
        calls.samples = Path(samples)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
