"""Cautions about what a model is made for, and how it is read."""

from collections.abc import Iterator

from pricing.catalog.listed.media import media_rows
from pricing.serving.engines import engine_class
from pricing.serving.passes.reading import READERS, read_parameters, writes_nothing
from pricing.unit_costs.workload import Workload

HOST_BOUND_PARAMETERS = 5e8
"""Below so many parameters the host is what bounds engines that tokenise between passes (Snowflake,
Scaling vLLM for Embeddings, 2025)."""


def of_context(workload: Workload) -> str | None:
    """Where a text is longer than a model was made for."""
    demand, longest = workload.demand, workload.model.context_tokens
    tokens = demand.longest_tokens
    if longest is None or tokens <= longest:
        return None
    what = "request" if demand.documents == 1.0 else "document"
    return (
        f"{tokens:,.0f} tokens of a {what} are more than the {longest:,} that"
        f" {workload.model.name} was made for"
    )


def of_architecture(workload: Workload) -> Iterator[str]:
    """Where a model is answered as a decoder that it is not."""
    model, name = workload.model, workload.model.name
    is_measured = bool(media_rows(workload.catalog, name))
    if writes_nothing(workload.demand.output_tokens) and model.architecture in READERS:
        return
    match model.architecture:
        case "encoder_only":
            yield (
                f"{name} is an encoder and writes no tokens: this answer is of a decoder of its"
                " dimensions, and load.output_tokens 0 has that of the encoder"
            )
        case "pooled_decoder":
            yield (
                f"{name} is made to be read and to write nothing, which load.output_tokens 0 has:"
                " this answer is of a decoder of its dimensions"
            )
        case "encoder_decoder":
            yield (
                f"{name} is an encoder and a decoder: this answer is of a decoder of its"
                " dimensions, which takes every token through both"
                + (", and load.audio_seconds has what was measured of it" * is_measured)
            )


def of_reading(workload: Workload) -> str | None:
    """Where a small model reads faster than some engines take texts apart and hand vectors out."""
    model, engine = workload.model, engine_class(workload.engine)
    is_small = read_parameters(model) < HOST_BOUND_PARAMETERS
    if (
        not writes_nothing(workload.demand.output_tokens)
        or not is_small
        or engine not in {None, "vllm"}
    ):
        return None
    return (
        "texts are taken to be tokenised as fast as they are read: a published encoder of 0.1"
        " billion parameters ran 4 times slower under plain vLLM at 512 tokens, 16 times at 50"
    )
