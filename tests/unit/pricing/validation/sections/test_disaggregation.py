"""Published runs of prompts and tokens served apart are answered, and a page says how well."""

from math import log
from statistics import median

from pricing.calibration.published.rows import answered
from pricing.catalog.library import Library
from pricing.validation.sections.disaggregation import Answered, disaggregation_page, queries, runs


def test_every_run_is_answered_as_its_source_ran_it(library: Library) -> None:
    for run in runs():
        answer = answered(library, queries(run))

        assert answer is not None
        assert answer.pools is not None
        assert answer.pools.prefill.device_count == run.prefill_device_count
        assert answer.pools.decode.device_count == run.decode_device_count
        assert answer.performance.concurrency == run.concurrency


def test_runs_without_drafts_are_near_what_was_published(library: Library) -> None:
    found = [
        Answered(run, answer)
        for run in runs()
        if not run.is_speculative and (answer := answered(library, queries(run))) is not None
    ]

    assert 0.8 < median(one.ratio for one in found) < 1.4
    assert sum(0.5 < one.ratio < 2.0 for one in found) > 0.8 * len(found)


def test_half_of_the_runs_are_within_a_quarter(library: Library) -> None:
    """DeepSeek-V4 of GB200 and GB300 among them, whose layers nothing on NVIDIA was fitted to."""
    errors = [
        abs(Answered(run, answer).error_log)
        for run in runs()
        if (answer := answered(library, queries(run))) is not None
    ]

    assert median(errors) < log(1.27)


def test_page_has_a_row_for_every_source(library: Library) -> None:
    page = "\n".join(disaggregation_page(library.get(None)))

    assert {run.source for run in runs()} <= {
        text.strip() for line in page.splitlines() for text in line.split("|")
    }
