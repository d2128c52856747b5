#!/usr/bin/env python3
"""What packages say of the project, held to what the project says: the version, the packages it needs,
the options of its build; and what the nightly build has. No packager's tool is needed.

Usage: check_packaging.py ROOT
"""

import ast
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

VERSION = re.compile(r"\d+\.\d+\.\d+")
# A spec of Spack, as far as the recipe has need of it: name, versions, variants.
SPEC = re.compile(r"[a-z][a-z0-9-]*(@[0-9.]+(:[0-9.]*)?)?( *[+~][a-z0-9]+)*")
# The container has neither viewer nor Python package, and makes Debian packages.
NOT_IN_CONTAINER = {"qt6-base-dev", "qt6-svg-dev", "python3-dev", "pybind11-dev", "fonts-dejavu-core"}
ONLY_IN_CONTAINER = {"dpkg-dev", "file"}


class Recipe:
    """package.py, read without Spack."""

    def __init__(self, path):
        tree = ast.parse(path.read_text("utf-8"), str(path))
        compile(tree, str(path), "exec")
        [self.package] = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        self.fields = {node.targets[0].id: ast.literal_eval(node.value)
                       for node in self.package.body if isinstance(node, ast.Assign)}

    def calls(self, name):
        """(words, named words) of each call of a directive, in `with when(...)`, too."""
        for node in ast.walk(self.package):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield ([ast.literal_eval(word) for word in node.args],
                       {word.arg: ast.literal_eval(word.value) for word in node.keywords})

    def strings(self):
        for node in ast.walk(self.package):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


@blackbox.group
def check_recipe(root, report):
    recipe = Recipe(root / "packaging" / "spack" / "package.py")
    report.check("Spack: the class", recipe.package.name == "Paje"
                 and [base.id for base in recipe.package.bases] == ["CMakePackage"])
    report.check("Spack: what it is", len(ast.get_docstring(recipe.package) or "") > 40)
    for field in ("homepage", "git"):
        report.check(f"Spack: {field}", recipe.fields.get(field, "").startswith("https://"),
                     f"{recipe.fields}")
    licences = [words for words, _ in recipe.calls("license")]
    licence = (root / "LICENSE").read_text("utf-8").split()[0]
    report.check("Spack: the licence", licences == [[licence]], f"{licences}, expected {licence}")
    specs = [words[0] for words, _ in recipe.calls("depends_on")]
    wrong = [spec for spec in specs if not SPEC.fullmatch(spec)]
    report.check("Spack: dependencies", len(specs) > 10 and not wrong, f"{wrong}")
    report.check("Spack: each once", len(set(specs)) == len(specs), f"{specs}")
    compare_variants(recipe, report)
    compare_options(recipe, root, report)
    compare_spack_version(recipe, root, report)


def compare_variants(recipe, report):
    variants = {words[0]: named for words, named in recipe.calls("variant")}
    report.check("Spack: variants", all({"default", "description"} <= set(named)
                                        for named in variants.values()), f"{variants}")
    conditions = [words[0] for words, _ in recipe.calls("when")]
    conditions += [named["when"] for name in ("depends_on", "variant")
                   for _, named in recipe.calls(name) if "when" in named]
    unknown = {condition for condition in conditions if condition.lstrip("+~") not in variants}
    report.check("Spack: conditions", len(conditions) > 3 and not unknown, f"{unknown}")


def compare_options(recipe, root, report):
    """What it defines is an option of the build, or of CMake."""
    options = set(re.findall(r"^(?:option|set)\((\w+)", "".join(
        (root / file).read_text("utf-8") for file in ("CMakeLists.txt", "python/CMakeLists.txt")),
        re.MULTILINE))
    defined = {text for text in recipe.strings() if re.fullmatch(r"[A-Z][A-Z_]+", text)
               and text != "MIT"}
    unknown = {name for name in defined if name not in options and not name.startswith("CMAKE_")}
    report.check("Spack: options of the build", len(defined) > 5 and not unknown, f"{unknown}")


def project_version(root):
    return re.search(r"project\(paje VERSION (\S+)", (root / "CMakeLists.txt").read_text("utf-8"))[1]


