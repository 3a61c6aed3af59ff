"""Deployments of a sweep: what rows that share a model, a device and a format have in common.

Each is looked up once, by the functions of the point quote, and becomes a row of constants.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.catalog.rows import Device
from pricing.errors import Refusal
from pricing.numerics.number import negated
from pricing.numerics.structs import Column
from pricing.pauses import need, paused
from pricing.quote.caching import can_cache
from pricing.quote.context import QuoteContext
from pricing.serving.passes.reading import writes_nothing
from pricing.sweeps.refusals import Refused, query_of, refused
from pricing.sweeps.unit_costs.loads import Loads, filled
from pricing.unit_costs.hour import used_key
from pricing.unit_costs.media.media_fields import is_media
from pricing.unit_costs.planning.question import question_of
from pricing.unit_costs.reading.demand import BOTH
from pricing.unit_costs.workload import Workload, workload_of

DEPLOYMENT_BYTES = 10_000
"""What a deployment takes in a sweep at the most, with its neighbours and its results [bytes]."""


class Deployment(Struct, frozen=True, eq=False):
    """A deployment, looked up; without a workload its work is not tokens."""

    device: Device
    workload: Workload | None
    default_used: float
    host_watts: float


def deployments_of(
    library: Library, rows: Sequence[Mapping[str, Any]]
) -> list[Deployment | Refused]:
    """Look deployments up, by their fields."""
    need(DEPLOYMENT_BYTES * len(rows))
    return [_deployment(library, tuple(sorted(row.items()))) for row in paused(rows)]


@lru_cache(maxsize=8192)
def _deployment(library: Library, values: tuple[tuple[str, Any], ...]) -> Deployment | Refused:
    query = query_of(dict(values))
    if isinstance(query, Refused):
        return query
    try:
        context = QuoteContext.open(library, catalog=query.catalog, as_of=None)
        device = context.catalog.devices.find(
            query.deployment.only_device, field="deployment.device"
        )
        return Deployment(
            device=device,
            workload=workload_of(context, question_of(device, query))
            if query.model is not None and not is_media(context.catalog, query.model, query.load)
            else None,
            default_used=context.assume(used_key(query.workload)),
            host_watts=context.assume_host_watts(device),
        )
    except Refusal as error:
        return refused(error)


FACTS = {
    **dict.fromkeys(("model", "device", "precision"), pl.String),
    **dict.fromkeys(("idle_watts", "host_watts", "default_used"), pl.Float64),
    "is_tokens": pl.Boolean,
}


def facts(deployments: Sequence[Deployment | Refused]) -> pl.DataFrame:
    """A row for every deployment; nulls for one that is none."""
    return pl.DataFrame([_facts(deployment) for deployment in deployments], schema=FACTS)


def _facts(found: Deployment | Refused) -> dict[str, Any]:
    if isinstance(found, Refused):
        return {}
    workload = found.workload
    return {
        "model": workload and workload.model.name,
        "device": found.device.name,
        "precision": workload and workload.number_format.name,
        "idle_watts": found.device.idle_watts,
        "host_watts": found.host_watts,
        "default_used": found.default_used,
        "is_tokens": workload is not None,
    }


def workload_in(found: Deployment | Refused) -> Workload | None:
    """The workload of a deployment that has one."""
    return None if isinstance(found, Refused) else found.workload


def caches_amiss(known: Sequence[Workload | None], own: Column, loads: Loads) -> Column:
    """Which rows share a part of what is cached, where nothing is, or cache what cannot be.

    known: the workloads of all deployments; own: of each row, the place of its own; loads: without
    their defaults.
    """
    defaults = np.array([one.demand.cached_fraction if one else 0.0 for one in known])[own]
    cached = np.where(np.isnan(loads.cached_fraction), defaults, loads.cached_fraction)
    of_nothing = ~np.isnan(loads.shared_fraction) & np.isnan(loads.cached_fraction)
    encodes = np.array([one is not None and not can_cache(one.model) for one in known])[own]
    return np.asarray((of_nothing & (defaults == 0.0)) | (encodes & (cached > 0.0)))


def contradicted(known: Sequence[Workload | None], own: Column, loads: Loads) -> Column:
    """Which rows may be refused for what only requests with output tokens have, or only others.

    known, own, loads: see caches_amiss.
    """
    defaults = [one.demand.output_tokens if one else 1.0 for one in known]
    is_given = ~np.isnan(loads.documents)
    if min(defaults) >= 1.0 and not np.any(is_given) and not np.any(loads.output_tokens < 1.0):
        return np.zeros(len(own), dtype=bool)
    output_tokens = filled(loads.output_tokens, defaults, own)
    reads = writes_nothing(output_tokens)
    reads_nothing = (loads.input_tokens == 0.0) & ~(loads.images.count > 0.0)
    drafts = np.array(
        [
            one is not None
            and (one.deployed.speculated is not None or one.model.architecture == BOTH)
            for one in known
        ]
    )
    caches = (
        ~np.isnan(loads.cached_fraction)
        | np.array([one is not None and one.demand.cached_fraction > 0.0 for one in known])[own]
    )
    found = reads & (drafts[own] | caches | (output_tokens > 0.0) | reads_nothing)
    return np.broadcast_to(found | (is_given & negated(reads)), len(own)).astype(bool)


def too_long(known: Sequence[Workload | None], own: Column, loads: Loads) -> Column:
    """Which rows are longer than what their engine is told to admit.

    known, own, loads: see caches_amiss.
    """
    longest = [one.hardware.context_tokens or inf if one else inf for one in known]
    if min(longest) == inf:
        return np.zeros(len(own), dtype=bool)

    lengths = [
        (one.demand.input_tokens, one.demand.output_tokens) if one else (0.0, 0.0) for one in known
    ]
    inputs, outputs = zip(*lengths, strict=True)
    tokens = loads.images.all_tokens + filled(loads.input_tokens, inputs, own)
    tokens = tokens + filled(loads.output_tokens, outputs, own)
    return np.asarray(tokens > np.array(longest)[own])
