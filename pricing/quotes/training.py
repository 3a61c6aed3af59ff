"""Training: what one run costs under each way of buying its capacity."""

from collections.abc import Sequence

from pricing.catalog.library import Library
from pricing.errors import Infeasible, Refusal
from pricing.formulas import power
from pricing.quotes.answers import RunCostAnswer, RunOption, Unavailable
from pricing.quotes.facilities import site
from pricing.quotes.ledger import Ledger
from pricing.quotes.offers import Offer, break_even, sensitivities
from pricing.quotes.purchasing import Bought, buy
from pricing.quotes.queries import Purchase, RunCostQuery
from pricing.quotes.run_memory import layout_answer, memory_of
from pricing.quotes.run_options import Forecast, forecast, option_of
from pricing.quotes.run_schedule import Price, count_in_time, limit_of, schedule_of
from pricing.quotes.run_work import Task, Work, task_of, work_of
from pricing.quotes.runs import Run, Stops, stops_of
from pricing.units import HOURS_PER_YEAR

TERM_HOURS = {"reserved_1y": HOURS_PER_YEAR, "reserved_3y": 3.0 * HOURS_PER_YEAR}


def run_costs(query: RunCostQuery, library: Library) -> RunCostAnswer:
    """Answer a run-cost query.

    Raises a Refusal where there is no honest answer at all; an option that has none is
    listed under `unavailable`, and the others are answered all the same.
    """
    ledger = Ledger.open(library, catalog=query.catalog, as_of=query.as_of)
    task = task_of(ledger, query)
    limit = query.schedule and limit_of(ledger, query.schedule)
    count = query.deployment.device_count
    if count is None and limit and limit.hours is not None:
        count = count_in_time(ledger, task, limit, _price(ledger, task, _steadiest(query)))
    work = work_of(ledger, task, count)
    run = work.run
    planned, unavailable = _planned(ledger, task, work, query.purchases)
    cheapest = min(planned, key=lambda pair: pair[1].usd.mean, default=None)
    options = tuple(option for _, option in planned)
    schedule = None
    if limit:
        purchase = cheapest[0].purchase if cheapest else query.purchases[0]
        price = _price(ledger, task, purchase)
        schedule = schedule_of(ledger, task, work, limit, options, price)
    return RunCostAnswer(
        model=task.model.name,
        device=task.device.name,
        device_count=run.device_count,
        precision=task.number_format.name,
        compute=work.compute,
        memory=memory_of(work.layout),
        layout=layout_answer(ledger, task.needs, task.wanted, work.layout),
        schedule=schedule,
        options=options,
        unavailable=tuple(unavailable),
        cheapest_option=cheapest[1].option if cheapest else None,
        spot_break_even_preemptions_per_instance_hour=break_even(
            run, [(offer, option.usd.mean) for offer, option in planned]
        ),
        sensitivities=(sensitivities(run, cheapest[0], cheapest[1].usd.mean) if cheapest else ()),
        assumptions=ledger.assumptions,
        warnings=tuple(ledger.warnings),
        provenance=ledger.provenance(query),
    )


def _steadiest(query: RunCostQuery) -> Purchase:
    """What a count is found for: capacity that stays, unless all that is asked for is spot."""
    if all(purchase.option == "spot" for purchase in query.purchases):
        return query.purchases[0]
    return Purchase(option="on_demand", usd_per_device_hour=1.0)


def _price(ledger: Ledger, task: Task, purchase: Purchase) -> Price:
    """The run under one purchase, however many devices it takes, for what is only weighed."""

    def price(work: Work) -> RunOption | None:
        planned, _ = _planned(ledger.blank(), task, work, (purchase,))
        return planned[0][1] if planned else None

    return price


def _planned(
    ledger: Ledger, task: Task, work: Work, purchases: Sequence[Purchase]
) -> tuple[list[tuple[Offer, RunOption]], list[Unavailable]]:
    """Every way of buying the run that has an answer, and why the others have none."""
    run = work.run
    offers, unavailable = _offers(ledger, task, work, purchases)
    planned: list[tuple[Offer, RunOption]] = []
    courses: dict[Stops, Forecast] = {}  # all but spot stop alike
    for offer in offers:
        try:
            course = courses.get(offer.stops) or forecast(run, offer.stops)
        except Infeasible as refusal:
            unavailable.append(_unavailable(offer.purchase, refusal))
            continue
        courses[offer.stops] = course
        planned.append((offer, option_of(run, offer, course)))
    return planned, unavailable


def _offers(
    ledger: Ledger, task: Task, work: Work, purchases: Sequence[Purchase]
) -> tuple[list[Offer], list[Unavailable]]:
    device, query, run = task.device, task.query, work.run
    ledger.note_tdp(device)
    device_watts = device.tdp_watts * ledger.assume("power.training_tdp_fraction")
    system_watts = power.system_watts(
        device_watts=device_watts,
        host_watts=ledger.assume(f"power.host_watts.{device.family}"),
        devices=1.0,
    )
    offers: list[Offer] = []
    unavailable: list[Unavailable] = []
    for index, purchase in enumerate(purchases):
        try:
            bought = buy(ledger, device, purchase, field=f"purchases[{index}]")
        except Refusal as refusal:
            unavailable.append(_unavailable(purchase, refusal))
            continue
        place = site(
            ledger,
            query.facility,
            provider=bought.provider,
            region=bought.region,
            pays_energy=bought.owned is not None,
        )
        facility_watts = power.facility_watts(system_watts=system_watts, pue_ratio=place.pue_ratio)
        offers.append(
            Offer(
                purchase=purchase,
                bought=bought,
                stops=stops_of(ledger, work.failures, query.reliability, bought, run),
                usd_per_kilowatt_hour=place.usd_per_kilowatt_hour,
                kilowatts_per_device=power.kilowatt_hours(watts=facility_watts, hours=1.0),
                grams_co2e_per_kilowatt_hour=place.grams_co2e_per_kilowatt_hour,
            )
        )
        _warn_of_term(ledger, bought, run)
    return offers, unavailable


def _warn_of_term(ledger: Ledger, bought: Bought, run: Run) -> None:
    if bought.owned is not None:
        ledger.warn(
            "owned charges the hours of the run alone: the rest of the devices' life must have"
            " other work to do"
        )
    term_hours = TERM_HOURS.get(bought.price.option)
    if term_hours and run.work_hours < term_hours:
        ledger.warn(
            f"{bought.price.option} is a commitment of {term_hours:.0f} hours; this answer charges"
            f" only the run's own, about {run.work_hours:.0f}"
        )


def _unavailable(purchase: Purchase, refusal: Refusal) -> Unavailable:
    near = f" (nearest: {', '.join(refusal.nearest)})" if refusal.nearest else ""
    return Unavailable(
        option=purchase.option or "on_demand",
        provider=purchase.provider,
        region=purchase.region,
        reason=f"{refusal.detail}{near}",
    )
