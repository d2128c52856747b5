#!/usr/bin/env python3
"""What pj_analyze's commands profile, messages, lateness and clocks print, against the same computed here from
pj_dump's table, and against the values of an independent implementation where those are there.

Usage: run_analyze_commands.py TOOL_DIR SAMPLES DATA_FOLDER
"""
import csv
import io
import json
import lzma
import sys
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "support"), str(HERE.parent / "query")]
import blackbox
from definitions import RUN_DEFINITIONS
from table import Table

EPS = 1e-9
# States of length 0 at the very end of this trace are missing in the golden values.
NOT_IN_GOLDEN = {"halo2d.1.base": "PMPI_Finalize"}

# Two ranks of a machine. The clock of b is 2 s slow: what it gets at 2 was sent at 3.
SMALL = RUN_DEFINITIONS + """\
0 M 0 Machine
0 R M Rank
2 S R State
4 L M R R Message
6 0 m M 0 m
6 0 a R m a
6 0 b R m b
"""


def small_trace(folder, lines):
    path = Path(folder) / "small.paje"
    path.write_text(SMALL + lines)
    return path


def one_message(sent, received, size):
    """a sends to b; b is computing before it receives."""
    return (f"12 0 S a work\n13 {sent} S a\n12 {sent} S a MPI_Isend\n15 {sent} L m a x 1 {size}\n"
            f"13 {sent + 1} S a\n12 0 S b work\n13 1 S b\n12 1 S b MPI_Recv\n"
            f"16 {received} L m b x 1\n13 {received} S b\n")


def near(a, b):
    return all(isinstance(x, (int, float)) for x in (a, b)) and abs(a - b) <= EPS * max(1, abs(a), abs(b))


def same(wanted, got):
    """The same keys, and numbers that are near."""
    return wanted.keys() == got.keys() and all(
        wanted[key] == got[key] or near(wanted[key], got[key]) for key in wanted)


class Tools:
    def __init__(self, folder, report):
        self.folder, self.report = folder, report

    def run(self, *words):
        return blackbox.run([self.folder / "pj_analyze", "-q", *words])

    def ask(self, command, trace, *words):
        done = self.run(command, "-z", "--json", *words, trace)
        ok = self.report.check(f"{trace.name} {command} runs", done.code == 0, blackbox.shorten(done.err))
        return json.loads(done.out) if ok else None

    def same(self, name, wanted, got):
        different = [(key, wanted.get(key), got.get(key)) for key in wanted.keys() | got.keys()
                     if not same({0: wanted.get(key, "")}, {0: got.get(key, "")})]
        self.report.check(name, bool(wanted) and same(wanted, got), f"(key, expected, got) {different[:3]}")


def traces(samples, tools, scratch):
    nested = Path(scratch) / "nested.paje"
    done = blackbox.run([tools.folder / "pj_generate", "--ranks", "3", "--iterations", "4", "-o", nested])
    tools.report.check("nested trace", done.code == 0, done.err)
    return [samples / "heat" / "heat.ethernet.trace", samples / "heat" / "heat.infiniband.trace", nested]


def stack_of(state):
    return (stack_of(state.parent) if state.parent else ()) + (state.value,)


def stacks_of_rows(rows):
    """The stack of each row of a call tree, which its parents say."""
    stacks = []
    for row in rows:
        above = () if row["parent"] is None else stacks[row["parent"]]
        assert len(above) == row["depth"]
        stacks.append(above + (row["value"],))
    return stacks


@blackbox.group
def check_profile(tools, samples, _data):
    with blackbox.scratch_directory() as scratch:
        for trace in traces(samples, tools, scratch):
            check_profile_of(tools, trace, Table(tools.folder / "pj_dump", trace))


def measures(states):
    times = [state.duration for state in states]
    return {"count": len(states), "inclusive": sum(times), "shortest": min(times), "longest": max(times),
            "mean": sum(times) / len(times), "exclusive": sum(state.exclusive for state in states)}


def grouped(states, key):
    groups = defaultdict(list)
    for state in states:
        groups[key(state)].append(state)
    return groups


