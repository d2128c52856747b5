#!/usr/bin/env python3
"""Changes sample traces at random and runs the reference (Debian's pj_dump) and ours on each.

Reported are traces that the reference dumps and ours rejects, and those whose tables differ,
except for the differences that are meant (deliberate.py). Of each kind of finding one trace is made
as small as it goes and kept. By hand for long:

    tests/reference/fuzz_against_reference.py build/release/tools sample_traces --rounds 100000
"""

import argparse
import hashlib
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "reference")]
import blackbox
from deliberate import Case, verdict
from running import Runner, memory_folder
from trace_mutations import mutated

LONGEST = 20_000  # bytes of a trace that is changed; of longer ones the first lines are
FIRST_LINES = 350
# Calls that the reference answers rightly (others: compare_with_reference.py says why).
OPTIONS = [[], [], [], ["-z"], ["-z"], ["-u"], ["-u", "-z"], ["-i", "-z"], ["-n"], ["-h"],
           ["-l", "9", "-z"]]
GOOD_SHARE = 8  # how many times more often a trace that the reference dumps is changed
HANGS_SECONDS = 0.2  # what the reference has when a trace is made smaller
PIECE = 50  # rounds that a process does at once


def texts_of(folders):
    """The sample traces, in an order that does not depend on the file system."""
    texts = {}
    for folder in folders:
        for path in sorted([*folder.rglob("*.paje"), *folder.rglob("*.trace")]):
            text = path.read_bytes().replace(b"\0", b"?")
            if len(text) > LONGEST:
                text = b"\n".join(text.split(b"\n")[:FIRST_LINES])
            if text:
                texts.setdefault(text, path)
    return list(texts)


class Fuzzer:
    """What a process needs to do rounds; made before the processes are forked."""

    def __init__(self, arguments, tools):
        self.seed = arguments.seed
        self.tools = tools
        texts = texts_of([arguments.samples, blackbox.DATA / "traces", *arguments.traces])
        good = [text for text in texts if self.is_dumped(text)]
        # A bad trace is seldom mended by a change.
        self.grounds = good * max(1, GOOD_SHARE * len(texts) // max(1, len(good))) + texts

    def case_of(self, number):
        chance = random.Random(f"{self.seed}/{number}")
        text, changes = mutated(chance, self.grounds)
        return text, chance.choice(OPTIONS), changes

    def is_dumped(self, text):
        with tempfile.TemporaryDirectory(dir=memory_folder(), prefix="paje_fuzz_") as folder:
            runner = self.runner(folder)
            runner.trace.write_bytes(text)
            return runner.run([runner.reference, "-z", "-n"], runner.reference_seconds).code == 0

    def rounds(self, numbers):
        """[(number, verdict)] of those rounds in which something is to be reported or counted."""
        with tempfile.TemporaryDirectory(dir=memory_folder(), prefix="paje_fuzz_") as folder:
            runner = self.runner(folder)
            return [(number, self.judge(runner, *self.case_of(number)[:2])) for number in numbers]

    def runner(self, folder, *reference_seconds):
        os.chdir(folder)  # the trace has a short name, and no parts next to it
        return Runner(*self.tools, folder, *reference_seconds)

    @staticmethod
    def judge(runner, text, options):
        return verdict(Case(text, options, *runner.run_both(text, options)))

    def smallest(self, number):
        """The round's trace with all taken out that its finding does not need."""
        text, options, changes = self.case_of(number)
        with tempfile.TemporaryDirectory(dir=memory_folder(), prefix="paje_fuzz_") as folder:
            runner = self.runner(folder, HANGS_SECONDS)
            finding = self.judge(runner, text, options)

            def still_there(smaller):
                return self.judge(runner, smaller, options) == finding

            if options and self.judge(runner, text, []) == finding:
                options = []
            for separator in (b"\n", b" ", b""):
                text = reduced(text, separator, still_there)
            theirs, mine = runner.run_both(text, options)
        return text, options, changes, theirs, mine


def reduced(text, separator, still_there):
    """Without the pieces that `still_there` does not need: halves first, then ever smaller ones."""
    pieces = text.split(separator) if separator else [bytes([byte]) for byte in text]
    size = len(pieces) // 2
    if not separator:
        size = min(size, 8)
    while size >= 1:
        at = 0
        while at < len(pieces):
            smaller = pieces[:at] + pieces[at + size:]
            if smaller and still_there(separator.join(smaller)):
                pieces = smaller
            else:
                at += size
        size //= 2
    return separator.join(pieces)


FUZZER = None  # inherited by the processes


def rounds(numbers):
    return FUZZER.rounds(numbers)


def shown(ended):
    text = (ended.out + ended.err).decode("latin-1").encode("unicode_escape").decode()
    return f"{ended.code}: {blackbox.shorten(text.replace(chr(92) + 'n', chr(10) + '      '), 1500)}"


def keep(folder, finding, text):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{hashlib.sha1(finding.encode()).hexdigest()[:10]}.paje"
    path.write_bytes(text)
    return path


def report_findings(found, folder):
    for finding, numbers in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        text, options, changes, theirs, mine = FUZZER.smallest(numbers[0])
        path = keep(folder, finding, text)
        print(f"FOUND {len(numbers)} times: {finding}\n  smallest: {path}, pj_dump {' '.join(options)}"
              f" (round {numbers[0]}: {', '.join(changes)})\n"
              f"    reference {shown(theirs)}\n    ours {shown(mine)}", flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tool_dir")
    parser.add_argument("samples", type=Path)
    parser.add_argument("--traces", type=Path, nargs="*", default=[],
                        help="folders of further traces, changed if there")
    parser.add_argument("--reference", default=shutil.which("pj_dump", path="/usr/bin:/usr/local/bin"),
                        help="the reference tool")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=blackbox.WORKERS)
    parser.add_argument("--keep", type=Path, default=Path("fuzz_findings"),
                        help="folder for the smallest traces of each finding")
    return parser.parse_args()


def main():
    global FUZZER
    arguments = parse_arguments()
    if not arguments.reference or not Path(arguments.reference).is_file():
        blackbox.skip("the reference is not installed (Debian package pajeng)")
    ours = blackbox.need_tool(arguments.tool_dir, "pj_dump")
    arguments.keep = arguments.keep.resolve()
    FUZZER = Fuzzer(arguments, (Path(arguments.reference).resolve(), ours))
    last = arguments.first + arguments.rounds
    pieces = [range(n, min(n + PIECE, last)) for n in range(arguments.first, last, PIECE)]
    counts, found, begin = Counter(), {}, time.monotonic()
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        for piece in pool.imap(rounds, pieces):
            for number, (kind, what) in piece:
                counts[kind if kind == "finding" or not what else f"{kind}: {what}"] += 1
                if kind == "finding":
                    found.setdefault(what, []).append(number)
    for kind, count in counts.most_common():
        print(f"{count:8} {kind}")
    print(f"{arguments.rounds} rounds in {time.monotonic() - begin:.0f} s", flush=True)
    report_findings(found, arguments.keep)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
