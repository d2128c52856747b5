#!/usr/bin/env python3
"""What pj_query adds to SQL: aggregates against Python's statistics, REGEXP against Python's re, over
random input; parameters that make no sense; names next to attached databases; infinite numbers.

Usage: run_functions.py TOOL_DIR SAMPLES
"""

import json
import math
import random
import re
import sqlite3
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE)]
import blackbox

DONE, TROUBLE = 0, 2


class Asked:
    def __init__(self, tools, trace, report):
        self.tool = blackbox.need_tool(tools, "pj_query")
        self.trace = trace
        self.report = report

    def run(self, *words, **options):
        return blackbox.run([self.tool, "-q", *words], **options)

    def rows(self, sql, *options):
        done = self.run("--format", "json", *options, self.trace, sql)
        if not self.report.check(f"{sql[:100]!r} is done", done.code == DONE and not done.err,
                                 f"{done.code} {done.err}"):
            return []
        return [tuple(row.values()) for row in json.loads(done.out)]

    def fails(self, sql, says):
        done = self.run(self.trace, sql)
        self.report.check(f"{sql[:100]!r} fails", done.code == TROUBLE and not done.out
                          and done.err == f"pj_query: {says}\n", f"{done.code} {done.err!r}")


def is_near(got, expected):
    if got is None or expected is None:
        return got is expected
    return math.isclose(got, expected, rel_tol=1e-9, abs_tol=1e-12)


def percentile(numbers, percent):
    ordered = sorted(numbers)
    place = percent / 100 * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def of_all(numbers, percent):
    numbers = [number for number in numbers if number is not None]
    if not numbers:
        return (None,) * 8
    one = len(numbers) == 1
    sample = (None, None) if one else (statistics.stdev(numbers), statistics.variance(numbers))
    return (statistics.median(numbers), percentile(numbers, percent), *sample, *sample,
            statistics.pstdev(numbers), statistics.pvariance(numbers))


AGGREGATES = ("median(x)", "percentile(x, {p})", "stddev(x)", "variance(x)", "stddev_samp(x)",
              "var_samp(x)", "stddev_pop(x)", "var_pop(x)")


def random_numbers(rng):
    kind = rng.randrange(4)
    count = rng.choice((0, 1, 2, 3, 10, 57))
    if kind == 0:
        numbers = [rng.randint(-5, 5) for _ in range(count)]
    elif kind == 1:
        numbers = [1e9 + rng.random() for _ in range(count)]  # a large mean
    else:
        numbers = [rng.uniform(-100, 100) for _ in range(count)]
    return [None if rng.random() < 0.1 else number for number in numbers]


@blackbox.group
def check_statistics(asked):
    rng = random.Random(33)
    for _ in range(25):
        numbers = random_numbers(rng)
        percent = rng.choice((0, 25, 50, 99.5, 100))
        values = ", ".join(f"({i}, {'NULL' if x is None else repr(x)})"
                           for i, x in enumerate(numbers)) or "(0, NULL)"
        aggregates = [text.format(p=percent) for text in AGGREGATES]
        table = f"WITH t(i, x) AS (VALUES {values}) SELECT "
        got = asked.rows(table + ", ".join(aggregates) + " FROM t")
        expected = of_all(numbers, percent)
        asked.report.check(f"aggregates of {len(numbers)}", len(got) == 1
                           and all(map(is_near, got[0], expected)), f"{got} {expected}")
        before = rng.choice((0, 1, 5, 1000))
        window = f" OVER (ORDER BY i ROWS {before} PRECEDING)"
        got = asked.rows(table + ", ".join(a + window for a in aggregates) + " FROM t ORDER BY i")
        expected = [of_all(numbers[max(0, i - before):i + 1], percent)
                    for i in range(len(numbers))] or [(None,) * 8]
        # What leaves a window leaves rounding after: of 1e9, the square of it.
        is_exact = not numbers or max(abs(x or 0) for x in numbers) < 1e6
        upto = 8 if is_exact else 2
        asked.report.check(f"windows of {before} in {len(numbers)}", len(got) == len(expected)
                           and all(all(map(is_near, a[:upto], b[:upto]))
                                   for a, b in zip(got, expected)), f"{got} {expected}")
    rows = asked.rows("SELECT g, median(x), stddev(x) FROM (SELECT column1 AS g, column2 AS x FROM "
                      "(VALUES ('a', 1), ('b', 7), ('a', 2), ('b', 9), ('b', 8))) GROUP BY g")
    asked.report.check("of groups", rows == [("a", 1.5, math.sqrt(0.5)), ("b", 8.0, 1.0)], rows)
    rows = asked.rows("SELECT median(x), percentile(x, 25), stddev(x) FROM (SELECT 1 AS x UNION ALL "
                      "SELECT 9e999 UNION ALL SELECT 2)")
    asked.report.check("of infinite numbers", rows == [(2.0, 1.5, None)], rows)
    rows = asked.rows("SELECT median(x), count(x) FROM slices(200000), (SELECT 1) , (SELECT slice "
                      "AS x FROM slices(10)) WHERE slice = x")
    asked.report.check("of many rows", rows == [(4.5, 10)], rows)


