#!/usr/bin/env python3
"""What pj_simulate computes: against values of an independent implementation, closed forms, cases calculated by hand,
and one way of simulating against the other.

Usage: run_simulate.py TOOL_DIR
"""

import csv
import io
import json
import math
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from definitions import definitions

# 10 GFlop/s on one core, whatever else it has.
HARDWARE = [{"name": "core", "kind": "cpu", "cores": 1, "gflops_double": 10, "idle_watts": 50, "load_watts": 150,
             "failures_per_hour": 0.001},
            {"name": "quad", "kind": "cpu", "cores": 4, "gflops_double": 40, "idle_watts": 40, "load_watts": 120},
            {"name": "card", "kind": "gpu", "gflops_double": 500, "gflops_single": 1000, "idle_watts": 20,
             "load_watts": 220},
            {"name": "link", "kind": "network", "startup_s": 5e-5, "bandwidth_Bps": 125e6},
            {"name": "fast", "kind": "network", "startup_s": 2e-6, "bandwidth_Bps": 4e9}]


class Bench:
    def __init__(self, tools, report, folder):
        self.tools, self.report, self.folder = tools, report, folder
        self.write("parts.json", {"hardware": HARDWARE})

    def write(self, name, content):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
        return path

    def system(self, name="system.json", machines=2048, parts=("core",), network="link", **members):
        node = {"name": "node", "count": machines, "parts": list(parts)}
        return self.write(name, {"network": network, "nodes": [node], **members})

    def run(self, *words):
        return blackbox.run([self.tools / "pj_simulate", *words], cwd=self.folder)

    @staticmethod
    def hardware(words):
        return () if "--storage" in words else ("--hardware", "parts.json")

    def ask(self, name, *words):
        done = self.run("--json", *self.hardware(words), *words)
        ok = self.report.check(f"{name}: runs", done.code == 0, blackbox.shorten(done.err))
        return json.loads(done.out) if ok else None

    def first(self, name, *words):
        found = self.ask(name, *words)
        return found["configurations"][0] if found else dict.fromkeys(("time", "energy_J"), math.nan)

    def near(self, name, wanted, got, tolerance=1e-9):
        self.report.check(name, got is not None and abs(got - wanted) <= tolerance * max(1e-300, abs(wanted)),
                          f"expected {wanted}, got {got}")

    def refused(self, name, wanted, *words):
        done = self.run(*self.hardware(words), *words)
        self.report.check(name, done.code == 2 and wanted in done.err and not done.out,
                          f"{done.code}: {blackbox.shorten(done.err)}")

    @staticmethod
    def golden(name):
        return json.loads((blackbox.DATA / "golden-models" / name).read_text("utf-8"))

    def dump(self, trace, kind):
        done = blackbox.run([self.tools / "pj_dump", trace], cwd=self.folder)
        self.report.check(f"{trace}: is valid", done.code == 0, blackbox.shorten(done.err))
        rows = [line.split(", ") for line in done.out.splitlines()]
        return [row for row in rows if row[0] == kind]


def application(*labels, **variables):
    """Labels are (name, count, blocks)."""
    return {"variables": variables,
            "labels": [{"name": name, "count": count, "blocks": blocks} for name, count, blocks in labels]}


@blackbox.group
def check_golden(bench):
    golden = bench.golden("merpsys.json")
    bench.system()
    for case in golden["spmd"]:
        for mode in ("label", "process"):
            found = bench.first(f"spmd {case['processes']} {mode}", "template:spmd_3d", "--system", "system.json", "--mode", mode,
                                "--set", f"side={case['p_per_dim']}")
            bench.near(f"spmd {case['processes']} {mode}", case["T"], found["time"])
    for case in golden["master_slave"]:
        for mode in ("label", "process"):
            found = bench.first(f"slaves {case['slaves']} {mode}", "template:master_slaves", "--system", "system.json",
                                "--mode", mode, "--set", f"n.slave={case['slaves']}")
            bench.near(f"slaves {case['slaves']} {mode}", case["T"], found["time"])
    bench.system(network="fast")
    for case in golden["dac"]:
        for mode in ("label", "process"):
            name = f"divide and conquer {case['p']} {mode}"
            found = bench.ask(name, "template:divide_and_conquer", "--system", "system.json", "--mode", mode,
                              "--set", f"n.worker={case['p']}")
            if not found:
                continue
            bench.near(name, case["T"], found["configurations"][0]["time"])
            label = found["labels"][0]
            wanted = [case["compute_calls"], 2 * case["comm_down"]]  # down and up
            bench.report.check(f"{name}: blocks", [label["computations"], label["communications"]] == wanted, str(label))


@blackbox.group
def check_templates(bench):
    """Closed forms."""
    bench.system()
    slow, byte = 5e-5, 1 / 125e6
    for side in (1, 2, 5):
        found = bench.ask(f"2d {side}", "template:spmd_2d", "--system", "system.json", "--set", f"side={side}")
        if found:
            step = 1e8 / side**2 * 10 / 1e10 + 4 * (slow + 1e4 / side * 8 * byte)
            bench.near(f"2d {side}", 10 * step, found["configurations"][0]["time"])
    found = bench.ask("3d", "template:spmd_3d", "--system", "system.json", "--set", "side=3")
    if found:
        label = found["labels"][0]
        bench.report.check("3d: 1 computation, 12 communications", (label["computations"], label["communications"]) == (1, 12),
                           str(label))
    found = bench.first("one slave", "template:master_slaves", "--system", "system.json", "--set", "n.slave=1", "--set",
                        "batches=10")
    bench.near("one slave", 10 * (0.2 + 2 * slow + 1.68e6 * byte), found["time"])


@blackbox.group
def check_blocks(bench):
    """Each kind of block, by hand; in both modes."""
    bench.system(machines=8)
    send = 5e-5 + 1e6 / 125e6
    compute = {"compute": {"complexity": "1e10"}}
    cases = {
        "compute": (application(("a", 2, [compute])), 1),
        "data": (application(("a", 1, [{"compute": {"data": 1000, "complexity": "data^2 * 1e4"}}])), 1),
        "threads are not more than cores": (application(("a", 1, [{"compute": {"complexity": 1e10, "threads": 4}}])), 1),
        "send": (application(("a", 1, [{"send": {"to": "b", "data": 1e6}}]), ("b", 1, [{"receive": {"from": "a"}}, compute])),
                 send + 1),
        "one to many": (application(("a", 1, [{"send": {"to": "b", "data": 1e6}}]),
                                    ("b", 3, [{"receive": {"from": "a"}}, compute])), 3 * send + 1),
        "many to one": (application(("a", 1, [{"receive": {"from": "b"}}, compute]),
                                    ("b", 3, [{"compute": {"complexity": "2e10"}}, {"send": {"to": "a", "data": 1e6}}])),
                        2 + send + 1),
        "one to one": (application(("a", 2, [{"one_to_one": {"with": "b", "data": 1e6}}]),
                                   ("b", 3, [compute, {"one_to_one": {"with": "a", "data": 1e6}}])), 1 + send),
        "one to one of a few": (application(("a", 4, [{"one_to_one": {"data": 1e6, "pairs": 2}}])), send),
        "scatter": (application(("a", 1, [{"scatter": {"among": ["a", "b"], "data": 1e6}}]),
                                ("b", 3, [compute, {"scatter": {"among": ["b", "a"], "data": 1e6}}])), 1 + 3 * send),
        "gather": (application(("a", 4, [{"gather": {"data": 1e6}}])), 3 * send),
        "reduce": (application(("a", 5, [{"reduce": {"data": 1e6}}])), 3 * send),
        "barrier": (application(("a", 8, [{"barrier": {}}])), 3 * 5e-5),
        "loop": (application(("a", 1, [{"loop": {"count": 4, "variable": "i", "blocks": [
            {"compute": {"complexity": "i * 1e10"}}]}}])), 6),
        "if": (application(("a", 1, [{"if": {"condition": "x > 3", "then": [compute, compute], "else": [compute]}}]), x=4), 2),
        "else": (application(("a", 1, [{"if": {"condition": "x > 3", "then": [compute, compute], "else": [compute]}}]), x=3), 1),
        "set": (application(("a", 1, [{"set": {"x": "x * 3"}}, {"compute": {"complexity": "x * 1e10"}}]), x=2), 6),
        "variables": (application(("a", "k", [{"compute": {"complexity": "n.a * 1e10"}}]), m=4, k="m + 1"), 5),
        "single process": (application(("a", 1, [{"scatter": {"data": 1e6}}, {"send": {"to": "a", "data": 1e6}}])), 0),
    }
    for name, (content, wanted) in cases.items():
        bench.write("app.json", content)
        for mode in ("process", "label"):
            found = bench.first(f"{name} {mode}", "app.json", "--system", "system.json", "--mode", mode)
            bench.near(f"{name} {mode}", wanted, found["time"])


