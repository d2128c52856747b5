"""Runs of ranks whose clocks are apart and drift, as traces whose events know their containers."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from definitions import numbered

DEFINITIONS = numbered({
    0: ("DefineContainerType", "Alias Type Name"),
    1: ("DefineStateType", "Alias Type Name"),
    2: ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    3: ("CreateContainer", "Time Alias Type Container Name"),
    4: ("DestroyContainer", "Time Type Name"),
    5: ("PushState", "Time Type Container Value"),
    6: ("PopState", "Time Type Container"),
    7: ("DefineVariableType", "Alias Type Name"),
    8: ("EndLink", "Time Type Container Value EndContainer Key"),
    9: ("StartLink", "Time Type Container Value StartContainer Key"),
    10: ("SetVariable", "Time Type Container Value:double"),
    11: ("DefineEventType", "Alias Type Name"),
    12: ("NewEvent", "Time Type Container Value"),
}) + """\
0 R 0 Rank
1 S R State
2 L 0 R R Message
7 V R Load
11 E R Mark
"""


class ClockRun:
    """Ranks compute and exchange messages with both neighbours, now and then with all."""

    def __init__(self, seed, ranks=4, rounds=30, collectives=True, work=0.1, latency=(1e-4, 3e-4)):
        self.random = random.Random(seed)
        self.names = [f"rank-{i}" for i in range(ranks)]
        self.now = [self.random.random() * work for _ in self.names]
        self.events = []  # (true time, order, rank, line with a place for the time)
        self.links = 0
        self.latency = latency
        for _ in range(rounds):
            for rank in range(ranks):
                self.add(self.now[rank], rank, f"10 {{time}} V {self.names[rank]} {self.random.randrange(9)}")
                self.add(self.now[rank], rank, f"12 {{time}} E {self.names[rank]} round")
                self.state(rank, "work", self.now[rank] + self.random.uniform(0.1, 1) * work)
            self.exchange()
            if collectives and self.random.random() < 0.3:
                self.allreduce()

    def add(self, time, rank, line):
        self.events.append((time, len(self.events), rank, line))

    def state(self, rank, value, end):
        self.add(self.now[rank], rank, f"5 {{time}} S {self.names[rank]} {value}")
        self.add(end, rank, f"6 {{time}} S {self.names[rank]}")
        self.now[rank] = end

    def exchange(self):
        count = len(self.names)
        pairs = {(rank, (rank + side) % count) for rank in range(count) for side in (1, -1)}
        sent = {}
        for source, target in sorted(pair for pair in pairs if pair[0] != pair[1]):
            sent[source, target] = self.now[source]
            self.state(source, "MPI_Isend", self.now[source] + 1e-6)
        for (source, target), time in sent.items():
            came = max(self.now[target] + 1e-6, time + self.random.uniform(*self.latency))
            self.links += 1
            self.add(time, source, f"9 {{time}} L 0 msg {self.names[source]} k{self.links}")
            self.add(came, target, f"8 {{time}} L 0 msg {self.names[target]} k{self.links}")
            self.state(target, "MPI_Recv", came)

    def allreduce(self):
        come = max(self.now)
        for rank in range(len(self.names)):
            self.state(rank, "MPI_Allreduce", come + self.random.uniform(*self.latency))

    def text(self, clock):
        """The trace if clock(rank, true time) is what the clocks of ranks say."""
        lines = [(clock(rank, 0), -1, f"3 {{time}} {name} R 0 {name}") for rank, name in enumerate(self.names)]
        # Lines of one time of a rank stay in their order, pops before pushes.
        lines += [(clock(rank, time), order, line) for time, order, rank, line in self.events]
        lines += [(clock(rank, self.now[rank]), 1 << 40, f"4 {{time}} R {name}")
                  for rank, name in enumerate(self.names)]
        lines.sort(key=lambda line: line[:2])
        return DEFINITIONS + "".join(line.format(time=repr(time)) + "\n" for time, _, line in lines)
