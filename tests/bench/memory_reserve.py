#!/usr/bin/env python3
"""Keeps memory ready for a program that is measured.

Usage: memory_reserve.py MEGABYTES     says "ready", reads a process number, follows that process

The host of a virtual machine takes memory back that is free for a second or two. To get it again can
take twenty times as long as to get what another process just had: longer than what is to be measured,
and another time in each run. So this uses memory, and releases it as the program grows: AHEAD more
than the program has, never long before the program takes it. A program that takes less is not
followed: what this does is time that a program of as many threads as there are cores does not have.
"""

import mmap
import sys
import time

AHEAD = 64_000_000  # bytes; more than programs take between two looks
BETWEEN_LOOKS = 0.01  # seconds
PAGE = mmap.PAGESIZE
LARGE_PAGE = 2 << 20


def used_memory(size):
    """Memory of large pages, for that is what the programs ask for."""
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    memory[::PAGE] = bytes(len(range(0, size, PAGE)))
    return memory


class Reserve:
    def __init__(self, megabytes):
        self.taken = int(megabytes * 1e6)  # by the program, at most
        self.memory = used_memory((self.taken + AHEAD) // LARGE_PAGE * LARGE_PAGE)
        self.gone = 0
        self.let_go(AHEAD)  # before the program begins, for it takes time

    def let_go(self, size):
        """Releases all but that many bytes."""
        wanted = min(len(self.memory), size // LARGE_PAGE * LARGE_PAGE)
        if wanted > self.gone:
            self.memory.madvise(mmap.MADV_DONTNEED, self.gone, wanted - self.gone)
            self.gone = wanted

    def follow(self, process):
        """Until all that the program takes is gone; with an exception of the system when the process
        is."""
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            while self.gone < self.taken:
                file.seek(0)
                _, resident, shared, *_ = map(int, file.read().split())
                self.let_go((resident - shared) * PAGE + AHEAD)
                time.sleep(BETWEEN_LOOKS)


def main():
    reserve = Reserve(float(sys.argv[1]))
    print("ready", flush=True)
    try:
        reserve.follow(int(sys.stdin.readline()))
        sys.stdin.read()  # until this is stopped: to end takes time, too
    except OSError:  # the process has ended
        pass


if __name__ == "__main__":
    main()
