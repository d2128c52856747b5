#!/usr/bin/env python3
"""Traces that are not of MPI programs under SimGrid: every command of pj_analyze gives a result, or one sentence.

Usage: run_hard.py TOOL_DIR SAMPLES DATA_FOLDER
"""

import json
import lzma
import random
import re
import shutil
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "support"), str(HERE)]
import blackbox
from paje_text import HEADER, state_events, trace_of

COMMANDS = ("summary", "causes", "waits", "path", "slack", "efficiency", "iterations", "profile", "messages",
            "lateness", "clocks", "bounds", "classes")


def refuse_constant(word):
    raise ValueError(f"{word} is no number")


class Bench:
    def __init__(self, folder, report):
        self.folder, self.report = folder, report
        self.analyze = blackbox.need_tool(folder, "pj_analyze")

    def check(self, what, ok, why=""):
        return self.report.check(what, ok, why)

    def ask(self, command, path, *words):
        """The answer as JSON; or the sentence that says what is missing."""
        done = blackbox.run([self.analyze, command, "-q", "-z", "--json", *words, path])
        name = f"{path.name} {command}"
        if done.code == 2:
            self.check(f"{name}: one sentence", len(done.err.splitlines()) == 1 and not done.out, done.err)
            return done.err
        if not self.check(f"{name}: runs", done.code == 0, f"{done.code} {done.err}"):
            return None
        return json.loads(done.out, parse_constant=refuse_constant)

    def all_commands(self, path, *words):
        answers = {command: self.ask(command, path, *words) for command in COMMANDS}
        for command in COMMANDS:
            done = blackbox.run([self.analyze, command, "-q", "-z", *words, path])
            self.check(f"{path.name} {command}: as text", done.code in (0, 2) and bool(done.out or done.err), done.err)
            noise = re.search(r".*\de-\d+ (s|ms|us|ns)\b.*", done.out)
            self.check(f"{path.name} {command}: no rounding for a time", noise is None, noise and noise[0])
        self.check_identities(path.name, answers)
        return answers

    def check_identities(self, name, answers):
        summary, path, causes = (answers[command] for command in ("summary", "path", "causes"))
        if not isinstance(summary, dict):
            return

        def near(a, b):
            return abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1e-3)
        self.check(f"{name}: pieces of the path = length", near(
            sum(piece["length"] for piece in path["path"]), summary["length"]), str(summary["length"]))
        self.check(f"{name}: causes = waits", near(
            sum(cause["seconds"] for cause in causes["causes"]), summary["waits"]["total"]), str(summary["waits"]))
        efficiency = summary["efficiency"]
        self.check(f"{name}: efficiencies multiply", near(
            efficiency["load_balance"] * efficiency["serialisation"] * efficiency["transfer"], efficiency["parallel"]),
            str(efficiency))


@blackbox.group
def check_small(bench, _samples, _data):
    links = [("a", 1, "b", 2, 100), ("b", 3, "a", 4, 100)]
    only_links = "".join(f"3 0 {name} R m {name}\n" for name in "ab") + (
        "9 1 L m msg a k\n8 2 L m msg b k\n")
    cases = {
        "one_container": trace_of({"a": [("work", 0, 1), ("MPI_Send", 1, 2)]}, []),
        "one_instant": trace_of({"a": [("work", 1, 1)], "b": [("MPI_Barrier", 1, 1)]}, []),
        "no_links": trace_of({"a": [("work", 0, 3), ("MPI_Barrier", 3, 4)], "b": [("work", 0, 1), ("MPI_Barrier", 1, 4)]}, []),
        "links_that_are_no_messages": trace_of({"a": [("work", 0, 5)], "b": [("other", 0, 5)]}, links),
        "to_itself": trace_of({"a": [("MPI_Isend", 0, 1), ("MPI_Recv", 1, 3)]}, [("a", 0, "a", 3, 8)]),
        "negative_times": trace_of({"a": [("work", -5, -1), ("MPI_Barrier", -1, 0)], "b": [("MPI_Barrier", -4, 0)]}, []),
    }
    with blackbox.scratch_directory() as scratch:
        for name, text in cases.items():
            path = Path(scratch) / f"{name}.paje"
            path.write_text(text)
            answers = bench.all_commands(path)
            bench.check(f"{name}: an answer", isinstance(answers["summary"], dict), str(answers["summary"]))
            if name == "no_links":
                bench.check("no links: said", any("no links" in line for line in answers["summary"]["remarks"])
                            and answers["summary"]["waits"]["total"] == 2, str(answers["summary"]))
            if name == "links_that_are_no_messages":
                bench.check("no messages: said", any("do not connect" in line for line in answers["summary"]["remarks"]))
        for name, text in (("links_without_states", HEADER + only_links), ("empty", ""), ("definitions", HEADER),
                           ("no_states", HEADER + "3 0 a R m a\n")):
            path = Path(scratch) / f"{name}.paje"
            path.write_text(text)
            for command in COMMANDS:
                answer = bench.ask(command, path)
                ok = isinstance(answer, dict) if command == "messages" else "no states" in str(answer)
                bench.check(f"{name} {command}: what is missing", ok, str(answer))
        path = Path(scratch) / "links_without_states.paje"
        matrix = bench.ask("messages", path)["matrix"]
        bench.check("links without states are messages", [(row["from"], row["to"]) for row in matrix] == [("a", "b")],
                    str(matrix))


@blackbox.group
def check_long_times(bench, _samples, _data):
    """Times of any size are written without an exponent, and never as 1000 of a unit."""
    for seconds, wanted in ((4e5, "400,000 s"), (9999.4, "9999 s"), (9999.6, "10,000 s"), (0.99999, "1 s"), (0.9994, "999.4 ms"),
                            (123456789, "123,456,789 s"), (2.5e-4, "250 us")):
        with blackbox.scratch_directory() as scratch:
            path = Path(scratch) / "long.paje"
            path.write_text(trace_of({"a": [("MPI_Barrier", 0, seconds)], "b": [("work", 0, seconds), ("MPI_Barrier", seconds, seconds)]}, []))
            text = blackbox.run([bench.analyze, "-q", path]).out
            bench.check(f"{seconds} s as {wanted}", f"Length {wanted};" in text and f"Waiting: {wanted}," in text, text)