@blackbox.group
def check_wrong_numbers(asked):
    found = "percentile(x, p): p is to be a number from 0 to 100, found "
    for p, shown in (("100.5", "'100.5'"), ("-1", "'-1'"), ("NULL", "NULL"), ("'x'", "'x'"),
                     ("9e999", "'Inf'")):
        asked.fails(f"SELECT percentile(1, {p})", found + shown)
    asked.fails("SELECT percentile(column1, column2) FROM (VALUES (1, 2), (1, 3))",
                "percentile(x, p): p is to be the same in all rows")
    asked.fails("SELECT median('x')", "median(x): x is to be a number, found 'x'")
    asked.fails("SELECT stddev('x')", "stddev(x), variance(x): x is to be a number, found 'x'")


ATOMS = ["a", "b", "A", "_", ".", "[ab]", "[^a]", "[a-c_]", r"\d", r"\w", r"\W", r"\s", r"\.", "é",
         "(a|b)", "(ab|)", "(?:a_|b)", r"\b", r"\B", "^", "$", "[]a]", "[^]a]", r"[\d_]"]
REPEATS = ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,}", "*?", "+?"]


def random_pattern(rng, depth=0):
    parts = []
    for _ in range(rng.randint(1, 4)):
        if depth < 2 and rng.random() < 0.2:
            parts.append("(" + random_pattern(rng, depth + 1) + ")" + rng.choice(REPEATS))
        else:
            atom = rng.choice(ATOMS)
            is_place = atom in ("^", "$", r"\b", r"\B")
            parts.append(atom + ("" if is_place else rng.choice(REPEATS)))
        if rng.random() < 0.1:
            parts.append("|")
    return "".join(parts)


@blackbox.group
def check_regexp(asked):
    rng = random.Random(34)
    cases = []
    for _ in range(1500):
        pattern = ("(?i)" if rng.random() < 0.2 else "") + random_pattern(rng)
        text = "".join(rng.choice("aabbcA_1 .é]") for _ in range(rng.randint(0, 9)))
        if not text and r"\B" in pattern:
            continue  # where Python has its own opinion
        # re.ASCII: \w is what it is here; $ is the end, not the place before a last newline.
        expected = re.search(pattern.replace("$", r"\Z"), text, re.ASCII | re.DOTALL) is not None
        cases.append((pattern, text, int(expected)))
    values = ", ".join("('%s', '%s')" % case[:2] for case in cases)
    script = f"SELECT column2 REGEXP column1 FROM (VALUES {values})"
    done = asked.run("--format", "json", asked.trace, stdin=script.encode())
    rows = [tuple(row.values()) for row in json.loads(done.out)] if done.code == DONE else done.err
    got = [row[0] for row in rows]
    wrong = [case for case, answer in zip(cases, got) if answer != case[2]]
    asked.report.check("REGEXP as Python's re", len(got) == len(cases) and not wrong,
                       f"{wrong[:5]} {done.err[:300]}")
    found = sum(case[2] for case in cases)
    asked.report.check("some match", 300 < found < 1200, str(found))


@blackbox.group
def check_regexp_by_hand(asked):
    rows = asked.rows("SELECT 'PMPI_Send' REGEXP '^P?MPI_', 'compute' REGEXP 'mpi', NULL REGEXP 'a', "
                      "'a' REGEXP NULL, 12 REGEXP '^1', regexp('b', 'abc'), 'a' NOT REGEXP 'b'")
    asked.report.check("REGEXP", rows == [(1, 0, None, None, 1, 1, 1)], rows)
    for pattern, says in (("a(", "a ( without its )"), ("a)", "a ) without its ("),
                          ("*a", "nothing to repeat before *"), ("[a", "a [ without its ]"),
                          ("a{2", "a { without its }"), ("a{x}", "a { without a number (\\{ is the "
                           "character)"), ("a{3,2}", "a repetition whose most is less than its least"),
                          ("[b-a]", "a range that goes backwards, or to a class"),
                          ("a\\", "nothing after the last \\"), ("\\q", "\\q means nothing here"),
                          ("(?=a)", "only (?: ) and, at the start, (?i) are known"),
                          ("[[:alpha:]]", "classes such as [:alpha:] are not known (\\w, \\d, \\s are)"),
                          ("((a{1000}){1000}){1000}", "it is too large"),
                          ("(" * 300 + ")" * 300, "its groups are nested too deeply")):
        asked.fails(f"SELECT 'a' REGEXP '{pattern}'", f"the pattern '{pattern}': {says}")
    # Each would keep a backtracking matcher busy forever, or use up its stack.
    text = "(SELECT group_concat('aaaaaaaaaa', '') FROM slices(20000))"
    rows = asked.rows(f"SELECT {text} REGEXP '^(a+)+$b', {text} REGEXP '(a|aa)*c', "
                      f"{text} REGEXP '^(a|b)*$'")
    asked.report.check("long texts", rows == [(0, 0, 1)], rows)


