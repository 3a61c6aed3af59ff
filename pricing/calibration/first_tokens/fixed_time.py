"""What first tokens take whatever their prompt, and whatever the throughput shows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import exp
from statistics import median

from pricing.calibration.rows import Constant, rounded
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.evidence.questions import in_flight
from pricing.evidence.ttft import compared
from pricing.serving.constants import FIRST_OF_LAYER, FIRST_OF_REQUEST

SHORT_TOKENS = 1_100.0
"""Of prompts whose prefill is short beside what is fixed."""

FEW_IN_FLIGHT = 8.0
"""Requests that hardly wait for one another."""

SOURCE = "the median of first tokens of short prompts and few requests, by source and model"

Group = tuple[str, str]
"""A source and a model: few sources give most rows."""


def fit_first_tokens(catalog: Catalog) -> list[Constant]:
    """Seconds of a request, and of a layer of a mixture of experts; none without rows.

    s = median(T − t) of dense models, e = median((T − t − s) / L) of mixtures, none below zero

    T: measured; t: modelled without either [seconds]; L: layers. catalog: with constants that have
    neither yet.
    """
    over, layers = _over(catalog)
    dense = {group: seconds for group, seconds in over.items() if group not in layers}
    if not dense:
        return []
    of_request = _middle(dense.values())
    constants = [Constant(*FIRST_OF_REQUEST, rounded(of_request), "s", _count(dense), SOURCE)]
    mixtures = {group: over[group] for group in layers}
    if mixtures:
        of_layer = _middle(
            [(seconds - of_request) / layers[group] for seconds in found]
            for group, found in mixtures.items()
        )
        constants.append(
            Constant(*FIRST_OF_LAYER, rounded(of_layer), "s/layer", _count(mixtures), SOURCE)
        )
    return constants


def _over(catalog: Catalog) -> tuple[dict[Group, list[float]], dict[Group, float]]:
    """What first tokens take beyond the model, and the layers of models that are mixtures."""
    over, layers = defaultdict[Group, list[float]](list), dict[Group, float]()
    for rows in catalog.measurements.values():
        for row in rows:
            found = compared(catalog, row) if _is_light(row) else None
            if found is None or row.ttft_seconds is None:
                continue
            group, model = (row.source.split(",")[0], row.model), catalog.models[row.model]
            over[group].append(row.ttft_seconds * (1.0 - exp(-found[0].residual_log)))
            if model.routed_expert_parameters > 0.0:
                layers[group] = 1.0 * model.layers
    return over, layers


def _middle(groups: Iterable[list[float]]) -> float:
    return max(0.0, median(median(found) for found in groups))


def _count(groups: Mapping[Group, list[float]]) -> int:
    return sum(len(found) for found in groups.values())


def _is_light(row: Measurement) -> bool:
    """Whether a row is of short prompts that are served, a few of them in flight in all."""
    running = in_flight(row)
    return (
        running is not None
        and row.output_tokens != 1
        and running <= FEW_IN_FLIGHT
        and 1.0 < (row.input_tokens or 0.0) <= SHORT_TOKENS
    )
