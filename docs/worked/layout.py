"""Layout: tables and JSON as the worked pages show them."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from pricing.catalog.rows import Assumption

THOUSAND, MILLION = 1e3, 1e6

SMALL = 500.0
"""USD below which thousands are shown with two decimals."""


def laid_out(whole: dict[str, Any]) -> str:
    """JSON with a line for each field, and for each member of a list."""
    lines = []
    for name, value in whole.items():
        text = json.dumps(value)
        if isinstance(value, list):
            text = "[\n    " + ",\n    ".join(json.dumps(member) for member in value) + "\n  ]"
        lines.append(f"  {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first column is text and whose others are numbers."""
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def assumption_table(assumptions: Iterable[Assumption], begins: tuple[str, ...]) -> str:
    """Assumptions by key, each once, of those whose keys begin so."""
    listed = {one.key: one for one in assumptions if one.key.startswith(begins)}
    return table(
        ("assumption", "value", "unit", "range"),
        (
            [
                f"`{key}`",
                f"{one.value:.6g}",
                one.unit,
                "" if one.low is None else f"{one.low:.4g} to {one.high:.4g}",
            ]
            for key, one in sorted(listed.items())
        ),
    )


def thousands(usd: float) -> str:
    """Thousands of USD."""
    return f"{usd / THOUSAND:,.{2 if 0.0 < abs(usd) < SMALL else 0}f}"
