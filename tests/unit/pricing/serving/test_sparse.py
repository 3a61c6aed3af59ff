"""Layers whose tokens attend to what an indexer chooses."""

from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.serving.passes.sparse_attention import Repeated, Sparse
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.unit_costs.answer import Performance
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

SPARSE = Sparse(
    layers=3.0,
    chosen_tokens=50.0,
    value_bytes=10.0,
    least_share=0.5,
    index_seconds=0.001,
    decode_index_seconds=0.002,
    dense_seconds=1.0,
    chosen_seconds=2.0,
    decode_seconds=4.0,
)
OWN = {
    "parameters": 671877944064.0,
    "active_parameters": 38403822336.0,
    "routed_expert_parameters": 653908770816.0,
    "lookup_parameters": 926679040.0,
    "layers": 61,
    "hidden_size": 7168,
    "heads": 128,
    "head_dim": 128,
    "kv_latent_dim": 512,
    "kv_rope_dim": 64,
    "vocabulary_size": 129280,
    "experts": 256,
    "experts_per_token": 8,
    "shared_experts": 1,
    "expert_intermediate_size": 2048,
    "index_bytes": 132.0,
}
INDEXER = {"index_topk": 2048, "index_heads": 64, "index_head_dim": 128}


def asked(
    library: Library, model: Any, input_tokens: float, engine: str | None = "vllm", **more: Any
) -> Performance:
    deployment = {"device": "b200-sxm", "device_count": 8, "precision": "fp8", "engine": engine}
    return unit_costs(
        unit_cost(
            {
                "model": model,
                "deployment": deployment | more,
                "load": {"input_tokens": input_tokens, "output_tokens": 100.0, "concurrency": 16.0},
            }
        ),
        library,
    ).performance


@pytest.mark.parametrize(("tokens", "prefix"), [(200, 0), (40, 0), (40, 30), (200, 80)])
def test_a_prompt_is_the_mean_of_its_tokens(tokens: int, prefix: int) -> None:
    spared, repeated = SPARSE.in_prefill(float(tokens), float(prefix))
    places = [prefix + place + 0.5 for place in range(tokens)]
    beyond = [place for place in places if place > SPARSE.chosen_tokens]

    assert spared == pytest.approx(3.0 * 1.0 * sum(beyond) / tokens)
    assert repeated.attended_seconds == pytest.approx(3.0 * 2.0 * 50.0 * len(beyond) / tokens)
    assert repeated.index_seconds == pytest.approx(0.001 * sum(places) / tokens)


def test_a_step_reads_what_is_chosen() -> None:
    shared, repeated = SPARSE.in_step(200.0)

    assert SPARSE.unread_bytes(200.0) == 3.0 * (200.0 - 50.0) * 10.0
    assert SPARSE.unread_bytes(40.0) == 0.0
    assert shared == 3.0 * 200.0 * 4.0
    assert repeated == Repeated(0.002 * 200.0, 3.0 * 50.0 * 4.0, 0.5)


def test_devices_repeat_the_indexer_and_pad_their_heads() -> None:
    repeated = Repeated(index_seconds=1.0, attended_seconds=10.0, least_share=0.25)

    # Two devices have half of the heads each; of eight, each computes a quarter.
    assert repeated.seconds(1.0) == 11.0
    assert repeated.seconds(2.0) == 2.0 + 10.0
    assert repeated.seconds(8.0) == 8.0 + 20.0


def test_long_prompts_gain_and_short_ones_do_not(library: Library) -> None:
    """V3.2 is V3.1 but for the indexer."""

    def gain(input_tokens: float) -> float:
        dense, sparse = (
            asked(library, name, input_tokens, attention_parallel="data").requests_per_second
            for name in ("deepseek-v3.1", "deepseek-v3.2")
        )
        return sparse / dense

    assert gain(1000.0) < 1.05
    assert gain(120_000.0) > 1.4 * gain(1000.0)


def test_engines_that_mask_attend_to_all(library: Library) -> None:
    own = OWN | INDEXER
    masked, whole = (
        asked(library, model, 60_000.0, "llama.cpp").requests_per_second for model in (own, OWN)
    )

    assert masked < whole


def test_own_numbers_are_those_of_the_catalogue(library: Library) -> None:
    named, given, dense = (
        asked(library, model, 100_000.0).requests_per_second
        for model in ("deepseek-v3.2", OWN | INDEXER, OWN)
    )

    assert given == pytest.approx(named, rel=0.02)
    assert abs(dense / given - 1.0) > 0.1


@pytest.mark.parametrize(
    ("numbers", "field"),
    [
        ({"index_topk": 2048}, "model.index_heads"),
        ({"index_heads": 64}, "model.index_topk"),
        ({"index_layers": 3}, "model.index_topk"),
        ({"compressed_layers": 20}, "model.compress_ratio"),
        ({"sparse_compress_ratio": 4.0}, "model.sparse_layers"),
        (INDEXER | {"sparse_layers": 62}, "model.sparse_layers"),
        (INDEXER | {"index_layers": 62}, "model.index_layers"),
        ({"compressed_layers": 62, "compress_ratio": 128.0}, "model.compressed_layers"),
    ],
)
def test_parts_of_an_indexer_are_refused(
    library: Library, numbers: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        asked(library, OWN | numbers, 1000.0)

    assert refusal.value.field == field


@pytest.mark.parametrize(
    ("name", "values"), [("cached_input_fraction", (0.0, 0.5)), ("output_tokens", (0.0,))]
)
def test_rows_of_a_sweep_attend_like_quotes(
    library: Library, name: str, values: tuple[float, ...]
) -> None:
    query = SweepQuery(
        base={
            "deployment": {"device": "b200-sxm", "device_count": 8, "precision": "fp8"},
            "load.concurrency": 4.0,
        },
        axes={
            "model": ("deepseek-v4-flash", "deepseek-v3", "glm-5.2", "qwen3-8b"),
            "load.input_tokens": (500.0, 90_000.0),
            f"load.{name}": values,
            "deployment.engine": ("vllm", "sglang"),
        },
        columns=("requests_per_second", "ttft_seconds"),
    )
    rows = pl.concat(sweep_of(query, limit=100).rows(library)).to_dicts()
    assert len(rows) == 16 * len(values)
    for row in rows:
        scenario = {axis: row[axis] for axis in query.axes}
        found = unit_costs(unit_cost(query.base | scenario), library).performance
        for column in ("requests_per_second", "ttft_seconds"):
            assert row[column] == pytest.approx(getattr(found, column), rel=1e-9)
