#!/usr/bin/env python3
"""Runs paje2bin and bin2paje as their users do: there and back again, librastro's own files,
extremes, damage, and what they refuse.

Usage: run_binary.py TOOL_DIR SAMPLES [TRACES]
"""

import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

BAD_TRACE, TROUBLE = 1, 2
METHODS = ("standard", "reference")
COMPRESSIONS = ("none", "zstd", "zstd:1")
MOST_BYTES = 20_000_000  # of a real trace: larger ones take minutes under sanitizers


class Converters:
    def __init__(self, tools, samples, further, scratch, report):
        self.to_binary = blackbox.need_tool(tools, "paje2bin")
        self.to_text = blackbox.need_tool(tools, "bin2paje")
        self.dump = blackbox.need_tool(tools, "pj_dump")
        self.samples, self.further, self.scratch, self.report = samples, further, scratch, report

    def convert(self, tool, name, *words, **options):
        done = blackbox.run([tool, *words], **options)
        self.report.check(name, done.code == 0 and not done.err, f"{done.code} {done.err}")
        return done.out.encode("latin-1")

    def binary(self, name, text, *options):
        return self.convert(self.to_binary, f"{name}: to binary", *options, stdin=text)

    def text(self, name, binary, *options):
        return self.convert(self.to_text, f"{name}: to text", *options, stdin=binary)

    def table(self, text):
        """What pj_dump says of a text: status and both outputs, without what names the place."""
        done = blackbox.run([self.dump, "--user-defined"], stdin=text)
        return done.code, done.out, done.err.count("\n") > 0

    def there_and_back(self, name, text, methods=METHODS, compressions=COMPRESSIONS):
        expected = self.table(text)
        plain = {}
        for method in methods:
            for compression in compressions:
                each = f"{name} {method} {compression}"
                options = (f"--method={method}", f"--compress={compression}")
                binary = self.binary(each, text, *options)
                back = self.text(each, binary)
                plain.setdefault(method, back)
                self.report.check(f"{each}: same text", back == plain[method])
                if compression == compressions[0]:
                    self.report.check(f"{each}: same table", self.table(back) == expected,
                                      f"{expected[2]}")
                self.report.check(f"{each}: second round trip", binary == self.binary(
                    each, back, *options))
        self.report.check(f"{name}: both methods, one text", len(set(plain.values())) == 1)
        return plain[methods[0]]


def is_readable(calls, text):
    """Whether text can be decoded, whatever a replay says of it, and names no part: standard input has
    no folder."""
    done = blackbox.run([calls.to_binary], stdin=text)
    return done.code == 0 and ": warning: " not in done.err


def texts(calls):
    """All sample traces that can be decoded, whole, and real ones."""
    for file in sorted(calls.samples.rglob("*")):
        if file.suffix in (".paje", ".trace") and file.is_file():
            yield file.relative_to(calls.samples), file.read_bytes()
    for name, file in blackbox.real_traces(calls.further, MOST_BYTES):
        yield name, blackbox.unpacked(file)


@blackbox.group
def check_round_trips(calls):
    count = 0
    for name, text in blackbox.share(texts(calls)):
        if not is_readable(calls, text):
            continue
        count += 1
        large = len(text) > 100_000
        calls.there_and_back(str(name), text, compressions=("none", "zstd") if large
                             else COMPRESSIONS)
    calls.report.check("sample traces were found", count * blackbox.SHARES > 15, f"{count}")


@blackbox.group
def check_librastro(calls):
    """Files that librastro wrote."""
    folder = blackbox.DATA / "binary"
    text = (folder / "sample.paje").read_bytes()
    for method in METHODS:
        file = folder / f"sample.{method}.rst"
        back = calls.convert(calls.to_text, f"librastro {method}", file)
        calls.report.same(f"librastro {method}: table", calls.table(text), calls.table(back))
        calls.report.same(f"librastro {method}: text", text.decode(), back.decode())
        packed = calls.scratch / "librastro.zst"
        if shutil.which("zstd"):
            subprocess.run(["zstd", "-q", "-f", file, "-o", packed], check=True)
            calls.report.check(f"librastro {method} by zstd itself", back == calls.convert(
                calls.to_text, "by zstd", packed))


