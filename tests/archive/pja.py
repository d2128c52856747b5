"""A second reader of archives, for tests: written from formats/README.md alone, slow, and strict about what that page
says. `Archive(bytes)` has the tables and, in `tracks`, the rows of each track."""

import ctypes
import ctypes.util
import math
import struct
import subprocess
from collections import namedtuple

CONTAINER, STATE, VARIABLE, EVENT, LINK = range(5)
MASK = (1 << 64) - 1
PIECES = {STATE: 5, VARIABLE: 5, EVENT: 3, LINK: 7}

Type = namedtuple("Type", "kind parent start end name identifier flags color")
Value = namedtuple("Value", "type name identifier flags color")
Container = namedtuple("Container", "type parent start end name identifier flags words")
Definition = namedtuple("Definition", "kind id fields")
Track = namedtuple("Track", "container type kind rows objects words")
Level = namedtuple("Level", "exponent first cells lanes low high shares")
Object = namedtuple("Object", "start end value depth source target key", defaults=(None,) * 5)


class Damage(Exception):
    pass


def need(holds, what):
    if not holds:
        raise Damage(what)


def checksums():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


TABLE = checksums()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 255]
    return crc ^ 0xFFFFFFFF


def load_zstd():
    for name in (ctypes.util.find_library("zstd"), "libzstd.so.1", "libzstd.so"):
        try:
            library = ctypes.CDLL(name) if name else None
        except OSError:
            continue
        if library:
            library.ZSTD_decompress.restype = ctypes.c_size_t
            library.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t] * 2
            return library
    return None


ZSTD = load_zstd()


def decompress(frame, size):
    if ZSTD is None:
        return subprocess.run(["zstd", "-dcq"], input=frame, capture_output=True, check=True).stdout
    room = ctypes.create_string_buffer(size + 1)
    need(ZSTD.ZSTD_decompress(room, size, frame, len(frame)) == size, "a frame of another size")
    return room.raw[:size]


def unpack(piece, crc):
    need(crc32c(piece) == crc, "checksum")
    if not piece:
        return Reader(b"")
    need(piece[0] in (0, 1), "codec")
    if piece[0] == 0:
        return Reader(piece[1:])
    size, = struct.unpack_from("<I", piece, 1)
    raw = decompress(piece[5:], size)
    need(len(raw) == size, "size of a frame")
    return Reader(raw)


def from_ordered(bits):
    if bits >> 63:
        bits ^= MASK >> 1
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def ordered(number):
    bits = struct.unpack("<Q", struct.pack("<d", number))[0]
    return bits ^ (MASK >> 1) if bits >> 63 else bits


def signed(number):
    return number - (1 << 64) if number >> 63 else number


def unzigzag(number):
    return number >> 1 ^ (MASK if number & 1 else 0)


