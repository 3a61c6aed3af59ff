"""The query of a sweep: many scenarios at once."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from pricing.purchasing.query import RunPurchase
from pricing.quote.messages import said
from pricing.quote.query import Frozen
from pricing.run_costs.query import RunCostQuery

SweepKind = Literal["unit_costs", "run_costs", "tco"]

Scalar = str | float | bool | None


class RunScenario(RunCostQuery, frozen=True, kw_only=True):
    """A run-cost query of a sweep, with one `purchase` instead of `purchases`."""

    purchase: RunPurchase | None = None


class Range(Frozen, frozen=True, kw_only=True, rename={"first": "from", "last": "to"}):
    """Values between two ends. Both ends are included if the step meets them.

    Exactly one of step, factor and count sets the spacing. Between two days, step and count are in
    days.
    """

    first: Annotated[float | str, said("First value, a number or a day [unit of the field].")]
    last: Annotated[float | str, said("Last value or upper end [unit of the field].")]
    step: (
        Annotated[float, said("Difference of two values [unit of the field, or days].", gt=0)]
        | None
    ) = None
    factor: Annotated[float, said("Ratio of two values [ratio].", gt=1)] | None = None
    count: (
        Annotated[int, said("Number of evenly spaced values [count].", ge=2, le=1_000_000)] | None
    ) = None


class SweepQuery(Frozen, frozen=True, kw_only=True):
    """A base query with axes, whose every combination is a scenario, or with listed scenarios."""

    kind: Annotated[SweepKind, said("The kind of quote. `base` is a query of this kind.")] = (
        "unit_costs"
    )
    base: Annotated[
        dict[str, Any],
        said(
            "The query that all scenarios share, without the fields of axes or"
            " scenarios. A run-cost query may have one `purchase` instead of `purchases`.",
            examples=[{"model": "llama-3.1-70b"}],
        ),
    ] = field(default_factory=dict)
    axes: Annotated[
        dict[str, tuple[Scalar, ...] | Range],
        said(
            "Values by dotted field name, as lists or ranges. null leaves the field"
            " out. The last axis changes fastest. An unknown name, date or option in an axis marks"
            " its rows as refused.",
            examples=[{"deployment.device": ["h100-sxm-80gb"], "load.concurrency": [1, 8, 64]}],
        ),
    ] = field(default_factory=dict)
    scenarios: Annotated[
        tuple[dict[str, Scalar], ...],
        said(
            "Scenarios instead of axes: one object each, with fields by dotted name."
            " Other fields are those of the base. Send long lists as a table."
        ),
    ] = ()
    labels: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=128)], ...],
        said(
            "Columns of the scenarios that are labels: no fields of the question, they"
            " pass through to the answer. Columns that begin with `label.` are labels anyway.",
            max_length=50,
        ),
    ] = ()
    columns: Annotated[
        tuple[str, ...] | None,
        said(
            "Results in the answer. Default: the usual ones. `warnings` are those"
            " of the quote of each row, and make a row take as long as a quote."
        ),
    ] = None
    dry_run: Annotated[bool, said("Only count the scenarios and name the columns.")] = False
