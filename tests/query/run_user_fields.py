#!/usr/bin/env python3
"""Asks for user-defined fields wherever tools give them: in SQL, in saved databases, in CSV and in
Chrome's JSON, and by way of that in the trace again.

Usage: run_user_fields.py TOOL_DIR SAMPLES
"""

import csv
import json
import sqlite3
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

DONE, TROUBLE = 0, 2

# Of the kind that the tests of analysis gave: a link's size in no table.
HEAD = """%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 2
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeDefineVariableType 3
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineEventType 4
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeCreateContainer 5
% Time date
% Alias string
% Type string
% Container string
% Name string
% Core int
% Note string
%EndEventDef
%EventDef PajePushState 6
% Time date
% Type string
% Container string
% Value string
% Task int
% start double
% Note string
%EndEventDef
%EventDef PajePopState 7
% Time date
% Type string
% Container string
% Task int
% Flops double
%EndEventDef
%EventDef PajeSetVariable 8
% Time date
% Type string
% Container string
% Value double
% Unit string
%EndEventDef
%EventDef PajeNewEvent 9
% Time date
% Type string
% Container string
% Value string
% Id hex
% a"b int
%EndEventDef
%EventDef PajeEndLink 11
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
% Size int
%EndEventDef
"""


def start_link(fields):
    return ("%EventDef PajeStartLink 10\n% Time date\n% Type string\n% Container string\n"
            "% StartContainer string\n% Value string\n% Key string\n" +
            "".join(f"% {field}\n" for field in fields) + "%EndEventDef\n")


TYPES = ("0 P 0 Process\n1 S P Function\n2 L 0 P P Message\n3 V P Load\n4 E P Mark\n"
         '5 0 p P 0 "rank 0" 3 "a, b"\n5 0 q P 0 "rank 1" 4 ""\n')
OBJECTS = """6 1 S p outer 17 0.5 "two words"
6 2 S p inner 18 1e3 x
8 2 V p 1 percent
9 2.5 E p hit 0x1F -1
7 3 S p 99 2.25
7 4 S p 98 inf
"""


class Fields:
    def __init__(self, tools, scratch, report):
        self.tools = {name: blackbox.need_tool(tools, name)
                      for name in ("pj_query", "pj_export", "pj_import", "pj_dump", "pj_generate", "paje2bin")}
        self.scratch, self.report = scratch, report

    def run(self, tool, *words, **options):
        return blackbox.run([self.tools[tool], *words], **options)

    def same(self, name, expected, got):
        self.report.check(name, expected == got, f"\n  expected {expected}\n  got {got}")

    def rows(self, trace, sql, *options):
        done = self.run("pj_query", "--format", "json", *options, trace, sql)
        self.report.check(f"{sql[:60]!r} is done", done.code == DONE and not done.err, done.err)
        return [tuple(row.values()) for row in json.loads(done.out or "[]")]

    def write(self, name, text):
        path = self.scratch / name
        path.write_text(text)
        return path


@blackbox.group
def check_tables(fields, trace):
    same = fields.same
    same("of states",
         [("outer", 17, 0.5, "two words", "Infinity"), ("inner", 18, 1000.0, "x", 2.25)],
         [row for row in fields.rows(trace, "SELECT value, Task, field_start, note, Flops FROM states")])
    same("types of columns", [("integer", "real", "text", "real")],
         fields.rows(trace, "SELECT typeof(Task), typeof(field_start), typeof(Note), "
                            "typeof(Flops) FROM state WHERE id = 1"))
    same("of states in a window", [(17,), (18,)],
         fields.rows(trace, "SELECT task FROM overlapping(2, 2.5) ORDER BY depth"))
    same("of variables", [("percent",)], fields.rows(trace, "SELECT unit FROM variables"))
    same("of events", [(31, -1)], fields.rows(trace, 'SELECT field_id, "a""b" FROM events'))
    same("of containers", [("0", None, None), ("rank 0", 3, "a, b"), ("rank 1", 4, "")],
         fields.rows(trace, "SELECT name, core, note FROM containers ORDER BY id"))
    same("of links", [("x", 4096, 5), ("y", 100, None)],
         fields.rows(trace, "SELECT key, size, Tag FROM links ORDER BY key"))
    same("are searched", [("inner",)], fields.rows(trace, "SELECT value FROM states WHERE task > 17"))
    meanings = fields.rows(trace, 'SELECT meaning FROM schema_page WHERE name = \'links\' AND '
                                  '"column" IN (\'size\', \'Tag\') ORDER BY 1')
    same("the schema page", [("bytes of a message: user-defined field Size, 2 of 2 have it",),
                             ("user-defined field Tag, 1 of 2 have it",)], meanings)


