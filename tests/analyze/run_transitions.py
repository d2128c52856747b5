#!/usr/bin/env python3
"""pj_analyze transitions and the SQL function of that name, against pairs counted here from pj_dump's table or a text.

Usage: run_transitions.py TOOL_DIR SAMPLES DATA_FOLDER
"""
import csv
import gzip
import io
import json
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "support"), str(HERE.parent / "query")]
import blackbox
from definitions import RUN_DEFINITIONS
from table import Table

THREADS = ("-j1", "-j2", "-j7")


class Tools:
    def __init__(self, folder, report):
        self.folder, self.report = Path(folder), report

    def run(self, *words, **options):
        return blackbox.run([self.folder / "pj_analyze", "transitions", "-q", *words], **options)

    def pairs(self, name, *words):
        """The pairs in their order, the same for any number of threads."""
        found = [self.run("--json", jobs, *words) for jobs in THREADS]
        self.report.check(f"{name}: threads", all(done.code == 0 for done in found) and
                          len({done.out for done in found}) == 1, found[0].err)
        rows = json.loads(found[0].out)["transitions"]
        order = [(-row["count"], row["from"], row["to"]) for row in rows]
        self.report.check(f"{name}: order", [-row["count"] for row in rows] == sorted(key[0] for key in order))
        return {(row["from"], row["to"]): row["count"] for row in rows}

    def same(self, name, wanted, *words):
        got = self.pairs(name, *words)
        self.report.check(name, got == dict(wanted), f"expected {dict(wanted)}, got {got}"[:400])


def naive_states(table, within):
    """A state and those after it inside the same state."""
    groups = defaultdict(list)
    for state in table.states:
        groups[state.container, state.type, state.parent].append(state.value)
    return Counter((values[i], values[j]) for values in groups.values() for i in range(len(values))
                   for j in range(i + 1, min(i + within, len(values) - 1) + 1))


def naive_calls(table, within):
    counts = Counter()
    for state in table.states:
        around = state.parent
        for _ in range(within):
            if around is None:
                break
            counts[around.value, state.value] += 1
            around = around.parent
    return counts


def naive_links(table):
    return Counter((link[4].name, link[5].name) for link in table.links)


def compare(tools, trace):
    table = Table(tools.folder / "pj_dump", trace)
    for within in (1, 2, 5):
        steps = ("--within", str(within))
        tools.same(f"{trace.name}: states {within}", naive_states(table, within), trace, *steps)
        tools.same(f"{trace.name}: calls {within}", naive_calls(table, within), "--of", "calls", trace, *steps)
    tools.same(f"{trace.name}: links", naive_links(table), "--of=links", trace)
    most = sorted(naive_states(table, 1).values())[-1] if table.states else 1
    tools.same(f"{trace.name}: rare ones", {key: count for key, count in naive_states(table, 1).items() if count >= most},
               "--min-count", str(most), trace)
    compare_sql(tools, trace, table)


def compare_sql(tools, trace, table):
    for call, wanted in (("transitions()", naive_states(table, 1)), ("transitions('states', 3)", naive_states(table, 3)),
                         ("transitions('calls')", naive_calls(table, 1)), ("transitions('links')", naive_links(table))):
        done = blackbox.run([tools.folder / "pj_query", "--format", "json", trace,
                             f"SELECT source, target, count, share FROM {call}"])
        rows = json.loads(done.out or "[]")
        tools.report.check(f"{trace.name}: {call}", {(row["source"], row["target"]): row["count"] for row in rows} == wanted,
                           done.err)
        sums = Counter()
        for (source, _), count in wanted.items():
            sums[source] += count
        tools.report.check(f"{trace.name}: shares of {call}", all(
            abs(row["share"] - row["count"] / sums[row["source"]]) < 1e-12 for row in rows))


@blackbox.group
def check_samples(tools, samples, _data):
    with blackbox.scratch_directory() as scratch:
        nested = Path(scratch) / "nested.paje"
        done = blackbox.run([tools.folder / "pj_generate", "--ranks", "3", "--iterations", "4", "-o", nested])
        tools.report.check("nested trace", done.code == 0, done.err)
        for trace in (samples / "heat" / "heat.ethernet.trace", samples / "features" / "nested_states.paje", nested):
            compare(tools, trace)


DEFINITIONS = RUN_DEFINITIONS + """\
0 M 0 Machine
0 R M Rank
2 S R State
2 T R Other
4 L M R R Message
6 0 m M 0 m
"""


