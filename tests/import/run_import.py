#!/usr/bin/env python3
"""Runs pj_import as its users do: small files of each format with the tables they must give, tables
that come back as they were, random Chrome traces against states worked out here, and files that are
cut at every byte, damaged or hostile.

Usage: run_import.py TOOL_DIR SAMPLES [TRACES] [--update]

Tools other than pj_import may be in a folder of their own, named by PAJE_OTHER_TOOLS. With
--update the expected tables are written anew, to be looked at before they are committed.
"""

import json
import os
import random
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from definitions import numbered

DATA = HERE / "data"
EXPECTED = HERE / "expected"
REFERENCE = shutil.which("pj_dump", path="/usr/bin")
MOST_BYTES = 5_000_000
# name: what is imported, and what --from calls it
SMALL = {"chrome": ("small.json", "chrome"), "unclosed": ("unclosed.json", "chrome"),
         "paraver": ("small.prv", "paraver"), "table": ("small.csv", "table"),
         "otf2": ("ring", "otf2")}


# By how many bytes the lengths of cut files differ.
CUT_STEP = int(blackbox.taken_option("--cut-step") or 1)


class Import:
    def __init__(self, tools, scratch, report):
        others = os.environ.get("PAJE_OTHER_TOOLS", tools)
        self.tool = blackbox.need_tool(tools, "pj_import")
        self.dump = blackbox.need_tool(others, "pj_dump")
        self.validate = blackbox.need_tool(others, "pj_validate")
        self.scratch, self.report = scratch, report

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], **options)

    def table(self, text, *options):
        done = blackbox.run([self.dump, "-l", "9", *options], stdin=text.encode("latin-1"))
        return done.out if done.code == 0 else f"{done.code} {done.err}"

    def imported(self, name, *words, **options):
        done = self.run("--quiet", *words, **options)
        self.report.check(name, done.code == 0 and not done.err, f"{done.code} {done.err}")
        return done.out


def has_otf2(calls):
    return "without OTF2" not in calls.run(DATA / "ring").err


@blackbox.group
def check_small(calls):
    for name, (file, form) in SMALL.items():
        if form == "otf2" and not has_otf2(calls):
            continue
        done = calls.run(file, cwd=DATA)
        calls.report.check(f"{name}: exit status", done.code == 0, done.err)
        got = calls.table(done.out, "--user-defined", "--quotes=csv") + "\n" + done.err
        expected = EXPECTED / f"{name}.txt"
        if "--update" in sys.argv:
            expected.write_text(got, "latin-1")
        calls.report.same(f"{name}: table and losses", expected.read_text("latin-1"), got)
        valid = blackbox.run([calls.validate], stdin=done.out.encode("latin-1"))
        calls.report.check(f"{name}: valid", valid.code == 0, valid.out)
        calls.report.same(f"{name}: --from {form}", done.out,
                          calls.imported(f"{name} --from", "--from", form, DATA / file))
        if REFERENCE:
            text = calls.scratch / "reference.paje"
            text.write_text(done.out, "latin-1")
            # The reference prints the empty word as a quote.
            other = blackbox.run([REFERENCE, "-l", "9", text]).out.replace(', "\n', ", \n")
            calls.report.same(f"{name}: the reference's table", other, calls.table(done.out))
        for method in ("text", "standard", "reference"):
            for how in ("none", "zstd"):
                file_out = calls.scratch / "out"
                calls.imported(f"{name} {method} {how}", f"--method={method}", f"--compress={how}",
                               "-o", file_out, DATA / file)
                again = blackbox.run([calls.dump, "-l", "9", file_out])
                calls.report.same(f"{name} {method} {how}: table", calls.table(done.out), again.out)
        if form != "otf2":
            piped = (DATA / file).read_bytes()
            calls.report.check(f"{name}: as standard input",
                               form == "paraver" or calls.imported(name, stdin=piped) == done.out)


def traces(samples, further):
    files = [file for folder in ("features", "heat") for file in (samples / folder).rglob("*")]
    files += [path for _, path in blackbox.real_traces(further) if path.suffix == ".trace"]
    return sorted(file for file in files if file.suffix in (".paje", ".trace"))


