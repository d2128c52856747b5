"""What the parts share: the tools, a folder, traces with names of any bytes."""

import os
import pty
import select
import subprocess
import tty
from dataclasses import dataclass
from pathlib import Path

import blackbox

DONE, BAD_TRACE, TROUBLE, WRONG_USAGE = 0, 1, 2, 64
FIELDS = {
    "PajeDefineContainerType": ("0", ["Alias string", "Type string", "Name string"]),
    "PajeDefineStateType": ("1", ["Alias string", "Type string", "Name string"]),
    "PajeCreateContainer": ("2", ["Time date", "Alias string", "Type string", "Container string",
                                  "Name string"]),
    "PajeSetState": ("3", ["Time date", "Type string", "Container string", "Value string"]),
    "PajeTraceFile": ("4", ["Container string", "Type string", "Filename string"]),
    "PajeDestroyContainer": ("5", ["Time date", "Type string", "Name string"]),
}
HEADER = "".join(f"%EventDef {name} {number}\n" + "".join(f"% {field}\n" for field in fields)
                 + "%EndEventDef\n" for name, (number, fields) in FIELDS.items()).encode()


def trace_of(name, states=3, value=b"work"):
    """A trace whose only container has that name, bytes without quotes or newlines."""
    lines = [b"0 P 0 Process", b"1 S P State", b'2 0 p P 0 "' + name + b'"']
    lines += [b'3 %d S p "%s"' % (at, value if at % 2 else name) for at in range(states)]
    lines += [b"5 %d P p" % states]
    return HEADER + b"\n".join(lines) + b"\n"


@dataclass
class Setting:
    arguments: object
    scratch: Path
    report: blackbox.Report

    def tool(self, name):
        if name == "pajeview":
            return self.arguments.viewer
        return blackbox.need_tool(self.arguments.tool_dir, name)

    def run(self, name, *words, **options):
        return blackbox.run([self.tool(name), *words], **options)

    def make(self, name, data):
        path = self.scratch / name
        path.write_bytes(data)
        return path

    def generate(self, name, *words):
        path = self.scratch / name
        done = self.run("pj_generate", *words, "-o", path)
        if done.code != DONE:
            raise RuntimeError(done.err)
        return path


def on_terminal(command):
    """What a command writes to a terminal, and on standard error, as bytes."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    words = [word if isinstance(word, bytes) else str(word) for word in command]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=slave, stderr=subprocess.PIPE) as process:
        os.close(slave)
        seen = b""
        while True:
            if not select.select([master], [], [], 60)[0]:
                process.kill()
                break
            try:
                more = os.read(master, 1 << 16)
            except OSError:  # nobody has it open any more
                break
            if not more:
                break
            seen += more
        errors = process.stderr.read()
    os.close(master)
    return seen, errors
