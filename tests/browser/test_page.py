"""The page as people use it: in a browser, by keyboard, on a phone, in the dark."""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from selenium.webdriver.common.keys import Keys

from tests.browser.seeing import CHROMIUM, Page, browser
from tests.processes import running

VIEWS = ("unit-costs", "run-costs", "tco")
MOST_BYTES = 300_000
MOST_PAINT_MILLISECONDS = 1000
KEY = "uc_" + "k" * 43
QUESTION = "?view=unit-costs&model=llama-3.1-8b&device=l4&device_count=2&currency=EUR&provider=gcp"
CONTROLS = {"button", "link", "textbox", "searchbox", "combobox", "img", "region"}


@pytest.fixture(scope="module")
def page(root: Path) -> Iterator[Page]:
    """The page of a service."""
    if shutil.which(CHROMIUM) is None:
        pytest.fail("there is no Chromium: run .ci/browser")
    with running(root) as service:
        driver = browser()
        yield Page(driver, service.url)
        driver.quit()


@pytest.fixture(autouse=True)
def quiet(page: Page) -> Iterator[None]:
    """A wide, light page; the console has told nothing, and no other host was asked."""
    page.looks()
    page.console()
    page.requested()
    yield
    refusals = ("status of 401", "status of 422", "status of 400")  # told by the service, and shown
    assert [line for line in page.console() if not any(one in line for one in refusals)] == []
    assert [url for url in page.requested() if not url.startswith((page.url, "data:"))] == []


def value(page: Page, name: str) -> str:
    return str(page.run(f"return document.querySelector('#form [name={name}]').value"))


def test_the_first_view_is_quick_and_small(page: Page) -> None:
    page.open()
    page.command("Network.clearBrowserCache")
    page.open()

    entries = "return performance.getEntriesByType(arguments[0]).map((one) => one.toJSON())"
    painted = {one["name"]: one["startTime"] for one in page.run(entries, "paint")}
    loaded = page.run(entries, "resource") + page.run(entries, "navigation")
    assert painted["first-contentful-paint"] < MOST_PAINT_MILLISECONDS
    assert sum(one["transferSize"] for one in loaded) < MOST_BYTES
    assert page.one(".figure-box.main strong").text.startswith("$")


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_shows_what_decides(page: Page, view: str) -> None:
    page.open(f"?view={view}")

    heads = [one.text for one in page.all("#results h2")]
    assert {"The price", "Side by side", "What drives it", "Sources", "Share and check"} <= {*heads}
    assert page.all(".warnings li")
    assert page.run("return document.querySelector('#results').children[1].className") == "warnings"
    assert len(page.all("#results tr.this")) == 1
    *items, total = [
        round(100 * float(cell.text.replace(",", "").removeprefix("$")))
        for cell in page.all("#results .bars td.figure")
    ]
    assert sum(items) == total > 0
    command = page.one("#results pre").text
    assert httpx.get(command.split("'")[1]).status_code == 200


def test_a_figure_is_that_of_the_service_in_the_currency(page: Page) -> None:
    page.open(QUESTION)

    told = httpx.get(
        f"{page.url}/v1/inference/unit-costs{QUESTION.replace('view=unit-costs&', '')}"
    ).json()
    amounts = told["converted"]["amounts"]
    expected = amounts["unit_costs.eur_per_million_output_tokens"]
    shown = page.one(".figure-box.main strong").text
    assert shown.startswith("€")
    assert float(shown[1:]) == pytest.approx(expected, rel=5e-3)


def test_a_link_restores_the_view_and_back_goes_back(page: Page) -> None:
    page.open(QUESTION)
    assert (value(page, "model"), value(page, "device_count")) == ("llama-3.1-8b", "2")
    assert value(page, "provider") == "gcp"
    first = page.one(".of").text

    page.one("#form [name=input_tokens]").send_keys("2k" + Keys.ENTER)
    page.settle()
    assert "input_tokens=2000" in page.driver.current_url
    page.driver.back()
    page.settle()
    assert page.driver.current_url.endswith(QUESTION)
    assert page.one(".of").text == first
    assert value(page, "input_tokens") == ""


def test_a_model_is_found_by_the_keyboard_alone(page: Page) -> None:
    page.open()
    for _ in range(30):
        page.driver.switch_to.active_element.send_keys(Keys.TAB)
        if page.driver.switch_to.active_element.get_attribute("name") == "model":
            break
    field = page.driver.switch_to.active_element
    field.send_keys(Keys.CONTROL + "a")
    field.send_keys("qwen3 32")
    page.until("[role=listbox]:not([hidden]) li")
    assert field.get_attribute("aria-expanded") == "true"
    field.send_keys(Keys.ARROW_DOWN)
    marked = page.one(f"[id='{field.get_attribute('aria-activedescendant')}']")
    assert marked.get_attribute("aria-selected") == "true"
    field.send_keys(Keys.ENTER)
    page.settle()

    assert value(page, "model") == "qwen3-32b"
    assert page.one(".of").text.startswith("qwen3-32b on")
    assert field.get_attribute("aria-expanded") == "false"


