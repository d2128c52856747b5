#!/usr/bin/env python3
"""How long pj_mpi takes to write an archive, as a model: the work of the busiest process is

    seconds = per_byte * (bytes that it decodes) + per_byte_of_all * (bytes of all) + start

fitted to every second run and judged on the others. What it says of 1 TB on 64 nodes is an estimate.

Usage: mpi_model.py TOOL_DIR [--ranks 1,2,3,4] [--sizes 20,40,80] [--repeat 3] [--cores 32] [--disk 2e9]

Assumptions: only processor time counts (not waiting), parts are dealt evenly, messages stay in the root
file, and a node reads and writes DISK bytes a second. Figures are medians of repetitions.
"""
import argparse
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

LINE = re.compile(r"process \d+ +([\d,]+) bytes of text, ([\d.]+) s of work")
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"]


def measure(tools, trace, output, ranks, repeat):
    """Median work of the busiest process, and the bytes that it decoded."""
    found = []
    for _ in range(repeat):
        # With a size of chunks one process goes the way of many.
        done = subprocess.run([*MPIRUN, "-n", str(ranks), tools / "pj_mpi", "archive", trace, "-o", output, "--stats",
                               "--chunk-bytes", "131072"], capture_output=True, text=True, check=True)
        shares = [(float(work), int(text.replace(",", ""))) for text, work in LINE.findall(done.stderr)]
        found.append(max(shares))
    found.sort()
    return found[len(found) // 2]


def solve(rows, wanted):
    """Least squares of relative errors, by the normal equations (three unknowns)."""
    scaled = [[value / target for value in row] + [1.0] for row, target in zip(rows, wanted)]
    size = len(rows[0])
    matrix = [[sum(row[i] * row[j] for row in scaled) for j in range(size)] + [sum(row[i] for row in scaled)]
              for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda at: abs(matrix[at][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        for other in range(size):
            if other != i:
                factor = matrix[other][i] / matrix[i][i]
                matrix[other] = [a - factor * b for a, b in zip(matrix[other], matrix[i])]
    return [matrix[i][size] / matrix[i][i] for i in range(size)]


def errors(rows, wanted, constants):
    return [abs(sum(a * b for a, b in zip(row, constants)) / target - 1) for row, target in zip(rows, wanted)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", type=Path)
    parser.add_argument("--ranks", default="1,2,3,4")
    parser.add_argument("--sizes", default="20,40,80", help="MB")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--cores", type=int, default=32, help="of a node, each a process")
    parser.add_argument("--disk", type=float, default=2e9, help="bytes a second of a node")
    options = parser.parse_args()
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        for size in map(int, options.sizes.split(",")):
            subprocess.run([options.tools / "pj_generate", "--ranks", "64", "--parts", "16", "--size", f"{size}MB",
                            "-o", scratch / f"set{size}"], check=True)
            total = sum(path.stat().st_size for path in (scratch / f"set{size}").iterdir())
            for ranks in map(int, options.ranks.split(",")):
                work, decoded = measure(options.tools, scratch / f"set{size}" / "root.paje", scratch / "x.pja", ranks,
                                        options.repeat)
                runs.append((ranks, size, [decoded, total, 1.0], work))
                print(f"{ranks} processes, {total / 1e6:6.1f} MB: {work:.3f} s of work, {decoded / 1e6:.1f} MB decoded",
                      flush=True)
    fitted, judged = runs[::2], runs[1::2]
    constants = solve([run[2] for run in fitted], [run[3] for run in fitted])
    per_byte, per_byte_of_all, start = constants
    print(f"fit: {per_byte * 1e9:.2f} ns for a byte decoded, {per_byte_of_all * 1e9:.2f} ns for a byte of all, "
          f"{start * 1e3:.0f} ms to start")
    for name, chosen in (("fitted", fitted), ("judged", judged)):
        off = errors([run[2] for run in chosen], [run[3] for run in chosen], constants)
        print(f"error of the {len(off)} runs {name}: median {statistics.median(off):.1%}, largest {max(off):.1%}")
    text, nodes = 1e12, 64
    share = text / (nodes * options.cores)
    work = per_byte * share + per_byte_of_all * text + start
    # See docs/cluster.md: records and rows of a share, and what each process has of all pieces.
    memory = 3.5 * share * options.cores + text / 131072 * 40 * options.cores
    print(f"1 TB on {nodes} nodes of {options.cores} processes: reading {text / nodes / options.disk:.0f} s, "
          f"work {per_byte * share + start:.0f} s, of all {per_byte_of_all * text:.0f} s, "
          f"writing {text / 40 / nodes / options.disk:.1f} s, in all about "
          f"{text / nodes / options.disk + work + text / 40 / nodes / options.disk:.0f} s; "
          f"memory of a node {memory / 1e9:.0f} GB")


if __name__ == "__main__":
    main()
