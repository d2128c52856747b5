#!/usr/bin/env python3
"""Makes one call of the system after the other fail under each tool: read, open, mmap, write, close,
rename, malloc and so on, the n-th of each for n = 1, 2, ... until a run needs no such call any more.
Every run ends with the right result, or with one clear message, an exit code that is not 0 and no
output file. So do a full disk and a trace that is cut while it is read; a closed pipe, without a message.

Usage: run_faults.py TOOL_DIR SAMPLES LIBRARY [--tool NAME]

LIBRARY is made of failing_calls.c, which says how to choose what fails.
"""

import argparse
import errno
import gzip
import os
import resource
import shutil
import signal
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent),
                str(Path(__file__).resolve().parent.parent / "support")]
import blackbox
from calls import CALLS, ENCODINGS, Call

TROUBLE = 2
# What fails, and how: an error, or 0 for a short read or write.
FAULTS = [("read", errno.EIO), ("read", errno.EINTR), ("read", 0), ("open", errno.EMFILE),
          ("mmap", errno.ENOMEM), ("write", errno.ENOSPC), ("write", errno.EINTR), ("write", 0),
          ("fsync", errno.EIO), ("close", errno.EIO), ("rename", errno.EIO), ("linkat", errno.EIO),
          ("ftruncate", errno.ENOSPC), ("malloc", errno.ENOMEM)]
MUST_NOT_SHOW = {("read", errno.EINTR), ("read", 0), ("write", errno.EINTR), ("write", 0)}
# Without any memory left glibc's dlopen() crashes, by which oneTBB loads its allocator. That ours ends
# by an exception that nobody catches (SIGABRT) is not allowed.
CRASH = -signal.SIGSEGV
SMALL_DISK = 4096  # bytes


