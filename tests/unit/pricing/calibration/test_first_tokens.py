"""Prefills of families whose throughput is that of decoding alone."""

import pytest

from pricing.calibration.trials import trials_of
from pricing.catalog.library import Library
from pricing.quotes.inference import unit_costs
from tests.questions import unit_cost


def test_only_families_that_print_no_inputs_need_them(library: Library) -> None:
    assert trials_of(library.newest).first_tokens.keys() == {"apple"}


@pytest.mark.parametrize(
    ("device", "tokens_per_second"),
    [("apple-m2-ultra", 1238.48), ("apple-m4", 221.29), ("apple-m3-max", 759.7)],
)
def test_time_to_the_first_token_is_about_what_was_measured(
    library: Library, device: str, tokens_per_second: float
) -> None:
    found = unit_costs(
        unit_cost(
            {
                "model": "llama-2-7b",
                "deployment.device": device,
                "deployment.device_count": 1,
                "deployment.precision": "q4_0",
                "load.input_tokens": 512,
                "load.output_tokens": 128,
                "load.concurrency": 1,
                "purchase.usd_per_device_hour": 1.0,
            }
        ),
        library,
    )

    # A tenth: one constant stands for all chips of a family.
    assert found.performance.ttft_seconds == pytest.approx(512 / tokens_per_second, rel=0.1)