TYPED = {
    ".": {"1.5M": "1500000", "1,000": "1000", "1.000": "1", "1,234.5": "1234.5", "12,5": "12.5"},
    ",": {"1,5M": "1500000", "1.000": "1000", "1,000": "1", "1.234,5": "1234.5", "0.05": "0.05"},
}


@pytest.mark.parametrize("point", TYPED)
def test_numbers_are_read_as_they_are_typed(page: Page, point: str) -> None:
    typed = {"5%": "0.05", "15T": "15000000000000", "1 000": "1000", "1.2.3": "1.2.3", "x": "x"}
    expected = {**typed, **TYPED[point]}
    page.open()
    read = """
    const { plain } = await import(document.querySelector('link[href$="typed.js"]').href);
    return arguments[0].map((text) => plain(text, arguments[1]));
    """
    script = f"return (async (...args) => {{ {read.replace('arguments', 'args')} }})(...arguments)"
    assert page.run(script, list(expected), point) == list(expected.values())


def test_a_refusal_stands_beside_its_field(page: Page) -> None:
    page.open("?view=unit-costs&model=lama-3.1-9b&device=l4")

    field = page.one("#form [name=model]")
    assert field.get_attribute("aria-invalid") == "true"
    told = page.one(f"#{field.get_attribute('aria-describedby')}")
    assert "no model is called" in told.text.lower()
    assert not page.all(".figure-box")
    suggested = told.find_element("css selector", "button")
    name = suggested.text
    suggested.click()
    page.settle()
    assert value(page, "model") == name
    assert page.one("#form [name=model]").get_attribute("aria-invalid") is None


def test_a_question_in_words_fills_the_fields(page: Page) -> None:
    page.open()
    page.one("#question").send_keys("llama 70b on 8xh100 at aws" + Keys.ENTER)
    page.settle()
    page.settle()

    assert (value(page, "device_count"), value(page, "provider")) == ("8", "aws")
    assert page.one(".reading").text.startswith("Cost of serving llama-3.1-70b on 8")
    assert "provider=aws" in page.driver.current_url


def test_sides_have_a_verdict_before_them(page: Page) -> None:
    page.open("?view=ask&q=h100+vs+l4+price")

    assert page.one(".said").text.startswith("l4 costs")
    assert len(page.all(".answers li")) == 2


@pytest.mark.parametrize("view", VIEWS)
def test_it_can_be_read_on_a_phone_and_in_the_dark(page: Page, view: str) -> None:
    page.looks(width=360, scheme="dark")
    page.open(f"?view={view}")
    assert page.run("return document.documentElement.scrollWidth") <= 360
    assert page.ran("faint.js") == []

    page.looks()
    assert page.ran("faint.js") == []


@pytest.mark.parametrize("view", VIEWS)
def test_every_control_has_a_name(page: Page, view: str) -> None:
    page.open(f"?view={view}")
    page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")

    nodes = page.command("Accessibility.getFullAXTree")["nodes"]
    nameless = [
        node["role"]["value"]
        for node in nodes
        if not node["ignored"]
        and node["role"]["value"] in CONTROLS
        and not node.get("name", {}).get("value", "").strip()
    ]
    assert nameless == []
    ids = page.run("return [...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))
    assert len(page.all("h1")) == 1
    assert len(page.all("main")) == 1
    orphans = (
        "return [...document.querySelectorAll('label[for]')].filter((one) => !one.control).length"
    )
    assert page.run(orphans) == 0


def test_a_key_is_asked_for_and_kept_in_the_tab_alone(
    page: Page, root: Path, tmp_path: Path
) -> None:
    keys = tmp_path / "keys.toml"
    digest = hashlib.sha256(KEY.encode()).hexdigest()
    keys.write_text(f'[[keys]]\nname = "a"\nsha256 = "{digest}"\nscopes = ["read"]\n')
    with running(root, UNITCOST_KEYS=str(keys)) as service:
        closed = Page(page.driver, service.url)
        closed.open()
        assert "key" in closed.one(".refusal").text
        closed.one("#key").send_keys(KEY + Keys.ENTER)
        closed.settle()
        assert closed.one(".figure-box.main strong").text.startswith("$")
        assert KEY not in closed.driver.current_url
        assert KEY not in closed.one("#results").text
        stored = "return [localStorage.length, document.cookie, Object.values(sessionStorage)]"
        assert closed.run(stored) == [0, "", [KEY]]
        assert all(url.startswith(service.url) for url in closed.requested() if "127" in url)
        page.open()
