#!/usr/bin/env python3
"""Makes the inputs that fuzzing begins with, from the sample traces and the built tools.

Usage: make_seeds.py TOOL_DIR SAMPLES CORPUS
"""

import bz2
import gzip
import lzma
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "archive"))
import pja

LINES = 40  # of events, after the definitions
CHOICES = bytes(range(0, 256, 37))


def short(trace):
    """The definitions and the first events."""
    lines = trace.read_bytes().splitlines(keepends=True)
    last = max((i for i, line in enumerate(lines) if b"EndEventDef" in line), default=0)
    return b"".join(lines[:last + 1 + LINES])


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True).stdout


class Corpus:
    def __init__(self, folder):
        self.folder = folder

    def add(self, target, name, data):
        path = self.folder / target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def binaries(tools, text, folder):
    plain = folder / "short.trace"
    plain.write_bytes(text)
    for method in ("standard", "reference"):
        for compress in ("none", "zstd"):
            out = folder / f"{method}.{compress}"
            run(tools / "paje2bin", "--method", method, "--compress", compress, plain, "-o", out)
            yield method, compress, out.read_bytes()


def add_trace(corpus, tools, name, text):
    corpus.add("event_lines", name, text)
    for choice in CHOICES:
        corpus.add("replay", f"{name}.{choice}", bytes([choice]) + text)
    for suffix, pack in (("gz", gzip.compress), ("xz", lzma.compress), ("bz2", bz2.compress)):
        corpus.add("compressed", f"{name}.{suffix}", pack(text))
    corpus.add("frames", f"{name}.written", b"\x81" + text)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        try:
            found = list(binaries(tools, text, folder))
        except subprocess.CalledProcessError:
            return  # a sample of bad traces
        for method, compress, data in found:
            corpus.add("compressed", f"{name}.{method}.{compress}", data)
            if compress == "zstd":
                corpus.add("frames", f"{name}.{method}", b"\0" + data)
                continue
            corpus.add("records", f"{name}.{method}", data)
            corpus.add("encodings", f"{name}.{method}",
                       (b"\x21" if method == "reference" else b"\x20") + data)
            corpus.add("replay", f"{name}.{method}", b"\0" + data)


def add_parts(corpus, tools, trace):
    with tempfile.TemporaryDirectory() as folder:
        parts = Path(folder) / "parts"
        run(tools / "pj_split", trace, parts, "--parts", "3")
        names = sorted(parts.iterdir(), key=lambda path: (b"PajeTraceFile" not in
                                                          path.read_bytes(), path.name))
        text = names[0].read_bytes().rstrip(b"\n")
        for path in names[1:]:
            text += b"\n==" + path.name.encode() + b"\n" + path.read_bytes().rstrip(b"\n")
        corpus.add("parts", trace.name, text + b"\n")


def add_otf2(corpus, archive):
    """Each file of an archive, after the number of the file, read strictly and leniently."""
    for number, path in enumerate(sorted(path for path in archive.rglob("*") if path.is_file())):
        for lenient, how in enumerate(("strict", "lenient")):
            corpus.add("otf2", f"{path.name}.{how}", bytes([number << 1 | lenient]) + path.read_bytes())


def planes(numbers):
    """A column of integers below 2^32."""
    return b"\4" + b"".join(bytes(number >> shift & 255 for number in numbers)
                            for shift in range(0, 32, 8))


def stored_blocks(data, archive):
    """Blocks, and their section, with pieces that are not compressed: changes of bytes come through to columns."""
    raw = archive.section(3)
    count = raw.varint()
    columns = [raw.differences(count) for _ in range(6)]
    section = raw.raw[:raw.at]
    having = [[i for i in range(count) if columns[3][i] > place] for place in range(8)]
    sizes = [[] for _ in range(count)]
    for blocks in having:
        for i, size in zip(blocks, raw.column(len(blocks))):
            sizes[i].append(size)
    pieces, byte = [[] for _ in range(count)], 16
    for i in range(count):
        for size in sizes[i]:
            piece = data[byte:byte + size]
            pieces[i].append(b"\0" + pja.unpack(piece, pja.crc32c(piece)).raw)
            byte += size
    for place, blocks in enumerate(having):
        section += planes([len(pieces[i][place]) for i in blocks])
    every = [piece for block in pieces for piece in block]
    section += b"".join(struct.pack("<I", pja.crc32c(piece)) for piece in every)
    return b"".join(every), section


def stored_archive(data):
    archive = pja.Archive(data)
    blocks, section = stored_blocks(data, archive)
    made, entries = data[:16] + blocks, b""
    for number in sorted(archive.sections):
        raw = b"\0" + (section if number == 3 else archive.section(number).raw)
        entries += struct.pack("<IIQQ", number, pja.crc32c(raw), len(made), len(raw))
        made += raw
    at, = struct.unpack_from("<Q", data, len(data) - 32)
    directory = data[at:at + 96] + struct.pack("<I", len(archive.sections)) + entries
    trailer = struct.pack("<QIIQ6sH", len(made), len(directory), pja.crc32c(directory),
                          len(made) + len(directory) + 32, b"PJAEND", 1)
    made += directory + trailer
    pja.Archive(made)  # it is one
    return made


def add_archive(corpus, tools, name, trace):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "archive.pja"
        done = subprocess.run([tools / "paje2bin", "--method=archive", "-q", trace, "-o", out],
                              check=False, capture_output=True)
        if done.returncode == 0:
            corpus.add("archives", f"{name}.packed", b"\1" + out.read_bytes())
            corpus.add("archives", f"{name}.stored", b"\1" + stored_archive(out.read_bytes()))


def main(tools, samples, folder):
    tools, corpus = Path(tools), Corpus(Path(folder))
    traces = [path for path in sorted(Path(samples).rglob("*"))
              if path.suffix in (".trace", ".paje") and path.is_file()]
    for trace in traces:
        add_trace(corpus, tools, trace.stem, short(trace))
        if trace.stat().st_size < 5000:
            add_archive(corpus, tools, trace.stem, trace)
    add_otf2(corpus, Path(__file__).resolve().parent.parent / "import" / "data" / "ring")
    with tempfile.TemporaryDirectory() as scratch:
        for ranks in ("2", "3"):
            small = Path(scratch) / f"ranks{ranks}.trace"
            run(tools / "pj_generate", "--ranks", ranks, "--iterations", "2", "--user-fields", "--variables",
                "-o", small)
            add_archive(corpus, tools, small.stem, small)
            add_parts(corpus, tools, small)
        levels = Path(scratch) / "levels.trace"  # tracks that are long enough for levels of detail
        run(tools / "pj_generate", "--ranks", "1", "--iterations", "40", "--variables", "-o", levels)
        add_archive(corpus, tools, levels.stem, levels)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
