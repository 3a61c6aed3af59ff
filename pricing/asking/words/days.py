"""Days that a text names: a date, a month, a quarter, a year, or some time ago."""

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta

from pricing.asking.words.terms import Term

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_SHORT = {name[:3]: at for at, name in enumerate(MONTHS, 1)} | {"sept": 9}
_MONTH = "|".join((*MONTHS, *sorted(_SHORT, key=len, reverse=True)))
_YEAR = r"(?:19|20)\d\d"
_LEADING = r"(?:\b(?:as of|as at|back in|in|on|from|since|during|for|at|of|by)\s+)?"
_PART = r"(early|mid|late|end of|start of|beginning of)"
_EARLY = rf"(?:{_PART}[\s-]+)?"

_FORMS = (
    re.compile(rf"{_LEADING}\b({_YEAR})-(\d\d)-(\d\d)\b"),
    re.compile(rf"{_LEADING}\b({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+({_YEAR})\b"),
    re.compile(
        rf"{_LEADING}\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({_MONTH})\.?,?\s+({_YEAR})\b"
    ),
    re.compile(rf"{_LEADING}{_EARLY}\b({_MONTH})\.?,?\s+(?:of\s+)?({_YEAR})\b"),
    re.compile(rf"{_LEADING}\b({_YEAR})-(\d\d)\b(?!-)"),
    re.compile(rf"{_LEADING}{_EARLY}\bq([1-4])\s+(?:of\s+)?({_YEAR})\b"),
    re.compile(rf"{_LEADING}{_EARLY}\bh([12])\s+(?:of\s+)?({_YEAR})\b"),
    re.compile(
        rf"{_LEADING}(?:the\s+)?{_PART}[\s-]+(?:the\s+)?(last|this)\s+(month|quarter|year)\b"
    ),
    re.compile(rf"{_LEADING}\blast\s+({_MONTH})\b"),
    re.compile(
        r"\b(?:as of|as at|back in|in|from|since|during|of)\s+"
        rf"{_EARLY}({_YEAR})\b(?!\s*(?:tok|in\b|out|input|output|gpu|h\d|request|prompt|dollar))"
    ),
    re.compile(rf"(?:(?<=price )|(?<=prices )|(?<=pricing )|(?<=cost ))()({_YEAR})\b"),
    re.compile(
        r"\b(?:over |in |during |within )?(?:the )?(?:last|past|previous)"
        r" (one|two|three|six|\d{1,2}) (month|year|quarter)s?()\b"
    ),
    re.compile(r"\b(last|a|an|one|two|three|six|\d{1,2})\s+(month|year|quarter)s?(\s+ago)?\b"),
)
_AGAINST = r"\s*(?:vs\.?|versus|compared to|or|and|to|,)\s*"
_PAIR = re.compile(
    rf"(?:\bin\s+)?\b{_YEAR}(?:{_AGAINST}{_YEAR}\b)+|\b(?:{_YEAR}\s+){{2,}}{_YEAR}\b"
)
"""Years that are compared."""

_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "six": 6}


def blanked_days(text: str, today: date) -> tuple[str, Sequence[tuple[str, str]]]:
    """A text without the days that it names, and each day with how it was written.

    today: the last day that the release knows, which `last year` is told from. A month is read as
    its last day, and of a year the last day; the early and the middle part as such.

    >>> blanked_days("h100 price in january 2024", date(2026, 1, 1))
    ('h100 price                ', (('2024-01-31', 'in january 2024'),))
    >>> [day for day, _ in blanked_days("end of last year or last may", date(2026, 10, 31))[1]]
    ['2025-12-31', '2026-05-31']
    """
    found: list[tuple[int, str, str]] = []
    for pair in _PAIR.finditer(text):
        found.extend(
            (pair.start() + year.start(), _in_year(int(year[0]), "").isoformat(), year[0])
            for year in re.finditer(_YEAR, pair[0])
        )
        text = f"{text[: pair.start()]}{' ' * len(pair[0])}{text[pair.end() :]}"
    for place, form in enumerate(_FORMS):
        for match in form.finditer(text):
            day = _day(place, match.groups(), today)
            if day is None:
                continue
            first, day = _before(text[: match.start()], day, place)
            found.append((first, day.isoformat(), text[first : match.end()].strip()))
            if match[0].startswith("since") or place == OF_SPAN:
                found.append((len(text), today.isoformat(), "now"))
            text = f"{text[:first]}{' ' * (match.end() - first)}{text[match.end() :]}"
    latest = today.isoformat()
    return text, tuple(
        (min(day, latest) if day[:4] == latest[:4] else day, said) for _, day, said in sorted(found)
    )


_BEFORE = re.compile(r"\b(?:before|prior to)\s+(?:the\s+)?$")

OF_DAY, OF_MONTH, OF_SPAN = range(3), (3, 4), 11
"""The forms that name a day, those that name a month, and the one of a time up to now."""


def _before(text: str, day: date, place: int) -> tuple[int, date]:
    """Where a day begins behind a text, and the last day before it, where the text ends in so."""
    said = _BEFORE.search(text)
    if said is None or place not in {*OF_DAY, *OF_MONTH}:
        return len(text), day
    first = day.replace(day=1) if place in OF_MONTH else day
    return said.start(), first - timedelta(days=1)


def _day(place: int, parts: Sequence[str | None], today: date) -> date | None:
    """The day of a match of a form; None where the calendar has none."""
    words = [part or "" for part in parts]
    try:
        return _READERS[place](words, today)
    except ValueError:
        return None


