#!/usr/bin/env python3
"""SimGrid's time-independent actions, read and written: values found on paper, what smpirun wrote, traces of the same runs,
and random programs there and back.

Usage: run_ti.py TOOL_DIR DATA_FOLDER [--seed N] [--rounds N]
"""

import argparse
import csv
import io
import lzma
import random
import sys
import tarfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from definitions import RUN, RUN_DEFINITIONS, numbered

DATA = Path(__file__).resolve().parent.parent / "data" / "ti"


class Bench:
    def __init__(self, report, tools, folder, options):
        self.report, self.tools, self.folder, self.options = report, tools, Path(folder), options

    def run(self, tool, *words):
        return blackbox.run([blackbox.need_tool(self.tools, tool), *map(str, words)])

    def write(self, name, ranks):
        """A folder with an index and the actions of each rank."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        for number, actions in enumerate(ranks):
            (folder / f"rank-{number}.txt").write_text("".join(f"{number} {action}\n" for action in actions))
        (folder / "index.txt").write_text("".join(f"rank-{number}.txt\n" for number in range(len(ranks))))
        return folder

    def rows(self, path):
        done = self.run("pj_dump", path)
        self.report.check(f"{path.name} is read", done.code == 0, blackbox.shorten(done.err))
        return [row.split(", ") for row in done.out.splitlines()]

    def states(self, path):
        """(container, value, start, end) in the order of each container."""
        rows = [(row[1], row[7], float(row[3]), float(row[4])) for row in self.rows(path) if row[0] == "State"]
        return sorted(rows, key=lambda row: row[0])

    def sizes(self, path):
        """(from, to, bytes) of messages, sorted."""
        done = self.run("pj_export", "-q", "--to", "csv", "-o", self.folder / "tables", path)
        self.report.check(f"{path.name}: tables", done.code == 0, done.err)
        rows = csv.DictReader(io.StringIO((self.folder / "tables" / "link.csv").read_text()))
        return sorted((row["start_container"], row["end_container"], float(row["size"])) for row in rows)


PING = (["init", "compute 2e9", "send 1 7 100 0", "recv 1 8 3 1", "finalize"],
        ["init", "compute 1e9", "recv 0 7 100 0", "compute 5e8", "send 0 8 3 1", "finalize"])


@blackbox.group
def check_by_hand(bench):
    """A second of computing is 1e9 operations; a receive waits for its send."""
    folder = bench.write("ping", PING)
    wanted = [("rank-0", "PMPI_Init", 0, 0), ("rank-0", "computing", 0, 2), ("rank-0", "PMPI_Send", 2, 2),
              ("rank-0", "PMPI_Recv", 2, 2.5), ("rank-0", "PMPI_Finalize", 2.5, 2.5), ("rank-1", "PMPI_Init", 0, 0),
              ("rank-1", "computing", 0, 1), ("rank-1", "PMPI_Recv", 1, 2), ("rank-1", "computing", 2, 2.5),
              ("rank-1", "PMPI_Send", 2.5, 2.5), ("rank-1", "PMPI_Finalize", 2.5, 2.5)]
    together = bench.folder / "together.txt"
    together.write_text("# all ranks\n" + "".join((folder / f"rank-{rank}.txt").read_text() for rank in (1, 0)))
    for path in (folder, folder / "index.txt", together):
        bench.report.check(f"{path.name}: states", bench.states(path) == wanted, str(bench.states(path)))
        # 100 doubles and 3 ints.
        bench.report.check(f"{path.name}: bytes", bench.sizes(path) == [("rank-0", "rank-1", 800), ("rank-1", "rank-0", 12)],
                           str(bench.sizes(path)))
    # Collective operations: all wait for all, for the root, or the root for all.
    for action, ends in (("barrier", (3, 3, 3)), ("allreduce 1 0 0", (3, 3, 3)), ("alltoall 5 5 1 1", (3, 3, 3)),
                         ("bcast 1 1 0", (3, 3, 3)), ("bcast 1 2 0", (2, 3, 1)), ("reduce 1 0 1 0", (2, 3, 1)),
                         ("reduce 1 0 0 0", (3, 3, 1)), ("gather 1 1 2 0 0", (2, 3, 3)), ("scatter 1 1 0 0 0", (2, 3, 2))):
        folder = bench.write("collective", [[f"compute {seconds}e9", action] for seconds in (2, 3, 1)])
        found = tuple(end for _, value, _, end in bench.states(folder) if value != "computing")
        bench.report.check(action, found == ends, str(found))
    # Any source: what was sent first. A wait for one receive, then for the rest.
    folder = bench.write("any", [["irecv -333 -444 1 6", "irecv 2 5 1 6", "wait -333 0 -444", "compute 1e9", "waitall 1"],
                                 ["compute 3e9", "send 0 1 1 6"], ["compute 1e9", "send 0 4 1 6", "compute 4e9", "send 0 5 1 6"]])
    found = [state[1:] for state in bench.states(folder) if state[0] == "rank-0" and state[1].startswith("PMPI_Wait")]
    bench.report.check("any source", found == [("PMPI_Wait", 0, 1), ("PMPI_Waitall", 2, 5)], str(found))


@blackbox.group
def check_waiting(bench):
    """What waits sends once, and any request is the one whose message was sent first."""
    folder = bench.write("both", [["compute 1e9", "sendRecv 20 1 20 1 6 6", "recv 1 0 55 6"],
                                  ["sendRecv 20 0 20 0 6 6", "compute 3e9", "send 0 0 55 6"]])
    done = bench.run("pj_dump", folder)
    bench.report.check("no message is left", "nobody receives" not in done.err, done.err)
    links = sorted((float(row[3]), float(row[4]), row[6], row[7]) for row in
                   (line.split(", ") for line in done.out.splitlines()) if row[0] == "Link")
    bench.report.check("a message from each, then one more",
                       links == [(0, 1, "PTP", "rank-1"), (1, 1, "PTP", "rank-0"), (4, 4, "PTP", "rank-1")], str(links))
    bench.report.check("its receive", ("rank-0", "PMPI_Recv", 1, 4) in bench.states(folder), str(bench.states(folder)))
    folder = bench.write("first", [["irecv 1 1 10 6", "irecv 2 2 10 6", "waitAny 2", "compute 5e9", "waitall 2"],
                                   ["compute 10e9", "send 0 1 10 6"], ["compute 1e9", "send 0 2 10 6"]])
    waits = [state[1:] for state in bench.states(folder) if state[1].startswith("PMPI_Wait")]
    bench.report.check("any", waits == [("PMPI_Waitany", 0, 1), ("PMPI_Waitall", 6, 10)], str(waits))
    # A send is done at once; one message for two receives is that of the first.
    folder = bench.write("sent", [["irecv 1 1 10 6", "isend 1 3 1 6", "waitAny 2", "compute 1e9", "waitAny 1", "compute 1e9"],
                                  ["compute 4e9", "send 0 1 10 6", "recv 0 3 1 6"]])
    waits = [state[1:] for state in bench.states(folder) if state[1].startswith("PMPI_Wait")]
    bench.report.check("a send first", waits == [("PMPI_Waitany", 0, 0), ("PMPI_Waitany", 1, 4)], str(waits))


@blackbox.group
def check_uneven_calls(bench):
    """What each rank sends in an Alltoallv is shared out, and received as it is sent; nothing is exported of a trace without states."""
    shares = (20, 40, 10)
    calls = [f"alltoallv {3 * own} {own} {own} {own} 70 20 40 10 6 6" for own in shares]
    folder = bench.write("uneven", [["compute 1e9", call] for call in calls])
    back = bench.folder / "uneven back"
    done = bench.run("pj_export", "-q", "--to", "ti", "-o", back, folder)
    found = [[line.split(" ", 1)[1] for line in (back / f"rank-{rank}.txt").read_text().splitlines() if "alltoall" in line]
             for rank in range(3)]
    bench.report.check("shared out", done.code == 0 and found == [[call] for call in calls], f"{found} {done.err}")
    empty = bench.folder / "empty.paje"
    empty.write_text(RUN_DEFINITIONS)
    done = bench.run("pj_export", "-q", "--to", "ti", "-o", bench.folder / "nothing", empty)
    bench.report.check("no states", done.code == 2 and "has no states" in done.err and not (bench.folder / "nothing").exists(), done.err)


REDUCTIONS = ["compute 1e9", "reduce 5 3e9 0 6", "allreduce 5 2e9 6", "reducescatter 5 5 4e9 6", "scan 5 1e9 6", "exscan 6 0 6"]


@blackbox.group
def check_reductions(bench):
    """What a reduction computes takes time; a field keeps it, and it is exported. Begun operations keep their sizes and roots."""
    folder = bench.write("reductions", [REDUCTIONS] * 2)
    ends = [end for rank, _, _, end in bench.states(folder) if rank == "rank-0"]
    bench.report.check("reductions last", ends == [1, 4, 6, 10, 11, 11], str(ends))
    question = "SELECT value, Size, Operations FROM states WHERE path = 'rank-1' AND value <> 'computing' ORDER BY id"
    found = bench.run("pj_query", "-q", "--format=csv", folder, question).out.splitlines()[1:]
    bench.report.check("fields", [row.split(",")[0] + " " + ",".join(f"{float(word or 0):g}" for word in row.split(",")[1:]) for row in found]
                       == ["PMPI_Reduce 5,3e+09", "PMPI_Allreduce 5,2e+09", "PMPI_Reduce_scatter 10,4e+09", "PMPI_Scan 5,1e+09",
                           "PMPI_Exscan 6,0"], str(found))
    back = bench.folder / "reductions back"
    done = bench.run("pj_export", "--to", "ti", "-o", back, folder)
    bench.report.check("nothing is lost", done.code == 0 and "not carried over" not in done.err, done.err)
    for rank in range(2):
        lines = [[float(word) if word[0].isdigit() else word for word in line.split()[1:]]
                 for line in (back / f"rank-{rank}.txt").read_text().splitlines()[1:-1]]
        wanted = [[float(word) if word[0].isdigit() else word for word in line.split()] for line in REDUCTIONS]
        bench.report.check(f"reductions of rank {rank}", lines == wanted, str(lines))
    folder = bench.write("begun", [["ibcast 12 1 0", "waitall 1", "ireduce 3 7e9 1 1", "iallreduce 2 1e9 1"]] * 2)
    question = "SELECT value, Size, Operations, Root, start, \"end\" FROM states WHERE path = 'rank-0' AND Size > 0 ORDER BY id"
    found = bench.run("pj_query", "-q", "--format=csv", folder, question).out.splitlines()[1:]
    rows = [[row.split(",")[0]] + [float(word) if word else None for word in row.split(",")[1:]] for row in found]
    bench.report.check("begun operations", rows == [["PMPI_Ibcast", 96, None, 1, 0, 0], ["PMPI_Ireduce", 12, 7e9, 1, 0, 0],
                                                    ["PMPI_Iallreduce", 8, 1e9, None, 0, 0]], str(found))


@blackbox.group
def check_scans(bench):
    """A scan that waits is an operation of all; of what only some ranks call, computing."""
    scans = [["compute 1e9", "scan 5 0 6", "exscan 5 0 6"], ["compute 3e9", "scan 5 0 6", "exscan 5 0 6"]]
    folder = bench.write("scans", scans)
    back = bench.folder / "scans back"
    done = bench.run("pj_export", "--to", "ti", "-o", back, folder)
    lines = [without_tags(back / f"rank-{rank}.txt")[1:-1] for rank in range(2)]
    bench.report.check("scans", lines == [[f"{rank} compute {2 * rank + 1}e+09", f"{rank} scan 5 0 6", f"{rank} exscan 5 0 6"]
                                          for rank in range(2)], f"{lines} {done.err}")
    trace = write_run(bench, "some.trace", [("r0", "MPI_Scan", 0, 2), ("r1", "work", 0, 3)], [])
    done = bench.run("pj_export", "--to", "ti", "-o", bench.folder / "some", trace)
    lines = without_tags(bench.folder / "some" / "rank-0.txt")[1:-1]
    bench.report.check("a scan of one", lines == ["0 compute 2e+09"] and "1 scans that not all containers make" in done.err,
                       f"{lines} {done.err}")


@blackbox.group
def check_receives_without_messages(bench):
    """Posted receives that no message comes to, and the waits for them, are counted."""
    trace = write_run(bench, "posts.trace",
                      [("r0", "MPI_Irecv", 0, 0), ("r0", "MPI_Irecv", 0, 0), ("r0", "work", 0, 1), ("r0", "MPI_Waitall", 1, 2),
                       ("r0", "MPI_Recv", 2, 3), ("r1", "MPI_Isend", 0, 0), ("r1", "MPI_Wait", 0, 1)], [])
    said = bench.run("pj_export", "--to", "ti", "-o", bench.folder / "posts", trace).err
    for words in ("2 posted receives without a message", "1 waits for posted receives without a message",
                  "1 receives without a message", "1 sends without a message"):
        bench.report.check(words, f": {words}\n" in said, said)
    quiet = bench.run("pj_export", "-q", "--to", "ti", "-o", bench.folder / "posts", trace)
    bench.report.check("quiet", quiet.code == 0 and quiet.err == "", quiet.err)


@blackbox.group
def check_all_actions(bench):
    """What smpirun 3.32 writes of a program that makes every call."""
    states = bench.states(DATA)
    written = [line.split()[1] for rank in range(4) for line in (DATA / f"rank-{rank}.txt").read_text().splitlines()]
    bench.report.check("a state for each action", len(states) == len(written), f"{len(states)} of {len(written)}")
    names = {value.removeprefix("PMPI_").lower().replace("_", "") for _, value, _, _ in states}
    bench.report.check("of its name", names == {word.lower() for word in written}, str(names ^ {word.lower() for word in written}))
    done = bench.run("pj_validate", DATA)
    bench.report.check("it is valid", done.code == 0, done.out + done.err)
    bench.report.check("bytes of all messages", {size for _, _, size in bench.sizes(DATA)} == {5, 16}, str(bench.sizes(DATA)))


@blackbox.group
def check_bad_input(bench):
    for name, text, words in (("unknown", "0 init\n0 dance 1\n", (":2:", "unknown action", "dance")),
                              ("amount", "0 init\n0 compute fast\n", (":2:", "fast", "a number from 0 on")),
                              ("negative", "0 compute -1\n", (":1:", "-1")),
                              ("short", "0 init\n0 send 1 0\n", (":2:", "too few words")),
                              ("rank", "0 init\nzero init\n", (":2:", "no rank")),
                              ("huge", "0 init\n99999999 init\n", (":2:", "rank too large")),
                              ("cut", "0 init\n0 compute 1e", (":2:", "ends within a line")),
                              ("alone", "0 init\n0 recv 1 0 1 6\n", (":2:", "waits for what never happens", "rank 0")),
                              ("circle", "0 recv 1 0 1 6\n0 send 1 0 1 6\n1 recv 0 0 1 6\n1 send 0 0 1 6\n", ("never happens",))):
        path = bench.folder / f"{name}.ti"
        path.write_text(text)
        done = bench.run("pj_dump", path)
        bench.report.check(name, done.code == 1 and all(word in done.err for word in words), f"{done.code}: {done.err}")
    # The author of an index may name any file: no line of it is shown.
    private = bench.folder / "private.txt"
    private.write_text("secret words\n")
    for second, words in (("private.txt", "names private.txt, which holds no actions"), ("absent.txt", "names absent.txt, which is not there")):
        folder = bench.write("named", [["init", "compute 1e9"]])
        (folder / "private.txt").write_text("secret words\n")
        (folder / "index.txt").write_text(f"rank-0.txt\n{second}\n")
        done = bench.run("pj_dump", folder)
        bench.report.check(f"an index with {second}", done.code == 2 and words in done.err and "secret" not in done.err,
                           f"{done.code}: {done.err}")
    folder = bench.write("unread", [["init", "send 1 0 1 6", "send 1 0 1 6"], ["init", "recv 0 0 1 6"]])
    done = bench.run("pj_dump", folder)
    bench.report.check("messages that nobody receives", "1 messages that nobody receives" in done.err, done.err)
    path = bench.folder / "root.ti"
    for action in ("bcast 8 9 0", "reduce 8 1 9 0", "gather 8 8 2 0 0", "ibcast 8 2 0"):
        path.write_text(f"0 init\n1 init\n0 {action}\n1 {action}\n")
        done = bench.run("pj_dump", path)
        bench.report.check(f"a root that is no rank: {action}", done.code == 1 and "root.ti:3: error: the root is no rank: found"
                           in done.err and "less than 2" in done.err, done.err)
    path = bench.folder / "lenient.ti"
    path.write_text("0 init\n0 dance 1\n0 compute 1e9\n7 location file.c 12\n")
    done = bench.run("pj_import", "--lenient", path)
    bench.report.check("lenient", done.code == 0 and "unknown action" in done.err and "places in the source" in done.err, done.err)
    # An index of files that are not there is none.
    path = bench.folder / "lost.txt"
    path.write_text("rank-0.txt\nrank-1.txt\n")
    done = bench.run("pj_dump", path)
    bench.report.check("an index of lost files", done.code == 1 and "lost.txt:1: error: an index of actions that names a missing "
                       "file: found 'rank-0.txt'" in done.err, done.err)
    for words, wanted in ((("--to", "ti"), "name of a folder"), (("--to", "ti", "-o", bench.folder / "x", "--compress", "gzip"), "compressed"),
                          (("--to", "ti", "-o", bench.folder / "x", "--host-speed", "0"), "--host-speed")):
        done = bench.run("pj_export", *words, DATA)
        bench.report.check(f"export {words[2:]}", done.code == 2 and wanted in done.err, done.err)


@blackbox.group
def check_nonblocking_exports(bench):
    """Of broadcasts and scatters the sizes are kept, as messages; of other operations calls and bytes are counted."""
    calls = "calls of nonblocking collective operations"
    for action, size, lost in (("ibcast 8 0 6", 8, 0), ("iscatter 6 6 0 6 6", 6, 0), ("ireduce 8 100 0 6", None, 16),
                               ("iallreduce 8 100 6", None, 16), ("ialltoall 8 8 6 6", None, 32),
                               ("igather 8 8 0 6 6", None, 16), ("iallgather 8 8 6 6", None, 16), ("ibarrier", None, 0)):
        name = action.split()[0]
        ranks = [["init", "compute 1e9", action, "compute 1e9", "waitall 1", "finalize"]] * 2
        folder = bench.write(f"begun_{name}", ranks)
        out = bench.folder / f"begun_{name}.out"
        done = bench.run("pj_export", "--to", "ti", folder, "-o", out)
        bench.report.check(f"{name}: runs", done.code == 0, done.err)
        lines = [[line.split()[1:] for line in (out / f"rank-{rank}.txt").read_text().splitlines()] for rank in (0, 1)]
        messages = [[line for line in of_rank if line[0] in ("isend", "send", "recv", "wait")] for of_rank in lines]
        if size is None:
            bench.report.check(f"{name}: no messages", messages == [[], []], str(messages))
            bench.report.check(f"{name}: calls are counted", f" 2 {calls}\n" in done.err, done.err)
            bench.report.check(f"{name}: bytes are counted", (f" {lost} bytes of nonblocking" in done.err) == (lost > 0),
                               done.err)
            continue
        bench.report.check(f"{name}: nothing is lost", calls not in done.err, done.err)
        tag = messages[1][0][2]
        bench.report.check(f"{name}: messages", messages == [
            [["isend", "1", tag, str(size), "6"], ["wait", "0", "1", tag]], [["recv", "0", tag, str(size), "6"]]], str(messages))
        bench.report.check(f"{name}: read again", bench.sizes(out) == [("rank-0", "rank-1", size)], str(bench.sizes(out)))


@blackbox.group
def check_dependencies(bench):
    """Forks of threads are messages from the first thread; of an operation that a wait completes, nothing is sent."""
    cases = Path(__file__).resolve().parent.parent / "analyze" / "cases"
    for name, words in (("idle_threads", ["send 1", "send 1", "send 1"]), ("posted_reduce", [])):
        folder = bench.folder / name
        done = bench.run("pj_export", "--to", "ti", cases / f"{name}.paje", "-o", folder)
        bench.report.check(f"{name}: runs", done.code == 0, done.err)
        actions = [line.split()[1:3] for path in sorted(folder.glob("*.txt")) for line in path.read_text().splitlines()]
        sends = [" ".join(action) for action in actions if action and action[0] in ("send", "isend")]
        bench.report.check(f"{name}: sends", sends == words, f"{sends}")
        lost = "waits for collective operations" in done.err
        bench.report.check(f"{name}: losses", lost == (not words), done.err)


@blackbox.group
def check_export_options(bench):
    """The speed of hosts, and the bytes of collective operations whose size is not known."""
    folder = bench.write("options", [["compute 1e9", "allreduce 0 0 6", "allreduce 16 0 6"]] * 2)
    for words, wanted in (((), ["compute 1e+09", "allreduce 8 0 6", "allreduce 16 0 6"]),
                          (("--host-speed", "2e9", "--collective-bytes", "64"),
                           ["compute 2e+09", "allreduce 64 0 6", "allreduce 16 0 6"])):
        out = bench.folder / "options.ti"
        done = bench.run("pj_export", "-q", "--to", "ti", *words, "-o", out, folder)
        bench.report.check(f"{words}: runs", done.code == 0, done.err)
        for rank in range(2):
            lines = without_tags(out / f"rank-{rank}.txt")
            bench.report.check(f"{words}: rank {rank}", lines[1:-1] == [f"{rank} {line}" for line in wanted], str(lines))


def random_program(generator, ranks):
    """Actions that never block each other: each step is a message, an operation of all, or computing. Tags are 0."""
    actions = [["init"] for _ in range(ranks)]
    for _ in range(generator.randrange(30)):
        kind = generator.randrange(4)
        if kind == 0:
            for own in actions:
                own.append(f"compute {generator.randrange(1, 10)}e8")
        elif kind == 1:
            action = generator.choice(("barrier", "allreduce 16 0 6", f"bcast 32 {generator.randrange(ranks)} 6",
                                       f"reduce 8 0 {generator.randrange(ranks)} 6", "alltoall 4 4 6 6"))
            for own in actions:
                own.append(action)
        else:
            source, target = generator.sample(range(ranks), 2)
            size = generator.randrange(1, 100000)
            if kind == 2:
                actions[source].append(f"send {target} 0 {size} 6")
                actions[target].append(f"recv {source} 0 {size} 6")
            else:
                actions[target] += [f"irecv {source} 0 {size} 6", f"compute {generator.randrange(1, 5)}e8", f"wait {source} {target} 0"]
                actions[source].append(f"send {target} 0 {size} 6")
    return [own + ["finalize"] for own in actions]


def without_tags(path):
    """The actions without tags, which are new."""
    lines = []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[1] in ("send", "recv", "irecv", "isend"):
            words[3] = "-"
        if words[1] == "wait":
            words[4] = "-"
        lines.append(" ".join(words[:2] + [f"{float(words[2]):.9g}"] if words[1] == "compute" else words))
    return lines


def write_run(bench, name, states, links):
    """States are (rank, value, start, end), in the order of each rank; links (from, to, start, end, bytes)."""
    lines = [RUN_DEFINITIONS + "0 R 0 Rank\n2 S R State\n4 L 0 R R Message\n"]
    lines += [f"6 0 {rank} R 0 {rank}\n" for rank in sorted({state[0] for state in states})]
    events = [(at, line) for rank, value, start, end in states
              for at, line in ((start, f"12 {start!r} S {rank} {value}\n"), (end, f"13 {end!r} S {rank}\n"))]
    for key, (source, target, start, end, size) in enumerate(links):
        events += [(start, f"15 {start!r} L 0 {source} m k{key} {size}\n"), (end, f"16 {end!r} L 0 {target} m k{key}\n")]
    path = bench.folder / name
    path.write_text("".join(lines) + "".join(line for _, line in sorted(events, key=lambda event: event[0])))
    return path


def without_rank(path):
    return [line.split(" ", 1)[1] for line in path.read_text().splitlines()]


def write_sized_run(bench, name, calls, sends):
    """As smpirun writes it: two ranks, whose calls have sizes or NA; a send is (bytes, size of its call)."""
    kinds = dict(zip((0, 2, 4, 6, 12, 13, 15, 16), RUN))
    kinds[12] = ("PushState", "Time Type Container Value Size:int")
    lines = [numbered(kinds) + "0 R 0 Rank\n2 S R State\n4 L 0 R R Message\n6 0 r0 R 0 r0\n6 0 r1 R 0 r1\n"]
    time = 0
    for key, (size, count) in enumerate(sends):
        lines += [f"12 {time} S r0 PMPI_Send {count}\n12 {time} S r1 PMPI_Recv {count}\n", f"15 {time} L 0 r0 m k{key} {size}\n"]
        time += 1
        lines += [f"16 {time} L 0 r1 m k{key}\n", f"13 {time} S r0\n13 {time} S r1\n"]
    for call in calls:
        value, *sizes = call.split()
        lines += [f"12 {time} S r{rank} {value} {sizes[min(rank, len(sizes) - 1)]}\n" for rank in range(2)]
        time += 1
        lines += [f"13 {time} S r0\n13 {time} S r1\n"]
    path = bench.folder / name
    path.write_text("".join(lines))
    return path


@blackbox.group
def check_elements(bench):
    """SimGrid's traces count elements in calls, and bytes in links: sends show how many bytes an element has. Others have bytes."""
    calls = ["PMPI_Allreduce 5", "PMPI_Scan 3", "PMPI_Alltoall 6", "PMPI_Bcast 2", "PMPI_Barrier NA"]
    for sends, words, size, said in (
            ([(32, 8)], (), 4, "4 bytes, as those of sends have"),
            ([(24, 3), (16, 2), (4, 1)], (), 8, "8 bytes, as those of most sends have"),
            ([(7, 7)], (), 1, "1 byte, as those of sends have"), ([], (), 8, "8 bytes, like a double"),
            ([(32, 8)], ("--element-bytes", "2"), 2, None)):
        trace = write_sized_run(bench, "sized.trace", calls, sends)
        done = bench.run("pj_export", "--to", "ti", *words, "-o", bench.folder / "sized", trace)
        lines = without_rank(bench.folder / "sized" / "rank-1.txt")
        wanted = [f"allreduce {5 * size} 0 6", f"scan {3 * size} 0 6", f"alltoall {6 * size} {6 * size} 6 6",
                  f"bcast {2 * size} 0 6", "barrier"]
        bench.report.check(f"{sends} {words}", lines[-6:-1] == wanted, f"{lines} {done.err}")
        text = f": 8 calls of collective operations whose elements have {said}\n" if said else "whose elements have"
        bench.report.check(f"{sends} {words}: said", (text in done.err) == bool(said), done.err)
    # What pj_record and pj_import write is in bytes, for all partners together; so nothing is assumed.
    trace = write_sized_run(bench, "bytes.trace", ["MPI_Allreduce 5", "MPI_Alltoall 6"], [(7, 7)])
    done = bench.run("pj_export", "--to", "ti", "-o", bench.folder / "bytes", trace)
    lines = without_rank(bench.folder / "bytes" / "rank-1.txt")
    bench.report.check("bytes", lines[-3:-1] == ["allreduce 5 0 6", "alltoall 3 3 6 6"] and "assumed" not in done.err,
                       f"{lines} {done.err}")


