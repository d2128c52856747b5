#!/usr/bin/env python3
"""Compares what pj_analyze prints as JSON with the values of an independent implementation.

Usage: run_analyze_golden.py TOOL_DIR SAMPLES DATA_FOLDER
"""

import json
import lzma
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

EPS = 1e-9
# A state of length 0 at the very end of this trace is missing in the golden values.
ONE_STATE_MORE = {"halo2d.1.base"}
# The golden counts of states without slack take more than EPS for none: lu.S.8.base has 20 states of 5e-9 s,
# which the golden sums contain.
GOLDEN_NO_SLACK = 1e-8
# Clocks so wrong that nothing said of the path holds unless they are corrected.
NO_PATH = {"halo2d_recv.4.real.2"}


def near(a, b):
    return abs(a - b) <= EPS * max(1, abs(a), abs(b))


def same(wanted, got):
    """The numbers by name, where a missing one is 0."""
    return all(near(wanted.get(k, 0), got.get(k, 0)) for k in wanted.keys() | got.keys())


def different(wanted, got):
    return [(k, wanted.get(k), got.get(k)) for k in sorted(wanted.keys() | got.keys(), key=str)
            if not near(wanted.get(k, 0), got.get(k, 0))][:3]


def count_below(states, limit):
    """The number of states by value whose slack is at most `limit`."""
    return Counter(state["value"] for state in states if state["slack"] <= limit)


def find_trace(name, samples, data):
    for folder in (data / "golden-analysis" / "tiny", data / "runs", samples, samples / "heat",
                   data / "traces"):
        for ending in (".paje", ".trace", ".trace.xz"):
            if (folder / (name + ending)).is_file():
                return folder / (name + ending)
    return None


def plain_trace(path, scratch):
    if path.suffix != ".xz":
        return path
    plain = Path(scratch) / path.stem
    plain.write_bytes(lzma.open(path).read())
    return plain


