"""Commitments: capacity that is paid for whether it is used or not."""

from itertools import pairwise
from math import ceil, fsum, isfinite
from statistics import NormalDist
from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible, InvalidQuery
from pricing.numerics.number import NORMAL_P90
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

YEAR = 8760.0
AWS = {"provider": "aws", "region": "us-east-1"}


def quoted(library: Library, purchase: dict[str, Any], **changes: Any) -> RunCostAnswer:
    return run_costs(run_cost({"mfu_fraction": 0.4, "purchases": [purchase], **changes}), library)


def option_of(library: Library, purchase: dict[str, Any], **changes: Any) -> RunOption:
    (option,) = quoted(library, purchase, **changes).options
    return option


def usd(option: RunOption, name: str) -> float:
    return next(item.usd for item in option.line_items if item.name == name)


def quantity(option: RunOption, name: str) -> float:
    return next(item.quantity for item in option.line_items if item.name == name)


@pytest.mark.parametrize(("option", "years"), [("reserved_1y", 1), ("reserved_3y", 3)])
def test_unused_commitment_is_charged_in_full_to_the_run(
    library: Library, option: str, years: int
) -> None:
    found = option_of(library, {"option": option, "usd_per_device_hour": 2.0})
    kept = usd(found, "checkpoint_storage") + usd(found, "egress")

    assert found.usd.mean - kept == pytest.approx(256 * years * YEAR * 2.0, rel=1e-12)
    assert quantity(found, "commitment_unused") + found.device_hours == pytest.approx(
        256 * years * YEAR, rel=1e-12
    )


def test_amortised_commitment_is_charged_pro_rata(library: Library) -> None:
    purchase = {"option": "reserved_1y", "usd_per_device_hour": 2.0, "use_fraction": 0.8}
    found = option_of(library, purchase, commitments="amortised")
    kept = usd(found, "checkpoint_storage") + usd(found, "egress")

    assert found.usd.mean - kept == pytest.approx(found.device_hours * 2.0 / 0.8, rel=1e-12)


@pytest.mark.parametrize("option", ["reserved_1y", "reserved_3y", "owned"])
def test_both_totals_are_answered(library: Library, option: str) -> None:
    in_full, amortised = (
        option_of(library, {"option": option}, commitments=commitments)
        for commitments in ("borne", "amortised")
    )

    assert in_full.usd.mean == pytest.approx(in_full.borne_usd, rel=1e-12)
    assert amortised.usd.mean == pytest.approx(amortised.amortised_usd, rel=1e-12)
    assert in_full.amortised_usd == pytest.approx(amortised.amortised_usd, rel=1e-9)
    assert in_full.borne_usd == pytest.approx(amortised.borne_usd, rel=1e-9)
    assert in_full.borne_usd > amortised.amortised_usd


def test_a_tiny_share_of_a_term_is_exact(library: Library) -> None:
    """What a term leaves over has no digits for the cents of the run."""
    tiny = {"tokens": 1.0, "deployment.device_count": 65_536, "storage.egress_gigabytes": 0.0}
    dear = {"option": "reserved_3y", "usd_per_device_hour": 1e6}
    in_full, amortised = (
        option_of(library, dear, commitments=whose, **tiny) for whose in ("borne", "amortised")
    )

    assert in_full.amortised_usd == pytest.approx(amortised.usd.mean, rel=1e-12)
    assert amortised.borne_usd == pytest.approx(in_full.usd.mean, rel=1e-12)


@pytest.mark.parametrize("use_fraction", [0.0, 1e-310, 1e-7])
def test_a_term_without_use_is_refused(library: Library, use_fraction: float) -> None:
    purchase = {"option": "reserved_1y", "usd_per_device_hour": 2.0}
    least = option_of(library, purchase | {"use_fraction": 1e-6})

    assert isfinite(least.amortised_usd)
    with pytest.raises(msgspec.ValidationError, match="use_fraction"):
        quoted(library, purchase | {"use_fraction": use_fraction})


