"""A small reading of a trace's lines that knows only the grammar: words, event definitions, fields.

The fuzzer against the reference takes it to see for itself that a line is what a tool says of it.
Lines are Latin-1 text.
"""

import re
from dataclasses import dataclass, field

BLANKS = " \t\v\f\r"
DECIMAL = re.compile(r"[-+]?((\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|inf(inity)?|nan)", re.IGNORECASE)


@dataclass
class Line:
    """The words of a line. `open_quote`: a quote that does not close; `glued`: text glued to a quoted word."""

    words: list = field(default_factory=list)
    quoted: list = field(default_factory=list)
    open_quote: bool = False
    glued: bool = False


def words_of(text):
    line, at = Line(), 0
    while True:
        while at < len(text) and text[at] in BLANKS:
            at += 1
        if at == len(text) or text[at] == "#":
            return line
        if text[at] == '"':
            end = text.find('"', at + 1)
            line.open_quote |= end < 0
            end = len(text) if end < 0 else end
            line.words.append(text[at + 1:end])
            line.quoted.append(True)
            at = min(end + 1, len(text))
            line.glued |= at < len(text) and text[at] not in BLANKS + "#"
        else:
            end = at
            while end < len(text) and text[end] not in BLANKS + "#":
                end += 1
            line.words.append(text[at:end])
            line.quoted.append(False)
            at = end


def is_decimal(word):
    return DECIMAL.fullmatch(word) is not None


@dataclass
class Definition:
    name: str
    fields: list = field(default_factory=list)  # (name, type) each


@dataclass
class EventLine:
    number: int  # of the line, from 1
    definition: Definition
    words: list  # the fields' values


class Reading:
    """All lines of a trace; what is wrong with some of them is passed over."""

    def __init__(self, data):
        data = data.removeprefix(b"\xef\xbb\xbf")
        self.lines = [words_of(line) for line in data.decode("latin-1").split("\n")]
        self.definitions = {}
        self.unfinished = set()  # numbers of the lines that open a definition that has no end
        self.events = []
        self.opened = 0  # number of the line that opened the current definition, or 0
        self.current = None
        for number, line in enumerate(self.lines, 1):
            if line.words:
                self._take(number, line)
        self._end_missing()

    def _take(self, number, line):
        words = line.words
        if words[0][:1] == "%" and not line.quoted[0]:
            words = ([words[0][1:]] if len(words[0]) > 1 else []) + words[1:]
            self._take_definition(number, words)
            return
        self._end_missing()
        if words[0] in self.definitions:
            self.events.append(EventLine(number, self.definitions[words[0]], words[1:]))

    def _take_definition(self, number, words):
        if words[:1] == ["EventDef"] and len(words) > 2:
            self._end_missing()
            self.opened, self.current = number, Definition(words[1])
            self.definitions.setdefault(words[2], self.current)
        elif words[:1] == ["EndEventDef"]:
            self.opened = 0
        elif self.opened and len(words) > 1:
            self.current.fields.append((words[0], words[1]))

    def _end_missing(self):
        if self.opened:
            self.unfinished.add(self.opened)
        self.opened = 0

    def line(self, number):
        return self.lines[number - 1] if 0 < number <= len(self.lines) else Line()

    @property
    def has_empty_word(self):
        return any("" in line.words for line in self.lines)

    @property
    def most_words(self):
        return max(len(line.words) for line in self.lines)

    @property
    def times(self):
        """The times of all events, in order."""
        return self.times_of(self.events)

    @staticmethod
    def times_of(events):
        for event in events:
            for (name, _), word in zip(event.definition.fields, event.words):
                if name == "Time" and is_decimal(word):
                    yield float(word)

    @property
    def last_time(self):
        """The time of the last event, 0 if that has none: where the reference ends a trace."""
        last = self.events[-1:]
        return next(self.times_of(last), 0.0)

    @property
    def greatest_time(self):
        return max(self.times, default=0.0)
