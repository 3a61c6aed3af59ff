from collections import defaultdict
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl
import pytest

from pricing.fleet.bill import items_of
from pricing.fleet.contracts.bill import with_contracts
from pricing.tco.answer import ITEMS
from service.formats import media as formats
from tests.asgi import Ask, posted

UNIT_COSTS = "/v1/inference/unit-costs"
RUN_COSTS = "/v1/training/run-costs"
SERVICE = "/v1/inference/tco"

MODEL = {"model": "llama-3.1-8b", "as_of": "2026-05-01"}
ON_ONE = {"deployment": {"device": "h100-sxm-80gb", "device_count": 1}}
OWN_PRICE = {"option": "reserved_1y", "usd_per_device_hour": 1.0}
RUN = {**MODEL, "deployment": {"device": "h100-sxm-80gb", "device_count": 8}, "tokens": 1e9}
MONTHS = {
    **MODEL,
    "deployment": {"device": "l4", "device_count": 1},
    "traffic": {"requests_per_day": 1e5},
    "horizon_months": 3,
    "start": "2026-08",
}
API = {"usd_per_million_input_tokens": 1.0, "usd_per_million_output_tokens": 3.0}


def tabled(
    ask: Ask, path: str, query: object, form: formats.Format = formats.PARQUET
) -> pl.DataFrame:
    body = posted(ask, path, query, form.media).body
    read = {
        formats.CSV: pl.read_csv,
        formats.NDJSON: pl.read_ndjson,
        formats.ARROW: pl.read_ipc_stream,
        formats.PARQUET: pl.read_parquet,
    }
    return read[form](BytesIO(body))  # type: ignore[operator, no-any-return]


def answered(ask: Ask, path: str, query: object) -> Any:
    return posted(ask, path, query).json


@pytest.mark.parametrize(
    ("path", "query", "others"),
    [
        (
            UNIT_COSTS,
            {**MODEL, **ON_ONE, "utilization_fraction": 1.0},
            [
                {**ON_ONE, **MODEL, "purchase": {"option": "owned"}},
                {**ON_ONE, **MODEL, "purchase": {"discount_fraction": 0.1}},
                {**ON_ONE, **MODEL, "purchase": {"usd_per_device_hour": 2.0}},
                {**ON_ONE, "measured": {"requests_per_second": 3}},
            ],
        ),
        (
            RUN_COSTS,
            {**RUN, "purchases": [{"option": "on_demand"}]},
            [
                {**RUN, "purchases": [{"option": "owned"}]},
                {**RUN, "purchases": [OWN_PRICE], "schedule": {"start": "2026-06-01"}},
                {**RUN, "purchases": [{"option": "capacity_block", "provider": "azure"}]},
            ],
        ),
        (
            SERVICE,
            MONTHS,
            [
                {**MONTHS, "purchase": {"option": "owned"}, "uncertainty": {"draws": 100}},
                {**MONTHS, "alternative": API, "overheads": {"staff_usd_per_month": 1.0}},
            ],
        ),
    ],
)
def test_columns_of_a_quote_are_the_same_whatever_was_asked(
    ask: Ask, path: str, query: Mapping[str, Any], others: list[Mapping[str, Any]]
) -> None:
    schemas = [tabled(ask, path, one).schema for one in (query, *others)]

    assert [list(schema.items()) for schema in schemas] == [list(schemas[0].items())] * len(schemas)
    assert pl.Null not in schemas[0].dtypes()


def test_table_of_a_quote_has_what_its_answer_has(ask: Ask) -> None:
    query = {**MODEL, **ON_ONE, "purchase": {"option": "owned"}, "utilization_fraction": 1.0}
    (row,) = tabled(ask, UNIT_COSTS, query).to_dicts()
    whole = answered(ask, UNIT_COSTS, query)

    assert {
        name: row[f"line_items.{name}_usd_per_hour"]
        for name in ("depreciation", "cost_of_capital", "operations", "hosting", "energy")
    } == {item["name"]: item["usd_per_hour"] for item in whole["line_items"]}
    assert row["line_items.idle_usd_per_hour"] is row["price.row.provider"] is None
    assert row["price.usd_per_device_hour"] == whole["price"]["usd_per_device_hour"]
    assert row["warnings"] == ("; ".join(whole["warnings"]) or None)


def test_items_of_a_month_are_those_of_its_bill() -> None:
    columns: defaultdict[str, Any] = defaultdict(lambda: np.zeros(1))

    assert tuple(with_contracts(items_of(columns), ())) == ITEMS


