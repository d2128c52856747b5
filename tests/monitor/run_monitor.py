#!/usr/bin/env python3
"""pj_monitor with commands whose use is known, energy counters and GPUs that are made up, and in trouble.

Usage: run_monitor.py TOOL_DIR DATA_FOLDER
"""
import collections
import itertools
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox


class Tools:
    def __init__(self, folder, data, report, scratch):
        self.folder, self.data, self.report, self.scratch = folder, data, report, scratch

    def run(self, *words, **options):
        return blackbox.run([self.folder / "pj_monitor", *words], cwd=self.scratch, **options)

    def read(self, trace):
        """Containers with their fields, states, and samples by device and variable."""
        done = blackbox.run([self.folder / "pj_dump", "-u", "-l", "9", self.scratch / trace])
        self.report.check(f"{trace} is a trace", done.code == 0, done.err)
        rows = [line.split(", ") for line in done.out.splitlines()]
        samples = collections.defaultdict(list)
        for row in rows:
            if row[0] == "Variable":
                samples[row[1], row[2]].append((float(row[3]), float(row[6])))
        return {row[6]: row[7:] for row in rows if row[0] == "Container"}, \
            [(row[7], float(row[3]), float(row[4])) for row in rows if row[0] == "State"], samples

    def powercap(self, readable=True):
        """Counters as of a machine with one package: a part of it, memory, the whole machine."""
        folder = self.scratch / "powercap"
        shutil.rmtree(folder, ignore_errors=True)
        for zone, name in (("intel-rapl:0", "package-0"), ("intel-rapl:0:0", "core"), ("intel-rapl:0:1", "dram"),
                           ("intel-rapl:1", "psys"), ("intel-rapl-mmio:0", "package-0")):
            (folder / zone).mkdir(parents=True)
            (folder / zone / "name").write_text(name + "\n")
            (folder / zone / "energy_uj").write_text("999000000\n")
            (folder / zone / "max_energy_range_uj").write_text("1000000000\n")
        return folder


