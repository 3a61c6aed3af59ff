"""The `unitcost` command. Heavy modules are imported when they are needed."""

import errno
import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import Namespace
    from types import FrameType

    from pricing.errors import Refusal
    from service.processes.place import Place
    from service.settings import Settings

FAILED = 1
BAD_USAGE = 2
INTERRUPTED = 130
"""The exit status of a command that SIGINT ends."""

THREADS = "POLARS_MAX_THREADS"

ALLOCATOR = "_RJEM_MALLOC_CONF"
"""The settings of jemalloc, from which polars takes its memory. What an operator sets stays."""

SWITCH_SECONDS = 0.0005
"""How long heavy work may hold the interpreter while the event loop waits for it. With Python's own
5 ms the loop could handle fewer than 200 events a second."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    1: tables that cannot be trusted; 2: invalid settings or arguments.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if {"serve", "mcp"} & {*arguments}:
        stop_at_once_when_told()
    else:
        from service.execution.c_allocator import keep_free_memory

        keep_free_memory(os.environ)

    from service.execution.cpu_limits import MOST_THREADS, table_threads

    given = os.environ.get(THREADS, "")
    threads = table_threads(given)
    if threads is None:
        return _complain(
            f'{THREADS}: a whole number from 1 to {MOST_THREADS:,} is expected, not "{given}"',
            BAD_USAGE,
        )
    # polars sizes its pool by the machine and not by the container, and reads this when it is
    # imported. Later it changes nothing, and other threads may be reading the environment.
    if "polars" not in sys.modules:
        os.environ[THREADS] = str(threads)
        # of itself it takes four arenas a processor, and gives back what is free after ten seconds
        os.environ.setdefault(ALLOCATOR, f"narenas:{(threads + 1) // 2},dirty_decay_ms:100")

    from service.cli.arguments import parsed

    chosen = parsed(arguments)

    from service.settings import Settings, SettingsError

    try:
        settings = Settings.from_environment(os.environ)
    except SettingsError as error:
        return _complain(error, BAD_USAGE)

    return _ended(chosen, settings)


def _ended(chosen: "Namespace", settings: "Settings") -> int:
    """Run a command; a failure is one line on standard error."""
    from pricing.errors import CatalogError, Refusal
    from service.access.keys import KeysError
    from service.batch.errors import BatchError
    from service.settings import SettingsError

    try:
        done = _run(chosen, settings)
        sys.stdout.flush()
    except Refusal as error:
        failure, status = _told(error), BAD_USAGE
    except (SettingsError, KeysError) as error:
        failure, status = str(error), BAD_USAGE
    except (CatalogError, BatchError) as error:
        failure, status = str(error), FAILED
    except BrokenPipeError:  # who read has enough
        _forget_output()
        return FAILED
    except KeyboardInterrupt:
        _forget_output()
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.ENOSPC:
            _forget_output()
            return _complain(error.strerror or "no space is left", FAILED)
        if error.filename is None:  # no file that an argument names
            raise
        failure, status = f"{error.filename}: {error.strerror}", BAD_USAGE
    else:
        return done
    return _complain(failure, status)


def _forget_output() -> None:
    """Drop unwritten output: Python would try to write it once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _module(name: str) -> Any:
    """The module of a command."""
    return import_module(f"service.cli.{name}")


def _run(chosen: "Namespace", settings: "Settings") -> int:
    if hasattr(chosen, "fields"):
        return int(_module("questions").ask(chosen, settings))
    commands: dict[str, Callable[[], int]] = {
        "serve": lambda: serve(settings),
        "openapi": lambda: print_document(settings),
        "check-tables": lambda: check_tables(settings),
        "publish": lambda: publish_tables(chosen),
        "overlay": lambda: _module("overlays").run(chosen, settings),
        "import": lambda: _module("importing").run(chosen, settings),
        "diff": lambda: _module("changes").run(chosen, settings),
        "ask": lambda: _module("words").ask_in_words(chosen, settings),
        "mcp": lambda: _module("agents").run(settings),
        "make-key": lambda: make_key(
            chosen.name, chosen.scope or ["read"], chosen.requests_per_minute
        ),
    }
    return commands[chosen.command]()


