"""Inference: what a token, a request and a watt cost on one deployment."""

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import Need
from pricing.catalog.library import Library
from pricing.errors import check_finite
from pricing.purchasing.machines import on_machine
from pricing.purchasing.price import Bought
from pricing.quote.answer import labelled
from pricing.quote.context import QuoteContext
from pricing.quote.currencies.conversion import in_currency
from pricing.quote.currencies.rates import rate_of
from pricing.quote.doubts.check import warn_of_doubts
from pricing.quote.drivers import drivers_of, strong
from pricing.quote.kept_answers import KeptAnswers
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.bill import bill
from pricing.unit_costs.estimate import estimate
from pricing.unit_costs.hour import Hour, used_of
from pricing.unit_costs.media.answer import media_answer
from pricing.unit_costs.planning.dear_hosts import told_of_hosts
from pricing.unit_costs.planning.terms import terms_of
from pricing.unit_costs.pools.quote import pooled_answer
from pricing.unit_costs.power import powering
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.tiers.quote import with_batch_tier


def unit_costs(query: UnitCostQuery, library: Library) -> UnitCostAnswer:
    """Answer a unit-cost query.

    Raises a Refusal where there is no honest answer: see pricing.errors.
    """
    return KEPT(query, library)


def _quote(query: UnitCostQuery, library: Library) -> UnitCostAnswer:
    catalog = library.get(query.catalog)
    query = on_machine(query, catalog)
    rate = rate_of(catalog, query, query.as_of or catalog.known_by.isoformat())
    answer = told_of_hosts(query, answer_of(query, catalog), catalog, answer_of)
    if query.batch_tier:
        answer = with_batch_tier(query, answer, catalog, answer_of)
    answer = labelled(query, in_currency(answer, rate))
    if not query.drivers:
        return answer
    figure, usd = headline(answer)

    def ask(variant: Catalog) -> float:
        return headline(answer_of(query, variant))[1]

    drivers = drivers_of(catalog, answer.assumptions, figure, usd, ask)
    return replace(answer, drivers=drivers, warnings=(*answer.warnings, *strong(drivers)))


def headline(answer: UnitCostAnswer) -> tuple[str, float]:
    """The figure that an answer is read by, and its name."""
    costs = answer.unit_costs
    for name in ("usd_per_million_output_tokens", "usd_per_million_input_tokens"):
        usd: float | None = getattr(costs, name)
        if usd is not None:
            return name, usd
    return "usd_per_request", costs.usd_per_request


def answer_of(query: UnitCostQuery, catalog: Catalog) -> UnitCostAnswer:
    """The answer of one release, without drivers. Raises a Refusal."""
    context = QuoteContext(catalog, query.as_of)
    warn_of_doubts(context, query)
    if query.deployment.is_apart:
        return pooled_answer(context, query)
    device = context.device(query.deployment.only_device, field="deployment.device")
    found = estimate(context, device, query)
    tokens, media, device_count = found.tokens, found.media, found.device_count
    need = Need(
        device_count=float(device_count),
        together=found.together,
        is_shared=query.purchase.shared_instances,
    )
    bought, rate, unused_devices, place, snapshot = terms_of(
        context.catalog, context.as_of, device, query.purchase, query.facility, need
    )
    if unused_devices and _is_open(query):
        _warn_of_unfilled(context, bought, device_count, unused_devices)
    context.merge(snapshot)
    used = used_of(context, query, found.used_fraction)
    power = powering(context, device, query, found, used, place)
    watts = query.measured.watts_per_device
    hour = Hour(found.output, rate, place, used, power, bought.source, watts, unused_devices)
    billed = bill(hour)
    check_finite(billed.unit_costs.usd_per_hour, billed.unit_costs.usd_per_request)
    return UnitCostAnswer(
        model=tokens.model.name if tokens else media.name if media else None,
        device=device.name,
        device_count=device_count,
        precision=tokens.number_format.name if tokens else None,
        unit_costs=billed.unit_costs,
        at_full_use=billed.at_full_use,
        efficiency=billed.efficiency,
        performance=replace(
            found.performance,
            served_requests_per_second=billed.served_requests_per_second,
            utilization_fraction=used,
        ),
        speculation=found.speculation,
        prefix_cache=found.prefix_cache,
        images=found.images,
        adapters=found.adapters,
        media=media_answer(media.row if media else None),
        memory=found.memory,
        power=power,
        price=bought.price,
        owned=hour.owned_rate,
        line_items=billed.line_items,
        assumptions=context.assumptions,
        warnings=context.warnings,
        provenance=context.provenance(query),
    )


KEPT = KeptAnswers(_quote)
"""The answers of the last questions."""


def _is_open(query: UnitCostQuery) -> bool:
    """Whether more devices would serve more: nobody says their count, nor what they serve."""
    given = (
        query.deployment.device_count,
        query.load.concurrency,
        query.load.requests_per_second,
        query.measured.requests_per_second,
        query.measured.output_tokens_per_second,
    )
    return all(value is None for value in given)


def _warn_of_unfilled(
    context: QuoteContext, bought: Bought, device_count: int, unused_devices: float
) -> None:
    """Say first that devices which nobody counted leave some of their instances unused."""
    held = device_count + unused_devices
    context.warn_first(
        f"{device_count:,} of the {held:,.0f} devices of {bought.instance_type} serve, and all are"
        f" paid for: device_count {held:,.0f} fills them, at about {device_count / held:.0%} of"
        " this price of a token"
    )
