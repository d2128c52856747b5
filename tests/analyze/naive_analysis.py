"""Waits, causes, critical path, replay, efficiencies and slack of a trace, simply and slowly: what the fast
implementation is compared with. Works on the rows that `pj_dump -u -z -l 9` prints."""

import re
from collections import Counter, defaultdict

EPS = 1e-9
NXN = re.compile(r"^P?MPI_(Allreduce|Allgatherv?|Alltoall[vw]?|Reduce_scatter(_block)?)$")
BARRIER = re.compile(r"^P?MPI_Barrier$")
ONE_TO_ALL = re.compile(r"^P?MPI_(Bcast|Scatterv?)$")
ALL_TO_ONE = re.compile(r"^P?MPI_(Reduce|Gatherv?)$")
SENDS = re.compile(r"^P?MPI_(I?[sbr]?send|Start(all)?|Sendrecv.*)$", re.IGNORECASE)
BLOCKING = re.compile(r"^P?MPI_(Send|Ssend|Rsend)$")
NON_BLOCKING = re.compile(r"^P?MPI_(I[sbr]?send|Bsend|Start(all)?)$", re.IGNORECASE)
EXCHANGE = re.compile(r"^P?MPI_Sendrecv")
WAIT = re.compile(r"^P?MPI_(Wait(all|any|some)?|Test.*)$")
RECEIVES = re.compile(r"^P?MPI_(M?[Rr]ecv|Wait(all|any|some)?|Test.*|Sendrecv.*)$")
NEEDS_MESSAGE = re.compile(r"^P?MPI_(M?[Rr]ecv|Sendrecv.*)$")
IRECV = re.compile(r"^P?MPI_Irecv$")
COMMUNICATION = re.compile(r"^P?MPI_")
KINDS = ("late_sender", "late_receiver", "wait_at_nxn", "wait_at_barrier", "late_broadcast", "early_reduce")


class Circle(Exception):
    """Something depends on itself: possible with wrong clocks only."""


def limit(signs):
    """The least size that the fewest contradict of those that are said to be sent without waiting; -1: none is."""
    def contradicting(size):
        return sum(waits == (each <= size) for each, waits in signs)
    return min([-1] + sorted({size for size, _ in signs}), key=contradicting)


def natural(name):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


class Piece:
    def __init__(self, track, index, value, start, end):
        self.track, self.index, self.value, self.start, self.end = track, index, value, start, end
        self.received, self.rendezvous, self.sent = [], [], []  # messages
        self.collective = None
        self.wait = None

    def is_a(self, kind):
        return bool(kind.match(self.value))

    @property
    def useful(self):
        return not self.is_a(COMMUNICATION)


class Message:
    def __init__(self, start, end, size, sender, receiver):
        self.start, self.end, self.size, self.sender, self.receiver = start, end, size, sender, receiver
        self.posted_by = None
        self.waiting = None  # the piece of the sender that waits for the receiver

    @property
    def posting(self):
        return self.posted_by.start

    @property
    def ready(self):
        return max(self.start, self.posting)

    @property
    def transfer(self):
        return max(0.0, self.end - self.ready)

    def share(self, time):
        """Of the transfer, after which it is that time; 1 when it is over."""
        if time >= self.end - EPS:
            return 1
        return (time - self.ready) / self.transfer if self.transfer else 0

    def left_at(self):
        """When the sender that waits may go on."""
        share = self.share(self.waiting.end)
        return self.end if share == 1 else self.ready + share * self.transfer


class Collective:
    """One call of all its members (pieces, in the order of their tracks)."""

    def __init__(self, members):
        self.members = members
        self.first_value = members[0].value
        self.last = next(m for m in members if m.start >= max(o.start for o in members) - EPS)
        self.root = None
        if members[0].is_a(ONE_TO_ALL):
            self.root = next((r for r in members if all(m.end >= r.start - EPS for m in members)), members[0])
        if members[0].is_a(ALL_TO_ONE):
            self.root = next((r for r in members if all(r.end >= m.start - EPS for m in members)), members[0])

    def awaited(self, piece):
        """The member whose coming lets `piece` go on: itself if it depends on nobody."""
        if piece.is_a(NXN) or piece.is_a(BARRIER):
            return self.last
        if piece.is_a(ONE_TO_ALL):
            return self.root
        return self.last if piece is self.root else piece

    def comers(self, piece):
        """All whose coming `piece` needs, itself included: with other costs another one may be the last."""
        if self.root is None or piece is self.root and piece.is_a(ALL_TO_ONE):
            return list(self.members)
        return [piece, self.awaited(piece)]

    def violated(self, piece):
        return piece.end < self.awaited(piece).start - EPS


