"""Instance types by what people call them."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

import polars as pl
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.naming.partial_names import squashed

_COUNTED = re.compile(r"\d+x[_-]")
_SIZE = re.compile(r"\.(\d*x)?large$|\.metal$")
_GOOGLE = re.compile(r"-\d+g$|-standard-\d+$")
_AZURE = re.compile(r"standardn([cdv])(\d+)\w*?_?((?:a|h|b|gb|mi|t|v)\d+x?)_?v(\d)$")


class Machine(Struct, frozen=True, gc=False):
    """An instance type: who rents it out, and the devices in it."""

    instance_type: str
    provider: str
    device: str
    device_count: float


@lru_cache(maxsize=8)
def machines_of(catalog: Catalog) -> Mapping[str, tuple[Machine, ...]]:
    """Instance types by their names in any spelling, the one with the most prices first.

    An instance type without its size ("p5", "a3-highgpu") is all of that series.
    """
    prices = catalog.frames["prices"].drop_nulls(("device", "instance_type"))
    counted = (
        prices.group_by("provider", "instance_type", "device", "device_count")
        .agg(pl.len().alias("count"), pl.col("effective_to").is_null().sum().alias("open"))
        .sort("open", "count", "instance_type", descending=[True, True, False])
    )
    exact: dict[str, list[Machine]] = defaultdict(list)
    series: dict[str, list[Machine]] = defaultdict(list)
    columns = counted.select("instance_type", "provider", "device", "device_count")
    for name, provider, device, count in columns.iter_rows():
        machine = Machine(name, provider, device, count)
        plain = squashed(name)
        if _COUNTED.match(name.lower()) or not any(map(str.isdigit, plain)):
            continue
        shorter = (plain, plain.removeprefix("standard"), plain.replace("xlarge", "xl"))
        for key in dict.fromkeys(shorter):
            exact[key].append(machine)
        for key in _series(name, provider):
            series[key].append(machine)
    for key, machines in series.items():
        if key not in exact:
            whole = max(machines, key=lambda machine: machine.device_count)
            exact[key] = [whole, *(one for one in machines if one is not whole)]
    return {key: tuple(machines) for key, machines in exact.items()}


def _series(name: str, provider: str) -> tuple[str, ...]:
    """What an instance type is called without its size."""
    plain = squashed(name)
    if provider == "aws" and _SIZE.search(name):
        head = squashed(_SIZE.sub("", name))
        return head, f"{head}instance"
    if provider == "gcp" and _GOOGLE.search(name):
        head = squashed(_GOOGLE.sub("", name))
        return head, head.removesuffix("gpu"), head.removesuffix("highgpu")
    if provider == "azure":
        match = _AZURE.match(plain)
        if match:
            kind, cores, chip, version = match.groups()
            sized = (f"n{kind}{cores}{chip}v{version}", f"n{kind}{cores}{chip}")
            return *sized, f"n{kind}{chip}v{version}", f"n{kind}v{version}", f"n{kind}{chip}"
    return ()
