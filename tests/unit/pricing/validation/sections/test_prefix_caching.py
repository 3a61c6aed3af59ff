"""Published gains of prefix caching are answered, and a page says how well."""

from math import log

from pricing.catalog.library import Library
from pricing.validation.sections.prefix_caching import (
    Answered,
    answered,
    gains,
    prefix_caching_page,
)


def test_every_gain_is_answered_with_its_shares(library: Library) -> None:
    for gain in gains():
        both = answered(library, gain)

        assert both is not None
        _, after = both
        assert after.prefix_cache is not None
        shown = after.prefix_cache.cached_input_fraction
        assert abs(shown - gain.cached_fractions[1]) < 0.001
        assert Answered(gain, *both).throughput_ratio > 1.0


def test_gains_of_one_machine_under_a_load_are_within_a_factor_of_two(library: Library) -> None:
    known = {"PFG-001", "PFG-002", "PFG-003", "PFG-004", "PFG-006"}
    found = [
        Answered(gain, *both)
        for gain in gains()
        if gain.id in known and (both := answered(library, gain)) is not None
    ]

    assert len(found) == len(known)
    assert max(abs(one.error_log) for one in found) < log(2.0)


def test_page_has_a_row_for_every_gain(library: Library) -> None:
    page = "\n".join(prefix_caching_page(library.get(None)))

    assert all(f"| {gain.id} |" in page for gain in gains())
