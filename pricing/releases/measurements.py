"""The tables of published measurements and training runs."""

from typing import Annotated, ClassVar

from pricing.releases.columns import PRECISIONS, Confidence, Notes, Row, Source, cell, number

FLOPS_CONVENTIONS = ("model", "weights", "square", "hardware")
"""What published FLOPs of training count: those of the model, attention included in a way that is
not told; 6·N alone; attention over the whole square, 6·N + 12·L·h·s; recomputation besides."""

REGIMES = ("offline", "server", "interactive", "static", "concurrency", "rate", "single", "burst")


class MeasurementRow(Row, frozen=True, kw_only=True):
    """A published measurement of inference."""

    KEY: ClassVar = ("id",)

    id: Annotated[str, cell("Name of the row in evidence.")]
    device: (
        Annotated[
            str, cell("The device; null if the catalogue does not model it.", references="devices")
        ]
        | None
    ) = None
    accelerator: Annotated[str, cell("What the source calls the device.", like="device")]
    device_count: Annotated[int, number("Devices that were measured [count].", low=1)]
    model: Annotated[
        str, cell("The model, as in the catalogue or as printed.", references="models")
    ]
    precision: Annotated[str, cell("Number format of the weights.", choices=PRECISIONS)]
    weight_bits: Annotated[float, number("Size of a weight [bits].", low=1, high=64)] | None = None
    kv_cache_precision: (
        Annotated[
            str,
            cell(
                "Number format of the KV cache, where it is not the engine's default.",
                choices=PRECISIONS,
            ),
        ]
        | None
    ) = None
    dataset: Annotated[str, cell("The prompts that were sent.")] | None = None
    engine: Annotated[str, cell("The serving engine.")]
    engine_version: Annotated[str, cell("Version of the engine, as printed.")] | None = None
    scenario: Annotated[str, cell("The benchmark's name of how it was run.")]
    regime: Annotated[
        str, cell("The rule of the load: offline, concurrency, rate, server, …", choices=REGIMES)
    ]
    tensor_parallel: (
        Annotated[
            int,
            number("Devices that share out every layer: of a replica or a group [count].", low=1),
        ]
        | None
    ) = None
    data_parallel: (
        Annotated[int, number("Groups that take requests of their own [count].", low=1, later=True)]
        | None
    ) = None
    expert_parallel: (
        Annotated[
            int,
            number("Devices that share out the routed experts whole [count].", low=1, later=True),
        ]
        | None
    ) = None
    pipeline_parallel: (
        Annotated[
            int, number("Stages that each have a part of the layers [count].", low=1, later=True)
        ]
        | None
    ) = None
    attention_parallel: (
        Annotated[
            str,
            cell(
                "What the devices of a group share out of the attention: heads (tensor) or"
                " requests (data).",
                choices=("data", "tensor"),
                later=True,
            ),
        ]
        | None
    ) = None
    speculation: (
        Annotated[
            str,
            cell(
                "How tokens were drafted ahead; null where none were.",
                choices=("draft_model", "eagle", "mtp", "ngram"),
                later=True,
            ),
        ]
        | None
    ) = None
    draft_model: (
        Annotated[str, cell("The model that drafted.", references="models", later=True)] | None
    ) = None
    draft_tokens: (
        Annotated[int, number("Tokens drafted in a step [count].", low=1, later=True)] | None
    ) = None
    acceptance_length: (
        Annotated[
            float,
            number("Mean tokens that a step generates for a request.", low=1, later=True),
        ]
        | None
    ) = None
    concurrency: Annotated[float, number("Requests in flight [count].", low=1)] | None = None
    requests_per_second: Annotated[float, number("Requests per second.")] | None = None
    input_tokens: Annotated[float, number("Mean input tokens of a request.")] | None = None
    output_tokens: Annotated[float, number("Mean output tokens of a request.")] | None = None
    output_tokens_per_second: (
        Annotated[float, number("Output tokens per second of all devices.", low=0.001)] | None
    ) = None
    ttft_seconds: Annotated[float, number("Time to first token [seconds].")] | None = None
    tpot_seconds: Annotated[float, number("Time per output token [seconds].")] | None = None
    power_watts: Annotated[float, number("Mean power of the scope [watts].")] | None = None
    power_scope: (
        Annotated[str, cell("What was measured: devices or system.", choices=("devices", "system"))]
        | None
    ) = None
    power_monotone: (
        Annotated[bool, cell("Whether the power rises with the load in the rows of this series.")]
        | None
    ) = None
    source: Source
    source_location: Annotated[str, cell("Where in the source: a URL, a table, a page.")] | None = (
        None
    )
    confidence: Confidence
    notes: Notes = None


