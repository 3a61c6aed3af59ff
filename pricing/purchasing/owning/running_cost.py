"""What owned devices cost an hour besides their price: staff, spares, support, software, place."""

from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.formulas import capital
from pricing.purchasing.owning.query import Ownership
from pricing.quote.context import QuoteContext
from pricing.units import HOURS_PER_YEAR

PARTS = ("support_fraction", "spares_fraction", "staff_fraction")
"""What `operations_fraction` holds together."""


class Running(Struct, frozen=True):
    """Hourly costs of a device besides its price and its energy [USD].

    people: the part of `staff` that does not hang on the price of the device.
    """

    operations: float
    support: float
    spares: float
    staff: float
    software: float
    hosting: float
    people: float


def running_of(
    context: QuoteContext, device: Device, terms: Ownership, price_usd: float, *, place: str
) -> Running:
    """The running costs of a device at a price. Raises InvalidQuery for contradictory terms."""
    fractions = _fractions(context, terms, place=place)

    def of_price(name: str) -> float:
        return float(
            capital.operations_usd_per_hour(
                purchase_usd=price_usd, fraction_per_year=fractions[name]
            )
        )

    people, staff = 0.0, of_price("staff_fraction")
    if terms.staff is not None:
        of_all = terms.staff.person_count * terms.staff.usd_per_person_year
        staff = people = of_all / terms.staff.device_count / HOURS_PER_YEAR
    watts = terms.rated_watts_per_device
    if watts is None:
        watts = context.assume_nameplate_watts(device)
    return Running(
        operations=of_price("operations_fraction"),
        support=of_price("support_fraction"),
        spares=of_price("spares_fraction"),
        staff=staff,
        software=terms.software_usd_per_device_year / HOURS_PER_YEAR,
        hosting=float(
            capital.hosting_usd_per_hour(
                watts=watts,
                usd_per_kilowatt_month=context.given_or(
                    terms.hosting_usd_per_kilowatt_month, "capital.hosting_usd_per_kilowatt_month"
                ),
            )
        ),
        people=people,
    )


def _fractions(context: QuoteContext, terms: Ownership, *, place: str) -> dict[str, float]:
    """What is paid per year over the price: for all together, or for each part by itself."""
    given = {name: getattr(terms, name) for name in PARTS}
    said = [name for name, value in given.items() if value is not None]
    if terms.staff is not None:
        if "staff_fraction" in said:
            raise InvalidQuery(
                "staff is given as people: leave out staff_fraction, or staff",
                field=f"{place}.staff_fraction",
            )
        said.append("staff")
    if not said:
        together = context.given_or(terms.operations_fraction, "capital.operations_fraction")
        return {**dict.fromkeys(PARTS, 0.0), "operations_fraction": together}
    if terms.operations_fraction is not None:
        raise InvalidQuery(
            f"operations_fraction is staff, spares and support together: leave out it or {said[0]}",
            field=f"{place}.operations_fraction",
        )
    missing = [
        name
        for name in PARTS
        if given[name] is None and not (name == "staff_fraction" and terms.staff)
    ]
    if missing:
        context.warn(
            f"{place} gives {' and '.join(said)}: {' and '.join(missing)} are read as 0, and"
            " operations_fraction is not charged"
        )
    return {**{name: value or 0.0 for name, value in given.items()}, "operations_fraction": 0.0}
