#!/usr/bin/env python3
"""Runs pj_query as its users do: the questions of docs/queries.md against answers computed from
pj_dump's table, random constraints against full scans, the saved file, formats, and errors.

Usage: run_query.py TOOL_DIR SAMPLES QUESTIONS
"""

import codecs
import csv
import io
import json
import math
import os
import pty
import random
import re
import select
import signal
import sqlite3
import sys
import termios
import time
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE)]
import blackbox
from answers import ANSWERS, LIMITS, ONE_OF
from table import Table
from truth import TRUTH

DONE, BAD_TRACE, TROUBLE = 0, 1, 2
FUNCTIONS = re.compile(r"\b(slices|overlapping|callstack|matrix|waits|causes|critical_path|slack|efficiencies|iterations|call_tree|"
                       r"lateness|load_imbalance|idle_time|communication_overlap|time_profile|comm_over_time|message_histogram|transitions|"
                       r"variable_statistics|power_steps|machine_energy|live_containers|communication_metrics|frequencies|scaling|mva)\(")


class Query:
    def __init__(self, tools, scratch, report):
        self.tool = blackbox.need_tool(tools, "pj_query")
        self.dump = blackbox.need_tool(tools, "pj_dump")
        self.generate = blackbox.need_tool(tools, "pj_generate")
        self.scratch = scratch
        self.report = report

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], **options)

    def rows(self, trace, sql, *options):
        """All rows as tuples."""
        done = self.run("-q", "-z", "--format", "json", *options, trace, sql)
        if not self.report.check(f"{sql[:70]!r} is done", done.code == DONE and not done.err,
                                 f"{done.code} {done.err}"):
            return []
        return [tuple(row.values()) for row in json.loads(done.out)]

    def spmd(self):
        return self.make("spmd", "--ranks", "8", "--iterations", "12")

    def varied(self):
        return self.make("varied", "--shape", "varied", "--events", "600", "--depth", "4")

    def make(self, name, *options):
        path = self.scratch / f"{name}.paje"
        if path.exists():
            return path
        done = blackbox.run([self.generate, *options, "-o", path])
        self.report.check(f"pj_generate {' '.join(options)}", done.code == DONE, done.err)
        return path


# Questions about the ends of links.
TELL_ENDS = {8, 10, 11, 12}


def questions(path):
    return re.findall(r"```sql\n(.*?)```", path.read_text("utf-8"), re.DOTALL)


def is_near(a, b, digits=7):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=10 ** -digits, abs_tol=1e-9)
    return a == b


def are_near(a, b, digits=7):
    return len(a) == len(b) and all(is_near(x, y, digits) for x, y in zip(a, b))


def words_first(row):
    """What rows are ordered by so that equal ones meet, whatever sums were rounded to."""
    return ([str(cell) for cell in row if not isinstance(cell, (int, float))],
            [round(cell, 7) for cell in row if isinstance(cell, (int, float))])


def same_rows(got, expected, digits=7):
    pairs = zip(sorted(got, key=words_first), sorted(map(tuple, expected), key=words_first))
    return len(got) == len(expected) and all(are_near(a, b, digits) for a, b in pairs)


def is_answer(number, got, expected):
    if number in ONE_OF:
        return any(same_rows(got, rows) for rows in expected)
    if number not in LIMITS:
        # The table has six digits of the lives of containers.
        return same_rows(got, expected, 5 if number in (24, 31) else 7)
    most, column, is_falling = LIMITS[number]
    best = sorted((row[column] for row in expected), reverse=is_falling)[:most]
    return are_near([row[column] for row in got], best) and all(
        any(are_near(row, other) for other in expected) for row in got)


SIZED_LINK = """%EventDef PajeStartLink 9000
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
% Size int
%EndEventDef
"""


def with_sizes(query, trace):
    """The same with a size for most links."""
    text, links = SIZED_LINK, 0
    for line in trace.read_text().splitlines():
        if line.startswith("15 "):
            links += 1
            if links % 7:
                line = f"9000 {line[3:]} {links * 1000 % 65521}"
        text += line + "\n"
    path = query.scratch / "sizes.trace"
    path.write_text(text)
    return path


def check_questions(query, name, trace, all_questions):
    query.report.check("32 questions", len(all_questions) == len(ANSWERS) == 32)
    table = Table(query.dump, trace)
    saved = query.scratch / "saved.db"
    done = query.run("-z", "--save", saved, trace)
    query.report.check(f"{name}: --save", (done.code, done.out, done.err) == (DONE, "", ""),
                       done.err)
    connection = sqlite3.connect(saved)
    answered = 0
    for number, (sql, answer) in enumerate(zip(all_questions, ANSWERS), 1):
        if number == 32 and not table.has_nodes:
            done = query.run("-q", "-z", trace, sql)
            message = ("the run: no containers around its processes could be nodes; communication_metrics('HOSTS') or "
                       "communication_metrics(N) defines where they were")
            answered += query.report.check(f"{name}: question {number} needs nodes",
                                           done.code == TROUBLE and message in done.err and not done.out,
                                           f"{done.code} {done.out} {done.err}")
            sql = sql.replace("communication_metrics()", "communication_metrics(1000)")
            got = query.rows(trace, sql)
            query.report.check(f"{name}: question {number} of one node", is_answer(number, got, answer(table)),
                               f"{got} {answer(table)}")
            continue
        got = query.rows(trace, sql)
        needs_links = number in (10, 11, 12)
        if number in TELL_ENDS and not table.has_clear_links:
            continue
        expected = answer(table) if table.links or not needs_links else []
        answered += bool(expected)
        query.report.check(f"{name}: question {number}", is_answer(number, got, expected),
                           f"\n  got {got[:3]}\n  expected {expected[:3]}")
        # Nothing there searches by overlap: joins of links and states are for small traces.
        if len(table.states) < 5000 and not FUNCTIONS.search(sql):
            query.report.check(f"{name}: question {number} of the saved file",
                               same_rows(connection.execute(sql).fetchall(), got),
                               f"{connection.execute(sql).fetchall()[:12]} {got[:12]}")
    connection.close()
    return answered


