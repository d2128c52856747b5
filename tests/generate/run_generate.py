#!/usr/bin/env python3
"""Runs pj_generate as its users do: the same trace from the same seed, the size and shape asked for,
each fault reported by the rule that it breaks, each planted difference where it was put and nowhere else.

Usage: run_generate.py TOOL_DIR
"""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

TROUBLE = 2
FAULTS = {
    "unknown-container": "unknown-container",
    "unknown-type": "unknown-type",
    "unknown-id": "unknown-event-id",
    "missing-field": "field-count",
    "extra-field": "field-count",
    "bad-time": "bad-number",
    "unordered-time": "not-time-ordered",
    "pop-on-empty-stack": "pop-on-empty-stack",
    "half-link": "incomplete-link",
    "unterminated-quote": "unterminated-quote",
    "duplicate-container": "duplicate-container",
}
HARMLESS = {"trailing-blanks": re.compile(r" \t $", re.MULTILINE),
            "carriage-return": re.compile(r"\r$", re.MULTILINE)}


class Generate:
    def __init__(self, directory, scratch, report):
        self.generate, self.dump, self.validate, self.equals = (
            blackbox.need_tool(directory, tool)
            for tool in ("pj_generate", "pj_dump", "pj_validate", "pj_equals"))
        self.scratch = scratch
        self.report = report

    def text(self, *words):
        done = blackbox.run([self.generate, *words])
        self.report.check(f"pj_generate {' '.join(map(str, words))}",
                          done.code == 0 and not done.err and not done.trouble(),
                          f"{done.code} {done.err}")
        return done.out

    def trace(self, name, *words):
        path = self.scratch / name
        done = blackbox.run([self.generate, *words, "-o", path])
        self.report.check(f"pj_generate {' '.join(words)} -o", done.code == 0 and not done.err
                          and not done.out, f"{done.code} {done.err}")
        return path

    def contents(self, *words):
        """What pj_validate finds in a trace that must be clean."""
        found = json.loads(blackbox.run([self.validate, "--json"],
                                        stdin=self.text(*words).encode()).out)
        self.report.check(f"{' '.join(words)}: clean", found["clean"], f"{found['problems']}")
        return found["contents"]

    def rows(self, *words):
        """Words of each line of the table, by kind."""
        done = blackbox.run([self.dump, "-l", "9"], stdin=self.text(*words).encode())
        self.report.check(f"pj_dump of {' '.join(words)}", done.code == 0, done.err)
        kinds = defaultdict(list)
        for line in done.out.splitlines():
            kinds[line.partition(",")[0]].append(line.split(", "))
        return kinds

    def same(self, name, wanted, found):
        self.report.check(name, wanted == found, blackbox.shorten(f"{found!r}, expected {wanted!r}"))


def without_first_line(text):
    return text.partition("\n")[2]  # which names the seed


@blackbox.group
def check_seeds(calls):
    for shape in ("spmd", "varied"):
        words = ["--shape", shape, "--churn", "--seed"]
        calls.same(f"{shape}: same seed", calls.text(*words, "7"), calls.text(*words, "7"))
        texts = {without_first_line(calls.text(*words, str(seed))) for seed in range(5)}
        calls.same(f"{shape}: other seeds", 5, len(texts))
        faulty = [*words, "7", "--sloppy", "all", "--sloppy-rate", "0.05"]
        calls.same(f"{shape}: same faults", calls.text(*faulty), calls.text(*faulty))
    calls.same("the seed is 1", calls.text("--seed", "1"), calls.text())
    calls.same("-o", calls.text().encode(), calls.trace("file.paje").read_bytes())


@blackbox.group
def check_size(calls):
    for size, number in (("300kB", 300_000), ("2MB", 2_000_000), ("1000000", 1_000_000)):
        written = len(calls.text("--ranks", "4", "--size", size))
        calls.report.check(f"--size {size}", number <= written <= number * 1.03, f"{written}")


