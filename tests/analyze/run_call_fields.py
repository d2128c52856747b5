#!/usr/bin/env python3
"""Fields of states that name communicators, sequence numbers and roots group collectives.

Usage: run_call_fields.py TOOL_DIR
"""

import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "support"), str(HERE)]
import blackbox
from definitions import numbered

EPS = 1e-9


def definitions(fields, field_type="string"):
    """The field is written at the push, all of them as words."""
    return numbered({
        0: ("DefineContainerType", "Alias Type Name"),
        1: ("DefineStateType", "Alias Type Name"),
        3: ("CreateContainer", "Time Alias Type Container Name"),
        5: ("PushState", "Time Type Container Value " + " ".join(f"{f}:{field_type}" for f in fields)),
        6: ("PopState", "Time Type Container"),
        7: ("PushState", "Time Type Container Value"),
    }) + "0 R 0 Rank\n1 S R State\n"


class Bench:
    def __init__(self, tool, report):
        self.tool, self.report = tool, report

    def ask(self, command, text, *words):
        with blackbox.scratch_directory() as scratch:
            path = Path(scratch) / "run.paje"
            path.write_text(text)
            done = blackbox.run([self.tool, command, "-q", "--json", *words, path])
            self.report.check(f"{command} runs", done.code == 0, done.err)
            return json.loads(done.out) if done.code == 0 else None


class Ranks:
    def __init__(self, count, fields, field_type="string"):
        self.names = [f"rank-{i}" for i in range(count)]
        self.now = [0.0] * count
        self.lines = []
        self.definitions = definitions(fields, field_type)

    def state(self, rank, value, end, words=None):
        kind, last = (7, "") if words is None else (5, "".join(f' "{word}"' for word in words))
        self.lines.append((self.now[rank], f"{kind} {self.now[rank]:.9g} S {self.names[rank]} {value}{last}"))
        self.lines.append((end, f"6 {end:.9g} S {self.names[rank]}"))
        self.now[rank] = end

    def text(self):
        lines = sorted(self.lines, key=lambda line: line[0])
        return self.definitions + "".join(f"3 0 {name} R 0 {name}\n" for name in self.names) \
            + "".join(line + "\n" for _, line in lines)


def interleaved(seed, with_sequence):
    """Ranks in rows and columns of a grid call Allreduce in both, in an order of their own; gives also the waits."""
    dice = random.Random(seed)
    side = dice.randint(2, 4)
    run = Ranks(side * side, ["Comm", "Sequence"] if with_sequence else ["Comm"])
    waits, counts = 0.0, {}
    for _ in range(dice.randint(2, 8)):
        for rank in range(side * side):
            run.state(rank, "work", run.now[rank] + dice.randint(1, 50))
        groups = [[f"{kind}{i}", [i * side + j if kind == "row" else j * side + i for j in range(side)]]
                  for kind in ("row", "column") for i in range(side) if dice.random() < 0.7]
        dice.shuffle(groups)
        for name, members in groups:
            come = max(run.now[rank] for rank in members)
            waits += sum(come - run.now[rank] for rank in members)
            counts[name] = counts.get(name, 0) + 1
            words = [name, counts[name]] if with_sequence else [name]
            for rank in members:
                run.state(rank, "MPI_Allreduce", come + dice.randint(1, 5), words)
    return run.text(), waits, sum(counts.values())


@blackbox.group
def check_communicators(bench):
    for seed in range(40):
        text, waits, operations = interleaved(seed, seed % 2 == 0)
        summary = bench.ask("summary", text)
        name = f"grid {seed}"
        bench.report.check(f"{name}: operations", summary["collectives"] == operations,
                           f"{summary['collectives']}, not {operations}")
        bench.report.check(f"{name}: waits", abs(summary["waits"]["total"] - waits) < 1e-6 * max(1, waits),
                           f"{summary['waits']}, not {waits}")
        bench.report.check(f"{name}: right", summary["violations"]["collective_left_before_last_came"] == 0
                           and abs(summary["replayed"] - summary["length"]) < 1e-6)
        bench.report.check(f"{name}: no assumption", not any("Assumed" in line for line in summary["remarks"]),
                           str(summary["remarks"]))
    # Without the field the same calls are grouped wrongly: this is what the test is about.
    text, waits, _ = interleaved(3, False)
    guess = bench.ask("summary", text.replace("% Comm string", "% Unused string"))
    bench.report.check("a guess", abs(guess["waits"]["total"] - waits) > 1
                       and any("Assumed: the n-th" in line for line in guess["remarks"]), str(guess["remarks"]))


