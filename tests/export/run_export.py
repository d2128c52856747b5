#!/usr/bin/env python3
"""Runs pj_export as its users do: what it writes is read by the readers of these formats and
compared with pj_dump's table.

Usage: run_export.py TOOL_DIR SAMPLES
"""

import csv
import io
import json
import math
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from definitions import definitions

DONE, BAD_TRACE, TROUBLE = 0, 1, 2
NATURES = ("container", "state", "variable", "event", "link")


class Export:
    def __init__(self, tools, scratch, report):
        self.tool = blackbox.need_tool(tools, "pj_export")
        self.dump = blackbox.need_tool(tools, "pj_dump")
        self.query = blackbox.need_tool(tools, "pj_query")
        self.generate = blackbox.need_tool(tools, "pj_generate")
        self.scratch = scratch
        self.report = report

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], **options)

    def done(self, name, *words):
        done = self.run("-z", *words)
        lost = all(line.startswith("pj_export: not carried over: ") for line in done.err.splitlines())
        self.report.check(name, done.code == DONE and lost, f"{done.code} {done.err}")
        return done.out

    def table(self, trace):
        """Rows of pj_dump's table by nature, without the root."""
        done = blackbox.run([self.dump, "-n", "-z", "-l", "17", "--quotes", "csv", trace])
        rows = defaultdict(list)
        for row in csv.reader(io.StringIO(done.out)):
            rows[row[0].lower()].append(row[1:])
        return rows


def near(a, b):
    return math.isclose(float(a), float(b), rel_tol=1e-12, abs_tol=1e-15)


def micro(time):
    """Times of the JSON file, as far as they compare with those of the table."""
    return round(float(time) * 1e6, 3) + 0.0


def check_slices(check, events, table):
    """The table's states, by what their threads are called."""
    tracks = {track["tid"]: track for track in events["paje"]["tracks"] if "tid" in track}
    containers = events["paje"]["containers"]
    found = Counter((containers[tracks[event["tid"]]["container"]]["name"], event["cat"],
                     round(event["ts"], 3) + 0.0, round(event["ts"] + event["dur"], 3) + 0.0,
                     event["name"]) for event in events["traceEvents"] if event["ph"] == "X")
    expected = Counter((row[0], row[1], micro(row[2]), micro(row[3]), row[6])
                       for row in table["state"])
    check("slices are the states", found == expected,
          f"{list((found - expected).items())[:2]} {list((expected - found).items())[:2]}")


def check_others(check, events, table):
    counters = Counter((round(e["ts"], 3) + 0.0, e["args"]["value"]) for e in events
                       if e["ph"] == "C")
    check("counters are the variables", counters == Counter(
        (micro(row[2]), finite(row[5])) for row in table["variable"]))
    instants = Counter((e["cat"], round(e["ts"], 3) + 0.0, e["name"]) for e in events
                       if e["ph"] == "i")
    check("instants are the events", instants == Counter(
        (row[1], micro(row[2]), row[3]) for row in table["event"]))
    names = {e["tid"]: e["args"]["name"] for e in events
             if e["ph"] == "M" and e["name"] == "thread_name"}
    flows = defaultdict(dict)
    for event in events:
        if event["ph"] in "sf":
            check("one start and one end of a flow", event["ph"] not in flows[event["id"]], event)
            flows[event["id"]][event["ph"]] = event
    check("flows pair up", all(set(flow) == {"s", "f"} and flow["s"]["name"] == flow["f"]["name"]
                               and flow["s"]["cat"] == flow["f"]["cat"]
                               for flow in flows.values()))
    found = Counter((f["s"]["cat"], round(f["s"]["ts"], 3) + 0.0, round(f["f"]["ts"], 3) + 0.0,
                     f["s"]["name"], names[f["s"]["tid"]], names[f["f"]["tid"]])
                    for f in flows.values())
    check("flows are the links", found == Counter(
        (row[1], micro(row[2]), micro(row[3]), row[5], row[6], row[7]) for row in table["link"]))


