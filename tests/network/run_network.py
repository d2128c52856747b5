#!/usr/bin/env python3
"""pj_measure network under mpirun, for each MPI that is there: what is measured is whole, and is what pj_model reads.

Usage: run_network.py TOOL_DIR INCLUDE
"""
import collections
import csv
import io
import itertools
import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

LAUNCHERS = {"openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"],
             "mpich": ["mpirun.mpich"]}
FEW = ["--max-repetitions", "6"]


class Tools:
    def __init__(self, folder, include, report, scratch):
        self.folder, self.include, self.report, self.scratch = folder, include, report, scratch
        self.built = folder.parent / "network"
        self.kinds = [kind for kind, words in LAUNCHERS.items()
                      if shutil.which(words[0]) and (self.built / f"paje-network-{kind}").exists()]

    def need(self):
        if not self.kinds:
            blackbox.skip("no MPI, or no program to measure with it")

    def measure(self, kind, ranks, *words):
        return blackbox.run([*LAUNCHERS[kind], "-n", ranks, self.folder / "pj_measure", "network", *words], cwd=self.scratch)

    def table(self, name):
        return list(csv.DictReader(io.StringIO((self.scratch / name).read_text())))

    def ask(self, *words):
        done = blackbox.run([self.folder / "pj_model", *words, "--json"], cwd=self.scratch)
        self.report.check(f"pj_model {words[:3]} runs", done.code == 0, done.err)
        return json.loads(done.out) if done.code == 0 else None

    def rows(self, name, kind):
        done = blackbox.run([self.folder / "pj_dump", "-u", "-l", "9", "--quotes=csv", name], cwd=self.scratch)
        self.report.check(f"{name} is a trace", done.code == 0, done.err)
        return [row for row in csv.reader(io.StringIO(done.out), skipinitialspace=True) if row[0] == kind]


@blackbox.group
def check_lmo(tools):
    """All pairs and roots; the fit is that of the states; links have sizes."""
    tools.need()
    for kind, serial in itertools.product(tools.kinds, ([], ["--serial"])):
        done = tools.measure(kind, 4, "lmo", "-o", "lmo.paje", "--sizes", "1k,16k", *FEW, *serial)
        tools.report.check(f"{kind}: runs", done.code == 0, done.err)
        tools.report.check(f"{kind}: says how many", "36 experiments of 4 processes" in done.err or
                           "42 experiments of 4 processes" in done.err, done.err)
        times = collections.defaultdict(list)
        for row in tools.rows("lmo.paje", "State"):
            experiment, repetition, root, first, second, size = map(int, row[8:14])
            tools.report.check("states name their process", int(row[1].split()[-1]) in (root, first, second), str(row))
            if row[1] == f"rank {root}":
                times[row[7], root, first, second, size].append(float(row[5]))
        wanted = {("round-trip", i, j, -1, size) for i in range(4) for j in range(i + 1, 4) for size in (0, 1024, 16384)}
        wanted |= {("one-to-two", i, j, k, size) for i in range(4) for j in range(4) for k in range(j + 1, 4)
                   if i not in (j, k) for size in (1024, 16384)}
        tools.report.check(f"{kind}: all experiments", times.keys() == wanted, str(sorted(wanted ^ times.keys())))
        tools.report.check(f"{kind}: some repetitions", all(1 <= len(of) <= 6 for of in times.values()))
        links = collections.Counter(row[-1] for row in tools.rows("lmo.paje", "Link"))
        count = collections.Counter()
        for (name, *_, size), of in times.items():
            messages = len(of) * (2 if name == "one-to-two" else 1)
            count.update({str(size): messages})
            count.update({"0": messages})
        tools.report.check(f"{kind}: messages and answers", links == count, f"{links} {count}")
        found = tools.ask("fit", "lmo", "lmo.paje", "-m", "lmo.json", "--method", "least-squares")
        for row in found["experiments"]:
            key = (row["experiment"], row["root"], row["first"], -1 if row["second"] is None else row["second"], row["bytes"])
            of = times[key]
            tools.report.check("means are those of the states", row["repetitions"] == len(of) and
                               abs(row["measured"] - sum(of) / len(of)) < 1e-8, f"{row} {of}")
        tools.report.check("machines are named", len({row["machine"] for row in found["processes"]}) == 1 and
                           found["processes"][0]["machine"] != "rank 0", str(found["processes"]))
        tools.ask("predict", "lmo", "lmo.json", "gather", "--size", "1k..64k")


