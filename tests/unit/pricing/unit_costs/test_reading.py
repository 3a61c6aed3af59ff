"""Requests that write nothing: embeddings, rerankers and classifiers, in whatever is asked."""

from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.errors import InvalidQuery, Refusal, UnknownName
from pricing.serving.constants import FIRST_OF_REQUEST
from pricing.serving.passes.reading import attended_token_layers, read_parameters
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.tco.quote import tco
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import Load
from pricing.unit_costs.quote import unit_costs
from tests import questions

READER: dict[str, Any] = {
    "model": "bge-large",
    "deployment": {"device": "l4", "device_count": 1},
    "load.input_tokens": 512.0,
    "load.output_tokens": 0.0,
    "workload": "batch",
}


def asked(library: Library, **fields: Any) -> UnitCostAnswer:
    return unit_costs(questions.unit_cost(READER | fields), library)


def test_the_bill_goes_to_what_is_read(library: Library) -> None:
    found = asked(library)
    costs, shown = found.unit_costs, found.performance

    assert costs.usd_per_million_output_tokens is costs.output_tokens_per_usd is None
    assert shown.output_tokens_per_second is shown.tpot_seconds is None
    assert costs.usd_per_document == costs.usd_per_request
    assert costs.usd_per_million_input_tokens == pytest.approx(
        costs.usd_per_hour / 3600.0 / 0.9 / (shown.input_tokens_per_second or 0.0) * 1e6 * 1.0
    )
    assert costs.usd_per_million_tokens == pytest.approx(costs.usd_per_million_input_tokens)
    assert shown.documents_per_second == shown.requests_per_second
    assert found.memory is not None
    assert found.memory.kv_cache_gibibytes == 0.0
    assert not any("decoder of its dimensions" in text for text in found.warnings)


def test_a_model_made_to_be_read_writes_nothing_by_default(library: Library) -> None:
    fields = {"load.output_tokens": None, "model": "Qwen/Qwen3-Embedding-0.6B"}
    found = asked(library, **fields)

    assert found.model == "qwen3-embedding-0.6b"
    assert found.performance.input_tokens_per_second is not None
    assert "load.output_tokens.reading" in {row.key for row in found.assumptions}


def test_a_decoder_keeps_what_it_reads_and_an_encoder_does_not(library: Library) -> None:
    decoder = asked(library, model="llama-3.2-1b", **{"load.concurrency": 8.0}).memory
    encoder = asked(library, **{"load.concurrency": 8.0}).memory

    assert decoder is not None
    assert encoder is not None
    assert decoder.kv_cache_gibibytes > 0.0 == encoder.kv_cache_gibibytes


def test_time_to_the_answer_is_that_of_the_pass(library: Library) -> None:
    alone = asked(library, **{"load.concurrency": 1.0}).performance
    eight = asked(library, **{"load.concurrency": 8.0}).performance

    fixed = library.newest.constants[FIRST_OF_REQUEST]
    for shown, count in ((alone, 1.0), (eight, 8.0)):
        passing = count / shown.requests_per_second
        assert shown.ttft_seconds == pytest.approx(passing + fixed)
        assert shown.ttft_p99_seconds == pytest.approx(shown.ttft_seconds)
        assert shown.burst_ttft_seconds is None


def test_documents_share_the_tokens_of_a_request(library: Library) -> None:
    many = asked(library, **{"load.input_tokens": 5120.0, "load.documents": 10})
    one = asked(library, **{"load.input_tokens": 5120.0})

    costs = many.unit_costs
    assert costs.usd_per_document == pytest.approx(costs.usd_per_request / 10.0)
    # Shorter documents attend to less.
    assert costs.usd_per_request < one.unit_costs.usd_per_request
    assert not any("was made for" in text for text in many.warnings)
    assert any("was made for" in text for text in one.warnings)


def test_an_encoder_attends_to_all_of_a_document() -> None:
    lengths = {"full_attention_layers": 2.0, "window_layers": 0.0, "window_tokens": 0.0}

    def attended(sees_ahead: float) -> float:
        return float(attended_token_layers(document_tokens=100.0, sees_ahead=sees_ahead, **lengths))

    assert (attended(0.0), attended(1.0)) == (100.0, 200.0)


@pytest.mark.parametrize(
    ("model", "billions"),
    [
        ("bert-large", 0.3039),
        ("bge-m3", 0.3034),
        ("qwen3-8b", 6.946),
        ("qwen3-embedding-8b", 6.946),
        ("llama-3.2-1b", 0.973),  # NVIDIA's support matrix of its embedding service says 973M
    ],
)
def test_no_embedding_is_passed_through(library: Library, model: str, billions: float) -> None:
    found = read_parameters(library.get(None).models[model])

    assert found / 1e9 == pytest.approx(billions, rel=2e-3)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"model": "t5-11b"}, "load.output_tokens"),
    ({"load.output_tokens": 0.5}, "load.output_tokens"),
    ({"load.output_tokens": 8.0, "load.documents": 2}, "load.documents"),
    ({"load.input_tokens": 0.0}, "load.input_tokens"),
    ({"measured.output_tokens_per_second": 5.0}, "measured.output_tokens_per_second"),
    (
        {"deployment": {"device": "l4", "speculation": {"method": "ngram"}}},
        "deployment.speculation",
    ),
]


