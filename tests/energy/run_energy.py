#!/usr/bin/env python3
"""pj_energy against golden values of an independent implementation, against energies and frequencies computed here, and
with bad input.

Usage: run_energy.py TOOL_DIR
"""
import csv
import io
import json
import random
import statistics
import sys
import xml.dom.minidom
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "support"), str(HERE)]
import blackbox
from definitions import definitions, numbered
from energy_inputs import (DEFINITIONS, devices_trace, energy_of, frequency_of, machines_trace, ranks_trace, samples_csv, written)

LEVELS = [round(1.2 + i / 10, 1) for i in range(13)]


def near(wanted, got, tolerance=1e-9):
    if isinstance(wanted, (list, tuple)):
        return len(wanted) == len(got) and all(near(a, b, tolerance) for a, b in zip(wanted, got))
    return got is not None and abs(wanted - got) <= tolerance * max(1, abs(wanted))


class Tools:
    def __init__(self, folder, report, scratch):
        self.folder, self.report, self.scratch = folder, report, scratch

    def run(self, *words, **options):
        return blackbox.run([self.folder / "pj_energy", *words], cwd=self.scratch, **options)

    def ask(self, name, *words):
        done = self.run(*words, "-q", "--json")
        self.report.check(f"{name} runs", done.code == 0, done.err)
        return json.loads(done.out) if done.code == 0 else None

    def near(self, name, wanted, got, tolerance=1e-9):
        self.report.check(name, near(wanted, got, tolerance), f"expected {wanted}, got {got}")

    def golden(self, name):
        return json.loads((HERE.parent / "data" / "golden-models" / name).read_text())

    def fails(self, name, message, *words, code=2):
        done = self.run(*words)
        self.report.check(name, done.code == code and message in done.err and done.out == "" and
                          len(done.err.splitlines()) <= 3 + done.err.count("Try '"), f"{done.code} {done.err}{done.out[:200]}")

    def dump(self, trace, kind):
        done = blackbox.run([self.folder / "pj_dump", "-l", "12", trace])
        self.report.check(f"{trace.name} is a trace", done.code == 0, done.err)
        return [line.split(", ") for line in done.out.splitlines() if line.startswith(kind)]


def model_of(found):
    row = found["model"][0]
    return [row[name] for name in ("idle_watts", "watts_per_cpu_percent", "watts_per_memory_percent")]


@blackbox.group
def check_golden_fit(tools):
    golden = tools.golden("e2m.json")["regression"]
    for name in ("exact", "noisy"):
        table = samples_csv(tools.scratch / f"{name}.csv", zip(golden["cpu"], golden["mem"], golden[f"power_{name}"]))
        found = tools.ask(name, "fit", table, "--model", f"{name}.json")
        tools.near(f"least squares, {name}", golden[f"ols_{name}"], model_of(found))
        tools.near(f"two components, {name}", golden[f"pcr2_{name}"], model_of(found))
    one = tools.ask("one component", "fit", "noisy.csv", "--components", "1")
    tools.near("one component", golden["pcr1_noisy"], model_of(one))
    # Fitted on the one, judged on the other: both errors are there.
    judged = tools.ask("judged", "validate", "--model", "noisy.json", "exact.csv")["accuracy"]
    idle, cpu, memory = golden["pcr2_noisy"]
    for row, name in zip(judged, ("noisy", "exact")):
        shares = [100 * (1 - abs(idle + cpu * c + memory * m - p) / p)
                  for c, m, p in zip(golden["cpu"], golden["mem"], golden[f"power_{name}"])]
        tools.near(f"accuracy on {name}", [statistics.mean(shares), statistics.median(shares)],
                   [row["mean_accuracy"], row["median_accuracy"]])
    tools.report.check("of which samples", [row["samples_of"] for row in judged] == ["fit", "judged"])


@blackbox.group
def check_golden_estimate(tools):
    golden = tools.golden("e2m.json")
    trace = machines_trace(tools.scratch / "machines.paje", golden["segments"])
    constants = ",".join(str(golden["coef"][name]) for name in ("alpha", "beta_per_cpu_pct", "delta_per_mem_pct"))
    found = tools.ask("estimate", "estimate", trace, "--coefficients", constants)
    tools.near("ETC", golden["ETC"], [[row[name] for name in ("start_seconds", "end_seconds", "active", "watts")]
                                      for row in found["steps"]])
    tools.near("TC", golden["TC"], found["total"][0]["energy_joules"])
    tools.near("NEC", [golden["NEC"][n] for n in "123"], [row["energy_joules"] for row in found["by_active"]])
    tools.near("inelastic", 31770, found["total"][0]["inelastic_joules"])
    five = tools.ask("five machines", "estimate", trace, "--coefficients", constants, "--machines", "5")
    tools.near("inelastic with five", 31770 + 2 * 200 * 40, five["total"][0]["inelastic_joules"])
    text = tools.run("estimate", trace, "--coefficients", constants).out
    tools.fails("fewer machines than were active", "a fixed number of 2 machines is less than the 3 that are active at once",
                "estimate", trace, "--coefficients", constants, "--machines", "2")
    tools.report.check("text", text.startswith("3 machines use 20.57 kJ in 200 s; 3 machines running all the time would "
                                               "use 31.77 kJ.\n"), text)


@blackbox.group
def check_missing_uses(tools):
    """A use that is missing counts as 0, which is said; one that no machine has is a wrong name."""
    constants = ("--coefficients", "40,0.3,0.05")
    trace = machines_trace(tools.scratch / "uses.paje", [("m0", 0, 10, 50, 20), ("m1", 0, 10, 50, 20)])
    for option in ("--cpu", "--memory"):
        tools.fails(f"{option} of no machine", "no container has the variable Foo, which the model needs; variables are cpu, mem",
                    "estimate", trace, *constants, option, "Foo")
    tools.fails("neither", "no containers have the variables Foo or Bar; variables are cpu, mem", "estimate", trace, *constants,
                "--cpu", "Foo", "--memory", "Bar")
    tools.fails("fit to neither", "no container has the variables Foo, mem and power; variables are cpu, mem", "fit", trace, "--cpu", "Foo")
    found = tools.ask("not needed", "estimate", trace, "--coefficients", "40,0.3,0", "--memory", "Foo")
    tools.near("energy without a use that is not needed", 2 * 10 * 55, found["total"][0]["energy_joules"])
    tools.report.check("nothing to say", found["remarks"] == [], str(found["remarks"]))
    text = trace.read_text()
    without = written(tools.scratch / "without.paje", text.replace("4 0 E m1 20\n", ""))
    late = written(tools.scratch / "late.paje", text.replace("4 0 C m1 50\n4 0 E m1 20\n3 10", "4 0 E m1 20\n4 4 C m1 50\n3 10"))
    tools.report.check("the traces lack uses", text not in (without.read_text(), late.read_text()))
    for path, missing, joules, line in (
            (without, "mem", 560 + 550, "For 10 s of machines, the use mem is unknown; it counts as 0."),
            (late, "cpu", 560 + 560 - 4 * 15, "For 4 s of machines, the use cpu is unknown; it counts as 0.")):
        found = tools.ask(f"{missing} is missing", "estimate", path, *constants)
        tools.near(f"energy without {missing}", joules, found["total"][0]["energy_joules"])
        tools.report.same(f"how long {missing} is missing", [line], found["remarks"])
    one = machines_trace(tools.scratch / "alone.paje", [("m0", 0, 10, 50, 20)])
    text = tools.run("estimate", one, *constants).out
    tools.report.check("one machine", text.startswith("1 machine uses 560 J in 10 s; 1 machine running all the time would use 560 J.\n"), text)


