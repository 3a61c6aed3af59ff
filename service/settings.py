"""What the operator may set: read from the environment once, checked, never changed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

VARIABLES = {
    "HOST": "host",
    "PORT": "port",
    "UNITCOST_MAX_BODY_BYTES": "max_body_bytes",
    "UNITCOST_LOG_LEVEL": "log_level",
    "UNITCOST_TABLES": "tables",
    "UNITCOST_SHUTDOWN_SECONDS": "shutdown_seconds",
}
"""Environment variable to setting. An empty variable counts as unset."""

LogLevel = Literal["debug", "info", "warning", "error"]


class SettingsError(ValueError):
    """A variable with a value that cannot be used; the text names the variable."""


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of one process.

    host, port: where to listen; max_body_bytes: the largest request body [bytes]; log_level:
    the least severe line written, and `warning` or above silences the access log; tables: a
    further directory of releases; shutdown_seconds: how long requests in flight may take
    after SIGTERM [seconds].
    """

    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    max_body_bytes: Annotated[int, Meta(ge=1, le=1 << 30)] = 1 << 20
    log_level: LogLevel = "info"
    tables: Path | None = None
    shutdown_seconds: Annotated[int, Meta(ge=0, le=3600)] = 8

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """The settings that these variables stand for. Raises SettingsError."""
        given: dict[str, object] = {}
        for variable, name in VARIABLES.items():
            text = environment.get(variable)
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


_TYPES = {field.name: field.type for field in msgspec.structs.fields(Settings)}


def _parsed(variable: str, name: str, text: str) -> object:
    if name == "tables":
        return Path(text)
    value = text.lower() if name == "log_level" else text
    try:
        return msgspec.convert(value, _TYPES[name], strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(f"{variable}: {error}, got {text!r}") from error
