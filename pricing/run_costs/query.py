"""What a training run costs: the shape of the question."""

from typing import Annotated

from msgspec import Meta

from pricing.purchasing.query import (
    Commitments,
    Facility,
    Option,
    RunPurchase,
)
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
from pricing.run_costs.query_reliability import (
    Reliability,
    Storage,
)
from pricing.run_costs.query_training import Method, Recompute, Schedule, TrainingDeployment

USUAL_OPTIONS: tuple[Option, ...] = ("on_demand", "spot", "reserved_1y", "reserved_3y", "owned")
"""What is set side by side unless a query says otherwise."""


class RunCostQuery(Frozen, frozen=True, kw_only=True):
    """What one training run costs under each way of buying its capacity.

    The work is given once: as tokens, as steps of a batch, or as samples.
    """

    model: Model
    tokens: (
        Annotated[
            float,
            Meta(
                ge=1,
                le=1e18,
                description="Tokens trained on, every pass counted [count].",
                examples=[15.6e12],
            ),
        ]
        | None
    ) = None
    steps: (
        Annotated[float, Meta(ge=1, le=1e12, description="Optimizer steps, with a batch [count].")]
        | None
    ) = None
    batch_tokens: (
        Annotated[float, Meta(ge=1, le=1e12, description="Tokens of a step [count].")] | None
    ) = None
    batch_sequences: (
        Annotated[
            int,
            Meta(ge=1, le=1_000_000_000, description="Sequences of a step [count]."),
        ]
        | None
    ) = None
    samples: (
        Annotated[float, Meta(ge=1, le=1e15, description="Samples of the data set [count].")] | None
    ) = None
    sample_tokens: (
        Annotated[
            float,
            Meta(
                ge=1,
                le=1e8,
                description="Mean tokens of a sample [count]; left out, a sequence.",
            ),
        ]
        | None
    ) = None
    epochs: (
        Annotated[
            float,
            Meta(gt=0, le=1e6, description="Passes over the samples [count]; left out, one."),
        ]
        | None
    ) = None
    deployment: TrainingDeployment
    sequence_length: (
        Annotated[
            int,
            Meta(ge=1, le=100_000_000, description="Tokens a sequence [count].", examples=[8192]),
        ]
        | None
    ) = None
    method: Method = "pretraining"
    adapter_parameter_fraction: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=1,
                description="Parameters of the adapters over those of the model [fraction].",
            ),
        ]
        | None
    ) = None
    optimizer_bytes_per_parameter: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=64,
                description="What the optimizer takes for a parameter that learns, master copy"
                " included [bytes]; left out, mixed-precision Adam.",
            ),
        ]
        | None
    ) = None
    flash_attention: Annotated[
        bool, Meta(description="Whether attention keeps no scores for the backward pass.")
    ] = True
    recompute: Recompute | None = None
    mfu_fraction: (
        Annotated[
            float,
            Meta(
                ge=1e-4,
                le=1,
                description="Model FLOPs utilisation while running [fraction]; left out, what"
                " published runs reach.",
            ),
        ]
        | None
    ) = None
    reliability: Reliability = Reliability()
    schedule: Schedule | None = None
    headroom_fraction: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=10,
                description="Failed and abandoned experiments, as a share of the run; left out,"
                " none: the assumptions list what published projects spent [fraction].",
            ),
        ]
        | None
    ) = None
    evaluation_fraction: Annotated[
        float,
        Meta(
            ge=0,
            le=10,
            description="Evaluation beyond that in the overhead of usual runs, as a share of the"
            " run [fraction].",
        ),
    ] = 0.0
    storage: Storage = Storage()
    purchases: (
        Annotated[
            tuple[RunPurchase, ...],
            Meta(
                min_length=1,
                max_length=50,
                description="Left out: on_demand, spot, reserved_1y, reserved_3y and owned, and"
                " capacity_block where the table has one.",
            ),
        ]
        | None
    ) = None
    commitments: (
        Annotated[
            Commitments,
            Meta(
                description="Who pays for the rest of a reserved term or of the life of owned"
                " devices: borne: this run; amortised: other work, in proportion to its hours."
                " Left out, the run bears that of a reserved term, and owned devices go on to"
                " other work. Both totals are answered; this says which one is usd.mean."
            ),
        ]
        | None
    ) = None
    facility: Facility = Facility()
    catalog: ReleaseName | None = None
    as_of: DayText | None = None


class RunCostParameters(Frozen, frozen=True, kw_only=True):
    """The flat subset of a run-cost query, for spreadsheets and bots."""

    model: Annotated[Name, Meta(description="A model of the catalogue, by name or alias.")]
    tokens: Annotated[float, Meta(ge=1, le=1e18, description="Tokens trained on [count].")]
    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    sequence_length: (
        Annotated[int, Meta(ge=1, le=100_000_000, description="Tokens a sequence [count].")] | None
    ) = None
    method: Method = "pretraining"
    recompute: Recompute | None = None
    mfu_fraction: (
        Annotated[float, Meta(ge=1e-4, le=1, description="Model FLOPs utilisation [fraction].")]
        | None
    ) = None
    option: (
        Annotated[
            Option,
            Meta(description="How the capacity is bought; left out, several ways side by side."),
        ]
        | None
    ) = None
    provider: ProviderName | None = None
    region: RegionName | None = None
    as_of: DayText | None = None
    catalog: ReleaseName | None = None

    def query(self) -> RunCostQuery:
        """The same question in full; without an option, all of them side by side."""
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
            purchases=self._purchases(),
            as_of=self.as_of,
            catalog=self.catalog,
        )

    def _purchases(self) -> tuple[RunPurchase, ...] | None:
        if self.option is None and self.provider is None and self.region is None:
            return None
        # What a place does not sell is listed as unavailable there.
        everything: tuple[Option, ...] = (*USUAL_OPTIONS, "capacity_block")
        options = everything if self.option is None else (self.option,)
        return tuple(
            RunPurchase(option=option, provider=self.provider, region=self.region)
            for option in options
        )
