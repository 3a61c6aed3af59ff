"""Parts of a run-cost query: how a run is divided, is interrupted, ends and is stored."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.messages import DAY, said
from pricing.quote.query import DeviceCount, DeviceName, Frozen, PrecisionName

MOST_LIMIT_HOURS = 1e7

Degree = Annotated[int, Meta(ge=1, le=4096)]

Recompute = Annotated[
    Literal["none", "selective", "full"],
    said(
        "Activations that are recomputed instead of kept. Default: the least that fits in memory."
    ),
]
Loss = Annotated[
    Literal["plain", "parallel", "fused", "chunked"],
    said(
        "plain: each device holds logits of all words and of all tokens of a micro-batch, their"
        " 32-bit copy, softmax and gradient; parallel: devices of tensor parallelism share the"
        " words, as in Megatron-LM; fused: so too, and one kernel makes the gradient of 16-bit"
        " logits; chunked: those of a chunk of tokens at a time. Default: parallel under ZeRO-3"
        " and on as many devices as such runs use, else plain."
    ),
]
PreemptionSource = Literal["spot_advisor", "trace"]


class TrainingLayout(Frozen, frozen=True, kw_only=True):
    """How the run is divided over its devices. Fields left out are searched for.

    Tensor × pipeline × context × data parallelism is the device count.
    """

    zero_stage: Annotated[
        Annotated[int, Meta(ge=0, le=3)] | None,
        said(
            "States that the copies of the model share: 0 none, 1 the optimizer,"
            " 2 also the gradients, 3 also the weights [0 to 3]."
        ),
    ] = None
    tensor_parallel: Annotated[Degree | None, said("Devices that share each layer [count].")] = None
    pipeline_parallel: Annotated[Degree | None, said("Stages of layers [count].")] = None
    virtual_stages: Annotated[
        Annotated[int, Meta(ge=1, le=1024)],
        said(
            "Parts of the model that a device of a pipeline has, in turns (interleaved"
            " schedule) [count]."
        ),
    ] = 1
    context_parallel: Annotated[Degree | None, said("Devices that share a sequence [count].")] = (
        None
    )
    expert_parallel: Annotated[
        Degree | None,
        said(
            "Devices of data, context and tensor parallelism that share the routed experts [count]."
        ),
    ] = None
    data_parallel: (
        Annotated[int, said("Copies of the model [count].", ge=1, le=1_000_000)] | None
    ) = None
    micro_batch_sequences: Annotated[
        Annotated[int, Meta(ge=1, le=100_000)] | None,
        said(
            "Sequences that a copy processes at once [count]. Default: memory is that"
            " of 1, and the speed that of as many as do best."
        ),
    ] = None
    sequence_parallel: Annotated[
        bool, said("Whether tensor parallelism also divides the activations between layers.")
    ] = True


class TrainingDeployment(Frozen, frozen=True, kw_only=True):
    """The devices of a run, and how it is divided over them."""

    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    layout: TrainingLayout = TrainingLayout()


class Reliability(Frozen, frozen=True, kw_only=True):
    """Rates of interruptions and their cost. Defaults: published rates."""

    device_mtbf_hours: Annotated[
        Annotated[float, Meta(ge=1, le=1e9)] | None,
        said("Mean time between failures of one device [hours]."),
    ] = None
    spot_preemption_source: Annotated[
        PreemptionSource,
        said(
            "Source of the preemption rate if it is not given. spot_advisor: the"
            " monthly band of the instance type; trace: hourly rates in traces of scarce capacity,"
            " which are a hundred times as high or more."
        ),
    ] = "spot_advisor"
    spot_preemptions_per_instance_hour: Annotated[
        Annotated[float, Meta(ge=0, le=60)] | None,
        said("Preemptions of one spot instance per hour [per hour]."),
    ] = None
    spot_preempted_per_month_fraction: Annotated[
        Annotated[float, Meta(ge=0, lt=1)] | None,
        said(
            "Share of the spot instances that are reclaimed within a month, instead"
            " of an hourly rate [fraction]."
        ),
    ] = None
    spot_instance_count_per_preemption: (
        Annotated[float, said("Instances that one preemption takes [count].", ge=1, le=1e6)] | None
    ) = None
    spot_capacity_wait_seconds: Annotated[
        Annotated[float, Meta(ge=0, le=86400 * 30)] | None,
        said("Mean time from a preemption until the capacity is back [seconds]."),
    ] = None
    checkpoint_write_seconds: Annotated[
        Annotated[float, Meta(ge=0, le=86400)] | None,
        said("Time that a checkpoint stops the run [seconds]."),
    ] = None
    checkpoint_bytes_per_parameter: Annotated[
        Annotated[float, Meta(gt=0, le=64)] | None,
        said("Size of a checkpoint over the trained parameters [bytes]."),
    ] = None
    checkpoint_gigabytes_per_second: Annotated[
        Annotated[float, Meta(ge=1e-3, le=1e6)] | None,
        said("Write rate of all devices together [gigabytes per second]."),
    ] = None
    checkpoint_interval_seconds: Annotated[
        Annotated[float, Meta(ge=1e-6, le=1e8)] | None,
        said("Useful work between checkpoints [seconds]. Default: the optimum."),
    ] = None
    restart_seconds: Annotated[
        Annotated[float, Meta(ge=0, le=86400 * 7)] | None,
        said("Time from a stop to useful work [seconds]."),
    ] = None


class Schedule(Frozen, frozen=True, kw_only=True):
    """The start of a run and the limit of its duration."""

    start: Annotated[
        Annotated[str, Meta(pattern=DAY, examples=["2026-05-01"])] | None,
        said("Start of the run, YYYY-MM-DD. Default: as_of."),
    ] = None
    deadline: Annotated[
        Annotated[str, Meta(pattern=DAY)] | None,
        said("The run must end before this day begins, YYYY-MM-DD.", examples=["2027-01-31"]),
    ] = None
    wall_clock_limit_hours: Annotated[
        Annotated[float, Meta(gt=0, le=MOST_LIMIT_HOURS)] | None,
        said("Longest duration of the run, instead of a deadline [hours]."),
    ] = None
    meet: Annotated[
        Literal["expected", "p90"],
        said("Whether the expected wall clock or its 90th percentile must keep the limit."),
    ] = "expected"


class Storage(Frozen, frozen=True, kw_only=True):
    """Storage and egress of a run. Defaults: the values of the tables."""

    kept_checkpoint_count: (
        Annotated[float, said("Checkpoints kept at a time [count].", ge=0, le=1e5)] | None
    ) = None
    usd_per_gigabyte_month: (
        Annotated[float, said("Price of storage [USD per GB-month].", ge=0, le=100)] | None
    ) = None
    egress_gigabytes: Annotated[
        Annotated[float, Meta(ge=0, le=1e12)] | None,
        said("Data that leaves the provider [GB]. Default: the weights once."),
    ] = None
    egress_usd_per_gigabyte: (
        Annotated[float, said("Price of egress [USD per GB].", ge=0, le=100)] | None
    ) = None