TABLES = ("container", "state", "variable", "event", "link")


def check_saved(fields, trace, tool, *words):
    path = fields.scratch / f"{tool}.db"
    done = fields.run(tool, *words, path, trace)
    fields.report.check(f"{tool}: saved", done.code == DONE, done.err)
    connection = sqlite3.connect(path)
    for table in [*TABLES, *(f"{name}s" for name in TABLES), "schema_page"]:
        got = connection.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in got.description]
        live = fields.run("pj_query", "--format", "json", trace, f"SELECT * FROM {table}").out
        # Infinity is a word in JSON, which has no such number.
        expected = [{name: row.get(name) for name in json.loads(live)[0]}
                    for row in json.loads(live)]
        found = [dict(zip(names, row)) for row in got]
        fields.same(f"{tool}: {table}", expected,
                           [{name: in_json(row[name]) for name in expected[0]} for row in found])
    kinds = dict(connection.execute("SELECT name, type FROM pragma_table_info('state')"))
    fields.same(f"{tool}: types", ("INTEGER", "REAL", "TEXT"),
                       (kinds["Task"], kinds["Flops"], kinds["Note"]))
    connection.close()


def in_json(value):
    return {float("inf"): "Infinity", float("-inf"): "-Infinity"}.get(value, value)


@blackbox.group
def check_csv(fields, trace):
    folder = fields.scratch / "csv"
    done = fields.run("pj_export", "--to", "csv", trace, "-o", folder)
    fields.report.check("csv is written", done.code == DONE, done.err)

    def table(name):
        with open(folder / f"{name}.csv", newline="") as file:
            return list(csv.DictReader(file))

    fields.same("csv: links", [("4096", "5"), ("100", "")],
                       [(row["size"], row["Tag"]) for row in sorted(
                           table("link"), key=lambda row: row["key"])])
    fields.same("csv: states", [("17", "0.5", "two words", "inf"),
                                       ("18", "1000", "x", "2.25")],
                       [(row["Task"], row["field_start"], row["Note"], row["Flops"])
                        for row in table("state")])
    fields.same("csv: events", [("31", "-1")],
                       [(row["field_Id"], row['a"b']) for row in table("event")])
    fields.same("csv: containers", [("", ""), ("3", "a, b"), ("4", "")],
                       sorted((row["Core"], row["Note"]) for row in table("container")))
    back = fields.scratch / "of_csv.paje"
    done = fields.run("pj_import", folder, "-o", back)
    fields.report.check("csv: read again", done.code == DONE, done.err)
    fields.same("csv: sizes are there again", [("x", 4096, 5), ("y", 100, None)],
                       fields.rows(back, "SELECT key, size, Tag FROM links ORDER BY key"))
    bare = fields.scratch / "bare"
    fields.run("pj_export", "--no-user-defined", "--to", "csv", trace, "-o", bare)
    fields.report.check("csv without them", "Task" not in (bare / "state.csv").read_text()
                        and "size" not in (bare / "link.csv").read_text())


@blackbox.group
def check_chrome(fields, trace):
    done = fields.run("pj_export", "--to", "chrome", trace)
    events = json.loads(done.out)["traceEvents"]
    arguments = {event["args"]["key"]: event["args"] for event in events if event["ph"] == "s"}
    fields.same("chrome: of links", {
        "x": {"key": "x", "size": 4096, "user": {"Size": 4096, "Size#2": 4096, "Tag": 5}},
        "y": {"key": "y", "size": 100, "user": {"Size": 100, "Size#2": ""}}}, arguments)
    fields.same("chrome: of states", [
        {"Task": 17, "start": 0.5, "Note": "two words", "Task#2": 98, "Flops": "inf"},
        {"Task": 18, "start": 1000.0, "Note": "x", "Task#2": 99, "Flops": 2.25}],
        [event["args"]["user"] for event in events if event["ph"] == "X"])
    json_file = fields.write("trace.json", done.out)
    back = fields.scratch / "back.paje"
    done = fields.run("pj_import", json_file, "-o", back)
    fields.report.check("chrome: read again", done.code == DONE and not done.err, done.err)
    for table in ("states", "links", "events", "variables", "containers"):
        fields.same(f"chrome: {table} are there again",
                           fields.rows(trace, f"SELECT * FROM {table}"),
                           fields.rows(back, f"SELECT * FROM {table}"))
    fields.same("chrome: the same once more", json_file.read_text(),
                       fields.run("pj_export", "--to", "chrome", back).out)