def check_truth(query, name, trace, all_questions):
    """Against what was worked out on paper; both live and saved."""
    saved = query.scratch / "truth.db"
    query.run("--save", saved, trace)
    connection = sqlite3.connect(saved)
    for number, expected in TRUTH[name].items():
        sql = all_questions[number - 1]
        got = query.rows(trace, sql)
        query.report.check(f"{name}: question {number} as on paper", same_rows(got, expected),
                           f"\n  got {got}\n  expected {expected}")
        got = connection.execute(sql).fetchall() if not FUNCTIONS.search(sql) else got
        query.report.check(f"{name}: question {number} of the saved file as on paper",
                           same_rows(got, expected), f"\n  got {got}\n  expected {expected}")
    connection.close()


def check_saved(query, trace):
    """The file is an ordinary one: whole, with indices, and with the same rows."""
    saved = query.scratch / "whole.db"
    query.run("--save", saved, trace)
    connection = sqlite3.connect(saved)
    query.report.check("saved: whole",
                       connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)])
    for table in ("container", "type", "entity_value", "state", "variable", "event", "link",
                  "event_definition", "schema_page", "states", "variables", "events", "links",
                  "containers", "types", "mpi_states", "stretch", "stretches"):
        # By name, for the saved container and state have more columns.
        columns = ", ".join(f'"{row[0]}"' for row in query.rows(
            trace, f"SELECT name FROM pragma_table_info('{table}')"))
        got = connection.execute(f'SELECT {columns} FROM "{table}"').fetchall()
        live = query.rows(trace, f"SELECT {columns} FROM {table}")
        query.report.check(f"saved: {table}", sorted(map(str, got)) == sorted(map(str, live))
                           and len(live) > 0, f"{got[:2]} {live[:2]}")
    plan = str(connection.execute("EXPLAIN QUERY PLAN SELECT * FROM state WHERE container = 3 "
                                  "AND start > 0.01").fetchall())
    query.report.check("saved: indices", "state_container" in plan, plan)
    connection.close()
    left = [path.name for path in query.scratch.iterdir() if path.name.startswith("whole.db")]
    query.report.check("saved: nothing else is left", left == ["whole.db"], left)


# A query, what its plan says, and what it must not do.
PLANS = [
    ("SELECT * FROM state WHERE container = 3 AND start >= 0.1 AND start < 0.2",
     "container =, start from, start below", None),
    ("SELECT * FROM states WHERE container = 'rank-3' AND type = 'MPI State' ORDER BY start",
     "container_name =, type_name =", "TEMP B-TREE"),
    ("SELECT * FROM states WHERE path = 'zone-0/node 0/rank-3' ORDER BY start, id", "path =",
     "TEMP B-TREE"),
    ("SELECT * FROM state ORDER BY start LIMIT 5", "by start", "TEMP B-TREE"),
    ("SELECT * FROM state ORDER BY container, type, start", "in order", "TEMP B-TREE"),
    ("SELECT value, count(*) FROM state GROUP BY value", "by value", "TEMP B-TREE"),
    ("SELECT value, count(*) FROM states GROUP BY value", "by value", "TEMP B-TREE"),
    ("SELECT container, value, count(*) FROM states GROUP BY container, value",
     "in order by value", "TEMP B-TREE"),
    ("SELECT path, value, count(*) FROM states GROUP BY path, value", "in order by value",
     "TEMP B-TREE"),
    ("SELECT path, count(*) FROM states GROUP BY path ORDER BY path", "in order", "TEMP B-TREE"),
    ("SELECT type, count(*) FROM states GROUP BY type", "in order", "TEMP B-TREE"),
    ("SELECT value, sum(duration) FROM states GROUP BY value ORDER BY 2 DESC", "by value falling",
     "B-TREE FOR GROUP BY"),
    ("SELECT container, value, sum(duration) FROM states GROUP BY container, value ORDER BY 3 DESC, 2 DESC",
     "in order by value falling", "B-TREE FOR GROUP BY"),
    ("SELECT * FROM state WHERE value = 2", "value =", None),
    ("SELECT * FROM states WHERE value = 'compute'", "value_name =", None),
    ("SELECT * FROM state WHERE id = 12", "id =", None),
    ("SELECT * FROM overlapping(0.1, 0.2)", "window_start =, window_end =", None),
    ("SELECT * FROM link l JOIN state s ON s.container = l.end_container AND s.start <= l.\"end\" "
     "AND s.\"end\" >= l.\"end\"", "container =, start to, end from", None),
    ("SELECT * FROM container WHERE name = 'rank-1'", "name =", None),
    ("SELECT * FROM event WHERE container = 3 AND time > 0.1 ORDER BY time",
     "container =, time above", "TEMP B-TREE"),
]
# Where the order asked for is another than that of the rows, SQLite has to sort.
SORTED = ["SELECT * FROM state ORDER BY start DESC", "SELECT * FROM link ORDER BY start",
          "SELECT * FROM states ORDER BY node", "SELECT * FROM state ORDER BY value, depth",
          "SELECT depth, count(*) FROM state GROUP BY depth"]


