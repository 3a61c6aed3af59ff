"""Which of several ways of buying a row is answered with, or what it is refused for."""

from collections.abc import Sequence

import polars as pl
import pytest

from pricing.sweeps.run_choices import NEVER, Alternative, chosen

FOR_SALE, LACKING, WRONG = None, "no-price", "invalid-query"


def offer(
    name: str, usd: float, refusal: str | None = FOR_SALE, *, finishes: bool = True
) -> Alternative:
    """A way of buying; every one has a refusal of its own that may be null."""
    return Alternative(
        refusal=pl.lit(refusal, pl.String),
        refusal_detail=pl.lit(f"{name} is refused"),
        finishes=pl.lit(finishes),
        results={"usd_mean": pl.lit(usd), "option": pl.lit(name)},
    )


def answered(
    offers: Sequence[Alternative], *, optional: int | None = None
) -> tuple[str | None, str | None, str | None]:
    """The option of the answer, or the refusal and its detail."""
    found = chosen(offers, optional=optional)
    is_answered, option, refusal, detail = pl.select(
        found.is_answered.alias("is_answered"),
        found.results["option"].alias("option"),
        found.refusal.alias("refusal"),
        found.refusal_detail.alias("detail"),
    ).row(0)
    return (option, None, None) if is_answered else (None, refusal, detail)


@pytest.mark.parametrize(
    ("offers", "option"),
    [
        ([offer("one", 2.0), offer("two", 1.0), offer("three", 3.0)], "two"),
        ([offer("one", 1.0), offer("two", 1.0)], "one"),
        ([offer("one", 1.0, LACKING), offer("two", 2.0), offer("three", 3.0)], "two"),
        ([offer("one", 1.0, finishes=False), offer("two", 2.0), offer("three", 3.0)], "two"),
    ],
)
def test_first_of_the_cheapest_answers(offers: Sequence[Alternative], option: str) -> None:
    assert answered(offers) == (option, None, None)


def test_contradiction_is_that_of_the_whole_question() -> None:
    offers = [offer("one", 1.0), offer("two", 1.0, WRONG), offer("three", 1.0, WRONG)]

    assert answered(offers) == (None, WRONG, "two is refused")


@pytest.mark.parametrize(
    ("offers", "optional", "refusal", "detail"),
    [
        ([offer("one", 1.0, LACKING), offer("two", 1.0, LACKING)], None, LACKING, "one is refused"),
        ([offer("one", 1.0, finishes=False)], None, "infeasible", NEVER),
        (
            [offer("one", 1.0, finishes=False), offer("two", 1.0, LACKING)],
            1,
            "infeasible",
            NEVER,
        ),
        ([offer("one", 1.0, finishes=False), offer("two", 1.0, LACKING)], None, LACKING, NEVER),
    ],
)
def test_row_without_an_answer_says_why(
    offers: Sequence[Alternative], optional: int | None, refusal: str, detail: str
) -> None:
    assert answered(offers, optional=optional) == (None, refusal, detail)
