"""What the scripts that measure share: programs run in turn, medians, and what the machine is.

Programs that are compared run in turn, so that a machine that slows down slows all of them.
"""

import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

RESERVE = Path(__file__).resolve().parent / "memory_reserve.py"
SHORT = 2  # seconds: programs that take less run TURNS times in each round
TURNS = 5


def run(command, may_end_with=(0,), started=lambda process: None):
    """Seconds, peak memory in MB, and seconds of processors of one run with its output thrown away. The
    peak is at least what this process has had until now, so it has to stay small. Calls `started`
    with the number of the process."""
    command = [str(word) for word in command]
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    started(process.pid)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in may_end_with:
        sys.exit(f"{' '.join(command)} failed")
    return seconds, usage.ru_maxrss * 1024 / 1e6, usage.ru_utime + usage.ru_stime


def run_with_reserve(command, megabytes, may_end_with=(0,)):
    """run() of what takes about that much memory, kept ready by memory_reserve.py."""
    with subprocess.Popen([sys.executable, "-B", RESERVE, str(megabytes * 1.2)], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reserve:
        if reserve.stdout.readline() != "ready\n":
            sys.exit(f"no {megabytes:.0f} MB to keep at hand")
        try:
            return run(command, may_end_with,
                       lambda number: print(number, file=reserve.stdin, flush=True))
        finally:
            reserve.kill()


def read_through(paths):
    """So that files are in the system's cache: some systems keep them there for seconds only."""
    buffer = bytearray(1 << 20)
    for path in paths:
        with open(path, "rb", buffering=0) as file:
            while file.readinto(buffer):
                pass


def rounds_of(commands, rounds, may_end_with=(0,), files=()):
    """Of each command the runs of each round, as (seconds, MB, seconds of processors). Commands run in
    turn, after one round that does not count; in each round the SHORT ones go on in turn, so that
    as many runs of each are compared. Each finds the memory ready that it took before, and the
    files in the cache."""
    first = [run(command, may_end_with) for command in commands]
    often = [TURNS if seconds < SHORT else 1 for seconds, *_ in first]
    results = [[[] for _ in range(rounds)] for _ in commands]
    for number in range(rounds):
        for turn in range(max(often)):
            for command, (_, peak, _), times, kept in zip(commands, first, often, results):
                if turn < times:
                    read_through(files)
                    kept[number].append(run_with_reserve(command, peak, may_end_with))
    return results


def median_of(runs):
    return tuple(statistics.median(column) for column in zip(*runs))


def median_of_all(rounds):
    return median_of([run for runs in rounds for run in runs])


def medians(*arguments, **options):
    """Of each command the medians of all runs; see rounds_of()."""
    return [median_of_all(rounds) for rounds in rounds_of(*arguments, **options)]


def generate(tools, size, path, *options):
    """A trace of 64 ranks, the same bytes everywhere."""
    subprocess.run([Path(tools) / "pj_generate", "--ranks", "64", "--size", size, *options,
                    "-o", path], check=True)
    return path


def cores():
    return len(os.sched_getaffinity(0))


def processor():
    """As in 'AMD EPYC', without model numbers: what a reader compares figures by."""
    try:
        names = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text("utf-8"),
                           re.MULTILINE)
    except OSError:
        names = []
    return names[0].strip() if names else "an unknown processor"
