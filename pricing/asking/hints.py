"""What to ask instead of a question that lacks something."""

from pricing.asking.runs import EXAMPLE
from pricing.asking.words.slots import Said

MONEY = ("budget_per_month", "most_usd_per_month", "sum", "budget")
"""Slots that say how much may be spent."""

NEXT = ("llama 70b on 8x h100", "h100 price on aws", "gpt-4o price per 1M tokens", EXAMPLE)
"""Questions that are answered, for those who ask none."""


def missing(said: Said) -> str:
    """What to ask instead of a question without a model, a device or an API."""
    if said.get("asks_model"):
        return "which models fit is not looked for: name one, and its devices"
    if said.get("superlative") or said.get("most_usd_per_hour"):
        return "for which model? Write for example: cheapest gpu for llama 70b"
    if {*MONEY} & said.slots.keys():
        return "for which model, or which devices, is the budget?"
    return (
        "the question names no model, no device and no API that is known. Write for example:"
        f" {next_of(said)[0]}"
    )


def next_of(said: Said) -> tuple[str, ...]:
    """Questions that are answered, with the place and the way of buying of one that is not."""
    if said.get("asks_model"):
        device = said.get("device") or "rtx-4090"
        return (f"llama 8b on {device}", f"qwen 32b in int4 on {device}")
    places = [text for _, text in said.get("place") or ()]
    seller, option = said.get("provider"), said.get("option")
    bought = " ".join(
        (
            *([option.replace("_", " ")] if option else ()),
            *([f"on {seller}"] if seller else ()),
            *(f"in {text}" for text in places[:1]),
        )
    )
    if {*MONEY} & said.slots.keys():
        amounts = (said.get(name) for name in MONEY if name != "budget")
        usd = next(filter(None, amounts), 10_000.0)
        per = "" if said.get("sum") else " a month"
        return (f"h100 for ${usd:,.0f}{per}", f"llama 70b on 8x h100 for ${usd:,.0f}{per}")
    if said.get("most_usd_per_hour"):
        usd = said.get("most_usd_per_hour")
        return (f"which gpu for llama 8b under ${usd:g}/hr", f"cheapest l4 under ${usd:g}/hr")
    if said.get("superlative"):
        return (f"cheapest gpu for llama 70b {bought}".strip(), "cheapest h100")
    return (f"h100 price {bought}", f"llama 70b on 8x h100 {bought}") if bought else NEXT
