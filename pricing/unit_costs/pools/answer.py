"""What an answer says of two pools that serve the phases apart."""

from typing import Annotated, Literal, TypeAlias

from pricing.purchasing.owning.answer import OwnedRate
from pricing.quote.answer import Answer, DeviceName, Price
from pricing.quote.messages import said
from pricing.unit_costs.planning.answer import Memory
from pricing.unit_costs.planning.parallelism import (
    ShownAttention,
    ShownExperts,
    ShownGroups,
    ShownStages,
    ShownTensor,
)

Limit: TypeAlias = Literal["prefill", "transfer", "decode"]


class PoolAnswer(Answer, frozen=True, kw_only=True):
    """One of two pools: its devices, what it could do alone, and what of it is used."""

    device: DeviceName
    device_count: Annotated[int, said("Devices of the pool [count].")]
    precision: Annotated[str, said("Number format.")]
    tensor_parallel: ShownTensor
    data_parallel: ShownGroups
    expert_parallel: ShownExperts
    pipeline_parallel: ShownStages
    attention_parallel: ShownAttention
    replica_count: Annotated[int, said("Replicas of the pool [count].")]
    concurrency: Annotated[float, said("Requests in the pool at the load, all replicas [count].")]
    requests_per_second: Annotated[float, said("Requests per second that the pool sustains alone.")]
    full_use_fraction: Annotated[
        float,
        said(
            "Share of the pool that works where the pools together are fully used: what"
            " is missing to 1 waits for the other pool or the transfer, and is paid for [fraction]."
        ),
    ]
    utilization_fraction: Annotated[
        float, said("Share of the pool that is used at the load [fraction].")
    ]
    basis: Annotated[
        Literal["measured", "modelled"],
        said("measured: near published measurements; modelled: the roofline model."),
    ]
    bound: Annotated[
        Literal["compute", "memory_bandwidth", "overhead"],
        said("What takes most of the time of a request in the pool."),
    ]
    device_watts: Annotated[
        float, said("Mean power of one device at the load and its use [watts].")
    ]
    memory: Memory
    price: Price
    owned: OwnedRate | None = None
    usd_per_hour: Annotated[float, said("Sum of the line items of the pool [USD per hour].")]


class TransferAnswer(Answer, frozen=True, kw_only=True):
    """The cache of a prompt on its way from one pool to the other."""

    cache_bytes: Annotated[float, said("KV cache of a prompt [bytes].")]
    seconds: Annotated[float, said("Time that it is on its way, a part of ttft_seconds [seconds].")]
    bytes_per_second: Annotated[
        float, said("What the links of a replica carry at the slower end [bytes per second].")
    ]
    requests_per_second: Annotated[
        float, said("Requests per second that the links of all devices carry.")
    ]
    is_within_node: Annotated[
        bool, said("Whether the links of one node join both pools, or a network.")
    ]


class Pools(Answer, frozen=True, kw_only=True):
    """Pools that serve the phases of a request apart; null where all devices run both."""

    prefill: Annotated[PoolAnswer, said("The devices that read prompts.")]
    decode: Annotated[PoolAnswer, said("The devices that generate.")]
    transfer: TransferAnswer
    limit: Annotated[Limit, said("The slowest of the three, which sets the throughput.")]
    replica_ratio: Annotated[float, said("Prefill replicas over decode replicas [ratio].")]
