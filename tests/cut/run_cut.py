#!/usr/bin/env python3
"""pj_cut: a whole trace comes back as it was, in every encoding; parts, times and names are what was
asked for; messages say what is wrong.

Usage: run_cut.py TOOL_DIR SAMPLES SHARED_DIR
"""

import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

SLOPPY = ["--sloppy", "all", "--sloppy-rate", "0.1"]
HEADER = """%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineEntityValue 2
% Alias string
% Type string
% Name string
% Color color
%EndEventDef
%EventDef PajeCreateContainer 3
% Time date
% Alias string
% Type string
% Container string
% Name string
% Owner string
%EndEventDef
%EventDef PajePushState 4
% Time date
% Type string
% Container string
% Value string
% Iteration int
% Comment string
%EndEventDef
%EventDef PajePopState 5
% Time date
% Type string
% Container string
% Outcome string
%EndEventDef
%EventDef PajeDefineLinkType 6
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeStartLink 7
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
% Size int
%EndEventDef
%EventDef PajeEndLink 8
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
% Tag int
%EndEventDef
%EventDef PajeDefineVariableType 9
% Name string
% Type string
%EndEventDef
%EventDef PajeSetVariable 10
% Time date
% Type string
% Container string
% Value double
%EndEventDef
"""
SMALL = HEADER + """0 P 0 Process
1 S P Activity
6 L 0 P P Message
9 Power P
2 secret S "my secret" "1 0 0"
3 0 rank0 P 0 "rank zero" alice
3 0 rank1 P 0 plain bob
4 1 S rank0 secret 1 "first try"
4 2 S rank0 inner 2 again
7 2.5 L 0 rank0 mail letter1 4096
10 1 Power rank1 0.5
10 3 Power rank1 2.5
5 3 S rank0 fine
5 5 S rank0 "not so fine"
8 4.5 L 0 rank1 mail letter1 77
4 6 S rank1 other 3 last
5 8 S rank1 fine
"""

ODD = """%EventDef PajeDefineContainerType 0
% Name string
% Type string
%EndEventDef
%EventDef PajeCreateContainer 3
% Time date
% Type string
% Container string
% Name string
FIELDS% "my field" string
% "#x" hex
%EndEventDef
%EventDef PajeDefineStateType 4
% Name string
% Type string
%EndEventDef
%EventDef PajePushState 5
% Time date
% Type string
% Container string
% Value string
% Line int
% %odd string
%EndEventDef
0 "type one" 0
0 % 0
4 S "type one"
4 T %
3 1 "type one" 0 %name "" fn "word" 0x1f
3 1 % 0 %n2 "" fn2 word ff
5 2 S %name %value 12 ""
5 3 S %name a"b 12 "#"
"""


