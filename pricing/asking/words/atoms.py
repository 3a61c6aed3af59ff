"""The atoms of a text: words, numbers and slashes, with what they were written as."""

import re
from collections.abc import Sequence

from msgspec import Struct

from pricing.asking.words.amounts.clock_hours import with_hours
from pricing.asking.words.amounts.spelled_numbers import with_digits

MOST_ATOMS = 120
"""Atoms that are read. What follows takes only time."""

_REPLACED = str.maketrans(
    {"×": "x", "–": "-", "—": " ", "’": "'", "‘": "'", "₂": "2", "→": "->", "…": " ", "*": " "}
)
_THOUSANDS = re.compile(r"(?<=\d)[,'](?=\d{3}(?!\d)|(?:\d\d,)+000(?!\d))")
"""Commas of thousands, apostrophes as the Swiss write them, and lakhs: 1,00,000."""
_CONTINENTAL = re.compile(r"(?<![\w.,])(\d{1,3}(?:[. ]\d{3})+),(\d{1,2})(?![\d,])")
"""Points of thousands before a comma of decimals: 1.500,50."""
_POINTS = re.compile(
    r"(?<![\d$.])(\d{1,3})\.(\d{3})(?=\s+(?:requests?|users?|tokens?|documents?|samples?|pages?|rows|"
    r"examples?|employees?|people|gpus?|images?|prompts?|queries|messages|chats|hours|euros?|€|eur"
    r"|input|output|in|out|beispiele|datensätze|exemples|eingabe|ausgabe|anfragen|nutzer|benutzer|mitarbeiter|dokumente|bilder|stunden)\b)"
)
"""Points of thousands, between what are no decimals: 2.000 documents."""
_GROUPS = re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d{3}){2,}(?![\w.,]*\d)")
"""Several points of thousands, which no decimal has: 1.000.000."""
_SPACES = re.compile(r"(?<![\w.,])\d{1,3}(?: \d{3})* 000(?= ?[a-zà-ü€$])")
"""Spaces of thousands before what is counted: 1 500 000 tokens."""
_PER = re.compile(
    r"\b(?:pro|je) (?=(?:stunde|tag|woche|monat|jahr|sekunde|minute|nutzer|anfrage|token"
    r"|mio\b\.?)\b)"
    r"|(?<!\d )\b(?:pro|je) (?=(?:million|mtok|1m)\b)"
    r"|\bpar (?=(?:heure|jour|semaine|mois|requête|utilisateur)\b)"
)
"""Words of other languages for per; elsewhere they are a name's."""
_DECIMAL = re.compile(
    r"(?<=\d),(?=\d{1,2}\s?(?:€|eur|ct\b|cent|usd|\$|£|mio\b|mrd\b|mln\b|tsd\b|million|billion))"
    r"|(?<=[€£$]\d),(?=\d\d?\b)|(?<=\s\d),(?=\d[km]\b)|(?<=^\d),(?=\d[km]\b)"
)
"""A comma of decimals, as prices beside a currency and large numbers have it: 0,30 €, 1,5 Mio."""
_VERSION = re.compile(r"\b(llama3|qwen2)(?=[1235]\b)")
"""A version without its point: llama33, qwen25."""
_MARK = re.compile(
    r"\b(llama|qwen|gemma|glm|phi|granite|falcon|olmo|nemotron)[ -]?v(?=\d)(?:(\d)p(?=\d))?"
)
"""The mark of a version that the name of its family lacks: llama v3.1, llama-v3p1."""
_STATES = re.compile(r"\bUS\b(?!\$|[\s-]*(?:dollars?|cents?|east|west|central|north|south|gov)\b)")
"""The United States, where not all letters are capitals."""
_OUR_STATES = re.compile(
    r"(?:(?<=\bvs )|(?<=\bversus ))us\b(?!-)|^us\b(?=\s+vs\b)|(?<=\bor )us(?=\W*$)"
)
_MARKUP = re.compile(r"<[@#!][^>]*>|`|~|\*\*")
_ATOM = re.compile(r"[$€£¥₹]|/|[^\W_](?:(?:[\w.+%']*)[\w+%])?%?|\+|\.\d+")
_COUNT_BEFORE = re.compile(r"(\d{1,6})x([a-z].*|\d{4}[a-z]*|\d{2,3}gb)")
_COUNT_BEHIND = re.compile(r"([a-z]*\d+[a-z]*)x(\d{1,5})")
_MIXTURE = re.compile(r"\d+x\d+(?:\.\d+)?b?")
_RADEON = re.compile(r"\bradeon (?:rx )?(?=\d{4})")
_PERCENTILE = re.compile(r"\b(ttft|latency|tpot|itl) (p\d\d)\b")
"""A percentile behind what it is of."""
_MACHINE = re.compile(r"\b([a-z]{1,4}\d+[a-z]{0,3}) (\d+xl(?:arge)?)\b")
"""An instance type without its point: p5 48xlarge."""
_PER_MANY = re.compile(
    r"\bper (1k|1,?000|thousand|1m|million|1,?000,?000) (?=(?:documents?|docs?|pages?|articles?"
    r"|emails?|tickets?|reviews?|records?|samples?|pdfs?|summaries|images?|pictures?|photos?)\b)"
)
"""So many documents whose price is asked for: per 1,000 documents of 2,000 tokens."""
_PER_REQUESTS = re.compile(
    r"(?:\bper |(?<!\w)/ ?)(1k|1,?000|thousand|1m|million|1,?000,?000) (?:(?:api|user|chat|llm) )?"
    r"(?:requests?|calls?|queries|chats?|messages|msgs|prompts|questions|conversations|inferences|completions)\b"
)
"""So many requests whose price is asked for: per 1,000 API calls."""
_TO = re.compile(
    r"(?<![\w.,])2 (?=(?:rent|buy|run|serve|host|deploy|train|get|use|pretrain|fine-?tune|make)\b)"
)
"""A number in place of a word: cheapest place 2 rent a 4090."""
_SHAPE = re.compile(r"\bvm\.gpu\.")
"""Machines of Oracle that are virtual, whose price is that of those of metal."""
_BEGUN = re.compile(r"^\s*(?:no|nope|ok|okay|yes|and|so|but|well)\s*[,!;]+\s*")
_PERCENT = re.compile(r"(?<=\d) ?(?:percent|per cent|pct|prozent)\b")
_UNIT_BEHIND = re.compile(
    r"(\d+(?:\.\d+)?[kmbt]?)(in|out|input|output|tok|toks|tokens?|users?|rps|qps|rpm|reqs?|requests?"
    r"|gpus?|cards?|nodes?|images?|prompts?|docs?|documents?|samples?|epochs?|months?|years?|days?|weeks?"
    r"|hours?|usd|eur|euros?|bucks|dollars?|cents?)"
)
"""A number and its unit in one word: 512in, 10users."""
_COMPARED = re.compile(r"(\bcompar(?:e|es|ed|ing) [^,;?]*?) (?:with|to|against)(?= (?!\d))")
"""What two things are compared by."""
_FROM = re.compile(
    r"\bfrom (\d[\d.]*%|[$€£]?\d*\.\d+|\d+ ?(?:cents?|ct|c)) to"
    r" (?=\d[\d.]*%|[$€£]?\d*\.\d|\d+ ?(?:cents?|ct|c)\b)"
)
"""Shares, or small prices, between which something is to go."""
_FROM_TO = re.compile(
    r"\bfrom (\d[\d.]*[km]?) to (\d[\d.]*[km]? )((?:requests|queries|users|rps|qps|tokens)\b"
    r"(?: (?:a|per) \w+)?)"
)
"""Loads between which something grows: from 1M to 2M requests a day."""
_QUARTER = re.compile(r"\b(20\d\d)[ -]?([qh][1-4])\b")
"""A quarter or a half of a year behind it: 2024 q1."""
_FEWEST = re.compile(
    r"\b(?:minimum|min|fewest)(?: (?:amount|number|count) of)? (?=(?!q\d|p\d)[a-z]+\d)"
)
"""How few devices do: minimum h100s for a model."""
_LETTERS = re.compile(r"\b([ahb][12])oo\b")
"""The name of a device with letters for its zeros: h1oo."""
_OWNER = re.compile(r"'s$|'$|'s(?=\W)")


