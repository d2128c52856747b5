#!/usr/bin/env python3
"""Measures an archive against the text it is made of: size, making it, reading all of it and parts of it.

Usage: archive_figures.py TRACE TOOL_DIR [--rounds 5]

Prints a table of whole processes. Programs run in turn, so that a machine that slows down slows all of them;
medians are shown.
"""

import argparse
import csv
import subprocess
import tempfile
from pathlib import Path

import measuring


def ask(tools, trace, query):
    done = subprocess.run([tools / "pj_query", "-q", "--format=csv", trace, query], check=True, capture_output=True, text=True)
    return list(csv.reader(done.stdout.splitlines()))[1]


def questions(tools, trace):
    """What is asked of both: the longest container, and a thousandth of the run in its middle."""
    name, _ = ask(tools, trace, "SELECT container_name, count(*) FROM state GROUP BY 1 ORDER BY 2 DESC LIMIT 1")
    start, end = map(float, ask(tools, trace, "SELECT min(start), max(end) FROM state"))
    middle = (start + end) / 2
    window = f"start > {middle} AND end < {middle + (end - start) / 1000}"
    return {
        "all objects (`pj_dump -q`)": ["pj_dump", "-q"],
        "number of states": ["pj_query", "-q", "SELECT count(*) FROM state"],
        "one container, a thousandth of the run": [
            "pj_query", "-q", f"SELECT count(*), sum(end - start) FROM state WHERE container_name = '{name}' AND {window}"],
        "profile by value and container": ["pj_query", "-q", "SELECT * FROM profile('value,container')"],
        "aggregation": ["pj_aggregate", "-q", "--json"],
    }


def command(tools, words, trace):
    tool, flag, *rest = words
    return [tools / tool, flag, trace, *rest]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace", type=Path)
    parser.add_argument("tools", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    tools, trace = arguments.tools.resolve(), arguments.trace.resolve()
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "archive.pja"
        make = [tools / "paje2bin", "-q", "--method=archive", trace, "-o", archive]
        subprocess.run(make, check=True)
        asked = questions(tools, archive)
        commands = [make] + [command(tools, words, file) for words in asked.values() for file in (trace, archive)]
        (made, memory, busy), *times = measuring.medians(commands, arguments.rounds, files=[trace])
        size = trace.stat().st_size
        print(f"{size / archive.stat().st_size:.1f} times smaller ({archive.stat().st_size:,} bytes); made in {made:.2f} s, "
              f"{busy / times[0][2]:.1f} times the processor time of `pj_dump -q` on the text, {memory:.0f} MB with the "
              "mapped text\n\n| | text | archive |\n|---|---|---|")
        for number, name in enumerate(asked):
            print(f"| {name} | {times[2 * number][0]:.3f} s | {times[2 * number + 1][0]:.3f} s |")


if __name__ == "__main__":
    main()
