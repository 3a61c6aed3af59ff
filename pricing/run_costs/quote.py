"""Training: what one run costs under each way of buying its capacity."""

from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Infeasible
from pricing.purchasing.machines import bought_of, deployed, machine_of
from pricing.purchasing.query import RunPurchase
from pricing.purchasing.site import warn_of_included
from pricing.purchasing.warnings import warn_of_dear, warn_of_providers
from pricing.quote.answer import labelled
from pricing.quote.context import QuoteContext
from pricing.quote.currencies.conversion import in_currency
from pricing.quote.currencies.rates import rate_of
from pricing.quote.doubts.check import warn_of_doubts
from pricing.quote.drivers import drivers_of, strong
from pricing.quote.kept_answers import KeptAnswers
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.calendar.cash import dated
from pricing.run_costs.certainty.confidence import confidence_of
from pricing.run_costs.memory import layout_answer, memory_of
from pricing.run_costs.offers import purchases_of
from pricing.run_costs.purchase_ways import (
    bounding,
    open_of,
    planned_of,
    price_of,
    stored_by,
    unavailable_of,
)
from pricing.run_costs.query import USUAL_OPTIONS, RunCostQuery
from pricing.run_costs.schedule import Limit, count_in_time, limit_of, schedule_of
from pricing.run_costs.tasks.task import Task, task_of
from pricing.run_costs.warnings import caution_run, warn_of_instances
from pricing.run_costs.weighing.affordable_tokens import (
    asks_tokens,
    says_work,
    tokens_for_budget,
    tokens_in_time,
)
from pricing.run_costs.weighing.ranking import (
    cheaper_if_shared,
    place_of,
    price_place_of,
    ranking,
)
from pricing.run_costs.weighing.sensitivity import (
    Planned,
    break_even_price,
    break_even_rate,
    sensitivities,
)
from pricing.run_costs.work import Work, work_of


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
        return headline(answer_of(alone, variant, is_whole=False))

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


def answer_of(query: RunCostQuery, catalog: Catalog, *, is_whole: bool = True) -> RunCostAnswer:
    """The answer of one release, without drivers. Raises a Refusal.

    Devices or tokens that are open under a limit of time are those of capacity that stays. Where
    the cheapest option would then end late, they are its own, if it still costs less a token.
    is_whole: whether what is said beside the options is worked out: warnings of what is bought,
    sensitivities and break-evens.
    """
    if query.budget_usd is not None:
        return _for_budget(query, catalog)
    answer = _answer(query, catalog, None, is_whole=is_whole)
    if query.deployment.device_count is not None and says_work(query):
        return answer
    first = min(answer.options, key=price_place_of, default=None)
    if first is None or not first.is_late:
        return answer
    with suppress(Infeasible):
        in_time = _answer(query, catalog, first.purchase_index, is_whole=is_whole)
        if _usd_per_token(in_time) < _usd_per_token(answer):
            return in_time
    return answer


def _usd_per_token(answer: RunCostAnswer) -> float:
    return headline(answer) / answer.compute.tokens


