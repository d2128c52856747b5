"""Which differences from the reference are meant: each a predicate on a trace and both answers, with
its reason. What they say of the trace they see for themselves (plain_reading), and take neither
tool's word for it.
"""

import re
from functools import cached_property

from allowances import TextComparison
from plain_reading import Reading, is_decimal

MESSAGE = re.compile(r"(?s)trace\.paje:(\d+)(?::(\d+))?: error: ([^:]*): found '(.*?)', expected")
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
        return (int(match[1]), match[3], match[4]) if match else NO_MESSAGE

    @property
    def number(self):
        return self.error[0]

    @property
    def line(self):
        """The line of which our message is."""
        return self.reading.line(self.number)

    @property
    def found(self):
        return self.error[2]

    @property
    def definition_name(self):
        """What kind of event our message is of."""
        return next((event.definition.name for event in self.reading.events
                     if event.number == self.number), "")

    @property
    def has_more_words(self):
        """Whether the line of a definition has more words than it takes."""
        words = self.line.words
        count = len(words) - (words[:1] == ["%"])
        ends = words and words[-count].lstrip("%") == "EndEventDef"
        return count > (1 if ends else 3 if words and words[0] == "%EventDef" else 2)

    @cached_property
    def rows(self):
        """Both tables, in words."""
        return [[line.split(", ") for line in ended.out.decode("latin-1").splitlines()]
                for ended in (self.theirs, self.mine)]


def rejects(title, predicate):
    return lambda case: case.error[1] == title and predicate(case)


def has_null_container(case):
    return re.search(rb"(?m)^Link, .*, NULL, ", case.theirs.out) is not None


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


def ends_at_greatest_time(case):
    """Whether the trace goes back in time at its end, and the tables agree but for the end of what is
    open there."""
    reading = case.reading
    if reading.last_time >= reading.greatest_time or len(case.rows[0]) != len(case.rows[1]):
        return False
    end_columns = slice(4, 6)
    return all(theirs[:4] == mine[:4] and (
        theirs[end_columns] == mine[end_columns] or is_near(mine[4], reading.greatest_time))
        and theirs[6:] == mine[6:] for theirs, mine in zip(*case.rows))


def is_near(word, time):
    return is_decimal(word) and abs(float(word) - time) <= 1e-6 + 1e-5 * abs(time)


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
    ("an event id is an integer: the reference takes any word",
     rejects("event id is not an integer",
             lambda case: not re.fullmatch(r"[-+]?\d+", case.line.words[-1]))),
    ("times and values of variables are decimal numbers: the reference takes what a word begins with, "
     "or what was in its memory",
     rejects("not a number", lambda case: not is_decimal(case.found))),
    ("NaN is no time: the reference prints rows of it",
     rejects("not a number", lambda case: "nan" in case.found.lower())),
    ("an event definition has an end: the reference passes over the lines that follow, events too",
     rejects("event definition without an end",
             lambda case: case.number in case.reading.unfinished)),
    ("a container is not destroyed before its last event: the reference prints negative durations",
     rejects("container destroyed before its last event", is_of_negative_length)),
    ("NaN is no time: the reference prints rows of it",
     rejects("not time-ordered", lambda case: "nan" in case.found.lower())),
    ("the % of a definition and its keyword stand without quotes: the reference drops quotes first",
     has_quoted_keyword),
    ("two starts, or two ends, of a link are an incomplete link: the reference makes one of them, to "
     "container NULL",
     rejects("incomplete link", has_null_container)),
]

# Both dump it, and the tables differ.
TABLES = [
    ('"" is an empty word: the reference takes it for a quote that opens',
     lambda case: case.reading.has_empty_word),
    ("a line has any number of words: the reference reads 20",
     lambda case: case.reading.most_words > 20),
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
    ("parts that are missing, repeated or cyclic are a warning",
     lambda case: case.error[1] in ("part of the trace cannot be read", "file named twice")),
    ("PajeTraceFile never ends a dump",
     lambda case: case.definition_name == "PajeTraceFile" and (
         case.error[1] in ("unknown container", "unknown type", "wrong kind of type"))),
    ("a colour never makes a line unusable", lambda case: case.error[1] == "not a colour"),
    ("words after a definition's end, or after a field's type, are a warning",
     lambda case: case.error[1] == "malformed event definition" and case.has_more_words),
    ("an old field name is an error only where the new one is missing",
     lambda case: case.error[1] == "field name of an old version of the format"),
    ("vertical tab and form feed are blanks, a byte order mark is skipped",
     lambda case: re.search(rb"[\v\f]|^\xef\xbb\xbf", case.text) is not None),
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
