#!/usr/bin/env python3
"""Runs pj_equals as its users do: what counts as a difference and what does not, what each option
changes, the reported first difference, exit codes; and next to the reference where it is.

Usage: run_equals.py TOOL_DIR SAMPLES
"""

import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

TROUBLE = 2
WRONG_USAGE = 64

DEFINITIONS = """%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineVariableType 2
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineEventType 3
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 4
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeCreateContainer 5
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeDestroyContainer 6
% Time date
% Type string
% Name string
%EndEventDef
%EventDef PajePushState 7
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 8
% Time date
% Type string
% Container string
%EndEventDef
%EventDef PajeSetVariable 9
% Time date
% Type string
% Container string
% Value double
%EndEventDef
%EventDef PajeNewEvent 10
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajeStartLink 11
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeEndLink 12
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
%EndEventDef
"""
EVENTS = """0 R 0 Rank
1 S R Function
2 V R Load
3 E R Mark
4 L 0 R R Message
5 0 r0 R 0 rank-0
5 0 r1 R 0 rank-1
7 1 S r0 solve
7 2 S r0 send
9 2 V r0 5
11 2.5 L 0 r0 data k1
10 3 E r0 hello
8 4 S r0
8 5 S r0
12 5.5 L 0 r1 data k1
7 6 S r1 solve
8 8 S r1
9 9 V r0 7
6 10 R r0
6 10 R r1
"""


def without_links(text):
    return "".join(line + "\n" for line in text.splitlines() if " L 0 r" not in line)


# One change each of the events, and what the first difference is then called.
DIFFERENCES = {
    "value of a state": ("7 2 S r0 send", "7 2 S r0 recv", "value differs"),
    "begin of a state": ("7 6 S r1", "7 6.5 S r1", "start differs"),
    "end of a state": ("8 8 S r1", "8 8.5 S r1", "end differs"),
    "depth of a state": ("8 4 S r0\n8 5 S r0\n", "8 2 S r0\n8 5 S r0\n", "Rank/Function"),
    "one state less": ("7 6 S r1 solve\n8 8 S r1\n", "", "only one trace has it"),
    "value of a variable": ("9 9 V r0 7", "9 9 V r0 7.5", "value differs"),
    "time of a variable": ("9 9 V", "9 9.5 V", "Rank/Load"),
    "value of an event": ("E r0 hello", "E r0 hallo", "value differs"),
    "time of an event": ("10 3 E", "10 3.5 E", "start differs"),
    "key of a link": ("k1", "k2", "only one trace has it"),
    "value of a link": ("data", "date", "only one trace has it"),
    "end of a link": ("12 5.5", "12 5.75", "end differs"),
    "container of a link": ("12 5.5 L 0 r1", "12 5.5 L 0 r0", "only one trace has it"),
    "name of a container": ("rank-1", "rank-2", "container 'rank-1'"),
    "end of a container": ("6 10 R r0\n6 10 R r1", "6 9 R r1\n6 10 R r0", "container 'rank-1'"),
    "name of a type": ("R Function", "R Routine", "type 'Rank/Function'"),
    "kind of a type": (EVENTS, EVENTS.replace("3 E R", "1 E R").replace("10 3 E r0 hello\n", ""),
                       "the kind of type"),
    "ends of a link type": (EVENTS, without_links(EVENTS).replace("4 L 0 R R", "4 L 0 R 0"),
                            "the containers that it joins"),
}
# Other words for the same objects.
EQUALITIES = {
    "aliases": lambda text: text.replace(" r0", " first").replace(" S ", " STATE "),
    "ids of event definitions": lambda text: text.replace("PajePopState 8", "PajePopState 80")
                                                 .replace("\n8 ", "\n80 "),
    "order of lines": lambda text: text.replace("9 2 V r0 5\n", "").replace(
        "10 3 E", "9 2 V r0 5\n10 3 E"),
    "comments and blanks": lambda text: text.replace("\n7 ", "\n# a comment\n\n 7\t "),
    "spelling of numbers": lambda text: text.replace("9 9 V r0 7", "9 9.00 V r0 0.7e1"),
}