@pytest.mark.parametrize(
    ("option", "whose"),
    [("reserved_1y", "borne"), ("reserved_3y", "borne"), ("owned", "amortised")],
)
def test_default_charges_terms_in_full_and_owned_devices_pro_rata(
    library: Library, option: str, whose: str
) -> None:
    found = option_of(library, {"option": option})

    assert found.usd.mean == getattr(found, f"{whose}_usd")


def test_run_longer_than_the_term_takes_another(library: Library) -> None:
    # 256 devices do 1.5e14 tokens in about two and a half years.
    found = option_of(library, {"option": "reserved_1y", "usd_per_device_hour": 2.0}, tokens=1.5e14)
    terms = found.commitment

    assert terms is not None
    assert terms.term_count == 3.0
    assert terms.committed_device_hours == 3 * YEAR * 256
    assert terms.run_share_fraction == pytest.approx(found.wall_clock_hours / (3 * YEAR), rel=1e-12)


def test_owned_run_says_what_share_of_the_life_it_takes(library: Library) -> None:
    found = option_of(library, {"option": "owned", "ownership": {"life_years": 4.0}})

    assert found.commitment is not None
    assert found.commitment.run_share_fraction == pytest.approx(
        found.wall_clock_hours / (4 * YEAR), rel=1e-12
    )


def test_unused_life_costs_capital_without_staff_or_hosting(library: Library) -> None:
    found = option_of(library, {"option": "owned"}, commitments="borne")

    assert found.owned is not None
    assert found.commitment is not None
    assert usd(found, "commitment_unused") == pytest.approx(
        quantity(found, "commitment_unused") * found.owned.depreciation_usd_per_device_hour,
        rel=1e-12,
    )
    assert usd(found, "cost_of_capital") == pytest.approx(
        found.commitment.committed_device_hours * found.owned.cost_of_capital_usd_per_device_hour
    )


def test_parts_of_owning_add_up_to_its_price(library: Library) -> None:
    found = option_of(library, {"option": "owned"})
    owned = found.owned

    assert owned is not None
    assert found.usd_per_device_hour == pytest.approx(
        owned.depreciation_usd_per_device_hour
        + owned.cost_of_capital_usd_per_device_hour
        + owned.operations_usd_per_device_hour
        + owned.hosting_usd_per_device_hour,
        rel=1e-12,
    )


def test_straight_line_agrees_with_arithmetic(library: Library) -> None:
    terms = {
        "purchase_usd": 43_800.0,
        "depreciation": "straight_line",
        "life_years": 5.0,
        "residual_fraction": 0.2,
        "cost_of_capital_fraction": 0.1,
        "operations_fraction": 0.0,
        "hosting_usd_per_kilowatt_month": 0.0,
    }
    found = option_of(library, {"option": "owned", "ownership": terms})

    # 43,800 · 0.8 / 43,800 h, and 10% a year on a mean value of 26,280
    assert found.usd_per_device_hour == pytest.approx(0.8 + 26_280 * 0.1 / 8760, rel=1e-12)


def test_free_capital_depreciates_in_equal_parts(library: Library) -> None:
    free = {"cost_of_capital_fraction": 0.0}
    prices = [
        option_of(
            library, {"option": "owned", "ownership": free | {"depreciation": depreciation}}
        ).usd_per_device_hour
        for depreciation in ("annuity", "straight_line")
    ]

    assert prices[0] == prices[1]


@pytest.mark.parametrize("rate", [5e-324, 1e-16, 1e-15, 1e-10, 0.99e-8, 1.01e-8])
def test_almost_free_capital_costs_as_free_capital(library: Library, rate: float) -> None:
    free, cheap = (
        option_of(
            library, {"option": "owned", "ownership": {"cost_of_capital_fraction": fraction}}
        ).usd_per_device_hour
        for fraction in (0.0, rate)
    )

    assert cheap == pytest.approx(free, rel=5e-8)


