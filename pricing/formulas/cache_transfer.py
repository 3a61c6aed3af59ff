"""The transfer of a cache from the devices that read a prompt to those that generate."""

from pricing.numerics.number import Number, least


def end_bytes_per_second(
    *, devices: Number, link_bytes_per_second: Number, efficiency_fraction: Number
) -> Number:
    """Bandwidth of one end of a transfer.

    b = n · B / 2 · η

    devices: n, that send or receive [count]; link_bytes_per_second: B, of one device, both
    directions together [bytes per second]; efficiency_fraction: η, of one direction that a transfer
    reaches [fraction]. Returns [bytes per second].
    Source: Mooncake (Qin et al. 2025, FAST), section 4: every device moves its part over its link.

    >>> end_bytes_per_second(devices=8.0, link_bytes_per_second=100e9, efficiency_fraction=0.5)
    200000000000.0
    """
    return devices * link_bytes_per_second / 2.0 * efficiency_fraction


def transfer_seconds(
    *, cache_bytes: Number, sending_bytes_per_second: Number, receiving_bytes_per_second: Number
) -> Number:
    """Time that the cache of a prompt is on its way.

    t = s / min(b₁, b₂)

    cache_bytes: s [bytes]; sending_bytes_per_second, receiving_bytes_per_second: b₁ and b₂, see
    end_bytes_per_second. Returns [seconds]. Valid for a cache that is sent after its prompt is
    read; layer by layer, less of it is seen.
    Source: Zhong et al. 2024, DistServe (arXiv 2401.09670), section 3.3.

    >>> transfer_seconds(cache_bytes=1e9, sending_bytes_per_second=4e9,
    ...     receiving_bytes_per_second=2e9)
    0.5
    """
    return cache_bytes / least(sending_bytes_per_second, receiving_bytes_per_second)
