#!/usr/bin/env python3
"""paje.energy and paje.count_pairs against values found on paper.

Usage: run_energy.py SAMPLES
"""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import blackbox
import paje
from paje import energy


def near(wanted, got):
    return len(wanted) == len(got) and all(abs(a - b) <= 1e-9 * max(1, abs(a)) for a, b in zip(wanted, got))


def refuses(report, name, call):
    try:
        call()
    except ValueError:
        report.check(name, True)
    else:
        report.check(name, False, "no ValueError")


def main():
    samples = Path(sys.argv[-1])
    report = blackbox.Report()
    uses = [(0, 10), (20, 15), (40, 12), (60, 40), (80, 35)]
    fit = energy.fit_power([(cpu, memory, 40 + 0.3 * cpu + 0.05 * memory) for cpu, memory in uses])
    report.check("fit", near((40, 0.3, 0.05, 2), fit[:4]), str(fit))
    report.check("watts", near([40 + 30 + 5], [fit.watts(100, 100)]))
    judged = energy.judge_power(fit, [(10, 0, 50), (20, 0, 46), (1, 1, 0)])
    report.check("accuracy", near((2, 93, 93, 3.5, 7, 1), (judged.samples, judged.mean, judged.median, judged.mean_error,
                                                        judged.greatest_error, judged.left_out)), str(judged))
    one = energy.fit_power([(x, 2 * x, x) for x in range(5)], components=1)
    report.check("one component", near([7], [one.watts(7, 14)]) and one.components == 1, str(one))
    sums = energy.sum_energy([(0, 0, 10, 50), (1, 5, 8, 100)], idle_watts=40)
    report.check("energy", near((800, 7 * 50, 3 * 150, 800 + 40 * 7), (sums.total, *sums.by_active[1:], sums.inelastic)) and
                 near((500, 300), sums.by_machine) and sums.steps[1] == (5, 8, 2, 150), str(sums))
    found = energy.sample_statistics([0, 1, 2, 3, 4], [50, 100, 100, 120, 80])
    report.check("statistics", near((90, 385, 370, 92.5), (found.mean, found.trapezoids, found.steps, found.mean_of_steps)),
                 str(found))
    report.check("held at the end", near([385 + 80], [energy.sample_statistics([0, 1, 2, 3, 4], [50, 100, 100, 120, 80],
                                                                               5).trapezoids]))
    loads = [9.2, 4.6, 6.9, 2.3]
    report.check("frequencies", energy.choose_frequencies(loads) == [2.4, 1.2, 1.8, 1.2])
    report.check("domains", energy.choose_frequencies(loads, domains=[0, 1, 1, 0]) == [2.4, 1.8, 1.8, 2.4])
    report.check("greedy", energy.balance([(0, 7), (0, 5), (0, 4), (0, 3)], 2) == [0, 1, 1, 0])
    report.check("refine", energy.balance([(0, 6), (0, 2), (0, 2), (1, 1), (1, 1), (2, 6)], 3, "refine") == [0, 1, 1, 1, 1, 2])
    trace = paje.read(samples / "heat" / "heat.ethernet.trace")
    pairs = {pair[:2]: pair for pair in paje.count_pairs(trace)}
    report.check("pairs", len(pairs) == 12 and pairs["computing", "PMPI_Irecv"][2:] == (256, 0.8), str(pairs))
    report.check("links", all(pair.count == 40 for pair in paje.count_pairs(trace, "links")))
    report.check("frequent", len(paje.count_pairs(trace, min_count=300)) == 3)
    report.check("within", sum(pair.count for pair in paje.count_pairs(trace, within=2)) == 2 * 1848 - 8)
    for name, call in (("one sample", lambda: energy.fit_power([(1, 2, 3)])), ("three components", lambda: energy.fit_power([(1, 2, 3)] * 9, 3)),
                       ("unequal lists", lambda: energy.sample_statistics([1], [])), ("times", lambda: energy.sample_statistics([2, 1], [1, 1])),
                       ("of", lambda: paje.count_pairs(trace, "words")), ("no level", lambda: energy.choose_frequencies(loads, [])),
                       ("backwards", lambda: energy.sum_energy([(0, 2, 1, 5)])), ("no processor", lambda: energy.balance([(3, 1)], 2))):
        refuses(report, name, call)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
