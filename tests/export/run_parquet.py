#!/usr/bin/env python3
"""Reads back what pj_export --to parquet writes, by DuckDB and by hyparquet: the same rows as CSV has, to the
last bit; decimals, parts, and statistics that DuckDB skips by.

Usage: run_parquet.py TOOL_DIR SAMPLES

PAJE_NODE_MODULES names a folder of Node's packages with @duckdb/node-api, hyparquet and
hyparquet-compressors (`npm install` of these three); without it only the form of the files is checked.
"""

import csv
import json
import os
import re
import shutil
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from definitions import definitions, numbered

READER = HERE / "read_parquet.mjs"
NODE = shutil.which("node") if os.environ.get("PAJE_NODE_MODULES") else None
KINDS = {"state": "states", "variable": "variables", "event": "events", "link": "links"}
TIMES = {"start", "end", "time"}
# Fields of all kinds, quotes, nothing at all; links out of order; times of all signs.
TRACE = definitions((
    ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
    ("DefineVariableType", "Alias Type Name"), ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    ("CreateContainer", "Time Alias Type Container Name"),
    ("SetState", "Time Type Container Value Task:int Weight:double Note"), ("SetState", "Time Type Container Value"),
    ("SetVariable", "Time Type Container Value:double"),
    ("StartLink", "Time Type Container StartContainer Value Key Size:int"),
    ("EndLink", "Time Type Container EndContainer Value Key"))) + """0 N 0 Node
0 P N Process
1 S P State
2 V P Load
3 L 0 P P Link
4 -1.5 n1 N 0 "node 1"
4 -1.5 n2 N 0 n/2
4 -1 a P n1 a
4 -1 b P n1 "b \xe9"
4 -1 c P n2 c
5 -0.5 S a x 7 0.5 "two words"
6 0.25 S a ""
5 0.75 S a y -9000000000000000000 1e300 ""
6 0.5 S b x
7 0.5 V b -0
7 0.75 V b 0.1
7 1 V b 1e-300
8 1 L 0 a m k1 4096
8 1.25 L 0 a m k2 8
9 1.5 L 0 c m k2
9 1.75 L 0 b m k1
"""


class Parquet:
    def __init__(self, tools, scratch, report, samples):
        self.export = blackbox.need_tool(tools, "pj_export")
        self.generate = blackbox.need_tool(tools, "pj_generate")
        self.scratch, self.report, self.samples = scratch, report, Path(samples)

    def write(self, form, trace, name, *options):
        folder = self.scratch / name
        done = blackbox.run([self.export, "-q", "--to", form, *options, trace, "-o", folder])
        self.report.check(f"{name}: written", done.code == 0 and not done.err, done.err)
        return folder

    def read(self, reader, *words):
        """What each file or question gives: lists of objects."""
        done = blackbox.run([NODE, READER, reader, *words])
        self.report.check(f"{reader}: {words[0]}", done.code == 0, done.err[:300])
        return [json.loads(line) for line in done.out.encode("latin-1").decode().splitlines()]

    def small(self):
        path = self.scratch / "small.paje"
        path.write_text(TRACE, "utf-8")
        return [path, self.samples / "heat" / "heat.ethernet.trace"]


def value_of(text):
    """A word of CSV as what JSON has for it, doubles by their bits."""
    if text in ("", None):
        return None
    if isinstance(text, bool):
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    return struct.pack("<d", number)


def rows_of(objects, columns):
    return sorted(repr([value_of(row[column]) for column in columns]) for row in objects)


def check_same(calls, name, expected, got):
    """Rows of CSV, those of Parquet; the order may differ, for links are sorted by their start."""
    columns = [column for column in expected[0] if column != "duration"] if expected else []
    calls.report.check(f"{name}: rows", len(got) == len(expected), f"{len(got)}, not {len(expected)}")
    if expected and got:
        missing = set(columns) - set(got[0])
        calls.report.check(f"{name}: columns", not missing, str(missing))
        if not missing:
            calls.report.same(f"{name}: values", "\n".join(rows_of(expected, columns)),
                              "\n".join(rows_of(got, columns)))


