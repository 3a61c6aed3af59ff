"""Answers in long form: a row for each month, or way of buying, and item."""

from typing import Any

import polars as pl

from pricing.run_costs.answer import RunCostAnswer
from pricing.tco.answer import TcoAnswer
from service.formats.currency import money_of, monthly_money_of

MONTHS: dict[str, Any] = {
    "month": pl.String,
    "item": pl.String,
    "usd": pl.Float64,
    "currency": pl.String,
    "amount": pl.Float64,
}
"""The columns of months; amount: in the currency of the question, dollars where it names none."""

OPTIONS: dict[str, Any] = {
    "purchase_index": pl.Int64,
    "option": pl.String,
    "provider": pl.String,
    "region": pl.String,
    "item": pl.String,
    "quantity": pl.Float64,
    "unit": pl.String,
    "usd_per_unit": pl.Float64,
    "usd": pl.Float64,
    "currency": pl.String,
    "amount": pl.Float64,
    "month": pl.String,
}
"""The columns of ways of buying a run; month: where the question asks for months."""


def long_months(answer: TcoAnswer) -> pl.DataFrame:
    """A row for each month and item of a service. The rows of a month add up to its total."""
    currency, rates = monthly_money_of(answer)
    rows = [
        (month.month, item, usd, currency, usd / rate)
        for month, rate in zip(answer.months, rates, strict=True)
        for item, usd in month.line_items_usd.items()
    ]
    return pl.DataFrame(rows, schema=MONTHS, orient="row")


def long_options(answer: RunCostAnswer) -> pl.DataFrame:
    """A row for each way of buying a run and item, and for each month where there are months.

    Its rows add up to its expected cost. Items of months are after their discounts.
    """
    currency, rate = money_of(answer.converted)
    rows: list[tuple[Any, ...]] = [
        (
            *(one.purchase_index, one.option, one.provider, one.region, item.name),
            *(item.quantity, item.unit, item.usd_per_unit, item.usd, currency, item.usd / rate),
            None,
        )
        for one in answer.options
        if one.cash is None
        for item in one.line_items
    ]
    rows += [
        (
            *(one.purchase_index, one.option, one.provider, one.region, item),
            *(None, None, None, usd, currency, usd / rate, month.month),
        )
        for one in answer.options
        if one.cash is not None
        for month in one.cash.months
        for item, usd in month.line_items_usd.items()
        if usd
    ]
    return pl.DataFrame(rows, schema=OPTIONS, orient="row")
