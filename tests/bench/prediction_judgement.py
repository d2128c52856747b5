#!/usr/bin/env python3
"""Judges intervals of pj_predict on runs of the network in support/message_network.py, which nobody chose for them:
programs with contention and costs that jump, on other networks, nodes and processors. Prints, for two halves of the
cases, how many measured lengths are inside and how wide the intervals are: thresholds are chosen by the first half and
judged by the second. Fails if too few of the second half are inside.

Usage: prediction_judgement.py TOOL_DIR [--only WORD] [--all]

--only: cases whose kind, program and library have the word; --all prints each case.
"""

import argparse
import json
import random
import statistics
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from message_network import SEGMENTS, SMPI, Network, Run

RANKS = 8
WIDE = 0.25  # of the measured length; wider is of little use
# Shares of the lengths that have to be inside. A trace shows neither by which messages its operations are done nor
# which of them would share the links of a node: on other nodes less is within reach.
NEEDED, NEEDED_ELSEWHERE = 0.9, 0.8


def ring(rank):
    for size in (8, 512, 4096, 32768, 262144, 1048576):
        for _ in range(5):
            if rank.number:
                yield from rank.receive(rank.number - 1)
            yield from rank.compute(0.0005 * (1 + rank.number % 3))
            yield from rank.send((rank.number + 1) % rank.ranks(), size)
            if not rank.number:
                yield from rank.receive(rank.ranks() - 1)
        yield from rank.barrier()


def sizes(rank):
    """A ping-pong of pairs over 67 sizes, then operations over some."""
    for step in range(67):
        size, other = round(2 ** (step / 3)), rank.number ^ 1
        yield from rank.compute(0.0001)
        if rank.number % 2 == 0:
            yield from rank.send(other, size)
            yield from rank.receive(other)
        else:
            yield from rank.receive(other)
            yield from rank.send(other, size)
        yield from rank.barrier()
    for step in range(9):
        yield from rank.compute(0.0001)
        yield from rank.broadcast(8 * 4 ** step)
        yield from rank.all_reduce(8 * 4 ** step)
        yield from rank.all_to_all(8 * 4 ** step)


def halo(size, work, uneven):
    """A grid of ranks that exchange borders."""
    def program(rank):
        rng = random.Random(rank.number)
        around = [(rank.number + step) % rank.ranks() for step in (1, -1, 4)]
        for _ in range(12):
            yield from rank.compute(work * (1 + uneven * rng.random()))
            yield from rank.exchange(around, [(rank.number - step) % rank.ranks() for step in (1, -1, 4)], size)
        yield from rank.all_reduce(8)
    return program


def wave(size, work):
    """Each rank gets from the one before it and passes on, several at once."""
    def program(rank):
        for _ in range(15):
            if rank.number:
                yield from rank.receive(rank.number - 1)
            yield from rank.compute(work)
            if rank.number + 1 < rank.ranks():
                yield from rank.send(rank.number + 1, size)
        yield from rank.barrier()
    return program


def pairs(seed, work):
    """Random pairs exchange messages of random sizes, near and far from those at which costs jump."""
    def program(rank):
        rng, own = random.Random(seed), random.Random(seed * 100 + rank.number)
        for _ in range(15):
            order = rng.sample(range(rank.ranks()), rank.ranks())
            size = rng.choice((64, 800, 1500, 6000, 9500, 15600, 20000, 39000, 41000, 65000, 66000, 200000))
            other = order[order.index(rank.number) ^ 1]
            yield from rank.compute(work * (0.5 + own.random()))
            yield from rank.exchange([other], [other], size)
    return program


def operations(seed, work, uneven):
    """Operations of all ranks, which share links."""
    def program(rank):
        rng, own = random.Random(seed), random.Random(seed * 100 + rank.number)
        for _ in range(12):
            yield from rank.compute(work * (1 + uneven * own.random()))
            size = rng.choice((8, 1000, 8000, 30000, 100000))
            what = rng.choice((rank.broadcast, rank.all_reduce, rank.all_gather, rank.all_to_all, rank.reduce,
                               rank.gather))
            yield from what(size)
    return program


def gather(size, work):
    """All send to rank 0, whose link they share; it answers."""
    def program(rank):
        own = random.Random(rank.number)
        for _ in range(10):
            yield from rank.compute(work * (1 + 0.2 * own.random()))
            if rank.number:
                yield from rank.send(0, size)
                yield from rank.receive(0)
            else:
                yield from rank.exchange([], range(1, rank.ranks()), size)
                yield from rank.exchange(range(1, rank.ranks()), [], 64)
    return program


