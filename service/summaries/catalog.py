"""Summaries of listings of the catalogue, and of single rows."""

from service.summaries.figures import counted, number, usd
from service.summaries.parts import Fields

MOST_NAMES = 20

NAMES = ("id", "device", "model", "name")
"""Fields that name a row; the first that it has is used."""

MEASURED_FIGURES = (
    ("concurrency", "concurrency {}"),
    ("input_tokens", "{} tokens in"),
    ("output_tokens", "{} tokens out"),
    ("output_tokens_per_second", "{} output tokens/s"),
    ("ttft_seconds", "first token after {} s"),
    ("tpot_seconds", "{} s per output token"),
    ("tokens", "{} tokens of training"),
    ("device_hours", "{} device-hours"),
    ("tokens_per_second_per_device", "{} tokens/s a device"),
    ("teraflops_per_device", "{} TFLOPS a device"),
)
"""Figures of a measurement that are told where it has them, in words."""


MOST_PROVIDERS = 3

KINDS = ("added", "removed", "ended", "changed")
"""How a row differs between two releases."""


def catalog_summary(answer: Fields) -> str:
    """The number of matching rows, and their names; of changes how many there are of what."""
    total = answer["total_count"]
    if "counts" in answer and "before" in answer:
        return _change_summary(answer)
    text = "1 row matches" if total == 1 else f"{total:,} rows match"
    names = [_named(row) for row in answer["rows"][:MOST_NAMES]]
    left = total - answer["offset"] - len(names)
    if names:
        text += f": {'; '.join(names)}{f' and {left:,} more' if left > 0 else ''}"
    provenance = answer.get("provenance")
    elsewhere = answer.get("elsewhere")
    further = f" An API sells what is searched for: ask {elsewhere}." if elsewhere else ""
    of = f" (release {provenance['catalog']})" if provenance else ""
    return f"{text}{of}.{further}"


def _change_summary(answer: Fields) -> str:
    """How many rows of each table differ between two releases, and whose they are."""
    between = f"from {answer['before']['catalog']} to {answer['after']['catalog']}"
    tables: dict[str, list[Fields]] = {}
    for one in answer["counts"]:
        tables.setdefault(one["table"], []).append(one)
    told = [_table_changes(name, counts) for name, counts in tables.items()]
    total = answer["total_count"]
    rows = "1 row differs" if total == 1 else f"{total:,} rows differ"
    if not told:
        return f"{rows} {between}."
    names = "; ".join(map(_named, answer["rows"])) if total <= MOST_NAMES else ""
    return f"{rows} {between}: {'; '.join(told)}.{f' The rows: {names}.' if names else ''}"


def _table_changes(name: str, counts: list[Fields]) -> str:
    kinds = [
        f"{total:,} {kind}"
        for kind in KINDS
        if (total := sum(one[f"{kind}_count"] for one in counts))
    ]
    by_provider = sorted(
        (-sum(one[f"{kind}_count"] for kind in KINDS), one["provider"])
        for one in counts
        if one["provider"]
    )
    most = ", ".join(f"{who} {-total:,}" for total, who in by_provider[:MOST_PROVIDERS])
    if len(by_provider) > MOST_PROVIDERS:
        most += f" and {counted(len(by_provider) - MOST_PROVIDERS, 'other provider')}"
    return f"{name} {', '.join(kinds)}{f' ({most})' if most else ''}"


def row_summary(answer: Fields) -> str:
    """What names a row, what it says first, and where it was published."""
    row, release = answer["row"], answer["provenance"]["catalog"]
    told = _named(row) if "instance_type" in row else f"{answer['id']}: {', '.join(_facts(row))}"
    return f"{told}. Source: {row['source']} ({row['confidence']}, release {release})."


def _facts(row: Fields) -> list[str]:
    """The facts of a device, a model or a measurement that people ask for first."""
    if "kind" in row:
        return _measured(row)
    return _of_model(row) if "layers" in row else _of_device(row)


def _of_device(row: Fields) -> list[str]:
    """Name, memory, arithmetic and power of a device."""
    rates = ((name, row[f"{name}_teraflops"]) for name in ("bf16", "fp8", "fp4"))
    dense = [f"{number(rate)} dense TFLOPS in {name.upper()}" for name, rate in rates if rate]
    memory = f"{number(row['memory_gibibytes'])} GiB of {row['memory_type']}"
    speed = f"at {number(row['memory_gigabytes_per_second'])} GB/s"
    name = f"{row['vendor']} {row['name'].removeprefix(row['vendor']).lstrip()}"
    facts = [name, f"{memory} {speed}", *dense]
    if row["tdp_watts"]:
        facts.append(f"{number(row['tdp_watts'])} W")
    return facts


def _of_model(row: Fields) -> list[str]:
    """Size, shape, longest context and precision of a model."""
    facts = [f"{number(row['parameters'])} parameters"]
    if row["experts"]:
        facts.append(f"{number(row['active_parameters'])} active")
        facts.append(f"{row['experts_per_token']} of {row['experts']} experts a token")
    facts += [counted(row["layers"], "layer"), f"{row['attention'].upper()} attention"]
    if row["context_tokens"]:
        facts.append(f"{number(row['context_tokens'])} tokens of context")
    return [*facts, f"published in {row['native_precision'].upper()}"]


def _measured(row: Fields) -> list[str]:
    """What a measurement ran on what, and the figures that it has."""
    device = row["device"] or row["accelerator"]
    ran = f"{row['model']} in {row['precision']} on {row['device_count']} × {device}"
    by = f" with {row['engine']}" if row.get("engine") else ""
    figures = (
        words.format(number(row[field]))
        for field, words in MEASURED_FIGURES
        if row.get(field) is not None
    )
    return [f"{ran}{by}", *figures]


def _named(row: Fields) -> str:
    """The name of a row; a price and an assumption with their value, a change with its kind."""
    if "instance_type" in row:
        parts = (row["provider"], row["region"], row["instance_type"], row["option"])
        return f"{' '.join(filter(None, parts))} at {usd(row['usd_per_hour'])} an hour {_held(row)}"
    if "change" in row:
        return f"{row['change']} {row['key']} of {row['table']}"
    if "key" in row:
        return f"{row['key']} {row['value']:.6g} {row['unit']}"
    return next(str(row[name]) for name in NAMES if row.get(name) is not None)


def _held(row: Fields) -> str:
    """The days on which a price holds."""
    if row["effective_to"] is None:
        return f"since {row['effective_from']}"
    return f"from {row['effective_from']} until {row['effective_to']}"
