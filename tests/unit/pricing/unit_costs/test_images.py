"""Requests that bring images: their tokens, their encoder, and what they cost, in all questions."""

from typing import Any

import polars as pl
import pytest
from msgspec.structs import asdict

from pricing.catalog.library import Library
from pricing.catalog.variants import varied
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.errors import InvalidQuery, Refusal
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.tco.quote import tco
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import Load
from pricing.unit_costs.quote import unit_costs
from tests import questions

SEES: dict[str, Any] = {
    "model": "qwen2.5-vl-7b",
    "deployment": {"device": "h100-sxm-80gb", "device_count": 1, "precision": "bf16"},
    "load.input_tokens": 100.0,
    "load.output_tokens": 200.0,
    "load.images": 2.0,
    "load.image_width_pixels": 1280,
    "load.image_height_pixels": 720,
    "workload": "batch",
}
SIZE = {"load.image_width_pixels": 1920, "load.image_height_pixels": 1080}


def asked(library: Library, **fields: Any) -> UnitCostAnswer:
    return unit_costs(questions.unit_cost(SEES | fields), library)


def costs_of(found: UnitCostAnswer) -> dict[str, Any]:
    return asdict(found.unit_costs)


@pytest.mark.parametrize(
    ("model", "width", "height", "tokens"),
    [
        ("qwen2.5-vl-7b", 1280, 720, 1196),
        ("qwen2.5-vl-72b", 1920, 1080, 2691),  # vllm-project/vllm#41267: a prompt of 2,718 tokens
        ("qwen2.5-vl-7b", 7168, 7168, 16_384),  # max_pixels: 16,384 · 28²
        ("qwen3-vl-8b", 1280, 720, 880),
        ("gemma-3-27b", 1280, 720, 256),
        ("gemma-4-31b", 1280, 720, 264),  # 22 · 12 squares of 48 pixels, of 280 at the most
        ("gemma-4-e4b", 100, 100, 256),  # scaled up
        ("gemma-4-12b", 30, 3000, 167),  # one row of squares
        ("pixtral-12b", 1024, 1024, 64 * 65),  # a token ends each row
        ("mistral-small-3.1-24b", 1540, 1540, 55 * 56),
        ("internvl3-8b", 1280, 720, 9 * 256),  # 4 · 2 tiles and an overview
        ("llama-4-scout", 1280, 720, 13 * 144),  # 4 · 3 tiles and an overview
        ("llama-4-scout", 300, 200, 144),
        ("llava-1.5-7b", 1280, 720, 576),
        ("llama-3.2-11b-vision", 1280, 720, 1),  # its layers attend to the image beside the input
    ],
)
def test_an_image_becomes_tokens_by_the_rule_of_its_model(
    library: Library, model: str, width: int, height: int, tokens: float
) -> None:
    size = {"load.image_width_pixels": width, "load.image_height_pixels": height}
    found = asked(library, model=model, deployment={"device": "h200", "device_count": 8}, **size)

    assert found.images is not None
    assert found.images.tokens_per_image == tokens
    assert found.images.input_tokens == 100.0 + 2.0 * tokens


def test_images_beside_the_input_are_cached_and_attended_to(library: Library) -> None:
    values, layers, attending, patches = 2048, 32, 8, 4 * 40 * 40
    found = []
    for count in (1.0, 2.0):
        answer = asked(
            library, model="llama-3.2-11b-vision", **{"load.images": count, "load.concurrency": 4}
        )
        assert answer.images is not None
        assert answer.images.patches_per_image == patches
        assert answer.memory is not None
        found.append((answer.memory.kv_cache_gibibytes, answer.performance.tpot_seconds or 0.0))
    (one, step), (two, longer_step) = found

    of_image = (layers + attending * patches) * values * 2.0  # a token of the input, and patches
    assert (two - one) * 2**30 == pytest.approx(4 * of_image)
    assert longer_step > step


@pytest.mark.parametrize("cached", [None, 0.5])
def test_text_images_cache_and_output_add_up(library: Library, cached: float | None) -> None:
    found = asked(library, **{"load.cached_input_fraction": cached})
    costs, part = costs_of(found), 1.0 - (cached or 0.0)

    text = 100.0 * part * costs["usd_per_million_input_tokens"] / 1e6
    images = 2.0 * part * costs["usd_per_image"]
    kept = 2492.0 * (1.0 - part) * (costs["usd_per_million_cached_input_tokens"] or 0.0) / 1e6
    output = 200.0 * costs["usd_per_million_output_tokens"] / 1e6
    assert text + images + kept + output == pytest.approx(costs["usd_per_request"])
    assert costs["usd_per_image_low"] < costs["usd_per_image"] < costs["usd_per_image_high"]
    assert found.at_full_use.usd_per_image == pytest.approx(0.9 * costs["usd_per_image"])