@blackbox.group
def check_machines(bench):
    """Cores are shared; cards; parts, groups and models of their own; several applications."""
    compute = {"compute": {"complexity": "1e10"}}
    bench.write("app.json", application(("a", 8, [compute])))
    for machines, wanted in ((1, 2), (2, 1), (3, 1)):
        bench.system(machines=machines, parts=["quad"])
        bench.near(f"8 processes on {machines} of 4 cores", wanted,
                   bench.first("shared", "app.json", "--system", "system.json")["time"])
    bench.system(machines=1, parts=["quad", {"part": "card", "count": 2}])
    for words, wanted in (({"device": "gpu"}, 4 * 0.02), ({"device": "gpu", "precision": "single"}, 4 * 0.01),
                          ({"threads": 2}, 2)):
        bench.write("device.json", application(("a", 8, [{"compute": {"complexity": "1e10", **words}}])))
        bench.near(str(words), wanted, bench.first("device", "device.json", "--system", "system.json")["time"])
    bench.write("two.json", application(("b", 1, [{"compute": {"complexity": "3e10"}}])))
    bench.system(machines=9)
    found = bench.ask("two applications", "app.json", "two.json", "--system", "system.json")
    if found:
        bench.near("two applications: time", 3, found["configurations"][0]["time"])
        bench.near("two applications: machines", 9, found["configurations"][0]["machines"])
        bench.report.check("two applications: labels", [(row["application"], row["label"]) for row in found["labels"]]
                           == [("app.json", "a"), ("two.json", "b")], str(found["labels"]))
    # A rack's own network, the machine's own formula, a coefficient that is set.
    rack = {"name": "rack", "count": 2, "network": "fast", "nodes": [{"name": "node", "count": 2, "parts": ["core"],
            "model": {"compute": "slow * ops / performance", "coefficients": {"slow": 2}}}]}
    bench.write("racks.json", {"network": "link", "nodes": [rack]})
    bench.write("app.json", application(("a", 4, [compute, {"if": {"condition": "rank < 1", "then": [
                                                      {"exchange": {"data": 1e6, "to": "peer"}}], "else": [
                                                      {"exchange": {"data": 1e6, "from": "if(rank == peer, 0, -1)"}}]}}]), peer=1))
    for peer, network in ((1, 2e-6 + 1e6 / 4e9), (2, 5e-5 + 1e6 / 125e6)):
        found = bench.first("racks", "app.json", "--system", "racks.json", "--set", f"peer={peer}", "--set", "slow=3")
        bench.near(f"from 0 to {peer}", 3 + network, found["time"])
    found = bench.first("swapped", "app.json", "--system", "racks.json", "--set", "peer=2", "--swap", "link=fast")
    bench.near("swapped", 2 + 2e-6 + 1e6 / 4e9, found["time"])
    # Two parts change places: quad has 4 cores of 10 GFlop/s, core one.
    bench.write("both.json", {"network": "link", "nodes": [{"name": "one", "parts": ["core"]}, {"name": "four", "parts": ["quad"]}]})
    for on, threads in (("one", 4), ("four", 1)):
        bench.write("threads.json", {"labels": [{"name": "a", "on": on, "blocks": [{"compute": {"complexity": 4e10, "threads": 4}}]}]})
        found = bench.first("exchanged", "threads.json", "--system", "both.json", "--swap", "core=quad", "--swap", "quad=core")
        bench.near(f"exchanged: {on}", 4 / threads, found["time"])


@blackbox.group
def check_models(bench):
    """Formulas of nodes and parts hold there and below, and name what they can have."""
    def system(parts, root=None, machine=None):
        node = {"name": "node", "count": 2, "parts": parts, **({"model": machine} if machine else {})}
        bench.write("system.json", {"network": "link", "nodes": [node], **({"model": root} if root else {})})

    work = [{"compute": {"complexity": "1e10"}}, {"exchange": {"data": 0, "to": "1 - rank", "from": "1 - rank"}}]
    bench.write("app.json", application(("a", 2, work)))
    bench.write("card.json", application(("a", 1, [{"compute": {"complexity": "1e10", "device": "gpu"}}])))
    seven = {"compute": "7"}
    system(["quad"], root=seven)
    bench.near("of the root", 7 + 5e-5, bench.first("root", "app.json", "--system", "system.json")["time"])
    system(["quad"], root=seven, machine={"compute": "3", "point_to_point": "2"})
    bench.near("of a machine", 5, bench.first("machine", "app.json", "--system", "system.json")["time"])
    system([{"part": "quad", "model": {"compute": "4", "power": "cores * 10"}}, "card"], root=seven)
    found = bench.first("part", "app.json", "--system", "system.json")
    bench.near("of a part", 4 + 5e-5, found["time"])
    bench.near("power of a part", (4 + 5e-5) * (40 + 20), found["energy_J"])
    bench.near("not of another part", 7, bench.first("card", "card.json", "--system", "system.json")["time"])
    # Failures: those of the machine without the part, and those of the part.
    system([{"part": "core", "count": 2}, {"part": "card", "model": {"failures": "time / 100"}}], root=seven)
    probability = bench.first("failures", "card.json", "--system", "system.json")["failure_probability"]
    bench.near("failures of a part", 1 - math.exp(-(2 * 0.001 * 7 / 3600 + 0.07)), probability)
    system([{"part": "core", "model": {"compute": "7"}}, "card"], root={"failures": "time / 100"})
    probability = bench.first("failures", "app.json", "--system", "system.json")["failure_probability"]
    bench.near("a part that fails as its machine", 1 - math.exp(-2 * (7 + 5e-5) / 100), probability)
    for name, parts, root, wanted in (
            ("messages of a part", [{"part": "quad", "model": {"barrier": "1"}}], None, "expected compute, power or failures of a part"),
            ("two models", ["quad", {"part": "core", "model": seven}], None, "expected one model for all parts of the kind cpu in a machine"),
            ("a name of others", ["quad"], {"compute": "ops / performance + startup"},
             "found 'startup'; there are ops, data, threads, performance, label_count, processes, cores, idle, load"),
            ("no threads of a message", ["quad"], {"point_to_point": "threads"},
             "found 'threads'; there are data, bandwidth, startup, peers, label_count, processes"),
            ("no time of power", ["quad"], {"power": "time"}, "found 'time'; there are cores, active_cores, idle, load"),
            ("no load of failures", ["quad"], {"failures": "load"}, "found 'load'; there are failures_per_hour, time")):
        system(parts, root=root)
        bench.refused(name, wanted, "app.json", "--system", "system.json")
        bench.refused(name, "system.json:", "app.json", "--system", "system.json")


@blackbox.group
def check_rendezvous(bench):
    """Messages from a size on begin when both sides are ready; a sender waits until then."""
    # Rank r computes r + 1 seconds, then passes on 1 MB; three rounds. Values of another implementation (replay.json of
    # the golden models, builtin_hockney_rendezvous).
    golden = {"makespan": 12.02415, "send_durations_iteration1": [1.00805, 1.00805, 1.00805, 0.00805]}
    bench.write("free.json", {"network": "link", "nodes": [{"name": "node", "count": 4, "parts": ["core"]}],
                              "model": {"rendezvous_bytes": 65536, "barrier": "0"}})
    ring = {"exchange": {"data": 1e6, "to": "(rank + 1) % 4", "from": "(rank - 1) % 4"}}
    bench.write("app.json", application(("a", 4, [{"loop": {"count": 3, "blocks": [
        {"compute": {"complexity": "1e10 * (rank + 1)"}}, ring, {"barrier": {}}]}}])))
    found = bench.first("ring", "app.json", "--system", "free.json", "-o", "ring.trace")
    bench.near("ring", golden["makespan"], found["time"], 1e-12)
    sends = sorted((row[1], float(row[3]), float(row[5])) for row in bench.dump("ring.trace", "State") if row[7].strip() == "PMPI_Send")
    first = [next(length for name, _, length in sends if name == f"rank-{rank}") for rank in range(4)]
    bench.report.check("ring: sends", len(sends) == 12 and all(
        abs(one - other) < 1e-6 for one, other in zip(first, golden["send_durations_iteration1"])), str(first))
    # By hand: 1e6 bytes take 8.05 ms, and 1e3 bytes 58 us.
    def pair(size, early, late, more):
        return application(("a", 2, [
            {"if": {"condition": "rank == 0", "then": [
                {"compute": {"complexity": early * 1e10}}, {"exchange": {"data": size, "to": 1}}, {"compute": {"complexity": more * 1e10}}],
                "else": [{"compute": {"complexity": late * 1e10}}, {"exchange": {"data": size, "from": 0}}]}}]))

    for size, early, late, more, wanted in ((1e6, 1, 3, 1, 4 + 0.00805), (1e6, 3, 1, 1, 4 + 0.00805), (1e6, 1, 3, 0, 3 + 0.00805),
                                            (1e3, 1, 3, 1, 3), (1e3, 3, 1, 1, 4 + 5.8e-5), (65536, 1, 3, 0, 3 + 5e-5 + 65536 / 125e6)):
        bench.write("app.json", pair(size, early, late, more))
        found = bench.first(f"pair {size} {early} {late}", "app.json", "--system", "free.json")
        bench.near(f"pair {size} {early} {late} {more}", wanted, found["time"], 1e-12)
    # Two that send first wait for each other, as such programs of MPI do.
    turn = [{"exchange": {"data": 1e6, "to": "1 - rank"}}, {"exchange": {"data": 1e6, "from": "1 - rank"}}]
    bench.write("app.json", application(("a", 2, turn)))
    bench.refused("both send first", "the label a, rank 0, waits forever in exchange (and 1 other processes wait)", "app.json",
                  "--system", "free.json", "--mode", "process")
    # Random rings: as if each message began when both are ready, calculated round after round.
    for seed in range(20):
        dice = random.Random(seed)
        count, steps = dice.randint(2, 6), [[dice.uniform(0, 2) for _ in range(6)] for _ in range(4)]
        blocks, clocks = [], [0.0] * count
        for step in steps:
            work = "+".join(f"(rank == {rank}) * {step[rank]!r}" for rank in range(count))
            blocks += [{"compute": {"complexity": f"1e10 * ({work})"}},
                       {"exchange": {"data": 1e6, "to": f"(rank + 1) % {count}", "from": f"(rank - 1) % {count}"}}]
            ready = [clock + step[rank] for rank, clock in enumerate(clocks)]
            arrive = [max(ready[rank], ready[(rank + 1) % count]) + 0.00805 for rank in range(count)]
            clocks = [max(arrive[rank], arrive[rank - 1]) for rank in range(count)]
        bench.write("app.json", application(("a", count, blocks)))
        bench.system(machines=8, model={"rendezvous_bytes": 1e6})
        bench.near(f"seed {seed}", max(clocks), bench.first(f"seed {seed}", "app.json", "--system", "system.json")["time"], 1e-12)
    bench.system(machines=8)
    bench.write("bad.json", {"network": "link", "nodes": [{"parts": [{"part": "core", "model": {"rendezvous_bytes": 1}}]}]})
    bench.refused("of a part", "expected compute, power or failures of a part", "app.json", "--system", "bad.json")
    bench.write("bad.json", {"network": "link", "model": {"rendezvous_bytes": -1}, "nodes": [{"parts": ["core"]}]})
    bench.refused("negative", "expected a number from 0 on", "app.json", "--system", "bad.json")