class Equals:
    def __init__(self, tool, samples, scratch, report):
        self.tool = tool
        self.samples = samples
        self.scratch = scratch
        self.report = report
        self.base = self.trace("base.paje", EVENTS)

    def trace(self, name, events, definitions=DEFINITIONS):
        path = self.scratch / name
        path.write_text(definitions + events)
        return path

    def changed(self, old, new, name="changed.paje"):
        if old not in EVENTS:
            sys.exit(f"nothing to change: {old!r}")
        return self.trace(name, EVENTS.replace(old, new))

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], cwd=self.scratch, **options)

    def check(self, name, done, code, out, says=""):
        """How a run ended, what it printed, and what it says on standard error ('': not a word)."""
        ok = done.code == code and done.out == out and not done.trouble()
        ok = ok and (says in done.err if says else not done.err)
        self.report.check(name, ok, done.trouble() or
                          f"{done.code} {done.out!r} {done.err!r}, expected {code} {out!r} {says!r}")

    def equal(self, name, *words, **options):
        self.check(name, self.run(*words, **options), 0, "1\n")

    def different(self, name, says, *words, **options):
        self.check(name, self.run(*words, **options), 0, "0\n", says)


@blackbox.group
def check_objects(calls):
    calls.equal("a trace and itself", calls.base, calls.base)
    for name, (old, new, says) in DIFFERENCES.items():
        other = calls.changed(old, new)
        calls.different(name, says, calls.base, other)
        calls.different(f"{name}, the other way", says, other, calls.base)
    for name, change in EQUALITIES.items():
        text = DEFINITIONS + EVENTS
        calls.report.check(f"{name}: a change", change(text) != text)
        calls.equal(name, calls.base, calls.trace("same.paje", change(text), ""))


@blackbox.group
def check_report(calls):
    """The earliest difference in time, whichever kind it is of, both sides, and how many more."""
    text = EVENTS.replace("9 9 V r0 7", "9 9 V r0 8").replace("10 3 E r0 hello", "10 3 E r0 bye")
    text = text.replace("7 6 S r1 solve", "7 6 S r1 sleep")
    other = calls.trace("three.paje", text)
    done = calls.run(calls.base, other)
    wanted = ("pj_equals: first difference: event of type 'Rank/Mark' in container 'rank-0': "
              "the value differs\n"
              f"  {calls.base}: 1 of 1: at 3, value 'hello'\n"
              f"  {other}: 1 of 1: at 3, value 'bye'\n"
              "pj_equals: 2 other tracks differ too\n")
    calls.report.same("the first difference", wanted, done.err)


@blackbox.group
def check_times(calls):
    late = calls.changed("8 8 S r1", "8 8.25 S r1")
    calls.different("a time", "end differs", calls.base, late)
    calls.equal("--time-tolerance", "--time-tolerance", "0.25", calls.base, late)
    calls.different("--time-tolerance, too small", "end differs", "--time-tolerance=0.2",
                    calls.base, late)
    calls.equal("--ignore-times", "--ignore-times", calls.base, late)
    calls.different("--ignore-times: values count", "value differs", "--ignore-times", calls.base,
                    calls.changed("S r0 send", "S r0 recv"))