@pytest.mark.parametrize("form", [formats.CSV, formats.NDJSON, formats.ARROW, formats.PARQUET])
def test_service_has_a_line_for_every_month(ask: Ask, form: formats.Format) -> None:
    rows = tabled(ask, SERVICE, MONTHS, form)
    whole = answered(ask, SERVICE, MONTHS)
    months, totals = whole["months"], whole["totals"]

    assert rows["month"].to_list() == ["2026-08", "2026-09", "2026-10"]
    assert rows["usd_total"].to_list() == [month["usd_total"] for month in months]
    assert rows["line_items_usd.compute_burst"].to_list() == [
        month["line_items_usd"]["compute_burst"] for month in months
    ]
    assert set(rows["totals.usd_total"]) == {totals["usd_total"]}
    assert rows["usd_total"].sum() == pytest.approx(totals["usd_total"], rel=1e-12)


def test_month_has_the_replica_that_serves_in_it(ask: Ask) -> None:
    later = {"date": "2026-10-01", "deployment": {"device": "l40s", "device_count": 2}}
    rows = tabled(ask, SERVICE, {**MONTHS, "generations": [later]})

    assert rows["replica.device"].to_list() == ["l4", "l4", "l40s"]
    assert rows["replica.device_count"].to_list() == [1, 1, 2]


def test_wiki_has_a_line_for_every_month(ask: Ask) -> None:
    lines = posted(ask, SERVICE, MONTHS, formats.MARKDOWN.media).body.decode().splitlines()
    rows = [line for line in lines if line.startswith("|")]

    assert lines[0].startswith("llama-3.1-8b on ")
    assert rows[0].startswith("| month | requests | replicas | utilization_fraction | usd_total |")
    assert len(rows) == 5


def test_fields_and_full_verbosity_are_the_table_alone(ask: Ask) -> None:
    query = "model=llama-3.1-8b&device=l4&format=markdown&"
    first, *_ = ask("GET", UNIT_COSTS, query=f"{query}fields=model").body.decode().splitlines()
    whole = ask("GET", UNIT_COSTS, query=f"{query}verbosity=full").body.decode()

    assert first == "| model |"
    assert whole.startswith("| model | device |")


def test_month_has_what_the_alternatives_cost_and_its_spread(ask: Ask) -> None:
    others = [{"name": "an API", **API}, {"name": "a dearer one", **API}]
    query = {**MONTHS, "alternatives": others, "uncertainty": {"draws": 100}}
    rows = tabled(ask, SERVICE, query)
    whole = answered(ask, SERVICE, query)
    first, second = whole["alternatives"]

    assert set(rows["alternatives.1.name"]) == {"an API"}
    assert set(rows["alternatives.2.name"]) == {"a dearer one"}
    assert rows["alternatives.1.usd_total"].to_list() == [
        month["usd_total"] for month in first["months"]
    ]
    assert rows["alternatives.2.usd_cumulative"].to_list() == [
        month["usd_cumulative"] for month in second["months"]
    ]
    for name in ("p10", "p50", "p90"):
        assert rows[f"uncertainty.month_usd_total.{name}"].to_list() == [
            month[name] for month in whole["uncertainty"]["months"]
        ]


@pytest.mark.parametrize(
    ("table", "query"),
    [
        ("devices", ""),
        ("models", ""),
        ("prices", ""),
        ("measurements", ""),
        ("measurements", "&kind=training"),
        ("releases", ""),
    ],
)
def test_pages_of_the_catalogue_follow_each_other(ask: Ask, table: str, query: str) -> None:
    headers = {"accept": formats.ARROW.media}
    pages = [
        ask("GET", f"/v1/catalog/{table}", query=f"limit={limit}{query}", headers=headers).body
        for limit in (1, 1000)
    ]
    one, many = (pl.read_ipc_stream(BytesIO(page)) for page in pages)

    assert one.schema == many.schema
    assert many.head(1).equals(one)
    assert pl.Null not in one.dtypes


def test_run_that_nobody_sells_is_a_line_without_an_option(ask: Ask) -> None:
    query = {
        "model": "llama-3.1-8b",
        "tokens": 1e10,
        "deployment": {"device": "l4"},
        "purchases": [{"option": "spot", "provider": "lambda"}],
    }
    (line,) = tabled(ask, RUN_COSTS, query).to_dicts()

    assert (line["model"], line["option"], line["usd.mean"]) == ("llama-3.1-8b", None, None)
    assert line["compute.mfu_fraction"] > 0.0
