#!/usr/bin/env python3
"""Cuts traces into files and puts them together again: what is replayed stays the same, and what is
wrong with a set is reported in one message.

Usage: run_parts.py TOOL_DIR SAMPLES
"""

import os
import random
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox

TROUBLE = 2
RULES = [["--depth", "1"], ["--depth", "2"], ["--depth", "3"], ["--parts", "1"], ["--parts", "2"],
         ["--parts", "5"]]


class Parts:
    def __init__(self, tools, scratch, report):
        self.tools = Path(tools)
        self.scratch = scratch
        self.report = report
        self.splits = 0
        self.cut_off = 0

    def run(self, tool, *words, **options):
        return blackbox.run([self.tools / tool, *words], **options)

    def dump(self, trace, *options):
        return self.run("pj_dump", "-u", "-z", *options, trace)

    def check_round_trip(self, trace, rule, *options):
        """dump(split(x)) and dump(merge(split(x))) are dump(x)."""
        name = f"{trace.name} {' '.join(rule)}"
        directory = self.scratch / "set"
        shutil.rmtree(directory, ignore_errors=True)
        done = self.run("pj_split", "-q", *options, trace, directory, *rule)
        if done.code == TROUBLE and "no container" in done.err:
            return
        if not self.report.check(f"{name}: split", done.code == 0 and not done.err, done.err):
            return
        self.splits += 1
        self.cut_off += len(list(directory.iterdir())) - 1
        expected = self.dump(trace, *options)
        root = directory / "root.paje"
        self.report.same(f"{name}: dump of the set", expected.out, self.dump(root, *options).out)
        streamed = self.dump(root, "-o", *options).out
        self.report.check(f"{name}: dump -o of the set",
                          sorted(streamed.splitlines())
                          == sorted(self.dump(trace, "-o", *options).out.splitlines()))
        merged = self.scratch / "merged.paje"
        done = self.run("pj_merge", "-q", *options, root, "-o", merged)
        self.report.check(f"{name}: merge", done.code == 0 and not done.err, done.err)
        self.report.same(f"{name}: dump of the merged set", expected.out,
                         self.dump(merged, *options).out)
        self.check_reference(name, trace, merged)

    def check_enough(self, splits, cut_off):
        """That the rules did cut something."""
        self.report.check("enough was cut", self.splits > splits and self.cut_off > cut_off,
                          f"{self.splits} sets, {self.cut_off} parts")

    def check_reference(self, name, trace, merged):
        """The reference, which knows no parts, reads the merged file as it does the trace."""
        reference = shutil.which("pj_dump")
        # It knows no parts, so it must not be asked about a set.
        if not reference or trace.stat().st_size > 3_000_000 or trace.name == "root.paje":
            return
        expected = blackbox.run([reference, "-z", trace])
        if expected.code == 0:
            self.report.same(f"{name}: the reference's dump", expected.out,
                             blackbox.run([reference, "-z", merged]).out)


@blackbox.group
def check_samples(parts, samples, _):
    for trace in sorted((samples / "features").glob("*.paje")) + sorted(
            (samples / "heat").glob("*.trace")):
        options = ["--no-strict"] if trace.name == "old_field_names.paje" else []
        for rule in RULES if trace.stat().st_size < 100_000 else RULES[:4]:
            parts.check_round_trip(trace, rule, *options)
    # A set is cut anew.
    parts.check_round_trip(samples / "features" / "multi_file" / "root.paje", ["--depth", "1"])
    parts.check_enough(50, 150)


def program(parts, scratch):
    """A trace of ranks that come and go."""
    trace = scratch / "program.paje"
    parts.run("pj_generate", "--ranks", "6", "--iterations", "20", "--churn", "-o", trace)
    return trace


@blackbox.group
def check_generated(parts, _, scratch):
    """Containers that come and go, in trees of any shape."""
    for seed in range(15):
        trace = scratch / f"varied{seed}.paje"
        words = ["--shape", "varied", "--seed", seed, "--events", 400, "--churn", "-o", trace]
        done = parts.run("pj_generate", *map(str, words))
        parts.report.check(f"{trace.name} is made", done.code == 0, done.err)
        for rule in (RULES[seed % len(RULES)], RULES[(seed + 3) % len(RULES)]):
            parts.check_round_trip(trace, rule)
    trace = program(parts, scratch)
    for rule in [*RULES, ["--by", "container-type", "Rank"]]:
        parts.check_round_trip(trace, rule)


