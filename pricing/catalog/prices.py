"""The price book: one price for a purchase and a day, in constant time for any number of rows."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date

from msgspec import Struct

from pricing.catalog.instances import Kind, Need, Rank, by_host, kind_of, ranks_of
from pricing.catalog.listed.places import ListedPrices, PriceQuestion
from pricing.catalog.listed.selections import selection_words
from pricing.catalog.listed.usual_regions import UsualRegions
from pricing.catalog.rows import PriceRange, PriceRow
from pricing.releases.columns import CONFIDENCES

LEAST_CONFIDENCE = CONFIDENCES[-1]
"""Rows of this confidence count only where no better ones match."""

MARKET = "market"
"""The provider of surveys and indices, which nobody can buy at."""


class PriceChoice(Struct, frozen=True):
    """One price row, the range that it was chosen from, and how it was chosen.

    doubt: why the price may be wrong, None if there is no reason. The reason is that of the row, or
    that of at least half of the rows of which it is the median; or that nobody verified it. fits:
    whether the instances can hold what is needed; others: the lowest and the highest of prices that
    match besides [USD per device-hour], None without any.
    """

    row: PriceRow
    range: PriceRange
    selection: str
    doubt: str | None
    fits: bool = True
    others: tuple[float, float] | None = None


class Timeline:
    """The prices that count for a question on every day.

    They are a step function of the day, and each step is worked out when it is asked for.
    """

    def __init__(self, prices: ListedPrices, question: PriceQuestion, usual: UsualRegions) -> None:
        self._prices = prices
        self._question = question
        self._usual = usual if question.region is None else None
        self._places = prices.find(question)
        self._starts, self._ends = prices.days(self._places)
        self._days = sorted({*self._starts.tolist(), *self._ends.tolist()})
        self._steps: dict[int, Step] = {}

    def on(self, day: int) -> "Step":
        """The step of a day (proleptic ordinal)."""
        place = bisect_right(self._days, day) - 1
        step = self._steps.get(place)
        if step is None:
            step = self._steps[place] = Step(self._in_force(place), self._prices.own, self._usual)
        return step

    def _in_force(self, place: int) -> list[PriceRow]:
        """The prices that are in force from a day of change on and count, the cheapest first."""
        if place < 0:
            return []
        day = self._days[place]
        rows = self._prices.at(self._places[(self._starts <= day) & (day < self._ends)])
        counting = [row for row in rows if counts(row, self._question)]
        return sorted(counting, key=lambda row: (row.usd_per_device_hour, row.id))


class Step:
    """The prices in force on some days, and the choices of them."""

    def __init__(
        self, rows: list[PriceRow], own: Collection[str], usual: UsualRegions | None = None
    ) -> None:
        """rows: the cheapest first; own: ids of the caller's own, which count as verified.

        usual: which region stands for a provider alone; None for the median of its regions.
        """
        self.rows = tuple(rows)
        self._own = own
        self._usual = usual
        kinds = {kind_of(row): row for row in rows}
        self._kinds = tuple(kinds[kind] for kind in sorted(kinds))
        self._choices: dict[tuple[Rank, ...], PriceChoice | None] = {}

    def choice(self, need: Need | None) -> PriceChoice | None:
        """The choice for a need, None without prices."""
        # Needs are without number; in which order they put the kinds of instances is not.
        ranks = ranks_of(self._kinds, need)
        if ranks not in self._choices:
            by_kind = dict(zip(map(kind_of, self._kinds), ranks, strict=True))
            self._choices[ranks] = _choice(self.rows, self._own, by_kind, self._usual)
        return self._choices[ranks]


class PriceBook:
    """All modelled price rows of a release.

    The first question for a combination of provider, region and instance type finds its rows. Every
    later one is a dict access and a bisection over its change dates.
    """

    def __init__(self, prices: ListedPrices, usual: UsualRegions) -> None:
        self._prices = prices
        self.usual = usual
        self._timelines: dict[PriceQuestion, Timeline] = {}

    def find(
        self, question: PriceQuestion, day: int, need: Need | None = None
    ) -> PriceChoice | None:
        """The median row of the median provider on a day, None if nothing matches.

        A provider that stands alone has the price of its usual region, where none is named.
        need: what the instances are to hold. Those that hold it with the fewest devices count.
        """
        timeline = self._timelines.get(question)
        if timeline is None:
            timeline = Timeline(self._prices, question, self.usual)
            self._timelines[question] = timeline
        return timeline.on(day).choice(need)

    def among(
        self,
        question: PriceQuestion,
        day: int,
        regions: Collection[tuple[str, str]],
        need: Need | None = None,
    ) -> PriceChoice | None:
        """The median row of the median provider of some regions, None if nothing matches."""
        known = self.in_force(question, day)
        rows = [row for row in known if (row.provider, row.region) in regions]
        return Step(rows, self._prices.own).choice(need)

    def in_force(self, question: PriceQuestion, day: int) -> tuple[PriceRow, ...]:
        """Every row that matches and counts on a day, the cheapest first."""
        return Timeline(self._prices, question, self.usual).on(day).rows

    def rows(self, question: PriceQuestion, day: int | None = None) -> list[PriceRow]:
        """Every row that matches, on a day or on any, whether it counts or not."""
        places = self._prices.find(question)
        return self._prices.at(places if day is None else self._prices.on(places, day))

    def first(self, question: PriceQuestion) -> PriceRow | None:
        """The first row that matches, in the order of the table."""
        return next(iter(self._prices.at(self._prices.find(question)[:1])), None)

    def usd_per_device_hour(self, device: str) -> list[float]:
        """What every list price of a device is, on any date [USD per device-hour]."""
        return [
            usd
            for option in self.options(device)
            for usd in self._prices.usd_per_device_hour(
                self._prices.find(PriceQuestion(device, option))
            ).tolist()
        ]

    def age_days(self, row: PriceRow, day: int) -> int | None:
        """Days from when a price was last read to a day; None where it is the caller's own."""
        if row.contract is not None or row.id in self._prices.own:
            return None
        read = date.fromisoformat(row.last_observed or row.effective_from).toordinal()
        return day - min(read, day)

    def is_known(self, row: PriceRow) -> bool:
        """Whether a row counts as verified by somebody: it is the caller's own, or has a source."""
        return _is_known(row, self._prices.own)

    def providers(self, device: str) -> list[str]:
        """The providers of which any row has a device, in order."""
        return self._prices.providers(device)

    def devices(self, option: str, provider: str) -> tuple[str, ...]:
        """The devices of which any row has this option at this provider."""
        return self._prices.devices(option, provider)

    def options(self, device: str) -> tuple[str, ...]:
        """The purchase options that any row of this device has."""
        return tuple(option for name, option in self._prices.sold if name == device)


