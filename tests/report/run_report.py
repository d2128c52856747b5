#!/usr/bin/env python3
"""Checks the pages of pj_report: their words and numbers against pj_analyze and pj_compare, their form, and that
nothing in a trace becomes part of a page but as text. Also the pictures of pj_analyze --svg.

Usage: run_report.py TOOL_DIR SAMPLES
"""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "analyze"), str(HERE)]
import blackbox
from definitions import RUN_DEFINITIONS
from page import Page
from paje_text import trace_of

SLOW = blackbox.DATA / "runs" / "halo2d.8.base.slow.1.trace.xz"
NOISE = blackbox.DATA / "runs" / "halo2d.8.base.noise.1.trace.xz"
MOST_BYTES = 2_000_000
PICTURES = "summary causes waits path slack efficiency iterations profile messages lateness bounds clocks classes".split()

RUN = RUN_DEFINITIONS + "0 R 0 Rank\n2 S R State\n4 L 0 R R Message\n"
HOSTILE = [
    b"</title><script>alert(1)</script>", b"'\\\"><img src=x onerror=alert(2)>", b"]]><!--", b"&lt;b&gt;&amp;",
    b"javascript:alert(3)", b"\x01\x1b[31m\x7f", b"\xff\xfe\xe9", "\u202egnp.exe\ufffe".encode(),
    b"https://example.org/?x=1", b"@import url(//example.org)", b"x" * 300_000]


class Calls:
    def __init__(self, folder, samples, scratch, report):
        self.folder, self.samples, self.scratch, self.report = folder, samples, Path(scratch), report

    def run(self, tool, *words):
        return blackbox.run([self.folder / tool, "-q", *words])

    def page(self, name, *words):
        output = self.scratch / "page.html"
        output.unlink(missing_ok=True)
        done = self.run("pj_report", *words, "-o", output)
        self.report.check(f"{name}: runs", done.code == 0 and output.is_file(), blackbox.shorten(done.err))
        return Page(output.read_bytes()) if output.is_file() else Page("<!DOCTYPE html>\n<html><body/></html>")

    def ask(self, tool, *words):
        return json.loads(self.run(tool, "--json", *words).out)

    def write(self, name, text):
        path = self.scratch / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def same(self, name, expected, got):
        self.report.check(name, expected == got, f"expected {expected!r}, got {got!r}")


@blackbox.group
def check_words(calls):
    """What costs most comes first; a planted cause is in the first sentences, with its place and seconds."""
    page = calls.page("slow", SLOW)
    summary = calls.ask("pj_analyze", SLOW)
    first = summary["causes"][0]
    calls.same("verdict",
               "81.7 % of the time of all containers is useful work. Most is lost to transfer ( 86.8 % ): messages and "
               "the calls themselves take the time, most of all PMPI_Allreduce . The first cause of waiting is rank-3 "
               "in computing from 142.4 ms to 290.1 ms : others wait 73.1 ms for it, 40.2 % of all waiting.",
               page.verdict())
    twice = [item for item in page.items() if "is useful work." in item or "first cause" in item]
    calls.same("nothing twice", [], twice)
    calls.report.check("what was planted", first["container"] == "rank-3" and first["value"] == "computing")
    items = " ".join(page.items())
    for words in ("wait at all-to-all 100.0 %",
                  "On the critical path: computing 85.9 %", "it leads through rank-3 49.2 %",
                  "rank-3 works longest, 248 ms ; the mean is 238 ms", "Iterations: 60 on 8 of 8 containers",
                  "half the run later they are 4.1 % longer", "Assumed: the n-th call of a collective"):
        calls.report.check(f"'{words}'", words in items, items)
    # A call is the first cause of all, but the program cannot change it.
    page = calls.page("slow.2", SLOW.with_name("halo2d.8.base.slow.2.trace.xz"))
    calls.report.check("slow.2: what a program can change", page.verdict().startswith("81.6 % of the time") and
                       "Useful work causes 48.1 % of the waiting; most by rank-3 in computing : others wait 59.8 ms"
                       in page.verdict(), page.verdict())
    calls.report.check("slow.2: the call", any("The first cause of waiting is rank-7 in PMPI_Allreduce" in item
                                               for item in page.items()), page.items())
    # Where the network takes the time, that comes first, though there are waits.
    heat = calls.page("heat", calls.samples / "heat" / "heat.ethernet.trace")
    calls.report.check("heat", heat.verdict().startswith("25.6 % of the time of all containers is useful work. Most "
                                                         "is lost to transfer ( 25.8 % )"), heat.verdict())
    calls.report.check("its first cause", any("The first cause of waiting is rank-7 in PMPI_Allreduce" in item
                                              for item in heat.items()), heat.items())


