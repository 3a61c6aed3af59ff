"""Trials: every measurement in every layout that its memory allows, for many constants at once.

What fits does not depend on the constants, so it is found once; the roofline itself is then worked
out on arrays, a row for each point and an element for each trial, by the formulas of a quote.
"""

from collections.abc import Iterable, Mapping
from math import inf, nan

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from pricing.calibration.blocks import Block, blocks_of, modelled_logs
from pricing.calibration.first_tokens.prefills import FirstTokens, first_tokens_of
from pricing.calibration.priors import (
    HOST,
    OF_FAMILY,
    OVERLAP_EXPONENT,
    SHARED,
    overhead_keys_of,
    priors_of,
)
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement, Model
from pricing.evidence.questions import Prepared, format_of, layouts_for, prepare, sustained
from pricing.releases.constants import Key
from pricing.serving.checkpoints.weights import Weights, weights_of
from pricing.serving.constants import (
    ANY,
    COMPRESSED_OVERHEAD,
    EXPERT_READING,
    HALF_MFU_SIZE,
    STALL,
    Constants,
    host_key,
    mixture_overhead_key,
    prefill_key,
    settled_of,
)
from pricing.serving.engines import engine_class, stalling_fraction
from pricing.serving.layout import Layout
from pricing.serving.passes.links import SLOW_LINK_BYTES_PER_SECOND

CONSTANT_KEYS: Mapping[str, tuple[str, str, str]] = {
    "mbu_fraction": ("decode", ANY, "mbu_fraction"),
    "decode_mfu_fraction": ("decode", ANY, "mfu_fraction"),
    "prefill_mfu_fraction": ("prefill", ANY, "mfu_fraction"),
    "overhead_seconds_per_layer": ("pass", ANY, "overhead_seconds_per_layer"),
    "link_efficiency_fraction": ("link", ANY, "efficiency_fraction"),
    "link_latency_seconds": ("link", ANY, "latency_seconds"),
    "prefill_chunk_tokens": ("prefill", ANY, "chunk_tokens"),
    "half_mfu_intermediate_size": HALF_MFU_SIZE[1:],
    "compressed_overhead_ratio": COMPRESSED_OVERHEAD[1:],
    "expert_mbu_ratio": EXPERT_READING[1:],
    "stall_seconds_per_layer": STALL[1:],
}
"""Which constant stands for which field of the roofline's own, those of engines apart."""

SCALED = frozenset({"decode_mfu_fraction", "prefill_mfu_fraction"})
"""Fields that the ratio of the arithmetic multiplies."""


class Trials(Struct, frozen=True, eq=False):
    """The measurements of a release that show what a system sustains, ready to be modelled.

    keys: the constants that a point holds the logarithms of, in this order; host_keys,
    overhead_keys: those of them that are of engines; blocks: the layouts without groups and stages,
    and those with; starts: where those of each measurement begin; indexes: per field of the
    roofline's constants, which of the keys each layout takes; ratios, overheads: which key scales
    its arithmetic, and what it takes for a layer, −1 for none; prefills: the MFU of its prefills
    where first tokens show it, NaN where it is fitted; first_tokens: see
    pricing.calibration.first_tokens.prefills.
    """

    measurements: tuple[Measurement, ...]
    keys: tuple[Key, ...]
    family_names: tuple[str, ...]
    host_keys: tuple[Key, ...]
    overhead_keys: tuple[Key, ...]
    blocks: tuple[Block, ...]
    starts: np.ndarray
    indexes: Mapping[str, np.ndarray]
    ratios: np.ndarray
    overheads: np.ndarray
    prefills: np.ndarray
    first_tokens: Mapping[Key, FirstTokens]

    def throughput_logs(self, points: np.ndarray) -> np.ndarray:
        """Modelled output tokens per second by point and measurement [logarithm].

        points: logarithms of the constants, one row each. The fastest layout counts, as in
        the answer to a quote.
        """
        values = np.exp(points)
        ratios, overheads = (
            np.where(index >= 0, values[:, index], 1.0) for index in (self.ratios, self.overheads)
        )
        constants = {"arithmetic_ratio": ratios, "mixture_overhead_ratio": overheads}
        for name, index in self.indexes.items():
            column = values[:, index]
            if name == "prefill_mfu_fraction":
                column = np.where(np.isnan(self.prefills), column, self.prefills)
            if name in SCALED:
                column = column * ratios
            constants[name] = np.minimum(column, 1.0) if name.endswith("_fraction") else column
        layouts = np.empty((len(points), len(self.ratios)))
        for block in self.blocks:
            own = {name: column[:, block.places] for name, column in constants.items()}
            layouts[:, block.places] = modelled_logs(block, own)
        return np.asarray(np.maximum.reduceat(layouts, self.starts, axis=1))

    def touched(self, key: Key) -> np.ndarray:
        """Whether each measurement says anything of a constant."""
        taken = np.array(
            [index[self.starts] for index in (*self.indexes.values(), self.ratios, self.overheads)]
        )
        found = np.asarray((taken == self.keys.index(key)).any(axis=0))
        is_shown = ~np.isnan(self.prefills[self.starts])
        return found & ~is_shown if key[1:] == CONSTANT_KEYS["prefill_mfu_fraction"] else found