@blackbox.group
def check_platform(bench):
    """Platforms of SimGrid: a cluster, and zones with hosts, links and routes."""
    head = "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"simgrid.dtd\">\n<!-- a <host> -->\n"
    bench.write("cluster.xml", head + '<platform version="4.1"><cluster id="c" prefix="n" suffix="" radical="0-7,9" speed="1Gf" '
                'core="4" bw="125MBps" lat="50us" loopback_bw="1GBps" loopback_lat="1us">'
                '<prop id="wattage_per_state" value="20:22:36"/></cluster></platform>')
    content = application(("a", 36, [{"compute": {"complexity": "2e9"}},
                                     {"exchange": {"data": 1e6, "to": "if(rank == 0, peer, -1)", "from": "if(rank == peer, 0, -1)"}}]),
                          peer=1)
    bench.write("app.json", content)
    for peer, message in ((1, 1e-6 + 1e-3), (4, 1e-4 + 8e-3)):
        found = bench.first(f"cluster {peer}", "app.json", "--system", "cluster.xml", "--set", f"peer={peer}")
        bench.near(f"cluster {peer}", 2 + message, found["time"])
        bench.near(f"cluster {peer}: energy", 9 * (20 * (2 + message) + 16 * 2), found["energy_J"])
        bench.near(f"cluster {peer}: machines", 9, found["machines"])
    bench.write("zones.xml", head + """<platform version="4.1">
      <zone id="all" routing="Full">
        <zone id="left" routing="Full"><host id="a" speed="2Gf,1Gf"/><host id="b" speed="2Gf"/>
          <link id="l" bandwidth="1GBps" latency="1ms"/><route src="a" dst="b"><link_ctn id="l"/><link_ctn id="l"/></route></zone>
        <zone id="right" routing="None"><host id="c" speed="4Gf"/></zone>
        <link id="w" bandwidth="80Mbps" latency="0.5s"/>
        <zoneRoute src="left" dst="right" gw_src="a" gw_dst="c"><link_ctn id="w"/></zoneRoute>
      </zone></platform>""")
    for peer, message in ((1, 2e-3 + 1e-3), (2, 0.5 + 0.1)):
        found = bench.first(f"zones {peer}", "app.json", "--system", "zones.xml", "--set", "n.a=3", "--set", f"peer={peer}")
        bench.near(f"zones {peer}", max(1, 1 + message), found["time"])
    # Cabinets of a zone: a link each, and the backbone between them.
    bench.write("cabinets.xml", head + """<platform version="4.1"><zone id="all" routing="Cluster">
      <cabinet id="left" prefix="l" suffix="" radical="0-3" speed="2Gf" bw="125MBps" lat="1ms"/>
      <cabinet id="right" prefix="r" suffix="" radical="0-3" speed="2Gf" bw="1GBps" lat="1ms"/>
      <backbone id="b" bandwidth="500MBps" latency="4ms"/></zone></platform>""")
    bench.write("message.json", application(("a", 8, [{"exchange": {"data": 1e6, "to": "if(rank == 4, peer, -1)",
                                                                    "from": "if(rank == peer, 4, -1)"}}]), peer=5))
    for peer, bandwidth in ((5, 500e6), (0, 125e6)):
        found = bench.first(f"cabinets {peer}", "message.json", "--system", "cabinets.xml", "--set", f"peer={peer}")
        bench.near(f"cabinets {peer}", 6e-3 + 1e6 / bandwidth, found["time"])
    # A platform below a node of a system, with formulas and coefficients.
    bench.write("below.json", {"platform": "cluster.xml", "model": {"point_to_point": "k * startup", "coefficients": {"k": 3}}})
    found = bench.first("platform in a system", "app.json", "--system", "below.json", "--set", "peer=4", "--set", "k=10")
    bench.near("platform in a system", 2 + 10 * 1e-4, found["time"])
    bench.write("below.json", {"network": "fast", "nodes": [{"name": "far", "platform": "cluster.xml"}, {"name": "near", "parts": ["core"]}]})
    bench.write("far.json", application(("a", 37, [{"exchange": {"data": 1e6, "to": "if(rank == 0, 36, -1)", "from": "if(rank == 36, 0, -1)"}}])))
    bench.near("platform in a node", 2e-6 + 1e6 / 4e9, bench.first("platform in a node", "far.json", "--system", "below.json")["time"])
    bench.write("below.json", {"platform": "cluster.xml", "parts": ["core"]})
    bench.refused("platform and parts", "or 'platform', a file of SimGrid, found more than one of them", "app.json", "--system", "below.json")
    bench.write("below.json", {"platform": "absent.xml"})
    bench.refused("absent platform", "absent.xml: No such file", "app.json", "--system", "below.json")
    bench.refused("swap of a platform", "the system names no part core", "app.json", "--system", "cluster.xml", "--swap", "core=quad")
    for name, content, wanted in (("peer", "<platform><peer id='p' speed='1Gf'/></platform>", "bad.xml:1:11: expected zone, cluster, cabinet"),
                                  ("speed", "<platform>\n<cluster radical='0-1' speed='1' bw='1MBps'/></platform>",
                                   "bad.xml:2:1: expected <cluster> with lat, a number with a unit such as us"),
                                  ("end", "<platform>\n<zone>", "bad.xml:2:6: expected XML (Start-end tags mismatch), found '>'"),
                                  ("quotes", "<platform a=b/>", "bad.xml:1:13: expected XML (Error parsing element attribute)"),
                                  ("hosts", "<platform/>", "the system has no machine"),
                                  ("link", "<platform><route src='a'><link_ctn id='x'/></route></platform>", "a link of the same zone"),
                                  ("depth", f"<platform>{'<zone>' * 100}{'</zone>' * 100}</platform>", "less deep"), ("other", "<other/>", "expected <platform>")):
        bench.write("bad.xml", content)
        bench.refused(name, wanted, "app.json", "--system", "bad.xml")


@blackbox.group
def check_energy(bench):
    """Energy, failures and expected time by hand."""
    work = [{"compute": {"complexity": "rank * 1e11 + 1e11"}}]  # 10 s, 20 s
    bench.write("app.json", application(("a", 2, work)))
    bench.system(machines=4)
    found = bench.first("two machines", "app.json", "--system", "system.json", "--restart", "5")
    # Both machines are on for 20 s.
    bench.near("energy", 2 * 50 * 20 + 100 * (10 + 20), found["energy_J"])
    failures = 2 * 0.001 * 20 / 3600
    bench.near("failure probability", 1 - math.exp(-failures), found["failure_probability"])
    bench.near("expected time", (20 / failures + 5) * math.expm1(failures), found["expected_time"])
    # Two processes of one machine, whose power is not proportional: 10 s of two cores, 10 s of one.
    bench.system(machines=1, parts=["quad"], model={"power": "idle + 10 * active_cores^2"})
    found = bench.first("a curve", "app.json", "--system", "system.json")
    bench.near("energy of a curve", 40 * 20 + 10 * (10 * 4 + 10 * 1), found["energy_J"])
    bench.write("alike.json", application(("a", 2, [{"compute": {"complexity": "1e11"}}]),
                                          ("b", 1, [{"compute": {"complexity": "2e11"}}])))
    for mode in ("process", "label"):
        found = bench.first(f"a curve {mode}", "alike.json", "--system", "system.json", "--mode", mode)
        bench.near(f"energy of a curve {mode}", 40 * 20 + 10 * (10 * 9 + 10 * 1), found["energy_J"])
    # As much as the failures of a formula.
    bench.system(machines=2, model={"failures": "time / 100"})
    found = bench.first("failures", "app.json", "--system", "system.json")
    bench.near("failures by a formula", 1 - math.exp(-0.4), found["failure_probability"])


