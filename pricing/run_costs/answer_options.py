"""Parts of a run-cost answer: the run under one purchase option."""

from typing import Annotated

from pricing.catalog.rows import InstanceType, Region, WayOfBuying
from pricing.purchasing.contracts.answer import ContractUse
from pricing.purchasing.owning.answer import OwnedRate
from pricing.quote.answer import Answer, LineItem, Price
from pricing.quote.certainty.answer import Certainty
from pricing.quote.messages import said
from pricing.run_costs.calendar.answer import RunCash

ProviderOrNone = (
    Annotated[str, said("The provider that rents it out. Null if there is none.")] | None
)


class Distribution(Answer, frozen=True, kw_only=True):
    """The mean and percentiles of a figure, in the unit of its name."""

    mean: Annotated[float, said("Expected value [hours, device-hours or USD].")]
    p10: Annotated[float, said("10th percentile [hours, device-hours or USD].")]
    p50: Annotated[float, said("Median [hours, device-hours or USD].")]
    p90: Annotated[float, said("90th percentile [hours, device-hours or USD].")]


class RunPart(Answer, frozen=True, kw_only=True):
    """The devices of the run that are bought with one purchase of a mix."""

    device_fraction: Annotated[float, said("Share of the run's devices [fraction].")]
    option: WayOfBuying
    provider: ProviderOrNone
    region: Region | None
    instance_type: InstanceType | None
    price: Price


class CommitmentTerms(Answer, frozen=True, kw_only=True):
    """The commitment of a run: capacity that is paid for whether it is used or not."""

    term_hours: Annotated[
        float,
        said("Length of a reserved term, a capacity block or the life of owned devices [hours]."),
    ]
    term_count: Annotated[float, said("Consecutive terms that the mean hours need [count].")]
    committed_device_hours: Annotated[float, said("Hours of all terms and devices [device-hours].")]
    run_share_fraction: Annotated[
        float, said("Share that the run and its overheads use of them [fraction].")
    ]
    use_fraction: Annotated[
        float, said("Share of an amortised term that is used at all [fraction].")
    ]
    upfront_usd: Annotated[
        float,
        said(
            "Paid at the start of the first term: the price of owned devices, of a"
            " capacity block, or the upfront part of a reserved price [USD]."
        ),
    ]
    outlasted_fraction: Annotated[
        float, said("Probability that the run outlasts the terms counted here [fraction].")
    ]


class RunOption(Answer, frozen=True, kw_only=True):
    """The run under one purchase option."""

    purchase_index: Annotated[int, said("Index of the purchase in the query, from 0 [count].")]
    option: WayOfBuying
    is_asked: Annotated[
        bool, said("False of owned devices that nobody asked for: these rank last.")
    ]
    is_late: Annotated[
        bool, said("Whether the run ends after its limit: such options rank after those in time.")
    ] = False
    provider: ProviderOrNone
    region: Region | None
    instance_type: InstanceType | None
    usd_per_device_hour: Annotated[float, said("Price after the discount [USD per device-hour].")]
    price: Annotated[Price | None, said("Null for a mix, whose parts have prices.")]
    parts: Annotated[tuple[RunPart, ...], said("Parts of a mix, else empty.")]
    goodput_fraction: Annotated[
        float,
        said(
            "Share of the wall clock at work, with evaluation [fraction]. Checkpoints,"
            " lost work, restarts and waits for capacity take the remaining time."
        ),
    ]
    interruptions: Annotated[float, said("Expected stops: failures and preemptions [count].")]
    preemptions: Annotated[float, said("Expected preemptions, which take capacity [count].")]
    spot_preemptions_per_instance_hour: Annotated[
        float, said("Preemption rate of each spot instance [per hour].")
    ]
    mtbf_hours: Annotated[float, said("Mean time between two stops [hours].")]
    checkpoint_interval_seconds: Annotated[
        float, said("Useful work between checkpoints [seconds].")
    ]
    checkpoint_write_seconds: Annotated[
        float, said("Time that a checkpoint stops the run [seconds].")
    ]
    checkpoint_gigabytes: Annotated[float, said("Size of a checkpoint [GB].")]
    device_hours: Annotated[
        float, said("Expected device-hours of work and overheads, without unused ones.")
    ]
    device_hours_low: Annotated[float, said("Low end of the 80% interval [device-hours].")]
    device_hours_high: Annotated[float, said("High end of the 80% interval [device-hours].")]
    device_hours_distribution: Distribution
    wall_clock_hours: Annotated[float, said("Expected time from start to end [hours].")]
    wall_clock_hours_distribution: Distribution
    usd: Annotated[Distribution, said("The mean is the sum of the line items [USD].")]
    borne_usd: Annotated[
        float, said("Expected cost if unused commitment is charged in full [USD].")
    ]
    amortised_usd: Annotated[
        float, said("Expected cost if unused commitment is charged pro rata [USD].")
    ]
    paid_usd: Annotated[
        float,
        said(
            "What the caller pays for this run alone: rented hours, whole terms, owned"
            " devices at their price. It ranks the options. Unused commitment is left out if"
            " `commitments` is amortised, of owned devices if `purchases` names them too [USD]."
        ),
    ]
    commitment: Annotated[CommitmentTerms | None, said("Null without a commitment, and for a mix.")]
    owned: Annotated[OwnedRate | None, said("Null unless the capacity is owned.")]
    line_items: tuple[LineItem, ...]
    energy_kilowatt_hours: Annotated[float, said("Energy at the meter [kWh].")]
    kilograms_co2e: Annotated[float, said("CO₂e of the grid [kg].")]
    estimated: Annotated[
        bool, said("Whether the price is an estimate instead of a row of the table.")
    ]
    cash: Annotated[
        RunCash | None,
        said(
            "Accruals and payments by month. Null unless the query has"
            " `schedule.start`, `payments`, `contracts` or `discount_rate_fraction`."
        ),
    ] = None
    contracts: Annotated[
        tuple[ContractUse, ...], said("What contracts over whole bills come to.")
    ] = ()
    confidence: Annotated[Certainty | None, said("Null where it is not asked for.")] = None


