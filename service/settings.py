"""The settings, read from the environment once and checked."""

import binascii
import ipaddress
import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from pricing.quote.messages import expected

LogLevel = Literal["debug", "info", "warning", "error"]
LEVELS: tuple[str, ...] = get_args(LogLevel)
LEAST_MEMORY_BYTES = 384 << 20
"""The least memory that a process serves with."""

Seconds = Annotated[float, Meta(gt=0, le=3600)]


class SettingsError(ValueError):
    """A variable with an invalid value. The text names the variable."""


class Secret:
    """A text that is never shown in a log, a traceback or a message."""

    __slots__ = ("reveal",)

    def __init__(self, text: str) -> None:
        self.reveal = text

    def __repr__(self) -> str:
        return "Secret(…)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other.reveal == self.reveal

    def __hash__(self) -> int:
        return hash(self.reveal)


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of one process, which docs/operations.md describes.

    Sizes are in bytes. None means: no Redis, no keys, no further tables, and one thread for heavy
    work for every two processors.
    """

    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    processes: Annotated[int, Meta(ge=1, le=256)] = 1
    log_level: LogLevel = "info"
    tracing: bool = False
    shutdown_seconds: Annotated[int, Meta(ge=0, le=3600)] = 8
    drain_seconds: Annotated[float, Meta(ge=0, le=600)] = 0.2

    tables: Path | None = None
    tables_seconds: Seconds = 2.0

    max_body_bytes: Annotated[int, Meta(ge=1, le=1 << 30)] = 1 << 20
    max_table_bytes: Annotated[int, Meta(ge=1, le=1 << 32)] = 1 << 28
    memory_bytes: Annotated[int, Meta(ge=LEAST_MEMORY_BYTES, le=1 << 50)] | None = None
    body_memory_bytes: Annotated[int, Meta(ge=1, le=1 << 50)] | None = None
    max_scenarios: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 2_000_000
    max_head_bytes: Annotated[int, Meta(ge=1024, le=1 << 20)] = 1 << 15
    max_connections: Annotated[int, Meta(ge=1, le=1_000_000)] = 1000
    request_seconds: Seconds = 10.0
    deadline_seconds: Seconds = 30.0
    workers: Annotated[int, Meta(ge=1, le=256)] | None = None
    queue: Annotated[int, Meta(ge=0, le=100_000)] = 32
    caller_share_fraction: Annotated[float, Meta(gt=0, le=1)] = 0.5

    redis_url: Secret | None = None
    redis_seconds: Seconds = 0.1
    cache_bytes: Annotated[int, Meta(ge=0, le=1 << 40)] = 32 << 20
    cache_threshold_seconds: Annotated[float, Meta(ge=0, le=3600)] = 0.001
    cache_ttl_seconds: Annotated[float, Meta(ge=1, le=31_536_000)] = 86_400.0

    keys: Path | None = None
    hosts: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()

    slack_signing_secret: Secret | None = None
    teams_security_token: Secret | None = None
    chat_requests_per_minute: Annotated[int, Meta(ge=1, le=1_000_000)] = 120
    public_url: str | None = None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """The settings from environment variables. Raises SettingsError."""
        given: dict[str, object] = {}
        for variable, name in VARIABLES.items():
            text = environment.get(variable) or _from_file(environment, variable, name)
            if text:
                given[name] = _parsed(variable, name, text)
        settings = cls(**given)  # type: ignore[arg-type]
        if settings.tables is not None and not settings.tables.is_dir():
            raise SettingsError(f"UNITCOST_TABLES: {settings.tables} is not a directory")
        return settings

    @property
    def directories(self) -> tuple[Path, ...]:
        """Directories of releases besides the package's own."""
        return () if self.tables is None else (self.tables,)

    @property
    def has_chat(self) -> bool:
        """Whether Slack or Teams may ask."""
        return self.slack_signing_secret is not None or self.teams_security_token is not None

    def check_access(self) -> None:
        """Raise SettingsError where other machines could read private tables without a key."""
        if self.tables is not None and self.keys is None and not _is_loopback(self.host):
            raise SettingsError(
                f"UNITCOST_TABLES: other machines may reach {self.host}, so private tables need"
                " keys: name a file of keys in UNITCOST_KEYS, or set HOST to 127.0.0.1"
            )


