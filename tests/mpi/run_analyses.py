#!/usr/bin/env python3
"""Commands of pj_mpi with one to four processes against the tools of one process: the same words.

Usage: run_analyses.py TOOL_DIR SAMPLES DATA_FOLDER
"""
import lzma
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from definitions import numbered
from mpi_tools import BAD, DONE, KINDS, TROUBLE, TYPES, MpiTools, random_set, write_set

# What is asked of each trace: words of pj_mpi, and those of the tool of one process.
TRANSITIONS = [["transitions"], ["transitions", "--of=calls", "--within=3", "--json"], ["transitions", "--of=links", "--csv"]]
ANALYSES = [["analyze", "profile"], ["analyze", "profile", "--json", "--bins=7"], ["analyze", "profile", "--csv"],
            ["analyze", "profile", "--folded"], ["analyze", "messages"], ["analyze", "messages", "--json"],
            ["analyze", "messages", "--csv"], ["analyze", "waits", "--top=1000"], ["analyze", "waits", "--json"],
            ["analyze", "waits", "--csv"], ["analyze", "efficiency"], ["analyze", "efficiency", "--json", "-j3"],
            ["analyze", "efficiency", "--csv"]]
VALIDATIONS = [["validate"], ["validate", "--json", "--most=3"]]
# Containers at a depth are leaves of several tracks, which different processes may have.
AGGREGATIONS = [["aggregate", "--slices=20"], ["aggregate", "--json", "--slices=7", "--outermost"],
                ["aggregate", "--list", "--csv", "--depth=1", "--slices=9"],
                ["aggregate", "--depth=1", "--csv", "--p=0.3", "--slices=13", "-j2"], ["aggregate", "--type=Load", "--csv"],
                ["aggregate", "--type=Mark", "--depth=0", "--csv"], ["aggregate", "--type=Message", "--csv", "--start=1"],
                ["aggregate", "--type=power", "--dimension=time", "--csv"]]
COMMANDS = TRANSITIONS + ANALYSES + VALIDATIONS + AGGREGATIONS
OF_REAL = [["analyze", "profile"], ["analyze", "messages", "--json"], ["analyze", "waits", "--csv"], ["validate"],
           ["analyze", "efficiency", "--csv"], ["aggregate", "--json", "--depth=1", "--slices=9"], ["transitions", "--of=links"]]
REAL = ("cg.S.8.trace.xz", "mg.S.8.trace.xz", "lu.S.8.fast.trace.xz", "smpi_sendrecv_bad_links.trace")


class Analyses(MpiTools):
    def __init__(self, folder, samples, data, report, scratch):
        super().__init__(folder, samples, report, scratch)
        self.data = data

    def single(self, trace, words):
        """What the tool of one process says."""
        words = ["analyze", *words] if words[0] == "transitions" else words
        words = [word for word in words if not str(word).startswith("-j")]
        return blackbox.run([self.folder / f"pj_{words[0]}", *words[1:], "-j2", trace])

    def check_words(self, name, trace, *options, commands=COMMANDS, ranks=(1, 2, 3), together=True, halves=True):
        """The same words and status, and no process read the trace alone. Halves of links may be left out."""
        self.check_all([(name, trace, options, words) for words in commands], ranks, together, halves)

    def check_all(self, cases, ranks, together=True, halves=True):
        """The same of name, trace, options and words of each case."""
        commands, expected = [], []
        for _, trace, options, words in cases:
            words = [*words, "-z"] if words[0] != "validate" and halves else words
            given = [word for word in options if not word.startswith("--chunk-bytes")]
            expected.append(self.single(trace, [*words, *given]))
            commands.append([*words, *options, trace])
        for count in ranks:
            for (name, *_), words, single, done in zip(cases, commands, expected, self.mpi_all(count, commands)):
                case = f"{name}, {count} ranks, {' '.join(str(word) for word in words)}"
                self.report.check(f"{case}: status", done.code == single.code, f"{done.code}, not {single.code}: {done.err}")
                self.report.check(f"{case}: words", done.out == single.out, first_difference(done.out, single.out))
                self.together += count > 1 and "alone" not in done.err and done.code == DONE
                if together and done.code == DONE:
                    self.report.check(f"{case}: together", "alone" not in done.err, done.err)
                elif done.code != DONE:
                    last = single.err.strip().split("\n")[-1].split(": ", 1)[-1]  # without the tool
                    self.report.check(f"{case}: error", last in done.err, f"{done.err}, not {single.err}")

    def split(self, trace, *rule):
        folder = self.scratch / "set"
        shutil.rmtree(folder, ignore_errors=True)
        done = blackbox.run([self.folder / "pj_split", "-q", trace, folder, *rule])
        self.report.check("split", done.code == DONE, done.err)
        return folder / "root.paje"


def first_difference(got, expected):
    for number, (mine, theirs) in enumerate(zip(got.splitlines(), expected.splitlines()), 1):
        if mine != theirs:
            return f"line {number}: {mine!r}, not {theirs!r}"
    return f"{len(got)} bytes, not {len(expected)}"


