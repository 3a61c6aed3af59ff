"""The rows of a release as point look-ups hand them out, built once and never changed.

Devices and models are compared by identity, which makes them cheap keys of caches.
"""

from typing import Annotated

from msgspec import Meta, Struct


class Row(Struct, frozen=True, kw_only=True):
    """Base of every row."""


class Assumption(Row):
    """A default, with its range and its source."""

    key: Annotated[str, Meta(description="Its key in the assumptions table.")]
    value: Annotated[float, Meta(description="The value used, in `unit`.")]
    unit: Annotated[str, Meta(description="Unit of value, low and high.")]
    low: Annotated[float, Meta(description="Low end of its plausible range, in `unit`.")] | None
    high: Annotated[float, Meta(description="High end of its plausible range, in `unit`.")] | None
    source: str
    confidence: str


class PriceRow(Row):
    """A row of the price table; in force on [effective_from, effective_to)."""

    id: str
    provider: str
    region: str
    instance_type: str
    option: str
    device: str
    device_count: Annotated[float, Meta(description="Devices of the instance [count].")]
    usd_per_hour: Annotated[float, Meta(description="USD per hour of the whole instance.")]
    usd_per_device_hour: Annotated[float, Meta(description="USD per device-hour.")]
    effective_from: str
    effective_to: str | None
    date_quality: Annotated[
        str, Meta(description="announced, or the day on which the price was first observed.")
    ]
    source: str
    confidence: str


class PriceRange(Row):
    """What one price was chosen from."""

    count: Annotated[int, Meta(description="Rows that matched [count].")]
    low_usd_per_device_hour: Annotated[float, Meta(description="Lowest [USD per device-hour].")]
    median_usd_per_device_hour: Annotated[
        float, Meta(description="The median provider's median [USD per device-hour].")
    ]
    high_usd_per_device_hour: Annotated[float, Meta(description="Highest [USD per device-hour].")]
    providers: tuple[str, ...]


class Measurement(Row):
    """A published inference measurement."""

    id: str
    device: str
    device_count: int
    model: str
    precision: str
    engine: str
    scenario: str
    regime: str
    weight_bits: float | None
    tensor_parallel: int | None
    concurrency: float | None
    input_tokens: float | None
    output_tokens: float | None
    output_tokens_per_second: float
    ttft_seconds: float | None
    tpot_seconds: float | None
    source: str
    confidence: str


class Device(Row, eq=False):
    """An accelerator, or a processor used as one."""

    name: str
    vendor: str
    architecture: str
    family: str
    memory_bytes: float
    bytes_per_second: float
    flops_per_second: dict[str, float]
    accelerated: tuple[str, ...]
    tdp_watts: float
    tdp_low_watts: float | None
    tdp_high_watts: float | None
    idle_watts: float
    interconnect_bytes_per_second: float | None
    node_device_count: int
    purchase_usd: float | None
    purchase_low_usd: float | None
    purchase_high_usd: float | None
    purchase_includes_host: bool | None
    purchase_source: str | None
    source: str
    confidence: str


class Model(Row, eq=False):
    """A transformer's architecture."""

    name: str
    parameters: float
    active_parameters: float
    routed_expert_parameters: float
    layers: int
    hidden_size: int
    attention_width: float
    kv_values_per_token_layer: float
    growing_layers: float
    window_layers: float
    window_tokens: float
    experts: float
    experts_per_token: float
    context_tokens: int | None
    native_precision: str
    source: str
    confidence: str


class TrainingRun(Row):
    """A published training run with a throughput of its own."""

    id: str
    kind: str
    model: str | None
    parameters: float
    active_parameters: float
    tokens: float | None
    sequence_length: int | None
    layers: int | None
    hidden_size: int | None
    device: str
    device_count: int | None
    precision: str
    device_hours: float | None
    mfu_fraction: float | None
    teraflops_per_device: float | None
    flops_convention: str | None
    source: str
