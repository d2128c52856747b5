"""Inputs that cannot be read and outputs that cannot be written: reported once, and nothing half done
is left behind."""

import os
import resource
import shutil
import signal
import subprocess

import blackbox

TROUBLE = 2
SMALL_DISK = 4096  # bytes
LONG_TRACE = b"""%EventDef PajeDefineContainerType 0
% Name string
% Type string
%EndEventDef
%EventDef PajeDefineEventType 1
% Name string
% Type string
%EndEventDef
%EventDef PajeCreateContainer 2
% Time date
% Name string
% Type string
% Container string
%EndEventDef
%EventDef PajeNewEvent 3
% Time date
% Type string
% Container string
% Value string
%EndEventDef
0 Machine 0
1 Mark Machine
2 0 node Machine 0
""" + b"".join(b"3 %d Mark node value%d\n" % (time, time) for time in range(50_000))


def check_inputs(calls):
    calls.fail("missing file", TROUBLE, "no_such.paje", says="no_such.paje")
    calls.fail("directory", TROUBLE, calls.scratch, says=str(calls.scratch))
    check_unreadable(calls)


def check_unreadable(calls):
    locked = calls.scratch / "locked.paje"
    shutil.copy(calls.nested, locked)
    locked.chmod(0)
    without_rights = []
    if os.geteuid() == 0:  # root may read everything, unless that right is given up
        if not shutil.which("setpriv"):
            return print("left out: unreadable file, this is root and there is no setpriv")
        without_rights = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
        probe = blackbox.run([*without_rights, "cat", locked])
        if probe.code == 0 or "setpriv" in probe.err:
            return print("left out: unreadable file, the right to read all cannot be given up")
    done = blackbox.run([*without_rights, calls.tool, locked])
    calls.report.check("unreadable file", done.code == TROUBLE and "locked.paje" in done.err
                       and done.err.count("\n") == 1, f"{done.code} {done.err}")
    return locked.unlink()


def check_outputs(calls):
    check_closed_pipe(calls)
    options = ([], ["-o"], ["-h", "-u"])
    for words in options if os.path.exists("/dev/full") else []:
        name = " ".join(["full disk", *words])
        with open("/dev/full", "wb") as full:
            calls.fail(name, TROUBLE, *words, calls.nested, stdout=full)
        calls.fail(f"{name} --output", TROUBLE, *words, "--output", "/dev/full", calls.nested,
                   says="/dev/full")
        for option in ("--type-hierarchy", "--entity-hierarchy"):
            calls.fail(f"{name} {option}", TROUBLE, *words, option, "/dev/full", calls.nested,
                       says="/dev/full")
    calls.fail("no such folder", TROUBLE, "--output", "no_such/table.csv", calls.nested,
               says="no_such/table.csv")
    check_links(calls)
    check_open_files(calls)


def check_links(calls):
    """A symbolic link stays, what it leads to is written."""
    table = calls.succeed("table", calls.nested)
    folder = calls.scratch / "links"
    folder.mkdir()
    (folder / "there").write_text("before", "ascii")
    for link, target in (("to_file", "there"), ("to_none", "later"), ("to_link", "to_file")):
        (folder / link).symlink_to(target)
        calls.succeed(f"--output {link}", "--output", folder / link, calls.nested)
        calls.report.check(f"{link} stays a link", (folder / link).is_symlink())
        calls.report.same(f"what {link} leads to", table, (folder / link).read_text("latin-1"))
        (folder / "there").write_text("before", "ascii")
    (folder / "circle").symlink_to("circle")
    calls.fail("a link to itself", TROUBLE, "--output", folder / "circle", calls.nested, says="circle")
    left = {path.name for path in folder.iterdir()}
    calls.report.check("nothing else is there",
                       left == {"there", "later", "to_file", "to_none", "to_link", "circle"}, str(left))
    shutil.rmtree(folder)


def check_open_files(calls):
    """Names of files that the tool has open already are written where these are."""
    table = calls.succeed("table", calls.nested).encode("latin-1")
    path = calls.scratch / "open.csv"
    for name, number in (("/dev/stdout", 1), ("/dev/fd/1", 1), ("/proc/self/fd/1", 1), ("/dev/fd/9", 9)):
        with open(path, "wb") as file:
            file.write(b"before\n")
            file.flush()
            subprocess.run([calls.tool, "--output", name, calls.nested], check=True,
                           preexec_fn=lambda to=number, file=file: os.dup2(file.fileno(), to, True),
                           close_fds=False)
        calls.report.check(f"--output {name}", path.read_bytes() == b"before\n" + table, name)
    calls.report.check("/dev/stdout stays a link", os.path.islink("/dev/stdout"))
    calls.fail("a file that is not open", TROUBLE, "--output", "/dev/fd/333", calls.nested,
               says="/dev/fd/333")
    path.unlink()


def check_closed_pipe(calls):
    """As in `pj_dump FILE | head -1`."""
    trace = calls.scratch / "long.paje"
    trace.write_bytes(LONG_TRACE)
    for words in ([], ["-o"], ["-t"]):
        name = " ".join(["closed pipe", *words])
        with subprocess.Popen([calls.tool, *words, trace], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as tool:
            tool.stdout.read(10)
            tool.stdout.close()
            message = tool.stderr.read().decode("latin-1")
            code = tool.wait(60)
        calls.report.check(name, code == TROUBLE, f"exit code {code}")
        calls.report.check(f"{name}: not a word", not message, message)
    trace.unlink()


def limit_file_size():
    # Otherwise the signal ends the process before it can report anything, unlike a full disk.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_DISK, SMALL_DISK))


def check_nothing_left(calls):
    """--output writes the whole table under its name, or leaves what was there."""
    folder = calls.scratch / "output"
    table = folder / "table.csv"
    for words in ([], ["-o"]):
        for before in (None, "an older table\n"):
            name = " ".join(["--output", *words]) + (", over a file" if before else "")
            folder.mkdir()
            if before:
                table.write_text(before)
            calls.fail(f"{name}: bad trace", 1, *words, "--output", table, calls.bad,
                       says=calls.bad.name)
            check_as_before(calls, f"{name}: bad trace", table, before)
            calls.fail(f"{name}: disk gets full", TROUBLE, *words, "--output", table, calls.heat,
                       says="table.csv", preexec_fn=limit_file_size)
            check_as_before(calls, f"{name}: disk gets full", table, before)
            check_written(calls, name, words, table)
            shutil.rmtree(folder)


def check_as_before(calls, name, table, before):
    left = {path.name: path.read_text() for path in table.parent.iterdir()}
    calls.report.check(f"{name}: what is left", left == ({table.name: before} if before else {}),
                       f"{ {file: blackbox.shorten(text) for file, text in left.items()} }")


def check_written(calls, name, words, table):
    printed = calls.succeed(f"{name}: to standard output", *words, calls.heat)
    out = calls.succeed(f"{name}: to a file", *words, "--output", table, calls.heat)
    calls.report.check(f"{name}: nothing is printed", not out)
    calls.report.same(f"{name}: the same table", printed, blackbox.text_of(table.read_bytes()))
    calls.report.check(f"{name}: no other file", list(table.parent.iterdir()) == [table])
