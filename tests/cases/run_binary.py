#!/usr/bin/env python3
"""Binary traces as others write them, and as nobody should: words with quotes, poti's events, records
that contradict their definitions, tables of frames that lie, flipped bits and cut files. Whatever it
is, pj_dump, bin2paje and what pj_dump says of its text agree.

Usage: run_binary.py TOOL_DIR [--step N]

Of all flips and cuts of the small files, every N-th is tried (37; 1 takes some minutes).
"""

import argparse
import gzip
import itertools
import math
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
import blackbox
from rastro_records import *

BAD_TRACE = 1

TYPES = [define(0, (NAME, AS_STRING), (TYPE, AS_STRING)),
         define(2, (NAME, AS_STRING), (TYPE, AS_STRING)),
         define(6, (TIME, AS_DATE), (NAME, AS_STRING), (TYPE, AS_STRING), (CONTAINER, AS_STRING)),
         define(10, (TIME, AS_DATE), (TYPE, AS_STRING), (CONTAINER, AS_STRING), (VALUE, AS_STRING)),
         define(11, (TIME, AS_DATE), (TYPE, AS_STRING), (CONTAINER, AS_STRING))]
OBJECTS = [record(0, "ss", "P", "0"), record(2, "ss", "S", "P"),
           record(6, "dsss", 0.0, "p", "P", "0")]


def push(time, value):
    return record(10, "dsss", time, "S", "p", value)


def pop(time):
    return record(11, "dss", time, "S", "p")


class Tools:
    def __init__(self, directory, scratch, report):
        self.directory, self.scratch, self.report = directory, Path(scratch), report
        self.numbers = itertools.count()

    def run(self, name, *words, **options):
        done = blackbox.run([blackbox.need_tool(self.directory, name), *words], timeout=60,
                            **options)
        trouble = done.trouble()
        if trouble:
            self.report.check(f"{name} {words}", False, trouble)
        return done

    def file(self, data, name="trace.rst"):
        path = self.scratch / name
        path.write_bytes(data)
        return path

    def text(self, data):
        return self.run("bin2paje", self.file(data))

    def table(self, data, *options):
        return self.run("pj_dump", "-u", *options, self.file(data))

    def agree(self, name, data):
        """Whether all readers say the same of a file. Returns how bin2paje ended."""
        path = self.file(data, f"agree{next(self.numbers)}.rst")
        dump = self.run("pj_dump", "-u", path)
        back = self.run("bin2paje", path)
        text = back.out.encode("latin-1")
        again = self.run("pj_dump", "-u", "-", stdin=text)
        check = self.report.check
        check(f"{name}: statuses", dump.code in (0, 1) and back.code in (0, 1),
              f"{dump.code} {back.code}")
        check(f"{name}: the same accepted", dump.code == again.code,
              f"pj_dump {dump.code} {dump.err[:200]}, of the text {again.code} {again.err[:200]}; "
              f"bin2paje {back.code} {back.err[:200]}")
        check(f"{name}: status and mark", (back.code == 0) == ("incomplete: " not in back.out),
              back.err[:200])
        if dump.code == 0 and again.code == 0:
            self.report.same(f"{name}: same table", dump.out, again.out)
        # What is left out is the same for both.
        if "damaged compressed" not in back.err.replace("warning: damaged", ""):
            lenient = self.run("pj_dump", "-u", "--lenient", path)
            whole = text[:text.rfind(b"incomplete: ")] if back.code else text
            of_text = self.run("pj_dump", "-u", "--lenient", "-", stdin=whole)
            check(f"{name}: lenient", lenient.code == of_text.code == 0,
                  f"{lenient.code} {lenient.err[:200]} {of_text.code} {of_text.err[:200]}")
            self.report.same(f"{name}: same lenient table", lenient.out, of_text.out)
        path.unlink()
        return back