class TrainingRunRow(Row, frozen=True, kw_only=True):
    """A published training run."""

    KEY: ClassVar = ("id",)

    id: Annotated[str, cell("Name of the row in evidence.")]
    kind: Annotated[
        str, cell("full_run (as billed), throughput (steady state), mlperf or finetune.")
    ]
    comparable_kind: (
        Annotated[
            str,
            cell(
                "What the run measures: steady, billed or adapter.",
                choices=("adapter", "billed", "steady"),
            ),
        ]
        | None
    ) = None
    comparable_mfu_fraction: (
        Annotated[
            float, number("MFU in FLOPs that are counted alike for all runs [fraction].", high=1)
        ]
        | None
    ) = None
    recompute: (
        Annotated[
            str,
            cell(
                "Recomputation of activations: none, selective or full.",
                choices=("full", "none", "selective"),
            ),
        ]
        | None
    ) = None
    run_name: Annotated[str, cell("Name of the run in its source.", like="id")]
    model: Annotated[str, cell("The model, as in the catalogue.", references="models")] | None = (
        None
    )
    parameters: Annotated[float, number("All parameters [count].", low=100000)]
    active_parameters: Annotated[
        float, number("Parameters that a token passes through [count].", low=100000)
    ]
    tokens: Annotated[float, number("Tokens of the training [count].")] | None = None
    sequence_length: Annotated[int, number("Tokens of a sequence [count].", low=1)] | None = None
    layers: Annotated[int, number("Transformer layers [count].", low=1)] | None = None
    hidden_size: Annotated[int, number("Width of the residual stream [count].", low=1)] | None = (
        None
    )
    device: (
        Annotated[
            str, cell("The device; null if the catalogue does not model it.", references="devices")
        ]
        | None
    ) = None
    accelerator: Annotated[str, cell("What the source calls the device.", like="device")]
    device_count: Annotated[int, number("Devices of the run [count].", low=1)] | None = None
    precision: Annotated[str, cell("Number format of the arithmetic.", choices=PRECISIONS)]
    device_hours: Annotated[float, number("Device-hours of the run.")] | None = None
    wall_clock_days: Annotated[float, number("From start to end [days].")] | None = None
    mfu_fraction: (
        Annotated[float, number("Model FLOPs utilisation, as published [fraction].", high=1)] | None
    ) = None
    tokens_per_second_per_device: (
        Annotated[float, number("Tokens per second of a device, as published.")] | None
    ) = None
    teraflops_per_device: (
        Annotated[float, number("FLOP/s of a device, as published [teraFLOP/s].")] | None
    ) = None
    flops_convention: (
        Annotated[
            str,
            cell(
                "What the FLOPs count. weights: 6·N. square: attention over the whole square as"
                " well. hardware: recomputation as well. model: not told.",
                choices=FLOPS_CONVENTIONS,
            ),
        ]
        | None
    ) = None
    energy_megawatt_hours: Annotated[float, number("Energy of the run [MWh].")] | None = None
    watts_per_device: Annotated[float, number("Mean power of a device [watts].")] | None = None
    usd: Annotated[float, number("Cost of the run, as published [USD].")] | None = None
    usd_basis: Annotated[str, cell("What the published cost covers.")] | None = None
    source: Source
    source_location: Annotated[str, cell("Where in the source: a URL, a table, a page.")] | None = (
        None
    )
    confidence: Confidence
    notes: Notes = None
