"""Where a run waits, causes waits, is critical and late, slice by slice, simply and slowly: what pj_aggregate --density
is compared with. Amounts are in time; of lateness, times the time that a state is late."""

from collections import defaultdict


class Cells:
    """Of amounts over spans of time what is in each slice."""

    def __init__(self, start, end, slices):
        self.edges = [start + (end - start) * i / slices for i in range(slices + 1)]
        self.amounts = defaultdict(float)  # by container, value, slice

    def add(self, container, value, start, end, amount):
        for i, (low, high) in enumerate(zip(self.edges, self.edges[1:])):
            inside = min(end, high) - max(start, low)
            if inside > 0:
                self.amounts[container, value or "(no state)", i] += amount * inside / (end - start)


def piece_at(naive, wait):
    return next(p for p in naive.tracks[wait["container"]] if p.value == wait["value"]
                and abs(p.start - wait["start"]) < 1e-12 and p.end > p.start)


def waiting(naive, cells):
    for wait in naive.waits:
        cells.add(wait["container"], wait["kind"], wait["start"], wait["start"] + wait["amount"], wait["amount"])


def times_of(track, value, begin, end, own):
    """[(piece, time)] of a value in a span of time, without waits."""
    parts = [(p, min(p.end, end) - max(p.start + own.get(p, 0), begin)) for p in track if p.value == value]
    return [(p, time) for p, time in parts if time > 0]


def last_delays(late, other):
    """[(piece, part)] where a track fell back for the last time, piece by piece; the parts add up to 1."""
    lag = [0]  # after each piece
    for i in range(max(len(late), len(other))):
        lag.append(lag[-1] + (late[i][1] if i < len(late) else 0) - (other[i] if i < len(other) else 0))
    all_ = lag[-1]
    kept = [min(max(min(lag[i:]), 0), all_) for i in range(len(lag))]  # what is not made good again
    return [(late[i][0], (kept[i + 1] - kept[i]) / all_) for i in range(len(late))]


def cause(naive, cells):
    own = {}  # how long a piece waits
    for wait in naive.waits:
        own[piece_at(naive, wait)] = wait["amount"]
    by_piece = defaultdict(float)
    for wait, (begin, end), shares, given in naive.costs():
        for value, share in shares.items():
            cost = share * (wait["amount"] + given)
            track = naive.tracks[wait["waits_for"]]
            if value == "(before)":
                cells.add(wait["waits_for"], value, begin, min(end, track[0].start), cost)
            elif value == "(unexplained)":
                cells.add(wait["waits_for"], value, begin, end, cost)
            elif value is not None:
                late = times_of(track, value, begin, end, own)
                other = times_of(naive.tracks[wait["container"]], value, begin, wait["start"], own)
                for piece, part in last_delays(late, [time for _, time in other]):
                    by_piece[piece] += cost * part
    for piece, cost in by_piece.items():
        cells.add(piece.track, piece.value, piece.start + own.get(piece, 0), piece.end, cost)


def critical(naive, cells):
    for container, value, start, end in naive.path():
        cells.add(container, value, start, end, end - start)


def lateness(naive, cells):
    steps = defaultdict(list)  # (value, k): pieces
    for name in naive.names:
        count = defaultdict(int)
        for piece in naive.tracks[name]:
            if piece.value:
                steps[piece.value, count[piece.value]].append(piece)
                count[piece.value] += 1
    for pieces in steps.values():
        first = min(piece.start for piece in pieces)
        for piece in pieces:
            late = piece.start - first
            if late > 0 and piece.end > piece.start:
                cells.add(piece.track, piece.value, piece.start, piece.end, late * (piece.end - piece.start))


DENSITIES = {"waiting": waiting, "cause": cause, "critical": critical, "lateness": lateness}
