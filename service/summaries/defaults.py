"""Defaults in words: those that may move an answer by a quarter, and that no other sentence has."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from service.summaries.figures import counted, number, share, usd
from service.summaries.parts import Fields

OWNED = "capital.life_years"
"""What is assumed wherever devices are owned."""

WORDS: Mapping[str, Callable[[float], str]] = {
    "engine.concurrency_count": lambda count: f"an engine admits {number(count)} requests",
    "slo.ttft_seconds": lambda seconds: f"a first token comes within {number(seconds)} s",
    "slo.ttft_seconds_per_input_token": lambda seconds: (
        f"that of a long prompt within {number(1e3 * seconds)} ms for each token of it"
    ),
    "speculation.acceptance_fraction": lambda part: (
        f"{share(part)} of the drafted tokens that are looked at are kept"
    ),
    "adapters.throughput_fraction": lambda part: f"adapters leave {share(part)} of the throughput",
    "load.shared_cache_fraction": lambda part: (
        f"all requests share {share(part)} of what is cached"
        if part
        else "no request shares a cached token with others"
    ),
    "expert_parallel.overlap_fraction": lambda part: (
        f"{share(part)} of the exchange between experts is hidden behind other work"
    ),
    "expert_parallel.skew_fraction": lambda part: (
        f"the busiest device of experts has {share(part)} more tokens than the mean"
    ),
    "precision": lambda bits: f"a cached value has {number(bits)} bits",
    "traffic.peak_to_average_ratio": lambda ratio: f"the peak is {number(ratio)} times the mean",
    "traffic.weekend_ratio": lambda ratio: (
        f"a weekend day has {number(ratio)} times the load of a weekday"
    ),
    "capacity.target_utilization_fraction": lambda part: (
        f"replicas are planned for {share(part)} of what they sustain"
    ),
    "capacity.redundant_replicas": lambda count: (
        "no replica is redundant" if count == 0 else f"{counted(count, 'replica')} are redundant"
    ),
    "capacity.startup_seconds": lambda seconds: f"a replica starts in {number(seconds)} s",
    "capacity.idle_seconds": lambda seconds: f"a replica ends after {number(seconds)} idle seconds",
    "tco.price_change_per_year_fraction": lambda part: (
        "prices stay as they are" if part == 0 else f"prices change by {share(part)} a year"
    ),
    "spot.covered_fraction": lambda part: f"spot replicas suffice {share(part)} of the time",
    "spot.capacity_wait_seconds": lambda seconds: (
        f"spot capacity is back after {counted(seconds / 3600.0, 'hour')}"
    ),
    "training.sequence_length": lambda count: f"a sequence has {counted(count, 'token')}",
    "training.headroom_fraction": lambda part: (
        "no experiment fails" if part == 0 else f"failed experiments add {share(part)}"
    ),
    "training.run_overhead_ratio": lambda ratio: (
        f"a run is billed {number(ratio)} times its steady hours"
    ),
    "training.kept_checkpoint_count": lambda count: f"{counted(count, 'checkpoint')} are kept",
    "training.usual_device_count": lambda count: f"its speed is that of {counted(count, 'device')}",
    "capital.life_years": lambda years: f"owned devices last {counted(years, 'year')}",
    "capital.use_fraction": lambda part: f"owned devices are used {share(part)} of the time",
    "devices": lambda price: f"a device is bought for {usd(price)}",
    "power.host_watts": lambda watts: f"a device's share of its host draws {number(watts)} W",
}
"""What is said of an assumption, by the beginning of its key."""

ENDS = {"precision": "kv_cache_bits", "devices": "purchase_usd"}
"""How the key of an assumption goes on, where its beginning alone does not tell it."""

OF_OWNED = ("power.host_watts",)
"""Said where devices are owned: a rented price includes energy."""


def default_words(answer: Fields) -> str:
    """The defaults of an answer that may move it by a quarter; empty where there are none.

    >>> rows = [{"key": "engine.concurrency_count.vllm", "value": 1024.0}]
    >>> default_words({"assumptions": rows})
    ' By default, an engine admits 1,024 requests.'
    """
    said = defaults_of(answer)
    if not said:
        return ""
    *first, last = said
    return f" By default, {' and '.join(filter(None, (', '.join(first), last)))}."


def defaults_of(answer: Fields) -> list[str]:
    """The defaults of an answer that may move it by a quarter, in words."""
    return [*dict.fromkeys(_said(answer.get("assumptions") or ()))]


def _said(rows: Sequence[Fields]) -> Iterator[str]:
    is_owned = any(row["key"] == OWNED for row in rows)
    for start, words in WORDS.items():
        if start in OF_OWNED and not is_owned:
            continue
        for row in rows:
            key = row["key"]
            if _begins(key, start) and _goes_on(key, ENDS.get(start)):
                yield words(row["value"])


def _begins(key: str, start: str) -> bool:
    return bool(key == start or key.startswith(f"{start}."))


def _goes_on(key: str, end: str | None) -> bool:
    return end is None or end in key
