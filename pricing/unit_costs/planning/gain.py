"""What drafting tokens ahead gains at a load."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from pricing.quote.answer import Answer
from pricing.quote.context import QuoteContext
from pricing.quote.speculation import Speculated
from pricing.serving.layout import Layout
from pricing.serving.passes.drafting import NO_DRAFTING
from pricing.serving.replica import speed


class SpeculationGain(Answer, frozen=True, kw_only=True):
    """What drafting tokens ahead does at the load; null where tokens are decoded one by one."""

    method: Annotated[str, Meta(description="How tokens are drafted.")]
    draft_tokens: Annotated[int, Meta(description="Tokens drafted in a step [count].")]
    tokens_per_step: Annotated[
        float, Meta(description="Mean tokens that a step generates for a request [tokens].")
    ]
    throughput_ratio: Annotated[
        float,
        Meta(
            description="Throughput over that of the same layout and load without speculation"
            " [ratio]. Below 1 it is a loss."
        ),
    ]


def speculation_gain(
    context: QuoteContext, speculated: Speculated | None, layout: Layout
) -> SpeculationGain | None:
    """The throughput of a layout over what it has without speculation; None without any."""
    if speculated is None:
        return None
    plain = speed(
        replace(layout.rates, drafting=NO_DRAFTING),
        layout.request,
        layout.group,
        concurrency=layout.concurrency,
    )
    ratio = float(layout.speed.requests_per_second / plain.requests_per_second)
    if ratio < 1.0:
        context.warn(
            f"speculation is a loss at this load: the throughput is {ratio:.2g} times that without"
            " it (deployment.speculation)"
        )
    return SpeculationGain(
        method=speculated.method,
        draft_tokens=speculated.draft_tokens,
        tokens_per_step=float(layout.rates.drafting.tokens_per_step),
        throughput_ratio=ratio,
    )
