#!/usr/bin/env python3
"""Holds the black-box scripts to the tests that CMake made of them: every group and every share of
every script is a test, and no function that checks something is called by nobody.

Usage: check_groups.py CTEST BUILD_DIR TESTS_DIR
"""

import ast
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

# What is run by hand, or by another test.
BY_HAND = {"fuzz/run_fuzzers.py"}


def is_group(function):
    return any(ast.unparse(decorator) == "blackbox.group" for decorator in function.decorator_list)


def groups_and_unused(text):
    """The groups of a script, and its checks that nothing names."""
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    groups = {function.name.removeprefix("check_") for function in functions if is_group(function)}
    unused = [function.name for function in functions if not is_group(function)
              and function.name.startswith(("check_", "test_")) and text.count(function.name) == 1]
    return groups, unused


def option(command, name):
    return command[command.index(name) + 1] if name in command else None


def runs_of_tests(ctest, build):
    """{script: {(group or None, share or None)}} of all tests."""
    told = subprocess.run([ctest, "--show-only=json-v1"], cwd=build, capture_output=True, check=True).stdout
    runs = defaultdict(set)
    for test in json.loads(told)["tests"]:
        command = test.get("command", [])
        scripts = [word for word in command if word.endswith(".py")]
        if scripts:
            runs[Path(scripts[0]).resolve()].add((option(command, "--group"), option(command, "--share")))
    return runs


def problems_of(script, text, runs):
    groups, unused = groups_and_unused(text)
    problems = [f"{name} is called by nobody" for name in unused]
    missing = groups - {group for group, _ in runs}
    problems += [f"the group {name} is no test" for name in sorted(missing)]
    for group in groups or {None}:
        shares = sorted(share for of, share in runs if of == group and share)
        if shares and len(shares) != int(shares[0].partition("/")[2]):
            problems.append(f"{group}: only the shares {shares}")
        if shares and "blackbox.share(" not in text:
            problems.append(f"{group}: {len(shares)} tests do the same")
    if groups and "run_groups(" not in text:
        problems.append("groups that nothing runs")
    return [f"{script}: {problem}" for problem in problems]


def main(ctest, build, folder):
    root = Path(folder).resolve()
    runs = runs_of_tests(ctest, build)
    scripts = [path for path in sorted(root.rglob("*.py")) if path.name.startswith("run_")
               or path in runs]
    problems = []
    for path in scripts:
        name = str(path.relative_to(root))
        # Not all is built everywhere: faults not under a sanitizer, the Python package if it can be.
        if path in runs:
            problems += problems_of(name, path.read_text("utf-8"), runs[path])
        elif name not in BY_HAND and name not in (root / "blackbox.cmake").read_text("utf-8"):
            problems.append(f"{name}: no test runs it")
    if len(scripts) < 30:
        problems.append(f"only {len(scripts)} scripts in {root}")
    print("\n".join(problems) or f"{len(scripts)} scripts, {sum(map(len, runs.values()))} tests of them")
    return bool(problems)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
