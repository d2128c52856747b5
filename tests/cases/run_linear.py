#!/usr/bin/env python3
"""Reading takes work in proportion to the bytes read, whatever they are: the instructions that are
executed for some input and for twice as much of it are counted, by Valgrind's Callgrind.

Usage: run_linear.py TOOL_DIR
"""

import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "bounds")]
import blackbox
from shapes import HEADER

HEAD = HEADER.encode()
# Twice the input takes twice the work, and a little more where tables grow with it; where it took the
# square, it would be four times as much.
MOST = 2.6
COLLECTED = re.compile(r"Collected : (\d+)")


def line(text):
    return HEAD + text + b"\n"


# What is there so often: once in `count` bytes or lines.
CLASSES = {
    "NUL bytes alone": lambda count: b"\0" * count,
    "NUL bytes in a word": lambda count: line(b"99 a" + b"\0" * count),
    "NUL bytes in quotes": lambda count: line(b'99 "' + b"\0" * count + b'"'),
    "NUL bytes and words": lambda count: line(b"99 " + b"\0 a" * (count // 3)),
    "NUL bytes in a definition": lambda count: b"%EventDef PajeX\0" + b"\0" * count + b" 1\n",
    "a NUL in each of many lines": lambda count: HEAD + b"99 \0\n" * (count // 5),
    "quotes that never close": lambda count: HEAD + b'99 "a\n' * (count // 6),
    "one quote of many bytes": lambda count: line(b'99 "' + b"a" * count),
    "quotes in words": lambda count: line(b'99 a' + b'"' * count),
    "blanks of all kinds": lambda count: line(b"99" + b" \t\v\f" * (count // 4)),
    "carriage returns": lambda count: HEAD + b"\r" * count + b"\n",
    "percent signs": lambda count: HEAD + b"%" * count + b"\n",
    "percent signs in lines": lambda count: HEAD + b"%\n" * (count // 2),
    "comments": lambda count: HEAD + b"# c\n" * (count // 4),
    "words behind a type": lambda count: b"%EventDef PajePopState 1\n% Time date" + b" w" * (count // 2) + b"\n",
    "fields of an unknown type": lambda count: b"%EventDef PajePopState 1\n" + b"% F x\n" * (count // 6),
    "lines of an unknown event": lambda count: HEAD + b"987 1\n" * (count // 6),
    "lines with too many words": lambda count: HEAD + b"1 a b c d e f g h i j k l\n" * (count // 26),
    "a byte order mark in each line": lambda count: HEAD + b"\xef\xbb\xbf\n" * (count // 4),
    "numbers of many digits": lambda count: line(b"6 0." + b"1" * count + b" a b c"),
}


def instructions(tool, path):
    done = blackbox.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", tool, "-q",
                         "-j1", "--lenient", path], timeout=300)
    found = COLLECTED.search(done.err)
    return int(found[1]) if found else None


class Counter:
    """Counts once for equal contents: most inputs of no size are."""

    def __init__(self, tool, scratch):
        self.tool, self.path, self.found = tool, scratch / "counted.paje", {}

    def of(self, content):
        if content not in self.found:
            self.path.write_bytes(content)
            self.found[content] = instructions(self.tool, self.path)
        return self.found[content]


def check(report, counter, name, make):
    counts = [counter.of(make(size)) for size in (0, 60_000, 120_000)]
    if None in counts:
        return report.check(name, False, f"not counted: {counts}")
    small, large = (count - counts[0] for count in counts[1:])
    # Such small costs are noise compared to those of starting.
    return report.check(name, large <= max(MOST * small, 2_000_000),
                        f"{small:,} instructions, and {large:,} for twice as much")


def main():
    if shutil.which("valgrind") is None:
        blackbox.skip("there is no valgrind")
    report = blackbox.Report()
    tool = blackbox.need_tool(sys.argv[1], "pj_dump")
    with blackbox.scratch_directory() as scratch:
        checks = blackbox.share(CLASSES.items())
        counter = Counter(tool, Path(scratch))
        for name, make in checks:
            check(report, counter, name, make)
    sys.exit(report.finish())


if __name__ == "__main__":
    main()
