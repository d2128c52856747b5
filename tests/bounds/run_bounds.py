#!/usr/bin/env python3
"""Hostile traces: whatever there is much of, deep or long, every tool ends in a result or one clear
error, and takes memory in proportion to the bytes it reads; --max-memory is kept to.

Usage: run_bounds.py TOOL_DIR [--viewer PAJEVIEW] [--factor 1] ; with --factor 10 the inputs
are ten times as large, with --group all_shapes --only SHAPE... there are no others.
"""

import argparse
import lzma
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent),
                str(Path(__file__).resolve().parent.parent / "support")]
import blackbox
from definitions import definition
from shapes import ALREADY, COUNTED, HEADER, SHAPES

# Of processor time, whatever a tool reads, and for a million bytes of text: more than a hundred times
# what the worst line takes, and less than the square of the size of any shape does.
SECONDS, SECONDS_PER_MB = 20, 2
SECONDS_PER_FILE = 0.001  # to open it, map it and close it, however little it holds
UNCOUNTED_SECONDS = 300  # where the time is not in proportion by what is asked for
BASE = 150e6  # bytes that a tool takes whatever it reads: its libraries, its buffers, its threads
FACTOR = 25   # bytes of memory for a byte of text, for the worst line there is
# The viewer: Qt, its fonts and what it paints on; sums to show any time at once.
VIEWER_BASE, VIEWER_FACTOR = 200e6, 40
STREAM = 64e6  # bytes, where nothing but what is open is kept
PARTS = 100_000  # files
LIMITS = [1, 40, 100]  # for --max-memory, in MB; the first is too little for any tool

WARNING = re.compile(r"[^\n]*: warning: [^\n]*\n(  [^\n]*\n){0,2}")  # with the line that it shows

CALLS = [
    ["pj_dump", "-z"], ["pj_dump", "-z", "-q"], ["pj_dump", "-z", "-o"], ["pj_dump", "-c", "-z"],
    ["pj_dump", "-z", "-u"], ["pj_validate"], ["pj_dump", "--lenient", "-q"], ["pj_equals", "-z", "{}"],
    ["pj_compare", "-z", "{}"], ["pj_aggregate", "-z"], ["pj_report", "-z"], ["pj_export", "--to", "chrome", "-z"],
    ["pj_export", "--to", "chrome", "-z", "-u"], ["pj_export", "--to", "dot", "-z"],
    ["paje2bin", "-o", "{out}"], ["pj_split", "--parts", "3", "{dir}"],
    ["pj_cut", "-z", "-o", "{out}"], ["pj_cut", "-z", "--end", "3", "--cut-links", "--anonymize", "-o", "{out}"],
    ["pj_merge", "-o", "{out}"], ["pj_query", "-z", "SELECT count(*) FROM containers"],
]

# What is made of a trace, and what reads that.
RETURNS = [
    (["paje2bin", "-o"], ["bin2paje", "-o", "{out}"]),
    (["paje2bin", "--method=reference", "-o"], ["pj_dump", "-z", "-q"]),
    (["pj_export", "--to", "chrome", "-z", "-o"], ["pj_import", "--from", "chrome", "-o", "{out}"]),
    (["pj_dump", "-z", "--output"], ["pj_import", "--from", "table", "-o", "{out}"]),
]

VIEWS = [
    ["pajeview", "-z", "--render", "{out}.png"],
    ["pajeview", "-z", "--mode", "aggregate", "--render", "{out}.png"],
    ["pajeview", "-z", "--mode", "compare", "--render", "{out}.png", "{}"],
]

# Tables of containers and slices, and of values, all with all: more than this is refused.
TABLES = {(shape, "pj_aggregate")
          for shape in ("many_values", "alike_values", "many_lists", "many_tracks")}
TABLE_BASE, TABLE_FACTOR = 1.3e9, 200


def run(command, seconds):
    """The status of a tool, what it says, its peak memory in bytes, and its seconds of processor time;
    it is ended when it has taken more of them."""
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=said,
                              preexec_fn=lambda: resource.setrlimit(
                                  resource.RLIMIT_CPU, (seconds, seconds))) as tool:
            _, status, usage = os.wait4(tool.pid, 0)
            tool.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return (tool.returncode, said.read(8000).decode("latin-1"), usage.ru_maxrss * 1024,
                usage.ru_utime + usage.ru_stime)


def bytes_read(call, size):
    """Of text: the trace once more where it is compared with itself."""
    return size * (1 + call.count("{}"))