@blackbox.group
def check_quotes(tools):
    """A string with quotes at both ends is the word between them; others are what text can hold."""
    report = tools.report
    words = {'"two words"': ("two words", '"two words"', 0), '""': ("", '""', 0),
             '"one"': ("one", '"one"', 0), 'a"b': ('a"b', 'a"b', 0), 'a"': ('a"', 'a"', 0),
             '"': ("'", "'", 1), '"open': ("'open", "'open", 1),
             'say "hi" now': ("say 'hi' now", "\"say 'hi' now\"", 1),
             '"say "hi" now"': ("say 'hi' now", "\"say 'hi' now\"", 1),
             '"""': ("'", '"\'"', 1), "two\nlines": ("two lines", '"two lines"', 1),
             '"in\n"': ("in ", '"in "', 1), '%"x': ("%'x", '"%\'x"', 1),
             'operator""_km': ('operator""_km', 'operator""_km', 0)}
    for string, (value, spelling, warnings) in words.items():
        name = f"word {string!r}"
        for data in (file_of(*TYPES, *OBJECTS, push(1.0, string), push(2.0, string), pop(3.0)),
                     file_of(*TYPES, *OBJECTS, record(STRING, "s", "S"), record(STRING, "s", "p"),
                             record(STRING, "s", string), record(10, "dHHH", 1.0, 0, 1, 2),
                             record(10, "dHHH", 2.0, 0, 1, 2), record(11, "dHH", 3.0, 0, 1))):
            back = tools.agree(name, data)
            lines = [line for line in back.out.split("\n") if line.startswith("10 ")]
            report.same(f"{name}: its lines", f"10 1 S p {spelling}\n10 2 S p {spelling}",
                        "\n".join(lines))
            report.check(f"{name}: warned", back.code == 0 and
                         back.err.count("warning: ") == warnings, back.err)
            table = tools.table(data)
            rows = [line for line in table.out.split("\n") if line.startswith("State")]
            report.check(f"{name}: its rows", len(rows) == 2 and
                         all(row.endswith(f"000, {value}") for row in rows), f"{rows}")
    data = file_of(*TYPES, *OBJECTS, push(1.0, '"a b"'), pop(2.0))
    kept = tools.table(data, "--quotes=keep")
    report.check("--quotes=keep", '0.000000, "a b"' in kept.out, kept.out)
    quoted = file_of(*TYPES, *OBJECTS, record(10, "ssss", '"1.5"', '"S"', '"p"', "v"), pop(2.0))
    report.check("a time in quotes", "1.500000, 2.000000" in tools.table(quoted).out)
    tools.agree("a time in quotes", quoted)
    # In names of definitions, too.
    named = define(25, (TIME, AS_DATE), (TYPE, AS_STRING), (CONTAINER, AS_STRING),
                   (VALUE, AS_STRING), (USER, AS_STRING),
                   names=('"PajePushState"', '"how "many""'))
    back = tools.agree("names in quotes", file_of(
        *TYPES, *OBJECTS, named, record(25, "dssss", 1.0, "S", "p", "v", "u"), pop(2.0)))
    report.check("names in quotes", '%  "how \'many\'" string' in back.out, back.out)


@blackbox.group
def check_colours(tools):
    """poti's colours are in quotes."""
    color = define(5, (NAME, AS_STRING), (TYPE, AS_STRING), (COLOR, AS_COLOR), (ALIAS, AS_STRING))
    data = file_of(color, *TYPES, *OBJECTS, record(5, "ssss", "run", "S", '"1 0 0"', "r"),
                   push(1.0, "r"), pop(2.0))
    back = tools.agree("a colour in quotes", data)
    tools.report.check("a colour in quotes", '5 run S "1 0 0" r' in back.out, back.out)
    tools.report.check("a colour in quotes is read", "0.000000, run" in tools.table(data).out)


@blackbox.group
def check_names_of_fields(tools):
    """Names of user-defined fields that need quotes in text come back as they were; one without a name gets one."""
    trace = tools.scratch / "names.paje"
    binary = tools.scratch / "names.rst"
    lines = "".join(f'% "{name}" int\n' for name in ("Odd name", "a # b", "%share", ""))
    trace.write_text("%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
                     "%EventDef PajeCreateContainer 1\n% Time date\n% Alias string\n% Type string\n% Container string\n"
                     f"% Name string\n{lines}%EndEventDef\n0 A 0 A\n1 0 x A 0 X 7 8 9 10\n")
    for method in ("standard", "reference"):
        tools.run("paje2bin", "-q", f"--method={method}", trace, "-o", binary)
        done = tools.run("bin2paje", binary)
        tools.report.check(f"{method}: names", all(line in done.out for line in (
            '%  "Odd name" int', '%  "a # b" int', '%  "%share" int', "%  UserDefined4 int")), done.out)
        tools.report.check(f"{method}: warned of the one without a name",
                           done.err.count("warning: ") == 1 and "in 1 word" in done.err, done.err)


