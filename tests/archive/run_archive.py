#!/usr/bin/env python3
"""Runs paje2bin --method=archive, and the tools on what it writes: the same objects as in the text,
with every option and selection; damage; what is refused.

Usage: run_archive.py TOOL_DIR SAMPLES [TRACES] [--flips N]

--flips: how many flipped bits and, at most, cuts are tried.
"""

import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from definitions import definitions, numbered

FLIPS = int(blackbox.taken_option("--flips") or 150)
MOST_BYTES = 20_000_000  # of a real trace: larger ones take minutes under sanitizers
STOP = ["--stop-at=0.7"]
# Options of pj_dump.
TABLE_OPTIONS = ([], ["--user-defined"], ["--quotes=keep", "--header"], ["--quotes=csv", "--user-defined"], ["--container"], ["--dot"],
                 ["--float-precision=17"], STOP)


class Calls:
    def __init__(self, tools, samples, further, scratch, report):
        self.tools, self.samples, self.further = tools, samples, further
        self.scratch, self.report = scratch, report
        self.count = 0

    def run(self, tool, *words, **options):
        return blackbox.run([blackbox.need_tool(self.tools, tool), *words], **options)

    def archive(self, name, trace, *options):
        """The archive of a trace; nothing if that is bad."""
        self.count += 1
        path = self.scratch / f"{self.count}.pja"
        done = self.run("paje2bin", "--method=archive", "-q", trace, "-o", path, *options)
        self.report.check(f"{name}: no crash", done.code in (0, 1), f"{done.code} {done.err}")
        self.report.check(f"{name}: a file if it is whole", path.exists() == (done.code == 0))
        return path if done.code == 0 else None

    def generated(self, name, *options):
        path = self.scratch / f"{name}.trace"
        done = self.run("pj_generate", *options, "-o", path)
        self.report.check(f"{name}: generated", done.code == 0, done.err)
        return path


def good_traces(calls):
    """Names and files of traces without parts."""
    for file in sorted(calls.samples.rglob("*")):
        if file.suffix in (".paje", ".trace") and file.is_file():
            yield str(file.relative_to(calls.samples)), file
    for file in sorted((blackbox.DATA / "cases").rglob("*")):
        if file.suffix in (".paje", ".trace") and file.is_file():
            yield file.name, file
    for folder in ("traces", "real"):
        for file in sorted((blackbox.DATA / folder).rglob("*.trace*")):
            plain = calls.scratch / file.name.removesuffix(".xz")
            plain.write_bytes(blackbox.unpacked(file))
            yield file.name, plain
    for seed in range(6):
        varied = ["--seed", str(seed), "--events", "3000", "--shape", "varied"]
        yield f"generated {seed}", calls.generated(f"varied{seed}", *varied)


def end_of(calls, trace):
    ends = [float(line.split(", ")[4]) for line in calls.run("pj_dump", trace).out.splitlines()
            if line.startswith("Container")]
    return max(ends, default=0)


def check_way_back(calls, name, trace, archive):
    """The text that bin2paje makes of an archive has the same table."""
    back = calls.scratch / "back.paje"
    done = calls.run("bin2paje", "-q", archive, "-o", back)
    if calls.report.check(f"{name}: text of the archive", done.code == 0, done.err):
        words = ["--user-defined", "--quotes=keep"]
        calls.report.same(f"{name}: table of that", calls.run("pj_dump", *words, trace).out,
                          calls.run("pj_dump", *words, back).out)
    validated = calls.run("pj_validate", "-q", archive)
    calls.report.check(f"{name}: pj_validate", validated.code == 0, validated.out + validated.err)


