#!/usr/bin/env python3
"""What pj_predict says where a run, or a calibration, does not show what is asked: wider ends, a sentence, or a refusal.

Usage: run_limits.py TOOL_DIR
"""
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from definitions import RUN_DEFINITIONS
from predictions import run_groups


def pings(bench, name, latency, per_byte, sizes=(0, 1000, 2000, 4000, 8000)):
    """Messages of these sizes, each a second after the one before; the receiver always waits. Returns the trace and its length."""
    states, links, came = [], [], 0
    for number, size in enumerate(sizes):
        sent, posted, came = number + 1, came, number + 1 + latency + per_byte * size
        states += [("r0", "compute", number, sent), ("r0", "MPI_Isend", sent, sent), ("r1", "MPI_Recv", posted, came)]
        links.append(("r0", "r1", sent, came, size))
    return bench.write(name, states, links), came


@blackbox.group
def check_waits_of_no_length(bench):
    """Waits that take no time prove nothing of the messages that they complete, at either end."""
    states, links = [], []
    for turn in range(5):
        for rank in range(2):
            now = turn * 4.0
            states += [(f"r{rank}", "PMPI_Irecv", now, now), (f"r{rank}", "PMPI_Isend", now, now), (f"r{rank}", "computing", now, now + 4),
                       (f"r{rank}", "PMPI_Wait", now + 4, now + 4), (f"r{rank}", "PMPI_Wait", now + 4, now + 4)]
            links.append((f"r{rank}", f"r{1 - rank}", now, now + 4, 1000))
    trace = bench.write("hidden.paje", states, links)
    for words, measured in ((["--network", "latency=10x,bandwidth=0.1x"], 20), (["--computing", "0.5x"], 10)):
        found = bench.ask(f"hidden {words}", trace, *words)
        bench.report.check(f"hidden {words}", found["predicted"] is None and found["low"] <= measured <= found["high"], str(found))


@blackbox.group
def check_sizes_that_nobody_awaited(bench):
    """Small messages that were hidden do not cost what an awaited large one does."""
    states, links, now = [], [], 0.0
    for turn in range(10):
        end = now + 4
        for rank in range(2):
            states += [(f"r{rank}", "PMPI_Irecv", now, now), (f"r{rank}", "PMPI_Isend", now, now), (f"r{rank}", "computing", now, end),
                       (f"r{rank}", "PMPI_Wait", end, end)]
            links.append((f"r{rank}", f"r{1 - rank}", now, end, 100))
        now = end
    for rank in range(2):
        states += [(f"r{rank}", "PMPI_Irecv", now, now), (f"r{rank}", "PMPI_Isend", now, now), (f"r{rank}", "PMPI_Wait", now, now + 8)]
        links.append((f"r{rank}", f"r{1 - rank}", now, now + 8, 4000000))
    found = bench.ask("one large message", bench.write("sizes.paje", states, links), "--computing", "0.25x")
    bench.report.check("one large message", found["predicted"] is None and found["low"] <= 10 + 8 <= found["high"] and
                       any("smaller or larger than all messages that a receiver waited for" in line for line in found["assumptions"]), str(found))


@blackbox.group
def check_without_one_that_others_wait_for(bench):
    """A container that becomes like the others does not wait as long as they did for it."""
    states = []
    for turn in range(2):
        for rank, seconds in (("r0", 1), ("r1", 1), ("r2", 3)):
            states += [(rank, "work", turn * 4, turn * 4 + seconds), (rank, "MPI_Barrier", turn * 4 + seconds, turn * 4 + 3),
                       (rank, '"OpenMP implicit barrier"', turn * 4 + 3, turn * 4 + 4)]
    found = bench.ask("without r2", bench.write("without.paje", states), "--without", "r2")
    bench.near("without r2", 2 * (1 + 1), found["predicted"])


