"""What tests of pj_mpi share: how it is started, and sets of files."""
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import blackbox
from definitions import numbered

# What root and machines of few cores need. MPICH needs nothing.
OPEN_MPI = ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"]
DONE, BAD, TROUBLE = 0, 1, 2
# Everything that a set has: kinds of objects, user-defined fields, parts.
KINDS = {1: ("DefineContainerType", "Alias Type Name"), 2: ("DefineStateType", "Alias Type Name"),
         3: ("DefineVariableType", "Alias Type Name"), 4: ("DefineEventType", "Alias Type Name"),
         5: ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
         6: ("DefineEntityValue", "Alias Type Name Color:color"),
         7: ("CreateContainer", "Time Alias Type Container Name"),
         8: ("DestroyContainer", "Time Name Type"), 9: ("PushState", "Time Type Container Value Tag"),
         10: ("PopState", "Time Type Container"), 11: ("SetState", "Time Type Container Value"),
         12: ("SetVariable", "Time Type Container Value:double"),
         13: ("AddVariable", "Time Type Container Value:double"),
         14: ("NewEvent", "Time Type Container Value Tag:int"),
         15: ("StartLink", "Time Type Container StartContainer Value Key Size:int"),
         16: ("EndLink", "Time Type Container EndContainer Value Key"),
         17: ("TraceFile", "Container Type Filename"),
         18: ("SetState", "Time Type Container Value Note")}
TYPES = """1 P 0 Process
2 S P State
3 V P Load
4 E P Mark
5 L 0 P P Message
"""


