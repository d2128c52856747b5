"""Small traces of what an export easily loses."""

from definitions import definitions

HEAD = definitions([
    ("DefineContainerType", "Alias Type Name Color:color"),
    ("DefineStateType", "Alias Type Name"),
    ("DefineVariableType", "Alias Type Name"),
    ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    ("CreateContainer", "Time Alias Type Container Name"),
    ("DestroyContainer", "Time Type Name"),
    ("PushState", "Time Type Container Value"),
    ("PopState", "Time Type Container Size:int"),
    ("SetVariable", "Time Type Container Value:double"),
    ("StartLink", "Time Type Container StartContainer Value Key Size:int"),
    ("EndLink", "Time Type Container EndContainer Value Key Size:int"),
    ("ResetState", "Time Type Container"),
]) + """\
0 H 0 Host "1 0.5 0"
0 P H Process "0 0 1"
0 T P Thread "0.1 0.2 0.3"
1 S T State
1 G 0 Global
2 V T value
2 W T value
3 L P T T Message
4 0 h H 0 host
4 0 p P h process
4 0 t1 T p thread
4 0 t2 T p thread
"""


def hard_traces():
    """What is easily lost: bits of times, states without a duration, depth of containers, keys."""
    times = [1e-20, 1.1e-9, 0.1, 0.30000000000000004, 1 / 3, 2 / 3, 1.0000000001, 4.2,
             7.000000001, 123456.789012345, 9007199.254740993, 12345678901.25]
    states = "".join(f"6 {time!r} S t1 at{i}\n8 {time!r} V t1 {time!r}\n8 {time!r} W t1 -{i}\n"
                     for i, time in enumerate(times))
    pops = "".join(f"7 {2e10 + i / 7!r} S t1 {i}\n" for i in range(len(times)))
    links = ("9 1 L p t1 m \"a key\" 10\n9 1 L p t2 m 2 11\n10 2 L p t1 m 2 12\n"
             "10 3 L p t2 m \"a key\" 13\n")
    nothing = ("6 1 S t1 around\n6 1 S t1 a\n7 1 S t1 1\n6 1 S t1 b\n6 1 S t1 c\n6 1 S t1 d\n"
               "7 1 S t1 2\n7 1 S t1 3\n7 1 S t1 4\n6 2 S t1 e\n6 3 S t1 f\n7 3 S t1 5\n"
               "7 3 S t1 6\n7 3 S t1 7\n6 3 S t1 g\n7 4 S t1 8\n")
    return {"times": HEAD + states + pops, "links": HEAD + links + "5 4 T t1\n",
            "no duration": HEAD + nothing, "late end": HEAD + nothing + "5 5 H h\n11 9 G 0\n",
            "late end of some": HEAD + nothing + "11 9 G 0\n",
            "infinite": HEAD + "8 1 V t1 inf\n8 2 V t1 -inf\n8 3 V t1 0\n8 4 W t1 nan\n"}
