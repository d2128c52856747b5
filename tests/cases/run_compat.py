#!/usr/bin/env python3
"""pj_dump, pj_equals and pj_dump_csv called as users of pajeng call them.

The expected texts are here; where the reference is installed (Debian's pajeng), its answers to the
same calls are compared as well. All calls run in a folder of their own, on copies.
"""

import os
import shutil
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
import blackbox
from definitions import definitions

CASES = TESTS / "cases" / "compat"
REFERENCE = Path("/usr/bin")
WRONG_USAGE = 64

# All long options of the reference, argp's own among them, and those with a value.
LONG_OPTIONS = {
    "pj_dump": ("start end stop-at no-strict ignore-incomplete-links quiet flex user-defined "
                "probabilistic float-precision no-imbrication container dot time header version "
                "out-of-core type-hierarchy entity-hierarchy help usage").split(),
    "pj_equals": ("stop-at1 stop-at2 start1 start2 end1 end2 flex icase ignore-incomplete-links "
                  "no-strict quiet help usage version").split(),
    "pj_dump_csv": ("prefix start end stop-at no-strict ignore-incomplete-links flex "
                    "float-precision no-imbrication version help usage").split()}
HIDDEN_OPTIONS = ["program-name", "HANG"]  # argp's, which --help does not list
NUMBERS = {"start", "end", "stop-at", "float-precision",
           "stop-at1", "stop-at2", "start1", "start2", "end1", "end2"}
TAKES_VALUE = NUMBERS | {"probabilistic", "type-hierarchy", "entity-hierarchy", "prefix"}

# Each call of a consumer: a command of a shell, in a folder with starpu.trace (old field names),
# half.trace (incomplete links) and plain.trace. What it prints is compared with the reference's, and
# with the line of EXPECTED of the same name. Sorted where the order is free.
CALLS = {
    "StarVZ": "zcat starpu.trace.gz | pj_dump -o -n --user-defined --entity-hierarchy=entities.csv "
              "--type-hierarchy=types.csv | gzip -c | zcat | sort; cat entities.csv types.csv",
    "StarPU states": "pj_dump -n starpu.trace > s.csv; perl -i -ne 'print if /^State/' s.csv; cat s.csv",
    "StarPU validator, standard input": "pj_dump -e 0 < plain.trace > /dev/null; echo $?",
    "StarPU validator": "pj_dump -e 0 plain.trace > /dev/null; echo $?",
    "SimGrid": "pj_dump plain.trace | grep ^State",
    "Framesoc": "pj_dump -nuz starpu.trace 2>&1",
    "Framesoc, flex apart": "pj_dump -nz half.trace 2>&1",
    "Framesoc, stop": "pj_dump -nz -a 2 starpu.trace 2>&1",
    "HPL": "pj_dump -u half.trace -z | grep -v PMPI_Init",
    "akypuera": "pj_dump -z -l 9 half.trace | grep ^State",
    "Score-P": "pj_dump plain.trace | grep ^State",
    "Dimemas": "pj_dump --float-precision=9 plain.trace",
    "Dimemas, grep": "pj_dump --float-precision=9 plain.trace > p.csv; grep 'Container\\|State' p.csv",
    "bash wrapper": 'PJ_DUMP=$(pj_dump --ignore-incomplete-links half.trace); echo "$PJ_DUMP" | grep Link',
    "morse": "pj_dump -n -u starpu.trace > o; perl -i -ne 'print if /^State/' o; cat o",
    "alltoall": "pj_dump starpu.trace -n > v.csv; grep Variable v.csv",
    "SMPI": "pj_dump --ignore-incomplete-links half.trace > replay.paje.dump; cat replay.paje.dump",
    "diary": "pj_dump --help 2>&1 | head -1",
    "two files": "pj_dump plain.trace half.trace > /dev/null 2>&1; echo $?",
    "half links": "pj_dump half.trace > /dev/null 2>&1; echo $?",
    "time": "pj_dump -t -q plain.trace | grep -Ec '^[0-9]+[.][0-9]{6}$'",
    "equals": "pj_equals plain.trace plain.trace; pj_equals -q plain.trace plain.trace; echo $?",
    "equals, different": "pj_equals -z plain.trace half.trace 2> /dev/null; "
                         "pj_equals -qz plain.trace half.trace 2> /dev/null; echo $?",
    "types as a graph": "pj_dump -d -n starpu.trace",
    "no alias": "pj_dump --dot names.trace",
}
EXPECTED = {
    "StarPU states": "State, 0_CUDA0_0, InCtx, 3.000000, 4.000000, 1.000000, 0.000000, nil\n"
                     "State, 0_CUDA0_0, Worker State, 2.000000, 4.000000, 2.000000, 0.000000, PushingOutput\n"
                     "State, 0_CPU0, Worker State, 0.500000, 4.000000, 3.500000, 0.000000, FetchingInput\n"
                     "State, 0_CPU0, Worker State, 1.000000, 2.000000, 1.000000, 1.000000, potrf\n",
    "StarPU validator": "0\n",
    "akypuera": "State, rank-1, MPI_STATE, 0.000000005, 0.000000009, 0.000000004, 0.000000000, PMPI_Send\n"
                "State, rank-0, MPI_STATE, 0.000000001, 0.000000004, 0.000000003, 0.000000000, PMPI_Init\n",
    "bash wrapper": "Link, 0, MPI_LINK, 0.000000, 0.000000, 0.000000, PTP, rank-1, rank-0, 5_4_1\n",
    "two files": f"{WRONG_USAGE}\n",
    "half links": "1\n",
    "time": "1\n",
    "equals": "1\n1\n",
    "equals, different": "0\n0\n",
    "types as a graph": "digraph PajeTypes {\n"
                        '"0" [shape=folder, label="0 (0)"];\n"0" -> "Machine";\n'
                        '"Machine" [shape=folder, label="Machine (Mm)"];\n'
                        '"Machine" -> "program event type";\n"Machine" -> "Worker";\n'
                        '"Machine" -> "Intra-node data transfer";\n'
                        '"Intra-node data transfer" [shape=rarrow, label="Intra-node data transfer (L)"];\n'
                        '"Worker" [shape=folder, label="Worker (W)"];\n'
                        '"Worker" -> "GFlops";\n"Worker" -> "Worker State";\n"Worker" -> "InCtx";\n'
                        '"InCtx" [shape=rectangle, label="InCtx (Ctx)"];\n'
                        '"Worker State" [shape=rectangle, label="Worker State (WS)"];\n'
                        '"GFlops" [shape=plaintext, label="GFlops (fl)"];\n'
                        '"program event type" [shape=oval, label="program event type (prog)"];\n}\n',
    "no alias": 'digraph PajeTypes {\n"0" [shape=folder, label="0 (0)"];\n"0" -> "a";\n'
                '"a" [shape=folder, label="a ()"];\n"a" -> "same";\n'
                '"same" [shape=rectangle, label="same ()"];\n}\n',
}

