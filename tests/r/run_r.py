#!/usr/bin/env python3
"""The R code of docs/r.md, run as written: the same sums as the table's, and a chart.

Usage: run_r.py TOOL_DIR SAMPLES DOCUMENT
"""

import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOOLS, SAMPLES, DOCUMENT = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
NEEDED = "quit(status = !all(sapply(c('data.table', 'ggplot2'), requireNamespace, quietly = TRUE)))"


def expected_profile(trace):
    text = subprocess.run([TOOLS / "pj_dump", "--quotes=csv", "-z", "-l", "9", trace], check=True,
                          capture_output=True, text=True).stdout
    profile = {}
    for row in csv.reader(text.splitlines()):
        if row[0] == "State":
            time, count = profile.get(row[7], (0, 0))
            profile[row[7]] = (time + float(row[5]), count + 1)
    return profile


def main():
    rscript = shutil.which("Rscript")
    if rscript is None or subprocess.run([rscript, "-e", NEEDED], capture_output=True).returncode:
        print("R with data.table and ggplot2 is not there")
        return 77
    trace = SAMPLES / "heat" / "heat.ethernet.trace"
    blocks = re.findall(r"^<!-- (\w+) -->\n```r\n(.*?)^```$", DOCUMENT.read_text(), re.M | re.S)
    blocks = [block for block in blocks if block[0] != "package"]  # run_package.py runs that
    assert [name for name, _ in blocks] == ["read", "profile", "gantt"], blocks
    code = "".join(text for _, text in blocks) + 'fwrite(profile, "profile.csv")\n'
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(trace, Path(folder) / "run.trace")
        (Path(folder) / "code.R").write_text(code)
        path = f"{TOOLS.resolve()}:{os.environ['PATH']}"
        done = subprocess.run([rscript, "code.R"], cwd=folder, env=dict(os.environ, PATH=path),
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        with open(Path(folder) / "profile.csv", newline="") as file:
            found = {row["Value"]: (float(row["Time"]), int(row["Count"]))
                     for row in csv.DictReader(file)}
        expected = expected_profile(trace)
        assert found.keys() == expected.keys(), (found, expected)
        for value, (time, count) in expected.items():
            assert abs(found[value][0] - time) < 1e-9 and found[value][1] == count, value
        picture = (Path(folder) / "gantt.png").read_bytes()
        assert picture.startswith(b"\x89PNG") and len(picture) > 10000, len(picture)
        if len(sys.argv) > 4:
            shutil.copy(Path(folder) / "gantt.png", sys.argv[4])
    print(f"{len(expected)} values as in the table, and a chart")
    return 0


if __name__ == "__main__":
    sys.exit(main())
