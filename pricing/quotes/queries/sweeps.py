"""Many scenarios at once: the shape of a sweep."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from pricing.quotes.queries.parts import Frozen

SweepKind = Literal["unit_costs", "run_costs"]

Scalar = str | float | None


class Range(Frozen, frozen=True, kw_only=True, rename={"first": "from", "last": "to"}):
    """Values from one end to the other, both included where the step meets them.

    Exactly one of step, factor and count says how they are spaced; between days, step and
    count are of days.
    """

    first: Annotated[float | str, Meta(description="The first value; a number or a day.")]
    last: Annotated[float | str, Meta(description="The last value, or where it ends.")]
    step: Annotated[float, Meta(gt=0, description="Added each time; days between days.")] | None = (
        None
    )
    factor: Annotated[float, Meta(gt=1, description="Multiplied by each time.")] | None = None
    count: (
        Annotated[int, Meta(ge=2, le=1_000_000, description="Evenly spaced values [count].")] | None
    ) = None


class SweepQuery(Frozen, frozen=True, kw_only=True):
    """A base query and axes; every combination of their values is a scenario."""

    kind: Annotated[
        SweepKind, Meta(description="The quote that is asked for; `base` is a query of it.")
    ] = "unit_costs"
    base: Annotated[
        dict[str, Any],
        Meta(description="What all scenarios share: a query, less what the axes say."),
    ] = field(default_factory=dict)
    axes: Annotated[
        dict[str, tuple[Scalar, ...] | Range],
        Meta(
            description="Values by dotted field name, as lists or ranges; null leaves the field"
            " out. The last axis changes fastest.",
            examples=[{"deployment.device": ["h100-sxm-80gb"], "load.concurrency": [1, 8, 64]}],
        ),
    ] = field(default_factory=dict)
    columns: (
        Annotated[
            tuple[str, ...],
            Meta(description="The result columns to answer with; left out, the usual ones."),
        ]
        | None
    ) = None
    dry_run: Annotated[
        bool, Meta(description="Count the scenarios and name the columns, and work out nothing.")
    ] = False