def test_owning_at_terms_that_make_it_free_is_refused(library: Library) -> None:
    free = {
        "residual_fraction": 1.0,
        "cost_of_capital_fraction": 0.0,
        "operations_fraction": 0.0,
        "hosting_usd_per_kilowatt_month": 0.0,
    }
    with pytest.raises(InvalidQuery, match="make owning free") as caught:
        quoted(library, {"option": "owned", "ownership": free})

    assert caught.value.field == "purchases[0].ownership"


def test_device_that_the_table_cannot_price_is_owned_at_the_callers_price(
    library: Library,
) -> None:
    changes = {"deployment.device": "tpu-v5e", "deployment.device_count": 256}
    bare, priced = (
        quoted(library, {"option": "owned", "ownership": ownership}, **changes)
        for ownership in (None, {"purchase_usd": 5000.0})
    )

    assert [gone.field for gone in bare.unavailable] == ["purchases[0].option"]
    assert priced.options[0].usd.mean > 0.0


@pytest.mark.parametrize(("upfront", "ratio", "share"), [("partial", 0.95, 0.5), ("all", 0.93, 1)])
def test_paying_upfront_is_cheaper_and_costs_capital(
    library: Library, upfront: str, ratio: float, share: float
) -> None:
    plain = option_of(library, {"option": "reserved_1y"} | AWS)
    paid = option_of(library, {"option": "reserved_1y", "upfront": upfront} | AWS)
    whole = 256 * YEAR * paid.usd_per_device_hour

    assert paid.usd_per_device_hour == pytest.approx(ratio * plain.usd_per_device_hour, rel=1e-12)
    assert paid.commitment is not None
    assert paid.commitment.upfront_usd == pytest.approx(share * whole, rel=1e-12)
    # A year's rent paid at its start, at 10% a year: half a year early in the mean.
    assert usd(paid, "cost_of_capital") == pytest.approx(share * whole * 0.0484, rel=1e-3)


def test_callers_own_reserved_price_is_the_price_under_its_terms(library: Library) -> None:
    found = option_of(
        library, {"option": "reserved_3y", "usd_per_device_hour": 2.0, "upfront": "all"}
    )

    assert found.usd_per_device_hour == 2.0
    assert usd(found, "cost_of_capital") > 0.0


@pytest.mark.parametrize(
    ("provider", "upfront", "nearest"),
    [("gcp", "all", "(nearest: none)"), ("azure", "partial", "(nearest: none, all)")],
)
def test_unknown_upfront_price_is_unavailable(
    library: Library, provider: str, upfront: str, nearest: str
) -> None:
    answer = quoted(library, {"option": "reserved_1y", "provider": provider, "upfront": upfront})
    (gone,) = answer.unavailable

    assert gone.field == "purchases[0].upfront"
    assert gone.reason.endswith(nearest)


