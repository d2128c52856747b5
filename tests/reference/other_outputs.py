"""Compares -s, -e, -p, -c and -f, which the reference gets wrong: how ours differs has to be explained by
what the reference is known to do.

  window       -s and -e: ours has exactly the rows of the whole table that overlap; the reference has
               neighbours besides, and leaves out objects that enclose the window;
  value before -p: the reference shows the values of the interval before, or of nested states any. Its
               intervals also end at events without effect, as for destroyed containers; they are in
               the order of the lines;
  text         -c: the same containers in the same order; the texts are others;
  flex         -f: the reference's other reader keeps quotes, and stops at some lines with status 0.
"""

import re

import blackbox
from allowances import NUMBER, TextComparison

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
        comparison.note(" ".join(options), window(table[1].out, comparison.run_both(options), times))
    for name in state_and_variable_types(table[1].out):
        comparison.note(f"-p {name}", values_before(*comparison.run_both(["-p", name])))
    comparison.note("-c", containers(*comparison.run_both(["-c"])))
    comparison.note("-f", flex(table[1].out, comparison.run_both(["-f"])[1]))


def times_of(words):
    return [float(word) for word in words[3:4 if words[0] == "Event" else 5]]


def overlaps(line, times):
    words = line.split(", ")
    if words[0] not in KINDS:
        return True
    found = times_of(words)
    return min(found) <= times[1] and max(found) >= times[0]


def window(table, both, times):
    """Why the rows are not those that overlap, or ''. Printed times are rounded: those near a border
    are not looked at."""
    theirs, mine = (done.out.splitlines() for done in both)
    if both[1].code != 0 or both[1].err:
        return both[1].err or f"exit code {both[1].code}"
    rows = [line for line in table.splitlines() if not is_near(line, times)]
    expected = [line for line in rows if overlaps(line, times)]
    got = [line for line in mine if not is_near(line, times)]
    if expected != got:
        return "\n" + blackbox.short_diff("\n".join(expected), "\n".join(got))
    text = TextComparison()
    unknown = [line for line in theirs if line not in rows and not is_near(line, times)]
    whole = table.splitlines()
    unknown = [line for line in unknown if not any(text.same_line(line, row) for row in whole)]
    return f"only in the reference's: {unknown[0]}" if unknown else ""


def is_near(line, times):
    words = line.split(", ")
    return words[0] in KINDS and any(abs(a - b) < 2e-6 for a in times_of(words) for b in times)


def state_and_variable_types(table):
    rows = (line.split(", ") for line in table.splitlines())
    return sorted({words[2] for words in rows if words[0] in ("State", "Variable")})


def values_before(theirs, mine):
    if theirs.code != 0 or mine.code != 0:
        return f"exit codes {theirs.code} and {mine.code}: {mine.err}"
    rows = [[line.split(",") for line in done.out.splitlines()] for done in (theirs, mine)]
    borders = [{time for words in side for time in words[:2]} for side in rows]
    unknown = borders[1] - borders[0]
    if unknown:
        return f"an interval that only ours has, at {min(unknown)}"
    labels = [{word for words in side for word in words[3:] if not NUMBER.search(word)}
              for side in rows]
    unknown = labels[0] - labels[1]
    return f"a value that ours never shows: {min(unknown)}" if unknown else ""


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