_PLAIN = {"host": "HOST", "port": "PORT"}
VARIABLES = {
    _PLAIN.get(name, f"UNITCOST_{name.upper()}"): name for name in Settings.__struct_fields__
}
"""Settings by environment variable. An empty variable counts as unset."""

SECRETS = frozenset({"redis_url", "slack_signing_secret", "teams_security_token"})
"""Settings that a file may hold: the variable with `_FILE` at its end names the file."""

_ORIGIN = re.compile(r"https?://([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")

_ADDRESS = re.compile(rf"{_ORIGIN.pattern}(/[\w.~-]+)*/?")

_HOST = re.compile(r"(\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\]")

_TYPES = {field.name: field.type for field in msgspec.structs.fields(Settings)}


def _parsed(variable: str, name: str, text: str) -> object:
    reader = _READERS.get(name)
    if reader is not None:
        return reader(variable, text)
    if name == "log_level":
        text = text.lower()
    try:
        return msgspec.convert(text, _TYPES[name], strict=False)
    except msgspec.ValidationError as error:
        if name == "log_level":
            raise SettingsError(
                f"{variable}: {text!r} is not one of {', '.join(LEVELS)}"
            ) from error
        raise SettingsError(f"{variable}: {expected(str(error), text)}") from error


def _from_file(environment: Mapping[str, str], variable: str, name: str) -> str:
    """A secret that is the text of a file, as orchestrators mount them; empty for none."""
    path = environment.get(f"{variable}_FILE") if name in SECRETS else None
    if not path:
        return ""
    try:
        text = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        text = ""
    if not text:
        raise SettingsError(f"{variable}_FILE: {path} is no file with a text")
    return text


def _base64(variable: str, text: str) -> Secret:
    """A secret in base64. What is wrong with it is not shown."""
    try:
        if b64decode(text, validate=True):
            return Secret(text)
    except binascii.Error:
        pass
    raise SettingsError(f"{variable}: is not the base64 that Teams shows when it makes a webhook")


def _address(variable: str, text: str) -> str:
    """Where others reach the service, without a slash at its end."""
    if not _ADDRESS.fullmatch(text):
        raise SettingsError(
            f"{variable}: {text!r} is not an address such as https://costs.example.com"
        )
    return text.rstrip("/")


def _origin(variable: str, text: str) -> str:
    """An origin as browsers send it: scheme, host and optional port, or `*` for any."""
    if text != "*" and not _ORIGIN.fullmatch(text):
        raise SettingsError(f"{variable}: {text!r} is not an origin such as https://example.com")
    return text


def _host(variable: str, text: str) -> str:
    """A name, without a port, of a host or of all below it."""
    if not _HOST.fullmatch(text):
        raise SettingsError(
            f"{variable}: {text!r} is not a name without a port, such as costs.example.com"
        )
    return text


_READERS: Mapping[str, Callable[[str, str], object]] = {
    "tables": lambda _, text: Path(text),
    "keys": lambda _, text: Path(text),
    "redis_url": lambda _, text: Secret(text),
    "slack_signing_secret": lambda _, text: Secret(text),
    "teams_security_token": _base64,
    "public_url": _address,
    "cors_origins": lambda variable, text: tuple(
        _origin(variable, origin.strip()) for origin in text.split(",")
    ),
    "hosts": lambda variable, text: tuple(
        _host(variable, host.strip().lower()) for host in text.split(",")
    ),
}
"""How the settings are read that are no number, word or yes."""


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
