"""Loads of a sweep: what is asked of every deployment, as columns or as floats.

A field in which the scenarios do not differ stays a float, so that formulas work it out once.
"""

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl
from msgspec import Struct

from pricing.numerics.number import Number

FIELDS = {
    "input_tokens": "load.input_tokens",
    "output_tokens": "load.output_tokens",
    "concurrency": "load.concurrency",
    "arriving": "load.requests_per_second",
    "ttft_limit": "slo.ttft_seconds",
    "tpot_limit": "slo.tpot_seconds",
    "given_tokens": "measured.output_tokens_per_second",
    "given_requests": "measured.requests_per_second",
}
"""Columns, and the fields of the query behind them."""

GIVEN_FIELDS = (FIELDS["given_tokens"], FIELDS["given_requests"])
"""What the caller may have measured, in tokens or in requests."""


class Load(Struct, frozen=True):
    """Numbers of a frame; None, or null in a column, is a field left out."""

    input_tokens: Number
    output_tokens: Number
    concurrency: Number
    arriving: Number
    ttft_limit: Number
    tpot_limit: Number
    given_tokens: Number
    given_requests: Number

    def __getitem__(self, name: str) -> Number:
        return getattr(self, name)


def load_of(varying: tuple[str, ...], base: Mapping[str, Any]) -> Load:
    """The load of scenarios that differ in some fields; base: the values of the others."""
    return Load(
        **{
            name: pl.col(name) if field in varying else base.get(field)
            for name, field in FIELDS.items()
        }
    )


def load_columns(frame: pl.DataFrame) -> list[pl.Series]:
    """The columns of a load, out of a frame of fields."""
    return [frame[field].alias(name) for name, field in FIELDS.items() if field in frame.columns]


Asked = Callable[[str], Number]
"""A field of the query by its dotted name: None, or null in a column, where it is left out."""


def is_given(value: Number) -> Any:
    """Whether a field is not left out: a truth, or an expression of it."""
    return value.is_not_null() if isinstance(value, pl.Expr) else value is not None


def has_objective(load: Load) -> pl.Expr:
    """Whether a latency is wanted."""
    given = is_given(load.ttft_limit) | is_given(load.tpot_limit)
    return given if isinstance(given, pl.Expr) else pl.lit(given)
