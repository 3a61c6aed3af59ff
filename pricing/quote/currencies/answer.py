"""What an answer says of its money in another currency."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer


class ConvertedAmounts(Answer, frozen=True, kw_only=True):
    """Money of the answer in another currency, at one rate."""

    currency: Annotated[str, Meta(description="The currency, as three capitals.")]
    usd_per_currency_unit: Annotated[float, Meta(description="USD for one unit.")]
    rate_day: Annotated[
        str | None, Meta(description="Day on which the rate was published; null: the caller's own.")
    ]
    rate_source: Annotated[str, Meta(description="Where the rate comes from.")]
    amounts: Annotated[
        dict[str, float],
        Meta(
            description="Every amount of the answer in that currency, by its dotted name, with the"
            " currency in lower case in the place of usd [its unit]."
        ),
    ]
