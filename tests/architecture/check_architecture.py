#!/usr/bin/env python3
"""Checks the rules of CONTRIBUTING.md: which modules may include which, and what they may do."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])

# The modules of the library. Each may include those before it. grammar/ and formats/ are folders at
# the top, all others are folders of libpaje/src.
MODULES = ("base", "grammar", "event", "formats", "input", "text", "binary", "pipeline", "records",
           "trace", "selection", "archive", "exchange", "replay", "table", "aggregation", "alignment", "comparison",
           "analysis", "models", "prediction", "simulation", "writing", "sharing", "reading")
AT_THE_TOP = ("grammar", "formats")

PRINTS = (r"#include <(iostream|print)>|std::c(out|err|log)\b|std::print"
          r"|\b(printf|fprintf|puts|fputs|putchar|perror)\s*\(|fmt::print")
LEAVES = r"\b(exit|_exit|_Exit|quick_exit|abort)\s*\("
TBB = r'#include [<"](oneapi/)?tbb'
QT = r"#include [<\"]Q"
EIGEN = r"#include [<\"](unsupported/)?Eigen"
JSON = r"#include [<\"]nlohmann"
LIBRARY = ("libpaje", "grammar", "formats")
# Folders, what must not be there, why.
RULES = [
    (LIBRARY, PRINTS, "the library prints nothing"),
    (LIBRARY, LEAVES, "the library exits nowhere"),
    (("recorder",), r'#include "(?!recorder/)', "the recorder is loaded into other programs: C and its own headers only"),
    (("network",), r'#include "(?!network/|paje/)', "programs of MPI are made of <paje/...> and their own headers"),
    ((*LIBRARY, "tools", "network"), QT, "Qt stays in gui/"),
    (("libpaje/include", "grammar", "formats", "tools", "gui"), TBB, "TBB stays in libpaje/src"),
    (("libpaje/include", "grammar", "formats", "tools", "gui"), EIGEN, "Eigen stays in libpaje/src/models"),
    ((*LIBRARY, "gui"), JSON, "nlohmann-json stays in tools/"),
    (("libpaje/include",), r'#include "(?!paje/)', "public headers include public headers only"),
]
problems = []


def sources(*folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".hpp", ".cpp", ".h", ".c", ".l", ".y"):
                text = re.sub(r"//.*|/\*.*?\*/", "", path.read_text("utf-8"))
                yield path.relative_to(root), text


def included(text):
    return re.findall(r'#include [<"]([^>"]+)[>"]', text)


def module_of_file(path):
    """The module that a source file of the library belongs to."""
    if path.parts[0] in AT_THE_TOP:
        return path.parts[0]
    return path.parts[2] if len(path.parts) > 3 else None


def module_of_name(name):
    """The module that an included name belongs to; None if it is not internal to the library."""
    first, _, rest = name.partition("/")
    folder = root if first in AT_THE_TOP else root / "libpaje/src"
    return first if rest and (folder / name).exists() else None


def check_rules():
    for folders, forbidden, why in RULES:
        for path, text in sources(*folders):
            for match in re.finditer(forbidden, text):
                problems.append(f"{path}: {match.group()}: {why}")
    with_tbb = [path.name for path, text in sources("libpaje/src") if re.search(TBB, text)]
    if len(with_tbb) > 1:
        problems.append(f"{', '.join(with_tbb)}: TBB belongs in one file")


def check_eigen():
    for path, text in sources("libpaje/src"):
        if re.search(EIGEN, text) and module_of_file(path) != "models":
            problems.append(f"{path}: Eigen stays in libpaje/src/models")


def check_order():
    for path, text in sources("libpaje/src", *AT_THE_TOP):
        module = module_of_file(path)
        if module not in MODULES:
            problems.append(f"{path}: in none of the modules {', '.join(MODULES)}")
            continue
        for name in included(text):
            target = module_of_name(name)
            if target is not None and MODULES.index(target) > MODULES.index(module):
                problems.append(f"{path}: {name}: {target} comes after its module")


def check_outside():
    # The converters are made of the codec itself.
    converters = ("tools/paje2bin.cpp", "tools/bin2paje.cpp", "tools/binary/")
    for path, text in sources("tools", "gui"):
        for name in included(text):
            if name.startswith("formats/") and str(path).startswith(converters):
                continue
            if name.startswith("formats/text/"):  # which the tools are linked with
                continue
            own = (root / path.parts[0] / name).exists() or (root / "tools" / name).exists()
            if ".." in name or (not own and module_of_name(name) is not None):
                problems.append(f"{path}: {name}: only <paje/...> is for tools and gui")


SCOPE = re.compile(
    r"\bnamespace\b\s*([\w:]*)\s*{|"
    r"(?<!<)(?<!, )\b(?:struct|class|union|enum)\s+(?:class\s+)?(?:PAJE_EXPORT\s+)?(\w[\w:]*)[^;{}()=]*{|([{}])")


def types_in(text):
    """The full names of the types that a file defines, except for those in unnamed namespaces and in functions."""
    scopes = []
    for match in SCOPE.finditer(re.sub(r'"(\\.|[^"\\\n])*"', '""', text)):
        if match[3] == "}":
            if scopes:
                scopes.pop()
            continue
        name = match[2] or match[1] or ""
        if match[2] and "" not in scopes:
            yield "::".join([*scopes, name])
        scopes.append(name)


def check_types():
    """No two types have one name: the linker would keep one definition of what both need, such as a destructor."""
    places = {}
    for path, text in sources(*LIBRARY, "tools", "gui", "python", "network", "recorder"):
        for name in set(types_in(text)):
            places.setdefault(name, set()).add(str(path))
    for name, paths in sorted(places.items()):
        if len(paths) > 1:
            problems.append(f"{name}: a type of this name is in {' and in '.join(sorted(paths))}")
    if not places:
        problems.append(f"{root}: found no types to check")


check_rules()
check_eigen()
check_order()
check_outside()
check_types()
checked = len(list(sources("libpaje", "tools")))
if checked < 2:
    problems.append(f"{root}: found no source files to check")
print("\n".join(problems) or f"{checked} files keep the rules")
sys.exit(bool(problems))
