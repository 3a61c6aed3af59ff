"""A path is served as it is written, and in no other spelling."""

import pytest

from tests.asgi import Ask


@pytest.mark.parametrize("path", ["//metrics", "/metrics/", "/health//live", "//health/live", "/"])
def test_another_spelling_is_no_way_round_the_rules_of_a_proxy(ask: Ask, path: str) -> None:
    assert ask("GET", path).status == 404


@pytest.mark.parametrize("path", ["/metrics", "/health/live", "/docs"])
def test_path_itself_is_served(ask: Ask, path: str) -> None:
    assert ask("GET", path).status == 200
