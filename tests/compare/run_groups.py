#!/usr/bin/env python3
"""pj_compare of groups of runs: against values of an independent implementation, against sums of pj_dump's table, and
with bad input.

Usage: run_groups.py TOOL_DIR DATA_FOLDER
"""
import json
import statistics
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox


class Groups:
    def __init__(self, tools, data, report, scratch):
        self.tools, self.data, self.report, self.scratch = Path(tools), Path(data), report, Path(scratch)

    def run(self, *words):
        return blackbox.run([self.tools / "pj_compare", *words])

    def runs(self, name, seeds, *words, ranks=4, iterations=12):
        """Generated runs, one of each seed."""
        paths = [self.scratch / f"{name}.{seed}.paje" for seed in seeds]
        for seed, path in zip(seeds, paths):
            blackbox.run([self.tools / "pj_generate", f"--ranks={ranks}", f"--iterations={iterations}", f"--seed={seed}", *words,
                          "-o", path])
        return paths

    def ask(self, name, a, b, *words, code):
        done = self.run("--json", "--group-a", *a, "--group-b", *b, *words)
        self.report.check(f"{name}: status", done.code == code, f"{done.code} {done.err}")
        return json.loads(done.out)


def near(a, b, tolerance=1e-9):
    return abs(a - b) <= tolerance * max(abs(a), 1e-12)


@blackbox.group
def check_golden(groups):
    """rank-3 is 10 % slower from the middle on, in five runs of ten."""
    wanted = groups.data / "golden-analysis" / "group.noise-slow.json.xz"
    wanted = json.loads(blackbox.unpacked(wanted))
    a, b = ([groups.data / "runs" / f"{name}.trace.xz" for name in wanted[group]] for group in "ab")
    got = groups.ask("golden", a, b, code=1)
    [length] = got["length"]
    for mine, theirs in (("mean_a", "mean_a"), ("mean_b", "mean_b"), ("relative", "relative"), ("welch_t", "welch_t"),
                         ("degrees", "df"), ("p", "p")):
        groups.report.check(f"length: {theirs}", near(wanted["length"][theirs], length[mine], 1e-6), str(length))
    rows = {(row["container"], row["value"], row["iterations"]): row for row in got["tests"]}
    groups.report.check("tests", len(rows) == len(wanted["tests"]) == 16, str(list(rows)))
    for test in wanted["tests"]:
        row = rows.get((test["container"], test["value"], test["iterations"]), defaultdict(float))
        for mine, theirs in (("mean_a", "mean_a"), ("mean_b", "mean_b"), ("welch_t", "welch_t"), ("welch_p", "welch_p"),
                             ("holm_p", "holm_p"), ("exchange_p", "max_t_p")):
            groups.report.check(f"{test['container']} {test['iterations']}: {theirs}", near(test[theirs], row[mine], 1e-6),
                                f"{test[theirs]} {row[mine]}")
    first = got["tests"][0]
    found = wanted["found"]
    groups.report.check("found", first["container"] == found["container"] and first["iterations"] == "30..59"
                        and near(found["seconds_a_run"], first["more_in_a_run"], 1e-6), str(first))
    waits = wanted["waits_and_causes"]
    groups.report.check("waits", near(waits["noise"]["waits_total_mean"], length["waiting_a"], 1e-6), str(length))
    cost = next(cause["cost"] for cause in waits["noise"]["causes_mean"]
                if (cause["container"], cause["value"]) == ("rank-3", "computing"))
    groups.report.check("caused", near(cost, first["caused_waiting_a"], 1e-6), f"{cost} {first}")
    text = groups.run("--group-a", *a, "--group-b", *b).out
    groups.report.check("text", text.startswith("B is 2.1 % longer than A: ") and
                        "rank-3 is 10 % longer in computing in iterations 30..59" in text, text[:400])
    groups.ask("the same runs", a[:3], a[3:], code=0)


def seconds_in(groups, path, value):
    """Of the value by container, without what is nested in it."""
    done = blackbox.run([groups.tools / "pj_query", "-q", "--format=csv", path,
                         f"SELECT container, sum(exclusive) FROM states WHERE value = '{value}' GROUP BY 1"])
    return {row.split(",")[0]: float(row.split(",")[1]) for row in done.out.splitlines()[1:]}


