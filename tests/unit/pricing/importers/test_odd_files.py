"""Files with values that no tool writes are refused or left out: none ends in a traceback."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import CatalogError, InvalidQuery
from pricing.importers.checkpoints.reading import models_of
from pricing.importers.importing import APIS, BENCHMARKS, PRICES
from pricing.importers.prices import focus
from pricing.importers.readings import Asked
from tests.unit.pricing.importers.conftest import DAY, SAMPLES

ODD: tuple[Any, ...] = (
    *(None, True, -1, 1e308, 2**80, "", "x", "NaN", "2026-13-45", [], {}, [[]], [None]),
    *("9" * 400, float("nan"), "\x00"),
)
ROUNDS = 12
FILES = {
    "skypilot": "skypilot/vast/vms.csv",
    "gpuhunt": "gpuhunt/nebius/gpuhunt_v2_nebius.csv",
    "aws-offers": "aws/aws_query_api_get_products.json",
    "aws-spot": "aws/aws_describe_spot_price_history.json",
    "azure-retail": "azure/azure_retail_prices.json",
    "gcp-skus": "gcp/gcp_compute_skus.json",
    "opencost": "opencost/opencost_pricing.csv",
    "litellm": "apis/litellm_model_prices.json",
    "genai-prices": "apis/genai_prices_provider.yml",
    "focus": "focus/focus_1_2_sample.csv",
    "vllm-bench": "benchmarks/vllm_closed_loop.json",
    "sglang-bench": "benchmarks/sglang.jsonl",
    "guidellm": "benchmarks/guidellm_v1.json",
    "aiperf": "benchmarks/aiperf.json",
    "llama-bench": "benchmarks/llama_bench.json",
    "mlperf": "benchmarks/mlperf/summary_results.json",
    "inferencex": "benchmarks/inferencex_agg.json",
    "hf-config": "checkpoints/configs.json",
}


def reader(kind: str) -> Callable[[Path, Asked], object]:
    if kind == "focus":
        return lambda path, asked: focus.read([path], asked)
    if kind == "hf-config":
        return lambda path, asked: models_of([path], asked)
    return {**PRICES, **APIS, **BENCHMARKS}[kind]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or object with an index of it, however deep."""
    if isinstance(value, dict | list):
        for at in value if isinstance(value, dict) else range(len(value)):
            yield value, at
            yield from places(value[at])


def mutated(content: bytes, suffix: str, chance: random.Random) -> bytes:
    """The file cut off, with odd bytes, or with an odd value somewhere."""
    how = chance.random()
    if how < 0.15:
        return content[: chance.randrange(len(content))]
    if how < 0.25:
        odd = bytearray(content)
        odd[chance.randrange(len(odd))] = chance.randrange(256)
        return bytes(odd)
    if suffix == ".json":
        value = json.loads(content)
        inside, at = chance.choice(list(places(value)))
        inside[at] = chance.choice(ODD)
        return json.dumps(value).encode()
    lines = content.decode().splitlines()
    row = chance.randrange(len(lines))
    cells = lines[row].split(":" if suffix == ".yml" else ",")
    cells[chance.randrange(len(cells))] = str(chance.choice(ODD))
    lines[row] = ",".join(cells)
    return "\n".join(lines).encode()


@pytest.mark.parametrize("kind", FILES)
def test_odd_file_is_refused_or_left_out(library: Library, tmp_path: Path, kind: str) -> None:
    sample, chance = SAMPLES / FILES[kind], random.Random(kind)  # noqa: S311 - the same each time
    content = sample.read_bytes()
    if kind == "hf-config":
        content = json.dumps(next(iter(json.loads(content).values()))).encode()
    folder = tmp_path / sample.parent.name
    folder.mkdir()
    asked, read = Asked(library.get("2026-07-31"), DAY), reader(kind)
    for _ in range(ROUNDS):
        path = folder / sample.name
        path.write_bytes(mutated(content, sample.suffix, chance))
        with suppress(CatalogError, InvalidQuery):
            read(path, asked)
