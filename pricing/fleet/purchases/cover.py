"""The cheapest cover of a need over months by terms: a flow of least cost.

Every unit of a need passes through the months. It passes a month by the hour, at the cost of the
level that is then left over, or it passes many at once by a term. The cost by the hour is convex,
so that these are the flows of a network. Its optimum is whole (Hoffman and Kruskal 1956: rows of
consecutive ones). A flow is optimal if no cycle of its residual network has a negative cost (Klein
1967). Costs of the nodes then are a bound of every other plan.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pricing.fleet.arrays import Array

PRECISION = 1e-10
"""Smallest saving that counts, over the largest cost."""

CHECKED = 3
"""Rounds of shorter paths after which cycles are looked for."""

UNNEEDED = 1 << 40
"""Units that may be covered beyond the need."""

Counts = NDArray[np.int64]


class Terms(Struct, frozen=True, eq=False):
    """What covers a unit of a need from month `begins` up to `ends` (exclusive), each at `usd`."""

    begins: Counts
    ends: Counts
    usd: Array


class Cover(Struct, frozen=True, eq=False):
    """The cheapest cover.

    counts: units of every term; covered: of every month; prices: what a unit more would save in
    every month [USD]. No term costs less than the sum of the prices of its months.
    """

    counts: Counts
    covered: Counts
    prices: Array


def cheapest_cover(usd: Array, widths: Counts, terms: Terms) -> Cover:
    """The terms with the least cost, together with what is left over.

    usd: cost of every month and level without cover [USD per unit]. A level has as many units as
    its width, and costs no more than the one before it. One that may not be covered costs far less
    than 0. The last covers are kept: what moves neither loads nor prices asks for one again.
    """
    kept = _cheapest(terms)
    few = Terms(terms.begins[kept], terms.ends[kept], terms.usd[kept])
    parts = (widths, few.begins, few.ends)
    counts = tuple(np.asarray(part, np.int64).tobytes() for part in parts)
    cover = _cover(usd.shape, usd.tobytes(), few.usd.tobytes(), *counts)
    every = np.zeros(len(terms.usd), np.int64)
    every[kept] = cover.counts
    return replace(cover, counts=every)


def _cheapest(terms: Terms) -> Counts:
    """Of terms that cover the same months, the first of the cheapest ones; in their order."""
    order = np.lexsort((terms.usd, terms.ends, terms.begins))
    begins, ends = terms.begins[order], terms.ends[order]
    is_other = (np.diff(begins, prepend=-1) != 0) | (np.diff(ends, prepend=-1) != 0)
    return np.sort(order[is_other])


@lru_cache(maxsize=16)
def _cover(
    shape: tuple[int, int], levels: bytes, paid: bytes, wide: bytes, first: bytes, last: bytes
) -> Cover:
    """The cheapest cover of the bytes of its arrays: see cheapest_cover."""
    usd = np.frombuffer(levels).reshape(shape)
    widths, begins, ends = (np.frombuffer(part, np.int64) for part in (wide, first, last))
    terms = Terms(begins, ends, np.frombuffer(paid))
    if not widths.size:  # nothing is needed in any month
        return Cover(np.zeros_like(begins), np.zeros(len(usd), np.int64), np.zeros(len(usd)))
    # A term may begin before it is needed, when it is cheaper.
    usd = np.concatenate([usd, np.minimum(usd[:, -1:], 0.0)], axis=1)
    widths = np.append(widths, UNNEEDED)
    counts, covered = _by_level(usd, widths, terms)
    residual = _Residual(usd, widths, terms, counts, covered)
    while residual.shorten():
        if residual.rounds % CHECKED == 0:
            for cycle in list(residual.cycles()):
                residual.turn(cycle)
    return Cover(
        np.array(residual.counts, np.int64),
        np.array(residual.covered, np.int64),
        np.diff(residual.costs),
    )


def _by_level(usd: Array, widths: Counts, terms: Terms) -> tuple[Counts, Counts]:
    """The terms that are best for every level alone, and the units that they cover.

    Terms that overlap may cost less together. This is where the search begins.
    """
    months, levels = usd.shape
    least = np.zeros((months + 1, levels))
    taken = np.zeros((months, levels), np.int64)
    order = np.argsort(terms.begins, kind="stable")
    edges = terms.begins[order].searchsorted(np.arange(months + 1)).tolist()
    columns = np.arange(levels)
    for month in reversed(range(months)):
        here = order[edges[month] : edges[month + 1]]
        ways = np.empty((len(here) + 1, levels))
        np.add(usd[month], least[month + 1], out=ways[0])
        np.add(terms.usd[here, np.newaxis], least[terms.ends[here]], out=ways[1:])
        best = ways.argmin(axis=0)
        least[month] = ways[best, columns]
        taken[month] = np.append(-1, here)[best]
    counts, steps = np.zeros(len(terms.usd), np.int64), np.zeros(months + 1, np.int64)
    reached = np.zeros(levels, np.int64)
    for month in range(months):
        begin = (reached == month) & (taken[month] >= 0)
        chosen = taken[month, begin]
        np.add.at(counts, chosen, widths[begin])
        reached = np.where(begin, 0, np.maximum(reached, month + 1))
        reached[begin] = terms.ends[chosen]
    np.add.at(steps, terms.begins, counts)
    np.add.at(steps, terms.ends, -counts)
    return counts, steps[:months].cumsum()


LESS, MORE, TERM, BACK = range(4)
"""Kinds of arcs: a month by the hour, and back; a term, and back."""


class _Residual:
    """The residual network of a flow, with the costs of the shortest paths to its nodes.

    Nodes are the begins of months.
    """

    def __init__(
        self, usd: Array, widths: Counts, terms: Terms, counts: Counts, covered: Counts
    ) -> None:
        self._usd, self._edges = usd, np.concatenate([[0], widths.cumsum()])
        self._terms, self._months = terms, len(usd)
        self.counts, self.covered = counts.tolist(), covered.tolist()
        self.rounds = 0
        months, ends = np.arange(self._months), np.arange(1, self._months + 1)
        tails = np.concatenate([months, ends, terms.begins, terms.ends])
        heads = np.concatenate([ends, months, terms.ends, terms.begins])
        order = np.argsort(heads, kind="stable")
        self._arcs = order.tolist()
        self._place = np.argsort(order).tolist()
        self._tails, heads = tails[order], heads[order]
        self._starts = np.flatnonzero(np.diff(heads, prepend=-1))
        self._heads = heads[self._starts]
        self._group = np.cumsum(np.diff(heads, prepend=-1) > 0) - 1
        self._cost = np.concatenate([np.zeros(2 * self._months), terms.usd, terms.usd])[order]
        self._least = PRECISION * float(max(usd.max(initial=0.0), terms.usd.max(initial=0.0)))
        self.costs = np.zeros(self._months + 1)
        self._by = [-1] * (self._months + 1)
        self._price_all(counts, covered)

    def _price_all(self, counts: Counts, covered: Counts) -> None:
        """Price every month and every term: see _price_month and _price_term."""
        edges, months = self._edges, np.arange(self._months)
        less = self._usd[months, np.maximum(edges.searchsorted(covered) - 1, 0)]
        more = -self._usd[months, edges.searchsorted(covered, "right") - 1]
        back = np.where(counts > 0, -self._terms.usd, np.inf)
        place = np.array(self._place)
        self._cost[place[: self._months]] = np.where(covered > 0, less, np.inf)
        self._cost[place[self._months : 2 * self._months]] = more
        self._cost[place[2 * self._months + len(counts) :]] = back

    def _price_month(self, month: int) -> None:
        """Price the last unit that is covered in a month, and the next one."""
        covered, edges, usd = self.covered[month], self._edges, self._usd[month]
        less = usd[edges.searchsorted(covered) - 1] if covered > 0 else np.inf
        more = -usd[edges.searchsorted(covered, "right") - 1]
        self._cost[self._place[month]] = less
        self._cost[self._place[self._months + month]] = more

    def _price_term(self, term: int) -> None:
        """Price a unit less of a term. There is none without a unit."""
        place = self._place[2 * self._months + len(self.counts) + term]
        self._cost[place] = -self._terms.usd[term] if self.counts[term] > 0 else np.inf

    def shorten(self) -> bool:
        """Shorten the paths by an arc. Returns whether any path is shorter."""
        reached = self.costs[self._tails] + self._cost
        shortest = np.minimum.reduceat(reached, self._starts)
        shorter = shortest < self.costs[self._heads] - self._least
        if not shorter.any():
            return False
        self.rounds += 1
        self.costs[self._heads[shorter]] = shortest[shorter]
        at = np.flatnonzero((reached == shortest[self._group]) & shorter[self._group])
        for node, arc in zip(self._heads[self._group[at]].tolist(), at.tolist(), strict=True):
            self._by[node] = arc
        return True

    def cycles(self) -> Iterator[Sequence[int]]:
        """The cycles among the arcs by which nodes are reached. Their cost is negative."""
        seen = [-1] * len(self._by)
        tails = self._tails
        for root in range(len(self._by)):
            node = root
            while seen[node] < 0 and self._by[node] >= 0:
                seen[node] = root
                node = int(tails[self._by[node]])
            if seen[node] == root and self._by[node] >= 0:
                cycle, first = [self._by[node]], node
                node = int(tails[self._by[node]])
                while node != first:
                    cycle.append(self._by[node])
                    node = int(tails[self._by[node]])
                yield cycle

    def turn(self, cycle: Sequence[int]) -> None:
        """Send as many units around a cycle as it holds."""
        for place in cycle:
            self._by[int(self._heads[self._group[place]])] = -1
        if sum(self._cost[place] for place in cycle) >= -self._least:
            return
        arcs = [self._arcs[place] for place in cycle]
        units = int(min(map(self._room, arcs)))
        for arc in arcs:
            kind, at = self._kind(arc)
            if kind in {LESS, MORE}:
                self.covered[at] += units if kind == MORE else -units
                self._price_month(at)
            else:
                self.counts[at] += -units if kind == BACK else units
                self._price_term(at)

    def _kind(self, arc: int) -> tuple[int, int]:
        """The kind of an arc, and its month or term."""
        months, terms = self._months, len(self.counts)
        if arc < 2 * months:
            return divmod(arc, months)
        kind, term = divmod(arc - 2 * months, terms)
        return TERM + kind, term

    def _room(self, arc: int) -> float:
        """Units that an arc takes at its cost."""
        kind, at = self._kind(arc)
        if kind == LESS:
            covered = self.covered[at]
            return float(covered - self._edges[self._edges.searchsorted(covered) - 1])
        if kind == MORE:
            covered = self.covered[at]
            return float(self._edges[self._edges.searchsorted(covered, "right")] - covered)
        return float(self.counts[at]) if kind == BACK else np.inf
