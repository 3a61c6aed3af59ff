"""What may be asked: the queries of every quote, with their units and bounds.

Every number is bounded here, so that nothing infinite reaches a formula. A field left out
is null: the answer lists the default it leaned on under `assumptions`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Option = Literal[
    "on_demand", "spot", "reserved_1y", "reserved_3y", "capacity_block", "market_median", "owned"
]
Method = Literal["pretraining", "full_finetuning", "lora", "qlora"]
Recompute = Literal["none", "selective", "full"]

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Fraction = Annotated[float, Meta(ge=0, le=1)]
DayText = Annotated[
    str,
    Meta(
        pattern=r"^\d{4}-\d{2}-\d{2}$",
        description="The day whose prices are asked for, YYYY-MM-DD; left out, the day up to"
        " which the release knows prices.",
        examples=["2026-05-01"],
    ),
]
ReleaseName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        description="The release of the tables to answer from; left out, the newest.",
        examples=["2026-05-31"],
    ),
]


class Frozen(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """Base of every query: immutable, and unknown fields are refused."""


class ModelNumbers(Frozen):
    """A model given by its numbers; what is left out is estimated and listed."""

    parameters: Annotated[
        float, Meta(ge=1e5, le=1e14, description="Parameters in all [count].", examples=[70.55e9])
    ]
    active_parameters: (
        Annotated[float, Meta(ge=1e5, le=1e14, description="Parameters a token passes [count].")]
        | None
    ) = None
    layers: (
        Annotated[int, Meta(ge=1, le=2000, description="Transformer layers [count].")] | None
    ) = None
    hidden_size: (
        Annotated[int, Meta(ge=8, le=1_000_000, description="Width of the residual stream [count].")]
        | None
    ) = None
    heads: Annotated[int, Meta(ge=1, le=10_000, description="Query heads [count].")] | None = None
    kv_heads: (
        Annotated[int, Meta(ge=1, le=10_000, description="Key-value heads [count].")] | None
    ) = None
    head_dim: (
        Annotated[int, Meta(ge=1, le=10_000, description="Size of a head [count].")] | None
    ) = None
    kv_latent_dim: (
        Annotated[int, Meta(ge=1, le=100_000, description="MLA: size of the latent [count].")]
        | None
    ) = None
    kv_rope_dim: (
        Annotated[int, Meta(ge=1, le=100_000, description="MLA: size of the rotary key [count].")]
        | None
    ) = None
    experts: (
        Annotated[int, Meta(ge=1, le=100_000, description="Routed experts a layer [count].")] | None
    ) = None
    experts_per_token: (
        Annotated[int, Meta(ge=1, le=100_000, description="Routed experts a token passes [count].")]
        | None
    ) = None
    routed_expert_parameters: (
        Annotated[
            float, Meta(ge=0, le=1e14, description="Parameters in the routed experts [count].")
        ]
        | None
    ) = None


Model = Annotated[
    str | ModelNumbers,
    Meta(
        description="A model of the catalogue by name or alias, or a model given by its numbers.",
        examples=["llama-3.1-70b"],
    ),
]

DeviceName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        description="A device of the catalogue, by name or alias.",
        examples=["h100-sxm-80gb"],
    ),
]
DeviceCount = Annotated[
    int,
    Meta(
        ge=1,
        le=1_000_000,
        description="Devices [count]; left out, the smallest count that fits.",
        examples=[8],
    ),
]
PrecisionName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        description="Number format of weights and arithmetic: fp32, tf32, bf16, fp16, fp8, int8,"
        " fp4, int4 or an alias (mxfp4, nvfp4, w4a16, …); left out, the model's own where"
        " the device accelerates it.",
        examples=["fp8"],
    ),
]


class Deployment(Frozen):
    """What the model runs on."""

    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    kv_cache_precision: (
        Annotated[
            str,
            Meta(min_length=1, max_length=64, description="Number format of the KV cache."),
        ]
        | None
    ) = None
    tensor_parallel: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=100_000,
                description="Devices that share one replica [count]; left out, the layout with"
                " the highest throughput that fits and meets the SLO.",
            ),
        ]
        | None
    ) = None
    engine: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=100,
                description="Serving engine; measured rows of the same engine come first.",
                examples=["vllm"],
            ),
        ]
        | None
    ) = None


class Load(Frozen):
    """What a request looks like, and how many are in flight."""

    input_tokens: (
        Annotated[
            float,
            Meta(ge=0, le=1e8, description="Input tokens a request, the mean.", examples=[1024]),
        ]
        | None
    ) = None
    output_tokens: (
        Annotated[
            float,
            Meta(ge=1, le=1e8, description="Output tokens a request, the mean.", examples=[256]),
        ]
        | None
    ) = None
    concurrency: (
        Annotated[
            float,
            Meta(
                ge=1,
                le=1e7,
                description="Requests in flight over the whole deployment [count]; left out, as"
                " many as memory, the engine and the SLO allow.",
            ),
        ]
        | None
    ) = None


class Slo(Frozen):
    """The latency to keep."""

    ttft_seconds: (
        Annotated[
            float, Meta(gt=0, le=86400, description="Time to first token, at most [seconds].")
        ]
        | None
    ) = None
    tpot_seconds: (
        Annotated[
            float, Meta(gt=0, le=3600, description="Time per output token, at most [seconds].")
        ]
        | None
    ) = None


class Purchase(Frozen):
    """How the capacity is bought."""

    option: (
        Annotated[
            Option,
            Meta(
                description="Left out: on_demand where the table has it, else the owned cost"
                " estimated from the purchase price."
            ),
        ]
        | None
    ) = None
    provider: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=100,
                description="Left out: the median of what matches, with the range.",
                examples=["aws"],
            ),
        ]
        | None
    ) = None
    region: (
        Annotated[str, Meta(min_length=1, max_length=100, examples=["us-east-1"])] | None
    ) = None
    instance_type: (
        Annotated[str, Meta(min_length=1, max_length=200, examples=["p5.48xlarge"])] | None
    ) = None
    discount_fraction: Annotated[
        float, Meta(ge=0, lt=1, description="Discount off the table's price [fraction].")
    ] = 0.0
    usd_per_device_hour: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=1e6,
                description="The caller's own price [USD per device-hour]; it wins over the table.",
            ),
        ]
        | None
    ) = None


class Facility(Frozen):
    """Where it stands; left out, the provider's and the region's published values."""

    pue_ratio: (
        Annotated[
            float,
            Meta(ge=1, le=5, description="Power usage effectiveness, facility over IT [ratio]."),
        ]
        | None
    ) = None
    usd_per_kilowatt_hour: (
        Annotated[float, Meta(ge=0, le=10, description="Price of electricity [USD per kWh].")] | None
    ) = None
    grams_co2e_per_kilowatt_hour: (
        Annotated[
            float, Meta(ge=0, le=5000, description="Carbon of the grid [grams CO₂e per kWh].")
        ]
        | None
    ) = None


class Measured(Frozen):
    """The caller's own measurement of the whole deployment; it wins over every estimate."""

    output_tokens_per_second: (
        Annotated[float, Meta(gt=0, le=1e12, description="Output tokens a second, all devices.")]
        | None
    ) = None
    requests_per_second: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=1e12,
                description="Requests a second, all devices; of anything: images, embeddings, …",
            ),
        ]
        | None
    ) = None
    watts_per_device: (
        Annotated[float, Meta(gt=0, le=1e6, description="Mean power of a device [watts].")] | None
    ) = None


