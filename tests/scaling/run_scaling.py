#!/usr/bin/env python3
"""What pj_scaling says of runs on more and more cores: against values of an independent implementation, against
the same computed here from pj_dump's table, and of input that is bad or odd.

Usage: run_scaling.py TOOL_DIR DATA_FOLDER
"""
import csv
import io
import json
import math
import sys
from xml.etree import ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

DATA = HERE.parent / "data"
CORES = (1, 2, 4, 8, 16)
HALO = {n: DATA / "scaling" / f"halo2d.{n}.trace.xz" for n in CORES}
# Machines that come and go: two all the time, two more from 2 to 6.
MACHINES = """\
%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeCreateContainer 2
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeDestroyContainer 3
% Time date
% Type string
% Name string
%EndEventDef
%EventDef PajePushState 4
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 5
% Time date
% Type string
% Container string
%EndEventDef
0 M 0 Machine
0 P M Process
1 S P State
"""


def golden(name):
    return json.loads((DATA / "golden-models" / name).read_text())


def near(a, b, tolerance=1e-9):
    return isinstance(b, (int, float)) and abs(a - b) <= tolerance * max(abs(a), 1e-12)


class Scaling:
    def __init__(self, folder, report, scratch):
        self.tool = blackbox.need_tool(folder, "pj_scaling")
        self.dump = blackbox.need_tool(folder, "pj_dump")
        self.analyze = blackbox.need_tool(folder, "pj_analyze")
        self.query = blackbox.need_tool(folder, "pj_query")
        self.report, self.scratch = report, Path(scratch)

    def run(self, *words):
        return blackbox.run([self.tool, "-q", *words])

    def ask(self, *words, code=0):
        done = self.run("--json", *words)
        ok = self.report.check(f"{words} runs", done.code == code, blackbox.shorten(done.err))
        return json.loads(done.out) if ok else {"scaling": [], "models": [], "predictions": [], "elastic": [],
                                                "remarks": []}

    def table(self, name, text):
        path = self.scratch / name
        path.write_text(text)
        return path

    def refuses(self, name, words, message, code=2):
        done = self.run(*words)
        self.report.check(f"{name}: refused", done.code == code and message in done.err and not done.out,
                          f"{done.code} {blackbox.shorten(done.err)}")


def golden_table(scaling):
    runs = golden("scaling_cost.json")["runs"]
    return scaling.table("golden.csv", "cores,time\n" + "".join(f"{n},{t}\n" for n, t in runs))


