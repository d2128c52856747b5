"""Output files: never in the place of an input, and nothing left behind by whatever ends a tool."""

import os
import shutil
import signal
import subprocess
import time

from system.traces import DONE, TROUBLE, WRONG_USAGE, trace_of

SAID = "name another file for the output"
PART = b'4 p P "part.paje"\n5 9 P p\n'


def names_of(path):
    """One file under several names, by what each is."""
    folder = path.parent / "names"
    folder.mkdir(exist_ok=True)
    for name in ("hard", "soft", "soft_to_soft"):
        (folder / name).unlink(missing_ok=True)
    os.link(path, folder / "hard")
    (folder / "soft").symlink_to(path)
    (folder / "soft_to_soft").symlink_to("soft")
    return {"itself": path, "from elsewhere": path.parent / "names" / ".." / path.name,
            "a hard link": folder / "hard", "a symbolic link": folder / "soft_to_soft"}


def check_refused(setting, title, words, inputs, **options):
    before = {path: path.read_bytes() for path in inputs}
    entries = sorted(path.name for path in setting.scratch.iterdir())
    done = setting.run(*words, **options)
    setting.report.check(title, done.code in (TROUBLE, WRONG_USAGE) and SAID in done.err
                         and done.err.count("\n") == 1, f"{done.code} {done.err!r}")
    setting.report.check(f"{title}: untouched", all(path.read_bytes() == data for path, data in before.items()))
    setting.report.check(f"{title}: nothing else",
                         entries == sorted(path.name for path in setting.scratch.iterdir()))


def check_inputs(setting):
    make = setting.make
    trace = make("trace.svg", trace_of(b"p"))  # a name that pictures take too
    other = make("other.paje", trace_of(b"p", states=4))
    binary, chrome, table = (setting.scratch / name for name in ("trace.rst", "trace.json", "trace.csv"))
    setting.run("paje2bin", trace, "-o", binary)
    setting.run("pj_export", "--to", "chrome", "-o", chrome, trace)
    setting.run("pj_dump", "--output", table, trace)
    prv = make("run.prv", b"#Paraver (01/01/20 at 00:00):10_ns:1(1):1:1(1:1)\n1:1:1:1:1:0:10:1\n")
    pcf = make("run.pcf", b"STATES\n1 Running\n")
    make("run.row", b"LEVEL THREAD SIZE 1\nt\n")
    words_of_sql = make("ask.sql", b"SELECT 1;")
    pairs = make("map.txt", b"p\tp\n")
    calls = [
        (trace, ["paje2bin", "TRACE", "-o", "OUT"]), (binary, ["bin2paje", "TRACE", "-o", "OUT"]),
        (trace, ["pj_dump", "--output", "OUT", "TRACE"]),
        (trace, ["pj_dump", "-o", "--output", "OUT", "TRACE"]),
        (trace, ["pj_dump", "--type-hierarchy", "OUT", "TRACE"]),
        (trace, ["pj_dump", "--entity-hierarchy", "OUT", "TRACE"]),
        (trace, ["pj_merge", "TRACE", "-o", "OUT"]), (trace, ["pj_export", "--to", "dot", "-o", "OUT", "TRACE"]),
        (trace, ["pj_export", "--to", "chrome", "-o", "OUT", "TRACE"]),
        (trace, ["pj_export", "--to", "chrome", "--compress", "gzip", "-o", "OUT", "TRACE"]),
        (trace, ["pj_export", "--to", "sqlite", "-o", "OUT", "TRACE"]),
        (trace, ["pj_query", "--save", "OUT", "TRACE"]), (trace, ["pj_query", "-o", "OUT", "TRACE", "SELECT 1"]),
        (words_of_sql, ["pj_query", "-o", "OUT", "-f", "TRACE", trace]),
        (trace, ["pj_aggregate", "--svg", "OUT", "TRACE"]), (trace, ["pj_aggregate", "--png", "OUT", "TRACE"]),
        (trace, ["pj_aggregate", "--output", "OUT", "TRACE"]),
        (trace, ["pj_compare", "--svg", "OUT", other, "TRACE"]),
        (trace, ["pj_compare", "--svg", "OUT", "TRACE", other]),
        (trace, ["pj_compare", "--output", "OUT", "TRACE", other]),
        (trace, ["pj_compare", "--output-diff", "OUT", "TRACE", other]),
        (pairs, ["pj_compare", "--output", "OUT", "--map", "TRACE", trace, other]),
        (chrome, ["pj_import", "TRACE", "-o", "OUT"]), (table, ["pj_import", "TRACE", "-o", "OUT"]),
        (prv, ["pj_import", "TRACE", "-o", "OUT"]),
    ]
    if setting.arguments.viewer:
        calls.append((trace, ["pajeview", "--render", "OUT", "TRACE"]))
    for path, words in calls:
        for how, name in names_of(path).items():
            if words[0] == "pajeview" and how != "itself" and "elsewhere" not in how:
                continue  # its name chooses the kind of picture
            now = [name if word == "OUT" else path if word == "TRACE" else word for word in words]
            check_refused(setting, f"{' '.join(map(str, words))}: {how}", now, [path])
    check_refused(setting, "a file beside the input", ["pj_import", prv, "-o", pcf], [prv, pcf])
    for name in ("a.paje", "b.paje"):
        path = make(name, trace.read_bytes())
        check_refused(setting, f"--output-aligned over {name}",
                      ["pj_compare", "--output-aligned", setting.scratch, path, other], [path, other])
        path.unlink()
    tables = setting.scratch / "tables"
    tables.mkdir()
    inside = make("tables/state.csv", trace.read_bytes())
    check_refused(setting, "a folder of tables", ["pj_export", "--to", "csv", "-o", tables, inside], [inside])
    setting.report.check("no other table", [path.name for path in tables.iterdir()] == ["state.csv"])
    for tool, path, words in (("pj_dump", trace, ["--output", "OUT"]), ("paje2bin", trace, ["-o", "OUT"]),
                              ("bin2paje", binary, ["-o", "OUT"]), ("pj_import", chrome, ["-o", "OUT", "-"])):
        with open(path, "rb") as stdin:
            now = [path if word == "OUT" else word for word in words]
            check_refused(setting, f"{tool}: standard input", [tool, *now], [path], stdin=stdin)
    with open(trace, "ab") as stdout:
        check_refused(setting, "standard output", ["pj_dump", trace], [trace], stdout=stdout)
    check_refused(setting, "the other number", ["pj_dump", "--output", "/dev/stdin", trace], [trace],
                  stdin=open(trace, "rb"))
    # What is another file, or was one, is written.
    copy = make("copy.paje", trace.read_bytes())
    done = setting.run("pj_merge", trace, "-o", copy)
    setting.report.check("a copy is written over", done.code == DONE and copy.read_bytes(), done.err)
    setting.report.check("with the usual mode", copy.stat().st_mode & 0o777 == 0o666 & ~mask())


