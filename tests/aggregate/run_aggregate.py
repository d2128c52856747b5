#!/usr/bin/env python3
"""Runs pj_aggregate as its users do: its table, curve and pictures, and what it says when there is
nothing to aggregate.

Usage: run_aggregate.py TOOL_DIR SAMPLES [--update]

With --update the golden picture is written anew, to be looked at before it is committed.
"""

import csv
import io
import json
import sys
import xml.etree.ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from definitions import definitions

GOLDEN = HERE / "heat.ethernet.svg"
TROUBLE = 2


class Aggregate:
    def __init__(self, tool, samples, scratch, report):
        self.tool = tool
        self.scratch = scratch
        self.report = report
        self.ethernet = samples / "heat" / "heat.ethernet.trace"
        self.infiniband = samples / "heat" / "heat.infiniband.trace"
        self.features = samples / "features"

    def run(self, *words, **options):
        return blackbox.run([self.tool, *words], **options)

    def succeed(self, name, *words):
        done = self.run(*words)
        self.report.check(name, done.code == 0 and not done.err, f"{done.code} {done.err}")
        return done.out

    def fail(self, name, code, says, *words):
        done = self.run(*words)
        self.report.check(name, done.code == code and says in done.err and not done.out,
                          f"{done.code} {done.err!r}, expected {says!r}")


@blackbox.group
def check_tiling(calls):
    """Every cell belongs to one aggregate, whatever p and dimension."""
    for options in (["--p", "0"], ["--p", "0.3"], ["--p", "1"], [], ["--exact", "--list"],
                    ["--dimension", "time"], ["--dimension", "space"], ["--raw"], ["--outermost"],
                    ["--type", "MPI_STATE", "--container-type", "MPI"], ["--type", "MPI_LINK"]):
        name = " ".join(options) or "--auto"
        found = json.loads(calls.succeed(name, calls.ethernet, "--slices", "40", "--json", *options))
        leaves = found["containers"]
        cells = sum(a["cells"] for a in found["aggregates"])
        calls.report.check(f"{name}: cells", cells == leaves * found["slices"], f"{cells}")
        for aggregate in found["aggregates"]:
            span = aggregate["last_slice"] - aggregate["first_slice"] + 1
            calls.report.check(f"{name}: whole rows", aggregate["cells"] % span == 0)
            if aggregate["mode"]:
                mode = found["values"].index(aggregate["mode"])
                calls.report.check(f"{name}: mode",
                                   aggregate["shares"][mode] == max(aggregate["shares"]))
    coarsest = json.loads(calls.succeed("--p 1", calls.ethernet, "--json", "--p", "1"))
    calls.report.check("p 1 is one aggregate", len(coarsest["aggregates"]) == 1)


@blackbox.group
def check_curve(calls):
    curve = json.loads(calls.succeed("--list", calls.ethernet, "--list", "--json"))
    counts = [entry["aggregates"] for entry in curve["curve"]]
    calls.report.check("more p, never more aggregates", counts == sorted(counts, reverse=True))
    calls.report.check("one knee", [e["knee"] for e in curve["curve"]].count(True) == 1)
    knee = next(entry for entry in curve["curve"] if entry["knee"])
    automatic = json.loads(calls.succeed("--auto", calls.ethernet, "--auto", "--json"))
    calls.report.check("--auto is the knee", automatic["p"] == knee["p"],
                       f"{automatic['p']} {knee['p']}")
    given = json.loads(calls.succeed("--p", calls.ethernet, "--json", "--p", repr(knee["p"])))
    calls.report.check("--p KNEE is --auto", given["aggregates"] == automatic["aggregates"])
    text = calls.succeed("--list as text", calls.ethernet, "--list")
    calls.report.check("the knee is named", text.count("<- knee") == 1, text)
    table = list(csv.DictReader(io.StringIO(calls.succeed("csv", calls.ethernet, "--list", "--csv"))))
    calls.report.check("curve as CSV", [int(row["aggregates"]) for row in table] == counts)


