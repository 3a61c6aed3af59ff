"""The query for the bridge from one figure to another."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from pricing.quote.messages import PLAIN, said
from pricing.quote.query import InCurrency

ExplanationKind = Literal["unit_costs", "run_costs", "tco"]


class ExplanationQuery(
    InCurrency, frozen=True, kw_only=True, rename={"before": "from", "after": "to"}
):
    """One question under two circumstances: releases, days, overlays, or values of any fields."""

    kind: Annotated[
        ExplanationKind,
        said("The kind of question. `base` and its two sides are one of this kind."),
    ] = "unit_costs"
    base: Annotated[
        dict[str, Any],
        said(
            "The fields that both sides share. A run may have one `purchase` instead"
            " of `purchases`.",
            examples=[{"model": "llama-3.1-70b"}],
        ),
    ] = field(default_factory=dict)
    before: Annotated[
        dict[str, Any],
        said(
            "The fields of the question that the bridge starts from, over those of"
            " `base`: `catalog`, `as_of` or any other, nested or by dotted name. null leaves a"
            " field out. Without `base`, the whole question.",
            examples=[{"as_of": "2026-05-01"}],
        ),
    ] = field(default_factory=dict)
    after: Annotated[
        dict[str, Any],
        said(
            "The fields of the question that the bridge leads to, likewise.",
            examples=[{"as_of": "2026-07-01"}],
        ),
    ] = field(default_factory=dict)
    figure: Annotated[
        Annotated[str, Meta(min_length=1, max_length=200, pattern=PLAIN)] | None,
        said(
            "The figure that is bridged: any number of the answer by its dotted name."
            " An item of a list goes by its `name`, `option`, `month` or `year`, or by its place"
            " from 0 on. Names of `unit_costs` and of `totals` stand alone. Default:"
            " usd_per_million_output_tokens of unit costs, usd_mean of a run (the mean cost of its"
            " cheapest option), usd_total of a service.",
            examples=["usd_per_million_tokens"],
        ),
    ] = None
