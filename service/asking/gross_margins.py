"""The gross margin of what is sold, or the prices that leave one."""

from collections.abc import Iterator

from pricing.asking.buying.sale import Sale
from pricing.formulas.unit_cost import gross_margin_fraction, usd_at_margin
from service.asking.answer import Figure
from service.asking.figures.figure import Fields, figure_of
from service.asking.figures.memory import INPUT_TOKENS, OUTPUT_TOKENS
from service.summaries.figures import usd

PERCENT = 100.0

PRICES = {
    "usd_per_million_output_tokens_all_in": "per million output tokens, input included",
    "usd_per_million_tokens": "per million tokens in and out",
    "usd_per_request": "a request",
}
"""Costs that prices are told by."""


def margins_of(sale: Sale | None, fields: Fields) -> tuple[Figure, ...]:
    """The margin at the prices of a sale, or the prices for its margin; nothing without a sale."""
    costs = _costs(fields)
    if sale is None or costs is None:
        return ()
    if sale.margin_fraction is not None:
        found = _prices(costs, sale.margin_fraction)
    else:
        found = _margin(costs, sale, fields)
    return tuple(one for one in found if one is not None)


def _costs(fields: Fields) -> Fields | None:
    """What has the cost of a request in an answer; of devices compared, the best."""
    best = next(iter(fields.get("candidates") or ()), fields)
    costs: Fields = fields.get("unit_costs") or fields.get("totals") or best
    return costs if costs.get("usd_per_request") else None


def _margin(costs: Fields, sale: Sale, fields: Fields) -> Iterator[Figure | None]:
    cost_usd = costs["usd_per_request"]
    sold_usd = sale.usd_per_request(
        input_tokens=fields[INPUT_TOKENS], output_tokens=fields[OUTPUT_TOKENS]
    )
    share = gross_margin_fraction(sold_usd=sold_usd, cost_usd=cost_usd)
    words = f"gross margin at {sale.words}"
    yield figure_of("gross_margin_percent", PERCENT * float(share), words)
    words = f"of sales a request, whose cost is {usd(cost_usd)}"
    yield figure_of("usd_of_sale_per_request", sold_usd, words)


def _prices(costs: Fields, margin: float) -> Iterator[Figure | None]:
    for name, words in PRICES.items():
        if costs.get(name):
            usd = float(usd_at_margin(cost_usd=costs[name], margin_fraction=margin))
            yield figure_of(f"{name}_at_margin", usd, f"{words} for a gross margin of {margin:.0%}")
