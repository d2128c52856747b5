#!/usr/bin/env python3
"""--sort: each tool reads a trace whose lines are in any order as if they had been put in order
beforehand, by a program of a few lines that is here.

Usage: run_sort.py TOOL_DIR SAMPLES [--viewer PAJEVIEW]
"""

import argparse
import gzip
import random
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support")]
import blackbox

TIME_FIELD = re.compile(rb"Time", re.IGNORECASE)


def head_and_events(text):
    """Lines of definitions; then of each event whether it defines something, its time and its line."""
    definitions, head, events = {}, [], []
    for line in text.splitlines():
        words = line.replace(b"%", b" % ").split() if line.lstrip().startswith(b"%") else line.split()
        if not words or words[0].startswith(b"#"):
            continue
        if words[0] == b"%":
            head.append(line)
            if words[1] == b"EventDef":
                definitions[words[3]] = current = [words[2], []]
            elif words[1] != b"EndEventDef":
                current[1].append(words[1])
            continue
        name, fields = definitions[words[0]]
        is_first = name.startswith(b"PajeDefine")
        events.append((is_first, 0.0 if is_first else float(words[1 + fields.index(b"Time")]), line))
    return head, events


def sorted_text(text):
    head, events = head_and_events(text)
    first = [line for is_first, _, line in events if is_first]
    timed = sorted((event for event in events if not event[0]), key=lambda event: event[1])
    return b"".join(line + b"\n" for line in head + first + [line for *_, line in timed])


def displaced(text, part, seed):
    """Some lines elsewhere; those of the same time keep their order, so that the trace is right once
    it is sorted."""
    head, events = head_and_events(text)
    dice = random.Random(seed)
    places = sorted(range(len(events)),
                    key=lambda i: dice.random() * len(events) if dice.random() < part else i)
    by_time = {}
    for i in sorted(places, reverse=True):
        by_time.setdefault(events[i][:2], []).append(events[i][2])
    lines = [by_time[events[i][:2]].pop() for i in places]
    return b"".join(line + b"\n" for line in head + lines)


def samples(folder):
    """Right traces of one file whose definitions all are in front."""
    for path in sorted(folder.rglob("*.paje")) + sorted(folder.rglob("*.trace")):
        if "bad" in path.parts:
            continue
        text = path.read_bytes()
        try:
            _, events = head_and_events(text)
        except (KeyError, ValueError, IndexError):
            continue
        if events and b"PajeTraceFile" not in text and b"Filename" not in text:
            yield path, text


