"""The allocator of the C library, from which numpy takes its arrays."""

import ctypes
from collections.abc import Mapping
from contextlib import suppress

OWN_MAPPING, FREE_AT_END = -3, -1
"""M_MMAP_THRESHOLD and M_TRIM_THRESHOLD of glibc's malloc.h."""

OWN_MAPPING_BYTES, FREE_AT_END_BYTES = 8 << 20, 32 << 20
"""Blocks of so many bytes go back to the system when they are free; so much of smaller ones stays.

Of itself glibc gives back what is free as soon as it is a few blocks. The next array of the same
size then takes its pages anew, which took a fifth of the time of a sweep. A service holds some 70
MiB more by it, which it needs for questions.
"""

SET_BY_OPERATOR = ("MALLOC_", "GLIBC_TUNABLES")


def keep_free_memory(environment: Mapping[str, str]) -> None:
    """Keep some memory for the next arrays of a command, unless the operator says how much."""
    if any(name.startswith(SET_BY_OPERATOR) for name in environment):
        return
    with suppress(AttributeError, OSError):  # another C library has no such settings
        set_up = ctypes.CDLL(None).mallopt
        set_up(OWN_MAPPING, OWN_MAPPING_BYTES)
        set_up(FREE_AT_END, FREE_AT_END_BYTES)
