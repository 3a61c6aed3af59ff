"""Trials: every measurement in every layout that its memory allows, for many constants at once.

What fits does not depend on the constants, so it is found once; the roofline itself is then worked
out on arrays, a row for each point and an element for each trial, by the formulas of a quote.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import inf, nan
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict, replace

from pricing.calibration.first_tokens.prefills import FirstTokens, first_tokens_of
from pricing.calibration.priors import HOST, OF_FAMILY, OVERLAP_EXPONENT, SHARED, priors_of
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Measurement, Model
from pricing.evidence.questions import Prepared, format_of, layouts_for, prepare, sustained
from pricing.numerics.number import log
from pricing.releases.constants import Key
from pricing.serving.checkpoints.arithmetic import Arithmetic
from pricing.serving.checkpoints.weights import Weights, weights_of
from pricing.serving.constants import (
    ANY,
    HALF_MFU_SIZE,
    Constants,
    host_key,
    prefill_key,
    settled_of,
)
from pricing.serving.engines import engine_class
from pricing.serving.layout import Layout
from pricing.serving.parallel.spread import Spread
from pricing.serving.passes.forward_pass import group_of
from pricing.serving.passes.request import request_of
from pricing.serving.rates import SLOW_LINK_BYTES_PER_SECOND, rates_of
from pricing.serving.replica import speed

CONSTANT_KEYS: Mapping[str, tuple[str, str, str]] = {
    "mbu_fraction": ("decode", ANY, "mbu_fraction"),
    "decode_mfu_fraction": ("decode", ANY, "mfu_fraction"),
    "prefill_mfu_fraction": ("prefill", ANY, "mfu_fraction"),
    "overhead_seconds_per_layer": ("pass", ANY, "overhead_seconds_per_layer"),
    "link_efficiency_fraction": ("link", ANY, "efficiency_fraction"),
    "link_latency_seconds": ("link", ANY, "latency_seconds"),
    "prefill_chunk_tokens": ("prefill", ANY, "chunk_tokens"),
    "half_mfu_intermediate_size": HALF_MFU_SIZE[1:],
}
"""Which constant stands for which field of the roofline's own, those of engines apart."""

Row = TypeVar("Row", bound=Struct)

FIRST_OF_SPREAD = Spread.__struct_fields__[0]

SCALED = frozenset({"decode_mfu_fraction", "prefill_mfu_fraction"})
"""Fields that the ratio of the arithmetic multiplies."""


class Block(Struct, frozen=True, eq=False):
    """Layouts that one kind of pass is modelled for.

    places: theirs among all layouts; columns: an element for each.
    """

    places: np.ndarray
    columns: Mapping[str, np.ndarray]

    @property
    def spread(self) -> Spread | None:
        """Their groups and stages; None of layouts without."""
        if f"spread.{FIRST_OF_SPREAD}" not in self.columns:
            return None
        return _struct(Spread, self.columns, "spread.")


class Trials(Struct, frozen=True, eq=False):
    """The measurements of a release that show what a system sustains, ready to be modelled.

    keys: the constants that a point holds the logarithms of, in this order; host_keys: those of
    them that are of engines; blocks: the layouts without groups and stages, and those with; starts:
    where those of each measurement begin; indexes: per field of the roofline's constants, which of
    the keys each layout takes; ratios: which key scales its arithmetic, −1 for none; prefills: the
    MFU of its prefills where first tokens show it, NaN where it is fitted; first_tokens: see
    pricing.calibration.first_tokens.prefills.
    """

    measurements: tuple[Measurement, ...]
    keys: tuple[Key, ...]
    family_names: tuple[str, ...]
    host_keys: tuple[Key, ...]
    blocks: tuple["Block", ...]
    starts: np.ndarray
    indexes: Mapping[str, np.ndarray]
    ratios: np.ndarray
    prefills: np.ndarray
    first_tokens: Mapping[Key, FirstTokens]

    def throughput_logs(self, points: np.ndarray) -> np.ndarray:
        """Modelled output tokens per second by point and measurement [logarithm].

        points: logarithms of the constants, one row each. The fastest layout counts, as in
        the answer to a quote.
        """
        values = np.exp(points)
        ratios = np.where(self.ratios >= 0, values[:, self.ratios], 1.0)
        constants = {"arithmetic_ratio": ratios}
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
            layouts[:, block.places] = _throughput_logs(block, own)
        return np.asarray(np.maximum.reduceat(layouts, self.starts, axis=1))

    def touched(self, key: Key) -> np.ndarray:
        """Whether each measurement says anything of a constant."""
        taken = np.array([index[self.starts] for index in (*self.indexes.values(), self.ratios)])
        return np.asarray((taken == self.keys.index(key)).any(axis=0))


NO_THROUGHPUT = ("first_token_seconds", "first_token_seconds_per_layer")
"""Constants that no throughput shows."""

KNOWN = ("network_latency_seconds", "index_mfu_ratio", "least_heads")
"""Constants that the fit of throughputs takes as they are."""