@blackbox.group
def check_same_tables(calls):
    count = 0
    for name, trace in blackbox.share(good_traces(calls)):
        archive = calls.archive(name, trace)
        if archive is None:
            continue
        count += 1
        for options in TABLE_OPTIONS:
            if options == STOP and end_of(calls, trace) < 0.7:
                continue  # what was open at the end would go on: an archive knows of no open states
            text = calls.run("pj_dump", *options, trace)
            stored = calls.run("pj_dump", *options, archive)
            calls.report.same(f"{name} {options}", text.out, stored.out)
            calls.report.check(f"{name} {options}: status", text.code == stored.code)
        # In the order in which objects are complete, which an archive does not know.
        for options in (["--out-of-core"], ["--out-of-core", "--user-defined", "--end=0.5"]):
            text, stored = (calls.run("pj_dump", *options, file) for file in (trace, archive))
            calls.report.check(f"{name} {options}", text.code != 0 or sorted(text.out.splitlines()) == sorted(stored.out.splitlines()),
                               text.out[:200] + stored.out[:200])
        equal = calls.run("pj_equals", trace, archive)
        calls.report.check(f"{name}: pj_equals", equal.out == "1\n", equal.out + equal.err)
        check_way_back(calls, name, trace, archive)
    calls.report.check("traces were found", count * blackbox.SHARES > 15, f"{count}")


@blackbox.group
def check_extremes(calls):
    """Numbers that are no decimals come back bit for bit."""
    times = ["-inf", "-1e308", "-0.3", "-0", "0", "5e-324", "0.1", "0.30000000000000004", "1", "1e15",
             "9007199254740993", "1e308", "inf"]
    lines = [blackbox_header(), "0 K 0 Box", "1 V K Level", "2 0 a K 0 a"]
    lines += [f"3 {time} a V {time}" for time in times]
    lines += [f"3 1e308 a V {value}" for value in ("nan", "-nan", "-inf", "2.5", "-5e-324")]
    trace = calls.scratch / "extremes.paje"
    trace.write_text("\n".join(lines[:3] + ["2 -inf a K 0 a"] + lines[4:]) + "\n")
    words = ("pj_dump", "--float-precision=17", trace)
    text = calls.run(*words)
    archive = calls.archive("extremes", trace)
    if archive is None:
        calls.report.check("extremes: archive", text.code != 0, "refused, but its text is not")
        return
    calls.report.same("extremes", text.out, calls.run(*words[:-1], archive).out)


def blackbox_header():
    return definitions((("DefineContainerType", "Alias Type Name"), ("DefineVariableType", "Alias Type Name"),
                        ("CreateContainer", "Time Alias Type Container Name"),
                        ("SetVariable", "Time Container Type Value:double"))).rstrip()


def state_header(notes):
    """Events 0, 2, 6, 11, 12, 13 and 77: states are pushed and popped, with a user-defined field if there are notes."""
    note = " Note" if notes else ""
    return numbered({
        0: ("DefineContainerType", "Alias Type Name"), 2: ("DefineStateType", "Alias Type Name"),
        6: ("CreateContainer", "Time Alias Type Container Name"), 11: ("SetState", "Time Type Container Value"),
        12: ("PushState", "Time Type Container Value" + note), 13: ("PopState", "Time Type Container" + note),
        77: ("TraceFile", "Container Type Filename")})


def random_selection(chance, containers, types, end):
    words = []
    if chance.random() < 0.6 and containers:
        words += ["--containers", chance.choice(containers)]
    if chance.random() < 0.4 and types:
        words += ["--types", chance.choice(types)]
    if chance.random() < 0.6:
        first, last = sorted(chance.uniform(0, end) for _ in range(2))
        words += ["--start", repr(first), "--end", repr(last)]
    return words


@blackbox.group
def check_fields_of_ends(calls):
    """User-defined fields of the event that ends a state stay with it: a reading that stops before has none of them."""
    trace, archive, back = (calls.scratch / f"ends.{kind}" for kind in ("paje", "pja", "back.paje"))
    trace.write_text(numbered({
        0: ("DefineContainerType", "Alias Type Name"), 2: ("DefineStateType", "Alias Type Name"),
        6: ("CreateContainer", "Time Alias Type Container Name"), 12: ("PushState", "Time Type Container Value"),
        13: ("PopState", "Time Type Container Note"), 14: ("ResetState", "Time Type Container Why")})
        + "0 M 0 Machine\n2 S M State\n6 0 a M 0 a\n12 1 S a x\n13 2 S a of-pop\n12 3 S a y\n12 3 S a z\n14 4 S a of-reset\n"
        "12 5 S a last\n13 6 S a of-last\n")
    calls.run("paje2bin", "-q", trace, "-o", archive)
    calls.run("bin2paje", "-q", archive, "-o", back)
    for stop in ("1.5", "2", "3.5", "4", "5.5", "6"):
        whole = calls.run("pj_dump", "-u", "-a", stop, trace).out
        for other in (archive, back):
            calls.report.same(f"{other.name} until {stop}", whole, calls.run("pj_dump", "-u", "-a", stop, other).out)
    calls.report.check("fields are in the table", "of-pop" in calls.run("pj_dump", "-u", archive).out)


