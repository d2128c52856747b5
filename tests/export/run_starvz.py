#!/usr/bin/env python3
"""pj_export --to starvz: the tables of a small StarPU trace, known on paper, and those that StarVZ's own first phase
makes of the same trace.

Usage: run_starvz.py TOOL_DIR

PAJE_STARVZ names a clone of github.com/schnorr/starvz, whose scripts are then run by R (readr, dplyr, tidyr, purrr,
RColorBrewer); PAJE_NODE_MODULES a folder of Node's packages with hyparquet and hyparquet-compressors, which read the
files of Parquet.
"""
import collections
import csv
import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox  # noqa: E402
from definitions import definitions  # noqa: E402

TOOLS = Path(sys.argv[1])
STARVZ = os.environ.get("PAJE_STARVZ")
TASK = "Size:int Params Footprint Tag JobId SubmitOrder:int GFlop:double X:int Y:int Iteration:int Subiteration:int"
# Two nodes. Lines are not in the order of their times, as StarPU writes them.
TRACE = definitions([
    ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
    ("DefineVariableType", "Alias Type Name"), ("DefineEventType", "Alias Type Name"),
    ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    ("CreateContainer", "Time Alias Type Container Name"),
    ("SetState", "Time Type Container Value"), ("SetState", f"Time Type Container Value {TASK}"),
    ("SetVariable", "Time Type Container Value:double"),
    ("NewEvent", "Time Type Container Value"),
    ("NewEvent", "Time Type Container Value Handle Info:int Size:int Tid Src"),
    ("StartLink", "Time Type Container Value StartContainer Key Tag"),
    ("EndLink", "Time Type Container Value EndContainer Key")]) + """\
0 MPIP 0 "MPI Program"
0 P MPIP Program
0 W P Worker
0 MM P "Memory Manager"
0 CT P "Communication Thread"
0 SC P "Scheduler State"
1 WS W "Worker State"
1 CS CT "Communication Thread State"
1 MS MM "Memory Node State"
1 US SC "User Thread State"
1 IC W InCtx1
2 RT SC "Number of Ready Tasks"
2 BW MM "Bandwidth In (MB/s)"
3 PE P "program event type"
3 DR P "data registration"
3 AS MM "Allocating Start"
4 ML MPIP CT CT "MPI communication"
5 0 root MPIP 0 root
5 0 p0 P root 0_program
5 0 p1 P root 1_program
5 0 c0 W p0 0_CPU0
5 0 g0 W p0 0_CUDA0_0
5 0 c1 W p1 1_CPU0
5 0 m0 MM p0 0_MEMMANAGER0
5 0 t0 CT p0 0_mpict
5 0 t1 CT p1 1_mpict
5 0 s0 SC p0 0_scheduler
6 0 WS c0 Idle
7 2 WS c0 gemm 100 A_B 1f 0 0_7 3 2.5 1 2 4 -1
6 5 WS c0 Idle
6 0 WS g0 Overhead
7 1 WS g0 gemm 100 A_B 1f 0 0_8 4 2.5 1 3 4 -1
6 1.5 WS g0 PushingOutput
7 1 WS c1 "tr,sm" 50 C 2e 0 1_9 5 0.5 1 4 4 -1
6 9 WS c1 Sleeping
6 0 IC c1 x
6 0.5 MS m0 Allocating
6 0 CS t0 Polling
6 0 CS t1 Polling
6 0 US s0 Waiting
8 0 RT s0 3
8 4 BW m0 12.5
9 1.25 PE p0 start_profiling
9 0.25 DR p0 7f
10 2 AS m0 1 7f 0 4096 99 fetch
11 3 ML root 4096 t0 mpicom_1 17
12 6 ML root 4096 t1 mpicom_1
6 10 WS c0 Idle
6 10 WS g0 Idle
6 0.125 WS g0 Scheduling
"""
APPLICATION = """\
ResourceId,Start,End,Duration,Depth,Value,Size,Params,Footprint,Tag,JobId,SubmitOrder,GFlop,X,Y,Iteration,\
Subiteration,NumaNodes,Node,Resource,ResourceType,Outlier,Height,Position
0_CPU0,1,4,3,0,gemm,100,A_B,1f,0,0_7,3,2.5,1,2,4,-1,,0,CPU0,CPU,FALSE,1,POS
0_CUDA0_0,0,0.5,0.5,0,gemm,100,A_B,1f,0,0_8,4,2.5,1,3,4,-1,,0,CUDA0_0,CUDA,FALSE,2,POS
1_CPU0,0,8,8,0,"tr,sm",50,C,2e,0,1_9,5,0.5,1,4,4,-1,,1,CPU0,CPU,FALSE,1,POS
"""
SMALL = {
    "colors": "Value,Color,Use\ngemm,#E41A1C,TRUE\n\"tr,sm\",#377EB8,TRUE\n",
    "zero": "value\n1\n",
    "version": "value\n0.2.0\n",
    "link": "Container,Type,Start,End,Duration,Size,Origin,Dest,Key,Tag,MPIType,Priority,Handle\n"
            "root,MPI communication,2,5,3,4096,0_mpict,1_mpict,mpicom_1,17,,,\n",
    "events": "Container,Type,Start,Value\n0_program,program event type,0.25,start_profiling\n",
    "events_data": "Container,Type,Start,Value\n0_program,data registration,-0.75,7f\n",
    "events_memory": "Container,Type,Start,Value,Handle,Info,Size,Tid,Src\n"
                     "0_MEMMANAGER0,Allocating Start,1,1,7f,0,4096,99,fetch\n",
    "variable": "ResourceId,Type,Start,End,Duration,Value,Node,Resource,ResourceType\n"
                "0_MEMMANAGER0,B. In (MB/s),3,9,6,12.5,0,0_MEMMANAGER0,MEMMANAGER\n"
                "0_scheduler,Ready,-1,9,10,3,0,0_scheduler,scheduler\n",
    "comm_state": "ResourceId,Start,End,Duration,Depth,Value,Node,Resource,ResourceType\n"
                  "0_mpict,-1,9,10,0,Polling,0,mpict,mpict\n"
                  "1_mpict,-1,9,10,0,Polling,1,mpict,mpict\n",
    "other_state": "ResourceId,Type,Start,End,Duration,Depth,Value,Node,Resource,ResourceType\n"
                   "0_scheduler,User Thread State,-1,9,10,0,Waiting,0,0_scheduler,scheduler\n",
    # The last names come first: 1_program, then 0_program; in each, its threads and workers. There are two units
    # of room before each child of the root, and a CUDA worker is two units high.
    "y": "Parent,Type,Height,Position\n1_mpict,Communication Thread State,1,2\n1_CPU0,Worker State,1,3\n"
         "0_mpict,Communication Thread State,1,6\n0_CUDA0_0,Worker State,2,7\n0_CPU0,Worker State,1,9\n",
}

