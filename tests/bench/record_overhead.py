#!/usr/bin/env python3
"""What pj_record costs: nanoseconds a call more than without it, and bytes a call.

Usage: record_overhead.py TOOL_DIR [TIMES]
"""
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

LAUNCHERS = {"openmpi": ["mpirun.openmpi", "--allow-run-as-root"], "mpich": ["mpirun.mpich"]}
ROUNDS = 5


def numbers(command):
    done = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True)
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def main():
    folder, times = Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else "20000"
    for kind, launcher in LAUNCHERS.items():
        if shutil.which(launcher[0]) is None or shutil.which(f"mpicc.{kind}") is None:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            program = Path(scratch) / "calls"
            subprocess.run([f"mpicc.{kind}", "-O2", Path(__file__).with_suffix(".c"), "-o", program], check=True)
            run, costs = [*launcher, "-n", "1", program, times], []
            for i in range(ROUNDS):
                trace = Path(scratch) / f"{i}.bin"
                plain = numbers(run)
                recorded = numbers([folder / "pj_record", "--keep", "-q", "--method", "reference", "-o", trace, "--", *run])
                size = sum(path.stat().st_size for path in Path(f"{trace}.parts").iterdir())
                costs.append({name: recorded[name] - plain[name] for name in plain if name != "calls"} |
                             {"bytes": size / plain["calls"]})
                shutil.rmtree(f"{trace}.parts")
            for name in costs[0]:
                middle = statistics.median(cost[name] for cost in costs)
                print(f"{kind:8} {name:10} {middle:8.1f} {'bytes a call' if name == 'bytes' else 'ns a call more'}")


if __name__ == "__main__":
    main()
