"""The tables of published measurements: of inference, of images and speech, and of training."""

from typing import Annotated, ClassVar

from pricing.releases.columns import (
    PRECISIONS,
    Confidence,
    Notes,
    Row,
    Source,
    SourceLocation,
    cell,
    number,
)

FLOPS_CONVENTIONS = ("model", "weights", "square", "hardware")
"""What published FLOPs of training count: those of the model, attention included in a way that is
not told; 6·N alone; attention over the whole square, 6·N + 12·L·h·s; recomputation besides."""

REGIMES = ("offline", "server", "interactive", "static", "concurrency", "rate", "single", "burst")


class MeasurementRow(Row, frozen=True, kw_only=True):
    """A published measurement of inference."""

    KEY: ClassVar = ("id",)

    id: Annotated[str, cell("Name of the row in evidence.")]
    device: Annotated[
        str | None,
        cell("The device; null if the catalogue does not model it.", references="devices"),
    ]
    accelerator: Annotated[str, cell("What the source calls the device.", like="device")]
    device_count: Annotated[int, number("Devices that were measured [count].", low=1)]
    model: Annotated[
        str, cell("The model, as in the catalogue or as printed.", references="models")
    ]
    precision: Annotated[str, cell("Number format of the weights.", choices=PRECISIONS)]
    weight_bits: Annotated[float | None, number("Size of a weight [bits].", low=1, high=64)]
    kv_cache_precision: Annotated[
        str | None,
        cell(
            "Number format of the KV cache, where it is not the engine's default.",
            choices=PRECISIONS,
        ),
    ]
    dataset: Annotated[str | None, cell("The prompts that were sent.")]
    engine: Annotated[str, cell("The serving engine.")]
    engine_version: Annotated[str | None, cell("Version of the engine, as printed.")]
    scenario: Annotated[str, cell("The benchmark's name of how it was run.")]
    regime: Annotated[
        str, cell("The rule of the load: offline, concurrency, rate, server, …", choices=REGIMES)
    ]
    tensor_parallel: Annotated[
        int | None,
        number("Devices that share out every layer: of a replica or a group [count].", low=1),
    ]
    data_parallel: Annotated[
        int | None, number("Groups that take requests of their own [count].", low=1, later=True)
    ]
    expert_parallel: Annotated[
        int | None,
        number("Devices that share out the routed experts whole [count].", low=1, later=True),
    ]
    pipeline_parallel: Annotated[
        int | None, number("Stages that each have a part of the layers [count].", low=1, later=True)
    ]
    attention_parallel: Annotated[
        str | None,
        cell(
            "What the devices of a group share out of the attention: heads (tensor) or"
            " requests (data).",
            choices=("data", "tensor"),
            later=True,
        ),
    ]
    speculation: Annotated[
        str | None,
        cell(
            "How tokens were drafted ahead; null where none were.",
            choices=("draft_model", "eagle", "mtp", "ngram"),
            later=True,
        ),
    ]
    draft_model: Annotated[
        str | None, cell("The model that drafted.", references="models", later=True)
    ]
    draft_tokens: Annotated[
        int | None, number("Tokens drafted in a step [count].", low=1, later=True)
    ]
    acceptance_length: Annotated[
        float | None, number("Mean tokens that a step generates for a request.", low=1, later=True)
    ]
    concurrency: Annotated[float | None, number("Requests in flight [count].", low=1)]
    requests_per_second: Annotated[float | None, number("Requests per second.")]
    input_tokens: Annotated[float | None, number("Mean input tokens of a request.")]
    output_tokens: Annotated[float | None, number("Mean output tokens of a request.")]
    output_tokens_per_second: Annotated[
        float | None, number("Output tokens per second of all devices.", low=0.001)
    ]
    ttft_seconds: Annotated[float | None, number("Time to first token [seconds].")]
    tpot_seconds: Annotated[float | None, number("Time per output token [seconds].")]
    power_watts: Annotated[float | None, number("Mean power of the scope [watts].")]
    power_scope: Annotated[
        str | None, cell("What was measured: devices or system.", choices=("devices", "system"))
    ]
    power_monotone: Annotated[
        bool | None, cell("Whether the power rises with the load in the rows of this series.")
    ]
    is_tuned: Annotated[
        bool | None,
        cell("False where the source says that its engine was not tuned for serving.", later=True),
    ]
    source: Source
    source_location: SourceLocation
    confidence: Confidence
    notes: Notes


