"""Settings come from the environment, and a bad one is told by its name."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pricing.catalog.library import Library
from service import app as app_module
from service.cli.main import main
from service.execution.cpu_limits import cpu_limit, table_threads
from service.settings import VARIABLES, Secret, Settings, SettingsError
from tests.asgi import asking


def test_nothing_set_is_the_defaults() -> None:
    assert Settings.from_environment({"PATH": "/bin"}) == Settings()


def test_what_is_empty_is_not_set() -> None:
    assert Settings.from_environment(dict.fromkeys(VARIABLES, "")) == Settings()


def test_the_page_of_operation_names_every_setting_with_its_default(root: Path) -> None:
    page = (root / "docs" / "operations.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", page, re.MULTILINE))
    own = {variable: text for variable, text in told.items() if variable in VARIABLES}
    defaults = {name: text.split("`")[1] for name, text in own.items() if "`" in text}
    left_out = {VARIABLES[name] for name in own.keys() - defaults.keys()}

    assert own.keys() == VARIABLES.keys()
    assert Settings.from_environment(defaults) == Settings()
    assert left_out == {
        name for name in VARIABLES.values() if getattr(Settings(), name) in {None, ()}
    }


@pytest.mark.parametrize(
    ("variable", "least", "most"),
    [
        ("PORT", 0, 65_535),
        ("UNITCOST_CACHE_BYTES", 0, 1 << 40),
        ("UNITCOST_MAX_BODY_BYTES", 1, 1 << 30),
        ("UNITCOST_MAX_TABLE_BYTES", 1, 1 << 32),
        ("UNITCOST_QUEUE", 0, 100_000),
        ("UNITCOST_DRAIN_SECONDS", 0, 600),
        ("UNITCOST_WORKERS", 1, 256),
    ],
)
def test_a_setting_has_its_limits(variable: str, least: int, most: int) -> None:
    for number in (least, most):
        settings = Settings.from_environment({variable: str(number)})
        assert getattr(settings, VARIABLES[variable]) == number
    for number in (least - 1, most + 1):
        with pytest.raises(SettingsError, match=f'{variable}: .*not "{number}"'):
            Settings.from_environment({variable: str(number)})


def test_an_address_of_redis_is_taken_and_not_shown() -> None:
    address = "redis://:s3cr3t@cache:6379"
    settings = Settings.from_environment({"UNITCOST_REDIS_URL": address})

    assert settings.redis_url == Secret(address) != Secret("")
    assert "s3cr3t" not in repr(settings)


def test_what_is_set_is_taken(tmp_path: Path) -> None:
    environment = {
        "HOST": "0.0.0.0",
        "PORT": "80",
        "UNITCOST_MAX_BODY_BYTES": "1000",
        "UNITCOST_LOG_LEVEL": "WARNING",
        "UNITCOST_TABLES": str(tmp_path),
        "UNITCOST_SHUTDOWN_SECONDS": "30",
    }

    settings = Settings.from_environment(environment)

    assert settings == Settings(
        host="0.0.0.0",
        port=80,
        max_body_bytes=1000,
        log_level="warning",
        tables=tmp_path,
        shutdown_seconds=30,
    )


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "many"),
        ("PORT", "65536"),
        ("UNITCOST_MAX_BODY_BYTES", "0"),
        ("UNITCOST_PROCESSES", "0"),
        ("UNITCOST_LOG_LEVEL", "loud"),
        ("UNITCOST_TABLES", "/no/such/directory"),
        ("UNITCOST_TABLES", __file__),
        ("UNITCOST_SHUTDOWN_SECONDS", "-1"),
        ("UNITCOST_CORS_ORIGINS", "https://example.com/"),
        ("UNITCOST_CORS_ORIGINS", "https://two words.example"),
        ("UNITCOST_CORS_ORIGINS", "https://Example.com"),
    ],
)
def test_a_bad_value_is_told_by_the_name_of_its_variable(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=variable):
        Settings.from_environment({variable: value})


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("PORT", "many", 'PORT: a whole number is expected, not "many"'),
        ("PORT", "65536", 'PORT: a whole number <= 65535 is expected, not "65536"'),
        ("UNITCOST_TRACING", "maybe", 'UNITCOST_TRACING: true or false is expected, not "maybe"'),
        (
            "UNITCOST_LOG_LEVEL",
            "loud",
            "UNITCOST_LOG_LEVEL: 'loud' is not one of debug, info, warning, error",
        ),
    ],
)
def test_a_bad_value_is_told_in_words(variable: str, value: str, told: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({variable: value})

    assert str(caught.value) == told


def test_origins_are_taken_as_browsers_send_them() -> None:
    given = "https://example.com, http://localhost:3000, http://[::1]:80, *"
    settings = Settings.from_environment({"UNITCOST_CORS_ORIGINS": given})

    assert settings.cors_origins == tuple(given.split(", "))


@pytest.mark.parametrize("given", ["0", "-1", "many", "1.5", "1025", "٣", "9" * 5000])
def test_threads_that_cannot_be_are_told_in_words(
    given: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POLARS_MAX_THREADS", given)

    status = main(["check-tables"])
    expected = "POLARS_MAX_THREADS: a whole number from 1 to 1,024 is expected"

    assert (status, capsys.readouterr().err) == (2, f'unitcost: {expected}, not "{given}"\n')


@pytest.mark.parametrize(("given", "threads"), [("", cpu_limit()), ("3", 3)])
def test_threads_are_those_given_or_the_limit(given: str, threads: int) -> None:
    assert table_threads(given) == threads


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine of 64 processors."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(64)), raising=False)


QUOTAS = [("10000", 1), ("50000", 1), ("100000", 1), ("150000", 2), ("9900000", 64)]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("quota", "processors"), QUOTAS)
def test_a_quota_of_the_container_limits_the_processors(
    tmp_path: Path, quota: str, processors: int
) -> None:
    (tmp_path / "cpu.max").write_text(f"{quota} 100000\n")

    assert cpu_limit(tmp_path) == processors


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("quota", "processors"), [*QUOTAS, ("-1", 64)])
def test_a_quota_of_the_older_kind_limits_them_too(
    tmp_path: Path, quota: str, processors: int
) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(f"{quota}\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")

    assert cpu_limit(tmp_path) == processors


@pytest.mark.parametrize("text", ["max 100000\n", "unreadable\n"])
def test_no_quota_leaves_the_machines_processors(tmp_path: Path, text: str) -> None:
    (tmp_path / "cpu.max").write_text(text)

    assert cpu_limit(tmp_path) == cpu_limit(tmp_path / "nothing-here")


def test_private_tables_are_open_to_other_machines_with_keys_alone(tmp_path: Path) -> None:
    private = {"UNITCOST_TABLES": str(tmp_path), "HOST": "0.0.0.0"}

    with pytest.raises(SettingsError, match="need keys"):
        Settings.from_environment(private).check_access()
    with pytest.raises(SettingsError, match="need keys"):
        Settings.from_environment(private | {"HOST": "box.example"}).check_access()
    for more in ({"UNITCOST_KEYS": "keys"}, {"HOST": "localhost"}, {"HOST": "::1"}):
        Settings.from_environment(private | more).check_access()
    Settings.from_environment({"HOST": "0.0.0.0"}).check_access()


def test_every_release_is_told_with_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["check-tables"])
    lines = capsys.readouterr().out.splitlines()

    library = Library.load()
    assert status == 0
    assert len(lines) == len(library.names)
    newest = library.newest
    rows = sum(frame.height for frame in newest.frames.values())
    assert lines[-1] == (
        f"{newest.name}: {len(newest.frames)} tables, {rows} rows, digest {newest.digest}"
    )


def test_new_key_is_told_apart_from_its_entry(capsys: pytest.CaptureFixture[str]) -> None:
    """What is kept in the file says nothing of the key, and a key may read unless told."""
    assert main(["make-key", "finance"]) == 0

    told = capsys.readouterr()
    assert told.err.strip()
    assert told.err.strip() not in told.out
    assert "finance" in told.out
    assert "read" in told.out


class Recorded:
    """What the parts of an application were made with, by the name of the part."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given: dict[str, tuple[Any, ...]] = {}
        for name in ("WorkerPool", "CachedAnswers", "MemoryStore", "QueryExecutor", "Poller"):
            monkeypatch.setattr(f"service.app.{name}", self._recording(name))

    def _recording(self, name: str) -> Callable[..., Any]:
        made = getattr(app_module, name)

        def make(*given: Any, **named: Any) -> Any:
            self.given[name] = (*given, *named.values())
            return made(*given, **named)

        return make


