"""Rate cards: what a contract charges, in the words of a buyer.

A rate card is a file `rate_card….csv` of an overlay. A row says a price of an instance-hour or of a
device-hour, or a discount on list prices, and the days on which it holds.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import TypeVar

from msgspec import Struct

from pricing.catalog.names import normalised
from pricing.catalog.overlays.headers import CHARGES, TOTALS, is_column, is_provider, lines_of
from pricing.catalog.overlays.languages import in_english
from pricing.catalog.overlays.options import ALL_OPTIONS, near_options, option_of
from pricing.catalog.overlays.periods import BEGINNING, FOREVER, Period
from pricing.catalog.overlays.spreadsheet import (
    Line,
    amount_of,
    currency_of,
    day_of,
    day_order,
    decimal_sign,
    read_spreadsheet,
)
from pricing.errors import BadRow

V = TypeVar("V")

_NUMBERS = (
    *("device_count", "usd_per_instance_hour", "usd_per_device_hour", "price_per_instance_hour"),
    *("price_per_device_hour", "discount_percent", "usd_per_currency_unit"),
    "list_usd_per_instance_hour",
)
_DAYS = ("valid_from", "valid_to")
_EXCHANGE = "usd_per_currency_unit"
LARGEST_DISCOUNT = 100


class Rate(Struct, frozen=True):
    """A row of a rate card; None: it holds for any.

    usd: per hour of the instance or of a device, in `currency` where that is not None; list_usd:
    the list price of the instance, where the card has one; discount_fraction: of list prices, where
    the row has no price; line: where it stands.
    """

    file: str
    line: int
    provider: str
    service: str | None
    region: str | None
    instance_type: str | None
    device: str | None
    device_count: float | None
    option: str | None
    usd: Decimal | None
    is_of_device: bool
    discount_fraction: Decimal | None
    period: Period
    contract: str
    notes: str | None
    list_usd: Decimal | None = None
    currency: str | None = None

    @property
    def breadth(self) -> tuple[bool, ...]:
        """What it leaves open: of two rows for one price the one that leaves less open holds."""
        return (
            self.usd is None,
            self.instance_type is None,
            self.device is None,
            self.region is None,
            self.option is None,
            self.service is None,
        )


def read_rate_card(content: bytes, *, file: str, contract: str) -> tuple[Rate, ...]:
    """The rows of a rate card; contract: of rows that name none.

    Raises BadRow with file, line, and what to change, for the first row that says no price.
    """
    sheet = read_spreadsheet(content, file=file, is_column=is_column, is_needed=is_provider)
    named = lines_of(sheet)
    cells = _Cells(file, named, has_commas=sheet.separator == ";")
    return tuple(_rate(cells, line, contract) for line in named)


class _Cells:
    """Reads cells as the rest of their column is written."""

    def __init__(self, file: str, lines: Iterable[Line], *, has_commas: bool = False) -> None:
        """has_commas: whether decimals of the file may well have a comma."""
        self.file = file
        self._has_commas = has_commas
        rows = [line.cells for line in lines]
        numbers = (row[name] for row in rows for name in _NUMBERS if name in row)
        self._sign = decimal_sign(text.rstrip("% ") for text in numbers)
        self._order = day_order(row[name] for row in rows for name in _DAYS if name in row)

    def number(self, line: Line, column: str) -> Decimal | None:
        """A number, None where the cell is empty. Raises BadRow."""
        signs = "% " if column == "discount_percent" else ""
        if signs and line.cells.get(column, "").startswith(("-", "\u2212")):
            raise self.refused(line, f"{column} {line.cells[column]!r}: write it without a sign")
        said = currency_of(line.cells.get(column, ""))
        if said not in {None, "USD"} and "usd_per_" in column and column != _EXCHANGE:
            reason = f"{column} is in USD, and the cell in {said}: name the column price_per_…"
            raise self.refused(line, reason)
        return self._read(
            line,
            column,
            lambda text: amount_of(text.rstrip(signs), self._sign, has_commas=self._has_commas),
        )

    def day(self, line: Line, column: str) -> date | None:
        """A day, None where the cell is empty. Raises BadRow."""
        return self._read(line, column, lambda text: day_of(in_english(text), self._order))

    def _read(self, line: Line, column: str, read: Callable[[str], V]) -> V | None:
        text = line.cells.get(column)
        if text is None:
            return None
        try:
            return read(text)
        except ValueError as error:
            raise self.refused(line, f"{column} {text!r}: {error}") from error

    def refused(self, line: Line, reason: str, nearest: Iterable[str] = ()) -> BadRow:
        """What to raise for a row."""
        return BadRow(file=self.file, row=line.number, reason=reason, nearest=tuple(nearest))


def _rate(cells: _Cells, line: Line, contract: str) -> Rate:
    told = line.cells
    if "provider" not in told:
        raise cells.refused(line, "provider: a value is required: leave totals and comments out")
    if normalised(told["provider"]) in TOTALS:
        raise cells.refused(line, f"provider {told['provider']!r}: leave lines of totals out")
    charge = _charge(cells, line)
    if charge.discount_fraction is None and not {"instance_type", "device"} & told.keys():
        raise cells.refused(line, "a price needs an instance_type or a device")
    count = cells.number(line, "device_count")
    if count is not None and not count > 0:
        raise cells.refused(
            line, f"device_count {count}: write a number above 0, or leave it empty"
        )
    return Rate(
        file=cells.file,
        line=line.number,
        provider=told["provider"],
        service=told.get("service"),
        region=told.get("region"),
        instance_type=told.get("instance_type"),
        device=told.get("device"),
        device_count=None if count is None else float(count),
        option=_option(cells, line, is_discount=charge.discount_fraction is not None),
        usd=charge.usd,
        is_of_device=charge.is_of_device,
        discount_fraction=charge.discount_fraction,
        period=_period(cells, line),
        contract=told.get("contract", contract),
        list_usd=cells.number(line, "list_usd_per_instance_hour") or None,
        currency=charge.currency,
        notes="; ".join(filter(None, (told.get("notes"), charge.notes))) or None,
    )


@dataclass(frozen=True)
class _Charge:
    usd: Decimal | None = None
    is_of_device: bool = False
    discount_fraction: Decimal | None = None
    notes: str | None = None
    currency: str | None = None


def _charge(cells: _Cells, line: Line) -> _Charge:
    """The one price or discount of a row, in dollars or in a currency to be converted."""
    given = [name for name in CHARGES if name in line.cells]
    if len(given) != 1:
        reason = f"one of {', '.join(CHARGES)} is required"
        raise cells.refused(line, f"{' and '.join(given)} are given: {reason}" if given else reason)
    (column,) = given
    amount = cells.number(line, column)
    if amount is None or not amount > 0:
        raise cells.refused(line, f"{column} {line.cells[column]!r}: write a number above 0")
    if column == "discount_percent":
        return _Charge(discount_fraction=_discount(cells, line, amount))
    if line.hours > 1:
        told, amount = f"{amount} for {line.hours} hours", amount / line.hours
    else:
        told = None
    usd, notes, currency = _dollars(cells, line, column, amount)
    notes = "; ".join(filter(None, (told, notes))) or None
    return _Charge(usd, "_device_" in column, notes=notes, currency=currency)


def _discount(cells: _Cells, line: Line, percent: Decimal) -> Decimal:
    text = line.cells["discount_percent"]
    if percent < 1 and "%" not in text:
        raise cells.refused(
            line, f"discount_percent {text!r}: write {percent * 100:f} for {percent * 100:f}%"
        )
    if percent >= LARGEST_DISCOUNT:
        raise cells.refused(line, f"discount_percent {text!r}: write a number below 100")
    return percent / 100


def _dollars(
    cells: _Cells, line: Line, column: str, amount: Decimal
) -> tuple[Decimal, str | None, str | None]:
    """A price in dollars, what it was, and the currency that it stays in without a rate."""
    currency = line.cells.get("currency", "").upper().replace("US$", "USD").replace("$", "USD")
    said = currency_of(line.cells[column])
    if not (currency or said or column.startswith("usd_") or "$" in line.cells[column]):
        raise cells.refused(line, f"currency: write that of {column}, such as USD or EUR")
    currency = currency or said or "USD"
    if said not in {None, currency}:
        raise cells.refused(line, f"{column} is in {said}, and currency is {currency}")
    if currency == "USD":
        return amount, None, None
    rate = cells.number(line, _EXCHANGE)
    if column.startswith("usd_"):
        raise cells.refused(
            line, f"{column} is in USD, and currency is {currency}: name the column price_per_…"
        )
    if rate is None:
        return amount, None, currency
    if not rate > 0:
        raise cells.refused(line, f"usd_per_currency_unit {rate}: write a number above 0")
    what = "device-hour" if "_device_" in column else "instance-hour"
    return amount * rate, f"{amount} {currency} per {what} at {rate} USD per {currency}", None


def _option(cells: _Cells, line: Line, *, is_discount: bool) -> str | None:
    text = line.cells.get("option")
    if text is None and is_discount:
        reason = "a discount needs an option: write on_demand, or all for every option"
        raise cells.refused(line, reason)
    if is_discount and normalised(in_english(text or "")) in ALL_OPTIONS:
        return None
    option = option_of(text or "on_demand")
    if option is None:
        raise cells.refused(line, f"option {text!r}: unknown", near_options(text or ""))
    return option


def _period(cells: _Cells, line: Line) -> Period:
    """The days on which a row holds; the last day of a rate card is still one of them."""
    start, last = cells.day(line, "valid_from"), cells.day(line, "valid_to")
    if start is None:
        raise cells.refused(line, "valid_from: write the first day of the price")
    end = FOREVER if last is None or last >= FOREVER else last + timedelta(days=1)
    if end <= start or start <= BEGINNING:
        raise cells.refused(line, f"valid_to {last}: before valid_from {start}")
    return start, end
