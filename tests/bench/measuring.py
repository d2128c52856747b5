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
MOST = 5  # runs of a program that takes little, in each round


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
    """run() of what takes about so much memory, kept at hand by memory_reserve.py."""
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


def medians(commands, rounds, may_end_with=(0,), files=()):
    """(seconds, MB, seconds of processors) of each command, run in turn after one round that does not
    count; what takes under a second is run as often a round as takes about a second, but MOST times
    at most. Each finds the memory at hand that it took before, and the files in the cache."""
    results = [[] for _ in commands]
    first = [run(command, may_end_with) for command in commands]
    for _ in range(rounds):
        for (seconds, peak, _), command, kept in zip(first, commands, results):
            for _ in range(max(1, min(MOST, int(1 / seconds)))):
                read_through(files)
                kept.append(run_with_reserve(command, peak, may_end_with))
    return [tuple(statistics.median(column) for column in zip(*runs)) for runs in results]


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
