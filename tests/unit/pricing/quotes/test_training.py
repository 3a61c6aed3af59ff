from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import UnknownName, UnsupportedPrecision
from pricing.quotes.answers import RunCostAnswer
from pricing.quotes.training import run_costs
from tests.questions import run_cost


def asked(library: Library, changes: dict[str, Any] | None = None) -> RunCostAnswer:
    return run_costs(run_cost(changes), library)


def test_ways_of_buying_stand_side_by_side(library: Library) -> None:
    answer = asked(library)
    found = {option.option for option in answer.options}
    missing = {option.option for option in answer.unavailable}

    assert found | missing == {"on_demand", "spot", "reserved_1y", "reserved_3y", "owned"}
    assert found & missing == set()


def test_every_option_costs_its_hours_at_its_price(library: Library) -> None:
    rented = [option for option in asked(library).options if option.option != "owned"]

    assert [option.usd.mean for option in rented] == pytest.approx(
        [option.device_hours * option.usd_per_device_hour for option in rented], rel=1e-12
    )


def test_reserved_is_cheaper_than_on_demand_of_the_same_provider(library: Library) -> None:
    purchases = [
        {"option": option, "provider": "aws", "region": "us-east-1"}
        for option in ("on_demand", "reserved_1y", "reserved_3y")
    ]
    usd = [option.usd.mean for option in asked(library, {"purchases": purchases}).options]

    assert usd == sorted(usd, reverse=True)
    assert usd[-1] < 0.6 * usd[0]


def test_estimated_price_is_marked(library: Library) -> None:
    purchases = [
        {"option": option, "provider": "aws", "region": "us-east-1"}
        for option in ("on_demand", "reserved_1y")
    ]
    marks = {
        option.option: option.estimated
        for option in asked(library, {"purchases": purchases}).options
    }

    assert marks == {"on_demand": False, "reserved_1y": True}


def test_option_without_a_price_is_unavailable_with_the_reason(library: Library) -> None:
    purchases = [{"option": "on_demand"}, {"option": "reserved_3y", "provider": "lambda"}]
    answer = asked(library, {"purchases": purchases})
    (gone,) = answer.unavailable

    assert (gone.option, gone.provider) == ("reserved_3y", "lambda")
    assert gone.reason.startswith("no reserved_3y price of h100-sxm-80gb at lambda")


def test_run_without_any_option_still_says_what_it_takes(library: Library) -> None:
    answer = asked(library, {"purchases": [{"option": "reserved_3y", "provider": "lambda"}]})

    assert answer.options == ()
    assert answer.cheapest_option is None
    assert answer.sensitivities == ()
    assert answer.compute.productive_device_hours > 0.0


def test_owned_run_pays_for_its_energy(library: Library) -> None:
    answer = asked(library, {"purchases": [{"option": "owned"}]})
    (option,) = answer.options
    items = {item.name: item for item in option.line_items}

    assert items["energy"].quantity == pytest.approx(option.energy_kilowatt_hours, rel=1e-12)
    assert any("other work to do" in warning for warning in answer.warnings)


def test_commitment_longer_than_the_run_is_announced(library: Library) -> None:
    answer = asked(library, {"purchases": [{"option": "reserved_3y", "provider": "gcp"}]})

    assert any("is a commitment of 26280 hours" in warning for warning in answer.warnings)


def test_discount_is_an_item_of_its_own(library: Library) -> None:
    plain = asked(library, {"purchases": [{"option": "on_demand", "provider": "aws"}]})
    less = asked(
        library,
        {"purchases": [{"option": "on_demand", "provider": "aws", "discount_fraction": 0.2}]},
    )

    assert less.options[0].usd.mean == pytest.approx(0.8 * plain.options[0].usd.mean, rel=1e-12)
    assert less.options[0].line_items[-1].name == "discount"


def test_given_utilisation_is_kept(library: Library) -> None:
    work = asked(library, {"mfu_fraction": 0.37}).compute

    assert (work.mfu_fraction, work.mfu_basis, work.evidence) == (0.37, "given", ())


def test_model_flops_do_not_count_what_is_computed_again(library: Library) -> None:
    flops = {
        recompute: asked(library, {"recompute": recompute}).compute.model_flops
        for recompute in ("none", "full")
    }

    assert flops["none"] == flops["full"]


def test_full_recompute_takes_up_to_a_third_longer(library: Library) -> None:
    hours = {
        recompute: asked(library, {"recompute": recompute}).compute.productive_device_hours
        for recompute in ("none", "full")
    }

    # Four passes instead of three; part of it is won back by larger batches.
    assert 1.05 * hours["none"] < hours["full"] <= 4 / 3 * hours["none"] * (1 + 1e-9)


def test_longer_sequences_take_more_attention(library: Library) -> None:
    flops = [
        asked(library, {"sequence_length": length}).compute.model_flops
        for length in (1024, 4096, 16384)
    ]

    assert flops == sorted(flops)
    assert flops[0] < flops[-1] < 2 * flops[0]


def test_sequence_length_left_out_is_an_assumption(library: Library) -> None:
    answer = asked(library, {"sequence_length": None})

    assert "training.sequence_length" in {item.key for item in answer.assumptions}


@pytest.mark.parametrize(
    ("device", "precision"), [("a100-sxm-80gb", "fp8"), ("h100-sxm-80gb", "fp4")]
)
def test_format_that_cannot_be_computed_in_cannot_be_trained_in(
    library: Library, device: str, precision: str
) -> None:
    with pytest.raises(UnsupportedPrecision, match="training cannot emulate it") as caught:
        asked(library, {"deployment.device": device, "deployment.precision": precision})

    assert caught.value.field == "deployment.precision"


def test_precision_left_out_is_announced(library: Library) -> None:
    answer = asked(library, {"deployment.precision": None})

    assert answer.precision == "bf16"
    assert "no precision was asked for: bf16 is used" in answer.warnings


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"model": "lama"}, "model"),
        ({"deployment.device": "h1000"}, "deployment.device"),
        ({"catalog": "1999-01-01"}, "catalog"),
    ],
)
def test_unknown_name_is_refused_where_it_stands(
    library: Library, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(UnknownName) as caught:
        asked(library, changes)

    assert caught.value.field == field


def test_utilisation_is_lower_at_a_large_scale(library: Library) -> None:
    fractions = [
        asked(library, {"deployment.device_count": count}).compute.mfu_fraction
        for count in (64, 32_768)
    ]

    assert 0.2 < fractions[-1] < fractions[0] < 0.6


def test_mixture_of_experts_reaches_less_than_a_dense_model(library: Library) -> None:
    changes = {"deployment.device_count": 1024}
    dense = asked(library, changes)
    mixture = asked(library, changes | {"model": "mixtral-8x7b"})

    assert mixture.compute.mfu_fraction < dense.compute.mfu_fraction


def test_modelled_utilisation_names_the_runs_that_it_leans_on(library: Library) -> None:
    work = asked(library).compute

    assert work.mfu_basis != "given"
    assert set(work.evidence) <= {run.id for run in library.newest.training_runs}
    assert work.evidence