PLAIN = definitions([("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
                     ("CreateContainer", "Time Alias Type Container Name"),
                     ("SetState", "Time Type Container Value")])
PLAIN += "0 P 0 Process\n1 S P State\n2 0 p P 0 rank-0\n3 1 S p work\n3 2.5 S p wait\n3 4 S p work\n"
NAMES = definitions([("DefineContainerType", "Type Name"), ("DefineStateType", "Type Name")])
NAMES += "0 0 a\n1 a same\n"
# What has to be escaped, and what must not be: the reference's lines are no Graphviz here.
ODD_NAMES = NAMES + '0 a 5"disk\n0 a back\\slash\n'
ODD_GRAPH_LINES = ['"5\\"disk" [shape=folder, label="5\\"disk ()"];',
                   '"back\\\\slash" [shape=folder, label="back\\\\slash ()"];',
                   '"a" -> "5\\"disk";']
CSV_HEADERS = {
    "container": "Container, Parent, Type, Start, End, Duration, Name",
    "state": "State, Container, Type, Start, End, Duration, Imbrication, Value",
    "variable": "Variable, Container, Type, Start, End, Duration, Value",
    "event": "Event, Container, Type, Time, Value",
    "link": "Link, Container, Type, Start, End, Duration, Value, StartContainer, EndContainer, Key"}


class Calls:
    """Runs commands, each in a fresh folder with the traces, with one folder of tools in front."""

    def __init__(self, tools):
        self.tools = Path(tools).resolve()

    def run(self, command, **options):
        with blackbox.scratch_directory() as folder:
            prepare(Path(folder))
            words = ["bash", "-o", "pipefail", "-c", command] if isinstance(command, str) else [
                self.tools / command[0], *command[1:]]
            environment = {"PATH": f"{self.tools}:{os.environ['PATH']}", "LC_ALL": "C"}
            done = blackbox.run(words, cwd=folder, environment=environment, **options)
            files = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
        return done, files


def prepare(folder):
    shutil.copy(CASES / "starpu.paje", folder / "starpu.trace")
    shutil.copy(CASES / "half_links.paje", folder / "half.trace")
    for name, text in (("plain", PLAIN), ("names", NAMES), ("odd", ODD_NAMES)):
        (folder / f"{name}.trace").write_text(text)
    blackbox.run(["gzip", "-k", "starpu.trace"], cwd=folder)


@blackbox.group
def check_calls(report, ours, reference):
    for name, command in CALLS.items():
        done, _ = ours.run(command)
        if name in EXPECTED:
            report.same(name, EXPECTED[name], done.out)
        report.check(f"{name}: says nothing else", not done.err, done.err)
        if reference:
            report.same(f"{name}: as the reference", reference.run(command)[0].out, done.out)


def abbreviations(names):
    """(abbreviation, the one option that it stands for) for all that are unambiguous."""
    known = [*names, *HIDDEN_OPTIONS]
    for name in names:
        for length in range(1, len(name) + 1):
            prefix = name[:length]
            if prefix == name or sum(other.startswith(prefix) for other in known) == 1:
                yield prefix, name


def call_with(tool, option, name):
    """A call in which the option takes effect. Files that it may write are none of the traces."""
    files = ["half.trace", "half.trace"] if tool == "pj_equals" else ["half.trace"]
    value = ("=2" if name in NUMBERS else "=written") if name in TAKES_VALUE else ""
    # Links are incomplete, so that -z shows; pj_dump_csv needs its prefix.
    others = [] if name == "ignore-incomplete-links" else ["-z"]
    others += ["-p", "out"] if tool == "pj_dump_csv" and name != "prefix" else []
    return [tool, *others, f"--{option}{value}", *files]


def outcome(calls, call, name):
    done, files = calls.run(call)
    # The first line is how long it took.
    out = "" if name == "time" else done.out
    return done.code, out, done.err, {k: v for k, v in files.items() if not k.endswith(".gz")}


@blackbox.group
def check_abbreviations(report, ours, reference):
    jobs = [(tool, *pair) for tool, names in LONG_OPTIONS.items() for pair in abbreviations(names)]

    def answers(job):
        tool, prefix, name = job
        mine = outcome(ours, call_with(tool, prefix, name), name)
        whole = outcome(ours, call_with(tool, name, name), name)
        theirs = None
        if reference and (REFERENCE / tool).is_file():
            theirs = reference.run(call_with(tool, prefix, name))[0]
        return mine, whole, theirs

    for (tool, prefix, name), (mine, whole, theirs) in zip(jobs, blackbox.parallel(answers, jobs)):
        report.check(f"{tool} --{prefix} is --{name}",
                     mine == whole and mine[0] != WRONG_USAGE, f"{mine[:3]} against {whole[:3]}")
        if theirs:
            report.check(f"{tool} --{prefix} is known to the reference", theirs.code != WRONG_USAGE,
                         theirs.err)


@blackbox.group
def check_ambiguous(report, ours, _):
    for tool, option in (("pj_dump", "--s"), ("pj_dump", "--no"), ("pj_equals", "--st"),
                         ("pj_dump_csv", "--f")):
        done, _ = ours.run([tool, option, "half.trace"])
        report.check(f"{tool} {option} is ambiguous", done.code == WRONG_USAGE, str(done))


@blackbox.group
def check_graph(report, ours, _):
    done, _ = ours.run(["pj_dump", "-d", "odd.trace"])
    for line in ODD_GRAPH_LINES:
        report.check(f"graph has {line}", line in done.out.splitlines(), done.out)
    if shutil.which("dot"):
        drawn = blackbox.run(["dot", "-Tplain"], stdin=done.out.encode("latin-1"))
        report.check("the graph is valid Graphviz", drawn.code == 0, drawn.err)


@blackbox.group
def check_csv(report, ours, _):
    table, _ = ours.run(["pj_dump", "-n", "starpu.trace"])
    done, files = ours.run(["pj_dump_csv", "-n", "--prefix=run", "starpu.trace"])
    report.check("pj_dump_csv prints nothing", (done.code, done.out, done.err) == (0, "", ""), str(done))
    for nature, header in CSV_HEADERS.items():
        rows = [line for line in table.out.splitlines() if line.lower().startswith(f"{nature},")]
        text = "".join(line + "\n" for line in [header, *rows])
        report.same(f"run.{nature}.csv", text, blackbox.text_of(files.get(f"run.{nature}.csv")))
        report.check(f"{nature}: there are rows", len(rows) > 0)
    _, files = ours.run("pj_dump_csv -nz -p sub.dir.x --quotes=csv -l 1 -a 2 < starpu.trace")
    report.same("pj_dump_csv of standard input", "Variable,Container,Type,Start,End,Duration,Value\n"
                "Variable,0_CPU0,GFlops,0.5,2.0,1.5,12.5\n",
                blackbox.text_of(files.get("sub.dir.x.variable.csv")))
    report.same("pj_dump_csv: the header has a name for each column",
                CSV_HEADERS["link"].replace(" ", "") + "\n",
                blackbox.text_of(files.get("sub.dir.x.link.csv")))
    done, files = ours.run(["pj_dump_csv", "starpu.trace"])
    report.check("pj_dump_csv needs a prefix", done.code == WRONG_USAGE and "--prefix" in done.err, str(done))
    done, files = ours.run(["pj_dump_csv", "-p", "run", "half.trace"])
    left = [name for name in files if name.startswith("run")]
    report.check("pj_dump_csv leaves no files of a bad trace", done.code == 1 and not left, str(left))
    done, files = ours.run(["pj_dump_csv", "-p", "no/such/folder", "plain.trace"])
    report.check("pj_dump_csv: a folder that is not there is status 2", done.code == 2, str(done))


def main():
    tools = Path(sys.argv[1])
    for tool in LONG_OPTIONS:
        blackbox.need_tool(tools, tool)
    ours = Calls(tools)
    installed = (REFERENCE / "pj_dump").is_file() and tools.resolve() != REFERENCE
    reference = Calls(REFERENCE) if installed else None
    report = blackbox.Report()
    blackbox.run_groups(report, ours, reference)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
