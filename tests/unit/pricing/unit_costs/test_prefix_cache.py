"""Prefix caching: what it saves at a load, what it takes, and what a cached token costs."""

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.answer_costs import UnitCosts
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

LLAMA = {
    "model": "llama-3.1-70b",
    "deployment": {
        "device": "h100-sxm-80gb",
        "device_count": 4,
        "tensor_parallel": 4,
        "precision": "fp8",
        "engine": "vllm",
    },
    "load.input_tokens": 4000.0,
    "load.output_tokens": 500.0,
    "purchase.usd_per_device_hour": 2.0,
}
KV_BYTES_PER_TOKEN = 80 * 2 * 8 * 128 * 2  # layers, keys and values, heads, values, 2 bytes each
CACHED, SHARED = "load.cached_input_fraction", "load.shared_cache_fraction"
KIND, BATCH = "load.traffic_kind", "load.concurrency"


def asked(library: Library, **changes: object) -> UnitCostAnswer:
    load = {f"load.{name}": value for name, value in changes.items()}
    return unit_costs(unit_cost(LLAMA | load), library)


def test_gain_is_the_throughput_over_that_without(library: Library) -> None:
    plain = asked(library, concurrency=16.0)
    cached = asked(library, concurrency=16.0, cached_input_fraction=0.8)

    assert plain.prefix_cache is None
    assert cached.prefix_cache is not None
    assert cached.prefix_cache.cached_input_tokens == pytest.approx(3200.0, rel=1e-12)
    ratio = cached.performance.requests_per_second / plain.performance.requests_per_second
    assert cached.prefix_cache.throughput_ratio == pytest.approx(ratio, rel=1e-9)
    assert ratio > 1.2


def test_a_first_token_comes_sooner_the_more_is_cached(library: Library) -> None:
    first, costs = [], []
    for fraction in (0.0, 0.3, 0.6, 0.9, 0.99):
        found = asked(library, concurrency=1.0, cached_input_fraction=fraction)
        first.append(found.performance.ttft_seconds or 0.0)
        costs.append(found.unit_costs.usd_per_request)

    assert first == sorted(first, reverse=True)
    assert costs == sorted(costs, reverse=True)
    # A tenth of the prompt is computed, less than a pass over the weights is worth.
    assert 0.1 < first[3] / first[0] < 0.5


def test_cached_tokens_are_attended_to(library: Library) -> None:
    """What is computed costs more behind a prefix than as a prompt of its own."""
    behind = asked(library, concurrency=1.0, input_tokens=50_000.0, cached_input_fraction=0.9)
    alone = asked(library, concurrency=1.0, input_tokens=5_000.0)

    assert (behind.performance.ttft_seconds or 0.0) > 1.1 * (alone.performance.ttft_seconds or 0.0)
    assert behind.memory is not None
    assert alone.memory is not None
    assert behind.memory.kv_cache_gibibytes > 9.0 * alone.memory.kv_cache_gibibytes


@pytest.mark.parametrize("fraction", [0.1, 0.5, 0.95])
def test_input_cached_input_and_output_add_up_to_the_request(
    library: Library, fraction: float
) -> None:
    found = asked(library, concurrency=64.0, cached_input_fraction=fraction)
    costs, full = found.unit_costs, found.at_full_use

    for usd in (costs, full):
        computed, cached = usd.usd_per_million_input_tokens, usd.usd_per_million_cached_input_tokens
        assert computed is not None
        assert cached is not None
        assert 0.0 < cached < 0.1 * computed
        tokens = 4000.0 * (1.0 - fraction) * computed + 4000.0 * fraction * cached
        tokens += 500.0 * (usd.usd_per_million_output_tokens or 0.0)
        assert tokens / 1e6 == pytest.approx(usd.usd_per_request, rel=1e-12)
    assert sum(item.usd_per_hour for item in found.line_items) == costs.usd_per_hour


def test_what_all_requests_share_is_held_once(library: Library) -> None:
    load = {"concurrency": 32.0, "cached_input_fraction": 0.75}
    own, shared = (
        asked(library, **load, shared_cache_fraction=fraction).memory for fraction in (0.0, 1.0)
    )

    assert own is not None
    assert shared is not None
    saved = own.kv_cache_gibibytes - shared.kv_cache_gibibytes
    assert saved == pytest.approx(31 * 3000 * KV_BYTES_PER_TOKEN / 2**30, rel=1e-6)


def test_a_replica_holds_more_requests_that_share(library: Library) -> None:
    long = {"workload": "batch", "load.input_tokens": 30_000.0, CACHED: 0.9}
    own, shared = (
        unit_costs(unit_cost({**LLAMA, **long, SHARED: fraction}), library).performance.concurrency
        for fraction in (0.0, 1.0)
    )

    assert own is not None
    assert shared is not None
    assert shared > 4.0 * own


