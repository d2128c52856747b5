#!/usr/bin/env python3
"""Numbers and names that nobody writes in earnest: times of every magnitude and infinite ones, NaN as the value of
every option that takes a number, windows outside of the run, names of any bytes. Every tool gives a result or a message
and ends; what it writes is well-formed.

Usage: run_hostile.py TOOL_DIR [--viewer PAJEVIEW] [--python-path DIR]
"""

import argparse
import math
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "hostile"), str(HERE.parent / "support")]
import blackbox
import traces
from well_formed import WellFormed

SECONDS = 60  # ample: nothing here takes one
USAGE = {"pj_dump": 64, "pj_equals": 64}
TOOLS = ["pj_dump", "pj_validate", "pj_equals", "pj_split", "pj_merge", "pj_aggregate", "paje2bin", "bin2paje",
         "pj_import", "pj_compare", "pj_query", "pj_export", "pj_generate", "pj_cut"]
# How the help of a tool names what is a number.
NUMBER = re.compile(r"^(NUMBER|FACTOR|PERCENT|PART|N|S|P|SIZE|WxH|PRECISION|SECONDS|(START|END|TIME)\d?)\b")
NOT_A_NUMBER = ["nan", "NaN", "-nan", "NAN", "nan(1)"]
INFINITE = ["inf", "-inf", "1e999", "infinity"]
# Here infinity is a bound that does not bind.
TAKES_INFINITY = {("pj_dump", "--start"), ("pj_dump", "--end"), ("pj_equals", "--start1"), ("pj_equals", "--end1"),
                  ("pj_equals", "--start2"), ("pj_equals", "--end2")}
TAKES_TWO = {"pj_equals", "pj_compare"}


def run(command, *words, **options):
    return blackbox.run([command, *words], timeout=SECONDS, **options)


