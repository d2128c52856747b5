#!/usr/bin/env python3
"""pj_measure on this machine, and pj_model's models of storage against golden values and values computed here.

Usage: run_measure.py TOOL_DIR DATA_FOLDER
"""
import collections
import csv
import io
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

TESTS = ("seq_read", "rand_read", "seq_write", "rand_write")
SMALL = ["--file-size", "1M", "--repetitions", "2", "--intervals", "8k-64k/8k,128k-512k/64k"]


def near(wanted, got, tolerance=1e-9):
    return got is not None and abs(wanted - got) <= tolerance * max(abs(wanted), 1e-300)


class Tools:
    def __init__(self, folder, data, report, scratch):
        self.folder, self.data, self.report, self.scratch = folder, data, report, scratch

    def run(self, tool, *words, **options):
        return blackbox.run([self.folder / tool, *words], cwd=self.scratch, **options)

    def ask(self, tool, *words):
        done = self.run(tool, *words, "--json")
        self.report.check(f"{tool} {words[:2]} runs", done.code == 0, done.err)
        return json.loads(done.out) if done.code == 0 else None

    def left(self):
        return sorted(path.name for path in self.scratch.iterdir())


@blackbox.group
def check_golden(tools):
    """The ratios of the paper's example from two sizes in each interval."""
    path = tools.data / "golden-models" / "serra.json"
    golden = json.loads(path.read_text())
    truth = golden["truth_a_s_b_sPerB"]
    rows = [(test, size, truth[test][0] + truth[test][1] * size) for test in TESTS
            for size in (16384, 57344, 65536 + 32768, 3 << 20)]
    (tools.scratch / "runs.csv").write_text("test,size,time\n" + "".join(f"{a},{b},{c!r}\n" for a, b, c in rows))
    found = tools.ask("pj_model", "fit", "storage", "runs.csv", "-m", "disk.json")
    for kind in ("read", "write"):
        wanted = golden["report"][kind]
        [row] = [row for row in found["ratios"] if row["requests"] == kind]
        sizes = {row["bytes"]: row["ratio"] for row in found["by_size"] if row["requests"] == kind}
        tools.report.check(f"ratios of {kind}", row["sizes"] == wanted["points"] and near(wanted["mean"], row["mean"]) and
                           near(wanted["max"], row["greatest"]) and near(wanted["min"], row["least"]) and
                           near(wanted["ratio_8k"], sizes[8192]) and near(wanted["ratio_4096k"], sizes[4096 * 1024]), f"{row}")
    for row in found["lines"]:
        start, per_byte = truth[row["test"]]
        tools.report.check(f"line of {row['test']} {row['sizes']}", near(start, row["start"], 1e-6) and
                           near(per_byte, row["per_byte"], 1e-6), str(row))
    again = tools.ask("pj_model", "predict", "storage", "-m", "disk.json", "--sizes", "8k,1M,10M", "runs.csv")
    tools.report.check("the model is kept", again["ratios"] == found["ratios"])
    for row in again["requests"]:
        start, per_byte = truth[row["test"]]
        tools.report.check("times of requests", near(start + per_byte * row["bytes"], row["time"], 1e-6), str(row))
    tools.report.check("judged on what it was fitted to", all(row["greatest_error"] < 1e-9 for row in again["judged"]))


@blackbox.group
def check_noisy(tools):
    """Least squares, intervals with lines of their own, lines that fall, errors."""
    rows = [("seq_read", 1024, 3.0), ("seq_read", 2048, 5.0), ("seq_read", 3072, 4.0), ("seq_read", 4096, 9.0),
            ("seq_read", 8192, 5.0)]
    (tools.scratch / "noisy.csv").write_text("test,size,time\n" + "".join(f"{a},{b},{c}\n" for a, b, c in rows))
    found = tools.ask("pj_model", "fit", "storage", "noisy.csv", "--intervals", "1k-4k/1k,4k-8k/1k", "-m", "noisy.json")
    first, second = found["lines"]
    # By hand: mean size 2560, mean time 5.25; products 9216, squares 5242880.
    slope = (-1536 * -2.25 + -512 * -0.25 + 512 * -1.25 + 1536 * 3.75) / (2 * (1536**2 + 512**2))
    tools.report.check("least squares", near(slope, first["per_byte"]) and near(5.25 - slope * 2560, first["start"]), str(first))
    tools.report.check("a line that falls is named", near(-4 / 4096, second["per_byte"]) and
                       any("larger requests take less time" in text for text in found["remarks"]), str(found["remarks"]))
    worst = max(abs((first["start"] + slope * size) / at - 1) for _, size, at in rows[:4])
    tools.report.check("the greatest error", near(worst, found["fitted"][0]["greatest_error"]), str(found["fitted"]))
    tools.report.check("no ratio without random requests", found["ratios"] == [])
    fio = {"jobs": [{"job options": {"rw": rw, "bs": str(size)}, kind: {"total_ios": 10, "runtime": 10 * ms, "io_bytes": 10 * size}}
                    for rw, kind, factor in (("read", "read", 1), ("randread", "read", 7), ("write", "write", 2),
                                             ("randwrite", "write", 6))
                    for size, ms in ((8192, 10 * factor), (65536, 24 * factor))]}
    (tools.scratch / "fio.json").write_text(json.dumps(fio))
    found = tools.ask("pj_model", "fit", "storage", "fio.json", "--intervals", "8k-64k/8k")
    ratios = {row["requests"]: (row["least"], row["greatest"]) for row in found["ratios"]}
    tools.report.check("samples of fio", near(7, ratios["read"][0]) and near(7, ratios["read"][1]) and
                       near(3, ratios["write"][1]), str(ratios))