@blackbox.group
def check_selections(calls):
    """The same objects from an archive as from its text."""
    chance = random.Random(7)
    for seed in range(3):
        trace = calls.generated(f"selected{seed}", "--seed", str(seed), "--iterations", "300", "--user-fields", "--variables")
        archive = calls.archive(f"selected{seed}", trace)
        rows = [line.split(", ") for line in calls.run("pj_dump", trace).out.splitlines()]
        containers = sorted({row[6] for row in rows if row[0] == "Container"})
        types = sorted({row[2] for row in rows if row[0] != "Container"})
        end = max(float(row[4]) for row in rows if row[0] == "State")
        for _ in range(12):
            words = random_selection(chance, containers, types, end)
            text = calls.run("pj_dump", *words, trace)
            stored = calls.run("pj_dump", *words, archive)
            calls.report.same(f"selection {words}", text.out, stored.out)
            calls.report.check(f"selection {words}: status", text.code == stored.code, stored.err)
        unknown = calls.run("pj_dump", "--containers", "nobody", archive)
        calls.report.check("unknown container", unknown.code != 0 and "nobody" in unknown.err,
                           unknown.err)


# Of an archive, each reads what it needs only.
QUERIES = (
    "SELECT count(*) FROM state", "SELECT container_name, count(*) FROM link GROUP BY 1",
    "SELECT * FROM state WHERE start BETWEEN {from} AND {to} ORDER BY id",
    "SELECT * FROM states WHERE start >= {from} AND {to} >= end ORDER BY id",
    "SELECT * FROM state WHERE container_name = '{container}' AND start > {from} ORDER BY start, id LIMIT 50",
    "SELECT id, container, value, inside FROM overlapping({from}, {to})",
    "SELECT value_name, count(*), min(start), max(end) FROM state WHERE container_name = '{container}' GROUP BY 1 ORDER BY 1",
    "SELECT value_name, count(*) FROM state GROUP BY 1 ORDER BY 1", "SELECT * FROM state WHERE id IN (3, 20000, 30000)",
    "SELECT start, value FROM variable WHERE start < {to} ORDER BY start LIMIT 40 OFFSET 20",
    "SELECT time FROM event WHERE time > {from} LIMIT 5",
    "SELECT * FROM link WHERE end >= {from} AND end < {to} ORDER BY id LIMIT 60",
    "SELECT start_name, end_name, key FROM link WHERE id = 1234",
    "SELECT count(*) FROM link WHERE start_name = '{container}' AND end > {from}",
    "SELECT * FROM state ORDER BY value_name, id LIMIT 10 OFFSET 15000",
    "SELECT a.value, b.value FROM state a JOIN state b ON b.id = a.parent WHERE a.start > {from} LIMIT 20",
    "SELECT * FROM profile('value,container')", "SELECT * FROM links ORDER BY start DESC, id LIMIT 5",
)


