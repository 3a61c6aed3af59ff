"""The workbook of a service: its sheets add up to the answer, and it can be asked again."""

import re
from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.tco.answer import TcoAnswer
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from service.formats import media as formats
from service.formats.flatten import written
from tests import questions
from tests.asgi import Ask, posted
from tests.workbooks import Cell, column, names, parts, sheets

SHEETS = [
    "Summary",
    "Months",
    "Years",
    "Fiscal years",
    "Cash",
    "Commitments",
    "Certainty",
    "Drivers",
    "Assumptions",
    "Prices",
    "Question",
    "Provenance",
]
CHANGES: dict[str, Any] = {
    "horizon_months": 14,
    "start": "2026-08-15",
    "traffic.growth_per_month_fraction": 0.05,
    "purchase": {"base": {"option": "owned"}, "base_replicas": 2, "burst": {"provider": "aws"}},
    "alternative": {
        "name": "=cmd()",
        "usd_per_million_input_tokens": 3.0,
        "usd_per_million_output_tokens": 3.0,
    },
    "uncertainty": {"draws": 100},
    "confidence": 0.8,
    "fiscal_year_start_month": 4,
    "contracts": [
        {"name": "spend", "provider": "aws", "discount_fraction": 0.1, "minimum_usd": 9e6},
        {"name": "disks", "covers": ["storage"], "discount_fraction": 0.2},
    ],
}


@pytest.fixture(scope="module")
def query() -> TcoQuery:
    return questions.tco(CHANGES)


@pytest.fixture(scope="module")
def answer(query: TcoQuery, library: Library) -> TcoAnswer:
    return tco(query, library)


@pytest.fixture(scope="module")
def body(query: TcoQuery, answer: TcoAnswer) -> bytes:
    return written(answer, formats.XLSX, query)


def values(cells: list[Cell]) -> list[Any]:
    return [cell.value for cell in cells]


def test_sheets_are_in_the_order_that_they_are_read(body: bytes) -> None:
    assert list(sheets(body)) == SHEETS


def test_certainty_is_that_of_the_answer(body: bytes, answer: TcoAnswer) -> None:
    cells, found = sheets(body)["Certainty"], answer.confidence

    assert found is not None
    ordered = [found.p10_usd, found.p50_usd, found.levels[0].usd, found.p90_usd]
    assert values(column(cells, "Cost at most"))[:4] == ordered
    assert [cells[f"B{row}"].value for row in (9, 10, 11)] == [one.usd for one in found.cases]


def test_months_are_those_of_the_answer(body: bytes, answer: TcoAnswer) -> None:
    months = sheets(body)["Months"]
    *each, whole = column(months, "Total")

    assert values(each) == pytest.approx([one.usd_total for one in answer.months], abs=0.01)
    assert whole.value == round(answer.totals.usd_total, 2)
    assert whole.formula == f"SUM({months_total(body)})"
    for item in answer.totals.line_items_usd:
        *_, total = column(months, item.replace("_", " ").capitalize())
        assert total.value == pytest.approx(answer.totals.line_items_usd[item], abs=0.01)
    # Items add up to their own totals in whole cents, so that a month's sum may be a cent off.
    assert values(column(months, "Total so far")) == pytest.approx(
        [round(one.usd_cumulative, 2) for one in answer.months], abs=0.0101
    )


def months_total(body: bytes) -> str:
    """The range of the totals of the months, as their sum names it."""
    return names(body)["month_total"].partition("!")[2].replace("$", "")


def test_every_row_is_the_sum_of_its_items_by_formula(body: bytes, answer: TcoAnswer) -> None:
    months = sheets(body)["Months"]
    letters = "BCDEFGHIJKLMNOP"[: len(answer.totals.line_items_usd)]
    for row, total in enumerate(column(months, "Total")[:-1], start=2):
        assert total.formula == f"SUM(B{row}:{letters[-1]}{row})"
        assert total.value == pytest.approx(
            sum(float(months[f"{letter}{row}"].value) for letter in letters), abs=1e-6
        )


