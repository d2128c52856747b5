#!/usr/bin/env python3
"""Columns of the Python package: names compared, objects chosen, what each nature has.

Usage: run_columns.py TOOL_DIR SAMPLES; PYTHONPATH names the package.
"""

import csv
import operator
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("NumPy is not there")
    sys.exit(77)
try:
    import pandas
except ImportError:
    pandas = None

import paje
from traces import SAME_NAMES

TOOLS = Path(sys.argv[1])
SAMPLES = Path(sys.argv[2])
CASES = Path(__file__).resolve().parent.parent / "data" / "cases"
HEAT = [SAMPLES / "heat" / f"heat.{network}.trace" for network in ("ethernet", "infiniband")]
PLAIN = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
NATURES = ("containers", "states", "variables", "events", "links")
COMPARISONS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)

def query(path, statement):
    """Rows of pj_query, as words; nothing is ''."""
    done = subprocess.run([TOOLS / "pj_query", "--format", "csv", path, statement],
                          capture_output=True, env=PLAIN, check=True)
    text = done.stdout.decode("utf-8", "surrogateescape")
    return list(csv.reader(text.splitlines()))[1:]


def generated(folder, *options):
    path = Path(folder) / f"generated{len(os.listdir(folder))}.paje"
    subprocess.run([TOOLS / "pj_generate", *map(str, options), "-o", path], check=True, env=PLAIN)
    return path


def by_names(operation, left, right):
    """What a comparison of names means: no name is equal to nothing, nor before or after any."""
    return [operation is operator.ne if None in (a, b) else operation(a, b)
            for a, b in zip(left, right)]


def random_names(dice, count):
    """A column with names that are twice in its table, and without a name here and there."""
    table = dice.choices(["a", "b", "ab", "ünï", "", "B", "\udce9"], k=dice.randrange(1, 9))
    categories = np.array([*table, None], dtype=object)
    codes = np.array([dice.randrange(-1, len(table)) for _ in range(count)], dtype=np.int64)
    return paje.Categorical(codes, categories)


class Names(unittest.TestCase):
    def test_no_message_goes_to_its_sender(self):
        for links in (paje.read(HEAT[0]).links, paje.read(HEAT[0]).links()):
            same = links.start_container == links.end_container
            self.assertEqual((len(same), same.sum()), (560, 0))
            self.assertEqual((links.start_container != links.end_container).sum(), 560)
            self.assertEqual((links.start_path == links.end_container).sum(), 0)
            self.assertEqual((links.start_container == links.start_path).sum(), 560)

    def test_traces_with_other_tables(self):
        one, other = (paje.read(path) for path in HEAT)
        self.assertTrue((one.states.value == other.states.value).all())
        # Numbers of names differ where another trace defines them in another order.
        shuffled = paje.Categorical(one.states.value.codes[::-1].astype(np.int32),
                                    one.states.value.categories)
        renamed = paje.Categorical(
            len(shuffled.categories) - 1 - shuffled.codes, shuffled.categories[::-1].copy())
        self.assertFalse(np.array_equal(shuffled.codes, renamed.codes))
        self.assertTrue((shuffled == renamed).all())
        self.assertFalse((shuffled < renamed).any())

    def test_all_comparisons_mean_names(self):
        dice = random.Random(11)
        for _ in range(200):
            count = dice.randrange(0, 20)
            left, right = random_names(dice, count), random_names(dice, count)
            for operation in COMPARISONS:
                expected = by_names(operation, left, right)
                for other in (right, list(right), tuple(right), np.asarray(right)):
                    found = operation(left, other)
                    self.assertEqual(found.dtype, bool)
                    self.assertEqual(list(found), expected, (operation, list(left), list(right)))
                mirrored = operation(np.asarray(left), right)
                self.assertEqual(list(mirrored), expected)
                for name in ("a", "", "aa", "ünï"):
                    self.assertEqual(list(operation(left, name)),
                                     by_names(operation, left, [name] * count))

    def test_isin(self):
        dice = random.Random(3)
        for _ in range(50):
            column = random_names(dice, 20)
            for names in (["a", "nowhere"], {"b"}, (), np.array(["ab", "B"]), "a",
                          random_names(dice, 3)):
                wanted = {names} if isinstance(names, str) else set(names) - {None}
                self.assertEqual(list(column.isin(names)), [name in wanted for name in column])
        states = paje.read(HEAT[0]).states
        self.assertEqual(states.value.isin(["computing", "PMPI_Waitall"]).sum(), 640)

    def test_what_cannot_be_compared_is_told(self):
        value = paje.read(HEAT[0]).states.value
        with self.assertRaisesRegex(ValueError, r"1856 names .* with 2.*isin\(\)"):
            value == ["computing", "PMPI_Waitall"]
        with self.assertRaisesRegex(ValueError, "1856 names .* with 3"):
            value == value[:3]
        for other in (5, None, {"computing"}, b"computing"):
            with self.assertRaisesRegex(TypeError, "compared with a name"):
                value == other
        with self.assertRaisesRegex(TypeError, "compared with a name .* not with int"):
            value[:2] == ["computing", 5]
        with self.assertRaisesRegex(TypeError, r"isin\(\) takes names"):
            value.isin(5)
        with self.assertRaisesRegex(TypeError, r"isin\(\) takes names, not with int \(5\)"):
            value.isin(["computing", 5])