@blackbox.group
def check_parameters(asked):
    asked.fails("SELECT * FROM matrix('typo')",
                "matrix(link_type): no type of links is called 'typo'")
    asked.fails("SELECT * FROM matrix(99)", "matrix(link_type): no type of links is called '99'")
    asked.fails("SELECT * FROM matrix('MPI State')",
                "matrix(link_type): no type of links is called 'MPI State'")
    asked.fails("SELECT * FROM overlapping(3, 1)",
                "overlapping(start, end): the end, 1, precedes the start, 3")
    asked.fails("SELECT * FROM overlapping('x', 1)",
                "overlapping(start, end): start is to be a time, found 'x'")
    asked.fails("SELECT * FROM live_containers('typo')",
                "live_containers(type): there is no container of type typo; types of containers: Zone, Node, "
                "Rank")
    for place, name in enumerate(("idle", "per_cpu", "per_memory")):
        for function in ("power_steps", "machine_energy"):
            words = ["1", "1", "1"]
            words[place] = "'x'"
            asked.fails(f"SELECT * FROM {function}({', '.join(words)})",
                        f"{function}(idle, per_cpu, per_memory): {name} is to be a number")
    # A use that the model needs and no machine has.
    lines = (HERE / "traces" / "machines.paje").read_text().splitlines(keepends=True)
    without = asked.scratch / "without_mem.paje"
    without.write_text("".join(line for line in lines if " D " not in line))
    for function in ("power_steps", "machine_energy"):
        done = asked.run(without, f"SELECT * FROM {function}(40, 0.3, 0.05)")
        asked.report.check(f"{function} without mem", done.code == TROUBLE and not done.out and done.err ==
                           "pj_query: no container has the variable mem, which the model needs; variables are cpu\n", done.err)
        done = asked.run("--format", "json", without, f"SELECT sum(joules) AS joules FROM {function}(40, 0.3, 0)")
        wanted = 100 * 67 + 100 * 55 + 100 * 70 + 20 * 43
        asked.report.check(f"{function}: mem is not needed", done.code == DONE and is_near(json.loads(done.out)[0]["joules"], wanted), done.out)
    rows = asked.rows("SELECT count(*) > 0 FROM overlapping(-9e999, 9223372036854775807)")
    asked.report.check("all of time", rows == [(1,)], rows)


@blackbox.group
def check_attached(asked):
    """Names mean the trace's own, whatever an attached database has."""
    tools, scratch = asked.tools, asked.scratch
    other = scratch / "other.db"
    connection = sqlite3.connect(other)
    names = [name for name, in asked.rows("SELECT DISTINCT iif(instr(name, '('), substr(name, 1, "
                                          "instr(name, '(') - 1), name) FROM schema_page "
                                          "WHERE name NOT LIKE '%(x%' AND name NOT LIKE 'regexp%'")]
    asked.report.check("names", {"container", "states", "slices", "profile", "mpi_states"} <= set(names),
                       names)
    for name in names:
        connection.execute(f'CREATE TABLE "{name}"(wrong)')
        connection.execute(f'INSERT INTO "{name}" VALUES (1)')
    connection.execute("CREATE TABLE mine(x)")
    connection.commit()
    connection.close()
    model, table = scratch / "model.json", scratch / "runs.csv"
    model.write_text(json.dumps({
        "model": "mva", "version": 1, "cpu": 10, "network": 1, "cpu_station": "loaddep", "partner": "paper", "startup": 0,
        "compute_share": 1, "share_from": "it", "sends": {"factor": 0, "constant": 1}, "message": {"form": "inverse", "a": 0, "b": 1},
        "system": [{"node": "n", "cores": 2, "speed": 1, "byte_time": 0}]}))
    table.write_text("placement,time,compute_share,sends,message_bytes\n1,10,1,1,1\n")
    grown = scratch / "cores.csv"
    grown.write_text("cores,time,machines\n1,8,1\n2,5,1\n4,3,1\n")
    parameters = {"slices": "(3)", "overlapping": "(0, 1)", "callstack": "(1)", "matrix": "(NULL)",
                  "profile": "('value')", "time_profile": "(3)", "comm_over_time": "(3)",
                  "message_histogram": "(3)", "live_containers": "('Rank')", "power_steps": "(1, 1, 1)",
                  "machine_energy": "(1, 1, 1)", "scaling": f"('{asked.trace}')",
                  "scaling_cost": f"('1/h', 'exact', '{grown}')", "scaling_models": f"('{grown}')",
                  "scaling_predictions": f"(8, '{grown}')", "mva": f"('{model}', '{table}')"}
    for name in names:
        sql = f"SELECT * FROM {name}{parameters.get(name, '')} LIMIT 5"
        plain = asked.rows(sql)
        attached = asked.run("--format", "json", asked.trace, f"ATTACH '{other}' AS o; {sql}")
        got = [tuple(row.values()) for row in json.loads(attached.out)] if attached.out else []
        # A trace may have no waits and no use of machines; that others have some is tested elsewhere.
        has_rows = len(got) > 0 or name in ("waits", "root_waits", "causes", "power_steps", "machine_energy")
        asked.report.check(f"{name} beside an attached one", got == plain and has_rows,
                           f"{got[:2]} {plain[:2]} {attached.err}")
    rows = asked.run(asked.trace, f"ATTACH '{other}' AS o; SELECT count(*) AS n FROM o.container, "
                     "mine").out
    asked.report.check("the attached one by its name", rows == "n\n0\n", rows)


