"""Rate cards: contract prices over list prices, in a buyer's words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import BadRow
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

BASE = "2026-07-31"
SAYS = f'name = "acme"\nbase = "{BASE}"\nknown_by = 2026-11-25\n'
HEADER = "provider,region,instance type,device,option,{},valid from,valid to,contract\n"
INSTANCE = HEADER.format("usd per instance hour")
DEVICE = HEADER.format("usd per gpu hour")
DISCOUNT = "provider,service,region,option,discount,valid from,valid to,contract\n"
P5 = "aws,us-east-1,p5.48xlarge,,on demand,38.53,2026-08-01,2027-07-31,EDP\n"

Laid = Callable[..., Catalog]


@pytest.fixture
def laid(tmp_path: Path, library: Library) -> Laid:
    """Reads an overlay of some rate cards and tables over the newest release."""

    def read(*cards: str, **tables: str) -> Catalog:
        (tmp_path / "overlay.toml").write_text(SAYS)
        for number, card in enumerate(cards):
            (tmp_path / f"rate_card_{number}.csv").write_text(card)
        for name, rows in tables.items():
            (tmp_path / f"{name}.csv").write_text(rows)
        return library.read(tmp_path)

    return read


def priced(library: Library, catalog: Catalog, **asked: str) -> Any:
    """The price that a question is answered with."""
    fields = {"catalog": catalog.name, "deployment.device": "h100-sxm-80gb", **asked}
    given = {name.replace("__", "."): value for name, value in fields.items()}
    return unit_costs(unit_cost(given), library.plus(catalog)).price


def rows_of(catalog: Catalog, **cells: str) -> list[dict[str, Any]]:
    prices = catalog.frames["prices"]
    return [
        row
        for row in prices.sort("effective_from").iter_rows(named=True)
        if all(row[name] == value for name, value in cells.items())
    ]


def test_contract_price_stands_beside_the_list_price(library: Library, laid: Laid) -> None:
    price = priced(library, laid(INSTANCE + P5), purchase__provider="aws")

    assert price.usd_per_device_hour == pytest.approx(38.53 / 8)
    assert price.list_usd_per_device_hour == pytest.approx(6.88)
    assert price.contract == "EDP"
    assert price.row.source == "rate_card_0.csv, line 2"
    assert "the contract EDP" in price.selection


@pytest.mark.parametrize(("usd", "is_told"), [("2.10", False), ("55.04", True), ("0.002", True)])
def test_price_without_a_list_price_that_nobody_asks_is_told_first(
    library: Library, laid: Laid, *, usd: str, is_told: bool
) -> None:
    catalog = laid(DEVICE + f"acmecloud,eu,,h100-sxm-80gb,on demand,{usd},2026-01-01,,C-1\n")
    asked = {"catalog": catalog.name, "deployment.device": "h100-sxm-80gb"}
    first = unit_costs(unit_cost(asked), library.plus(catalog)).warnings[0]

    assert first.startswith(f"the price of contract C-1 of {usd} is read as USD") is is_told


def test_list_price_holds_before_and_after_the_contract(laid: Laid) -> None:
    catalog = laid(INSTANCE + P5)

    rows = rows_of(
        catalog,
        provider="aws",
        region="us-east-1",
        instance_type="p5.48xlarge",
        option="on_demand",
    )
    told = [
        (str(row["effective_from"]), str(row["effective_to"]), row["usd_per_hour"]) for row in rows
    ]
    assert told[-3:] == [
        ("2025-06-01", "2026-08-01", 55.04),
        ("2026-08-01", "2027-08-01", 38.53),
        ("2027-08-01", "None", 55.04),
    ]


def test_digest_is_that_of_the_card_too(laid: Laid) -> None:
    assert laid(INSTANCE + P5).digest != laid(INSTANCE + P5.replace("38.53", "38.54")).digest


def test_price_of_a_device_holds_for_every_instance_with_it(laid: Laid) -> None:
    catalog = laid(DEVICE + "AWS,,,H200,on demand,4.10,2026-08-01,,EDP\n")

    rows = rows_of(catalog, provider="aws", contract="EDP")
    assert {row["instance_type"] for row in rows} == {"p5e.48xlarge", "p5en.48xlarge"}
    assert {row["usd_per_hour"] for row in rows} == {32.8}


def test_header_and_region_are_read_as_people_write_them(laid: Laid) -> None:
    header = "Cloud,Location,Instance,Pricing model,Hourly rate per node (US$),From\n"
    row = 'AWS,{},p5.48xlarge,1yr reserved (no upfront),"$1,038.53",1-Aug-26\n'
    catalog = laid(header + row.format("US East (N. Virginia)") + row.format("US East (Ohio)"))

    found = rows_of(catalog, contract="acme", option="reserved_1y")
    assert {row["region"] for row in found} == {"us-east-1", "us-east-2"}
    assert {row["usd_per_hour"] for row in found} == {1038.53}


FOREIGN = (
    """\ufeffAnbieter;Region;Instanztyp;GPU;Kaufoption;Preis pro Stunde;Währung;ab;gültig bis
