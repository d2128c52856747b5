#!/usr/bin/env python3
"""Draws how fast pj_dump is: throughput.svg against the reference, speedup.svg by threads.

Usage: charts.py TOOL_DIR [options of against_reference.py]    measures, then draws
       charts.py --from FILE                                    draws what --json wrote

  --pictures FOLDER  where the charts go (docs/pictures), and figures.json when it measures

When it measures, the tables of docs/performance.md become those of the same figures. Every number of threads is
measured, so that each is a point of the speed-up.
"""

import argparse
import importlib.util
import sys
from pathlib import Path

import against_reference
import figures

ROOT = Path(__file__).resolve().parents[2]


def draw(taken, folder):
    # Not before: the memory of this process counts for the programs that it measures.
    import drawing
    drawing.draw(taken, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=Path, default=ROOT / "docs" / "pictures")
    parser.add_argument("--from", dest="source", metavar="FILE", help="draw these figures")
    arguments, rest = parser.parse_known_args()
    if importlib.util.find_spec("matplotlib") is None:
        sys.exit("charts need matplotlib (Debian package python3-matplotlib) for this Python")
    if arguments.source:
        if rest:
            parser.error(f"--from measures nothing: {' '.join(rest)}")
        draw(figures.load(arguments.source), arguments.pictures)
        return 0
    measured = argparse.ArgumentParser(prog=parser.prog)
    against_reference.add_options(measured)
    measured.set_defaults(threads="all", json=arguments.pictures / "figures.json",
                          markdown=ROOT / "docs" / "performance.md")
    options = measured.parse_args(rest)
    if not options.reference:
        sys.exit("the reference (Debian package pajeng) is not there")
    arguments.pictures.mkdir(parents=True, exist_ok=True)  # not after an hour of measuring
    taken = against_reference.take_figures(options)
    status = against_reference.finish(options, taken)
    draw(taken, arguments.pictures)
    return status


if __name__ == "__main__":
    sys.exit(main())
