"""Months, years and totals in another currency, each month at the rate of its day."""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import InvalidQuery
from pricing.fleet.calendar import Span
from pricing.quote.context import QuoteContext
from pricing.quote.currencies.rates import ExchangeRate, on_day, rate_of
from pricing.tco.answer import TcoAnswer
from pricing.tco.currencies.answer import Converted, ConvertedMonth
from pricing.tco.query import TcoQuery
from pricing.tco.report import NO_ENDS, Ends


class Rates(Struct, frozen=True):
    """The rate of every month [USD for one unit]."""

    first: ExchangeRate
    usd_per_currency_unit: tuple[float, ...]


class Money(Struct, frozen=True):
    """The dollars of a month [USD]."""

    usd_total: float
    usd_discounted: float


def rates_of(context: QuoteContext, query: TcoQuery, spans: Sequence[Span]) -> Rates | None:
    """The rates of the months, None for dollars.

    A month has the rate of its first day. Months after `as_of` have the last one, unless the caller
    gives a path. Raises UnknownName or InvalidQuery as rate_of does, and for a path without a
    currency.
    """
    start = date.fromordinal(min(spans[0].first_day, context.day)).isoformat()
    first = rate_of(context.catalog, query, start)
    if first is None:
        if query.currency_path:
            raise InvalidQuery(
                "currency_path needs a currency other than USD: name it, or leave it out",
                field="currency_path",
            )
        return None
    each = [_month_rate(context, first, span) for span in spans]
    path = sorted((one.month, one.usd_per_currency_unit) for one in query.currency_path)
    for month, usd in path:
        each = [
            usd if span.label >= month else known for span, known in zip(spans, each, strict=True)
        ]
    published = first
    if path and path[0][0] <= spans[0].label:
        first = replace(first, day=None, source="your own currency_path")
    elif path:
        first = replace(
            first, source=f"{first.source}; your own currency_path from {path[0][0]} on"
        )
    beyond = [span.label for span in spans if span.first_day > context.day]
    unsaid = [label for label in beyond if not path or label < path[0][0]]
    if published.day is not None and unsaid:
        last = on_day(context.catalog, first.currency, context.as_of)
        context.warn(
            f"months from {unsaid[0]} on are converted at the last rate that is known, 1"
            f" {last.currency} = {last.usd_per_currency_unit:g} USD of {last.day}: currency_path"
            " gives others"
        )
    return Rates(first, tuple(each))


def _month_rate(context: QuoteContext, first: ExchangeRate, span: Span) -> float:
    if first.day is None:
        return first.usd_per_currency_unit
    day = date.fromordinal(min(span.first_day, context.day)).isoformat()
    return on_day(context.catalog, first.currency, day).usd_per_currency_unit


def converted(
    rates: Rates | None,
    months: Sequence[tuple[str, Money]],
    years: Mapping[str, float],
    fiscal_years: Mapping[str, float],
    *,
    fiscal_start: int,
    ends_usd: Ends = NO_ENDS,
) -> Converted | None:
    """The months in the currency of the rates, and their sums; years: totals [USD] by name.

    At one rate, sums are the dollars over it. ends_usd: of the interval of the total [USD].
    """
    if rates is None:
        return None
    each = rates.usd_per_currency_unit
    pairs = list(zip(months, each, strict=True))
    totals = [(name, money.usd_total / rate) for (name, money), rate in pairs]
    discounted = [money.usd_discounted / rate for (_, money), rate in pairs]
    one = each[0] if len(set(each)) == 1 else None

    def sums(dollars: Mapping[str, float], start: int) -> dict[str, float]:
        if one is not None:
            return {year: usd / one for year, usd in dollars.items()}
        found = dict.fromkeys(dollars, 0.0)
        for name, total in totals:
            found[str(int(name[:4]) + (1 < start <= int(name[5:7])))] += total
        return found

    whole = sum(usd.usd_total for _, usd in months)
    whole_discounted = sum(usd.usd_discounted for _, usd in months)
    total = whole / one if one else sum(amount for _, amount in totals)
    mean = whole / total if total else each[0]
    low, high = (None if usd is None else usd / mean for usd in ends_usd)
    return Converted(
        currency=rates.first.currency,
        usd_per_currency_unit=each[0],
        rate_day=rates.first.day,
        rate_source=rates.first.source,
        total=total,
        total_low=low,
        total_high=high,
        discounted=whole_discounted / one if one else sum(discounted),
        months=tuple(
            ConvertedMonth(month=name, usd_per_currency_unit=rate, total=total)
            for (name, total), rate in zip(totals, each, strict=True)
        ),
        years=sums(years, 1),
        fiscal_years=sums(fiscal_years, fiscal_start),
    )


def totals_in(answer: TcoAnswer) -> dict[str, float]:
    """The totals of an answer in the currency of its query, by the names of those in dollars."""
    money, totals = answer.converted, answer.totals
    if money is None:
        return {}
    paid = sum(
        month.usd_paid / own.usd_per_currency_unit
        for month, own in zip(answer.months, money.months, strict=True)
    )
    ratio = (
        money.total / totals.usd_total if totals.usd_total else 1.0 / money.usd_per_currency_unit
    )
    each = {
        "usd_per_million_tokens": totals.usd_per_million_tokens,
        "usd_per_request": totals.usd_per_request,
    }
    return {
        "usd_total": money.total,
        "usd_paid": paid,
        "usd_discounted": money.discounted,
        **{name: usd * ratio for name, usd in each.items() if usd is not None},
    }
