"""The calibrated constants of a release, resolved for a device family and a format."""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.numerics.number import Number
from pricing.serving.engines import engine_class, stalling_fraction
from pricing.units import BYTES_PER_GIGABYTE

ANY = "any"

NETWORK = "network.gigabytes_per_second"
NETWORK_LATENCY = "network.latency_seconds"
"""Assumptions of the network between nodes."""

HALF_MFU_SIZE = (ANY, "pass", ANY, "half_mfu_intermediate_size")
"""Finds the width of experts that fill half of what dense layers do."""

FIRST_OF_REQUEST = (ANY, "first_token", ANY, "seconds_per_request")
FIRST_OF_LAYER = (ANY, "first_token", ANY, "seconds_per_mixture_layer")
"""Find what first tokens take whatever their prompt: of any model, and of a layer of experts."""


STALL = (ANY, "stall", ANY, "seconds_per_layer")
"""Finds what launching a pass over prompts takes for a layer, beyond one that generates."""

COMPRESSED_OVERHEAD = (ANY, "pass", ANY, "compressed_overhead_ratio")
"""Finds κ of pricing.formulas.roofline.layers_overhead_seconds."""

EXPERT_READING = (ANY, "decode", ANY, "expert_mbu_ratio")
"""Finds the MBU of routed experts over that of other weights."""

INDEX_RATIO = (ANY, "sparse", ANY, "index_mfu_ratio")
LEAST_HEADS = (ANY, "sparse", ANY, "least_heads")
"""Find what an indexer makes of the MFU of attention, and the heads that kernels pad a device's to.
"""


class Constants(Struct, frozen=True):
    """Those of the roofline, for a device family and an arithmetic.

    half_mfu_intermediate_size: the width of experts that fill half of what dense layers do;
    host_seconds_per_token: what the engine works on its host for a generated token;
    stall_seconds_per_layer: what a pass of a mixture over prompts takes beyond one that generates;
    network_bytes_per_second: of a device's share of the network between nodes, where the device
    does not say it; arithmetic_ratio: of these MFUs to those of 16 bits; first_token_seconds: what
    a first token takes whatever its prompt;
    first_token_seconds_per_layer: the same for every layer of a mixture of experts;
    read_mfu_ratio, read_power_exponent: see pricing.formulas.roofline.read_mfu_ratio, of families
    of which nothing was read and measured the same as of prefills; read_arithmetic_ratio: of
    what reading makes of the arithmetic to arithmetic_ratio; read_overhead_ratio: what an encoder
    takes for a layer, over overhead_seconds_per_layer; index_mfu_ratio: of the MFU of
    attention, what an indexer reaches with the choice of its best; least_heads: that a device
    computes at least of attention to chosen tokens [count]; mixture_overhead_ratio: what the engine
    takes for a layer of experts, over overhead_seconds_per_layer; compressed_overhead_ratio: see
    pricing.formulas.roofline.layers_overhead_seconds; expert_mbu_ratio: of the MBU, what reading
    the weights of routed experts reaches; stalling_fraction: see
    pricing.serving.engines.
    """

    mbu_fraction: Number
    decode_mfu_fraction: Number
    prefill_mfu_fraction: Number
    overhead_seconds_per_layer: Number
    overlap_exponent: Number
    link_efficiency_fraction: Number
    link_latency_seconds: Number
    prefill_chunk_tokens: Number
    half_mfu_intermediate_size: Number
    host_seconds_per_token: Number
    network_bytes_per_second: Number
    network_latency_seconds: Number
    stall_seconds_per_layer: Number
    arithmetic_ratio: Number = 1.0
    first_token_seconds: Number = 0.0
    first_token_seconds_per_layer: Number = 0.0
    read_mfu_ratio: Number = 1.0
    read_power_exponent: Number = 0.0
    read_arithmetic_ratio: Number = 1.0
    read_overhead_ratio: Number = 1.0
    index_mfu_ratio: Number = 1.0
    least_heads: Number = 0.0
    mixture_overhead_ratio: Number = 1.0
    compressed_overhead_ratio: Number = 1.0
    expert_mbu_ratio: Number = 1.0
    stalling_fraction: Number = 0.0


def calibrated(catalog: Catalog, family: str, phase: str, precision: str, name: str) -> float:
    """A constant: the family's own where it was calibrated, else that of all families."""
    table = catalog.constants
    for key in (
        (family, phase, precision, name),
        (family, phase, ANY, name),
        (ANY, phase, precision, name),
    ):
        if key in table:
            return table[key]
    return table[ANY, phase, ANY, name]


