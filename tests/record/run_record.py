#!/usr/bin/env python3
"""pj_record with programs that count their own calls and messages, under each MPI that is there.

Usage: run_record.py TOOL_DIR INCLUDE_DIR DATA_FOLDER
"""
import collections
import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

# What root and machines of few cores need.
LAUNCHERS = {"openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none"],
             "mpich": ["mpirun.mpich"]}
FIELDS = {"States": 8, "Links": 10}


class Trace:
    """Rows of pj_dump, with user-defined fields after the usual ones."""

    def __init__(self, folder, path):
        done = blackbox.run([folder / "pj_dump", "-u", "-l", "9", "--quotes=csv", path])
        self.error = done.err
        rows = list(csv.reader(io.StringIO(done.out), skipinitialspace=True))
        self.rows = collections.defaultdict(list)
        for row in rows:
            self.rows[row[0]].append(row[1:])

    def states(self, name):
        return [row for row in self.rows["State"] if row[6] == name]

    def calls(self):
        return collections.Counter((row[0], row[6]) for row in self.rows["State"] if row[6].startswith("MPI_"))

    def messages(self):
        """How many of sender, receiver, tag and bytes."""
        return collections.Counter((row[6], row[7], row[10], row[11]) for row in self.rows["Link"])


class Tools:
    def __init__(self, folder, include, data, report, scratch):
        self.folder, self.include, self.data, self.report, self.scratch = folder, include, data, report, scratch
        built = {path.name for path in (folder.parent / "recorder").glob("libpaje-record-*.so")}
        self.kinds = [kind for kind, launcher in LAUNCHERS.items()
                      if f"libpaje-record-{kind}.so" in built and shutil.which(launcher[0])
                      and shutil.which(f"mpicc.{kind}")]
        if not self.kinds:
            blackbox.skip("no MPI, or no library to record it")

    def compile(self, kind, source, *options, compiler="mpicc"):
        program = self.scratch / f"{Path(source).stem}.{kind}"
        done = blackbox.run([f"{compiler}.{kind}", "-O1", "-w", HERE / source, "-o", program, *options,
                             *([f"-I{self.include}"] if compiler == "mpicc" else ()), "-lm", "-lpthread"],
                            cwd=self.scratch)
        self.report.check(f"{source} compiles for {kind}", done.code == 0, done.err)
        return program

    def record(self, kind, program, *words, ranks=4, options=(), output=None, status=0, **more):
        output = output or self.scratch / f"{Path(program).name}.paje"
        done = blackbox.run([self.folder / "pj_record", "-o", output, *options, "--", *LAUNCHERS[kind], "-n", ranks,
                             program, *words], cwd=self.scratch, **more)
        self.report.check(f"{Path(program).name} runs", status in (None, done.code), f"{done.code} {done.err}{done.out}")
        return output, done

    def sound(self, trace):
        """The other tools take it, without an assumption on collective calls."""
        name = trace.name
        done = blackbox.run([self.folder / "pj_validate", trace])
        self.report.check(f"{name} is valid", done.code == 0 and "no problems" in done.out, done.out + done.err)
        done = blackbox.run([self.folder / "pj_analyze", "-q", "summary", trace])
        said = done.out + done.err
        # A fence has a window, and no communicator that a recorder sees.
        fences = sum(line.endswith(", MPI_Win_fence") for line in blackbox.run([self.folder / "pj_dump", trace]).out.splitlines())
        if fences:
            said, known = re.subn(rf"Assumed for {fences} of [0-9,]+ calls of collectives, which have no field Comm", "", said)
            self.report.check(f"{name}: the fences are assumed to belong together", known == 1, done.out)
        self.report.check(f"{name}: nothing is assumed of other collective calls", done.code == 0 and
                          "collective operation" in said and "ssum" not in said and "without" not in said, done.out + done.err)
        done = blackbox.run([self.folder / "pj_predict", "-q", "--communication", "1x", trace])
        self.report.check(f"{name}: replay gives what was measured", done.code == 0 and "(0.0 % off)" in done.out,
                          done.out + done.err)