# What starpu_fxt_tool writes next to the trace (StarPU's starpu_fxt.c): not in the order of submission; a task
# without data, one that says that data is no longer needed, one whose fields come in another order.
RUN = {
    "tasks.rec": """\
Name: tr,sm
Model: trsm
JobId: 1_9
SubmitOrder: 5
Priority: 0
DependsOn: 0_7 0_8
DepLabels: task ghost
Tag: a
WorkerId: 2
MemoryNode: 0
SubmitTime: 0.750000
StartTime: 1.000000
EndTime: 9.000000
Footprint: 2e
Parameters: C
Handles: 7fa0 7fb0
Modes: R RW
Sizes: 4096 8
MPIRank: 1
GFlop: 0.5

Control: WontUse
JobId: 12
SubmitTime: 2.500000
Handles: 7fb0
MPIRank: 0

Name: gemm
JobId: 0_7
SubmitOrder: 3
Priority: 2147483647
Tag: 0
SubmitTime: 0.500000
MPIRank: 0
GFlop: 2.5

# what a tool noted
JobId: 0_8
SubmitOrder: 4
Handles: 7fa0
Modes: W
Sizes: 4096
""",
    "data.rec": """\
Handle: 7fb0
HomeNode: 0
Size: 8
Description: vector
Coordinates: 1 0

Handle: 7fa0
HomeNode: -1
Size: 4096
""",
    "papi.rec": "JobId: 0_7\nPapiEvent: PAPI_TOT_INS\nValue: 12\n",
    "dag.dot": """\
digraph G {
\tcolor=white
\t "task_0_8" [ label="gemm" ]
\t "task_0_8"->"task_1_9"
\t "task_0_7"->"task_1_9"
\t "task_0_7"->"mpi_0_1"
\t "mpi_0_1"->"task_0_99"
}
"""}
OF_RUN = {
    "tasks": "Name,Model,JobId,SubmitOrder,Priority,DependsOn,DepLabels,Tag,WorkerId,MemoryNode,SubmitTime,StartTime,"
             "EndTime,Footprint,Parameters,MPIRank,GFlop,Control\n"
             "gemm,,0_7,3,2147483647,,,0,,,-0.5,,,,,0,2.5,\n"
             ",,0_8,4,,,,,,,,,,,,,,\n"
             "\"tr,sm\",trsm,1_9,5,0,0_7 0_8,task ghost,a,2,0,-0.25,0,8,2e,C,1,0.5,\n"
             ",,12,,,,,,,,1.5,,,,,0,,WontUse\n",
    "task_handles": "JobId,Handles,Modes,Sizes\n0_7,,,\n0_8,7fa0,W,4096\n1_9,7fa0,R,4096\n1_9,7fb0,RW,8\n12,7fb0,,\n",
    "data_handles": "Handle,HomeNode,Size,Description,Coordinates\n7fa0,-1,4096,,\n7fb0,0,8,vector,1 0\n",
    "papi": "JobId,PapiEvent,Value\n0_7,PAPI_TOT_INS,12\n",
    # Edges in the order of their texts, those of tasks first; then what none leads to; then the same of links.
    "dag": "JobId,Dependent,Start,End,Cost,Value\n1_9,0_7,0,8,-8,\"tr,sm\"\n1_9,0_8,0,8,-8,\"tr,sm\"\n"
           "0_99,mpicom_1,,,0,\n0_7,,1,4,-3,gemm\n0_8,,0,0.5,-0.5,gemm\nmpicom_1,0_7,2,5,-3,\n",
}


