#!/usr/bin/env python3
"""Gives traces of other formats to the tools themselves: each reads what pj_import makes of them, and
says once what is lost. Real traces are held to what an independent reader finds in them: Python's json
for Chrome's, otf2-print (if it is there) for OTF2's.

Usage: run_exchange.py TOOL_DIR
"""

import collections
import csv
import gzip
import io
import json
import lzma
import re
import shutil
import sqlite3
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

INPUTS = HERE.parent / "import" / "data"
SMALL = ("small.json", "unclosed.json", "small.prv", "small.csv", "ring", "ring/eztrace_log.otf2")
TABLE = ("-l", "9", "--user-defined", "--quotes=csv")


class Exchange:
    def __init__(self, tools, scratch, report):
        self.tools, self.scratch, self.report = Path(tools), scratch, report
        self.real = blackbox.DATA / "real"
        probe = self.run("pj_dump", INPUTS / "ring")
        self.has_otf2 = "without OTF2" not in probe.err

    def run(self, tool, *words, **options):
        return blackbox.run([blackbox.need_tool(self.tools, tool), *words], **options)

    def small(self):
        return [INPUTS / name for name in SMALL if self.has_otf2 or "ring" not in name]

    def imported(self, path):
        """The same trace as Pajé, in a file."""
        out = self.scratch / "imported.paje"
        done = self.run("pj_import", "--quiet", path, "-o", out)
        self.report.check(f"{path.name}: imported", done.code == 0 and not done.err, done.err)
        return out

    def rows(self, path, question):
        """What SQL finds, as lists of words."""
        done = self.run("pj_query", "-q", "--format=csv", path, question)
        self.report.check(f"{path.name}: {question}", done.code == 0, done.err)
        return list(csv.reader(io.StringIO(done.out)))[1:]


def losses(text):
    """The kinds and counts of pj_import's report, and of the line that all other tools print."""
    report = re.findall(r"^ +([0-9,]+) (.*)$", text, re.M)
    line = re.search(r"warning: not carried over: (.*)", text)
    if line:
        report = re.findall(r"(\d+) (.*?)(?=, (?:\d+|and \d+) |$)", line[1])
    return {kind: int(count.replace(",", "")) for count, kind in report}


@blackbox.group
def check_same_tables(calls):
    for path in calls.small():
        table = calls.run("pj_dump", *TABLE, path)
        calls.report.check(f"{path.name}: status", table.code == 0, table.err)
        expected = calls.run("pj_dump", *TABLE, calls.imported(path)).out
        calls.report.same(f"{path.name}: table", expected, table.out)
        calls.report.check(f"{path.name}: has rows", table.out.count("\n") > 10, table.out)
        lost = losses(calls.run("pj_import", path).err)
        said = losses(table.err)
        calls.report.check(f"{path.name}: losses", said and said.items() <= lost.items()
                           and len(said) == min(len(lost), 10), f"{said} of {lost}")
        calls.report.check(f"{path.name}: losses once", table.err.count("not carried over") == 1, table.err)
        calls.report.same(f"{path.name}: streamed",
                          calls.run("pj_dump", "--out-of-core", *TABLE, calls.imported(path)).out,
                          calls.run("pj_dump", "--out-of-core", *TABLE, path).out)


@blackbox.group
def check_quiet(calls):
    """--quiet of pj_import and pj_export hides what is lost; other tools say it, since it is about the data."""
    path = INPUTS / "small.json"
    table = calls.scratch / "quiet"
    for tool, words, is_silent in (("pj_import", ("-o", table), True), ("pj_export", ("--to", "chrome", "-o", table), True),
                                   ("pj_export", ("--to", "dot", "-o", table), True), ("pj_dump", (), False),
                                   ("pj_query", ("SELECT 1",), False), ("pj_analyze", (), False)):
        done = calls.run(tool, "--quiet", path, *words)
        calls.report.check(f"{tool} {words} --quiet", done.code == 0 and ("not carried over" not in done.err) == is_silent,
                           f"{done.code} {done.err}")
        loud = calls.run(tool, path, *words)
        calls.report.check(f"{tool} {words}", loud.code == 0 and "not carried over" in loud.err, f"{loud.code} {loud.err}")
        help_text = " ".join(calls.run(tool, "--help").out.split())
        calls.report.check(f"{tool}: help", ("do not report what was not carried over" in help_text) == is_silent, help_text)