def random_trace(numbers):
    """Nested states of two types with values of the same names, and links."""
    ranks = [f"r{i}" for i in range(numbers.randint(1, 12))]
    lines = [f"6 0 {rank} R m {rank}" for rank in ranks]
    depth = Counter()
    for time in range(numbers.randint(0, 400)):
        track = numbers.choice(ranks), numbers.choice("ST")
        if depth[track] > 0 and numbers.random() < 0.5:
            lines.append(f"13 {time} {track[1]} {track[0]}")
            depth[track] -= 1
        else:
            lines.append(f"12 {time} {track[1]} {track[0]} v{numbers.randint(1, 12)}")
            depth[track] += 1
        if numbers.random() < 0.2:
            lines.append(f"15 {time} L m {numbers.choice(ranks)} x {time} 1")
            lines.append(f"16 {time} L m {numbers.choice(ranks)} x {time}")
    return DEFINITIONS + "\n".join(lines) + "\n"


@blackbox.group
def check_random(tools, _samples, _data):
    with blackbox.scratch_directory() as scratch:
        for seed in range(12):
            trace = Path(scratch) / f"random{seed}.paje"
            trace.write_text(random_trace(random.Random(seed)))
            compare(tools, trace)


@blackbox.group
def check_forms(tools, samples, _data):
    trace = samples / "heat" / "heat.ethernet.trace"
    counts = tools.pairs("heat", trace)
    rows = list(csv.DictReader(io.StringIO(tools.run("--csv", trace).out)))
    tools.report.check("CSV", {(row["from"], row["to"]): int(row["count"]) for row in rows} == counts)
    matrix = list(csv.DictReader(io.StringIO(tools.run("--csv", "--matrix", trace).out)))
    cells = {(row["from"], to): int(count) for row in matrix for to, count in row.items() if to != "from"}
    tools.report.check("matrix", {key: count for key, count in cells.items() if count} == counts and
                       len(cells) == len({a for a, _ in counts}) * len({b for _, b in counts}), str(matrix)[:300])
    matrix = json.loads(tools.run("--json", "--matrix", trace).out)["matrix"]
    tools.report.check("matrix in JSON", {(row["from"], to): count for row in matrix for to, count in row["to"].items()} == cells
                       and all(list(row) == ["from", "to"] for row in matrix), str(matrix)[:300])
    text = tools.run(trace).out
    tools.report.check("text", text.startswith("1,848 pairs, 12 distinct.") and "PMPI_Waitall   computing" in text
                       and "From (rows) to (columns)" in text, text)
    dot = tools.run("--dot", trace).out
    tools.report.check("graph", dot.startswith("digraph") and all(
        f'"{a}" -> "{b}" [label="{count}"' in dot for (a, b), count in counts.items()), dot)
    links = tools.run("--of", "links", "--matrix", trace).out.splitlines()
    tools.report.check("matrix of containers", len(links) == 12 and links[4].split() == ["rank-0", "0", "40"] + 6 * ["0"],
                       "\n".join(links))


@blackbox.group
def check_names_of_columns(tools, _samples, _data):
    """A value may be called like the column of the rows' names."""
    with blackbox.scratch_directory() as scratch:
        text = Path(scratch) / "words.txt"
        for words, first in (("x y\ny x\n", "from"), ("from y\n", "from"), ("x from\nfrom y\n", "(from)"),
                             ("x from\nfrom (from)\n", "((from))"), ("x to\nto y\n", "from")):
            text.write_text(words)
            pairs = [tuple(line.split()) for line in words.splitlines()]
            wanted = {(a, b): int((a, b) in pairs) for a in {a for a, _ in pairs} for b in {b for _, b in pairs}}
            # Pairs, so that two of one name are seen.
            [matrix] = [value for key, value in json.loads(tools.run("--json", "--matrix", "--text", text).out, object_pairs_hook=list)
                        if key == "matrix"]
            got = [(row[0][1], to, count) for row in matrix for to, count in row[1][1]]
            tools.report.check(f"{words!r}: JSON", all([key for key, _ in row] == ["from", "to"] for row in matrix)
                               and sorted(got) == sorted((a, b, count) for (a, b), count in wanted.items()), str(matrix))
            header, *rows = list(csv.reader(io.StringIO(tools.run("--csv", "--matrix", "--text", text).out)))
            got = {(row[0], to): int(count) for row in rows for to, count in zip(header[1:], row[1:])}
            tools.report.check(f"{words!r}: CSV", header[0] == first and len(set(header)) == len(header) and got == wanted,
                               f"{header} {rows}")


