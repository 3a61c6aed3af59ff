"""Adapters: how many parameters low-rank updates of a model have."""

from typing import Literal

from pricing.catalog.rows import Model
from pricing.formulas import tuning

AdapterModules = Literal["query_value", "attention", "all_linear"]


def adapter_parameters(
    model: Model, *, rank: int, modules: AdapterModules, with_embeddings: bool
) -> float:
    """Parameters that learn beside the frozen ones [count].

    modules: query_value: the projections of queries and values; attention: those of queries, keys,
    values and the output; all_linear: those and the feed-forward parts, of all experts.
    with_embeddings: whether the embeddings and the output are trained as a whole.
    """
    hidden, queries, keys = float(model.hidden_size), model.attention_width, model.key_width
    width_sum = (hidden + queries) + (hidden + keys)
    if modules != "query_value":
        width_sum *= 2.0
    if modules == "all_linear":
        matrices = 3.0 if model.gated else 2.0
        width = model.feed_forward_width
        if model.experts > 1.0:
            width = model.expert_intermediate_size
        width_sum += matrices * model.experts * (hidden + width)
    found = float(
        tuning.adapter_parameters(rank=float(rank), layers=float(model.layers), width_sum=width_sum)
    )
    if with_embeddings:
        found += 2.0 * (model.vocabulary_size or 0) * hidden
    return found
