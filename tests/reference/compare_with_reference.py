#!/usr/bin/env python3
"""Compares pj_dump with the reference tool (Debian's pj_dump): exit codes and outputs, on sample
traces, on real traces and on generated ones, with a matrix of options.

Where the tools differ on purpose is listed in allowances.py, in other_outputs.py (-s, -e, -c and -f,
which the reference gets wrong) and in the tables below.
"""

import argparse
import itertools
import shutil
import sys
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "reference")]
import blackbox
import other_outputs
from allowances import ALLOWANCES, TextComparison

MIDDLE = "MIDDLE"  # stands for a time in the middle of the trace
FLAGS = ["-z", "-u", "-h", "-i", "-n", "-o"]
WITH_VALUES = [["-l", "9"], ["-l", "0"], ["-a", MIDDLE]]
# Every set of flags, and each option with a value together with one flag at most. The first is none.
OPTIONS = [list(flags) for count in range(len(FLAGS) + 1)
           for flags in itertools.combinations(FLAGS, count)]
OPTIONS += [[*flag, *value] for value in WITH_VALUES for flag in [[], *([f] for f in FLAGS)]]
OPTIONS += [["-d"], ["-d", "-u", "-z"], ["-q", "-h"], ["-u", "-i", "-l", "3"]]
OPTIONS_OF_LONG_TRACES = [[], ["-o"], ["-a", MIDDLE], ["-u", "-i"], ["-d"]]
LONG = 1 << 20  # bytes
HIERARCHIES = ["--type-hierarchy", "--entity-hierarchy"]

# Traces on which the reference goes wrong in a way of its own, and how; our tool must read them.
REFERENCE_FAILS = {
    "empty_string.paje": "takes an empty word at the end of a line for a quote: aborts",
    "long_line.paje": "aborts on a line of more than 20 words",
    "root.paje": "ignores the parts of a trace",
    "negative_and_exponent_times.paje": "drops objects before time 0",
}
# Options with which it does.
STOPS_CONTAINERS = ("leaves out all later lines of a container once one is past the stop, even those "
                    "with earlier times")
OPTION_FAILS = {
    ("latin1.paje", "-d"): "writes the bytes as they are, where Graphviz wants UTF-8",
    ("unsorted_containers.paje", "-a"): STOPS_CONTAINERS,
    ("seed30.paje", "-a"): STOPS_CONTAINERS,
    ("seed69.paje", "-a"): STOPS_CONTAINERS,
}
NOT_WITH_EACH_OTHER = [("-a", "-o")]  # what is printed then depends on the order of the lines
MOST_COMPRESSED = 1 << 20  # of real traces: the reference needs too long for more
MOST_TIME_ALLOWANCES = 0.01  # of all lines


class Comparison:
    """Runs both tools on one trace and compares; kept apart by trace, so that threads need not
    share one."""

    def __init__(self, tools, name, path, always=()):
        self.reference, self.ours = tools
        self.name = name
        self.path = path
        self.always = list(always)
        self.text = TextComparison()
        self.end = None  # of the trace
        self.crashes = 0  # of the reference
        self.results = []  # (what, why it failed or '')

    def note(self, what, why=""):
        self.results.append((f"{self.name} {what}".rstrip(), why))

    def run_both(self, options):
        return [blackbox.run([tool, *self.always, *options, self.path])
                for tool in (self.reference, self.ours)]

    def compare_all(self):
        theirs, mine = self.run_both([])
        self.end = end_of_trace(mine.out)
        self.compare([], theirs, mine)
        # Half links are an error. Everything but that can be seen with -z only.
        if theirs.code == 1:
            self.always.append("-z")
            theirs, mine = self.run_both([])
            self.end = end_of_trace(mine.out)
            self.compare([], theirs, mine)
        is_long = self.path.stat().st_size > LONG
        for options in (OPTIONS_OF_LONG_TRACES if is_long else OPTIONS)[1:]:
            if any((self.path.name, option) in OPTION_FAILS for option in options):
                continue
            if any(set(pair) <= {*options, *self.always} for pair in NOT_WITH_EACH_OTHER):
                continue
            options = [repr(self.end / 2) if word == MIDDLE else word for word in options]
            self.compare(options, *self.run_both(options))
        if not is_long:
            other_outputs.compare(self)
        with blackbox.scratch_directory() as scratch:
            self.compare_hierarchies(Path(scratch))
        return self

    def compare(self, options, theirs, mine):
        self.note(" ".join(self.always + options), self.failure(options, theirs, mine))

    def failure(self, options, theirs, mine):
        """Why the results do not agree, or ''."""
        if mine.trouble():
            return mine.trouble()
        if theirs.code is not None and theirs.code < 0 and mine.code == 0:
            self.crashes += 1
            return missing_lines(theirs.out, mine.out)
        if theirs.code != mine.code:
            return f"exit code {mine.code}, the reference's is {theirs.code}: {mine.err[:200]}"
        if mine.code != 0:  # the texts differ on purpose: ours goes to standard error
            orderly = mine.err and blackbox.complete_lines(mine.out)
            return "" if orderly else "not told in an orderly way: " + mine.err
        if mine.err:
            return "standard error: " + blackbox.shorten(mine.err)
        if "-o" in options:  # order is free
            return self.difference(sorted_lines(theirs.out), sorted_lines(mine.out))
        end = float(options[options.index("-a") + 1]) if "-a" in options else self.end
        return self.difference(theirs.out, mine.out, end, "-a" in options)

    def difference(self, before, after, *window):
        if self.text.same(before, after, *window):
            return ""
        return "\n" + blackbox.short_diff(before, after)

    def compare_hierarchies(self, scratch):
        for option, tool in itertools.product(HIERARCHIES, (self.reference, self.ours)):
            file = scratch / (option + ("r" if tool == self.reference else "o"))
            done = blackbox.run([tool, *self.always, "-q", option, file, self.path])
            if done.out and done.code == 0:
                self.note(f"-q {option}", "prints: " + blackbox.shorten(done.out))
        for option in HIERARCHIES:
            files = [scratch / (option + which) for which in "ro"]
            texts = [blackbox.text_of(f.read_bytes()) if f.exists() else "none" for f in files]
            self.note(f"-q {option}", self.difference(*texts))


