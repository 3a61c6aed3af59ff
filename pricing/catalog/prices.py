"""The price book: one price for a purchase and a day, in constant time for any number of rows."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from pricing.catalog.rows import PriceRange, PriceRow

FOREVER = date.max.toordinal() + 1


class PriceChoice(Struct, frozen=True):
    """One price row, the range that it was chosen from, and how it was chosen.

    doubt: why the price may be wrong, None if there is no reason. The reason is that of the row, or
    that of at least half of the rows of which it is the median.
    """

    row: PriceRow
    range: PriceRange
    selection: str
    doubt: str | None


class PriceQuestion(Struct, frozen=True):
    """The rows that match. None matches everything.

    Providers may write the same region in different case. All of these match.
    """

    device: str
    option: str
    provider: str | None = None
    region: str | None = None
    instance_type: str | None = None

    def matches(self, row: PriceRow) -> bool:
        """Whether a row of this device and option matches."""
        return (
            (self.provider is None or row.provider == self.provider)
            and (self.region is None or row.region.casefold() == self.region.casefold())
            and (self.instance_type is None or row.instance_type == self.instance_type)
        )


class Timeline:
    """The choice on every day: a step function of the day that is computed once."""

    def __init__(self, rows: Iterable[PriceRow]) -> None:
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
            self._choices.append(_choice([item[2] for item in in_force]))

    def on(self, day: int) -> PriceChoice | None:
        """The choice in force on a day (proleptic ordinal), None if nothing matches."""
        step = bisect_right(self._days, day) - 1
        return self._choices[step] if step >= 0 else None


class PriceBook:
    """All modelled price rows of a release.

    The first question for a combination of provider, region and instance type computes its
    timeline. Every later one is a dict access and a bisection over its change dates.
    """

    def __init__(self, rows: Iterable[PriceRow]) -> None:
        self._rows: dict[tuple[str, str], list[PriceRow]] = defaultdict(list)
        for row in rows:
            self._rows[row.device, row.option].append(row)
        self._timelines: dict[PriceQuestion, Timeline] = {}

    def find(self, question: PriceQuestion, day: int) -> PriceChoice | None:
        """The median row of the median provider on a day, None if nothing matches."""
        timeline = self._timelines.get(question)
        if timeline is None:
            rows = self.rows(question)
            if not rows:
                return None
            timeline = self._timelines[question] = Timeline(rows)
        return timeline.on(day)

    def rows(self, question: PriceQuestion) -> list[PriceRow]:
        """Every row that matches, on any date."""
        return [
            row
            for row in self._rows.get((question.device, question.option), ())
            if question.matches(row)
        ]

    def options(self, device: str) -> tuple[str, ...]:
        """The purchase options that any row of this device has."""
        return tuple(option for name, option in self._rows if name == device)


def _ordinal(day: str | None) -> int:
    return FOREVER if day is None else date.fromisoformat(day).toordinal()


def _choice(rows: list[PriceRow]) -> PriceChoice | None:
    """The median row of the median provider, None without rows.

    A provider counts once for any number of regions and sizes. Medians are lower medians, so that
    the result is always a real row.
    """
    if not rows:
        return None
    by_provider: dict[str, list[PriceRow]] = defaultdict(list)
    for row in rows:
        by_provider[row.provider].append(row)
    medians = [_lower_median(group) for group in by_provider.values()]
    middle = _lower_median(sorted(medians, key=lambda row: (row.usd_per_device_hour, row.id)))
    return PriceChoice(
        row=middle,
        selection=_selection(len(rows), sorted(by_provider)),
        doubt=_doubt(middle, by_provider[middle.provider]),
        range=PriceRange(
            count=len(rows),
            low_usd_per_device_hour=rows[0].usd_per_device_hour,
            median_usd_per_device_hour=middle.usd_per_device_hour,
            high_usd_per_device_hour=rows[-1].usd_per_device_hour,
            providers=tuple(sorted(by_provider)),
        ),
    )


def _selection(count: int, providers: list[str]) -> str:
    if count == 1:
        return "the only row that matches"
    if len(providers) == 1:
        return f"the median of {count} rows of {providers[0]}"
    return (
        f"the median of {len(providers)} providers, each by the median of its rows ({count} in all)"
    )


def _doubt(middle: PriceRow, group: list[PriceRow]) -> str | None:
    reasons = [row.doubt for row in group if row.doubt is not None]
    if middle.doubt is not None or 2 * len(reasons) < len(group):
        return middle.doubt
    return (
        f"it is the median of {len(group)} rows of {middle.provider}, of which {len(reasons)} are"
        f" flagged: {reasons[0]}"
    )


def _lower_median(rows: list[PriceRow]) -> PriceRow:
    return rows[(len(rows) - 1) // 2]
