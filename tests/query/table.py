"""A trace as pj_dump's table has it, for answers that know nothing of SQL."""

import csv
import io
import re
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
    own: float = 0.0
    is_outer_mpi: bool = False
    track: object = None  # the states of one type in one container

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
        return re.search(r"(?i:(?<![a-z0-9_])p?mpix?_[a-z])|_P?MPIX?_[A-Z]|^action_(allreduce|wait)$",
                         self.value) is not None


class Table:
    """Containers may have one name; then what the ends of links are cannot be known."""

    def __init__(self, pj_dump, trace):
        done = blackbox.run([pj_dump, "-z", "-u", "-l", "15", "--quotes", "csv", trace])
        assert done.code == 0, done.err
        rows = list(csv.reader(io.StringIO(done.out)))
        self.containers = []
        self.named = defaultdict(list)
        self.states, self.variables, self.events, self.links = [], [], [], []
        self.sizes = []  # of links
        link_rows = []
        here = []  # the container that rows are of, and those around it
        for row in rows:
            if row[0] == "Container":
                self.add_container(row, here)
            elif row[0] == "State":
                self.add_state(row, here[-1])
            elif row[0] == "Variable":
                self.variables.append((here[-1], row[2], *map(float, row[3:7])))
            elif row[0] == "Event":
                self.events.append((here[-1], row[2], float(row[3]), row[4]))
            elif row[0] == "Link":
                link_rows.append(row)
        for row in link_rows:
            self.links.append((row[2], float(row[3]), float(row[4]), row[6],
                               self.named[row[7]][0], self.named[row[8]][0], row[9]))
            # Of the traces here the only field of links.
            self.sizes.append(int(row[10]) if len(row) > 10 else None)
        self.has_clear_links = all(len(self.named[row[i]]) == 1 for row in link_rows
                                   for i in (7, 8))
        for group in self.states_of().values():
            share_out(group)
            mark_outer_mpi(group)

    def add_container(self, row, here):
        """Each follows the one that holds it, with all that this one holds in between."""
        _, parent, kind, start, end, _, name = row[:7]
        while here and here[-1].name != parent:
            here.pop()
        above = here[-1] if here else None
        container = Container(name, kind, above, float(start), float(end))
        here.append(container)
        self.containers.append(container)
        self.named[name].append(container)
        if above:
            above.children += 1

    def add_state(self, row, container):
        _, _, kind, start, end, _, depth, value = row[:8]
        state = State(container, kind, float(start), float(end), int(float(depth)), value)
        before = self.states[-1] if self.states else None
        # Those of a type are in order: where time goes back, there is another type of the name.
        is_next = (before and before.container is container and before.type == kind
                   and before.start <= state.start)
        state.track = before.track if is_next else object()
        if is_next:
            around = before
            while around and around.depth >= state.depth:
                around = around.parent
            state.parent = around
        if state.parent:
            state.parent.inside.append(state)
        self.states.append(state)

    @property
    def has_nodes(self):
        """Whether containers around all those with states could be nodes: these are not in the root."""
        return all(container.parent and container.parent.parent for container in self.states_of())

    def states_of(self):
        """States by container."""
        of = defaultdict(list)
        for state in self.states:
            of[state.container].append(state)
        return of

    def stretches(self, container):
        """When a container was in some state."""
        stretches = []
        for start, end in sorted((s.start, s.end) for s in self.states_of()[container]):
            if stretches and start <= stretches[-1][1]:
                stretches[-1][1] = max(stretches[-1][1], end)
            else:
                stretches.append([start, end])
        return stretches

    def run_time(self):
        return (min(state.start for state in self.states), max(state.end for state in self.states))

    def extent(self):
        """From the first start of an object to the end."""
        starts = [state.start for state in self.states] + [v[2] for v in self.variables]
        starts += [event[2] for event in self.events] + [link[1] for link in self.links]
        # The table has six digits of the end of containers.
        ends = [state.end for state in self.states] + [link[2] for link in self.links]
        end = self.containers[0].end
        return min(starts), max(ends) if abs(max(ends) - end) <= 1e-5 * end else end


def share_out(states):
    """Gives each moment of a container to the state that began last of those it is in."""
    if len({state.track for state in states}) == 1:
        for state in states:
            state.own = state.exclusive
        return
    edges = sorted({time for state in states for time in (state.start, state.end)})
    for start, end in zip(edges, edges[1:]):
        around = [(s.start, -s.end, i, s) for i, s in enumerate(states)
                  if s.start <= start and s.end >= end]
        if around:
            max(around)[-1].own += end - start


def mark_outer_mpi(states):
    calls = [state for state in states if state.is_mpi]
    for state in calls:
        around = state.parent
        while around and not around.is_mpi:
            around = around.parent
        state.is_outer_mpi = around is None
    if len({state.track for state in states}) == 1:
        return
    outer = [state for state in calls if state.is_outer_mpi]
    for i, state in enumerate(outer):
        for k, other in enumerate(outer):
            if other.track is state.track:
                continue
            same = (other.start, other.end) == (state.start, state.end)
            inside = other.start <= state.start < other.end and state.end <= other.end
            if (k < i) if same else inside:
                state.is_outer_mpi = False
