"""Speculative decoding: what it gains at a load, and what it takes."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, UnknownName
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

V3 = {
    "model": "deepseek-v3",
    "deployment": {"device": "h200", "device_count": 8, "tensor_parallel": 8, "engine": "sglang"},
    "load.input_tokens": 1000.0,
    "load.output_tokens": 1000.0,
    "purchase.usd_per_device_hour": 2.0,
}
SMALL = {
    "deployment": {"device": "h200", "device_count": 1, "precision": "fp8", "engine": "sglang"},
    "load.input_tokens": 300.0,
    "load.output_tokens": 500.0,
}


def asked(
    library: Library, speculation: dict[str, Any] | None, **changes: object
) -> UnitCostAnswer:
    drafted = {f"deployment.speculation.{key}": value for key, value in (speculation or {}).items()}
    return unit_costs(unit_cost(V3 | drafted | changes), library)


def gain(library: Library, concurrency: float, **speculation: object) -> float:
    found = asked(library, speculation, **{"load.concurrency": concurrency})
    assert found.speculation is not None
    return found.speculation.throughput_ratio


def test_gain_falls_with_the_batch_until_there_is_none(library: Library) -> None:
    # The median of what is published of MTP: 2.1 of one request, 1.5 at 9 to 32, 1.25 at 33 to 128,
    # 1.0 above.
    # Gains of one model: published ones of a load lie a quarter to either side of these medians.
    gains = [gain(library, batch, method="mtp") for batch in (1.0, 16.0, 128.0, 1024.0)]

    assert gains == sorted(gains, reverse=True)
    assert gains[0] == pytest.approx(2.1, rel=0.25)
    assert gains[1] == pytest.approx(1.7, rel=0.25)
    assert gains[2] == pytest.approx(1.35, rel=0.25)
    assert gains[3] == pytest.approx(1.0, rel=0.25)


@pytest.mark.parametrize(
    ("tokens", "acceptance", "published"), [(5, 2.592, 1.978), (7, 2.517, 1.81), (7, 3.879, 2.637)]
)
def test_drafts_of_a_dense_model_fill_its_matrices(
    library: Library, tokens: int, acceptance: float, published: float
) -> None:
    """SpecForge's EAGLE-3 on H200: a third too little at three times the arithmetic."""
    dense = {"model": "llama-3.3-70b", "load.concurrency": 8.0, **SMALL}
    dense |= {"deployment": {"device": "h200", "device_count": 2, "engine": "sglang"}}
    drafts = {"method": "eagle", "draft_tokens": tokens, "acceptance_length": acceptance}
    found = asked(library, drafts, **dense).speculation

    assert found is not None
    assert found.throughput_ratio == pytest.approx(published, rel=0.15)


def test_every_drafted_token_writes_a_state(library: Library) -> None:
    drafts = {"method": "eagle", "draft_tokens": 7, "acceptance_length": 4.608}
    linear = {"model": "qwen3-next-80b-a3b", "load.concurrency": 8.0, **SMALL}
    found = asked(library, drafts, **linear).speculation

    assert found is not None
    assert found.throughput_ratio < 2.15  # 1.41 is published: SpecForge, EAGLE-3 on H200


def test_gain_is_the_throughput_over_that_without(library: Library) -> None:
    load = {"load.concurrency": 16.0}
    with_mtp, plain = asked(library, {"method": "mtp"}, **load), asked(library, None, **load)

    drafted = with_mtp.speculation
    assert drafted is not None
    assert plain.speculation is None
    ratio = with_mtp.performance.requests_per_second / plain.performance.requests_per_second
    # Rows with drafts correct the one more than the other.
    assert drafted.throughput_ratio == pytest.approx(ratio, rel=0.02)
    assert (with_mtp.performance.tpot_seconds or 0.0) < (plain.performance.tpot_seconds or 0.0)


def test_tokens_per_step_follow_from_the_acceptance(library: Library) -> None:
    given = {"method": "mtp", "draft_tokens": 2, "acceptance_fraction": 0.7}
    found = asked(library, given, **{"load.concurrency": 8.0}).speculation

    assert found is not None
    assert found.tokens_per_step == pytest.approx(1.0 + 0.7 + 0.49, rel=1e-12)
    assert found.draft_tokens == 2


def test_defaults_of_the_method_and_the_text_are_listed(library: Library) -> None:
    keys = {row.key for row in asked(library, {"method": "eagle", "text": "code"}).assumptions}

    assert {
        "speculation.draft_tokens.eagle",
        "speculation.acceptance_fraction.eagle.code",
    } <= keys


def test_a_loss_is_told(library: Library) -> None:
    found = asked(library, {"method": "ngram"}, **{"load.concurrency": 256.0})

    assert any("speculation is a loss at this load" in warning for warning in found.warnings)


@pytest.mark.parametrize(
    ("changes", "is_told"),
    [
        ({"load.concurrency": 128.0}, True),
        ({"load.concurrency": 48.0}, False),
        ({"load.concurrency": 128.0, "deployment.max_concurrency": 128}, False),
        ({"load.concurrency": 128.0, "deployment.engine": "vllm"}, False),
    ],
)
def test_limit_of_an_engine_that_drafts_is_told(
    library: Library, changes: dict[str, object], *, is_told: bool
) -> None:
    found = asked(library, {"method": "mtp"}, **changes)

    assert any("runs 48 requests at once" in text for text in found.warnings) is is_told


def test_what_drafts_takes_memory(library: Library) -> None:
    load = {"load.concurrency": 8.0}
    draft = {"method": "draft_model", "draft_model": "llama-3.1-8b"}
    plain, mtp, small = (
        held.weights_gibibytes
        for speculation in (None, {"method": "mtp"}, draft)
        if (held := asked(library, speculation, **load).memory)
    )

    # A layer of 671e9 / 61 parameters in FP8, and 8.03e9 parameters in 16 bits.
    assert mtp - plain == pytest.approx(671e9 / 61 / 2**30, rel=0.05)
    assert small - plain == pytest.approx(8.03e9 * 2 / 2**30, rel=0.01)


def test_a_smaller_draft_model_gains_more(library: Library) -> None:
    small, large = (
        gain(library, 4.0, method="draft_model", draft_model=name)
        for name in ("llama-3.2-1b", "llama-3.1-8b")
    )

    assert small > large


@pytest.mark.parametrize(
    ("speculation", "field"),
    [
        ({"method": "mtp", "acceptance_length": 2.0, "acceptance_fraction": 0.5}, "length"),
        ({"method": "mtp", "draft_tokens": 2, "acceptance_length": 3.5}, "length"),
        ({"method": "draft_model"}, "draft_model"),
        ({"method": "mtp", "draft_model": "llama-3.2-1b"}, "draft_model"),
    ],
)
def test_what_contradicts_itself_is_refused(
    speculation: dict[str, Any], field: str, library: Library
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        asked(library, speculation)

    assert refused.value.field is not None
    assert refused.value.field.startswith("deployment.speculation.")
    assert refused.value.field.endswith(field)


def test_an_unknown_draft_model_is_refused_by_its_field(library: Library) -> None:
    with pytest.raises(UnknownName) as refused:
        asked(library, {"method": "draft_model", "draft_model": "no-such-model"})

    assert refused.value.field == "deployment.speculation.draft_model"