@blackbox.group
def check_numbers_of_iterations(tools):
    """The iterations of a table are those that occur in it, in the order of their numbers."""
    for name, numbers in (("from 1", (1, 2)), ("from 0", (0, 1)), ("with gaps", (7, 30))):
        one, two = numbers
        written(tools.scratch / "numbers.csv", f"processor,iteration,load\np0,{two},1\np0,{one},1\np1,{one},2\np1,{two},2\n")
        found = tools.ask(name, "frequencies", "numbers.csv")
        tools.near(f"{name}: loads", [1, 2], [row["load_seconds"] for row in found["processors"]])
        tools.near(f"{name}: seconds", 4, found["plans"][0]["seconds"])
        text = tools.run("frequencies", "numbers.csv").out
        tools.report.check(f"{name}: iterations", text.startswith("2 processors, 2 iterations; "), text[:100])
    # A processor without a row in an iteration does nothing there; N of --from-iteration is a place among those that occur.
    written(tools.scratch / "numbers.csv", "processor,iteration,load\np0,1,4\np0,2,1\np1,2,2\n")
    found = tools.ask("without a row", "frequencies", "numbers.csv")
    tools.near("without a row", [2.5, 1], [row["load_seconds"] for row in found["processors"]])
    found = tools.ask("the second one", "frequencies", "numbers.csv", "--from-iteration", "1")
    tools.near("the second one", [1, 2], [row["load_seconds"] for row in found["processors"]])
    tools.fails("no third one", "has 2 iterations, so none from 2 on", "frequencies", "numbers.csv", "--from-iteration", "2")
    tools.fails("a negative one", "--from-iteration: expected a number from 0 on, found -1", "frequencies", "numbers.csv",
                "--from-iteration", "-1")
    tools.fails("not a number", "--from-iteration: expected a whole number, found 'x'", "frequencies", "numbers.csv", "--from-iteration", "x")


@blackbox.group
def check_fields_of_runs(tools):
    """What traces say of themselves: parameters, sources, work. A table's own parameters come first."""
    for name, fields in (("one", "8 alpha 1000"), ("two", "16 beta 0")):
        head = definitions((
            ("DefineContainerType", "Alias Type Name"), ("DefineVariableType", "Alias Type Name"),
            ("CreateContainer", "Time Alias Type Container Name N host work"), ("CreateContainer", "Time Alias Type Container Name Source"),
            ("SetVariable", "Time Type Container Value:double")))
        written(tools.scratch / f"{name}.paje", head + f"0 M 0 machine\n0 D M device\n1 V D power\n2 0 m M 0 node {fields}\n"
                "3 0 d D m card meter\n4 0 V d 100\n4 10 V d 100\n")
    found = tools.ask("fields", "report", "one.paje", "two.paje")
    tools.report.check("parameters", [(row["N"], row["host"], row["work"]) for row in found["runs"]] ==
                       [("8", "alpha", 1000), ("16", "beta", None)], str(found["runs"]))
    tools.report.check("sources", {row["source"] for row in found["energy"] + found["variables"]} == {"meter"}, str(found["energy"]))
    for name in ("Run", "seconds"):
        path = written(tools.scratch / "other.paje", (tools.scratch / "one.paje").read_text().replace("% host ", f"% {name} "))
        found = tools.ask(name, "report", path)
        tools.report.check(f"a parameter {name}", found["runs"][0]["run"] == "other.paje"
                           and found["runs"][0][f"parameter_{name}"] == "alpha", str(found["runs"]))
    table = written(tools.scratch / "table.csv", "run,n,work\none,64,5\n")
    found = tools.ask("table first", "report", "one.paje", "--parameters", table)
    tools.report.check("table first", found["runs"][0]["n"] == "64" and found["runs"][0]["work"] == 5 and "N" not in found["runs"][0],
                       str(found["runs"]))


@blackbox.group
def check_golden_report(tools):
    golden = tools.golden("egpu.json")
    sampler = golden["sampler"]
    devices_trace(tools.scratch / "sampler.paje", {"gpu": list(zip(sampler["samples_t"], sampler["power"]))})
    found = tools.ask("sampler", "report", "sampler.paje")
    row, energy = found["variables"][0], found["energy"][0]
    tools.near("statistics", [sampler["sample_mean_W"], sampler["sample_std_W"], sampler["time_weighted_mean_W_left"]],
               [row["mean"], row["deviation"], row["mean_over_time"]])
    tools.near("integrals", [sampler["trapezoid_J"], sampler["left_step_J"]],
               [energy["measured_joules"], energy["held_joules"]])
    # The paper's node: each device has its mean, and its standard deviation, in samples of two values.
    devices = {}
    for i, (mean, deviation) in enumerate(zip(golden["power_W"], golden["std_W"])):
        half = deviation / 2 ** 0.5
        devices[f"GPU{i}"] = [(0, mean - half), (60, mean + half)]
    devices_trace(tools.scratch / "hpl.paje", devices, (2.5, 2.5 + golden["hpl_time_s"]), 120)
    written(tools.scratch / "parameters.csv", f"run,N,work\nhpl,49152,{golden['hpl_flops']}\n")
    found = tools.ask("HPL", "report", "hpl.paje", "--parameters", "parameters.csv")
    run = found["runs"][0]
    tools.near("energy of the node", golden["node_energy_kJ"] * 1e3, run["mean_times_time_joules"])
    tools.near("rate", golden["hpl_gflops_from_formula"] * 1e9, run["work_per_second"])
    tools.near("efficiency", golden["mflops_per_watt_from_formula"] * 1e6, run["work_per_joule"])
    tools.near("latency and time", [2.5, golden["hpl_time_s"]], [run["latency_seconds"], run["seconds"]])
    tools.report.check("parameter", run["N"] == "49152" and run["devices"] == 8, str(run))
    # The paper cuts, and once rounds, to 10 J.
    tools.report.check("the paper's energies", all(
        -5.1e-3 <= row["mean_times_time_joules"] / 1e3 - paper <= 1e-2
        for row, paper in zip(found["energy"], golden["energy_kJ_paper"])), str(found["energy"]))
    tools.report.check("the paper's deviations", all(
        abs(row["deviation_times_time_joules"] / 1e3 - paper) <= 1e-2
        for row, paper in zip(found["energy"], golden["std_energy_kJ_paper"])), str(found["energy"]))


