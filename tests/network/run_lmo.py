#!/usr/bin/env python3
"""pj_model's LMO models against golden values and values computed here, and what uses them.

Usage: run_lmo.py TOOL_DIR DATA
"""
import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox


def near(wanted, got, tolerance=1e-9):
    return got is not None and abs(wanted - got) <= tolerance * max(abs(wanted), 1e-300)


class Tools:
    def __init__(self, folder, data, report, scratch):
        self.folder, self.data, self.report, self.scratch = folder, data, report, scratch
        self.golden = json.loads((data / "golden-models" / "lmo.json").read_text())

    def run(self, tool, *words):
        return blackbox.run([self.folder / tool, *words], cwd=self.scratch)

    def ask(self, tool, *words):
        done = self.run(tool, *words, "--json")
        self.report.check(f"{tool} {words[:3]} runs", done.code == 0, done.err)
        return json.loads(done.out) if done.code == 0 else None

    def write(self, name, rows):
        text = "experiment,root,first,second,bytes,time\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
        (self.scratch / name).write_text(text)

    def golden_rows(self):
        found = []
        for kind, size in (("roundtrip_empty", 0), ("roundtrip_M", self.golden["M"])):
            for pair, time in self.golden["experiments"][kind].items():
                found.append(("round-trip", *pair.split(","), "", size, repr(time)))
        for triple, time in self.golden["experiments"]["one_to_two"].items():
            root, others = triple.split(";")
            found.append(("one-to-two", root, *others.split(","), self.golden["M"], repr(time)))
        scatter = self.golden["scatter_threshold"]
        found += [("scatter", 0, "", "", size, repr(time)) for size, time in zip(scatter["M"], scatter["T"])]
        return found

    def fit_golden(self):
        self.write("golden.csv", self.golden_rows())
        return self.ask("pj_model", "fit", "lmo", "golden.csv", "-m", "lmo.json")


@blackbox.group
def check_golden(tools):
    """Parameters, the leap of scatter, and predictions of the golden file."""
    golden, found = tools.golden, tools.fit_golden()
    for i, row in enumerate(found["processes"]):
        tools.report.check(f"C and t of {i}", near(golden["C"][i], row["startup"]) and near(golden["t"][i], row["per_byte"]),
                           str(row))
    links = {(row["from"][-1], row["to"][-1]): row["per_byte"] for row in found["links"]}
    wanted = {tuple(pair.split(",")): value for pair, value in golden["inv_beta"].items()}
    tools.report.check("1/beta", wanted.keys() == links.keys() and
                       all(near(value, links[pair]) for pair, value in wanted.items()), str(links))
    tools.report.check("the leap of scatter", found["thresholds"][0]["bytes"] == golden["scatter_threshold"]["S"])
    tools.report.check("no errors", all(row["lmo_greatest"] < 1e-9 for row in found["errors"]), str(found["errors"]))
    tools.report.check("all 24 experiments and all sizes", len(found["experiments"]) == 24 + 32)
    answer = tools.ask("pj_model", "predict", "lmo", "lmo.json", "scatter", "--root", "0", "--size", "1k,64k,128k")
    for row in answer["collectives"]:
        wanted = golden["predictions"]["scatter_root0"][str(int(row["bytes"]))]
        tools.report.check(f"scatter of {row['bytes']}", near(wanted, row["linear"]), str(row))
    last = answer["collectives"][-1]
    tools.report.check("segments avoid the leap", last["best_segment"] == 65536 and
                       near(2 * golden["predictions"]["scatter_root0"]["65536"], last["best_time"]) or
                       last["best_algorithm"] == "binomial" and last["best_time"] < last["linear"], str(last))
    answer = tools.ask("pj_model", "predict", "lmo", "-m", "lmo.json", "send", "--root", "0", "--to", "1", "--size", "1M")
    tools.report.check("a message", near(golden["predictions"]["p2p_0_1_1MiB"], answer["messages"][0]["lmo"]))