@blackbox.group
def check_queries(calls):
    """The same answers, in the same order, from an archive as from its text, and from both at once."""
    chance = random.Random(8)
    trace = calls.generated("asked", "--seed", "4", "--iterations", "2500", "--user-fields", "--variables")
    archive = calls.archive("asked", trace)
    rows = [line.split(", ") for line in calls.run("pj_dump", trace).out.splitlines()]
    containers = sorted({row[1] for row in rows if row[0] == "State"})
    end = max(float(row[4]) for row in rows if row[0] == "State")
    calls.report.check("several blocks", sum(row[0] == "State" for row in rows) > 40_000, str(len(rows)))
    asked = []
    for query in QUERIES:
        begin = chance.uniform(0, end)
        names = {"from": begin, "to": begin + end * chance.choice((0, 1e-4, 0.01, 0.4)), "container": chance.choice(containers)}
        asked.append(query.format(**names) + ";")
        text = calls.run("pj_query", trace, asked[-1])
        stored = calls.run("pj_query", archive, asked[-1])
        calls.report.check(f"{asked[-1]}: an answer", text.code == 0 and stored.code == 0, text.err + stored.err)
        calls.report.same(asked[-1], text.out, stored.out)
    chance.shuffle(asked)
    together = [calls.run("pj_query", file, " ".join(asked)).out for file in (trace, archive)]
    calls.report.same("all at once", *together)
    trace = calls.scratch / "counted.trace"  # without user-defined fields
    lines = [f"3 {i} c V {i % 7}\n" for i in range(40_000)]
    trace.write_text(blackbox_header() + "\n0 C 0 c\n1 V C v\n2 0 c C 0 c\n" + "".join(lines))
    data = bytearray(calls.archive("counted", trace).read_bytes())
    data[16:80] = bytes(64)  # of the first blocks
    path = calls.scratch / "half.pja"
    path.write_bytes(data)
    query = "SELECT container_name, count(*) FROM variable"
    count = calls.run("pj_query", path, query)
    calls.report.same("blocks are not read for a count", calls.run("pj_query", trace, query).out, count.out)
    query = 'SELECT count(*), min(start), max("end") AS last, max("end") FROM variables'
    calls.report.same("nor for extremes", calls.run("pj_query", trace, query).out, calls.run("pj_query", path, query).out)
    broken = calls.run("pj_query", path, "SELECT sum(start) FROM variable")
    calls.report.check("damage is an error of the trace", broken.code == 1 and "checksum" in broken.err and not broken.trouble(), broken.err)


# Each is answered from the index, except those that ask for more.
WHOLE_TABLES = (
    "SELECT count(*) FROM state", "select COUNT( * ) , min(start) AS a, max(\"end\") b from states ;",
    "SELECT count(*) FROM link", "SELECT min(time), max(time), count(*) \"n\"\"\" FROM event", "SELECT count(*) n FROM variables",
    "SELECT min(start), max(end) FROM link", "SELECT count(*) FROM state WHERE start > 1", "SELECT count(*) FROM state, type",
    "SELECT count(*) FROM state LIMIT 0", "SELECT min(\"end\"), max(start) FROM state", "SELECT count(*), value FROM state",
    "CREATE TEMP TABLE link(a); SELECT count(*) FROM link; DROP TABLE temp.link; SELECT count(*) FROM link",
    "CREATE TEMP VIEW states AS SELECT * FROM state WHERE depth = 0; SELECT count(*) FROM states",
)


