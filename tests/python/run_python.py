#!/usr/bin/env python3
"""The Python package against the tools: the same trace has to give the same numbers.

Usage: run_python.py TOOL_DIR SAMPLES; PYTHONPATH names the package.
"""

import csv
import gc
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import threading
import unittest
import weakref
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("NumPy is not there")
    sys.exit(77)

import paje

TOOLS = Path(sys.argv[1])
SAMPLES = Path(sys.argv[2])
HEAT = [SAMPLES / "heat" / f"heat.{network}.trace" for network in ("ethernet", "infiniband")]
# The module may be built with a sanitizer, which is preloaded; the tools need nothing of that.
PLAIN = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


def tool(name, *arguments, status=0):
    done = subprocess.run([TOOLS / name, *map(str, arguments)], capture_output=True, env=PLAIN)
    assert done.returncode == status, done.stderr
    return done.stdout


def table(path):
    """Rows of pj_dump by nature; numbers keep all their digits."""
    text = tool("pj_dump", "--quotes=csv", "-l", 20, "-n", "-z", path)
    rows = {}
    for row in csv.reader(text.decode("utf-8", "surrogateescape").splitlines()):
        rows.setdefault(row[0], []).append(row[1:])
    return rows


def close(a, b):
    return a == b or abs(a - b) <= 1e-12 * max(1, abs(a), abs(b))


def sample_traces():
    traces = HEAT + sorted((SAMPLES / "features").glob("*.paje"))
    traces += sorted((SAMPLES / "features" / "multi_file").glob("root*"))
    traces.append(Path(__file__).resolve().parent.parent / "data" / "traces" / "lu.S.8.trace.xz")
    return [trace for trace in traces if trace.is_file()]


def other_formats(folder):
    """A small trace of each, and the tables of pj_export."""
    inputs = Path(__file__).resolve().parent.parent / "import" / "data"
    tables = Path(folder) / "tables"
    tool("pj_export", "--quiet", "--to", "csv", HEAT[0], "-o", tables)
    traces = [inputs / name for name in ("small.json", "small.prv", "small.csv", "ring")] + [tables]
    # A build may be without the library of OTF2.
    done = subprocess.run([TOOLS / "pj_dump", inputs / "ring"], capture_output=True, env=PLAIN)
    return [trace for trace in traces if trace.name != "ring" or b"without OTF2" not in done.stderr]


def read(path):
    return paje.read(path, old_field_names=True, ignore_incomplete_links=True)


def generated(folder, *options):
    path = Path(folder) / "generated.paje"
    tool("pj_generate", *options, "-o", path)
    return path


