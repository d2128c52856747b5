#!/usr/bin/env python3
"""The page on papers, held to what is true: its commands run and print what it shows, what it calls reproduced is
printed by a command of the same section, the functions that compute its equations are in the headers, and every
paper has its place.

Usage: run_papers.py TOOL_DIR SAMPLES ROOT
"""
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "guide")]
import blackbox
from run_guide import Page, run_blocks

# The first authors of all papers.
AUTHORS = ("Saad", "Lastovetsky", "Papadopoulou", "Czarnul", "Rostirolla", "Henao", "Padoin", "Rodrigues", "Michel",
           "Bez", "Ferreira", "Schemmer", "Carreño", "da Costa")
STATUSES = ("reproduced", "same kind", "not reproducible, because", "shipped as", "has the logarithm")


class Section(Page):
    """A part of the page below a heading."""

    def __init__(self, path, text):
        super().__init__(path)
        self.text = text
        encoded = blackbox.text_of(text.encode())
        self.fences = re.findall(r"^```(\w*)\n(.*?)^```$", encoded, re.MULTILINE | re.DOTALL)

    def rows(self, heading):
        """The cells of the rows of all tables with that heading of the first column."""
        inside = False
        for line in self.text.splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else None
            if cells is None:
                inside = False
            elif cells[0] == heading:
                inside = True
            elif inside and set(cells[0]) != {"-"}:
                yield cells


def printed(section):
    """All that the commands of a section have to print: run_blocks() checks that they do."""
    return "\n".join(text for language, text in section.fences if language == "text")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    tools, samples, root = (Path(word).resolve() for word in sys.argv[1:])
    blackbox.need_tool(tools, "pj_model")
    path = root / "docs" / "papers.md"
    text = path.read_text("utf-8")
    sections = [Section(path, part) for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]]
    headers = "\n".join(file.read_text("utf-8") for file in (root / "libpaje" / "include").rglob("*.hpp"))
    report = blackbox.Report()
    for author in AUTHORS:
        report.check(f"{author} has a place", sum(author in section.text for section in sections) >= 1)
    commands = reproduced = functions = 0
    for section in sections:
        name = section.text.splitlines()[0]
        commands += run_blocks(section, samples, str(tools), report)
        for cells in section.rows("equation"):
            for function in re.findall(r"`(\w+)\(\)`", cells[-1]):
                functions += 1
                report.check(f"{name}: {function}()", re.search(rf"\b{function}\(", headers) is not None)
        for cells in section.rows("table or figure"):
            status = cells[-1]
            report.check(f"{name}: {cells[0]}", any(word in status for word in STATUSES), status)
            if "reproduced" not in status or "not reproducible" in status:
                continue
            values = re.findall(r"`(-?\d[^`]*)`", status)
            reproduced += len(values)
            report.check(f"{name}: {cells[0]}: values", bool(values) and all(
                value in printed(section) for value in values), f"{values}")
    report.check("there are commands, values and functions", commands >= 6 and reproduced >= 5 and functions >= 8,
                 f"{commands} {reproduced} {functions}")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