def releases(root):
    """The versions that the changelog has, the newest first, and the one that the next becomes."""
    text = (root / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## \[(.*)\]", text, re.MULTILINE)
    coming = re.search(r"^## \[Unreleased\]\n+Becomes (\d+\.\d+\.\d+)", text, re.MULTILINE)
    return [name for name in headings if VERSION.fullmatch(name)], coming and coming[1], headings


@blackbox.group
def check_version(root, report):
    version = project_version(root)
    report.check("the version", VERSION.fullmatch(version), version)
    released, coming, headings = releases(root)
    first = coming if headings[0] == "Unreleased" else headings[0]
    report.check("the changelog begins with the version", first == version,
                 f"{first}, the project is {version}")


def compare_spack_version(recipe, root, report):
    """It has what was released, for only that can be fetched."""
    versions = [words[0] for words, _ in recipe.calls("version") if VERSION.fullmatch(words[0])]
    released, _, _ = releases(root)
    report.check("Spack: versions", versions == released, f"{versions}, released are {released}")


def bootstrap_packages(root, kind):
    text = (root / "bootstrap").read_text("utf-8")
    listed = re.search(rf"^{kind}_packages=\((.*?)^\)", text, re.DOTALL | re.MULTILINE)[1]
    return set(re.sub(r"#.*", "", listed).split())


@blackbox.group
def check_building(root, report):
    """The page on building has the packages that bootstrap installs, and no others but a second MPI."""
    page = (root / "docs" / "building.md").read_text("utf-8")
    rows = re.findall(r"^\| ([a-z0-9][a-z0-9 ,.+-]*) \|", page, re.MULTILINE)
    named = {word for row in rows for word in re.split(r"[ ,]+", row)} - {"package", "or"}
    wanted = set.union(*(bootstrap_packages(root, kind) for kind in ("build", "mpi", "test", "nightly")))
    wanted |= {"libmpich-dev", "mpich"}
    report.check("building.md: packages", named == wanted, f"{named ^ wanted}")


@blackbox.group
def check_container(root, report):
    dockerfile = (root / "packaging" / "Dockerfile").read_text("utf-8")
    major = project_version(root).partition(".")[0]
    for file in ("Dockerfile", "README.md"):
        named = set(re.findall(r"libpaje(\d+)", (root / "packaging" / file).read_text("utf-8")))
        report.check(f"{file}: the library's package", named == {major}, f"{named}, expected {major}")
    installed = re.search(r"--no-install-recommends \\\n(.*?)&&", dockerfile, re.DOTALL)[1]
    wanted = (bootstrap_packages(root, "build") | bootstrap_packages(root, "mpi")) - NOT_IN_CONTAINER | ONLY_IN_CONTAINER
    got = set(installed.replace("\\", " ").split())
    report.check("Dockerfile: what it installs", got == wanted, f"{got ^ wanted}")
    debian = re.search(r"^FROM debian:(\d+)", dockerfile, re.MULTILINE)[1]
    stages = set(re.findall(r"^FROM debian:(\S+)", dockerfile, re.MULTILINE))
    report.check("Dockerfile: one Debian", len(stages) == 1 and f"Debian {debian}" in
                 (root / "README.md").read_text("utf-8"), f"{stages}")
    options = re.findall(r"-D(PAJE_\w+)=", dockerfile)
    known = (root / "CMakeLists.txt").read_text("utf-8")
    report.check("Dockerfile: options of the build", options and all(
        f"option({name} " in known for name in options), f"{options}")


def cache_of(presets, name):
    """The variables that a preset of CMake and those it inherits from set."""
    preset = next(one for one in presets["configurePresets"] if one["name"] == name)
    inherited = cache_of(presets, preset["inherits"]) if "inherits" in preset else {}
    return {**inherited, **preset.get("cacheVariables", {})}


@blackbox.group
def check_nightly(root, report):
    """What the night builds and tests has the viewer, under sanitizers, too."""
    text = (root / "bootstrap").read_text("utf-8")
    nightly = text[text.index("\nrun_nightly()"):text.index("\nsummarize_nightly()")]
    presets = json.loads((root / "CMakePresets.json").read_text("utf-8"))
    configured = {one["name"]: one.get("configurePreset") for kind in ("buildPresets", "testPresets")
                  for one in presets[kind]}
    built = re.findall(r"^  build (\S+) ", nightly, re.MULTILINE)
    tested = re.findall(r"^  ctest --preset (\S+) ", nightly, re.MULTILINE)
    report.check("nightly: what is built is tested", built == tested and len(built) == 2, f"{built}, {tested}")
    for name in built:
        report.check(f"nightly: the viewer in {name}",
                     cache_of(presets, configured[name]).get("PAJE_BUILD_GUI", "ON") == "ON", configured[name])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = Path(sys.argv[1]).resolve()
    report = blackbox.Report()
    blackbox.run_groups(root, report)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