@blackbox.group
def check_golden(scaling, _):
    wanted = golden("scaling_cost.json")
    path = golden_table(scaling)
    got = scaling.ask("--price", "0.376/h/machine", "--cores-per-machine", "8", path)
    for row, (cores, time, cost) in zip(got["scaling"], wanted["cost"]):
        scaling.report.check(f"{cores} cores", near(cost, row["cost"]) and near(time, row["time"])
                             and near(wanted["speedup"][str(cores)], row["speed_up"])
                             and near(wanted["efficiency_rel8"][str(cores)], row["efficiency"]), str(row))
    front = [row["cores"] for row in got["scaling"] if row["front"] == "yes"]
    scaling.report.same("front", [n for n, _ in wanted["runs"]][:-1], front)
    text = scaling.run(path).out
    scaling.report.check("knee", text.startswith("knee at 56 cores: 64 make the run only 1.8 % shorter; "
                                                 "fastest on 80, least core-hours on 8 cores."), text[:200])
    text = scaling.run("--knee", "1%", path).out
    scaling.report.check("another knee", text.startswith("knee at 72 cores"), text[:100])
    # Paid by the hour, with a machine more.
    got = scaling.ask("--price", "0.684/h", "--billing", "1h", "--extra-machines", "1", "--cores-per-machine", "8", path)
    scaling.report.check("bills", near(2 * 0.684, got["scaling"][0]["cost"]) and near(12 * 0.684, got["scaling"][-1]["cost"]))
    got = scaling.ask("--price", "36/h/core", "--billing", "60s", path)
    scaling.report.check("price of a core", near(8 * 17 * 0.6, got["scaling"][0]["cost"]), str(got["scaling"][0]))
    got = scaling.ask("--price", "0.376/h/machine", path)
    got = scaling.ask(path, path)
    scaling.report.check("a run that is given twice", any("is given twice" in line for line in got["remarks"]), str(got["remarks"]))
    got = scaling.ask("--family", f"A={path}", "--family", f"B={path}")
    scaling.report.check("families share a run", not any("is given twice" in line for line in got["remarks"])
                         and {row["runs"] for row in got["scaling"]} == {1}, str(got["remarks"]))
    got = scaling.ask("--family", f"A={path}", "--family", f"B={path}", path)
    scaling.report.check("twice in one of two families", sum("is given twice" in line for line in got["remarks"]) == 1, str(got["remarks"]))
    # The table's own families are those of its rows, wherever it is given.
    own = scaling.table("own.csv", "family,cores,time\na,1,8\na,2,4\nb,1,6\n")
    got = scaling.ask("--family", f"A={own}", "--family", f"B={own}")
    scaling.report.check("twice in its own families", sum("is given twice" in line for line in got["remarks"]) == 1, str(got["remarks"]))
    # As many cores on other machines.
    other = scaling.table("machines.csv", "cores,machines,time\n4,2,100\n4,4,80\n8,4,50\n")
    got = scaling.ask("--price", "1/s/machine", other)
    scaling.report.check("runs on other machines", [(row["runs"], row["machines"]) for row in got["scaling"]] == [(2, 4), (1, 4)]
                         and any("runs on 4 cores count as repetitions, although they were on 2 to 4 machines" in line
                                 for line in got["remarks"]) and len(got["remarks"]) == len(set(got["remarks"])), str(got["remarks"]))
    alike = scaling.ask(scaling.table("machines.csv", "cores,machines,time\n4,4,100\n4,4,80\n8,4,50\n"))["remarks"]
    scaling.report.check("runs on the same machines", not any("although they were" in line for line in alike), str(alike))
    # A bill for each run: 1 and 2 hours.
    repeated = scaling.table("repeated.csv", "family,cores,machines,time\na,4,1,3500\na,4,1,3700\nb,4,2,3600\n")
    got = scaling.ask("--price", "1/h/machine", "--price", "b=3/h", "--billing", "1h", "--extra-machines", "b=1", repeated)
    scaling.report.same("a bill for each run, a price for each family", [1.5, 9], [row["cost"] for row in got["scaling"]])
    scaling.refuses("a price of no family", ["--price", "c=1/h", repeated], "--price: there is no family c")
    # 4 machines for 40 s, 2 for 70 s, which are not repetitions of the run with 4.
    mixed = scaling.table("mixed.csv", "name,cores,machines,time\nf,4,4,55\ne,4,4:40;2:70,110\ng,2,2,100\n")
    got = scaling.ask("--price", "3600/h/machine", mixed)
    scaling.report.check("elastic runs are none of the fixed ones", [row["time"] for row in got["scaling"]] == [100, 55]
                         and [row["runs"] for row in got["scaling"]] == [1, 1], str(got["scaling"]))
    scaling.report.check("machines that left are not paid", near(4 * 40 + 2 * 70, got["elastic"][0]["cost"]), str(got["elastic"]))
    got = scaling.ask("--price", "3600/h/machine", "--billing", "100s", mixed)
    scaling.report.check("each machine that left is billed", near(2 * 100 + 2 * 200, got["elastic"][0]["cost"]), str(got["elastic"]))
    # Minutes that are one more by rounding are not paid; a step of exactly the share is one.
    body = MACHINES + "2 0 a M 0 a\n2 0 p P a p\n4 4.001 S p work\n5 64.001 S p\n"
    got = scaling.ask("--price", "60/h/core", "--billing", "60s", scaling.table("minute.paje", body))
    scaling.report.check("a minute", near(1, got["scaling"][0]["cost"]), str(got["scaling"]))
    for share, times in (("10%", "10 9 5"), ("2%", "2.5 2.45 1")):
        rows = "".join(f"{2 ** i},{time}\n" for i, time in enumerate(times.split()))
        text = scaling.run("--knee", share, scaling.table("knee.csv", "cores,time\n" + rows)).out
        scaling.report.check(f"no knee at {share}", not text.startswith("knee"), text[:100])
    got = scaling.ask("--price", "0.376/h/machine", path)
    scaling.report.check("no machines, no cost", got["scaling"][0]["cost"] is None
                         and any("an unknown number of machines" in line for line in got["remarks"]))


