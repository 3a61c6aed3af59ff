import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, UnknownName
from pricing.quote.context import QuoteContext
from tests.questions import unit_cost


def test_day_left_out_is_the_last_that_the_release_knows(library: Library) -> None:
    context = QuoteContext.open(library, catalog="2026-05-31", as_of=None)

    assert context.as_of == "2026-05-31"
    assert context.warnings == ()


def test_day_after_the_release_is_warned_of(library: Library) -> None:
    context = QuoteContext.open(library, catalog="2026-05-31", as_of="2026-06-01")

    assert ["assumed to stay in force" in warning for warning in context.warnings] == [True]


@pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0000-01-01"])
def test_day_that_the_calendar_lacks_is_refused(library: Library, day: str) -> None:
    with pytest.raises(InvalidQuery, match="is not a day of the calendar") as caught:
        QuoteContext.open(library, catalog=None, as_of=day)

    assert caught.value.field == "as_of"


def test_unknown_release_is_refused(library: Library) -> None:
    with pytest.raises(UnknownName):
        QuoteContext.open(library, catalog="2020-01-01", as_of=None)


def test_default_is_listed_once_in_order_of_first_use(library: Library) -> None:
    context = QuoteContext.open(library, catalog=None, as_of=None)
    for key in ("utilization_fraction.batch", "facility.pue_ratio", "utilization_fraction.batch"):
        context.assume(key)

    assert [assumption.key for assumption in context.assumptions] == [
        "utilization_fraction.batch",
        "facility.pue_ratio",
    ]


def test_provenance_determines_the_answer(library: Library) -> None:
    context = QuoteContext.open(library, catalog="2026-05-31", as_of="2026-01-01")
    provenance = context.provenance(unit_cost())

    assert (provenance.catalog, provenance.as_of) == ("2026-05-31", "2026-01-01")
    assert provenance.catalog_digest == library.get("2026-05-31").digest


def test_digest_differs_between_queries(library: Library) -> None:
    context = QuoteContext.open(library, catalog=None, as_of=None)
    digests = {
        context.provenance(unit_cost(changes)).query_digest
        for changes in ({}, {"load.concurrency": 1.0}, {"load.concurrency": 2.0}, {})
    }

    assert len(digests) == 3


def test_ambiguous_device_name_is_warned_of(library: Library) -> None:
    context = QuoteContext.open(library, catalog=None, as_of=None)
    named = [context.device(name, field="device").name for name in ("V100", "l4", "V100")]

    assert named == ["v100-sxm2-16gb", "l4", "v100-sxm2-16gb"]
    assert context.warnings == (
        "V100 is read as v100-sxm2-16gb: it may also mean v100-pcie-16gb or v100-sxm2-32gb",
    )


def test_remarks_follow_warnings(library: Library) -> None:
    other = QuoteContext.open(library, catalog="2026-05-31", as_of=None)
    for text in ("read so", "beware", "read so"):
        (other.warn if text == "beware" else other.warn_last)(text)
    context = QuoteContext.open(library, catalog="2026-05-31", as_of=None)
    context.warn_last("taken so")
    context.merge(other.snapshot)
    context.warn("mind")

    assert context.warnings == ("beware", "mind", "taken so", "read so")


def test_default_is_listed_if_no_value_is_given(library: Library) -> None:
    context = QuoteContext.open(library, catalog="2026-05-31", as_of=None)
    given = context.given_or(0.0, "facility.pue_ratio")
    default = context.given_or(None, "utilization_fraction.batch")

    assert given == 0.0
    assert [(one.key, one.value) for one in context.assumptions] == [
        ("utilization_fraction.batch", default)
    ]


def test_missing_default_is_refused_at_the_field_that_can_give_it(library: Library) -> None:
    context = QuoteContext.open(library, catalog="2026-05-31", as_of=None)
    with pytest.raises(InvalidQuery, match=r"2026-05-31 has no assumption no\.such") as error:
        context.given_or(None, "no.such", field="facility.pue_ratio")

    assert error.value.field == "facility.pue_ratio"


def test_unpublished_power_is_listed_with_its_range(library: Library) -> None:
    context = QuoteContext.open(library, catalog=None, as_of=None)
    for name in ("tpu-v5p", "h100-sxm-80gb"):
        context.assume_tdp(context.catalog.devices[name])

    (listed,) = context.assumptions
    device = context.catalog.devices["tpu-v5p"]
    assert (listed.low, listed.value, listed.high) == (
        device.tdp_low_watts,
        device.tdp_watts,
        device.tdp_high_watts,
    )


@pytest.mark.parametrize(
    ("name", "is_told"),
    [("DGX H100", True), ("GB200 NVL72", True), ("NVIDIA DGX Spark", False), ("h100 sxm", False)],
)
def test_system_read_as_one_of_its_devices_is_warned_of(
    library: Library, name: str, *, is_told: bool
) -> None:
    context = QuoteContext.open(library, catalog=None, as_of=None)

    context.device(name, field="deployment.device")

    assert any("is read as one of its devices" in told for told in context.warnings) == is_told
