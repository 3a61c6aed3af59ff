"""The tables of defaults, and of published power and reliability."""

from typing import Annotated, ClassVar

from pricing.releases.columns import (
    Confidence,
    High,
    Low,
    Notes,
    Row,
    Source,
    SourceLocation,
    cell,
    number,
)


class AssumptionRow(Row, frozen=True, kw_only=True):
    """A default value, its range and its source."""

    KEY: ClassVar = ("key",)

    key: Annotated[str, cell("Its key; answers name it under assumptions.")]
    value: Annotated[float, number("The default, in `unit`.", low=None)]
    unit: Annotated[str, cell("Unit of value, low and high.")]
    low: Low
    high: High
    source: Source
    confidence: Confidence
    notes: Notes


class PowerRow(Row, frozen=True, kw_only=True):
    """A published value of power, energy or carbon."""

    KEY: ClassVar = ("metric", "scope", "subject", "year", "source")

    metric: Annotated[str, cell("What is measured: pue, grid carbon, an electricity price, …")]
    scope: Annotated[
        str, cell("What it holds for: a provider, a region, a country, a server, a device.")
    ]
    subject: Annotated[str, cell("Whose value it is, within the scope.")]
    year: Annotated[str | None, cell("The year or years of the value.")]
    provider: Annotated[str | None, cell("The provider, where the value is of its place.")]
    region: Annotated[str | None, cell("The provider's name of the place.")]
    value: Annotated[float, number("The value, in `unit`.")]
    unit: Annotated[str, cell("Unit of the value.")]
    source: Source
    source_location: SourceLocation
    confidence: Confidence
    notes: Notes


class ReliabilityRow(Row, frozen=True, kw_only=True):
    """A published rate of failures, or a time or ratio of runs."""

    KEY: ClassVar = ("parameter",)

    parameter: Annotated[str, cell("What is measured.")]
    value: Annotated[float | None, number("The value, in `unit`; null for a range.", low=None)]
    low: Low
    high: High
    unit: Annotated[str, cell("Unit of value, low and high, as the source says it.")]
    source: Source
    confidence: Confidence