@blackbox.group
def check_elastic(scaling, _):
    for case in golden("elastic.json")["cases"]:
        shares = ";".join(f"{n}:{t}" for n, t in case["pt"].items())
        text = f"name,cores,machines,time\nfixed,{case['l']},{case['l']},{case['t_ne_l']}\n"
        if len(case["pt"]) > 1:
            text += f"elastic,{case['n']},{shares},{case['t_e']}\n"
            [row] = scaling.ask(scaling.table("elastic.csv", text))["elastic"]
            scaling.report.check(case["name"], near(case["ES"], row["elastic_speed_up"])
                                 and near(case["EE"], row["elastic_efficiency"])
                                 and near(case["EE_baseline_l"], row["consistent_efficiency"])
                                 and near(case["Resource"], row["resource"]), str(row))
    families = scaling.table("families.csv", "name,family,cores,machines,time\nfixed,A,2,2,100\nel,A,4,4:40;2:70,110\n"
                             "fixed,B,2,2,200\nel,B,4,4:40;2:70,110\n")
    got = scaling.ask(families)["elastic"]
    scaling.report.check("elastic runs of families", [(row["family"], row["run"], row["elastic_speed_up"]) for row in got] ==
                         [("A", "el", 100 / 110), ("B", "el", 200 / 110)], str(got))
    done = scaling.run("--csv", "--table", "elastic", families)
    scaling.report.check("elastic runs of families, CSV", done.out.startswith("family,run,time,") and "\nB,el,110," in done.out, done.out)
    body = MACHINES + "".join(f"2 0 {m} M 0 {m}\n2 0 p{m} P {m} p{m}\n4 0 S p{m} work\n" for m in "ab")
    fixed = scaling.table("fixed.paje", body + "5 12 S pa\n5 12 S pb\n")
    elastic = scaling.table("come_and_go.paje", body + "2 2 c M 0 c\n2 2 pc P c pc\n4 2 S pc work\n5 6 S pc\n3 6 P pc\n"
                            "3 6 M c\n5 8 S pa\n5 8 S pb\n")
    [row] = scaling.ask("--machines-from", "Machine", fixed, elastic)["elastic"]
    resource = (2 * 4 + 3 * 4) / 8
    scaling.report.check("from traces", near(12 / 8, row["elastic_speed_up"]) and near(resource, row["resource"])
                         and near(1.5 * 2 / resource, row["elastic_efficiency"]), str(row))
    done = blackbox.run([scaling.query, "-q", "--format", "csv", elastic, "SELECT sum(count * seconds) / sum(seconds) AS mean "
                         "FROM live_containers('Machine')"])
    scaling.report.check("machines in SQL", done.out.startswith("mean\n") and near(resource, float(done.out.split()[1])), done.out)
    words = "The containers around the processes of {} come and go (2 to 3 at once): --machines-from with their type compares it"
    remarks = scaling.ask(fixed, elastic)["remarks"]
    scaling.report.check("elastic without a type", any(line.startswith(words.format(elastic)) for line in remarks)
                         and not any(line.startswith(words.format(fixed)) for line in remarks), str(remarks))
    # Programs with states of their own; a run on one core that lacks some is no other program.
    others = scaling.table("others.csv", "name,cores,time,value:work,value:send,value:solve\none,1,8,8,0,0\ntwo,2,5,8,2,0\n"
                           "four,4,4,0,2,14\n")
    remarks = scaling.ask(others)["remarks"]
    scaling.report.check("other programs", "Warning: four has states that two has not (solve), and the other way round (work): "
                         "they may be runs of different programs." in remarks, str(remarks))
    remarks = scaling.ask(scaling.table("alike.csv", "\n".join(others.read_text().splitlines()[:-1]) + "\n"))["remarks"]
    scaling.report.check("one program", not any("different programs" in line for line in remarks), str(remarks))
    # More than proportional, and not at all.
    for times, word in (((8, 3.9, 1.8), "nothing is serial"), ((8, 8.5, 9), "everything is serial"), ((9, 4.5, 2.25), ""), ((8, 8, 8), "")):
        rows = "".join(f"{2 ** i},{time}\n" for i, time in enumerate(times))
        remarks = scaling.ask(scaling.table("bound.csv", "cores,time\n" + rows), "--predict", "8")["remarks"]
        scaling.report.check(f"Amdahl {times}", [f"at its bound, where {word}" in line for line in remarks if "Amdahl" in line] == [True] * bool(word),
                             str(remarks))
    # b is there for a second, then c for another one: 2 + 1 + 1 periods of 5 seconds.
    replaced = scaling.table("replaced.paje", MACHINES + "".join(
        f"2 {start} {m} M 0 {m}\n2 {start} p{m} P {m} p{m}\n4 {start} S p{m} work\n5 {end} S p{m}\n3 {end} P p{m}\n3 {end} M {m}\n"
        for m, start, end in (("b", 0, 1), ("a", 0, 10), ("c", 9, 10))))
    got = scaling.ask("--machines-from", "Machine", "--price", "3600/h/machine", "--billing", "5s", "--sort", fixed, replaced)
    scaling.report.check("each machine is billed", near(20, got["elastic"][0]["cost"]), str(got["elastic"]))
    # A price of a core: three machines of one process each, 1, 10 and 1 seconds.
    got = scaling.ask("--machines-from", "Machine", "--price", "3600/h/core", "--sort", fixed, replaced)
    scaling.report.check("each core is paid", near(12, got["elastic"][0]["cost"]), str(got["elastic"]))
    # What is short is neither the first nor the least number of machines.
    short = scaling.table("short.csv", "name,cores,machines,time\nfixed,4,4,100\nelastic,8,7:0.01;8:30;1:0;4:50,80.01\n")
    [row] = scaling.ask(short)["elastic"]
    scaling.report.check("short numbers of machines", near(8, row["started_with"]) and near(4, row["least"])
                         and near(100 / 80.01, row["elastic_speed_up"]), str(row))
    # Of runs on the least number of machines the one with as many cores on each.
    alike = scaling.table("alike.csv", "name,cores,machines,time\na,4,4,100\nb,16,4,20\nel,32,4:10;8:10,20\n")
    [row] = scaling.ask(alike)["elastic"]
    scaling.report.check("a run of its kind", near(1, row["elastic_speed_up"]), str(row))
    mixed = scaling.table("mixed.csv", "name,cores,machines,time\na,4,4,100\nb,8,4,20\nel,32,4:10;8:10,20\n")
    got = scaling.ask(mixed)
    scaling.report.check("runs of other kinds", near(3, got["elastic"][0]["elastic_speed_up"])
                         and any("the mean of runs on 4 to 8 cores" in line for line in got["remarks"]), str(got["remarks"]))
    got = scaling.ask("--machines-from", "Machine", elastic)
    [row] = got["elastic"]
    scaling.report.check("nothing to compare with", row["elastic_speed_up"] is None and near(8, row["time"])
                         and not got["scaling"] and any("cannot be judged" in line for line in got["remarks"]))


