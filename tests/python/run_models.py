#!/usr/bin/env python3
"""paje.models: against values of an independent implementation, values found on paper, and pj_scaling.

Usage: run_models.py TOOL_DIR
"""
import csv
import io
import json
import math
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
import paje
from paje import energy, models

DATA = HERE.parent / "data"
HALO = [DATA / "scaling" / f"halo2d.{n}.trace.xz" for n in (1, 2, 4, 8, 16)]


def golden(name):
    return json.loads((DATA / "golden-models" / name).read_text())


def near(a, b, tolerance=1e-9):
    return abs(a - b) <= tolerance * max(abs(a), 1e-12)


def refuses(report, name, call):
    try:
        call()
    except ValueError as error:
        report.check(name, str(error) != "")
    else:
        report.check(name, False, "no ValueError")


@blackbox.group
def check_cores(report, _tools):
    wanted = golden("scaling_cost.json")
    points = [tuple(run) for run in wanted["runs"]]
    report.check("knee", models.find_knee(points)[0] == wanted["knee_cores"])
    report.check("cost", all(near(price, models.cost(cores / 8, time, 0.376)) for cores, time, price in wanted["cost"]))
    report.check("hours", near(models.cost(2, 4000, 0.376, period=3600), wanted["bills"]["granularity_3600_t_4000_n2"]))
    front = golden("commreg.json")["pareto"]
    named = {(cores, time): name for name, cores, time in front["points"]}
    found = models.pareto_front(sorted(named))
    report.check("front", [named[point] for point in found] == front["front"], str(found))
    for case in golden("elastic.json")["cases"]:
        got = models.judge_elastic([(float(n), t) for n, t in case["pt"].items()], started_with=case["n"], least=case["l"],
                                   fixed_time=case["t_ne_l"])
        report.check(case["name"], near(case["ES"], got.speed_up) and near(case["EE"], got.efficiency)
                     and near(case["EE_baseline_l"], got.consistent_efficiency), str(got))
    law = models.fit_amdahl([(n, 10 * (0.2 + 0.8 / n)) for n in (4, 1, 2, 8)])
    report.check("Amdahl", near(10, law.time) and near(0.2, law.serial) and near(2.5, law.at(16)), str(law))
    again = models.repetitions([10, 12, 14])
    # t of 97.5 % with two degrees of freedom is 4.302653.
    report.check("repetitions", again[:3] == (3, 12, 2) and near(12 + 4.302653 * 2 / math.sqrt(3), again.high, 1e-6),
                 str(again))


@blackbox.group
def check_growth(report, _tools):
    grown = models.fit_growth([(n, 3 + 2 * n * math.log2(n)) for n in (1, 2, 4, 8, 16)])
    low, high = grown.band(32)
    report.check("growth", (grown.power, grown.log_power) == (1, 1) and near(3 + 2 * 32 * 5, grown.at(32), 1e-6)
                 and low <= grown.at(32) <= high, f"{grown} {low} {high}")


