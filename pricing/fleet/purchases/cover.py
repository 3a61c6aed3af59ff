"""The cheapest cover of a need over months by terms: a flow of least cost.

Every unit of a need passes through the months. It passes a month by the hour, at the cost of the
level that is then left over, or it passes many at once by a term. The cost by the hour is convex,
so that these are the flows of a network. Its optimum is whole (Hoffman and Kruskal 1956: rows of
consecutive ones). A flow is optimal if no cycle of its residual network has a negative cost (Klein
1967). Costs of the nodes then are a bound of every other plan.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.numerics.kept_results import KeptResults
from pricing.numerics.number import Array, Counts

PRECISION = 1e-10
"""Smallest saving that counts, over the largest cost."""

UNNEEDED = 1 << 40
"""Units that may be covered beyond the need."""


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


def cheapest_cover(usd: Array, widths: Counts, terms: Terms, start: Cover | None = None) -> Cover:
    """The terms with the least cost, together with what is left over.

    usd: cost of every month and level without cover [USD per unit]. A level has as many units as
    its width, and costs no more than the one before it. One that may not be covered costs far less
    than 0. start: the cheapest one at other prices of the same terms, from which the search begins.
    The last covers are kept: what moves neither loads nor prices asks for one again.
    """
    kept, same = _cheapest(terms)
    few = Terms(terms.begins[kept], terms.ends[kept], terms.usd[kept])
    begun: tuple[Counts, Counts, Array] | None = None
    if start is not None:
        counts = np.bincount(same, start.counts, len(kept)).astype(np.int64)
        begun = counts, start.covered, start.prices
    parts = (usd, np.asarray(widths, np.int64), few.begins, few.ends, few.usd, *(begun or ()))
    cover = KEPT.of(parts, lambda: _cover(usd, widths, few, begun))
    every = np.zeros(len(terms.usd), np.int64)
    every[kept] = cover.counts
    return replace(cover, counts=every)


def _cheapest(terms: Terms) -> tuple[Counts, Counts]:
    """Of terms that cover the same months, the first of the cheapest ones; in their order.

    And for each term, the place of the one that is kept for it.
    """
    order = np.lexsort((terms.usd, terms.ends, terms.begins))
    begins, ends = terms.begins[order], terms.ends[order]
    is_other = (np.diff(begins, prepend=-1) != 0) | (np.diff(ends, prepend=-1) != 0)
    cheapest = order[is_other]
    kept = np.sort(cheapest)
    same = np.empty_like(order)
    same[order] = kept.searchsorted(cheapest)[np.cumsum(is_other) - 1]
    return kept, same


KEPT: KeptResults[Cover] = KeptResults(64)
"""The last covers."""


def _cover(
    usd: Array,
    widths: Counts,
    terms: Terms,
    begun: tuple[Counts, Counts, Array] | None,
) -> Cover:
    """The cheapest cover, from the parts of another one where it is given: see cheapest_cover."""
    if not widths.size:  # nothing is needed in any month
        none = np.zeros(len(usd), np.int64)
        return Cover(np.zeros_like(terms.begins), none, np.zeros(len(usd)))
    # A term may begin before it is needed, when it is cheaper.
    usd = np.concatenate([usd, np.minimum(usd[:, -1:], 0.0)], axis=1)
    widths = np.append(widths, UNNEEDED)
    begun = begun or (*_by_level(usd, widths, terms), np.zeros(len(usd)))
    residual = _Residual(usd, widths, terms, *begun)
    while residual.shorten():
        for cycle in list(residual.cycles()):
            residual.turn(cycle)
    return Cover(
        np.array(residual.counts, np.int64),
        np.array(residual.covered, np.int64),
        np.diff(np.array(residual.costs)),
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
    ends, paid, columns = terms.ends[order], terms.usd[order, np.newaxis], np.arange(levels)
    for month in reversed(range(months)):
        first, last = edges[month], edges[month + 1]
        ways = np.empty((last - first + 1, levels))
        np.add(usd[month], least[month + 1], out=ways[0])
        np.add(paid[first:last], least[ends[first:last]], out=ways[1:])
        best = ways.argmin(axis=0)
        least[month] = ways[best, columns]
        taken[month] = np.where(best > 0, order[first + best - 1], -1)
    reached = np.zeros(levels, np.int64)
    counts, steps = np.zeros(len(terms.usd), np.int64), np.zeros(months + 1, np.int64)
    for month in range(months):
        begin = (reached <= month) & (taken[month] >= 0)
        if begin.any():
            chosen = taken[month, begin]
            np.add.at(counts, chosen, widths[begin])
            reached[begin] = terms.ends[chosen]
    np.add.at(steps, terms.begins, counts)
    np.add.at(steps, terms.ends, -counts)
    return counts, steps[:months].cumsum()


class _Residual:
    """The residual network of a flow, with the costs of the shortest paths to its nodes.

    Nodes are the begins of months. There are four kinds of arcs: a unit less by the hour in a
    month, and back; a unit of a term, and back. The first of each kind lead to later months. Paths
    are shortened by all arcs to later months, month after month, and then by all arcs back.
    """

    def __init__(
        self,
        usd: Array,
        widths: Counts,
        terms: Terms,
        counts: Counts,
        covered: Counts,
        prices: Array,
    ) -> None:
        self._usd, self._edges = usd, [0, *widths.cumsum().tolist()]
        self._months, self._terms = len(usd), len(counts)
        self.counts, self.covered = counts.tolist(), covered.tolist()
        self._least = PRECISION * float(max(usd.max(initial=0.0), terms.usd.max(initial=0.0)))
        self.costs = [0.0, *prices.cumsum().tolist()]
        self._by, self._before = [-1] * (self._months + 1), [-1] * (self._months + 1)
        self._from: list[list[tuple[int, int]]] = [[] for _ in range(self._months)]
        self._to: list[list[tuple[int, int]]] = [[] for _ in range(self._months)]
        spans = np.array([terms.begins, terms.ends]).T.tolist()
        for term, (begin, end) in enumerate(spans):
            self._from[begin].append((end, term))
            self._to[end - 1].append((begin, term))
        self._paid: list[float] = terms.usd.tolist()
        self._back: list[float] = np.where(counts > 0, -terms.usd, np.inf).tolist()
        edges, months = np.array(self._edges), np.arange(self._months)
        below = np.maximum(edges.searchsorted(covered) - 1, 0)
        less = np.where(covered > 0, usd[months, below], np.inf)
        self._less: list[float] = less.tolist()
        self._more: list[float] = (-usd[months, edges.searchsorted(covered, "right") - 1]).tolist()

    def _price_month(self, month: int) -> None:
        """Price the last unit that is covered in a month, and the next one."""
        covered, edges, usd = self.covered[month], self._edges, self._usd
        below = bisect_left(edges, covered) - 1
        self._less[month] = usd.item(month, below) if covered > 0 else np.inf
        self._more[month] = -usd.item(month, bisect_right(edges, covered) - 1)

    def shorten(self) -> bool:
        """Shorten the paths by one pass there and back. Returns whether any path is shorter."""
        costs, by, before = self.costs, self._by, self._before
        least, months, paid, back = self._least, self._months, self._paid, self._back
        less, more, terms_from, terms_to = self._less, self._more, self._from, self._to
        terms_at, back_at = 2 * months, 2 * months + self._terms
        is_shorter = False
        for month in range(months):
            reached = costs[month]
            to_next = reached + less[month]
            if to_next < costs[month + 1] - least:
                costs[month + 1], by[month + 1], before[month + 1] = to_next, month, month
                is_shorter = True
            for end, term in terms_from[month]:
                to_end = reached + paid[term]
                if to_end < costs[end] - least:
                    costs[end], by[end], before[end] = to_end, terms_at + term, month
                    is_shorter = True
        for month in range(months - 1, -1, -1):
            reached = costs[month + 1]
            to_month = reached + more[month]
            if to_month < costs[month] - least:
                costs[month], by[month], before[month] = to_month, months + month, month + 1
                is_shorter = True
            for begin, term in terms_to[month]:
                to_begin = reached + back[term]
                if to_begin < costs[begin] - least:
                    costs[begin], by[begin], before[begin] = to_begin, back_at + term, month + 1
                    is_shorter = True
        return is_shorter

    def _arc(self, arc: int) -> tuple[bool, bool, int]:
        """Whether an arc is of a term, whether it leads to later months, and its month or term."""
        if arc < 2 * self._months:
            kind, at = divmod(arc, self._months)
            return False, not kind, at
        kind, at = divmod(arc - 2 * self._months, self._terms)
        return True, not kind, at

    def cycles(self) -> Iterator[Sequence[int]]:
        """The nodes of each cycle of arcs by which nodes are reached. Its cost is negative."""
        before = self._before
        seen = [-1] * len(before)
        for root in range(len(before)):
            node = root
            while node >= 0 and seen[node] < 0:
                seen[node] = root
                node = before[node]
            if node >= 0 and seen[node] == root:
                cycle = [node]
                while before[cycle[-1]] != node:
                    cycle.append(before[cycle[-1]])
                yield cycle

    def turn(self, cycle: Sequence[int]) -> None:
        """Send as many units around a cycle as it holds."""
        arcs = [self._arc(self._by[node]) for node in cycle]
        for node in cycle:
            self._before[node] = -1
        if sum(self._cost(*arc) for arc in arcs) >= -self._least:
            return
        units = int(min(self._room(*arc) for arc in arcs))
        for is_term, is_later, at in arcs:
            if is_term:
                self.counts[at] += units if is_later else -units
                self._back[at] = -self._paid[at] if self.counts[at] > 0 else np.inf
            else:
                self.covered[at] += -units if is_later else units
                self._price_month(at)

    def _cost(self, is_term: bool, is_later: bool, at: int) -> float:  # noqa: FBT001 - an arc
        """Cost of a unit on an arc."""
        if is_term:
            usd = self._paid if is_later else self._back
        else:
            usd = self._less if is_later else self._more
        return usd[at]

    def _room(self, is_term: bool, is_later: bool, at: int) -> float:  # noqa: FBT001 - an arc
        """Units that an arc takes at its cost."""
        if is_term:
            return np.inf if is_later else float(self.counts[at])
        covered, edges = self.covered[at], self._edges
        if is_later:
            return float(covered - edges[bisect_left(edges, covered) - 1])
        return float(edges[bisect_right(edges, covered)] - covered)
