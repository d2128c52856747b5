"""What follows what how often."""

from __future__ import annotations

from typing import NamedTuple

from . import _paje
from ._trace import Trace, core_of


class Pair(NamedTuple):
    """How often one thing follows another."""

    source: str
    target: str
    count: int
    share: float
    """Of all pairs with this source."""


def count_pairs(trace: Trace, of: str = "states", *, within: int = 1, min_count: int = 1,
                threads: int = 0) -> list[Pair]:
    """Pairs of a state and the next one inside the same state (`states`), of a state and one directly inside it
    (`calls`), or of the containers at the ends of links (`links`), the most frequent first. `within`: of states and
    calls also those that are up to that many steps apart."""
    return [Pair(*row) for row in _paje.count_pairs(core_of("trace", trace), of, within, min_count, threads)]
