#!/usr/bin/env python3
"""Times pj_dump against the reference's, run about in one go, and prints a table.

Usage: against_reference.py TOOL_DIR [--size 130MB | --trace FILE] [--also FILE...] [-j 1,all]
       [-n 5] [--sets] [--growth [100MB,1GB]] [--json FILE] [--markdown FILE] [--reference PATH]

The first trace is one of 64 ranks made by pj_generate, unless one is given; real ones may come with
it (--also). The programs run in turn, so that a machine that slows down slows all; medians are
shown, of ratios those of the rounds. --growth exits with 1 if a byte of the larger trace takes much
longer than one of the smaller.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import figures
import measuring

JOBS = {"replay (`-q`)": ["-q", "-z"], "table": ["-z"]}
SET_PARTS = "16"
# A byte of the larger trace may take this much longer: caches do not grow with it.
GROWTH_LIMIT = 1.15


@dataclass
class Measurement:
    """One row of the figures; threads are 0 for the reference, which has no such option."""

    trace: str
    megabytes: float
    job: str
    program: str  # paje, paje (set) or reference
    threads: int
    seconds: float  # median
    peak_megabytes: float
    rounds: list  # median seconds of each round


def first_and_last(counts):
    return list(dict.fromkeys((counts[0], counts[-1])))


class Bench:
    def __init__(self, arguments, folder):
        self.tools = Path(arguments.tools)
        self.reference = arguments.reference
        self.threads = arguments.threads
        self.rounds = arguments.rounds
        self.with_sets = arguments.sets
        self.folder = Path(folder)
        self.rows = []

    def ours(self, count, options, trace):
        return [self.tools / "pj_dump", "-j", str(count), *options, trace]

    def measure(self, name, trace):
        """Both jobs on one trace: the reference, each number of threads, and perhaps a set."""
        split = self.split(trace) if self.with_sets else None
        os.sync()  # not while programs are measured
        megabytes = os.path.getsize(trace) / 1e6
        for job, options in JOBS.items():
            wanted = [("reference", 0, [self.reference, *options, trace])]
            wanted += [("paje", count, self.ours(count, options, trace)) for count in self.threads]
            if split:
                wanted += [("paje (set)", count, self.ours(count, options, split / "root.paje"))
                           for count in first_and_last(self.threads)]
            results = measuring.rounds_of([command for _, _, command in wanted], self.rounds,
                                          files=[trace, *(split.iterdir() if split else ())])
            for (program, count, _), rounds in zip(wanted, results):
                seconds, peak, _ = measuring.median_of_all(rounds)
                each = [measuring.median_of(runs)[0] for runs in rounds]
                self.rows.append(Measurement(name, megabytes, job, program, count, seconds, peak, each))
        if split:
            shutil.rmtree(split)

    def split(self, trace):
        """The same trace in several files, as programs write it that keep a file for each node."""
        folder = self.folder / "set"
        subprocess.run([self.tools / "pj_split", "-q", "--parts", SET_PARTS, trace, folder], check=True)
        return folder

    def growth(self, sizes):
        """Seconds of processors for a small and a large trace, by job and threads: what else runs
        makes them longer, too, but by far less than the time that passes."""
        rows = []
        traces = [measuring.generate(self.tools, size, self.folder / f"growth{number}.paje")
                  for number, size in enumerate(sizes)]
        megabytes = [trace.stat().st_size / 1e6 for trace in traces]
        os.sync()
        for job, options in JOBS.items():
            for count in first_and_last(self.threads):
                results = measuring.rounds_of([self.ours(count, options, trace) for trace in traces],
                                              self.rounds, files=traces)
                all_runs = [measuring.median_of_all(rounds) for rounds in results]
                rows.append({"job": job, "threads": count, "megabytes": megabytes,
                             "seconds": [processors for _, _, processors in all_runs],
                             "rounds": [[measuring.median_of(runs)[2] for runs in rounds]
                                        for rounds in results],
                             "peak_megabytes": [peak for _, peak, _ in all_runs]})
        for trace in traces:
            trace.unlink()
        return rows


def unpacked(path, folder):
    """The name of a trace and the trace itself as an uncompressed file: compression is not measured."""
    path = Path(path)
    if path.suffix != ".xz":
        return path.name.removesuffix(".trace"), path
    plain = folder / path.stem
    with open(plain, "wb") as file:  # by another process: measuring.run()
        subprocess.run(["xz", "-dc", path], stdout=file, check=True)
    return plain.name.removesuffix(".trace"), plain


def reference_name(path):
    """pajeng prints no version; its package has one."""
    if shutil.which("dpkg-query"):
        done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "pajeng"],
                              capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout:
            return "Debian's pajeng " + done.stdout.partition("-")[0]
    return path


def take_figures(arguments):
    """All that was asked for, as it goes into the JSON file."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments, folder)
        first = ("generated", arguments.trace and Path(arguments.trace))
        if not first[1]:
            first = (first[0], measuring.generate(bench.tools, arguments.size, bench.folder / "trace.paje"))
        else:
            first = unpacked(first[1], bench.folder)
        bench.measure(*first)
        for path in arguments.also:
            bench.measure(*unpacked(path, bench.folder))
        grown = bench.growth(arguments.growth.split(",")) if arguments.growth else []
    return {"processor": measuring.processor(), "cores": measuring.cores(),
            "rounds": arguments.rounds, "reference": reference_name(arguments.reference),
            "measurements": [asdict(row) for row in bench.rows], "growth": grown}


