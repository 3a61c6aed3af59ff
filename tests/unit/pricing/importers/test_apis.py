"""Prices per token of APIs: what is read, and what a service is compared with."""

import csv
import json
from datetime import date
from pathlib import Path

import pytest

from pricing.catalog.library import Library
from pricing.errors import CatalogError
from tests.unit.pricing.importers.conftest import Import

LITELLM, GENAI = "apis/litellm_model_prices.json", "apis/genai_prices_provider.yml"
GPT_4O = "gpt-4o"
KINDS = ("input", "cached_input", "output")


def told(overlay: Path, model: str) -> list[tuple[str, ...]]:
    """Days and prices of a model."""
    rows = csv.DictReader((overlay / "api_prices.csv").read_text().splitlines())
    names = (
        "effective_from",
        "effective_to",
        *(f"usd_per_million_{kind}_tokens" for kind in KINDS),
    )
    return [tuple(row[name] for name in names) for row in rows if row["model"] == model]


def changed(tmp_path: Path, **prices: float) -> Path:
    """LiteLLM's file with other prices of GPT-4o, and without the other model."""
    entries = json.loads((Path(__file__).parent / "samples" / LITELLM).read_text())
    entries[GPT_4O] |= prices
    del entries["together_ai/meta-llama/Llama-3.3-70B-Instruct-Turbo"]
    path = tmp_path / "litellm.json"
    path.write_text(json.dumps(entries))
    return path


def test_litellm_prices_are_per_million_tokens(importing: Import, overlay: Path) -> None:
    report = importing("litellm", LITELLM)

    assert told(overlay, GPT_4O) == [("2026-09-01", "", "2.5", "1.25", "10")]
    assert told(overlay, "meta-llama/Llama-3.3-70B-Instruct-Turbo") == [
        ("2026-09-01", "", "1.04", "", "1.04")
    ]
    assert (report.row_count, report.mapped) == (2, 2)


def test_litellm_models_without_a_price_per_token_are_counted(
    importing: Import, tmp_path: Path
) -> None:
    entries = {
        "a": {"litellm_provider": "x", "mode": "embedding"},
        "b": {"litellm_provider": "x", "mode": "chat"},
        "c": {"litellm_provider": "x", "input_cost_per_token": 0, "output_cost_per_token": 0},
        "d": {"litellm_provider": "x", "input_cost_per_token": 1e-6, "output_cost_per_token": 0},
    }
    path = tmp_path / "litellm.json"
    path.write_text(json.dumps(entries))

    assert importing("litellm", path).left_out == {
        "its mode is embedding": 1,
        "it has no price per token": 1,
        "it is listed as free": 2,
    }


def test_genai_prices_last_entry_of_the_day_holds(importing: Import, overlay: Path) -> None:
    importing("genai-prices", GENAI)

    assert told(overlay, "m-1") == [("2025-06-10", "", "2", "", "8")]


def test_genai_prices_before_the_change_are_the_earlier_ones(
    importing: Import, overlay: Path
) -> None:
    importing("genai-prices", GENAI, observed=date(2025, 6, 1))

    assert told(overlay, "m-1") == [("2025-06-01", "", "10", "2.5", "40")]


def test_price_by_the_hour_is_counted(importing: Import, tmp_path: Path) -> None:
    path = tmp_path / "p.yml"
    path.write_text(
        "id: p\nmodels:\n  - id: m\n    prices:\n      - prices: {input_mtok: 1, output_mtok: 2}\n"
        "      - constraint: {start_time: 00:30:00Z, end_time: 16:30:00Z}\n"
        "        prices: {input_mtok: 2, output_mtok: 4}\n"
    )

    assert importing("genai-prices", path).left_out == {"its price depends on the hour": 1}


@pytest.mark.parametrize(("kind", "name"), [("litellm", LITELLM), ("genai-prices", GENAI)])
def test_second_import_changes_nothing(
    importing: Import, overlay: Path, kind: str, name: str
) -> None:
    importing(kind, name)
    before = (overlay / "api_prices.csv").read_bytes()

    report = importing(kind, name, observed=date(2026, 9, 20))

    assert set(report.counts) == {"unchanged"}
    assert (overlay / "api_prices.csv").read_bytes() == before


def test_later_file_makes_dated_changes(importing: Import, overlay: Path, tmp_path: Path) -> None:
    importing("litellm", LITELLM)

    later = changed(tmp_path, input_cost_per_token=2e-6)
    report = importing("litellm", later, observed=date(2026, 9, 20))

    assert (report.counts["changed"], report.counts["ended"]) == (1, 1)
    assert told(overlay, GPT_4O) == [
        ("2026-09-01", "2026-09-20", "2.5", "1.25", "10"),
        ("2026-09-20", "", "2", "1.25", "10"),
    ]
    assert told(overlay, "meta-llama/Llama-3.3-70B-Instruct-Turbo")[0][1] == "2026-09-20"


def test_own_prices_go_before_the_package(
    importing: Import, overlay: Path, library: Library
) -> None:
    importing("genai-prices", GENAI)
    own = library.read(overlay).own_api_prices
    request = {"cached_input_tokens": 0.0, "output_tokens": 1000.0}

    short = own.find("Sample", "M-1", date(2026, 9, 1), input_tokens=1000.0, **request)
    long = own.find("sample", "m-1", date(2026, 9, 1), input_tokens=300_000.0, **request)

    assert short is not None
    assert long is not None
    assert short.usd_per_request == pytest.approx(2e-6 * 1000 + 8e-6 * 1000)
    assert long.usd_per_request == pytest.approx(4e-6 * 300_000 + 8e-6 * 1000)
    assert short.source.startswith("genai-prices (apis/genai_prices_provider.yml)")
    assert own.find("sample", "m-1", date(2025, 6, 9), input_tokens=1.0, **request) is None
    assert own.find("sample", "m-2", date(2026, 9, 1), input_tokens=1.0, **request) is None


@pytest.mark.parametrize("kind", ["litellm", "genai-prices"])
@pytest.mark.parametrize("content", ["", "{}", "[1]", "a: [", '{"a": {}}'])
def test_file_of_another_format_is_refused_with_its_name(
    importing: Import, tmp_path: Path, kind: str, content: str
) -> None:
    path = tmp_path / ("other.json" if kind == "litellm" else "other.yml")
    path.write_text(content)

    with pytest.raises(CatalogError, match=path.name):
        importing(kind, path)
