#!/usr/bin/env python3
"""Runs pj_compare as its users do: real pairs of runs, differences that pj_generate planted, the
traces that it writes, and what it says when there is nothing to compare.

Usage: run_compare.py TOOL_DIR SAMPLES [--update]

With --update the golden picture is written anew, to be looked at before it is committed.
"""

import csv
import io
import json
import shutil
import sys
import xml.etree.ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

GOLDEN = HERE / "heat.svg"
EQUAL, DIFFERENT, TROUBLE = 0, 1, 2
REFERENCE = shutil.which("pj_dump", path="/usr/bin")


PLANTED = {"base": [], "slow": ["--slow-rank", "3"], "extra": ["--extra-iteration", "7"],
           "renamed": ["--rename-state", "MPI_Wait=MPI_Sleep"], "late": ["--late-rank", "3", "--late-by", "0.02"]}


class Compare:
    def __init__(self, tools, samples, scratch, report):
        self.tool = blackbox.need_tool(tools, "pj_compare")
        self.generate = blackbox.need_tool(tools, "pj_generate")
        self.validate = blackbox.need_tool(tools, "pj_validate")
        self.scratch = scratch
        self.report = report
        self.ethernet = samples / "heat" / "heat.ethernet.trace"
        self.infiniband = samples / "heat" / "heat.infiniband.trace"
        self.samples = samples

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], **options)

    def expect(self, name, code, *words):
        done = self.run(*words)
        self.report.check(name, done.code == code and not done.err,
                          f"{done.code} {done.err}, expected {code}")
        return done.out

    def compare(self, name, code, *words):
        found = json.loads(self.expect(name, code, "--json", *words))
        self.check_sums(name, found)
        return found

    def check_sums(self, name, found):
        """The one sum that everything is a grouping of."""
        near = 1e-9 * max(found["a"]["length"], found["b"]["length"], 1e-9)
        tracks = [track for track in found["tracks"] if track["in_a"] and track["in_b"]]
        for track in tracks:
            length = track["length_b"] - track["length_a"]
            parts = track["stretch"] + track["only_b"] - track["only_a"]
            self.report.check(f"{name}: {track['container']} is accounted for",
                              abs(length - parts) <= near, f"{length} {parts}")
        total = sum(track["difference"] for track in tracks)
        for part in ("values", "slices"):
            of_part = sum(row["difference"] for row in found[part])
            self.report.check(f"{name}: {part} add up", abs(of_part - total) <= len(tracks) * near,
                              f"{of_part} {total}")

    def make(self, name, *options):
        path = self.scratch / f"{name}.paje"
        done = blackbox.run([self.generate, "--ranks", "8", "--iterations", "40", *options, "-o",
                             path])
        self.report.check(f"pj_generate {' '.join(options)}", done.code == 0, done.err)
        return path

    def planted(self, name):
        """A run with one change, or `base` without any."""
        path = self.scratch / f"{name}.paje"
        return path if path.exists() else self.make(name, *PLANTED[name])

    def fail(self, name, says, *words):
        done = self.run(*words)
        self.report.check(name, done.code == TROUBLE and says in done.err and not done.out,
                          f"{done.code} {done.err!r}, expected {says!r}")


def value_named(found, name):
    return next(row for row in found["values"] if row["state"] == name)


def communication_share(found):
    """The part of all differences that is of MPI's states."""
    differences = {row["state"]: abs(row["difference"]) for row in found["values"]}
    of_mpi = sum(amount for state, amount in differences.items() if "MPI_" in state)
    return of_mpi / sum(differences.values())


def mpi_time(found, run):
    return sum(row[run] for row in found["values"] if "MPI_" in row["state"])


@blackbox.group
def check_heat(calls):
    found = calls.compare("heat", EQUAL, calls.ethernet, calls.infiniband)
    calls.report.check("heat: same states", found["equal"] and found["similarity"] == 1)
    calls.report.check("heat: the network", communication_share(found) > 0.999)
    calls.report.check("heat: computing stays", abs(value_named(found, "computing")["difference"])
                       < 1e-9)
    calls.report.check("heat: most in PMPI_Gatherv", found["values"][0]["state"] == "PMPI_Gatherv")
    region = found["regions"][0]
    calls.report.check("heat: the end is where",
                       region["start_a"] > 0.03 and region["states"][0]["state"] == "PMPI_Gatherv",
                       f"{region}")
    text = calls.expect("heat as text", EQUAL, calls.ethernet, calls.infiniband)
    for words in ("B is faster by 0.049368 s (-72.4%, 3.62 times as fast)", "PMPI_Gatherv",
                  "All 8 tracks have the same states", " and 7 more"):
        calls.report.check(f"heat says {words}", words in text, text)