@blackbox.group
def check_uneven_sizes(bench):
    """Gathers and scatters whose members have other sizes keep these; of SimGrid's scatter, the root says the size."""
    programs = [[f"compute {rank + 1}e9", f"gatherv {rank + 5} {'5 6 7' if rank == 1 else '0 0 0'} 1 6 6",
                 f"scatterv {'5 6 7' if rank == 0 else '0 0 0'} {rank + 5} 0 6 6", f"allgatherv {rank + 5} 5 6 7 6 6",
                 "alltoall 4 4 6 6", "gather 9 9 1 6 6"] for rank in range(3)]
    folder = bench.write("own sizes", programs)
    back = bench.folder / "own sizes back"
    done = bench.run("pj_export", "--to", "ti", "-o", back, folder)
    for rank in range(3):
        lines = without_rank(back / f"rank-{rank}.txt")
        bench.report.check(f"sizes of rank {rank}", lines[2:-1] == programs[rank][1:] and "assumed" not in done.err,
                           f"{lines} {done.err}")
    question = "SELECT DISTINCT Size FROM states WHERE value = 'PMPI_Alltoall'"
    found = bench.run("pj_query", "-q", "--format=csv", folder, question).out.splitlines()[1:]
    bench.report.check("an alltoall has what it gives to all", [float(row) for row in found] == [12], str(found))
    trace = write_sized_run(bench, "root.trace", ["PMPI_Scatter 3 77", "PMPI_Finalize NA"], [(8, 1)])
    done = bench.run("pj_export", "--to", "ti", "-o", bench.folder / "root", trace)
    lines = (bench.folder / "root" / "rank-1.txt").read_text().splitlines()
    bench.report.check("the root says", "1 scatter 24 24 0 6 6" in lines, f"{lines} {done.err}")


