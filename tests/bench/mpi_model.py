#!/usr/bin/env python3
"""How long pj_mpi takes to write an archive, and how much memory, as a model of one process:

    work   = a * bytes decoded + b * pieces decoded + c * pieces of all + start       (processor time)
    sent   = d * bytes decoded * (1 - 1 / processes) + e * pieces decoded * (processes - 1)   (bytes to other processes)
    memory = f * bytes decoded + g * pieces decoded + h * pieces of all + base

No constant is below 0. They are fitted to the smaller sizes, with 1 to 4 processes and pieces of two sizes, and judged on the
largest size. Then follows what they say of 1 TB on 64 nodes, with the range of nine tenths of 200 fits to runs drawn anew.

Usage: mpi_model.py TOOL_DIR [--ranks 1,2,3,4] [--sizes 20,40,80] [--repeat 3] [--processes 4] [--threads 8] [--disk 2e9]
                    [--network 10e9]

Assumptions: only processor time counts (not waiting), parts are dealt evenly, messages stay in the root file, threads share the
work for what a process decodes and nothing else, a node reads and writes DISK bytes and sends NETWORK bytes a second, and an
archive has a fortieth of the text. Figures are medians of repetitions, of the busiest process.
"""
import argparse
import random
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

LINE = re.compile(r"process \d+ +([\d,]+) bytes of text, ([\d.]+) s of work, [\d.]+ s in calls of MPI, ([\d,]+) bytes sent, ([\d,]+) MB")
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]
CHUNKS = (131072, 8192)  # bytes of a piece; the first is the usual one
QUANTITIES = ("work", "sent", "memory")


def number(word):
    return float(word.replace(",", ""))


def measure(tools, trace, output, ranks, chunk, repeat):
    """Of the busiest process: the bytes that it decoded, and medians of work, bytes sent and memory."""
    found = []
    for _ in range(repeat):
        # With a size of chunks one process goes the way of many.
        done = subprocess.run([*MPIRUN, "-n", str(ranks), tools / "pj_mpi", "archive", trace, "-o", output, "--stats",
                               "--chunk-bytes", str(chunk)], capture_output=True, text=True, check=True)
        shares = [tuple(map(number, (work, text, sent, memory))) for text, work, sent, memory in LINE.findall(done.stderr)]
        found.append(max(shares))
    return statistics.median(run[1] for run in found), {
        "work": statistics.median(run[0] for run in found), "sent": statistics.median(run[2] for run in found),
        "memory": statistics.median(run[3] for run in found) * 1e6}


