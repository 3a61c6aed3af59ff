"""An answer given once is given again, byte for byte."""

import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog.library import Library
from pricing.catalog.listed.places import PriceQuestion
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.quote import unit_costs
from tests.property.laws import law
from tests.questions import run_cost, unit_cost

QUESTIONS: list[dict[str, Any]] = [
    {},
    {"deployment.device": "mi300x", "load.concurrency": 17.0},
    {"model": {"parameters": 3e10}, "purchase.option": "owned"},
    {"model": "deepseek-v3", "deployment": {"device": "b200-sxm"}, "purchase.option": "spot"},
    {"catalog": "2026-05-31", "as_of": "2025-05-01", "purchase.provider": "aws"},
]
RUNS: list[dict[str, Any]] = [{}, {"deployment.device": "a100-sxm-80gb", "method": "lora"}]
COMPARED: list[dict[str, Any]] = [
    {"model": model, "load": load, "vary": vary, "objective": "usd_per_month"}
    for model, load, vary in (
        (
            "qwen3-coder-30b-a3b",
            {"input_tokens": 2048.5, "output_tokens": 1000.0, "concurrency": 1.0},
            {"devices": ["tpu-v4"], "device_counts": [4, 32]},
        ),
        (
            "palm-8b",
            {"input_tokens": 1.0, "output_tokens": 30000.0, "concurrency": 1000.0},
            {"devices": ["rtx-4090", "xeon-8480-plus"], "precisions": ["fp8"]},
        ),
        (
            "dots.llm1",
            {"input_tokens": 1000.0},
            {"devices": ["a100-sxm-80gb", "rtx-4070-ti-super"]},
        ),
    )
]
"""Few candidates: pieces of one row come of them."""

SCRIPT = """
import sys
from pricing.catalog.library import Library
from tests.property.test_replay import answers, comparisons

library = Library.load()
sys.stdout.buffer.write(b"\\n".join(answers(library) + comparisons(library)))
"""


def answers(library: Library) -> list[bytes]:
    """The bytes of every answer."""
    encode = msgspec.json.encode
    return [
        *(encode(unit_costs(unit_cost(changes), library)) for changes in QUESTIONS),
        *(encode(run_costs(run_cost(changes), library)) for changes in RUNS),
    ]


def comparisons(library: Library) -> list[bytes]:
    """The bytes of every comparison."""
    asked = [msgspec.convert(query, ComparisonQuery) for query in COMPARED]
    return [msgspec.json.encode(comparison(query, library)) for query in asked]


def said(root: Path, *, threads: int) -> list[bytes]:
    """The bytes of every answer and comparison in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=root,
        env={
            "PYTHONHASHSEED": "4242",
            "PYTHONPATH": str(root),
            "POLARS_MAX_THREADS": str(threads),
        },
        capture_output=True,
        check=True,
    )
    return done.stdout.split(b"\n")


def test_same_question_gives_the_same_bytes_again(library: Library) -> None:
    assert answers(library) == answers(library)


@pytest.mark.usefixtures("small_sweeps_of_quotes")
def test_same_question_gives_the_same_bytes_in_another_process_and_on_one_thread(
    library: Library, root: Path
) -> None:
    assert said(root, threads=1) == answers(library) + comparisons(library)


def test_stated_release_and_day_replay_an_answer_that_left_them_open(library: Library) -> None:
    first = unit_costs(unit_cost(), library)
    again = unit_costs(
        unit_cost({"catalog": first.provenance.catalog, "as_of": first.provenance.as_of}), library
    )

    assert msgspec.structs.replace(again, provenance=first.provenance) == first


def test_order_in_which_questions_are_asked_decides_nothing(library: Library) -> None:
    forward = {str(changes): unit_costs(unit_cost(changes), library) for changes in QUESTIONS}
    backward = {
        str(changes): unit_costs(unit_cost(changes), library) for changes in reversed(QUESTIONS)
    }

    assert forward == backward


@law
@given(data=st.data())
def test_price_changes_on_change_dates_alone(data: st.DataObject, library: Library) -> None:
    catalog = data.draw(st.sampled_from([library.get(name) for name in library.names]))
    device = data.draw(st.sampled_from(["h100-sxm-80gb", "a100-sxm-80gb", "t4", "l4", "b200-sxm"]))
    option = data.draw(st.sampled_from(sorted(catalog.prices.options(device))))
    question = PriceQuestion(device, option)
    rows = catalog.prices.rows(question)
    changes = {row.effective_from for row in rows} | {row.effective_to for row in rows}
    day = data.draw(st.dates(date(2022, 1, 1), date(2026, 12, 31)))
    eve = date.fromordinal(day.toordinal() - 1)
    before, after = (catalog.prices.find(question, one.toordinal()) for one in (eve, day))

    assert before == after or day.isoformat() in changes