def _answer(
    query: RunCostQuery, catalog: Catalog, hurried: int | None, *, is_whole: bool
) -> RunCostAnswer:
    """The answer with the devices or tokens of one purchase; None: of capacity that stays."""
    context = QuoteContext(catalog, query.as_of)
    warn_of_doubts(context, query)
    limit = limit_of(context, query.schedule) if query.schedule else None
    if limit and asks_tokens(query, limit):
        query = _with_tokens(context, query, limit, hurried)
    task = task_of(context, query)
    purchases = purchases_of(context, task.device, query)
    work = _work(context, task, limit, bounding(purchases, hurried))
    run, stored = work.run, stored_by(context, task, work)
    plans, offers, refused = planned_of(context, task, work, stored, purchases)
    bare = {plan.offer.index: option for plan, option in plans}
    plans = [(plan, _dated(context, query, limit, option)) for plan, option in plans]
    if not plans and all(isinstance(refusal, Infeasible) for _, refusal in refused):
        raise refused[0][1]
    if is_whole:
        _caution(context, task, work, plans, purchases)
    before = [(plan, bare[plan.offer.index]) for plan, _ in plans]
    if query.contracts:
        context.warn("sensitivities and break-evens of spot are at the prices before contracts")
    if query.confidence is not None:
        plans = [_sure(context, query, one, bare[one[0].offer.index]) for one in plans]
    options = tuple(option for _, option in plans)
    ranked = ranking(options)
    cheapest = min(plans, key=lambda planned: place_of(planned[1]), default=None)
    amortised = min(options, key=lambda one: (one.is_late, one.amortised_usd), default=None)
    schedule = None
    if limit:
        purchase = purchases[cheapest[0].offer.index if cheapest else 0]
        price = price_of(context, task, (purchase,))
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
            unavailable_of(index, purchases[index], refusal) for index, refusal in refused
        ),
        cheapest_option=ranked[0].option if ranked else None,
        cheapest_option_amortised=amortised.option if amortised else None,
        cheaper_if_shared=cheaper_if_shared(plans),
        ranking=ranked,
        spot_break_even_preemptions_per_instance_hour=(
            break_even_rate(run, offers, before, stored) if is_whole else None
        ),
        spot_break_even_usd_per_device_hour=break_even_price(before),
        sensitivities=(
            sensitivities(run, cheapest[0], bare[cheapest[0].offer.index])
            if cheapest and is_whole
            else ()
        ),
        assumptions=context.assumptions,
        warnings=context.warnings,
        provenance=context.provenance(query),
    )


def _work(
    context: QuoteContext, task: Task, limit: Limit | None, bought: Sequence[RunPurchase]
) -> Work:
    """The work of a task on its devices, or on as many as end in time."""
    count = task.query.deployment.device_count
    if count is None and limit and limit.hours is not None:
        count = count_in_time(context, task, limit, price_of(context, task, bought))
    return work_of(context, task, count)


def _caution(
    context: QuoteContext,
    task: Task,
    work: Work,
    plans: Sequence[Planned],
    purchases: Sequence[RunPurchase],
) -> None:
    """Warn of a run and of what it buys."""
    warn_of_providers(context, [one for plan, _ in plans for one in open_of(purchases, plan.offer)])
    caution_run(context, task, work, plans)
    sold = [
        pair for plan, _ in plans for pair in zip(plan.offer.bought, plan.offer.parts, strict=True)
    ]
    warn_of_dear(context, [bought for bought, _ in sold])
    warn_of_instances(context, work.run.device_count, plans)
    pays_energy = any(bought.owned is not None for bought, _ in sold)
    warn_of_included(context, task.query.facility, pays_energy=pays_energy)


def _dated(
    context: QuoteContext, query: RunCostQuery, limit: Limit | None, option: RunOption
) -> RunOption:
    """An option with its days of payment, and whether it is late."""
    is_late = limit is not None and limit.kept(option) is False
    return dated(context, query, replace(option, is_late=is_late))


def _sure(context: QuoteContext, query: RunCostQuery, planned: Planned, bare: RunOption) -> Planned:
    """A way of buying with how sure its cost is; bare: before contracts."""
    plan, option = planned
    found = confidence_of(context, query, plan, bare.usd, option.usd)
    return plan, replace(option, confidence=found)


def _with_tokens(
    context: QuoteContext, query: RunCostQuery, limit: Limit, hurried: int | None
) -> RunCostQuery:
    """The query with as many tokens as end in time."""
    device = context.device(query.deployment.device, field="deployment.device")
    bought = bounding(purchases_of(context.fresh(), device, query), hurried)
    tokens = tokens_in_time(context, query, limit, lambda at, task: price_of(at, task, bought))
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
    tokens = tokens_for_budget(
        query, lambda asked: headline(answer_of(asked, catalog, is_whole=False))
    )
    answer = answer_of(replace(query, budget_usd=None, tokens=tokens), catalog)
    told = (
        f"nothing says how much is trained: {tokens:,.0f} tokens are the most that cost"
        f" {query.budget_usd:,.0f} USD or less in the mean, {answer.cheapest_option}"
    )
    return replace(answer, warnings=(told, *answer.warnings))


KEPT = KeptAnswers(_quote)
"""The answers of the last questions."""
