#!/usr/bin/env python3
"""Calls pj_dump the way its users do, wrongly, and with failing system calls.

Usage: run_cli.py TOOL_DIR SAMPLES

The calls are those of programs and scripts that run the reference; each is named where it is made.
"""

import re
import shutil
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent),
                str(Path(__file__).resolve().parent.parent / "support")]
import blackbox
import compressed
import readers
import trouble
from definitions import definitions

WRONG_USAGE = 64


class Calls:
    """Runs pj_dump and checks how it ended."""

    def __init__(self, tool, samples, scratch, report):
        self.tool = tool
        self.features = samples / "features"
        self.heat = samples / "heat" / "heat.ethernet.trace"
        self.nested = self.features / "nested_states.paje"
        self.bad = samples / "bad" / "unknown_container.paje"
        self.scratch = scratch
        self.report = report

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], cwd=self.scratch, **options)

    def succeed(self, name, *words, **options):
        """The standard output of a call that must succeed and print nothing on standard error."""
        done = self.run(*words, **options)
        self.report.check(name, done.code == 0 and not done.err,
                          done.trouble() or f"exit code {done.code}, {done.err!r}")
        self.report.check(f"{name}: complete lines", blackbox.complete_lines(done.out))
        return done.out

    def fail(self, name, code, *words, says="", **options):
        """A call that must fail with an exit code and one message."""
        done = self.run(*words, **options)
        self.report.check(name, done.code == code and not done.trouble(),
                          done.trouble() or f"exit code {done.code}, expected {code}: {done.err}")
        lines = done.err.count("\n")
        one = lines == 1 or (code != 2 and lines >= 1)  # usage and traces are reported in some lines
        self.report.check(f"{name}: message", one and says in done.err,
                          f"{done.err!r}, expected one line with {says!r}")
        return done

    def equal(self, name, *calls):
        """Calls that must succeed with the same output."""
        first, *others = [self.succeed(f"{name} ({' '.join(map(str, call))})", *call)
                          for call in calls]
        for other in others:
            self.report.same(name, first, other)
        return first


def rows(table, kind):
    return [line.split(", ") for line in table.splitlines() if line.startswith(kind + ", ")]


@blackbox.group
def check_starvz(calls):
    """StarVZ, phase 1: a sorted trace comes through a pipe."""
    for trace in ("user_defined_fields", "old_field_names", "links_between_types"):
        path = calls.features / f"{trace}.paje"
        out = calls.succeed(f"StarVZ {trace}", "-o", "-n", "--user-defined",
                            "--entity-hierarchy=entities.csv", "--type-hierarchy=types.csv",
                            stdin=path.read_bytes())
        whole = calls.succeed(f"{trace}, not streamed", "-n", "-u", path)
        without_root = whole.partition("\n")[2]
        calls.report.same(f"StarVZ {trace}: the same objects",
                          *("\n".join(sorted(text.split("\n"))) for text in (without_root, out)))
        for name, header in (("entities.csv", "Parent, Name, Type, Nature\n"),
                             ("types.csv", "Parent, Name, Nature\n")):
            file = calls.scratch / name
            text = file.read_text("latin-1") if file.is_file() else ""
            calls.report.check(f"StarVZ {trace}: {name}",
                               text.startswith(header) and text.count("\n") > 2, text)
            file.unlink(missing_ok=True)


@blackbox.group
def check_starpu(calls):
    """starpu_paje_state_stats wants 8 columns in State lines; StarPU's own tests use -e 0."""
    for trace in ("old_field_names", "nested_states", "user_defined_fields", "reset_states"):
        states = rows(calls.succeed(f"StarPU {trace}", "-n", calls.features / f"{trace}.paje"),
                      "State")
        calls.report.check(f"StarPU {trace}: columns",
                           states and all(len(words) == 8 for words in states), f"{states}")
    with calls.nested.open("rb") as trace:
        begin = calls.succeed("StarPU -e 0 < FILE", "-e", "0", stdin=trace)
    containers = rows(calls.succeed("containers", calls.nested), "Container")
    calls.report.check("-e 0: all containers", rows(begin, "Container") == containers, begin)
    calls.report.check("-e 0: nothing later", not any(float(words[3]) for words in
                                                       rows(begin, "State")), begin)
    calls.equal("-e 0", ["-e", "0", calls.nested], ["--end=0", calls.nested], ["-e0", calls.nested])


