#!/usr/bin/env python3
"""Imports of Paraver and OTF2 that lost or bent something: files of paraver_otf2 with the tables and
the losses they must give, the options that choose, files cut at every byte, headers that lie, location
files that are missing.

Usage: run_paraver_otf2.py TOOL_DIR [--update]

With --update the expected tables are written anew, to be looked at before they are committed.
"""

import shutil
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

INPUTS = HERE / "paraver_otf2"
# What `#Paraver (date):` of a small trace goes on with.
HEADER = "#Paraver (d):100_ns:0:1:1(1:1)\n"


class Cases:
    def __init__(self, tools, scratch, report):
        self.tool = blackbox.need_tool(tools, "pj_import")
        self.dump = blackbox.need_tool(tools, "pj_dump")
        self.validate = blackbox.need_tool(tools, "pj_validate")
        self.scratch, self.report = scratch, report
        self.has_otf2 = "without OTF2" not in self.run(INPUTS / "nodes").err

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], timeout=60, **options)

    def table(self, trace, *options):
        done = blackbox.run([self.dump, "-l", "9", *options], stdin=trace.encode("latin-1"))
        return done.out if done.code == 0 else f"{done.code} {done.err}"

    def rows(self, name, kind, *words, **options):
        """The rows of a kind, each from its start on, of an import that must succeed."""
        done = self.run("--quiet", *words, **options)
        self.report.check(f"{name}: status", done.code == 0 and not done.err, f"{done.code} {done.err}")
        lines = self.table(done.out, "--quotes=csv").splitlines()
        return [line for line in lines if line.startswith(kind + ",")]

    def fails(self, name, code, words, message, **options):
        """One line that says `message`, and no output."""
        out = self.scratch / "none.paje"
        done = self.run(*words, "-o", out, **options)
        self.report.check(name, done.code == code and message in done.err and done.err.count("\n") == 1
                          and not out.exists(), f"{done.code} {done.err} {done.trouble()}")

    def prv(self, text, name="t.prv"):
        path = self.scratch / name
        path.write_bytes(text.encode("latin-1"))
        return path


@blackbox.group
def check_files(cases):
    names = [path.name for path in sorted(INPUTS.glob("*.prv"))] + ["metrics", "nodes"] * cases.has_otf2
    for name in names:
        done = cases.run(name, cwd=INPUTS)
        got = cases.table(done.out, "--user-defined", "--quotes=csv") + "\n" + done.err
        expected = INPUTS / (Path(name).stem + ".txt")
        if "--update" in sys.argv:
            expected.write_text(got, "latin-1")
        cases.report.same(name, expected.read_text("latin-1"), got)
        valid = blackbox.run([cases.validate], stdin=done.out.encode("latin-1"))
        cases.report.check(f"{name}: valid", valid.code == 0, valid.out)


@blackbox.group
def check_colors(cases):
    out = cases.run("--quiet", INPUTS / "types.prv").out
    values = [line for line in out.splitlines() if line.startswith("16 ")]
    cases.report.check("colours of names", len(values) == 2 and
                       any(line.endswith('"0.45882353 0.7647059 1 1"') for line in values) and
                       any(line.endswith('"1 0 0 1"') for line in values), f"{values}")


@blackbox.group
def check_choice(cases):
    """--states, --events, --variables: types that are named come before `all`."""
    types = INPUTS / "types.prv"

    def counts(*options):
        return [sum(row.split(",")[2] != "State" for row in cases.rows(f"{options}", kind, *options, types))
                for kind in ("State", "Event", "Variable")]

    cases.report.check("by default", counts() == [5, 2, 3], f"{counts()}")
    for options, expected in ((["--events=20"], [3, 5, 3]), (["--states=30,40"], [8, 0, 1]),
                              (["--events=all"], [0, 13, 0]), (["--variables", "all"], [0, 0, 13]),
                              (["--states", "all", "--variables=40", "--variables=99"], [6, 0, 3])):
        got = counts(*options)
        cases.report.check(f"{options}", got == expected, f"{got}")
    told = cases.run("--events=20,77", types).err
    cases.report.check("a type that does not occur", "no events of types that were chosen: 77" in told, told)
    for words in (["--states=x"], ["--states="], ["--states=1", "--events=1"],
                  ["--states=all", "--events=all"], ["--states=1.5"], ["--states=nan"]):
        done = cases.run(*words, types)
        cases.report.check(f"{words}: usage", done.code == 2 and not done.out, f"{done.code} {done.err}")
    done = cases.run("--states=1", stdin=b'[{"ph":"i","ts":1,"name":"a"}]')
    cases.report.check("--states of another format", done.code == 0 and "Paraver" in done.err, done.err)