def is_table(shape, call):
    """Whether the call makes tables of the shape that are larger than the text."""
    return (shape, "pj_aggregate" if "aggregate" in call else call[0]) in TABLES


class Bounds:
    def __init__(self, tools, viewer, scratch, report):
        self.tools, self.scratch, self.report = tools, scratch, report
        self.viewer = viewer
        self.calls = CALLS + (VIEWS if viewer else [])
        self.files = 1  # of a trace
        self.slowest = []  # seconds for a million bytes, seconds, of what

    def command(self, call, trace, *options):
        words = [word.format(trace, out=self.scratch / "out", dir=self.scratch / "parts")
                 for word in call[1:]]
        last = words.pop() if call[0] in ("pj_query", "pj_split", "pj_equals", "pj_compare") else None
        program = self.viewer if call[0] == "pajeview" else self.tools / call[0]
        return [program, *options, *words, trace] + ([last] if last else [])

    def run(self, what, call, trace, size, *options):
        """As run(), without the time; what was written is gone. `size`: the text's, in bytes."""
        name = " ".join([f"{what}:", *call, *options])
        megabytes = bytes_read(call, size) / 1e6
        allowed = SECONDS + SECONDS_PER_MB * megabytes + SECONDS_PER_FILE * self.files
        if is_table(what, call):
            allowed = UNCOUNTED_SECONDS
        code, said, memory, seconds = run(self.command(call, trace, *options), round(allowed))
        self.report.check(f"{name} ends well, in time in proportion", code in (0, 1, 2),
                          f"{code} {said[:300]} {seconds:.1f} of {allowed:.0f} s for {megabytes:.0f} MB")
        self.slowest.append((seconds / max(1, megabytes), seconds, name))
        (self.scratch / "out").unlink(missing_ok=True)
        (self.scratch / "out.png").unlink(missing_ok=True)
        shutil.rmtree(self.scratch / "parts", ignore_errors=True)
        return name, code, said, memory

    def check(self, what, call, trace, size):
        name, code, said, memory = self.run(what, call, trace, size)
        self.report.check(f"{name} says why", code == 0 or call[0] in ("pj_equals", "pj_validate")
                          or said, str(code))
        base, factor = (VIEWER_BASE, VIEWER_FACTOR) if call[0] == "pajeview" else (BASE, FACTOR)
        if is_table(what, call):
            base, factor = TABLE_BASE, TABLE_FACTOR
        read = bytes_read(call, size)
        self.report.check(f"{name}: memory in proportion", memory < base + factor * read,
                          f"{memory / 1e6:.0f} MB for {read / 1e6:.0f} MB")

    def check_returns(self, what, trace):
        for make, call in RETURNS:
            made = self.scratch / "made"
            _, said, _, _ = run([self.tools / make[0], *make[1:], made, trace], UNCOUNTED_SECONDS)
            if made.exists():  # else a problem of the trace, or too much for the format
                self.check(f"{what} by {make[0]}", call, made, made.stat().st_size)
                self.check_limit(f"{what} by {make[0]}", call, made, made.stat().st_size, LIMITS[0])
                made.unlink()
            else:
                self.report.check(f"{what}: {' '.join(make)} says why", said, "no word")

    def check_limit(self, what, call, trace, size, megabytes):
        name, code, said, _ = self.run(what, call, trace, size, "--max-memory", f"{megabytes}MB")
        if code == 2:
            self.report.check(f"{name} says why", WARNING.sub("", said).count("\n") in range(1, 6), said[:300])
        if megabytes == LIMITS[0]:
            self.report.check(f"{name} is kept to", code == 2 and "(--max-memory)" in said,
                              f"{code} {said[:300]}")

    def check_count(self, what, trace, table, wanted):
        """That nothing was taken for something else."""
        done = blackbox.run([self.tools / "pj_query", "-z", trace, f"SELECT count(*) FROM {table}"],
                            timeout=UNCOUNTED_SECONDS)
        self.report.check(f"{what}: {table}", done.out.split()[1:] == [str(wanted)],
                          f"{done.out} {done.err}, expected {wanted}")


