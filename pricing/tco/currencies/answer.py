"""What the answer of a service says of its money in another currency."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer


class ConvertedMonth(Answer, frozen=True, kw_only=True):
    """The cost of a month in another currency."""

    month: Annotated[str, Meta(description="The month, YYYY-MM.")]
    usd_per_currency_unit: Annotated[float, Meta(description="USD for one unit in this month.")]
    total: Annotated[float, Meta(description="usd_total in that currency [its unit].")]


class Converted(Answer, frozen=True, kw_only=True):
    """Months, years and totals in another currency."""

    currency: Annotated[str, Meta(description="The currency, as three capitals.")]
    usd_per_currency_unit: Annotated[
        float, Meta(description="USD for one unit in the first month.")
    ]
    rate_day: Annotated[
        str | None,
        Meta(description="Day on which that rate was published; null: the caller's own."),
    ]
    rate_source: Annotated[str, Meta(description="Where the rates come from.")]
    total: Annotated[float, Meta(description="usd_total in that currency [its unit].")]
    total_low: Annotated[
        float | None,
        Meta(description="usd_total_low in that currency, at the mean rate [its unit]."),
    ]
    total_high: Annotated[
        float | None,
        Meta(description="usd_total_high in that currency, at the mean rate [its unit]."),
    ]
    discounted: Annotated[float, Meta(description="usd_discounted in that currency [its unit].")]
    months: tuple[ConvertedMonth, ...]
    years: Annotated[
        dict[str, float], Meta(description="Totals of calendar years in that currency [its unit].")
    ]
    fiscal_years: Annotated[
        dict[str, float], Meta(description="Totals of fiscal years in that currency [its unit].")
    ]
