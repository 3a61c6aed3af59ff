"""Rows of measurements as they were laid out."""

from math import exp, isnan
from typing import Any

import pytest
from msgspec.structs import replace

from pricing.calibration.predictions import question as asked
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.rows import Measurement
from pricing.errors import BadRow
from pricing.evidence.cases import cases
from pricing.evidence.exact_rows import is_plain
from pricing.evidence.questions import is_data_parallel, modelled, prepare
from pricing.evidence.ttft import compared
from pricing.releases.checks import check_rows
from pricing.releases.schema import TABLES
from pricing.releases.sheet import read_sheet
from pricing.serving.layout import Layout
from pricing.unit_costs.quote import unit_costs

ROW = "id,device,accelerator,device_count,model,precision,engine,scenario,regime,confidence,source"


@pytest.fixture(scope="module")
def catalog(library: Library) -> Catalog:
    return library.newest


def row_of(catalog: Catalog, name: str) -> Measurement:
    return next(row for rows in catalog.measurements.values() for row in rows if row.id == name)


def laid_out(catalog: Catalog, row: Measurement) -> Layout:
    prepared = prepare(catalog, row)
    layout = prepared and modelled(catalog, prepared)
    assert layout
    return layout


def test_spread_experts_stand_in_their_groups_and_are_asked_so(catalog: Catalog) -> None:
    row = row_of(catalog, "TRT12B-034")  # DEP8
    layout = laid_out(catalog, row)
    answer = unit_costs(asked(catalog, row), Library([catalog])).performance

    assert layout.room.spread is not None
    assert (layout.size, layout.room.spread.groups(layout.size)) == (8, 8.0)
    assert (answer.tensor_parallel, answer.data_parallel, answer.expert_parallel) == (1, 8, 8)
    assert answer.evidence[0].id == row.id


@pytest.mark.parametrize(
    ("name", "layout"), [("SGC-013", {"tensor_parallel": 1, "data_parallel": 8}), ("SGC-016", {})]
)
def test_groups_and_one_group_lean_on_rows_of_their_own_kind(
    catalog: Catalog, name: str, layout: dict[str, int]
) -> None:
    """DeepSeek over 8 MI300X, with a load between those of rows of both kinds."""
    query = asked(catalog, row_of(catalog, name))
    load = replace(query.load, input_tokens=400.0, output_tokens=300.0, concurrency=60.0)
    answer = unit_costs(replace(query, load=load), Library([catalog])).performance
    by_groups = {
        row.id: is_data_parallel(catalog, row_of(catalog, row.id)) for row in answer.evidence
    }

    assert by_groups[answer.evidence[0].id] == bool(layout)
    assert answer.data_parallel == layout.get("data_parallel", 1)


@pytest.mark.parametrize(
    ("name", "told", "by_groups"),
    [
        ("SGC-012", {}, True),  # attention by request
        ("SGC-013", {}, True),
        ("SGC-013", {"tensor_parallel": 8, "data_parallel": 1}, False),
        ("SGC-016", {}, False),
        ("TRT17-107", {"data_parallel": 2}, False),  # of a dense model: replicas
    ],
)
def test_row_is_by_groups_as_its_source_says(
    catalog: Catalog, name: str, told: dict[str, int], *, by_groups: bool
) -> None:
    assert is_data_parallel(catalog, replace(row_of(catalog, name), **told)) == by_groups


def test_stages_stand_one_after_the_other(catalog: Catalog) -> None:
    layout = laid_out(catalog, row_of(catalog, "TRT12B-013"))

    assert layout.room.spread is not None
    assert layout.room.spread.pipeline_parallel == 2.0


def test_drafts_take_what_they_take_of_an_answer(catalog: Catalog) -> None:
    row = row_of(catalog, "SGC-113")  # MTP of three, 3.31 kept
    layout = laid_out(catalog, row)
    plain = laid_out(catalog, replace(row, speculation=None, draft_tokens=None))
    answer = unit_costs(asked(catalog, row), Library([catalog]))

    assert layout.rates.drafting.tokens_per_step == 3.31
    assert layout.requests_per_second > plain.requests_per_second
    assert answer.speculation is not None
    assert answer.speculation.tokens_per_step == 3.31
    assert answer.performance.evidence[0].id == row.id


