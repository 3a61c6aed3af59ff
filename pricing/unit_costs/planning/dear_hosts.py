"""Dear hosts: a token costs less with smaller replicas, since their hosts cost less per device.

The layout of a given count is the one of the highest throughput, whatever its hosts cost.
"""

from collections.abc import Callable
from contextlib import suppress
from math import inf

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.errors import Refusal
from pricing.purchasing.charges import charges_of
from pricing.purchasing.warnings import MUCH_RATIO
from pricing.quote.context import QuoteContext
from pricing.serving.layout_search import room_of
from pricing.serving.parallel.shapes import Asked
from pricing.serving.passes.request import request_for
from pricing.serving.replica_sizes import counts
from pricing.unit_costs.answer import Performance, UnitCostAnswer
from pricing.unit_costs.planning.question import question_of
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.workload import Workload, workload_of


def told_of_hosts(
    query: UnitCostQuery,
    answer: UnitCostAnswer,
    catalog: Catalog,
    ask: Callable[[UnitCostQuery, Catalog], UnitCostAnswer],
) -> UnitCostAnswer:
    """An answer that tells of smaller replicas which cost a quarter less a token.

    They are asked for where their hosts cost so much less, and told where they are as quick within
    the same quarter. ask: answers a query.
    """
    size, deployment = answer.performance.tensor_parallel or 1, query.deployment
    if size == 1 or deployment.device_count is None or deployment.parallelism != Asked():
        return answer
    context = QuoteContext(catalog, answer.provenance.as_of)
    device = context.device(deployment.only_device, field="deployment.device")
    charges = charges_of(catalog, context.as_of, device, query.purchase)
    if charges is None:
        return answer
    count, usd = answer.device_count, answer.unit_costs.usd_per_request
    best: UnitCostAnswer | None = None
    least = usd / MUCH_RATIO
    for smaller in counts(device.node_device_count):
        if smaller >= size or count % smaller:
            continue
        with suppress(Refusal):
            if charges.devices(count, smaller) * MUCH_RATIO >= charges.devices(count, size):
                continue
            own = replace(
                query,
                deployment=replace(deployment, tensor_parallel=smaller),
                drivers=False,
                batch_tier=False,
            )
            if not _fits(workload_of(context.fresh(), question_of(device, own)), smaller):
                continue  # a refusal with all that would fit takes ten times as long
            found = ask(own, catalog)
            is_quick = _is_as_quick(found.performance, answer.performance)
            if found.unit_costs.usd_per_request < least and (is_quick or query.workload == "batch"):
                best, least = found, found.unit_costs.usd_per_request
    if best is None:
        return answer
    own_usd, other_usd = best.price.usd_per_device_hour, answer.price.usd_per_device_hour
    told = (
        f"tensor_parallel {best.performance.tensor_parallel} would cost {1.0 - least / usd:.0%}"
        f" less a token: its hosts cost {own_usd:.2f} USD per device-hour, those of"
        f" tensor_parallel {size} {other_usd:.2f}"
    )
    return replace(answer, warnings=(told, *answer.warnings))


def _fits(workload: Workload, size: int) -> bool:
    """Whether a replica of so many devices holds the model and a request."""
    request = request_for(workload.hardware.rates, workload.demand)
    return bool(room_of(workload.hardware, request).held(size) >= 1.0)


def _is_as_quick(found: Performance, than: Performance) -> bool:
    """Whether requests see latencies that are at most a quarter longer."""
    pairs = (
        (found.ttft_seconds, than.ttft_seconds),
        (found.tpot_seconds, than.tpot_seconds),
    )
    return all((own or 0.0) <= MUCH_RATIO * (other or inf) for own, other in pairs)