def lengths(scaling, path):
    """(time, useful seconds) of a trace, from its table, which has six digits after the point."""
    done = blackbox.run([scaling.dump, "-z", path])
    states = [line.split(", ") for line in done.out.splitlines() if line.startswith("State")]
    starts, ends = [float(s[3]) for s in states], [float(s[4]) for s in states]
    useful = sum(float(s[4]) - float(s[3]) for s in states if s[7] == "computing")
    return max(ends) - min(starts), useful


@blackbox.group
def check_traces(scaling, _):
    got = scaling.ask(*HALO.values())["scaling"]
    measured = {n: lengths(scaling, path) for n, path in HALO.items()}
    for row in got:
        time, useful = measured[row["cores"]]
        first_time, first_useful = measured[1]
        parallel = useful / row["cores"] / time
        scaling.report.check(f"{row['cores']} cores", near(time, row["time"], 1e-4)
                             and near(first_time / time, row["speed_up"], 1e-4)
                             and near(first_useful / useful, row["computation_scaling"], 1e-3)
                             and near(parallel, row["parallel"], 1e-3)
                             and near(row["parallel"] * row["computation_scaling"], row["global_efficiency"])
                             and near(row["load_balance"] * row["communication"], row["parallel"]), str(row))
    scaling.report.same("cores", list(CORES), [row["cores"] for row in got])
    bare = scaling.ask("--no-replay", *HALO.values())["scaling"]
    scaling.report.same("without a replay", [dict(row, serialisation=None, transfer=None) for row in got], bare)
    # The factors of each run by itself, by pj_analyze.
    for row, path in zip(got, HALO.values()):
        done = blackbox.run([scaling.analyze, "-q", "--json", path])
        factors = json.loads(done.out)["efficiency"]
        scaling.report.check(f"{row['cores']} cores: as pj_analyze says", all(
            near(factors[name], row[name]) for name in ("parallel", "load_balance", "communication", "serialisation",
                                                        "transfer")), f"{factors} {row}")
    # Repetitions, and families.
    rows = scaling.ask("--family", f"A={HALO[1]}", HALO[2], HALO[2], "--family", f"B={HALO[4]}")["scaling"]
    scaling.report.same("families", [("A", 1, 1), ("A", 2, 2), ("B", 4, 1)],
                        [(row["family"], row["cores"], row["runs"]) for row in rows])
    scaling.report.check("deviation", rows[1]["deviation"] == 0 and rows[0]["deviation"] is None
                         and rows[2]["speed_up"] == 1)


