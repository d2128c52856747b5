#!/usr/bin/env python3
"""What pj_predict predicts: against replays of an independent implementation, values found on paper, and
identities that hold for every run.

Usage: run_predict.py TOOL_DIR SAMPLES DATA_FOLDER
"""

import csv
import io
import json
import lzma
import os
import statistics
import sys
import tarfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from predictions import Bench

# Of what a change saves: by this share of it the ends are wider than the replays.
MARGIN = 0.005


def late_sender(bench):
    """0 computes 3 and sends; 1 computes 1, waits until 4, computes 2: ends at 6."""
    return bench.write("late.trace",
                       [("r0", "compute", 0, 3), ("r0", "MPI_Isend", 3, 3.5), ("r1", "compute", 0, 1),
                        ("r1", "MPI_Recv", 1, 4), ("r1", "compute", 4, 6)],
                       [("r0", "r1", 3, 4, 8)])


@blackbox.group
def check_by_hand(bench):
    trace = late_sender(bench)
    for words, wanted in (((), 6), (("--communication", "0.5x"), 5.5), (("--computing", "2"), 11),
                          (("--scale", "compute=0.5x"), 3.5),
                          (("--scale", "comp*=0.5x", "--containers", "r0"), 4.5),
                          (("--scale", "compute=10x", "--containers", "r0"), 33),
                          (("--no-waits",), 4), (("--balance",), 6), (("--without", "r1"), 6),
                          (("--scale", "compute=2x", "--containers", "r0"), 9),
                          (("--scale", "compute=2x", "--containers", "r0", "--without", "r1"), 11),
                          (("--scale", "compute=2x", "--containers", "r0", "--balance"), 8.5),
                          (("--network", "latency=0.5x,bandwidth=2x"), 5.5),
                          (("--network", "latency/2,bandwidth*2"), 5.5)):
        found = bench.ask(" ".join(words), trace, *words)
        if found:
            bench.near(f"late sender {' '.join(words)}", wanted, found["predicted"])
            bench.near(f"late sender measured {' '.join(words)}", 6, found["measured"])
    # A part is as long as what is in it, with --clip.
    for words, length in (((), 6), (("--clip",), 4)):
        found = bench.ask(f"a part {words}", trace, "--start", "2", *words)
        if found:
            bench.near(f"a part {words}", length, found["measured"])
    # In the fourth of six iterations r3 computes for 5 instead of 1, and all others wait for it.
    rows = []
    for rank in range(4):
        for iteration in range(6):
            start = 1.25 * iteration + (4 if iteration > 3 else 0)
            own = 5 if (rank, iteration) == (3, 3) else 1
            end = start + 1.25 + (4 if iteration == 3 else 0)
            rows += [(f"r{rank}", "compute", start, start + own), (f"r{rank}", "MPI_Allreduce", start + own, end)]
    outlier = bench.write("outlier.trace", rows, [])
    for words, wanted in (((), 11.5), (("--without", "r3"), 7.5), (("--without", "r1"), 11.5), (("--balance",), 8.5),
                          (("--scale", "compute=2x", "--containers", "r3", "--balance"), 11)):
        found = bench.ask("outlier " + " ".join(words), outlier, *words)
        if found:
            bench.near(f"outlier {' '.join(words)}", wanted, found["predicted"])
    # The same, in two states: so r3 has other iterations than the others. Without it, the longer one does not exist.
    extra = [row for row in rows if row != ("r3", "compute", 3.75, 8.75)]
    extra += [("r3", "compute", 3.75, 4.75), ("r3", "compute", 4.75, 8.75)]
    found = bench.ask("extra state", bench.write("extra.trace", extra, []), "--without", "r3")
    if found:
        bench.near("extra state", 7.5, found["predicted"])
    # One size does not distinguish latency from bandwidth: the two ends are what is known.
    found = bench.ask("bounds", trace, "--network", "latency=0.1x")
    if found:
        bench.near("all latency", 5.1, found["low"], MARGIN)
        bench.near("all bandwidth", 6, found["high"], MARGIN)
        bench.report.check("no single number", found["predicted"] is None, str(found["predicted"]))
        bench.report.check("it is said", any("sizes" in line for line in found["assumptions"]))


@blackbox.group
def check_late_receivers(bench):
    """1 receives at 4; 0 sent at 1 and goes on at 6, shortly before 1 has the message, then computes 1."""
    receiver = [("r1", "compute", 0, 4), ("r1", "MPI_Recv", 4, 6.2), ("r1", "other", 6.2, 6.5)]
    for name, sender in (("send", [("MPI_Send", 1, 6)]),
                         ("wait", [("MPI_Isend", 1, 1.1), ("other", 1.1, 2), ("MPI_Wait", 2, 6)]),
                         ("exchange", [("MPI_Sendrecv", 1, 6)])):
        states = [("r0", "other", 0, 1), *(("r0", *state) for state in sender), ("r0", "other", 6, 7)]
        trace = bench.write(f"{name}.trace", states + receiver, [("r0", "r1", 1, 6.2, 100000)])
        # The message takes 2.2; the sender goes on when 2 of these are over.
        for words, wanted in (((), 7), (("--scale", "compute=0.5x"), 5), (("--scale", "compute=2x"), 11),
                              (("--no-waits",), 6.5), (("--communication", "0.5x"), 6)):
            found = bench.ask(f"{name} {' '.join(words)}", trace, *words)
            if found:
                bench.near(f"{name} to a late receiver {' '.join(words)}", wanted, found["predicted"])


@blackbox.group
def check_threads(bench):
    """Serial parts delay all threads of a team: see idle_threads in ../analyze/cases."""
    cases = Path(__file__).resolve().parent.parent / "analyze" / "cases"
    for words, wanted in (((), 11), (("--scale", "serial=0.5x"), 8), (("--scale", "serial=2x"), 17),
                          (("--scale", "OpenMP parallel=0.5x", "--containers", "t"), 9),
                          (("--scale", "OpenMP parallel=2x"), 16)):
        found = bench.ask(f"threads {' '.join(words)}", cases / "idle_threads.paje", *words)
        if found:
            bench.near(f"threads {' '.join(words)}", wanted, found["predicted"])
            bench.near(f"threads {' '.join(words)} measured", 11, found["measured"])
    # Without a state for what is serial.
    region = '"OpenMP parallel"'
    trace = bench.write("team.trace", [("r0", "init", 0, 1), ("r0", region, 2, 5), ("r0", region, 8, 10),
                                       ("r1", region, 2, 5), ("r1", region, 8, 10)], [])
    for words, wanted in (((), 10), (("--scale", "(no state)=0.5x"), 8), (("--scale", "OpenMP*=2x"), 15)):
        found = bench.ask(f"gaps {' '.join(words)}", trace, *words)
        if found:
            bench.near(f"gaps {' '.join(words)}", wanted, found["predicted"])


