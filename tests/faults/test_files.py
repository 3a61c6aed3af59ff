"""Files are not what they should be: temporary ones, tables, keys, and the code itself."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from service.access.keys import entry, new_key
from tests.faults.load import Stream
from tests.faults.scenarios import Scenario, wait_until
from tests.processes import Service, running
from tests.redis_servers import local_server

PARQUET = {"accept": "application/vnd.apache.parquet"}
LISTING = "/v1/catalog/prices?limit=50"
WITHDRAWN_SECONDS = 6.0

MakeScenario = Callable[[tuple[Stream, ...]], Scenario]


def status_of(service: Service, key: str) -> int:
    headers = {"authorization": f"Bearer {key}"}
    return httpx.get(f"{service.url}/v1/catalog/releases", headers=headers).status_code


def test_the_temporary_directory_is_lost(
    make_scenario: MakeScenario, root: Path, tmp_path: Path
) -> None:
    """14. The directory of temporary files disappears and comes back."""
    scenario = make_scenario(())
    directory = tmp_path / "temporary"
    directory.mkdir()
    with running(root, TMPDIR=str(directory), UNITCOST_TABLES_SECONDS="0.2") as service:

        def status(offset: int) -> int:
            listing = f"{service.url}{LISTING}&offset={offset}"  # each another: none is cached
            return httpx.get(listing, headers=PARQUET).status_code

        before = status(1)
        directory.rmdir()
        lost = status(2)
        is_told = wait_until(lambda: "temporary_files" in str(service.health()["reasons"]))
        others = httpx.get(service.url + LISTING).status_code
        directory.mkdir()
        is_well = wait_until(lambda: bool(service.health()["status"] == "ready"))
        statuses = before, lost, others, status(3)
    scenario.note(
        "statuses before, without it, of JSON without it, and after",
        ", ".join(map(str, statuses)),
        "200, 503, 200, 200, and a condition meanwhile",
        is_met=(statuses, is_told, is_well) == ((200, 503, 200, 200), True, True),
    )


def test_a_pipe_lies_among_the_tables(
    make_scenario: MakeScenario, root: Path, tmp_path: Path
) -> None:
    """15. A pipe lies among the tables while a key is withdrawn."""
    scenario = make_scenario(())
    tables, keys = tmp_path / "tables", tmp_path / "keys.toml"
    (tables / "acme").mkdir(parents=True)
    (kept, kept_digest), (withdrawn, withdrawn_digest) = new_key(), new_key()
    first = entry("kept", kept_digest, ["read"])
    keys.write_text(first + entry("withdrawn", withdrawn_digest, ["read"]))
    files = {"UNITCOST_TABLES": str(tables), "UNITCOST_KEYS": str(keys)}
    with running(
        root, UNITCOST_TABLES_SECONDS="0.2", UNITCOST_LOG_LEVEL="error", **files
    ) as service:
        before = status_of(service, withdrawn)
        os.mkfifo(tables / "pipe.json")
        os.mkfifo(tables / "acme" / "overlay.toml")
        time.sleep(0.5)
        keys.write_text(first)
        started = time.monotonic()
        is_withdrawn = wait_until(lambda: status_of(service, withdrawn) == 401)
        seconds = time.monotonic() - started
        after = status_of(service, kept)
    scenario.note(
        "time until a key is withdrawn",
        f"{seconds:.1f} s",
        f"≤ {WITHDRAWN_SECONDS:.0f} s, and the others go on",
        is_met=(before, is_withdrawn, after) == (200, True, 200) and seconds <= WITHDRAWN_SECONDS,
    )


def test_two_builds_share_a_redis(make_scenario: MakeScenario, root: Path, tmp_path: Path) -> None:
    """16. Two builds of one version share a Redis."""
    scenario = make_scenario(())
    other = tmp_path / "other"
    for package in ("pricing", "service"):
        shutil.copytree(root / package, other / package, ignore=shutil.ignore_patterns("*.pyc"))
    changed = other / "pricing" / "formulas" / "unit_cost.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "\n# another build\n")

    def asked(service: Service) -> str:
        answered = httpx.get(service.url + LISTING)
        assert answered.status_code == 200
        return answered.headers["cache-status"]

    with local_server() as server:
        settings = {
            "UNITCOST_REDIS_URL": server.url,
            "UNITCOST_CACHE_THRESHOLD_SECONDS": "0.000001",
        }
        with running(root, **settings) as one, running(other, **settings) as two:
            mine = asked(one)
            assert wait_until(lambda: "hit" in asked(one))
            theirs = asked(two)
    scenario.note(
        "what one build is served of the other's answers",
        f"{mine.partition('; ')[2]}, then {theirs.partition('; ')[2]}",
        "nothing",
        is_met="hit" not in theirs,
    )
