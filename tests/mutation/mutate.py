#!/usr/bin/env python3
"""Feeds randomly damaged traces to the tools that read: whatever the input, they end in time with
exit code 0 or 1, never by a signal, never with a sanitizer's report, say why when it is 1, and
write complete lines only.
"""

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

SECONDS = 20
LONGEST = 50_000  # bytes of a trace that is taken as a ground
CALLS = [["pj_dump"], ["pj_dump", "-o"], ["pj_dump", "--lenient"], ["pj_dump", "--lenient", "-o"],
         ["pj_dump", "-n", "-z", "-u", "-i", "-h", "--quotes=csv"], ["pj_validate"]]
WORDS = [b"", b'"', b'""', b"%", b"%EventDef", b"%EndEventDef", b"0", b"-1", b"1e308", b"nan",
         b"-inf", b"99999999999999999999", b"\0", b"\r", b"#", b"\xff", b"x" * 5000]


def somewhere(chance, items):
    """A random non-empty range of items, short ones more often."""
    begin = chance.randrange(len(items))
    return begin, min(len(items), begin + 1 + int(chance.expovariate(0.2)))


def change_bytes(chance, text, _):
    text = bytearray(text)
    for _ in range(chance.choice((1, 1, 2, 8))):
        text[chance.randrange(len(text))] = chance.randrange(256)
    return bytes(text)


def delete_bytes(chance, text, _):
    begin, end = somewhere(chance, text)
    return text[:begin] + text[end:]


def repeat_bytes(chance, text, _):
    begin, end = somewhere(chance, text)
    return text[:end] + text[begin:end] * chance.choice((1, 1, 100)) + text[end:]


def truncate(chance, text, _):
    return text[:chance.randrange(len(text))]


def change_word(chance, text, _):
    words = text.split(b" ")
    words[chance.randrange(len(words))] = chance.choice(WORDS + [chance.choice(words)])
    return b" ".join(words)


def by_lines(change):
    """A mutation of the text's list of lines, from one that changes the list in place."""
    def mutation(chance, text, other):
        lines = text.splitlines(keepends=True)
        change(chance, lines, other.splitlines(keepends=True))
        return b"".join(lines)
    return mutation


@by_lines
def swap_lines(chance, lines, _):
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


@by_lines
def delete_lines(chance, lines, _):
    begin, end = somewhere(chance, lines)
    del lines[begin:end]


@by_lines
def repeat_line(chance, lines, _):
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))


@by_lines
def splice(chance, lines, others):
    begin, end = somewhere(chance, others)
    lines[chance.randrange(len(lines)):0] = others[begin:end]


@by_lines
def continue_with_other(chance, lines, others):
    lines[chance.randrange(len(lines)):] = others[chance.randrange(len(others)):]


MUTATIONS = [change_bytes, delete_bytes, repeat_bytes, truncate, change_word, change_word,
             swap_lines, delete_lines, repeat_line, splice, continue_with_other]


def mutated(chance, grounds):
    text, other = chance.choice(grounds), chance.choice(grounds)
    for _ in range(chance.choice((1, 1, 2, 5))):
        if text:
            text = chance.choice(MUTATIONS)(chance, text, other)
    return text


def fault(done):
    """What is wrong with the way a tool ended, or ''."""
    if done.trouble():
        return done.trouble()
    if done.code not in (0, 1):
        return f"exit code {done.code}: {blackbox.shorten(done.err)}"
    if done.code == 1 and not done.err and not done.out:
        return "exit code 1 and not a word"
    if not blackbox.complete_lines(done.out) or not blackbox.complete_lines(done.err):
        return "the last line is cut"
    return ""


def fault_of(call, done):
    # What pj_validate finds is its output, and goes to standard output.
    if call[0] != "pj_validate" and done.code == 1 and not done.err:
        return "exit code 1 and nothing on standard error"
    return fault(done)


class MutationTest:
    def __init__(self, arguments, calls, grounds, scratch):
        self.calls = calls
        self.grounds = grounds
        self.seed = arguments.seed
        self.scratch = scratch
        self.kept = Path(arguments.keep)

    def round(self, number):
        """Faults of all calls on one damaged trace, from a file and from standard input."""
        text = mutated(random.Random(f"{self.seed}/{number}"), self.grounds)
        path = self.scratch / f"mutated_{self.seed}_{number}.paje"
        path.write_bytes(text)
        faults = []
        for call in self.calls:
            for where, done in (
                    ("", blackbox.run([*call, path], timeout=SECONDS)),
                    (" (standard input)", blackbox.run(call, stdin=text, timeout=SECONDS))):
                faults.append((self.name(number, call, where), fault_of([call[0].name], done)))
        if any(why for _, why in faults):
            self.kept.mkdir(parents=True, exist_ok=True)
            (self.kept / path.name).write_bytes(text)
        path.unlink()
        return faults

    @staticmethod
    def name(number, call, where):
        return f"round {number}: {' '.join([call[0].name, *call[1:]])}{where}"


def grounds_of(samples):
    paths = sorted(path for path in samples.rglob("*.paje"))
    texts = [path.read_bytes() for path in paths] + [b"\n".join([b"# short"] * 3)]
    return [text for text in texts if 0 < len(text) <= LONGEST]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool_dir", type=Path)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="mutation_failures",
                        help="folder for the traces on which a tool failed")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    blackbox.need_tool(arguments.tool_dir, "pj_dump")
    calls = [[arguments.tool_dir.resolve() / call[0], *call[1:]] for call in CALLS]
    calls = [call for call in calls if call[0].is_file()]
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        test = MutationTest(arguments, calls, grounds_of(arguments.samples), Path(scratch))
        for faults in blackbox.parallel(test.round, blackbox.share(range(arguments.rounds))):
            for name, why in faults:
                report.check(name, not why, why)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