class MediaMeasurementRow(Row, frozen=True, kw_only=True):
    """What devices that work side by side make a second: images, or audio that is written down."""

    KEY: ClassVar = ("id",)

    id: Annotated[str, cell("Its name.")]
    model: Annotated[str, cell("The model.")]
    other_names: Annotated[
        str | None, cell("Other names that the model is asked for by, between blanks.")
    ]
    work: Annotated[
        str,
        cell("image_generation or transcription.", choices=("image_generation", "transcription")),
    ]
    device: Annotated[str, cell("The device.", references="devices")]
    device_count: Annotated[int, number("Devices [count].", low=1)]
    precision: Annotated[str | None, cell("Number format.", choices=PRECISIONS)]
    engine: Annotated[str | None, cell("The program.")]
    images_per_second: Annotated[
        float | None, number("Images of all devices [images per second].", low=1e-6)
    ]
    steps: Annotated[int | None, number("Denoising steps of an image [count].", low=1)]
    image_width_pixels: Annotated[int | None, number("Width of an image [pixels].", low=1)]
    image_height_pixels: Annotated[int | None, number("Height of an image [pixels].", low=1)]
    audio_seconds_per_second: Annotated[
        float | None,
        number(
            "Audio that all devices write down [seconds of audio per second]: the real-time"
            " factor of all together.",
            low=1e-6,
        ),
    ]
    source: Source
    confidence: Confidence
    notes: Notes


class TrainingRunRow(Row, frozen=True, kw_only=True):
    """A published training run."""

    KEY: ClassVar = ("id",)

    id: Annotated[str, cell("Name of the row in evidence.")]
    kind: Annotated[
        str, cell("full_run (as billed), throughput (steady state), mlperf or finetune.")
    ]
    comparable_kind: Annotated[
        str | None,
        cell(
            "What the run measures: steady, billed or adapter.",
            choices=("adapter", "billed", "steady"),
        ),
    ]
    comparable_mfu_fraction: Annotated[
        float | None, number("MFU in FLOPs that are counted alike for all runs [fraction].", high=1)
    ]
    recompute: Annotated[
        str | None,
        cell(
            "Recomputation of activations: none, selective or full.",
            choices=("full", "none", "selective"),
        ),
    ]
    run_name: Annotated[str, cell("Name of the run in its source.", like="id")]
    model: Annotated[str | None, cell("The model, as in the catalogue.", references="models")]
    parameters: Annotated[float, number("All parameters [count].", low=100000)]
    active_parameters: Annotated[
        float, number("Parameters that a token passes through [count].", low=100000)
    ]
    tokens: Annotated[float | None, number("Tokens of the training [count].")]
    sequence_length: Annotated[int | None, number("Tokens of a sequence [count].", low=1)]
    layers: Annotated[int | None, number("Transformer layers [count].", low=1)]
    hidden_size: Annotated[int | None, number("Width of the residual stream [count].", low=1)]
    device: Annotated[
        str | None,
        cell("The device; null if the catalogue does not model it.", references="devices"),
    ]
    accelerator: Annotated[str, cell("What the source calls the device.", like="device")]
    device_count: Annotated[int | None, number("Devices of the run [count].", low=1)]
    precision: Annotated[str, cell("Number format of the arithmetic.", choices=PRECISIONS)]
    device_hours: Annotated[float | None, number("Device-hours of the run.")]
    wall_clock_days: Annotated[float | None, number("From start to end [days].")]
    mfu_fraction: Annotated[
        float | None, number("Model FLOPs utilisation, as published [fraction].", high=1)
    ]
    tokens_per_second_per_device: Annotated[
        float | None, number("Tokens per second of a device, as published.")
    ]
    teraflops_per_device: Annotated[
        float | None, number("FLOP/s of a device, as published [teraFLOP/s].")
    ]
    flops_convention: Annotated[
        str | None,
        cell(
            "What the FLOPs count. weights: 6·N. square: attention over the whole square as"
            " well. hardware: recomputation as well. model: not told.",
            choices=FLOPS_CONVENTIONS,
        ),
    ]
    energy_megawatt_hours: Annotated[float | None, number("Energy of the run [MWh].")]
    watts_per_device: Annotated[float | None, number("Mean power of a device [watts].")]
    usd: Annotated[float | None, number("Cost of the run, as published [USD].")]
    usd_basis: Annotated[str | None, cell("What the published cost covers.")]
    source: Source
    source_location: SourceLocation
    confidence: Confidence
    notes: Notes
