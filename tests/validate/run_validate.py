#!/usr/bin/env python3
"""Runs pj_validate as its users do: both reports and what they hold, how many problems are listed,
the words that do not fit their fields' types, compressed traces, exit codes.

Usage: run_validate.py TOOL_DIR SAMPLES
"""

import bz2
import gzip
import json
import lzma
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from definitions import definition

CLEAN, BAD_TRACE, TROUBLE = 0, 1, 2
EXPECTED = HERE.parent / "errors" / "expected.txt"  # what pj_dump says of each bad trace
# Of its message, the words between file and found: `:5:3: error: unknown type: `.
PLACE = re.compile(r":(\d+):(\d+): error: (.*?)(?:: found |$)")
MISFIT = ("9 7 1 S 0x1f p1", "9 seven 1 S 0x1g p1")


class Validate:
    def __init__(self, tool, samples, scratch, report):
        self.tool = tool
        self.samples = samples
        self.features = samples / "features"
        self.scratch = scratch
        self.report = report

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], cwd=self.scratch, **options)

    def text(self, name, code, *words, **options):
        """What is printed by a run that must end with an exit code and no word on standard error."""
        done = self.run(*words, **options)
        self.report.check(name, done.code == code and not done.err and not done.trouble(),
                          done.trouble() or f"{done.code}, expected {code}: {done.err}")
        return done.out

    def json(self, name, code, *words, **options):
        return json.loads(self.text(f"{name} --json", code, "--json", *words, **options))

    def trace(self, name, text):
        path = self.scratch / name
        path.write_text(text, encoding="latin-1")
        return path

    def same(self, name, wanted, found):
        self.report.check(name, wanted == found, f"{found!r}, expected {wanted!r}")


def misfit_trace(calls):
    text = (calls.features / "user_defined_fields.paje").read_text()
    if MISFIT[0] not in text:
        sys.exit("user_defined_fields.paje is not what it was")
    return text.replace(*MISFIT)


@blackbox.group
def check_clean(calls):
    for path in sorted(calls.features.glob("*.paje")):
        name = path.name
        found = calls.json(name, CLEAN, "-n", path)
        calls.report.check(f"{name}: clean", found["clean"] and found["problem_count"] == 0
                           and found["problems"] == [], f"{found['problems']}")
        text = calls.text(name, CLEAN, "-n", path)
        if found["warning_count"] == 0:
            calls.report.check(f"{name}: says so", text.endswith(f"{path}: no problems\n")
                               and "to mend" not in text, text)
        else:
            calls.same(f"{name}: its oddity", "destroy_closes_descendants.paje", name)


@blackbox.group
def check_bad(calls):
    """Each bad trace has the problem that pj_dump stops at, at the same place."""
    for line in EXPECTED.read_text(encoding="utf-8").splitlines():
        name, message = line.split("\t", 1)
        wanted = PLACE.search(message)
        found = calls.json(name, BAD_TRACE, calls.samples / "bad" / name)
        calls.report.check(f"{name}: not clean", not found["clean"] and found["problem_count"] > 0)
        places = {(str(place.get("line")), str(place.get("column")), problem["title"])
                  for problem in found["problems"] for place in problem["places"]}
        if wanted:
            calls.report.check(f"{name}: the problem", wanted.groups() in places,
                               f"{places}, expected {wanted.groups()}")
        text = calls.text(name, BAD_TRACE, calls.samples / "bad" / name)
        for problem in found["problems"]:
            title = f"{problem['title']} ({problem['rule']}), "
            calls.report.check(f"{name}: {problem['rule']} as text", title in text
                               and problem["remedy"] in text, text)
        calls.report.check(f"{name}: message as text", message.partition(": found")[0] in text, text)