@blackbox.group
def check_cuts(cases):
    """Cut at every byte: an error with one line; with --lenient all records but the one that is cut."""
    whole = (INPUTS / "receives.prv").read_bytes()
    first = whole.index(b"\n") + 1

    def cut(size):
        path = cases.scratch / f"{size}.prv"
        path.write_bytes(whole[:size])
        strict, lenient = cases.run("--quiet", path), cases.run("--lenient", path)
        path.unlink()
        return size, strict, lenient

    for size, strict, lenient in blackbox.parallel(cut, range(len(whole) + 1)):
        name = f"cut at {size}"
        is_whole = size >= first and whole[size - 1:size] == b"\n"
        cases.report.check(name, strict.code == (0 if is_whole else 1)
                           and strict.err.count("\n") == (not is_whole), strict.err)
        if size < first:
            cases.report.check(f"{name}, lenient", lenient.code == 1, lenient.err)
            continue
        records = whole[:size].count(b"\n3")  - (not is_whole and whole[:size].rpartition(b"\n")[2][:1] == b"3")
        links = cases.table(lenient.out).count("Link, ")
        cases.report.check(f"{name}, lenient", links == records and
                           ("ends within a line" in lenient.err) == (not is_whole),
                           f"{links} of {records}: {lenient.err}")


@blackbox.group
def check_lenient(cases):
    bad = cases.prv(HEADER + "1:1:1:1:1:0:10:1\n1:1:1:1:1:x:10:1\n7:1\n1:1:1:1:2:0:10:1\n1:1:1:1:1:nan:10:1\n"
                    "1:1:1:1:1:20:10:1\n2:1:1:1:1:5:1\n1:1:1:1:1:10:30:2\n")
    done = cases.run("--lenient", bad)
    rows = [line for line in cases.table(done.out).splitlines() if line.startswith("State")]
    cases.report.check("lenient: what is sound", len(rows) == 2, f"{rows}")
    for kind in ("1 lines that cannot be used: end before the beginning (first in line 7)",
                 "2 lines that cannot be used: malformed time (first in line 3)",
                 "1 lines that cannot be used: unknown record (first in line 4)",
                 "1 lines that cannot be used: unknown thread (first in line 5)",
                 "1 lines that cannot be used: wrong number of fields (first in line 8)"):
        cases.report.check(f"lenient: {kind}", kind in done.err, done.err)
    cases.fails("strict", 1, ["--quiet", bad], ":3: error: malformed time: found 'x'")


@blackbox.group
def check_headers(cases):
    for name, header, message in (
            ("applications that are not there", "9_ns:0:3:1(1:1)", "found '1 applications'"),
            ("tasks that are not there", "9_ns:0:1:99999999(1:1)", "expected 99999999 tasks"),
            ("a huge number", "9_ns:0:1:1(99999999999999999999:1)", "malformed header"),
            ("open parentheses", "9_ns:0:1:1(1:1", "malformed header"),
            ("nested parentheses", "9_ns:0:1:1((1:1))", "malformed header"),
            ("no time", "x_ns:0:1:1(1:1)", "a time"), ("NaN", "nan_ns:0:1:1(1:1)", "a time"),
            ("an infinite time", "inf:0:1:1(1:1)", "a time"), ("a huge time", "1e300_ns:0:1:1(1:1)", "a time"),
            ("a negative time", "-5_ns:0:1:1(1:1)", "a time"), ("unit", "5_fs:0:1:1(1:1)", "a time"),
            ("text", "9_ns:0:1:1(1:1):x", "an application"), ("nothing", "", "malformed header")):
        cases.fails(f"header with {name}", 1, ["--quiet", "-"], message,
                    stdin=f"#Paraver (d):{header}\n".encode())
    # Many are declared: only those with records are made.
    huge = f"#Paraver (d):9_ns:1099511627776:1:2(1099511627776:1,1099511627776:1)\n1:0:1:2:1099511627776:0:9:1\n"
    done = cases.run(stdin=huge.encode())
    cases.report.check("huge numbers", done.code == 0 and "nodes (too many" in done.err
                       and "threads in which nothing happens" in done.err, done.err)
    for name, header in (("no nodes", "90_ns:0:1:1(1:1)"), ("nodes without processors", "90_ns:3:1:1(1:3)"),
                         ("nodes that cannot be read", "90_ns:2(x):1:1(1:1)"), ("a mark of UTF-8", "90_ns:0:1:1(1:1)")):
        mark = "\xef\xbb\xbf\n" if "UTF-8" in name else ""
        rows = cases.rows(name, "Container", cases.prv(f"{mark}#Paraver (d):{header}\n1:1:1:1:1:0:5:1\n"))
        nodes = sum(row.split(",")[2] == "Node" for row in rows)
        cases.report.check(f"{name}: length and nodes", rows[0] == "Container,0,0,0,9e-08,9e-08,0"
                           and nodes == (3 if "without" in name else 0), f"{rows}")