class Cut:
    def __init__(self, tools, samples, shared, scratch, report):
        self.tools, self.samples, self.shared = Path(tools), Path(samples), Path(shared)
        self.scratch, self.report = scratch, report
        self.part = scratch / "part.paje"

    def run(self, tool, *words, **options):
        return blackbox.run([self.tools / tool, *words], **options)

    def write(self, text, name="small.paje"):
        path = self.scratch / name
        path.write_text(text, "latin-1")
        return path

    def cut(self, name, *words, **options):
        self.part.unlink(missing_ok=True)
        done = self.run("pj_cut", *words, "-o", self.part, **options)
        self.report.check(f"{name}: status", done.code == 0 and not done.err, done.err)

    def dump(self, trace, *options):
        return self.run("pj_dump", "-u", *options, trace)

    def table(self, *options):
        return self.dump(self.part, "--quotes=keep", *options).out

    def fails(self, name, words, expected, code=2):
        self.part.unlink(missing_ok=True)
        done = self.run("pj_cut", *words, "-o", self.part)
        self.report.check(f"{name}: status", done.code == code, f"{done.code} {done.err}")
        self.report.check(f"{name}: message", expected in done.err, done.err)
        self.report.check(f"{name}: no file", not self.part.exists())

    def same_after(self, name, trace, options=(), reading=(), methods=("text", "standard", "reference", "archive")):
        """The whole trace, written in every encoding, has the table of the trace."""
        tables = {}
        for method in methods:
            # Binary encodings drop quotes, as paje2bin does.
            quotes = "keep" if method in ("text", "archive") else "strip"
            how = ["-l", "17", "--container-precision=17", f"--quotes={quotes}"]
            if quotes not in tables:
                tables[quotes] = self.dump(trace, *how, *options)
            expected = tables[quotes]
            if expected.code != 0:
                return 0
            self.part.unlink(missing_ok=True)
            done = self.run("pj_cut", *options, f"--method={method}", trace, "-o", self.part)
            if done.code != 0 and method != "text" and "NUL" in done.err:
                continue
            if not self.report.check(f"{name} {method}: cut", done.code == 0, done.err):
                continue
            got = self.dump(self.part, *how, *reading)
            self.report.check(f"{name} {method}: read", got.code == 0, got.err)
            self.report.same(f"{name} {method}", expected.out, got.out)
            if method == "text":
                self.check_text(name, trace, options, reading)
        return 1

    def is_flat(self, trace, options):
        """Whether states do not nest: then there are events for what --no-imbrication makes."""
        done = self.run("pj_cut", *options, trace, "-o", self.part)
        return done.code == 0 or "replayed without imbrication" not in done.err

    def check_text(self, name, trace, options, reading):
        for how in ("-d", "-c"):
            self.report.same(f"{name} {how}", self.dump(trace, how, *options).out,
                             self.dump(self.part, how, *reading).out)
        if not options:
            done = self.run("pj_equals", "--status", trace, self.part)
            self.report.check(f"{name}: equal", done.out.strip() == "1", done.out + done.err)


def own_traces(cut):
    """Traces that are read without an option; binary ones may have words that text holds in quotes only."""
    found = sorted(cut.samples.glob("features/**/*.paje")) + sorted(cut.samples.glob("odd/*.paje"))
    found += sorted(cut.samples.glob("heat/*.trace")) + [path for _, path in blackbox.real_traces()]
    for folder in (blackbox.DATA, cut.shared):
        for pattern in ("cases/*.paje", "cases/*.trace", "real/*.trace", "real/*.ept", "runs/*.xz"):
            found += sorted(folder.glob(pattern))
    found += [path for _, path in blackbox.real_traces(cut.shared / "traces", 1 << 20)]
    return found


@blackbox.group
def check_whole(cut):
    """Samples, and traces that tools have written."""
    done = sum(cut.same_after(path.name, path) for path in blackbox.share(own_traces(cut)))
    cut.report.check("enough traces", done > 5, str(done))


@blackbox.group
def check_random(cut):
    """Generated ones, with every fault that generators know, read leniently."""
    trace = cut.scratch / "random.paje"
    done = flat = 0
    for seed in blackbox.share(range(60)):
        shape = ["--shape", "varied", "--events", str(30 << seed % 5), "--depth", str(seed % 4)]
        if seed % 5 == 4:
            shape = ["--ranks", "4", "--iterations", "3"]
        faults = SLOPPY if seed % 2 else []
        cut.run("pj_generate", *shape, "--seed", str(seed), "--user-fields", "--churn", "--links",
                "--variables", *faults, "-o", trace)
        options = ["-z"] + ["--lenient"] * bool(faults) + ["--sort"] * (seed % 3 == 0)
        done += cut.same_after(f"seed {seed}", trace, options, ["--lenient"] if faults else [])
        flat += cut.is_flat(trace, [*options, "--no-imbrication"]) and cut.same_after(
            f"seed {seed} flat", trace, [*options, "--no-imbrication"], ["--lenient"] if faults else [])
    cut.report.check("enough flat traces", flat > 2, str(flat))
    cut.report.check("enough traces", done > 5, str(done))