@blackbox.group
def check_packed_and_piped(calls):
    for name in ("small.json", "small.prv", "small.csv"):
        plain = (INPUTS / name).read_bytes()
        expected = calls.run("pj_dump", *TABLE, stdin=plain)
        calls.report.check(f"{name}: piped", expected.code == 0 and expected.out.count("\n") > 10, expected.err)
        for suffix, pack in ((".gz", gzip.compress), (".xz", lzma.compress)):
            packed = calls.scratch / (name + suffix)
            packed.write_bytes(pack(plain))
            calls.report.same(f"{name}{suffix}: piped", expected.out,
                              calls.run("pj_dump", *TABLE, stdin=packed.read_bytes()).out)
            if name != "small.prv":  # whose names are next to it
                calls.report.same(f"{name}{suffix}: file", expected.out, calls.run("pj_dump", *TABLE, packed).out)
            cut = calls.run("pj_dump", stdin=pack(plain)[:-20])
            calls.report.check(f"{name}{suffix}: cut", cut.code == 1 and "error:" in cut.err, cut.err)


@blackbox.group
def check_every_tool(calls):
    """The tools that take a trace, each on one of another format."""
    for path in calls.small():
        as_paje = calls.imported(path)
        for tool, *words in (("pj_validate",), ("pj_analyze", "summary"), ("pj_export", "--to", "csv", "-o",
                                                                           calls.scratch / "tables"),
                             ("paje2bin", "-o", calls.scratch / "trace.bin")):
            done = calls.run(tool, *words, path)
            same = calls.run(tool, *words, as_paje)
            calls.report.check(f"{tool} {path.name}", done.code == same.code and not done.trouble(),
                               f"{done.code}, not {same.code}: {done.err}")
        question = "SELECT count(*), sum(duration) FROM states"
        calls.report.check(f"pj_query {path.name}", calls.rows(path, question) == calls.rows(as_paje, question))
        equal = calls.run("pj_equals", path, as_paje)
        calls.report.check(f"pj_equals {path.name}", equal.code == 0, equal.out + equal.err)
        compared = calls.run("pj_compare", path, as_paje)
        calls.report.check(f"pj_compare {path.name}", compared.code in (0, 1) and not compared.trouble(),
                           compared.err)


@blackbox.group
def check_bad(calls):
    """One message, as of pj_import, and no table."""
    bad = {"half.json": (b'[{"ph":"X","ts":}]', "half.json:1:17: error: "),
           "short.prv": (b"#Paraver (d):1", "short.prv:1: error: "),
           "number.csv": (b"State, a, S, x, 2, 1, 0, v\n", "number.csv:1: error: malformed number"),
           "not.otf2": (b"\x03BOTF2\x00\x03", "error: ")}
    for name, (text, message) in bad.items():
        path = calls.scratch / name
        path.write_bytes(text)
        for tool in ("pj_dump", "pj_validate"):
            done = calls.run(tool, path)
            said = done.err + (done.out if tool == "pj_validate" else "")
            # A build without OTF2 says what it misses.
            calls.report.check(f"{tool} {name}", done.code in (1, 2) and message.split("/")[-1] in said
                               or "without OTF2" in said, f"{done.code} {said}")
    piped = calls.run("pj_dump", stdin=b"\x03BOTF2\x00\x03\x02\x03")
    calls.report.check("otf2 in a pipe", piped.code == 2 and "OTF2" in piped.err, piped.err)


def slices_of(events):
    """Names, counts and microseconds of complete events, as Python's json reads them."""
    sums = collections.defaultdict(lambda: [0, 0.0])
    for event in events:
        if event.get("ph") == "X":
            sums[event["name"]][0] += 1
            sums[event["name"]][1] += event.get("dur", 0)
    return sums


