"""Parts of a run-cost query for fine-tuning: adapters, base weights, optimizers and offload."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.messages import said
from pricing.quote.query import Frozen, PrecisionName
from pricing.training.tuning import states

Method = Annotated[
    Literal[
        "pretraining",
        "full_finetuning",
        "lora",
        "qlora",
        "int8_lora",
        "dpo",
        "grpo",
        "ppo",
        "distillation",
    ],
    said(
        "pretraining, full_finetuning: all weights are trained; lora: adapters are"
        " trained beside weights that are frozen in 16 bits; qlora: beside weights in 4 bits;"
        " int8_lora: beside weights of one byte; dpo: pairs of answers beside a reference model;"
        " grpo, ppo: rollouts and updates; distillation: a teacher is served. The last four train"
        " adapters if adapter_rank, adapter_parameter_fraction or packed base weights are given."
        " All compute in `deployment.precision`."
    ),
]
BaseWeightFormat = Annotated[
    states.BaseFormat,
    said(
        "Format of the base weights. Packed ones (nf4, …, gptq_int8) are frozen under"
        " adapters, and unpacked in every pass. bf16 of full_finetuning on one device means that"
        " gradients and optimizer have 16 bits too; fp32 is mixed precision with weights in 32"
        " bits. Default: by method."
    ),
]
AdapterModules = Annotated[
    states.AdapterModules,
    said(
        "Matrices with adapters. query_value: the projections of queries and values;"
        " attention: those of queries, keys, values and the output; all_linear: those and the"
        " feed-forward parts. Default with adapter_rank: all_linear."
    ),
]
Optimizer = Annotated[
    states.OptimizerName,
    said(
        "Optimizer of the trained parameters. 8-bit moments take one byte each; paged"
        " states lie in the memory of the host. adamw_fused steps without a copy of what is"
        " stepped, as Trainer of transformers does by default with torch 2.8 or later."
        " Default: mixed-precision AdamW."
    ),
]


class Offload(Frozen, frozen=True, kw_only=True):
    """What lies in the memory of the host instead of the device, and passes the link to it."""

    optimizer: Annotated[
        bool,
        said(
            "Whether states of the optimizer and gradients lie on the host, which makes the step."
        ),
    ] = False
    parameters: Annotated[
        bool, said("Whether weights lie on the host, and layers are fetched in every pass.")
    ] = False
    activations: Annotated[
        bool, said("Whether what is kept for the backward pass lies on the host.")
    ] = False
    link_gigabytes_per_second: Annotated[
        Annotated[float, Meta(gt=0, le=1e5)] | None,
        said(
            "Bandwidth between device and host, both directions together [GB/s]."
            " Default: that of the device, else of PCIe 4.0 × 16."
        ),
    ] = None


class Rollout(Frozen, frozen=True, kw_only=True):
    """What a policy generates before it is updated, served as inference is."""

    prompt_tokens: Annotated[
        Annotated[float, Meta(ge=1, le=1e7)], said("Tokens of a prompt [tokens].")
    ]
    response_tokens: Annotated[
        Annotated[float, Meta(ge=1, le=1e7)], said("Mean tokens of a response [tokens].")
    ]
    group_size: Annotated[
        Annotated[int, Meta(ge=1, le=100_000)] | None,
        said("Responses to a prompt, which is read once for all of them [count]. Of grpo."),
    ] = None
    update_count_per_rollout: Annotated[
        int, said("Times that a rollout is trained on [count].", ge=1, le=1000)
    ] = 1
    schedule: Annotated[
        Literal["in_turn", "beside"],
        said(
            "in_turn: all devices roll out, then update; beside: device_count of them"
            " roll out while the others update on the rollouts before."
        ),
    ] = "in_turn"
    device_count: Annotated[
        Annotated[int, Meta(ge=1, le=1_000_000)] | None,
        said("Devices out of deployment.device_count that roll out beside the update [count]."),
    ] = None
    precision: PrecisionName | None = None
    engine: Annotated[Annotated[str, Meta(max_length=64)] | None, said("Serving engine.")] = None
    concurrency: Annotated[
        Annotated[float, Meta(gt=0, le=1e7)] | None,
        said("Requests in flight [count]. Default: as many as memory holds."),
    ] = None