@pytest.mark.parametrize(
    ("purchase", "field"),
    [
        ({"option": "on_demand", "upfront": "all"}, "upfront"),
        ({"option": "spot", "use_fraction": 0.5}, "use_fraction"),
        ({"option": "on_demand", "ownership": {}}, "ownership"),
        ({"option": "owned", "usd_per_device_hour": 1.0, "ownership": {}}, "ownership"),
    ],
)
def test_terms_of_another_option_are_refused(
    library: Library, purchase: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as caught:
        quoted(library, purchase)

    assert caught.value.field == f"purchases[0].{field}"


@pytest.mark.parametrize("term", [{"use_fraction": 0.5}, {"ownership": {}}])
def test_given_price_with_terms_of_owning_is_refused(
    library: Library, term: dict[str, Any]
) -> None:
    with pytest.raises(InvalidQuery, match="already includes all costs of owning"):
        quoted(library, {"option": "owned", "usd_per_device_hour": 1.0, **term})


def test_discount_is_taken_off_unused_hours_too(library: Library) -> None:
    full, less = (
        option_of(library, {"option": "reserved_1y", "discount_fraction": fraction} | AWS)
        for fraction in (0.0, 0.2)
    )
    kept = usd(full, "checkpoint_storage") + usd(full, "egress")

    assert less.usd.mean - kept == pytest.approx(0.8 * (full.usd.mean - kept), rel=1e-12)


@pytest.mark.parametrize(("tokens", "step"), [(2e12, 24.0), (1e13, 168.0)])
def test_capacity_block_is_bought_in_whole_days_and_beyond_two_weeks_in_whole_weeks(
    library: Library, tokens: float, step: float
) -> None:
    found = option_of(library, {"option": "capacity_block"}, tokens=tokens)
    terms = found.commitment

    assert terms is not None
    assert terms.term_hours % step == 0.0
    assert found.wall_clock_hours <= terms.term_hours < found.wall_clock_hours + step
    assert found.amortised_usd == found.borne_usd == pytest.approx(found.usd.mean, rel=1e-12)


def test_longer_run_than_a_capacity_block_is_warned_of(library: Library) -> None:
    answer = quoted(library, {"option": "capacity_block"}, tokens=1e14)

    assert any("lasts 4368 hours at most" in warning for warning in answer.warnings)


def test_more_instances_than_capacity_blocks_hold_are_no_way_of_buying(library: Library) -> None:
    large = {"deployment.device_count": 4096}
    answer = run_costs(run_cost({"tokens": 1e13, **large}), library)
    without = {option.option for option in answer.options}
    (reason,) = (one.reason for one in answer.unavailable if one.option == "capacity_block")

    assert "256 instances at most" in reason
    assert "capacity_block" not in without
    with pytest.raises(Infeasible, match="256 instances at most") as alone:
        quoted(library, {"option": "capacity_block"}, **large)
    assert alone.value.nearest == ("2048",)


def test_commitments_charged_in_full_are_warned_of(library: Library) -> None:
    answer = quoted(library, {"option": "reserved_3y", "provider": "gcp"})

    assert any("charged in full to the run" in warning for warning in answer.warnings)


def test_reserved_that_runs_late_costs_the_same_until_its_term_ends(library: Library) -> None:
    found = option_of(
        library,
        {"option": "reserved_1y", "usd_per_device_hour": 2.0},
        **{"reliability.device_mtbf_hours": 2000.0},
    )

    assert found.wall_clock_hours_distribution.p90 > found.wall_clock_hours_distribution.p10
    assert found.usd.p90 == pytest.approx(found.usd.p10, rel=1e-4)


NEAR_A_YEAR = {
    "model": "llama-3.1-70b",
    "tokens": 15.1e12,
    "sequence_length": 8192,
    "mfu_fraction": None,
    "deployment.device_count": 800,
}
"""8,690 hours in the median, 70 short of a year, which published runs scatter by 40% around."""

DRAWS = 4000


def drawn_hours(option: RunOption) -> list[float]:
    """Hours of the run, evenly from the shortest to the longest, by its own percentiles."""
    hours = option.wall_clock_hours_distribution
    times = []
    for place in range(DRAWS):
        score = NormalDist().inv_cdf((place + 0.5) / DRAWS) / NORMAL_P90
        times.append(
            hours.p50 * ((hours.p90 / hours.p50) if score > 0 else (hours.p50 / hours.p10)) ** score
        )
    return times


def test_expected_terms_are_the_mean_over_the_wall_clock(library: Library) -> None:
    found = option_of(library, {"option": "reserved_1y", "usd_per_device_hour": 4.0}, **NEAR_A_YEAR)
    kept = usd(found, "checkpoint_storage") + usd(found, "egress")
    terms = fsum(ceil(hours / YEAR) for hours in drawn_hours(found)) / DRAWS

    assert 1.4 < terms < 1.5
    assert found.usd.mean - kept == pytest.approx(800 * YEAR * 4.0 * terms, rel=0.003)
    assert found.usd.p50 == pytest.approx(800 * YEAR * 4.0, rel=1e-4)
    assert found.usd.p90 == pytest.approx(800 * YEAR * 8.0, rel=1e-4)
    assert fsum(item.usd for item in found.line_items) == pytest.approx(found.usd.mean, rel=1e-12)


@pytest.mark.parametrize("tokens", [2e10, 3e11, 1e12, 1.55e12, 4e12])
def test_expected_block_is_the_mean_over_the_wall_clock(library: Library, tokens: float) -> None:
    block = {"option": "capacity_block", "usd_per_device_hour": 4.0}
    found = option_of(library, block, tokens=tokens, mfu_fraction=None)
    kept = usd(found, "checkpoint_storage") + usd(found, "egress")
    booked = sold(found.wall_clock_hours)
    drawn = drawn_hours(found)
    hours = [max(booked, sold(hours)) for hours in drawn]

    assert found.commitment is not None
    assert found.commitment.upfront_usd == pytest.approx(256 * 4.0 * booked, rel=1e-12)
    assert found.commitment.outlasted_fraction == pytest.approx(
        sum(hours > booked for hours in drawn) / DRAWS, abs=0.005
    )
    assert found.usd.mean - kept == pytest.approx(256 * 4.0 * fsum(hours) / DRAWS, rel=0.01)
    assert min(found.usd.mean, found.usd.p10) > found.commitment.upfront_usd


def sold(hours: float) -> float:
    """The shortest block of so many hours."""
    step = 24.0 if hours <= 336.0 else 168.0
    return ceil(hours / step) * step


def test_little_more_work_does_not_cost_another_year(library: Library) -> None:
    purchase = {"option": "reserved_1y", "usd_per_device_hour": 4.0}
    means = [
        option_of(library, purchase, **NEAR_A_YEAR | {"tokens": 1e12 * tenths / 10.0}).usd.mean
        for tenths in range(150, 190)
    ]

    assert means == sorted(means)
    assert max(after / before for before, after in pairwise(means)) < 1.01


@pytest.mark.parametrize("whose", ["borne", "amortised"])
def test_totals_of_an_uncertain_number_of_terms_agree_with_both_queries(
    library: Library, whose: str
) -> None:
    purchase = {"option": "reserved_1y", "usd_per_device_hour": 4.0, "use_fraction": 0.9}
    found = option_of(library, purchase, **NEAR_A_YEAR, commitments=whose)
    other = option_of(
        library,
        purchase,
        **NEAR_A_YEAR,
        commitments="borne" if whose == "amortised" else "amortised",
    )

    assert found.usd.mean == getattr(found, f"{whose}_usd")
    assert found.borne_usd == pytest.approx(other.borne_usd, rel=1e-9)
    assert found.amortised_usd == pytest.approx(other.amortised_usd, rel=1e-9)


def test_sensitivities_with_an_uncertain_number_of_terms_agree_with_new_queries(
    library: Library,
) -> None:
    purchase = {"option": "reserved_1y", "usd_per_device_hour": 4.0}
    answer = quoted(library, purchase, **NEAR_A_YEAR, headroom_fraction=0.0)
    more = option_of(library, purchase, **NEAR_A_YEAR, headroom_fraction=0.1)
    moved = next(one for one in answer.sensitivities if one.input == "headroom_fraction")

    assert answer.options[0].usd.mean + moved.usd_change == pytest.approx(more.usd.mean, rel=1e-9)
    assert 0.03 < moved.usd_change_fraction < 0.3


@pytest.mark.parametrize(("tokens", "announced"), [(16.6e12, True), (1e12, False)])
def test_an_uncertain_number_of_terms_is_warned_of(
    library: Library, tokens: float, *, announced: bool
) -> None:
    answer = quoted(library, {"option": "reserved_1y"}, **NEAR_A_YEAR | {"tokens": tokens})

    assert any("takes 1 to 2 whole terms" in text for text in answer.warnings) == announced
