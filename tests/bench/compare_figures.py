#!/usr/bin/env python3
"""Measures what a comparison costs, and prints a table with what it may cost.

Usage: compare_figures.py BUILD_DIR [--size 130MB] [--rounds 5]

BUILD_DIR has the tools and, for all but the first rows, tests/bench/comparison_benchmark and
alignment_benchmark. The traces are of 64 ranks, made by pj_generate; the second has another value
in one state of a hundred. Programs run in turn, so that a machine that slows down slows all of
them; medians are shown.
"""

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

import measuring

DIFFERENT = 1  # how a comparison of different traces ends


def benchmark(program, pattern, rounds, environment=None):
    """Median of the time in seconds and all counters, by the name of the benchmark."""
    done = subprocess.run(
        [program, f"--benchmark_filter={pattern}", f"--benchmark_repetitions={rounds}",
         "--benchmark_format=json"], check=True, capture_output=True, text=True,
        env=dict(os.environ, **(environment or {})))
    return {run["run_name"]: run for run in json.loads(done.stdout)["benchmarks"]
            if run.get("aggregate_name") == "median"}


def whole_runs(tools, a, b, rounds):
    """The whole run against reading both, which pj_dump -q does, keeping nothing."""
    for jobs in ("1", "2"):
        read_a, read_b, compared = measuring.medians(
            [[tools / "pj_dump", "-q", "-z", "-j", jobs, a],
             [tools / "pj_dump", "-q", "-z", "-j", jobs, b],
             [tools / "pj_compare", "-z", "-j", jobs, a, b]], rounds, (0, DIFFERENT), [a, b])
        reading = read_a[0] + read_b[0]
        print(f"| whole run, {jobs} threads | {compared[0]:.2f} s, {compared[1]:.0f} MB; "
              f"reading both {reading:.2f} s: {compared[0] / reading:.2f} times | 2.5 times |",
              flush=True)


def many_tracks(program, a, b, rounds):
    runs = benchmark(program, "compare", rounds,
                     {"PAJE_BENCH_A": str(a), "PAJE_BENCH_B": str(b)})
    one, two = (runs[f"compare/{threads}/real_time"]["real_time"] / 1000 for threads in (1, 2))
    print(f"| comparison without reading | {one:.2f} s on one thread, {two:.2f} s on two: "
          f"{one / two:.2f} times as fast | 1.6 times |", flush=True)


def alignments(program, rounds):
    runs = benchmark(program, "wavefront/1000000/.*/1/|hirschberg/.*/1/", rounds)
    for changes, limit in (("10", 0.15), ("100", 3)):
        run = runs[f"wavefront/1000000/{changes}/1/real_time"]
        print(f"| two tracks of 1,000,000 states, {int(changes) / 100:g}% changed | "
              f"{run['real_time'] / 1000:.3f} s | {limit} s |", flush=True)
    _, memory, _ = measuring.run([program, "--benchmark_filter=wavefront/1000000/100/1/",
                                  "--benchmark_min_time=0.01"])
    print(f"| the same, memory of the process | {memory:.0f} MB | 200 MB |", flush=True)
    for name, run in runs.items():
        if name.startswith("hirschberg/"):
            print(f"| hirschberg, two unrelated tracks of {name.split('/')[1]} states: cells of the "
                  f"matrix a second on one core | {run['cells/s'] / 1e9:.2f} G | 1.5 G |",
                  flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="folder of the build")
    parser.add_argument("--size", default="130MB", help="of each generated trace")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    tools, bench = arguments.build / "tools", arguments.build / "tests" / "bench"
    with tempfile.TemporaryDirectory() as folder:
        a, b = Path(folder) / "a.paje", Path(folder) / "b.paje"
        for path, options in ((a, []), (b, ["--change-fraction", "0.01"])):
            measuring.generate(tools, arguments.size, path, *options)
        print(f"{a.stat().st_size / 1e6:.0f} MB each, {measuring.cores()} cores, medians of "
              f"{arguments.rounds}\n\n| what | measured | may be |\n|---|---|---|")
        whole_runs(tools, a, b, arguments.rounds)
        if (bench / "comparison_benchmark").is_file():
            many_tracks(bench / "comparison_benchmark", a, b, arguments.rounds)
    if (bench / "alignment_benchmark").is_file():
        alignments(bench / "alignment_benchmark", arguments.rounds)


if __name__ == "__main__":
    main()
