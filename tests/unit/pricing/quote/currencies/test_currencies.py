"""Money of answers in other currencies."""

from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery
from pricing.errors import InvalidQuery, Refusal, UnknownName
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.quote import unit_costs
from tests import questions

NEW = {"catalog": "2026-10-31"}


def asked(library: Library, **changes: Any) -> Any:
    return unit_costs(questions.unit_cost(NEW | changes), library)


@pytest.mark.parametrize(
    ("as_of", "rate", "day"),
    [
        ("2026-06-15", 1.1607, "2026-06-15"),
        ("2026-06-14", 1.1567, "2026-06-12"),  # a Sunday has the rate of Friday
        (None, 1.1172, "2026-10-30"),
    ],
)
def test_rate_is_the_last_one_by_the_day(
    library: Library, as_of: str | None, rate: float, day: str
) -> None:
    answer = asked(library, currency="EUR", as_of=as_of)
    found, usd = answer.converted, answer.unit_costs

    assert (found.usd_per_currency_unit, found.rate_day) == (rate, day)
    assert found.rate_source == "ECB euro reference rates"
    assert found.amounts["unit_costs.eur_per_hour"] == usd.usd_per_hour / rate
    assert found.amounts["unit_costs.output_tokens_per_eur"] == usd.output_tokens_per_usd * rate
    assert found.amounts["price.eur_per_device_hour"] == answer.price.usd_per_device_hour / rate


def test_dollars_are_the_same_with_and_without_a_currency(library: Library) -> None:
    plain, euros = asked(library), asked(library, currency="eur")

    assert plain.converted is None
    assert euros.unit_costs == plain.unit_costs
    assert euros.converted.currency == "EUR"


def test_items_add_up_in_another_currency(library: Library) -> None:
    answer = asked(library, currency="JPY")
    amounts = answer.converted.amounts
    items = [amounts[f"line_items.{at}.jpy_per_hour"] for at in range(len(answer.line_items))]

    assert sum(items) == pytest.approx(amounts["unit_costs.jpy_per_hour"], rel=1e-12)


def test_own_rate_needs_no_table(library: Library) -> None:
    question = {"catalog": "2026-07-31", "currency": "XAF", "usd_per_currency_unit": 0.002}
    found = unit_costs(questions.unit_cost(question), library).converted

    assert found is not None
    assert (found.currency, found.rate_day, found.rate_source) == ("XAF", None, "your own rate")


@pytest.mark.parametrize(
    ("changes", "kind", "told", "nearest"),
    [
        ({"currency": "EURO"}, InvalidQuery, "three letters", "EUR"),
        ({"currency": "EUX"}, UnknownName, "no currency is called 'EUX'", "EUR"),
        ({"currency": "EUR", "catalog": "2026-07-31"}, InvalidQuery, "has no exchange", "USD"),
        ({"currency": "EUR", "as_of": "2018-07-31"}, InvalidQuery, "no rate of EUR by", "2019-"),
        ({"currency": "EUR", "as_of": "2026-02-30"}, InvalidQuery, "2026-02-30", ""),
        ({"usd_per_currency_unit": 1.2}, InvalidQuery, "needs a currency other than USD", ""),
    ],
)
def test_currency_without_a_rate_is_refused(
    library: Library, changes: dict[str, Any], kind: type[Refusal], told: str, nearest: str
) -> None:
    with pytest.raises(kind, match=told) as caught:
        asked(library, **changes)

    assert "".join(caught.value.nearest[:1]).startswith(nearest)


def test_rate_that_is_old_is_warned_of(library: Library) -> None:
    late = asked(library, currency="EUR", as_of="2026-12-31")

    assert any("the rate of EUR is that of 2026-10-30, 62 days" in one for one in late.warnings)


def test_runs_and_comparisons_have_amounts_of_every_option(library: Library) -> None:
    run = run_costs(questions.run_cost(NEW | {"currency": "GBP"}), library)
    asked_of = ComparisonQuery(model="llama-3.1-8b", currency="GBP", limit_count=2)
    ranked = comparison(asked_of, library)

    assert run.converted is not None
    assert ranked.converted is not None
    rate = run.converted.usd_per_currency_unit
    for at, option in enumerate(run.options):
        assert run.converted.amounts[f"options.{at}.gbp.mean"] == option.usd.mean / rate
    best = ranked.candidates[0]["usd_per_hour"]
    assert ranked.converted.amounts["candidates.0.gbp_per_hour"] == best / rate