def least_squares(rows, wanted):
    """Of relative errors, by the normal equations."""
    scaled = [[value / target for value in row] for row, target in zip(rows, wanted)]
    size = len(rows[0])
    matrix = [[sum(row[i] * row[j] for row in scaled) for j in range(size)] + [sum(row[i] for row in scaled)] for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda at: abs(matrix[at][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        for other in range(size):
            if other != i and matrix[i][i] != 0:
                factor = matrix[other][i] / matrix[i][i]
                matrix[other] = [a - factor * b for a, b in zip(matrix[other], matrix[i])]
    return [matrix[i][size] / matrix[i][i] if matrix[i][i] != 0 else 0.0 for i in range(size)]


def fit(rows, wanted):
    """As least_squares(), without constants below 0: the lowest one is left out until none is."""
    used = list(range(len(rows[0])))
    while used:
        found = least_squares([[row[i] for i in used] for row in rows], wanted)
        if min(found) >= 0:
            return [found[used.index(i)] if i in used else 0.0 for i in range(len(rows[0]))]
        del used[found.index(min(found))]
    return [0.0] * len(rows[0])


def row_of(quantity, ranks, decoded, total, chunk):
    if quantity == "sent":
        return [decoded * (1 - 1 / ranks), decoded / chunk * (ranks - 1)]
    return [decoded, decoded / chunk, total / chunk, 1.0]


def value(row, constants):
    return sum(a * b for a, b in zip(row, constants))


class Model:
    """Of the runs with a size that `is_fitted` accepts."""

    def __init__(self, runs):
        self.constants = {}
        for quantity in QUANTITIES:
            # One process sends nothing.
            chosen = [run for run in runs if run[4][quantity] > 0]
            self.constants[quantity] = fit([row_of(quantity, *run[:4]) for run in chosen], [run[4][quantity] for run in chosen])

    def value(self, quantity, *run):
        return value(row_of(quantity, *run), self.constants[quantity])

    def errors(self, quantity, runs):
        return [abs(self.value(quantity, *run[:4]) / run[4][quantity] - 1) for run in runs if run[4][quantity] > 0]


def estimate(model, text, nodes, options):
    """Seconds for each step, and bytes of memory of a node."""
    ranks = nodes * options.processes
    run = (ranks, text / ranks, text, CHUNKS[0])
    of_byte, of_piece, *others = model.constants["work"]
    own = of_byte * run[1] + of_piece * run[1] / CHUNKS[0]
    steps = {"reading": text / nodes / options.disk, "work for the share": own / options.threads,
             "work for all": value([text / CHUNKS[0], 1.0], others),
             "exchange": model.value("sent", *run) * options.processes / options.network,
             "writing": text / 40 / nodes / options.disk}
    return steps, model.value("memory", *run) * options.processes


def drawn_anew(runs, draw):
    """With as many runs of each number of processes: one process alone says nothing of what is sent."""
    anew = []
    for ranks in sorted({run[0] for run in runs}):
        chosen = [run for run in runs if run[0] == ranks]
        anew += draw.choices(chosen, k=len(chosen))
    return anew


def measure_all(options):
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        for size in sorted(map(int, options.sizes.split(","))):
            subprocess.run([options.tools / "pj_generate", "--ranks", "64", "--parts", "16", "--size", f"{size}MB",
                            "-o", scratch / f"set{size}"], check=True)
            total = sum(path.stat().st_size for path in (scratch / f"set{size}").iterdir())
            for ranks in map(int, options.ranks.split(",")):
                for chunk in CHUNKS:
                    decoded, got = measure(options.tools, scratch / f"set{size}" / "root.paje", scratch / "x.pja", ranks, chunk,
                                           options.repeat)
                    runs.append((ranks, decoded, total, chunk, got))
                    print(f"{ranks} processes, {total / 1e6:6.1f} MB in pieces of {chunk:6d}: {decoded / 1e6:5.1f} MB decoded, "
                          f"{got['work']:.3f} s of work, {got['sent'] / 1e6:6.2f} MB sent, {got['memory'] / 1e6:.0f} MB of memory",
                          flush=True)
    return runs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", type=Path)
    parser.add_argument("--ranks", default="1,2,3,4")
    parser.add_argument("--sizes", default="20,40,80", help="MB")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--processes", type=int, default=4, help="of a node")
    parser.add_argument("--threads", type=int, default=8, help="of a process")
    parser.add_argument("--disk", type=float, default=2e9, help="bytes a second of a node")
    parser.add_argument("--network", type=float, default=10e9, help="bytes a second that a node sends")
    options = parser.parse_args()
    if max(map(int, options.ranks.split(","))) < 2 or len(set(options.sizes.split(","))) < 2:
        parser.error("--ranks needs a number above 1, and --sizes two sizes: one is fitted to, and one is judged")
    runs = measure_all(options)
    largest = max(run[2] for run in runs)
    fitted, judged = [run for run in runs if run[2] < largest], [run for run in runs if run[2] == largest]
    model = Model(fitted)
    a, b, c, start = model.constants["work"]
    print(f"work: {a * 1e9:.2f} ns for a byte decoded, {b * 1e6:.2f} us for a piece decoded, {c * 1e6:.3f} us for a piece of all, "
          f"{start * 1e3:.0f} ms to start")
    print(f"sent: {model.constants['sent'][0]:.4f} bytes for a byte decoded, {model.constants['sent'][1]:.1f} for a piece, to each")
    f, g, h, base = model.constants["memory"]
    print(f"memory: {f:.2f} bytes for a byte decoded, {g:.0f} for a piece decoded, {h:.0f} for a piece of all, {base / 1e6:.0f} MB besides")
    for quantity in QUANTITIES:
        for name, chosen in (("fitted", fitted), ("judged, larger", judged)):
            off = model.errors(quantity, chosen)
            print(f"error of {quantity}, {len(off)} runs {name}: median {statistics.median(off):.1%}, largest {max(off):.1%}")
    text, nodes = 1e12, 64
    steps, memory = estimate(model, text, nodes, options)
    draw = random.Random(1)
    others = [estimate(Model(drawn_anew(fitted, draw)), text, nodes, options) for _ in range(200)]
    sums, memories = sorted(sum(other.values()) for other, _ in others), sorted(other for _, other in others)
    print(f"1 TB on {nodes} nodes of {options.processes} processes of {options.threads} threads: "
          + ", ".join(f"{name} {time:.1f} s" for name, time in steps.items())
          + f"; in all {sum(steps.values()):.0f} s ({sums[10]:.0f} to {sums[-11]:.0f} s); memory of a node {memory / 1e9:.0f} GB "
          f"({memories[10] / 1e9:.0f} to {memories[-11] / 1e9:.0f} GB)")


if __name__ == "__main__":
    main()
