#!/usr/bin/env python3
"""Calls every tool with random and hostile arguments. Whatever they are, it ends in time, with an exit
status that its help names, without a signal or a report of a sanitizer; errors are reported in one message
that begins with the name of the tool or of a file, and leaves all files as they were.

Usage: run_command_lines.py TOOL_DIR SAMPLES [--seed N] [--calls 300 | --minutes M] [--only NUMBER]

The seed is printed; with it, the same calls come again, and --only makes one of them. Each runs in a
folder of its own.
"""

import argparse
import gzip
import json
import os
import re
import resource
import shutil
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
import blackbox
import hostile_words

TOOLS = ["pj_dump", "pj_validate", "pj_equals", "pj_split", "pj_merge", "pj_aggregate", "paje2bin",
         "bin2paje", "pj_import", "pj_compare", "pj_query", "pj_export", "pj_generate", "pj_report",
         "pj_cut", "pj_simulate"]
# Is there if MPI is, and runs without a launcher where MPI allows that.
MPI_TOOL = "pj_mpi"
# Its commands that are called, each with the words that it begins with.
MPI_COMMANDS = {"pj_mpi": [], "pj_mpi export": ["export", "--to=parquet"]}
WRONG_USAGE = {"pj_dump": 64, "pj_equals": 64}  # of the tools that clone pajeng's
TROUBLE = 2
# Here 1 is an answer.
ANSWERS = {"pj_equals", "pj_compare", "pj_validate"}
# These write several files, one after the other: each is whole or absent.
SEVERAL_FILES = {
    "pj_dump": {"--type-hierarchy", "--entity-hierarchy", "--type", "--entity"},
    "pj_query": {"--save"}, "pj_aggregate": {"--svg", "--png"}, "pj_compare": {"--svg"}, "pj_generate": {"--parts"}}
SECONDS = 60  # of one call
LARGEST_FILE = 30_000_000
BATCH = 50
# What was found once, and why it was wrong.
CASES = json.loads((HERE / "command_lines.json").read_text("utf-8"))


def limit():
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Folder:
    """The files that calls are given; each call has a copy, one folder down, so that ../x is seen."""

    def __init__(self, tools, samples, scratch):
        self.scratch = scratch
        self.template = scratch / "template"
        work = self.template / "work"
        work.mkdir(parents=True)
        good = samples / "features" / "user_defined_fields.paje"
        shutil.copy(good, work / "good.paje")
        shutil.copy(good, work / "locked")
        shutil.copy(samples / "bad" / "unknown_container.paje", work / "bad.paje")
        (work / "good.paje.gz").write_bytes(gzip.compress(good.read_bytes()))
        for name, options in (("good.rst", []), ("good.rst.zst", ["--compress=zstd"])):
            blackbox.run([tools / "paje2bin", *options, good, "-o", work / name])
        (work / "cut.rst").write_bytes((work / "good.rst").read_bytes()[:-7])
        table = blackbox.run([tools / "pj_dump", good]).out
        (work / "table.csv").write_text(table, "latin-1")
        blackbox.run([tools / "pj_split", "-q", "--parts", "2", good, work / "full_dir"])
        (work / "root.paje").write_text("absent part\n", "utf-8")
        self.write_small_files(work)
        self.before = self.state(self.template)

    @staticmethod
    def write_small_files(work):
        (work / "empty").touch()
        (work / "blank").write_text("\n" * 100, "utf-8")
        (work / "noise").write_bytes(bytes(range(256)) * 8)
        (work / "nothing").touch()
        (work / "chrome.json").write_text('[{"ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"name":"a"}]', "utf-8")
        (work / "app.prv").write_text("#Paraver (01/01/2020 at 00:00):10:1(1):1:1(1:1)\n"
                                      "1:1:1:1:1:0:5:1\n", "utf-8")
        (work / "query.sql").write_text("SELECT count(*) FROM states;\n", "utf-8")
        (work / "-q").touch()
        (work / "dir").mkdir()
        (work / "dangling").symlink_to("nowhere")
        (work / "loop").symlink_to("loop")
        (work / "locked").chmod(0)

    @staticmethod
    def state(folder):
        return {str(path.relative_to(folder)): b"" if path.is_symlink() or not path.is_file()
                else path.read_bytes() for path in sorted(folder.rglob("*"))}

    def copy(self, number):
        folder = self.scratch / f"call{number}"
        shutil.copytree(self.template, folder, symlinks=True)
        return folder