def flat(groups):
    return {(key, name): number for key, states in groups.items()
            for name, number in measures(states).items()}


def check_profile_of(tools, trace, table):
    found = tools.ask("profile", trace)
    names = ("count", "inclusive", "shortest", "longest", "mean", "exclusive")
    tools.same(f"{trace.name} profile by value", flat(grouped(table.states, lambda s: s.value)),
               {(row["value"], name): row[name] for row in found["by_value"] for name in names})
    tools.same(f"{trace.name} profile by container",
               flat(grouped(table.states, lambda s: (s.container.name, s.value))),
               {((row["container"], row["value"]), name): row[name]
                for row in found["by_container"] for name in names})
    tools.report.check(f"{trace.name} order", [row["exclusive"] for row in found["by_value"]] == sorted(
        (row["exclusive"] for row in found["by_value"]), reverse=True))
    tools.report.check(f"{trace.name} shares", near(1, sum(row["share"] for row in found["by_value"])))
    calls = grouped(table.states, stack_of)
    tree_names = ("count", "inclusive", "exclusive")
    tools.same(f"{trace.name} call tree",
               {key: number for key, number in flat(calls).items() if key[1] in tree_names},
               {(stack, name): row[name] for stack, row in
                zip(stacks_of_rows(found["call_tree"]), found["call_tree"]) for name in tree_names})
    folded = tools.run("profile", "--folded", trace).out.splitlines()
    wanted = {";".join(stack): round(1e9 * sum(state.exclusive for state in states))
              for stack, states in calls.items()}
    got = {line.rsplit(" ", 1)[0]: int(line.rsplit(" ", 1)[1]) for line in folded}
    # Tables and sums are rounded in another order.
    tools.report.check(f"{trace.name} folded", len(got) == len(folded) and got.keys() == {
        stack for stack, time in wanted.items() if time > 0} and all(
            abs(time - wanted[stack]) <= 1 for stack, time in got.items()), str(folded[:3]))
    table_rows = list(csv.DictReader(io.StringIO(tools.run("profile", "--csv", trace).out)))
    tools.report.check(f"{trace.name} CSV", [
        (row["container"], row["value"], float(row["exclusive"])) for row in table_rows] == [
            (row["container"], row["value"], row["exclusive"]) for row in found["by_container"]])
    text = tools.run("profile", "--top", "2", trace).out
    first = found["by_value"][0]
    tools.report.check(f"{trace.name} text", f"\n  {first['value']} " in text and "more row" in text, text)


@blackbox.group
def check_messages(tools, samples, _data):
    with blackbox.scratch_directory() as scratch:
        for trace in traces(samples, tools, scratch):
            table = Table(tools.folder / "pj_dump", trace)
            wanted = Counter((link[4].name, link[5].name) for link in table.links)
            found = tools.ask("messages", trace)["matrix"]
            tools.same(f"{trace.name} matrix", wanted,
                       {(row["from"], row["to"]): row["messages"] for row in found})
            tools.report.check(f"{trace.name} sizes are not known",
                               all(row["bytes"] is None for row in found))
        trace = small_trace(scratch, one_message(2, 3, 100) + "15 4 L m b x 2 7\n16 5 L m a x 2\n"
                            "15 4.5 L m a x 3 11\n16 5 L m b x 3\n")
        found = tools.ask("messages", trace)["matrix"]
        tools.report.check("bytes", found == [{"from": "a", "to": "b", "messages": 2, "bytes": 111},
                                              {"from": "b", "to": "a", "messages": 1, "bytes": 7}], str(found))
        text = tools.run("messages", trace).out
        tools.report.check("sum of messages", text.startswith("3 messages between 2 pairs of containers, 118 "), text)
        missing = tools.run("messages", "--size-field", "Weight", trace)
        tools.report.check("no such field", missing.code == 2 and "Weight" in missing.err, missing.err)


