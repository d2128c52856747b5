"""A trace that another program cuts while it is read: the message of always, whatever the threads; in
Python an exception."""

import os
import shutil
import signal
import subprocess
import sys
import time

from system.traces import BAD_TRACE, DONE, TROUBLE

SAID = "cannot be read any more: it was cut meanwhile, or the disk fails"
RUNS = 6  # of each call
PYTHON = """
import sys
import paje
try:
    paje.read(sys.argv[1], threads=int(sys.argv[2]))
    print("read")
except OSError as problem:
    print("OSError", problem)
except paje.TraceError as problem:
    print("TraceError", problem)
"""


def is_mapped(pid, path):
    try:
        return str(path) in open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace").read()
    except OSError:
        return False


def is_open(pid, path):
    """Whether a process has a file open, or mapped."""
    if is_mapped(pid, path):
        return True
    try:
        return any(os.readlink(f"/proc/{pid}/fd/{name}") == str(path)
                   for name in os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return False


def cut_run(command, trace, size, delay, environment=None):
    """Runs a command that reads `trace`, which is cut to `size` bytes once it is read: stopped meanwhile,
    so that it does not end before. Returns status and output, and whether it was cut in time: while the
    process ran, and had mapped it. Before that it is just a shorter file."""
    process = subprocess.Popen([str(word) for word in command], env=environment,
                               stdout=subprocess.PIPE if environment else subprocess.DEVNULL,
                               stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    while process.poll() is None and not is_open(process.pid, trace):
        time.sleep(0.0005)
    time.sleep(delay)
    is_in_time = process.poll() is None
    if is_in_time:
        os.kill(process.pid, signal.SIGSTOP)
        is_in_time = is_mapped(process.pid, trace)
        os.truncate(trace, size)
        os.kill(process.pid, signal.SIGCONT)
    out, said = process.communicate(timeout=120)
    return process.returncode, ((out or b"") + said).decode("latin-1"), is_in_time


def check_tools(setting, sources):
    calls = [("pj_dump", ["-j", jobs], "text") for jobs in "124"]
    calls += [("pj_dump", ["-o", "-j", "2"], "text"), ("pj_dump", ["--lenient", "-j", "2"], "text"),
              ("pj_validate", ["-j", "2"], "text"), ("pj_merge", ["-j", "2"], "text"),
              ("paje2bin", ["-j", "2", "-o", "OUT"], "text"), ("pj_dump", ["-j", "2"], "binary"),
              ("bin2paje", ["-j", "2", "-o", "OUT"], "binary"), ("pj_import", ["-o", "OUT"], "chrome"),
              ("pj_dump", ["-j", "2"], "packed")]
    told = 0
    for tool, words, kind in calls:
        for turn in range(RUNS):
            trace = setting.scratch / f"cut.{kind}"
            shutil.copy(sources[kind], trace)
            size = trace.stat().st_size
            # To nothing, to whole pages, and within a page, whose rest becomes zeros.
            left = (0, size // 2 & ~4095, size // 2 | 77, size - 100)[turn % 4]
            out = setting.scratch / "out"
            words_now = [out if word == "OUT" else word for word in words]
            code, said, in_time = cut_run([setting.tool(tool), *words_now, trace], trace, left,
                                          0.002 * turn)
            lines = said.splitlines()
            is_message = code == TROUBLE and lines and SAID in lines[-1] and str(trace) in lines[-1]
            # Whatever was read before the cut was whole.
            is_done = code == DONE or not in_time
            told += bool(is_message)
            setting.report.check(f"{tool} {' '.join(words)} {kind}, cut to {left} of {size}",
                                 is_message or is_done, f"{code} {said[-400:]!r}")
            setting.report.check("no output", is_done or not out.exists())
            out.unlink(missing_ok=True)
    setting.report.check("traces were cut in time", told > len(calls) * RUNS / 2, f"{told}")


def check_python(setting, text):
    if not setting.arguments.python:
        return
    script = setting.make("read.py", PYTHON.encode())
    environment = dict(os.environ, PYTHONPATH=str(setting.arguments.python))
    told = 0
    for turn in range(RUNS):
        trace = setting.scratch / "cut.paje"
        shutil.copy(text, trace)
        left = (0, trace.stat().st_size // 2 | 77)[turn % 2]
        code, said, _ = cut_run([sys.executable, script, trace, 1 + turn % 3], trace, left, 0.002,
                                environment)
        told += "OSError" in said and SAID in said
        setting.report.check(f"Python, cut to {left}", code == 0 and "TraceError" not in said,
                             f"{code} {said[-400:]!r}")
    setting.report.check("Python is told", told > 0, f"{told}")


def check_viewer(setting, text):
    if not setting.arguments.viewer:
        return
    for turn in range(3):
        trace = setting.scratch / "cut.paje"
        shutil.copy(text, trace)
        code, said, in_time = cut_run([setting.tool("pajeview"), "--render", setting.scratch / "x.png", trace],
                                      trace, 0, 0.001 * turn)
        setting.report.check("pajeview", code == TROUBLE and SAID in said or code == DONE,
                             f"{code} {said[-400:]!r} {in_time}")


def check_standard_input(setting, text):
    """A file that is standard input is not mapped."""
    trace = setting.scratch / "cut.paje"
    shutil.copy(text, trace)
    with open(trace, "rb") as stdin:
        process = subprocess.Popen([setting.tool("pj_dump"), "-j", "1"], stdin=stdin, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        os.kill(process.pid, signal.SIGSTOP)
        os.truncate(trace, trace.stat().st_size // 2)
        os.kill(process.pid, signal.SIGCONT)
        _, said = process.communicate(timeout=120)
    setting.report.check("standard input", process.returncode in (TROUBLE, BAD_TRACE, DONE), said)


def check(setting):
    text = setting.generate("large.paje", "--ranks", "16", "--size", "12MB")
    sources = {"text": text, "binary": setting.scratch / "large.rst", "packed": setting.scratch / "large.zst",
               "chrome": setting.scratch / "large.json"}
    for words in (["paje2bin", text, "-o", sources["binary"]],
                  ["paje2bin", "--compress=zstd", text, "-o", sources["packed"]],
                  ["pj_export", "--to", "chrome", "-o", sources["chrome"], text]):
        done = setting.run(*words)
        if done.code != DONE:
            raise RuntimeError(done.err)
    check_tools(setting, sources)
    check_python(setting, text)
    check_viewer(setting, text)
    check_standard_input(setting, text)