@blackbox.group
def check_types(bench):
    """An element has the bytes of its type; without one it is a byte, or a double where init has a word, as in a replay; counted."""
    sizes = {52: 8, 53: 16, 54: 32, 55: 0, 58: 8, 6: 1, 44: 16}
    folder = bench.write("types", [["init", *(f"send 1 0 3 {number}" for number in sizes), "send 1 0 3", "send 1 0 3 99",
                                    "Ssend 1 0 3 1"],
                                   ["init", *(f"recv 0 0 3 {number}" for number in sizes), "recv 0 0 3", "recv 0 0 3 99",
                                    "recv 0 0 3 1"]])
    found = [size for _, _, size in bench.sizes(folder)]
    bench.report.check("bytes", found == sorted([3 * size for size in sizes.values()] + [3, 3, 12]), str(found))
    said = bench.run("pj_dump", folder).err
    for words in ("4 sizes of a type that the actions do not say, as bytes",
                  "1 synchronous sends, which do not wait for their receivers here"):
        bench.report.check(words, words in said, said)
    folder = bench.write("doubles", [["init 1", "send 1 0 3"], ["init 1", "recv 0 0 3"]])
    bench.report.check("doubles", [size for _, _, size in bench.sizes(folder)] == [24], str(bench.sizes(folder)))
    folder = bench.write("more", [["init", "bsend 1 0 3 1", "ibsend 1 0 3 1", "iscan 4 0 1", "ialltoallv 4 1 3 4 1 3 1 1",
                                   "waitall 1"],
                                  ["init", "recv 0 0 3 1", "recv 0 0 3 1", "iscan 4 0 1", "igatherv 2 2 2 0 1 1", "waitall 1"]])
    bench.report.check("more calls", [size for _, _, size in bench.sizes(folder)] == [12, 12], str(bench.sizes(folder)))
    back = bench.folder / "synchronous"
    trace = write_run(bench, "ssend.trace", [("r0", "MPI_Ssend", 0, 1), ("r1", "MPI_Recv", 0, 1)],
                      [("r0", "r1", 0, 1, 10)])
    done = bench.run("pj_export", "--to", "ti", "-o", back, trace)
    bench.report.check("a synchronous send", "1 synchronous sends, as sends (SimGrid's replay has none)" in done.err,
                       done.err)