def lateness_of(table):
    """By container, value and start; in these traces no state is in another."""
    steps = defaultdict(list)
    for container, states in table.states_of().items():
        count = Counter()
        for state in sorted(states, key=lambda s: s.start):
            steps[state.value, count[state.value]].append((state, container.name))
            count[state.value] += 1
    return {(name, state.value, round(state.start, 12)): state.start - min(other.start for other, _ in step)
            for step in steps.values() for state, name in step}


def parts_of(start, end, count):
    """The edges of equal parts."""
    return [start + (end - start) * i / count for i in range(count + 1)] if end > start else [start, end]


def part_with(edges, place):
    return max(i for i, edge in enumerate(edges[:-1]) if i == 0 or edge <= place)


def check_bins(tools, name, edges, numbers, rows, low="low", high="high"):
    """Rows count numbers between their own edges, which are those wanted: tables have rounded times."""
    tools.report.check(f"{name}: edges", len(rows) == len(edges) - 1 and all(
        near(row[low], edges[i]) and near(row[high], edges[i + 1]) for i, row in enumerate(rows)))
    own = [rows[0][low] - EPS] + [row[low] for row in rows[1:]] + [rows[-1][high]]
    wanted = Counter(part_with(own, number) for number in numbers)
    tools.report.check(f"{name}: counts", [row["messages"] for row in rows] == [wanted[i] for i in range(len(rows))],
                       f"{wanted} {rows}")


@blackbox.group
def check_message_bins(tools, samples, _data):
    with blackbox.scratch_directory() as scratch:
        for trace in traces(samples, tools, scratch):
            links = Table(tools.folder / "pj_dump", trace).links
            found = tools.ask("messages", trace, "--bins", "7")
            sent, received = (Counter(link[i].name for link in links) for i in (4, 5))
            tools.same(f"{trace.name} by container",
                       {name: (sent[name], received[name]) for name in sent.keys() | received.keys()},
                       {row["container"]: (row["sent"], row["received"]) for row in found["by_container"]})
            starts, latencies = [link[1] for link in links], [link[2] - link[1] for link in links]
            check_bins(tools, f"{trace.name} over time", parts_of(min(starts), max(starts), 7), starts,
                       found["over_time"], "start", "end")
            # Equal latencies of the program may differ in their last digits.
            check_bins(tools, f"{trace.name} latencies", parts_of(min(latencies), max(latencies), 7),
                       latencies, found["latencies"])
            tools.report.check(f"{trace.name} has no sizes", found["sizes"] == [] and all(
                row["bytes"] is None for row in found["over_time"]))
        trace = small_trace(scratch, one_message(2, 3, 100) + "15 4 L m b x 2 0\n16 5 L m a x 2\n"
                            "15 5 L m a x 3 50\n16 6 L m b x 3\n")
        found = tools.ask("messages", trace, "--bins", "2")
        tools.report.check("sizes", found["sizes"] == [{"low": 0, "high": 50, "messages": 1},
                                                       {"low": 50, "high": 100, "messages": 2}], str(found["sizes"]))
        tools.report.check("bytes over time", [row["bytes"] for row in found["over_time"]] == [100, 50])
        tools.report.check("bytes by container", found["by_container"][0] == {
            "container": "a", "sent": 2, "received": 1, "bytes_sent": 150, "bytes_received": 0})


def task(rank, start, end, value):
    return f"12 {start} S {rank} {value}\n13 {end} S {rank}\n"