@blackbox.group
def check_windows(calls):
    """-s -e of the first trace, -t -d of the second, -a -o stop the replay."""
    late = calls.changed("7 6 S r1 solve", "7 6 S r1 sleep")
    early = calls.changed("7 2 S r0 send", "7 2 S r0 recv", "early.paje")
    for words in (["--end1", "5.75", "--end2", "5.75"], ["-e", "5.75", "-d", "5.75"]):
        calls.equal(f"until {words[0]}", *words, calls.base, late)
        calls.different(f"until {words[0]}: what is in it", "value differs", *words, calls.base,
                        early)
    for words in (["--start1", "5.75", "--start2", "5.75"], ["-s", "5.75", "-t", "5.75"]):
        calls.equal(f"from {words[0]}", *words, calls.base, early)
        calls.different(f"from {words[0]}: what is in it", "value differs", *words, calls.base, late)
    for words in (["--stop-at1=5.75", "--stop-at2=5.75"], ["-a", "5.75", "-o", "5.75"]):
        calls.equal(f"{words[0]}", *words, calls.base, late)
        calls.different(f"{words[0]}: what is before", "value differs", *words, calls.base, early)
    # Each is of one trace alone.
    cut = calls.trace("cut.paje", EVENTS.replace("7 6 S r1 solve\n8 8 S r1\n", "")
                      .replace("9 9 V r0 7\n", ""))
    for option in ("-s", "-e", "-t", "-d", "-a", "-o"):
        value = "7" if option in "-s-t" else "3"
        done = calls.run(option, value, calls.base, calls.base)
        calls.check(f"{option} on one side", done, 0, "0\n", "first difference")
    calls.different("no window", "first difference", calls.base, cut)
    calls.equal("negative stop", "-a", "-1", calls.base, calls.base)


@blackbox.group
def check_names(calls):
    shouted = calls.changed("S r0 send", "S r0 SEND")
    renamed = calls.changed("5 0 r0 R 0 rank-0", "5 0 r0 R 0 RANK-0", "renamed.paje")
    key = calls.trace("key.paje", EVENTS.replace("k1", "K1"))
    for name, other in (("value", shouted), ("name", renamed), ("key", key)):
        calls.different(f"case of a {name}", "first difference", calls.base, other)
        calls.equal(f"-i: case of a {name}", "-i", calls.base, other)
        calls.equal(f"--icase: case of a {name}", "--icase", calls.base, other)
    accent = calls.changed("S r0 send", "S r0 send\u00c9", "accent.paje")
    other = calls.changed("S r0 send", "S r0 send\u00e9", "accents.paje")
    calls.different("-i: only ASCII letters", "value differs", "-i", accent, other)


@blackbox.group
def check_namesakes(calls):
    """Siblings of one name are paired by their times: the order of lines does not count."""
    lines = ["5 0 twin1 R 0 twin\n", "5 1 twin2 R 0 twin\n"]
    one, other, third = (calls.trace(f"{name}.paje", EVENTS + "".join(order)) for name, order in (
        ("one", lines), ("other", lines[::-1]), ("third", [lines[0], lines[1].replace("5 1", "5 2")])))
    calls.equal("in another order", one, other)
    calls.different("at another time", "first difference", one, third)


@blackbox.group
def check_reading(calls):
    half = calls.changed("12 5.5 L 0 r1 data k1\n", "")
    calls.check("half a link", calls.run(half, half), TROUBLE, "", "incomplete link")
    calls.equal("-z", "-z", half, half)
    calls.different("-z: other links count", "only one trace has it", "-z", half, calls.base)
    old = calls.samples / "features" / "old_field_names.paje"
    calls.check("old field names", calls.run(old, old), TROUBLE, "", "error")
    calls.equal("-n", "-n", old, old)
    calls.equal("--no-strict", "--no-strict", old, old)
    bad = calls.changed("8 4 S r0", "8 4 S nobody\n8 4 S r0", "bad.paje")
    done = calls.run(bad, calls.base)
    calls.check("a bad trace is no answer", done, TROUBLE, "", "bad.paje:")
    calls.check("the second trace is bad", calls.run(calls.base, bad), TROUBLE, "", "bad.paje:")
    calls.check("--lenient", calls.run("--lenient", bad, calls.base), 0, "1\n",
                "1 line left out: unknown container")
    calls.check("no such file", calls.run(calls.base, "no_such"), TROUBLE, "", "no_such")
    text = calls.base.read_bytes()
    calls.equal("standard input first", "-", calls.base, stdin=text)
    calls.equal("standard input second", calls.base, "-", stdin=text)
    heat = calls.samples / "heat"
    both = [heat / "heat.ethernet.trace", heat / "heat.infiniband.trace"]
    calls.equal("a real trace and itself", both[0], both[0])
    alone = calls.run("-j", "1", *both)
    calls.check("two runs of a program", alone, 0, "0\n", "first difference")
    calls.report.same("-j changes nothing", alone.err, calls.run("-j", "3", *both).err)
    calls.equal("-f has no effect", "-f", calls.base, calls.base)