@blackbox.group
def check_table(calls):
    found = json.loads(calls.succeed("json", calls.ethernet, "--json"))
    rows = list(csv.DictReader(io.StringIO(calls.succeed("csv", calls.ethernet, "--csv"))))
    calls.report.check("CSV and JSON agree",
                       [row["mode"] for row in rows] == [a["mode"] for a in found["aggregates"]])
    text = calls.succeed("text", calls.ethernet)
    calls.report.check("knee named in the table", "(the knee of the quality curve)" in text, text)
    calls.report.check("what dominates", "PMPI_Gatherv" in text and "computing" in text, text)
    alone = calls.succeed("-j 1", calls.ethernet, "-j", "1")
    calls.report.same("threads", alone, calls.succeed("-j 3", calls.ethernet, "-j", "3"))
    file = calls.scratch / "table.txt"
    calls.succeed("--output", calls.ethernet, "--output", file)
    calls.report.same("--output", text, file.read_text())


@blackbox.group
def check_difference(calls):
    found = json.loads(calls.succeed("--against", calls.infiniband, "--against", calls.ethernet,
                                     "--normalised-time", "--json"))
    modes = {a["mode"] for a in found["aggregates"] if a["cells"] > 100}
    calls.report.check("the faster network computes a larger part and gathers a smaller one",
                       {"more computing", "less PMPI_Gatherv"} <= modes, f"{modes}")
    ends = [{a[side] for a in found["aggregates"]} for side in ("start", "end")]
    own = json.loads(calls.succeed("the faster run", calls.infiniband, "--json"))
    calls.report.check("--normalised-time: times of the trace itself",
                       (min(ends[0]), max(ends[1])) == (own["start"], own["end"])
                       and (found["start"], found["end"]) == (own["start"], own["end"]),
                       f"{ends}, expected {own['start']} to {own['end']}")
    same = json.loads(calls.succeed("against itself", calls.ethernet, "--against", calls.ethernet,
                                    "--json"))
    calls.report.check("no difference is one aggregate of nothing",
                       [a["mode"] for a in same["aggregates"]] == [""], f"{same['aggregates'][:2]}")


@blackbox.group
def check_pictures(calls):
    svg, png = calls.scratch / "run.svg", calls.scratch / "run.png"
    # The name of the trace is in the picture: the same one wherever the tests run.
    calls.report.check("pictures", blackbox.run(
        [calls.tool, calls.ethernet.name, "--slices", "60", "--svg", svg, "--png", png],
        cwd=calls.ethernet.parent).code == 0)
    text = svg.read_text()
    if "--update" in sys.argv:
        GOLDEN.write_text(text)
    calls.report.same("golden picture", GOLDEN.read_text(), text)
    xml.etree.ElementTree.fromstring(text)
    calls.report.check("PNG", png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
                       and png.stat().st_size > 2000)
    for legend in ("PMPI_Gatherv 4", "computing 2", "time (ms)", "rank-7"):
        calls.report.check(f"the picture says {legend}", legend in text)


def trace_of_ranks(count):
    lines = ["%EventDef PajeDefineContainerType 0", "% Name string", "% Type string", "%EndEventDef",
             "%EventDef PajeDefineStateType 1", "% Name string", "% Type string", "%EndEventDef",
             "%EventDef PajeCreateContainer 2", "% Time date", "% Name string", "% Type string",
             "% Container string", "%EndEventDef", "%EventDef PajeSetState 3", "% Time date",
             "% Type string", "% Container string", "% Value string", "%EndEventDef",
             "0 Rank 0", "1 State Rank"]
    lines += [f"2 0 rank-{rank} Rank 0" for rank in range(count)]
    lines += [f"3 {time} State rank-{rank} {'work' if (time + rank // 100) % 3 else 'wait'}"
              for time in range(4) for rank in range(count)]
    return "\n".join(lines) + "\n"


