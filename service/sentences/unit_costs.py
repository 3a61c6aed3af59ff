"""The sentence of unit costs."""

from pricing.units import HOURS_PER_MONTH
from service.sentences.amounts import dollars, grams, ranged, watts
from service.sentences.parts import (
    batch_fact,
    bought,
    converted_fact,
    devices,
    driver_fact,
    load_words,
    outlay_fact,
    parted,
    speed_words,
    spread_ratios,
)
from service.sentences.sentence import Sentence, told
from service.summaries.figures import counted, number, share
from service.summaries.parts import Fields, begun, model_words

CONVERTED = {
    "unit_costs.usd_per_million_output_tokens": "per million output",
    "unit_costs.usd_per_request": "a request",
    "unit_costs.usd_per_hour": "an hour",
}
"""Amounts that are told in the currency of a question, the first that there is and the last."""

WIDE_RATIO = 1.1
"""Prices beside which a median is told to be one: so many times dearer or cheaper."""


def unit_cost_sentence(answer: Fields, query: Fields) -> Sentence:
    """The price, what it is for, the speed that a user gets, the bill, power and carbon."""
    purchase = query.get("purchase") or {}
    on = f"{devices(answer)} {bought(answer['price'], purchase, answer['warnings'])}"
    if answer["model"] is None:
        head = f"A request on {on} costs {_cost(answer, 'usd_per_request')}"
    elif answer["unit_costs"]["usd_per_million_tokens"] is None:
        head = f"{begun(model_words(answer, query))} on {on} costs {_media(answer)}"
    else:
        model = begun(model_words(answer, query))
        head = f"{model} ({answer['precision']}) on {on} costs {_tokens(answer)}"
    speed = _speed(answer, query)
    batch = batch_fact(answer["batch_tier"], "interactive work")
    driver = driver_fact(answer)
    warnings, age = parted(answer["warnings"], answer["price"])
    bill = _bill(answer, age, has_month=not driver)
    converted = converted_fact(answer, CONVERTED, ends=True)
    facts = [bill, converted, batch, speed]
    power = _power(answer)
    facts += [driver, _outlay(answer), power]
    return told(head, facts, warnings, kept=(converted, speed, driver, power))


def _cost(answer: Fields, name: str) -> str:
    costs = answer["unit_costs"]
    return "".join(ranged(costs[name], costs[f"{name}_low"], costs[f"{name}_high"]))


def _tokens(answer: Fields) -> str:
    """The prices of output and input tokens; of requests without output, of what they read."""
    costs = answer["unit_costs"]
    read = _cost(answer, "usd_per_million_input_tokens")
    image = costs["usd_per_image"]
    images = "" if image is None else f", {dollars(image)} an image"
    if costs["usd_per_million_output_tokens"] is None:
        document = _cost(answer, "usd_per_document")
        return f"{read} per million input tokens{images}, {document} a document"
    written = _cost(answer, "usd_per_million_output_tokens")
    read = read.partition(" (")[0]  # its interval is that of the output
    return f"{written} per million output tokens, {read} for input{images}"


def _media(answer: Fields) -> str:
    """The price of an image that is made, or of audio that is written down."""
    if answer["unit_costs"]["usd_per_audio_hour"] is None:
        return f"{_cost(answer, 'usd_per_image')} an image"
    return f"{_cost(answer, 'usd_per_audio_hour')} an hour of audio"


def _bill(answer: Fields, age: str, *, has_month: bool) -> str:
    hourly = answer["unit_costs"]["usd_per_hour"]
    monthly = f", {dollars(hourly * HOURS_PER_MONTH)} a month" if has_month else ""
    return f"{dollars(hourly)} an hour{_elsewhere(answer, age)}{monthly}"


def _outlay(answer: Fields) -> str:
    """What the devices cost to buy; empty for rented and leased ones."""
    owned = answer["owned"]
    if answer["pools"] or not owned or owned["lease_usd_per_device_hour"]:
        return ""
    return outlay_fact(answer["device_count"] * owned["purchase_usd"])


def _elsewhere(answer: Fields, age: str) -> str:
    """What an hour costs at the other prices that the price was chosen from, and its age.

    Empty where all of them are about the same, and the price is new.
    """
    price, words = answer["price"], []
    ratios = spread_ratios(price, WIDE_RATIO)
    if ratios is not None:
        hourly = answer["unit_costs"]["usd_per_hour"]
        ends = " to ".join(dollars(hourly * ratio, is_wide=True) for ratio in ratios)
        among = price["range"]
        sellers = len(among["providers"])
        many = counted(sellers, "provider") if sellers > 1 else counted(among["count"], "price")
        is_usual = among["usual_region"] is not None
        words = ["usual region", f"{ends} in all"] if is_usual else [f"median of {many}", ends]
    words = [age, *words] if age else words
    return f" ({', '.join(words)})" if words else ""


def _speed(answer: Fields, query: Fields) -> str:
    """The speed for one user, with the load that it holds for."""
    performance = answer["performance"]
    used = f"{share(round(performance['utilization_fraction'], 2))} used"
    load = load_words(answer, query)
    condition = f" ({', '.join([*([load] if load else []), used])})"
    speed = speed_words(performance)
    if not speed:
        rate = performance["requests_per_second"]
        return f"it takes {number(rate)} requests/s{condition}" if rate else f"at {used}"
    return f"{speed}{condition}"


def _power(answer: Fields) -> str:
    carbon = answer["efficiency"]["grams_co2e_per_million_output_tokens"]
    told = watts(answer["power"]["facility_watts"])
    if carbon is None:
        return f"it draws {told}"
    return f"it draws {told}, {grams(carbon)} CO₂e per million"