@lru_cache(maxsize=1024)
def inference_constants(
    catalog: Catalog, family: str, arithmetic: str, engine: str | None = None
) -> Constants:
    """The constants of the roofline for a family, the format it computes in, and an engine.

    engine: with its version, if that is told; of one that is not told, or whose prefills are not
    known apart, the family's.
    """
    named = engine_class(engine)

    def value(phase: str, name: str) -> float:
        return calibrated(catalog, family, phase, arithmetic, name)

    arithmetic_ratio = value("arithmetic", "mfu_ratio")
    prefill_mfu_fraction = catalog.constants.get(
        prefill_key(family, named), value("prefill", "mfu_fraction")
    )
    return Constants(
        mbu_fraction=value("decode", "mbu_fraction"),
        decode_mfu_fraction=min(1.0, value("decode", "mfu_fraction") * arithmetic_ratio),
        prefill_mfu_fraction=min(1.0, prefill_mfu_fraction * arithmetic_ratio),
        overhead_seconds_per_layer=value("pass", "overhead_seconds_per_layer"),
        mixture_overhead_ratio=catalog.constants.get(mixture_overhead_key(family, named), 1.0),
        expert_mbu_ratio=catalog.constants.get(EXPERT_READING, 1.0),
        compressed_overhead_ratio=catalog.constants.get(COMPRESSED_OVERHEAD, 1.0),
        overlap_exponent=value("pass", "overlap_exponent"),
        link_efficiency_fraction=value("link", "efficiency_fraction"),
        link_latency_seconds=value("link", "latency_seconds"),
        prefill_chunk_tokens=value("prefill", "chunk_tokens"),
        half_mfu_intermediate_size=catalog.constants[HALF_MFU_SIZE],
        host_seconds_per_token=catalog.constants.get(
            host_key(named), catalog.constants[host_key()]
        ),
        stall_seconds_per_layer=catalog.constants[STALL],
        stalling_fraction=stalling_fraction(engine, family),
        **settled_of(catalog),
        arithmetic_ratio=arithmetic_ratio,
        first_token_seconds=catalog.constants.get(FIRST_OF_REQUEST, 0.0),
        first_token_seconds_per_layer=catalog.constants.get(FIRST_OF_LAYER, 0.0),
        read_mfu_ratio=catalog.constants.get(read_key("mfu_ratio"), 1.0),
        read_power_exponent=catalog.constants.get(read_key("power_exponent"), 0.0),
        read_arithmetic_ratio=catalog.constants.get(
            read_key("arithmetic_ratio", arithmetic), arithmetic_ratio
        )
        / arithmetic_ratio,
        read_overhead_ratio=catalog.constants.get(read_key("overhead_ratio"), 1.0),
    )


def host_key(engine: str | None = None) -> tuple[str, str, str, str]:
    """Finds the time of the host for a token that an engine generates, or any engine."""
    return ANY, "host", ANY, _of_engine("seconds_per_token", engine)


def mixture_overhead_key(family: str, engine: str | None) -> tuple[str, str, str, str]:
    """Finds what an engine takes for a layer of experts, over what a family takes for any."""
    return family, "pass", ANY, _of_engine("mixture_overhead_ratio", engine)


def prefill_key(family: str, engine: str | None = None) -> tuple[str, str, str, str]:
    """Finds the MFU of the prefills of a family, or of an engine that does not share it."""
    return family, "prefill", ANY, _of_engine("mfu_fraction", engine)


def read_key(name: str, arithmetic: str = ANY) -> tuple[str, str, str, str]:
    """Finds what reading alone, without output, makes of prefills; of 8 bits by their name."""
    return ANY, "reading", arithmetic, name


def _of_engine(name: str, engine: str | None) -> str:
    return name if engine is None else f"{name}.{engine}"


def settled_of(catalog: Catalog) -> dict[str, float]:
    """The constants that no throughput decides: of the network, and of chosen tokens."""
    return {
        **network_of(catalog),
        "index_mfu_ratio": catalog.constants.get(INDEX_RATIO, 1.0),
        "least_heads": catalog.constants.get(LEAST_HEADS, 0.0),
    }


def network_of(catalog: Catalog) -> dict[str, float]:
    """The constants of the network between nodes, from the assumptions of a release."""
    return {
        "network_bytes_per_second": catalog.assumptions[NETWORK].value * BYTES_PER_GIGABYTE,
        "network_latency_seconds": catalog.assumptions[NETWORK_LATENCY].value,
    }
