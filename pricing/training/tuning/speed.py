"""Speed of fine-tuning: what a run fine-tunes, and the constants of an architecture."""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.formulas import tuning
from pricing.serving.constants import ANY, calibrated
from pricing.training.tuning.states import Packing

PHASE, UTILISATION, RUNS = "tuning", "utilisation_fraction", "run_count"


class Speed(Struct, frozen=True, gc=False):
    """Calibrated constants of fine-tuning on an architecture.

    utilisation_fraction: of the peak, of everything that is computed with adapters and fused
    kernels; full_ratio: of that where all weights are trained; plain_ratio: without fused kernels;
    mixture_ratio: of a mixture of experts; int8_ratio: of products with 8-bit weights;
    launch_seconds: of a layer and pass, whatever it computes; unpacking_fraction: of the memory's
    bandwidth, by kernel; step_ratio: time of an optimizer step over that of reading and writing its
    states once; link_fraction: of a direction of the link, as inference reaches it.
    """

    utilisation_fraction: float
    full_ratio: float
    plain_ratio: float
    mixture_ratio: float
    int8_ratio: float
    launch_seconds: float
    unpacking_fraction: dict[str, float]
    step_ratio: float
    link_fraction: float


class Host(Struct, frozen=True, gc=False):
    """The host of a device: the link to it in one direction, and what it updates for the device."""

    link_bytes_per_second: float
    parameters_per_second: float

    def step_seconds(self, trained_parameters: float) -> float:
        """Of an optimizer step: gradients of 16 bits come, and as many bytes of weights go."""
        seconds = tuning.host_step_seconds(
            trained_parameters=trained_parameters,
            moved_bytes_per_parameter=2.0 * tuning.UNPACKED_BYTES,
            link_bytes_per_second=self.link_bytes_per_second,
            host_parameters_per_second=self.parameters_per_second,
        )
        return float(seconds)


class Tuned(Struct, frozen=True, gc=False):
    """What a run fine-tunes and how.

    is_full: whether all weights are trained; packing: of the base weights; packed_parameters: of
    all devices together [count]; trained_parameters: of the whole model [count]; weight_bytes: of
    a parameter in the mean [bytes]; adapter_flops: that adapters add for a parameter and token;
    step_bytes: that an optimizer step moves for a trained
    parameter [bytes]; paged_bytes: of them, in the memory of the host; sequence_tokens: computed
    for a sequence, padding included; told_tokens: of them, those of samples; fused_kernels: whether
    norms, rotary embeddings and losses are fused; arithmetic_ratio: of the utilisation in the
    format of the run; offloads_parameters,
    offloads_optimizer, offloads_activations: whether they lie in the memory of the host;
    exposed_fraction: of what tensor parallelism sends, what is not sent beside computing.
    """

    is_full: bool
    packing: Packing
    packed_parameters: float
    trained_parameters: float
    weight_bytes: float
    adapter_flops: float
    step_bytes: float
    paged_bytes: float
    sequence_tokens: float
    told_tokens: float
    fused_kernels: bool
    arithmetic_ratio: float
    offloads_parameters: bool
    offloads_optimizer: bool
    offloads_activations: bool
    exposed_fraction: float


def has_runs(catalog: Catalog, family: str) -> bool:
    """Whether published fine-tuning runs are on devices of a family; others are taken from them."""
    return (family, PHASE, ANY, RUNS) in catalog.constants


@lru_cache(maxsize=256)
def speed_of(catalog: Catalog, architecture: str, family: str) -> Speed:
    """The constants of an architecture, of its family, or of any."""

    def constant(name: str) -> float:
        return calibrated(catalog, ANY, PHASE, ANY, name)

    hardware = architecture if family == "nvidia" else family
    own = (hardware, PHASE, ANY, UTILISATION)
    return Speed(
        utilisation_fraction=catalog.constants.get(own, constant(UTILISATION)),
        full_ratio=constant("full_ratio"),
        plain_ratio=constant("plain_ratio"),
        mixture_ratio=constant("mixture_ratio"),
        int8_ratio=constant("int8_ratio"),
        launch_seconds=constant("launch_seconds"),
        unpacking_fraction={
            "bitsandbytes": constant("unpacking_fraction"),
            "int8": constant("unpacking_fraction"),
            "gptq": constant("gptq_unpacking_fraction"),
        },
        step_ratio=constant("step_ratio"),
        link_fraction=calibrated(catalog, ANY, "link", ANY, "efficiency_fraction"),
    )
