#!/usr/bin/env python3
"""Compares pj_dump with the expected outputs of real traces, byte for byte.

Usage: run_golden.py TOOL_DIR [GOLDEN_DIR TRACES_DIR]

Without folders the expected outputs of the repository are compared, which are always there; with
folders, those that are there and are of other traces.

An expected output is called <trace>.<variant>.csv or .csv.xz; the variant stands for the options
(see VARIANTS). Each is compared twice: with --quotes=keep, and with --quotes=strip against the same
text without any quote.
"""

import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

VARIANTS = {
    "dump": ["-z"],
    "user": ["-z", "-u"],
    "header": ["-z", "-h"],
    "noimbrication": ["-z", "-i"],
    "precision9": ["-z", "-l", "9"],
    "stopat": ["-z", "-a"],
    "types": ["-z", "-q", "--type-hierarchy"],
    "entities": ["-z", "-q", "--entity-hierarchy"],
}


def expected_files(golden_dir):
    """{trace: [(variant, path)]} of all expected outputs."""
    found = defaultdict(list)
    for path in sorted(golden_dir.glob("*.csv*")):
        name = path.name.removesuffix(".xz").removesuffix(".csv")
        trace, _, variant = name.rpartition(".")
        found[trace].append((variant, path))
    return found


def stop_times(golden_dir):
    """{trace: time}. The expected outputs were made with twice the times that stopat.txt lists
    (found by trying: only twice T gives them, for every trace)."""
    lines = (golden_dir / "stopat.txt").read_text().splitlines()
    return {trace: repr(2 * float(time)) for trace, time in map(str.split, lines)}


class GoldenTest:
    def __init__(self, tool_dir, golden_dir, traces_dir):
        self.tool = blackbox.need_tool(tool_dir, "pj_dump")
        self.golden_dir = golden_dir
        self.traces_dir = traces_dir
        self.stop_times = stop_times(golden_dir)

    def unpacked(self, trace, scratch):
        path = self.traces_dir / f"{trace}.trace"
        if path.is_file():
            return path
        packed = path.with_name(path.name + ".xz")
        if not packed.is_file():
            return None
        unpacked = scratch / path.name
        unpacked.write_bytes(blackbox.unpacked(packed))
        return unpacked

    def output(self, trace, path, variant, quotes, scratch):
        """What the tool writes for a variant, and why that is not to be compared (or '')."""
        options = list(VARIANTS[variant])
        side_file = None
        if variant == "stopat":
            options.append(self.stop_times[trace])
        elif variant in ("types", "entities"):
            side_file = scratch / f"{trace}.{variant}.{quotes}"
            options.append(side_file)
        done = blackbox.run([self.tool, *options, f"--quotes={quotes}", path])
        if done.code != 0 or done.err:
            return "", f"exit code {done.code}, {blackbox.shorten(done.err)!r}"
        if not side_file:
            return done.out, ""
        if done.out:
            return "", "-q printed something: " + blackbox.shorten(done.out)
        return blackbox.text_of(side_file.read_bytes()), ""

    def check_variant(self, trace, path, variant, golden, scratch):
        """[(name, failure or '')] of both ways to treat quotes."""
        name = golden.name.removesuffix(".xz")
        if variant not in VARIANTS:
            return [(name, "unknown variant")]
        if variant == "stopat" and trace not in self.stop_times:
            return [(name, "no time in stopat.txt")]
        expected = blackbox.text_of(blackbox.unpacked(golden))
        results = []
        for quotes, wanted in (("keep", expected), ("strip", expected.replace('"', ""))):
            got, why = self.output(trace, path, variant, quotes, scratch)
            if not why and got != wanted:
                why = "differs\n" + blackbox.short_diff(wanted, got)
            results.append((f"{name} --quotes={quotes}", why))
        return results

    def check_trace(self, item):
        trace, goldens = item
        with blackbox.scratch_directory() as scratch:
            path = self.unpacked(trace, Path(scratch))
            if not path:
                return [(trace, f"no such trace in {self.traces_dir}")]
            return [result for variant, golden in goldens
                    for result in self.check_variant(trace, path, variant, golden, Path(scratch))]


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    golden_dir, traces_dir = blackbox.DATA / "golden", blackbox.DATA / "traces"
    goldens = expected_files(golden_dir)
    if len(sys.argv) == 4:
        ours = goldens
        golden_dir, traces_dir = Path(sys.argv[2]), Path(sys.argv[3])
        for directory in (golden_dir, traces_dir):
            if not directory.is_dir():
                blackbox.skip(f"no directory {directory}")
        goldens = {trace: files for trace, files in expected_files(golden_dir).items() if trace not in ours}
    report = blackbox.Report()
    report.check("expected outputs", len(goldens) >= 5, f"{len(goldens)} traces in {golden_dir}")
    test = GoldenTest(sys.argv[1], golden_dir, traces_dir)
    for results in blackbox.parallel(test.check_trace, goldens.items()):
        for name, why in results:
            report.check(name, not why, why)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