def extremes():
    strings = "\n".join(f'20000 {i}.5 "s {i}" {i:x}' for i in range(70_000))
    fields = "\n".join(f"%  field_{i} {kind}" for i, kind in enumerate(
        ["string", "int", "hex", "float", "double", "date", "color", "string"] * 5))
    odd = ['007', '1e3', '-0', '18446744073709551616', '""', '"a b"', '"#"', 'a"b', '"%x"',
           'caf\xe9', '0x1f', '0.500000', '18446744073709551615', '-1', 'x' * 5000, '1e400'] * 3
    # A definition without events, one between events, ids that no record can have.
    return f"""
%EventDef PajeDefineContainerType 999
%  Name string
%  Type string
%EndEventDef
%EventDef PajePopState 16382
%  Time date
%  Type string
%  Container string
%EndEventDef
%EventDef PajeDefineEventType 888
%  Name string
%  Type string
{fields}
%EndEventDef
%EventDef PajeDefineStateType -5
%  Type string
%  Name string
%EndEventDef
999 P 0
888 E P {" ".join(odd[:40])}
-5 P "a b # c"
%EventDef PajeCreateContainer 5
%  Type string
%  Name string
%  Container string
%  Time date
%EndEventDef
5 P c 0 -1e+300
%EventDef PajeNewEvent 20000
%  Time date
%  Value string
%  Key hex
%  Type string
%  Container string
%EndEventDef
{strings.replace(chr(10), " E c" + chr(10))} E c
""".encode("latin-1")


@blackbox.group
def check_extremes(calls):
    text = extremes()
    back = calls.there_and_back("extremes", text, compressions=("none", "zstd:19"))
    # Line by line: nothing is lost but blanks, comments and quotes that are not needed.
    wanted = [line for line in text.split(b"\n") if line]
    found = [line for line in back.split(b"\n") if line]
    calls.report.check("extremes: as many lines", len(wanted) == len(found),
                       f"{len(wanted)} {len(found)}")
    differing = [(a, b) for a, b in zip(wanted, found) if a != b]
    calls.report.check("extremes: the same lines", not differing, f"{differing[:1]}"[:600])
    empty = calls.there_and_back("empty", b"")
    calls.report.check("nothing comes back from nothing", empty == b"")
    only = b"%EventDef PajePopState 3\n%  Time date\n%  Type string\n%  Container string\n" \
           b"%EndEventDef\n"
    calls.report.same("a definition without events", only.decode(),
                      calls.there_and_back("a definition", only).decode())


@blackbox.group
def check_files(calls):
    """Names, standard streams, threads, statistics."""
    text = (calls.samples / "heat" / "heat.ethernet.trace").read_bytes()
    source, binary, back = (calls.scratch / name for name in ("a.paje", "a.rst", "b.paje"))
    source.write_bytes(text)
    stdout = calls.binary("heat", text, "--compress=zstd")
    for threads in ("1", "3"):
        calls.convert(calls.to_binary, "to a file", source, "-o", binary, "-j", threads,
                      "--compress=zstd")
        calls.report.check(f"-j {threads}: same bytes", binary.read_bytes() == stdout)
        calls.convert(calls.to_text, "from a file", binary, "-o", back, "-j", threads)
        calls.report.check(f"-j {threads}: same text",
                           back.read_bytes() == calls.text("heat", stdout))
    if shutil.which("zstd"):
        plain = subprocess.run(["zstd", "-dc", binary], check=True, capture_output=True).stdout
        calls.report.check("zstd -d is the plain file", plain == calls.binary("heat", text))
    else:
        print("left out: there is no zstd")
    done = blackbox.run([calls.to_binary, source, "-o", binary, "--stats"])
    numbers = dict(line.split()[:2] for line in done.err.splitlines())
    size = binary.stat().st_size
    records = int(numbers["records"].replace(",", ""))
    calls.report.check("--stats", numbers["in"] == f"{len(text):,}" and numbers["out"] ==
                       f"{size:,}" and abs(float(numbers["bytes/record"]) - size / records) < 0.01,
                       done.err)


