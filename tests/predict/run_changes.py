#!/usr/bin/env python3
"""What a change may do at most, and what has to be refused: bounds that hold for every run.

Usage: run_changes.py TOOL_DIR
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from definitions import RUN_DEFINITIONS
from predictions import run_groups


def exchange(bench, name, values, seconds=1.0):
    """r0 calls `values` in turn, each after `seconds` of computing; r1 only computes."""
    states = [("r1", "compute", 0, 2 * seconds * len(values))]
    for number, value in enumerate(values):
        now = 2 * seconds * number
        states += [("r0", "compute", now, now + seconds), ("r0", value, now + seconds, now + 2 * seconds)]
    return bench.write(name, states)


@blackbox.group
def check_repetitions_of_another_program(bench):
    """Containers of the same names are not enough: the calls tell programs apart."""
    trace = exchange(bench, "run.trace", ("MPI_Send", "MPI_Recv", "MPI_Test"))
    again = exchange(bench, "again.trace", ("MPI_Send", "MPI_Recv", "MPI_Test", "MPI_Test"), 0.75)
    found = bench.ask("more questions", trace, "--repetitions", again)
    bench.near("more questions", (6 + 6) / 2, found and found["predicted"])
    more = exchange(bench, "more.trace", ("MPI_Send", "MPI_Recv", "MPI_Recv"))
    turned = exchange(bench, "turned.trace", ("MPI_Recv", "MPI_Send", "MPI_Test"))
    for other, wanted in ((more, "it has 2 calls of MPI_Recv, and {} has 1"), (turned, "call 1 of r0 is MPI_Recv, and in {} it is MPI_Send")):
        bench.refused(f"repetitions: {other.stem}", f"{other}: this is not the program of {trace}: {wanted.format(trace)}", trace, "--repetitions", other)
        bench.refused(f"calibrate: {other.stem}", "this is not the program of", trace, "--calibrate", trace, other)
        found = bench.ask(f"validate: {other.stem}", trace, "--validate", other)
        bench.report.check(f"validate: {other.stem} is said", found and any(wanted.format(trace) in line for line in found["remarks"]), str(found))
    # Work that a program distributes as it runs goes to other containers.
    runs = [bench.write(f"{name}.trace", [("r0", "MPI_Recv", 0, 2), ("r0", "MPI_Recv", 2, 4), (first, "MPI_Send", 0, 2), (second, "MPI_Send", 2, 4),
                                          ("r1", "compute", 4, 5), ("r2", "compute", 4, 5)],
                        [(first, "r0", 0, 2, 8), (second, "r0", 2, 4, 8)]) for name, first, second in (("a", "r1", "r1"), ("b", "r1", "r2"))]
    bench.ask("other workers", runs[0], "--repetitions", runs[1])


def operations(bench, name, value, sizes, seconds=3.0, count=4):
    """Messages of these sizes from r0 to r1, which waits for them, then one operation of all. A message takes 0.25 s and 1e-4 s a byte.
    Returns the trace, and its length without the operation."""
    states, links, now = [], [], 0.0
    for size in sizes:
        came = now + 0.25 + 1e-4 * size
        states += [("r0", "MPI_Isend", now, now), ("r0", "compute", now, came), ("r1", "MPI_Recv", now, came)]
        links.append(("r0", "r1", now, came, size))
        now = came
    for rank in range(2, count):
        states.append((f"r{rank}", "compute", 0, now))
    if not sizes:
        states, now = [(f"r{rank}", "compute", 0, 1.0) for rank in range(count)], 1.0
    states += [(f"r{rank}", value, now, now + seconds) for rank in range(count)]
    return bench.write(name, states, links), now


@blackbox.group
def check_messages_without_bytes(bench):
    """A barrier has messages of 0 bytes, whether that is said or not, and they cost what the run's do."""
    trace, before = operations(bench, "barrier.trace", "MPI_Barrier", (0, 1000, 2000, 4000))
    for word in ("log", "log:0", "log:1000"):
        found = bench.ask(word, trace, "--collective", f"MPI_Barrier={word}")
        bench.near(f"{word}: two rounds", before + 2 * 0.25, found["predicted"])
        bench.near(f"{word}: none is free", before + 2 * 0.25, found["low"], 0.02)
        bench.report.check(f"{word}: said", any("MPI_Barrier uses the log algorithm" in line and "its messages have no bytes" in line
                                                for line in found["assumptions"]), str(found["assumptions"]))
    trace, before = operations(bench, "one.trace", "MPI_Bcast", (1000,))
    found = bench.ask("the one size", trace, "--collective", "MPI_Bcast=log:1000")
    bench.near("the one size", before + 2 * 0.35, found["predicted"])
    bench.near("the one size: low", before + 2 * 0.35, found["low"], 0.02)


