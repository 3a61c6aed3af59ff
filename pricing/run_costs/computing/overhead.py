"""Overhead of runs: what published ones were billed beyond their steady state."""

from msgspec.structs import replace

from pricing.catalog.rows import Assumption
from pricing.quote.context import QuoteContext
from pricing.training.course import Run, Stops, stretch_of
from pricing.training.mfu import Mfu, overhead_ratio

OVERHEAD_LEAP_RATIO = 1.05
"""How much more than the default published bills must show to be worth a warning."""


def with_overhead(context: QuoteContext, run: Run, ratio: float, billed: Mfu) -> Run:
    """What published runs were billed beyond their steady state, usual failures apart."""
    usual_high = context.catalog.assumptions["training.run_overhead_ratio"].high or 1.0
    overhead = Assumption(
        key="training.run_overhead_ratio",
        value=ratio,
        unit="ratio",
        low=1.0,
        high=max(usual_high, ratio),
        source="billed over steady MFU of the nearest published runs, usual failures apart: "
        + ", ".join(billed.evidence),
        confidence="modelled",
    )
    return replace(run, overhead_ratio=context.assume(overhead), band_ratio=billed.band_ratio)


def warn_of_overhead(context: QuoteContext, run: Run, ratio: float) -> None:
    """Where runs like this were billed for more than stands beside an MFU of the caller's."""
    if ratio > OVERHEAD_LEAP_RATIO * run.overhead_ratio:
        context.warn(
            f"beside an mfu_fraction of yours the overhead of a run is {run.overhead_ratio:g}, and"
            f" its hours have the spread of its stops alone: published runs like this were billed"
            f" {ratio:.3g} times their steady hours, stops apart"
        )


def overhead_of(run: Run, stops: Stops, steady: Mfu, billed: Mfu) -> float:
    """Hours of the run over those of its steady state, its stops apart."""
    return float(
        overhead_ratio(
            stretch_of(run, stops), steady_fraction=steady.fraction, billed_fraction=billed.fraction
        )
    )
