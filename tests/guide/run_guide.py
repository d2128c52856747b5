#!/usr/bin/env python3
"""The guide, docs/*.md, held to what is true: its commands run and print what the page shows, the
options it names are there, and its links lead somewhere.

Usage: run_guide.py TOOL_DIR SAMPLES DOCS [VIEWER]

A block ```sh is run, the blocks of one page one after the other in one folder, in which
`sample_traces` and `tests` are links; it has to end with 0. If the next block is ```text, that is what it has to
print, standard error with it; a line `...` there stands for any lines. Blocks of other languages
(```console: programs that are not ours) are not run. What needs the viewer is left out where it was
not built.
"""

import os
import re
import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HERE_DOCUMENT = re.compile(r"<<'?(\w+)'?(.*\n)(?:.*\n)*?\1\n")
CODE_SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
OPTION = re.compile(r"(?<![\w-])(--[A-Za-z][\w-]*|-[A-Za-z?](?![\w-]))")
VIEWER = "pajeview"


class Page:
    def __init__(self, path):
        self.path = path
        text = blackbox.text_of(path.read_bytes())
        self.fences = FENCE.findall(text)
        self.prose = FENCE.sub("", text)

    def blocks(self):
        """(command, what it has to print or None) of all blocks to run."""
        following = [*self.fences[1:], ("", "")]
        for (language, text), (next_language, next_text) in zip(self.fences, following):
            if language == "sh":
                yield text, next_text if next_language == "text" else None

    def code(self):
        """All text in which options are."""
        for language, text in self.fences:
            if language in ("sh", "console"):
                yield text
        yield from CODE_SPAN.findall(self.prose)

    def anchors(self):
        for heading in re.findall(r"^#+ (.*)$", self.prose, re.MULTILINE):
            yield re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def matches(expected, got):
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + "\n"
                      for line in expected.splitlines())
    return re.fullmatch(pattern, re.sub(r"[ \t]+$", "", got, flags=re.MULTILINE)) is not None


def run_blocks(page, samples, tool_path, report):
    """How many blocks were run."""
    count = 0
    with blackbox.scratch_directory() as folder:
        os.symlink(samples, Path(folder) / "sample_traces")
        os.symlink(page.path.parent.parent / "tests", Path(folder) / "tests")
        environment = {"PATH": f"{tool_path}:{os.environ['PATH']}"}
        for command, expected in page.blocks():
            if re.search(rf"\b{VIEWER}\b", command) and VIEWER not in tool_path:
                continue
            done = blackbox.run(["bash", "-euo", "pipefail", "-c", "exec 2>&1\n" + command],
                                cwd=folder, environment=environment)
            name = f"{page.path.name}: {command.strip()}"
            count += 1
            report.check(name, done.code == 0 and not blackbox.SANITIZER.search(done.out),
                         f"status {done.code}\n{done.out}")
            if expected is not None:
                report.check(f"{name}: what it prints", matches(expected, done.out),
                             f"\n{blackbox.short_diff(expected, done.out)}")
    return count


def options_of_help(tool):
    """The options that begin a line of --help, or of that of its commands where these have their own."""
    text = blackbox.run([tool, "--help"]).out
    if "COMMAND --help" in text:
        commands = re.findall(r"^ +([a-z]+)  ", text.partition("Commands:\n")[2], re.MULTILINE)
        text += "".join(blackbox.run([tool, command, "--help"]).out for command in commands)
    heads = re.findall(r"^ +(-.*?)(?:  |$)", text, re.MULTILINE)
    return {option for head in heads for option in OPTION.findall(head)}


