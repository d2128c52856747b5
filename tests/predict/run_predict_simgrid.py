#!/usr/bin/env python3
"""SimGrid against pj_predict: runs of its smpirun under what pj_predict predicts, replays of exported traces, and its
engine against that of the graph.

Usage: run_predict_simgrid.py TOOL_DIR DATA_FOLDER
"""

import json
import lzma
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><cluster id="c" prefix="node-" suffix="" radical="0-15" speed="2Gf" bw="125MBps" lat="50us"
  loopback_bw="1.25GBps" loopback_lat="2us" sharing_policy="SPLITDUPLEX"/></platform>
"""
PROGRAM = """
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdlib.h>
static char out[1 << 22], in[1 << 22];
int main(int argc, char** argv) {
  int rank, ranks, what = argv[1][0], size = atoi(argv[2]);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int bytes = 1; bytes <= 1 << 20; bytes *= 2) {
    if (rank == 0) MPI_Send(out, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(in, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (what < 'a' && rank == 0) MPI_Send(out, bytes, MPI_CHAR, ranks - 1, 0, MPI_COMM_WORLD);
    if (what < 'a' && rank == ranks - 1) MPI_Recv(in, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  what |= 32;
  for (int i = 0; i < 20; ++i) {
    smpi_execute_flops(2e6 + 1e5 * rank);
    if (what == 'b') MPI_Bcast(out, size, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (what == 'r') MPI_Allreduce(out, in, size / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (what == 'g') MPI_Allgather(out, size, MPI_CHAR, in, size, MPI_CHAR, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (what != 'n') continue;
    for (int bytes = 8; bytes <= 1 << 20; bytes *= 8) {
      if (rank > 0) MPI_Recv(in, bytes, MPI_CHAR, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out, bytes, MPI_CHAR, (rank + 1) % ranks, 0, MPI_COMM_WORLD);
      if (rank == 0) MPI_Recv(in, bytes, MPI_CHAR, ranks - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
"""


class Bench:
    def __init__(self, report, tools, data, folder):
        self.report, self.tools, self.data, self.folder = report, tools, Path(data).resolve(), Path(folder)
        (self.folder / "platform.xml").write_text(PLATFORM)
        (self.folder / "program.c").write_text(PROGRAM)
        done = blackbox.run(["smpicc", "-O1", "program.c", "-o", "program"], cwd=self.folder)
        report.check("smpicc", done.code == 0, done.err)

    def measure(self, name, nodes, *words):
        """The trace of the program on these nodes, one for each rank; words that begin with -- are for smpirun."""
        hosts, trace = self.folder / "hosts", self.folder / f"{name}.trace"
        hosts.write_text("".join(f"node-{node}\n" for node in nodes))
        done = blackbox.run(["smpirun", "-np", str(len(nodes)), "-hostfile", hosts, "-platform", "platform.xml",
                             "--cfg=smpi/simulate-computation:no", "--cfg=smpi/host-speed:2Gf", "-trace", "-trace-file", trace,
                             "--cfg=tracing/smpi/computing:yes", "--cfg=tracing/smpi/display-sizes:yes", "--cfg=tracing/precision:9",
                             *(word for word in words if word.startswith("--")), "./program",
                             *(word for word in words if not word.startswith("--"))], cwd=self.folder)
        self.report.check(f"{name}: smpirun", done.code == 0, blackbox.shorten(done.err))
        return trace

    def predict(self, name, trace, *words):
        done = blackbox.run([blackbox.need_tool(self.tools, "pj_predict"), "-q", "-z", "--json", *map(str, words), trace])
        ok = self.report.check(f"{name}: predicted", done.code == 0, blackbox.shorten(done.err))
        return json.loads(done.out) if ok else {"measured": 0, "predicted": 0, "low": 0, "high": 0}

    def near(self, name, wanted, got, tolerance):
        self.report.check(name, abs(got - wanted) <= tolerance * wanted, f"SimGrid {wanted}, predicted {got}: {got / wanted - 1:+.2%}")

    def runs(self, *names):
        for name in names:
            trace = self.folder / f"{name}.trace"
            trace.write_bytes(lzma.open(self.data / "runs" / f"{name}.trace.xz").read())
            yield name, trace


@blackbox.group
def check_placement(bench):
    """The program on other nodes; messages inside one go through its loopback."""
    ranks = range(8)
    places = {"pairs": [rank // 2 for rank in ranks], "apart": list(ranks), "crossed": [rank % 4 for rank in ranks],
              "fours": [rank // 4 for rank in ranks]}
    measured = {name: bench.measure(name, nodes, "n", "8") for name, nodes in places.items()}
    for before, after in (("pairs", "apart"), ("pairs", "crossed"), ("pairs", "fours"), ("fours", "pairs"), ("fours", "apart")):
        table = bench.folder / "placement.csv"
        table.write_text("container,node,before\n" + "".join(
            f"rank-{rank},n{places[after][rank]},n{places[before][rank]}\n" for rank in ranks))
        name = f"{before} to {after}"
        found = bench.predict(name, measured[before], "--placement", table)
        bench.near(name, bench.predict(name, measured[after])["measured"], found["predicted"], 0.02)


@blackbox.group
def check_placement_on_network(bench):
    """The program on other nodes, with another network between them; loopbacks stay. Ranks have cores of their own."""
    ranks, platform = range(8), PLATFORM.replace('speed="2Gf"', 'speed="2Gf" core="8"')
    (bench.folder / "platform.xml").write_text(platform)
    other = {"latency/10,bandwidth*10": ("1.25GBps", "5us"), "bandwidth*4": ("500MBps", "50us"), "latency*3": ("125MBps", "150us")}
    before = bench.measure("pairs", [rank // 2 for rank in ranks], "n", "8")
    for after, nodes in (("apart", list(ranks)), ("fours", [rank // 4 for rank in ranks]), ("pairs", [rank // 2 for rank in ranks])):
        table = bench.folder / "placement.csv"
        table.write_text("container,node,before\n" + "".join(f"rank-{rank},n{nodes[rank]},n{rank // 2}\n" for rank in ranks))
        for change, (bandwidth, latency) in other.items():
            name = f"{after} {change}"
            (bench.folder / "platform.xml").write_text(platform.replace("125MBps", bandwidth, 1).replace("50us", latency, 1))
            measured = bench.predict(name, bench.measure("other", nodes, "n", "8"))["measured"]
            found = bench.predict(name, before, "--placement", table, "--network", change)
            if change == "latency/10,bandwidth*10":  # else the sizes do not say enough
                bench.near(name, measured, found["predicted"], 0.02)
            bench.report.check(f"{name}: inside", found["low"] * 0.995 <= measured <= found["high"] * 1.005,
                               f"{measured} in {found['low']} to {found['high']}")
    (bench.folder / "platform.xml").write_text(PLATFORM)


@blackbox.group
def check_golden(bench):
    """What replays of another converter and the run itself took: a ring on other links and hosts; two nodes of two ranks, where sends
    wait for receivers that look for their messages later."""
    golden = bench.data / "golden-models"
    replays = json.loads((golden / "replay.json").read_text())
    ring, app = golden / replays["trace"], golden / f"{replays['app_2x2']['trace']}.xz"
    for name, trace, platform, changes, wanted in (
            ("ring", ring, "plat4.xml", {}, replays["replay_same_platform"]),
            ("ring, slow link", ring, "plat4.xml", {"125MBps": "12.5MBps"}, replays["replay_link_12.5MBps"]),
            ("ring, fast hosts", ring, "plat4.xml", {"2.4Gf": "4.8Gf"}, replays["replay_hosts_4.8Gf"]),
            ("app", app, "pc.xml", {}, replays["app_2x2"]["T_125MBps"]),
            ("app, slow links", app, "pc.xml", {"125MBps": "12.5MBps"}, replays["app_2x2"]["real_run_12.5MBps"])):
        xml = (golden / platform).read_text()
        for old, new in changes.items():
            xml = xml.replace(old, new)
        path = bench.folder / "golden.xml"
        path.write_text(xml)
        words = ["--platform", path, "--host-speed", "2.4e9"]
        if trace == app:
            table = bench.folder / "nodes.csv"
            table.write_text("container,node\n" + "".join(f"rank-{rank},node-{rank // 2}\n" for rank in range(4)))
            words += ["--placement", table]
        bench.near(name, wanted, bench.predict(name, trace, "--engine", "simgrid", *words)["predicted"], 1e-6)
    # From the trace alone it is not known which ranks share a node.
    found = bench.predict("app by the graph", app, "--network", "bandwidth/10")
    wanted = replays["app_2x2"]["real_run_12.5MBps"]
    bench.report.check("app by the graph", found["low"] <= wanted <= found["high"], str(found))
    found = bench.predict("ring by the graph", ring, "--network", "bandwidth/10")
    wanted = replays["replay_link_12.5MBps"]
    bench.report.check("ring by the graph", found["low"] <= wanted <= found["high"], str(found))
    found = bench.predict("ring by the graph, computing", ring, "--computing", "0.5x")
    bench.near("ring by the graph, computing", replays["replay_hosts_4.8Gf"], found["predicted"], 1e-6)


@blackbox.group
def check_collectives(bench):
    """The program with other algorithms of collective operations."""
    for what, value, one, other, word in (("r", "PMPI_Allreduce", "rdb", "lr", "ring"), ("r", "PMPI_Allreduce", "lr", "rdb", "log"),
                                          ("g", "PMPI_Allgather", "rdb", "ring", "ring"), ("g", "PMPI_Allgather", "ring", "rdb", "log"),
                                          ("b", "PMPI_Bcast", "flattree", "binomial_tree", "log"),
                                          ("b", "PMPI_Bcast", "binomial_tree", "flattree", "linear")):
        for size in (64, 8192, 262144):
            option = f"--cfg=smpi/{value.removeprefix('PMPI_').lower()}"
            before, after = (bench.measure(f"{what}.{which}.{size}", range(8), f"{option}:{which}", what, str(size))
                             for which in (one, other))
            name = f"{value} of {size}: {one} to {other}"
            wanted = bench.predict(name, after)["measured"]
            found = bench.predict(name, before, "--collective", f"{value}={word}:{size}")
            if word == "linear":  # its messages overlap or not
                bench.report.check(name, found["low"] <= wanted <= found["high"], f"{wanted} in {found['low']} to {found['high']}")
            else:
                bench.near(name, wanted, found["predicted"], 0.07)


@blackbox.group
def check_placed_collectives(bench):
    """The program with another algorithm on other nodes; messages from rank 0 inside its node and to another one are seen. Ranks have
    cores of their own. What they send is too little to fill the link that they share."""
    (bench.folder / "platform.xml").write_text(PLATFORM.replace('speed="2Gf"', 'speed="2Gf" core="8"'))
    places = {"pairs": [rank // 2 for rank in range(8)], "fours": [rank // 4 for rank in range(8)],
              "threes": [rank // 3 for rank in range(8)]}
    for what, value, one, other, word in (("R", "PMPI_Allreduce", "rdb", "lr", "ring"), ("R", "PMPI_Allreduce", "lr", "rdb", "log"),
                                          ("G", "PMPI_Allgather", "rdb", "ring", "ring"), ("G", "PMPI_Allgather", "ring", "rdb", "log"),
                                          ("B", "PMPI_Bcast", "flattree", "binomial_tree", "log")):
        for before, after in (("pairs", "fours"), ("fours", "pairs"), ("pairs", "threes")):
            table = bench.folder / "placement.csv"
            table.write_text("container,node,before\n" + "".join(
                f"rank-{rank},n{places[after][rank]},n{places[before][rank]}\n" for rank in range(8)))
            for size in (64,) if (what, word) == ("G", "log") else (64, 8192):
                option = f"--cfg=smpi/{value.removeprefix('PMPI_').lower()}"
                runs = [bench.measure(f"{what}.{which}.{place}.{size}", places[place], f"{option}:{which}", what, str(size))
                        for which, place in ((one, before), (other, after))]
                name = f"{value} of {size}: {one} on {before} to {other} on {after}"
                wanted = bench.predict(name, runs[1])["measured"]
                found = bench.predict(name, runs[0], "--placement", table, "--collective", f"{value}={word}:{size}")
                if found["predicted"] is None:
                    bench.report.check(f"{name}: inside", found["low"] <= wanted <= found["high"], f"{wanted} {found['low']} {found['high']}")
                else:
                    bench.near(name, wanted, found["predicted"], 0.07)
    (bench.folder / "platform.xml").write_text(PLATFORM)


@blackbox.group
def check_replay(bench):
    """An exported trace, replayed on the platform it was measured on, is as long."""
    platforms = bench.data / "runs" / "platforms"
    for name, trace in bench.runs("ring.8.base", "cg.S.8.base", "lu.S.8.base", "halo2d.16.base"):
        folder = bench.folder / f"{name}.ti"
        done = blackbox.run([blackbox.need_tool(bench.tools, "pj_export"), "-q", "--to", "ti", "--host-speed", "2e9", "-o", folder, trace])
        bench.report.check(f"{name}: exported", done.code == 0, done.err)
        ranks = len((folder / "index.txt").read_text().splitlines())
        for platform in ("base", "fastnet"):
            done = blackbox.run(["smpirun", "-np", str(ranks), "-hostfile", platforms / "hostfile", "-platform", platforms / f"{platform}.xml",
                                 "--cfg=smpi/host-speed:2Gf", "-replay", "index.txt"], cwd=folder)
            times = [float(line.split("Simulation time")[1]) for line in (done.out + done.err).splitlines() if "Simulation time" in line]
            other = next(bench.runs(name.replace("base", platform)))[1]
            bench.near(f"{name} on {platform}", bench.predict(name, other)["measured"], max(times, default=0), 5e-4)


@blackbox.group
def check_engine(bench):
    """Both engines agree without contention; with it SimGrid is as long as what was measured on another network."""
    for name, trace in bench.runs("ring.8.base", "cg.S.8.base", "lu.S.8.base"):
        for words in ((), ("--network", "latency/10,bandwidth*10"), ("--network", "latency*2,bandwidth/2"), ("--computing", "0.5"),
                      ("--scale", "computing=3x", "--containers", "rank-2")):
            title = f"{name} {' '.join(words)}"
            found = [bench.predict(title, trace, "--engine", engine, *words) for engine in ("graph", "simgrid")]
            bench.near(title, found[0]["predicted"], found[1]["predicted"], 0.003)
            bench.report.check(f"{title}: said", found[1].get("engine") == "simgrid", str(found[1]))
    platforms = bench.data / "runs" / "platforms"
    for name, trace in bench.runs("halo2d.16.base", "ring.8.base"):
        for platform in ("fastnet", "lowlat", "fastcpu"):
            if not (bench.data / "runs" / f"{name.replace('base', platform)}.trace.xz").exists():
                continue
            other = next(bench.runs(name.replace("base", platform)))[1]
            wanted = bench.predict(name, other)["measured"]
            found = bench.predict(name, trace, "--engine", "simgrid", "--platform", platforms / f"{platform}.xml", "--host-speed", "2e9")
            bench.near(f"{name} on the platform {platform}", wanted, found["predicted"], 0.001)
            if platform == "fastnet":
                found = bench.predict(name, trace, "--engine", "simgrid", "--network", "latency/10,bandwidth*10")
                bench.near(f"{name} on a network like {platform}", wanted, found["predicted"], 0.01)


@blackbox.group
def check_hosts(bench):
    """Ranks are on the hosts in the order of the file, and the run is checked on the platform that it was measured on."""
    hosts = range(12)
    text = ("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>\n"
            "<platform version='4.1'><zone id='z' routing='Full'>"
            + "".join(f"<host id='n-{i}' speed='{1 if i == 3 else 2}Gf'/>" for i in hosts)
            + "".join(f"<link id='l{i}' bandwidth='125MBps' latency='50us' sharing_policy='SPLITDUPLEX'/>" for i in hosts)
            + "".join(f"<route src='n-{i}' dst='n-{k}'><link_ctn id='l{i}' direction='UP'/><link_ctn id='l{k}' direction='DOWN'/></route>"
                      for i in hosts for k in hosts if i < k) + "</zone></platform>\n")
    platform, base = bench.folder / "slow.xml", bench.data / "runs" / "platforms" / "base.xml"
    platform.write_text(text)
    for name, trace in bench.runs("ring.8.base", "halo2d.16.base"):
        if name.startswith("halo2d"):
            platform.write_text(base.read_text())
        words = ("--engine", "simgrid", "--platform", platform, "--measured-platform", base)
        found = bench.predict(name, trace, *words)
        slow = ("--scale", "computing=2x", "--containers", "rank-3", "--") if name.startswith("ring") else ()
        bench.near(name, bench.predict(f"{name}, graph", trace, *slow)["predicted"], found["predicted"], 0.001)
        bench.report.check(f"{name}: a narrow interval", found["high"] - found["low"] < 0.01 * found["predicted"], str(found))


@blackbox.group
def check_sweep(bench):
    """A row of a sweep is the prediction of its factor; the noise of repetitions is in the interval."""
    (_, ring), = bench.runs("ring.8.base")
    words = ["--engine", "simgrid"]
    for what, one in (("bandwidth", "--network=bandwidth*{}"), ("computing", "--computing={}"), ("communication", "--communication={}")):
        rows = bench.predict(f"sweep of {what}", ring, *words, f"--sweep={what}=0.5x..2x", "--points", "3").get("sweep", [])
        bench.report.check(f"{what}: three rows", len(rows) == 3, str(rows))
        for row in rows:
            found = bench.predict(f"{what} of {row['factor']}", ring, *words, one.format(row["factor"]))
            bench.near(f"{what} of {row['factor']}", found["predicted"], row["predicted"], 1e-9)
            bench.report.check(f"{what} of {row['factor']}: ends", row["low"] <= row["predicted"] <= row["high"], str(row))
    others = [bench.folder / f"{factor}.trace" for factor in (0.9, 1.2)]
    for other in others:
        bench.predict("another run", ring, f"--computing={other.stem}", "-o", other)
    alone = [bench.predict("alone", trace, *words, "--computing", "2x")["predicted"] for trace in (ring, *others)]
    found = bench.predict("together", ring, *words, "--computing", "2x", "--repetitions", *others, "--")
    bench.near("the mean of repetitions", sum(alone) / 3, found["predicted"], 1e-9)
    bench.report.check("all repetitions are inside", found["low"] <= min(alone) and max(alone) <= found["high"], str((alone, found)))
    platform = bench.data / "runs" / "platforms" / "fastnet.xml"
    for what, code in (("latency", 2), ("communication", 2), ("computing", 0)):
        done = blackbox.run([blackbox.need_tool(bench.tools, "pj_predict"), "-q", "-z", *words, "--platform", platform, "--host-speed", "2e9",
                             f"--sweep={what}=1x..2x", "--points", "2", ring])
        bench.report.check(f"{what} on a platform", done.code == code, done.err)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tools, data = sys.argv[1:]
    if shutil.which("smpirun") is None or shutil.which("smpicc") is None:
        print("skipped: SimGrid's smpirun and smpicc are not there")
        return blackbox.SKIPPED
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        blackbox.run_groups(Bench(report, tools, data, folder))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