class Case:
    def __init__(self, report, tool, name, golden, trace, *words):
        self.report, self.tool, self.name, self.golden, self.trace = report, tool, name, golden, trace
        self.words = words

    def ask(self, command):
        done = blackbox.run([self.tool, command, "-q", "-z", "--json", *self.words, self.trace])
        ok = self.report.check(f"{self.name} {command}: runs", done.code == 0,
                               blackbox.shorten(done.err))
        return json.loads(done.out) if ok else None

    def same(self, what, wanted, got):
        self.report.check(f"{self.name} {what}", same(wanted, got),
                          f"(name, expected, got) {different(wanted, got)}")

    def check_summary(self):
        mine = self.ask("summary")
        if not mine:
            return
        golden, matching, check = self.golden, self.golden["matching"], self.golden["self_check"]
        more = 1 if self.name in ONE_STATE_MORE else 0
        wanted = {key: golden[key] for key in ("start", "end", "length", "links")}
        wanted |= {key: golden[key] + more for key in ("states", "pieces")}
        wanted |= {key: matching[key] for key in ("messages", "rendezvous", "collectives")}
        wanted["replayed"] = check["replayed"]
        self.same("summary", wanted, {key: mine[key] for key in wanted})
        self.same("violations", check["violations"], mine["violations"])
        unmatched = mine["unmatched"]
        self.same("unmatched", {
            "starts": matching["unmatched_starts"], "ends": matching["unmatched_ends"],
            "outside_containers_with_states": matching["links_outside_tracks"],
            "receives_without_message": matching["receives_without_message"],
            "sends_without_message": matching["sends_without_message"]},
            {k: v for k, v in unmatched.items() if k not in ("links", "unclassified_share")})
        self.same("efficiencies", {k: v for k, v in golden["efficiencies"].items()
                                   if k in mine["efficiency"]}, mine["efficiency"])

    def check_iterations(self):
        golden = self.golden["iterations"]
        mine, summary = self.ask("iterations"), self.ask("summary")
        if not mine or not summary:
            return
        self.same("iterations",
                  {"count": golden["agreed_count"] or 0, "containers": golden.get("tracks_that_agree", 0)},
                  {name: summary["iterations"][name] for name in ("count", "containers")})
        tracks = golden["tracks"]
        self.same("iterations of containers", {name: track["count"] for name, track in tracks.items()},
                  {row["container"]: row["iterations"] for row in mine["containers"] if row["container"] in tracks})
        # Their tables have 100 rows at most, and an iteration ends there with its last state: ours lasts until the next.
        rows = golden.get("table", [])
        self.same("starts of iterations", {i: row["start"] for i, row in enumerate(rows)},
                  {i: row["start"] for i, row in enumerate(mine["iterations"][:len(rows)])})
        shorter = [i for i, (row, my) in enumerate(zip(rows, mine["iterations"])) if my["end"] < row["end"] - EPS]
        self.report.check(f"{self.name} ends of iterations", not shorter, str(shorter[:5]))

    def check_waits(self):
        mine = self.ask("waits")
        if not mine:
            return
        golden = self.golden["waits"]
        kinds = golden["by_kind"]
        self.same("waits by kind", {k: v["amount"] for k, v in kinds.items()},
                  {row["kind"]: row["time"] for row in mine["by_kind"]})
        self.same("instances by kind", {k: v["instances"] for k, v in kinds.items()},
                  {row["kind"]: row["waits"] for row in mine["by_kind"]})
        for key, field in (("by_waiting_container", "waited"),
                           ("by_container_waited_for", "waited_for")):
            self.same(key, golden[key], {row["container"]: row[field] for row in mine["by_container"]})
        wrong = [w["amount"] for w in mine["waits"] if w["wrong_order"]]
        wanted = golden["late_sender_in_wrong_order"].values()
        self.same("wrong order", {"count": sum(w["instances"] for w in wanted),
                                  "amount": sum(w["amount"] for w in wanted)},
                  {"count": len(wrong), "amount": sum(wrong)})
        self.check_instances(golden, mine["waits"])

    def check_instances(self, golden, mine):
        found = defaultdict(list)
        for wait in mine:
            found[wait["container"], wait["kind"]].append(wait)
        for wait in golden.get("instances", golden.get("longest", [])):
            self.report.check(
                f"{self.name} wait {wait}",
                any(near(w["start"], wait["start"]) and near(w["amount"], wait["amount"])
                    and w["waits_for"] == wait["whom"] and w["value"] == wait["value"]
                    and bool(w["wrong_order"]) == bool(wait["wrong_order"])
                    for w in found[wait["container"], wait["kind"]]))

    def check_causes(self):
        mine = self.ask("causes")
        if not mine:
            return
        golden = self.golden["causes"]["by_container_and_value"]
        for wanted, got in (("direct", "direct"), ("passed_on", "passed_on"), ("cost", "seconds")):
            self.same(f"causes: {wanted}", {(c["container"], c["value"]): c[wanted] for c in golden},
                      {(c["container"], c["value"]): c[got] for c in mine["causes"]})

    def check_path(self):
        mine = None if self.name in NO_PATH else self.ask("path")
        if not mine:
            return
        golden = self.golden["critical_path"]
        values = mine["by_value"]
        self.same("path by value", golden["by_value"], {v["value"]: v["time"] for v in values})
        self.same("path by container", golden["by_container"],
                  {v["container"]: v["time"] for v in mine["by_container"]})
        imbalance = {v["value"]: v["imbalance"] for v in values}
        self.same("imbalance", {k: v for k, v in golden["imbalance_by_value"].items()
                                if k in imbalance}, imbalance)
        self.same("path length", {"total": golden["total"]},
                  {"total": sum(piece["length"] for piece in mine["path"])})
        if "path" in golden:
            self.report.same(f"{self.name} path",
                             [(p["container"], p["value"], p["start"], p["end"])
                              for p in golden["path"]].__repr__(),
                             [(p["container"], p["value"], float(p["start"]), float(p["end"]))
                              for p in mine["path"]].__repr__())

    def check_slack(self):
        if "slack_by_value" not in self.golden and "slack" not in self.golden:
            return
        mine = self.ask("slack")
        if not mine:
            return
        if "slack_by_value" in self.golden:
            golden = self.golden["slack_by_value"]
            fields = [("sum", "slack")]
            if self.name not in ONE_STATE_MORE:
                fields.append(("pieces", "states"))
                self.same("without slack", {k: v["without_slack"] for k, v in golden.items()},
                          count_below(mine["states"], GOLDEN_NO_SLACK))
            self.same("without_slack and states", count_below(mine["states"], EPS),
                      {v["value"]: v["without_slack"] for v in mine["by_value"]})
            for wanted, got in fields:
                self.same(f"slack: {wanted}", {k: v[wanted] for k, v in golden.items()},
                          {v["value"]: v[got] for v in mine["by_value"]})
        if "slack" in self.golden:
            def key(s):
                return s["container"], s["value"], float(s["start"]), float(s["end"])
            self.same("slack of states", {key(s): s["slack"] for s in self.golden["slack"]},
                      {key(s): s["slack"] for s in mine["states"]})


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    tool, samples, data = (blackbox.need_tool(sys.argv[1], "pj_analyze"), Path(sys.argv[2]),
                             Path(sys.argv[3]))
    folder = data / "golden-analysis"
    report = blackbox.Report()
    files = sorted(folder.glob("*.json.xz")) + sorted((folder / "tiny").glob("*.json"))
    for file in files:
        name = file.name.removesuffix(".xz").removesuffix(".json")
        if name in ("predictions", "group.noise-slow") or name.endswith(".hand"):
            continue
        path = find_trace(name, samples, data)
        if not report.check(f"{name}: has a trace", path is not None):
            continue
        with blackbox.scratch_directory() as scratch:
            case = Case(report, tool, name, json.loads(blackbox.unpacked(file)), plain_trace(path, scratch))
            for check in (case.check_summary, case.check_waits, case.check_causes, case.check_path,
                          case.check_slack, case.check_iterations):
                check()
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