@blackbox.group
def check_uneven_call_that_is_scaled(bench):
    """A factor of the call counts where its members came at different times, too."""
    trace = bench.write("scaled.paje", [("r0", "work", 0, 1), ("r0", "PMPI_Bcast", 1, 2), ("r0", "work", 2, 3),
                                        ("r1", "work", 0, 1.5), ("r1", "PMPI_Bcast", 1.5, 2), ("r1", "work", 2, 3)])
    found = bench.ask("three times the call", trace, "--scale", "PMPI_Bcast=3x")
    bench.report.check("three times the call", found["low"] <= 1 + 3 + 1 <= found["high"], str(found))


@blackbox.group
def check_states_inside_calls(bench):
    """They are not changed: the call is, as a whole."""
    trace = bench.write_text("nested.paje", RUN_DEFINITIONS + "0 R 0 Rank\n2 S R State\n6 0 r R 0 r\n12 0 S r MPI_Send\n"
                             "12 1 S r PMPI_Send\n13 2 S r\n13 3 S r\n12 3 S r work\n13 4 S r\n")
    for words in (["--scale", "PMPI_Send=2x"], ["--sweep", "PMPI_Send=1x..2x"]):
        bench.refused(words[0], "PMPI_Send occurs only inside calls", trace, *words)
    done = bench.run("--sensitivity", trace)
    bench.report.check("sensitivity", "MPI_Send" in done.out and "PMPI_Send" not in done.out, done.out)


@blackbox.group
def check_states_without_time(bench):
    """Other states cover them, or they are of a type that is left out: the advice is what can be done."""
    trace = bench.write_text("covered.paje", RUN_DEFINITIONS + "0 R 0 Rank\n2 S R State\n2 T R Solver\n6 0 r R 0 r\n12 0 S r step\n"
                             "12 0 S r kernel\n12 0 T r solve\n13 2 S r\n12 2 S r update\n13 3 S r\n13 3 S r\n12 3 S r MPI_Send\n"
                             "13 4 T r\n13 4 S r\n")
    bench.refused("covered", "step has no time of its own, for other states cover all of it: name these (kernel, update)",
                  trace, "--scale", "step=0.5x")
    bench.refused("of another type", "solve is a state of a type that the analysis leaves out", trace, "--scale", "solve=0.5x")
    found = bench.ask("the other type", trace, "--types", "Solver", "--scale", "solve=0.5x")
    bench.near("the other type", 2, found["predicted"])


@blackbox.group
def check_posting_calls(bench):
    """What a call does that only begins to send may be work of the processor, which another network does not change."""
    trace = bench.write("posts.paje", [("r0", "compute", 0, 1), ("r0", "MPI_Isend", 1, 1.5), ("r0", "compute", 1.5, 4.5),
                                       ("r1", "MPI_Recv", 0, 2), ("r1", "compute", 2, 3)], [("r0", "r1", 1, 2, 100)])
    found = bench.ask("posts", trace, "--network", "latency=0.1x,bandwidth=10x")
    bench.near("posts: as the network", 4.05, found["low"], 0.01)
    bench.near("posts: as they are", 4.5, found["high"], 0.005)
    bench.report.check("posts: said", any("Calls such as MPI_Isend and MPI_Irecv use 6.67 % of the time" in line
                                          for line in found["assumptions"]), str(found))
    found = bench.ask("communication", trace, "--communication", "0.1x")
    bench.near("communication: all of it", 4.05, found["predicted"])


@blackbox.group
def check_direction(bench):
    """Faster computing does not make a run longer, however much its messages differ."""
    states, links, now = [], [], 0
    for turn in range(10):
        took = 1 if turn % 2 else 3
        states += [("r0", "compute", now, now + 1), ("r0", "MPI_Send", now + 1, now + 1), ("r0", "MPI_Recv", now + 1, now + 1 + took),
                   ("r1", "MPI_Recv", now, now + 1 + took), ("r1", "MPI_Send", now + 1 + took, now + 1 + took)]
        links += [("r0", "r1", now + 1, now + 1 + took, 100), ("r1", "r0", now + 1 + took, now + 1 + took, 0)]
        now += 1 + took
    trace = bench.write("direction.paje", states, links)
    found = bench.ask("faster", trace, "--computing", "0.5x")
    bench.report.check("faster", found["low"] <= 25 <= found["high"] <= 30.2, str(found))
    found = bench.ask("slower", trace, "--computing", "2x")
    bench.report.check("slower", 29.8 <= found["low"] <= 40 <= found["high"], str(found))