@blackbox.group
def check_poti(tools):
    """Events with numbers of poti's, and fields with codes that nobody knows."""
    point = ((TIME, AS_DATE), (TYPE, AS_STRING), (CONTAINER, AS_STRING))
    link = point + ((START_CONTAINER, AS_STRING), (VALUE, AS_STRING), (KEY, AS_STRING))
    definitions = TYPES + [
        define(4, (NAME, AS_STRING), (TYPE, AS_STRING), (5, AS_STRING), (6, AS_STRING)),
        define(17, *point, (END_CONTAINER, AS_STRING), (VALUE, AS_STRING), (KEY, AS_STRING)),
        define(22, *link, (SIZE, AS_INT), (MARK, AS_STRING)), define(23, *link, (SIZE, AS_DOUBLE)),
        define(25, *point, (VALUE, AS_STRING), (MARK, AS_STRING), (17, AS_STRING), (34, AS_DOUBLE),
               (4_000_000_000, AS_STRING), (USER, AS_STRING))]
    events = OBJECTS + [
        record(4, "ssss", "L", "0", "P", "P"),
        record(22, "dsssssss", 1.0, "L", "0", "p", "v", "k", "64", "m1"),
        record(17, "dsssss", 2.0, "L", "0", "p", "v", "k"),
        record(23, "ddsssss", 3.0, 128.0, "L", "0", "p", "v", "k2"),
        record(17, "dsssss", 4.0, "L", "0", "p", "v", "k2"),
        record(25, "ddsssssss", 5.0, 0.5, "S", "p", "v", "m2", "a", "b", "c"), pop(6.0)]
    data = file_of(*definitions, *events)
    back = tools.agree("poti's events", data)
    for line in ("%EventDef PajeStartLink 22", "%EventDef PajeStartLink 23",
                 "%EventDef PajePushState 25", "%  Size int", "%  Mark string", "%  Field17 string",
                 "%  Field34 double", "%  Field4000000000 string", "%  UserDefined1 string",
                 "22 1 L 0 p v k 64 m1", "23 3 L 0 p v k2 128", "25 5 S p v m2 a 0.5 b c"):
        tools.report.check(f"poti's events: {line}", line in back.out.split("\n"), back.out)
    rows = tools.table(data).out
    tools.report.check("poti's events: rows", ", k, 64, m1\n" in rows and ", k2, 128\n" in rows and
                       ", v, m2, a, 0.5, b, c\n" in rows, rows)
    refused = tools.agree("an unknown number", file_of(*TYPES, define(24, *point), *OBJECTS))
    tools.report.check("an unknown number", "event id 24 without a name" in refused.err,
                       refused.err)


