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


if __name__ == "__main__":
    sys.exit(run_groups(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