@blackbox.group
def check_bytes_of_unknown_cost(bench):
    """Bytes say nothing without a message that shows their cost."""
    for name, sizes in (("none", ()), ("empty", (0, 0))):
        trace, before = operations(bench, f"{name}.trace", "MPI_Bcast", sizes)
        bench.refused(f"{name}: bytes", "the run has no messages that show what 1000 bytes cost", trace, "--collective", "MPI_Bcast=log:1000")
        found = bench.ask(f"{name}: no bytes", trace, "--collective", "MPI_Bcast=log")
        # A message takes between the share of one of the three and all of the operation's time.
        bench.near(f"{name}: low", before + 2 * 1, found["low"], 0.02)
        bench.near(f"{name}: high", before + 2 * 3, found["high"], 0.02)
    trace, before = operations(bench, "alone.trace", "MPI_Barrier", ())
    for word in ("log", "log:0"):
        found = bench.ask(f"barrier alone {word}", trace, "--collective", f"MPI_Barrier={word}")
        bench.near(f"barrier alone {word}: low", before + 2 * 1, found["low"], 0.02)
        bench.report.check(f"barrier alone {word}: no number", found["predicted"] is None, str(found))


def pipeline(bench, turns=3, work=(1.0, 2.0, 4.0), message=0.5):
    """r0 -> r1 -> r2 in each turn: a rank receives, computes and sends without waiting. Returns the trace and its length."""
    states, links = [], []
    ready, arrives = [0.0] * len(work), {}
    for turn in range(turns):
        for rank, seconds in enumerate(work):
            start = ready[rank]
            if rank > 0:
                came = max(start, arrives[turn, rank - 1])
                states.append((f"r{rank}", "MPI_Recv", start, came))
                links.append((f"r{rank - 1}", f"r{rank}", arrives[turn, rank - 1] - message, came, 1000))
                start = came
            states.append((f"r{rank}", "compute", start, start + seconds))
            ready[rank] = start + seconds
            if rank + 1 < len(work):
                states.append((f"r{rank}", "MPI_Isend", ready[rank], ready[rank]))
                arrives[turn, rank] = ready[rank] + message
    return bench.write("pipeline.trace", states, links), max(ready)


@blackbox.group
def check_small_changes(bench):
    """If all costs change by factors in a range, so does the length, whatever the trace does not show."""
    trace, length = pipeline(bench)
    for words, least, most in ((("--computing", "1.01x"), 1, 1.01), (("--computing", "0.99x"), 0.99, 1), (("--communication", "0.99x"), 0.99, 1),
                               (("--communication", "1.01x"), 1, 1.01), (("--network", "latency=0.5x"), 0.5, 1), (("--network", "latency=2x"), 1, 2),
                               (("--network", "bandwidth=1.25x"), 0.8, 1), (("--scale", "compute=1.01x"), 1, 1.01),
                               (("--scale", "compute=1.01x", "--containers", "r1"), 1, 1.01),
                               (("--scale", "compute=1.1x", "--computing", "0.9x"), 0.99, 1), (("--scale", "MPI_Recv=0.9x", "--communication", "0.9x"), 0.81, 1),
                               (("--computing", "1.01x", "--communication", "0.99x"), 0.99, 1.01)):
        found = bench.ask(str(words), trace, *words)
        if found:
            bench.report.check(f"{words}: within the factors", least * length - 1e-9 <= found["low"] <= found["high"] <= most * length + 1e-9, str(found))
    # The last rank is busy from its first message on: only what comes before depends on messages.
    found = bench.ask("more computing", trace, "--computing", "1.01x")
    bench.near("more computing", 1.01 * (length - 2 * 0.5) + 2 * 0.5, found["predicted"])
    found = bench.ask("sweep", trace, "--sweep", "latency=0.01x..1x", "--points", 5)
    bench.report.check("sweep: never longer", all(row["high"] <= length + 1e-9 for row in found["sweep"]), str(found["sweep"]))