@blackbox.group
def check_collectives(tools):
    """Two stages; a table has what a trace has."""
    tools.need()
    for kind in tools.kinds:
        done = tools.measure(kind, 3, "collectives", "--root", "1", "--sizes", "4k-32k/4k", "--csv", "-o", "c.csv", *FEW)
        tools.report.check(f"{kind}: runs", done.code == 0, done.err)
        rows = tools.table("c.csv")
        sizes = {what: {int(row["bytes"]) for row in rows if row["experiment"] == what} for what in ("scatter", "gather")}
        tools.report.check(f"{kind}: all sizes", all({*range(4096, 32769, 4096)} <= of for of in sizes.values()), str(sizes))
        tools.report.check(f"{kind}: of the root", all(row["root"] == "1" and not row["first"] for row in rows))
        done = tools.measure(kind, 3, "lmo", "--csv", "-o", "p.csv", *FEW)
        tools.report.check(f"{kind}: pairs", done.code == 0 and len(tools.table("p.csv")) >= 9, done.err)
        done = tools.measure(kind, 3, "collectives", "--sizes", "1k,2k,4k", "-o", "c.paje", *FEW)
        kinds = collections.Counter(row[7] for row in tools.rows("c.paje", "State"))
        tools.report.check(f"{kind}: a state for each process", kinds.keys() == {"scatter", "gather"} and
                           all(count % 3 == 0 for count in kinds.values()), str(kinds))
        found = tools.ask("fit", "lmo", "p.csv", "c.csv", "c.paje", "--method", "least-squares")
        names = collections.Counter(row["experiment"] for row in found["experiments"])
        tools.report.check("all are read", names["round-trip"] == 6 and names["one-to-two"] == 3 and names["scatter"] >= 11,
                           str(names))


@blackbox.group
def check_halo(tools):
    """Metrics of the regression: one machine has no messages over the network."""
    tools.need()
    for kind in tools.kinds:
        words = ["halo", "--per-node", "1,2,3,9", "--messages", "2,5", "--sizes", "1k,4k"]
        done = tools.measure(kind, 3, *words, "--csv", "-o", "halo.csv", *FEW)
        tools.report.check(f"{kind}: runs", done.code == 0, done.err)
        rows = tools.table("halo.csv")
        seen = [(row["PPN"], row["M"], row["S"]) for row in rows]
        tools.report.check(f"{kind}: all configurations that there are", seen ==
                           list(itertools.product("23", "25", ("1024", "4096"))), str(seen))
        tools.report.check(f"{kind}: metrics", all(float(row["PT"]) == float(row["S"]) * float(row["M"]) and row["N"] == "1" and
                                                   row["NT"] == row["V"] == "0" and float(row["time"]) > 0 for row in rows))
        tools.ask("fit", "communication", "halo.csv", "--area", "all: S>=0: 1 + PT")
        done = tools.measure(kind, 3, *words, "-o", "halo.paje", *FEW)
        links = collections.Counter(row[-1] for row in tools.rows("halo.paje", "Link"))
        states = collections.Counter()
        for row in tools.rows("halo.paje", "State"):
            states[row[12]] += int(row[11])
        tools.report.check(f"{kind}: each process sends its messages", links == states, f"{links} {states}")


@blackbox.group
def check_library(tools):
    """The estimation inside a program."""
    tools.need()
    for kind in tools.kinds:
        program = tools.scratch / f"estimate.{kind}"
        done = blackbox.run([f"mpicc.{kind}", "-std=c99", "-Wall", "-Werror", f"-I{tools.include}", HERE / "estimate.c", "-o", program,
                             f"-L{tools.built}", f"-lpaje-lmo-{kind}", f"-Wl,-rpath,{tools.built}",
                             f"-Wl,-rpath-link,{tools.folder.parent / 'libpaje'}"], cwd=tools.scratch)
        if not tools.report.check(f"{kind}: compiles", done.code == 0, done.err):
            continue
        for ranks, words in ((3, "3 processes, done, 0"), (2, "0 processes, the LMO model needs three processes or more, 0")):
            done = blackbox.run([*LAUNCHERS[kind], "-n", ranks, program], cwd=tools.scratch)
            tools.report.same(f"{kind}: {ranks} processes", [f"{i}: {words}" for i in range(ranks)],
                              sorted(done.out.splitlines()))