@blackbox.group
def check_origin(cases):
    """--origin=start moves both ends of messages, too."""
    late = cases.prv("#Paraver (d):5000_ns:0:1:1(1:1)\n1:0:1:1:1:1000:1100:1\n"
                     "3:0:1:1:1:1010:1010:0:1:1:1:1050:1050:1:1\n3:0:1:1:1:1090:1090:0:1:1:1:1020:1020:1:1\n")
    rows = cases.rows("origin", "Link", "--origin=start", late)
    cases.report.check("times from the first", [",".join(row.split(",")[3:6]) for row in rows] ==
                       ["0.000000010,0.000000050,0.000000040", "0.000000090,0.000000020,-0.000000070"], f"{rows}")
    # Far from 0 seconds cannot hold nanoseconds: times count from the first, with all digits, which is said.
    second = 1_700_000_000_000_000_000
    far = cases.prv(f"#Paraver (d):{second + 900}_ns:0:1:1(1:1)\n1:0:1:1:1:{second + 123}:{second + 623}:7\n")
    told = cases.run(far).err
    cases.report.check("far times", "which is 1700000000.000000123 s in the file" in told and "--origin=zero" in told, told)
    done = cases.run("--origin=start", far)
    [row] = [line for line in cases.table(done.out).splitlines() if line.startswith("State")]
    cases.report.check("far times from the first", "cannot hold" not in done.err
                       and row.startswith("State, 1.1.1, State, 0.000000000, 0.000000500, 0.000000500, "), f"{row} {done.err}")
    ends = cases.table(done.out).splitlines()[0]
    cases.report.check("the end of the run from the first", ends == "Container, 0, 0, 0, 7.77e-07, 7.77e-07, 0", ends)
    coarse = cases.run(cases.prv(f"#Paraver (d):{second // 1000}:0:1:1(1:1)\n1:0:1:1:1:{second // 1000 - 5}:{second // 1000}:7\n"))
    cases.report.check("far microseconds", "which is 1699999999.999995000 s in the file" in coarse.err, coarse.err)
    for digits, is_lost in (("1700000000.000000123", True), ("1700000000.000001", False), ("1700000000.5", False)):
        table = cases.scratch / "far.csv"
        table.write_text(f"State, a, S, {digits}, 1700000001.0, 1, 0, x\n")
        told = cases.run(table).err
        cases.report.check(f"{digits} in a table", ("cannot hold all their digits" in told) == is_lost, told)