@blackbox.group
def check_odd_words(cut):
    """Names and fields that need quotes, or none; a second file name, which is a field of the user's."""
    text = ODD.replace("FIELDS", '% Filename string\n% FileName string\n')
    cut.same_after("odd words", cut.write(text), methods=("text",))
    done = cut.run("pj_cut", cut.write(text), "-o", cut.part)
    for table in ("containers", "states"):
        query = ["--format", "csv", f"SELECT * FROM {table}"]
        cut.report.same(f"columns of {table}", cut.run("pj_query", cut.scratch / "small.paje", *query).out,
                        cut.run("pj_query", cut.part, *query).out)
    # Binary traces have no second file name.
    cut.same_after("odd words without it", cut.write(ODD.replace("FIELDS", "% File2 string\n% File3 string\n")))


@blackbox.group
def check_nothing_left(cut):
    """A part without containers is a trace in every encoding, also of a run before 0."""
    trace = cut.write(HEADER + "0 P 0 Process\n3 -5 a P 0 A one\n3 -4 b P 0 B two\n")
    for method, name in (("text", "none.paje"), ("archive", "none.pja"), ("reference", "none.rst")):
        part = cut.scratch / name
        done = cut.run("pj_cut", "-q", trace, "--containers=0", f"--method={method}", "-o", part)
        for tool in (["pj_dump"], ["pj_validate", "-q"]):
            again = cut.run(*tool, part)
            cut.report.check(f"nothing left: {name}, {tool[0]}", done.code == again.code == 0, done.err + again.err)
        cut.report.same(f"nothing left: {name}", "Container, 0, 0, 0, 0, 0, 0\n", cut.run("pj_dump", part).out)


@blackbox.group
def check_window(cut):
    small = cut.write(SMALL)
    cut.cut("clipped", small, "--start", "1.5", "--end", "4")
    cut.report.same("clipped", """Container, 0, 0, 0, 4, 4, 0
Container, 0, Process, 1.5, 4, 2.5, plain, bob
Variable, plain, Power, 1.500000, 3.000000, 1.500000, 0.500000
Variable, plain, Power, 3.000000, 4.000000, 1.000000, 2.500000
Container, 0, Process, 1.5, 4, 2.5, "rank zero", alice
State, "rank zero", Activity, 1.500000, 4.000000, 2.500000, 0.000000, "my secret", 1, "first try", "not so fine"
State, "rank zero", Activity, 2.000000, 3.000000, 1.000000, 1.000000, inner, 2, again, fine
""", cut.table())
    cut.cut("whole", small, "--start", "1.5", "--end", "4", "--whole", "--cut-links", "--types", "Activity",
            "--types", "Message")
    cut.report.same("whole", """Container, 0, 0, 0, 5, 5, 0
Link, 0, Message, 2.500000, 4.500000, 2.000000, mail, "rank zero", plain, letter1, 4096, 77
Container, 0, Process, 1, 5, 4, plain, bob
Container, 0, Process, 1, 5, 4, "rank zero", alice
State, "rank zero", Activity, 1.000000, 5.000000, 4.000000, 0.000000, "my secret", 1, "first try", "not so fine"
State, "rank zero", Activity, 2.000000, 3.000000, 1.000000, 1.000000, inner, 2, again, fine
""", cut.table())
    cut.cut("cut links", small, "--end", "4", "--cut-links", "--containers", "plain")
    cut.report.same("cut links", """Container, 0, 0, 0, 4, 4, 0
Link, 0, Message, 2.500000, 4.000000, 1.500000, mail, "rank zero", plain, letter1, 4096, 77
Container, 0, Process, 0, 4, 4, plain, bob
Variable, plain, Power, 1.000000, 3.000000, 2.000000, 0.500000
Variable, plain, Power, 3.000000, 4.000000, 1.000000, 2.500000
Container, 0, Process, 0, 4, 4, "rank zero", alice
""", cut.table())
    cut.cut("inner states alone", small, "--values", "inn*", "--types", "Activity", "--end", "6")
    cut.report.check("inner states alone", "3.000000, 1.000000, 0.000000, inner" in cut.table(), cut.table())
    done = cut.run("pj_cut", small, "--start", "5.2", "--end", "5.8", "--types", "Activity", "-o", cut.part)
    cut.report.check("no objects: note", done.code == 0 and "no objects of the trace" in done.err, done.err)
    # The link is held by p, but neither of its ends is p.
    inside = cut.write(HEADER + "0 P 0 P\n0 Q P Q\n1 S P S\n6 L P Q Q L\n3 0 p P 0 p x\n3 0 q Q p q x\n3 0 r Q p r x\n4 0 S p run 1 x\n"
                       "7 1 L p q v k 1\n8 2 L p r v k 2\n5 3 S p z\n")
    cut.cut("links by their ends", inside, "--containers", "p", "--cut-links")
    cut.report.check("links by their ends", "Link" not in cut.table() and "State, p, S" in cut.table(), cut.table())


