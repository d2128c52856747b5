#!/usr/bin/env python3
"""pj_export --to otf2: what otf2-print finds in an archive, and the trace that it is read as.

Usage: run_otf2.py TOOL_DIR SAMPLES
"""
import collections
import json
import random
import re
import resource
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox  # noqa: E402
from otf2_cases import EVERYTHING, KINDS, losses, print_events  # noqa: E402

TOOLS, SAMPLES = Path(sys.argv[1]), Path(sys.argv[2])


def run(tool, *arguments, status=0):
    done = blackbox.run([TOOLS / tool, *arguments])
    assert done.code == status, (tool, arguments, done.code, done.err)
    return done


def has_otf2():
    with blackbox.scratch_directory() as folder:
        done = blackbox.run([TOOLS / "pj_export", "--to", "otf2", "-q",
                             SAMPLES / "heat" / "heat.ethernet.trace", "-o", folder + "/a"])
    if done.code == 0:
        return True
    assert "built without OTF2" in done.err, done.err
    return False


def rows(trace, has_fields=True):
    """The table without what archives do not say: when containers begin and end."""
    table = run("pj_dump", *["--user-defined"] * has_fields, "--float-precision=15", trace).out
    found = collections.Counter()
    for line in table.splitlines():
        words = line.split(", ")
        if words[0] == "Container":
            words = words[:3] + words[6:]
        found[tuple(words)] += 1
    return found


def without_keys(table):
    """Of links that several containers hold: neither key nor container."""
    found = collections.Counter()
    for row, count in table.items():
        found[row if row[0] != "Link" else (row[0], *row[2:9])] += count
    return found


def written(folder, trace, *options):
    archive = Path(folder) / "archive"
    shutil.rmtree(archive, ignore_errors=True)
    done = run("pj_export", "--to", "otf2", *options, trace, "-o", archive)
    return archive / "trace.otf2", losses(done.err)


@blackbox.group
def check_everything(folder):
    """All kinds of objects come back; and what does not is counted."""
    trace = Path(folder) / "all.paje"
    trace.write_text(EVERYTHING)
    archive, lost = written(folder, trace)
    assert lost == {}, lost
    before, after = rows(trace), rows(archive)
    # A variable of a container that no event ends, and punctual events, have the same rows too.
    assert before == after, (before - after, after - before)
    sizes = {row[8:] for row in rows(archive) if row[0] == "Link"}
    assert {size[2] for size in sizes} == {"4096", "8", "16"}, sizes
    assert {size[-1] for size in sizes} == {"north", "south", "east"}, sizes


@blackbox.group
def check_losses(folder):
    trace = Path(folder) / "lossy.paje"
    trace.write_text(EVERYTHING.replace("5 0 q R m rank2\n", "5 0.5 q R m rank2\n") +
                     "5 2 late R m late\n")
    _, lost = written(folder, trace)
    assert lost == {"times at which containers begin or end": 2}, lost
    unused = Path(folder) / "unused.paje"
    unused.write_text("%EventDef PajeDefineEntityValue 12\n% Alias string\n% Type string\n% Name string\n"
                      "%EndEventDef\n" + EVERYTHING.replace("5 0 m M", "0 C M Core\n1 I P Idle\n2 X T Never\n"
                                                            "3 Y R None\n4 Z 0 R R Empty\n12 solve S solve\n"
                                                            "12 b S nowhere\n12 c A solve\n5 0 m M", 1))
    _, lost = written(folder, unused)
    assert lost == {"types without objects": 5, "values without objects": 2}, lost
    odd = Path(folder) / "odd.paje"
    odd.write_text(EVERYTHING.replace("k1 4096 north", "k1 -3 north").replace("k2 8 south", "k2 9007199254740993 south"))
    archive, lost = written(folder, odd)
    assert lost == {"sizes of links that are no whole numbers of bytes (0 stands for them)": 1}, lost
    sizes = sorted(int(row[10]) for row in rows(archive) if row[0] == "Link")
    assert sizes == [0, 16, 9007199254740993], sizes
    thirds = Path(folder) / "thirds.paje"
    thirds.write_text(EVERYTHING.replace("7 2.125 S t2", "7 2.33333333333333333 S t2"))
    done = run("pj_export", "--to", "otf2", thirds, "-o", Path(folder) / "thirds")
    assert "they are rounded to nanoseconds" in done.err, done.err
    late = Path(folder) / "names.paje"
    late.write_text(KINDS + "0 M 0 Machine\n0 N 0 Node\n1 S M State\n1 R M State\n2 V M Load\n"
                    "5 0 a M 0 same\n5 0 b N 0 same\n6 0 S a x 1\n6 0 R a y 1\n7 1 S a\n7 2 R a\n8 0 V a 1\n")
    _, lost = written(folder, late)
    assert lost == {"types with the name of another (they come back as one)": 1,
                    "containers with the name of another next to them (they come back as others)": 1}, lost


