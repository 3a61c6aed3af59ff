"""Number formats: what the hardware computes in, and what it only stores."""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.number_formats import GGUF
from pricing.catalog.rows import Assumption, Device, Model
from pricing.errors import UnsupportedPrecision
from pricing.serving.checkpoints.arithmetic import Arithmetic, arithmetic_of
from pricing.serving.checkpoints.recipe import Recipe
from pricing.serving.checkpoints.recipes import Asked, recipe_of
from pricing.serving.engines import LLAMA_CPP
from pricing.serving.precision_names import (
    EIGHT_BIT_ACTIVATIONS,
    SIXTEEN_BIT,
    STORED,
    parse_format,
    spells,
    words_of,
)

HALF_PRECISION_BITS = 16.0
WEIGHT_ONLY = frozenset({"fp8", "int8", "fp4", "int4"})
"""Formats that weights may be stored in while the arithmetic runs in 16 bits."""

_STAND_INS = {
    **dict.fromkeys(SIXTEEN_BIT, (*SIXTEEN_BIT, "fp32")),
    **dict.fromkeys(WEIGHT_ONLY, (*SIXTEEN_BIT, "int8", "fp32")),
}
"""What a format is computed in by hardware without its arithmetic, the first that there is: either
of 16 bits for the other, as engines load such weights. Where there are no 16 bits, packed weights
meet activations in INT8, as llama.cpp has them."""

CPU = "cpu"
VECTOR_NUMBERS = {"bf16": 2.0, "fp16": 2.0, "int8": 4.0}
"""Numbers of a format that take the place of one of 32 bits in a vector."""

DENSE_GGUF_BITS = GGUF["q8-0"][1]
"""What llama.cpp keeps in Q8_0 of mixtures whose experts alone are packed: gpt-oss 20B is a file of
12.1 GB (ggml-org/gpt-oss-20b-GGUF)."""

PACKED_EXPERTS, ACTIVATIONS = "fp4", "fp8"
"""What some checkpoints have their experts in alone, and what those meet in their matrix units: no
engine rounds the activations of gpt-oss to 4 bits."""

KV_BITS = "precision.{}.kv_cache_bits"
"""The assumption of what a cached value takes beside weights of a format; an engine may have its
own."""


class Format(Struct, frozen=True, eq=False):
    """How a model is stored and computed on a device.

    name: format of the weights; weight_bits: bits a weight takes, scales included;
    asked_weight_bits: the same, None where the spelling leaves them open; dense_weight_bits: of a
    weight outside the routed experts, None where it takes as many as theirs; kv_bits: bits a cached
    value takes; arithmetic: format of the matrix arithmetic; peaks: its dense peaks on one device;
    emulated: true when the device only stores the format; recipe: what it makes of the matrices of
    a model; assumptions: the defaults leaned on.
    """

    name: str
    weight_bits: float
    asked_weight_bits: float | None
    dense_weight_bits: float | None
    kv_bits: float
    arithmetic: str
    peaks: Arithmetic
    emulated: bool
    recipe: Recipe
    assumptions: tuple[Assumption, ...]

    @property
    def flops_per_second(self) -> float:
        """The dense peak of its narrowest arithmetic on one device [FLOP/s]."""
        return float(self.peaks.flops_per_second)


@lru_cache(maxsize=8192)
def resolve(
    catalog: Catalog,
    device: Device,
    precision: str,
    kv_cache_precision: str | None = None,
    *,
    engine: str | None = None,
    model: Model | None = None,
) -> Format:
    """The format of a name on a device.

    engine: its class, which decides what the cache is kept in where that is left open, and which
    units of a CPU compute; model: whose weights have sizes of their own in the format that they are
    published in. 4- and 8-bit weights on hardware without the arithmetic are computed in 16 bits:
    memory shrinks, compute does not speed up. Four-bit integers are always computed so, as serving
    engines do, unless they meet activations of 8 bits (W4A8). So is what the hardware computes
    slower than 16 bits. Either format of 16 bits stands in for the other.
    Raises UnknownName, or UnsupportedPrecision where nothing can stand in.
    """
    name, alias_bits = parse_format(precision)
    if _is_of_activations(model, name):
        name, alias_bits = PACKED_EXPERTS, None
    stored = catalog.assumptions[f"precision.{name}.weight_bits"]
    published = model if model and name == model.native_precision else None
    weight_bits = alias_bits or (published.native_weight_bits if published else None)
    assumptions = [stored] if weight_bits is None and name in WEIGHT_ONLY else []
    if kv_cache_precision is None:
        usual = KV_BITS.format(_cached_as(published) or name)
        known = map(catalog.assumptions.get, (f"{usual}.{engine}", usual))
        assumptions.append(next(assumption for assumption in known if assumption))
        kv_bits = assumptions[-1].value
    else:
        kv_bits = _cache_bits(catalog, kv_cache_precision)
    native = _computes(device, name) and not spells(precision, STORED)
    dense_bits = _dense_weight_bits(published, precision, engine)
    met = ACTIVATIONS if name == PACKED_EXPERTS and dense_bits is not None else name
    narrow = _of_eight_bits(device) if spells(precision, EIGHT_BIT_ACTIVATIONS) else None
    arithmetic = met if native and _computes(device, met) else _stand_in(device, name)
    arithmetic = narrow or arithmetic
    recipe = recipe_of(
        Asked(
            words=words_of(precision),
            name=name,
            weight_bits=weight_bits or stored.value,
            dense_bits=dense_bits,
            is_llama_cpp=engine == LLAMA_CPP,
        ),
        model,
    )
    return Format(
        name=name,
        weight_bits=weight_bits or stored.value,
        asked_weight_bits=alias_bits,
        dense_weight_bits=dense_bits,
        kv_bits=kv_bits,
        arithmetic=arithmetic,
        peaks=arithmetic_of(
            device, _peaks(device, engine), arithmetic, kv_bits=kv_bits, model=model, recipe=recipe
        ),
        emulated=not native and narrow is None,
        recipe=recipe,
        assumptions=tuple(assumptions),
    )


