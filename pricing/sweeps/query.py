"""Many scenarios at once: the shape of a sweep."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from pricing.purchasing.query import RunPurchase
from pricing.quote.query import Frozen
from pricing.run_costs.query import RunCostQuery

SweepKind = Literal["unit_costs", "run_costs", "tco"]

Scalar = str | float | bool | None


class RunScenario(RunCostQuery, frozen=True, kw_only=True):
    """A run-cost query of a sweep: `purchase` stands for the only one of `purchases`."""

    purchase: RunPurchase | None = None


class Range(Frozen, frozen=True, kw_only=True, rename={"first": "from", "last": "to"}):
    """Values from one end to the other, both included where the step meets them.

    Exactly one of step, factor and count says how they are spaced; between days, step and
    count are of days.
    """

    first: Annotated[
        float | str, Meta(description="The first value, a number or a day [unit of the field].")
    ]
    last: Annotated[
        float | str, Meta(description="The last value, or where it ends [unit of the field].")
    ]
    step: (
        Annotated[float, Meta(gt=0, description="Added each time [unit of the field, or days].")]
        | None
    ) = None
    factor: Annotated[float, Meta(gt=1, description="Multiplied by each time [ratio].")] | None = (
        None
    )
    count: (
        Annotated[int, Meta(ge=2, le=1_000_000, description="Evenly spaced values [count].")] | None
    ) = None


class SweepQuery(Frozen, frozen=True, kw_only=True):
    """A base query, and axes whose every combination is a scenario, or scenarios one by one."""

    kind: Annotated[
        SweepKind, Meta(description="The quote that is asked for; `base` is a query of it.")
    ] = "unit_costs"
    base: Annotated[
        dict[str, Any],
        Meta(
            description="What all scenarios share: a query, less what the axes or scenarios say."
            " That of run costs may have one `purchase` instead of `purchases`.",
            examples=[{"model": "llama-3.1-70b"}],
        ),
    ] = field(default_factory=dict)
    axes: Annotated[
        dict[str, tuple[Scalar, ...] | Range],
        Meta(
            description="Values by dotted field name, as lists or ranges; null leaves the field"
            " out. The last axis changes fastest.",
            examples=[{"deployment.device": ["h100-sxm-80gb"], "load.concurrency": [1, 8, 64]}],
        ),
    ] = field(default_factory=dict)
    scenarios: Annotated[
        tuple[dict[str, Scalar], ...],
        Meta(
            description="Instead of axes: fields by dotted name, one object a scenario; what one"
            " leaves out is that of the base. Longer ones are sent as a table."
        ),
    ] = ()
    columns: (
        Annotated[
            tuple[str, ...],
            Meta(
                description="The results to answer with; left out, the usual ones. `warnings` are"
                " those of the quote of each row: asked for, a row takes as long as a quote."
            ),
        ]
        | None
    ) = None
    dry_run: Annotated[
        bool, Meta(description="Count the scenarios and name the columns, and work out nothing.")
    ] = False
