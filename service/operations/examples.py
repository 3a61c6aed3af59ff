"""What the examples of the document are asked of: the newest release, on its last day."""

from typing import TypedDict

from pricing.catalog.library import Library
from pricing.unit_costs.query import Deployment, Load

MODEL = "llama-3.1-70b"
SERVED = Deployment(device="h100-sxm-80gb", device_count=8, precision="fp8")
LOAD = Load(input_tokens=1024, output_tokens=256)
"""What most examples serve, on what, and the length of their requests."""


class Pinned(TypedDict):
    """A release and a day."""

    catalog: str
    as_of: str


def pinned(library: Library) -> Pinned:
    """The release and the day of an example."""
    return Pinned(catalog=library.newest.name, as_of=library.newest.known_by.isoformat())


def first_day(library: Library) -> str:
    """The first day of the month of an example."""
    return library.newest.known_by.replace(day=1).isoformat()
