"""The pages that show the API load nothing from another host."""

import re

import pytest

from service.operations.docs import STATIC
from tests.asgi import Ask

LOADED = re.compile(r'(?:src|href)="([^"]+)"')


def test_everything_the_page_loads_is_served(ask: Ask) -> None:
    page = ask("GET", "/docs").body.decode()

    assert {ask("GET", path).status for path in LOADED.findall(page)} == {200}


def test_the_page_loads_only_from_this_host(ask: Ask) -> None:
    page = ask("GET", "/docs").body.decode()

    assert all(path.startswith("/") for path in LOADED.findall(page))


def test_the_page_may_load_only_from_this_host(ask: Ask) -> None:
    policy = ask("GET", "/docs").headers["content-security-policy"]

    assert policy.startswith("default-src 'self';")


def test_the_page_has_no_script_of_its_own(ask: Ask) -> None:
    page = ask("GET", "/docs").body.decode()

    assert not re.search(r"<script(?![^>]*src=)", page)


def test_what_the_page_loads_is_kept_for_a_day(ask: Ask) -> None:
    answered = ask("GET", "/docs/swagger-ui-bundle.js")

    assert answered.headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize("asset", ["nothing.js", "LICENSE", "..%2f..%2fapp.py", "..", "docs.html"])
def test_nothing_else_of_the_package_is_served(ask: Ask, asset: str) -> None:
    answered = ask("GET", f"/docs/{asset}")

    assert answered.status == 404


def test_the_licence_of_the_pages_is_beside_them() -> None:
    assert "Apache License" in (STATIC / "swagger-ui" / "LICENSE").read_text()
