"""Figures: a number of an answer by its dotted name, and what each kind of question is read by."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import nearest
from pricing.errors import Infeasible, InvalidQuery, UnknownName
from pricing.explanations.coalitions import MOST_BLOCKS
from pricing.explanations.query import ExplanationKind
from pricing.run_costs import quote as run_costs
from pricing.run_costs.answer import RunCostAnswer
from pricing.tco import quote as tco
from pricing.tco.deployments.single_deployment import total_usd
from pricing.unit_costs import quote as unit_costs

FIGURE = "figure"
"""The field of the request that names a figure."""

OF_RUNS, OF_SERVICES = "usd_mean", "usd_total"

OF_UNITS = ("usd_per_million_output_tokens", "usd_per_million_input_tokens", "usd_per_request")
"""The figures that unit costs are read by: the first that both sides have."""

CALLED = ("name", "option", "month", "year")
"""The fields that an item of a list goes by."""


@dataclass(frozen=True)
class Kind:
    """How a kind of question is asked, and what its answer is read by.

    home: the part of the answer whose figures stand alone; short: asks for one figure alone, where
    that is quicker; block_count: the most blocks of what differs.
    """

    ask: Callable[[Any, Catalog], Struct]
    usual: tuple[str, ...]
    home: str | None = None
    short: Mapping[str, Callable[[Any, Catalog], float]] = field(default_factory=dict)
    block_count: int = MOST_BLOCKS


KINDS: Mapping[ExplanationKind, Kind] = {
    "unit_costs": Kind(unit_costs.answer_of, OF_UNITS, home="unit_costs"),
    "run_costs": Kind(run_costs.answer_of, (OF_RUNS,)),
    "tco": Kind(
        partial(tco.answer_of, is_drawn=False),
        (OF_SERVICES,),
        home="totals",
        short={OF_SERVICES: total_usd},
    ),
}

DRAWN = "uncertainty"
"""The part of a service's answer that is drawn, which takes long."""

DRAWN_BLOCKS = 5
"""At most 32 questions whose answers are drawn."""


def kind_of(name: ExplanationKind, figure: str | None) -> Kind:
    """How a kind of question is asked for a figure."""
    if name == "tco" and figure is not None and figure.startswith(f"{DRAWN}."):
        return replace(
            KINDS[name], ask=partial(tco.answer_of, is_drawn=True), block_count=DRAWN_BLOCKS
        )
    return KINDS[name]


def figure_of(kind: Kind, answer: Struct, name: str) -> float | None:
    """A figure of an answer, None where it has none.

    Raises UnknownName for what no answer has, InvalidQuery for what is no number.
    """
    if name == OF_RUNS and isinstance(answer, RunCostAnswer):
        return run_costs.headline(answer)
    home = kind.home and getattr(answer, kind.home)
    path = name.split(".")
    value: Any = home if home is not None and hasattr(home, path[0]) else answer
    for step in path:
        if value is None:
            return None
        value = _below(answer, kind, value, step, name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidQuery(f"{name} is not a number of the answer", field=FIGURE)
    return float(value)


def usual_figure(kind: Kind, one: Struct, other: Struct) -> str:
    """The figure that two answers are read by. Raises Infeasible where they share none."""
    if len(kind.usual) == 1:
        return kind.usual[0]
    for name in kind.usual:
        if None not in (figure_of(kind, one, name), figure_of(kind, other, name)):
            return name
    raise Infeasible("the two answers have no figure in common", field=FIGURE)


def _below(answer: Struct, kind: Kind, value: Any, step: str, name: str) -> Any:
    inner = dict(_named(value))
    if step not in inner:
        known = list(_every(answer, kind))
        last = name.rpartition(".")[2]
        alike = [one for one in known if one.rpartition(".")[2] == last]
        raise UnknownName(
            f"the answer has no number {name!r}",
            field=FIGURE,
            nearest=tuple(dict.fromkeys([*alike, *nearest(name, known), *kind.usual]))[:5],
        )
    return inner[step]


def _named(value: Any) -> Iterator[tuple[str, Any]]:
    """What a part of an answer has, by name."""
    if isinstance(value, Struct):
        yield from asdict(value).items()
    elif isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, tuple):
        for place, item in reversed(list(enumerate(value))):  # of two of one name, the first
            yield str(place), item
            called = (getattr(item, name, None) for name in CALLED)
            yield from ((str(one), item) for one in called if one is not None)


def _every(answer: Struct, kind: Kind) -> Iterator[str]:
    """The names of all numbers of an answer."""
    for name, value in _numbers(answer, ""):
        yield name.removeprefix(f"{kind.home}.") if value else name


def _numbers(value: Any, prefix: str) -> Iterator[tuple[str, bool]]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield prefix.rstrip("."), True
    for name, inner in _named(value):
        if not name.isdecimal():
            yield from _numbers(inner, f"{prefix}{name}.")