@blackbox.group
def check_numbers(calls):
    """Numbers on a page are those of pj_analyze."""
    for trace in (SLOW, calls.samples / "heat" / "heat.ethernet.trace"):
        page, summary = calls.page(trace.name, trace), calls.ask("pj_analyze", trace)
        efficiency, iterations = summary["efficiency"], summary["iterations"]
        calls.same(f"{trace.name}: tiles",
                   {"Length": summary["length"], "Parallel efficiency": efficiency["parallel"],
                    "Waiting": summary["waits"]["total"], "Iterations": iterations["count"]},
                   {name: number for name, (number, _) in page.tiles().items()})
        calls.same(f"{trace.name}: efficiencies",
                   [f"{100 * efficiency[name]:.1f} %" for name in
                    ("parallel", "load_balance", "communication", "serialisation", "transfer")],
                   page.chart("Efficiency and its factors")[1::3])
        total = summary["waits"]["total"]
        calls.same(f"{trace.name}: causes",
                   [[c["container"], c["value"], c["start"], c["end"], c["seconds"], c["seconds"] / total,
                     c["direct"], c["passed_on"]] for c in summary["causes"][:15]], page.table("Causes"))
        path = summary["critical_path"]
        for caption, member in (("By state", "by_value"), ("By container", "by_container")):
            calls.same(f"{trace.name}: path, {caption}",
                       [[name or "(no state)", seconds, seconds / path["length"]]
                        for name, seconds in list(path[member].items())[:15]],
                       [row[:3] for row in page.table(caption)])
        profile = calls.ask("pj_analyze", "profile", trace)["by_value"]
        calls.same(f"{trace.name}: profile",
                   [(row["value"], f"{100 * row['share']:.1f} %") for row in profile if row["exclusive"] > 0],
                   pairs(page.chart("Time by state, without the states inside")))
        lacking = [line for line in summary["remarks"] if line not in page.words()]
        calls.report.check(f"{trace.name}: remarks", summary["remarks"] and not lacking, f"{lacking}")


def reductions(turns=40, ranks=6, slow=5, barrier=False):
    """All ranks work, and meet in a reduction to the first, which the others leave at once. One works 30 % longer."""
    now = [0] * ranks  # microseconds
    tracks = {f"rank-{rank}": [] for rank in range(ranks)}
    for _ in range(turns):
        came = [now[rank] + (13_000 if rank == slow else 10_000) for rank in range(ranks)]
        for rank in range(ranks):
            waits = rank == 0 or barrier
            end = (max(came) if waits else came[rank]) + 10
            tracks[f"rank-{rank}"] += [("compute", now[rank] / 1e6, came[rank] / 1e6),
                                       ("MPI_Barrier" if barrier else "MPI_Reduce", came[rank] / 1e6, end / 1e6)]
            now[rank] = end
    return trace_of(tracks, [])


