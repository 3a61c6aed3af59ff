from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis.strategies import floats, integers

from pricing.errors import InvalidQuery
from pricing.run_costs.query import RunCostQuery
from pricing.sweeps.axes import LONGEST_AXIS, count_of, grid_of, ranged, value_of
from pricing.sweeps.fields import Field, changed, fields_of
from pricing.sweeps.query import Range, Scalar
from pricing.sweeps.scenarios import Grid, places
from pricing.unit_costs.query import UnitCostQuery

FIELDS = fields_of(UnitCostQuery)


def grid(**axes: object) -> Grid:
    named = {name.replace("__", "."): values for name, values in axes.items()}
    return grid_of(named, FIELDS.__getitem__, lambda _: None)  # type: ignore[arg-type]


def test_axes_beyond_the_most_scenarios_are_not_laid_out() -> None:
    names = ("load.concurrency", "load.input_tokens", "load.output_tokens")
    found = []

    def find(name: str) -> Field:
        found.append(name)
        return FIELDS[name]

    def check(count: int) -> None:
        if count > 100:
            raise InvalidQuery(f"{count}", field="axes")

    with pytest.raises(InvalidQuery, match="121"):
        grid_of(dict.fromkeys(names, Range(first=1.0, last=2.0, count=11)), find, check)
    assert found == ["load.concurrency", "load.input_tokens"]


@pytest.mark.parametrize(
    ("asked", "values"),
    [
        (Range(first=1.0, last=10.0, step=4.0), [1.0, 5.0, 9.0]),
        (Range(first=0.1, last=0.3, step=0.1), [0.1, 0.2, 0.30000000000000004]),
        (Range(first=1.0, last=16.0, factor=4.0), [1.0, 4.0, 16.0]),
        (Range(first=0.0, last=1.0, count=3), [0.0, 0.5, 1.0]),
        (Range(first=2.0, last=2.0, step=1.0), [2.0]),
        (Range(first=2.0, last=2.0, factor=3.0), [2.0]),
    ],
)
def test_range_has_its_values(asked: Range, values: list[float]) -> None:
    assert ranged(FIELDS["load.input_tokens"], asked).to_list() == values


@given(first=floats(0.0, 1e6), last=floats(0.0, 1e6), count=integers(2, 30))
def test_range_by_its_count_has_both_ends(first: float, last: float, count: int) -> None:
    values = ranged(FIELDS["load.input_tokens"], Range(first=first, last=last, count=count))

    assert (len(values), values[0], values[-1]) == (count, first, last)


def test_range_of_days_goes_by_days() -> None:
    found = ranged(FIELDS["as_of"], Range(first="2026-02-27", last="2026-03-01", step=1.0))

    assert found.to_list() == ["2026-02-27", "2026-02-28", "2026-03-01"]


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("deployment.device_count", Range(first=1.0, last=4.0, step=0.5)),
        ("deployment.device_count", Range(first=0.0, last=4.0, step=1.0)),
        ("load.concurrency", Range(first=1.0, last=1e300, count=10)),
        ("load.concurrency", Range(first=0.5, last=3.0, step=0.5)),
    ],
)
def test_range_with_a_value_that_its_field_cannot_have_is_refused(name: str, asked: Range) -> None:
    with pytest.raises(InvalidQuery, match="is not a"):
        grid_of({name: asked}, FIELDS.__getitem__, lambda _: None)


@given(first=floats(0.0, 1e6), width=floats(0.0, 1e5), step=floats(1.0, 1e6))
def test_scenarios_are_counted_as_they_are_laid_out(
    first: float, width: float, step: float
) -> None:
    ranges = {
        "load.input_tokens": Range(first=first + 1, last=first + 1 + width, step=step),
        "load.output_tokens": Range(first=1.0 + first, last=width + first + 1, factor=1.0 + step),
    }
    laid_out = [len(ranged(FIELDS[name], given)) for name, given in ranges.items()]

    axes: dict[str, Range | Sequence[Scalar]] = {**ranges, "deployment.device": ("a", "b")}
    assert count_of(axes, FIELDS.__getitem__, lambda _: None) == 2 * laid_out[0] * laid_out[1]


@pytest.mark.parametrize(
    "asked",
    [
        Range(first=1.0, last=2.0),
        Range(first=1.0, last=2.0, step=1.0, count=2),
        Range(first=2.0, last=1.0, step=1.0),
        Range(first=0.0, last=1.0, factor=2.0),
        Range(first=0.0, last=1e8, step=1e-3),
        Range(first=0.0, last=1e308, step=1e-300),
        Range(first=1e-300, last=1e300, factor=2.0),
        Range(first="2026-01-01", last="2026-02-01", step=1.0),
    ],
)
def test_range_without_an_end_or_a_meaning_is_refused(asked: Range) -> None:
    with pytest.raises(InvalidQuery):
        ranged(FIELDS["load.input_tokens"], asked)


def test_range_of_names_is_refused() -> None:
    with pytest.raises(InvalidQuery, match="list its values"):
        ranged(FIELDS["deployment.device"], Range(first=1.0, last=2.0, step=1.0))


@pytest.mark.parametrize(
    "axes",
    [
        {"load__concurrency": (0.5,)},
        {"load__concurrency": ("8",)},
        {"load__concurrency": (True,)},
        {"deployment__device_count": (1.5,)},
        {"deployment__device": (8.0,)},
        {"load__concurrency": ()},
        {"model": ("a",), "model__layers": (8.0,)},
    ],
)
def test_value_that_a_field_cannot_have_is_refused(axes: dict[str, object]) -> None:
    with pytest.raises(InvalidQuery):
        grid(**axes)


def test_last_axis_changes_fastest() -> None:
    found = grid(deployment__device=("a", "b"), load__concurrency=(1.0, None))

    assert found.count == 4
    assert [found.take(places(0, 1)).to_dicts()[0], found.names] == [
        {"deployment.device": "a", "load.concurrency": 1.0},
        ("deployment.device", "load.concurrency"),
    ]


def test_null_leaves_a_field_out() -> None:
    base = {"load": {"input_tokens": 10, "concurrency": 4}}

    assert changed(base, {"load.concurrency": None}) == {"load": {"input_tokens": 10}}


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("flash_attention", 1.0, "is not true or false"),
        ("flash_attention", "true", "is not true or false"),
        ("epochs", 1e9, r"1e\+09 is not a number up to 1e\+06"),
        ("mfu_fraction", 40.0, "if 40 is a percentage, give 0.4"),
    ],
)
def test_refused_value_is_told_what_would_do(name: str, value: Scalar, rule: str) -> None:
    field = fields_of(RunCostQuery)[name]

    with pytest.raises(InvalidQuery, match=rule):
        value_of(field, value, name)


def test_value_at_its_bound_is_one_that_a_field_can_have() -> None:
    assert grid(utilization_fraction=(1e-4, 1.0)).count == 2


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("name", ["load.input_tokens", "measured.watts_per_device"])
def test_number_that_is_not_finite_is_no_value(name: str, value: float) -> None:
    with pytest.raises(InvalidQuery):
        value_of(FIELDS[name], value, name)


def test_axis_has_a_longest_length() -> None:
    longest = Range(first=1.0, last=2.0, count=LONGEST_AXIS)

    assert grid(load__concurrency=longest).count == LONGEST_AXIS
    with pytest.raises(InvalidQuery, match="1000000 values"):
        grid(load__concurrency=[*ranged(FIELDS["load.concurrency"], longest), 2.0])
