#!/usr/bin/env python3
"""Times pj_dump against the reference's, run about in one go, and prints a table.

Usage: against_reference.py TOOL_DIR [--size 130MB] [--trace FILE] [--threads 1,2] [--rounds 5]
       [--reference PATH]

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


def measure(commands, rounds):
    """Medians (seconds, MB) of each command, run in turn after one round that does not count."""
    results = [[] for _ in commands]
    for round_number in range(rounds + 1):
        for which, command in enumerate(commands):
            result = run(command)
            if round_number > 0:
                results[which].append(result)
    return [tuple(statistics.median(column) for column in zip(*runs)) for runs in results]


def print_table(tools, reference, trace, threads, rounds):
    megabytes = os.path.getsize(trace) / 1e6
    print(f"{os.path.basename(trace)}: {megabytes:.0f} MB, {os.cpu_count()} cores, "
          f"medians of {rounds}\n")
    print("| job | threads | pj_dump (paje) | MB/s | peak MB | reference | peak MB | "
          "times as fast |")
    print("|---|---|---|---|---|---|---|---|")
    for job, options in (("replay (`-q`)", ["-q", "-z"]), ("table", ["-z"])):
        ours = [[os.path.join(tools, "pj_dump"), "-j", count, *options, trace] for count in threads]
        *medians, theirs = measure([*ours, [reference, *options, trace]], rounds)
        for count, (seconds, memory) in zip(threads, medians):
            print(f"| {job} | {count} | {seconds:.2f} s | {megabytes / seconds:.0f} | "
                  f"{memory:.0f} | {theirs[0]:.2f} s | {theirs[1]:.0f} | "
                  f"{theirs[0] / seconds:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tools", help="folder of the built tools")
    parser.add_argument("--size", default="130MB", help="of the generated trace")
    parser.add_argument("--trace", help="use this trace instead")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", default=f"1,{os.cpu_count()}", help="as in 1,2,8")
    parser.add_argument("--reference", default=shutil.which("pj_dump", path="/usr/bin"))
    arguments = parser.parse_args()
    if not arguments.reference:
        sys.exit("the reference (Debian package pajeng) is not there")
    with tempfile.TemporaryDirectory() as folder:
        trace = arguments.trace
        if not trace:
            trace = os.path.join(folder, "trace.paje")
            subprocess.run([os.path.join(arguments.tools, "pj_generate"), "--ranks", "64", "--size",
                            arguments.size, "-o", trace], check=True)
        print_table(arguments.tools, arguments.reference, trace,
                    list(dict.fromkeys(arguments.threads.split(","))), arguments.rounds)


if __name__ == "__main__":
    main()