class UnitCostQuery(Frozen):
    """What a token, a request and a watt cost on one deployment."""

    deployment: Deployment
    model: Model | None = None
    load: Load = Load()
    slo: Slo = Slo()
    utilization_fraction: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=1,
                description="Share of the throughput that is really asked for [fraction]; the"
                " rest is charged as idle.",
            ),
        ]
        | None
    ) = None
    purchase: Purchase = Purchase()
    facility: Facility = Facility()
    measured: Measured = Measured()
    catalog: ReleaseName | None = None
    as_of: DayText | None = None


class TrainingDeployment(Frozen):
    """What the run trains on."""

    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None


class Reliability(Frozen):
    """How often the run stops and what a stop costs; left out, published rates."""

    device_mtbf_hours: (
        Annotated[
            float,
            Meta(ge=1, le=1e9, description="Mean time between failures of one device [hours]."),
        ]
        | None
    ) = None
    spot_preemptions_per_instance_hour: (
        Annotated[
            float,
            Meta(ge=0, le=60, description="Preemptions of one spot instance an hour [per hour]."),
        ]
        | None
    ) = None
    checkpoint_write_seconds: (
        Annotated[
            float,
            Meta(ge=0, le=86400, description="Time a checkpoint stops the run for [seconds]."),
        ]
        | None
    ) = None
    checkpoint_interval_seconds: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=1e8,
                description="Useful work between checkpoints [seconds]; left out, the best one.",
            ),
        ]
        | None
    ) = None
    restart_seconds: (
        Annotated[
            float,
            Meta(ge=0, le=86400 * 7, description="From a stop to useful work again [seconds]."),
        ]
        | None
    ) = None