def check_chrome(export, name, trace):
    path = export.scratch / "trace.json"
    export.done(f"{name}: chrome", "-n", "--to", "chrome", trace, "-o", path)
    # Names that are not UTF-8 come as the characters of the same numbers, as the table's do here.
    trace_file = json.loads(path.read_bytes())
    events = trace_file["traceEvents"]
    table = export.table(trace)

    def check(what, ok, why=""):
        export.report.check(f"{name}: {what}", ok, str(why))

    check_slices(check, trace_file, table)
    check_others(check, events, table)
    processes = {e["args"]["name"] for e in events if e.get("name") == "process_name"}
    containers = [row for row in table["container"]]
    holding = {row[0] for row in containers} | {row[5] for row in containers if row[0] == "0"}
    check("processes are the containers that hold others", processes <= holding
          and len(processes) > 0, processes - holding)


def check_csv(export, name, trace):
    folder = export.scratch / "csv"
    export.done(f"{name}: csv", "-n", "--to", "csv", trace, "-o", folder)
    table = export.table(trace)
    columns = {"state": ("container", "type", "start", "end", "duration", "depth", "value"),
               "variable": ("container", "type", "start", "end", "duration", "value"),
               "event": ("container", "type", "time", "value"),
               "link": ("container", "type", "start", "end", "duration", "value",
                        "start_container", "end_container", "key")}
    numbers = {"start", "end", "duration", "depth", "time"}
    export.report.check(f"{name}: one file for each nature",
                        sorted(p.name for p in folder.iterdir())
                        == sorted(nature + ".csv" for nature in NATURES))
    for nature, wanted in columns.items():
        text = (folder / f"{nature}.csv").read_bytes().decode("latin-1")
        rows = list(csv.DictReader(io.StringIO(text)))
        got = sorted([[row[column] for column in wanted] for row in rows], key=words)
        expected = sorted(table[nature], key=words)
        is_number = [column in numbers or (nature == "variable" and column == "value")
                     for column in wanted]
        export.report.check(f"{name}: {nature}.csv", len(got) == len(expected) and all(
            near(a, b) if is_it else a == b for row, other in zip(got, expected)
            for a, b, is_it in zip(row, other, is_number)), f"{got[:2]} {expected[:2]}")
    rows = list(csv.DictReader(io.StringIO(
        (folder / "container.csv").read_bytes().decode("latin-1"))))
    export.report.check(f"{name}: container.csv",
                        sorted((row["name"], row["type"], row["parent"]) for row in rows[1:])
                        == sorted((row[5], row[1], row[0]) for row in table["container"][1:])
                        and rows[0]["name"] == "0")


def nested_text(deepest, times):
    """One state around all others, nests of many depths in it: pieces end inside of nests."""
    lines = ["%EventDef PajeDefineContainerType 0", "% Alias string", "% Type string",
             "% Name string", "%EndEventDef", "%EventDef PajeDefineStateType 1", "% Alias string",
             "% Type string", "% Name string", "%EndEventDef", "%EventDef PajeCreateContainer 2",
             "% Time date", "% Alias string", "% Type string", "% Container string",
             "% Name string", "%EndEventDef", "%EventDef PajePushState 3", "% Time date",
             "% Type string", "% Container string", "% Value string", "%EndEventDef",
             "%EventDef PajePopState 4", "% Time date", "% Type string", "% Container string",
             "%EndEventDef", "0 C 0 Process", "1 S C State", "2 0 c C 0 p", "3 0 S c main"]
    clock = 0
    for turn in range(times):
        depth = 1 + turn * 37 % deepest
        for event in [f"3 %d S c f{level}" for level in range(depth)] + ["4 %d S c"] * depth:
            clock += 1
            lines.append(event % clock)
    return "\n".join(lines + [f"4 {clock + 1} S c"]) + "\n"