def check_root_waits(calls, trace):
    """40 waits of 3 ms, in each form of the answer."""
    found = calls.ask("pj_analyze", "waits", trace)
    calls.report.check("waits: none of its kinds", found["waits"] == [], found["waits"])
    amounts = [row["amount"] for row in found["root_waits"]]
    calls.report.check("waits of roots", len(amounts) == 40 and all(abs(each - 0.003) < 1e-9 for each in amounts) and
                       {(row["container"], row["value"], row["waits_for"]) for row in found["root_waits"]} ==
                       {("rank-0", "MPI_Reduce", "rank-5")}, found["root_waits"])
    calls.report.check("waits of roots in words", "40 roots of an operation also wait until its last member comes: "
                       "120 ms. This is not among the waits.\n" in calls.run("pj_analyze", "waits", trace).out)
    query = "SELECT count(*), round(sum(amount), 9), min(container), max(waits_for) FROM root_waits()"
    calls.same("waits of roots in SQL", ["40", "0.12", "rank-0", "rank-5"],
               calls.run("pj_query", trace, query).out.splitlines()[1].split(","))


@blackbox.group
def check_slow_rank(calls):
    """A slow rank is in the first sentences, whatever operation shows it. That of a reduction shows no waits but its
    root's, for the last member: 40 times 3 ms."""
    trace = calls.write("reductions.paje", reductions())
    page = calls.page("reductions", trace)
    calls.same("verdict", "80.7 % of the time of all containers is useful work. Most is lost to load balance "
               "( 80.8 % ): some containers have more work than others: rank-5 works longest, 520 ms ; the mean is "
               "420 ms .", page.verdict())
    calls.report.check("the root's waits", any(
        "Roots wait 120 ms from the arrival of the first member of an operation to that of the last; most for rank-5 : 120 ms" in item
        for item in page.items()), page.items())
    found = calls.ask("pj_analyze", trace)["waits"]
    of_roots = found["roots_for_last_member"]
    calls.report.check("JSON", found["total"] == 0 and of_roots["by_container"].keys() == {"rank-5"}
                       and abs(of_roots["total"] - 0.12) < 1e-9, f"{found}")
    check_root_waits(calls, trace)
    text = calls.run("pj_analyze", trace).out
    calls.report.check("text", "Waiting: none was found except that of roots.\nRoots: 120 ms, 3.8 % of the time of all "
                       "containers, waiting from the arrival of the first member of an operation to that of the last; most for rank-5: 120 ms\n" in text,
                       text)
    page = calls.page("barriers", calls.write("barriers.paje", reductions(barrier=True)))
    calls.report.check("barriers", page.verdict().startswith("The first cause of waiting is rank-5 in compute from "),
                       page.verdict())
    calls.same("barriers: no roots", {"total": 0, "by_container": {}},
               calls.ask("pj_analyze", calls.scratch / "barriers.paje")["waits"]["roots_for_last_member"])


def pairs(words):
    """The first two of each three."""
    return list(zip(words[0::3], words[1::3]))


@blackbox.group
def check_form(calls):
    """Pages are well-formed, complete and of nothing but their own elements, whatever the trace."""
    traces = [SLOW, *sorted((calls.samples / "features").glob("*.paje")),
              *sorted((blackbox.DATA / "cases").glob("*.paje")), *sorted((blackbox.DATA / "real").glob("*.trace"))]
    pages = 0
    for trace in traces:
        output = calls.scratch / "form.html"
        output.unlink(missing_ok=True)
        done = calls.run("pj_report", "--lenient", "-z", trace, "-o", output)
        if done.code == 1:  # a part is missing
            continue
        if not calls.report.check(f"{trace.name} runs", done.code == 0, blackbox.shorten(done.err)):
            continue
        page = Page(output.read_bytes())
        pages += 1
        calls.same(f"{trace.name}: foreign", [], page.foreign())
        links = {a.get("href")[1:] for a in page.root.iter("a")}
        places = {s.get("id") for s in page.root.iter("section")}
        calls.same(f"{trace.name}: places of links", set(), links - places)
        odd = re.findall(r"[ (](?:nan|-?inf) ?(?:s|ms|%)", page.words())
        calls.same(f"{trace.name}: numbers that are none", [], odd)
    calls.report.check("pages", pages > 40, f"{pages}")
    policy = [m.get("content") for m in calls.page("policy", SLOW).root.iter("meta")
              if m.get("http-equiv") == "Content-Security-Policy"]
    calls.same("a browser loads and runs nothing", ["default-src 'none'; style-src 'unsafe-inline'"], policy)


