#!/usr/bin/env python3
"""The analyses in the Python package: the same numbers as pj_analyze's and those of the table
functions of pj_query, and what they are in traces small enough to be worked out by hand.

Usage: run_analysis.py TOOL_DIR SAMPLES DATA_FOLDER; PYTHONPATH names the package.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

try:
    import numpy as np
    import pandas
except ImportError:
    print("NumPy or pandas is not there")
    sys.exit(77)

import paje
from traces import NESTED_RUN

TOOLS, SAMPLES, DATA = map(Path, sys.argv[1:4])
TESTS = Path(__file__).resolve().parent.parent
# The module may be built with a sanitizer, which is preloaded; the tools need nothing of that.
PLAIN = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


def tool(name, *arguments):
    done = subprocess.run([TOOLS / name, *map(str, arguments)], capture_output=True, env=PLAIN)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def command(trace, *words):
    return tool("pj_analyze", *words, "--json", trace)


def sql(trace, question):
    return tool("pj_query", "--format", "json", trace, question)


def traces():
    found = [SAMPLES / "heat" / f"heat.{network}.trace" for network in ("ethernet", "infiniband")]
    found += [TESTS / "query" / "traces" / "nested_mpi.paje", TESTS / "data" / "traces" / "lu.S.8.trace.xz"]
    found += [DATA / "runs" / f"halo2d.{kind}.trace.xz" for kind in ("8.base.slow.1", "2.base")]
    return found


def records(frame):
    """Rows as dictionaries of numbers and texts; what is missing is None."""
    rows = frame.reset_index().astype(object).to_dict("records")
    return [{name: None if value is pandas.NA or value is None or value != value else value
             for name, value in row.items()} for row in rows]


def picked(rows, names):
    return [tuple(row[name] for name in names) for row in rows]


class OtherTypes(unittest.TestCase):
    """Of a container's states of several types one is looked at: the others are named once."""

    def test_states_of_other_types(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "types.txt"
            path.write_text("Container, 0, N, 0, 10, 10, n\nState, n, A, 0.0, 9.0, 9.0, 0, x\nState, n, A, 9.0, 10.0, 1.0, 0, y\n"
                            "State, n, B, 1.0, 2.0, 1.0, 0, z\n")
            trace = paje.read(path)
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                profile = trace.flat_profile()
                trace.idle_time()
                trace.analysis().flat_profile()
            self.assertEqual([str(one.message) for one in said],
                             ["1 state of further types of states of the same containers is left out: B"])
            self.assertIs(said[0].category, paje.TraceWarning)
            self.assertEqual(said[0].filename, __file__)
            self.assertEqual(profile["exclusive"].sum(), 10)
            self.assertEqual(trace.checks()["states_of_other_types"], 1)


class Lacks(unittest.TestCase):
    """What makes answers doubtful is a warning, once; an efficiency of nothing is an error."""

    def test_clocks_that_differ(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "late.txt"
            path.write_text("Container, 0, N, 0, 4, 4, n\nContainer, 0, N, 0, 4, 4, m\n"
                            "State, n, A, 0.0, 3.0, 3.0, 0, computing\nState, n, A, 3.0, 4.0, 1.0, 0, MPI_Send\n"
                            "State, m, A, 0.0, 1.0, 1.0, 0, computing\nState, m, A, 1.0, 2.0, 1.0, 0, MPI_Recv\n"
                            "Link, 0, L, 3.0, 2.0, -1.0, x, n, m, k\n")
            trace = paje.read(path)
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                trace.bounds()
                trace.waits()
            self.assertEqual(len(said), 1)
            self.assertIn("messages that end before they were sent: 1; calls", str(said[0].message))
            self.assertIn("fix_clocks=True", str(said[0].message))

    def test_unmatched_and_unclassified(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "lacks.txt"
            path.write_text("Container, 0, N, 0, 4, 4, n\nContainer, 0, N, 0, 4, 4, m\n"
                            "State, n, A, 0.0, 3.0, 3.0, 0, stencil\n"
                            "State, n, A, 3.0, 4.0, 1.0, 0, MPI_Recv\nState, m, A, 0.0, 1.0, 1.0, 0, MPI_Send\n"
                            "State, m, A, 1.0, 4.0, 3.0, 0, stencil\nLink, 0, L, 1.0, 2.0, 1.0, x, n, m, k\n")
            trace = paje.read(path)
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                trace.flat_profile()
                self.assertEqual(said, [])
                trace.waits()
                trace.efficiencies()
            self.assertEqual([str(one.message) for one in said], [
                "1 of 1 links do not connect a sending to a receiving state, so their waits are not seen",
                "2 sends and receives have no link, so their waits are not seen",
                "75.0 % of the time is in values that no rule classifies and counts as useful work: stencil"])
            self.assertEqual({one.category for one in said}, {paje.TraceWarning})
            self.assertEqual({one.filename for one in said}, {__file__})
            self.assertEqual(trace.checks()["unclassified"], 0.75)

    def test_no_states(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "empty.txt"
            path.write_text("Container, 0, N, 0, 10, 10, n\n")
            with self.assertRaisesRegex(ValueError, "the trace has no states"):
                paje.read(path).efficiencies()


class Agreement(unittest.TestCase):
    """Python, SQL and the command give the same rows, to the last digit."""

    def agree(self, trace, frame, question, rows, renamed=()):
        """`renamed`: columns of the command by their name in Python."""
        mine = records(frame)
        asked = sql(trace, question)
        with self.subTest(trace=trace.name, question=question):
            self.assertEqual(len(mine), len(asked))
            names = [name for name in (asked[0] if asked else {}) if mine and name in mine[0]]
            self.assertEqual(picked(mine, names), picked(asked, names))
            self.assertEqual(len(mine), len(rows))
            renamed = dict(renamed)
            names = [name for name in (rows[0] if rows else {}) if mine and renamed.get(name, name) in mine[0]]
            self.assertEqual(picked(mine, [renamed.get(name, name) for name in names]), picked(rows, names))
            if mine:
                self.assertGreater(len(names), 2)

    def test_waits_and_causes(self):
        for path in traces():
            trace = paje.read(path)
            waits = sorted(command(path, "waits")["waits"], key=lambda row: (row["start"], row["container"]))
            self.agree(path, trace.waits().sort_values(["start", "path"], kind="stable"),
                       "SELECT * FROM waits() ORDER BY start, path", [
                           {**row, "wrong_order": row["wrong_order"] or None} for row in waits])
            roots = sorted(command(path, "waits").get("root_waits", []), key=lambda row: (row["start"], row["container"]))
            self.agree(path, trace.root_waits().sort_values(["start", "path"], kind="stable"),
                       "SELECT * FROM root_waits() ORDER BY start, path", roots)
            self.agree(path, trace.causes(), "SELECT * FROM causes()", command(path, "causes")["causes"])

    def test_path_slack_efficiencies(self):
        for path in traces():
            trace = paje.read(path)
            found = command(path, "path")
            self.agree(path, trace.critical_path(), "SELECT * FROM critical_path()", found["path"],
                       {"length": "duration"})
            self.agree(path, trace.slack(), "SELECT * FROM slack()", command(path, "slack")["states"])
            efficiencies = records(trace.efficiencies())
            self.assertEqual(picked(efficiencies, sql(path, "SELECT * FROM efficiencies()")[0]),
                             [tuple(sql(path, "SELECT * FROM efficiencies()")[0].values())])
            for row in command(path, "efficiency")["efficiency"]:
                self.assertEqual(efficiencies[0][row["efficiency"]], row["value"])

    def test_bounds_and_clocks(self):
        for path in traces():
            trace, found = paje.read(path), command(path, "bounds")
            self.agree(path, trace.bounds(), "SELECT * FROM bounds()", [
                {"bound": row["bound"], "seconds": row["time"], "container": None} for row in found["bounds"]] + [
                {"bound": bound, "seconds": node[bound], "container": node["container"]}
                for node in found["nodes"] for bound in ("length", "area")])
            clocks = trace.clocks()
            clocks["disagrees"] = clocks["disagrees"].astype(int)
            # Numbers without a bound are null there.
            clocks = clocks.replace([np.inf, -np.inf], np.nan)
            self.agree(path, clocks, "SELECT * FROM clocks()", command(path, "clocks")["offsets"])

    def test_profiles(self):
        for path in traces():
            trace, found = paje.read(path), command(path, "profile")
            self.assertEqual(picked(records(trace.flat_profile()), found["by_value"][0]),
                             picked(found["by_value"], found["by_value"][0]))
            self.assertEqual(
                picked(records(trace.flat_profile(per_process=True)), found["by_container"][0]),
                picked(found["by_container"], found["by_container"][0]))
            self.agree(path, trace.create_cct(), "SELECT * FROM call_tree()", found["call_tree"])
            self.agree(path, trace.load_imbalance(), "SELECT * FROM load_imbalance()",
                       found["load_imbalance"])
            self.agree(path, trace.idle_time(), "SELECT * FROM idle_time()", found["idle_time"])
            self.agree(path, trace.communication_overlap(), "SELECT * FROM communication_overlap()",
                       found["communication_overlap"])

    def test_time_profile(self):
        for path in traces():
            trace = paje.read(path)
            frame = trace.time_profile(20)
            rows = sql(path, "SELECT * FROM time_profile(20)")
            self.assertEqual(picked(rows, ("bin", "start", "end", "value", "seconds")), picked(
                command(path, "profile")["over_time"], ("bin", "start", "end", "value", "time")))
            by_value = {name: 0.0 for name in frame.columns[3:]}
            for row in rows:
                self.assertEqual(row["start"], frame["bin_start"][row["bin"]])
                self.assertEqual(row["end"], frame["bin_end"][row["bin"]])
                if row["value"]:
                    self.assertEqual(row["seconds"], frame[row["value"]][row["bin"]])
                    by_value[row["value"]] += row["seconds"]
            self.assertEqual(list(by_value), sorted(by_value, key=by_value.get, reverse=True))
            self.assertEqual((frame[list(by_value)] > 0).sum().sum(), sum(bool(r["value"]) for r in rows))
            idle = trace.idle_time()
            self.assertAlmostEqual(frame["idle_time"].sum(), (idle["no_state"] + idle["outside"]).sum(), 9)
            shares = trace.time_profile(20, normalized=True)
            np.testing.assert_allclose(shares[frame.columns[2:]].sum(axis=1), 1, atol=1e-9)

    def test_messages(self):
        for path in traces():
            trace, found = paje.read(path), command(path, "messages")
            self.agree(path, trace.comm_over_time(20), "SELECT * FROM comm_over_time(20)",
                       found["over_time"], {"messages": "count"})
            for measure, sheet in (("size", "sizes"), ("latency", "latencies")):
                rows = sql(path, f"SELECT * FROM message_histogram(20) WHERE measure = '{measure}'")
                if not rows:
                    continue
                self.agree(path, trace.message_histogram(20, measure=measure), "SELECT * FROM "
                           f"message_histogram(20) WHERE measure = '{measure}'", found[sheet],
                           {"messages": "count"})
            rows = sql(path, "SELECT * FROM matrix(NULL)")
            counts = trace.comm_matrix("count")
            self.assertEqual((counts.to_numpy() != 0).sum(), len(rows))
            for row in rows:
                self.assertEqual(counts.at[row["start_path"], row["end_path"]], row["count"])
            if rows and rows[0]["bytes"] is not None:
                sizes = trace.comm_matrix()
                for row in rows:
                    self.assertEqual(sizes.at[row["start_path"], row["end_path"]], row["bytes"])
            self.assertEqual(picked(records(trace.comm_by_process()),
                                    ("sent", "received", "bytes_sent", "bytes_received")),
                             picked(found["by_container"], ("sent", "received", "bytes_sent", "bytes_received")))

    def test_iterations_and_lateness(self):
        for path in traces():
            trace = paje.read(path)
            rows = command(path, "iterations")["iterations"]
            self.agree(path, trace.iterations(), "SELECT * FROM iterations()",
                       [{**row, "outlier": bool(row["outlier"])} for row in rows])
            lateness = trace.lateness()
            self.agree(path, lateness, "SELECT * FROM lateness()", records(lateness))
            late = lateness[lateness["lateness"] > 0]
            self.assertEqual(sorted(picked(records(late), ("container", "value", "start", "lateness"))), sorted(
                picked(command(path, "lateness")["states"], ("container", "value", "start", "lateness"))))

    def test_identities(self):
        for path in traces():
            trace = paje.read(path)
            length = trace.efficiencies()["length"][0]
            self.assertAlmostEqual(trace.critical_path()["duration"].sum(), length, 9)
            self.assertAlmostEqual(trace.causes()["seconds"].sum(), trace.waits()["amount"].sum(), 9)
            self.assertEqual(trace.checks()["length"], length)
            self.assertEqual(trace.critical_path_analysis().to_dict(), trace.critical_path().to_dict())

    def test_patterns_are_iterations(self):
        for path in traces():
            trace = paje.read(path)
            iterations, pattern = trace.iterations(), trace.detect_pattern()
            self.assertEqual(pattern["iteration"].nunique(), len(iterations))
            bounds = pattern.groupby(["iteration", "path"]).agg({"start": "min", "end": "max"})
            # It lasts until the next one of its container begins; the last one as long as its states.
            bounds["end"] = bounds.groupby("path")["start"].shift(-1).fillna(bounds["end"])
            bounds = bounds.groupby("iteration").agg({"start": "min", "end": "max"})
            self.assertEqual(list(bounds["start"]), list(iterations["start"]))
            self.assertEqual(list(bounds["end"]), list(iterations["end"]))


class ByHand(unittest.TestCase):
    """NESTED_RUN: two ranks; in p1 `solve` is around `work` and a message to p2, which waits for it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name) / "nested.paje"
        cls.path.write_text(NESTED_RUN)
        cls.trace = paje.read(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_profile(self):
        profile = self.trace.flat_profile()
        self.assertEqual(profile.loc["solve", ["count", "inclusive", "exclusive", "shortest", "longest"]]
                         .tolist(), [2, 9, 4, 4, 5])
        self.assertEqual(profile.loc["work", ["count", "exclusive", "longest"]].tolist(), [3, 8, 3])
        self.assertAlmostEqual(profile.at["work", "mean"], 8 / 3)
        each = self.trace.flat_profile(per_process=True)
        self.assertEqual(each.loc[("p2", "work"), "exclusive"], 3)
        tree = self.trace.create_cct()
        self.assertEqual([(None if p is pandas.NA else p, v, i) for p, v, i in
                          zip(tree["parent"], tree["value"], tree["inclusive"])],
                         [(None, "solve", 9), (0, "work", 5), (0, "MPI_Send", 0), (None, "MPI_Recv", 5),
                          (None, "work", 3)])
        self.assertEqual(list(self.trace.create_cct("p2")["value"]), ["MPI_Recv", "work"])
        named = self.trace.flat_profile(["time.exc", "count", "time.inc"])
        self.assertEqual(list(named.columns), ["time.exc", "count", "time.inc"])
        self.assertEqual(named.loc["solve"].tolist(), [4, 2, 9])
        self.assertEqual(self.trace.flat_profile("mean", per_process=True).loc[("p2", "work"), "mean"], 3)
        imbalance = self.trace.load_imbalance()
        self.assertEqual(imbalance.loc["work", ["mean", "greatest", "ratio", "path"]].tolist(), [4, 5, 1.25, "p1"])

    def test_time(self):
        frame = self.trace.time_profile(3)
        self.assertEqual(frame["bin_end"].tolist(), [3, 6, 9])
        self.assertEqual(frame["work"].tolist(), [2, 2, 4])
        self.assertEqual(frame["solve"].tolist(), [1, 2, 1])
        self.assertEqual(frame["MPI_Recv"].tolist(), [3, 2, 0])
        self.assertEqual(frame["idle_time"].tolist(), [0, 0, 1])
        self.assertNotIn("MPI_Send", frame)
        self.assertEqual(self.trace.time_profile(3, normalized=True)["work"].tolist(), [2 / 6, 2 / 6, 4 / 6])

    def test_messages(self):
        matrix = self.trace.comm_matrix()
        self.assertEqual((matrix.at["p1", "p2"], matrix.to_numpy().sum()), (10, 10))
        self.assertEqual(self.trace.comm_matrix("count").at["p1", "p2"], 1)
        self.assertEqual(records(self.trace.message_histogram(5)),
                         [{"index": 0, "low": 10, "high": 10, "count": 1}])
        self.assertEqual(records(self.trace.message_histogram(5, measure="latency")),
                         [{"index": 0, "low": 1, "high": 1, "count": 1}])
        by_process = self.trace.comm_by_process()
        self.assertEqual(by_process["sent"].tolist(), [1, 0])
        self.assertEqual(by_process["bytes_received"].tolist(), [0, 10])
        self.assertEqual(self.trace.comm_over_time()["bytes"].tolist(), [10])

    def test_waiting(self):
        (wait,) = records(self.trace.waits())
        self.assertEqual(picked([wait], ("path", "value", "kind", "amount", "waits_for_path", "wrong_order")),
                         [("p2", "MPI_Recv", "late_sender", 4, "p1", None)])
        self.assertEqual(picked(records(self.trace.causes()), ("path", "value", "seconds", "direct", "passed_on")),
                         [("p1", "work", 3, 3, 0), ("p1", "solve", 1, 1, 0)])
        idle = self.trace.idle_time().set_index("path")
        self.assertEqual(idle.loc["p2", ["in_calls", "outside", "total"]].tolist(), [4, 1, 5])
        self.assertEqual(idle.at["p1", "total"], 0)
        path = self.trace.critical_path()
        self.assertEqual((set(path["path"]), path["duration"].sum()), ({"p1"}, 9))
        slack = self.trace.slack()
        self.assertEqual(slack[slack["path"] == "p2"]["slack"].tolist(), [1, 1])
        self.assertEqual(slack[slack["path"] == "p1"]["slack"].max(), 0)
        (efficiencies,) = records(self.trace.efficiencies())
        self.assertAlmostEqual(efficiencies["parallel"], 6 / 9)
        self.assertAlmostEqual(efficiencies["load_balance"], 6 / 9)
        late = self.trace.lateness()
        self.assertEqual(picked(records(late[late["lateness"] > 0]), ("path", "value", "lateness")),
                         [("p2", "work", 4)])

    def test_patterns(self):
        pattern = self.trace.detect_pattern("solve")
        self.assertEqual(picked(records(pattern), ("iteration", "value", "start")),
                         [(0, "solve", 0), (0, "work", 1), (0, "MPI_Send", 4), (0, "solve", 4), (1, "solve", 5),
                          (1, "work", 6), (1, "solve", 8)])
        self.assertEqual(len(self.trace.detect_pattern("solve", process="p2")), 0)
        self.assertEqual(picked(records(self.trace.iterations(marker="solve")), ("start", "end")),
                         [(0, 5), (5, 9)])
        self.assertEqual(len(self.trace.iterations()), 0)

    def test_classes(self):
        file = Path(self.folder.name) / "my.classes"
        file.write_text("idle work\n")
        analysis = self.trace.analysis(classes=file)
        self.assertEqual(analysis.idle_time()["idle"].tolist(), [5, 3])
        self.assertEqual(analysis.classes().loc["work"].tolist(), ["idle", "local", True])
        self.assertEqual(self.trace.classes().loc["work"].tolist(), ["compute", "local", False])
        self.assertEqual(self.trace.idle_time()["idle"].tolist(), [0, 0])
        file.write_text("idle work\nnonsense x\n")
        with self.assertRaisesRegex(ValueError, "my.classes:2:"):
            self.trace.analysis(classes=file)
        with self.assertRaises(FileNotFoundError):
            self.trace.analysis(classes=file.with_suffix(".none"))

    def test_arguments(self):
        for call, error, text in (
                (lambda t: t.time_profile(0), ValueError, "num_bins is to be from 1 to 10000"),
                (lambda t: t.flat_profile("time"), ValueError, "metrics is to be one of count, inclusive"),
                (lambda t: t.comm_matrix("volume"), ValueError, "output is to be one of size, count"),
                (lambda t: t.create_cct("p3"), KeyError, "'p3'; there are: p1, p2"),
                (lambda t: t.iterations(marker="none"), ValueError, "'none'"),
                (lambda t: t.analysis(root="p3"), ValueError, "p3"),
                (lambda t: t.multirun_analysis([]), ValueError, "at least one"),
                (lambda t: t.multirun_analysis([1]), TypeError, "found int"),
                (lambda t: t.multirun_analysis([t], "mean"), ValueError, "metric is to be one of")):
            with self.assertRaisesRegex(error, text):
                call(self.trace)

    def test_no_sizes_and_no_states(self):
        path = Path(self.folder.name) / "bare.paje"
        path.write_text(NESTED_RUN.replace("% Size int\n", "").replace(" m 1 10\n", " m 1\n"))
        trace = paje.read(path)
        with self.assertRaisesRegex(ValueError, "no sizes"):
            trace.comm_matrix()
        with self.assertRaisesRegex(ValueError, "no sizes"):
            trace.message_histogram()
        self.assertTrue(math.isnan(trace.comm_over_time()["bytes"][0]))
        path.write_text("\n".join(line for line in NESTED_RUN.splitlines()
                                  if line[:2] not in ("12", "13", "15", "16")) + "\n")
        trace = paje.read(path)
        for name in ("flat_profile", "time_profile", "load_imbalance", "idle_time", "comm_by_process",
                     "critical_path", "lateness", "detect_pattern", "create_cct", "waits", "causes", "slack",
                     "iterations", "classes", "communication_overlap", "comm_matrix", "message_histogram"):
            with self.subTest(name=name):
                frame = getattr(trace, name)()
                self.assertEqual(0 if name == "time_profile" else len(frame), 0)

    def test_without_pandas(self):
        code = ("import sys; sys.modules['pandas'] = None\nimport paje\n"
                f"trace = paje.read({str(self.path)!r})\nprint(trace.states.count)\ntrace.waits()")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(done.stdout, "7\n")
        self.assertIn("ImportError: waits() gives a pandas.DataFrame, and pandas cannot", done.stderr)


class SeveralRuns(unittest.TestCase):
    def test_columns(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.paje"
            path.write_text(NESTED_RUN)
            one = paje.read(path)
            path.write_text(NESTED_RUN.replace("12 6 S p1 work", "12 6 S p1 check"))
            frame = paje.multirun_analysis([one, paje.read(path)])
        self.assertEqual(frame.index.tolist(), [2, 2])
        self.assertEqual(frame.columns[0], "work")
        self.assertEqual(frame["work"].tolist(), [4, 3])
        self.assertEqual(frame["check"].tolist(), [0, 1])

    def test_scaling(self):
        """halo2d on 1 to 16 ranks does the same work in all."""
        runs = [DATA / "runs" / f"halo2d.{ranks}.base.trace.xz" for ranks in (1, 2, 4, 8, 16)]
        frame = paje.multirun_analysis([paje.read(run) for run in runs])
        self.assertEqual(frame.index.tolist(), [1, 2, 4, 8, 16])
        self.assertEqual(frame.columns[0], "computing")
        np.testing.assert_allclose(frame["computing"] * frame.index, 1.2582912, rtol=1e-6)
        counts = paje.Trace.multirun_analysis([paje.read(run) for run in runs[1:3]], "count")
        self.assertEqual(counts["PMPI_Allreduce"].tolist(), [40, 40])


class Aggregates(unittest.TestCase):
    """Levels and densities are those of pj_aggregate."""

    def same_parts(self, aggregates, path, *words):
        report = tool("pj_aggregate", "--json", "--p", 0.5, "--slices", 20, *words, path)
        partition = aggregates.partition(0.5)
        self.assertEqual(aggregates.value_names, report["values"])
        self.assertEqual([(part.path, part.start, part.end) for part in partition.parts],
                         [(a["container"], a["start"], a["end"]) for a in report["aggregates"]])
        for part, other in zip(partition.parts, report["aggregates"]):
            np.testing.assert_allclose(list(part.shares.values()), other["shares"], rtol=1e-9, atol=1e-12)
        return report

    def test_levels(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ranks.paje"
            subprocess.run([TOOLS / "pj_generate", "--ranks", "16", "-o", path], check=True, env=PLAIN)
            trace = paje.read(path)
            for given, words, leaves in (({"level": "Node"}, ["--level", "Node"], 4),
                                         ({"depth": 2}, ["--depth", "2"], None),
                                         ({"containers": "*rank-1*"}, ["--containers", "*rank-1*"], None)):
                with self.subTest(words=words):
                    found = paje.aggregate(trace, slices=20, **given)
                    report = self.same_parts(found, path, *words)
                    self.assertEqual(len(found.amounts), report["containers"])
                    self.assertLess(len(found.amounts), 16)
                    if leaves:
                        self.assertEqual(len(found.amounts), leaves)
            some = paje.aggregate(trace, containers="*rank-1*", density="waiting", slices=20)
            self.same_parts(some, path, "--containers", "*rank-1*", "--density", "waiting")
            nodes = paje.aggregate(trace, level="Node", density="waiting", slices=20)
            self.same_parts(nodes, path, "--level", "Node", "--density", "waiting")
        for given, error, text in (({"level": "Nodes"}, KeyError, "no type of containers is named 'Nodes'"),
                                   ({"level": "Node", "depth": 1}, ValueError, "exclude each other"),
                                   ({"containers": "x*"}, KeyError, "x\\*"),
                                   ({"density": "x"}, ValueError, "density is to be one of waiting, cause"),
                                   ({"density": "cause", "outermost": True}, ValueError, "takes neither")):
            with self.subTest(given=given), self.assertRaisesRegex(error, text):
                paje.aggregate(trace, **given)

    def test_densities(self):
        for path in traces():
            trace = paje.read(path)
            totals = {"waiting": trace.waits()["amount"].sum(), "cause": trace.causes()["seconds"].sum(),
                      "critical": trace.critical_path()["duration"].sum()}
            for density in ("waiting", "cause", "critical", "lateness"):
                with self.subTest(trace=path.name, density=density):
                    found = paje.aggregate(trace, density=density, slices=20)
                    self.same_parts(found, path, "--density", density)
                    if density in totals:
                        amount = found.amounts.sum() * (found.end - found.start) / 20
                        self.assertAlmostEqual(amount, totals[density], 9)

    def test_classes(self):
        trace = paje.read(traces()[0])
        with tempfile.TemporaryDirectory() as folder:
            classes = Path(folder) / "my.classes"
            classes.write_text("compute PMPI_Gatherv\n")
            mine = paje.aggregate(trace.analysis(classes=classes), density="waiting")
        self.assertNotIn("early_reduce", mine.value_names)
        self.assertIn("early_reduce", paje.aggregate(trace, density="waiting").value_names)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
