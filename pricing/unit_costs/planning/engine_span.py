"""The interval of a question that names no engine: it holds what each of them sustains."""

from collections.abc import Mapping

from msgspec.structs import replace

from pricing.evidence.engines import engines_for
from pricing.quote.context import QuoteContext
from pricing.unit_costs.throughput import Throughput
from pricing.unit_costs.workload import Workload


def open_engines(workload: Workload) -> tuple[str, ...]:
    """The engines that a question leaves open, none where it names one."""
    if workload.engine is not None:
        return ()
    return engines_for(workload.catalog, workload.device, workload.model)


def spanned(
    context: QuoteContext, found: Throughput, ratios: Mapping[str, float], device: str
) -> Throughput:
    """A throughput whose interval holds those of some engines; ratios: theirs over it, a device."""
    low = min((found.low_ratio, *ratios.values()))
    high = max((found.high_ratio, *ratios.values()))
    if (low, high) == (found.low_ratio, found.high_ratio):
        return found
    told = ", ".join(f"{engine} {ratio:.2g}" for engine, ratio in ratios.items())
    context.warn_last(
        f"no engine was asked for: the interval holds those measured on devices like {device}. They"
        f" sustain so many times this: {told} (deployment.engine)"
    )
    return replace(found, low_ratio=low, high_ratio=high)
