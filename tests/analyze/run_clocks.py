#!/usr/bin/env python3
"""Planted clocks are found, and --fix-clocks puts them right in every tool.

Usage: run_clocks.py TOOL_DIR SAMPLES DATA_FOLDER [--rounds N] [--seed S]
"""

import argparse
import json
import lzma
import math
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "support"), str(HERE)]
import blackbox
from clock_runs import DEFINITIONS, ClockRun
from definitions import numbered
from random_run import random_trace

EPS = 1e-9


class Bench:
    def __init__(self, folder, report, rounds, seed):
        self.folder, self.report, self.rounds, self.seed = folder, report, rounds, seed

    def run(self, tool, *words):
        return blackbox.run([blackbox.need_tool(self.folder, tool), *map(str, words)])

    def check(self, what, ok, why=""):
        return self.report.check(what, ok, why)

    def clocks(self, path, *words):
        done = self.run("pj_analyze", "clocks", "-q", "--json", *words, path)
        return json.loads(done.out) if self.check(f"{path.name} clocks", done.code == 0, done.err) else None

    def table(self, path, *words):
        done = self.run("pj_dump", "-l", "9", "--container-precision", "12", *words, path)
        self.check(f"{path.name} {words} table", done.code == 0, done.err)
        return done

    def is_right_after(self, path):
        found = self.clocks(path, "--fix-clocks")
        self.check(f"{path.name}: right after the correction", found["clocks"][0]["wrong"] == "no", str(found))


def saved(scratch, name, text):
    path = Path(scratch) / name
    path.write_text(text)
    return path


def corrected_by(found, start):
    """correct(rank, time) of the offsets and drifts that pj_analyze found."""
    rows = found["offsets"]

    def correct(rank, time):
        return time + rows[rank]["offset"] + rows[rank]["drift"] * (time - start)
    return correct


def check_recovered(bench, path, run, clock, found):
    """No time is farther from the first rank's clock than a message takes."""
    start = min(clock(rank, time) for time, _, rank, line in run.events if line.startswith("5 "))
    correct = corrected_by(found, start)
    worst = max(abs(correct(rank, clock(rank, time)) - clock(0, time))
                for rank in range(len(run.names)) for time in (0, max(run.now) / 2, max(run.now)))
    bench.check(f"{path.name}: clocks are recovered", worst <= 3 * run.latency[1], f"by {worst} at worst")
    return correct


def check_rewritten(bench, scratch, path, run, clock, correct):
    """The table is that of a trace that was written by right clocks, in the order of its times."""
    right = saved(scratch, "right.paje", run.text(lambda rank, time: correct(rank, clock(rank, time))))
    wanted, got = bench.table(right).out, bench.table(path, "--fix-clocks").out
    bench.report.same(f"{path.name}: table", wanted, got)
    for words in (("-j1",), ("-j4",)):
        bench.check(f"{path.name} {words}", bench.table(path, "--fix-clocks", *words).out == got)


@blackbox.group
def check_planted(bench, _samples, _data):
    with blackbox.scratch_directory() as scratch:
        for number in range(bench.rounds):
            seed = bench.seed * 10007 + number
            dice = random.Random(seed)
            run = ClockRun(seed, ranks=dice.randint(2, 6), rounds=dice.randint(20, 60),
                           collectives=dice.random() < 0.7)
            offsets = [dice.uniform(0, 2) for _ in run.names]
            drifts = [dice.uniform(-1e-3, 1e-3) if number % 2 else 0 for _ in run.names]

            def clock(rank, time, offsets=offsets, drifts=drifts):
                return 5 + time + offsets[rank] + drifts[rank] * time
            path = saved(scratch, f"run-{seed}.paje", run.text(clock))
            found = bench.clocks(path)
            state = found["clocks"][0]
            bench.check(f"{path.name}: wrong and solved", (state["wrong"], state["solved"], state["unsolved"])
                        == ("yes", "yes", 0), str(state))
            if not number % 2:
                bench.check(f"{path.name}: within the bounds", state["drift"] == "no" and all(
                    row["least"] - EPS <= offsets[0] - offsets[rank] <= row["greatest"] + EPS
                    for rank, row in enumerate(found["offsets"])), str(found["offsets"]))
            elif state["drift"] == "yes":
                bench.check(f"{path.name}: drifts within the bounds", all(
                    (row["least_drift"] is None or row["least_drift"] - 1e-5 <= drifts[0] - drifts[rank])
                    and (row["greatest_drift"] is None or drifts[0] - drifts[rank] <= row["greatest_drift"] + 1e-5)
                    for rank, row in enumerate(found["offsets"])), f"{drifts}: {found['offsets']}")
            correct = check_recovered(bench, path, run, clock, found)
            check_rewritten(bench, scratch, path, run, clock, correct)
            bench.is_right_after(path)


