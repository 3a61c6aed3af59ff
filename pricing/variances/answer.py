"""The answer with variances, unit prices and a forecast."""

from typing import Annotated, Literal

from pricing.quote.answer import Answer, LabelledAnswer, Provenance, UsdPerMillionTokens, Warnings
from pricing.quote.messages import said


class UnitPrices(Answer, frozen=True, kw_only=True):
    """What was paid for each unit that was served; null where nothing says how many there were."""

    usd_per_million_tokens: UsdPerMillionTokens
    usd_per_million_output_tokens_all_in: Annotated[
        float | None, said("The whole bill over a million output tokens [USD].")
    ]
    usd_per_million_input_tokens: Annotated[
        float | None,
        said("USD per million tokens, of the bill split as that of the plan; null without a plan."),
    ]
    usd_per_million_output_tokens: Annotated[
        float | None, said("USD per million tokens, split in the same way.")
    ]
    usd_per_request: Annotated[float | None, said("USD per request.")]
    usd_per_hour: Annotated[float | None, said("Billed hours at their mean price [USD per hour].")]


class Effects(Answer, frozen=True, kw_only=True):
    """Parts of a variance, which add up to it. Above 0: it cost more than planned."""

    volume_usd: Annotated[
        float, said("More or less was served, at the planned cost of a unit [USD].")
    ]
    efficiency_usd: Annotated[
        float, said("More or fewer device-hours for what was served, at planned prices [USD]")
    ]
    mix_usd: Annotated[float, said("Other shares of the ways of buying, at planned prices [USD].")]
    price_usd: Annotated[float, said("Other prices of the device-hours that were billed [USD].")]
    other_usd: Annotated[float, said("Items other than device-hours [USD].")]


class VarianceLine(Answer, frozen=True, kw_only=True):
    """A line of a month, planned and billed."""

    month: Annotated[str | None, said("The month, YYYY-MM; null: none was given.")]
    line: Annotated[str, said("The way of buying, or the item.")]
    plan_usd: Annotated[float | None, said("Planned cost [USD]; null: no plan.")]
    actual_usd: Annotated[float, said("Billed cost [USD].")]
    plan_device_hours: Annotated[
        float | None, said("Planned [device-hours]; null for another item.")
    ]
    actual_device_hours: Annotated[
        float | None, said("Billed [device-hours]; null where devices are unknown.")
    ]
    row_count: Annotated[int, said("Rows of the bill behind it [count].")]


class VarianceMonth(Answer, frozen=True, kw_only=True):
    """A month that was billed, beside its plan."""

    month: Annotated[str, said("The month, YYYY-MM.")]
    plan_usd: Annotated[float, said("Planned cost [USD].")]
    actual_usd: Annotated[float, said("Billed cost [USD].")]
    variance_usd: Annotated[float, said("actual_usd less plan_usd [USD].")]
    effects: Effects
    utilization_fraction: Annotated[
        float | None,
        said(
            "What was served over what the billed hours could serve [fraction]. Null"
            " where one of both is unknown. Above 1, the plan has too low a throughput."
        ),
    ]
    unit_prices: UnitPrices


class ForecastMonth(Answer, frozen=True, kw_only=True):
    """A month of the plan, with what was billed in its place where it is known."""

    month: Annotated[str, said("The month, YYYY-MM.")]
    basis: Annotated[Literal["actual", "plan"], said("Where the cost is from.")]
    usd_total: Annotated[float, said("Cost of the month [USD].")]
    usd_cumulative: Annotated[float, said("Cost up to this month [USD].")]


class VarianceAnswer(LabelledAnswer, frozen=True, kw_only=True):
    """What was billed and served beside a plan."""

    actual_usd: Annotated[float, said("Billed cost [USD].")]
    unit_prices: Annotated[UnitPrices, said("Of everything that was billed.")]
    plan_usd: Annotated[
        float | None, said("Planned cost of the billed months [USD]; null: no plan.")
    ]
    variance_usd: Annotated[float | None, said("actual_usd less plan_usd [USD].")]
    effects: Annotated[Effects | None, said("The sums of those of the months.")]
    utilization_fraction: Annotated[float | None, said("Of all months together [fraction].")]
    months: tuple[VarianceMonth, ...]
    rows: Annotated[tuple[VarianceLine, ...], said("A row for each month and line.")]
    forecast: tuple[ForecastMonth, ...]
    forecast_usd_total: Annotated[
        float | None, said("The whole horizon with actuals in place of the past [USD].")
    ]
    plan_usd_total: Annotated[float | None, said("The whole horizon as planned [USD].")]
    warnings: Warnings
    provenance: Provenance
