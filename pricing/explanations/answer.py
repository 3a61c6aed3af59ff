"""The answer with the bridge from one figure to another."""

from collections.abc import Iterable
from typing import Annotated, Literal, TypeVar

from pricing.explanations.attribution import ROUNDING
from pricing.explanations.query import ExplanationKind
from pricing.quote.answer import Answer, Provenance, Warnings
from pricing.quote.messages import said
from pricing.releases.changes import Cell

EffectKind = Literal["price", "throughput", "use", "mix", "energy", "work", "several", "other"]

Value = str | float | bool | None


class FieldChange(Answer, frozen=True, kw_only=True):
    """A field of the question whose values differ."""

    field: Annotated[str, said("Its dotted name.")]
    from_value: Annotated[
        Value,
        said(
            "Its value at the start [unit of the field]; null: left out. Lists and"
            " objects are JSON."
        ),
    ]
    to_value: Annotated[Value, said("Its value at the end, likewise [unit of the field].")]


class MovedRow(Answer, frozen=True, kw_only=True):
    """A row of a table that the figure rests on, and the row that takes its place."""

    table: Annotated[str, said("The table.")]
    from_row: Annotated[str | None, said("Key of the row before; null: none.")]
    to_row: Annotated[str | None, said("Key of the row after; null: none.")]
    cells: Annotated[tuple[Cell, ...], said("What differs between the two.")]


class Effect(Answer, frozen=True, kw_only=True):
    """What one thing that differs does to the figure: its Shapley value."""

    name: Annotated[
        str,
        said(
            "What differs: a field of the question, tables of the release, or a key of"
            " its assumptions. `rounding`: what one binary number cannot hold of the change."
        ),
    ]
    kind: Annotated[
        EffectKind,
        said(
            "What it is about. price: prices and ways of buying; throughput: devices,"
            " engines and measurements; use: how much of the throughput is used; mix: purchases"
            " beside one another; energy: electricity, PUE and carbon; work: models, lengths and"
            " amounts; several: more than one of these."
        ),
    ]
    words: Annotated[str, said("The effect in words.")]
    change: Annotated[float, said("What it adds to the figure [unit of `figure`].")]
    usd_change: Annotated[float | None, said("The same [USD]; null: the figure is none of money.")]
    fields: Annotated[tuple[FieldChange, ...], said("The fields that differ.")]
    rows: Annotated[
        tuple[MovedRow, ...], said("The rows that move when it alone changes, at most 20 of them.")
    ]

    @classmethod
    def bare(cls, name: str, words: str, change: float, usd_change: float | None) -> "Effect":
        """What no field and no row does, such as what is rounded."""
        return cls(
            name=name,
            kind="other",
            words=words,
            change=change,
            usd_change=usd_change,
            fields=(),
            rows=(),
        )


class ConvertedEffect(Answer, frozen=True, kw_only=True):
    """An effect in another currency."""

    name: Annotated[
        str, said("As in `effects`; exchange_rates: what the rates of both days differ by.")
    ]
    words: Annotated[str, said("The effect in words.")]
    change: Annotated[float, said("What it adds to the figure [unit of `figure`].")]


Ranked = TypeVar("Ranked", Effect, ConvertedEffect)


def ranked(effects: Iterable[Ranked]) -> tuple[Ranked, ...]:
    """Effects, the strongest first, what is rounded last."""
    return tuple(
        sorted(effects, key=lambda one: (one.name.startswith(ROUNDING), -abs(one.change), one.name))
    )


class ConvertedBridge(Answer, frozen=True, kw_only=True):
    """The bridge in another currency, each side at the rate of its day.

    `from_value` and the `change` of all effects add up to `to_value`, as those in dollars do. The
    rate of a service over time is the mean one of its months.
    """

    currency: Annotated[str, said("The currency, as three capitals.")]
    figure: Annotated[str, said("The figure in that currency, with its unit.")]
    from_usd_per_currency_unit: Annotated[float, said("USD for one unit at the start.")]
    to_usd_per_currency_unit: Annotated[float, said("USD for one unit at the end.")]
    from_rate_day: Annotated[
        str | None, said("Day of the rate at the start; null: the caller's own.")
    ]
    to_rate_day: Annotated[str | None, said("Day of the rate at the end; null: the caller's own.")]
    rate_source: Annotated[str, said("Where the rates come from.")]
    from_value: Annotated[float, said("The figure at the start [unit of `figure`].")]
    to_value: Annotated[float, said("The figure at the end [unit of `figure`].")]
    change: Annotated[float, said("The end less the start, as one number [unit of `figure`].")]
    effects: Annotated[
        tuple[ConvertedEffect, ...], said("What moves the figure, the strongest first.")
    ]


class Circumstance(Answer, frozen=True, kw_only=True):
    """One side of the bridge."""

    warnings: Warnings
    provenance: Provenance


class ExplanationAnswer(
    Answer, frozen=True, kw_only=True, rename={"before": "from", "after": "to"}
):
    """The bridge from one figure to another, as an exact sum of named effects.

    `from_value` and the `change` of all effects add up to `to_value`, to the last bit of an exact
    sum such as Python's math.fsum. Swapped sides give the same effects with the other sign.
    """

    kind: Annotated[ExplanationKind, said("The kind of both questions.")]
    figure: Annotated[str, said("The figure that is bridged, with its unit.")]
    from_value: Annotated[float, said("The figure at the start [unit of `figure`].")]
    to_value: Annotated[float, said("The figure at the end [unit of `figure`].")]
    change: Annotated[float, said("The end less the start, as one number [unit of `figure`].")]
    effects: Annotated[tuple[Effect, ...], said("What moves the figure, the strongest first.")]
    without_effect: Annotated[
        tuple[str, ...], said("What differs as well, and does not move the figure.")
    ]
    question_count: Annotated[int, said("Questions between the two sides that were asked [count].")]
    converted: Annotated[
        ConvertedBridge | None,
        said(
            "The same in the currency that was asked for; null: none was, or the figure"
            " is none of money."
        ),
    ]
    warnings: Warnings
    before: Circumstance
    after: Circumstance
    provenance: Annotated[Provenance, said("Release and day are those that the bridge leads to.")]