@blackbox.group
def check_samples(tools):
    """Every sample trace: the same words, or the same refusal."""
    traces = [trace for kind in ("features", "odd") for trace in sorted((tools.samples / kind).glob("*.paje"))
              if trace.name not in ("part_missing.paje", "old_field_names.paje")]
    tools.check_all([(trace.name, trace, (), words) for number, trace in enumerate(traces)
                     for words in COMMANDS[number % 8::8]], ranks=(2,), together=False)


@blackbox.group
def check_real(tools):
    """Real traces, whole and as sets whose parts have the processes, and the root the messages."""
    trace = tools.scratch / "real.trace"
    for name in blackbox.share(REAL):
        packed = (tools.data / "traces" / name).read_bytes()
        trace.write_bytes(lzma.decompress(packed) if name.endswith(".xz") else packed)
        tools.check_words(name, tools.split(trace, "--parts", "5"), ranks=(2, 3), commands=OF_REAL, together=False)
        tools.check_words(f"{name}, cut", trace, "--chunk-bytes=65536", ranks=(4,), commands=OF_REAL[::2], together=False)
    tools.report.check("some were read together", tools.together > 0)


@blackbox.group
def check_generated(tools):
    """Messages in the root file, and states in the parts; then one text, cut into ranges of few chunks."""
    trace = tools.scratch / "generated.paje"
    blackbox.run([tools.folder / "pj_generate", "--ranks", "12", "--size", "500KB", "--seed", "5", "-o", trace])
    for number, rule in enumerate((("--parts", "5"), ("--parts", "1"), ("--depth", "1"))):
        root = tools.split(trace, *rule)
        tools.check_words(f"generated {' '.join(rule)}", root, ranks=((1, 3), (2,), (4,))[number],
                          commands=COMMANDS[number::3])
    tools.check_words("cut", trace, "--chunk-bytes=1024", ranks=(1, 4))
    pictures = [tools.scratch / f"{name}.svg" for name in ("together", "alone")]
    done, = tools.mpi_all(3, [["aggregate", root, "--svg", pictures[0], "-o", tools.scratch / "report"]])
    tools.single(root, ["aggregate", "--svg", pictures[1], "-o", tools.scratch / "report"])
    tools.report.check("a picture", done.err == "" and pictures[0].read_bytes() == pictures[1].read_bytes(), done.err)
    varied = tools.scratch / "varied.paje"
    blackbox.run([tools.folder / "pj_generate", "--shape", "varied", "--size", "400KB", "--seed", "7", "-o", varied])
    tools.check_words("varied", tools.split(varied, "--parts", "6"), ranks=(3,), together=False)


@blackbox.group
def check_random_sets(tools):
    """Links across parts, nested parts, tracks whose events are in several parts, halves without another."""
    rounds = blackbox.share(range(8))
    cases = []
    for seed in rounds:
        folder = tools.scratch / f"random{seed}"
        root, lines, head = random_set(folder, seed, (1, 2, 3, 7)[seed % 4], half_links=seed % 5 == 4, calls=True)
        path = write_set(folder, root, lines, head, nested=seed % 3 == 1, own_definitions=seed % 2 == 0)
        cases += [(f"set {seed}", path, (), words) for words in COMMANDS[seed % 3::3]]
    tools.check_all(cases, ranks=(2, 3, 4), together=False)
    # Not validations, nor what only a replay of the whole run says.
    shared = sum(words[0] in ("transitions", "aggregate") or words[:2] in (["analyze", "profile"], ["analyze", "messages"])
                 or "--csv" in words for *_, words in cases)
    tools.report.check("most was made together", tools.together >= 3 * shared, f"{tools.together} of {3 * shared}, {len(cases)} cases")


@blackbox.group
def check_many_parts(tools):
    """Parts without any event, and events of one process in many."""
    folder = tools.scratch / "many"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    root = numbered(KINDS) + TYPES + "".join(f"7 0 p{i} P 0 p{i}\n" for i in range(60)) + "7 0 all P 0 all\n"
    for i in range(60):
        text = "" if i % 10 == 3 else (
            f"11 1 S p{i} v{i % 17}\n12 {i} V all {i}\n15 {i} L 0 p{i} m k{i} {i}\n18 {i + 1}.5 S p{i} w note{i}\n"
            f"11 {i} S all MPI_Send\n"
            + (f"16 {i} L 0 p{i} m k{i - 1}\n" if i and (i - 1) % 10 != 3 else ""))
        (folder / f"{i}.paje").write_text(text)
    path = folder / "root.paje"
    path.write_text(root + "".join(f"17 0 0 {i}.paje\n" for i in range(60)))
    tools.check_words("many parts", path, ranks=(2, 4))
    tools.check_words("unmatched halves", path, ranks=(2,), commands=OF_REAL, together=False, halves=False)


