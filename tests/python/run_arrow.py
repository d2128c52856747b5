#!/usr/bin/env python3
"""Tables of the Python package as streams of Arrow, read by a consumer in C++ that knows the
specification alone.

Usage: run_arrow.py CONSUMER SAMPLES; PYTHONPATH names the package.
"""

import ctypes
import gc
import json
import pickle
import re
import sys
import tempfile
import threading
import unittest
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("NumPy is not there")
    sys.exit(77)

import paje
from traces import NESTED_RUN, SAME_NAMES, SIZED

CONSUMER = ctypes.CDLL(sys.argv[1])
CONSUMER.paje_consume.restype = ctypes.c_char_p
CONSUMER.paje_consume.argtypes = [ctypes.c_void_p]
SAMPLES = Path(sys.argv[2])
POINTER = ctypes.pythonapi.PyCapsule_GetPointer
POINTER.restype = ctypes.c_void_p
POINTER.argtypes = [ctypes.py_object, ctypes.c_char_p]
NATURES = ("containers", "states", "variables", "events", "links")


def read(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.paje"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return paje.read(path)


def consume(table):
    capsule = table.__arrow_c_stream__()
    found = json.loads(CONSUMER.paje_consume(POINTER(capsule, b"arrow_array_stream")))
    if "broken" in found:
        raise AssertionError(found["broken"])
    return found


def plain(column, is_user_defined):
    """A column as the consumer gives it."""
    if isinstance(column, np.ma.MaskedArray):
        return column.tolist()
    if isinstance(column, paje.Categorical) or column.dtype == object:
        return [None if name is None else
                re.sub("[\udc80-\udcff]", lambda byte: bytes([ord(byte[0]) - 0xDC00]).decode("latin-1"), name)
                for name in column]
    if column.dtype.kind != "f":
        return column.tolist()
    words = {"nan": None if is_user_defined else "nan", "inf": "inf", "-inf": "-inf"}
    return [words.get(str(number), number) for number in column.tolist()]


class Streams(unittest.TestCase):
    def compare(self, table):
        found = consume(table)
        self.assertEqual(found["rows"], table.count)
        self.assertEqual(list(found["columns"]), list(table))
        own = set(table._table.fields.makers)
        for name in table:
            with self.subTest(column=name):
                self.assertEqual(found["columns"][name], plain(table[name], name in own))
        return found

    def test_every_value_of_small_traces(self):
        for text in (SIZED, SAME_NAMES, NESTED_RUN):
            trace = read(text)
            for nature in NATURES:
                with self.subTest(nature=nature):
                    self.compare(getattr(trace, nature))

    def test_every_value_of_samples(self):
        tried = 0
        for path in sorted(SAMPLES.glob("features/*.paje")):
            try:
                trace = paje.read(path)
            except (paje.TraceError, OSError):
                continue
            for nature in NATURES:
                with self.subTest(trace=path.name, nature=nature):
                    self.compare(getattr(trace, nature))
                    tried += getattr(trace, nature).count
        self.assertGreater(tried, 50)

    def test_types(self):
        types = consume(read(SIZED).links)["types"]
        text = "i>u"
        self.assertEqual(types, {
            "container": text, "path": text, "type": text, "value": text, "key": text,
            "start": "g", "end": "g", "duration": "g", "start_container": text,
            "end_container": text, "start_path": text, "end_path": text, "size": "l", "Comm": text,
            "Ratio": "g", "field_Depth": "l"})

    def test_values_on_paper(self):
        found = consume(read(SIZED).links)["columns"]
        self.assertEqual(found["size"], [4096, None, 100])
        self.assertEqual(found["Ratio"], [0.5, None, None])
        self.assertEqual(found["Comm"], ["world", None, "a é"])
        self.assertEqual(found["start_path"], ["p 1", "p 1", "p 2"])
        states = consume(read(NESTED_RUN).states)["columns"]
        self.assertEqual(states["parent_value"].count(None), states["depth"].count(0))
        self.assertIn("solve", states["parent_value"])

    def test_numbers_are_not_copied(self):
        trace = read(NESTED_RUN)
        places = consume(trace.states)["places"]
        for column in ("start", "end", "depth"):
            self.assertEqual(places[column], trace.states[column].ctypes.data)
        # Names of values are all different here: the trace's own numbers name them.
        self.assertEqual(places["value"], trace.states.value.codes.ctypes.data)

    def test_one_name_twice(self):
        """Types have values of one name; a table of names has it once."""
        trace = read(NESTED_RUN.replace("2 S P State\n", "2 S P State\n2 T P Other\n").replace(
            "12 5 S p2 work", "12 5 T p2 work").replace("13 8 S p2\n", "13 8 T p2\n"))
        self.assertEqual([value.name for value in trace.values].count("work"), 2)
        self.compare(trace.states)

    def test_chosen_ones(self):
        states = read(NESTED_RUN).states
        for chosen in (states[states.duration > 1], states[[3, 0]], states[:0], states[::2],
                       states(start=4, end=5), read(SIZED).links[[2, 1]],
                       pickle.loads(pickle.dumps(read(SIZED).links[[2, 0]]))):
            self.compare(chosen)

    def test_some_columns(self):
        states = read(NESTED_RUN).states
        self.assertEqual(list(consume(states.arrow(["end", "value"]))["columns"]), ["end", "value"])
        self.assertEqual(list(consume(states.arrow("start"))["columns"]), ["start"])
        with self.assertRaisesRegex(KeyError, "no column 'sum' of states"):
            states.arrow(["sum"])

    def test_bytes_that_are_no_utf8(self):
        """They are the characters of the same numbers, so that no two names become one."""
        trace = read(NESTED_RUN.encode().replace(b"1 S p1 work", b"1 S p1 w\xffrk")
                     .replace(b"6 S p1 work", b"6 S p1 w\xe9rk"))
        found = consume(trace.states)["columns"]["value"]
        self.assertEqual((found.count("w\u00ffrk"), found.count("w\u00e9rk")), (1, 1))

    def test_memory_lives_as_long_as_the_stream(self):
        capsule = read(NESTED_RUN).states.__arrow_c_stream__()
        gc.collect()
        found = json.loads(CONSUMER.paje_consume(POINTER(capsule, b"arrow_array_stream")))
        self.assertEqual(min(found["columns"]["start"]), 0)

    def test_release(self):
        """Of a consumer, of nobody, and in a thread that Python does not know."""
        trace = read(NESTED_RUN)
        states = trace.states
        for column in states:
            states[column]
        for _ in range(3):
            before = sys.getrefcount(trace._core)
            consume(states)
            states.__arrow_c_stream__()
            thread = threading.Thread(target=lambda: consume(states))
            thread.start()
            thread.join()
            gc.collect()
            self.assertEqual(sys.getrefcount(trace._core), before)

    def test_a_capsule_is_taken_once(self):
        capsule = read(NESTED_RUN).states.__arrow_c_stream__()
        pointer = POINTER(capsule, b"arrow_array_stream")
        self.assertIn("columns", json.loads(CONSUMER.paje_consume(pointer)))
        self.assertEqual(json.loads(CONSUMER.paje_consume(pointer)),
                         {"broken": "the stream is not released yet"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