@blackbox.group
def check_which_trace(bench):
    """Where there is no single length, the trace that is written has one, and the answer says so."""
    trace, _ = pings(bench, "one_size.paje", 0.25, 1e-4, (1000, 1000, 1000))
    written = bench.folder / "written.paje"
    found = bench.ask("interval", trace, "--network", "latency=0.1x", "-o", written)
    said = [line for line in found["assumptions"] if line.startswith("The trace that is written lasts ")]
    bench.report.check("which trace", found["predicted"] is None and len(said) == 1, str(found))
    length = bench.analyze("written", "summary", written)["length"]
    bench.report.check("its length", found["low"] <= length <= found["high"] and f" {length:.4g} s:" in said[0], f"{length} {said}")


@blackbox.group
def check_other_sizes(bench):
    """Larger and smaller messages than those of the calibration: on the line through its last sizes, and within ends that hold
    what their factors may be."""
    pair = [pings(bench, f"{name}.trace", latency, 5e-5, (1000, 2000, 4000))[0] for name, latency in (("a", 0.25), ("b", 0.025))]
    for sizes in ((16000,), (0,), (500, 32000)):
        run, _ = pings(bench, "run.trace", 0.25, 5e-5, sizes)
        _, wanted = pings(bench, "other.trace", 0.025, 5e-5, sizes)
        found = bench.ask(f"sizes {sizes}", run, "--calibrate", *pair)
        if not found:
            continue
        bench.near(f"{sizes}: on the line", wanted, found["predicted"])
        bench.report.check(f"{sizes}: has ends", found["low"] < wanted - 1e-3 and wanted < found["high"] - 1e-3
                           or sizes == (0,) and found["low"] <= wanted <= found["high"], str(found))
        bench.report.check(f"{sizes}: it is said", any("extrapolated from its nearest sizes" in line for line in found["assumptions"]),
                           str(found["assumptions"]))
    run, _ = pings(bench, "run.trace", 0.25, 5e-5, (1000, 4000))
    found = bench.ask("sizes inside", run, "--calibrate", *pair)
    bench.report.check("nothing is said of sizes inside", found and not any("nearest sizes" in line for line in found["assumptions"]))
    # One size shows no line: the other size may change as that one does, or not at all.
    one = [pings(bench, f"one.{name}.trace", latency, 5e-5, (1000,))[0] for name, latency in (("a", 0.25), ("b", 0.025))]
    run, length = pings(bench, "run.trace", 0.25, 5e-5, (100000,))
    found = bench.ask("one size", run, "--calibrate", *one)
    if found:
        bench.near("it may not change", length, found["high"], 0.005)
        bench.near("it may change as that", 1 + (length - 1) * 0.075 / 0.3, found["low"], 0.005)


@blackbox.group
def check_shared_link(bench):
    """Two messages share a link; the pair of runs alone says that its bandwidth is four times as large."""
    pair = pings(bench, "before.trace", 0.25, 0.00005)[0], pings(bench, "after.trace", 0.25, 0.0000125)[0]

    def length(per_byte):
        return 1 + 0.25 + 2 * 8000 * per_byte
    states, links = [("r2", "MPI_Waitall", 0, length(0.00005))], []
    for rank in ("r0", "r1"):
        states += [(rank, "compute", 0, 1), (rank, "MPI_Isend", 1, 1)]
        links.append((rank, "r2", 1, length(0.00005), 8000))
    found = bench.ask("shared link", bench.write("run.trace", states, links), "--calibrate", *pair)
    if found:
        wanted = length(0.0000125)
        bench.near("shared link", wanted, found["predicted"])
        bench.report.check("shared link: ends", found["low"] <= wanted <= found["high"] <= 1.1 * wanted, str(found))


