"""The part of the validation page on power: watts, and tokens per joule."""

from collections.abc import Mapping
from typing import Any

from pricing.calibration.predictions import Answers
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.validation.scores import Score, table
from pricing.validation.texts import told

WAYS = ("row", "device and model", "model", "device", "source")
"""What is left out, in the order in which it is told."""


def power_page(
    catalog: Catalog, rows: Mapping[str, Measurement], answers: Answers[UnitCostAnswer]
) -> list[str]:
    """Watts, and tokens per joule, of rows that print power."""
    printed = [
        row
        for row in catalog.frames["measurements"].iter_rows(named=True)
        if row["power_watts"] is not None and row["id"] in rows
    ]
    watts: dict[str, list[Score]] = {}
    joules: dict[str, list[Score]] = {}
    for row in printed:
        answer = answers["row"].get(row["id"])
        if answer is None:
            continue
        label = _label(catalog, row)
        predicted = _watts(answer, row)
        watts.setdefault(label, []).append(Score(row["id"], row["power_watts"], predicted))
        joules.setdefault(label, []).append(_per_joule(answer, row))
    ways = {
        f"the {way}": [
            _per_joule(answers[way][row["id"]], row) for row in printed if row["id"] in answers[way]
        ]
        for way in WAYS
    }
    return [
        "### Power",
        told("power.introduction"),
        table("tokens per joule, left out", ways),
        table("watts, the row left out", dict(sorted(watts.items()))),
        table("tokens per joule, the row left out", dict(sorted(joules.items()))),
    ]


def _per_joule(answer: UnitCostAnswer, row: Mapping[str, Any]) -> Score:
    tokens = answer.performance.output_tokens_per_second or 0.0
    published = row["output_tokens_per_second"] / row["power_watts"]
    return Score(row["id"], published, tokens / _watts(answer, row))


def _watts(answer: UnitCostAnswer, row: Mapping[str, Any]) -> float:
    if row["power_scope"] == "devices":
        return answer.power.device_watts * answer.device_count
    return answer.power.system_watts


def _label(catalog: Catalog, row: Mapping[str, Any]) -> str:
    scope = "the devices" if row["power_scope"] == "devices" else "the system"
    rises = "" if row["power_monotone"] else ", not rising with the load"
    return f"{catalog.devices[row['device']].architecture}, {scope}{rises}"
