"""Published layouts as questions and as tokens a second."""

import pytest

from pricing.calibration.published.layouts import kept_aside, layout_rows, tokens_per_second
from pricing.calibration.published.layouts_fit import START, errors_of, trials_of
from pricing.catalog.library import Library


def test_rows_are_asked_as_their_sources_ran_them() -> None:
    row = next(
        row
        for row in layout_rows()
        if row.name.startswith("LLaMA-13B")
        and row.scenario.deployment.layout.micro_batch_sequences == 2
    )
    layout = row.question.deployment.layout

    assert layout.zero_stage == 1
    assert layout.micro_batch_sequences == 2
    assert row.question.batch_sequences == 2048


def test_a_third_of_the_sources_is_kept_aside() -> None:
    rows = layout_rows()
    sources = {row.source for row in rows}

    assert len(kept_aside(rows)) == len(sources) // 3


def test_tokens_follow_from_the_flops_as_they_are_counted(library: Library) -> None:
    # arXiv 2104.04473, table 1: 138 TFLOP/s with recompute, 39.1B
    row = next(
        row
        for row in layout_rows()
        if row.name.startswith("GPT 39.1B") and not row.seconds_per_step
    )
    model = library.newest.models["megatron-gpt-39.1b"]

    assert tokens_per_second(row, model) == pytest.approx(138e12 / (8 * 39.1e9), rel=0.1)


def test_the_layout_explains_what_sources_kept_aside_measured(library: Library) -> None:
    trials = trials_of(library.newest, START, aside=True)
    errors = errors_of(trials, START)

    assert len(errors) == len(trials) > 100
