"""The header of a rate card: which of its columns each name stands for."""

import re
from difflib import get_close_matches

from msgspec import Struct

from pricing.catalog.names import normalised
from pricing.catalog.overlays import languages
from pricing.catalog.overlays.languages import in_english
from pricing.catalog.overlays.options import option_of
from pricing.catalog.overlays.spreadsheet import Line, Spreadsheet
from pricing.errors import BadRow
from pricing.units import HOURS_PER_MONTH

COLUMNS = {
    "provider": ("vendor", "cloud", "cloud provider", "supplier"),
    "service": ("product",),
    "region": ("location",),
    "instance_type": ("instance", "machine type", "sku", "vm size"),
    "device": ("gpu", "accelerator", "gpu type", "gpu model"),
    "device_count": ("gpu count", "gpus count", "gpus", "devices", "gpus per instance"),
    "option": (
        *("purchase option", "buying option", "pricing option", "pricing model", "purchase type"),
        *("term", "commitment", "commitment type", "commitment term", "how bought", "billing"),
    ),
    "usd_per_instance_hour": ("usd an hour of an instance",),
    "usd_per_device_hour": ("usd per gpu hour", "usd an hour of a device", "usd per gpu-hour"),
    "price_per_instance_hour": ("hourly price of an instance",),
    "price_per_device_hour": ("price per gpu hour", "price per gpu-hour"),
    "list_usd_per_instance_hour": ("list price", "list price usd per instance hour"),
    "discount_percent": ("discount", "discount %"),
    "currency": (),
    "usd_per_currency_unit": ("exchange rate", "usd per unit of currency"),
    "valid_from": ("from", "start", "start date"),
    "valid_to": ("to", "until", "valid until", "end", "end date"),
    "contract": ("contract name", "agreement"),
    "notes": ("note", "comment", "remarks"),
}
"""The columns of a rate card, and other words for them."""

CHARGES = (
    *("usd_per_instance_hour", "usd_per_device_hour", "price_per_instance_hour"),
    *("price_per_device_hour", "discount_percent"),
)
"""What a row charges: one of them."""

TOTALS = frozenset({"total", "totals", "sum", "subtotal", "sub-total", "grand-total"})
TOTALS |= languages.TOTALS

_NAMED = {
    normalised(name): column for column, words in COLUMNS.items() for name in (column, *words)
}
_WORDS = {
    **dict.fromkeys(("hr", "hrs", "h", "hours", "hourly"), "hour"),
    **dict.fromkeys(("mo", "mon", "months", "monthly"), "month"),
    **dict.fromkeys(("yr", "years", "yearly", "annual", "annually"), "year"),
    **dict.fromkeys(("gpu", "gpus", "accelerator", "card"), "device"),
    **dict.fromkeys(("node", "vm", "server", "machine"), "instance"),
}
_FILLERS = frozenset(
    {"per", "an", "a", "of", "in", "the", "price", "rate", "cost", "usd", "us"}
    | {"unit", "net", "our", "agreed", "contract", "contracted", "negotiated"}
)
_HOURS = {"hour": 1, "month": HOURS_PER_MONTH, "year": 12 * HOURS_PER_MONTH}
"""Hours of a price of a longer time, as providers count a month."""

_WORD = re.compile(r"[a-z]+|\d+(?:yr|y)?")
_CODE = re.compile(r"\b(?!GPU|USD)[A-Z]{3}\b|[€£]")
_SIGNS = {"€": "EUR", "£": "GBP"}
MOST_OPTION_WORDS = 4
_OF_DISCOUNTS = frozenset({"discount", "off", "percent", "pct", "list", "from", "on", "vs", "in"})


class Column(Struct, frozen=True):
    """What a column has: one of COLUMNS.

    hours: that a price is of; option, currency: what the name of a price says of how it is bought.
    """

    name: str
    hours: int = 1
    option: str | None = None
    currency: str | None = None


def is_provider(name: str) -> bool:
    """Whether a text is the name of the column that every rate card has."""
    return _NAMED.get(_called(name)) == "provider"


def is_column(name: str) -> bool:
    """Whether a text alone is the name of a column that is no price of any unit."""
    return _called(name) in _NAMED


def _called(name: str) -> str:
    return normalised(in_english(name))


def columns_of(sheet: Spreadsheet) -> dict[str, Column]:
    """The columns that the header's names stand for. Raises BadRow for others, or one twice."""
    found: dict[str, Column] = {}
    of = _sold_by(sheet)
    for name in filter(None, sheet.header):
        known = _NAMED.get(_called(name))
        column = Column(known) if known else _charge_called(in_english(name), of)
        if column is None:
            raise _unknown_column(sheet, name, of)
        if any((column.name, column.option) == (one.name, one.option) for one in found.values()):
            reason = f"a second column for {column.name}: {name!r}"
            raise BadRow(file=sheet.file, row=sheet.header_line, reason=reason)
        found[name] = column
    names = {column.name for column in found.values()}
    lacking = "provider" if "provider" not in names else None
    if lacking is None and not set(CHARGES) & names:
        lacking = f"one of {', '.join(CHARGES)}"
    if lacking:
        reason = f"missing columns: {lacking}"
        raise BadRow(file=sheet.file, row=sheet.header_line, reason=reason)
    return found