def check_order_of_containers(calls):
    """Siblings keep their order in the table, whatever their aliases are, also by way of CSV."""
    heat = next(file for file in traces(calls.samples, calls.further) if file.name == "heat.ethernet.trace")
    aliases = ["z", "a", "m", "c10", "c2"]
    text = (calls.samples / "features" / "nested_states.paje").read_text()
    text = text.replace("7 9 P p1", "".join(f'6 0 {alias} P 0 "of {alias}"\n' for alias in aliases) + "7 9 P p1")
    odd = calls.scratch / "aliases.paje"
    odd.write_text(text)
    export = blackbox.need_tool(calls.dump.parent, "pj_export")
    for file in (heat, odd):
        table = blackbox.run([calls.dump, "-l", "9", "--quotes=csv", file])
        calls.report.check(f"{file.name}: table", table.code == 0, table.err)
        folder = calls.scratch / f"{file.name}.csv"
        done = blackbox.run([export, "-q", "--to", "csv", file, "-o", folder])
        calls.report.check(f"{file.name}: CSV", done.code == 0, done.err)
        calls.report.same(f"{file.name}: the same table by way of CSV", table.out,
                          calls.table(calls.imported(f"{file.name} as CSV", folder), "--quotes=csv"))


@blackbox.group
def check_tables(calls):
    """A table of enough digits is the table of what is made of it; so is one in order of ends."""
    count = 0
    for file in blackbox.share(traces(calls.samples, calls.further)):
        for options in (("-l", "9", "--quotes=csv"), ("-l", "12", "--quotes=csv"),
                        ("-l", "9", "-z", "--quotes=csv")):
            table = blackbox.run([calls.dump, *options, file])
            # A trace in which nothing happens has no time of its end.
            if table.code != 0 or table.out.count("\n") < 2 or len(table.out) > MOST_BYTES:
                continue
            count += 1
            made = calls.imported(f"{file.name} {options}", "--from=table", stdin=table.out.encode("latin-1"))
            again = calls.table(made, *options)
            calls.report.same(f"{file.name} {options}: same table", table.out, again)
        ended = blackbox.run([calls.dump, "-l", "9", "-o", "-n", "--quotes=csv", file])
        if ended.code == 0 and 0 < len(ended.out) < MOST_BYTES:
            made = calls.imported(f"{file.name} in order of ends", stdin=ended.out.encode("latin-1"))
            states = sorted(line for line in ended.out.splitlines() if line.startswith("State"))
            again = calls.table(made, "--quotes=csv").splitlines()
            calls.report.check(f"{file.name} in order of ends: same states",
                               states == sorted(line for line in again if line.startswith("State")))
    calls.report.check("some tables were there", count * blackbox.SHARES >= 20, f"{count}")
    check_order_of_containers(calls)
    # As a query sorts them, or a pipe: links in another order, and without rows of containers.
    rows = ["Variable, v, V, 0, 1, 1, 10", "Variable, v, V, 1, 8, 7, 11", "Link, 0, L, 5, 6, 1, m, p, q, k1",
            "Link, 0, L, 1, 2, 1, m, p, q, k2", "Variable, w, V, 0, 4, 4, 7"]
    done = calls.run("--from=table", stdin=("\n".join(rows) + "\n").encode())
    calls.report.check("links in another order are counted", "2 links in another order" in done.err, done.err)
    table = [line for line in calls.table(done.out, "-l", "0").splitlines() if not line.startswith("Container")]
    calls.report.same("links in another order, and how long variables last", "\n".join(sorted(rows)), "\n".join(sorted(table)))
    # Start and end alone give another duration: the digits of all three count.
    precise = ("Container,0,0,0,1234569.12,1234569.12,0\n"
               "Container,0,Worker,1234567.89,1234569.12,1.234375,CPU0\n")
    made = calls.imported("containers of nine digits", stdin=precise.encode())
    calls.report.same("containers of nine digits", precise,
                      calls.table(made, "--quotes=csv", "--container-precision=9"))