@blackbox.group
def check_messages_that_meet(bench):
    """Two messages share the link of their receiver, and the second sender comes a second after the first: how much of the way they
    have in common changes with the network and with computing. Each takes 4 seconds alone, on paper."""
    def run(name, work, seconds):
        first, second = work, 2 * work
        end = first + 2 * seconds if second < first + seconds else second + seconds
        states = [("r2", "MPI_Irecv", 0, 0), ("r2", "MPI_Irecv", 0, 0), ("r2", "MPI_Waitall", 0, end),
                  ("r0", "compute", 0, first), ("r0", "MPI_Isend", first, first), ("r1", "compute", 0, second), ("r1", "MPI_Isend", second, second),
                  ("r4", "MPI_Recv", 0, seconds), ("r3", "MPI_Isend", 0, 0)]
        links = [("r0", "r2", first, end, 1000), ("r1", "r2", second, end, 1000), ("r3", "r4", 0, seconds, 1000)]
        return bench.write(name, states, links), end
    trace, _ = run("run.trace", 1, 4)
    for words, work, seconds in ((("--computing", "2x"), 2, 4), (("--computing", "0.5x"), 0.5, 4), (("--communication", "2x"), 1, 8),
                                 (("--network", "latency=0.5x,bandwidth=2x"), 1, 2)):
        wanted, found = run("other.trace", work, seconds)[1], bench.ask(f"meeting {words}", trace, *words)
        if found:
            bench.report.check(f"meeting {words}", found["low"] - 1e-9 <= wanted <= found["high"] + 1e-9, f"{wanted}: {found}")
            bench.report.check(f"meeting {words}: near", found["high"] - found["low"] <= 0.5 * wanted, f"{wanted}: {found}")


@blackbox.group
def check_operation_on_other_nodes(bench):
    """Four ranks pass pieces round a ring in three steps. On nodes in turn, two of them share the link of each node; in pairs, one needs
    it. The trace does not show the steps, so the interval holds both."""
    states, links, posted = [], [], [0, 0]
    for number, size in enumerate((0, 1000, 2000, 4000, 8000)):
        states += [("s0", "compute", number, number + 1), ("s0", "MPI_Isend", number + 1, number + 1), ("s0", "MPI_Isend", number + 1, number + 1)]
        for to, (latency, per_byte) in enumerate(((0.0125, 0.000001), (0.125, 0.00001))):
            came = number + 1 + latency + per_byte * size
            states.append((f"s{to + 1}", "MPI_Recv", posted[to], came))
            links.append(("s0", f"s{to + 1}", number + 1, came, size))
            posted[to] = came

    def run(name, nodes):
        """Its length, and the trace."""
        shares = 2 if nodes == "abab" else 1
        end = 10 + 3 * shares * 0.1
        calls = [(f"r{rank}", value, start, then) for rank in range(4) for value, start, then in (
            ("compute", 0, 10), ("MPI_Allgather", 10, end), ("compute", end, end + 1))]
        return bench.write(name, states + calls, links), end + 1
    for before, after in (("abab", "aabb"), ("aabb", "abab")):
        trace, _ = run("run.trace", before)
        _, wanted = run("other.trace", after)
        placed = bench.write_text("placed.csv", "container,node,before\ns0,s,s\ns1,s,s\n" + "".join(
            f"r{rank},{after[rank]},{before[rank]}\n" for rank in range(4)))
        found = bench.ask(f"{before} to {after}", trace, "--placement", placed)
        if found:
            bench.report.check(f"{before} to {after}", found["low"] - 1e-9 <= wanted <= found["high"] + 1e-9, f"{wanted}: {found}")


