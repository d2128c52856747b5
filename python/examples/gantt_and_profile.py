#!/usr/bin/env python3
"""A Gantt chart and a profile of a trace, side by side in one picture.

Usage: gantt_and_profile.py TRACE PICTURE [--start TIME] [--end TIME] [--type STATE_TYPE]

Each row is a container, each colour a value. Time is cut into slices as wide as a pixel; in each, the
height of a colour is the share of the time that the container was in that value, counting where
states nest the innermost only. So no state hides another one, however many there are. The profile
shows for how long each container was in which value during the time drawn.
"""

import argparse

import matplotlib
import numpy as np

import paje

matplotlib.use("Agg")  # draws into files, without a display
from matplotlib import pyplot  # noqa: E402
from matplotlib.patches import Patch  # noqa: E402

# Okabe and Ito's colours, which the colour-blind can distinguish.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999"]
SLICES = 1200
ROW = 24  # pixels of a row; a sixth stays white between rows


def numbered(column):
    """The names that a column of names uses, and of each category its number among them."""
    used = np.flatnonzero(np.bincount(column.codes, minlength=len(column.categories)))
    number = np.zeros(len(column.categories), dtype=int)
    number[used] = np.arange(len(used))
    return column.categories[used], number


def time_in_slices(states, row, rows, value_number, values, begin, end):
    """How long each row was in each value, the innermost, in each slice: rows x values x slices.

    In the slices before the one where a state ends, its end counts as a whole slice, in that one as
    the part of it that has passed; less the same of its start, this is the state's time in each. A
    state takes what is its own from the value of the state around it.
    """
    width = (end - begin) / SLICES
    shape = (rows, values, SLICES + 1)
    wholes = np.zeros(shape, dtype=int)
    parts = np.zeros(shape)

    def add(sign, times, row, value):
        place = np.clip((times - begin) / width, 0, SLICES)
        slice_ = place.astype(int)
        cell = (row * values + value) * (SLICES + 1) + slice_
        wholes.ravel()[:] += sign * np.bincount(cell, minlength=wholes.size)
        parts.ravel()[:] += sign * np.bincount(cell, place - slice_, minlength=parts.size)

    value = value_number[states.value.codes]
    add(+1, states.end, row, value)
    add(-1, states.start, row, value)
    inner = states.parent >= 0
    outer_value = value_number[states.parent_value.codes[inner]]
    add(-1, states.end[inner], row[inner], outer_value)
    add(+1, states.start[inner], row[inner], outer_value)
    later = np.cumsum(wholes[:, :, ::-1], axis=2)[:, :, ::-1]
    return (later[:, :, 1:] + parts[:, :, :-1]) * width


def picture_of(shares, colours):
    """Shares of each slice as pixels, one value above the other."""
    height = ROW - ROW // 6
    palette = np.array([matplotlib.colors.to_rgb(colour) for colour in [*colours, "white"]])
    top = np.cumsum(shares, axis=1)
    image = np.full((len(shares), ROW, SLICES), len(colours))
    for level in range(height):
        below = top <= (level + 0.5) / height
        image[:, ROW - ROW // 12 - 1 - level] = np.count_nonzero(below, axis=1)
    return (255 * palette).astype(np.uint8)[image.reshape(-1, SLICES)]


def draw(states, start, end, file):
    paths, row_number = numbered(states.path)
    values, value_number = numbered(states.value)
    begin = states.start.min() if start is None else start
    end = states.end.max() if end is None else end
    if not 0 < end - begin < np.inf:
        raise ValueError(f"nothing can be drawn from {begin} to {end}")
    time = time_in_slices(states, row_number[states.path.codes], len(paths), value_number,
                          len(values), begin, end)
    colours = [COLOURS[number % len(COLOURS)] for number in range(len(values))]

    figure, (gantt, profile) = pyplot.subplots(
        1, 2, sharey=True, width_ratios=(3, 1), figsize=(14, min(1.5 + 0.3 * len(paths), 200)),
        layout="constrained")
    gantt.imshow(picture_of(time * SLICES / (end - begin), colours), aspect="auto",
                 interpolation="nearest", extent=(begin, end, len(paths) - 0.5, -0.5))
    left = np.zeros(len(paths))
    for length, colour in zip(time.sum(axis=2).T, colours):
        profile.barh(np.arange(len(paths)), length, left=left, color=colour)
        left += length
    gantt.set_yticks(np.arange(len(paths)), paths)
    gantt.set(xlabel="time")
    profile.set(xlabel="time in each value")
    gantt.legend(handles=[Patch(color=colour, label=value)
                          for colour, value in zip(colours, values)],
                 loc="lower left", bbox_to_anchor=(0, 1), ncols=min(len(values), 5), frameon=False)
    figure.savefig(file, dpi=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace")
    parser.add_argument("picture", help="a .png, .svg or .pdf file")
    parser.add_argument("--start", type=float)
    parser.add_argument("--end", type=float)
    parser.add_argument("--type", help="of the states (default: all)")
    arguments = parser.parse_args()
    try:
        # States are drawn, so links that miss an end do not matter.
        trace = paje.read(arguments.trace, ignore_incomplete_links=True)
        states = trace.states(type=arguments.type, start=arguments.start, end=arguments.end)
        if states.count == 0:
            parser.exit(1, "no state there\n")
        draw(states, arguments.start, arguments.end, arguments.picture)
    except (OSError, ValueError, KeyError) as error:
        parser.exit(1, f"{error.args[0] if isinstance(error, KeyError) else error}\n")


if __name__ == "__main__":
    main()