def pings(bench, name, latency, per_byte):
    """Messages of several sizes, each a second after the one before; the receiver always waits. Returns the
    trace and its length."""
    states, links, came = [], [], 0
    for number, size in enumerate((0, 1000, 2000, 4000, 8000)):
        sent, posted, came = number + 1, came, number + 1 + latency + per_byte * size
        states += [("r0", "compute", number, sent), ("r0", "MPI_Isend", sent, sent),
                   ("r1", "MPI_Recv", posted, came)]
        links.append(("r0", "r1", sent, came, size))
    return bench.write(name, states, links), came


@blackbox.group
def check_latency_from_sizes(bench):
    """A straight line through the sizes is found exactly, whatever its numbers are."""
    for latency, per_byte in ((0.25, 0.00005), (0.5, 0.0000125), (0.0625, 0.0000625)):
        trace, _ = pings(bench, "pings.trace", latency, per_byte)
        for change, by in (("latency=0.1x", (0.1, 1)), ("bandwidth*4", (1, 0.25)),
                           ("latency=1.25x,bandwidth=0.8x", (1.25, 1.25)), ("latency=0.5x,bandwidth=0.8x", (0.5, 1.25))):
            name = f"pings {latency} {per_byte} {change}"
            found = bench.ask(name, trace, "--network", change)
            _, wanted = pings(bench, "other.trace", latency * by[0], per_byte * by[1])
            if found:
                bench.near(name, wanted, found["predicted"])
                bench.report.check(f"{name}: inside", found["low"] <= wanted + 1e-9 and wanted - 1e-9 <= found["high"])


def write_two_sides(bench, inside, between):
    """0 sends messages of several sizes to 1 and 2; the receivers wait for them; `inside` and `between` are (latency, per byte)
    of those to 1 and to 2."""
    states, links, posted = [], [], [0, 0]
    for number, size in enumerate((0, 1000, 2000, 4000, 8000)):
        sent = number + 1
        states += [("r0", "compute", number, sent), ("r0", "MPI_Isend", sent, sent), ("r0", "MPI_Isend", sent, sent)]
        for to, (latency, per_byte) in enumerate((inside, between)):
            came = sent + latency + per_byte * size
            states.append((f"r{to + 1}", "MPI_Recv", posted[to], came))
            links.append(("r0", f"r{to + 1}", sent, came, size))
            posted[to] = came
    return bench.write("sides.trace", states, links)


@blackbox.group
def check_placement(bench):
    """Messages that come to be inside a node, or leave it, cost what others of their size show, or what is said."""
    placed = bench.folder / "placement.csv"
    inside, between = (0.125, 0.00001), (0.25, 0.00005)
    trace = write_two_sides(bench, inside, between)
    for rows, wanted in (("r0,a,a\nr1,a,a\nr2,b,b\n", 5.65), ("r0,a,a\nr1,a,a\nr2,a,b\n", 5.205),
                         ("r0,b,a\nr1,a,a\nr2,b,b\n", 5.65), ("r0,a,a\nr1,a,a\nr2,a,\n", 5.205)):
        placed.write_text("container,node,before\n" + rows)
        found = bench.ask(f"placement {rows!r}", trace, "--placement", placed)
        if found:
            bench.near(f"placement {rows!r}", wanted, found["predicted"])
    found = bench.ask("placement, communication", trace, "--placement", placed, "--communication", "2x")
    if found:
        bench.near("placement, communication", 5.41, found["predicted"])
        bench.report.check("placement: said", any("5 of 10 messages were inside a node; with the new placement, 10 are" in line for line in found["assumptions"]),
                           str(found["assumptions"]))
    alone, _ = pings(bench, "alone.trace", 0.25, 0.00005)
    placed.write_text("container,node\nr0,a\nr1,a\n")
    bench.refused("nothing inside", "no receiver waited for a message inside a node", alone, "--placement", placed)
    for change, wanted in (("latency=0.1x", 5.425), ("bandwidth=4x", 5.35), ("latency/2,bandwidth*2", 5.325)):
        found = bench.ask(f"inside {change}", alone, "--placement", placed, "--inside", change)
        if found:
            bench.near(f"inside {change}", wanted, found["predicted"])
    placed.write_text("container,node,before\nr0,a,x\nr1,b,x\n")
    found = bench.ask("apart", alone, "--placement", placed, "--inside", "latency=0.5x")
    if found:
        bench.near("apart", 5.9, found["predicted"])
    for text, words in (("container,node\nnobody,a\n", "nobody"), ("container\nr0\n", "node"),
                        ("container,node\nr0,a\nr0,b\n", "placement.csv:3")):
        placed.write_text(text)
        bench.refused(f"placement {text!r}", words, alone, "--placement", placed)


@blackbox.group
def check_placement_on_network(bench):
    """Another network is that between nodes: messages that are inside one do not change with it."""
    trace = write_two_sides(bench, (0.125, 0.00001), (0.25, 0.00005))
    pings(bench, "before.trace", 0.25, 0.00005)
    pings(bench, "after.trace", 0.125, 0.000025)
    calibration = ("--calibrate", bench.folder / "before.trace", bench.folder / "after.trace")
    placed = bench.folder / "placement.csv"
    for rows, has_between in (("r0,a,a\nr1,a,a\nr2,b,b\n", True), ("r0,a,a\nr1,a,a\nr2,a,b\n", False),
                              ("r0,b,a\nr1,a,a\nr2,b,b\n", True)):
        placed.write_text("container,node,before\n" + rows)
        for words, latency, per_byte in ((("--network", "latency=2x"), 0.5, 0.00005), (("--network", "bandwidth=4x"), 0.25, 0.0000125),
                                         (("--network", "latency=0.1x,bandwidth=0.5x"), 0.025, 0.0001), (calibration, 0.125, 0.000025)):
            name = f"{rows!r} {words[1:]}"
            wanted = max(5.205, 5 + latency + 8000 * per_byte) if has_between else 5.205
            found = bench.ask(name, trace, "--placement", placed, *words)
            if not found:
                continue
            bench.near(name, wanted, found["predicted"])
            bench.report.check(f"{name}: inside", found["low"] <= wanted + 1e-9 and wanted - 1e-9 <= found["high"], str(found))
            bench.report.check(f"{name}: said", any("the other network applies only between nodes" in line for line in found["assumptions"]),
                               str(found["assumptions"]))


def write_operation(bench, value, rooted):
    """Messages that show what one takes, then an operation of four that begins at 10, takes 0.3, and is followed by 1
    second of computing."""
    states, links, came = [], [], 0
    for number, size in enumerate((0, 1000, 2000, 4000, 8000)):
        sent, posted, came = number + 1, came, number + 1.25 + 0.00005 * size
        states += [("r0", "compute", number, sent), ("r0", "MPI_Isend", sent, sent), ("r1", "MPI_Recv", posted, came)]
        links.append(("r0", "r1", sent, came, size))
    for rank, start in enumerate((5, came, 0, 0)):
        end = 10 if rooted and (rank == 0) == (rooted == "from") else 10.3
        states += [(f"r{rank}", "compute", start, 10), (f"r{rank}", value, 10, end), (f"r{rank}", "compute", end, end + 1)]
    return bench.write("operation.trace", states, links)