def exported(folder, files=()):
    folder = Path(folder) / f"with_{len(files)}"
    folder.mkdir(exist_ok=True)
    trace = folder / "starpu.paje"
    trace.write_text(TRACE)
    for name in files:
        (folder / name).write_text(RUN[name])
    done = blackbox.run([TOOLS / "pj_export", "-q", "--sort", "--to", "starvz", trace, "-o", folder / "out"])
    assert done.code == 0, done.err
    return trace, folder / "out"


@blackbox.group
def check_paper(folder):
    _, out = exported(folder)
    for name, expected in SMALL.items():
        found = (out / f"{name}.csv").read_text()
        assert found == expected, (name, found, expected)
    expected = APPLICATION
    for position in ("9", "7", "3"):
        expected = expected.replace("POS", position, 1)
    found = (out / "application.csv").read_text()
    assert found == expected, (found, expected)
    starpu = list(csv.DictReader((out / "starpu.csv").open()))
    assert "JobId" not in starpu[0] and len(starpu) == 8, starpu
    assert {row["Value"] for row in starpu} == {"Idle", "Overhead", "Scheduling", "PushingOutput",
                                                "Sleeping"}, starpu
    entities = (out / "entities.csv").read_text().splitlines()
    assert entities[:3] == ["Parent,Name,Type,Nature", "0,0,0,Container",
                            "0,root,MPI Program,Container"], entities
    assert "0_CPU0,Worker State,Worker State,State" in entities, entities


@blackbox.group
def check_run(folder):
    """What comes of the other files of a run."""
    _, out = exported(folder, RUN)
    for name, expected in OF_RUN.items():
        found = (out / f"{name}.csv").read_text()
        assert found == expected, (name, found, expected)
        assert (out / f"{name}.parquet").exists()


@blackbox.group
def check_run_folder(folder):
    """Files elsewhere, files that are not there, and bad ones."""
    trace, out = exported(folder)
    assert not any((out / f"{name}.csv").exists() for name in OF_RUN), list(out.iterdir())
    run = Path(folder) / "run"
    run.mkdir()
    (run / "tasks.rec").write_text(RUN["tasks.rec"])
    command = [TOOLS / "pj_export", "--sort", "--to", "starvz", trace, "-o"]
    done = blackbox.run([*command, Path(folder) / "more", "--run-folder", run])
    assert done.code == 0, done.err
    assert "tables of data.rec, dag.dot are left out" in done.err and str(run) in done.err, done.err
    assert (Path(folder) / "more" / "tasks.csv").read_text() == OF_RUN["tasks"]
    done = subprocess.run([*command[:4], "-", *command[5:], Path(folder) / "piped"], cwd=run, input=TRACE,
                          capture_output=True, text=True, check=True)
    assert "tables of tasks.rec, data.rec, dag.dot are left out" in done.stderr, done.stderr
    (run / "tasks.rec").write_text(RUN["tasks.rec"] + "no field\n")
    done = blackbox.run([*command, Path(folder) / "none", "--run-folder", run])
    line = RUN["tasks.rec"].count("\n") + 1
    assert done.code == 2 and f"tasks.rec:{line}: no field of a record: found 'no field'" in done.err, done.err
    assert not (Path(folder) / "none").exists()


