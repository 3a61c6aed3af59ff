"""LiteLLM's `model_prices_and_context_window.json`: prices per token, by model.

A key is the model, mostly behind its provider. Prices above a length of the input are those of the
whole request.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pricing.catalog.names import normalised
from pricing.importers.api_readings import FREE, ApiOffer, ApiReading
from pricing.importers.readings import (
    OTHER_SHAPE,
    SHAPE_ERRORS,
    Asked,
    decoded,
    number_of,
    refused,
    short_name,
)
from pricing.units import TOKENS_PER_MILLION_TOKENS

SAMPLE = "sample_spec"
MODES = frozenset({"chat", "completion", "responses"})
COLUMNS = {
    "input": "input_cost_per_token",
    "cached_input": "cache_read_input_token_cost",
    "output": "output_cost_per_token",
}
PROVIDERS = {
    "together_ai": "together",
    "fireworks_ai": "fireworks",
    "gemini": "google",
    "vertex_ai": "google",
    "bedrock": "aws",
    "bedrock_converse": "aws",
    "azure_ai": "azure",
    "xai": "x-ai",
}
"""Providers whose other lists of prices call them otherwise."""

_ABOVE = re.compile(r"input_cost_per_token_above_(\d+)k_tokens")


def read(path: Path, asked: Asked) -> ApiReading:
    """The offers of a file. Raises CatalogError for a file that is none."""
    del asked  # the file says whose prices they are
    entries = decoded(path, dict[str, Any])
    models = {key: one for key, one in entries.items() if isinstance(one, dict)}
    if len(models) < len(entries) or not any("litellm_provider" in one for one in models.values()):
        raise refused(path, "no prices of LiteLLM: no model has a litellm_provider")
    reading = ApiReading("LiteLLM prices", f"LiteLLM prices ({short_name(path)})")
    for key, entry in models.items():
        if key == SAMPLE:
            continue
        reading.row_count += 1
        try:
            reason = _reason(entry)
            if reason is None:
                reading.offers.append(_offer(key, entry))
        except SHAPE_ERRORS:
            reason = OTHER_SHAPE
        if reason is not None:
            reading.left_out[reason] += 1
    return reading


def _reason(entry: Mapping[str, Any]) -> str | None:
    """Why a model has no price per token; None where it has."""
    if entry.get("mode", "chat") not in MODES:
        return f"its mode is {entry['mode']}"
    prices = [number_of(entry.get(COLUMNS[kind])) for kind in ("input", "output")]
    if None in prices:
        return "it has no price per token"
    return None if prices[1] else FREE


def _offer(key: str, entry: Mapping[str, Any]) -> ApiOffer:
    told = str(entry.get("litellm_provider", ""))
    provider = PROVIDERS.get(told) or next(
        (name for word, name in PROVIDERS.items() if told.startswith(f"{word}-")), normalised(told)
    )
    model = key.removeprefix(f"{told}/")
    limits = sorted(int(match[1]) for name in entry if (match := _ABOVE.fullmatch(name)))
    prices: dict[str, Any] = {
        f"usd_per_million_{kind}_tokens": _usd(entry, name) for kind, name in COLUMNS.items()
    }
    if limits:
        suffix = f"_above_{limits[0]}k_tokens"
        for kind, name in COLUMNS.items():
            prices[f"long_usd_per_million_{kind}_tokens"] = _usd(entry, f"{name}{suffix}")
    end = entry.get("deprecation_date")
    notes = [f"its provider retires it on {end}"] if end else []
    if len(limits) > 1:
        notes.append(f"dearer still above {limits[1]}k tokens")
    return ApiOffer(
        provider=provider,
        model=model,
        long_input_tokens=1000 * limits[0] if limits else None,
        notes="; ".join(notes) or None,
        **{name: usd for name, usd in prices.items() if usd is not None},
    )


def _usd(entry: Mapping[str, Any], name: str) -> float | None:
    usd = number_of(entry.get(name))
    return None if usd is None else round(usd * TOKENS_PER_MILLION_TOKENS, 9)
