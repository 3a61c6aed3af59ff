"""Reserves of a device's memory, for tests."""

from pricing.serving.reserve.reserve import Reserve


def share_of(usable_bytes: float) -> Reserve:
    """An engine that takes nothing beside weights and caches."""
    return Reserve(
        device_bytes=usable_bytes,
        share_fraction=1.0,
        cache_fraction=1.0,
        static_fraction=1.0,
        sampling_bytes=0.0,
        pass_bytes=0.0,
        divided_pass_bytes=0.0,
        runtime_bytes=0.0,
        link_bytes=0.0,
    )
