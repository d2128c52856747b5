#!/usr/bin/env python3
"""paje.predict says what pj_predict says, and its trace is what pj_predict -o writes.

Usage: run_predict.py TOOL_DIR SAMPLES
"""
import json
import pickle
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "data"
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
import paje
from definitions import RUN_DEFINITIONS

# Two neighbours were on a node; four are then.
PLACES = {f"rank-{rank}": (f"n{rank // 4}", f"n{rank // 2}") for rank in range(8)}
RUN = "0 R 0 Rank\n2 S R State\n4 L 0 R R Message\n6 0 r0 R 0 r0\n6 0 r1 R 0 r1\n"
# Each gets what the other sends, before that.
SKEWED = RUN + ("12 0 S r0 MPI_Recv\n12 5 S r1 MPI_Recv\n16 1 L 0 r0 m b\n13 1 S r0\n12 1 S r0 MPI_Isend\n15 1 L 0 r0 m a 8\n"
                "13 1.5 S r0\n16 6 L 0 r1 m a\n13 6 S r1\n12 6 S r1 MPI_Isend\n15 6 L 0 r1 m b 8\n13 7 S r1\n")
ALONE = RUN + "12 0 S r0 MPI_Recv\n13 1 S r0\n12 0 S r1 compute\n13 1 S r1\n12 1 S r1 compute\n13 2 S r1\n12 2 S r0 compute\n13 2 S r0\n"
# Options of the command, arguments of the function.
CASES = (
    ((), {}),
    (("--communication", "0.5x"), {"communication": 0.5}),
    (("--network", "latency=0.1x,bandwidth=10x"), {"network": {"latency": 0.1, "bandwidth": 10}}),
    (("--network", "latency=2x"), {"network": {"latency": 2}}),
    (("--scale", "computing=0.5x"), {"scale": {"computing": 0.5}}),
    (("--scale", "computing=3x", "--containers", "rank-[01]"), {"scale": {"computing": 3}, "containers": "rank-[01]"}),
    (("--balance",), {"balance": True}),
    (("--no-waits",), {"no_waits": True}),
    (("--without", "rank-3"), {"without": ["rank-3"]}),
    (("--collective", "PMPI_Bcast=log"), {"collective": {"PMPI_Bcast": "log"}}),
    (("--placement", "nodes.csv"), {"placement": PLACES}),
    (("--placement", "nodes.csv", "--collective", "PMPI_Bcast=log", "--collective", "PMPI_Allreduce=ring"),
     {"placement": PLACES, "collective": {"PMPI_Bcast": "log", "PMPI_Allreduce": "ring"}}),
    (("--collective", "PMPI_Allreduce=linear"), {"collective": {"PMPI_Allreduce": "linear"}}),
)


def near(a, b):
    return (a is None and b is None) or (a is not None and b is not None and abs(a - b) <= 1e-9 * max(1, abs(a)))


def same_states(trace, other):
    return all((getattr(trace.states, name) == getattr(other.states, name)).all() for name in ("path", "value")) and \
        abs(trace.states.start - other.states.start).max() < 1e-9 and abs(trace.states.end - other.states.end).max() < 1e-9


def check_answers(report, tool, path, scratch):
    trace = paje.read(path)
    (scratch / "nodes.csv").write_text("container,node,before\n" + "".join(
        f"{name},{node},{before}\n" for name, (node, before) in PLACES.items()))
    for options, words in CASES:
        options = tuple(scratch / word if word == "nodes.csv" else word for word in options)
        name = f"{path.name} {' '.join(map(str, options)) or 'as it was'}"
        output = scratch / "predicted.paje"
        output.unlink(missing_ok=True)
        done = blackbox.run([tool, "-q", "--json", *options, *(() if "--no-waits" in options else ("-o", output)), path])
        if not report.check(f"{name}: the command answers", done.code == 0, done.err):
            continue
        wanted, got = json.loads(done.out), paje.predict(trace, **words)
        for member in ("measured", "replayed", "predicted", "low", "high"):
            report.check(f"{name}: {member}", near(wanted[member], getattr(got, member)), f"{wanted[member]} {getattr(got, member)}")
        # Each in its own words says which run the trace has if there is no single length.
        mine, theirs = ([line for line in lines if not line.endswith(" it is one of the runs in the interval.")]
                        for lines in (got.assumptions, wanted["assumptions"]))
        report.check(f"{name}: assumptions", mine == theirs[-len(mine):] or not mine, f"{theirs} {mine}")
        report.check(f"{name}: which run", (len(mine) < len(got.assumptions)) == (got.predicted is None and got.trace is not None)
                     and (len(mine) < len(got.assumptions)) == (len(theirs) < len(wanted["assumptions"])), f"{got.assumptions}")
        if got.trace is None:
            report.check(f"{name}: no trace", "--no-waits" in options)
            continue
        other = paje.read(output)
        report.check(f"{name}: the run", got.trace.states.count == trace.states.count and same_states(got.trace, other))
        report.check(f"{name}: links", got.trace.links.count == other.links.count
                     and abs(got.trace.links.start - other.links.start).max() < 1e-9)
        middle = got.predicted if got.predicted is not None else (got.low + got.high) / 2
        length = got.trace.states.end.max() - got.trace.states.start.min()
        report.check(f"{name}: is as long", abs(length - middle) <= 1e-6 * middle or got.predicted is None, f"{length} {got}")


