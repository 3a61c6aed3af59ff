"""What Google Cloud's documentation says of its machine types and TPU slices."""

import re
from collections.abc import Mapping

HOSTS: Mapping[str, tuple[str, int]] = {
    **{f"a2-highgpu-{count}g": ("A100", count) for count in (1, 2, 4, 8)},
    "a2-megagpu-16g": ("A100", 16),
    **{f"a2-ultragpu-{count}g": ("A100-80GB", count) for count in (1, 2, 4, 8)},
    **{f"a3-highgpu-{count}g": ("H100", count) for count in (1, 2, 4, 8)},
    "a3-megagpu-8g": ("H100-MEGA", 8),
    "a3-ultragpu-8g": ("H200", 8),
    "a4-highgpu-8g": ("B200", 8),
    **{f"g2-standard-{size}": ("L4", 1) for size in (4, 8, 12, 16, 32)},
    **{f"g2-standard-{12 * count}": ("L4", count) for count in (2, 4, 8)},
}
"""Google Cloud's machine types with accelerators of their own, as its documentation lists them."""

G4 = {f"g4-standard-{48 * count}": ("RTXPRO6000SE", count) for count in (1, 2, 4, 8)}
"""Those whose devices catalogues of others do not list apart."""

SIZES: Mapping[str, tuple[int, float]] = {
    **{f"a2-highgpu-{count}g": (12 * count, 85.0 * count) for count in (1, 2, 4, 8)},
    "a2-megagpu-16g": (96, 1360.0),
    **{f"a2-ultragpu-{count}g": (12 * count, 170.0 * count) for count in (1, 2, 4, 8)},
    **{f"a3-highgpu-{count}g": (26 * count, 234.0 * count) for count in (1, 2, 4, 8)},
    "a3-megagpu-8g": (208, 1872.0),
    "a3-ultragpu-8g": (224, 2952.0),
    "a4-highgpu-8g": (224, 3968.0),
    **{f"g4-standard-{48 * count}": (48 * count, 180.0 * count) for count in (1, 2, 4, 8)},
    **{f"g2-standard-{size}": (size, 4.0 * size) for size in (4, 8, 12, 16, 24, 32, 48, 96)},
}
"""Virtual CPUs and memory [GiB] of these machine types, which are charged apart."""

CORES_PER_CHIP = {"v2": 2, "v3": 2, "v4": 2, "v5p": 2, "v5litepod": 1, "v5e": 1, "v6e": 1}
"""What the number in a TPU's name counts, for each chip."""

_WITH_DISKS = ("a2-ultragpu", "a3-")

_TPU = re.compile(r"(?:tpu-?)?(v\d\w*?|7x)-(\d+)", re.IGNORECASE)


def is_tpu(name: str) -> bool:
    """Whether a name is that of a TPU slice, such as tpu-v5p-8 or v5litepod-4."""
    return _TPU.fullmatch(name) is not None


def tpu_slice(name: str) -> tuple[str, float] | None:
    """The device of a TPU slice and its chips; None where the count is not known.

    >>> tpu_slice("tpu-v5p-8"), tpu_slice("v5litepod-8"), tpu_slice("tpu-v9-8")
    (('TPU-v5p', 4.0), ('TPU-v5e', 8.0), None)
    """
    match = _TPU.fullmatch(name)
    version = match[1].lower() if match else ""
    cores = CORES_PER_CHIP.get(version)
    if match is None or cores is None:
        return None
    return f"TPU-{version.replace('v5litepod', 'v5e')}", int(match[2]) / cores


def without_disks(machine: str) -> str | None:
    """What to say of a sum of accelerators, cores and memory; None: there is nothing else.

    The bill of a machine with local disks has them too: 0.7% of an a3-highgpu-8g.
    """
    return "without its local disks" if machine.startswith(_WITH_DISKS) else None
