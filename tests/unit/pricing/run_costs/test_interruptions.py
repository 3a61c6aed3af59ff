"""How often spot is taken, and what a checkpoint takes: the caller's numbers and the tables'."""

from math import log
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

SPOT = {"option": "spot", "provider": "aws", "region": "us-east-1", "instance_type": "p5.48xlarge"}


def quoted(
    library: Library, purchase: dict[str, Any] | None = None, **reliability: Any
) -> RunCostAnswer:
    changes = {f"reliability.{name}": value for name, value in reliability.items()}
    return run_costs(run_cost({"purchases": [SPOT | (purchase or {})], **changes}), library)


def rate(answer: RunCostAnswer) -> float:
    return answer.options[0].spot_preemptions_per_instance_hour


def keys(answer: RunCostAnswer) -> set[str]:
    return {item.key for item in answer.assumptions}


@pytest.mark.parametrize(
    ("region", "share", "key"),
    [
        # The Spot Advisor of 2025-06-28 puts p5.48xlarge above 20% a month in one region, at 5 to
        # 10% in another and in the median one.
        ("us-east-1", 0.6, "p5.48xlarge.us-east-1"),
        ("us-west-2", 0.075, "p5.48xlarge.us-west-2"),
        ("ap-southeast-3", 0.075, "p5.48xlarge"),
    ],
)
def test_band_of_a_month_becomes_an_hourly_rate(
    library: Library, region: str, share: float, key: str
) -> None:
    answer = quoted(library, {"region": region})
    band = f"reliability.spot.aws.{key}.interruption_freq_band_pct_per_month"

    assert rate(answer) == pytest.approx(-log(1 - share) / 730, rel=1e-12)
    assert band in keys(answer)
    assert not any("no source has the preemptions" in warning for warning in answer.warnings)


def test_preemptions_that_no_source_has_are_assumed_and_warned_of(library: Library) -> None:
    google = {"provider": "gcp", "region": None, "instance_type": "a3-highgpu-8g"}
    answer = quoted(library, google)

    assert rate(answer) == pytest.approx(-log(1 - 0.1) / 730, rel=1e-12)
    told = "no source has the preemptions of gcp a3-highgpu-8g: 10% of the instances a month are"
    assert any(warning.startswith(told) for warning in answer.warnings)


def test_trace_is_hourly_and_taken_only_where_it_is_asked_for(library: Library) -> None:
    answer = quoted(library, spot_preemption_source="trace")
    source = "reliability.spot.trace.aws_v100_1node_2023.avail_drop_per_inst_h"

    assert rate(answer) == 0.36
    assert source in keys(answer)
    assert source not in keys(quoted(library))
    assert any("traces of older devices" in warning for warning in answer.warnings)


@pytest.mark.parametrize("source", ["spot_advisor", "trace"])
def test_callers_own_rate_wins_over_either_source(library: Library, source: str) -> None:
    hourly = quoted(library, spot_preemption_source=source, spot_preemptions_per_instance_hour=0.02)
    monthly = quoted(library, spot_preemption_source=source, spot_preempted_per_month_fraction=0.5)

    assert rate(hourly) == 0.02
    assert rate(monthly) == pytest.approx(log(2) / 730, rel=1e-12)


def test_rate_given_by_the_hour_and_by_the_month_is_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery) as caught:
        quoted(
            library,
            spot_preemptions_per_instance_hour=0.02,
            spot_preempted_per_month_fraction=0.5,
        )

    assert caught.value.field == "reliability.spot_preempted_per_month_fraction"


def test_no_more_instances_are_lost_than_there_are(library: Library) -> None:
    few, many = (
        quoted(
            library,
            spot_instance_count_per_preemption=count,
            spot_preemptions_per_instance_hour=0.01,
        ).options[0]
        for count in (32.0, 1000.0)
    )

    assert few.preemptions == many.preemptions


def test_checkpoint_takes_its_size_over_the_bandwidth(library: Library) -> None:
    (option,) = quoted(
        library, checkpoint_bytes_per_parameter=14.0, checkpoint_gigabytes_per_second=5.0
    ).options
    gigabytes = library.newest.models["llama-3.1-8b"].parameters * 14 / 1e9

    assert option.checkpoint_gigabytes == pytest.approx(gigabytes, rel=1e-12)
    assert option.checkpoint_write_seconds == pytest.approx(gigabytes / 5.0, rel=1e-12)


def test_adapters_are_checkpointed_without_the_model(library: Library) -> None:
    full, adapter = (
        run_costs(run_cost({"method": method, "purchases": [SPOT]}), library).options[0]
        for method in ("full_finetuning", "lora")
    )

    assert adapter.checkpoint_gigabytes < 0.03 * full.checkpoint_gigabytes


@pytest.mark.parametrize("place", [{}, {"provider": "aws", "instance_type": "p5.48xlarge"}])
def test_a_price_of_ones_own_is_preempted_as_that_of_the_table(
    library: Library, place: dict[str, str]
) -> None:
    own = {"option": "spot", "usd_per_device_hour": 2.0, **place}
    table, given = (
        run_costs(
            run_cost(
                {
                    "purchases": [purchase],
                    "reliability.spot_preemptions_per_instance_hour": 0.01,
                }
            ),
            library,
        ).options[0]
        for purchase in (SPOT, own)
    )

    assert given.preemptions == table.preemptions


def test_an_instance_that_is_named_beside_a_price_has_its_own_devices(library: Library) -> None:
    single, whole = (
        run_costs(
            run_cost(
                {
                    "purchases": [
                        {
                            "option": "spot",
                            "usd_per_device_hour": 2.0,
                            "provider": "aws",
                            "instance_type": instance_type,
                        }
                    ],
                    "reliability.spot_preemptions_per_instance_hour": 1e-6,
                    "reliability.spot_instance_count_per_preemption": 1.0,
                }
            ),
            library,
        ).options[0]
        for instance_type in ("p5.4xlarge", "p5.48xlarge")
    )

    assert single.preemptions == pytest.approx(8.0 * whole.preemptions, rel=1e-3)
