"""The ledger of one quote: which release, which day, and every default it leaned on."""

import hashlib
from collections.abc import Mapping
from copy import copy
from datetime import date
from functools import lru_cache

import msgspec
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.names import says_system
from pricing.catalog.rows import Assumption, Device
from pricing.errors import InvalidQuery
from pricing.quote.answer import Provenance
from pricing.serving.constants import NETWORK
from pricing.units import BYTES_PER_GIGABYTE
from pricing.version import ENGINE_VERSION

_ENCODER = msgspec.json.Encoder()


class Collected(Struct, frozen=True, gc=False):
    """What a ledger has to tell: see Ledger.note, warn and remark."""

    assumptions: Mapping[str, Assumption]
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]


class Ledger:
    """Collects what a quote used, so that nothing it leaned on stays unsaid."""

    def __init__(self, catalog: Catalog, as_of: str | None) -> None:
        self.catalog = catalog
        last_day = catalog.known_by
        day = day_of(as_of, field="as_of") if as_of else last_day
        self.as_of = as_of or last_day.isoformat()
        self.day = day.toordinal()
        self._assumptions: dict[str, Assumption] = {}
        self.warned: list[str] = []
        self.remarked: list[str] = []
        if day > last_day:
            self.warned.append(
                f"as_of {self.as_of} is after {catalog.known_by}, the last day that release"
                f" {catalog.name} knows prices of: the prices then in force are carried forward"
            )

    @classmethod
    def open(cls, library: Library, *, catalog: str | None, as_of: str | None) -> "Ledger":
        """The ledger of a query. Raises UnknownName for the release, InvalidQuery for the day."""
        return cls(library.get(catalog), as_of)

    def blank(self) -> "Ledger":
        """Another for the same release and day, for what the answer does not stand on."""
        return Ledger(self.catalog, self.as_of)

    def device(self, name: str, *, field: str) -> Device:
        """The device of a name. Warns where others fit it as well, or where it is a system of them.

        Raises UnknownName.
        """
        devices = self.catalog.devices
        device = devices.find(name, field=field)
        others = devices.fitting(name, device.name)
        if others:
            self.warn(
                f"{name} is taken as {device.name}: it may mean {' or '.join(others)} as well"
            )
        if name != device.name and says_system(name) and not says_system(device.name):
            self.warn(f"{name} is taken as one device of it, {device.name}: count its devices")
        return device

    def assume(self, key: str, *, field: str = "catalog") -> float:
        """The value of a default, which the answer will list.

        field: where the caller gives the value. Raises InvalidQuery where the release has none.
        """
        try:
            assumption = self.catalog.assumptions[key]
        except InvalidQuery as refusal:
            refusal.field = field
            raise
        self._assumptions[key] = assumption
        return assumption.value

    def assume_known(self, *keys: str) -> float:
        """The value of the first of the defaults that the release has."""
        known = (key for key in keys if key in self.catalog.assumptions)
        return self.assume(next(known, keys[-1]))

    def given_or(self, given: float | None, key: str, *, field: str = "catalog") -> float:
        """The caller's value, else the release's default.

        field: where the caller gives the value. Raises InvalidQuery where neither is there.
        """
        return self.assume(key, field=field) if given is None else given

    def assume_host_watts(self, device: Device) -> float:
        """The power of a device's share of its host, which the answer will list [watts]."""
        return self.assume(self.catalog.host_watts_keys[device.name])

    def note(self, assumption: Assumption) -> float:
        """List a value of another table as an assumption of this answer."""
        self._assumptions[assumption.key] = assumption
        return assumption.value

    def note_tdp(self, device: Device) -> None:
        """List the TDP of a device whose vendor publishes none, with its range."""
        if device.tdp_low_watts is not None:
            self.note(
                Assumption(
                    key=f"devices.{device.name}.tdp_watts",
                    value=device.tdp_watts,
                    unit="W",
                    low=device.tdp_low_watts,
                    high=device.tdp_high_watts,
                    source="estimate: the vendor publishes none; see the notes of the device",
                    confidence="unverified",
                )
            )

    def note_model(self, name: str, value: float, source: str) -> float:
        """List what is estimated of a model that is given by its numbers [count]."""
        return self.note(
            Assumption(
                key=f"model.{name}",
                value=value,
                unit="count",
                low=None,
                high=None,
                source=source,
                confidence="unverified",
            )
        )

    def assume_network(self, device: Device) -> None:
        """List a device's share of the network between nodes: its own, or what stands for it."""
        if device.network_bytes_per_second is None:
            self.assume(NETWORK)
            return
        self.note(
            Assumption(
                key=f"devices.{device.name}.network_gigabytes_per_second",
                value=device.network_bytes_per_second / BYTES_PER_GIGABYTE,
                unit="GB/s",
                low=None,
                high=None,
                source="the node or the instance that the device is sold in; see its notes",
                confidence="secondary",
            )
        )

    def warn(self, text: str) -> None:
        """Tell the caller something that could mislead them, once."""
        if text not in self.warned:
            self.warned.append(text)

    def remark(self, text: str) -> None:
        """Tell the caller how a question was read that leaves it open, after all warnings."""
        if text not in self.remarked:
            self.remarked.append(text)

    def on(self, as_of: str) -> "Ledger":
        """A ledger of another day that writes into this one."""
        other = copy(self)
        other.as_of, other.day = as_of, date.fromisoformat(as_of).toordinal()
        return other

    def aside(self) -> "Ledger":
        """A ledger of the same day whose warnings are kept apart from this one's."""
        other = copy(self)
        other.warned, other.remarked = [], []
        return other

    def adopt(self, collected: Collected) -> None:
        """List what another ledger of the same release collected."""
        self._assumptions.update(collected.assumptions)
        for text in collected.warnings:
            self.warn(text)
        for text in collected.remarks:
            self.remark(text)

    @property
    def collected(self) -> Collected:
        """What there is to tell of an answer so far."""
        return Collected(dict(self._assumptions), tuple(self.warned), tuple(self.remarked))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the caller is told, what could mislead most first."""
        return (*self.warned, *self.remarked)

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """Every default used, in the order of first use."""
        return tuple(self._assumptions.values())

    def provenance(self, query: Struct, *, table_digest: str | None = None) -> Provenance:
        """What decides the answer; table_digest: of the table that was asked with the query."""
        asked = query if table_digest is None else (query, table_digest)
        return Provenance(
            catalog=self.catalog.name,
            catalog_digest=self.catalog.digest,
            engine_version=ENGINE_VERSION,
            as_of=self.as_of,
            query_digest=hashlib.sha256(_ENCODER.encode(asked)).hexdigest(),
        )


@lru_cache(maxsize=4096)
def day_of(text: str, *, field: str) -> date:
    """The day that a query names. Raises InvalidQuery for one that no calendar has."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidQuery(f"{text!r} is not a day of the calendar", field=field) from None
