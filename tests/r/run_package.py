#!/usr/bin/env python3
"""The R package: R CMD check, its data frames against the table, and the code of docs/r.md that uses it.

Usage: run_package.py TOOL_DIR SAMPLES SOURCE_DIR
"""
import collections
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox  # noqa: E402

TOOLS, SAMPLES, SOURCE = (Path(word).resolve() for word in sys.argv[1:4])
LIBRARY = TOOLS.parent / "libpaje"
ENVIRONMENT = {
    **os.environ, "PATH": f"{TOOLS}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
    "PAJE_CFLAGS": f"-I{SOURCE}/libpaje/include",
    "PAJE_LIBS": f"-L{LIBRARY} -lpaje -Wl,-rpath,{LIBRARY}",
    # Nothing is to be looked up in the network.
    "_R_CHECK_CRAN_INCOMING_": "FALSE"}
# Both readings of a trace as files of comma-separated values, times with all digits.
WRITE = """
library(paje)
arguments <- commandArgs(TRUE)
options(digits = 17)
data <- pajeng_read(arguments[1])
for (name in names(data)) {
  write.table(data[[name]], paste0(arguments[2], "/", name, ".csv"), sep = ",", row.names = FALSE,
              col.names = FALSE, qmethod = "double")
}
trace <- paje_read(arguments[1])
stopifnot(identical(as.character(trace$states$container), data$state$Container),
          identical(as.character(trace$states$value), data$state$Value),
          identical(trace$states$start, data$state$Start),
          identical(trace$states$depth, data$state$Imbrication),
          identical(trace$variables$value, data$variable$Value),
          identical(trace$links$key, data$link$Key),
          identical(trace$containers$end, data$container$End[-1]))
"""


def r(*words, folder):
    done = subprocess.run(["R", *map(str, words)], cwd=folder, env=ENVIRONMENT, text=True,
                          capture_output=True)
    assert done.returncode == 0, (words, done.stdout[-4000:], done.stderr[-4000:])
    return done.stdout


def script(path, *words, folder):
    done = subprocess.run(["Rscript", path, *map(str, words)], cwd=folder, text=True,
                          env={**ENVIRONMENT, "R_LIBS": str(folder / "library")},
                          capture_output=True)
    assert done.returncode == 0, (path, words, done.stdout, done.stderr)
    return done.stdout


def built(scratch):
    """A folder with the package, built from a copy of the sources and installed into a library there."""
    folder = Path(tempfile.mkdtemp(dir=scratch))
    shutil.copytree(SOURCE / "r", folder / "r")
    r("CMD", "build", "r", folder=folder)
    [package] = folder.glob("paje_*.tar.gz")
    (folder / "library").mkdir()
    r("CMD", "INSTALL", "--library=library", package.name, folder=folder)
    return folder, package


@blackbox.group
def check_package(scratch):
    """R CMD check has nothing to say; it runs the package's own tests."""
    folder, package = built(scratch)
    said = r("CMD", "check", "--no-manual", package.name, folder=folder)
    assert re.search(r"^Status: OK$", said, re.M), said
    assert (folder / "paje.Rcheck" / "tests" / "tables.Rout").exists(), said


def rows(text):
    """Each row by its nature, numbers as numbers."""
    found = collections.defaultdict(collections.Counter)
    for row in csv.reader(text.splitlines()):
        # The table has six digits of the times of containers.
        words = [number(word, 6 if row[0] == "Container" else 15) for word in row]
        found[words[0]][tuple(words)] += 1
    return found


def number(word, digits=15):
    try:
        return round(float(f"{float(word):.{digits}g}"), 9)
    except ValueError:
        return word


@blackbox.group
def check_tables(scratch):
    """Every row is that of pj_dump."""
    folder, _ = built(scratch)
    (folder / "write.R").write_text(WRITE)
    tried = 0
    others = SOURCE / "tests" / "import" / "data"  # traces of other formats, an archive of OTF2 among them
    read = set()
    for trace in [SAMPLES / "heat" / "heat.ethernet.trace", *sorted(SAMPLES.glob("features/*.paje")),
                  *(others / name for name in ("small.json", "small.prv", "small.csv", "ring"))]:
        table = blackbox.run([TOOLS / "pj_dump", "--quotes=csv", "-z", "--float-precision=12", trace])
        if table.code != 0:
            continue
        read.add(trace.name)
        script("write.R", trace, folder, folder=folder)
        expected = rows(table.out)
        for name in ("container", "state", "variable", "event", "link"):
            nature = name.capitalize()
            found = rows((folder / f"{name}.csv").read_text("latin-1"))[nature]
            if nature == "Container":  # pajengr has no parent of the root, the table itself
                [root] = [row for row in found if row[1] == "NULL"]
                found[(root[0], number("0"), *root[2:])] += found.pop(root)
            assert found == expected[nature], (trace.name, name, found - expected[nature],
                                               expected[nature] - found)
            tried += sum(found.values())
    assert tried > 2500, tried
    assert {"small.json", "small.prv", "small.csv"} <= read, read


@blackbox.group
def check_document(scratch):
    folder, _ = built(scratch)
    document = (SOURCE / "docs" / "r.md").read_text()
    [code] = re.findall(r"^<!-- package -->\n```r\n(.*?)^```$", document, re.M | re.S)
    (folder / "code.R").write_text(code)
    shutil.copy(SAMPLES / "heat" / "heat.ethernet.trace", folder / "run.trace")
    said = script("code.R", folder=folder)
    for wanted in ("8 containers, 1856 states", "PMPI_Waitall 0.12", "rank-0"):
        assert wanted in re.sub(" +", " ", said), said


def main():
    if shutil.which("R") is None or shutil.which("Rscript") is None:
        blackbox.skip("R is not there")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(scratch)


if __name__ == "__main__":
    main()