def test_what_is_set_comes_to_where_it_is_used(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = Recorded(monkeypatch)
    app_module.create_app(
        Settings(
            workers=3,
            queue=5,
            cache_ttl_seconds=71.0,
            cache_bytes=73,
            deadline_seconds=79.0,
            cache_threshold_seconds=83.0,
            tables_seconds=89.0,
        ),
        library,
    )

    for part, numbers in (
        ("WorkerPool", {3, 5}),
        ("CachedAnswers", {71.0}),
        ("MemoryStore", {73}),
        ("QueryExecutor", {79.0, 83.0}),
        ("Poller", {89.0}),
    ):
        assert numbers <= {one for one in recorded.given[part] if isinstance(one, int | float)}


def test_a_table_has_the_most_bytes_that_are_set(library: Library) -> None:
    ask = asking(app_module.create_app(Settings(max_table_bytes=20), library).asgi)
    table = b"model\n" + b"llama-3.1-8b\n" * 2

    answered = ask("POST", "/v1/sweeps", headers={"content-type": "text/csv"}, body=table)

    assert answered.status == 413


def test_a_secret_may_be_the_text_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("s3cr3t\n")
    named = {"UNITCOST_SLACK_SIGNING_SECRET_FILE": str(file)}

    assert Settings.from_environment(named).slack_signing_secret == Secret("s3cr3t")
    file.write_text("")
    with pytest.raises(SettingsError, match=r"UNITCOST_SLACK_SIGNING_SECRET_FILE: .*no file"):
        Settings.from_environment(named)


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("UNITCOST_TEAMS_SECURITY_TOKEN", "no base64!"),
        ("UNITCOST_PUBLIC_URL", "costs.example.com"),
        ("UNITCOST_PUBLIC_URL", "https://costs.example.com/?q=|<"),
    ],
)
def test_what_chats_need_is_checked(variable: str, text: str) -> None:
    with pytest.raises(SettingsError, match=f"{variable}: ") as error:
        Settings.from_environment({variable: text})

    assert "no base64!" not in str(error.value)