class Reader:
    """Takes raw bytes apart."""

    def __init__(self, raw):
        self.raw, self.at = raw, 0

    def take(self, count):
        need(count <= len(self.raw) - self.at, "bytes end")
        self.at += count
        return self.raw[self.at - count:self.at]

    def number(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def end(self):
        need(self.at == len(self.raw), "bytes left over")

    def left(self):
        return len(self.raw) - self.at

    def varint(self):
        number = 0
        for shift in range(0, 70, 7):
            byte = self.number("B")
            number |= (byte & 127) << shift
            if byte < 128:
                need(number <= MASK, "varint")
                return number
        raise Damage("varint")

    def text(self):
        return self.take(self.varint())

    def column(self, count, most=9):
        form = self.number("B")
        need(form <= most, "form of a column")
        if form == 9:
            return [self.varint() for _ in range(count)]
        planes = [self.take(count) for _ in range(form)]
        if form == 1:
            return list(planes[0])
        return [int.from_bytes(digits, "little") for digits in zip(*planes)] if form else [0] * count

    def narrow(self, count):
        return self.column(count, 4)

    def differences(self, count):
        last, numbers = 0, []
        for difference in self.column(count):
            last = last + unzigzag(difference) & MASK
            numbers.append(last)
        return numbers

    def scale(self, count):
        """A function from integers to doubles."""
        digits, exceptions = self.number("b"), self.varint()
        need(-1 <= digits <= 15 and exceptions <= (count // 8 if digits >= 0 else 0), "scale")
        places, last = [], 0
        for i in range(exceptions):
            more = self.varint()
            need(more > 0 or i == 0, "exceptions in order")
            last += more
            places.append(last)
        need(last < count or not places, "place of an exception")
        numbers = [self.number("d") for _ in places]

        def doubles(integers):
            if digits < 0:
                return [from_ordered(each) for each in integers]
            made = [float(signed(each)) / 10.0 ** digits for each in integers]
            for place, number in zip(places, numbers):
                made[place] = number
            return made
        return doubles

    def dictionary(self, count):
        """The entries, and an index for each row."""
        entries, last = [], 0
        size = self.varint()
        need(size <= count, "entries")
        for _ in range(size):
            last = last + unzigzag(self.varint()) & MASK
            need(last < 1 << 32, "entry")
            entries.append(last)
        indices = self.narrow(count)
        need(all(each < size for each in indices), "index")
        return entries, indices

    def texts(self, count, orders=None):
        base = self.number("B")
        if base == 0:
            return [self.take(size) for size in self.column(count)]
        need(base in (10, 16), "base")
        templates = []
        size = self.varint()
        need(size <= count, "templates")
        for _ in range(size):
            shape, literals = Reader(self.text()), []
            while shape.at < len(shape.raw):
                literals.append(shape.text())
            need(literals, "literals")
            templates.append(literals)
        template_of = self.narrow(count)
        need(all(each < len(templates) for each in template_of), "template")
        parts = [[templates[each][0]] for each in template_of]
        for number, literals in enumerate(templates):
            for literal in literals[1:]:
                order = self.number("B")
                need(order == 0 or (orders is not None and order in orders), "order")
                rows = range(count) if order == 0 else orders[order]
                rows = [row for row in rows if template_of[row] == number]
                for row, value in zip(rows, self.differences(len(rows))):
                    parts[row] += [b"%d" % value if base == 10 else b"%x" % value, literal]
        made = [b"".join(each) for each in parts]
        need(sum(map(len, made)) <= 512 * count, "long texts")
        return made

    def user_fields(self, count):
        """For each row a list of (definition, words)."""
        events = self.narrow(count)
        definitions = self.narrow(sum(events))
        sizes = self.narrow(sum(events))
        words = [[] for _ in sizes]
        keys = list(zip(definitions, sizes))
        for key in sorted(set(keys)):
            members = [i for i, each in enumerate(keys) if each == key]
            for _ in range(key[1]):
                for i, text in zip(members, self.texts(len(members))):
                    words[i].append(text)
        every = iter(zip(definitions, words))
        return [[next(every) for _ in range(each)] for each in events]

    def names(self, count):
        flags = self.narrow(count)
        need(all(each < 32 for each in flags), "flags")
        names = self.texts(count)
        others = self.varint()
        need(others == sum(not each & 4 for each in flags), "identifiers")
        identifiers = iter(self.texts(others))
        return flags, names, [name if flag & 4 else next(identifiers)
                              for flag, name in zip(flags, names)]

    def colors(self, flags):
        return [tuple(self.number("f") for _ in range(4)) if each & 8 else None for each in flags]


def by_start(starts):
    return sorted(range(len(starts)), key=lambda row: signed(ordered(starts[row])))


class Block:
    """The rows of a block."""

    def __init__(self, rows, segments, pieces):
        self.rows, self.segments, self.pieces = rows, segments, pieces

    def piece(self, read, number):
        raw = self.pieces[number]
        made = read(raw)
        raw.end()
        return made

    def read(self, kind):
        objects = {STATE: self.states, VARIABLE: self.variables, EVENT: self.events,
                   LINK: self.links}[kind]()
        words = [[] for _ in range(self.rows)]
        if len(self.pieces) > PIECES[kind]:
            words = self.piece(lambda raw: raw.user_fields(self.rows), PIECES[kind])
        return objects, words

    def states(self):
        n = self.rows
        doubles = self.piece(lambda raw: raw.scale(2 * n), 0)
        depths = self.piece(lambda raw: raw.narrow(n), 1)
        entries, indices = self.piece(lambda raw: raw.dictionary(n), 2)
        way, numbers = self.piece(lambda raw: (raw.number("B"), raw.column(n)), 3)
        need(way < 3, "way")
        durations, last = [], {}
        for i, number in enumerate(numbers):
            guess = 0
            if way == 1:
                guess = last.get(indices[i], 0)
            elif way == 2 and i:
                guess = durations[-1]
            durations.append(unzigzag(number) + guess & MASK)
            last[indices[i]] = durations[-1]
        starts, ends = self.starts_of_states(depths, durations)
        times = doubles(starts + ends)
        return [Object(times[i], times[n + i], entries[indices[i]], depths[i]) for i in range(n)]

    def starts_of_states(self, depths, durations):
        way, numbers = self.piece(lambda raw: (raw.number("B"), raw.column(self.rows)), 4)
        need(way < 3, "way")
        starts, ends, first, row = [], [], 0, 0
        for size in self.segments:
            levels = []
            for i in range(size):
                depth = depths[row]
                if i == 0:
                    guess = first
                elif way == 0:
                    guess = starts[-1]
                elif way == 1:
                    guess = ends[-1]
                elif depth < len(levels):
                    guess = levels[depth][1]
                elif depth == len(levels) and depth:
                    guess = levels[-1][0]
                else:
                    guess = starts[-1]
                start = unzigzag(numbers[row]) + guess & MASK
                end = start + durations[row] & MASK
                starts.append(start)
                ends.append(end)
                if i == 0:
                    first = start
                if depth <= 1024:
                    del levels[depth + 1:]
                    levels += [(start, end)] * (depth + 1 - len(levels))
                    levels[depth] = (start, end)
                row += 1
        return starts, ends

    def plain(self, number, lengths=None):
        way, numbers = self.piece(lambda raw: (raw.number("B"), raw.column(self.rows)), number)
        need(way < (2 if lengths is None else 3), "way")
        made = []
        for i, each in enumerate(numbers):
            guess = 0
            if way and i:
                guess = made[-1] + (lengths[i - 1] if way == 2 else 0)
            made.append(unzigzag(each) + guess & MASK)
        return made

    def variables(self):
        n = self.rows
        doubles = self.piece(lambda raw: raw.scale(2 * n), 0)
        durations = self.plain(1)
        starts = self.plain(2, durations)
        times = doubles(starts + [a + b & MASK for a, b in zip(starts, durations)])
        values = self.piece(lambda raw: raw.scale(n), 3)(self.plain(4))
        return [Object(times[i], times[n + i], values[i]) for i in range(n)]

    def events(self):
        times = self.piece(lambda raw: raw.scale(self.rows), 0)(self.plain(1))
        entries, indices = self.piece(lambda raw: raw.dictionary(self.rows), 2)
        return [Object(time, time, entries[index]) for time, index in zip(times, indices)]

    def link_column(self, raw, by_target):
        way, numbers, last = raw.number("B"), raw.column(self.rows), 0
        need(way < 4, "way")
        made = [0] * self.rows
        for i, number in enumerate(numbers):
            last = unzigzag(number) + (last if way & 2 else 0) & MASK
            made[by_target[i] if way & 1 else i] = last
        return made

    def sources(self, raw, by_target):
        entries, last = [], 0
        for _ in range(raw.varint()):
            last += raw.varint()
            entries.append(last)
        need(len(entries) <= self.rows and last < 1 << 32, "sources")
        indices = self.link_column(raw, by_target)
        need(all(each < len(entries) for each in indices), "source")
        return [entries[each] for each in indices]

    def links(self):
        n = self.rows
        doubles = self.piece(lambda raw: raw.scale(2 * n), 0)
        entries, indices = self.piece(lambda raw: raw.dictionary(n), 1)
        by_target = sorted(range(n), key=lambda row: indices[row])
        targets = [entries[each] for each in indices]
        sources = self.piece(lambda raw: self.sources(raw, by_target), 2)
        ends = self.piece(lambda raw: self.link_column(raw, by_target), 3)
        lengths = self.piece(lambda raw: self.link_column(raw, by_target), 4)
        times = doubles([a - b & MASK for a, b in zip(ends, lengths)] + ends)
        entries, indices = self.piece(lambda raw: raw.dictionary(n), 5)
        rows = range(n)
        orders = {1: sorted(rows, key=lambda row: (sources[row], targets[row])),
                  2: sorted(rows, key=lambda row: sources[row]),
                  3: sorted(rows, key=lambda row: targets[row]), 4: by_start(times[:n])}
        keys = self.piece(lambda raw: raw.texts(n, orders), 6)
        return [Object(times[i], times[n + i], entries[indices[i]], None, sources[i], targets[i],
                       keys[i]) for i in rows]


class Archive:
    def __init__(self, data):
        self.data = data
        need(data[:8] == b"\x89PJA\r\n\x1a\n" and len(data) >= 48, "header")
        version, flags = struct.unpack_from("<II", data, 8)
        need(version == 1 and not flags & 0xFFFF, "version")
        at, size, crc, length, magic, version = struct.unpack("<QIIQ6sH", data[-32:])
        need(magic == b"PJAEND" and version == 1 and length == len(data), "trailer")
        need(at + size + 32 == length and at >= 16, "directory")
        need(crc32c(data[at:at + size]) == crc, "checksum of the directory")
        self.sections = {}
        self.read_directory(Reader(data[at:at + size]), at)
        self.read_tables(self.section(1))
        self.read_tracks(self.section(2))
        self.late = self.read_late(self.section(7)) if 7 in self.sections else {}
        self.late_places = list(self.late)
        self.read_blocks(self.section(3), self.section(4))
        self.levels, self.late_states = {}, []
        if 6 in self.sections:
            self.read_levels(self.section(6))
        self.fields = self.read_fields(self.section(8)) if 8 in self.sections else {}
        self.sums = self.read_sums(self.section(5)) if 5 in self.sections else {}

    def read_directory(self, raw, end):
        self.counts = [raw.number("Q") for _ in range(7)]
        self.end_time, self.least, self.greatest = (raw.number("d") for _ in range(3))
        self.lines, self.events = raw.number("Q"), raw.number("Q")
        last = None
        for _ in range(raw.number("I")):
            number, crc, byte, size = (raw.number(form) for form in "IIQQ")
            need(number not in self.sections and last in (None, byte), "sections")
            self.sections[number] = (crc, byte, size)
            last = byte + size
        raw.end()
        need(last == end, "sections end at the directory")
        self.end_of_blocks = min(byte for _, byte, _ in self.sections.values())

    def section(self, number):
        crc, byte, size = self.sections[number]
        return unpack(self.data[byte:byte + size], crc)

    def read_tables(self, raw):
        self.definitions = []
        for _ in range(raw.varint()):
            kind, number = raw.number("B"), signed(unzigzag(raw.varint()))
            fields = [(raw.number("B"), raw.number("B"), raw.text()) for _ in range(raw.varint())]
            self.definitions.append(Definition(kind, number, fields))
        n = raw.varint()
        columns = [raw.narrow(n) for _ in range(4)]
        flags, names, identifiers = raw.names(n)
        columns[1:4] = [[each - 1 for each in column] for column in columns[1:4]]
        self.types = [Type(*row) for row in
                      zip(*columns, names, identifiers, flags, raw.colors(flags))]
        n = raw.varint()
        types = [each - 1 for each in raw.narrow(n)]
        flags, names, identifiers = raw.names(n)
        self.values = [Value(*row) for row in
                       zip(types, names, identifiers, flags, raw.colors(flags))]
        self.read_containers(raw)
        raw.end()

    def read_containers(self, raw):
        n = raw.varint()
        types, parents = ([each - 1 for each in raw.narrow(n)] for _ in range(2))
        flags, names, identifiers = raw.names(n)
        times = raw.scale(2 * n)(raw.differences(2 * n))
        has_words = raw.number("B")
        words = raw.user_fields(n) if has_words else [[]] * n
        ends = [0 if math.isnan(self.end_time) else self.end_time, *times[n + 1:]]
        self.containers = [Container(*row) for row in
                           zip(types, parents, times[:n], ends, names, identifiers, flags, words)]

    def read_tracks(self, raw):
        n = raw.varint()
        columns = [raw.differences(n) for _ in range(4)]
        raw.end()
        self.tracks = [Track(*row, [], []) for row in zip(*columns)]
        places = [(track.container, track.type) for track in self.tracks]
        need(places == sorted(set(places)), "order of tracks")

    def read_late(self, raw):
        """Of each (block, row) its end, and its fields if late states have some."""
        n = raw.varint()
        blocks, rows, ends = (raw.differences(n) for _ in range(3))
        places = list(zip(blocks, rows))
        need(places == sorted(set(places)), "order of late ends")
        words = raw.user_fields(n) if raw.left() else [None] * n
        raw.end()
        return dict(zip(places, zip(map(from_ordered, ends), words)))

    def read_fields(self, raw):
        """Of each kind, of each field: words, empty words, whether all others are whole numbers, or numbers."""
        made = {}
        for kind in (STATE, VARIABLE, EVENT, LINK):
            made[kind] = []
            for _ in range(raw.varint()):
                words, empty, flags = raw.varint(), raw.varint(), raw.number("B")
                need(empty <= words and flags in (0, 2, 3), "facts of a field")
                made[kind].append((words, empty, bool(flags & 1), bool(flags & 2)))
        raw.end()
        return made

    def read_sums(self, raw):
        """Of each (track, value): count, parts of both sums, shortest, longest."""
        n = raw.varint()
        tracks, sizes = raw.differences(n), raw.column(n)
        need(all(a < b for a, b in zip(tracks, tracks[1:])) and 0 not in sizes, "tracks of sums")
        n = sum(sizes)
        values, counts = raw.differences(n), raw.column(n)
        shortest, longest = ([from_ordered(each) for each in raw.column(n)] for _ in range(2))
        sums = []
        for _ in range(2):
            parts = raw.column(n)
            doubles = iter([from_ordered(each) for each in raw.column(sum(parts))])
            sums.append([[next(doubles) for _ in range(each)] for each in parts])
        raw.end()
        owners = [track for track, size in zip(tracks, sizes) for _ in range(size)]
        made = dict(zip(zip(owners, values), zip(counts, *sums, shortest, longest)))
        need(list(made) == sorted(made) and len(made) == n, "values of sums")
        for track in tracks:
            need(self.tracks[track].kind == STATE, "sums of states")
            need(sum(counts[i] for i in range(n) if owners[i] == track) == self.tracks[track].rows, "rows of sums")
        return made

    def read_levels(self, raw):
        """Of each (block, segment) that has one, its level; of late states start, value, depth."""
        places = [(block, i) for block, (kind, own) in enumerate(self.blocks) if kind != LINK
                  for i in range(len(own))]
        cells = raw.narrow(len(places))
        some = [(place, count) for place, count in zip(places, cells) if count]
        need(all(count <= self.blocks[block][1][i][2] for (block, i), count in some), "cells of rows")
        n = len(some)
        exponents, firsts = ([signed(each) for each in raw.differences(n)] for _ in range(2))
        need(all(-960 <= each <= 960 for each in exponents), "width of cells")
        need(all(-1 << 52 <= each and each + count <= 1 << 52 for each, (_, count) in zip(firsts, some)), "first cell")
        sizes = raw.column(n)
        need(0 not in sizes and sum(sizes) <= len(raw.raw), "lanes")
        depths, values = (iter(raw.differences(sum(sizes))) for _ in range(2))
        lanes = [[(next(depths), next(values) - 1) for _ in range(size)] for size in sizes]
        kinds = [self.blocks[block][0] for (block, _), _ in some]
        bounds = iter(raw.column(2 * kinds.count(VARIABLE)))
        limits = [(from_ordered(next(bounds)), from_ordered(next(bounds))) if kind == VARIABLE else (0.0, 0.0)
                  for kind in kinds]
        need(all(low <= high for low, high in limits), "bounds of variables")
        for i, (place, count) in enumerate(some):
            order = [(depth, value if value >= 0 else MASK) for depth, value in lanes[i]]
            need(order == sorted(set(order)), "order of lanes")
            need(all(-1 <= value < len(self.values) for _, value in lanes[i]), "value of a lane")
            need(kinds[i] != EVENT or all(depth == 0 for depth, _ in lanes[i]), "lanes of events")
            need(kinds[i] != VARIABLE or lanes[i] == [(lane, -1) for lane in range(4)], "lanes of variables")
            self.levels[place] = Level(exponents[i], firsts[i], count, lanes[i], *limits[i],
                                       [raw.take(count) for _ in lanes[i]])
        n = len(self.late_places)
        starts, values, depths = (raw.differences(n) for _ in range(3))
        need(all(each < len(self.values) for each in values), "value of a late state")
        self.late_states = list(zip(map(from_ordered, starts), values, depths))
        raw.end()

    def read_blocks(self, raw, segments_raw):
        n = raw.varint()
        kinds, rows, segments, pieces, least, greatest = (raw.differences(n) for _ in range(6))
        sizes = [[] for _ in range(n)]
        for place in range(8):
            having = [i for i in range(n) if pieces[i] > place]
            for i, size in zip(having, raw.column(len(having))):
                sizes[i].append(size)
        crcs = [[raw.number("I") for _ in each] for each in sizes]
        raw.end()
        columns = [segments_raw.differences(sum(segments)) for _ in range(3)]
        segments_raw.end()
        every = iter(zip(*columns))
        self.blocks = []  # kind and segments of each
        self.spans = [(from_ordered(a), from_ordered(b)) for a, b in zip(least, greatest)]
        byte = 16
        for i in range(n):
            unpacked = []
            for size, crc in zip(sizes[i], crcs[i]):
                unpacked.append(unpack(self.data[byte:byte + size], crc))
                byte += size
            own = [next(every) for _ in range(segments[i])]
            need(sum(each[2] for each in own) == rows[i], "rows of segments")
            self.blocks.append((kinds[i], own))
            block = Block(rows[i], [each[2] for each in own], unpacked)
            objects, words = block.read(kinds[i])
            for row in range(rows[i]):
                if (i, row) in self.late:
                    need(kinds[i] == STATE, "a late state")
                    end, fields = self.late.pop((i, row))
                    objects[row] = objects[row]._replace(end=end)
                    words[row] = words[row] if fields is None else fields
            self.store(kinds[i], own, objects, words)
        need(not self.late, "late ends of blocks")
        need(byte == self.end_of_blocks, "end of blocks")
        need(all(len(track.objects) == track.rows for track in self.tracks), "rows of tracks")

    def store(self, kind, segments, objects, words):
        at = 0
        for track, first, rows in segments:
            into = self.tracks[track]
            need(into.kind == kind and len(into.objects) == first and rows > 0, "segment")
            into.objects.extend(objects[at:at + rows])
            into.words.extend(words[at:at + rows])
            at += rows
