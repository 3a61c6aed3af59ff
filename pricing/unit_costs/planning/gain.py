"""What drafting tokens ahead gains at a load."""

from msgspec.structs import replace

from pricing.quote.context import QuoteContext
from pricing.quote.speculation import Speculated
from pricing.serving.layout import Layout
from pricing.serving.passes.drafting import NO_DRAFTING
from pricing.serving.replica import speed
from pricing.unit_costs.answer import SpeculationGain


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
        tokens_per_step=float(speculated.drafting.tokens_per_step),
        throughput_ratio=ratio,
    )
