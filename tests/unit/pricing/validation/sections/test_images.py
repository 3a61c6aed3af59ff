"""Published requests with images, and what is answered of them."""

import pytest

from pricing.catalog.library import Library
from pricing.validation.sections.images import Answered, answered, images_page, seen


@pytest.fixture(scope="module")
def found(library: Library) -> list[Answered]:
    return [answered(Library([library.newest]), row) for row in seen()]


def test_images_are_as_many_tokens_as_published(found: list[Answered]) -> None:
    for one in found:
        assert one.vision_tokens == pytest.approx(one.row.vision_tokens, rel=0.02)


def test_one_request_at_a_time_is_within_a_factor_of_two(found: list[Answered]) -> None:
    alone = [one for one in found if one.row.in_flight == 1]

    assert alone
    assert all(0.5 < one.tokens_per_second / one.row.tokens_per_second < 2.0 for one in alone)


def test_images_of_many_requests_miss_as_much_for_every_size(found: list[Answered]) -> None:
    missing = sorted(
        one.missing_seconds or 0.0
        for one in found
        if one.row.in_flight > 1 and one.row.model.startswith("gemma")
    )

    assert len(missing) == 4
    assert missing[-1] < 1.5 * missing[0]


def test_the_page_has_every_row(library: Library) -> None:
    _, told, rows = images_page(library.newest)

    assert "videos are not modelled" in told
    assert all(row.id in rows for row in seen())
