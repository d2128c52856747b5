#!/usr/bin/env python3
"""Holds the source to the rules of CONTRIBUTING.md on who may include and do what."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
library_inside = ("libpaje/src", "grammar", "formats")
prints = (r"#include <(iostream|print)>|std::c(out|err|log)\b|std::print"
          r"|\b(printf|fprintf|puts|fputs|putchar|perror)\s*\(|fmt::print")
leaves = r"\b(exit|_exit|_Exit|quick_exit|abort)\s*\("
tbb = r'#include [<"](oneapi/)?tbb'
qt = r"#include [<\"]Q"
# Folders, what must not stand there, why.
rules = [
    (("libpaje", "grammar", "formats"), prints, "the library prints nothing"),
    (("libpaje", "grammar", "formats"), leaves, "the library exits nowhere"),
    (("libpaje", "grammar", "formats", "tools"), qt, "Qt stays in gui/"),
    (("libpaje/include", "grammar", "formats", "tools", "gui"), tbb, "TBB stays in libpaje/src"),
    (("libpaje/include",), r'#include "(?!paje/)', "public headers include public headers only"),
]
problems = []


def sources(*folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".hpp", ".cpp", ".l", ".y"):
                yield path, re.sub(r"//.*|/\*.*?\*/", "", path.read_text("utf-8"))


for folders, forbidden, why in rules:
    for path, text in sources(*folders):
        for match in re.finditer(forbidden, text):
            problems.append(f"{path.relative_to(root)}: {match.group()}: {why}")

# The converters are made of the codec itself.
converters = [root / "tools" / name for name in ("paje2bin.cpp", "bin2paje.cpp")]
converters += (root / "tools/binary").rglob("*")
for path, text in sources("tools", "gui"):
    for name in re.findall(r'#include [<"]([^>"]+)[>"]', text):
        own = (path.parent / name).exists() or (root / path.relative_to(root).parts[0] / name).exists()
        hidden = [f for f in library_inside if f != "formats" or path not in converters]
        inside = ".." in name or any((root / folder / name).exists() for folder in hidden)
        if inside and not own:
            problems.append(f"{path.relative_to(root)}: {name}: only <paje/...> is for tools and gui")

with_tbb = [path.name for path, text in sources("libpaje/src") if re.search(tbb, text)]
if len(with_tbb) > 1:
    problems.append(f"{', '.join(with_tbb)}: TBB belongs in one file")

checked = len(list(sources("libpaje", "tools")))
if checked < 2:
    problems.append(f"{root}: found no source files to check")
print("\n".join(problems) or f"{checked} files keep the rules")
sys.exit(bool(problems))