def check_calibration(report, tool, samples, scratch):
    """What pj_predict --calibrate says, from Python and from the files of both."""
    paths = [DATA / "runs" / f"{run}.trace.xz" for run in ("sizes.8.base", "sizes.8.lowlat", "ring.8.base")]
    runs = [paje.read(path) for path in paths]
    for between, words in ((None, ()), ({"latency": 0.1}, ("--between", "latency=0.1x"))):
        theirs, mine = scratch / "theirs.json", scratch / "mine.json"
        done = blackbox.run([tool, "-q", "--json", "--calibrate", *paths[:2], *words, "--save-model", theirs,
                             "--computing", "2x", paths[2]])
        if not report.check(f"calibrate {between}", done.code == 0, done.err):
            continue
        wanted = json.loads(done.out)
        calibration = paje.calibrate(*runs[:2], between=between)
        calibration.save(mine)
        report.check(f"calibrate {between}: files", mine.read_text() == theirs.read_text() == str(calibration))
        for loaded in (calibration, paje.Calibration.load(theirs), pickle.loads(pickle.dumps(calibration))):
            report.check(f"calibrate {between}: equal", loaded == calibration and hash(loaded) == hash(calibration))
            got = paje.predict(runs[2], computing=2, calibration=loaded)
            for member in ("measured", "predicted", "low", "high"):
                report.check(f"calibrate {between}: {member}", near(wanted[member], getattr(got, member)),
                             f"{wanted[member]} {getattr(got, member)}")
        report.check(f"calibrate {between}: it matters",
                     not near(wanted["high"], paje.predict(runs[2], computing=2).high))
    # Bytes count where messages show what they cost.
    done = blackbox.run([tool, "-q", "--json", "--collective", "PMPI_Bcast=log:1024", paths[0]])
    if report.check("bytes of a broadcast", done.code == 0, done.err):
        wanted, got = json.loads(done.out), paje.predict(runs[0], collective={"PMPI_Bcast": ("log", 1024)})
        for member in ("predicted", "low", "high"):
            report.check(f"bytes of a broadcast: {member}", near(wanted[member], getattr(got, member)),
                         f"{wanted[member]} {getattr(got, member)}")
    try:
        paje.predict(paje.read(samples / "heat" / "heat.ethernet.trace"), collective={"PMPI_Bcast": ("log", 1024)})
    except ValueError as error:
        report.check("bytes without messages", "what 1024 bytes cost" in str(error), str(error))
    else:
        report.check("bytes without messages", False, "no ValueError")
    bad = scratch / "bad.json"
    bad.write_text('{"messages": 3}')
    other = paje.read(samples / "heat" / "heat.ethernet.trace", containers="rank-[0-3]")
    for name, call, kind, wanted in (
            ("no calibration", lambda: paje.Calibration.load(bad), ValueError, "bad.json is not a model of a network: expected an array"),
            ("no JSON", lambda: paje.Calibration("x"), ValueError, "the text: no JSON at byte 1"),
            ("another program", lambda: paje.calibrate(runs[0], other), ValueError, "not of one program"),
            ("no trace", lambda: paje.calibrate(runs[0], "b"), TypeError, "after is to be a Trace"),
            ("a path", lambda: paje.predict(runs[0], calibration="mine.json"), TypeError, "calibration is to be a Calibration")):
        try:
            call()
        except kind as error:
            report.check(name, wanted in str(error), str(error))
        else:
            report.check(name, False, f"no {kind.__name__}")


def check_errors(report, samples, scratch):
    trace = paje.read(samples / "heat" / "heat.ethernet.trace")
    for name, words, kind in (("no trace", None, TypeError), ("network", {"network": {"speed": 2}}, ValueError),
                              ("number", {"network": 2}, TypeError), ("negative", {"communication": -1}, ValueError),
                              ("zero", {"scale": {"computing": 0}}, ValueError), ("no such value", {"scale": {"nothing": 2}}, KeyError),
                              ("no such container", {"without": "nobody"}, KeyError),
                              ("algorithm", {"collective": {"PMPI_Bcast": "star"}}, ValueError),
                              ("factors", {"scale": "computing"}, TypeError),
                              ("containers of nothing", {"containers": "rank-0"}, ValueError)):
        try:
            paje.predict(None if words is None else trace, **(words or {}))
        except kind as error:
            report.check(name, str(error) != "")
        else:
            report.check(name, False, f"no {kind.__name__}")
    def read(name, text):
        (scratch / name).write_text(RUN_DEFINITIONS + text)
        return paje.read(scratch / name)

    nothing, wrong = read("nothing.trace", ""), read("skewed.trace", SKEWED)
    for name, of, wanted in (("no states", nothing, "no states"), ("another clock", wrong, "fix_clocks"),
                             ("names of containers", wrong, "r1")):
        try:
            paje.predict(of)
        except ValueError as error:
            report.check(name, wanted in str(error), str(error))
        else:
            report.check(name, False, "no ValueError")
    alone = paje.predict(read("alone.trace", ALONE))
    report.check("calls without partners", near(alone.in_unknown_calls, 0.25) and near(alone.without_state, 0.25), str(alone))
    try:
        pickle.dumps(paje.predict(trace).trace)
    except TypeError as error:
        report.check("pickle", "predicted" in str(error), str(error))
    else:
        report.check("pickle", False, "a predicted trace was pickled")


def main():
    tools, samples = map(Path, sys.argv[1:])
    report = blackbox.Report()
    tool = blackbox.need_tool(tools, "pj_predict")
    with blackbox.scratch_directory() as scratch:
        check_errors(report, samples, Path(scratch))
        check_calibration(report, tool, samples, Path(scratch))
        for path in (samples / "heat" / "heat.ethernet.trace", samples / "heat" / "heat.infiniband.trace"):
            check_answers(report, tool, path, Path(scratch))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