@blackbox.group
def check_idle_in_iterations(tools):
    """Two processors whose turns have most to do: the means are balanced, and half of the time is idle all the same."""
    written(tools.scratch / "turns.csv", "processor,iteration,load\np0,0,10\np1,0,1\np0,1,1\np1,1,10\n")
    found = tools.ask("turns", "frequencies", "turns.csv")
    tools.report.check("turns: idle", any("Within iterations, 45.0 % of the time is idle" in line for line in found["remarks"]),
                       str(found["remarks"]))
    written(tools.scratch / "steady.csv", "processor,iteration,load\np0,0,10\np1,0,1\np0,1,10\np1,1,1\n")
    found = tools.ask("steady", "frequencies", "steady.csv")
    tools.report.check("steady: nothing to add", not any("Within iterations" in line for line in found["remarks"]), str(found["remarks"]))


@blackbox.group
def check_sums_to_the_end(tools):
    """The power of all does not fall to 0 in the instant in which the trace ends: as a sample, that would halve the energy."""
    ranks_trace(tools.scratch / "sum.paje", [[1, 2, 3]])
    tools.ask("sum", "frequencies", "sum.paje", "--trace", "sum.watts.paje")
    found = tools.ask("report of the sum", "report", "sum.watts.paje")
    power = {row["device"]: row for row in found["variables"] if row["variable"] == "power"}
    root = power.pop("(root)")
    tools.near("the sum", sum(row["mean"] for row in power.values()), root["mean"])
    tools.report.check("no sample of 0", root["least"] > 0 and root["samples"] == 1, str(root))


@blackbox.group
def check_golden_frequencies(tools):
    golden = tools.golden("energylb.json")
    written(tools.scratch / "loads.csv", "processor,load\n" + "".join(
        f"p{i},{load}\n" for i, load in enumerate(golden["loads_s"])))
    ranks_trace(tools.scratch / "ranks.paje", [golden["loads_s"]])
    for name in ("loads.csv", "ranks.paje"):
        found = tools.ask(name, "frequencies", name, "--levels", ",".join(map(str, golden["levels_GHz"])))
        rows = found["processors"]
        tools.near(f"{name}: frequencies", golden["freq_GHz"], [row["gigahertz"] for row in rows])
        tools.near(f"{name}: busy", golden["busy_s"], [row["busy_seconds"] for row in rows])
        tools.near(f"{name}: idle", golden["idle_fraction"], [row["idle_share"] for row in rows])
        plans = {row["plan"]: row for row in found["plans"]}
        tools.near(f"{name}: imbalance", golden["imbalance_max_over_avg"], plans["none"]["max_over_mean"])
        if name == "loads.csv":  # in the trace, a barrier of 0.5 s follows
            tools.near("time", [golden["iteration_s"]] * 2, [plans[plan]["seconds"] for plan in ("none", "dvfs")])
            tools.near("energy", [golden["energy_base_J"], golden["energy_dvfs_J"], golden["saving"]],
                       [plans["none"]["joules"], plans["dvfs"]["joules"], plans["dvfs"]["saved"]])
    greedy = golden["greedy"]
    written(tools.scratch / "tasks.csv", "processor,task,load\n" + "".join(
        f"p0,t{i},{load}\n" for i, load in enumerate(greedy["tasks"])) + "p1,a,0\np2,b,0\n")
    found = tools.ask("greedy", "frequencies", "tasks.csv", "--balance", "greedy")
    tools.near("loads of greedy", greedy["loads"], sorted(row["balanced_seconds"] for row in found["processors"]))
    # Equal tasks are taken in any order; their loads and processors are those of the golden values.
    moved = {row["task"]: int(row["to"][1]) for row in found["moved"]}
    got = sorted((load, moved.get(f"t{i}", 0)) for i, load in enumerate(greedy["tasks"]))
    tools.report.check("places of greedy", got == sorted(map(tuple, greedy["assignment_order"])), str(got))


def random_segments(numbers):
    segments = []
    for machine in range(numbers.randint(1, 6)):
        now = numbers.randint(0, 50)
        for _ in range(numbers.randint(1, 6)):
            end = now + numbers.randint(1, 40)
            segments.append((f"m{machine}", now, end, numbers.randint(0, 100), numbers.randint(0, 100)))
            now = end
    return segments


@blackbox.group
def check_random_estimates(tools):
    for seed in range(15):
        segments = random_segments(random.Random(seed))
        trace = machines_trace(tools.scratch / "random.paje", segments)
        total, by_active, by_machine, inelastic = energy_of(segments, lambda cpu, memory: 40 + 0.3 * cpu + 0.05 * memory)
        found = tools.ask(f"random {seed}", "estimate", trace, "--coefficients", "40,0.3,0.05", "--trace", "out.paje")
        tools.near(f"total {seed}", [total, inelastic],
                   [found["total"][0][name] for name in ("energy_joules", "inelastic_joules")])
        got = {row["active"]: row["energy_joules"] for row in found["by_active"] if row["seconds"] > 0}
        tools.report.check(f"by number {seed}", got.keys() == by_active.keys() and
                           all(near(by_active[n], got[n]) for n in got), f"{by_active} {got}")
        got = {row["machine"]: row["energy_joules"] for row in found["by_machine"]}
        tools.report.check(f"by machine {seed}", got.keys() == by_machine.keys() and
                           all(near(by_machine[n], got[n]) for n in got), f"{by_machine} {got}")
        check_output_trace(tools, seed, segments, total)


def check_output_trace(tools, seed, segments, total):
    """The trace that is written has what it was made of, and integrals that are the energy."""
    rows = tools.dump(tools.scratch / "out.paje", "Variable")
    uses = sorted((row[1], float(row[3]), float(row[6])) for row in rows if row[2] == "cpu")
    tools.report.check(f"uses in the trace {seed}", uses == sorted(
        (machine, float(start), float(cpu)) for machine, start, _, cpu, _ in segments), str(uses)[:300])
    for holder in ("machines", "root"):
        joules = sum(float(row[5]) * float(row[6]) for row in rows if row[2] == "power" and
                     (row[1] == "0") == (holder == "root"))
        tools.near(f"power of {holder} {seed}", total, joules)


