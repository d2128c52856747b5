#!/usr/bin/env python3
"""Runs the fuzz targets that libFuzzer drives, two at a time, and keeps what is worth keeping: the
fewest inputs that reach all that was reached, in tests/fuzz/corpus.

Usage: run_fuzzers.py BUILD [--minutes 20] [TARGET...]

What ends a target is left as BUILD/fuzz/found/TARGET-... ; the exit status is 1 if one did.
"""

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMITS = ["-timeout=20", "-rss_limit_mb=2048", "-max_len=4096"]


def fuzz(build, target, minutes):
    """Whether nothing was found."""
    program = build / "tests" / "fuzz" / f"fuzz_{target}"
    work, found = build / "fuzz" / target, build / "fuzz" / "found"
    for folder in (work, found):
        folder.mkdir(parents=True, exist_ok=True)
    kept = HERE / "corpus" / target
    log = build / "fuzz" / f"{target}.log"
    with open(log, "wb") as file:
        done = subprocess.run(
            [program, *LIMITS, f"-max_total_time={round(minutes * 60)}", "-print_final_stats=1",
             f"-artifact_prefix={found}/{target}-", work, kept],
            stdout=file, stderr=subprocess.STDOUT, cwd=work, check=False)
    runs = [line for line in log.read_text("latin-1").splitlines() if "executed_units" in line]
    print(f"{target}: {'nothing' if done.returncode == 0 else 'see ' + str(log)}"
          f" found, runs {runs[-1].split()[-1] if runs else '?'}", flush=True)
    if done.returncode == 0:
        minimise(program, build / "fuzz" / f"{target}.least", work, kept)
    return done.returncode == 0


def minimise(program, least, work, kept):
    least.mkdir(exist_ok=True)
    subprocess.run([program, *LIMITS, "-merge=1", least, kept, work], check=True,
                   capture_output=True)
    chosen = {path.name: path.read_bytes() for path in least.iterdir()}
    for path in kept.iterdir():
        path.unlink()
    for name, content in chosen.items():
        (kept / name).write_bytes(content)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=lambda path: Path(path).resolve())
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("targets", nargs="*")
    options = parser.parse_intermixed_args()
    targets = options.targets or sorted(path.name for path in (HERE / "corpus").iterdir())
    with ThreadPoolExecutor(2) as workers:
        fine = list(workers.map(lambda target: fuzz(options.build, target, options.minutes),
                                targets))
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