@blackbox.group
def check_extremes(calls):
    ranks = calls.scratch / "ranks.paje"
    ranks.write_text(trace_of_ranks(10_000))
    svg = calls.scratch / "ranks.svg"
    found = json.loads(calls.succeed("10,000 containers", ranks, "--slices", "3", "--json", "--p",
                                     "0.1", "--svg", svg))
    calls.report.check("10,000 containers: cells",
                       sum(a["cells"] for a in found["aggregates"]) == 30_000)
    calls.report.check("too thin containers are merged and marked", "<line" in svg.read_text()
                       and "too thin to be drawn" in svg.read_text())
    one = calls.scratch / "one.paje"
    one.write_text(trace_of_ranks(1))
    calls.succeed("one container, one slice", one, "--slices", "1", "--svg", svg)
    calls.succeed("slices finer than events", one, "--slices", "500", "--svg", svg)
    empty = calls.scratch / "empty.paje"
    empty.write_bytes(b"")
    calls.fail("empty trace", TROUBLE, "has no states", empty)
    calls.fail("no such type", TROUBLE, "no type 'nope'; it has: Rank, State", one, "--type", "nope")
    calls.fail("a type of containers", TROUBLE, "is a type of containers", one, "--type", "Rank")
    calls.fail("wrong containers", TROUBLE, "belongs to containers of type 'Rank', not 'State'", one,
               "--container-type", "State")
    calls.fail("no time", TROUBLE, "no length", one, "--start", "2", "--end", "1")
    calls.fail("too many slices", TROUBLE, "take fewer slices", ranks, "--slices", "100000")
    calls.fail("no such file", TROUBLE, "no_such.paje", calls.scratch / "no_such.paje")
    calls.fail("p out of range", TROUBLE, "--p", one, "--p", "1.5")
    calls.fail("p and --list", TROUBLE, "excludes", one, "--p", "0.5", "--list")
    other = calls.scratch / "other.paje"
    other.write_text(trace_of_ranks(1).replace("rank-0", "thread-0"))
    calls.fail("nothing in common", TROUBLE, "no container in common", one, "--against", other)
    calls.fail("picture that cannot be written", TROUBLE, "no_such_folder", one, "--svg",
               calls.scratch / "no_such_folder" / "x.svg")