@blackbox.group
def check_real_pairs(calls):
    pairs = {"lu": (27.24, 23.07), "cg": (26.51, 22.31)}
    for name, (seconds_a, seconds_b) in pairs.items():
        traces = []
        for which in (f"{name}.S.8", f"{name}.S.8.fast"):
            packed = blackbox.DATA / "traces" / f"{which}.trace.xz"
            traces.append(calls.scratch / f"{which}.trace")
            traces[-1].write_bytes(blackbox.unpacked(packed))
        found = calls.compare(name, EQUAL, "-z", *traces)
        for track in found["tracks"]:
            same_order = not track["divergences"]
            calls.report.check(f"{name}: similarity of {track['container']}",
                               (track["similarity"] == 1) == same_order)
        calls.report.check(f"{name}: communication", communication_share(found) > 0.95,
                           f"{communication_share(found)}")
        for run, seconds in (("in_a", seconds_a), ("in_b", seconds_b)):
            got = mpi_time(found, run)
            calls.report.check(f"{name}: MPI {run}", abs(got - seconds) < 0.01, f"{got}")


@blackbox.group
def check_planted(calls):
    base = calls.planted("base")
    rank = "zone-0/node 0/rank-3"

    found = calls.compare("slow rank", EQUAL, base, calls.planted("slow"))
    for state in ("compute", "stencil", "pack"):
        value = value_named(found, state)
        calls.report.check(f"slow rank: {state}", value["difference"] > 0
                           and value["leading_track"]["container"] == rank
                           and abs(value["leading_track"]["difference"] - value["difference"]) < 1e-5
                           and value["worst_pair"]["container"] == rank, f"{value}")
    text = calls.expect("slow rank as text", EQUAL, base, calls.scratch / "slow.paje")
    calls.report.check("slow rank: named", f"{rank} 100%" in text, text)

    found = calls.compare("extra turn", DIFFERENT, base,
                          calls.planted("extra"))
    for track in found["tracks"]:
        first = track["first_divergence"]
        region = next(r for r in found["regions"] if r["container"] == track["container"])
        calls.report.check(f"extra turn: {track['container']}",
                           track["states_only_b"] == 7 and track["divergences"] == 1
                           and first["state_b"] == "compute" and 0.0085 < first["time_a"] < 0.0095
                           and region["start_a"] == first["time_a"]
                           and 0.001 < region["difference"] < 0.0012, f"{first} {region}")
    late = calls.compare("extra turn, late", DIFFERENT, "--gaps", "late", base,
                         calls.scratch / "extra.paje")
    calls.report.check("extra turn, late: at the end",
                       late["tracks"][0]["first_divergence"]["time_a"] > 0.043)

    found = calls.compare("lost turn", DIFFERENT, calls.scratch / "extra.paje", base)
    calls.report.check("lost turn", all(track["states_only_a"] == 7 and
                                        0.0085 < track["first_divergence"]["time_b"] < 0.0095
                                        for track in found["tracks"]))

    found = calls.compare("lost message", DIFFERENT, base,
                          calls.make("lost", "--drop-message", "77"))
    (link,) = found["links"]["differences"]
    calls.report.check("lost message: named", link["only_a"] == 1 and link["only_b"] == 0
                       and link["from"].endswith("rank-5") and link["to"].endswith("rank-6")
                       and 0.0105 < link["first_only_a"] < 0.0115 and link["by_key"], f"{link}")
    calls.report.check("lost message: states are the same", found["similarity"] == 1)

    found = calls.compare("other name", DIFFERENT, base,
                          calls.planted("renamed"))
    for track in found["tracks"]:
        first = track["first_divergence"]
        calls.report.check(f"other name: {track['container']}", track["unequal_pairs"] == 40
                           and first["state_a"] == "MPI_Wait" and first["state_b"] == "MPI_Sleep"
                           and first["time_a"] == first["time_b"] > 0, f"{first}")
    old, new = value_named(found, "MPI_Wait"), value_named(found, "MPI_Sleep")
    calls.report.check("other name: its time",
                       old["states_only_a"] == new["states_only_b"] == 320
                       and abs(old["difference"] + new["difference"]) < 1e-9)

    shifted = calls.make("shifted", "--start-time", "5")
    text = calls.expect("shifted run", EQUAL, base, shifted)
    calls.report.check("shifted run: said", "B starts 5.000000 s later" in text, text)
    found = calls.compare("shifted run from 0", EQUAL, base, shifted, "--origin", "zero")
    calls.report.check("shifted run from 0: idle", found["values"][0]["idle"]
                       and abs(found["values"][0]["difference"] - 40) < 1e-6)

    found = calls.compare("late rank", EQUAL, base,
                          calls.planted("late"))
    idle = next(row for row in found["values"] if row["idle"])
    calls.report.check("late rank: idle", idle["leading_track"]["container"] == rank
                       and abs(idle["leading_track"]["difference"] - 0.02) < 1e-6, f"{idle}")
    region = next(r for r in found["regions"] if r["container"] == rank)
    calls.report.check("late rank: at its start", region["start_a"] == 0 and region["end_a"] == 0
                       and abs(region["difference"] - 0.02) < 1e-6, f"{region}")


