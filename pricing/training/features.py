"""Features of training runs: where a run stands among published ones."""

from functools import lru_cache
from math import log, log2

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import SIZE
from pricing.catalog.rows import Device, TrainingRun
from pricing.numerics.number import Number

SMALLEST_COUNT = 8
USUAL_SEQUENCE_TOKENS = 2048
USUAL_COUNT = "training.usual_device_count"
"""The assumption of where runs stand that do not say on how many devices they were."""

USUAL_WIDTH_PER_LAYER = 128.0
"""Hidden size over layers of the usual transformer."""

MIXTURE_RATIO = 1.3
"""Total over active parameters above which a model trains like a mixture of experts."""

STATE_BYTES = "training.bytes_per_parameter"
"""The assumption of what weights, gradients and optimizer take in the usual mixed precision."""

ADAPTER_STATE_BYTES = 2.0
"""What frozen weights take beside their adapters."""

LEAST_ROOM_FRACTION = 0.3
"""What the fullest published run leaves; what less does is not known."""

RECOMPUTED_FRACTION = {"none": 0.0, "selective": 0.0, "full": 1.0}
UNKNOWN_RECOMPUTE_FRACTION = 0.5
"""What a run recomputes of its forward pass; of one that does not say, about half do."""


class RunFeatures(Struct, frozen=True, gc=False):
    """Where a run stands; logarithms of base e, the count's of base 2.

    series: the models that it is one of, trained by the same people with the same stack; routing:
    what moving tokens to their experts and back weighs beside computing, 0 where there are none;
    recomputed_fraction: of the forward pass, done again in the backward one; attention_fraction:
    of its FLOPs that attend rather than multiply by weights; room_fraction: of the memory of all
    devices, what weights, gradients and optimizer leave.
    """

    kind: str
    device: str
    architecture: str
    family: str
    series: str
    arithmetic: str
    mixture: bool
    routing: float
    recomputed_fraction: float
    attention_fraction: float
    active_log: float
    sequence_log: float
    count_log: Number
    room_fraction: Number

    @property
    def spread_fraction(self) -> Number:
        """Of the devices, those beyond the first eight."""
        return 1.0 - SMALLEST_COUNT * 2.0**-self.count_log


def run_features(
    device: Device,
    *,
    kind: str,
    series: str,
    parameters: float,
    active_parameters: float,
    expert_parameters: float,
    expert_intermediate_size: float,
    state_bytes: float,
    arithmetic: str,
    sequence_length: int | None,
    device_count: float,
    recompute: str | None,
) -> RunFeatures:
    """Where a run stands; what it does not say is taken as usual.

    expert_parameters: those of the active ones in routed experts [count];
    expert_intermediate_size: width of one, 1 where there are none; state_bytes: of weights,
    gradients and optimizer, on all devices together [bytes].
    """
    sequence_tokens = sequence_length or USUAL_SEQUENCE_TOKENS
    return RunFeatures(
        kind=kind,
        device=device.name,
        architecture=device.architecture,
        family=device.family,
        series=series,
        arithmetic=arithmetic,
        mixture=parameters > MIXTURE_RATIO * active_parameters,
        routing=_routing(
            device,
            arithmetic,
            expert_fraction=expert_parameters / active_parameters,
            expert_intermediate_size=expert_intermediate_size,
        ),
        recomputed_fraction=RECOMPUTED_FRACTION.get(recompute or "", UNKNOWN_RECOMPUTE_FRACTION),
        attention_fraction=_attention_fraction(active_parameters, sequence_tokens),
        active_log=log(active_parameters),
        sequence_log=log(sequence_tokens),
        count_log=log2(max(device_count, SMALLEST_COUNT)),
        room_fraction=max(
            LEAST_ROOM_FRACTION, 1.0 - state_bytes / (device_count * device.memory_bytes)
        ),
    )


@lru_cache(maxsize=1024)
def series_of(model: str) -> str:
    """The series that a model of the catalogue is one of: its name up to its size.

    >>> series_of("llama-3.1-70b"), series_of("pythia-410m"), series_of("gpt-2-xl")
    ('llama-3.1', 'pythia', 'gpt-2')
    """
    return SIZE.split(model, maxsplit=1)[0]


def features_of(catalog: Catalog, run: TrainingRun) -> RunFeatures:
    """Where a published run stands."""
    kind = run.comparable_kind
    model = catalog.models.get(run.model or "")
    state_bytes = catalog.assumptions[STATE_BYTES].value
    return run_features(
        catalog.devices[run.device],
        kind=kind,
        series=series_of(run.model) if run.model else run.id,
        parameters=run.parameters,
        active_parameters=run.active_parameters,
        expert_parameters=model.active_expert_parameters if model else 0.0,
        expert_intermediate_size=model.expert_intermediate_size if model else 1.0,
        state_bytes=run.parameters * (ADAPTER_STATE_BYTES if kind == "adapter" else state_bytes),
        arithmetic=run.precision,
        sequence_length=run.sequence_length,
        device_count=run.device_count or catalog.assumptions[USUAL_COUNT].value,
        recompute=run.recompute,
    )


def _routing(
    device: Device, arithmetic: str, *, expert_fraction: float, expert_intermediate_size: float
) -> float:
    """The FLOPs that a device could do while it moves a value to its experts, over their width.

    x = (A / N) · (F / B) / f

    A / N: the share of the parameters passed that is in routed experts [fraction]; F, B: of the
    device, in the arithmetic of the run [FLOP/s, bytes per second]; f: width of an expert [count].
    """
    flops_per_byte = device.flops_per_second[arithmetic] / device.bytes_per_second
    return expert_fraction * flops_per_byte / expert_intermediate_size


def _attention_fraction(active_parameters: float, sequence_tokens: float) -> float:
    """The share of attention in the FLOPs of a transformer of the usual shape.

    N = 12·L·h² and attention over weights is L·h·s / N = s / (12·h).
    """
    hidden_size = (USUAL_WIDTH_PER_LAYER / 12.0 * active_parameters) ** (1.0 / 3.0)
    ratio = sequence_tokens / (12.0 * hidden_size)
    return float(ratio / (1.0 + ratio))