class RankedOption(Answer, frozen=True, kw_only=True):
    """An option with its risk, compared with the first: the cheapest by `paid_usd`."""

    purchase_index: Annotated[int, said("Index of the purchase in the query, from 0 [count].")]
    option: WayOfBuying
    mean_usd: Annotated[float, said("Expected cost [USD].")]
    p90_usd: Annotated[float, said("Cost that one in ten runs exceeds [USD].")]
    paid_usd: Annotated[float, said("What the caller pays for this run alone [USD].")]
    margin_usd: Annotated[float, said("paid_usd less that of the first option [USD].")]
    margin_ratio: Annotated[float, said("margin_usd over paid_usd of the first [ratio].")]
    amortised_usd: Annotated[
        float, said("Expected cost if unused commitment is charged pro rata [USD].")
    ]


class CheaperIfShared(Answer, frozen=True, kw_only=True):
    """An option that would be cheapest if other work used the rest of what it commits to."""

    purchase_index: Annotated[int, said("Index of the purchase in the query, from 0 [count].")]
    option: WayOfBuying
    amortised_usd: Annotated[float, said("Cost of the run if other work used the rest [USD].")]
    saving_usd: Annotated[float, said("paid_usd of the cheapest option less amortised_usd [USD].")]
    outlay_usd: Annotated[
        float, said("Cost of the whole commitment: of all terms, or of the devices [USD].")
    ]
    run_share_fraction: Annotated[
        float | None,
        said("Share that the run uses of it [fraction]. Null for a mix, whose parts differ."),
    ]


class Unavailable(Answer, frozen=True, kw_only=True):
    """An option without an answer, with the reason and the field to change."""

    purchase_index: Annotated[int, said("Index of the purchase in the query, from 0 [count].")]
    option: WayOfBuying
    provider: ProviderOrNone
    region: Region | None
    reason: Annotated[str, said("The reason.")]
    field: Annotated[str, said("The field of the query to change, dotted.")]


class Sensitivity(Answer, frozen=True, kw_only=True):
    """The change of the mean cost of the cheapest option with one input."""

    input: Annotated[str, said("Name of the input that changes.")]
    change_fraction: Annotated[
        float,
        said(
            "Relative change of the input [fraction]. Headroom and evaluation are"
            " already shares of the run: for them it is the change of that share."
        ),
    ]
    usd_change: Annotated[float, said("Change of the mean cost [USD].")]
    usd_change_fraction: Annotated[float, said("usd_change over the mean [fraction].")]
