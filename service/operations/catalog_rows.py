"""The rows of the catalogue as they are listed: the wire format of the tables.

Listed explicitly, so that a new column of a table cannot change what callers get.
"""

from datetime import date
from typing import Annotated

from msgspec import Meta, Struct

from pricing.catalog.rows import Confidence, InstanceType, Provider, Region, WayOfBuying

Teraflops = Annotated[float, Meta(description="Dense peak of this format [teraFLOP/s].")] | None
Source = Annotated[str, Meta(description="Where the figures of the row were published.")]


class Row(Struct, frozen=True, kw_only=True):
    """Base of every row."""


class TableFacts(Row, frozen=True, kw_only=True):
    """One table of a release."""

    row_count: Annotated[int, Meta(description="Rows [count].")]
    sha256: Annotated[str, Meta(description="sha256 of the table's file.")]


class ReleaseRow(Row, frozen=True, kw_only=True):
    """A release of the tables."""

    name: Annotated[str, Meta(description="Its name, for `catalog`.")]
    known_by: Annotated[date, Meta(description="The day up to which the release knows facts.")]
    digest: Annotated[str, Meta(description="sha256 over all tables of the release.")]
    tables: Annotated[dict[str, TableFacts], Meta(description="Its tables by name.")]
    unmodelled_price_count: Annotated[
        int,
        Meta(description="Price rows of accelerators that no device stands for [count]."),
    ]


class DeviceRow(Row, frozen=True, kw_only=True):
    """An accelerator."""

    device: Annotated[str, Meta(description="Its name in this API.", examples=["h100-sxm-80gb"])]
    name: Annotated[str, Meta(description="Its name in full.")]
    vendor: Annotated[str, Meta(description="Who makes it.")]
    architecture: Annotated[str, Meta(description="Generation of the chip.")]
    family: Annotated[
        str, Meta(description="Devices that share constants of the performance model.")
    ]
    year: Annotated[int, Meta(description="Year it came out [year].")]
    memory_gibibytes: Annotated[float, Meta(description="Memory [GiB].")]
    memory_type: Annotated[str, Meta(description="Kind of memory, as HBM3.")]
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
    interconnect: Annotated[str, Meta(description="The link between devices of a server.")] | None
    interconnect_gigabytes_per_second: (
        Annotated[float, Meta(description="Bandwidth to its neighbours, both ways [GB/s].")] | None
    )
    bridged_device_count: (
        Annotated[int, Meta(description="Neighbours that it joins, where not the node [count].")]
        | None
    )
    host_gigabytes_per_second: (
        Annotated[
            float, Meta(description="Bandwidth to the others, through the host, both ways [GB/s].")
        ]
        | None
    )
    network_gigabytes_per_second: (
        Annotated[
            float, Meta(description="Its share of the network between servers, both ways [GB/s].")
        ]
        | None
    )
    node_device_count: Annotated[int, Meta(description="Devices of one server [count].")]
    form_factor: (
        Annotated[
            str, Meta(description="How it is built in: a module on a board, or a card in a slot.")
        ]
        | None
    )
    purchase_usd: Annotated[float, Meta(description="Purchase price [USD].")] | None
    purchase_low_usd: Annotated[float, Meta(description="Low end of it [USD].")] | None
    purchase_high_usd: Annotated[float, Meta(description="High end of it [USD].")] | None
    purchase_includes_host: (
        Annotated[bool, Meta(description="Whether this is the price with its share of the host.")]
        | None
    )
    purchase_source: (
        Annotated[str, Meta(description="Where the purchase price was published.")] | None
    )
    source: Source
    confidence: Confidence
    notes: Annotated[str, Meta(description="What is to be known of the row.")] | None


class ModelRow(Row, frozen=True, kw_only=True):
    """A model's architecture."""

    model: Annotated[str, Meta(description="Its name in this API.", examples=["llama-3.1-70b"])]
    family: Annotated[str, Meta(description="Series that it belongs to.")]
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
    window_kv_heads: (
        Annotated[
            int,
            Meta(
                description="Key-value heads of layers that have a window, where those are not the"
                " heads of the others [count]."
            ),
        ]
        | None
    )
    window_kv_values: (
        Annotated[
            float,
            Meta(
                description="Values cached for a token in a layer that has a window, where those"
                " layers have heads of their own [count]."
            ),
        ]
        | None
    )
    index_bytes: (
        Annotated[
            float,
            Meta(
                description="Keys of an indexer that chooses what is attended to, for a token and"
                " layer, in the mean of the layers that see the whole context [bytes]."
            ),
        ]
        | None
    )
    experts: Annotated[int, Meta(description="Routed experts a layer [count].")] | None
    experts_per_token: (
        Annotated[int, Meta(description="Routed experts a token passes [count].")] | None
    )
    vocabulary_size: Annotated[int, Meta(description="Size of the vocabulary [tokens].")] | None
    context_tokens: Annotated[int, Meta(description="Longest context [tokens].")] | None
    native_precision: Annotated[str, Meta(description="Number format of the published weights.")]
    architecture: (
        Annotated[
            str, Meta(description="encoder_only, encoder_decoder, or null for a decoder alone.")
        ]
        | None
    )
    state_bytes: (
        Annotated[
            float,
            Meta(
                description="What a sequence keeps in layers that have a state of fixed size"
                " (Mamba, DeltaNet, …) beside or instead of a KV cache [bytes]."
            ),
        ]
        | None
    )
    native_weight_bits: (
        Annotated[
            float,
            Meta(
                description="Size of a weight in the native precision, scales included, where it is"
                " not the usual one of that format [bits]."
            ),
        ]
        | None
    )
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
    notes: Annotated[str, Meta(description="What is to be known of the row.")] | None