class Faults:
    def __init__(self, arguments, scratch, report):
        self.directory = arguments.tool_dir
        self.library = arguments.library.resolve()
        self.scratch = scratch
        self.report = report
        self.runs = 0
        self.every = arguments.every
        self.trace = arguments.samples.resolve() / "features" / "user_defined_fields.paje"
        self.heat = arguments.samples.resolve() / "heat" / "heat.ethernet.trace"
        self.texts = {"plain": self.trace, "packed": scratch / "packed.gz"}
        self.texts["packed"].write_bytes(gzip.compress(self.trace.read_bytes()))
        self.binaries = self.encoded(self.trace, "trace")
        self.heat_binary = self.encoded(self.heat, "heat")["reference, zstd"]

    def encoded(self, text, name):
        """The trace in each encoding, as paje2bin writes it when nothing fails."""
        files = {}
        for encoding, options in ENCODINGS.items():
            files[encoding] = self.scratch / f"{name} {encoding}"
            blackbox.run([blackbox.need_tool(self.directory, "paje2bin"), *options, text,
                          "-o", files[encoding]])
        return files

    def inputs(self, call):
        return self.binaries if call.tool == "bin2paje" else self.texts

    def large_input(self, call):
        return self.heat_binary if call.tool == "bin2paje" else self.heat

    def run(self, call, trace, out, **options):
        out.mkdir()
        words = [str(trace) if word == "TRACE" else word.replace("OUT", str(out))
                 for word in call.words]
        self.runs += 1
        return blackbox.run([blackbox.need_tool(self.directory, call.tool), *words], timeout=30,
                            **options)

    def run_clean(self, call, trace, **options):
        """What a run gives without any fault, and its files."""
        out = self.scratch / "out"
        done = self.run(call, trace, out, **options)
        return done, taken(out)

    def check_end(self, name, wanted, done, files, must_succeed=False, may_crash=False):
        """That a run ended as without the fault, or in order."""
        result, whole_files = wanted
        if may_crash and done.code == CRASH:
            shown = {file: files[file] for file in set(files) & set(whole_files)}
            return self.report.check(name, shown != whole_files
                                     and shown.items() <= whole_files.items() or not shown,
                                     f"{list(files)}")
        if done.trouble():
            return self.report.check(name, False, done.trouble())
        if done.code == result.code:
            same = done.out == result.out and files == whole_files
            return self.report.check(name, same and not done.err,
                                     f"exit code {done.code} but not the same: {done.err!r}")
        one_message = done.err.count("\n") == 1 and done.err.endswith("\n")
        ok = done.code == TROUBLE and one_message and not must_succeed
        self.report.check(f"{name}: error", ok, f"{done.code} {done.err!r}")
        # Each file of several is whole or absent; none is half there, none lies about.
        halves = {file for file in files if files[file] != whole_files.get(file)}
        return self.report.check(f"{name}: files", not halves and files != whole_files or not files,
                                 f"{halves or 'all files are there'}")

    def check_fault(self, call, trace, fault, onward, kind="standard input", **options):
        wanted = self.run_clean(call, trace, **options)
        self.report.check(f"{call.name}: without a fault", wanted[0].code in (0, 1)
                          and not wanted[0].err, f"{wanted[0].code} {wanted[0].err}")
        what, error = fault
        number, left = 1, 5
        while left:
            told = self.scratch / "told"
            environment = {"LD_PRELOAD": str(self.library), "PAJE_FAULT_CALL": what,
                           "PAJE_FAULT_NUMBER": str(number), "PAJE_FAULT_ERROR": str(error),
                           "PAJE_FAULT_REPORT": str(told)}
            if onward:
                environment["PAJE_FAULT_ONWARD"] = "1"
            out = self.scratch / "out"
            done = self.run(call, trace, out, environment=environment, **options)
            name = f"{call.name}, {kind}: {what} {number} fails with {errno.errorcode.get(error, 'less')}"
            self.check_end(name + (" and all later ones" if onward else ""), wanted, done,
                           taken(out), must_succeed=fault in MUST_NOT_SHOW,
                           may_crash=onward)
            # Threads do not make equally many calls each time, so one run without is not the end.
            if told.exists():
                told.unlink()
            else:
                left -= 1
            number += 1 + max(0, number - self.every) // 10
        return number

    def check_call(self, call):
        for kind, trace in self.inputs(call).items():
            for fault in FAULTS:
                self.check_fault(call, trace, fault, onward=False, kind=kind)
            # Without any memory left, a folder that was begun cannot be removed.
            if call.tool != "pj_split":
                self.check_fault(call, trace, ("malloc", errno.ENOMEM), onward=True, kind=kind)
            if "TRACE" not in call.words:
                break
        if call.words[-1:] == ["TRACE"] and call.words.count("TRACE") == 1:
            stdin = Call(call.tool, [*call.words[:-1], "-"])
            for kind, trace in self.inputs(call).items():
                for fault in FAULTS[:3] if kind != "packed" else []:
                    self.check_fault(stdin, None, fault, onward=False,
                                     kind=f"{kind} on standard input", stdin=trace.read_bytes())
        self.check_disk(call)
        self.check_closed_pipe(call)
        self.check_cut_trace(call)

    def check_disk(self, call):
        """A disk that is full after some kilobytes; of one that says it by a signal too."""
        if not any("OUT" in word for word in call.words):
            return
        trace = self.large_input(call)
        wanted = self.run_clean(call, trace)
        if max(map(len, wanted[1].values())) <= 2 * SMALL_DISK:
            sys.exit(f"{call.name}: too little output for a full disk")
        out = self.scratch / "out"
        done = self.run(call, trace, out, preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (SMALL_DISK, SMALL_DISK)))
        self.check_end(f"{call.name}: files may not grow", wanted, done, taken(out))
        self.report.check(f"{call.name}: files may not grow: said", done.code == TROUBLE)
        self.check_small_disk(call, wanted)

    def check_small_disk(self, call, wanted):
        disk = self.scratch / "disk"
        disk.mkdir(exist_ok=True)
        out = disk / "out"
        words = [str(self.large_input(call)) if word == "TRACE" else word.replace("OUT", str(out))
                 for word in call.words]
        script = (f"mount -t tmpfs -o size=8k none {disk} && mkdir {out} && touch {disk}/there "
                  f'&& "$@"; code=$?; ls -A {out} >&2; exit $code')
        done = blackbox.run(["unshare", "-rm", "sh", "-c", script, "sh",
                             blackbox.need_tool(self.directory, call.tool), *words])
        if "unshare" in done.err or "mount" in done.err or "permission" in done.err.lower():
            return print(f"left out: small disk, {done.err.strip()}")
        lines = done.err.splitlines()
        return self.report.check(f"{call.name}: small disk", done.code == TROUBLE
                                 and "No space left on device" in lines[0]
                                 and not set(lines[1:]) - {Path(n).name for n in wanted[1]}
                                 and len(lines[1:]) < len(wanted[1]), f"{done.code} {done.err}")

    def check_closed_pipe(self, call):
        """As in `| head`: a silent end, but not a success."""
        if any("OUT" in word for word in call.words):
            return
        reader, writer = os.pipe()
        os.close(reader)
        done, _ = self.run_clean(call, self.large_input(call), stdout=writer)
        os.close(writer)
        self.report.check(f"{call.name}: closed pipe", done.code == TROUBLE and not done.err,
                          f"{done.code} {done.err!r}")

    def check_cut_trace(self, call):
        """A trace that another program empties once it is mapped."""
        if "TRACE" not in call.words:
            return
        trace = self.scratch / "cut.paje"
        shutil.copy(self.large_input(call), trace)
        wanted = self.run_clean(call, trace)
        out = self.scratch / "out"
        done = self.run(call, trace, out, environment={
            "LD_PRELOAD": str(self.library), "PAJE_FAULT_CUT": str(trace)})
        files = taken(out)
        self.report.check(f"{call.name}: the trace was cut", trace.stat().st_size == 0)
        self.report.check(f"{call.name}: cut while it is read", done.code == TROUBLE
                          and not done.trouble() and not files and done.err.count("\n") == 1
                          and str(trace) in done.err, f"{done.code} {done.err!r} {list(files)}")
        self.report.check(f"{call.name}: before", wanted[0].code in (0, 1))


def taken(folder):
    """The files of a folder, which is removed."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
             if path.is_file()}
    shutil.rmtree(folder)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("tool_dir")
    parser.add_argument("samples", type=Path)
    parser.add_argument("library", type=Path)
    parser.add_argument("--every", type=int, default=60,
                        help="of so many first calls each one fails, of later ones fewer and fewer")
    parser.add_argument("--tool", help="only this one")
    arguments = parser.parse_args()
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        faults = Faults(arguments, Path(scratch), report)
        for call in blackbox.share(call for call in CALLS if arguments.tool in (None, call.tool)):
            faults.check_call(call)
    print(f"{faults.runs} runs")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