def trials_of(catalog: Catalog) -> Trials:
    """Every measurement of a release that the roofline can be fitted to, by id.

    Rows with drafts are none: what drafting takes is fitted to published gains.
    """
    rows = [row for group in catalog.measurements.values() for row in group if _is_fitted(row)]
    rows.sort(key=lambda row: row.id)
    family_names = tuple(sorted({catalog.devices[row.device].family for row in rows}))
    host_keys = tuple(sorted({host_key(engine_class(row.engine)) for row in rows}))
    keys = tuple(priors_of(family_names, host_keys))
    constants = Constants(
        overlap_exponent=OVERLAP_EXPONENT,
        host_seconds_per_token=HOST.value,
        **{name: {**SHARED, **OF_FAMILY}[key].value for name, key in CONSTANT_KEYS.items()},
        **settled_of(catalog),
    )
    measurements: list[Measurement] = []
    layouts: list[dict[str, float]] = []
    labels: list[tuple[str, str]] = []
    hosts: list[int] = []
    prefills: list[float] = []
    first_tokens = first_tokens_of(catalog, constants)
    starts: list[int] = []
    for row in rows:
        prepared = prepare(catalog, row, constants)
        found = layouts_for(catalog, prepared)[1] if prepared else []
        if prepared is None or not found:
            continue
        measurements.append(row)
        starts.append(len(layouts))
        device, engine = catalog.devices[row.device], engine_class(row.engine)
        arithmetic = format_of(catalog, row).arithmetic
        labels += [(device.family, arithmetic)] * len(found)
        hosts += [keys.index(host_key(engine))] * len(found)
        shown = first_tokens.get(prefill_key(device.family)) or first_tokens.get(
            prefill_key(device.family, engine)
        )
        prefills += [shown.prefill_mfu_fraction if shown else nan] * len(found)
        layouts += [_trial(catalog, prepared, layout) for layout in found]
    place = {key: index for index, key in enumerate(keys)}
    return Trials(
        measurements=tuple(measurements),
        keys=keys,
        family_names=family_names,
        host_keys=host_keys,
        blocks=tuple(_blocks(layouts)),
        starts=np.array(starts),
        indexes={
            **{
                name: np.array(
                    [place[(ANY if key in SHARED else family, *key)] for family, _ in labels]
                )
                for name, key in CONSTANT_KEYS.items()
            },
            "host_seconds_per_token": np.array(hosts),
        },
        ratios=np.array([_ratio_index(place, *label) for label in labels]),
        prefills=np.array(prefills),
        first_tokens=first_tokens,
    )


def _is_fitted(row: Measurement) -> bool:
    return sustained(row) and row.speculation is None


def _blocks(layouts: Sequence[Mapping[str, float]]) -> Iterator[Block]:
    """The layouts by what is known of them."""
    kinds: dict[bool, list[int]] = {}
    for place, one in enumerate(layouts):
        kinds.setdefault(f"spread.{FIRST_OF_SPREAD}" in one, []).append(place)
    for places in kinds.values():
        own = [layouts[place] for place in places]
        known = [name for name in own[0] if all(name in one for one in own)]
        columns = {name: np.array([one[name] for one in own]) for name in known}
        yield Block(np.array(places), columns)


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
        "device.node_device_count": prepared.rates.node_devices,
        **{f"constants.{name}": value for name, value in settled_of(catalog).items()},
        **{f"weights.{name}": getattr(weights, name) for name in Weights.__struct_fields__},
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


def _struct(kind: type[Row], columns: Mapping[str, Any], prefix: str = "") -> Row:
    """A struct of columns by name; a field without a column is None."""
    return kind(**{name: columns.get(f"{prefix}{name}") for name in kind.__struct_fields__})


def _throughput_logs(block: Block, constants: Mapping[str, np.ndarray]) -> np.ndarray:
    """The throughput of layouts, a row for each point of the constants [logarithm]."""
    trials = block.columns
    fixed = {
        **dict.fromkeys(NO_THROUGHPUT, 0.0),
        "read_mfu_ratio": 1.0,
        "read_power_exponent": 0.0,
        "overlap_exponent": OVERLAP_EXPONENT,
        **{name: trials[f"constants.{name}"] for name in KNOWN},
    }
    rates = rates_of(
        _struct(Model, trials, "model."),
        _struct(Device, trials, "device."),
        _struct(Constants, {**constants, **fixed}),
        weights=_struct(Weights, trials, "weights."),
        kv_bits=trials["kv_bits"],
        arithmetic=_struct(Arithmetic, trials, "peaks."),
        sharing_fraction=trials["sharing_fraction"],
    )
    rates = replace(rates, has_experts=True)
    group = replace(
        group_of(rates, trials["devices"], block.spread),
        copies=trials["copies"],
        spared_copies=trials["spared_copies"],
    )
    reached = speed(
        rates,
        request_of(
            rates, input_tokens=trials["input_tokens"], output_tokens=trials["output_tokens"]
        ),
        group,
        concurrency=trials["concurrency"],
    )
    tokens = reached.requests_per_second * trials["replicas"] * trials["output_tokens"]
    return np.asarray(log(tokens))
