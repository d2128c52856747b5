"""Compressed traces, detected by their first bytes: from files and standard input, whole and damaged."""

import bz2
import gzip
import lzma
import shutil
import signal
import subprocess
import time

import blackbox

BAD_TRACE = 1


def packers():
    yield "gzip", gzip.compress
    yield "xz", lzma.compress
    yield "bzip2", bz2.compress
    if shutil.which("zstd"):
        yield "zstd", lambda data: subprocess.run(["zstd", "-q", "-c"], input=data, check=True,
                                                  capture_output=True).stdout
    else:
        print("left out: Zstandard, there is no zstd")


def check_compressed(calls):
    plain = calls.succeed("not compressed", calls.heat)
    data = calls.heat.read_bytes()
    for name, pack in packers():
        packed = pack(data)
        file = calls.scratch / "packed"  # without an extension that would show it
        file.write_bytes(packed)
        calls.report.same(f"{name} file", plain, calls.succeed(f"{name} file", file))
        calls.report.same(f"{name} on standard input", plain,
                          calls.succeed(f"{name} on standard input", stdin=packed))
        first, second = data[:50_000], data[50_000:]
        file.write_bytes(pack(first) + pack(second))
        calls.report.same(f"{name} in two pieces", plain, calls.succeed(f"{name} pieces", file))
        file.write_bytes(pack(b""))
        calls.report.same(f"{name} of nothing", calls.succeed("nothing", stdin=b""),
                          calls.succeed(f"{name} of nothing", file))
        file.write_bytes(pack(first) + bytes(12) + pack(second) + bytes(500))
        calls.report.same(f"{name} with zeros behind", plain, calls.succeed(f"{name} zeros", file))
        for what, damaged in (("cut", packed[:len(packed) // 2]),
                              ("overwritten", packed[:3000] + b"XXXXXXXX" + packed[3008:]),
                              ("with a wrong checksum",
                               packed[:-4] + bytes([packed[-4] ^ 1]) + packed[-3:]),
                              ("with more behind", packed + b"more")):
            file.write_bytes(damaged)
            output = calls.scratch / "damaged.csv"
            done = calls.run("--output", output, file)
            calls.report.check(f"{name} {what}", done.code == BAD_TRACE and not output.exists()
                               and "damaged compressed data" in done.err, f"{done.code} {done.err}")


def check_interrupted(calls):
    """Ctrl-C while a pipe gives no end: gone at once, and no file is left."""
    output = calls.scratch / "interrupted.csv"
    with subprocess.Popen([calls.tool, "--output", output], stdin=subprocess.PIPE,
                          stderr=subprocess.PIPE) as tool:
        tool.stdin.write(calls.heat.read_bytes())
        tool.stdin.flush()
        deadline = time.monotonic() + 10
        while not list(calls.scratch.glob("interrupted.csv*")) and time.monotonic() < deadline:
            time.sleep(0.01)
        tool.send_signal(signal.SIGINT)
        try:
            code = tool.wait(timeout=10)
        except subprocess.TimeoutExpired:
            tool.kill()
            code = None
    calls.report.check("interrupted: ends by the signal", code == -signal.SIGINT, f"{code}")
    left = list(calls.scratch.glob("interrupted.csv*"))
    calls.report.check("interrupted: nothing is left", not left, f"{left}")


def check_quiet_when_piped(calls):
    """No progress but on a terminal."""
    done = calls.run("-j", "1", calls.heat)
    calls.report.check("no progress in a pipe", done.code == 0 and not done.err, done.err)
    calls.report.check("complete", blackbox.complete_lines(done.out))