class Table(unittest.TestCase):
    """What pj_dump prints is what arrays hold."""

    def rows_of(self, columns, numbers, names):
        names_of = [np.asarray(columns[name]) for name in names]
        numbers_of = [columns[name] for name in numbers]
        return sorted(zip(*names_of, *numbers_of), key=repr)

    def assert_rows(self, found, expected, names):
        self.assertEqual(len(found), len(expected))
        for row, other in zip(sorted(found, key=repr), sorted(expected, key=repr)):
            self.assertEqual(row[:names], other[:names])
            for number, wanted in zip(row[names:], other[names:]):
                self.assertTrue(close(float(number), wanted), (row, other))

    def assert_table(self, trace, rows):
        self.assert_rows(
            self.rows_of(trace.states(), ("start", "end", "depth"),
                         ("container", "type", "value")),
            [(r[0], r[1], r[6], float(r[2]), float(r[3]), float(r[5]))
             for r in rows.get("State", [])], 3)
        self.assert_rows(
            self.rows_of(trace.variables(), ("start", "end", "value"),
                         ("container", "type")),
            [(r[0], r[1], float(r[2]), float(r[3]), float(r[5]))
             for r in rows.get("Variable", [])], 2)
        self.assert_rows(
            self.rows_of(trace.events(), ("time",), ("container", "type", "value")),
            [(r[0], r[1], r[3], float(r[2])) for r in rows.get("Event", [])], 3)
        self.assert_rows(
            self.rows_of(trace.links(), ("start", "end"),
                         ("container", "type", "value", "start_container",
                          "end_container")),
            [(r[0], r[1], r[5], r[6], r[7], float(r[2]), float(r[3]))
             for r in rows.get("Link", [])], 5)
        keys = trace.link_keys(trace.links().row)
        self.assertEqual(sorted(keys), sorted(r[8] for r in rows.get("Link", [])))
        containers = trace.containers()
        self.assertEqual(sorted(np.asarray(containers.name)),
                         sorted(r[5] for r in rows["Container"] if r[5] != "0"
                                or r[0] != "0"))

    def test_every_nature(self):
        self.assertGreater(len(sample_traces()), 20)
        for path in sample_traces():
            with self.subTest(trace=path.name):
                self.assert_table(read(path), table(path))

    def test_other_formats(self):
        """Traces of other tools have the objects, and the user-defined fields, of what pj_import makes of them."""
        with tempfile.TemporaryDirectory() as folder:
            converted = Path(folder) / "converted.paje"
            for path in other_formats(folder):
                with self.subTest(trace=path.name):
                    tool("pj_import", "--quiet", path, "-o", converted)
                    trace, other = read(path), read(converted)
                    rows = table(converted)
                    self.assertGreater(len(rows["State"]), 2)
                    self.assert_table(trace, rows)
                    for kind in ("states", "links", "variables", "events", "containers"):
                        found, wanted = getattr(trace, kind)().fields, getattr(other, kind)().fields
                        self.assertEqual([*found], [*wanted])
                        for name in wanted:
                            self.assertEqual(repr(np.ma.asarray(found[name]).tolist()),
                                             repr(np.ma.asarray(wanted[name]).tolist()))

    def test_bytes_that_are_no_text_come_back(self):
        trace = read(SAMPLES / "features" / "latin1.paje")
        names = {value.name for value in trace.values} | {c.name for c in trace.container_list}
        odd = [name for name in names if any("\udc80" <= c <= "\udcff" for c in name)]
        self.assertTrue(odd)
        content = (SAMPLES / "features" / "latin1.paje").read_bytes()
        for name in odd:
            self.assertIn(name.encode("utf-8", "surrogateescape"), content)


class Memory(unittest.TestCase):
    """Arrays lie over the trace's memory and keep it."""

    def test_arrays_outlive_the_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = paje.read(generated(folder, "--ranks", 8, "--size", "2MB"))
            arrays = [trace.states().start, trace.states().value.codes, trace.links().end,
                      trace.variables().value, trace.events().time]
            copies = [array.copy() for array in arrays]
            gone = weakref.ref(trace)
            del trace
            gc.collect()
            self.assertIsNone(gone())
            junk = [paje.read(Path(folder) / "generated.paje") for _ in range(2)]
            del junk
            gc.collect()
            for array, copy in zip(arrays, copies):
                np.testing.assert_array_equal(array, copy)

    def test_model_outlives_the_aggregates(self):
        amounts = paje.aggregate(paje.read(HEAT[0])).amounts
        again = paje.aggregate(paje.read(HEAT[0]))
        gc.collect()
        np.testing.assert_array_equal(amounts, again.amounts)
        self.assertFalse(amounts.flags.writeable)

    def test_nothing_is_copied(self):
        trace = paje.read(HEAT[0])
        whole = trace.states()
        self.assertTrue(np.shares_memory(whole.start, trace.states().start))
        self.assertTrue(np.shares_memory(whole.value.codes, trace.states().value.codes))
        self.assertTrue(np.shares_memory(whole.start, trace.states(containers="rank-3").start))

    def test_names_of_runs_are_small(self):
        with tempfile.TemporaryDirectory() as folder:
            for ranks, element in ((4, np.uint8), (300, np.uint16)):
                states = paje.read(generated(folder, "--ranks", ranks, "--size", "1MB")).states()
                self.assertEqual(states.container.codes.dtype, element)
                self.assertEqual(states.type.codes.strides, (0,))
                self.assertEqual(states.count, len(states.start))
                self.assertEqual(len(states.type), states.count)
                np.testing.assert_array_equal(states.row, np.arange(states.count))
                found = states.dataframe().groupby("container", observed=True).size()
                self.assertEqual(len(found), ranks)
                self.assertEqual(found.sum(), states.count)

    def test_numbers_are_repeated(self):
        many = paje._paje.repeated(np.array([7, 70_000, 1], np.uint32), np.array([2, 0, 3]))
        np.testing.assert_array_equal(many, [7, 7, 1, 1, 1])
        self.assertEqual(many.dtype, np.uint32)
        for numbers, times in (([1], [-1]), ([1, 2], [1])):
            with self.assertRaises(ValueError):
                paje._paje.repeated(np.array(numbers, np.uint32), np.array(times))

    def test_arrays_cannot_be_changed(self):
        trace = paje.read(HEAT[0])
        for array in (trace.states().start, trace.states().value.codes, trace.links().end):
            with self.assertRaises(ValueError):
                array[0] = 1
            with self.assertRaises(ValueError):
                array.flags.writeable = True