@blackbox.group
def check_refusals(calls):
    def refused(name, code, says, tool, *words, **options):
        done = blackbox.run([tool, *words], **options)
        calls.report.check(name, done.code == code and says in done.err, f"{done.code} {done.err}")
        return done

    refused("text for bin2paje", BAD_TRACE, "<stdin>: byte 0: error: not a binary trace",
            calls.to_text, stdin=b"%EventDef PajePopState 1\n")
    refused("nothing for bin2paje", BAD_TRACE, "the end of the file", calls.to_text)
    refused("no such file", TROUBLE, "No such file", calls.to_text, calls.scratch / "none")
    refused("no such file", TROUBLE, "No such file", calls.to_binary, calls.scratch / "none")
    refused("a level too high", TROUBLE, "zstd:99", calls.to_binary, "--compress=zstd:99")
    refused("no such method", TROUBLE, "--method", calls.to_binary, "--method=other")
    output = calls.scratch / "bad.rst"
    refused("a bad line", BAD_TRACE, "<stdin>:1:1: error: unknown event id", calls.to_binary,
            "-o", output, stdin=b"1 2 3\n")
    # The whole of it, though a NUL is within.
    refused("a NUL in a word", BAD_TRACE, "expected a word without a NUL byte", calls.to_binary,
            "-o", output, stdin=b"%EventDef PajeDefineContainerType 0\n% Name string\n"
            b"% Type string\n%EndEventDef\n0 a\0b 0\n")
    calls.report.check("no file of a bad trace", not output.exists())
    if Path("/dev/full").exists():
        refused("a full disk", TROUBLE, "No space left", calls.to_binary, "-o", "/dev/full",
                stdin=b"")


@blackbox.group
def check_terminal(calls):
    """No binary on a terminal."""
    try:
        import pty
    except ImportError:
        return
    master, terminal = pty.openpty()
    with open(terminal, "wb", closefd=True) as screen:
        done = blackbox.run([calls.to_binary], stdout=screen)
    calls.report.check("refuses a terminal", done.code == TROUBLE and "-o" in done.err, done.err)
    with open(master, "rb", closefd=True):
        pass


@blackbox.group
def check_damage(calls):
    """Every cut of a small file, and flipped bits: an error at a byte, nothing that looks whole."""
    text = (calls.samples / "features" / "variables.paje").read_bytes()
    output = calls.scratch / "damaged.paje"
    for method in METHODS:
        for compression in ("none", "zstd"):
            name = f"{method} {compression}"
            whole = calls.binary(name, text, f"--method={method}", f"--compress={compression}")
            lines = calls.text(name, whole)
            cuts = range(0, len(whole), 1 if compression == "none" else 7)

            def cut(at):
                done = blackbox.run([calls.to_text], stdin=whole[:at])
                good = done.code == BAD_TRACE and "<stdin>: byte " in done.err
                told = done.out[:done.out.rfind("incomplete: ")]
                return at, good and lines.decode("latin-1").startswith(told), done.err

            for at, good, error in blackbox.parallel(cut, blackbox.share(cuts)):
                if compression == "zstd" and not good:
                    # Without its table a file still is a whole one of Zstandard.
                    table = whole.rfind(struct.pack("<I", 0x184D2A5E))
                    good = at == table or (at > table and "an end in the middle" in error)
                calls.report.check(f"{name} cut at {at}", good, error)
            broken = bytearray(whole)
            broken[len(whole) // 2] ^= 0x10
            (calls.scratch / "broken").write_bytes(broken)
            done = blackbox.run([calls.to_text, calls.scratch / "broken", "-o", output])
            calls.report.check(f"{name}: no file of damage", done.code == 0 or not output.exists())
            output.unlink(missing_ok=True)
    damaged = calls.binary("spoiled", text)[:-12]
    done = blackbox.run([calls.to_text], stdin=damaged)
    calls.report.check("no reader takes what is left for whole",
                       calls.table(done.out.encode("latin-1"))[0] == BAD_TRACE, done.out[-200:])


@blackbox.group
def check_interrupted(calls):
    """Ctrl-C while a pipe gives no end: gone at once, and no file is left."""
    output = calls.scratch / "interrupted.rst"
    with subprocess.Popen([calls.to_binary, "-o", output], stdin=subprocess.PIPE,
                          stderr=subprocess.PIPE) as tool:
        deadline = time.monotonic() + 20
        while not list(calls.scratch.glob("interrupted*")) and time.monotonic() < deadline:
            time.sleep(0.01)
        tool.send_signal(signal.SIGINT)
        try:
            code = tool.wait(timeout=20)
        except subprocess.TimeoutExpired:
            tool.kill()
            code = None
    left = list(calls.scratch.glob("interrupted*"))
    calls.report.check("interrupted", code == -signal.SIGINT and not left, f"{code} {left}")


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Converters(sys.argv[1], Path(sys.argv[2]).resolve(), *sys.argv[3:] or [None],
                           Path(scratch), report)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