def csv_rows(folder, kind):
    with open(folder / f"{kind}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@blackbox.group
def check_form(calls):
    """What needs no reader: files are whole, and do not depend on threads; wrong options are errors."""
    for trace in calls.small():
        one = calls.write("parquet", trace, f"one.{trace.name}", "-j", "1")
        many = calls.write("parquet", trace, f"many.{trace.name}", "-j", "7")
        names = sorted(path.name for path in one.iterdir())
        calls.report.same("files", "containers events links states types variables",
                          " ".join(name.removesuffix(".parquet") for name in names))
        for name in names:
            data = (one / name).read_bytes()
            footer = int.from_bytes(data[-8:-4], "little")
            calls.report.check(f"{name}: form", data[:4] == data[-4:] == b"PAR1" and footer <= len(data) - 12)
            calls.report.check(f"{name}: threads", data == (many / name).read_bytes())
    small = calls.small()[0]
    for words, message in (((), "folder"), (("-o", calls.scratch / "x", "--compress", "gzip"), "compressed"),
                           (("-o", calls.scratch / "x", "--times", "float"), "--times")):
        done = blackbox.run([calls.export, "--to", "parquet", *words, small])
        calls.report.check(f"{words}: told", done.code == 2 and message in done.err, f"{done.code} {done.err}")
    # More digits than there are, and more than 18 only together with those of another time.
    for times in (("-0.123456789012345678", "0.25"), ("0.000000001", "12345678901.5"),
                  ("12345678901.5", "0.000000001")):
        odd = calls.scratch / "odd.paje"
        odd.write_text(TRACE.replace("5 -0.5 S a", f"5 {times[0]} S a").replace("6 0.25 S a", f"6 {times[1]} S a"),
                       "utf-8")
        done = blackbox.run([calls.export, "--to", "parquet", "--times=decimal", "--sort", odd,
                             "-o", calls.scratch / "odd"])
        calls.report.check(f"no decimals {times}", done.code == 2 and "as doubles" in done.err,
                           f"{done.code} {done.err}")


@blackbox.group
def check_bytes(calls):
    """Names in Latin-1 become UTF-8, which texts of Parquet are; whole files and partitions do not mix."""
    latin = calls.scratch / "latin.paje"
    text = (calls.samples / "heat" / "heat.ethernet.trace").read_bytes()
    latin.write_bytes(text.replace(b"rank-1", b"r\xe9gion-1"))
    folder = calls.write("parquet", latin, "latin.parquet")
    content = (folder / "containers.parquet").read_bytes()
    calls.report.check("Latin-1 is UTF-8", b"r\xe9gion" not in content, "")
    for first, then in (([], ["--partition=node"]), (["--partition=node"], [])):
        folder = calls.scratch / f"mixed{len(first)}"
        for words, code in ((first, 0), (then, 2)):
            done = blackbox.run([calls.export, "-q", "--to=parquet", *words, latin, "-o", folder])
            calls.report.check(f"{words} in a used folder", done.code == code and (code == 0 or "is there already" in done.err), done.err)


@blackbox.group
def check_values(calls):
    if not NODE:
        blackbox.skip("no node, or PAJE_NODE_MODULES is not set")
    for trace in calls.small():
        folder = calls.write("parquet", trace, f"values.{trace.name}")
        exact = calls.write("parquet", trace, f"decimals.{trace.name}", "--times=decimal")
        tables = calls.write("csv", trace, f"csv.{trace.name}")
        for kind, file in KINDS.items():
            expected = csv_rows(tables, kind)
            name = f"{trace.name} {kind}"
            [got] = calls.read("duckdb", f"SELECT * FROM '{folder}/{file}.parquet'")
            check_same(calls, f"{name}: DuckDB", expected, got)
            [got] = calls.read("hyparquet", folder / f"{file}.parquet")
            check_same(calls, f"{name}: hyparquet", expected, got)
            starts = [(row["container_id"], row.get("start", row.get("time"))) for row in got]
            by_track = [container for container, _ in starts]
            calls.report.check(f"{name}: sorted", by_track == sorted(by_track))
            present = TIMES & set(got[0]) if got else ()
            casts = "".join(f', CAST("{time}" AS DOUBLE) AS "{time}"' for time in present)
            left = ", ".join(f'"{time}"' for time in present)
            question = f"SELECT * EXCLUDE ({left}){casts} FROM '{exact}/{file}.parquet'"
            if got:
                [got] = calls.read("duckdb", question)
                check_same(calls, f"{name}: decimals", expected, got)
        [types] = calls.read("duckdb", f"SELECT typeof(start) AS t FROM '{exact}/states.parquet' LIMIT 1")
        calls.report.check(f"{trace.name}: decimals", types[0]["t"].startswith("DECIMAL(18,"), str(types))
        [containers] = calls.read("duckdb", f"SELECT * FROM '{folder}/containers.parquet'")
        calls.report.check(f"{trace.name}: containers", [row["container"] for row in containers][1:]
                           == [row["name"] for row in csv_rows(tables, "container")][1:], str(containers)[:300])


@blackbox.group
def check_long_names(calls):
    """Folders have names of at most 255 bytes; nodes whose names differ after that have folders of their own."""
    names = [letter * 400 + end for letter, end in (("n", ""), ("n", "x"), ("/", ""))]
    text = numbered({0: ("DefineContainerType", "Alias Type Name"), 1: ("DefineStateType", "Alias Type Name"),
                     2: ("CreateContainer", "Time Alias Type Container Name"),
                     3: ("SetState", "Time Type Container Value")})
    text += f"0 M 0 Machine\n0 T M {'T' * 300}\n1 S T Activity\n"
    for i, name in enumerate(names):
        text += f"2 0 m{i} M 0 {name}\n2 0 t{i} T m{i} t{i}\n3 0 S t{i} busy\n3 2 S t{i} idle\n"
    trace = calls.scratch / "long_names.paje"
    trace.write_text(text)
    for how, count in (("node", 3), ("type", 1)):
        folder = calls.write("parquet", trace, f"long.{how}", f"--partition={how}")
        found = sorted(path.name.split("=")[1] for path in (folder / "states").iterdir())
        calls.report.check(f"long names of {how}", len(found) == count and len(set(found)) == count, str(found))
        whole = all(re.fullmatch(r"([A-Za-z]|%[0-9A-F]{2})+~[0-9a-f]{16}", name) for name in found)
        calls.report.check(f"the folders of {how}", whole, str(found))


@blackbox.group
def check_parts(calls):
    if not NODE:
        blackbox.skip("no node, or PAJE_NODE_MODULES is not set")
    for how, column in (("type", "container_type"), ("node", "node")):
        trace = calls.small()[0]
        folder = calls.write("parquet", trace, f"parts.{how}", f"--partition={how}")
        got, sums = calls.read(
            "duckdb", f"SELECT * FROM read_parquet('{folder}/states/*/*.parquet')",
            f"SELECT {column} AS part, count(*)::INT AS n FROM read_parquet('{folder}/states/*/*.parquet', "
            f"hive_partitioning=true) GROUP BY ALL ORDER BY ALL")
        check_same(calls, f"parts by {how}", csv_rows(calls.write("csv", trace, "parts.csv"), "state"), got)
        expected = {"type": [("Process", 4)], "node": [("node 1", 4)]}[how]
        calls.report.check(f"parts by {how}: sums", [(row["part"], row["n"]) for row in sums] == expected, str(sums))
        # A field of that name keeps its values: the folder's column has the name.
        named = calls.scratch / "named.paje"
        named.write_text(TRACE.replace("Note", column), "utf-8")
        folder_of_named = calls.write("parquet", named, f"named.{how}", f"--partition={how}")
        [rows] = calls.read("duckdb", f"SELECT field_{column} AS field, {column} AS part FROM read_parquet("
                            f"'{folder_of_named}/states/*/*.parquet', hive_partitioning=true) WHERE field_{column} = 'two words'")
        calls.report.check(f"a field {column}", [row["part"] for row in rows] == [expected[0][0]], str(rows))
        again = blackbox.run([calls.export, "-q", "--to=parquet", f"--partition={how}", trace, "-o", folder])
        calls.report.check("parts that are there", again.code == 2 and "is there already" in again.err, again.err)


@blackbox.group
def check_skipping(calls):
    """A question about one container reads a small part of a file of several row groups."""
    if not NODE:
        blackbox.skip("no node, or PAJE_NODE_MODULES is not set")
    trace = calls.scratch / "large.paje"
    done = blackbox.run([calls.generate, "--ranks", "16", "--size", "40MB", "-o", trace])
    calls.report.check("generated", done.code == 0, done.err)
    states = calls.write("parquet", trace, "large") / "states.parquet"
    groups, last = calls.read("duckdb", "SELECT row_group_id, stats_min_value AS least, stats_max_value AS most "
                              f"FROM parquet_metadata('{states}') WHERE path_in_schema = 'container_id'",
                              f"SELECT max(container_id) AS id FROM '{states}'")
    calls.report.check("row groups", len(groups) > 2, str(groups))
    # What DuckDB may skip by: without these numbers it has to look at every group.
    calls.report.check("bounds", all(group["least"] is not None and group["most"] is not None for group in groups),
                       str(groups))
    needed = sum(int(group["least"] or 0) <= last[0]["id"] <= int(group["most"] or 1 << 30) for group in groups)
    calls.report.check("groups of the last container", 2 * needed < len(groups), str(groups))
    read = []
    for choice in (f"container_id = {last[0]['id']}", "container_id >= 0"):
        [profile] = calls.read("duckdb", f"EXPLAIN (ANALYZE, FORMAT json) SELECT sum(\"end\"), sum(start) "
                               f"FROM '{states}' WHERE {choice}")
        read.append(json.loads(list(profile[0].values())[1])["total_bytes_read"])
    # In proportion to the groups, and one more for what is read of the file besides.
    most = read[1] * (needed + 1) / len(groups)
    calls.report.check("skipped", read[0] < most, f"{read}, {needed} of {len(groups)} groups")


# States that nest, that go on over several steps, and a run that begins late.
TIMELINE = definitions((
    ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
    ("CreateContainer", "Time Alias Type Container Name"), ("PushState", "Time Type Container Value"),
    ("PopState", "Time Type Container"))) + """0 N 0 Node
1 S N State
2 0 a N 0 a
2 0 b N 0 b
3 100 S a work
3 110 S a call
4 130.5 S a
4 160.25 S a
3 160.25 S a wait
4 200 S a
3 150.5 S b work
4 150.75 S b
3 200 S b late
4 200 S b
"""


def timeline_of(rows):
    """The time of outermost states in each of a hundred steps, by step and value."""
    states = [(row["value"], float(row["start"]), float(row["end"])) for row in rows if row["depth"] == "0"]
    first = min(start for _, start, _ in states)
    step = (max(end for _, _, end in states) - first) / 100
    found = {}
    for value, start, end in states:
        for number in range(100):
            part = min(end, first + (number + 1) * step) - max(start, first + number * step)
            if part > 0:
                found[number, value] = found.get((number, value), 0) + part
    return found


def check_timeline(calls, question):
    small = calls.scratch / "timeline.paje"
    small.write_text(TIMELINE)
    for trace in (small, calls.samples / "heat" / "heat.ethernet.trace"):
        name = f"timeline of {trace.name}"
        folder = calls.write("parquet", trace, f"parts of {name}", "--partition=node")
        wanted = timeline_of(csv_rows(calls.write("csv", trace, f"rows of {name}"), "state"))
        [rows] = calls.read("duckdb", question.replace("'run/", f"'{folder}/"))
        # What is less than the last digits of times is there or not.
        got = {(row["bin"], row["value"]): row["time"] for row in rows if row["time"] > 1e-12}
        differences = [(key, wanted.get(key), got.get(key)) for key in wanted.keys() | got.keys()
                       if abs(wanted.get(key, 0) - got.get(key, 0)) > 1e-12]
        calls.report.check(name, len(got) > 100 and not differences, str(differences[:5]))


def check_unevenness(calls, question):
    """The mean is that of all containers with states, also of those that never have the value."""
    trace = calls.scratch / "uneven.paje"
    trace.write_text(definitions((
        ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
        ("CreateContainer", "Time Alias Type Container Name"), ("SetState", "Time Type Container Value"))) +
        "0 P 0 Process\n1 S P State\n2 0 a P 0 a\n2 0 b P 0 b\n2 0 c P 0 c\n2 0 idle P 0 d\n"
        "3 0 S a work\n3 6 S a wait\n3 0 S b wait\n3 0 S c wait\n3 9 S a end\n3 9 S b end\n3 9 S c end\n", "utf-8")
    folder = calls.write("parquet", trace, "uneven", "--partition=node")
    rows, = calls.read("duckdb", question.replace("'run/", f"'{folder}/"))
    found = {row["value"]: (row["most"], row["mean"], row["imbalance"]) for row in rows if row["value"] != "end"}
    calls.report.check("how uneven containers are", found == {"work": (6, 2, 3), "wait": (9, 7, 9 / 7)}, str(found))


@blackbox.group
def check_page(calls):
    """The questions of docs/scale.md; the first gives what the states of CSV do."""
    if not NODE:
        blackbox.skip("no node, or PAJE_NODE_MODULES is not set")
    trace = calls.samples / "heat" / "heat.ethernet.trace"
    folder = calls.write("parquet", trace, "run", "--partition=node")
    page = (HERE.parent.parent / "docs" / "scale.md").read_text("utf-8")
    questions = re.findall(r"^```sql\n(.*?)^```", page, re.M | re.S)
    calls.report.check("questions of the page", len(questions) == 5, str(len(questions)))
    answers = calls.read("duckdb", *(question.replace("'run/", f"'{folder}/") for question in questions))
    for question, rows in zip(questions, answers):
        calls.report.check(f"{question[:60]}: rows", len(rows) > 0 and None not in rows[0].values(), str(rows[:2]))
    sums = {}
    for row in csv_rows(calls.write("csv", trace, "page.csv"), "state"):
        sums[row["value"]] = sums.get(row["value"], 0) + float(row["end"]) - float(row["start"])
    check_timeline(calls, questions[2])
    got = {row["value"]: row["time"] for row in answers[0]}
    calls.report.check("time in each state", got.keys() == sums.keys() and all(
        abs(got[value] - sums[value]) <= 1e-9 * (1 + sums[value]) for value in sums), f"{got} {sums}")
    check_unevenness(calls, questions[4])


def main():
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Parquet(sys.argv[1], Path(scratch), report, sys.argv[2]))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
