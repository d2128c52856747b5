"""Traces with a few lines, words or bytes changed, for the fuzzer against the reference.

Which change is made depends on nothing but the random generator, so a round can be repeated by its
number. NUL bytes are left out: the reference reads a line up to the first one, and never ends where
a line begins with one.
"""

import re

WORD = re.compile(rb'"[^"\n]*"|[^\s"]\S*')
# What writers really put there, and what they should not.
TIMES = [b"0", b"0.0", b"1", b"2.5", b"3", b"1e1", b".5", b"7.", b"+4", b"-1", b"1e-9", b"100000",
         b"0.1234567890123", b"123456.789012345", b"1e308", b"1e22", b"inf", b"nan", b"1,5", b"1.5s",
         b"0x10", b"9007199254740993", b""]
COLOURS = [b'"1 0 0"', b'"0.5 0.25 1.0"', b'"255.0 102.0 255.0"', b'"1 0"', b'"1 0 0 1"', b"red",
           b"#ff0000", b"ff0000", b'"0,5 0,5 0,5"', b'"1,0,0"', b'""', b'" 1 0 0 "', b'"1 0 0 0 0"']
BYTES = bytes(sorted(set(range(1, 256)) - set(b"\n"))) + b'\n"#% \t\r' * 8
LITERALS = [b"%EventDef", b"%EndEventDef", b"%", b"#", b'"', b"0", b"-1", b"x", b"PajeSetState",
            b"PajeDefineStateType", b"string", b"date", b"color", b"Color", b"Alias", b"Name", b"Type",
            b"Container", b"Time", b"Value", b"Key", b"Filename", b"FileName", b"ContainerType",
            b'"two words"', b'"a, b"', b"'", b"a\xe9", b"\xef\xbb\xbf", b"\v", b"\f", b"0" * 40]


def lines_of(text):
    return text.split(b"\n")


def place(chance, items):
    return chance.randrange(len(items))


def line_place(chance, lines):
    """The place of a line: of an event mostly, for few changes of a definition leave a trace that
    can be read."""
    where = place(chance, lines)
    for _ in range(4):
        if lines[where][:1] not in (b"%", b"#", b""):
            break
        where = place(chance, lines)
    return where


# Changes of the list of lines, in place.

def drop_line(chance, lines, _):
    del lines[line_place(chance, lines)]


def drop_lines(chance, lines, _):
    begin = place(chance, lines)
    del lines[begin:begin + 1 + int(chance.expovariate(0.3))]


def duplicate_line(chance, lines, _):
    where = line_place(chance, lines)
    lines.insert(where, lines[where])


def copy_line(chance, lines, _):
    lines.insert(line_place(chance, lines), chance.choice(lines))


def swap_lines(chance, lines, _):
    a, b = line_place(chance, lines), line_place(chance, lines)
    lines[a], lines[b] = lines[b], lines[a]


def swap_neighbours(chance, lines, _):
    a = line_place(chance, lines)
    b = max(0, a - 1)
    lines[a], lines[b] = lines[b], lines[a]


def cut_end(chance, lines, _):
    del lines[place(chance, lines):]


def insert_of_other(chance, lines, others):
    lines.insert(place(chance, lines), chance.choice(others))


def join_lines(chance, lines, _):
    where = line_place(chance, lines)
    lines[where:where + 2] = [b" ".join(lines[where:where + 2])]


def blank_line(chance, lines, _):
    lines.insert(place(chance, lines), chance.choice((b"", b" ", b"\t", b"# a comment", b"\r")))


# Changes of the words of one line: a list of words and what is between them, in turn.

def split_words(line):
    pieces, last = [], 0
    for match in WORD.finditer(line):
        pieces += [line[last:match.start()], match.group()]
        last = match.end()
    return pieces + [line[last:]]


def in_line(change):
    """A change of lines, from one of the pieces of a line, whose odd places are words."""
    def mutation(chance, lines, others):
        for _ in range(5):  # a line that has words
            where = line_place(chance, lines)
            pieces = split_words(lines[where])
            if len(pieces) > 1:
                change(chance, pieces, lines, others)
                lines[where] = b"".join(pieces)
                return
    mutation.__name__ = change.__name__
    return mutation


