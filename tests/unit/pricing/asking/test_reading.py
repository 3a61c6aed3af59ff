"""Questions as people type them, and what they are read as."""

import csv
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.asking import reading
from pricing.asking.reading import read
from pricing.asking.words import vocabulary
from pricing.asking.words.sides import sides_of
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, Refusal
from tests.unit.pricing.asking.shown import shown

TABLE = Path(__file__).parent / "questions.tsv"

ROWS = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines(), delimiter="\t"))

PIECES = [
    *("8x", "h100", "llama 70b", "vs", "$2/hr", "1k in", "2x8", "€3", "50%", "in 2024", "per"),
    *("gpt-4o", "on", "p5.48xlarge", "1M requests a day", "spot", "reserved", "tp=", "/", "-", "x"),
    *(
        "margin",
        "$0.9/Mtok",
        "4 yr depreciation",
        "250 kW",
        "owned",
        "payback",
        "in 8 hours",
        "60%",
    ),
    *("residual 20%", "$20/user/month", "80/20 split", "same", "9-5", "3x peaks", "per workday"),
    *("batch", "frankfurt", "lora", "5 ms", "70b", "100 tokens", "q4_k_m", "0", "1e9", "nodes"),
]


@pytest.mark.parametrize("kept", ["read", "aside"])
def test_questions_are_read_as_they_are_meant(kept: str, library: Library) -> None:
    rows = [row for row in ROWS if row["set"] == kept]
    wrong = [
        (row["question"], found, row["reading"])
        for row in rows
        if (found := shown(row["question"], library)) != row["reading"]
    ]

    assert len(rows) > 35
    assert wrong == []


def test_reading_takes_less_than_a_request(library: Library) -> None:
    for row in ROWS[:20]:
        shown(row["question"], library)
    begun = process_time()
    for row in ROWS:
        shown(row["question"], library)

    assert (process_time() - begun) / len(ROWS) < 0.005


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("llama 70b on 8x h100", "llama 70b is read as llama-3.1-70b, and not as llama-3.3-70b"),
        ("lama 3.1 8b on l4", "lama is read as llama"),
        ("h100 in tokyo", "tokyo is read as ap-northeast-1 of aws"),
        ("h100 reserved on azure", "reserved without a term is read as 12 months"),
        ("7b on l4", "a model of 7B parameters is read as mistral-7b"),
    ],
)
def test_what_is_chosen_is_told(text: str, others: str, library: Library) -> None:
    assert any(told.startswith(others) for told in read(text, library).assumed)


def test_a_name_that_ends_in_s_is_no_plural(library: Library) -> None:
    assert read("4 l40s", library).assumed == ()
    assert read("4 a100s", library).assumed[0].startswith("a100s is read as a100-sxm-80gb, and")


def test_what_is_not_read_is_told(library: Library) -> None:
    text = "train llama 70b on 1T tokens on 8x h100 quuxly with a budget of $500 a month"
    reading = read(text, library)

    assert reading.unread == ("quuxly", "$500")


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("h100 written off over 3 years on aws", ("written off over 3 years",)),
        ("8 h100 on aws price fp8 20 users", ("fp8", "20 users")),
        ("watts of 8 h100 at 60% utilization", ("60% utilization",)),
        ("llama 8b on l4, 1M requests a day, 40% mfu", ("40% mfu",)),
        ("train 7b on 1T tokens with 64 h100 vllm", ("vllm",)),
        ("gpt-4o price tp 4", ("tp 4",)),
        ("gpt-4o vs llama 70b on 8 h100 tp 4", ()),
    ],
)
def test_what_a_question_has_no_use_for_is_told(
    text: str, unread: tuple[str, ...], library: Library
) -> None:
    assert read(text, library).unread == unread


@pytest.mark.parametrize(
    ("text", "why", "near"),
    [
        ("llama 70b on 5000000 h100", "device count is at most 1,000,000", "1000000 h100"),
        ("llama 70b on 8xh100, 9e9 users", "concurrency is at most 10,000,000", "10000000 users"),
        ("llama 8b on l4, pue 7", "pue ratio is at most 5, and not 7", "l4, pue 5"),
        ("llama 8b on l4 with 0 tp", "tensor parallel is at least 1, and not 0", "with 1 tp"),
        ("h100 for 5000 years", "hours is at most 1,000,000", "h100 for 10 years"),
        (
            "gpt-4o with 200% cached input",
            "cached input fraction is less than 1",
            "1% cached input",
        ),
    ],
)
def test_numbers_have_the_bounds_of_a_body(
    text: str, why: str, near: str, library: Library
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        read(text, library)

    assert refused.value.detail.startswith(why)
    assert refused.value.nearest[0].endswith(near)
    assert read(refused.value.nearest[0], library).asks


def test_numbers_by_the_dozen_are_not_tried_one_by_one(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question that may be meant takes as long to read as the question itself."""
    tried: list[int] = []

    def noted(*words: Any, **more: Any) -> Any:
        tried.append(1)
        return sides_of(*words, **more)

    monkeypatch.setattr(reading, "sides_of", noted)
    with pytest.raises(InvalidQuery):
        read("llama 70b on 5000000 h100 " + "70b on " * 60, library)

    assert len(tried) <= 1 + reading.MOST_TRIED


@given(text=st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join))
@settings(max_examples=150)
def test_any_words_are_read_or_refused(text: str, library: Library) -> None:
    try:
        told: object = read(text, library).asks
    except Refusal as refusal:
        told = refusal.detail and refusal.field

    assert told


def test_every_phrase_has_one_meaning_by_itself() -> None:
    meant = {
        phrase: [meaning for meaning in meanings if meaning.kind == "option"]
        for phrase, meanings in vocabulary.phrases().items()
    }

    assert {phrase for phrase, options in meant.items() if len(options) > 1} == set()
