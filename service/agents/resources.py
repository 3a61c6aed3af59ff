"""Resources: what may be asked about, as text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec import Struct

from pricing.catalog.library import Library
from pricing.comparisons.query import ComparisonQuery
from pricing.run_costs.query import RunCostQuery
from pricing.sweeps.fields import fields_of
from pricing.tco.query import TcoQuery
from pricing.unit_costs.query import UnitCostQuery
from pricing.units import BYTES_PER_GIBIBYTE

GLOSSARY = Path(__file__).resolve().parent / "glossary.md"


@dataclass(frozen=True, kw_only=True)
class Resource:
    """A text that an agent may read."""

    uri: str
    title: str
    description: str
    media: str
    text: Callable[[Library], str]


def _devices(library: Library) -> str:
    rows = [
        f"{one.name},{one.family},{one.year},{one.memory_bytes / BYTES_PER_GIBIBYTE:.4g},"
        f"{one.tdp_watts:g}"
        for one in library.newest.devices.values()
    ]
    return "\n".join(["device,family,year,memory_gibibytes,tdp_watts", *rows, ""])


def _models(library: Library) -> str:
    rows = [
        f"{one.name},{one.parameters:.4g},{one.active_parameters:.4g},{one.context_tokens}"
        for one in library.newest.models.values()
    ]
    return "\n".join(["model,parameters,active_parameters,context_tokens", *rows, ""])


KINDS: Mapping[str, type[Struct]] = {
    "unit_costs": UnitCostQuery,
    "run_costs": RunCostQuery,
    "tco": TcoQuery,
    "comparisons": ComparisonQuery,
}
"""The queries whose fields are listed."""


def _fields(kind: str) -> Callable[[Library], str]:
    @cache
    def text() -> str:
        return "\n".join([*field_lines(KINDS[kind]), ""])

    return lambda _library: text()


def field_lines(asked: type[Struct]) -> list[str]:
    """Every field of a query with its values, in a line; parts like an earlier part refer to it."""
    told: dict[str, str] = {}
    alike: dict[str, None] = {}
    for name, field in fields_of(asked).items():
        values = ", ".join(field.choices) or _range(field.kind, field.low, field.high)
        part, _, rest = name.partition(".")
        while rest and told.get(rest) != values:
            step, _, rest = rest.partition(".")
            part = f"{part}.{step}"
        if "." in rest:
            same = rest.partition(".")[0]
            alike[f"{part}.{same}: as {same}"] = None
        else:
            told[name] = values
    return [*(f"{name}: {values}" for name, values in told.items()), *alike]


def _range(kind: str, low: float | None, high: float | None) -> str:
    ends = [f" {word} {end:g}" for word, end in (("from", low), ("to", high)) if end is not None]
    return f"{kind}{''.join(ends)}"


RESOURCES = (
    Resource(
        uri="unitcost://devices",
        title="Devices",
        description="Every device by name, with its memory and power.",
        media="text/csv",
        text=_devices,
    ),
    Resource(
        uri="unitcost://models",
        title="Models",
        description="Every model by name, with its parameters.",
        media="text/csv",
        text=_models,
    ),
    Resource(
        uri="unitcost://glossary",
        title="Glossary",
        description="What the words of answers mean, and the units of names.",
        media="text/markdown",
        text=lambda _: GLOSSARY.read_text(encoding="utf-8"),
    ),
    *(
        Resource(
            uri=f"unitcost://fields/{kind}",
            title=f"Fields of {kind.replace('_', ' ')}",
            description="Every field by its dotted name, with its values.",
            media="text/plain",
            text=_fields(kind),
        )
        for kind in KINDS
    ),
)
"""The resources, in the order in which they are listed."""