EXTRAE_NAMES = """STATES
1 Running
3 Waiting a message
4 Blocking Send
15 Group Communication

EVENT_TYPE
9 50000001 MPI Point-to-point
VALUES
1 MPI_Send
2 MPI_Recv
0 Outside MPI

EVENT_TYPE
9 50000002 MPI Collective Comm
VALUES
8 MPI_Barrier
0 Outside MPI
"""
# In the layout of Extrae: two ranks. The second one receives, and comes to the barrier last.
EXTRAE = """#Paraver (03/04/26 at 09:30):1000000_ns:1(2):1:2(1:1,1:1)
1:1:1:1:1:0:1000:1
2:1:1:1:1:1000:50000001:1
1:1:1:1:1:1000:5000:4
3:1:1:1:1:1500:1500:2:1:2:1:9000:20000:4096:7
2:1:1:1:1:5000:50000001:0
1:1:1:1:1:5000:900000:1
2:1:1:1:1:900000:50000002:8
1:1:1:1:1:900000:1000000:15
2:1:1:1:1:1000000:50000002:0
1:2:1:2:1:0:9000:1
2:2:1:2:1:9000:50000001:2
1:2:1:2:1:9000:20000:3
2:2:1:2:1:20000:50000001:0
1:2:1:2:1:20000:990000:1
2:2:1:2:1:990000:50000002:8
1:2:1:2:1:990000:1000000:15
2:2:1:2:1:1000000:50000002:0
"""


def packets(contents):
    """A binary trace of Perfetto: packets, each with its length before it."""
    return b"".join(b"\x0a" + (bytes([len(each)]) if len(each) < 128 else
                               bytes([len(each) & 127 | 128, len(each) >> 7])) + each for each in contents)


@blackbox.group
def check_unread_formats(calls):
    """Formats that are not read are named, with what makes a readable one of them; texts that begin like them are not."""
    long_packets = packets([bytes([0x40, 1]) + b"x" * 300, bytes([0x40, 2])] * 100)
    for name, content, wanted in (
            ("perfetto", packets([bytes([0x40, i, 0x50, 1]) for i in range(5)]), "traceconv json"),
            ("perfetto.long", long_packets, "traceconv json"),
            ("perfetto.gz", gzip.compress(long_packets), "traceconv json"),
            ("report.nsys-rep", b"NVIDIA Tegra Profiler Report 1.\x0a\x0bLocal (CLI)\x12\x0a", "nsys export --type sqlite"),
            ("run.sqlite", b"SQLite format 3\0\x10\0\x01\x01\0" + bytes(4000), "sqlite3 -header -csv")):
        path = calls.scratch / name
        path.write_bytes(content)
        for tool in ("pj_dump", "pj_import", "pj_validate"):
            done = calls.run(tool, path)
            calls.report.check(f"{tool} {name}", done.code == 1 and wanted in done.err and done.err.count("\n") == 1
                               and f"{path}: error: " in done.err, f"{done.code} {done.err}")
        done = calls.run("pj_dump", stdin=content)
        calls.report.check(f"{name} in a pipe", done.code == 1 and wanted in done.err, f"{done.code} {done.err}")
    text = calls.imported(INPUTS / "small.csv").read_bytes()
    for name, before in (("newlines", b"\n" * 40), ("a comment of 36 characters", b"\n#" + b"x" * 35)):
        done = calls.run("pj_validate", stdin=before + b"\n" + text)
        calls.report.check(f"a trace after {name}", done.code == 0, done.err or done.out)


@blackbox.group
def check_nsight(calls):
    """The query of docs/formats.md over tables as Nsight Systems writes them."""
    page = (HERE.parents[1] / "docs" / "formats.md").read_text("utf-8")
    query = re.search(r"```sql\n(.*?)```", page[page.index("### Perfetto and Nsight"):], re.S).group(1)
    database = sqlite3.connect(":memory:")
    database.executescript('''CREATE TABLE StringIds(id INTEGER, value TEXT);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, "end" INT, deviceId INT, streamId INT, shortName INT);
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, "end" INT, globalTid INT, nameId INT);
        INSERT INTO StringIds VALUES (1, 'axpy, float'), (2, 'cudaLaunchKernel'), (3, 'cudaDeviceSynchronize');
        INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5000000100, 5000002100, 0, 7, 1), (1000000001, 1000000002, 0, 7, 1);
        INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (999, 5000, 281474993487872 + 4711, 2),
            (1000000, 10000000000, 281474993487872 + 4711, 3);''')
    table = io.StringIO()
    csv.writer(table).writerows(database.execute(query))
    done = calls.run("pj_dump", "-l", "9", "--quotes=csv", stdin=table.getvalue().encode())
    calls.report.same("kernels and calls", "\n".join(sorted([
        "State,thread 4711,CUDA,0.000000999,0.000005000,0.000004001,0.000000000,cudaLaunchKernel",
        "State,thread 4711,CUDA,0.001000000,10.000000000,9.999000000,0.000000000,cudaDeviceSynchronize",
        "State,GPU 0 stream 7,Kernel,1.000000001,1.000000002,0.000000001,0.000000000,\"axpy, float\"",
        "State,GPU 0 stream 7,Kernel,5.000000100,5.000002100,0.000002000,0.000000000,\"axpy, float\""])),
        "\n".join(sorted(row for row in done.out.splitlines() if row.startswith("State"))))


