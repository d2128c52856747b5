#!/usr/bin/env python3
"""Reads archives by a second reader, which knows the page of the format only, and compares every column with what the
tools say of the text: doubles bit for bit.

Usage: run_reader.py TOOL_DIR SAMPLES [TRACES]
"""

import csv
import io
import math
import random
import struct
import sys
from pathlib import Path

import pja
import run_archive
from run_archive import blackbox

blackbox.GROUPS.clear()  # those of run_archive
MOST_BYTES = 300_000  # of an archive: the reader is slow
KINDS = ("container", "state", "variable", "event", "link")
EVENTS = ("DefineContainerType", "DefineEventType", "DefineStateType", "DefineVariableType",
          "DefineLinkType", "DefineEntityValue", "CreateContainer", "DestroyContainer", "NewEvent",
          "SetState", "PushState", "PopState", "ResetState", "SetVariable", "AddVariable",
          "SubVariable", "StartLink", "EndLink", "TraceFile")
FIELD_TYPES = ("string", "float", "double", "int", "hex", "date", "color")
QUESTIONS = {
    "type": "SELECT id, name, identifier, kind, parent, start_type, end_type, color FROM type",
    "container": "SELECT id, name, identifier, type, parent, start, end, destroyed FROM container",
    "value": "SELECT id, type, name, identifier, color, defined FROM entity_value",
    "state": "SELECT container, type, value, start, end, depth FROM state ORDER BY id",
    "variable": "SELECT container, type, start, end, value FROM variable ORDER BY id",
    "event": "SELECT container, type, value, time FROM event ORDER BY id",
    "link": "SELECT container, type, value, start, end, start_container, end_container, key"
            " FROM link ORDER BY id",
    "definition": "SELECT number, event, field, field_type FROM event_definition"
                  " ORDER BY id, position"}


def text(data):
    return data.decode("latin-1")


def optional(number):
    return "" if number < 0 else str(number)


def color(parts):
    if parts is None:
        return ""
    products = [struct.unpack("<f", struct.pack("<f", part * 255))[0] for part in parts[:3]]
    return "#" + "".join(f"{min(255, max(0, math.floor(part + 0.5))):02x}" for part in products)


def without_quotes(word):
    """Keys and user-defined fields are stored as the trace spells them."""
    word = text(word)
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word


