#!/usr/bin/env python3
"""Traces, columns and errors of the Python package in pickles, copies and other processes.

Usage: run_pickle.py TOOL_DIR SAMPLES; PYTHONPATH names the package.
"""

import copy
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("NumPy is not there")
    sys.exit(77)

import paje

SAMPLES = Path(sys.argv[2]) if len(sys.argv) > 2 else Path("/nowhere")  # not in spawned processes
HEAT = SAMPLES / "heat" / "heat.ethernet.trace"
BAD = SAMPLES / "bad" / "link_incomplete_at_end.paje"
NATURES = ("containers", "states", "variables", "events", "links")


def again(thing):
    return pickle.loads(pickle.dumps(thing))


def total(trace):
    return trace.states.exclusive.sum(), os.getpid()


def read_bad(path):
    return paje.read(path)


def bad():
    try:
        paje.read(BAD)
    except paje.TraceError as error:
        return error
    raise AssertionError("a bad trace was read")


class Traces(unittest.TestCase):
    def assert_same(self, one, other):
        self.assertEqual(one.counts, other.counts)
        for nature in NATURES:
            left, right = getattr(one, nature), getattr(other, nature)
            np.testing.assert_array_equal(left.row, right.row)
            for name in left:
                np.testing.assert_array_equal(np.asarray(left[name]), np.asarray(right[name]))

    def test_a_trace_is_read_again(self):
        trace = paje.read(HEAT)
        self.assertLess(len(pickle.dumps(trace)), 2000)  # by its path
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            self.assert_same(trace, pickle.loads(pickle.dumps(trace, protocol)))
        self.assert_same(trace, again(again(trace)))

    def test_with_its_options(self):
        for options in ({"lenient": True}, {"ignore_incomplete_links": True},
                        {"lenient": True, "stop_at": 1.5, "imbrication": False, "threads": 1}):
            trace = paje.read(BAD, **options)
            found = again(trace)
            self.assert_same(trace, found)
            self.assertEqual(list(map(str, found.problems)), list(map(str, trace.problems)))
            self.assertEqual([p.text for p in found.problems], [p.text for p in trace.problems])

    def test_from_another_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            try:
                os.chdir(folder)
                shutil.copy(HEAT.absolute() if HEAT.is_absolute() else Path(before) / HEAT, "t")
                for path in ("t", Path("t"), b"t"):
                    pickled = pickle.dumps(paje.read(path))
                    os.chdir("/")
                    self.assertEqual(pickle.loads(pickled).states.count, 1856)
                    os.chdir(folder)
            finally:
                os.chdir(before)

    def test_files_that_changed_are_told(self):
        for is_root in (True, False):
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(SAMPLES / "features" / "multi_file", folder, dirs_exist_ok=True)
                roots = sorted(Path(folder).glob("root*.paje"))
                pickled = pickle.dumps(paje.read(roots[0]))
                self.assertGreater(pickle.loads(pickled).counts["events"], 0)
                part = roots[0] if is_root else next(
                    path for path in sorted(Path(folder).rglob("*")) if path.is_file()
                    and os.fsencode(path) in pickled and path != roots[0])
                part.write_bytes(part.read_bytes() + b"\n")
                with self.assertRaisesRegex(pickle.UnpicklingError, f"{part.name} changed since"):
                    pickle.loads(pickled)
                part.unlink()
                with self.assertRaisesRegex(pickle.UnpicklingError, f"{part.name} was removed"):
                    pickle.loads(pickled)

    def test_a_missing_part_is_told_once(self):
        with self.assertWarns(paje.TraceWarning):
            trace = paje.read(SAMPLES / "odd" / "part_missing.paje")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assert_same(trace, again(trace))

    def test_what_cannot_be_read_again_is_told(self):
        code = ("import pickle, copy, sys, paje\ntrace = paje.read(sys.argv[1])\n"
                "assert copy.copy(trace) is trace and copy.deepcopy(trace) is trace\n"
                "pickle.dumps(trace.states)\n"
                "try:\n    pickle.dumps(trace)\nexcept TypeError as error:\n    print(error)\n")
        for name, said in (("-", "standard input cannot be pickled"),
                           ("/dev/stdin", "/dev/stdin cannot be pickled: .* no regular file")):
            done = subprocess.run([sys.executable, "-c", code, name], input=HEAT.read_bytes(),
                                  capture_output=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout.decode(), said)

    def test_copies(self):
        trace = paje.read(HEAT)
        self.assert_same(trace, copy.copy(trace))
        self.assert_same(trace, copy.deepcopy([trace])[0])

    def test_columns(self):
        trace = paje.read(HEAT)
        for nature in NATURES:
            whole = getattr(trace, nature)
            for columns in (whole, whole(containers="*"), whole[::-2]):
                for found in (again(columns), copy.copy(columns), copy.deepcopy(columns)):
                    np.testing.assert_array_equal(found.row, columns.row)
                    chosen = [2, 0, 2] if columns.count else []
                    for name in columns:
                        for one, other in ((found, columns), (found[chosen], columns[chosen])):
                            np.testing.assert_array_equal(np.asarray(one[name]),
                                                          np.asarray(other[name]))

    def test_processes_of_their_own(self):
        trace = paje.read(HEAT)
        for method in ("spawn", "fork"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                for seconds, process in pool.map(total, [trace] * 3):
                    self.assertEqual(seconds, trace.states.exclusive.sum())
                    self.assertNotEqual(process, os.getpid())


class Errors(unittest.TestCase):
    def assert_same(self, one, other):
        self.assertIs(type(other), paje.TraceError)
        self.assertEqual(str(one), str(other))
        self.assertEqual(vars(one).keys(), vars(other).keys())
        for name in ("file", "line", "column", "byte", "rule", "found", "expected"):
            self.assertEqual(getattr(one, name), getattr(other, name))
            self.assertEqual(getattr(one.diagnostic, name), getattr(other.diagnostic, name))
        for name in ("remedy", "source_line", "note", "named_by", "text"):
            self.assertEqual(getattr(one.diagnostic, name), getattr(other.diagnostic, name))

    def test_every_bad_sample(self):
        seen = 0
        for path in sorted((SAMPLES / "bad").rglob("*.paje")):
            try:
                paje.read(path)
            except paje.TraceError as error:
                for found in (again(error), copy.copy(error), copy.deepcopy(error)):
                    self.assert_same(error, found)
                seen += 1
        self.assertGreater(seen, 20)

    def test_an_error_in_another_process(self):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            with self.assertRaises(paje.TraceError) as caught:
                pool.map(read_bad, [BAD])
        self.assert_same(bad(), caught.exception)

    def test_a_pickle_that_lies_is_refused(self):
        make = paje.Diagnostic.__new__
        state = bad().diagnostic.__getstate__()
        for wrong in (state[:5], (b"no-rule", *state[1:]), (*state[:10], 99, state[11])):
            with self.assertRaises(ValueError):
                make(paje.Diagnostic).__setstate__(wrong)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
