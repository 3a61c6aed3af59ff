"""How sure a cost is, in words."""

from service.summaries.figures import share, usd
from service.summaries.parts import Fields

NOTICED_FRACTION = 0.02
"""The change of the median from which on it is told."""

MOST_LEVELS = 3
"""The most amounts in one sentence."""

NAMES = {
    "throughput": "the throughput",
    "load": "the load",
    "load_growth": "the growth of the load",
    "price_change": "later prices",
    "spot_price_change": "later spot prices",
    "estimated_price": "estimated prices",
    "preemption_rate": "the rate of preemptions",
    "interruptions": "how interruptions fall",
}
"""Doubts in words."""


def sure_words(found: Fields) -> str:
    """The amounts that were asked for, and what 80% of the outcomes lie between."""
    levels = [
        f"at most {usd(one['usd'])} with {share(one['confidence_fraction'])} confidence"
        for one in found["levels"][-MOST_LEVELS:]
    ]
    between = f"{usd(found['p10_usd'])} to {usd(found['p90_usd'])} in 80% of outcomes"
    return ", ".join([*levels, between])


def cases_words(found: Fields) -> str:
    """The three cases, what moves the cost most, and where the median is another figure."""
    low, base, high = found["cases"]
    text = (
        f"The low, base and high case cost {usd(low['usd'])}, {usd(base['usd'])} and"
        f" {usd(high['usd'])}."
    )
    doubts = [NAMES[one["name"]] for one in found["doubts"][:2] if one["usd_change"] > 0.0]
    if doubts:
        text += f" What moves the cost most is {', then '.join(doubts)}."
    if abs(found["median_change_fraction"]) >= NOTICED_FRACTION:
        within = share(round(found["answered_confidence_fraction"], 2))
        text += (
            f" The median is {usd(found['p50_usd'])}: {within} of outcomes cost at most the figure"
            " that is answered."
        )
    return text
