#!/usr/bin/env python3
"""The code of docs/python.md, run as it stands there, and the example script.

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

DOCUMENT, EXAMPLE, SAMPLES = (Path(word).resolve() for word in sys.argv[1:4])


def run_code(code):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(code, DOCUMENT.name, "exec"), {"__name__": "document"})
    return output.getvalue()


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
        blocks = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text(), re.M | re.S)
        text = run_code("\n".join(blocks))
        # One thing of each block, so that none is left out.
        for wanted in ("1856 states", "time in PMPI_Waitall: 0.1225", "PMPI_Gatherv", "rank-7",
                       "dtype: int64", "similarity 1.0 difference -0.394", "aggregates at p =",
                       "bad.trace 50 incomplete-link", "1 problem left out"):
            assert wanted in text, (wanted, text)
        subprocess.run([sys.executable, EXAMPLE, "run.trace", "picture.png", "--end", "0.04"],
                       check=True)
        picture = Path("picture.png").read_bytes()
        assert picture.startswith(b"\x89PNG") and len(picture) > 10000, len(picture)
        if len(sys.argv) > 4:
            shutil.copy("picture.png", sys.argv[4])
        nothing = subprocess.run([sys.executable, EXAMPLE, "run.trace", "n.png", "--start", "9"],
                                 capture_output=True, text=True)
        assert nothing.returncode == 1 and "no state there" in nothing.stderr, nothing
    print(f"{len(blocks)} blocks and the example")
    os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