@blackbox.group
def check_arguments_of_chrome(fields, _):
    """From another tool's arguments to columns and back to arguments."""
    given = {"bytes": 4096, "name": "a", "share": 0.25, "deep": [1, {"b": None}], "on": True}
    flow = {"pid": 1, "tid": 1, "cat": "c", "name": "m", "id": 7}
    events = [{"ph": "X", "ts": 1, "dur": 20, "pid": 1, "tid": 1, "name": "f", "args": given},
              {"ph": "s", "ts": 2, **flow, "args": {"Size": 10}},
              {"ph": "f", "bp": "e", "ts": 9, **flow}]
    source = fields.write("given.json", json.dumps(events))
    trace = fields.scratch / "given.paje"
    done = fields.run("pj_import", source, "-o", trace)
    fields.report.check("arguments are read", done.code == DONE, done.err)
    fields.same("arguments are columns",
                       [(4096, "integer", "a", 0.25, '[1,{"b":null}]', "true")],
                       fields.rows(trace, "SELECT bytes, typeof(bytes), field_name, share, deep, "
                                          '"on" FROM states'))
    fields.same("the size of a flow", [(10,)], fields.rows(trace, "SELECT size FROM links"))
    out = json.loads(fields.run("pj_export", "--to", "chrome", trace).out)["traceEvents"]
    fields.same("arguments are there again", [given],
                       [event["args"]["user"] for event in out if event["ph"] == "X"])


@blackbox.group
def check_large_numbers(fields, _):
    """Ids of 64 bits that neither an integer nor a double holds are texts: two of them never become one."""
    ids = [9007199254740992, 9007199254740993, 18446744073709551615]
    source = fields.write("ids.json", json.dumps(
        [{"ph": "X", "ts": i, "dur": 1, "pid": 1, "tid": 1, "name": "f", "args": {"Task": number, "Few": number % 1000}}
         for i, number in enumerate(ids)]))
    expected = [(str(number), "text", number % 1000) for number in ids]
    question = "SELECT Task, typeof(Task), Few FROM states ORDER BY start"
    fields.same("ids: of JSON", expected, fields.rows(source, question))
    table, chrome, archive = (fields.scratch / name for name in ("ids", "ids.json.back", "ids.pja"))
    for words in (("--to", "csv", source, "-o", table), ("--to", "chrome", source, "-o", chrome)):
        done = fields.run("pj_export", *words)
        fields.report.check(f"ids: {words[1]}", done.code == DONE and "digits" not in done.err, done.err)
    fields.run("paje2bin", "--method=archive", source, "-o", archive)
    for back in (table, chrome, archive):
        fields.same(f"ids: by way of {back.name}", expected, fields.rows(back, question))
    done = fields.run("pj_export", "-q", "--to", "otf2", source, "-o", fields.scratch / "otf2")
    if done.code == DONE:
        fields.same("ids: by way of OTF2", expected, fields.rows(fields.scratch / "otf2", question))
    whole = fields.write("whole.json", source.read_text().replace(str(ids[2]), "7"))
    fields.same("ids: integers where all are", [(ids[0],), (ids[1],), (7,)],
                fields.rows(whole, "SELECT Task FROM states ORDER BY start"))


