#!/usr/bin/env python3
"""The table functions of models give what the commands give: frequencies(), scaling(), mva().

Usage: run_runs.py TOOL_DIR DATA
"""
import csv
import io
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from definitions import RUN_DEFINITIONS

LEVELS = "2.4,2.0,1.6,1.2"


class Asked:
    def __init__(self, report, tools, data, folder):
        self.report, self.tools, self.data, self.folder = report, tools, Path(data), Path(folder)
        self.trace = self.write("unequal.trace", (4, 3, 2, 1))

    def write(self, name, loads, word="compute"):
        """A container for each load; two share a machine; each works that long, then waits for the longest, three times."""
        lines = [RUN_DEFINITIONS + "0 M 0 Machine\n0 R M Rank\n2 S R State\n"]
        lines += [f"6 0 m{i // 2} M 0 m{i // 2}\n" for i in range(0, len(loads), 2)]
        lines += [f"6 0 r{i} R m{i // 2} r{i}\n" for i in range(len(loads))]
        for step in range(3):
            at = step * 4
            lines += [f"12 {at} S r{i} {word}\n" for i in range(len(loads))]
            lines += [f"13 {at + load} S r{i}\n12 {at + load} S r{i} MPI_Barrier\n" for load, i in sorted((load, i) for i, load in enumerate(loads))]
            lines += [f"13 {at + 4} S r{i}\n" for i in range(len(loads))]
        path = self.folder / name
        path.write_text("".join(lines))
        return path

    def in_turns(self, name, loads):
        """The same, but of a machine one works after the other, both wait for the end of a turn of 8 s."""
        lines = [line for line in self.write(name, loads).read_text().splitlines(True) if line.split()[0] not in ("12", "13")]
        events = []
        for step in range(3):
            for i, load in enumerate(loads):
                begin = 8 * step + (0 if i % 2 == 0 else loads[i - 1])
                pieces = [(8 * step, begin, "MPI_Recv"), (begin, begin + load, "compute"), (begin + load, 8 * step + 8, "MPI_Barrier")]
                for first, last, value in pieces:
                    if first < last:
                        events += [(first, 1, f"12 {first} S r{i} {value}\n"), (last, 0, f"13 {last} S r{i}\n")]
        path = self.folder / name
        path.write_text("".join(lines + [line for *_, line in sorted(events, key=lambda event: event[:2])]))
        return path

    def sql(self, sql, trace=None):
        return blackbox.run([blackbox.need_tool(self.tools, "pj_query"), "-q", "--format", "json", trace or self.trace, sql])

    def rows(self, sql, trace=None):
        done = self.sql(sql, trace)
        self.report.check(f"{sql[:100]}: is done", done.code == 0 and not done.err, f"{done.code} {done.err}")
        return json.loads(done.out) if done.code == 0 else []

    def command(self, tool, *words):
        done = blackbox.run([blackbox.need_tool(self.tools, tool), *map(str, words)])
        self.report.check(f"{tool} {words[0]}: is done", done.code == 0, done.err)
        return list(csv.DictReader(io.StringIO(done.out)))

    def fails(self, sql, says):
        done = self.sql(sql)
        self.report.check(f"{sql[:100]}: fails", done.code == 2 and not done.out and done.err.startswith("pj_query: ")
                          and says in done.err and done.err.count("\n") == 1, f"{done.code} {done.err!r}")

    def same(self, name, got, wanted, renamed=()):
        """The rows of SQL have what those of a command have."""
        ok = len(got) == len(wanted) > 0
        for mine, theirs in zip(got, wanted):
            for column, word in theirs.items():
                cell = mine.get(dict(renamed).get(column, column), "no such column")
                if word == "":
                    ok = ok and cell is None
                elif isinstance(cell, str):
                    ok = ok and cell == word
                else:
                    ok = ok and cell is not None and abs(float(word) - cell) <= 1e-12 * max(1, abs(cell))
        self.report.check(name, ok, f"{got} {wanted}")