def test_an_encoder_takes_time_and_memory(library: Library) -> None:
    seen = asked(library)
    read = asked(
        library,
        **{"load.input_tokens": 2492.0, "load.images": None},
        **dict.fromkeys(SIZE),
    )

    # 4,784 patches through 677 million parameters, with windows in 28 of 32 layers.
    assert seen.images is not None
    assert seen.images.encoder_flops_per_image == pytest.approx(6.98e12, rel=1e-3)
    assert seen.performance.requests_per_second < read.performance.requests_per_second
    gemma = {
        "model": "gemma-3-4b",
        "deployment": {
            "device": "b200-sxm",
            "device_count": 1,
            "engine": "vllm 0.10.0",
            "max_batched_tokens": 16384,
        },
    }
    memory = asked(library, **gemma).memory
    # vllm-project/vllm#21489 prints 9.96 GiB of activations of Gemma 3 4B.
    assert memory is not None
    assert memory.activations_gibibytes == pytest.approx(9.96, rel=0.2)


@pytest.mark.parametrize("count", [None, 1.0])
def test_vllm_passes_the_largest_image_whatever_comes(
    library: Library, count: float | None
) -> None:
    """65,536 patches of four hidden sizes and three widths in 16 bits."""
    small = {"load.images": count, **dict.fromkeys(SIZE, 64 if count else None)}
    card = {"device": "l4", "device_count": 1, "precision": "fp8", "max_concurrency": 16}
    at = asked(library, **small, deployment=card | {"engine": "vllm"}).memory
    other = asked(library, **small, deployment=card | {"engine": "tensorrt"}).memory

    assert at is not None
    assert other is not None
    held = 65_536 * 2 * (4 * 1280 + 3 * 3420) / 2**30
    assert at.activations_gibibytes == pytest.approx(held, rel=1e-6)
    assert other.activations_gibibytes < held / 2


@pytest.mark.parametrize("rate", [None, 1.0])
def test_first_tokens_wait_for_the_host(library: Library, rate: float | None) -> None:
    """A core takes 0.052 s for a megapixel, and images of a request come one after the other."""
    load = {"load.concurrency": None if rate else 1.0, "load.requests_per_second": rate}
    catalog, key = library.newest, "images.host_seconds_per_megapixel"

    def first_seconds(value: float) -> float:
        changed = Library([varied(catalog, key, value)])
        return asked(changed, **load).performance.ttft_seconds or 0.0

    found = asked(library, **load)

    without, host = first_seconds(0.0), 2 * 0.9216 * 0.052
    assert found.performance.ttft_seconds == first_seconds(0.052)
    assert first_seconds(0.104) - without == pytest.approx(2 * (first_seconds(0.052) - without))
    assert first_seconds(0.052) - without == pytest.approx(host, rel=0.3)  # corrected as all of it
    (listed,) = (one for one in found.assumptions if one.key == key)
    assert (listed.value, listed.unit) == (0.052, "s/megapixel")


def test_images_can_be_all_that_is_read(library: Library) -> None:
    found = asked(library, **{"load.input_tokens": 0.0, "load.output_tokens": 0.0})

    costs = costs_of(found)
    assert costs["usd_per_image"] * 2.0 == pytest.approx(costs["usd_per_request"])


def test_pools_encode_where_they_read(library: Library) -> None:
    pool = {"device": "h100-sxm-80gb", "device_count": 1}
    found = asked(library, deployment={"prefill": pool, "decode": pool})
    costs = costs_of(found)

    text = 100.0 * costs["usd_per_million_input_tokens"] / 1e6
    output = 200.0 * costs["usd_per_million_output_tokens"] / 1e6
    images = 2.0 * costs["usd_per_image"]
    assert text + images + output == pytest.approx(costs["usd_per_request"])


BAD: list[tuple[dict[str, Any], str]] = [
    ({"model": "llama-3.1-8b"}, "load.images"),
    ({"model": {"parameters": 7e9, "tower_parameters": 7e8}}, "load.images"),
    ({"load.image_width_pixels": None}, "load.image_width_pixels"),
    ({"load.image_height_pixels": None}, "load.image_height_pixels"),
    ({"load.image_height_pixels": 2}, "load.image_width_pixels"),
    ({"load.images": None}, "load.image_width_pixels"),
    ({"model": None, "measured.requests_per_second": 5.0}, "load.images"),
]