@blackbox.group
def check_sequence_numbers(bench):
    """Calls that one rank left out in its trace: sequence numbers say which."""
    run = Ranks(2, ["comm", "SEQ"])
    for number in range(1, 6):
        run.state(0, "work", run.now[0] + 1)
        run.state(1, "work", run.now[1] + 2)
        come = max(run.now)
        for rank in range(2):
            if (rank, number) == (1, 2):
                run.state(rank, "work", come + 1)
            else:
                run.state(rank, "MPI_Barrier", come + 1, ["world", number])
    summary = bench.ask("summary", run.text())
    bench.report.check("sequence numbers", summary["collectives"] == 5
                       and abs(summary["waits"]["total"] - 4) < EPS, str(summary["waits"]))


@blackbox.group
def check_partly_named(bench):
    run = Ranks(2, ["Comm"])
    for words in (["x"], None, ["x"]):
        run.state(0, "work", run.now[0] + 1)
        run.state(1, "work", run.now[1] + 3)
        come = max(run.now)
        for rank in range(2):
            run.state(rank, "MPI_Barrier", come + 1, words)
    summary = bench.ask("summary", run.text())
    bench.report.check("partly named", summary["collectives"] == 3 and any(
        line.startswith("Assumed for 2 of 6 calls") for line in summary["remarks"]), str(summary["remarks"]))


@blackbox.group
def check_inner_state(bench):
    """The profiling layer has the field, not the call around it."""
    run = Ranks(2, ["Comm"])
    for rank, comm in ((0, "a"), (1, "b")):
        name = run.names[rank]
        run.lines += [(1 + rank, f"7 {1 + rank} S {name} MPI_Barrier"),
                      (1 + rank, f"5 {1 + rank} S {name} PMPI_Barrier {comm}"),
                      (3.5, f"6 3.5 S {name}"), (4, f"6 4 S {name}")]
    summary = bench.ask("summary", run.text())
    bench.report.check("each alone", summary["collectives"] == 2 and summary["waits"]["total"] == 0, str(summary))


def broadcast(root_words, field_type="string"):
    run = Ranks(3, ["Root"], field_type)
    for rank, length in enumerate((1, 5, 3)):
        run.state(rank, "work", length)
    for rank in range(3):
        run.state(rank, "MPI_Bcast", 9, root_words)
    return run.text()


@blackbox.group
def check_roots(bench):
    for words, wanted in ((["1"], 1), (["rank-2"], 2), (["0"], 0), (["nobody"], 0), (["7"], 0), (["-1"], 0)):
        waits = bench.ask("waits", broadcast(words))["waits"]
        expected = {1: {("rank-0", 4.0), ("rank-2", 2.0)}, 2: {("rank-0", 2.0)}, 0: set()}[wanted]
        got = {(wait["container"], wait["amount"]) for wait in waits}
        bench.report.check(f"root {words}", got == expected and all(
            wait["waits_for"] == f"rank-{wanted}" for wait in waits), str(waits))
    waits = bench.ask("waits", broadcast(["1"], "int"))["waits"]
    bench.report.check("a whole number", len(waits) == 2, str(waits))
    # However numbers are spelled: by the type of the field, and where another call has `NA`.
    texts = {"double": broadcast(["1"], "double"), "1.000000": broadcast(["1.000000"], "double"),
             "words": broadcast(["1.000000"]), "not a whole one": broadcast(["1.5"], "double"),
             "NA elsewhere": broadcast(["1"], "int") + "".join(
                 f'5 9 S rank-{rank} MPI_Allreduce NA\n6 9 S rank-{rank}\n' for rank in range(3)),
             "alias": broadcast(["c1"]).replace("R 0 rank-1", "R 0 second").replace(" rank-1", " c1")}
    for name, text in texts.items():
        waits = [wait for wait in bench.ask("waits", text)["waits"] if wait["value"] == "MPI_Bcast"]
        wanted = 0 if name == "not a whole one" else 2
        bench.report.check(f"root as {name}", len(waits) == wanted, str(waits))
    # The option is what the user knows better.
    waits = bench.ask("waits", broadcast(["1"]), "--root", "rank-2")["waits"]
    bench.report.check("--root", {wait["waits_for"] for wait in waits} == {"rank-2"}, str(waits))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    report = blackbox.Report()
    blackbox.run_groups(Bench(blackbox.need_tool(sys.argv[1], "pj_analyze"), report))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
