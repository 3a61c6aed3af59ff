"""The bill of every period: its items, its energy and its total.

Money is counted in whole ten-thousandths of a dollar. Items are rounded once and added as
integers, so that printed amounts add up to the last digit in any order.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pricing.fleet.arrays import Columns
from pricing.numerics.number import Array
from pricing.units import SECONDS_PER_HOUR, UNITS_PER_USD

MOST_USD = 9e11
"""Largest sum in which a double still holds every ten-thousandth of a dollar."""


OWNED_ITEMS = (
    "depreciation",
    "write_off",
    "cost_of_capital",
    "lease",
    "hosting",
    "operations",
    "support",
    "spares",
    "software",
)
"""Items that only owned or leased devices have. Their staff is beside that of the service."""


def items_of(of: Columns) -> Mapping[str, Array]:
    """Every item of the bill [USD]. Prices in the columns are per replica-hour."""
    base, hourly = of["committed_usd"], of["hourly_usd"]
    burst_hours = of["running_hours"] - of["base_hours"]
    committed = of["base"] - of["owned"]
    committed_hours = of["base_hours"] - of["owned_hours"]
    redundant_hours = of["redundant_hours"] - of["redundant_owned_hours"]
    redundant_base_hours = redundant_hours - of["redundant_burst_hours"]
    start_hours = _start_hours(of)
    return {
        "compute_base": (committed_hours - redundant_base_hours) * base,
        "compute_burst": (burst_hours - of["redundant_burst_hours"]) * hourly,
        "redundancy": redundant_base_hours * base + of["redundant_burst_hours"] * hourly,
        "startup": start_hours * hourly,
        "spot_cover": burst_hours * hourly * of["cover_fraction"],
        "instance_unused": of["burst_unused_device_hours"]
        * (1.0 + of["cover_fraction"])
        * hourly
        / np.maximum(of["devices"], 1.0)
        + of["base_unused_usd"],
        "commitment_unused": (committed * of["hours"] - committed_hours) * base + of["beyond_usd"],
        **{name: of[f"owned_{name}_usd"] for name in OWNED_ITEMS},
        "cost_of_capital": of["owned_cost_of_capital_usd"] + of["committed_capital_usd"],
        "energy": of["owned_kilowatt_hours"] * of["usd_per_kilowatt_hour"],
        "network_egress": of["requests"] * of["egress_usd_per_request"],
        "storage": of["storage_usd"],
        "staff": of["staff_usd"] + of["owned_staff_usd"] + of["owned_people_usd"],
        "training": of["training_usd"],
    }


RENTED_ITEMS = (
    "compute_base",
    "compute_burst",
    "redundancy",
    "startup",
    "spot_cover",
    "instance_unused",
    "commitment_unused",
)
"""Items of what is rented, by the hour and by commitments."""


def spend_of(of: Columns, items: Columns) -> Columns:
    """What a bill pays to providers: commitments, what is rented by the hour, storage, egress.

    beyond: of commitments after the end of a stage, which its last month is charged with.
    """
    fees = (of["base"] - of["owned"]) * of["hours"] * of["committed_usd"]
    paid = fees + of["beyond_usd"]
    commitments = paid + of["base_unused_usd"]
    beyond = of["beyond_usd"] * commitments / np.where(paid > 0.0, paid, 1.0)
    rented = np.sum([items[name] for name in RENTED_ITEMS], axis=0)
    return {
        "commitments": commitments - beyond,
        "beyond": beyond,
        "by_the_hour": np.maximum(rented - commitments, 0.0),
        "storage": items["storage"],
        "egress": items["network_egress"],
    }


def energy_of(of: Columns) -> Columns:
    """Energy of the replicas at the meter in every period, and the part that is charged.

    A rented replica draws power while it runs. Starting and cover replicas draw idle power. An
    unused commitment draws none. An owned replica draws power all the time.
    """
    work_hours = of["requests"] / (SECONDS_PER_HOUR * of["served"])
    rise = of["busy_kilowatts"] - of["idle_kilowatts"]
    held_hours, owned_held_hours = (of[name] * of["hours"] for name in ("base", "owned"))
    owned = owned_held_hours * of["idle_kilowatts"] + of["base_work_hours"] * rise
    burst_hours = of["running_hours"] - of["base_hours"]
    further_hours = burst_hours * of["cover_fraction"] + _start_hours(of)
    rented_hours = of["running_hours"] - of["owned_hours"] + further_hours
    rented_work_hours = work_hours - of["base_work_hours"]
    return {
        "work_hours": work_hours,
        "owned_kilowatt_hours": owned,
        "kilowatt_hours": owned + rented_hours * of["idle_kilowatts"] + rented_work_hours * rise,
        "device_hours": (held_hours + burst_hours + further_hours) * of["devices"],
    }


def _start_hours(of: Columns) -> Array:
    """Replica-hours that starts take."""
    return np.asarray(of["starts"] * of["startup_seconds"] / SECONDS_PER_HOUR)


def total_of(items: Mapping[str, Array]) -> Array:
    """Total of every period before rounding [USD]."""
    return np.asarray(sum(items.values()))


def in_units(items: Mapping[str, Array]) -> NDArray[np.int64]:
    """The items in whole ten-thousandths of a dollar, one row per item."""
    usd = np.array(list(items.values()))
    return np.asarray(np.rint(usd * UNITS_PER_USD).astype(np.int64))
