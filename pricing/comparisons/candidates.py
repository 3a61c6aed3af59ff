"""Candidates of a comparison: the sweeps over what may vary, on whole devices and on two pools."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod
from typing import Any

import msgspec

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import normalised, spelt
from pricing.comparisons.query import ComparisonQuery, PriceBasis
from pricing.errors import InvalidQuery, UnknownName
from pricing.purchasing.one_provider import options_of
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.sweeps.answer import USUAL_OF_POOLS
from pricing.sweeps.query import Range, Scalar, SweepQuery

DEVICES = {"devices": "deployment.device"}

POOLS = {
    "prefill_devices": "deployment.prefill.device",
    "decode_devices": "deployment.decode.device",
}
"""The devices of candidates that read prompts and generate on pools of their own."""

OTHERS = {
    "device_counts": "deployment.device_count",
    "tensor_parallels": "deployment.tensor_parallel",
    "precisions": "deployment.precision",
    "engines": "deployment.engine",
    "options": "purchase.option",
    "providers": "purchase.provider",
    "regions": "purchase.region",
}

AXES = {**DEVICES, **POOLS, **OTHERS}
"""What may vary, and the field of the query that it is."""

ASKED = {"asked_precision": OTHERS["precisions"], "engine": OTHERS["engines"]}
"""What candidates say as it was asked for: several formats are results of one name, and a quote
knows an engine in no other way."""

RESULTS = (
    *("device", "device_count", "tensor_parallel", "replica_count", "precision"),
    *("option", "price_basis", "provider", "region", "usd_per_device_hour"),
    "usd_per_million_output_tokens",
    *("usd_per_million_output_tokens_low", "usd_per_million_output_tokens_high"),
    *("usd_per_million_input_tokens", "usd_per_million_tokens"),
    *("usd_per_million_tokens_at_full_use", "utilization_fraction"),
    *("usd_per_request", "usd_per_document", "usd_per_image", "usd_per_hour", "usd_per_watt_year"),
    *("joules_per_output_token", "joules_per_request", "grams_co2e_per_million_output_tokens"),
    *("ttft_seconds", "tpot_seconds", "output_tokens_per_second"),
    *("output_tokens_per_second_low", "output_tokens_per_second_high"),
    *("input_tokens_per_second", "documents_per_second", "concurrency", "basis"),
)

OWNED = "owned"


def basis_of(query: ComparisonQuery) -> PriceBasis:
    """The prices that candidates are ranked at."""
    return query.price_basis or ("owned" if set(query.vary.options) == {OWNED} else "rented")


def sweep_queries(
    query: ComparisonQuery, context: QuoteContext, limit: int
) -> Iterator[SweepQuery]:
    """The sweeps over all candidates: on whole devices, and on pools where these are asked for.

    Raises InvalidQuery for more candidates than the limit, or for one pool without the other.
    """
    vary = query.vary
    for name, other in (
        ("prefill_devices", "decode_devices"),
        ("decode_devices", "prefill_devices"),
    ):
        if getattr(vary, name) and not getattr(vary, other):
            raise InvalidQuery(
                f"vary.{name} are those of one of two pools: give vary.{other} too",
                field=f"vary.{other}",
            )
    kinds = [POOLS] if vary.prefill_devices else []
    if vary.devices or not kinds:
        kinds.insert(0, DEVICES)
    found = [_axes(query, context, {**kind, **OTHERS}) for kind in kinds]
    count = sum(_count(axes) for axes in found)
    if count > limit:
        raise InvalidQuery(
            f"{count:,} candidates are more than the {limit:,} that one comparison may have:"
            " leave out values of what may vary",
            field="vary",
        )
    for kind, axes in zip(kinds, found, strict=True):
        columns = (*RESULTS, *(USUAL_OF_POOLS if kind is POOLS else ()))
        yield SweepQuery(base=_base(query), axes=axes, columns=columns)


def _axes(
    query: ComparisonQuery, context: QuoteContext, varying: Mapping[str, str]
) -> dict[str, tuple[Scalar, ...] | Range]:
    """The axes of a sweep over what may vary."""
    axes: dict[str, tuple[Scalar, ...] | Range] = {}
    for name, field in varying.items():
        asked = getattr(query.vary, name)
        if name == "options" and basis_of(query) == OWNED:
            asked = tuple(value or OWNED for value in asked)
        values = each_once(asked, meant(name, context.catalog))
        if name == "devices" and not values:
            values = tuple(sorted(context.catalog.devices))
        if not values:
            raise InvalidQuery("a list of what may vary has a value", field=f"vary.{name}")
        if values != (None,):
            axes[field] = values
    return axes


def _count(axes: Mapping[str, Any]) -> int:
    return prod(len(values) for values in axes.values())


def _base(query: ComparisonQuery) -> dict[str, Any]:
    """What all candidates share."""
    return {
        "model": msgspec.to_builtins(query.model),
        "workload": query.workload,
        "load": _given(query.load),
        "slo": _given(query.slo),
        "facility": _given(query.facility),
        "utilization_fraction": query.utilization_fraction,
        "purchase": {
            "discount_fraction": query.discount_fraction,
            "beside": options_of([Purchase(option=option) for option in query.vary.options]),
        },
        "catalog": query.catalog,
        "as_of": query.as_of,
    }


def each_once(values: Iterable[Any], meant: Callable[[Any], Any]) -> tuple[Any, ...]:
    """The values, of those that mean the same the first; what means nothing is its own."""
    first: dict[Any, Any] = {}
    for value in values:
        try:
            first.setdefault(meant(value), value)
        except UnknownName:
            first.setdefault(value, value)
    return tuple(first.values())


def meant(name: str, catalog: Catalog) -> Callable[[Any], Any]:
    """What a value of an axis stands for, which has several names."""

    def device(value: str) -> str:
        return catalog.devices.find(value, field=name).name

    def provider(value: str | None) -> str | None:
        return value and spelt("provider", value, catalog.providers, field=name)

    def region(value: str | None) -> str | None:
        return value and normalised(value)

    known = {**dict.fromkeys((*DEVICES, *POOLS), device), "providers": provider, "regions": region}
    return known.get(name, lambda value: value)


def _given(part: msgspec.Struct) -> Mapping[str, Any]:
    return {
        name: value for name, value in msgspec.structs.asdict(part).items() if value is not None
    }