@blackbox.group
def check_size_field(fields, _):
    links = HEAD + start_link(["Bytes double", "Length int", "Note string"]) + TYPES + (
        "10 1 L 0 p m a 2.5 7 x\n11 2 L 0 q m a 9\n")
    trace = fields.write("size_field.paje", links.replace("% Size int\n", "% Count int\n"))
    of = "SELECT size FROM links"
    fields.same("Length is a size", [(7,)], fields.rows(trace, of))
    fields.same("and has its own column", [(7,)], fields.rows(trace, "SELECT length FROM links"))
    fields.same("--size-field", [(2.5,)], fields.rows(trace, of, "--size-field", "BYTES"))
    for tool, words in (("pj_query", (trace, of)),
                        ("pj_query", ("--save", fields.scratch / "no.db", trace)),
                        ("pj_export", ("--to", "csv", trace, "-o", fields.scratch / "no")),
                        ("pj_export", ("--to", "sqlite", trace, "-o", fields.scratch / "no.db")),
                        ("pj_export", ("--to", "chrome", trace))):
        done = fields.run(tool, "--size-field", "Mass", *words)
        fields.same(f"{tool}: no such field", (TROUBLE, (
            f"{tool}: no link has a field 'Mass'; there are: 'Count', 'Bytes', 'Length', "
            "'Note'\n")), (done.code, done.err))
        done = fields.run(tool, "--size-field", "note", *words)
        fields.same(f"{tool}: a field of text", (TROUBLE, (
            f"{tool}: the field 'Note' of links is not of numbers, so it holds no size\n")),
            (done.code, done.err))
    fields.report.check("nothing is left", not (fields.scratch / "no.db").exists()
                        and not (fields.scratch / "no").exists())
    bare = fields.write("bare.paje", HEAD.replace("% Size int\n", "") + start_link([]) + TYPES +
                        "10 1 L 0 p m a\n11 2 L 0 q m a\n")
    fields.same("no size", [(None,)], fields.rows(bare, of))
    done = fields.run("pj_query", "--size-field", "Size", bare, of)
    fields.same("no fields", (TROUBLE, "pj_query: no link has a field 'Size'; links have "
                                     "no user-defined fields\n"), (done.code, done.err))


@blackbox.group
def check_many(fields, _):
    """More fields than SQLite has columns."""
    names = [f"F{i}" for i in range(2500)]
    trace = fields.write("many.paje", HEAD + start_link([f"{name} int" for name in names]) + TYPES +
                         "10 1 L 0 p m a " + " ".join(map(str, range(2500))) + "\n11 2 L 0 q m a 1\n")
    done = fields.run("pj_query", trace, "SELECT size, F0, F997 FROM links")
    fields.same("many fields", (DONE, "size,F0,F997\n1,0,997\n", (
        "pj_query: 2501 user-defined fields of links: 1000 of them are columns\n")),
        (done.code, done.out, done.err))
    folder = fields.scratch / "many"
    done = fields.run("pj_export", "--to", "csv", trace, "-o", folder)
    rows = list(csv.reader((folder / "link.csv").read_text().splitlines()))
    fields.same("many fields in csv", (DONE, True, [12 + 1000] * 2),
                (done.code, "pj_export: 2501 user-defined fields of links: 1000 of them are columns\n" in done.err,
                 [len(row) for row in rows]))


@blackbox.group
def check_saved_tables(fields, trace):
    check_saved(fields, trace, "pj_query", "--save")
    check_saved(fields, trace, "pj_export", "--to", "sqlite", "-o")


@blackbox.group
def check_sample(fields, _):
    sample = fields.samples / "features" / "message_sizes.paje"
    fields.same("the sample", [("a", 1048576), ("b", 4096), ("c", 8), ("d", None)],
                fields.rows(sample, "SELECT key, size FROM links ORDER BY key"))


def main(tools, samples):
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        fields = Fields(tools, Path(folder), report)
        # Both halves of a link have its size; one end comes before its start.
        trace = fields.write("fields.paje", HEAD + start_link(["Size int", "Tag int"]).replace(
            "PajeStartLink 10", "PajeStartLink 12") + start_link(["Size int"]) + TYPES +
            "11 0.5 L 0 q m x 4096\n" + OBJECTS.replace("7 3 S", "12 2.75 L 0 p m x 4096 5\n7 3 S") +
            "10 4 L 0 p m y 100\n11 5 L 0 q m y \"\"\n")
        fields.samples = Path(samples)
        blackbox.run_groups(fields, trace)
    return report.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