def utilised_as(device: Device, number_format: Format) -> str:
    """The arithmetic whose utilisation a format has on a device.

    Narrow formats fill less of their peak because it is higher; where it is not, they fill as much
    as 16 bits do.
    """
    if number_format.arithmetic in WEIGHT_ONLY:
        for name in SIXTEEN_BIT:
            if number_format.flops_per_second <= device.flops_per_second.get(name, 0.0):
                return name
    return number_format.arithmetic


def default_precision(device: Device, native_precision: str) -> str:
    """The format that the model is published in where the device computes or stores it.

    Else 16 bits, else the widest.
    """
    if native_precision in device.accelerated or native_precision in WEIGHT_ONLY:
        return native_precision
    for name in SIXTEEN_BIT:
        if name in device.accelerated:
            return name
    return device.accelerated[0] if device.accelerated else native_precision


def _is_of_activations(model: Model | None, name: str) -> bool:
    """Whether a format is that of a model's activations, its weights being as published.

    Tables of throughput have gpt-oss in FP8 where its experts are in 4 bits as everywhere else.
    """
    return (
        model is not None
        and (model.native_precision, name) == (PACKED_EXPERTS, ACTIVATIONS)
        and model.dense_weight_bits is not None
    )


def _cache_bits(catalog: Catalog, precision: str) -> float:
    """Bits of a value in a cache of a format by its name. Raises UnknownName."""
    name, alias_bits = parse_format(precision, field="deployment.kv_cache_precision")
    return alias_bits or catalog.assumptions[f"precision.{name}.weight_bits"].value


def _cached_as(published: Model | None) -> str | None:
    """The format whose cache a checkpoint has that packs its experts alone; None of any other."""
    if published is None or published.dense_weight_bits is None:
        return None
    return "bf16" if published.dense_weight_bits >= HALF_PRECISION_BITS else ACTIVATIONS


def _dense_weight_bits(published: Model | None, precision: str, engine: str | None) -> float | None:
    """What a weight outside the routed experts takes of a model in its published format [bits].

    The checkpoints of some mixtures have their experts alone in it; who converts one to another
    format, as to those of llama.cpp, converts all of it. llama.cpp keeps the rest in 8 bits.
    """
    wider = published.dense_weight_bits if published else None
    if wider is None or spells(precision, tuple(GGUF)):
        return None
    return min(wider, DENSE_GGUF_BITS) if engine == LLAMA_CPP else wider


def _peaks(device: Device, engine: str | None) -> dict[str, float]:
    """The dense peak of each arithmetic under an engine [FLOP/s].

    Most kernels of llama.cpp leave the matrix units of a CPU alone. Its vector units do as many
    times the FLOPs of 32 bits as numbers fit into those.
    """
    peaks = device.flops_per_second
    if engine != LLAMA_CPP or device.family != CPU:
        return peaks
    return {
        name: min(peak, VECTOR_NUMBERS.get(name, 1.0) * peaks["fp32"])
        for name, peak in peaks.items()
    }


def _computes(device: Device, name: str) -> bool:
    """Whether an engine computes in a format on a device, rather than in 16 bits."""
    if name not in device.accelerated or name == "int4":
        return False
    peaks = device.flops_per_second
    return name not in WEIGHT_ONLY or peaks[name] >= max(peaks.get(n, 0.0) for n in SIXTEEN_BIT)


def _of_eight_bits(device: Device) -> str | None:
    """What an engine computes activations of 8 bits in on a device, None where it has neither."""
    return next((name for name in ("fp8", "int8") if _computes(device, name)), None)


def _stand_in(device: Device, name: str) -> str:
    for arithmetic in _STAND_INS.get(name, ()):
        if arithmetic in device.flops_per_second:
            return arithmetic
    raise UnsupportedPrecision(
        f"{device.name} does not accelerate {name}, and nothing can stand in for it",
        field="deployment.precision",
        nearest=device.accelerated,
    )