@blackbox.group
def check_judged_interval(bench):
    """A prediction that is only an interval is judged by it, not by its middle."""
    run, _ = pings(bench, "run.trace", 0.5, 5e-4, (1000, 1000))
    inside, _ = pings(bench, "inside.trace", 0.3, 5e-4, (1000, 1000))
    outside, length = pings(bench, "outside.trace", 4, 5e-4, (1000, 1000))
    for name, measured, error in (("inside", inside, lambda row: 0), ("outside", outside, lambda row: (row["high"] - length) / length)):
        found = bench.ask(name, run, "--network", "latency/10", "--validate", measured)
        if not found:
            continue
        [row] = found["validation"]
        bench.report.check(f"{name}: only ends", row["predicted"] is None and found["predicted"] is None, str(row))
        bench.near(f"{name}: error", error(row), row["error"])
        bench.report.check(f"{name}: the interval", row["low"] == found["low"] and row["high"] == found["high"], str(row))
        bench.report.check(f"{name}: it is said", any("is an interval" in line for line in found["remarks"]), str(found["remarks"]))


@blackbox.group
def check_unfit_calibrations(bench):
    trace, _ = pings(bench, "run.trace", 0.25, 5e-5)
    silent = [bench.write(f"{name}.trace", [(rank, "MPI_Barrier", 0, end) for rank in ("r0", "r1")])
              for name, end in (("a", 1), ("b", 0.5))]
    bench.refused("a calibration without messages", "the calibration has no costs of messages", trace, "--calibrate", *silent)
    other = bench.write("other.trace", [("x0", "compute", 0, 5)])
    for words in (("--calibrate", trace, other), ("--validate", other), ("--repetitions", other)):
        bench.refused(f"{words[0]}: another program", "not the program of", trace, *words)
    # A receive whose partner no link shows may have got a message of any size.
    alone = bench.write("alone.trace", [("r0", "compute", 0, 3), ("r1", "MPI_Recv", 0, 2), ("r1", "compute", 2, 4)])
    pair = [pings(bench, f"{name}.trace", 0.25, per_byte)[0] for name, per_byte in (("before", 5e-5), ("after", 5e-6))]
    found = bench.ask("a call alone", alone, "--calibrate", *pair)
    if found:
        # 8000 bytes take 0.65 s before, 0.29 s after.
        bench.near("as the largest", 3, found["low"], 0.005)
        bench.near("as it was", 4, found["high"], 0.005)
    shorter = bench.write("shorter.trace", [("r1", "MPI_Recv", 0, 2), ("r1", "compute", 2, 4)])
    found = bench.ask("a call alone on the path", shorter, "--calibrate", *pair)
    if found:
        bench.near("the largest message's factor", 2 + 2 * 0.29 / 0.65, found["low"], 0.005)
        bench.near("no change", 4, found["high"], 0.005)


@blackbox.group
def check_sensitivity(bench):
    """One per cent less of the network that a calibration leads to; nothing of it where that is not known."""
    pair = [pings(bench, f"{name}.trace", latency, 5e-5)[0] for name, latency in (("a", 0.25), ("b", 0.125))]
    run, _ = pings(bench, "run.trace", 0.25, 5e-5, (8000,))
    found = bench.ask("between", run, "--calibrate", *pair, "--between", "latency/2", "--sensitivity")
    if found:
        saved = {row["what"]: row["saved"] for row in found["sensitivity"]}
        bench.near("latency", 0.00125, saved["latency"], 1e-6)
        bench.near("bandwidth", 0.004, saved["bandwidth"], 1e-6)
        bench.near("compute", 0.01, saved["compute"], 1e-6)
    found = bench.ask("not known", run, "--calibrate", *pair, "--sensitivity")
    if found:
        names = {row["what"] for row in found["sensitivity"]}
        bench.report.check("no network", "compute" in names and not names & {"latency", "bandwidth"}, str(names))
        bench.report.check("it is said", any("--between" in line for line in found["remarks"]), str(found["remarks"]))
    # Factors of --between that are given again multiply.
    words = ("--calibrate", *pair, "--network", "latency/4")
    once = bench.ask("once", run, *words, "--between", "latency/2")
    again = bench.ask("again", run, *words, "--between", "latency/4", "--between", "latency*2")
    if once and again:
        bench.near("--between again", once["predicted"], again["predicted"])
    bench.refused("--between of both", "does not distinguish", run, *words, "--between", "latency/2", "--between", "bandwidth*2")


