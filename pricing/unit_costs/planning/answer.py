"""What an answer says of power, of memory, and of the measurements that it is based on."""

from typing import Annotated

from pricing.catalog.rows import Confidence
from pricing.quote.answer import Answer
from pricing.quote.messages import said


class Power(Answer, frozen=True, kw_only=True):
    """Mean power of the whole deployment."""

    device_watts: Annotated[
        float, said("Mean power of one device at the load and its use [watts].")
    ]
    system_watts: Annotated[
        float,
        said(
            "Power of all devices with hosts, network, fans and losses of the power"
            " supplies [watts]."
        ),
    ]
    facility_watts: Annotated[float, said("Power at the meter: system_watts × PUE [watts].")]
    evidence: Annotated[
        tuple[str, ...], said("Ids of the measurements that device_watts is based on.")
    ]


class Evidence(Answer, frozen=True, kw_only=True):
    """A published measurement that the answer is based on."""

    id: Annotated[str, said("Id in the measurements table.")]
    device: Annotated[str, said("The device measured.")]
    device_count: Annotated[int, said("Devices measured [count].")]
    model: Annotated[str, said("The model measured.")]
    precision: Annotated[str, said("Number format of the weights.")]
    engine: Annotated[str, said("The serving engine.")]
    scenario: Annotated[str, said("Scenario of the benchmark.")]
    input_tokens: Annotated[float | None, said("Mean input tokens per request.")]
    output_tokens: Annotated[float | None, said("Mean output tokens per request.")]
    concurrency: Annotated[float | None, said("Requests in flight [count].")]
    output_tokens_per_second: Annotated[
        float, said("Published throughput of all devices [output tokens per second].")
    ]
    weight_fraction: Annotated[float, said("Weight of this row in the answer [fraction].")]
    source: Annotated[str, said("Source of the measurement.")]
    confidence: Confidence


class Memory(Answer, frozen=True, kw_only=True):
    """Memory of one replica, and whether it fits.

    Weights, activations, runtime, KV cache and what is free add up to the capacity. Capacity and
    what is reserved add up to the memory of the devices.
    """

    weights_gibibytes: Annotated[float, said("Weights of one replica [GiB].")]
    activations_gibibytes: Annotated[
        float,
        said(
            "What the largest pass and sampling take, or what the engine sets aside for them [GiB]."
        ),
    ]
    runtime_gibibytes: Annotated[
        float,
        said(
            "Context, libraries, buffers between the devices, and captured graphs where"
            " the engine counts them. With data-parallel attention, the weights of the attention on"
            " every device but one too [GiB]."
        ),
    ]
    kv_cache_gibibytes: Annotated[float, said("KV cache of one replica at this load [GiB].")]
    free_gibibytes: Annotated[
        float, said("What the engine keeps for caches beyond this load [GiB].")
    ]
    capacity_gibibytes: Annotated[
        float, said("Memory that the engine may use on the devices of one replica [GiB].")
    ]
    reserved_gibibytes: Annotated[
        float, said("Memory of the devices that the engine leaves alone [GiB].")
    ]
    device_gibibytes: Annotated[
        float, said("Memory that the devices of one replica show to programs [GiB].")
    ]
    fits: Annotated[bool, said("Whether the memory is within the capacity.")]
    checkpoint_bytes: Annotated[
        float,
        said(
            "What the files of the weights have by the recipe of their format, with"
            " modules of further tokens and without what an engine pads [bytes]."
        ),
    ]