class CommandLines:
    def __init__(self, arguments, folder, report):
        self.tools = Path(arguments.tools).resolve()
        self.seed = arguments.seed
        self.folder = folder
        self.report = report
        # Under a sanitizer little memory ends in the sanitizer's own words.
        code = (self.tools / "pj_dump").read_bytes()
        sanitized = b"__asan_init" in code or b"__tsan_init" in code
        self.without = {"--max-memory"} if sanitized else set()
        self.hostile = {}
        for tool in TOOLS:
            self.add_tool(tool, blackbox.run([blackbox.need_tool(self.tools, tool), "--help"]).out, self.without)
        for command, first in MPI_COMMANDS.items() if (self.tools / MPI_TOOL).is_file() else ():
            helped = blackbox.run([self.tools / MPI_TOOL, *first, "--help"])
            if helped.code == 0:  # with little memory MPI ends in its own words
                self.add_tool(command, helped.out, {"--max-memory"})

    def add_tool(self, tool, text, without):
        self.report.check(f"{tool}: help tells the exit status", "Exit status: 0 " in text, text[-300:])
        self.hostile[tool] = hostile_words.HostileWords(tool, text, without)

    def call(self, number):
        """What is wrong with how one random call ended, and the call."""
        dice = hostile_words.dice_of(self.seed, number)
        command = list(self.hostile)[number % len(self.hostile)]
        words = MPI_COMMANDS.get(command, []) + self.hostile[command].words(dice)
        tool = command.split()[0]
        stdin = dice.choice(hostile_words.STANDARD_INPUT)
        closed = dice.choice([None] * 40 + [0, 1, 2])
        return self.try_words(str(number), tool, words, stdin, closed)

    def try_words(self, name, tool, words, stdin="nothing", closed=None):
        words = [word if isinstance(word, bytes) else word.encode() for word in words]
        folder = self.folder.copy(name)

        def prepare():
            limit()
            if closed is not None:
                os.close(closed)

        try:
            with open(folder / "work" / stdin, "rb") as given:
                done = blackbox.run([self.tools / tool, *words], stdin=given, timeout=SECONDS,
                                    cwd=folder / "work", preexec_fn=prepare,
                                    environment={"HOME": str(folder)})
            wrong = self.trouble(tool, words, done, folder, closed)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        shown = " ".join(blackbox.shorten(repr(word)[1:], 200) for word in words[:40])
        return f"call {name}: {tool} {shown} < {stdin}" + (f", {closed} closed" if closed is not None
                                                           else ""), wrong

    def trouble(self, tool, words, done, folder, closed):
        if done.trouble():
            return done.trouble()
        wrong_usage = WRONG_USAGE.get(tool, TROUBLE)
        if done.code not in (0, 1, TROUBLE, wrong_usage):
            return f"exit status {done.code}: {blackbox.shorten(done.err)}"
        if done.code in (TROUBLE, wrong_usage) and closed != 2:
            if wrong := trouble_of_message(tool, words, done.err):
                return f"exit status {done.code}, {wrong}: {blackbox.shorten(done.err)!r}"
        return self.trouble_of_files(tool, words, done, folder)

    def trouble_of_files(self, tool, words, done, folder):
        after = self.folder.state(folder)
        new = [file for file in after if file not in self.folder.before]
        changed = [file for file, data in self.folder.before.items() if after.get(file) != data]
        failed = done.code == TROUBLE or done.code == 1 and tool not in ANSWERS
        several = any(word.decode("latin-1").startswith(tuple(SEVERAL_FILES.get(tool, {"\0"})))
                      for word in words)
        if failed and (new or changed) and not several:
            return f"exit status {done.code}, but new {new} changed {changed}: {done.err}"
        # As mkstemp() calls them.
        left = [file for file in new if len(Path(file).suffix) == 7 and done.code != 0]
        return f"left behind: {left}" if left else ""


def trouble_of_message(tool, words, said):
    """A message is one line, and perhaps one that names the help; of a trace it may have more, and of
    an unknown option whose name has lines glibc shows them all. What another trace of the call had
    to be warned of may come before."""
    lines = said.splitlines()
    while lines and ": warning: " in lines[0]:
        lines.pop(0)
    if not lines:
        return "not a word"
    own = tool if tool != MPI_TOOL else rf"{tool}( \w+)?"
    if re.match(rf"(\S*/)?{own}: ", lines[0]):
        most = 4 if tool == "pj_query" else 2  # of SQL, the line is shown
    elif ": error: " in lines[0]:
        most = 8
    else:
        return "the message names neither tool nor file"
    if tool in WRONG_USAGE:
        most += sum(word.count(b"\n") for word in words if word.startswith(b"-"))
    return "more than one message" if len(lines) > most else ""


def batches(arguments):
    """Numbers of the calls, some at a time, so long as there is time."""
    if arguments.only is not None:
        yield [arguments.only]
        return
    end = time.monotonic() + 60 * arguments.minutes if arguments.minutes else None
    first = 0
    while time.monotonic() < end if end else first < arguments.calls:
        yield range(first, first + BATCH if end else min(first + BATCH, arguments.calls))
        first += BATCH


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("tools")
    parser.add_argument("samples", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--only", type=int)
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        tools = Path(arguments.tools).resolve()
        lines = CommandLines(arguments, Folder(tools, arguments.samples, Path(scratch)), report)
        for number, case in blackbox.share(enumerate(CASES if arguments.only is None else [])):
            tool, *words = case["call"]
            name, wrong = lines.try_words(f"case{number}", tool, words, case.get("stdin", "nothing"),
                                          case.get("closed"))
            report.check(name, not wrong, wrong)
        for numbers in batches(arguments):
            for name, wrong in blackbox.parallel(lines.call, blackbox.share(numbers)):
                report.check(name, not wrong, wrong)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
