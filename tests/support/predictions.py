"""Asks pj_predict about small runs that are written here."""

import argparse
import json
from pathlib import Path

import blackbox
from definitions import RUN_DEFINITIONS


def run_groups(tools):
    """The groups of a script with small runs only, which has the folder of the tools as its argument. Its exit status."""
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        blackbox.run_groups(Bench(report, blackbox.need_tool(tools, "pj_predict"), folder))
    return report.finish()


def run_rounds(doc, check):
    """Calls check(bench, seed) with seeds that the command line chooses. The exit status of the script."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("tool_dir")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        bench = Bench(report, blackbox.need_tool(options.tool_dir, "pj_predict"), folder)
        for number in range(options.rounds):
            check(bench, options.seed * 1000003 + number)
    return report.finish()


class Bench:
    def __init__(self, report, tool, folder):
        self.report, self.tool, self.folder = report, tool, Path(folder)

    def run(self, *words):
        return blackbox.run([self.tool, "-q", "-z", *map(str, words)])

    def ask(self, name, *words):
        done = self.run("--json", *words)
        ok = self.report.check(f"{name}: runs", done.code == 0, blackbox.shorten(done.err))
        return json.loads(done.out) if ok else None

    def analyze(self, name, command, trace):
        """What a command of pj_analyze says."""
        done = blackbox.run([blackbox.need_tool(self.tool.parent, "pj_analyze"), command, "-q", "--json", trace])
        ok = self.report.check(f"{name} {command}: runs", done.code == 0, blackbox.shorten(done.err))
        return json.loads(done.out) if ok else None

    def near(self, name, wanted, got, tolerance=1e-9):
        self.report.check(name, got is not None and abs(got - wanted) <= tolerance * max(1, abs(wanted)),
                          f"expected {wanted}, got {got}")

    def refused(self, name, wanted, *words, code=2):
        done = self.run(*words)
        self.report.check(name, done.code == code and wanted in done.err,
                          f"{done.code}: {blackbox.shorten(done.err)}")

    def write_text(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def write(self, name, states, links=()):
        """States are (rank, value, start, end), in the order of each rank; links (from, to, start, end, bytes)."""
        ranks = sorted({state[0] for state in states})
        lines = [RUN_DEFINITIONS + "0 R 0 Rank\n2 S R State\n4 L 0 R R Message\n"]
        lines += [f"6 0 {rank} R 0 {rank}\n" for rank in ranks]
        events = [(at, line) for rank, value, start, end in states
                  for at, line in ((start, f"12 {start!r} S {rank} {value}\n"), (end, f"13 {end!r} S {rank}\n"))]
        for key, (source, target, start, end, size) in enumerate(links):
            events += [(start, f"15 {start!r} L 0 {source} m k{key} {size}\n"),
                       (end, f"16 {end!r} L 0 {target} m k{key}\n")]
        path = self.folder / name
        path.write_text("".join(lines) + "".join(line for _, line in sorted(events, key=lambda event: event[0])))
        return path
