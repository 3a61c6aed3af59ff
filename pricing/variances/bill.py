"""What was billed and served, month by month."""

from collections.abc import Callable, Mapping, Sequence

import polars as pl
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.errors import InvalidQuery
from pricing.pauses import paused
from pricing.releases.prices import OPTIONS
from pricing.units import UNITS_PER_USD
from pricing.variances.effects import Line
from pricing.variances.plan import Plan
from pricing.variances.query import Actual, VarianceQuery
from pricing.variances.reading import actuals_of

CSV = "row of the CSV "
ON_DEMAND, OTHER = "on_demand", "other"
MOST_LINES = 1_000
"""Of a month: more than anybody reads, and each row of it costs time for each."""


class Bill(Struct, frozen=True):
    """A month that was billed. Counts are None where no row has any.

    hours, hours_usd: of rows with hours; row_counts: rows behind each line.
    """

    lines: dict[str, Line] = {}
    row_counts: dict[str, int] = {}
    hours: float = 0.0
    hours_usd: float = 0.0
    requests: float | None = None
    input_tokens: float | None = None
    output_tokens: float | None = None

    @property
    def units(self) -> int:
        """Its cost, in ten-thousandths of a dollar."""
        return sum(line.units for line in self.lines.values())

    @property
    def device_hours(self) -> float:
        """The device-hours of all lines."""
        return sum(line.hours or 0.0 for line in self.lines.values())

    @property
    def tokens(self) -> float | None:
        """Input and output together; None unless both are known."""
        if self.input_tokens is None or self.output_tokens is None:
            return None
        return self.input_tokens + self.output_tokens

    @classmethod
    def together(cls, bills: Sequence["Bill"]) -> "Bill":
        """Several months as one. A count is that of all months, or None."""
        lines: dict[str, Line] = {}
        for bill in bills:
            for name, line in bill.lines.items():
                line.added_to(lines, name)
        return cls(
            lines=lines,
            hours=sum(bill.hours for bill in bills),
            hours_usd=sum(bill.hours_usd for bill in bills),
            requests=_all([bill.requests for bill in bills]),
            input_tokens=_all([bill.input_tokens for bill in bills]),
            output_tokens=_all([bill.output_tokens for bill in bills]),
        )


def rows_of(
    query: VarianceQuery, catalog: Catalog, warn: Callable[[str], None]
) -> dict[str, Actual]:
    """All rows of a query by their place; warn: told what a reader of the CSV has to know.

    Raises InvalidQuery where there are none.
    """
    rows = {f"actuals[{at}]": row for at, row in enumerate(query.actuals)}
    if query.csv is not None:
        rows |= {f"{CSV}{at}": row for at, row in enumerate(actuals_of(query.csv, catalog, warn))}
    if not rows:
        raise InvalidQuery("give what was billed, in actuals or csv", field="actuals")
    return rows


def bills_of(rows: Mapping[str, Actual], catalog: Catalog, plan: Plan | None) -> dict[str, Bill]:
    """What was billed by month. Raises InvalidQuery for rows that cannot be placed."""
    bills: dict[str, Bill] = {}
    for place, row in paused(rows.items()):
        try:
            month = _month(row, plan, place)
            bills[month] = _with(bills.get(month, Bill()), row, catalog, plan, place)
        except InvalidQuery as refusal:
            if place.startswith(CSV):
                told = ", ".join(filter(None, (row.month, row.line)))
                refusal.detail, refusal.field = f"{refusal.detail} (row of {told})", "csv"
            raise
    for month, bill in bills.items():
        for name, line in bill.lines.items():
            if line.hours is not None and line.hours < 0.0:
                of_month = f" of {month}" if month else ""
                raise InvalidQuery(
                    f"the hours of {name}{of_month} add up to less than 0: give what is corrected"
                    " too",
                    field="csv" if next(iter(rows)).startswith(CSV) else "actuals",
                )
    return bills