def threads_of(text):
    """As in 1,2,8; `all` is every number up to that of the cores; a last word `cores` is that."""
    if text == "all":
        return list(range(1, measuring.cores() + 1))
    words = [measuring.cores() if word == "cores" else int(word) for word in text.split(",")]
    return list(dict.fromkeys(words))


def add_options(parser):
    parser.add_argument("tools", help="folder of the built tools")
    parser.add_argument("--size", default="130MB", help="of the generated trace")
    parser.add_argument("--trace", help="use this trace instead")
    parser.add_argument("--also", metavar="FILE", nargs="*", default=[],
                        help="further traces, packed by xz if they are called so")
    parser.add_argument("-n", "--repeat", "--rounds", dest="rounds", type=int, default=5)
    parser.add_argument("-j", "--threads", type=threads_of, default="1,cores",
                        help="as in 1,2,8; all: every number up to that of the cores")
    parser.add_argument("--sets", action="store_true",
                        help=f"also read the trace as pj_split cuts it into {SET_PARTS} parts")
    parser.add_argument("--growth", metavar="SMALL,LARGE", nargs="?", const="100MB,1GB",
                        help="processor time of a MB in a small and in a large generated trace")
    parser.add_argument("--json", metavar="FILE", help="write all figures there")
    parser.add_argument("--markdown", metavar="FILE",
                        help="write the tables there; between their marks, if the file has some")
    parser.add_argument("--reference", default=shutil.which("pj_dump", path="/usr/bin"))


def finish(arguments, taken):
    """Writes what was asked for, and returns the exit status."""
    if arguments.json:
        figures.save(taken, arguments.json)
    if arguments.markdown:
        figures.write_marked(Path(arguments.markdown), figures.markdown(taken))
    print(figures.markdown(taken))
    too_slow = [row for row in taken["growth"] if figures.growth_ratio(row) > GROWTH_LIMIT]
    for row in too_slow:
        print(f"not linear: {row['job']} on {row['threads']} threads takes "
              f"{figures.growth_ratio(row):.2f} times as long for a MB of the larger trace, "
              f"{GROWTH_LIMIT} are allowed", file=sys.stderr)
    return 1 if too_slow else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_options(parser)
    arguments = parser.parse_args()
    if not arguments.reference:
        sys.exit("the reference (Debian package pajeng) is not there")
    return finish(arguments, take_figures(arguments))


if __name__ == "__main__":
    sys.exit(main())