def finite(number):
    """JSON knows no other, so they are words."""
    return float(number) if math.isfinite(float(number)) else f"{float(number)}"


def words(row):
    """Rows of both kinds in one order: numbers as far as both have them."""
    return [round(float(cell), 9) + 0.0 if is_float(cell) else 0.0 for cell in row], row


def is_float(cell):
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False


def check_other_formats(export, trace):
    database = export.scratch / "trace.db"
    export.done("sqlite", "--to", "sqlite", trace, "-o", database)
    saved = export.scratch / "saved.db"
    blackbox.run([export.query, "--save", saved, trace])
    dumps = ["\n".join(sqlite3.connect(path).iterdump()) for path in (database, saved)]
    export.report.same("sqlite is what pj_query saves", dumps[1], dumps[0])
    dot = export.done("dot", "--to", "dot", trace)
    export.report.check("dot is a graph", dot.startswith("digraph") and "Rank" in dot, dot[:100])
    if shutil.which("dot"):
        drawn = subprocess.run(["dot", "-Tsvg"], input=dot.encode(), capture_output=True,
                               check=False)
        export.report.check("dot draws it", drawn.returncode == 0 and b"Rank" in drawn.stdout)
    plain = export.done("plain", "--to", "chrome", trace)
    packed = {"gzip": lambda data: subprocess.run(["gzip", "-dc"], input=data, check=True,
                                                  capture_output=True).stdout,
              "zstd": lambda data: subprocess.run(["zstd", "-dc"], input=data, check=True,
                                                  capture_output=True).stdout}
    for how, unpack in packed.items():
        out = export.done(f"--compress {how}", "--to", "chrome", "--compress", how, trace)
        export.report.check(f"--compress {how} unpacks",
                            unpack(out.encode("latin-1")).decode("latin-1") == plain
                            and len(out) * 4 < len(plain))
        folder = export.scratch / how
        export.done(f"csv --compress {how}", "--to", "csv", "--compress", how, trace, "-o", folder)
        suffix = {"gzip": ".gz", "zstd": ".zst"}[how]
        export.report.check(f"csv {how}: names", sorted(p.name for p in folder.iterdir()) == sorted(
            f"{nature}.csv{suffix}" for nature in NATURES))


def latin1_trace():
    """Bytes that are not UTF-8 in all that has a name, and in words of fields; and a field whose name is UTF-8."""
    text = definitions([
        ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
        ("DefineVariableType", "Alias Type Name"), ("DefineEventType", "Alias Type Name"),
        ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
        ("DefineEntityValue", "Alias Type Name"),
        ("CreateContainer", "Time Alias Type Container Name lié"), ("SetState", "Time Type Container Value lié clé:int"),
        ("SetVariable", "Time Type Container Value lié"), ("NewEvent", "Time Type Container Value lié"),
        ("StartLink", "Time Type Container Value StartContainer Key lié"),
        ("EndLink", "Time Type Container Value EndContainer Key")]).replace("% clé", "% liX")
    text += """0 N 0 Nœud
1 S N Activité
2 V N Débit
3 E N Événement
4 L 0 N N Réseau
5 é S été
6 0 ñ N 0 "nœud 1" à
7 1 S ñ é ç 7
7 2 S ñ hors ç 8
8 1 V ñ 2 ù
9 1 E ñ marqué ê
10 1 L 0 reçu ñ clé ö
11 2 L 0 reçu ñ clé
"""
    return text.replace("œ", "ø").encode("latin-1").replace(b"liX", "lié".encode())


