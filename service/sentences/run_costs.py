"""The sentence of the cost of a training run."""

from collections.abc import Sequence

from pricing.units import GRAMS_PER_KILOGRAM
from service.sentences.amounts import dollars, grams, kilowatt_hours, ranged, rough
from service.sentences.parts import (
    MUCH_RATIO,
    bought,
    driver_fact,
    outlay_fact,
    paid_fact,
    parted,
    sure_fact,
)
from service.sentences.sentence import Sentence, told
from service.summaries.figures import counted, duration, number, share
from service.summaries.parts import Fields, device_words, model_words
from service.summaries.run_costs import NOTICED_RATIO, cheapest_of, cheapest_words, unsold_words


def run_cost_sentence(answer: Fields, query: Fields) -> Sentence:
    """The cost and the time of the cheapest way of buying, its speed, energy and carbon."""
    work, options = answer["compute"], answer["options"]
    what = (
        f"Training {model_words(answer, query)} ({answer['precision']}) for"
        f" {counted(work['tokens'], 'token')} on {device_words(answer)}"
    )
    if not options:
        return told(f"{what} has no price{unsold_words(answer)}", (), answer["warnings"])
    cheapest = cheapest_of(answer)
    spread, sure = cheapest["usd"], cheapest["confidence"]
    ends = (sure["p10_usd"], sure["p90_usd"]) if sure else (spread["p10"], spread["p90"])
    cost, around = ranged(spread["mean"], *ends)
    of_all = cheapest_words(options, _by_the_hour(options, cheapest))
    head = (
        f"{what} {_bought(cheapest)} costs {cost}{_converted(answer, cheapest)}{around} and takes"
        f" {duration(cheapest['wall_clock_hours'])}{of_all}"
    )
    speed, driver, energy = _speed(work), driver_fact(answer), _energy(cheapest)
    warnings, age = parted(answer["warnings"], cheapest["price"])
    facts = [
        sure_fact(sure),
        _committed(cheapest),
        _ending(answer, cheapest),
        speed,
        driver,
        paid_fact(cheapest["price"], age),
        energy,
    ]
    return told(head, facts, warnings, kept=(speed, driver, energy))


def _converted(answer: Fields, option: Fields) -> str:
    """The cost of an option in the currency that is asked for; empty for dollars."""
    found = answer["converted"]
    if not found:
        return ""
    at, code = answer["options"].index(option), found["currency"]
    amount = found["amounts"].get(f"options.{at}.{code.lower()}.mean")
    return "" if amount is None else f" ({rough(amount)} {code})"


def _bought(option: Fields) -> str:
    price = option["price"]
    return f"with {option['option']}" if price is None else bought(price, option)


def _by_the_hour(options: Sequence[Fields], cheapest: Fields) -> str:
    """What the run costs on demand, where that is much more; empty otherwise."""
    hourly = next((one for one in options if one["option"] == "on_demand"), None)
    if hourly is None or hourly["usd"]["mean"] < MUCH_RATIO * cheapest["usd"]["mean"]:
        return ""
    return f" (on demand {dollars(hourly['usd']['mean'], is_wide=True)})"


def _committed(option: Fields) -> str:
    """What is paid beyond the run."""
    mean = option["usd"]["mean"]
    if option["owned"] is not None:
        return outlay_fact(option["commitment"]["upfront_usd"])
    if option["borne_usd"] > mean * NOTICED_RATIO:
        return f"the whole commitment costs {dollars(option['borne_usd'])}"
    if option["amortised_usd"] * NOTICED_RATIO < mean:
        return f"it would be {dollars(option['amortised_usd'])} if other work used the rest"
    return ""


def _ending(answer: Fields, option: Fields) -> str:
    schedule = answer["schedule"]
    if schedule is None:
        return ""
    return f"it ends on {schedule['options'][answer['options'].index(option)]['ends']}"


def _speed(work: Fields) -> str:
    rate, used = number(work["tokens_per_second"]), share(round(work["mfu_fraction"], 2))
    return f"it trains {rate} tokens/s at an MFU of {used}"


def _energy(option: Fields) -> str:
    energy = kilowatt_hours(option["energy_kilowatt_hours"])
    return f"it uses {energy}, {grams(option['kilograms_co2e'] * GRAMS_PER_KILOGRAM)} CO₂e"