@pytest.mark.parametrize("sheet", ["Years", "Fiscal years"])
def test_years_are_those_of_the_answer(body: bytes, answer: TcoAnswer, sheet: str) -> None:
    years = answer.years if sheet == "Years" else answer.fiscal_years
    found = sheets(body)[sheet]
    *totals, whole = column(found, "Total")

    assert values(column(found, "Year")[:-1]) == [year.year for year in years]
    assert values(totals) == pytest.approx([year.usd_total for year in years], abs=0.01)
    assert whole.value == round(answer.totals.usd_total, 2)
    assert values(column(found, "Paid")[:-1]) == pytest.approx(
        [year.usd_paid for year in years], abs=0.01
    )
    first = column(found, "Depreciation")[0]
    assert first.formula == ('SUMIFS(month_depreciation,month_start,">="&$B2,month_start,"<="&$C2)')


def test_cash_is_what_is_paid(body: bytes, answer: TcoAnswer) -> None:
    cash = sheets(body)["Cash"]
    bought = sum(holding.usd for holding in answer.purchase.holdings)

    assert bought > 0.0
    assert column(cash, "Devices bought")[-1].value == round(bought, 2)
    assert values(column(cash, "Paid")[:-1]) == pytest.approx(
        [one.usd_paid for one in answer.months], abs=0.01
    )
    assert column(cash, "Present value so far")[-1].value == round(answer.totals.usd_discounted, 2)


def test_contracts_add_up_to_what_they_change(body: bytes, answer: TcoAnswer) -> None:
    cells = sheets(body)["Commitments"]
    (header,) = (int(at[1:]) for at, cell in cells.items() if cell.value == "Contract")
    items = answer.totals.line_items_usd
    discount, shortfall, covered, minimum = (
        column(cells, title, header=header)
        for title in ("Discount", "Shortfall", "Covered", "Minimum")
    )

    assert discount[-1].value == pytest.approx(-items["contract_discount"], abs=0.01)
    assert discount[-1].formula == f"SUM(D{header + 1}:D{header + 4})"
    assert values(shortfall[:2]) == [one.shortfall_usd for one in answer.contracts[0].periods]
    assert cells[f"G{header + 5}"].value == pytest.approx(items["contract_shortfall"], abs=0.01)
    assert (len(covered), len(minimum)) == (5, 2)  # the second one has no minimum


def test_file_alone_can_be_asked_again(body: bytes, answer: TcoAnswer, library: Library) -> None:
    question = sheets(body)["Question"]
    place = names(body)["question_json"].partition("!")[2].replace("$", "")
    again = msgspec.json.decode(str(question[place].value), type=TcoQuery)

    assert again.catalog == answer.provenance.catalog
    assert tco(again, library) == answer


def test_sheets_print_on_few_pages_with_their_remarks(body: bytes) -> None:
    files, found = parts(body), sheets(body)
    order = list(found)
    areas = dict(re.findall(r">'?([\w ]+)'?!\$A\$1:\$[A-Z]+\$(\d+)<", files["xl/workbook.xml"]))

    assert 'fitToHeight="0"' in files[f"xl/worksheets/sheet{order.index('Prices') + 1}.xml"]
    assert 'fitToWidth="2"' in files[f"xl/worksheets/sheet{order.index('Prices') + 1}.xml"]
    assert "null" not in values(column(found["Question"], "Value", header=5))
    for name, cells in found.items():
        assert int(areas[name]) >= max(int(re.sub(r"\D", "", place)) for place in cells)


def test_cells_are_dates_and_money_with_their_currency(body: bytes) -> None:
    files = parts(body)
    styles = files["xl/styles.xml"]
    months = sheets(body)["Months"]

    assert values(column(months, "Month"))[:2] == [46235.0, 46266.0]  # August, September 2026
    assert 'formatCode="mmm yyyy"' in styles
    assert "[$$-409]#,##0.00" in styles
    for number in (2, 3, 4, 5):
        sheet = files[f"xl/worksheets/sheet{number}.xml"]
        assert 'state="frozen"' in sheet
        assert "<cols>" in sheet
        assert "<pageSetup" in sheet
    assert '<definedName name="_xlnm.Print_Area"' in files["xl/workbook.xml"]