def workers(bench, name, order, lengths):
    """r0 gets a message from each worker of `order` in turn; a worker computes as long as `lengths` says before it sends."""
    clock, now, states, links = {rank: 0 for rank in lengths}, 0, [], []
    for rank in order:
        sent = clock[rank] + lengths[rank]
        states += [(rank, "compute", clock[rank], sent), (rank, "MPI_Isend", sent, sent)]
        came = max(now, sent + 0.01)
        states.append(("r0", "MPI_Recv", now, came))
        links.append((rank, "r0", sent, came, 8))
        clock[rank], now = sent, came
    return bench.write(name, states, links)


@blackbox.group
def check_without_one_that_leaves(bench):
    """r2 does 3 s of work in each of four turns and leaves; r0 does 2 s and r1 1 s in each of ten. Like the others in its time, it
    would work 1.5 s in each."""
    states, now = [], 0.0
    for turn in range(10):
        work = {"r0": 2, "r1": 1, **({"r2": 3} if turn < 4 else {})}
        end = now + max(work.values()) + 0.25
        call = "MPI_Barrier" if turn < 4 else "MPI_Allreduce"  # else r2's calls would be of other operations
        for rank, seconds in work.items():
            states += [(rank, "compute", now, now + seconds), (rank, call, now + seconds, end)]
        now = end
    trace = bench.write("leaves.trace", states)
    bench.near("it leaves", 4 * 3.25 + 6 * 2.25, now)
    bench.near("without it", 10 * 2.25, bench.ask("without it", trace, "--without", "r2")["predicted"])


@blackbox.group
def check_any_source(bench):
    """Another message may come first under other conditions: recognised where the order does not repeat and is that of sending."""
    lengths = {"w1": 1.0, "w2": 0.73, "w3": 1.37, "w4": 0.61}
    ends = sorted((round(length * (i + 1), 9), rank) for rank, length in lengths.items() for i in range(30))
    order = [rank for _, rank in ends if _ <= 18]
    trace = workers(bench, "any.trace", order, lengths)
    found = bench.ask("slower worker", trace, "--scale", "compute=2x", "--containers", "w1")
    if found:
        line = next((line for line in found["assumptions"] if "MPI_ANY_SOURCE" in line), "")
        bench.report.check("recognised", line.startswith("r0 seems to receive whichever message arrives first"), str(found["assumptions"]))
        # At best all others do the work of w1, too; at worst it does what it did, in twice the time.
        bench.report.check("wider", found["predicted"] is None and found["low"] <= found["measured"] and found["high"] > 35, str(found))
        bench.report.check("others may do it", any("the program may distribute its work differently" in line for line in found["assumptions"]), str(found))
    found = bench.ask("the same order", trace, "--computing", "1.5x")
    bench.report.check("silent where the order stays", found and not any("ANY_SOURCE" in line for line in found["assumptions"])
                       and found["high"] - found["low"] < 0.1 * found["predicted"], str(found))
    # In turn, whoever was first: a loop.
    steady = workers(bench, "turn.trace", ["w1", "w2", "w3", "w4"] * 20, {rank: 1.0 for rank in lengths})
    found = bench.ask("in turn", steady, "--scale", "compute=2x", "--containers", "w1")
    bench.report.check("a loop is no choice", found and not any("ANY_SOURCE" in line for line in found["assumptions"]), str(found))


