"""The part of the validation page on the memory of engines."""

from collections.abc import Mapping, Sequence
from statistics import median

from msgspec import Struct

from pricing.calibration.published.memory import Found, Log, found_in, logs
from pricing.calibration.published.rows import medians
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import DoesNotFit
from pricing.unit_costs.quote import unit_costs
from pricing.units import BYTES_PER_GIBIBYTE
from pricing.validation.scores import markdown
from pricing.validation.texts import reason_of, told

SHARE_FRACTION = 0.2
"""An error that nine of ten rows should stay within."""

WORST_COUNT = 12


class Room(Struct, frozen=True):
    """The cache of a log as it was printed, and as it is answered [GiB per device]."""

    log: Log
    printed: float
    answered: float

    @property
    def error_fraction(self) -> float:
        """Answered over printed, less 1."""
        return self.answered / self.printed - 1.0


def memory_page(catalog: Catalog) -> list[str]:
    """The section on the memory of engines."""
    known = found_in(catalog, logs())
    library = Library([catalog])
    asked = [(one, _asked(library, one)) for one in known if _is_askable(one.log)]
    rooms = [
        Room(one.log, printed, found)
        for one, found in asked
        if (printed := one.log.kv_cache_gib_per_device) and printed > 0.0 and found
    ]
    weighed = [
        Room(one.log, printed, cache)
        for one in known
        if (printed := one.log.kv_cache_gib_per_device)
        and printed > 0.0
        and one.log.memory_utilization
        and (cache := _beside_printed_weights(one))
    ]
    ran = [found for one, found in asked if one.log.started and one.log.memory_utilization]
    failed = [found for one, found in asked if not one.log.started]
    return [
        "## Serving memory",
        told(
            "memory.introduction",
            rows=len(logs()),
            known=len(known),
            refused=sum(found is None for found in ran),
            ran=len(ran),
            told=sum(found is None for found in failed),
            failed=len(failed),
        ),
        _table(
            {
                "beside the weights as printed": weighed,
                "beside the weights as printed, source kept aside": _aside(weighed),
                "as asked": rooms,
                "as asked, source kept aside": _aside(rooms),
            }
        ),
        "### The worst caches",
        _worst(weighed),
    ]


def _aside(rooms: Sequence[Room]) -> list[Room]:
    return [room for room in rooms if room.log.is_aside]


def _is_askable(log: Log) -> bool:
    """Whether a question has fields for everything that a log says."""
    alone = log.data_parallel == 1 and log.pipeline_parallel == 1
    return alone and log.precision is not None


def _asked(library: Library, one: Found) -> float | None:
    """The cache of a device of an answer [GiB]; None where the question is refused for memory."""
    try:
        memory = unit_costs(one.log.question, library).memory
    except DoesNotFit:
        return None
    if memory is None:
        raise TypeError(one.log.question)
    return (memory.kv_cache_gibibytes + memory.free_gibibytes) / one.log.tensor_parallel


def _beside_printed_weights(one: Found) -> float | None:
    """The cache of a device beside the weights that a log prints, or in 16 bits [GiB]."""
    log, size = one.log, one.log.tensor_parallel
    weights = log.weights_gib_per_device
    if weights is None and log.quantization in {"bf16", "fp16"}:
        weights = 2.0 * one.model.parameters / size / BYTES_PER_GIBIBYTE
    if weights is None:
        return None
    held = one.kept.reserve.cache_bytes(size, weights * size * BYTES_PER_GIBIBYTE, size)
    return float(held) / size / BYTES_PER_GIBIBYTE


def _table(groups: Mapping[str, Sequence[Room]]) -> str:
    """Errors with each source as one: few sources have most of the rows."""
    lines = []
    for name, rooms in groups.items():
        errors = medians((room.log.source, abs(room.error_fraction)) for room in rooms)
        if errors:
            inside = sum(error <= SHARE_FRACTION for error in errors) / len(errors)
            cells = [name, str(len(rooms)), str(len(errors))]
            lines.append([*cells, f"{median(errors):.0%}", f"{inside:.0%}"])
    heads = ["cache of a device", "rows", "sources", "median error", "within 20%"]
    return markdown("lrrrr", heads, lines)


def _worst(rooms: Sequence[Room]) -> str:
    lines = []
    for room in sorted(rooms, key=lambda room: -abs(room.error_fraction))[:WORST_COUNT]:
        log = room.log
        device = f"{log.tensor_parallel} × {log.device}"
        figures = [f"{room.printed:.2f}", f"{room.answered:.2f}"]
        lines.append(
            [
                log.engine,
                log.model,
                device,
                *figures,
                reason_of("memory", log.notes, log.notes),
            ]
        )
    heads = ["engine", "model", "device", "printed [GiB]", "modelled [GiB]", "reason"]
    return markdown("lllrrl", heads, lines)
