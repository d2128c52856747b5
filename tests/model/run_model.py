#!/usr/bin/env python3
"""What pj_model fits and predicts: against values of an independent implementation, models that are known, and on
placements that the model has not seen; and what it says of bad or odd input.

Usage: run_model.py TOOL_DIR DATA_FOLDER
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
from definitions import RUN_DEFINITIONS

DATA = HERE.parent / "data"
PLACEMENTS = DATA / "placements"
SYSTEM = ("--cores", "4", "--bandwidth", "125e6")
# Models of the story, by what they were trained on.
TRAINED = ("1x4", "2x2", "4x1", "4x4")
UNSEEN = ("1x2", "2x4", "4x2", "8x1")


def golden(name):
    return json.loads((DATA / "golden-models" / name).read_text())


def near(a, b, tolerance=1e-9):
    return isinstance(b, (int, float)) and abs(a - b) <= tolerance * max(abs(a), 1e-12)


def placed(name):
    """RUN@N of a trace of nodes x processes of each."""
    return f"{PLACEMENTS / name}.trace.xz@{name.split('x')[1]}"


class Model:
    def __init__(self, folder, report, scratch):
        self.tool = blackbox.need_tool(folder, "pj_model")
        self.analyze = blackbox.need_tool(folder, "pj_analyze")
        self.report, self.scratch = report, Path(scratch)

    def run(self, *words):
        return blackbox.run([self.tool, *words])

    def ask(self, *words):
        done = self.run(*words, "-q", "--json")
        ok = self.report.check(f"{' '.join(map(str, words))[:100]} runs", done.code == 0, blackbox.shorten(done.err))
        return json.loads(done.out) if ok else None

    def file(self, name, text):
        path = self.scratch / name
        path.write_text(text)
        return path

    def refuses(self, name, words, message, code=2):
        done = self.run(*words)
        self.report.check(f"{name}: refused", done.code == code and message in done.err and not done.out,
                          f"{done.code} {blackbox.shorten(done.err)}")


def constants(got):
    return {row["constant"]: row["value"] for row in got["model"]}


def errors(got, of):
    return {row["run"]: row["error"] for row in got["runs"] if row["set"] == of}


def table_of(runs):
    return "placement,time,compute_share,sends,message_bytes\n" + "".join(
        f'"{p}",{t!r},{share},{s},{m}\n' for p, t, share, s, m in runs)


@blackbox.group
def check_known(model, _):
    """Times that the model itself gives, with constants that are known."""
    case = golden("qn.json")["gauss_newton"]
    runs = [(",".join(map(str, layout[0])), time, 0.8, 1000, 100000.0)
            for layout, time in zip(case["layouts"], case["measured_T"])]
    path = model.file("known.csv", table_of(runs))
    saved = model.scratch / "known.json"
    got = model.ask("fit", "mva", path, *SYSTEM, "--cpu", "fixed", "-m", saved)
    found = constants(got)
    model.report.check("constants", near(400, found["cpu"], 1e-8) and near(1.7, found["network"], 1e-8)
                       and near(0.8, found["compute_share"]), str(found))
    model.report.check("errors", all(abs(e) < 1e-9 for e in errors(got, "fitted").values()))
    model.report.check("judged on nothing", any("judged only on runs that it was fitted to" in line for line in got["remarks"]))
    read = model.ask("predict", "mva", "-m", saved, path, "--placement", "2,2")
    model.report.check("the model was saved", constants(read) == found)
    model.report.check("placement", near(case["measured_T"][2], read["placements"][0]["predicted"], 1e-8),
                       str(read["placements"]))
    model.report.check("runs are judged", len(errors(read, "judged")) == 4
                       and all(abs(e) < 1e-9 for e in errors(read, "judged").values()))
    # The same cases as the paper's, one by one.
    for case in golden("qn.json")["paper_model_cases"]:
        if case["mode"] != "loaddep" or case["partner"] != "n-1" or sum(case["ni"]) == 1:
            continue
        json_model = dict(json.loads(saved.read_text()), cpu=case["CPU"], network=case["NET"], cpu_station="loaddep",
                          partner="n-1", system=[{"node": str(i), "cores": c, "speed": 1, "byte_time": case["Tw"]}
                                                 for i, c in enumerate(case["cores"])],
                          sends={"factor": 0, "constant": case["s"]},
                          message={"form": "inverse", "a": 0, "b": case["m"]})
        path = model.file("case.json", json.dumps(json_model))
        placement = ",".join(map(str, case["ni"]))
        got = model.ask("predict", "mva", "-m", path, "--placement", placement)
        model.report.check(placement, near(case["result"]["T"], got["placements"][0]["predicted"]))
        # A model that was fitted on another system.
        path = model.file("other.json", json.dumps(dict(json_model, system=[{"node": "old", "cores": 1, "speed": 3, "byte_time": 1}])))
        nodes = model.file("nodes.csv", "node,cores,byte_time\n" + "".join(
            f"{i},{cores},{case['Tw']!r}\n" for i, cores in enumerate(case["cores"])))
        got = model.ask("predict", "mva", "-m", path, "--system", nodes, "--placement", placement)
        model.report.check(f"{placement} on another system", near(case["result"]["T"], got["placements"][0]["predicted"]))


@blackbox.group
def check_unseen(model, _):
    """Fitted to traces, judged on placements that were left out."""
    saved = model.scratch / "app.json"
    got = model.ask("fit", "mva", *SYSTEM, "-m", saved, *map(placed, TRAINED), "--judge", *map(placed, UNSEEN))
    fitted, judged = errors(got, "fitted"), errors(got, "judged")
    mean = sum(map(abs, judged.values())) / len(judged)
    model.report.check("fitted", len(fitted) == 4 and max(map(abs, fitted.values())) < 0.08, str(fitted))
    model.report.check("judged", len(judged) == 4 and mean < 0.05 and max(map(abs, judged.values())) < 0.1, str(judged))
    story = golden("story_mva.json")["runs"]
    for row in got["runs"]:
        of = Path(row["run"]).name.split(".")[0]
        model.report.check(f"{of}: profile", near(story[of]["Vcomp"], row["compute_share"], 0.02)
                           and near(story[of]["m"], row["message_bytes"]) and row["sends"] == 20
                           and near(row["predicted"] / row["measured"] - 1, row["error"], 1e-6), str(row))
    found = constants(got)
    model.report.check("sizes are a/n + b", near(4e6, found["bytes_a"], 1e-6) and near(5e4, found["bytes_b"], 1e-5),
                       str(found))
    worst = [row for row in got["runs"] if row["placement"] == "1,1,1,1,1,1,1,1"]
    model.report.check("eight nodes", len(worst) == 1 and worst[0]["processes"] == 8)
    text = model.run("fit", "mva", "-q", *SYSTEM, *map(placed, TRAINED), "--judge", *map(placed, UNSEEN)).out
    model.report.check("both errors are printed", text.startswith("Fitted to 4 runs: mean error ")
                       and "\nJudged on 4 runs: mean error " in text and "variation" in text, text[:300])
    # As if all cores of a node were one, it is worse, as the independent implementation found.
    fixed = model.ask("fit", "mva", *SYSTEM, "--cpu", "fixed", *map(placed, TRAINED), "--judge", *map(placed, UNSEEN))
    model.report.check("fixed is worse", sum(map(abs, errors(fixed, "judged").values())) > 2 * mean * 4)
    # Hosts as a file, with slots, and nodes from a table of another order.
    hosts = model.file("hosts", "# two nodes\nnode-0 slots=2\nnode-1:2\n")
    system = model.file("system.csv", "node,cores,bandwidth\nnode-1,4,125e6\nnode-0,4,125e6\n")
    one = model.ask("predict", "mva", "-m", saved, f"{PLACEMENTS / '2x2'}.trace.xz@{hosts}")
    model.report.check("hosts", one["runs"][0]["placement"] == "2,2", str(one["runs"]))
    other = model.ask("fit", "mva", "--system", system, placed("1x4"), placed("2x2"))
    model.report.check("order of the table", [row["placement"] for row in other["runs"]] == ["0,4", "2,2"])


@blackbox.group
def check_system(model, _):
    """A node that is twice as fast, and what saturates."""
    path = model.file("one.csv", table_of([("4,0", 25, 1, 10, 0), ("2,2", 25, 1, 10, 0)]))
    system = model.file("fast.csv", "node,cores,speed\nslow,4,1\nfast,4,2\n")
    saved = model.scratch / "fast.json"
    model.ask("fit", "mva", "--system", system, path, "-m", saved)
    got = model.ask("predict", "mva", "-m", saved, "--placement", "4,0", "--placement", "0,4")
    slow, fast = (row["predicted"] for row in got["placements"])
    model.report.check("twice as fast", near(slow / 2, fast), f"{slow} {fast}")
    # Its messages start later, too: 1000 sends of a process, none inside the other's time.
    chatty = model.file("chatty.csv", table_of([("2,0", 25, 0.5, 1000, 100), ("1,1", 30, 0.5, 1000, 100)]))
    for name, number, message in (("cores", -1, "a node has -1 cores"), ("speed", 1e308, "the speed of a node is"),
                                  ("byte_time", -1e-9, "the byte_time of a node is")):
        text = json.loads(Path(saved).read_text())
        text["system"][0][name] = number
        model.refuses(name, ["predict", "mva", "-m", model.file("wrong.json", json.dumps(text)), "--placement", "4,0"], message)
    model.ask("fit", "mva", "--system", system, chatty, "-m", saved, "--startup", "0.001")
    times = [model.ask("predict", "mva", "-m", saved, "--placement", "1,1", *words)["placements"][0]["predicted"]
             for words in ((), ("--startup", "0.001"), ("--startup", "0.002"))]
    model.report.check("startup", times[0] == times[1] < times[2], str(times))
    for words, message in ((("--cores", "4"), "--cores: belongs to `pj_model fit`"), (("--cpu", "fixed"), "--cpu: belongs to"),
                           (("--partner", "n-1"), "--partner: belongs to"), (("--bandwidth", "1"), "--bandwidth: belongs to")):
        model.refuses(words[0], ["predict", "mva", "-m", saved, "--placement", "1,1", *words], message)
    for kind, words in (("communication", ("fit", "storage", "--area", "a::S")), ("mva", ("fit", "lmo", "--cores", "3")),
                        ("storage", ("fit", "mva", "--intervals", "1k-2k/1k")), ("lmo", ("fit", "mva", "--method", "average")),
                        ("mva or communication", ("fit", "storage", "--classes", "none")),
                        ("mva or communication", ("fit", "lmo", "--size-field", "Size"))):
        model.refuses(" ".join(words), [*words, path], f"{words[2]}: is for models of kind {kind}")
    model.refuses("placement of fit", ["fit", "mva", *SYSTEM, path, "--placement", "1,1"], "--placement: belongs to `pj_model predict`")
    busy = model.file("busy.csv", table_of([("1", 101, 1, 0, 0), ("4", 31, 0.8, 100, 1e6), ("4,4", 1e3, 0.01, 100, 1e6)]))
    done = model.run("fit", "mva", "--cores", "4", "--bandwidth", "1e6", busy)
    model.report.check("saturation", "Saturation at 4 processes" in done.out, done.out[:300])
    model.report.check("its bottleneck", "network of node-" in done.out)
    alone = model.file("alone.csv", table_of([("1", 100, 1, 0, 0), ("1,1", 150, 0.3, 100, 1e6), ("1,1,1", 170, 0.2, 100, 1e6)]))
    done = model.run("fit", "mva", "--cores", "1", "--bandwidth", "1e6", alone)
    model.report.check("one process", "Saturation at 1 process: up to twice" in done.out, done.out[:300])
    # Between powers of two: the first count that none of up to twice as many gains 2 % of for each doubling.
    table = model.file("between.csv", table_of([("1", 100, 1, 0, 0), ("4", 26, 0.95, 200, 1e5), ("4,4", 14, 0.9, 200, 1e5),
                                                ("4,4,4,4", 10, 0.6, 200, 1e5)]))
    sevens = model.file("sevens.csv", "node,cores,bandwidth\n" + "".join(f"n{i},7,1e7\n" for i in range(12)))
    done = model.run("fit", "mva", "--system", sevens, table, "-m", model.scratch / "sevens.json")
    placements = [",".join(str(min(7, max(0, count - 7 * node))) for node in range(12)) for count in range(1, 43)]
    rows = model.ask("predict", "mva", "-m", model.scratch / "sevens.json",
                     *(word for one in placements for word in ("--placement", one)))["placements"]
    times = {row["processes"]: row["predicted"] for row in rows}
    first = min(n for n in range(1, 22) if all(times[m] >= times[n] * (1 - 0.02 * math.log2(m / n)) for m in range(n + 1, 2 * n + 1)))
    model.report.check("between powers of two", first == 15 and "Saturation at 15 processes: up to twice" in done.out, f"{first} {done.out[:200]}")
    # 65 cores: the last step adds one process to 64, which gains 1.5 % if it gains all that it can.
    wide = model.file("wide.csv", "node,cores\n" + "".join(f"n{i},13\n" for i in range(5)))
    free = model.file("free.csv", table_of([("1", 64, 1, 0, 0), ("8", 8, 1, 0, 0), ("13,13", 64 / 26, 1, 0, 0)]))
    done = model.run("fit", "mva", "--system", wide, free)
    model.report.check("no saturation", "No saturation up to 65 processes" in done.out, done.out[:300])
    # Blanks after commas are no nodes.
    counts = [[row["processes"] for row in model.ask("fit", "mva", *SYSTEM, model.file("blanks.csv", table_of(
        [("2", 10, 0.8, 100, 1e5), (f"4,{blank}4", 5, 0.8, 100, 1e5)])))["saturation"]] for blank in ("", " ")]
    model.report.check("blanks", counts[0] == counts[1], str(counts))
    # Sends that fall: the line of 10 and 1 for 2 and 4 processes is below 0 for 6.
    falling = model.file("falling.csv", table_of([("1,1", 10, 0.5, 10, 1e5), ("2,2", 6, 0.5, 1, 1e5)]))
    falls = model.scratch / "falls.json"
    model.ask("fit", "mva", *SYSTEM, falling, "-m", falls)
    got = model.ask("predict", "mva", "-m", falls, "--placement", "3,3", "--placement", "4,4")
    model.report.check("sends below 0", sum("the fit of the sends of a process is below 0 for 6 processes" in line
                                            for line in got["remarks"]) == 1, str(got["remarks"]))


@blackbox.group
def check_other_systems(model, _):
    """A model on nodes that it was not fitted to: without times of bytes, and with very many cores."""
    saved = model.scratch / "app.json"
    model.ask("fit", "mva", *SYSTEM, "-m", saved, *map(placed, TRAINED))
    nodes = "".join(f"n{i},4\n" for i in range(4))
    words = ["predict", "mva", "-m", saved, "--system", model.file("free.csv", "node,cores\n" + nodes)]
    free = "messages between nodes take no time in this model"
    done = model.run(*words, "--placement", "2,2", "--placement", "1,1")
    model.report.check("a free network", done.code == 0 and (done.out + done.err).count(free) == 1, done.out + done.err)
    done = model.run(*words, "--placement", "4", "--placement", "0,4")
    model.report.check("one node needs none", done.code == 0 and free not in done.out + done.err, done.out + done.err)
    many = ["predict", "mva", "-m", saved, "--system", model.file("many.csv", "node,cores,bandwidth\na,1000000,1e8\nb,1000000,1e8\n")]
    got = model.ask(*many, "--placement", "4,4")
    counts = [row["processes"] for row in got["saturation"]]
    model.report.check("the table ends", 65536 <= counts[-1] < 2000000 and any(
        f"ends at {counts[-1]:,.0f} processes of 2,000,000" in line for line in got["remarks"]), f"{counts} {got['remarks']}")
    model.refuses("a million on each", [*many, "--placement", "1000000,1000000"], "2000000 jobs on these stations need 4e+12 steps for an exact solution")


@blackbox.group
def check_odd(model, _):
    done = model.run("fit", "mva", "-q", *SYSTEM, placed("1x4"))
    for line in ("all runs are on one node", "no run shows the network", "messages are seen for 1 number"):
        model.report.check(line, done.code == 0 and line in done.out, done.out[-900:])
    alone = model.file("alone.csv", table_of([("1,1", 7, 0.8, 100, 1e5)]))
    got = model.ask("fit", "mva", "--cores", "4", "--bandwidth", "1e8", alone)
    error, = errors(got, "fitted").values()
    model.report.check("one run shows one constant", constants(got)["network"] == 1 and abs(error) < 1e-6 and any(
        "do not distinguish the constant of the network" in line for line in got["remarks"]), str(got))
    between = model.file("between.csv", table_of([("2", 10, 0.8, 100, 1e5), ("1,1", 7, 0.8, 100, 1e5), ("2,2", 4, 0.8, 100, 1e5)]))
    done = model.run("fit", "mva", "--cores", "4", "--csv", between, "--judge", between)
    for line in ("messages between nodes take no time in this model: --bandwidth",
                 "the model was fitted to 3 of the 3 that it is judged on, so"):
        model.report.check(f"{line}, beside CSV", done.code == 0 and line in done.err and line not in done.out, done.err)
    model.refuses("no number beside a comma", ["fit", "mva", "--cores", "4", model.file("gap.csv", table_of(
        [("4,,2", 10, 0.8, 100, 1e5)]))], "expected numbers of processes between commas, found '4,,2'")
    model.refuses("bandwidth twice", ["fit", "mva", "--system", model.file("twice.csv", "node,cores,bandwidth,byte_time\nn0,4,1e8,2\n"),
                                      between], "the columns bandwidth and byte_time say the same")
    marked = model.file("marked.csv", "\ufeff" + table_of([("2", 10, 0.8, 100, 1e5), ("1,1", 7, 0.8, 100, 1e5)]))
    model.report.check("a mark of the order of bytes", model.run("fit", "mva", "--cores", "4", marked).code == 0)
    done = model.run("fit", "mva", "-q", *SYSTEM, placed("4x1"))
    model.report.check("none on one node", "no run is on one node" in done.out)
    other = model.file("other.paje", RUN_DEFINITIONS + "0 T 0 Thread\n2 S T State\n6 0 t T 0 t\n12 0 S t work\n13 9 S t\n")
    done = model.run("fit", "mva", "-q", *SYSTEM, placed("1x4"), f"{other}@1")
    model.report.check("different containers", done.code == 0 and "different types (MPI; Thread)" in done.out, done.out[-900:])
    path = model.file("bound.csv", table_of([("2", 10, 0.8, 100, 1e5), ("1,1", 5, 0.8, 100, 1e5)]))
    done = model.run("fit", "mva", *SYSTEM, path)
    model.report.check("at its bound", "network is at its bound, 0" in done.out)
    trace = f"{PLACEMENTS / '1x2'}.trace.xz"
    model.refuses("no nodes", ["fit", "mva", "-q", *SYSTEM, trace], "RUN@HOSTS or RUN@N defines where they were")
    model.refuses("no cores", ["fit", "mva", "-q", placed("1x2")], "--system FILE or --cores N is required")
    hosts = model.file("hosts", "y:2\n")
    model.refuses("no such host", ["fit", "mva", "-q", "--system", model.file("s.csv", "node,cores\nx,4\n"), f"{trace}@{hosts}"],
                  "the system has no node y")
    # Numbers are places in the table of nodes.
    model.refuses("too few nodes", ["fit", "mva", "-q", "--system", model.scratch / "s.csv", f"{PLACEMENTS / '2x2'}.trace.xz@2"],
                  "its processes are on 2 nodes, but the system has 1")
    two = model.file("two.csv", "node,cores,bandwidth\nx,4,125e6\ny,4,125e6\n")
    got = model.ask("fit", "mva", "--system", two, f"{PLACEMENTS / '2x2'}.trace.xz@2", placed("1x2"))
    model.report.check("blocks on named nodes", [row["placement"] for row in got["runs"]] == ["2,2", "2"], str(got["runs"]))
    for text, message in (("node,cores\n", "there are no nodes"), ("node,cores\na,0\n", ":2:3: expected a number from 1 on"),
                          ("node,cores\na,1.5\n", "expected a whole number of cores"),
                          ("node,cores\na,1\na,1\n", ":3: the node a is there already"),
                          ("node,cores,speed\na,1,-2\n", ":2:5: expected a number from 0 on"),
                          ("node,cores,bandwidth\na,1,0\n", "greater than 0 as bandwidth")):
        model.refuses(text, ["fit", "mva", "--system", model.file("s.csv", text), placed("1x2")], message)
    for row, message in (("1,0,1,1,1", "greater than 0 as time"), ("1,1,2,1,1", "a compute_share from 0 to 1"),
                         ("x,1,1,1,1", "expected processes on each node such as"), ("0,1,1,1,1", "expected processes"),
                         ("1,1,1,-1,1", "from 0 on, found '-1'"), ("1,1e300,1,1,1", "expected a number up to 1e100")):
        path = model.file("r.csv", "placement,time,compute_share,sends,message_bytes\n" + row + "\n")
        model.refuses(row, ["fit", "mva", "--cores", "4", path], message)
    for words, message in ((["fit"], "KIND is required"), (["do", "mva"], "expected fit or predict"),
                           (["fit", "x"], "expected mva, communication, storage or lmo"), (["fit", "mva"], "RUN is required"),
                           (["predict", "mva"], "--model"), (["predict", "mva", "-m", "/nowhere"], "No such file")):
        model.refuses(" ".join(words), words, message)
    for text, message in (("", "this is no JSON"), ("[]", "this is no model of kind mva"),
                          ('{"model": "mva", "version": 2}', "only version 1"),
                          ('{"model": "mva", "version": 1, "cpu": "x"}', "the model is damaged")):
        model.refuses(text, ["predict", "mva", "-m", model.file("m.json", text)], message)
    bad = model.file("bad.paje", "nonsense\n")
    model.refuses("a corrupt run", ["fit", "mva", *SYSTEM, f"{bad}@1", placed("1x2")], "bad.paje:1:1: error", 1)


def metrics_table(golden_cases):
    names = sorted({name for case in golden_cases for name in case["metrics"]})
    return ",".join(names) + "\n" + "".join(
        ",".join(str(case["metrics"].get(name, 0)) for name in names) + "\n" for case in golden_cases)


@blackbox.group
def check_published(model, _):
    for system in ("vilje", "daint"):
        cases = [case for case in golden("commreg.json")["worked"] if case["system"] == system]
        path = model.file(f"{system}.csv", metrics_table(cases))
        got = model.ask("predict", "communication", "-m", system, path)
        for case, row in zip(cases, got["samples"]):
            model.report.check(f"{system} {case['area']}", row["area"] == case["area"] and near(case["T"], row["sum"])
                               and row["predicted"] == max(0, row["sum"]), f"{case} {row}")
        defects = [line for line in got["remarks"] if line.startswith("Known defect")]
        model.report.check(f"{system}: defects", len(defects) == (2 if system == "daint" else 1), str(got["remarks"]))
        model.report.check(f"{system}: negative", any("2 predictions are below 0 s" in line for line in got["remarks"])
                           == (system == "daint"))


def samples(function, sizes, nodes=(2, 4, 8)):
    return "N,S,NT,time\n" + "".join(f"{n},{s},{s * n},{function(n, s)!r}\n" for n in nodes for s in sizes)


@blackbox.group
def check_regression(model, _):
    small = model.file("small.csv", samples(lambda n, s: 1e-5 + 2e-9 * s + 1e-10 * s * n, (100, 500, 900, 2000)))
    large = model.file("large.csv", samples(lambda n, s: 1e-5 + 2e-9 * s + 1e-10 * s * n, (50000, 100000)))
    saved = model.scratch / "c.json"
    got = model.ask("fit", "communication", "--area", "all:: 1 + S + NT", "-m", saved, small, "--judge", large)
    found = {row["term"]: row["coefficient"] for row in got["coefficients"]}
    model.report.check("coefficients", near(1e-5, found["1"], 1e-6) and near(2e-9, found["S"], 1e-6)
                       and near(1e-10, found["NT"], 1e-6), str(found))
    model.report.check("R squared", near(1, got["areas"][0]["r_squared"]) and got["areas"][0]["condition"] > 1)
    text = model.run("fit", "communication", "--area", "all:: 1 + S + NT", small, "--judge", large).out
    model.report.check("both accuracies", "Fitted to 12 samples: 100.0 % within 25 %, 100.0 % within 50 %" in text
                       and "Judged on 6 samples: 100.0 %" in text, text[:300])
    again = model.ask("predict", "communication", "-m", saved, large)
    model.report.check("the model was saved", all(abs(row["error"]) < 1e-6 for row in again["samples"])
                       and again["samples"][0]["set"] == "judged")
    # An outlier.
    spoiled = model.file("spoiled.csv", small.read_text() + "2,700,1400,1\n")
    for weights, wanted in (("bisquare", True), ("equal", False)):
        got = model.ask("fit", "communication", "--weights", weights, "--area", "all:: 1 + S + NT", spoiled)
        found = {row["term"]: row["coefficient"] for row in got["coefficients"]}
        model.report.check(weights, near(2e-9, found["S"], 1e-2) == wanted, str(found))
    # Areas, one of which has no samples; a term that is the same as another.
    got = model.ask("fit", "communication", "--area", "small: S<=1kB: 1 + S", "--area", "none: S>1GB: 1",
                    "--area", "rest:: 1 + S + S*N/N", small)
    model.report.check("areas", [row["samples"] for row in got["areas"]] == [9, 0, 3])
    for line in ("no sample is in the area none", "in the area rest the samples do not distinguish"):
        model.report.check(line, any(line in remark for remark in got["remarks"]), str(got["remarks"]))
    step = model.file("step.csv", samples(lambda n, s: 1e-5 + (1e-9 if s <= 4000 else 4e-8) * s,
                                          range(500, 10000, 500)))
    got = model.run("fit", "communication", "--area", "all:: 1 + S", "--change-point", "S", step)
    model.report.check("change point", "Change point: S = 4000." in got.out and "all low" in got.out, got.out[:200])
    got = model.run("fit", "communication", "--area", "all:: 1 + S + NT", "--change-point", "S", small)
    model.report.check("no change point", "No value of S divides" in got.out)
    # The area's own condition stays, and other samples do not say where it is cut.
    other = model.file("other.csv", step.read_text() + "".join(f"9,{s},{s},{1e-5 + 3e-7 * s}\n" for s in range(300, 9000, 100)))
    got = model.ask("fit", "communication", "--area", "few: N<=4: 1 + S", "--change-point", "S", other)
    model.report.check("within its area", [row["when"] for row in got["areas"]] == ["N<=4&S<=4000", "N<=4"]
                       and [row["samples"] for row in got["areas"]] == [2 * 8, 2 * 11], str(got["areas"]))


@blackbox.group
def check_bad_regression(model, _):
    table = model.file("t.csv", "S,time\n1,1\n2,2\n3,3\n")
    for words, message in ((["--area", "x"], "expected NAME: CONDITION: TERM"), (["--area", "x::S**2"], "such as PPN*NT"),
                           (["--area", "x:S<<2:S"], "expected a number"), (["--area", "x::Q"], "there is no metric Q"),
                           ([], "there is no metric NT: without --area, the terms are 1 + NT + NI; --area"),
                           (["--area", "x::S", "--change-point", "Q"], "there is no metric Q"),
                           (["--area", "a::S", "--area", "b::S", "--change-point", "S"], "divides a single area")):
        model.refuses(" ".join(words), ["fit", "communication", *words, table], message)
    for text, message in (("S,time\n-1,1\n", ":2:1: expected a number from 0 on"), ("S,time\n1,-1\n", ":2:3: expected a number from 0 on"),
                          ("S,time\n1,0\n", "no run communicates; there is nothing to fit"),
                          ("S\n1\n", "there is no column time"), ("S,time\n", "nothing to fit")):
        model.refuses(text, ["fit", "communication", "--area", "x::S", model.file("b.csv", text)], message)


@blackbox.group
def check_metrics(model, _):
    """Metrics of a trace, by pj_model and by pj_analyze, against those of the program: 20 cycles in each of which a
    process sends one message of 4e6/n + 5e4 bytes to a partner that all have at the same distance."""
    topology = model.file("topology.csv", "node,SW,R\n" + "".join(f"node-{i},{i // 2},0\n" for i in range(8)))
    hosts = model.file("metric_hosts", "".join(f"node-{i // 2}\n" for i in range(8)))
    clash = blackbox.run([model.analyze, "messages", "-q", "--metrics", "--hosts", hosts, "--topology",
                          model.file("clash.csv", "node,S\n" + "".join(f"node-{i},0\n" for i in range(8))), f"{PLACEMENTS / '4x2'}.trace.xz"])
    model.report.check("a column like a metric", clash.code == 2 and "clash.csv: S is a metric of messages" in clash.err, clash.err)
    for column in ("time", "name", "phases"):
        text = f"node,{column}\n" + "".join(f"node-{i},0\n" for i in range(8))
        for command in ([model.analyze, "messages", "-q", "--metrics", "--hosts", hosts],
                        [model.tool, "predict", "communication", "-q", "-m", "vilje"]):
            run = f"{PLACEMENTS / '4x2'}.trace.xz" + ("" if command[0] == model.analyze else f"@{hosts}")
            clash = blackbox.run([*command, "--topology", model.file("clash.csv", text), run])
            model.report.check(f"a column called {column}", clash.code == 2
                               and f"clash.csv: {column} is a column of all tables of metrics: give" in clash.err, clash.err)
    twice = model.file("twice_there.csv", topology.read_text() + "node-3,0,0\n")
    clash = blackbox.run([model.analyze, "messages", "-q", "--metrics", "--hosts", hosts, "--topology", twice,
                          f"{PLACEMENTS / '4x2'}.trace.xz"])
    model.report.check("a node twice", clash.code == 2 and "twice_there.csv:10: the node node-3 is there already" in clash.err, clash.err)
    done = blackbox.run([model.analyze, "messages", "-q", "--metrics", "--hosts", hosts, "--topology", topology,
                         "--csv", f"{PLACEMENTS / '4x2'}.trace.xz"])
    [row] = csv.DictReader(io.StringIO(done.out)) if done.code == 0 else [{}]
    got = {key: float(value) for key, value in row.items() if value and key != "name"}
    ok = model.report.check("metrics", got.get("S") == 550000 and got["M"] * got["phases"] == 20
                            and near(got["PT"], 550000 * got["M"]) and got["N"] == 4 and got["PPN"] == 2
                            and got["SW"] == 2 and got["R"] == 1, f"{done.err} {got}")
    if not ok:
        return
    model.report.check("between nodes", 0 < got["NI"] * got["phases"] <= 40 and near(got["VI"], 4 * got["NI"])
                       and near(got["NT"], got["NI"] * 550000) and near(got["V"], 4 * got["NT"]), str(got))
    model.report.check("time", 0 < got["time"] < 1)
    # The row is a sample of pj_model.
    path = model.file("row.csv", done.out)
    got_model = model.ask("predict", "communication", "-m", "vilje", path)
    direct = model.ask("predict", "communication", "-m", "vilje", "--topology", topology,
                       f"{PLACEMENTS / '4x2'}.trace.xz@{hosts}")
    model.report.check("the same from the trace", near(got_model["samples"][0]["sum"], direct["samples"][0]["sum"])
                       and near(got_model["samples"][0]["measured"], direct["samples"][0]["measured"]))
    traces = [f"{PLACEMENTS / name}.trace.xz@{name.split('x')[1]}" for name in TRAINED]
    got = model.ask("fit", "communication", "--area", "all:: 1 + PT", *traces, "--judge", placed("2x4"))
    model.report.check("fitted to traces", got["areas"][0]["samples"] == 4 and len(got["samples"]) == 5)


@blackbox.group
def check_silent_samples(model, _):
    """A run of one process does not communicate: its row of metrics is left out of a fit like the trace itself."""
    silent = model.file("silent.paje", RUN_DEFINITIONS + "0 T 0 Thread\n2 S T State\n6 0 t T 0 t\n12 0 S t work\n13 9 S t\n")
    done = blackbox.run([model.analyze, "messages", "-q", "--metrics", "--hosts", "1", "--csv", silent])
    model.report.check("a row with a time of 0", done.code == 0 and done.out.splitlines()[1].endswith(",0"), done.out + done.err)
    row = model.file("silent.csv", done.out)
    loud = model.file("loud.csv", "name,NT,NI,time\n" + "".join(f"{i},{i * i},{i},{1 + 2 * i + 3 * i * i}\n" for i in range(1, 7)))
    line = "1 sample without communication (time 0): left out of fits and errors."
    found = {}
    for name, word in (("trace", f"{silent}@1"), ("table", row)):
        got = found[name] = model.ask("fit", "communication", loud, word)
        model.report.check(f"{name}: left out", got["areas"][0]["samples"] == 6 and line in got["remarks"]
                           and got["samples"][-1]["measured"] is None, str(got))
        got = model.ask("fit", "communication", loud, "--judge", word, "-m", model.scratch / "loud.json")
        model.report.check(f"{name}: not judged", line in got["remarks"], str(got["remarks"]))
        got = model.ask("predict", "communication", "-m", model.scratch / "loud.json", word)
        model.report.check(f"{name}: predicted", got["samples"][0]["measured"] is None and line in got["remarks"], str(got))
    model.report.check("alike", found["trace"]["coefficients"] == found["table"]["coefficients"]
                       and found["trace"]["samples"] == found["table"]["samples"], f"{found}")
    got = model.ask("fit", "communication", loud)
    model.report.check("nothing to say", not any("time 0" in line for line in got["remarks"]), str(got["remarks"]))


@blackbox.group
def check_hosts(model, _):
    """A file of nodes with more or fewer places than processes is used, and a remark says so."""
    trace = f"{PLACEMENTS / '2x2'}.trace.xz"
    for name, text, nodes, line in (
            ("as many", "a:2\nb slots=2 # the last one\n", 2, None),
            ("fewer", "a\nb\n", 2, "has 2 places for 4 processes: after the last one, it goes on with the first."),
            ("one", "a\n", 1, "has 1 place for 4 processes: after the last one, it goes on with the first."),
            ("more", "a:2\nb:2\nc:3\n", 2, "has 7 places for 4 processes: the first ones are used.")):
        hosts = model.file("places", text)
        done = blackbox.run([model.analyze, "messages", "--json", "-q", "--metrics", "--hosts", hosts, trace])
        got = json.loads(done.out) if done.code == 0 else {"metrics": [{"N": None}], "remarks": []}
        wanted = [f"{trace}: the file of nodes, {hosts}, {line}"] if line else []
        of_hosts = [one for one in got["remarks"] if "the file of nodes" in one]
        model.report.check(f"{name}: metrics", got["metrics"][0]["N"] == nodes and of_hosts == wanted, f"{got} {done.err}")
        for kind, words in (("mva", SYSTEM), ("communication", ("--area", "all:: 1"))):
            got = model.ask("fit", kind, *words, f"{trace}@{hosts}")
            of_hosts = [one for one in got["remarks"] if "the file of nodes" in one]
            model.report.check(f"{name}: {kind}", of_hosts == wanted, str(got["remarks"]))
    bare = blackbox.run([model.analyze, "messages", "-q", "--metrics", trace])
    model.report.check("no nodes", bare.code == 2 and "could be nodes; --hosts FILE or --hosts N defines where they were" in bare.err, bare.err)


@blackbox.group
def check_runs(model, data):
    ring = data / "golden-models" / "smpi_ring4.trace"
    wanted = golden("qn.json")["profile_smpi_ring4"]
    got = model.ask("fit", "mva", "-z", *SYSTEM, f"{ring}@1")["runs"][0]
    model.report.check("profile of a ring", near(wanted["T_exe"], got["measured"], 1e-4)
                       and near(wanted["V_comp"], got["compute_share"], 1e-3) and got["sends"] == 3
                       and near(wanted["mean_message_size"], got["message_bytes"]), str(got))
    hosts = data / "runs" / "platforms" / "hostfile"
    runs = {n: f"{data / 'runs'}/halo2d.{n}.base.trace.xz@{hosts}" for n in (1, 2, 4, 8, 16)}
    got = model.ask("fit", "mva", "--cores", "1", "--bandwidth", "125e6", *(runs[n] for n in (1, 2, 4)),
                    "--judge", runs[8], runs[16])
    judged = errors(got, "judged")
    model.report.check("halo2d on 8 and 16", len(judged) == 2 and max(map(abs, judged.values())) < 0.15, str(judged))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Model(sys.argv[1], report, scratch), Path(sys.argv[2]))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
