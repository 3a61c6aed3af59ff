"""Times of the clock between which devices work, as hours of a day: 9am to 6pm, 9-5 on weekdays."""

import re

from pricing.units import HOURS_PER_DAY

_TIME = r"(\d{1,2})(:00|h|(?: ?(?:am|pm|uhr|o'clock)))?"
_DAYS = r"(?:weekday|work ?day|working day|business day|week day|mon)s?\b"
_SPAN = re.compile(
    rf"\b(?:from |between )?{_TIME} ?(?:-|to|till|until|and|bis) ?{_TIME}"
    rf"(?![\w.,:]*\d)(?= ?,? ?(?:on |every |only )?({_DAYS})|\b)"
)
_OFFICE = re.compile(r"\b(?:in |during )?(?:business|office|working) hours\b(?: only)?")
"""Hours that offices are open, where nobody says which."""

NINE_TO_FIVE = ("9", "5")
NOON = 12


def with_hours(plain: str) -> str:
    """A text in lower case where spans of the clock are hours of a day.

    >>> with_hours("l4 from 9am to 6pm"), with_hours("h100 9-5 weekdays"), with_hours("9 to 12 l4")
    ('l4 9 hours a day', 'h100 8 hours a day weekdays', '9 to 12 l4')
    """
    return _OFFICE.sub("8 hours a day weekdays", _SPAN.sub(_hours, plain))


def _hours(found: re.Match[str]) -> str:
    """The hours of a span; numbers that nothing marks as times stay as they are."""
    begin, of_begin, end, of_end, days = found.groups()
    is_marked = bool(of_begin and of_end) or "m" in (of_end or "") or days is not None
    if not (is_marked or (begin, end) == NINE_TO_FIVE):
        return found[0]
    first, last = _of_day(begin, of_begin), _of_day(end, of_end)
    if last <= first and last <= NOON and not (of_begin and of_end):
        last += NOON  # 9-5
    hours = (last - first) % HOURS_PER_DAY
    return f"{hours:g} hours a day" if hours else found[0]


def _of_day(number: str, mark: str | None) -> int:
    """An hour of the day, by the half of it that is said."""
    hour, half = int(number), (mark or "").strip()
    if half in {"am", "pm"}:
        return hour % NOON + (NOON if half == "pm" else 0)
    return hour