class Masks(unittest.TestCase):
    def test_columns(self):
        states = paje.read(HEAT[0]).states
        mask = states.value == "PMPI_Waitall"
        self.assertEqual(len(states.duration[mask]), mask.sum())
        self.assertTrue((states.value[mask] == "PMPI_Waitall").all())
        self.assertTrue((states.value[~mask] != "PMPI_Waitall").all())
        self.assertAlmostEqual(states.duration[mask].sum(), 0.122541, places=6)

    def test_whole_tables(self):
        dice = random.Random(5)
        with tempfile.TemporaryDirectory() as folder:
            trace = paje.read(generated(folder, "--shape", "varied", "--events", 600),
                              ignore_incomplete_links=True)
        for nature in NATURES:
            whole = getattr(trace, nature)
            self.assertGreater(whole.count, 5)
            mask = np.array([dice.random() < 0.4 for _ in range(whole.count)])
            places = [dice.randrange(-whole.count, whole.count) for _ in range(30)]
            some = whole()[mask]
            for index in (mask, list(mask), places, slice(2, 5), slice(None, None, -2), []):
                self.check(whole, index)
            self.check(some, [0, 0, -1] if some.count else [])
            if pandas:
                self.check(whole, pandas.Series(mask))

    def check(self, whole, index):
        chosen = whole[index]
        self.assertIsInstance(chosen, paje.Columns)
        taken = index if isinstance(index, slice) else np.asarray(
            index, dtype=None if len(index) else int)
        np.testing.assert_array_equal(chosen.row, whole.row[taken])
        for name in whole:
            np.testing.assert_array_equal(np.asarray(chosen[name]),
                                          np.asarray(whole[name])[taken], err_msg=name)

    def test_what_does_not_fit_is_told(self):
        states = paje.read(HEAT[0]).states
        with self.assertRaisesRegex(IndexError, "a mask of 3 for 1856 states"):
            states[[True, False, True]]
        with self.assertRaisesRegex(KeyError, "no column 'begin' of states; there are: container"):
            states["begin"]
        for index in (5, 0.5, [0.5], [[1]], None):
            with self.assertRaisesRegex(TypeError, "chosen by a mask, a slice or"):
                states[index]
        with self.assertRaises(IndexError):
            states[[1856]]