class Selection(unittest.TestCase):
    """By container, type and time: what a look at every row gives."""

    def test_random_windows(self):
        dice = random.Random(7)
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(6):
                path = generated(folder, "--shape", "varied", "--seed", seed, "--events", 600)
                trace = paje.read(path, ignore_incomplete_links=True)
                for _ in range(20):
                    self.check_window(trace, dice)

    def check_window(self, trace, dice):
        begin = dice.uniform(-1, (trace.end_time or 0) + 1)
        window = {"start": begin, "end": begin + dice.expovariate(1)}
        if dice.random() < 0.3:
            del window[dice.choice(["start", "end"])]
        for nature in ("states", "variables", "events", "links"):
            whole = getattr(trace, nature)()
            starts = whole.time if nature == "events" else whole.start
            ends = whole.time if nature == "events" else whole.end
            mask = (ends >= window.get("start", -np.inf)) & (starts <= window.get("end", np.inf))
            options = dict(window)
            if whole.count and dice.random() < 0.5:
                name = whole.container[dice.randrange(whole.count)]
                options["containers"] = name
                mask &= whole.container == name
            if whole.count and dice.random() < 0.5:
                name = whole.type[dice.randrange(whole.count)]
                options["type"] = [name]
                mask &= whole.type == name
            chosen = getattr(trace, nature)(**options)
            np.testing.assert_array_equal(chosen.row, np.flatnonzero(mask))
            for column in whole:
                np.testing.assert_array_equal(np.asarray(chosen[column]),
                                              np.asarray(whole[column])[mask])

    def test_patterns_and_paths(self):
        trace = paje.read(HEAT[0])
        path = trace.paths[[c.name for c in trace.container_list].index("rank-3")]
        by_path = trace.states(containers=path)
        self.assertGreater(by_path.count, 0)
        np.testing.assert_array_equal(by_path.row, trace.states(containers="rank-[3]").row)
        self.assertEqual(trace.states(containers=["rank-0", "rank-1"]).count,
                         trace.states(containers="rank-[01]").count)

    def test_reading_a_part(self):
        whole = paje.read(HEAT[0])
        part = paje.read(HEAT[0], containers=["rank-0", "*-7"], types="MPI_STATE", start=0.03,
                         end=0.04)
        chosen = whole.states(containers=["rank-0", "*-7"], type="MPI_STATE", start=0.03, end=0.04)
        self.assertGreater(chosen.count, 10)
        self.assertEqual(part.states().count, chosen.count)
        np.testing.assert_array_equal(part.states().start, chosen.start)
        self.assertEqual(part.links().count, 0)
        self.assertEqual(len(part.container_list), len(whole.container_list))
        with self.assertRaisesRegex(KeyError, "no type 'MPI_STAT'; it has: MPI_STATE"):
            paje.read(HEAT[0], types=["MPI_STAT"])
        with self.assertRaisesRegex(ValueError, "start is to be at most end"):
            paje.read(HEAT[0], start=2, end=1)

    def test_what_is_not_there_is_told(self):
        trace = paje.read(HEAT[0])
        with self.assertRaisesRegex(KeyError, "no container is like 'rank-9'"):
            trace.states(containers="rank-9")
        with self.assertRaisesRegex(KeyError, "there are: .*MPI_STATE"):
            trace.states(type="NONE")
        with self.assertRaisesRegex(AttributeError, "there are: container, path, type"):
            trace.states().begin


