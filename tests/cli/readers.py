"""What reads pj_dump's table: Python's csv module and R's read.csv."""

import csv
import io
from collections import defaultdict

import blackbox

COLUMNS = {"Container": 7, "State": 8, "Variable": 7, "Event": 5, "Link": 10}

# starpu_paje_state_stats: it fails unless there are exactly 8 columns.
R_OF_STARPU = """
df <- read.csv('%s', header=FALSE, strip.white=TRUE)
names(df) <- c('Nature','ResourceId','Type','Start','End','Duration','Depth','Value')
stopifnot(ncol(df) == 8, nrow(df) == %d, is.numeric(df$Start), is.numeric(df$Duration),
          all(abs(df$End - df$Start - df$Duration) < 1e-5))
cat(as.character(df$Value), sep='\\n')
"""
R_OF_CSV = """
df <- read.csv('%s', header=FALSE, strip.white=TRUE, fileEncoding='latin1')
stopifnot(ncol(df) == 8, nrow(df) == %d, is.numeric(df$V4))
cat(as.character(df$V8), sep='\\n')
"""


def check_python(calls):
    """With --quotes=csv each line has the columns of its kind, whatever the names hold."""
    for path in sorted(calls.features.glob("*.paje")):
        table = calls.succeed(f"{path.name} --quotes=csv", "-n", "--quotes=csv", path)
        lengths = defaultdict(set)
        for words in csv.reader(io.StringIO(table, newline=""), strict=True):
            lengths[words[0]].add(len(words))
        wanted = {kind: {COLUMNS.get(kind)} for kind in lengths}
        calls.report.check(f"{path.name}: columns", lengths == wanted, f"{dict(lengths)}")
    quoted = calls.succeed("quoted words", "--quotes=csv", calls.features / "quoted_words.paje")
    values = [words[7] for words in csv.reader(io.StringIO(quoted)) if words[0] == "State"]
    calls.report.check("values with commas and quotes", values ==
                       ["a, b", "plain", "%EventDef", "C:\\", '5"disk'], f"{values}")


def state_lines(table):
    return [line + "\n" for line in table.splitlines() if line.startswith("State")]


def check_r(calls):
    for name, script, options, path in (
            ("StarPU's R", R_OF_STARPU, ["-n"], calls.features / "nested_states.paje"),
            ("StarPU's R, SMPI", R_OF_STARPU, ["-n"], calls.heat),
            ("R with --quotes=csv", R_OF_CSV, ["--quotes=csv"],
             calls.features / "quoted_words.paje")):
        lines = state_lines(calls.succeed(name, *options, path))
        file = calls.scratch / "states.csv"
        file.write_bytes("".join(lines).encode("latin-1"))
        done = blackbox.run(["Rscript", "--vanilla", "-e", script % (file, len(lines))])
        calls.report.check(f"{name}: read.csv", done.code == 0 and len(lines) > 0, done.err)
        values = [next(csv.reader([line], skipinitialspace=True))[7] for line in lines]
        calls.report.same(f"{name}: values", "\n".join(values), done.out.rstrip("\n"))
