"""Summary of the cost of a training run."""

from collections.abc import Sequence

from pricing.purchasing.commitments import BLOCKS
from service.http.problems import MOST_NEAREST, offer_words
from service.summaries.certainty import cases_words, sure_words
from service.summaries.figures import counted, duration, usd
from service.summaries.parts import (
    Fields,
    converted_words,
    device_words,
    model_words,
    price_words,
    when,
)

NOTICED_RATIO = 1.05
"""From this ratio on, the other cost is mentioned."""

NOTICED_FRACTION = 0.005
"""From this probability on, it is mentioned."""


def ranked(answer: Fields) -> Sequence[Fields]:
    """The options of an answer as it ranks them."""
    options = {one["purchase_index"]: one for one in answer["options"]}
    return [options[one["purchase_index"]] for one in answer["ranking"]]


def cheapest_of(answer: Fields) -> Fields:
    """The option that an answer ranks first."""
    return ranked(answer)[0]


def cheapest_words(options: Sequence[Fields], beside: str = "") -> str:
    """Of how many ways the first is the cheapest; empty for one.

    beside: what is told of another way, instead of what they are ways of.
    """
    in_time = [one for one in options if not one["is_late"]]
    if not in_time:
        return ", too late"
    if len(options) == 1:
        return ""
    kind = " of buying" if len(in_time) == len(options) else " that end in time"
    return f", the cheapest of {len(in_time)} ways{beside or kind}"


def run_cost_summary(answer: Fields, query: Fields) -> str:
    """Cost and time of the cheapest way of buying, what it commits to, and what sharing saves."""
    on = device_words(answer)
    day = f"({when(answer['provenance'])})."
    model, options = model_words(answer, query), answer["options"]
    if not options:
        return f"No way of buying {on} for {model} has a price{unsold_words(answer)} {day}"
    cheapest = cheapest_of(answer)
    spread = cheapest["usd"]
    place = f"options.{options.index(cheapest)}.usd.mean"
    low, high = usd(spread["p10"]), usd(spread["p90"])
    around = "" if low == high else f" ({low} to {high})"
    sure = ""
    if cheapest["confidence"]:
        around = f" ({sure_words(cheapest['confidence'])})"
        sure = f" {cases_words(cheapest['confidence'])}"
    return (
        f"Training {model} on {on} in {answer['precision']} for"
        f" {counted(answer['compute']['tokens'], 'token')} costs {usd(spread['mean'])}{around} with"
        f" {_bought(cheapest)} and takes"
        f" {duration(cheapest['wall_clock_hours'])}{cheapest_words(options)} {day}{sure}"
        f"{_ending(answer, cheapest)}{_committed(cheapest)}{_outlasted(cheapest)}"
        f"{_shared(answer, cheapest)}"
        f"{converted_words(answer, {place: 'in the mean'})}"
    )


NEAREST = " (nearest: "
"""What the reason of an option goes on with that has no price."""


def unsold_words(answer: Fields) -> str:
    """Why no way of buying has a price, as the end of a clause, and what has one.

    >>> reason = "no spot price of l4 (nearest: gcp/us-east1/g2-standard-4/spot/2026-07-22)"
    >>> unsold_words({"unavailable": [{"reason": reason}]})
    ': no spot price of l4; there is spot from gcp us-east1'
    """
    reason = next((one["reason"] for one in answer["unavailable"]), "")
    told, _, near = reason.removesuffix(")").partition(NEAREST)
    if not near:
        return f": {reason}" if reason else ""
    offers = list(dict.fromkeys(map(offer_words, near.split(", "))))
    return f": {told}; there is {', '.join(offers[:MOST_NEAREST])}"


def _bought(option: Fields) -> str:
    """How an option is bought; a mix has no price of its own."""
    if option["price"] is None:
        return str(option["option"])
    return price_words(option["price"], option)


def _ending(answer: Fields, option: Fields) -> str:
    """The end of the run under a deadline, and the option that meets it."""
    schedule = answer["schedule"]
    if schedule is None:
        return ""
    own = schedule["options"][answer["options"].index(option)]
    late = ", too late: no way of buying ends in time" if option["is_late"] else ""
    return f" It ends on {own['ends']}{late}."


def _committed(option: Fields) -> str:
    """The cost of a commitment beyond the run, and whether the figure includes it."""
    usd_mean = option["usd"]["mean"]
    if option["owned"] is not None:
        return (
            " This covers the time of the run. The devices cost"
            f" {usd(option['commitment']['upfront_usd'])}."
        )
    if option["borne_usd"] > usd_mean * NOTICED_RATIO:
        return (
            " This covers the time of the run. The whole commitment costs"
            f" {usd(option['borne_usd'])}."
        )
    if option["amortised_usd"] * NOTICED_RATIO < usd_mean:
        return (
            " This includes the whole commitment. If other work used the rest, the run would cost"
            f" {usd(option['amortised_usd'])}."
        )
    return ""


def _outlasted(option: Fields) -> str:
    """How likely a run outlasts the block that is booked for it."""
    terms = option["commitment"]
    if option["option"] not in BLOCKS or terms["outlasted_fraction"] < NOTICED_FRACTION:
        return ""
    return (
        f" The block of {duration(terms['term_hours'])} is paid for in advance; the run outlasts it"
        f" with a probability of {terms['outlasted_fraction']:.0%}."
    )


def _shared(answer: Fields, cheapest: Fields) -> str:
    """What would be cheaper if other work used the rest, and what it costs as a whole."""
    index = cheapest["purchase_index"]
    others = [one for one in answer["cheaper_if_shared"] if one["purchase_index"] != index]
    if not others:
        return ""
    first = others[0]
    bought = "owned devices" if first["option"] == "owned" else first["option"]
    costs = "cost" if first["option"] == "owned" else "costs"
    return (
        f" With {bought}, which {costs} {usd(first['outlay_usd'])} as a whole, it would be"
        f" {usd(first['amortised_usd'])} if other work used the rest."
    )
