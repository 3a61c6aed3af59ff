"""Placements of a sweep: deployments on so many devices, as rows of constants."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import polars as pl
from msgspec import Struct

from pricing.catalog.rows import Measurement
from pricing.errors import InvalidQuery
from pricing.performance import draw, first_token
from pricing.performance.cases import cases
from pricing.performance.evidence import (
    NEAR_COUNT,
    Neighbourhood,
    Quantity,
    configured,
    neighbourhood_of,
)
from pricing.performance.layout import sizes
from pricing.performance.ratios import NEAR_COUNT as RATIO_NEAR_COUNT
from pricing.performance.replica import Rates
from pricing.quotes.workloads import Workload

NO_WEIGHT_LOG = -1e6
"""The logarithm of the weight of a neighbour that is not there."""

PLACE = ("origin", "batch", "input", "output")

QUANTITIES: dict[str, tuple[Quantity, int]] = {
    "throughput": (cases, NEAR_COUNT),
    "ttft": (first_token.ttft_cases, RATIO_NEAR_COUNT),
    "draw": (draw.watts_cases, RATIO_NEAR_COUNT),
}
"""What measured rows correct, and how many rows each question is compared with."""


class Placement(Struct, frozen=True, eq=False):
    """A deployment on so many devices.

    sizes: what replicas may be, the smallest first; rows: the measurements of exactly this
    deployment, whatever their load.
    """

    workload: Workload
    device_count: int
    sizes: tuple[int, ...]
    rows: tuple[Measurement, ...]

    @property
    def shape(self) -> tuple[str, bool, int]:
        """What placements must share to be worked out together."""
        workload = self.workload
        return workload.catalog.name, workload.rates.has_experts, len(self.sizes)


@lru_cache(maxsize=8192)
def placement_of(workload: Workload, device_count: int) -> Placement:
    """Raises InvalidQuery for replicas that do not divide the count."""
    device, size = workload.device, workload.tensor_parallel
    if size is not None and device_count % size:
        raise InvalidQuery(
            f"{device_count} devices do not divide into replicas of {size}",
            field="deployment.tensor_parallel",
        )
    return Placement(
        workload=workload,
        device_count=device_count,
        sizes=sizes(device_count, device.node_device_count) if size is None else (size,),
        rows=configured(
            workload.catalog,
            device.name,
            device_count,
            workload.model.name,
            workload.number_format.name,
        ),
    )


def constants(placements: Sequence[Placement]) -> pl.DataFrame:
    """A row for every placement, all of one shape."""
    return pl.DataFrame([_constants(placement) for placement in placements])


def open_constants(workloads: Sequence[Workload]) -> pl.DataFrame:
    """A row for every workload whose count of devices is left open."""
    return pl.DataFrame([dict(_of_workload(workload)) for workload in workloads])


def _of_workload(workload: Workload) -> Iterator[tuple[str, Any]]:
    device = workload.device
    yield "node", float(device.node_device_count)
    yield "usable_bytes", device.memory_bytes * workload.usable_fraction
    yield "concurrency_limit", workload.concurrency_limit
    yield "tdp_watts", device.tdp_watts
    for name in Rates.__struct_fields__:
        if name != "has_experts":
            yield f"rates.{name}", getattr(workload.rates, name)


@lru_cache(maxsize=8192)
def _constants(placement: Placement) -> dict[str, float]:
    constants = dict(_of_workload(placement.workload))
    constants["device_count"] = float(placement.device_count)
    for index, size in enumerate(placement.sizes):
        constants[f"size.{index}"] = float(size)
    for quantity in QUANTITIES:
        constants.update(_near(quantity, _neighbourhood(placement, quantity)))
    return constants


def _neighbourhood(placement: Placement, quantity: str) -> Neighbourhood:
    workload, (known, near_count) = placement.workload, QUANTITIES[quantity]
    return neighbourhood_of(
        workload.catalog,
        workload.device,
        workload.model,
        precision=workload.number_format.name,
        device_count=placement.device_count,
        engine=workload.engine,
        known=known,
        near_count=near_count,
    )


def _near(quantity: str, near: Neighbourhood) -> Iterator[tuple[str, Any]]:
    for index in range(QUANTITIES[quantity][1]):
        known = index < len(near.places)
        place = near.places[index] if known else (NO_WEIGHT_LOG, 0.0, 0.0, 0.0)
        for name, value in zip(PLACE, place, strict=True):
            yield f"{quantity}.{index}.{name}", value
        yield f"{quantity}.{index}.residual", near.residuals[index] if known else 0.0