@blackbox.group
def check_idle_cores(scaling, _):
    """Two processes work 4 and 2 of 4 seconds, on two of three machines."""
    path = scaling.table("idle.paje", MACHINES + "2 0 a M 0 a\n2 0 b M 0 b\n2 0 c M 0 c\n"
                         "2 0 p P a p\n2 0 q P b q\n4 0 S p work\n4 0 S q work\n5 2 S q\n5 4 S p\n")
    [row] = scaling.ask("--no-replay", path)["scaling"]
    factors = ("cores", "parallel", "load_balance", "communication")
    scaling.report.same("processes", [2, .75, .75, 1], [row[name] for name in factors])
    [row] = scaling.ask("--no-replay", "--cores-from", "Machine", path)["scaling"]
    scaling.report.same("an idle machine", [3, .5, .5, 1], [row[name] for name in factors])
    # Two processes on one machine: what a core of it does is not known.
    path = scaling.table("shared.paje", MACHINES + "2 0 a M 0 a\n2 0 p P a p\n2 0 q P a q\n"
                         "4 0 S p work\n4 0 S q work\n5 2 S q\n5 4 S p\n")
    [row] = scaling.ask("--no-replay", "--cores-from", "Machine", path)["scaling"]
    scaling.report.same("a machine of two processes", [1, .75, .75, 1], [row[name] for name in factors])


@blackbox.group
def check_parts(scaling, _):
    """Of a part of each run the same as of a trace that is only that part."""
    chosen = ("--no-replay", "--containers", "rank-[01]")
    part = scaling.scratch / "part.paje"
    done = blackbox.run([scaling.dump.with_name("pj_cut"), "-q", *chosen[1:], "-o", part, HALO[4]])
    scaling.report.check("the part is cut", done.code == 0, done.err)
    [got] = scaling.ask(*chosen, HALO[4])["scaling"]
    [expected] = scaling.ask("--no-replay", part)["scaling"]
    scaling.report.check("a part", got["cores"] == 2 and got == expected, f"{got} expected {expected}")
    done = scaling.run("--containers", "rnak-1", HALO[4])
    scaling.report.check("nothing like it", done.code == 2 and "rank-1" in done.err, f"{done.code} {done.err}")


@blackbox.group
def check_repetitions(scaling, _):
    [row] = scaling.ask(scaling.table("again.csv", "cores,time\n4,1\n4,2\n4,3\n4,4\n4,5\n"))["scaling"]
    half = 2.7764451051977987 * math.sqrt(2.5 / 5)
    scaling.report.check("Student's interval", near(3, row["time"]) and near(math.sqrt(2.5), row["deviation"])
                         and near(3 - half, row["low"]) and near(3 + half, row["high"]), str(row))


