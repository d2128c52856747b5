"""Writes states and links of tracks as a Pajé trace."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from definitions import numbered

HEADER = numbered({
    0: ("DefineContainerType", "Alias Type Name"),
    1: ("DefineStateType", "Alias Type Name"),
    2: ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    3: ("CreateContainer", "Time Alias Type Container Name"),
    5: ("PushState", "Time Type Container Value"),
    6: ("PopState", "Time Type Container"),
    7: ("StartLink", "Time Type Container Value StartContainer Key Size:int"),
    9: ("StartLink", "Time Type Container Value StartContainer Key"),
    8: ("EndLink", "Time Type Container Value EndContainer Key"),
}) + """\
0 M 0 Machine
0 R M Rank
1 S R State
2 L M R R Message
3 0 m M 0 machine
"""


def state_events(track, states):
    """(time, line) of the states (value, start, end), outer ones first."""
    events, stack = [], []

    def pop_until(time):
        while stack and (time is None or stack[-1] <= time):
            end = stack.pop()
            events.append((end, f"6 {end:.10g} S {track}"))

    for value, start, end in states:
        pop_until(start)
        events.append((start, f'5 {start:.10g} S {track} "{value}"'))
        stack.append(end)
    pop_until(None)
    return events


def trace_of(tracks, links, silent=()):
    """`tracks`: {name: [(value, start, end)]}; `links`: [(source, start, target, end, size or None)], where
    None for a time leaves that half out; `silent`: containers without states."""
    events = []
    for track, states in tracks.items():
        events += state_events(track, states)
    for i, (source, start, target, end, size) in enumerate(links):
        if start is not None:
            event, last = (9, "") if size is None else (7, f" {size}")
            events.append((start, f"{event} {start:.10g} L m msg {source} k{i}{last}"))
        if end is not None:
            events.append((end, f"8 {end:.10g} L m msg {target} k{i}"))
    events.sort(key=lambda event: event[0])
    names = list(tracks) + list(silent)
    return HEADER + "".join(f"3 0 {name} R m {name}\n" for name in names) \
        + "".join(line + "\n" for _, line in events)