@blackbox.group
def check_sensitivity_of_little(bench):
    """Less of a cost never costs time, and there is a number only where a prediction has one."""
    trace, length = pipeline(bench)
    found = bench.ask("sensitivity", trace, "--sensitivity")
    rows = {row["what"]: row for row in found["sensitivity"]}
    for what, row in rows.items():
        bench.report.check(f"{what}: saves", 0 <= row["low"] <= row["high"] <= 0.01 * length + 1e-9, str(row))
    for what, words in (("latency", "latency=0.99x"), ("bandwidth", f"bandwidth={1 / 0.99}x")):
        alone = bench.ask(what, trace, "--network", words)
        bench.report.check(f"{what}: no number", alone["predicted"] is None and rows[what]["saved"] is None and rows[what]["share"] is None, str(rows[what]))
        bench.near(f"{what}: nothing", 0, rows[what]["low"])
        # Two messages are on the path, of half a second each.
        bench.near(f"{what}: all of it", 0.01, rows[what]["high"], 1e-3)
    bench.near("compute", 0.01 * (length - 2 * 0.5), rows["compute"]["saved"])


@blackbox.group
def check_placement_as_it_was(bench):
    """A placement that puts all containers where they were changes nothing, whatever its nodes are called."""
    states, links = [], []
    for turn in range(4):
        for rank in range(4):
            now, took = 3.0 * turn, 1 + 0.25 * (rank % 2) * turn
            states += [(f"r{rank}", "MPI_Irecv", now, now), (f"r{rank}", "compute", now, now + 1), (f"r{rank}", "MPI_Isend", now + 1, now + 1),
                       (f"r{rank}", "MPI_Wait", now + 1, now + 1 + took), (f"r{rank}", "compute", now + 1 + took, now + 3)]
            links.append((f"r{rank ^ 1 if turn % 2 else (rank + 2) % 4}", f"r{rank}", now + 1, now + 1 + took, 1000))
    trace, length = bench.write("placed.trace", states, links), 12
    for name, before, after in (("alone", "abcd", "abcd"), ("in pairs", "aabb", "aabb"), ("other names", "aabb", "ccdd"), ("in turn", "abab", "baba")):
        placed = bench.write_text("placed.csv", "container,node,before\n" + "".join(f"r{i},{after[i]},{before[i]}\n" for i in range(4)))
        found = bench.ask(name, trace, "--placement", placed)
        for what in ("predicted", "low", "high"):
            bench.near(f"{name}: {what}", length, found[what])
        found = bench.ask(f"{name}, faster", trace, "--placement", placed, "--communication", "0.99x")
        bench.report.check(f"{name}, faster", 0.99 * length <= found["low"] <= found["high"] <= length, str(found))


def sizes(bench, name, latency, per_byte):
    """Messages of several sizes to a receiver that waits for each."""
    states, links, came = [], [], 0.0
    for number, size in enumerate((0, 1000, 2000, 4000, 8000)):
        sent, posted, came = number + 1.0, came, number + 1 + latency + per_byte * size
        states += [("r0", "compute", number, sent), ("r0", "MPI_Isend", sent, sent), ("r1", "MPI_Recv", posted, came)]
        links.append(("r0", "r1", sent, came, size))
    return bench.write(name, states, links), came


@blackbox.group
def check_contradictory_calibrations(bench):
    """What --between says must not be the opposite of what the two runs show."""
    base, length = sizes(bench, "base.trace", 0.25, 5e-5)
    others = {"less latency": (0.025, 5e-5), "more bandwidth": (0.25, 5e-6), "both": (0.025, 5e-6)}
    fits = {"less latency": ("latency/10", "latency/8"), "more bandwidth": ("bandwidth*10", "bandwidth*12"),
            "both": ("latency/10,bandwidth*10", "latency/10", "bandwidth*10")}
    said = ("latency/10", "latency*10", "bandwidth*10", "bandwidth/10", "latency/10,bandwidth*10", "latency*10,bandwidth/10", "latency/8", "bandwidth*12")
    for name, costs in others.items():
        other, then = sizes(bench, "other.trace", *costs)
        for word in said:
            words = ("--calibrate", base, other, "--between", word)
            if word in fits[name] or word == "latency/10,bandwidth*10":  # how much of each is not checked
                found = bench.ask(f"{name}, {word}", base, *words)
                bench.near(f"{name}, {word}", then, found and found["predicted"], 1e-6)
            elif not (name == "both" and word in ("latency/8", "bandwidth*12")):
                bench.refused(f"{name}, {word}", "contradict the stated change of the network", base, *words)
    barriers = [bench.write(f"barrier.{end}.trace", [(rank, "MPI_Barrier", 0, end) for rank in ("r0", "r1")]) for end in (1, 2)]
    bench.refused("operations", "collective operations of the second run take 2 times as long", barriers[0], "--calibrate", *barriers,
                  "--between", "latency/2")
    bench.ask("operations as said", barriers[0], "--calibrate", *barriers, "--between", "latency*2")