def test_rows_with_groups_or_drafts_answer_no_question_alone(catalog: Catalog) -> None:
    rows = {name: row_of(catalog, name) for name in ("TRT12B-034", "TRT12B-013", "SGC-113")}

    assert not any(is_plain(row, catalog.models[row.model]) for row in rows.values())
    dense = replace(rows["TRT12B-013"], pipeline_parallel=None, data_parallel=2)
    assert is_plain(dense, catalog.models[dense.model])


def test_every_layout_that_a_source_says_can_be_had(catalog: Catalog) -> None:
    """But for what the fallback of memory that nothing takes holds, none is left out silently."""
    known = {case.measurement.id for case in cases(catalog)}
    rows = [
        row
        for group in catalog.measurements.values()
        for row in group
        if (row.data_parallel or row.expert_parallel or row.speculation)
        and row.regime in {"offline", "concurrency", "single"}
        and not isnan(row.output_tokens_per_second)
    ]

    assert len(rows) > 120
    assert {row.id for row in rows} <= known


def test_engine_that_never_evicts_admits_to_the_last_token(catalog: Catalog) -> None:
    row = row_of(catalog, "TRT12B-054")  # 1,024 tokens in, 32,768 out
    trt, other = (laid_out(catalog, replace(row, engine=name)) for name in ("TensorRT-LLM", "x"))

    mean, last = 1024 + 32_768 / 2, 1024 + 32_768
    assert other.held / trt.held == pytest.approx(last / mean, rel=0.1)


def test_burst_is_compared_with_a_burst(catalog: Catalog) -> None:
    """32 prompts of 8,000 tokens that came at once wait for half of the others, (n + 1) / 2."""
    row = row_of(catalog, "TTFT-VR-001")
    burst, steady = compared(catalog, row), compared(catalog, replace(row, regime="concurrency"))

    assert row.regime == "burst"
    assert burst and steady  # noqa: PT018
    assert 0.4 < exp(burst[0].residual_log) < 2.5
    assert steady[0].residual_log > burst[0].residual_log + 1.0


@pytest.mark.parametrize("name", ["TRT05L-003", "TRT05L-011", "TRT05L-015"])
def test_first_token_without_a_server_is_its_pass(catalog: Catalog, name: str) -> None:
    """128 tokens through a program that runs the model itself, and writes one token."""
    row = row_of(catalog, name)
    alone = compared(catalog, row)

    assert row.output_tokens == 1
    assert alone
    # A tenth of the pass; with a server's 13 ms it were half of it.
    assert exp(alone[0].residual_log) == pytest.approx(1.0, abs=0.12)


@pytest.mark.parametrize("name", ["SGLJ-001-B", "SGLJ-004-B", "TTFT-VR-007", "VLR-001-B"])
def test_prompts_of_one_length_in_two_or_three_waves_are_a_burst(
    catalog: Catalog, name: str
) -> None:
    row = row_of(catalog, name)
    burst, steady = compared(catalog, row), compared(catalog, replace(row, regime="concurrency"))

    assert row.regime == "burst"
    assert burst and steady  # noqa: PT018
    assert abs(burst[0].residual_log) < abs(steady[0].residual_log) - 1.0


@pytest.mark.parametrize(
    ("names", "values", "reason"),
    [
        ("draft_tokens", "3", "go with speculation"),
        ("speculation", "draft_model", "draft_model names the model"),
        ("speculation,draft_tokens,acceptance_length", "mtp,2,4", "generates no 4 tokens"),
    ],
)
def test_contradicting_cells_are_refused(names: str, values: str, reason: str) -> None:
    told: dict[str, Any] = dict.fromkeys(ROW.split(","), "x")
    told |= {"device_count": "1", "precision": "fp8", "regime": "offline", "confidence": "verified"}
    text = f"{ROW},{names}\n{','.join(told.values())},{values}\n"

    with pytest.raises(BadRow, match=reason):
        check_rows(read_sheet(TABLES["measurements"], text.encode(), file="rows.csv"))


def test_a_row_that_drafts_is_held_to_the_limit_that_it_shows(catalog: Catalog) -> None:
    # 849.6 tokens a second at 55.4 ms a token are 47 requests, of 128 that were sent.
    row = row_of(catalog, "IXB-013")
    raised = replace(row, tpot_seconds=0.1)

    assert asked(catalog, row).deployment.max_concurrency == 48
    assert laid_out(catalog, row).in_flight == 48.0
    assert asked(catalog, raised).deployment.max_concurrency is None
    assert laid_out(catalog, raised).in_flight == 128.0
