"""What the fault scenarios share."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pricing.catalog.library import Library
from tests.faults import questions, report
from tests.faults.load import Question, Stream
from tests.faults.running import PAGES, QUOTES
from tests.faults.scenarios import Scenario


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--save", action="store_true", help="write docs/reliability.md")


@pytest.fixture(scope="session")
def figures(request: pytest.FixtureRequest) -> Iterator[list[report.Figure]]:
    """Where scenarios put what they measured."""
    measured: list[report.Figure] = []
    yield measured
    lines = (f"{f.scenario}: {f.measured}: {f.value}, wanted {f.wanted}\n" for f in measured)
    sys.stdout.writelines(["\n", *lines])
    if request.config.getoption("--save"):
        saved = report.load()
        saved.faults = measured
        report.save(saved)


@pytest.fixture(scope="session")
def quotes(library: Library) -> tuple[Question, ...]:
    """Point quotes with their right answers."""
    return questions.quotes([library])


@pytest.fixture(scope="session")
def pages(library: Library) -> tuple[Question, ...]:
    """Pages that are cached, with their right answers."""
    return questions.pages(library, 64)


@pytest.fixture
def streams(quotes: tuple[Question, ...], pages: tuple[Question, ...]) -> tuple[Stream, ...]:
    """Point quotes, and pages that are cached."""
    return (
        Stream(name=QUOTES, connections=16, questions=quotes, rate=200),
        Stream(name=PAGES, connections=8, questions=pages, rate=40),
    )


@pytest.fixture
def make_scenario(
    request: pytest.FixtureRequest, tmp_path: Path, figures: list[report.Figure]
) -> Callable[[tuple[Stream, ...]], Scenario]:
    """Makes the scenario of a test, named by what the test says of it."""
    name = str(request.function.__doc__).rstrip(".")
    return lambda streams: Scenario(name, streams, tmp_path, figures)


@pytest.fixture
def scenario(
    streams: tuple[Stream, ...], make_scenario: Callable[[tuple[Stream, ...]], Scenario]
) -> Scenario:
    """The scenario with the usual load."""
    return make_scenario(streams)