@blackbox.group
def check_idle_owner(tools, samples, _data):
    """A worker whose data is fetched, and that has been idle for long, is nobody's reason to wait: the task before is."""
    with blackbox.scratch_directory() as scratch:
        trace = small_trace(scratch, "6 0 c R m c\n" + task("a", 0, 1, "gemm") + task("b", 0, 10, "slow_gemm") + task("c", 0, 1, "gemm")
                            + "15 10 L m b x 1 0\n12 10.001 S a fetch\n15 10.001 L m c x 2 8\n13 11 S a\n16 11 L m a x 1\n"
                            "16 11 L m a x 2\n" + task("a", 11, 12, "gemm"))
        found = json.loads(tools.run("--json", trace).out)
        first = found["causes"][0]
        tools.report.check("the slow task is the cause", (first["container"], first["value"]) == ("b", "slow_gemm"), str(found["causes"]))
        tools.report.check("nothing is unexplained", not any(cause["value"] == "(unexplained)" for cause in found["causes"]), str(found["causes"]))
        tools.report.check("the path leads through it", abs(found["critical_path"]["by_value"].get("slow_gemm", 0) - 10) < 1e-9,
                           str(found["critical_path"]))
        tools.report.check("the busiest", found["busiest"] == "b", found.get("busiest"))
        text = tools.run(trace).out
        tools.report.check("imbalance", "Imbalance: b works longest, 10 s; the mean is 4.3" in text, text)
        part = tools.run("--start", "1", "--end", "9", trace).out
        tools.report.check("a part of the time", "with a call outside of it are missing" in part and "outside of it" not in text, part)
        alone = tools.run(small_trace(scratch, "12 0 S a MPI_Recv\n13 1 S a\n12 0 S b MPI_Send\n13 1 S b\n")).out
        tools.report.check("calls without links", "the waits of 2 sends and receives are not seen" in alone, alone)


@blackbox.group
def check_outlier_apart(tools, samples, _data):
    """The rank that makes an iteration long has one state more in it, so its order of values is not that of the others; a rank that
    always works, and waits for nobody, is no cause."""
    lines, clock = ["6 0 c R m c\n", "6 0 d R m d\n"], 0.0
    for turn in range(20):
        more = 5 if turn == 12 else 0
        lines += [task("c", clock, clock + 1, "work")]
        if more:
            lines += [task("c", clock + 1, clock + 1 + more, "work")]
        for rank in "ab":
            lines += [task(rank, clock, clock + 1, "work")]
        end = clock + 1 + more + 0.1
        lines += [task(rank, clock + 1 + (more if rank == "c" else 0), end, "MPI_Barrier") for rank in "abc"]
        clock = end
    lines += [task("d", i * 0.5, i * 0.5 + 0.5, "alone") for i in range(int(clock * 2))]
    with blackbox.scratch_directory() as scratch:
        events = [line for text in lines for line in text.splitlines(keepends=True)]
        trace = small_trace(scratch, "".join(sorted(events, key=lambda line: (line[0] != "6", float(line.split()[1])))))
        found = json.loads(tools.run("--json", trace).out)["iterations"]
        tools.report.check("iterations", found["count"] == 20, str(found))
        first = found["outliers"][0]
        tools.report.check("the outlier", first["iteration"] == 12, str(found["outliers"]))
        tools.report.check("its cause", (first["container"], first["value"]) == ("c", "work") and abs(first["excess"] - 5) < 1e-9,
                           str(found["outliers"]))


@blackbox.group
def check_bounds(tools, samples, _data):
    """Ranks of two kinds, as their names have other letters. Both gemm take 2 s each on a, 4 s on b; trsm runs on
    b only. The area: with a share x on a, 4 x = 8 (1 - x) + 1. The path: the gemm of a, then trsm."""
    with blackbox.scratch_directory() as scratch:
        trace = small_trace(scratch, task("a", 0, 2, "gemm") + task("b", 0, 4, "gemm") + "15 2 L m a x 1 0\n"
                            "16 5 L m b x 1\n" + task("b", 5, 6, "trsm"))
        found = tools.ask("bounds", trace)
        tools.report.check("bounds", [(row["bound"], row["time"]) for row in found["bounds"]] == [
            ("length", 6), ("area", 3), ("critical_path", 3), ("greatest", 3)], str(found["bounds"]))
        tools.report.check("bounds of nodes", found["nodes"] == [
            {"container": "m", "tracks": 2, "area": 3, "length": 6, "share": 0.5}], str(found["nodes"]))
        tools.report.check("kinds", found["kinds"] == [{"kind": "Rank a", "containers": 1},
                                                       {"kind": "Rank b", "containers": 1}], str(found["kinds"]))
        text = tools.run("bounds", small_trace(scratch, task("a", 0, 1, "MPI_Send"))).out
        tools.report.check("no tasks", "no state is of class compute" in text, text)
        many = "".join(f"0 T{i} M Type{i}\n2 U{i} T{i} State\n6 0 c{i} T{i} m c{i}\n12 0 U{i} c{i} work\n13 1 U{i} c{i}\n"
                       for i in range(17))
        done = tools.run("bounds", small_trace(scratch, many))
        tools.report.check("many kinds", done.code == 2 and "at most 16 types" in done.err, f"{done.code} {done.err}")
        letters = "".join(f"6 0 c{x} R m {x}\n12 0 S c{x} work\n13 1 S c{x}\n" for x in "cdefghijklnopqrstu")
        found = tools.ask("bounds", small_trace(scratch, letters))
        tools.report.check("kinds by type", found["kinds"] == [{"kind": "Rank", "containers": 18}], str(found["kinds"]))
    heat = tools.ask("bounds", samples / "heat" / "heat.ethernet.trace")
    table = Table(tools.folder / "pj_dump", samples / "heat" / "heat.ethernet.trace")
    work = [state.duration for state in table.states if state.value == "computing"]
    times = {row["bound"]: row["time"] for row in heat["bounds"]}
    tools.same("area of heat", {"area": sum(work) / 8}, {"area": times["area"]})
    # A message that is sent as computing ends, and comes as computing starts, is a dependency too.
    tools.report.check("path of heat", max(work) < times["critical_path"] < times["length"], str(times))