def actions(bench, trace):
    out = bench.folder / f"{trace.name}.ti"
    done = bench.run("pj_export", "--to", "ti", "-o", out, trace)
    bench.report.check(f"{trace.name}: exported", done.code == 0, done.err)
    return [path.read_text().splitlines() for path in sorted(out.glob("rank-*.txt"))], done.err


@blackbox.group
def check_waiting_sends(bench):
    """A send that waited for its receiver, and one as large whose receiver looked for the message later, compute nothing; a smaller
    one, which waits for nobody, does."""
    trace = write_run(bench, "sends.trace",
                      [("r0", "MPI_Send", 0, 1), ("r0", "MPI_Send", 1, 2), ("r0", "MPI_Send", 2, 2.25),
                       ("r1", "MPI_Recv", 0, 1), ("r1", "MPI_Irecv", 1, 1), ("r1", "MPI_Irecv", 1, 1), ("r1", "work", 1, 3),
                       ("r1", "MPI_Wait", 3, 3.5), ("r1", "MPI_Wait", 3.5, 4)],
                      [("r0", "r1", 0, 1, 1000), ("r0", "r1", 1, 3.5, 1000), ("r0", "r1", 2, 4, 10)])
    (sender, _), _ = actions(bench, trace)
    wanted = ["0 init", "0 send 1 0 1000 6", "0 send 1 1 1000 6", "0 send 1 2 10 6", "0 compute 250000000", "0 finalize"]
    bench.report.check("sends", sender == wanted, str(sender))


