"""SkyPilot catalogues: parts of real files of seven clouds, and what becomes of their rows."""

import csv
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import CatalogError
from pricing.importers.importing import import_files
from pricing.importers.prices import skypilot
from pricing.importers.readings import Asked
from pricing.importers.report import Report
from tests.unit.pricing.importers.conftest import Import

SAMPLES = Path(__file__).parent / "samples" / "skypilot"
DAY, LATER = date(2026, 8, 20), date(2026, 9, 3)


@pytest.fixture
def importing(overlay: Path, library: Library) -> Import:
    """Imports catalogues of clouds, or files, on a day."""

    def run(*clouds: str | Path, day: date = DAY, **more: Any) -> Report:
        files = [SAMPLES / one / "vms.csv" if isinstance(one, str) else one for one in clouds]
        return import_files("skypilot", files, overlay, library, today=day, observed=day, **more)

    return run


def rows(overlay: Path) -> list[dict[str, str]]:
    path = overlay / "prices.csv"
    return list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []


def told(overlay: Path, **cells: str) -> list[tuple[str, str, str, str]]:
    """Option, first and last day, and price of rows with some cells."""
    return [
        (row["option"], row["effective_from"], row["effective_to"], row["usd_per_hour"])
        for row in rows(overlay)
        if all(row[name] == value for name, value in cells.items())
    ]


@pytest.mark.parametrize(
    ("cloud", "mapped", "left_out"),
    [
        ("lambda", 23, 0),
        ("vast", 28, 3),
        ("azure", 17, 0),
        ("gcp", 52, 15),
        ("nebius", 4, 0),
        ("runpod", 4, 0),
    ],
)
def test_every_row_of_an_accelerator_is_mapped_or_counted(
    importing: Import, cloud: str, mapped: int, left_out: int
) -> None:
    report = importing(cloud)

    assert (report.mapped, sum(report.left_out.values())) == (mapped, left_out)
    assert report.line_count == mapped + left_out


def test_names_of_instances_tell_form_factor_and_kin(importing: Import, overlay: Path) -> None:
    importing("vast")

    devices = {(row["instance_type"], row["region"]): row["device"] for row in rows(overlay)}
    assert devices["1x-H100_NVL-32-65536", "Bulgaria, BG, EU"] == "h100-nvl-94gb"
    assert devices["1x-H100_SXM-32-65536", "Florida, US, NA"] == "h100-sxm-80gb"
    assert devices["1x-A100_SXM4-32-65536", "Czechia, CZ, EU"] == "a100-sxm-80gb"
    assert devices["1x-A100_SXM4-32-65536", "Georgia, US, NA"] == "a100-sxm-40gb"
    assert devices["2x-A100_SXM4-32-65536", "Montana, US, NA"] == "a100-sxm-80gb"
    assert "rtx-4060-ti" in devices.values()
    assert "rtx-4070-ti-super" in devices.values()
    assert "rtx-4060" not in devices.values()
    assert devices["1x-RTX_PRO_6000_S-32-65536", "New York, US, NA"] == "rtx-pro-6000-se"


def test_name_that_fits_two_devices_is_left_out(importing: Import) -> None:
    report = importing("vast")

    assert report.left_out == {"'V100' may be v100-pcie-16gb or v100-sxm2-16gb": 3}


def test_google_machines_cost_host_and_accelerators(importing: Import, overlay: Path) -> None:
    report = importing("gcp")

    # by hand from the file: host and eight accelerators of us-central1-a are two rows
    source = csv.DictReader((SAMPLES / "gcp" / "vms.csv").read_text().splitlines())
    parts = [
        row
        for row in source
        if row["AvailabilityZone"] == "us-central1-a"
        and (
            row["InstanceType"] == "a3-megagpu-8g"
            or (row["AcceleratorName"], row["AcceleratorCount"]) == ("H100-MEGA", "8")
        )
    ]
    assert len(parts) == 2
    whole = sum(float(part["Price"]) for part in parts)
    assert whole == pytest.approx(92.21427)
    known = told(overlay, instance_type="a3-megagpu-8g", region="us-central1", option="on_demand")
    assert known == [("on_demand", "2026-08-20", "", "92.21427")]
    assert report.left_out["T4 is attached to a host of the buyer's choice"] == 3
    assert report.left_out["no device is called 'TPU-v2'"] == 5


