"""Arguments of calls: what cannot be meant is an error that names the argument and what is allowed."""

from __future__ import annotations

import math
import operator
from typing import Optional, Sequence

import numpy as np

_MOST_COUNT = 2**32 - 1


def number(name: str, value: float, least: float = -math.inf, most: float = math.inf) -> float:
    """`value` as a finite number from `least` to `most`."""
    wanted = ("a finite number" if math.isinf(least) and math.isinf(most)
              else f"a number from {least} to {most}")
    if isinstance(value, (str, bytes)):
        raise _wrong_type(name, wanted, value)
    try:
        found = float(value)
    except TypeError:
        raise _wrong_type(name, wanted, value) from None
    if math.isfinite(found) and least <= found <= most:
        return found
    raise ValueError(f"{name} is to be {wanted}, found {found}")


def bound(name: str, value: Optional[float]) -> Optional[float]:
    """The same for a bound that may be left out."""
    return None if value is None else number(name, value)


def window(start: Optional[float],
           end: Optional[float]) -> tuple[Optional[float], Optional[float]]:
    """A time span; either end may be left out."""
    start, end = bound("start", start), bound("end", end)
    if start is not None and end is not None and start > end:
        raise ValueError(f"start is to be at most end, found {start} and {end}")
    return start, end


def count(name: str, value: int, least: int = 0, most: int = _MOST_COUNT) -> int:
    """`value` as a whole number from `least` to `most`."""
    if isinstance(value, float):
        number(name, value, least, most)
    try:
        found = operator.index(value)
    except TypeError:
        raise _wrong_type(name, f"a whole number from {least} to {most}", value) from None
    if not least <= found <= most:
        raise ValueError(f"{name} is to be from {least} to {most}, found {found}")
    return found


def flag(name: str, value: bool) -> bool:
    """`value` as True or False; a word such as "no" is neither."""
    if isinstance(value, (bool, np.bool_)) or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise _wrong_type(name, "True or False", value)


def names(name: str, value) -> list[str]:
    """One name or several, as a list."""
    wanted = "a name (str) or a sequence of names"
    if isinstance(value, str):
        return [value]
    try:
        found = list(value)
    except TypeError:
        raise _wrong_type(name, wanted, value) from None
    for each in found:
        if not isinstance(each, str):
            raise TypeError(f"{name} is to be {wanted}, found {type(each).__name__} ({each!r})")
    if not found:
        raise ValueError(f"{name} is to be {wanted}, found none")
    return found


def text(name: str, value: str) -> str:
    """`value` as a text."""
    if not isinstance(value, str):
        raise _wrong_type(name, "a name (str)", value)
    return value


def choice(name: str, value: str, allowed: Sequence[str]) -> str:
    """`value` as one of the words that are allowed."""
    if not isinstance(value, str):
        raise _wrong_type(name, f"one of {', '.join(allowed)}", value)
    if value not in allowed:
        raise ValueError(f"{name} is to be one of {', '.join(allowed)}; found {value!r}")
    return value


def some_of(there: Sequence[str], most: int = 20) -> str:
    """Names for a message, the first of many."""
    shown = ", ".join(there[:most]) or "none"
    return shown if len(there) <= most else f"{shown}, and {len(there) - most} more"


def _wrong_type(name: str, wanted: str, value) -> TypeError:
    return TypeError(f"{name} is to be {wanted}, found {type(value).__name__} ({value!r})")
