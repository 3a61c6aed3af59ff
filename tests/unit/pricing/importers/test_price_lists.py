"""Price lists of providers and catalogues of tools: what becomes of samples, by hand."""

import csv
import json
from pathlib import Path

import pytest

from pricing.errors import CatalogError
from pricing.importers.readings import Told
from tests.unit.pricing.importers.conftest import Import

P5 = "p5.48xlarge"
ND = "Standard_ND96isr_H100_v5"


def told(overlay: Path, instance_type: str, region: str = "us-east-1") -> dict[str, float]:
    """The last price of each option of an instance in a region."""
    path = overlay / "prices.csv"
    rows = csv.DictReader(path.read_text().splitlines()) if path.exists() else ()
    return {
        row["option"]: float(row["usd_per_hour"])
        for row in sorted(rows, key=lambda row: row["effective_from"])
        if (row["instance_type"], row["region"]) == (instance_type, region)
    }


@pytest.mark.parametrize(
    "name", ["aws_offer_AmazonEC2_us-east-1.json", "aws_query_api_get_products.json"]
)
def test_aws_terms_without_upfront_are_reserved_prices(
    importing: Import, overlay: Path, name: str
) -> None:
    report = importing("aws-offers", f"aws/{name}")

    assert told(overlay, P5) == {"reserved_1y": 41.61, "reserved_3y": 29.94}
    assert report.counts["unchanged"] == 1  # 55.04 on demand is in the tables


@pytest.mark.parametrize("is_answer", [False, True])
def test_aws_savings_plan_over_all_compute_is_an_option(
    importing: Import, overlay: Path, tmp_path: Path, *, is_answer: bool
) -> None:
    rate = {"rate": "44.5", "unit": "Hrs", "usageType": f"USE1-BoxUsage:{P5}"}
    told_of = {"productDescription": "Linux/UNIX", "region": "us-east-1", "instanceType": P5}
    plan = {"durationSeconds": 31536000, "planDescription": "1 year No Upfront Compute"}
    properties = [{"name": name, "value": value} for name, value in told_of.items()]
    content: dict[str, object] = {
        "searchResults": [{"savingsPlanOffering": plan, "properties": properties, **rate}]
    }
    if not is_answer:
        rates = [
            {
                "discountedRate": {"price": price, "currency": "USD"},
                "discountedUsageType": usage,
                "discountedOperation": "RunInstances",
                "discountedRegionCode": "us-east-1",
                "discountedInstanceType": P5,
            }
            for price, usage in (("44.5", f"BoxUsage:{P5}"), ("50", f"DedicatedUsage:{P5}"))
        ]
        terms = {"sku": "A", "description": plan["planDescription"], "rates": rates}
        terms["leaseContractLength"] = {"duration": 1, "unit": "year"}
        content = {"products": [], "terms": {"savingsPlan": [terms]}}
    path = tmp_path / "plans.json"
    path.write_text(json.dumps(content, separators=(",", ":")))

    report = importing("aws-offers", path)

    assert told(overlay, P5) == {"savings_plan_1y": 44.5}
    assert report.left_out.total() == (0 if is_answer else 1)


def test_aws_capacity_that_is_reserved_and_unused_is_no_price(importing: Import) -> None:
    report = importing("aws-offers", "aws/aws_offer_AmazonEC2_us-east-1.json")

    assert report.left_out == {"capacitystatus is UnusedCapacityReservation": 1}
    assert str(report.observed) == "2025-06-05"


def test_aws_upfront_is_spread_over_the_term(importing: Import, overlay: Path) -> None:
    importing("aws-offers", "aws/aws_offer_AmazonEC2_us-east-1.csv")

    # 690,500 USD for three years of 8,760 hours
    assert told(overlay, P5) == {"reserved_3y": pytest.approx(690_500 / (3 * 8760), abs=1e-6)}


def test_aws_instance_without_a_known_device_is_left_out(importing: Import, tmp_path: Path) -> None:
    text = (Path(__file__).parent / "samples/aws/aws_offer_AmazonEC2_us-east-1.json").read_text()
    other = tmp_path / "offer.json"
    other.write_text(text.replace(P5, "p9.48xlarge"))

    report = importing("aws-offers", other)

    assert report.left_out["which device p9.48xlarge has is not known"] == 1


def test_last_spot_price_of_each_zone_counts(importing: Import, overlay: Path) -> None:
    report = importing("aws-spot", "aws/aws_describe_spot_price_history.json")

    assert told(overlay, P5) == {"spot": 16.9508}  # the lower one of 16.9508 and 18.734
    assert report.left_out == {
        "its zone has a later price": 1,
        "a spot price that is the on-demand price told again": 1,
    }


def test_azure_meters_are_options(importing: Import, overlay: Path) -> None:
    report = importing("azure-retail", "azure/azure_retail_prices.json")

    prices = told(overlay, ND, "eastus")
    assert prices["spot"] == 19.664
    assert (prices["savings_plan_1y"], prices["savings_plan_3y"]) == (68.824, 45.2272)
    assert prices["reserved_1y"] == pytest.approx(551_000 / 8760, abs=1e-6)
    assert prices["reserved_3y"] == pytest.approx(1_135_000 / (3 * 8760), abs=1e-6)
    assert told(overlay, ND, "westus3") == {"on_demand": 90.0}
    assert report.left_out == {
        "it is of Windows": 1,
        "its type is DevTestConsumption": 1,
        "it has ended": 1,
    }


def test_azure_change_is_dated_as_it_was_announced(importing: Import, overlay: Path) -> None:
    importing("azure-retail", "azure/azure_retail_prices.json")

    rows = csv.DictReader((overlay / "prices.csv").read_text().splitlines())
    (row,) = [row for row in rows if row["usd_per_hour"] == "90"]
    assert (row["effective_from"], row["date_quality"]) == ("2026-07-01", "announced")


