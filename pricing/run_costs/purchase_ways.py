"""Ways of buying the capacity of a run: those with an answer, and those without one."""

from collections.abc import Iterator, Sequence

from pricing.errors import InvalidQuery, Refusal
from pricing.purchasing.one_provider import is_open
from pricing.purchasing.price import Bought
from pricing.purchasing.query import RunPurchase
from pricing.quote.context import QuoteContext
from pricing.run_costs.answer_options import RunOption, Unavailable
from pricing.run_costs.bill import Stored, stored_of
from pricing.run_costs.calendar.cash import dated
from pricing.run_costs.interruptions import as_asked
from pricing.run_costs.offers import Market, Offer, offer_of, system_watts_of
from pricing.run_costs.option import option_of, plan_of
from pricing.run_costs.schedule import Price
from pricing.run_costs.tasks.task import Task
from pricing.run_costs.weighing.sensitivity import Planned
from pricing.run_costs.work import Work
from pricing.training.wall_clock_spread import spread_of


def planned_of(
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


def price_of(context: QuoteContext, task: Task, purchases: Sequence[RunPurchase]) -> Price:
    """The run under the first purchase that has an answer, for what is only weighed."""

    def price(work: Work) -> RunOption | None:
        fresh = context.fresh()
        plans, _, _ = planned_of(fresh, task, work, stored_by(fresh, task, work), purchases)
        return dated(fresh, task.query, plans[0][1]) if plans else None

    return price


def bounding(purchases: Sequence[RunPurchase], hurried: int | None) -> Sequence[RunPurchase]:
    """What open devices or tokens are found for: the first of these that has an answer.

    hurried: index of a purchase; None: capacity that stays, unless all that is asked holds spot.
    """
    if hurried is not None:
        return (purchases[hurried],)
    if all(
        any(part.option == "spot" for part in purchase.mix or (purchase,)) for purchase in purchases
    ):
        return purchases
    return (RunPurchase(option="on_demand", usd_per_device_hour=1.0),)


def open_of(purchases: Sequence[RunPurchase], offer: Offer) -> Iterator[Bought]:
    """What an offer buys where no provider is named."""
    purchase = purchases[offer.index]
    for one, bought in zip(purchase.mix or (purchase,), offer.bought, strict=True):
        if is_open(one):
            yield bought


def stored_by(context: QuoteContext, task: Task, work: Work) -> Stored:
    """What a run stores, of the parameters that learn."""
    given = task.query.storage
    return stored_of(context, given, learning_parameters=work.learning_parameters)


def unavailable_of(index: int, purchase: RunPurchase, refusal: Refusal) -> Unavailable:
    """A purchase that has no answer, with the reason."""
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
