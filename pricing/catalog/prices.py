"""The price book: one price for a purchase and a day, in constant time for any number of rows."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date

from msgspec import Struct

from pricing.catalog.instances import Kind, Need, Rank, kind_of, ranks_of
from pricing.catalog.rows import PriceRange, PriceRow
from pricing.releases.columns import CONFIDENCES

LEAST_CONFIDENCE = CONFIDENCES[-1]
"""Rows of this confidence count only where no better ones match."""

MARKET = "market"
"""The provider of surveys and indices, which nobody can buy at."""

PROVIDER_NAMES = {
    "aws": "AWS",
    "azure": "Azure",
    "coreweave": "CoreWeave",
    "crusoe": "Crusoe",
    "gcp": "GCP",
    "lambda": "Lambda",
    "nebius": "Nebius",
    "oci": "OCI",
    "runpod": "RunPod",
    "together": "Together",
    "vast": "Vast.ai",
}
"""Providers as texts write them; others are written as in the tables."""

FOREVER = date.max.toordinal() + 1


class PriceChoice(Struct, frozen=True):
    """One price row, the range that it was chosen from, and how it was chosen.

    doubt: why the price may be wrong, None if there is no reason. The reason is that of the row, or
    that of at least half of the rows of which it is the median; or that nobody verified it. fits:
    whether the instances can hold what is needed.
    """

    row: PriceRow
    range: PriceRange
    selection: str
    doubt: str | None
    fits: bool = True


class PriceQuestion(Struct, frozen=True):
    """The rows that match. None matches everything, but for isolated regions.

    Providers may write the same region in different case. All of these match. minimum_confidence:
    the least of the words of confidence that is good enough.
    """

    device: str
    option: str
    provider: str | None = None
    region: str | None = None
    instance_type: str | None = None
    minimum_confidence: str | None = None

    def counts(self, row: PriceRow) -> bool:
        """Whether a row that matches can be the price: known well enough, and open to anybody.

        A region of a government or the like is isolated, and sells to few. It has to be named.
        """
        return (self.region is not None or not row.isolated) and is_enough(
            row.confidence, self.minimum_confidence
        )

    def matches(self, row: PriceRow) -> bool:
        """Whether a row of this device and option matches."""
        return (
            (self.provider is None or row.provider == self.provider)
            and (self.region is None or row.region.casefold() == self.region.casefold())
            and (self.instance_type is None or row.instance_type == self.instance_type)
        )


class Timeline:
    """The choice on every day: a step function of the day that is computed once."""

    def __init__(
        self,
        rows: Iterable[PriceRow],
        own: Collection[str] = (),
        ranks: Mapping[Kind, Rank] | None = None,
    ) -> None:
        """own: ids of rows of the caller's own, which count as verified; ranks: see ranks_of."""
        events: dict[int, tuple[list[PriceRow], list[PriceRow]]] = defaultdict(lambda: ([], []))
        for row in rows:
            events[_ordinal(row.effective_from)][0].append(row)
            events[_ordinal(row.effective_to)][1].append(row)
        self._days = sorted(events)
        self._choices: list[PriceChoice | None] = []
        in_force: list[tuple[float, str, PriceRow]] = []
        for day in self._days:
            starting, ending = events[day]
            for row in ending:
                position = bisect_left(in_force, (row.usd_per_device_hour, row.id))
                del in_force[position]
            for row in starting:
                insort(in_force, (row.usd_per_device_hour, row.id, row), key=lambda item: item[:2])
            self._choices.append(_choice([item[2] for item in in_force], own, ranks))

    def on(self, day: int) -> PriceChoice | None:
        """The choice in force on a day (proleptic ordinal), None if nothing matches."""
        step = bisect_right(self._days, day) - 1
        return self._choices[step] if step >= 0 else None


