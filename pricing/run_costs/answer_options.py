"""A training run under one way of buying its capacity: the shape of the answer."""

from typing import Annotated

from msgspec import Meta

from pricing.catalog.rows import InstanceType, Region, WayOfBuying
from pricing.quote.answer import Answer, LineItem, Price

ProviderOrNone = (
    Annotated[str, Meta(description="Who rents it out; null where there is none.")] | None
)


class Distribution(Answer, frozen=True, kw_only=True):
    """A figure with its spread, in the unit of its name."""

    mean: Annotated[float, Meta(description="Expected value [hours, device-hours or USD].")]
    p10: Annotated[float, Meta(description="10th percentile [hours, device-hours or USD].")]
    p50: Annotated[float, Meta(description="Median [hours, device-hours or USD].")]
    p90: Annotated[float, Meta(description="90th percentile [hours, device-hours or USD].")]


class RunPart(Answer, frozen=True, kw_only=True):
    """Devices of the run that are bought one way."""

    device_fraction: Annotated[float, Meta(description="Share of the run's devices [fraction].")]
    option: WayOfBuying
    provider: ProviderOrNone
    region: Region | None
    instance_type: InstanceType | None
    price: Price


class CommitmentTerms(Answer, frozen=True, kw_only=True):
    """What is paid for whether the run uses it or not."""

    term_hours: Annotated[
        float,
        Meta(
            description="Of a reserved term, a capacity block or the life of what is owned [hours]."
        ),
    ]
    term_count: Annotated[
        float, Meta(description="Terms in a row that the mean hours take up [count].")
    ]
    committed_device_hours: Annotated[
        float, Meta(description="Of all terms and devices [device-hours].")
    ]
    run_share_fraction: Annotated[
        float, Meta(description="What the run and all around it use of them [fraction].")
    ]
    use_fraction: Annotated[
        float,
        Meta(description="Share of the term in use at all, where it is amortised [fraction]."),
    ]
    upfront_usd: Annotated[float, Meta(description="Paid at the start of the first term [USD].")]


class OwnedRate(Answer, frozen=True, kw_only=True):
    """What owning a device costs by the hour of the calendar; energy comes on top."""

    capital_usd_per_device_hour: Annotated[
        float, Meta(description="Depreciation and the cost of capital [USD].")
    ]
    operations_usd_per_device_hour: Annotated[
        float, Meta(description="Staff, spares and support [USD].")
    ]
    hosting_usd_per_device_hour: Annotated[float, Meta(description="Space and feed [USD].")]
    life_years: Annotated[float, Meta(description="Depreciation life [years].")]


class RunOption(Answer, frozen=True, kw_only=True):
    """The run under one way of buying its capacity."""

    purchase_index: Annotated[
        int, Meta(description="Its place among the purchases, from 0 [count].")
    ]
    option: WayOfBuying
    provider: ProviderOrNone
    region: Region | None
    instance_type: InstanceType | None
    usd_per_device_hour: Annotated[
        float, Meta(description="After the discount [USD per device-hour].")
    ]
    price: Annotated[Price | None, Meta(description="Null for a mix: each part has its own.")]
    parts: Annotated[tuple[RunPart, ...], Meta(description="Of a mix; else empty.")]
    goodput_fraction: Annotated[
        float,
        Meta(
            description="Share of the wall clock at work, evaluation included; the rest goes to"
            " checkpoints, lost work, restarts and waiting for capacity [fraction]."
        ),
    ]
    interruptions: Annotated[float, Meta(description="Expected stops of either kind [count].")]
    preemptions: Annotated[float, Meta(description="Those that take capacity [count].")]
    spot_preemptions_per_instance_hour: Annotated[
        float, Meta(description="How often each spot instance is taken [per hour].")
    ]
    mtbf_hours: Annotated[float, Meta(description="Mean time between two stops [hours].")]
    checkpoint_interval_seconds: Annotated[
        float, Meta(description="Useful work between checkpoints [seconds].")
    ]
    checkpoint_write_seconds: Annotated[
        float, Meta(description="Time a checkpoint stops the run for [seconds].")
    ]
    checkpoint_gigabytes: Annotated[float, Meta(description="Size of a checkpoint [GB].")]
    device_hours: Annotated[
        float,
        Meta(description="Device-hours at work or around it, expected; unused ones left out."),
    ]
    device_hours_low: Annotated[
        float, Meta(description="Low end of the 80% interval [device-hours].")
    ]
    device_hours_high: Annotated[
        float, Meta(description="High end of the 80% interval [device-hours].")
    ]
    device_hours_distribution: Distribution
    wall_clock_hours: Annotated[float, Meta(description="From start to end, expected [hours].")]
    wall_clock_hours_distribution: Distribution
    usd: Annotated[Distribution, Meta(description="The mean is the sum of the line items [USD].")]
    borne_usd: Annotated[
        float,
        Meta(description="Expected, where the run pays for the rest of what is committed [USD]."),
    ]
    amortised_usd: Annotated[
        float, Meta(description="Expected, where other work pays for that rest [USD].")
    ]
    commitment: Annotated[
        CommitmentTerms | None, Meta(description="Null where nothing is committed, and for a mix.")
    ]
    owned: Annotated[OwnedRate | None, Meta(description="Null unless the capacity is owned.")]
    line_items: tuple[LineItem, ...]
    energy_kilowatt_hours: Annotated[float, Meta(description="Energy at the meter [kWh].")]
    kilograms_co2e: Annotated[float, Meta(description="CO₂e of the grid [kg].")]
    estimated: Annotated[
        bool, Meta(description="True when the price is not a row of the table but an estimate.")
    ]


class RankedOption(Answer, frozen=True, kw_only=True):
    """An option beside the cheapest, with its risk."""

    purchase_index: Annotated[
        int, Meta(description="Its place among the purchases, from 0 [count].")
    ]
    option: WayOfBuying
    mean_usd: Annotated[float, Meta(description="Expected cost [USD].")]
    p90_usd: Annotated[float, Meta(description="Cost that one run in ten exceeds [USD].")]
    margin_usd: Annotated[float, Meta(description="Mean beyond the cheapest mean [USD].")]
    margin_ratio: Annotated[float, Meta(description="The same over the cheapest mean [ratio].")]
    amortised_usd: Annotated[
        float, Meta(description="Expected, where other work pays for the rest [USD].")
    ]


class Unavailable(Answer, frozen=True, kw_only=True):
    """An option that cannot be answered, why, and where to change it."""

    purchase_index: Annotated[
        int, Meta(description="Its place among the purchases, from 0 [count].")
    ]
    option: WayOfBuying
    provider: ProviderOrNone
    region: Region | None
    reason: Annotated[str, Meta(description="Why there is no answer.")]
    field: Annotated[str, Meta(description="What to change in the query, dotted.")]


class Sensitivity(Answer, frozen=True, kw_only=True):
    """How the cheapest option's mean moves with one input."""

    input: Annotated[str, Meta(description="Name of the input that is moved.")]
    change_fraction: Annotated[
        float,
        Meta(
            description="Relative change of the input; of headroom and evaluation, which are"
            " shares of the run already, the share itself moves by it [fraction]."
        ),
    ]
    usd_change: Annotated[float, Meta(description="What it does to the mean [USD].")]
    usd_change_fraction: Annotated[
        float, Meta(description="The same relative to the mean [fraction].")
    ]
