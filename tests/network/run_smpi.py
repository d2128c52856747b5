#!/usr/bin/env python3
"""pj_measure's program of networks in SimGrid's simulation of MPI, on a platform whose hosts and links differ: what
pj_model finds are the platform's numbers.

Usage: run_smpi.py TOOL_DIR ROOT
"""
import itertools
import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

BANDWIDTHS = {(0, 1): 125e6, (0, 2): 100e6, (0, 3): 50e6, (1, 2): 80e6, (1, 3): 40e6, (2, 3): 25e6}
# Seconds of a byte at both ends of a message.
PER_BYTE = 4e-9


def platform():
    """A link of its own between each two hosts, in microseconds 0.1, 0.1, 0.2 and 0.5 from each end."""
    ends = (0.1, 0.1, 0.2, 0.5)
    hosts = "".join(f'<host id="h{i}" speed="1Gf"/>' for i in range(4))
    links = "".join(f'<link id="l{i}{j}" bandwidth="{BANDWIDTHS[i, j]}Bps" latency="{ends[i] + ends[j]:.1f}us"/>' for i, j in BANDWIDTHS)
    routes = "".join(f'<route src="h{i}" dst="h{j}"><link_ctn id="l{i}{j}"/></route>' for i, j in BANDWIDTHS)
    return ("<?xml version='1.0'?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
            f'<platform version="4.1"><zone id="all" routing="Full">{hosts}{links}{routes}</zone></platform>')


def main():
    tools, root = (Path(word).resolve() for word in sys.argv[1:])
    blackbox.need_tool(tools, "pj_model")
    if not shutil.which("smpicxx"):
        blackbox.skip("no SimGrid")
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        scratch = Path(scratch)
        (scratch / "platform.xml").write_text(platform())
        (scratch / "hosts").write_text("h0\nh1\nh2\nh3\n")
        library = tools.parent / "libpaje"
        sources = [path for path in sorted((root / "network").glob("*.cpp")) if path.name != "estimate.cpp"]
        done = blackbox.run(["smpicxx", "-std=c++20", "-O1", f"-I{root}", f"-I{root / 'libpaje' / 'include'}", *sources, "-o", "network",
                             f"-L{library}", "-lpaje", "-lfmt", f"-Wl,-rpath,{library}"], cwd=scratch, timeout=500)
        if not report.check("it compiles", done.code == 0, done.err):
            return report.finish()
        done = blackbox.run(["smpirun", "-np", "4", "-platform", "platform.xml", "-hostfile", "hosts", "--cfg=smpi/simulate-computation:no",
                             "--cfg=network/model:CM02", "--cfg=network/crosstraffic:no", f"--cfg=smpi/os:0:1e-6:{PER_BYTE}",
                             f"--cfg=smpi/or:0:1e-6:{PER_BYTE}", "--cfg=smpi/privatization:no", "--cfg=smpi/wtime:0",
                             "--log=root.thres:critical", "./network", "experiment=lmo", "output=lmo.paje", "sizes=60000"], cwd=scratch)
        report.check("it runs", done.code == 0, done.err)
        done = blackbox.run([tools / "pj_model", "fit", "lmo", "lmo.paje", "--json"], cwd=scratch)
        if not report.check("the model is fitted", done.code == 0, done.err):
            return report.finish()
        found = json.loads(done.out)
        for (i, j), row in zip(itertools.combinations(range(4), 2), found["links"]):
            wanted = BANDWIDTHS[i, j]
            report.check(f"bandwidth of {i} and {j}", abs(row["bytes_a_second"] / wanted - 1) < 0.01, str(row))
        # The model has all latency at processes, which the simulation has on links: less of it in E2.
        for row in found["processes"]:
            report.check(f"bytes of {row['process']}", abs(row["per_byte"] / PER_BYTE - 1) < 0.02, str(row))
            report.check(f"{row['process']} is on its host", row["machine"] == "h" + row["process"][-1], str(row))
        print(*(f"{row['process']}: {row['startup']:.4g} s, {row['per_byte']:.4g} s/B" for row in found["processes"]), sep="\n")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
