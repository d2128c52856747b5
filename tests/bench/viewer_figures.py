#!/usr/bin/env python3
"""Measures what a user of the viewer waits for: the first picture of a trace, from the start of the
program, next to `pj_dump -q` of the same trace; then frames, level of detail and statistics, by
viewer_benchmark.

Usage: viewer_figures.py BUILD_DIR [--size 130MB] [--rounds 5]

BUILD_DIR has the tools, tests/bench/viewer_start and tests/bench/viewer_benchmark. Medians are shown.
"""

import argparse
import os
import subprocess
import tempfile
from pathlib import Path

import measuring


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=lambda path: Path(path).resolve())
    parser.add_argument("--size", default="130MB")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    programs = options.build / "tests" / "bench"
    tools = options.build / "tools"
    with tempfile.TemporaryDirectory() as folder:
        # The window's settings are the user's own; this run has others.
        os.environ["XDG_CONFIG_HOME"] = folder
        os.environ["XDG_RUNTIME_DIR"] = folder
        os.chmod(folder, 0o700)
        trace = measuring.generate(tools, options.size, Path(folder) / "trace.paje")
        read, picture = measuring.medians(
            [[tools / "pj_dump", "-q", trace], [programs / "viewer_start", trace]], options.rounds,
            files=[trace])
    print(f"{measuring.cores()} cores, {measuring.processor()}; {options.size}, "
          f"medians of {options.rounds}")
    print(f"first picture {picture[0]:.2f} s, {picture[1]:.0f} MB; pj_dump -q {read[0]:.2f} s: "
          f"{picture[0] - read[0]:.2f} s more (limit 1 s)", flush=True)
    subprocess.run([programs / "viewer_benchmark"], check=True)


if __name__ == "__main__":
    main()