@blackbox.group
def check_extrae(calls):
    """The calls of MPI are in several event types, and one type of states, which is what is analysed."""
    path = calls.scratch / "extrae.prv"
    path.write_text(EXTRAE)
    path.with_suffix(".pcf").write_text(EXTRAE_NAMES)
    calls_of_mpi = calls.rows(path, "SELECT container, value, start * 1e9, \"end\" * 1e9 FROM states WHERE type = 'MPI' ORDER BY 1, 3")
    found = [(container, value, round(float(start)), round(float(end))) for container, value, start, end in calls_of_mpi]
    wanted = [("1.1.1", "MPI_Send", 1000, 5000), ("1.1.1", "MPI_Barrier", 900000, 1000000),
              ("1.2.1", "MPI_Recv", 9000, 20000), ("1.2.1", "MPI_Barrier", 990000, 1000000)]
    calls.report.check("calls of one type", found == wanted, str(found))
    done = calls.run("pj_analyze", "--json", path)
    summary = json.loads(done.out)
    # From the first state record to the end, computing before the first call; the first rank waits 90 us at the barrier for
    # the second.
    calls.report.check("length", abs(summary["length"] - 1000e-6) < 1e-12, str(summary["length"]))
    calls.report.check("waits", abs(summary["waits"]["total"] - 90e-6) < 1e-12, str(summary["waits"]))
    calls.report.check("parallel", abs(summary["efficiency"]["parallel"] - (896 + 979) / 2 / 1000) < 1e-9, str(summary["efficiency"]))
    apart = calls.run("pj_import", "-q", "--states=50000001,50000002", path)
    calls.report.check("apart if they are named", "MPI Point-to-point" in apart.out and "MPI Collective Comm" in apart.out, apart.err)


@blackbox.group
def check_ends_of_extrae(calls):
    """0 ends a state if its name says so; else values are punctual events, which is noted."""
    path = calls.scratch / "omp.prv"
    path.write_text("#Paraver (17/02/2020 at 11:37):100000_ns:1(4):1:1(2:1),3\n"
                    "2:1:1:1:1:1000:60000001:3\n2:1:1:1:1:90000:60000001:0\n")
    wanted = "State, 1.1.1, Parallel (OMP), 0.000001, 0.000090, 0.000089, 0.000000, REGION (open)"
    ends = ("close", "End", "Outside MPI", "Exiting", "EXITING", "Unlocked status", "Not tracing", "Non-periodic zone",
            "Disabled", "Idle", None)
    for zero in (*ends, "none", "Nothing", "Running"):
        value = "" if zero is None else f"0   {zero}\n"
        path.with_suffix(".pcf").write_text(f"EVENT_TYPE\n0    60000001    Parallel (OMP)\nVALUES\n{value}"
                                            "1   DO (open)\n3   REGION (open)\n")
        done = calls.run("pj_dump", path)
        is_end = zero in ends
        calls.report.check(f"0 is {zero}: a state", (wanted in done.out.splitlines()) == is_end
                           and ("Event, " in done.out) != is_end, done.out)
        note = "are punctual events: 60000001 (Parallel (OMP)); --states makes them states"
        calls.report.check(f"0 is {zero}: noted", (note in done.err) != is_end, done.err)
        chosen = calls.run("pj_import", "--states=60000001", path)
        calls.report.check(f"0 is {zero}: chosen", "punctual events" not in chosen.err, chosen.err)