def _month(word: str) -> int:
    return _SHORT[word] if word in _SHORT else MONTHS.index(word) + 1


def _in_month(year: int, month: int, part: str = "") -> date:
    last = monthrange(year, month)[1]
    days = {"early": 1, "start of": 1, "beginning of": 1, "mid": 15}
    return date(year, month, days.get(part, last))


def _in_year(year: int, part: str) -> date:
    months = {"early": 3, "start of": 1, "beginning of": 1, "mid": 6}
    return _in_month(year, months.get(part, 12))


def _in_span(year: int, months: int, at: int, part: str) -> date:
    """A day of a quarter or a half of a year, which are numbered from 1."""
    first, last = months * (at - 1) + 1, months * at
    early = {"early": first, "start of": first, "beginning of": first, "mid": (first + last) // 2}
    return _in_month(year, early.get(part, last), part if part != "mid" else "")


def _in_period(part: str, which: str, unit: str, today: date) -> date:
    """A day of the month, the quarter or the year of today, or of the one before."""
    months = {"month": 1, "quarter": 3, "year": 12}[unit]
    at = (12 * today.year + today.month - 1) // months - (which == "last")
    year, place = divmod(at * months, 12)
    return (
        _in_year(year, part)
        if unit == "year"
        else _in_span(year, months, place // months + 1, part)
    )


def _last_month(month: int, today: date) -> date:
    """The end of a month that was before today's."""
    return _in_month(today.year - (month >= today.month), month)


def _ago(words: Sequence[str], today: date) -> date | None:
    count, unit, ago = words
    if count == "last":
        number = 1
    elif not ago.strip():
        return None
    else:
        number = _COUNTS.get(count) or int(count)
    days = {"month": 30.4375, "quarter": 91.3125, "year": 365.25}[unit] * number
    return today - timedelta(days=round(days))


_READERS = (
    lambda words, _: date(int(words[0]), int(words[1]), int(words[2])),
    lambda words, _: date(int(words[2]), _month(words[0]), int(words[1])),
    lambda words, _: date(int(words[2]), _month(words[1]), int(words[0])),
    lambda words, _: _in_month(int(words[2]), _month(words[1]), words[0]),
    lambda words, _: _in_month(int(words[0]), int(words[1])),
    lambda words, _: _in_span(int(words[2]), 3, int(words[1]), words[0]),
    lambda words, _: _in_span(int(words[2]), 6, int(words[1]), words[0]),
    lambda words, today: _in_period(words[0], words[1], words[2], today),
    lambda words, today: _last_month(_month(words[0]), today),
    lambda words, _: _in_year(int(words[1]), words[0]),
    lambda words, _: _in_year(int(words[1]), words[0]),
    lambda words, today: _ago([words[0], words[1], "ago"], today),
    _ago,
)


def day_terms(
    days: Sequence[tuple[str, str]], terms: Sequence[Term], today: date
) -> tuple[Term, ...]:
    """The days as terms, which stand at no atom; with today, where it is compared with another.

    terms: all others; today: the last day that the release knows.
    """
    kinds = {term.kind for term in terms}
    latest, told = today.isoformat(), []
    is_of_load = any(term.kind in RATES for term in terms)  # the bill rises with the traffic
    is_trend = len(days) < FEWEST_DAYS and any(term.value == "trend" for term in terms)
    is_trend = is_trend and not is_of_load
    if is_trend and not days:
        days = (((today - timedelta(days=DAYS_OF_TREND)).isoformat(), "a year ago"),)
        text = f"no day is said: the prices of {days[0][0]} and of {latest} are compared"
        end = max((term.last for term in terms), default=0)
        told.append(Term("told", text, end, end))
    is_open = len(days) == 1 and _is_open(terms)
    is_trend = is_trend or (len(days) == 1 and _is_compared(terms)) or is_open
    if days and ({"day", "versus"} <= kinds or {"day", "and"} <= kinds or is_trend):
        now = (latest, "now")
        days = (now, *days) if _is_first(terms) else (*days, now)
    return (*told, *(Term("as_of", day, -1, -1, said=said) for day, said in days))


RATES = frozenset({"requests_per_day", "requests_per_second", "tokens_per_day", "users_per_day"})
"""Loads, beside which what rises or falls is no price of the past."""

FEWEST_DAYS, DAYS_OF_TREND = 2, 365
"""Fewest days of a trend, and how many lie between them where none is said."""

COMPARATIVES = frozenset({"cheaper", "more expensive", "less expensive"})


def _is_compared(terms: Sequence[Term]) -> bool:
    """Whether one thing is compared with itself on another day: was h100 cheaper last year."""
    things = [term for term in terms if term.kind in {"device", "machine", "api_model", "model"}]
    is_alone = len(things) == 1 and not any(term.kind == "versus" for term in terms)
    return is_alone and any(term.said in COMPARATIVES for term in terms)


def _is_open(terms: Sequence[Term]) -> bool:
    """Whether one thing stands beside `vs`, of which nothing else is known than a day."""
    things = {term.kind for term in terms} & {"device", "machine", "api_model", "model"}
    parting = [at for at, term in enumerate(terms) if term.kind == "versus"]
    return bool(things) and parting in ([0], [len(terms) - 1])


def _is_first(terms: Sequence[Term]) -> bool:
    """Whether today is named before what it is compared with."""
    kinds = [term.kind for term in terms if term.kind in {"day", "versus", "and"}]
    return kinds[:1] == ["day"]