@blackbox.group
def check_frequencies(asked):
    rows = asked.rows(f"SELECT * FROM frequencies('{LEVELS}')")
    asked.same("frequencies", rows, asked.command("pj_energy", "frequencies", "-q", "--levels", LEVELS, "--csv", "--table",
                                                  "processors", asked.trace))
    # 4, 3, 2 and 1 s of work: at 2.4 GHz 4 s, at 2.0 GHz 3.6 s, at 1.2 GHz 4 s and 2 s.
    asked.report.check("frequencies on paper", [(row["load_seconds"], row["gigahertz"], round(row["busy_seconds"], 9)) for row in rows] ==
                       [(4, 2.4, 4), (3, 2.0, 3.6), (2, 1.2, 4), (1, 1.2, 2)], str(rows))
    asked.report.check("paths", [row["path"] for row in rows] == ["m0/r0", "m0/r1", "m1/r2", "m1/r3"], str(rows))
    rows = asked.rows("SELECT * FROM frequencies(NULL, 'Machine', 'refine')")
    asked.same("frequencies of domains", rows, asked.command("pj_energy", "frequencies", "-q", "--domain", "Machine", "--balance", "refine",
                                                             "--csv", "--table", "processors", asked.trace))
    turns = asked.in_turns("turns.trace", (4, 3, 2, 1))
    rows = asked.rows("SELECT * FROM frequencies(NULL, NULL, 'greedy', 'Machine')", turns)
    asked.same("frequencies of machines", rows, asked.command("pj_energy", "frequencies", "-q", "--processor", "Machine", "--balance",
                                                              "greedy", "--csv", "--table", "processors", turns))
    asked.report.check("loads of machines", [(row["load_seconds"], row["balanced_seconds"]) for row in rows] == [(7, 5), (3, 5)], str(rows))
    # Of 7 s of work in a turn of the first machine, 3 s are done while the other task works, too.
    asked.fails("SELECT * FROM frequencies(NULL, NULL, 'greedy', 'Machine')", "the tasks of the processor m0 overlap for 42.9 %")
    idle = asked.write("idle.trace", (1, 2), "MPI_Recv")
    asked.report.check("no processor works", asked.rows("SELECT * FROM frequencies()", idle) == [])
    for words, says in (("'x'", "levels are to be frequencies in GHz such as '2.4,2.0,1.6', not 'x'"), ("-1", "above 0"),
                        ("NULL, 'Foo'", "in no container of the type Foo, but processors must be"),
                        ("NULL, NULL, 'best'", "balance is to be 'none', 'greedy' or 'refine', not 'best'"),
                        ("NULL, NULL, NULL, 'Foo'", "in no container of the type Foo, but tasks must be")):
        asked.fails(f"SELECT * FROM frequencies({words})", says)


def words_of(paths):
    return ", ".join(f"'{path}'" for path in paths)


@blackbox.group
def check_scaling(asked):
    runs = [asked.data / "scaling" / f"halo2d.{n}.trace.xz" for n in (8, 1, 4, 2, 1)]
    wanted = asked.command("pj_scaling", "-q", "--csv", "--table", "scaling", *runs)
    for row in wanted:
        row["front"] = {"yes": "1", "no": "0"}[row["front"]]
        del row["cost"]
    asked.same("scaling", asked.rows(f"SELECT * FROM scaling({words_of(runs)})"), wanted)
    table = asked.folder / "runs.csv"
    table.write_text("cores,time\n1,100\n2,60\n4,30\n4,34\n")
    rows = asked.rows(f"SELECT cores, runs, time, speed_up, efficiency, parallel, front FROM scaling('{table}')")
    asked.report.check("scaling on paper", [tuple(row.values()) for row in rows] ==
                       [(1, 1, 100, 1, 1, None, 1), (2, 1, 60, 100 / 60, 100 / 120, None, 1), (4, 2, 32, 3.125, 0.78125, None, 1)], str(rows))
    one = asked.rows(f"SELECT speed_up, efficiency FROM scaling('{runs[0]}')")
    asked.report.check("one run", one == [{"speed_up": 1, "efficiency": 1}], str(one))
    bad = asked.folder / "bad.trace"
    bad.write_text("no trace\n")
    for words, says in (("", "the parameter run1 of a table function is missing"), ("3", "each run is to be the name of a file"),
                        ("NULL", "each run is to be the name of a file"), ("'/nowhere'", "/nowhere: No such file"),
                        (f"'{runs[0]}', '{bad}'", f"pj_query: {bad}:1:1: error: "), (f"'{asked.folder}'", "directory")):
        asked.fails(f"SELECT * FROM scaling({words})", says)