class Cases:
    def __init__(self, tools, folder, report):
        self.tools, self.folder, self.report = tools, Path(folder), report

    def run(self, tool, *options, **more):
        return blackbox.run([self.tools / tool, *options], **more)

    def same_as(self, name, expected, tool, *options, **more):
        """Status and output of a call."""
        got = self.run(tool, *options, **more)
        what = f"{name}: {tool} {' '.join(map(str, options))}"
        self.report.check(what, got.code == expected.code and not got.trouble(), f"{got.code} {got.err}")
        self.report.same(what, expected.out, got.out)

    def dump_of_sample(self, path, text, seed):
        mixed = displaced(text, (0.1, 0.5, 1)[seed % 3], seed)
        there, beforehand = self.folder / "mixed.paje", self.folder / "sorted.paje"
        there.write_bytes(mixed)
        beforehand.write_bytes(sorted_text(mixed))
        options = ["-n", "-z", "-u"]
        expected = self.run("pj_dump", *options, beforehand)
        for jobs in (1, 2, 3):
            self.same_as(path.name, expected, "pj_dump", *options, "--sort", "-j", jobs, there)
        self.same_as(path.name, expected, "pj_dump", *options, "--sort", stdin=mixed)
        packed = self.folder / "mixed.paje.gz"
        packed.write_bytes(gzip.compress(mixed, 1))
        self.same_as(path.name, expected, "pj_dump", *options, "--sort", packed)
        expected = self.run("pj_dump", *options, "-o", beforehand)
        got = self.run("pj_dump", *options, "-o", "--sort", there)
        self.report.same(f"{path.name}: pj_dump -o", sorted(expected.out.splitlines()),
                         sorted(got.out.splitlines()))
        binary = self.folder / "mixed.rst"
        if self.run("paje2bin", "-q", "-n", there, "-o", binary).code == 0:
            self.same_as(path.name, self.run("pj_dump", "-n", "-z", beforehand), "pj_dump", "-n", "-z",
                         "--sort", binary)

    def mixed_and_sorted(self):
        mixed, beforehand = self.folder / "mixed.paje", self.folder / "sorted.paje"
        mixed.write_bytes(displaced(MIXED.encode(), 1, 3))
        beforehand.write_bytes(sorted_text(mixed.read_bytes()))
        return mixed, beforehand

    def every_tool(self):
        mixed, beforehand = self.mixed_and_sorted()
        for options in (["pj_dump", "-c"], ["pj_dump", "-d"], ["pj_aggregate"], ["pj_export", "--to", "chrome"],
                        ["pj_query", "select * from states order by 1, 2, 3, 4"], ["pj_validate", "-q"]):
            tool, *rest = options
            where = [mixed] if tool != "pj_query" else []
            if tool == "pj_query":
                expected = self.run(tool, "-q", beforehand, *rest)
                got = self.run(tool, "-q", "--sort", mixed, *rest)
            else:
                expected = self.run(tool, *rest, beforehand)
                got = self.run(tool, *rest, "--sort", *where)
            self.report.same(f"{tool} {rest}", (expected.code, expected.out.replace("sorted", "mixed")),
                             (got.code, got.out))
            self.report.check(f"{tool} {rest} without the option", tool == "pj_validate"
                              or self.run(tool, *rest, mixed).code == 1 or tool == "pj_query")
        self.report.same("pj_equals", "1\n", self.run("pj_equals", "--sort", mixed, beforehand).out)
        compared = self.run("pj_compare", "--sort", "-q", mixed, beforehand)
        self.report.check("pj_compare", compared.code == 0, f"{compared}")
        merged = self.run("pj_merge", "-q", "--sort", mixed)
        plain = self.run("pj_merge", "-q", beforehand)
        self.report.same("pj_merge", plain.out, merged.out)
        self.report.check("pj_merge without the option", self.run("pj_merge", "-q", mixed).out != plain.out)
        parts = self.folder / "parts"
        self.run("pj_split", "-q", "--sort", mixed, parts, "--parts", "2")
        self.report.same("pj_split", "1\n", self.run("pj_equals", parts / "root.paje", beforehand).out)
        binary = self.folder / "sorted.rst"
        self.run("paje2bin", "-q", "--sort", mixed, "-o", binary)
        self.report.same("paje2bin", self.run("pj_dump", beforehand).out, self.run("pj_dump", binary).out)

    def parts(self):
        """Ties: the root first, then parts as they are named, then lines."""
        (self.folder / "one.part").write_text("12 2 S p one-a\n77 0 0 inner.part\n12 1 S p one-b\n")
        (self.folder / "inner.part").write_text("12 1 S p inner\n5 v1 S late \"1 0 0\"\n")
        (self.folder / "two.part").write_text("12 1 S p two\n")
        root = self.folder / "root.paje"
        root.write_text(DEFINITIONS + "0 P 0 Proc\n2 S P State\n77 0 0 one.part\n77 0 0 two.part\n6 0 p P 0 p\n"
                        "12 1 S p root\n12 5 S p v1\n")
        for options in (["-j", "1"], ["-j", "3"]):
            table = self.run("pj_dump", "--sort", *options, root).out
            opened = [line.split(", ") for line in table.splitlines() if line.startswith("State")]
            opened.sort(key=lambda row: float(row[6]))
            self.report.same(f"order of parts {options}", "root one-b inner two one-a late".split(),
                             [row[7] for row in opened])
        self.parts_of_one_track()
        (self.folder / "two.part").write_text("12 1 S p two\n\n12 3 T p nothing\n")
        got = self.run("pj_dump", "--sort", root)
        self.report.check("an error in a part", got.code == 1 and "two.part:3:6: error: unknown type"
                          in got.err and "12 3 T p nothing" in got.err
                          and f"two.part is named by {root}:" in got.err, got.err)

    def parts_of_one_track(self):
        """Parts that a replay sorts, since each goes on before the other ends: so does what makes one file of them."""
        folder = self.folder / "track"
        folder.mkdir(exist_ok=True)
        (folder / "one.part").write_text("12 1 S p a\n12 3 S p c\n")
        (folder / "two.part").write_text("12 2 S p b\n12 4 S p d\n")
        root = folder / "root.paje"
        root.write_text(DEFINITIONS + "0 P 0 Proc\n2 S P State\n6 0 p P 0 p\n77 0 0 one.part\n77 0 0 two.part\n")
        table = self.run("pj_dump", root).out
        self.report.check("a set that is sorted", table.count("\nState, ") == 4, table)
        for tool, *words in (("pj_merge", "-o", folder / "whole.paje"), ("paje2bin", "--method=reference", "-o", folder / "whole.rst"),
                             ("paje2bin", "--method=standard", "-o", folder / "whole.std")):
            done = self.run(tool, "-q", root, *words)
            self.report.same(f"{tool} {words[0]}: the same table", table, self.run("pj_dump", words[-1]).out)
            self.report.check(f"{tool} {words[0]}: runs", done.code == 0 and not done.err, done.err)
        merged = self.run("pj_merge", "-q", root).out
        self.report.same("pj_merge to standard output", (folder / "whole.paje").read_text(), merged)
        # Each part has containers of its own: the order of files is right, and stays.
        (folder / "two.part").write_text("6 0 q P 0 q\n12 2 S q b\n12 4 S q d\n")
        lines = [line for line in self.run("pj_merge", "-q", root).out.splitlines() if line.startswith("12")]
        self.report.check("the order of files", len(lines) == 4 and lines[1].split()[1] == "3", str(lines))

    def messages(self):
        path = self.folder / "bad.paje"
        path.write_text(DEFINITIONS + "0 P 0 Proc\n2 S P State\n6 0 p P 0 p\n12 2 S p x\n12 1 S p y\n")
        got = self.run("pj_dump", path)
        self.report.check("not-time-ordered names --sort", got.code == 1 and "--sort" in got.err, got.err)
        got = self.run("pj_validate", path)
        self.report.check("and so does pj_validate", "--sort" in got.out, got.out)
        path.write_text(DEFINITIONS + "0 P 0 Proc\n2 S P State\n6 0 p P 0 p\n12 5 S p x\n7 2 P p\n")
        got = self.run("pj_dump", path)
        self.report.check("destroyed-before-end names --sort", got.code == 1 and "--sort" in got.err,
                          got.err)
        # Each is found at its place, whatever was sorted around it.
        lines = ["12 3 S p a", "12 x S p b", "99 1", "12 2 S p \"c", "12 1 S q d", "12 2 S p e f",
                 "12 1 S p good"]
        path.write_text(DEFINITIONS + "0 P 0 Proc\n2 S P State\n6 0 p P 0 p\n" + "\n".join(lines))
        got = self.run("pj_dump", "--sort", "--lenient", path)
        self.report.check("lenient: what is right is kept", got.code == 0 and "good" in got.out, got.out)
        first = DEFINITIONS.count("\n") + 4
        got = self.run("pj_validate", "--sort", path)
        for i in (1, 2, 3, 4, 5):
            self.report.check(f"pj_validate shows line {i}", f"bad.paje:{first + i}:" in got.out, got.out)

    def temporary_files(self):
        elsewhere = self.folder / "no such folder"
        large = self.folder / "large.paje"
        events = "".join(f"12 {i % 7} S p value-of-some-length-{i}\n" for i in range(3_000_000))
        large.write_text(DEFINITIONS + "0 P 0 Proc\n2 S P State\n6 -1 p P 0 p\n" + events)
        with open(large, "rb") as file:
            got = self.run("pj_dump", "-q", "--sort", stdin=file, environment={"TMPDIR": str(elsewhere)})
        self.report.check("no place for a temporary file", got.code == 2 and str(elsewhere) in got.err, got.err)
        there = self.folder / "there"
        there.mkdir()
        with open(large, "rb") as file:
            got = self.run("pj_dump", "-q", "--sort", stdin=file, environment={"TMPDIR": str(there)})
        self.report.check("a temporary file", got.code == 0 and not list(there.iterdir()), got.err)

    def kept_cases(self):
        cases = blackbox.DATA / "cases"
        dump = self.run("pj_dump", "--sort", cases / "peers_sort_needed.paje")
        states = [line.split(", ") for line in dump.out.splitlines() if line.startswith("State")]
        self.report.same("peers_sort_needed", [("a", 1e-5, 2), ("b", 2, 3), ("c", 3, 4)],
                         [(row[7], float(row[3]), float(row[4])) for row in states])
        path = cases / "peers_destroy_after_time_went_back.paje"
        self.report.check("destroyed early", self.run("pj_dump", path).code == 1)
        self.report.check("destroyed early, sorted", self.run("pj_dump", "--sort", path).code == 0)

    def viewer(self):
        mixed, beforehand = self.mixed_and_sorted()
        pictures = []
        for options in (["--sort", mixed], [beforehand]):
            picture = self.folder / "picture.svg"
            got = blackbox.run([self.viewer_program, "--render", picture, *options])
            self.report.check(f"pajeview {options[0]}", got.code == 0, got.err)
            # Also without the font, which has other letters for another title.
            text = re.sub(r"<style>.*?</style>", "", picture.read_text("latin-1"), flags=re.DOTALL)
            pictures.append(text.replace("mixed", "sorted"))
        self.report.check("pajeview --sort draws the same", pictures[0] == pictures[1])