@blackbox.group
def check_predicted_trace_is_the_run(bench):
    """If nothing changes, the trace that is written is the measured one: fields, keys, and when containers begin and end."""
    text = RUN_DEFINITIONS + """%EventDef PajePushState 90
% Time date
% Type string
% Container string
% Value string
% Size int
% Root string
%EndEventDef
%EventDef PajeStartLink 91
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
% Tag int
% Size int
%EndEventDef
%EventDef PajeDestroyContainer 92
% Time date
% Name string
% Type string
%EndEventDef
0 R 0 Rank
2 S R State
4 L 0 R R Message
6 0 r0 R 0 r0
6 0.5 r1 R 0 r1
12 0 S r0 compute
12 0.5 S r1 MPI_Recv
13 1 S r0
90 1 S r0 MPI_Send 4096 "r 0"
91 1 L 0 r0 m "first key" 7 4096
13 2 S r0
16 2 L 0 r1 m "first key"
13 2 S r1
90 2 S r1 MPI_Barrier 8 NA
90 2 S r0 MPI_Barrier 8 NA
13 2.5 S r0
13 2.5 S r1
92 2.75 r0 R
12 2.5 S r1 compute
13 4 S r1
92 4.125 r1 R
"""
    trace = bench.write_text("measured.trace", text)
    same, other = bench.folder / "same.trace", bench.folder / "slower.trace"
    bench.ask("nothing changes", trace, "-o", same)
    done = blackbox.run([blackbox.need_tool(bench.tool.parent, "pj_equals"), trace, same])
    bench.report.check("it is the measured run", done.out.strip() == "1", done.out + done.err)
    bench.ask("slower", trace, "--computing", "2x", "-o", other)

    def ask(path, words):
        return blackbox.run([blackbox.need_tool(bench.tool.parent, "pj_query"), path, words]).out.split()[1:]
    for name, path, ends in (("measured", trace, ["2.75", "4.125"]), ("same", same, ["2.75", "4.125"]), ("slower", other, ["3.75", "6.625"])):
        bench.report.check(f"{name}: fields of states", ask(path, "SELECT Size, Root FROM states WHERE Size IS NOT NULL ORDER BY start, Size")
                           == ["4096,r", "0", "8,NA", "8,NA"], str(ask(path, "SELECT Size, Root FROM states")))
        bench.report.check(f"{name}: fields of links", ask(path, "SELECT key, Tag, Size FROM links") == ["first", "key,7,4096"], "")
        found = ask(path, "SELECT end FROM containers WHERE name LIKE 'r_' ORDER BY name")
        bench.report.check(f"{name}: ends of containers", found == ends, str(found))


@blackbox.group
def check_endings_of_files(bench):
    """A trace is not written under the name of another format."""
    trace, _ = pipeline(bench)
    for name, wanted in (("x.trace.xz", "would not be compressed"), ("x.trace.gz", "would not be compressed"), ("X.GZ", "would not be compressed"),
                         ("x.zst", "add --compress=zstd"), ("x.otf2", "pj_export --to otf2")):
        path = bench.folder / name
        bench.refused(name, wanted, trace, "-o", path)
        done = blackbox.run([blackbox.need_tool(bench.tool.parent, "pj_cut"), "-q", "-o", path, trace])
        bench.report.check(f"pj_cut {name}", done.code == 2 and wanted in done.err, f"{done.code}: {done.err}")
        bench.report.check(f"{name} is not written", not path.exists())
    bench.refused("another compression", "would not be compressed", trace, "-o", bench.folder / "x.xz", "--compress=zstd")
    bench.ask("as it ends", trace, "-o", bench.folder / "x.zst", "--compress=zstd")


if __name__ == "__main__":
    sys.exit(run_groups(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
