"""A cut as one would make it of the table: row by row. What pj_cut must agree with."""

import csv
import io
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

FIRST, LAST = float("-inf"), float("inf")


@dataclass
class Row:
    kind: str
    container: str  # of containers, the parent
    type: str
    start: float
    end: float
    value: str = ""  # of containers, the name
    depth: int = 0
    ends: tuple = ()  # containers at the ends of a link
    rest: tuple = ()  # the key of a link, user-defined fields


@dataclass
class Wish:
    """What is to be cut, as the options of pj_cut say it."""
    start: float = FIRST
    end: float = LAST
    containers: list = field(default_factory=list)
    types: list = field(default_factory=list)
    values: list = field(default_factory=list)
    max_nesting: int = 1 << 30
    whole: bool = False
    cut_links: bool = False

    def options(self):
        words = []
        for name, value in (("--start", self.start), ("--end", self.end)):
            if abs(value) != LAST:
                words += [name, repr(value)]
        for name in ("containers", "types", "values"):
            for pattern in getattr(self, name):
                words += ["--" + name, pattern]
        if self.max_nesting < 1 << 30:
            words += ["--max-nesting", str(self.max_nesting)]
        return words + ["--whole"] * self.whole + ["--cut-links"] * self.cut_links


def rows_of(table):
    """The rows of pj_dump -u -l 9 --container-precision=17 --quotes=csv."""
    rows = []
    for words in csv.reader(io.StringIO(table), skipinitialspace=True):
        kind, container, type_, start = words[:4]
        if kind == "Event":
            rows.append(Row(kind, container, type_, float(start), float(start), words[4], rest=tuple(words[5:])))
            continue
        row = Row(kind, container, type_, float(start), float(words[4]))
        if kind == "State":
            row.depth, row.value, row.rest = int(float(words[6])), words[7], tuple(words[8:])
        elif kind == "Link":
            row.value, row.ends, row.rest = words[6], tuple(words[7:9]), tuple(words[9:])
        else:
            row.value, row.rest = words[6], tuple(words[7:])
        rows.append(row)
    return rows


def holds(start, end, row):
    return min(row.start, row.end) >= start and max(row.start, row.end) <= end


def shares(start, end, row):
    """More than a moment, or all of what lasts no time."""
    first, last = sorted((row.start, row.end))
    return first < end and last > start if first < last else holds(start, end, row)


class NaiveCut:
    def __init__(self, rows, children, wish):
        """`children` are the names of the types below each type that are no container types."""
        self.rows, self.children, self.wish = rows, children, wish
        self.parents = {row.value: row.container for row in rows if row.kind == "Container"}

    def path(self, name):
        names = []
        while name != "0":
            names.append(name)
            name = self.parents[name]
        return "/".join(reversed(names)) or "0"

    def has_container(self, name):
        wanted = self.wish.containers
        return not wanted or any(fnmatchcase(name, glob) or fnmatchcase(self.path(name), glob) for glob in wanted)

    def has_type(self, name):
        return not self.wish.types or name in self.wish.types

    def has_value(self, row):
        return not self.wish.values or any(fnmatchcase(row.value, glob) for glob in self.wish.values)

    def around(self, index):
        """The states around a state: of each level the last one before it."""
        row, levels = self.rows[index], {}
        for i, other in enumerate(self.rows[:index]):
            if other.kind == "State" and (other.container, other.type) == (row.container, row.type):
                levels = {depth: at for depth, at in levels.items() if depth < other.depth}
                levels[other.depth] = i
        return [at for depth, at in levels.items() if depth < row.depth]

    def keeps(self, row):
        wish = self.wish
        if not self.has_type(row.type):
            return False
        if row.kind == "Link":
            both = holds(wish.start, wish.end, row) and all(map(self.has_container, row.ends))
            cut = wish.cut_links and shares(wish.start, wish.end, row) and any(map(self.has_container, row.ends))
            return (both or cut) and self.has_value(row)
        if not self.has_container(row.container):
            return False
        if row.kind == "State" and row.depth >= wish.max_nesting:
            return False
        return shares(wish.start, wish.end, row) and self.has_value(row)

    def run(self):
        """The rows of the part, in order."""
        wish, rows = self.wish, self.rows
        kept = {i for i, row in enumerate(rows) if row.kind in ("State", "Event", "Link") and self.keeps(row)}
        start, end = wish.start, min(wish.end, rows[0].end)
        if wish.whole:
            start = min([start, *(min(rows[i].start, rows[i].end) for i in kept)])
            end = max([end, *(max(rows[i].start, rows[i].end) for i in kept)])
        kept |= {i for i, row in enumerate(rows) if row.kind == "Variable" and self.has_type(row.type)
                 and self.has_container(row.container) and shares(start, end, row)}
        needed = {"0"}
        for i in kept:
            for name in (rows[i].container, *rows[i].ends):
                needed |= self.with_all_above(name)
        for row in rows[1:]:
            if row.kind == "Container" and self.has_container(row.value) and shares(start, end, row) and (
                    self.has_type(row.type) or any(map(self.has_type, self.children.get(row.type, ())))):
                needed |= self.with_all_above(row.value)
        made = []
        for i, row in enumerate(rows):
            if row.kind == "Container":
                if row.value not in needed:
                    continue
            elif i not in kept:
                continue
            clipped = replace(row, start=min(max(row.start, start), end), end=min(max(row.end, start), end))
            if i == 0:
                clipped.start = 0.0
            if row.kind == "State":
                clipped.depth = sum(1 for at in self.around(i) if at in kept)
            made.append(clipped)
        return made

    def with_all_above(self, name):
        names = {name}
        while name != "0":
            name = self.parents[name]
            names.add(name)
        return names
