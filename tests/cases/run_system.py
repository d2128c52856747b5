#!/usr/bin/env python3
"""What a hostile trace or name, another program and the system can do to a tool, and must not: act on
the terminal, cut a trace while it is read, have the input written over, leave temporary files, write files
through SQL.

Usage: run_system.py TOOL_DIR [--viewer PAJEVIEW] [--python FOLDER]
"""

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent),
                str(Path(__file__).resolve().parent.parent / "support")]
import blackbox
from system import cut, escapes, files, sql, traces


@blackbox.group
def check_escapes(setting):
    escapes.check(setting)


@blackbox.group
def check_cut(setting):
    cut.check(setting)


@blackbox.group
def check_files(setting):
    files.check(setting)


@blackbox.group
def check_sql(setting):
    sql.check(setting)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("tool_dir", type=Path)
    parser.add_argument("--viewer", type=Path)
    parser.add_argument("--python", type=Path, help="where the package is")
    arguments = parser.parse_args()
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(traces.Setting(arguments, Path(scratch), report))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