@blackbox.group
def check_shape(calls):
    base = calls.contents()
    for ranks in (1, 5, 12):
        found = {entry["type"]: entry["count"] for entry in
                 calls.contents("--ranks", str(ranks))["containers_by_type"]}
        calls.same(f"--ranks {ranks}", {"Zone (ZONE)": 1, "Node (NODE)": -(-ranks // 4),
                                        "Rank (RANK)": ranks}, found)
    for depth in (1, 2, 9):
        calls.same(f"--depth {depth}", depth - 1 if depth > 2 else 1,
                   calls.contents("--depth", str(depth))["deepest_state"]["depth"])
    calls.same("--iterations", 3 * 8, calls.contents("--iterations", "3")["objects"]["events"])
    calls.same("--start-time", 1000, calls.contents("--start-time", "1000")["time_span"]["start"])
    for digits in (0, 3, 9):
        times = re.findall(r"^12 (\S+)", calls.text("--digits", str(digits)), re.MULTILINE)
        calls.same(f"--digits {digits}", {digits}, {len(t.partition(".")[2]) for t in times})
    for option, kind in (("--no-links", "links"), ("--no-variables", "variables"),
                         ("--no-events", "events")):
        found = calls.contents(option)["objects"]
        calls.same(option, dict(base["objects"], **{kind: 0}), found)
        calls.report.check(f"without {option}", base["objects"][kind] > 0)
    calls.report.check("--no-user-fields", not re.search(r"^18 ", calls.text("--no-user-fields"), re.M)
                       and re.search(r"^18 ", calls.text(), re.M))
    tasks = [entry for entry in calls.contents("--churn")["containers_by_type"]
             if entry["type"] == "Task (TASK)"]
    calls.report.check("--churn", tasks and tasks[0]["count"] == tasks[0]["destroyed"] > 1, f"{tasks}")


@blackbox.group
def check_varied(calls):
    """Right traces in which everything of the format is."""
    used = set()
    for seed in range(8):
        text = calls.text("--shape", "varied", "--seed", str(seed), "--events", "400")
        done = blackbox.run([calls.validate, "--json"], stdin=text.encode())
        found = json.loads(done.out)
        rules = {problem["rule"] for problem in found["problems"]}
        calls.report.check(f"varied {seed}: right", rules <= {"incomplete-link"}, f"{rules}")
        used |= {kind for kind, count in found["contents"]["events_by_kind"].items() if count}
        if seed == 0:
            kinds = set(found["contents"]["events_by_kind"])
    calls.same("varied: every event", [], sorted(kinds - {"PajeTraceFile"} - used))
    lengths = [calls.text("--shape", "varied", "--events", events).count("\n")
               for events in ("10", "1000")]
    calls.report.check("varied: --events", lengths[1] > lengths[0] + 700, f"{lengths}")


@blackbox.group
def check_faults(calls):
    clean = calls.text()
    lines = clean.split("\n")
    for fault, rule in FAULTS.items():
        text = calls.text("--sloppy", fault, "--sloppy-rate", "0.02")
        done = blackbox.run([calls.validate, "--json"], stdin=text.encode())
        counts = {p["rule"]: p["count"] for p in json.loads(done.out)["problems"]}
        spoiled = [line for line in text.split("\n") if line not in set(lines)]
        calls.report.check(f"{fault}: exit code", done.code == 1, f"{done.code}")
        wanted, told = wanted_count(fault, text, spoiled), counts.get(rule, 0)
        # What is the first of its container and type cannot be too early.
        fewest = wanted * 0.85 if fault == "unordered-time" else wanted
        calls.report.check(f"{fault}: the rule and how often", fewest <= told <= wanted,
                           f"{counts}, {wanted} were put in")
        events = sum(line[:1].isdigit() for line in lines)
        calls.report.check(f"{fault}: rate", 0.01 * events < wanted < 0.03 * events,
                           f"{wanted} of {events}")
    for fault, mark in HARMLESS.items():
        text = calls.text("--sloppy", fault, "--sloppy-rate", "0.02")
        calls.report.check(f"{fault}: is there", len(mark.findall(text)) > 10)
        done = blackbox.run([calls.validate, "--json"], stdin=text.encode())
        calls.same(f"{fault}: harmless", 0, done.code)
        calls.same(f"{fault}: all else", clean, mark.sub("", text))
    check_mixed_faults(calls, clean)


def wanted_count(fault, text, spoiled):
    if fault == "pop-on-empty-stack":
        return len(re.findall(r"^13 \S+ ST idle$", text, re.MULTILINE))
    if fault == "duplicate-container":
        return text.count(" r0 RANK n0 again\n")
    return len(spoiled)


def check_mixed_faults(calls, clean):
    calls.same("no fault at rate 0", clean, calls.text("--sloppy", "all", "--sloppy-rate", "0"))
    text = calls.text("--sloppy", "bad-time,extra-field", "--sloppy-rate", "0.02")
    found = json.loads(blackbox.run([calls.validate, "--json"], stdin=text.encode()).out)
    rules = {problem["rule"] for problem in found["problems"]}
    calls.report.check("two faults", {"bad-number", "field-count"} <= rules, f"{rules}")
    text = calls.text("--sloppy", "all", "--sloppy-rate", "0.1", "--iterations", "50")
    found = json.loads(blackbox.run([calls.validate, "--json"], stdin=text.encode()).out)
    rules = {problem["rule"] for problem in found["problems"]}
    calls.report.check("all faults", set(FAULTS.values()) <= rules, f"{set(FAULTS.values()) - rules}")


def states_by_rank(rows):
    ranks = defaultdict(list)
    for words in rows["State"]:
        ranks[words[1]].append(words)
    for states in ranks.values():
        states.sort(key=lambda words: (float(words[3]), float(words[6])))
    return ranks


def lengths_of(states, value):
    return [float(words[5]) for words in states if words[7] == value]


@blackbox.group
def check_slow_rank(calls):
    digits = ["--digits", "9"]
    base = states_by_rank(calls.rows(*digits))
    for words, factor in (([], 1.5), (["--slow-factor", "3"], 3)):
        slow = states_by_rank(calls.rows(*digits, "--slow-rank", "3", *words))
        for rank, states in base.items():
            wanted = factor if rank == "rank-3" else 1
            for value in ("compute", "stencil", "pack"):
                pairs = list(zip(lengths_of(states, value), lengths_of(slow[rank], value)))
                calls.report.check(f"--slow-rank, {factor}: {value} of {rank}", len(pairs) >= 20 and all(
                    abs(after / before - wanted) < 1e-4 for before, after in pairs), f"{pairs[:2]}")


@blackbox.group
def check_slow_iteration(calls):
    digits = ["--digits", "9"]
    base = states_by_rank(calls.rows(*digits))
    for words, ranks in (([], {f"rank-{i}" for i in range(8)}), (["--slow-rank", "3"], {"rank-3"})):
        slow = states_by_rank(calls.rows(*digits, "--slow-iteration", "7", *words))
        for rank, states in base.items():
            pairs = list(zip(lengths_of(states, "compute"), lengths_of(slow[rank], "compute")))
            calls.report.check(f"--slow-iteration {words}: {rank}", len(pairs) == 20 and all(
                abs(after / before - (1.5 if turn == 7 and rank in ranks else 1)) < 1e-4
                for turn, (before, after) in enumerate(pairs)), f"{pairs[6:9]}")


@blackbox.group
def check_loops(calls):
    """What a program repeats, as pj_analyze finds it."""
    calls.same("--loop single", calls.text(), calls.text("--loop", "single"))

    def found(loop):
        trace = calls.trace("loop.paje", "--loop", loop, "--iterations", "40")
        analyze = [blackbox.need_tool(calls.generate.parent, "pj_analyze"), "-q", trace]
        count = json.loads(blackbox.run([*analyze, "--json"]).out)["iterations"]["count"]
        return count, blackbox.run(analyze).out

    calls.same("single: count", 40, found("single")[0])
    count, text = found("nested")
    calls.report.check("nested", count == 40 and "with a loop of " in text and " inside (`--level" in text, text)
    count, text = found("varying")
    calls.report.check("varying", count != 40 and "40 states MPI_Allreduce (`--marker MPI_Allreduce`)" in text, text)
    count, text = found("none")
    calls.report.check("none", count == 0, text)


@blackbox.group
def check_extra_iteration(calls):
    base = states_by_rank(calls.rows())
    more = states_by_rank(calls.rows("--extra-iteration", "2"))
    for rank, states in base.items():
        values = [words[7] for words in states]
        turn = len(values) // 20
        # Turns differ by one another in nothing but the kernels' lengths, so these distinguish them.
        calls.same(f"--extra-iteration: {rank}", values[:2 * turn] + values[2 * turn:3 * turn]
                   + values[2 * turn:], [words[7] for words in more[rank]])
        before, after = lengths_of(states, "compute"), lengths_of(more[rank], "compute")
        twice = before[:3] + before[2:]
        calls.report.check(f"--extra-iteration: its place, {rank}", len(twice) == len(after) and all(
            abs(a - b) < 3e-6 for a, b in zip(twice, after)), f"{after[:6]}, expected {twice[:6]}")


@blackbox.group
def check_dropped_message(calls):
    base = calls.text()
    dropped = calls.text("--drop-message", "13")
    gone = [line for line in base.split("\n") if line not in set(dropped.split("\n"))]
    calls.same("--drop-message: both halves", ["15", "16"], [line.split()[0] for line in gone])
    calls.same("--drop-message: that one", {"d"}, {line.split()[-1] for line in gone})
    calls.same("--drop-message: from its sender", "r5", gone[0].split()[4])  # 8 messages a turn
    calls.same("--drop-message: nothing else", len(gone), base.count("\n") - dropped.count("\n"))


@blackbox.group
def check_changed_states(calls):
    base = calls.rows()
    renamed = calls.rows("--rename-state", "pack=bundle")
    wanted = [[*words[:7], "bundle" if words[7] == "pack" else words[7]] for words in base["State"]]
    calls.same("--rename-state", wanted, renamed["State"])
    calls.report.check("--rename-state: some", any(words[7] == "bundle" for words in wanted))
    for kind in ("Container", "Variable", "Event", "Link"):
        calls.same(f"--rename-state: {kind}", base[kind], renamed[kind])
    for fraction in (0, 0.25, 1):
        rows = calls.rows("--change-fraction", str(fraction))
        calls.same(f"--change-fraction {fraction}: all else", [words[:7] for words in base["State"]],
                   [words[:7] for words in rows["State"]])
        changed = [after for before, after in zip(base["State"], rows["State"]) if before != after]
        calls.same(f"--change-fraction {fraction}: value", {"changed"} if fraction else set(),
                   {words[7] for words in changed})
        part = len(changed) / len(base["State"])
        calls.report.check(f"--change-fraction {fraction}", abs(part - fraction) < 0.04
                           and (part == fraction or 0 < fraction < 1), f"{part}")


@blackbox.group
def check_told_by_equals(calls):
    """pj_equals finds each difference where it was put."""
    base = calls.trace("base.paje")
    for name, words, says in (
            ("slow rank", ["--slow-rank", "3"], "in container 'zone-0/node 0/rank-3'"),
            ("extra iteration", ["--extra-iteration", "2"], "first difference"),
            ("dropped message", ["--drop-message", "13"], "key 'd'"),
            ("renamed state", ["--rename-state", "pack=bundle"], "value 'bundle'"),
            ("changed states", ["--change-fraction", "0.1"], "value 'changed'")):
        other = calls.trace("other.paje", *words)
        done = blackbox.run([calls.equals, "--status", base, other])
        calls.report.check(f"pj_equals: {name}", done.code == 1 and says in done.err, done.err)


@blackbox.group
def check_nothing_to_change(calls):
    """A difference that has no place is an error that says what there is, not an equal trace."""
    states = "compute, stencil, pack, MPI_Send, MPI_Recv, MPI_Allreduce, MPI_Wait"
    for words, says in (
            (["--extra-iteration", "3"], "--extra-iteration 3: there are iterations 0 to 2"),
            (["--extra-iteration", "99", "--size", "100kB"], "--extra-iteration 99: there are iterations 0 to"),
            (["--rename-state", "x=y"], f"--rename-state x: there are states {states}\n"),
            (["--rename-state", "residual=y"], f"there are states {states}\n"),
            (["--slow-rank", "8"], "--slow-rank 8: there are ranks 0 to 7"),
            (["--slow-iteration", "3"], "--slow-iteration 3: there are iterations 0 to 2"),
            (["--drop-message", "1", "--loop", "nested"], "--drop-message counts the messages of --loop single"),
            (["--late-rank", "8"], "--late-rank 8: there are ranks 0 to 7"),
            (["--drop-message", "24"], "--drop-message 24: there are messages 0 to 23"),
            (["--drop-message", "1", "--no-links"], "--drop-message: no message has a link"),
            (["--slow-rank", "1", "--shape", "varied"], "--shape spmd")):
        output = calls.scratch / "unchanged.paje"
        done = blackbox.run([calls.generate, "--iterations", "3", *words, "-o", output])
        calls.report.check(f"nothing to change: {' '.join(words)}", done.code == TROUBLE
                           and done.err.startswith("pj_generate: ") and says in done.err
                           and done.err.count("\n") == 1 and not output.exists(), f"{done.code} {done.err}")
    base = calls.text("--depth", "4")
    for state in (*states.split(", "), "unpack", "residual"):
        calls.report.check(f"--rename-state {state}", calls.text("--depth", "4", "--rename-state",
                           f"{state}=other") != base and re.search(rf"^1[28] .* {state}\b", base, re.MULTILINE))
    for words in (["--drop-message", "31", "--extra-iteration", "2"], ["--extra-iteration", "2"]):
        calls.text("--iterations", "3", *words)


@blackbox.group
def check_usage(calls):
    for name, words in {"unknown fault": ["--sloppy", "typo"], "unknown shape": ["--shape", "round"],
                        "no ranks": ["--ranks", "0"], "rate": ["--sloppy-rate", "2"],
                        "no size": ["--size", "big"], "rename": ["--rename-state", "pack"],
                        "fraction": ["--change-fraction", "1.5"], "option": ["--foo"],
                        **{option: [option, "-1"] for option in (
                            "--seed", "--iterations", "--events", "--size", "--slow-rank", "--late-rank", "--slow-iteration",
                            "--extra-iteration", "--drop-message", "--max-memory")},
                        "parts in an archive": ["--parts", "2", "-o", calls.scratch / "x.pja"],
                        "parts without a folder": ["--parts", "2"],
                        "more parts than ranks": ["--parts", "9", "-o", calls.scratch / "set"],
                        "parts of a varied trace": ["--parts", "2", "--shape", "varied", "-o", calls.scratch / "set"],
                        "parts with faults": ["--parts", "2", "--sloppy", "-o", calls.scratch / "set"],
                        "parts with churn": ["--parts", "2", "--churn", "-o", calls.scratch / "set"],
                        "no such folder": ["-o", calls.scratch / "no" / "x.paje"],
                        "full disk": ["-o", "/dev/full"]}.items():
        done = blackbox.run([calls.generate, *words])
        calls.report.check(f"wrong: {name}", done.code == TROUBLE and done.err and not done.out
                           and not done.trouble(), f"{done.code} {done.err}")
    left = sorted(path.name for path in calls.scratch.iterdir())
    calls.report.check("wrong: nothing is left", not any(name.startswith(("x.", "set")) for name in left), left)
    calls.report.check("--help", "--sloppy" in blackbox.run([calls.generate, "--help"]).out)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Generate(sys.argv[1], Path(scratch), report)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
