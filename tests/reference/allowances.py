"""Compares outputs of pj_dump with the reference's, allowing only the differences that are meant.

Each allowance is counted, so that a report shows how often it was needed:
  variable  the reference reads values of variables in single precision;
  sum       so are what is added and subtracted, and the errors add up;
  time      it reads times by repeated arithmetic, the last digit may be off;
  header    its header of Event lines names columns that are not there;
  negative  it takes -1 for "not set", so what begins before 0 has no duration;
  window    what it selects by time has gaps and neighbours, and it always selects: from 0 to the
            end of the trace. It may lose objects that begin at the end or before 0, and show objects
            of the root container that come after --stop-at;
  backward  where a container is created after --stop-at it lasts less than no time.
"""

import re
import struct
from collections import Counter

REFERENCE_EVENT_HEADER = "Event, Container, Variable, Value, Start, Value"
EVENT_HEADER = "Event, Container, Type, Time, Value"
TIME_COLUMNS = {"Container": (3, 4, 5), "State": (3, 4, 5), "Variable": (3, 4, 5),
                "Link": (3, 4, 5), "Event": (3,)}
VALUE_COLUMN = 6  # of Variable lines
DURATION_COLUMN = 5
TIME_TOLERANCE = 1e-6
TIME_ERROR = 1e-13  # of a time that was read by repeated arithmetic, relative
SIX_DIGITS = 1e-5  # of a number that is printed with six significant digits
SINGLE_PRECISION = 2.0 ** -24  # largest relative error of rounding to it
ALLOWANCES = ("variable", "sum", "time", "header", "negative", "window", "backward")
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
        return end is not None and self.same_in_window(
            reference.splitlines(), ours.splitlines(), Window(end, stopped))

    def same_in_window(self, theirs, mine, window):
        """Whether the lines agree except for those that one tool alone prints, outside the window."""
        before = self.used.copy()
        at = 0  # in theirs
        for line in mine:
            while window.stopped and at < len(theirs) and window.is_outside(theirs[at]) and (
                    not self.same_line(theirs[at], line)):
                self.used["window"] += 1
                at += 1
            if at < len(theirs) and self.same_line(theirs[at], line):
                at += 1
            elif window.is_outside(line):
                self.used["window"] += 1
            else:
                break
        else:
            rest = theirs[at:]
            if not rest or window.stopped and all(map(window.is_outside, rest)):
                self.used["window"] += len(rest)
                return True
        self.used = before
        return False

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
            self.used["backward"] += 1
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
        if column not in TIME_COLUMNS.get(line[0], ()):
            return None
        if column == DURATION_COLUMN and float(reference) == 0 and "-" in line[3] + line[4]:
            return "negative"
        return "time" if distance <= time_tolerance(line) else None


def time_tolerance(line):
    """How far off a time or duration of a line may be."""
    words = [line[column] for column in TIME_COLUMNS[line[0]]]
    # Names with commas move what follows them.
    largest = max((abs(float(word)) for word in words if NUMBER.fullmatch(word)), default=0)
    return TIME_TOLERANCE + largest * (SIX_DIGITS if line[0] == "Container" else TIME_ERROR)


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


class Window:
    """The times that the reference always selects: from 0 to the end of the trace, or to a --stop-at."""

    def __init__(self, end, stopped=False):
        self.stopped = stopped
        # The end may be known from a line that prints it with six digits.
        self.end = end - abs(end) * SIX_DIGITS - TIME_TOLERANCE

    def is_outside(self, line):
        """Whether an object's line may be missing on one side."""
        words = line.split(", ")
        if words[0] not in TIME_COLUMNS or words[0] == "Container":
            return False
        if words[3] in ("Start", "Time"):  # the header, if all rows are missing
            return True
        if not NUMBER.fullmatch(words[3]):
            return False
        if words[0] == "Link" and self.stopped and float(words[4]) > self.end:
            return True
        return not 0 <= float(words[3]) < self.end


def as_single(word):
    """The bytes of a number in single precision."""
    number = float(word)
    try:
        return struct.pack("f", number)
    except OverflowError:  # beyond the largest: infinite, as C rounds it
        return struct.pack("f", number * float("inf"))