def trials_of(catalog: Catalog) -> Trials:
    """Every measurement of a release that the roofline can be fitted to, by id.

    Rows with drafts are none: what drafting takes is fitted to published gains.
    """
    rows = [
        row
        for group in catalog.measurements.values()
        for row in group
        if sustained(row) and row.speculation is None
    ]
    rows.sort(key=lambda row: row.id)
    family_names = tuple(sorted({catalog.devices[row.device].family for row in rows}))
    host_keys = tuple(sorted({host_key(engine_class(row.engine)) for row in rows}))
    overhead_keys = overhead_keys_of(
        (catalog.devices[row.device].family, engine_class(row.engine), _is_of_mixture(catalog, row))
        for row in rows
    )
    keys = tuple(priors_of(family_names, host_keys, overhead_keys))
    constants = Constants(
        overlap_exponent=OVERLAP_EXPONENT,
        host_seconds_per_token=HOST.value,
        **{name: {**SHARED, **OF_FAMILY}[key].value for name, key in CONSTANT_KEYS.items()},
        **settled_of(catalog),
    )
    first_tokens = first_tokens_of(catalog, constants)
    trials: dict[str, list[dict[str, float]]] = {}
    for row in rows:
        prepared = prepare(catalog, row, constants)
        found = layouts_for(catalog, prepared)[1] if prepared else []
        if prepared is not None and found:
            trials[row.id] = [_trial(catalog, prepared, layout) for layout in found]
    known = [row for row in rows if row.id in trials]
    counts = [len(trials[row.id]) for row in known]
    engines = [engine_class(row.engine) for row in known]
    families = [catalog.devices[row.device].family for row in known]
    place = {key: index for index, key in enumerate(keys)}

    def each(values: Iterable[float]) -> np.ndarray:
        """A value of each measurement, for all of its layouts."""
        return np.repeat(list(values), counts)

    return Trials(
        measurements=tuple(known),
        keys=keys,
        family_names=family_names,
        host_keys=host_keys,
        overhead_keys=overhead_keys,
        blocks=tuple(blocks_of([layout for row in known for layout in trials[row.id]])),
        starts=np.cumsum([0, *counts[:-1]]),
        indexes={
            **{
                name: each(place[(ANY if key in SHARED else family, *key)] for family in families)
                for name, key in CONSTANT_KEYS.items()
            },
            "host_seconds_per_token": each(place[host_key(engine)] for engine in engines),
        },
        ratios=each(
            _ratio_index(place, family, format_of(catalog, row).arithmetic)
            for family, row in zip(families, known, strict=True)
        ),
        overheads=each(
            place.get(mixture_overhead_key(family, engine), -1)
            if _is_of_mixture(catalog, row)
            else -1
            for family, engine, row in zip(families, engines, known, strict=True)
        ),
        prefills=each(
            _shown_fraction(first_tokens, family, engine)
            for family, engine in zip(families, engines, strict=True)
        ),
        first_tokens=first_tokens,
    )


def _shown_fraction(shown: Mapping[Key, FirstTokens], family: str, engine: str | None) -> float:
    """The MFU of prefills that first tokens show of an engine on a family; else NaN."""
    found = shown.get(prefill_key(family, engine))
    return found.prefill_mfu_fraction if found else nan


def _is_of_mixture(catalog: Catalog, row: Measurement) -> bool:
    return bool(catalog.models[row.model].routed_expert_parameters > 0.0)


def _ratio_index(place: Mapping[Key, int], family: str, arithmetic: str) -> int:
    """Which key scales an arithmetic on a family, −1 for none."""
    own, shared = ((name, "arithmetic", arithmetic, "mfu_ratio") for name in (family, ANY))
    return place.get(own, place.get(shared, -1))


def _trial(catalog: Catalog, prepared: Prepared, layout: Layout) -> dict[str, float]:
    """One layout of one measurement, as the numbers that its throughput follows from."""
    row = prepared.measurement
    device, model = catalog.devices[row.device], catalog.models[row.model]
    number_format = format_of(catalog, row)
    weights, spread = weights_of(model, number_format.recipe), layout.room.spread
    return {
        **{
            f"model.{name}": float(value)
            for name in Model.__struct_fields__
            if isinstance(value := getattr(model, name), (int, float))
        },
        "device.bytes_per_second": device.bytes_per_second,
        "device.index_flops_per_second": device.index_flops_per_second,
        "device.tdp_watts": device.tdp_watts,
        "device.interconnect_bytes_per_second": device.interconnect_bytes_per_second
        or SLOW_LINK_BYTES_PER_SECOND,
        "device.host_bytes_per_second": device.host_bytes_per_second or SLOW_LINK_BYTES_PER_SECOND,
        "device.bridged_device_count": float(device.bridged_device_count or inf),
        "device.network_bytes_per_second": device.network_bytes_per_second
        or settled_of(catalog)["network_bytes_per_second"],
        "device.node_device_count": prepared.rates.links.node_devices,
        **{f"constants.{name}": value for name, value in settled_of(catalog).items()},
        **{f"weights.{name}": getattr(weights, name) for name in Weights.__struct_fields__},
        "constants.stalling_fraction": stalling_fraction(row.versioned_engine, device.family),
        "kv_bits": number_format.kv_bits,
        **{f"peaks.{name}": value for name, value in asdict(number_format.peaks).items()},
        "sharing_fraction": prepared.rates.sharing_fraction,
        "input_tokens": prepared.demand.input_tokens,
        "output_tokens": prepared.demand.output_tokens,
        "devices": float(layout.size),
        "replicas": float(layout.busy_count),
        "concurrency": layout.concurrency,
        "copies": layout.group.copies,
        "spared_copies": layout.group.spared_copies,
        **(
            {}
            if spread is None
            else {f"spread.{name}": value for name, value in asdict(spread).items()}
        ),
    }