class Atom(Struct, frozen=True, gc=False):
    """A word, a number or a sign, in lower case.

    first, last: its place in the text; before: the signs between it and the atom before.
    """

    text: str
    first: int
    last: int
    before: str = ""


def cleaned(text: str) -> str:
    """A text in lower case with plain signs, of the same meaning."""
    if not text.isupper():
        text = _STATES.sub("USA", text)
    plain = with_digits(_MARKUP.sub(" ", text).translate(_REPLACED).lower())
    plain = _PERCENTILE.sub(r"\2 \1", _RADEON.sub("rx ", plain))
    plain = _MARK.sub(_unmarked, _MACHINE.sub(r"\1.\2", plain))
    plain = _PER_REQUESTS.sub(_requests, _PER_MANY.sub(_many, _TO.sub("to ", plain)))
    plain = _SHAPE.sub("bm.gpu.", _BEGUN.sub("", plain))
    plain = _COMPARED.sub(r"\1 vs", _VERSION.sub(r"\1.", plain), count=1)
    plain = _FROM_TO.sub(r"at \1 \3 vs \2\3", plain)
    plain = _QUARTER.sub(r"\2 \1", plain.replace(".gguf", " gguf"))
    plain = _FEWEST.sub("how many ", plain)
    plain = _FROM.sub(r"at \1 vs ", _LETTERS.sub(r"\g<1>00", plain))
    plain = _CONTINENTAL.sub(_american, with_hours(plain))
    plain = _PERCENT.sub("%", _PER.sub("per ", _OUR_STATES.sub("usa", plain)))
    plain = _GROUPS.sub(lambda found: found[0].replace(".", ""), _THOUSANDS.sub("", plain))
    plain = _SPACES.sub(lambda found: found[0].replace(" ", ""), plain)
    return _DECIMAL.sub(".", _POINTS.sub(r"\1\2", plain))


