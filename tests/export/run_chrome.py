#!/usr/bin/env python3
"""Chrome's JSON as pj_export writes it: held to the rules of that format by a reader of JSON that
knows nothing of Pajé, and imported again, which must give the same trace.

Usage: run_chrome.py TOOL_DIR SAMPLES [TRACES]
"""

import json
import math
import random
import re
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from hard_traces import hard_traces
from run_export import nested_text

DONE, BAD_TRACE, TROUBLE = 0, 1, 2
MOST_BYTES = 3_000_000  # of a real trace, as it lies there
NOT_FINITE = {"inf", "-inf", "nan", "-nan"}
# phase: members that an event of it must have, and those it may have
MEMBERS = {"X": ({"ph", "ts", "dur", "pid", "tid", "name", "cat"}, {"args"}),
           "C": ({"ph", "ts", "pid", "name", "args"}, {"user"}),
           "i": ({"ph", "ts", "pid", "tid", "name", "cat", "s"}, {"args"}),
           "s": ({"ph", "ts", "pid", "tid", "name", "cat", "id", "args"}, set()),
           "f": ({"ph", "ts", "pid", "tid", "name", "cat", "id", "bp"}, set()),
           "M": ({"ph", "pid", "tid", "name", "args"}, set())}
METADATA = {"process_name": "name", "thread_name": "name", "process_sort_index": "sort_index",
            "thread_sort_index": "sort_index"}


def no_constant(word):
    raise ValueError(f"{word} is no JSON")


