"""Every example of the README and the docs, run against the running service.

- A `python` block is run, and so is a `sh` block that calls curl, with the address of the
  service under test in place of 127.0.0.1:8000. The `json` block after it is a part of the
  answer: every field shown is there with that value, and a list begins with the items shown.
- A `make` target that a `sh` block names exists.
- A link to a file of the repository leads somewhere, and so does one to a heading; a file or
  folder that a page names is there.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "http://127.0.0.1:8000"

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
WITH_EXAMPLES = [
    pytest.param(page, id=str(page.relative_to(ROOT)))
    for page in PAGES
    if "```" in page.read_text(encoding="utf-8")
]


def run_shell(example: Example) -> None:
    for target in re.findall(r"^make (?!\w+=)([a-z]+)", example.parsed, re.MULTILINE):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), target
    if "curl" not in example.parsed:
        return
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", example.parsed],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    example.namespace["answer"] = done.stdout


def compare_json(example: Example) -> None:
    shown = json.loads(example.parsed)
    if "answer" in example.namespace:
        answer = json.loads(example.namespace.pop("answer"))
        assert list(differences(shown, answer)) == []


def differences(shown: object, answer: object, place: str = "$") -> Iterator[str]:
    """Where the answer does not hold what is shown."""
    if isinstance(shown, dict) and isinstance(answer, dict):
        for key, value in shown.items():
            if key in answer:
                yield from differences(value, answer[key], f"{place}.{key}")
            else:
                yield f"{place}.{key} is not in the answer"
    elif isinstance(shown, list) and isinstance(answer, list):
        if len(shown) > len(answer):
            yield f"{place} has {len(answer)} items"
        for index, (value, answered) in enumerate(zip(shown, answer, strict=False)):
            yield from differences(value, answered, f"{place}[{index}]")
    elif shown != answer:
        yield f"{place} is {answer!r}, not {shown!r}"


@pytest.mark.parametrize("path", WITH_EXAMPLES)
def test_examples_run(path: Path, server: str, tmp_path: Path) -> None:
    page = tmp_path / path.name
    page.write_text(path.read_text(encoding="utf-8").replace(ADDRESS, server), encoding="utf-8")
    sybil = Sybil(
        parsers=[
            PythonCodeBlockParser(),
            CodeBlockParser("sh", run_shell),
            CodeBlockParser("json", compare_json),
        ]
    )
    for example in sybil.parse(page).examples():
        example.evaluate()


def test_links_lead_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in PAGES
        for link in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
        if not (page.parent / link).exists()
    ]

    assert broken == []


def test_files_that_pages_name_are_there() -> None:
    rooms = "bench|deploy|docs|openapi|pricing|service|tests"
    missing = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in PAGES
        for name in re.findall(rf"`((?:{rooms})/[\w./-]+)`", page.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]

    assert missing == []


def test_links_to_headings_lead_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {other}#{anchor}"
        for page in PAGES
        for other, anchor in re.findall(
            r"\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)", page.read_text(encoding="utf-8")
        )
        if anchor not in anchors(page.parent / other if other else page)
    ]

    assert broken == []


@cache
def anchors(page: Path) -> set[str]:
    """What links may name behind a `#`: the headings, as they are shown on the web."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
