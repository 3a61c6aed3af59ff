"""The header of a rate card: which of its columns each name stands for."""

import re
from difflib import get_close_matches

from pricing.catalog.names import normalised
from pricing.catalog.overlays.spreadsheet import Spreadsheet
from pricing.errors import BadRow

COLUMNS = {
    "provider": ("vendor", "cloud", "supplier"),
    "service": ("product",),
    "region": ("location",),
    "instance_type": ("instance", "machine type", "sku", "vm size"),
    "device": ("gpu", "accelerator", "gpu type", "gpu model"),
    "device_count": ("gpu count", "gpus", "devices", "gpus per instance"),
    "option": ("purchase option", "term", "pricing model"),
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

_NAMED = {
    normalised(name): column for column, words in COLUMNS.items() for name in (column, *words)
}
_WORDS = {
    **dict.fromkeys(("hr", "hrs", "h", "hours", "hourly"), "hour"),
    **dict.fromkeys(("gpu", "gpus", "accelerator", "card"), "device"),
    **dict.fromkeys(("node", "vm", "server", "machine"), "instance"),
}
_FILLERS = frozenset({"per", "an", "a", "of", "in", "the", "price", "rate", "cost", "usd", "us"})
_RATE = re.compile(r"[a-z]+")


def columns_of(sheet: Spreadsheet) -> dict[str, str]:
    """The columns that the header's names stand for. Raises BadRow for others, or one twice."""
    found: dict[str, str] = {}
    for name in filter(None, sheet.header):
        column = _NAMED.get(normalised(name)) or _charge_called(name)
        if column is None:
            near = get_close_matches(normalised(name), _NAMED, n=3)
            raise BadRow(
                file=sheet.file,
                row=sheet.header_line,
                reason=f"unknown column {name!r}: leave it out, or name it otherwise",
                nearest=[_NAMED[one] for one in near] or list(COLUMNS),
            )
        if column in found.values():
            reason = f"a second column for {column}: {name!r}"
            raise BadRow(file=sheet.file, row=sheet.header_line, reason=reason)
        found[name] = column
    lacking = "provider" if "provider" not in found.values() else None
    if lacking is None and not set(CHARGES) & set(found.values()):
        lacking = f"one of {', '.join(CHARGES)}"
    if lacking:
        reason = f"missing columns: {lacking}"
        raise BadRow(file=sheet.file, row=sheet.header_line, reason=reason)
    return found


def _charge_called(name: str) -> str | None:
    """The column of an hourly price in other words, None where the words say more or less.

    >>> _charge_called("USD/GPU-hr"), _charge_called("Hourly rate per node ($)")
    ('usd_per_device_hour', 'usd_per_instance_hour')
    >>> _charge_called("Price per GPU hour"), _charge_called("USD per hour")
    ('price_per_device_hour', None)
    """
    words = [_WORDS.get(word, word) for word in _RATE.findall(name.lower().replace("$", " usd "))]
    of = {"device", "instance"} & set(words)
    if len(of) != 1 or "hour" not in words or set(words) - _FILLERS - {"hour", *of}:
        return None
    return f"{'usd' if 'usd' in words else 'price'}_per_{of.pop()}_hour"
