"""Fields of a query that set an engine and its memory."""

from typing import Annotated

from pricing.quote.messages import said
from pricing.serving.attention import AttentionParallel

TensorParallel = Annotated[
    int,
    said(
        "Devices that share out every layer [count]: those of a replica, or of one of its groups"
        " with data_parallel, expert_parallel or pipeline_parallel. Devices that are left over are"
        " idle. Default: the layout with the highest throughput that fits and meets the SLO.",
        ge=1,
        le=100_000,
    ),
]
DataParallel = Annotated[
    int,
    said(
        "Groups of tensor_parallel × pipeline_parallel devices that take requests of"
        " their own [count]. Groups of a mixture of experts share out the experts, unless"
        " expert_parallel says otherwise. Counts that make up no devices are read as the engine"
        " counts them. Default: as many as the devices make.",
        ge=1,
        le=100_000,
        examples=[32],
    ),
]
ExpertParallel = Annotated[
    int,
    said(
        "Devices that share out the routed experts whole, within a node or beyond it"
        " [count]. A whole number of groups of tensor_parallel devices; tokens go to their experts"
        " and back over the links. Default: none beyond tensor_parallel, and with data_parallel"
        " all of its groups.",
        ge=1,
        le=100_000,
        examples=[32],
    ),
]
PipelineParallel = Annotated[
    int,
    said(
        "Stages of a replica that each have a part of the layers [count]. Batches"
        " follow one another through them. Default: 1.",
        ge=1,
        le=100_000,
        examples=[2],
    ),
]
EngineName = Annotated[
    str,
    said(
        "Serving engine, with its version where it is known. Measurements of the same"
        " engine count most, and its memory is that of the version. SGLang without one is taken to"
        " be 0.5.10 or newer: older ones wait for mixtures to read their prompts.",
        min_length=1,
        max_length=100,
        examples=["vllm 0.11.0"],
    ),
]
AttentionParallelism = Annotated[
    AttentionParallel,
    said(
        "How the devices of a replica share out attention. tensor: its heads; a latent"
        " (MLA) is then kept whole on each. data: the requests; each device has all weights of the"
        " attention, and a request must fit on one. Default: tensor, and of a latent the one that"
        " holds more requests."
    ),
]
MemoryUtilizationFraction = Annotated[
    float,
    said(
        "Share of a device's memory that the engine may use (gpu_memory_utilization,"
        " mem_fraction_static, free_gpu_memory_fraction) [fraction]. Default: that of the engine.",
        gt=0,
        le=1,
        examples=[0.9],
    ),
]
MaxBatchedTokens = Annotated[
    int,
    said(
        "The most tokens that the engine takes in a pass (max_num_batched_tokens,"
        " chunked_prefill_size, …) [tokens]. Longer prompts are read in several, and shorter ones"
        " share one. Default: that of the engine.",
        ge=1,
        le=10_000_000,
        examples=[8192],
    ),
]
MaxContextTokens = Annotated[
    int,
    said(
        "The longest sequence that the engine admits (max_model_len, context_length,"
        " …) [tokens]. The memory must hold one. Default: that of the load.",
        ge=1,
        le=100_000_000,
        examples=[32768],
    ),
]
KvCachePrecision = Annotated[
    str, said("Number format of the KV cache.", min_length=1, max_length=64)
]
MaxConcurrency = Annotated[
    int,
    said(
        "The most requests that the engine admits at once in one replica (max_num_seqs,"
        " max_batch_size, …) [count]. Default: that of the engine and its version.",
        ge=1,
        le=1_000_000,
    ),
]
