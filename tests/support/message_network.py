"""Programs of ranks that compute and send messages, run on a network here: links that messages share, costs that jump
with the size, ranks on nodes. Makes the traces of runs that predictions are compared with."""

import heapq
import itertools

from definitions import RUN_DEFINITIONS

# What a bandwidth and a latency are multiplied by from a size on: those that SimGrid's SMPI has for a cluster with TCP.
SMPI = ((0, 0.812084, 2.01467), (257, 0.338112, 1.95341), (732, 0.341987, 1.9503), (1426, 0.608902, 1.61075),
        (3484, 0.77493, 1.88101), (5776, 1.08739, 2.18796), (9376, 0.58729, 2.59299), (15424, 0.697866, 3.48845),
        (65472, 0.940694, 11.6436))
# Another library: one copy more up to 1 KiB, segments from 12,000 bytes on, a handshake from 40,000 on.
SEGMENTS = ((0, 0.6, 1.2), (1024, 0.8, 1.5), (12000, 0.7, 2.5), (40000, 0.95, 4.0))


class Network:
    """Each node has a link to a switch, one in each direction; messages inside a node go by a link of its own."""

    def __init__(self, latency=50e-6, bandwidth=125e6, speed=1.0, factors=SMPI, inside=(2e-6, 1.25e9),
                 rendezvous=65536, eager=False):
        self.latency, self.bandwidth, self.speed, self.factors = latency, bandwidth, speed, factors
        self.inside, self.rendezvous = inside, rendezvous
        self.eager = eager  # whether a small message leaves before its receiver is there

    def path(self, source, target):
        """Links, their capacities, and the latency."""
        if source == target:
            return [("inside", source)], self.inside[1], self.inside[0]
        return [("up", source), ("down", target)], self.bandwidth, 2 * self.latency

    def factors_of(self, size):
        return [factor for factor in self.factors if factor[0] <= size][-1][1:]


class Flow:
    def __init__(self, links, capacity, limit, size, done):
        self.links, self.capacity, self.limit = links, capacity, limit
        self.left, self.done, self.rate = size, done, 0.0


class Message:
    def __init__(self, source, target, size, is_shown):
        self.source, self.target, self.size, self.is_shown = source, target, size, is_shown
        self.sent = self.posted = self.key = None
        self.has_left = self.has_come = False


class Run:
    """What a program does on nodes, a number for each rank. `program` is called with each Rank, and yields what it
    waits for."""

    def __init__(self, network, nodes, program):
        self.network, self.nodes = network, nodes
        self.now, self.flows, self.events, self.order = 0.0, [], [], itertools.count()
        self.ends, self.lines, self.keys = {}, [], itertools.count()
        self.waiting = []  # of ranks: messages, and how they are tested
        self.ranks = [Rank(self, number) for number in range(len(nodes))]
        self.left = {number: program(rank) for number, rank in enumerate(self.ranks)}
        for number in list(self.left):
            self.go_on(number)
        self.run()

    def at(self, time, what):
        heapq.heappush(self.events, (time, next(self.order), what))

    def go_on(self, number):
        """Until the program of the rank has to wait."""
        try:
            wanted = next(self.left[number])
        except StopIteration:
            del self.left[number]
            return
        if isinstance(wanted, float):
            self.at(self.now + wanted, lambda: self.go_on(number))
        elif all(test(message) for message, test in wanted):
            self.at(self.now, lambda: self.go_on(number))
        else:
            self.waiting.append((number, wanted))

    def wake(self):
        ready = [one for one in self.waiting if all(test(message) for message, test in one[1])]
        self.waiting = [one for one in self.waiting if one not in ready]
        for number, _ in ready:
            self.go_on(number)

    def run(self):
        while self.events or self.flows:
            finish = min((self.now + flow.left / flow.rate for flow in self.flows), default=float("inf"))
            then = min(finish, self.events[0][0] if self.events else float("inf"))
            for flow in self.flows:
                flow.left -= flow.rate * (then - self.now)
            self.now = then
            done = [flow for flow in self.flows if flow.left <= 1e-6]
            if done:
                self.flows = [flow for flow in self.flows if flow not in done]
                self.share()
                for flow in done:
                    flow.done()
                self.wake()
            while self.events and self.events[0][0] <= self.now:
                heapq.heappop(self.events)[2]()
                self.wake()
        assert not self.left, f"ranks {sorted(self.left)} do not end"

    def share(self):
        """Rates, as large as they can be without less for one that has no more (max-min)."""
        open_flows, room = list(self.flows), {}
        for flow in open_flows:
            for link in flow.links:
                room[link] = flow.capacity
        while open_flows:
            users = {}
            for flow in open_flows:
                for link in flow.links:
                    users[link] = users.get(link, 0) + 1
            def offer(flow):
                return min(flow.limit, min(room[link] / users[link] for link in flow.links))
            least = min(offer(flow) for flow in open_flows)
            fixed = [flow for flow in open_flows if offer(flow) <= least * (1 + 1e-12)]
            for flow in fixed:
                flow.rate = least
                for link in flow.links:
                    room[link] = max(0.0, room[link] - least)
            open_flows = [flow for flow in open_flows if flow not in fixed]

    def leave(self, message):
        """If it can, a message goes."""
        is_free = self.network.eager and message.size < self.network.rendezvous
        if message.has_left or message.sent is None or (message.posted is None and not is_free):
            return
        message.has_left = True
        links, capacity, latency = self.network.path(self.nodes[message.source], self.nodes[message.target])
        of_bandwidth, of_latency = self.network.factors_of(message.size)
        def come():
            message.has_come = True
        def begin():
            self.flows.append(Flow(links, capacity, capacity * of_bandwidth, message.size + 16, come))
            self.share()
        self.at(self.now + latency * of_latency, begin)

    def message(self, source, target, size, is_shown, at):
        """The next one from one rank to another, from the view of the sender or of the receiver."""
        key = (source, target, is_shown)
        ends = self.ends.setdefault(key, [[], []])
        mine, others = (ends[0], ends[1]) if at == "sent" else (ends[1], ends[0])
        if others:
            message = others.pop(0)
        else:
            message = Message(source, target, size, is_shown)
            mine.append(message)
        setattr(message, at, self.now)
        if at == "sent":
            message.size = size
        self.leave(message)
        return message

    def add(self, place, line):
        """A line of the trace; `place` is when(), then or earlier. Halves of links are inside of their calls."""
        self.lines.append((place, f"{line[0]} {place[0]:.9f} {' '.join(line[1:])}\n"))

    def when(self):
        return self.now, next(self.order)

    def length(self):
        return max(time for (time, _), _ in self.lines)

    def trace(self):
        """The text of the trace."""
        lines = [RUN_DEFINITIONS + "0 R 0 Rank\n2 S R State\n4 L 0 R R Message\n"]
        lines += [f"6 0 {rank.name} R 0 {rank.name}\n" for rank in self.ranks]
        return "".join(lines + [line for _, line in sorted(self.lines)])


