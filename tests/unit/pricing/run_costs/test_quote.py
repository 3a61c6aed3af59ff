from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, UnknownName, UnsupportedPrecision
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.query import RunCostParameters
from pricing.run_costs.query_training import TrainingLayout
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

PINNED = {"catalog": "2026-07-31"}
SMALL = PINNED | {"deployment.device_count": 8}


def asked(library: Library, changes: dict[str, Any] | None = None) -> RunCostAnswer:
    return run_costs(run_cost(changes), library)


def by_parameters(library: Library, place: dict[str, str]) -> RunCostAnswer:
    plain = {"model": "llama-3.1-8b", "tokens": 1e12, "device": "h100-sxm-80gb"}
    parameters = msgspec.convert({**plain, "device_count": 256, **place}, RunCostParameters)
    return run_costs(parameters.query(), library)


def test_ways_of_buying_stand_side_by_side(library: Library) -> None:
    answer = asked(library)
    found = {option.option for option in answer.options}
    missing = {option.option for option in answer.unavailable}

    assert found | missing == {
        "on_demand",
        "spot",
        "reserved_1y",
        "reserved_3y",
        "owned",
        "capacity_block",
    }
    assert found & missing == set()


def test_capacity_blocks_are_left_out_where_the_table_has_none(library: Library) -> None:
    changes = {"deployment.device": "a100-sxm-80gb"}
    answer = asked(library, changes)

    assert "capacity_block" not in {option.option for option in answer.options}
    assert "capacity_block" not in {gone.option for gone in answer.unavailable}


def test_options_are_ranked_with_their_margin_and_their_risk(library: Library) -> None:
    answer = asked(library)
    options = {option.purchase_index: option for option in answer.options}
    first, *others = answer.ranking

    assert (first.option, first.margin_usd) == (answer.cheapest_option, 0.0)
    assert [ranked.paid_usd for ranked in answer.ranking if ranked.option != "owned"] == sorted(
        option.paid_usd for option in answer.options if option.option != "owned"
    )
    for ranked in others:
        assert ranked.p90_usd == options[ranked.purchase_index].usd.p90
        assert ranked.margin_usd == pytest.approx(ranked.paid_usd - first.paid_usd, rel=1e-12)
        assert ranked.margin_ratio == pytest.approx(ranked.margin_usd / first.paid_usd, rel=1e-12)


def test_owned_devices_are_the_headline_of_those_who_ask_for_them(library: Library) -> None:
    """Years on eight L4 cost least on devices that are bought: nobody asked for that."""
    long = {"tokens": 1e12, "deployment": {"device": "l4", "device_count": 8}}
    bought = [{"option": "on_demand"}, {"option": "owned"}]
    usual, named = asked(library, long), asked(library, {**long, "purchases": bought})

    owned = next(option for option in usual.options if option.option == "owned")
    assert usual.ranking[-1].option == "owned" != usual.cheapest_option
    assert usual.ranking[-1].paid_usd < usual.ranking[0].paid_usd
    assert (owned.is_asked, named.cheapest_option) == (False, "owned")
    assert usual.cheaper_if_shared[0].option == "owned"


def test_estimated_price_is_marked(library: Library) -> None:
    purchases = [
        {"option": option, "provider": "aws", "region": "us-east-1"}
        for option in ("on_demand", "reserved_1y")
    ]
    marks = {
        option.option: option.estimated
        for option in asked(library, {"purchases": purchases, **PINNED}).options
    }

    assert marks == {"on_demand": False, "reserved_1y": True}


def test_option_without_a_price_is_unavailable_with_the_reason(library: Library) -> None:
    purchases = [{"option": "on_demand"}, {"option": "capacity_block", "provider": "lambda"}]
    answer = asked(library, {"purchases": purchases})
    (gone,) = answer.unavailable

    assert (gone.option, gone.provider) == ("capacity_block", "lambda")
    assert gone.reason.startswith("no capacity_block price of h100-sxm-80gb at lambda")


def test_reserved_price_above_an_own_price_beside_it_is_warned_of(library: Library) -> None:
    beside = [{"usd_per_device_hour": 2.0}, {"option": "reserved_1y", "provider": "gcp"}]
    warnings = asked(library, {"purchases": beside}).warnings

    assert any(
        "the reserved_1y price of gcp" in one and "beside it, 2 USD" in one for one in warnings
    )


def test_percentiles_have_the_range_of_an_estimate(library: Library) -> None:
    place = {"provider": "aws", "region": "us-east-1", "instance_type": "p5.48xlarge"}
    purchases = [place | {"option": option} for option in ("on_demand", "reserved_3y")]
    answer = asked(library, {"purchases": purchases, "commitments": "amortised", **PINNED})
    listed, estimated = (option.usd for option in answer.options)

    # 0.31 to 0.478 of the on-demand price, where 0.439 is used.
    assert estimated.p10 < 0.31 / 0.437 * estimated.p50
    assert estimated.p90 > 0.478 / 0.44 * estimated.p50
    assert listed.p10 / listed.p50 > estimated.p10 / estimated.p50


