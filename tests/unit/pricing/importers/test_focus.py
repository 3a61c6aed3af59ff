"""Bills of FOCUS give back the prices that made them."""

import csv
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.errors import CatalogError
from pricing.importers.prices import focus
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost
from tests.unit.pricing.importers.conftest import Import

SAMPLES = Path(__file__).parent / "samples" / "focus"
NAMES = ("focus/focus_1_0_sample.csv", "focus/focus_1_2_sample.csv")


def card(overlay: Path) -> dict[str, tuple[str, str, str, str]]:
    """Price, list price, first and last day of each option."""
    rows = csv.DictReader((overlay / "rate_card_focus.csv").read_text().splitlines())
    names = ("usd_per_instance_hour", "list_usd_per_instance_hour", "valid_from", "valid_to")
    return {row["option"]: tuple(row[name] for name in names) for row in rows}  # type: ignore[misc]


def later(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The bill of the next month, with other words."""
    text = (SAMPLES / "focus_1_0_sample.csv").read_text()
    for old, new in (("2025-08-01T", "2025-09-01T"), ("2025-07-01T", "2025-08-01T"), *changes):
        text = text.replace(old, new)
    path = tmp_path / "august.csv"
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", NAMES)
def test_bill_gives_back_the_prices_that_made_it(
    importing: Import, overlay: Path, name: str
) -> None:
    report = importing("focus", name)

    assert card(overlay) == {
        "on_demand": ("55.04", "55.04", "2025-07-01", "2025-07-31"),
        "reserved_1y": ("44.5", "55.04", "2025-07-01", ""),
        "spot": ("18.734", "55.04", "2025-07-01", "2025-07-31"),
    }
    assert (report.row_count, report.line_count, report.mapped) == (4, 3, 3)


def test_use_of_commitments_and_the_rest_are_summed_up(importing: Import) -> None:
    report = importing("focus", NAMES[1])

    # 44.5 USD were used, and 12 were not
    assert report.remarks[0].endswith("56.50 USD of effective cost, 78.8% of it used")
    assert report.remarks[1] == "the rest: 1 rows, 12.00 USD of effective cost"


def test_second_import_changes_nothing(importing: Import, overlay: Path) -> None:
    importing("focus", *NAMES[:1])
    before = (overlay / "rate_card_focus.csv").read_bytes()

    report = importing("focus", *NAMES[:1])

    assert (report.counts["new"], report.counts["changed"], report.counts["unchanged"]) == (0, 0, 3)
    assert (overlay / "rate_card_focus.csv").read_bytes() == before


def test_later_bill_goes_on_or_changes(importing: Import, overlay: Path, tmp_path: Path) -> None:
    importing("focus", NAMES[0])

    report = importing("focus", later(tmp_path, (",44.5,", ",41.5,")))

    assert report.counts["new"] == 1
    rows = csv.DictReader((overlay / "rate_card_focus.csv").read_text().splitlines())
    told = [
        (row["option"], row["usd_per_instance_hour"], row["valid_from"], row["valid_to"])
        for row in rows
    ]
    assert told == [
        ("on_demand", "55.04", "2025-07-01", "2025-08-31"),
        ("reserved_1y", "44.5", "2025-07-01", "2025-07-31"),
        ("reserved_1y", "41.5", "2025-08-01", ""),
        ("spot", "18.734", "2025-07-01", "2025-08-31"),
    ]


def test_answer_has_the_price_of_the_bill(
    importing: Import, overlay: Path, library: Library
) -> None:
    importing("focus", NAMES[0])
    catalog = library.read(overlay)
    asked = {"catalog": catalog.name, "purchase.provider": "aws", "as_of": "2025-07-15"}

    answer = unit_costs(
        unit_cost(asked | {"purchase.option": "reserved_1y"}), library.plus(catalog)
    )

    assert answer.price.usd_per_device_hour == 44.5 / 8
    assert answer.price.list_usd_per_device_hour == 55.04 / 8


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ((",USD,2025", ",EUR,2025"), "its currency is EUR"),
        ((",Hours,55.04", ",Hours,55.04"), None),
        (("1y-compute", "compute"), "the term of its commitment is not told"),
        ((",Dynamic,", ",Other,"), "its pricing category is Other"),
    ],
)
def test_charge_that_is_no_price_is_counted(
    importing: Import, tmp_path: Path, change: tuple[str, str], reason: str | None
) -> None:
    report = importing("focus", later(tmp_path, change))

    assert any(why.startswith(reason) for why in report.left_out) if reason else not report.left_out


def test_charge_of_an_unknown_device_is_told_by_its_device(
    importing: Import, tmp_path: Path
) -> None:
    text = (SAMPLES / "focus_1_2_sample.csv").read_text()
    path = tmp_path / "bill.csv"
    path.write_text(text.replace("p5.48xlarge", "x9.48xlarge").replace('""H100""', '""Z999""'))

    reasons = importing("focus", path).left_out

    assert len(reasons) == 1
    assert "Z999" in next(iter(reasons))


def test_azure_meter_names_the_size_with_spaces(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    text = (SAMPLES / "focus_1_0_sample.csv").read_text().splitlines()[:2]
    for old, new in (
        ("$55.04 per On Demand Linux p5.48xlarge Instance Hour", "ND96isr H100 v5"),
        (",AWS,", ",Microsoft,"),
        ("us-east-1,", "eastus,"),
        ("55.04", "88.4"),
    ):
        text[1] = text[1].replace(old, new)
    path = tmp_path / "azure.csv"
    path.write_text("\n".join(text))

    assert importing("focus", path).mapped == 1
    assert (
        "azure,eastus,Standard_ND96isr_H100_v5,h100-sxm-80gb,8,on_demand,88.4"
        in (overlay / "rate_card_focus.csv").read_text()
    )


def test_parquet_is_read_too(importing: Import, overlay: Path, tmp_path: Path) -> None:

    path = tmp_path / "bill.parquet"
    pl.read_csv(SAMPLES / "focus_1_2_sample.csv", try_parse_dates=True).write_parquet(path)

    assert importing("focus", path).mapped == 3
    assert card(overlay)["spot"][2] == date(2025, 7, 1).isoformat()


def test_empty_cells_of_databases_and_gpus_without_an_instance(
    importing: Import, tmp_path: Path
) -> None:
    frame = pl.read_csv(SAMPLES / "focus_1_0_sample.csv", infer_schema=False)
    gpu = frame[:1].with_columns(
        ProviderName=pl.lit("Oracle"), ChargeDescription=pl.lit("OCI - Compute - GPU - H100")
    )
    azure = frame[:1].with_columns(
        ProviderName=pl.lit("Microsoft"), ChargeDescription=pl.lit("VM - ND96isrH100v5 - US East")
    )
    path = tmp_path / "bill.csv"
    pl.concat([frame, gpu, azure]).write_csv(path, null_value="NULL")

    report = importing("focus", path)

    assert (report.line_count, report.mapped) == (5, 4)
    assert report.left_out == {focus.NO_INSTANCE: 1}
    assert not any("NULL" in remark for remark in report.remarks)


def test_other_file_is_refused(importing: Import, tmp_path: Path) -> None:
    path = tmp_path / "bill.csv"
    path.write_text("a,b\n1,2\n")

    with pytest.raises(CatalogError, match="no bill of FOCUS: missing columns: ProviderName"):
        importing("focus", path)


def test_several_prices_of_a_day_are_their_mean_by_hours_each_time(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = tmp_path / "two_accounts.csv"
    header, *lines = (SAMPLES / "focus_1_0_sample.csv").read_text().splitlines()
    standard = next(line for line in lines if ",Standard," in line)
    path.write_text("\n".join((header, *lines, standard.replace("55.04", "50.04"))) + "\n")

    importing("focus", path)
    again = importing("focus", path)

    assert card(overlay)["on_demand"][0] == "52.54"
    assert (again.counts["new"], again.counts["changed"]) == (0, 0)


def test_cell_that_is_no_number_is_refused_with_its_line(importing: Import, tmp_path: Path) -> None:
    text = (SAMPLES / "focus_1_0_sample.csv").read_text()
    path = tmp_path / "bill.csv"
    path.write_text(text.replace("Standard,1,Hours", "Standard,1;5,Hours"))

    with pytest.raises(CatalogError, match=r"line 2: .*PricingQuantity.* is no number"):
        importing("focus", path)