@blackbox.group
def check_collectives(bench):
    """Another algorithm: the number of messages times what one of their size takes, which is 0.25 and 0.00005 for each
    byte."""
    def one(size):
        return 0.25 + 0.00005 * size
    for value, rooted, word, wanted in (
            ("MPI_Bcast", "from", "linear:1000", 3 * one(1000)), ("MPI_Bcast", "from", "log:1000", 2 * one(1000)),
            ("MPI_Bcast", "from", "ring:3000", 3 * one(3000)), ("MPI_Reduce", "to", "linear:1000", 3 * one(1000)),
            ("MPI_Reduce", "to", "log:16000", 2 * one(16000)),
            ("MPI_Scatter", "from", "log:1000", one(1000) + one(2000)),
            ("MPI_Gather", "to", "ring:1000", one(3000) + one(2000) + one(1000)),
            ("MPI_Allgather", "", "log:2000", one(2000) + one(4000)), ("MPI_Allgather", "", "ring:2000", 3 * one(2000)),
            ("MPI_Allreduce", "", "linear:4000", 6 * one(4000)), ("MPI_Allreduce", "", "log:4000", 2 * one(4000)),
            ("MPI_Allreduce", "", "ring:4000", 6 * one(1000)),
            ("MPI_Reduce_scatter", "", "linear:4000", 3 * one(4000) + 3 * one(1000)),
            ("MPI_Reduce_scatter", "", "log:4000", one(2000) + one(1000)), ("MPI_Reduce_scatter", "", "ring:4000", 3 * one(1000)),
            ("MPI_Alltoall", "", "linear:500", 3 * one(500)), ("MPI_Alltoall", "", "log:1000", 2 * one(2000)),
            ("MPI_Barrier", "", "linear:9", 6 * one(0)), ("MPI_Barrier", "", "log:9", 2 * one(0))):
        trace = write_operation(bench, value, rooted)
        found = bench.ask(f"{value}={word}", trace, "--collective", f"{value}={word}")
        if found:
            bench.near(f"{value}={word}", 11 + wanted, found["predicted"])
    trace = write_operation(bench, "MPI_Bcast", "from")
    # How much each gets is not said: one message took 0.3 at most, and 0.1 at least.
    found = bench.ask("size unknown", trace, "--collective", "MPI_B*=log")
    if found:
        bench.near("size unknown, low", 11.2, found["low"], MARGIN)
        bench.near("size unknown, high", 11.6, found["high"], MARGIN)
        bench.report.check("size unknown, no single number", found["predicted"] is None, str(found["predicted"]))
    for word, wanted in (("MPI_Bcats=log", "it has: MPI_Bcast"), ("MPI_Bcast=tree", "NAME=linear"), ("MPI_Bcast", "NAME=linear"),
                         ("MPI_Bcast=log:-1", "number of bytes"), ("MPI_Bcast=log:many", "number of bytes")):
        bench.refused(f"--collective {word}", wanted, trace, "--collective", word)


@blackbox.group
def check_model(bench):
    """The median of each class in the place of each cost: messages of 64 bytes took 1, 1 and 4, barriers 1, 1, 1 and 3."""
    states, links, posted = [], [], 0
    for sent, came in ((1, 2), (3, 4), (5, 9)):
        states += [("r0", "compute", sent - 1, sent), ("r0", "MPI_Isend", sent, sent), ("r1", "MPI_Recv", posted, came)]
        links.append(("r0", "r1", sent, came, 64))
        posted = came
    trace = bench.write("classes.trace", states, links)
    found = bench.ask("classes of messages", trace)
    if found:
        bench.near("classes of messages", 6, found["model_check"]["replayed"])
        bench.near("error of the model", 1 / 3, found["model_check"]["error"])
        bench.report.check("number of classes", (found["model_check"]["sizes"], found["model_check"]["operations"]) == (1, 0),
                           str(found["model_check"]))
    states, at = [], 0
    for length in (1, 1, 1, 3):
        states += [(rank, "MPI_Barrier", at, at + length) for rank in ("r0", "r1")]
        at += length
    trace = bench.write("barriers.trace", states)
    found = bench.ask("classes of operations", trace)
    if found:
        bench.near("classes of operations", 4, found["model_check"]["replayed"])
        bench.near("classes of operations: measured", 6, found["measured"])
    done = bench.run(trace)
    bench.report.check("the model check is printed", "Model check: 4 s" in done.out and "(1 value): 33.3 % off" in done.out, done.out)


@blackbox.group
def check_new_path(bench):
    """Where the critical path goes: 1 waits for 0, whose computing is only 0.5 % longer."""
    trace = bench.write("near.trace",
                        [("r0", "mine", 0, 4), ("r0", "MPI_Isend", 4, 4), ("r1", "yours", 0, 3.98), ("r1", "MPI_Recv", 3.98, 4),
                         ("r1", "rest", 4, 6)], [("r0", "r1", 4, 4, 8)])
    found = bench.ask("near", trace, "--sensitivity")
    if found:
        rows = {row["what"]: row for row in found["sensitivity"]}
        for what, saved, moved, goes_to in (("mine", 0.02, 3.98 / 5.98, "r1: yours"), ("yours", 0, 0, ""), ("rest", 0.02, 0, "")):
            bench.near(f"{what}: saved", saved, rows[what]["saved"], 1e-6)
            bench.near(f"{what}: moved", moved, rows[what]["path_moved"], 1e-6)
            bench.report.check(f"{what}: goes to", rows[what]["goes_to"] == goes_to, str(rows[what]))
    # Members of a barrier: the later one is on the path.
    trace = bench.write("members.trace", [(rank, value, start, end) for rank, late in (("r0", 3.99), ("r1", 4))
                                          for value, start, end in ((f"own_{rank}", 0, late), ("MPI_Barrier", late, 5), ("rest", 5, 6))])
    found = bench.ask("members", trace, "--sensitivity")
    if found:
        rows = {row["what"]: row for row in found["sensitivity"]}
        bench.near("members: moved", 3.99 / 5.99, rows["own_r1"]["path_moved"], 1e-6)
        bench.report.check("members: goes to", rows["own_r1"]["goes_to"] == "r0: own_r0", str(rows))


SMPIRUN = """#!/bin/sh
cat platform.xml index.txt rank-*.txt > {seen}
echo "$@" >> {seen}
echo "[node-0:0:(1) {time}] [smpi_replay/INFO] Simulation time {time}"
"""


