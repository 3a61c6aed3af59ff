"""The constants of the inference roofline, and where each is expected before any row is read."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from pricing.releases.constants import Key
from pricing.serving.constants import (
    ANY,
    COMPRESSED_OVERHEAD,
    EXPERT_READING,
    HALF_MFU_SIZE,
    STALL,
    mixture_overhead_key,
)


class Prior(Struct, frozen=True):
    """Where a constant is expected, and how far off it may be [logarithm]."""

    value: float
    deviation_log: float
    unit: str


SHARED: Mapping[tuple[str, str, str], Prior] = {
    ("link", ANY, "efficiency_fraction"): Prior(0.4, 0.4, "fraction"),
    ("link", ANY, "latency_seconds"): Prior(8e-6, 0.6, "s"),
    ("prefill", ANY, "chunk_tokens"): Prior(2048.0, 0.7, "tokens"),
    COMPRESSED_OVERHEAD[1:]: Prior(1.0, 0.2, "ratio"),
    EXPERT_READING[1:]: Prior(0.8, 0.05, "ratio"),
    STALL[1:]: Prior(1e-3, 0.5, "s/layer"),
    HALF_MFU_SIZE[1:]: Prior(3000.0, 0.4, "count"),
    ("arithmetic", "fp8", "mfu_ratio"): Prior(0.8, 0.2, "ratio"),
    ("arithmetic", "fp4", "mfu_ratio"): Prior(0.6, 0.25, "ratio"),
}
"""Constants of all families, by phase, precision and name.

Where narrow experts are expected to fill half of what dense layers do is what prefills and training
of mixtures show: docs/model/history.md. A stall is some ten kernels a
layer of experts, which Python launches in a tenth of a millisecond each.
"""

OVERLAP_EXPONENT = 1.0
"""Reading and computing take turns. Fitted, it came out between 0.9 and 1.0, and nothing can be
below 1; kept at it, the other constants are found in a tenth of the time."""

OF_FAMILY: Mapping[tuple[str, str, str], Prior] = {
    ("decode", ANY, "mbu_fraction"): Prior(0.7, 0.25, "fraction"),
    ("decode", ANY, "mfu_fraction"): Prior(0.45, 0.4, "fraction"),
    ("prefill", ANY, "mfu_fraction"): Prior(0.5, 0.35, "fraction"),
    ("pass", ANY, "overhead_seconds_per_layer"): Prior(2e-5, 0.7, "s/layer"),
    ("arithmetic", "int8", "mfu_ratio"): Prior(0.65, 0.3, "ratio"),
}
"""Constants of each family; a family without rows takes the median of the others.

INT8 is where families differ: some engines compute in it (0.8, as in FP8), others only store
weights in it and compute in 16 bits, at half of its peak (0.5).
"""


HOST = Prior(5e-6, 0.5, "s")
"""What an engine works on its host for a generated token: next to nothing in compiled code."""

PYTHON_HOST = Prior(4e-5, 0.1, "s")
"""The same where Python schedules, samples and decodes text: tens of microseconds. It is held
closely. Left free, it takes up what is slow in the kernels of a day-0 port, and no engine could
pass 5,000 tokens a second."""

MIXTURE_OVERHEAD = Prior(1.0, 0.2, "ratio")
"""What an engine takes for a layer of experts, over what the family of devices takes for any.

It is held closely: most families have one source for each engine, and what else sets two sources
apart would end up here.
"""

PYTHON_ENGINES = frozenset({"atom", "sglang", "vllm"})


def priors_of(
    families: Sequence[str], host_keys: Sequence[Key], overhead_keys: Sequence[Key] = ()
) -> dict[Key, Prior]:
    """The prior of every constant: the shared ones and the engines', then each family's in turn."""
    return {
        **{(ANY, *key): prior for key, prior in SHARED.items()},
        **{key: _host(key) for key in host_keys},
        **dict.fromkeys(overhead_keys, MIXTURE_OVERHEAD),
        **{(family, *key): prior for family in families for key, prior in OF_FAMILY.items()},
    }


def overhead_keys_of(ran: Iterable[tuple[str, str | None, bool]]) -> tuple[Key, ...]:
    """What the engines of every family take for a layer of experts, where it ran under several.

    ran: the family and the engine of each measurement, and whether it is of a mixture.
    """
    engines: dict[str, set[str]] = defaultdict(set)
    mixtures: dict[str, set[str]] = defaultdict(set)
    for family, engine, is_mixture in ran:
        if engine is not None:
            engines[family].add(engine)
            mixtures[family] |= {engine} if is_mixture else set()
    return tuple(
        mixture_overhead_key(family, engine)
        for family, own in sorted(engines.items())
        if len(own) > 1
        for engine in sorted(mixtures[family])
    )


def _host(key: Key) -> Prior:
    """Of the engine that a constant of the host is named after."""
    return PYTHON_HOST if key[-1].rpartition(".")[2] in PYTHON_ENGINES else HOST