@blackbox.group
def check_words(tools, samples, _data):
    """The command and the file may each be missing."""
    trace = Path(samples) / "heat" / "heat.ethernet.trace"
    wanted = blackbox.run([tools.folder / "pj_analyze", "causes", "--csv", trace]).out
    for words in (["causes"], ["causes", "-"]):
        with trace.open("rb") as file:
            done = blackbox.run([tools.folder / "pj_analyze", *words, "--csv"], stdin=file)
        tools.report.same(f"{words} from a pipe", wanted, done.out)
    with trace.open("rb") as file:
        done = blackbox.run([tools.folder / "pj_analyze"], stdin=file)
    tools.report.check("summary from a pipe", done.code == 0 and done.out.startswith("standard input: 8"),
                       done.err)
    done = blackbox.run([tools.folder / "pj_analyze", "cause", trace])
    tools.report.check("no command", done.code == 2 and "cause is not a command" in done.err, done.err)


@blackbox.group
def check_odd_traces(tools, _samples, _data):
    with blackbox.scratch_directory() as scratch:
        only_links = small_trace(scratch, "15 1 L m a x 1 5\n16 2 L m b x 1\n")
        found = tools.ask("messages", only_links)
        tools.report.check("links without states", found["matrix"] == [
            {"from": "a", "to": "b", "messages": 1, "bytes": 5}], str(found))
        refused = tools.run("profile", only_links)
        tools.report.check("no states", refused.code == 2 and "no states" in refused.err, refused.err)
        short = small_trace(scratch, "12 1 S a work\n13 3 S a\n")
        for words, message in ((("--start", "5"), "the selection has no states, which an analysis needs; the run ends at 3 s"),
                               (("--start", "2", "--end", "0.5"), "--start is after --end")):
            for command in ("profile", "messages"):
                refused = tools.run(command, short, *words)
                tools.report.check(f"{command}: nothing from {words[1]} on", refused.code == 2 and message in refused.err, refused.err)
        # Of 2 seconds of work the last is in the part.
        for words, length in (((), 2), (("--clip",), 1)):
            found = tools.ask("summary", short, "--start", "2", *words)
            tools.report.check(f"length {words}", found["length"] == length, str(found["length"]))
            whole = any("--clip cuts them" in line for line in found["remarks"])
            tools.report.check(f"what is whole is said {words}", whole == (not words), str(found["remarks"]))
        for words, message in (((), "--clip needs --start or --end"), (("--start", "5"), "nothing of the trace is in the window from 5 to inf")):
            refused = tools.run("profile", short, "--clip", *words)
            tools.report.check(f"clipped {words}", refused.code == 2 and message in refused.err, refused.err)
        calls = small_trace(scratch, "12 1 S a MPI_Wait\n13 3 S a\n")
        done = tools.run(calls)
        tools.report.check("calls may hide waits", "none was found; but calls, most of all MPI_Wait, take " in done.out, done.out)
        endless = small_trace(scratch, "12 1 S a work\n13 inf S a\n")
        done = tools.run("profile", endless)
        tools.report.check("without end", done.code == 0 and "nan" not in done.out, done.out)
        done = tools.run("bounds", endless)
        tools.report.check("no bound without end", done.code == 2 and "the run has no end" in done.err, done.err)
        idle = tools.ask("profile", endless)["idle_time"]
        tools.report.check("idle time without end", idle[0]["outside"] == 0, str(idle))