def hostile_run():
    """Containers and states of every hostile name, which wait for each other in barriers."""
    names = [b'"' + name.replace(b'"', b"'") + b'"' for name in HOSTILE]
    lines = [b"6 0 %s R 0 %s\n" % (name, name) for name in names]
    for turn in range(4):
        start = 10 * turn
        for i, name in enumerate(names):
            end = start + 1 + i % 7
            work = names[(i + 1) % len(names)]
            lines.append(b"12 %d S %s %s\n13 %d S %s\n" % (start, name, work, end, name))
            lines.append(b"12 %d S %s MPI_Barrier\n13 %d S %s\n" % (end, name, start + 9, name))
    lines.append(b"15 1 L 0 %s %s k 5\n16 2 L 0 %s %s k\n" % (names[0], names[2], names[1], names[2]))
    return RUN.encode() + b"".join(lines)


@blackbox.group
def check_hostile_names(calls):
    """Names are text and nothing else, in pages and in pictures."""
    trace = calls.write("hostile.paje", hostile_run())
    page = calls.page("hostile", "--sort", "-z", "--lenient", trace)
    # What looks like an address is text.
    foreign = [found for found in page.foreign() if not found.startswith(("http", "//", "url", "@"))]
    calls.same("foreign elements and attributes", [], foreign)
    calls.report.check("bounded", len(page.text) < 300_000, f"{len(page.text)}")
    calls.report.check("names are there as text", "</title>" in page.words() and "&lt;b&gt;&amp;" in page.words(),
                       blackbox.shorten(page.words(), 2000))
    controls = [c for c in page.text if (ord(c) < 32 and c != "\n") or 0x7f <= ord(c) < 0xa0 or c in "\u202e\ufffe"]
    calls.same("characters that are not seen", [], controls)
    named = calls.scratch / "<b>&\"'.paje"
    named.write_bytes(trace.read_bytes())
    page = calls.page("name", "--sort", "-z", "--lenient", named)
    calls.same("the file's name", "<b>&\"'.paje", page.root.find(".//h1").text)
    for command in PICTURES:
        svg = calls.scratch / f"{command}.svg"
        done = calls.run("pj_analyze", command, "--sort", "-z", "--lenient", trace, "--svg", svg)
        if calls.report.check(f"{command} draws", done.code == 0 and svg.is_file(), blackbox.shorten(done.err)):
            tags = {element.tag.split("}")[1] for element in ElementTree.parse(svg).iter()}
            calls.same(f"{command}: foreign", set(), tags - {"svg", "style", "title", "rect", "path", "text", "g"})


@blackbox.group
def check_lacks(calls):
    """What a trace lacks is said in one sentence, and the rest is there."""
    states = "6 0 a R 0 a\n6 0 b R 0 b\n12 0 S a work\n12 0 S b work\n13 3 S a\n13 4 S b\n"
    no_links = calls.page("no links", calls.write("no_links.paje", RUN + states))
    calls.same("no links", "The trace has neither links nor collective operations, so it does not show which "
               "containers wait for others.", no_links.items()[0])
    calls.same("its efficiency", 3.5 / 4, no_links.tiles()["Parallel efficiency"][0])
    one = calls.page("one", calls.write("one.paje", RUN + "6 0 a R 0 a\n12 0 S a work\n13 3 S a\n"))
    calls.same("one container", "Only one container has states, so no container waits for another.", one.items()[0])
    unmatched = RUN + "6 0 a R 0 a\n6 0 b R 0 b\n12 0 S a work\n12 0 S b work\n15 1 L 0 a x k 5\n" \
        "16 2 L 0 b x k\n13 3 S a\n13 4 S b\n"
    page = calls.page("unmatched", calls.write("unmatched.paje", unmatched))
    calls.report.check("links that connect nothing", page.items()[0].startswith("No link of the trace connects a state"),
                       page.items())
    collective = RUN + "6 0 a R 0 a\n6 0 b R 0 b\n12 0 S a w\n12 0 S b w\n13 1 S a\n12 1 S a MPI_Barrier\n13 3 S b\n" \
        "12 3 S b MPI_Barrier\n13 4 S a\n13 4 S b\n"
    page = calls.page("collective", calls.write("collective.paje", collective))
    calls.same("no links but collectives", "The trace has no links, so waits in messages are not seen.", page.items()[0])
    calls.report.check("their causes", "first cause of waiting is b in w" in page.words(), page.verdict())
    empty = calls.page("no states", calls.write("empty.paje", RUN))
    calls.same("no states", "The trace has no states, so there is nothing that could be analysed.", empty.verdict())
    messages = RUN + "6 0 a R 0 a\n6 0 b R 0 b\n15 1 L 0 a x k 5\n16 2 L 0 b x k\n"
    page = calls.page("messages alone", calls.write("messages.paje", messages))
    calls.same("messages without states", ["Messages"], [page.words(h) for h in page.root.iter("h2")])
    momentary = calls.page("momentary", calls.write("momentary.paje", RUN + "6 0 a R 0 a\n12 1 S a w\n13 1 S a\n"))
    calls.same("a run without length", "All states begin and end at the same time: nothing took long.", momentary.verdict())
    endless = calls.page("endless", calls.write("endless.paje", RUN + "6 0 a R 0 a\n12 0 S a w\n13 inf S a\n"))
    calls.report.check("a run without end", endless.verdict().startswith("The run cannot be analysed: a time is not"),
                       endless.verdict())