OF_MPI = ["MPI_Send", "PMPI_Allreduce", "mpi_send_", "MPI_SEND", "MPIX_Comm_agree", "MPI_Wait()",
          "libmpi:MPI_Send", "__wrap_MPI_Send", "STV_MPI_Recv", "action_allReduce", "action_wait",
          "action_Irecv", "smpi_replay_run_init", "smpi_replay_run_finalize"]
NOT_OF_MPI = ["computing", "sleeping", "main", "Waiting", "user_mpi_exchange", "MPI", "MPI_", "Outside MPI",
              "xMPI_Send", "action_compute", "action_", "MPI_2", "kernel", "gather"]
OF_REPLAY = ["kernel", "gather", "allgatherv"]


@blackbox.group
def check_mpi_names(asked):
    """Names as tracing tools write them, each in a state of its own."""
    scratch = asked.scratch
    lines = (HERE / "traces" / "nested_mpi.paje").read_text().splitlines()
    lines = [line for line in lines if line[0] in "%"]
    lines += ["0 R 0 Rank", "1 S R State", "1 M R MPI_STATE", "3 0 r R 0 r"]
    names = [("S", name) for name in OF_MPI + NOT_OF_MPI] + [("M", name) for name in OF_REPLAY + ["computing"]]
    for time, (kind, name) in enumerate(names):
        lines += [f'5 {time} {kind} r "{name}"', f"6 {time + 1} {kind} r"]
    trace = scratch / "names.paje"
    trace.write_text("\n".join(lines) + "\n")
    done = asked.run("--format", "json", trace, "SELECT type, value FROM mpi_states ORDER BY start")
    asked.report.same("what is of MPI", [["State", name] for name in OF_MPI]
                      + [["MPI_STATE", name] for name in OF_REPLAY],
                      [list(row.values()) for row in json.loads(done.out)])
    done = asked.run("--format", "json", trace, "SELECT name FROM entity_value WHERE mpi ORDER BY id")
    asked.report.same("values of MPI", OF_MPI + OF_REPLAY,
                      [row["name"] for row in json.loads(done.out)])
    done = asked.run("--format", "json", trace, "CREATE TEMP VIEW mpi_states AS SELECT * FROM states "
                     "WHERE value = 'main'; SELECT value FROM mpi_states")
    asked.report.check("another rule", json.loads(done.out) == [{"value": "main"}], done.out)


@blackbox.group
def check_infinite(asked):
    done = asked.run("--format", "json", asked.trace, "SELECT 9e999 AS a, -9e999 AS b, 1.5 AS c")
    asked.report.same("infinite numbers in JSON", '[\n  {"a": "Infinity", "b": "-Infinity", "c": 1.5}\n]\n',
                      done.out)


def main(tools, samples):
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        scratch = Path(folder)
        trace = scratch / "spmd.paje"
        generate = blackbox.need_tool(tools, "pj_generate")
        blackbox.run([generate, "--ranks", "3", "--iterations", "4", "-o", trace])
        asked = Asked(tools, trace, report)
        asked.tools, asked.scratch = tools, scratch
        blackbox.run_groups(asked)
    return report.finish()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