def _month(row: Actual, plan: Plan | None, place: str) -> str:
    if plan is None:
        return row.month or ""
    if row.month is None:
        raise InvalidQuery("a row beside a plan has its month", field=f"{place}.month")
    if row.month not in plan.months:
        known = list(plan.months)
        raise InvalidQuery(
            f"{row.month} is no month of the plan, which has {known[0]} to {known[-1]}",
            field=f"{place}.month",
            nearest=[known[0] if row.month < known[0] else known[-1]],
        )
    return row.month


def _with(bill: Bill, row: Actual, catalog: Catalog, plan: Plan | None, place: str) -> Bill:
    """A bill with one more row."""
    if len(bill.lines) > MOST_LINES:
        raise InvalidQuery(
            f"a month of a bill has {MOST_LINES:,} lines at the most: add up what is alike",
            field=f"{place}.line",
        )
    usd = _usd(row, place)
    lines, counts = dict(bill.lines), dict(bill.row_counts)
    hours, hours_usd = bill.hours, bill.hours_usd
    if usd is not None:
        name = row.line or (OTHER if row.hours is None else ON_DEMAND)
        options = OPTIONS if plan is None else (*OPTIONS, *plan.options)
        if plan is not None and (row.hours is not None or usd < 0.0):
            name = plan.line_of(name)
        own, own_hours = None, row.hours
        if own_hours is None and usd < 0.0 and name in options:
            own_hours = 0.0  # a credit of a way of buying: its hours stay, and cost less
        if own_hours is not None:
            devices = 0.0 if own_hours == 0.0 else _devices(row, catalog, plan, place)
            own = None if devices is None else own_hours * devices
            hours, hours_usd = hours + own_hours, hours_usd + usd
        elif plan is not None and name in plan.options:
            raise InvalidQuery(
                f"the plan has hours of {name}: give those of this row", field=f"{place}.hours"
            )
        line = Line(round(usd * UNITS_PER_USD), own)
        if plan is not None and (lines.get(name, line).hours is None) is not (own is None):
            raise InvalidQuery(
                f"some rows of {name} have hours and some have none", field=f"{place}.hours"
            )
        line.added_to(lines, name)
        counts[name] = counts.get(name, 0) + 1
    return Bill(
        lines=lines,
        row_counts=counts,
        hours=hours,
        hours_usd=hours_usd,
        requests=_added(bill.requests, row.requests),
        input_tokens=_added(bill.input_tokens, row.input_tokens),
        output_tokens=_added(bill.output_tokens, row.output_tokens),
    )


def _usd(row: Actual, place: str) -> float | None:
    """The amount of a row; None of one that only says what was served."""
    if row.usd is not None and row.usd_per_hour is not None:
        raise InvalidQuery(
            "the amount is usd, or hours at usd_per_hour: leave one out", field=f"{place}.usd"
        )
    if row.usd is not None:
        return row.usd
    if row.hours is not None and row.usd_per_hour is not None:
        return row.hours * row.usd_per_hour
    if row.hours is not None or row.usd_per_hour is not None:
        missing = "hours" if row.hours is None else "usd_per_hour"
        raise InvalidQuery(f"{missing} is missing from the amount", field=f"{place}.{missing}")
    return None


def _devices(row: Actual, catalog: Catalog, plan: Plan | None, place: str) -> float | None:
    """Devices of an instance of a row; None where they are unknown, which a plan does not allow."""
    if row.device_count is not None:
        return row.device_count
    if row.instance_type is not None:
        named = catalog.frames["prices"].filter(pl.col("instance_type") == row.instance_type)
        counts = named["device_count"].unique()
        if len(counts) == 1:
            return float(counts[0])
    if plan is None:
        return None
    raise InvalidQuery(
        "give instance_type as the table of prices has it, or device_count: the plan counts"
        " device-hours",
        field=f"{place}.device_count",
    )


def _added(before: float | None, more: float | None) -> float | None:
    return before if more is None else (before or 0.0) + more


def _all(counts: Sequence[float | None]) -> float | None:
    """The sum of counts that are all known, else None."""
    known = [one for one in counts if one is not None]
    return sum(known) if known and len(known) == len(counts) else None
