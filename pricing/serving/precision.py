"""Number formats: what the hardware computes in, and what it only stores."""

import re
from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.gguf import GGUF
from pricing.catalog.names import normalised, unowned
from pricing.catalog.rows import Assumption, Device, Model
from pricing.errors import UnknownName, UnsupportedPrecision
from pricing.releases.columns import PRECISIONS
from pricing.serving.engines import LLAMA_CPP

HALF_PRECISION_BITS = 16.0
SIXTEEN_BIT = ("bf16", "fp16")
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

_ALIASES: dict[str, tuple[str, float | None]] = {
    **GGUF,
    "float32": ("fp32", None),
    "f32": ("fp32", None),
    "float16": ("fp16", None),
    "f16": ("fp16", None),
    "half": ("fp16", None),
    "bfloat16": ("bf16", None),
    "float8": ("fp8", None),
    "e4m3": ("fp8", None),
    "fp8-e4m3": ("fp8", None),
    "mxfp8": ("fp8", 8.25),
    "w8a8": ("int8", None),
    "w8a16": ("int8", None),
    "mxfp4": ("fp4", 4.25),
    "nvfp4": ("fp4", 4.5),
    "w4a16": ("int4", None),
    "nf4": ("int4", None),
    "awq": ("int4", 4.25),
    "gptq": ("int4", 4.25),
    "4bit": ("int4", None),
    "4-bit": ("int4", None),
    "4bits": ("int4", None),
    "8bit": ("int8", None),
    "8-bit": ("int8", None),
    "8bits": ("int8", None),
}

DENSE_GGUF_BITS = GGUF["q8-0"][1]
"""What llama.cpp keeps in Q8_0 of mixtures whose experts alone are packed: gpt-oss 20B is a file of
12.1 GB (ggml-org/gpt-oss-20b-GGUF)."""

PACKED_EXPERTS, ACTIVATIONS = "fp4", "fp8"
"""What some checkpoints have their experts in alone, and what those meet in their matrix units: no
engine rounds the activations of gpt-oss to 4 bits."""

KV_BITS = "precision.{}.kv_cache_bits"
"""The assumption of what a cached value takes beside weights of a format; an engine may have its
own."""

_STORED = ("w8a16", "w4a16", *(spelling for spelling in GGUF if spelling != "q8-0"))
"""Spellings of formats that weights are stored in and not computed in, whatever the hardware."""

_WIDE = ("w8a8", "w8a16", "w4a16", "4bit", "4-bit", "4bits", "8bit", "8-bit", "8bits")
"""Spellings of how wide numbers are: beside one of a format of that width they do not name it."""

_PACKED = ("awq", "gptq")
"""Spellings of how weights are packed: beside one of a format or a width they do not name it."""

_DOT = re.compile(r"\.(?=[a-z])")
"""Between words: "quantized.w4a16", "torch.bfloat16" and "q4_k_m.gguf" are two."""

_GRADE = re.compile(r"(?<=-k-[sml])(?:mall|edium|arge)(?=-)")
"""What llama.cpp itself prints in full: "Q4_K - Medium" is Q4_K_M."""


