"""What requests are sold for, as a question says it."""

from collections.abc import Mapping

from msgspec import Struct

from pricing.asking.words.amounts.money import SOLD
from pricing.asking.words.slots import Said
from pricing.errors import InvalidQuery
from pricing.formulas import unit_cost

SERVING = frozenset({"unit_costs", "tco", "api_price"})
"""Kinds of questions whose answers cost something by the request."""

MARGIN = "margin"
"""The slot of the share of a price that is to be left, and the figure that asks for it."""

IN_WORDS = (
    *("per million tokens", "per million input tokens", "per million output tokens"),
    *("a request", "a user a month"),
)


class Sale(Struct, frozen=True, gc=False):
    """What requests are sold for: prices by slot [USD], and the requests of a user a month.

    margin_fraction: the margin that prices are sought for, None where they are said.
    """

    prices: Mapping[str, float]
    requests_per_user_month: float = 0.0
    margin_fraction: float | None = None

    @property
    def words(self) -> str:
        """The prices in words."""
        told = zip(SOLD, IN_WORDS, strict=True)
        parts = (
            f"${self.prices[name]:,.4g} {words}" for name, words in told if name in self.prices
        )
        unpaid = ", with nothing for input" if {*self.prices} == {SOLD[2]} else ""
        return f"{' and '.join(parts)}{unpaid}"

    def usd_per_request(self, *, input_tokens: float, output_tokens: float) -> float:
        """What a request of some length is sold for [USD]. Input or output alone may be sold."""
        whole, read, written, each, monthly = (self.prices.get(name, 0.0) for name in SOLD)
        of_user = monthly / self.requests_per_user_month if monthly else 0.0
        of_tokens = unit_cost.sold_usd_per_request(
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            usd_per_million_input_tokens=whole + read,
            usd_per_million_output_tokens=whole + written,
        )
        return float(of_tokens + each + of_user)


def sale_of(kind: str, said: Said) -> Sale | None:
    """What a question says of a sale, None where it says none.

    Raises InvalidQuery for a margin without a price, and for the price of a user who asks nobody
    knows how often.
    """
    prices = {name: said.get(name) for name in SOLD if said.get(name)}
    if kind == "comparison" and (MARGIN in said.figures or said.get(MARGIN)):
        why = "on which devices? A margin is that of one way to serve"
        raise InvalidQuery(why, field="q", nearest=("… on 8x h100",))
    is_asked, target = MARGIN in said.figures and kind in SERVING, said.get(MARGIN)
    is_sale = said.get("sells") or "sold_usd_per_user_month" in prices
    if not is_asked and not (is_sale and kind in SERVING) and not target:
        said.left.extend(said.words[name] for name in prices if name in said.words)
        return None
    if target is not None and kind in SERVING:
        said.left.extend(said.words[name] for name in prices if name in said.words)
        return Sale({}, margin_fraction=target)
    if not prices and is_asked:
        why = "a margin needs a price: what is it sold at, or which margin is to be left?"
        near = ("… sold at $1 per million output tokens", "… at a margin of 50%")
        raise InvalidQuery(why, field="q", nearest=near)
    each = said.get("requests_per_user_month")
    if "sold_usd_per_user_month" in prices and not each:
        why = "how often does a user ask? Write for example: 50 requests a day each"
        raise InvalidQuery(why, field="q", nearest=("…, 50 requests a day each",))
    return Sale(prices, requests_per_user_month=each or 0.0) if prices else None