def definitions():
    events = [("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
              ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
              ("CreateContainer", "Time Alias Type Container Name"),
              ("DestroyContainer", "Time Type Name"), ("SetState", "Time Type Container Value"),
              ("StartLink", "Time Type Container StartContainer Value Key"),
              ("EndLink", "Time Type Container EndContainer Value Key")]
    kinds = {"Time": "date"}
    lines = []
    for number, (name, fields) in enumerate(events):
        lines.append(f"%EventDef Paje{name} {number}")
        lines += [f"% {field} {kinds.get(field, 'string')}" for field in fields.split()]
        lines.append("%EndEventDef")
    return lines


def random_lives(seed):
    """A trace whose containers, three levels of them, are created, used and destroyed in any order:
    above others, twice, with children and events that come too late."""
    dice = random.Random(seed)
    lines = [*definitions(), "0 A 0 A", "0 B A B", "0 C B C", "2 L 0 A A L"]
    for level in "ABC":
        lines += [f"1 S{level} {level} S{level}", f"2 L{level} {level} A A L{level}"]
    below = {"0": "A", "A": "B", "B": "C"}
    alive = {"0": "0"}  # of each container its type, even if it was destroyed
    for step in range(dice.randint(5, 80)):
        name, kind = dice.choice(list(alive.items()))
        what = dice.random()
        if what < 0.3 and kind in below:
            child = f"c{len(alive)}"
            lines.append(f"3 {step} {child} {below[kind]} {name} {child}")
            alive[child] = below[kind]
        elif name == "0" or what > 0.95:
            ends = [c for c, k in alive.items() if k == "A"]
            if ends:
                owner = "L" if name == "0" else f"L{kind}"
                lines.append(f"6 {step} {owner} {name} {dice.choice(ends)} v k{step}")
                lines.append(f"7 {step} {owner} {name} {dice.choice(ends)} v k{step}")
        elif what < 0.42:
            lines.append(f"4 {step} {kind} {name}")
        else:
            lines.append(f"5 {step} S{kind} {name} v{dice.randint(0, 3)}")
    return "\n".join(lines) + "\n"


@blackbox.group
def check_lives(parts, _, scratch):
    for seed in blackbox.share(range(40)):
        trace = scratch / f"lives{seed}.paje"
        trace.write_text(random_lives(seed))
        for rule in (RULES[seed % len(RULES)], RULES[(seed + 4) % len(RULES)]):
            parts.check_round_trip(trace, rule)


@blackbox.group
def check_real(parts, _, scratch):
    for name, packed in blackbox.real_traces(most_bytes=400_000):
        if packed.suffix != ".xz":
            continue
        trace = scratch / name
        trace.write_bytes(blackbox.unpacked(packed))
        parts.check_round_trip(trace, ["--depth", "1"])
        parts.check_round_trip(trace, ["--parts", "3"])


@blackbox.group
def check_trouble(parts, samples, scratch):
    report = parts.report
    trace = program(parts, scratch)
    target = scratch / "there"
    target.mkdir()
    (target / "file").write_text("")

    def fails(name, code, says, tool, *words, **options):
        done = parts.run(tool, *words, **options)
        report.check(name, done.code == code and says in done.err and not done.trouble(),
                     f"{done.code} {done.err!r}, expected {says!r}")

    fails("a directory that is not empty", TROUBLE, "exists", "pj_split", trace, target,
          "--depth", "1")
    report.check("it stays as it is", os.listdir(target) == ["file"])
    new = scratch / "new"
    fails("no rule", TROUBLE, "", "pj_split", trace, new)
    fails("two rules", TROUBLE, "", "pj_split", trace, new, "--depth", "1", "--parts", "2")
    fails("an unknown container type", TROUBLE, "no container", "pj_split", trace, new, "--by",
          "container-type", "Nothing")
    fails("the rule first", TROUBLE, "no container", "pj_split", "--by", "container-type", "Nothing", trace, new)
    fails("a bad trace", 1, "unknown container", "pj_split",
          samples / "bad" / "unknown_container.paje", new, "--depth", "1")
    fails("no such trace", TROUBLE, "No such file", "pj_split", scratch / "nowhere", new,
          "--depth", "1")
    report.check("nothing is left of what failed",
                 not [name for name in os.listdir(scratch) if name.startswith("new")])
    done = parts.run("pj_split", "-q", "-", new, "--depth", "1", stdin=trace.read_bytes())
    report.check("from standard input", done.code == 0 and (new / "root.paje").exists(), done.err)

    part = sorted(new.glob("0*.paje"))[0]
    whole = part.read_bytes()
    in_a_line = whole.rindex(b"\n", 0, len(whole) * 3 // 4) + 5
    part.write_bytes(whole[:in_a_line])
    for tool in ("pj_dump", "pj_merge"):
        done = parts.run(tool, new / "root.paje")
        report.check(f"{tool}: a part that is cut", done.code == 1 and part.name in done.err
                     and f"is named by {new / 'root.paje'}:" in done.err, done.err)
    part.unlink()
    output = scratch / "merged-in-vain"
    for name, why in (("a part that is gone", "No such file"),
                      ("a part that is a directory", "not a regular file")):
        # What is missing is said, and the rest is there: the root's own containers at least.
        done = parts.run("pj_merge", new / "root.paje", "-o", output)
        report.check(f"{name}: pj_merge", done.code in (0, 1) and why in done.err, done.err)
        done = parts.run("pj_dump", "-z", new / "root.paje")
        report.check(f"{name}: pj_dump", why in done.err and ": warning: " in done.err, done.err)
        if not part.exists():
            part.mkdir()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    report = blackbox.Report()
    blackbox.need_tool(sys.argv[1], "pj_split")
    samples = Path(sys.argv[2])
    with blackbox.scratch_directory() as scratch:
        parts = Parts(sys.argv[1], Path(scratch), report)
        blackbox.run_groups(parts, samples, Path(scratch))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
