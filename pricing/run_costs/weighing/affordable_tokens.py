"""How many tokens a run trains on within its limit of time, or for a sum of money."""

from collections.abc import Callable
from math import floor, log10

from msgspec.structs import replace

from pricing.errors import Infeasible, InvalidQuery, Refusal
from pricing.numerics.roots import illinois
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.schedule import Limit, Price
from pricing.run_costs.tasks.task import Task, task_of
from pricing.run_costs.tokens import LEAST_TOKENS, MOST_TOKENS
from pricing.run_costs.work import work_of

FIRST_TOKENS = 1e9
"""How many are tried first."""

DIGITS = 4
"""Significant digits of what is answered, rounded down so that the limit is kept."""

ROUNDS = 60
TOLERANCE_FRACTION = 1e-9


def asks_tokens(query: RunCostQuery, limit: Limit | None) -> bool:
    """Whether a query says its devices and its time, and nothing of its work."""
    if limit is None or limit.hours is None or query.deployment.device_count is None:
        return False
    return not says_work(query)


def says_work(query: RunCostQuery) -> bool:
    """Whether a query says how much is trained."""
    return any((query.tokens, query.steps, query.samples, query.sample_tokens, query.epochs))


def tokens_for_budget(query: RunCostQuery, cost_of: Callable[[RunCostQuery], float]) -> float:
    """The most tokens that a run trains on for its budget [count].

    cost_of: what a run costs with the tokens that it says [USD]. Raises a Refusal where it has no
    answer, where the query says its work besides, or where no token is paid for.
    """
    budget = query.budget_usd or 0.0
    if says_work(query):
        raise InvalidQuery(
            "budget_usd asks how much is trained: leave out what says it, or the budget",
            field="budget_usd",
        )
    bare = replace(query, budget_usd=None, confidence=None)

    def excess(tokens: float) -> float:
        """US dollars beyond the budget."""
        return cost_of(replace(bare, tokens=tokens)) - budget

    refusal = Infeasible(f"not one token is trained for {budget:,.0f} USD", field="budget_usd")
    return _most(excess, budget, refusal)


def tokens_in_time(
    context: QuoteContext,
    query: RunCostQuery,
    limit: Limit,
    price_of: Callable[[QuoteContext, Task], Price],
) -> float:
    """The most tokens that the devices of a query train on within its limit [count].

    price_of: of a task, the run under one way of buying it. Raises a Refusal where the run has no
    answer, or where no token ends in time.
    """
    allowed = limit.hours or 0.0

    def excess(tokens: float) -> float:
        """Hours beyond the limit."""
        asked = replace(query, tokens=tokens)
        fresh = context.fresh()
        task = task_of(fresh, asked)
        work = work_of(fresh, task, query.deployment.device_count)
        option = price_of(fresh, task)(work)
        if option is None:
            raise Infeasible(
                "the run loses work as fast as it does it, or its capacity has no price",
                field="purchases",
            )
        return limit.met_hours(option) - allowed

    refusal = Infeasible(
        f"not one token is trained within {allowed:.4g} hours on"
        f" {query.deployment.device_count} devices",
        field=limit.field,
    )
    return _most(excess, allowed, refusal)


def _most(excess: Callable[[float], float], allowed: float, refusal: Refusal) -> float:
    """The most tokens without an excess over what is allowed. Raises the refusal for none."""
    low, high = FIRST_TOKENS, FIRST_TOKENS
    at_low = at_high = excess(FIRST_TOKENS)
    while at_low > 0.0 and low > LEAST_TOKENS:
        low, high, at_high = max(LEAST_TOKENS, low / 1e3), low, at_low
        at_low = excess(low)
    while at_high <= 0.0 and high < MOST_TOKENS:
        low, high, at_low = high, min(MOST_TOKENS, high * 1e3), at_high
        at_high = excess(high)
    if at_low > 0.0:
        raise refusal
    found = illinois(
        lambda tokens, _: excess(float(tokens)),
        low,
        high,
        at_low,
        at_high,
        rounds=ROUNDS,
        tolerance=TOLERANCE_FRACTION * allowed,
    )
    return rounded_down(float(found.low))


def rounded_down(tokens: float) -> float:
    """The tokens to DIGITS significant digits, no more than there are.

    >>> rounded_down(1234567.0), rounded_down(1.0)
    (1234000.0, 1.0)
    """
    unit = 10.0 ** max(0, floor(log10(tokens)) + 1 - DIGITS)
    return floor(tokens / unit) * unit