@blackbox.group
def check_parquet(folder):
    """Files of Parquet hold what those of CSV do."""
    modules = os.environ.get("PAJE_NODE_MODULES")
    if shutil.which("node") is None or modules is None:
        print("Node's packages are not there")
        return
    _, out = exported(folder, RUN)
    files = sorted(out.glob("*.parquet"))
    done = subprocess.run(["node", HERE / "read_parquet.mjs", "hyparquet", *files], check=True,
                          capture_output=True, text=True)
    words = {None: "", True: "TRUE", False: "FALSE"}
    for path, line in zip(files, done.stdout.splitlines(), strict=True):
        expected = list(csv.DictReader(path.with_suffix(".csv").open()))
        found = [{name: words[value] if value is None or isinstance(value, bool) else str(value)
                  for name, value in row.items()} for row in json.loads(line)]
        assert found == expected, (path.name, found, expected)


@blackbox.group
def check_wrong_traces(folder):
    trace = HERE.parent.parent / "sample_traces" / "heat" / "heat.ethernet.trace"
    done = blackbox.run([TOOLS / "pj_export", "--to", "starvz", trace, "-o", Path(folder) / "none"])
    assert done.code == 2 and "no tasks, which StarVZ needs" in done.err, done.err
    assert not (Path(folder) / "none").exists()
    done = blackbox.run([TOOLS / "pj_export", "--to", "starvz", trace])
    assert done.code == 2 and "starvz needs the name of a folder" in done.err, done.err


# The scripts are sourced, not installed, so that what they need besides can be left out: arrow, and the compiled
# function that splits names of resources.
SCRIPT = """
suppressMessages({library(readr); library(dplyr); library(tidyr); library(tibble); library(purrr)
                  library(magrittr); library(rlang); library(RColorBrewer)})
starvz_log <- function(...) invisible()
starvz_warn <- starvz_log
starvz_suppressWarnings <- function(x) suppressWarnings(x)
separate_res <- function(data) {
  name <- as.character(data$ResourceId)
  at <- regexpr("_", name)
  data$Node <- ifelse(at < 0, 0L, suppressWarnings(as.integer(substr(name, 1, at - 1))))
  data$Resource <- ifelse(at < 0, name, substring(name, at + 1))
  data
}
scripts <- file.path(commandArgs(TRUE)[1], "R")
for (name in c("phase1_outlier.R", "phase2_applications.R", "phase1_parse_csv.R")) {
  source(file.path(scripts, name))
}
keep <- function(name, data) if (!is.null(data)) write_csv(data, paste0(name, ".csv"), na = "")
workers <- read_worker_csv(where = ".", app_states_fun = lu_colors, outlier_fun = outlier_definition,
                           state_filter = 0, whichApplication = "", config = NULL)
keep("application", workers$Application)
keep("starpu", workers$StarPU)
keep("colors", workers$Colors)
keep("zero", enframe(workers$ZERO, name = NULL))
keep("variable", read_vars_set_new_zero(".", workers$ZERO))
keep("memory_state", read_memory_state_csv(".", workers$ZERO))
keep("comm_state", read_comm_state_csv(".", workers$ZERO))
keep("other_state", read_other_state_csv(".", workers$ZERO))
events <- events_csv_parser(".", workers$ZERO)
keep("events", events$Events)
keep("events_data", events$Events_data)
keep("events_memory", events$Events_memory)
links <- read_links(".", workers$ZERO)
keep("link", links)
tasks <- tasks_csv_parser(".", workers$ZERO)
keep("tasks", tasks$Tasks)
keep("task_handles", tasks$Task_handles)
keep("data_handles", data_handles_csv_parser(".", workers$ZERO))
keep("papi", papi_csv_parser(".", workers$ZERO))
keep("dag", read_dag(".", workers$Application %>% mutate(Application = TRUE), links))
"""
# What phase 1 makes of the table: which rows go where, their headers, to how many columns they are filled up.
STATE = "Nature, ResourceId, Type, Start, End, Duration, Depth, Value"
PARTS = {
    "worker_state": (STATE + ", Size, Params, Footprint, Tag, JobId, SubmitOrder, GFlop, X, Y, Iteration, "
                     "Subiteration, NumaNodes", lambda row: row[0] == "State" and row[2] == "Worker State"),
    "memory_state": (STATE, lambda row: row[0] == "State" and row[2].startswith("M")),
    "comm_state": (STATE, lambda row: row[0] == "State" and row[2].startswith("C")),
    "other_state": (STATE, lambda row: row[0] == "State" and row[2][0] not in "WMCI"),
    "variable": ("Nature, ResourceId, Type, Start, End, Duration, Value", lambda row: row[0] == "Variable"),
    "link": ("Nature, Container, Type, Start, End, Duration, Size, Origin, Dest, Key, Tag, MPIType, Priority, "
             "Handle", lambda row: row[0] == "Link"),
    "events": ("Nature, Container, Type, Start, Value, Handle, Info, Size, Tid, Src",
               lambda row: row[0] == "Event")}