@blackbox.group
def check_comparison(calls):
    """With another run, which states and containers make the difference."""
    page = calls.page("two", NOISE, SLOW)
    compared = json.loads(blackbox.run([calls.folder / "pj_compare", "--json", NOISE, SLOW]).out)
    a, b = (calls.ask("pj_analyze", trace) for trace in (NOISE, SLOW))
    more = b["length"] - a["length"]
    words = page.words(page.section("comparison"))
    sentence = f"{SLOW.name} is {'longer' if more > 0 else 'shorter'} by"
    calls.report.check("sentence", sentence in words and page.verdict().startswith(sentence), words[:300])
    figures = {row[0]: row[1:3] for row in page.table("Both runs")}
    calls.same("lengths", [a["length"], b["length"]], figures["Length"])
    calls.same("waiting", [a["waits"]["total"], b["waits"]["total"]], figures["Waiting"])
    for name, member in (("Load balance", "load_balance"), ("Transfer", "transfer")):
        calls.same(name, [a["efficiency"][member], b["efficiency"][member]], figures[name])
    # The planted cause, though the run is hardly longer.
    first = page.table("Causes of waiting, those that differ most")[0]
    costs = [sum(c["seconds"] for c in run["causes"] if (c["container"], c["value"]) == ("rank-3", "computing"))
             for run in (a, b)]
    calls.same("the cause that differs most", ["rank-3", "computing", *costs, costs[1] - costs[0]], first)
    words = f"There, others wait {1e3 * (costs[1] - costs[0]):.1f} ms longer for rank-3 in computing"
    calls.report.check("first screen", words in page.verdict(), page.verdict())
    calls.report.check("the first run's own cause", any("first cause of waiting is" in item for item in page.items()), page.items())
    calls.report.check("how much", costs[1] > 0.05 > 0.03 > costs[0], f"{costs}")
    chart = page.chart("Difference of the time in each state")
    first = compared["values"][0]
    calls.report.check("the state that differs most", chart[0] == first["state"], f"{chart[:3]} {first}")
    calls.report.check("places", len(page.table("Where")) > 0)
    calls.same("navigation", "#comparison", next(page.root.iter("a")).get("href"))
    same = calls.page("same", SLOW, SLOW)
    calls.report.check("equal runs", "is as long as this run. 8 of 8 containers" in same.words(), same.verdict())
    calls.report.check("no difference", "No state takes more or less time." in same.words())
    other = calls.page("other without states", SLOW, calls.write("empty.paje", RUN))
    calls.report.check("another run without states", "empty.paje: The trace has no states" in other.words(),
                       other.words(other.section("comparison")))


