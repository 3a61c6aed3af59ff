"""Money of an answer in another currency, beside the dollars."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pricing.quote.answer import Answer
from pricing.quote.currencies.rates import ExchangeRate
from pricing.quote.messages import said

USD = "usd"

UNCONVERTED = frozenset(
    {"assumptions", "converted", "drivers", "provenance", "range", "row", "usd_per_currency_unit"}
)
"""Parts of an answer that keep their dollars: they are what tables and queries say."""

Given = TypeVar("Given", bound=Struct)


def in_currency(answer: Given, rate: ExchangeRate | None) -> Given:
    """An answer with its money in another currency beside the dollars; None: dollars alone."""
    if rate is None:
        return answer
    plain = msgspec.to_builtins(answer)
    converted = ConvertedAmounts(
        currency=rate.currency,
        usd_per_currency_unit=rate.usd_per_currency_unit,
        rate_day=rate.day,
        rate_source=rate.source,
        amounts=dict(_amounts(plain, "", rate, is_money=False)),
    )
    changed: dict[str, Any] = {"converted": converted}
    warning = rate.warning(plain["provenance"]["as_of"])
    if warning is not None and "warnings" in plain:
        changed["warnings"] = (*plain["warnings"], warning)
    return replace(answer, **changed)


def named_in(name: str, currency: str) -> str | None:
    """The name of an amount in a currency, None for what is no money.

    >>> named_in("usd_per_request", "EUR"), named_in("output_tokens_per_usd", "EUR")
    ('eur_per_request', 'output_tokens_per_eur')
    >>> named_in("device_count", "EUR")
    """
    words = name.split("_")
    if USD not in words:
        return None
    return "_".join(currency.lower() if word == USD else word for word in words)


def renamed_in(name: str, currency: str) -> str | None:
    """The same of a dotted name, None as well for what keeps its dollars.

    >>> renamed_in("options.spot.usd.mean", "EUR"), renamed_in("power.facility_watts", "EUR")
    ('options.spot.eur.mean', None)
    """
    parts = name.split(".")
    own = [named_in(part, currency) for part in parts]
    if not any(own) or not UNCONVERTED.isdisjoint(parts):
        return None
    return ".".join(new or part for new, part in zip(own, parts, strict=True))


def is_inverse(name: str) -> bool:
    """Whether a figure is counted per dollar.

    >>> is_inverse("output_tokens_per_usd"), is_inverse("usd_per_request")
    (True, False)
    """
    return f"_per_{USD}" in name


def amount_in(name: str, usd: float, usd_per_currency_unit: float) -> float:
    """A figure of some dollars in a currency.

    usd_per_currency_unit: what a unit of it is worth [USD].

    >>> amount_in("usd_per_request", 2.0, 1.25), amount_in("output_tokens_per_usd", 2.0, 1.25)
    (1.6, 2.5)
    """
    return usd * usd_per_currency_unit if is_inverse(name) else usd / usd_per_currency_unit


def _amounts(
    part: object, place: str, rate: ExchangeRate, *, is_money: bool
) -> Iterator[tuple[str, float]]:
    """The amounts of a part of an answer; is_money: whether its name says that all of it is."""
    if isinstance(part, Mapping):
        for name, value in part.items():
            if name in UNCONVERTED:
                continue
            renamed = named_in(name, rate.currency)
            below = f"{place}{renamed or name}"
            counts = is_money or renamed is not None
            if isinstance(value, float | int) and not isinstance(value, bool):
                if counts:
                    yield below, amount_in(name, value, rate.usd_per_currency_unit)
            else:
                yield from _amounts(value, f"{below}.", rate, is_money=counts)
    elif isinstance(part, Sequence) and not isinstance(part, str):
        for index, value in enumerate(part):
            yield from _amounts(value, f"{place}{index}.", rate, is_money=is_money)


class ConvertedAmounts(Answer, frozen=True, kw_only=True):
    """Money of the answer in another currency, at one rate."""

    currency: Annotated[str, said("The currency, as three capitals.")]
    usd_per_currency_unit: Annotated[float, said("USD for one unit.")]
    rate_day: Annotated[
        str | None, said("Day on which the rate was published; null: the caller's own.")
    ]
    rate_source: Annotated[str, said("Where the rate comes from.")]
    amounts: Annotated[
        dict[str, float],
        said(
            "Every amount of the answer in that currency, by its dotted name, with the"
            " currency in lower case in the place of usd [its unit]."
        ),
    ]
