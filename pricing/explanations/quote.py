"""Explanations: the bridge from one figure to another, as an exact sum of named effects."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Infeasible, InvalidQuery, Refusal, check_finite
from pricing.explanations.answer import Circumstance, Effect, ExplanationAnswer, MovedRow, ranked
from pricing.explanations.attribution import ROUNDING, exact_effects, shapley_values
from pricing.explanations.coalitions import Worth, settled
from pricing.explanations.conversion import converted_bridge, rate_of_side
from pricing.explanations.devices import POWER, PRICE, devices_of, with_parts_of
from pricing.explanations.differences import (
    DEVICE_PATH,
    Group,
    field_changes,
    groups_of,
    with_paths,
)
from pricing.explanations.figures import FIGURE, Kind, figure_of, kind_of, usual_figure
from pricing.explanations.mixed_catalog import Pair, pair_of
from pricing.explanations.query import ExplanationQuery
from pricing.explanations.rows import moved_rows
from pricing.explanations.sides import Side, sides_of
from pricing.explanations.words import words_of
from pricing.quote.context import QuoteContext
from pricing.units import is_money

OF_WANT = "there is no "
"""How the warning begins of a price that stands for one that nobody asks."""


def explanation(query: ExplanationQuery, library: Library) -> ExplanationAnswer:
    """Answer a query for a bridge.

    Raises a Refusal where a side has no honest answer, which says which side it is and why.
    """
    one, other = sides_of(query, library)
    kind = kind_of(query.kind, query.figure)
    before, after = _answered(kind, one), _answered(kind, other)
    rates = rate_of_side(query, one, before), rate_of_side(query, other, after)
    figure = query.figure or usual_figure(kind, before, after)
    start, end = _end(kind, one, before, figure), _end(kind, other, after, figure)
    used = {row.key for answer in (before, after) for row in answer.assumptions}
    pair = pair_of(one.catalog, other.catalog, used)
    bridge = Bridge(kind, figure, one, other, before, pair, devices_of(one, other))
    found = settled(
        bridge.worth, (start, end), groups_of(one, other, bridge.pair), most=kind.block_count
    )
    values = shapley_values(found.worths, len(found.blocks))
    blocks = {block.name: block for block in found.blocks}
    changes = exact_effects(start, end, dict(zip(blocks, values, strict=True)))
    effects = ranked(bridge.effect(blocks.get(name), change) for name, change in changes.items())
    return ExplanationAnswer(
        kind=query.kind,
        figure=figure,
        from_value=start,
        to_value=end,
        change=end - start,
        effects=effects,
        without_effect=tuple(
            name for block in found.blocks if block.name not in changes for name in block.names
        ),
        question_count=found.question_count,
        converted=converted_bridge(figure, (start, end), found, effects, rates),
        warnings=(*_of_other_prices(before.warnings, after.warnings), *found.remarks),
        before=Circumstance(warnings=before.warnings, provenance=before.provenance),
        after=Circumstance(warnings=after.warnings, provenance=after.provenance),
        provenance=QuoteContext(other.catalog, other.as_of).provenance(query),
    )


def _of_other_prices(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """What one side alone says of a price that it has for want of another."""
    for name, own, others in (("from", before, after), ("to", after, before)):
        yield from (
            f"{name}: {one}"
            for one in own
            if one.startswith(OF_WANT) and not any(other.startswith(OF_WANT) for other in others)
        )


@dataclass(frozen=True)
class Bridge:
    """A figure between two sides.

    before: the answer of the first; devices: those of both, None where they are one.
    """

    kind: Kind
    figure: str
    one: Side
    other: Side
    before: Struct
    pair: Pair
    devices: tuple[str, str] | None

    def worth(self, group: Group) -> Worth:
        """The figure with what is in a group on the other side, or why there is none."""
        try:
            query, catalog = self._moved(group)
            short = self.kind.short.get(self.figure)
            if short is not None:
                return short(query, catalog)
            found = figure_of(self.kind, self.kind.ask(query, catalog), self.figure)
        except Refusal as refusal:
            return refusal.detail
        except msgspec.ValidationError as error:
            return str(error).replace("`", "")
        return f"{self.figure} has no value" if found is None else found

    def effect(self, group: Group | None, change: float) -> Effect:
        """The effect of a group; of none, what one number cannot hold."""
        usd_change = change if is_money(self.figure) else None
        if group is None:
            return Effect.bare(ROUNDING, ROUNDING, change, usd_change)
        fields, rows = field_changes(group, self.one, self.other), self._rows(group)
        return Effect(
            name=group.name,
            kind=group.kind,
            words=words_of(group, self.one, self.other, fields, rows),
            change=change,
            usd_change=usd_change,
            fields=fields,
            rows=rows,
        )

    def _rows(self, group: Group) -> tuple[MovedRow, ...]:
        """The rows that move when a group alone is on the other side."""
        try:
            query, catalog = self._moved(group)
            answer = self.kind.ask(query, catalog)
        except Refusal:  # of what is beside the figure, such as an alternative
            return ()
        return moved_rows((self.before, self.one.catalog), (answer, catalog))

    def _moved(self, group: Group) -> tuple[Any, Catalog]:
        """The question with what is in a group on the other side, and what it is asked of."""
        one, other = (msgspec.to_builtins(side.query) for side in (self.one, self.other))
        query = msgspec.convert(with_paths(one, other, group.paths), type(self.one.query))
        day = self.other.as_of if group.moves_day else self.one.as_of
        return replace(query, as_of=day), self._mixed(group)

    def _mixed(self, group: Group) -> Catalog:
        """The catalogue with what is in a group of the other release, and of the other device."""
        mixed = self.pair.mixed(group.parts)
        if self.devices is None:
            return mixed
        name, priced, powered = (
            self.devices[is_moved]
            for is_moved in (DEVICE_PATH in group.paths, PRICE in group.parts, POWER in group.parts)
        )
        return mixed if name == priced == powered else with_parts_of(mixed, name, priced, powered)


def _answered(kind: Kind, side: Side) -> Any:
    """The answer of one side, with the release and the day as they were asked for."""
    try:
        return kind.ask(side.asked, side.catalog)
    except Refusal as refusal:
        side.refuse(refusal)


def _end(kind: Kind, side: Side, answer: Struct, figure: str) -> float:
    """The figure of one side. Raises a Refusal where it has none."""
    try:
        found = figure_of(kind, answer, figure)
    except Infeasible as refusal:
        side.refuse(refusal)
    if found is None:
        raise InvalidQuery(
            f"the answer to the question of `{side.place}` has no {figure}", field=FIGURE
        )
    check_finite(found)
    return found