def a_word(chance, pieces):
    return 1 + 2 * chance.randrange(len(pieces) // 2)


def word_of(chance, lines):
    words = WORD.findall(chance.choice(lines))
    return chance.choice(words) if words else b"x"


@in_line
def drop_word(chance, pieces, *_):
    where = a_word(chance, pieces)
    del pieces[where - 1:where + 1]


@in_line
def duplicate_word(chance, pieces, *_):
    where = a_word(chance, pieces)
    pieces[where:where] = [pieces[where], b" "]


@in_line
def add_word(chance, pieces, lines, _):
    where = a_word(chance, pieces)
    pieces[where:where] = [word_of(chance, lines), b" "]


@in_line
def append_word(chance, pieces, lines, _):
    pieces[-1:] = [b" ", word_of(chance, lines), pieces[-1]]


@in_line
def replace_word(chance, pieces, lines, _):
    pieces[a_word(chance, pieces)] = word_of(chance, lines)


@in_line
def replace_by_other(chance, pieces, _, others):
    pieces[a_word(chance, pieces)] = word_of(chance, others)


@in_line
def replace_by_literal(chance, pieces, *_):
    pieces[a_word(chance, pieces)] = chance.choice(LITERALS)


@in_line
def swap_words(chance, pieces, *_):
    a, b = a_word(chance, pieces), a_word(chance, pieces)
    pieces[a], pieces[b] = pieces[b], pieces[a]


@in_line
def quote_word(chance, pieces, *_):
    where = a_word(chance, pieces)
    word = pieces[where]
    pieces[where] = word[1:-1] if word[:1] == b'"' == word[-1:] else b'"' + word + b'"'


@in_line
def half_quote(chance, pieces, *_):
    where = a_word(chance, pieces)
    pieces[where] = chance.choice((b'"' + pieces[where], pieces[where] + b'"',
                                   pieces[where].replace(b'"', b"", 1)))


@in_line
def change_time(chance, pieces, *_):
    pieces[min(3, len(pieces) - 2)] = chance.choice(TIMES)


@in_line
def change_number(chance, pieces, *_):
    numbers = [i for i in range(1, len(pieces), 2) if re.fullmatch(rb"[-+.\d]+", pieces[i])]
    if numbers:
        where = chance.choice(numbers)
        pieces[where] = chance.choice(TIMES + [str(chance.randrange(20)).encode(),
                                               repr(chance.random() * 10).encode(),
                                               pieces[where] + b"0", b"0" + pieces[where],
                                               b"-" + pieces[where]])


@in_line
def change_colour(chance, pieces, *_):
    pieces[a_word(chance, pieces) if chance.random() < 0.2 else -2] = chance.choice(COLOURS)


@in_line
def change_blanks(chance, pieces, *_):
    pieces[2 * chance.randrange(len(pieces) // 2 + 1)] = chance.choice(
        (b" ", b"  ", b"\t", b" \t ", b"\v", b"\f", b"\r", b"", b" # "))


# Changes of bytes.

def change_byte(chance, lines, _):
    text = bytearray(b"\n".join(lines))
    if text:
        text[place(chance, text)] = chance.choice(BYTES)
    lines[:] = lines_of(bytes(text))


def insert_byte(chance, lines, _):
    text = bytearray(b"\n".join(lines))
    text.insert(chance.randrange(len(text) + 1), chance.choice(BYTES))
    lines[:] = lines_of(bytes(text))


def drop_byte(chance, lines, _):
    text = bytearray(b"\n".join(lines))
    if text:
        del text[place(chance, text)]
    lines[:] = lines_of(bytes(text))


def byte_order_mark(_, lines, __):
    lines[0] = b"\xef\xbb\xbf" + lines[0]


MUTATIONS = [drop_line, drop_line, drop_lines, duplicate_line, copy_line, swap_lines, swap_neighbours,
             cut_end, insert_of_other, join_lines, blank_line, drop_word, duplicate_word, add_word,
             append_word, replace_word, replace_word, replace_by_other, replace_by_literal,
             replace_by_literal, swap_words, swap_words, quote_word, half_quote, change_time,
             change_time, change_number, change_number, change_colour, change_blanks, change_byte,
             insert_byte, drop_byte]
RARE = [byte_order_mark]


def mutated(chance, grounds):
    """A changed copy of one of the grounds, and the names of the changes."""
    lines = lines_of(chance.choice(grounds))
    others = lines_of(chance.choice(grounds))
    changes = []
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        if not lines:
            break
        change = chance.choice(RARE if chance.random() < 0.005 else MUTATIONS)
        change(chance, lines, others)
        changes.append(change.__name__)
    return b"\n".join(lines).replace(b"\0", b"?"), changes