@blackbox.group
def check_bytes_that_are_no_utf8(export):
    """SQLite and Parquet hold UTF-8: other bytes become the Latin-1 characters of the same numbers."""
    trace = export.scratch / "latin1.paje"
    trace.write_bytes(latin1_trace())
    exported, saved = export.scratch / "latin1.db", export.scratch / "saved1.db"
    export.done("latin1: sqlite", "--to", "sqlite", trace, "-o", exported)
    blackbox.run([export.query, "--save", saved, trace])
    for path in (exported, saved):
        database = sqlite3.connect(path)
        rows = {}
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").fetchall():
            found = database.execute(f'SELECT * FROM "{name}"')
            columns = [column[0] for column in found.description]
            rows[name] = [dict(zip(columns, row)) for row in found]
        state, variable, event, link = (rows[name][0] for name in ("states", "variables", "events", "links"))
        export.report.same("latin1: states", ["nøud 1", "Activité", "été", "ç", 7],
                           [state[name] for name in ("container", "type", "value", "lié_2", "lié")])
        export.report.same("latin1: others", ["Débit", "ù", "marqué", "ê", "Réseau", "reçu", "clé", "ö"],
                           [variable["type"], variable["lié"], event["value"], event["lié"], link["type"],
                            link["value"], link["key"], link["lié"]])
        export.report.same("latin1: containers", ["nøud 1", "ñ", "nøud 1", "à"],
                           [rows["container"][1][name] for name in ("name", "identifier", "path", "lié")])
        export.report.check("latin1: fields", {"lié"} <= {row["field"] for row in rows["event_definition"]}, "")
        database.close()
    folder = export.scratch / "latin1.parquet"
    export.done("latin1: parquet", "--to", "parquet", trace, "-o", folder)
    content = (folder / "states.parquet").read_bytes()
    export.report.check("latin1: names of columns in Parquet", "lié_2".encode() in content
                        and b"li\xe9" not in content, "")


LOSSES = """%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
% Color color
%EndEventDef
%EventDef PajeDefineEntityValue 2
% Alias string
% Type string
% Name string
% Color color
%EndEventDef
%EventDef PajeCreateContainer 3
% Time date
% Alias string
% Type string
% Container string
% Name string
% Node string
%EndEventDef
%EventDef PajeSetState 4
% Time date
% Type string
% Container string
% Value string
% Number int
% Text string
%EndEventDef
0 P 0 Process
1 S P Function "1 0 0"
1 T P Unused "0 1 0"
2 v S run "1 0 0"
2 w S never "0 0 1"
3 0 p P 0 "rank 0" n1
4 1 S p v 1 a
4 2 S p v "" ""
4 3 S p v 3 b
"""


def check_losses(export):
    """What the files do not hold is counted, as for OTF2, unless -q is given."""
    trace = export.scratch / "losses.paje"
    trace.write_text(LOSSES)
    both = {"colors of types": 2, "colors of values": 2, "values without objects": 1}
    empty = "empty words of user-defined fields (they come back as none)"
    for how, wanted in (("csv", {**both, "types without objects": 1, empty: 2}), ("parquet", {**both, empty: 1})):
        folder = export.scratch / f"losses.{how}"
        done = export.run("--to", how, trace, "-o", folder)
        found = dict(line.removeprefix("pj_export: not carried over: ").split(" ", 1)[::-1] for line in done.err.splitlines())
        wanted = {kind: str(count) for kind, count in wanted.items()}
        export.report.check(f"{how}: losses", found == wanted, f"{found}, not {wanted}: {done.err}")
        export.report.check(f"{how}: -q", not export.run("-q", "--to", how, trace, "-o", folder).err, "")
    table = blackbox.run([export.dump, "-u", export.scratch / "losses.csv"])
    export.report.check("csv: fields of containers come back", "Container, 0, Process, 0, 3, 3, rank 0, n1\n" in table.out,
                        table.out)
    archive = export.scratch / "losses.otf2"
    done = export.run("--to", "otf2", trace, "-o", archive)
    export.report.check("otf2: the empty word", "1 empty words in user-defined fields of numbers" in done.err
                        or "without OTF2" in done.err, done.err)