def rows_of(table, kind):
    return [line.split(", ") for line in table.splitlines() if line.startswith(kind)]


@blackbox.group
def check_logical_clock(bench, _samples, _data):
    """Clocks that no line puts right."""
    with blackbox.scratch_directory() as scratch:
        for number in range(bench.rounds):
            seed = bench.seed * 10007 + number
            run = ClockRun(seed, ranks=2 + number % 4, rounds=40)

            def clock(rank, time):
                return 1 + time + 0.02 * math.sin(time * (rank + 1))
            path = saved(scratch, f"sine-{seed}.paje", run.text(clock))
            state = bench.clocks(path)["clocks"][0]
            bench.check(f"{path.name}: moved alone", state["solved"] == "no" and state["moved_alone"] > 0
                        and state["unsolved"] == 0, str(state))
            bench.is_right_after(path)
            before = bench.table(path, "--types", "S")
            after = bench.table(path, "--fix-clocks")
            bench.check(f"{path.name}: report", after.err.count("moved individually") == 1, after.err)
            states = [row for row in rows_of(after.out, "State,")]
            bench.check(f"{path.name}: states in their order", [(row[1], row[6:]) for row in states]
                        == [(row[1], row[6:]) for row in rows_of(before.out, "State,")]
                        and all(float(row[5]) >= -EPS for row in states))
            late = [row for row in rows_of(after.out, "Link,") if float(row[5]) < -EPS]
            bench.check(f"{path.name}: no message before it was sent", not late, str(late[:3]))
            bench.check(f"{path.name}: -j1 = -j4", bench.table(path, "--fix-clocks", "-j1").out
                        == bench.table(path, "--fix-clocks", "-j4").out == after.out)


TWO = DEFINITIONS + "3 0 a R 0 a\n3 0 b R 0 b\n"


@blackbox.group
def check_on_paper(bench, _samples, _data):
    with blackbox.scratch_directory() as scratch:
        # a has at 4.5 the answer to what it sent at 3, but b had that at 2 and answered at 3.8: b is late by 1 at
        # least and by 0.7 at most. In the middle, 0.85, each message is 0.15 too early.
        path = saved(scratch, "circle.paje", TWO + (
            "5 1 S b MPI_Recv\n8 2 L 0 m b x\n6 2 S b\n5 3 S a MPI_Isend\n9 3 L 0 m a x\n6 3.5 S a\n"
            "5 3.8 S b MPI_Isend\n9 3.8 L 0 m b y\n5 4 S a MPI_Recv\n6 4 S b\n8 4.5 L 0 m a y\n6 4.5 S a\n"
            "5 4.5 S a work\n6 9.5 S a\n"))
        found = bench.clocks(path)
        bench.check("offsets on paper", abs(found["offsets"][1]["offset"] - 0.85) < EPS
                    and found["clocks"][0]["moved_alone"] == 2, str(found))
        rows = [[row[1], row[7], *(round(float(x), 6) for x in row[3:5])]
                for row in rows_of(bench.table(path, "--fix-clocks").out, "State,")]
        # b's Recv ends at 3 instead of 2.85; until 3.8 + 0.85 the shift of 0.15 is 1 % of 1.8 less, 0.132, so a has
        # the answer at 4.782 instead of 4.5, and 0.282 less 1 % of 5 later.
        wanted = [["a", "MPI_Isend", 3, 3.5], ["a", "MPI_Recv", 4, 4.782], ["a", "work", 4.782, 9.732],
                  ["b", "MPI_Isend", 4.782, 4.98], ["b", "MPI_Recv", 1.85, 3]]
        bench.check("states on paper", sorted(rows) == wanted, f"{rows}")