@blackbox.group
def check_odd(calls):
    """Each odd trace is dumped; what is odd is found where its first line says."""
    odd_at = re.compile(r"# Odd at line (\d+)(?: of (\S+))?[:.]")
    paths = [path for path in sorted((calls.samples / "odd").rglob("*.paje")) if path.name != "part.paje"]
    calls.report.check("odd traces", len(paths) >= 6, f"{paths}")
    for path in paths:
        name = str(path.relative_to(calls.samples))
        is_loss = "odd/part_" in name and "unknown" not in name
        found = calls.json(name, BAD_TRACE if is_loss else CLEAN, path)
        calls.same(f"{name}: counts", (1, 0) if is_loss else (0, 1),
                   (found["problem_count"], found["warning_count"]))
        place = (found["problems"] + found["warnings"])[0]["places"][0]
        line, part = odd_at.match(path.read_text()).groups()
        calls.same(f"{name}: place", (int(line), str(path.parent / part if part else path)),
                   (place["line"], place["file"]))
        calls.text(f"{name}: --fail-on-warnings", BAD_TRACE, "--fail-on-warnings", path)
        done = blackbox.run([calls.tool.parent / "pj_dump", path])
        calls.report.check(f"{name}: pj_dump", done.code == 0 and done.out.startswith("Container, 0, 0")
                           and (": warning: " in done.err) == is_loss, done.err)


@blackbox.group
def check_all_found(calls):
    """Reading goes on after a problem: one of each kind, and those after it."""
    good = (calls.features / "nested_states.paje").read_text()
    bad = good.replace("9 1 S p1 solve", "9 1 S nobody solve\n9 1 NoType p1 solve\n"
                       "9 1,5 S p1 solve\n9 1 S p1\n987 1\n9 1 S p1 solve")
    found = calls.json("five problems", BAD_TRACE, calls.trace("five.paje", bad))
    calls.same("five problems: rules", {"unknown-container", "unknown-type", "bad-number",
                                        "field-count", "unknown-event-id"},
               {problem["rule"] for problem in found["problems"]})
    calls.same("five problems: count", 5, found["problem_count"])
    whole = calls.json("without them", CLEAN, calls.features / "nested_states.paje")
    calls.same("all else is replayed", whole["contents"]["objects"], found["contents"]["objects"])
    line = good.split("\n").index("9 1 S p1 solve") + 1
    calls.same("five problems: lines", list(range(line, line + 5)), sorted(
        place["line"] for problem in found["problems"] for place in problem["places"]))


@blackbox.group
def check_most(calls):
    lines = "".join(f"9 {time} S nobody{time} wait\n" for time in range(25))
    good = (calls.features / "nested_states.paje").read_text()
    path = calls.trace("many.paje", good.replace("7 9 P p1", lines + "7 9 P p1"))
    for words, most in (([], 10), (["--most", "3"], 3), (["--most=0"], 0), (["--most", "99"], 25)):
        name = " ".join(["25 problems", *words])
        problem, = calls.json(name, BAD_TRACE, *words, path)["problems"]
        calls.same(f"{name}: count", 25, problem["count"])
        calls.same(f"{name}: the first ones", [f"nobody{i}" for i in range(most)],
                   [place["found"] for place in problem["places"]])
        text = calls.text(name, BAD_TRACE, *words, path)
        calls.same(f"{name}: listed", most, text.count("error:"))
        calls.same(f"{name}: the rest", 0 < most < 25, f"... and {25 - most} more\n" in text)
        calls.report.check(f"{name}: total", text.endswith("25 errors of 1 kind\n"), text)
    misfits = calls.trace("misfits.paje", misfit_trace(calls))
    problem, = calls.json("misfits", CLEAN, "--most", "1", misfits)["warnings"]
    calls.same("--most: misfits too", (2, 1), (problem["count"], len(problem["places"])))


