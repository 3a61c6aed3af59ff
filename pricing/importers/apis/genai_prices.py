"""Prices of genai-prices: a provider as YAML, or `data.json` with all of them.

Of several prices of a model the last one whose days have begun holds. A price above a number of
tokens is that of the whole request.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from pricing.importers.api_readings import FREE, ApiOffer, ApiReading
from pricing.importers.readings import (
    OTHER_SHAPE,
    SHAPE_ERRORS,
    Asked,
    day_of,
    decoded,
    number_of,
    refused,
    short_name,
)

KINDS = {"input": "input_mtok", "cached_input": "cache_read_mtok", "output": "output_mtok"}


def read(path: Path, asked: Asked) -> ApiReading:
    """The offers of a file on a day. Raises CatalogError for a file that is none."""
    reading = ApiReading("genai-prices", f"genai-prices ({short_name(path)})")
    for provider in _providers(path):
        for model in provider["models"]:
            reading.row_count += 1
            try:
                offer = _offer(str(provider["id"]), model, asked.day)
            except ValueError as error:
                reading.left_out[str(error)] += 1
            except SHAPE_ERRORS:
                reading.left_out[OTHER_SHAPE] += 1
            else:
                reading.offers.append(offer)
    return reading


def _providers(path: Path) -> list[Mapping[str, Any]]:
    content: object
    if path.suffix.lower() == ".json":
        content = decoded(path, object)
    else:
        try:
            content = yaml.safe_load(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, yaml.YAMLError) as error:
            raise refused(path, f"not readable as YAML: {error}") from error
    providers: list[Any] = content if isinstance(content, list) else [content]
    for one in providers:
        is_provider = isinstance(one, dict) and "id" in one and isinstance(one.get("models"), list)
        if not is_provider or not all(isinstance(model, dict) for model in one["models"]):
            raise refused(path, "no prices of genai-prices: no provider with id and models")
    return providers


def _offer(provider: str, model: Mapping[str, Any], day: date) -> ApiOffer:
    """The prices of a model on a day. Raises ValueError, with the reason, for none."""
    told = model.get("prices") or {}
    entries = told if isinstance(told, list) else [{"prices": told}]
    prices, since = _in_force(entries, day)
    base = {kind: _base(prices.get(name)) for kind, name in KINDS.items()}
    if base["input"] is None or base["output"] is None:
        raise ValueError("it has no price per token of input and output")
    if not base["output"] > 0:
        raise ValueError(FREE)
    limit, long = _tier(prices)
    found: dict[str, Any] = {f"usd_per_million_{kind}_tokens": usd for kind, usd in base.items()}
    found |= {f"long_usd_per_million_{kind}_tokens": usd for kind, usd in long.items()}
    if prices.get("requests_kcount"):
        raise ValueError("it has a price of the request besides its tokens")
    return ApiOffer(
        provider=provider,
        model=str(model["id"]),
        long_input_tokens=limit,
        since=since,
        **{name: usd for name, usd in found.items() if usd is not None},
    )


def _in_force(
    entries: Iterable[Mapping[str, Any]], day: date
) -> tuple[Mapping[str, Any], date | None]:
    """The last prices whose days have begun, and their first day."""
    prices: Mapping[str, Any] = {}
    since = None
    for entry in entries:
        constraint = entry.get("constraint") or {}
        if "start_time" in constraint or "end_time" in constraint:
            raise ValueError("its price depends on the hour")
        start = day_of(constraint.get("start_date")) if constraint else None
        if start is None or start <= day:
            prices, since = entry.get("prices") or {}, start
    return prices, since


def _base(price: object) -> float | None:
    """A price, or the one below all tiers."""
    return number_of(price.get("base") if isinstance(price, dict) else price)


def _tier(prices: Mapping[str, Any]) -> tuple[int | None, dict[str, float | None]]:
    """The length from which on other prices hold, and these."""
    tiers = {
        kind: sorted(price["tiers"], key=lambda tier: tier["start"])
        for kind, name in KINDS.items()
        if isinstance(price := prices.get(name), dict) and price.get("tiers")
    }
    if not tiers:
        return None, {}
    if any(len(steps) > 1 for steps in tiers.values()):
        raise ValueError("its price depends on the length in several steps")
    limits = {int(steps[0]["start"]) for steps in tiers.values()}
    if len(limits) > 1:
        raise ValueError("its price depends on the length in several steps")
    return limits.pop(), {kind: number_of(steps[0]["price"]) for kind, steps in tiers.items()}