@blackbox.group
def check_other_callers(calls):
    report, heat = calls.report, calls.heat
    calls.succeed("Framesoc -nz", "-nz", calls.nested)
    calls.equal("Framesoc -nfuz", ["-nfuz", heat], ["-n", "-u", "-z", heat])
    framesoc = calls.succeed("Framesoc -s -e -a", "-nz", "-s", "1", "-e", "2", "-a", "3", calls.nested)
    report.check("Framesoc: the root container comes first",
                 framesoc.startswith("Container, 0, 0, 0, 3, 3, 0\n"), framesoc[:60])
    for kind, fewest in (("Container", 7), ("State", 8), ("Variable", 7), ("Event", 5), ("Link", 9)):
        report.check(f"Framesoc: columns of {kind}",
                     all(len(words) >= fewest for words in rows(framesoc, kind)))
    nine = calls.equal("Dimemas comparison, akypuera", ["--float-precision=9", heat],
                       ["-z", "-l", "9", heat], ["-l9", "-z", heat])
    report.check("9 digits", all(re.fullmatch(r"\d+\.\d{9}", words[3])
                                 for words in rows(nine, "State")))
    calls.equal("bash wrappers", ["--ignore-incomplete-links", heat], ["--ignore", heat], ["-z", heat])


@blackbox.group
def check_option_forms(calls):
    calls.equal("abbreviations", ["--float=2", calls.nested], ["--float-precision=2", calls.nested],
                ["--float", "2", calls.nested], ["-l", "2", calls.nested])
    calls.equal("options after the file", ["-u", "-l", "2", calls.nested],
                [calls.nested, "-u", "-l", "2"], ["-u", calls.nested, "--float=2"])
    calls.equal("-- ends options", ["-z", calls.nested], ["-z", "--", calls.nested])
    plain = calls.equal("--quotes=strip is the default", [calls.nested],
                        ["--quotes=strip", calls.nested], ["-f", calls.nested])
    calls.equal("threads", [calls.heat], *(["-j", count, calls.heat] for count in ("1", "2", "8")))
    text = calls.nested.read_bytes()
    calls.report.same("standard input", plain, calls.succeed("no file", stdin=text))
    calls.report.same("standard input", plain, calls.succeed("-", "-", stdin=text))
    with calls.nested.open("rb") as trace:
        calls.report.same("< FILE", plain, calls.succeed("< FILE", stdin=trace))
    calls.succeed("an empty trace", stdin=b"")
    calls.report.check("-q prints nothing", not calls.succeed("-q", "-q", calls.nested))


@blackbox.group
def check_container_precision(calls):
    """Times of containers have six significant digits, as the reference's, or as many as are wanted."""
    text = definitions([("DefineContainerType", "Alias Type Name"),
                        ("CreateContainer", "Time Alias Type Container Name"),
                        ("DestroyContainer", "Time Type Name")])
    text += "0 W 0 Worker\n1 1234567.890625 w W 0 CPU0\n2 1234569.125 W w\n"
    row = "Container, 0, Worker, {}, CPU0".format
    for options, times in (((), "1.23457e+06, 1.23457e+06, 1.23438"),
                           (("-l", "9"), "1.23457e+06, 1.23457e+06, 1.23438"),
                           (("--container-precision=6",), "1.23457e+06, 1.23457e+06, 1.23438"),
                           (("--container-precision", "12"), "1234567.89062, 1234569.125, 1.234375"),
                           (("--container-precision=17", "-o"), "1234567.890625, 1234569.125, 1.234375"),
                           (("--container-precision=1",), "1e+06, 1e+06, 1")):
        out = calls.succeed(f"containers {options}", *options, stdin=text.encode())
        calls.report.check(f"containers {options}: times", row(times) in out.splitlines(), out)
    plain = calls.succeed("objects", "-l", "3", calls.nested)
    precise = calls.succeed("objects", "-l", "3", "--container-precision=17", calls.nested)
    calls.report.same("--container-precision leaves objects alone", rows(plain, "State"),
                      rows(precise, "State"))
    # The table of a part has the lines of the whole that are of that part.
    whole = calls.succeed("all of it", calls.heat).splitlines(keepends=True)
    part = calls.succeed("a part", "--containers=rank-[01]", "--containers", "*-7", "--types=MPI_STATE",
                         "--start=0.03", "--end=0.04", calls.heat)
    fields = [(line, line.split(", ")) for line in whole]
    wanted = [line for line, field in fields if field[0] == "State" and field[2] == "MPI_STATE"
              and field[1] in ("rank-0", "rank-1", "rank-7")
              and float(field[3]) <= 0.04 and float(field[4]) >= 0.03]
    calls.report.check("a part: there is some", len(wanted) > 10, str(len(wanted)))
    calls.report.same("a part", "".join(wanted), part)
    streamed = calls.succeed("a part while reading", "-o", "--containers=rank-[01]",
                             "--containers=*-7", "--types=MPI_STATE", "--start=0.03", "--end=0.04",
                             calls.heat)
    calls.report.same("a part while reading", "".join(sorted(wanted)),
                      "".join(sorted(streamed.splitlines(True))))
    links = calls.succeed("links", "--containers=rank-0", "--types=MPI_LINK", calls.heat)
    calls.report.same("links of a container are those with an end there",
                      "".join(line for line, field in fields if field[0] == "Link"
                              and "rank-0" in field[7:9]), links)
    calls.fail("no such type", 2, "--types=MPI_STAT", calls.heat,
               says="pj_dump: the trace has no type 'MPI_STAT'; it has: MPI_STATE, ")
    calls.fail("no such container", 2, "--containers=rank-8", calls.heat,
               says="pj_dump: the trace has no container like 'rank-8'; it has: rank-0, ")
    # Abbreviations of --container mean what they meant.
    calls.equal("--cont", ["--container", calls.nested], ["--cont", calls.nested], ["-c", calls.nested])