@blackbox.group
def check_networks(report, _tools):
    book = golden("qn.json")["textbook_lazowska"]
    for method in ("mva", "convolution"):
        for row in book["result"]:
            got = models.solve_network([(demand, 1) for demand in book["D"]], row["N"], think_time=book["Z"], method=method)
            report.check(f"{method} of {row['N']} jobs", near(row["X"], got.throughput) and near(row["Rtot"], got.response),
                         str(got))
    story = golden("story_mva.json")
    nodes = [models.Node(4, 1, 8e-9)] * 8

    def run(name):
        of = story["runs"][name]
        return models.Run([of["p"]] * of["k"] + [0] * (8 - of["k"]), models.Workload(of["Vcomp"], of["s"], of["m"]), of["T"])

    for wanted in (fit for fit in story["fits"] if fit["Vcomp_from"] == "own"):
        cpu = "fixed" if wanted["mode"] == "fixed" else "load-dependent"
        fit = models.fit_placement([run(f"{k}x{p}") for k, p in wanted["train"]], nodes, cpu=cpu)
        report.check(f"placement by {wanted['train']}", near(wanted["CPU"], fit.cpu, 1e-5), str(fit))
        for name, error in wanted["error_pct"].items():
            of = run(name)
            got = models.predict_placement(of.processes, nodes, of.workload, fit, cpu=cpu)
            report.check(f"placement {name}", abs(100 * (got.time / of.time - 1) - error) < 0.01, f"{got} {error}")
    sends = models.fit_sends([(n, 5 * math.log(n) + 2) for n in (2, 4, 8)])
    report.check("sends", near(5, sends.factor) and near(2, sends.constant), str(sends))
    sizes = models.fit_message_size([(n, 7e6 / n + 100) for n in (2, 4, 8)])
    power = models.fit_message_size([(n, 7e6 * n**-0.5) for n in (2, 4, 8)], power=True)
    report.check("sizes", near(7e6, sizes.a) and near(100, sizes.b, 1e-6) and near(-0.5, power.b), f"{sizes} {power}")


@blackbox.group
def check_communication(report, _tools):
    published = golden("commreg.json")
    for case in published["worked"]:
        terms = published["tables"][case["system"]][case["area"]]
        area = models.Area(list(terms), coefficients=list(terms.values()))
        got = models.predict_communication([area], case["metrics"])
        report.check(f"{case['system']} {case['area']}", near(case["T"], got.sum) and got.time == max(0, got.sum), str(got))
    samples = [({"S": size, "N": nodes}, 1e-6 + 2e-9 * size if size <= 1024 else 5e-9 * size)
               for size in (64, 256, 512, 1024, 2048, 4096, 8192, 16384) for nodes in (2, 4, 8)]
    point = models.find_change_point(samples, "S", ["1", "S"])
    report.check("change point", point == 1024, str(point))
    small, large = models.fit_communication([models.Area(["1", "S"], f"S<={point:g}", "small"), models.Area(["1", "S"])], samples)
    report.check("fit", near(2e-9, small.area.coefficients[1], 1e-6) and near(5e-9, large.area.coefficients[1], 1e-6)
                 and (small.samples, large.samples) == (12, 12) and small.area.name == "small", f"{small} {large}")
    judged = models.judge_communication([small.area, large.area], samples)
    report.check("judged", judged.samples == 24 and judged.within_25 == 1 and judged.mean_error < 1e-6, str(judged))
    nowhere = models.predict_communication([models.Area(["1"], "S>5", coefficients=[1])], {"S": 1})
    report.check("in no area", nowhere.area is None and nowhere.time == 0, str(nowhere))


@blackbox.group
def check_storage(report, _tools):
    model = models.fit_storage([(test, size, start + size * per_byte) for test, start, per_byte in
                                (("seq_read", 1e-4, 1e-8), ("rand_read", 5e-3, 1e-8)) for size in (8192, 65536)],
                               [(8192, 65536, 8192)])
    report.check("storage", near(1e-4 + 32768e-8, model.time("seq_read", 32768)))
    ratios = models.storage_ratios(model)
    wanted = (5e-3 + 8192e-8) / (1e-4 + 8192e-8)
    report.check("ratios", near(wanted, ratios.greatest) and len(ratios.by_size) == 8, str(ratios))


@blackbox.group
def check_mva(report, tools):
    with blackbox.scratch_directory() as scratch:
        compare_mva(report, blackbox.need_tool(tools, "pj_model"), scratch)


