#!/usr/bin/env python3
"""Checks that each source file includes, itself or through others, what it names of this project. Builds
that compile several files at once do not notice where one file lives on what another includes.

Usage: check_includes.py ROOT

Names are those that headers declare outside of classes: functions, types, constants. They begin a line
there, since namespaces are not indented.
"""
import functools
import pathlib
import re
import sys

FOLDERS = ("libpaje", "formats", "grammar", "tools", "gui", "python", "network", "tests")
INCLUDE_FOLDERS = (".", "libpaje/include", "libpaje/src", "tools", "gui", "python/src", "tests/support", "tests/arrow", "tests/gui")
# Qualifiers may come before what a function returns.
FUNCTION = re.compile(r"^(?:\[\[nodiscard\]\] )?(?:PAJE_EXPORT )?(?:inline |constexpr |static |extern )*"
                      r"[A-Za-z_][\w:]*(?:<[^;(){}]*>)?[\s&*]+(\w+)\(", re.M)
TYPE = re.compile(r"^(?:class|struct|enum class|enum|union) (?:PAJE_EXPORT )?(?:\[\[nodiscard\]\] )?(\w+)\b(?!;)|^using (\w+) =", re.M)
CONSTANT = re.compile(r"^(?:inline |extern )?(?:constexpr |const )+[\w:<>,* ]+?[ *&](k[A-Z]\w*)\b", re.M)
# Names that headers of other projects have, too.
ELSEWHERE = {("tools/query/line_editor.cpp", "History")}  # of libedit
NO_TYPE = {"return", "throw", "else", "case", "new", "delete", "and", "or", "not", "co_return", "co_yield", "do", "in"}


def stripped(text):
    """Without comments, what is in quotes, and names of tests."""
    text = re.sub(r"^(TEST|TEST_F|TEST_P|TYPED_TEST|INSTANTIATE_TEST_SUITE_P)\(\w+, \w+", r"\1(", text, flags=re.M)
    return re.sub(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', " ", text, flags=re.S)


class Project:
    def __init__(self, root):
        self.root = root
        self.headers = {}  # by path: text
        for folder in FOLDERS:
            for path in (path for ending in ("*.hpp", "*.h") for path in (root / folder).rglob(ending)):
                self.headers[path.relative_to(root).as_posix()] = stripped(path.read_text("utf-8"))
        self.declared = {}  # name: headers
        for path, text in self.headers.items():
            names = set(FUNCTION.findall(text)) | set(CONSTANT.findall(text))
            names |= {name for pair in TYPE.findall(text) for name in pair if name}
            for name in names:
                self.declared.setdefault(name, set()).add(path)

    def resolve(self, name, folder):
        for place in (folder, *INCLUDE_FOLDERS):
            path = pathlib.PurePosixPath(place) / name
            if path.as_posix() in self.headers:
                return path.as_posix()
        return None

    def includes(self, path, text):
        folder = pathlib.PurePosixPath(path).parent
        found = (self.resolve(name, folder) for name in re.findall(r'#include ["<]([^">]+)[">]', text))
        return {one for one in found if one}

    @functools.cache
    def closure_of(self, header):
        raw = (self.root / header).read_text("utf-8")
        seen, todo = {header}, [(header, raw)]
        while todo:
            path, text = todo.pop()
            for one in self.includes(path, text) - seen:
                seen.add(one)
                todo.append((one, (self.root / one).read_text("utf-8")))
        return frozenset(seen)

    def missing(self, path):
        raw = (self.root / path).read_text("utf-8")
        text = stripped(raw)
        reached = set()
        for header in self.includes(path, raw):
            reached |= self.closure_of(header)
        # Names that something in reach declares in whatever way are known, or at least not certain.
        near = text + "".join(self.headers[one] for one in reached)
        for name in sorted(set(re.findall(r"\b\w+\b", text)) & self.declared.keys()):
            if self.declared[name] & (reached | {path}) or (path, name) in ELSEWHERE:
                continue
            if is_used(name, text) and not is_declared(name, near):
                yield name, sorted(self.declared[name])


def is_used(name, text):
    """As a type or constant, which begin with capitals and k, or as a function."""
    if name[0].isupper() or re.match(r"k[A-Z]", name):
        return re.search(rf"(?<![\w.>:]){name}\b(?!\s*::\s*~)", text) is not None
    return re.search(rf"(?<![\w.>:~]){name}\(", text) is not None


def is_declared(name, text):
    for before in re.findall(rf"([\w>&*\]]+)\s+[&*]*{name}\b\s*[(=;,:)\{{\[]", text):
        if before not in NO_TYPE:
            return True
    return re.search(rf"\b(?:class|struct|enum|union|using|typename|concept|namespace)\s+(?:\w+\s+)?{name}\b|[\[,&]\s*{name}\s*[\],=]"
                     rf"|#define {name}\b|\busing [\w:]+::{name};|[\s,]{name} \}}|\b{name}\s*=\s*\[", text) is not None


def main(root):
    project = Project(pathlib.Path(root).resolve())
    problems, files = [], 0
    for folder in FOLDERS:
        for path in sorted((project.root / folder).rglob("*.cpp")):
            files += 1
            name = path.relative_to(project.root).as_posix()
            problems += [f"{name}: {one} is declared in {' and '.join(headers)}, which it does not include"
                         for one, headers in project.missing(name)]
    print("\n".join(problems) or f"{files} files include what they name")
    return bool(problems)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