def check_plans(query, trace):
    for sql, says, says_not in PLANS:
        plan = str(query.rows(trace, "EXPLAIN QUERY PLAN " + sql))
        query.report.check(f"plan of {sql}", says in plan
                           and (says_not is None or says_not not in plan), plan)
    for sql in SORTED:
        plan = str(query.rows(trace, "EXPLAIN QUERY PLAN " + sql))
        query.report.check(f"plan of {sql}", "TEMP B-TREE" in plan, plan)


GROUPINGS = {"value": ("value",), "container": ("container_id",), "type": ("type",),
             "value,container": ("container_id", "value"), "type, value": ("type", "value"),
             "container,type,value": ("container_id", "type", "value")}


def exact_groups(rows, key):
    """Of rows (key columns, id, parent, duration), exact sums by the key: count, inclusive, exclusive, min, max, mean."""
    durations, inner, keys = defaultdict(list), defaultdict(list), {}
    for row in rows:
        keys[row["id"]] = key(row)
        durations[key(row)].append(row["duration"])
        if row["parent"] is not None and row["duration"] > 0:
            inner[keys[row["parent"]]].append(-row["duration"])
    return sorted((*group, len(own), math.fsum(own), math.fsum(own + inner[group]), min(own), max(own),
                   math.fsum(own) / len(own)) for group, own in durations.items())


def check_profile(query, name, trace):
    """Against exact sums of the states."""
    names = ("id", "parent", "container_id", "type", "value", "duration")
    states = [dict(zip(names, row)) for row in query.rows(trace, f"SELECT {', '.join(names)} FROM states ORDER BY id")]
    for grouping, columns in GROUPINGS.items():
        keys = ", ".join(columns)
        got = query.rows(trace, f"SELECT {keys}, count, inclusive, exclusive, min, max, mean FROM "
                         f"profile('{grouping}') ORDER BY {keys}")
        expected = exact_groups(states, lambda row: tuple(row[column] for column in columns))
        query.report.check(f"{name}: profile('{grouping}')", sorted(got) == expected and len(got) > 0,
                           f"\n  got {got[:3]}\n  expected {expected[:3]}")
    (start, end), = query.rows(trace, "SELECT min(start), max(\"end\") FROM states")
    for low, high in ((0.2, 0.7), (0.5, 0.5), (0.9, 1)):
        window = f"{start + (end - start) * low!r}, {start + (end - start) * high!r}"
        rows = query.rows(trace, f"SELECT id, parent, path, value, inside FROM overlapping({window})")
        inner = Counter()
        for _, parent, _, _, inside in rows:
            inner[parent] += inside
        groups = defaultdict(list)
        for state, _, path, value, inside in rows:
            groups[path, value].append((inside, inside - inner[state]))
        expected = [(*key, len(group), sum(a for a, _ in group), sum(b for _, b in group),
                     min(group)[0], max(group)[0]) for key, group in groups.items()]
        got = query.rows(trace, "SELECT path, value, count, inclusive, exclusive, min, max FROM "
                         f"profile('container,value', {window})")
        query.report.check(f"{name}: profile of {low} to {high}", same_rows(got, expected),
                           f"\n  got {got[:3]}\n  expected {expected[:3]}")


TABLES = {
    "state": ("container", "type", "value", "start", "end", "id", "container_name", "path",
              "type_name", "value_name"),
    "variable": ("container", "type", "start", "end", "id", "container_name", "type_name"),
    "event": ("container", "type", "value", "time", "id", "path", "value_name"),
    "link": ("container", "type", "value", "start", "end", "id", "type_name", "value_name"),
}
TIMES = ("start", "end", "time")


def random_terms(rng, columns, sample):
    for _ in range(rng.randint(1, 4)):
        column = rng.choice(columns)
        value = rng.choice(sample)[column]
        if column in TIMES and rng.random() < 0.5:
            value = round(value + rng.uniform(-0.01, 0.01), rng.randint(2, 6))
        operators = ["=", "<", "<=", ">", ">="] if column in TIMES else ["=", "=", "=", "IN"]
        operator = rng.choice(operators)
        if operator == "IN":
            others = [rng.choice(sample)[column] for _ in range(3)]
            yield column, "IN", "(" + ", ".join(map(literal, [value, *others])) + ")"
        elif rng.random() < 0.05:
            yield column, operator, rng.choice(["NULL", "'12'", "1e300", "-1", "'rank'", "0.5",
                                                "9007199254740993", "x'00'"])
        else:
            yield column, operator, literal(value)


def literal(value):
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)


