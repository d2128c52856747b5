#!/usr/bin/env python3
"""Archives of a kilobyte or so that ask for far more: Zstandard makes thousands of bytes of sections from one byte, with
right checksums. Reading ends with an error or a trace, in memory that the size of the file bounds. And archives whose
index says of rows what is not so, which pj_validate finds; and that a part of an archive needs a part of the memory.

Usage: run_forged.py TOOL_DIR
"""

import ctypes
import itertools
import os
import random
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
import pja
from definitions import numbered

MOST_BYTES = 400 << 20  # of memory; a sanitizer takes some of it
HEADER = numbered({
    0: ("DefineContainerType", "Alias Type Name"), 2: ("DefineStateType", "Alias Type Name"),
    3: ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    6: ("CreateContainer", "Time Alias Type Container Name"), 12: ("PushState", "Time Type Container Value Note"),
    13: ("PopState", "Time Type Container"), 15: ("StartLink", "Time Type Container StartContainer Value Key"),
    16: ("EndLink", "Time Type Container EndContainer Value Key")})


def packed(raw):
    """A piece of one Zstandard frame."""
    if pja.ZSTD is None:
        frame = subprocess.run(["zstd", "-19", "-cq"], input=raw, capture_output=True, check=True).stdout
    else:
        room = ctypes.create_string_buffer(len(raw) + 1024)
        pja.ZSTD.ZSTD_compress.restype = ctypes.c_size_t
        size = pja.ZSTD.ZSTD_compress(room, ctypes.c_size_t(len(room)), raw, ctypes.c_size_t(len(raw)), 19)
        frame = room.raw[:size]
    return b"\1" + struct.pack("<I", len(raw)) + frame


def varint(number):
    made = b""
    while number > 127:
        made += bytes([number & 127 | 128])
        number >>= 7
    return made + bytes([number])


def with_sections(data, changed, blocks=None):
    """The archive with other pieces for some sections, and other bytes for its blocks."""
    archive = pja.Archive(data)
    made, entries = data[:16] + (data[16:archive.end_of_blocks] if blocks is None else blocks), b""
    for number, (_, byte, size) in sorted(archive.sections.items()):
        piece = changed.get(number, data[byte:byte + size])
        entries += struct.pack("<IIQQ", number, pja.crc32c(piece), len(made), len(piece))
        made += piece
    at, = struct.unpack_from("<Q", data, len(data) - 32)
    directory = data[at:at + 96] + struct.pack("<I", len(archive.sections)) + entries
    return made + directory + struct.pack("<QIIQ6sH", len(made), len(directory), pja.crc32c(directory),
                                          len(made) + len(directory) + 32, b"PJAEND", 1)


def small_archive(tools, scratch):
    trace = scratch / "small.paje"
    lines = ["0 M 0 Machine", "2 S M State", "3 L 0 M M Link", "6 0 a M 0 a", "6 0 b M 0 b"]
    for i in range(6):
        lines += [f"12 {i} S a v{i % 2} note", f"13 {i}.5 S a", f"15 {i} L 0 a x k{i}", f"16 {i} L 0 b x k{i}"]
    trace.write_text(HEADER + "\n".join(lines) + "\n")
    path = scratch / "small.pja"
    done = blackbox.run([blackbox.need_tool(tools, "paje2bin"), "-q", "--method=archive", trace, "-o", path])
    if done.code != 0:
        sys.exit(f"no archive: {done.err}")
    return path.read_bytes()


def many_containers(data, count):
    """The archive with that many containers, all of the same name and time."""
    archive = pja.Archive(data)
    end = Tables(archive.section(1)).begin_of_containers
    raw = archive.section(1).raw[:end] + varint(count)
    raw += b"\1" + b"\1" + b"\2" * (count - 1)  # types
    raw += b"\1" + b"\0" + b"\1" * (count - 1)  # parents
    raw += b"\1" + b"\4" * count  # flags: identifiers are names
    raw += b"\x0a" + varint(1) + b"\2\1a" + b"\0"  # one template, of one literal, for all
    raw += varint(0) + b"\0\0"  # no identifiers
    raw += b"\0" + varint(0) + b"\0" + b"\0"  # times; no user-defined fields
    return with_sections(data, {1: packed(raw)})


class Tables(pja.Archive):
    """Where containers begin in the tables."""

    def __init__(self, raw):
        self.begin_of_containers = None
        self.read_tables(raw)

    def read_containers(self, raw):
        self.begin_of_containers = raw.at
        raw.take(raw.left())


def memory_of(words):
    """The status of a command, and how much memory it took at most."""
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=messages)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        return blackbox.Result(process.returncode, "", blackbox.text_of(messages.read())), usage.ru_maxrss << 10


def forgeries(data, chance):
    """Names and archives: each with a section of a count and many equal bytes."""
    yield "as it is", data
    yield "two more containers", many_containers(data, 5)
    for count in (50_000, 10_000_000):
        yield f"{count} containers", many_containers(data, count)
    yield from forged_sections(data, chance, pja.Archive(data).sections)