DEFINITIONS = "".join(
    f"%EventDef {name} {number}\n" + "".join(f"% {field}\n" for field in fields.split(", ")) + "%EndEventDef\n"
    for name, number, fields in (
        ("PajeDefineContainerType", 0, "Alias string, Type string, Name string"),
        ("PajeDefineStateType", 2, "Alias string, Type string, Name string"),
        ("PajeDefineVariableType", 3, "Alias string, Type string, Name string"),
        ("PajeDefineEntityValue", 5, "Alias string, Type string, Name string, Color color"),
        ("PajeCreateContainer", 6, "Time date, Alias string, Type string, Container string, Name string"),
        ("PajeDestroyContainer", 7, "Time date, Type string, Name string"),
        ("PajePushState", 12, "Time date, Type string, Container string, Value string"),
        ("PajePopState", 13, "Time date, Type string, Container string"),
        ("PajeSetVariable", 14, "Time date, Type string, Container string, Value double"),
        ("PajeTraceFile", 77, "Container string, Type string, Filename string")))

MIXED = DEFINITIONS.replace("%EventDef PajeTraceFile 77\n% Container string\n% Type string\n% Filename string\n%EndEventDef\n", "") + (
    "0 P 0 Proc\n2 S P State\n3 V P load\n5 c S Compute \"0 1 0\"\n6 0 p P 0 p\n6 0.5 q P 0 q\n"
    + "".join(f"12 {t} S {c} c\n14 {t + .25} V {c} {t % 3}\n13 {t + .5} S {c}\n"
              for t in range(1, 40) for c in "pq")
    + "7 50 P p\n7 51 P q\n")


@blackbox.group
def check_every_tool(cases):
    cases.every_tool()


@blackbox.group
def check_viewer(cases):
    if not cases.viewer_program:
        blackbox.skip("the viewer is not built")
    cases.viewer()


@blackbox.group
def check_parts(cases):
    cases.parts()


@blackbox.group
def check_messages(cases):
    cases.messages()


@blackbox.group
def check_temporary_files(cases):
    cases.temporary_files()


@blackbox.group
def check_samples(cases):
    for seed, (path, text) in enumerate(samples(cases.samples)):
        cases.dump_of_sample(path, text, seed)


@blackbox.group
def check_kept_cases(cases):
    cases.kept_cases()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tools", type=Path)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--viewer", type=Path)
    arguments = parser.parse_args()
    report = blackbox.Report()
    blackbox.need_tool(arguments.tools, "pj_dump")
    with blackbox.scratch_directory() as folder:
        cases = Cases(arguments.tools.resolve(), folder, report)
        cases.samples, cases.viewer_program = arguments.samples, arguments.viewer
        blackbox.run_groups(cases)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