def counted(tools):
    """Calls and messages as programs with counted.h write them."""
    calls, messages = collections.Counter(), collections.Counter()
    files = sorted(tools.scratch.glob("counted.*"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    for file in files:
        file.unlink()
    for line in lines:
        what, *words = line.split("|")
        if what == "call":
            calls[f"rank {words[0]}", words[1]] += int(words[2])
        elif what == "message":
            messages[f"rank {words[0]}", f"rank {words[1]}", words[2], words[3]] += int(words[4])
    return calls, messages


@blackbox.group
def check_calls(tools):
    for kind in tools.kinds:
        trace, done = tools.record(kind, tools.compile(kind, "calls.c"), status=7)
        calls, messages = counted(tools)
        got = Trace(tools.folder, trace)
        tools.report.check(f"{kind}: the program counts", len(calls) > 200 and len(messages) > 90, done.out)
        tools.report.check(f"{kind}: calls", got.calls() == calls, f"{got.calls() - calls} {calls - got.calls()}")
        tools.report.check(f"{kind}: messages", got.messages() == messages,
                           f"{got.messages() - messages} {messages - got.messages()}")
        tools.report.check(f"{kind}: the folder is gone", not Path(f"{trace}.parts").exists())
        regions = collections.Counter(row[6] for row in got.rows["State"] if not row[6].startswith("MPI_"))
        tools.report.check(f"{kind}: regions", regions == {"before MPI": 4, "exchange": 4, "rest 'of' it": 4}, str(regions))
        values = sorted((row[0], row[1], float(row[5])) for row in got.rows["Variable"])
        tools.report.check(f"{kind}: values", values == [(f"rank {i}", "turn", 1.5 * i) for i in range(4)], str(values))
        check_fields(tools, kind, got)
        tools.sound(trace)


def check_fields(tools, kind, got):
    """Communicator, number in it, root and bytes of collective calls; peers, tags and bytes of others."""
    roots = {("MPI_Scatter", "rank 3"), ("MPI_Gatherv", "rank 1"), ("MPI_Ibcast", "rank 1")}
    for name, root in roots:
        tools.report.check(f"{kind}: root of {name}", all(row[9] == root for row in got.states(name)), str(got.states(name)))
    # In the communicators in reverse order, rank 0 is the higher rank of the world.
    found = collections.Counter((row[0], row[9]) for row in got.states("MPI_Bcast") if row[7].startswith("communicator")
                                if row[10:] == ["4"])
    wanted = {(f"rank {i}", "rank 2" if i % 2 == 0 else "rank 3") for i in range(4)}
    tools.report.check(f"{kind}: roots in a part", set(found) == wanted, str(found))
    for name, size in (("MPI_Alltoallv", "16"), ("MPI_Allreduce", "8"), ("MPI_Bcast", "12")):
        rows = [row for row in got.states(name) if row[7] == "MPI_COMM_WORLD"]
        tools.report.check(f"{kind}: bytes of {name}", rows and all(row[-1] == size for row in rows), str(rows))
    numbers = collections.defaultdict(set)
    for row in got.states("MPI_Barrier"):
        numbers[row[7]].add((row[0], row[8]))
    for comm, members in numbers.items():
        by_number = collections.Counter(number for _, number in members)
        tools.report.check(f"{kind}: barriers of {comm}", set(by_number.values()) == {4}, str(members))
    wild = [row for row in got.states("MPI_Probe")]
    tools.report.check(f"{kind}: wildcards", wild and all(row[7:10] == ["MPI_COMM_WORLD", "any", "50"] for row in wild), str(wild))
    named = {row[9] for row in got.rows["Link"]}
    tools.report.check(f"{kind}: names of communicators", {"MPI_COMM_WORLD", "second"} <= named, str(named))


@blackbox.group
def check_threads(tools):
    for kind in tools.kinds:
        trace, done = tools.record(kind, tools.compile(kind, "threads.c"), ranks=2)
        if "no threads" in done.out:
            continue
        got = Trace(tools.folder, trace)
        sent = collections.Counter((row[6], row[7], row[10], row[11]) for row in got.rows["Link"])
        tools.report.check(f"{kind}: messages of threads", sent == {
            ("rank 0", "rank 1", "0", "1"): 50,
            ("rank 0 thread 1", "rank 1 thread 1", "1", "2"): 50}, str(sent))
        places = {(row[0], row[6]) for row in got.rows["State"] if row[6] in ("first", "second")}
        tools.report.check(f"{kind}: regions of threads", places == {
            (f"rank {i}{thread}", name) for i in range(2) for thread, name in (("", "first"), (" thread 1", "second"))},
            str(places))
        tools.sound(trace)


@blackbox.group
def check_openmp(tools):
    """OpenMP by LLVM's runtime, which calls tools: the program's own numbers of regions, work, tasks and locks, and times
    that waiting takes where one thread has all the work."""
    compiler = shutil.which("clang") or shutil.which("clang-14")
    source = HERE / "openmp.c"
    program = tools.scratch / "openmp"
    if compiler is None or blackbox.run([compiler, "-O1", "-fopenmp", source, "-o", program]).code != 0:
        blackbox.skip("no compiler for LLVM's OpenMP")
    for options in ((), ("--mpi", "none")):
        output = tools.scratch / f"openmp{len(options)}.paje"
        done = blackbox.run([tools.folder / "pj_record", "-o", output, *options, "--", program])
        tools.report.check("recorded", done.code == 0 and " regions, 0 calls of MPI of 1 process" in done.err, done.err)
        done = blackbox.run([tools.folder / "pj_validate", output])
        tools.report.check("valid", done.code == 0, done.err + done.out)
        counts, waits = collections.Counter(), collections.Counter()
        for line in blackbox.run([tools.folder / "pj_dump", "-l", "9", output]).out.splitlines():
            row = line.split(", ")
            if row[0] == "State":
                counts[row[7]] += 1
                waits[row[7], "thread" in row[1]] += float(row[5])
        wanted = {"OpenMP parallel": 4 * 3, "OpenMP loop": 4 * 3, "OpenMP critical": 4 * 3, "OpenMP single": 4, "OpenMP task": 4 * 6,
                  "OpenMP barrier": 4 * 3, "OpenMP acquire lock": 4 * 3, "OpenMP master": 4}
        tools.report.check("counts", {name: counts[name] for name in wanted} == wanted, str(counts))
        # The master takes 100 ms before each barrier; of the time of the two others half is enough, as they may be late.
        tools.report.check("the others wait at the barrier", waits["OpenMP barrier", True] > 4 * 0.1, str(waits))
        # Of a process without MPI, too.
        summary = blackbox.run([tools.folder / "pj_analyze", "classes", "--json", "-q", output])
        classes = {row["value"]: row["class"] for row in json.loads(summary.out)["classes"]}
        tools.report.check("classes", classes["OpenMP barrier"] == classes["OpenMP acquire lock"] == "waiting"
                           and classes["OpenMP loop"] == "compute", str(classes))


@blackbox.group
def check_killed(tools):
    for kind in tools.kinds:
        trace, done = tools.record(kind, tools.compile(kind, "killed.c"), ranks=2, status=None)
        tools.report.check(f"{kind}: the status is the launcher's", done.code not in (0, 2), f"{done.code} {done.err}")
        got = Trace(tools.folder, trace)
        calls = got.calls()
        tools.report.check(f"{kind}: what was done is there", calls["rank 1", "MPI_Send"] == 100 and
                           calls["rank 0", "MPI_Recv"] == 101 and len(got.rows["Link"]) == 100, f"{calls} {got.error}")
        # The call that never returned goes on to the end; so do the regions.
        end = max(float(row[3]) for row in got.rows["State"])
        last = max((row for row in got.states("MPI_Recv") if row[0] == "rank 0"), key=lambda row: float(row[2]))
        regions = got.states("work")
        tools.report.check(f"{kind}: what was open ends with the run", float(last[3]) == end and
                           [float(row[3]) for row in regions] == [end, end], str(regions))


@blackbox.group
def check_fortran(tools):
    for kind in tools.kinds:
        if shutil.which(f"mpif90.{kind}") is None or shutil.which("gfortran") is None:
            continue
        program = tools.compile(kind, "fortran.f90", compiler="mpif90")
        trace, done = tools.record(kind, program)
        tools.report.check(f"{kind}: the program got what it should", "wrong" not in done.out, done.out)
        got = Trace(tools.folder, trace)
        wanted = {("MPI_Irecv"): 4, "MPI_Isend": 4, "MPI_Waitall": 2, "MPI_Waitany": 2, "MPI_Wait": 1, "MPI_Waitsome": 1,
                  "MPI_Sendrecv": 1, "MPI_Allreduce": 1, "MPI_Comm_split": 1, "MPI_Comm_set_name": 1, "MPI_Bcast": 1,
                  "MPI_Comm_free": 1, "MPI_Init": 1, "MPI_Finalize": 1}
        wanted = collections.Counter({(f"rank {i}", name): n for i in range(4) for name, n in wanted.items()})
        tools.report.check(f"{kind}: calls", got.calls() == wanted, f"{got.calls() - wanted} {wanted - got.calls()}")
        messages = collections.Counter()
        for i in range(4):
            for tag, size in (("5", 4), ("5", 8), ("5", 12), ("5", 16), ("6", 8)):
                messages[f"rank {i}", f"rank {(i + 1) % 4}", tag, str(size)] += 1
        tools.report.check(f"{kind}: messages", got.messages() == messages, str(got.messages()))
        sums = [row[-1] for row in got.states("MPI_Allreduce")]
        tools.report.check(f"{kind}: MPI_IN_PLACE", sums == ["8"] * 4, str(sums))
        names = {row[7] for row in got.states("MPI_Bcast")}
        tools.report.check(f"{kind}: names without blanks", all(name.startswith("half of them") and "  " not in name
                                                                for name in names), str(names))
        tools.sound(trace)


@blackbox.group
def check_real(tools):
    """Programs that others wrote, at the messages that their sources say."""
    runs, real = tools.data / "runs" / "src", tools.data / "runs" / "real" / "src"
    for kind in tools.kinds:
        # Processes that wait do not yield in MPICH: little work.
        steps = 10 if kind == "openmpi" else 3
        trace, _ = tools.record(kind, tools.compile(kind, runs / "halo2d.c"), 64, 64, steps)
        got = Trace(tools.folder, trace)
        calls = {"MPI_Irecv": 2 * steps, "MPI_Isend": 2 * steps, "MPI_Waitall": steps, "MPI_Allreduce": steps,
                 "MPI_Init": 1, "MPI_Finalize": 1}
        wanted = collections.Counter({(f"rank {i}", name): n for i in range(4) for name, n in calls.items()})
        tools.report.check(f"{kind}: calls of halo2d", got.calls() == wanted, str(got.calls()))
        tools.report.check(f"{kind}: messages of halo2d", sum(got.messages().values()) == 8 * steps and
                           all(row[-1] == "4096" for row in got.rows["Link"]), str(got.messages()))
        tools.sound(trace)
        trace, done = tools.record(kind, tools.compile(kind, real / "summa.c"), 16, steps)
        got = Trace(tools.folder, trace)
        received = sum(int(row[11]) for row in got.rows["Link"] if row[10] in ("20", "21"))
        tools.report.check(f"{kind}: bytes of reports", f", {received} bytes of reports" in done.out, f"{received} {done.out}")
        sends, receives = (sum(got.calls()[f"rank {i}", f"MPI_{name}"] for i in range(4) for name in names) for names in
                           (("Send", "Ssend", "Isend", "Sendrecv"), ("Recv", "Sendrecv")))
        started = 2 * 3 * steps * 4
        tools.report.check(f"{kind}: every send of summa has its receive",
                           len(got.rows["Link"]) == sends + started == receives + started, f"{sends} {receives} {started}")
        tools.sound(trace)
        for source, options, words in (("spin.c", (), (1000, steps, 5000, 0.2)),
                                       ("hybrid.c", ("-fopenmp",), (64, 64, steps, 2, 8))):
            trace, _ = tools.record(kind, tools.compile(kind, real / source, *options), *words,
                                    environment={"OMP_NUM_THREADS": "2"})
            calls = collections.Counter()
            for (_, name), count in Trace(tools.folder, trace).calls().items():
                calls[name] += count
            links = len(Trace(tools.folder, trace).rows["Link"])
            tools.report.check(f"{kind}: every send of {source} has its receive", links > 0 and
                               calls["MPI_Isend"] + calls["MPI_Send"] == links == calls["MPI_Recv"], f"{links} {calls}")
            tools.sound(trace)


@blackbox.group
def check_clocks(tools):
    """Processes of a time namespace of its own have another clock, which is corrected."""
    if blackbox.run(["unshare", "-T", "--monotonic", "1000", "true"]).code != 0:
        blackbox.skip("no time namespaces")
    if "openmpi" not in tools.kinds:
        blackbox.skip("no Open MPI, whose processes yield")
    program, trace = tools.compile("openmpi", "calls.c"), tools.scratch / "clocks.paje"
    done = blackbox.run([tools.folder / "pj_record", "-o", trace, "--", *LAUNCHERS["openmpi"], "-n", 2, program, ":", "-n", 2,
                         "unshare", "-T", "--monotonic", "1000", program], cwd=tools.scratch)
    tools.report.check("it runs", done.code == 7, done.err)
    calls, messages = counted(tools)
    got = Trace(tools.folder, trace)
    tools.report.check("calls and messages", got.calls() == calls and got.messages() == messages)
    end = max(float(row[3]) for row in got.rows["State"])
    tools.report.check("the correction is applied", end < 500, str(end))
    rows = {row[5]: [float(word) for word in row[6:]] for row in got.rows["Container"] if row[1] == "Process"}
    tools.report.check("who shares a clock needs none", rows["rank 0"] == rows["rank 1"] == [0, 0, 0], str(rows))
    error = max(row[2] for row in rows.values())
    for name in ("rank 2", "rank 3"):
        offset = rows[name][0]
        tools.report.check(f"the offset of {name}", 0 < rows[name][2] and
                           abs(offset + 1000) <= 2 * rows[name][2] + 1e-6, str(rows))
    shortest = min(float(row[4]) for row in got.rows["Link"])
    tools.report.check("no message is earlier than the error", shortest >= -2 * error, f"{shortest} {error}")


@blackbox.group
def check_outputs(tools):
    kind = tools.kinds[0]
    program = tools.compile(kind, "calls.c")
    objects = []
    for name, options in (("run.pja", []), ("run.bin", ["--method", "reference"]), ("run.paje", ["--keep"])):
        output, _ = tools.record(kind, program, output=tools.scratch / name, options=options, status=7)
        got = Trace(tools.folder, output)
        objects.append((got.messages(), {name for name, _ in got.calls()}))
    tools.report.check("all encodings hold the same", objects[0] == objects[1] == objects[2] and objects[0][0], str(objects))
    tools.report.check("an archive is one", (tools.scratch / "run.pja").read_bytes()[:4] != b"%Eve")
    folder = tools.scratch / "set"
    done = blackbox.run([tools.folder / "pj_record", "--method", "set", "--convert", tools.scratch / "run.paje.parts", "-o",
                         f"{folder}/"])
    tools.report.check("a set is recorded", done.code == 0, done.err)
    files = sorted(path.name for path in folder.iterdir())
    tools.report.check("a file for each process", len(files) == 1 + sum(row[1] == "Process" for row in Trace(tools.folder, output).rows["Container"])
                       and "root.paje" in files, str(files))
    tables = [blackbox.run([tools.folder / "pj_dump", "-u", "--sort", path]).out for path in (output, folder / "root.paje")]
    tools.report.check("the set holds the same", sorted(tables[0].splitlines()) == sorted(tables[1].splitlines()) and tables[0])
    tools.report.check("nothing else is left", not (tools.scratch / "set.text").exists())
    done = blackbox.run([tools.folder / "pj_record", "--method", "set", "--convert", tools.scratch / "run.paje.parts", "-o", folder])
    tools.report.check("a set that is there", done.code == 2 and "set" in done.err, done.err)
    again = tools.scratch / "again.paje"
    done = blackbox.run([tools.folder / "pj_record", "--convert", tools.scratch / "run.paje.parts", "-o", again])
    tools.report.check("a kept folder gives the same trace", done.code == 0 and
                       again.read_bytes() == (tools.scratch / "run.paje").read_bytes(), done.err)
    check_damaged(tools)


def check_damaged(tools):
    """Files of processes that are cut or changed: a trace of what is left, or a message."""
    parts = tools.scratch / "run.paje.parts"
    files = sorted(parts.iterdir())
    whole = files[1].read_bytes()
    for cut in [0, 100, 4096, *range(4097, len(whole), max(1, len(whole) // 25))]:
        files[1].write_bytes(whole[:cut])
        done = blackbox.run([tools.folder / "pj_record", "--convert", parts, "-o", tools.scratch / "cut.paje"])
        ok = done.code == 2 and "not a recording" in done.err if cut < 4096 else done.code == 0
        tools.report.check(f"cut at {cut}", ok and not done.trouble(), f"{done.code} {done.err}")
        if done.code == 0:
            valid = blackbox.run([tools.folder / "pj_validate", tools.scratch / "cut.paje"])
            tools.report.check(f"cut at {cut}: valid", valid.code == 0, valid.out)
    for at in range(4096, len(whole), max(1, len(whole) // 60)):
        files[1].write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:])
        done = blackbox.run([tools.folder / "pj_record", "--convert", parts, "-o", tools.scratch / "cut.paje"])
        tools.report.check(f"changed at {at}", done.code in (0, 2) and not done.trouble(), f"{done.code} {done.err}")
    files[1].write_bytes(whole)


@blackbox.group
def check_trouble(tools):
    def run(*words, **more):
        return blackbox.run([tools.folder / "pj_record", *words], cwd=tools.scratch, **more)
    for name, words, code, message in (
            ("no command", ["-o", "x.paje"], 2, "no command"),
            ("no output", ["--", "true"], 2, "--output is required"),
            ("not found", ["-o", "x.paje", "--", "./nothing-here"], 127, "nothing-here"),
            ("a folder as command", ["-o", "x.paje", "--", "/tmp"], 126, "/tmp"),
            ("no MPI in it", ["-o", "x.paje", "--", "true"], 2, "nothing was recorded"),
            ("its status", ["-o", "x.paje", "--", "sh", "-c", "exit 5"], 5, "nothing was recorded"),
            ("its signal", ["-o", "x.paje", "--", "sh", "-c", "kill -9 $$"], 137, "nothing was recorded"),
            ("no folder", ["-o", "nowhere/x.paje", "--", "true"], 2, "nowhere"),
            ("nothing to convert", ["-o", "x.paje", "--convert", "nowhere"], 2, "nowhere"),
            ("both", ["-o", "x.paje", "--convert", "nowhere", "--", "true"], 2, "takes no command")):
        done = run(*words)
        tools.report.check(name, done.code == code and message in done.err, f"{done.code} {done.err}")
    tools.report.check("nothing is left", [p.name for p in tools.scratch.iterdir()] == [], str(list(tools.scratch.iterdir())))
    (tools.scratch / "x.paje.parts").mkdir()
    done = run("-o", "x.paje", "--", "true")
    tools.report.check("an earlier recording stays", done.code == 2 and "--convert" in done.err, done.err)


@blackbox.group
def check_interrupt(tools):
    """SIGINT goes to the command, as from a terminal, and SIGTERM from this program; a trace is made."""
    kind = tools.kinds[0]
    program = tools.compile(kind, "killed.c")
    for name in ("SIGINT", "SIGTERM"):
        trace = tools.scratch / f"{name}.paje"
        command = [str(word) for word in (tools.folder / "pj_record", "-o", trace, "--", *LAUNCHERS[kind], "-n", 1, "sh", "-c",
                                          f"{program}; sleep 100")]
        process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        folder = Path(f"{trace}.parts")
        for _ in range(600):
            if list(folder.glob("*.rec")) if folder.exists() else []:
                break
            try:
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                pass
        os.killpg(process.pid, signal.SIGINT) if name == "SIGINT" else process.terminate()
        error = process.communicate(timeout=60)[1].decode()
        got = Trace(tools.folder, trace)
        tools.report.check(f"a trace after {name}", process.returncode not in (0, -15) and sum(got.calls().values()) > 0, error)


def main():
    folder, include, data = sys.argv[1:]
    report = blackbox.Report()
    blackbox.need_tool(folder, "pj_record")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Tools(Path(folder).resolve(), Path(include).resolve(), Path(data), report, Path(scratch)))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