def forged_sections(data, chance, numbers):
    archive = pja.Archive(data)
    for number in sorted(numbers):
        for size in (200_000, 30_000_000):
            for count in (size // 3, size - 100, 1 << 31, (1 << 63) + 5):
                filler = bytes([chance.choice((0, 1, 2, 128, 255))]) * size
                yield f"section {number}, {size} bytes, {count}", with_sections(data, {number: packed(varint(count) + filler)})
        raw = archive.section(number).raw
        for at in range(0, len(raw), max(1, len(raw) // 12)):
            longer = raw[:at] + varint(chance.choice((70_000, 200_000))) + raw[at:] + bytes(200_000)
            yield f"section {number}, changed at {at}", with_sections(data, {number: packed(longer)})


def long_archive(tools, scratch, length, note):
    """Of a track that has sums; all such archives have the same tracks and numbers of rows."""
    trace, path = scratch / "long.paje", scratch / "long.pja"
    lines = ["0 M 0 Machine", "2 S M State", "6 0 a M 0 a"]
    for i in range(600):
        lines += [f"12 {i} S a v {note}", f"13 {i}{length} S a"]
    trace.write_text(HEADER + "\n".join(lines) + "\n")
    done = blackbox.run([blackbox.need_tool(tools, "paje2bin"), "-q", "--method=archive", trace, "-o", path])
    if done.code != 0:
        sys.exit(f"no archive: {done.err}")
    return path.read_bytes()


def other_spans(data):
    """The archive with an index that says other times of a block."""
    archive = pja.Archive(data)
    raw = archive.section(3).raw
    for at in range(len(raw)):
        section = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1:]
        forged = with_sections(data, {3: packed(section)})
        try:
            spans = pja.Archive(forged).spans
        except Exception:  # whatever a reader of bytes that are wrong stumbles over
            continue
        if spans != archive.spans:
            return forged
    sys.exit("no other spans")


def lies(tools, scratch):
    """What pj_validate has to say of an archive, and the archive; nothing of one that is right."""
    data = long_archive(tools, scratch, ".5", "note")
    yield None, data
    yield "as the index says of this block", other_spans(data)
    for expected, number, other in (("expected those of type 'State' of container 'a'", 5, (".25", "note")),
                                    ("those that the levels of detail show of this block", 6, (".25", "note")),
                                    ("other words in user-defined fields", 8, (".5", "7"))):
        archive = pja.Archive(long_archive(tools, scratch, *other))
        yield expected, with_sections(data, {number: packed(archive.section(number).raw)})


@blackbox.group
def check_lies(tools, scratch, report):
    path = scratch / "lie.pja"
    for expected, forged in lies(tools, scratch):
        path.write_bytes(forged)
        done = blackbox.run([blackbox.need_tool(tools, "pj_validate"), path])
        name = expected or "what is right"
        report.check(f"{name}: status", done.code == (0 if expected is None else 1), f"{done}")
        report.check(f"{name}: message", expected is None or expected in done.out, f"{done}")
        dumped = blackbox.run([blackbox.need_tool(tools, "pj_dump"), path])
        rows = dumped.out.count("State, a,")
        report.check(f"{name}: all rows are there", dumped.code == 0 and rows == 600, f"{dumped.code} {rows} {dumped.err}")


@blackbox.group
def check_part(tools, scratch, report):
    """A short time, and few rows, take little of the memory that all rows do."""
    path = scratch / "long.pja"
    blackbox.run([blackbox.need_tool(tools, "pj_generate"), "--ranks", "64", "--iterations", "6000", "-o", path])

    def memory(tool, *words):
        done, most = memory_of([blackbox.need_tool(tools, tool), path, *words])
        report.check(f"{tool} {words}", done.code == 0, f"{done}")
        return most

    nothing = memory("pj_query", "SELECT count(*) FROM states")
    window = ["--start", "5", "--end", "5.001"]
    # Conditions of the kind that only rows can answer.
    all_rows = ["SELECT count(*) FROM states WHERE depth * 1 > -1"]
    for tool, some, everything in (
            ("pj_query", ["SELECT count(*) FROM states WHERE start > 5 AND start < 5.001 AND depth * 1 > -1"], all_rows),
            ("pj_query", ["SELECT * FROM states ORDER BY start LIMIT 1"], all_rows),
            ("pj_query", ["SELECT * FROM links LIMIT 1"], all_rows),
            ("pj_query", ["SELECT value, count(*) FROM states GROUP BY value"], all_rows),
            ("pj_cut", [*window, "-q", "-o", scratch / "part.paje"], ["--shift-times", "1", "-q", "-o", scratch / "all.paje"]),
            ("pj_aggregate", window, [])):
        part, whole = memory(tool, *some), memory(tool, *everything)
        report.check(f"memory of {tool} {some}", part - nothing < 0.7 * (whole - nothing),
                     f"{nothing >> 20}, {part >> 20}, {whole >> 20} MB")


@blackbox.group
def check_forgeries(tools, scratch, report):
    data = small_archive(tools, scratch)
    report.check("a small archive", len(data) < 1500, str(len(data)))
    path = scratch / "forged.pja"
    refused = 0
    chance = random.Random(3)
    levels = forged_sections(long_archive(tools, scratch, ".5", "note"), chance, [6])
    for name, forged in itertools.chain(forgeries(data, chance), levels):
        path.write_bytes(forged)
        for words in (["pj_dump", "-u", path], ["pj_validate", "-q", path]):
            done, memory = memory_of([blackbox.need_tool(tools, words[0]), *words[1:]])
            report.check(f"{name}, {words[0]}: orderly end", not done.trouble() and done.code in (0, 1), f"{done}")
            report.check(f"{name}, {words[0]}: memory", memory < MOST_BYTES, f"{memory >> 20} MB")
            refused += done.code == 1
    report.check("forgeries are refused", refused > 50, str(refused))
    path.write_bytes(data)
    report.check("the archive itself is not", memory_of([blackbox.need_tool(tools, "pj_dump"), path])[0].code == 0)


def main():
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(sys.argv[1], Path(scratch), report)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