@blackbox.group
def check_noise(tools):
    """Repetitions: their mean, their median, their interval; noise that makes parameters negative."""
    rows = [row for row in tools.golden_rows() if row[0] != "scatter"]
    noisy = [(*row[:-1], repr(float(row[-1]) * factor)) for row in rows for factor in (0.9, 1, 1, 1, 9)]
    tools.write("noisy.csv", noisy)
    clean = tools.fit_golden()
    found = tools.ask("pj_model", "fit", "lmo", "noisy.csv", "--repeated", "median")
    tools.report.check("medians do not see outliers", all(
        near(a[key], b[key]) for name in ("processes", "links") for a, b in zip(clean[name], found[name])
        for key in a if isinstance(a[key], float)))
    found = tools.ask("pj_model", "fit", "lmo", "noisy.csv")
    tools.report.check("means do", all(near(a["startup"] * 12.9 / 5, b["startup"])
                                       for a, b in zip(clean["processes"], found["processes"])))
    one = found["experiments"][0]
    mean, deviation = 12.9 / 5, (sum((x - 12.9 / 5)**2 for x in (0.9, 1, 1, 1, 9)) / 4)**0.5
    tools.report.check("the interval of the mean", one["repetitions"] == 5 and
                       near(2.7764451051977987 * deviation / 5**0.5 / mean, one["half_interval"], 1e-8), str(one))
    low = [(*row[:-1], repr(float(row[-1]) * (0.5 if row[0] == "one-to-two" and str(row[1]) == "2" else 1))) for row in rows]
    tools.write("low.csv", low)
    found = tools.ask("pj_model", "fit", "lmo", "low.csv")
    tools.report.check("what is negative is named", any("set to 0: t 2" in line for line in found["remarks"]) and
                       found["processes"][2]["per_byte"] == 0, str(found["remarks"]))
    found = tools.ask("pj_model", "fit", "lmo", "low.csv", "--method", "least-squares")
    tools.report.check("least squares are not negative", not found["remarks"] and
                       all(row["per_byte"] >= 0 for row in found["processes"] + found["links"]), str(found["remarks"]))


@blackbox.group
def check_gather(tools):
    """Gathering that escalates between two sizes."""
    golden, rng = tools.golden, random.Random(1)
    c, t, beta = golden["C"], golden["t"], [0, 8e-9, 8e-9, 9e-9]
    rows = tools.golden_rows()
    for size in range(1024, 64 * 1024, 1024):
        each = [c[i] + (t[i] + beta[i]) * size for i in (1, 2, 3)]
        time = 3 * (c[0] + t[0] * size) + (max(each) + 5e-10 * size if size <= 8192 else sum(each))
        rows.append(("gather", 0, "", "", size, repr(time if size <= 8192 or size >= 40960 else rng.uniform(0.2, 0.25))))
    tools.write("gather.csv", rows)
    found = tools.ask("pj_model", "fit", "lmo", "gather.csv", "-m", "gather.json")
    _, small, large = found["thresholds"]
    tools.report.check("M_1 and M_2", small["bytes"] == 8192 and large["bytes"] == 40960, str(found["thresholds"]))
    tools.report.check("kappa 1 is that of the golden file", near(golden["kappa"]["kappa1_true"], small["per_byte"], 1e-6))
    tools.report.check("kappa 2 is 0", abs(large["per_byte"]) < 1e-15, str(large))
    first, second = tools.ask("pj_model", "predict", "lmo", "gather.json", "gather", "--root", "0", "--size", "16k,1M")["collectives"]
    tools.report.check("no prediction between", first["linear"] is None and first["best_time"] is not None, str(first))
    tools.report.check("large ones", near(golden["predictions"]["gather_large_root0_1MiB"], second["linear"], 1e-6), str(second))


@blackbox.group
def check_users(tools):
    """The model as the network of placements and of predictions."""
    tools.fit_golden()
    (tools.scratch / "runs.csv").write_text("placement,time,compute_share,sends,message_bytes\n4,12,0.9,100,8000\n2;2,13,0.8,100,8000\n"
                                            "1;1,24,0.9,50,16000\n")
    words = ["fit", "mva", "runs.csv", "--cores", "4", "--bandwidth", "125e6"]
    done = tools.run("pj_model", *words, "--network-model", "lmo.json", "-m", "mva.json")
    tools.report.check("placements are fitted", done.code == 0, done.err)
    model = json.loads((tools.scratch / "mva.json").read_text())
    c, t = tools.golden["C"], tools.golden["t"]
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    byte_time = sum(t[i] + t[j] + tools.golden["inv_beta"][f"{i},{j}"] for i, j in pairs) / 6
    tools.report.check("startup is 2 C on average", near(sum(c) / 2, model["startup"]), str(model["startup"]))
    tools.report.check("a byte takes its mean", all(near(byte_time, node["byte_time"]) for node in model["system"]), str(model["system"]))
    # Messages of a rank that waits for each: 100 of 1 kB, which take 1 ms each.
    sys.path.insert(0, str(HERE.parent / "support"))
    lines = ["%EventDef PajeDefineContainerType 0", "% Alias string", "% Type string", "% Name string", "%EndEventDef",
             "%EventDef PajeDefineStateType 1", "% Alias string", "% Type string", "% Name string", "%EndEventDef",
             "%EventDef PajeDefineLinkType 2", "% Alias string", "% Type string", "% StartContainerType string",
             "% EndContainerType string", "% Name string", "%EndEventDef",
             "%EventDef PajeCreateContainer 3", "% Time date", "% Alias string", "% Type string", "% Container string",
             "% Name string", "%EndEventDef",
             "%EventDef PajeSetState 4", "% Time date", "% Type string", "% Container string", "% Value string", "%EndEventDef",
             "%EventDef PajeStartLink 5", "% Time date", "% Type string", "% Container string", "% StartContainer string",
             "% Value string", "% Key string", "% Size int", "%EndEventDef",
             "%EventDef PajeEndLink 6", "% Time date", "% Type string", "% Container string", "% EndContainer string",
             "% Value string", "% Key string", "% Size int", "%EndEventDef",
             "0 P 0 Process", "1 S P State", "2 L 0 P P Message", "3 0 a P 0 rank-0", "3 0 b P 0 rank-1"]
    for i in range(100):
        at = i * 0.002
        lines += [f"4 {at:.6f} S a compute", f"4 {at:.6f} S b MPI_Recv", f"4 {at + 0.001:.6f} S a MPI_Send",
                  f"5 {at + 0.001:.6f} L 0 a m {i} 1024", f"6 {at + 0.002:.6f} L 0 b m {i} 1024"]
    lines += ["4 0.2 S a end", "4 0.2 S b end"]
    (tools.scratch / "run.trace").write_text("\n".join(lines) + "\n")
    answer = tools.ask("pj_predict", "run.trace", "--network-model", "lmo.json")
    wanted = sum(c) / 2 + byte_time * 1024
    if answer:
        tools.report.check("a faster network is faster", 100 * wanted < answer["low"] <= answer["high"] < 0.2, str(answer))
    both = tools.run("pj_predict", "run.trace", "--network-model", "lmo.json", "--model", "x")
    tools.report.check("one model", both.code == 2 and "--model" in both.err, both.err)


