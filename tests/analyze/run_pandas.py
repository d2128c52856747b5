#!/usr/bin/env python3
"""Profiles, shares over time, messages and efficiencies, computed with pandas from pj_dump's table, are what pj_analyze,
SQL and the Python package say.

Usage: run_pandas.py TOOL_DIR SAMPLES
"""
import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
import numpy as np
import paje
import pandas as pd

BINS = 7


class Table:
    """The table of a trace, and what pandas makes of it."""

    def __init__(self, tool, path):
        lines = blackbox.run([tool, "-l", "15", path]).out.splitlines()
        kinds = {kind: "\n".join(line for line in lines if line.startswith(kind + ",")) for kind in ("State", "Link")}
        read = {"header": None, "skipinitialspace": True, "keep_default_na": False}
        self.states = pd.read_csv(io.StringIO(kinds["State"]), names=[
            "nature", "container", "type", "start", "end", "duration", "depth", "value"], **read)
        self.states["value"] = self.states["value"].astype(str)
        self.links = pd.read_csv(io.StringIO(kinds["Link"]), names=[
            "nature", "in", "type", "start", "end", "duration", "value", "source", "target", "key"], **read) if kinds["Link"] \
            else pd.DataFrame(columns=["start", "end", "duration", "source", "target"])
        self.pieces = self.cut()

    def cut(self):
        """What the innermost states cover, one row each."""
        rows = []
        for (container, kind), track in self.states.groupby(["container", "type"], sort=False):
            open_, at = [], 0.0
            # A state ends before the next one of its depth begins, and within the one around it.
            for row in track.sort_values(["start", "depth"], kind="stable").itertuples():
                while open_ and (len(open_) > row.depth):
                    top = open_.pop()
                    rows.append((container, top.value, at, top.end))
                    at = top.end
                if open_:
                    rows.append((container, open_[-1].value, at, row.start))
                open_.append(row)
                at = row.start
            while open_:
                top = open_.pop()
                rows.append((container, top.value, at, top.end))
                at = top.end
        pieces = pd.DataFrame(rows, columns=["container", "value", "start", "end"])
        pieces["time"] = pieces["end"] - pieces["start"]
        return pieces

    def profile(self, by):
        found = self.states.groupby(by)["duration"].agg(["count", "sum", "min", "max"])
        found["exclusive"] = self.pieces.groupby(by)["time"].sum()
        return found

    def imbalance(self):
        times = self.pieces.groupby(["value", "container"])["time"].sum().unstack(fill_value=0)
        # A container with states of its own and none of a value counts as 0.
        times = times.reindex(columns=self.states["container"].unique(), fill_value=0)
        found = pd.DataFrame({"mean": times.mean(axis=1), "greatest": times.max(axis=1)})
        return found[found["greatest"] > 0]

    def over_time(self, bins):
        edges = np.linspace(self.states["start"].min(), self.states["end"].max(), bins + 1)
        rows = {}
        for value, pieces in self.pieces.groupby("value"):
            for i in range(bins):
                inside = np.minimum(pieces["end"], edges[i + 1]) - np.maximum(pieces["start"], edges[i])
                rows[i, value] = inside[inside > 0].sum()
        return rows

    def matrix(self):
        return self.links.groupby(["source", "target"]).size().to_dict()

    def histogram(self, column, bins):
        if self.links.empty:
            return []
        counts, _ = np.histogram(self.links[column], bins)
        return counts.tolist()

    def efficiencies(self, useful):
        length = self.states["end"].max() - self.states["start"].min()
        times = self.pieces[self.pieces["value"].isin(useful)].groupby("container")["time"].sum()
        times = times.reindex(self.states["container"].unique(), fill_value=0)
        return {"length": length, "parallel": times.mean() / length, "load_balance": times.mean() / times.max(),
                "communication": times.max() / length}


def near(a, b, tolerance=1e-9):
    return abs(a - b) <= tolerance * max(1, abs(a), abs(b))


