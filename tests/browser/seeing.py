"""A page in a browser, and what its scripts ask of it."""

import json
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--lang=en-US", "--window-size=1280,900"),
)
MOST_SECONDS = 20
SCRIPTS = Path(__file__).resolve().parent / "scripts"


def browser() -> Chrome:
    """A browser without a window that logs its console and its requests."""
    options = ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return Chrome(options=options, service=Service(DRIVER))


class Page:
    """The page of a running service."""

    def __init__(self, driver: Chrome, url: str) -> None:
        self.driver = driver
        self.url = url

    def open(self, query: str = "") -> None:
        """Open a view, and wait for all of its parts."""
        self.driver.get(f"{self.url}/{query}")
        self.settle()

    def settle(self) -> None:
        """Wait for an answer or a refusal, and for what is asked after it."""
        WebDriverWait(self.driver, MOST_SECONDS, 0.05).until(lambda _: self.run(SETTLED))

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns."""
        return self.driver.execute_script(script, *arguments)

    def ran(self, name: str) -> Any:
        """What a script of the folder returns."""
        return self.run((SCRIPTS / name).read_text(encoding="utf-8"))

    def one(self, selector: str) -> WebElement:
        """The element."""
        return self.driver.find_element("css selector", selector)

    def all(self, selector: str) -> list[WebElement]:
        """All such elements."""
        return self.driver.find_elements("css selector", selector)

    def until(self, selector: str) -> None:
        """Wait for such an element."""
        WebDriverWait(self.driver, MOST_SECONDS, 0.05).until(lambda _: self.all(selector))

    def looks(self, *, width: int = 1280, scheme: str = "light") -> None:
        """Take the width of a window and a colour scheme from now on."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self.command("Emulation.setDeviceMetricsOverride", size)
        preferred = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setEmulatedMedia", {"features": preferred})

    def command(self, name: str, parameters: dict[str, Any] | None = None) -> Any:
        """What the protocol of the browser's own tools answers."""
        return self.driver.execute_cdp_cmd(name, parameters or {})

    def console(self) -> list[str]:
        """What the console says since it was last read."""
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]

    def requested(self) -> list[str]:
        """What was requested since it was last read."""
        entries = self.driver.get_log("performance")  # type: ignore[no-untyped-call]
        told = [json.loads(entry["message"])["message"] for entry in entries]
        return [
            one["params"]["request"]["url"]
            for one in told
            if one["method"] == "Network.requestWillBeSent"
        ]


SETTLED = """
const results = document.getElementById("results");
return results !== null && results.childElementCount > 0 && !results.hasAttribute("aria-busy")
  && !document.body.textContent.includes("Asking…");
"""