class MpiTools:
    def __init__(self, folder, samples, report, scratch):
        self.folder, self.samples, self.report, self.scratch = folder, samples, report, scratch
        self.together = 0  # runs in which no process read the trace alone
        self.launcher = shutil.which("mpirun")
        if not (folder / "pj_mpi").is_file() or self.launcher is None:
            blackbox.skip("no MPI")
        version = blackbox.run([self.launcher, "--version"]).out
        self.options = OPEN_MPI if "Open MPI" in version or "OpenRTE" in version else []

    def command(self, ranks, *words):
        return [self.launcher, *self.options, "-n", str(ranks), self.folder / "pj_mpi", *words]

    def mpi(self, ranks, *words, **options):
        return blackbox.run(self.command(ranks, *words), **options)

    def mpi_all(self, ranks, commands):
        """What many commands do, one after the other, with one start of MPI, which takes longer than they do."""
        folder = self.scratch / "batch"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        path = folder / "commands"
        path.write_text("".join("\t".join(str(word) for word in words) + "\n" for words in commands))
        program = self.folder.parent / "tests" / "mpi_batch"
        done = blackbox.run([self.launcher, *self.options, "-n", str(ranks), program, path], timeout=60 + 10 * len(commands))
        self.report.check(f"{len(commands)} commands of {ranks} processes", done.code == DONE, f"{done.code}: {done.err}")
        status = Path(f"{path}.status")
        codes = [int(line) for line in status.read_text().split()] if status.exists() else []
        codes += [None] * (len(commands) - len(codes))

        def printed(number, what):
            file = Path(f"{path}.{number}.{what}")
            return blackbox.text_of(file.read_bytes() if file.exists() else b"")
        return [blackbox.Result(code, printed(number, "out"), printed(number, "err")) for number, code in enumerate(codes)]

    def check_small_disk(self, size, words, name):
        """Two processes say once that a file system of that size, where the system lets users have one, is full, and
        leave nothing there. `name` is the output."""
        disk = self.scratch / "disk"
        disk.mkdir(exist_ok=True)
        script = f'mount -t tmpfs -o size={size} none {disk} && "$@"; code=$?; echo left: $(ls -A {disk}) >&2; exit $code'
        done = blackbox.run(["unshare", "-rm", "sh", "-c", script, "sh", *self.command(2, *words, "-o", disk / name)])
        if "unshare" in done.err or "mount" in done.err or "permission" in done.err.lower():
            return print(f"left out: small disk, {done.err.strip()}")
        self.report.check("full disk: status", done.code == TROUBLE, f"{done.code}: {done.err}")
        self.report.check("full disk: said once", done.err.count("No space left") == 1, done.err)
        self.report.check("full disk: nothing left", "left:\n" in done.err.replace("left: \n", "left:\n"), done.err)

    def status_of_killed(self, words, folder, delay, how=signal.SIGKILL, all_of_them=False, when_written=False):
        """The status of two processes that write below a folder, one of which is killed, or both, that many seconds after both
        are there, or after a file is there."""
        def processes():
            found = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
            return [int(line.split()[0]) for line in found.splitlines()
                    if f"{self.folder}/pj_mpi {words[0]}" in line and str(folder) in line and "mpirun" not in line]
        running = subprocess.Popen([str(word) for word in self.command(2, *words)],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        victims = []
        while running.poll() is None and len(victims) < 2 and time.monotonic() < deadline:
            victims = processes()
        while when_written and running.poll() is None and not any(folder.rglob(".*")) and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(delay)
        for victim in victims if all_of_them else victims[-1:]:
            try:
                os.kill(victim, how)
            except ProcessLookupError:
                pass
        try:
            return running.wait(timeout=20)
        except subprocess.TimeoutExpired:
            # The launcher of Open MPI 4.1 can wait for itself forever (PMIx_server_finalize) when a process dies
            # early. All of ours must be gone by then.
            self.report.check("no process is left", not processes(), f"{processes()}")
            running.kill()
            running.wait()
            return -signal.SIGKILL

    def check_killed(self, words, name, delays):
        """Of two processes that write, one is killed: the other ends, and no file looks complete that is not. A process
        can be killed when everything is written, so what is there must be what whole runs write. `name` is the output."""
        trace = self.scratch / "generated.paje"
        blackbox.run([self.folder / "pj_generate", "--ranks", "8", "--size", "60MB", "-o", trace])
        whole, folder = self.scratch / "whole", self.scratch / "killed"
        whole.mkdir()
        done = self.mpi(2, *words, trace, "-o", whole / name)
        expected = bytes_of_files(whole)
        self.report.check("not killed", done.code == DONE and expected, done.err)
        for delay in delays:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            code = self.status_of_killed([*words, trace, "-o", folder / name], folder, delay)
            left = bytes_of_files(folder)
            self.report.check(f"killed after {delay} s: files are whole",
                              all(expected.get(path) == content for path, content in left.items()), f"{code} {list(left)}")
            self.report.check(f"killed after {delay} s: status", code != DONE or len(left) == len(expected), f"{code} {list(left)}")


    def check_ended(self, words, name):
        """Two processes that write get SIGTERM, as batch systems send it: nothing is left, not even what is unfinished."""
        trace = self.scratch / "generated.paje"
        blackbox.run([self.folder / "pj_generate", "--ranks", "8", "--size", "60MB", "-o", trace])
        for attempt in range(2):
            folder = self.scratch / "ended"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            code = self.status_of_killed([*words, trace, "-o", folder / name], folder, 0, signal.SIGTERM, True, True)
            left = [path for path in folder.rglob("*") if path.is_file()]
            self.report.check(f"ended by a signal, {attempt}", code == DONE or not left, f"{code} {left}")


def bytes_of_files(folder):
    """Of all files below a folder whose names do not say that they are unfinished."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")}


CALLS = ("MPI_Send", "MPI_Recv", "MPI_Isend", "MPI_Wait", "compute", "other")


def random_set(folder, seed, parts, depth=1, half_links=False, calls=False):
    """A set whose parts hold processes, messages between them, and events of processes of others. With `calls`, values of states
    are calls of MPI, among others."""
    rng = random.Random(seed)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    now = [0.0]

    def tick():
        now[0] += rng.random()
        return f"{now[0]:.6f}"

    lines = {part: [] for part in range(parts)}
    processes = [f"p{number}" for number in range(max(2, parts * 2))]
    root = [f"7 0 {name} P 0 {name}\n" for name in processes]
    home = {name: number % parts for number, name in enumerate(processes)}
    open_states = dict.fromkeys(processes, 0)
    for key in range(parts * 60):
        name = rng.choice(processes)
        part = lines[home[name]]
        what = rng.random()
        if what < 0.35:
            value = rng.choice(CALLS) if calls else f"v{rng.randrange(30)}"
            part.append(f"9 {tick()} S {name} {value} \"tag {key}\"\n")
            open_states[name] += 1
        elif what < 0.6 and open_states[name]:
            part.append(f"10 {tick()} S {name}\n")
            open_states[name] -= 1
        elif what < 0.7:
            part.append(f"{rng.choice((12, 13)) if open_states.get(name + 'v') else 12} {tick()} V {name} {key}\n")
            open_states[name + "v"] = 1
        elif what < 0.8:
            part.append(f"14 {tick()} E {name} e{rng.randrange(5)} {key}\n")
        else:
            other = rng.choice(processes)
            key_text = f'"key {key}"' if key % 7 == 0 else f"k{key}"
            lines[home[name]].append(f"15 {tick()} L 0 {name} m {key_text} {key}\n")
            if not (half_links and key % 11 == 0):
                lines[home[other]].append(f"16 {tick()} L 0 {other} m {key_text}\n")
    return root, lines, numbered(KINDS) + TYPES


def write_set(folder, root, lines, head, nested=False, own_definitions=False):
    """Parts are named in turn; with `nested`, each by the one before it, in its middle."""
    names = {}
    for part, content in lines.items():
        text = "".join(content)
        if own_definitions and part % 2 == 0:
            text = numbered({number: kind for number, kind in KINDS.items() if number > 6}) + text
        names[part] = [text]
    if nested:
        for part in list(names)[:-1]:
            content = lines[part]
            middle = len(content) // 2
            names[part] = ["".join(content[:middle]), f"17 0 0 part{part + 1}.paje\n", "".join(content[middle:])]
    for part, pieces in names.items():
        (folder / f"part{part}.paje").write_text("".join(pieces))
    named = list(names)[:1] if nested else list(names)
    path = folder / "root.paje"
    path.write_text(head + "".join(root) + "".join(f"17 0 0 part{part}.paje\n" for part in named))
    return path
