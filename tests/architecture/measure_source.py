#!/usr/bin/env python3
"""Measures the source: files, lines, comments and assertions by area. docs/architecture.md quotes it.

Usage: measure_source.py ROOT             prints the table
       measure_source.py ROOT --check     fails if the page is out of step, or a file is too long
       measure_source.py ROOT --update    writes the table into the page

In step is what differs by less than a tenth: the page need not change with every commit.
"""

import re
import sys
from pathlib import Path
from statistics import median

MOST_LINES = 400  # of a file outside tests/
TOLERANCE, FEW = 0.1, 5  # a tenth, or this many
PAGE = Path("docs") / "architecture.md"
BEGIN, END = "<!-- numbers of measure_source.py -->\n", "<!-- end of numbers -->\n"
CPP = (".hpp", ".cpp", ".h", ".c", ".inc", ".l", ".y")
# Name, folders, endings. All files of a folder belong to the first area that has it.
AREAS = [
    ("libpaje/include", ["libpaje/include"], CPP),
    ("libpaje/src", ["libpaje/src"], CPP),
    ("formats", ["formats"], CPP),
    ("grammar", ["grammar"], CPP),
    ("recorder", ["recorder"], CPP),
    ("network", ["network"], CPP),
    ("tools", ["tools"], CPP),
    ("gui/model", ["gui/model"], CPP),
    ("gui (rest)", ["gui"], CPP),
    ("python, C++", ["python"], CPP),
    ("python, Python", ["python"], (".py", ".pyi")),
    ("r, C++", ["r"], CPP),
    ("examples", ["examples"], CPP),
    ("tests, C++", ["tests"], CPP),
    ("tests, Python", ["tests"], (".py",)),
]
NOT_OURS = "tests/data"
ASSERT = re.compile(r"\b(assert|static_assert|PAJE_ASSERT)\s*\(")


def comment_lines(text, ending):
    """Lines that hold nothing but a comment; in Python the lines of doc strings are no comments."""
    if ending in (".py", ".pyi"):
        return sum(line.lstrip().startswith("#") for line in text.splitlines())
    blocks = sum(match.group().count("\n") + 1 for match in re.finditer(r"^\s*/\*.*?\*/", text, re.M | re.S))
    return blocks + sum(line.lstrip().startswith("//") for line in text.splitlines())


def files_by_area(root):
    found, seen = {}, set()
    for name, folders, endings in AREAS:
        found[name] = []
        for folder in folders:
            for path in sorted((root / folder).rglob("*")):
                relative = path.relative_to(root)
                if path.suffix in endings and path.is_file() and relative not in seen \
                        and not str(relative).startswith(NOT_OURS):
                    seen.add(relative)
                    found[name].append(path)
    return found


def measured(root):
    """Per area: files, lines, median, max, percent of comments, assertions."""
    rows = {}
    for name, paths in files_by_area(root).items():
        texts = [(path.read_text("utf-8", "replace"), path.suffix) for path in paths]
        lengths = [text.count("\n") for text, _ in texts]
        comments = sum(comment_lines(text, ending) for text, ending in texts)
        rows[name] = (len(paths), sum(lengths), round(median(lengths or [0])), max(lengths, default=0),
                      round(100 * comments / max(1, sum(lengths))), sum(len(ASSERT.findall(text)) for text, _ in texts))
    return rows


def table(rows):
    lines = ["| area | files | lines | median | longest | comments | assertions |", "|---|---|---|---|---|---|---|"]
    lines += [f"| {name} | {files} | {lines_:,} | {middle} | {longest} | {comments} % | {assertions} |"
              for name, (files, lines_, middle, longest, comments, assertions) in rows.items()]
    return "\n".join(lines) + "\n"


def quoted(text):
    """The table of a page, as measured() returns it; None if there is none."""
    found = re.search(re.escape(BEGIN) + "(.*?)" + re.escape(END), text, re.S)
    if not found:
        return None
    rows = {}
    for line in found[1].splitlines()[2:]:
        name, *numbers = (word.strip() for word in line.strip("|").split("|"))
        rows[name] = tuple(int(re.sub("[, %]", "", number)) for number in numbers)
    return rows


def out_of_step(rows, page):
    if page is None:
        return [f"{PAGE}: no table between {BEGIN.strip()} and {END.strip()}"]
    problems = [f"{PAGE}: {name}: an area too many or too few" for name in rows.keys() ^ page.keys()]
    for name in rows.keys() & page.keys():
        if any(abs(a - b) > max(FEW, TOLERANCE * a) for a, b in zip(rows[name], page[name])):
            problems.append(f"{PAGE}: {name}: {page[name]}, but it is {rows[name]}; "
                            "tests/architecture/measure_source.py . --update")
    return problems


def too_long(root):
    return [f"{path.relative_to(root)}: {lines} lines, at most {MOST_LINES}"
            for name, paths in files_by_area(root).items() if not name.startswith("tests")
            for path in paths if (lines := path.read_text("utf-8").count("\n")) > MOST_LINES]


def main(root, mode=""):
    root = Path(root).resolve()
    rows, page = measured(root), root / PAGE
    if mode == "--check":
        problems = out_of_step(rows, quoted(page.read_text("utf-8"))) + too_long(root)
        print("\n".join(problems) or f"{sum(row[0] for row in rows.values())} files, as the page says")
        return bool(problems)
    if mode == "--update":
        text = page.read_text("utf-8")
        page.write_text(re.sub(re.escape(BEGIN) + ".*?" + re.escape(END),
                               lambda _: BEGIN + table(rows) + END, text, flags=re.S), "utf-8")
    print(table(rows), end="")
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"], ["--update"]):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
