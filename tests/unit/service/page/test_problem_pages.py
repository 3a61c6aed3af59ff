"""The type of every problem leads to a page of the service that refused."""

from urllib.parse import urljoin

import pytest

from service.http.problems import BASE, KINDS
from service.page.problem_pages import sections
from tests.asgi import Ask


def test_each_type_is_described_and_nothing_else_is() -> None:
    assert set(sections()) == set(KINDS)
    assert all("When:" in text and "Change:" in text for text in sections().values())
    assert not any("](" in text for text in sections().values())  # a page has no links of the docs


@pytest.mark.parametrize("name", KINDS)
def test_a_type_leads_to_its_page(ask: Ask, name: str) -> None:
    path = urljoin("/v1/inference/unit-costs", BASE + name)
    page = ask("GET", path, headers={"accept": "text/html,*/*;q=0.8"})

    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert f"<h1>{KINDS[name].title} ({KINDS[name].status})</h1>" in page.body.decode()
    assert "Change:" in page.body.decode()


def test_the_type_of_a_refusal_is_read_as_markdown(ask: Ask) -> None:
    refused = ask("GET", "/v1/inference/unit-costs", query="model=nothing&device=h100")
    page = ask("GET", refused.json["type"], headers={"accept": "text/markdown"})

    assert page.headers["content-type"] == "text/markdown; charset=utf-8"
    assert page.body.decode().startswith("# Unknown name (422)\n")


def test_all_types_are_listed(ask: Ask) -> None:
    page = ask("GET", BASE.rstrip("/")).body.decode()

    assert all(f'href="{BASE}{name}"' in page for name in KINDS)