def compare_help(program, report):
    """The form of --help: that of GNU programs, in 80 columns, with sentences."""
    tool = program.name
    text = blackbox.run([program, "--help"]).out.encode("latin-1").decode("utf-8")
    report.check(f"{tool}: help begins with the usage", text.startswith(f"Usage: {tool} "), text[:80])
    wide = [line for line in text.splitlines() if len(line) > 80 and not line.startswith(("Example", "  "))]
    report.check(f"{tool}: help of 80 columns", not wide, wide)
    heads = re.findall(r"^ {2,6}(-.*?)(?:  +|\n +)(\S+)", text, re.MULTILINE)
    small = [head for head, word in heads if word[0].islower() and not word.endswith(":")]
    report.check(f"{tool}: descriptions are sentences", not small, small)
    clutter = [line for line in text.splitlines()
               if re.search(r"\b(TEXT|UINT|FLOAT)\b|REQUIRED|Excludes:|Needs:|Option Group|\[=\]", line)]
    report.check(f"{tool}: help without words of CLI11", not clutter, clutter)


def words_of(code):
    """Words of commands; None between two commands."""
    code = HERE_DOCUMENT.sub(r"\2", code.replace("\\\n", " "))
    lexer = shlex.shlex(code, posix=True, punctuation_chars="();<>|&\n")
    lexer.whitespace, lexer.whitespace_split = " \t\r", True
    try:
        for word in lexer:
            yield None if set(word) <= set("();|&\n") else word
    except ValueError:  # part of a command, with half a pair of quotes
        yield from code.split()


def compare_options(page, options, report):
    anywhere = set().union(*options.values())
    for code in page.code():
        # Options that are alone belong to a tool that the text around them names.
        known, tool = (anywhere, "any tool") if code.startswith("-") else (None, None)
        for word in words_of(code):
            if word in (None, "--"):  # the options of another program follow
                known = None
            elif Path(word).name in options:
                tool = Path(word).name
                known = options[tool]
            elif known is not None and (option := OPTION.match(word)):
                report.check(f"{page.path.name}: {code.strip()}", option[1] in known,
                             f"{tool} has no {option[1]}")


def follow_links(page, report):
    for target in LINK.findall(page.prose):
        if re.match(r"\w+:", target):
            continue
        file, _, anchor = target.partition("#")
        path = (page.path.parent / file) if file else page.path
        found = path.exists() and (not anchor or anchor in Page(path).anchors())
        report.check(f"{page.path.name}: link to {target}", found, "leads nowhere")


class Guide:
    def __init__(self, tools, samples, docs, viewer=None):
        self.tools, self.samples, self.docs = Path(tools).resolve(), Path(samples).resolve(), Path(docs).resolve()
        blackbox.need_tool(tools, "pj_dump")
        self.programs = [path for path in self.tools.iterdir() if path.is_file() and os.access(path, os.X_OK)]
        self.tool_path = str(self.tools)
        if viewer:
            self.programs.append(Path(viewer).resolve())
            self.tool_path += f":{Path(viewer).resolve().parent}"
        self.pages = [Page(path) for path in sorted(self.docs.glob("*.md"))]


@blackbox.group
def check_help(guide, report):
    for program in guide.programs:
        compare_help(program, report)
        report.check(f"{program.name} is in tools.md", program.name in (guide.docs / "tools.md").read_text("utf-8"))


@blackbox.group
def check_commands(guide, report):
    """Blocks of commands print what the pages show."""
    ran = sum(run_blocks(page, guide.samples, guide.tool_path, report) for page in guide.pages)
    report.check("commands are run", ran >= 20, str(ran))
    print(f"{ran} blocks of {len(guide.pages)} pages")


@blackbox.group
def check_options(guide, report):
    """Options that pages name are there."""
    options = {program.name: options_of_help(program) for program in guide.programs}
    for tool, names in options.items():
        report.check(f"{tool}: options of --help", "--help" in names, str(names))
    for page in guide.pages:
        compare_options(page, options, report)


@blackbox.group
def check_links(guide, report):
    root = guide.docs.parent
    for page in [*guide.pages, *map(Page, [*root.glob("*.md"), root / "formats" / "README.md"])]:
        follow_links(page, report)
    index = set(LINK.findall(Page(guide.docs / "README.md").prose))
    for page in guide.pages:
        report.check(f"{page.path.name} is in the index",
                     page.path.name == "README.md" or page.path.name in index)


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    report = blackbox.Report()
    blackbox.run_groups(Guide(*sys.argv[1:]), report)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