@blackbox.group
def check_sweep(bench):
    """All combinations, speed-up, the front, the cheapest, the same for any number of threads."""
    bench.system(machines=64)
    words = ["template:master_slaves", "--system", "system.json", "--hardware", "parts.json",
             "--set", "n.slave=1..64:x2", "--set", "batches=100,200..300:+100"]
    outputs = {jobs: bench.run("--csv", "-j", jobs, *words).out for jobs in ("1", "2", "3")}
    bench.report.check("any number of threads", len(set(outputs.values())) == 1)
    rows = list(csv.DictReader(io.StringIO(outputs["1"])))
    bench.report.check("all combinations", [(float(row["n.slave"]), float(row["batches"])) for row in rows]
                       == [(2.0**k, batches) for k in range(7) for batches in (100, 200, 300)], str(len(rows)))
    for row in rows:
        base = next(one for one in rows if one["n.slave"] == "1" and one["batches"] == row["batches"])
        bench.near("speed-up", float(base["time"]) / float(row["time"]), float(row["speedup"]), 1e-6)
    # Processes may be counted by a variable.
    found = bench.ask("speed-up of a side", "template:spmd_2d", "--system", "system.json", "--set", "side=1,2,4", "--set",
                      "size=1000,2000")
    for row in found["configurations"] if found else ():
        base = next(one for one in found["configurations"] if one["side"] == 1 and one["size"] == row["size"])
        bench.near(f"speed-up of {row['side']}", base["time"] / row["time"], row["speedup"])
    for row in rows:
        beaten = any(float(one["time"]) <= float(row["time"]) and float(one["energy_J"]) <= float(row["energy_J"])
                     and one is not row for one in rows)
        bench.report.check("front", ("front" in row["remark"]) == (not beaten), str(row))
    most = sorted(float(row["failure_probability"]) for row in rows)[len(rows) // 2]
    found = bench.ask("cheapest", *words[:2], "system.json", *words[5:], "--max-failure", str(most))
    if found:
        chosen = [row for row in found["configurations"] if "cheapest" in row["remark"]]
        least = min(row["energy_J"] for row in found["configurations"] if row["failure_probability"] <= most)
        bench.report.check("cheapest", len(chosen) == 1 and chosen[0]["energy_J"] == least, str(chosen))
    done = bench.run(*words[:5], "--max-failure", "0")
    bench.report.check("no cheapest", "No configuration fails" in done.out, done.out)


def random_blocks(dice, depth=0):
    """Blocks with which all processes of a label do the same."""
    blocks = []
    for _ in range(dice.randint(1, 4)):
        kind = dice.choice(["compute", "exchange", "one_to_one", "gather", "barrier", "loop", "send", "reduce"])
        size = dice.choice([0, 1e3, 1e6])
        if kind == "compute":
            pair = [{"compute": {"complexity": dice.choice([1e8, 3e9])}}, {"compute": {"complexity": dice.choice([1e8, 3e9])}}]
        elif kind == "exchange":
            block = {"exchange": {"data": size, "to": "(rank + 1) % label_count", "from": "(rank - 1) % label_count"}}
            pair = [block, block]
        elif kind == "one_to_one":
            pair = [{"one_to_one": {"with": "b", "data": size}}, {"one_to_one": {"with": "a", "data": size}}]
        elif kind == "send":
            pair = [{"send": {"to": "b", "data": size}}, {"receive": {"from": "a"}}]
        elif kind == "loop" and depth < 2:
            inner = random_blocks(dice, depth + 1)
            count = dice.randint(0, 3)
            pair = [{"loop": {"count": count, "blocks": [one[i] for one in inner]}} for i in (0, 1)]
        else:
            block = {"barrier" if kind in ("barrier", "loop") else kind: {"among": ["a", "b"]}}
            next(iter(block.values())).update({} if "barrier" in block else {"data": size})
            pair = [block, block]
        blocks.append(pair)
    return blocks


@blackbox.group
def check_modes(bench):
    """One process for each label ends when every process does, where those of a label do the same."""
    for seed in range(60):
        bench.system(machines=24, **({"model": {"rendezvous_bytes": 1e4}} if seed % 2 else {}))
        dice = random.Random(seed)
        blocks = random_blocks(dice)
        count = dice.randint(1, 12)
        bench.write("app.json", application(*((name, count, [pair[i] for pair in blocks]) for i, name in enumerate("ab"))))
        rows = [bench.ask(f"seed {seed} {mode}", "app.json", "--system", "system.json", "--mode", mode)
                for mode in ("process", "label")]
        if None in rows:
            continue
        for column in ("time", "energy_J", "failure_probability"):
            one, other = (row["configurations"][0][column] for row in rows)
            bench.report.check(f"seed {seed}: {column}", abs(one - other) <= 1e-9 * max(abs(one), 1e-12), f"{one} {other}")


@blackbox.group
def check_trace(bench):
    """The trace is valid, has the states and messages, as many processes as wanted, and says so."""
    bench.system(machines=8)
    bench.write("app.json", application(
        ("a", 1, [{"compute": {"complexity": "1e10"}}, {"send": {"to": "b", "data": 1e6}}]), ("b", 2, [{"receive": {"from": "a"}}])))
    send = 2 * (5e-5 + 1e6 / 125e6)
    for name in ("run.trace", "run.pja"):
        done = bench.run("--hardware", "parts.json", "app.json", "--system", "system.json", "-o", name)
        bench.report.check(f"{name}: runs", done.code == 0 and not done.err, done.err)
        states = [(row[1], row[7].strip(), float(row[3]), float(row[4])) for row in bench.dump(name, "State")]
        wanted = [("rank-0", "PMPI_Send", 1, 1 + send), ("rank-0", "computing", 0, 1),
                  ("rank-1", "PMPI_Recv", 0, 1 + send), ("rank-2", "PMPI_Recv", 0, 1 + send)]
        ok = len(states) == len(wanted) and all(
            one[:2] == other[:2] and abs(one[2] - other[2]) + abs(one[3] - other[3]) < 1e-6
            for one, other in zip(sorted(states), sorted(wanted)))
        bench.report.check(f"{name}: states", ok, str(states))
        links = [(row[7].strip(), row[8].strip(), float(row[3])) for row in bench.dump(name, "Link")]
        bench.report.check(f"{name}: links", links == [("rank-0", "rank-1", 1), ("rank-0", "rank-2", 1)], str(links))
    done = bench.run("--hardware", "parts.json", "app.json", "--system", "system.json", "-o", "run.trace", "--trace-processes", "2")
    bench.report.check("fewer: said", "first 2 of 3 processes" in done.err, done.err)
    bench.report.check("fewer", len(bench.dump("run.trace", "Container")) == 3)
    for template in ("master_slaves", "spmd_2d", "spmd_3d", "divide_and_conquer"):
        for mode in ("process", "label"):
            name = f"{template}.{mode}.trace"
            done = bench.run("--hardware", "parts.json", f"template:{template}", "--system", "system.json", "--mode", mode, "-o", name)
            time = float(next(csv.DictReader(io.StringIO(bench.run(
                "--csv", "--hardware", "parts.json", f"template:{template}", "--system", "system.json", "--mode", mode).out)))["time"])
            valid = blackbox.run([bench.tools / "pj_validate", "--fail-on-warnings", name], cwd=bench.folder)
            bench.report.check(f"{name}: valid", valid.code == 0, blackbox.shorten(valid.out + valid.err))
            end = max((float(row[4]) for row in bench.dump(name, "State")), default=0)
            bench.report.check(f"{name}: end", abs(end - time) < 1e-5 * time, f"{end} {time}")
    bench.refused("a trace of two", "a trace can have only one configuration", "app.json", "--system", "system.json",
                  "--set", "n.b=1,2", "-o", "two.trace")
    bench.refused("an input", "app.json", "app.json", "--system", "system.json", "-o", "app.json")


@blackbox.group
def check_compare(bench):
    """pj_compare aligns a trace with another of the same shape."""
    bench.system(machines=8)
    for size in (1, 2):
        bench.run("--hardware", "parts.json", "template:spmd_3d", "--system", "system.json", "--set", f"size={1000 * size}",
                  "-o", f"size{size}.trace")
    done = blackbox.run([bench.tools / "pj_compare", "--json", "size1.trace", "size2.trace"], cwd=bench.folder)
    found = json.loads(done.out) if done.code in (0, 1) else {}
    bench.report.check("compared", found.get("similarity") == 1 and found["paired_tracks"] == 8, blackbox.shorten(done.err))
    check_measured_ring(bench)


def check_measured_ring(bench):
    """A measured run of the same shape: all states are pairs but the calls that begin and end MPI, and all messages."""
    def pass_on(**ends):
        return {"exchange": {"data": "size", "to": -1, "from": -1, **ends}}

    round_trip = [{"if": {"condition": "rank > 0", "then": [pass_on(**{"from": "rank - 1"})]}},
                  {"compute": {"complexity": "1e6 * (1 + rank % 3)"}},
                  pass_on(to="(rank + 1) % label_count"),
                  {"if": {"condition": "rank == 0", "then": [pass_on(**{"from": "label_count - 1"})]}}]
    size = "if(s < 1, 8, if(s < 2, 512, if(s < 3, 4096, if(s < 4, 32768, if(s < 5, 262144, 1048576)))))"
    bench.write("ring.json", application(("rank", 8, [{"loop": {"count": 6, "variable": "s", "blocks": [
        {"set": {"size": size}}, {"loop": {"count": 5, "blocks": round_trip}}, {"barrier": {}}]}}]), size=8))
    bench.write("ring-system.json", {"network": "gigabit", "nodes": [{"name": "node", "count": 8, "parts": ["two-gflops"]}]})
    bench.write("ring-parts.json", {"hardware": [
        {"name": "gigabit", "kind": "network", "startup_s": 1e-4, "bandwidth_Bps": 1.25e8},
        {"name": "two-gflops", "kind": "cpu", "cores": 1, "gflops_double": 2, "gflops_single": 2, "idle_watts": 0,
         "load_watts": 0}]})
    done = bench.run("--hardware", "ring-parts.json", "ring.json", "--system", "ring-system.json", "-o", "ring.trace")
    (bench.folder / "measured.trace").write_bytes(blackbox.unpacked(blackbox.DATA / "runs" / "ring.8.base.trace.xz"))
    compared = blackbox.run([bench.tools / "pj_compare", "--json", "measured.trace", "ring.trace"], cwd=bench.folder)
    if not bench.report.check("measured ring", done.code == 0 and compared.code in (0, 1), done.err + compared.err):
        return
    found = json.loads(compared.out)
    bench.report.check("ring: all tracks", found["paired_tracks"] == 8, str(found["paired_tracks"]))
    only = {row["state"]: (row["states_only_a"], row["states_only_b"]) for row in found["values"]
            if row["states_only_a"] or row["states_only_b"]}
    bench.report.check("ring: all states", only == {"PMPI_Init": (8, 0), "PMPI_Finalize": (8, 0)}, str(only))
    bench.report.check("ring: all messages", (found["links"]["in_a"], found["links"]["in_b"], found["links"]["pairs"])
                       == (240, 240, 240), str(found["links"]))
    # What SMPI multiplies latencies and bandwidths by, is why it takes longer than latency and bandwidth say.
    plain = bench.first("ring", "ring.json", "--system", "ring-system.json", "--hardware", "ring-parts.json")["time"]
    bench.near("ring by latency and bandwidth", 0.225 + 40 * (6 * 1e-4 + 1348104 * 8e-9) + 6 * 3e-4, plain)
    model = json.loads(bench.run("--show", "smpi").out)["model"]
    bench.write("smpi.json", {**json.loads((bench.folder / "ring-system.json").read_text()), "model": model})
    for path, length in (("ring-parts.json", 0.820041188), ("fast-parts.json", 0.284504119)):
        bench.write("fast-parts.json", (bench.folder / "ring-parts.json").read_text().replace("0.0001", "1e-05")
                    .replace("125000000.0", "1.25e9"))
        time = bench.first("ring as SMPI", "ring.json", "--system", "smpi.json", "--hardware", path)["time"]
        bench.near(f"ring as SMPI: {path}", length, time, 1e-3)
    bench.report.check("ring: work", any(row["state"] == "computing" and abs(row["difference"]) < 1e-9
                                         for row in found["values"]), str(found["values"])[:200])


@blackbox.group
def check_volunteers(bench):
    """Speeds are drawn from a seed; the slowest ends last."""
    bench.write("app.json", application(("a", 50, [{"compute": {"complexity": "1e10"}}])))
    node = {"name": "home", "count": 50, "parts": ["core"],
            "volunteers": {"seed": 7, "speed": {"uniform": [0.5, 2]}, "availability": {"uniform": [0.5, 1]}}}
    times = []
    for seed, mode in ((7, "process"), (7, "label"), (8, "process")):
        node["volunteers"]["seed"] = seed
        bench.write("system.json", {"network": "link", "nodes": [node]})
        times.append(bench.first(f"seed {seed} {mode}", "app.json", "--system", "system.json", "--mode", mode)["time"])
    bench.report.check("the slowest", 1 < times[0] < 4, str(times))
    bench.report.check("the same seed", times[0] == times[1] and times[0] != times[2], str(times))
    node["volunteers"] = {"speed": 0.5, "availability": 0.5}
    bench.write("system.json", {"network": "link", "nodes": [node]})
    bench.near("fixed", 4, bench.first("fixed", "app.json", "--system", "system.json")["time"])


@blackbox.group
def check_coming_and_going(bench):
    """Volunteers that are there for 10 s and away for 5: work waits for them."""
    def volunteers(**words):
        node = {"name": "home", "count": 50, "parts": ["core"], "volunteers": words}
        bench.write("system.json", {"network": "link", "nodes": [node]})

    def time_of(name, *blocks, count=1, mode="process"):
        bench.write("app.json", application(("a", count, list(blocks))))
        return bench.first(name, "app.json", "--system", "system.json", "--mode", mode)["time"]

    def work(seconds):
        return {"compute": {"complexity": seconds * 1e10}}

    volunteers(session=10, away=5)
    for seconds, wanted in ((4, 4), (10, 10), (11, 16), (20, 25), (25, 35)):
        bench.near(f"{seconds} s of work", wanted, time_of("pauses", work(seconds)))
    bench.near("begins while away", 25, time_of("again", work(10), work(10)))
    bench.near("ends with the session, and the next begins", 16, time_of("again", work(10), work(1)))
    # Tasks of 4 s: 0 to 4, 4 to 8, 8 to 17, 17 to 21, and messages between them, so that the next one ends after 30.
    for tasks, wanted in ((4, 21), (5, 30)):
        farm = {"workers": "worker", "tasks": tasks, "data": 0, "result": 0}
        bench.write("farm.json", {"labels": [
            {"name": "master", "count": 1, "blocks": [{"farm": farm}]},
            {"name": "worker", "count": 1, "blocks": [{"serve": {"master": "master", "complexity": 4e10}}]}]})
        found = bench.first("farm", "farm.json", "--system", "system.json")["time"]
        bench.report.check(f"farm of {tasks} tasks", wanted < found < wanted + 0.01, str(found))
    # A long run is stretched by the mean of both.
    spread = {"session": {"uniform": [5, 15]}, "away": {"uniform": [0, 10]}}
    times = []
    for seed in (1, 1, 2):
        volunteers(seed=seed, **spread)
        times.append(time_of("long", work(1e5)))
    bench.report.check("stretched", all(abs(time / 1.5e5 - 1) < 0.03 for time in times), str(times))
    bench.report.check("by the seed", times[0] == times[1] != times[2], str(times))
    alone = time_of("alone", work(100))
    bench.report.check("machines differ", time_of("many", work(100), count=20) > alone, str(alone))
    bench.refused("one for each label", "volunteers come and go at different times", "app.json", "--system", "system.json",
                  "--mode", "label")
    volunteers(session=10)
    bench.refused("no away", "expected both session and away, or neither", "app.json", "--system", "system.json")


@blackbox.group
def check_errors(bench):
    bench.system(machines=8)
    good = application(("a", 1, [{"compute": {"complexity": "1e10"}}]))
    bench.write("app.json", good)

    def app(name, content, wanted):
        bench.write("bad.json", content)
        bench.refused(name, wanted, "bad.json", "--system", "system.json")

    def block(name, blocks, wanted, **variables):
        app(name, application(("a", 2, blocks), **variables), wanted)

    app("no JSON", '{"labels": [\n  x]}', "bad.json:2:3: expected")
    app("no object", "[]", "bad.json:1:1: expected an application, an object, found an array")
    app("no labels", "{}", "expected the member 'labels' of an application, found none")
    app("unknown member", '{"labels": [], "x": 1}', "bad.json:1:16: expected a member of an application: name, about, labels")
    app("formula", '{"labels": [{"name": "a", "blocks": [\n{"compute": {"complexity": "2 * (3 + nothing)"}}]}]}',
        "bad.json:2:38: expected the name of something that is there, found 'nothing'; there are label_count, n.a, processes")
    app("operator", '{"labels": [{"name": "a", "blocks": [\n{"compute": {"complexity": "2 3"}}]}]}',
        "bad.json:2:31: expected an operator or the end of the formula, found '3'")
    block("kind of block", [{"computing": {}}], "expected a block: compute, send, receive")
    block("label", [{"send": {"to": "b", "data": 1}}], "expected a label: a, found \"b\"")
    block("negative", [{"compute": {"complexity": "1", "data": "0 - x"}}], "the data, 0 - x, is -3 (x = 3); expected bytes from 0 on", x=3)
    block("of a rank", [{"compute": {"complexity": "data - 3 * rank - n.a", "data": "2"}}],
          "the complexity, data - 3 * rank - n.a, is -3 (rank = 1, n.a = 2, data = 2); expected operations")
    block("infinite", [{"compute": {"complexity": "1 / x"}}], "the complexity, 1 / x, is inf (x = 0)", x=0)
    block("no partner", [{"receive": {"from": "a"}}], "waits forever in receive (and 1 other processes wait)")
    block("rank", [{"exchange": {"to": "rank + 1", "data": 1}}], "to, rank + 1, is 2 (rank = 1); expected a rank below 2")
    block("count", [{"loop": {"count": "0 - 1", "blocks": []}}], "the count, 0 - 1, is -1")
    block("card", [{"compute": {"complexity": 1, "device": "gpu"}}], "the machine node has no such device")
    block("masters", [{"farm": {"workers": "a", "tasks": 1, "data": 1}}], "a farm has one master, and n.a is 2")
    app("circle", application(("a", "n.b", []), ("b", "n.a", [])),
        "n.a = n.b needs what is not known before the run starts")
    app("half a process", application(("a", 1.5, [])), "bad.json:6:13: n.a = 1.5; expected a whole number")
    bench.refused("no such setting", "nothing is called y; there are n.a", "app.json", "--system", "system.json", "--set", "y=1")
    for words, wanted in (("n.a=", "expected a number"), ("n.a=1..4", "a range with its step"), ("n.a=4..1:x2", "goes up"),
                          ("n.a=1..4:x1", "goes up"), ("=1", "expected NAME=VALUES"), ("n.a=1..1e9:+1", "at most 1000000 values")):
        bench.refused(words, wanted, "app.json", "--system", "system.json", "--set", words)
    bench.refused("twice", "given twice", "app.json", "--system", "system.json", "--set", "n.a=1", "--set", "n.a=2")
    bench.refused("swap", "no part is called nothing", "app.json", "--system", "system.json", "--swap", "nothing=core")
    bench.refused("swap twice", "core is swapped twice", "app.json", "--system", "system.json", "--swap", "core=quad",
                  "--swap", "core=epyc-7742")
    bench.refused("swap of what is not there", "the system names no part quad; it names core, link", "app.json", "--system",
                  "system.json", "--swap", "quad=core")
    bench.refused("swap of kinds", "of the kind cpu", "app.json", "--system", "system.json", "--swap", "core=link")
    bench.refused("no file", "absent.json", "absent.json", "--system", "system.json")
    bench.refused("no template", "there are", "template:nothing", "--system", "system.json")

    def system(name, content, wanted):
        bench.write("bad.json", content)
        bench.refused(name, wanted, "app.json", "--system", "bad.json")

    node = {"name": "node", "parts": ["core"]}
    system("no network", {"nodes": [node]}, "the machine node has no network")
    system("no part", {"network": "link", "nodes": [{"parts": ["nothing"]}]}, "expected a part of the databases of hardware: a100")
    system("a network as a part", {"network": "link", "nodes": [{"parts": ["fast"]}]}, "expected a part that is no network")
    system("neither", {"network": "link"}, "or 'platform', a file of SimGrid, found none of them")
    system("model", '{"network": "link", "nodes": [{"parts": ["core"], "model":\n {"compute": "ops / speed"}}]}',
           "bad.json:2:21: expected the name of something that is there, found 'speed'; there are ops, data")
    system("negative time", {"network": "link", "nodes": [node], "model": {"compute": "ops / performance - 2"}},
           "compute of the label a: compute = ops / performance - 2 yields -1 s, ops = 1e+10, performance = 1e+10 (bad.json:")
    bench.write("parts2.json", {"hardware": [{"name": "x", "kind": "cup", "cores": 1}]})
    bench.refused("hardware", "expected cpu, gpu, accelerator, network or storage, found \"cup\"",
                  "app.json", "--system", "system.json", "--hardware", "parts2.json")


@blackbox.group
def check_yields(bench):
    """In every place of a formula: what it yields is named with its place and values if it can be no time."""
    bench.system(machines=8)
    serve = {"serve": {"master": "m", "complexity": 1}}
    cases = {
        "data": ({"compute": {"complexity": 1, "data": "1/z"}}, "compute of the label a: the data, 1/z, is inf (z = 0); expected bytes"),
        "complexity": ({"compute": {"complexity": "z-1"}}, "compute of the label a: the complexity, z-1, is -1 (z = 0); expected operations"),
        "threads": ({"compute": {"complexity": 1, "threads": "1/z"}}, "compute of the label a: the threads, 1/z, is inf (z = 0); expected 1 to"),
        "send": ({"send": {"to": "m", "data": "z-1"}}, "send of the label a: the data, z-1, is -1 (z = 0)"),
        "exchange": ({"exchange": {"to": 0, "data": "z-1"}}, "exchange of the label a: the data, z-1, is -1 (z = 0)"),
        "partner": ({"exchange": {"to": "z/z", "data": 1}}, "exchange of the label a, rank 0: to, z/z, is"),
        "other partner": ({"exchange": {"from": "1/z", "data": 1}}, "exchange of the label a, rank 0: from, 1/z, is inf (z = 0); expected a rank"),
        "pairs": ({"one_to_one": {"pairs": "z-1", "data": 1}}, "one_to_one of the label a, rank 0: the pairs, z-1, is -1 (z = 0); expected a number"),
        "one to one": ({"one_to_one": {"data": "z-1"}}, "one_to_one of the label a: the data, z-1, is -1 (z = 0)"),
        **{kind: ({kind: {"data": "z-1"}}, f"{kind} of the label a: the data, z-1, is -1 (z = 0)")
           for kind in ("scatter", "gather", "reduce")},
        "loop": ({"loop": {"count": "1/z", "blocks": []}}, "loop of the label a, rank 0: the count, 1/z, is inf (z = 0); expected 0 to"),
        "if": ({"if": {"condition": "z/z", "then": []}}, "if of the label a, rank 0: the condition, z/z, is"),
        "set": ({"set": {"z": "1/z"}}, "set of the label a, rank 0: the value, 1/z, is inf (z = 0); expected a finite number"),
        "serve": ({"serve": {"master": "m", "complexity": "z-1"}}, "serve of the label a: the complexity, z-1, is -1 (z = 0)"),
        "tasks": (serve, "farm of the label m, rank 0: the tasks, z-1, is -1 (z = 0); expected a whole number"),
        "farm": (serve, "farm of the label m: the data, z-1, is -1 (z = 0)"),
        "result": (serve, "farm of the label m: the data, z-1, is -1 (z = 0)"),
    }
    for name, (block, wanted) in cases.items():
        farm = {"workers": "a", "tasks": 1, "data": 1, "result": 1}
        if name in ("serve", "tasks", "farm", "result"):
            farm[{"farm": "data", "serve": "result"}.get(name, name)] = "z" if name == "serve" else "z-1"
            blocks = [{"farm": farm}]
        else:
            blocks = [{"receive": {"from": "a"}}] if name == "send" else []
        bench.write("bad.json", application(("m", 1, blocks), ("a", 2, [block]), z=0))
        for mode in ("process", "label"):
            done = bench.run("--hardware", "parts.json", "bad.json", "--system", "system.json", "--mode", mode)
            bench.report.check(f"{name} {mode}", done.code == 2 and wanted in done.err and done.err.startswith("pj_simulate: bad.json:"),
                               f"{done.code}: {done.err}")
    bench.write("bad.json", application(("a", 1, []), z=0, y="1/z"))
    bench.refused("variable", "bad.json:4:8: y = 1/z, is inf (z = 0); expected a finite number", "bad.json", "--system", "system.json")
    bench.write("bad.json", application(("a", "0-z", []), z=1))
    bench.refused("count", "n.a = 0-z, is -1 (z = 1); expected a whole number", "bad.json", "--system", "system.json")
    bench.refused("count by --set", "n.a is 0.5; expected a whole number", "bad.json", "--system", "system.json", "--set", "n.a=0.5")
    bench.write("bad.json", {"labels": [{"name": "a", "on": "gpu*", "blocks": []}]})
    bench.refused("on", "no machine has a name as the label a wants, gpu*; their names are node", "bad.json", "--system", "system.json")
    bench.write("app.json", application(("a", 1, [{"loop": {"count": 3, "blocks": [{"compute": {"complexity": "1e300 * 1.5e8"}}]}},
                                                  {"exchange": {"to": 0, "from": 0, "data": 1}}])))
    for rule, formula, wanted in (
            ("compute", "ops", "compute of the label a, rank 0: it begins at"), ("point_to_point", "0 - data", "yields -1 s, data = 1 (system.json:"),
            ("power", "0 - cores", "the machine node: power = 0 - cores yields -1 W, cores = 1 (system.json:"),
            ("power", "1e299", "is inf J; expected a finite energy"),
            ("failures", "0 - time", "the machine node: failures = 0 - time yields")):
        bench.system(machines=8, model={rule: formula})
        bench.refused(f"{rule} {formula}", wanted, "app.json", "--system", "system.json")
    for rule in ("one_to_many", "scatter", "gather", "reduce", "barrier"):
        bench.system(machines=8, model={rule: "0 - peers"})
        block = {rule: {"data": 1} if rule != "barrier" else {}}
        if rule == "one_to_many":
            block = {"send": {"to": "a", "data": 1}}
        bench.write("app.json", application(("a", 3, [block])))
        bench.refused(rule, f"of the label a: {rule} = 0 - peers yields -2 s, peers = 2 (system.json:", "app.json", "--system", "system.json")


@blackbox.group
def check_calibration(bench):
    """Coefficients are found on some runs, errors are those of the others."""
    bench.system(machines=8, model={"compute": "a + b * data / performance", "coefficients": {"a": 0, "b": 1}})
    bench.write("app.json", application(("a", 1, [{"compute": {"complexity": 1, "data": "size"}}]), size=1e10))
    sizes = [1e10, 2e10, 3e10, 5e10, 8e10]
    bench.write("runs.csv", "size,time\n" + "".join(f"{size},{3 + 2.5 * size / 1e10}\n" for size in sizes))
    words = ["app.json", "--system", "system.json", "--calibrate", "runs.csv"]
    found = bench.ask("calibrated", *words, "--fit", "a,b")
    if found:
        values = {row["coefficient"]: row["value"] for row in found["coefficients"]}
        bench.near("a", 3, values["a"], 1e-6)
        bench.near("b", 2.5, values["b"], 1e-6)
        bench.report.check("errors", [row["runs"] for row in found["errors"]] == [3, 2]
                           and all(row["d_max"] < 1e-6 for row in found["errors"]), str(found["errors"]))
    golden = bench.golden("merpsys.json")["errors"]
    bench.write("errors.csv", "size,time,use\n" + "".join(f"{1e10 * sim},{real},test\n" for real, sim
                                                         in zip(golden["real"], golden["sim"])))
    found = bench.ask("errors", *words[:-1], "errors.csv")
    if found:
        bench.near("d_max", golden["d_max"], found["errors"][1]["d_max"])
        bench.near("d_avg", golden["d_avg"], found["errors"][1]["d_avg"])
        for wanted, row in zip(golden["d"], found["runs"]):
            bench.near("d", wanted, row["error_percent"])
    # Runs as traces.
    bench.write("slow.json", application(("a", 1, [{"compute": {"complexity": 1, "data": "size"}}]), size=1e10))
    for size in sizes:
        bench.run("--hardware", "parts.json", "slow.json", "--system", "system.json", "--set", f"size={size}", "--set", "a=1",
                  "--set", "b=4", "-o", f"{size:g}.trace")
    bench.write("traces.csv", "size,trace\n" + "".join(f"{size},{size:g}.trace\n" for size in sizes))
    found = bench.ask("traces", *words[:-1], "traces.csv", "--fit", "a,b")
    if found:
        values = {row["coefficient"]: row["value"] for row in found["coefficients"]}
        bench.report.check("of traces", abs(values["a"] - 1) + abs(values["b"] - 4) < 1e-4, str(values))
    check_bare_traces(bench)
    bench.write("one.csv", "size,time,use\n1e10,2,fit\n")
    bench.refused("too few", "as many runs as parameters", *words[:-1], "one.csv", "--fit", "a,b")
    bench.write("same.csv", "size,time,use\n1e10,2,fit\n1e10,2,fit\n")
    found = bench.run("--hardware", "parts.json", *words[:-1], "same.csv", "--fit", "a,b")
    bench.report.check("not determined", "fit these runs just as well" in found.out, found.out + found.err)
    bench.write("bad.csv", "size,time,use\n1e10,2,maybe\n")
    bench.refused("use", "bad.csv:2:8: expected fit or test, found 'maybe'", *words[:-1], "bad.csv")
    bench.refused("name", "nothing is called c", *words, "--fit", "c")
    for name, content, wanted in (("number", "size,time\n1e10, x\n", "bad.csv:2:6: expected a number"),
                                  ("no time", "size,time\n1e10,0\n", "bad.csv:2:6: expected a number greater than 0 as time"),
                                  ("unknown", "time,sizes\n1,2\n", "bad.csv:1:6: nothing is called sizes; there are")):
        bench.write("bad.csv", content)
        bench.refused(name, wanted, *words[:-1], "bad.csv")
    bench.refused("picture", "--calibrate: excludes -o and --svg", *words, "--svg", "x.svg")


def check_bare_traces(bench):
    """Without a table, processes are counted; other labels and variables are what --set says."""
    work = {"compute": {"complexity": 1, "data": "size / n.worker"}}
    bench.write("part.json", application(("worker", 1, [work]), size=1e10))
    bench.write("two.json", application(("worker", 1, [work]), ("other", 1, [work]), size=1e10))
    start = ["--system", "system.json", "--hardware", "parts.json"]
    names, twos = [], []
    for count in (1, 2, 4, 8):
        names.append(f"part{count}.trace")
        bench.run("part.json", *start, "--set", f"n.worker={count}", "--set", "size=4e10", "--set", "a=1", "--set", "b=4",
                  "-o", names[-1])
        twos.append(f"two{count}.trace")
        bench.run("two.json", *start, "--set", f"n.worker={count}", "--set", "n.other=2", "--set", "a=1", "--set", "b=4",
                  "-o", twos[-1])
    found = bench.ask("bare traces", "part.json", "--system", "system.json", "--set", "size=4e10", "--fit", "a,b",
                      "--calibrate", *names)
    if found:
        values = {row["coefficient"]: row["value"] for row in found["coefficients"]}
        bench.report.check("of bare traces", abs(values["a"] - 1) + abs(values["b"] - 4) < 1e-4, str(values))
        bench.report.check("processes are counted", [row["n.worker"] for row in found["runs"]] == [1, 2, 4, 8]
                           and all(row["error_percent"] < 1e-3 for row in found["runs"]), str(found["runs"]))
    found = bench.ask("two labels", "two.json", "--system", "system.json", "--set", "n.other=2", "--set", "a=1", "--set",
                      "b=4", "--calibrate", *twos)
    if found:
        bench.report.check("other processes", [row["n.worker"] for row in found["runs"]] == [1, 2, 4, 8]
                           and all(row["use"] == "test" and row["error_percent"] < 1e-3 for row in found["runs"]),
                           str(found["runs"]))
    bench.refused("two free labels", "--set all but one of n.worker, n.other", "two.json", "--system", "system.json",
                  "--calibrate", *twos)
    bench.refused("too few processes", "two1.trace: the trace has 3 processes, and --set says 5 without n.worker",
                  "two.json", "--system", "system.json", "--set", "n.other=5", "--calibrate", *twos)
    bench.refused("many values", "it has one value for all runs", "part.json", "--system", "system.json", "--set",
                  "size=1,2", "--calibrate", *names)
    bench.refused("table and trace", "one table of runs (*.csv)", "part.json", "--system", "system.json", "--calibrate",
                  "runs.csv", names[0])


@blackbox.group
def check_pictures(bench):
    """A box for each node, a bar for each configuration."""
    bench.write("system.json", {"name": "all", "network": "link", "nodes": [
        {"name": "rack", "count": 3, "network": "fast", "nodes": [{"name": "thin", "parts": ["core"]},
                                                                  {"name": "thick", "parts": [{"part": "quad", "count": 2}]}]}]})
    done = bench.run("--hardware", "parts.json", "--system", "system.json", "--draw", "system.svg")
    text = (bench.folder / "system.svg").read_text("utf-8")
    bench.report.check("svg", done.code == 0 and all(word in text for word in ("3 × rack", "thin", "2 × quad", "network: fast")),
                       done.err)
    bench.run("--hardware", "parts.json", "--system", "system.json", "--draw", "system.dot")
    text = (bench.folder / "system.dot").read_text("utf-8")
    bench.report.check("dot", text.startswith("digraph") and text.count("[label=") == 4 and text.count("->") == 3, text)
    bench.run("--hardware", "parts.json", "--system", "system.json", "template:master_slaves", "--set", "n.slave=1,2,4",
              "--svg", "runs.svg")
    text = (bench.folder / "runs.svg").read_text("utf-8")
    bench.report.check("runs", all(f"n.slave = {n}" in text for n in (1, 2, 4)), text[:200])


@blackbox.group
def check_built_in(bench):
    """What is built in can be printed, and is what is used; every part has a source."""
    parts = json.loads(bench.run("--show", "hardware").out)["hardware"]
    bench.report.check("twelve parts with sources", len(parts) == 12 and all(part["source"] for part in parts))
    bench.write("mine.json", bench.run("--show", "master_slaves").out)
    bench.write("system.json", bench.run("--show", "system").out)
    one = bench.run("--csv", "mine.json", "--system", "system.json")
    other = bench.run("--csv", "template:master_slaves", "--system", "template:system")
    bench.report.check("the same", one.code == 0 and one.out == other.out, one.err + other.err)


def storage(bench, name, **members):
    members = {"open_s": 0, "network": {"startup_s": 0, "bandwidth_Bps": 1e15},
               "disk": {"distance": {"s_per_B": 1e-9, "bandwidth_Bps": 1e6}}, **members}
    bench.write("storage.json", members)
    found = bench.ask(name, "--storage", "storage.json")
    return (found["configurations"][0], found["servers"]) if found else ({}, [])


@blackbox.group
def check_storage(bench):
    """Times of a file system, by hand: 1 MB/s, 1 ns for each byte of distance."""
    def time(name, wanted, column="time", tolerance=1e-6, **members):
        bench.near(name, wanted, storage(bench, name, **members)[0].get(column), tolerance)

    time("one disk", 1, bytes=1_000_000, request=1_000_000, stripe=100_000)
    time("stripes on 4", 0.3, bytes=1_000_000, request=1_000_000, stripe=100_000, servers=4)
    time("requests one after the other", 1, bytes=1_000_000, request=100_000, stripe=100_000, servers=4)
    # Two clients in turn, with files of 1 MB side by side: 20 accesses, 19 of them elsewhere, the first one in place.
    found, servers = storage(bench, "distance", clients=2, bytes=1_000_000, request=100_000, stripe=100_000)
    seeks = sum(1e-9 * (1_000_000 if turn % 2 == 0 else 1_100_000 - 200_000) for turn in range(19))
    bench.near("distance", 2 + seeks, found.get("time"), 1e-3)
    bench.near("seeking", seeks, servers[0]["seeking"] if servers else None, 0.06)
    # Four messages, one of them with 100 kB, which take 0.1 s on the network and on the disk.
    time("network", 4 * (0.25 + 64e-6) + 0.2, network={"startup_s": 0.25, "bandwidth_Bps": 1e6}, bytes=100_000,
         request=100_000, stripe=100_000)
    time("open", 0.3 + 0.1, clients=3, servers=3, open_s=0.1, bytes=100_000, request=100_000, stripe=100_000)
    time("two metadata servers", 0.2 + 0.1, clients=3, servers=3, metadata_servers=2, open_s=0.1, bytes=100_000,
         request=100_000, stripe=100_000)
    lines = {kind: [0, 1e-6 * factor] for kind, factor in
             (("sequential_read", 1), ("random_read", 2), ("sequential_write", 3), ("random_write", 4))}
    fitted = {"serra": [{"to": 50_000, **lines}, {"to": 1_000_000, **{k: [0.1, line[1]] for k, line in lines.items()}}]}
    time("fitted, small", 1, disk=fitted, bytes=1_000_000, request=50_000, stripe=50_000)
    time("fitted, large", 2, disk=fitted, bytes=1_000_000, request=100_000, stripe=100_000)
    time("fitted, write", 3, disk=fitted, operation="write", bytes=1_000_000, request=50_000, stripe=50_000)
    # What pj_model fits: 1 ms and 1 us a byte in order, 2 ms and 3 us a byte at random; nothing was written.
    bench.write("disk.csv", "test,size,time\n" + "".join(
        f"{test},{size},{start + size * byte!r}\n" for test, start, byte in (("seq_read", 1e-3, 1e-6), ("rand_read", 2e-3, 3e-6))
        for size in (8192, 32768, 65536, 4194304)))
    done = blackbox.run([bench.tools / "pj_model", "fit", "storage", "disk.csv", "-m", "disk.json"], cwd=bench.folder)
    bench.report.check("a model is fitted", done.code == 0, done.err)
    found, servers = storage(bench, "in order", disk={"model": "disk.json"}, bytes=320_000, request=32_000, stripe=32_000)
    bench.near("by a model, in order", 10 * (1e-3 + 32_000e-6), servers[0]["busy"] if servers else None, 1e-6)
    found, servers = storage(bench, "alternately", disk={"model": "disk.json"}, clients=2, bytes=320_000, request=32_000, stripe=32_000)
    bench.near("by a model, alternately", 19 * (2e-3 + 32_000 * 3e-6) + 1e-3 + 32_000e-6, servers[0]["busy"] if servers else None, 1e-6)
    bench.write("storage.json", {"operation": "write", "disk": {"model": "disk.json"}})
    bench.refused("nothing was written", "disk: its model says nothing of a sequential write", "--storage", "storage.json")
    bench.write("disk.json", {"model": "mva"})
    bench.refused("another model", "disk.json:1:1: expected a model by pj_model fit storage -m", "--storage", "storage.json")
    found, _ = storage(bench, "random", disk=fitted, pattern="random", bytes=1_000_000, request=50_000, stripe=50_000)
    bench.report.check("random", 1.5 < found.get("time", 0) <= 2 + 1e-6, str(found))
    # Written to memory while there is room, then as fast as the disk; all is on the disk at the end.
    common = {"operation": "write", "bytes": 1_000_000, "request": 100_000, "stripe": 100_000}
    time("no dirty limit", 1, **common)
    bench.report.check("dirty limit", storage(bench, "dirty limit", dirty_limit=1_000_000, **common)[0]["time"] < 1e-6)
    time("dirty limit: on disk", 1, column="written", dirty_limit=1_000_000, **common)
    # Six of ten are on the disk when the last one gets into memory.
    time("less room", 0.6, dirty_limit=400_000, **common)
    read = {"bytes": 1_000_000, "request": 50_000, "stripe": 50_000, "page": 50_000}
    time("no cache", 0, column="cache_hits", **read)
    time("read ahead", 0.5, column="cache_hits", read_ahead=50_000, cache=1_000_000, **read)
    time("read ahead of three", 0.75, column="cache_hits", read_ahead=150_000, cache=1_000_000, **read)


@blackbox.group
def check_striping_by_simgrid(bench):
    """A file of 2 MB in stripes of 64 KiB on three disks of 100 MB/s, as a program under SimGrid's S4U reads it: each
    server reads as many pieces and as long."""
    wanted = {}
    for row in bench.dump(blackbox.DATA / "golden-models" / "s4u_striping.trace", "State"):
        if row[7] == "read":
            wanted.setdefault(row[1], []).append(float(row[4]) - float(row[3]))
    _, servers = storage(bench, "as under SimGrid", servers=3, bytes=2_000_000, request=2_000_000, stripe=65536,
                         disk={"distance": {"s_per_B": 0, "bandwidth_Bps": 100e6}})
    bench.report.check("servers", len(servers) == len(wanted) == 3, f"{servers} {wanted}")
    for server, row in enumerate(servers):
        read = wanted[f"srv{server}"]
        bench.report.check(f"pieces of {server}", row["pieces"] == len(read), f"{row} {read}")
        # Times of the trace have six digits after the point.
        bench.report.check(f"time of {server}", abs(row["busy"] - sum(read)) <= 1e-6 * len(read), f"{row} {sum(read)}")


@blackbox.group
def check_schedulers(bench):
    """Which client is served first, at each place of a queue."""
    common = {"clients": 2, "bytes": 1_000_000, "request": 1_000_000, "stripe": 10_000,
              "disk": {"distance": {"bandwidth_Bps": 1e6}}}
    first = {}
    for order in ("fifo", "sfq", "edf"):
        for place in ("client", "between", "server"):
            found, _ = storage(bench, f"{order} {place}", **common, scheduler={"order": order, "place": place, "weights": [9, 1]})
            bench.near(f"{order} {place}: all", 2, found.get("time"), 1e-3)
            first[order, place] = found.get("first_client", 0)
    for place in ("between", "server"):
        # With nine times the weight, a client has its 1 MB after 1.11 MB are served.
        bench.near(f"sfq {place}", 1.11, first["sfq", place], 0.02)
    bench.near("fifo server", 1, first["fifo", "server"], 0.02)
    bench.report.check("at the client weights have no effect", first["sfq", "client"] == first["fifo", "client"], str(first))
    # Depth 1: the second client waits for each piece of the first.
    found, _ = storage(bench, "depth", **common, scheduler={"place": "client", "depth": 1})
    bench.report.check("depth", found.get("longest_queue") <= 1, str(found))
    bench.refused("scheduler", "expected fifo, sfq or edf", "--storage", bench.write(
        "storage.json", {"scheduler": {"order": "lifo"}}).name)
    bench.refused("disk", "expected 'distance', 'serra' or 'model', found none of them", "--storage", bench.write(
        "storage.json", {"disk": {}}).name)
    bench.refused("dirty limit", "the dirty limit is at least a stripe", "--storage", bench.write(
        "storage.json", {"operation": "write", "dirty_limit": 10}).name)
    bench.refused("both", "takes neither applications nor --system", "--storage", "storage.json", "app.json")
    for words in (("--swap", "core=quad"), ("--mode", "label"), ("--max-failure", "0.1"), ("--restart", "1")):
        bench.refused(words[0], "takes neither applications nor --system", "--storage", "storage.json", *words)
    # An access that would take a negative or infinite time.
    lines = {kind: [-1, 1e-6] for kind in ("sequential_read", "random_read", "sequential_write", "random_write")}
    for disk, wanted in (({"serra": [{"to": 1000, **lines}]},
                          "storage.json:1:1: storage.json: disk: the sequential read of sizes up to 1000, -1 + 1e-06 * bytes, yields -0.9 s "
                          "for 100000 bytes; expected a time from 0 on"),
                         ({"distance": {"s_per_B": 1e300, "bandwidth_Bps": 1e6}}, "bytes of distance + 100000 bytes / 1e+06 yields inf s")):
        bench.write("storage.json", {"clients": 2, "bytes": 100_000 if "serra" in disk else 1_000_000_000, "request": 100_000,
                                     "stripe": 100_000, "disk": disk})
        bench.refused("access", wanted, "--storage", "storage.json")


@blackbox.group
def check_io_trace(bench):
    """The I/O of a trace: sizes, offsets, directions and the time between are those of its states."""
    header = definitions((
        ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
        ("CreateContainer", "Time Alias Type Container Name"), ("PushState", "Time Type Container Value Size:int Offset:int"),
        ("PushState", "Time Type Container Value"), ("PopState", "Time Type Container")))
    events = ["0 P 0 Process", "1 S P State", "2 0 a P 0 a", "2 0 b P 0 b", "2 0 c P 0 c",
              "3 0 S a MPI_File_write 1000000 0", "3 0.1 S a posix_write 1000 0", "5 0.2 S a", "5 1 S a", "4 1 S a compute",
              "5 3 S a", "3 3 S a fread 500000 0", "3 3 S b fread 250000 0", "5 3.5 S b", "5 4 S a"]
    bench.write("io.trace", header + "\n".join(events) + "\n")
    config = {"open_s": 0, "stripe": 100000, "network": {"startup_s": 0, "bandwidth_Bps": 1e15},
              "disk": {"distance": {"s_per_B": 0, "bandwidth_Bps": 1e6}}}
    bench.write("storage.json", config)
    found = bench.ask("io", "--storage", "storage.json", "--io", "io.trace", "-o", "simulated.trace")
    if found:
        # a writes for 1 s and computes for 2 s; then it reads for 0.5 s, and b after it for 0.25 s.
        row = found["configurations"][0]
        bench.near("io: time", 1 + 2 + 0.5 + 0.25, row["time"], 1e-6)
        bench.near("io: throughput", 1.75 / 3.75, row["throughput_MBps"], 1e-6)
        states = sorted((row[1], row[7].strip()) for row in bench.dump("simulated.trace", "State") if row[2] == "IO")
        bench.report.check("io: states", [state for state in states if state[1] != "open"]
                           == [("client-0", "read"), ("client-0", "write"), ("client-1", "read")], str(states))
    check_own_io(bench)
    bench.write("none.trace", header + "\n".join(events[:5]) + "\n")
    bench.refused("no size", "no field Size", "--storage", "storage.json", "--io", "none.trace")
    done = bench.run("--storage", "storage.json", "--io", "storage.json")
    bench.report.check("no trace", done.code == 1 and "storage.json:1" in done.err, done.err)


def check_own_io(bench):
    """The trace of a simulated file system, as requests of the same one, takes as long."""
    for number, members in enumerate(({}, {"operation": "write", "dirty_limit": 200_000}, {"file": "shared", "pattern": "random"},
                                      {"scheduler": {"order": "sfq", "place": "between", "weights": [3, 1]}})):
        bench.write("own.json", {"clients": 3, "servers": 2, "bytes": 1_000_000, "request": 150_000, "open_s": 0.01, **members})
        made = bench.first(f"own {number}", "--storage", "own.json", "-o", "own.trace")
        again = bench.first(f"own {number} again", "--storage", "own.json", "--io", "own.trace")
        for column in ("time", "written", "throughput_MBps", "mean_request"):
            bench.near(f"own {number}: {column}", made.get(column), again.get(column))


@blackbox.group
def check_storage_sample(bench):
    """The sample: 14 configurations, the same for any number of threads; its trace is valid."""
    words = ["--csv", "--storage", "template:storage", "--set", "bytes=4194304"]
    outputs = {bench.run(*words, "-j", jobs).out for jobs in ("1", "3")}
    rows = list(csv.DictReader(io.StringIO(outputs.pop())))
    bench.report.check("14 rows", len(rows) == 14 and not outputs, str(len(rows)))
    bench.write("one.json", {"clients": 3, "servers": 2, "bytes": 1_000_000, "request": 200_000, "operation": "write",
                             "dirty_limit": 200_000})
    done = bench.run("--storage", "one.json", "-o", "storage.trace", "--trace-requests", "4")
    bench.report.check("the trace says what it lacks", "the first 4 of 5 requests" in done.err, done.err)
    valid = blackbox.run([bench.tools / "pj_validate", "storage.trace"], cwd=bench.folder)
    bench.report.check("valid", valid.code == 0, blackbox.shorten(valid.out))
    states = bench.dump("storage.trace", "State")
    bench.report.check("4 writes of each client", sum(row[7].strip() == "write" for row in states) == 12)
    bench.report.check("queues", any(row[2] == "queue_length" for row in bench.dump("storage.trace", "Variable")))
    links = [row[2] for row in bench.dump("storage.trace", "Link")]
    bench.report.check("requests and replies", links.count("REQUEST") == links.count("REPLY") > 12, str(len(links)))


def main():
    folder, = sys.argv[1:]
    report = blackbox.Report()
    blackbox.need_tool(folder, "pj_simulate")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Bench(Path(folder).resolve(), report, Path(scratch)))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