# Two nodes of two ranks and one, which work and wait by turns.
TREE = [("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
        ("CreateContainer", "Time Alias Type Container Name"), ("SetState", "Time Type Container Value"),
        ("DestroyContainer", "Time Type Name"), ("DefineEntityValue", "Alias Type Name Color")]


@blackbox.group
def check_levels(calls):
    trace = calls.scratch / "nodes.paje"
    trace.write_text(definitions(TREE) + """0 N 0 Node
0 R N Rank
1 S R State
2 0 n0 N 0 node-0
2 0 n1 N 0 node-1
2 0 a R n0 rank-0
2 0 b R n0 rank-1
2 0 c R n1 rank-2
3 0 S a work
3 0 S b wait
3 0 S c work
4 4 R a
4 4 R b
4 4 R c
""")
    wanted = {"node-0": [0.5, 0.5], "node-1": [0, 1]}  # wait, work
    for options in (["--level", "Node"], ["--level", "N"], ["--depth", "1"]):
        found = json.loads(calls.succeed(f"{options}", trace, "--slices", "2", "--p", "0.1", "--json",
                                         *options))
        calls.report.same(f"{options}: means of the containers below", wanted,
                          {a["container"]: a["shares"] for a in found["aggregates"]})
    text = calls.succeed("--level in words", trace, "--level", "Node")
    calls.report.check("--level: named", "of containers of type 'Rank', by 'Node'" in text, text)
    ranks = calls.succeed("ranks", trace, "--json")
    calls.report.same("--level of the ranks themselves", ranks,
                      calls.succeed("--level Rank", trace, "--json", "--level", "Rank"))
    whole = json.loads(calls.succeed("--depth 0", trace, "--depth", "0", "--json"))
    calls.report.same("--depth 0: one row", 1, whole["containers"])
    calls.fail("no such level", TROUBLE, "no type 'Disk'", trace, "--level", "Disk")
    calls.fail("a level of states", TROUBLE, "'State' is not one of containers", trace, "--level", "State")
    calls.fail("a level and a depth", TROUBLE, "excludes", trace, "--level", "Node", "--depth", "1")
    calls.fail("no depth", TROUBLE, "--depth", trace, "--depth", "-1")


@blackbox.group
def check_types_of_one_name(calls):
    beside = calls.scratch / "beside.paje"
    beside.write_text(definitions(TREE) + """0 C 0 Cpu
0 G 0 Gpu
1 SC C State
1 SG G State
2 0 c C 0 cpu
2 0 g G 0 gpu
3 0 SC c work
3 2 SG g work
4 4 C c
4 4 G g
""")
    for options in ([], ["--type", "State"]):
        found = json.loads(calls.succeed(f"merged {options}", beside, "--slices", "2", "--p", "0",
                                         "--json", *options))
        calls.report.same(f"merged {options}: containers of both", 2, found["containers"])
        calls.report.same(f"merged {options}: one value", ["work"], found["values"])
    for options in (["--type", "SG"], ["--type", "Gpu/State"], ["--type", "State", "--container-type", "Gpu"]):
        found = json.loads(calls.succeed(f"{options}", beside, "--json", *options))
        calls.report.same(f"{options}: one of them", {"gpu"},
                          {a["container"] for a in found["aggregates"]})
    above = calls.scratch / "above.paje"
    above.write_text(definitions(TREE) + """0 P 0 Process
0 T P Thread
1 SP P State
1 ST T State
2 0 p P 0 p0
2 0 t T p t0
3 0 SP p work
3 0 ST t work
4 4 T t
4 4 P p
""")
    paths = "Process/State (alias SP), Process/Thread/State (alias ST)"
    for options in ([], ["--type", "State"]):
        calls.fail(f"one above the other {options}", TROUBLE, paths, above, *options)
    calls.succeed("one by its path", above, "--type", "Process/State")
    calls.succeed("at a level above both", above, "--level", "Process")


def legend_of(svg):
    """The fills of the legend's swatches, by name."""
    space = "{http://www.w3.org/2000/svg}"
    nodes = list(xml.etree.ElementTree.fromstring(svg).iter())
    fills = {}
    for box, *rest in zip(nodes, *(nodes[i:] for i in range(1, 6))):
        if box.tag == space + "rect" and box.get("width") == "12":
            words = next(node.text for node in rest if node.tag == space + "text")
            fills[words.rsplit(" ", 1)[0] if "%" in words else words] = box.get("fill")
    return fills


@blackbox.group
def check_colours(calls):
    def picture(name, colours, *options):
        text = definitions(TREE) + "0 R 0 Rank\n1 S R State\n2 0 r R 0 rank-0\n"
        for i, colour in enumerate(colours):
            text += f'5 v{i} S "value {i}" "{colour}"\n' if colour else ""
            text += f"3 {i} S r " + (f"v{i}" if colour else f'"value {i}"') + "\n"
        # Half of the run has no state.
        text += f'2 {len(colours)} other R 0 rank-1\n4 {len(colours)} R r\n4 {2 * len(colours)} R other\n'
        file, svg = calls.scratch / f"{name}.paje", calls.scratch / f"{name}.svg"
        file.write_text(text)
        calls.succeed(f"colours: {name}", file, "--p", "0", "--svg", svg, "--png",
                      calls.scratch / f"{name}.png", *options)
        return svg.read_text()

    def apart(name, fills, count):
        parts = [tuple(int(fill[i:i + 2], 16) for i in (1, 3, 5)) for fill in fills.values()]
        calls.report.check(f"colours: {name}: all are there", len(parts) == count, f"{fills}")
        parts.append((255, 255, 255))
        least = min(max(abs(x - y) for x, y in zip(a, b))
                    for i, a in enumerate(parts) for b in parts[:i])
        calls.report.check(f"colours: {name}: told apart from another and from paper", least >= 15,
                           f"{least}: {fills}")

    for name, colours in (("white", ["1 1 1", "0.98 1 1", "1 0 0"]), ("grey", ["0.5 0.5 0.5"] * 20),
                          ("none", [None] * 8), ("some", ["0 0.45 0.70", None, "1 0 0", "0.9 0.62 0"])):
        svg = picture(name, colours)
        fills = legend_of(svg)
        calls.report.same(f"colours: {name}: no state is told apart", "url(#nothing)",
                          fills.pop("no state", None))
        apart(name, fills, len(colours))
        calls.report.check(f"colours: {name}: one pattern, and small", svg.count("<pattern") == 1
                           and len(svg) < 80_000, f"{len(svg)} bytes")
        calls.report.check(f"colours: {name}: cells without a state have it",
                           svg.count("url(#nothing)") >= 2 and ": no state</title>" in svg)
    own = legend_of(picture("own", ["1 0 0", "0 1 0", "0 0 1", "0 0 1"]))
    calls.report.same("colours of the trace stay", ["#ff0000", "#00ff00", "#0000ff"],
                      [own[f"value {i}"] for i in range(3)])
    calls.report.check("but not twice", own["value 3"] != "#0000ff", f"{own}")
    safe = legend_of(picture("safe", ["1 0 0", "0 1 0"], "--palette", "safe"))
    calls.report.same("--palette safe", ["#0073b3", "#e69e00"], [safe["value 0"], safe["value 1"]])
    full = calls.scratch / "full.svg"
    calls.succeed("no empty cell", calls.ethernet, "--p", "1", "--svg", full)
    calls.report.check("no empty cell, no pattern", "nothing" not in full.read_text())
    calls.fail("no such palette", TROUBLE, "--palette: expected trace|safe, found pale", calls.ethernet,
               "--palette", "pale")


@blackbox.group
def check_units(calls):
    """The unit is for labels; numbers stay."""
    def picture(trace, *options):
        svg = calls.scratch / "unit.svg"
        done = calls.run(trace, "-n", "--csv", "--svg", svg, *options)
        calls.report.check(f"{trace.name} {options}", done.code == 0, done.err)
        return done.out, done.err, svg.read_text()

    heat = calls.ethernet
    plain, told, svg = picture(heat)
    calls.report.check("seconds", "time (ms)" in svg and ">60<" in svg and not told, told)
    for unit, axis in (("s", "time (ms)"), ("ms", "time (us)"), ("us", "time (ns)"), ("µs", "time (ns)"),
                       ("ns", "time (ns)")):
        table, told, svg = picture(heat, "--unit", unit)
        calls.report.check(f"--unit {unit}: axis", axis in svg)
        calls.report.same(f"--unit {unit}: numbers", plain, table)
        calls.report.same(f"--unit {unit}: nothing to tell", "", told)
    starpu = HERE.parent / "cases" / "compat" / "starpu.paje"
    table, told, svg = picture(starpu)
    calls.report.check("StarPU: told once", told.count("\n") == 1
                       and "StarPU wrote this trace: its times are taken as milliseconds" in told, told)
    calls.report.check("StarPU: milliseconds", "time (ms)" in svg)
    calls.report.check("StarPU: head", ", 0 to 4 ms\n" in calls.succeed("-q", starpu, "-nq"))
    seconds, told, svg = picture(starpu, "--unit", "s")
    calls.report.check("StarPU, --unit s", "time (s)" in svg and not told, told)
    calls.report.same("StarPU: numbers", seconds, table)
    calls.report.same("StarPU: JSON", "ms", json.loads(calls.succeed("json", starpu, "-nq", "--json"))["unit"])
    calls.fail("no such unit", TROUBLE, "--unit: expected s|ms|us|ns, found hours", heat, "--unit", "hours")


def main():
    arguments = [word for word in sys.argv[1:] if word != "--update"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        calls = Aggregate(blackbox.need_tool(arguments[0], "pj_aggregate"),
                          Path(arguments[1]).resolve(), Path(scratch), report)
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