@blackbox.group
def check_long_stacks(bench, _samples, _data):
    """Stacks for flame graphs have times of any length."""
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "ns.paje"
        path.write_text(trace_of({name: [("work", 0, 3_000_000_000), ("MPI_Barrier", 3_000_000_000, 3_100_000_000)] for name in "abcd"}, []))
        done = blackbox.run([bench.analyze, "profile", "-q", "--folded", path])
        bench.check("stacks", done.out == "work 12000000000000000000\nMPI_Barrier 400000000000000000\n", done.out)


@blackbox.group
def check_useful_cause(bench, _samples, data):
    """Where calls cause most of the waiting, the first screen also names the work that causes most."""
    # a and b come together at 2, when b has spent 5 more in a call; c waits 1 for d, which worked that much longer.
    states = {"a": [("work", 0, 2), ("MPI_Barrier", 2, 9)], "b": [("work", 0, 2), ("MPI_Other", 2, 7), ("MPI_Barrier", 7, 9)],
              "c": [("work", 0, 5), ("MPI_Recv", 5, 8)], "d": [("work", 0, 6), ("MPI_Isend", 6, 8)]}
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "useful.paje"
        path.write_text(trace_of({k: states[k] for k in "ab"}, []))
        text = blackbox.run([bench.analyze, "-q", path]).out
        bench.check("only calls", "Useful work causes none of it." in text, text)
        path.write_text(trace_of(states, [("d", 6, "c", 8, 1)]))
        summary = bench.ask("summary", path)
        bench.check("classes of causes", {(c["container"], c["class"], c["seconds"]) for c in summary["causes"]}
                    == {("b", "communication", 5), ("d", "compute", 1)}, str(summary["causes"]))
        text = blackbox.run([bench.analyze, "-q", path]).out
        bench.check("first work", "Useful work causes 1 s of it, 16.7 %; most by d in work: 1 s\n" in text, text)
    for number in range(1, 6):
        path = data / "runs" / f"halo2d.8.base.slow.{number}.trace.xz"
        useful = [c for c in bench.ask("summary", path)["causes"] if c["class"] == "compute"]
        bench.check(f"slow.{number}: rank-3 first", useful[0]["container"] == "rank-3" and useful[0]["value"] == "computing"
                    and useful[0]["end"] > 0.9 * 0.2914 and 0.055 < useful[0]["seconds"] < 0.08, str(useful[:2]))


@blackbox.group
def check_places(bench, _samples, _data):
    """A cause arose where its track fell back: not at pieces that the other's equal, nor where it caught up."""
    lengths = {"a": [2] * 20, "b": [2] * 5 + [7] + [2] * 14, "c": [2] * 5 + [7] + [1] * 5 + [2] * 5 + [4] + [2] * 3,
               "d": [3] * 20, "e": [2] * 20 + [2.5] * 2}
    for late, start, end in (("b", 10, 17), ("c", 32, 36), ("d", 0, 60), ("e", 40, 45)):
        spans = {}
        for name in ("a", late):
            time, spans[name] = 0, []
            for length in lengths[name]:
                spans[name] += [("work", time, time + length), ("MPI_Wtime", time + length, time + length)]
                time += length
        length = max(s[-1][2] for s in spans.values())
        for name in spans:
            spans[name].append(("MPI_Barrier", spans[name][-1][2], length + 1))
        with blackbox.scratch_directory() as scratch:
            path = Path(scratch) / f"{late}.paje"
            path.write_text(trace_of(spans, []))
            causes = bench.ask("causes", path)["causes"]
            bench.check(f"place of {late}", [(c["container"], c["value"], c["start"], c["end"]) for c in causes]
                        == [(late, "work", start, end)], str(causes))


@blackbox.group
def check_starpu(bench, _samples, _data):
    """Workers with the states of StarPU: waiting is idle, and tasks are what bounds are of."""
    states = {"CPU0": [("Initializing", 0, 1), ("gemm", 1, 4), ("Sleeping", 4, 6), ("gemm", 6, 9)],
              "CPU1": [("Initializing", 0, 1), ("gemm", 1, 5), ("Scheduling", 5, 6), ("potrf", 6, 7), ("Sleeping", 7, 9)]}
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "starpu.paje"
        path.write_text(trace_of(states, []))
        answers = bench.all_commands(path)
        idle = {row["container"]: row["idle"] for row in answers["profile"]["idle_time"]}
        bench.check("StarPU: idle", idle == {"CPU0": 2, "CPU1": 2}, str(idle))
        text = blackbox.run([bench.analyze, "-q", path]).out
        bench.check("StarPU: idle on the first screen", answers["summary"]["idle"] == 4 and
                    "Idle: 4 s, 22.2 % of the time of all containers; no message explains it" in text, text)


