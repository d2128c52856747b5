#!/usr/bin/env python3
"""Other algorithms of collective operations together with another placement: values found on paper, the two options alone, and
the messages of textbooks, replayed here one by one.

Usage: run_placed_collectives.py TOOL_DIR [--seed N]
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from predictions import run_groups

# Latency and seconds of a byte.
INSIDE, BETWEEN = (0.125, 0.00001), (0.25, 0.00005)
SIZES = (0, 1000, 2000, 4000, 8000)
SEED = int(blackbox.taken_option("--seed") or 1)
ROOTED = {"MPI_Bcast": "from", "MPI_Scatter": "from", "MPI_Reduce": "to", "MPI_Gather": "to"}
VALUES = (*ROOTED, "MPI_Allgather", "MPI_Allreduce", "MPI_Reduce_scatter", "MPI_Alltoall", "MPI_Barrier")


def inside(size):
    return INSIDE[0] + INSIDE[1] * size


def between(size):
    return BETWEEN[0] + BETWEEN[1] * size


def pings(source, target, cost):
    states, links, came = [], [], 0
    for number, size in enumerate(SIZES):
        sent, posted, came = number + 1, came, number + 1 + cost(size)
        states += [(source, "compute", number, sent), (source, "MPI_Isend", sent, sent), (target, "MPI_Recv", posted, came)]
        links.append((source, target, sent, came, size))
    return states, links


def write_run(bench, value, ranks, both=True):
    """p0 sends to p1 on its node and p2 to p3 on another one; the ranks have an operation that begins at 10, takes 0.3, and is
    followed by 1 second of computing."""
    states, links = pings("p2", "p3", between)
    if both:
        more = pings("p0", "p1", inside)
        states, links = states + more[0], links + more[1]
    rooted = ROOTED.get(value)
    for rank in range(ranks):
        end = 10 if rooted and (rank == 0) == (rooted == "from") else 10.3
        states += [(f"r{rank}", "compute", 0, 10), (f"r{rank}", value, 10, end), (f"r{rank}", "compute", end, end + 1)]
    return bench.write("run.trace", states, links)


def write_nodes(bench, nodes, both=True):
    """The ranks were each on a node of its own."""
    path = bench.folder / "nodes.csv"
    rows = [f"r{rank},n{node},\n" for rank, node in enumerate(nodes)]
    path.write_text("container,node,before\n" + ("p0,ping,ping\np1,ping,ping\n" if both else "") + "".join(rows))
    return path


@blackbox.group
def check_on_paper(bench):
    """Four ranks on two nodes."""
    i, b, blocks, cyclic = inside, between, (0, 0, 1, 1), (0, 1, 0, 1)
    for value, word, nodes, wanted in (
            ("MPI_Bcast", "linear:1000", blocks, i(1000) + 2 * b(1000)), ("MPI_Bcast", "linear:1000", cyclic, i(1000) + 2 * b(1000)),
            ("MPI_Bcast", "log:1000", blocks, b(1000) + i(1000)), ("MPI_Bcast", "log:1000", cyclic, i(1000) + b(1000)),
            ("MPI_Bcast", "ring:3000", blocks, 2 * i(3000) + b(3000)), ("MPI_Bcast", "ring:3000", cyclic, 3 * b(3000)),
            ("MPI_Bcast", "linear:1000", (0, 1, 1, 1), 3 * b(1000)), ("MPI_Bcast", "log:1000", (0, 1, 1, 1), 2 * b(1000)),
            ("MPI_Reduce", "log:16000", blocks, b(16000) + i(16000)), ("MPI_Reduce", "linear:1000", (0, 0, 0, 1), 2 * i(1000) + b(1000)),
            ("MPI_Scatter", "log:1000", blocks, b(2000) + i(1000)), ("MPI_Scatter", "log:1000", cyclic, i(2000) + b(1000)),
            ("MPI_Gather", "ring:1000", blocks, i(3000) + b(2000) + i(1000)),
            ("MPI_Allgather", "log:2000", blocks, b(4000) + i(2000)), ("MPI_Allgather", "log:2000", cyclic, i(4000) + b(2000)),
            ("MPI_Allgather", "ring:2000", blocks, 3 * b(2000)), ("MPI_Allgather", "linear:2000", cyclic, 2 * b(2000) + i(2000)),
            ("MPI_Allreduce", "linear:4000", blocks, 2 * i(4000) + 4 * b(4000)),
            ("MPI_Allreduce", "log:4000", blocks, b(4000) + i(4000)), ("MPI_Allreduce", "ring:4000", blocks, 6 * b(1000)),
            ("MPI_Reduce_scatter", "linear:4000", blocks, i(4000) + 2 * b(4000) + i(1000) + 2 * b(1000)),
            ("MPI_Reduce_scatter", "log:4000", cyclic, i(2000) + b(1000)),
            ("MPI_Alltoall", "linear:500", blocks, 3 * b(500)), ("MPI_Alltoall", "log:1000", cyclic, i(2000) + b(2000)),
            ("MPI_Barrier", "linear:9", blocks, 2 * i(0) + 4 * b(0)), ("MPI_Barrier", "log:9", cyclic, i(0) + b(0)),
            ("MPI_Barrier", "ring:9", blocks, 3 * i(0) + 3 * b(0))):
        name = f"{value}={word} on {nodes}"
        found = bench.ask(name, write_run(bench, value, 4), "--placement", write_nodes(bench, nodes), "--collective", f"{value}={word}")
        if found:
            bench.near(name, 11 + wanted, found["predicted"])
            bench.report.check(f"{name}: said", any("in the run, inside a node or between nodes" in line for line in found["assumptions"]),
                               str(found["assumptions"]))


@blackbox.group
def check_overlap(bench):
    """At the low end of a linear broadcast each message leaves before the one before it has come."""
    found = bench.ask("overlap", write_run(bench, "MPI_Bcast", 4), "--placement", write_nodes(bench, (0, 0, 1, 1)),
                      "--collective", "MPI_Bcast=linear:1000")
    if found:
        # To a member of its node, which ends first; then, each after the bytes of the one before, to the others.
        wanted = 11 + 1000 * INSIDE[1] + 1000 * BETWEEN[1] + between(1000)
        bench.near("overlap", wanted, found["low"], 0.005 * (wanted - 11))


@blackbox.group
def check_inside_is_said(bench):
    """With --inside nothing need be shown; another network is that between nodes."""
    nodes, run = write_nodes(bench, (0, 0, 1, 1), both=False), write_run(bench, "MPI_Bcast", 4, both=False)
    change = ("--placement", nodes, "--inside", "latency=0.1x,bandwidth=5x", "--collective", "MPI_Bcast=linear:1000")
    near = 0.025 + 0.00001 * 1000
    for words, far in (((), between(1000)), (("--network", "latency=2x"), 0.5 + 0.05), (("--network", "bandwidth=0.5x"), 0.25 + 0.1)):
        found = bench.ask(f"said {words}", run, *change, *words)
        if found:
            bench.near(f"said {words}", 11 + near + 2 * far, found["predicted"])
    found = bench.ask("said, communication", run, *change, "--communication", "2x")
    if found:
        bench.near("said, communication", 11 + 2 * (near + 2 * between(1000)), found["predicted"])
    bench.refused("nothing inside", "no receiver waited for a message inside a node", run, "--placement", nodes, "--collective", "MPI_Bcast=log:8")
    bench.refused("nothing inside, no bytes", "no receiver waited for a message inside a node", run, "--placement", nodes,
                  "--collective", "MPI_Bcast=log")
    # No message of a chain over ranks in turn is inside a node, so nothing need be known of such messages.
    found = bench.ask("chain between nodes", run, "--placement", write_nodes(bench, (0, 1, 0, 1), both=False),
                      "--collective", "MPI_Bcast=ring:1000")
    if found:
        bench.near("chain between nodes", 11 + 3 * between(1000), found["predicted"])


def same(bench, name, one, other, members=("predicted", "low", "high")):
    if not one or not other:
        return
    for member in members:
        alike = one[member] == other[member] or (None not in (one[member], other[member]) and abs(one[member] - other[member]) < 1e-9)
        bench.report.check(f"{name}: {member}", alike, f"{one[member]} {other[member]}")


@blackbox.group
def check_identities(bench):
    """All on one node is the algorithm alone on the network inside; each on its own is the algorithm alone."""
    change = "latency=0.1x,bandwidth=5x"
    for value in VALUES:
        for ranks in (2, 5, 8):
            run = write_run(bench, value, ranks, both=False)
            for word in ("linear", "log", "ring", "linear:3000", "log:3000", "ring:3000"):
                name = f"{value}={word} of {ranks}"
                collective = ("--collective", f"{value}={word}")
                nodes = write_nodes(bench, [0] * ranks, both=False)
                nodes.write_text(nodes.read_text() + "p2,n0,\np3,n0,\n")
                same(bench, f"{name} on one node", bench.ask(name, run, *collective, "--placement", nodes, "--inside", change),
                     bench.ask(name, run, *collective, "--network", change))
                nodes = write_nodes(bench, range(ranks), both=False)
                alone = bench.ask(name, run, *collective)
                same(bench, f"{name} apart", bench.ask(name, run, *collective, "--placement", nodes, "--inside", change), alone)
                same(bench, f"{name} apart, on another network",
                     bench.ask(name, run, *collective, "--placement", nodes, "--network", change),
                     bench.ask(name, run, *collective, "--network", change), ("predicted",))


@blackbox.group
def check_several(bench):
    """A broadcast and a barrier in each of five iterations of three ranks: the member that gets it first goes on first, whichever is the root."""
    states, links = pings("p2", "p3", between)
    more = pings("p0", "p1", inside)
    states, links, at = states + more[0], links + more[1], 0
    for _ in range(5):
        for rank, work in enumerate((0, 1, 0.5)):
            got = at if rank == 0 else at + 0.3
            states += [(f"r{rank}", "MPI_Bcast", at, got), (f"r{rank}", "compute", got, got + work), (f"r{rank}", "MPI_Barrier", got + work, at + 1.3)]
        at += 1.3
    run = bench.write("several.trace", states, links)
    i, b = inside(1000), between(1000)
    for nodes, word, root, wanted in (((0, 0, 1), "linear", "r0", max(i + 1, i + b + 0.5)), ((0, 1, 1), "linear", "r0", b + 1),
                                      ((0, 1, 0), "ring", "r0", b + 1), ((0, 0, 1), "linear", "r1", b + i + 1),
                                      ((0, 1, 1), "linear", "r2", b + i + 1), ((0, 1, 1), "ring", "r2", 2 * b + 1)):
        name = f"several: {word} on {nodes} from {root}"
        found = bench.ask(name, run, "--placement", write_nodes(bench, nodes), "--collective", f"MPI_Bcast={word}:1000",
                          "--collective", "MPI_Barrier=log:0", "--root", root)
        distances = [inside(0) if len(set(pair)) == 1 else between(0) for pair in ((nodes[k], nodes[(k + 1) % 3]) for k in range(3))]
        if found:  # a root whose own call took all of the operation's time does so then, too
            bench.near(name, 5 * (wanted + 2 * max(distances)), found["predicted"])
    # Without a placement, too: the third broadcast of three ranks is like the first.
    found = bench.ask("several, apart", run, "--collective", "MPI_Bcast=linear:1000")
    if found:
        bench.near("several, apart", 5 * max(inside(1000) + 1, 2 * inside(1000) + 0.5), found["predicted"])


def power_below(count):
    power = 1
    while 2 * power < count:
        power *= 2
    return power


def tree(members, size):
    """Messages of a binomial tree as each member makes them: it gets from the one without its lowest bit, then sends to others."""
    rounds, distance = [], power_below(members)
    while distance:
        rounds.append([(v, v + distance, size(distance)) for v in range(0, members - distance, 2 * distance)])
        distance //= 2
    return rounds


def all_shifted(members, distance, size):
    return [(v, (v + distance) % members, size) for v in range(members)]


def messages(value, word, members, size):
    """Rounds of (from, to, bytes), from the books; members in a power of 2 where it matters."""
    to_each = [[(0, v, size)] for v in range(1, members)]
    if word == "linear":
        return {"MPI_Allreduce": to_each * 2, "MPI_Barrier": [[(0, v, 0)] for v in range(1, members)] * 2,
                "MPI_Reduce_scatter": to_each + [[(0, v, size / members)] for v in range(1, members)],
                "MPI_Allgather": [all_shifted(members, k, size) for k in range(1, members)],
                "MPI_Alltoall": [all_shifted(members, k, size) for k in range(1, members)]}.get(value, to_each)
    if word == "ring":
        chain = [[(v, v + 1, size)] for v in range(members - 1)]
        return {"MPI_Allreduce": [all_shifted(members, 1, size / members)] * (2 * (members - 1)),
                "MPI_Reduce_scatter": [all_shifted(members, 1, size / members)] * (members - 1),
                "MPI_Allgather": [all_shifted(members, 1, size)] * (members - 1),
                "MPI_Alltoall": [all_shifted(members, k, size) for k in range(1, members)],
                "MPI_Barrier": [[(v % members, (v + 1) % members, 0)] for v in range(2 * (members - 1))],
                "MPI_Scatter": [[(v, v + 1, size * (members - 1 - v))] for v in range(members - 1)],
                "MPI_Gather": [[(v, v + 1, size * (members - 1 - v))] for v in range(members - 1)]}.get(value, chain)
    if value in ("MPI_Bcast", "MPI_Reduce"):
        return tree(members, lambda distance: size)
    if value in ("MPI_Scatter", "MPI_Gather"):
        return tree(members, lambda distance: size * min(distance, members - distance))
    distances = [2 ** k for k in range(20) if 2 ** k < members]
    def swapped(distance, amount):
        return [(v, v ^ distance, amount) for v in range(members)]
    return {"MPI_Allgather": [swapped(d, size * d) for d in reversed(distances)],
            "MPI_Allreduce": [swapped(d, size) for d in reversed(distances)],
            "MPI_Reduce_scatter": [swapped(d, size * d / members) for d in reversed(distances)],
            "MPI_Alltoall": [all_shifted(members, d, size * members / 2) for d in reversed(distances)],
            "MPI_Barrier": [all_shifted(members, d, 0) for d in reversed(distances)]}[value]


def replay(rounds, nodes):
    """When all is done: a message begins when both ends have done what they had to do in earlier rounds."""
    ready = [0.0] * len(nodes)
    for exchanged in rounds:
        ends = list(ready)
        for source, target, size in exchanged:
            end = max(ready[source], ready[target]) + (inside if nodes[source] == nodes[target] else between)(size)
            ends[source], ends[target] = max(ends[source], end), max(ends[target], end)
        ready = ends
    return max(ready)


@blackbox.group
def check_books(bench):
    """Random placements: what the messages of the books take, replayed here."""
    chance = random.Random(SEED)
    for _ in range(12):
        value, word = chance.choice(VALUES), chance.choice(("linear", "log", "ring"))
        ranks = chance.choice((2, 4, 8, 16)) if word == "log" else chance.randint(2, 12)
        if word == "log" and value in ROOTED:
            ranks = chance.randint(2, 14)
        nodes = [chance.randrange(chance.randint(1, 4)) for _ in range(ranks)]
        size = chance.choice((0, 8, 500, 3000, 20000))
        name = f"{value}={word}:{size} on {nodes}"
        found = bench.ask(name, write_run(bench, value, ranks), "--placement", write_nodes(bench, nodes),
                          "--collective", f"{value}={word}:{size}")
        if found:
            bench.near(name, 11 + replay(messages(value, word, ranks, size), nodes), found["predicted"])


if __name__ == "__main__":
    sys.exit(run_groups(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
