#!/usr/bin/env python3
"""Measures reading a trace to NumPy arrays, and reading it with all operations that Pipit has, against pj_dump -q
and pandas on pj_dump's table.

Usage: python_figures.py TRACE TOOL_DIR [--rounds 5]; PYTHONPATH names the package.

All run in turn in processes of their own; what an interpreter takes to start and to import modules
is not counted, what pj_dump takes to start is. Medians are shown.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

READ = """
import sys, time, numpy, paje
begin = time.perf_counter()
trace = paje.read(sys.argv[1], ignore_incomplete_links=True)
# Columns are made when they are asked for; what is computed of others does not count here.
derived = {"path", "duration", "parent", "parent_value", "exclusive", "key", "start_path",
           "end_path"}
arrays = [objects[name] for objects in (trace.states, trace.variables, trace.events, trace.links)
          for name in objects if name not in derived]
print(time.perf_counter() - begin)
"""
OPERATIONS = """
import sys, time, pandas, paje
begin = time.perf_counter()
trace = paje.read(sys.argv[1], ignore_incomplete_links=True)
for name in ("flat_profile", "time_profile", "load_imbalance", "idle_time", "comm_over_time", "comm_by_process",
             "critical_path", "lateness", "detect_pattern", "create_cct"):
    getattr(trace, name)()
trace.flat_profile(per_process=True)
trace.comm_matrix("count")
trace.message_histogram(measure="latency")
paje.multirun_analysis([trace])
print(time.perf_counter() - begin)
"""
PANDAS = """
import sys, time, pandas
begin = time.perf_counter()
pandas.read_csv(sys.argv[1], header=None, names=range(11), skipinitialspace=True,
                low_memory=False)
print(time.perf_counter() - begin)
"""


def inside(code, path):
    done = subprocess.run([sys.executable, "-c", code, path], check=True, capture_output=True,
                          text=True)
    return float(done.stdout)


def outside(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace")
    parser.add_argument("tools", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    pj_dump = arguments.tools / "pj_dump"
    with tempfile.NamedTemporaryFile(suffix=".csv") as table:
        subprocess.run([pj_dump, "-z", arguments.trace], stdout=table, check=True)
        jobs = {
            "pj_dump -q": lambda: outside([pj_dump, "-q", "-z", arguments.trace]),
            "paje.read and all columns": lambda: inside(READ, arguments.trace),
            "paje.read and all operations of Pipit": lambda: inside(OPERATIONS, arguments.trace),
            "pandas.read_csv of the table": lambda: inside(PANDAS, table.name),
        }
        times = {name: [] for name in jobs}
        for number in range(arguments.rounds + 1):  # the first does not count
            for name, job in jobs.items():
                seconds = job()
                if number > 0:
                    times[name].append(seconds)
    medians = {name: statistics.median(values) for name, values in times.items()}
    peer = medians["pj_dump -q"]
    print(f"{os.path.getsize(arguments.trace) / 1e6:.0f} MB, {os.cpu_count()} cores, medians of "
          f"{arguments.rounds}\n\n| what | time | of pj_dump -q |\n|---|---|---|")
    for name, seconds in medians.items():
        print(f"| {name} | {seconds:.2f} s | {seconds / peer:.2f} |")


if __name__ == "__main__":
    main()
