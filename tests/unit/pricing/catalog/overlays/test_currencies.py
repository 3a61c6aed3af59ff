"""Rate cards in another currency: each day at its rate."""

from pathlib import Path

import pytest

from pricing.catalog.library import Library
from pricing.errors import BadRow
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests import questions

HEADER = "provider,region,instance type,option,price per instance hour,currency,valid from\n"
SAYS = 'name = "acme"\nbase = "{}"\nknown_by = 2026-10-31\n'


def laid(library: Library, tmp_path: Path, row: str, base: str = "2026-10-31") -> Library:
    directory = tmp_path / "acme"
    directory.mkdir()
    (directory / "overlay.toml").write_text(SAYS.format(base))
    (directory / "rate_card.csv").write_text(HEADER + row)
    return library.plus(library.read(directory))


def on(library: Library, as_of: str) -> UnitCostAnswer:
    place = {"provider": "aws", "region": "us-east-1", "instance_type": "p5.48xlarge"}
    question = {"catalog": "2026-10-31+acme", "as_of": as_of, "purchase": place}
    return unit_costs(questions.unit_cost(question), library)


@pytest.mark.parametrize(
    ("as_of", "rate"), [("2026-08-31", 1.1596), ("2026-10-29", 1.113), ("2026-10-31", 1.1172)]
)
def test_price_is_converted_at_the_rate_of_the_day(
    library: Library, tmp_path: Path, as_of: str, rate: float
) -> None:
    known = laid(library, tmp_path, "aws,us-east-1,p5.48xlarge,on demand,35,EUR,2026-08-01\n")
    price = on(known, as_of).price

    assert price.usd_per_device_hour == pytest.approx(35 * rate / 8, rel=1e-12)
    assert price.row is not None
    assert f"35 EUR per instance-hour at 1 EUR = {rate:g} USD" in str(price.row.notes)
    assert on(known, "2026-07-31").price.contract is None


@pytest.mark.parametrize(
    ("currency", "base", "told"),
    [
        ("EUR", "2026-07-31", "the release has no exchange rate of it: give usd_per_currency_unit"),
        ("XYZ", "2026-10-31", "currency XYZ: the release has no exchange rate of it"),
    ],
)
def test_currency_without_a_rate_is_refused(
    library: Library, tmp_path: Path, currency: str, base: str, told: str
) -> None:
    row = f"aws,us-east-1,p5.48xlarge,on demand,35,{currency},2026-08-01\n"
    with pytest.raises(BadRow, match=told) as caught:
        laid(library, tmp_path, row, base)

    assert caught.value.row == 2