@blackbox.group
def check_times(cut):
    small = cut.write(SMALL)
    cut.cut("moved", small, "--start", "2", "--end", "6", "--types", "Activity", "--scale-times", "0.5", "--shift-times", "-1")
    cut.report.same("moved", """Container, 0, 0, 0, 2, 2, 0
Container, 0, Process, 0, 2, 2, plain, bob
Container, 0, Process, 0, 2, 2, "rank zero", alice
State, "rank zero", Activity, 0.000000, 1.500000, 1.500000, 0.000000, "my secret", 1, "first try", "not so fine"
State, "rank zero", Activity, 0.000000, 0.500000, 0.500000, 1.000000, inner, 2, again, fine
""", cut.table())
    # The root container begins at 0, even where all else is before.
    early = cut.write(HEADER + "0 P 0 P\n1 S P S\n3 -10 p P 0 p x\n4 -9 S p a 1 x\n5 -7 S p y\n4 -6 S p b 1 x\n5 -5 S p y\n")
    for words, state in ((["--start=-8"], "-8.000000, -7.000000, 1.000000"), (["--end=-8"], "-9.000000, -8.000000, 1.000000"),
                         (["--shift-times=3"], "-6.000000, -4.000000, 2.000000"), (["--anonymize"], "-9.000000, -7.000000, 2.000000")):
        for method in ("text", "archive", "standard", "reference"):
            cut.cut(f"before 0: {words} {method}", early, *words, "--method", method)
            cut.report.check(f"before 0: {words} {method}", state in cut.table(), cut.table())
        done = cut.run("bin2paje", cut.part)
        cut.report.check(f"before 0: {words}, as text", done.code == 0, done.err)
    # Values that come to begin at one time: the last one counts, as when events set them.
    close = cut.write(HEADER + "0 P 0 P\n9 V P\n3 0 p P 0 p x\n10 1 V p 1\n10 1.25 V p 2\n10 2 V p 3\n")
    cut.cut("close values", close, "--shift-times", "1e17", "--quiet")
    cut.report.check("close values", "3.000000" in cut.table() and cut.table().count("Variable") == 1, cut.table())
    done = cut.run("pj_cut", "--shift-times", "1e17", close)
    cut.report.check("values that are lost", "2 values of variables are lost" in done.err, done.err)
    done = cut.run("pj_cut", "--scale-times", "1e-323", close)
    cut.report.check("values that are lost by scaling", "1 value of a variable is lost" in done.err, done.err)
    # States outside of the window do not count, with a length or without one.
    for states in ("", "4 1 S p a 1 x\n5 1 S p y\n" * 10):
        window = cut.write(HEADER + "0 P 0 P\n1 S P S\n3 0 p P 0 p x\n" + states + "".join(
            f"4 {5 + i / 4} S p v{i} 1 x\n5 {5.25 + i / 4} S p y\n" for i in range(2)))
        done = cut.run("pj_cut", "--start", "5", "--end", "5.5", "--shift-times", "1e17", window)
        cut.report.check("lengths of the part", "2 states and links have no length any more" in done.err, done.err)
    # A root alone, which begins at 0.
    for words in (["--containers", "p", "--start=-6"], ["--containers", "0", "--shift-times=-20"]):
        bare = cut.write(HEADER + "0 P 0 P\n1 S P S\n3 -10 p P 0 p x\n3 -10 q P 0 q x\n4 -9 S p a 1 x\n5 -7 S p y\n4 -6 S q b 1 x\n5 -5 S q y\n")
        done = cut.run("pj_cut", bare, *words, "-o", cut.part)
        cut.report.check(f"{words}: a trace, or none", cut.dump(cut.part).code == 0 if done.code == 0 else
                         "no events make this trace" in done.err, done.err)
    done = cut.run("pj_cut", "--shift-times", "5", close)
    cut.report.check("no value is lost", done.err == "", done.err)
    done = cut.run("pj_cut", "--shift-times", "1e17", cut.write(SMALL))
    cut.report.check("lengths that are lost", done.code == 0 and "have no length any more" in done.err, done.err)
    cut.fails("infinite", [small, "--scale-times", "1e308", "--shift-times", "1"], "becomes infinite")
    for factor in ("0", "-1", "nan", "inf"):
        cut.fails(f"factor {factor}", [small, "--scale-times", factor], "--scale-times")