class Natures(unittest.TestCase):
    """Which columns there are, and that they are those of SQL."""

    def traces(self, folder):
        options = {"old_field_names": True, "ignore_incomplete_links": True}
        yield from ((path, paje.read(path, **options)) for path in
                    [HEAT[0], *sorted((SAMPLES / "features").glob("*.paje"))])
        same = Path(folder) / "same_names.paje"
        same.write_text(SAME_NAMES)
        for path in (same, *(generated(folder, "--shape", "varied", "--events", 900, "--seed", seed)
                             for seed in range(3))):
            yield path, paje.read(path, **options)

    def test_columns_are_those_of_sql(self):
        views = {
            "states": ("container path type value start end duration depth parent parent_value "
                       "exclusive"),
            "variables": "container path type start end duration value",
            "events": "container path type time value",
            "links": ("container type value key start end duration start_container end_container "
                      "start_path end_path"),
            "containers": "name path depth type parent start end duration",
        }
        compared = dict.fromkeys(views, 0)
        with tempfile.TemporaryDirectory() as folder:
            for path, trace in self.traces(folder):
                for nature, names in views.items():
                    with self.subTest(trace=path.name, nature=nature):
                        columns = getattr(trace, nature)
                        # `size` and the fields of users are those of run_fields.py.
                        self.assertEqual(set(columns) - {"path", "size"} - set(columns.fields),
                                         set(names.split()) - {"path"})
                        compared[nature] += self.compare(path, columns, nature, names.split())
        self.assertGreater(min(compared.values()), 5, compared)

    def compare(self, path, columns, nature, names):
        quoted = ", ".join(f'"{name}"' for name in names)
        above = " WHERE id > 0" if nature == "containers" else ""
        try:
            rows = query(path, f"SELECT id, {quoted} FROM {nature}{above} ORDER BY id")
        except subprocess.CalledProcessError:  # a trace that needs options
            return 0
        self.assertEqual([int(row[0]) for row in rows], list(columns.row))
        for number, name in enumerate(names, 1):
            for found, row in zip(columns[name], rows):
                wanted = row[number]
                if name == "parent" and nature == "states":
                    self.assertEqual(found, int(wanted) if wanted else -1)
                elif isinstance(found, (str, type(None))):
                    self.assertEqual(found or "", wanted)
                else:
                    self.assertEqual(float(found), float(wanted), (name, row))
        return len(rows)

    def test_equally_named_threads_stay_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "same.paje"
            path.write_text(SAME_NAMES)
            states = paje.read(path).states
        self.assertEqual(list(states.path), ["p 1/main", "p 2/main", "p 2/main"])
        self.assertEqual(list(states.exclusive), [1, 6, 3])
        self.assertEqual(list(states.parent), [-1, -1, 1])
        self.assertEqual(list(states.parent_value), [None, None, "work"])
        if pandas:
            sums = states.dataframe().groupby("path", observed=True)["exclusive"].sum()
            self.assertEqual(dict(sums), {"p 1/main": 1, "p 2/main": 9})

    def test_the_case_of_equal_names(self):
        case = CASES / "analysis_same_names.paje"
        if not pandas:
            self.skipTest("pandas is not there")
        frame = paje.read(case).states.dataframe()
        self.assertEqual(dict(frame.groupby("path", observed=True)["duration"].sum()),
                         {"p 1/main": 1, "p 2/main": 9})

    def test_all_natures_are_chosen_alike(self):
        trace = paje.read(HEAT[0])
        chosen = trace.containers(containers="rank-[12]", start=0.01)
        self.assertEqual(list(chosen.name), ["rank-1", "rank-2"])
        kind = chosen.type[0]
        self.assertEqual(set(trace.containers(type=kind).type), {kind})
        self.assertEqual(trace.containers(start=1e9).count, 0)
        self.assertEqual(trace.containers(end=-1).count, 0)
        self.assertEqual(trace.containers(containers="*").count, len(trace.container_list) - 1)
        self.assertEqual(trace.containers().count, len(trace.container_list) - 1)
        for nature in NATURES:
            with self.assertRaisesRegex(KeyError, "no container is like 'x'; there are: rank-0"):
                getattr(trace, nature)(containers="x")
            with self.assertRaisesRegex(KeyError, "type is named 'x'; there are: "):
                getattr(trace, nature)(type="x")


