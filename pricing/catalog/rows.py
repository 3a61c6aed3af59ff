"""The rows of a release as point look-ups hand them out, built once and never changed.

Devices and models are compared by identity, which makes them cheap keys of caches.
"""

from math import inf
from typing import Annotated

from msgspec import Meta, Struct

from pricing.catalog.feed_forward import attention_key_width
from pricing.numerics.number import least
from pricing.releases.measurements import MeasurementRow, TrainingRunRow

Provider = Annotated[str, Meta(description="Who rents it out.")]
Region = Annotated[str, Meta(description="The provider's name of the place.")]
InstanceType = Annotated[str, Meta(description="The provider's name of what is rented.")]
WayOfBuying = Annotated[str, Meta(description="Way of buying: on_demand, spot, reserved_1y, …")]
Confidence = Annotated[str, Meta(description="verified, partly verified, secondary or unverified.")]
"""What rows, answers and listings say in the same words."""


class Row(Struct, frozen=True, kw_only=True):
    """Base of every row."""


class Assumption(Row, frozen=True, kw_only=True):
    """A default, with its range and its source."""

    key: Annotated[str, Meta(description="Its key in the assumptions table.")]
    value: Annotated[float, Meta(description="The value used, in `unit`.")]
    unit: Annotated[str, Meta(description="Unit of value, low and high.")]
    low: Annotated[float | None, Meta(description="Low end of its plausible range, in `unit`.")]
    high: Annotated[float | None, Meta(description="High end of its plausible range, in `unit`.")]
    source: Annotated[str, Meta(description="Where the value comes from.")]
    confidence: Confidence


class PriceRow(Row, frozen=True, kw_only=True):
    """A row of the price table; in force on [effective_from, effective_to)."""

    id: Annotated[str, Meta(description="provider/region/instance type/option/first day.")]
    provider: Provider
    region: Region
    instance_type: InstanceType
    option: WayOfBuying
    device: Annotated[str, Meta(description="The device of the instance.")]
    device_count: Annotated[float, Meta(description="Devices of the instance [count].")]
    usd_per_hour: Annotated[float, Meta(description="USD per hour of the whole instance.")]
    usd_per_device_hour: Annotated[float, Meta(description="USD per device-hour.")]
    effective_from: Annotated[str, Meta(description="First day of the price, YYYY-MM-DD.")]
    effective_to: Annotated[
        str | None,
        Meta(description="First day that it no longer holds on, YYYY-MM-DD; null: in force."),
    ]
    date_quality: Annotated[
        str, Meta(description="announced, or the day on which the price was first observed.")
    ]
    source: Annotated[str, Meta(description="Where the figure was published.")]
    confidence: Confidence
    notes: Annotated[str | None, Meta(description="What is odd about the row.")]
    last_observed: Annotated[
        str | None,
        Meta(description="Day on which it was last read, YYYY-MM-DD; null: on its first day."),
    ] = None
    doubt: Annotated[str | None, Meta(description="Why it may be no price of its kind.")]
    contract: Annotated[
        str | None, Meta(description="The contract whose price it is; null: a list price.")
    ] = None
    contract_discount_fraction: Annotated[
        float | None,
        Meta(
            description="What the contract takes off the list price [fraction]; null: it has a"
            " price of its own."
        ),
    ] = None
    list_usd_per_hour: Annotated[
        float | None,
        Meta(description="List price beside that of a contract [USD per instance-hour]."),
    ] = None
    forms_cluster: Annotated[
        bool | None,
        Meta(description="Whether a network joins several instances to one run; null: not known."),
    ] = None
    most_device_count: Annotated[
        float | None,
        Meta(description="Most devices of one instance at this price [count]; null: device_count."),
    ] = None
    network_gigabytes_per_second: Annotated[
        float | None, Meta(description="Network of an instance to others [GB/s]; null: not known.")
    ] = None
    isolated: Annotated[
        bool,
        Meta(
            description="Whether the region is isolated, such as of a government. Its prices count"
            " only where it is named."
        ),
    ] = False


class PriceRange(Row, frozen=True, kw_only=True):
    """What one price was chosen from."""

    count: Annotated[int, Meta(description="Rows that matched [count].")]
    low_usd_per_device_hour: Annotated[float, Meta(description="Lowest [USD per device-hour].")]
    median_usd_per_device_hour: Annotated[
        float, Meta(description="The median provider's median [USD per device-hour].")
    ]
    high_usd_per_device_hour: Annotated[float, Meta(description="Highest [USD per device-hour].")]
    providers: Annotated[tuple[str, ...], Meta(description="Whose rows matched.")]
    usual_region: Annotated[
        str | None,
        Meta(
            description="Usual region of the one provider, which has the price; null: the median."
        ),
    ] = None


class Measurement(MeasurementRow, frozen=True, kw_only=True):
    """A published inference measurement of a device, with its throughput."""

    device: str
    output_tokens_per_second: float

    @property
    def versioned_engine(self) -> str | None:
        """The engine that it ran under, with the version where that is printed."""
        told = [part for part in (self.engine, self.engine_version) if part]
        return " ".join(told) or None


BOARD_FORMS = ("SXM", "OAM")
"""How the form factors of modules begin that makers sell on boards alone."""

SLOT_FORM, SLOT_BYTES_PER_SECOND = "PCIe", 128e9
"""How the form factors of cards begin, and both directions of the fastest slot (PCIe 5 x16)."""


