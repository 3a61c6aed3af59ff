"""The rows of the catalogue as they are listed: the wire format of the tables.

Listed explicitly, so that a new column of a table cannot change what callers get.
"""

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

Teraflops = Annotated[float, Meta(description="Dense peak of this format [teraFLOP/s].")] | None
Source = Annotated[str, Meta(description="Where the figures of the row were published.")]
Confidence = Annotated[str, Meta(description="verified, partly verified, secondary or unverified.")]


class Row(Struct, frozen=True, kw_only=True):
    """Base of every row."""


class TableFacts(Row, frozen=True, kw_only=True):
    """One table of a release."""

    row_count: Annotated[int, Meta(description="Rows [count].")]
    sha256: Annotated[str, Meta(description="sha256 of the table's file.")]


class ReleaseRow(Row, frozen=True, kw_only=True):
    """A release of the tables."""

    name: str
    known_by: Annotated[date, Meta(description="The day up to which the release knows facts.")]
    digest: Annotated[str, Meta(description="sha256 over all tables of the release.")]
    tables: dict[str, TableFacts]
    unmodelled_price_count: Annotated[
        int,
        Meta(description="Price rows of accelerators that no device stands for [count]."),
    ]


class DeviceRow(Row, frozen=True, kw_only=True):
    """An accelerator."""

    device: Annotated[str, Meta(description="Its name in this API.", examples=["h100-sxm-80gb"])]
    name: str
    vendor: str
    architecture: str
    family: str
    year: Annotated[int, Meta(description="Year it came out [year].")]
    memory_gibibytes: Annotated[float, Meta(description="Memory [GiB].")]
    memory_type: str
    memory_gigabytes_per_second: Annotated[float, Meta(description="Memory bandwidth [GB/s].")]
    fp32_teraflops: Teraflops
    tf32_teraflops: Teraflops
    fp16_teraflops: Teraflops
    bf16_teraflops: Teraflops
    fp8_teraflops: Teraflops
    fp4_teraflops: Teraflops
    int8_teraflops: Teraflops
    int4_teraflops: Teraflops
    accelerated_precisions: Annotated[str, Meta(description="Formats in hardware, spaced.")]
    tdp_watts: Annotated[float, Meta(description="Rated power [watts].")]
    tdp_low_watts: (
        Annotated[float, Meta(description="Low end, where it is an estimate [watts].")] | None
    )
    tdp_high_watts: (
        Annotated[float, Meta(description="High end, where it is an estimate [watts].")] | None
    )
    idle_watts: Annotated[float, Meta(description="Power at rest [watts].")]
    interconnect: str | None
    interconnect_gigabytes_per_second: (
        Annotated[float, Meta(description="Bandwidth to its neighbours [GB/s].")] | None
    )
    bridged_device_count: (
        Annotated[int, Meta(description="Neighbours that it joins, where not the node [count].")]
        | None
    )
    host_gigabytes_per_second: (
        Annotated[float, Meta(description="Bandwidth to the others, through the host [GB/s].")]
        | None
    )
    network_gigabytes_per_second: (
        Annotated[
            float, Meta(description="Its share of the network between servers, both ways [GB/s].")
        ]
        | None
    )
    node_device_count: Annotated[int, Meta(description="Devices of one server [count].")]
    form_factor: str | None
    purchase_usd: Annotated[float, Meta(description="Purchase price [USD].")] | None
    purchase_low_usd: Annotated[float, Meta(description="Low end of it [USD].")] | None
    purchase_high_usd: Annotated[float, Meta(description="High end of it [USD].")] | None
    purchase_includes_host: (
        Annotated[bool, Meta(description="Whether this is the price with its share of the host.")]
        | None
    )
    purchase_source: str | None
    source: Source
    confidence: Confidence
    notes: str | None


class ModelRow(Row, frozen=True, kw_only=True):
    """A model's architecture."""

    model: Annotated[str, Meta(description="Its name in this API.", examples=["llama-3.1-70b"])]
    family: str
    year: Annotated[int, Meta(description="Year it came out [year].")]
    parameters: Annotated[float, Meta(description="Parameters in all [count].")]
    active_parameters: Annotated[float, Meta(description="Parameters a token passes [count].")]
    routed_expert_parameters: (
        Annotated[float, Meta(description="Parameters in the routed experts [count].")] | None
    )
    lookup_parameters: (
        Annotated[
            float,
            Meta(
                description="Parameters of an input embedding that the output does not share, of"
                " which a token reads one row [count]."
            ),
        ]
        | None
    )
    layers: Annotated[int, Meta(description="Transformer layers [count].")]
    hidden_size: Annotated[int, Meta(description="Width of the residual stream [count].")]
    intermediate_size: Annotated[int, Meta(description="Width of the MLP [count].")] | None
    heads: Annotated[int, Meta(description="Query heads [count].")]
    kv_heads: Annotated[int, Meta(description="Key-value heads [count].")] | None
    head_dim: Annotated[int, Meta(description="Size of a head [count].")] | None
    attention: Annotated[str, Meta(description="mha, gqa, mqa or mla.")]
    kv_latent_dim: Annotated[int, Meta(description="MLA: size of the latent [count].")] | None
    kv_rope_dim: Annotated[int, Meta(description="MLA: size of the rotary key [count].")] | None
    sliding_window: Annotated[int, Meta(description="Window of local layers [tokens].")] | None
    full_attention_layers: (
        Annotated[int, Meta(description="Layers that see the whole context [count].")] | None
    )
    experts: Annotated[int, Meta(description="Routed experts a layer [count].")] | None
    experts_per_token: (
        Annotated[int, Meta(description="Routed experts a token passes [count].")] | None
    )
    vocabulary_size: Annotated[int, Meta(description="Size of the vocabulary [tokens].")] | None
    context_tokens: Annotated[int, Meta(description="Longest context [tokens].")] | None
    native_precision: str
    dense_weight_bits: (
        Annotated[
            float,
            Meta(
                description="Size of a weight outside the routed experts, where the published"
                " checkpoint has only these in its native precision [bits]."
            ),
        ]
        | None
    )
    source: Source
    confidence: Confidence
    notes: str | None


