"""Errors of the economics. `service.http.problems` maps them to HTTP.

PricingError
├── CatalogError                a release that cannot be trusted; stops the start
│   ├── DigestMismatch          a file is not the one that the manifest names
│   └── BadRow                  a row breaks the schema or a rule
└── Refusal                     a query that has no honest answer
    ├── UnknownName             no such device, model, release, region, …
    ├── NoPrice                 no price for the query on that day
    ├── UnsupportedPrecision    the hardware lacks the format
    ├── DoesNotFit              the memory is too small
    ├── Infeasible              the objective or the run cannot be reached
    └── InvalidQuery            fields that contradict each other

NotFinite is a fault of a formula instead of the tables or the query.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite


class PricingError(Exception):
    """Base of all errors that this package raises on purpose."""


class CatalogError(PricingError):
    """A release that cannot be trusted."""


class DigestMismatch(CatalogError):
    """A table is not the file that the manifest names."""


class BadRow(CatalogError):
    """A row of a table breaks the schema or a rule.

    row: line number in the file, with the header as line 1; nearest: what may be meant.
    """

    def __init__(self, *, file: str, row: int, reason: str, nearest: Sequence[str] = ()) -> None:
        near = f"; nearest: {', '.join(nearest)}" if nearest else ""
        super().__init__(f"{file}, line {row}: {reason}{near}")
        self.file = file
        self.row = row
        self.reason = reason
        self.nearest = tuple(nearest)


class Refusal(PricingError):
    """A query that has no honest answer.

    detail: what is wrong with this query; field: the dotted field to change; nearest: values that
    would be answered, the nearest first.
    """

    def __init__(self, detail: str, *, field: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field
        self.nearest = tuple(nearest)

    @property
    def kind(self) -> str:
        """The type in lower case: no-price, does-not-fit, ….

        >>> NoPrice("no price", field="purchase").kind
        'no-price'
        """
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(self).__name__).lower()


class UnknownName(Refusal):
    """No such device, model, release, provider or region."""


class NoPrice(Refusal):
    """No price for the query on that day."""


class UnsupportedPrecision(Refusal):
    """A number format that the hardware lacks and that no other format can replace."""


class DoesNotFit(Refusal):
    """The memory of the devices is too small."""


class Infeasible(Refusal):
    """An objective that cannot be met, or a run that can never finish."""


class InvalidQuery(Refusal):
    """Fields that contradict each other."""


@contextmanager
def refusals_below(place: str, fields: Collection[str]) -> Iterator[None]:
    """Put the place of a part of a query before the field of every refusal about that part.

    place: dotted path of the part, empty for the query itself; fields: names that the part has.
    """
    try:
        yield
    except Refusal as refusal:
        if place and refusal.field.partition(".")[0] in fields:
            refusal.field = f"{place}.{refusal.field}"
        raise


class NotFinite(ArithmeticError):
    """A result is infinite or not a number. It is never sent."""


def check_finite(*results: float) -> None:
    """Raise NotFinite where a result is infinite or not a number."""
    if not all(map(isfinite, results)):
        raise NotFinite("a result is not finite")