def innermost(state):
    """When a state is the innermost one."""
    now = state.start
    for inside in sorted(state.inside, key=lambda s: s.start):
        yield now, inside.start
        now = inside.end
    yield now, state.end


@blackbox.group
def check_usage_of_time(tools, samples, _data):
    with blackbox.scratch_directory() as scratch:
        for trace in traces(samples, tools, scratch):
            table = Table(tools.folder / "pj_dump", trace)
            found = tools.ask("profile", trace, "--bins", "5")
            check_over_time(tools, trace.name, table, found["over_time"])
            check_imbalance(tools, trace.name, table, found["load_imbalance"])
            check_idle_time(tools, trace, table, found["idle_time"])


def check_over_time(tools, name, table, rows):
    edges = parts_of(*table.run_time(), 5)
    wanted = Counter()
    for state in table.states:
        for start, end in innermost(state):
            for i in range(5):
                wanted[i, state.value] += max(0, min(end, edges[i + 1]) - max(start, edges[i]))
    got = Counter({(row["bin"], row["value"]): row["time"] for row in rows if row["value"]})
    got.update({key: 0 for key in wanted})
    tools.same(f"{name} over time", wanted, got)


def check_imbalance(tools, name, table, rows):
    times = defaultdict(Counter)
    for state in table.states:
        times[state.value][state.container.name] += state.exclusive
    tracks = len(table.states_of())
    wanted = {(value, key): number for value, by in times.items() if sum(by.values()) > 0 for key, number in (
        ("mean", sum(by.values()) / tracks), ("greatest", max(by.values())),
        ("ratio", max(by.values()) * tracks / sum(by.values())))}
    tools.same(f"{name} imbalance", wanted,
               {(row["value"], key): row[key] for row in rows for key in ("mean", "greatest", "ratio")})
    tools.report.check(f"{name} greatest", all(
        near(times[row["value"]][row["container"]], row["greatest"]) for row in rows))


def check_idle_time(tools, trace, table, rows):
    waits = {row["container"]: row["waited"] for row in tools.ask("waits", trace)["by_container"]}
    first, last = table.run_time()
    wanted = {}
    for container, states in table.states_of().items():
        start, end = min(s.start for s in states), max(s.end for s in states)
        covered = sum(stretch[1] - stretch[0] for stretch in table.stretches(container))
        parts = {"in_calls": waits.get(container.name, 0), "no_state": end - start - covered,
                 "outside": start - first + last - end, "idle": 0, "waiting": 0}
        parts["total"] = sum(parts.values())
        parts["share"] = parts["total"] / (last - first)
        wanted |= {(container.name, key): number for key, number in parts.items()}
    tools.same(f"{trace.name} idle time", wanted, {(row["container"], key): number for row in rows
                                                   for key, number in row.items() if key != "container"})