@blackbox.group
def check_numbers(cases):
    """Negative and large times stay; what is no finite number is an error."""
    rows = cases.rows("negative times", "State",
                      cases.prv(HEADER + "1:0:1:1:1:-50:-10:1\n1:0:1:1:1:10:9007199254740993:1\n"))
    cases.report.check("negative times", [",".join(row.split(",")[3:5]) for row in rows] ==
                       ["-0.000000050,-0.000000010", "0.000000010,9007199.254740993"], f"{rows}")
    odd = cases.prv(HEADER + "1:0:1:1:1:-5:1.5:1\n2:0:1:1:1:40:1:1\n")
    told = cases.run(odd).err
    cases.report.check("times that Paraver has not", "2 times below 0 or with a fraction" in told, told)
    late = cases.prv(HEADER + "1:0:1:1:1:40:50:1\n", "late.prv")
    starts = {row.split(",")[3] for row in cases.rows("late", "Container", late)}
    cases.report.check("containers begin with the run", starts == {"0"}, str(starts))
    starts = {row.split(",")[3:5][0] for row in cases.rows("late, from the first", "Container", "--origin=start", late)}
    cases.report.check("containers begin with the first", starts == {"0"}, str(starts))
    for word in ("nan", "inf", "-inf", "1e300", "0x10", "", " 5", "9" * 40):
        cases.fails(f"time {word}", 1, ["--quiet", cases.prv(f"{HEADER}1:0:1:1:1:0:{word}:1\n")], ":2: error: malformed time")
    for word in ("nan", "1.5", "", "99999999999999999999"):
        cases.fails(f"value {word}", 1, ["--quiet", cases.prv(f"{HEADER}2:0:1:1:1:0:1:{word}\n")], ":2: error: malformed number")


@blackbox.group
def check_missing(cases):
    for name in ("x.prv", "x.otf2", "x.json", "x.csv"):
        done = cases.run(f"/nonexistent/{name}")
        cases.report.check(f"missing {name}", done.code == 2
                           and done.err == f"pj_import: /nonexistent/{name}: No such file or directory\n"
                           or name.endswith("otf2") and not cases.has_otf2, done.err)


def copy(cases):
    path = cases.scratch / "nodes"
    shutil.rmtree(path, ignore_errors=True)
    return Path(shutil.copytree(INPUTS / "nodes", path))


def reads_otf2(cases):
    """Whether OTF2 is there. Its library forgets some bytes of an archive that is damaged."""
    if cases.has_otf2:
        blackbox.SANITIZER_OPTIONS["ASAN_OPTIONS"] += ":detect_leaks=0"
    return cases.has_otf2


@blackbox.group
def check_otf2_files(cases):
    """A location file that is missing costs its location; without all of them there is nothing."""
    if not reads_otf2(cases):
        return
    nodes = copy(cases)
    (nodes / "traces" / "1.evt").unlink()
    done = cases.run(nodes)
    table = cases.table(done.out)
    cases.report.check("missing location: the other one", done.code == 0 and table.count("State, ") == 3, table)
    for text in ("traces/1.evt: No such file or directory", "6 events of locations whose file cannot be opened",
                 "1 locations whose file cannot be opened", "2 messages that were sent and never received"):
        cases.report.check(f"missing location: {text}", text in done.err, done.err)
    (nodes / "traces" / "0.evt").unlink()
    cases.fails("all locations missing", 2, ["--quiet", nodes], "0.evt: No such file or directory")
    nodes = copy(cases)
    (nodes / "traces" / "1.def").unlink()
    done = cases.run(nodes)
    cases.report.check("missing local definitions", done.code == 0
                       and "1 local definitions of locations" in done.err, done.err)
    (nodes / "traces.def").unlink()
    cases.fails("missing definitions", 2, ["--quiet", nodes], "traces.def: No such file or directory")
    nodes = copy(cases)
    events = nodes / "traces" / "1.evt"
    events.write_bytes(events.read_bytes()[:-8])
    done = blackbox.run([cases.validate, nodes])
    cases.report.check("validate: a damaged location", done.code == 1
                       and f"{events}: error: unreadable OTF2 archive: found" in done.out, done.out + done.err)
    events.unlink()
    done = blackbox.run([cases.validate, nodes])
    cases.report.check("validate: a missing location", done.code == 1 and f"{events}: error: part of the trace cannot "
                       "be read: found 'No such file or directory'" in done.out, done.out + done.err)
    for file in ("traces.otf2", "traces.def"):
        for bytes_ in (b"", b"\0" * 100, b"%PDF-1.4\n" * 100):
            nodes = copy(cases)
            (nodes / file).write_bytes(bytes_)
            cases.fails(f"{file} of {bytes_[:4]}", 1, ["--quiet", nodes], "unreadable OTF2 archive")


