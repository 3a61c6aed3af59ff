"""The memory of this process is the container's, where that is less than the machine's."""

from pathlib import Path

import pytest

from service.execution.memory_limit import memory_limit_bytes

LIMIT_BYTES = 384 << 20
FILES = ("memory.max", "memory/memory.limit_in_bytes")


@pytest.mark.parametrize("file", FILES)
def test_limit_of_the_container_counts(tmp_path: Path, file: str) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(f"{LIMIT_BYTES}\n")

    assert memory_limit_bytes(tmp_path) == LIMIT_BYTES


@pytest.mark.parametrize("text", ["max\n", "unreadable\n", f"{1 << 62}\n"])
@pytest.mark.parametrize("file", FILES)
def test_no_limit_leaves_the_memory_of_the_machine(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(text)

    assert memory_limit_bytes(tmp_path) == memory_limit_bytes(tmp_path / "nothing-here") > 1 << 26