@blackbox.group
def check_words(bench):
    """Outputs that would be lost, and options that would change nothing."""
    trace, _ = pings(bench, "run.trace", 0.25, 5e-5)
    same, nodes = bench.folder / "same", bench.folder / "nodes.csv"
    nodes.write_text("container,node\nr0,a\nr1,a\n")
    for name, wanted, words in (
            ("a trace among the report", "standard output gets the report", ("-o", "-")),
            ("a picture among the report", "standard output gets the report", ("--sweep", "latency=1x..2x", "--svg", "-")),
            ("two outputs in one file", "two outputs go to this file", ("--sweep", "latency=1x..2x", "--svg", same, "-o", same)),
            ("rows of no table", "--points", ("--points", 3)), ("an encoding of nothing", "-o writes", ("--method", "archive")),
            ("a placement without waits", "--placement", ("--no-waits", "--placement", nodes)),
            ("an algorithm without waits", "--collective", ("--no-waits", "--collective", "MPI_Barrier=log")),
            ("a folder as a table", "Is a directory", ("--placement", bench.folder))):
        bench.refused(name, wanted, trace, *words)
    bench.report.check("nothing was written", not same.exists())


SMPIRUN = """#!/bin/sh
case "$(cat platform.xml)" in *mine*) time={then};; *) time={now};; esac
echo "[node-0:0:(1) $time] [smpi_replay/INFO] Simulation time $time"
"""