@blackbox.group
def check_command(tools):
    """What is sampled of a command that computes for a while, and of its children."""
    busy = "import time\nx = bytearray(50_000_000)\nend = time.process_time() + 0.6\nwhile time.process_time() < end: pass\n"
    done = tools.run("-o", "run.pja", "--interval", "50ms", "--idle", "300ms", "--parameter", "N=49152", "--parameter",
                     "nodes=a b", "--", "sh", "-c", f"{sys.executable} -c '{busy}'; exit 3")
    tools.report.check("the status is the command's", done.code == 3, done.err)
    containers, states, samples = tools.read("run.pja")
    name = os.uname().nodename
    tools.report.check("the machine says its source and the parameters",
                       containers[name] == ["measured by Linux (/proc)", "49152", "a b"], str(containers))
    tools.report.check("idle, run, idle", [state for state, _, _ in states] == ["Idle", "Run", "Idle"], str(states))
    tools.report.check("idle lasts", states[0][2] - states[0][1] >= 0.29 and states[2][2] - states[2][1] >= 0.29, str(states))
    # CPU time is the area below the use, in whole ticks; memory at least what was asked for.
    cpu = samples[name, "command_cpu"]
    ends = [at for at, _ in samples[name, "command_processes"]]
    before = dict(zip(ends[1:], ends))
    seconds = sum(value / 100 * (at - before[at]) for at, value in cpu if at in before)
    tools.report.check("CPU time", 0.4 <= seconds <= 0.9, str(seconds))
    tools.report.check("memory", max(value for _, value in samples[name, "command_resident"]) > 50e6)
    tools.report.check("shell and its child", max(value for _, value in samples[name, "command_processes"]) >= 2)
    tools.report.check("nothing is left in the end", samples[name, "command_processes"][-1][1] == 0)
    done = blackbox.run([tools.folder / "pj_energy", "report", "-q", "--json", "run.pja"], cwd=tools.scratch)
    report = json.loads(done.out)
    tools.report.check("the report has the parameters", (report["runs"][0]["N"], report["runs"][0]["nodes"]) == ("49152", "a b"),
                       str(report["runs"]))
    tools.report.check("every line has its source", all(row["source"] == "measured by Linux (/proc)" for row in report["variables"]
                                                        if row["device"] == name), str(report["variables"][:2]))
    for variable in ("cpu", "mem", "disk_read", "disk_written", "net_received", "net_sent"):
        values = samples[name, variable]
        ok = all(0 <= value <= (100 if variable in ("cpu", "mem") else 1e12) for _, value in values)
        tools.report.check(f"samples of {variable}", len(values) > 10 and ok, str(values[:5]))
    gaps = sorted(b - a for (a, _), (b, _) in zip(samples[name, "mem"], samples[name, "mem"][1:]))
    tools.report.check("the interval", 0.04 < gaps[len(gaps) // 2] < 0.2, str(gaps))
    found = json.loads(blackbox.run([tools.folder / "pj_energy", "report", "-q", "--json", tools.scratch / "run.pja"]).out)
    run = found["runs"][0]
    tools.report.check("pj_energy report knows when it ran", abs(run["latency_seconds"] - states[1][1]) < 1e-3 and
                       abs(run["seconds"] - (states[1][2] - states[1][1])) < 1e-6, str(run))


@blackbox.group
def check_rapl(tools):
    """Counters that are changed while the command runs, over their end; power is joules a second."""
    folder = tools.powercap()
    steps = [("intel-rapl:0", 3_000_000), ("intel-rapl:0:1", 500_000)]  # the first counter starts again at 0
    change = "; ".join(f"echo {(999_000_000 + more) % 1_000_000_000} > {folder}/{zone}/energy_uj" for zone, more in steps)
    done = tools.run("-o", "rapl.paje", "--interval", "20ms", "--powercap", folder, "--", "sh", "-c",
                     f"sleep 0.3; {change}; sleep 0.3")
    tools.report.check("it runs", done.code == 0 and "RAPL" not in done.err, done.err)
    containers, _, samples = tools.read("rapl.paje")
    devices = {name for name, fields in containers.items() if fields == ["measured by RAPL"]}
    tools.report.check("packages and memory, each once", devices == {"RAPL package-0", "RAPL dram of package-0"}, str(containers))
    for device, joules in (("RAPL package-0", 3.0), ("RAPL dram of package-0", 0.5)):
        values = samples[device, "power"]
        # The first sample, which begins the sum, has no power; the times of the others say how long each is.
        machine = [at for at, _ in samples[os.uname().nodename, "mem"]]
        before = dict(zip(machine[1:], machine))
        energy = sum(watts * (at - before[at]) for at, watts in values)
        tools.report.check(f"energy of {device}", abs(energy - joules) < 1e-3 * joules, f"{energy} {values}")
    found = json.loads(blackbox.run([tools.folder / "pj_energy", "report", "-q", "--json", tools.scratch / "rapl.paje"]).out)
    sources = {(row["device"], row["source"]) for row in found["energy"]}
    tools.report.check("every line of energy names its source", sources == {(device, "measured by RAPL") for device in devices},
                       str(sources))
    sources = {row["source"] for row in found["variables"]}
    tools.report.check("and every variable", sources == {"measured by RAPL", "measured by Linux (/proc)"}, str(sources))
    done = tools.run("-o", "none.paje", "--powercap", tools.scratch, "--", "true")
    tools.report.check("without counters", done.code == 0 and "no energy counters" in done.err, done.err)
    if os.geteuid() == 0 and shutil.which("setpriv"):
        os.chmod(tools.scratch, 0o777)
        for path in folder.rglob("energy_uj"):
            path.chmod(0o400)
        done = blackbox.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", tools.folder / "pj_monitor", "-o",
                             "user.paje", "--powercap", folder, "--", "true"], cwd=tools.scratch)
        if done.code != 127:
            tools.report.check("without the right to read them", done.code == 0 and "chmod a+r" in done.err, done.err)


@blackbox.group
def check_gpus(tools):
    done = blackbox.run(["cc", "-shared", "-fPIC", "-w", HERE / "fake_nvml.c", "-o", tools.scratch / "libnvidia-ml.so.1"])
    if done.code != 0:
        blackbox.skip("no C compiler")
    done = tools.run("-o", "gpu.paje", "--interval", "20ms", "--", "sleep", "0.2",
                     environment={"LD_LIBRARY_PATH": str(tools.scratch)})
    tools.report.check("it runs", done.code == 0 and "NVIDIA" not in done.err, done.err)
    containers, _, samples = tools.read("gpu.paje")
    tools.report.check("two GPUs", containers.get("GPU 0 Fake A") == containers.get("GPU 1 Fake B") == ["measured by NVML"],
                       str(containers))
    powers = [value for _, value in samples["GPU 0 Fake A", "power"]]
    tools.report.check("power in watts", powers == [100 + 0.5 * i for i in range(len(powers))] and len(powers) > 5, str(powers))
    first = {variable: samples["GPU 0 Fake A", variable][0][1] for variable in ("sm_clock", "mem_clock", "mem_used", "utilisation")}
    tools.report.check("clocks, memory, use", first == {"sm_clock": 1410, "mem_clock": 1593, "mem_used": 20 * 2**30,
                                                       "utilisation": 73}, str(first))
    tools.report.check("what a GPU does not know has no sample", not samples["GPU 1 Fake B", "mem_clock"] and
                       samples["GPU 1 Fake B", "power"][0][1] == 40.25, str(samples["GPU 1 Fake B", "power"]))
    found = json.loads(blackbox.run([tools.folder / "pj_energy", "report", "-q", "--json", tools.scratch / "gpu.paje"]).out)
    tools.report.check("pj_energy report has both", found["runs"][0]["devices"] == 2, str(found["runs"]))