@blackbox.group
def check_whole_tables(calls):
    """Totals from the index are those of the rows, which a condition that always holds makes SQLite walk over."""
    trace = calls.generated("totals", "--seed", "5", "--iterations", "2500", "--ranks", "4", "--variables")
    archive = calls.archive("totals", trace)
    for sql in WHOLE_TABLES:
        text, stored = (calls.run("pj_query", file, sql) for file in (trace, archive))
        calls.report.check(f"{sql}: an answer", text.code == 0 and stored.code == 0, text.err + stored.err)
        calls.report.same(sql, text.out, stored.out)
        if sql.count(" FROM ") == 1 and "WHERE" not in sql and "LIMIT" not in sql and "," not in sql.split(" FROM ")[1]:
            walked = calls.run("pj_query", trace, sql.rstrip("; ") + " WHERE id >= 0")
            calls.report.same(f"{sql}, row by row", walked.out.split("\n")[1:], text.out.split("\n")[1:])
    data = bytearray(archive.read_bytes())
    data[16:len(data) // 2] = bytes(len(data) // 2 - 16)  # blocks
    path = calls.scratch / "no blocks.pja"
    path.write_bytes(data)
    for grouping in ("value", "container,value", "type"):
        sql = f"SELECT * FROM profile('{grouping}')"
        calls.report.same(f"{sql} reads no block", calls.run("pj_query", trace, sql).out, calls.run("pj_query", path, sql).out)


@blackbox.group
def check_outputs(calls):
    """Tools that write traces write archives of the same trace."""
    trace = calls.generated("written", "--iterations", "200", "--user-fields")
    path = calls.scratch / "written.pja"

    def check(tool, *words, of=trace):
        done = calls.run(tool, *words, "-o", path)
        equal = calls.run("pj_equals", of, path)
        magic = path.read_bytes()[:8] if path.exists() else b""
        calls.report.check(f"{tool} {words}", done.code == 0 and equal.out == "1\n" and magic == ARCHIVE, f"{done} {equal}")
        calls.report.same(f"{tool}: user-defined fields", calls.run("pj_dump", "-u", of).out, calls.run("pj_dump", "-u", path).out)
        path.unlink(missing_ok=True)

    check("pj_generate", "--iterations", "200", "--user-fields")
    check("pj_merge", "-q", trace)
    folder = calls.scratch / "parts"
    folder.mkdir()
    header = state_header(notes=False)
    (folder / "root.paje").write_text(header + "0 M 0 Machine\n2 S M State\n6 0 a M 0 a\n77 a M part.paje\n")
    (folder / "part.paje").write_text("11 1 S a x\n11 2 S a y\n")
    check("pj_merge", "-q", folder / "root.paje", of=folder / "root.paje")
    other = calls.scratch / "other.json"
    calls.run("pj_export", "--to", "chrome", trace, "-o", other)
    imported = calls.scratch / "imported.paje"
    calls.run("pj_import", "-q", other, "-o", imported)
    check("pj_import", "-q", other, of=imported)
    check("pj_import", "-q", "--method=archive", other, of=imported)
    text = calls.run("pj_import", "-q", "--method=text", other, "-o", path)
    calls.report.check("text in spite of the name", text.code == 0 and path.read_bytes() == imported.read_bytes(), text.err)
    path.unlink()
    bad = calls.scratch / "bad.paje"
    bad.write_text(header + "11 1 S a x\n")
    done = calls.run("pj_merge", "-q", bad, "-o", path)
    calls.report.check("a bad trace leaves no file", done.code == 1 and not path.exists() and "a" in done.err, done.err)
    lenient = calls.run("pj_merge", "-q", "--lenient", bad, "-o", path)
    calls.report.check("--lenient", lenient.code == 0 and path.exists() and "1 line" in lenient.err, lenient.err)
    path.unlink(missing_ok=True)
    half = calls.generated("half", "--iterations", "20", "--sloppy", "half-link", "--sloppy-rate", "0.01")
    refused = calls.run("pj_merge", "-q", half, "-o", path)
    calls.report.check("half links are an error", refused.code == 1 and not path.exists(), refused.err)
    calls.run("pj_merge", "-q", "-z", half, "-o", path)
    calls.report.same("-z", calls.run("pj_dump", "-z", half).out, calls.run("pj_dump", path).out)
    path.unlink(missing_ok=True)
    useless = calls.run("pj_merge", "-q", "-z", half)
    calls.report.check("-z is for archives", useless.code == 2 and "NAME.pja" in useless.err, useless.err)
    none = calls.run("pj_import", "-q", "--method=archive", other)
    calls.report.check("no archive in a pipe", none.code == 2 and "-o FILE.pja" in none.err, none.err)
    packed = calls.run("pj_import", "-q", "--compress=zstd", other, "-o", path)
    calls.report.check("no archive compressed again", packed.code == 2 and "--compress" in packed.err, packed.err)


@blackbox.group
def check_sets(calls):
    """Of files whose lines are not in the order of times: noticed when blocks are written already, which do not count."""
    folder = calls.scratch / "set"
    folder.mkdir()
    filler = "# " + "x" * 3000 + "\n"  # blocks are written every two megabytes of text
    states = "".join(f"{filler}11 {i} S a v{i % 3}\n" for i in range(2500))
    (folder / "root.paje").write_text(
        state_header(notes=False) + "0 M 0 Machine\n2 S M State\n6 0 a M 0 a\n77 a M first.paje\n77 a M second.paje\n")
    (folder / "first.paje").write_text(states)
    (folder / "second.paje").write_text("11 7.5 S a between\n11 9000 S a last\n")
    archive = calls.archive("set", folder / "root.paje", "--slice-rows=100")
    calls.report.same("the table of a set", calls.run("pj_dump", folder / "root.paje").out, calls.run("pj_dump", archive).out)


@blackbox.group
def check_threads(calls):
    """The bytes do not depend on the number of threads."""
    trace = calls.generated("threads", "--iterations", "1500")
    files = [calls.archive(f"-j{threads}", trace, "-j", str(threads)) for threads in (1, 2, 7)]
    calls.report.check("the same bytes", len({file.read_bytes() for file in files}) == 1)
    tables = {calls.run("pj_dump", "-j", str(threads), files[0]).out for threads in (1, 2, 7)}
    calls.report.check("the same table", len(tables) == 1)


ARCHIVE = b"\x89PJA\r\n\x1a\n"


def damaged(calls, name, data):
    """A tool says what is wrong with an archive and where, or gives what the whole one holds."""
    path = calls.scratch / "damaged.pja"
    path.write_bytes(data)
    done = calls.run("pj_dump", "-u", path)
    validated = calls.run("pj_validate", "-q", path)
    trouble = done.trouble() or validated.trouble()
    # What no table needs, such as sums, may be damaged, too.
    is_right = validated.code in (done.code, 1) or data[:8] != ARCHIVE
    calls.report.check(f"{name}: pj_validate", is_right, f"{done.code} {validated.code} {validated.err}")
    calls.report.check(f"{name}: orderly end", not trouble, trouble)
    return done


@blackbox.group
def check_damage(calls):
    """Cuts, flipped bits and bytes that follow: an error with the byte, never another table."""
    chance = random.Random(3 + blackbox.SHARE)
    trace = calls.generated("ring", "--iterations", "20", "--user-fields")
    whole = calls.archive("whole", trace).read_bytes()
    table = calls.run("pj_dump", "-u", trace).out
    for size in blackbox.share(range(0, len(whole), max(1, len(whole) // FLIPS))):
        done = damaged(calls, f"cut to {size}", whole[:size])
        is_text = size < 8  # no archive at all
        calls.report.check(f"cut to {size}: refused", is_text or (done.code == 1 and "byte" in done.err),
                           f"{done.code} {done.err}")
    for _ in range(FLIPS // blackbox.SHARES):
        at, bit = chance.randrange(8, len(whole)), chance.randrange(8)
        data = bytearray(whole)
        data[at] ^= 1 << bit
        done = damaged(calls, f"bit {bit} of byte {at}", bytes(data))
        calls.report.check(f"bit {bit} of byte {at}: no other table",
                           (done.code == 1 and "byte" in done.err) or
                           (done.code == 0 and done.out == table),
                           f"{done.code} {done.err}")
    done = damaged(calls, "grown", whole + b"x")
    calls.report.check("grown: refused", done.code == 1, done.err)


@blackbox.group
def check_refusals(calls):
    trace = calls.generated("small", "--iterations", "2")
    to_pipe = calls.run("paje2bin", "--method=archive", trace)
    calls.report.check("no archive to a pipe", to_pipe.code == 2 and "-o FILE.pja" in to_pipe.err,
                       to_pipe.err)
    packed = calls.run("paje2bin", "--method=archive", "--compress=zstd", trace, "-o",
                       calls.scratch / "x.pja")
    calls.report.check("no second compression", packed.code == 2 and "--compress" in packed.err)
    lenient = calls.run("paje2bin", "--lenient", trace, "-o", calls.scratch / "x.rst")
    calls.report.check("records are not lenient", lenient.code == 2 and "archive" in lenient.err)
    calls.run("paje2bin", "--method=archive", trace, "-o", calls.scratch / "pipe.pja")
    pipe = calls.run("pj_dump", stdin=(calls.scratch / "pipe.pja").read_bytes())
    calls.report.check("no archive from a pipe", pipe.code == 1 and "archive" in pipe.err, pipe.err)
    bad = calls.scratch / "bad.pja"
    whole = (calls.scratch / "pipe.pja").read_bytes()
    bad.write_bytes(whole.replace(b"\r\n", b"\n", 1))
    damaged = calls.run("pj_dump", bad)
    calls.report.check("a damaged signature", damaged.code == 1 and "damaged in its first 8 bytes" in damaged.err, damaged.err)
    with open(calls.scratch / "pipe.pja", "rb") as file:
        redirected = calls.run("pj_dump", stdin=file)
    calls.report.same("a redirected archive", calls.run("pj_dump", trace).out, redirected.out)
    named = calls.scratch / "named.pja"
    calls.run("paje2bin", trace, "-o", named)
    calls.report.check("a name that ends in .pja is an archive's", named.read_bytes() == (calls.scratch / "pipe.pja").read_bytes())
    sliced = calls.run("paje2bin", "--slice-rows=5", trace, "-o", calls.scratch / "x.rst")
    calls.report.check("records have no slices", sliced.code == 2 and "--slice-rows" in sliced.err, sliced.err)
    # What only events say.
    kinds = {1: ("DefineContainerType", "Alias Type Name"), 2: ("DefineStateType", "Alias Type Name"),
             3: ("CreateContainer", "Time Alias Type Container Name"), 4: ("PushState", "Time Type Container Value")}
    nested = calls.scratch / "nested.paje"
    nested.write_text(numbered(kinds) + "1 P 0 P\n2 S P S\n3 0 p P 0 p\n4 1 S p a\n4 2 S p b\n", "ascii")
    archive = calls.archive("nested", nested)
    for option, why in (("--no-imbrication", "the archive has nested states"), ("--stop-at=10", "the archive ends at 2")):
        done = calls.run("pj_dump", option, archive)
        calls.report.check(f"{option} of an archive", done.code == 2 and why in done.err and not done.out, done.err)
    done = calls.run("pj_dump", "--stop-at=2", archive)
    calls.report.same("a stop at the end", calls.run("pj_dump", "--stop-at=2", nested).out, done.out)
    rooted = calls.scratch / "rooted.paje"
    for pops, code in (("", 2), ("5 1.8 S 0\n", 0)):
        rooted.write_text(numbered({**kinds, 5: ("PopState", "Time Type Container")}) +
                          f"1 P 0 P\n2 S 0 S\n3 0 p P 0 p\n4 1 S 0 a\n{pops}3 2 q P 0 q\n", "ascii")
        archive = calls.archive(f"rooted{code}", rooted)
        done = calls.run("pj_dump", "--stop-at=1.5", archive)
        text = calls.run("pj_dump", "--stop-at=1.5", rooted)
        calls.report.check(f"a stop before the root container's state ends {code}", done.code == code and done.out in ("", text.out)
                           and ("a state of the root container ends with the archive, at 2" in done.err) == (code == 2), done.err)
    displaced = calls.samples / "bad" / "container_type_of_other_parent.paje"
    archive = calls.archive("displaced", displaced, "--lenient")
    done = calls.run("bin2paje", archive)
    calls.report.check("text of containers in wrong ones", done.code == 0 and "only --lenient reads what is written" in done.err,
                       f"{done.code} {done.err}")
    stats = calls.run("paje2bin", "--method=archive", "--stats", trace, "-o",
                      calls.scratch / "stats.pja")
    size = (calls.scratch / "stats.pja").stat().st_size
    calls.report.check("statistics name the size", f"{size:,}" in stats.err, stats.err)


def main(run_groups):
    tools, samples = sys.argv[1], Path(sys.argv[2])
    further = sys.argv[3] if len(sys.argv) > 3 else None
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        run_groups(Calls(tools, samples, further, Path(scratch), report))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(lambda calls: blackbox.run_groups(calls)))
