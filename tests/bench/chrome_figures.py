#!/usr/bin/env python3
"""Measures reading Chrome JSON: a file in the form of PyTorch's profiler, what pj_export writes of a trace, and the
same without the member that describes the trace.

Usage: chrome_figures.py TRACE TOOL_DIR [--rounds 5] [--events 500000]

Programs run in turn; medians are shown.
"""

import argparse
import random
import subprocess
import tempfile
from pathlib import Path

import measuring

OPERATORS = ["aten::linear", "aten::addmm", "aten::relu", "aten::copy_", "aten::empty", "Optimizer.step#Adam.step"]


def event(members, arguments=""):
    return "  {\n    " + members + (f',\n    "args": {{\n      {arguments}\n    }}' if arguments else "") + "\n  }"


def launch(number, time):
    """A call that starts a kernel, the kernel, and the flow between them."""
    return [event(f'"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1234, "tid": 1234, '
                  f'"ts": {time}.005, "dur": 3.005', f'"External id": {number}, "cbid": 211, "correlation": {number}'),
            event(f'"ph": "s", "id": {number}, "pid": 1234, "tid": 1234, "ts": {time}.005, "cat": "ac2g", "name": "ac2g"'),
            event(f'"ph": "X", "cat": "kernel", "name": "sgemm_128x64_tn", "pid": 0, "tid": 7, "ts": {time + 5}.005, '
                  '"dur": 3.005', f'"External id": {number}, "queued": 0, "device": 0, "context": 1, "stream": 7, '
                  f'"correlation": {number}, "registers per thread": 122, "shared memory": 12544, '
                  '"blocks per SM": 0.592593, "grid": [32, 2, 1], "block": [128, 1, 1], "occupancy %": 4'),
            event(f'"ph": "f", "id": {number}, "pid": 0, "tid": 7, "ts": {time + 5}.005, "cat": "ac2g", "name": "ac2g", '
                  '"bp": "e"')]


def write_profile(path, count):
    rng, time = random.Random(1), 1_700_000_000_000_000
    with open(path, "w", encoding="ascii") as file:
        file.write('{\n  "schemaVersion": 1,\n  "traceEvents": [\n')
        for i in range(count):
            time += rng.randint(1, 20)
            events = [event(f'"ph": "X", "cat": "cpu_op", "name": "{rng.choice(OPERATORS)}", "pid": 1234, '
                            f'"tid": {1234 + i % 3}, "ts": {time}.{rng.randint(0, 999):03}, "dur": {rng.randint(1, 60)}.5',
                            f'"External id": {i}, "Record function id": 0, "Sequence number": {i // 2}, "Ev Idx": {i}')]
            file.write(",\n".join(events + (launch(i, time) if i % 3 == 0 else [])))
            file.write("\n" if i == count - 1 else ",\n")
        file.write('  ],\n  "traceName": "profile.json"\n}\n')


def without_description(exported, path):
    """The member `paje` gets a name that means nothing."""
    with open(exported, "rb") as source, open(path, "wb") as copy:
        copy.write(source.readline().replace(b'"paje":', b'"pajf":', 1))
        while block := source.read(1 << 20):
            copy.write(block)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace", type=Path)
    parser.add_argument("tools", type=Path, help="folder of the tools")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--events", type=int, default=500_000, help="calls of operators in the profile")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / f"{i}.json" for i, name in enumerate(
            ["a profile, arguments in each event", "by `pj_export`", "the same without its description"])}
        profile, exported, undescribed = files.values()
        write_profile(profile, arguments.events)
        subprocess.run([arguments.tools / "pj_export", "-q", "--to", "chrome", arguments.trace, "-o", exported], check=True)
        without_description(exported, undescribed)
        sizes = [path.stat().st_size / 1e6 for path in files.values()]
        results = measuring.medians([[arguments.tools / "pj_dump", "-q", path] for path in files.values()], arguments.rounds)
    print(f"`pj_dump -q`, {measuring.cores()} cores, medians of {arguments.rounds}\n")
    print("| file | MB | seconds | MB/s | of processors | MB of memory |\n|---|---|---|---|---|---|")
    for name, size, (seconds, peak, cpu) in zip(files, sizes, results):
        print(f"| {name} | {size:.0f} | {seconds:.2f} s | {size / seconds:.0f} | {cpu:.2f} s | {peak:.0f} |")


if __name__ == "__main__":
    main()