class Hostile:
    def __init__(self, tools, viewer, scratch, report):
        self.tools, self.viewer, self.scratch, self.report = tools, viewer, scratch, report
        self.plain = scratch / "plain.paje"
        self.plain.write_bytes(traces.PLAIN)

    def command(self, tool):
        return self.viewer if tool == "pajeview" else self.tools / tool

    def number_options(self, tool):
        """The options that take a number, as --help names them."""
        text = run(self.command(tool), "--help").out
        found = re.findall(r"(--[a-z][a-z0-9-]*)(?:\[?=| )(\S+)", text)
        return sorted({option for option, value in found if NUMBER.match(value)})

    def inputs(self, tool):
        if tool == "pj_generate":
            return []
        if tool == "pj_split":
            return [self.plain, self.scratch / "split"]
        if tool == "pj_export":
            return ["--to", "csv", "-o", self.scratch / "csv", self.plain]
        return [self.plain] * (2 if tool in TAKES_TWO else 1)

    def check_options(self):
        tools = TOOLS + (["pajeview"] if self.viewer else [])
        counted = {}
        for tool in tools:
            options = self.number_options(tool)
            counted[tool] = len(options)
            for option in options:
                words = list(NOT_A_NUMBER)
                if (tool, option) not in TAKES_INFINITY:
                    words += INFINITE
                for word in words:
                    self.refuse(tool, option, word)
        for option, tool in (("--p", "pj_aggregate"), ("--time-tolerance", "pj_equals"),
                             ("--stop-at", "pj_dump"), ("--start-time", "pj_generate"), ("--width", "pj_compare")):
            self.report.check(f"{tool} {option} is looked at", option in self.number_options(tool))
        self.report.check("every tool has options that are numbers", min(counted.values()) > 0, str(counted))
        for tool, option in sorted(TAKES_INFINITY):
            done = run(self.command(tool), f"{option}=inf", *self.inputs(tool))
            self.report.check(f"{tool} {option}=inf", done.code == 0 and not done.trouble(), f"{done.code} {done.err}")

    def refuse(self, tool, option, word):
        picture = ["--render", self.scratch / "no.png"] if tool == "pajeview" else []
        value = f"{word}x{word}" if option == "--size" and tool == "pajeview" else word
        done = run(self.command(tool), *picture, f"{option}={value}", *self.inputs(tool))
        lines = done.err.splitlines()
        self.report.check(f"{tool} {option}={word}", done.code == USAGE.get(tool, 2) and len(lines) in (1, 2)
                          and (option in lines[0] or word in lines[0]), f"{done.code} {done.err[:200]}")

    def calls(self, trace):
        """What measures a run, and what only reads it."""
        for words in (["--csv"], ["--json"], ["--svg", self.scratch / "a.svg"], ["--png", self.scratch / "a.png"],
                      ["--list"], ["--p", "0.5", "--slices", "3"], ["--type", "V"], ["--type", "E"],
                      ["--type", "L"], ["--start", "0", "--end", "10"], ["--start=-1e308", "--end=1e308"],
                      ["--start", "1e10", "--end", "1e11"], ["--against", self.plain]):
            yield True, "pj_aggregate", [*words, trace]
        for words in ([], ["--json"], ["--svg", self.scratch / "c.svg"], ["--by", "time", "--csv"],
                      ["--output-diff", self.scratch / "d.paje"]):
            yield True, "pj_compare", [*words, trace, self.plain]
            yield True, "pj_compare", [*words, self.plain, trace]
            yield True, "pj_compare", [*words, trace, trace]
        yield True, "pj_export", ["--to", "chrome", trace]
        for mode in ("gantt", "aggregate", "compare") if self.viewer else ():
            for suffix in ("png", "svg"):
                words = ["--render", self.scratch / f"v.{suffix}", "--mode", mode, "--size", "600x400"]
                yield True, "pajeview", [*words, trace, *([self.plain] if mode == "compare" else [])]
        for window in (["--from", "0", "--to", "1e300"], ["--from=-1e308", "--to=1e308"], ["--from=1e-320"],
                       ["--from", "1e200", "--to", "1e250"]) if self.viewer else ():
            yield True, "pajeview", ["--render", self.scratch / "v.png", "--size", "600x400", *window, trace]
        for words in (["-q"], ["-o"], ["-s", "-inf", "-e", "inf"], ["-s", "1e308"], ["-a", "1"]):
            yield False, "pj_dump", [*words, trace]
        yield False, "pj_validate", [trace]
        yield False, "pj_validate", ["--json", trace]
        yield False, "pj_equals", [trace, trace]
        yield False, "pj_query", [trace, "select count(*), sum(duration) from states"]
        yield False, "pj_export", ["--to", "csv", "-o", self.scratch / "csv", trace]
        yield False, "paje2bin", [trace, "-o", self.scratch / "b.rst"]

    def check_calls(self, name, path, is_infinite):
        calls = list(self.calls(path))
        results = blackbox.parallel(lambda call: run(self.command(call[1]), *call[2]), calls)
        for (measures, tool, words), done in zip(calls, results):
            what = f"{name}: {tool} {' '.join(str(word) for word in words)}"
            self.report.check(what, not done.trouble() and done.code in (0, 1, 2), f"{done.trouble()} {done.err[:200]}")
            if done.code == 2 and done.err:
                self.report.check(f"{what}: one message", done.err.count("\n") == 1, done.err[:300])
            if not measures:
                self.report.check(f"{what}: is read", done.code == 0, f"{done.code} {done.err[:200]}")
            elif is_infinite and tool not in ("pj_aggregate", "pj_compare"):
                self.report.check(f"{what}: says that it is infinite", done.code == 1 and "infinite" in done.err,
                                  f"{done.code} {done.err[:200]}")
            elif is_infinite and tool == "pj_compare":
                self.report.check(f"{what}: is refused", done.code == 2 and "a time is not finite" in done.err,
                                  f"{done.code} {done.err[:200]}")

    def check_times(self):
        path = self.scratch / "extreme.paje"
        for name, times in traces.EXTREME_TIMES.items():
            path.write_bytes(traces.of_times(times))
            is_infinite = any(abs(time) == float("inf") for time in times)
            self.check_calls(name, path, is_infinite)
            if is_infinite and abs(times[0]) < float("inf"):
                done = run(self.tools / "pj_aggregate", path)
                self.report.check(f"{name}: pj_aggregate says so", done.code == 1 and "infinite" in done.err, done.err)
        for seed in range(3):
            path.write_bytes(traces.of_times(traces.random_times(seed)))
            self.check_calls(f"random times {seed}", path, False)
        for value in traces.EXTREME_VALUES:
            path.write_bytes(traces.of_times([0.0, 1.0, 2.0], value))
            self.check_calls(f"values {value}", path, False)

    def check_pictures(self):
        """Of times at random: well-formed, and no number in them is none."""
        path, other, picture = (self.scratch / name for name in ("one.paje", "other.paje", "picture.svg"))
        for seed in range(25):
            path.write_bytes(traces.of_times(traces.random_times(1000 + seed)))
            other.write_bytes(traces.of_times(traces.random_times(2000 + seed // 2)))
            for tool, words in (("pj_aggregate", [path]), ("pj_compare", [path, other])):
                picture.unlink(missing_ok=True)
                done = run(self.tools / tool, "--svg", picture, *words)
                what = f"{tool} --svg of random times {seed}"
                self.report.check(what, not done.trouble(), done.trouble())
                if not picture.is_file():
                    self.report.check(f"{what}: says why not", done.code in (1, 2) and done.err.count("\n") == 1, done.err)
                    continue
                for element in ElementTree.parse(picture).iter():
                    words_in = [word for key, word in element.items() if key not in ("fill", "stroke", "text-anchor",
                                                                                     "font-family", "viewBox")]
                    if not all(math.isfinite(float(word)) for word in words_in):
                        self.report.check(what, False, str(element.attrib))
                        break

    def check_kept_cases(self):
        for path in sorted((HERE / "hostile").glob("*.paje")):
            expected = path.read_text("latin-1").splitlines()[0].removeprefix("# ")
            calls = re.findall(r"(\w+)( [^;]*)? gives (\d)", expected)
            self.report.check(f"{path.name} says what is expected", bool(calls), expected)
            for tool, words, status in calls:
                if tool == "pajeview" and not self.viewer:
                    continue
                given = [str(self.scratch / "k.svg") if word == "SVG" else str(self.plain) if word == "PLAIN" else word
                         for word in (words or "").split()]
                done = run(self.command(tool), *given, path)
                self.report.check(f"{path.name}: {tool}{words}", done.code == int(status) and not done.trouble(),
                                  f"{done.code} {done.err[:300]}")

    def check_hostile_cases(self):
        for path in sorted((blackbox.DATA / "cases").glob("[01]*.paje")):
            for _, tool, words in self.calls(path):
                done = run(self.command(tool), *words)
                self.report.check(f"{path.name}: {tool} {' '.join(map(str, words))}", not done.trouble(),
                                  done.trouble())


@blackbox.group
def check_options(hostile):
    hostile.check_options()


@blackbox.group
def check_times(hostile):
    hostile.check_times()


@blackbox.group
def check_pictures(hostile):
    hostile.check_pictures()


@blackbox.group
def check_kept_cases(hostile):
    hostile.check_kept_cases()


@blackbox.group
def check_well_formed(hostile):
    WellFormed(hostile.tools, hostile.viewer, hostile.scratch, hostile.report, run).check_all()


@blackbox.group
def check_hostile_cases(hostile):
    hostile.check_hostile_cases()


@blackbox.group
def check_python(hostile):
    if not hostile.python_path:
        blackbox.skip("the Python package is not built, or with a sanitizer")
    words = [sys.executable, "-B", str(HERE / "hostile" / "python_numbers.py"), str(hostile.plain)]
    done = run(*words, environment={"PYTHONPATH": hostile.python_path})
    hostile.report.check("the Python package", done.code == 0,
                         f"{done.trouble()} {done.out}{done.err}"[-2000:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", type=Path)
    parser.add_argument("--viewer", type=Path)
    parser.add_argument("--python-path")
    arguments = parser.parse_args()
    tools = arguments.tools.resolve()
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        scratch = Path(folder)
        hostile = Hostile(tools, arguments.viewer, scratch, report)
        hostile.python_path = arguments.python_path
        blackbox.run_groups(hostile)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
