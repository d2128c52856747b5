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
TO = {RING: ("(rank + 1) % 8", "(rank - 1) % 8"),
      PAIRS: ("if(rank % 2, -1, rank + 1)", "if(rank % 2, rank - 1, -1)")}


@blackbox.group
def check_programs(tools, report, folder):
    (folder / "platform.xml").write_text(PLATFORM)
    for name, message in (("ring", RING), ("pairs", PAIRS)):
        for values in ({"bytes": 1000000, "rounds": 10, "flops": 1e9}, {"bytes": 8000, "rounds": 20, "flops": 1e6}):
            (folder / "program.c").write_text(PROGRAM % {**values, "message": message % values})
            blackbox.run(["smpicc", "-O1", "program.c", "-o", "program"], cwd=folder)
            done = blackbox.run(["smpirun", "-np", "8", "-platform", "platform.xml", "--cfg=network/model:CM02",
                                 "--cfg=network/crosstraffic:0", "--cfg=network/TCP-gamma:0", "--cfg=smpi/simulate-computation:no",
                                 "./program"], cwd=folder)
            wanted = [float(line.split()[1]) for line in done.out.splitlines() if line.startswith("time")]
            blocks = [{"compute": {"complexity": values["flops"]}},
                      {"exchange": {"data": values["bytes"], "to": TO[message][0], "from": TO[message][1]}}]
            (folder / "app.json").write_text(json.dumps({"labels": [{"name": "w", "count": 8, "blocks": [
                {"loop": {"count": values["rounds"], "blocks": blocks}}]}]}))
            found = blackbox.run([tools / "pj_simulate", "--csv", "app.json", "--system", "platform.xml"], cwd=folder)
            time = float(next(csv.DictReader(io.StringIO(found.out)))["time"]) if found.code == 0 else 0
            report.check(f"{name} {values}", len(wanted) == 1 and abs(time - wanted[0]) <= 1e-3 * wanted[0],
                         f"SimGrid {wanted}, {time} {found.err} {blackbox.shorten(done.err)}")


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
