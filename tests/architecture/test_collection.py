"""What a test is called is the same in every process, or workers refuse to share the run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def test_tests_are_called_the_same_in_every_process(
    root: Path, request: pytest.FixtureRequest
) -> None:
    """Collected here some seconds ago, and there with other hashes: neither may show."""
    arguments = ["--collect-only", "--quiet", "--color=no", "-p", "no:cacheprovider"]
    there = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=root,
        env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    names = set(there.stdout.splitlines())

    assert there.returncode == 0, there.stdout[-2000:]
    assert {item.nodeid for item in request.session.items} <= names
