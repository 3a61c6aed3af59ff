"""Which prices of APIs an answer used."""

from genai_prices import __version__

from pricing.catalog.library import Library
from pricing.tco.quote import tco
from tests import questions


def test_price_of_an_api_is_in_the_provenance(library: Library) -> None:
    api = {"alternative": {"provider": "openai", "model": "gpt-4o"}}
    other = {"alternative": {"provider": "openai", "model": "gpt-4o-mini"}}
    both = [tco(questions.tco(asked), library).provenance.api_prices for asked in (api, other)]
    (found,), (mini,) = both  # type: ignore[misc]

    assert (found.provider, found.model) == ("openai", "gpt-4o")
    assert (found.package, found.version) == ("genai-prices", __version__)
    assert len(found.row_digest) == 64
    assert found.row_digest != mini.row_digest
    assert tco(questions.tco({}), library).provenance.api_prices is None