class Comparison:
    def __init__(self, report, tools, path, name):
        self.report, self.tools, self.path, self.name = report, tools, path, name
        self.table = Table(tools / "pj_dump", path)
        self.trace = paje.read(path)

    def same(self, what, wanted, got):
        keys = sorted(set(wanted) | set(got), key=str)
        wrong = [(key, wanted.get(key), got.get(key)) for key in keys if not near(wanted.get(key) or 0, got.get(key) or 0)]
        self.report.check(f"{self.name}: {what}", not wrong and len(wanted) > 0, f"(key, pandas, ours) {wrong[:4]}")

    def command(self, *words):
        done = blackbox.run([self.tools / "pj_analyze", *words, "-q", "--json", self.path])
        self.report.check(f"{self.name}: pj_analyze {words[0]} runs", done.code == 0, done.err)
        return json.loads(done.out)

    def sql(self, question):
        done = blackbox.run([self.tools / "pj_query", "-q", "--format=csv", self.path, question])
        self.report.check(f"{self.name}: {question}", done.code == 0, done.err)
        return pd.read_csv(io.StringIO(done.out), keep_default_na=False)

    def compare(self):
        self.profiles()
        self.over_time()
        self.messages()
        self.efficiencies()

    def profiles(self):
        table = self.table.profile("value")
        mine = pd.DataFrame(self.command("profile")["by_value"]).set_index("value")
        python = self.trace.flat_profile()
        sql = self.sql("SELECT * FROM profile('value')").set_index("value")
        for column, ours in (("count", "count"), ("sum", "inclusive"), ("exclusive", "exclusive")):
            wanted = table[column].to_dict()
            self.same(f"{ours} of pj_analyze", wanted, mine[ours].to_dict())
            self.same(f"{ours} of SQL", wanted, {str(k): v for k, v in sql[ours].to_dict().items()})
            self.same(f"{ours} of Python", wanted, {str(k): v for k, v in python[ours].to_dict().items()})
        wanted = self.table.profile(["container", "value"])
        rows = {(row["container"], row["value"]): row for row in self.command("profile")["by_container"]}
        for column, ours in (("count", "count"), ("exclusive", "exclusive")):
            self.same(f"{ours} by container", wanted[column].to_dict(), {key: row[ours] for key, row in rows.items()})
        self.same("identity: exclusive times add up to the outermost", {"": self.table.pieces["time"].sum()},
                  {"": self.table.states.query("depth == 0")["duration"].sum()})
        wanted = self.table.imbalance()
        sql, python = self.sql("SELECT * FROM load_imbalance()").set_index("value"), self.trace.load_imbalance()
        python = python.set_index("value") if "value" in python else python
        for column in ("mean", "greatest"):
            self.same(f"load imbalance, {column}, of SQL", wanted[column].to_dict(), sql[column].to_dict())
            self.same(f"load imbalance, {column}, of Python", wanted[column].to_dict(),
                      {str(k): v for k, v in python[column].to_dict().items()})

    def over_time(self):
        wanted = self.table.over_time(BINS)
        sql = self.sql(f"SELECT * FROM time_profile({BINS}) WHERE value <> ''")
        self.same("time profile of SQL", wanted, {(row.bin, str(row.value)): row.seconds for row in sql.itertuples()})
        mine = self.command("profile", "--bins", str(BINS))["over_time"]
        self.same("time profile of pj_analyze", wanted,
                  {(row["bin"], row["value"]): row["time"] for row in mine if row["value"]})

    def messages(self):
        if self.table.links.empty:
            return
        wanted = self.table.matrix()
        mine = self.command("messages", "--bins", str(BINS))
        self.same("matrix of pj_analyze", wanted, {(row["from"], row["to"]): row["messages"] for row in mine["matrix"]})
        python = self.trace.comm_matrix("count")
        self.same("matrix of Python", {"": sum(wanted.values())}, {"": python.to_numpy().sum()})
        counts = self.table.histogram("duration", BINS)
        self.same("latencies of pj_analyze", dict(enumerate(counts)), dict(enumerate(row["messages"] for row in mine["latencies"])))
        sql = self.sql(f"SELECT * FROM message_histogram({BINS}) WHERE measure = 'latency'")
        self.same("latencies of SQL", dict(enumerate(counts)), dict(enumerate(sql["count"])))
        python = self.trace.message_histogram(BINS, measure="latency")
        self.same("latencies of Python", dict(enumerate(counts)), dict(enumerate(python["count"])))
        counts = self.table.histogram("start", BINS)
        self.same("over time of pj_analyze", dict(enumerate(counts)), dict(enumerate(row["messages"] for row in mine["over_time"])))
        sql = self.sql(f"SELECT * FROM comm_over_time({BINS})")
        self.same("over time of SQL", dict(enumerate(counts)), dict(enumerate(sql["count"])))
        self.same("over time of Python", dict(enumerate(counts)), dict(enumerate(self.trace.comm_over_time(BINS)["count"])))

    def efficiencies(self):
        useful = [row["value"] for row in self.command("classes")["classes"] if row["class"] == "compute"]
        if "(no state)" in useful:
            return  # time without a state counts as useful here, and the table has no rows for it
        wanted = self.table.efficiencies(useful)
        mine = {row["efficiency"]: row["value"] for row in self.command("efficiency")["efficiency"]}
        self.same("efficiencies of pj_analyze", {k: v for k, v in wanted.items() if k != "length"},
                  {key: mine[key] for key in ("parallel", "load_balance", "communication")})
        self.same("efficiencies of SQL", wanted, self.sql("SELECT * FROM efficiencies()").iloc[0][list(wanted)].to_dict())
        self.same("efficiencies of Python", wanted, self.trace.efficiencies().iloc[0][list(wanted)].to_dict())


def traces(tools, samples, scratch):
    for name in ("ethernet", "infiniband"):
        yield samples / "heat" / f"heat.{name}.trace", f"heat.{name}"
    yield blackbox.DATA / "scaling" / "halo2d.8.trace.xz", "halo2d.8"
    yield blackbox.DATA / "traces" / "cg.S.8.trace.xz", "cg.S.8"
    for depth in (1, 3):
        path = scratch / f"depth{depth}.paje"
        blackbox.run([tools / "pj_generate", "--ranks", "6", "--iterations", "9", "--depth", str(depth), "--seed", str(depth),
                      "-o", path])
        yield path, f"generated, depth {depth}"


def main():
    tools, samples = map(Path, sys.argv[1:])
    report = blackbox.Report()
    for tool in ("pj_analyze", "pj_query", "pj_dump", "pj_generate"):
        blackbox.need_tool(tools, tool)
    with blackbox.scratch_directory() as scratch:
        for path, name in traces(tools, samples, Path(scratch)):
            if path.exists():
                Comparison(report, tools, path, name).compare()
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
