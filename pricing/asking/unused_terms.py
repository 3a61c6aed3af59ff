"""What questions of a kind have no use for, and leave unread: users of a device's price."""

from collections.abc import Iterator, Mapping, Sequence

from pricing.asking.words.slots import PARALLEL, Said

OF_LOAD = frozenset(
    {
        *("concurrency", "input_tokens", "output_tokens", "requests", "requests_per_second"),
        *("requests_per_day", "tokens_per_day", "tokens_per_second", "tokens", "cached"),
        *("ttft_seconds", "tpot_seconds", "made_images", "images_per_day", "pixels"),
        *("audio_hours", "audio_minutes"),
    }
)
"""Slots of requests and of their limits."""

OF_SERVING = frozenset({"engine", "speculation", "kv_cache_precision", "workload", *PARALLEL})

OF_RUNS = frozenset({"mfu", "steps", "rollouts", "optimizer", "recompute"})

OF_PEAKS = frozenset({"peak_ratio"})
"""Slots of services by the month alone."""

OF_SITES = frozenset({"megawatts"})

OF_PRICES = frozenset({"most_usd_per_million"})

OF_HOURS = frozenset({"device_hours", "hours_per_day"})

UNUSED: Mapping[str, frozenset[str]] = {
    "device_price": OF_LOAD
    | OF_PEAKS
    | OF_PRICES
    | OF_SERVING
    | OF_RUNS
    | {"growth", "samples", "sequence_length", "precision"},
    "device_facts": OF_LOAD
    | OF_PEAKS
    | OF_PRICES
    | OF_SERVING
    | OF_RUNS
    | {"growth", "samples", "sequence_length", "utilization", "discount", "usd_per_hour"},
    "unit_costs": OF_RUNS | OF_PEAKS | {"growth", "device_hours"},
    "tco": OF_RUNS
    | OF_HOURS
    | OF_SITES
    | OF_PRICES
    | {"utilization", "concurrency", "made_images", "audio_hours"},
    "run_costs": OF_SERVING
    | OF_PEAKS
    | OF_HOURS
    | OF_SITES
    | OF_PRICES
    | {"requests_per_second", "requests_per_day", "utilization", "growth", "made_images"}
    | {"audio_hours", "ttft_seconds", "tpot_seconds", "tokens_per_second"},
    "comparison": OF_RUNS
    | OF_PEAKS
    | OF_SITES
    | {"discount", "growth", "usd_per_hour", "device_hours", "kv_cache_precision", *PARALLEL},
    "api_price": OF_RUNS
    | OF_PEAKS
    | OF_SITES
    | OF_PRICES
    | OF_HOURS
    | OF_SERVING - {"workload"}
    | {"utilization", "discount", "growth", "pue", "grams_per_kwh", "usd_per_kilowatt_hour"}
    | {"usd_per_hour", "made_images", "pixels", "audio_hours", "ttft_seconds", "tpot_seconds"}
    | {"precision"},
}
"""Slots that no query of a kind takes, by the kind."""


def unused(sides: Sequence[Said], kinds: Sequence[str]) -> Iterator[str]:
    """The words of what none of the kinds of question that are asked has a use for."""
    for side in sides:
        for slot, text in side.words.items():
            if slot in side.slots and kinds and all(slot in UNUSED[kind] for kind in kinds):
                yield text
