#!/usr/bin/env python3
"""pj_mpi with one to four processes against the tools of one process: the same bytes.

Usage: run_mpi.py TOOL_DIR SAMPLES
"""
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from definitions import definition, numbered
from mpi_tools import BAD, DONE, KINDS, TROUBLE, TYPES, MpiTools, random_set, write_set


class Tools(MpiTools):
    def archive(self, trace, *options):
        """What paje2bin makes of a trace, and how that ended."""
        path = self.scratch / "expected.pja"
        path.unlink(missing_ok=True)
        options = [word for word in options if not word.startswith("--chunk-bytes")]
        done = blackbox.run([self.folder / "paje2bin", "--method=archive", "-q", *options, trace, "-o", path])
        return (path.read_bytes() if done.code == DONE else None), done

    def check_same(self, name, trace, *options, ranks=(1, 2, 3), together=True):
        """The bytes are the same, and no process read the trace alone."""
        self.check_all([(name, trace, options)], ranks, together)

    def check_all(self, cases, ranks, together=True):
        """The same of name, trace and options of each case."""
        known = []
        for name, trace, options in cases:
            expected, single = self.archive(trace, *options)
            if self.report.check(f"{name}: paje2bin", single.code == DONE, single.err):
                known.append((f"{name} {' '.join(options)}", trace, options, expected))
        for count in ranks:
            got = [self.scratch / f"got{number}.pja" for number in range(len(known))]
            commands = [["archive", trace, "-o", path, *options] for (_, trace, options, _), path in zip(known, got)]
            for (name, _, _, expected), path, done in zip(known, got, self.mpi_all(count, commands)):
                case = f"{name}, {count} ranks"
                if not self.report.check(case, done.code == DONE, f"status {done.code}: {done.err}"):
                    continue
                self.report.check(f"{case}: same bytes", path.read_bytes() == expected)
                path.unlink()
                self.together += "alone" not in done.err
                if together:
                    self.report.check(f"{case}: together", "alone" not in done.err, done.err)

    def check_bad(self, name, trace, message, *options, code=BAD, ranks=(2, 3)):
        """One error, once, and nothing is left."""
        folder = self.scratch / "bad"
        for count in ranks:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            done = self.mpi(count, "archive", trace, "-o", folder / "got.pja", *options)
            case = f"{name}, {count} ranks"
            self.report.check(f"{case}: status", done.code == code, f"{done.code}: {done.err}")
            self.report.check(f"{case}: said once", done.err.count(message) == 1, done.err)
            self.report.check(f"{case}: nothing left", list(folder.iterdir()) == [], str(list(folder.iterdir())))


@blackbox.group
def check_samples(tools):
    """Every sample trace: the same bytes, or the same refusal."""
    # A part that is missing is an error here; old names of fields need an option everywhere.
    tools.check_all([(f"{kind}/{trace.name}", trace, ()) for kind in ("features", "odd")
                     for trace in sorted((tools.samples / kind).glob("*.paje"))
                     if trace.name not in ("part_missing.paje", "old_field_names.paje")], ranks=(2,), together=False)


@blackbox.group
def check_bad_samples(tools):
    for trace in sorted((tools.samples / "bad").glob("*.paje"))[::4]:
        expected, single = tools.archive(trace)
        if expected is None and single.code == BAD:
            tools.check_bad(f"bad/{trace.name}", trace, single.err.strip(), ranks=(2,))


@blackbox.group
def check_split(tools):
    """Sets that pj_split makes of generated traces: links across parts, slices of few rows."""
    trace = tools.scratch / "generated.paje"
    blackbox.run([tools.folder / "pj_generate", "--ranks", "12", "--size", "1500KB", "--seed", "5", "-o", trace])
    for rule in (("--parts", "1"), ("--parts", "5"), ("--depth", "1")):
        folder = tools.scratch / "set"
        shutil.rmtree(folder, ignore_errors=True)
        blackbox.run([tools.folder / "pj_split", "-q", trace, folder, *rule])
        name, root = f"generated {' '.join(rule)}", folder / "root.paje"
        tools.check_all([(name, root, ()), (name, root, ("--slice-rows=3000",))], ranks=(1, 2, 3, 4))