@blackbox.group
def check_tables(calls):
    base, extra = calls.planted("base"), calls.planted("extra")
    found = calls.compare("json", DIFFERENT, base, extra)
    keys = {"value": ("values", "difference"), "track": ("tracks", "difference"),
            "region": ("regions", "difference"), "time": ("slices", "difference")}
    for by, (part, key) in keys.items():
        rows = list(csv.DictReader(io.StringIO(
            calls.expect(f"--by {by} --csv", DIFFERENT, "--by", by, "--csv", base, extra))))
        calls.report.check(f"--by {by}: CSV and JSON agree",
                           [float(row["difference"]) for row in rows]
                           == [row[key] for row in found[part]])
        text = calls.expect(f"--by {by}", DIFFERENT, "--by", by, "--top", "3", base, extra)
        if by != "time":
            calls.report.check(f"--by {by} --top", len(text.splitlines()) <= 7, text)
    slices = calls.compare("--slices", DIFFERENT, "--slices", "7", base, extra)["slices"]
    calls.report.check("--slices", len(slices) == 7)
    one = calls.compare("--containers", DIFFERENT, "--containers", "*rank-3", "--containers",
                        "*/rank-4", base, extra)
    calls.report.check("--containers: two", [track["container"][-6:] for track in one["tracks"]]
                       == ["rank-3", "rank-4"])
    typed = calls.compare("--state-type", DIFFERENT, "--state-type", "MPI State", base, extra)
    calls.report.check("--state-type", len(typed["tracks"]) == 8)
    for method in ("nw", "hirschberg"):
        other = calls.compare(f"--method {method}", DIFFERENT, "--method", method, base, extra)
        calls.report.check(f"--method {method}", other == found)
    closed = calls.compare("--descend always", DIFFERENT, "--descend", "always", base, extra)
    calls.report.check("--descend always: states below count",
                       value_named(closed, "stencil")["states_only_b"] == 8
                       and value_named(found, "stencil")["states_only_b"] == 0)
    calls.compare("--ends-free", DIFFERENT, "--ends-free", base, extra)
    file = calls.scratch / "report.txt"
    calls.expect("--output", DIFFERENT, "-o", file, base, extra)
    calls.report.same("--output", calls.expect("to stdout", DIFFERENT, base, extra),
                      file.read_text())
    quiet = calls.run("-q", base, extra)
    calls.report.check("--quiet", (quiet.code, quiet.out, quiet.err) == (DIFFERENT, "", ""))


@blackbox.group
def check_threads(calls):
    base = calls.planted("base")
    for other in map(calls.planted, ("extra", "slow")):
        outputs = set()
        for jobs in ("1", "2", "3", "8"):
            svg, diff = calls.scratch / "threads.svg", calls.scratch / "threads.paje"
            done = calls.run("-j", jobs, "--json", "--svg", svg, "--output-diff", diff, base, other)
            outputs.add((done.code, done.out, svg.read_text(), diff.read_text()))
        calls.report.check(f"{other.name}: -j 1, 2, 3, 8", len(outputs) == 1)


