"""What an answer says of the hourly cost of owned devices: the same in every answer."""

from typing import Annotated

from pricing.formulas import capital
from pricing.purchasing.owning.cost import OWNED_ITEMS, OwnedCost
from pricing.quote.answer import Answer
from pricing.quote.messages import said


class OwnedRate(Answer, frozen=True, kw_only=True):
    """What owning or leasing a device costs an hour of the calendar, in the mean of its life."""

    depreciation_usd_per_device_hour: Annotated[float, said("Loss of value [USD].")]
    cost_of_capital_usd_per_device_hour: Annotated[
        float, said("What the capital in it must earn [USD].")
    ]
    lease_usd_per_device_hour: Annotated[float, said("Payments of a lease [USD].")]
    operations_usd_per_device_hour: Annotated[
        float, said("Staff, spares and support, where they are given together [USD].")
    ]
    support_usd_per_device_hour: Annotated[float, said("Support contracts [USD].")]
    spares_usd_per_device_hour: Annotated[float, said("Spare parts [USD].")]
    staff_usd_per_device_hour: Annotated[float, said("Staff [USD].")]
    software_usd_per_device_hour: Annotated[float, said("Software licences [USD].")]
    hosting_usd_per_device_hour: Annotated[float, said("Space and power feed [USD].")]
    energy_usd_per_device_hour: Annotated[
        float, said("Energy at the meter, as this work draws it [USD].")
    ]
    usd_per_device_hour: Annotated[
        float, said("All of these without energy, as prices are shown [USD].")
    ]
    usd_per_device_hour_all_in: Annotated[float, said("All of these, with energy [USD].")]
    life_years: Annotated[
        float, said("Time from purchase or lease until a device is gone [years].")
    ]
    purchase_usd: Annotated[float, said("Price of a device, or all payments of its lease [USD].")]


def owned_rate(cost: OwnedCost | None, energy_usd_per_hour: float) -> OwnedRate | None:
    """The parts of the cost of an owned device, None of a rented one."""
    if cost is None:
        return None
    usd = cost.usd_per_device_hour
    return OwnedRate(
        **{f"{name}_usd_per_device_hour": getattr(cost, name) for name in OWNED_ITEMS},
        energy_usd_per_device_hour=energy_usd_per_hour,
        usd_per_device_hour=usd,
        usd_per_device_hour_all_in=usd + energy_usd_per_hour,
        life_years=cost.life_years,
        purchase_usd=cost.purchase_usd,
    )


def payback_months(
    rate: OwnedRate, rented_usd_per_device_hour: float, *, used_fraction: float = 1.0
) -> float | None:
    """How long a bought device takes to save its price, where one is rented instead.

    used_fraction: the hours in which rent is paid and energy drawn. None where it never does, and
    of leased ones, which have no price.
    """
    capital_usd = rate.depreciation_usd_per_device_hour + rate.cost_of_capital_usd_per_device_hour
    running_usd = rate.usd_per_device_hour - capital_usd
    running_usd += used_fraction * rate.energy_usd_per_device_hour
    rented_usd = used_fraction * rented_usd_per_device_hour
    if rate.lease_usd_per_device_hour or running_usd >= rented_usd:
        return None
    return float(
        capital.payback_months(
            purchase_usd=rate.purchase_usd,
            rented_usd_per_hour=rented_usd,
            running_usd_per_hour=running_usd,
        )
    )
