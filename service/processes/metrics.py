"""The metrics of all processes on one port, whichever of them is asked."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager

import msgspec
from msgspec import Struct
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import Metric

from service.processes.place import Place

ASKED_SECONDS = 1.0
"""How long another process may take to tell its metrics."""

LABEL = "process"
"""The label with the number of the process."""


class Family(Struct, frozen=True):
    """A metric with its samples: name, labels and value of each."""

    name: str
    help: str
    kind: str
    samples: list[tuple[str, dict[str, str], float]]


class SharedMetrics:
    """Tells the metrics of one process to the others, and gathers those of all."""

    def __init__(self, place: Place, registry: CollectorRegistry) -> None:
        self._place = place
        self._registry = registry

    @asynccontextmanager
    async def told(self) -> AsyncIterator[None]:
        """Tell the others while it lasts."""
        path = self._place.metrics_path(self._place.number)
        path.unlink(missing_ok=True)  # of the process that was here before
        async with await asyncio.start_unix_server(self._tell, path):
            yield

    async def text(self) -> bytes:
        """All metrics as Prometheus reads them, but of a process that does not tell them."""
        others = await asyncio.gather(
            *(self._asked(number) for number in range(self._place.count)), return_exceptions=True
        )
        families = [
            (number, family)
            for number, told in enumerate(others)
            if not isinstance(told, BaseException)
            for family in told
        ]
        return generate_latest(_Merged(families))

    async def _asked(self, number: int) -> Sequence[Family]:
        if number == self._place.number:
            return families_of(self._registry)
        async with asyncio.timeout(ASKED_SECONDS):
            reader, writer = await asyncio.open_unix_connection(self._place.metrics_path(number))
            try:
                return msgspec.msgpack.decode(await reader.read(), type=list[Family])
            finally:
                writer.close()

    async def _tell(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(msgspec.msgpack.encode(families_of(self._registry)))
        await writer.drain()
        writer.close()


class _Merged:
    """The families of all processes, those of one name together, as a registry collects them."""

    def __init__(self, families: Iterable[tuple[int, Family]]) -> None:
        self._metrics: dict[str, Metric] = {}
        for number, family in families:
            metric = self._metrics.setdefault(
                family.name, Metric(family.name, family.help, family.kind)
            )
            for name, labels, value in family.samples:
                metric.add_sample(name, {**labels, LABEL: str(number)}, value)

    def collect(self) -> Iterable[Metric]:
        """Every metric."""
        return self._metrics.values()


def families_of(registry: CollectorRegistry) -> list[Family]:
    """The metrics of a registry as they are now."""
    return [
        Family(
            metric.name,
            metric.documentation,
            metric.type,
            [(sample.name, sample.labels, sample.value) for sample in metric.samples],
        )
        for metric in registry.collect()
    ]
