"""Published throughputs of pools that share out experts, and what is answered to them."""

from statistics import median

from pricing.catalog.library import Library
from pricing.validation.sections.scale_out import Answered, asked, pooled, scale_out_page


def test_pools_of_deepseek_and_sglang_are_answered_as_published(library: Library) -> None:
    """DeepSeek's own figures, and SGLang's on 96 H100: nothing is fitted to them."""
    rows = [
        row
        for row in pooled()
        if row.source.startswith(("DeepSeek", "SGLang")) and "tensor 16" not in row.layout
    ]
    errors = [Answered(row, asked(library, row)).relative_error_fraction for row in rows]

    assert len(errors) >= 9
    assert median(errors) < 0.16
    assert max(errors) < 0.5


def test_page_has_sources_and_the_worst_rows(library: Library) -> None:
    page = "\n".join(scale_out_page(library.newest))

    assert "| source kept aside |" in page
    assert "SGLang large-scale EP" in page
    assert page.count("| SCALE-") == 10