@blackbox.group
def check_golden(tools, _samples, data):
    path = Path(data) / "golden-models" / "pairs.json"
    golden = json.loads(path.read_text())
    with blackbox.scratch_directory() as scratch:
        text = Path(scratch) / "words.txt"
        text.write_text("".join(f"{a} {b}\n" for a, b in golden["paper_input"]))
        wanted = {tuple(key.split()): count for key, count in golden["paper_output"].items()}
        tools.same("the paper's words", wanted, "--text", text)
        tools.same("the paper's frequent words", {("Chocolate", "Delicious"): 2}, "--text", text, "--min-count", "2")
        trace = Path(scratch) / "states.paje"
        trace.write_text(DEFINITIONS + "6 0 a R m a\n" + "".join(
            f"12 {i} S a {value}\n13 {i + 1} S a\n" for i, value in enumerate(golden["states"])))
        tools.same("the states", {tuple(key.split()): count for key, count in golden["transitions"].items()}, trace)


@blackbox.group
def check_text(tools, _samples, _data):
    """Words and lines that are in several blocks, of all kinds of ends and blanks."""
    numbers = random.Random(7)
    words = [f"word{i}" * numbers.randint(1, 5) for i in range(400)] + ["Grüße", "x"]
    lines, counts = [], Counter()
    for _ in range(150_000):
        a, b = numbers.choice(words), numbers.choice(words[:20])
        counts[a, b] += 1
        lines.append(numbers.choice((f"{a} {b}\n", f"  {a}\t{b}  \r\n", f"{a}   {b}\n\n")))
    with blackbox.scratch_directory() as scratch:
        text = Path(scratch) / "words.txt"
        data = "".join(lines).encode()
        text.write_bytes(data)
        (Path(scratch) / "words.gz").write_bytes(gzip.compress(data, 1))
        found = tools.run("--csv", "-j2", "--text", text)
        rows = list(csv.DictReader(io.StringIO(found.out)))
        tools.report.check("pairs of a large text", {(row["from"].encode("latin-1").decode(), row["to"]): int(row["count"])
                                                     for row in rows} == counts, found.err)
        for words in (["-j1", "--text", text], ["-j7", "--text", text], ["--text", Path(scratch) / "words.gz"]):
            tools.report.same(f"{words[0]} large text", found.out, tools.run("--csv", *words).out)
        with text.open("rb") as file:
            tools.report.same("from a pipe", found.out, tools.run("--csv", "--text", "-", stdin=file).out)
        text.write_text("\ufeffnew york\tbig apple\nnew york\tbig apple\n")
        tools.same("columns with blanks", {("new york", "big apple"): 2}, "--text", text)
        text.write_text("")
        done = tools.run("--text", text)
        tools.report.check("empty text", done.code == 0 and done.out == "0 pairs, 0 distinct.\n", done.out + done.err)


@blackbox.group
def check_bad_input(tools, samples, _data):
    trace = samples / "heat" / "heat.ethernet.trace"
    with blackbox.scratch_directory() as scratch:
        text = Path(scratch) / "words.txt"
        for line in ("three words here", "one", "a\tb\tc", "a\t"):
            text.write_text("a b\n" * 300_000 + "\n" + line + "\n" + "c d\n" * 10)
            for jobs in THREADS:
                done = tools.run(jobs, "--text", text)
                tools.report.check(f"{line!r} {jobs}", done.code == 2 and done.out == "" and
                                   "words.txt:300002: found" in done.err, done.err)
        for words, message in ((["--text", Path(scratch) / "none"], "No such file"), (["--text", scratch], "directory"),
                               (["--text", text, trace], "in place of a trace"), (["--of", "x", trace], "--of"),
                               (["--of", "links", "--within", "2", trace], "--within"), (["--within", "0", trace], "--within"),
                               (["--dot", "--csv", trace], "--dot"), (["--text", text, "--of", "links"], "--text"),
                               (["--min-count", "-1", trace], "--min-count")):
            done = tools.run(*words)
            tools.report.check(f"{words[0]} {message}", done.code == 2 and message in done.err and done.out == "", done.err)
        same = text.read_text()
        done = tools.run("--text", text, "-o", text)
        tools.report.check("the text stays", done.code == 2 and text.read_text() == same, done.err)
    other = blackbox.run([tools.folder / "pj_analyze", "waits", "--of", "links", trace])
    tools.report.check("of another command", other.code == 2 and "--of" in other.err, other.err)
    for call, message in (("'x'", "'states', 'calls' or 'links'"), ("'states', 0", "within"), ("'links', 2", "within")):
        done = blackbox.run([tools.folder / "pj_query", trace, f"SELECT * FROM transitions({call})"])
        tools.report.check(f"transitions({call})", done.code == 2 and message in done.err, done.err)


def main():
    folder, samples, data = sys.argv[1:]
    report = blackbox.Report()
    blackbox.need_tool(folder, "pj_analyze")
    blackbox.run_groups(Tools(folder, report), Path(samples), data)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
