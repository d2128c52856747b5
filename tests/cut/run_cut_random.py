#!/usr/bin/env python3
"""Random parts of random traces: pj_cut agrees with a filter over the table.

Usage: run_cut_random.py TOOL_DIR [--rounds N] [--seed N]
"""

import csv
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from naive_cut import NaiveCut, Wish, rows_of

TABLE = ["-u", "-l", "9", "--container-precision=17", "--quotes=csv"]


class Cuts:
    def __init__(self, tools, scratch, report):
        self.tools, self.scratch, self.report = Path(tools), scratch, report
        self.objects = self.clipped = self.empty = 0

    def run(self, tool, *words):
        return blackbox.run([self.tools / tool, *words])

    def table(self, trace):
        done = self.run("pj_dump", *TABLE, trace)
        self.report.check(f"{trace}: table", done.code == 0, done.err)
        return done.out

    def generate(self, seed, rnd):
        trace = self.scratch / "random.paje"
        if rnd.random() < 0.7:
            shape = ["--shape", "varied", "--events", rnd.choice(["60", "200", "500"]), "--depth",
                     rnd.choice(["1", "2", "4"]), "--digits", rnd.choice(["0", "3", "6"])]
        else:
            shape = ["--ranks", "4", "--iterations", "4"]
        more = [o for o in ("--churn", "--user-fields", "--links", "--variables") if rnd.random() < 0.6]
        done = self.run("pj_generate", "--seed", seed, *shape, *more, "-o", trace)
        self.report.check(f"seed {seed}: generated", done.code == 0, done.err)
        whole = self.scratch / "whole.paje"  # without half links
        done = self.run("pj_cut", "-z", trace, "-o", whole)
        self.report.check(f"seed {seed}: whole", done.code == 0, done.err)
        done = self.run("paje2bin", "-q", "--method=archive", whole, "-o", self.scratch / "whole.pja")
        self.report.check(f"seed {seed}: archive", done.code == 0, done.err)
        return whole

    def children(self, trace):
        hierarchy = self.scratch / "types.csv"
        self.run("pj_dump", f"--type-hierarchy={hierarchy}", trace)
        found = {}
        for parent, name, nature in csv.reader(hierarchy.read_text("latin-1").splitlines()[1:], skipinitialspace=True):
            if nature not in ("Container", "Value"):
                found.setdefault(parent, []).append(name)
        return found

    def check(self, seed, trace, rows, children, wish):
        name = f"seed {seed}: {' '.join(wish.options())}"
        part = self.scratch / "part.paje"
        part.unlink(missing_ok=True)
        done = self.run("pj_cut", trace, "-j1", *wish.options(), "-o", part)
        self.check_archive(name, part, done, wish)
        if done.code == 2 and "nothing of the trace is in the window" in done.err:
            self.empty += 1
            return
        if not self.report.check(name, done.code == 0, done.err):
            return
        table = self.table(part)
        expected = NaiveCut(rows, children, wish).run()
        got = rows_of(table)
        shown = [list(map(str, side)) for side in (expected, got)]
        self.report.same(name, "\n".join(shown[0]), "\n".join(shown[1]))
        self.count(rows, got)
        if not wish.whole:
            self.check_sums(name, rows, got, wish)
        self.check_again(name, part, table, wish)

    def check_archive(self, name, part, done, wish):
        """Of the archive of the trace, where only what is in the window is read, the part is the same."""
        other = self.scratch / "archive_part.paje"
        other.unlink(missing_ok=True)
        again = self.run("pj_cut", self.scratch / "whole.pja", *wish.options(), "-o", other)
        self.report.check(f"{name}: archive", again.code == done.code and again.err == done.err, f"{again}")
        if done.code == 0:
            self.report.check(f"{name}: the bytes of its archive", other.read_bytes() == part.read_bytes())

    def count(self, rows, got):
        self.objects += len(got)
        self.clipped += len({(r.container, r.start, r.end) for r in got}
                            - {(r.container, r.start, r.end) for r in rows})

    def check_sums(self, name, rows, got, wish):
        """Clipped durations add up to what the window has of each state of the outermost level."""
        if wish.values:
            return
        cut = NaiveCut(rows, {}, wish)
        sums = {}
        for row in rows:
            if row.kind == "State" and row.depth == 0 and cut.has_type(row.type) and cut.has_container(row.container):
                inside = min(row.end, wish.end) - max(row.start, wish.start)
                if inside > 0:
                    sums[row.value] = sums.get(row.value, 0) + inside
        # A state that touches the border only may have one inside that lasts no time.
        found = {}
        for row in got:
            if row.kind == "State" and row.depth == 0 and row.end > row.start:
                found[row.value] = found.get(row.value, 0) + row.end - row.start
        close = all(abs(found.get(v, 0) - sums.get(v, 0)) < 1e-6 for v in {*found, *sums})
        self.report.check(f"{name}: sums", close, f"{found} {sums}")

    def check_again(self, name, part, table, wish):
        """Parts are valid; cut once more they stay as they are, whatever the number of threads."""
        done = self.run("pj_validate", part)
        self.report.check(f"{name}: valid", done.code == 0, done.out[:500])
        again = self.scratch / "again.paje"
        if not wish.whole and (wish.max_nesting > 100 or not wish.values):
            # Names that the part has no more are no longer wanted.
            window = Wish(wish.start, wish.end, cut_links=True, max_nesting=wish.max_nesting)
            done = self.run("pj_cut", part, "-j7", *window.options(), "-o", again)
            self.report.check(f"{name}: again", done.code == 0, done.err)
            self.report.same(f"{name}: again", table, self.table(again))
            self.report.check(f"{name}: the same bytes", part.read_bytes() == again.read_bytes())