@blackbox.group
def check_model(tools):
    """Power by a model is that of the sampled uses."""
    rows = [(cpu, mem, 40 + 0.3 * cpu + 0.05 * mem + (-1) ** cpu * 0.5) for cpu in range(0, 101, 7) for mem in (10, 40, 90)]
    (tools.scratch / "fit.csv").write_text("cpu,mem,power\n" + "".join(f"{a},{b},{c}\n" for a, b, c in rows))
    blackbox.run([tools.folder / "pj_energy", "fit", "--model", "e2m.json", "fit.csv"], cwd=tools.scratch)
    model = json.loads((tools.scratch / "e2m.json").read_text())
    numbers = [model[key] for key in ("idle_watts", "watts_per_cpu_percent", "watts_per_memory_percent")] \
        if "idle_watts" in model else None
    done = tools.run("-o", "model.paje", "--interval", "50ms", "--power-model", "e2m.json", "--", "sleep", "0.4")
    tools.report.check("it runs", done.code == 0, done.err)
    containers, _, samples = tools.read("model.paje")
    [device] = [name for name in containers if name.startswith("E2M model (mean error 0.")]
    tools.report.check("it says that it is modelled", containers[device][0].startswith("modelled by E2M (mean error 0."), str(containers))
    name, watts = os.uname().nodename, samples[device, "power"]
    cpu, mem = dict(samples[name, "cpu"]), dict(samples[name, "mem"])
    idle, per_cpu, per_mem = numbers or (40, 0.3, 0.05)
    tolerance = 1e-6 if numbers else 0.2
    tools.report.check("power", len(watts) > 4 and all(abs(value - idle - per_cpu * cpu[at] - per_mem * mem[at]) < tolerance
                                                       for at, value in watts), f"{watts} {model}")


@blackbox.group
def check_csv(tools):
    """Samples of another program, and the golden table of a paper by way of them."""
    (tools.scratch / "smi.csv").write_text(
        "timestamp, index, name, power.draw [W], memory.used [MiB], clocks.sm\n"
        "2026/01/31 23:59:59.500, 0, Tesla, 50.5 W, 100 MiB, 900 MHz\n"
        "2026/01/31 23:59:59.500, 1, Tesla, [N/A], 3 MiB, 100 MHz\n"
        "2026/02/01 00:00:01.000, 0, Tesla, 70 W, 200 MiB, 1000 MHz\n")
    done = tools.run("--csv", "smi.csv", "-o", "smi.paje", "--parameter", "N=1")
    tools.report.check("it reads what nvidia-smi writes", done.code == 0, done.err)
    containers, states, samples = tools.read("smi.paje")
    tools.report.check("samples", samples["0 Tesla", "power"] == [(0, 50.5), (1.5, 70)] and
                       samples["0 Tesla", "mem_used"] == [(0, 100 * 2**20), (1.5, 200 * 2**20)] and
                       samples["1 Tesla", "sm_clock"] == [(0, 100)] and ("1 Tesla", "power") not in samples, str(samples))
    golden = tools.data / "golden-models" / "egpu.json"
    sampler = json.loads(golden.read_text())["sampler"]
    (tools.scratch / "egpu.csv").write_text("time,device,power\n" + "".join(
        f"{at},gpu,{watts}\n" for at, watts in zip(sampler["samples_t"], sampler["power"])))
    tools.run("--csv", "egpu.csv", "-o", "egpu.paje")
    found = json.loads(blackbox.run([tools.folder / "pj_energy", "report", "-q", "--json", tools.scratch / "egpu.paje"]).out)
    mean = found["runs"][0]["mean_watts"]
    wanted = sum(sampler["power"]) / len(sampler["power"])
    tools.report.check("the mean power of the golden samples", abs(mean - wanted) < 1e-9 * wanted, f"{mean} {wanted}")
    for name, text, message in (("empty", "", ""), ("no time", "a,b\n1,2\n", "time"), ("no numbers", "time,a\n1,x\n", "no column"),
                                ("a bad time", "time,a\nx,2\n", ":2:"), ("a bad date", "timestamp,a\n2026,2\n", "expected a time")):
        (tools.scratch / "bad.csv").write_text(text)
        done = tools.run("--csv", "bad.csv", "-o", "bad.paje")
        tools.report.check(f"{name}: a message", done.code == 2 and message in done.err and
                           not (tools.scratch / "bad.paje").exists(), f"{done.code} {done.err}")


