"""A trace as pj_dump's table tells it, for answers that know nothing of SQL."""

import csv
import io
from collections import defaultdict
from dataclasses import dataclass, field

import blackbox


@dataclass(eq=False)
class Container:
    name: str
    type: str
    parent: object
    start: float
    end: float
    children: int = 0
    path: str = ""

    def __post_init__(self):
        if self.parent:
            self.path = self.parent.path + ("/" if self.parent.path else "") + self.name

    @property
    def node(self):
        above = self.parent
        while above and above.parent:
            if any(word in above.type.lower() for word in ("node", "host", "machine")):
                return above.name
            above = above.parent
        return self.parent.name if self.parent and self.parent.parent else None


@dataclass(eq=False)
class State:
    container: Container
    type: str
    start: float
    end: float
    depth: int
    value: str
    parent: object = None
    inside: list = field(default_factory=list)

    @property
    def path(self):
        return self.container.path

    @property
    def duration(self):
        return self.end - self.start

    @property
    def exclusive(self):
        return self.duration - sum(state.duration for state in self.inside)

    @property
    def is_mpi(self):
        return "mpi_" in self.value.lower()


class Table:
    """Names of containers must be different."""

    def __init__(self, pj_dump, trace):
        done = blackbox.run([pj_dump, "-z", "-u", "-l", "15", "--quotes", "csv", trace])
        assert done.code == 0, done.err
        rows = list(csv.reader(io.StringIO(done.out)))
        self.containers = {}
        for row in rows:
            if row[0] == "Container":
                self.add_container(row)
        self.states, self.variables, self.events, self.links = [], [], [], []
        self.sizes = []  # of links
        stacks = defaultdict(list)
        for row in rows:
            if row[0] == "State":
                self.add_state(row, stacks)
            elif row[0] == "Variable":
                self.variables.append((self.containers[row[1]], row[2], *map(float, row[3:7])))
            elif row[0] == "Event":
                self.events.append((self.containers[row[1]], row[2], float(row[3]), row[4]))
            elif row[0] == "Link":
                self.links.append((row[2], float(row[3]), float(row[4]), row[6],
                                   self.containers[row[7]], self.containers[row[8]], row[9]))
                # Of the traces here the only field of links.
                self.sizes.append(int(row[10]) if len(row) > 10 else None)

    def add_container(self, row):
        _, parent, kind, start, end, _, name = row[:7]
        assert name not in self.containers, f"two containers {name}"
        above = self.containers.get(parent) if self.containers else None
        self.containers[name] = Container(name, kind, above, float(start), float(end))
        if above:
            above.children += 1

    def add_state(self, row, stacks):
        _, name, kind, start, end, _, depth, value = row[:8]
        state = State(self.containers[name], kind, float(start), float(end), int(float(depth)),
                      value)
        stack = stacks[name, kind]
        del stack[state.depth:]
        if stack:
            state.parent = stack[-1]
            stack[-1].inside.append(state)
        stack.append(state)
        self.states.append(state)

    def states_of(self):
        """States by path."""
        by_path = defaultdict(list)
        for state in self.states:
            by_path[state.path].append(state)
        return by_path

    def run_time(self):
        return (min(state.start for state in self.states), max(state.end for state in self.states))

    def extent(self):
        """From the first start of an object to the end."""
        starts = [state.start for state in self.states] + [v[2] for v in self.variables]
        starts += [event[2] for event in self.events] + [link[1] for link in self.links]
        # The table has six digits of the end of containers.
        ends = [state.end for state in self.states] + [link[2] for link in self.links]
        end = self.containers["0"].end
        return min(starts), max(ends) if abs(max(ends) - end) <= 1e-5 * end else end