aws;us-east-1;p5.48xlarge;;auf Abruf;38,53;USD;01.08.2026;31.07.2027
aws;us-east-1;p5.48xlarge;;3 Jahre reserviert;21,50 $;USD;1.8.2026;
Summe;;;;;60,03;;;
""",
    """Cloud-Anbieter;Standort;Instanz-Typ;Laufzeit;Stundenpreis je Instanz (USD);Beginn;Ende
AWS;us-east-1;p5.48xlarge;auf Abruf;38,53;01.08.26;31.07.27
AWS;us-east-1;p5.48xlarge;36 Monate;21,50;1. August 2026;
""",
    """Fournisseur;Région;Type d’instance;Mode d'achat;Prix horaire;Devise;Valable du;Valable au
aws;us-east-1;p5.48xlarge;à la demande;38,53;USD;1 août 2026;31/07/2027
aws;us-east-1;p5.48xlarge;réservé 3 ans;21,50;USD;1er août 2026;
""",
    """Proveedor;Región;Tipo de instancia;Opción;Precio por hora;Moneda;Válido desde;Válido hasta
aws;us-east-1;p5.48xlarge;bajo demanda;38,53;USD;2026-08-01;31/07/2027
aws;us-east-1;p5.48xlarge;reservado 3 años;21,50;USD;1 agosto 2026;
""",
)


@pytest.mark.parametrize("card", FOREIGN)
def test_card_of_a_foreign_buyer_is_read(laid: Laid, card: str) -> None:
    found = rows_of(laid(card), contract="acme")
    told = [(row["option"], row["usd_per_hour"], str(row["effective_to"])) for row in found]
    assert told == [("on_demand", 38.53, "2027-08-01"), ("reserved_3y", 21.5, "None")]


def test_price_of_no_currency_is_refused(laid: Laid) -> None:
    with pytest.raises(BadRow, match="currency: write that of price_per_instance_hour"):
        laid(HEADER.format("price per instance hour") + P5)


def test_new_provider_is_priced_by_the_device(library: Library, laid: Laid) -> None:
    catalog = laid(DEVICE + "Denvr,,,H100,on demand,2.05,2026-09-01,,MSA\n")

    price = priced(library, catalog, purchase__provider="denvr")
    assert price.usd_per_device_hour == 2.05
    assert price.list_usd_per_device_hour is None
    assert price.row.most_device_count == 8.0


def test_discount_holds_for_every_list_price_of_a_service(laid: Laid) -> None:
    catalog = laid(DISCOUNT + "Google Cloud,Cloud TPU,,on demand,10%,2026-08-01,2027-07-31,G\n")

    rows = rows_of(catalog, provider="gcp", contract="G")
    assert rows
    assert all(row["device"].startswith("tpu") for row in rows)
    assert all(row["usd_per_hour"] == pytest.approx(0.9 * row["list_usd_per_hour"]) for row in rows)


def test_named_price_goes_before_a_discount(library: Library, laid: Laid) -> None:
    catalog = laid(DISCOUNT + "aws,,,on demand,9,2026-08-01,,EDP\n", INSTANCE + P5)

    here = priced(library, catalog, purchase__provider="aws")
    there = priced(library, catalog, purchase__provider="aws", purchase__region="ap-northeast-1")
    assert here.usd_per_device_hour == pytest.approx(38.53 / 8)
    assert there.usd_per_device_hour == pytest.approx(0.91 * there.list_usd_per_device_hour)


def test_estimates_rest_on_list_prices(library: Library, laid: Laid) -> None:
    asked = {"purchase__provider": "aws", "purchase__option": "reserved_1y"}
    asked |= {"purchase__region": "us-east-1", "as_of": "2026-09-01"}
    catalog = laid(INSTANCE + P5)

    price = priced(library, catalog, **asked)
    listed = priced(library, library.get(BASE), **asked)
    assert price.usd_per_device_hour == listed.usd_per_device_hour
    assert price.contract is None


def test_price_of_another_unit_is_in_doubt(library: Library, laid: Laid) -> None:
    price = priced(library, laid(INSTANCE + P5.replace("38.53", "4.82")), purchase__provider="aws")

    assert "is it of an instance or of a device?" in price.row.doubt


def test_other_currency_needs_the_rate_of_the_contract(laid: Laid) -> None:
    header = "provider;instance type;region;price per instance hour;currency;{}valid from\n"
    row = "aws;p5.48xlarge;us-east-1;35,00;EUR;{}1.8.2026\n"
    with pytest.raises(BadRow, match="give usd_per_currency_unit"):
        laid(header.format("") + row.format(""))

    catalog = laid(header.format("usd per currency unit;") + row.format("1,10;"))
    (found,) = rows_of(catalog, contract="acme")
    assert found["usd_per_hour"] == pytest.approx(38.5)
    assert found["notes"] == "35.00 EUR per instance-hour at 1.10 USD per EUR"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("awss,us-east-1,p5.48xlarge,,on demand,38,2026-08-01,,\n", "provider 'awss': .*aws"),
        ("aws,us-eats-1,p5.48xlarge,,on demand,38,2026-08-01,,\n", "region 'us-eats-1': .*us-east"),
        ("aws,Canada (Central),p5.48xlarge,,on demand,38,2026-08-01,,\n", "code .*ca-central-1"),
        ("gcp,us-central1-a,a3-highgpu-8g,,on demand,38,2026-08-01,,\n", "a zone.*us-central1"),
        ("aws,us-east-1,p5.48xlarge,,on demand,38 CHF,2026-08-01,,\n", "the cell in CHF"),
        ("aws,us-east-1,p5.47xlarge,,on demand,38,2026-08-01,,\n", "p5.47xlarge.*device_count too"),
        ("aws,us-east-1,p5.48xlarge,H200,on demand,38,2026-08-01,,\n", "has h100-sxm-80gb"),
        ("aws,us-east-1,p5.48xlarge,,monthly,38,2026-08-01,,\n", "option 'monthly': unknown"),
        ("aws,us-east-1,p5.48xlarge,,on demand,38,,,\n", "valid_from: write the first day"),
        ("aws,us-east-1,p5.48xlarge,,on demand,38,2026-08-01,2026-07-01,\n", "before valid_from"),
        ("aws,us-east-1,p5.48xlarge,,on demand,0,2026-08-01,,\n", "write a number above 0"),
        ("aws,us-east-1,p5.48xlarge,,on demand,,2026-08-01,,\n", "is required"),
        ("aws,us-east-1,,,on demand,38,2026-08-01,,\n", "needs an instance_type or a device"),
        ("aws,us-east-1,p5.48xlarge,,on demand,3-4,2026-08-01,,\n", "not a number"),
        ("aws,us-east-1,p5.48xlarge,,on demand,38,1/8/2026,,\n", "can be a day of two months"),
    ],
)
def test_row_that_says_no_price_is_refused_with_what_to_change(
    laid: Laid, row: str, reason: str
) -> None:
    with pytest.raises(BadRow, match=rf"rate_card_0\.csv, line 3: .*{reason}"):
        laid(f"{INSTANCE}\n{row}")


def test_two_prices_of_one_day_are_refused(laid: Laid) -> None:
    with pytest.raises(BadRow, match=r"line 3: a second price of aws us-east-1 .*line 2"):
        laid(INSTANCE + P5 + P5.replace("38.53", "39"))


def test_unknown_column_is_refused_with_the_near_one(laid: Laid) -> None:
    with pytest.raises(BadRow, match=r"line 1: unknown column 'valid form'.*valid_from"):
        laid(INSTANCE.replace("valid from", "valid form") + P5)


def test_discount_needs_an_option_and_a_service_with_prices(laid: Laid) -> None:
    with pytest.raises(BadRow, match="a discount needs an option"):
        laid(DISCOUNT + "aws,,,,9,2026-08-01,,EDP\n")
    with pytest.raises(BadRow, match="the tables have no prices of it"):
        laid(DISCOUNT + "aws,S3,,all,9,2026-08-01,,EDP\n")
    with pytest.raises(BadRow, match=r"write 9.* for 9"):
        laid(DISCOUNT + "aws,,,all,0.09,2026-08-01,,EDP\n")
