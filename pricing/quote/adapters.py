"""The adapters of a deployment: fine-tunings of one base model that its replicas serve together."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.formulas import memory
from pricing.quote.answer import Answer
from pricing.quote.context import QuoteContext
from pricing.quote.messages import said
from pricing.quote.query import Frozen
from pricing.serving.passes.phases import Phases
from pricing.serving.rates import Rates
from pricing.training.tuning.states import AdapterModules, adapter_parameters
from pricing.units import BYTES_PER_GIBIBYTE

RANK, THROUGHPUT = "adapters.rank", "adapters.throughput_fraction"
"""The assumptions."""

ADAPTER_BITS = 16.0
"""Of a weight of an adapter, whatever the format of the base model."""


class Adapters(Frozen, frozen=True, kw_only=True):
    """Low-rank adapters (LoRA) on one base model, served together: each request has one."""

    count: Annotated[
        int,
        said(
            "Adapters that a replica holds in the memory of its devices (max_loras) [count].",
            ge=1,
            le=100_000,
        ),
    ]
    rank: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        said("Rank that memory is kept for (max_lora_rank) [count]. Default: that of engines."),
    ] = None
    modules: Annotated[
        AdapterModules,
        said(
            "Matrices with an adapter. query_value: queries and values; attention: also"
            " keys and the output; all_linear: also the feed-forward parts, of all experts."
        ),
    ] = "all_linear"
    throughput_fraction: Annotated[
        Annotated[float, Meta(ge=0.01, le=1)] | None,
        said(
            "Throughput with adapters over that of the base model alone [fraction]."
            " Default: what is published."
        ),
    ] = None


class ServedAdapters(Struct, frozen=True, gc=False):
    """The adapters that a replica serves; parameters: of each."""

    count: int
    rank: int
    parameters: float
    throughput_fraction: float

    @property
    def held_bytes(self) -> float:
        """All of them in memory."""
        parameters = self.count * self.parameters
        return float(memory.weights_bytes(parameters=parameters, weight_bits=ADAPTER_BITS))

    def on(self, rates: Rates) -> Rates:
        """The rates of a model with them: all passes take longer by the same ratio."""
        phases, longer = rates.phases, 1.0 / self.throughput_fraction
        return replace(
            rates,
            weights_bytes=rates.weights_bytes + self.held_bytes,
            phases=Phases(phases.prefill * longer, phases.decode * longer),
        )


def served_adapters(
    context: QuoteContext, asked: Adapters | None, model: Model
) -> ServedAdapters | None:
    """The adapters of a deployment; None where it has none.

    Raises InvalidQuery for a rank that no matrix of the model has.
    """
    if asked is None:
        return None
    rank = asked.rank or int(context.assume(RANK))
    if rank > model.hidden_size:
        raise InvalidQuery(
            f"a matrix of {model.name} has at most the rank {model.hidden_size:,.0f}, its hidden"
            f" size, and not {rank:,}",
            field="deployment.adapters.rank",
            nearest=[f"{model.hidden_size:.0f}"],
        )
    return ServedAdapters(
        count=asked.count,
        rank=rank,
        parameters=adapter_parameters(
            model, rank=rank, modules=asked.modules, with_embeddings=False
        ),
        throughput_fraction=context.given_or(asked.throughput_fraction, THROUGHPUT),
    )


class AdaptersAnswer(Answer, frozen=True, kw_only=True):
    """The adapters of a replica, and what they take; null where it serves the base model alone."""

    count: Annotated[int, said("Adapters in the memory of a replica [count].")]
    rank: Annotated[int, said("Rank that memory is kept for [count].")]
    parameters: Annotated[float, said("Parameters of each [count].")]
    memory_gibibytes: Annotated[
        float, said("All of them, a part of memory.weights_gibibytes [GiB].")
    ]
    throughput_fraction: Annotated[
        float, said("Throughput over that of the base model at the same load [fraction].")
    ]


def adapters_answer(served: ServedAdapters | None) -> AdaptersAnswer | None:
    """What is said of adapters; None of none."""
    if served is None:
        return None
    return AdaptersAnswer(
        count=served.count,
        rank=served.rank,
        parameters=served.parameters,
        memory_gibibytes=served.held_bytes / BYTES_PER_GIBIBYTE,
        throughput_fraction=served.throughput_fraction,
    )
