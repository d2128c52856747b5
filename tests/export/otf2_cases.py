"""Traces that an OTF2 archive has to carry over, and what otf2-print says of an archive."""
import re
import subprocess

from definitions import definitions

KINDS = definitions([
    ("DefineContainerType", "Alias Type Name"),      # 0
    ("DefineStateType", "Alias Type Name"),          # 1
    ("DefineVariableType", "Alias Type Name"),       # 2
    ("DefineEventType", "Alias Type Name"),          # 3
    ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),  # 4
    ("CreateContainer", "Time Alias Type Container Name"),  # 5
    ("PushState", "Time Type Container Value Task:int"),    # 6
    ("PopState", "Time Type Container"),                    # 7
    ("SetVariable", "Time Type Container Value"),           # 8
    ("NewEvent", "Time Type Container Value Note"),         # 9
    ("StartLink", "Time Type Container Value StartContainer Key Size:int Route"),  # 10
    ("EndLink", "Time Type Container Value EndContainer Key"),  # 11
])

# Processes with threads next to a rank that has objects of its own; two types of states that do not
# nest in each other; messages that overtake each other; names twice; states without length.
EVERYTHING = KINDS + """\
0 M 0 Machine
0 P M Process
0 T P Thread
0 R M Rank
1 S T Function
1 A R Activity
1 B R Phase
2 V R Power
2 W M Load
3 E T Marker
4 L 0 T R Message
4 K 0 R R "Other link"
5 0 m M 0 "machine 1"
5 0 p P m "process 1"
5 0 t1 T p main
5 0 t2 T p worker
5 0 r R m rank
5 0 q R m rank2
6 0 S t1 main 1
6 0.5 S t1 solve 2
9 0.5 E t1 "now then" "a note"
10 0.75 L 0 big t1 k1 4096 north
10 0.75 L 0 small t1 k2 8 south
7 1 S t1
6 1 S t1 empty 3
7 1 S t1
7 2 S t1
6 0.25 A r run 4
6 0.5 B r "phase 1" 5
11 1.25 L 0 small r k2
7 1.25 A r
11 1.5 L 0 big r k1
7 1.75 B r
8 0 V r 1.5
8 1 V r -2e300
8 0 W m 3
10 1 K 0 x r k3 16 east
11 1 K 0 x q k3
6 2 S t2 late 6
7 2.125 S t2
"""


def losses(text):
    """Kinds and counts of what pj_export says that it left out."""
    return {kind: int(count.replace(",", "")) for count, kind in
            re.findall(r"not carried over: +([0-9,]+) (.*)", text)}


def print_events(archive, may_warn=False):
    """What otf2-print says of each event: kind, location, tick, attributes."""
    done = subprocess.run(["otf2-print", archive], capture_output=True, text=True, check=True)
    assert may_warn or done.stderr == "", done.stderr
    events = []
    for line in done.stdout.splitlines():
        found = re.match(r"([A-Z_]+) +(\d+) +(\d+)  (.*)$", line)
        if found:
            kind, location, tick, rest = found.groups()
            events.append((kind, int(location), int(tick), rest))
    return events