def check_random(query, name, trace, rng, rounds):
    """A unary plus hides a column from the planner: then every row is looked at."""
    queries = []
    for table, columns in TABLES.items():
        names = ", ".join(f'"{column}"' for column in columns)
        done = query.run("-z", "--format", "json", trace, f"SELECT {names} FROM {table}")
        sample = json.loads(done.out)
        if not sample:
            continue
        for _ in range(rounds):
            terms = list(random_terms(rng, columns, sample))
            order = rng.choice(["", "start, id", "container, type, id", "value_name", "value",
                                "container_name, start", "start DESC"])
            order = ", ".join(word for word in order.split(", ")
                              if word and word.split()[0] in columns)
            keys = rng.sample(columns, rng.randint(1, 3)) if rng.random() < 0.3 else []
            for plus in ("", "+"):
                where = " AND ".join(f'{plus}"{column}" {operator} {value}'
                                     for column, operator, value in terms)
                if keys:
                    group = ", ".join(f'{plus}"{key}"' for key in keys)
                    what = ", ".join(f'"{key}"' for key in keys)
                    queries.append(f"SELECT {what}, count(*) FROM {table} WHERE {where} "
                                   f"GROUP BY {group} ORDER BY {what}")
                    continue
                by = ", ".join(plus + word for word in order.split(", ")) if order else plus + "id"
                queries.append(f"SELECT {names} FROM {table} WHERE {where} ORDER BY {by}, +id")
    results = run_many(query, trace, queries)
    found = 0
    for pushed, scanned, sql in zip(results[::2], results[1::2], queries[::2]):
        query.report.check(f"{name}: {sql}", pushed == scanned,
                           f"{len(pushed)} rows, expected {len(scanned)}")
        found += bool(scanned)
    query.report.check(f"{name}: random constraints find something", found > rounds, str(found))


def check_orders(query, name, trace, rng, rounds):
    """Orders and groups, rising and falling, that the planner sees, against those that a plus hides from it. Only the
    columns that order are asked for, so that equal rows are equal."""
    queries = []
    for table, columns in TABLES.items():
        for _ in range(rounds):
            keys = rng.sample(columns, rng.randint(1, 3))
            falling = rng.choice([0, 1, 1, 2])
            where = rng.choice(["", "", f" WHERE {'value' if 'value' in columns else 'type'} IN (1, 3, 4, 5)"])
            words = [" DESC" if falling == 1 or (falling == 2 and rng.random() < 0.5) else "" for _ in keys]
            what = ", ".join(f'"{key}"' for key in keys)
            is_group = rng.random() < 0.5
            for plus in ("", "+"):
                by = ", ".join(f'{plus}"{key}"{word}' for key, word in zip(keys, words))
                if is_group:  # as many terms: GROUP BY takes on their directions
                    group = ", ".join(f'{plus}"{key}"' for key in keys)
                    counts = ", ".join(f"count(*){word}" for word in words)
                    queries.append(f"SELECT {what}, count(*) FROM {table}{where} GROUP BY {group} ORDER BY {counts}")
                else:
                    queries.append(f"SELECT {what} FROM {table}{where} ORDER BY {by}")
    results = run_many(query, trace, queries)
    for seen, hidden, sql in zip(results[::2], results[1::2], queries[::2]):
        if "GROUP" in sql:
            seen, hidden = (sorted(map(repr, rows)) for rows in (seen, hidden))
        query.report.check(f"{name}: {sql}", seen == hidden, f"{len(seen)} rows, expected {len(hidden)}")


KEYS = ("container", "type", "value", "container_id", "type_id", "path", "container_name", "type_name", "value_name")
NUMBERS = ("start", "end", "duration", "exclusive", "own", "time", "value", "END - start", '"end"-"start"')


def random_total(rng, samples):
    """A statement that totals a table, with its table to be filled in; perhaps one that cannot be answered."""
    table = rng.choice([*TABLES, *(f"{name}s" for name in TABLES)] + ["states"] * 6 + ["state"] * 3)
    number = rng.choice(NUMBERS[:5]) if "state" in table else rng.choice(NUMBERS)
    keys = rng.sample(KEYS[:3] if rng.random() < 0.7 else KEYS, rng.choice([0, 1, 1, 1, 2, 2, 3]))
    functions = [rng.choice(["count(*)", f"SUM( {number} )", f"sum({number})", f"min({number})", f"max({number})",
                             f"avg({number})", f"total({number})", f"count({number})", 'sum("end" - start)'])
                 for _ in range(rng.randint(1, 3))]
    items = rng.sample(keys + functions, len(keys) + len(functions))
    aliases = [rng.choice(["", "", f" AS a{i}", f' "b {i}"', f" {rng.choice(KEYS)}"]) for i in range(len(items))]
    sql = "SELECT " + ", ".join(map("".join, zip(items, aliases))) + f" FROM {table}@@"
    conditions = [random_condition(rng, table, samples) for _ in range(rng.choice([0, 0, 1, 1, 2, 3]))]
    if conditions:
        sql += " WHERE " + " AND ".join(conditions)
    if keys:
        sql += " GROUP BY " + ", ".join(str(items.index(key) + 1) if rng.random() < 0.1 else key for key in keys)
    orders = []
    for i in rng.sample(range(len(items)), rng.randint(0, min(2, len(items)))):
        named = aliases[i].removeprefix(" AS") if rng.random() < 0.5 else ""
        orders.append(rng.choice([str(i + 1), named.strip() or items[i]]) + rng.choice(["", " DESC", " asc"]))
    if orders:
        sql += " ORDER BY " + ", ".join(orders)
    return sql + rng.choice(["", "", " LIMIT 3", ";"])