@blackbox.group
def check_misfits(calls):
    """Words that the replay does not need must still be what their definition says."""
    text = misfit_trace(calls)
    path = calls.trace("misfit.paje", text)
    line = next(i for i, row in enumerate(text.splitlines(), 1) if row.startswith("9 seven"))
    wanted = [(line, 3, "seven", "integer"), (line, 13, "0x1g", "hexadecimal")]
    files = [("plain", path)]
    for name, pack in (("gzip", gzip.compress), ("xz", lzma.compress), ("bzip2", bz2.compress)):
        files.append((name, calls.scratch / f"misfit.{name}"))
        files[-1][1].write_bytes(pack(path.read_bytes()))
    for name, file in files:
        problem, = calls.json(f"misfit, {name}", CLEAN, file)["warnings"]
        calls.same(f"misfit, {name}: rule", "field-not-of-its-type", problem["rule"])
        places = [(p["line"], p["column"], p["found"]) for p in problem["places"]]
        calls.same(f"misfit, {name}: places", [place[:3] for place in wanted], places)
        for place, (_, column, found, expected) in zip(problem["places"], wanted):
            calls.report.check(f"misfit, {name}: {found}", expected in place["expected"]
                               and place["source_line"][column - 1:].startswith(found), f"{place}")
        report = calls.text(f"misfit, {name}", CLEAN, file)
        for _, column, found, _ in wanted:
            calls.report.check(f"misfit, {name}: caret", f"{file}:{line}:{column}: warning:" in report
                               and f"\n  {' ' * (column - 1)}^\n" in report, report)
    tabs = calls.trace("tabs.paje", text.replace("9 seven 1 S", '9\tseven  "1" \t "S"'))
    problem, = calls.json("misfit after quotes", CLEAN, tabs)["warnings"]
    calls.same("misfit after quotes", [3, 20], [place["column"] for place in problem["places"]])
    calls.text("another word fits", CLEAN, calls.trace(
        "fits.paje", text.replace("9 seven 1 S 0x1g", "9 -7 1 S FF")))




@blackbox.group
def check_contents(calls):
    path = calls.features / "nested_states.paje"
    data = path.read_bytes()
    found = calls.json("contents", CLEAN, path)
    contents = found["contents"]
    calls.same("file", str(path), found["file"])
    calls.same("size", (len(data), data.count(b"\n")), (contents["bytes"], contents["lines"]))
    calls.same("events", (7, 13, 11), tuple(contents[key] for key in
                                            ("event_definitions", "events", "timed_events")))
    calls.same("events of each kind",
               {"PajeDefineContainerType": 1, "PajeDefineStateType": 1, "PajeCreateContainer": 1,
                "PajeDestroyContainer": 1, "PajeSetState": 1, "PajePushState": 5,
                "PajePopState": 3},
               {kind: count for kind, count in contents["events_by_kind"].items() if count})
    calls.same("types", {"container": 1, "state": 1, "variable": 0, "event": 0, "link": 0},
               contents["types_by_kind"])
    calls.same("values", {"defined": 0, "not_defined": 6}, contents["values"])
    calls.same("objects", {"containers": 1, "states": 6, "variables": 0, "events": 0, "links": 0},
               contents["objects"])
    calls.same("containers", [{"type": "Process (P)", "count": 1, "destroyed": 1}],
               contents["containers_by_type"])
    calls.same("times", {"start": 0, "end": 9, "length": 9}, contents["time_span"])
    calls.same("density", (11 / 9, 11), (contents["events_per_second"],
                                         contents["events_per_container"]))
    calls.same("depth", {"depth": 2, "container": "rank 0", "start": 2}, contents["deepest_state"])
    check_contents_as_text(calls, path, contents)
    links = calls.json("half link", BAD_TRACE,
                       calls.samples / "bad" / "link_incomplete_at_end.paje")
    calls.same("half links", 1, links["contents"]["unmatched_links"])


def check_contents_as_text(calls, path, contents):
    text = calls.text("contents", CLEAN, path)
    figures = dict(re.findall(r"^ {2,4}(\S.*?) {2,}(.*)$", text, re.MULTILINE))
    for label, figure in {"time span": "0 to 9 (length 9)", "events": str(contents["events"]),
                          "PajePushState": "5", "of kind state": "1", "states": "6",
                          "of type Process (P)": "1  (1 destroyed)", "only used": "6",
                          "greatest state depth": "2 (0 is outermost), first in 'rank 0' at 2",
                          "unmatched links": "0"}.items():
        calls.same(f"contents: {label}", figure, figures.get(label))


