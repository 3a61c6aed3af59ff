"""The page at the root: who gets it, and what it may load."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pricing.catalog.library import Library
from service.page.page import FILES, POLICY, files, folder
from tests.asgi import Ask

BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
LOADED = re.compile(r'(?:src|href)="([^"]+\.\w+)"')
MOST_BYTES, MOST_LINES = 300_000, 300
PATHS = ("/v1/inference/unit-costs", "/v1/training/run-costs", "/v1/inference/tco")


def source(name: str) -> str:
    return (FILES / name).read_text(encoding="utf-8")


def sources() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in FILES.rglob("*.*")}


@pytest.fixture(scope="module")
def parameters() -> dict[str, Any]:
    """The parameters that the page may give, by name."""
    document = json.loads(Path("openapi/openapi.json").read_text(encoding="utf-8"))
    listed = [one for path in PATHS for one in document["paths"][path]["get"]["parameters"]]
    return {one["name"]: one for one in listed}


def test_a_browser_gets_the_page(ask: Ask) -> None:
    page = ask("GET", "/", headers=BROWSER)

    assert page.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["vary"] == "accept, accept-encoding"
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-security-policy"] == POLICY[1].decode()
    assert page.headers["x-content-type-options"] == "nosniff"
    again = ask("GET", "/", headers={**BROWSER, "if-none-match": page.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "text/plain", "image/png"])
def test_a_program_gets_what_it_got_before(ask: Ask, accept: str | None) -> None:
    told = ask("GET", "/", headers={} if accept is None else {"accept": accept})

    assert told.status == 404
    assert told.headers["vary"] == "accept"
    assert b"There is nothing under this path" in told.body


def test_all_that_it_loads_is_served_for_ever(ask: Ask) -> None:
    page = ask("GET", "/", headers=BROWSER).body.decode()
    loaded = set(LOADED.findall(page)) - {"openapi.json"}

    assert {path.removeprefix(f"{folder()}/") for path in loaded} == set(files())
    for path in loaded:
        served = ask("GET", f"/{path}")
        assert served.status == 200
        assert served.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert served.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["0123456789abcdef/main.js", "{folder}/index.html", "{folder}/.."])
def test_nothing_else_is_served(ask: Ask, path: str) -> None:
    told = ask("GET", "/page/" + path.replace("{folder}", folder().removeprefix("page/")))

    assert told.status == 404


@pytest.mark.parametrize("encoding", ["zstd", "br", "gzip"])
def test_it_is_sent_compressed(ask: Ask, encoding: str) -> None:
    path = f"/{folder()}/style.css"
    plain = ask("GET", path)
    packed = ask("GET", path, headers={"accept-encoding": encoding})

    assert packed.headers["content-encoding"] == encoding
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
    assert len(packed.body) == int(packed.headers["content-length"]) < len(plain.body) / 2
    assert len(ask("HEAD", path, headers={"accept-encoding": encoding}).body) == 0


def test_it_is_small() -> None:
    sizes = {name: len(file.body) for name, file in files().items()}

    assert sum(sizes.values()) + len(source("index.html")) < MOST_BYTES
    assert max(text.count("\n") for text in sources().values()) <= MOST_LINES


def test_no_script_and_no_style_stands_in_it() -> None:
    page = source("index.html")

    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)


def test_it_names_no_other_host() -> None:
    hosts = {host for text in sources().values() for host in re.findall(r"https?://([\w.]+)", text)}

    assert hosts <= {"www.w3.org"}  # the names of SVG


def test_its_fields_are_parameters_of_the_service(parameters: dict[str, Any]) -> None:
    fields = set(re.findall(r"^  (\w+): \{", source("fields.js"), re.MULTILINE))

    assert len(fields) > 20
    assert fields <= set(parameters)
    for name in fields:
        said = parameters[name]["description"]
        values = parameters[name]["schema"].get("enum", [])
        missing = [
            one
            for one in values
            if f"Default: {one}." not in said and f'"{one}"' not in source("fields.js")
        ]
        assert not missing, f"{name} has no {missing}"


def test_the_devices_beside_an_answer_are_in_the_catalogue(library: Library) -> None:
    listed = re.search(r"(?m)^const DEVICES = (\[.*\]);", source("answers/alternatives.js"))

    assert listed is not None
    assert set(json.loads(listed[1])) <= set(library.newest.devices)