def split(trace, folder):
    table = blackbox.run([TOOLS / "pj_dump", "--sort", "--user-defined", "--quotes=csv", trace])
    assert table.code == 0, table.err
    rows = list(csv.reader(table.out.splitlines()))
    for name, (header, is_wanted) in PARTS.items():
        names = header.split(", ")
        with gzip.open(folder / f"paje.{name}.csv.gz", "wt", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(names)
            for row in rows:
                if is_wanted(row):
                    writer.writerow(row + [""] * (len(names) - len(row)))


def split_run(folder):
    """The other files as phase 1 hands them to R: rec2csv's columns, the edges that sed makes."""
    for source, name in (("tasks.rec", "tasks"), ("data.rec", "data_handles"), ("papi.rec", "papi")):
        lines = [line for line in RUN[source].splitlines() if not line.startswith("#")]
        records = [dict(line.split(": ", 1) for line in record.split("\n"))
                   for record in "\n".join(lines).split("\n\n")]
        names = list(dict.fromkeys(name for record in records for name in record))
        records.sort(key=lambda record: record["Handle"] if source == "data.rec" else "")
        with gzip.open(folder / f"rec.{name}.csv.gz", "wt", newline="") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(records)
    edges = [line.translate(str.maketrans("", "", " \t\"")).replace("task_", "").replace("->", ",")
             for line in RUN["dag.dot"].splitlines() if "->" in line]
    with gzip.open(folder / "dag.csv.gz", "wt") as file:
        file.write("\n".join(["Dependent,JobId", *sorted(edges), ""]))


def plain(word):
    try:
        return round(float(word), 5) + 0.0
    except ValueError:
        return word


@blackbox.group
def check_phase1(folder):
    """StarVZ's own scripts make the same tables."""
    if shutil.which("Rscript") is None or STARVZ is None:
        print("R or StarVZ's scripts are not there")
        return
    trace, out = exported(folder, RUN)
    own = Path(folder) / "own"
    own.mkdir()
    split(trace, own)
    split_run(own)
    (own / "phase1.R").write_text(SCRIPT)
    done = subprocess.run(["Rscript", "phase1.R", Path(STARVZ).resolve()], cwd=own,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    compared = 0
    for path in sorted(own.glob("*.csv")):
        expected = list(csv.DictReader(path.open()))
        found = list(csv.DictReader((out / path.name).open()))
        names = list(expected[0])
        if path.name == "colors.csv":  # which are given in the order of the rows
            assert sorted(row["Color"] for row in expected) == sorted(row["Color"] for row in found)
            names.remove("Color")
        assert set(names) <= set(found[0]), (path.name, names, list(found[0]))
        left, right = (collections.Counter(tuple(plain(row[name]) for name in names)
                                           for row in rows) for rows in (expected, found))
        assert left == right, (path.name, left - right, right - left)
        compared += len(expected)
    assert compared > 20, compared


def main():
    with blackbox.scratch_directory() as folder:
        blackbox.run_groups(folder)


if __name__ == "__main__":
    main()
