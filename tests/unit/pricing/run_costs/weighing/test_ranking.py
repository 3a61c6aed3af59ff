from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

OWNED = {"option": "owned"}
RENTED = {"option": "on_demand"}


def asked(library: Library, changes: dict[str, Any] | None = None) -> RunCostAnswer:
    """256 H100 for about three weeks."""
    return run_costs(run_cost({"mfu_fraction": 0.4, **(changes or {})}), library)


def by_option(answer: RunCostAnswer) -> dict[str, RunOption]:
    return {option.option: option for option in answer.options}


def test_owned_devices_count_at_their_price_beside_rent(library: Library) -> None:
    answer = asked(library, {"purchases": [RENTED, OWNED]})
    options = by_option(answer)
    owned, rented = options["owned"], options["on_demand"]
    (kept,) = answer.cheaper_if_shared

    assert owned.owned is not None
    assert owned.commitment is not None
    assert owned.usd.mean < rented.usd.mean
    assert answer.cheapest_option == "on_demand"
    assert rented.paid_usd == rented.usd.mean
    # Their price, and the run without its share of it.
    capital_usd = (
        owned.owned.depreciation_usd_per_device_hour
        + owned.owned.cost_of_capital_usd_per_device_hour
    )
    share = capital_usd * owned.device_hours
    used = owned.commitment.use_fraction
    assert used == 1.0 or owned.usd.mean > share
    assert owned.paid_usd > owned.commitment.upfront_usd
    assert owned.paid_usd < owned.commitment.upfront_usd + owned.usd.mean
    assert (kept.option, kept.amortised_usd) == ("owned", owned.amortised_usd)
    assert kept.outlay_usd == owned.commitment.upfront_usd
    assert kept.saving_usd == pytest.approx(rented.usd.mean - owned.amortised_usd, rel=1e-12)
    assert any("paid_usd has their whole price" in text for text in answer.warnings)


def test_price_of_a_cluster_is_paid_upfront(library: Library) -> None:
    changes = {"purchases": [{**OWNED, "ownership": {"purchase_usd": 40_000.0}}]}
    (owned,) = asked(library, changes).options
    (cheaper,) = asked(
        library, {"purchases": [{**changes["purchases"][0], "discount_fraction": 0.25}]}
    ).options

    assert owned.commitment is not None
    assert cheaper.commitment is not None
    assert owned.commitment.upfront_usd == pytest.approx(256 * 40_000.0, rel=1e-12)
    assert cheaper.commitment.upfront_usd == pytest.approx(256 * 30_000.0, rel=1e-12)


@pytest.mark.parametrize("commitments", [None, "borne", "amortised"])
def test_owned_is_no_headline_unless_it_was_asked_for(
    library: Library, commitments: str | None
) -> None:
    answer = asked(library, {"commitments": commitments})

    assert answer.cheapest_option not in {None, "owned"}
    assert answer.cheapest_option_amortised == "owned"
    assert [one.option for one in answer.cheaper_if_shared][:1] == ["owned"]


def test_owned_is_the_headline_where_the_caller_shares_it(library: Library) -> None:
    shared = asked(library, {"purchases": [RENTED, OWNED], "commitments": "amortised"})
    alone = asked(library, {"purchases": [OWNED]})

    assert shared.cheapest_option == alone.cheapest_option == "owned"
    assert by_option(shared)["owned"].paid_usd == by_option(shared)["owned"].usd.mean


def test_shared_term_stands_beside_with_what_it_costs(library: Library) -> None:
    reserved = {"option": "reserved_1y", "usd_per_device_hour": 1.0, "use_fraction": 1.0}
    rented = {**RENTED, "usd_per_device_hour": 2.0}
    answer = asked(library, {"purchases": [rented, reserved]})
    term = by_option(answer)["reserved_1y"]
    (shared,) = answer.cheaper_if_shared

    assert answer.cheapest_option == "on_demand"
    assert term.paid_usd == term.borne_usd
    assert shared.outlay_usd == pytest.approx(256 * 8760.0, rel=1e-12)
    assert shared.amortised_usd == term.amortised_usd


def test_longer_run_than_a_life_buys_devices_again(library: Library) -> None:
    owned = {**OWNED, "ownership": {"life_years": 0.5, "purchase_usd": 10_000.0}}
    changes = {"purchases": [owned], "deployment.device_count": 64, "tokens": 9e12}
    (option,) = asked(library, changes).options
    terms = option.wall_clock_hours / (0.5 * 8760.0)

    assert option.commitment is not None
    assert terms > 1.0
    assert option.commitment.upfront_usd == pytest.approx(64 * 10_000.0, rel=1e-12)
    assert option.paid_usd > 64 * 10_000.0 * terms


def test_block_says_how_likely_the_run_outlasts_it(library: Library) -> None:
    block = {"option": "capacity_block", "usd_per_device_hour": 4.0}
    answer = asked(library, {"purchases": [block], "mfu_fraction": None})
    (option,) = answer.options

    assert option.commitment is not None
    assert 0.01 < option.commitment.outlasted_fraction < 0.6
    assert option.usd.p10 >= option.commitment.upfront_usd
    assert option.usd.mean > option.commitment.upfront_usd
    assert any(
        f"with a probability of {option.commitment.outlasted_fraction:.0%}" in text
        for text in answer.warnings
    )