def compare_mva(report, tool, scratch):
    folder, path = DATA / "placements", Path(scratch) / "app.json"
    names = [f"{folder}/{name}" for name in ("1x4.trace.xz@4", "2x2.trace.xz@2", "4x1.trace.xz@1", "4x4.trace.xz@4")]
    done = blackbox.run([tool, "fit", "mva", "-q", "--cores", "4", "--bandwidth", "125e6", "-m", path, *names])
    report.check("pj_model fit mva", done.code == 0, done.err)
    places = {"1x2": [2], "2x4": [4, 4], "4x2": [2] * 4, "1x4": [4, 0, 0]}
    done = blackbox.run([tool, "predict", "mva", "-q", "-m", path, "--csv", "--table", "runs",
                         *(f"{folder}/{name}.trace.xz@{processes[0]}" for name, processes in places.items())])
    wanted = list(csv.DictReader(io.StringIO(done.out)))
    model = models.read_mva(path)
    got = models.judge_mva(model, [(paje.read(folder / f"{name}.trace.xz"), processes) for name, processes in places.items()])
    report.check("rows of mva", len(wanted) == len(got) == 4, done.err)
    for row, (_, mine) in zip(wanted, got.iterrows()):
        for name in ("processes", "predicted", "measured", "error", "amdahl", "amdahl_error"):
            report.check(f"mva {row['placement']}: {name}", near(float(row[name]), mine[name], 1e-9), f"{row[name]} {mine[name]}")
        report.check(f"mva {row['placement']}: words", row["placement"] == mine["placement"]
                     and row["bottleneck"].startswith(f"{mine['bottleneck']} of {mine['node']}, "), f"{row} {mine}")
    report.check("seconds", near(1, models.judge_mva(model, [(got["predicted"][1] / 2, [4, 4])])["error"][0]))
    one = models.judge_mva(model, [(3.5, [1])])["predicted"][0]
    report.check("one process", one > got["predicted"][0], str(one))
    (path.parent / "bad.json").write_text('{"model": "mva", "version": 1}')
    (path.parent / "text.json").write_text("no")
    for name, call in (("no model", lambda: models.read_mva(path.parent / "bad.json")),
                       ("no JSON", lambda: models.read_mva(path.parent / "text.json")),
                       ("too many nodes", lambda: models.judge_mva(model, [(1, [1] * 9)])),
                       ("no processes", lambda: models.judge_mva(model, [(1, [0])])),
                       ("no time", lambda: models.judge_mva(model, [(0, [1])])),
                       ("other processes", lambda: models.judge_mva(model, [(paje.read(HALO[1]), [4])]))):
        refuses(report, name, call)


@blackbox.group
def check_frequencies(report, tools):
    tool = blackbox.need_tool(tools, "pj_energy")
    path = HERE.parent.parent / "sample_traces" / "heat" / "heat.ethernet.trace"
    trace = paje.read(path)
    for options, words in ((("--levels", "2.4,2.0,1.6"), {"levels": [2.4, 2.0, 1.6]}),
                           (("--balance", "greedy", "--cpu-bound", "0.5", "--from-iteration", "3"),
                            {"balance": "greedy", "cpu_bound": 0.5, "from_iteration": 3})):
        done = blackbox.run([tool, "frequencies", "-q", "--csv", "--table", "processors", *options, path])
        wanted, got = list(csv.DictReader(io.StringIO(done.out))), trace.frequencies(**words)
        report.check(f"frequencies {options}", len(wanted) == len(got) == 8, done.err)
        for row, (_, mine) in zip(wanted, got.iterrows()):
            for name, word in row.items():
                cell = mine["container" if name == "processor" else name]
                report.check(f"{name} of {row['processor']}", cell == word if isinstance(cell, str) else near(float(word), cell),
                             f"{word} {cell}")
    for name, words in (("domain", {"domain": "Foo"}), ("balance", {"balance": "best"}), ("levels", {"levels": [-1]}),
                        ("iteration", {"from_iteration": 1000})):
        refuses(report, f"frequencies: {name}", lambda words=words: trace.frequencies(**words))


