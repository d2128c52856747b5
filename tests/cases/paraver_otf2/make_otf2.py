#!/usr/bin/env python3
"""Makes the OTF2 archive `nodes` that run_paraver_otf2.py imports; needs python3-otf2.

Usage: make_otf2.py FOLDER
"""

import sys

import otf2
from otf2.enums import GroupType, MetricMode, Paradigm, ParameterType, RegionRole, Type

OFFSET = 1_000_000


def main():
    with otf2.writer.open(sys.argv[1], timer_resolution=1_000_000) as trace:
        define = trace.definitions
        cluster = define.system_tree_node("cluster", class_name="Cluster")
        hosts = [define.system_tree_node(f"host{i}", class_name="Host", parent=cluster)
                 for i in range(2)]
        solve = define.region("solve", source_file="solve.c", begin_line_number=10, end_line_number=20)
        inner, send, receive = (define.region(name) for name in ("inner", "MPI_Send", "MPI_Recv"))
        define.region("unused", region_role=RegionRole.LOOP)
        step = define.attribute("time step", type=Type.INT64)
        where = define.attribute("Value", type=Type.STRING)
        label = define.string("a \"b\"") if hasattr(define, "string") else None
        define.parameter("n", parameter_type=ParameterType.INT64)
        writers = [trace.event_writer("thread", group=define.location_group(f"rank {i}", system_tree_parent=host))
                   for i, host in enumerate(hosts)]
        locations = [writer._location for writer in writers]
        define.group("all", group_type=GroupType.COMM_LOCATIONS, paradigm=Paradigm.MPI, members=locations)
        group = define.group("world", group_type=GroupType.COMM_GROUP, paradigm=Paradigm.MPI,
                             members=locations)
        world = define.comm("world", group=group)
        other = define.comm("world", group=group, parent=world)
        power = define.metric_class([define.metric_member("power", metric_mode=MetricMode.ABSOLUTE_POINT,
                                                          unit="W")])
        a, b = writers

        def at(time):
            return OFFSET + time

        a.enter(at(0), solve, attributes={step: 7, where: label or "a \"b\""})
        a.metric(at(1), power, [float("nan")])
        a.metric(at(2), power, [2.5])
        a.enter(at(10), send)
        a.mpi_send(at(11), 1, world, 5, 100, attributes={step: 8})
        a.mpi_send(at(12), 1, other, 5, 200)
        a.leave(at(20), send, attributes={step: 9})
        # The ends of two regions cross.
        a.enter(at(30), inner)
        a.leave(at(35), solve)
        a.leave(at(40), inner)
        b.leave(at(1), inner)
        b.enter(at(5), receive)
        b.mpi_recv(at(15), 0, other, 5, 200)
        b.mpi_recv(at(16), 0, world, 5, 100)
        b.leave(at(17), receive)
        b.enter(at(50), inner)


if __name__ == "__main__":
    main()