@blackbox.group
def check_errors(tools):
    """One error, once; and no file that looks complete."""
    folder = tools.scratch / "set"
    root, lines, head = random_set(folder, 1, 4)
    path, output = write_set(folder, root, lines, head), tools.scratch / "report.csv"
    with (folder / "part3.paje").open("a") as part:
        part.write("11 1e9 NONE p3 v\n")
    words = ["transitions", "--csv", "-o", output]
    expected = tools.single(path, words)
    tools.report.check("an error in the last part is one", expected.code == BAD, expected.err)

    def check_bad(name, message, code):
        for count in (2, 3):
            done = tools.mpi(count, *words, path)
            tools.report.check(f"{name}, {count} ranks: status", done.code == code, f"{done.code}: {done.err}")
            tools.report.check(f"{name}, {count} ranks: said once", done.err.count(message) == 1, done.err)
            tools.report.check(f"{name}, {count} ranks: nothing left", not output.exists())

    check_bad("an error in the last part", expected.err.strip(), BAD)
    (folder / "part2.paje").unlink()
    check_bad("an unreadable part", "part2.paje", TROUBLE)
    for wrong, message in ((["analyze", "causes", path], "messages, profile"), (["analyze", "--no-such", path], "--no-such"),
                           (["nothing", path], "nothing"), (["transitions", path, "-o", path], "input")):
        done = tools.mpi(2, *wrong)
        tools.report.check(f"{wrong[:2]}: status", done.code == TROUBLE, f"{done.code}: {done.err}")
        tools.report.check(f"{wrong[:2]}: said once", done.err.count(message) == 1, done.err)
    tools.report.check("the input is there", path.read_text().startswith("%EventDef"))


@blackbox.group
def check_alone(tools):
    """What is not done together, one process does, and says why."""
    trace = tools.scratch / "generated.paje"
    blackbox.run([tools.folder / "pj_generate", "--ranks", "4", "--size", "100KB", "-o", trace])
    for words, why in ((["--sort"], "events are sorted"), (["--end=0.5"], "objects are selected"),
                       (["--lenient"], "lines that cannot be used are left out")):
        expected = tools.single(trace, ["transitions", *words])
        done = tools.mpi(2, "transitions", *words, trace)
        tools.report.check(f"{words}: words", done.out == expected.out, first_difference(done.out, expected.out))
        tools.report.check(f"{words}: why", done.err.count(f"alone, because {why}\n") == 1, done.err)
        done = tools.mpi(2, "transitions", "-q", *words, trace)
        tools.report.check(f"{words}: quiet", done.err == "" and done.out == expected.out, done.err)
    for words, why in ((["--density=waiting"], "a density is aggregated"), (["--against", trace], "with another trace")):
        tools.check_words("alone", trace, commands=[["aggregate", *words]], ranks=(2,), together=False)
        done, = tools.mpi_all(2, [["aggregate", *words, trace]])
        tools.report.check(f"{words}: why", why in done.err, done.err)


@blackbox.group
def check_without_links(tools):
    """Nothing communicates, and no link says that it does: read together."""
    trace = tools.scratch / "states.paje"
    trace.write_text(numbered(KINDS) + TYPES + "".join(f"7 0 p{i} P 0 p{i}\n" for i in range(9)) + "".join(
        f"9 {j} S p{i} v{j % 3}\n10 {j}.5 S p{i}\n" for i in range(9) for j in range(50)))
    tools.check_words("without links", trace, commands=[["analyze", "profile"], ["analyze", "waits"], ["analyze", "efficiency"]], ranks=(2,))


@blackbox.group
def check_misfits(tools):
    """Words that are not of their field's type, as SMPI writes them: the first ones, in order, and how many there are."""
    kinds = KINDS | {40: ("PushState", "Time Type Container Value Size:int Tag:hex")}
    lines = [f"40 {j} S p{i} v{j % 3} {('NA', '7', '-1', '1.5')[(i + j) % 4]} {('ff', 'none')[j % 2]}\n10 {j}.5 S p{i}\n"
             for j in range(60) for i in range(9)]
    trace = tools.scratch / "misfits.paje"
    trace.write_text(numbered(kinds) + TYPES + "".join(f"7 0 p{i} P 0 p{i}\n" for i in range(9)) + "".join(lines))
    done = tools.single(trace, ["validate"])
    tools.report.check("there are many", "(field-not-of-its-type), 540 times" in done.out, done.out[:200])
    for most in ((), ("--most=0",), ("--most=1", "--json"), ("--most=37",), ("--most=100000",)):
        commands = [["validate", *most]]
        tools.check_words("misfits, cut", trace, "--chunk-bytes=512", commands=commands, ranks=(2, 3))
        tools.check_words("misfits, set", tools.split(trace, "--parts", "4"), commands=commands, ranks=(2, 3))


@blackbox.group
def check_killed(tools):
    """A process that is killed ends the others, and no file looks complete."""
    tools.check_killed(["transitions", "--csv"], "got.csv", [0])


def main():
    folder, samples, data = (Path(word).resolve() for word in sys.argv[1:4])
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Analyses(folder, samples, data, report, Path(scratch)))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
