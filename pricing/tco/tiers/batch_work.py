"""Batch work in what the load of a service leaves of its replicas, month by month."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.fleet.arrays import Columns, tall
from pricing.fleet.bill import in_units
from pricing.fleet.calendar import Span
from pricing.fleet.hours import TINY, Hours
from pricing.fleet.periods import at_the_meter
from pricing.fleet.projection import Projection
from pricing.fleet.replicas import at_batch_work
from pricing.formulas.capacity import filled_replicas
from pricing.numerics.number import Array
from pricing.quote.context import QuoteContext
from pricing.tco.query import TcoQuery
from pricing.tco.tiers.answer import BatchTierMonth, BothTiers, ServiceBatchTier, TierUse
from pricing.unit_costs.hour import used_key
from pricing.unit_costs.tiers.quote import DISCOUNT, check_interactive
from pricing.units import SECONDS_PER_HOUR, TOKENS_PER_MILLION_TOKENS, UNITS_PER_USD


class Filled(Struct, frozen=True, eq=False):
    """What batch work fills, an element for each month.

    paid_hours: replica-hours that are paid for; work_hours, batch_hours: of these, what the load
    and batch work take at full use; requests, batch_requests: of both [count]; kilowatt_hours: that
    batch work takes besides; units, batch_units: cost of both, and of batch work, in
    ten-thousandths of a dollar.
    """

    paid_hours: Array
    work_hours: Array
    batch_hours: Array
    requests: Array
    batch_requests: Array
    kilowatt_hours: Array
    units: Array
    batch_units: Array

    def sum(self) -> "Filled":
        """All months as one."""
        return Filled(
            *(getattr(self, name).sum(keepdims=True) for name in Filled.__struct_fields__)
        )


def batch_tier_of(
    context: QuoteContext,
    query: TcoQuery,
    projection: Projection,
    spans: Sequence[Span],
    usd_per_request: float | None,
) -> ServiceBatchTier | None:
    """The batch tier of a service, None where nobody asks; usd_per_request: without any beside it.

    Raises InvalidQuery where no interactive work of a model leaves anything, or a Refusal where
    batch work has no answer.
    """
    if not query.batch_tier:
        return None
    check_interactive(query.workload, query.model)
    months = _filled(context, projection)
    tokens = projection.service.tokens
    length = tokens.demand.input_tokens + tokens.demand.output_tokens if tokens else 0.0
    whole, rows = months.sum(), _both(months, length)
    (total,) = _both(whole, length)
    if not total.batch.requests:
        context.warn("the load leaves nothing of the replicas for batch work")
    batch_usd = total.batch.usd_per_request
    return ServiceBatchTier(
        **{name: getattr(total, name) for name in BothTiers.__struct_fields__},
        energy_kilowatt_hours=float(whole.kilowatt_hours[0]),
        usd_ratio=batch_usd / usd_per_request if batch_usd and usd_per_request else None,
        api_discount_fraction=context.assume(DISCOUNT),
        months=tuple(
            BatchTierMonth(
                month=span.label,
                **{name: getattr(row, name) for name in BothTiers.__struct_fields__},
            )
            for span, row in zip(spans, rows, strict=True)
        ),
    )


def _filled(context: QuoteContext, projection: Projection) -> Filled:
    """What batch work fills of every month, at the throughput of the replicas at batch work."""
    of, hours, items = projection.months, projection.hours, projection.items
    served, busy, idle = (np.zeros(len(of["hours"])) for _ in range(3))
    for stage in projection.service.stages:
        own, fleet = slice(stage.first, stage.last), at_batch_work(context.child(), stage.fleet)
        served[own] = fleet.requests_per_second
        busy[own], idle[own] = (
            at_the_meter(stage, one) for one in (fleet.busy_kilowatts, fleet.idle_kilowatts)
        )
    room, paid = _room(of, hours, context.assume(used_key("batch")))
    paid_hours, batch_hours, work_hours = hours.sum(paid), hours.sum(room), of["work_hours"]
    # Owned replicas draw power all the time, and are charged with it.
    on_owned = hours.sum(room * tall(of["owned"]) / np.maximum(paid, TINY))
    owned_unused = of["owned"] * of["hours"] - of["owned_hours"]
    unused_hours = (paid_hours - of["running_hours"] - owned_unused) * (batch_hours > 0.0)
    kilowatt_hours = batch_hours * (busy - idle) + unused_hours * idle
    charged = on_owned * (busy - idle) * of["usd_per_kilowatt_hour"]
    requests = batch_hours * SECONDS_PER_HOUR * served
    egress = requests * of["egress_usd_per_request"]
    total = in_units(items).sum(axis=0)
    units = total + np.rint((charged + egress) * UNITS_PER_USD)
    by_time = units / UNITS_PER_USD - egress - items["network_egress"]
    used_hours = work_hours + batch_hours
    batch_usd = egress + by_time * batch_hours / np.where(used_hours > 0.0, used_hours, 1.0)
    return Filled(
        paid_hours=paid_hours,
        work_hours=work_hours,
        batch_hours=batch_hours,
        requests=of["requests"],
        batch_requests=requests,
        kilowatt_hours=kilowatt_hours,
        units=units,
        batch_units=np.rint(batch_usd * UNITS_PER_USD),
    )


def _room(of: Columns, hours: Hours, used_fraction: float) -> tuple[Array, Array]:
    """Replicas that batch work fills in every kind of hour, and those that are paid for."""
    level = tall(of["base"])
    paid = level + hours.running - np.minimum(hours.on, level) * hours.warm
    room = filled_replicas(
        replicas=paid,
        used_fraction=used_fraction,
        requests_per_second=hours.load,
        replica_requests_per_second=tall(of["served"]),
    )
    return np.asarray(room), np.asarray(paid)


def _both(of: Filled, tokens_per_request: float) -> list[BothTiers]:
    """Both tiers of every span."""

    def use(requests: float, units: float) -> TierUse:
        usd = units / UNITS_PER_USD
        each = usd / requests if requests else None
        millions = tokens_per_request / TOKENS_PER_MILLION_TOKENS
        return TierUse(
            requests=requests,
            usd_total=usd,
            usd_per_request=each,
            usd_per_million_tokens=each / millions if each is not None and millions else None,
        )

    columns = [getattr(of, name).tolist() for name in Filled.__struct_fields__]
    return [
        BothTiers(
            utilization_fraction=(work + batch) / paid if paid else 0.0,
            filled_fraction=batch / paid if paid else 0.0,
            usd_total=units / UNITS_PER_USD,
            batch=use(batch_requests, batch_units),
            interactive=use(requests, units - batch_units),
        )
        for paid, work, batch, requests, batch_requests, _, units, batch_units in zip(
            *columns, strict=True
        )
    ]
