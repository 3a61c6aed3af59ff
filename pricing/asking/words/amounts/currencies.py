"""Sums of money in other currencies, as dollars by the last rate of exchange that is known."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pricing.asking.words.terms import Term
from pricing.catalog.catalog import Catalog
from pricing.errors import Refusal
from pricing.quote.currencies.rates import ExchangeRate, rate_of

FOREIGN = "foreign"


class _Asked(Struct, frozen=True):
    """What a rate is looked up by."""

    currency: str
    usd_per_currency_unit: float | None = None


def in_dollars(terms: Sequence[Term], catalog: Catalog) -> list[Term]:
    """Terms with sums of other currencies in dollars; the answer is asked for in the currency."""
    if not any(term.kind == FOREIGN for term in terms):
        return [*terms]
    return [*(_dollars(term, catalog) for term in terms), *_told(terms, catalog)]


def _dollars(term: Term, catalog: Catalog) -> Term:
    """A sum in dollars; of a currency without a rate as it is, and left unread."""
    if term.kind != FOREIGN:
        return term
    own: Term = term.value[1]
    rate = _rate(term.value[0], catalog)
    if rate is None:
        return term
    usd = own.value * rate.usd_per_currency_unit
    return replace(own, value=usd, said=term.said, before=term.before)


def _told(terms: Sequence[Term], catalog: Catalog) -> Iterator[Term]:
    """How each sum was changed, and the currency, behind all terms."""
    at = max(term.last for term in terms)
    is_named = any(term.kind == "currency" for term in terms)
    for term in terms:
        rate = _rate(term.value[0], catalog) if term.kind == FOREIGN else None
        if rate is None:
            continue
        usd = term.value[1].value * rate.usd_per_currency_unit
        yield Term("told", f"{term.said} is read as {rounded(usd)} USD: {rate.in_words}", at, at)
        if not is_named:
            yield Term("currency", rate.currency, at, at, said=rate.currency)


def rounded(usd: float) -> str:
    """Some dollars with four digits that count, and no power of ten.

    >>> rounded(0.33516), rounded(27930.4)
    ('0.3352', '27,930')
    """
    return f"{usd:,.0f}" if usd >= WHOLE_FROM else f"{usd:.4g}"


WHOLE_FROM = 1_000.0


def _rate(code: str, catalog: Catalog) -> ExchangeRate | None:
    try:
        return rate_of(catalog, _Asked(code), catalog.known_by.isoformat())
    except Refusal:
        return None
