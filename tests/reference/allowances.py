"""Compares outputs of pj_dump with the reference's, allowing only the differences that are meant.

Each allowance is counted, so that a report shows how often it was needed:
  variable  the reference reads values of variables in single precision;
  sum       so are what is added and subtracted, and the errors add up;
  time      it reads times by repeated arithmetic, the last digit may be off;
  header    its header of Event lines names columns that are not there;
  window    what it selects by time has gaps and neighbours, and it always selects: from 0 to the
            end of the trace. It may lose objects that begin at the end, and show objects of the
            root container that come after --stop-at;
  negative  where a container is created after --stop-at it lasts less than no time.
"""

import re
import struct
from collections import Counter

REFERENCE_EVENT_HEADER = "Event, Container, Variable, Value, Start, Value"
EVENT_HEADER = "Event, Container, Type, Time, Value"
TIME_COLUMNS = {"Container": (3, 4, 5), "State": (3, 4, 5), "Variable": (3, 4, 5),
                "Link": (3, 4, 5), "Event": (3,)}
VALUE_COLUMN = 6  # of Variable lines
TIME_TOLERANCE = 1e-6
SINGLE_PRECISION = 2.0 ** -24  # largest relative error of rounding to it
ALLOWANCES = ("variable", "sum", "time", "header", "window", "negative")
NUMBER = re.compile(r"-?(\d+(\.\d+)?(e[+-]\d+)?|inf|nan)")


class TextComparison:
    """Compares line by line; `used` counts the lines that needed each allowance."""

    def __init__(self):
        self.lines = 0
        self.used = Counter()
        self.rounding = {}

    def same(self, reference, ours, end=None, stopped=False):
        """Whether the texts agree, with allowances. `end`: the end of the trace, where the
        reference's window is; `stopped`: it is a --stop-at."""
        self.lines += ours.count("\n")
        if reference == ours:
            return True
        self.rounding = sum_errors(ours)
        if self.same_lines(reference.splitlines(), ours.splitlines()):
            return True
        if end is None:
            return False
        inside = [list(filter(lambda line: is_inside(line, end, stopped), text.splitlines()))
                  for text in (reference, ours)]
        self.used["window"] += abs(reference.count("\n") - ours.count("\n"))
        return self.same_lines(*inside)

    def same_lines(self, theirs, mine):
        before = self.used.copy()
        if len(theirs) == len(mine) and all(map(self.same_line, theirs, mine)):
            return True
        self.used = before
        return False

    def same_line(self, reference, ours):
        if reference == ours:
            return True
        if reference.startswith(REFERENCE_EVENT_HEADER):
            self.used["header"] += 1
            return ours == EVENT_HEADER + reference.removeprefix(REFERENCE_EVENT_HEADER)
        theirs, mine = reference.split(", "), ours.split(", ")
        if len(theirs) != len(mine) or theirs[0] != mine[0]:
            return False
        if lasts_less_than_no_time(theirs):
            theirs[4:6] = theirs[3], "0"
            self.used["negative"] += 1
        needed = {self.allowance(mine, column, a, b)
                  for column, (a, b) in enumerate(zip(theirs, mine)) if a != b}
        if None in needed:
            return False
        self.used.update(needed)
        return True

    def allowance(self, line, column, reference, ours):
        """The allowance under which two different words of a line agree, or None."""
        if not (NUMBER.fullmatch(reference) and NUMBER.fullmatch(ours)):
            return None
        distance = abs(float(reference) - float(ours))
        if line[0] == "Variable" and column == VALUE_COLUMN:
            if as_single(reference) == as_single(ours):
                return "variable"
            return "sum" if distance <= self.rounding.get((line[1], line[2]), 0) else None
        if column in TIME_COLUMNS.get(line[0], ()):
            return "time" if distance <= TIME_TOLERANCE else None
        return None


def lasts_less_than_no_time(words):
    return words[0] == "Container" and words[5].startswith("-")


def sum_errors(dump):
    """{(container, type): how far off sums of single-precision values may be} of a dump."""
    values = {}
    for line in dump.splitlines():
        words = line.split(", ")
        if words[0] == "Variable" and NUMBER.fullmatch(words[VALUE_COLUMN]):
            values.setdefault((words[1], words[2]), []).append(abs(float(words[VALUE_COLUMN])))
    # What is added in one step is at most twice the largest value.
    return {key: len(found) * 2 * max(found) * SINGLE_PRECISION for key, found in values.items()}


def is_inside(line, end, stopped):
    """Whether an object's line is surely in the reference's window."""
    words = line.split(", ")
    if words[0] not in TIME_COLUMNS or words[0] == "Container" or words[3] == "Start":
        return True
    if words[0] == "Link" and stopped and float(words[4]) > end:
        return False
    return not NUMBER.fullmatch(words[3]) or float(words[3]) < end


def as_single(word):
    """The bytes of a number in single precision."""
    number = float(word)
    try:
        return struct.pack("f", number)
    except OverflowError:  # beyond the largest: infinite, as C rounds it
        return struct.pack("f", number * float("inf"))
