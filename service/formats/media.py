"""The forms that an answer may have, by media type."""

from msgspec import Struct


class Format(Struct, frozen=True):
    """A way of writing an answer: its name, its media type and the header that says so."""

    name: str
    media: str
    content_type: bytes


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

FORMATS = (JSON, NDJSON, CSV, ARROW, PARQUET, XLSX, MARKDOWN, TEXT)
"""Every form, the first preferred where a caller does not mind."""

_BY_MEDIA = {form.media: form for form in FORMATS}


def format_of(media: str) -> Format:
    """The form of a media type; that of a picture is its own."""
    return _BY_MEDIA.get(media) or Format(media, media, media.encode())