def tables(archive):
    """What the questions are to answer; numbers as doubles where they are doubles."""
    made = {name: [] for name in QUESTIONS}
    for i, each in enumerate(archive.types):
        made["type"].append([str(i), text(each.name), text(each.identifier), KINDS[each.kind],
                             optional(each.parent), optional(each.start), optional(each.end),
                             color(each.color)])
    for i, each in enumerate(archive.containers):
        made["container"].append([str(i), text(each.name), text(each.identifier), str(each.type),
                                  optional(each.parent), each.start, each.end,
                                  str(each.flags // 16)])
    for i, each in enumerate(archive.values):
        made["value"].append([str(i), str(each.type), text(each.name), text(each.identifier),
                              color(each.color), str(each.flags // 16)])
    for each in archive.definitions:
        for _, kind, name in each.fields:
            made["definition"].append([str(each.id), "Paje" + EVENTS[each.kind], text(name),
                                       FIELD_TYPES[kind]])
    for track in archive.tracks:
        place = [str(track.container), str(track.type)]
        made[KINDS[track.kind]] += [place + columns(track.kind, each) for each in track.objects]
    return made


def columns(kind, each):
    if kind == pja.STATE:
        return [str(each.value), each.start, each.end, str(each.depth)]
    if kind == pja.VARIABLE:
        return [each.start, each.end, each.value]
    if kind == pja.EVENT:
        return [str(each.value), each.start]
    return [str(each.value), each.start, each.end, str(each.source), str(each.target),
            without_quotes(each.key)]


def bits(number):
    return struct.pack("<d", number)


def same_cell(expected, got):
    if not isinstance(got, float):
        return expected == got
    if math.isnan(got):
        return expected in ("", "NULL", "nan")
    return expected != "" and bits(float(expected)) == bits(got)


def check_tables(calls, name, trace, archive):
    for table, rows in tables(archive).items():
        done = calls.run("pj_query", "-q", "--format=csv", trace, QUESTIONS[table])
        expected = list(csv.reader(io.StringIO(done.out, newline="")))
        wrong = [(a, b) for a, b in zip(expected[1:], rows)
                 if len(a) != len(b) or not all(map(same_cell, a, b))]
        calls.report.check(f"{name}: rows of {table}", len(expected) == len(rows) + 1,
                           f"{len(expected) - 1} {len(rows)} {done.err}")
        calls.report.check(f"{name}: {table}", not wrong, str(wrong[:2]))


def dumped(archive):
    """Lines of pj_dump --float-precision=17 --user-defined but those of containers."""
    def number(value):
        return f"{value:.17f}"

    for track in archive.tracks:
        where = [text(archive.containers[track.container].name), text(archive.types[track.type].name)]
        for each, events in zip(track.objects, track.words):
            times = [number(each.start), number(each.end), number(each.end - each.start)]
            value = text(archive.values[each.value].name) if track.kind != pja.VARIABLE else ""
            cells = {pja.STATE: times + [number(each.depth or 0), value],
                     pja.VARIABLE: times + [number(each.value)],
                     pja.EVENT: [times[0], value]}.get(track.kind)
            if track.kind == pja.LINK:
                ends = [text(archive.containers[end].name) for end in (each.source, each.target)]
                cells = times + [value] + ends + [without_quotes(each.key)]
            words = [without_quotes(word) for _, of_event in events for word in of_event]
            yield ", ".join([KINDS[track.kind].title()] + where + cells + words)


def check_dump(calls, name, trace, archive):
    done = calls.run("pj_dump", "--float-precision=17", "--user-defined", trace)
    expected = [line.replace("-nan", "nan") for line in done.out.split("\n")
                if line and not line.startswith("Container,")]
    calls.report.same(f"{name}: pj_dump", "\n".join(sorted(expected)),
                      "\n".join(sorted(dumped(archive))))


def check_spans(calls, name, archive):
    counts = [len(archive.types), len(archive.containers), len(archive.values)]
    for kind in (pja.STATE, pja.VARIABLE, pja.EVENT, pja.LINK):
        counts.append(sum(track.rows for track in archive.tracks if track.kind == kind))
    calls.report.check(f"{name}: counts", counts == archive.counts, f"{counts} {archive.counts}")
    spans = archive.spans or [(0.0, 0.0)]
    span = min(each[0] for each in spans), max(each[1] for each in spans)
    calls.report.check(f"{name}: span", span == (archive.least, archive.greatest), str(span))


def check_sums(calls, name, archive):
    """Sums are those of the rows, exact: the parts of each add up to no more than what math.fsum rounds."""
    for (number, value), (count, inclusive, inside, shortest, longest) in archive.sums.items():
        own, inner, around = [], [], []
        for each in archive.tracks[number].objects:
            duration = each.end - each.start
            del around[each.depth:]
            if each.value == value:
                own.append(duration)
            if around and around[-1] == value:
                inner.append(duration)
            around.append(each.value)
        right = (count == len(own) and (shortest, longest) == (min(own), max(own))
                 and math.fsum(own + [-part for part in inclusive]) == 0
                 and math.fsum(inner + [-part for part in inside]) == 0
                 and inclusive[:1] == [math.fsum(own)][:sum(map(bool, own))])
        calls.report.check(f"{name}: sums of track {number}, value {value}", right, f"{count} {inclusive} {inside}")


def parts_of(cells, start, end):
    """Which cells a time is in, and how long."""
    width = 2.0 ** cells.exponent
    cell = max(math.floor(start / width), cells.first)
    while cell < cells.first + cells.cells and cell * width < end:
        yield cell - cells.first, min(end, (cell + 1) * width) - max(start, cell * width)
        cell += 1


def cells_of_lanes(kind, level, objects):
    """What each lane's cells should be, not rounded."""
    made = [[0.0] * level.cells for _ in level.lanes]
    for each in objects:
        lane = (each.depth or 0, each.value)
        if lane not in level.lanes:
            lane = (lane[0], -1)
        if lane not in level.lanes:
            continue
        counted = made[level.lanes.index(lane)]
        if kind == pja.EVENT:
            counted[math.floor(each.start / 2.0 ** level.exponent) - level.first] += 1
        else:
            for cell, part in parts_of(level, each.start, each.end):
                counted[cell] += part / 2.0 ** level.exponent * 255
    least = 0 if kind == pja.EVENT else 1
    return [[min(max(each, least), 255) if each else 0 for each in lane] for lane in made]


def cells_of_variable(level, objects):
    pieces = [[] for _ in range(level.cells)]
    for each in objects:
        for cell, part in parts_of(level, each.start, each.end):
            pieces[cell].append((each.value, part))
        if each.start == each.end:
            pieces[math.floor(each.start / 2.0 ** level.exponent) - level.first].append((each.value, 0.0))
    made = []
    for cell in pieces:
        values, time = [value for value, _ in cell], sum(part for _, part in cell)
        numbers = [0, 0, 0, 0]
        if cell:
            mean = sum(value * part for value, part in cell) / time if time else values[-1]
            numbers = [min(values), max(values), mean, values[-1]]
            numbers = [(each - level.low) / (level.high - level.low or 1) * 255 for each in numbers]
        made.append(numbers if cell else [255, 0, 0, 0])
    return [list(lane) for lane in zip(*made)]


def check_levels(calls, name, archive):
    """Levels of detail are what the rows look like from afar."""
    late = set(archive.late_places)
    for (block, number), level in archive.levels.items():
        kind, segments = archive.blocks[block]
        track, first, rows = segments[number]
        before = sum(each[2] for each in segments[:number])
        objects = archive.tracks[track].objects[first:first + rows]
        if kind == pja.VARIABLE:
            expected = cells_of_variable(level, objects)
        else:
            objects = [each for row, each in enumerate(objects) if (block, before + row) not in late]
            expected = cells_of_lanes(kind, level, objects)
        wrong = [(lane, a, b) for lane, cells, shares in zip(level.lanes, expected, level.shares)
                 for a, b in zip(cells, shares) if abs(a - b) > 0.51]
        calls.report.check(f"{name}: level of segment {number} of block {block}", not wrong, str(wrong[:3]))
    if archive.levels:
        for (block, row), state in zip(archive.late_places, archive.late_states):
            for track, first, rows in archive.blocks[block][1]:
                if row < rows:
                    break
                row -= rows
            each = archive.tracks[track].objects[first + row]
            calls.report.check(f"{name}: late state {row}", state == (each.start, each.value, each.depth), str(state))


OF_KIND = {pja.STATE: (9, 10, 11, 12), pja.VARIABLE: (13, 14, 15), pja.EVENT: (8,), pja.LINK: (16, 17)}
START_LINK, USER_DEFINED, HEX = 16, 15, 4


def number_of(word, is_hex):
    """A word as a whole number or a number; nothing if it is neither."""
    sign, digits = (word[0], word[1:]) if word[:1] in ("-", "+") else ("", word)
    prefixed = digits[:2] in ("0x", "0X")
    digits, base = digits[2 * prefixed:], 16 if is_hex or prefixed else 10
    if digits and all(c in "0123456789abcdefABCDEF"[:base + 6 * (base == 16)] for c in digits):
        whole = int(sign + digits, base)
        if -1 << 63 <= whole < 1 << 63:
            return whole
        if is_hex or prefixed:
            return None
    try:
        return None if is_hex or "_" in word else float(word)
    except ValueError:
        return None


def check_fields(calls, name, archive):
    """What the index says of user-defined fields is what their words are."""
    for kind, facts in archive.fields.items():
        names, fields = {}, {}
        for number, definition in enumerate(archive.definitions):
            own = [(text_, type_ == HEX) for what, type_, text_ in definition.fields if what == USER_DEFINED]
            fields[number] = own if definition.kind in OF_KIND[kind] else []
            for field, _ in fields[number]:
                names.setdefault(field, [])
        for track in archive.tracks:
            for events in track.words if track.kind == kind else ():
                first = {}
                for number, words in sorted(events, key=lambda each: kind == pja.LINK
                                            and archive.definitions[each[0]].kind != START_LINK):
                    for (field, is_hex), word in zip(fields[number], words):
                        first.setdefault(field, (without_quotes(word), is_hex))
                for field, word in first.items():
                    names[field].append(word)
        expected = []
        for words in names.values():
            numbers = [number_of(*word) for word in words if word[0]]
            expected.append((len(words), len(words) - len(numbers), all(isinstance(each, int) for each in numbers),
                             None not in numbers))
        calls.report.check(f"{name}: fields of {KINDS[kind]}s", facts == expected, f"{facts} {expected}")


def check(calls, name, trace):
    """Whether there is an archive that can be read in time."""
    path = calls.archive(name, trace)
    if path is None or path.stat().st_size > MOST_BYTES:
        return False
    try:
        archive = pja.Archive(path.read_bytes())
    except (pja.Damage, OverflowError) as damage:
        calls.report.check(f"{name}: the second reader", False, repr(damage))
        return True
    check_tables(calls, name, trace, archive)
    check_dump(calls, name, trace, archive)
    check_spans(calls, name, archive)
    check_sums(calls, name, archive)
    check_fields(calls, name, archive)
    check_levels(calls, name, archive)
    calls.sums = getattr(calls, "sums", 0) + len(archive.sums)
    calls.levels = getattr(calls, "levels", set()) | {archive.blocks[block][0] for block, _ in archive.levels}
    return True


@blackbox.group
def check_traces(calls):
    read = [check(calls, name, trace) for name, trace in blackbox.share(run_archive.good_traces(calls))]
    calls.report.check("traces were read", sum(read) * blackbox.SHARES > 15, f"{sum(read)}")


@blackbox.group
def check_large(calls):
    """Several blocks of a kind, tracks that share them, fields, depths."""
    for name, options in (("wide", ["--ranks", "64", "--iterations", "12", "--variables"]),
                          ("long", ["--ranks", "2", "--iterations", "1500"]),
                          ("fields", ["--ranks", "8", "--iterations", "60", "--user-fields"])):
        calls.report.check(f"{name}: read", check(calls, name, calls.generated(name, *options)))
    calls.report.check("sums were read", calls.sums > 0)
    calls.report.check("levels were read", calls.levels == {pja.STATE, pja.VARIABLE, pja.EVENT}, str(calls.levels))


@blackbox.group
def check_slices(calls):
    """States that are open while their rows are written, and the fields of their ends."""
    lines = ["0 M 0 Machine", "2 S M State", "6 0 a M 0 a", "6 0 b M 0 b"]
    filler = "# " + "x" * 3000  # slices end where two megabytes of text do
    for i in range(1200):
        deepens = i % 100 < 50
        lines += [filler, f"12 {i} S a v{i % 3} n{i}" if deepens else f"13 {i} S a m{i}", f"11 {i} S b w{i}"]
    header = run_archive.state_header(notes=True)
    trace = calls.scratch / "slices.paje"
    trace.write_text(header + "\n".join(lines) + "\n")
    path = calls.archive("slices", trace, "--slice-rows=300")
    archive = pja.Archive(path.read_bytes())
    calls.report.check("late ends", 7 in archive.sections)
    calls.report.check("fields of late ends", any("m199" in str(words) for track in archive.tracks for words in track.words))
    check_tables(calls, "slices", trace, archive)
    check_dump(calls, "slices", trace, archive)
    check_spans(calls, "slices", archive)
    check_fields(calls, "slices", archive)
    check_levels(calls, "slices", archive)
    calls.report.check("levels of slices", archive.levels and archive.late_states)
    calls.report.check("fields of slices", archive.fields[pja.STATE] == [(600, 0, False, False)], str(archive.fields))
    for tool, *words in (("pj_equals", trace, path), ("pj_equals", trace, calls.archive("slice", trace))):
        done = calls.run(tool, *words)
        calls.report.check(f"{tool} {words}", done.code == 0, done.out + done.err)


HEADER = """%EventDef PajeDefineStateType 4
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 5
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajePushState 6
% Time date
% Container string
% Type string
% Value string
%EndEventDef
%EventDef PajePopState 7
% Time date
% Container string
% Type string
%EndEventDef
%EventDef PajeStartLink 8
% Time date
% Container string
% Type string
% StartContainer string
% Value string
% Key string
%EndEventDef
%EventDef PajeEndLink 9
% Time date
% Container string
% Type string
% EndContainer string
% Value string
% Key string
%EndEventDef"""


def odd_trace(chance, next_time):
    """Deep stacks, keys of every spelling, and whatever times there are."""
    lines = [run_archive.blackbox_header(), HEADER, "0 K 0 Box", "0 B K Part", "1 V K Level", "4 S B Doing",
             "5 L K B B Message", "2 0 a K 0 a"]
    lines += [f"2 0 b{i} B a b{i}" for i in range(3)]
    depth, keys = [0, 0, 0], []
    for i in range(1500):
        time, box = next_time(i), chance.randrange(3)
        what = chance.random()
        if what < 0.35:
            lines.append(f"6 {time!r} b{box} S v{chance.randrange(20)}")
            depth[box] += 1
        elif what < 0.6 and depth[box]:
            lines.append(f"7 {time!r} b{box} S")
            depth[box] -= 1
        elif what < 0.8:
            keys.append(odd_key(chance, i))
            lines.append(f'8 {time!r} a L b{box} m "{keys[-1]}"')
        elif keys:
            lines.append(f'9 {time!r} a L b{box} m "{keys.pop(chance.randrange(len(keys)))}"')
        else:
            lines.append(f"3 {time!r} a V {chance.choice((-0.0, 5e-324, 0.1 + 0.2, 1e308, i / 7))!r}")
    lines += [f'9 {next_time(1500)!r} a L b0 m "{key}"' for key in keys]
    return "\n".join(lines) + "\n"


def odd_key(chance, i):
    return chance.choice((str(i), f"k{i:06}", f"{i:x}f", f"{i}-{i * 7}-x", f"{10 ** 20 + i}", f"0{i}é", f"#{'9' * 17}{i}",
                          f"ab {i} {'long ' * 20}", f"{i:040x}"))


@blackbox.group
def check_odd_numbers(calls):
    chance = random.Random(11)
    ways = {"decimals": lambda i: i * 0.001, "thirds": lambda i: i / 3, "bits": lambda i: i * math.pi * 1e-5,
            "whole": float, "large": lambda i: 1e300 * (i + 1), "few exceptions": lambda i: i if i % 40 else i + 1 / 3,
            "denormals": lambda i: i * 5e-324, "negative": lambda i: -1.5 + i * 0.25}
    for name, next_time in ways.items():
        trace = calls.scratch / f"odd {name}.paje"
        trace.write_text(odd_trace(chance, next_time), "latin-1")
        calls.report.check(f"{name}: read", check(calls, name, trace))


@blackbox.group
def check_damage(calls):
    """Neither reader takes what the other one refuses: a checksum is there for every byte but flags for the future."""
    path = calls.archive("damaged", calls.generated("damaged", "--iterations", "2", "--user-fields"))
    whole = path.read_bytes()
    flipped = calls.scratch / "flipped.pja"
    chance = random.Random(5)
    for _ in range(60):
        data, at = bytearray(whole), chance.randrange(8, len(whole))
        data[at] ^= 1 << chance.randrange(8)
        flipped.write_bytes(data)
        try:
            pja.Archive(bytes(data))
            refused = False
        except pja.Damage:
            refused = True
        validated = calls.run("pj_validate", "-q", flipped)
        calls.report.check(f"byte {at}", (validated.code == 1) == refused and refused == (at not in (14, 15)),
                           f"{validated.code} {refused}")


if __name__ == "__main__":
    sys.exit(run_archive.main(lambda calls: blackbox.run_groups(calls)))
