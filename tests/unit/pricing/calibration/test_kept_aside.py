import numpy as np
import pytest

from pricing.calibration.kept_aside import KeptAside, kept_aside
from pricing.catalog.library import Library


@pytest.fixture(scope="module")
def aside() -> KeptAside:
    return kept_aside(Library.load().newest)


def test_no_release_holds_a_run_that_is_kept_aside(aside: KeptAside, library: Library) -> None:
    def place(run: dict[str, object]) -> tuple[object, ...]:
        names = ("model", "device", "device_count", "precision", "sequence_length", "kind")
        printed = ("tokens_per_second_per_device", "teraflops_per_device", "device_hours")
        return tuple(run[name] for name in (*names, *printed))

    known = [
        run
        for name in library.names
        for run in library.get(name).frames["training_runs"].iter_rows(named=True)
    ]

    assert not {run["id"] for run in known} & set(aside.runs)
    assert not {place(run) for run in known} & {place(run) for run in aside.runs.values()}


def test_runs_kept_aside_are_predicted(aside: KeptAside) -> None:
    """Stacks differ by a fifth on the same hardware, and half of these are of stacks not seen."""
    errors = [
        abs(answer.compute.mfu_fraction / run["comparable_mfu_fraction"] - 1.0)
        for name, answer in aside.answers.items()
        if (run := aside.runs[name])["comparable_kind"] == "steady"
    ]

    assert len(errors) > 100
    assert np.median(errors) < 0.16
    assert np.quantile(errors, 0.9) < 0.45


def test_hours_billed_are_predicted(aside: KeptAside) -> None:
    errors = [
        abs(answer.options[0].device_hours / run["device_hours"] - 1.0)
        for name, answer in aside.answers.items()
        if (run := aside.runs[name])["comparable_kind"] == "billed"
    ]

    assert len(errors) > 10
    assert np.median(errors) < 0.25


def test_few_are_refused_and_told_why(aside: KeptAside) -> None:
    """It was run with two bytes a weight and its activations in the host: less than is usual."""
    assert set(aside.refusals) == {"tr2-v6e-l31-70b-32"}
    assert "do not fit" in aside.refusals["tr2-v6e-l31-70b-32"]