def test_prices_of_different_providers_are_warned_of(library: Library) -> None:
    # A region has its provider, and the other option may be of any.
    left_open = [{"option": "on_demand", "region": "us-east-1"}, {"option": "reserved_3y"}]
    named = [{"option": option, "provider": "gcp"} for option in ("on_demand", "reserved_3y")]
    open_warned, named_warned = (
        any(
            "different providers" in warning for warning in asked(library, changes | SMALL).warnings
        )
        for changes in ({"purchases": left_open}, {"purchases": named})
    )

    assert open_warned
    assert not named_warned


@pytest.mark.parametrize(
    "purchases",
    [
        None,
        [{"option": "on_demand"}, {"option": "reserved_3y"}],
        [{"option": "spot"}, {"option": "reserved_1y"}],
        [
            {"option": "on_demand"},
            {
                "mix": [
                    {"option": "spot", "device_fraction": 0.5},
                    {"option": "reserved_1y", "device_fraction": 0.5},
                ]
            },
        ],
    ],
    ids=["usual", "two", "saving", "mix"],
)
@pytest.mark.parametrize("device", ["h100-sxm-80gb", "a100-sxm-80gb", "mi300x"])
def test_options_beside_each_other_are_of_one_provider(
    library: Library, device: str, purchases: list[dict[str, Any]] | None
) -> None:
    answer = asked(library, {"deployment.device": device, "purchases": purchases})
    alone = [option for option in answer.options if option.option != "capacity_block"]
    parts = [part for option in alone for part in (option.parts or (option,))]
    prices = [part.price for part in parts if part.price is not None]
    rows = [price.row for price in prices if price.row is not None]

    assert len(rows) > 1
    assert len({row.provider for row in rows}) == 1
    told = [warning for warning in answer.warnings if " are priced at " in warning]
    assert len(told) == 1
    assert rows[0].provider in told[0]
    assert not any("beside it" in warning for warning in answer.warnings)


def test_run_without_any_option_still_says_what_it_takes(library: Library) -> None:
    answer = asked(library, {"purchases": [{"option": "capacity_block", "provider": "lambda"}]})

    assert answer.options == ()
    assert answer.cheapest_option is None
    assert answer.sensitivities == ()
    assert answer.compute.productive_device_hours > 0.0


def test_purchase_that_contradicts_itself_is_refused(library: Library) -> None:
    purchases = [{"option": "on_demand"}, {"usd_per_device_hour": 2.0, "discount_fraction": 0.1}]
    with pytest.raises(InvalidQuery) as caught:
        asked(library, {"purchases": purchases})

    assert caught.value.field == "purchases[1].discount_fraction"


def test_unavailable_option_says_where_to_change_the_query(library: Library) -> None:
    changes = {
        "purchases": [{"option": "on_demand"}, {"option": "spot"}],
        "reliability.spot_preemptions_per_instance_hour": 60.0,
    }
    (gone,) = asked(library, changes).unavailable

    assert gone.purchase_index == 1
    assert gone.field == "reliability.spot_preemptions_per_instance_hour"


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


@pytest.mark.parametrize(
    ("model", "device", "device_count"),
    [
        ("qwen3-30b-a3b", "a100-sxm-80gb", 64),
        ("llama-3.1-8b", "rtx-4090", 64),
        ("llama-3.1-70b", "h100-sxm-80gb", 32),
        ("mixtral-8x7b", "h200-sxm", 512),
    ],
)
def test_layout_that_is_found_reaches_the_speed_beside_it(
    library: Library, model: str, device: str, device_count: int
) -> None:
    changes = {"model": model, "deployment": {"device": device, "device_count": device_count}}
    found = asked(library, changes)
    sizes = {
        size: getattr(found.layout, size)
        for size in TrainingLayout.__struct_fields__
        if hasattr(found.layout, size)
    }
    again = asked(
        library, changes | {"deployment.layout": sizes, "recompute": found.layout.recompute}
    )
    times = again.compute.tokens_per_second / found.compute.tokens_per_second

    # A run that says that it recomputes nothing is a tenth faster, and a large batch as much.
    assert 0.95 < times < 1.22


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
    ("device", "precision"),
    [
        ("a100-sxm-80gb", "fp8"),
        ("h100-sxm-80gb", "fp4"),
        ("a100-sxm-80gb", "int4"),
        ("t4", "tf32"),
    ],
)
def test_format_that_cannot_be_computed_in_cannot_be_trained_in(
    library: Library, device: str, precision: str
) -> None:
    with pytest.raises(
        UnsupportedPrecision, match=r"cannot emulate|can stand in|no training format"
    ) as caught:
        asked(library, {"deployment.device": device, "deployment.precision": precision})

    assert caught.value.field == "deployment.precision"
    assert caught.value.nearest[0] in {"bf16", "fp16"}
    for nearest in caught.value.nearest:
        found = asked(library, {"deployment.device": device, "deployment.precision": nearest})
        assert found.precision == nearest