def mask():
    value = os.umask(0)
    os.umask(value)
    return value


def check_parts(setting):
    part = setting.make("part.paje", b"3 4 S p inner\n")
    root = setting.make("root.paje", trace_of(b"p").replace(b"5 3 P p\n", PART))
    for words in (["pj_merge", root, "-o", "OUT"], ["paje2bin", root, "-o", "OUT"],
                  ["pj_dump", "--output", "OUT", root], ["pj_export", "--to", "sqlite", "-o", "OUT", root],
                  ["pj_query", "-o", "OUT", root, "SELECT 1"], ["pj_aggregate", "--svg", "OUT", root],
                  ["pj_compare", "--output", "OUT", root, root]):
        for how, name in names_of(part).items():
            now = [name if word == "OUT" else word for word in words]
            check_refused(setting, f"{words[0]}: a part, {how}", now, [root, part])


def can_be_without_name(folder):
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return False
    return True


def writes_in(pid, folder):
    """Whether a process has a file of that folder open for writing."""
    try:
        for name in os.listdir(f"/proc/{pid}/fd"):
            if os.readlink(f"/proc/{pid}/fd/{name}").startswith(f"{folder}/"):
                return True
    except OSError:
        pass
    return False


def check_killed(setting):
    """SIGKILL in the middle of writing."""
    out = (setting.scratch / "killed").resolve()
    out.mkdir()
    if not can_be_without_name(out):
        print("left out: SIGKILL; the file system has no files without a name")
        return
    trace = setting.generate("large.paje", "--ranks", "8", "--size", "8MB")
    binary, chrome = setting.scratch / "large.rst", setting.scratch / "large.json"
    setting.run("paje2bin", trace, "-o", binary)
    setting.run("pj_export", "--to", "chrome", "-o", chrome, trace)
    there = out / "there"
    there.write_text("before")
    for tool, words in (("pj_dump", ["-o", "--output", "NEW", trace]), ("pj_merge", [trace, "-o", "NEW"]),
                        ("paje2bin", [trace, "-o", "NEW"]), ("bin2paje", [binary, "-o", "NEW"]),
                        ("pj_import", [chrome, "-o", "NEW"]),
                        ("pj_export", ["--to", "chrome", "-o", "NEW", trace]),
                        ("pj_export", ["--to", "sqlite", "-o", "NEW", trace]),
                        ("pj_query", ["--save", "NEW", trace]),
                        ("pj_generate", ["--size", "500MB", "-o", "NEW"])):
        for name in (out / "new", there):
            process = subprocess.Popen([setting.tool(tool), *[name if word == "NEW" else word for word in words]],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       stdin=subprocess.DEVNULL)
            while process.poll() is None and not writes_in(process.pid, out):
                time.sleep(0.0005)
            time.sleep(0.002)
            process.kill()
            code = process.wait()
            left = sorted(path.name for path in out.iterdir())
            setting.report.check(f"{tool} {words[0]} to {name.name} is killed", code == -signal.SIGKILL
                                 and left == ["there"] and there.read_text() == "before", f"{code} {left}")
            (out / "new").unlink(missing_ok=True)
            there.write_text("before")
    # What is not killed is there, also in the place of another file.
    for name in (out / "new", there):
        done = setting.run("pj_merge", trace, "-o", name)
        whole = setting.run("pj_merge", trace)
        setting.report.check(f"{name.name} is whole", done.code == DONE and name.read_text() == whole.out,
                             done.err)
    setting.report.check("nothing beside them", sorted(path.name for path in out.iterdir()) == ["new", "there"])
    folder = out / "folder"
    folder.mkdir()
    done = setting.run("pj_merge", trace, "-o", folder)
    setting.report.check("a folder is not replaced", done.code == TROUBLE and not list(folder.iterdir()), done.err)
    done = setting.run("pj_merge", trace, "-o", out / "none" / "x")
    setting.report.check("no such folder", done.code == TROUBLE and "No such file" in done.err, done.err)
    shutil.rmtree(out)


def check(setting):
    check_inputs(setting)
    check_parts(setting)
    check_killed(setting)