class PriceBook:
    """All modelled price rows of a release.

    The first question for a combination of provider, region and instance type computes its
    timeline. Every later one is a dict access and a bisection over its change dates.
    """

    def __init__(self, rows: Iterable[PriceRow], *, own: frozenset[str] = frozenset()) -> None:
        """own: ids of rows of the caller's own."""
        self._own = own
        self._rows: dict[tuple[str, str], list[PriceRow]] = defaultdict(list)
        for row in rows:
            self._rows[row.device, row.option].append(row)
        self._counting: dict[PriceQuestion, tuple[list[PriceRow], tuple[PriceRow, ...]]] = {}
        self._timelines: dict[tuple[PriceQuestion, tuple[Rank, ...]], Timeline] = {}

    def find(
        self, question: PriceQuestion, day: int, need: Need | None = None
    ) -> PriceChoice | None:
        """The median row of the median provider on a day, None if nothing matches.

        need: what the instances are to hold. Those that hold it with the fewest devices count.
        """
        rows, kinds = self._counting_rows(question)
        if not rows:
            return None
        # Needs are without number; in which order they put the kinds of instances is not.
        ranks = ranks_of(kinds, need)
        key = (question, ranks)
        timeline = self._timelines.get(key)
        if timeline is None:
            by_kind = dict(zip(map(kind_of, kinds), ranks, strict=True))
            timeline = self._timelines[key] = Timeline(rows, self._own, by_kind)
        return timeline.on(day)

    def _counting_rows(
        self, question: PriceQuestion
    ) -> tuple[list[PriceRow], tuple[PriceRow, ...]]:
        """The rows that count for a question, and one of each kind of instance among them."""
        if question not in self._counting:
            rows = [row for row in self.rows(question) if question.counts(row)]
            kinds = {kind_of(row): row for row in rows}
            self._counting[question] = rows, tuple(kinds[kind] for kind in sorted(kinds))
        return self._counting[question]

    def rows(self, question: PriceQuestion) -> list[PriceRow]:
        """Every row that matches, on any date, whether it counts or not."""
        return [
            row
            for row in self._rows.get((question.device, question.option), ())
            if question.matches(row)
        ]

    def age_days(self, row: PriceRow, day: int) -> int | None:
        """Days from when a price was last read to a day; None where it is the caller's own."""
        if row.contract is not None or row.id in self._own:
            return None
        return day - min(_ordinal(row.last_observed or row.effective_from), day)

    def is_known(self, row: PriceRow) -> bool:
        """Whether a row counts as verified by somebody: it is the caller's own, or has a source."""
        return _is_known(row, self._own)

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices that any row has."""
        return tuple(dict.fromkeys(name for name, _ in self._rows))

    def options(self, device: str) -> tuple[str, ...]:
        """The purchase options that any row of this device has."""
        return tuple(option for name, option in self._rows if name == device)


def is_enough(confidence: str, minimum: str | None) -> bool:
    """Whether a confidence is at least the one that is asked for.

    >>> is_enough("secondary", "partly verified"), is_enough("secondary", None)
    (False, True)
    """
    return minimum is None or CONFIDENCES.index(confidence) <= CONFIDENCES.index(minimum)


def _ordinal(day: str | None) -> int:
    return FOREVER if day is None else date.fromisoformat(day).toordinal()


def _choice(
    rows: list[PriceRow], own: Collection[str], ranks: Mapping[Kind, Rank] | None
) -> PriceChoice | None:
    """The median row of the median provider, None without rows.

    A provider counts once for any number of regions and sizes. Medians are lower medians, so that
    the result is always a real row. Rows whose instances cannot hold what is needed count only
    where there are no others. So do surveys of the market, rows that nobody verified, and instances
    of more devices. What a contract of the caller's own charges goes before its discounts, and
    these before list prices.
    """
    if not rows:
        return None
    rows = [row for row in rows if row.provider != MARKET] or rows
    fits = True
    if ranks is not None:
        fitting = [row for row in rows if ranks[kind_of(row)][0]]
        fits, rows = bool(fitting), fitting or rows
    rows = _of_contracts(rows) or rows
    rows = [row for row in rows if _is_known(row, own)] or rows
    if ranks is not None:
        fewest = min(ranks[kind_of(row)][1] for row in rows)
        rows = [row for row in rows if ranks[kind_of(row)][1] == fewest]
    by_provider: dict[str, list[PriceRow]] = defaultdict(list)
    for row in rows:
        by_provider[row.provider].append(row)
    medians = [_lower_median(group) for group in by_provider.values()]
    middle = _lower_median(sorted(medians, key=lambda row: (row.usd_per_device_hour, row.id)))
    return PriceChoice(
        row=middle,
        selection=_selection(rows, sorted(by_provider)),
        doubt=_doubt(middle, by_provider[middle.provider], own),
        range=PriceRange(
            count=len(rows),
            low_usd_per_device_hour=rows[0].usd_per_device_hour,
            median_usd_per_device_hour=middle.usd_per_device_hour,
            high_usd_per_device_hour=rows[-1].usd_per_device_hour,
            providers=tuple(sorted(by_provider)),
        ),
        fits=fits,
    )


def _of_contracts(rows: list[PriceRow]) -> list[PriceRow]:
    """The prices that contracts name, else those that they take a discount off."""
    contracts = [row for row in rows if row.contract is not None]
    return [row for row in contracts if row.contract_discount_fraction is None] or contracts


def _is_known(row: PriceRow, own: Collection[str]) -> bool:
    return row.confidence != LEAST_CONFIDENCE or row.id in own


def _selection(rows: list[PriceRow], providers: list[str]) -> str:
    """How a price was chosen from these, the cheapest first."""
    count = len(rows)
    contracts = sorted({row.contract for row in rows if row.contract is not None})
    if contracts:
        of = f"the contract {contracts[0]}" if len(contracts) == 1 else "contracts"
        which = "price" if count == 1 else f"median of {count} prices"
        return f"the {which} of {of}, which goes before list prices"
    if count == 1:
        return "the only row that matches"
    low, high = (_usd(row.usd_per_device_hour) for row in (rows[0], rows[-1]))
    if len(providers) == 1:
        name = PROVIDER_NAMES.get(providers[0], providers[0])
        return f"the median of {count} {name} prices, {low} to {high}"
    return (
        f"the median of {len(providers)} providers, each by the median of its prices ({count} in"
        f" all, {low} to {high})"
    )


def _usd(value: float) -> str:
    """A price in digits that tell it from others.

    >>> _usd(9.4944), _usd(0.03456)
    ('9.49', '0.0346')
    """
    return f"{value:.2f}" if value >= 1.0 else f"{value:.3g}"


def _doubt(middle: PriceRow, group: list[PriceRow], own: Collection[str]) -> str | None:
    if middle.doubt is None and not _is_known(middle, own):
        return f"it is unverified (source: {middle.source}), and no better price matches"
    reasons = [row.doubt for row in group if row.doubt is not None]
    if middle.doubt is not None or 2 * len(reasons) < len(group):
        return middle.doubt
    return (
        f"it is the median of {len(group)} rows of {middle.provider}, of which {len(reasons)} are"
        f" flagged: {reasons[0]}"
    )


def _lower_median(rows: list[PriceRow]) -> PriceRow:
    return rows[(len(rows) - 1) // 2]
