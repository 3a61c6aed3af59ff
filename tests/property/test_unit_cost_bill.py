"""A bill of arrays is what the bills of their floats are."""

from math import nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import asdict

from pricing.purchasing.owning.cost import OwnedCost
from pricing.purchasing.price import Rate
from pricing.purchasing.site import Site
from pricing.unit_costs.bill import TERMS, bill
from pricing.unit_costs.hour import Hour, Output, power_of
from tests.property.laws import law

USD = st.floats(0.01, 100.0)
FRACTION = st.floats(0.01, 1.0)
WATTS = st.floats(1.0, 2000.0)
OUTPUT = {
    "device_count": st.integers(1, 64).map(float),
    "unplaced_count": st.sampled_from([0.0, 0.0, 0.5]),
    "requests_per_second": st.floats(0.01, 1e4),
    "low_ratio": st.floats(0.1, 1.0),
    "high_ratio": st.floats(1.0, 10.0),
    "used_fraction": st.none() | FRACTION,
    "busy_fraction": FRACTION,
    "input_tokens": st.just(0.0) | st.floats(1.0, 1e5),
    "output_tokens": st.floats(1.0, 1e4),
    "share_fraction": FRACTION,
    "busy_watts": WATTS,
    "idle_watts": WATTS,
    "host_watts": WATTS,
}
SITE = {
    "pue_ratio": st.floats(1.0, 2.0),
    "usd_per_kilowatt_hour": st.floats(0.0, 1.0),
    "grams_co2e_per_kilowatt_hour": st.floats(0.0, 1000.0),
    "watts_per_device": st.none() | WATTS,
}
OWNED = dict.fromkeys(OwnedCost.__struct_fields__, USD) | {"people_usd": st.just(0.0)}
ROW = st.fixed_dictionaries(
    {
        "output": st.fixed_dictionaries(OUTPUT),
        "site": st.fixed_dictionaries(SITE),
        "owned": st.fixed_dictionaries(OWNED),
        "usd": USD,
        "kept": st.just(1.0) | FRACTION,
        "used": st.just(1.0) | FRACTION,
        "watts": st.none() | WATTS,
    }
)


def hour_of(row: dict[str, Any], *, is_owned: bool) -> Hour:
    output, site = Output(**row["output"]), Site(**row["site"])
    used = row["used"]
    rate = Rate(row["usd"], row["usd"] * row["kept"])
    if is_owned:
        owned = OwnedCost(**row["owned"])
        rate = Rate(owned.usd_per_device_hour, owned.usd_per_device_hour, owned)
    power = power_of(output, used, site, measured_watts=row["watts"])
    return Hour(output, rate, site, used, power)


def column(values: list[Any]) -> Any:
    if isinstance(values[0], dict):
        return {name: column([value[name] for value in values]) for name in values[0]}
    return np.array([nan if value is None else value for value in values])


def numbers(hour: Hour) -> dict[str, Any]:
    """Every number of a bill by name; of an item that an hour does not have, none."""
    found = bill(hour)
    items = {item.name: item for item in found.line_items}
    parts: tuple[Struct, ...] = (found.unit_costs, found.efficiency, found.power)
    return {
        **{term.name: getattr(items.get(term.name), "usd_per_hour", None) for term in TERMS},
        **{name: value for part in parts for name, value in asdict(part).items()},
        "served_requests_per_second": found.served_requests_per_second,
    }


@law
@given(rows=st.lists(ROW, min_size=1, max_size=6), is_owned=st.booleans())
def test_bill_of_arrays_is_the_bills_of_their_floats(
    rows: list[dict[str, Any]],
    is_owned: bool,  # noqa: FBT001 -- drawn
) -> None:
    whole = numbers(hour_of(column(rows), is_owned=is_owned))
    del whole["evidence"]
    floats = [numbers(hour_of(row, is_owned=is_owned)) for row in rows]

    for name, values in whole.items():
        expected = [nan if one[name] is None else one[name] for one in floats]
        found = np.broadcast_to(nan if values is None else values, len(rows)).tolist()
        assert found == pytest.approx(expected, rel=1e-12, nan_ok=True), name