def stop_at_once_when_told() -> None:
    """End with status 0 on SIGTERM or SIGINT, until the server takes these signals over.

    There is nothing to finish before the first request. As process 1 of a container, the process
    would otherwise ignore these signals. An exception here could be swallowed by an import.
    """

    def stop(_number: int, _frame: "FrameType | None") -> None:
        os._exit(0)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)


def serve(settings: "Settings") -> int:
    """Serve until a signal stops it; requests in flight are finished first."""
    from service.processes.place import Place

    settings.check_access()
    place = Place.of(os.environ)
    if place is None and settings.processes > 1:
        from service.processes.supervisor import supervise

        return supervise(settings)
    return serve_alone(settings, place)


def serve_alone(settings: "Settings", place: "Place | None") -> int:
    """Serve with this process; place: among several on one port."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.disable()  # nothing is garbage yet, and looking for some takes a tenth of the start

    from pricing.catalog.library import Library
    from pricing.quote.preload import preload

    library = Library.load(settings.directories)
    preload(library.newest)

    # after the tables: modules take the memory that reading has left
    from uvicorn import Config

    from service.app import create_app
    from service.connections import ConnectionLimits, protocol
    from service.execution.collection import keep_pauses_short
    from service.logs import Log, take_over_server_logs
    from service.processes.place import Channel
    from service.server import DrainingServer

    app = create_app(settings, library, place=place)
    keep_pauses_short()
    take_over_server_logs(Log(settings.log_level))
    limits = ConnectionLimits(settings, app.metrics)
    config = Config(
        app.asgi,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=protocol(limits),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=settings.shutdown_seconds,
    )
    # once it has finished it raises the signal again, for the handler above
    DrainingServer(
        config,
        limits,
        seconds=settings.drain_seconds,
        on_drain=lambda: app.health_state.stop("The service is stopping."),
        channel=None if place is None else Channel(place),
    ).run()
    return 0


def print_document(settings: "Settings") -> int:
    """Print the OpenAPI document, the same bytes each time."""
    from pricing.catalog.library import Library
    from service.app import OPERATIONS
    from service.operations.openapi import document as openapi

    library = Library.load(settings.directories)
    sys.stdout.buffer.write(openapi.text(openapi.document(OPERATIONS, library)))
    return 0


def check_tables(settings: "Settings") -> int:
    """Load and check every release and overlay; one line each."""
    from pricing.catalog.library import Library

    library = Library.load(settings.directories, whole=True)
    for name in library.names:
        catalog = library.get(name)
        row_count = sum(frame.height for frame in catalog.frames.values())
        sys.stdout.write(
            f"{name}: {len(catalog.frames)} tables, {row_count} rows, digest {catalog.digest}\n"
        )
    return 0


def publish_tables(chosen: "Namespace") -> int:
    """Check the tables of a directory, and make a release of them."""
    from pricing.releases.publish import publish

    release = publish(
        chosen.directory,
        chosen.into,
        name=chosen.name,
        known_by=chosen.known_by,
        base=chosen.base,
        published=chosen.published,
        notes=chosen.notes,
    )
    sys.stdout.write(f"{release.name}: digest {release.digest}\n")
    return 0


def make_key(name: str, scopes: Sequence[str], requests_per_minute: int | None) -> int:
    """Print a new key on standard error, and on standard output its entry in a file of keys."""
    from service.access.keys import entry, new_key

    key, digest = new_key()
    sys.stdout.write(entry(name, digest, scopes, requests_per_minute))
    sys.stderr.write(f"{key}\n")
    return 0


def _told(error: "Refusal") -> str:
    """A refusal in one line: the field, the reason, and what is nearest."""
    where = f"{error.field}: " if error.field and error.field not in error.detail else ""
    nearest = f"; nearest: {', '.join(error.nearest)}" if error.nearest else ""
    return f"{where}{error.detail}{nearest}"


def _complain(error: Exception | str, status: int) -> int:
    sys.stderr.write(f"unitcost: {error}\n")
    return status