@blackbox.group
def check_time_before_a_message(bench):
    """A call computes until its message is sent, and after that."""
    trace = write_run(bench, "before.trace", [("r0", "MPI_Isend", 0, 1), ("r1", "MPI_Recv", 0, 2)], [("r0", "r1", 0.75, 2, 10)])
    (sender, _), _ = actions(bench, trace)
    wanted = ["0 init", "0 compute 750000000", "0 isend 1 0 10 6", "0 compute 250000000", "0 finalize"]
    bench.report.check("before a message", sender == wanted, str(sender))


@blackbox.group
def check_parts(bench):
    """Collective operations of two of three containers are messages between them; all three replay them in time."""
    states = [("r0", "work", 0, 1), ("r0", "MPI_Barrier", 1, 2), ("r0", "MPI_Barrier", 2, 4), ("r1", "work", 0, 2),
              ("r1", "MPI_Barrier", 2, 2), ("r1", "work", 2, 4), ("r1", "MPI_Barrier", 4, 4), ("r2", "work", 0, 3)]
    trace = write_run(bench, "parts.trace", states, [])
    ranks, said = actions(bench, trace)
    wanted = [["0 init", "0 compute 1000000000"] + ["0 recv 1 536870912 0 6", "0 send 1 536870912 0 6"] * 2 + ["0 finalize"],
              ["1 init", "1 compute 2000000000", "1 send 0 536870912 0 6", "1 recv 0 536870912 0 6", "1 compute 2000000000",
               "1 send 0 536870912 0 6", "1 recv 0 536870912 0 6", "1 finalize"], ["2 init", "2 compute 3000000000", "2 finalize"]]
    bench.report.check("parts", ranks == wanted, str(ranks))
    bench.report.check("parts: said", "4 calls of collective operations in a part of the containers" in said, said)
    ends = {}
    for rank, _, _, end in bench.states(bench.folder / "parts.trace.ti"):
        ends[rank] = max(end, ends.get(rank, 0))
    bench.report.check("parts: replayed", ends == {"rank-0": 4, "rank-1": 4, "rank-2": 3}, str(ends))


