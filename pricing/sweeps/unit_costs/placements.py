"""The deployments of a sweep on their devices, and the loads that they are under, as arrays."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Measurement
from pricing.evidence.exact_rows import configured
from pricing.evidence.kernel import kernel_of, lengths_of
from pricing.evidence.neighbour_table import NeighbourTable
from pricing.evidence.neighbours import neighbourhoods_of
from pricing.evidence.ttft import typical_ratio
from pricing.evidence.weights import RowEvidence
from pricing.numerics.number import Number, negated
from pricing.numerics.structs import Column, distinct, stacked, taken, whole
from pricing.pauses import paused
from pricing.serving.layout_search import Hardware, Search, room_of
from pricing.serving.objectives import DefaultLimits, Limits, limits_in_force, writes_tokens
from pricing.serving.parallel.spread import Spread
from pricing.serving.passes.reading import writes_nothing
from pricing.serving.passes.request import request_for
from pricing.serving.replica_sizes import (
    divided_sizes,
    fitting_count,
    loaded_from,
    sizes,
    sizes_from,
)
from pricing.sweeps.unit_costs.charges import RowCharges
from pricing.sweeps.unit_costs.engine_spans import EngineRows, engines_of
from pricing.sweeps.unit_costs.loads import Loads, or_else
from pricing.unit_costs.planning.task import Task
from pricing.unit_costs.workload import Workload

MOST_PLACEMENTS = 2_048
"""Placements whose neighbours are side by side at a time: each has a few kilobytes of them."""


class Numbers(Struct, frozen=True, gc=False, eq=False):
    """The numbers of a placement: see Search and Workload."""

    hardware: Hardware
    default_limits: DefaultLimits
    writes_tokens: Number
    device_count: Number | None
    sizes: tuple[Number, ...]
    divided: tuple[Number, ...]
    spreads: tuple[Spread, ...]
    least_counts: tuple[Number, ...]


class Placement(Struct, frozen=True, eq=False):
    """A deployment on so many devices; rows: the measurements of exactly it, whatever their load.

    device_count: None for the cheapest of those that carry the load; sizes: what replicas may be,
    the smallest first.
    """

    workload: Workload
    device_count: int | None
    sizes: tuple[int, ...]
    numbers: Numbers
    rows: tuple[Measurement, ...]

    @property
    def shape(self) -> tuple[str, bool, int, int, int, bool]:
        """What placements must share to be worked out together."""
        workload, numbers = self.workload, self.numbers
        return (
            workload.catalog.name,
            workload.hardware.rates.has_experts,
            len(self.sizes),
            len(numbers.least_counts),
            len(numbers.spreads),
            self.device_count is not None,
        )


class Group(Struct, frozen=True, eq=False):
    """Rows whose placements have one shape.

    rows: their places in the batch; own: of each, the place of its placement; loads: with their
    defaults; engines: those that any placement leaves open; charges: of counts that are left open.
    """

    rows: Column
    placements: Sequence[Placement]
    numbers: Numbers
    table: NeighbourTable
    own: Column
    loads: Loads
    engines: tuple[EngineRows, ...] = ()
    charges: RowCharges | None = None

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def is_open(self) -> Column:
        """Which rows leave the count of devices open."""
        return np.array([one.workload.device_count is None for one in self.placements])[self.own]

    def part(self, rows: Any) -> "Group":
        """Some of them."""
        return Group(
            self.rows[rows],
            self.placements,
            self.numbers,
            self.table,
            self.own[rows],
            taken(self.loads, rows),
            self.engines,
            self.charges and self.charges.part(rows),
        )

    def task(self, *, is_corrected: bool, is_open: bool) -> Task:
        """What their plans are made for; is_corrected: see Task; is_open: of any row, see Loads."""
        loads, numbers = self.loads, taken(self.numbers, self.own)
        catalog = self.placements[0].workload.catalog
        asked = Limits(or_else(loads.ttft_limit, np.inf), or_else(loads.tpot_limit, np.inf))
        limits = limits_in_force(
            asked,
            numbers.default_limits,
            loads.input_tokens / loads.documents,
            is_open=is_open and loads.is_open,
        )
        request = request_for(numbers.hardware.rates, loads)
        is_limited = np.any((limits.ttft_seconds < np.inf) | (limits.tpot_seconds < np.inf))
        return Task(
            catalog=catalog,
            search=Search(
                hardware=numbers.hardware,
                request=request,
                room=room_of(numbers.hardware, request),
                demanded=or_else(loads.concurrency, 0.0),
                device_count=numbers.device_count,
                sizes=numbers.sizes,
                divided=() if all(one is True for one in numbers.divided) else numbers.divided,
                charges=self.charges,
                least_counts=numbers.least_counts,
                spreads=numbers.spreads,
            ),
            evidence=RowEvidence(
                table=self.table,
                own=self.own if len(self.placements) > 1 else 0,
                lengths=lengths_of(kernel_of(catalog), loads.input_tokens, loads.output_tokens),
            ),
            typical_ttft_ratio=typical_ratio(catalog),
            limits=limits,
            firm_limits=None if limits is asked else asked,
            is_corrected=is_corrected or bool(is_limited),
            writes_tokens=numbers.writes_tokens & negated(writes_nothing(loads.output_tokens)),
        )


@lru_cache(maxsize=8192)
def placement_of(workload: Workload, device_count: int) -> Placement | None:
    """A deployment on so many devices; None where they are too few for a replica of its size.

    Where the count is open, it is less than 0: see counts_of.
    """
    size, node = workload.tensor_parallel, workload.device.node_device_count
    if device_count < 0:
        first, is_loaded = divmod(-device_count, 2)
        tried, least = loaded_from(first, node) if is_loaded else (sizes_from(first, node), ())
        return _placed(workload, None, tried, least)
    if size is not None and device_count < size:
        return None
    if workload.shapes:
        return _shaped(workload, device_count)
    return _placed(workload, device_count, sizes(device_count, node) if size is None else (size,))


def _shaped(workload: Workload, device_count: int) -> Placement:
    """A deployment of the groups and stages that are asked for."""
    shapes = [one for one in workload.shapes if one.device_count == device_count]
    found = _placed(workload, device_count, tuple(one.size for one in shapes))
    heads, spread = workload.hardware.heads, workload.deployed.spread
    numbers = replace(
        found.numbers,
        divided=tuple(heads % one.tensor == 0 for one in shapes),
        spreads=tuple(spread.of(one.tensor, one.pipeline) for one in shapes),
    )
    return replace(found, numbers=numbers, rows=())


def _placed(
    workload: Workload,
    device_count: int | None,
    tried: tuple[int, ...],
    least_counts: tuple[int, ...] = (),
) -> Placement:
    device, hardware = workload.device, workload.hardware
    return Placement(
        workload=workload,
        device_count=device_count,
        sizes=tried,
        numbers=Numbers(
            hardware=hardware,
            default_limits=workload.default_limits,
            writes_tokens=writes_tokens(workload.model.architecture),
            device_count=None if device_count is None else float(device_count),
            sizes=tuple(map(float, tried)),
            divided=divided_sizes(tried, device.node_device_count, hardware.heads)
            or (True,) * len(tried),
            spreads=(),
            least_counts=tuple(map(float, least_counts)),
        ),
        rows=()
        if workload.deployed.is_unlike_rows
        else configured(
            workload.catalog,
            device.name,
            device_count,
            workload.model.name,
            workload.number_format.name,
            workload.number_format.asked_weight_bits,
            workload.asked_kv_bits,
        ),
    )


def counts_of(
    workloads: Sequence[Workload], own: Column, loads: Loads, *, is_open: bool = True
) -> Column:
    """The devices of each row: as asked, or the smallest count that fits its load; 0 for none.

    Rows that say neither a count nor a rate nor a throughput take the cheapest count: they have
    minus twice the smallest size that fits, and one less under a load. own: of each row, the place
    of its workload; loads: with their defaults; is_open: of any row, see Loads.
    """
    asked = np.array([one.least_count for one in workloads])
    counts = asked[own]
    nodes = np.array([one.device.node_device_count for one in workloads])
    for node in np.unique(nodes[asked == 0]):
        group = np.flatnonzero((nodes == node) & (asked == 0))
        rows = np.flatnonzero(np.isin(own, group))
        place = np.zeros(len(workloads), dtype=np.intp)
        place[group] = np.arange(len(group))
        hardware = taken(stacked([workloads[int(one)].hardware for one in group]), place[own[rows]])
        part = taken(loads, rows)
        request = request_for(hardware.rates, part)
        room = room_of(hardware, request)
        is_cheapest = part.is_open_of_rates & is_open
        demanded = np.where(is_cheapest, 0.0, or_else(part.concurrency, 0.0))
        found = np.nan_to_num(whole(fitting_count(room, int(node), demanded), len(rows)))
        codes = 2.0 * found + ~np.isnan(part.concurrency) * (found > 0.0)
        counts[rows] = np.where(is_cheapest, -codes, found)
    return counts


def groups_of(
    workloads: Sequence[Workload],
    own: Column,
    counts: Column,
    loads: Loads,
    charges: RowCharges | None = None,
    *,
    is_spanned: bool,
) -> Iterator[Group]:
    """Rows of known counts by the shape of their placements; those without one are left out.

    own: of each row, the place of its workload; charges: of all rows; is_spanned: whether engines
    that are left open are wanted.
    """
    lowest = -int(counts.min(initial=0))
    span = int(counts.max(initial=0)) + lowest + 1
    keys, place = distinct(own * span + counts + lowest)
    found = [placement_of(workloads[key // span], key % span - lowest) for key in keys.tolist()]
    shapes: dict[tuple[str, bool, int, int, int, bool], list[int]] = {}
    for index, placement in enumerate(found):
        if placement is not None:
            shapes.setdefault(placement.shape, []).append(index)
    pieces = (
        indexes[start : start + MOST_PLACEMENTS]
        for indexes in shapes.values()
        for start in range(0, len(indexes), MOST_PLACEMENTS)
    )
    for indexes in paused(pieces):
        placements = [one for index in indexes if (one := found[index]) is not None]
        among = np.full(len(found), -1)
        among[indexes] = np.arange(len(indexes))
        rows = np.flatnonzero(among[place] >= 0)
        keys_of = [(one.workload.setup, size) for one in placements for size in one.sizes]
        yield Group(
            rows=rows,
            placements=placements,
            numbers=stacked([one.numbers for one in placements]),
            table=NeighbourTable(neighbourhoods_of(keys_of), len(placements[0].sizes)),
            own=among[place[rows]],
            loads=taken(loads, rows),
            engines=engines_of([(one.workload, one.sizes) for one in placements])
            if is_spanned
            else (),
            charges=charges and charges.part(rows),
        )