def counts(row: PriceRow, question: PriceQuestion) -> bool:
    """Whether a row that matches can be the price: known well enough, and open to anybody.

    A region of a government or the like is isolated, and sells to few. It has to be named.
    """
    return (question.region is not None or not row.isolated) and is_enough(
        row.confidence, question.minimum_confidence
    )


def is_enough(confidence: str, minimum: str | None) -> bool:
    """Whether a confidence is at least the one that is asked for.

    >>> is_enough("secondary", "partly verified"), is_enough("secondary", None)
    (False, True)
    """
    return minimum is None or CONFIDENCES.index(confidence) <= CONFIDENCES.index(minimum)


def _choice(
    rows: Sequence[PriceRow],
    own: Collection[str],
    ranks: Mapping[Kind, Rank],
    usual: UsualRegions | None,
) -> PriceChoice | None:
    """The median row of the median provider, None without rows.

    A provider counts once for any number of regions and sizes. One that stands alone has the median
    of its usual region. Of hosts of several sizes the cheapest counts: devices are what is asked
    for. Surveys of the market count only where there is nothing else. Medians are lower medians,
    so that the result is always a real row.
    """
    if not rows:
        return None
    matching = [row for row in rows if row.provider != MARKET] or rows
    rows = _counting(matching, own, ranks)
    by_provider: dict[str, list[PriceRow]] = defaultdict(list)
    hosts = by_host(rows)
    for row in hosts:
        by_provider[row.provider].append(row)
    medians = [_lower_median(group) for group in by_provider.values()]
    middle = _lower_median(sorted(medians, key=lambda row: (row.usd_per_device_hour, row.id)))
    group = by_provider[middle.provider]
    region = usual.of(group) if usual is not None and len(by_provider) == 1 else None
    if region is not None:
        group = [row for row in group if row.region == region]
    chosen = {row.id for row in rows}
    left = [row.usd_per_device_hour for row in matching if row.id not in chosen]
    others = (min(left), max(left)) if left else None
    taken = _lower_median(group) if region is not None else middle
    return PriceChoice(
        row=taken,
        selection=selection_words(
            rows, sorted(by_provider), others, region, has_larger=len(hosts) < len(rows)
        ),
        doubt=_doubt(taken, group, own),
        range=PriceRange(
            count=len(rows),
            low_usd_per_device_hour=rows[0].usd_per_device_hour,
            median_usd_per_device_hour=middle.usd_per_device_hour,
            high_usd_per_device_hour=rows[-1].usd_per_device_hour,
            providers=tuple(sorted(by_provider)),
            usual_region=region,
        ),
        fits=ranks[kind_of(rows[0])][0],
        others=others,
    )


def _counting(
    rows: Sequence[PriceRow], own: Collection[str], ranks: Mapping[Kind, Rank]
) -> list[PriceRow]:
    """The rows that count, of those that match.

    Rows whose instances cannot hold what is needed count only where there are no others. So do rows
    that nobody verified, and instances of more devices. What a contract of the caller's own charges
    goes before its discounts, and these before list prices.
    """
    rows = [row for row in rows if ranks[kind_of(row)][0]] or rows
    rows = _of_contracts(rows) or rows
    rows = [row for row in rows if _is_known(row, own)] or rows
    fewest = min(ranks[kind_of(row)][1] for row in rows)
    return [row for row in rows if ranks[kind_of(row)][1] == fewest]


def _of_contracts(rows: Sequence[PriceRow]) -> list[PriceRow]:
    """The prices that contracts name, else those that they take a discount off."""
    contracts = [row for row in rows if row.contract is not None]
    return [row for row in contracts if row.contract_discount_fraction is None] or contracts


def _is_known(row: PriceRow, own: Collection[str]) -> bool:
    return row.confidence != LEAST_CONFIDENCE or row.id in own


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