def _unmarked(found: re.Match[str]) -> str:
    return f"{found[1]} {found[2]}." if found[2] else f"{found[1]} "


def _american(found: re.Match[str]) -> str:
    return f"{re.sub('[. ]', '', found[1])}.{found[2]}"


MILLION = frozenset({"1m", "million", "1000000"})


def _many(found: re.Match[str]) -> str:
    return "1m " if found[1].replace(",", "") in MILLION else "1000 "


def _requests(found: re.Match[str]) -> str:
    many = "million" if found[1].replace(",", "") in MILLION else "thousand"
    return f"per {many} requests"


def atoms_of(plain: str) -> tuple[Atom, ...]:
    """The atoms of a cleaned text.

    >>> [atom.text for atom in atoms_of("llama-3.1-70b on 8xh100, $2/hr?")]
    ['llama', '3.1', '70b', 'on', '8x', 'h100', '$', '2', '/', 'hr']
    """
    found: list[Atom] = []
    for match in _ATOM.finditer(plain):
        for text, first, _ in _parts(match[0], match.start()):
            for part, begin, end in _unjoined(text, first):
                behind = found[-1].last if found else begin
                found.append(Atom(part, begin, end, plain[behind:begin].strip()))
        if len(found) >= MOST_ATOMS:
            break
    return tuple(found)


def _unjoined(text: str, first: int) -> list[tuple[str, int, int]]:
    """The parts of a word that underscores join."""
    parts, at = [], first
    for part in text.split("_"):
        if part:
            parts.append((part, at, at + len(part)))
        at += len(part) + 1
    return parts


def _parts(word: str, first: int) -> list[tuple[str, int, int]]:
    """A word without its owner's s, and with a count apart from what it counts."""
    text = _OWNER.sub("", word).rstrip(".")
    last = first + len(text)
    if not text or (_MIXTURE.fullmatch(text) and not re.fullmatch(r"\d+x\d{4}", text)):
        return [(text, first, last)] if text else []
    before = _COUNT_BEFORE.fullmatch(text)
    if before:
        cut = first + len(before[1]) + 1
        return [(f"{before[1]}x", first, cut), (before[2], cut, last)]
    behind = _COUNT_BEHIND.fullmatch(text)
    if behind:
        cut = first + len(behind[1])
        return [(behind[1], first, cut), (f"x{behind[2]}", cut, last)]
    unit = _UNIT_BEHIND.fullmatch(text)
    if unit:
        cut = first + len(unit[1])
        return [(unit[1], first, cut), (unit[2], cut, last)]
    return [(text, first, last)]


def joined(atoms: Sequence[Atom], first: int, last: int, *, slashes: bool = True) -> str:
    """Some atoms as one word, with or without slashes."""
    return "".join(
        atom.text for atom in atoms[first:last] if slashes or atom.text not in {"/", "+"}
    )