class Frames(unittest.TestCase):
    def setUp(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not there")
        self.pandas = pandas

    def test_sums_are_those_of_the_table(self):
        frame = paje.read(HEAT[0]).states().dataframe()
        self.assertIsInstance(frame["value"].dtype, self.pandas.CategoricalDtype)
        sums = frame.groupby("value", observed=True)["duration"].sum()
        expected = {}
        for row in table(HEAT[0])["State"]:
            expected[row[6]] = expected.get(row[6], 0) + float(row[3]) - float(row[2])
        self.assertEqual(set(sums.index), set(expected))
        for name, total in expected.items():
            self.assertAlmostEqual(sums[name], total, places=12)

    def test_one_name_of_two_types_is_one_category(self):
        for path in sample_traces():
            trace = read(path)
            for columns in (trace.states(), trace.links(), trace.events(), trace.variables(),
                            trace.containers()):
                frame = columns.dataframe()
                self.assertEqual(len(frame), columns.count)
                for name in columns:
                    if isinstance(columns[name], paje.Categorical):
                        names = frame[name].astype(object)
                        self.assertEqual(list(names.where(names.notna(), None)),
                                         list(columns[name]))


class Errors(unittest.TestCase):
    def test_a_bad_trace_tells_where(self):
        path = SAMPLES / "bad" / "link_incomplete_at_end.paje"
        with self.assertRaises(paje.TraceError) as caught:
            paje.read(path)
        error = caught.exception
        report = json.loads(tool("pj_validate", "--json", path, status=1))["problems"][0]
        place = report["places"][0]
        self.assertEqual((error.file, error.line, error.column), (str(path), place["line"],
                                                                 place["column"]))
        self.assertEqual((error.rule, error.found, error.expected),
                         (report["rule"], place["found"], place["expected"]))
        self.assertIn("incomplete link", str(error))
        self.assertIsInstance(error.diagnostic, paje.Diagnostic)
        self.assertIsInstance(error, ValueError)

    def test_a_missing_part_is_a_warning(self):
        path = SAMPLES / "odd" / "part_missing.paje"
        with self.assertWarnsRegex(paje.TraceWarning, "nowhere.paje"):
            trace = paje.read(path)
        self.assertEqual(len(trace.container_list), 2)
        self.assertEqual([problem.rule for problem in paje.validate(path)], ["unreadable-part"])

    def test_lines_of_other_formats_are_checked(self):
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "a.ti"
            path.write_text("0 send 1 0 5\n1 recv 0 0 5\n0 blah\n")
            self.assertEqual([(problem.rule, problem.line) for problem in paje.validate(path)], [("other-format", 3)])
            path.write_text("0 send 1 0 5\n1 recv 0 0 5\n")
            self.assertEqual(paje.validate(path), [])

    def test_clocks_are_corrected(self):
        sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "analyze"))
        from clock_runs import ClockRun
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "wrong.paje"
            path.write_text(ClockRun(5).text(lambda rank, time: 1 + time + rank))
            with self.assertWarnsRegex(paje.ClockWarning, "times of 3 of 4 containers change, by up to 3"):
                trace = paje.read(path, fix_clocks=True)
            self.assertTrue((trace.links.duration > -1e-9).all())
            self.assertFalse((paje.read(path).links.duration > -1e-9).all())
            table = tool("pj_dump", "--fix-clocks", "-l", "17", path)
            starts = [float(line.split(", ")[3]) for line in table.decode().splitlines()
                      if line.startswith("State,")]
            self.assertEqual(sorted(starts), sorted(trace.states.start))

    def test_every_bad_sample_is_refused(self):
        paths = sorted((SAMPLES / "bad").glob("*.paje"))
        self.assertGreater(len(paths), 20)
        for path in paths:
            with self.subTest(trace=path.name):
                problems = paje.validate(path)
                if not problems:
                    continue
                with self.assertRaises(paje.TraceError) as caught:
                    paje.read(path)
                self.assertEqual(str(caught.exception), str(problems[0]))

    def test_lenient_reading_keeps_the_rest(self):
        path = SAMPLES / "bad" / "link_incomplete_at_end.paje"
        trace = paje.read(path, lenient=True)
        self.assertEqual([problem.rule for problem in trace.problems], ["incomplete-link"])
        self.assertGreater(trace.counts["events"], 0)

    def test_trouble_with_the_system_is_an_oserror(self):
        with self.assertRaises(FileNotFoundError):
            paje.read(SAMPLES / "nothing.paje")
        with self.assertRaises(IsADirectoryError):
            paje.read(SAMPLES)

    def test_odd_arguments(self):
        trace = paje.read(HEAT[0])
        with self.assertRaises(ValueError):
            paje.compare(trace, trace, match="colour")
        with self.assertRaises(ValueError):
            paje.compare(trace, trace, state_type="NONE")
        with self.assertRaises(KeyError):
            paje.aggregate(trace, "NONE")
        with self.assertRaises(ValueError):
            paje.aggregate(trace, start=5, end=4)
        with self.assertRaises(IndexError):
            trace.link_keys([-1])
        with self.assertRaises(TypeError):
            paje.read(5)