@blackbox.group
def check_traces(calls):
    pairs = {"heat": (calls.ethernet, calls.infiniband),
             "names": (calls.samples / "features" / "quoted_words.paje",
                       calls.samples / "features" / "nested_states.paje")}
    for other in ("extra", "renamed", "late"):
        pairs[other] = (calls.planted("base"), calls.planted(other))
    for name, traces in pairs.items():
        for descend in ("similar", "equal", "always"):
            folder, diff = calls.scratch / f"aligned {name}", calls.scratch / f"{name}.diff.paje"
            calls.run("--descend", descend, "--output-aligned", folder, "--output-diff", diff, "-q",
                      *traces)
            written = [folder / "a.paje", folder / "b.paje", diff]
            for path in written:
                valid = blackbox.run([calls.validate, path])
                calls.report.check(f"{path.name} of {name} is valid", valid.code == 0, valid.out)
                if REFERENCE:
                    dumped = blackbox.run([REFERENCE, path])
                    calls.report.check(f"the reference reads {path.name} of {name}",
                                       dumped.code == 0 and "State" in dumped.out, dumped.out[:300])
            # Partners are at the same times: only gaps differ.
            again = calls.compare(f"aligned {name}", DIFFERENT if name != "heat" and name != "late"
                                  else EQUAL, *written[:2])
            paired = [row for row in again["values"] if row["pairs"]]
            calls.report.check(f"aligned {name}: partners are alike",
                               all(abs(row["stretch"]) < 1e-6 for row in paired), f"{paired}")
    calls.report.check("original times", "OwnStart" in (calls.scratch / "aligned heat" /
                                                        "a.paje").read_text())


@blackbox.group
def check_picture(calls):
    svg = calls.scratch / "heat.svg"
    # The names of the traces are in the picture: the same ones wherever the tests run.
    done = calls.run(calls.ethernet.name, calls.infiniband.name, "--svg", svg, "-q",
                     cwd=calls.ethernet.parent)
    calls.report.check("picture", done.code == EQUAL, done.err)
    text = svg.read_text()
    if "--update" in sys.argv:
        GOLDEN.write_text(text)
    calls.report.same("golden picture", GOLDEN.read_text(), text)
    xml.etree.ElementTree.fromstring(text)
    for words in ("PMPI_Gatherv", "computing", "rank-0: -0.049368", "shift 0"):
        calls.report.check(f"the picture says {words}", words in text)
    # A unit is for the axis; a trace of StarPU is known to have one.
    starpu = HERE.parent / "cases" / "compat" / "starpu.paje"
    plain = calls.run("-n", "--json", starpu, starpu).out
    for options, axis, told in (((), "(ms)", 1), (("-q",), "(ms)", 0), (("--unit", "s"), "(s)", 0),
                                (("--unit", "us"), "(us)", 0)):
        done = calls.run("-n", "--json", starpu, starpu, "--svg", svg, *options)
        calls.report.check(f"unit {options}: axis", f"time since the start of each run {axis}"
                           in svg.read_text())
        calls.report.check(f"unit {options}: told {told} times", done.err.count("\n") == told, done.err)
        if "-q" not in options:
            calls.report.same(f"unit {options}: numbers", plain, done.out)
    text = calls.run("-n", starpu, starpu)
    calls.report.check("unit in the text", " ms long," in text.out and text.err.count("\n") == 1, text.out + text.err)
    text = calls.run("-n", "--by", "value", "--unit", "us", starpu, starpu)
    calls.report.check("unit below a table", text.out.endswith("\nTimes are in us.\n") and not text.err, text.out)
    done = calls.run(starpu, starpu, "--unit", "day")
    calls.report.check("no such unit", done.code == TROUBLE and "expected s|ms|us|ns, found day" in done.err,
                       done.err)


HEADER = """%EventDef PajeDefineContainerType 0
% Name string
% Type string
%EndEventDef
%EventDef PajeDefineStateType 1
% Name string
% Type string
%EndEventDef
%EventDef PajeCreateContainer 2
% Time date
% Name string
% Type string
% Container string
%EndEventDef
%EventDef PajeSetState 3
% Time date
% Type string
% Container string
% Value string
%EndEventDef
0 Rank 0
1 State Rank
"""


def trace_of(ranks, states, prefix="rank"):
    """Ranks with states given as (time, value) lists."""
    lines = [f"2 0 {prefix}-{rank} Rank 0" for rank in range(ranks)]
    lines += [f"3 {time} State {prefix}-{rank} {value}" for time, value in states
              for rank in range(ranks)]
    return HEADER + "\n".join(lines) + "\n"


