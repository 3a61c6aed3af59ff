"""The section of the validation page on training by layout."""

from pricing.catalog.library import Library
from pricing.validation.sections.layouts import layouts_part


def test_section_says_errors_of_throughput_pairs_and_memory(library: Library) -> None:
    text = "\n\n".join(layouts_part(library.newest))

    assert text.startswith("## Training by layout")
    assert "of sources kept aside" in text
    assert "### Pairs that differ in their layout alone" in text
    assert "ran out of memory 9" in text