@blackbox.group
def check_container_tree(calls):
    depth = 150
    text = definitions([("DefineContainerType", "Alias Type Name"),
                        ("CreateContainer", "Time Alias Type Container Name")])
    for i in range(depth):
        type_above, above = (f"T{i - 1}", f"c{i - 1}") if i else ("0", "0")
        text += f"0 T{i} {type_above} t\n1 0 c{i} T{i} {above} n{i}\n"
    lines = calls.succeed("-c of a deep tree", "-c", stdin=text.encode()).splitlines()
    calls.report.check("-c: a line for each container", len(lines) == depth + 1, str(len(lines)))
    for level in (1, 2, 100, 101, depth):
        told = f"[{level}] " if level > 100 else ""
        calls.report.same(f"-c: level {level}", f"{told}{'  ' * min(level, 100)}n{level - 1} (c{level - 1}): t",
                          lines[level])


@blackbox.group
def check_quiet_success(calls):
    for path in sorted(calls.features.glob("*.paje")):
        calls.succeed(f"{path.name}: nothing on standard error", "-n", path)


@blackbox.group
def check_information(calls):
    version = calls.succeed("-v", "-v")
    calls.report.check("-v: one line", version.count("\n") == 1 and "pj_dump" in version, version)
    calls.equal("version", ["-v"], ["--version"])
    usage = calls.equal("help", ["--help"], ["-?"])
    for option in ("--quotes", "--output", "--lenient", "--stop-at", "--entity-hierarchy"):
        calls.report.check(f"--help names {option}", option in usage)
    calls.succeed("--usage", "--usage")
    timed = calls.succeed("-t", "-t", calls.nested)
    first, _, rest = timed.partition("\n")
    calls.report.check("-t: first line", re.fullmatch(r"\d+\.\d{6}", first), first)
    calls.report.same("-t: the rest", calls.succeed("without -t", calls.nested), rest)
    done = calls.run("-h", calls.nested)
    calls.report.check("-h is the header", done.out.startswith("Container, Parent, Type"), done.out[:80])
    # As --help says, the key of links has a column, but a name only in CSV.
    says = " ".join(usage.split())
    calls.report.check("--help: the header of links", "that of links lacks the last column, Key" in says
                       and "unless names are quoted as CSV" in says, usage)
    for words, wanted in (([], "EndContainer\n"), (["--quotes=csv"], "EndContainer,Key\n")):
        table = calls.succeed(f"header of links {words}", "-h", *words, calls.heat)
        calls.report.check(f"header of links {words}: {wanted!r}", wanted in table, table[:300])


@blackbox.group
def check_wrong_usage(calls):
    nested = calls.nested
    for name, words in {
            "two files": [nested, nested],
            "unknown option": ["--foo", nested],
            "unknown short option": ["-X", nested],
            "ambiguous abbreviation": ["--st=1", nested],
            "no argument": [nested, "-l"],
            "an argument too many": ["--quiet=1", nested],
            "no threads": ["-j", "0", nested],
            "many threads": ["--jobs=many", nested],
            "containers for -c": ["-c", "--containers", "*", nested],
            "types for -d": ["--types=Process", "-d", nested],
            "unknown way to quote": ["--quotes=single", nested],
            **{f"{digits!r} digits of containers": [f"--container-precision={digits}", nested]
               for digits in ("0", "-1", "2.5", "301", "six", "nan", "")},
    }.items():
        done = calls.fail(name, WRONG_USAGE, *words)
        calls.report.check(f"{name}: no output", not done.out, done.out)
        if "of containers" in name:
            calls.report.check(f"{name}: named", "--container-precision: expected " in done.err,
                               done.err)


@blackbox.group
def check_readers(calls):
    readers.check_python(calls)
    if shutil.which("Rscript"):
        readers.check_r(calls)
    else:
        print("left out: R, there is no Rscript")


@blackbox.group
def check_compressed(calls):
    compressed.check_compressed(calls)
    compressed.check_interrupted(calls)
    compressed.check_quiet_when_piped(calls)


@blackbox.group
def check_trouble(calls):
    trouble.check_inputs(calls)
    trouble.check_outputs(calls)
    trouble.check_nothing_left(calls)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tool = blackbox.need_tool(sys.argv[1], "pj_dump")
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Calls(tool, Path(sys.argv[2]).resolve(), Path(scratch), report)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
