"""Ranking: ways of buying a run by what the caller pays, and what would cost less if shared."""

from collections.abc import Sequence

from pricing.numerics.number import Number
from pricing.run_costs.answer_options import CheaperIfShared, RankedOption, RunOption
from pricing.run_costs.option import Plan
from pricing.run_costs.weighing.sensitivity import Planned

ROUNDING = 1e-9
"""Relative difference of two costs that only their last digits make."""


def cheapest_of(options: Sequence[RunOption]) -> RunOption | None:
    """The option that costs the caller least, None without options."""
    return min(options, key=place_of, default=None)


def place_of(option: RunOption) -> tuple[bool, bool, float]:
    """What options are ordered by: what is paid, after them those that end late.

    Devices that nobody asked to own are the last.
    """
    not_asked, paid_usd = price_place_of(option)
    return not_asked, option.is_late, paid_usd


def price_place_of(option: RunOption) -> tuple[bool, float]:
    """What options would be ordered by if none were late."""
    return not option.is_asked, option.paid_usd


def ranking(options: Sequence[RunOption]) -> tuple[RankedOption, ...]:
    """The options by what the caller pays, each with its risk and its distance to the cheapest."""
    ordered = sorted(options, key=place_of)
    return tuple(
        RankedOption(
            purchase_index=option.purchase_index,
            option=option.option,
            mean_usd=option.usd.mean,
            p90_usd=option.usd.p90,
            paid_usd=option.paid_usd,
            margin_usd=option.paid_usd - ordered[0].paid_usd,
            margin_ratio=option.paid_usd / ordered[0].paid_usd - 1.0,
            amortised_usd=option.amortised_usd,
        )
        for option in ordered
    )


def cheaper_if_shared(plans: Sequence[Planned]) -> tuple[CheaperIfShared, ...]:
    """What would cost less than the cheapest if other work used the rest of a commitment."""
    cheapest = cheapest_of([option for _, option in plans])
    if cheapest is None:
        return ()
    found = [
        CheaperIfShared(
            purchase_index=option.purchase_index,
            option=option.option,
            amortised_usd=option.amortised_usd,
            saving_usd=cheapest.paid_usd - option.amortised_usd,
            outlay_usd=float(_outlay_usd(plan)),
            run_share_fraction=option.commitment.run_share_fraction if option.commitment else None,
        )
        for plan, option in plans
        if option.is_late <= cheapest.is_late
        and _is_less(option.amortised_usd, cheapest.paid_usd)
        and (_is_less(option.amortised_usd, option.paid_usd) or not option.is_asked)
    ]
    return tuple(sorted(found, key=lambda one: one.amortised_usd))


def _is_less(usd: float, other_usd: float) -> bool:
    return usd < other_usd * (1.0 - ROUNDING)


def _outlay_usd(plan: Plan) -> Number:
    """What the terms and the devices cost that the mean hours of a run need [USD]."""
    usd: Number = 0.0
    for devices, commitment in plan.bill.committed:
        hours = commitment.whole_hours(plan.billed_hours)
        if commitment.outlay_usd is None:
            usd += devices * hours * (commitment.unused_usd + commitment.financing_usd)
        else:
            usd += devices * hours / commitment.term_hours * commitment.outlay_usd
    return usd