def test_tpu_names_count_cores_or_chips(library: Library) -> None:
    asked = Asked(library.newest, DAY, "gcp")
    offers = skypilot.read(SAMPLES / "gcp" / "vms.csv", asked).offers

    counts = {offer.instance_type: offer.count for offer in offers}
    assert counts["tpu-v5p-8"] == 4
    assert counts["tpu-v5litepod-8"] == 8


def test_price_of_the_scheduler_is_no_on_demand_price(importing: Import, overlay: Path) -> None:
    report = importing("gcp")

    # us-central1 has 4.20 USD an H100-hour, where us-east4 has 9.80
    reason = "an on-demand price that is one of the Dynamic Workload Scheduler by its height"
    assert reason in report.left_out_prices
    assert reason in report.left_out
    here = {"region": "us-central1", "option": "on_demand"}
    assert told(overlay, instance_type="a3-highgpu-8g", **here) == []
    assert told(overlay, instance_type="a2-ultragpu-1g", **here) == []


def test_spot_price_that_saves_nothing_is_no_spot_price(importing: Import, overlay: Path) -> None:
    report = importing("runpod")

    assert report.left_out_prices == {"a spot price that is the on-demand price told again": 4}
    assert told(overlay, region="IN", instance_type="2x_A100-80GB_SECURE") == [
        ("on_demand", "2026-08-20", "", "2.78")
    ]


def test_file_without_prices_ends_none(importing: Import, overlay: Path, tmp_path: Path) -> None:
    importing("lambda")
    before = (overlay / "prices.csv").read_bytes()
    empty = tmp_path / "lambda" / "vms.csv"
    empty.parent.mkdir()
    empty.write_text((SAMPLES / "lambda/vms.csv").read_text().splitlines()[0] + "\n")

    report = importing(empty, day=LATER)

    assert report.counts["ended"] == 0
    assert report.remarks == ["no price is in the file: none is ended by it"]
    assert (overlay / "prices.csv").read_bytes() == before


def test_fractions_are_those_of_the_tables(importing: Import, overlay: Path) -> None:
    importing("azure")

    assert all(
        row["device_count"] == "0.125"
        for row in rows(overlay)
        if row["instance_type"] == "Standard_NV4as_v4"
    )


def test_second_import_changes_nothing(importing: Import, overlay: Path) -> None:
    importing("lambda", "nebius", "vast")
    before = (overlay / "prices.csv").read_bytes()

    report = importing("lambda", "nebius", "vast", day=LATER)

    assert report.counts["new"] + report.counts["changed"] + report.counts["ended"] == 0
    assert (overlay / "prices.csv").read_bytes() == before


def test_dry_run_writes_nothing(importing: Import, overlay: Path) -> None:
    report = importing("lambda", is_dry=True)

    assert report.counts["new"] == 23
    assert not (overlay / "prices.csv").exists()


def test_later_file_makes_dated_changes(importing: Import, overlay: Path, tmp_path: Path) -> None:
    importing("vast")
    later = tmp_path / "vast" / "vms.csv"
    later.parent.mkdir()
    text = (SAMPLES / "vast" / "vms.csv").read_text()
    text = text.replace(",1.80,0.00,", ",1.95,0.00,")
    kept = [line for line in text.splitlines() if not line.startswith("1x-H100_NVL")]
    later.write_text("\n".join(kept) + "\n")

    report = importing(later, day=LATER)

    assert (report.counts["new"], report.counts["changed"], report.counts["ended"]) == (0, 1, 1)
    assert told(overlay, instance_type="1x-H100_SXM-32-65536") == [
        ("on_demand", "2026-08-20", "2026-09-03", "1.8"),
        ("on_demand", "2026-09-03", "", "1.95"),
    ]
    assert told(overlay, instance_type="1x-H100_NVL-32-65536") == [
        ("on_demand", "2026-08-20", "2026-09-03", "1.98")
    ]


def test_regions_take_the_place_of_a_price_for_all(importing: Import, overlay: Path) -> None:
    importing("lambda")

    ended = told(overlay, region="global", instance_type="gpu_1x_gh200")
    assert [(option, end) for option, _, end, _ in ended] == [("on_demand", "2026-08-20")]


def test_rows_say_source_and_day_and_the_overlay_knows_it(
    importing: Import, overlay: Path, library: Library
) -> None:
    importing("runpod")

    (row,) = [row for row in rows(overlay) if row["instance_type"] == "4x_L4_SECURE"]
    assert row["source"] == "SkyPilot catalogue of runpod (runpod/vms.csv), 2026-08-20"
    assert library.read(overlay).known_by == DAY