@blackbox.group
def check_bounded(calls):
    """A page does not grow with the run."""
    trace = calls.scratch / "large.paje"
    blackbox.run([calls.folder / "pj_generate", "--ranks", "3000", "--iterations", "6", "-o", trace])
    page = calls.page("large", trace)
    calls.report.check("bytes", len(page.text) < MOST_BYTES, f"{len(page.text)}")
    shapes = sum(1 for e in page.root.iter() if e.tag in ("rect", "path", "text"))
    calls.report.check("shapes", shapes < 10_000, f"{shapes}")
    rows = [text for text in page.chart("States over time, with the critical path") if "\u2013" in text]
    calls.report.check("rows of several containers", 10 < len(rows) <= 64, f"{len(rows)}")
    most = max(len(table.find("tbody")) for table in page.root.iter("table"))
    calls.report.check("rows of tables", most <= 15, f"{most}")


@blackbox.group
def check_files(calls):
    """What is written where, and when."""
    trace = calls.write("small.paje", RUN + "6 0 a R 0 a\n12 0 S a sleep\n13 3 S a\n")
    done = calls.run("pj_report", trace)
    calls.report.check("standard output", done.code == 0 and done.out.startswith("<!DOCTYPE html>\n"), done.err)
    output = calls.scratch / "never.html"
    bad = calls.run("pj_report", calls.write("bad.paje", RUN + "12 0 S nobody work\n"), "-o", output)
    calls.report.check("a bad trace", bad.code == 1 and not output.exists(), f"{bad.code} {bad.err}")
    over = calls.run("pj_report", trace, "-o", trace)
    calls.report.check("not over its input", over.code == 2 and trace.read_bytes().startswith(b"%EventDef"), over.err)
    over = calls.run("pj_report", SLOW, trace, "-o", trace)
    calls.report.check("not over the other", over.code == 2 and trace.read_bytes().startswith(b"%EventDef"), over.err)
    classes = calls.write("classes", "idle sleep\n")
    page = calls.page("classes", "--classes", classes, trace)
    calls.report.check("classes", "no rule" in calls.page("without", trace).words() and "no rule" not in page.words())
    part = calls.page("selection", "--end", "0.1", SLOW)
    calls.report.check("selection", part.tiles()["Length"][0] < 0.11, f"{part.tiles()}")
    clipped = calls.page("a clipped part", "--clip", "--start", "0.05", "--end", "0.1", SLOW)
    calls.report.check("a clipped part", abs(clipped.tiles()["Length"][0] - 0.05) < 1e-9, f"{clipped.tiles()}")
    nothing = calls.run("pj_report", trace, "--start", "5", "-o", output)
    calls.report.check("nothing selected", nothing.code == 2 and "the selection has no states" in nothing.err
                       and "the run ends at 3 s" in nothing.err and not output.exists(), nothing.err)
    unit = calls.page("unit", "--unit", "ms", trace)
    calls.report.check("unit", "3.00 ms" in unit.words(), unit.words()[:200])


