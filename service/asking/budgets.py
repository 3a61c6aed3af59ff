"""Whether a budget is enough, before an answer."""

from collections.abc import Mapping

from service.asking.figures.figure import Fields
from service.summaries.figures import usd
from service.summaries.run_costs import cheapest_of


def budget_lead(kind: str, fields: Fields, counts: Mapping[str, float]) -> str:
    """Yes or no, with what a run or a month costs beside the budget; empty without one."""
    limit = counts.get("limit_usd")
    cost = None if limit is None else _cost(kind, fields)
    if limit is None or cost is None:
        return ""
    per = " a month" if kind == "tco" else ""
    if cost <= limit:
        return f"Yes: {usd(cost)} of {usd(limit)}{per}. "
    return f"No: {usd(cost)} is more than {usd(limit)}{per}. "


def _cost(kind: str, fields: Fields) -> float | None:
    """What a budget is for: the mean of the cheapest way, or of a month [USD]."""
    if kind == "tco":
        return float(fields["totals"]["usd_total"] / fields["horizon_months"])
    options = fields.get("options")
    return float(cheapest_of(options)["usd"]["mean"]) if options else None