@blackbox.group
def check_trouble(tools):
    for name, words, code, message in (
            ("no command", ["-o", "x.paje"], 2, "no command"),
            ("not found", ["-o", "x.paje", "--", "./nothing-here"], 127, "nothing-here"),
            ("cannot be run", ["-o", "x.paje", "--", "/tmp"], 126, "/tmp"),
            ("a signal", ["-o", "x.paje", "--", "sh", "-c", "kill -9 $$"], 137, "x.paje"),
            ("interval", ["-o", "x.paje", "--interval", "0", "--", "true"], 2, "below 1ms"),
            ("a word as interval", ["-o", "x.paje", "--interval", "soon", "--", "true"], 2, "expected a time"),
            ("a negative time", ["-o", "x.paje", "--idle", "-1s", "--", "true"], 2, ""),
            ("a parameter", ["-o", "x.paje", "--parameter", "N", "--", "true"], 2, "NAME=VALUE"),
            ("a parameter twice", ["-o", "x.paje", "--parameter", "N=1", "--parameter", "N=2", "--", "true"], 2, "twice"),
            ("a field that is taken", ["-o", "x.paje", "--parameter", "Time=1", "--", "true"], 2, "already"),
            ("no folder", ["-o", "nowhere/x.paje", "--", "true"], 2, "nowhere"),
            ("no model", ["-o", "x.paje", "--power-model", "none.json", "--", "true"], 2, "none.json")):
        done = tools.run(*words)
        tools.report.check(name, done.code == code and message in done.err, f"{done.code} {done.err}")


@blackbox.group
def check_full_disk(tools):
    """A file that cannot grow has the samples that there is room for, and is whole."""
    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8000, 8000))
    for output in ("full.paje", "full.pja"):
        done = tools.run("-o", output, "--interval", "5ms", "--", "sleep", "0.8", preexec_fn=small)
        warned = "no room for all samples" in done.err
        size = (tools.scratch / output).stat().st_size
        tools.report.check(f"{output}: it is written", done.code == 0 and 0 < size <= 8000 and
                           (warned or output.endswith(".pja")), f"{done.code} {size} {done.err}")
        _, states, samples = tools.read(output)
        tools.report.check(f"{output}: it has the first samples", len(samples[os.uname().nodename, "mem"]) > 5, str(states))


@blackbox.group
def check_interrupt(tools):
    """A signal ends the command, or the idle time, and the trace is whole."""
    whens = (("command", ["--", "sleep", "60"]), ("idle", ["--idle", "60s", "--", "true"]))
    for (when, words), number in itertools.product(whens, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)):
        trace = f"{when}.paje"
        process = subprocess.Popen([str(tools.folder / "pj_monitor"), "-o", trace, "--interval", "20ms", *words],
                                   cwd=tools.scratch, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        time.sleep(0.5)
        process.send_signal(number)
        error = process.communicate(timeout=30)[1].decode()
        tools.report.check(f"{when}: the status", process.returncode == 128 + number, f"{process.returncode} {error}")
        _, states, samples = tools.read(trace)
        tools.report.check(f"{when}: the samples", len(samples[os.uname().nodename, "mem"]) >= 3, error)
        wanted = ["Idle", "Run", "Idle"] if when == "command" else ["Idle"]
        tools.report.check(f"{when}: the states", [state[0] for state in states] == wanted, str(states))


def main():
    folder, data = sys.argv[1:]
    report = blackbox.Report()
    blackbox.need_tool(folder, "pj_monitor")
    with blackbox.scratch_directory() as scratch:
        blackbox.run_groups(Tools(Path(folder).resolve(), Path(data), report, Path(scratch)))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
