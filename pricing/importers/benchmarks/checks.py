"""What a run is refused for once its model and its load are known."""

from pricing.catalog.rows import Model
from pricing.importers.benchmarks.runs import NotARunError, Run

LITTLE_RATIOS = (0.1, 1.5)
"""Of a rate to that of the requests in flight. Less is common: few requests leave a long tail."""


def check_in_flight(run: Run, in_flight: float | None, outputs: float) -> None:
    """Refuse a run whose rate is not that of its requests in flight, by Little's law.

    The rate is requests in flight × output tokens ÷ the time of a request. Far from it one of them
    is of other devices, or in another unit.
    """
    if run.at_once or not (in_flight and run.ttft_seconds and run.tpot_seconds):
        return
    expected = in_flight * outputs / (run.ttft_seconds + (outputs - 1.0) * run.tpot_seconds)
    ratio = run.output_tokens_per_second / expected
    if not LITTLE_RATIOS[0] <= ratio <= LITTLE_RATIOS[1]:
        raise NotARunError(
            "its tokens a second are not those of its requests in flight at its latencies: one of"
            " them is of other devices, or in another unit"
        )


def check_offload(run: Run, model: Model) -> None:
    """Refuse a run that left layers to the host; the output counts as one more."""
    if run.layers_on_device is not None and run.layers_on_device <= model.layers:
        raise NotARunError(
            f"{run.layers_on_device} of {model.layers + 1} layers were on the device"
        )