def test_months_are_converted_at_the_rate_of_their_day(library: Library) -> None:
    changes = NEW | {"currency": "EUR", "start": "2026-08-01", "horizon_months": 6}
    answer = tco(questions.tco(changes), library)
    path = [{"month": "2026-12", "usd_per_currency_unit": 2.0}]
    moved = tco(questions.tco(changes | {"currency_path": path}), library)

    assert answer.converted is not None
    assert moved.converted is not None
    rates = [one.usd_per_currency_unit for one in answer.converted.months]
    assert rates == [1.1485, 1.159, 1.1298, 1.1172, 1.1172, 1.1172]
    each = [one.usd_total / rate for one, rate in zip(answer.months, rates, strict=True)]
    assert answer.converted.total == pytest.approx(sum(each))
    assert sum(answer.converted.years.values()) == pytest.approx(answer.converted.total)
    assert any("months from 2026-11 on are converted at the last" in w for w in answer.warnings)
    assert [one.usd_per_currency_unit for one in moved.converted.months] == [*rates[:4], 2.0, 2.0]
    assert moved.converted.rate_day == answer.converted.rate_day == "2026-07-31"
    assert moved.converted.rate_source.endswith("; your own currency_path from 2026-12 on")


def test_a_path_from_the_first_month_on_is_the_callers_own(library: Library) -> None:
    path = [{"month": "2026-08", "usd_per_currency_unit": 1.3}]
    changes = NEW | {"currency": "EUR", "start": "2026-08-01", "currency_path": path}
    answer = tco(questions.tco(changes), library)

    assert answer.converted is not None
    assert answer.converted.usd_per_currency_unit == 1.3
    assert (answer.converted.rate_day, answer.converted.rate_source) == (
        None,
        "your own currency_path",
    )


def test_rows_of_a_sweep_have_the_rate_of_their_day(library: Library) -> None:
    base = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}, "currency": "EUR", **NEW}
    price = {"purchase": {"usd_per_device_hour": 1.0}}
    days = ("2026-06-15", "2018-01-01")
    query = SweepQuery(base={**base, **price}, axes={"as_of": days}, columns=("usd_per_hour",))
    rows = pl.concat(sweep_of(query).rows(library)).to_dicts()

    assert rows[0]["eur_per_hour"] == rows[0]["usd_per_hour"] / 1.1607
    assert rows[1]["eur_per_hour"] is None
    with pytest.raises(InvalidQuery, match="all rows have one currency"):
        sweep_of(SweepQuery(base=base | {"currency": "USD"}, axes={"currency": ("EUR",)}))


def test_services_of_a_sweep_have_the_rate_of_each_month(library: Library) -> None:
    base = {**questions.TCO, **NEW, "currency": "EUR", "horizon_months": 6}
    days = ("2025-10-01", "2026-08-01")
    columns = ("usd_total", "usd_paid", "usd_per_request")
    shared = {name: value for name, value in base.items() if name != "drivers"}
    swept = sweep_of(SweepQuery(kind="tco", base=shared, axes={"start": days}, columns=columns))
    rows = pl.concat(swept.rows(library)).to_dicts()

    for day, row in zip(days, rows, strict=True):
        one = tco(msgspec.convert(base | {"start": day}, TcoQuery), library)
        assert one.converted is not None
        assert row["eur_total"] == row["eur_paid"] == pytest.approx(one.converted.total, rel=1e-12)
        mean = one.converted.total / one.totals.usd_total
        assert row["eur_per_request"] == pytest.approx(row["usd_per_request"] * mean, rel=1e-12)
    assert swept.doubts(library)[-1].startswith("amounts in EUR are at the rate of each month")
    with pytest.raises(UnknownName, match="no currency is called"):
        list(
            sweep_of(
                SweepQuery(kind="tco", base=shared | {"currency": "EUX"}, axes={"start": days})
            ).rows(library)
        )


def test_rates_of_an_overlay_hold_alone_from_their_first_day_on(
    library: Library, tmp_path: Path
) -> None:
    directory = tmp_path / "acme"
    directory.mkdir()
    says = 'name = "acme"\nbase = "2026-10-31"\nknown_by = 2026-11-01\n'
    (directory / "overlay.toml").write_text(says)
    rows = "currency,rate_day,usd_per_currency_unit,source\nEUR,2026-09-01,1.25,treasury\n"
    (directory / "exchange_rates.csv").write_text(rows)
    known = library.plus(library.read(directory))

    def rate(as_of: str) -> tuple[float, str]:
        question = {"catalog": "2026-10-31+acme", "as_of": as_of, "currency": "EUR"}
        found = unit_costs(questions.unit_cost(question), known).converted
        assert found is not None
        return found.usd_per_currency_unit, found.rate_source

    assert rate("2026-10-30") == (1.25, "treasury")
    assert rate("2026-08-31") == (1.1596, "ECB euro reference rates")