class Device(Row, frozen=True, kw_only=True, eq=False):
    """An accelerator, or a processor used as one.

    usable_memory_bytes: what it shows of its memory to programs, where that was printed;
    index_flops_per_second: that indexers compute at, in FP8 or in what is next to it; form_factor:
    how it is built in.
    """

    name: str
    architecture: str
    family: str
    year: int
    memory_bytes: float
    usable_memory_bytes: float | None
    bytes_per_second: float
    flops_per_second: dict[str, float]
    index_flops_per_second: float
    accelerated: tuple[str, ...]
    tdp_watts: float
    tdp_low_watts: float | None
    tdp_high_watts: float | None
    idle_watts: float
    interconnect_bytes_per_second: float | None
    bridged_device_count: int | None
    host_bytes_per_second: float | None
    network_bytes_per_second: float | None
    node_device_count: int
    form_factor: str | None
    purchase_usd: float | None
    purchase_low_usd: float | None
    purchase_high_usd: float | None
    purchase_includes_host: bool | None
    purchase_source: str | None
    source: str
    confidence: str

    @property
    def sold_together_count(self) -> int:
        """Devices of the least that is sold: modules sit on the board of a server [count]."""
        is_module = (self.form_factor or "").startswith(BOARD_FORMS)
        return self.node_device_count if is_module else 1

    @property
    def linked_device_count(self) -> int:
        """Devices of a node that links of their own join, and not the slots of a host [count]."""
        if self.bridged_device_count is not None:
            return self.bridged_device_count
        link = self.interconnect_bytes_per_second
        is_slot = link is not None and link <= SLOT_BYTES_PER_SECOND
        is_card = (self.form_factor or "").startswith(SLOT_FORM)
        return 1 if is_slot and is_card else self.node_device_count


class Model(Row, frozen=True, kw_only=True, eq=False):
    """A transformer's architecture.

    attention_width: of the queries and values of all heads; decode_attention_width: the same where
    a latent is attended to as it is cached; kv_heads: that devices may share out, infinite for a
    latent; lookup_parameters: of an input embedding that the output does not share, of which a
    token reads a row; window_kv_heads, window_kv_values_per_token_layer: of layers that have a
    window, whose heads may be their own; index_bytes_per_token_layer: of the keys that choose what
    is attended to, in the mean of the layers that see the whole context [bytes]; attended_layers,
    sparse_layers, chosen_tokens, index_width, index_layers, compressed_layers: see
    pricing.catalog.attention;
    state_bytes: what a sequence keeps in layers that have a state of fixed size beside or instead
    of a cache [bytes];
    native_weight_bits: of weights in the format that they are published in, where it is not the
    usual one of that format [bits]; dense_weight_bits: of weights outside the routed experts, where
    the published checkpoint keeps them in another format than the experts [bits]; architecture:
    encoder_only, encoder_decoder, pooled_decoder for one that is read and writes nothing, or None
    for a decoder alone; expert_intermediate_size: width of a
    routed expert, 1 where there are none; feed_forward_width: of what a token passes through in a
    layer, experts together; gated: whether a gate multiplies what goes through it;
    intermediate_size: width of an MLP; tower_parameters: of encoders of images or sounds beside the
    text part; draft_parameters: of modules that predict further tokens, stored beside the model and
    loaded for speculation alone.
    """

    name: str
    parameters: float
    active_parameters: float
    routed_expert_parameters: float
    lookup_parameters: float
    architecture: str | None
    layers: int
    hidden_size: int
    heads: int
    attention_width: float
    decode_attention_width: float
    kv_heads: float
    kv_values_per_token_layer: float
    window_kv_heads: float
    window_kv_values_per_token_layer: float
    index_bytes_per_token_layer: float
    attended_layers: float
    sparse_layers: float
    chosen_tokens: float
    index_width: float
    index_layers: float
    compressed_layers: float
    full_attention_layers: float
    window_layers: float
    window_tokens: float
    state_bytes: float
    experts: float
    experts_per_token: float
    expert_intermediate_size: float
    feed_forward_width: float
    gated: bool
    intermediate_size: int | None
    tower_parameters: float
    draft_parameters: float
    vocabulary_size: int | None
    context_tokens: int | None
    native_precision: str
    year: int
    native_weight_bits: float | None
    dense_weight_bits: float | None
    source: str
    confidence: str

    @property
    def key_width(self) -> float:
        """Of the keys of all heads while training [count]."""
        return attention_key_width(
            self.attention_width, self.kv_heads, self.kv_values_per_token_layer
        )

    @property
    def has_latent(self) -> bool:
        """Whether its cache is a latent without heads that devices could share (MLA)."""
        return self.kv_heads == inf

    @property
    def active_expert_parameters(self) -> float:
        """Those of the routed experts that a token passes [count]."""
        share = self.experts_per_token / self.experts
        routed: float = least(self.active_parameters, self.routed_expert_parameters * share)
        return routed

    @property
    def network(self) -> str:
        """The same for models of the same dimensions, such as Llama 3.1 and 3.3.

        Heads and windows apart, which the roofline knows of and no measured pair differs by.
        """
        return (
            f"{self.parameters:g}/{self.active_parameters:g}/{self.layers}/{self.hidden_size}"
            f"/{self.attention_width:g}/{self.kv_values_per_token_layer:g}"
        )


class TrainingRun(TrainingRunRow, frozen=True, kw_only=True):
    """A published training run whose MFU compares: model FLOPs, attention included.

    comparable_kind: steady state, billed (downtime and all), or adapter training.
    """

    comparable_kind: str
    comparable_mfu_fraction: float
    device: str