@blackbox.group
def check_simgrid_engine(bench):
    """What smpirun is given, and what becomes of its answer; another one stands for it."""
    trace, _ = pings(bench, "pings.trace", 0.25, 0.00005)
    folder, seen = bench.folder / "bin", bench.folder / "seen.txt"
    folder.mkdir()
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    def ask(*words, text=SMPIRUN, time=5.65):
        (folder / "smpirun").write_text(text.format(seen=seen, time=time))
        (folder / "smpirun").chmod(0o755)
        return blackbox.run([bench.tool, "-q", "--json", "--engine", "simgrid", *map(str, words), trace], environment=environment)
    done = ask("--computing", "0.5")
    found = json.loads(done.out) if bench.report.check("smpirun is asked", done.code == 0, done.err) else {}
    bench.report.check("its answer", (found.get("predicted"), found.get("replayed_by_engine"), found.get("engine")) == (5.65, 5.65, "simgrid"),
                       str(found))
    text = seen.read_text()
    # Half of what 0 computes between two sends, 1 s, of 1e9 operations; the largest message is received last.
    for words in ("0 compute 500000000\n0 isend 1 4 8000 6\n", "1 recv 0 4 8000 6\n", "rank-0.txt\nrank-1.txt\n", "-np 2 ", "-replay index.txt",
                  'lat="0.125s"', 'bw="20000.0', "smpi/lat-factor:0:1"):
        bench.report.check(f"smpirun is given {words!r}", words in text, blackbox.shorten(text))
    platform = bench.folder / "mine.xml"
    platform.write_text("<platform version='4.1'><cluster id='c' speed='2Gf' bw='1GBps' lat='1us'/></platform>")
    done = ask("--platform", platform)
    text = seen.read_text()
    bench.report.check("a platform of one's own", done.code == 0 and "0 compute 2000000000\n" in text and "speed='2Gf'" in text, done.err + text)
    done = ask("--platform", platform, "--host-speed", "5e8")
    bench.report.check("speed of the hosts", "0 compute 500000000\n" in seen.read_text(), done.err)
    platform.write_text("<platform version='4.1'>\n<host id='h'/></platform>")
    done = ask("--platform", platform)
    bench.report.check("hosts without a speed", done.code == 2 and "mine.xml:1" in done.err, done.err)
    done = ask(text="#!/bin/sh\necho no such host\nexit 1\n")
    bench.report.check("smpirun fails", done.code == 2 and "no such host" in done.err, done.err)
    placed = bench.folder / "hosts.csv"
    placed.write_text("container,node\nr0,far\nr1,near\n")
    platform.write_text("<platform version='4.1'><host id='far' speed='2Gf'/><host id='near' speed='2Gf'/></platform>")
    done = ask("--platform", platform, "--placement", placed, text=SMPIRUN + "cat hosts.txt >> {seen}\n")
    bench.report.check("hosts", done.code == 0 and "-hostfile hosts.txt" in seen.read_text() and seen.read_text().endswith("far\nnear\n"),
                       done.err + seen.read_text())
    placed.write_text("container,node\nr0,far\n")
    done = ask("--platform", platform, "--placement", placed)
    bench.report.check("a container without a host", done.code == 2 and "container r1 is not in the table" in done.err, done.err)
    placed.write_text("container,node\nr5,far\n")
    done = ask("--platform", platform, "--placement", placed)
    bench.report.check("no such container", done.code == 2 and "it has: r0, r1" in done.err, done.err)
    # Its replay as measured takes 2 % less than the run.
    for words, code in (((), 2), (("--force",), 0), (("--tolerance", "3"), 0)):
        done = ask(*words, time=5.65 * 0.98)
        bench.report.check(f"replay of the engine {words}", done.code == code, done.err)
        if code:
            bench.report.check("it is said", "2.0 % off" in done.err and "--force predicts even so" in done.err, done.err)
    (folder / "smpirun").unlink()
    done = blackbox.run([bench.tool, "-q", "--engine", "simgrid", trace], environment={"PATH": str(folder)})
    bench.report.check("no smpirun", done.code == 2 and "needs SimGrid's smpirun" in done.err, done.err)
    # Of a calibration, SimGrid uses the messages; it has algorithms of its own for collective operations.
    for name, sends, code, wanted in (("barriers", 0, 2, "the calibration has no message costs"),
                                      ("both", 1, 0, "1 collective operation of the calibration is replayed with SimGrid's own algorithms")):
        pair = [bench.write(f"{name} {last}.trace",
                            [("r0", "compute", 0, 1), *[("r0", "MPI_Isend", 1, 1)] * sends, ("r0", "compute", 1, 3),
                             *[("r1", "MPI_Recv", 0, 1 + last)] * sends, ("r1", "compute", (1 + last) * sends, 3),
                             ("r0", "MPI_Barrier", 3, 3 + last), ("r1", "MPI_Barrier", 3, 3 + last)],
                            [("r0", "r1", 1, 1 + last, 8)] * sends) for last in (0.5, 0.25)]
        done = ask("--calibrate", *pair)
        bench.report.check(f"calibration of {name}", done.code == code and wanted in done.out + done.err, f"{done.code} {done.err} {done.out[-600:]}")
    for words, wanted in ((("--engine", "simgrid", "--sensitivity"), "only the length"), (("--platform", platform), "--engine simgrid"),
                          (("--engine", "simgrid", "--platform", platform, "--network", "latency=2x"), "leave out --network"),
                          (("--engine", "simgrid", "--placement", placed), "--platform FILE"), (("--engine", "abacus"), "abacus")):
        bench.refused(" ".join(map(str, words)), wanted, trace, *words)


@blackbox.group
def check_golden(bench):
    folder = bench.data / "golden-analysis"
    golden = json.loads(blackbox.unpacked(folder / "predictions.json.xz"))
    for name, words, key, member, tolerance in (
            ("ring.8 base -> fastnet", "latency/10,bandwidth*10", "all_costs_a_tenth", "predicted", 1e-9),
            ("halo2d.16 base -> fastnet", "latency/10,bandwidth*10", "all_costs_a_tenth", "predicted", 1e-9),
            ("cg.S.8 base -> fastnet", "latency/10,bandwidth*10", "all_costs_a_tenth", "predicted", 1e-9),
            ("lu.S.8 base -> fastnet", "latency/10,bandwidth*10", "all_costs_a_tenth", "predicted", 1e-9),
            ("ring.8 base -> lowlat", "latency/10", "all_is_latency", "low", MARGIN),
            ("ring.8 base -> lowlat", "latency/10", "all_is_bandwidth", "high", MARGIN)):
        found = bench.ask(name, bench.plain(name.split()[0] + ".base"), "--network", words)
        if found:
            bench.near(f"{name} {key}", golden[name]["predicted"][key], found[member], tolerance)
    found = bench.ask("computing", bench.plain("ring.8.base"), "--computing", "0.5x")
    if found:
        bench.near("computing_half", golden["ring.8 base -> fastcpu"]["predicted"]["computing_half"],
                   found["predicted"])


