"""With keys, a request shows one that is in force, reaches far enough and keeps its rate."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from service.access.keys import new_key
from service.settings import Settings, SettingsError
from tests.asgi import JSON_HEADERS, Answered, Ask

READ = "/v1/catalog/releases"


class Keys:
    """Keys of a test, and the file that they are kept in."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reader, reader = new_key()
        self.limited, limited = new_key()
        self.operator, operator = new_key()
        path.write_text(
            f'[[keys]]\nname = "reader"\nsha256 = "{reader}"\nscopes = ["read"]\n'
            f'[[keys]]\nname = "limited"\nsha256 = "{limited}"\nscopes = ["read"]\n'
            "requests_per_minute = 2\n"
            f'[[keys]]\nname = "operator"\nsha256 = "{operator}"\nscopes = ["administer"]\n'
        )


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return Keys(tmp_path / "keys.toml")


@pytest.fixture
def guarded(make_ask: Callable[..., Ask], keys: Keys) -> Ask:
    return make_ask(Settings(keys=keys.path))


def with_key(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def kind(answered: Answered) -> tuple[int, str]:
    return answered.status, answered.json["type"].rpartition("/")[2]


@pytest.mark.parametrize(
    "headers", [{}, {"authorization": "Bearer uc_wrong"}, {"authorization": "Basic eDp5"}]
)
@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", READ), ("POST", "/mcp"), ("POST", "/v1/inference/unit-costs"), ("GET", "/metrics")],
)
def test_without_a_key_nothing_is_told(
    guarded: Ask, method: str, path: str, headers: dict[str, str]
) -> None:
    answered = guarded(method, path, headers={**JSON_HEADERS, **headers}, body=b"{}")

    assert (kind(answered), answered.headers["www-authenticate"]) == (
        (401, "unauthorized"),
        'Bearer realm="unitcost"',
    )


@pytest.mark.parametrize("form", ["Bearer {}", "bearer {}", "BEARER  {} "])
def test_with_a_key_there_is_an_answer(guarded: Ask, keys: Keys, form: str) -> None:
    answered = guarded("GET", READ, headers={"authorization": form.format(keys.reader)})

    assert answered.status == 200


def test_a_key_reaches_as_far_as_its_scopes(guarded: Ask, keys: Keys) -> None:
    answers = [
        guarded(method, path, headers={**JSON_HEADERS, **with_key(key)}, body=b"{}")
        for key in (keys.reader, keys.operator)
        for method, path in (
            ("GET", READ),
            ("POST", "/v1/inference/unit-costs"),
            ("POST", "/v1/sweeps"),
            ("GET", "/metrics"),
        )
    ]

    assert [answered.status for answered in answers] == [200, 400, 422, 403, 403, 403, 403, 200]


@pytest.mark.parametrize(
    "path", ["/health/live", "/health/ready", "/openapi.json", "/docs", "/llms.txt"]
)
def test_probes_and_documents_need_none(guarded: Ask, path: str) -> None:
    assert guarded("GET", path).status == 200


def test_a_rate_is_told_and_kept(guarded: Ask, keys: Keys) -> None:
    answers = [guarded("GET", READ, headers=with_key(keys.limited)) for _ in range(3)]

    assert (
        [answered.status for answered in answers],
        [answered.headers["ratelimit"][:9] for answered in answers],
        {answered.headers["ratelimit-policy"] for answered in answers},
        kind(answers[-1]),
        0 < int(answers[-1].headers["retry-after"]) <= 30,
    ) == (
        [200, 200, 429],
        ['"key";r=1', '"key";r=0', '"key";r=0'],
        {'"key";q=2;w=60'},
        (429, "too-many-requests"),
        True,
    )


def test_what_is_refused_later_counts_too(guarded: Ask, keys: Keys) -> None:
    answered = guarded("GET", READ, query="limit=0", headers=with_key(keys.limited))

    assert (answered.status, answered.headers["ratelimit"]) == (400, '"key";r=1;t=30')


def test_the_log_names_the_key_and_never_holds_it(
    guarded: Ask, keys: Keys, log: io.BytesIO
) -> None:
    guarded("GET", READ, headers=with_key(keys.reader))
    guarded("GET", READ, headers=with_key(keys.reader + "x"))

    text = log.getvalue().decode()
    assert ('"key":"reader"' in text, keys.reader in text) == (True, False)


def test_without_keys_everything_is_open(ask: Ask) -> None:
    assert [ask("GET", path).status for path in (READ, "/metrics")] == [200, 200]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.com"])
def test_private_tables_are_not_open_to_other_machines(
    make_ask: Callable[..., Ask], tmp_path: Path, host: str
) -> None:
    with pytest.raises(SettingsError, match="UNITCOST_KEYS"):
        make_ask(Settings(tables=tmp_path, host=host))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.0.0.2"])
def test_private_tables_are_open_to_this_machine(
    make_ask: Callable[..., Ask], tmp_path: Path, host: str
) -> None:
    assert make_ask(Settings(tables=tmp_path, host=host))("GET", READ).status == 200


def test_private_tables_with_keys_are_served_to_all(
    make_ask: Callable[..., Ask], tmp_path: Path, keys: Keys
) -> None:
    settings = Settings(tables=tmp_path, host="0.0.0.0", keys=keys.path)

    assert make_ask(settings)("GET", READ).status == 401


def test_a_bad_file_of_keys_stops_the_start(make_ask: Callable[..., Ask], tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="UNITCOST_KEYS"):
        make_ask(Settings(keys=tmp_path / "none.toml"))


ORIGIN = "https://finance.example"


def test_pages_of_other_origins_may_not_read_answers(ask: Ask) -> None:
    answered = ask("GET", READ, headers={"origin": ORIGIN})

    assert "access-control-allow-origin" not in answered.headers


@pytest.mark.parametrize(("origin", "allowed"), [(ORIGIN, ORIGIN), ("https://other.example", None)])
def test_pages_of_an_origin_that_is_set_may(
    make_ask: Callable[..., Ask], keys: Keys, origin: str, allowed: str | None
) -> None:
    ask = make_ask(Settings(cors_origins=(ORIGIN,), keys=keys.path))

    answered = ask("GET", READ, headers={"origin": origin})

    assert (answered.status, answered.headers.get("access-control-allow-origin")) == (401, allowed)


def test_a_preflight_needs_no_key(make_ask: Callable[..., Ask], keys: Keys) -> None:
    ask = make_ask(Settings(cors_origins=(ORIGIN,), keys=keys.path))

    answered = ask(
        "OPTIONS",
        "/v1/inference/unit-costs",
        headers={
            "origin": ORIGIN,
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization, content-type",
        },
    )

    assert (answered.status, answered.headers["access-control-allow-origin"]) == (204, ORIGIN)
