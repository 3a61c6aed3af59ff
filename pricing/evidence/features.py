"""Features: where a deployment stands among measured ones, by device, model, batch and lengths."""

from collections.abc import Mapping
from math import inf, log, log2

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.catalog.variants import of_published
from pricing.serving.engines import engine_class, stalling_fraction
from pricing.serving.precision_names import SIXTEEN_BIT

LENGTH_OFFSET_TOKENS = 50.0
"""Added to an input before its logarithm: below it, lengths hardly differ."""

SAME_KERNELS = {"Blackwell Ultra": "Blackwell"}
"""Architectures that run the kernels of another (sm_100f is compiled for both)."""

ALIKE_LOG = 0.05
"""Of chips, what their bandwidths and their peaks of 16 bits differ by at the most."""

SIXTEEN_BITS = "16 bits"
"""What the formats of 16 bits are compared as: they take the same bytes, and as long."""


class Setup(Struct, frozen=True, gc=False, cache_hash=True):
    """What runs on what, whatever the count and the load: what measurements are compared by.

    is_drafted: whether tokens are drafted ahead; is_data_parallel: whether groups, or devices, of a
    replica take requests of their own in the attention, and share out what follows it.
    """

    catalog: Catalog
    device: Device
    model: Model
    precision: str
    engine: str | None
    is_drafted: bool = False
    is_data_parallel: bool = False

    def grouped(self, *, is_data_parallel: bool) -> "Setup":
        """The same with groups, or without."""
        is_same = is_data_parallel == self.is_data_parallel
        return self if is_same else replace(self, is_data_parallel=is_data_parallel)


class Features(Struct, frozen=True, gc=False):
    """Where a configuration stands, for distances; logarithms of base e, counts of base 2.

    device: whose own rows alone let an answer count as measured; chip: the first of the devices
    that are as fast, see chips; is_stalling: see pricing.serving.engines.stalling_fraction; no
    distance hangs on it.
    """

    device: str
    chip: str
    architecture: str
    family: str
    model: str
    active_log: float
    sparsity_log: float
    precision: str
    count_log: float
    batch_log: float
    input_log: float
    output_log: float
    engine: str | None
    is_drafted: bool
    is_data_parallel: bool
    is_stalling: bool


def features(
    setup: Setup, *, devices: int, concurrency: float, input_tokens: float, output_tokens: float
) -> Features:
    """Where a configuration stands; devices and concurrency are those of one replica.

    Replicas run side by side: how many there are changes nothing that one of them does.
    """
    device, model = setup.device, setup.model
    return Features(
        device=device.name,
        chip=chips(setup.catalog).get(device.name, device.name),
        architecture=kernels_of(device),
        family=device.family,
        model=model.network,
        active_log=log(model.active_parameters),
        sparsity_log=log(model.parameters / model.active_parameters),
        precision=SIXTEEN_BITS if setup.precision in SIXTEEN_BIT else setup.precision,
        count_log=log2(devices),
        batch_log=log2(concurrency),
        input_log=log(input_tokens + LENGTH_OFFSET_TOKENS),
        output_log=log(output_tokens),
        engine=engine_class(setup.engine),
        is_drafted=setup.is_drafted,
        is_data_parallel=setup.is_data_parallel,
        is_stalling=stalling_fraction(setup.engine, device.family) > 0.0,
    )


def kernels_of(device: Device) -> str:
    """The architecture whose kernels a device runs."""
    return SAME_KERNELS.get(device.architecture, device.architecture)


@of_published(maxsize=64)
def chips(catalog: Catalog) -> Mapping[str, str]:
    """By device, the first of those that read and compute as fast by the same kernels.

    They differ in memory, in links or in power, as B200 and B300, or H100 and H800, do.
    """
    firsts: dict[tuple[str, str], list[Device]] = {}
    found = {}
    for _, device in sorted(catalog.devices.items()):
        among = firsts.setdefault((device.family, kernels_of(device)), [])
        first = next((one for one in among if _are_alike(one, device)), None)
        if first is None:
            among.append(device)
        found[device.name] = (first or device).name
    return found


def _are_alike(one: Device, other: Device) -> bool:
    peaks = [
        max(each.flops_per_second.get(name, 0.0) for name in SIXTEEN_BIT) for each in (one, other)
    ]
    apart = (_log_ratio(one.bytes_per_second, other.bytes_per_second), _log_ratio(*peaks))
    return max(map(abs, apart)) <= ALIKE_LOG


def _log_ratio(one: float, other: float) -> float:
    return log(one / other) if one > 0.0 and other > 0.0 else inf


def standing(setup: Setup, devices: int) -> Features:
    """Where replicas of so many devices stand, batch and lengths apart."""
    return features(setup, devices=devices, concurrency=1.0, input_tokens=0.0, output_tokens=1.0)
