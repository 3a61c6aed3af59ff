"""What the answer of a service says of its money in another currency."""

from typing import Annotated

from pricing.quote.answer import Answer
from pricing.quote.messages import said


class ConvertedMonth(Answer, frozen=True, kw_only=True):
    """The cost of a month in another currency."""

    month: Annotated[str, said("The month, YYYY-MM.")]
    usd_per_currency_unit: Annotated[float, said("USD for one unit in this month.")]
    total: Annotated[float, said("usd_total in that currency [its unit].")]


class Converted(Answer, frozen=True, kw_only=True):
    """Months, years and totals in another currency."""

    currency: Annotated[str, said("The currency, as three capitals.")]
    usd_per_currency_unit: Annotated[float, said("USD for one unit in the first month.")]
    rate_day: Annotated[
        str | None, said("Day on which that rate was published; null: the caller's own.")
    ]
    rate_source: Annotated[str, said("Where the rates come from.")]
    total: Annotated[float, said("usd_total in that currency [its unit].")]
    total_low: Annotated[
        float | None, said("usd_total_low in that currency, at the mean rate [its unit].")
    ]
    total_high: Annotated[
        float | None, said("usd_total_high in that currency, at the mean rate [its unit].")
    ]
    discounted: Annotated[float, said("usd_discounted in that currency [its unit].")]
    months: tuple[ConvertedMonth, ...]
    years: Annotated[
        dict[str, float], said("Totals of calendar years in that currency [its unit].")
    ]
    fiscal_years: Annotated[
        dict[str, float], said("Totals of fiscal years in that currency [its unit].")
    ]