@blackbox.group
def check_models(scaling, _):
    got = scaling.ask("--fit-to", "4", "--predict", "64", *HALO.values())
    errors = {row["of"]: (row["fit_error"], row["judged_error"]) for row in got["models"]}
    for of in ("time", "time, Amdahl", "time, sum of values"):
        fit, judged = errors[of]
        scaling.report.check(f"{of}: fitted within 1 %, judged within 15 %", fit < 0.01 and 0 < judged < 0.15,
                             f"{fit} {judged}")
    judged = {(row["of"], row["cores"]): row for row in got["predictions"]}
    scaling.report.same("what is predicted", {8, 16, 64}, {cores for of, cores in judged if of == "time"})
    for cores in (8, 16):
        row = judged["time, sum of values", cores]
        scaling.report.check(f"the band holds {cores}", row["low"] <= row["measured"] <= row["high"], str(row))
        scaling.report.check(f"error {cores}", near(row["predicted"] / row["measured"] - 1, row["error"], 1e-6))
    scaling.report.check("64 is not measured", judged["time", 64]["measured"] is None)
    scaling.report.check("three numbers are few", any("3 numbers of cores" in line for line in got["remarks"]))
    # A law that is known: 2 + 30/n + 0.5 log2(n) is none, 2 + 30/n is.
    law = scaling.table("law.csv", "cores,time\n" + "".join(f"{n},{2 + 30 / n}\n" for n in (1, 2, 4, 8, 16, 32)))
    got = scaling.ask("--fit-to", "8", "--predict", "100", law)
    model = {row["of"]: row for row in got["models"]}
    scaling.report.same("its model", "2 + 30 * n^-1", model["time"]["model"])
    [row] = [row for row in got["predictions"] if row["of"] == "time" and row["cores"] == 100]
    scaling.report.check("100 cores", near(2.3, row["predicted"], 1e-6), str(row))
    scaling.report.check("Amdahl", near(2 / 32, float(model["time, Amdahl"]["model"].split("(")[1].split(" ")[0]), 1e-3),
                         model["time, Amdahl"]["model"])
    # A line that falls below 0.
    falling = scaling.table("falling.csv", "cores,time\n1,10\n2,7\n4,4.02\n8,1\n")
    got = scaling.ask("--predict", "64,1024", falling)
    scaling.report.check("nothing takes less than no time", all(row[key] is None or row[key] >= 0 for row in got["predictions"]
                                                               for key in ("predicted", "low", "high"))
                         and any("predictions are below 0 s and set to 0 s" in line for line in got["remarks"]), str(got["predictions"]))
    values = scaling.table("values.csv", "cores,time,value:a,value:b\n" + "".join(
        f"{n},{10 / n + n},{10},{n * n}\n" for n in (1, 2, 4, 8, 16)))
    model = {row["of"]: row["model"] for row in scaling.ask(values)["models"]}
    scaling.report.check("values", model["value b"].endswith("1 * n^1") and model["value a"].endswith("10 * n^-1"), str(model))
    # Rows without values say nothing of them, whether other runs have as many cores or not.
    bare = scaling.table("bare.csv", "cores,time\n4,6.5\n32,40\n")
    model = {row["of"]: row["model"] for row in scaling.ask(values, bare)["models"]}
    scaling.report.check("rows without values", model["value b"].endswith("1 * n^1") and model["value a"].endswith("10 * n^-1"),
                         str(model))
    few = scaling.table("few.csv", "cores,time,value:a\n1,8,8\n2,5,9\n")
    got = scaling.ask(few, bare)
    scaling.report.check("too few with values", not any(row["of"].startswith("value") for row in got["models"])
                         and any("runs with values" in line for line in got["remarks"]), str(got["remarks"]))


@blackbox.group
def check_fronts(scaling, _):
    wanted = golden("commreg.json")["pareto"]
    tables = []
    for name, points in (("predicted", "predicted_points"), ("measured", "points")):
        tables += [f"--{name}", scaling.table(f"{name}.csv", "name,cores,time\n" + "".join(
            f"{n},{c},{t}\n" for n, c, t in wanted[points]))]
    got = scaling.ask(*tables)
    for column, key in (("measured_front", "front"), ("predicted_front", "predicted_front"), ("match", "matches")):
        scaling.report.same(column, wanted[key], [row["configuration"] for row in got["configurations"]
                                                  if row[column] == "yes"])
    best = {row["least"]: row for row in got["best"]}
    scaling.report.check("least time", best["time (s)"]["measured_choice"] == wanted["min_time"]
                         and best["time (s)"]["predicted_choice"] == "64x2"
                         and near(4.1 / 3.9 - 1, best["time (s)"]["loss"]), str(best))
    hours = best["core-hours"]
    scaling.report.check("least core-hours", hours["measured_choice"] == wanted["min_corehours"]["config"]
                         and near(wanted["min_corehours"]["corehours"], hours["measured"]), str(hours))
    half = scaling.table("half.csv", "name,cores,time\n16x1,1.5,9\n")
    scaling.refuses("a part of a core", ["--predicted", half, "--measured", half], ":2:6: expected a whole number as cores, found '1.5'")
    one = scaling.table("one.csv", "name,cores,time\n16x1,16,9\nother,8,20\n")
    got = scaling.ask("--predicted", one, "--measured", tables[3])
    scaling.report.check("not in both", any("only the 1 of 2 predicted and" in line for line in got["remarks"]))