@blackbox.group
def check_scaling_models(asked):
    runs = [asked.data / "scaling" / f"halo2d.{n}.trace.xz" for n in (8, 1, 4, 2, 1)]
    scaling = ("pj_scaling", "-q", "--no-replay", "--csv", "--table")
    wanted = asked.command(*scaling, "models", *runs)
    for row in wanted:
        del row["judged_error"]
    asked.same("models", asked.rows(f"SELECT * FROM scaling_models({words_of(runs)})"), wanted)
    wanted = asked.command(*scaling, "predictions", "--predict", "64", *runs)
    for row in wanted:
        del row["measured"], row["error"]
    asked.same("predictions", asked.rows(f"SELECT * FROM scaling_predictions(64, {words_of(runs)})"), wanted)
    # 4 machines for an hour and a second, billed by the hour, at 0.5 an hour each.
    table = asked.folder / "bills.csv"
    table.write_text("cores,time,machines\n8,3600,2\n16,3601,4\n")
    rows = asked.rows(f"SELECT cores, cost FROM scaling_cost('0.5/h/machine', '1h', '{table}')")
    asked.report.check("bills on paper", [tuple(row.values()) for row in rows] == [(8, 1), (16, 4)], str(rows))
    rows = asked.rows(f"SELECT cores, machines, core_hours, cost FROM scaling_cost('36/h/core', 'exact', '{runs[1]}')")
    asked.report.check("a core", len(rows) == 1 and abs(rows[0]["cost"] - 36 * rows[0]["core_hours"]) < 1e-12, str(rows))
    families = asked.folder / "families.csv"
    families.write_text("family,cores,time,machines\na,4,3500,1\nb,4,3600,2\nb,8,3601,2\n")
    rows = asked.rows(f"SELECT family, cores, cost FROM scaling_cost('1/h/machine,b=3/h/machine', '1h,b=60s', '{families}')")
    asked.report.check("prices of families", [(row["family"], row["cores"]) for row in rows] == [("a", 4), ("b", 4), ("b", 8)]
                       and all(abs(row["cost"] - cost) < 1e-9 for row, cost in zip(rows, (1, 6, 6.1))), str(rows))
    for words, says in ((f"'c=1/h', '1h', '{families}'", "scaling_cost(price, billing, run, ...): there is no family c"),
                        (f"'a=1/h', 'b=1h', '{families}'", "there is no price of the family b"),
                        ("", "the parameter price of a table function is missing"), ("1, 2, 'a'", "price and billing are to be text"),
                        (f"'x', 'exact', '{table}'", "expected a price such as 0.376/h/machine, found 'x'"),
                        (f"'1/h', 'x', '{table}'", "expected exact, or a time such as 1h or 60s, found 'x'")):
        asked.fails(f"SELECT * FROM scaling_cost({words})", says)
    for words, says in (("'x', 'a'", "at_cores is to be a number from 1 on"), ("0.5, 'a'", "at_cores is to be a number from 1 on"),
                        ("64", "the parameter run1 of a table function is missing")):
        asked.fails(f"SELECT * FROM scaling_predictions({words})", says)


@blackbox.group
def check_mva(asked):
    folder, model = asked.data / "placements", asked.folder / "app.json"
    asked.command("pj_model", "fit", "mva", "-q", "--cores", "4", "--bandwidth", "125e6", "-m", model,
                  *(f"{folder}/{name}" for name in ("1x4.trace.xz@4", "2x2.trace.xz@2", "4x1.trace.xz@1", "4x4.trace.xz@4")))
    runs = [f"{folder}/{name}" for name in ("1x2.trace.xz@2", "2x4.trace.xz@4", "4x2.trace.xz@2")]
    table = asked.folder / "more.csv"
    table.write_text("placement,time,compute_share,sends,message_bytes\n\"4,4\",12,0.9,200,1e5\n2,40,1,200,0\n")
    runs.append(table)
    wanted = asked.command("pj_model", "predict", "mva", "-q", "-m", model, *runs, "--csv", "--table", "runs")
    got = asked.rows(f"SELECT * FROM mva('{model}', {words_of(runs)})")
    for row, mine in zip(wanted, got):
        asked.report.check("bottleneck", row["bottleneck"].startswith(f"{mine['bottleneck']} of {mine['node']}, "), str((row, mine)))
        del row["set"], row["bottleneck"]
    asked.same("mva", got, wanted)
    for words, says in (("", "the parameter model of a table function is missing"), (f"'{model}'", "run1 of a table function is missing"),
                        (f"'{folder}/none.json', '{runs[0]}'", "none.json: No such file"), (f"'{table}', '{runs[0]}'", "this is no JSON"),
                        (f"'{model}', '/nowhere'", "/nowhere: No such file"), (f"'{model}', 7", "each run is to be the name"),
                        (f"'{model}', '{folder}/8x1.trace.xz@1'", "its processes are on 8 nodes, but the system has 4")):
        asked.fails(f"SELECT * FROM mva({words})", says)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        blackbox.run_groups(Asked(report, sys.argv[1], sys.argv[2], folder))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