def test_google_machine_is_the_sum_of_its_skus(importing: Import, overlay: Path) -> None:
    report = importing("gcp-skus", "gcp/gcp_compute_skus.json")

    # 8 × 9.796550959 + 208 × 0.029192 + 1,872 × 0.002543
    assert told(overlay, "a3-highgpu-8g", "us-central1")["on_demand"] == pytest.approx(89.20484)
    assert report.left_out == {"no cores and memory of its machines are in the file": 3}


def test_google_scheduler_has_options_of_its_own(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    page = json.loads((Path(__file__).parent / "samples/gcp/gcp_compute_skus.json").read_text())
    sliced = "A4 Nvidia B200 (1 gpu slice) attached to DWS Defined Duration VMs in Americas"
    page["skus"][0]["description"] = sliced
    path = tmp_path / "skus.json"
    path.write_text(json.dumps(page))

    importing("gcp-skus", path)

    assert told(overlay, "a4-highgpu-8g", "us-central1") == {
        "dws_flex_start": pytest.approx(8 * 9.796551, abs=1e-5)
    }


def test_google_slices_are_whole_machines_and_spot_is_what_its_name_says(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    page = json.loads((Path(__file__).parent / "samples/gcp/gcp_compute_skus.json").read_text())
    slice_ = page["skus"][0]  # 9.796550959 USD on demand
    other = json.loads(json.dumps(slice_))
    slice_["description"] = "A4 Nvidia B200 (1 gpu slice) running in Americas"
    other["description"] = f"Spot Preemptible {slice_['description']}"
    other["pricingInfo"][0]["pricingExpression"]["tieredRates"][0]["unitPrice"]["units"] = "4"
    path = tmp_path / "skus.json"
    path.write_text(json.dumps({"skus": [slice_, other]}))

    importing("gcp-skus", path)

    prices = told(overlay, "a4-highgpu-8g", "us-central1")
    assert prices == {
        "on_demand": pytest.approx(8 * 9.796551, abs=1e-5),
        "spot": pytest.approx(8 * 4.796551, abs=1e-5),
    }


def test_google_part_with_two_prices_is_none(importing: Import, tmp_path: Path) -> None:
    page = json.loads((Path(__file__).parent / "samples/gcp/gcp_compute_skus.json").read_text())
    core = next(one for one in page["skus"] if "Core" in one["description"])
    other = json.loads(json.dumps(core))
    other["pricingInfo"][0]["pricingExpression"]["tieredRates"][0]["unitPrice"]["units"] = "5"
    path = tmp_path / "skus.json"
    path.write_text(json.dumps({"skus": [*page["skus"], other]}))

    assert importing("gcp-skus", path).mapped == 1  # the TPU, which has no host


def test_gpuhunt_names_are_those_of_the_tables(importing: Import) -> None:
    report = importing("gpuhunt", "gpuhunt/nebius/gpuhunt_v2_nebius.csv")

    assert report.counts["unchanged"] == 2
    assert report.left_out == {"a device of Google, which nebius does not rent out": 1}


def test_gpuhunt_tpu_is_counted_in_chips(importing: Import) -> None:
    report = importing("gpuhunt", "gpuhunt/gcp/gpuhunt_v1_legacy.csv")

    assert report.counts["unchanged"] == 1  # tpu-v5litepod-8 at 9.60, as in the tables


def test_opencost_gpu_is_named_by_its_label(importing: Import, overlay: Path) -> None:
    report = importing("opencost", "opencost/opencost_pricing.csv", provider="hall-1")

    assert told(overlay, "H100-SXM5-80GB", "global") == {"on_demand": 2.95}
    assert report.left_out == {"which devices a node has is not told": 1}
    assert report.row_count == 3


def test_opencost_defaults_need_the_device(importing: Import, overlay: Path) -> None:
    report = importing("opencost", "opencost/opencost_default.json")
    assert report.left_out == {"which GPU its price is of is not told: say it by --device": 1}

    importing("opencost", "opencost/opencost_default.json", told=Told(device="h100-sxm-80gb"))
    assert told(overlay, "h100-sxm-80gb", "global") == {"on_demand": 2.95}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("aws-offers", "aws/aws_offer_AmazonEC2_us-east-1.json"),
        ("aws-spot", "aws/aws_describe_spot_price_history.json"),
        ("azure-retail", "azure/azure_retail_prices.json"),
        ("gcp-skus", "gcp/gcp_compute_skus.json"),
        ("opencost", "opencost/opencost_pricing.csv"),
    ],
)
def test_second_import_changes_nothing(
    importing: Import, overlay: Path, kind: str, name: str
) -> None:
    importing(kind, name)
    before = (overlay / "prices.csv").read_bytes()

    report = importing(kind, name)

    assert {
        name: count for name, count in report.counts.items() if count and name != "unchanged"
    } == {}
    assert (overlay / "prices.csv").read_bytes() == before


@pytest.mark.parametrize(
    "kind", ["gpuhunt", "aws-offers", "aws-spot", "azure-retail", "gcp-skus", "opencost"]
)
@pytest.mark.parametrize("content", ["", "{}", "[1]", "a,b\n1,2\n", "\x00"])
def test_file_of_another_format_is_refused_with_its_name(
    importing: Import, tmp_path: Path, kind: str, content: str
) -> None:
    suffix = "csv" if kind in {"gpuhunt", "opencost"} else "json"
    path = tmp_path / f"aws.{suffix}"
    path.write_text(content)

    with pytest.raises(CatalogError, match=path.name):
        importing(kind, path)
