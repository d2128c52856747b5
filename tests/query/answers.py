"""What docs/queries.md asks, answered from pj_dump's table: one function for each question, in
order. Each gives all rows; where the question wants only some, the number of the column that they
are chosen by is in LIMITS."""

import bisect
import statistics
from collections import Counter, defaultdict

# question: (how many rows, which column decides, largest first)
LIMITS = {4: (10, 4, True), 7: (1, 1, False), 10: (10, 4, True), 15: (10, 3, True),
          21: (20, 2, True), 27: (10, 3, True)}


def grouped(items, key):
    groups = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def exclusive(states):
    return sum(state.exclusive for state in states)


def own(states):
    return sum(state.own for state in states)


def in_mpi(states):
    return sum(state.duration for state in states if state.is_outer_mpi)


def time_by_value(table):
    total = own(table.states)
    return [(value, len(group), own(group), 100 * own(group) / total if total else None)
            for value, group in grouped(table.states, lambda s: s.value).items()]


def mpi_by_rank(table):
    return [(rank.path, in_mpi(group)) for rank, group in table.states_of().items()
            if any(state.is_outer_mpi for state in group)]


def profile(table):
    groups = grouped(table.states, lambda s: (s.container, s.value))
    return [(rank.path, value, len(group), own(group)) for (rank, value), group in groups.items()]


def is_wait(state):
    return "wait" in state.value.lower() or "recv" in state.value.lower()


def waits(table):
    return [(s.path, s.value, s.start, s.end, s.duration) for s in table.states
            if is_wait(s) and not (s.parent and is_wait(s.parent))]


def durations(table):
    rows = []
    for value, group in grouped(table.states, lambda s: s.value).items():
        times = [state.duration for state in group]
        rows.append((value, len(times), min(times), statistics.fmean(times), max(times)))
    return rows


def efficiencies(table):
    start, end = table.run_time()
    useful = [end - start - in_mpi(group) for group in table.states_of().values()]
    mean = statistics.fmean(useful)
    return [(mean / max(useful), max(useful) / (end - start), mean / (end - start))]


def critical_rank(table):
    return [(rank.path, in_mpi(group)) for rank, group in table.states_of().items()]


def communication_matrix(table):
    groups = grouped(table.links, lambda link: (link[4].path, link[5].path))
    return [(*pair, len(group), sum(link[2] - link[1] for link in group))
            for pair, group in groups.items()]


def message_times(table):
    rows = []
    for key, group in grouped(table.links, lambda link: (link[0], link[3])).items():
        times = [link[2] - link[1] for link in group]
        rows.append((*key, len(times), min(times), statistics.fmean(times), max(times)))
    return rows


def late(table):
    """Links with the calls of MPI that their receivers were in, and that began before they did."""
    calls = {rank: sorted((s for s in group if s.is_outer_mpi), key=lambda s: s.start)
             for rank, group in table.states_of().items()}
    starts = {rank: [s.start for s in group] for rank, group in calls.items()}
    longest = {rank: max((s.duration for s in group), default=0) for rank, group in calls.items()}
    for link in table.links:
        rank, time = link[5], link[2]
        # Only states that begin near enough can reach the link's end.
        first = bisect.bisect_left(starts[rank], time - longest[rank] - 1e-9)
        for state in calls[rank][first:bisect.bisect_right(starts[rank], time)]:
            if state.end >= time and state.start < link[1]:
                yield link, state


def late_senders(table):
    return [(link[6], link[4].path, link[5].path, state.value, link[1] - state.start)
            for link, state in late(table)]


def late_by_sender(table):
    groups = grouped(late(table), lambda pair: pair[0][4].path)
    return [(path, len(group), sum(link[1] - state.start for link, state in group))
            for path, group in groups.items()]


def sides_of_link(table):
    """Of each of the longest: equal ones differ by their number, which the table does not have."""
    longest = max(link[2] - link[1] for link in table.links)
    answers = []
    for link in table.links:
        if link[2] - link[1] < longest - 1e-12:
            continue
        rows = []
        for side, time, container in (("start", link[1], link[4]), ("end", link[2], link[5])):
            rows += [(side, s.path, s.value, s.start, s.end) for s in table.states
                     if s.container is container and s.start <= time <= s.end]
        answers.append(rows)
    return answers