class RandomChrome:
    """A random trace, as events and as the rows its states, variables and links must have."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.events, self.rows = [], []
        for process in range(self.random.randrange(1, 4)):
            for thread in range(self.random.randrange(1, 4)):
                place = {"pid": process, "tid": 10 * process + thread}
                self.fill(place, 0, 1_000_000, 0)
        self.add_flows()
        self.random.shuffle(self.events)
        self.events.sort(key=lambda event: event[0])
        self.events = [event for _, event in self.events]

    def fill(self, place, begin, end, depth):
        """Slices one after the other that share no time, with others in them. Begins and ends stay
        in their order where times are equal; complete events may come anywhere."""
        at = begin
        while depth < 6 and end - at > 10 and self.random.random() < 0.8:
            start = self.random.randrange(at + 1, end - 1)
            stop = self.random.randrange(start + 1, end)
            name = f"f{self.random.randrange(5)}"
            self.rows.append(f"State,thread {place['tid']},Slice,{start / 1e6:.9f},{stop / 1e6:.9f},"
                             f"{stop / 1e6 - start / 1e6:.9f},{depth}.000000000,{name}")
            if self.random.random() < 0.5:
                self.add(start, "B", place, name=name)
                self.fill(place, start, stop, depth + 1)
                self.add(stop, "E", place)
            else:
                self.add(self.random.randrange(1_000_000), "X", place, name=name, dur=stop - start,
                         ts=start)
                self.fill(place, start, stop, depth + 1)
            at = stop + 1

    def add(self, order, phase, place, **more):
        self.events.append((order, {"ph": phase, "ts": order, **place, **more}))

    def add_flows(self):
        threads = sorted({event["tid"] for _, event in self.events})
        for number in range(20 if threads else 0):
            start, end = self.random.sample(range(1_000_000), 2)  # some arrive before they depart
            a, b = self.random.choice(threads), self.random.choice(threads)
            self.add(start, "s", {"pid": a // 10, "tid": a}, name="flow", id=number)
            self.add(end, "f", {"pid": b // 10, "tid": b}, name="flow", id=number)
            self.rows.append(f"Link,0,Flow,{start / 1e6:.9f},{end / 1e6:.9f},"
                             f"{end / 1e6 - start / 1e6:.9f},flow,thread {a},thread {b}")


@blackbox.group
def check_last_digits(calls):
    """Variables are doubles: whole numbers of 64 bits that these do not hold are counted."""
    values = (9007199254740992, 9007199254740993, 18446744073709551615, 2**63, -9007199254740993, 1.5, 1e300)
    counters = [{"ph": "C", "name": "c", "pid": 1, "ts": i, "args": {"v": value}} for i, value in enumerate(values)]
    table = "".join(f"Variable, p, V, {i}, {i + 1}, 1, {value}\n" for i, value in enumerate(values))
    for name, text in (("counters", json.dumps(counters)), ("table", table)):
        done = calls.run(stdin=text.encode())
        calls.report.check(f"last digits: {name}", done.code == 0 and "3 last digits of values above 2^53" in done.err,
                           done.err)
    message = "#Paraver (03/04/2026 at 09:30):100_ns:1(2):1:2(1:1,1:1)\n3:1:1:1:1:5:5:2:1:2:1:6:6:18446744073709551615:7\n"
    done = calls.run(stdin=message.encode())
    calls.report.check("size of a message", ", 9223372036854775807, 7" in calls.table(done.out, "-u"), done.out)
    calls.report.check("it is counted", "1 sizes of messages above 2^63 - 1" in done.err, done.err)


@blackbox.group
def check_values_that_are_no_numbers(calls):
    """Variables may have them; times may not. SQL writes none."""
    table = "".join(f"Variable, p, V, {i}, {i + 1}, 1.000000, {value}\n" for i, value in enumerate(("nan", "inf", "-inf", "2.5")))
    done = calls.run(stdin=table.encode())
    found = [row.split(", ")[-1] for row in calls.table(done.out).splitlines() if row.startswith("Variable")]
    calls.report.check("a table", found == ["nan", "inf", "-inf", "2.500000000"], f"{found} {done.err}")
    columns = "container,type,start,end,duration,value\n"
    done = calls.run(stdin=(columns + "p,V,0.0,1.0,1.0,\np,V,1.0,2.0,1.0,3.0\n").encode())
    found = [row.split(", ")[-1] for row in calls.table(done.out).splitlines() if row.startswith("Variable")]
    calls.report.check("of SQL", found == ["nan", "3.000000000"], f"{found} {done.err}")
    done = calls.run(stdin=b"Variable, p, V, nan, 1, 1, 2\n")
    calls.report.check("a time", done.code == 1 and "malformed number: found 'nan'" in done.err, done.err)
    done = calls.run(stdin=b"Variable, p, V, 0, 1, 1, \n")
    calls.report.check("none in a table", done.code == 1 and "malformed number" in done.err, done.err)


@blackbox.group
def check_halves_before_containers(calls):
    """A table is in no order of times: a link may end before it starts, and before the container at that end is created."""
    table = ("Container,0,0,0,6,6,0\nContainer,0,Machine,0,6,6,n1\nContainer,0,Machine,5,6,1,n2\n"
             "Link,0,Link,6.000000,2.000000,-4.000000,v,n1,n2,k\n")
    done = calls.run(stdin=table.encode())
    found = calls.table(done.out)
    calls.report.check("the end before its container", done.code == 0 and
                       "Link, 0, Link, 6.000000000, 2.000000000, -4.000000000, v, n1, n2, k" in found, f"{done.err} {found}")


@blackbox.group
def check_early_ends(calls):
    """pajeng ends what is open at the time of the last line: before it started, if that line is earlier than others."""
    table = ("Container, 0, 0, 0, 3, 3, 0\nContainer, 0, Machine, 7, 3, -4, n2\nContainer, 0, Machine, 0, 3, 3, n1\n"
             "Variable, n1, V, 1.00, 6.00, 5.00, 0.5\nVariable, n1, V, 6.00, 3.00, -3.00, 1.0\n"
             "State, n1, S, 1.00, 2.00, 1.00, 0, early\nState, n1, S, 2.00, 3.00, 1.00, 0, outer\n"
             "State, n1, S, 2.50, 2.75, 0.25, 1, inner\nState, n1, S, 5.00, 3.00, -2.00, 1, last\n")
    done = calls.run(stdin=table.encode())
    found = blackbox.run([calls.dump, "-l", "2"], stdin=done.out.encode()).out.splitlines()
    wanted = ["Container, 0, 0, 0, 7, 7, 0", "Container, 0, Machine, 7, 7, 0, n2", "Container, 0, Machine, 0, 6, 6, n1",
              "Variable, n1, V, 1.00, 6.00, 5.00, 0.50", "Variable, n1, V, 6.00, 6.00, 0.00, 1.00",
              "State, n1, S, 1.00, 2.00, 1.00, 0.00, early", "State, n1, S, 2.00, 5.00, 3.00, 0.00, outer",
              "State, n1, S, 2.50, 2.75, 0.25, 1.00, inner", "State, n1, S, 5.00, 5.00, 0.00, 1.00, last"]
    calls.report.same("early ends", "\n".join(sorted(wanted)), "\n".join(sorted(found)))
    calls.report.check("early ends are counted", done.code == 0 and "3 ends before their starts" in done.err, done.err)


@blackbox.group
def check_contradictions(calls):
    """Containers that do not last as long as what is in them, and durations that are no difference, are counted."""
    short = "containers that begin after, or end before, what is in them (they last as long)"
    duration = "durations that are not the end minus the start (start and end are kept)"
    head = "Container, 0, 0, 0, 9, 9, 0\nContainer, 0, N, 5, 7, 2, a\n"
    for name, table, wanted in (
            ("outside", head + "State, a, S, 1.0, 9.0, 8.0, 0, x\n", [short]),
            ("late", head + "State, a, S, 5.0, 8.0, 3.0, 0, x\n", [short]),
            ("inside", head + "State, a, S, 5.0, 7.0, 2.0, 0, x\nVariable, a, V, 5.5, 7.0, 1.5, 3\n", []),
            ("duration", head + "State, a, S, 5.0, 7.0, 3.0, 0, x\n", [duration]),
            ("of a link", head + "Link, 0, L, 5.0, 6.0, 2.0, m, a, a, k\n", [duration]),
            ("no number", head + "State, a, S, 5.0, 7.0, x, 0, x\n", [duration]),
            ("rounded", head + "State, a, S, 5.0001, 6.9999, 2.00, 0, x\nLink, 0, L, 6.000, 5.000, -1.001, m, a, a, k\n", [])):
        done = calls.run(stdin=table.encode())
        calls.report.check(f"contradiction, {name}: read", done.code == 0, done.err)
        for kind in (short, duration):
            calls.report.check(f"contradiction, {name}: {kind}", (f" 1 {kind}\n" in done.err) == (kind in wanted), done.err)
    rows = [row for row in calls.table(calls.imported("outside", stdin=(head + "State, a, S, 1.0, 9.0, 8.0, 0, x\n").encode()),
                                       "--quotes=csv").splitlines() if row.startswith("Container,0,N")]
    calls.report.check("contradiction: the container is longer", rows == ["Container,0,N,1,9,8,a"], str(rows))


@blackbox.group
def check_missing_values(calls):
    """R writes NA for what is missing: in a column of numbers it is no word, unless it is in quotes."""
    head = "Nature,Container,Type,Start,End,Duration,Imbrication,Value,Size,Note\n"
    rows = ["State,p,S,0,1,1,0,a,{},x", "State,p,S,1,2,1,0,b,7,{}", "State,p,S,2,3,1,0,c,2.5,NA"]
    for size, note, wanted in (("NA", "y", ["a, x", "b, 7, y", "c, 2.5, NA"]), ('"NA"', "y", ["a, NA, x", "b, 7, y", "c, 2.5, NA"]),
                               ("3", "NA", ["a, 3, x", "b, 7, NA", "c, 2.5, NA"])):
        table = head + "\n".join(rows).format(size, note) + "\n"
        made = calls.imported(f"NA {size}", stdin=table.encode())
        found = [row.split(", ", 7)[7] for row in calls.table(made, "--user-defined").splitlines() if row.startswith("State")]
        calls.report.check(f"NA: {size}, {note}", found == wanted, f"{found}, not {wanted}")
    # What pj_export writes comes back as it was, also a word that is called so.
    source = calls.scratch / "na.paje"
    table = head + "\n".join(rows).format('"NA"', "y") + "\n"
    source.write_text(calls.imported("the word NA", stdin=table.encode()))
    folder = calls.scratch / "na.tables"
    blackbox.run([blackbox.need_tool(calls.dump.parent, "pj_export"), "-q", "--to", "csv", source, "-o", folder])
    again = calls.table(calls.imported("NA by way of CSV", folder), "--user-defined")
    calls.report.same("NA by way of CSV", calls.table(source.read_text(), "--user-defined"), again)


@blackbox.group
def check_names_with_blanks(calls):
    """A blank that begins a name is no blank after a comma, if the name is in quotes, as --quotes=csv writes it."""
    text = numbered({0: ("DefineContainerType", "Alias Type Name"), 1: ("DefineStateType", "Alias Type Name"),
                     2: ("CreateContainer", "Time Alias Type Container Name"), 3: ("SetState", "Time Type Container Value")})
    text += '0 M 0 Machine\n1 S M Activity\n2 0 m1 M 0 "  lead "\n2 0 m2 M 0 " one"\n3 0 S m1 " busy"\n3 1 S m1 idle\n'
    wanted = blackbox.run([calls.dump], stdin=text.encode()).out
    written = blackbox.run([calls.dump, "--quotes=csv"], stdin=text.encode()).out
    calls.report.check("in quotes", '"  lead "' in written and '" busy"' in written, written)
    calls.report.same("read again", wanted, blackbox.run([calls.dump], stdin=written.encode()).out)


def flow(phase, number, thread, time, **more):
    return {"ph": phase, "name": "m", "cat": "c", "id": number, "pid": 1, "tid": thread, "ts": time, **more}


@blackbox.group
def check_flows_out_of_order(calls):
    """Clocks of threads differ: a flow may arrive before it departs, or at the same time. Only what has no other
    half, or one that several flows may claim, is left out, and counted."""
    events = [flow("s", 1, 1, 30, args={"sent": 1}), flow("f", 1, 2, 20, args={"got": 2}),  # back in time
              flow("f", 2, 2, 40), flow("s", 2, 1, 40),
              flow("s", 3, 1, 50), flow("t", 3, 2, 45), flow("f", 3, 1, 60),  # only its first part goes back
              flow("f", 4, 1, 70), flow("s", 4, 2, 71), flow("f", 4, 1, 72), flow("s", 4, 2, 73),  # two of one id
              flow("f", 5, 1, 74), flow("s", 6, 1, 75)]
    for order in (events, events[::-1]):
        done = calls.run(stdin=json.dumps(order).encode())
        calls.report.check("flows: imported", done.code == 0, done.err)
        rows = [line.rpartition(",") for line in calls.table(done.out, "--quotes=csv").splitlines()
                if line.startswith("Link")]
        calls.report.same("flows: links", "\n".join(sorted(row[0] for row in rows)), "\n".join((
            "Link,0,Flow,0.000030000,0.000020000,-0.000010000,m,thread 1,thread 2",
            "Link,0,Flow,0.000040000,0.000040000,0.000000000,m,thread 1,thread 2",
            "Link,0,Flow,0.000045000,0.000060000,0.000015000,m,thread 2,thread 1",
            "Link,0,Flow,0.000050000,0.000045000,-0.000005000,m,thread 1,thread 2",
            "Link,0,Flow,0.000071000,0.000072000,0.000001000,m,thread 2,thread 1")))
        fields = [line for line in calls.table(done.out, "-u").splitlines() if "0.000030000, 0.000020000" in line]
        calls.report.check("flows: fields of both ends", len(fields) == 1 and fields[0].endswith(", c, 1, 2"), fields)
        for loss in ("1 flows of ids that several share, whose ends do not pair in order of time",
                     "1 flows that arrive and never departed", "1 flows that depart and never arrive"):
            calls.report.check(f"flows: {loss}", loss in done.err, done.err)


@blackbox.group
def check_random_chrome(calls):
    for seed in range(40):
        made = RandomChrome(seed)
        text = json.dumps(made.events if seed % 2 else {"traceEvents": made.events})
        table = calls.table(calls.imported(f"random {seed}", stdin=text.encode()), "--quotes=csv")
        rows = []
        for line in table.splitlines():
            if line.startswith("State"):
                rows.append(line)
            elif line.startswith("Link"):
                rows.append(line.rpartition(",")[0])  # keys are the importer's own
        calls.report.same(f"random {seed}: rows", "\n".join(sorted(made.rows)),
                          "\n".join(sorted(rows)))


def check_orderly(calls, name, out, done):
    if done.code == 0:
        read = blackbox.run([calls.dump, out])
        calls.report.check(f"{name}: readable", read.code == 0, read.err)
        out.unlink()
        return
    lines = done.err.splitlines()
    calls.report.check(name, done.code == 1 and len(lines) == 1 and "error: " in done.err
                       and "found" in done.err and "expected" in done.err and not out.exists(),
                       f"{done.code} {done.err} {done.trouble()}")


CUT_JSON = ('[{"ph":"X","ts":1.5,"dur":2,"pid":1,"tid":"a","name":"\\"n\\u00e9"},\n'
            '{"ph":"C","ts":2,"pid":1,"name":"c","args":{"v":1e3}},{"ph":"s","id":1,"ts":3,"pid":1,'
            '"tid":2,"name":"f"},{"ph":"f","id":1,"ts":4,"pid":1,"tid":1,"name":"f"}]')


def cut_files():
    """(name, bytes of the file), small ones of each format."""
    yield "array.json", CUT_JSON.encode()
    yield "object.json", b'{"a":1,"traceEvents":' + CUT_JSON.encode() + b"}"
    yield "small.prv", (DATA / "small.prv").read_bytes()
    yield "small.csv", (DATA / "small.csv").read_bytes()


@blackbox.group
def check_cuts(calls):
    for file, whole in cut_files():
        folder = calls.scratch / "cuts"
        folder.mkdir(exist_ok=True)

        def cut(size):
            # Each at a place of its own: several may run at a time.
            path = folder / f"{size}.{file}"
            path.write_bytes(whole[:size])
            out = folder / f"{size}.paje"
            done = calls.run("--quiet", path, "-o", out)
            path.unlink()
            return size, out, done

        for size, out, done in blackbox.parallel(cut, blackbox.share(range(0, len(whole), CUT_STEP))):
            check_orderly(calls, f"{file} cut at {size}", out, done)
    if not has_otf2(calls):
        return
    ring = DATA / "ring"
    for file in sorted(path.relative_to(ring) for path in ring.rglob("*") if path.is_file()):
        whole = (ring / file).read_bytes()
        for size in blackbox.share(range(0, len(whole), CUT_STEP if len(whole) < 200 else 7 * CUT_STEP)):
            copy = calls.scratch / "ring"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(ring, copy)
            (copy / file).write_bytes(whole[:size])
            out = calls.scratch / "ring.paje"
            done = calls.run("--quiet", copy, "-o", out)
            check_orderly(calls, f"{file} cut at {size}", out, done)


@blackbox.group
def check_bad(calls):
    out = calls.scratch / "bad.paje"
    deep = '[{"ph":"i","ts":1,"args":{"a":' + "[" * 200_000 + "]" * 200_000 + "}}]"
    cases = {
        "nothing": (b"", 1, "unknown format"),
        "Paje": (b"%EventDef PajePopState 1\n", 1, "nothing to import"),
        "text": (b"hello\n", 1, "unknown format"),
        "bad number": (b'[{"ph":"i","ts":"x1","pid":1,"tid":1}]', 1, ":1:17: error: malformed number"),
        "huge time": (b'[{"ph":"i","ts":1e300,"pid":1,"tid":1}]', 1, ":1:17: error: a time too far"),
        "no JSON": (b'[{"ph":"i" "ts":1}]', 1, ":1:12: error: not JSON"),
        "no events": (b'{"a":{}}', 1, "traceEvents"),
        "too few columns": (b"Container, 0, P, 0, 1, 1, p\nState, p, S, 0, 1\n", 1, ":2: error"),
        "unknown container": (b"Container, 0, P, 0, 1, 1, p\nEvent, q, E, 0.5, v\n", 1, ":2: error"),
        "no columns of a state": (b"path,value,start,end\na,b,1,2\n", 1,
                                  ":1: error: a table without all columns that it needs: found 'path,value,start,end', "
                                  "expected also container, type, duration of Variable"),
        "no end": (b"container,type,value,start,duration\na,S,b,1,2\n", 1, "expected also end of Variable"),
        "no value of an event": (b"container,type,time\na,S,1\n", 1, "expected also value of Event"),
        "in itself": (b"Container, b, P, 0, 1, 1, a\nContainer, a, P, 0, 1, 1, b\n", 1, "within itself"),
        "damaged gzip": (b"\x1f\x8b\x08\0garbage", 1, "damaged compressed data"),
        "deep": (deep.encode(), None, ""),
        "threads": (b"#Paraver (d):9_ns:0:1:1(1099511627776:1),0\n1:0:1:1:1099511627776:0:9:1\n", 0, ""),
        "unknown thread": (b"#Paraver (d):9_ns:0:1:1(1:1),0\n1:0:1:1:2:0:9:1\n", 1, ":2: error"),
    }
    for name, (text, code, message) in cases.items():
        done = calls.run("--quiet", "-o", out, stdin=text)
        calls.report.check(name, (code is None or done.code == code) and message in done.err
                           and not done.trouble() and out.exists() == (done.code == 0),
                           f"{done.code} {done.err}")
        out.unlink(missing_ok=True)
    calls.report.check("no such file", calls.run("/nonexistent/x.json").code == 2)
    calls.report.check("no such format", calls.run("--from", "x").code == 2)


@blackbox.group
def check_deep_slices(calls):
    """Slices a hundred thousand deep, and as many that overlap without nesting."""
    deep = [{"ph": "B", "ts": i, "name": "d"} for i in range(100_000)]
    table = calls.table(calls.imported("deep slices", stdin=json.dumps(deep).encode()))
    calls.report.check("deep slices: all there", table.count("State, ") == 100_000)
    skew = [{"ph": "X", "ts": i, "dur": 1000, "name": "d"} for i in range(20_000)]
    done = calls.run(stdin=json.dumps(skew).encode())
    calls.report.check("overlapping slices", done.code == 0 and not done.err, done.err)
    table = calls.table(done.out)
    calls.report.check("overlapping slices: all there", table.count("State, ") == 20_000)
    calls.report.check("overlapping slices: as few rows as will do", "Slice 1000," in table
                       and "Slice 1001," not in table)


@blackbox.group
def check_origin(calls):
    text = b'[{"ph":"i","ts":1700000000000001.25,"name":"a"},{"ph":"X","dur":1,"ts":1700000000000000.125}]'
    done = calls.run("--origin=zero", stdin=text)
    calls.report.check("coarse times are told", "--origin=start" in done.err and "1700000000.00000" in done.out,
                       done.err)
    table = calls.table(calls.imported("origin", "--origin=start", stdin=text))
    calls.report.check("times from the first", "0.000001125, a" in table
                       and "0.000000000, 0.000001000" in table, table)
    # Without the option, in any tool; the trace says where its times begin in the file.
    done = calls.run(stdin=text)
    calls.report.same("far times count from the first", table, calls.table(done.out))
    calls.report.check("the first is told", "the first, which is 1700000000.000000125 s in the file" in done.err,
                       done.err)
    done = blackbox.run([calls.dump, "-l", "9"], stdin=text)
    calls.report.same("far times in another tool", table, done.out)
    calls.report.check("a warning", "1700000000.000000125 s" in done.err, done.err)
    near = b'[{"ph":"i","ts":9000000000001.125,"pid":1,"tid":1,"name":"a"}]'
    done = calls.run(stdin=near)
    calls.report.check("near times are as they are", "9000000.000001125" in done.out and not done.err,
                       f"{done.out} {done.err}")
    apart = b'[{"ph":"i","ts":1700000000000000,"name":"a"},{"ph":"i","ts":0,"name":"b"}]'
    done = calls.run(stdin=apart)
    calls.report.check("times that are far apart", "far from each other" in done.err and "1700000000.000000000, a" in
                       calls.table(done.out), f"{done.out} {done.err}")


@blackbox.group
def check_differences(calls):
    """Times from the first are the doubles nearest to the differences of the file's times, in any order of events."""
    generator = random.Random(11)
    times = [1_700_000_000_000_000_000 + generator.randrange(10**12) for _ in range(2000)]  # ns
    text = "[" + ",".join(f'{{"ph":"i","s":"g","name":"e","ts":{t // 1000}.{t % 1000:03}}}' for t in times) + "]"
    out = calls.imported("differences", stdin=text.encode())
    made = [line.split()[1] for line in out.splitlines() if line.endswith(" e") and line.split()[0].isdigit()]
    wanted = [(t - min(times)) / 10**9 for t in sorted(times)]  # of whole numbers: correctly rounded
    calls.report.check("nearest differences", [float(word) for word in made] == wanted,
                       f"{made[:3]} {wanted[:3]} {len(made)}")


def main():
    tools, samples, *further = (Path(word) for word in sys.argv[1:] if word != "--update")
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Import(tools, Path(scratch), report)
        calls.samples, calls.further = samples, further[0] if further else None
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