@blackbox.group
def check_scaling(report, tools):
    tool = blackbox.need_tool(tools, "pj_scaling")
    done = blackbox.run([tool, "-q", "--csv", *HALO])
    wanted = list(csv.DictReader(io.StringIO(done.out)))
    runs = [paje.read(path) for path in HALO]
    frame = models.scaling(runs)
    report.check("rows", list(frame.index) == [1, 2, 4, 8, 16] and len(wanted) == 5, done.err)
    for row, (cores, got) in zip(wanted, frame.iterrows()):
        for name in ("time", "speed_up", "efficiency", "global_efficiency", "computation_scaling", "parallel", "load_balance",
                     "communication"):
            report.check(f"{name} on {cores}", near(float(row[name]), got[name], 1e-6), f"{row[name]} {got[name]}")
    twice = models.scaling([runs[0], runs[1], runs[1]], cores=[1, 2, 2])
    report.check("repeated", list(twice["runs"]) == [1, 2] and near(frame.loc[2, "time"], twice.loc[2, "time"])
                 and near(twice.loc[2, "time"], twice.loc[2, "high"]), str(twice))


@blackbox.group
def check_errors(report, _tools):
    for name, call in (
            ("no points", lambda: models.find_knee([])), ("not in order", lambda: models.pareto_front([(2, 1), (1, 1)])),
            ("negative time", lambda: models.pareto_front([(1, -1)])), ("one number of cores", lambda: models.fit_amdahl([(2, 1)])),
            ("two samples", lambda: models.fit_growth([(1, 1), (2, 2)])), ("nothing measured", lambda: models.repetitions([])),
            ("no station", lambda: models.solve_network([], 1)), ("a method", lambda: models.solve_network([(1, 1)], 1, method="x")),
            ("an unknown test", lambda: models.fit_storage([("read", 1, 1)], [(1, 2, 1)])),
            ("no term", lambda: models.fit_communication([models.Area(["**"])], [({"S": 1}, 1)])),
            ("a metric is missing", lambda: models.predict_communication([models.Area(["Q"], coefficients=[1])], {"S": 1})),
            ("coefficients", lambda: models.predict_communication([models.Area(["S"], coefficients=[1, 2])], {"S": 1})),
            ("a cost of no number", lambda: models.cost(float("nan"), 1, 1)), ("a negative cost", lambda: models.cost(-1, 1, 1)),
            ("a negative period", lambda: models.cost(1, 1, 1, period=-5)), ("no number", lambda: models.repetitions([1, float("nan")])),
            ("a load of no number", lambda: energy.balance([(0, float("nan"))], 2)),
            ("a frequency for no number", lambda: energy.choose_frequencies([1, float("nan")])),
            ("a negative load", lambda: energy.choose_frequencies([1, -1])),
            ("a sample of no number", lambda: energy.sample_statistics([0, 1], [float("nan"), 1])),
            ("a share of no number", lambda: models.find_knee([(1, 1), (2, 1)], float("nan"))),
            ("a sum beyond all numbers", lambda: models.repetitions([1e308] * 3)),
            ("a demand that is nothing", lambda: models.solve_network([(1e-320, 1)], 5)),
            ("too many jobs and servers", lambda: models.solve_network([(1, 1_000_000), (1, 1_000_000)], 2_000_000)),
            ("negative power", lambda: energy.fit_power([(10, 20, -50), (20, 10, 60), (30, 50, 70), (70, 60, 90)])),
            ("power beyond all sums", lambda: energy.fit_power([(10, 20, 1e308), (20, 10, 1e308), (30, 50, 1e308), (70, 60, 90)])),
            ("a number of a machine", lambda: energy.sum_energy([(4_000_000_000, 0, 1, 5)])),
            ("watts of no number", lambda: energy.sum_energy([(0, 0, 1, float("nan"))])),
            ("no run", lambda: models.scaling([]))):
        refuses(report, name, call)


def main():
    report = blackbox.Report()
    blackbox.run_groups(report, sys.argv[-1])
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