@blackbox.group
def check_tasks(bench, _samples, _data):
    """Links connect tasks; a slow one is a cause through two hops, also for a worker that had no task before."""
    states = {"w0": [("potrf", 0, 10), ("gemm", 10, 12)], "w1": [("trsm", 10, 13)], "w2": [("gemm", 0, 4), ("syrk", 13, 15)]}
    links = [("w0", 10, "w1", 10, None), ("w1", 13, "w2", 13, None)]
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "tasks.paje"
        path.write_text(trace_of(states, links))
        answers = bench.all_commands(path)
        waits = {(w["container"], w["kind"], w["start"], w["amount"], w["waits_for"]) for w in answers["waits"]["waits"]}
        bench.check("tasks: waits", waits == {("w1", "late_sender", 0, 10, "w0"), ("w2", "late_sender", 4, 9, "w1")}, str(waits))
        # Until w1 met w2, it waited 10 and worked 3; w2 worked 4: 13 more of these for 9 of waiting.
        causes = [(c["container"], c["value"], round(c["direct"], 9), round(c["passed_on"], 9)) for c in answers["causes"]["causes"]]
        bench.check("tasks: causes", causes == [("w0", "potrf", 10, round(90 / 13, 9)), ("w1", "trsm", round(27 / 13, 9), 0)],
                    str(causes))
        summary = answers["summary"]
        bench.check("tasks: path", summary["critical_path"]["by_value"] == {"potrf": 10, "trsm": 3, "syrk": 2}, str(summary))
        bench.check("tasks: useful", abs(summary["efficiency"]["parallel"] - 21 / 45) < 1e-12 and
                    abs(summary["efficiency"]["ideal_length"] - 15) < 1e-12, str(summary["efficiency"]))
        bench.check("tasks: idle", summary["idle"] == 0, "messages explain all of it")
        bench.check("tasks: said", any("links connect tasks" in line for line in summary["remarks"]), str(summary["remarks"]))
        # Sent when the worker was still busy: its idle time has another reason.
        path.write_text(trace_of(states, [("w0", 10, "w1", 10, None), ("w0", 2, "w2", 13, None)]))
        bench.check("tasks: unexplained", bench.ask("summary", path)["idle"] == 9, str(bench.ask("summary", path)))
        # A worker that fetches data and schedules before its task waited before that; one that was sent while it fetched, or before
        # it was idle, explains no wait.
        busy = {"w0": [("potrf", 0, 10)], "w1": [("Sleeping", 0, 10), ("FetchingInput", 10, 11), ("Scheduling", 11, 12), ("gemm", 12, 14)],
                "w2": [("trsm", 0, 3), ("FetchingInput", 10.5, 11), ("gemm", 11, 12)]}
        path.write_text(trace_of(busy, [("w0", 10, "w1", 12, None), ("w0", 10, "w2", 11, None)]))
        answers = bench.all_commands(path)
        waits = {(w["container"], w["kind"], w["start"], w["amount"], w["waits_for"]) for w in answers["waits"]["waits"]}
        bench.check("fetching: waits", waits == {("w1", "late_sender", 0, 10, "w0"), ("w2", "late_sender", 3, 7, "w0")}, str(waits))
        summary = answers["summary"]
        bench.check("fetching: path", summary["critical_path"]["by_value"] == {"potrf": 10, "FetchingInput": 1, "Scheduling": 1, "gemm": 2},
                    str(summary["critical_path"]))
        bench.check("fetching: replayed", summary["length"] == summary["replayed"] == 14 and summary["unmatched"]["links"] == 0, str(summary))
        for sent in (10.5, 0):
            path.write_text(trace_of(busy, [("w0", sent, "w1", 12, None)]))
            summary = bench.ask("summary", path)
            bench.check(f"fetching: sent at {sent}", all(cause["container"] != "w0" for cause in summary["causes"])
                        and summary["length"] == summary["replayed"], str(summary))
        # Among calls, time without a state is useful, and links of tasks are none.
        path.write_text(trace_of(states | {"r": [("MPI_Barrier", 0, 15)]}, links))
        summary = bench.ask("summary", path)
        bench.check("calls: no tasks", summary["messages"] == 0 and abs(
            summary["efficiency"]["parallel"] - (12 + 3 + 15) / 60) < 1e-12, str(summary))


@blackbox.group
def check_loops(bench, _samples, _data):
    """A level of loops that there is not is an error; a loop of few containers is not one of the run."""
    inner = [("a", 1), ("b", 1), ("a", 1), ("b", 1), ("c", 1)]
    states, now = [], 0
    for _ in range(12):
        for value, length in inner:
            states.append((value, now, now + length))
            now += length
    random.seed(5)
    others = {}
    for i in range(9):
        at, others[f"o{i}"] = 0, []
        while at < now:
            length = random.randint(1, 4)
            others[f"o{i}"].append((f"v{random.randint(0, 30)}", at, min(now, at + length)))
            at += length
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "loops.paje"
        path.write_text(trace_of({"r": states}, []))
        done = blackbox.run([bench.analyze, "iterations", "-q", "--level", "9", path])
        deep = Path(scratch) / "deep.paje"
        turn = [("a", 1), ("b", 1)] * 10 + [("c", 1)]
        deep.write_text(trace_of({"r": [(value, i, i + 1) for i, (value, _) in enumerate(turn * 12)]}, []))
        text = blackbox.run([bench.analyze, "-q", deep]).out
        bench.check("a loop inside", "Iterations: 12 on 1 of 1 container, typically 21 s; on r each has 21 states, with a loop of 2 states inside "
                    "(`--level 1`)" in text, text)
        shrinking, clock = Path(scratch) / "shrinking.paje", 0
        shrunk = []
        for length in [10] * 5 + [1] * 7:
            shrunk += [("a", clock, clock + length / 2), ("b", clock + length / 2, clock + length)]
            clock += length
        shrinking.write_text(trace_of({"r": [("init", -57, 0), *shrunk]}, []))
        found = bench.ask("summary", shrinking)["iterations"]
        bench.check("nothing becomes shorter by more than all of it", found["count"] == 12 and abs(found["drift"] + 0.9) < 1e-9
                    and abs(found["covered"] - 0.5) < 1e-9, str(found))
        text = blackbox.run([bench.analyze, "-q", shrinking]).out
        bench.check("what iterations cover", "90.0 % shorter; they cover 50.0 % of the run" in text, text)
        text = blackbox.run([bench.analyze, "-q", "--level", "1", deep]).out
        bench.check("a loop around", "on r each has 2 states, in a loop of 21 states (`--level 2`)" in text, text)
        bench.check("level 9", done.code == 2 and "levels of nested loops; the most is" in done.err, done.err)
        path.write_text(trace_of({"r": states} | others, []))
        text = blackbox.run([bench.analyze, "-q", path]).out
        bench.check("a loop of one", "Iterations: none that many containers share; at most 1 of 10 containers agree, with 12 iterations each." in text, text)
        found = json.loads(blackbox.run([bench.analyze, "-q", "--json", path]).out)["iterations"]
        bench.check("a loop of one, JSON", (found["count"], found["containers"]) == (0, 0), str(found))
        asked = blackbox.run([blackbox.need_tool(bench.analyze.parent, "pj_query"), "-q", path, "SELECT count(*) FROM iterations()"])
        bench.check("a loop of one, SQL", asked.out.splitlines()[-1:] == ["0"], asked.out + asked.err)
        for words, count in ((["--marker", "c"], 12), (["--containers", "r"], 12)):
            found = json.loads(blackbox.run([bench.analyze, "-q", "--json", *words, path]).out)["iterations"]
            bench.check(f"a loop of one that is asked for {words}", (found["count"], found["containers"]) == (count, 1), str(found))
        done = blackbox.run([bench.analyze, "waits", "--csv", path])
        bench.check("CSV says what is not classified", "no rule classifies" in done.err and "no rule" not in done.out, done.err)


