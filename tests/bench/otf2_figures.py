#!/usr/bin/env python3
"""Measures reading an OTF2 archive against what its library takes alone, with callbacks that do nothing, and
against the Pajé text of the same run.

Usage: otf2_figures.py TRACE TOOL_DIR [--rounds 5]

Exports the trace to OTF2 first, which takes a while. Programs run in turn; medians are shown. Needs a C compiler
and libopen-trace-format2-dev.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

import measuring


def compiled(folder):
    program = folder / "otf2_empty"
    subprocess.run(["cc", "-O2", Path(__file__).with_name("otf2_empty.c"), "-o", program,
                    "-lopen-trace-format2"], check=True)
    return program


def commands_of(tools, text, archive, program):
    threads = measuring.cores()
    return {
        "the library, empty callbacks": [program, archive],
        "`pj_dump -q`": [tools / "pj_dump", "-q", "-j", threads, archive],
        "`pj_dump -q -j1`": [tools / "pj_dump", "-q", "-j", "1", archive],
        "`pj_import` to text": [tools / "pj_import", archive, "-o", "/dev/null"],
        "`pj_dump -q` of the text": [tools / "pj_dump", "-q", "-j", threads, text],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace", type=Path)
    parser.add_argument("tools", type=Path, help="folder of the tools")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "archive"
        subprocess.run([arguments.tools / "pj_export", "-q", "--to", "otf2", arguments.trace, "-o", archive],
                       check=True)
        commands = commands_of(arguments.tools, arguments.trace, archive / "trace.otf2", compiled(Path(folder)))
        size = sum(path.stat().st_size for path in archive.rglob("*.evt"))
        results = measuring.medians(list(commands.values()), arguments.rounds)
    print(f"{size / 1e6:.0f} MB of events, {measuring.cores()} cores, medians of {arguments.rounds}\n")
    print("| | seconds | of the library's | of processors | of the library's | MB |\n|---|---|---|---|---|---|")
    alone, _, alone_cpu = results[0]
    for name, (seconds, peak, cpu) in zip(commands, results):
        print(f"| {name} | {seconds:.2f} s | {seconds / alone:.2f} | {cpu:.2f} s | {cpu / alone_cpu:.2f} | {peak:.0f} |")


if __name__ == "__main__":
    main()
