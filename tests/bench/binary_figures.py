#!/usr/bin/env python3
"""Measures binary traces against the text they are made of: sizes, conversions both ways, and replay.

Usage: binary_figures.py TRACE TOOL_DIR [--rounds 5]

Prints two tables. Programs run in turn, so that a machine that slows down slows all of them; medians
are shown.
"""

import argparse
import tempfile
from pathlib import Path

import measuring

FORMS = {  # options of paje2bin
    "standard": ["--method", "standard"],
    "reference": ["--method", "reference"],
    "reference, Zstandard": ["--method", "reference", "--compress", "zstd"],
}
THREADS = ("1", str(measuring.cores()))


def conversions(tools, trace, folder, rounds):
    """A row for each form; leaves the binary traces in `folder`, and returns their paths."""
    paths = {form: folder / f"{number}.rst" for number, form in enumerate(FORMS)}
    text = folder / "text.paje"
    commands = []
    for form, options in FORMS.items():
        commands.append([tools / "paje2bin", *options, trace, "-o", paths[form]])
        commands.append([tools / "bin2paje", paths[form], "-o", text])
    times = iter(measuring.medians(commands, rounds, files=[trace]))
    size = trace.stat().st_size
    print("| form | size, as part of the text | from text | MB of text a second | to text | MB of text a "
          "second |\n|---|---|---|---|---|---|")
    for form, path in paths.items():
        (there, *_), (back, *_) = next(times), next(times)
        print(f"| {form} | {path.stat().st_size / size:.2f} | {there:.2f} s | {size / there / 1e6:.0f} | "
              f"{back:.2f} s | {size / back / 1e6:.0f} |", flush=True)
    text.unlink()
    return paths


def replays(tools, trace, paths, rounds):
    """What pj_dump -q takes for each form, and for the text."""
    forms = {"text": trace, **paths}
    commands = [[tools / "pj_dump", "-q", "-z", "-j", jobs, path]
                for path in forms.values() for jobs in THREADS]
    times = [seconds for seconds, *_ in measuring.medians(commands, rounds)]
    print(f"\n| replay (`-q`) of | 1 thread | of the text's | {THREADS[1]} threads | of the text's |\n"
          "|---|---|---|---|---|")
    for number, form in enumerate(forms):
        one, all_ = times[2 * number], times[2 * number + 1]
        print(f"| {form} | {one:.2f} s | {one / times[0]:.2f} | {all_:.2f} s | {all_ / times[1]:.2f} |",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace", type=Path)
    parser.add_argument("tools", type=Path, help="folder of the tools")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print(f"{arguments.trace.stat().st_size / 1e6:.0f} MB, {measuring.cores()} cores, medians of "
          f"{arguments.rounds}\n")
    with tempfile.TemporaryDirectory() as folder:
        paths = conversions(arguments.tools, arguments.trace, Path(folder), arguments.rounds)
        replays(arguments.tools, arguments.trace, paths, arguments.rounds)


if __name__ == "__main__":
    main()