@blackbox.group
def check_pictures(calls):
    """pj_analyze --svg draws what the command finds, next to what it prints."""
    for command in PICTURES:
        svg = calls.scratch / f"{command}.svg"
        done = calls.run("pj_analyze", command, SLOW, "--svg", svg)
        if not calls.report.check(f"{command} draws", done.code == 0 and svg.is_file() and done.out, done.err):
            continue
        root = ElementTree.parse(svg).getroot()
        words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
        calls.same(f"{command}: title", f"{command} of {SLOW}", words[0])
        text = svg.read_text()
        calls.report.check(f"{command}: light and dark", "prefers-color-scheme:dark" in text)
        if command == "causes":
            first = calls.ask("pj_analyze", SLOW)["causes"][0]
            calls.same("the first cause", ["rank-3, computing", f"{1e3 * first['seconds']:.1f} ms", "40.2 %"],
                       words[2:5])
        if command == "summary":
            calls.report.check("efficiency, causes and path", {"Parallel efficiency", "rank-3, computing", "critical path"}
                               <= set(words), words)
        if command == "slack":
            # What the critical path covers has no slack.
            seconds = sum(float(row["time"]) for row in calls.ask("pj_analyze", "path", SLOW)["by_value"] if row["value"] == "computing")
            calls.report.check("time without slack", abs(float(words[3].split()[0]) / 1e3 - seconds) < 0.1 * seconds, f"{words} {seconds}")
        if command == "clocks":
            calls.report.check("clocks agree", "none: the clocks agree" in words, words)
        if command == "classes":
            calls.report.check("classes", words.index("compute") < words.index("computing") < words.index("communication")
                               < words.index("PMPI_Allreduce") and "81.7 %" in words, words)
        if command == "path":
            calls.same("rows", [f"rank-{i}" for i in range(8)], [w for w in words if w.startswith("rank-")])
            calls.report.check("the path", 'class="critical"' in text)
        if command == "iterations":
            calls.report.check("columns", text.count('class="bar"') == 60, text.count('class="bar"'))
        if command == "messages":
            calls.report.check("pairs", "rank-0 \u2192 rank-2: 60 messages, 3.9 MB" in words, words)
    endless = calls.write("endless.paje", RUN + "6 0 a R 0 a\n12 0 S a w\n13 inf S a\n")
    for command in ("path", "profile", "messages"):
        done = calls.run("pj_analyze", command, endless, "--svg", calls.scratch / "none.svg")
        calls.report.check(f"{command} of a run without end", done.code != 0 and "pj_analyze: " in done.err, done.err)
    svg = calls.scratch / "none.svg"
    done = calls.run("pj_analyze", "transitions", SLOW, "--svg", svg)
    calls.same("transitions have none", (2, "", "pj_analyze: transitions has no picture; --svg needs one of these "
                                         f"commands: {', '.join(PICTURES)}\n"), (done.code, done.out, done.err))
    calls.report.check("transitions: no file", not svg.exists())


@blackbox.group
def check_colours(calls):
    """Work has blues and greens, calls have warm colours; what is left of these is for more work, never the other
    way round. Lesser values share a colour."""
    def styles(values):
        lines = ["6 0 a R 0 a\n"]
        for place, value in enumerate(values):
            lines.append(f"12 {10 * place} S a {value}\n13 {10 * place + 9 - place / 2} S a\n")
        svg = calls.scratch / "colours.svg"
        calls.run("pj_analyze", "profile", calls.write("colours.paje", RUN + "".join(lines)), "--svg", svg)
        space = "{http://www.w3.org/2000/svg}"
        bars = ElementTree.parse(svg).getroot().find(f"{space}g")
        names = [text.text for text in bars.iter(f"{space}text")][0::3]
        return dict(zip(names, [box.get("class") for box in bars.iter(f"{space}rect")]))

    calls_made = ["MPI_Recv", "MPI_Send", "MPI_Wait", "MPI_Bcast", "MPI_Reduce", "MPI_Barrier"]
    calls.same("both", {"w_a": "w1", "w_b": "w2", "w_c": "w3", "w_d": "w4", "w_e": "other", "MPI_Recv": "c1",
                        "MPI_Send": "c2", "MPI_Wait": "c3", "MPI_Bcast": "c4", "MPI_Reduce": "other",
                        "MPI_Barrier": "other"}, styles(["w_a", "w_b", "w_c", "w_d", "w_e", *calls_made]))
    calls.same("work alone", {"w_a": "w1", "w_b": "w2", "w_c": "w3", "w_d": "w4", "w_e": "c1", "w_f": "c2",
                              "w_g": "c3", "w_h": "c4", "w_i": "other"}, styles([f"w_{c}" for c in "abcdefghi"]))
    calls.same("calls alone", {"MPI_Recv": "c1", "MPI_Send": "c2", "MPI_Wait": "c3", "MPI_Bcast": "c4",
                               "MPI_Reduce": "other", "MPI_Barrier": "other"}, styles(calls_made))


def main():
    folder = blackbox.need_tool(sys.argv[1], "pj_report").parent
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Calls(folder, Path(sys.argv[2]).resolve(), scratch, report))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