@blackbox.group
def check_one_size(bench, _samples, _data):
    """Where all messages have one size, the axis of sizes shows it."""
    tracks = {"a": [("work", 0, 1), ("MPI_Send", 1, 2), ("work", 2, 3), ("MPI_Send", 3, 4)], "b": [("MPI_Recv", 0, 2), ("MPI_Recv", 2, 4)]}
    with blackbox.scratch_directory() as scratch:
        path, picture = Path(scratch) / "one.paje", Path(scratch) / "one.svg"
        path.write_text(trace_of(tracks, [("a", 1, "b", 2, 1024), ("a", 3, "b", 4, 1024)]))
        done = blackbox.run([bench.analyze, "messages", "-q", "--svg", picture, path])
        bench.check("a tick", done.code == 0 and ">1,024</text>" in picture.read_text(), done.err)


@blackbox.group
def check_suggested_marker(bench, _samples, _data):
    """A loop whose inner loop takes another number of turns each time has no period; what all do once a turn is named."""
    tracks = {"a": [], "b": []}
    now = 0
    turns = [5, 1, 9, 2, 7, 3, 8, 1, 4, 6, 2, 9]
    for count in turns:
        inner = [("apply" if (count * k) % 3 else "dot", now + k, now + k + 1) for k in range(count)]
        now += count + 1
        for track in tracks.values():
            track += [*inner, ("MPI_Allreduce", now - 1, now)]
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "inner.paje"
        path.write_text(trace_of(tracks, []))
        text = blackbox.run([bench.analyze, "-q", path]).out
        bench.check("a marker is named", "Iterations: no sequence of states repeats. Each container has 12 states MPI_Allreduce: "
                    "`pj_analyze iterations --marker MPI_Allreduce`" in text, text)
        done = blackbox.run([bench.analyze, "iterations", "--json", "-q", "--marker", "MPI_Allreduce", path])
        bench.check("it counts the turns", {row["iterations"] for row in json.loads(done.out)["containers"]} == {len(turns)}, done.out[:300] + done.err)


@blackbox.group
def check_links_of_collectives(bench, _samples, _data):
    """Links that end in a collective are no messages; the answer says where they end."""
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "links.paje"
        path.write_text(trace_of({"a": [("work", 0, 1), ("MPI_Barrier", 1, 3)], "b": [("work", 0, 2), ("MPI_Barrier", 2, 3), ("work", 3, 4)]},
                                 [("b", 2, "a", 3, None), ("a", 1, "b", 2.5, None), ("a", 3, "b", 3.5, None)]))
        remarks = bench.ask("summary", path)["remarks"]
        bench.check("links of collectives", any(line.endswith(
            "left out: 3 end in no such state; 2 end in calls of collectives, whose waits are found without links.")
            for line in remarks), str(remarks))


@blackbox.group
def check_window(bench, _samples, _data):
    """A part of a run that begins or ends in an operation: those who are in it and those who have left it still belong together."""
    states, now = {f"r{rank}": [] for rank in range(4)}, 0
    for step in range(10):
        # All leave when the last one comes, or a little later.
        lengths = [1 + (rank == 2) + 0.1 * rank for rank in range(4)]
        for rank, length in enumerate(lengths):
            states[f"r{rank}"] += [("work", now, now + length), ("MPI_Allreduce", now + length, now + 2.25 + 0.01 * rank)]
        now += 2.25 + 0.01 * 3
        for of_rank in states.values():
            of_rank.append(("work", of_rank[-1][2], now))
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "window.paje"
        path.write_text(trace_of(states, []))
        for start, end in ((2.265, 20), (2.265, 11.415), (0, 11.415)):
            answer = bench.ask("waits", path, "--start", start, "--end", end)
            waits_for = {wait["waits_for"] for wait in answer["waits"]}
            bench.check(f"{start} to {end}", waits_for == {"r2"}, str(answer["waits"]))
            done = blackbox.run([blackbox.need_tool(bench.folder, "pj_query"), "-q", "--start", str(start), "--end", str(end), path,
                                 "SELECT DISTINCT waits_for FROM waits()"])
            bench.check(f"{start} to {end}: SQL", done.out.splitlines()[1:] == ["r2"], done.out + done.err)


def barriers_of(offset, barrier="MPI_Barrier", send="MPI_Send", receive="MPI_Recv"):
    """b is late in steps 4 and 5 of 10; in each, a sends it a message first."""
    states, links, now = {"a": [], "b": []}, [], offset
    for step in range(10):
        late = 4 if step in (4, 5) else 0
        states["a"] += [("work", now, now + 2), (send, now + 2, now + 3), (barrier, now + 3, now + 5 + late)]
        states["b"] += [(receive, now, now + 3), ("work", now + 3, now + 5 + late), (barrier, now + 5 + late, now + 5 + late)]
        links.append(("a", now + 2, "b", now + 3, None))
        now += 5 + late
    return trace_of(states, links)


@blackbox.group
def check_negative_times(bench, _samples, _data):
    """Where a run begins makes no difference to what is found in it."""
    places = []
    with blackbox.scratch_directory() as scratch:
        for offset in (0, -100):
            path = Path(scratch) / f"from{offset}.paje"
            path.write_text(barriers_of(offset))
            causes = bench.ask("causes", path)["causes"]
            places.append([(row["container"], row["value"], row["start"] - offset, row["end"] - offset, row["seconds"])
                           for row in causes])
    bench.check("causes of a run before 0", places[0] == places[1] and len(places[0]) > 1, str(places))


