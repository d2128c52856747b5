"""Small traces for tests of the Python package."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from definitions import RUN_DEFINITIONS, definition, definitions  # noqa: E402

# Two threads of one name: 1 s of work in the first, 9 s in the second.
SAME_NAMES = definitions([
    ("DefineContainerType", "Alias Type Name"),
    ("DefineStateType", "Alias Type Name"),
    ("CreateContainer", "Time Alias Type Container Name"),
    ("PushState", "Time Type Container Value"),
    ("PopState", "Time Type Container"),
]) + """0 P 0 Process
0 T P Thread
1 S T Act
2 0 p1 P 0 "p 1"
2 0 p2 P 0 "p 2"
2 0 t1 T p1 main
2 0 t2 T p2 main
3 0 S t1 work
4 1 S t1
3 0 S t2 work
3 2 S t2 wait
4 5 S t2
4 9 S t2
"""

# Three messages: one with all user-defined fields, one with some, one with none.
SIZED = definitions([
    ("DefineContainerType", "Alias Type Name"),
    ("DefineStateType", "Alias Type Name"),
    ("CreateContainer", "Time Alias Type Container Name"),
]) + "".join(definition(*of) for of in [
    ("DefineLinkType", 5, "Alias Type StartContainerType EndContainerType Name"),
    ("StartLink", 6, "Time Type Container Value StartContainer Key Size:int Comm Ratio:double "
                     "Depth:int"),
    ("StartLink", 7, "Time Type Container Value StartContainer Key Size:int Comm"),
    ("StartLink", 8, "Time Type Container Value StartContainer Key"),
    ("EndLink", 9, "Time Type Container Value EndContainer Key"),
]) + """0 P 0 Process
5 L 0 P P Msg
2 0 p1 P 0 "p 1"
2 0 p2 P 0 "p 2"
6 0 L 0 v p1 k1 4096 world 0.5 7
9 1 L 0 v p2 k1
8 1 L 0 v p1 k2
9 2 L 0 v p2 k2
7 2 L 0 v p2 k3 100 "a é"
9 3 L 0 v p1 k3
"""

# Two ranks, from 0 to 9: `solve` of p1 is around `work` and a message, for which p2 waits 4 s.
NESTED_RUN = RUN_DEFINITIONS + """\
0 P 0 Rank
2 S P State
4 L 0 P P Message
6 0 p1 P 0 p1
6 0 p2 P 0 p2
12 0 S p1 solve
12 0 S p2 MPI_Recv
12 1 S p1 work
13 4 S p1
12 4 S p1 MPI_Send
15 4 L 0 p1 m 1 10
13 4 S p1
13 5 S p1
12 5 S p1 solve
16 5 L 0 p2 m 1
13 5 S p2
12 5 S p2 work
12 6 S p1 work
13 8 S p1
13 8 S p2
13 9 S p1
"""
