"""The section of the validation page on the sizes of checkpoints."""

from statistics import median

from pricing.catalog.library import Library
from pricing.validation.sections.checkpoints import asked_of, checkpoints_page


def test_published_sizes_are_answered(library: Library) -> None:
    found = asked_of(library.newest)
    errors = sorted(
        one.score.relative_error_fraction for one in found if one.predicted_bytes is not None
    )

    assert len(errors) > 0.97 * len(found)
    assert median(errors) < 0.004
    assert errors[int(0.9 * len(errors))] < 0.03


def test_page_tells_what_is_refused_and_what_is_off(library: Library) -> None:
    page = "\n".join(checkpoints_page(library.newest))

    assert "Refused: Muse-Glimmer-30B" in page
    assert "the card may mean GiB" in page