@blackbox.group
def check_contradictions(tools):
    """What can be read is converted, all else reported: pj_dump says the first, or counts them."""
    report = tools.report
    good = [push(1.0, "first"), pop(2.0), push(3.0, "second"), pop(4.0)]
    bad = {
        "an unknown event": (record(77, "ds", 1.0, "x"), "unknown event id", "record of type 77"),
        "a field too few": (record(10, "dss", 1.0, "S", "p"), "wrong number of fields", "3 fields"),
        "a field too many": (record(10, "dssss", 1.0, "S", "p", "v", "w"),
                             "wrong number of fields", "5 fields"),
        "no fields": (record(10), "wrong number of fields", "0 fields"),
        "a float": (record(10, "fsss", 1.0, "S", "p", "v"), "not of its declared type", "a float"),
        "a u8": (record(10, "dssB", 1.0, "S", "p", 7), "not of its declared type", "a u8"),
        "no number": (record(10, "ssss", "soon", "S", "p", "v"), "not a number", "soon"),
        "a time of nan": (record(10, "dsss", math.nan, "S", "p", "v"), "not a number", "nan"),
        "an unknown string": (record(10, "dHHH", 1.0, 60000, 1, 2), "damaged binary trace",
                              "string 60000"),
        "a second definition": (TYPES[3], "event id defined twice", "PajePushState 10"),
        "a definition without an id": (record(DEFINITION, "s", "x"), "damaged binary trace",
                                       "definition of 0 u32"),
        "a definition of half a field": (record(DEFINITION, "II", 12, 3), "damaged binary trace",
                                         "definition of 2 u32"),
        "field code 0": (define(12, (0, AS_STRING)), "damaged binary trace", "field code 0"),
        "an unknown type": (define(12, (TIME, 9)), "unknown field type", "type code 9"),
        "a missing field": (define(12, (TIME, AS_DATE)), "definition lacks a required field",
                            "PajeResetState 12"),
        "a field twice": (define(12, (TIME, AS_DATE), (TIME, AS_DATE)), "field defined twice",
                          "Time"),
        "no event": (define(40, (TIME, AS_DATE), names=("PajeOther",)), "unknown event name",
                     "PajeOther"),
        "a string of two": (record(STRING, "ss", "a", "b"), "damaged binary trace",
                            "type 888 with 2 fields"),
    }
    whole = tools.text(file_of(*TYPES, *OBJECTS, *good)).out
    for name, (data, title, found) in bad.items():
        for places in ([1], [0, 4], [2, 2, 2]):
            records = list(good)
            for place in sorted(places, reverse=True):
                records.insert(place, data)
            each = f"{name} at {places}"
            back = tools.agree(each, file_of(*TYPES, *OBJECTS, *records))
            lines = back.out.split("\n")
            report.same(f"{each}: all else", whole, "\n".join(lines[:-2]) + "\n")
            report.check(f"{each}: marked", lines[-2].startswith("incomplete: ") and
                         back.code == BAD_TRACE, back.out[-200:])
            report.check(f"{each}: told", back.err.count("\n") == len(places) and
                         back.err.count(": error: ") == len(places) and title in back.err and
                         found in back.err, back.err)
    data = file_of(*TYPES, *OBJECTS, *(bad["no fields"][0] for _ in range(30)), *good,
                   *(bad["no number"][0] for _ in range(1500)))
    back = tools.agree("many", data)
    report.check("many: lines, then counts", back.err.count("\n") == 22 and
                 back.err.count(": error: ") == 20 and " 30 " in back.err and "1,500 " in back.err
                 and back.err.count("first at ") == 2, back.err)
    dump = tools.table(data)
    report.check("many: pj_dump says one", dump.code == BAD_TRACE and not dump.out and
                 dump.err.count("\n") == 1 and "0 fields" in dump.err, dump.err)
    lenient = tools.table(data, "--lenient")
    report.check("many: pj_dump counts", lenient.code == 0 and "1,500 " in lenient.err and
                 " 30 " in lenient.err and "second" in lenient.out, lenient.err)
    output = tools.scratch / "contradicts.paje"
    done = tools.run("bin2paje", tools.file(data), "-o", output)
    report.check("many: no file", done.code == BAD_TRACE and not output.exists() and
                 "standard output" in done.err, done.err[-200:])


@blackbox.group
def check_structure(tools):
    """Damage after which nobody knows what follows: all before it, one message."""
    report = tools.report
    good = file_of(*TYPES, *OBJECTS, push(1.0, "v"), pop(2.0))
    closing = len(record(CLOSING))
    whole = tools.text(good).out
    unknown_code = struct.pack("<IQ", 10 << 18 | 1 << 17 | 0x9000, 0)
    for name, data, found in (
            ("a field code", good[:-closing] + unknown_code + good[-closing:], "field code 9"),
            ("no closing record", good[:-closing], "the end of the file"),
            ("two files in one", good + good, "bytes after the closing record"),
            ("zeros after", good + bytes(4000), "bytes after the closing record"),
            ("a second opening", good[:-closing] + good, "a second record of type 16383")):
        back = tools.agree(name, data)
        report.same(f"{name}: all before", whole, back.out[:back.out.rfind("incomplete: ")])
        report.check(f"{name}: one message", back.err.count("\n") == 1 and found in back.err,
                     back.err)
    for name, data in (("text", b"%EventDef PajePopState 1\n"), ("nothing", b""), ("two", b"12"),
                       ("other records", record(12, "s", "x"))):
        back = tools.text(data)
        report.check(f"{name}: no binary trace", back.code == BAD_TRACE and
                     back.err.count("\n") == 1 and "byte 0: error: not a binary trace" in back.err
                     or name == "two" and "header" in back.err, back.err)


def seekable(tools, data):
    return tools.run("paje2bin", "--compress=zstd", tools.file(data)).out.encode("latin-1")


