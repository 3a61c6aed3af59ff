"""API keys, kept as digests and compared in constant time.

A key is 256 random bits, which nobody can guess: one round of SHA-256 is as safe as a slow hash.
The file of keys is TOML, one table a key:

    [[keys]]
    name = "finance"
    sha256 = "…"                 # of the key; the key itself is shown once, when it is made
    scopes = ["read"]            # read: everything under /v1; administer: /metrics
    requests_per_minute = 600    # optional
    expires = 2027-01-01         # optional, the first day on which it is refused

Several keys may share a name: add a new one, change the callers over, remove the old one.
"""

import hashlib
import hmac
import secrets
import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

Scope = Literal["read", "administer"]

PREFIX = "uc_"
LONGEST_KEY_BYTES = 128


class KeysError(ValueError):
    """A file of keys that cannot be used. The text says why, and never contains a key."""


class Key(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One key, without the key."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1)]
    requests_per_minute: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None
    expires: date | None = None


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    keys: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=1000)]


class KeyRing:
    """The keys in use."""

    def __init__(self, keys: tuple[Key, ...]) -> None:
        self.keys = keys
        self._digests = [(bytes.fromhex(key.sha256), key) for key in keys]

    @classmethod
    def read(cls, path: Path) -> "KeyRing":
        """The keys of a file. Raises KeysError."""
        try:
            if path.exists() and not path.is_file():  # a pipe would be waited for
                raise KeysError(f"{path}: is no regular file")
            listed = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
        except OSError as error:
            raise KeysError(f"{path}: cannot be read: {error.strerror}") from error
        except tomllib.TOMLDecodeError as error:
            raise KeysError(f"{path}: {error}") from error
        except (msgspec.ValidationError, UnicodeDecodeError) as error:
            raise KeysError(f"{path}: {error}") from None
        if len({key.sha256 for key in listed.keys}) != len(listed.keys):
            raise KeysError(f"{path}: a key is listed twice")
        return cls(listed.keys)

    def find(self, presented: bytes, today: date) -> Key | None:
        """The key that was presented, if it is valid on this day.

        All digests are compared, each in constant time: the time taken reveals nothing.
        """
        digest = hashlib.sha256(presented[:LONGEST_KEY_BYTES]).digest()
        found = None
        for known, key in self._digests:
            if hmac.compare_digest(known, digest):
                found = key
        if found is None or (found.expires is not None and today >= found.expires):
            return None
        return found


def new_key() -> tuple[str, str]:
    """A new key and its digest."""
    key = PREFIX + secrets.token_urlsafe(32)
    return key, hashlib.sha256(key.encode()).hexdigest()


def entry(
    name: str, digest: str, scopes: Sequence[str], requests_per_minute: int | None = None
) -> str:
    """The entry of a key in the file. Raises KeysError for values that the file cannot hold."""
    facts: dict[str, object] = {"name": name, "sha256": digest, "scopes": scopes}
    if requests_per_minute is not None:
        facts["requests_per_minute"] = requests_per_minute
    try:
        msgspec.convert(facts, Key)
    except msgspec.ValidationError as error:
        raise KeysError(str(error)) from None
    # what a Key holds is written in TOML as it is in JSON
    lines = (f"{name} = {msgspec.json.encode(value).decode()}\n" for name, value in facts.items())
    return "[[keys]]\n" + "".join(lines)
