"""Records of librastro, field by field: also such as no writer makes."""

import struct

CODES = {"s": 1, "d": 2, "f": 3, "Q": 4, "H": 5, "B": 6, "I": 7}
OPENING, CLOSING, DEFINITION, STRING = 16383, 16382, 999, 888
NAME, TYPE, CONTAINER, VALUE, KEY, ALIAS, USER = 2, 3, 4, 9, 10, 11, 16
TIME, START_CONTAINER, END_CONTAINER, COLOR = 1, 7, 8, 12
SIZE, MARK = 35, 36
AS_STRING, AS_DOUBLE, AS_INT, AS_DATE, AS_COLOR = 0, 2, 3, 5, 6


def record(kind, fields="", *values):
    """A record of librastro: `fields` has a letter for each value, as in struct, s for a string."""
    codes = [CODES[letter] for letter in fields]
    first, rest = codes[:4] + [0] * (4 - len(codes[:4])), codes[4:]
    word = kind << 18 | (0 if rest else 1 << 17)
    for i, code in enumerate(first):
        word |= code << 4 * (3 - i)
    data = struct.pack("<IQ", word, 0)
    while rest:
        some, rest = rest[:7], rest[7:]
        some += [0] * (7 - len(some))
        word = 0 if rest else 1 << 29
        for i, code in enumerate(some):
            word |= code << 4 * (6 - i)
        data += struct.pack("<I", word)
    for letter, value in zip(fields, values):
        if letter == "s":
            data += value.encode("latin-1") + b"\0"
            data += bytes(-len(data) % 4)
        else:
            data += struct.pack("<" + letter, value)
    return data + bytes(-len(data) % 4)


def define(event, *fields, names=()):
    numbers = [event] + [number for field in fields for number in field]
    return record(DEFINITION, "I" * len(numbers) + "s" * len(names), *numbers, *names)


def opening():
    # Its time base is between the header and the time.
    plain = record(OPENING, "QQs", 1, 2, "host")
    word = struct.unpack("<I", plain[:4])[0] | 1 << 16
    return struct.pack("<IQQ", word, 0, 10**9) + plain[4:]


def file_of(*records):
    return opening() + b"".join(records) + record(CLOSING)
