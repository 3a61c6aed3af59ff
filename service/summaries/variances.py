"""What was billed beside a plan, as a sentence."""

from service.summaries.figures import counted, share, usd
from service.summaries.parts import Fields


def variance_summary(answer: Fields) -> str:
    """The bill, what a token cost, and beside a plan the variance and its parts."""
    prices = answer["unit_prices"]
    told = f"{usd(answer['actual_usd'])} were billed"
    for name, words in (
        ("usd_per_million_tokens", "a million tokens"),
        ("usd_per_request", "a request"),
        ("usd_per_hour", "an hour"),
    ):
        if prices[name] is not None:
            told += f": {usd(prices[name])} {words}"
            break
    if answer["plan_usd"] is None:
        return f"{told}."
    over = answer["variance_usd"]
    side = "more" if over >= 0.0 else "less"
    effects = ", ".join(
        f"{name.removesuffix('_usd')} {'−' if amount < 0.0 else ''}{usd(abs(amount))}"
        for name, amount in answer["effects"].items()
    )
    used = answer["utilization_fraction"]
    text = (
        f"{told}, in {counted(len(answer['months']), 'month')} {usd(abs(over))} {side} than planned"
        f" ({effects})."
    )
    if used is not None:
        text += f" The hours that were billed were used to {share(used)}."
    return (
        f"{text} The horizon comes to {usd(answer['forecast_usd_total'])}, planned were"
        f" {usd(answer['plan_usd_total'])}."
    )
