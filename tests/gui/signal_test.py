#!/usr/bin/env python3
"""pajeview, as a user starts it, keeps what it has to keep when the system asks it to end.

Usage: signal_test.py VIEWER ROOT
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

viewer, root = sys.argv[1], pathlib.Path(sys.argv[2])
heat = root / "sample_traces/heat/heat.ethernet.trace"
failures = []
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": home, "XDG_CONFIG_HOME": home}
        running = subprocess.Popen([viewer, "--containers", "rank-1", heat], env=environment, stderr=subprocess.PIPE)
        # A trace that was opened is among the recent ones: then the window is there.
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not any("recent" in path.read_text() for path in pathlib.Path(home).rglob("*.conf")):
            time.sleep(0.1)
        running.send_signal(number)
        try:
            status = running.wait(60)
        except subprocess.TimeoutExpired:
            running.kill()
            status = "none"
        kept = "".join(path.read_text() for path in pathlib.Path(home).rglob("*.conf"))
        if status != 0 or "geometry" not in kept:
            failures.append(f"{number.name}: status {status}, {running.stderr.read()!r}, kept {kept!r}")
for failure in failures:
    print("FAILED", failure)
sys.exit(len(failures))
