"""Runs the reference and our pj_dump on one small trace after the other, quickly.

Both are started without a fork of this process and write into files in memory; a process that does
not end in time is killed.
"""

import os
import select
import signal
from dataclasses import dataclass
from pathlib import Path

REFERENCE_SECONDS = 1  # it takes milliseconds, or hangs
OUR_SECONDS = 20
MOST_OUTPUT = 16 << 20  # bytes
IN_MEMORY = "/dev/shm"


@dataclass
class Ended:
    """How a program ended: its exit status (negative: the signal; None: it did not end) and texts."""

    code: int | None
    out: bytes
    err: bytes


def memory_folder():
    return IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None


class Runner:
    def __init__(self, reference, ours, folder, reference_seconds=REFERENCE_SECONDS):
        self.reference_seconds = reference_seconds
        self.reference, self.ours = str(reference), str(ours)
        self.folder = Path(folder)
        self.trace = self.folder / "trace.paje"
        self.out, self.err = self.folder / "out", self.folder / "err"

    def run_both(self, text, options):
        self.trace.write_bytes(text)
        theirs = self.run([self.reference, *options], self.reference_seconds)
        mine = self.run([self.ours, "-j", "1", *options], OUR_SECONDS)
        return theirs, mine

    def run(self, command, seconds):
        create = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        files = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                 (os.POSIX_SPAWN_OPEN, 1, str(self.out), create, 0o600),
                 (os.POSIX_SPAWN_OPEN, 2, str(self.err), create, 0o600)]
        process = os.posix_spawn(command[0], [*command, "trace.paje"], os.environ, file_actions=files)
        code = wait(process, seconds)
        with open(self.out, "rb") as out, open(self.err, "rb") as err:
            return Ended(code, out.read(MOST_OUTPUT), err.read(MOST_OUTPUT))


def wait(process, seconds):
    """Waits for a child to end; returns its exit status, or None if it had to be killed."""
    handle = os.pidfd_open(process)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        in_time = bool(poll.poll(seconds * 1000))
        if not in_time:
            os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        return os.waitstatus_to_exitcode(status) if in_time else None
    finally:
        os.close(handle)