def no_second(pairs):
    """An object of JSON whose members have different names."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(f"two members of one name: {pairs}")
    return found


def events_of(path):
    return json.loads(path.read_bytes().decode("utf-8"), parse_constant=no_constant,
                      object_pairs_hook=no_second)["traceEvents"]


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def check_members(check, events):
    def is_wrong(event):
        needed, allowed = MEMBERS.get(event.get("ph"), (None, None))
        return needed is None or not needed <= set(event) <= needed | allowed

    wrong = [event for event in events if is_wrong(event)]
    check("members are those of the phase", not wrong, wrong[:1])
    timed = [event for event in events if event["ph"] != "M"]
    wrong = [event for event in timed if not is_number(event["ts"])
             or not is_number(event.get("dur", 0)) or event.get("dur", 0) < 0]
    check("times are microseconds", not wrong, wrong[:1])
    wrong = [event for event in events if not all(
        isinstance(event[key], int) for key in ("pid", "tid", "id") if key in event)
        or not all(isinstance(event[key], str) for key in ("name", "cat") if key in event)]
    check("numbers and names are such", not wrong, wrong[:1])
    wrong = [event for event in events if event["ph"] == "C"
             and not (set(event["args"]) == {"value"} and (is_number(event["args"]["value"])
                      or event["args"]["value"] in NOT_FINITE))]
    check("counters are numbers", not wrong, wrong[:1])
    wrong = [event for event in events if event["ph"] == "M"
             and set(event["args"]) != {METADATA.get(event["name"])}]
    check("metadata is known", not wrong, wrong[:1])


def check_names(check, events):
    """Each process and thread is named, once."""
    named = defaultdict(list)
    for event in events:
        if event["ph"] == "M" and event["name"] == "process_name":
            named[event["pid"]].append(event["args"]["name"])
        if event["ph"] == "M" and event["name"] == "thread_name":
            named[event["pid"], event["tid"]].append(event["args"]["name"])
    check("nothing is named twice", all(len(names) == 1 for names in named.values()))
    used = {event["pid"] for event in events}
    used |= {(event["pid"], event["tid"]) for event in events if "tid" in event}
    check("every process and thread has a name", used <= set(named), used - set(named))


def check_slices(check, events):
    """Slices of a thread come in order and nest. Returns them by thread."""
    tracks, stacks, troubles = defaultdict(list), defaultdict(list), []
    for event in events:
        if event["ph"] != "X":
            continue
        track = event["pid"], event["tid"]
        start, end = event["ts"], event["ts"] + event["dur"]
        slack = 4 * math.ulp(max(abs(start), abs(end)))  # sums of doubles
        stack = stacks[track]
        if tracks[track] and start < tracks[track][-1][0]:
            troubles.append(("goes back", event))
        while stack and stack[-1] <= start + slack and "depth" not in event.get("args", {}):
            stack.pop()
        if stack and end > stack[-1] + slack:
            troubles.append(("overlaps", event))
        stack.append(end)
        tracks[track].append((start, end))
    check("slices nest, in order", not troubles, troubles[:1])
    return tracks


def check_flows(check, events, tracks, is_all_in_slices):
    flows, troubles = {}, []
    for event in events:
        if event["ph"] == "s":
            if event["id"] in flows:
                troubles.append(("second start", event))
            flows[event["id"]] = [event]
        if event["ph"] == "f":
            if event["id"] not in flows or event["bp"] != "e":
                troubles.append(("no start", event))
            flows.setdefault(event["id"], []).append(event)
    wrong = [pair for pair in flows.values() if len(pair) != 2
             or any(pair[0][key] != pair[1][key] for key in ("name", "cat", "id"))]
    check("flows pair up", not wrong and not troubles, (wrong + troubles)[:1])
    if not is_all_in_slices:
        return
    loose = [event for pair in flows.values() for event in pair
             if not any(start <= event["ts"] <= end
                        for start, end in tracks[event["pid"], event["tid"]])]
    check("ends of flows lie in slices", flows and not loose, loose[:1])


class RoundTrip:
    def __init__(self, tools, scratch, report):
        self.tools = {name: blackbox.need_tool(tools, name)
                      for name in ("pj_export", "pj_import", "pj_dump", "pj_generate")}
        self.scratch, self.report = scratch, report

    def run(self, tool, *words, **options):
        return blackbox.run([self.tools[tool], *words], **options)

    def export(self, name, trace, path, *words):
        done = self.run("pj_export", "-n", "-z", "-u", "--lenient", "--quiet", "--to", "chrome",
                        trace, "-o", path, *words)
        return self.report.check(f"{name}: export", done.code == DONE, done.err)

    def check_rules(self, name, path, is_all_in_slices):
        def check(what, ok, why=""):
            self.report.check(f"{name}: {what}", bool(ok), str(why))

        events = events_of(path)
        check_members(check, events)
        check_names(check, events)
        check_flows(check, events, check_slices(check, events), is_all_in_slices)

    def check_return(self, name, trace, path):
        """The imported trace has the table of the exported one, to the last bit of each time, and
        exported again gives the same file."""
        back, again = self.scratch / "back.paje", self.scratch / "again.json"
        done = self.run("pj_import", path, "-o", back)
        self.report.check(f"{name}: import loses nothing", done.code == DONE and not done.err,
                          f"{done.code} {done.err}")
        for words in (("-l", "6"), ("-l", "25", "-u", "--quotes", "csv")):
            tables = [self.run("pj_dump", "-n", "-z", "--lenient", *words, of).out
                      for of in (trace, back)]
            self.report.same(f"{name}: pj_dump {' '.join(words)}", *tables)
        self.export(f"{name}: again", back, again)
        facts = [facts_of(file) for file in (path, again)]
        self.report.check(f"{name}: types, values and containers", facts[0] == facts[1],
                          differing(*facts))

    def check(self, name, trace, is_all_in_slices=False):
        path = self.scratch / "trace.json"
        if not self.export(name, trace, path):
            return
        self.check_rules(name, path, is_all_in_slices)
        self.check_return(name, trace, path)
        texts = set()
        for jobs in ("1", "2", "5"):
            out = self.scratch / "jobs.json"
            self.export(f"{name}: -j {jobs}", trace, out, "-j", jobs)
            texts.add(out.read_bytes())
        self.report.check(f"{name}: the same on 1, 2 and 5 threads", texts == {path.read_bytes()})


def facts_of(path):
    """What the member `paje` says, with aliases where it has numbers, in an order of its own.
    Values that are nowhere defined come into being by being used, which the table shows."""
    facts = json.loads(path.read_bytes())["paje"]
    called = {key: [item.get("alias", item["name"]) for item in facts[key]]
              for key in ("types", "containers")}

    def plain(item, **tables):
        named = {key: called[table][item[key]] for key, table in tables.items() if key in item}
        return json.dumps(dict(item, **named), sort_keys=True)

    return {"end": facts["end"],
            "types": sorted(plain(item, parent="types", **(
                {"start": "types", "end": "types"} if item["kind"] == "link" else {}))
                for item in facts["types"]),
            "values": sorted(plain(item, type="types") for item in facts["values"]
                             if "defined" in item),
            "containers": sorted(plain(item, type="types", parent="containers")
                                 for item in facts["containers"])}


def differing(before, after):
    """The first member, with its first elements, that is another one."""
    for key in before:
        if isinstance(before[key], list):
            pairs = [pair for pair in zip(before[key], after[key]) if pair[0] != pair[1]]
            if pairs or len(before[key]) != len(after[key]):
                return key, len(before[key]), len(after[key]), pairs[:2]
        elif before[key] != after[key]:
            return key, before[key], after[key]
    return ""


def check_errors(calls, trace):
    path = calls.scratch / "good.json"
    calls.export("errors", trace, path)
    good = path.read_text()
    for what, old, new, says in (
            ("unknown thread", '"tid":11', '"tid":9999', "a thread that it names"),
            ("unknown value", '"name":"compute"', '"name":"no such"', "a value that it names"),
            ("no version", '"version":1', '"version":7', "a number below 2 as 'version'"),
            ("wrong parent", '"parent":1,', '"parent":99,', "a number below"),
            ("no array", '"values":[', '"values_":[', "'values' in it")):
        at = good.find(old)
        calls.report.check(f"{what}: is there", at >= 0)
        bad = calls.scratch / "bad.json"
        # Values are in both parts; only an event is to be at odds with the other.
        head, events = good.split('"traceEvents"')
        is_of_event = what.startswith("unknown")
        bad.write_text('"traceEvents"'.join((head if is_of_event else head.replace(old, new),
                                             events.replace(old, new))))
        left = calls.scratch / "left.paje"
        left.unlink(missing_ok=True)
        done = calls.run("pj_import", bad, "-o", left)
        calls.report.check(what, done.code == BAD_TRACE and says in done.err
                           and done.err.count("\n") == 1 and not left.exists(),
                           f"{done.code} {done.err}")


def check_damage(calls, trace, rounds=200):
    """Numbers and words of the file exchanged, pieces left out: reported, or imported, never a crash."""
    path = calls.scratch / "good.json"
    calls.export("damage", trace, path)
    good = path.read_text()
    chance = random.Random(5)
    bad, back = calls.scratch / "bad.json", calls.scratch / "back.paje"
    for number in range(rounds):
        text = good
        for _ in range(chance.randint(1, 3)):
            words = [match.span() for match in re.finditer(r'"[^"]*"|-?[0-9.]+|[][{},:]', text)]
            first, last = chance.choice(words)
            other = chance.choice(words)
            text = text[:first] + chance.choice(
                [text[slice(*other)], "", "-1", "4294967295", "null", "[]", '"0"']) + text[last:]
        bad.write_text(text)
        done = calls.run("pj_import", "--quiet", "--from", "chrome", bad, "-o", back)
        calls.report.check(f"damage {number}", done.code in (DONE, BAD_TRACE)
                           and (done.code == DONE) == (not done.err), f"{done.code} {done.err}")


def check_user_fields(calls, trace):
    """As arguments, except for counters, where those are numbers; not where they are not wanted."""
    words = "-q", "--to", "chrome", trace
    plain, told = (json.loads(calls.run("pj_export", *words, *more).out) for more in (("--no-user-defined",), ()))
    with_fields = [event for event in told["traceEvents"]
                   if "user" in event or "user" in event.get("args", {})]
    calls.report.check("user-defined fields are written", with_fields)
    calls.report.check("arguments of counters are numbers", all(
        set(event["args"]) == {"value"} for event in with_fields if event["ph"] == "C"))
    calls.report.check("no user-defined fields with --no-user-defined", not [
        event for event in plain["traceEvents"]
        if "user" in event or "user" in event.get("args", {})])
    calls.report.same("-u is what is done anyway", calls.run("pj_export", *words).out,
                      calls.run("pj_export", "-u", *words).out)


@blackbox.group
def check_sorted_by_others(calls):
    """What sorts events by time puts the end of a link that goes back in time before its start."""
    trace, path, turned, back = (calls.scratch / name for name in ("late.paje", "late.json", "turned.json", "back.paje"))
    trace.write_text(dict(hard_traces())["links"])
    calls.export("links", trace, path)
    lines = path.read_bytes().splitlines(True)
    is_start = [line.startswith(b'{"ph":"s"') for line in lines]
    for i in (i for i, start in enumerate(is_start) if start):
        lines[i], lines[i + 1] = lines[i + 1], lines[i]
    turned.write_bytes(b"".join(lines))
    calls.report.check("flows are turned", any(is_start), "")
    done = calls.run("pj_import", turned, "-o", back)
    calls.report.check("turned flows: nothing is lost", done.code == DONE and not done.err, done.err)
    calls.report.same("turned flows: the same links", *(
        "\n".join(sorted(calls.run("pj_dump", "-n", "-z", "--lenient", "-l", "25", of).out.splitlines()))
        for of in (trace, back)))


def check_units(calls, traces):
    """The file counts in microseconds, whatever the trace counts in; what is imported again has the
    trace's own times."""
    for name, trace in traces.items():
        table = calls.run("pj_dump", "-n", "-z", "--lenient", "-l", "25", "--quotes", "csv",
                          trace).out
        starts = sorted(float(line.split(",")[3]) for line in table.splitlines()
                        if line.startswith(("State,", "Variable,")))
        path, back = calls.scratch / "unit.json", calls.scratch / "unit.paje"
        for unit, scale in (("s", 1e6), ("ms", 1e3), ("us", 1), ("ns", 1e-3)):
            calls.export(f"{name}, {unit}", trace, path, "--unit", unit)
            times = sorted(event["ts"] for event in events_of(path) if event["ph"] in "XC")
            calls.report.check(f"{name}, {unit}: microseconds", len(times) == len(starts) and all(
                math.isclose(at, scale * start, rel_tol=1e-15, abs_tol=1e-300)
                for at, start in zip(times, starts)), f"{times[:4]}, {starts[:4]} times {scale}")
            done = calls.run("pj_import", path, "-o", back)
            calls.report.check(f"{name}, {unit}: import", done.code == DONE and not done.err, done.err)
            again = calls.run("pj_dump", "-l", "25", "--quotes", "csv", back).out
            calls.report.same(f"{name}, {unit}: the same times again", table, again)
    starpu = HERE.parent / "cases" / "compat" / "starpu.paje"
    words = "-n", "--to", "chrome", starpu
    for more, unit, told in (((), "ms", 1), (("-q",), "ms", 0), (("--unit", "s"), None, 0),
                             (("--unit", "us"), "us", 0)):
        done = calls.run("pj_export", *words, *more)
        calls.report.same(f"StarPU {more}: unit", unit, json.loads(done.out)["paje"].get("unit"))
        calls.report.check(f"StarPU {more}: told {told} times", done.err.count("\n") == told
                           and ("milliseconds" in done.err) == bool(told), done.err)
    last = max(event["ts"] for event in json.loads(calls.run("pj_export", "-q", *words).out)["traceEvents"]
               if "ts" in event)
    calls.report.same("StarPU: 3.5 ms are 3500 us", 3500, last)
    quiet = calls.run("pj_export", "-n", "--to", "dot", starpu)
    calls.report.same("StarPU: no unit where no times are", "", quiet.err)
    wrong = calls.run("pj_export", *words, "--unit", "parsec")
    calls.report.check("no such unit", wrong.code == TROUBLE and not wrong.out
                       and "--unit: expected s|ms|us|ns, found parsec" in wrong.err, wrong.err)
    bad = calls.scratch / "bad.json"
    bad.write_text(calls.run("pj_export", "-q", *words).out.replace('"unit":"ms"', '"unit":"min"'))
    done = calls.run("pj_import", bad)
    calls.report.check("import: no such unit", done.code == BAD_TRACE
                       and "s, ms, us or ns as its unit" in done.err, done.err)