@blackbox.group
def check_otf2_cuts(cases):
    """Location files cut at every byte: one line, or with --lenient what comes before."""
    if not reads_otf2(cases):
        return
    for file in ("0.evt", "1.evt"):
        whole = (INPUTS / "nodes" / "traces" / file).read_bytes()
        for size in range(len(whole)):
            nodes = copy(cases)
            (nodes / "traces" / file).write_bytes(whole[:size])
            for options in ([], ["--lenient"]):
                done = cases.run(*options, nodes)
                name = f"{file} cut at {size} {options}"
                if done.code == 0:
                    cases.report.check(name, not cases.table(done.out)[0].isdigit())
                else:
                    cases.report.check(name, done.code == 1 and done.err.count("\n") == 1
                                       and "error: " in done.err, f"{done.code} {done.err} {done.trouble()}")


@blackbox.group
def check_precision(cases):
    """PRECISION in a .pcf says how many digits of the values of the types above it are after a point."""
    trace = cases.scratch / "precision.prv"
    trace.write_text("#Paraver (21/01/2022 at 16:37):1000_ns:1(1):1:1(1:1)\n"
                     "2:1:1:1:1:0:94:4438502674:95:-17333333333333332:96:5:97:1234567:98:250:99:1\n"
                     "2:1:1:1:1:500:94:3:96:7:97:3:98:4\n", "ascii")
    trace.with_suffix(".pcf").write_text(
        "EVENT_TYPE\n0   94    Write ratio (%)\n0   95    Reads\nPRECISION 8\n\nEVENT_TYPE\n0 96 Count\n\n"
        "EVENT_TYPE\n0 97 Named\nVALUES\n0 zero\n3 three\nPRECISION 2\n\n"
        "EVENT_TYPE\n0 98 Not one\nPRECISION x\n\nEVENT_TYPE\n0 99 Too many\nPRECISION 99\n", "ascii")
    done = cases.run(trace)
    found = {line.split(", ")[2] + ":" + line.split(", ")[-1] for line in
             cases.table(done.out).splitlines() if line.startswith(("Variable", "Event"))}
    wanted = {"Write ratio (%):44.385026740", "Write ratio (%):0.000000030", "Reads:-173333333.333333313", "Count:5.000000000",
              "Count:7.000000000", "Named:12345.67", "Named:three", "Not one:250.000000000", "Not one:4.000000000",
              "Too many:1.000000000"}
    cases.report.check("values with a point", found == wanted, f"{found ^ wanted}")
    cases.report.check("what is no precision", "2 stray lines" in done.err, done.err)


@blackbox.group
def check_kept_cases(cases):
    """The inputs that this began with."""
    kept = blackbox.DATA / "cases"

    def states(name, file):
        return [row.split(",", 1)[1].rsplit(",", 2)[0] + "," + row.rsplit(",", 1)[1]
                for row in cases.rows(name, "State", kept / file)]

    expected = {"2.1.1,State,0.000000100,0.000001000,0.000000900,3",
                "1.2.1,State,0.000000000,0.000000600,0.000000600,1",
                "1.1.1,State,0.000000000,0.000000400,0.000000400,1"}
    got = states("paraver_comma_apps", "paraver_comma_apps.prv")
    cases.report.check("paraver_comma_apps", set(got) == expected, f"{got}")
    got = states("paraver_zero_without_label", "paraver_zero_without_label.prv")
    cases.report.check("paraver_zero_without_label", got == [
        "1.1.1,Task type,0.000000010,0.000000040,0.000000030,assemble",
        "1.1.1,Task type,0.000000040,0.000000060,0.000000020,solve"], f"{got}")
    for file, times in (("paraver_early_receive.prv", ["0.000000500,0.000000880", "0.000000600,0.000000900"]),
                        ("analysis_p.prv", ["0.000001000,0.000002900"])):
        links = [",".join(row.split(",")[3:5]) for row in cases.rows(file, "Link", kept / file)]
        cases.report.check(file, links == times, f"{links}")
    if not reads_otf2(cases):
        return
    with tarfile.open(kept / "otf2_leave_names_differ.tar.xz") as archive:
        archive.extractall(cases.scratch)
    told = cases.run(cases.scratch / "t" / "traces.otf2").err
    cases.report.check("otf2_leave_names_differ", "2 ends whose region is not the open one" in told, told)


def main():
    tools = Path(sys.argv[1])
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        cases = Cases(tools, Path(scratch), report)
        blackbox.run_groups(cases)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