@blackbox.group
def check_output(scaling, _):
    path = golden_table(scaling)
    done = scaling.run("--csv", path)
    rows = list(csv.DictReader(io.StringIO(done.out)))
    scaling.report.check("CSV has all columns", len(rows) == 11 and float(rows[1]["speed_up"]) == 1000 / 520)
    done = scaling.run("--csv", "--table", "models", path)
    scaling.report.check("another table", done.out.startswith("of,model,"), done.out[:80])
    done = scaling.run("--csv", "--table", "nothing", path)
    scaling.report.check("no such table", done.code == 2 and "tables are scaling, " in done.err, done.err)
    picture = scaling.scratch / "scaling.svg"
    done = scaling.run("--svg", picture, "--family", f"A={path}", "--family", f"B={path}")
    text = picture.read_text()
    scaling.report.check("picture", done.code == 0 and text.startswith("<?xml") and "56 cores: 4.386" in text
                         and ">A<" in text and ">B<" in text)
    scaling.refuses("picture over an input", ["--svg", path, path], "input")
    # What is in proportion lies on the thin lines: from the first point to the last, in both plots.
    exact = scaling.table("exact.csv", "name,cores,time\na,2,8\nb,4,4\nc,16,1\n")
    scaling.run("--svg", picture, exact)
    lines = [node.attrib for node in ElementTree.parse(picture).iter() if node.tag.endswith("line")]
    curves = [line for line in lines if line["stroke-width"] == "2"]
    thin = [line for line in lines if line["stroke"] == "#404040"]
    ends = [[(a["x1"], a["y1"]), (b["x2"], b["y2"])] for a, b in (curves[0:2], curves[2:4])]
    scaling.report.check("in proportion", [[(t["x1"], t["y1"]), (t["x2"], t["y2"])] for t in thin] == ends, f"{thin} {ends}")


@blackbox.group
def check_names(scaling, _):
    """The content says whether a run is a trace or a table of runs, whatever its name is."""
    digits = "17"
    expected = scaling.ask(HALO[1], HALO[2])["scaling"]
    traces = []
    for cores in (1, 2):
        table = blackbox.run([scaling.dump, "-l", digits, "--quotes=csv", HALO[cores]])
        traces.append(scaling.table(f"h{cores}.csv", table.out))
    got = scaling.ask(*traces)["scaling"]
    scaling.report.check("tables of pj_dump are traces", [row["cores"] for row in got] == [1, 2]
                         and all(near(a["time"], b["time"], 1e-6) for a, b in zip(expected, got)), str(got))
    text = "# measured\n\"cores\",time\n1,10\n2,6\n"
    rows = [scaling.ask(scaling.table(name, text))["scaling"] for name in ("runs.csv", "runs.txt")]
    scaling.report.check("a table of runs of any name", rows[0] == rows[1] and len(rows[1]) == 2, str(rows))


