#!/usr/bin/env python3
"""What a change may do at most, and what has to be refused: bounds that hold for every run.

Usage: run_changes.py TOOL_DIR
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
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


if __name__ == "__main__":
    sys.exit(run_groups(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
