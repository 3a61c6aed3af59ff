"""Runners: parts computed in this process, or on Ray."""

import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Protocol

from pricing.catalog.library import Library
from service.batch.errors import BatchError
from service.batch.part_files import PartDirectory
from service.batch.ray_worker import work_out
from service.execution.cpu_limits import cpu_limit
from service.settings import SettingsError

OWN = "local"
"""The address of a cluster on this machine that lives as long as the sweep."""

OBJECT_BYTES = 100_000_000
"""Shared memory of such a cluster. Rows go into files, only their counts through it."""


class Runner(Protocol):
    """Computes parts, and yields the number of each when it is done."""

    def __call__(self, directory: PartDirectory, parts: Sequence[int]) -> Iterator[int]:
        """Raises BatchError for a part that cannot be computed."""


class LocalRunner:
    """Computes parts in this process, one after the other."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def __call__(self, directory: PartDirectory, parts: Sequence[int]) -> Iterator[int]:
        """The parts in their order."""
        for index in parts:
            directory.work_out(index, self._library)
            yield index


class RayRunner:
    """Computes parts on a Ray cluster, as many at once as it has cores.

    Each part is a block of a Ray dataset, and each task writes one file. Ray repeats a part whose
    machine is lost.
    """

    def __init__(self, tables: Sequence[Path], address: str = OWN) -> None:
        """tables: directories of releases besides the package's own; address: of the cluster."""
        self._tables = tuple(str(path.resolve()) for path in tables)
        self._address = address

    def __call__(self, directory: PartDirectory, parts: Sequence[int]) -> Iterator[int]:
        """The parts as they are done."""
        with _connected(self._address):
            import ray.data  # noqa: PLC0415 - an extra that may be missing, and seconds

            logging.getLogger("ray.data").setLevel(logging.ERROR)
            context = ray.data.DataContext.get_current()
            context.enable_progress_bars = False
            context.print_on_execution_start = False
            done = ray.data.from_items(
                [{"part": index} for index in parts], override_num_blocks=len(parts)
            ).map_batches(
                work_out,
                batch_size=None,
                fn_kwargs={
                    "path": str(directory.path.resolve()),
                    "run": directory.run,
                    "digest": directory.digest,
                    "tables": self._tables,
                },
                num_cpus=1,
            )
            try:
                for row in done.iter_rows():
                    if row["problem"]:
                        name = directory.manifest.parts[row["part"]].name
                        raise BatchError(f"{name}: {row['problem']}")
                    yield int(row["part"])
            except ray.exceptions.RayError as error:
                raise BatchError(f"Ray: {str(error).strip().splitlines()[-1]}") from error


@contextmanager
def _connected(address: str) -> Iterator[None]:
    """A cluster: the one that this process is connected to, one by address, or a new one."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # it is read when Ray is imported
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    if address == OWN and "ray" not in sys.modules:
        # its ports are open to the network, and whoever may speak to them may run what they like
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token_hex(32)}
    try:
        import ray  # noqa: PLC0415
        import ray.data  # noqa: PLC0415
    except ImportError as error:
        raise SettingsError(
            f"--engine ray: {error}; install the extra `ray`: pip install '.[ray]' in a checkout"
        ) from error
    if ray.is_initialized():
        yield
        return
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address == OWN:
            ray.init(
                address=OWN,
                num_cpus=cpu_limit(),
                include_dashboard=False,
                object_store_memory=OBJECT_BYTES,
                _node_ip_address="127.0.0.1",
                **quiet,
            )
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, ImportError) as error:
        raise SettingsError(f"--address {address}: {error}") from error
    try:
        yield
    finally:
        ray.shutdown()
