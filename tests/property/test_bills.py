"""What holds of every bill."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, NoPrice
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.property.laws import law
from tests.questions import run_cost, unit_cost

OPTIONS = ["on_demand", "spot", "reserved_1y", "reserved_3y", "owned"]
DEVICES = [
    "h100-sxm-80gb",
    "a100-sxm-80gb",
    "b200-sxm",
    "mi300x",
    "l4",
    "tpu-v5e",
    "h200-sxm-141gb",
]
MODELS = ["llama-3.1-8b", "llama-3.1-70b", "mixtral-8x7b", "deepseek-v3", "gemma-3-27b"]

PRICES = [
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_million_tokens",
    "usd_per_million_output_tokens_all_in",
    "usd_per_request",
]

deployments = st.fixed_dictionaries(
    {
        "model": st.sampled_from(MODELS),
        "deployment": st.fixed_dictionaries(
            {"device": st.sampled_from(DEVICES), "device_count": st.sampled_from([1, 2, 4, 8, 16])}
        ),
        "load": st.fixed_dictionaries(
            {
                "input_tokens": st.floats(0.0, 16_000.0),
                "output_tokens": st.floats(1.0, 4000.0),
                "concurrency": st.none() | st.floats(1.0, 2000.0),
            }
        ),
        "utilization_fraction": st.floats(0.01, 1.0),
    }
)
purchases = st.fixed_dictionaries(
    {"option": st.sampled_from(OPTIONS), "discount_fraction": st.floats(0.0, 0.9)}
)
prices = st.floats(1e-3, 1e3)
rent_alone = {"storage.kept_checkpoint_count": 0.0, "storage.egress_gigabytes": 0.0}
runs = st.fixed_dictionaries(
    {
        "tokens": st.floats(1e9, 1e14),
        "deployment.device_count": st.sampled_from([64, 256, 1000, 4096]),
        "mfu_fraction": st.floats(0.05, 0.7),
        "headroom_fraction": st.floats(0.0, 3.0),
        "reliability.device_mtbf_hours": st.floats(5e3, 1e6),
        "reliability.restart_seconds": st.floats(0.0, 3600.0),
        "reliability.checkpoint_write_seconds": st.floats(0.0, 120.0),
        "reliability.spot_preemptions_per_instance_hour": st.floats(0.0, 0.001),
    }
)


def tokens(library: Library, changes: dict[str, Any]) -> UnitCostAnswer:
    """The answer; examples that nobody could serve or buy are no examples."""
    try:
        return unit_costs(unit_cost(changes), library)
    except (DoesNotFit, NoPrice):
        assume(condition=False)
        raise


def trained(library: Library, changes: dict[str, Any]) -> RunCostAnswer:
    answer = run_costs(run_cost(changes), library)
    assume(answer.options)
    return answer


@law
@given(deployment=deployments, purchase=purchases)
def test_items_of_an_hour_add_up_bit_for_bit(
    library: Library, deployment: dict[str, Any], purchase: dict[str, Any]
) -> None:
    answer = tokens(library, deployment | {"purchase": purchase})
    total = 0.0
    for item in answer.line_items:
        total += item.usd_per_hour

    assert total == answer.unit_costs.usd_per_hour


@law
@given(deployment=deployments, purchase=purchases)
def test_item_of_an_hour_is_quantity_times_price(
    library: Library, deployment: dict[str, Any], purchase: dict[str, Any]
) -> None:
    answer = tokens(library, deployment | {"purchase": purchase})

    assert [item.usd_per_hour for item in answer.line_items] == [
        item.quantity * item.usd_per_unit for item in answer.line_items
    ]


@law
@given(run=runs, purchase=purchases)
def test_items_of_a_run_add_up_bit_for_bit(
    library: Library, run: dict[str, Any], purchase: dict[str, Any]
) -> None:
    (option,) = trained(library, run | {"purchases": [purchase]}).options
    total = 0.0
    for item in option.line_items:
        total += item.usd

    assert total == option.usd.mean
    assert [item.usd for item in option.line_items] == [
        item.quantity * item.usd_per_unit for item in option.line_items
    ]


@law
@given(run=runs)
def test_rented_run_costs_its_device_hours_at_its_price(
    library: Library, run: dict[str, Any]
) -> None:
    changes = {"purchases": [{"option": "on_demand", "discount_fraction": 0.3}]}
    (option,) = trained(library, run | rent_alone | changes).options

    assert option.usd.mean == pytest.approx(
        option.device_hours * option.usd_per_device_hour, rel=1e-9
    )


@law
@given(deployment=deployments)
def test_input_and_output_add_up_to_the_request(
    library: Library, deployment: dict[str, Any]
) -> None:
    answer = tokens(library, deployment | {"purchase.usd_per_device_hour": 2.0})
    costs, load = answer.unit_costs, deployment["load"]
    spent = load["input_tokens"] * (costs.usd_per_million_input_tokens or 0.0)
    spent += load["output_tokens"] * (costs.usd_per_million_output_tokens or 0.0)

    assert spent / 1e6 == pytest.approx(costs.usd_per_request, rel=1e-9)


@law
@given(deployment=deployments, usd=prices, factor=st.floats(1.001, 1000.0))
def test_request_costs_in_proportion_to_the_price(
    library: Library, deployment: dict[str, Any], usd: float, factor: float
) -> None:
    cheap, dear = (
        tokens(library, deployment | {"purchase.usd_per_device_hour": price}).unit_costs
        for price in (usd, usd * factor)
    )

    assert dear.usd_per_request == pytest.approx(factor * cheap.usd_per_request, rel=1e-12)
    assert dear.usd_per_request > cheap.usd_per_request
    assert dear.usd_per_kilowatt_hour == pytest.approx(
        factor * cheap.usd_per_kilowatt_hour, rel=1e-12
    )


@law
@given(run=runs, usd=prices, factor=st.floats(1.001, 1000.0))
def test_run_costs_in_proportion_to_the_price(
    library: Library, run: dict[str, Any], usd: float, factor: float
) -> None:
    cheap, dear = (
        trained(library, run | rent_alone | {"purchases": [{"usd_per_device_hour": price}]})
        .options[0]
        .usd.mean
        for price in (usd, usd * factor)
    )

    assert dear == pytest.approx(factor * cheap, rel=1e-12)
    assert dear > cheap


@law
@given(run=runs, factor=st.floats(1.1, 50.0))
def test_run_costs_in_proportion_to_its_hours(
    library: Library, run: dict[str, Any], factor: float
) -> None:
    # The interval is given, for a run shorter than the best one would checkpoint less.
    changes = (
        run
        | rent_alone
        | {
            "purchases": [{"usd_per_device_hour": 2.0}],
            "reliability.checkpoint_interval_seconds": 1.0,
            "reliability.checkpoint_write_seconds": 1e-4,
        }
    )
    short, long = (
        trained(library, changes | {"tokens": run["tokens"] * times}) for times in (1.0, factor)
    )

    assert long.compute.productive_device_hours == pytest.approx(
        factor * short.compute.productive_device_hours, rel=1e-12
    )
    # But for the last interval, which closes a run of any length with a checkpoint.
    assert long.options[0].usd.mean == pytest.approx(factor * short.options[0].usd.mean, rel=1e-3)


@law
@given(deployment=deployments, times=st.sampled_from([2, 3, 7]))
def test_more_replicas_cost_more_an_hour_and_the_same_a_request(
    library: Library, deployment: dict[str, Any], times: int
) -> None:
    one = {
        "deployment.device_count": 16,
        "deployment.tensor_parallel": 16,
        "deployment.device": "tpu-v5e",
        "model": "llama-3.1-8b",
        "purchase.usd_per_device_hour": 1.2,
        "measured.output_tokens_per_second": 1000.0,
    }
    many = one | {
        "deployment.device_count": 16 * times,
        "measured.output_tokens_per_second": 1000.0 * times,
    }
    load = {"load": deployment["load"] | {"concurrency": None}}
    single, several = (tokens(library, changes | load) for changes in (one, many))

    assert several.unit_costs.usd_per_hour == pytest.approx(
        times * single.unit_costs.usd_per_hour, rel=1e-12
    )
    assert several.unit_costs.usd_per_request == pytest.approx(
        single.unit_costs.usd_per_request, rel=1e-12
    )


@law
@given(deployment=deployments, used=st.tuples(st.floats(0.01, 1.0), st.floats(0.01, 1.0)))
def test_request_costs_less_the_more_the_deployment_is_used(
    library: Library, deployment: dict[str, Any], used: tuple[float, float]
) -> None:
    idle, busy = (
        tokens(
            library,
            deployment | {"utilization_fraction": fraction, "purchase.usd_per_device_hour": 2.0},
        ).unit_costs.usd_per_request
        for fraction in sorted(used)
    )

    assert busy <= idle * (1.0 + 1e-12)


@law
@given(deployment=deployments)
def test_every_price_lies_in_the_interval_of_its_throughput(
    library: Library, deployment: dict[str, Any]
) -> None:
    costs = tokens(library, deployment | {"purchase.usd_per_device_hour": 2.0}).unit_costs
    ratios = {
        (low / price, high / price)
        for name in PRICES
        if (price := getattr(costs, name))
        and (low := getattr(costs, f"{name}_low"))
        and (high := getattr(costs, f"{name}_high"))
    }

    assert all(low <= 1.0 <= high for low, high in ratios)
    assert len({(round(low, 9), round(high, 9)) for low, high in ratios}) == 1


@law
@given(deployment=deployments, used=st.floats(0.001, 0.999))
def test_rate_costs_what_its_share_of_the_deployment_costs(
    library: Library, deployment: dict[str, Any], used: float
) -> None:
    changes = deployment | {
        "purchase.usd_per_device_hour": 2.0,
        "load": deployment["load"] | {"concurrency": None},
        "utilization_fraction": None,
    }
    full = tokens(library, changes)
    rate = max(1e-6, used * full.performance.requests_per_second)
    assume(rate < full.performance.requests_per_second)
    served = tokens(library, changes | {"load.requests_per_second": rate})
    costs = served.unit_costs

    assert costs.usd_per_hour == pytest.approx(full.unit_costs.usd_per_hour, rel=1e-9)
    assert costs.usd_per_request == pytest.approx(costs.usd_per_hour / 3600 / rate, rel=1e-9)
    assert costs.usd_per_request_low == costs.usd_per_request == costs.usd_per_request_high


@law
@given(deployment=deployments, used=st.tuples(st.floats(0.001, 0.999), st.floats(0.001, 0.999)))
def test_more_arrivals_are_more_in_flight_and_tails_above_their_means(
    library: Library, deployment: dict[str, Any], used: tuple[float, float]
) -> None:
    changes = deployment | {
        "purchase.usd_per_device_hour": 2.0,
        "load": deployment["load"] | {"concurrency": None},
        "utilization_fraction": None,
    }
    full = tokens(library, changes).performance.requests_per_second
    few, many = (
        tokens(library, changes | {"load.requests_per_second": share * full}).performance
        for share in sorted(used)
    )

    assert (few.concurrency or 0.0) <= (many.concurrency or 0.0) * (1.0 + 1e-9)
    for seen in (few, many):
        assert (seen.ttft_seconds or 0.0) <= (seen.ttft_p99_seconds or 0.0) * (1.0 + 1e-9)
        assert (seen.tpot_seconds or 0.0) <= (seen.tpot_p99_seconds or 0.0) * (1.0 + 1e-9)


@law
@given(pue_ratio=st.tuples(st.floats(1.0, 3.0), st.floats(1.0, 3.0)), usd=st.floats(0.0, 1.0))
def test_owned_hour_costs_more_the_more_the_facility_wastes(
    library: Library, pue_ratio: tuple[float, float], usd: float
) -> None:
    lean, wasteful = (
        tokens(
            library,
            {
                "purchase.option": "owned",
                "facility.pue_ratio": ratio,
                "facility.usd_per_kilowatt_hour": usd,
            },
        ).unit_costs.usd_per_hour
        for ratio in sorted(pue_ratio)
    )

    assert lean <= wasteful


EVERY_WAY = [{"option": option} for option in (*OPTIONS, "capacity_block")]
MIX = {
    "mix": [
        {"option": "reserved_1y", "usd_per_device_hour": 2.0, "device_fraction": 0.5},
        {"option": "spot", "usd_per_device_hour": 1.0, "device_fraction": 0.5},
    ]
}
commitments = st.sampled_from(["borne", "amortised"])


def usd_by_purchase(answer: RunCostAnswer) -> dict[int, float]:
    return {option.purchase_index: option.usd.mean for option in answer.options}


def is_never_dearer(cheap: dict[int, float], dear: dict[int, float], commitments: str) -> bool:
    """Whether each purchase of the dearer run costs at least what it costs in the other.

    The expected number of whole terms is exact to 0.01, and so is what is paid by the term: a
    capacity block always, and other commitments where the run bears them.
    """
    ways: list[dict[str, Any]] = [*EVERY_WAY, MIX]
    by_term = {"capacity_block"}
    if commitments == "borne":
        by_term |= {"reserved_1y", "reserved_3y", "owned", "mix"}
    return all(
        cheap[index]
        <= dear[index] * (1.01 if ways[index].get("option", "mix") in by_term else 1.0 + 1e-12)
        for index in dear
    )


@law
@given(
    run=runs,
    commitments=commitments,
    worse=st.sampled_from(
        [
            ("reliability.device_mtbf_hours", 1e6, 5e3),
            ("reliability.spot_preemptions_per_instance_hour", 0.0, 0.01),
            ("reliability.spot_capacity_wait_seconds", 0.0, 1e5),
            ("reliability.restart_seconds", 0.0, 3600.0),
            ("reliability.checkpoint_write_seconds", 0.0, 120.0),
        ]
    ),
    places=st.tuples(st.floats(0.0, 1.0), st.floats(0.0, 1.0)),
)
def test_more_failures_never_cost_less(
    library: Library,
    run: dict[str, Any],
    commitments: str,
    worse: tuple[str, float, float],
    places: tuple[float, float],
) -> None:
    field, best, worst = worse
    calm, rough = (
        usd_by_purchase(
            trained(
                library,
                run
                | {
                    "purchases": [*EVERY_WAY, MIX],
                    "commitments": commitments,
                    field: best + (worst - best) * place,
                },
            )
        )
        for place in sorted(places)
    )

    # What the calmer run could not do, the rougher one cannot either.
    assert rough.keys() <= calm.keys()
    assert is_never_dearer(calm, rough, commitments)


@law
@given(run=runs, commitments=commitments, factor=st.floats(1.0, 1.4))
def test_higher_mfu_never_costs_more(
    library: Library, run: dict[str, Any], commitments: str, factor: float
) -> None:
    slow, fast = (
        usd_by_purchase(
            trained(
                library,
                run
                | {
                    "purchases": [*EVERY_WAY, MIX],
                    "commitments": commitments,
                    "mfu_fraction": run["mfu_fraction"] * times,
                },
            )
        )
        for times in (1.0, factor)
    )

    assert slow.keys() <= fast.keys()
    assert is_never_dearer(fast, slow, commitments)


@law
@given(
    run=runs,
    option=st.sampled_from(["reserved_1y", "reserved_3y"]),
    usd=prices,
    used=st.tuples(st.floats(0.05, 1.0), st.floats(0.05, 1.0)),
)
def test_reserved_with_full_use_never_costs_more_than_its_effective_price(
    library: Library, run: dict[str, Any], option: str, usd: float, used: tuple[float, float]
) -> None:
    idle, busy, full = (
        trained(
            library,
            run
            | rent_alone
            | {
                "purchases": [
                    {"option": option, "usd_per_device_hour": usd, "use_fraction": fraction}
                ],
                "commitments": "amortised",
            },
        ).options[0]
        for fraction in (*sorted(used), 1.0)
    )

    assert full.usd.mean == pytest.approx(full.device_hours * usd, rel=1e-12)
    assert full.usd.mean <= busy.usd.mean * (1.0 + 1e-12) <= idle.usd.mean * (1.0 + 1e-12)
    assert full.usd.mean <= full.borne_usd * (1.0 + 1e-12)


@law
@given(run=runs)
def test_bill_is_never_below_the_productive_hours(library: Library, run: dict[str, Any]) -> None:
    answer = trained(library, run | {"purchases": [{"usd_per_device_hour": 1.0}]})
    (option,) = answer.options

    assert answer.compute.productive_device_hours < option.device_hours
    assert 0.0 < option.goodput_fraction < 1.0
    assert option.usd.p10 <= option.usd.p50 <= option.usd.p90
