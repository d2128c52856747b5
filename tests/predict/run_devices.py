#!/usr/bin/env python3
"""Programs that start kernels on a device and wait for them: waits and predictions against a simulation of the same
program.

Usage: run_devices.py TOOL_DIR [--rounds N] [--seed S]
"""
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "analyze"))
from paje_text import trace_of
from predictions import run_rounds

LATENCY, LAUNCH, RETURN = 0.015625, 0.125, 0.0625  # of a kernel, of starting one, of the call that waited


class Program:
    """What the host does: it works, starts a kernel on a stream, or waits for all kernels or for a stream."""

    def __init__(self, seed, streams):
        rng = random.Random(seed)
        self.streams, self.steps = streams, []
        for _ in range(rng.randint(4, 30)):
            # A trace does not say which of several streams a call waits for.
            kind = rng.choice(("work", "kernel", "kernel", "kernel", "device", "stream" if streams == 1 else "device"))
            self.steps.append((kind, rng.randint(1, 40) / 8, rng.randrange(streams)))
        self.steps += [("kernel", 1, 0), ("device", 0, 0), ("work", 1, 0)]

    def run(self, work=1, kernel=1):
        """(states by track, links, seconds that the host waits, end)"""
        now, free, waiting = 0.0, [0.0] * self.streams, 0.0
        tracks, links = {"host": []}, []
        tracks |= {f"stream{i}": [] for i in range(self.streams)}
        for kind, seconds, stream in self.steps:
            if kind == "work":
                tracks["host"].append(("work", now, now + seconds * work))
                now += seconds * work
            elif kind == "kernel":
                start = max(free[stream], now + LATENCY)
                tracks[f"stream{stream}"].append(("gemm", start, start + seconds * kernel))
                links.append(("host", now, f"stream{stream}", start, None))
                free[stream] = start + seconds * kernel
                tracks["host"].append(("cudaLaunchKernel", now, now + LAUNCH))
                now += LAUNCH
            else:
                until = max(free) if kind == "device" else free[stream]
                waiting += max(0.0, until - now)
                value = "cudaDeviceSynchronize" if kind == "device" else "cudaStreamSynchronize"
                tracks["host"].append((value, now, max(now, until) + RETURN))
                now = max(now, until) + RETURN
        return tracks, links, waiting, now

    def text(self):
        tracks, links, _, _ = self.run()
        return trace_of({name: states for name, states in tracks.items() if states}, links)


def check(bench, seed):
    streams = 1 + seed % 3
    program = Program(seed, streams)
    name = f"device {seed} ({streams} streams)"
    trace = bench.write_text("devices.paje", program.text())
    _, _, waiting, end = program.run()
    waits = bench.analyze(name, "waits", trace)
    if waits:
        host = sum(wait["amount"] for wait in waits["waits"] if wait["container"] == "host")
        bench.near(f"{name} waits of the host", waiting, host)
        bench.report.check(f"{name} waits for streams", all(wait["waits_for"].startswith("stream")
                           for wait in waits["waits"] if wait["container"] == "host"))
    found = bench.ask(name, trace)
    if found:
        bench.near(f"{name} prediction", end, found["predicted"])
    if streams > 1:  # another one may be waited for then
        return
    for words, how in ((["--scale", "gemm=0.5x"], {"kernel": 0.5}), (["--scale", "gemm=3x"], {"kernel": 3}),
                       (["--scale", "work=0.25x"], {"work": 0.25}), (["--scale", "work=2x"], {"work": 2})):
        found = bench.ask(f"{name} {words}", trace, *words)
        if found:
            # How long it takes to start a kernel that was queued cannot be seen.
            wanted = program.run(**how)[3]
            bench.report.check(f"{name} {words}", abs(found["predicted"] - wanted) <= 0.02 * wanted,
                               f"expected {wanted}, got {found['predicted']}")


if __name__ == "__main__":
    sys.exit(run_rounds(__doc__, check))
