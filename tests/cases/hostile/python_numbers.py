"""NaN and infinity as every number that the Python package takes: a ValueError.

Usage: python_numbers.py TRACE
"""

import sys

import numpy as np
import paje

NONE = [float("nan"), float("inf"), float("-inf"), np.float64("nan")]


def calls(path):
    trace = paje.read(path)
    model = paje.aggregate(trace, slices=5)
    comparison = paje.compare(trace, trace)
    yield from ((f"read {name}", lambda x, name=name: paje.read(path, **{name: x})) for name in ("threads", "stop_at"))
    yield from ((f"validate {name}", lambda x, name=name: paje.validate(path, **{name: x}))
                for name in ("threads", "most"))
    for kind in ("states", "variables", "events", "links"):
        for name in ("start", "end"):
            yield f"{kind} {name}", lambda x, kind=kind, name=name: getattr(trace, kind)(**{name: x})
    yield "link_keys", lambda x: trace.link_keys([x])
    yield "link_keys of an array", lambda x: trace.link_keys(np.array([x]))
    for name in ("slices", "start", "end", "threads"):
        yield f"aggregate {name}", lambda x, name=name: paje.aggregate(trace, **{name: x})
    yield "partition", model.partition
    yield "curve", model.curve
    for name in ("slices", "threads"):
        yield f"compare {name}", lambda x, name=name: paje.compare(trace, trace, **{name: x})
    yield "pairs", comparison.pairs


def main(path):
    failures = []
    for name, call in calls(path):
        for number in NONE:
            try:
                call(number)
            except ValueError:
                continue
            except Exception as error:  # the wrong one
                failures.append(f"{name}({number}): {type(error).__name__}: {error}")
            else:
                failures.append(f"{name}({number}) is taken")
    trace = paje.read(path)
    for name, call in (("p", lambda: paje.aggregate(trace, slices=5).partition(1.5)),
                       ("threshold", lambda: paje.aggregate(trace, slices=5).curve(0)),
                       ("slices", lambda: paje.aggregate(trace, slices=0)),
                       ("window", lambda: paje.aggregate(trace, start=-1e308, end=1e308)),
                       ("threads", lambda: paje.read(path, threads=-1))):
        try:
            call()
        except ValueError:
            continue
        failures.append(f"{name} out of its range is taken")
    print("\n".join(failures) or "all as it should be")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
