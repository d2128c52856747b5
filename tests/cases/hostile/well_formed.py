"""Whether outputs are well-formed, whatever bytes names are: read by readers that are not ours."""

import csv
import io
import json
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

from traces import batches_of_names, of_names, usable


def xml_of(data):
    ElementTree.fromstring(data)


def json_of(data):
    return json.loads(data.decode("utf-8"), parse_constant=lambda word: 1 / 0)


def csv_of(data):
    """The rows; all have as many fields as the first."""
    rows = list(csv.reader(io.StringIO(data.decode("latin-1"), newline=""), strict=True))
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("rows of different lengths")
    return rows


def dot_of(data):
    """How many nodes there are."""
    data.decode("utf-8")
    done = subprocess.run(["dot", "-Tplain"], input=data, capture_output=True, check=True, timeout=120)
    if done.stderr:
        raise ValueError(done.stderr.decode("latin-1"))
    return sum(line.startswith(b"node ") for line in done.stdout.splitlines())


def pdf_of(data):
    if not data.startswith(b"%PDF") or b"%%EOF" not in data[-20:]:
        raise ValueError("no whole PDF")


def png_of(data):
    if not data.startswith(b"\x89PNG") or b"IEND" not in data[-12:]:
        raise ValueError("no whole PNG")


class WellFormed:
    """Runs every tool that writes such files on traces with such names."""

    def __init__(self, tools, viewer, scratch, report, run):
        self.tools, self.viewer, self.scratch, self.report, self.run = tools, viewer, scratch, report, run

    def check(self, what, data, reader):
        try:
            found = reader(data)
        except Exception as error:  # whatever a reader throws
            self.report.check(what, False, f"{type(error).__name__}: {error}"[:300])
            return None
        self.report.check(what, True)
        return found

    def printed(self, what, reader, tool, *words):
        done = self.run(self.tools / tool, *words)
        if self.report.check(what, done.code in (0, 1) and not done.trouble(), done.err[:300]):
            return self.check(what, done.out.encode("latin-1"), reader)
        return None

    def drawn(self, what, reader, suffix, command, option, *words):
        path = self.scratch / f"drawn.{suffix}"
        path.unlink(missing_ok=True)
        done = self.run(command, option, path, *words)
        if self.report.check(what, path.is_file() and not done.trouble(), f"{done.code} {done.err[:300]}"):
            self.check(what, path.read_bytes(), reader)

    def check_names(self, batch, names):
        trace = self.scratch / "names.paje"
        trace.write_bytes(of_names(names))
        other = self.scratch / "plain.paje"
        other.write_bytes(of_names(names[: len(names) // 2]))
        words = {name.decode("latin-1") for name in usable(names)}
        aggregate, compare = self.tools / "pj_aggregate", self.tools / "pj_compare"
        for form, reader in (("--json", json_of), ("--csv", csv_of)):
            self.printed(f"{batch}: pj_aggregate {form}", reader, "pj_aggregate", form, "--p", "0", trace)
            self.printed(f"{batch}: pj_compare {form}", reader, "pj_compare", form, other, trace)
        self.printed(f"{batch}: pj_validate --json", json_of, "pj_validate", "--json", trace)
        self.printed(f"{batch}: pj_export chrome", json_of, "pj_export", "--to", "chrome", trace)
        for form, reader in (("json", json_of), ("csv", csv_of)):
            self.printed(f"{batch}: pj_query {form}", reader, "pj_query", "--format", form, trace,
                         "select path, type, value, start from states")
        if shutil.which("dot"):
            for name, call in (("pj_export", ("--to", "dot")), ("pj_dump", ("--dot",))):
                nodes = self.printed(f"{batch}: {name} dot", dot_of, name, *call, trace)
                # Types that share a name are one node for pj_dump, as for the reference.
                if name == "pj_export":
                    self.report.same(f"{batch}: a node for each type", str(5 + 2 * len(words)), str(nodes))
        table = self.run(self.tools / "pj_dump", "--quotes=csv", "-o", trace).out
        self.check(f"{batch}: pj_dump csv", table.encode("latin-1"),
                   lambda data: list(csv.reader(io.StringIO(data.decode("latin-1"), newline=""), strict=True)))
        for suffix, reader in (("svg", xml_of), ("png", png_of)):
            self.drawn(f"{batch}: pj_aggregate {suffix}", reader, suffix, aggregate, f"--{suffix}",
                       "--p", "0", trace)
        self.drawn(f"{batch}: pj_compare svg", xml_of, "svg", compare, "--svg", other, trace)
        self.check_tables(batch, trace, words)
        if self.viewer:
            self.check_viewer(batch, trace, other)

    def check_tables(self, batch, trace, words):
        folder = self.scratch / "tables"
        self.run(self.tools / "pj_export", "--to", "csv", trace, "-o", folder)
        for name in ("container", "state", "variable", "event", "link"):
            rows = self.check(f"{batch}: {name}.csv", (folder / f"{name}.csv").read_bytes(), csv_of)
            if rows and name in ("container", "state", "event"):
                at = rows[0].index("name" if name == "container" else "value")
                self.report.check(f"{batch}: {name}.csv has all names", words <= {row[at] for row in rows})

    def check_viewer(self, batch, trace, other):
        for mode, traces in (("gantt", [trace]), ("aggregate", [trace]), ("compare", [other, trace])):
            for suffix, reader in (("svg", xml_of), ("pdf", pdf_of)):
                self.drawn(f"{batch}: pajeview {mode} {suffix}", reader, suffix, self.viewer, "--render",
                           "--mode", mode, "--size", "300x5000" if mode == "compare" else "300x1500", *traces)

    def check_all(self):
        for batch, names in batches_of_names():
            self.check_names(batch, names)
        # The name of the file is in pictures, too.
        for name in (b"a<b>&\"'.paje", b"\x01]]>.paje", b"caf\xe9.paje"):
            path = bytes(self.scratch) + b"/" + name
            with open(path, "wb") as file:
                file.write(of_names([b"x", b"y"]))
            self.drawn(f"file {name}: pj_aggregate", xml_of, "svg", self.tools / "pj_aggregate", "--svg", path)
            self.printed(f"file {name}: pj_aggregate --json", json_of, "pj_aggregate", "--json", path)
            self.drawn(f"file {name}: pj_compare", xml_of, "svg", self.tools / "pj_compare", "--svg", path, path)
            if self.viewer:
                self.check_viewer(f"file {name}", path, path)
