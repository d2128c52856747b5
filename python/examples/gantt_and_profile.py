#!/usr/bin/env python3
"""A Gantt chart and a profile of a trace, side by side in one picture.

Usage: gantt_and_profile.py TRACE PICTURE [--start TIME] [--end TIME] [--type STATE_TYPE]

Each row is a container, each colour a value; the profile shows for how long each container was in
which value, counting where states nest the innermost only.
"""

import argparse

import matplotlib
import numpy as np

import paje

matplotlib.use("Agg")  # draws into files, without a display
from matplotlib import pyplot  # noqa: E402
from matplotlib.patches import Patch  # noqa: E402

# Okabe and Ito's colours, which the colour-blind can tell apart.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999"]


def exclusive(states):
    """Of each state, its duration without that of the states directly inside."""
    duration = states.end - states.start
    result = duration.copy()
    outer = []  # of the container and type at hand, innermost last
    place = list(zip(states.container.codes, states.type.codes))
    for row in range(states.count):
        depth = states.depth[row]
        if row == 0 or place[row] != place[row - 1]:
            outer.clear()
        del outer[depth:]
        if outer:
            result[outer[-1]] -= duration[row]
        outer.append(row)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace")
    parser.add_argument("picture", help="a .png, .svg or .pdf file")
    parser.add_argument("--start", type=float)
    parser.add_argument("--end", type=float)
    parser.add_argument("--type", help="of the states (default: all)")
    arguments = parser.parse_args()

    trace = paje.read(arguments.trace)
    states = trace.states(type=arguments.type, start=arguments.start, end=arguments.end)
    if states.count == 0:
        parser.exit(1, "no state there\n")
    rows, row = np.unique(states.container.codes, return_inverse=True)
    values = np.unique(states.value.codes)
    time = exclusive(states)

    figure, (gantt, profile) = pyplot.subplots(
        1, 2, sharey=True, width_ratios=(3, 1), figsize=(14, 1.5 + 0.3 * len(rows)),
        layout="constrained")
    left = np.zeros(len(rows))
    for number, value in enumerate(values):
        colour = COLOURS[number % len(COLOURS)]
        mine = states.value.codes == value
        for depth in np.unique(states.depth[mine]):  # inner states lie over outer ones
            drawn = mine & (states.depth == depth)
            spans = np.column_stack((states.start[drawn], (states.end - states.start)[drawn]))
            for where in np.unique(row[drawn]):
                gantt.broken_barh(spans[row[drawn] == where], (where - 0.4, 0.8),
                                  facecolor=colour, zorder=2 + depth)
        length = np.bincount(row[mine], weights=time[mine], minlength=len(rows))
        profile.barh(np.arange(len(rows)), length, left=left, color=colour)
        left += length
    gantt.set_yticks(np.arange(len(rows)), states.container.categories[rows])
    gantt.invert_yaxis()
    gantt.set(xlabel="time", xlim=(arguments.start, arguments.end))
    profile.set(xlabel="time in each value")
    gantt.legend(handles=[Patch(color=COLOURS[i % len(COLOURS)], label=states.value.categories[v])
                         for i, v in enumerate(values)],
                 loc="lower left", bbox_to_anchor=(0, 1), ncols=min(len(values), 5), frameon=False)
    figure.savefig(arguments.picture, dpi=120)


if __name__ == "__main__":
    main()