def check_errors(export, samples, trace):
    def fail(name, code, says, *words):
        done = export.run(*words)
        export.report.check(name, done.code == code and says in done.err,
                            f"{done.code} {done.err!r}")

    bad = samples / "bad" / "unknown_container.paje"
    for how in ("chrome", "sqlite", "csv", "dot"):
        left = export.scratch / "left"
        fail(f"bad trace to {how}", BAD_TRACE, "error: ", "--to", how, bad, "-o", left)
        export.report.check(f"bad trace to {how}: nothing is left", not left.exists())
    fail("no format", TROUBLE, "--to is required", trace)
    fail("unknown format", TROUBLE, "expected chrome|sqlite|csv|parquet|otf2|starvz|dot|ti, found vite", "--to", "vite",
         trace)
    fail("sqlite to standard output", TROUBLE, "needs the name of a file", "--to", "sqlite", trace)
    fail("csv to standard output", TROUBLE, "needs the name of a folder", "--to", "csv", trace)
    for option, format_of_option in (("--times=decimal", "parquet"), ("--partition=node", "parquet"), ("--run-folder=x", "starvz"),
                                     ("--host-speed=5", "ti"), ("--collective-bytes=5", "ti"), ("--element-bytes=5", "ti")):
        fail(f"{option} of csv", TROUBLE, f"belongs to --to {format_of_option}", "--to", "csv", option, "-o", "x", trace)
    fail("--unit of csv", TROUBLE, "belongs to --to chrome and --to ti", "--to", "csv", "--unit", "ms", "-o", "x", trace)
    fail("--types of dot", TROUBLE, "selects objects, and --to dot draws types", "--to", "dot", "--types", "V", trace)
    fail("sqlite compressed", TROUBLE, "not written compressed", "--to", "sqlite", "-o", "x",
         "--compress", "gzip", trace)
    fail("no such folder", TROUBLE, "No such file", "--to", "chrome", trace, "-o",
         export.scratch / "no" / "x.json")
    endless = export.scratch / "endless.paje"
    endless.write_text(nested_text(1, 1).replace("4 2 S c", "4 inf S c").replace("4 3 S c\n", ""))
    left = export.scratch / "endless.json"
    fail("infinite time", BAD_TRACE, "its length is infinite", "--to", "chrome", endless,
         "-o", left)
    export.report.check("infinite time: nothing is left", not left.exists())
    with open("/dev/full", "wb") as full:
        done = export.run("--to", "chrome", trace, stdout=full)
        export.report.check("full disk", done.code == TROUBLE and "No space left" in done.err,
                            f"{done.code} {done.err}")
        done = export.run("--to", "chrome", "--compress", "zstd", trace, stdout=full)
        export.report.check("full disk, compressed", done.code == TROUBLE
                            and "No space left" in done.err, f"{done.code} {done.err}")


@blackbox.group
def check_traces(export):
    for name, trace in blackbox.share(export.traces.items()):
        check_chrome(export, name, trace)
        shutil.rmtree(export.scratch / "csv", ignore_errors=True)
        check_csv(export, name, trace)


@blackbox.group
def check_others_than_tables(export):
    check_other_formats(export, export.traces["spmd"])


@blackbox.group
def check_wrong_calls(export):
    check_losses(export)
    check_errors(export, export.samples, export.traces["spmd"])


def main(tools, samples):
    samples = Path(samples)
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        export = Export(tools, Path(folder), report)
        spmd, varied = (export.scratch / f"{name}.paje" for name in ("spmd", "varied"))
        nested = export.scratch / "nested.paje"
        nested.write_text(nested_text(200, 40))
        for path, options in ((spmd, ("--iterations", "60")),
                              (varied, ("--shape", "varied", "--events", "3000"))):
            done = blackbox.run([export.generate, *options, "-o", path])
            report.check(f"pj_generate {path.name}", done.code == DONE, done.err)
        traces = {"spmd": spmd, "varied": varied, "nested": nested,
                  "heat": samples / "heat" / "heat.ethernet.trace"}
        traces.update({path.name: path for path in sorted((samples / "features").glob("*.paje"))})
        export.samples, export.traces = samples, traces
        blackbox.run_groups(export)
    return report.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