@blackbox.group
def check_cut(tools):
    """One text, cut into ranges of few chunks: records of each track are in several processes."""
    trace = tools.scratch / "generated.paje"
    blackbox.run([tools.folder / "pj_generate", "--ranks", "6", "--size", "2MB", "--seed", "6", "-o", trace])
    # A size of chunks that paje2bin has not leads to other slices, so there is one slice only.
    tools.check_same("cut", trace, "--chunk-bytes=4096", ranks=(1, 2, 3, 4))
    later = trace.read_text() + definition("NewEvent", 99, "Time Type Container Value")
    trace.write_text(later)
    tools.check_same("cut, with a definition at the end", trace, "--chunk-bytes=4096", ranks=(2,))


@blackbox.group
def check_cut_in_constructs(tools):
    """One text, cut at other places for each size of pieces: inside of definitions, of words in quotes that have blanks,
    comments and newlines of two bytes, of lines longer than a piece, between the halves of links."""
    text = numbered(KINDS) + TYPES + "6 v1 S \"a value # with blanks\" \"0.1 0.2 0.3\"\n"
    text += "7 0 p0 P 0 \"p 0\"\n7 0 p1 P 0 p1\n"
    for i in range(60):
        one, other = f"p{i % 2}", f"p{1 - i % 2}"
        text += (f"9 {i} S {one} v1 \"tag {i} # no comment\"   # {'a comment ' * (i % 4)}\n\n"
                 f"11 {i}.25 S {other} w\r\n\t15  {i}.5 L 0 {one} m key{i} {i}\n"
                 f"12 {i}.5 V {one} {i}e-1\n14 {i}.5 E {other} \"\" {i}\n"
                 f"18 {i}.5 S {other} {'long' * 40 if i % 7 == 0 else 'w'} \"a note\"\n"
                 f"10 {i}.75 S {one}\n16 {i}.75 L 0 {other} m key{i}\n# nothing else\n")
        if i % 20 == 10:
            text += definition("NewEvent", 100 + i, "Time Type Container Value Word")
            text += f"{100 + i} {i}.8 E {one} x \"a b\"\n"
        if i == 40:
            text += "7 40.9 p2 P 0 late\n11 41 S p2 v1\n8 41.5 p2 P\n"
    trace = tools.scratch / "constructs.paje"
    trace.write_bytes(text.encode())
    sizes = blackbox.share(range(61, 1500, 53))
    tools.check_all([("constructs", trace, (f"--chunk-bytes={size}",)) for size in sizes], ranks=(2, 3))


@blackbox.group
def check_model(tools):
    """The model of docs/cluster.md is fitted to small runs: the bytes add up, and the steps to the sum."""
    script = Path(__file__).resolve().parent.parent / "bench" / "mpi_model.py"
    done = blackbox.run([sys.executable, script, tools.folder, "--ranks=1,2", "--sizes=1,2", "--repeat=1"], timeout=300)
    tools.report.check("the model runs", done.code == DONE, done.err)
    runs = re.findall(r"^(\d) processes, +([\d.]+) MB in pieces of +\d+: +([\d.]+) MB decoded, .* ([\d.]+) MB sent",
                      done.out, re.M)
    tools.report.check("eight runs", len(runs) == 8, done.out)
    for ranks, size, decoded, sent in runs:
        size, decoded, sent = float(size), float(decoded), float(sent)
        right = decoded == size and sent == 0 if ranks == "1" else size / 2 - 0.1 <= decoded <= size and sent > 0
        tools.report.check(f"{ranks} processes, {size} MB", right, f"{decoded} {sent}")
    [steps] = re.findall(r"^1 TB on 64 nodes.*?: (.*); in all (\d+) s", done.out, re.M) or [("", 0)]
    times = [float(word) for word in re.findall(r"([\d.]+) s", steps[0])]
    tools.report.check("five steps and their sum", len(times) == 5 and abs(sum(times) - float(steps[1])) < 1, done.out)
    tools.report.check("reading and writing", times[:1] == [7.8] and times[-1:] == [0.2], f"{times}")


