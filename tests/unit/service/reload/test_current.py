"""Releases and overlays appear while the service runs: good ones are served, bad ones are told."""

import io
import shutil
from pathlib import Path

import pytest

from pricing.catalog.library import Library
from pricing.releases.manifest import OBJECTS, PACKAGED
from pricing.releases.publish import publish
from service.logs import Log
from service.observability.health_state import HealthState
from service.observability.metrics import Metrics
from service.reload.current import CurrentLibrary, ReleaseReloader

NEW = "2030-01-01"
BASE = PACKAGED / "2026-05-31.json"
PART = f"tables/{NEW}.json"
ACME = """device,vendor,architecture,family,year,memory_gibibytes,memory_type,\
memory_gigabytes_per_second,bf16_teraflops,accelerated_precisions,tdp_watts,idle_watts,node_device_count
{name},Acme,One,nvidia,2026,80,HBM3,3000,1000,bf16,700,70,8
"""


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory, library: Library) -> Path:
    """A directory with a release that the package does not have, and one table of its own."""
    directory, source = (tmp_path_factory.mktemp(name) for name in ("release", "source"))
    regions = Path(library.newest.release.sheets["regions"].file).read_text()
    (source / "regions.csv").write_text(regions.replace(",US,", ",USA,", 1))
    day = library.newest.known_by.replace(year=2030)
    publish(source, directory, name=NEW, known_by=day, base=BASE)
    return directory


class Watched:
    """A directory of releases, and the library that its releases come to."""

    def __init__(self, directory: Path, library: Library) -> None:
        self.directory = directory
        self.manifest = directory / f"{NEW}.json"
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

    def put(self, release: Path) -> None:
        shutil.copytree(release, self.directory, dirs_exist_ok=True)

    def overlay(self, *, base: str = "2026-07-31", device: str = "acme-one") -> None:
        directory = self.directory / "acme"
        directory.mkdir(exist_ok=True)
        (directory / "devices.csv").write_text(ACME.format(name=device))
        says = f'name = "acme"\nbase = "{base}"\nknown_by = 2026-08-15\n'
        (directory / "overlay.toml").write_text(says)

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
    watched.put(release)
    watched.look()

    assert (
        watched.current.library.newest.name,
        NEW in before.names,
        f'name="{NEW}"' in watched.text,
        watched.log.getvalue().count(b"release_added"),
    ) == (NEW, False, True, 1)


def test_a_release_that_is_still_being_copied_is_left_alone(
    watched: Watched, release: Path
) -> None:
    watched.look()
    content = (release / f"{NEW}.json").read_bytes()
    for end in range(0, len(content), len(content) // 5):
        watched.manifest.write_bytes(content[:end])
        watched.look(times=1)

    assert (watched.served, watched.health_state.reasons) == (False, {})


def test_it_is_served_when_the_copy_is_whole(watched: Watched, release: Path) -> None:
    shutil.copy(release / f"{NEW}.json", watched.manifest)
    watched.look()
    told = list(watched.health_state.reasons)
    watched.put(release)
    watched.look()

    assert (told, watched.served, watched.health_state.reasons) == ([PART], True, {})


def test_a_bad_release_is_refused_told_and_counted_once(watched: Watched, release: Path) -> None:
    watched.put(release)
    (table,) = (watched.directory / OBJECTS).iterdir()
    with table.open("a") as regions:
        regions.write("rubbish\n")
    watched.look(times=10)

    assert (
        watched.served,
        watched.health_state.reasons[PART].startswith(f"{OBJECTS}/regions-"),
        str(table) in watched.log.getvalue().decode(),
        "unitcost_releases_refused_total 1.0" in watched.text,
        watched.log.getvalue().count(b"release_refused"),
    ) == (False, True, True, True, 1)


def test_a_bad_release_that_is_taken_away_is_forgotten(watched: Watched) -> None:
    watched.manifest.write_text("rubbish")
    watched.look()
    watched.manifest.unlink()
    watched.look()

    assert watched.health_state.reasons == {}


def test_what_is_published_again_under_its_name_is_refused(
    watched: Watched, release: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    watched.put(release)
    watched.look()
    served = watched.current.library.get(NEW)
    other = tmp_path_factory.mktemp("other")
    publish(other, other, name=NEW, known_by=served.known_by, base=BASE)
    watched.put(other)
    watched.look()

    assert watched.current.library.get(NEW) is served
    assert "another than the one served" in watched.health_state.reasons[PART]


def test_a_release_that_disappears_is_served_on_and_told(watched: Watched, release: Path) -> None:
    watched.put(release)
    watched.look()
    watched.manifest.unlink()
    watched.look()

    assert (watched.served, list(watched.health_state.reasons)) == (True, [PART])


def test_a_release_that_comes_back_is_no_news(watched: Watched, release: Path) -> None:
    watched.put(release)
    watched.look()
    watched.manifest.unlink()
    watched.look()
    watched.put(release)
    watched.look()

    assert (watched.served, watched.health_state.reasons) == (True, {})
    assert watched.log.getvalue().count(b"release_added") == 1


def test_what_was_there_at_the_start_is_not_read_again(
    tmp_path: Path, library: Library, release: Path
) -> None:
    shutil.copytree(release, tmp_path, dirs_exist_ok=True)
    watched = Watched(tmp_path, library)
    watched.look()

    assert watched.served is False


def test_a_directory_that_is_gone_changes_nothing(watched: Watched, release: Path) -> None:
    watched.put(release)
    watched.look()
    shutil.rmtree(watched.directory)
    watched.look()

    assert watched.served


def test_a_new_overlay_is_served_where_it_is_named(watched: Watched) -> None:
    newest = watched.current.library.newest
    watched.overlay()
    watched.look()

    library = watched.current.library
    assert "acme-one" in library.get("2026-07-31+acme").devices
    assert (library.newest, "acme-one" in library.newest.devices) == (newest, False)


def test_a_changed_overlay_takes_the_place_of_the_one_before(watched: Watched) -> None:
    watched.overlay()
    watched.look()
    before = watched.current.library.get("2026-07-31+acme")
    watched.overlay(device="acme-two")
    watched.look()

    after = watched.current.library.get("2026-07-31+acme")
    assert ("acme-one" in before.devices, "acme-one" in after.devices) == (True, False)
    assert "acme-two" in after.devices
    assert watched.health_state.reasons == {}


def test_a_changed_overlay_that_is_bad_is_refused_and_the_one_before_served(
    watched: Watched,
) -> None:
    watched.overlay()
    watched.look()
    watched.overlay(device="")
    watched.look()

    assert "acme-one" in watched.current.library.get("2026-07-31+acme").devices
    assert watched.health_state.reasons["tables/acme"].startswith("acme/devices.csv, line 2: ")


def test_an_overlay_waits_for_its_base(watched: Watched, release: Path) -> None:
    watched.overlay(base=NEW)
    watched.look()
    told = watched.health_state.reasons["tables/acme"]
    watched.put(release)
    watched.look(times=4)

    assert f"no release is called '{NEW}'" in told
    assert f"{NEW}+acme" in watched.current.library.names
    assert watched.health_state.reasons == {}