@blackbox.group
def check_before_zero(folder):
    """Times below 0: where 0 is comes back, and where the run ends; no tick is before the clock begins."""
    for shift in (-0.5, -1.25, -5, -100):
        trace = Path(folder) / "early.paje"
        lines = []
        for line in EVERYTHING[len(KINDS):].splitlines():
            words = line.split(" ")
            if int(words[0]) >= 5:
                words[1] = repr(float(words[1]) + shift)
            lines.append(" ".join(words))
        trace.write_text(KINDS + "\n".join(lines) + "\n")
        archive, lost = written(folder, trace)
        assert lost == {}, (shift, lost)
        before, after = rows(trace), rows(archive)
        assert before == after, (shift, before - after, after - before)
        ends = [line for table in (trace, archive) for line in run("pj_dump", table).out.splitlines()
                if line.startswith("Container")]
        assert sorted(ends[:len(ends) // 2]) == sorted(ends[len(ends) // 2:]), (shift, ends)
        ticks = [tick for _, _, tick, _ in print_events(archive)]
        clock = blackbox.run(["otf2-print", "-G", archive]).out
        assert min(ticks) >= 0 and "Global Offset: 0, " in clock, (shift, min(ticks))


@blackbox.group
def check_far_times(folder):
    """Nanoseconds far from 0: seconds lose them, which is said; from the first tick on they are there."""
    trace = Path(folder) / "far.paje"
    trace.write_text(KINDS + "0 M 0 Machine\n1 S M State\n5 0 m M 0 m\n6 1700000000.1234567 S m x 1\n7 1700000000.1234577 S m\n")
    archive, _ = written(folder, trace)
    told = run("pj_dump", archive).err
    assert "seconds cannot hold nanoseconds" in told and "--origin=start" in told, told
    ticks = [tick for _, _, tick, _ in print_events(archive)]
    done = run("pj_import", "--origin=start", archive)
    assert "cannot hold" not in done.err, done.err
    [end] = [float(line.split()[1]) for line in done.out.splitlines() if line.startswith("8 ")]
    assert end == (ticks[1] - ticks[0]) / 1e9, (end, ticks)


@blackbox.group
def check_samples(folder):
    """Traces of other writers, with many containers, come back as they were."""
    tried = 0
    for trace in [SAMPLES / "heat" / "heat.ethernet.trace", *sorted(SAMPLES.glob("features/*.paje"))]:
        if blackbox.run([TOOLS / "pj_dump", trace]).code != 0:
            continue
        archive, lost = written(folder, trace)
        if any("user-defined" in kind or "empty names" in kind for kind in lost):
            continue
        before, after = rows(trace, False), rows(archive, False)
        if "keys of links" in lost:
            before, after = (without_keys(table) for table in (before, after))
        shared = [row for row in before if row[0] in ("State", "Link", "Event")]
        for row in shared:
            assert before[row] == after[row], (trace.name, row, before[row], after[row])
        more = [row for row in after if row[0] in ("State", "Link", "Event") and row not in before]
        assert not more, (trace.name, more)
        tried += len(shared)
    assert tried > 1000, tried


@blackbox.group
def check_last_values(folder):
    """The last value of a variable holds until its container ends, after the last event."""
    table = Path(folder) / "variables.csv"
    table.write_text("Variable, p, V, 0, 1, 1, 10\nVariable, p, V, 1, 8, 7, 11\n", "ascii")
    archive = Path(folder) / "variables"
    run("pj_export", "-q", "--to", "otf2", table, "-o", archive)
    done = run("pj_dump", archive)
    assert "1.000000, 8.000000, 7.000000, 11" in done.out, done.out


@blackbox.group
def check_print(folder):
    """otf2-print finds each object where and when it is in the table, without a warning."""
    if shutil.which("otf2-print") is None:
        print("otf2-print is not there")
        return
    trace = SAMPLES / "heat" / "heat.ethernet.trace"
    archive, _ = written(folder, trace)
    events = print_events(archive)
    table = [line.split(", ") for line in
             run("pj_dump", "--float-precision=9", trace).out.splitlines()]
    ticks = lambda time: round(float(time) * 1e9)  # noqa: E731
    states = collections.Counter((row[7], ticks(row[3]), ticks(row[4]))
                                 for row in table if row[0] == "State")
    found, open_regions = collections.Counter(), collections.defaultdict(list)
    for kind, location, tick, rest in events:
        name = re.match(r'Region: "([^"]*)"', rest)
        if kind == "ENTER":
            open_regions[location].append((name[1], tick))
        elif kind == "LEAVE":
            region, start = open_regions[location].pop()
            assert region == name[1], (region, rest)
            found[(region, start, tick)] += 1
    assert found == states, (found - states, states - found)
    links = sorted((ticks(row[3]), row[7]) for row in table if row[0] == "Link")
    sends = sorted(tick for kind, _, tick, _ in events if kind == "MPI_SEND")
    assert sends == [start for start, _ in links]
    receives = sum(kind == "MPI_RECV" for kind, *_ in events)
    assert receives == len(links), receives


@blackbox.group
def check_print_of_everything(folder):
    if shutil.which("otf2-print") is None:
        print("otf2-print is not there")
        return
    trace = Path(folder) / "all.paje"
    trace.write_text(EVERYTHING)
    archive, _ = written(folder, trace)
    events = print_events(archive)
    kinds = collections.Counter(kind for kind, *_ in events)
    assert kinds == {"ENTER": 6, "LEAVE": 6, "METRIC": 3, "PARAMETER_STRING": 1, "MPI_SEND": 3,
                     "MPI_RECV": 3}, kinds
    metric = [rest for kind, _, _, rest in events if kind == "METRIC"]
    assert any('("Power" <0>; DOUBLE; -2' in rest.replace("Value: ", "") for rest in metric), metric
    [marker] = [rest for kind, _, _, rest in events if kind == "PARAMETER_STRING"]
    assert '"Marker"' in marker and '"now then"' in marker, marker
    lengths = sorted(re.search(r"Length: (\d+)", rest)[1] for kind, _, _, rest in events
                     if kind == "MPI_SEND")
    assert lengths == ["16", "4096", "8"], lengths


@blackbox.group
def check_random(folder):
    """Random trees and objects, also at one time, come back."""
    for seed in blackbox.share(range(12)):
        trace = Path(folder) / "random.paje"
        trace.write_text(random_trace(random.Random(seed)))
        archive, lost = written(folder, trace)
        assert set(lost) <= {"times at which containers begin or end", "types without objects"}, lost
        before, after = rows(trace), rows(archive)
        # Two types of states are both called X, one of them in nodes.
        used = {(row[0], row[2], row[0] == "State" and row[1].startswith("node")) for row in before if row[2] != "0"}
        assert lost.get("types without objects", 0) == TYPES - len(used), (seed, lost, used)
        assert before == after, (seed, before - after, after - before)


@blackbox.group
def check_sizes_and_tags(folder):
    """Links without a size have none, and a user's own Tag, Comm or Size stays what it was."""
    archive, lost = written(folder, SAMPLES / "features" / "message_sizes.paje")
    assert lost == {}, lost
    question = "SELECT count(*), count(size), sum(size), count(tag), sum(tag) FROM links"
    found = [run("pj_query", "-q", "--format=csv", trace, question).out.splitlines()[1]
             for trace in (SAMPLES / "features" / "message_sizes.paje", archive)]
    assert found == ["4,3,1052680,3,23"] * 2, found
    trace = Path(folder) / "names.paje"
    trace.write_text(EVERYTHING.replace("Task", "Size").replace("Route", "Comm"))
    archive, _ = written(folder, trace)
    assert rows(archive) == rows(trace), (rows(archive) - rows(trace), rows(trace) - rows(archive))
    columns = run("pj_query", "-q", "--format=csv", archive, "SELECT * FROM states LIMIT 0").out
    assert "Size" in columns and "Size_" not in columns, columns


@blackbox.group
def check_numbers_that_are_none(folder):
    """Variables may be infinite, or no number; an archive gives them back."""
    trace = Path(folder) / "numbers.paje"
    trace.write_text(EVERYTHING + "".join(f"8 {time} V r {value}\n" for time, value in
                                          ((1.25, "inf"), (1.5, "nan"), (1.625, "-inf"), (1.75, "4"))))
    archive, lost = written(folder, trace)
    assert lost == {}, lost
    assert rows(archive) == rows(trace), (rows(archive) - rows(trace), rows(trace) - rows(archive))


@blackbox.group
def check_quiet(folder):
    """--quiet says nothing of what is left out, and the help says so."""
    trace = SAMPLES / "heat" / "heat.ethernet.trace"
    assert written(folder, trace)[1], "nothing is left out"
    assert written(folder, trace, "-q")[1] == {}
    assert "do not report what was not carried over" in " ".join(run("pj_export", "--help").out.split())


@blackbox.group
def check_damaged_locations(folder):
    """--lenient keeps all other locations, and of a damaged one what comes before the damage."""
    archive, _ = written(folder, SAMPLES / "heat" / "heat.ethernet.trace")
    whole = rows(archive, False)
    files = sorted(archive.parent.glob("trace/*.evt"))
    content = files[2].read_bytes()

    def containers(table):
        return {name: {row: count for row, count in table.items() if row[:2] == ("State", name)}
                for name in (f"rank-{i}" for i in range(8))}

    for size in (len(content) // 2, 0):
        files[2].write_bytes(content[:size])
        done = run("pj_dump", archive, status=1)
        assert f"{files[2]}: error: unreadable OTF2 archive" in done.err and "--lenient" in done.err, done.err
        said = set()
        for threads in (1, 2, 9):
            done = run("pj_import", "--lenient", f"-j{threads}", archive, "-o", Path(folder) / "kept.paje")
            kept = rows(Path(folder) / "kept.paje", False)
            before, after = containers(whole), containers(kept)
            [damaged] = [name for name in before if before[name] != after[name]]
            # What was open lasts to the end.
            more = [row for row in after[damaged] if row not in before[damaged]]
            assert len(more) <= 1 and (len(after[damaged]) > 10) == (size > 0), (size, more, len(after[damaged]))
            assert f"a location is damaged: {files[2]}: " in done.err, done.err
            assert "1 locations whose file is damaged" in done.err, done.err
            missing = re.search(r"([0-9,]+) events after the damage in files of locations", done.err)
            events = re.search(r"\(after ([0-9]+) of [0-9]+ events\)", done.err)
            declared = sum(1 for _, location, _, _ in print_events_of(archive, files[2], content) if location == 2)
            assert int(missing[1].replace(",", "")) + int(events[1]) == declared, (missing[0], events[0], declared)
            said.add(done.err)
        assert len(said) == 1, said
        files[2].write_bytes(content)
    for file in files:
        file.write_bytes(b"")
    done = run("pj_dump", "--lenient", archive, status=1)
    assert "unreadable OTF2 archive" in done.err, done.err


def print_events_of(archive, damaged, content):
    """The events of an archive with a file as it was."""
    cut = damaged.read_bytes()
    damaged.write_bytes(content)
    events = print_events(archive, may_warn=True)
    damaged.write_bytes(cut)
    return events


def imported(archive, *options):
    """What pj_import says and writes of an archive."""
    done = blackbox.run([TOOLS / "pj_import", *options, archive])
    return done.code, done.err, done.out


@blackbox.group
def check_order(folder):
    """Events come as the library's global reader delivers them, however many read at the same time: by time,
    those of one time by location."""
    for seed in blackbox.share(range(8)):
        pick = random.Random(seed)
        trace = Path(folder) / "order.paje"
        # Of some, more than what is read at a time.
        trace.write_text(random_trace(pick, most_steps=40_000 if seed % 4 == 0 else 300))
        archive, _ = written(folder, trace)
        alone = imported(archive, "-j1")
        assert alone[0] == 0, alone[1]
        order = state_order(alone[2])
        expected = [event for event in print_events(archive, may_warn=True)
                    if event[0] in ("ENTER", "LEAVE")]
        assert [kind for kind, _ in order] == [event[0] for event in expected], seed
        # A location is a container and a type: the same ones follow each other.
        same = dict(zip((name for _, name in order), (event[1] for event in expected)))
        assert [same[name] for _, name in order] == [event[1] for event in expected], seed
        for threads in (2, 3, 9):
            together = imported(archive, f"-j{threads}")
            assert together == alone, (seed, threads, alone[1], together[1])
        # The library looks past the end of a file that was cut, so its words may differ.
        for cut in pick.sample(sorted(archive.parent.glob("trace/*.evt")), k=1 if expected else 0):
            whole = cut.read_bytes()
            cut.write_bytes(whole[:pick.randrange(len(whole))])
            for threads in (1, 2, 9):
                code, err, out = imported(archive, f"-j{threads}")
                assert code == 1 and "unreadable OTF2 archive" in err and not out, (seed, cut, err)


def state_order(text):
    """Of each event of states its kind, and type and container, in the order of the trace."""
    ids = {number: name for name, number in re.findall(r"^%EventDef (Paje(?:Push|Pop)State) (\d+)", text, re.M)}
    names = {"PajePushState": "ENTER", "PajePopState": "LEAVE"}
    lines = (line.split() for line in text.splitlines() if line[:1].isdigit())
    return [(names[ids[words[0]]], (words[2], words[3])) for words in lines if words[0] in ids]


TYPES = 9  # of a random trace


def random_trace(pick, most_steps=120):
    text = [KINDS + "0 A 0 Node\n0 B A Thread\n0 C A Rank\n1 S A X\n1 T B X\n1 U B Y\n1 Z C Z\n"
            "2 V B V\n4 L 0 B B M\n"]
    threads, others, number = [], [], 0
    for node in range(pick.randint(1, 4)):
        text.append(f"5 0 n{node} A 0 node{node}\n")
        if pick.random() < 0.4:
            others.append((f"n{node}", "S"))
        for _ in range(pick.randint(0, 3)):
            number += 1
            is_thread = pick.random() < 0.6
            text.append(f"5 0 c{number} {'B' if is_thread else 'C'} n{node} c{number}\n")
            (threads if is_thread else others).append((f"c{number}", "T" if is_thread else "Z"))
    objects = threads + others
    open_states, open_links, time = collections.Counter(), [], 0.0
    for step in range(pick.randint(most_steps // 4 if most_steps > 120 else 0, most_steps) if objects else 0):
        time += pick.choice((0, 0, 0.125, 1))
        container, kind = pick.choice(objects)
        if kind == "T" and pick.random() < 0.4:
            kind = "U"
        what = pick.random()
        if what < 0.4:
            text.append(f"6 {time} {kind} {container} v{pick.randint(0, 3)} {step}\n")
            open_states[container, kind] += 1
        elif what < 0.7 and open_states[container, kind]:
            text.append(f"7 {time} {kind} {container}\n")
            open_states[container, kind] -= 1
        elif what < 0.8 and threads:
            text.append(f"8 {time} V {pick.choice(threads)[0]} {pick.uniform(-9, 9)}\n")
        elif what < 0.9 and threads:
            open_links.append(f"k{step}")
            text.append(f"10 {time} L 0 m {pick.choice(threads)[0]} k{step} {step} way\n")
        elif open_links:
            key = open_links.pop(pick.randrange(len(open_links)))
            text.append(f"11 {time} L 0 m {pick.choice(threads)[0]} {key}\n")
    for (container, kind), count in open_states.items():
        text.append(f"7 {time + 1} {kind} {container}\n" * count)
    for key in open_links:
        text.append(f"11 {time + 1} L 0 m {pick.choice(threads)[0]} {key}\n")
    return "".join(text)


@blackbox.group
def check_false_properties(folder):
    """An anchor that claims more properties than it has bytes takes no memory for them."""
    archive, _ = written(folder, SAMPLES / "heat" / "heat.ethernet.trace")
    anchor = archive.read_bytes()
    at = anchor.index(b"pj_export\0\0") + len(b"pj_export\0\0")
    assert anchor[at:at + 4] == bytes(4), anchor
    archive.write_bytes(anchor[:at] + b"\xf0\xff\xff\x0f" + anchor[at + 4:])
    gigabyte = 1 << 30
    done = blackbox.run([TOOLS / "pj_dump", archive], preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_AS, (gigabyte, gigabyte)))
    assert done.code == 1 and "268435440 properties in " in done.err, (done.code, done.err)


@blackbox.group
def check_nothing_is_left(folder):
    """Of an archive that cannot be written whole nothing is left, and one without locations is refused."""
    trace = Path(folder) / "long.json"
    trace.write_text(json.dumps([{"ph": "X", "name": "n" * 5_000_000, "pid": 1, "tid": 1, "ts": 1, "dur": 1}]))
    archive = Path(folder) / "long" / "archive"
    done = run("pj_export", "--to", "otf2", trace, "-o", archive, status=2)
    assert f"a name or word of 5000000 bytes is too long: '{'n' * 40}...'" in done.err, done.err[:300]
    assert len(done.err) < 1000 and not archive.exists(), sorted(archive.rglob("*"))
    archive.mkdir()
    (archive / "other.txt").write_text("mine")
    run("pj_export", "--to", "otf2", trace, "-o", archive, status=2)
    assert [path.name for path in archive.rglob("*")] == ["other.txt"], sorted(archive.rglob("*"))
    trace.write_text(json.dumps([{"ph": "X", "name": "short", "pid": 1, "tid": 1, "ts": 1, "dur": 1}]))
    run("pj_export", "-q", "--to", "otf2", trace, "-o", archive)
    assert sorted(path.name for path in archive.iterdir()) == ["other.txt", "trace", "trace.def", "trace.otf2"]
    # Definitions as an export that failed once left them: their last chunk, which is empty.
    (archive / "trace.def").write_bytes(b"\x03\x42\x01" + bytes(15) + b"\x02\x01")
    done = run("pj_dump", archive / "trace.otf2", status=1)
    assert "no locations: the archive is incomplete" in done.err, done.err
    empty = Path(folder) / "empty.json"
    empty.write_text("[]")
    run("pj_export", "-q", "--to", "otf2", empty, "-o", Path(folder) / "empty")
    assert run("pj_dump", Path(folder) / "empty").out.startswith("Container, 0, 0"), "an archive of nothing"


@blackbox.group
def check_wrong_use(folder):
    trace = SAMPLES / "heat" / "heat.ethernet.trace"
    done = run("pj_export", "--to", "otf2", trace, status=2)
    assert "otf2 needs the name of a folder" in done.err, done.err
    archive = Path(folder) / "twice"
    run("pj_export", "-q", "--to", "otf2", trace, "-o", archive)
    done = run("pj_export", "--to", "otf2", trace, "-o", archive, status=2)
    assert "is there already: name another folder" in done.err, done.err
    done = run("pj_export", "--to", "otf2", trace, "-o", Path(folder) / "a", "--compress", "gzip",
               status=2)
    assert "not written compressed" in done.err, done.err


def main():
    if not has_otf2():
        blackbox.skip("built without OTF2")
    with blackbox.scratch_directory() as folder:
        blackbox.run_groups(folder)


if __name__ == "__main__":
    main()