@blackbox.group
def check_names(cut):
    small = cut.write(SMALL)
    names = cut.write('# old new\n"my secret" "well known"\n\ninner core # of it\n"rank zero" r0\nActivity Work\n', "names")
    cut.cut("renamed", small, "--rename", names)
    old = cut.dump(small, "--quotes=strip").out
    for before, after in (("my secret", "well known"), ("inner", "core"), ("rank zero", "r0"), ("Activity", "Work")):
        old = old.replace(before, after)
    cut.report.same("renamed", old, cut.dump(cut.part, "--quotes=strip").out)
    cut.cut("aliases stay", shutil.copy(cut.part, cut.scratch / "renamed.paje"), "--containers", "r0")
    cut.report.check("aliases stay", " rank0 P 0 r0 alice" in cut.part.read_text(), cut.part.read_text())
    for number, line, expected in ((1, "one", "names:1: found 1 word, expected an old name and a new one"),
                                   (2, "\na b c", "names:2: found 3 words"),
                                   (1, '"a b', "names:1: a quote is not closed"),
                                   (1, '"a"b c', "names:1: a closing quote is not followed by a blank"),
                                   (3, "inner x\nplain y\niner z",
                                    "names:3: the trace has no name 'iner'; it has: inner"),
                                   (2, "inner x\ninner y", "names:2: the name 'inner' is given a new one twice"),
                                   (0, "# nothing", "no names are in it")):
        cut.fails(f"bad line {number} {line!r}", [small, "--rename", cut.write(line, "names")], expected)
    cut.fails("no file", [small, "--rename", cut.scratch / "absent"], "No such file")
    cut.fails("both", [small, "--rename", names, "--anonymize"], "excludes")


def words_of(text):
    """The words of a trace that may say something: no numbers, nothing of the format itself."""
    words = set()
    for line in text.splitlines():
        if line.startswith("%"):
            continue
        for quoted, plain in re.findall(r'"([^"]*)"|([^\s"#]+)', line):
            words.add(quoted or plain)
    return {word for word in words if not re.fullmatch(r"[-+0-9.e ,]*|[-+]?inf|nan|0x[0-9a-f]+", word)}