@blackbox.group
def check_lateness(tools, samples, _data):
    for trace in ("heat.ethernet.trace", "heat.infiniband.trace"):
        path = samples / "heat" / trace
        late = {}
        by_container, by_value, greatest = Counter(), Counter(), {}
        for (container, value, start), lateness in lateness_of(Table(tools.folder / "pj_dump", path)).items():
            if lateness > 0:
                late[container, value, start] = lateness
                greatest[container] = max(greatest.get(container, 0), lateness)
        found = tools.ask("lateness", path)
        got = {}
        for row in found["states"]:
            by_container[row["container"]] += row["lateness"]
            by_value[row["value"]] += row["lateness"]
            key = row["container"], row["value"], round(row["start"], 12)
            got[key] = max(got.get(key, 0), row["lateness"])
        tools.same(f"{trace} latest", late_of(late), late_of(got))
        tools.same(f"{trace} by container", by_container, {row["container"]: row["sum"] for row in found["by_container"]})
        tools.same(f"{trace} by value", by_value, {row["value"]: row["sum"] for row in found["by_value"]})
        tools.same(f"{trace} greatest", greatest, {row["container"]: row["greatest"] for row in found["by_container"]})
        text = tools.run("lateness", "--top", "3", path).out
        tools.report.check(f"{trace} text", f"\n  and {len(found['states']) - 3:,} more rows\n" in text, text)
        rows = tools.run("lateness", "--csv", path).out.splitlines()
        tools.report.check(f"{trace} CSV", len(rows) == len(found["states"]) + 1)
        times = [row["lateness"] for row in found["states"]]
        tools.report.check(f"{trace} order", times == sorted(times, reverse=True) and len(times) > 100)


def late_of(late):
    """Of states that are alone in their instant: those that have a length."""
    return {key: time for key, time in late.items() if key[1] in ("computing", "PMPI_Waitall", "PMPI_Allreduce")}


@blackbox.group
def check_clocks(tools, samples, _data):
    no_drift = {"least_drift": 0, "greatest_drift": 0, "drift": 0, "logical": 0}
    heat = tools.ask("clocks", samples / "heat" / "heat.ethernet.trace")
    tools.report.check("right clocks", heat["clocks"] == [{"wrong": "no", "solved": "yes", "largest_offset": 0, "drift": "no",
                                                              "moved_alone": 0, "unsolved": 0}]
                       and heat["disagree"] == [] and all(
                           row["offset"] == 0 and row["least"] <= 0 <= row["greatest"] for row in heat["offsets"]),
                       str(heat["offsets"]))
    with blackbox.scratch_directory() as scratch:
        one_way = tools.ask("clocks", small_trace(scratch, one_message(3, 2, 1)))
        tools.report.check("one message", one_way["clocks"][0]["wrong"] == "yes" and one_way["offsets"][1] == {
            "container": "b", "least": 1, "greatest": None, "offset": 1} | no_drift, str(one_way["offsets"]))
        trace = small_trace(scratch, one_message(3, 2, 1))
        said = "Messages of 1 container go one way only, which bounds their clocks on one side (see least and greatest)."
        tools.report.check("one message: in words", said in tools.run("clocks", "-z", trace).out)
        fixed = blackbox.run([tools.folder / "pj_analyze", "-z", "--fix-clocks", trace]).err
        tools.report.check("one message: corrected", "; messages of 1 container go one way only, " in fixed, fixed)
        # b answers at 3, which a has at 6: b's clock is 1 to 3 s slow.
        answer = ("12 3 S b MPI_Isend\n15 3 L m b x 2 1\n13 3.5 S b\n12 4 S a MPI_Recv\n16 6 L m a x 2\n13 6 S a\n")
        both_ways = small_trace(scratch, one_message(3, 2, 1) + answer)
        found = tools.ask("clocks", both_ways)
        tools.report.check("a message each way", found["offsets"] == [
            {"container": "a", "least": 0, "greatest": 0, "offset": 0} | no_drift,
            {"container": "b", "least": 1, "greatest": 3, "offset": 2} | no_drift], str(found["offsets"]))
        text = tools.run("clocks", both_ways).out
        tools.report.check("text of clocks", text.startswith("The clocks are wrong. Offsets of up to 2 s"), text)
        rows = tools.run("clocks", "--csv", both_ways).out
        tools.report.check("CSV of clocks", rows == "container,least,greatest,offset,least_drift,greatest_drift,"
                           "drift,logical\na,0,0,0,0,0,0,0\nb,1,3,2,0,0,0,0\n", rows)
        # a has the answer before it sent the question.
        circle = small_trace(scratch, one_message(3, 2, 1) + "12 3.8 S b MPI_Isend\n15 3.8 L m b x 2 1\n13 4 S b\n"
                             "12 4 S a MPI_Recv\n16 4.5 L m a x 2\n13 5 S a\n")
        found = tools.ask("clocks", circle)
        tools.report.check("no solution", found["clocks"][0]["solved"] == "no"
                           and found["disagree"] == [{"container": "a"}, {"container": "b"}], str(found))


