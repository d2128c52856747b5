#!/usr/bin/env python3
"""The code of docs/python.md, run as written, and the example script.

Usage: run_document.py DOCUMENT EXAMPLE SAMPLES [PICTURE]; PYTHONPATH names the package.
"""

import contextlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from traces import SAME_NAMES, SIZED

DOCUMENT, EXAMPLE, SAMPLES = (Path(word).resolve() for word in sys.argv[1:4])


def run_code(code):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(code, DOCUMENT.name, "exec"), {"__name__": "document"})
    return output.getvalue()


def check_slices():
    """The example's times in slices are those that a look at every slice of every state gives."""
    import numpy as np
    import paje

    spec = importlib.util.spec_from_file_location("example", EXAMPLE)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    example.SLICES = 7
    for trace, begin, end in (("nested.trace", 0, 9), ("nested.trace", 1.5, 2.5),
                              ("run.trace", 0.01, 0.05)):
        states = paje.read(trace).states(start=begin, end=end)
        paths, row = example.numbered(states.path)
        values, number = example.numbered(states.value)
        found = example.time_in_slices(states, row[states.path.codes], len(paths), number,
                                       len(values), begin, end)
        expected = np.zeros((len(paths), len(values), 7))
        edges = np.linspace(begin, end, 8)
        for i in range(states.count):
            inside = np.clip(states.end[i], edges[:-1], edges[1:]) \
                - np.clip(states.start[i], edges[:-1], edges[1:])
            where = list(paths).index(states.path[i])
            expected[where, list(values).index(states.value[i])] += inside
            if states.parent[i] >= 0:
                expected[where, list(values).index(states.parent_value[i])] -= inside
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
        assert expected.any(axis=2).sum() >= 2, expected


def main():
    for module in ("numpy", "pandas", "matplotlib"):
        if importlib.util.find_spec(module) is None:
            print(module, "is not there")
            return 77
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        shutil.copy(SAMPLES / "heat" / "heat.ethernet.trace", "run.trace")
        shutil.copy(SAMPLES / "heat" / "heat.infiniband.trace", "other.trace")
        shutil.copy(SAMPLES / "bad" / "link_incomplete_at_end.paje", "bad.trace")
        for name, run in (("pingpong.slow", "sizes.8.base"), ("pingpong.fast", "sizes.8.lowlat"), ("ring.slow", "ring.8.base")):
            shutil.copy(Path(__file__).resolve().parent.parent / "data" / "runs" / f"{run}.trace.xz", f"{name}.xz")
        Path("sized.trace").write_text(SIZED)
        Path("nested.trace").write_text(SAME_NAMES)
        blocks = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text(), re.M | re.S)
        text = run_code("\n".join(blocks))
        # One thing of each block, so that none is left out.
        for wanted in ("1856 states", "time in PMPI_Waitall: 0.1225", "longest of them on rank-",
                       "calls that begin", "0 messages to oneself of 560", "states in the window",
                       "PMPI_Gatherv", "rank-7", "dtype: int64", "bytes: 4196 of 2 messages",
                       "large: ['k1']", "PyCapsule", "read again: True", "similarity 1.0 difference -0.394", "aggregates at p =",
                       "bad.trace 50 incomplete-link", "1 problem left out",
                       "late_sender", "PMPI_Gatherv takes longest in rank-3", "1.5192    rank-7",
                       "on the critical path: PMPI_Gatherv", "820 of 1856 states have no slack",
                       "latest: rank-7", "rank-1      40       0      40", "2098.0  4096.0      1",
                       "[280, 280] messages in each half", "8 iterations of 0.004639 s",
                       "['PMPI_Irecv', 'PMPI_Irecv', 'PMPI_Isend', 'PMPI_Isend']",
                       "8              0.0175        0.0006", "idle: 0.2454 instead of 0.0",
                       "560 of 560 links connect states", "caused: 0.01688 s of waiting, most by rank-7", "on the other network: 0."):
            assert wanted in text, (wanted, text)
        subprocess.run([sys.executable, EXAMPLE, "run.trace", "picture.png", "--end", "0.04"],
                       check=True)
        picture = Path("picture.png").read_bytes()
        assert picture.startswith(b"\x89PNG") and len(picture) > 10000, len(picture)
        if len(sys.argv) > 4:
            shutil.copy("picture.png", sys.argv[4])
        for arguments, said in ((["run.trace", "--start", "9"], "no state there"),
                                (["run.trace", "--start", "nan"], "start is to be a finite number"),
                                (["run.trace", "--type", "X"], "no state type is named 'X'"),
                                (["none.trace"], "No such file"), (["sized.trace"], "no state"),
                                (["nested.trace", "--start", "1", "--end", "1"], "nothing can be")):
            done = subprocess.run([sys.executable, EXAMPLE, arguments[0], "n.png", *arguments[1:]],
                                  capture_output=True, text=True)
            assert done.returncode == 1 and said in done.stderr, done
            assert "Traceback" not in done.stderr, done
        check_slices()
    print(f"{len(blocks)} blocks and the example")
    os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