@blackbox.group
def check_random_sets(tools):
    rounds = blackbox.share(range(12))
    cases = []
    for seed in rounds:
        folder = tools.scratch / f"set{seed}"
        root, lines, head = random_set(folder, seed, (1, 2, 3, 7)[seed % 4])
        path = write_set(folder, root, lines, head, nested=seed % 3 == 1, own_definitions=seed % 2 == 0)
        cases.append((f"set {seed}", path, ("--slice-rows=40",) if seed % 2 else ()))
    # Events of several parts are not in the order of times: one process notices, too, and sorts. Several do so only if there
    # is one slice.
    tools.check_all(cases, ranks=(2, 3, 4), together=False)
    one_slice = sum(seed % 2 == 0 for seed in rounds)
    tools.report.check("sets with one slice were read together", tools.together >= 3 * one_slice, f"{tools.together}")


def many_parts(folder, count):
    """A set with parts without any event, and with events of a process in more than one of them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    root = numbered(KINDS) + TYPES + "".join(f"7 0 p{i} P 0 p{i}\n" for i in range(count)) + "7 0 all P 0 all\n"
    for i in range(count):
        text = "" if i % 10 == 3 else (
            f"11 1 S p{i} v{i % 17}\n12 {i} V all {i}\n15 {i} L 0 p{i} m k{i} {i}\n18 {i + 1}.5 S p{i} w note{i}\n"
            + (f"16 {i} L 0 p{i} m k{i - 1}\n" if i and (i - 1) % 10 != 3 else ""))
        (folder / f"{i}.paje").write_text(text)
    path = folder / "root.paje"
    path.write_text(root + "".join(f"17 0 0 {i}.paje\n" for i in range(count)))
    return path


@blackbox.group
def check_many_parts(tools):
    """Hundreds of parts in all ways, and ten thousand, which are more than a process may have open."""
    tools.check_same("ten thousand parts", many_parts(tools.scratch / "thousands", 10_000), "-z", ranks=(3,))
    folder = tools.scratch / "many"
    path = many_parts(folder, 300)
    tools.check_all([("many parts", path, ("-z",)), ("many parts", path, ("-z", "--slice-rows=50"))], ranks=(1, 2, 3, 4))
    done = tools.mpi(2, "archive", path, "-o", folder / "got.pja")
    tools.report.check("unmatched halves", done.code == BAD and "its end" in done.err, done.err)


@blackbox.group
def check_errors(tools):
    folder = tools.scratch / "set"
    root, lines, head = random_set(folder, 1, 4)
    path = write_set(folder, root, lines, head)
    with (folder / "part3.paje").open("a") as part:
        part.write("11 1e9 NONE p3 v\n")
    expected, single = tools.archive(path)
    tools.report.check("an error in the last part is one", single.code == BAD, single.err)
    tools.check_bad("an error in the last part", path, single.err.strip())
    (folder / "part2.paje").unlink()
    tools.check_bad("a missing part", path, "part2.paje", code=TROUBLE)
    tools.check_bad("a missing trace", folder / "none.paje", "none.paje", code=TROUBLE)
    done = tools.mpi(2, "archive", path)
    tools.report.check("no output", done.code == TROUBLE and done.err.count("--output") == 1, done.err)
    done = tools.mpi(2, "archive", path, "-o", path)
    tools.report.check("over its input", done.code == TROUBLE and "input" in done.err, done.err)
    tools.report.check("the input is there", path.read_text().startswith("%EventDef"))


@blackbox.group
def check_options(tools):
    """What is printed, and options that are no part of the other groups."""
    folder = tools.scratch / "set"
    blackbox.run([tools.folder / "pj_generate", "--ranks", "8", "--parts", "4", "--iterations", "20", "-o", folder])
    trace, path = folder / "root.paje", tools.scratch / "got.pja"
    tools.check_same("threads", trace, "-j", "2", ranks=(2,))
    tools.check_same("old names", tools.samples / "features" / "old_field_names.paje", "-n", ranks=(2,))
    done = tools.mpi(2, "archive", trace, "-o", path, "--stats")
    numbers = [int(number.replace(",", "")) for number in re.findall(r"([\d,]+) bytes(?! sent)", done.err)]
    size = sum(file.stat().st_size for file in folder.iterdir())
    tools.report.check("--stats: bytes", len(numbers) == 4 and sum(numbers[:2]) == size
                       and numbers[2:] == [size, path.stat().st_size], done.err)
    tools.report.check("--stats: parts", " 4 parts\n" in done.err, done.err)
    # An archive is no text that could be shared.
    expected, _ = tools.archive(trace)
    archive = tools.scratch / "input.pja"
    archive.write_bytes(expected)
    for words, message in (([], "pj_mpi: one process reads the trace alone, because"), (["-q"], "")):
        path.unlink()
        done = tools.mpi(2, "archive", archive, "-o", path, *words)
        tools.report.check(f"an archive {' '.join(words)}: status", done.code == DONE, done.err)
        tools.report.check(f"an archive {' '.join(words)}: said", done.err.startswith(message)
                           and done.err.count("\n") == bool(message), done.err)
        tools.report.check(f"an archive {' '.join(words)}: same bytes", path.read_bytes() == expected)


@blackbox.group
def check_memory(tools):
    """Where memory is short, MPI has what it needs to end, and nothing is left."""
    trace = tools.scratch / "generated.paje"
    blackbox.run([tools.folder / "pj_generate", "--ranks", "8", "--size", "40MB", "--digits", "9", "-o", trace])
    for limit in ("1", "27MB", "50MB"):
        tools.check_bad(f"a limit of {limit}", trace, "--max-memory: a process of MPI needs 64MB at least", "--max-memory", limit,
                        code=TROUBLE)
    tools.check_bad("out of memory", trace, "pj_mpi: out of memory: it may take 64000000 bytes (--max-memory)", "--max-memory", "64MB",
                    code=TROUBLE)


@blackbox.group
def check_full_disk(tools):
    """A small file system, where the system lets users have one."""
    trace = tools.scratch / "generated.paje"
    blackbox.run([tools.folder / "pj_generate", "--ranks", "8", "--size", "2MB", "--digits", "9", "-o", trace])
    tools.check_small_disk("16k", ["archive", trace], "got.pja")


@blackbox.group
def check_killed(tools):
    """A process that is killed ends the others, and no file looks complete."""
    tools.check_killed(["archive"], "got.pja", [0, 0.1, 0.2])


@blackbox.group
def check_ended(tools):
    tools.check_ended(["archive"], "got.pja")


@blackbox.group
def check_keys(tools):
    """Links of several types whose keys differ where their types do, too."""
    types = "".join(f"5 L{i} 0 P P Link{i}\n" for i in range(8))
    text = numbered(KINDS) + TYPES + types + "7 0 a P 0 a\n7 0 b P 0 b\n" + "".join(
        f"15 {i} L{i % 8} 0 a m {i // 8} 1\n16 {i}.5 L{i % 8} 0 b m {i // 8}\n" for i in range(400))
    trace = tools.scratch / "keys.paje"
    trace.write_text(text)
    tools.check_same("keys", trace, ranks=(2, 3))


# Of two parts with messages that are not in the order of times: lines of the root before and after those that name the parts, then
# lines of the parts. All are sorted together, or by one process where structure depends on the order.
MESSAGES = ("15 12 L 0 a m k1 1\n16 12.5 L 0 a m k1\n", "15 11 L 0 b m k2 1\n16 11.5 L 0 b m k2\n")
AB = "7 0 a P 0 a\n7 0 b P 0 b\n"
SORTED_SETS = (
    ("equal times in the root, after its parts are named", True, AB, "14 10 E a rootvalue 1\n9 10 S a rootstate t\n12 10 V a 1\n",
     "14 10 E a partvalue 2\n9 10 S a partstate t\n12 10 V a 2\n", ""),
    ("destroyed at the time of a last event", None, AB, "8 20 a P\n8 20 b P\n", "14 20 E a v 2\n", ""),
    ("negative times", True, AB.replace("7 0", "7 -5"), "", "", ""),
    ("created below one that is destroyed", False, "1 T P Thread\n" + AB, "", "7 27 t T a t\n", "8 25 a P\n"),
    ("created at one time, in another order", False, "1 T P Thread\n" + AB, "7 0 c P 0 c\n", "7 0 d T a d\n", ""),
    ("a value with quotes and without", False, AB, "", "9 2 S a call t\n", '9 6 S b "call" t\n'),
    ("values by their first uses", True, AB, "", "9 6 S a late t\n9 7 S a first t\n", "9 5 S b first t\n9 6 S b other t\n"),
)
BAD_SETS = (
    ("an event before its container", AB + "7 5 c P 0 c\n", "14 3 E c v 2\n", ""),
    ("a pop before the push, by place", AB, "10 6 S a\n14 20 E b v 1\n", "9 5 S a v t\n14 12 E b v 1\n"),
)


def write_pair(folder, before, after, first, second):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "root.paje"
    path.write_text(numbered(KINDS) + TYPES + before + "17 0 0 first.paje\n17 0 0 second.paje\n" + after)
    (folder / "first.paje").write_text(first + MESSAGES[0])
    (folder / "second.paje").write_text(second + MESSAGES[1])
    return path


@blackbox.group
def check_sorted_sets(tools):
    for name, is_together, *texts in SORTED_SETS:
        path = write_pair(tools.scratch / "pair", *texts)
        before = tools.together
        tools.check_all([(name, path, ())], ranks=(2, 3), together=False)
        if is_together is not None:
            tools.report.check(f"{name}: {'together' if is_together else 'alone'}", (tools.together - before == 2) == is_together)
    for name, before, first, second in BAD_SETS:
        path = write_pair(tools.scratch / "pair", before, "", first, second)
        _, single = tools.archive(path)
        tools.report.check(f"{name}: an error of one process", single.code == BAD, single.err)
        tools.check_bad(name, path, single.err.splitlines()[0], ranks=(2, 3))


@blackbox.group
def check_inputs_and_outputs(tools):
    folder = tools.scratch / "set"
    root, lines, head = random_set(folder, 1, 4)
    path = write_set(folder, root, lines, head)
    text = tools.scratch / "text.paje"
    text.write_text(numbered(KINDS) + TYPES + "7 0 a P 0 a\n9 1 S a x t\n10 2 S a\n")
    expected, _ = tools.archive(text)
    got = tools.scratch / "got.pja"
    done = tools.mpi(2, "archive", "-", "-o", got, stdin=text.read_bytes())
    tools.report.check("standard input", done.code == DONE and "it comes from standard input" in done.err and got.read_bytes() == expected, done.err)
    done = tools.mpi(2, "archive", text, "-o", "-")
    tools.report.check("standard output", done.code == TROUBLE and done.err.count("-o FILE.pja") == 1 and not Path("-").exists(), done.err)
    (folder / "part2.paje").unlink()
    tools.check_bad("a missing part", path, "part2.paje: No such file", code=TROUBLE, ranks=(1, 2, 3))
    (folder / "part2.paje").mkdir()
    tools.check_bad("a folder as a part", path, "part2.paje: Is a directory", code=TROUBLE, ranks=(1, 2))


def main():
    folder, samples = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        tools = Tools(folder, samples, report, Path(scratch))
        blackbox.run_groups(tools)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