def random_condition(rng, table, samples):
    """One that can be looked up in the columns, or perhaps one that only SQLite understands."""
    row = rng.choice(samples)
    view = "" if table.endswith("s") else "_name"
    name, text = rng.choice([(f"value{view}", row["value"]), (f"container{view}", row["container"]),
                             (f"type{view}", row["type"]), ("path", row["path"])])
    if "variable" in table and name == "value":
        name, text = "value", row["duration"]
    elif rng.random() < 0.5 and isinstance(text, str):
        text = text.replace("'", "''")
        part = text[rng.randint(0, len(text) // 2):]
        return name + rng.choice([f" LIKE '%{part}%'", f" LIKE '{text.upper()}'", f" GLOB '*{part}'", f" = '{text}'",
                                  f"=='{text}'", f" >= '{text}'", " LIKE '_%'", " = 1"])
    ids = [f"{name.removesuffix('_name')}{'_id' if view == '' else ''}", str(rng.randint(0, 5))]
    if rng.random() < 0.1 and name != "path":
        return " = ".join(ids)
    column = rng.choice(["start", "end", "duration", '"end" - start', "depth"])
    column = "time" if "event" in table else name if name == "value" and "variable" in table else column
    numbers = [row["duration"] if "dur" in column or "-" in column else row["start"], row["end"], 0, 1, 0.5, -1]
    first, second = (rng.choice([repr(n) for n in numbers[:2]] * 3 + [repr(n) for n in numbers] + ["9e999", "'1'"])
                     for _ in range(2))
    if rng.random() < 0.15:
        return f"{column} BETWEEN {first} AND {second}"
    return column + rng.choice([" < ", "<=", " > ", ">= ", " = ", "=="]) + first


def check_totals(query, name, trace, rng, rounds):
    """Statements that are answered from the columns, to the last bit as SQLite answers them, which it does where there
    is a comment."""
    answered = selected = 0
    samples = query.rows(trace, 'SELECT value, container, type, path, start, "end", duration FROM states')
    samples = [dict(zip(("value", "container", "type", "path", "start", "end", "duration"), row)) for row in samples]
    for sql in sorted({random_total(rng, samples) for _ in range(rounds)}):
        alias = rng.choice(["", "", " t", " AS t", ' "where"'])
        given, asked = (query.run("-z", "--format", "json", trace, sql.replace("@@", end)) for end in (alias, f"{alias} /* rows */"))
        query.report.check(f"{name}: {sql.replace('@@', alias)}", (given.code, given.out) == (asked.code, asked.out),
                           f"\n  got {given.out[:300]}{given.err}\n  expected {asked.out[:300]}{asked.err}")
        answered += asked.code == DONE and asked.out.count("\n") > 3
        selected += asked.code == DONE and asked.out.count("\n") > 3 and "WHERE" in sql
    query.report.check(f"{name}: totals are answered", answered > rounds / 6, str(answered))
    query.report.check(f"{name}: also of some rows", selected > rounds / 15, str(selected))


def check_counts(query, name, trace, rng, rounds):
    """Counts that the index of an archive has, as SQLite counts the rows, which it does where there is a comment."""
    queries = set()
    for _ in range(rounds):
        table = rng.choice(["state", "states"])
        keys = rng.sample(KEYS, rng.choice([1, 1, 2, 3]))
        orders = [key + rng.choice(["", " DESC"]) for key in rng.choice([[], keys, ["count(*)", *keys]])]
        by = " ORDER BY " + ", ".join(orders) if orders else ""
        queries.add(f"SELECT {', '.join(keys)}, count(*) FROM {table}@@ GROUP BY {', '.join(keys)}{by}")
    answered = 0
    for sql in sorted(queries):
        given, asked = (query.run("-z", "--format", "json", trace, sql.replace("@@", end)) for end in ("", " /* rows */"))
        query.report.check(f"{name}: {sql}", (given.code, given.out) == (asked.code, asked.out),
                           f"\n  got {given.out[:300]}{given.err}\n  expected {asked.out[:300]}{asked.err}")
        answered += given.code == DONE
    query.report.check(f"{name}: counts are answered", answered > rounds / 6, str(answered))


def check_replaced_names(query, trace):
    """A view that took the name of one of the trace's is asked itself."""
    for made in ("DROP VIEW states; CREATE VIEW", "CREATE TEMP VIEW"):
        for inside in ("value = 1", "depth = 0 AND id % 2 = 0"):
            view = f'{made} states AS SELECT id, value, start - 1 AS "end", 1 AS duration FROM main.state WHERE {inside}; '
            for what in ('count(*), max("end")', "count(*)", "sum(duration), count(*)"):
                got = query.run("--format", "csv", trace, f"{view}SELECT {what} FROM states")
                asked = query.run("--format", "csv", trace, f"{view}SELECT {what} FROM states /* rows */")
                query.report.check(f"{view}{what}", got.code == DONE and got.out == asked.out,
                                   f"{got.out}{got.err} expected {asked.out}")


def check_stretches(query, name, trace, rng):
    """Constraints on stretches against those that a plus hides."""
    sample = query.rows(trace, "SELECT * FROM stretch")
    queries = []
    for _ in range(60):
        container, start, end = rng.choice(sample)
        terms = [("container", "=", rng.choice([container, container, -1, 1.5, "'x'", "NULL"])),
                 ("start", rng.choice(["<", "<=", "=", ">"]), rng.choice([start, end, "NULL", "'x'"])),
                 ('"end"', rng.choice([">", ">=", "=", "<"]), rng.choice([start, end, 1e300]))]
        terms = rng.sample(terms, rng.randint(1, 3))
        for plus in ("", "+"):
            where = " AND ".join(f"{plus}{column} {op} {value}" for column, op, value in terms)
            by = f"{plus}container" + rng.choice(["", f", {plus}start"])
            queries.append(f"SELECT * FROM stretch WHERE {where} ORDER BY {by}, +start")
    results = run_many(query, trace, queries)
    for found, scanned, sql in zip(results[::2], results[1::2], queries[::2]):
        query.report.check(f"{name}: {sql}", found == scanned, f"{found} {scanned}")
    found = sum(map(bool, results))
    query.report.check(f"{name}: stretches are found", 20 < found < 120, str(found))


def run_many(query, trace, queries):
    """The results of many statements, from one run."""
    script = query.scratch / "many.sql"
    script.write_text(";\n".join(queries) + ";\n")
    done = query.run("-z", "--format", "json", "-f", script, trace)
    if not query.report.check("many statements", done.code == DONE and not done.err, done.err):
        return []
    decoder, at, results = json.JSONDecoder(), 0, []
    while at < len(done.out):
        result, at = decoder.raw_decode(done.out, at)
        results.append(result)
        at += len(done.out[at:]) - len(done.out[at:].lstrip())
    return results


def check_formats(query, trace):
    sql = "SELECT 1 AS a, 'x,\"y\"' AS b, NULL AS c, '' AS d, 0.1 AS e, 'p|q' AS f, x'0aff' AS g"
    outputs = {
        "csv": 'a,b,c,d,e,f,g\n1,"x,""y""",,"",0.1,p|q,X\'0AFF\'\n',
        "json": '[\n  {"a": 1, "b": "x,\\"y\\"", "c": null, "d": "", "e": 0.1, "f": "p|q", '
                '"g": "X\'0AFF\'"}\n]\n',
        "markdown": "| a | b | c | d | e | f | g |\n|---|---|---|---|---|---|---|\n"
                    "| 1 | x,\"y\" |  |  | 0.1 | p\\|q | X'0AFF' |\n",
        "box": "┌───┬───────┬───┬───┬─────┬─────┬─────────┐\n"
               "│ a │ b     │ c │ d │ e   │ f   │ g       │\n"
               "├───┼───────┼───┼───┼─────┼─────┼─────────┤\n"
               "│ 1 │ x,\"y\" │   │   │ 0.1 │ p|q │ X'0AFF' │\n"
               "└───┴───────┴───┴───┴─────┴─────┴─────────┘\n",
    }
    for name, expected in outputs.items():
        done = query.run("--format", name, trace, sql)
        query.report.same(f"--format {name}", expected,
                          done.out.encode("latin-1").decode("utf-8"))
    query.report.same("csv where there is no terminal", outputs["csv"], query.run(trace, sql).out)
    file = query.scratch / "rows.csv"
    done = query.run("-o", file, trace, sql)
    query.report.same("--output", outputs["csv"], file.read_text() if not done.out else done.out)
    done = query.run(trace, stdin=sql.encode())
    query.report.same("SQL from standard input", outputs["csv"], done.out)
    done = query.run("-", sql, stdin=trace.read_bytes())
    query.report.same("the trace from standard input", outputs["csv"], done.out)
    empty = query.run("--format", "json", trace, "SELECT 1 WHERE 0; -- nothing\n;")
    query.report.same("no rows", "[]\n", empty.out)
    long = query.run("--format", "box", trace, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                     "WHERE i < 3000) SELECT i FROM n")
    query.report.check("a long box", len(long.out.splitlines()) == 3004 and long.code == DONE)


def check_errors(query, samples, trace):
    def fail(name, code, says, *words):
        done = query.run(*words)
        query.report.check(name, done.code == code and says in done.err and not done.out,
                           f"{done.code} {done.err!r} {done.out!r}")

    fail("no such column", TROUBLE, "pj_query: no such column: nope\n  SELECT nope FROM state\n"
         "         ^\n", trace, "SELECT nope FROM state")
    fail("syntax", TROUBLE, 'near "FORM": syntax error\n  FORM state\n  ^\n', trace,
         "SELECT *\nFORM state")
    fail("unfinished", TROUBLE, "incomplete input", trace, "SELECT (1")
    fail("no such table", TROUBLE, "no such table: nope", trace, "SELECT * FROM nope")
    fail("a function without its parameter", TROUBLE, "the parameter n of a table function is missing", trace,
         "SELECT * FROM slices")
    fail("a grouping that is none", TROUBLE, "profile(by): by is to be value, container or type, or "
         "several of them with commas between, found 'value,x'", trace,
         "SELECT * FROM profile('value,x')")
    fail("a profile without grouping", TROUBLE, "the parameter grouping of a table function is missing", trace, "SELECT * FROM profile")
    fail("a profile of a window backwards", TROUBLE, "profile(by, start, end): the end, 1, precedes "
         "the start, 3", trace, "SELECT * FROM profile('value', 3, 1)")
    fail("half a window", TROUBLE, "no query solution", trace, "SELECT * FROM overlapping(1)")
    for parameter in ("0", "-1", "1.5", "'x'", "NULL", "1e9"):
        fail(f"slices({parameter})", TROUBLE, "slices(n): n is to be a whole number", trace,
             f"SELECT * FROM slices({parameter})")
    fail("tables are read only", TROUBLE, "may not be modified", trace, "DELETE FROM state")
    fail("bad trace", BAD_TRACE, "error: ", samples / "bad" / "unknown_container.paje", "SELECT 1")
    fail("no trace", TROUBLE, "No such file", query.scratch / "none", "SELECT 1")
    fail("no SQL file", TROUBLE, "none.sql: No such file", "-f", query.scratch / "none.sql", trace)
    fail("no format", TROUBLE, "expected box|csv|json|markdown, found xml", "--format", "xml", trace,
         "SELECT 1")
    fail("no folder to save in", TROUBLE, "No such file", "--save", query.scratch / "no" / "x.db",
         trace)
    fail("a device to save in", TROUBLE, "/dev/null: not a file", "--save", "/dev/null", trace)
    nothing = query.scratch / "nul.sql"
    nothing.write_bytes(b"\0SELECT 2;")
    fail("a byte 0", TROUBLE, "a byte of the SQL is 0", "-f", nothing, trace)
    fail("a folder of SQL", TROUBLE, "Is a directory", "-f", query.scratch, trace)
    lenient = query.run("--lenient", samples / "bad" / "unknown_container.paje", "SELECT 1 AS x")
    query.report.check("--lenient", lenient.code == DONE and lenient.out == "x\n1\n"
                       and "left out" in lenient.err, f"{lenient}")
    for sql in ("SELECT * FROM callstack(99999999)", "SELECT * FROM callstack('x')",
                "SELECT * FROM callstack(-1)", "SELECT * FROM overlapping(NULL, 1)",
                "SELECT * FROM overlapping(1, 1) WHERE depth > 100"):
        query.report.check(sql, not query.rows(trace, sql))


def check_samples(query, samples):
    """Whatever a trace holds, all tables can be read whole, and saved."""
    tables = ("container", "type", "entity_value", "state", "variable", "event", "link",
              "event_definition", "states", "variables", "events", "links", "containers", "types")
    sql = "; ".join(f"SELECT * FROM {table}" for table in tables)
    for trace in sorted((samples / "features").glob("*.paje")):
        done = query.run("-n", "-z", trace, sql)
        dump = blackbox.run([query.dump, "-n", "-z", trace])
        counts = [len(list(csv.reader(io.StringIO(done.out))))]
        rows = len(dump.out.splitlines())
        query.report.check(f"{trace.name}", done.code == DONE == dump.code and counts[0] > rows,
                           f"{done.code} {done.err} {counts} {rows}")
        totals = query.run("-n", "-z", trace, "SELECT (SELECT count(*) FROM container) + (SELECT "
                           "count(*) FROM state) + (SELECT count(*) FROM variable) + (SELECT "
                           "count(*) FROM event) + (SELECT count(*) FROM link)")
        query.report.check(f"{trace.name}: as many as in the table",
                           totals.out.splitlines()[1] == str(rows), f"{totals.out} {rows}")
        saved = query.run("-n", "-z", "--save", query.scratch / "sample.db", trace)
        query.report.check(f"{trace.name}: --save", saved.code == DONE, saved.err)


def check_threads(query, trace, all_questions):
    script = query.scratch / "questions.sql"
    script.write_text("\n".join(all_questions))
    outputs = {query.run("-z", "-j", jobs, "-f", script, trace).out for jobs in ("1", "2", "3")}
    query.report.check("-j 1, 2, 3", len(outputs) == 1 and len(outputs.pop()) > 1000)


class Terminal:
    """The shell as seen on a terminal."""

    def __init__(self, command, home):
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # whatever the tests were started with
            os.environ.update(HOME=str(home), TERM="xterm")
            os.execv(command[0], [str(word) for word in command])
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.seen = ""

    def has(self, text, seconds=60):
        """Whether `text` comes; what is seen is kept."""
        end = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < end:
            if select.select([self.file], [], [], 0.2)[0]:
                try:
                    self.seen += self.decoder.decode(os.read(self.file, 1 << 16))
                except OSError:  # it has ended
                    break
        return text in self.seen

    def until(self, text):
        """What comes up to `text`; all there is if that does not come."""
        self.has(text)
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, keys):
        """For the line editor, which shows its prompt before it takes the terminal over."""
        end = time.monotonic() + 60
        while termios.tcgetattr(self.file)[3] & termios.ICANON and time.monotonic() < end:
            time.sleep(0.01)
        os.write(self.file, keys.encode())

    def interrupt(self, text):
        """Ctrl-C until it is answered by `text`: a key that comes too early is a part of a line."""
        for _ in range(60):
            os.write(self.file, b"\x03")
            if self.has(text, 1):
                return True
        return False

    def status(self, seconds=60):
        """How it ended; what does not end is killed."""
        end = time.monotonic() + seconds
        while (done := os.waitpid(self.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
            self.has("\0", 0.1)  # what it says would hold it up
        os.close(self.file)
        return os.waitstatus_to_exitcode(done[1])


def check_shell(query, trace):
    home = query.scratch / "home"
    home.mkdir()
    prompt = "paje> "
    shell = Terminal([query.tool, "-q", trace], home)
    shell.until(prompt)

    def answers(keys, says):
        shell.type(keys + "\r")
        shell.until(keys[:1])  # what is typed is shown
        # First the answer, for completing a word may show the line and its prompt again.
        answered = shell.has(says)
        query.report.check(f"shell: {keys!r}", answered, repr(shell.seen))
        shell.until(says)
        shell.until(prompt)

    answers("SELECT 40 + 2 AS answer;", "│     42 │")
    answers("SELECT nope;", "no such column: nope")
    answers("SELECT 1,\r2\r;", "│ 2 │")
    answers(".format csv", "\r\n")
    answers("SELECT 'a' AS b;", "b\r\na")
    answers(".tables", "entity_value")
    answers(".schema slices", "n equal parts of the run")
    answers(".nonsense", "not understood: .nonsense")
    answers(f".save {query.scratch}/shell.db", "\r\n")
    query.report.check("shell: .save", (query.scratch / "shell.db").exists())
    answers("SELECT count(*) FROM state;", "count(*)\r\n")  # the saved file is released
    answers(f"VACUUM INTO '{query.scratch}/new.db';", "--allow-writes")
    answers(f"ATTACH '{query.scratch}/shell.db' AS s;", "\r\n")
    answers("DELETE FROM s.state;", "--allow-writes")
    query.report.check("shell: SQL writes nothing", not (query.scratch / "new.db").exists())
    answers("SELECT count(*) FROM entity_v\t;", "count(*)\r\n")
    shell.type("SELECT rubbish\x03")
    shell.until(prompt)
    answers("SELECT 7 AS seven;", "seven\r\n7")
    # It would take days.
    shell.type("SELECT count(*) FROM state a, state b, state c, state d, state e;\r")
    query.report.check("shell: Ctrl-C ends a statement", shell.interrupt("interrupted"))
    shell.until(prompt)
    shell.type("\x1b[A\x1b[A\r")  # two up: the one before
    query.report.check("shell: history", shell.has("seven\r\n7"))
    shell.until(prompt)
    shell.type("\x04")
    query.report.check("shell: Ctrl-D leaves", shell.status() == DONE)
    history = (home / ".pj_query_history").read_text()
    query.report.check("shell: history is kept", "seven" in history and "rubbish" not in history)


def traces_of(query):
    """By name: generated ones, samples, real ones."""
    traces = {"spmd": query.spmd(), "sizes": with_sizes(query, query.spmd()),
              "heat": query.samples / "heat" / "heat.ethernet.trace"}
    for name in ("lu.S.8", "mg.S.8"):
        traces[name] = query.scratch / f"{name}.trace"
        traces[name].write_bytes(blackbox.unpacked(blackbox.DATA / "traces" / f"{name}.trace.xz"))
    return traces


@blackbox.group
def check_questions_of_page(query):
    for name, trace in traces_of(query).items():
        answered = check_questions(query, name, trace, query.questions)
        # The generated ones have something of everything, but sizes of messages.
        least = {"spmd": 28, "sizes": 30}.get(name, 15)
        query.report.check(f"{name}: questions that have an answer", answered >= least, str(answered))
    for sql in re.findall(r"```SQL\n(.*?)```", query.page.read_text("utf-8"), re.DOTALL):
        query.report.check(f"{sql[:60]!r} of the page says something", query.rows(query.spmd(), sql))


@blackbox.group
def check_truths(query):
    for name in TRUTH:
        trace = HERE / "traces" / f"{name}.paje"
        check_questions(query, name, trace, query.questions)
        check_truth(query, name, trace, query.questions)
        if name != "equal_names":  # whose paths are not those of one
            check_profile(query, name, trace)


@blackbox.group
def check_profiles(query):
    for name, trace in dict(traces_of(query), varied=query.varied()).items():
        check_profile(query, name, trace)


@blackbox.group
def check_saved_and_plans(query):
    check_saved(query, query.spmd())
    check_plans(query, query.spmd())


@blackbox.group
def check_random_queries(query):
    rng = random.Random(8)
    check_random(query, "spmd", query.spmd(), rng, 60)
    check_random(query, "varied", query.varied(), rng, 100)


@blackbox.group
def check_random_orders(query):
    rng = random.Random(10)
    check_orders(query, "spmd", query.spmd(), rng, 60)
    check_orders(query, "varied", query.varied(), rng, 100)


@blackbox.group
def check_random_totals(query):
    rng = random.Random(11)
    check_totals(query, "spmd", query.spmd(), rng, 120)
    check_totals(query, "varied", query.varied(), rng, 200)
    for name in ("two_state_types", "equal_names"):
        check_totals(query, name, HERE / "traces" / f"{name}.paje", rng, 20)
    check_replaced_names(query, query.spmd())


@blackbox.group
def check_random_counts(query):
    rng = random.Random(12)
    # Long tracks have sums, short ones have none.
    for name, options in {"long": ["--ranks", "6", "--iterations", "400"],
                          "long_varied": ["--shape", "varied", "--events", "30000", "--depth", "4"]}.items():
        trace = query.make(name, *options)
        archive = trace.with_suffix(".pja")
        done = blackbox.run([blackbox.need_tool(Path(query.tool).parent, "paje2bin"), "-z", "-q", "--method=archive", trace, "-o", archive])
        query.report.check(f"{name} as an archive", done.code == DONE, done.err)
        check_counts(query, name, archive, rng, 120)


@blackbox.group
def check_all_stretches(query):
    rng = random.Random(9)
    check_stretches(query, "varied", query.varied(), rng)
    check_stretches(query, "spmd", query.spmd(), rng)


@blackbox.group
def check_forms(query):
    check_formats(query, query.spmd())


@blackbox.group
def check_wrong_calls(query):
    check_errors(query, query.samples, query.spmd())


@blackbox.group
def check_all_samples(query):
    check_samples(query, query.samples)


@blackbox.group
def check_terminal(query):
    check_shell(query, query.spmd())


@blackbox.group
def check_jobs(query):
    check_threads(query, query.spmd(), query.questions)


def main(tools, samples, questions_page):
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        query = Query(tools, Path(folder), report)
        query.samples, query.page = Path(samples), Path(questions_page)
        query.questions = questions(query.page)
        blackbox.run_groups(query)
    return report.finish()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