@blackbox.group
def check_types_of_states(bench, _samples, _data):
    """States of functions next to those of calls are left out, but the run is as long as these, and what they do before the
    first call and after the last one is computing."""
    header = HEADER + "1 F R Function\n"
    states = {"a": [("MPI_Barrier", 3, 6), ("MPI_Barrier", 7, 7)], "b": [("MPI_Barrier", 6, 6), ("MPI_Barrier", 7, 7)]}
    events = [event for name, calls in states.items() for event in state_events(name, calls)]
    for name in states:
        events += [(0, f"5 0 F {name} solve"), (9, f"6 9 F {name}")]
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "types.paje"
        path.write_text(header + "".join(f"3 0 {name} R m {name}\n" for name in states)
                        + "".join(line + "\n" for _, line in sorted(events, key=lambda event: event[0])))
        answers = bench.all_commands(path)
        summary = answers["summary"]
        bench.check("types: the length", summary["length"] == 9, str(summary))
        bench.check("types: waits", summary["waits"]["total"] == 3, str(summary["waits"]))
        bench.check("types: parallel", abs(summary["efficiency"]["parallel"] - 15 / 18) < 1e-9, str(summary["efficiency"]))
        causes = [(row["container"], row["value"], row["seconds"]) for row in answers["causes"]["causes"]]
        bench.check("types: the cause", causes == [("b", "", 3)] or causes == [("b", "(no state)", 3)], str(causes))


@blackbox.group
def check_spellings(bench, _samples, _data):
    """A run is the same whether C, Fortran, another tool or SMPI's replay spells its calls."""
    found = []
    spellings = (("MPI_Barrier", "MPI_Send", "MPI_Recv"), ("mpi_barrier_", "mpi_send_", "mpi_recv_"),
                 ("MPI_Barrier()", "MPI_Send()", "MPI_Recv()"), ("action_barrier", "action_send", "action_recv"))
    with blackbox.scratch_directory() as scratch:
        for number, names in enumerate(spellings):
            path = Path(scratch) / f"spelling{number}.paje"
            path.write_text(barriers_of(0, *names))
            summary = bench.ask("summary", path)
            found.append((summary["efficiency"], summary["waits"]))
    bench.check("kinds of waits", {kind: seconds for kind, seconds in found[0][1]["by_kind"].items() if seconds} ==
                {"late_sender": 20, "wait_at_barrier": 28}, str(found[0][1]))
    for names, each in zip(spellings[1:], found[1:]):
        bench.check(f"{names[0]}", each == found[0], f"{each} {found[0]}")


@blackbox.group
def check_same_names(bench, _samples, _data):
    """Containers of one name are told apart by their paths, and by their aliases where these are the same, too."""
    events = []
    for alias, length in (("c0", 1), ("c1", 2), ("c2", 3)):
        events += state_events(alias, [("work", 0, length), ("MPI_Barrier", length, 3)])
    text = "".join(line + "\n" for _, line in sorted(events, key=lambda event: event[0]))
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "same.paje"
        for lines, names in (("3 0 n M 0 node\n3 0 c0 R m main\n3 0 c1 R n main\n3 0 c2 R n other\n", ("machine/main", "node/main", "other")),
                             ("3 0 c0 R m main\n3 0 c1 R m main\n3 0 c2 R m main\n",
                              ("machine/main (c0)", "machine/main (c1)", "machine/main (c2)"))):
            path.write_text(HEADER + lines + text)
            answers = bench.all_commands(path)
            waits = {wait["container"]: wait["amount"] for wait in answers["waits"]["waits"]}
            bench.check(f"{names}: waits", waits == {names[0]: 2, names[1]: 1}, str(waits))
            sums = answers["summary"]["critical_path"]["by_container"]
            bench.check(f"{names}: path", sums == {names[2]: 3}, str(sums))
            rows = {row["container"] for row in answers["slack"]["states"]}
            bench.check(f"{names}: slack", rows == set(names), str(rows))


def regions_of(threads, lengths, begin=0):
    """Parallel regions of threads, one after the other: each thread works for its length, then waits for the last."""
    states, now = {thread: [] for thread in threads}, begin
    for region in lengths:
        end = now + max(region)
        for thread, length in zip(threads, region):
            states[thread] += [("OpenMP loop", now, now + length), ("OpenMP implicit barrier", now + length, end)]
        now = end
    return states


@blackbox.group
def check_threads(bench, _samples, _data):
    """Threads of one process wait for the last one at a barrier; those of two processes not for each other. Where barriers do not
    overlap, they just wait."""
    def write(path, processes):
        lines, events = [HEADER], []
        for process, states in processes.items():
            lines.append(f"3 0 {process} M 0 {process}\n")
            for thread, all_of in states.items():
                lines.append(f"3 0 {thread} R {process} {thread}\n")
                events += state_events(thread, all_of)
        path.write_text("".join(lines) + "".join(line + "\n" for _, line in sorted(events, key=lambda event: event[0])))
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "threads.paje"
        slow = [(1, 1, 1)] * 4 + [(1, 3, 1)] * 2
        write(path, {"p": regions_of(["p0", "p1", "p2"], slow), "q": regions_of(["q0", "q1"], [(2, 1)] * 6)})
        answers = bench.all_commands(path)
        waits = {}
        for wait in answers["waits"]["waits"]:
            key = (wait["container"], wait["kind"], wait["waits_for"])
            waits[key] = waits.get(key, 0) + wait["amount"]
        bench.check("threads: waits", waits == {("p0", "wait_at_barrier", "p1"): 4, ("p2", "wait_at_barrier", "p1"): 4,
                                                ("q1", "wait_at_barrier", "q0"): 6}, str(waits))
        causes = {(c["container"], c["value"]): c["seconds"] for c in answers["causes"]["causes"]}
        bench.check("threads: causes", causes == {("p1", "OpenMP loop"): 8, ("q0", "OpenMP loop"): 6}, str(causes))
        summary = answers["summary"]
        bench.check("threads: path", summary["critical_path"]["by_value"] == {"OpenMP loop": 12}, str(summary["critical_path"]))
        # A faster network changes nothing.
        bench.check("threads: transfer", summary["efficiency"]["transfer"] == 1, str(summary["efficiency"]))
        done = blackbox.run([blackbox.need_tool(bench.folder, "pj_predict"), "-q", "--json", "--scale", "OpenMP loop=0.5x", path])
        bench.check("threads: predicted", json.loads(done.out)["predicted"] == 6, done.out + done.err)
        # Of as many barriers, but of other teams.
        states = regions_of(["p0"], [(1,)] * 2) | regions_of(["p1"], [(1,)] * 2, begin=20)
        states["p0"][1], states["p1"][1] = ("OpenMP implicit barrier", 1, 1.5), ("OpenMP implicit barrier", 21, 21.25)
        states["p0"][2], states["p1"][2] = ("OpenMP loop", 1.5, 2), ("OpenMP loop", 21.25, 22)
        write(path, {"p": states})
        summary = bench.ask("summary", path)
        bench.check("teams: no waits", summary["waits"]["total"] == 0 and summary["collectives"] == 0
                    and summary["length"] == summary["replayed"], str(summary))


