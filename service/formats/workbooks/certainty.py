"""The sheet of a workbook that says how sure the cost is."""

from collections.abc import Iterator, Mapping, Sequence

from pricing.quote.certainty.answer import Certainty
from service.formats.workbooks.appendices import day, records
from service.formats.workbooks.book import Book, Column
from service.formats.workbooks.kinds import Kind
from service.formats.workbooks.summary import Figure
from service.summaries.figures import share

CERTAINTY = "Certainty"

NOTES = (
    "All doubts below are drawn together. Each is common to all months, and independent of others.",
    "What is committed or owned stays as planned. What is rented by the hour follows the load.",
    "Percentiles of months do not add up to those of the total. The months of a case do.",
)

AT_LOW, AT_HIGH = "At low, less the base", "At high, less the base"

DOUBTS: Mapping[str, Kind] = {
    "Doubt": "name",
    "USD at low": "usd",
    "USD at high": "usd",
    AT_LOW: "usd",
    AT_HIGH: "usd",
    "Unit": "name",
    "Value": "number",
    "Low": "number",
    "High": "number",
    "Source": "text",
}


def levels(found: Certainty) -> Sequence[tuple[float, float]]:
    """Every probability with the amount that the cost stays within [USD], from low to high."""
    always = [(0.1, found.p10_usd), (0.5, found.p50_usd), (0.9, found.p90_usd)]
    return sorted({*always, *((one.confidence_fraction, one.usd) for one in found.levels)})


def certainty_figures(found: Certainty | None, rate: float) -> Iterator[Figure]:
    """The amounts on the summary; rate: of the currency [USD for one unit]."""
    for level, usd in levels(found) if found else ():
        yield Figure(f"With {share(level)} confidence at most", "money", usd / rate)


def certainty_sheet(
    book: Book,
    found: Certainty | None,
    rate: float,
    rates: Sequence[float] = (),
    *,
    name: str = CERTAINTY,
) -> None:
    """Percentiles, cases, each doubt alone with its picture, and months, where they are asked for.

    rate: of the currency [USD for one unit]; rates: of the months.
    """
    if found is None:
        return
    sheet = book.sheet(name)
    shown = levels(found)
    columns = [
        Column("Confidence", "share", [level for level, _ in shown]),
        Column("Cost at most", "money", [usd / rate for _, usd in shown]),
    ]
    row = book.table(sheet, columns).next_row
    row = book.table(sheet, _cases(found, rate), top=row).next_row
    base = found.cases[1].usd
    doubts = records(
        book,
        sheet,
        DOUBTS,
        [
            (
                *(one.name.replace("_", " "), one.usd_at_low, one.usd_at_high),
                *(one.usd_at_low - base, one.usd_at_high - base),
                *(one.unit, *map(rounded, (one.value, one.low, one.high)), one.source),
            )
            for one in found.doubts
        ],
        top=row,
    )
    row = doubts.next_row
    book.notes(sheet, row, NOTES)
    row += len(NOTES) + 1
    if found.months:
        row = book.table(sheet, _months(found, rates), top=row).next_row
    if found.doubts:
        book.tornado(sheet, row, doubts, "Doubt", (AT_LOW, AT_HIGH))
    sheet.set_column(0, 0, 24)
    sheet.set_column(1, len(DOUBTS) - 2, 18)
    sheet.set_column(len(DOUBTS) - 1, len(DOUBTS) - 1, 60)


def rounded(value: float) -> float:
    """A number of six digits.

    >>> rounded(-0.130434782608)
    -0.130435
    """
    return float(f"{value:.6g}")


def _cases(found: Certainty, rate: float) -> Sequence[Column]:
    """The cases side by side, with where each doubt stands in them."""
    cases = found.cases
    return [
        Column("Case", "name", [one.name for one in cases]),
        Column("Cost", "money", [one.usd / rate for one in cases]),
        Column("Confidence", "share", [one.confidence_fraction for one in cases]),
        *(
            Column(
                f"{doubt.name.replace('_', ' ').capitalize()}, {doubt.unit}",
                "number",
                [rounded(one.at[doubt.name]) for one in cases],
            )
            for doubt in found.doubts
        ),
    ]


def _months(found: Certainty, rates: Sequence[float]) -> Sequence[Column]:
    """The months of the cases, and their percentiles."""
    months = found.months

    def money(title: str, usd: Sequence[float]) -> Column:
        return Column(
            title, "money", [amount / rate for amount, rate in zip(usd, rates, strict=True)]
        )

    fields = {f"{case.capitalize()} case": f"{case}_case_usd" for case in ("low", "base", "high")}
    fields |= {name: f"{name}_usd" for name in ("p10", "p50", "p90")}
    columns = [Column("Month", "month", [day(one.month) for one in months])]
    columns += [
        money(title, [getattr(one, field) for one in months]) for title, field in fields.items()
    ]
    columns += [
        money(
            f"{share(level.confidence_fraction)} confidence", [one.levels[at].usd for one in months]
        )
        for at, level in enumerate(found.levels)
    ]
    return columns
