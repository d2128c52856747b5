#!/usr/bin/env python3
"""pj_mpi export with one to four processes against pj_export: the same files, byte for byte.

Usage: run_export.py TOOL_DIR SAMPLES DATA_FOLDER
"""
import lzma
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from definitions import numbered
from mpi_tools import BAD, DONE, KINDS, TROUBLE, TYPES, MpiTools, random_set, write_set

# Groups of few rows, so that they end inside of tracks, and tracks have ends in several.
OPTIONS = [["--group-rows=7"], ["--group-rows=23", "--times=decimal"], ["--group-rows=40", "--partition=type"],
           ["--group-rows=11", "--partition=node", "-j3"], [], ["--no-user-defined", "--group-rows=5"],
           ["--size-field=Size", "--group-rows=64", "--times=decimal", "--partition=node"]]
REAL = ("cg.S.8.trace.xz", "mg.S.8.trace.xz", "lu.S.8.fast.trace.xz", "smpi_sendrecv_bad_links.trace")


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Export(MpiTools):
    def __init__(self, folder, samples, data, report, scratch):
        super().__init__(folder, samples, report, scratch)
        self.data = data

    def single(self, trace, options):
        """What pj_export writes, and how that ended."""
        output = self.scratch / "expected"
        shutil.rmtree(output, ignore_errors=True)
        options = [word for word in options if not word.startswith(("--chunk-bytes", "-j"))]
        done = blackbox.run([self.folder / "pj_export", "--to=parquet", *options, "-j2", trace, "-o", output])
        return (files_of(output) if done.code == DONE else None), done

    def check_all(self, cases, ranks, together=True):
        """The same of name, trace and options of each case; and no process read the trace alone."""
        expected = [self.single(trace, options) for _, trace, options in cases]
        for count in ranks:
            got = [self.scratch / f"got{number}" for number in range(len(cases))]
            for path in got:
                shutil.rmtree(path, ignore_errors=True)
            commands = [["export", "--to=parquet", *options, trace, "-o", path]
                        for (_, trace, options), path in zip(cases, got)]
            for (name, _, options), path, (files, single), done in zip(cases, got, expected, self.mpi_all(count, commands)):
                case = f"{name} {' '.join(options)}, {count} ranks"
                self.report.check(f"{case}: status", done.code == single.code, f"{done.code}, not {single.code}: {done.err}")
                if files is None:
                    last = single.err.strip().split("\n")[-1].split(": ", 1)[-1]  # without the tool
                    self.report.check(f"{case}: error", done.err.count(last) == 1, f"{done.err}, not {single.err}")
                    self.report.check(f"{case}: nothing left", not path.exists())
                    continue
                written = files_of(path) if path.exists() else {}
                self.report.check(f"{case}: files", list(written) == list(files), f"{list(written)}, not {list(files)}")
                for file in files:
                    self.report.check(f"{case}: {file}", written.get(file) == files[file],
                                      f"{len(written.get(file, b''))} bytes, not those {len(files[file])}")
                self.together += count > 1 and "alone" not in done.err
                if together:
                    self.report.check(f"{case}: together", "alone" not in done.err, done.err)

    def split(self, trace, *rule):
        folder = self.scratch / "set"
        shutil.rmtree(folder, ignore_errors=True)
        done = blackbox.run([self.folder / "pj_split", "-q", trace, folder, *rule])
        self.report.check("split", done.code == DONE, done.err)
        return folder / "root.paje"

    def generate(self, name, *options):
        trace = self.scratch / name
        blackbox.run([self.folder / "pj_generate", *options, "-o", trace])
        return trace


@blackbox.group
def check_samples(tools):
    """Every sample trace: the same files, or the same refusal."""
    traces = [trace for kind in ("features", "odd") for trace in sorted((tools.samples / kind).glob("*.paje"))
              if trace.name not in ("part_missing.paje", "old_field_names.paje")]
    tools.check_all([(trace.name, trace, ["-z", *OPTIONS[number % len(OPTIONS)]]) for number, trace in enumerate(traces)],
                    ranks=(2,), together=False)


@blackbox.group
def check_real(tools):
    """Real traces, whole and as sets whose parts have the processes, and the root the messages."""
    for name in blackbox.share(REAL):
        trace = tools.scratch / "real.trace"
        packed = (tools.data / "traces" / name).read_bytes()
        trace.write_bytes(lzma.decompress(packed) if name.endswith(".xz") else packed)
        tools.check_all([(f"{name}, cut", trace, ["-z", "--chunk-bytes=65536", "--group-rows=900"]),
                         (f"{name}, set", tools.split(trace, "--parts", "5"), ["-z", "--partition=node"])],
                        ranks=(2, 3), together=False)
    tools.report.check("some were exported together", tools.together > 0)


@blackbox.group
def check_generated(tools):
    """Messages in the root file, and states in the parts; then one text, cut into ranges of few chunks: rows of a
    track of links are in several processes."""
    trace = tools.generate("generated.paje", "--ranks", "12", "--size", "500KB", "--seed", "5")
    for number, rule in enumerate((("--parts", "5"), ("--parts", "1"), ("--depth", "1"))):
        root = tools.split(trace, *rule)
        tools.check_all([(f"generated {' '.join(rule)}", root, options) for options in OPTIONS[number::3]],
                        ranks=((1, 3), (2,), (4,))[number])
    tools.check_all([("cut", trace, ["--chunk-bytes=1024", *options]) for options in OPTIONS], ranks=(1, 2, 3, 4))
    varied = tools.generate("varied.paje", "--shape", "varied", "--size", "400KB", "--seed", "7")
    tools.check_all([("varied", tools.split(varied, "--parts", "6"), ["--group-rows=500"])], ranks=(3,), together=False)