def random_wish(rnd, rows):
    end = rows[0].end
    wish = Wish()
    times = [row.start for row in rows] + [row.end for row in rows]

    def time():
        return rnd.choice(times) if rnd.random() < 0.5 else round(rnd.uniform(0, end), 3)

    if rnd.random() < 0.7:
        wish.start, wish.end = sorted((time(), time()))
        if rnd.random() < 0.2:
            wish.start = float("-inf")
        elif rnd.random() < 0.2:
            wish.end = float("inf")
    names = sorted({row.value for row in rows if row.kind == "Container"})
    if rnd.random() < 0.3:
        wish.containers = [rnd.choice([n, n[:-1] + "*", "*" + n[-1]]) for n in rnd.sample(names, min(2, len(names)))]
    if rnd.random() < 0.3:
        wish.types = rnd.sample(sorted({row.type for row in rows[1:]}), 1)
    values = sorted({row.value for row in rows if row.kind in ("State", "Event", "Link")})
    if values and rnd.random() < 0.3:
        wish.values = [rnd.choice([n, n[:-1] + "*"]) for n in rnd.sample(values, min(3, len(values)))]
    if rnd.random() < 0.2:
        wish.max_nesting = rnd.choice([1, 2, 3])
    wish.whole = rnd.random() < 0.3
    wish.cut_links = rnd.random() < 0.5
    return wish


def main():
    rounds = int(blackbox.taken_option("--rounds") or 30)
    first = int(blackbox.taken_option("--seed") or 1)
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    blackbox.need_tool(sys.argv[1], "pj_cut")
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        cuts = Cuts(sys.argv[1], Path(scratch), report)
        for seed in blackbox.share(range(first, first + rounds)):
            rnd = random.Random(seed)
            trace = cuts.generate(seed, rnd)
            rows = rows_of(cuts.table(trace))
            names = [row.value for row in rows if row.kind == "Container"]
            if len(names) != len(set(names)) or len(rows) < 2:
                continue
            children = cuts.children(trace)
            for _ in range(4):
                cuts.check(seed, trace, rows, children, random_wish(rnd, rows))
        report.check("enough was cut", cuts.objects > 20 * rounds and cuts.clipped > rounds,
                     f"{cuts.objects} objects, {cuts.clipped} of them clipped, {cuts.empty} without any")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