@blackbox.group
def check_no_solution(bench, _samples, _data):
    with blackbox.scratch_directory() as scratch:
        # Each gets the other's message before it sends its own.
        path = saved(scratch, "impossible.paje", TWO + (
            "5 0 S a MPI_Recv\n5 0 S b MPI_Recv\n8 1 L 0 m b x\n8 1 L 0 m a y\n6 1 S a\n6 1 S b\n"
            "5 2 S a MPI_Isend\n5 2 S b MPI_Isend\n9 2 L 0 m a x\n9 2 L 0 m b y\n6 3 S a\n6 3 S b\n"))
        found = bench.clocks(path)["clocks"][0]
        bench.check("a circle of messages", found["unsolved"] > 0 and found["solved"] == "no", str(found))
        done = bench.table(path, "--fix-clocks")
        bench.check("a circle is reported", "in a circle that no clocks can correct" in done.err, done.err)


@blackbox.group
def check_any_trace(bench, _samples, _data):
    """Damaged runs, too: what was right stays, and what was not is right then, or said to be unsolved."""
    with blackbox.scratch_directory() as scratch:
        for number in range(5 * bench.rounds):
            seed = bench.seed * 10007 + number
            path = saved(scratch, f"random-{seed}.paje", random_trace(seed, number % 3 > 0))
            plain, fixed = bench.table(path, "-z"), bench.table(path, "-z", "--fix-clocks")
            before = bench.clocks(path, "-z")["clocks"][0]
            after = bench.clocks(path, "-z", "--fix-clocks")["clocks"][0]
            if before["wrong"] == "no":
                bench.check(f"{path.name}: stays", plain.out == fixed.out and "corrected" in fixed.err, fixed.err)
            else:
                bench.check(f"{path.name}: is right then", (after["wrong"] == "yes") == (before["unsolved"] > 0),
                            f"{before} {after}")
                bench.check(f"{path.name}: as many rows", len(plain.out.splitlines()) == len(fixed.out.splitlines()))


@blackbox.group
def check_wrong_groups(bench, _samples, _data):
    """Calls on split communicators, which are taken for one operation, are no reason to change clocks."""
    def state(value, start, end, rank, comm=None):
        kind, last = (5, "") if comm is None else (13, f" {comm}")
        return [(start, f"{kind} {start} S {rank} {value}{last}"), (end, f"6 {end} S {rank}")]

    def text(has_field, offset):
        events = []
        for number in range(6):  # a and b call alone, each on a communicator of its own, far apart
            start = 10 * number
            for rank, comm, when, add in (("a", "x", 1, 0), ("b", "y", 4, offset)):
                events += state("MPI_Barrier", start + when + add, start + when + 1 + add, rank, comm if has_field else None)
            # and send each other a message that takes 1, when both are there
            events += state("MPI_Isend", start + 6, start + 6.5, "a") + state(
                "MPI_Recv", start + 6 + offset, start + 7 + offset, "b")
            events += [(start + 6, f"9 {start + 6} L 0 m a x{number}"), (start + 7 + offset, f"8 {start + 7 + offset} L 0 m b x{number}")]
            events += state("MPI_Isend", start + 8 + offset, start + 8.5 + offset, "b") + state(
                "MPI_Recv", start + 8, start + 9, "a")
            events += [(start + 8 + offset, f"9 {start + 8 + offset} L 0 m b y{number}"), (start + 9, f"8 {start + 9} L 0 m a y{number}")]
        events.sort(key=lambda event: event[0])
        return TWO.replace("0 R 0 Rank\n", numbered({13: ("PushState", "Time Type Container Value Comm")}) + "0 R 0 Rank\n") \
            + "".join(line + "\n" for _, line in events)

    with blackbox.scratch_directory() as scratch:
        for has_field in (False, True):
            for offset in (0, 20):
                path = saved(scratch, f"split-{has_field}-{offset}.paje", text(has_field, offset))
                found = bench.clocks(path)
                bench.check(f"{path.name}: offset", found["clocks"][0]["wrong"] == ("yes" if offset else "no")
                            and found["clocks"][0]["moved_alone"] == 0
                            and found["offsets"][1]["offset"] == -offset, str(found))
                text_of = bench.run("pj_analyze", "clocks", path).out.splitlines()[0]
                bench.check(f"{path.name}: what is left out", ("Collectives were left out" in text_of) == (not has_field),
                            text_of)


