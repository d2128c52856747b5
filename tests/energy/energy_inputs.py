"""Traces and tables for tests of pj_energy, and the same computed in Python without pj_energy."""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "support"))
import blackbox  # noqa: F401
from definitions import definitions

DEFINITIONS = definitions((
    ("DefineContainerType", "Alias Type Name"), ("DefineVariableType", "Alias Type Name"),
    ("CreateContainer", "Time Alias Type Container Name"), ("DestroyContainer", "Time Type Name"),
    ("SetVariable", "Time Type Container Value:double"), ("DefineStateType", "Alias Type Name"),
    ("SetState", "Time Type Container Value"), ("PushState", "Time Type Container Value"),
    ("PopState", "Time Type Container")))


def written(path, text):
    path.write_text(text)
    return path


def machines_trace(path, segments, ends=True):
    """Machines with uses of CPU and memory, from (machine, start, end, cpu, memory)."""
    events, last = [], {}
    for machine, start, end, cpu, memory in segments:
        if machine not in last:
            events.append((start, 0, f"2 {start} {machine} M 0 {machine}"))
        events += [(start, 1, f"4 {start} C {machine} {cpu}"), (start, 1, f"4 {start} E {machine} {memory}")]
        last[machine] = end
    events += [(end, 2, f"3 {end} M {machine}") for machine, end in last.items() if ends]
    lines = [line for _, _, line in sorted(events, key=lambda event: event[:2])]
    return written(path, DEFINITIONS + "0 M 0 Machine\n1 C M cpu\n1 E M mem\n" + "\n".join(lines) + "\n")


def devices_trace(path, devices, run=None, end=None, variable="power"):
    """Devices with samples (time, value) of a variable; the node runs an application from, to."""
    lines = ["0 N 0 Node", "0 G N GPU", f"1 P G {variable}", "5 S N State", "2 0 n N 0 node"]
    lines += [f"2 0 {name} G n {name}" for name in devices]
    events = [(time, f"4 {time} P {name} {value}") for name, samples in devices.items() for time, value in samples]
    if run:
        events += [(0, "6 0 S n Idle"), (run[0], f"6 {run[0]} S n Run"), (run[1], f"6 {run[1]} S n Idle")]
    last = max([time for time, _ in events] + [end or 0])
    lines += [line for _, line in sorted(events, key=lambda event: event[0])] + [f"3 {last} N n"]
    return written(path, DEFINITIONS + "\n".join(lines) + "\n")


def ranks_trace(path, iterations, nodes=1):
    """Ranks in nodes; each iteration is the work of every rank, then a barrier until all are there."""
    ranks = len(iterations[0])
    lines = ["0 N 0 Node", "0 R N Rank", "5 S R State"]
    lines += [f"2 0 n{i} N 0 n{i}" for i in range(nodes)]
    lines += [f"2 0 r{i} R n{i * nodes // ranks} r{i}" for i in range(ranks)]
    events, now = [], 0
    for work in iterations:
        end = now + max(work) + 0.5
        for rank, seconds in enumerate(work):
            events += [(now, f"7 {now} S r{rank} work"), (now + seconds, f"8 {now + seconds} S r{rank}"),
                       (now + seconds, f"7 {now + seconds} S r{rank} MPI_Barrier"), (end, f"8 {end} S r{rank}")]
        now = end
    lines += [line for _, line in sorted(events, key=lambda event: event[0])]
    lines += [f"3 {now} N n{i}" for i in range(nodes)]
    return written(path, DEFINITIONS + "\n".join(lines) + "\n")


def samples_csv(path, samples):
    return written(path, "cpu,mem,power\n" + "".join(f"{cpu},{memory},{power}\n" for cpu, memory, power in samples))


def energy_of(segments, watts):
    """Energy in all, by number of active machines, by machine, and of as many machines all the time: second by second
    between all times at which something changes."""
    times = sorted({time for _, start, end, *_ in segments for time in (start, end)})
    by_active, by_machine = {}, {}
    most = inelastic = 0
    for start, end in zip(times, times[1:]):
        active = {m: watts(cpu, memory) for m, s, e, cpu, memory in segments if s <= start and end <= e}
        most = max(most, len(active))
        if active:
            by_active[len(active)] = by_active.get(len(active), 0) + sum(active.values()) * (end - start)
        for machine, power in active.items():
            by_machine[machine] = by_machine.get(machine, 0) + power * (end - start)
    seconds = sum(end - start for _, start, end, *_ in segments)
    total = sum(by_active.values())
    inelastic = total + watts(0, 0) * (most * (times[-1] - times[0]) - seconds)
    return total, by_active, by_machine, inelastic


def frequency_of(load, greatest, levels):
    """The lowest at which nobody is delayed."""
    return min(f for f in levels if load * max(levels) / f <= greatest * (1 + 1e-12))