class PriceListingRow(Row, frozen=True, kw_only=True):
    """A price of one instance, and the days it held."""

    provider: Provider
    region: Region
    instance_type: InstanceType
    option: WayOfBuying
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
    notes: Annotated[str, Meta(description="What is to be known of the row.")] | None


class InferenceMeasurementRow(Row, frozen=True, kw_only=True, tag_field="kind", tag="inference"):
    """A published measurement of inference."""

    id: Annotated[str, Meta(description="Names the row in evidence.")]
    device: Annotated[str, Meta(description="The device; null, not modelled.")] | None
    device_count: Annotated[int, Meta(description="Devices measured [count].")]
    model: Annotated[str, Meta(description="The model, as in the catalogue or as printed.")]
    precision: Annotated[str, Meta(description="Number format of the weights.")]
    weight_bits: Annotated[float, Meta(description="Size of a weight [bits].")] | None
    kv_cache_precision: (
        Annotated[str, Meta(description="Format of the cache, where not the engine's usual.")]
        | None
    )
    engine: Annotated[str, Meta(description="The serving engine.")]
    engine_version: Annotated[str, Meta(description="Its version, as printed.")] | None
    scenario: Annotated[str, Meta(description="The benchmark's name of how it was run.")]
    regime: Annotated[
        str, Meta(description="The rule of the load: offline, concurrency, rate, server, …")
    ]
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
    source_location: (
        Annotated[str, Meta(description="Where in the source: a URL, a table, a page.")] | None
    )
    confidence: Confidence
    notes: Annotated[str, Meta(description="What is to be known of the row.")] | None


class TrainingMeasurementRow(Row, frozen=True, kw_only=True, tag_field="kind", tag="training"):
    """A published training run."""

    id: Annotated[str, Meta(description="Names the row in evidence.")]
    run_kind: Annotated[
        str, Meta(description="full_run (as billed), throughput (steady), mlperf or finetune.")
    ]
    run_name: Annotated[str, Meta(description="The run's name in its source.")]
    model: Annotated[str, Meta(description="The model, as in the catalogue.")] | None
    parameters: Annotated[float, Meta(description="Parameters in all [count].")]
    active_parameters: Annotated[float, Meta(description="Parameters a token passes [count].")]
    tokens: Annotated[float, Meta(description="Tokens trained on [count].")] | None
    sequence_length: Annotated[int, Meta(description="Tokens a sequence [count].")] | None
    device: Annotated[str, Meta(description="The device; null, not modelled.")] | None
    accelerator: Annotated[str, Meta(description="The device, as printed.")]
    device_count: Annotated[int, Meta(description="Devices of the run [count].")] | None
    precision: Annotated[str, Meta(description="Number format of the arithmetic.")]
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
    usd_basis: Annotated[str, Meta(description="What the printed dollars are of.")] | None
    source: Source
    source_location: (
        Annotated[str, Meta(description="Where in the source: a URL, a table, a page.")] | None
    )
    confidence: Confidence
    notes: Annotated[str, Meta(description="What is to be known of the row.")] | None


class AssumptionRow(Row, frozen=True, kw_only=True):
    """A default, its range and where it comes from."""

    key: Annotated[str, Meta(description="Its key; answers name it under assumptions.")]
    value: Annotated[float, Meta(description="The default, in `unit`.")]
    unit: Annotated[str, Meta(description="Unit of value, low and high.")]
    low: Annotated[float, Meta(description="Low end of its plausible range, in `unit`.")] | None
    high: Annotated[float, Meta(description="High end of its plausible range, in `unit`.")] | None
    source: Source
    confidence: Confidence
    notes: Annotated[str, Meta(description="What is to be known of the row.")] | None
