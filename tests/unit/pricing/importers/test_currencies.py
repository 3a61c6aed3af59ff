"""Files whose prices are in other currencies than dollars."""

import csv
from datetime import date
from pathlib import Path

import pytest

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.importers.importing import import_files
from pricing.importers.report import Report
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost
from tests.unit.pricing.importers.conftest import SAMPLES

DAY = date(2026, 9, 1)
USD_PER_EURO = 1.159  # of 2026-09-01

FORMATS = (
    ("azure-retail", "azure/azure_retail_prices.json"),
    ("gcp-skus", "gcp/gcp_compute_skus.json"),
    ("aws-offers", "aws/aws_offer_AmazonEC2_us-east-1.json"),
)


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    into = tmp_path / "acme"
    into.mkdir()
    says = 'name = "acme"\nbase = "2026-10-31"\nknown_by = 2026-10-31\n'
    (into / "overlay.toml").write_text(says)
    return into


def imported(
    overlay: Path, library: Library, kind: str, sample: str, currency: str, day: date = DAY
) -> Report:
    text = (SAMPLES / sample).read_text().replace("USD", currency)
    path = overlay.parent / Path(sample).name
    path.write_text(text)
    return import_files(kind, [path], overlay, library, today=day, observed=day)


def rows_of(overlay: Path) -> dict[str, dict[str, str]]:
    path = overlay / "prices.csv"
    rows = csv.DictReader(path.read_text().splitlines()) if path.exists() else ()
    return {
        "/".join(row[name] for name in ("region", "instance_type", "option")): row
        for row in rows
        if not row["effective_to"]
    }


@pytest.mark.parametrize(("kind", "sample"), FORMATS)
def test_prices_are_converted_at_the_rate_of_the_day(
    library: Library, overlay: Path, kind: str, sample: str
) -> None:
    dollars = import_files(kind, [SAMPLES / sample], overlay, library, today=DAY, is_dry=True)
    euros = imported(overlay, library, kind, sample, "EUR")
    rows = rows_of(overlay)

    assert euros.mapped == dollars.mapped > 0
    assert rows
    for row in rows.values():
        amount = float(row["notes"].partition(" EUR an hour at 1 EUR = 1.159 USD")[0].split()[-1])
        assert float(row["usd_per_hour"]) == pytest.approx(amount * USD_PER_EURO, abs=1e-6)
        assert "(ECB euro reference rates, 2026-09-01)" in row["notes"]


def test_an_amount_that_stays_follows_the_rate_in_steps(library: Library, overlay: Path) -> None:
    kind, sample = FORMATS[0]
    imported(overlay, library, kind, sample, "EUR")
    before = rows_of(overlay)
    again = imported(overlay, library, kind, sample, "EUR")
    near = imported(overlay, library, kind, sample, "EUR", date(2026, 9, 15))

    assert rows_of(overlay) == before
    assert set(again.counts) == set(near.counts) == {"unchanged"}
    far = imported(overlay, library, kind, sample, "EUR", date(2026, 10, 31))  # 1.1172 USD
    assert far.counts["changed"]


@pytest.mark.parametrize(("kind", "sample"), FORMATS)
def test_a_currency_without_a_rate_is_counted(
    library: Library, overlay: Path, kind: str, sample: str
) -> None:
    found = imported(overlay, library, kind, sample, "XAU")

    assert found.mapped == 0
    assert any("its currency is XAU, of which the release has no rate" in w for w in found.left_out)


def test_a_bill_stays_in_its_currency(library: Library, overlay: Path) -> None:
    found = imported(overlay, library, "focus", "focus/focus_1_2_sample.csv", "EUR")
    card = list(csv.DictReader((overlay / "rate_card_focus.csv").read_text().splitlines()))

    assert found.mapped
    assert any("EUR of effective cost" in remark for remark in found.remarks)
    assert {row["currency"] for row in card} == {"EUR"}
    assert not any(row["usd_per_instance_hour"] for row in card)
    catalog: Catalog = library.read(overlay)
    row = next(row for row in card if row["option"] == "on_demand")
    day = row["valid_from"]
    asked = {
        "catalog": catalog.name,
        "as_of": day,
        "purchase": {"provider": row["provider"], "region": row["region"]},
        "deployment.device": row["device"],
    }
    answer = unit_costs(unit_cost(asked), library.plus(catalog))
    rate = library.get("2026-10-31").exchange_rates["EUR"]
    usd = next(usd for known, usd, _ in reversed(rate) if known.isoformat() <= day)
    amount = float(row["price_per_instance_hour"]) / float(row["device_count"])
    assert answer.price.usd_per_device_hour == pytest.approx(amount * usd)
    again = imported(overlay, library, "focus", "focus/focus_1_2_sample.csv", "EUR")
    assert set(again.counts) == {"unchanged"}