def cut(track, states):
    """The pieces of a track. `states`: (start, level, value, end) by start, outer ones first."""
    pieces = []

    def add(value, start, end):
        pieces.append(Piece(track, len(pieces), value, start, end))

    def children(at):
        """The states directly inside state `at`, as places; and the place after all of them."""
        inner, i = [], at + 1
        while i < len(states) and states[i][1] > states[at][1]:
            if states[i][1] == states[at][1] + 1:
                inner.append(i)
            i += 1
        return inner

    def emit(at):
        start, _, value, end = states[at]
        inner = [] if COMMUNICATION.match(value) else children(at)
        if not inner:
            add(value, start, end)
            return
        fill(inner, value, start, end)

    def fill(places, value, start, end):
        for place in places:
            if states[place][0] > start:
                add(value, start, states[place][0])
            emit(place)
            start = states[place][3]
        if end > start:
            add(value, start, end)

    outer = [i for i, state in enumerate(states) if state[1] == min(s[1] for s in states)]
    fill(outer, "", states[0][0], max(state[3] for state in states))
    return pieces


class Analysis:
    def __init__(self, dump):
        rows = [line.split(", ") for line in dump.splitlines()]
        states = defaultdict(list)
        for row in rows:
            if row[0] == "State":
                states[row[1]].append((float(row[3]), int(float(row[6])), row[7], float(row[4])))
        self.names = sorted(states, key=natural)
        self.order = {name: i for i, name in enumerate(self.names)}
        self.tracks = {}
        for name in self.names:
            by_start = sorted(states[name], key=lambda state: state[:2])  # stable
            self.tracks[name] = cut(name, by_start)
        self.pieces = [piece for name in self.names for piece in self.tracks[name]]
        self.start = min(piece.start for piece in self.pieces)
        self.end = max(piece.end for piece in self.pieces)
        self.length = self.end - self.start
        self.match([(row[7], float(row[3]), row[8], float(row[4]), float(row[10]) if len(row) > 10 else None)
                    for row in rows if row[0] == "Link"])
        self.match_collectives()
        self.find_violations()
        self.find_waits()
        self.find_meetings()

    # Matching

    def match(self, links):
        self.links = len(links)
        self.unmatched_starts = self.unmatched_ends = self.outside = 0
        inside = [link for link in links if link[0] in self.tracks and link[2] in self.tracks]
        self.outside = len(links) - len(inside)
        starts, ends = self.pieces_at_starts(inside), self.pieces_at_ends(inside)
        self.messages = []
        for link, sender, receiver in zip(inside, starts, ends):
            self.unmatched_starts += sender is None
            self.unmatched_ends += receiver is None
            if sender and receiver:
                message = Message(link[1], link[3], link[4], sender, receiver)
                sender.sent.append(message)
                receiver.received.append(message)
                self.messages.append(message)
        self.match_postings()
        self.match_rendezvous()
        self.receives_without_message = sum(p.is_a(NEEDS_MESSAGE) and not p.received for p in self.pieces)
        self.sends_without_message = sum(p.is_a(SENDS) and not p.sent for p in self.pieces)

    def pieces_at_starts(self, links):
        seen, found = Counter(), []
        for source, at, *_ in links:
            there = [p for p in self.tracks[source] if p.start <= at <= p.end]
            sends = [p for p in there if p.is_a(SENDS)]
            sends = [p for p in sends if p.start == at] or sends
            place = seen[source, at]
            seen[source, at] += 1
            if sends:
                found.append(sends[min(place, len(sends) - 1)])
            else:
                found.append(next((p for p in there if not p.useful), None))
        return found

    def pieces_at_ends(self, links):
        seen, found = Counter(), []
        for _, _, target, at, _ in links:
            receives = [p for p in self.tracks[target] if p.is_a(RECEIVES)]
            there = [p for p in receives if p.start < at <= p.end or p.start == at == p.end] \
                or [p for p in receives if p.start == at][:1]
            place = seen[target, at]
            seen[target, at] += 1
            found.append(there[min(place, len(there) - 1)] if there else None)
        return found

    def match_postings(self):
        for name in self.names:
            posted = []
            for piece in self.tracks[name]:
                if piece.is_a(IRECV):
                    posted.append(piece)
                for message in piece.received:
                    message.posted_by = posted.pop(0) if piece.is_a(WAIT) and posted else piece

    def match_rendezvous(self):
        has_sizes = any(m.size is not None for m in self.messages)
        calls = self.signs_of_sends() if has_sizes else []
        later = [(m.size or 0, *sign) for m in self.messages if (sign := self.sign_of_later_call(m))]
        largest = limit(calls)
        least = min((size for size, waits in calls if waits and size > largest), default=float("inf"))
        all_largest = limit(calls + [(size, waits) for size, waits, _ in later])
        least_later = min((size for size, waits, _ in later if waits and size > all_largest), default=float("inf"))
        for message in self.messages:
            sender, size = message.sender, message.size or 0
            if sender.is_a(BLOCKING) and sender.end - sender.start > EPS:
                is_late = message.posting > message.start + EPS or size >= least
                if abs(sender.end - message.end) <= EPS \
                        or (size > largest or largest < 0) and is_late and message.share(sender.end) >= 0.5:
                    message.waiting = sender
            if message.waiting is None and (message.size or 0) > largest:
                waits = [p for p in self.tracks[sender.track][sender.index + 1:]
                         if p.is_a(WAIT) and abs(p.end - message.end) <= EPS
                         and not any(abs(m.end - message.end) <= EPS for m in p.received)]
                message.waiting = waits[0] if waits else None
            if message.waiting is None and size >= least_later:
                sign = self.sign_of_later_call(message)
                message.waiting = sign[1] if sign and sign[0] else None
            if message.waiting:
                message.waiting.rendezvous.append(message)

    def signs_of_sends(self):
        """(size, whether the blocking send waited for its receiver), where its times say so."""
        signs = []
        for message in self.messages:
            if message.sender.is_a(BLOCKING):
                left_early = message.share(message.sender.end) < 0.5
                if left_early or message.posting > message.start + EPS:
                    signs.append((message.size or 0, not left_early))
        return signs

    def sign_of_later_call(self, message):
        """(whether a later call of the sender waited for the receiver, that call), or None."""
        sender, posting = message.sender, message.posting
        if posting <= message.start + EPS or not sender.is_a(NON_BLOCKING) and not sender.is_a(EXCHANGE):
            return None
        call = sender if sender.is_a(EXCHANGE) else self.wait_under_way(message)
        if call is None:
            return None
        if call.end < posting - EPS:
            return False, call
        if len(call.received) > (call is sender):
            return None  # an exchange gets one message
        others = [m for m in call.received if m.start > posting - EPS]
        half = (message.end - max(message.start, posting)) / 2
        return (True, call) if not others and 0 < half >= abs(call.end - message.end) else None

    def wait_under_way(self, message):
        track = self.tracks[message.sender.track]
        before = [p for p in track if p.is_a(WAIT) and p.start < message.posting - EPS]
        if not before or before[-1].index < message.sender.index:
            return None
        first = max((p.index for p in track[:message.sender.index] if p.is_a(WAIT)), default=-1)
        sends = [p for p in track[first + 1:before[-1].index] if p.is_a(NON_BLOCKING)]
        return before[-1] if sends == [message.sender] else None

    def match_collectives(self):
        calls = defaultdict(lambda: defaultdict(list))  # value, track
        for piece in self.pieces:
            if any(piece.is_a(kind) for kind in (NXN, BARRIER, ONE_TO_ALL, ALL_TO_ONE)):
                calls[piece.value][piece.track].append(piece)
        self.collectives = []
        for tracks in calls.values():
            for count in sorted({len(pieces) for pieces in tracks.values()}):
                alike = [pieces for pieces in tracks.values() if len(pieces) == count]
                for members in zip(*alike):
                    collective = Collective(members)
                    self.collectives.append(collective)
                    for piece in members:
                        piece.collective = collective

    def find_violations(self):
        early = [max(m.start, m.posting) - m.end for m in self.messages]
        left = [p.collective.awaited(p).start - p.end for p in self.pieces if p.collective]
        early, left = [v for v in early if v > EPS], [v for v in left if v > EPS]
        self.violations = {"message_ends_before_start": len(early), "collective_left_before_last_came": len(left),
                           "seconds": sum(early) + sum(left)}
        self.violated = bool(early or left)

    # Waits

    def waits_of(self, piece):
        """(amount, kind, for whom, wrong order) of all waits that the piece could be."""
        if piece.received:
            last = max(m.start for m in piece.received)
            awaited = min((m for m in piece.received if m.start >= last - EPS),
                          key=lambda m: self.order[m.sender.track])
            yield min(last, piece.end) - piece.start, "late_sender", awaited.sender.track, \
                self.wrong_order(piece, last, {m.sender.track for m in piece.received if m.start >= last - EPS})
        late = list(piece.rendezvous)
        if piece.is_a(BLOCKING):
            late += [m for m in piece.sent if m not in late and m.start < m.posting - EPS and m.posting <= piece.end]
        if late:
            last = max(m.posting for m in late)
            whom = min((m.receiver.track for m in late if m.posting >= last - EPS), key=self.order.get)
            yield min(last, piece.end) - piece.start, "late_receiver", whom, ""
        if piece.collective:
            yield from self.wait_at_collective(piece, piece.collective)

    def wait_at_collective(self, piece, collective):
        awaited, kind = collective.awaited(piece), None
        if piece.is_a(NXN):
            kind = "wait_at_nxn"
        elif piece.is_a(BARRIER):
            kind = "wait_at_barrier"
        elif piece.is_a(ONE_TO_ALL) and piece is not collective.root:
            kind = "late_broadcast"
        elif piece.is_a(ALL_TO_ONE) and piece is collective.root and len(collective.members) > 1:
            kind = "early_reduce"
            others = [m for m in collective.members if m is not piece]
            awaited = min(others, key=lambda m: (m.start, self.order[m.track]))
        if kind:
            yield min(awaited.start, piece.end) - piece.start, kind, awaited.track, ""

    def wrong_order(self, piece, last, sources):
        later = [m for p in self.tracks[piece.track][piece.index + 1:] for m in p.received if m.start < last - EPS]
        if not later:
            return ""
        return "same source" if any(m.sender.track in sources for m in later) else "other source"

    def find_waits(self):
        self.waits = []
        for piece in self.pieces:
            found = [wait for wait in self.waits_of(piece) if wait[0] > EPS]
            if found:
                amount, kind, whom, wrong = min(found, key=lambda w: (-w[0], KINDS.index(w[1])))
                piece.wait = {"container": piece.track, "value": piece.value, "kind": kind, "start": piece.start,
                              "amount": amount, "waits_for": whom, "wrong_order": wrong}
                self.waits.append(piece.wait)

    # Causes

    def find_meetings(self):
        self.meetings = defaultdict(list)

        def meet(a, b, at):
            if a != b:
                self.meetings[frozenset((a, b))].append(at)

        def there(piece, at):
            return piece.start - EPS <= at <= piece.end + EPS

        for m in self.messages:
            pair = m.sender.track, m.receiver.track
            if there(m.receiver, m.start):
                meet(*pair, m.start)
            # A sender waits for the receiver only once it has sent.
            waiting = m.waiting or (m.sender if m.sender.is_a(BLOCKING) else None)
            if waiting and m.start < m.posting - EPS and there(waiting, m.posting):
                meet(*pair, m.posting)
        for collective in self.collectives:
            members, root = collective.members, collective.root
            pairs = [(a, b) for i, a in enumerate(members) for b in members[:i]] if root is None \
                else [(root, m) for m in members if m is not root]
            for a, b in pairs:
                at = max(a.start, b.start) if root else collective.last.start
                if root is None or there(a, at) and there(b, at):
                    meet(a.track, b.track, at)

    def profile(self, track, begin, end):
        """Time by value in [begin, end], waiting as None."""
        times = defaultdict(float)

        def add(value, start, stop):
            times[value] += max(0.0, min(stop, end) - max(start, begin))

        pieces = self.tracks[track]
        add("(before)", self.start, pieces[0].start)
        for piece in pieces:
            waited = piece.wait["amount"] if piece.wait else 0.0
            add(None, piece.start, piece.start + waited)
            add(piece.value, piece.start + waited, piece.end)
        return times

    def shares(self, wait):
        """The interval that explains a wait, and the share of each value of the other track."""
        d, s, a = wait["container"], wait["waits_for"], wait["start"]
        b = a + wait["amount"]
        since = max((t for t in self.meetings[frozenset((d, s))] if t <= a + EPS), default=self.start)
        mine, other = self.profile(d, since, a), self.profile(s, since, b)
        more = {value: time - mine.get(value, 0) for value, time in other.items()}
        more = {value: time for value, time in more.items() if time > EPS}
        total = sum(more.values())
        return (since, b), {value: time / total for value, time in more.items()}

    def causes(self):
        """{(container, value): [direct, passed on]}"""
        result = defaultdict(lambda: [0.0, 0.0])
        for wait, _, shares, given in self.costs():
            for value, share in shares.items():
                if value is not None:
                    result[wait["waits_for"], value][0] += share * wait["amount"]
                    result[wait["waits_for"], value][1] += share * given
        return result

    def costs(self):
        """[(wait, (begin, end) of what caused it, {value: share}, waits of others that it caused)]"""
        found = {id(wait): self.shares(wait) for wait in self.waits}
        onto = {}  # wait: [(earlier wait, share)]
        for wait in self.waits:
            (begin, end), shares = found[id(wait)]
            parts = []
            for other in self.waits:
                if other["container"] == wait["waits_for"]:
                    length = min(end, other["start"] + other["amount"]) - max(begin, other["start"])
                    if length > EPS:
                        parts.append((other, length))
            total = sum(length for _, length in parts)
            onto[id(wait)] = [(o, shares[None] * length / total) for o, length in parts] if None in shares else []
        given = defaultdict(float)
        result = []
        for wait in self.givers_first(onto):
            result.append((wait, *found[id(wait)], given[id(wait)]))
            for other, share in onto[id(wait)]:
                given[id(other)] += share * (wait["amount"] + given[id(wait)])
        return result

    def givers_first(self, onto):
        done, order, open_ = set(), [], set()

        def visit(wait):
            if id(wait) in open_:
                raise Circle
            if id(wait) in done:
                return
            open_.add(id(wait))
            for other, _ in onto[id(wait)]:
                visit(other)
            open_.remove(id(wait))
            done.add(id(wait))
            order.append(wait)

        for wait in self.waits:
            visit(wait)
        return reversed(order)

    # Replay

    def before(self, piece):
        return self.tracks[piece.track][piece.index - 1] if piece.index else None

    def dependencies(self, piece, free):
        """What the end of a piece is: [(piece, cost)], the greatest of start of piece + cost."""
        length = piece.end - piece.start
        messages = piece.received + piece.rendezvous
        if messages:
            came = [m.end for m in piece.received] + [m.left_at() for m in piece.rendezvous]
            rest = 0 if free else max(0.0, piece.end - max([piece.start] + came))
            result = [(piece, rest)]
            for m in messages:
                share = m.share(piece.end) if m in piece.rendezvous else 1
                transfer = 0 if free else share * m.transfer
                result.append((m.sender, (0 if free else m.start - m.sender.start) + transfer + rest))
                result.append((m.posted_by, transfer + rest))
            return result
        if piece.collective:
            comers = [piece] if piece.collective.violated(piece) else piece.collective.comers(piece)
            after = 0 if free else piece.end - max(other.start for other in comers)
            return [(other, after) for other in comers]
        return [(piece, length if piece.useful else 0 if free else length)]

    def replay(self, free):
        """The new ends of all pieces, by piece."""
        ends, open_ = {}, set()

        def end_of(piece):
            stack = [piece]
            while stack:
                top = stack[-1]
                if top in ends:
                    open_.discard(top)
                    stack.pop()
                    continue
                needs = [self.before(other) for other, _ in self.dependencies(top, free)]
                missing = [other for other in needs if other is not None and other not in ends]
                if not missing:
                    ends[top] = max(start_of(other) + cost for other, cost in self.dependencies(top, free))
                    continue
                if top in open_ and any(other in open_ for other in missing):
                    raise Circle
                open_.add(top)
                stack += missing[:1]

        def start_of(piece):
            earlier = self.before(piece)
            return piece.start if earlier is None else ends[earlier]

        for piece in self.pieces:
            end_of(piece)
        return ends

    def replayed(self):
        return max(self.replay(False).values()) - self.start

    def efficiencies(self):
        # Where no state is a call that communicates, time without a state is idle.
        calls = any(not p.useful for p in self.pieces)
        useful = [sum(p.end - p.start for p in self.tracks[name] if p.useful and (p.value or calls))
                  for name in self.names]
        mean, most, ideal = sum(useful) / len(useful), max(useful), max(self.replay(True).values()) - self.start
        return {"parallel": mean / self.length, "load_balance": mean / most if most else 1,
                "communication": most / self.length, "serialisation": most / ideal if ideal else 1,
                "transfer": ideal / self.length, "useful_average": mean, "useful_maximum": most,
                "ideal_length": ideal}

    def slack(self):
        """[(piece, slack)], by the longest way from the end of each piece to the end of the run."""
        ends = self.replay(False)
        length = max(ends.values())
        users = defaultdict(list)  # piece: [(piece that starts when this one ends leads to, cost)]
        for piece in self.pieces:
            for other, cost in self.dependencies(piece, False):
                if other.index:
                    users[self.before(other)].append((piece, cost))
        tails = {}
        waiting = Counter()
        for piece, needed in users.items():
            waiting[piece] = len(needed)
        ready = [p for p in self.pieces if not users[p]]
        while ready:
            piece = ready.pop()
            tails[piece] = max([0.0] + [cost + tails[user] for user, cost in users[piece]])
            for other, _ in self.dependencies(piece, False):
                earlier = self.before(other)
                if earlier is not None:
                    waiting[earlier] -= 1
                    if waiting[earlier] == 0:
                        ready.append(earlier)
        return [(piece, length - ends[piece] - tails[piece]) for piece in self.pieces]

    def overlaps(self):
        """Whether some message is under way as the state comes that waits for it: nothing holds that state up
        before the message is there, but the path takes the state's own track to have done so."""
        received = [(m.start, m.posted_by, m.end, p) for p in self.pieces for m in p.received]
        sent = [(m.posting, m.sender, m.end, p) for p in self.pieces for m in p.rendezvous]
        # Nor does a receiver that is waited for, if the call got a message later.
        undecided = any(m.end > sent.left_at() + EPS
                        for p in self.pieces for m in p.received for sent in p.rendezvous)
        return undecided or any(other <= p.start + EPS and own is not p and end > p.start + EPS
                                for other, own, end, p in received + sent)

    # Critical path

    def jump(self, piece):
        """(time, piece there, whether in its middle) where the path goes from the end of a piece."""
        messages = [(m.end, m.start, m.sender, True) for m in piece.received]
        messages += [(piece.end, m.posting, m.posted_by, False) for m in piece.rendezvous]
        if messages:
            latest = max(m[0] for m in messages)
            messages = [m for m in messages if m[0] >= latest - EPS]
            at = max(m[1] for m in messages)
            chosen = min((m for m in messages if m[1] >= at - EPS), key=lambda m: self.order[m[2].track])
            return at, chosen[2], chosen[3]
        if piece.collective and not piece.collective.violated(piece):
            awaited = piece.collective.awaited(piece)
            return awaited.start, awaited, False
        return piece.start, piece, False

    def path(self):
        """[(container, value, start, end)] in the order of time."""
        name = next(name for name in self.names
                    if max(p.end for p in self.tracks[name]) >= self.end - EPS)
        piece, now, result = self.tracks[name][-1], self.end, []
        at_end = True
        while piece is not None:
            at, other, middle = self.jump(piece) if at_end else (piece.start, piece, False)
            at_end = True
            if at > piece.start + EPS:
                result.append((piece.track, piece.value, at, now))
                now = at
                if middle:
                    piece, at_end = other, False
                else:
                    piece = self.before(other) or self.start_of_track(result, other, now)
            else:
                result.append((piece.track, piece.value, piece.start, now))
                now = piece.start
                piece = self.before(piece) or self.start_of_track(result, piece, now)
        return [p for p in reversed(result) if p[3] - p[2] > EPS]

    def start_of_track(self, result, piece, now):
        result.append((piece.track, "(before)", self.start, now))

    def path_by_value(self):
        """{value: (time on the path, imbalance)}"""
        times, means = defaultdict(float), defaultdict(float)
        for _, value, start, end in self.path():
            times[value] += end - start
        for piece in self.pieces:
            means[piece.value] += (piece.end - piece.start) / len(self.names)
        return {value: (time, time - means[value]) for value, time in times.items()}
