"""Which differences from the reference are meant: each a predicate on a trace and both answers, with
its reason. What they say of the trace they see for themselves (plain_reading), and take neither
tool's word for it.
"""

import re
from functools import cached_property

from allowances import TextComparison
from plain_reading import Reading, is_decimal

MESSAGE = re.compile(r"(?s)trace\.paje:(\d+)(?::(\d+))?: error: ([^:]*): (?:found '(.*?)', )?expected")
NO_MESSAGE = (0, "no message", "")


class Case:
    """A trace, the options of the call, and what both tools answered."""

    def __init__(self, text, options, theirs, mine):
        self.text, self.options, self.theirs, self.mine = text, options, theirs, mine

    @cached_property
    def reading(self):
        return Reading(self.text)

    @cached_property
    def error(self):
        """(line number, what is wrong, what was found) of our message."""
        match = MESSAGE.search(self.mine.err.decode("latin-1"))
        return (int(match[1]), match[3], match[4] or "") if match else NO_MESSAGE

    @property
    def number(self):
        return self.error[0]

    @property
    def line(self):
        """The line that our message is about."""
        return self.reading.line(self.number)

    @property
    def found(self):
        return self.error[2]

    @cached_property
    def rows(self):
        """Both tables, in words."""
        return [[line.split(", ") for line in ended.out.decode("latin-1").splitlines()]
                for ended in (self.theirs, self.mine)]


def lacks_a_colour(case):
    message, _, table = case.theirs.out.partition(b"Field count does not match definition for line")
    return (message.startswith(b"This is the event definition of the problematic event:")
            and re.search(rb"(?m)^\W+\S*color\S* ", message, re.I) is not None
            and table.partition(b"\n")[2] == case.mine.out)


def rejects(title, predicate):
    return lambda case: case.error[1] == title and predicate(case)


def has_null_container(case):
    return re.search(rb"(?m)^Link, .*, NULL, ", case.theirs.out) is not None


def outlives_its_container(case):
    """Whether the reference prints an object that ends after the end of a container of its name."""
    rows = case.rows[0]
    ends = {row[6]: float(row[4]) for row in rows if row[0] == "Container" and is_decimal(row[4])}
    return any(row[0] in ("State", "Variable") and is_decimal(row[4])
               and float(row[4]) > ends.get(row[1], float("inf")) for row in rows)


def is_of_negative_length(case):
    """Whether a row of the reference ends before it starts."""
    return any(words[0] in ("Container", "State", "Variable") and is_decimal(words[3])
               and is_decimal(words[4]) and float(words[4]) < float(words[3])
               for words in case.rows[0] if len(words) > 4)


def has_quoted_keyword(case):
    """Whether the % of a definition, or what follows it, is in quotes."""
    return any(line.words and line.words[0][:1] == "%" and any(
        (quoted or '"' in word) and word.strip('%"') in ("", "EventDef", "EndEventDef")
        for word, quoted in zip(line.words[:2], line.quoted)) for line in case.reading.lines)


class EndComparison(TextComparison):
    """Allows that what is open at the end of the trace ends at its greatest time."""

    def __init__(self, greatest):
        super().__init__()
        self.greatest = greatest

    def allowance(self, line, column, reference, ours):
        if column in (4, 5) and line[0] != "Event" and is_near(line[4], self.greatest):
            return "time"
        return super().allowance(line, column, reference, ours)


def ends_at_greatest_time(case):
    """Whether the trace goes back in time, and the tables agree except for the end of what is open."""
    reading = case.reading
    theirs, mine = (ended.out.decode("latin-1") for ended in (case.theirs, case.mine))
    return reading.last_time < reading.greatest_time and EndComparison(reading.greatest_time).same(
        theirs, mine, reading.last_time, True)


def differs_in_sums(case):
    """Whether the tables agree except for values of variables, to which the trace adds or subtracts."""
    def without_sums(rows):
        return [row[:6] if row[0] == "Variable" else row for row in rows]
    return without_sums(case.rows[0]) == without_sums(case.rows[1]) and any(
        event.definition.name in ("PajeAddVariable", "PajeSubVariable")
        for event in case.reading.events)


def is_near(word, time):
    return is_decimal(word) and (
        float(word) == time or abs(float(word) - time) <= 1e-6 + 1e-5 * abs(time))


def has_hexadecimal(case):
    return any(re.fullmatch(r"[-+]?0[xX][\da-fA-F.]+", word)
               for line in case.reading.lines for word in line.words)


def prints_known_names(case):
    """Whether user-defined fields are asked for, and one has the name of another event's field."""
    return "-u" in case.options and any(
        name in KNOWN_NAMES and name not in FIELDS.get(definition.name, KNOWN_NAMES)
        for definition in case.reading.definitions.values() for name, _ in definition.fields)


KNOWN_NAMES = set("Name Alias Color Key Value StartContainer EndContainer StartContainerType "
                  "EndContainerType Filename Time Type Container Line File".split())
OF_STATES = {"Time", "Type", "Container", "Value", "Line", "File"}
FIELDS = {name: OF_STATES for name in ("PajeSetState", "PajePushState", "PajeNewEvent")}
FIELDS |= {name: OF_STATES - {"Value"} for name in ("PajePopState", "PajeResetState")}
FIELDS |= {f"Paje{change}Variable": OF_STATES - {"Line", "File"} for change in ("Set", "Add", "Sub")}
FIELDS |= {f"Paje{half}Link": OF_STATES | {f"{half}Container", "Key"} for half in ("Start", "End")}
FIELDS["PajeCreateContainer"] = {"Time", "Name", "Type", "Container", "Alias", "Filename"}