@blackbox.group
def check_planted(groups):
    """A slow rank is found, and only that; numbers are those of the table."""
    a = groups.runs("a", range(4))
    b = groups.runs("b", range(10, 14), "--slow-rank", "2", "--slow-factor", "2")
    got = groups.ask("planted", a, b, "--values", "stencil", "--parts", "1", code=1)
    found = [row["container"].split("/")[-1] for row in got["tests"] if row["exchange_p"] <= 0.05]
    groups.report.check("the slow rank", found == ["rank-2"], str(got["tests"]))
    groups.report.check("all ranks are tested", len(got["tests"]) == 4, str(got["tests"]))
    for row in got["tests"]:
        container = row["container"].split("/")[-1]
        for group, paths in (("mean_a", a), ("mean_b", b)):
            wanted = statistics.mean(seconds_in(groups, path, "stencil")[container] for path in paths)
            groups.report.check(f"{group} of {container}", row["iterations"] == "0..11" and near(wanted, row[group] * 12, 1e-6),
                                f"{row} {wanted}")
    groups.ask("nothing else", a, groups.runs("c", range(40, 44)), "--values", "stencil", code=0)
    # What differs by the rounding of sums does not differ: `compute` lasts as long in each run.
    later = groups.runs("later", range(30, 34), "--start-time=5")
    got = groups.ask("rounding", a, later, "--values", "compute", code=0)
    groups.report.check("no difference", all(row["welch_p"] == 1 for row in got["tests"]), str(got["tests"]))


@blackbox.group
def check_without_iterations(groups):
    """Runs without a loop are compared as a whole: sums of the table, and t of its definition."""
    short = groups.runs("short", range(3), ranks=2, iterations=1)
    long = groups.runs("long", range(10, 13), "--slow-rank=0", "--slow-factor=9", ranks=2, iterations=1)
    got = groups.ask("whole runs", short, long, "--values", "stencil", code=1)
    groups.report.check("says so", any("compared as a whole" in line for line in got["remarks"]), str(got["remarks"]))
    groups.report.check("both ranks", len(got["tests"]) == 2, str(got["tests"]))
    for row in got["tests"]:
        container = row["container"].split("/")[-1]
        a, b = ([seconds_in(groups, path, "stencil")[container] for path in paths] for paths in (short, long))
        variance = statistics.variance(a) / 3 + statistics.variance(b) / 3
        t = (statistics.mean(b) - statistics.mean(a)) / variance ** 0.5
        groups.report.check(container, row["iterations"] == "all" and near(statistics.mean(a), row["mean_a"], 1e-6)
                            and near(statistics.mean(b), row["mean_b"], 1e-6) and near(t, row["welch_t"], 1e-6), f"{row} {a} {b} {t}")


@blackbox.group
def check_bad(groups):
    a = groups.runs("bad", range(2))
    for name, words, message in (
            ("one run", ["--group-a", a[0], "--group-b", *a], "each needs two runs"),
            ("one group", ["--group-a", *a], "each needs two runs"),
            ("groups and runs", [a[0], a[1], "--group-a", *a, "--group-b", *a], "take the place of A and B"),
            ("a picture", ["--group-a", *a, "--group-b", *a, "--svg", groups.scratch / "x.svg"], "need two runs, A and B"),
            ("no such value", ["--group-a", *a, "--group-b", *a, "--values", "nothing*"], "no value of a container"),
            ("no marker", ["--group-a", *a, "--group-b", *a, "--marker", "nothing"], "nothing"),
            ("no A", [], "A is required"), ("no B", [a[0]], "B is required"),
            ("no file", ["--group-a", *a, "--group-b", a[0], groups.scratch / "none"], "No such file")):
        done = groups.run(*words)
        groups.report.check(name, done.code == 2 and message in done.err and done.out == "", f"{done.code} {done.err}")


def main():
    tools, data = sys.argv[1:]
    report = blackbox.Report()
    blackbox.need_tool(tools, "pj_compare")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Groups(Path(tools).resolve(), data, report, scratch))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