@blackbox.group
def check_identities(bench):
    """Nothing changed gives the measured length; all costs by one factor give that times the length."""
    for trace in sorted((bench.samples / "heat").glob("*.trace")):
        name = trace.stem
        same = bench.ask(name, trace)
        if not same:
            continue
        for member in ("replayed", "predicted", "low", "high"):
            bench.near(f"{name} {member}", same["measured"], same[member])
        for factor in (0.5, 3):
            all_of_it = bench.ask(name, trace, "--communication", factor, "--computing", factor)
            if all_of_it:
                bench.near(f"{name} all times {factor}", factor * same["measured"],
                           all_of_it["high"], 2 * MARGIN)


@blackbox.group
def check_calibration(bench):
    """Other networks: fitted numbers follow the traces, and a saved model predicts the same."""
    for before, after in (((0.25, 0.00005), (0.025, 0.00005)), ((0.5, 0.0000125), (0.25, 0.0000125))):
        a, _ = pings(bench, "a.trace", *before)
        b, _ = pings(bench, "b.trace", *after)
        run = bench.write("run.trace",
                          [("r0", "compute", 0, 3), ("r0", "MPI_Isend", 3, 3), ("r1", "compute", 0, 1),
                           ("r1", "MPI_Recv", 1, 3 + before[0] + 2000 * before[1]),
                           ("r1", "compute", 3 + before[0] + 2000 * before[1], 6)],
                          [("r0", "r1", 3, 3 + before[0] + 2000 * before[1], 2000)])
        wanted = 6 + after[0] - before[0]
        model = bench.folder / "model.json"
        found = bench.ask("calibrate", run, "--calibrate", a, b, "--save-model", model)
        if found:
            bench.near("calibrated", wanted, found["predicted"])
        again = bench.ask("model", run, "--model", model)
        if again:
            bench.near("from the model", wanted, again["predicted"])
        half = bench.ask("between", run, "--calibrate", a, b, "--between", f"latency={after[0] / before[0]}",
                         "--network", "latency=0.5x")
        if half:
            bench.near("another latency", 6 - before[0] / 2, half["predicted"])
        bench.refused("no split", "does not distinguish latency", run, "--calibrate", a, b, "--network", "latency=0.5x")
    # The operation changes as it did, at one end as a message that takes as long.
    model = bench.folder / "operation.json"
    model.write_text(json.dumps({"messages": [{"at": size, "before": 1, "after": 0.75} for size in (8, 64)],
                                 "operations": [{"value": "MPI_Allreduce", "points": [{"at": 1, "before": 1, "after": 0.25}]}]}))
    run = bench.write("run.trace", [row for rank in ("r0", "r1") for row in ((rank, "compute", 0, 9), (rank, "MPI_Allreduce", 9, 10))], [])
    found = bench.ask("an operation", run, "--model", model)
    if found:
        bench.near("an operation", 9.25, found["predicted"])
        bench.near("an operation: low", 9.25, found["low"], 0.01)
        bench.near("an operation: high", 9.75, found["high"], 0.01)
    for text, wanted in (("", "no JSON"), ("[]", "not a model"), ("{}", "holds no costs"),
                         ('{"messages": [{"at": 1}]}', "lacks"),
                         ('{"messages": [{"at": 1, "before": -1, "after": 1}]}', "not a number")):
        path = bench.folder / "bad.json"
        path.write_text(text)
        bench.refused(f"model {text}", wanted, run, "--model", path)


@blackbox.group
def check_frequencies(bench):
    """A table of containers: as pj_energy frequencies --save writes it, or by hand."""
    trace = late_sender(bench)
    table = bench.folder / "frequencies.csv"
    for rows, wanted in (("r0,1.2,2\n", 9), ("r1,2.4,0.5\n", 5), ("r0,1.2,2\nr1,2.4,0.5\n", 8)):
        table.write_text("container,gigahertz,factor\n" + rows)
        found = bench.ask(f"frequencies {rows!r}", trace, "--frequencies", table)
        if found:
            bench.near(f"frequencies {rows!r}", wanted, found["predicted"])
    for rows, words in (("nobody,1,2\n", "nobody"), ("r0,1,0\n", "frequencies.csv:2"), ("r0,1,fast\n", "frequencies.csv:2")):
        table.write_text("container,gigahertz,factor\n" + rows)
        bench.refused(f"frequencies {rows!r}", words, trace, "--frequencies", table)
    # One rank has half of the others' work, and at least half of the clock is to be had.
    trace = bench.write("uneven.trace", [(f"r{i}", "compute", 0, 1 if i == 2 else 2) for i in range(4)])
    done = blackbox.run([blackbox.need_tool(bench.tools, "pj_energy"), "frequencies", "-q", "--levels", "2.4,1.2", "--save", table, trace])
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    bench.report.check("frequencies are saved", [float(row["factor"]) for row in rows] == [1, 1, 2, 1], f"{done.err} {rows}")
    found = bench.ask("saved frequencies", trace, "--frequencies", table)
    if found:
        bench.near("saved frequencies delay nobody", 2, found["predicted"])
        # By default 10 W and 26 W in proportion to the cube of the frequency, also of one that waits.
        for member, joules in (("measured", 2 * 4 * 36), ("predicted", 2 * (3 * 36 + 13.25)), ("low", 242.5), ("high", 242.5)):
            bench.near(f"energy {member}", joules, found["energy"][member])
        bench.report.check("energy is assumed", any("also while it waits" in line for line in found["assumptions"]), str(found))
    text = bench.run(trace, "--frequencies", table).out
    bench.report.check("energy as text", "\nEnergy: 242.5 J (from 242.5 J to 242.5 J), 0.842 times that of the measured run\n" in text, text)


