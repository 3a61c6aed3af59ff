"""Numbers of any length, in any field of any query, are refused and never fail the service."""

from collections.abc import Iterator
from itertools import cycle, product
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from pricing.run_costs.query import RunCostQuery
from pricing.sweeps.fields import fields_of
from pricing.tco.query import TcoQuery
from pricing.unit_costs.query import UnitCostQuery
from tests.asgi import Ask
from tests.questions import RUN_COST, TCO, UNIT_COST, changed

NUMBERS = ("9" * 309, "-" + "9" * 309, "9" * 5_000, "1" + "0" * 400, "1e400", "9" * 25)
"""As they are written in JSON. A float holds 308 digits, a machine's integer 19."""

QUERIES: list[tuple[str, str, type[Struct], dict[str, Any]]] = [
    ("unit_costs", "/v1/inference/unit-costs", UnitCostQuery, UNIT_COST),
    ("run_costs", "/v1/training/run-costs", RunCostQuery, RUN_COST),
    ("tco", "/v1/inference/tco", TcoQuery, TCO),
]
MARK = "THE NUMBER"


PLACES = 4
"""Of a sweep: its base, a list, the end of a range and a scenario."""


def bodies(
    kind: str, path: str, base: dict[str, Any], name: str, place: int
) -> Iterator[tuple[str, Any]]:
    """The bodies that have a field: of a quote, and of a sweep in one of its places."""
    if name.startswith("model."):
        base = {**base, "model": {}}
    within = changed(base, {name: MARK})
    yield path, within
    parts: tuple[dict[str, Any], ...] = (
        {"base": within, "axes": {"as_of": ["2026-06-01"]}},
        {"base": base, "axes": {name: [MARK, 1]}},
        {"base": base, "axes": {name: {"from": 1, "to": MARK, "count": 3}}},
        {"base": base, "scenarios": [{name: MARK}]},
    )
    yield "/v1/sweeps", {"kind": kind, **parts[place]}


@pytest.mark.parametrize(("kind", "path", "query", "base"), QUERIES, ids=[q[0] for q in QUERIES])
def test_no_number_fails_the_service(
    ask: Ask, kind: str, path: str, query: type[Struct], base: dict[str, Any]
) -> None:
    failed = []
    quoted, swept = cycle(NUMBERS), cycle(product(range(PLACES), NUMBERS))
    for field in fields_of(query).values():
        if field.kind not in {"number", "integer"}:
            continue
        place, number_there = next(swept)
        asked = bodies(kind, path, base, field.name, place)
        for (where, body), number in zip(asked, (next(quoted), number_there), strict=True):
            sent = msgspec.json.encode(body).decode().replace(f'"{MARK}"', number).encode()
            answered = ask("POST", where, body=sent, headers={"content-type": "application/json"})
            if answered.status >= 500:
                failed.append((where, field.name, number[:9], answered.status))

    assert failed == []


@pytest.mark.parametrize("number", NUMBERS)
def test_list_within_a_base_is_no_way_round(ask: Ask, number: str) -> None:
    purchase = f'{{"option": "spot", "usd_per_device_hour": {number}}}'
    base = msgspec.json.encode(RUN_COST).decode()[:-1] + f', "purchases": [{purchase}]}}'
    body = f'{{"kind": "run_costs", "base": {base}, "axes": {{"mfu_fraction": [0.4]}}}}'
    answered = ask(
        "POST", "/v1/sweeps", body=body.encode(), headers={"content-type": "application/json"}
    )

    assert answered.status < 500
