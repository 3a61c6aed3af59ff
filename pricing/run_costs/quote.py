"""Training: what one run costs under each way of buying its capacity."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Infeasible, InvalidQuery, Refusal
from pricing.purchasing.beside import is_open
from pricing.purchasing.machines import bought_of, deployed, machine_of
from pricing.purchasing.price import Bought
from pricing.purchasing.query import RunPurchase
from pricing.purchasing.site import warn_of_included
from pricing.purchasing.warnings import warn_of_dear, warn_of_providers, warn_of_units
from pricing.quote.answer import labelled
from pricing.quote.context import QuoteContext
from pricing.quote.currencies.converted import in_currency
from pricing.quote.currencies.rates import rate_of
from pricing.quote.doubts.check import warn_of_doubts
from pricing.quote.drivers import drivers_of, strong
from pricing.quote.kept import Kept
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption, Unavailable
from pricing.run_costs.bill import Stored, stored_of
from pricing.run_costs.calendar.cash import dated
from pricing.run_costs.certainty.confidence import confidence_of
from pricing.run_costs.interruptions import as_asked
from pricing.run_costs.memory import layout_answer, memory_of
from pricing.run_costs.offers import Market, Offer, offer_of, purchases_of, system_watts_of
from pricing.run_costs.option import option_of, plan_of
from pricing.run_costs.query import USUAL_OPTIONS, RunCostQuery
from pricing.run_costs.schedule import Limit, Price, count_in_time, limit_of, schedule_of
from pricing.run_costs.tasks.task import Task, task_of
from pricing.run_costs.warnings import caution_run
from pricing.run_costs.weighing.enough import asks_tokens, tokens_for_budget, tokens_in_time
from pricing.run_costs.weighing.ranking import cheaper_if_shared, place_of, ranking
from pricing.run_costs.weighing.sensitivity import (
    Planned,
    break_even_price,
    break_even_rate,
    sensitivities,
)
from pricing.run_costs.work import Work, work_of
from pricing.training.spread import spread_of


def run_costs(query: RunCostQuery, library: Library) -> RunCostAnswer:
    """Answer a run-cost query.

    Raises a Refusal where there is no honest answer at all; an option that has none is
    listed under `unavailable`, and the others are answered all the same.
    """
    return KEPT(query, library)


def _quote(query: RunCostQuery, library: Library) -> RunCostAnswer:
    catalog = library.get(query.catalog)
    query = _on_machine(query, catalog)
    rate = rate_of(catalog, query, query.as_of or catalog.known_by.isoformat())
    answer = labelled(query, in_currency(answer_of(query, catalog), rate))
    if not query.drivers:
        return answer
    if not answer.options:
        return replace(answer, drivers=())

    alone = replace(query, confidence=None)
    if query.budget_usd is not None:
        alone = replace(alone, budget_usd=None, tokens=answer.compute.tokens)

    def ask(variant: Catalog) -> float:
        return headline(answer_of(alone, variant))

    usd = headline(answer)
    drivers = drivers_of(catalog, answer.assumptions, "usd_mean", usd, ask)
    return replace(answer, drivers=drivers, warnings=(*answer.warnings, *strong(drivers)))


def _on_machine(query: RunCostQuery, catalog: Catalog) -> RunCostQuery:
    """A run whose device may be an instance type, as one on its devices."""
    machine = machine_of(catalog, query.deployment.device, None)
    if machine is None:
        return query
    usual = tuple(RunPurchase(option=option) for option in USUAL_OPTIONS)
    return replace(
        query,
        deployment=deployed(query.deployment, machine),
        purchases=tuple(
            one if one.mix else bought_of(one, machine) for one in query.purchases or usual
        ),
    )


def headline(answer: RunCostAnswer) -> float:
    """The mean cost of the option that the caller pays least for. Raises Infeasible for none."""
    if not answer.options:
        reasons = "; ".join(one.reason for one in answer.unavailable[:1])
        raise Infeasible(f"no way of buying has a price: {reasons}", field="purchases")
    return min(answer.options, key=place_of).usd.mean


def answer_of(query: RunCostQuery, catalog: Catalog) -> RunCostAnswer:
    """The answer of one release, without drivers. Raises a Refusal."""
    if query.budget_usd is not None:
        return _for_budget(query, catalog)
    context = QuoteContext(catalog, query.as_of)
    warn_of_doubts(context, query)
    limit = query.schedule and limit_of(context, query.schedule)
    if limit and asks_tokens(query, limit):
        query = _with_tokens(context, query, limit)
    task = task_of(context, query)
    purchases = purchases_of(context, task.device, query)
    count = query.deployment.device_count
    if count is None and limit and limit.hours is not None:
        count = count_in_time(context, task, limit, _price(context, task, _steadiest(purchases)))
    work = work_of(context, task, count)
    run, stored = work.run, _stored(context, task, work)
    plans, offers, refused = _planned(context, task, work, stored, purchases)
    bare = {plan.offer.index: option for plan, option in plans}
    plans = [(plan, dated(context, query, option)) for plan, option in plans]
    if not plans and all(isinstance(refusal, Infeasible) for _, refusal in refused):
        raise refused[0][1]
    _caution(context, task, work, plans, purchases)
    before = [(plan, bare[plan.offer.index]) for plan, _ in plans]
    if query.contracts:
        context.warn("sensitivities and break-evens of spot are at the prices before contracts")
    if query.confidence is not None:
        plans = [_sure(context, query, one, bare[one[0].offer.index]) for one in plans]
    options = tuple(option for _, option in plans)
    ranked = ranking(options)
    cheapest = min(plans, key=lambda planned: place_of(planned[1]), default=None)
    amortised = min(options, key=lambda option: option.amortised_usd, default=None)
    schedule = None
    if limit:
        purchase = purchases[cheapest[0].offer.index if cheapest else 0]
        price = _price(context, task, (purchase,))
        schedule = schedule_of(context, task, work, limit, options, price)
    return RunCostAnswer(
        model=task.model.name,
        device=task.device.name,
        device_count=run.device_count,
        precision=task.number_format.name,
        compute=work.compute,
        memory=memory_of(work.layout),
        layout=layout_answer(
            context, task.needs, task.wanted, work.layout, is_modelled=query.mfu_fraction is None
        ),
        schedule=schedule,
        options=options,
        unavailable=tuple(
            _unavailable(index, purchases[index], refusal) for index, refusal in refused
        ),
        cheapest_option=ranked[0].option if ranked else None,
        cheapest_option_amortised=amortised.option if amortised else None,
        cheaper_if_shared=cheaper_if_shared(plans),
        ranking=ranked,
        spot_break_even_preemptions_per_instance_hour=break_even_rate(run, offers, before, stored),
        spot_break_even_usd_per_device_hour=break_even_price(before),
        sensitivities=(
            sensitivities(run, cheapest[0], bare[cheapest[0].offer.index]) if cheapest else ()
        ),
        assumptions=context.assumptions,
        warnings=context.warnings,
        provenance=context.provenance(query),
    )


def _caution(
    context: QuoteContext,
    task: Task,
    work: Work,
    plans: Sequence[Planned],
    purchases: Sequence[RunPurchase],
) -> None:
    """Warn of a run and of what it buys."""
    warn_of_providers(context, [one for plan, _ in plans for one in _open(purchases, plan.offer)])
    caution_run(context, task, work, plans)
    sold = [
        pair for plan, _ in plans for pair in zip(plan.offer.bought, plan.offer.parts, strict=True)
    ]
    warn_of_dear(context, [bought for bought, _ in sold])
    for bought, part in sold:
        warn_of_units(context, bought, work.run.device_count * part.device_fraction)
    pays_energy = any(bought.owned is not None for bought, _ in sold)
    warn_of_included(context, task.query.facility, pays_energy=pays_energy)


def _sure(context: QuoteContext, query: RunCostQuery, planned: Planned, bare: RunOption) -> Planned:
    """A way of buying with how sure its cost is; bare: before contracts."""
    plan, option = planned
    found = confidence_of(context, query, plan, bare.usd, option.usd)
    return plan, replace(option, confidence=found)


def _with_tokens(context: QuoteContext, query: RunCostQuery, limit: Limit) -> RunCostQuery:
    """The query with as many tokens as end in time."""
    device = context.device(query.deployment.device, field="deployment.device")
    bought = _steadiest(purchases_of(context.fresh(), device, query))
    tokens = tokens_in_time(context, query, limit, lambda at, task: _price(at, task, bought))
    context.warn(
        f"nothing says how much is trained: {tokens:,.0f} tokens are the most that end within"
        f" {limit.hours:.4g} hours with device_count {query.deployment.device_count}"
    )
    return replace(query, tokens=tokens)


def _for_budget(query: RunCostQuery, catalog: Catalog) -> RunCostAnswer:
    """The answer with as many tokens as the budget pays for, and as end in time."""
    if query.schedule and query.deployment.device_count is not None:
        in_time = answer_of(replace(query, budget_usd=None), catalog)
        if headline(in_time) <= (query.budget_usd or 0.0):
            return in_time
    tokens = tokens_for_budget(query, lambda asked: headline(answer_of(asked, catalog)))
    answer = answer_of(replace(query, budget_usd=None, tokens=tokens), catalog)
    told = (
        f"nothing says how much is trained: {tokens:,.0f} tokens are the most that cost"
        f" {query.budget_usd:,.0f} USD or less in the mean, {answer.cheapest_option}"
    )
    return replace(answer, warnings=(told, *answer.warnings))


KEPT = Kept(_quote)
"""The answers of the last questions."""


def _steadiest(purchases: Sequence[RunPurchase]) -> Sequence[RunPurchase]:
    """What a count is found for: capacity that stays, unless all that is asked for holds spot."""
    if all(
        any(part.option == "spot" for part in purchase.mix or (purchase,)) for purchase in purchases
    ):
        return purchases
    return (RunPurchase(option="on_demand", usd_per_device_hour=1.0),)


def _price(context: QuoteContext, task: Task, purchases: Sequence[RunPurchase]) -> Price:
    """The run under the first purchase that has an answer, for what is only weighed."""

    def price(work: Work) -> RunOption | None:
        fresh = context.fresh()
        plans, _, _ = _planned(fresh, task, work, _stored(fresh, task, work), purchases)
        return dated(fresh, task.query, plans[0][1]) if plans else None

    return price


def _stored(context: QuoteContext, task: Task, work: Work) -> Stored:
    given = task.query.storage
    return stored_of(context, given, learning_parameters=work.learning_parameters)


def _planned(
    context: QuoteContext, task: Task, work: Work, stored: Stored, purchases: Sequence[RunPurchase]
) -> tuple[list[Planned], list[Offer], list[tuple[int, Refusal]]]:
    """Every way of buying the run that has an answer, all that are for sale, and the refused.

    Raises InvalidQuery for a purchase that contradicts itself.
    """
    market = Market(context, task, work, system_watts_of(context, task.device))
    monthly = task.query.reliability.spot_preempted_per_month_fraction
    plans: list[Planned] = []
    offers: list[Offer] = []
    refused: list[tuple[int, Refusal]] = []
    for index, purchase in enumerate(purchases):
        try:
            offer = offer_of(market, index, purchase)
            offers.append(offer)
            plan = plan_of(work.run, offer, stored)
        except InvalidQuery:
            raise
        except Refusal as refusal:
            refused.append((index, as_asked(refusal, monthly)))
        else:
            plans.append((plan, option_of(plan, spread_of(work.run, offer.stops))))
    return plans, offers, refused


def _open(purchases: Sequence[RunPurchase], offer: Offer) -> Iterator[Bought]:
    """What an offer buys where no provider is named."""
    purchase = purchases[offer.index]
    for one, bought in zip(purchase.mix or (purchase,), offer.bought, strict=True):
        if is_open(one):
            yield bought


def _unavailable(index: int, purchase: RunPurchase, refusal: Refusal) -> Unavailable:
    return Unavailable(
        purchase_index=index,
        option="mix" if purchase.mix else purchase.option or "on_demand",
        provider=purchase.provider,
        region=purchase.region,
        reason=reason_of(refusal),
        field=refusal.field,
    )


def reason_of(refusal: Refusal) -> str:
    """Why a way of buying has no answer."""
    near = f" (nearest: {', '.join(refusal.nearest)})" if refusal.nearest else ""
    return f"{refusal.detail}{near}"