# The reference dumps a trace that ours rejects.
REJECTIONS = [
    ("an unterminated quote is an error: the reference takes the following lines into the word",
     rejects("unterminated quote", lambda case: case.line.open_quote)),
    ("text glued to a quoted word is an error: the reference makes two words of it",
     rejects("text glued to a quoted word", lambda case: case.line.glued)),
    ("a wrong number of fields is an error: the reference prints a message in between and goes on",
     rejects("wrong number of fields",
             lambda case: b"Field count does not match definition" in case.theirs.out)),
    ('"" is an empty word: the reference takes it for a quote that opens, and so makes fewer words',
     rejects("wrong number of fields", lambda case: case.reading.has_empty_word)),
    ("an event id is an integer: the reference takes any word",
     rejects("event id is not an integer",
             lambda case: not re.fullmatch(r"-?\d+", case.line.words[-1]))),
    ("an event id is a number: to the reference, which takes it for a word, 04 is not 4",
     rejects("event id defined twice",
             lambda case: re.fullmatch(r"-?0\d+|-0", case.line.words[-1]) or any(
                 re.fullmatch(r"-?0\d+|-0", line.words[-1])
                 for line in case.reading.lines if line.words and line.words[0] == "%EventDef"))),
    ("times and values of variables are decimal numbers: the reference takes what a word begins with, "
     "or what was in its memory",
     rejects("not a number", lambda case: not is_decimal(case.found))),
    ("NaN is no time: the reference prints rows of it",
     rejects("not a number", lambda case: "nan" in case.found.lower())),
    ("an event definition has an end: the reference passes over the lines that follow, events too",
     rejects("event definition without an end",
             lambda case: case.number in case.reading.unfinished)),
    ("a container is not destroyed before its last event: the reference prints negative durations, or "
     "objects that outlive their container",
     rejects("container destroyed before its last event",
             lambda case: is_of_negative_length(case) or outlives_its_container(case))),
    ("NaN is no time: the reference prints rows of it",
     rejects("not time-ordered", lambda case: "nan" in case.found.lower())),
    ("the % of a definition and its keyword stand without quotes: the reference drops quotes first",
     has_quoted_keyword),
    ("a hexadecimal number is read as C's strtod does: the reference reads what stands before the x",
     has_hexadecimal),
    ("two starts, or two ends, of a link are an incomplete link: the reference makes one of them, to "
     "container NULL",
     rejects("incomplete link", has_null_container)),
]

# Both dump it, and the tables differ.
TABLES = [
    ("a colour at the end of a line may be missing: the reference ends there, with a message in its table",
     lacks_a_colour),
    ("variables are sums in double precision: in the reference's single precision, errors add up",
     differs_in_sums),
    ('"" is an empty word: the reference takes it for a quote that opens',
     lambda case: case.reading.has_empty_word),
    ("a line has any number of words: the reference reads 20",
     lambda case: case.reading.most_words > 20),
    ("times may be negative: the reference's window begins at 0, and loses what is before it",
     lambda case: any(time < 0 for time in case.reading.times)),
    ("a trace ends at its greatest time: the reference takes that of its last line",
     ends_at_greatest_time),
    ("a hexadecimal number is read as C's strtod does: the reference reads what stands before the x",
     has_hexadecimal),
    ("fields that the format does not know in an event are user-defined: the reference leaves out those "
     "with a name that it knows in others", prints_known_names),
    ("the % of a definition and its keyword stand without quotes: the reference drops quotes first",
     has_quoted_keyword),
    ("two starts, or two ends, of a link are an incomplete link, and --ignore-incomplete-links leaves "
     "them out: the reference makes one of them, to container NULL", has_null_container),
]


# Not meant, and to be mended in the library: each goes from this list when it is.
KNOWN_FAULTS = [
    ("what begins and ends at an infinite time has no NaN for a duration",
     lambda case: any(abs(time) == float("inf") for time in case.reading.times)),
]


def verdict(case):
    """(kind of result, what it is): of a finding what differs, of what is meant the reason."""
    theirs, mine = case.theirs.code, case.mine.code
    if mine not in (0, 1):
        return "finding", f"ours ended with {mine}"
    if theirs is None:
        return "the reference hangs", ""
    if theirs < 0:
        return "the reference crashes", ""
    if theirs != 0:
        return ("both reject", "") if mine else ("only ours accepts", "")
    if mine != 0:
        return meant(case, REJECTIONS) or known_fault(case) or (
            "finding", f"ours rejects: {case.error[1]}")
    return compared(case)


def meant(case, differences):
    for reason, predicate in differences:
        if predicate(case):
            return "meant", reason
    return None


def known_fault(case):
    for fault, predicate in KNOWN_FAULTS:
        if predicate(case):
            return "known fault", fault
    return None


def compared(case):
    theirs, mine = (ended.out.decode("latin-1") for ended in (case.theirs, case.mine))
    if theirs == mine:
        return "both agree", ""
    # The reference ends at the last line.
    end = min(case.reading.greatest_time, case.reading.last_time)
    if TextComparison().same(theirs, mine, end):
        return "both agree, with an allowance", ""
    return meant(case, TABLES) or known_fault(case) or (
        "finding", "tables differ" + difference(theirs, mine))


def difference(theirs, mine):
    """What the first line is that differs: enough to tell findings apart."""
    pairs = zip(theirs.splitlines() + [""], mine.splitlines() + [""])
    before, after = next(((a, b) for a, b in pairs if a != b), ("", ""))
    return f": {before.partition(',')[0][:12]!r} against {after.partition(',')[0][:12]!r}"