def mixed(seed):
    """Steps of any kind."""
    def program(rank):
        rng, own = random.Random(seed), random.Random(seed * 100 + rank.number)
        for _ in range(14):
            work, size = rng.choice((1e-4, 4e-4, 1e-3)), rng.choice((8, 500, 3000, 12500, 50000, 150000))
            yield from rank.compute(work * (0.7 + 0.6 * own.random()))
            kind, step = rng.randrange(5), rng.choice((1, 2, 3, 5))
            if kind == 0:
                to, source = (rank.number + step) % rank.ranks(), (rank.number - step) % rank.ranks()
                yield from rank.exchange([to], [source], size)
            elif kind == 1:
                yield from rank.all_reduce(size)
            elif kind == 2:
                yield from rank.broadcast(size)
            elif kind == 3:
                yield from (rank.send(rank.number ^ 1, size) if rank.number % 2 == 0 else rank.receive(rank.number ^ 1))
            else:
                around = [(rank.number + one) % rank.ranks() for one in (1, -1)]
                yield from rank.exchange(around, around, size)
    return program


PROGRAMS = {"ring": ring, "halo small": halo(2000, 1e-3, 0.1), "halo large": halo(100000, 1e-3, 0.1),
            "halo busy": halo(20000, 1e-4, 0.5),
            "wave small": wave(500, 3e-4), "wave large": wave(30000, 3e-4), "wave rendezvous": wave(80000, 2e-4),
            "gather small": gather(1000, 5e-4), "gather large": gather(50000, 5e-4),
            "gather rendezvous": gather(100000, 1e-3),
            **{f"pairs {seed}": pairs(seed, 4e-4) for seed in range(4)},
            **{f"operations {seed}": operations(seed, 1e-3, 0.02 if seed % 2 else 0.6) for seed in range(4)},
            **{f"mixed {seed}": mixed(seed) for seed in range(6)}}
