"""Keys are found by what they are, while they are in force, and kept as digests."""

import hashlib
from datetime import date
from pathlib import Path

import pytest

from service.access.keys import PREFIX, Key, KeyRing, KeysError, entry, new_key

TODAY = date(2026, 11, 21)
OLD, NEW = "uc_old", "uc_new"


def digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def key(text: str, expires: date | None = None) -> Key:
    return Key(name="finance", sha256=digest(text), scopes=("read",), expires=expires)


def test_two_keys_of_one_name_are_in_force_at_once() -> None:
    ring = KeyRing((key(OLD), key(NEW)))

    assert all(ring.find(text.encode(), TODAY) for text in (OLD, NEW))


@pytest.mark.parametrize("presented", [b"", b"uc_other", b"uc_new ", digest(NEW).encode()])
def test_anything_else_is_no_key(presented: bytes) -> None:
    assert KeyRing((key(NEW),)).find(presented, TODAY) is None


@pytest.mark.parametrize(("day", "in_force"), [(20, True), (21, False), (22, False)])
def test_a_key_ends_on_its_day(day: int, in_force: bool) -> None:  # noqa: FBT001
    ring = KeyRing((key(OLD, expires=TODAY),))

    assert (ring.find(OLD.encode(), date(2026, 11, day)) is not None) is in_force


def test_a_new_key_is_found_by_its_digest_alone() -> None:
    text, kept = new_key()
    ring = KeyRing((Key(name="a", sha256=kept, scopes=("read",)),))

    assert (text.startswith(PREFIX), text not in kept, ring.find(text.encode(), TODAY)) == (
        True,
        True,
        Key(name="a", sha256=kept, scopes=("read",)),
    )


def test_new_keys_differ() -> None:
    assert len({new_key()[0] for _ in range(100)}) == 100


GOOD = f"""
[[keys]]
name = "finance"
sha256 = "{digest(NEW)}"
scopes = ["read"]
requests_per_minute = 600
expires = 2027-01-01
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "keys.toml"
    path.write_text(text)
    return path


def test_keys_are_read_from_a_file(tmp_path: Path) -> None:
    found = KeyRing.read(written(tmp_path, GOOD)).find(NEW.encode(), TODAY)

    assert found == Key(
        name="finance",
        sha256=digest(NEW),
        scopes=("read",),
        requests_per_minute=600,
        expires=date(2027, 1, 1),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "keys = []",
        "not toml",
        GOOD + GOOD,
        GOOD.replace('["read"]', "[]"),
        GOOD.replace('"read"', '"everything"'),
        GOOD.replace("600", "0"),
        GOOD.replace("sha256", "key"),
        GOOD.replace("expires", "expire"),
        f"requests_per_minute = 5\n{GOOD}",
        GOOD.replace(digest(NEW), NEW),
    ],
)
def test_a_file_that_cannot_be_used_is_told_by_its_name(tmp_path: Path, text: str) -> None:
    with pytest.raises(KeysError, match=r"keys\.toml"):
        KeyRing.read(written(tmp_path, text))


def test_a_file_that_is_missing_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(KeysError, match=r"keys\.toml"):
        KeyRing.read(tmp_path / "keys.toml")


@pytest.mark.parametrize("rate", [None, 600])
def test_an_entry_is_read_back(tmp_path: Path, rate: int | None) -> None:
    text, kept = new_key()
    path = written(tmp_path, entry("chatops", kept, ["read", "administer"], rate))

    assert KeyRing.read(path).find(text.encode(), TODAY) == Key(
        name="chatops", sha256=kept, scopes=("read", "administer"), requests_per_minute=rate
    )


@pytest.mark.parametrize(("name", "rate"), [('a"b', None), ("a", 0)])
def test_an_entry_that_could_not_be_read_back_is_refused(name: str, rate: int | None) -> None:
    with pytest.raises(KeysError):
        entry(name, digest(NEW), ["read"], rate)
