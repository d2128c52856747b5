"""The charts of charts.py: figures of against_reference.py as SVG."""

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

import figures

WIDTH = 7.6  # inches: a page of the guide
# Okabe and Ito's colours, distinguished by all eyes and, by their lightness, in grey.
GREY, SKY, BLUE, VERMILLION, GREEN = "#999999", "#56B4E9", "#0072B2", "#D55E00", "#009E73"
PALE_GREEN = "#80CEB9"  # half of GREEN
STYLE = {"svg.fonttype": "none",  # text as text: searched, read aloud, small
         "svg.hashsalt": "paje",  # the same figures, the same bytes
         "font.family": "sans-serif", "font.size": 10, "axes.spines.top": False,
         "axes.spines.right": False, "figure.facecolor": "white"}


def plain(job):
    return job.replace("`", "")


def bars_of(rows):
    """(label, colour, MB/s): the reference, one thread, as many as there are, and these of a set."""
    [theirs] = figures.only(rows, "reference")
    bars = [("reference", GREY, theirs)]
    for (program, where), colors in zip(figures.PROGRAMS.items(), ((SKY, BLUE), (PALE_GREEN, GREEN))):
        for row, color in zip(figures.fewest_and_most_threads(rows, program), colors):
            count = f"{row['threads']} thread{'s' if row['threads'] > 1 else ''}"
            bars.append((f"{count}{where}", color, row))
    return [(label, color, figures.speed(row)) for label, color, row in bars]


def draw_throughput(taken, path):
    groups = figures.by_trace_and_job(taken)
    bars = {name: bars_of(rows) for name, rows in groups.items()}
    count = sum(map(len, bars.values()))
    figure, axes = plt.subplots(figsize=(WIDTH, 0.9 + 0.26 * (count + len(bars))))
    top, ticks, labelled = 0, [], set()
    for (trace, job), group in bars.items():
        ticks.append((top + (len(group) - 1) / 2, f"{trace}\n{plain(job)}"))
        for label, color, speed in group:
            axes.barh(top, speed, 0.9, color=color, label=None if label in labelled else label)
            axes.annotate(f"{speed:.0f}", (speed, top), (3, 0), textcoords="offset points",
                          va="center", fontsize=9)
            labelled.add(label)
            top += 1
        top += 1
    axes.set_yticks([place for place, _ in ticks], [text for _, text in ticks])
    axes.tick_params(axis="y", length=0)
    axes.invert_yaxis()
    axes.margins(x=0.08)
    axes.set_xlabel("MB of trace a second (more is better)")
    figure.legend(loc="upper center", ncol=len(labelled), frameon=False, fontsize=9)
    save(figure, path)


def draw_speedup(taken, path):
    figure, axes = plt.subplots(figsize=(WIDTH, 3.2))
    most = 1
    styles = zip([BLUE, VERMILLION, GREEN, SKY] * 3, ["o", "s", "^", "D"] * 3)
    for ((trace, job), rows), (color, marker) in zip(figures.by_trace_and_job(taken).items(), styles):
        for (program, where), line in zip(figures.PROGRAMS.items(), "-:"):
            ours = figures.by_threads(rows, program)
            if not ours:
                continue
            threads = [row["threads"] for row in ours]
            axes.plot(threads, [figures.times_as_fast(row, ours[0]) for row in ours], color=color,
                      linestyle=line, marker=marker, label=f"{trace}, {plain(job)}{where}")
            most = max(most, *threads)
    axes.plot([1, most], [1, most], color=GREY, linestyle="--", label="as many times as threads",
              zorder=0)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("threads")
    axes.set_ylabel("times as fast as one")
    axes.legend(frameon=False, fontsize=9, loc="center left", bbox_to_anchor=(1, 0.5))
    save(figure, path)


def save(figure, path):
    figure.tight_layout(rect=(0, 0, 1, 0.94) if figure.legends else None)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    # Lines end where they end: no blanks that a checker of patches would mark.
    path.write_text("\n".join(line.rstrip() for line in path.read_text("utf-8").split("\n")), "utf-8")


def draw(taken, folder):
    with plt.rc_context(STYLE):
        draw_throughput(taken, folder / "throughput.svg")
        draw_speedup(taken, folder / "speedup.svg")
