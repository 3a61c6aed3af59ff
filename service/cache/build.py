"""The build that answers: two builds of one version do not share what they keep."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import pricing
import service
from pricing.releases.manifest import digest_of

ROOMS = (Path(pricing.__file__).parent, Path(service.__file__).parent)


@cache
def build_digest() -> str:
    """sha256 over the code of this process."""
    return digest_of_code(ROOMS)


def digest_of_code(rooms: tuple[Path, ...]) -> str:
    """sha256 over the names and the contents of all modules."""
    return digest_of(
        f"{path.relative_to(room.parent)} {sha256(path.read_bytes()).hexdigest()}"
        for room in rooms
        for path in sorted(room.rglob("*.py"))
    )