def check_shapes(bounds, factor, only):
    for shape, count in blackbox.share(SHAPES.items()):
        if only and shape.__name__ not in only:
            continue
        trace = bounds.scratch / f"{shape.__name__}.trace"
        with open(trace, "w", encoding="ascii") as file:
            file.write(HEADER)
            file.writelines(shape(round(count * factor)))
        size = trace.stat().st_size
        for call in bounds.calls:
            bounds.check(shape.__name__, call, trace, size)
            for megabytes in LIMITS:
                bounds.check_limit(shape.__name__, call, trace, size, megabytes)
        bounds.check_returns(shape.__name__, trace)
        if shape.__name__ in COUNTED:
            table = COUNTED[shape.__name__]
            bounds.check_count(shape.__name__, trace, table,
                               round(count * factor) + ALREADY.get(table, 0))
        trace.unlink()


def check_parts(bounds, factor):
    """A trace in very many files: they are not all open at once."""
    count = round(PARTS * factor)
    folder = bounds.scratch / "many"
    folder.mkdir()
    root = folder / "root.trace"
    root.write_text(HEADER + "".join(f"7 p P {i}.trace\n" for i in range(count)), "ascii")
    for i in range(count):
        (folder / f"{i}.trace").write_text(f"4 {i} S p v{i % 3}\n", "ascii")
    size = root.stat().st_size + 16 * count
    bounds.files = count
    for call in bounds.calls:
        bounds.check("many_parts", call, root, size)
        bounds.check_limit("many_parts", call, root, size, LIMITS[0])
    bounds.check_count("many_parts", root, "states", count)
    bounds.files = 1
    shutil.rmtree(folder)


def busy_in_turn():
    yield definition("SetState", 100, "Time Type Container Value")
    for i in range(1000):
        yield f"3 0 c{i} P 0 c{i}\n"
        yield from (f"100 {i}.{k} S c{i} v\n" for k in range(1000, 4000))


def linked_in_turn():
    yield "0 Q P Q\n2 M P Q Q M\n"
    for i in range(300):
        yield f"3 0 c{i} P 0 c{i}\n3 0 d{i} Q c{i} d{i}\n"
        yield from (f"5 {i}.{k} M c{i} d{i} v {k}\n6 {i}.{k} M c{i} d{i} v {k}\n"
                    for k in range(1000, 5000))


def check_stream(bounds):
    """Containers that are busy one after the other: once a container's objects are delivered, they
    leave nothing after."""
    trace = bounds.scratch / "stream.trace"
    for lines, calls in ((busy_in_turn, (["-o"], ["-q"], ["-o", "-u"])), (linked_in_turn, (["-o"],))):
        with open(trace, "w", encoding="ascii") as file:
            file.write(HEADER)
            file.writelines(lines())
        for options in calls:
            code, said, memory, _ = run([bounds.tools / "pj_dump", "-z", *options, trace],
                                        UNCOUNTED_SECONDS)
            bounds.report.check(f"stream: {lines.__name__}: {options}", code == 0 and memory < STREAM,
                                f"{code} {said} {memory / 1e6:.0f} MB")
    trace.unlink()


def check_bomb(bounds, factor):
    """Much text in a small file: it is not kept."""
    bomb = bounds.scratch / "bomb.trace.xz"
    blank = b"\n" * 10_000_000
    packer = lzma.LZMACompressor()
    with open(bomb, "wb") as file:
        file.write(packer.compress(HEADER.encode()))
        for _ in range(round(20 * factor)):
            file.write(packer.compress(blank))
        file.write(packer.flush())
    for call in CALLS[:6]:
        code, said, memory, _ = run(bounds.command(call, bomb), UNCOUNTED_SECONDS)
        bounds.report.check(f"bomb: {' '.join(call)}", code == 0 and memory < BASE,
                            f"{code} {said} {memory / 1e6:.0f} MB")


@blackbox.group
def check_all_shapes(bounds, options):
    check_shapes(bounds, options.factor, options.only)


@blackbox.group
def check_many_parts(bounds, options):
    check_parts(bounds, options.factor)


@blackbox.group
def check_streams(bounds, _):
    check_stream(bounds)


@blackbox.group
def check_bombs(bounds, options):
    check_bomb(bounds, options.factor)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("tools", type=Path)
    parser.add_argument("--viewer", type=Path)
    parser.add_argument("--factor", type=float, default=1)
    parser.add_argument("--only", nargs="*", help="names of shapes")
    parser.add_argument("--slowest", type=int, default=0, help="how many to print at the end")
    options = parser.parse_args()
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        bounds = Bounds(options.tools, options.viewer, Path(scratch), report)
        blackbox.run_groups(bounds, options)
        for rate, seconds, name in sorted(bounds.slowest, reverse=True)[:options.slowest]:
            print(f"{rate:.3f} s of processor time for a MB, {seconds:.2f} s: {name}")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
