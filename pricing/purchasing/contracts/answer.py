"""What an answer says of a contract over a whole bill."""

from collections.abc import Sequence
from typing import Annotated

from pricing.purchasing.contracts.settlement import Settled
from pricing.quote.answer import Answer
from pricing.quote.messages import said

DIGITS = 4
"""Digits of an amount after the point."""

DIGITS_OF_SHARE = 6
"""Digits of a share of two amounts, which have no more."""


class ContractSpan(Answer, frozen=True, kw_only=True):
    """A period of a contract, with the minimum of it."""

    from_month: Annotated[str, said("Its first month in the question, YYYY-MM.")]
    to_month: Annotated[str, said("Its last month in the question, YYYY-MM.")]
    ends: Annotated[str, said("Its last month, perhaps after the question, YYYY-MM.")]
    covered_usd: Annotated[
        float,
        said(
            "Spend that has the discount, before it, of this question. The last period has what"
            " terms cost after the horizon too [USD]."
        ),
    ]
    discount_usd: Annotated[float, said("What is taken off [USD].")]
    discount_fraction: Annotated[float, said("discount_usd over covered_usd [fraction].")]
    counted_usd: Annotated[
        float,
        said(
            "Spend that counts for the minimum after the discount, with other spend and"
            " what was spent before. Terms count until the period ends [USD]."
        ),
    ]
    minimum_usd: Annotated[float, said("Minimum of the period; 0: none [USD].")]
    shortfall_usd: Annotated[
        float, said("What is missing, due in to_month as contract_shortfall [USD].")
    ]


class ContractUse(Answer, frozen=True, kw_only=True):
    """What a contract over a whole bill comes to."""

    name: Annotated[str, said("Name in the query, or its number there.")]
    provider: Annotated[str | None, said("Whose bill it is of; null: any.")]
    discount_usd: Annotated[float, said("What is taken off in all [USD].")]
    shortfall_usd: Annotated[float, said("What its minimums leave to be paid [USD].")]
    periods: tuple[ContractSpan, ...]


def contract_uses(contracts: Sequence[Settled], labels: Sequence[str]) -> tuple[ContractUse, ...]:
    """What each contract comes to over the months of one bill, period by period."""
    return tuple(_use(one, labels) for one in contracts)


def _use(one: Settled, labels: Sequence[str]) -> ContractUse:
    agreement = one.agreement
    covered, discount, shortfall = (  # of several rows, the first is that of the answer
        usd.reshape(-1, len(labels))[0].round(DIGITS)
        for usd in (one.covered, one.discount, one.shortfall)
    )
    periods = []
    for period, reached in zip(agreement.periods, one.reached, strict=True):
        months = slice(period.first, period.last)
        covered_usd, discount_usd = float(covered[months].sum()), float(discount[months].sum())
        fraction = round(discount_usd / covered_usd, DIGITS_OF_SHARE) if covered_usd else 0.0
        periods.append(
            ContractSpan(
                from_month=labels[period.first],
                to_month=labels[period.last - 1],
                ends=period.ends,
                covered_usd=round(covered_usd, DIGITS),
                discount_usd=round(discount_usd, DIGITS),
                discount_fraction=fraction,
                counted_usd=round(float(reached[0]), DIGITS),
                minimum_usd=agreement.minimum_usd * period.part,
                shortfall_usd=round(float(shortfall[months].sum()), DIGITS),
            )
        )
    return ContractUse(
        name=agreement.name,
        provider=agreement.contract.provider,
        discount_usd=round(float(discount.sum()), DIGITS),
        shortfall_usd=round(float(shortfall.sum()), DIGITS),
        periods=tuple(periods),
    )