LIBRARIES = {"smpi": {"factors": SMPI}, "segments": {"factors": SEGMENTS, "rendezvous": 40000, "eager": True}}
# Factors of latency and bandwidth.
NETWORKS = {"base": (1, 1), "lowlat": (0.1, 1), "fastnet": (0.1, 10), "wide": (1, 4), "far": (4, 1)}
PLACES = {"apart": list(range(RANKS)), "pairs": [rank // 2 for rank in range(RANKS)],
          "fours": [rank // 4 for rank in range(RANKS)],
          "crossed": [rank % 4 for rank in range(RANKS)]}


class Judge:
    def __init__(self, tools, folder):
        self.tool, self.folder, self.lengths = blackbox.need_tool(tools, "pj_predict"), Path(folder), {}

    def measure(self, program, library, network="base", places="apart", speed=1.0):
        """The trace of a run, and its length."""
        path = self.folder / f"{program}.{library}.{network}.{places}.{speed}.trace"
        if path not in self.lengths:
            latency, bandwidth = NETWORKS[network]
            run = Run(Network(50e-6 * latency, 125e6 * bandwidth, speed, **LIBRARIES[library]), PLACES[places],
                      sizes if program == "sizes" else PROGRAMS[program])
            path.write_text(run.trace())
            self.lengths[path] = run.length()
        return path, self.lengths[path]

    def predict(self, trace, *words):
        done = blackbox.run([self.tool, "-q", "-z", "-j1", "--json", *map(str, words), "--", trace])
        return json.loads(done.out) if done.code == 0 else done.err

    def calibrated(self, program, library):
        for before, after in (("base", "lowlat"), ("base", "fastnet"), ("base", "wide"), ("lowlat", "base"),
                              ("fastnet", "base"),
                              ("wide", "far")):
            words = ["--calibrate", *(self.measure("sizes", library, network)[0] for network in (before, after))]
            yield (f"{before} to {after}", self.measure(program, library, before)[0], words,
                   self.measure(program, library, after)[1])

    def calibrated_for_another(self, program, library):
        """The calibration is of one change, and the question of another."""
        runs = [self.measure("sizes", library, network)[0] for network in ("base", "lowlat")]
        words = ["--calibrate", *runs, "--between", "latency/10"]
        for after, change in (("fastnet", "latency/10,bandwidth*10"), ("wide", "bandwidth*4"), ("far", "latency*4")):
            yield (f"base to {after}", self.measure(program, library)[0], [*words, "--network", change],
                   self.measure(program, library, after)[1])

    def placed(self, program, library):
        for before in PLACES:
            for after in PLACES:
                if before in ("apart", after) or after == "fours" and before == "crossed":
                    continue
                table = self.folder / f"{before}.{after}.csv"
                table.write_text("container,node,before\n" + "".join(
                    f"rank-{rank},n{PLACES[after][rank]},n{PLACES[before][rank]}\n" for rank in range(RANKS)))
                yield (f"{before} to {after}", self.measure(program, library, places=before)[0], ["--placement", table],
                       self.measure(program, library, places=after)[1])

    def computing(self, program, library):
        for before, after in ((1.0, 2.0), (2.0, 1.0), (1.0, 0.5), (1.0, 1.25)):
            for word in ("--computing=", "--scale=computing="):
                yield (f"speed {before} to {after}", self.measure(program, library, speed=before)[0],
                       [f"{word}{before / after}x"], self.measure(program, library, speed=after)[1])

    def all_costs(self, program, library):
        for before, after, change in (("base", "fastnet", "latency/10,bandwidth*10"),
                                      ("fastnet", "base", "latency*10,bandwidth/10")):
            yield (f"{before} to {after}", self.measure(program, library, before)[0], ["--network", change],
                   self.measure(program, library, after)[1])

    def cases(self, only):
        """Those whose kind, program and library have the word."""
        for kind in (self.calibrated, self.calibrated_for_another, self.placed, self.computing, self.all_costs):
            for library in LIBRARIES:
                for program in PROGRAMS:
                    title = kind.__name__.replace("_", " ")
                    if only not in f"{title}, {program}, {library}":
                        continue
                    for name, trace, words, measured in kind(program, library):
                        yield title, f"{program}, {library}, {name}", trace, words, measured


def print_halves(results):
    """By kind and half: how many are inside, and how wide. Returns whether enough of the second half are."""
    print("\n| kind | half | cases | inside | one number | width: median | worst | wider than 25 % | refused |")
    print("|---|---|---|---|---|---|---|---|---|")
    judged = {}  # by whether nodes change: inside, and all
    for kind in dict.fromkeys(one["kind"] for one in results):
        for half in ("chosen", "judged"):
            mine = [one for one in results if one["kind"] == kind and one["half"] == half]
            answered = [one for one in mine if "width" in one]
            widths, inside = [one["width"] for one in answered], sum(one["inside"] for one in answered)
            numbers = sum(one["predicted"] is not None for one in answered)
            print(f"| {kind} | {half} | {len(mine)} | {inside} | {numbers} | {statistics.median(widths or [0]):.1%} "
                  f"| {max(widths, default=0):.1%} | {sum(width > WIDE for width in widths)} "
                  f"| {len(mine) - len(answered)} |")
            if half == "judged":
                sums = judged.setdefault(kind == "placed", [0, 0])
                sums[0] += inside
                sums[1] += len(widths)
    return all(inside >= (NEEDED_ELSEWHERE if is_placed else NEEDED) * count
               for is_placed, (inside, count) in judged.items())


def judge(kind, name, measured, found):
    """What became of a case, with a line to print."""
    case = {"kind": kind, "half": ("chosen", "judged")[zlib.crc32(name.encode()) % 2]}
    if isinstance(found, str):
        return case, f"refused: {found.strip()}"
    low, high = found["low"], found["high"]
    # Times in the trace have nine digits.
    case.update(inside=low - 1e-6 <= measured <= high + 1e-6, width=(high - low) / measured,
                predicted=found["predicted"])
    one = "-" if found["predicted"] is None else f"{found['predicted'] / measured - 1:+.2%}"
    miss = max(low / measured - 1, 1 - high / measured)
    verdict = "yes" if case["inside"] else f"no, by {miss:.1%}"
    return case, f"{measured:.6f} in {low:.6f} to {high:.6f} ({case['width']:.1%}), {one}: {verdict}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool_dir")
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    results = []
    with blackbox.scratch_directory() as folder:
        bench = Judge(options.tool_dir, folder)
        for kind, name, trace, words, measured in bench.cases(options.only):
            case, line = judge(kind, name, measured, bench.predict(trace, *words))
            results.append(case)
            if options.all or not case.get("inside", True):
                print(f"{case['half']} | {kind} | {name} | {line}", flush=True)
    return 0 if print_halves(results) else 1


if __name__ == "__main__":
    sys.exit(main())