@blackbox.group
def check_notices(calls):
    path = calls.features / "unsorted_containers.paje"
    notices = {n["name"]: n for n in calls.json("notices", CLEAN, path)["notices"]}
    calls.report.check("not sorted", "not-sorted-by-time" in notices, f"{notices}")
    text = calls.text("notices", CLEAN, path)
    calls.report.check("notices as text", "Worth knowing, but valid:\n" in text
                       and notices["not-sorted-by-time"]["examples"][0] in text, text)
    spare = (calls.features / "nested_states.paje").read_text() + "1 S2 P Spare\n"
    spare = spare.replace("%EventDef PajePopState", "%EventDef PajeResetState 77\n% Time date\n% Type "
                          "string\n% Container string\n%EndEventDef\n%EventDef PajePopState")
    notices = {n["name"]: n["examples"] for n in
               calls.json("spare", CLEAN, calls.trace("spare.paje", spare))["notices"]}
    calls.same("unused types", ["Spare (S2)"], notices.get("unused-types"))
    calls.same("unused event definitions", ["PajeResetState 77"],
               notices.get("unused-event-definitions"))
    calls.same("values not defined", 6, len(notices.get("values-not-defined", [])))


@blackbox.group
def check_parts(calls):
    """Ids that a part defines for itself are not those of the others: neither their fields nor
    whether they are used."""
    text = (calls.features / "nested_states.paje").read_text()
    spare = "%EventDef PajeResetState 91\n% Time date\n% Type string\n% Container string\n%EndEventDef\n"
    wide = definition("SetState", 8, "Time Type Container Value more:int again:int")
    part = definition("SetState", 8, "Value Container Type Time") + spare
    calls.trace("other.part", part + "8 seven p1 S 20\n8 eight p1 S 19.5\n")
    before, after = text.split("%EventDef PajeSetState 8\n")
    root = calls.trace("root.paje", before + wide + after.split("%EndEventDef\n", 1)[1]
                       .replace("8 8 S p1 done", "8 8 S p1 done 1 x").replace("7 9 P p1\n", "")
                       + definition("TraceFile", 90, "Container Type Filename") + spare
                       + "91 9 S p1\n90 p1 P other.part\n")
    # Tools sort such a set by themselves.
    found = calls.json("parts", CLEAN, root)
    calls.same("parts: a warning", ["not-time-ordered"], [w["rule"] for w in found["warnings"] if w["rule"].startswith("not-time")])
    problems = {problem["rule"]: problem for problem in found["problems"] + found["warnings"]}
    calls.same("parts: problems", {"field-not-of-its-type": "x", "not-time-ordered": "19.5"},
               {rule: problem["places"][0]["found"] for rule, problem in problems.items()})
    notices = {n["name"]: n["examples"] for n in found["notices"]}
    calls.same("parts: unused", ["PajeDestroyContainer 7", "PajeResetState 91"],
               notices.get("unused-event-definitions"))
    calls.same("parts: not sorted", [f"the first in line 13 of {root.parent / 'other.part'}: 19.5 after 20"],
               notices.get("not-sorted-by-time"))


@blackbox.group
def check_ways_in(calls):
    path = calls.samples / "heat" / "heat.ethernet.trace"
    data = path.read_bytes()
    wanted = calls.json("a real trace", CLEAN, path)["contents"]
    for name, words, options in (("standard input", [], {"stdin": data}), ("-", ["-"], {"stdin": data}),
                                 ("packed", [], {"stdin": gzip.compress(data)}),
                                 ("-j 1", ["-j", "1", path], {}), ("-j 3", ["-j", "3", path], {})):
        calls.same(f"{name}: contents", wanted, calls.json(name, CLEAN, *words, **options)["contents"])
    with path.open("rb") as trace:
        calls.same("< FILE", wanted, calls.json("< FILE", CLEAN, stdin=trace)["contents"])
    old = calls.features / "old_field_names.paje"
    calls.same("old field names", "old-field-name",
               calls.json("old field names", BAD_TRACE, old)["problems"][0]["rule"])
    calls.text("-n", CLEAN, "--no-strict", old)


# Of other formats: what cannot be used of each, as (line, title), and its losses.
OTHER_FORMATS = {
    "bad.prv": ("#Paraver (a):10_ns:1(1):1:1(1:1)\n1:1:1:1:1:0:10:1\n1:1:1:1:1:x:10:1\n7:1\n",
                [(3, "malformed time"), (4, "unknown record")]),
    "cut.prv": ("#Paraver (a):10_ns:1(1):1:1(1:1)\n1:1:1:1:1:0:10:1", [(2, "the trace ends within a line")]),
    "sound.prv": ("#Paraver (a):10_ns:1(1):1:1(1:1)\n1:1:1:1:1:0:10:1\n", []),
    "bad.ti": ("0 send 1 0 5\n1 recv 0 0 5\n0 blah\n", [(3, "unknown action")]),
    "cut.ti": ("0 send 1 0 5\n1 recv 0 0 5\n0 compute 12", [(3, "the trace ends within a line")]),
    "sound.ti": ("0 send 1 0 5\n1 recv 0 0 5\n", []),
    "cut.json": ('[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},\n{"ph":"X","na',
                 [(2, "the file ends inside an event")]),
    "open.json": ('[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},\n', []),
}