@blackbox.group
def check_real_chrome(calls):
    for name in ("clang_time_trace.json", "lld_time_trace.json"):
        path = calls.real / name
        expected = slices_of(json.loads(path.read_text())["traceEvents"])
        got = {row[0]: (int(row[1]), float(row[2])) for row in calls.rows(
            path, "SELECT value, count(*), sum(duration) * 1e6 FROM states GROUP BY value")}
        calls.report.check(f"{name}: names", set(got) == set(expected), str(set(got) ^ set(expected)))
        for value, (count, microseconds) in expected.items():
            found = got.get(value, (0, 0))
            calls.report.check(f"{name}: {value}", found[0] == count
                               and abs(found[1] - microseconds) <= 1e-3 * count, f"{found} {count} {microseconds}")
    events = json.loads(lzma.open(calls.real / "cmake_profile.json.xz").read())
    begun = collections.Counter(event["name"].replace("\n", " ") for event in events if event["ph"] == "B")
    got = calls.rows(calls.real / "cmake_profile.json.xz", "SELECT value, count(*) FROM states GROUP BY value")
    calls.report.check("cmake_profile: names", {row[0]: int(row[1]) for row in got} == dict(begun), str(got)[:300])


@blackbox.group
def check_real_gpu(calls):
    """PyTorch's profile of a GPU: threads and streams, and flows from launches to kernels."""
    path = calls.real / "torch_step.json.xz"
    events = json.loads(lzma.open(path).read())["traceEvents"]
    names = {(event["pid"], event["tid"]): event["args"]["name"].strip() for event in events if event["name"] == "thread_name"}
    wanted = collections.defaultdict(lambda: [0, 0.0])
    for event in events:
        if event["ph"] == "X" and event["pid"] != "Spans":
            lane = wanted[names.get((event["pid"], event["tid"]), f"thread {event['tid']}")]
            lane[0] += 1
            lane[1] += event["dur"]
    got = {row[0].strip(): (int(row[1]), float(row[2])) for row in calls.rows(
        path, "SELECT container, count(*), sum(duration) * 1e6 FROM states WHERE container NOT LIKE '%Profiler' GROUP BY 1")}
    calls.report.check("threads and streams", set(got) == set(wanted) and len(got) >= 5, f"{set(got)} {set(wanted)}")
    for name, (count, microseconds) in wanted.items():
        # Times have digits down to a nanosecond, 56 days after they began to count.
        calls.report.check(f"slices of {name}", got[name][0] == count and abs(got[name][1] - microseconds) <= 2e-3 * count,
                           f"{got[name]} {count} {microseconds}")
    flows = collections.defaultdict(dict)
    for event in events:
        if event["ph"] in "sf":
            flows[event["cat"], event["id"]][event["ph"]] = names.get((event["pid"], event["tid"]))
    whole = collections.Counter((flow["s"], flow["f"]) for flow in flows.values() if len(flow) == 2)
    got = collections.Counter({(row[0].strip(), row[1].strip()): int(row[2]) for row in calls.rows(
        path, "SELECT start_container, end_container, count(*) FROM links GROUP BY 1, 2")})
    calls.report.check("flows", got == whole and sum(got.values()) > 1000, f"{got} {whole}")
    told = calls.run("pj_dump", "-q", path).err
    ends = collections.Counter(next(iter(flow)) for flow in flows.values() if len(flow) == 1)
    calls.report.check("flows with one end are counted", f"{ends['f']} flows that arrive and never departed" in told
                       and f"{ends['s']} flows that depart and never arrive" in told, told)


@blackbox.group
def check_real_otf2(calls):
    if not calls.has_otf2:
        blackbox.skip("no OTF2")
    printer = shutil.which("otf2-print")
    if not printer:
        blackbox.skip("no otf2-print")
    with tarfile.open(calls.real / "eztrace_mpi_isend.otf2.tar.xz") as packed:
        packed.extractall(calls.scratch / "real")
    anchor = next((calls.scratch / "real").rglob("*.otf2"))
    printed = blackbox.run([printer, anchor]).out
    entered = collections.Counter(re.findall(r'^ENTER .*Region: "([^"]*)"', printed, re.M))
    got = calls.rows(anchor, "SELECT value, count(*) FROM states GROUP BY value")
    calls.report.check("otf2: regions", entered and {row[0]: int(row[1]) for row in got} == dict(entered),
                       f"{got} {entered}")


def main():
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Exchange(sys.argv[1], Path(scratch), report))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
