"""Kinds of cells: how wide their columns are, and how their numbers are written."""

from collections.abc import Mapping
from typing import Literal

Text = Literal["text", "name", "word"]
Figures = Literal["date", "month", "year", "count", "months", "number", "quantity", "share"]
Money = Literal["money", "price", "usd", "usd_price"]
Kind = Text | Figures | Money

WIDTHS: Mapping[Kind, float] = {
    "text": 60,
    "name": 30,
    "word": 17,
    "date": 12,
    "month": 12,
    "year": 8,
    "money": 16,
    "usd": 16,
    "price": 16,
    "usd_price": 16,
    "count": 15,
    "months": 15,
    "number": 15,
    "quantity": 15,
    "share": 12,
}
"""Widths of columns [characters]."""

TEXTS = ("text", "name", "word")
DAYS = ("date", "month")
LEFT = (*TEXTS, *DAYS, "year")
"""What stands at the left of its column."""


def number_formats(currency: str) -> Mapping[Kind, str]:
    """The format of the numbers of each kind; currency: of money that is not in dollars."""
    money, dollars = _symbol(currency), _symbol("USD")
    return {
        "date": "yyyy-mm-dd",
        "month": "mmm yyyy",
        "year": "0",
        "money": f"{money}#,##0.00;[Red]-{money}#,##0.00",
        "usd": f"{dollars}#,##0.00;[Red]-{dollars}#,##0.00",
        "price": f"{money}#,##0.00####",
        "usd_price": f"{dollars}#,##0.00####",
        "count": "#,##0",
        "months": "0.0#",
        "number": "General",
        "quantity": "#,##0.00",
        "share": "0.0%",
    }


def _symbol(currency: str) -> str:
    """A currency in a format of numbers: the dollar by its sign, others by their names."""
    return "[$$-409]" if currency == "USD" else f"[${currency}] "
