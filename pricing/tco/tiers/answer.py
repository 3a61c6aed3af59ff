"""Batch work beside the load of a service, as answers have it."""

from typing import Annotated

from pricing.quote.answer import Answer, UsdPerMillionTokens
from pricing.quote.messages import said


class TierUse(Answer, frozen=True, kw_only=True):
    """What the work of a tier comes to. Costs per unit are null without requests."""

    requests: Annotated[float, said("Requests served [count].")]
    usd_total: Annotated[float, said("Its part of the cost of both tiers [USD].")]
    usd_per_request: Annotated[float | None, said("USD per request.")]
    usd_per_million_tokens: UsdPerMillionTokens


class BothTiers(Answer, frozen=True, kw_only=True):
    """Both tiers of a span of time."""

    utilization_fraction: Annotated[
        float, said("Of the time of the replicas that are paid for, what both use [fraction].")
    ]
    filled_fraction: Annotated[float, said("Of it, what batch work fills [fraction].")]
    usd_total: Annotated[
        float,
        said(
            "Cost of both tiers, which is that of the service with the energy and the"
            " egress of the batch work [USD]."
        ),
    ]
    batch: Annotated[TierUse, said("The batch work.")]
    interactive: Annotated[TierUse, said("The load of the service.")]


class BatchTierMonth(BothTiers, frozen=True, kw_only=True):
    """Both tiers of a month."""

    month: Annotated[str, said("The month, YYYY-MM.")]


class ServiceBatchTier(BothTiers, frozen=True, kw_only=True):
    """Batch work that fills what the load of a service leaves of the replicas that are paid for.

    It has no latency objective and gives way to the load. The number of replicas stays. Both share
    the bill by the time that they take of the replicas.
    """

    energy_kilowatt_hours: Annotated[
        float, said("Energy that the batch work takes besides, at the meter [kilowatt-hours].")
    ]
    usd_ratio: Annotated[
        float | None,
        said(
            "A request of batch work over one of the service without any beside it"
            " [ratio]. Null where nothing is filled."
        ),
    ]
    api_discount_fraction: Annotated[
        float, said("What APIs take off their list prices for batch work [fraction].")
    ]
    months: tuple[BatchTierMonth, ...]