@blackbox.group
def check_random_sets(tools):
    """Links across parts, nested parts, tracks whose events are in several parts, user-defined fields."""
    cases = []
    rounds = blackbox.share(range(12))
    for seed in rounds:
        folder = tools.scratch / f"random{seed}"
        root, lines, head = random_set(folder, seed, (1, 2, 3, 7)[seed % 4])
        path = write_set(folder, root, lines, head, nested=seed % 3 == 1, own_definitions=seed % 2 == 0)
        cases += [(f"set {seed}", path, options) for options in OPTIONS[seed % 2::2]]
    tools.check_all(cases, ranks=(2, 3, 4), together=False)
    tools.report.check("all sets were exported together", tools.together == 3 * len(cases), f"{tools.together} of {3 * len(cases)}")


@blackbox.group
def check_many_parts(tools):
    """Parts without any event, words that are numbers in some parts only, and links that start at the same time."""
    folder = tools.scratch / "many"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    root = numbered(KINDS) + TYPES + "".join(f"7 0 p{i} P 0 p{i}\n" for i in range(60)) + "7 0 all P 0 all\n"
    for i in range(60):
        note = i if i < 50 else f"note{i}"
        text = "" if i % 10 == 3 else (
            f"11 1 S p{i} v{i % 17}\n12 {i} V all {i}\n18 {i + 1}.5 S p{i} w {note}\n"
            + "".join(f"15 {i % 3 + 90} L 0 p{i} m k{i}.{n} {n}\n" for n in range(i % 7))
            + "".join(f"16 100 L 0 p{n} m k{i}.{n}\n" for n in range(i % 7)))
        (folder / f"{i}.paje").write_text(text)
    path = folder / "root.paje"
    path.write_text(root + "".join(f"17 0 0 {i}.paje\n" for i in range(60)))
    tools.check_all([("many parts", path, options) for options in OPTIONS], ranks=(2, 3, 4))


@blackbox.group
def check_errors(tools):
    """One error, once; and nothing is left."""
    folder = tools.scratch / "set"
    root, lines, head = random_set(folder, 1, 4)
    path = write_set(folder, root, lines, head)
    output = tools.scratch / "new" / "folder"

    def check_bad(name, message, code, *options):
        for count in (2, 3):
            words = [*options, "--to=parquet"] if "--to=csv" not in options else options
            done = tools.mpi(count, "export", *words, path, "-o", output)
            tools.report.check(f"{name}, {count} ranks: status", done.code == code, f"{done.code}: {done.err}")
            tools.report.check(f"{name}, {count} ranks: said once", done.err.count(message) == 1, done.err)
            tools.report.check(f"{name}, {count} ranks: nothing left", not output.parent.exists())

    check_bad("no such field", "no link has a field 'Nothing'", TROUBLE, "--size-field=Nothing")
    check_bad("another format", "pj_export writes other formats", TROUBLE, "--to=csv")

    def append(part, line):
        with (folder / part).open("a") as file:
            file.write(line)
    append("part1.paje", "12 100000.12345678954 V p1 1\n")
    check_bad("times that are no decimals", "times are no decimals", TROUBLE, "--times=decimal")
    append("part3.paje", "11 1e9 NONE p3 v\n")
    expected, single = tools.single(path, [])
    tools.report.check("an error in the last part is one", single.code == BAD, single.err)
    check_bad("an error in the last part", single.err.strip(), BAD)
    (folder / "part2.paje").unlink()
    check_bad("an unreadable part", "part2.paje", TROUBLE)
    done = tools.mpi(2, "export", "--to=parquet", path, "-o", path)
    tools.report.check("over its input", done.code == TROUBLE and done.err.count("input") == 1, done.err)


@blackbox.group
def check_alone(tools):
    """What is not done together, one process does, and says why; the files are the same."""
    trace = tools.generate("generated.paje", "--ranks", "4", "--size", "100KB")
    ways = ((["--sort"], "events are sorted"), (["--end=0.5"], "objects are selected"), (["--types=MPI State"], "objects are selected"),
            (["--lenient"], "lines that cannot be used are left out"))
    tools.check_all([(f"alone {words}", trace, words) for words, _ in ways], ranks=(2,), together=False)
    output = tools.scratch / "alone"
    for words, why in ways:
        done, quiet = tools.mpi_all(2, [["export", "--to=parquet", *words, *more, trace, "-o", output] for more in ([], ["-q"])])
        tools.report.check(f"{words}: why", done.err.count(f"alone, because {why}\n") == 1, done.err)
        tools.report.check(f"{words}: quiet", quiet.err == "", quiet.err)
    # Parts of two traces would mix, and so would whole files with them.
    shutil.rmtree(output)
    words = ["export", "--to=parquet", "--partition=node", "--chunk-bytes=1024", trace, "-o", output]
    first, again = tools.mpi_all(2, [words, words])
    shutil.rmtree(output)
    tools.report.check("parts", first.code == DONE, first.err)
    tools.report.check("parts of another trace", again.code == TROUBLE and again.err.count("would mix") == 1, again.err)


@blackbox.group
def check_full_disk(tools):
    """A small file system, where the system lets users have one."""
    trace = tools.generate("generated.paje", "--ranks", "8", "--size", "2MB", "--digits", "9")
    tools.check_small_disk("64k", ["export", "--to=parquet", "--chunk-bytes=65536", trace], "got")


@blackbox.group
def check_killed(tools):
    """A process that is killed ends the others, and no file looks complete."""
    tools.check_killed(["export", "--to=parquet"], "got", [0, 0.3, 0.6])


def main():
    folder, samples, data = (Path(word).resolve() for word in sys.argv[1:4])
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        tools = Export(folder, samples, data, report, Path(scratch))
        blackbox.run_groups(tools)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
