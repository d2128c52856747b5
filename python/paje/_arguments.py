"""Numbers as arguments: what is none, or is out of range, is a ValueError that names it."""

from __future__ import annotations

import math
import operator
from typing import Optional

_MOST_COUNT = 2**32 - 1


def number(name: str, value: float, least: float = -math.inf, most: float = math.inf) -> float:
    """`value` as a finite number from `least` to `most`."""
    found = float(value)
    if math.isfinite(found) and least <= found <= most:
        return found
    wanted = "a finite number" if math.isinf(least) else f"from {least} to {most}"
    raise ValueError(f"{name} is to be {wanted}, found {found}")


def bound(name: str, value: Optional[float]) -> Optional[float]:
    """The same for a bound that may be left out."""
    return None if value is None else number(name, value)


def count(name: str, value: int, least: int = 0, most: int = _MOST_COUNT) -> int:
    """`value` as a whole number from `least` to `most`."""
    if isinstance(value, float):
        number(name, value, least, most)
    found = operator.index(value)
    if not least <= found <= most:
        raise ValueError(f"{name} is to be from {least} to {most}, found {found}")
    return found