@blackbox.group
def check_usage(tools, samples, _data):
    trace = samples / "heat" / "heat.ethernet.trace"
    done = tools.run("messages", "--bins", "0", trace)
    tools.report.check("bins", done.code == 2 and "--bins" in done.err, done.err)
    for words in (("waits", "--folded"), ("--folded",), ("profile", "--folded", "--csv"), ("profile", "--folded", "--json")):
        done = tools.run(*words, trace)
        tools.report.check(f"usage {words}", done.code == 2 and "--folded" in done.err and not done.out, done.err)


def find_trace(name, samples, data):
    for folder in (data / "runs", samples / "heat", data / "traces"):
        for ending in (".paje", ".trace", ".trace.xz"):
            if (folder / (name + ending)).is_file():
                return folder / (name + ending)
    return None


@blackbox.group
def check_golden(tools, samples, data):
    folder = data / "golden-analysis"
    for file in sorted(folder.glob("*.json.xz")):
        golden = json.loads(blackbox.unpacked(file))
        name = file.name.removesuffix(".json.xz")
        if "profile" not in golden:
            continue
        path = find_trace(name, samples, data)
        if not tools.report.check(f"{name}: has a trace", path is not None):
            continue
        with blackbox.scratch_directory() as scratch:
            if path.suffix == ".xz":
                plain = Path(scratch) / path.stem
                plain.write_bytes(lzma.open(path).read())
                path = plain
            check_golden_of(tools, name, path, golden)


def golden_profile(profile):
    return {(value, name): number for value, row in profile.items() for name, number in row.items()}


def check_golden_of(tools, name, path, golden):
    found = tools.ask("profile", path)
    fields = ("count", "inclusive", "exclusive")
    by_value, by_container = ([row for row in found[sheet] if row["value"] != NOT_IN_GOLDEN.get(name)]
                              for sheet in ("by_value", "by_container"))
    tools.same(f"{name} golden profile",
               golden_profile(golden["profile"]),
               {(row["value"], field): row[field] for row in by_value for field in fields})
    tools.same(f"{name} golden profile by container",
               {(container, *key): number for container, profile in golden["profile_by_container"].items()
                for key, number in golden_profile(profile).items()},
               {(row["container"], row["value"], field): row[field] for row in by_container
                for field in fields})
    uncovered = {row["container"]: row["time"] for row in found["without_state"]}
    tools.same(f"{name} golden time without states", golden["uncovered"],
               {container: uncovered.get(container, 0) for container in golden["uncovered"]})
    matrix = {(row["from"], row["to"], field): row[field] for row in tools.ask("messages", path)["matrix"]
              for field in ("messages", "bytes")}
    wanted = {(row["from"], row["to"], field): row[field] for row in golden["matrix"]
              for field in ("messages", "bytes")}
    tools.report.check(f"{name} golden matrix", same(wanted, matrix), str(sorted(wanted)[:2]))
    clocks = tools.ask("clocks", path)
    tools.report.check(f"{name} clocks are wrong", clocks["clocks"][0]["wrong"] == (
        "yes" if "clocks" in golden else "no"))
    if "clocks" in golden:
        tools.same(f"{name} golden clocks",
                   {(container, field): row[field] for container, row in golden["clocks"].items()
                    for field in ("least", "greatest", "offset")},
                   {(row["container"], field): row[field] for row in clocks["offsets"]
                    for field in ("least", "greatest", "offset")})


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, samples, data = map(Path, sys.argv[1:])
    report = blackbox.Report()
    blackbox.run_groups(Tools(folder, report), samples, data)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