@pytest.mark.parametrize(("fields", "field"), BAD)
def test_what_contradicts_reading_is_refused(
    library: Library, fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        asked(library, **fields)

    assert refused.value.field == field


@pytest.mark.parametrize("model", ["stabilityai/sdxl-turbo", "FLUX.1-schnell", "midjourney"])
def test_models_of_images_are_refused_with_what_to_do(library: Library, model: str) -> None:
    with pytest.raises(UnknownName, match="a request being one image") as refused:
        asked(library, model=model)

    assert refused.value.field == "model"


def test_a_throughput_of_the_callers_own(library: Library) -> None:
    shown = asked(library, **{"measured.requests_per_second": 100.0}).performance

    assert (shown.basis, shown.input_tokens_per_second) == ("given", 51200.0)


COLUMNS = (
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_document",
    "usd_per_document_at_full_use",
    "input_tokens_per_second",
    "input_tokens_per_second_low",
    "documents_per_second",
    "output_tokens_per_second",
    "ttft_seconds",
    "tpot_seconds",
    "joules_per_output_token",
)


@pytest.mark.parametrize("rate", [None, 3.0])
def test_rows_that_read_stand_beside_rows_that_write(library: Library, rate: float | None) -> None:
    load = {"requests_per_second": rate} if rate else {}
    query = SweepQuery(
        base={"deployment": READER["deployment"], "load": {"input_tokens": 600.0, **load}},
        axes={
            "model": ("bge-large", "llama-3.2-1b", "qwen3-reranker-0.6b", "whisper-large-v3"),
            "load.output_tokens": (0, None, 0.5, 32),
            "load.documents": (None, 3),
        },
        columns=COLUMNS,
    )
    rows = pl.concat(sweep_of(query, limit=100).rows(library)).to_dicts()

    for row in rows:
        fields = {
            "model": row["model"],
            "load.input_tokens": 600.0,
            "load.output_tokens": row["load.output_tokens"],
            "load.documents": row["load.documents"],
            "load.requests_per_second": rate,
            "workload": "interactive",
        }
        if row["refusal"] is not None:
            with pytest.raises(Refusal) as refused:
                asked(library, **fields)
            assert row["refusal_detail"] == refused.value.detail
            continue
        found = asked(library, **fields)
        shown = {
            "usd_per_document_at_full_use": found.at_full_use.usd_per_document,
            **{
                name: getattr(part, name)
                for part in (found.unit_costs, found.performance, found.efficiency)
                for name in COLUMNS
                if hasattr(part, name)
            },
        }
        assert shown == {name: _near(row[name]) for name in COLUMNS}


def _near(value: float | None) -> Any:
    return value if value is None else pytest.approx(value, rel=1e-9)


def test_measured_tokens_of_rows_without_any_are_refused(library: Library) -> None:
    query = SweepQuery(
        base={"model": "bge-m3", "deployment": READER["deployment"], "load": {"output_tokens": 0}},
        axes={"measured.output_tokens_per_second": (100.0, 200.0)},
        columns=("usd_per_request",),
    )
    rows = pl.concat(sweep_of(query, limit=10).rows(library))

    assert rows["refusal"].to_list() == ["invalid-query"] * 2


def test_candidates_that_read_are_ranked_by_what_they_read(library: Library) -> None:
    def ranked(**fields: Any) -> Any:
        load = Load(input_tokens=512.0)
        vary = Vary(devices=("l4", "h100-sxm-80gb"), device_counts=(1,))
        return comparison(ComparisonQuery(model="bge-m3", load=load, vary=vary, **fields), library)

    found = ranked()
    assert found.objective == "usd_per_million_input_tokens"
    prices = [row["usd_per_million_input_tokens"] for row in found.candidates]
    assert prices == sorted(prices)
    assert found.candidates[0]["pareto_latency"] is True
    with pytest.raises(InvalidQuery, match="no candidate has tpot_seconds"):
        ranked(objective="tpot_seconds")


def test_a_service_that_reads(library: Library) -> None:
    fields = {"model": "bge-m3", "deployment": READER["deployment"], "load": {"input_tokens": 512}}
    found = tco(questions.tco(fields), library)

    assert found.replicas[0].tpot_seconds is None
    assert found.totals.usd_per_million_tokens is not None
