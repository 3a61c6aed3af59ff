"""Flattening: answers of one quote as one row, and pages of the catalogue as theirs."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

import msgspec
import polars as pl
from msgspec import Struct

from pricing.quotes.answers.sweeps import ComparisonAnswer
from pricing.quotes.sweeps.comparison import candidate_types
from pricing.quotes.sweeps.fields import fields_of
from service.forms.kinds import Form
from service.forms.sentences import cheapest_of, sentence_of
from service.forms.tables import Tabled
from service.forms.writers import WRITERS

SEPARATOR = "."


def tabled(answer: Struct, *, is_brief: bool = False) -> Tabled:
    """An answer as a table: a page's rows, a list of options or candidates, else one row.

    An option stands beside what is true of all. is_brief: with the cheapest option alone.
    """
    whole = msgspec.to_builtins(answer)
    notes = {
        name: str(value)
        for name, value in flat(whole.get("provenance") or {}).items()
        if value is not None
    }
    if isinstance(whole.get("options"), list | tuple):
        return _table(_options(whole, is_brief=is_brief), notes, whole)
    for name in ("rows", "candidates"):
        if isinstance(whole.get(name), list | tuple):
            rows: Sequence[Mapping[str, Any]] = whole[name]
            found = [flat(row) for row in rows]
            return _table(found, notes, whole, columns={} if found else _columns(answer, name))
    return _table([flat(whole)], notes, whole)


def written(answer: Struct, form: Form, *, is_brief: bool = False) -> bytes:
    """A whole answer in a form that is not JSON."""
    return b"".join(WRITERS[form](tabled(answer, is_brief=is_brief)))


def _options(whole: Mapping[str, Any], *, is_brief: bool) -> list[dict[str, Any]]:
    """A line of every option, or of the cheapest; what all share where there is none."""
    shared = flat({name: value for name, value in whole.items() if name != "options"})
    options = whole["options"]
    if is_brief and options:
        options = [cheapest_of(options)]
    return [shared | flat(option) for option in options] or [shared]


def flat(value: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The plain values of nested objects by dotted name.

    Line items are named after themselves; lists of texts are joined; other lists are left to
    JSON.

    >>> flat({"price": {"usd": 1.0}, "warnings": ["a", "b"]})
    {'price.usd': 1.0, 'warnings': 'a; b'}
    """
    found: dict[str, Any] = {}
    for name, inner in value.items():
        if isinstance(inner, Mapping):
            found |= flat(inner, f"{prefix}{name}{SEPARATOR}")
        elif name == "line_items":
            for item in inner:
                usd = item.get("usd_per_hour", item.get("usd"))
                kind = "usd_per_hour" if "usd_per_hour" in item else "usd"
                found[f"{prefix}{name}{SEPARATOR}{item['name']}_{kind}"] = usd
        elif isinstance(inner, list | tuple):
            if all(isinstance(part, str) for part in inner):
                found[f"{prefix}{name}"] = "; ".join(inner) or None
        else:
            found[f"{prefix}{name}"] = inner
    return found


def _columns(answer: Struct, name: str) -> dict[str, pl.DataType]:
    """The columns that rows of a list would have, were there any: those that all kinds have."""
    if isinstance(answer, ComparisonAnswer):
        return candidate_types()
    item, *_ = get_args(get_type_hints(type(answer))[name])
    kinds: Sequence[type[Struct]] = get_args(item) or (item,)
    tags = [kind.__struct_config__.tag_field for kind in kinds]
    columns = [{name: field.dtype for name, field in fields_of(kind).items()} for kind in kinds]
    first, *others = columns
    return {tag: pl.String() for tag in tags if tag} | {
        name: dtype for name, dtype in first.items() if all(name in other for other in others)
    }


def _table(
    rows: list[dict[str, Any]],
    notes: Mapping[str, str],
    whole: Mapping[str, Any],
    *,
    columns: Mapping[str, pl.DataType] = MappingProxyType({}),
) -> Tabled:
    """Rows as a table; columns: of one that has no rows."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = {name: [row.get(name) for row in rows] for name in names}
    frame = pl.DataFrame(cells, strict=False) if rows else pl.DataFrame(schema=columns)

    def sentence(_frames: Iterator[pl.DataFrame]) -> str:
        return sentence_of(whole)

    return Tabled(
        schema=frame.schema,
        count=frame.height,
        frames=iter([frame]),
        sentence=sentence,
        notes=notes,
    )