def moment(table):
    start, end = table.run_time()
    time = (start + end) / 2
    return [(s.path, s.value, s.depth) for s in table.states if s.start <= time <= s.end]


def slices(table, count):
    start, end = table.extent()
    edges = [start + (end - start) * (i / count) for i in range(count)] + [end]
    return list(zip(range(count), edges, edges[1:]))


def share_over_time(table):
    calls = [(s.start, s.end) for s in table.states if s.is_outer_mpi]
    known = [stretch for rank in table.states_of() for stretch in table.stretches(rank)]
    rows = []
    for number, start, end in slices(table, 10):
        rows.append((number, *(float(sum(min(b, end) - max(a, start) for a, b in times
                                         if a <= end and b >= start)) for times in (calls, known))))
    return rows


def gaps(table):
    rows = []
    for rank in table.states_of():
        stretches = table.stretches(rank)
        for (_, end), (start, _) in zip(stretches, stretches[1:]):
            rows.append((rank.path, end, start, start - end))
    return rows


def deepest(table):
    """For each of the deepest."""
    depth = max(state.depth for state in table.states)
    answers = []
    for state in table.states:
        if state.depth == depth:
            rows = []
            while state:
                rows.append((len(rows), state.value, state.start, state.end, state.duration))
                state = state.parent
            answers.append(rows)
    return answers


def inclusive(table):
    return [(value, sum(s.duration for s in group), exclusive(group))
            for value, group in grouped(table.states, lambda s: s.value).items()]


def calls(table):
    nested = [state for state in table.states if state.parent]
    groups = grouped(nested, lambda s: (s.parent.value, s.value))
    return [(*key, len(group), sum(s.duration for s in group)) for key, group in groups.items()]


def outliers(table):
    work = {rank: own(group) - in_mpi(group) for rank, group in table.states_of().items()}
    mean, deviation = statistics.fmean(work.values()), statistics.pstdev(work.values())
    return [(rank.path, time, time - mean, (time - mean) / deviation if deviation > 1e-9 else None)
            for rank, time in work.items()]


def nodes(table):
    return [(node, len({s.container for s in group}), in_mpi(group), own(group))
            for node, group in grouped(table.states, lambda s: s.container.node).items()]


def successions(table):
    counts = Counter()
    outer = [state for state in table.states if state.depth == 0]
    for group in grouped(outer, lambda s: (s.container, s.track)).values():
        counts.update((a.value, b.value) for a, b in zip(group, group[1:]))
    return [(*pair, count) for pair, count in counts.items()]


def variables(table):
    rows = []
    for (rank, kind), group in grouped(table.variables, lambda v: (v[0], v[1])).items():
        total = sum(v[4] for v in group)
        mean = sum(v[4] * v[5] for v in group) / total if total else None
        rows.append((rank.path, kind, min(v[5] for v in group), max(v[5] for v in group), mean))
    return rows


def events(table):
    groups = grouped(table.events, lambda e: (e[0], e[1], e[3]))
    return [(key[0].path, *key[1:], len(group), min(e[2] for e in group), max(e[2] for e in group))
            for key, group in groups.items()]


def containers(table):
    return [(c.path, c.type, c.end - c.start, c.children)
            for c in table.containers if c.parent]


def under_way(table):
    return [(number, sum(link[1] <= start < link[2] for link in table.links))
            for number, start, _ in slices(table, 10)]


def sized(table):
    return [(link, size) for link, size in zip(table.links, table.sizes) if size is not None]


def bytes_by_pair(table):
    groups = grouped(sized(table), lambda pair: (pair[0][4].path, pair[0][5].path))
    return [(*key, len(group), sum(size for _, size in group), max(size for _, size in group))
            for key, group in groups.items()]