@blackbox.group
def check_anonymous(cut):
    traces = [cut.write(SMALL)] + [path for path in own_traces(cut)
                                   if path.suffix in (".paje", ".trace") and path.stat().st_size < 50000]
    checked = 0
    for path in traces:
        done = cut.run("pj_cut", "--anonymize", path, "-o", cut.part)
        if done.code != 0 or path.parent.name == "odd":
            continue
        checked += 1
        text = path.read_text("latin-1")
        hierarchy = cut.scratch / "types.csv"
        cut.run("pj_dump", "--quotes=strip", f"--type-hierarchy={hierarchy}", path)
        types = hierarchy.read_text("latin-1")
        left = words_of(text) & words_of(cut.part.read_text("latin-1"))
        left = {word for word in left if not re.search(f", {re.escape(word)}, (Container|State|Variable|Event|Link)$", types, re.MULTILINE)}
        cut.report.check(f"{path.name}: nothing is left", not left, str(sorted(left)[:10]))
        lines = [cut.dump(trace).out.count("\n") for trace in (path, cut.part)]
        cut.report.check(f"{path.name}: as many objects", lines[0] == lines[1], str(lines))
    cut.report.check("enough traces", checked > 20, str(checked))
    cut.cut("small", traces[0], "--anonymize", "--types", "Activity")
    cut.report.same("small", """Container, 0, 0, 0, 8, 8, 0
Container, 0, Process, 0, 8, 8, container-3, word-2
State, container-3, Activity, 6.000000, 8.000000, 2.000000, 0.000000, value-5, 3, word-7, word-6
Container, 0, Process, 0, 8, 8, container-1, word-1
State, container-1, Activity, 1.000000, 5.000000, 4.000000, 0.000000, value-1, 1, word-3, word-4
State, container-1, Activity, 2.000000, 3.000000, 1.000000, 1.000000, value-3, 2, word-5, word-6
""", cut.table())
    # Numbers and colours are what their fields are declared to be.
    typed = cut.write(HEADER.replace("% Comment string", "% Comment hex").replace("% Outcome string", "% Outcome color") +
                      "0 P 0 P\n1 S P S\n3 0 p P 0 p x\n4 1 S p a 1 ff\n5 2 S p \"1 0 0\"\n4 3 S p a 2 word\n5 4 S p \"0 1 0\"\n",
                      "typed.paje")
    cut.cut("typed fields", typed, "--anonymize")
    text = cut.part.read_text()
    cut.report.check("typed fields", all(word in text for word in (" ff", '"1 0 0"', '"0 1 0"')) and " word\n" not in text, text)
    cut.cut("later part", traces[0], "--anonymize", "--types", "Activity", "--start", "6")
    cut.report.check("names are the same in all parts", "State, container-3, Activity, 6.000000, 8.000000, 2.000000, "
                     "0.000000, value-5, 3," in cut.table(), cut.table())
    fields = cut.part.read_text()
    cut.report.check("field names", not re.search("Iteration|Comment|Outcome|Owner", fields), fields)


@blackbox.group
def check_messages(cut):
    small = cut.write(SMALL)
    cut.fails("type", [small, "--types", "Activty"], "no type 'Activty'; it has: Activity")
    cut.fails("container", [small, "--containers", "rank one"], "no container like 'rank one'; it has: rank zero")
    cut.fails("value", [small, "--values", "iner"], "no value like 'iner'; it has: inner")
    cut.fails("inverted", [small, "--start", "5", "--end", "4"], "the part would end before it begins")
    cut.fails("after the end", [small, "--start", "100"],
              "nothing of the trace is in the window from 100 to inf: it lasts from 0 to 8")
    cut.fails("no number", [small, "--start", "soon"], "--start")
    cut.fails("no levels", [small, "--max-nesting", "0"], "--max-nesting")
    cut.fails("bad trace", [cut.write(SMALL + "99 1\n", "bad.paje")], "unknown event id", code=1)
    nested = cut.write(SMALL + "4 8 S rank0 a 1 b\n4 9 S rank0 b 1 b\n5 10 S rank0 b\n5 11 S rank0 b\n", "nested.paje")
    cut.fails("no imbrication", [nested, "--no-imbrication"], "as states have that were replayed without imbrication")
    done = cut.run("pj_cut", "--output=", small)
    cut.report.check("no name of the output", done.code == 2 and small.read_text() == SMALL
                     and "--output: there is nothing after the equals sign" in done.err, done.err)
    done = cut.run("pj_cut", small, "-o", small)
    cut.report.check("onto its input", done.code == 2 and small.read_text() == SMALL, done.err)
    cut.cut("compressed", small, "--method=reference", "--compress=zstd")
    cut.report.check("compressed", cut.part.read_bytes()[:4] == b"\x28\xb5\x2f\xfd"
                     and cut.dump(cut.part).out == cut.dump(small).out)
    done = cut.run("pj_cut", "-", stdin=SMALL.encode())
    cut.report.check("pipes", done.code == 0 and "first try" in done.out, done.err)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    blackbox.need_tool(sys.argv[1], "pj_cut")
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Cut(*sys.argv[1:], Path(scratch), report))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