class PriceListingRow(Row, frozen=True, kw_only=True):
    """A price of one instance, and the days it held."""

    provider: str
    region: str
    instance_type: str
    option: str
    effective_from: Annotated[date, Meta(description="First day of the price.")]
    effective_to: (
        Annotated[date, Meta(description="First day it no longer holds; null, it still does.")]
        | None
    )
    usd_per_hour: Annotated[float, Meta(description="USD per hour of the whole instance.")]
    device: Annotated[str, Meta(description="The device; null, not modelled.")] | None
    device_count: Annotated[float, Meta(description="Devices of the instance [count].")]
    accelerator: Annotated[str, Meta(description="What the provider calls the device.")]
    vcpu_count: Annotated[int, Meta(description="Virtual CPUs [count].")] | None
    memory_gibibytes: Annotated[float, Meta(description="Host memory [GiB].")] | None
    date_quality: Annotated[str, Meta(description="announced, or first observed that day.")]
    source: Source
    confidence: Confidence
    notes: str | None


class InferenceMeasurementRow(Row, frozen=True, kw_only=True, tag_field="kind", tag="inference"):
    """A published measurement of inference."""

    id: str
    device: Annotated[str, Meta(description="The device; null, not modelled.")] | None
    device_count: Annotated[int, Meta(description="Devices measured [count].")]
    model: str
    precision: str
    weight_bits: Annotated[float, Meta(description="Size of a weight [bits].")] | None
    kv_cache_precision: (
        Annotated[str, Meta(description="Format of the cache, where not the engine's usual.")]
        | None
    )
    engine: str
    engine_version: str | None
    scenario: str
    regime: str
    tensor_parallel: Annotated[int, Meta(description="Devices of a replica [count].")] | None
    concurrency: Annotated[float, Meta(description="Requests in flight [count].")] | None
    requests_per_second: Annotated[float, Meta(description="Requests per second.")] | None
    input_tokens: Annotated[float, Meta(description="Mean input tokens a request.")] | None
    output_tokens: Annotated[float, Meta(description="Mean output tokens a request.")] | None
    output_tokens_per_second: (
        Annotated[float, Meta(description="Output tokens per second, all devices.")] | None
    )
    ttft_seconds: Annotated[float, Meta(description="Time to first token [seconds].")] | None
    tpot_seconds: Annotated[float, Meta(description="Time per output token [seconds].")] | None
    power_watts: Annotated[float, Meta(description="Mean power of the scope [watts].")] | None
    power_scope: Annotated[str, Meta(description="devices or system.")] | None
    source: Source
    source_location: str | None
    confidence: Confidence
    notes: str | None


class TrainingMeasurementRow(Row, frozen=True, kw_only=True, tag_field="kind", tag="training"):
    """A published training run."""

    id: str
    run_kind: Annotated[
        str, Meta(description="full_run (as billed), throughput (steady), mlperf or finetune.")
    ]
    run_name: str
    model: str | None
    parameters: Annotated[float, Meta(description="Parameters in all [count].")]
    active_parameters: Annotated[float, Meta(description="Parameters a token passes [count].")]
    tokens: Annotated[float, Meta(description="Tokens trained on [count].")] | None
    sequence_length: Annotated[int, Meta(description="Tokens a sequence [count].")] | None
    device: Annotated[str, Meta(description="The device; null, not modelled.")] | None
    accelerator: str
    device_count: Annotated[int, Meta(description="Devices of the run [count].")] | None
    precision: str
    device_hours: Annotated[float, Meta(description="Device-hours of the run.")] | None
    wall_clock_days: Annotated[float, Meta(description="From start to end [days].")] | None
    mfu_fraction: Annotated[float, Meta(description="Model FLOPs used [fraction].")] | None
    tokens_per_second_per_device: (
        Annotated[float, Meta(description="As published, a device [tokens per second].")] | None
    )
    teraflops_per_device: (
        Annotated[float, Meta(description="As published, a device [teraFLOP/s].")] | None
    )
    flops_convention: (
        Annotated[
            str,
            Meta(
                description="What the FLOPs count: weights (6·N alone), square (attention over the"
                " whole square besides), hardware (recompute too), or model (not told)."
            ),
        ]
        | None
    )
    energy_megawatt_hours: Annotated[float, Meta(description="Energy of the run [MWh].")] | None
    watts_per_device: Annotated[float, Meta(description="Mean power a device [watts].")] | None
    usd: Annotated[float, Meta(description="What it cost, as published [USD].")] | None
    usd_basis: str | None
    source: Source
    source_location: str | None
    confidence: Confidence
    notes: str | None


class AssumptionRow(Row, frozen=True, kw_only=True):
    """A default, its range and where it comes from."""

    key: str
    value: Annotated[float, Meta(description="The default, in `unit`.")]
    unit: Annotated[str, Meta(description="Unit of value, low and high.")]
    low: Annotated[float, Meta(description="Low end of its plausible range, in `unit`.")] | None
    high: Annotated[float, Meta(description="High end of its plausible range, in `unit`.")] | None
    source: Source
    confidence: Confidence
    notes: str | None