@blackbox.group
def check_tables(bench):
    trace = late_sender(bench)
    done = bench.run("--csv", "--sweep", "communication=1x..4x", "--points", 3, trace)
    rows = list(csv.DictReader(io.StringIO(done.out)))
    bench.report.check("sweep", [round(float(row["predicted"]), 9) for row in rows] == [6, 7, 9], str(rows))
    picture = bench.folder / "sweep.svg"
    done = bench.run("--sweep", "communication=1x..4x", "--points", 3, "--svg", picture, trace)
    shown = [element.text for element in ElementTree.parse(picture).iter() if element.tag.endswith("title")]
    for words in ("1×: 6.00 s, between 6.00 s and 6.00 s", "2×: 7.00 s, between 7.00 s and 7.00 s",
                  "4×: 9.00 s, between 8.98 s and 9.02 s"):
        bench.report.check(f"picture of a sweep: {words}", done.code == 0 and words in shown, f"{done.err} {shown}")
    bench.refused("a picture of nothing", "draws a table", trace, "--svg", picture)
    both = ("--sweep", "communication=1x..4x", "--points", 3, "--sensitivity", "--validate", trace)
    found = bench.ask("three tables", trace, *both)
    bench.report.check("three tables", found and [len(found[name]) for name in ("sweep", "sensitivity", "validation")] == [3, 5, 4],
                       str(found))
    done = bench.run(*both, "--svg", picture, trace)
    text = picture.read_text()
    bench.report.check("two charts", done.code == 0 and "communication" in text and "1 % less" in text, done.err)
    bench.refused("three tables as CSV", "needs one table", trace, *both, "--csv")
    bench.refused("a run without waits", "predicts only the length", trace, "--no-waits", "-o", bench.folder / "never.trace")
    found = bench.ask("sensitivity", trace, "--sensitivity")
    if found:
        saved = {row["what"]: row["saved"] for row in found["sensitivity"]}
        bench.near("sensitivity of compute", 0.05, saved["compute"])
        bench.near("sensitivity of MPI_Recv", 0.01, saved["MPI_Recv"])
        # One size shows nothing of what is latency: all of the second that the message takes, or none.
        for row in found["sensitivity"]:
            low, high = (0, 0.01) if row["what"] in ("latency", "bandwidth") else (row["saved"], row["saved"])
            bench.near(f"least saved by {row['what']}", low, row["low"], 5e-4)
            bench.near(f"most saved by {row['what']}", high, row["high"], 5e-4)
    found = bench.ask("validate", trace, "--computing", 2, "--validate", trace)
    if found:
        errors = {row["value"]: row["error"] for row in found["validation"]}
        bench.near("error of the length", 5 / 6, errors["(length)"])
        bench.near("error of compute", 1, errors["compute"])
        rows = {row["container"]: (row["predicted"], row["measured"]) for row in found["validation_by_container"]}
        bench.report.check("ends of containers", rows == {"r0": (6.5, 3.5), "r1": (11, 6)}, str(rows))
        bench.near("error of r0", 3 / 3.5, found["validation_by_container"][0]["error"])


@blackbox.group
def check_hidden(bench):
    """Messages that came while the receiver computed for 5 s; the first one, of the same size, was waited for and
    took 1 s. With computing of 0.5 s the receiver waits for the others, too."""
    words = ("--scale", "compute=0.1x", "--scale", "rest=0.0001x", "--containers", "r1")

    def write(name, count, computed, came, tail=0):
        states, links = [], []
        for number in range(count):
            at, looked, end = 10 * number, 10 * number + computed(number), 10 * number + came(number)
            states += [("r0", "MPI_Isend", at, at), ("r0", "compute", at, at + (10 if number < count - 1 else 0.5)),
                       ("r1", "MPI_Irecv", at, at), ("r1", "compute", at, looked),
                       ("r1", "MPI_Wait", looked, end), ("r1", "rest", end, at + 10)]
            links.append(("r0", "r1", at, end, 64))
        states.append(("r1", "tail", 10 * count, 10 * count + tail))
        return bench.write(name, states, links)

    trace = write("hidden.trace", 4, lambda number: 5 if number else 0.5, lambda number: 5 if number else 1)
    found = bench.ask("hidden", trace, *words)
    if found:
        # The last one is sent at 30 and takes 1 s, not the 5 s that bound it.
        bench.near("hidden messages", 31.0005, found["predicted"])
        bench.report.check("hidden: said", any("before their receiver" in line for line in found["assumptions"]))
    # One of them came within 2 s, so that the last one, sent at 30, likely does, too; even if another one was seen to take 4 s.
    for name, looked in (("all hidden", 5), ("one was waited for", 3)):
        trace = write(f"{name}.trace", 4, lambda number: (looked, 2, 5, 5)[number], lambda number: (max(4, looked), 2, 5, 5)[number], 400)
        found = bench.ask(name, trace, *words)
        if found:
            bench.near(name, 432.0005, found["predicted"])
            bench.near(f"{name}: high", 435.0005, found["high"], 0.05)


@blackbox.group
def check_only_bounds(bench):
    """Where no message was waited for, nobody knows what they take: no single number if that matters."""
    trace = bench.write("bounded.trace",
                        [("r0", "MPI_Isend", 0, 0), ("r0", "compute", 0, 8), ("r1", "MPI_Irecv", 0, 0),
                         ("r1", "compute", 0, 10), ("r1", "MPI_Wait", 10, 10), ("r1", "compute", 10, 12)],
                        [("r0", "r1", 0, 10, 64)])
    found = bench.ask("bounded", trace, "--computing", "0.5x")
    if found:
        bench.near("bounded: low", 6, found["low"], 10 * MARGIN)
        bench.near("bounded: high", 11, found["high"], 10 * MARGIN)
        bench.report.check("bounded: no single number", found["predicted"] is None, str(found["predicted"]))
    found = bench.ask("bounded, as it was", trace)
    if found:
        bench.near("bounded, as it was", 12, found["predicted"])
    found = bench.ask("bounded, faster network", trace, "--communication", "0.5x")
    if found:
        bench.near("bounded, faster network", 12, found["predicted"])


def check_encodings(bench, name, trace, text, words):
    """The predicted run is the same in each encoding."""
    for suffix, options in (("pja", ()), ("rst", ("--method=reference",)), ("zst", ("--compress=zstd",))):
        path = bench.folder / f"predicted.{suffix}"
        bench.ask(f"{name}: {suffix}", trace, "-o", path, *options, *words)
        same = blackbox.run([blackbox.need_tool(bench.tools, "pj_equals"), text, path])
        bench.report.check(f"{name}: {suffix} is the same run", same.code == 0, same.out + same.err)


@blackbox.group
def check_predicted_trace(bench):
    """What -o writes is a run as long as predicted, with the same states and links, and predicts itself."""
    traces = [late_sender(bench), *sorted((bench.samples / "heat").glob("*.trace"))]
    for trace in traces:
        for number, words in enumerate(((), ("--communication", "0.25"), ("--computing", "3"))):
            name = f"predicted {trace.stem} {' '.join(words)}"
            other = bench.folder / f"predicted.{number}.trace"
            found = bench.ask(name, trace, "-o", other, *words)
            again = found and bench.ask(f"{name} again", other)
            if again:
                bench.near(f"{name}: length", found["predicted"], again["measured"], 1e-7)
                bench.near(f"{name}: replayed", found["predicted"], again["replayed"], 1e-7)
                check_encodings(bench, name, trace, other, words)
            # The same values, for as long as predicted.
            found = bench.ask(f"{name}: values", trace, *words, "--validate", other)
            if found:
                wrong = [row for row in found["validation"]
                         if abs(row["predicted"] - row["measured"]) > 1e-6 * max(1, row["measured"])]
                bench.report.check(f"{name}: times of values", not wrong, str(wrong[:3]))
    bench.refused("-o onto the input", "input", traces[0], "-o", traces[0])