def real_traces(further, scratch):
    """By name, unpacked."""
    for name, path in blackbox.real_traces(further, MOST_BYTES):
        unpacked = scratch / name
        unpacked.write_bytes(blackbox.unpacked(path))
        yield name, unpacked


@blackbox.group
def check_made_traces(calls):
    calls.check("spmd", calls.made["spmd"], is_all_in_slices=True)
    calls.check("varied", calls.made["varied"])
    for name, text in dict(hard_traces(), nested=nested_text(200, 40)).items():
        path = calls.scratch / "made.paje"
        path.write_text(text)
        calls.check(name, path)


@blackbox.group
def check_samples(calls):
    # A part of a set of files is no trace by itself.
    for path in sorted(calls.samples.glob("features/*.paje")) + [
            calls.samples / "features" / "multi_file" / "root.paje"] + sorted(calls.samples.glob("heat/*.trace")):
        calls.check(path.name, path, is_all_in_slices=path.suffix == ".trace")


@blackbox.group
def check_real_traces(calls):
    for name, path in blackbox.share(real_traces(calls.further, calls.scratch)):
        calls.check(name, path)


@blackbox.group
def check_time_units(calls):
    times = calls.scratch / "times.paje"
    times.write_text(dict(hard_traces())["times"])
    check_units(calls, dict(calls.made, times=times))


@blackbox.group
def check_wrong_calls(calls):
    check_errors(calls, calls.made["spmd"])


@blackbox.group
def check_fields(calls):
    check_user_fields(calls, calls.samples / "features" / "user_defined_fields.paje")


@blackbox.group
def check_damaged(calls):
    for name in ("user_defined_fields.paje", "links_between_types.paje"):
        check_damage(calls, calls.samples / "features" / name)


def main(tools, samples, further=None):
    report = blackbox.Report()
    with blackbox.scratch_directory() as folder:
        calls = RoundTrip(tools, Path(folder), report)
        spmd, varied = (calls.scratch / f"{name}.paje" for name in ("spmd", "varied"))
        for path, options in ((spmd, ("--iterations", "60")),
                              (varied, ("--shape", "varied", "--events", "3000"))):
            done = calls.run("pj_generate", *options, "-o", path)
            report.check(f"pj_generate {path.name}", done.code == DONE, done.err)
        calls.made = {"spmd": spmd, "varied": varied}
        calls.samples, calls.further = Path(samples), further
        blackbox.run_groups(calls)
    return report.finish()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
