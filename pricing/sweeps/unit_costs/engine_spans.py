"""Rows that name no engine: what their layouts sustain under each, as a quote has it."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.evidence.neighbour_table import NeighbourTable
from pricing.evidence.neighbours import neighbourhoods_of
from pricing.evidence.weights import RowEvidence
from pricing.numerics.structs import ALL, Column, rows_where, stacked, taken, whole
from pricing.serving.layout_search import Hardware
from pricing.unit_costs.planning.engine_span import NO_SPAN, EngineSpan, sustained_under
from pricing.unit_costs.planning.task import Plan
from pricing.unit_costs.workload import Deployed, Workload, under_open_engines


class EngineRows(Struct, frozen=True, eq=False):
    """An engine that placements of one shape leave open.

    place: of each placement, where it stands among those that do, −1 where it does not; hardware,
    table: what the engine makes of these.
    """

    place: Column
    hardware: Hardware
    table: NeighbourTable


def engines_of(placed: Sequence[tuple[Workload, tuple[int, ...]]]) -> tuple[EngineRows, ...]:
    """The engines that some placements leave open; placed: each with its sizes of replica."""
    by_engine: dict[str, dict[int, Deployed]] = {}
    for index, (workload, _) in enumerate(placed):
        for deployed in under_open_engines(workload.deployed):
            by_engine.setdefault(str(deployed.engine), {})[index] = deployed
    return tuple(_engine_rows(placed, by_engine[engine]) for engine in sorted(by_engine))


def engine_span(engines: Sequence[EngineRows], own: Column, full: Plan) -> EngineSpan:
    """What engines sustain over what rows are answered; own: of each row, its placement."""
    if not engines:
        return NO_SPAN
    answered = whole(full.requests_per_second, len(own))
    low, high = np.full(len(own), np.inf), np.zeros(len(own))
    for engine in engines:
        place = engine.place[own]
        rows = rows_where(place >= 0)
        if rows is None:
            continue
        if len(rows) == len(own):
            rows = ALL  # nothing is copied
        place = place[rows]
        task, replicas = taken((full.task, full.replicas), rows)
        requests, holds = sustained_under(
            task,
            replicas,
            taken(engine.hardware, place),
            RowEvidence(
                table=engine.table,
                own=place if len(engine.table.slopes) > engine.table.size_count else 0,
                lengths=task.evidence.lengths,
            ),
        )
        ratio = requests / answered[rows]
        low[rows] = np.where(holds, np.fmin(low[rows], ratio), low[rows])
        high[rows] = np.where(holds, np.fmax(high[rows], ratio), high[rows])
    return EngineSpan(low, high)


def _engine_rows(
    placed: Sequence[tuple[Workload, tuple[int, ...]]], known: dict[int, Deployed]
) -> EngineRows:
    place = np.full(len(placed), -1)
    place[list(known)] = np.arange(len(known))
    keys = [
        (setup, size)
        for (workload, sizes), one in ((placed[index], one) for index, one in known.items())
        for setup in (one.setup.grouped(is_data_parallel=workload.setup.is_data_parallel),)
        for size in sizes
    ]
    return EngineRows(
        place=place,
        hardware=stacked([one.hardware for one in known.values()]),
        table=NeighbourTable(neighbourhoods_of(keys), len(placed[0][1])),
    )
