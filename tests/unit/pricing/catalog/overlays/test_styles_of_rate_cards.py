"""Rate cards in styles of spreadsheets: units, months, options in columns, titles, totals."""

from datetime import date

import pytest

from pricing.catalog.overlays.rate_cards import Rate, read_rate_card
from pricing.errors import BadRow

HOURLY = "provider\tregion\t{}\toption\t{}\tfrom\naws\tus-east-1\t{}\t{}\t{}\t2026-08-01\n"
TITLED = """Rates of 2026;;;;;
;;;On demand;3 years reserved;Valid
Provider;Region;GPU;{0}/GPU-h;{0}/GPU-h;from
nebius;eu-north1;H200;2,10;1,49;01.08.2026
nebius;eu-north1;B200;3,10;;01.08.2026
Total;;;5,20;1,49;
"""


def read(card: str) -> tuple[Rate, ...]:
    return read_rate_card(card.encode(), file="rate_card.csv", contract="acme")


@pytest.mark.parametrize(
    ("thing", "unit", "amount", "usd", "of", "notes"),
    [
        ("instance type", "USD/hr", "1'234.50", 1234.5, "instance", None),
        ("GPU", "USD per hour", "2.5", 2.5, "device", None),
        ("GPU", "USD/GPU/month", "1'460.00", 2.0, "device", "1460.00 for 730 hours"),
        ("instance type", "Annual rate ($)", "378'432", 43.2, "instance", "378432 for 8760 hours"),
    ],
)
def test_price_is_of_what_the_row_names_and_of_an_hour(
    thing: str, unit: str, amount: str, usd: float, of: str, notes: str | None
) -> None:
    named = "H100" if thing == "GPU" else "p5.48xlarge"
    (rate,) = read(HOURLY.format(thing, unit, named, "3yr reserved", amount))

    assert float(rate.usd or 0) == pytest.approx(usd)
    assert (rate.option, rate.notes) == ("reserved_3y", notes)
    assert rate.is_of_device == (of == "device")


@pytest.mark.parametrize(("unit", "currency"), [("USD", None), ("EUR", "EUR"), ("€", "EUR")])
def test_titles_merged_headers_and_totals_are_read_for_what_they_are(
    unit: str, currency: str | None
) -> None:
    told = [(one.device, one.option, float(one.usd or 0)) for one in read(TITLED.format(unit))]

    assert told == [
        ("H200", "on_demand", 2.1),
        ("H200", "reserved_3y", 1.49),
        ("B200", "on_demand", 3.1),
    ]
    first = read(TITLED.format(unit))[0]
    assert (first.line, first.currency, first.period[0]) == (4, currency, date(2026, 8, 1))


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (
            "provider,GPU,instance type,USD/hr,from\naws,H100,p5.48xlarge,4,2026-08-01\n",
            "is of an instance or of a device",
        ),
        ("provider,option,discount,from\naws,all,-17%,2026-08-01\n", "write it without a sign"),
        (
            "provider,GPU,USD/GPU-h,USD/GPU-month,from\naws,H100,4,2920,2026-08-01\n",
            "a second column for usd_per_device_hour",
        ),
        (
            "vendor,machine type,price,currency,from\naws,p5.48xlarge,44,USD,2026-08-01\n",
            "'price' does not say of what, and for how long",
        ),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(card: str, reason: str) -> None:
    with pytest.raises(BadRow, match=reason):
        read(card)


BANDED = """# agreed in August
,,,,Unit price,,,
Cloud,Location,Instance,How bought,USD/h (on demand),USD/h (1 yr),Contract,From
# three regions to follow
AWS,us-east-1,p5.48xlarge,,44.03,33.10,EDP,2026-08-01
"""


def test_comments_and_bands_above_a_header_are_read_over() -> None:
    told = [(one.line, one.option, float(one.usd or 0)) for one in read(BANDED)]

    assert told == [(5, "on_demand", 44.03), (5, "reserved_1y", 33.1)]


@pytest.mark.parametrize("name", ["discount percent off list", "% off", "Discount vs list (%)"])
def test_discount_may_say_off_what_it_is(name: str) -> None:
    (rate,) = read(f"provider,term,{name},from\naws,3 years reserved,17,2026-08-01\n")

    assert (rate.option, float(rate.discount_fraction or 0)) == ("reserved_3y", 0.17)