@blackbox.group
def check_tables_of_frames(tools):
    """Nobody reads by the table of frames: one that lies is a warning, the same from all."""
    report = tools.report
    data = file_of(*TYPES, *OBJECTS, push(1.0, "v"), pop(2.0))
    packed = seekable(tools, data)
    table = packed.rfind(struct.pack("<I", 0x184D2A5E))
    expected = tools.table(data).out
    text = tools.text(data).out

    def check(name, changed, warnings=1):
        path = tools.file(changed, "packed.rst")
        for piped in (False, True):
            options = {"stdin": changed} if piped else {}
            word = "-" if piped else path
            dump = tools.run("pj_dump", "-u", word, **options)
            back = tools.run("bin2paje", word, **options)
            report.check(f"{name}: read", dump.code == back.code == 0 and dump.out == expected and
                         back.out == text, f"{dump.code} {dump.err} {back.code} {back.err}")
            report.check(f"{name}: warned alike", dump.err == back.err and
                         dump.err.count("warning: ") == warnings == dump.err.count("\n"),
                         dump.err + back.err)

    check("a table that is right", packed, 0)
    check("no table", packed[:table], 0)
    for at in range(table, len(packed)):
        for bit in (0, 7):
            changed = bytearray(packed)
            changed[at] ^= 1 << bit
            place = at - table
            if place < 4:
                # Another frame that is skipped, or none.
                if place == 0 and bit == 0:
                    check("a frame that is skipped", bytes(changed), 0)
            elif 4 <= place < 8 or place == 24 and bit == 0:
                continue  # its size, more or less than there is; a bit that means nothing
            else:
                check(f"byte {place} of the table, bit {bit}", bytes(changed))
    # Frames come first and last, twice, none at all.
    skipped = struct.pack("<II", 0x184D2A50, 5) + b"hello"
    check("a frame to be skipped ahead of all", skipped + packed[:table], 0)
    check("a frame to be skipped ahead of all and a table", skipped + packed)
    check("a table twice", packed + packed[table:])
    huge = struct.pack("<IIIIIBI", 0x184D2A5E, 17, 2**32 - 1, 2**32 - 1, 2**32 - 1, 0, 0x8F92EAB1)
    check("a table of very many", packed[:table] + huge)
    damaged = bytearray(packed)
    damaged[table // 2] ^= 4
    dump, back = tools.table(bytes(damaged)), tools.text(bytes(damaged))
    report.check("a frame that is damaged", dump.code == back.code == BAD_TRACE and
                 dump.err == back.err, dump.err + back.err)
    # Whole records before the damage come, through pipes and from files.
    many = file_of(*TYPES, *OBJECTS, *(push(float(i), f"v{i * 7919 % 10007}") for i in range(90000)))
    packed = seekable(tools, many)
    for cut in (len(packed) * 3 // 4, len(packed) // 2):
        back = tools.text(packed[:cut])
        report.check("what comes before a cut", back.code == BAD_TRACE and
                     back.out.count("\n") > 20000, f"{back.out.count(chr(10))} {back.err}")


@blackbox.group
def check_compression(tools):
    """bin2paje reads what all others read."""
    data = file_of(*TYPES, *OBJECTS, push(1.0, "v"), pop(2.0))
    back = tools.text(gzip.compress(data))
    tools.report.check("gzip", back.code == 0 and back.out == tools.text(data).out, back.err)


@blackbox.group
def check_flips_and_cuts(tools):
    """No crash, no hang; and all say the same."""
    for method in ("standard", "reference"):
        for compression in ("none", "zstd"):
            whole = tools.run("paje2bin", f"--method={method}", f"--compress={compression}", "-",
                              stdin=(HERE / "binary" / "small.paje").read_bytes()).out.encode("latin-1")
            name = f"{method} {compression}"
            tools.agree(name, whole)
            # Frames are dense: few flips of them make anything but damage.
            flips = range(0, len(whole) * 8, tools.step if compression == "none" else 3 * tools.step)

            def flip(bit):
                changed = bytearray(whole)
                changed[bit // 8] ^= 1 << bit % 8
                tools.agree(f"{name}: bit {bit}", bytes(changed))

            for _ in blackbox.parallel(flip, blackbox.share(flips)):
                pass
            # Nothing at all is a text.
            for cut in blackbox.share(range(1, len(whole), tools.step)):
                tools.agree(f"{name}: cut at {cut}", whole[:cut])


@blackbox.group
def check_kept_cases(tools):
    folder = blackbox.DATA / "cases"
    for name in ("peers_quotes_in_words.rst", "peers_poti_extended_events.rst",
                 "14_seek_table_lies.rst", "14b_seek_table_lies.rst"):
        back = tools.agree(name, (folder / name).read_bytes())
        tools.report.check(name, back.code == 0, back.err)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tools")
    parser.add_argument("--step", type=int, default=37)
    arguments = parser.parse_args()
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        tools = Tools(arguments.tools, scratch, report)
        tools.step = arguments.step
        blackbox.run_groups(tools)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
