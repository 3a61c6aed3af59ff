"""Cautions: what a caller should know of two pools beside the numbers."""

from pricing.quote.context import QuoteContext
from pricing.serving.objectives import Limits
from pricing.unit_costs.pools.answer import Limit
from pricing.unit_costs.pools.operating_point import Joined, Point

IDLE_FRACTION = 0.1
"""Of a pool, what waits for the other before it is warned of."""

LATE_RATIO = 1.0 + 1e-6
"""Over an objective, from which on it is missed: less is rounding."""


def caution(
    context: QuoteContext, pools: Joined, point: Point, *, limit: Limit, limits: Limits
) -> None:
    """Warn of what waits, of what is late, and of pools that are unlike; limit: the slowest."""
    for share, pool, other in (
        (point.prefill, pools.prefill, "decode"),
        (point.decode, pools.decode, "prefill"),
    ):
        idle = 1.0 - share.full_fraction
        if idle > IDLE_FRACTION:
            slower = limit if limit != pool.phase else other
            context.warn(
                f"{idle:.0%} of the {pool.phase} pool waits for the {slower}, and is paid for: its"
                f" {pool.device_count:,} devices could do more than the others"
            )
    _warn_of_kinds(context, pools)
    if limit == "transfer":
        context.warn(
            f"the transfer of {pools.transfer.cache_bytes / 1e9:.3g} GB of cache a request sets the"
            " throughput: the network is slower than either pool"
        )
    late = [
        f"{seconds:.3g} s {what}, where interactive work asks for {most:.3g} s by default"
        for seconds, most, what in (
            (point.tpot_seconds, limits.tpot_seconds, "a token"),
            (point.ttft_seconds, limits.ttft_seconds, "to the first token"),
        )
        if seconds > most * LATE_RATIO
    ]
    if late:
        context.warn_first(
            f"the pools are too slow for interactive work; they take {'; and '.join(late)} (slo"
            " sets the limits, workload batch has none)"
        )


def _warn_of_kinds(context: QuoteContext, pools: Joined) -> None:
    """Say where a cache comes from devices, an engine or a format of another kind."""
    first, second = pools.prefill.workload, pools.decode.workload
    unlike = [
        f"{one} and {other} {what}"
        for what, one, other in (
            ("devices", first.device.family, second.device.family),
            ("engines", first.engine, second.engine),
            ("caches", *(f"{one.number_format.kv_bits:g}-bit" for one in (first, second))),
        )
        if one != other and None not in (one, other)
    ]
    if unlike:
        context.warn(
            f"the pools have {' and '.join(unlike)}: few engines move a cache between them, and"
            " what it takes to convert it is not counted"
        )
