#!/usr/bin/env python3
"""Times pj_dump against the reference's, run about in one go, and prints a table.

Usage: against_reference.py TOOL_DIR [--size 130MB] [--trace FILE] [--rounds 5] [--reference PATH]

The trace is one of 64 ranks made by pj_generate, unless one is given. The two programs run in
turn, so that a machine that slows down slows both; medians are shown.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def run(command):
    """Seconds and peak memory in MB of one run with its output thrown away."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"{' '.join(command)} failed")
    return seconds, usage.ru_maxrss / 1000


def measure(ours, reference, rounds):
    """Medians (seconds, MB) of both, run in turn after one round that does not count."""
    results = ([], [])
    for round_number in range(rounds + 1):
        for which, command in enumerate((ours, reference)):
            result = run(command)
            if round_number > 0:
                results[which].append(result)
    return [tuple(statistics.median(column) for column in zip(*runs)) for runs in results]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tools")
    parser.add_argument("--size", default="130MB")
    parser.add_argument("--trace")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--reference", default=shutil.which("pj_dump", path="/usr/bin"))
    arguments = parser.parse_args()
    if not arguments.reference:
        sys.exit("the reference (Debian package pajeng) is not there")
    ours = os.path.join(arguments.tools, "pj_dump")
    with tempfile.TemporaryDirectory() as folder:
        trace = arguments.trace
        if not trace:
            trace = os.path.join(folder, "trace.paje")
            subprocess.run([os.path.join(arguments.tools, "pj_generate"), "--ranks", "64", "--size",
                            arguments.size, "-o", trace], check=True)
        size = os.path.getsize(trace) / 1e6
        print(f"{size:.0f} MB, {os.cpu_count()} cores, medians of {arguments.rounds}\n")
        print("| job | pj_dump (paje) | MB/s | peak MB | reference | peak MB | times as fast |")
        print("|---|---|---|---|---|---|---|")
        for job, options in (("replay (`-q`)", ["-q", "-z"]), ("table", ["-z"])):
            (seconds, memory), (ref_seconds, ref_memory) = measure(
                [ours, *options, trace], [arguments.reference, *options, trace], arguments.rounds)
            print(f"| {job} | {seconds:.2f} s | {size / seconds:.0f} | {memory:.0f} | "
                  f"{ref_seconds:.2f} s | {ref_memory:.0f} | {ref_seconds / seconds:.1f} |")


if __name__ == "__main__":
    main()
