#!/usr/bin/env python3
"""Odd and sloppy text that the reference dumps, and what a lenient reading repairs: each class of
input with the table that is right for it, worked out by hand.

Usage: run_reading.py TOOL_DIR [CASES]
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
from definitions import definitions

NAMED = "Alias Type Name"
AT = "Time Type Container"
HEAD = definitions([
    ("DefineContainerType", NAMED), ("DefineStateType", NAMED),
    ("DefineVariableType", NAMED + " Color:color"), ("DefineEntityValue", NAMED + " Color:color"),
    ("CreateContainer", "Time Alias Type Container Name"), ("DestroyContainer", "Time Type Name"),
    ("SetState", AT + " Value"), ("PushState", AT + " Value"), ("PopState", AT),
    ("SetVariable", AT + " Value:double"), ("AddVariable", AT + " Value:double"),
    ("SubVariable", AT + " Value:double"), ("TraceFile", "Container Type Filename"),
    ("CreateContainer", "Time Alias Type Container Name FileName"),
    ("DefineLinkType", NAMED + " StartContainerType EndContainerType"),
    ("StartLink", AT + " Value StartContainer Key"), ("EndLink", AT + " Value EndContainer Key"),
]) + """0 M 0 Machine
0 T M Thread
1 S T State
2 V T Var "1 0 0"
14 L M Link T T
"""
TWO_THREADS = """4 0 m M 0 m
4 0 t T m t
4 0 u T m u
"""


def state(container, start, end, value, depth=0):
    return (f"State, {container}, State, {start:.6f}, {end:.6f}, {end - start:.6f}, {depth:.6f}, "
            f"{value}")


def container(parent, kind, start, end, name):
    return f"Container, {parent}, {kind}, {start:g}, {end:g}, {end - start:g}, {name}"


class Reading:
    def __init__(self, tools, scratch, report):
        self.tools = tools
        self.scratch = scratch
        self.report = report
        self.number = 0

    def write(self, text, name=None):
        self.number += 1
        path = self.scratch / (name or f"trace{self.number}.paje")
        path.write_bytes(text if isinstance(text, bytes) else text.encode("latin-1"))
        return path

    def run(self, tool, *words, **options):
        return blackbox.run([self.tools / tool, *words], cwd=self.scratch, **options)

    def rows(self, name, text, wanted, *options, code=0, err=""):
        """The rows of `wanted` are all states, variables, events and links of the table, or all rows
        if there are containers among them; each in order. `err` is in what is reported."""
        path = text if isinstance(text, Path) else self.write(text)
        done = self.run("pj_dump", *options, path)
        found = done.out.splitlines()
        if not any(row.startswith("Container") for row in wanted):
            found = [row for row in found if not row.startswith("Container")]
        self.report.check(f"{name}: status", done.code == code and not done.trouble(),
                          f"{done.code} {done.trouble()} {done.err}")
        self.report.same(f"{name}: table", "\n".join(wanted) + "\n", "\n".join(found) + "\n")
        right = err in done.err if err else not done.err
        self.report.check(f"{name}: standard error", right, done.err)
        return done

    def validated(self, name, text, code, *parts, options=()):
        path = text if isinstance(text, Path) else self.write(text)
        done = self.run("pj_validate", *options, path)
        self.report.check(f"{name}: pj_validate", done.code == code, f"{done.code}: {done.out}{done.err}")
        for part in parts:
            self.report.check(f"{name}: pj_validate says {part!r}", part in done.out, done.out)
        return done


@blackbox.group
def check_colors(calls):
    good = state("t", 1, 2, "reading"), state("t", 2, 2, "x")
    for color in ('"255.0 102.0 255.0"', "red", '"#00ff00"', '"0,5 0,2 0,1"', '""', '"-1 0 0"',
                  '"1 2"', '"300 0 0"', "nan", '"1 0 0 0 0"', '"0x1 zz 3"', "#ff00ff", "",
                  '# "1 0 0"', "\r"):
        text = HEAD + f"3 r S reading {color}\n2 W T Other {color}\n" + TWO_THREADS
        text += "6 1 S t r\n6 2 S t x\n"
        calls.rows(f"colour {color}", text, good)
        calls.rows(f"colour {color}, lenient", text, good, "--lenient")
        odd = not color.startswith('"255')
        done = calls.validated(f"colour {color}", text, 0, *(["2 warnings of 1 kind"] if odd else []))
        calls.report.check(f"colour {color}: warned of", odd == ("bad-color" in done.out), done.out)
        calls.validated(f"colour {color}", text, 1 if odd else 0, options=["--fail-on-warnings"])


@blackbox.group
def check_words(calls):
    rows = [state("t", 1, 3, "a")]
    body = TWO_THREADS + "6 1 S t a\n9 3 V u 1\n"
    rows.append("Variable, u, Var, 3.000000, 3.000000, 0.000000, 1.000000")
    rows.reverse()
    for name, head in (
            ("after %EndEventDef", HEAD.replace("%EndEventDef\n", "%EndEventDef or so\n", 1)),
            ("after a type", HEAD.replace("% Alias string\n", "% Alias string of it # x\n", 1))):
        text = head + body
        calls.rows(f"words {name}", text, rows)
        calls.validated(f"words {name}", text, 0, "words-after-definition", "1 warning of 1 kind")
    for name, text in (
            ("byte order mark", b"\xef\xbb\xbf" + (HEAD + body).encode()),
            ("vertical tabs", HEAD.replace(" string", "\vstring") + body.replace(" ", "\v", 3)),
            ("form feeds", "\f" + HEAD.replace("% ", "%\f") + body.replace("\n", "\f\n")),
            ("blanks of all kinds", HEAD + body.replace("6 1", "\v\t\f 6 \v1"))):
        calls.rows(name, text, rows)
        calls.rows(f"{name}, from a pipe", calls.write(text), rows, "-j1")
        done = blackbox.run([calls.tools / "pj_dump"], stdin=Path(calls.scratch / f"trace{calls.number}.paje").read_bytes())
        calls.report.check(f"{name}: standard input", done.code == 0 and rows[0] in done.out, done.err)
        calls.validated(name, text, 0, "no problems")
    for name, data in (("with a mark", (HEAD + body).encode("utf-16")),
                       ("little-endian", (HEAD + body).encode("utf-16-le")),
                       ("big-endian", (HEAD + body).encode("utf-16-be"))):
        calls.rows(f"UTF-16 {name}", data, [], code=1, err="text in UTF-16")
        calls.rows(f"UTF-16 {name}, lenient", data, [], "--lenient", code=1, err="text in UTF-16")


@blackbox.group
def check_end(calls):
    """The greatest time of an event that counts is the end, wherever its line is."""
    calls.rows("thread after thread", HEAD + TWO_THREADS + "6 1 S t a\n6 9 S t b\n6 2 S u c\n", [
        container(0, 0, 0, 9, 0), container(0, "Machine", 0, 9, "m"), container("m", "Thread", 0, 9, "u"),
        state("u", 2, 9, "c"), container("m", "Thread", 0, 9, "t"), state("t", 1, 9, "a"), state("t", 9, 9, "b")])
    calls.rows("created late", HEAD + "4 9 m M 0 m\n4 3 t T m t\n6 4 S t a\n", [
        container(0, 0, 0, 9, 0), container(0, "Machine", 9, 9, "m"), container("m", "Thread", 3, 9, "t"),
        state("t", 4, 9, "a")])
    calls.rows("left out", HEAD + TWO_THREADS + "6 1 S t a\n6 99 S nobody a\n6 77 Q t a\n6 55 S t\n8 50 S u\n",
               [state("t", 1, 1, "a")], "--lenient", err="left out")
    calls.rows("ignored: counts as in the reference", HEAD + TWO_THREADS + "6 1 S t a\n5 2 T t\n6 7 S t late\n5 8 T t\n", [
        container(0, 0, 0, 8, 0), container(0, "Machine", 0, 8, "m"), container("m", "Thread", 0, 8, "u"),
        container("m", "Thread", 0, 2, "t"), state("t", 1, 2, "a")])
    calls.rows("not ahead of the end", HEAD + TWO_THREADS + "6 -5 S t a\n6 -2 S t b\n",
               [state("t", -5, -2, "a"), state("t", -2, 0, "b")])
    calls.rows("stopped before a creation", HEAD + "4 0 m M 0 m\n4 6 t T m t\n6 7 S t a\n", [
        container(0, 0, 0, 3, 0), container(0, "Machine", 0, 3, "m"), container("m", "Thread", 6, 6, "t")],
        "-a", "3")
    for name, lines, who in (("its creation", "4 5 x T m x\n5 3 T x\n", "x"),
                             ("the creation of one below it", "4 7 x T m x\n5 5 M m\n", "x"),
                             ("an event of one below it", "6 8 S t a\n5 5 M m\n", "t")):
        text = HEAD + TWO_THREADS + lines
        calls.rows(f"destroyed before {name}", text, [], code=1,
                   err="container destroyed before its last event")
        done = calls.run("pj_dump", "--lenient", calls.write(text))
        negative = [row for row in done.out.splitlines() if row.split(", ")[5].startswith("-")]
        calls.report.check(f"destroyed before {name}: no negative duration", done.code == 0
                           and not negative and f", {who}\n" in done.out
                           and "1 destruction moved to the last event" in done.err, done.out + done.err)


@blackbox.group
def check_nan(calls):
    for line in ("4 nan x T m x", "5 nan T t", "6 NaN S t b", "7 -nan S t b", "8 nan S t", "9 nan V t 1",
                 "15 nan L m v t k", "16 nan L m v t k"):
        text = HEAD + TWO_THREADS + "6 1 S t a\n" + line + "\n6 3 S t c\n"
        calls.rows(f"a time of nan: {line}", text, [], code=1, err="not a number: found '")
        calls.rows(f"a time of nan: {line}, lenient", text, [state("t", 1, 3, "a"), state("t", 3, 3, "c")],
                   "--lenient", err="1 line left out: not a number")
    calls.rows("a value of nan", HEAD + TWO_THREADS + "9 1 V t nan\n9 3 V t 2\n",
               ["Variable, t, Var, 1.000000, 3.000000, 2.000000, nan",
                "Variable, t, Var, 3.000000, 3.000000, 0.000000, 2.000000"])


@blackbox.group
def check_repairs(calls):
    main = [state("t", 1, 8, "main"), state("t", 2, 3, "operator", 1)]
    calls.rows("too many words", HEAD + TWO_THREADS + "7 1 S t main\n7 2 S t operator ()\n8 3 S t\n8 8 S t\n",
               main, "--lenient", err="1 line cut after the last field: wrong number of fields")
    calls.rows("too many words in a definition", HEAD + '3 m S main "1 0 0" and more\n' + TWO_THREADS
               + "7 1 S t m\n7 2 S t operator\n8 3 S t\n8 8 S t\n", main, "--lenient", err="1 line cut")
    calls.rows("a field of an unknown type", HEAD.replace("% Value string", "% Value text", 1) + TWO_THREADS
               + "6 1 S t a\n", [state("t", 1, 1, "a")], "--lenient", err="1 field of a definition mended")
    calls.rows("a field twice", HEAD.replace("% Value string\n", "% Value string\n% Value string\n", 1) + TWO_THREADS
               + "6 1 S t a b\n", [state("t", 1, 1, "a")], "--lenient", err="1 field of a definition mended")
    calls.rows("an old name", HEAD.replace("% Type string\n% Container string\n% Value", "% EntityType string\n% Container string\n% Value", 1)
               + TWO_THREADS + "6 1 S t a\n", [state("t", 1, 1, "a")], "--lenient", err="1 field of a definition mended")
    # Netgen makes threads in nodes, whose type it defined in the manager's.
    calls.rows("an unexpected parent", HEAD + "0 N M Node\n" + "4 0 m M 0 m\n4 0 n N m n\n4 1 x T n x\n"
               "6 1 S x a\n6 2 S x b\n", [
                   container(0, 0, 0, 2, 0), container(0, "Machine", 0, 2, "m"), container("m", "Node", 0, 2, "n"),
                   container("n", "Thread", 1, 2, "x"), state("x", 1, 2, "a"), state("x", 2, 2, "b")],
               "--lenient", err="1 container created where the event says: type does not belong here")
    for event, value in ((10, 4), (11, -4)):
        calls.rows(f"counted from 0 by {event}", HEAD + TWO_THREADS + f"{event} 1 V t 4\n{event} 2 V t 4\n", [
            f"Variable, t, Var, 1.000000, 2.000000, 1.000000, {value:.6f}",
            f"Variable, t, Var, 2.000000, 2.000000, 0.000000, {2 * value:.6f}"],
            "--lenient", err="1 variable counted from 0: variable has no value yet")
        calls.rows(f"{event} first, strict", HEAD + TWO_THREADS + f"{event} 1 V t 4\n", [], code=1,
                   err="variable has no value yet")


@blackbox.group
def check_parts(calls):
    rows = [state("t", 1, 3, "a"), state("t", 3, 3, "b")]
    for name, file, why in (("missing", "nowhere.paje", "No such file"), ("a folder", ".", "not a regular file"),
                            ("a device", "/dev/zero", "not a regular file"),
                            ("itself", "self.paje", "file named twice"),
                            ("no name", '""', "cannot be read")):
        text = HEAD + TWO_THREADS + f"6 1 S t a\n12 m M {file}\n6 3 S t b\n"
        path = calls.write(text, "self.paje")
        calls.rows(f"a part: {name}", path, rows, err=f"self.paje:{text.count(chr(10)) - 1}:8: warning: ")
        done = calls.run("pj_dump", path)
        calls.report.check(f"a part: {name}: why", why in done.err and done.err.count("warning") == 1, done.err)
        calls.validated(f"a part: {name}", path, 1, "1 error of 1 kind")
        merged = calls.run("pj_merge", path)
        calls.report.check(f"a part: {name}: merged", merged.code == 0 and "warning" in merged.err, merged.err)
    calls.write("6 2 S t x\n", "once.part")
    twice = calls.write(HEAD + TWO_THREADS + "6 1 S t a\n12 m M once.part\n12 m M once.part\n6 3 S t b\n", "twice.paje")
    calls.rows("a part: twice", twice, [state("t", 1, 2, "a"), state("t", 2, 3, "x"), state("t", 3, 3, "b")],
               err="warning: file named twice")
    words = calls.write(HEAD + TWO_THREADS + "12 m M once.part more\n6 3 S t b\n", "words.paje")
    calls.rows("a part: too many words", words, [], code=1, err="wrong number of fields")
    calls.rows("a part: too many words, lenient", words, [state("t", 2, 3, "x"), state("t", 3, 3, "b")],
               "--lenient", err="1 line cut after the last field")
    many = calls.write(HEAD + TWO_THREADS + "12 m M missing.part\n" * 25)
    done = calls.run("pj_dump", many)
    calls.report.check("many missing parts", done.err.count(": warning: ") == 10
                       and "15 more warnings" in done.err, done.err)


@blackbox.group
def check_file_names(calls):
    calls.write("6 2 S p x\n", "p.part")
    head = HEAD + "4 0 m M 0 m\n"
    calls.rows("FileName", calls.write(head + "13 1 p T m p p.part\n6 3 S p y\n"),
               [state("p", 2, 3, "x"), state("p", 3, 3, "y")])
    for name in ("0", '"0"', '""'):
        calls.rows(f"FileName {name}", calls.write(head + f"13 1 p T m p {name}\n6 3 S p y\n"),
                   [state("p", 3, 3, "y")])
    late = calls.write(head + "13 1 p T m p p.part\n6 1 S p y\n5 9 T p\n")
    calls.rows("a part with later events", late, [state("p", 1, 2, "y"), state("p", 2, 9, "x")])
    calls.rows("a part with later events, printed early", late, [], "-o", code=1, err="--sort")
    alone = head + "13 1 p T m p 0\n6 2 S p x\n6 1 S p y\n"
    calls.rows("no part, and out of order", alone, [], code=1, err="--sort")
    both = head.replace("% FileName string", "% Filename string\n% FileName string")
    calls.rows("Filename and FileName", calls.write(both + "13 1 p T m p p.part other\n6 3 S p y\n"),
               [state("p", 2, 3, "x"), state("p", 3, 3, "y")])


@blackbox.group
def check_secrets(calls):
    """A trace from elsewhere may name any file: nothing of it is shown."""
    for name, secret in (("text", "root:SECRET:0:0\n"), ("comments first", "# of SECRET\nkey = SECRET\n"),
                         ("numbers", "77 SECRET SECRET\n"), ("a percent sign", "%SECRET x\n"),
                         ("a strange definition", "%EventDef SECRET 1\n"), ("bytes", "\0\1SECRET\xff\n"),
                         ("UTF-16", "S\0E\0C\0R\0E\0T\0"), ("one word", "SECRET")):
        calls.write(secret, "secret.txt")
        root = calls.write(HEAD + TWO_THREADS + "6 1 S t a\n12 m M secret.txt\n6 3 S t b\n")
        for words in ([], ["--lenient"]):
            done = calls.run("pj_dump", *words, root)
            calls.report.check(f"a part of {name} {words}", done.code == (0 if words else 1)
                               and "secret.txt" in done.err + done.out or words, f"{done.code} {done.err}")
            calls.report.check(f"a part of {name} {words} is not shown", "SECRET" not in done.out + done.err,
                               done.out + done.err)
        done = calls.run("pj_validate", root)
        calls.report.check(f"a part of {name}: pj_validate", done.code == 1 and "SECRET" not in done.out + done.err,
                           done.out + done.err)


@blackbox.group
def check_warnings(calls):
    """Oddities are warnings; what was ignored or comes too early is counted."""
    text = HEAD + TWO_THREADS + "6 1 S t a\n5 2 T t\n6 3 S t late\n6 4 S t later\n5 5 T t\n"
    line = text.count("\n") - 2
    done = calls.validated("events of a destroyed container", text, 0, "event-after-destruction), 3 times",
                           f":{line}:7: warning:", "no errors, 3 warnings of 1 kind")
    calls.report.check("no error there", "error:" not in done.out, done.out)
    text = (HEAD + TWO_THREADS + "15 5 L m v t k1\n16 4 L m v u k1\n15 6 L m v t k2\n16 5.5 L m v u k2\n"
            "15 7 L m v u k3\n16 8 L m v t k3\n")
    calls.validated("messages received before they were sent", text, 0, "received-before-sent), 2 times",
                    "t to u: 2, by 1 at most", "no errors, 2 warnings of 1 kind")
    ints = HEAD.replace("% Value double\n", "% Value double\n% Size int\n", 1) + TWO_THREADS
    calls.validated("NA and a point in an int field", ints + "9 1 V t 4 NA\n9 2 V t 4 807400.000000\n9 3 V t 1 5\n",
                    0, "field-not-of-its-type), 2 times", "no errors, 2 warnings of 1 kind")
    calls.validated("both", HEAD + TWO_THREADS + "3 r S reading red\n8 1 S t\n", 1,
                    "1 error of 1 kind, 1 warning of 1 kind")


@blackbox.group
def check_kept_cases(calls):
    cases = blackbox.DATA / "cases"
    calls.rows("simgrid_migration", cases / "simgrid_migration.trace", [], code=1, err="pop without")
    calls.rows("FileName of GTG", cases / "peers_filename_of_gtg.paje", [
        "State, p1, State, 1.000000, 2.000000, 1.000000, 0.000000, busy",
        "State, p1, State, 2.000000, 9.000000, 7.000000, 0.000000, idle"])
    calls.rows("netgen", cases / "netgen_thread_in_node.paje", [
        "Variable, Jobs, Active threads, 1.000000, 2.000000, 1.000000, 1.000000",
        "Variable, Jobs, Active threads, 2.000000, 3.000000, 1.000000, 0.000000",
        "State, Timer level 0, Timer state, 1.000000, 3.000000, 2.000000, 0.000000, Assemble",
        "State, Thread 0, Task, 1.000000, 2.000000, 1.000000, 0.000000, 5"], "--lenient",
        err="1 container created")
    lines = (cases / "10_nul_bytes_quadratic_20kB.paje").read_bytes()
    done = calls.run("pj_dump", calls.write(lines))
    calls.report.check("NUL bytes", done.code == 1 and not done.trouble(), done.err[:200])


def main():
    report = blackbox.Report()
    with blackbox.tempfile.TemporaryDirectory() as scratch:
        calls = Reading(Path(sys.argv[1]).resolve(), Path(scratch), report)
        blackbox.run_groups(calls)
    sys.exit(report.finish())


if __name__ == "__main__":
    main()