@blackbox.group
def check_repetitions(bench):
    lengths = (5.5, 6.0, 6.5)
    traces = [bench.write(f"run.{i}.trace", [("r0", "compute", 0, length)]) for i, length in enumerate(lengths)]
    found = bench.ask("repetitions", traces[0], "--computing", "2", "--repetitions", *traces[1:])
    if found:
        bench.near("mean of the runs", 12, found["predicted"])
        # The standard deviation is 1, of one more run sqrt(4/3).
        bench.near("low", 12 - 2 * (4 / 3) ** 0.5, found["low"])
        bench.near("high", 12 + 2 * (4 / 3) ** 0.5, found["high"])
    # Rows of a sweep have the same noise.
    found = bench.ask("rows", traces[0], "--sweep", "computing=1x..2x", "--points", 2, "--repetitions", *traces[1:])
    if found:
        for row, factor in zip(found["sweep"], (1, 2)):
            bench.near(f"row {factor}", 6 * factor, row["predicted"])
            bench.near(f"row {factor}: high", factor * (6 + (4 / 3) ** 0.5), row["high"])
    other = bench.write("other.trace", [("x", "compute", 0, 5)])
    bench.refused("another program", "not the program of", traces[0], "--repetitions", other)
    bench.refused("no trace is left", "after `--`", "--repetitions", *traces)


@blackbox.group
def check_again(bench):
    """Factors that are given again multiply; a second sweep is refused; --calibrate has two runs and leaves the trace."""
    trace, _ = pings(bench, "again.trace", 0.25, 0.00005)
    for words, once in ((("--network", "latency=0.5x", "--network", "bandwidth=2x"), ("--network", "latency=0.5x,bandwidth=2x")),
                        (("--communication", 0.5, "--communication", 0.5), ("--communication", 0.25)),
                        (("--computing", 2, "--computing", 3), ("--computing", 6))):
        found = [bench.ask(" ".join(map(str, one)), trace, *one) for one in (words, once)]
        if all(found):
            bench.near(f"{words}", found[1]["predicted"], found[0]["predicted"])
    bench.refused("two sweeps", "--sweep: At Most 1", trace, "--sweep", "latency=1x..2x", "--sweep", "computing=1x..2x")
    bench.refused("containers for nothing", "--containers: is for", trace, "--containers", "r0")
    found = bench.ask("after --calibrate", "--calibrate", trace, trace, trace)
    if found:
        bench.near("after --calibrate", found["measured"], found["predicted"])


@blackbox.group
def check_bad_input(bench):
    trace = late_sender(bench)
    bench.refused("unknown value", "it has: compute", trace, "--scale", "compite=2x", code=2)
    bench.refused("unknown value of a sweep", "or of latency, bandwidth", trace, "--sweep", "latncy=1x..2x")
    bench.refused("unknown container", "it has: r0, r1", trace, "--scale", "compute=2", "--containers", "r9")
    for words, wanted in ((("--network", "latncy=2"), "latency or bandwidth"), (("--network", "latency"), "like"),
                          (("--network", "latency=0"), "above 0"), (("--scale", "compute"), "VALUE=0.5x"),
                          (("--communication", "nan"), "above 0"), (("--computing", "-1"), "above 0"),
                          (("--sweep", "latency=1x"), "latency=1x..10x"), (("--csv",), "needs one table")):
        bench.refused(" ".join(words), wanted, trace, *words)
    tasks = bench.write("tasks.trace", [("r0", "kernel", 0, 1), ("r1", "kernel", 2, 3)], [("r0", "r1", 1, 2, 8)])
    bench.refused("links of tasks", "does not show the effect of another network", tasks, "--communication", "2")
    # Each receives what the other sends later: no order of events is right.
    circle = bench.write("circle.trace",
                         [(r, v, t, t + 1) for r in ("r0", "r1")
                          for v, t in (("MPI_Recv", 0), ("MPI_Isend", 1), ("compute", 2))],
                         [("r0", "r1", 1, 1, 8), ("r1", "r0", 1, 1, 8)])
    bench.refused("circle", "wait for each other in a circle", circle, code=2)
    forced = bench.ask("circle, forced", circle, "--force")
    if forced:
        bench.near("share that is not replayed", 1, forced["self_check"]["stuck_share"])
        bench.report.check("stuck", forced["self_check"]["stuck"] == ["r0", "r1"])


@blackbox.group
def check_where_it_goes_wrong(bench):
    """r1 has a message a second before r2 sends it, and waits for r2 again, so it ends in time; r3, which got a message of r1, does
    not. r0 is as long as the run, so the length is right even so."""
    trace = bench.write("origin.trace", [
        ("r0", "compute", 0, 20), ("r1", "MPI_Recv", 0, 1), ("r1", "MPI_Isend", 1, 1), ("r1", "compute", 1, 4),
        ("r1", "MPI_Recv", 4, 10), ("r2", "compute", 0, 2), ("r2", "MPI_Isend", 2, 2), ("r2", "compute", 2, 10),
        ("r2", "MPI_Isend", 10, 10), ("r3", "MPI_Recv", 0, 1), ("r3", "compute", 1, 10)],
        [("r2", "r1", 2, 1, 8), ("r1", "r3", 1, 1, 8), ("r2", "r1", 10, 10, 8)])
    bench.refused("an end of one container", "r3 ends 1 s later than measured", trace)
    bench.refused("the place", "The replay goes wrong in r1: MPI_Recv that starts at 0 s ends 1 s later than measured. In all, 28.0 % of the time of "
                  "all containers is replayed too early or too late.", trace)
    found = bench.ask("forced", trace, "--force")
    if found:
        check = found["self_check"]
        bench.near("the largest error", 0.05, check["error"])
        bench.near("of the length", 0, check["length_error"])
        bench.near("what is moved", 0.28, check["moved_share"])
        bench.report.check("the origin", check["origin"] == {"container": "r1", "value": "MPI_Recv", "start": 0, "end": 1, "error": 1},
                           str(check))
        bench.report.check("the end", check["tracks"] == [{"container": "r3", "error": 1}], str(check))
    bench.ask("within the tolerance", trace, "--tolerance", "5")