@blackbox.group
def check_platforms(bench):
    """SimGrid on a platform of one's own: checked by a replay on one that is made from the run; `smpirun` is a script here."""
    trace, length = pings(bench, "run.trace", 0.25, 5e-5)
    folder, platform = bench.folder / "bin", bench.folder / "mine.xml"
    folder.mkdir()
    platform.write_text("<platform version='4.1'><zone id='mine' routing='Full'><host id='n0' speed='2Gf'/>"
                        "<cluster id='c' prefix='m' suffix='' radical='0-1,4' speed='2Gf' bw='1GBps' lat='1us'/></zone></platform>")

    def ask(*words, of=trace, now=length, then=7, text=SMPIRUN, given=("--platform", str(platform))):
        (folder / "smpirun").write_text(text.format(now=now, then=then))
        (folder / "smpirun").chmod(0o755)
        return blackbox.run([bench.tool, "-q", "-z", "--engine", "simgrid", *given, "--json", *map(str, words), str(of)],
                            environment={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})

    def near(name, done, low, high):
        if bench.report.check(f"{name}: answers", done.code == 0, done.err):
            found = json.loads(done.out)
            bench.near(f"{name}: predicted", 7, found["predicted"])
            bench.near(f"{name}: low", low, found["low"])
            bench.near(f"{name}: high", high, found["high"])

    near("as measured", ask(), 7 * 0.999, 7 * 1.001)
    near("as far off as the measured one", ask(now=length * 0.95), 7 * 0.95, 7 * 1.05)
    bench.report.check("that is said", "--measured-platform FILE checks the run" in ask(now=length * 0.95).out)
    own = bench.folder / "own.xml"
    own.write_text(platform.read_text().replace("mine", "own").replace("2Gf", "1Gf"))
    near("on its own platform", ask("--measured-platform", own), 7 * 0.999, 7 * 1.001)
    done = ask("--measured-platform", own, now=length * 0.95)
    bench.report.check("not replayed on its own platform", done.code == 2 and "5.0 % off" in done.err, done.err)
    bench.report.check("its speed", "hosts of 1000000000 operations" in done.err, done.err)
    done = ask("--measured-platform", own, text=SMPIRUN + "cat hosts.txt >&2; cat hosts.txt > " + str(bench.folder / "hosts.seen") + "\n")
    bench.report.check("hosts in the order of the file", (bench.folder / "hosts.seen").read_text().split() == ["n0", "m0"], done.err)
    # A quarter of the time in a call whose partner is not shown.
    alone = bench.write("alone.trace", [("r0", "compute", 0, 2), ("r0", "MPI_Recv", 2, 4), ("r1", "compute", 0, 4)])
    near("calls alone", ask(of=alone, now=4), 7 * (1 - 0.251), 7 * (1 + 0.251))
    tasks = bench.write("tasks.trace", [("r0", "potrf", 0, 1), ("r1", "gemm", 1, 2)], [("r0", "r1", 1, 1, 8)])
    done = ask(of=tasks)
    bench.report.check("links of tasks", done.code == 2 and "connect tasks" in done.err, done.err)
    many = bench.write("many.trace", [(f"r{i}", "compute", 0, 4) for i in range(6)])
    done = ask(of=many, now=4)
    bench.report.check("hosts are shared", done.code == 0 and any("4 hosts for 6 containers" in line for line in json.loads(done.out)["assumptions"]),
                       done.out + done.err)
    # One size does not distinguish latency from bandwidth, whoever replays it.
    one, end = pings(bench, "one.trace", 0.25, 5e-5, (1000, 1000))
    for words in (("--network", "latency/10"), ("--computing", "2")):
        done = ask(*words, of=one, now=end, given=())
        if bench.report.check(f"one size {words}", done.code == 0, done.err):
            found = json.loads(done.out)
            bench.report.check(f"one size {words}: a number", (found["predicted"] is None) == (words[0] == "--network"), str(found))
            bench.report.check(f"one size {words}: ends", found["low"] <= end * 0.999 and found["high"] >= end * 1.001, str(found))
    placed = bench.folder / "hosts.csv"
    placed.write_text("container,node\nr0,n0\nr1,m2\n")
    done = ask("--placement", placed)
    bench.report.check("no such host", done.code == 2 and "no host m2; it has n0, m0, m1, m4" in done.err, done.err)
    placed.write_text("container,node\nr0,n0\nr1,m4\n")
    bench.report.check("a host of a cluster", ask("--placement", placed).code == 0)
    # The check replays the run on the hosts that it was measured on; the prediction, on those after.
    seen = bench.folder / "hosts.seen"
    for table, wanted in (("container,node,before\nr0,n0,m1\nr1,m4,m1\n", "m1 m1 n0 m4"), ("container,node\nr0,n0\nr1,m4\n", "n0 m0 n0 m4"),
                          ("container,node,before\nr0,n0,\nr1,m4,\n", "n0 m0 n0 m4")):
        placed.write_text(table)
        seen.write_text("")
        done = ask("--measured-platform", own, "--placement", placed, text=SMPIRUN + f"cat hosts.txt >> {seen}\n")
        bench.report.check(f"hosts before and after: {wanted}", done.code == 0 and " ".join(seen.read_text().split()) == wanted,
                           done.err + seen.read_text())
    for table, wanted in (("container,node,before\nr0,n0,m1\nr1,m4,\n", "container r1 is not in the table with a node before"),
                          ("container,node,before\nr0,n0,m1\nr1,m4,far\n", "the platform that the run was measured on has no host far")):
        placed.write_text(table)
        done = ask("--measured-platform", own, "--placement", placed)
        bench.report.check(wanted, done.code == 2 and wanted in done.err, done.err)
    done = ask(text="#!/bin/sh\necho 'Parse error at platform.xml:6: unit'\nexit 1\n")
    bench.report.check("not on its own name", done.code == 2, done.err)
    done = ask(text=SMPIRUN.replace("time={then}", "echo 'Parse error at platform.xml:6: unit'; exit 1"))
    bench.report.check("the name of the platform", done.code == 2 and "mine.xml:6" in done.err, done.err)
    done = ask(text="#!/bin/sh\necho 'Stalling SMPI instance: smpirun.'\nexit 1\n")
    bench.report.check("a replay that does not end", done.code == 2 and "does not end" in done.err and "--engine graph" in done.err, done.err)


if __name__ == "__main__":
    sys.exit(run_groups(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
