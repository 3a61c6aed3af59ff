"""The formats of an answer, by media type."""

from msgspec import Struct


class Format(Struct, frozen=True):
    """A format of answers: its name, its media type and its Content-Type."""

    name: str
    media: str
    content_type: bytes

    @property
    def profile(self) -> str:
        """What says that the rows are others than those of the answer; empty for nothing."""
        return self.media.partition("; ")[2]


def _form(name: str, media: str, parameters: str = "") -> Format:
    return Format(name, media, f"{media}{parameters}".encode())


JSON = _form("json", "application/json")
NDJSON = _form("ndjson", "application/x-ndjson")
CSV = _form("csv", "text/csv", "; charset=utf-8; header=present")
ARROW = _form("arrow", "application/vnd.apache.arrow.stream")
PARQUET = _form("parquet", "application/vnd.apache.parquet")
XLSX = _form("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
MARKDOWN = _form("markdown", "text/markdown", "; charset=utf-8")
TEXT = _form("text", "text/plain", "; charset=utf-8")
SLACK = _form("slack", "application/vnd.slack+json")
TEAMS = _form("teams", "application/vnd.microsoft.card.adaptive+json")

FORMATS = (JSON, NDJSON, CSV, ARROW, PARQUET, XLSX, MARKDOWN, TEXT, SLACK, TEAMS)
"""Every format, the default first."""

SVG, PNG = "image/svg+xml", "image/png"

VIEWS = ("", "years", "cash", "plans", "drivers")
"""What a picture may show; the first is what it shows unless it is said."""


def view(media: str, name: str) -> str:
    """The media type of a view.

    >>> view(PNG, "cash"), view(PNG, "")
    ('image/png; profile=cash', 'image/png')
    """
    return f"{media}; profile={name}" if name else media


PICTURES = tuple(
    _form(f"{form}-{name}".removesuffix("-"), view(media, name))
    for name in VIEWS
    for form, media in (("svg", SVG), ("png", PNG))
)

FOCUS, LONG = "profile=focus", "profile=long"
"""Charges in the columns of FOCUS; a row for each month and item."""


def _profiled(name: str, form: Format, profile: str) -> Format:
    said = f"; {profile}"
    return Format(name, f"{form.media}{said}", form.content_type + said.encode())


PROFILED = {
    _profiled("focus", CSV, FOCUS): CSV,
    _profiled("focus-parquet", PARQUET, FOCUS): PARQUET,
    _profiled("long-csv", CSV, LONG): CSV,
    _profiled("long-parquet", PARQUET, LONG): PARQUET,
}
"""Every format that has other rows than the answer's, and the one that it is written in."""

_BY_MEDIA = {form.media: form for form in (*FORMATS, *PROFILED, *PICTURES)}


def format_of(media: str) -> Format:
    """The format of a media type."""
    return _BY_MEDIA[media]
