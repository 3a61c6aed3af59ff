"""The most tokens of a pass: what is set of an engine says how prompts are cut."""

from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.evidence.questions import format_of, modelled, prepare, throughput_ratio
from pricing.serving.constants import inference_constants
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.unit_costs.answer import Performance
from pricing.unit_costs.quote import unit_costs
from tests import questions

LONG: dict[str, Any] = {
    "model": "llama-3.1-8b",
    "load": {"input_tokens": 16_000.0, "output_tokens": 200.0, "concurrency": 8.0},
}
DEVICE = {"device": "h100-sxm-80gb", "device_count": 1}
CHUNKS = (None, 256, 2048, 16_384)


def asked(library: Library, chunk: int | None, **fields: Any) -> Performance:
    deployment = DEVICE | {"max_batched_tokens": chunk}
    return unit_costs(
        questions.unit_cost(LONG | {"deployment": deployment} | fields), library
    ).performance


def test_small_chunks_read_prompts_slowly_and_write_steadily(library: Library) -> None:
    small, large = (asked(library, chunk) for chunk in (256, 16_384))

    assert small.requests_per_second < 0.8 * large.requests_per_second
    assert (small.ttft_seconds or 0.0) > 2.0 * (large.ttft_seconds or 0.0)
    assert (small.tpot_seconds or 0.0) < (large.tpot_seconds or 0.0)


def test_a_prompt_alone_takes_its_passes_one_after_the_other(library: Library) -> None:
    alone = {**LONG["load"], "concurrency": 1.0}
    whole, parts = (asked(library, chunk, load=alone).ttft_seconds for chunk in (16_384, 256))

    # 63 passes read the weights 63 times: 15 GB at 3.35 TB/s and a share of it each.
    assert whole is not None
    assert parts is not None
    assert parts - whole > 62 * 15e9 / 3.35e12


def test_rows_of_a_sweep_are_cut_like_quotes(library: Library) -> None:
    query = SweepQuery(
        base={"deployment": DEVICE, "model": LONG["model"], "load": LONG["load"]},
        axes={
            "deployment.max_batched_tokens": CHUNKS,
            "load.cached_input_fraction": (0.0, 0.5),
        },
        columns=("requests_per_second", "ttft_seconds", "tpot_seconds"),
    )
    for row in pl.concat(sweep_of(query, limit=10).rows(library)).to_dicts():
        cached = row["load.cached_input_fraction"]
        load = {**LONG["load"], "cached_input_fraction": cached}
        found = asked(library, row["deployment.max_batched_tokens"], load=load)
        for name in query.columns or ():
            assert row[name] == pytest.approx(getattr(found, name), rel=1e-9)


def test_requests_of_a_whole_batch_wait_for_all_prompts(library: Library) -> None:
    whole, turns = (
        asked(
            library,
            None,
            deployment={"device": "inferentia2", "device_count": 12, "engine": engine},
            load={"input_tokens": 2048.0, "output_tokens": 2048.0, "concurrency": 8.0},
        )
        for engine in ("Transformers NeuronX", "vLLM")
    )

    # Measured of an Inf2.48xlarge and Llama 3 8B: 0.82 s.
    assert whole.ttft_seconds == pytest.approx(0.82, rel=0.25)
    assert whole.burst_ttft_seconds == pytest.approx(whole.ttft_seconds, rel=0.1)
    assert whole.ttft_p99_seconds == pytest.approx(whole.ttft_seconds, rel=1e-9)
    assert (turns.ttft_seconds or 0.0) < 0.3 * (turns.burst_ttft_seconds or 0.0)


@pytest.mark.parametrize(
    ("short", "long"),
    [("SGC-099", "SGC-102"), ("SGC-115", "SGC-118"), ("SGC-015", "SGC-018")],
)
def test_prompts_that_come_often_hold_up_decoding(library: Library, short: str, long: str) -> None:
    """Published runs of SGLang that differ in their outputs alone, 510 and 3,980 tokens."""
    catalog = library.newest
    rows = {row.id: row for group in catalog.measurements.values() for row in group}

    def missed_by(name: str) -> float:
        row = rows[name]
        family, arithmetic = catalog.devices[row.device].family, format_of(catalog, row).arithmetic
        constants = inference_constants(catalog, family, arithmetic, row.versioned_engine)
        prepared = prepare(catalog, row, constants)
        assert prepared is not None
        layout = modelled(catalog, prepared)
        assert layout is not None
        return throughput_ratio(prepared, layout)

    assert missed_by(short) == pytest.approx(missed_by(long), rel=0.12)