@blackbox.group
def check_picture(tools):
    """Points are where the samples are, and the model's lines go from one end of each interval to the other."""
    rows = [(test, size, factor * times * size * 1e-9) for factor, test in enumerate(TESTS, 1)
            for size in (8192, 16384, 65536) for times in (1, 3)]
    (tools.scratch / "drawn.csv").write_text("test,size,time\n" + "".join(f"{a},{b},{c!r}\n" for a, b, c in rows))
    done = tools.run("pj_model", "fit", "storage", "drawn.csv", "--intervals", "8k-64k/8k", "--svg", "drawn.svg", "-m", "drawn.json")
    tools.report.check("fit --svg", done.code == 0, done.err)
    root = ElementTree.parse(tools.scratch / "drawn.svg").getroot()
    words = ["".join(element.itertext()) for element in root.findall(".//{*}text")]
    for name in ("sequential reads", "random reads", "sequential writes", "random writes", "reads", "writes", "8k", "64k",
                 "size of a request"):
        tools.report.check(f"the words {name}", name in words, str(words))
    points = {}
    for box in root.findall(".//{*}rect"):
        title = box.find("{*}title")
        if title is not None and ": " in (title.text or ""):
            points.setdefault(title.text, []).append(float(box.get("y")) + float(box.get("height")) / 2)
    means = {f"{size // 1024}k: {2 * factor * size * 1e-9:.4g}" for factor in range(1, 5) for size in (8192, 16384, 65536)}
    tools.report.check("a point for each mean", set(points) == means, f"{sorted(points)} expected {sorted(means)}")
    # Logarithmic: four times as much is as far up from anywhere.
    steps = {round(points[f"{size}k: {2 * f * size * 1024e-9:.4g}"][0] - points[f"{size * 2}k: {4 * f * size * 1024e-9:.4g}"][0], 1)
             for size, f in ((8, 1), (8, 3))}
    tools.report.check("twice as much is as far from anywhere", len(steps) == 1, str(steps))
    done = tools.run("pj_model", "predict", "storage", "-m", "drawn.json", "--svg", "model.svg")
    tools.report.check("predict --svg", done.code == 0 and "random reads" in (tools.scratch / "model.svg").read_text(), done.err)
    done = tools.run("pj_model", "fit", "mva", "drawn.csv", "--svg", "x.svg")
    tools.report.check("only of storage", done.code == 2 and "fit storage" in done.err, done.err)
    measured = tools.run("pj_measure", "storage", "probe", *SMALL, "--svg", "measured.svg")
    text = (tools.scratch / "measured.svg").read_text() if measured.code == 0 else ""
    tools.report.check("pj_measure --svg", measured.code == 0 and "random writes" in text, measured.err)
    for name in ("drawn.csv", "drawn.json", "drawn.svg", "model.svg", "measured.svg"):
        (tools.scratch / name).unlink(missing_ok=True)


