"""What a token, a request and a watt cost: the shape of the question."""

from typing import Annotated

from msgspec import Meta

from pricing.purchasing.query import Facility, Option, Purchase
from pricing.quote.query import (
    DayText,
    DeviceCount,
    DeviceName,
    Frozen,
    Model,
    Name,
    PrecisionName,
    ProviderName,
    RegionName,
    ReleaseName,
)


class Deployment(Frozen, frozen=True, kw_only=True):
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


class Load(Frozen, frozen=True, kw_only=True):
    """What a request looks like, and how many are in flight or arrive."""

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
                description="Requests in flight over the whole deployment [count], always as many:"
                " as benchmarks run. Left out, as many as memory, the engine and the SLO allow.",
            ),
        ]
        | None
    ) = None
    requests_per_second: (
        Annotated[
            float,
            Meta(
                ge=1e-6,
                le=1e9,
                description="Requests that arrive, at random, over the whole deployment; instead"
                " of a concurrency, and less than it sustains. The share that they use of it is"
                " the utilization_fraction.",
                examples=[5],
            ),
        ]
        | None
    ) = None


class Slo(Frozen, frozen=True, kw_only=True):
    """The latency to keep."""

    ttft_seconds: (
        Annotated[
            float, Meta(ge=1e-6, le=86400, description="Time to first token, at most [seconds].")
        ]
        | None
    ) = None
    tpot_seconds: (
        Annotated[
            float, Meta(ge=1e-6, le=3600, description="Time per output token, at most [seconds].")
        ]
        | None
    ) = None


class Measured(Frozen, frozen=True, kw_only=True):
    """The caller's own measurement of the whole deployment; it wins over every estimate."""

    output_tokens_per_second: (
        Annotated[float, Meta(ge=1e-6, le=1e12, description="Output tokens a second, all devices.")]
        | None
    ) = None
    requests_per_second: (
        Annotated[
            float,
            Meta(
                ge=1e-6,
                le=1e12,
                description="Requests a second, all devices; of anything: images, embeddings, …",
            ),
        ]
        | None
    ) = None
    watts_per_device: (
        Annotated[
            float,
            Meta(
                ge=1e-6,
                le=1e6,
                description="Mean power of a device over the time that is paid for, taken as it is"
                " whatever the use [watts].",
            ),
        ]
        | None
    ) = None


class UnitCostQuery(Frozen, frozen=True, kw_only=True):
    """What a token, a request and a watt cost on one deployment."""

    deployment: Deployment
    model: Model | None = None
    load: Load = Load()
    slo: Slo = Slo()
    utilization_fraction: (
        Annotated[
            float,
            Meta(
                ge=1e-4,
                le=1,
                description="Share of the throughput that is really asked for [fraction]; the"
                " rest is charged as idle. Follows from load.requests_per_second where that is"
                " given.",
            ),
        ]
        | None
    ) = None
    purchase: Purchase = Purchase()
    facility: Facility = Facility()
    measured: Measured = Measured()
    catalog: ReleaseName | None = None
    as_of: DayText | None = None


class UnitCostParameters(Frozen, frozen=True, kw_only=True):
    """The flat subset of a unit-cost query, for spreadsheets and bots."""

    model: Annotated[Name, Meta(description="A model of the catalogue, by name or alias.")]
    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    input_tokens: (
        Annotated[float, Meta(ge=0, le=1e8, description="Input tokens a request.")] | None
    ) = None
    output_tokens: (
        Annotated[float, Meta(ge=1, le=1e8, description="Output tokens a request.")] | None
    ) = None
    concurrency: (
        Annotated[float, Meta(ge=1, le=1e7, description="Requests in flight [count].")] | None
    ) = None
    requests_per_second: (
        Annotated[float, Meta(ge=1e-6, le=1e9, description="Requests that arrive, at random.")]
        | None
    ) = None
    option: (
        Annotated[
            Option,
            Meta(description="How the capacity is bought; left out, on_demand, or what there is."),
        ]
        | None
    ) = None
    provider: ProviderName | None = None
    region: RegionName | None = None
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
                requests_per_second=self.requests_per_second,
            ),
            purchase=Purchase(option=self.option, provider=self.provider, region=self.region),
            as_of=self.as_of,
            catalog=self.catalog,
        )