@blackbox.group
def check_trouble(tools):
    """Messages about measurements and models that are of no use."""
    tools.fit_golden()
    tools.write("pair.csv", [("round-trip", 0, 1, "", 0, 1e-4), ("round-trip", 0, 1, "", 1000, 2e-4)])
    tools.write("word.csv", [("ping", 0, 1, "", 0, 1e-4)])
    tools.write("root.csv", [("one-to-two", 0, 1, "", 8, 1e-4)])
    tools.write("many.csv", [("round-trip", 0, 5000, "", 8, 1e-4)])
    tools.write("few.csv", [row for row in tools.golden_rows() if row[0] == "round-trip"])
    damaged = json.loads((tools.scratch / "lmo.json").read_text())
    damaged["links"][0].pop()
    (tools.scratch / "damaged.json").write_text(json.dumps(damaged))
    pair = tools.ask("pj_model", "fit", "lmo", "pair.csv")
    tools.report.check("Hockney of a pair", near(5e-5, pair["simple_models"][0]["time"]) and
                       near(1e-7, pair["simple_models"][0]["per_byte"]) and "three" in pair["remarks"][0], str(pair))
    for words, code, text in (
            (["fit", "lmo", "pair.csv", "-m", "x.json"], 2, "three processes"),
            (["fit", "lmo", "word.csv"], 2, "word.csv:2: expected round-trip"),
            (["fit", "lmo", "root.csv"], 2, "root.csv:2: a one-to-two"),
            (["fit", "lmo", "many.csv"], 2, "4096"),
            (["fit", "lmo", "few.csv"], 2, "no one-to-two experiment with the root 0"),
            (["fit", "lmo"], 2, "RUN"),
            (["fit", "lmo", "golden.csv", "--method", "best"], 2, "--method"),
            (["predict", "lmo", "lmo.json", "scatter"], 2, "--size"),
            (["predict", "lmo", "lmo.json", "bcast", "--size", "1k"], 2, "expected scatter, gather or send, found 'bcast'"),
            (["predict", "lmo", "lmo.json", "scatter", "--root", "4", "--size", "1k"], 2, "from 0 to 3"),
            (["predict", "lmo", "lmo.json", "send", "--to", "0", "--size", "1k"], 2, "two different ranks"),
            (["predict", "lmo", "lmo.json", "scatter", "--size", "1M..1k"], 2, "1M..1k"),
            (["predict", "lmo", "damaged.json", "scatter", "--size", "1k"], 2, "damaged.json: the model is damaged: links are not a square"),
            (["predict", "lmo", "golden.csv", "scatter", "--size", "1k"], 2, "no JSON")):
        done = tools.run("pj_model", *words)
        tools.report.check(f"{words}: {text}", done.code == code and text in done.err and not done.trouble(), f"{done.code} {done.err}")
    tools.report.check("no model of what failed", not (tools.scratch / "x.json").exists())


def main():
    folder, data = sys.argv[1:]
    report = blackbox.Report()
    blackbox.need_tool(folder, "pj_model")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Tools(Path(folder).resolve(), Path(data), report, Path(scratch)))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