@blackbox.group
def check_unchanged(bench, samples, _data):
    for path in sorted(samples.glob("**/*.trace")) + sorted((samples / "good").glob("*.paje")):
        words = ("-z", "-u", "-q") if path.stat().st_size > 1 << 22 else ("-z", "-u")
        plain = bench.run("pj_dump", *words, path)
        fixed = bench.run("pj_dump", "--fix-clocks", *words, path)
        if plain.code != 0 or "-q" in words:
            continue
        wrong = bench.clocks(path, "-z") if "clocks corrected" in fixed.err else None
        bench.check(f"{path.name}: same bytes", plain.out == fixed.out or wrong is not None, fixed.err)
        bench.check(f"{path.name}: one line", len(fixed.err.splitlines()) == len(plain.err.splitlines()) + 1, fixed.err)


@blackbox.group
def check_containers(bench, _samples, _data):
    """Threads have their process's clock, and a process that of its only thread with messages."""
    definitions = DEFINITIONS.replace("1 S R State\n", "0 T R Thread\n1 S T State\n").replace(
        "7 V R Load\n", "7 V R Load\n").replace("2 L 0 R R", "2 L 0 T T")
    text = definitions + (
        "3 0 a R 0 a\n3 0 b R 0 b\n3 0 a0 T a a0\n3 0 b0 T b b0\n3 0 b1 T b b1\n"
        "5 1 S b0 MPI_Recv\n5 1 S b1 work\n8 2 L 0 m b0 x\n6 2 S b0\n10 2 V b 7\n6 2.5 S b1\n10 3 V a 5\n"
        "5 3 S a0 MPI_Isend\n9 3 L 0 m a0 x\n6 3.5 S a0\n"
        "5 3 S b0 MPI_Isend\n9 3 L 0 m b0 y\n6 3 S b0\n5 4 S a0 MPI_Recv\n8 6 L 0 m a0 y\n6 6 S a0\n")
    with blackbox.scratch_directory() as scratch:
        path = saved(scratch, "threads.paje", text)
        done = bench.table(path, "--fix-clocks")  # b is late by 1 to 3
        bench.check("threads: report", "times of 1 of 2 containers change, by up to 2 (b0)" in done.err, done.err)
        rows = {tuple(line.split(", ")[:2] + [line.split(", ")[-1]]): line.split(", ")[3:5]
                for line in done.out.splitlines()}
        for key, wanted in ((("State", "b0", "MPI_Recv"), (3, 4)), (("State", "b1", "work"), (3, 4.5)),
                            (("Variable", "b", "7.000000000"), (4, 6)), (("State", "a0", "MPI_Recv"), (4, 6)),
                            (("Container", "b", "b1"), (2, 6)), (("Container", "0", "b"), (2, 6)),
                            (("Container", "0", "a"), (0, 6))):
            bench.check(f"threads: {key}", key in rows and tuple(map(float, rows[key]))[:1] == wanted[:1],
                        str(rows.get(key)) + done.out)


