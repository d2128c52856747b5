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


def run(command, may_end_with=(0,)):
    """Seconds, peak memory in MB, and seconds of processors of one run with its output thrown away. The
    peak is at least what this process has had until now, so it has to stay small."""
    command = [str(word) for word in command]
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in may_end_with:
        sys.exit(f"{' '.join(command)} failed")
    return seconds, usage.ru_maxrss * 1024 / 1e6, usage.ru_utime + usage.ru_stime


# Large pages, for those are what is taken back and what the programs ask for.
TOUCH = """
import mmap, sys
size = int(sys.argv[1])
memory = mmap.mmap(-1, size)
if hasattr(mmap, "MADV_HUGEPAGE"):
    memory.madvise(mmap.MADV_HUGEPAGE)
memory[::4096] = bytes(len(range(0, size, 4096)))
"""


def touch_memory(megabytes):
    """Uses so much memory and lets go of it. The host of a virtual machine may take memory back that
    is free for some seconds; to get it again can take twenty times as long as to get what another
    process just had: longer than what is to be measured, and another time in each run."""
    subprocess.run([sys.executable, "-c", TOUCH, str(int(megabytes * 1e6))], check=True)


def medians(commands, rounds, may_end_with=(0,)):
    """(seconds, MB, seconds of processors) of each command, run in turn after one round that does not
    count. Each finds the memory it takes (touch_memory())."""
    results = [[] for _ in commands]
    peaks = [run(command, may_end_with)[1] for command in commands]
    for _ in range(rounds):
        for which, command in enumerate(commands):
            touch_memory(peaks[which] * 1.5)
            results[which].append(run(command, may_end_with))
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