@blackbox.group
def check_bad(scaling, _):
    report = scaling.report
    bad = scaling.table("bad.paje", "nonsense\n")
    done = scaling.run("--json", bad, HALO[1], HALO[2])
    got = json.loads(done.out)
    report.check("a corrupt run among good ones", done.code == 1 and len(got["scaling"]) == 2
                 and any(line.startswith("Left out: ") and "bad.paje:1:1" in line for line in got["remarks"]), done.out[:300])
    scaling.refuses("nothing but a corrupt run", [bad], "bad.paje:1:1: error", 1)
    empty = scaling.table("no_states.paje", MACHINES)
    scaling.refuses("no states", [empty], "no_states.paje: the trace has no states")
    half = [scaling.ask(HALO[1], "--end", "0.05", *words)["scaling"][0]["time"] for words in ((), ("--clip",))]
    report.check("a part of a run", half[1] == 0.05 < half[0], str(half))
    scaling.refuses("nothing selected", [HALO[1], "--start", "1e6"], "no states are left of the selection; the run ends at ")
    still = scaling.table("still.paje", MACHINES + "2 0 a M 0 a\n2 0 p P a p\n4 3 S p work\n5 3 S p\n")
    scaling.refuses("no length", [still], "has no length")
    got = scaling.ask(HALO[2])
    report.check("one run", len(got["scaling"]) == 1 and any("nothing to compare" in line for line in got["remarks"])
                 and not got["models"])
    got = scaling.ask(HALO[1], HALO[2], scaling.table("other.paje", MACHINES
                      + "2 0 a M 0 a\n2 0 p P a p\n4 0 S p work\n5 3 S p\n"))
    report.check("different containers", any("different types (MPI; Process)" in line for line in got["remarks"]),
                 str(got["remarks"]))
    done = scaling.run("--json", HALO[1], scaling.table("no_rows.csv", "cores,time\n"))
    report.check("a table without rows among good runs", done.code == 1 and "no_rows.csv: the table has no rows" in done.out, done.out[-300:])
    scaling.refuses("no such type", ["--cores-from", "Core", HALO[1]],
                    "there is no container of type Core; types of containers: MPI")
    for name, text, message in (
            ("a time of 0", "cores,time\n4,0\n", ":2:3: expected a number greater than 0 as time, found '0'"),
            ("a negative time", "cores,time\n4,2\n8,-1\n", ":3:3: expected a number from 0 on, found '-1'"),
            ("an endless time", "cores,time\n1,1e308\n2,1\n", ":2:3: expected a number up to 1e100, found '1e308'"),
            ("no time to speak of", "cores,time\n1,1\n2,5e-324\n", ":3:3: expected a number greater than 1e-100 as time"),
            ("no number", "cores,time\n4,nan\n", ":2:3: expected a number from 0 on, found 'nan'"),
            ("a short row", "cores,time\n4\n", ":2: expected 2 columns as in the header, found 1"),
            ("no column", "core,time\n4,1\n", "there is no column cores; columns are core, time"),
            ("no rows", "cores,time\n", "the tables have no rows"),
            ("nothing", "", "the table is empty"),
            ("bad quotes", 'cores,time\n"4"x,1\n', ":2: expected a comma after the quotes"),
            ("a part of a core", "cores,time\n4,1\n1.5,2\n", ":3:1: expected a whole number as cores, found '1.5'"),
            ("a part of a machine", "cores,time,machines\n4,1,1.5\n", ":2: expected a whole number of machines, found '1.5'"),
            ("a part of a machine that goes", "cores,time,machines\n4,2,1:1;0.5:1\n", ":2: expected a whole number of machines, found '0.5'"),
            ("bad machines", "cores,time,machines\n4,1,4:1;x\n", ":2: expected machines such as 4:20;8:45"),
            ("too short", "cores,time,machines\n4,110,4:40;2:30\n", ":2: machines are there for 70 s, but the run takes 110 s")):
        scaling.refuses(name, [scaling.table("wrong.csv", text)], message)
    for words, message in ((["--price", "3", "x"], "expected a price such as"),
                           (["--price", "1/day", "x"], "expected h, min or s"),
                           (["--price", "1/h/chair", "x"], "not of 'chair'"),
                           (["--price", "1/h", "--billing", "h", "x"], "expected exact, or a time"),
                           (["--billing", "1h", "x"], "requires --price"), (["--extra-machines", "1", "x"], "requires --price"),
                           (["--price", "A=1/h", "--billing", "B=1h", "x"], "no price of the family B"),
                           (["--predicted", "a", "--measured", "b", "--svg", "c"], "--svg: is for runs"),
                           (["--predicted", "a", "--measured", "b", "--price", "1/h"], "--price: is for runs"),
                           (["--knee", "200%", "x"], "expected a number from 0 to 100"),
                           (["--predict", "0", "x"], "expected a number from 1 to"),
                           (["--family", "x"], "expected NAME=RUN"),
                           (["--predicted", "a"], "needs --measured"), ([], "RUN is required"),
                           (["/nowhere"], "No such file")):
        scaling.refuses(" ".join(words) or "nothing", words, message)


@blackbox.group
def check_runs(scaling, data):
    runs = [data / "runs" / f"halo2d.{n}.base.trace.xz" for n in CORES]
    got = scaling.ask("--fit-to", "4", *runs)
    errors = {row["of"]: row["judged_error"] for row in got["models"]}
    scaling.report.check("judged on 8 and 16", all(errors[of] < 0.06 for of in ("time", "time, Amdahl",
                                                                             "time, sum of values")), str(errors))
    again = scaling.ask(*(data / "runs" / f"halo2d.8.base.noise.{i}.trace.xz" for i in range(1, 6)))["scaling"]
    scaling.report.check("repetitions of real traces", near(0.285339, again[0]["time"], 1e-5)
                         and near(0.000873, again[0]["deviation"], 1e-2), str(again))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Scaling(sys.argv[1], report, scratch), Path(sys.argv[2]))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