@pytest.mark.parametrize(("fields", "field"), BAD)
def test_what_no_rule_tells_is_refused(
    library: Library, fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        asked(library, **fields)

    assert refused.value.field == field


COLUMNS = (
    "usd_per_image",
    "usd_per_image_high",
    "usd_per_image_at_full_use",
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "requests_per_second",
    "activations_gibibytes",
    "ttft_seconds",
)


@pytest.mark.parametrize("rate", [None, 0.5])
def test_rows_with_images_stand_beside_rows_without(library: Library, rate: float | None) -> None:
    load = {"input_tokens": 100, "image_height_pixels": 720, "requests_per_second": rate}
    query = SweepQuery(
        base={"deployment": SEES["deployment"], "load": load, "workload": "batch"},
        axes={
            "model": ("qwen2.5-vl-7b", "internvl3-8b", "gemma-3-4b", "llama-3.1-8b"),
            "load.images": (None, 0, 1.5),
            "load.image_width_pixels": (None, 1280, 3000, 2),
            "load.cached_input_fraction": (None, 0.25),
        },
        columns=COLUMNS,
    )
    rows = pl.concat(sweep_of(query, limit=100).rows(library)).to_dicts()

    for row in rows:
        own = {name: row[name] for name in query.axes}
        fields = own | {"load.output_tokens": None, "load.requests_per_second": rate}
        if row["refusal"] is not None:
            with pytest.raises(Refusal) as refused:
                asked(library, **fields)
            assert row["refusal_detail"] == refused.value.detail
            continue
        found = asked(library, **fields)
        shown = {
            "usd_per_image_at_full_use": found.at_full_use.usd_per_image,
            **{
                name: getattr(part, name)
                for part in (found.unit_costs, found.performance, found.memory)
                for name in COLUMNS
                if hasattr(part, name)
            },
        }
        assert shown == {name: _near(row[name]) for name in COLUMNS}


@pytest.mark.parametrize("column", ["usd_per_image", "usd_per_image_at_full_use"])
def test_a_price_that_is_asked_for_alone_is_the_same(library: Library, column: str) -> None:
    size = {"image_width_pixels": 800, "image_height_pixels": 600}
    query = SweepQuery(
        base={"deployment": SEES["deployment"], "model": "gemma-3-4b", "load": size},
        axes={"load.images": (1.0, 8.0)},
        columns=(column,),
    )
    for row in pl.concat(sweep_of(query, limit=10).rows(library)).to_dicts():
        load = size | {"images": row["load.images"]}
        found = unit_costs(
            questions.unit_cost(
                {"model": "gemma-3-4b", "deployment": SEES["deployment"], "load": load}
            ),
            library,
        )
        whole = found.unit_costs if column == "usd_per_image" else found.at_full_use
        assert row[column] == _near(whole.usd_per_image)


def _near(value: float | None) -> Any:
    return value if value is None else pytest.approx(value, rel=1e-9)


def test_candidates_and_services_see(library: Library) -> None:
    size: dict[str, Any] = {"image_width_pixels": 1280, "image_height_pixels": 720}
    load = Load(input_tokens=100.0, output_tokens=200.0, images=1.0, **size)
    vary = Vary(devices=("l4", "h100-sxm-80gb"), device_counts=(1,))

    def ranked(**fields: Any) -> Any:
        query = ComparisonQuery(model="qwen2.5-vl-3b", vary=vary, **fields)
        return comparison(query, library).candidates

    prices = [row["usd_per_image"] for row in ranked(load=load, objective="usd_per_image")]
    assert prices == sorted(prices)
    with pytest.raises(InvalidQuery, match=r"give load\.images"):
        ranked(objective="usd_per_image")
    service = {
        "model": "qwen2.5-vl-3b",
        "deployment": {"device": "l4", "device_count": 1},
        "load": {"input_tokens": 100, "output_tokens": 200, "images": 1, **size},
        "alternative": {"provider": "openai", "model": "gpt-4o-mini"},
        "traffic": {"requests_per_day": 1e4},
        "catalog": None,
    }
    found = tco(questions.tco(service), library)
    api = found.alternatives[0].prices
    assert any("1,196 tokens to the API" in text for text in found.warnings)
    assert api is not None
    assert api.usd_per_request == pytest.approx(
        (1296.0 * api.usd_per_million_input_tokens + 200.0 * api.usd_per_million_output_tokens)
        / 1e6
    )