@unittest.skipUnless(pandas, "pandas is not there")
class Frames(unittest.TestCase):
    def test_names_can_be_compared(self):
        links = paje.read(HEAT[0]).links(containers="*")
        frame = links[links.start_container != "rank-0"].dataframe()
        self.assertTrue((frame["start_container"] != frame["end_container"]).all())
        self.assertEqual((frame["start_path"] == frame["end_path"]).sum(), 0)
        states = paje.read(HEAT[0]).states.dataframe()
        self.assertEqual((states["value"] == states["parent_value"]).sum(), 0)

    def test_all_columns_or_some(self):
        trace = paje.read(HEAT[0])
        for nature in NATURES:
            columns = getattr(trace, nature)
            self.assertEqual(list(columns.dataframe()), list(columns))
        frame = trace.links.dataframe(["key", "duration"])
        self.assertEqual(list(frame), ["key", "duration"])
        self.assertEqual(list(frame["key"]), trace.link_keys(trace.links.row))
        self.assertEqual(list(trace.links.dataframe("key")), ["key"])
        with self.assertRaisesRegex(KeyError, "there are: .*duration"):
            trace.links.dataframe(["size"])

    def test_no_name_is_missing(self):
        column = paje.Categorical(np.array([0, -1, 1]), np.array(["b", "a", None], dtype=object))
        made = column.to_pandas()
        self.assertEqual(list(made.categories), ["a", "b"])
        self.assertEqual(list(made.codes), [1, -1, 0])
        self.assertEqual(list(column == made), [True, False, True])


class Arguments(unittest.TestCase):
    def test_messages_tell_what_is_allowed(self):
        trace = paje.read(HEAT[0])
        for kind, message, call in (
                (TypeError, "lenient is to be True or False, found str", lambda: paje.read(
                    HEAT[0], lenient="no")),
                (TypeError, "threads is to be a whole number", lambda: paje.read(
                    HEAT[0], threads="2")),
                (TypeError, "stop_at is to be a finite number, found str", lambda: paje.read(
                    HEAT[0], stop_at="1")),
                (TypeError, "start is to be a finite number, found list", lambda: trace.states(
                    start=[1])),
                (ValueError, "start is to be at most end, found 2.0 and 1.0", lambda: trace.links(
                    start=2, end=1)),
                (TypeError, "containers is to be a name .* found int", lambda: trace.states(
                    containers=5)),
                (TypeError, "type is to be a name .* found int", lambda: trace.states(type=[5])),
                (ValueError, "containers is to be a name .* found none", lambda: trace.states(
                    containers=[])),
                (IndexError, "no link has the row 560; there are 560 links", lambda:
                    trace.link_keys([560])),
                (TypeError, "rows are to be whole numbers", lambda: trace.link_keys(["k1"])),
                (ValueError, "match is to be one of name, order; found 'colour'", lambda:
                    paje.compare(trace, trace, match="colour")),
                (ValueError, "origin is to be one of", lambda: paje.compare(
                    trace, trace, origin="x")),
                (ValueError, "descend is to be one of", lambda: paje.compare(
                    trace, trace, descend="x")),
                (TypeError, "b is to be a Trace, found str", lambda: paje.compare(trace, "b")),
                (TypeError, "trace is to be a Trace, found str", lambda: paje.aggregate("a")),
                (KeyError, "no type is named 'x'; there are: .*MPI_STATE", lambda: paje.aggregate(
                    trace, "x")),
                (IndexError, "no track has the number 99; there are 8", lambda: paje.compare(
                    trace, trace).pairs(99))):
            with self.subTest(message=message):
                with self.assertRaisesRegex(kind, message):
                    call()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