@blackbox.group
def check_trouble(tools):
    """One message each, of one process, and no file."""
    done = blackbox.run([tools.folder / "pj_measure", "network", "lmo", "-o", "x.paje"], cwd=tools.scratch)
    wanted = "mpirun -n 4 pj_measure network lmo" if tools.kinds else "libopenmpi-dev"
    tools.report.check("without mpirun", done.code == 2 and wanted in done.err, done.err)
    for words, text in ((["ping", "-o", "x"], "expected lmo, collectives or halo, found 'ping'"), (["lmo"], "--output"),
                        (["lmo", "-o", "x", "--sizes", "2G"], "--sizes"), (["lmo", "-o", "x", "--precision", "0"], "--precision"),
                        (["lmo", "-o", "x", "--confidence", "100"], "--confidence"), (["lmo", "-o", "x", "--mpi", "lam"], "--mpi"),
                        (["lmo", "-o", "x", "--max-repetitions", "0"], "--max-repetitions"),
                        (["halo", "-o", "x", "--per-node", "0"], "--per-node"), (["halo", "-o", "x", "--messages", "1,"], "--messages")):
        done = blackbox.run([tools.folder / "pj_measure", "network", *words], cwd=tools.scratch)
        tools.report.check(f"{words}: {text}", done.code == 2 and text in done.err, f"{done.code} {done.err}")
    for kind in tools.kinds:
        for ranks, words, text in ((2, ["lmo", "-o", "x"], "needs 3 processes or more, mpirun started 2"),
                                   (3, ["collectives", "--root", "3", "-o", "x"], "--root: expected a rank from 0 to 2, found 3"),
                                   (2, ["halo", "--per-node", "9", "-o", "x"], "as many processes"),
                                   (3, ["lmo", "-o", "no/x", *FEW], "no/x"), (3, ["foo", "-o", "x"], "found 'foo'")):
            done = tools.measure(kind, ranks, *words)
            tools.report.check(f"{kind}: {text}", done.code != 0 and done.err.count(text) == 1, f"{done.code} {done.err}")
        wrong = [tools.folder / "pj_measure", "network", "foo", "-o", "x"]
        done = blackbox.run([*LAUNCHERS[kind], "-n", 1, "sh", "-c", 'sleep 1; exec "$@"', "sh", *wrong, ":", "-n", 2, *wrong],
                            cwd=tools.scratch)
        tools.report.check(f"{kind}: of the first process, also if it is the last one", done.code != 0 and
                           done.err.count("found 'foo'") == 1, f"{done.code} {done.err}")
    done = blackbox.run([tools.folder / "pj_measure", "network", "foo", "-o", "x"], cwd=tools.scratch,
                        environment={"PMI_RANK": "1"})
    tools.report.check("another process that fails alone says it, too", done.code == 2 and "found 'foo'" in done.err, done.err)
    for kind, other in itertools.product(tools.kinds, LAUNCHERS.keys() - set(tools.kinds)):
        done = tools.measure(kind, 3, "lmo", "-o", "x", "--mpi", other)
        text = f"--mpi asks for {other}, for which no program was built"
        tools.report.check(f"{kind}: {text}", done.code != 0 and done.err.count(text) == 1, f"{done.code} {done.err}")
    left = [path.name for path in tools.scratch.iterdir() if path.name.startswith(("x", "no"))]
    tools.report.check("no file", not left, str(left))


def main():
    folder, include = sys.argv[1:]
    report = blackbox.Report()
    blackbox.need_tool(folder, "pj_measure")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Tools(Path(folder).resolve(), Path(include).resolve(), report, Path(scratch)))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
