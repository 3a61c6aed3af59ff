"""Memory that is free stays for the next arrays."""

import platform
import subprocess
import sys

import pytest

BLOCKS = """
import os, resource
from service.execution.c_allocator import keep_free_memory

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

keep_free_memory({environment})
for turn in range(6):
    if turn == 3:
        before = faults()
    blocks = [bytearray({kibibytes} << 10) for _ in range(4)]
    del blocks
print(faults() - before)
"""


def faults(kibibytes: int, environment: dict[str, str] | None = None) -> int:
    code = BLOCKS.format(environment=environment or {}, kibibytes=kibibytes)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(run.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the allocator of glibc")
def test_pages_of_arrays_are_taken_once() -> None:
    few, many = 100, 1000

    assert faults(512) < few
    assert faults(512, {"MALLOC_ARENA_MAX": "2"}) > many, "what an operator says stays"
    assert faults(10 << 10) > many, "large blocks go back"
