"""Contracts in the months of a question: which of them they hold for, period by period."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.purchasing.contracts.query import Contract
from pricing.quote.context import QuoteContext
from pricing.units import MONTHS_PER_YEAR

MONTHS_IN_YEAR = int(MONTHS_PER_YEAR)


class Period(Struct, frozen=True):
    """A period of a contract, and the months of the question in it: first to last, without last.

    end: the month after it, perhaps after the question; ends: its last month; part: its length over
    that of a whole one; before_usd: what counts already when the question begins; is_begun: whether
    it begins before the question; is_cut: whether it ends after it.
    """

    first: int
    last: int
    end: int
    ends: str
    part: float
    before_usd: float
    is_begun: bool
    is_cut: bool


class Agreement(Struct, frozen=True):
    """A contract over the months of a question.

    place: its index in the query; end: the month after it, None if it goes on.
    """

    contract: Contract
    place: int
    periods: tuple[Period, ...]
    end: int | None

    @property
    def name(self) -> str:
        """Its name in the query, or its number."""
        return self.contract.name or f"contract {self.place + 1}"

    @property
    def tiers(self) -> tuple[tuple[float, float], ...]:
        """Where each tier begins, and its discount. A plain discount is a single tier."""
        if not self.contract.tiers:
            return ((0.0, self.contract.discount_fraction or 0.0),)
        return tuple((one.from_usd, one.discount_fraction) for one in self.contract.tiers)

    @property
    def minimum_usd(self) -> float:
        """The minimum of a whole period, 0 without one."""
        return self.contract.minimum_usd or 0.0


def agreements_of(
    context: QuoteContext, contracts: Sequence[Contract], months: Sequence[str]
) -> tuple[Agreement, ...]:
    """The contracts of a question over its months, YYYY-MM. Raises InvalidQuery for bad ones."""
    found: list[Agreement] = []
    for place, contract in enumerate(contracts):
        field = f"contracts[{place}]"
        _check(context, contract, field)
        periods = tuple(_periods(contract, months, field))
        one = Agreement(contract, place, periods, periods[-1].end if contract.valid_to else None)
        _warn(context, one, field)
        for other in found:
            _check_apart(other, one, field)
        found.append(one)
    return tuple(found)


def _check(context: QuoteContext, contract: Contract, field: str) -> None:
    """Refuse fields that contradict each other."""
    if contract.provider is not None:
        known = context.catalog.providers
        if contract.provider not in known:
            raise InvalidQuery(
                f"no table has the provider {contract.provider!r}",
                field=f"{field}.provider",
                nearest=sorted(known)[:10],
            )
    if contract.discount_fraction is not None and contract.tiers:
        raise InvalidQuery(
            "a contract has discount_fraction or tiers: leave one out", field=f"{field}.tiers"
        )
    if contract.discount_fraction is None and not contract.tiers and not contract.minimum_usd:
        raise InvalidQuery(
            "the contract takes nothing off and asks for nothing: give discount_fraction, tiers or"
            " minimum_usd",
            field=f"{field}.discount_fraction",
        )
    begins = [tier.from_usd for tier in contract.tiers]
    if begins != sorted(set(begins)):
        raise InvalidQuery("tiers rise in from_usd, each once", field=f"{field}.tiers")
    if contract.minimum_counts is not None and not contract.minimum_usd:
        raise InvalidQuery(
            "minimum_counts says what counts for minimum_usd: give it too",
            field=f"{field}.minimum_usd",
        )


def _periods(contract: Contract, months: Sequence[str], field: str) -> Iterator[Period]:
    """The periods of a contract that have a month of the question."""
    start, end = _ordinal(months[0]), _ordinal(months[-1]) + 1
    begin = start if contract.valid_from is None else _ordinal(contract.valid_from)
    stop = None if contract.valid_to is None else _ordinal(contract.valid_to) + 1
    _check_span(contract, months, begin, stop, field)
    length = {"month": 1, "year": MONTHS_IN_YEAR, "term": (stop or end) - begin}[contract.period]
    last = end if stop is None else min(end, stop)
    begin += max(start - begin, 0) // length * length
    while begin < last:
        close = begin + length if stop is None else min(begin + length, stop)
        yield Period(
            first=max(begin - start, 0),
            last=min(close, end) - start,
            end=close - start,
            ends=_label(close - 1),
            part=(close - begin) / length,
            before_usd=(contract.spent_usd or 0.0) if begin < start else 0.0,
            is_begun=begin < start,
            is_cut=close > end,
        )
        begin += length


def _check_span(
    contract: Contract, months: Sequence[str], begin: int, stop: int | None, field: str
) -> None:
    """Refuse a contract that is valid in no month of the question, or a term without its end.

    begin, stop: ordinals of its first month, and of the one after its last.
    """
    start, end = _ordinal(months[0]), _ordinal(months[-1]) + 1
    if stop is not None and stop <= begin:
        raise InvalidQuery(
            f"the contract would end in {contract.valid_to}, before it begins in {_label(begin)}",
            field=f"{field}.valid_to",
            nearest=[_label(begin + MONTHS_IN_YEAR - 1)],
        )
    if begin >= end or (stop is not None and stop <= start):
        name = "valid_from" if begin >= end else "valid_to"
        raise InvalidQuery(
            f"the contract is valid in no month of {months[0]} to {months[-1]}",
            field=f"{field}.{name}",
            nearest=[months[0] if begin >= end else months[-1]],
        )
    if contract.period == "term" and stop is None:
        raise InvalidQuery(
            "a term ends: give valid_to, or another period",
            field=f"{field}.valid_to",
            nearest=[_label(begin + MONTHS_IN_YEAR - 1)],
        )
    if contract.spent_usd is not None and begin >= start:
        raise InvalidQuery(
            "spent_usd is of the time before the question begins, and the contract begins no"
            " earlier: leave it out, or give valid_from",
            field=f"{field}.spent_usd",
        )


def _check_apart(one: Agreement, other: Agreement, field: str) -> None:
    """Refuse two contracts that cover the same spend of the same provider in the same month."""
    same = set(one.contract.covers) & set(other.contract.covers)
    providers = {one.contract.provider, other.contract.provider}
    months = [
        {month for period in it.periods for month in range(period.first, period.last)}
        for it in (one, other)
    ]
    if same and (len(providers) == 1 or None in providers) and months[0] & months[1]:
        raise InvalidQuery(
            f"{one.name} and {other.name} cover {' and '.join(sorted(same))} in the same months:"
            " let one end before the other begins",
            field=f"{field}.covers",
        )


def _warn(context: QuoteContext, one: Agreement, field: str) -> None:
    """Tell what is assumed of the spend that nobody gave."""
    contract = one.contract
    if not contract.tiers and not contract.minimum_usd:
        return
    if one.periods[0].is_begun and contract.spent_usd is None:
        context.warn(
            f"{one.name} counts no spend of the months before the first one: give {field}.spent_usd"
        )
    if any(period.part < 1.0 for period in one.periods):
        context.warn(
            f"{one.name} ends within a year: its last period has its part of the minimum and of the"
            " tiers, by months"
        )


def _ordinal(month: str) -> int:
    return int(month[:4]) * MONTHS_IN_YEAR + int(month[5:7]) - 1


def _label(ordinal: int) -> str:
    year, month = divmod(ordinal, MONTHS_IN_YEAR)
    return f"{year:04d}-{month + 1:02d}"