def pytorch_events(slow):
    """Ten steps of three launches each; before one launch an operation takes `slow` microseconds instead of 20."""
    events, now, device, number = [], 1000, 0, 0
    for step in range(10):
        begin = now
        for place, (kernel, length) in enumerate((("sgemm_nn", 300), ("relu_kernel", 100), ("sgemm_nn", 300))):
            is_slow = (step, place) == (6, 0)
            before, number = slow if is_slow else 20, number + 1
            cpu = {"pid": 100, "tid": 100}
            events.append(dict(cpu, ph="X", cat="cpu_op", name="aten::item" if is_slow else "aten::mm", ts=now, dur=before + 12))
            launch = now + before
            events.append(dict(cpu, ph="X", cat="cuda_runtime", name="cudaLaunchKernel", ts=launch, dur=8))
            events.append(dict(cpu, ph="s", cat="ac2g", name="ac2g", id=number, ts=launch))
            at = max(device, launch + 10)
            events.append(dict(ph="X", cat="kernel", name=kernel, pid=0, tid=7, ts=at, dur=length))
            events.append(dict(ph="f", bp="e", cat="ac2g", name="ac2g", id=number, pid=0, tid=7, ts=at))
            now, device = now + before + 12, at + length
        events.append(dict(cpu, ph="X", cat="cuda_runtime", name="cudaDeviceSynchronize", ts=now, dur=device - now))
        now = device
        events.append(dict(cpu, ph="X", cat="user_annotation", name=f"ProfilerStep#{step}", ts=begin, dur=now - begin))
    return events


@blackbox.group
def check_pytorch(bench, _samples, _data):
    """The stream of a device waits for launches; categories say what is work."""
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "torch.json"
        path.write_text(json.dumps({"traceEvents": pytorch_events(5000)}))
        answers = bench.all_commands(path)
        classes = {row["value"]: (row["category"], row["class"], row["matched"]) for row in answers["classes"]["classes"]}
        bench.check("PyTorch: classes", classes["sgemm_nn"] == ("kernel", "compute", "yes")
                    and classes["cudaLaunchKernel"] == ("cuda_runtime", "runtime", "yes")
                    and classes["cudaDeviceSynchronize"][1] == "waiting" and classes["(no state)"][1] == "idle"
                    and all(row[2] == "yes" for row in classes.values()), str(classes))
        summary = answers["summary"]
        bench.check("PyTorch: messages", summary["messages"] == 30 and summary["unmatched"]["unclassified_share"] == 0,
                    str(summary))
        # Each step the stream is idle from its last kernel until the next launch, 20 us, once 5000; then the thread
        # waits for three kernels: 700 us, less what it took itself since the first began.
        wanted = (5000 + 9 * 20 + 10 * (700 - (2 * 32 + 12 - 10))) / 1e6
        waits = [w["amount"] for w in answers["waits"]["waits"]]
        bench.check("PyTorch: waits", abs(max(waits) - 0.005) < 1e-9 and abs(summary["waits"]["total"] - wanted) < 1e-9, str(waits))
        # The two met when the thread had waited for the last kernel.
        of_thread = [cause for cause in summary["causes"] if cause["container"] == "thread 100"]
        bench.check("PyTorch: the planted cause", of_thread[0]["value"] == "aten::item"
                    and abs(of_thread[0]["seconds"] - 0.005) < 1e-9, str(of_thread))
        of_device = [cause for cause in summary["causes"] if cause["container"] == "thread 7"]
        bench.check("PyTorch: what the thread waits for", of_device[0]["value"] == "sgemm_nn", str(of_device))
        other = Path(scratch) / "my.classes"
        other.write_text("idle cat:KERN*\n")
        rows = bench.ask("classes", path, "--classes", other)["classes"]
        bench.check("PyTorch: rules of categories", {row["value"]: row["class"] for row in rows}["relu_kernel"] == "idle", str(rows))


