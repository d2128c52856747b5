#!/usr/bin/env python3
"""Checks what pj_dump says about bad traces: exit code, place, and the message word for word.

Usage: run_errors.py TOOL_DIR SAMPLES [--update]

SAMPLES/bad holds the traces. The first comment of each says where it is wrong, expected.txt next to
this script what the first line of the message is (file name, tab, message without the directory);
--update writes that file anew.
"""

import argparse
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

EXPECTED = HERE / "expected.txt"
WRONG_AT = re.compile(rb"# Wrong at (?:line (\d+)(?: of (\S+\.paje))?|the end)")


def bad_traces(directory):
    """The traces to open, as names relative to the directory: parts are opened by their roots."""
    paths = [path for path in directory.rglob("*.paje") if path.name != "part.paje"]
    return sorted(str(path.relative_to(directory)) for path in paths)


def places_that_may_be_named(directory, name):
    """The places at which the error may be reported, by the file's first comment; empty without one.
    An error at the end is reported at the last line or just after it."""
    text = (directory / name).read_bytes()
    found = WRONG_AT.match(text)
    if not found:
        return []
    if found[2]:
        name = f"{Path(name).parent}/{found[2].decode()}"
    last = len(text.splitlines())
    lines = [int(found[1])] if found[1] else [last, last + 1]
    return [f"{name}:{line}:" for line in lines]


class ErrorTest:
    def __init__(self, tool, directory, expected, report):
        self.tool = tool
        self.directory = directory
        self.expected = expected
        self.report = report

    def run(self, name, *options):
        return blackbox.run([self.tool, *options, self.directory / name])

    def message(self, done):
        """The first line of standard error without the directory."""
        return done.err.partition("\n")[0].replace(f"{self.directory}/", "")

    def check(self, name):
        done = self.run(name)
        first = self.message(done)
        check = self.report.check
        check(f"{name}: exit code", done.code == 1 and not done.trouble(),
              done.trouble() or f"{done.code}")
        check(f"{name}: standard output", blackbox.complete_lines(done.out), "a line is cut")
        check(f"{name}: standard error", done.err and blackbox.complete_lines(done.err), done.err)
        self.check_place(name, first)
        for word in ("error:", "expected"):
            check(f"{name}: says '{word}'", word in first, first)
        # The message does not depend on what is printed, nor on whether it is printed early.
        for option in ("-q", "-o"):
            self.report.same(f"{name} {option}: message", first, self.message(self.run(name, option)))
        if name not in self.expected:
            return check(f"{name}: message", False, "not in expected.txt (see --update)")
        return self.report.same(f"{name}: message", self.expected[name] + "\n", first + "\n")

    def check_place(self, name, first):
        places = places_that_may_be_named(self.directory, name)
        if not places:
            return self.report.check(f"{name}: comment", False, "does not say where it is wrong")
        return self.report.check(f"{name}: place", first.startswith(tuple(places)),
                                 f"{first!r} does not begin with {' or '.join(places)}")

    def messages(self, names):
        return {name: self.message(self.run(name)) for name in names}


def read_expected():
    """{name: message} of expected.txt."""
    if not EXPECTED.is_file():
        return {}
    lines = EXPECTED.read_text(encoding="utf-8").split("\n")
    return dict(line.split("\t", 1) for line in lines if line)


def write_expected(messages):
    silent = sorted(name for name, message in messages.items() if not message)
    if silent:
        sys.exit(f"no message about {', '.join(silent)}: {EXPECTED} is left as it was")
    text = "".join(f"{name}\t{message}\n" for name, message in sorted(messages.items()))
    EXPECTED.write_text(text, encoding="utf-8")
    print(f"{EXPECTED}: {len(messages)} messages")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("tool_dir")
    parser.add_argument("samples", type=Path)
    parser.add_argument("--update", action="store_true", help="write expected.txt anew")
    arguments = parser.parse_args()
    directory = arguments.samples / "bad"
    names = bad_traces(directory)
    report = blackbox.Report()
    expected = read_expected()
    test = ErrorTest(blackbox.need_tool(arguments.tool_dir, "pj_dump"), directory, expected, report)
    if arguments.update:
        return write_expected(test.messages(names))
    report.check("bad traces", len(names) > 40, f"{len(names)} in {directory}")
    for name in names:
        test.check(name)
    gone = sorted(set(expected) - set(names))
    report.check("expected.txt", not gone, f"messages of traces that are gone: {gone}")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
