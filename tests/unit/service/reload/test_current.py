"""Releases appear while the service runs: good ones are served, bad ones are told."""

import io
import os
import shutil
from pathlib import Path

import pytest

from pricing.catalog.library import TABLES, Library
from pricing.releases.publish import publish
from service.logs import Log
from service.observability.health_state import HealthState
from service.observability.metrics import Metrics
from service.reload.current import CurrentLibrary, ReleaseReloader

SOURCE = "2026-05-31"
NEW = "2030-01-01"


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory, library: Library) -> Path:
    """A release that the package does not have."""
    directory = tmp_path_factory.mktemp("release") / NEW
    shutil.copytree(TABLES / SOURCE, directory)
    publish(directory, name=NEW, known_by=library.newest.known_by.replace(year=2030))
    return directory


class Watched:
    """A directory of releases, and the library that its releases come to."""

    def __init__(self, directory: Path, library: Library) -> None:
        self.directory = directory
        self.current = CurrentLibrary(library)
        self.health_state = HealthState()
        self.metrics = Metrics(library)
        self.log = io.BytesIO()
        self._releases = ReleaseReloader(
            directory,
            self.current,
            log=Log("info", self.log),
            health_state=self.health_state,
            metrics=self.metrics,
        )

    def look(self, times: int = 2) -> None:
        for _ in range(times):
            self._releases.look()

    @property
    def served(self) -> bool:
        return NEW in self.current.library.names

    @property
    def text(self) -> str:
        return self.metrics.text().decode()


@pytest.fixture
def watched(tmp_path: Path, library: Library) -> Watched:
    return Watched(tmp_path, library)


def test_a_new_release_is_served_and_the_default(watched: Watched, release: Path) -> None:
    before = watched.current.library
    shutil.copytree(release, watched.directory / NEW)
    watched.look()

    assert (
        watched.current.library.newest.name,
        NEW in before.names,
        f'name="{NEW}"' in watched.text,
        b"release_added" in watched.log.getvalue(),
    ) == (NEW, False, True, True)


def test_a_release_that_is_still_being_copied_is_left_alone(
    watched: Watched, release: Path
) -> None:
    watched.look()
    copy = watched.directory / NEW
    copy.mkdir()
    for number, file in enumerate(sorted(release.iterdir(), reverse=True)):
        shutil.copy(file, copy)
        watched.look(times=1)
        if number % 2:
            os.utime(copy / file.name, ns=(number, number))

    assert (watched.served, watched.health_state.reasons) == (False, {})


def test_it_is_served_when_the_copy_is_whole(watched: Watched, release: Path) -> None:
    partly = watched.directory / NEW
    partly.mkdir()
    shutil.copy(release / "manifest.json", partly)
    watched.look()
    told = list(watched.health_state.reasons)
    shutil.copytree(release, partly, dirs_exist_ok=True)
    watched.look()

    assert (told, watched.served, watched.health_state.reasons) == ([f"tables/{NEW}"], True, {})


def test_a_bad_release_is_refused_told_and_counted_once(watched: Watched, release: Path) -> None:
    shutil.copytree(release, watched.directory / NEW)
    with (watched.directory / NEW / "prices.csv").open("a") as prices:
        prices.write("rubbish\n")
    watched.look(times=10)

    assert (
        watched.served,
        watched.health_state.reasons[f"tables/{NEW}"].startswith(f"{NEW}/prices.csv"),
        str(watched.directory / NEW / "prices.csv") in watched.log.getvalue().decode(),
        "unitcost_releases_refused_total 1.0" in watched.text,
        watched.log.getvalue().count(b"release_refused"),
    ) == (False, True, True, True, 1)


def test_a_bad_release_that_is_taken_away_is_forgotten(watched: Watched, release: Path) -> None:
    bad = watched.directory / NEW
    shutil.copytree(release, bad)
    (bad / "prices.csv").unlink()
    watched.look()
    shutil.rmtree(bad)
    watched.look()

    assert watched.health_state.reasons == {}


def test_a_release_never_changes_under_its_name(watched: Watched, release: Path) -> None:
    copy = watched.directory / NEW
    shutil.copytree(release, copy)
    watched.look()
    served = watched.current.library.get(NEW).digest
    publish(copy, name=NEW, known_by=watched.current.library.newest.known_by.replace(month=1))
    devices = (copy / "devices.csv").read_text().replace("h100-sxm-80gb,", "h100-other-80gb,", 1)
    (copy / "devices.csv").write_text(devices)
    watched.look()

    assert (watched.current.library.get(NEW).digest, list(watched.health_state.reasons)) == (
        served,
        [f"tables/{NEW}"],
    )


@pytest.mark.parametrize("changed", ["day", "rows"])
def test_what_is_published_again_under_its_name_is_refused(
    watched: Watched, release: Path, changed: str
) -> None:
    copy = watched.directory / NEW
    shutil.copytree(release, copy)
    watched.look()
    served = watched.current.library.get(NEW)
    day = served.known_by
    if changed == "day":
        day = day.replace(month=1)
    else:
        devices = (copy / "devices.csv").read_text().replace(",NVIDIA,", ",Nvidia,", 1)
        (copy / "devices.csv").write_text(devices)
    publish(copy, name=NEW, known_by=day)
    watched.look()

    assert watched.current.library.get(NEW) is served
    assert "another than the one served" in watched.health_state.reasons[f"tables/{NEW}"]


def test_a_release_that_disappears_is_served_on_and_told(watched: Watched, release: Path) -> None:
    shutil.copytree(release, watched.directory / NEW)
    watched.look()
    shutil.rmtree(watched.directory / NEW)
    watched.look()

    assert (watched.served, list(watched.health_state.reasons)) == (True, [f"tables/{NEW}"])


def test_a_release_that_comes_back_is_no_news(watched: Watched, release: Path) -> None:
    shutil.copytree(release, watched.directory / NEW)
    watched.look()
    shutil.rmtree(watched.directory / NEW)
    watched.look()
    shutil.copytree(release, watched.directory / NEW)
    watched.look()

    assert (watched.served, watched.health_state.reasons) == (True, {})


def test_what_was_there_at_the_start_is_not_read_again(
    tmp_path: Path, library: Library, release: Path
) -> None:
    shutil.copytree(release, tmp_path / NEW)
    watched = Watched(tmp_path, library)
    watched.look()

    assert watched.served is False


def test_a_directory_that_is_gone_changes_nothing(watched: Watched, release: Path) -> None:
    shutil.copytree(release, watched.directory / NEW)
    watched.look()
    shutil.rmtree(watched.directory)
    watched.look()

    assert watched.served