@blackbox.group
def check_categories_of_states(bench, _samples, _data):
    """States of one name have the class of their own category, and a recording is no part of the run."""
    def span(category, name, pid, tid, start, length):
        return {"ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid, "ts": start * 1e6, "dur": length * 1e6}

    events = [span("user_annotation", "step", 1, 1, 0, 10), span("gpu_user_annotation", "step", 0, 7, 0, 10),
              span("kernel", "gemm", 0, 7, 1, 1)]
    recording = [span("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", 0, 20)]
    with blackbox.scratch_directory() as scratch:
        for name, all_events in (("annotated", events), ("recorded", recording + events)):
            path = Path(scratch) / f"{name}.json"
            path.write_text(json.dumps({"traceEvents": all_events}))
            answers = bench.all_commands(path)
            useful = {row["container"]: row["useful"] for row in answers["efficiency"]["by_container"]}
            bench.check(f"{name}: useful work", useful == {"thread 1": 10, "thread 7": 1}, str(useful))
            bench.check(f"{name}: length", answers["summary"]["length"] == 10, str(answers["summary"]["length"]))
            classes = [(row["value"], row["category"], row["class"]) for row in answers["classes"]["classes"]]
            bench.check(f"{name}: classes", ("step", "user_annotation", "compute") in classes
                        and ("step", "gpu_user_annotation", "idle") in classes, str(classes))
        # What the host calls all_reduce only starts it; the kernel inside the annotation of the stream is the operation.
        late = []
        for rank, begins in enumerate((2, 6, 3)):
            late += [span("user_annotation", "nccl:all_reduce", rank, 1, begins, 0.1),
                     span("kernel", "work", rank, 7, 0, begins), span("gpu_user_annotation", "nccl:all_reduce", rank, 7, begins, 7 - begins),
                     span("kernel", "ncclDevKernel_AllReduce_Sum_f32", rank, 7, begins, 7 - begins)]
        path = Path(scratch) / "ddp.json"
        path.write_text(json.dumps({"traceEvents": late}))
        kinds = bench.ask("waits", path)["by_kind"]
        bench.check("ddp: waits", [(row["kind"], round(row["time"], 9)) for row in kinds] == [("wait_at_nxn", 7)], str(kinds))


@blackbox.group
def check_nccl(bench, _samples, _data):
    """Operations of NCCL, as other tracers spell them."""
    states = {name: [("kernel", 0, comes), ("nccl:all_reduce", comes, 7)] for name, comes in (("a", 2), ("b", 6), ("c", 3))}
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "nccl.paje"
        path.write_text(trace_of(states, []))
        waits = bench.ask("waits", path)["by_kind"]
        bench.check("NCCL: waits", [(row["kind"], row["time"]) for row in waits] == [("wait_at_nxn", 7)], str(waits))
        names = ("_all_gather_base", "all_to_all", "_reduce_scatter_base", "reduce_scatter", "allreduce_coalesced")
        path.write_text(trace_of({"a": [(f"nccl:{name}", i, i + 1) for i, name in enumerate(names)]}, []))
        kinds = {row["value"]: row["kind"] for row in bench.ask("classes", path)["classes"]}
        bench.check("NCCL: classes", all(kinds[f"nccl:{name}"] == "all-to-all" for name in names), str(kinds))


@blackbox.group
def check_far_times(bench, _samples, _data):
    """Moments far from 0 are distinguished, and so are short waits there."""
    far = 4833048
    states = {"a": [("work", far, far + 2e-6), ("MPI_Send", far + 2e-6, far + 5e-6)],
              "b": [("work", far, far + 1e-6), ("MPI_Recv", far + 1e-6, far + 3e-6), ("MPI_Recv", far + 3.7e-6, far + 4.5e-6)]}
    states = {name: [(value, f"{start:.17g}", f"{end:.17g}") for value, start, end in rows] for name, rows in states.items()}
    lines = [HEADER, f"3 {far} a R m a\n3 {far} b R m b\n"]
    events = []
    for name, rows in states.items():
        for value, start, end in rows:
            events += [(float(start), 1, f"5 {start} S {name} {value}\n"), (float(end), 0, f"6 {end} S {name}\n")]
    events += [(far + 2e-6, 2, f"9 {far + 2e-6:.17g} L m msg a k1\n"), (far + 3e-6, -1, f"8 {far + 3e-6:.17g} L m msg b k1\n"),
               (far + 4e-6, 2, f"9 {far + 4e-6:.17g} L m msg a k2\n"), (far + 4.5e-6, -1, f"8 {far + 4.5e-6:.17g} L m msg b k2\n")]
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "far.paje"
        path.write_text("".join(lines) + "".join(line for _, _, line in sorted(events, key=lambda event: event[:2])))
        amounts = [wait["amount"] for wait in bench.ask("waits", path)["waits"]]
        text = blackbox.run([bench.analyze, "waits", "-q", path]).out
        rows = [line.split() for line in text.splitlines() if line.startswith("  b ") and "late_sender" in line]
        moments = {row[3] for row in rows}
        bench.check("far: waits", len(rows) == len(amounts) == len(moments) == 2 and all(row[5] != "0" for row in rows),
                    f"{amounts} {text}")


@blackbox.group
def check_infinite_times(bench, _samples, _data):
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "endless.paje"
        path.write_text(HEADER + "3 0 a R m a\n5 0 S a x\n6 1 S a\n5 1 S a y\n6 inf S a\n")
        for command in COMMANDS:
            done = blackbox.run([bench.analyze, command, "-q", path])
            bench.check(f"endless {command}", done.code == 0 and not re.search(r"\bnan\b|^ of the time", done.err + done.out, re.M)
                        or command in ("clocks", "bounds"), done.err + done.out)
        summary = bench.ask("summary", path)
        bench.check("endless: said", summary["remarks"][0].startswith("Warning: the run lasts from 0 to inf"), str(summary["remarks"]))


@blackbox.group
def check_roots(bench, _samples, _data):
    """A root that does not take part is guessed, and this is said."""
    fields = HEADER.replace("3 0 m M 0 machine\n", "") + (
        "%EventDef PajePushState 55\n% Time date\n% Type string\n% Container string\n% Value string\n% Root string\n%EndEventDef\n"
        "3 0 m M 0 machine\n")
    for root, is_member in (("1", True), ("b", True), ("9", False), ("zz", False)):
        text = fields + "".join(f"3 0 {name} R m {name}\n" for name in "abc")
        text += "".join(f"5 0 S {name} work\n" for name in "abc")
        for name, comes in (("a", 2), ("b", 4), ("c", 3)):
            text += f"6 {comes} S {name}\n55 {comes} S {name} MPI_Bcast {root}\n"
        text += "".join(f"6 5 S {name}\n" for name in "abc")
        lines = text.splitlines(keepends=True)
        head = [line for line in lines if not line.startswith(("5 ", "6 ", "55 "))]
        timed = sorted((line for line in lines if line.startswith(("5 ", "6 ", "55 "))), key=lambda line: float(line.split()[1]))
        with blackbox.scratch_directory() as scratch:
            path = Path(scratch) / f"root_{root}.paje"
            path.write_text("".join(head + timed))
            summary = bench.ask("summary", path)
            said = any("the field Root of 1 collective operation names no container" in line for line in summary["remarks"])
            bench.check(f"root {root}: said", said != is_member, str(summary["remarks"]))
            bench.check(f"root {root}: waits", not is_member or summary["waits"]["total"] == 3, str(summary["waits"]))


@blackbox.group
def check_time_without_a_state(bench, _samples, _data):
    states = {"a": [("work", 0, 4), ("MPI_Barrier", 4, 10)], "b": [("work", 0, 2), ("MPI_Barrier", 9, 10)]}
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "gap.paje"
        path.write_text(trace_of(states, []))
        remarks = bench.ask("summary", path)["remarks"]
        bench.check("gap: said", "35.0 % of the time is in no state and counts as useful work." in remarks, str(remarks))


@blackbox.group
def check_many(bench, _samples, _data):
    """Memory stays in proportion: 2.5 kB for each container."""
    count = 40000
    lines = [HEADER] + [f"3 0 r{i} R m r{i}\n" for i in range(count)] \
        + [f"5 1 S r{i} work\n6 2 S r{i}\n5 2 S r{i} MPI_Barrier\n" for i in range(count)] \
        + [f"6 3 S r{i}\n" for i in range(count)]
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "many.paje"
        path.write_text("".join(lines))
        for command in COMMANDS:
            bench.ask(command, path, "--max-memory", "400MB")


@blackbox.group
def check_runs(bench, _samples, data):
    pj_import = blackbox.need_tool(bench.folder, "pj_import")
    count = 0
    with blackbox.scratch_directory() as scratch:
        scratch = Path(scratch)
        archives = [data / "runs" / "real" / f"{name}.otf2.tar.xz" for name in (
            "hybrid_ompt.2.real", "hybrid_pomp.2.real", "summa.4.real", "spin.2.real.1x.1")]
        for archive in archives + [data / "real" / "eztrace_mpi_isend.otf2.tar.xz"]:
            folder = scratch / archive.name.split(".otf2")[0]
            with tarfile.open(archive) as tar:
                tar.extractall(folder)
            source = next(iter(sorted(folder.rglob("*.otf2"))))
            path = scratch / f"{folder.name}.paje"
            done = blackbox.run([pj_import, source, "-o", path])
            if done.code != 0 and "OTF2" in done.err:
                continue  # built without
            count += 1
            answers = bench.all_commands(path)
            bench.check(f"{path.name}: an answer", isinstance(answers["summary"], dict))
        for source in sorted((data / "real").glob("*.json*")):
            path = scratch / f"{source.name}.paje"
            plain = scratch / source.name.removesuffix(".xz")
            plain.write_bytes(lzma.open(source).read() if source.suffix == ".xz" else source.read_bytes())
            bench.check(f"{source.name}: imported", blackbox.run([pj_import, plain, "-o", path]).code == 0)
            bench.all_commands(path)
            count += 1
        for name in ("tiles.8.base.trace.xz", "summa.9.base.trace.xz"):
            bench.all_commands(data / "runs" / "real" / name)
            count += 1
    bench.check("traces", count >= 6, str(count))


def instructions(bench, command, path):
    done = blackbox.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", bench.analyze, command, "-q",
                         "-j1", path], timeout=300)
    found = re.search(r"Collected\s*:\s*(\d+)", done.err)
    return int(found[1]) if found else None