@blackbox.group
def check_calls_alone(bench):
    """Calls whose partners are not shown: which part of the run they are, where most are, and that the interval has both ends of what
    they may take. What no state covers is said, too."""
    trace = bench.write("alone.trace", [("r0", "MPI_Send", 0, 1), ("r0", "compute", 1, 4), ("r0", "MPI_Send", 4, 4),
                                        ("r1", "MPI_Recv", 0, 1), ("r1", "MPI_Recv", 1, 3), ("r1", "compute", 3, 4)],
                        [("r0", "r1", 0, 1, 8)])
    found = bench.ask("calls alone", trace)
    if found:
        bench.report.check("calls alone", "25.0 % of the time of all containers is spent in 1 call whose partners the trace does not show, "
                           "most of it in MPI_Recv of r1. The interval covers the least and the most time that they may "
                           "need." in found["remarks"], str(found["remarks"]))
    found = bench.ask("no calls alone", late_sender(bench))
    if found:
        bench.report.check("no calls alone", not any("partners" in line for line in found["remarks"]), str(found["remarks"]))
    # A quarter of the time is in MPI_Scan, which may wait or work.
    scan = bench.write("scan.trace", [("r0", "compute", 0, 3), ("r0", "MPI_Scan", 3, 4), ("r1", "compute", 0, 3), ("r1", "MPI_Scan", 3, 4)], [])
    for words, low, high in ((("--communication", 0.5), 3.5, 4), (("--computing", 2), 7, 8), (("--network", "latency=3x,bandwidth/3"), 4, 6)):
        found = bench.ask(f"scan {words[0]}", scan, *words)
        if found:
            margin = 0.01 * 4
            bench.report.check(f"scan {words[0]}", found["predicted"] is None and abs(found["low"] - low) < margin
                               and abs(found["high"] - high) < margin, str(found))
            bench.report.check("where", any("2 calls whose partners" in line and "MPI_Scan of r0" in line for line in found["remarks"]),
                               str(found["remarks"]))
    # If only one computes longer, the other may have waited for it, and no longer waits then.
    for words, low, high in ((("--scale", "compute=2x", "--containers", "r0"), 6, 8), (("--scale", "compute=0.5x", "--containers", "r?"), 2, 2.5)):
        found = bench.ask(f"scan {words[1]}", scan, *words)
        if found:
            bench.report.check(f"scan {words[1]}", abs(found["low"] - low) < 0.05 and abs(found["high"] - high) < 0.05, str(found))
    # Where nothing but gaps is computing, it changes as well.
    gaps = bench.write("gaps.trace", [(rank, "MPI_Scan", *times) for rank in ("r0", "r1") for times in ((0, 1), (3, 4))], [])
    found = bench.ask("gaps", gaps, "--computing", 2)
    if found:
        bench.report.check("gaps", abs(found["low"] - 6) < 0.05 and abs(found["high"] - 8) < 0.05, str(found))
    # Calls of two halves of the ranks that are taken for one operation: r0 and r1 leave before r2 and r3 come.
    rows = [(f"r{rank}", name, *times) for rank, late in ((0, 0), (1, 0), (2, 2), (3, 2)) for name, *times in
            (("compute", 0, 1 + late), ("MPI_Allreduce", 1 + late, 1.5 + late), ("compute", 1.5 + late, 4))]
    halves = bench.write("halves.trace", rows, [])
    found = bench.ask("halves", halves, "--scale", "compute=2x", "--containers", "r2")
    if found:
        # r2 computes 7 in place of 3.5; what it waited for, half a second at most, is not known.
        bench.report.check("halves", found["low"] <= 7 and found["high"] >= 8 and
                           any("members of collective operations are unknown" in line for line in found["assumptions"]), str(found))
    gap = bench.write("gap.trace", [("r0", "compute", 0, 1), ("r0", "compute", 3, 4)], [])
    found = bench.ask("gap", gap)
    if found:
        bench.report.check("gap", "50.0 % of the time of all containers has no state: it is idle." in found["remarks"], str(found["remarks"]))
    gap = bench.write("gap.trace", [("r0", "compute", 0, 1), ("r0", "MPI_Barrier", 1, 1), ("r0", "compute", 3, 4)], [])
    for words, low, predicted, high in (((), 4, 4, 4), (("--computing", 2), 6, 8, 8), (("--network", "latency/2,bandwidth*2"), 3, 4, 4),
                                        (("--scale", "compute=2x"), 6, 6, 8)):
        found = bench.ask(f"gap {words}", gap, *words)
        if found:
            bench.report.check(f"gap {words}", "50.0 % of the time of all containers has no state: it counts as computing, and the interval "
                               "allows for calls that were not recorded." in found["remarks"], str(found["remarks"]))
            for name, wanted in (("low", low), ("predicted", predicted), ("high", high)):
                bench.report.check(f"gap {words} {name}", abs(found[name] - wanted) < 0.05, str(found))


@blackbox.group
def check_real(bench):
    """A stencil on faster hosts. Of five real runs, those with twice the turns of every busy loop are predicted with their noise, and the other way round; of
    others the self-check holds."""
    folder = bench.data / "runs" / "real"
    # What src/halo2d.c takes on hosts of 2 / 0.9 and of 4 Gflop/s. 4 of 100 messages are waited for, those that take longest.
    trace = bench.folder / "halo2d.trace"
    trace.write_bytes(lzma.open(bench.data / "runs" / "halo2d.16.base.trace.xz").read())
    for factor, measured in ((0.9, 0.111364266), (0.5, 0.103689094)):
        found = bench.ask(f"halo2d {factor}", trace, "--computing", factor)
        if found:
            bench.report.check(f"halo2d {factor}: inside", found["low"] <= measured <= found["high"], str(found))
            near = found["predicted"] is None if factor == 0.5 else abs(found["predicted"] / measured - 1) < 0.005
            bench.report.check(f"halo2d {factor}: number", near, str(found))
    def unpacked(name):
        with tarfile.open(folder / f"{name}.otf2.tar.xz") as archive:
            archive.extractall(bench.folder / name)
        return next((bench.folder / name).rglob("*.otf2"))
    runs = {turns: [unpacked(f"spin.2.real.{turns}.{number}") for number in range(1, 6)] for turns in ("1x", "2x")}
    for turns, other, factor in (("1x", "2x", 2), ("2x", "1x", 0.5)):
        repetitions = [word for run in runs[turns][1:] for word in ("--repetitions", run)]
        found = bench.ask(f"spin {turns}", runs[turns][0], "--computing", factor, *repetitions)
        measured = [bench.ask(run.parent.parent.name, run) for run in runs[other]]
        if found and all(measured):
            middle = statistics.median(one["measured"] for one in measured)
            bench.report.check(f"spin {other}", found["low"] <= middle <= found["high"], f"{middle} in {found['low']} to {found['high']}")
    for name in ("summa.4.real", "summa_plain.4.real", "hybrid_ompt.2.real", "hybrid_pomp.2.real"):
        found = bench.ask(name, unpacked(name))
        if found:
            bench.near(name, found["measured"], found["replayed"], 1e-6)
    bench.report.check("what summa lacks", any("whose partners the trace does not show" in line for line in bench.ask("summa", unpacked("summa.4.real"))["remarks"]))


class WithRuns(Bench):
    def __init__(self, report, folder, samples, data, tools):
        super().__init__(report, blackbox.need_tool(tools, "pj_predict"), folder)
        self.samples, self.data, self.tools = samples, data, tools

    def plain(self, name):
        path = self.folder / f"{name}.trace"
        if not path.exists():
            path.write_bytes(lzma.open(self.data / "runs" / f"{name}.trace.xz").read())
        return path


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        blackbox.run_groups(WithRuns(report, folder, Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[1]))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
