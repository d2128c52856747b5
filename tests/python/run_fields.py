#!/usr/bin/env python3
"""User-defined fields in the Python package, and what its stub says of the compiled module.

Usage: run_fields.py STUB; PYTHONPATH names the package.
"""

import ast
import gc
import pickle
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
from traces import SAME_NAMES, SIZED

STUB = Path(sys.argv[1])
CASES = Path(__file__).resolve().parent.parent / "data" / "cases"


def read(text, **options):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.paje"
        path.write_text(text)
        return paje.read(path, **options)


class UserFields(unittest.TestCase):
    def test_integers(self):
        links = read(SIZED).links
        for column in (links.size, links["size"], links.fields["Size"]):
            self.assertEqual(column.dtype, np.int64)
            self.assertEqual(list(column.mask), [False, True, False])
            self.assertEqual(column.tolist(), [4096, None, 100])
        self.assertEqual(links.size.sum(), 4196)
        self.assertEqual(list(links[links.size > 1000].key), ["k1"])
        self.assertEqual(list(links[links.size < 1000].key), ["k3"])

    def test_integers_of_all(self):
        text = SIZED.replace("8 1 L 0 v p1 k2\n", "7 1 L 0 v p1 k2 5 x\n")
        size = read(text).links.size
        self.assertNotIsInstance(size, np.ma.MaskedArray)
        gc.collect()
        self.assertEqual(list(size), [4096, 5, 100])
        self.assertFalse(size.flags.writeable)

    def test_numbers(self):
        ratio = read(SIZED).links.Ratio
        self.assertEqual(ratio.dtype, np.float64)
        np.testing.assert_array_equal(ratio, [0.5, np.nan, np.nan])

    def test_numbers_of_all(self):
        text = SIZED.replace("8 1 L 0 v p1 k2\n", "7 1 L 0 v p1 k2 5.5 x\n")
        size = read(text).links.size
        gc.collect()
        self.assertEqual(list(size), [4096, 5.5, 100])

    def test_texts(self):
        communicator = read(SIZED).links.Comm
        self.assertIsInstance(communicator, paje.Categorical)
        self.assertEqual(list(communicator), ["world", None, "a é"])
        self.assertEqual(list(communicator == "world"), [True, False, False])
        self.assertEqual(list(communicator != "world"), [False, True, True])
        self.assertEqual(list(communicator < "b"), [False, False, True])

    def test_names(self):
        links = read(SIZED).links
        self.assertEqual(list(links.fields), ["Size", "Comm", "Ratio", "Depth"])
        self.assertEqual(list(links)[-4:], ["size", "Comm", "Ratio", "field_Depth"])
        self.assertEqual(links.fields["Depth"].tolist(), [7, None, None])
        # If another field holds it, the size is there twice.
        told = read(SIZED.replace("% Size", "% MessageSize")).links
        self.assertEqual(list(told)[-5:-3], ["size", "MessageSize"])
        self.assertEqual(list(told.fields)[0], "MessageSize")
        self.assertEqual(told.size.tolist(), told.fields["MessageSize"].tolist())
        with self.assertRaisesRegex(KeyError, "no user-defined field 'Tag' of links; there are: "
                                              "Size, Comm, Ratio, Depth"):
            links.fields["Tag"]
        with self.assertRaisesRegex(AttributeError, "no column 'tag' of links; .*, Comm, Ratio"):
            links.tag

    def test_the_size_of_a_field_that_is_named(self):
        text = SIZED.replace("% Size", "% Volume")
        self.assertNotIn("size", list(read(text).links))
        named = read(text, size_field="volume").links
        self.assertEqual(named.size.tolist(), [4096, None, 100])
        self.assertEqual(read(SIZED, size_field="Depth").links.size.tolist(), [7, None, None])
        for field, message in (("X", "no link has a field .X.*Size"), ("Comm", "not of numbers")):
            with self.assertRaisesRegex(ValueError, message):
                read(SIZED, size_field=field)
        with self.assertRaisesRegex(TypeError, r"size_field is to be a name \(str\), found int"):
            read(SIZED, size_field=5)

    def test_a_pickled_trace_keeps_the_size(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trace.paje"
            path.write_text(SIZED)
            found = pickle.loads(pickle.dumps(paje.read(path, size_field="Depth")))
        self.assertEqual(found.links.size.tolist(), [7, None, None])

    def test_where_there_are_none(self):
        trace = read(SAME_NAMES)
        self.assertEqual(dict(trace.links.fields), {})
        with self.assertRaisesRegex(AttributeError, "no column 'size' of links"):
            trace.links.size
        with self.assertRaisesRegex(KeyError, "no user-defined field 'Size' of states; there are: "
                                              "none"):
            trace.states.fields["Size"]

    def test_chosen_ones(self):
        links = read(SIZED).links
        some = links[links.key != "k1"]
        self.assertEqual(some.size.tolist(), [None, 100])
        self.assertEqual(list(some.fields["Comm"]), [None, "a é"])
        self.assertEqual(links(start=2.5).size.tolist(), [100])
        self.assertEqual(links[[2, 0, 2]].size.tolist(), [100, 4096, 100])

    def test_states_and_containers(self):
        extra = "% Container string\n% Name string\n"
        text = SAME_NAMES.replace(extra, extra + "% Node int\n").replace(
            "% Container string\n% Value string\n",
            "% Container string\n% Value string\n% Task string\n")
        for number, (name, task) in enumerate((("p1 P 0 \"p 1\"", ""), ("p2 P 0 \"p 2\"", ""),
                                               ("t1 T p1 main", ""), ("t2 T p2 main", ""))):
            text = text.replace(name + "\n", f"{name} {number}\n")
        text = text.replace(" work\n", " work \"t 1\"\n").replace(" wait\n", " wait t2\n")
        trace = read(text)
        self.assertEqual(list(trace.states.Task), ["t 1", "t 1", "t2"])
        self.assertEqual(list(trace.containers.fields["Node"]), [0, 1, 2, 3])
        self.assertEqual(list(trace.containers.field_Node), [0, 1, 2, 3])

    def test_pickles(self):
        links = read(SIZED).links
        for found in (pickle.loads(pickle.dumps(links)), pickle.loads(pickle.dumps(links[[2, 1]]))):
            self.assertEqual(list(found), list(links))
            self.assertEqual(list(found.fields), list(links.fields))
        self.assertEqual(found.size.tolist(), [100, None])
        self.assertEqual(list(found.fields["Comm"]), ["a é", None])
        self.assertEqual(found[[1]].size.tolist(), [None])

    def test_the_case(self):
        case = CASES / "analysis_names_and_size.paje"
        links = paje.read(case).links
        self.assertEqual(dict(zip(links.key, links.fields["Size"])), {"k1": 4096})
        self.assertEqual(links.size[0], 4096)

    @unittest.skipUnless(pandas, "pandas is not there")
    def test_frames(self):
        frame = read(SIZED).links.dataframe()
        self.assertEqual(str(frame["size"].dtype), "Int64")
        self.assertEqual(frame["size"].sum(), 4196)
        self.assertEqual(list(frame["size"].isna()), [False, True, False])
        self.assertEqual(list(frame["Ratio"].isna()), [False, True, True])
        self.assertEqual(list(frame["Comm"].isna()), [False, True, False])
        self.assertEqual(frame["Comm"][2], "a é")
        sums = frame.groupby("start_path", observed=True)["size"].sum()
        self.assertEqual(dict(sums), {"p 1": 4096, "p 2": 100})


class Stub(unittest.TestCase):
    """_paje.pyi names what the compiled module has, and nothing else."""

    def test_names(self):
        declared = ast.parse(STUB.read_text()).body
        self.compare(declared, paje._paje, {"annotations", "np"})
        for node in declared:
            if isinstance(node, ast.ClassDef) and node.name not in ("TraceError", "Kind"):
                with self.subTest(type=node.name):
                    self.compare(node.body, getattr(paje._paje, node.name), set())

    def compare(self, body, there, ignored):
        names = set()
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                names.add(node.name)
            elif isinstance(node, ast.AnnAssign):
                names.add(node.target.id)
        found = {name for name in vars(there) if not name.startswith("_")}
        self.assertEqual({name for name in names if not name.startswith("_")}, found - ignored)

    def test_arguments(self):
        """Functions take the arguments that the stub names, as their signatures say."""
        for node in ast.parse(STUB.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                arguments = [a.arg for a in node.args.args + node.args.kwonlyargs]
                signature = getattr(paje._paje, node.name).__doc__.splitlines()[0]
                for argument in arguments:
                    self.assertIn(f"{argument}: ", signature)
                self.assertEqual(signature.split(") -> ")[0].count(": "), len(arguments))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