@blackbox.group
def check_selection(bench, _samples, _data):
    with blackbox.scratch_directory() as scratch:
        run = ClockRun(3, ranks=4)
        path = saved(scratch, "run.paje", run.text(lambda rank, time: 5 + time + rank))
        all_rows = bench.table(path, "--fix-clocks").out.splitlines()
        window = bench.table(path, "--fix-clocks", "--start", "5.5", "--end", "6").out.splitlines()

        def is_inside(line):
            words = line.split(", ")
            start, end = float(words[3]), float(words[3 if words[0] == "Event" else 4])
            return words[0] == "Container" or (start <= 6 and end >= 5.5)
        bench.report.same("a time by the right clocks", "\n".join(filter(is_inside, all_rows)), "\n".join(window))
        one = bench.table(path, "--fix-clocks", "--containers", "rank-2").out.splitlines()
        bench.report.same("a container by the right clocks", "\n".join(
            line for line in all_rows if "rank-2" in line), "\n".join(one))
        done = bench.run("pj_dump", "--fix-clocks", "--containers", "nobody", path)
        bench.check("a pattern like nothing", done.code == 2 and "nobody" in done.err, done.err)
        counts = {kind: sum(line.startswith(kind) for line in window) for kind in ("State,", "Variable,", "Event,", "Link,")}
        asked = bench.run("pj_query", "--fix-clocks", "--format", "csv", "--start", "5.5", "--end", "6", path,
                          "SELECT (SELECT count(*) FROM states), (SELECT count(*) FROM variables), "
                          "(SELECT count(*) FROM events), (SELECT count(*) FROM links)")
        bench.check("counts of pj_query", asked.out.splitlines()[-1:] == [",".join(map(str, counts.values()))],
                    f"{counts} {asked.out} {asked.err}")


@blackbox.group
def check_tools(bench, samples, _data):
    with blackbox.scratch_directory() as scratch:
        run = ClockRun(4, ranks=3)
        wrong = saved(scratch, "wrong.paje", run.text(lambda rank, time: 5 + time + rank))
        found = bench.clocks(wrong)
        correct = corrected_by(found, 0)
        right = saved(scratch, "right.paje", run.text(lambda rank, time: correct(rank, 5 + time + rank)))
        plain = [("pj_dump",), ("pj_query", "SELECT * FROM states"), ("pj_query", "SELECT * FROM links"),
                 ("pj_export", "--to", "chrome", "-o", "-"), ("pj_aggregate", "--csv"), ("pj_analyze", "causes", "--csv"),
                 ("pj_analyze", "waits", "--json")]
        for tool, *words in plain:
            fixed = bench.run(tool, "--fix-clocks", *([wrong] + words if tool == "pj_query" else words + [wrong]))
            wanted = bench.run(tool, *([right] + words if tool == "pj_query" else words + [right]))
            bench.check(f"{tool} {words}", fixed.code == 0 and fixed.out == wanted.out
                        and fixed.err.count("clocks corrected") == 1 and "wrong.paje" in fixed.err,
                        f"{fixed.err}\n{fixed.out[:300]}\n{wanted.out[:300]}")
        equal = bench.run("pj_equals", "--status", "--fix-clocks", "--time-tolerance", "1e-9", wrong, right)
        bench.check("pj_equals", equal.code == 0 and equal.err.count("clocks corrected") == 1
                    and equal.err.count("the clocks agree") == 1, equal.err)
        both = bench.run("pj_compare", "--fix-clocks", wrong, right)
        bench.check("pj_compare", both.code == 0 and both.err.count("clocks corrected") == 1, both.err + both.out[:300])
        bench.run("pj_dump_csv", "--fix-clocks", "--prefix", Path(scratch) / "x.", wrong)
        bench.run("pj_dump_csv", "--prefix", Path(scratch) / "y.", right)
        files = sorted(Path(scratch).glob("x.*"))
        bench.check("pj_dump_csv", files and all(
            file.read_text() == (file.parent / ("y" + file.name[1:])).read_text() for file in files), str(files))
        wanted = bench.table(right).out
        for words in (["pj_cut", wrong, "-o", "cut.paje"], ["pj_cut", "--end", "1e9", wrong, "-o", "part.paje"],
                      ["pj_cut", wrong, "-o", "cut.pja"], ["paje2bin", wrong, "-o", "bin.pja"],
                      ["pj_merge", wrong, "-o", "merged.pja"]):
            output = Path(scratch) / words.pop()
            done = bench.run(*words, output, "--fix-clocks")
            bench.check(f"{words[0]} writes {output.name}", done.code == 0 and done.err.count("clocks corrected") == 1
                        and bench.table(output).out == wanted, done.err)
        loads = [bench.run("pj_energy", "frequencies", "--processor", "Rank", "--unit", "s", "--json", *words)
                 for words in ([wrong, "--fix-clocks"], [right])]
        bench.check("pj_energy", loads[0].code == loads[1].code == 0 and loads[0].out.replace("wrong", "right") == loads[1].out
                    and loads[0].err.count("clocks corrected") == 1, f"{loads[0].err} {loads[0].out[:300]} {loads[1].out[:300]}")
        parts = Path(scratch) / "parts"
        done = bench.run("pj_split", "-q", "--depth", "1", wrong, parts, "--fix-clocks")
        bench.check("pj_split", done.code == 0 and done.err.count("clocks corrected") == 1
                    and len(list(parts.iterdir())) == 4 and bench.table(parts / "root.paje").out == wanted, done.err)
        done = bench.run("pj_split", "-q", "-z", "--depth", "1", wrong, parts)
        bench.check("pj_split -z", done.code == 2 and "--fix-clocks" in done.err, done.err)
        for words in (["paje2bin", wrong, "-o", "bin.rst"], ["pj_merge", wrong, "-o", "merged.paje"]):
            output = Path(scratch) / words.pop()
            done = bench.run(*words, output, "--fix-clocks")
            bench.check(f"{words[0]} of events", done.code == 2 and "--fix-clocks" in done.err and not output.exists(), done.err)
        done = bench.run("pj_dump", "--fix-clocks", "--out-of-core", wrong)
        bench.check("out of core", done.code == 2 and "whole trace" in done.err and not done.out, done.err)
        done = bench.run("pj_dump", "--fix-clocks", samples / "good" / "events.paje")
        if done.code == 0:
            bench.check("nothing is known", done.err.count("\n") == 1, done.err)


