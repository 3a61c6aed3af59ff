"""A run under contracts over whole bills: what they take off, and what their minimums leave."""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from pricing.numerics.number import Array
from pricing.purchasing.contracts.agreement import Agreement, agreements_of
from pricing.purchasing.contracts.answer import contract_uses
from pricing.purchasing.contracts.query import Contract
from pricing.purchasing.contracts.settlement import CONTRACT_ITEMS, Settled, settled, together
from pricing.quote.answer import LineItem
from pricing.quote.context import QuoteContext
from pricing.run_costs.answer_options import Distribution, RunOption, RunPart
from pricing.run_costs.calendar.payments import (
    BESIDE,
    CHECKPOINTS,
    EGRESS,
    FINANCING,
    Payments,
    Units,
)
from pricing.units import UNITS_PER_USD

KINDS = ("on_demand", "spot", "commitments")

COMMITTED = ("reserved", "savings_plan", "capacity_block", "dws_calendar")
"""How options begin that commit."""

FORMULAS = ("contracts.spend.discount_within_usd", "contracts.spend.shortfall_usd")
"""Of the items of contracts."""

TOTALS = ("mean", "p10", "p50", "p90", "borne", "amortised")
"""The totals of an option, each under the contracts with its own spend. The mean is the first."""


def settled_of(
    context: QuoteContext,
    contracts: Sequence[Contract],
    option: RunOption,
    payments: Payments,
    labels: Sequence[str],
) -> tuple[Settled, ...]:
    """The contracts of an option over its months, a row for each of TOTALS.

    What a shorter or a longer run costs less or more is spent in the same months. Raises
    InvalidQuery for bad contracts.
    """
    items = {name: units / UNITS_PER_USD for name, units in payments.items.items()}
    found = []
    for agreement in agreements_of(context, contracts, labels):
        shares = _shares(option, agreement)
        if shares:
            found.append(settled(agreement, _spend(option, shares, items, len(labels))))
        else:
            context.warn(
                f"nothing of {option.option} is on the bill of {agreement.contract.provider}:"
                f" {agreement.name} takes nothing off it, and its minimum is left out"
            )
    for one in found:
        last, missing_usd = one.agreement.periods[-1], float(one.shortfall[0, -1])
        if last.is_cut and missing_usd:
            context.warn(
                f"{one.agreement.name} runs on to {last.ends}: what is missing of its minimum"
                f" under {option.option}, {missing_usd:,.0f} USD, is charged to the run"
            )
    return tuple(found)


def _shares(option: RunOption, agreement: Agreement) -> Mapping[str, float]:
    """The share of each kind of spend that is on the bill of a contract, if any is.

    Storage and egress are on the bill of who rents the capacity out.
    """
    provider = agreement.contract.provider
    parts: Sequence[RunPart | RunOption] = option.parts or (option,)
    usd = [part.device_fraction * part.price.usd_per_device_hour for part in option.parts] or [1.0]
    shares: dict[str, float] = {}
    for one, own in zip(parts, usd, strict=True):
        if provider not in {None, one.provider}:
            continue
        shares["storage"] = shares["egress"] = 1.0
        if one.option == "owned":
            continue
        kind = "spot" if one.option == "spot" else "on_demand"
        kind = "commitments" if one.option.startswith(COMMITTED) else kind
        shares[kind] = shares.get(kind, 0.0) + own / sum(usd)
    return shares


def _spend(
    option: RunOption, shares: Mapping[str, float], items: Mapping[str, Array], months: int
) -> Mapping[str, Array]:
    """What an option spends by kind on the bill of a contract [USD]."""
    none = np.zeros(months)
    rented = [usd for name, usd in items.items() if name not in {*BESIDE, FINANCING}]
    capacity = np.asarray(sum(rented, none))
    whole = float(capacity.sum())
    more = np.array(_totals(option)) - option.usd.mean
    rows = np.maximum(1.0 + more / whole, 0.0) if whole else np.ones(len(TOTALS))
    of_rows = rows[:, np.newaxis]
    beside = {"storage": items.get(CHECKPOINTS, none), "egress": items.get(EGRESS, none)}
    return {
        **{kind: shares.get(kind, 0.0) * of_rows * capacity for kind in KINDS},
        **{kind: shares[kind] * np.ones_like(of_rows) * usd for kind, usd in beside.items()},
        "beyond": of_rows * none,
    }


def _totals(option: RunOption) -> tuple[float, ...]:
    usd = option.usd
    return (usd.mean, usd.p10, usd.p50, usd.p90, option.borne_usd, option.amortised_usd)


def units_of(contracts: Sequence[Settled]) -> tuple[Units, Units]:
    """What contracts take off and leave to be paid by month, in ten-thousandths of a dollar."""
    discount, shortfall = together(contracts, contracts[0].covered)
    off, due = (np.rint(usd[0] * UNITS_PER_USD).astype(np.int64) for usd in (discount, shortfall))
    return -off, due


def under_contracts(
    option: RunOption, contracts: Sequence[Settled], labels: Sequence[str]
) -> RunOption:
    """An option with its contracts, as items of their own and in every total."""
    if not contracts:
        return option
    discount, shortfall = together(contracts, contracts[0].covered)
    change = (shortfall - discount).sum(axis=-1).tolist()
    added = tuple(
        _item(name, int(units.sum()) / UNITS_PER_USD, formula)
        for name, units, formula in zip(CONTRACT_ITEMS, units_of(contracts), FORMULAS, strict=True)
    )
    mean = sum((item.usd for item in added), option.usd.mean)
    _, low, middle, high, borne, amortised = (
        total + own for total, own in zip(_totals(option), change, strict=True)
    )
    return replace(
        option,
        usd=Distribution(mean=mean, p10=min(low, middle), p50=middle, p90=max(high, middle)),
        borne_usd=borne,
        amortised_usd=amortised,
        paid_usd=mean + (option.paid_usd - option.usd.mean),
        line_items=(*option.line_items, *added),
        contracts=contract_uses(contracts, labels),
    )


def _item(name: str, usd: float, formula: str) -> LineItem:
    return LineItem(
        name=name,
        quantity=1.0,
        unit="contract",
        usd_per_unit=usd,
        usd=usd,
        formula=formula,
        source="contracts",
    )
