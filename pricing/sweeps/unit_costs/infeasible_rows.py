"""Why rows of a sweep have no plan, in the words of the point quote."""

from collections.abc import Iterator

from pricing.numerics.structs import Column, unstacked, whole
from pricing.serving.layout_search import room_of
from pricing.serving.passes.request import request_for
from pricing.serving.replica_sizes import fits_nowhere, shortage
from pricing.sweeps.refusals import Refused
from pricing.sweeps.unit_costs.loads import Loads
from pricing.sweeps.unit_costs.placements import Group, Placement
from pricing.unit_costs.plan import Planned
from pricing.unit_costs.planning.best_plan import infeasible_detail
from pricing.unit_costs.workload import Workload

DOES_NOT_FIT, INFEASIBLE = "does-not-fit", "infeasible"


def unplaced(workload: Workload, load: Loads) -> Refused:
    """Of a row that fits on no count of its devices; load: with its defaults."""
    hardware = workload.hardware
    request = request_for(hardware.rates, load)
    return Refused(DOES_NOT_FIT, fits_nowhere(room_of(hardware, request), workload.device.name))


def shortfalls(part: Group, planned: Planned, rows: Column) -> Iterator[tuple[int, Refused | None]]:
    """Of rows that nothing fits or keeps, each by its place; None where a quote says more."""
    if not len(rows):
        return
    found = (planned.fits, planned.best_ttft_seconds, planned.best_tpot_seconds)
    told: dict[tuple[int, float, float, float], Refused] = {}
    for row, load, room, fits, ttft_seconds, tpot_seconds in zip(
        rows.tolist(),
        unstacked(part.loads, rows),
        unstacked(planned.plan.task.search.room, rows),
        *(whole(value, len(part))[rows].tolist() for value in found),
        strict=True,
    ):
        index = int(part.own[row])
        placement = part.placements[index]
        workload = placement.workload
        count, size = workload.device_count, workload.tensor_parallel
        if fits:
            yield row, _infeasible(placement, load, ttft_seconds, tpot_seconds)
        elif count is None or size is not None or workload.shapes:
            yield row, None
        else:
            key = index, load.input_tokens, load.output_tokens, room.shared_bytes
            if key not in told:
                node = workload.device.node_device_count
                text = shortage(room, workload.device.name, node, count, size)
                told[key] = Refused(DOES_NOT_FIT, text)
            yield row, told[key]


def _infeasible(
    placement: Placement, load: Loads, ttft_seconds: float, tpot_seconds: float
) -> Refused | None:
    workload = placement.workload
    is_widest = (
        workload.tensor_parallel is not None
        or bool(workload.shapes)
        or placement.sizes[-1] <= workload.device.node_device_count
    )
    if workload.device_count is None or not is_widest:
        return None
    return Refused(
        INFEASIBLE,
        infeasible_detail(
            workload.device.name,
            placement.device_count,
            concurrency=load.concurrency if load.concurrency > 0.0 else None,
            ttft_seconds=ttft_seconds,
            tpot_seconds=tpot_seconds,
            is_widest=True,
        ),
    )