@blackbox.group
def check_there_and_back(bench):
    generator = random.Random(bench.options.seed)
    for number in range(bench.options.rounds):
        ranks = generator.randrange(2, 6)
        folder = bench.write(f"random {number}", random_program(generator, ranks))
        back = bench.folder / f"back {number}"
        done = bench.run("pj_export", "-q", "--to", "ti", "-o", back, folder)
        name = f"random {number} of seed {bench.options.seed}"
        if not bench.report.check(name, done.code == 0, done.err):
            continue
        for rank in range(ranks):
            # Init and Finalize are there already, and take no time.
            lines = [line for line in without_tags(back / f"rank-{rank}.txt") if line.split()[1] not in ("init", "finalize")]
            wanted = [line for line in without_tags(folder / f"rank-{rank}.txt") if line.split()[1] not in ("init", "finalize")]
            bench.report.check(f"{name}, rank {rank}", lines == wanted, f"{lines}\n{wanted}")
        bench.report.check(f"{name}: bytes", bench.sizes(folder) == bench.sizes(back))


@blackbox.group
def check_sends_of_one_instant(bench):
    """Received in another order than they were sent in: each keeps its partner."""
    program = [["send 2 0 8 6", "send 1 0 16 6", "send 2 0 24 6", "send 1 0 32 6"],
               ["recv 0 0 16 6", "recv 0 0 32 6"], ["compute 1e9", "recv 0 0 8 6", "recv 0 0 24 6"]]
    folder = bench.write("instant", program)
    back = bench.folder / "instant back"
    bench.run("pj_export", "-q", "--to", "ti", "-o", back, folder)
    words = [line.split() for line in (back / "rank-0.txt").read_text().splitlines()]
    sends = [(one[2], one[4]) for one in words if one[1] == "send"]
    bench.report.check("partners and sizes", sends == [("2", "8"), ("1", "16"), ("2", "24"), ("1", "32")], str(sends))