def end_of_trace(dump):
    """The end of the root container, which the dump's first line gives."""
    words = dump.partition("\n")[0].split(", ")
    return float(words[4]) if words[0] == "Container" else 0.0


def missing_lines(part, whole):
    """Of what a tool printed before it crashed, what another did not print, or ''."""
    complete = part[:part.rfind("\n") + 1]
    missing = Counter(complete.splitlines()) - Counter(whole.splitlines())
    return f"not printed: {next(iter(missing))}" if missing else ""


def sorted_lines(text):
    return "".join(sorted(text.splitlines(keepends=True)))


def check_of_ours(tools, name, path):
    """For traces that the reference cannot read: ours does."""
    comparison = Comparison(tools, name, path)
    done = blackbox.run([tools[1], path])
    orderly = done.code == 0 and not done.err and blackbox.complete_lines(done.out)
    comparison.note("(ours alone)", "" if orderly else f"exit code {done.code}: {done.err}")
    return comparison


def sample_jobs(tools, samples):
    """A job (a function without arguments) for each sample trace."""
    paths = [*samples.glob("features/*.paje"), *samples.glob("features/*/root.paje"),
             *samples.glob("heat/*.trace")]
    for path in sorted(paths):
        name = str(path.relative_to(samples))
        if path.name in REFERENCE_FAILS:
            yield lambda name=name, path=path: check_of_ours(tools, name, path)
        else:
            always = ["-n"] if path.name == "old_field_names.paje" else []
            yield Comparison(tools, name, path, always).compare_all


def real_jobs(tools, further, scratch):
    for name, path in blackbox.real_traces(further, MOST_COMPRESSED):
        if name == "smpi_topology_missing_field.trace":  # the reference goes on after a wrong field count
            continue
        if path.suffix == ".xz":
            text, path = blackbox.unpacked(path), scratch / name
            path.write_bytes(text)
        yield Comparison(tools, name, path).compare_all


def compare_generated(tools, generator, seed, events, scratch):
    path = scratch / f"seed{seed}.paje"
    comparison = Comparison(tools, f"seed {seed}", path)
    done = blackbox.run([generator, "--shape", "varied", "--seed", seed, "--events", events,
                         "-o", path])
    if done.code != 0:
        comparison.note("pj_generate", f"exit code {done.code}: {done.err}")
        return comparison
    comparison.compare_all()
    if all(not why for _, why in comparison.results):
        path.unlink()
    return comparison


def generated_jobs(tools, arguments, scratch):
    generator = Path(arguments.tool_dir).resolve() / "pj_generate"
    if not generator.is_file():
        print(f"left out: generated traces, there is no {generator}")
        return
    first, last = map(int, arguments.seeds.split(":"))
    for seed in range(first, last):
        yield lambda seed=seed: compare_generated(tools, generator, seed, arguments.events, scratch)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("tool_dir")
    parser.add_argument("samples", type=Path)
    parser.add_argument("--traces", type=Path, help="folder of further traces, compared if there")
    parser.add_argument("--reference", default=shutil.which("pj_dump"), help="the reference tool")
    parser.add_argument("--seeds", default="0:300", metavar="A:B", help="generated traces [A, B)")
    parser.add_argument("--events", default="200", help="events of a generated trace")
    return parser.parse_args()


def report_all(jobs):
    report = blackbox.Report()
    lines, crashes, used = 0, 0, Counter()
    for comparison in blackbox.parallel(lambda job: job(), jobs):
        for what, why in comparison.results:
            report.check(what, not why, why)
        lines += comparison.text.lines
        crashes += comparison.crashes
        used += comparison.text.used
    print(f"{lines} lines compared; agree by an allowance only: "
          + ", ".join(f"{used[name]} ({name})" for name in ALLOWANCES)
          + f"; the reference crashed {crashes} times")
    report.check("lines that need an allowance for times",
                 used["time"] <= MOST_TIME_ALLOWANCES * lines, f"{used['time']} of {lines}")
    return report.finish()


def main():
    arguments = parse_arguments()
    if not arguments.reference or not Path(arguments.reference).is_file():
        blackbox.skip("the reference is not installed (Debian package pajeng)")
    tools = (arguments.reference, blackbox.need_tool(arguments.tool_dir, "pj_dump"))
    with blackbox.scratch_directory() as scratch:
        scratch = Path(scratch)
        jobs = list(sample_jobs(tools, arguments.samples))
        jobs += real_jobs(tools, arguments.traces, scratch)
        jobs += generated_jobs(tools, arguments, scratch)
        return report_all(blackbox.share(jobs))


if __name__ == "__main__":
    sys.exit(main())
