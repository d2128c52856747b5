"""Random runs that a machine could have made: ranks compute, send, receive and call collectives.

Times are whole numbers (of 1e-4 s) until the trace is written, so no two are nearly equal."""

import random

from paje_text import trace_of

UNIT = 10000
NXN = ("Allreduce", "Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Alltoallw", "Reduce_scatter",
       "Reduce_scatter_block")


class Rank:
    def __init__(self, name, clock):
        self.name, self.clock, self.states, self.irecvs, self.open = name, clock, [], [], None

    def state(self, value, end):
        """The rank is in a state till `end`; now and then with a state of the profiling layer inside."""
        self.states.append((value, self.clock, end))
        if value.startswith("MPI_") and end > self.clock + 2 and len(value) % 3 == 0:
            self.states.append(("P" + value, self.clock + 1, end - 1))
        self.clock = end


class Run:
    def __init__(self, seed):
        self.random = random.Random(seed)
        r = self.random
        self.sizes, self.busy = r.random() < 0.7, r.choice((3, 30, 300))
        late = r.random() < 0.3
        self.is_real = r.random() < 0.4
        self.ranks = [Rank(f"rank-{i}", r.randrange(500) if late else 0) for i in range(r.randint(2, 6))]
        self.links, self.seen = [], []
        self.roots = r.randrange(len(self.ranks))
        for rank in self.ranks:
            self.compute(rank)
        actions = (self.pair, self.pair, self.exchange, self.one_sided_exchange, self.shuffled, self.collective, self.collective,
                   self.halo, self.some_compute, self.some_compute, self.toggle_outer)
        for _ in range(r.randint(1, 14)):
            r.choice(actions)()
        for rank in self.ranks:
            if rank.open is not None:
                self.close(rank)

    def jitter(self):
        """Senders of real runs do not end at the instant at which their receivers do."""
        return self.random.choice((-2, -1, 1, 2, 40)) if self.is_real else 0

    def length(self):
        return self.random.randint(1, self.busy)

    def size(self):
        return self.random.choice((8, 100, 70000, 500000)) if self.sizes else None

    # What one rank does

    def compute(self, rank):
        r, start = self.random, rank.clock
        kind = r.random()
        if kind < 0.1:
            rank.state("zero", start)
        elif kind < 0.2 and rank.states:
            rank.clock += self.length()  # nothing covers it
        elif kind < 0.4:
            inner, deep = start + r.randrange(3), self.length()
            end = inner + deep + r.randrange(3)
            rank.states += [("outer", start, end), ("inner", inner, inner + deep)]
            if deep > 2:
                rank.states.append(("zero" if deep == 3 else "innermost", inner + 1, inner + deep - 2))
            rank.clock = end
        else:
            rank.state(r.choice(("computing", "copying")), start + self.length() * r.choice((1, 1, 4)))

    def some_compute(self):
        for rank in self.ranks:
            if self.random.random() < 0.6:
                self.compute(rank)

    def toggle_outer(self):
        rank = self.random.choice(self.ranks)
        if rank.open is None:
            rank.open = len(rank.states)
            rank.states.append(("phase", rank.clock, None))
        else:
            self.close(rank)

    def close(self, rank):
        value, start, _ = rank.states[rank.open]
        rank.states[rank.open] = (value, start, rank.clock)
        if rank.clock == start:
            del rank.states[rank.open:]
        rank.open = None

    # Messages

    def two(self):
        return self.random.sample(self.ranks, 2)

    def link(self, source, start, target, end, size):
        self.links.append((source.name, start, target.name, end, size))

    def pair(self):
        r = self.random
        source, target = self.two()
        size, transfer, blocking = self.size(), self.length(), r.random() < 0.6
        posting = target.clock
        wait = r.random() < 0.5
        if wait:
            target.state("MPI_Irecv", posting + r.choice((0, 1, 2)))
            for _ in range(r.randrange(2)):
                self.compute(target)
        offset = r.choice((0, 0, 1))
        start = source.clock + offset
        end = max(start, posting, target.clock if wait else 0) + transfer
        receive = r.choice(("MPI_Wait", "MPI_Waitall", "MPI_Waitany", "MPI_Test")) if wait \
            else r.choice(("MPI_Recv", "MPI_Recv", "MPI_Mrecv"))
        target.state(receive, end + r.choice((0, 0, 1, 3)))
        if blocking and (size or 0) > 1000 and r.random() < 0.9:
            source.state(r.choice(("MPI_Send", "MPI_Ssend")), max(start, end + self.jitter()))
        elif blocking:
            source.state(r.choice(("MPI_Send", "MPI_Bsend", "MPI_Rsend")), start + r.choice((0, 1, 2, 40)))
        else:
            source.state(r.choice(("MPI_Isend", "MPI_Start")), start + r.choice((0, 1)))
            if r.random() < 0.6:
                self.compute(source)
            if r.random() < 0.6:
                about = max(end + self.jitter(), source.clock)
                source.state("MPI_Wait", about if r.random() < 0.6 else source.clock + 1)
        self.link(source, start, target, end, size)

    def exchange(self):
        """Sendrecv of two."""
        a, b = self.two()
        begin = a.clock, b.clock
        ends = [max(begin) + self.length() for _ in "ab"]
        self.link(a, begin[0], b, ends[1], self.size())
        self.link(b, begin[1], a, ends[0], self.size())
        for rank, end in ((a, ends[0]), (b, ends[1])):
            rank.state("MPI_Sendrecv", end + self.random.randrange(2))

    def one_sided_exchange(self):
        """One calls Sendrecv, the other one sends first and then receives, maybe late."""
        r = self.random
        a, b = self.two()
        begin, size = a.clock, self.size()
        sent = b.clock
        b.state("MPI_Send", sent + r.choice((1, 2)))
        self.compute(b)
        end = max(begin, b.clock) + self.length()
        came = max(begin, sent) + 1
        self.link(a, begin, b, end, size)
        b.state("MPI_Recv", end)
        waits = (size or 0) > 1000 or r.random() < 0.2
        last = max(came, end + self.jitter()) if waits else came + r.randrange(2)
        self.link(b, sent, a, r.choice((came, last)), 8)
        a.state("MPI_Sendrecv", last)

    def shuffled(self):
        """Messages sent one after the other and received in any order, from one rank or from more."""
        r = self.random
        target = r.choice(self.ranks)
        sent = []
        for _ in range(r.randint(2, 4)):
            source = r.choice([rank for rank in self.ranks if rank is not target])
            sent.append((source, source.clock))
            source.state("MPI_Isend", source.clock + r.randrange(3) + 1)
            if r.random() < 0.5:
                self.compute(source)
        r.shuffle(sent)
        for source, start in sent:
            end = max(start, target.clock) + self.length()
            self.link(source, start, target, end, self.size())
            target.state("MPI_Recv", end + r.randrange(2))

    def halo(self):
        """Everybody exchanges with the next one: Irecvs, Isends, something, Waitall."""
        r = self.random
        ranks = self.ranks if len(self.ranks) > 2 else []
        sent = []
        for i, rank in enumerate(ranks):
            for side in (1, -1):
                rank.state("MPI_Irecv", rank.clock + r.choice((0, 1, 2)))
            for side in (1, -1):
                sent.append((rank, rank.clock, ranks[(i + side) % len(ranks)], self.size()))
                rank.state("MPI_Isend", rank.clock + r.choice((1, 2)))
            if r.random() < 0.6:
                self.compute(rank)
        begins = [rank.clock for rank in ranks]
        for rank, begin in zip(ranks, begins):
            ends = []
            for source, start, target, size in sent:
                if target is rank:
                    ends.append(max(start, begin) + self.length())
                    self.link(source, start, target, ends[-1], size)
            rank.state("MPI_Waitall", max(ends) + r.choice((0, 0, 1)))

    # Collectives

    def collective(self):
        r = self.random
        kind = r.choice(("nxn", "Barrier", "one", "all"))
        begin = [rank.clock for rank in self.ranks]
        root = self.ranks[self.roots] if r.random() < 0.7 else r.choice(self.ranks)
        value = "MPI_" + {"nxn": r.choice(NXN), "Barrier": "Barrier", "one": r.choice(("Bcast", "Scatter", "Scatterv")),
                          "all": r.choice(("Reduce", "Gather", "Gatherv"))}[kind]
        begin_of_root = root.clock
        members = self.ranks
        if r.random() < 0.05:
            members = [rank for rank in self.ranks if rank is root or r.random() < 0.7]
            begin = [rank.clock for rank in members]
        for rank in members:
            coming = rank.clock
            if kind in ("nxn", "Barrier") or (kind == "all" and rank is root):
                coming = max(begin)
            elif kind == "one":
                coming = max(rank.clock, begin_of_root)
            rank.state(value, coming + self.length())

    # Damage: what no machine could have made

    def damage(self):
        r = self.random
        kind = r.choice(("clock", "half", "outside", "end", "twice"))
        silent = ()
        if kind == "clock":
            rank, off = r.choice(self.ranks), r.randint(1, 200)
            rank.states = [(value, start + off, end + off) for value, start, end in rank.states]
            self.links = [(s, t + off if s == rank.name else t, d, e + off if d == rank.name else e, size)
                          for s, t, d, e, size in self.links]
        for i, (source, start, target, end, size) in enumerate(self.links):
            if kind == "half" and r.random() < 0.3:
                self.links[i] = r.choice(((source, None, target, end, size), (source, start, target, None, size)))
            if kind == "outside" and r.random() < 0.3:
                silent = ("silent",)
                self.links[i] = r.choice((("silent", start, target, end, size), (source, start, "silent", end, size)))
            if kind == "end" and r.random() < 0.3:
                self.links[i] = (source, start, target, end + r.randrange(9), size)
            if kind == "twice" and r.random() < 0.3:
                self.links.append(self.links[i])
        return silent

    def text(self, silent=()):
        tracks = {rank.name: [(value, start / UNIT, end / UNIT) for value, start, end in rank.states]
                  for rank in self.ranks if rank.states}

        def time(t):
            return None if t is None else t / UNIT
        return trace_of(tracks, [(s, time(t), d, time(e), size) for s, t, d, e, size in self.links], silent)


def random_trace(seed, damaged):
    run = Run(seed)
    return run.text(run.damage() if damaged else ())