class Format(Struct, frozen=True, eq=False):
    """How a model is stored and computed on a device.

    name: format of the weights; weight_bits: bits a weight takes, scales included;
    asked_weight_bits: the same, None where the spelling leaves them open; dense_weight_bits: of a
    weight outside the routed experts, None where it takes as many as theirs; kv_bits: bits a cached
    value takes; arithmetic: format of the matrix arithmetic; flops_per_second: its dense peak on
    one device; emulated: true when the device only stores the format; assumptions: the defaults
    leaned on.
    """

    name: str
    weight_bits: float
    asked_weight_bits: float | None
    dense_weight_bits: float | None
    kv_bits: float
    arithmetic: str
    flops_per_second: float
    emulated: bool
    assumptions: tuple[Assumption, ...]


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
    units of a CPU compute; model: whose
    weights have sizes of their own in the format that they are published in. 4- and 8-bit weights
    on hardware without the arithmetic are computed in 16 bits: memory shrinks, compute does not
    speed up. Four-bit integers are always computed so, as serving engines do, and so is what the
    hardware computes slower than 16 bits. Either format of 16 bits stands in for the other.
    Raises UnknownName, or UnsupportedPrecision where nothing can stand in.
    """
    name, alias_bits = _parse(precision, field="deployment.precision")
    if _is_of_activations(model, name):
        name, alias_bits = PACKED_EXPERTS, None
    stored = catalog.assumptions[f"precision.{name}.weight_bits"]
    published = model if model and name == model.native_precision else None
    weight_bits = alias_bits or (published.native_weight_bits if published else None)
    assumptions = [stored] if weight_bits is None and name in WEIGHT_ONLY else []
    if kv_cache_precision is None:
        usual = KV_BITS.format(_cached_as(published) or name)
        known = map(catalog.assumptions.get, (f"{usual}.{engine}", usual))
        cached = next(assumption for assumption in known if assumption)
        assumptions.append(cached)
        kv_bits = cached.value
    else:
        kv_name, kv_alias_bits = _parse(kv_cache_precision, field="deployment.kv_cache_precision")
        kv_bits = kv_alias_bits or catalog.assumptions[f"precision.{kv_name}.weight_bits"].value
    native = _computes(device, name) and not _spells(precision, _STORED)
    dense_bits = _dense_weight_bits(published, precision, engine)
    met = ACTIVATIONS if name == PACKED_EXPERTS and dense_bits is not None else name
    arithmetic = met if native and _computes(device, met) else _stand_in(device, name)
    return Format(
        name=name,
        weight_bits=weight_bits or stored.value,
        asked_weight_bits=alias_bits,
        dense_weight_bits=dense_bits,
        kv_bits=kv_bits,
        arithmetic=arithmetic,
        flops_per_second=_peak(device, arithmetic, engine, published, dense_bits),
        emulated=not native,
        assumptions=tuple(assumptions),
    )


def spelled_format(precision: str) -> str:
    """The format that a spelling names.

    >>> spelled_format("torch.bfloat16"), spelled_format("Q4_K_M")
    ('bf16', 'int4')
    """
    return _parse(precision, field="deployment.precision")[0]


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


@lru_cache(maxsize=1024)
def named_format(checkpoint: str) -> tuple[str, str] | None:
    """The format that the name of a checkpoint says, and how it spells it; None without one.

    What its owner is called says nothing, and beside a narrower format one of 16 bits is that of
    the arithmetic.

    >>> named_format("Qwen3-32B-FP8")[0], named_format("4bit/Qwen3-32B-AWQ-BF16-INT4")[0]
    ('fp8', 'int4')
    """
    words = normalised(unowned(checkpoint)).split("-")
    for said in ([word for word in words if word not in SIXTEEN_BIT], words):
        spelling = "-".join(said)
        try:
            return _parse(spelling, field="model")[0], spelling
        except UnknownName:
            continue
    return None


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


def is_gguf(precision: str) -> bool:
    """Whether a spelling is of what llama.cpp, and what is built on it, runs alone.

    Of a format of its own, or of a file of its kind.

    >>> is_gguf("INT4 (Q4_K_M 4.8bpw)"), is_gguf("F16.gguf"), is_gguf("int4")
    (True, True, False)
    """
    return _spells(precision, (*GGUF, "gguf"))


def _is_of_activations(model: Model | None, name: str) -> bool:
    """Whether a format is that of a model's activations, its weights being as published.

    Tables of throughput have gpt-oss in FP8 where its experts are in 4 bits as everywhere else.
    """
    return (
        model is not None
        and (model.native_precision, name) == (PACKED_EXPERTS, ACTIVATIONS)
        and model.dense_weight_bits is not None
    )


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
    if wider is None or _spells(precision, tuple(GGUF)):
        return None
    return min(wider, DENSE_GGUF_BITS) if engine == LLAMA_CPP else wider


def _peak(
    device: Device,
    arithmetic: str,
    engine: str | None,
    published: Model | None,
    dense_bits: float | None,
) -> float:
    """The peak at which a token passes its weights, one kind after the other [FLOP/s].

    F = N_active / (N_dense / F_dense + N_routed / F_routed), N of what a token passes; dense_bits:
    of the weights outside the routed experts, where they are wider than those in them.
    """
    peaks = _peaks(device, engine)
    peak = peaks[arithmetic]
    if published is None or dense_bits is None:
        return peak
    is_narrow = dense_bits < HALF_PRECISION_BITS and _computes(device, "fp8")
    dense_peak = peaks["fp8" if is_narrow else _stand_in(device, "fp8")]
    active = published.active_parameters
    routed = published.active_expert_parameters
    return min(peak, active / ((active - routed) / dense_peak + routed / peak))


def _peaks(device: Device, engine: str | None) -> dict[str, float]:
    """The dense peak of each arithmetic under an engine [FLOP/s].

    Most kernels of llama.cpp leave the matrix units of a CPU alone, and its vector units do as many
    times the FLOPs of 32 bits as numbers fit into those.
    """
    peaks = device.flops_per_second
    if engine != LLAMA_CPP or device.family != CPU:
        return peaks
    return {
        name: min(peak, VECTOR_NUMBERS.get(name, 1.0) * peaks["fp32"])
        for name, peak in peaks.items()
    }


@lru_cache(maxsize=1024)
def _parse(precision: str, *, field: str) -> tuple[str, float | None]:
    """The format that a spelling names, and its bits where the spelling says them.

    The first word that is known names the format; another may say how wide or how packed it is,
    as in "INT4 (Q4_K_M 4.8bpw)", "W8A8-FP8" and "GPTQ-Int8".
    """
    words = _words(precision)
    found = sorted(
        (word in _PACKED, word in _WIDE, words.index(f"-{word}-"), -len(word), word)
        for word in (*PRECISIONS, *_ALIASES)
        if f"-{word}-" in words
    )
    if not found:
        raise UnknownName(
            f"no number format is called {precision!r}", field=field, nearest=PRECISIONS
        )
    named = [_ALIASES.get(word, (word, None)) for *_, word in found]
    name = named[0][0]
    bits = next((bits for other, bits in named if other == name and bits), None)
    return name, bits


@lru_cache(maxsize=1024)
def _spells(precision: str, known: tuple[str, ...]) -> bool:
    """Whether a spelling has any of the words."""
    words = _words(precision)
    return any(f"-{word}-" in words for word in known)


def _words(precision: str) -> str:
    """A spelling with a hyphen around every word."""
    return _GRADE.sub("", f"-{_DOT.sub('-', normalised(precision))}-")


def _computes(device: Device, name: str) -> bool:
    """Whether an engine computes in a format on a device, rather than in 16 bits."""
    if name not in device.accelerated or name == "int4":
        return False
    peaks = device.flops_per_second
    return name not in WEIGHT_ONLY or peaks[name] >= max(peaks.get(n, 0.0) for n in SIXTEEN_BIT)


def _stand_in(device: Device, name: str) -> str:
    for arithmetic in _STAND_INS.get(name, ()):
        if arithmetic in device.flops_per_second:
            return arithmetic
    raise UnsupportedPrecision(
        f"{device.name} does not accelerate {name}, and nothing can stand in for it",
        field="deployment.precision",
        nearest=device.accelerated,
    )