class RunCostQuery(Frozen):
    """What one training run costs under each way of buying its capacity."""

    model: Model
    tokens: Annotated[
        float, Meta(ge=1, le=1e18, description="Tokens trained on [count].", examples=[15.6e12])
    ]
    deployment: TrainingDeployment
    sequence_length: (
        Annotated[
            int, Meta(ge=1, le=100_000_000, description="Tokens a sequence [count].", examples=[8192])
        ]
        | None
    ) = None
    method: Method = "pretraining"
    recompute: Recompute = "none"
    mfu_fraction: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=1,
                description="Model FLOPs utilisation while running [fraction]; left out, what"
                " published runs reach.",
            ),
        ]
        | None
    ) = None
    reliability: Reliability = Reliability()
    headroom_fraction: Annotated[
        float,
        Meta(
            ge=0,
            le=10,
            description="Failed and abandoned experiments, as a share of the run [fraction].",
        ),
    ] = 0.0
    purchases: Annotated[tuple[Purchase, ...], Meta(min_length=1, max_length=50)] = (
        Purchase(option="on_demand"),
        Purchase(option="spot"),
        Purchase(option="reserved_1y"),
        Purchase(option="reserved_3y"),
        Purchase(option="owned"),
    )
    facility: Facility = Facility()
    catalog: ReleaseName | None = None
    as_of: DayText | None = None


class UnitCostParameters(Frozen):
    """The flat subset of a unit-cost query, for spreadsheets and bots."""

    model: Name
    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    input_tokens: Annotated[float, Meta(ge=0, le=1e8, description="Input tokens a request.")] | None = None
    output_tokens: Annotated[float, Meta(ge=1, le=1e8, description="Output tokens a request.")] | None = None
    concurrency: (
        Annotated[float, Meta(ge=1, le=1e7, description="Requests in flight [count].")] | None
    ) = None
    option: Option | None = None
    provider: Name | None = None
    region: Name | None = None
    as_of: DayText | None = None
    catalog: ReleaseName | None = None

    def query(self) -> UnitCostQuery:
        """The same question in full."""
        return UnitCostQuery(
            model=self.model,
            deployment=Deployment(
                device=self.device, device_count=self.device_count, precision=self.precision
            ),
            load=Load(
                input_tokens=self.input_tokens,
                output_tokens=self.output_tokens,
                concurrency=self.concurrency,
            ),
            purchase=Purchase(option=self.option, provider=self.provider, region=self.region),
            as_of=self.as_of,
            catalog=self.catalog,
        )


class RunCostParameters(Frozen):
    """The flat subset of a run-cost query, for spreadsheets and bots."""

    model: Name
    tokens: Annotated[float, Meta(ge=1, le=1e18, description="Tokens trained on [count].")]
    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    sequence_length: (
        Annotated[int, Meta(ge=1, le=100_000_000, description="Tokens a sequence [count].")] | None
    ) = None
    method: Method = "pretraining"
    recompute: Recompute = "none"
    mfu_fraction: (
        Annotated[float, Meta(gt=0, le=1, description="Model FLOPs utilisation [fraction].")] | None
    ) = None
    option: Option | None = None
    provider: Name | None = None
    region: Name | None = None
    as_of: DayText | None = None
    catalog: ReleaseName | None = None

    def query(self) -> RunCostQuery:
        """The same question in full; without an option, all of them side by side."""
        options = (
            (self.option,)
            if self.option
            else ("on_demand", "spot", "reserved_1y", "reserved_3y", "owned")
        )
        return RunCostQuery(
            model=self.model,
            tokens=self.tokens,
            deployment=TrainingDeployment(
                device=self.device, device_count=self.device_count, precision=self.precision
            ),
            sequence_length=self.sequence_length,
            method=self.method,
            recompute=self.recompute,
            mfu_fraction=self.mfu_fraction,
            purchases=tuple(
                Purchase(option=option, provider=self.provider, region=self.region)
                for option in options
            ),
            as_of=self.as_of,
            catalog=self.catalog,
        )
