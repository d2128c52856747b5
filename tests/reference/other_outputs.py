"""Checks -s, -e, -c and -f, which the reference gets wrong, for what they should be:

  window       -s and -e: exactly the rows of the whole table that overlap; the reference has
               neighbours besides, and leaves out objects that enclose the window;
  text         -c: the same containers as the reference; the texts are others;
  flex         -f: no effect; the reference's other reader keeps quotes, and stops at some lines with
               status 0.

-p is left out: the reference shows the values of the interval before, or of nested states any.
"""

import re

import blackbox
KINDS = ("State", "Variable", "Event", "Link")
PARTS = ((0.25, 0.5), (0.5, 0.5), (0, 0.75), (0.5, 2))  # of the length of the trace
REPORTED_CONTAINER = re.compile(r"reportContainer \|[| ]*?(?P<name>[^| ].*) \((?P<alias>.*)\)$")
OUR_CONTAINER = re.compile(r"(?:\[\d+\] )? *(?P<name>.*?)(?: \(.*\))?: [^:]*$")


def compare(comparison):
    """All of these outputs for one trace; notes go into `comparison`."""
    table = comparison.run_both([])
    if any(done.code != 0 for done in table):
        return
    for begin, end in PARTS:
        times = [comparison.end * begin, comparison.end * end]
        options = ["-s", repr(times[0]), "-e", repr(times[1])]
        comparison.note(" ".join(options), window(table[1].out, comparison.run_both(options)[1], times))
    comparison.note("-c", containers(*comparison.run_both(["-c"])))
    comparison.note("-f", flex(table[1].out, comparison.run_both(["-f"])[1]))


def times_of(words):
    return [float(word) for word in words[3:4 if words[0] == "Event" else 5]]


def overlaps(line, times):
    words = line.split(", ")
    if words[0] not in KINDS:
        return True
    found = times_of(words)
    return found[0] <= times[1] and found[-1] >= times[0]


def window(table, mine, times):
    """Why the rows are not those that overlap, or ''. Printed times are rounded: those near a border
    are not looked at."""
    if mine.code != 0 or mine.err:
        return mine.err or f"exit code {mine.code}"
    rows = [line for line in table.splitlines() if not is_near(line, times)]
    expected = [line for line in rows if overlaps(line, times)]
    got = [line for line in mine.out.splitlines() if not is_near(line, times)]
    return "" if expected == got else "\n" + blackbox.short_diff("\n".join(expected), "\n".join(got))


def is_near(line, times):
    words = line.split(", ")
    return words[0] in KINDS and any(abs(a - b) < 2e-6 for a in times_of(words) for b in times)


def containers(theirs, mine):
    if mine.code != 0:
        return mine.err
    names = [[match["name"] for match in map(pattern.match, done.out.splitlines()) if match]
             for pattern, done in ((REPORTED_CONTAINER, theirs), (OUR_CONTAINER, mine))]
    if sorted(names[0]) == sorted(names[1]):
        return ""
    return f"other containers: {names}"


def flex(table, mine):
    return "" if (mine.code, mine.out, mine.err) == (0, table, "") else "-f has an effect: " + mine.err
