"""The sentence of the cost of a service over time."""

from pricing.units import GRAMS_PER_KILOGRAM
from service.sentences.amounts import dollars, grams, is_wide, kilowatt_hours, ranged, rough
from service.sentences.parts import (
    batch_fact,
    bought,
    driver_fact,
    load_words,
    outlay_fact,
    owned_words,
    paid_fact,
    parted,
    sure_fact,
    term_words,
)
from service.sentences.sentence import Sentence, told
from service.summaries.figures import counted, number, share
from service.summaries.parts import Fields, begun, device_words, model_words
from service.summaries.tco import (
    LEAST_RANGE_FRACTION,
    contract_words,
    generations,
    is_paid_ahead,
    is_rented,
    is_told,
    options_of,
    owned_word,
    replica_words,
    replicas_words,
)


def tco_sentence(answer: Fields, query: Fields) -> Sentence:
    """The total, the bill a month, what it is for, the speed, the alternative, the energy."""
    totals, months = answer["totals"], answer["horizon_months"]
    first = answer["replicas"][0]
    served = "The service" if answer["model"] is None else begun(model_words(answer, query))
    total, around = _total(answer)
    wide = bool(around)
    monthly = dollars(totals["usd_total"] / months, is_wide=wide)
    per = (
        f"{dollars(totals['usd_per_request'], is_wide=wide)} a request"
        if totals["usd_per_million_tokens"] is None
        else f"{dollars(totals['usd_per_million_tokens'], is_wide=wide)} per million tokens"
    )
    head = (
        f"{served} on {replicas_words(answer)} of {_devices(answer)} {_bought(answer, query)}"
        f" costs {monthly} a month, {total}{_converted(answer)} in"
        f" {counted(months, 'month')}{around}, {per}"
    )
    later_usd = answer["purchase"]["usd_beyond_horizon"]
    if is_told(later_usd, answer):
        head += f", with {dollars(later_usd)} that is due after the horizon"
    bought_as = answer["purchase"]["base"] or answer["purchase"]["burst"]
    warnings, age = parted(answer["warnings"], bought_as)
    load, driver, energy = _load(answer, query, first), driver_fact(answer), _energy(answer)
    contracted = contract_words(answer).strip().removesuffix(".")
    is_short = is_told(sum(one["shortfall_usd"] for one in answer["contracts"]), answer)
    bought_usd = sum(holding["usd"] for holding in answer["purchase"]["holdings"])
    if answer["alternatives"]:
        head += f"; {_alternative(answer)}"
    facts = [
        sure_fact(answer["confidence"]),
        contracted,
        load,
        batch_fact(answer["batch_tier"], "the load"),
        driver,
        outlay_fact(bought_usd),
        paid_fact(bought_as, age),
        energy,
    ]
    kept = (*((contracted,) if is_short else ()), load, driver, energy)
    return told(head, facts, warnings, kept=kept)


def _devices(answer: Fields) -> str:
    """The devices of a replica, generation by generation."""

    def words(replica: Fields) -> str:
        return replica_words(replica) if replica["pools"] else device_words(replica)

    (_, first), *later = generations(answer, words)
    return first + "".join(f", from {month} on {devices}," for month, devices in later)


def _converted(answer: Fields) -> str:
    """The total in the currency that is asked for; empty for dollars."""
    found = answer["converted"]
    return f" ({rough(found['total'])} {found['currency']})" if found else ""


def _total(answer: Fields) -> tuple[str, str]:
    totals = answer["totals"]
    spread, sure = (answer["uncertainty"] or {}).get("usd_total"), answer["confidence"]
    low, high = totals["usd_total_low"], totals["usd_total_high"]
    if sure:
        low, high = sure["p10_usd"], sure["p90_usd"]
    elif spread:
        low, high = spread["p10"], spread["p90"]
    value = totals["usd_total"]
    if low is None or high is None or high - low <= LEAST_RANGE_FRACTION * value:
        return dollars(value), ""
    return ranged(value, low, high)


def _bought(answer: Fields, query: Fields) -> str:
    """What is owned, what is committed to, and what is rented by the hour."""
    held = answer["purchase"]
    plan = query.get("purchase") or {}
    owned = owned_words(answer["warnings"], owned_word(answer))
    parts = [owned] if held["holdings"] else []
    if held["base"] is not None:
        *others, last = options_of(answer)
        parts += [term_words(option) for option in others]
        parts.append(bought({**held["base"], "option": last}, plan.get("base") or plan))
    if held["burst"] is not None and is_rented(answer):
        parts.append(bought(held["burst"], plan.get("burst") or plan))
    *before, last = dict.fromkeys(parts) or [f"by the plan {held['plan']}"]
    return f"{', '.join(before)} and {last}" if before else last


def _load(answer: Fields, query: Fields, first: Fields) -> str:
    requests = answer["totals"]["requests"] / answer["horizon_months"]
    load = load_words(answer, query)
    used = answer["capacity"]["utilization_fraction"]
    text = f"{number(requests)} requests a month{f' of {load}' if load else ''}"
    text += f" use {share(round(used, 3))} of it"
    if not first["tpot_seconds"]:
        return text
    return f"{text}; a user gets {number(1.0 / first['tpot_seconds'])} tokens/s"


def _alternative(answer: Fields) -> str:
    """What the first alternative would cost, which the question is about."""
    other = answer["alternatives"][0]
    total = answer["totals"]["usd_total"]
    wide = is_wide(total, *(answer["totals"][f"usd_total_{end}"] for end in ("low", "high")))
    text = f"with {other['name']} it would cost {dollars(other['usd_total'], is_wide=wide)}"
    month = other["returns"]["payback_month"]
    return (
        f"{text}, and what is paid ahead is paid back in {month}"
        if month and is_paid_ahead(answer)
        else text
    )


def _energy(answer: Fields) -> str:
    months = answer["months"]
    energy = sum(month["energy_kilowatt_hours"] for month in months)
    carbon = sum(month["kilograms_co2e"] for month in months)
    if not energy:
        return ""
    return f"it uses {kilowatt_hours(energy)}, {grams(carbon * GRAMS_PER_KILOGRAM)} CO₂e in all"