@blackbox.group
def check_status(calls):
    """1 for equal with -q, as the reference has it; the usual way round with --status."""
    other = calls.changed("S r0 send", "S r0 recv")
    for words, equal, different in ((["-q"], 1, 0), (["--quiet"], 1, 0),
                                    (["--status", "-q"], 0, 1)):
        name = " ".join(words)
        calls.check(f"{name}: equal", calls.run(*words, calls.base, calls.base), equal, "")
        calls.check(f"{name}: different", calls.run(*words, calls.base, other), different, "")
        calls.check(f"{name}: no trace", calls.run(*words, calls.base, "no_such"), TROUBLE, "",
                    "no_such")
    calls.check("--status: equal", calls.run("--status", calls.base, calls.base), 0, "1\n")
    calls.check("--status: different", calls.run("--status", calls.base, other), 1, "0\n",
                "value differs")
    for name, words in {"one file": [calls.base], "three files": [calls.base] * 3, "no file": [],
                        "unknown option": ["--foo", calls.base, calls.base],
                        "no number": ["-s", "soon", calls.base, calls.base],
                        "no tolerance": ["--time-tolerance=-1", calls.base, calls.base],
                        "no threads": ["-j", "0", calls.base, calls.base]}.items():
        calls.check(name, calls.run(*words), WRONG_USAGE, "", "pj_equals")
    usage = calls.run("--help")
    calls.report.check("--help", usage.code == 0 and "--time-tolerance" in usage.out
                       and not usage.err, usage.err)
    version = calls.run("-v")
    calls.report.check("-v", version.code == 0 and version.out.startswith("pj_equals "), version.out)
    with open("/dev/full", "wb") as full:
        calls.check("a full disk", calls.run(calls.base, calls.base, stdout=full), TROUBLE, "",
                    "standard output")


@blackbox.group
def check_reference(calls):
    """The same answers, where the reference looks at all: it passes over times, names of containers
    and ends of links."""
    reference = shutil.which("pj_equals", path="/usr/bin:/usr/local/bin")
    if not reference or "(paje)" in blackbox.run([reference, "-v"]).out:
        return print("left out: the reference, there is no pj_equals of pajeng's")
    seen = ("value of a state", "one state less", "value of an event", "kind of a type")
    pairs = {"itself": calls.base}
    for name in seen:
        old, new, _ = DIFFERENCES[name]
        pairs[name] = calls.changed(old, new, f"{name.replace(' ', '_')}.paje")
    pairs["case"] = calls.changed("S r0 send", "S r0 SEND", "case.paje")
    pairs["a time"] = calls.changed("8 8 S r1", "8 8.25 S r1", "time.paje")
    for name, other in pairs.items():
        for words in ([], ["-q"], ["-i"], ["-i", "-q"]):
            theirs = blackbox.run([reference, *words, calls.base, other])
            ours = calls.run(*words, "--ignore-times", calls.base, other)
            calls.report.check(f"as the reference: {name} {' '.join(words)}",
                               (theirs.code, theirs.out) == (ours.code, ours.out),
                               f"{theirs.code} {theirs.out!r}, ours {ours.code} {ours.out!r}")
    return None


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Equals(blackbox.need_tool(sys.argv[1], "pj_equals"), Path(sys.argv[2]).resolve(),
                       Path(scratch), report)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
