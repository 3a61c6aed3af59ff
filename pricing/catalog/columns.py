"""What the engine looks up, derived from the columns of the tables."""

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from pricing.catalog.attention import latent_attention, plain_attention, sparse_attention_of
from pricing.catalog.feed_forward import feed_forward_of
from pricing.catalog.instances import Joining
from pricing.catalog.price_flags import PriceKey, price_key
from pricing.catalog.rows import Device, Model, PriceRow
from pricing.releases.columns import PRECISIONS
from pricing.units import BYTES_PER_GIBIBYTE, BYTES_PER_GIGABYTE, FLOPS_PER_TERAFLOP

R = TypeVar("R", bound=Struct)


def derived(kind: type[R], row: Mapping[str, Any], **values: Any) -> R:
    """A row of the engine: some values, and for the other fields the columns of the same name."""
    return kind(
        **{name: row[name] for name in kind.__struct_fields__ if name not in values}, **values
    )


def output_tokens_per_second(row: Mapping[str, Any]) -> float | None:
    """As printed; a single request for one token takes its time to first token."""
    rate: float | None = row["output_tokens_per_second"]
    alone = row["concurrency"] == 1 and row["output_tokens"] == 1
    if rate is None and alone and row["ttft_seconds"]:
        rate = 1.0 / row["ttft_seconds"]
    return rate


def device_of(row: Mapping[str, Any]) -> Device:
    """A device, in bytes and FLOP/s."""

    def bytes_per_second(name: str) -> float | None:
        rate: float | None = row[f"{name}_gigabytes_per_second"]
        return None if rate is None else rate * BYTES_PER_GIGABYTE

    usable: float | None = row["usable_memory_gibibytes"]
    flops_per_second = {
        precision: row[f"{precision}_teraflops"] * FLOPS_PER_TERAFLOP
        for precision in PRECISIONS
        if row[f"{precision}_teraflops"] is not None
    }
    return derived(
        Device,
        row,
        name=row["device"],
        memory_bytes=row["memory_gibibytes"] * BYTES_PER_GIBIBYTE,
        usable_memory_bytes=usable and usable * BYTES_PER_GIBIBYTE,
        bytes_per_second=row["memory_gigabytes_per_second"] * BYTES_PER_GIGABYTE,
        flops_per_second=flops_per_second,
        index_flops_per_second=next(
            (
                flops_per_second[name]
                for name in ("fp8", "bf16", "fp16")
                if name in flops_per_second
            ),
            max(flops_per_second.values(), default=0.0),
        ),
        accelerated=tuple(row["accelerated_precisions"].split()),
        interconnect_bytes_per_second=bytes_per_second("interconnect"),
        host_bytes_per_second=bytes_per_second("host"),
        network_bytes_per_second=bytes_per_second("network"),
    )


def model_of(row: Mapping[str, Any]) -> Model:
    """A model, with what follows from its heads and layers."""
    layers = row["layers"]
    full = row["full_attention_layers"]
    full = layers if full is None else full
    heads = row["heads"]
    head_dim = row["head_dim"] or row["hidden_size"] // heads
    if row["attention"] == "mla":
        attention = latent_attention(
            heads=heads, head_dim=head_dim, latent=row["kv_latent_dim"], rope=row["kv_rope_dim"]
        )
    else:
        attention = plain_attention(heads=heads, head_dim=head_dim, kv_heads=row["kv_heads"])
    lookup = row["lookup_parameters"] or 0.0
    feed_forward = feed_forward_of(
        active_parameters=row["active_parameters"],
        embedding_parameters=(row["vocabulary_size"] or 0) * row["hidden_size"] + lookup,
        layers=layers,
        hidden_size=row["hidden_size"],
        attention=attention,
        intermediate_size=_passed_width(row),
        gated=True if row["experts"] else None,
    )
    return derived(
        Model,
        row,
        name=row["model"],
        routed_expert_parameters=row["routed_expert_parameters"] or 0.0,
        lookup_parameters=lookup,
        tower_parameters=row["tower_parameters"] or 0.0,
        draft_parameters=row["draft_parameters"] or 0.0,
        full_attention_layers=float(full),
        window_layers=float(layers - full),
        window_tokens=float(row["sliding_window"] or 0),
        state_bytes=row["state_bytes"] or 0.0,
        attention_width=attention.width,
        decode_attention_width=attention.decode_width,
        kv_heads=attention.kv_heads,
        kv_values_per_token_layer=attention.kv_values,
        window_kv_heads=float(row["window_kv_heads"] or attention.kv_heads),
        window_kv_values_per_token_layer=row["window_kv_values"] or attention.kv_values,
        index_bytes_per_token_layer=row["index_bytes"] or 0.0,
        **asdict(sparse_attention_of(row, float(full))),
        experts=float(row["experts"] or 1),
        experts_per_token=float(row["experts_per_token"] or 1),
        expert_intermediate_size=float(row["expert_intermediate_size"] or 1),
        feed_forward_width=feed_forward.width,
        gated=feed_forward.gated,
    )


def _passed_width(row: Mapping[str, Any]) -> float | None:
    """Width of the feed-forward part that a token passes in most layers, None if not published."""
    if not row["experts"]:
        return row["intermediate_size"] and float(row["intermediate_size"])
    if row["expert_intermediate_size"] is None:
        return None
    passed = (row["experts_per_token"] or 1) + (row["shared_experts"] or 0)
    return float(row["expert_intermediate_size"] * passed)


def price_of(
    row: Mapping[str, Any],
    doubts: Mapping[PriceKey, str],
    isolated: Collection[tuple[str, str]],
    joining: Joining,
) -> PriceRow:
    """A price, with its price of a device-hour and why it may be none.

    isolated: provider and region, in lower case, of isolated places; joining: what joins instances.
    """
    start, end = row["effective_from"].isoformat(), row["effective_to"]
    last = row["last_observed"]
    where = f"{row['provider']}/{row['region']}/{row['instance_type']}"
    return derived(
        PriceRow,
        row,
        id=f"{where}/{row['option']}/{start}",
        usd_per_device_hour=row["usd_per_hour"] / row["device_count"],
        effective_from=start,
        effective_to=None if end is None else end.isoformat(),
        last_observed=None if last is None else last.isoformat(),
        doubt=doubts.get(price_key(row)),
        isolated=(row["provider"], row["region"].casefold()) in isolated,
        **joining.of(row["provider"], row["instance_type"]),
    )