@blackbox.group
def check_lasting_values(bench, _samples, data):
    """A value of a variable lasts until its container ends, which may be later after the correction."""
    path = data / "cases" / "clocks_open_variable.paje"
    table = bench.table(path, "--fix-clocks").out
    ends = {row[6]: row[4] for row in rows_of(table, "Container,")}
    values = rows_of(table, "Variable,")
    bench.check("lasting values", values and all(abs(float(row[4]) - float(ends[row[1]])) < 1e-9 for row in values), table)
    with blackbox.scratch_directory() as scratch:
        part, parts = Path(scratch) / "part.paje", Path(scratch) / "parts"
        for done, written in ((bench.run("pj_cut", "-q", "--fix-clocks", path, "-o", part), part),
                              (bench.run("pj_split", "-q", "--fix-clocks", "--depth", "1", path, parts), parts / "root.paje")):
            bench.check(f"lasting values: {written.name}", done.code == 0 and bench.table(written).out == table, done.err)


@blackbox.group
def check_golden(bench, _samples, data):
    folder = data / "golden-analysis"
    from run_analyze_golden import Case
    count = 0
    for file in sorted(folder.glob("*.json.xz")):
        golden = json.loads(blackbox.unpacked(file)).get("with_clocks_corrected")
        if golden is None:
            continue
        count += 1
        name = file.name.removesuffix(".json.xz")
        with blackbox.scratch_directory() as scratch:
            trace = Path(scratch) / name
            trace.write_bytes(lzma.open(data / "runs" / (name + ".trace.xz")).read())
            case = Case(bench.report, blackbox.need_tool(bench.folder, "pj_analyze"), name, golden, trace,
                        "--fix-clocks")
            for check in (case.check_summary, case.check_waits, case.check_causes, case.check_path, case.check_slack):
                check()
    bench.check("golden traces with corrected clocks", count >= 2, str(count))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool_dir", type=Path)
    parser.add_argument("samples", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    report = blackbox.Report()
    blackbox.run_groups(Bench(options.tool_dir, report, options.rounds, options.seed), options.samples,
                        options.data)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