@blackbox.group
def check_sizes_that_are_none(bench):
    trace = write_run(bench, "sizes.trace", [("r0", "MPI_Isend", i, i) for i in range(4)] + [("r1", "MPI_Recv", i, i + 0.5) for i in range(4)],
                      [("r0", "r1", i, i + 0.5, size) for i, size in enumerate(("8", "-1000", "nan", "1e30"))])
    (sender, _), said = actions(bench, trace)
    sizes = [line.split()[4] for line in sender if " isend " in line]
    bench.report.check("sizes", sizes == ["8", "0", "0", "0"], str(sender))
    bench.report.check("sizes: said", "3 messages whose size is no number of bytes" in said, said)


@blackbox.group
def check_runs(bench):
    """Actions and traces of the same runs have the same states and messages."""
    runs = bench.options.data / "runs"
    for name in ("ring.8.base", "halo2d.16.base", "cg.S.8.base"):
        with tarfile.open(runs / f"{name}.ti.tar.xz") as archive:
            archive.extractall(bench.folder / name)
        actions = next((bench.folder / name).rglob("index.txt"))
        trace = bench.folder / f"{name}.trace"
        trace.write_bytes(lzma.open(runs / f"{name}.trace.xz").read())
        values = [[state[:2] for state in bench.states(path)] for path in (actions, trace)]
        bench.report.check(f"{name}: states", values[0] == values[1])
        bench.report.check(f"{name}: messages", bench.sizes(actions) == bench.sizes(trace))
        back = bench.folder / f"{name} back"
        done = bench.run("pj_export", "-q", "--to", "ti", "-o", back, actions)
        bench.report.check(f"{name}: there and back", done.code == 0, done.err)
        # The trace has sizes in elements, of 8 bytes each as its sends show.
        of_trace = bench.folder / f"{name} of the trace"
        bench.run("pj_export", "-q", "--to", "ti", "-o", of_trace, trace)
        calls = [[line for line in without_rank(folder / "rank-1.txt") if line.split()[0] in ("reduce", "allreduce")]
                 for folder in (back, of_trace)]
        bench.report.check(f"{name}: bytes of reductions", calls[0] == calls[1], str(calls)[:500])
        for rank in sorted(back.glob("rank-*.txt")):
            partners = [[[line.split()[i] for i in (1, 2)] for line in path.read_text().splitlines() if " send " in line or " isend " in line]
                        for path in (rank, actions.parent / rank.name)]
            bench.report.check(f"{name}: whom {rank.stem} sends to", partners[0] == partners[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools")
    parser.add_argument("data", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        blackbox.run_groups(Bench(report, options.tools, folder, options))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
