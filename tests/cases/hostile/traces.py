"""Traces of the hostile class: times of every magnitude, and names of any bytes."""

import random
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
from definitions import definitions  # noqa: E402

HEAD = definitions([
    ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
    ("DefineVariableType", "Alias Type Name"), ("DefineEventType", "Alias Type Name"),
    ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    ("CreateContainer", "Time Alias Type Container Name"),
    ("PushState", "Time Type Container Value"), ("PopState", "Time Type Container"),
    ("SetVariable", "Time Type Container Value:double"), ("NewEvent", "Time Type Container Value"),
    ("StartLink", "Time Type Container StartContainer Value Key"),
    ("EndLink", "Time Type Container EndContainer Value Key"),
    ("DestroyContainer", "Time Type Name"),
]).encode()
TYPES = b"0 P 0 Process\n1 S P State\n2 V P Var\n3 E P Mark\n4 L 0 P P Link\n"
PLAIN = HEAD + TYPES + b"5 0 p P 0 p\n6 0 S p x\n6 1 S p y\n7 2 S p\n7 5 S p\n"


def of_times(times, value=b"1"):
    """Two containers with nested states, a variable, events and links at these times, in order."""
    words = [repr(time).encode() for time in times]
    lines = [b"5 %s p P 0 p" % words[0], b"5 %s q P 0 q" % words[0]]
    lines += [b"6 %s S p x" % words[0], b"6 %s S q x" % words[0]]
    for i, word in enumerate(words):
        lines += [b"8 %s V p %s" % (word, value), b"9 %s E q mark" % word,
                  b"10 %s L 0 p m k%d" % (word, i), b"6 %s S p y" % word]
        lines += [b"7 %s S p" % words[min(i + 1, len(words) - 1)],
                  b"11 %s L 0 q m k%d" % (words[min(i + 1, len(words) - 1)], i)]
    lines += [b"7 %s S p" % words[-1], b"12 %s P p" % words[-1], b"12 %s P q" % words[-1]]
    return HEAD + TYPES + b"\n".join(lines) + b"\n"


GREATEST = sys.float_info.max
LEAST = 5e-324
EXTREME_TIMES = {
    "denormal": [LEAST, 2 * LEAST, 3 * LEAST],
    "smallest normal": [0.0, 2.3e-308, 3e-308],
    "femtoseconds": [0.0, 1e-15, 3e-15],
    "one number apart": [1.7e9, 1.7000000000000002e9, 1.7000000000000005e9],
    "one number apart far away": [1e300, 1.0000000000000002e300],
    "no length": [5.0, 5.0],
    "no length far away": [-1e300, -1e300],
    "up to 1e300": [-1e300, 0.0, 1e300],
    "up to 1e308": [0.0, 1.0, 1e308],
    "from -1e308": [-1e308, 0.0, 1e308],
    "the greatest": [-GREATEST, GREATEST],
    "infinite end": [0.0, 1.0, float("inf")],
    "infinite begin": [float("-inf"), 0.0, 1.0],
    "both infinite": [float("-inf"), float("inf")],
    "only infinite": [float("inf"), float("inf")],
    "tiny and huge": [0.0, LEAST, 1e-300, 1.0, 1e299],
}
EXTREME_VALUES = [b"1e308", b"-1e308", b"inf", b"-inf", b"5e-324", b"1.7976931348623157e308"]


def random_times(seed):
    """Some doubles of any bits, in order; NaN is no time."""
    dice = random.Random(seed)
    times = []
    while len(times) < 6:
        time, = struct.unpack("<d", dice.randbytes(8))
        if time == time:
            times.append(time)
    if seed % 3 == 0:  # all of one magnitude
        times = [times[0] * dice.random() for _ in times]
    return sorted(times)


def word(name):
    """A name as a word of a trace; nothing if no word is it."""
    if b"\n" in name or b"\r" in name or b"\0" in name:
        return None
    if b'"' not in name:
        return b'"' + name + b'"'
    # Without quotes around it, a word ends at a blank.
    return None if set(name) & set(b" \t\v\f") or name.startswith((b'"', b"#", b"%")) else name


SPECIAL_NAMES = [
    b"caf\xe9", b"\xff\xfe", b"\x80\x81\x9f", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x92", b"\xc0\x80",
    b"\xed\xa0\x80", b"\xed\xb0\x80\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbf\xbe",
    b"\xef\xbf\xbf", b"\xc2\x85", b"\xc2\x9b31m", b"\x1b[31m", b"\x7f", b"\xe2\x80\xae", b"\xe2\x80\xa8",
    b"]]>", b"<!--", b"-->", b"<b>&amp;</b>", b"&#0;", b"&#xFFFF;", b"a'b", b'a"b', b'"', b"\\", b"a\\",
    b"\\\\\"", b"\\N\\G", b"a,b;c", b"=1+1", b"{}[]", b"<<<>>>", b"?><?xml", b"\x01\x02\x03", b"\t", b" ",
    b"</title><script>", b"*/", b"%s%n", b"\xf0\x9f\x98\x80", b"x" * 300, b"\x80" * 200,
]


def random_name(dice):
    return dice.randbytes(dice.randrange(1, 12))


def batches_of_names():
    """Lists of names: all single bytes, special ones, and random ones."""
    dice = random.Random(7)
    singles = [bytes([byte]) for byte in range(1, 256)]
    yield "single bytes", singles
    yield "special", SPECIAL_NAMES
    for number in range(4):
        yield f"random {number}", [random_name(dice) for _ in range(60)]


def usable(names):
    """Those that a trace can hold, each once."""
    return [name for name in dict.fromkeys(names) if word(name) is not None]


def of_names(names):
    """A container, a type of states and of variables, a value, an event and a link of each name."""
    names = usable(names)
    lines = [b"0 P 0 Process", b"0 Q P Inner", b"4 L 0 P P Link", b"3 E P Mark", b"5 0 top P 0 top"]
    for i, name in enumerate(names):
        lines += [b"1 S%d P %s" % (i, word(name)), b"2 V%d P %s" % (i, word(name)),
                  b"5 0 c%d P 0 %s" % (i, word(name))]
    for i, name in enumerate(names):
        value = word(name)
        lines += [b"6 %d S0 c%d %s" % (i, i, value), b"6 %d S%d c%d %s" % (i, i, i, value),
                  b"8 %d V%d c%d 1" % (i, i, i), b"9 %d E c%d %s" % (i, i, value),
                  b"10 %d L 0 c%d %s %s" % (i, i, value, value),
                  b"11 %d L 0 top %s %s" % (i, value, value)]
    for i, name in enumerate(names):
        lines += [b"7 %d S%d c%d" % (len(names) + i, i, i)]
    return HEAD + b"\n".join(lines) + b"\n"
