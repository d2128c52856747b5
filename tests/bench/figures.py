"""Figures of against_reference.py: kept as JSON, shown as the tables of docs/performance.md."""

import json
import re
import statistics
import textwrap
from pathlib import Path

BEGIN, END = "<!-- figures: tests/bench/charts.py -->\n\n", "\n<!-- end of figures -->\n"
LINE = 100  # characters, as the page has it
# What is compared with the reference, and how its rows are distinguished from those of one file.
PROGRAMS = {"paje": "", "paje (set)": ", as a set"}


def save(taken, path):
    Path(path).write_text(json.dumps(taken, indent=1) + "\n", "utf-8")


def load(path):
    return json.loads(Path(path).read_text("utf-8"))


def by_trace_and_job(taken):
    """The measurements of each (trace, job), in the order in which they were made."""
    groups = {}
    for row in taken["measurements"]:
        groups.setdefault((row["trace"], row["job"]), []).append(row)
    return groups


def speed(row):
    """MB/s"""
    return row["megabytes"] / row["seconds"]


def times_as_fast(row, other):
    """As another measurement: the median of the rounds' ratios, for what a round takes is not what
    another one takes, but the same for both."""
    return statistics.median(theirs / ours for ours, theirs in zip(row["rounds"], other["rounds"]))


def only(rows, program):
    return [row for row in rows if row["program"] == program]


def by_threads(rows, program):
    return sorted(only(rows, program), key=lambda row: row["threads"])


def fewest_and_most_threads(rows, program):
    """Of a program that was measured on one number only, that one."""
    ours = by_threads(rows, program)
    return ours[:1] + ours[1:][-1:]


def growth_ratio(row):
    """How many times as long a MB of the larger trace takes: the median of the rounds' ratios."""
    sizes = row["megabytes"][1] / row["megabytes"][0]
    return statistics.median(large / small for small, large in zip(*row["rounds"])) / sizes


def introduction(taken):
    sizes = {row["trace"]: row["megabytes"] for row in taken["measurements"]}
    traces = " and ".join(
        f"a generated trace of {size:.0f} MB with 64 ranks" if name == "generated"
        else f"{name} ({size:.0f} MB)" for name, size in sizes.items())
    rounds, cores = taken["rounds"], taken["cores"]
    times = f"medians of {rounds} rounds of runs in turn, ratios round by round" if rounds > 1 else (
        "one round of runs")
    return textwrap.fill(f"Against {taken['reference']}, on {traces}; {times}, {cores} "
                         f"core{'s' if cores > 1 else ''} of an {taken['processor']}:", LINE)


def main_table(taken):
    yield ("| trace | job | threads | pj_dump (paje) | MB/s | peak MB | reference | peak MB | "
           "times as fast | times one thread |")
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for (trace, job), rows in by_trace_and_job(taken).items():
        [theirs] = only(rows, "reference")
        for program, where in PROGRAMS.items():
            for number, row in enumerate(ours := fewest_and_most_threads(rows, program)):
                speedup = f"{times_as_fast(row, ours[0]):.2f}" if number else ""
                yield (f"| {trace}{where} | {job} | {row['threads']} | {row['seconds']:.2f} s | "
                       f"{speed(row):.0f} | {row['peak_megabytes']:.0f} | {theirs['seconds']:.2f} s | "
                       f"{theirs['peak_megabytes']:.0f} | {times_as_fast(row, theirs):.1f} | "
                       f"{speedup} |")


def growth_table(taken):
    small, large = taken["growth"][0]["megabytes"]
    yield f"| processor time of a MB | threads | of {small:.0f} MB | of {large:.0f} MB | times |"
    yield "|---|---|---|---|---|"
    for row in taken["growth"]:
        each = [f"{1000 * seconds / size:.2f} ms"
                for seconds, size in zip(row["seconds"], row["megabytes"])]
        yield f"| {row['job']} | {row['threads']} | {each[0]} | {each[1]} | {growth_ratio(row):.2f} |"


def markdown(taken):
    lines = [introduction(taken), "", *main_table(taken)]
    if taken["growth"]:
        lines += ["", *growth_table(taken)]
    return "\n".join(lines) + "\n"


def write_marked(path, text):
    """Puts the text between the marks of the file, or makes it the whole file."""
    before = path.read_text("utf-8") if path.exists() else ""
    marked = re.compile(re.escape(BEGIN) + ".*" + re.escape(END), re.DOTALL)
    if marked.search(before):
        text = marked.sub(lambda _: f"{BEGIN}{text}{END}", before)
    path.write_text(text, "utf-8")