@blackbox.group
def check_storage(tools):
    """A small file here: what is printed is what the trace says; nothing is left."""
    printed = tools.ask("pj_measure", "storage", "probe", *SMALL, "--trace", "disk.paje")
    tools.report.check("the file is gone", tools.left() == ["disk.paje"], str(tools.left()))
    fitted = tools.ask("pj_model", "fit", "storage", "disk.paje", "--intervals", SMALL[-1])
    same = len(printed["lines"]) == len(fitted["lines"]) == 8 and all(
        near(a["per_byte"], b["per_byte"], 1e-5) and a["samples"] == b["samples"] == 4
        for a, b in zip(printed["lines"], fitted["lines"]))
    tools.report.check("the trace gives the same model", same, f"{printed['lines']} {fitted['lines']}")
    damaged = (tools.scratch / "disk.paje").read_text() + "99 what is this\n"
    (tools.scratch / "damaged.paje").write_text(damaged)
    fit = ["pj_model", "fit", "storage", "damaged.paje", "--intervals", SMALL[-1], "--json"]
    strict, lenient = tools.run(*fit), tools.run(*fit, "--lenient")
    tools.report.check("damaged", strict.code == 1 and not strict.out and "damaged.paje" in strict.err, strict.err)
    tools.report.check("--lenient", lenient.code == 0 and json.loads(lenient.out)["lines"] == fitted["lines"]
                       and "1 line left out" in lenient.err, f"{lenient.code} {lenient.err}")
    (tools.scratch / "damaged.paje").unlink()
    done = tools.run("pj_dump", "-u", "-l", "9", "disk.paje")
    states = [line.split(", ") for line in done.out.splitlines() if line.startswith("State")]
    tools.report.check("each test as often as it should be", len(states) == 4 * 4 * 2 and
                       {row[7] for row in states} == set(TESTS), str(len(states)))
    for row in states:
        size, requests, whole = map(int, row[8:11])
        tools.report.check("all of the file is asked for", whole == 1 << 20 and requests == whole // size, str(row))
    done = tools.run("pj_validate", "disk.paje")
    tools.report.check("the trace is valid", done.code == 0, done.out)
    sizes = {int(row[8]) for row in states}
    again = tools.run("pj_measure", "storage", "probe", *SMALL, "--seed", "7", "--trace", "seed.paje")
    other = {int(line.split(", ")[8]) for line in tools.run("pj_dump", "-u", "seed.paje").out.splitlines()
             if line.startswith("State")}
    tools.report.check("sizes are drawn by the seed", again.code == 0 and sizes != other, f"{sizes} {other}")
    found = tools.ask("pj_measure", "storage", "probe", "--file-size", "1M,2M", "--repetitions", "1", "--exhaustive",
                      "--intervals", "8k-64k/8k")
    judged = {row["test"]: row["samples"] for row in found["judged"]}
    tools.report.check("exhaustive: six other sizes, two files", judged == {test: 12 for test in TESTS}, str(judged))


@blackbox.group
def check_together(tools):
    """Processes of mpirun share the sizes: together they have done each test as often as one would have."""
    if not list((tools.folder.parent / "network").glob("paje-network-openmpi")) or shutil.which("mpirun.openmpi") is None:
        blackbox.skip("no Open MPI")
    start = ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-n", "3", str(tools.folder / "pj_measure"), "storage"]
    done = blackbox.run([*start, "probe", *SMALL, "--trace", "three.paje", "--json"], cwd=tools.scratch)
    if not tools.report.check("three processes measure", done.code == 0, done.err):
        return
    found = json.loads(done.out)
    states = [line.split(", ") for line in tools.run("pj_dump", "-u", "-l", "9", "three.paje").out.splitlines()
              if line.startswith("State")]
    times = collections.Counter((row[7], row[8]) for row in states)
    tools.report.check("each test of each size twice", len(states) == 4 * 4 * 2 and set(times.values()) == {2}, str(times))
    tools.report.check("each process has its part", {len([row for row in states if row[1].endswith(f".{rank}")])
                                                     for rank in range(3)} <= {8, 12}, str(states))
    fitted = tools.ask("pj_model", "fit", "storage", "three.paje", "--intervals", SMALL[-1])
    tools.report.check("the trace gives the same model", len(found["lines"]) == 8 and all(
        near(a["per_byte"], b["per_byte"], 1e-5) and a["samples"] == b["samples"] == 4
        for a, b in zip(found["lines"], fitted["lines"])), f"{found['lines']} {fitted['lines']}")
    tools.report.check("a shared machine is named", any("3 processes on 1 machine" in text for text in found["remarks"]),
                       str(found["remarks"]))
    tools.report.check("the trace is valid", tools.run("pj_validate", "three.paje").code == 0)
    tools.report.check("the files are gone", not list(tools.scratch.glob("probe*")), str(tools.left()))
    (tools.scratch / "three.paje").unlink()
    # One that cannot: it says so, all end, and there is no trace.
    (tools.scratch / "probe.1").write_text("precious")
    done = blackbox.run([*start, "probe", *SMALL, "--trace", "none.paje"], cwd=tools.scratch)
    said = [line for line in done.err.splitlines() if line.startswith("pj_measure")]
    tools.report.check("one cannot", done.code == 2 and len(said) == 1 and "probe.1" in said[0] and not done.out, done.err)
    tools.report.check("nothing is left of it", [path.name for path in tools.scratch.glob("*p*")
                                                 if path.name in ("probe.0", "probe.2", "none.paje")] == [], str(tools.left()))
    (tools.scratch / "probe.1").unlink()


@blackbox.group
def check_trouble(tools):
    (tools.scratch / "precious").write_text("mine")
    (tools.scratch / "bad.csv").write_text("test,size,time\nread,8192,1\n")
    (tools.scratch / "none.json").write_text("{}")
    before = tools.left()
    for name, tool, words, message in (
            ("no command", "pj_measure", [], "COMMAND"), ("another command", "pj_measure", ["disk"], "expected machine, storage or network"),
            ("no file", "pj_measure", ["storage"], "FILE"), ("a file of machine", "pj_measure", ["machine", "x"], "FILE"),
            ("a file that is there", "pj_measure", ["storage", "precious"], "--overwrite"),
            ("a folder", "pj_measure", ["storage", "/tmp", "--overwrite"], "not a regular file"),
            ("no folder", "pj_measure", ["storage", "nowhere/x"], "nowhere"),
            ("a size", "pj_measure", ["storage", "x", "--file-size", "much"], "expected a size"),
            ("an interval", "pj_measure", ["storage", "x", "--intervals", "8k-4k/1k"], "larger one"),
            ("no step", "pj_measure", ["storage", "x", "--intervals", "8k-64k"], "expected an interval"),
            ("no multiple", "pj_measure", ["storage", "x", "--intervals", "1000-2000/100"], "multiples of 512"),
            ("a small file", "pj_measure", ["storage", "x", "--file-size", "64k", *SMALL[4:]], "no room"),
            ("one size only", "pj_measure", ["storage", "x", "--intervals", "8k-8k/8k", "--file-size", "1M"], "two sizes"),
            ("no such test", "pj_model", ["fit", "storage", "bad.csv"], ":2:"),
            ("not of fio", "pj_model", ["fit", "storage", "none.json"], "fio"),
            ("no model", "pj_model", ["predict", "storage", "-m", "none.json"], "none.json"),
            ("another kind", "pj_model", ["fit", "disk", "bad.csv"], "mva, communication, storage or lmo")):
        done = tools.run(tool, *words)
        tools.report.check(name, done.code == 2 and message in done.err and not done.trouble(), f"{done.code} {done.err}")
        tools.report.check(f"{name}: nothing is left", tools.left() == before, str(tools.left()))
    tools.report.check("what is there stays", (tools.scratch / "precious").read_text() == "mine")
    done = tools.run("pj_measure", "storage", "precious", "--overwrite", *SMALL)
    tools.report.check("unless it may be replaced", done.code == 0 and "precious" not in tools.left(), done.err)


@blackbox.group
def check_cleaning(tools):
    """The file is removed when the disk is full, and by an interrupt."""
    done = tools.run("pj_measure", "storage", "probe", "--file-size", "4M",
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)))
    tools.report.check("full", done.code == 2 and "probe" in done.err and tools.left() == [], f"{done.err} {tools.left()}")
    process = subprocess.Popen([str(tools.folder / "pj_measure"), "storage", "probe", "--repetitions", "1000"], cwd=tools.scratch,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not (tools.scratch / "probe").exists():
        time.sleep(0.01)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.wait(30)
    tools.report.check("interrupted", process.returncode == -signal.SIGINT and tools.left() == [], str(tools.left()))


@blackbox.group
def check_machine(tools):
    done = tools.run("pj_measure", "machine", "--csv", "-o", "system.csv")
    [row] = csv.DictReader(io.StringIO((tools.scratch / "system.csv").read_text())) if done.code == 0 else [{}]
    cores = len(os.sched_getaffinity(0))
    tools.report.check("cores", int(row.get("cores", 0)) == cores and row["node"] == os.uname().nodename, f"{done.err} {row}")
    numbers = {name: float(row[name]) for name in row if name != "node"}
    tools.report.check("speeds", all(1e7 < numbers[name] < 1e15 for name in numbers if name.startswith(("flops", "memory"))) and
                       near(numbers["speed"] * 1e9, numbers["flops_one_core"], 1e-4), str(row))
    one = blackbox.run(["taskset", "-c", str(min(os.sched_getaffinity(0))), tools.folder / "pj_measure", "machine", "--json"])
    if one.code == 0:
        tools.report.check("cores that may be used", json.loads(one.out)["machine"][0]["cores"] == 1, one.out)
    profile = "run,nodes,processes,time\n"
    (tools.scratch / "table.csv").write_text(profile)
    done = tools.run("pj_model", "fit", "mva", "--system", "system.csv", "table.csv")
    tools.report.check("pj_model takes it as a system", "system.csv" not in done.err, done.err)


def main():
    folder, data = sys.argv[1:]
    report = blackbox.Report()
    blackbox.need_tool(folder, "pj_measure")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Tools(Path(folder).resolve(), Path(data), report, Path(scratch)))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
