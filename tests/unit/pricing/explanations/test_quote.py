"""Bridges between two questions: by hand, of releases and overlays, and where there is none."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
import polars as pl
import pytest
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, InvalidQuery, NoPrice, Refusal, UnknownName
from pricing.explanations.answer import Effect, ExplanationAnswer
from pricing.explanations.query import ExplanationQuery
from pricing.explanations.quote import explanation
from pricing.pauses import pausing
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.quote import run_costs
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from tests import questions

NEWEST = "2026-07-31"
BASE: dict[str, Any] = {**questions.UNIT_COST, "catalog": NEWEST}
AWS: dict[str, Any] = {**BASE, "purchase": {"provider": "aws", "region": "us-east-1"}}
OWN: dict[str, Any] = {**BASE, "purchase": {"usd_per_device_hour": 2.0}}


def bridge(
    library: Library,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    base: Mapping[str, Any] = BASE,
    **others: Any,
) -> ExplanationAnswer:
    asked = {"base": base, "from": before, "to": after, **others}
    answer = explanation(msgspec.convert(asked, ExplanationQuery), library)
    exact = sum((Fraction(effect.change) for effect in answer.effects), Fraction())
    assert Fraction(answer.from_value) + exact == Fraction(answer.to_value)
    return answer


def effects_of(answer: ExplanationAnswer) -> dict[str, Effect]:
    return {effect.name: effect for effect in answer.effects if effect.name != "rounding"}


def price(library: Library, changes: Mapping[str, Any]) -> float:
    """The price of output tokens at 8 owned-price devices, used wholly [USD per million]."""
    asked = msgspec.convert(questions.changed(OWN, changes), UnitCostQuery)
    found = unit_costs(asked, library).unit_costs.usd_per_million_output_tokens
    assert found is not None
    return found


def test_price_and_use_by_hand(library: Library) -> None:
    """v = k · p / u: the price moves k·Δp·(1/u₀ + 1/u₁)/2, the use k·(p₀ + p₁)/2·Δ(1/u)."""
    answer = bridge(
        library,
        {"utilization_fraction": 0.4, "purchase.usd_per_device_hour": 2.0},
        {"utilization_fraction": 0.5, "purchase.usd_per_device_hour": 3.0},
        base=OWN,
    )
    found = effects_of(answer)
    whole = price(library, {"utilization_fraction": 1.0}) / 2.0

    assert found.keys() == {"purchase.usd_per_device_hour", "utilization_fraction"}
    assert found["purchase.usd_per_device_hour"].change == pytest.approx(
        whole * 1.0 * (1.0 / 0.4 + 1.0 / 0.5) / 2.0, rel=1e-9
    )
    assert found["utilization_fraction"].change == pytest.approx(
        whole * (2.0 + 3.0) / 2.0 * (1.0 / 0.5 - 1.0 / 0.4), rel=1e-9
    )
    assert [found[name].kind for name in sorted(found)] == ["price", "use"]
    assert all(effect.usd_change == effect.change for effect in answer.effects)


def test_three_causes_by_hand(library: Library) -> None:
    """v = k · p / (r · u), each effect the mean over the six orders."""
    sides = ({"p": 2.0, "r": 20.0, "u": 0.4}, {"p": 3.0, "r": 30.0, "u": 0.5})
    fields = {
        "p": "purchase.usd_per_device_hour",
        "r": "measured.requests_per_second",
        "u": "utilization_fraction",
    }
    answer = bridge(
        library,
        *({fields[name]: value for name, value in side.items()} for side in sides),
        base=BASE,
    )
    one = price(library, {"utilization_fraction": 1.0, "measured.requests_per_second": 1.0}) / 2.0

    def worth(at: Mapping[str, int]) -> float:
        price, rate, used = (sides[at[name]][name] for name in "pru")
        return one * price / (rate * used)

    def mean(name: str) -> float:
        others = [other for other in "pru" if other != name]
        total = 0.0
        for one, other, weight in ((0, 0, 2), (1, 1, 2), (0, 1, 1), (1, 0, 1)):
            beside = {others[0]: one, others[1]: other}
            total += weight * (worth({**beside, name: 1}) - worth({**beside, name: 0}))
        return total / 6.0

    found = effects_of(answer)
    for name, field in fields.items():
        assert found[field].change == pytest.approx(mean(name), rel=1e-9)


def test_a_day_moves_the_price_and_names_the_rows(library: Library) -> None:
    answer = bridge(library, {"as_of": "2024-06-01"}, {"as_of": "2026-05-01"}, base=AWS)
    (effect,) = effects_of(answer).values()
    (row,) = effect.rows

    assert (effect.name, effect.kind, effect.words) == ("prices", "price", "price of p5.48xlarge")
    assert (row.table, row.from_row, row.to_row) == (
        "prices",
        "aws/us-east-1/p5.48xlarge/on_demand/2023-08-08",
        "aws/us-east-1/p5.48xlarge/on_demand/2025-06-01",
    )
    assert [(cell.before, cell.after) for cell in row.cells] == [(98.32, 55.04)]
    assert [(one.field, one.from_value, one.to_value) for one in effect.fields] == [
        ("as_of", "2024-06-01", "2026-05-01")
    ]


def test_the_ends_are_the_answers_themselves(library: Library) -> None:
    answer = bridge(library, {"as_of": "2024-06-01"}, {"as_of": "2026-05-01"}, base=AWS)
    days = ("2024-06-01", "2026-05-01")
    quotes = [
        unit_costs(msgspec.convert({**AWS, "as_of": day}, UnitCostQuery), library) for day in days
    ]

    assert [answer.from_value, answer.to_value] == [
        quote.unit_costs.usd_per_million_output_tokens for quote in quotes
    ]
    assert [answer.before.provenance, answer.after.provenance] == [
        quote.provenance for quote in quotes
    ]


def other_release(library: Library, **frames: pl.DataFrame) -> Library:
    """The library with one release more: the newest with other rows in some tables."""
    release = library.get(NEWEST).release.with_tables(frames)
    later = replace(release, name="2026-09-30", digest="later", known_by=date(2026, 9, 30))
    return library.plus(Catalog(later))


@pytest.fixture(scope="module")
def later(library: Library) -> Library:
    """With a release of a cheaper p5, other usual use, and measurements a fifth faster."""
    frames = library.get(NEWEST).frames
    of_aws = (pl.col("provider") == "aws") & (pl.col("instance_type") == "p5.48xlarge")
    prices = frames["prices"].with_columns(
        usd_per_hour=pl.when(of_aws).then(40.0).otherwise("usd_per_hour")
    )
    assumptions = frames["assumptions"].with_columns(
        value=pl.when(pl.col("key") == "utilization_fraction.interactive")
        .then(0.5)
        .otherwise("value"),
        high=pl.when(pl.col("key") == "utilization_fraction.interactive")
        .then(0.9)
        .otherwise("high"),
    )
    measurements = frames["measurements"].with_columns(
        output_tokens_per_second=pl.when(pl.col("id").is_in(evidence(library)))
        .then(pl.col("output_tokens_per_second") * 1.2)
        .otherwise("output_tokens_per_second")
    )
    return other_release(library, prices=prices, assumptions=assumptions, measurements=measurements)


def evidence(library: Library) -> list[str]:
    """The measurements that the question rests on."""
    found = unit_costs(msgspec.convert(AWS, UnitCostQuery), library)
    return [row.id for row in found.performance.evidence]


def test_releases_move_prices_measurements_and_defaults(later: Library) -> None:
    answer = bridge(later, {}, {"catalog": "2026-09-30"}, base=AWS)
    found = effects_of(answer)

    assert found.keys() == {"prices", "measurements", "utilization_fraction.interactive"}
    assert {name: effect.kind for name, effect in found.items()} == {
        "prices": "price",
        "measurements": "throughput",
        "utilization_fraction.interactive": "use",
    }
    assert found["prices"].words == "price of p5.48xlarge"
    assert found["prices"].change < 0.0
    assert found["measurements"].words == "newer measurements"
    assert found["measurements"].change < 0.0
    faster = {
        row.to_row
        for row in found["measurements"].rows
        if row.from_row == row.to_row
        and [cell.column for cell in row.cells] == ["output_tokens_per_second"]
    }
    assert faster
    assert faster <= set(evidence(later))
    used = found["utilization_fraction.interactive"]
    assert [(row.table, row.from_row) for row in used.rows] == [
        ("assumptions", "utilization_fraction.interactive")
    ]
    assert (answer.before.provenance.catalog, answer.after.provenance.catalog) == (
        NEWEST,
        "2026-09-30",
    )


def test_mixed_prices_are_those_of_a_release_with_these_prices(later: Library) -> None:
    """The effect of prices and of evidence alone, against releases that differ in no more."""
    frames = later.get("2026-09-30").frames
    cheaper = other_release(Library([later.get(NEWEST)]), prices=frames["prices"])
    alone = bridge(cheaper, {}, {"catalog": "2026-09-30"}, base=AWS)
    whole = bridge(later, {}, {"catalog": "2026-09-30"}, base=AWS)
    fixed = {"utilization_fraction": 0.6, "measured.requests_per_second": 20.0}
    by_price = bridge(later, fixed, {**fixed, "catalog": "2026-09-30"}, base=AWS)
    also = bridge(cheaper, fixed, {**fixed, "catalog": "2026-09-30"}, base=AWS)

    assert effects_of(alone).keys() == {"prices"}
    assert effects_of(by_price).keys() == {"prices"}
    assert [by_price.from_value, by_price.to_value] == [also.from_value, also.to_value]
    assert whole.to_value != alone.to_value


def test_swapped_sides_swap_every_sign(later: Library) -> None:
    before = {"catalog": NEWEST, "utilization_fraction": 0.3}
    after = {
        "catalog": "2026-09-30",
        "deployment.precision": "bf16",
        "purchase": {"provider": "gcp", "region": "us-central1"},
    }
    there, back = (bridge(later, *sides, base=AWS) for sides in ((before, after), (after, before)))

    assert {name: -effect.change for name, effect in effects_of(back).items()} == {
        name: effect.change for name, effect in effects_of(there).items()
    }
    assert there.without_effect == back.without_effect
    assert there.change == -back.change
    assert len(there.effects) > 3


def test_provider_and_region_are_one_effect(library: Library) -> None:
    answer = bridge(
        library,
        {"purchase": {"provider": "aws", "region": "us-east-1"}},
        {"purchase": {"provider": "gcp", "region": "us-central1"}},
    )
    (effect,) = effects_of(answer).values()

    assert effect.name == "purchase.provider and purchase.region"
    assert [one.field for one in effect.fields] == ["purchase.provider", "purchase.region"]
    assert answer.warnings[0].startswith("purchase.provider and purchase.region are one effect")


def test_what_does_not_move_it_is_named(library: Library) -> None:
    answer = bridge(library, {"facility.pue_ratio": 1.1}, {"facility.pue_ratio": 1.4}, base=AWS)

    assert (answer.effects, answer.without_effect) == ((), ("facility.pue_ratio",))
    assert answer.from_value == answer.to_value


def test_the_same_question_twice_has_no_effects(library: Library) -> None:
    answer = bridge(library, {}, {})

    assert (answer.effects, answer.without_effect, answer.question_count) == ((), (), 0)


def test_fields_may_be_nested_or_dotted_and_null_takes_them_out(library: Library) -> None:
    nested = bridge(library, {"deployment": {"device_count": 4}}, {})
    dotted = bridge(library, {"deployment.device_count": 4.0}, {})
    default = bridge(library, {}, {"deployment": {"device_count": None}})

    assert nested.effects == dotted.effects
    (effect,) = default.effects
    assert [(one.from_value, one.to_value) for one in effect.fields] == [(8, None)]


@pytest.mark.parametrize(
    ("figure", "is_money"),
    [
        ("usd_per_million_tokens", True),
        ("performance.output_tokens_per_second", False),
        ("line_items.compute.usd_per_hour", True),
        ("unit_costs.usd_per_hour", True),
        ("power.facility_watts", False),
        ("device_count", False),
    ],
)
def test_any_number_of_the_answer_is_bridged(
    library: Library, figure: str, *, is_money: bool
) -> None:
    base = {**BASE, "load": {"concurrency": 16}}
    answer = bridge(library, {"deployment.device_count": 4}, {}, base=base, figure=figure)

    assert answer.from_value != answer.to_value
    assert all((effect.usd_change is not None) is is_money for effect in answer.effects)


def test_a_run_is_read_by_its_cheapest_option(library: Library) -> None:
    base = {**questions.RUN_COST, "catalog": NEWEST}
    answer = bridge(library, {}, {"tokens": 2e12}, base=base, kind="run_costs")
    asked = msgspec.convert({**base, "drivers": False}, RunCostQuery)
    cheapest = min(run_costs(asked, library).options, key=lambda option: option.paid_usd)

    assert answer.figure == "usd_mean"
    assert answer.from_value == cheapest.usd.mean
    assert answer.effects[0].name == "tokens"


def test_an_option_of_a_run_is_bridged_with_one_purchase(library: Library) -> None:
    base = {**questions.RUN_COST, "purchase": {"option": "on_demand", "provider": "aws"}}
    answer = bridge(
        library,
        {"purchase.discount_fraction": 0.1},
        {},
        base=base,
        kind="run_costs",
        figure="options.on_demand.usd.mean",
    )

    assert answer.effects[0].name == "purchases[0].discount_fraction"
    assert answer.to_value == pytest.approx(answer.from_value / 0.9, rel=0.01)


def test_a_service_is_read_by_its_total(library: Library) -> None:
    base = {**questions.TCO, "catalog": NEWEST}
    answer = bridge(
        library,
        {},
        {"traffic.requests_per_day": 8e6, "capacity.scaling": "autoscaled"},
        base=base,
        kind="tco",
    )
    quote = tco(msgspec.convert({**base, "drivers": False}, TcoQuery), library)

    assert answer.figure == "usd_total"
    assert answer.from_value == quote.totals.usd_total
    assert effects_of(answer).keys() == {"traffic.requests_per_day", "capacity.scaling"}


def test_a_month_of_a_service_and_its_draws_are_bridged(library: Library) -> None:
    base = {**questions.TCO, "catalog": NEWEST, "uncertainty": {"draws": 100}}
    for figure in ("months.2026-10.usd_total", "uncertainty.usd_total.p90"):
        answer = bridge(
            library,
            {},
            {"purchase": {"provider": "aws", "region": "us-east-1", "discount_fraction": 0.2}},
            base=base,
            kind="tco",
            figure=figure,
        )
        assert answer.to_value < answer.from_value


def test_draws_are_asked_for_in_few_sets(library: Library) -> None:
    base = {**questions.TCO, "catalog": NEWEST, "uncertainty": {"draws": 100}}
    other = {
        "traffic": {"requests_per_day": 6e6, "growth_per_month_fraction": 0.02},
        "load": {"input_tokens": 2000, "output_tokens": 300},
        "capacity": {"redundant_replicas": 2, "target_utilization_fraction": 0.5},
        "purchase.discount_fraction": 0.1,
    }
    answer = bridge(library, {}, other, base=base, kind="tco", figure="uncertainty.usd_total.p90")

    assert len(effects_of(answer)) == 5
    assert answer.question_count < 2**5 + 2 * 7
    assert answer.warnings[0].endswith("move the figure least, and are one effect")


@pytest.mark.parametrize(
    ("sides", "kind", "field", "text"),
    [
        (({"as_of": "2020-01-01"}, {}), NoPrice, "base.purchase", "`from` has no answer"),
        (
            ({}, {"deployment.device_count": 1, "deployment.precision": "bf16"}),
            DoesNotFit,
            "to.deployment.device_count",
            "`to` has no answer",
        ),
        (({"catalog": "2020"}, {}), UnknownName, "from.catalog", "no release"),
        (({}, {"as_of": "2026-02-30"}), InvalidQuery, "to.as_of", "no day|not a day"),
        (({"loads": 1}, {}), UnknownName, "from.loads", "has no field 'loads'"),
        (({}, {"load.output_token": 1}), UnknownName, "to.load.output_token", "has no field"),
        (({}, {"load": 5}), InvalidQuery, "to.load", "an object is expected"),
        (({"utilization_fraction": 40}, {}), InvalidQuery, "from.utilization_fraction", "give 0.4"),
        (
            ({"deployment.device_count": 4.5}, {}),
            InvalidQuery,
            "from.deployment.device_count",
            "whole number",
        ),
        (
            ({"load": {"output_tokens": 1}, "load.output_tokens": 2}, {}),
            InvalidQuery,
            "from",
            "given twice",
        ),
        (({}, {"deployment": None}), InvalidQuery, "to.deployment", "has no deployment"),
    ],
)
def test_a_side_without_an_answer_says_which_and_why(
    library: Library, sides: tuple[Any, Any], kind: type[Refusal], field: str, text: str
) -> None:
    with pytest.raises(kind, match=text) as refused:
        bridge(library, *sides, base=AWS)

    assert refused.value.field.startswith(field)


@pytest.mark.parametrize(
    ("figure", "kind", "nearest"),
    [
        ("usd_per_million_token", UnknownName, "usd_per_million_tokens"),
        ("output_tokens_per_second", UnknownName, "performance.output_tokens_per_second"),
        ("performance.basis", InvalidQuery, None),
        ("speculation.output_tokens_per_second", InvalidQuery, None),
    ],
)
def test_a_figure_that_no_answer_has_is_refused(
    library: Library, figure: str, kind: type[Refusal], nearest: str | None
) -> None:
    with pytest.raises(kind) as refused:
        bridge(library, {"deployment.device_count": 4}, {}, figure=figure)

    assert refused.value.field == "figure"
    assert nearest is None or nearest in refused.value.nearest


def test_a_run_without_an_option_that_has_a_price_says_so(library: Library) -> None:
    purchases = [{"option": "on_demand", "provider": "aws", "region": "us-east-1"}]
    base = {**questions.RUN_COST, "purchases": purchases, "catalog": NEWEST}
    with pytest.raises(Refusal, match="the question of `from` has no answer"):
        bridge(library, {"as_of": "2015-01-01"}, {}, base=base, kind="run_costs")


def test_whoever_leaves_ends_the_work(library: Library) -> None:
    class LeftError(Exception):
        """Nobody waits any more."""

    def leave() -> None:
        raise LeftError

    with pausing(leave), pytest.raises(LeftError):
        bridge(
            library, {"utilization_fraction": 0.31}, {"purchase.discount_fraction": 0.1}, base=AWS
        )


def test_side_that_is_priced_for_want_of_a_rental_price_says_so(library: Library) -> None:
    early = bridge(library, {"as_of": "2020-01-01"}, {"as_of": "2026-06-01"})
    late = bridge(library, {"as_of": "2026-05-01"}, {"as_of": "2026-06-01"})

    assert early.warnings[0].startswith("from: there is no rental price of h100-sxm-80gb")
    assert not any("there is no" in one for one in late.warnings)
