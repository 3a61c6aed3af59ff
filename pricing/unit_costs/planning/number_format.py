"""The number format and the engine of a deployment, and what a caller is told of them."""

from pricing.catalog.rows import Device, Model
from pricing.quote.checkpoint import Said
from pricing.quote.context import QuoteContext
from pricing.serving.engines import LLAMA_CPP, engine_class
from pricing.serving.precision import Format, default_precision, resolve
from pricing.serving.precision_names import SIXTEEN_BIT, is_gguf, parse_format
from pricing.unit_costs.query import Deployment


def format_of(
    context: QuoteContext,
    device: Device,
    model: Model,
    deployment: Deployment,
    engine: str | None,
    said: Said,
) -> Format:
    """The format that the caller, the name of the model, or the device says, in this order."""
    precision = deployment.precision
    named = said.name
    if said.spelling is not None and said.holds_beside(precision):
        is_asked, precision = precision is not None, said.spelling
        if said.by_ollama or not is_asked:
            context.warn_last(
                f"Ollama serves this tag in {precision.removeprefix('ollama-')}: it is used"
                if said.by_ollama
                else f"the name of the model says its precision: {named} is used"
            )
    elif precision is None:
        precision = default_precision(device, model.native_precision)
        context.warn_last(f"no precision was asked for: {precision} is used")
    number_format = resolve(
        context.catalog,
        device,
        precision,
        deployment.kv_cache_precision,
        engine=engine_class(engine),
        model=model,
    )
    for assumption in number_format.assumptions:
        context.assume(assumption)
    _tell(context, device, model, precision, number_format, None if said.by_ollama else named)
    return number_format


def _tell(
    context: QuoteContext,
    device: Device,
    model: Model,
    precision: str,
    number_format: Format,
    named: str | None,
) -> None:
    """Tell what a format is computed in, where it is another one; named: by the model's name."""
    spelled, _ = parse_format(precision)
    if spelled != number_format.name:
        context.warn(
            f"{model.name} is published with its experts in {number_format.name}: {spelled} is"
            " taken to be the format of its activations, the weights as published"
        )
    elif named not in (None, spelled):
        context.warn(f"the name of the model says {named}: it is taken in {spelled}")
    if number_format.emulated and number_format.name in SIXTEEN_BIT:
        context.warn_last(
            f"{device.name} does not compute in {number_format.name}: the weights are taken to be"
            f" converted, and computed in {number_format.arithmetic}"
        )
    elif number_format.emulated:
        context.warn_last(
            f"{device.name} stores weights in {number_format.name} and computes in"
            f" {number_format.arithmetic}: memory shrinks and compute does not speed up"
        )


def engine_of(context: QuoteContext, deployment: Deployment, said: Said) -> str | None:
    """The engine that the caller names, or that alone runs the format."""
    engine, precision = deployment.engine, deployment.precision
    spelling = precision or said.spelling
    if engine is None and spelling is not None and is_gguf(spelling):
        source = f"{precision} is" if precision else "the name of the model says"
        context.warn_last(f"no engine was asked for: {LLAMA_CPP} is used, whose format {source}")
        return LLAMA_CPP
    return engine