@blackbox.group
def check_members(bench, samples, data):
    """Operations of many containers, the last one last: three times as many take about three times the work."""
    if shutil.which("valgrind") is None:
        return blackbox.skip("there is no valgrind")
    with blackbox.scratch_directory() as scratch:
        counts = []
        for ranks in (4_000, 12_000):
            path = Path(scratch) / f"members{ranks}.paje"
            tracks = {f"r{i}": [("MPI_Barrier", i * 1e-6, 1), ("MPI_Bcast", 1 + i * 1e-6, 2)] for i in range(ranks)}
            path.write_text(trace_of(tracks, []))
            counts.append(instructions(bench, "waits", path))
            waits = sum(kind["waits"] for kind in bench.ask("waits", path)["by_kind"])
            bench.check(f"{ranks} members: all but the last wait", waits >= ranks - 1, str(waits))
        bench.check("counted", None not in counts, str(counts))
        bench.check("in proportion", counts[1] <= 4 * counts[0], str(counts))


@blackbox.group
def check_ring_of_clocks(bench, samples, data):
    """Each container bounds the clock of the next, in any order of names: work in proportion, right clocks or wrong."""
    if shutil.which("valgrind") is None:
        return blackbox.skip("there is no valgrind")
    with blackbox.scratch_directory() as scratch:
        for error, agree in ((0, True), (1.5, False)):
            counts = []
            for ranks in (2_000, 6_000):
                path = Path(scratch) / f"ring{ranks}.paje"
                place = random.Random(ranks).sample(range(ranks), ranks)
                clock = {rank: error * (i % 2) for i, rank in enumerate(place)}
                tracks = {f"r{rank}": [("MPI_Isend", 1 + clock[rank], 1 + clock[rank]),
                                       ("MPI_Recv", 1 + clock[rank], 2 + clock[rank])] for rank in place}
                links = [(f"r{a}", 1 + clock[a], f"r{b}", 2 + clock[b], None)
                         for a, b in zip(place, place[1:] + place[:1])]
                path.write_text(trace_of(tracks, links))
                counts.append(instructions(bench, "clocks", path))
                answer = bench.ask("clocks", path)["clocks"][0]
                bench.check(f"ring of {ranks}: answer", answer["wrong"] == ("no" if agree else "yes")
                            and answer["solved"] == "yes", str(answer))
            bench.check(f"{counts} in proportion", None not in counts and counts[1] <= 4 * counts[0])


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, samples, data = map(Path, sys.argv[1:])
    report = blackbox.Report()
    blackbox.run_groups(Bench(folder, report), samples, data)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
