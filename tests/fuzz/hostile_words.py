"""Argument lists that no user means: options from --help with every kind of wrong value, files that
are none, and far too much of everything. Each list follows from a seed alone."""

import random
import re

OPTION = re.compile(r"(?<![\w-])(--[A-Za-z][\w-]*|-[A-Za-z?](?![\w-]))")
WORD = re.compile(r"[A-Za-z][A-Za-z-]+")

NUMBERS = ["0", "1", "2", "3", "-1", "+1", "00", "007", "1.5", "-0", "1e3", "1e308", "1e-308", "1e999",
           "nan", "NaN", "-nan", "inf", "-inf", "infinity", "0x10", " 1", "1 ", "1,2", "1;2", "1..2",
           "2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
           "-9223372036854775808", "18446744073709551615", "18446744073709551616", "9" * 400]
SIZES = ["1kB", "1MB", "10 MB", "1YB", "-1MB", "MB", "0B", "1e3MB", "99999999999999GB"]
TEXTS = ["", " ", "-", "--", "---", "=", "a=b", "=a", "a=", "*", "[", "?", "a/b", "%s%n%x", "{}", "{0}", "$HOME",
         "é", b"\xff\xfe", b"caf\xe9", "a\nb", "a\tb", "\x1b[31m", "x" * 255, "x" * 5000, "'", '"', "--help"]
SQL = ["SELECT 1", "SELECT * FROM states", "SELECT", ";", "SELECT * FROM nowhere", "SELECT 1; SELECT 2;",
       "SELECT abs(-9223372036854775808)", "SELECT * FROM slices(3)", "SELECT * FROM slices(-1)",
       "SELECT * FROM overlapping(2, 1)", "SELECT * FROM callstack(99)", "SELECT * FROM matrix('x')",
       "SELECT randomblob(10)", "DROP TABLE state", "SELECT x'00'", "SELECT 1 -- comment", "/* open"]
FILES = ["good.paje", "good.paje.gz", "good.rst", "good.rst.zst", "bad.paje", "cut.rst", "root.paje",
         "empty", "blank", "chrome.json", "table.csv", "app.prv", "query.sql", "dir", "full_dir", "absent",
         "absent/x", "good.paje/x", "dir/x", "dangling", "loop", "locked", "../x", ".", "..", "/",
         "/dev/null", "/dev/stdin", "/proc/self/mem", "./-q", "-",
         "n" * 256, "d/" * 3000, b"\xffname", "a\nname"]
# A great number is no mistake there: it asks for much, and gets it.
MUCH = {"--ranks", "--iterations", "--depth", "--events", "--size", "--parts", "--most", "--precision",
        "-l", "--float-precision", "--digits"}
# A full disk is only for these: reading from it never ends.
OUTPUTS = {"--output", "--svg", "--png", "--csv", "--type-hierarchy", "--entity-hierarchy", "--save",
           "--output-diff"}
# The kernel hands a program a quarter of its stack, 2 MiB, of words and pointers to them.
MOST_BYTES = 1 << 20
STANDARD_INPUT = ["nothing", "good.paje", "good.rst", "bad.paje", "query.sql", "noise"]


def options_of_help(text):
    """Options, each with the words of its help: some of them are its values."""
    options = {}
    for line in text.splitlines():
        head = re.match(r" +(-.*?)(?:  |$)", line)
        if not head:
            continue
        words = WORD.findall(line)
        for option in OPTION.findall(head[1]):
            options[option] = words
    return options


class HostileWords:
    def __init__(self, tool, help_text, without=()):
        self.tool = tool
        self.options = {option: words for option, words in options_of_help(help_text).items()
                        if option not in without}

    def value(self, dice, option):
        if option in MUCH and dice.random() < 0.9:
            return dice.choice(["0", "1", "2", "5", "-1", "x", "", "nan", "1.5"])
        kinds = [NUMBERS, NUMBERS, SIZES, TEXTS, FILES, FILES]
        if self.tool == "pj_query":
            kinds.append(SQL)
        if self.options.get(option):
            kinds += [self.options[option]] * 2
        return dice.choice(dice.choice(kinds))

    def option(self, dice):
        """An option with a value, without, or with one that is not its own."""
        option = dice.choice(list(self.options))
        if option in OUTPUTS and dice.random() < 0.15:
            return [f"{option}=/dev/full"]
        form = dice.randrange(10)
        if form < 3:
            return [option]
        value = self.value(dice, option)
        if form < 7:
            return [option, value]
        if form == 9:
            return [option[:dice.randrange(1, len(option) + 1)], value]
        joined = option.encode() + (b"=" if option.startswith("--") else b"")
        return [joined + (value if isinstance(value, bytes) else value.encode())]

    def words(self, dice):
        """One list of arguments."""
        if dice.random() < 0.01:
            option = self.option(dice)
            return option * min(10_000 // 2, MOST_BYTES // sum(len(word) + 9 for word in option))
        words = []
        for _ in range(dice.choice([0, 1, 1, 2, 2, 3, 5, 20])):
            words += self.option(dice)
        # Mostly files that are there: a tool that stops at the first option tests nothing else.
        for _ in range(dice.choice([0, 1, 1, 1, 2, 2, 3])):
            file = dice.choice(FILES[:12] if dice.random() < 0.7 else FILES)
            words.insert(dice.randrange(len(words) + 1), file)
        if self.tool == "pj_query" and dice.random() < 0.5:
            words.append(dice.choice(SQL))
        if dice.random() < 0.1:
            words.insert(dice.randrange(len(words) + 1), "--")
        if words and dice.random() < 0.2:
            words += words[:dice.randrange(len(words)) + 1]
        return words


def dice_of(seed, number):
    return random.Random(f"{seed}/{number}")