def test_other_rows_of_the_overlay_stay_as_they_are_written(
    importing: Import, overlay: Path
) -> None:
    mine = "provider,region,instance_type,option,effective_from,usd_per_hour,device,device_count\n"
    (overlay / "prices.csv").write_text(
        f"{mine}acme,berlin,rack,on_demand,2026-01-01,16.50,h100-sxm-80gb,8\n"
    )

    importing("lambda")

    (row,) = [row for row in rows(overlay) if row["provider"] == "acme"]
    assert (row["usd_per_hour"], row["source"]) == ("16.50", "")


def test_file_without_a_provider_or_of_another_format_is_refused(
    importing: Import, tmp_path: Path
) -> None:
    orphan = tmp_path / "1" / "prices_of_may.csv"
    orphan.parent.mkdir()
    shutil.copyfile(SAMPLES / "nebius" / "vms.csv", orphan)
    with pytest.raises(CatalogError, match="--provider aws"):
        importing(orphan)
    assert importing(orphan, provider="nebius").mapped == 4

    orphan.write_text("a,b\n1,2\n")
    with pytest.raises(CatalogError, match="no SkyPilot catalogue: missing columns: InstanceType"):
        importing(orphan)


HEADER = "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,GpuInfo\n"


@pytest.mark.parametrize(
    ("provider", "row", "read"),
    [
        # Verda's catalogue writes what a device has as JSON.
        (
            "verda",
            '1V100.6V,V100,1.0,0.14,,F,"{""Gpus"": [{""SizeInMiB"": 32768}]}"',
            "v100-sxm2-32gb",
        ),
        ("cudo", "intel-a100-pci_1x2v4gb,A100,1,1.4,,us,{'SizeInMiB': 81920}", "a100-pcie-80gb"),
        ("seeweb", "ECS1GPU7,L40S 48 GB,1,1.25,,it,{'SizeInMiB': 0}", "l40s"),
        ("seeweb", "ECS9,B200 192GB,1,1.25,,it,", "b200-sxm"),
        ("shadeform", "massedcompute_RTX6000Adax4,RTX6000Ada,4,3.88,,us,", "rtx-6000-ada"),
    ],
)
def test_device_is_known_however_a_cloud_writes_it(
    importing: Import, overlay: Path, tmp_path: Path, provider: str, row: str, read: str
) -> None:
    path = tmp_path / "vms.csv"
    path.write_text(HEADER + row + "\n")
    importing(path, provider=provider)

    assert [found["device"] for found in rows(overlay)] == [read]


def test_name_with_another_memory_than_its_device_is_left_out(
    importing: Import, tmp_path: Path
) -> None:
    path = tmp_path / "vms.csv"
    path.write_text(HEADER + "ECS9,B200 80GB,1,1.25,,it,\n")

    assert importing(path, provider="seeweb").mapped == 0


def test_price_of_a_provider_that_sells_by_bids_is_no_on_demand_price(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = tmp_path / "vms.csv"
    path.write_text(HEADER + "h100-80gb.sxm.8x,H100,8,8.0,8.0,us-central2-a,{'SizeInMiB': 81920}\n")
    importing(path, provider="mithril")

    assert told(overlay, provider="mithril") == [("spot", str(DAY), "", "8")]


def test_device_of_a_broker_is_what_the_cloud_behind_it_says(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    info = "{'SizeInMiB': 81920}"
    path = tmp_path / "vms.csv"
    lines = (
        f"oblivus__1xA100_80GB__28__120,A100-80GB,1,1.48,,CA,{info},A100_PCIE_80GB",
        f"oblivus__8xA100_80GB__252__1920,A100-80GB,1,1.48,,CA,{info},gpu_8x_a100_80gb_sxm4",
        f"oblivus__4xA100_80GB__28__120,A100-80GB,1,1.48,,CA,{info},n3-A100x1",
    )
    path.write_text("\n".join((HEADER.strip() + ",UpstreamCloudId", *lines)) + "\n")
    report = importing(path, provider="primeintellect")

    found = {row["instance_type"][:12]: row["device"] for row in rows(overlay)}
    assert found == {"oblivus__1xA": "a100-pcie-80gb", "oblivus__8xA": "a100-sxm-80gb"}
    assert list(report.left_out) == ["'A100-80GB' may be a100-pcie-80gb or a100-sxm-80gb"]
