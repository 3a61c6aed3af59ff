"""What the electricity of an answer costs, which a rented price includes and does not tell."""

from collections.abc import Sequence
from typing import Any

from pricing.asking.devices.facts import device_facts
from pricing.asking.query import DeviceFactsQuery
from pricing.catalog.library import Library
from pricing.units import HOURS_PER_MONTH, WATTS_PER_KILOWATT
from service.asking.figures.figure import Fields, Found, figure_of, per_million
from service.summaries.run_costs import cheapest_of

ASKED = "electricity"

SHARE = "electricity_share"

PERCENT = 100.0

PER_KWH = "usd_per_kilowatt_hour"
"""The field that takes the price of electricity at the site."""


def with_electricity(
    kind: str, answer: Fields, query: Any, figures: Sequence[str], library: Library
) -> Fields:
    """An answer with the price of electricity where the devices are, if it is asked for."""
    row = _row(kind, answer) if {ASKED, SHARE} & {*figures} else None
    if row is None:
        return answer
    facts = device_facts(
        DeviceFactsQuery(
            device=row["device"],
            facility=query.facility,
            provider=row["provider"],
            region=row["region"],
            catalog=query.catalog,
            as_of=query.as_of,
        ),
        library,
    )
    return {**answer, PER_KWH: facts.usd_per_kilowatt_hour}


def _row(kind: str, answer: Fields) -> Fields | None:
    """The device of an answer, and where it is; None for an answer without one."""
    where: Fields | None = None
    if kind == "unit_costs":
        where = answer["price"]["row"]
    elif kind == "tco":
        where = (answer["purchase"]["burst"] or {}).get("row")
    elif kind == "run_costs" and answer["options"]:
        where = cheapest_of(answer)
    else:
        return None
    place = {name: (where or {}).get(name) for name in ("provider", "region")}
    return {"device": answer["device"], **place}


def of_serving(answer: Fields) -> Found:
    """The electricity of devices that serve: of a month, and of a million output tokens."""
    usd = answer.get(PER_KWH)
    if usd is None:
        return ()
    monthly = answer["power"]["facility_watts"] * HOURS_PER_MONTH / WATTS_PER_KILOWATT
    each = per_million("output", answer["efficiency"]["joules_per_output_token"])
    return (
        _monthly(monthly * usd, usd),
        figure_of(
            "electricity_usd_per_million_output_tokens",
            None if each is None else each.value * usd,
            "of it per million output tokens",
        ),
        figure_of("energy_kilowatt_hours_per_month", monthly, "kWh a month"),
    )


def of_energy(answer: Fields, kilowatt_hours: float, months: float | None = None) -> Found:
    """The electricity of some energy; months: of a service, which is told by the month."""
    usd = answer.get(PER_KWH)
    if usd is None:
        return ()
    whole = figure_of(
        "electricity_usd", kilowatt_hours * usd, f"of electricity at {usd:.3g} USD a kWh"
    )
    return (whole,) if months is None else (_monthly(kilowatt_hours * usd / months, usd), whole)


def share_of(answer: Fields, usd_per_hour: float) -> Found:
    """The share of electricity in the bill of an hour."""
    usd = answer.get(PER_KWH)
    if usd is None:
        return ()
    hourly = answer["power"]["facility_watts"] / WATTS_PER_KILOWATT * usd
    words = f"of the bill is electricity at {usd:.3g} USD a kWh"
    return (figure_of("electricity_percent", PERCENT * hourly / usd_per_hour, words),)


def _monthly(usd_per_month: float, usd: float) -> Any:
    words = f"a month of electricity at {usd:.3g} USD a kWh"
    return figure_of("electricity_usd_per_month", usd_per_month, words)
