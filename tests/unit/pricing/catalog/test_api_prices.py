from datetime import date

import pytest

from pricing.catalog.api_prices import api_price
from pricing.errors import NoPrice, UnknownName

DAY = date(2026, 7, 31)
REQUEST = {"input_tokens": 1000.0, "cached_input_tokens": 0.0, "output_tokens": 300.0}


def proposed(provider: str) -> set[str]:
    """The models of a provider that refusals of unlikely names propose."""
    found: set[str] = set()
    for name in ("gpt-oss", "deepseek", "qwen3", "llama", "mistral", "claude-opus"):
        with pytest.raises(UnknownName) as caught:
            api_price(provider, f"{name}-of-nobody", DAY, **REQUEST)
        found.update(caught.value.nearest)
    return found


@pytest.mark.parametrize("provider", ["fireworks", "mistral", "together"])
def test_models_that_a_refusal_proposes_are_known(provider: str) -> None:
    names = proposed(provider)

    assert names
    for name in names:
        for spelt in (name, name.upper()):
            try:
                assert api_price(provider, spelt, DAY, **REQUEST).model == name
            except NoPrice:
                continue  # known, and listed as free


def test_request_costs_what_its_tokens_do() -> None:
    request = {"input_tokens": 1000.0, "cached_input_tokens": 400.0, "output_tokens": 300.0}

    found = api_price("fireworks", "gpt-oss-120b", DAY, **request)

    usd = 600 * found.usd_per_million_input_tokens + 400 * found.usd_per_million_cached_input_tokens
    usd += 300 * found.usd_per_million_output_tokens
    assert found.usd_per_request == pytest.approx(usd / 1e6)
    assert found.usd_per_million_cached_input_tokens < found.usd_per_million_input_tokens


def test_what_is_charged_for_a_request_is_no_price_of_its_tokens() -> None:
    short, long = (
        api_price("perplexity", "sonar-pro", DAY, **{**REQUEST, "input_tokens": tokens})
        for tokens in (1000.0, 100_000.0)
    )

    for found, tokens in ((short, 1000.0), (long, 100_000.0)):
        assert found.usd_per_million_input_tokens == 3.0
        assert found.usd_per_million_output_tokens == 15.0
        assert found.fee_usd_per_request == 0.014
        assert found.usd_per_request == pytest.approx(0.014 + 3e-6 * tokens + 15e-6 * 300.0)
