"""What the black-box tests share: running a tool, showing a difference, counting results.

Everything a tool reads or writes is handled as Latin-1 text, which maps each byte to one character
and back: traces may hold any bytes.

A script is cut into groups of checks, each of which can run alone: functions below a line
`@blackbox.group`, which tests/blackbox.cmake reads to make one entry of ctest of each. By hand
`SCRIPT ... --group NAME` runs one, and `--share 2/5` does the second of
five parts of what a script does in a loop (blackbox.share).
"""

import difflib
import gzip
import lzma
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

SKIPPED = 77  # ctest's SKIP_RETURN_CODE
DATA = Path(__file__).resolve().parent.parent / "data"  # what the repository holds: it is always there
WORKERS = int(os.environ.get("PAJE_TEST_WORKERS", "1"))  # ctest -j runs several scripts at once
SANITIZER = re.compile(
    r"(Address|Leak|Thread|Memory|UndefinedBehavior)Sanitizer|^\S+: runtime error: ", re.MULTILINE)
# A sanitizer's own exit status must not look like "the trace is bad".
SANITIZER_OPTIONS = {name: f"{os.environ.get(name, '')}:exitcode=99".lstrip(":")
                     for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")}


GROUPS = {}


def taken_option(name):
    """The word that follows `name` on the command line, both removed: what is left is the script's own."""
    if name not in sys.argv:
        return None
    at = sys.argv.index(name)
    _, value = sys.argv[at:at + 2]
    del sys.argv[at:at + 2]
    return value


CHOSEN_GROUP = taken_option("--group")
SHARE, SHARES = map(int, (taken_option("--share") or "1/1").split("/"))


def group(check):
    """Makes a function a group, called as the function without `check_`."""
    GROUPS[check.__name__.removeprefix("check_")] = check
    return check


def run_groups(*arguments):
    """Calls the group that was asked for, or all."""
    if CHOSEN_GROUP is None:
        for check in GROUPS.values():
            check(*arguments)
    elif CHOSEN_GROUP in GROUPS:
        GROUPS[CHOSEN_GROUP](*arguments)
    else:
        sys.exit(f"no such group: {CHOSEN_GROUP}; there are {' '.join(GROUPS)}")


def share(items):
    """Of many items those that fall to this run: every fifth with --share 1/5."""
    return list(items)[SHARE - 1::SHARES]


@dataclass
class Result:
    """How a command ended: exit status (negative: the signal that ended it; None: not in time)."""

    code: int | None
    out: str
    err: str

    def trouble(self):
        """Why this is no orderly end, or an empty string."""
        if self.code is None:
            return "did not end in time"
        if SANITIZER.search(self.err):
            return "sanitizer report: " + shorten(self.err)
        if self.code < 0:
            return f"ended by signal {-self.code}"
        return ""


def run(command, stdin=b"", timeout=120, **options):
    """Runs a command, words or bytes, to its end. `stdin`: bytes or an open file; `options` as for subprocess.run
    (a `stdout` given there is not captured)."""
    options["stdin" if hasattr(stdin, "fileno") else "input"] = stdin
    options.setdefault("stdout", subprocess.PIPE)
    environment = dict(os.environ, **SANITIZER_OPTIONS, **options.pop("environment", {}))
    try:
        words = [word if isinstance(word, bytes) else str(word) for word in command]
        done = subprocess.run(words, stderr=subprocess.PIPE, check=False, timeout=timeout,
                              env=environment, **options)
    except subprocess.TimeoutExpired:
        return Result(None, "", "")
    return Result(done.returncode, text_of(done.stdout), text_of(done.stderr))


def text_of(data):
    return (data or b"").decode("latin-1")


def shorten(text, most=300):
    return text if len(text) <= most else text[:most] + "..."


def short_diff(expected, got, most=10):
    """The first difference of two texts as a unified diff of at most `most` lines, or ''."""
    if expected == got:
        return ""
    before, after = expected.splitlines(keepends=True), got.splitlines(keepends=True)
    pairs = enumerate(zip(before, after))
    first = next((i for i, (a, b) in pairs if a != b), min(len(before), len(after)))
    # Only what is near it: difflib is slow on long texts.
    window = slice(max(0, first - 2), first + 20)
    lines = difflib.unified_diff(before[window], after[window], "expected", "got", n=1)
    shown = [shorten(repr(line)[1:-1].replace("\\n", "")) for line in list(lines)[2:2 + most]]
    return "\n".join([f"    first difference at line {first + 1}:"] + ["    " + s for s in shown])


def complete_lines(text):
    return not text or text.endswith("\n")


class Report:
    """Counts checks; reports each failure at once."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, ok, why=""):
        if ok:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {name}" + (f": {why}" if why else ""), flush=True)
        return ok

    def same(self, name, expected, got):
        return self.check(name, expected == got, "\n" + short_diff(expected, got))

    def finish(self):
        """Prints the line of counts and returns the exit status."""
        print(f"{self.passed} passed, {self.failed} failed")
        if self.passed + self.failed == 0:
            print("FAILED: nothing was checked; without its data a test calls skip()")
            return 1
        return 1 if self.failed else 0


def parallel(function, items):
    """function(item) for all items, PAJE_TEST_WORKERS at a time, results in the order of the items.
    The work is done by the processes that the functions start, so threads do."""
    with ThreadPoolExecutor(WORKERS) as pool:
        yield from pool.map(function, items)


def unpacked(path):
    """The bytes of a file, decompressed."""
    opener = {".xz": lzma.open, ".gz": gzip.open}.get(path.suffix, open)
    with opener(path, "rb") as file:
        return file.read()


def real_traces(further=None, most_bytes=1 << 62):
    """Files of traces that real programs wrote, in files of at most `most_bytes`, by name without
    `.xz`: those of the repository, and those of a folder that need not be there."""
    found = {}
    for folder in [DATA / "traces"] + ([Path(further)] if further else []):
        for path in sorted(folder.glob("*.trace*")):
            if path.stat().st_size <= most_bytes:
                found.setdefault(path.name.removesuffix(".xz"), path)
    return sorted(found.items())


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def need_tool(directory, name):
    """The path of a tool that must be there."""
    path = Path(directory).resolve() / name
    if not path.is_file():
        sys.exit(f"no such tool: {path}")
    return path


def scratch_directory():
    return tempfile.TemporaryDirectory(prefix="paje_test_")