class Rank:
    def __init__(self, run, number):
        self.of_run, self.number, self.name = run, number, f"rank-{number}"
        self.is_inside = False  # a collective operation, whose messages no trace has

    def ranks(self):
        return len(self.of_run.nodes)

    def state(self, value, start):
        if self.is_inside:
            return
        self.of_run.add(start, ("12", "S", self.name, value))
        self.of_run.add(self.of_run.when(), ("13", "S", self.name))

    def compute(self, seconds):
        start = self.of_run.when()
        yield seconds / self.of_run.network.speed
        self.state("computing", start)

    def sends(self, target, size):
        message = self.of_run.message(self.number, target, size, not self.is_inside, "sent")
        if message.is_shown:
            message.key = f"k{next(self.of_run.keys)}"
            self.of_run.add(self.of_run.when(), ("15", "L", "0", self.name, "m", message.key, str(size)))
        return message

    def posts(self, source):
        return self.of_run.message(source, self.number, 0, not self.is_inside, "posted")

    def is_sent(self, message):
        return message.has_come or message.size < self.of_run.network.rendezvous

    def got(self, messages):
        for message in messages:
            if message.is_shown:
                self.of_run.add(self.of_run.when(), ("16", "L", "0", self.name, "m", message.key))

    def wait(self, sent=(), posted=()):
        yield [(message, self.is_sent) for message in sent] + [(message, lambda m: m.has_come) for message in posted]
        self.got(posted)

    def send(self, target, size):
        start = self.of_run.when()
        yield from self.wait(sent=[self.sends(target, size)])
        self.state("PMPI_Send", start)

    def receive(self, source):
        start = self.of_run.when()
        yield from self.wait(posted=[self.posts(source)])
        self.state("PMPI_Recv", start)

    def exchange(self, targets, sources, size):
        """Isend and Irecv, then Waitall. Inside an operation as Sendrecv."""
        posted, sent = [], []
        for source in sources:
            start = self.of_run.when()
            posted.append(self.posts(source))
            self.state("PMPI_Irecv", start)
        for target in targets:
            start = self.of_run.when()
            sent.append(self.sends(target, size))
            self.state("PMPI_Isend", start)
        start = self.of_run.when()
        yield from self.wait(sent, posted)
        self.state("PMPI_Waitall", start)

    def operation(self, value, steps):
        start, self.is_inside = self.of_run.when(), True
        yield from steps
        self.is_inside = False
        self.state(value, start)

    def broadcast(self, size):
        return self.operation("PMPI_Bcast", self.down(size))

    def down(self, size):
        bit = 1
        while bit < self.ranks():
            if self.number & bit:
                yield from self.receive(self.number - bit)
                break
            bit *= 2
        bit //= 2
        while bit:
            if self.number + bit < self.ranks() and not self.number & (2 * bit - 1):
                yield from self.send(self.number + bit, size)
            bit //= 2

    def up(self, size):
        bit = 1
        while bit < self.ranks():
            if self.number & bit:
                yield from self.send(self.number - bit, size)
                return
            if self.number + bit < self.ranks():
                yield from self.receive(self.number + bit)
            bit *= 2

    def reduce(self, size):
        return self.operation("PMPI_Reduce", self.up(size))

    def all_reduce(self, size):
        def steps():
            yield from self.up(size)
            yield from self.down(size)
        return self.operation("PMPI_Allreduce", steps())

    def barrier(self):
        def steps():
            bit = 1
            while bit < self.ranks():
                yield from self.exchange([(self.number + bit) % self.ranks()], [(self.number - bit) % self.ranks()], 1)
                bit *= 2
        return self.operation("PMPI_Barrier", steps())

    def all_gather(self, size):
        def steps():
            for _ in range(self.ranks() - 1):
                yield from self.exchange([(self.number + 1) % self.ranks()], [(self.number - 1) % self.ranks()], size)
        return self.operation("PMPI_Allgather", steps())

    def all_to_all(self, size):
        others = [rank for rank in range(self.ranks()) if rank != self.number]
        return self.operation("PMPI_Alltoall", self.exchange(others, others, size))

    def gather(self, size):
        def steps():
            if self.number:
                yield from self.send(0, size)
            else:
                yield from self.exchange([], range(1, self.ranks()), size)
        return self.operation("PMPI_Gather", steps())