def bandwidths(table):
    return [(link[6], link[4].path, link[5].path, size, link[2] - link[1],
             size / (link[2] - link[1])) for link, size in sized(table) if link[2] > link[1]]


def measured(table):
    """The variables of a container, and until when the last sample of each holds."""
    return {key: sorted(group, key=lambda v: v[2])
            for key, group in grouped(table.variables, lambda v: (v[0], v[1])).items()}


def statistics_of_variables(table):
    rows = []
    for (device, kind), samples in measured(table).items():
        edges = [v[2] for v in samples] + [samples[-1][3]]
        values = [v[5] for v in samples] + [samples[-1][5]]
        area = sum((a + b) / 2 * (end - start) for a, b, start, end
                   in zip(values, values[1:], edges, edges[1:]))
        values = values[:-1]
        rows.append((device.path, kind, len(values), statistics.fmean(values), min(values), max(values), area))
    return rows


def machines(table):
    """Containers with a use, as stretches of constant power: [(start, end, watts)] for each."""
    uses = {key: samples for key, samples in measured(table).items() if key[1].lower() in ("cpu", "mem")}
    kinds = {device.type for device, _ in uses}
    found = {}
    for machine in table.containers:
        if machine.type not in kinds or not machine.parent:
            continue
        end = min(machine.end, table.extent()[1])
        own = {key[1].lower(): samples for key, samples in uses.items() if key[0] is machine}
        edges = sorted({machine.start, end, *(v[2] for samples in own.values() for v in samples
                                              if machine.start < v[2] < end)})

        def at(name, time):
            return next((v[5] for v in reversed(own.get(name, ())) if v[2] <= time), 0)

        found[machine] = [(a, b, 40 + 0.3 * at("cpu", a) + 0.05 * at("mem", a)) for a, b in zip(edges, edges[1:])]
    return found


def energy_by_active(table):
    pieces = [piece for group in machines(table).values() for piece in group]
    edges = sorted({time for piece in pieces for time in piece[:2]})
    sums = defaultdict(lambda: [0, 0])
    for a, b in zip(edges, edges[1:]):
        here = [watts for start, end, watts in pieces if start <= a and end >= b]
        if here:
            sums[len(here)][0] += b - a
            sums[len(here)][1] += sum(here) * (b - a)
    return [(active, *both) for active, both in sums.items()]


def energy_by_machine(table):
    rows = []
    for machine, pieces in machines(table).items():
        seconds = sum(end - start for start, end, _ in pieces)
        joules = sum((end - start) * watts for start, end, watts in pieces)
        rows.append((machine.path, seconds, joules, joules / seconds))
    return rows


def living(table):
    inside = [container for container in table.containers if container.parent]
    first = min(inside, key=lambda container: container.start)
    start, end = table.extent()
    lives = [(max(c.start, start), min(c.end, end)) for c in table.containers if c.type == first.type]
    most = max(sum(a <= time < b for a, b in lives) for time, _ in lives)
    return [(most, sum(b - a for a, b in lives if b > a) / (end - start))]


def communication(table):
    """N: as many as containers around those with states; one if these are in the root."""
    processes = list(table.states_of())
    holders = {process.parent for process in processes}
    own = [(link, size) for link, size in zip(table.links, table.sizes)
           if link[4] in processes and link[5] in processes]
    sizes = sum(size or 0 for _, size in own)
    nodes = 1 if any(not holder.parent for holder in holders) else len(holders)
    return [(1 if sizes else None, len(own) / len(processes), sizes / len(processes), nodes, len(processes))]


ANSWERS = [time_by_value, mpi_by_rank, profile, waits, durations, efficiencies, critical_rank,
           communication_matrix, message_times, late_senders, late_by_sender, sides_of_link, moment,
           share_over_time, gaps, deepest, inclusive, calls, outliers, nodes, successions,
           variables, events, containers, under_way, bytes_by_pair, bandwidths,
           statistics_of_variables, energy_by_active, energy_by_machine, living, communication]
# Questions of one object where several are alike: one of the answers is right.
ONE_OF = {12, 16}
