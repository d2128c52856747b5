#!/usr/bin/env python3
"""Measures what reading with --sort takes, against the same trace in order and without it.

Usage: sort_figures.py TRACE TOOL_DIR [--part 0.1] [--rounds 5]

Moves that part of the event lines of a trace that is in order: each to a random place, or no further
than 1000 lines. Events of the same time keep their order, so what is replayed is the same. Programs run
in turn, so that a machine that slows down slows all of them; medians are shown.
"""

import argparse
import multiprocessing
import random
import tempfile
from pathlib import Path

import measuring

# How far a line of that many may move.
MOVES = {"anywhere": lambda dice, place, count: dice.uniform(0, count),
         "near": lambda dice, place, count: place + dice.uniform(-1000, 1000)}


def is_definition(line, ids):
    """Of an event, or by an event; takes down the ids of those that define something."""
    words = line.replace(b"%", b" % ").split()
    if words[:2] == [b"%", b"EventDef"] and words[2].startswith(b"PajeDefine"):
        ids.add(words[3])
    return not words or words[0] == b"%" or words[0] in ids


def displace(trace, path, part, move):
    dice, ids = random.Random(1), set()
    head, events = [], []
    with open(trace, "rb") as file:
        for line in file:
            (head if is_definition(line, ids) else events).append(line)
    count = len(events)
    places = sorted(range(count), key=lambda i: move(dice, i, count) if dice.random() < part else i)
    by_time = {}  # in order
    for i in sorted(places, reverse=True):
        by_time.setdefault(events[i].split(None, 2)[1], []).append(events[i])
    with open(path, "wb") as file:
        file.writelines(head)
        file.writelines(by_time[events[i].split(None, 2)[1]].pop() for i in places)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace", type=Path, help="in order, its id and time the first words of events")
    parser.add_argument("tools", type=Path, help="folder of the tools")
    parser.add_argument("--part", type=float, default=0.1)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print(f"{arguments.trace.stat().st_size / 1e6:.0f} MB, {measuring.cores()} cores, medians of "
          f"{arguments.rounds}\n")
    with tempfile.TemporaryDirectory() as folder:
        command = [arguments.tools / "pj_dump", "-q", "-z"]
        rows = {"in order, without --sort": [*command, arguments.trace],
                "in order": [*command, "--sort", arguments.trace]}
        for name, move in MOVES.items():
            path = Path(folder) / f"{name}.trace"
            # The peak of a program counts from that of the process that starts it.
            worker = multiprocessing.get_context("fork").Process(
                target=displace, args=(arguments.trace, path, arguments.part, move))
            worker.start()
            worker.join()
            rows[f"{arguments.part:.0%} displaced, {name}"] = [*command, "--sort", path]
        figures = measuring.medians(list(rows.values()), arguments.rounds, files=[arguments.trace])
    base, _, base_processors = figures[0]
    print("| replay (`-q`) | time | times as long | of processors | times as much | peak |\n"
          "|---|---|---|---|---|---|")
    for name, (seconds, megabytes, processors) in zip(rows, figures):
        print(f"| {name} | {seconds:.2f} s | {seconds / base:.2f} | {processors:.2f} s | "
              f"{processors / base_processors:.2f} | {megabytes:.0f} MB |")


if __name__ == "__main__":
    main()