@blackbox.group
def check_extremes(calls):
    def write(name, text):
        path = calls.scratch / f"{name}.paje"
        path.write_text(text)
        return path

    one = write("one", trace_of(1, [(0, "work")]))
    longer = write("longer", trace_of(1, [(0, "work"), (3, "wait"), (4, "work")]))
    none = write("none", trace_of(1, []))
    empty = write("empty", "")
    bad = write("bad", trace_of(1, [(0, "work")]) + "99 1 2\n")
    cut = write("cut", trace_of(1, [(0, "work")]) + "3 1 State")
    other = write("other", trace_of(2, [(0, "work"), (1, "wait")], "thread"))
    calls.compare("identical", EQUAL, one, one)
    calls.compare("one state and more", DIFFERENT, one, longer)
    disjoint = calls.compare("disjoint", DIFFERENT, one, other)
    calls.report.check("disjoint: no partners", disjoint["paired_tracks"] == 0
                       and len(disjoint["tracks"]) == 3)
    svg, diff = calls.scratch / "extreme.svg", calls.scratch / "extreme.paje"
    calls.expect("disjoint: outputs", DIFFERENT, one, other, "-q", "--svg", svg, "--output-diff",
                 diff, "--output-aligned", calls.scratch / "extreme")
    calls.report.check("disjoint: hint", "--match order"
                       in calls.expect("disjoint as text", DIFFERENT, one, other))
    ordered = calls.compare("--match order", DIFFERENT, "--match", "order", one, other)
    calls.report.check("--match order", ordered["paired_tracks"] == 1)
    mapping = write("map", "rank-0\tthread-1\n")
    mapped = calls.compare("--map", DIFFERENT, "--map", mapping, one, other)
    calls.report.check("--map", mapped["paired_tracks"] == 1)
    calls.compare("states only in one", DIFFERENT, one, none)

    calls.fail("no states", "neither trace has states", none, empty)
    calls.fail("corrupt second file", "bad.paje:25:1: error: ", one, bad)
    calls.fail("cut second file", "cut.paje:25:", one, cut)
    calls.fail("corrupt first file", "bad.paje:25:1: error: ", bad, one)
    calls.fail("no such file", "no_such.paje", one, calls.scratch / "no_such.paje")
    calls.fail("one file", "B is required", one)
    calls.fail("standard input twice", "only one of them can be standard input", "-", "-")
    calls.fail("no such type", "no container that is to be compared has states of type 'nope'; the "
               "first trace has state types: State", one, one, "--state-type", "nope")
    calls.fail("no such container", "the trace has no container like 'nope*'; it has: ", one, one,
               "--containers", "nope*")
    calls.fail("scores", "higher than that of a mismatch", one, longer, "--match-score", "-1")
    calls.fail("gap score", "higher than that of two gaps", one, longer, "--gap-score", "1")
    calls.fail("unknown method", "--method", one, one, "--method", "guess")
    calls.fail("map of nothing", "no container 'nowhere'", one, other, "--map",
               write("wrong map", "nowhere\tthread-1\n"))
    calls.fail("map without tab", "expected two paths with a tab between", one, other, "--map",
               write("tabless map", "nowhere thread-1\n"))
    calls.fail("no such map", "no_map", one, other, "--map", calls.scratch / "no_map")
    calls.fail("CSV and JSON", "excludes", one, one, "--csv", "--json")
    for option in ("--svg", "--output-diff", "-o"):
        calls.fail(f"{option} nowhere", "no_such_folder", one, one, option,
                   calls.scratch / "no_such_folder" / "x")
    calls.fail("folder that is a file", "one.paje", one, one, "--output-aligned", one)
    piped = calls.run("-", longer, "--json", stdin=one.read_bytes())
    calls.report.check("standard input", piped.code == DIFFERENT
                       and json.loads(piped.out)["a"]["trace"] == "<stdin>", piped.err)
    lenient = calls.run("--lenient", one, bad)
    calls.report.check("--lenient", lenient.code == EQUAL and "1 line left out" in lenient.err,
                       lenient.err)

    states = [(0, "work"), (1, "wait"), (2, "work")]
    many = write("many", trace_of(10_000, states))
    later = write("many later", trace_of(10_000, states).replace("3 2 State rank-77 work",
                                                                 "3 2 State rank-77 rest"))
    found = calls.compare("10,000 containers", DIFFERENT, many, later, "--svg", svg,
                          "--output-aligned", calls.scratch / "many")
    differing = [track["container"] for track in found["tracks"] if track["similarity"] != 1]
    calls.report.check("10,000 containers: one differs", len(found["tracks"]) == 10_000
                       and differing == ["rank-77"], f"{differing}")


def main():
    arguments = [word for word in sys.argv[1:] if word != "--update"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Compare(arguments[0], Path(arguments[1]).resolve(), Path(scratch), report)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