def test_no_name_is_a_formula(body: bytes) -> None:
    months = sheets(body)["Months"]

    assert column(months, "Alternative 1: =cmd()")[0].formula is None
    assert "'=cmd()" in {cell.value for cell in sheets(body)["Summary"].values()}


def test_summary_has_the_figures_and_the_picture(body: bytes, answer: TcoAnswer) -> None:
    summary = sheets(body)["Summary"]
    place = names(body)["total"].partition("!")[2].replace("$", "")
    mean = names(body)["monthly_mean"].partition("!")[2].replace("$", "")

    assert summary[place].value == round(answer.totals.usd_total, 2)
    assert summary[mean].value == pytest.approx(
        answer.totals.usd_total / answer.horizon_months, abs=0.01
    )
    assert summary[mean].formula == "total/horizon_months"
    assert "xl/charts/chart1.xml" in parts(body)
    assert any("costs $" in str(cell.value) for cell in summary.values())
    assert set(answer.warnings) <= {cell.value for cell in summary.values()}


def test_workbook_is_the_same_bytes_each_time(
    body: bytes, query: TcoQuery, answer: TcoAnswer
) -> None:
    assert written(answer, formats.XLSX, query) == body


def test_money_is_in_the_currency_of_the_question(library: Library) -> None:
    query = questions.tco({**CHANGES, "currency": "EUR", "catalog": "2026-10-31"})
    answer = tco(query, library)
    assert answer.converted is not None
    body = written(answer, formats.XLSX, query)
    months = sheets(body)["Months"]

    assert column(months, "Total")[-1].value == round(answer.converted.total, 2)
    assert column(months, "Total in USD")[-1].value == round(answer.totals.usd_total, 2)
    assert "[$EUR] #,##0.00" in parts(body)["xl/styles.xml"]
    found = values(column(sheets(body)["Fiscal years"], "Total")[:-1])
    assert found == pytest.approx(list(answer.converted.fiscal_years.values()), abs=0.01)


def test_accept_chooses_the_workbook_and_fields_a_table(ask: Ask) -> None:
    asked = questions.changed(questions.TCO, {"horizon_months": 2})

    def book(question: dict[str, Any]) -> bytes:
        return posted(ask, "/v1/inference/tco", question, formats.XLSX.media).body

    assert list(sheets(book(asked))) == [name for name in SHEETS if name != "Certainty"]
    assert next(iter(sheets(book({**asked, "fields": ["month"]})))) == "rows"


def test_what_is_due_is_the_calendar_of_the_answer(library: Library) -> None:
    """Upfront, invoices a month later and staff add up to what is due, with contracts in it."""
    base = {"option": "reserved_1y", "provider": "aws", "upfront": "partial"}
    query = questions.tco(
        {
            "horizon_months": 4,
            "purchase": {"base": base, "base_replicas": 2},
            "contracts": [{"discount_fraction": 0.1, "minimum_usd": 1e6}],
            "payments": {"invoice_delay_months": 1, "tax_fraction": 0.2},
            "overheads": {"staff_usd_per_month": 1e4},
        }
    )
    answer = tco(query, library)
    cash = sheets(written(answer, formats.XLSX, query))["Cash"]
    _, row = [place[1:] for place, cell in cash.items() if cell.value == "Total"]

    upfront = sum(one.upfront_usd for one in answer.purchase.commitments)
    assert cash[f"C{row}"].value == pytest.approx(upfront, abs=0.0051)
    assert cash[f"F{row}"].value == pytest.approx(answer.cash.usd_paid, abs=0.0051)
    assert cash[f"H{row}"].value == pytest.approx(answer.cash.taxes_usd, abs=0.0051)
