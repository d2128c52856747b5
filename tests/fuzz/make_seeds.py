#!/usr/bin/env python3
"""Makes the inputs that fuzzing begins with, from the sample traces and the built tools.

Usage: make_seeds.py TOOL_DIR SAMPLES CORPUS
"""

import bz2
import gzip
import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

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


def main(tools, samples, folder):
    tools, corpus = Path(tools), Corpus(Path(folder))
    traces = [path for path in sorted(Path(samples).rglob("*"))
              if path.suffix in (".trace", ".paje") and path.is_file()]
    for trace in traces:
        add_trace(corpus, tools, trace.stem, short(trace))
    with tempfile.TemporaryDirectory() as scratch:
        for ranks in ("2", "3"):
            small = Path(scratch) / f"ranks{ranks}.trace"
            run(tools / "pj_generate", "--ranks", ranks, "--iterations", "2", "-o", small)
            add_parts(corpus, tools, small)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