@pytest.mark.parametrize("kind", ["chat", "agents", "retrieval"])
def test_a_kind_of_traffic_says_what_is_not_given(library: Library, kind: str) -> None:
    found = asked(library, traffic_kind=kind)
    rows = {row.key: row for row in found.assumptions}
    cached, shared = rows[f"{CACHED}.{kind}"], rows[f"{SHARED}.{kind}"]

    assert found.prefix_cache is not None
    assert found.prefix_cache.cached_input_fraction == pytest.approx(cached.value)
    assert found.prefix_cache.shared_cache_fraction == shared.value
    assert cached.source
    given = asked(library, traffic_kind=kind, cached_input_fraction=0.25)
    assert given.prefix_cache is not None
    assert given.prefix_cache.cached_input_fraction == pytest.approx(0.25)
    assert given.prefix_cache.shared_cache_fraction == shared.value
    assert f"{CACHED}.{kind}" not in {row.key for row in given.assumptions}


def test_nothing_cached_is_answered_as_if_nobody_asked(library: Library) -> None:
    plain = asked(library)

    for nothing in ({"cached_input_fraction": 0.0}, {"traffic_kind": "none"}):
        found = asked(library, **nothing)
        assert found.unit_costs == plain.unit_costs
        assert found.performance == plain.performance
        assert found.assumptions == plain.assumptions


def test_the_last_token_of_a_prompt_is_computed(library: Library) -> None:
    found = asked(library, input_tokens=10.0, cached_input_fraction=0.99).prefix_cache

    assert found is not None
    assert found.cached_input_tokens == 9.0


def test_prefixes_that_memory_does_not_hold_are_told(library: Library) -> None:
    found = asked(library, cached_input_fraction=0.9)

    assert found.prefix_cache is not None
    assert found.prefix_cache.idle_sequences < (found.performance.concurrency or 0.0)
    assert any("kept in host memory or a store" in warning for warning in found.warnings)
    few = asked(library, cached_input_fraction=0.9, concurrency=4.0)
    assert not any("kept in host memory or a store" in warning for warning in few.warnings)


def test_no_measurement_without_a_cache_answers_exactly(library: Library) -> None:
    measured = {
        "model": "llama-3.1-70b",
        "deployment": {"device": "h100", "device_count": 8, "precision": "fp8"},
        "load": {"input_tokens": 1000.0, "output_tokens": 1000.0},
        "workload": "batch",
    }
    plain, cached = (
        unit_costs(unit_cost({**measured, **more}), library) for more in ({}, {CACHED: 0.01})
    )

    assert plain.performance.basis == "measured"
    assert cached.performance.output_tokens_per_second != plain.performance.output_tokens_per_second


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({SHARED: 0.5}, SHARED),
        ({SHARED: 0.5, KIND: "none"}, SHARED),
        ({CACHED: 0.5, "model": "bert-large"}, CACHED),
        ({KIND: "chat", "model": None, "measured.requests_per_second": 9.0}, CACHED),
    ],
)
def test_what_cannot_be_cached_is_refused(
    library: Library, changes: dict[str, object], field: str
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        unit_costs(unit_cost(LLAMA | changes), library)

    assert refused.value.field == field


def test_an_axis_of_a_sweep_refuses_row_by_row(library: Library) -> None:
    query = SweepQuery(
        base=msgspec.to_builtins(unit_cost(LLAMA)),
        axes={CACHED: (None, 0.0, 0.5, 0.9), SHARED: (None, 0.5)},
        columns=("usd_per_million_cached_input_tokens", "usd_per_request"),
    )
    rows = [row for frame in sweep_of(query).rows(library) for row in frame.to_dicts()]
    cached = [row["usd_per_million_cached_input_tokens"] for row in rows]

    assert [row["refusal"] for row in rows] == [None, "invalid-query", *[None] * 6]
    assert [usd is None for usd in cached] == [True] * 4 + [False] * 4
    assert rows[7]["usd_per_request"] < rows[5]["usd_per_request"] < rows[0]["usd_per_request"]


@pytest.mark.parametrize("name", sorted(UnitCosts.__struct_fields__))
def test_a_result_asked_for_alone_is_that_of_its_quote(library: Library, name: str) -> None:
    base = unit_cost(LLAMA | {CACHED: 0.5})
    query = SweepQuery(base=msgspec.to_builtins(base), axes={BATCH: (4.0, 64.0)}, columns=(name,))
    rows = [row for frame in sweep_of(query).rows(library) for row in frame.to_dicts()]

    for row in rows:
        costs = unit_costs(unit_cost(LLAMA | {CACHED: 0.5, BATCH: row[BATCH]}), library).unit_costs
        usd = getattr(costs, name)
        assert row[name] == (usd if usd is None else pytest.approx(usd, rel=1e-9))