class Threads(unittest.TestCase):
    def test_reading_leaves_the_interpreter_free(self):
        with tempfile.TemporaryDirectory() as folder:
            path = generated(folder, "--ranks", 16, "--size", "20MB")
            ticks, done = [0], threading.Event()

            def tick():
                while not done.is_set():
                    ticks[0] += 1

            ticker = threading.Thread(target=tick)
            ticker.start()
            before = ticks[0]
            paje.read(path)
            during = ticks[0] - before
            done.set()
            ticker.join()
            # While the lock is held nothing ticks but at the beginning and the end.
            self.assertGreater(during, 1000)

    def test_many_at_once_are_one(self):
        expected = paje.read(HEAT[0]).states()
        results = [None] * 8

        def work(number):
            results[number] = paje.read(HEAT[0], threads=1 + number % 3).states()

        workers = [threading.Thread(target=work, args=(i,)) for i in range(len(results))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        for result in results:
            np.testing.assert_array_equal(result.start, expected.start)
            np.testing.assert_array_equal(result.value.codes, expected.value.codes)


class Compare(unittest.TestCase):
    def test_numbers_are_those_of_pj_compare(self):
        report = json.loads(tool("pj_compare", "--json", *HEAT))
        comparison = paje.compare(*map(paje.read, HEAT))
        self.assertEqual(comparison.similarity, report["similarity"])
        self.assertEqual(comparison.is_equal(), report["equal"])
        self.assertAlmostEqual(comparison.difference, report["difference"], places=12)
        self.assertEqual([v.value for v in comparison.values()],
                         [v["state"] for v in report["values"]])
        for value, other in zip(comparison.values(), report["values"]):
            self.assertAlmostEqual(value.total, other["difference"], places=12)
            self.assertEqual(value.pairs, other["pairs"])
        self.assertAlmostEqual(sum(v.total for v in comparison.values()), comparison.difference)
        self.assertAlmostEqual(sum(s.total for s in comparison.slices()), comparison.difference)
        self.assertEqual(len(comparison.tracks()), report["paired_tracks"])
        self.assertEqual([r.gain for r in comparison.regions()],
                         [r["difference"] for r in report["regions"]])
        self.assertEqual(comparison.outside_regions, report["outside_regions"])
        self.assertEqual([(c.source, c.target, c.pairs, c.duration_b)
                          for c in comparison.channels()],
                         [(c["from"], c["to"], c["pairs"], c["duration_b"])
                          for c in report["links"]["channels"]])
        self.assertEqual([(p.start_a, p.duration_b) for p in comparison.links()],
                         [(p["start_a"], p["duration_b"]) for p in report["links"]["longest"]])
        self.assertGreater(len(comparison.links()), 0)

    def test_region_tolerance(self):
        traces = [paje.read(path) for path in HEAT]
        counts = [len(paje.compare(*traces, region_tolerance=part).regions())
                  for part in (0.001, 0.05, 1)]
        self.assertGreater(counts[0], counts[1])
        self.assertGreater(counts[1], counts[2])
        for wrong in (-0.1, 2, math.nan):
            with self.assertRaisesRegex(ValueError, "region_tolerance"):
                paje.compare(*traces, region_tolerance=wrong)

    def test_swaps_variables_and_descent(self):
        def trace(folder, *lines):
            path = Path(folder) / "run.paje"
            path.write_text("""%EventDef PajeDefineContainerType 0
% Name string
% Type string
%EndEventDef
%EventDef PajeDefineStateType 1
% Name string
% Type string
%EndEventDef
%EventDef PajeDefineVariableType 2
% Name string
% Type string
%EndEventDef
%EventDef PajeCreateContainer 3
% Time date
% Name string
% Type string
% Container string
%EndEventDef
%EventDef PajeSetState 4
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajeSetVariable 5
% Time date
% Type string
% Container string
% Value double
%EndEventDef
0 Rank 0
1 State Rank
2 load Rank
3 0 r Rank 0
""" + "\n".join(lines) + "\n")
            return paje.read(path)

        with tempfile.TemporaryDirectory() as folder:
            a = trace(folder, "4 0 State r x", "5 0 load r 1", "4 1 State r y", "4 3 State r z",
                      "5 4 load r 0")
            b = trace(folder, "4 0 State r y", "5 0 load r 3", "4 2 State r x", "4 3 State r z",
                      "5 4 load r 0")
        comparison = paje.compare(a, b)
        (swap,) = comparison.swaps()
        self.assertEqual((swap.path, swap.first_a, swap.second_a, swap.first_b, swap.second_b),
                         ("r", 0, 1, 0, 1))
        self.assertEqual(comparison.tracks()[0].swaps, 1)
        (variable,) = comparison.variables()
        self.assertEqual((variable.mean_a, variable.mean_b, variable.integral_b), (1, 3, 12))
        self.assertEqual((variable.value_a, variable.value_b), (1, 3))
        with self.assertRaisesRegex(ValueError, "similar"):
            paje.compare(a, b, descend="matched")

    def test_pairs_are_rows_of_states(self):
        with tempfile.TemporaryDirectory() as folder:
            one = paje.read(generated(folder, "--ranks", 4))
            other = paje.read(generated(folder, "--ranks", 4, "--extra-iteration", 3))
        comparison = paje.compare(one, other)
        self.assertFalse(comparison.is_equal())
        gaps = 0
        for number, track in enumerate(comparison.tracks()):
            a, b = comparison.pairs(number)
            both = (a >= 0) & (b >= 0)
            gaps += int(np.sum(~both))
            names_a = np.asarray(one.states().value[a[both]])
            names_b = np.asarray(other.states().value[b[both]])
            self.assertEqual(int(np.sum(names_a == names_b)), track.matches)
        self.assertGreater(gaps, 0)


class Aggregate(unittest.TestCase):
    def test_parts_are_those_of_pj_aggregate(self):
        for p in (0.2, 0.5, 0.9):
            report = json.loads(tool("pj_aggregate", "--json", "--p", p, HEAT[0]))
            partition = paje.aggregate(paje.read(HEAT[0])).partition(p)
            self.assertEqual(len(partition.parts), len(report["aggregates"]))
            self.assertAlmostEqual(partition.gain, report["gain"])
            self.assertAlmostEqual(partition.loss, report["loss"])
            for part, other in zip(partition.parts, report["aggregates"]):
                self.assertEqual(part.path, other["container"])
                self.assertAlmostEqual(part.start, other["start"])
                self.assertAlmostEqual(part.end, other["end"])
                self.assertEqual(max(part.shares, key=part.shares.get), other["mode"])

    def test_the_knee_and_the_curve(self):
        report = json.loads(tool("pj_aggregate", "--json", HEAT[0]))
        aggregates = paje.aggregate(paje.read(HEAT[0]))
        self.assertEqual(aggregates.partition().p, report["p"])
        curve = aggregates.curve()
        self.assertEqual(curve[0].p, 0)
        self.assertEqual(curve[-1].parts, 1)
        # One aggregate of all shows the means of all.
        (whole,) = aggregates.partition(1).parts
        for number, name in enumerate(aggregates.value_names):
            self.assertAlmostEqual(whole.shares[name], aggregates.amounts[:, number].mean())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
