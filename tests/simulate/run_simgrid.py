#!/usr/bin/env python3
"""SimGrid's simulation of MPI programs, without contention, takes as long as pj_simulate's of the same programs on the
same platform.

Usage: run_simgrid.py TOOL_DIR
"""

import csv
import io
import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><cluster id="c" prefix="node-" suffix="" radical="0-7" speed="2Gf" bw="125MBps" lat="50us"/></platform>
"""
PROGRAM = """
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char* out = malloc(%(bytes)d + 1);
  char* in = malloc(%(bytes)d + 1);
  double start = MPI_Wtime();
  for (int i = 0; i < %(rounds)d; ++i) {
    smpi_execute_flops(%(flops)g);
    %(message)s
  }
  double time = MPI_Wtime() - start, longest;
  MPI_Reduce(&time, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("time %%.9f\\n", longest);
  MPI_Finalize();
  return 0;
}
"""
RING = """MPI_Sendrecv(out, %(bytes)d, MPI_CHAR, (rank + 1) %% size, 0, in, %(bytes)d, MPI_CHAR,
                 (rank + size - 1) %% size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);"""
PAIRS = """if (rank %% 2) MPI_Recv(in, %(bytes)d, MPI_CHAR, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else MPI_Send(out, %(bytes)d, MPI_CHAR, rank + 1, 0, MPI_COMM_WORLD);"""
# The receivers come late: senders wait, then compute.
LATE = """if (rank %% 2) {
      smpi_execute_flops(%(flops)g);
      MPI_Recv(in, %(bytes)d, MPI_CHAR, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Send(out, %(bytes)d, MPI_CHAR, rank + 1, 0, MPI_COMM_WORLD);
      smpi_execute_flops(3 * %(flops)g);
    }"""
TO = {RING: ("(rank + 1) % 8", "(rank - 1) % 8"),
      PAIRS: ("if(rank % 2, -1, rank + 1)", "if(rank % 2, rank - 1, -1)")}


# The templates as programs of MPI: what they do between the first computation and the last message.
CUBE = """
static void work(int rank, int side) {
  const int area = side * side;
  const double cells = pow(%(size)d / side, 3);
  const int bytes = pow(%(size)d / side, 2) * 8;
  char* out = malloc(bytes);
  char* in = malloc(bytes);
  const int to[] = {rank - rank %% side + (rank + 1) %% side, rank - rank %% side + (rank + side - 1) %% side,
                    rank - rank %% area + (rank + side) %% area, rank - rank %% area + (rank + area - side) %% area,
                    (rank + area) %% (area * side), (rank + area * side - area) %% (area * side)};
  for (int step = 0; step < 3; ++step) {
    smpi_execute_flops(10 * cells);
    for (int k = 0; k < 6; ++k)
      MPI_Sendrecv(out, bytes, MPI_CHAR, to[k], 0, in, bytes, MPI_CHAR, to[k ^ 1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
"""
TREE = """
static void work(int rank, int size) {
  char* data = malloc(%(size)d * 4);
  int levels = 0;
  while (1 << levels < size) ++levels;
  for (int level = 0; level < levels; ++level) {
    const int part = size >> level, bytes = %(size)d * 4 / (1 << (level + 1));
    if (rank %% part == 0) MPI_Send(data, bytes, MPI_CHAR, rank + part / 2, 0, MPI_COMM_WORLD);
    if (rank %% part == part / 2) MPI_Recv(data, bytes, MPI_CHAR, rank - part / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  const double leaf = %(size)d / size;
  smpi_execute_flops(50 * leaf * log2(leaf));
  for (int level = 0; level < levels; ++level) {
    const int part = 2 << level, bytes = %(size)d * 4 / size * (1 << level);
    if (rank %% part == part / 2) MPI_Send(data, bytes, MPI_CHAR, rank - part / 2, 0, MPI_COMM_WORLD);
    if (rank %% part == 0) {
      MPI_Recv(data, bytes, MPI_CHAR, rank + part / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      smpi_execute_flops(50. * leaf * part);
    }
  }
}
"""
FARM = """
static void work(int rank, int size) {
  char* data = malloc(1600000);
  MPI_Status from;
  if (rank == 0) {
    int left = %(size)d;
    for (int i = 1; i < size; ++i, --left) MPI_Send(data, 1600000, MPI_CHAR, i, 1, MPI_COMM_WORLD);
    for (int i = 0; i < %(size)d; ++i) {
      MPI_Recv(data, 80000, MPI_CHAR, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &from);
      if (left-- > 0) MPI_Send(data, 1600000, MPI_CHAR, from.MPI_SOURCE, 1, MPI_COMM_WORLD);
    }
    end = MPI_Wtime();
    for (int i = 1; i < size; ++i) MPI_Send(data, 1, MPI_CHAR, i, 2, MPI_COMM_WORLD);
    return;
  }
  for (;;) {
    MPI_Recv(data, 1600000, MPI_CHAR, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &from);
    if (from.MPI_TAG == 2) break;
    smpi_execute_flops(4e8);
    MPI_Send(data, 80000, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  }
  end = 0;
}
"""
MAIN = """
int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const double start = MPI_Wtime();
  end = -1;
  work(rank, %s);
  double time = (end < 0 ? MPI_Wtime() : end) - start, longest;
  MPI_Reduce(&time, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("time %%.9f\\n", longest);
  MPI_Finalize();
  return 0;
}
"""
HEAD = """
#include <math.h>
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
static double end;
"""


def simgrid_time(folder, program, processes):
    """The time that a program prints, as a list of one, and what went wrong."""
    (folder / "program.c").write_text(program)
    made = blackbox.run(["smpicc", "-O1", "program.c", "-o", "program", "-lm"], cwd=folder)
    done = blackbox.run(["smpirun", "-np", str(processes), "-platform", "platform.xml", "--cfg=network/model:CM02",
                         "--cfg=network/crosstraffic:0", "--cfg=network/TCP-gamma:0", "--cfg=smpi/simulate-computation:no",
                         "./program"], cwd=folder)
    times = [float(line.split()[1]) for line in done.out.splitlines() if line.startswith("time")]
    return times, blackbox.shorten(made.err + done.err)


@blackbox.group
def check_templates(tools, report, folder):
    (folder / "platform.xml").write_text(PLATFORM)
    for template, body, size, side, processes, words in (
            ("spmd_3d", CUBE, 200, "2", 8, ("size=200", "iterations=3", "side=2")),
            ("divide_and_conquer", TREE, 1 << 20, "size", 8, ("size=1048576", "n.worker=8")),
            ("divide_and_conquer", TREE, 1 << 20, "size", 4, ("size=1048576", "n.worker=4")),
            ("master_slaves", FARM, 20, "size", 4, ("batches=20", "n.slave=3", "ops=4e8")),
            ("master_slaves", FARM, 50, "size", 8, ("batches=50", "n.slave=7", "ops=4e8"))):
        wanted, trouble = simgrid_time(folder, HEAD + body % {"size": size} + MAIN % side, processes)
        settings = [word for one in words for word in ("--set", one)]
        found = blackbox.run([tools / "pj_simulate", "--csv", f"template:{template}", "--system", "platform.xml", *settings],
                             cwd=folder)
        time = float(next(csv.DictReader(io.StringIO(found.out)))["time"]) if found.code == 0 else 0
        report.check(f"{template} of {processes}", len(wanted) == 1 and abs(time - wanted[0]) <= 1e-3 * wanted[0],
                     f"SimGrid {wanted}, {time} {found.err} {trouble}")


@blackbox.group
def check_late_receivers(tools, report, folder):
    (folder / "platform.xml").write_text(PLATFORM)
    (folder / "system.json").write_text(json.dumps({"platform": "platform.xml", "model": {"rendezvous_bytes": 65536}}))
    values = {"bytes": 1000000, "rounds": 10, "flops": 1e9}
    wanted, trouble = simgrid_time(folder, PROGRAM % {**values, "message": LATE % values}, 8)
    blocks = [{"compute": {"complexity": 1e9}}, {"if": {
        "condition": "rank % 2", "then": [{"compute": {"complexity": 1e9}}, {"exchange": {"data": 1e6, "from": "rank - 1"}}],
        "else": [{"exchange": {"data": 1e6, "to": "rank + 1"}}, {"compute": {"complexity": 3e9}}]}}]
    (folder / "app.json").write_text(json.dumps({"labels": [{"name": "w", "count": 8, "blocks": [
        {"loop": {"count": 10, "blocks": blocks}}]}]}))
    found = blackbox.run([tools / "pj_simulate", "--csv", "app.json", "--system", "system.json"], cwd=folder)
    time = float(next(csv.DictReader(io.StringIO(found.out)))["time"]) if found.code == 0 else 0
    report.check("late receivers", len(wanted) == 1 and abs(time - wanted[0]) <= 1e-3 * wanted[0],
                 f"SimGrid {wanted}, {time} {found.err} {trouble}")


@blackbox.group
def check_programs(tools, report, folder):
    (folder / "platform.xml").write_text(PLATFORM)
    for name, message in (("ring", RING), ("pairs", PAIRS)):
        for values in ({"bytes": 1000000, "rounds": 10, "flops": 1e9}, {"bytes": 8000, "rounds": 20, "flops": 1e6}):
            wanted, trouble = simgrid_time(folder, PROGRAM % {**values, "message": message % values}, 8)
            blocks = [{"compute": {"complexity": values["flops"]}},
                      {"exchange": {"data": values["bytes"], "to": TO[message][0], "from": TO[message][1]}}]
            (folder / "app.json").write_text(json.dumps({"labels": [{"name": "w", "count": 8, "blocks": [
                {"loop": {"count": values["rounds"], "blocks": blocks}}]}]}))
            found = blackbox.run([tools / "pj_simulate", "--csv", "app.json", "--system", "platform.xml"], cwd=folder)
            time = float(next(csv.DictReader(io.StringIO(found.out)))["time"]) if found.code == 0 else 0
            report.check(f"{name} {values}", len(wanted) == 1 and abs(time - wanted[0]) <= 1e-3 * wanted[0],
                         f"SimGrid {wanted}, {time} {found.err} {trouble}")


def main():
    folder, = sys.argv[1:]
    if shutil.which("smpirun") is None or shutil.which("smpicc") is None:
        print("skipped: SimGrid's smpirun and smpicc are not there")
        return blackbox.SKIPPED
    report = blackbox.Report()
    blackbox.need_tool(folder, "pj_simulate")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Path(folder).resolve(), report, Path(scratch))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