def _sold_by(sheet: Spreadsheet) -> str | None:
    """Whether rows are of devices or of instances, None where columns of both or neither say it."""
    filled = {name for line in sheet.lines for name in line.cells}
    plain = {_NAMED.get(_called(name)) for name in sheet.header if name in filled}
    rows_are = [of for of in ("device", "instance") if {of, f"{of}_type"} & plain]
    return rows_are[0] if len(rows_are) == 1 else None


def _unknown_column(sheet: Spreadsheet, name: str, of: str | None) -> BadRow:
    """The refusal of a column that is none, with what its name lacks; of: what rows are of."""
    english = in_english(name)
    near = get_close_matches(_called(name), _NAMED, n=3)
    nearest = list(dict.fromkeys(_NAMED[one] for one in near)) or list(COLUMNS)
    reason = f"unknown column {name!r}: leave it out, or name it otherwise"
    if _charge_called(english, "device"):
        reason = f"{name!r} is of an instance or of a device: name it such as USD/GPU-hr"
    elif _charge_called(f"{english} per hour", of or "device"):
        reason = f"{name!r} does not say of what, and for how long: name it such as USD/hr"
        nearest = [name for name in CHARGES if name.startswith("price_per_")]
    return BadRow(file=sheet.file, row=sheet.header_line, reason=reason, nearest=nearest)


def lines_of(sheet: Spreadsheet) -> list[Line]:
    """The rows by columns: one for each price, where the names of several say how it is bought.

    Lines of totals are left out. Raises BadRow, see columns_of.
    """
    columns = columns_of(sheet)
    prices = {name: column for name, column in columns.items() if column.name in CHARGES}
    is_wide = any(column.option for column in prices.values())
    found = []
    for line in sheet.lines:
        shared = {
            columns[name].name: cell for name, cell in line.cells.items() if name not in prices
        }
        is_sold = {"instance_type", "device"} & set(shared)
        if normalised(shared.get("provider", "")) in TOTALS and not is_sold:
            continue  # it sums up others
        told = [(prices[name], cell) for name, cell in line.cells.items() if name in prices]
        if is_wide and told:
            found += [_priced(line, shared, [one]) for one in told]
        else:
            found.append(_priced(line, shared, told))
    return found


def _priced(line: Line, shared: dict[str, str], told: list[tuple[Column, str]]) -> Line:
    """A row with some of its prices."""
    cells = {**shared, **{column.name: cell for column, cell in told}}
    for column, _ in told:
        if column.option:
            cells["option"] = column.option
        if column.currency:
            cells.setdefault("currency", column.currency)
    return Line(line.number, cells, max((column.hours for column, _ in told), default=1))


def _charge_called(name: str, of: str | None = None) -> Column | None:
    """The column of a price in other words, None where the words say more or less.

    of: what a row is of, where the name does not say.

    >>> _charge_called("USD/GPU-hr").name, _charge_called("Hourly rate per node ($)").name
    ('usd_per_device_hour', 'usd_per_instance_hour')
    >>> _charge_called("Price per GPU hour").name, _charge_called("USD per hour")
    ('price_per_device_hour', None)
    >>> _charge_called("Discount % off list").name
    'discount_percent'
    >>> _charge_called("1 year reserved, EUR per GPU and month")
    Column(name='price_per_device_hour', hours=730, option='reserved_1y', currency='EUR')
    """
    words, option = _without_option(_WORD.findall(name.lower().replace("$", " usd ")))
    if {"discount", "off"} & set(words) and set(words) <= _FILLERS | _OF_DISCOUNTS:
        return Column("discount_percent", option=option)
    codes = {_SIGNS.get(code, code) for code in _CODE.findall(name)}
    words = [_WORDS.get(word, word) for word in words if word.upper() not in codes]
    periods = set(_HOURS) & set(words)
    things = {"device", "instance"} & set(words) or ({of} if of else set())
    rest = set(words) - _FILLERS - periods - things - {"and", "list"}
    if len(periods) != 1 or len(things) != 1 or len(codes) > 1 or rest:
        return None
    unit = "usd" if "usd" in words and not codes else "price"
    hours = int(_HOURS[periods.pop()])
    return Column(f"{unit}_per_{things.pop()}_hour", hours, option, next(iter(codes), None))


def _without_option(words: list[str]) -> tuple[list[str], str | None]:
    """The words of a name without those of a way of buying, which may be among them."""
    for count in range(MOST_OPTION_WORDS, 0, -1):
        for at in range(len(words) - count + 1):
            option = option_of(" ".join(words[at : at + count]))
            if option and words[at : at + count] != ["hourly"]:
                return words[:at] + words[at + count :], option
    return words, None