@blackbox.group
def check_other_formats(calls):
    """Lines that cannot be used and files that end early are errors; what the conversion loses is none, and no warning."""
    dump = blackbox.need_tool(calls.tool.parent, "pj_dump")
    for name, (content, wanted) in OTHER_FORMATS.items():
        path = calls.trace(name, content)
        status = BAD_TRACE if wanted else CLEAN
        calls.text(f"{name}: --fail-on-warnings", status, "--fail-on-warnings", path)
        found = calls.json(name, status, path)
        calls.same(f"{name}: clean", not wanted, found["clean"])
        places = [(place["line"], place["title"]) for problem in found["problems"] for place in problem["places"]]
        calls.same(f"{name}: problems", wanted, places)
        calls.same(f"{name}: warnings", 0, found["warning_count"])
        notices = {notice["name"]: notice for notice in found["notices"]}
        calls.report.check(f"{name}: losses are worth knowing", name == "cut.json" or "not-carried-over" in notices,
                           f"{notices}")
        text = calls.text(name, status, path)
        for line, title in wanted:
            place = f"{path}:{line}:{'1' if name == 'cut.json' else ''}"
            calls.report.check(f"{name}: as text", f"{place.rstrip(':')}: error: {title}: found" in text, text)
        lenient = blackbox.run([dump, "--lenient", path])
        for line, title in wanted:
            calls.report.check(f"{name}: counted by --lenient", lenient.code == 0 and
                               f"pj_dump: 1 line left out: {title} (other-format), first at {path}:{line}" in lenient.err,
                               f"{lenient.code} {lenient.err}")
    losses = calls.json("losses", CLEAN, calls.scratch / "sound.prv")["notices"]
    remarks = next(notice["examples"] for notice in losses if notice["name"] == "not-carried-over")
    calls.report.check("the date of the recording", any("dates of the recording" in remark for remark in remarks),
                       f"{remarks}")


@blackbox.group
def check_exit_codes(calls):
    good, bad = calls.features / "nested_states.paje", calls.samples / "bad" / "unknown_type.paje"
    for option in ("-q", "--quiet"):
        calls.same(f"{option}: clean", "", calls.text(option, CLEAN, option, good))
        calls.same(f"{option}: bad", "", calls.text(option, BAD_TRACE, option, bad))
    cut = calls.scratch / "cut.gz"
    cut.write_bytes(gzip.compress((calls.samples / "heat" / "heat.ethernet.trace").read_bytes())[:9000])
    for name, code, words, options in (
            ("no such file", TROUBLE, ["no_such.paje"], {}), ("folder", TROUBLE, ["."], {}),
            ("unknown option", TROUBLE, ["--foo", good], {}), ("two files", TROUBLE, [good, good], {}),
            ("--most -1", TROUBLE, ["--most", "-1", good], {}),
            ("-j 0", TROUBLE, ["-j", "0", good], {}), ("cut gzip", BAD_TRACE, [cut], {}),
            ("full disk", TROUBLE, [good], {"stdout": open("/dev/full", "wb")})):
        done = calls.run(*words, **options)
        calls.report.check(name, done.code == code and done.err and not done.out
                           and not done.trouble(), f"{done.code} {done.out!r} {done.err!r}")
    usage = calls.run("--help")
    calls.report.check("--help", usage.code == 0 and "--most" in usage.out and not usage.err)
    version = calls.run("--version")
    calls.report.check("--version", version.out.startswith("pj_validate ") and version.code == 0)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Validate(blackbox.need_tool(sys.argv[1], "pj_validate"),
                         Path(sys.argv[2]).resolve(), Path(scratch), report)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