@pytest.mark.parametrize(("recompute", "is_warned"), [("none", False), ("full", True)])
def test_given_mfu_beyond_the_peak_with_its_recompute_is_announced(
    library: Library, recompute: str, *, is_warned: bool
) -> None:
    answer = asked(library, {"mfu_fraction": 0.8, "recompute": recompute})
    warned = [warning for warning in answer.warnings if "107% of the peak" in warning]

    assert bool(warned) == is_warned


def test_precision_left_out_is_announced(library: Library) -> None:
    answer = asked(library, {"deployment.precision": None})

    assert answer.precision == "bf16"
    assert "no precision was asked for: bf16 is used" in answer.warnings


def test_checkpoint_in_another_format_than_the_run_computes_in_is_told(library: Library) -> None:
    told = "the name of the model says fp8: the run computes in bf16"
    changes = {"model": "meta-llama/Llama-3.1-405B-FP8", "deployment.precision": None}

    assert told in asked(library, changes).warnings
    assert told not in asked(library, changes | {"deployment.precision": "fp8"}).warnings
    assert told not in asked(library, changes | {"model": "llama-3.1-405b"}).warnings


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


@pytest.mark.parametrize("device", ["trainium1", "gaudi-3", "h100-sxm-80gb", "mi300x"])
@pytest.mark.parametrize("sequence_length", [2048, 32768])
def test_fp8_is_no_slower_than_bf16(library: Library, device: str, sequence_length: int) -> None:
    wide, narrow = (
        run_costs(
            run_cost(
                {
                    "deployment": {"device": device, "device_count": 256, "precision": precision},
                    "sequence_length": sequence_length,
                }
            ),
            library,
        ).compute.productive_device_hours
        for precision in ("bf16", "fp8")
    )

    assert narrow <= wide * (1.0 + 1e-9)


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


@pytest.mark.parametrize("option", ["on_demand", "owned"])
def test_what_leaves_once_is_certain(library: Library, option: str) -> None:
    """A bill is in doubt by how long the run takes; egress is the same whatever that is."""
    storage = {"egress_gigabytes": 1e6, "egress_usd_per_gigabyte": 0.09, "kept_checkpoint_count": 0}
    (found,) = asked(library, {"purchases": [{"option": option}], "storage": storage}).options
    (without,) = asked(
        library, {"purchases": [{"option": option}], "storage": storage | {"egress_gigabytes": 0.0}}
    ).options

    for name in ("mean", "p10", "p50", "p90"):
        apart = getattr(found.usd, name) - getattr(without.usd, name)
        assert apart == pytest.approx(90_000.0, rel=1e-9), name


def test_owned_at_a_price_of_the_callers_is_owned(library: Library) -> None:
    rented = [
        {"option": "on_demand", "usd_per_device_hour": 3.0},
        {"option": "spot", "usd_per_device_hour": 1.5},
    ]
    alone = asked(library, {"purchases": rented})
    beside = asked(
        library, {"purchases": [*rented, {"option": "owned", "usd_per_device_hour": 1.6}]}
    )
    egress = [item.usd for item in beside.options[2].line_items if item.name == "egress"]

    assert egress == [0.0]
    for name in (
        "spot_break_even_preemptions_per_instance_hour",
        "spot_break_even_usd_per_device_hour",
    ):
        assert getattr(beside, name) == getattr(alone, name) is not None


def test_overhead_beside_an_mfu_of_the_callers_own_is_told_where_bills_show_more(
    library: Library,
) -> None:
    def told(changes: dict[str, Any]) -> list[str]:
        warnings = asked(library, changes).warnings
        return [warning for warning in warnings if "beside an mfu_fraction of yours" in warning]

    (few,) = told({"deployment.device_count": 512, "mfu_fraction": 0.4})

    assert "published runs like this were billed 1.2" in few
    assert told({"deployment.device_count": 16384, "mfu_fraction": 0.4}) == []
    assert told({"deployment.device_count": 512}) == []
    assert told({"method": "lora", "deployment.device_count": 8, "mfu_fraction": 0.4}) == []


@pytest.mark.parametrize(
    "place", [{}, {"provider": "aws"}, {"provider": "aws", "region": "us-east-1"}]
)
def test_question_by_parameters_has_every_option_wherever_it_is_asked(
    library: Library, place: dict[str, str]
) -> None:
    owned = () if place else ("owned",)  # which no provider sells
    answer = by_parameters(library, place)

    assert {option.option for option in answer.options} == {
        "on_demand",
        "spot",
        "reserved_1y",
        "reserved_3y",
        *owned,
        "capacity_block",
    }


def test_place_that_sells_no_blocks_says_so(library: Library) -> None:
    answer = by_parameters(library, {"provider": "gcp"})

    assert [gone.option for gone in answer.unavailable] == ["capacity_block"]