@blackbox.group
def check_random_frequencies(tools):
    for seed in range(12):
        numbers = random.Random(seed)
        ranks, nodes = numbers.choice(((4, 2), (6, 3), (3, 1)))
        iterations = [[numbers.randint(1, 40) / 4 for _ in range(ranks)]] * 5
        ranks_trace(tools.scratch / "ranks.paje", iterations, nodes)
        words = ["frequencies", "ranks.paje", "--trace", "out.paje"] + ["--domain", "Node"] * (seed % 2)
        found = tools.ask(f"random {seed}", *words, "--marker", "work")
        loads = iterations[0]
        domains = [rank * nodes // ranks if seed % 2 else rank for rank in range(ranks)]
        wanted = [frequency_of(max(load for load, d in zip(loads, domains) if d == domain), max(loads), LEVELS)
                  for domain in domains]
        tools.near(f"frequencies {seed}", wanted, [row["gigahertz"] for row in found["processors"]])
        plans = {row["plan"]: row for row in found["plans"]}
        length = 5 * (max(loads) + 0.5)
        watts = sum(10 + 26 * (f / 2.4) ** 3 for f in wanted)
        tools.near(f"time {seed}", [length, length], [plans[plan]["seconds"] for plan in ("none", "dvfs")])
        tools.near(f"energy {seed}", [36 * ranks * length, watts * length],
                   [plans[plan]["joules"] for plan in ("none", "dvfs")])
        rows = tools.dump(tools.scratch / "out.paje", "State")
        work = [sum(float(row[5]) for row in rows if row[1] == f"r{rank}" and row[7] == "work") for rank in range(ranks)]
        tools.near(f"work in the trace {seed}", [5 * load * 2.4 / f for load, f in zip(loads, wanted)], work, 1e-8)
        tools.near(f"end of the trace {seed}", length, max(float(row[4]) for row in rows), 1e-8)
        drawn = sum(float(row[5]) * float(row[6]) for row in tools.dump(tools.scratch / "out.paje", "Variable")
                    if row[2] == "power" and row[1] != "0")
        tools.near(f"energy in the trace {seed}", watts * length, drawn, 1e-8)


CORE_KINDS = {1: ("DefineContainerType", "Alias Type Name"), 2: ("DefineStateType", "Alias Type Name"),
              3: ("CreateContainer", "Time Alias Type Container Name"), 4: ("DestroyContainer", "Time Name Type"),
              5: ("PushState", "Time Type Container Value"), 6: ("PopState", "Time Type Container")}


def cores_trace(works, iterations):
    """Cores with tasks that run one after the other, and then wait for all; they are destroyed at the end."""
    text = numbered(CORE_KINDS) + "1 C 0 Core\n1 T C Task\n2 S T State\n"
    names = [(f"c{core}", [f"c{core}t{i}" for i in range(len(tasks))]) for core, tasks in enumerate(works)]
    for core, tasks in names:
        text += f"3 0 {core} C 0 {core}\n" + "".join(f"3 0 {task} T {core} {task}\n" for task in tasks)
    length = max(map(sum, works))
    events = []
    for start in range(0, iterations * length, length):
        for (_, tasks), loads in zip(names, works):
            at = start
            for task, load in zip(tasks, loads):
                pieces = [(start, at, "MPI_Recv"), (at, at + load, "computing"), (at + load, start + length, "MPI_Barrier")]
                for first, last, value in pieces:
                    if value == "MPI_Barrier" or first < last:
                        events += [(first, f"5 {first} S {task} {value}\n"), (last, f"6 {last} S {task}\n")]
                at += load
    return text + "".join(event for _, event in sorted(events, key=lambda one: one[0])) + "".join(
        "".join(f"4 {iterations * length} {task} T\n" for task in tasks) + f"4 {iterations * length} {core} C\n" for core, tasks in names)


@blackbox.group
def check_moved(tools):
    """Tasks of a core end at other times than the core itself, where they are moved; the trace is right all the same."""
    works = [[4, 2], [1, 1], [1.5, 1.5], [1.5, 0.5]]
    written(tools.scratch / "cores.paje", cores_trace(works, 3))
    for how, longest in (("greedy", 4), ("refine", 4)):
        found = tools.ask(how, "frequencies", "cores.paje", "--processor", "Core", "--balance", how, "--trace", "moved.paje")
        tools.near(f"{how}: seconds", 3 * longest, {row["plan"]: row for row in found["plans"]}[how]["seconds"])
        rows = tools.dump(tools.scratch / "moved.paje", "State")
        tools.report.check(f"{how}: all tasks are there", len({row[1] for row in rows}) == 8, str(len(rows)))


@blackbox.group
def check_one_after_another(tools):
    """The tasks of a processor are done one after another: nodes whose ranks work at the same time are no processors."""
    text = numbered(CORE_KINDS) + "1 N 0 Node\n1 T N Task\n2 S T State\n3 0 n N 0 node\n3 0 a T n a\n3 0 b T n b\n"
    for name, at in (("few", 5), ("many", 3)):
        events = "".join(f"5 {start} S {task} computing\n6 {end} S {task}\n" for task, start, end in (("a", 0, 5), ("b", at, 10)))
        events = sorted(events.splitlines(True), key=lambda line: float(line.split()[1]))
        written(tools.scratch / f"{name}.paje", text + "".join(events) + "4 10 a T\n4 10 b T\n4 10 n N\n")
    found = tools.ask("one after the other", "frequencies", "few.paje", "--processor", "Node")
    tools.near("load of both", [10], [row["load_seconds"] for row in found["processors"]])
    tools.fails("at the same time", "many.paje: the tasks of the processor node overlap for 16.7 % of their time",
                "frequencies", "many.paje", "--processor", "Node")
    found = tools.ask("ranks", "frequencies", "many.paje")
    tools.near("as processors", [5, 7], [row["load_seconds"] for row in found["processors"]])


@blackbox.group
def check_iterations(tools):
    """Load that changes sides: its mean is even, each iteration is not."""
    ranks_trace(tools.scratch / "ranks.paje", [[8, 2], [2, 8]] * 3 + [[8, 4]] * 6)
    mean = tools.ask("by mean", "frequencies", "ranks.paje", "--marker", "work")
    loads = [(5 + 8) / 2, (5 + 4) / 2]
    tools.near("mean loads", loads, [row["load_seconds"] for row in mean["processors"]])
    slow = frequency_of(loads[1], loads[0], LEVELS)
    tools.near("by mean", [2.4, slow], [row["gigahertz"] for row in mean["processors"]])
    plans = {row["plan"]: row["seconds"] for row in mean["plans"]}
    late = 3 * (8 * 2.4 / slow - 8)
    tools.near("delay", [plans["none"] + late], [plans["dvfs"]])
    tools.report.check("warning", any("make the run" in line for line in mean["remarks"]), str(mean["remarks"]))
    strict = tools.ask("by iteration", "frequencies", "ranks.paje", "--marker", "work", "--by", "iteration")
    tools.near("by iteration", [2.4, 2.4], [row["gigahertz"] for row in strict["processors"]])
    later = tools.ask("from 6", "frequencies", "ranks.paje", "--marker", "work", "--from-iteration", "6", "--trace", "out.paje")
    tools.near("later loads", [8, 4], [row["load_seconds"] for row in later["processors"]])
    tools.near("from 6", [2.4, 1.2], [row["gigahertz"] for row in later["processors"]])
    plans = {row["plan"]: row for row in later["plans"]}
    tools.near("no delay", plans["none"]["seconds"], plans["dvfs"]["seconds"])
    tools.near("energy", 72 * 6 * 8.5 + (36 + 13.25) * 6 * 8.5, plans["dvfs"]["joules"])
    levels = [[float(row[i]) for i in (3, 6)] for row in tools.dump(tools.scratch / "out.paje", "Variable")
              if row[1] == "r1" and row[2] == "freq"]
    tools.near("freq in the trace", [[0, 2.4], [6 * 8.5, 1.2]], levels)
    bound = tools.ask("memory", "frequencies", "ranks.paje", "--marker", "work", "--from-iteration", "6",
                      "--cpu-bound", "0.5", "--watts", "40,20,10", "--levels", "1,2,0.5")
    # At 0.5 GHz the work of 4 s takes 4 (0.5 * 4 + 0.5) = 10 s, at 1 GHz 6 s.
    tools.near("memory-bound", [[2, 20], [1, 40]], [[row["gigahertz"], row["watts"]] for row in bound["processors"]])
    states = tools.ask("states as tasks", "frequencies", "ranks.paje", "--period", "2", "--tasks", "states")
    tools.report.check("states as tasks", states is not None)


@blackbox.group
def check_balancing(tools):
    """Tasks below processors, and below the limit of Refine."""
    loads = {"p0": [6, 2, 2], "p1": [1, 1], "p2": [3, 3]}
    rows = [f"{p},{p}t{i},{load}\n" for p, tasks in loads.items() for i, load in enumerate(tasks)]
    written(tools.scratch / "tasks.csv", "processor,task,load\n" + "".join(rows))
    # The mean is 6, the limit 6.3: 6 would make p1 8, so a task of 2 moves to p1 (4), then the other (6).
    found = tools.ask("refine", "frequencies", "tasks.csv", "--balance", "refine")
    tools.near("refine", [6, 6, 6], [row["balanced_seconds"] for row in found["processors"]])
    tools.report.check("moved", [(row["task"], row["to"]) for row in found["moved"]] == [("p0t1", "p1"), ("p0t2", "p1")],
                       str(found["moved"]))
    none = tools.ask("none", "frequencies", "tasks.csv")
    tools.near("none", [10, 2, 6], [row["balanced_seconds"] for row in none["processors"]])
    tools.report.check("not moved", none["moved"] == [])
    written(tools.scratch / "idle.csv", "processor,task,load\np0,a,2\np0,b,2\np1,c,0\n")
    for name, is_there in (("tasks.csv", False), ("idle.csv", False)):
        lines = tools.ask(name, "frequencies", name)["remarks"]
        tools.report.check(f"{name}: one task each", any("has only one task" in line for line in lines) == is_there, str(lines))
    names = [row["plan"] for row in none["plans"]]
    tools.report.check("plans", names == ["none", "dvfs", "greedy", "greedy+dvfs", "refine", "refine+dvfs"], str(names))


@blackbox.group
def check_negative_idle_power(tools):
    """What machines would take that are always there is no less, with a model whose idle power is below 0."""
    machines_trace(tools.scratch / "idle.paje", [("a", 0, 10, 50, 10), ("b", 0, 4, 50, 10)])
    [total] = tools.ask("negative", "estimate", "idle.paje", "--coefficients=-20,1,0")["total"]
    tools.near("elastic and inelastic", [30 * 14, 30 * 14], [total["energy_joules"], total["inelastic_joules"]])


@blackbox.group
def check_sums(tools):
    """The traces of an estimate and of a plan have the sum of all power in the root, which is no device."""
    machines_trace(tools.scratch / "machines.paje", [("a", 0, 10, 50, 10), ("b", 0, 10, 20, 10)])
    watts = 36 + 21
    found = tools.ask("estimate", "estimate", "machines.paje", "--coefficients", "10,0.5,0.1", "--trace", "watts.paje")
    tools.near("estimated", watts * 10, found["total"][0]["energy_joules"])
    found = tools.ask("its trace", "report", "watts.paje")
    tools.near("joules", watts * 10, found["runs"][0]["mean_times_time_joules"])
    tools.report.check("that is said", found["runs"][0]["devices"] == 2
                       and any("(root) is the sum of the power inside it" in line for line in found["remarks"]), str(found["remarks"]))
    drawing = tools.scratch / "bars.svg"
    tools.ask("bars", "report", "watts.paje", "--svg", drawing)
    tools.report.check("no bar for the sum", "a: 360 J" in drawing.read_text() and "(root): " not in drawing.read_text())
    # Ranks that come late and end early: their power is that of the plan while they are there.
    events = ["2 0 r0 R n0 r0", "7 0 S r0 prepare", "8 20 S r0", "2 20 r1 R n0 r1"]
    for start in (20, 28.5, 37):
        events += [f"7 {start} S r0 work", f"7 {start} S r1 work", f"8 {start + 4} S r1", f"7 {start + 4} S r1 MPI_Barrier",
                   f"8 {start + 8} S r0", f"7 {start + 8} S r0 MPI_Barrier", f"8 {start + 8.5} S r0", f"8 {start + 8.5} S r1"]
    events += ["3 45.5 R r1", "3 50 N n0"]
    written(tools.scratch / "late.paje", DEFINITIONS + "0 N 0 Node\n0 R N Rank\n5 S R State\n2 0 n0 N 0 n0\n" + "\n".join(events) + "\n")
    plan = tools.ask("late ranks", "frequencies", "late.paje", "--marker", "work", "--trace", "late.watts.paje")
    tools.report.check("how much of the run", any("25.5 s of the 45.5 s of the run" in line for line in plan["remarks"]),
                       str(plan["remarks"]))
    found = tools.ask("their power", "report", "late.watts.paje")
    tools.report.check("the sum is one", found["runs"][0]["devices"] == 2, str(found["remarks"]))
    held = {row["device"]: row["held_joules"] for row in found["energy"]}
    tools.near("the sum of both", held["r0"] + held["r1"], held["(root)"], 1e-6)
    # Another power around others may be of what they do not have.
    lines = (tools.scratch / "machines.paje").read_text() + "1 W 0 power\n1 P M power\n4 10 W 0 50\n4 10 P a 20\n4 12 C a 50\n"
    written(tools.scratch / "around.paje", lines.replace("3 10 M a\n", "").replace("3 10 M b\n", ""))
    found = tools.ask("around others", "report", "around.paje")
    tools.report.check("a warning", found["runs"][0]["devices"] == 2
                       and any("(root) and containers inside it have power" in line for line in found["remarks"]), str(found["remarks"]))


@blackbox.group
def check_names_of_runs(tools):
    """Of names that begin alike the longest is that of the run."""
    for name in ("n1", "n1.b", "n10"):
        devices_trace(tools.scratch / f"{name}.paje", {"a": [(0, 10)]}, (0, 5), 5)
    written(tools.scratch / "names.csv", "run,nodes,work\nn1,1,10\nn1.b,2,20\nn10,10,30\n")
    found = tools.ask("names", "report", "n1.paje", "n1.b.paje", "n10.paje", "--parameters", "names.csv")
    tools.report.check("each its own", [(row["nodes"], row["work"]) for row in found["runs"]] == [("1", 10), ("2", 20), ("10", 30)]
                       and not any("is not there" in line for line in found["remarks"]), f"{found['runs']} {found['remarks']}")
    begin = "Warning: the table of parameters has"
    for name, rows, row, lines in (
            ("twice", "n1.paje,1,10\nn1.paje,2,20\n", ("1", 10), [f"{begin} the run n1.paje more than once; the first row counts."]),
            ("by two names", "n1,1,10\nn1.paje,2,20\n", ("2", 20), [f"{begin} two rows for the run n1.paje; n1.paje counts, n1 does not."]),
            ("another", "n1,1,10\nn2,2,20\n", ("1", 10), [f"{begin} a run that is not there, n2."]),
            ("another twice", "n1,1,10\nn2,2,20\nn2,2,20\n", ("1", 10),
             [f"{begin} a run that is not there, n2.", f"{begin} the run n2 more than once; the first row counts."])):
        written(tools.scratch / "names.csv", "run,nodes,work\n" + rows)
        found = tools.ask(name, "report", "n1.paje", "--parameters", "names.csv")
        tools.report.same(f"{name}: the row", [row], [(run["nodes"], run["work"]) for run in found["runs"]])
        tools.report.same(f"{name}: remarks", lines, found["remarks"])


@blackbox.group
def check_report(tools):
    samples = {"a": [(0, 10), (1, 30), (3, 20)], "b": [(0, 5), (2, 5)]}
    devices_trace(tools.scratch / "one.paje", samples, (1, 3), 4)
    devices_trace(tools.scratch / "two.paje", {"a": [(0, 100)]}, (0, 10), 10)
    written(tools.scratch / "runs.csv", 'run,"cores, in all",work\none,4,100\ntwo.paje,8,\n')
    found = tools.ask("report", "report", "one.paje", "two.paje", "--parameters", "runs.csv", "--svg", "run.svg")
    tools.near("trapezoids", [20 + 50 + 20, 20, 1000], [row["measured_joules"] for row in found["energy"]])
    tools.near("held", [10 + 60 + 20, 20, 1000], [row["held_joules"] for row in found["energy"]])
    states = [(row["device"], row["state"], row["seconds"], row["joules"]) for row in found["states"]]
    tools.report.check("states", states == [("a", "Idle", 2, 30), ("a", "Run", 2, 60), ("b", "Idle", 2, 10),
                                            ("b", "Run", 2, 10), ("a", "Idle", 0, 0), ("a", "Run", 10, 1000)][:4] +
                       [("a", "Run", 10, 1000)], str(states))
    runs = found["runs"]
    tools.near("runs", [[2, 25, 110, 50, 1], [10, 100, 1000, 1000, 0]],
               [[row[name] for name in ("seconds", "mean_watts", "measured_joules", "mean_times_time_joules",
                                        "latency_seconds")] for row in runs])
    # 70 J are those of the states Run; the paper's convention, mean power times time, has the idle ones in the mean.
    tools.near("work", [50, 2, 70, 100 / 70], [runs[0][name] for name in ("work_per_second", "work_per_joule", "run_joules",
                                                                       "work_per_run_joule")])
    tools.report.check("parameters", [row["cores, in all"] for row in runs] == ["4", "8"] and runs[1]["work"] is None)
    table = list(csv.DictReader(io.StringIO(tools.run("report", "-q", "--csv", "one.paje", "two.paje", "--parameters",
                                                      "runs.csv").out)))
    tools.report.check("CSV", [(row["run"], row["cores, in all"], row["work"]) for row in table] == [
        ("one.paje", "4", "100"), ("two.paje", "8", "")], str(table))
    drawing = xml.dom.minidom.parse(str(tools.scratch / "run.svg")).toxml()
    tools.report.check("picture", all(words in drawing for words in (
        "Power: one.paje", "Power: two.paje", "Energy by run", "a: 1 kJ", "b: 20 J")), drawing[:200])
    other = tools.ask("another variable", "report", "one.paje", "--power", "heat", "--run-state", "Idle")
    tools.report.check("another variable", other["energy"] == [] and other["runs"][0]["measured_joules"] is None and
                       other["runs"][0]["latency_seconds"] == 0 and len(other["variables"]) == 2, str(other["runs"]))


@blackbox.group
def check_part_of_time(tools):
    """Of a part of the run, its energy and no more; the parts add up to the whole."""
    samples = {"a": [(0, 10), (1, 30), (3, 20)], "b": [(0, 5), (2, 7)]}
    devices_trace(tools.scratch / "part.paje", samples, (1, 3), 4)
    whole = tools.ask("whole", "report", "part.paje")
    parts = [tools.ask("part", "report", "part.paje", "--start", str(start), "--end", str(end))
             for start, end in ((0, 0.5), (0.5, 2), (2, 4))]
    held = [[row["held_joules"] for row in found["energy"]] for found in (whole, *parts)]
    tools.near("held", [[90, 24], [5, 2.5], [35, 7.5], [50, 14]], held)
    states = [sum(row["joules"] for row in found["states"]) for found in (whole, *parts)]
    tools.near("states", states[0], sum(states[1:]))
    machines_trace(tools.scratch / "used.paje", [("m0", 0, 2, 50, 10), ("m0", 2, 6, 100, 20)])
    found = [tools.ask("estimate", "estimate", "--coefficients", "40,0.3,0.05", "used.paje", *part)["total"][0]["energy_joules"]
             for part in ((), ("--start", "1", "--end", "3"))]
    tools.near("estimate", [2 * 55.5 + 4 * 71, 55.5 + 71], found)
    tools.fails("nothing there", "used.paje", "estimate", "--coefficients", "40,0.3,0.05", "used.paje", "--start", "50")


@blackbox.group
def check_samples_of_traces(tools):
    """Samples are the stretches in which all three variables are there; several inputs are one set."""
    trace = machines_trace(tools.scratch / "run.paje", [("m0", 0, 10, 0, 10), ("m0", 10, 20, 50, 10), ("m0", 20, 30, 50, 30),
                                                        ("m0", 30, 40, 100, 90)])
    text = trace.read_text().replace("1 E M mem\n", "1 E M mem\n1 W M Power\n")
    powers = "".join(f"4 {time} W m0 {40 + 0.3 * cpu + 0.05 * memory}\n" for time, cpu, memory in
                     ((0, 0, 10), (10, 50, 10), (20, 50, 30), (30, 100, 90)))
    lines = sorted((text[text.index("2 0 m0"):] + powers).splitlines(), key=lambda line: (float(line.split()[1]), line[0] == "3"))
    written(trace, text[:text.index("2 0 m0")] + "\n".join(lines) + "\n")
    found = tools.ask("trace", "fit", trace)
    tools.report.check("samples", found["accuracy"][0]["samples"] == 4, str(found["accuracy"]))
    tools.near("model", [40, 0.3, 0.05], model_of(found))
    samples_csv(tools.scratch / "more.csv", [(10, 10, 43.5), (20, 30, 47.5)])
    both = tools.ask("both", "fit", trace, "more.csv")
    tools.report.check("samples of both", both["accuracy"][0]["samples"] == 6)
    written(tools.scratch / "named.csv", "load ; x,RAM,watts\n0,10,40.5\n50,10,55.5\n50,30,56.5\n")
    named = tools.ask("names", "fit", "named.csv", "--cpu", "load ; x", "--memory", "RAM", "--power", "watts")
    tools.near("other names", [40, 0.3, 0.05], model_of(named))


@blackbox.group
def check_samples_twice(tools):
    """A file that is given again adds nothing, but its samples count again."""
    samples_csv(tools.scratch / "once.csv", [(10, 20, 50), (20, 10, 60), (30, 50, 70), (70, 60, 90)])
    samples_csv(tools.scratch / "others.csv", [(15, 25, 50), (25, 15, 60)])
    line = "Warning: once.csv is given twice, so each of its samples counts twice."
    for words, lines in ((("once.csv", "others.csv"), []), (("once.csv", "others.csv", "once.csv"), [line])):
        for command in (("fit", "--model", "once.json"), ("validate", "--model", "once.json")):
            found = tools.ask(f"{command[0]} {words}", *command, *words)
            tools.report.check(f"{command[0]} {words}: a warning", [one for one in found["remarks"] if "twice" in one] == lines,
                               str(found["remarks"]))


@blackbox.group
def check_odd_samples(tools):
    good = [(10, 20, 50), (20, 10, 60), (30, 50, 70), (70, 60, 90)]
    samples_csv(tools.scratch / "good.csv", good)
    plain = tools.ask("good", "fit", "good.csv", "--model", "good.json")
    samples_csv(tools.scratch / "negative.csv", good[:2] + [(50, 50, -3)] + good[2:])
    found = tools.ask("negative", "fit", "negative.csv")
    tools.near("negative power is left out", model_of(plain), model_of(found))
    tools.report.check("warning of negative power", "Warning: 1 sample with negative power left out." in found["remarks"], str(found["remarks"]))
    samples_csv(tools.scratch / "all_negative.csv", [(1, 2, -3), (2, 3, -4)])
    tools.fails("only negative power", "the power of 2 samples is negative, and there are no others", "fit", "all_negative.csv")
    samples_csv(tools.scratch / "use.csv", [(-5, 1, 40), *good])
    found = tools.ask("negative use", "fit", "use.csv")
    tools.report.check("warning of negative use", "Warning: in 1 sample the use of the CPU or the memory is negative." in found["remarks"],
                       str(found["remarks"]))
    warned = tools.run("fit", "--csv", "negative.csv")
    tools.report.check("warning next to CSV", "1 sample with negative power" in warned.err and warned.code == 0, warned.err)
    samples_csv(tools.scratch / "collinear.csv", [(x, 2 * x, 40 + x) for x in (1, 2, 5, 9)])
    found = tools.ask("collinear", "fit", "collinear.csv")
    row = found["model"][0]
    tools.report.check("collinear", row["components"] == 1 and row["condition"] is None and
                       any("collinear" in line for line in found["remarks"]), str(found))
    tools.near("collinear power", 40 + 7, row["idle_watts"] + 7 * row["watts_per_cpu_percent"] + 14 * row["watts_per_memory_percent"])
    samples_csv(tools.scratch / "nearly.csv", [(x, 2 * x + x % 2 / 100, 40 + x) for x in (1, 2, 5, 9, 12)])
    found = tools.ask("nearly collinear", "fit", "nearly.csv")
    tools.report.check("nearly collinear", any("nearly in proportion" in line for line in found["remarks"]), str(found))
    samples_csv(tools.scratch / "constant.csv", [(x, 30, 40 + x) for x in (1, 2, 5, 9)])
    found = tools.ask("constant", "fit", "constant.csv")
    tools.near("constant use", [40, 1, 0], model_of(found))
    tools.report.check("warning of constant use", any("memory does not vary" in line for line in found["remarks"]))
    samples_csv(tools.scratch / "same.csv", [(5, 5, 40)] * 3)
    tools.fails("nothing varies", "varies", "fit", "same.csv")
    samples_csv(tools.scratch / "one.csv", good[:1])
    tools.fails("one sample", "needs more samples than 1", "fit", "one.csv")
    samples_csv(tools.scratch / "two.csv", good[:2])
    tools.fails("two samples", "needs more samples than 2", "fit", "two.csv")
    same = tools.ask("same samples", "validate", "--model", "good.json", "good.csv")
    tools.report.check("the same samples", any("these same samples" in line for line in same["remarks"]), str(same["remarks"]))
    one = tools.ask("one is enough", "validate", "--model", "good.json", "one.csv")
    tools.report.check("judged on one", one["accuracy"][1]["samples"] == 1 and one["remarks"] == [], str(one))
    samples_csv(tools.scratch / "faint.csv", [(10, 20, 50), (20, 10, 60), (30, 50, 1e-307)])
    faint = tools.ask("next to nothing", "validate", "--model", "good.json", "faint.csv")
    tools.report.check("next to nothing is not judged", faint["accuracy"][1]["samples"] == 2
                       and faint["accuracy"][1]["mean_accuracy"] > 90 and "1 sample" in str(faint["remarks"]), str(faint))


@blackbox.group
def check_bad_tables(tools):
    samples_csv(tools.scratch / "good.csv", [(10, 20, 50), (20, 10, 60), (30, 50, 70), (70, 60, 90)])
    for text, message in (("cpu,power\n1,2\n", "there is no column mem"), ("cpu,mem,power\n1,2\n", ":2: expected 3 columns as in the header, found 2"),
                          ("cpu,mem,power\n1,x,2\n", ":2:3: expected a number that is not infinite, found 'x'"), ("", "is empty"),
                          ("cpu,mem,power\n", "no samples"), ("cpu,mem,power\n1,nan,2\n", ":2:3: expected a number"),
                          ('cpu,mem,power\n1,"2,3\n', ":2:3: a quote is not closed"),
                          ("cpu,mem,power,cpu\n1,2,3,4\n", ":1:15: there are two columns cpu"),
                          ("cpu;mem;power\n1;2;3\n", "commas separate columns"), ('cpu,mem,power\n1,"2"x,3\n', "after the quotes"),
                          ("cpu,mem,power\n1,,2\n", ":2:3: expected a number that is not infinite, found ''")):
        written(tools.scratch / "bad.csv", text)
        tools.fails(repr(text), message, "fit", "bad.csv")
    for text, message in (("{", "bad.json: this is no JSON: parse error at line 1, column 2"), ("[]", "bad.json: this is no model of power"), ("{}", "bad.json: this is no model of power"),
                          ('{"kind": "power of CPU and memory", "idle_watts": "x"}', "bad.json: the model is damaged: type must be number, but is string"),
                          ('{"kind": "power of CPU and memory"}', "bad.json: the model is damaged: key 'idle_watts' not found"),
                          ('{"kind": "power of CPU and memory", "idle_watts": 1e300}', "idle_watts is 1e+300, not from -1e+100 to 1e+100"),
                          ('{"kind": 5}', "type must be string, but is number"), ('{"kind": "a queue"}', "no model of power")):
        written(tools.scratch / "bad.json", text)
        tools.fails(f"model {text}", message, "validate", "--model", "bad.json", "good.csv")
    tools.fails("no model", "No such file", "validate", "--model", "none.json", "good.csv")
    tools.fails("no samples", "No such file", "fit", "none.csv")
    tools.fails("corrupt among good ones", "bad.csv: there is no column", "fit", "good.csv", written(tools.scratch / "bad.csv", "x\n"))
    for text, message in (("processor,load\na,-1\n", "expected a number from 0 on, found '-1'"), ("processor,load\na,0\nb,0\n", "no processor works"),
                          ("processor,load\n", "no processor works"), ("processor\na\n", "there is no column load"),
                          ("processor,load,domain\na,1,x\na,1,y\n", "two domains"),
                          ("processor,load,iteration\na,1,0.5\n", "whole number"),
                          ("processor,load,task\na,1,x\nb,1,x\n", "another processor has")):
        written(tools.scratch / "bad.csv", text)
        tools.fails(repr(text), message, "frequencies", "bad.csv")
    written(tools.scratch / "one.csv", "processor,load\na,1\n")
    tools.report.check("one processor", tools.run("frequencies", "one.csv").code == 0)
    written(tools.scratch / "runs.csv", "name,x\none,1\n")
    devices_trace(tools.scratch / "one.paje", {"a": [(0, 10)]}, (1, 3), 4)
    tools.fails("no run", "there is no column run", "report", "one.paje", "--parameters", "runs.csv")
    written(tools.scratch / "runs.csv", "run,work\none,-1\n")
    tools.fails("negative work", ":2:5: expected a number from 0 on, found '-1'", "report", "one.paje", "--parameters", "runs.csv")


@blackbox.group
def check_bad_traces(tools):
    trace = machines_trace(tools.scratch / "machines.paje", [("m0", 0, 10, 150, 10), ("m0", 10, 20, 50, -10)])
    found = tools.ask("odd use", "estimate", trace, "--coefficients", "1,-1,0")
    tools.near("no negative energy", 0, found["total"][0]["energy_joules"])
    tools.report.check("warnings", sum(line.startswith("Warning") for line in found["remarks"]) == 2, str(found["remarks"]))
    tools.report.check("odd uses", "Warning: in 2 stretches, a use is not from 0 to 100 %." in found["remarks"], str(found["remarks"]))
    start = trace.read_text()
    written(tools.scratch / "corrupt.paje", start + "99 1 2 3\n")
    tools.fails("a corrupt trace", "corrupt.paje", "estimate", "corrupt.paje", "--coefficients", "1,1,1", code=1)
    devices_trace(tools.scratch / "one.paje", {"a": [(0, 10), (1, -5), (2, 20)]}, (1, 3), 4)
    done = tools.run("report", "--json", "corrupt.paje", "one.paje")
    remarks = json.loads(done.out)["remarks"]
    tools.report.check("a corrupt run among good ones", done.code == 1 and len(json.loads(done.out)["runs"]) == 1 and
                       "corrupt.paje" in remarks[0], done.out + done.err)
    tools.fails("corrupt runs only", "no run could be read", "report", "corrupt.paje", "corrupt.paje")
    found = tools.ask("negative power", "report", "one.paje")
    tools.near("negative power is left out", [10 * 2 + 5 * 2 + 20 * 2], [found["energy"][0]["measured_joules"]])
    tools.report.check("warning of it", any("negative power" in line for line in found["remarks"]), str(found["remarks"]))
    devices_trace(tools.scratch / "endless_power.paje", {"a": [(0, 10), (1, "inf"), (2, 20)]}, (1, 3), 4)
    found = tools.ask("infinite power", "report", "endless_power.paje")
    tools.report.check("infinite power is left out", found["remarks"] ==
                       ["Warning: endless_power.paje: 1 sample left out because numbers are not finite."], str(found["remarks"]))
    tools.fails("no machines", "no containers have the variables", "estimate", "one.paje", "--coefficients", "1,1,1")
    tools.fails("no samples", "no container has the variables", "fit", "one.paje")
    tools.fails("no states", "has no states", "frequencies", trace)
    empty = written(tools.scratch / "empty.paje", start[:start.index("2 0 m0")])
    tools.fails("no variables", "no variables", "report", empty)
    endless = written(tools.scratch / "endless.paje", start.replace("3 20 M m0", "4 inf C m0 5"))
    tools.fails("no end", "no end", "estimate", endless, "--coefficients", "1,1,1")
    zero = machines_trace(tools.scratch / "zero.paje", [("m0", 5, 5, 10, 10)])
    found = tools.ask("zero length", "estimate", zero, "--coefficients", "1,1,1")
    tools.report.check("zero length", found["total"][0]["energy_joules"] == 0 and found["total"][0]["mean_watts"] is None, str(found))
    for name, words, message in (
            ("no command", ["fry", trace], "not a command"), ("two files", ["estimate", trace, trace, "--coefficients", "1,1,1"], "takes one"),
            ("no model", ["estimate", trace], "--model"), ("two numbers", ["estimate", trace, "--coefficients", "1,2"], "three"),
            ("no coefficient", ["estimate", trace, "--coefficients", "1,2,nan"], "--coefficients: expected a number from -1e+100 to 1e+100, found 'nan'"),
            ("a great coefficient", ["estimate", trace, "--coefficients", "1e308,1e308,1e308"], "--coefficients: expected a number from -1e+100"),
            ("of another", ["estimate", trace, "--coefficients", "1,1,1", "--levels", "1"], "--levels"),
            ("a domain of a table", ["frequencies", "loads.csv", "--domain", "Node"], "is for traces"),
            ("a marker of a table", ["frequencies", "loads.csv", "--marker", "work"], "is for traces"),
            ("no levels", ["frequencies", "loads.csv", "--levels", "0"], "above 0"), ("not a share", ["frequencies", "loads.csv", "--cpu-bound", "nan"], "from 0 to 1"), ("twice", ["frequencies", "loads.csv", "--levels", "1,1"], "twice"),
            ("power of fewer", ["frequencies", "loads.csv", "--levels", "1,2", "--watts", "3"], "the power of 1"),
            ("no power", ["frequencies", "loads.csv", "--watts", "-3", "--levels", "2"], "above 0"),
            ("no such iteration", ["frequencies", "loads.csv", "--from-iteration", "1"], "has 1 iteration,"),
            ("no domain", ["frequencies", "ranks.paje", "--domain", "Rack"], "no container of the type Rack"),
            ("no marker", ["frequencies", "ranks.paje", "--marker", "x"], "x")):
        written(tools.scratch / "loads.csv", "processor,load\na,1\nb,2\n")
        ranks_trace(tools.scratch / "ranks.paje", [[1, 2]])
        tools.fails(name, message, *words)
    before = trace.read_text()
    for option in ("-o", "--trace"):
        tools.fails(f"{option} over the input", "input", "estimate", trace, "--coefficients", "1,1,1", option, trace)
    tools.report.check("the input stays", trace.read_text() == before)


@blackbox.group
def check_units(tools):
    """Milliseconds are made seconds, and the trace that is written has its own again."""
    segments = [("m0", 0, 2000, 50, 0), ("m0", 2000, 3000, 100, 0)]
    trace = machines_trace(tools.scratch / "ms.paje", segments)
    found = tools.ask("ms", "estimate", trace, "--coefficients", "10,1,0", "--unit", "ms", "--trace", "out.paje")
    tools.near("energy", 2 * 60 + 110, found["total"][0]["energy_joules"])
    rows = [row for row in tools.dump(tools.scratch / "out.paje", "Variable") if row[1:3] == ["m0", "power"]]
    tools.near("times in the trace", [[0, 2000], [2000, 3000]], [[float(row[3]), float(row[4])] for row in rows])
    ranks_trace(tools.scratch / "ranks.paje", [[1000, 500]] * 3)
    found = tools.ask("loads", "frequencies", "ranks.paje", "--unit", "ms", "--marker", "work", "--trace", "out.paje")
    tools.near("loads", [1, 0.5], [row["load_seconds"] for row in found["processors"]])
    end = max(float(row[4]) for row in tools.dump(tools.scratch / "out.paje", "State"))
    tools.near("end", 3 * 1000.5, end)


def main():
    [folder] = sys.argv[1:]
    report = blackbox.Report()
    blackbox.need_tool(folder, "pj_energy")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Tools(Path(folder).resolve(), report, Path(scratch)))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
