"""The context of one quote: its release, its day, the assumptions it used and its warnings."""

import hashlib
from collections.abc import Mapping
from copy import copy
from datetime import date
from functools import lru_cache
from typing import Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.names import says_system
from pricing.catalog.rows import Assumption, Device
from pricing.errors import InvalidQuery
from pricing.quote.answer import ApiPriceSource, Provenance
from pricing.releases.constants import engine_constants
from pricing.serving.constants import NETWORK
from pricing.units import BYTES_PER_GIGABYTE
from pricing.version import ENGINE_VERSION

_ENCODER = msgspec.json.Encoder(order="deterministic")


Place = Literal["first", "middle", "age", "last"]
"""Where a warning stands: what may not be meant, what misleads, old or lone prices, remarks."""

PLACES: tuple[Place, ...] = get_args(Place)


class Snapshot(Struct, frozen=True, gc=False):
    """The assumptions and warnings that a context has collected."""

    assumptions: Mapping[str, Assumption]
    warned: Mapping[Place, tuple[str, ...]]


class QuoteContext:
    """The release and the day of a quote, and the assumptions and warnings to be answered."""

    def __init__(self, catalog: Catalog, as_of: str | None) -> None:
        self.catalog = catalog
        last_day = catalog.known_by
        day = day_of(as_of, field="as_of") if as_of else last_day
        self.as_of = as_of or last_day.isoformat()
        self.day = day.toordinal()
        self._assumptions: dict[str, Assumption] = {}
        self._api_prices: dict[str, ApiPriceSource] = {}
        self.warned: dict[Place, list[str]] = {place: [] for place in PLACES}
        if day > last_day:
            self.warn(
                f"as_of {self.as_of} is after {catalog.known_by}, the last day whose prices release"
                f" {catalog.name} knows: its last prices are assumed to stay in force"
            )

    @classmethod
    def open(cls, library: Library, *, catalog: str | None, as_of: str | None) -> "QuoteContext":
        """The context of a query. Raises UnknownName for the release, InvalidQuery for the day."""
        return cls(library.get(catalog), as_of)

    def fresh(self) -> "QuoteContext":
        """A new context for the same release and day, which writes nothing to this answer."""
        return QuoteContext(self.catalog, self.as_of)

    def device(self, name: str, *, field: str) -> Device:
        """The device of a name. Raises UnknownName.

        Warns if the name also fits other devices, or is the name of a system of devices.
        """
        devices = self.catalog.devices
        device = devices.find(name, field=field)
        others = devices.fitting(name, device.name)
        if others:
            text = f"{name} is read as {device.name}: it may also mean {' or '.join(others)}"
            self.warn_last(text)
        if name != device.name and says_system(name) and not says_system(device.name):
            self.warn(
                f"{name} is a system: it is read as one of its devices, {device.name}. Count the"
                " devices in device_count"
            )
        return device

    def assume(self, assumption: str | Assumption, *, field: str = "catalog") -> float:
        """The value of an assumption, which the answer will list.

        assumption: key of a default of the release, or an assumption from another table; field:
        where the caller can give the value. Raises InvalidQuery if the release has no such default.
        """
        if isinstance(assumption, str):
            try:
                assumption = self.catalog.assumptions[assumption]
            except InvalidQuery as refusal:
                refusal.field = field
                raise
        else:
            assumption = self.catalog.as_asked(assumption)
        self._assumptions[assumption.key] = assumption
        return assumption.value

    def assume_known(self, *keys: str) -> float:
        """The value of the first of these defaults that the release has."""
        known = (key for key in keys if key in self.catalog.assumptions)
        return self.assume(next(known, keys[-1]))

    def given_or(self, given: float | None, key: str, *, field: str = "catalog") -> float:
        """The caller's value, else the default of the release.

        field: where the caller can give the value. Raises InvalidQuery if there is neither.
        """
        return self.assume(key, field=field) if given is None else given

    def assume_host_watts(self, device: Device) -> float:
        """Power of a device's share of its host, which the answer will list [watts]."""
        return self.assume(self.catalog.host_watts_keys[device.name])

    def assume_nameplate_watts(self, device: Device) -> float:
        """What a device's share of a server is rated at, which the answer will list [watts].

        The maker's rating of the server, else TDP and host by a ratio. Hosting is billed by it.
        """
        key = f"power.nameplate_watts.{device.name}"
        if key in self.catalog.assumptions:
            return self.assume(key)
        drawn_watts = device.tdp_watts + self.assume_host_watts(device)
        return drawn_watts * self.assume("power.nameplate_ratio")

    def assume_tdp(self, device: Device) -> None:
        """List the TDP of a device with its range if the vendor publishes none."""
        if device.tdp_low_watts is not None:
            self.assume(
                Assumption(
                    key=f"devices.{device.name}.tdp_watts",
                    value=device.tdp_watts,
                    unit="W",
                    low=device.tdp_low_watts,
                    high=device.tdp_high_watts,
                    source="estimate, since the vendor publishes none: see the notes of the device",
                    confidence="unverified",
                )
            )

    def assume_model(self, name: str, value: float, source: str) -> float:
        """List an estimated number of a model that is given by its numbers [count]."""
        return self.assume(
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
        """List a device's share of the network between nodes: published or assumed."""
        if device.network_bytes_per_second is None:
            self.assume(NETWORK)
            return
        self.assume(
            Assumption(
                key=f"devices.{device.name}.network_gigabytes_per_second",
                value=device.network_bytes_per_second / BYTES_PER_GIGABYTE,
                unit="GB/s",
                low=None,
                high=None,
                source="the node or instance that contains the device: see the notes of the device",
                confidence="secondary",
            )
        )

    def use_api_price(self, used: ApiPriceSource) -> None:
        """List the price of an API in the provenance."""
        self._api_prices[f"{used.provider} {used.model}"] = used

    def warn(self, text: str, place: Place = "middle") -> None:
        """Add a warning about something that could mislead the caller, once."""
        if text not in self.warned[place]:
            self.warned[place].append(text)

    def warn_first(self, text: str) -> None:
        """Add a warning that stands before all others: what was asked may not be meant."""
        self.warn(text, "first")

    def warn_last(self, text: str) -> None:
        """Add a remark on how an open query was read, once. Remarks follow all warnings."""
        self.warn(text, "last")

    def on(self, as_of: str) -> "QuoteContext":
        """The context of another day, which writes to this answer."""
        other = copy(self)
        other.as_of, other.day = as_of, date.fromisoformat(as_of).toordinal()
        return other

    def child(self) -> "QuoteContext":
        """A context that shares the assumptions of this one, with warnings of its own."""
        other = copy(self)
        other.warned = {place: [] for place in PLACES}
        return other

    def merge(self, snapshot: Snapshot) -> None:
        """Add the assumptions and warnings that another context of this release collected."""
        self._assumptions.update(snapshot.assumptions)
        for place, texts in snapshot.warned.items():
            for text in texts:
                self.warn(text, place)

    @property
    def snapshot(self) -> Snapshot:
        """The assumptions and warnings so far."""
        warned = {place: tuple(texts) for place, texts in self.warned.items() if texts}
        return Snapshot(dict(self._assumptions), warned)

    @property
    def warnings(self) -> tuple[str, ...]:
        """All warnings, the first ones first, followed by old prices and the remarks."""
        return tuple(text for place in PLACES for text in self.warned[place])

    @property
    def is_doubtful(self) -> bool:
        """Whether what was asked, or what was found, may not be meant."""
        return bool(self.warned["first"])

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """Every assumption that was used, in the order of first use."""
        return tuple(self._assumptions.values())

    def provenance(self, query: Struct, *, table_digest: str | None = None) -> Provenance:
        """What determines the answer. table_digest: digest of a table sent with the query."""
        resolved = self._resolved(query)
        asked = resolved if table_digest is None else (resolved, table_digest)
        return Provenance(
            catalog=self.catalog.name,
            catalog_digest=self.catalog.digest,
            constants_digest=engine_constants().digest,
            engine_version=ENGINE_VERSION,
            as_of=self.as_of,
            query_digest=digest_of(asked),
            api_prices=tuple(self._api_prices.values()) or None,
        )

    def _resolved(self, query: Struct) -> Struct:
        """A query that says which release and day answer it: the same question with less said."""
        said = {"catalog": self.catalog.name, "as_of": self.as_of}
        base = getattr(query, "base", None)
        return replace(query, **said) if base is None else replace(query, base=base | said)


def digest_of(asked: object) -> str:
    """The digest of what is asked; the order of names in a dictionary does not count."""
    return hashlib.sha256(_ENCODER.encode(asked)).hexdigest()


@lru_cache(maxsize=4096)
def day_of(text: str, *, field: str) -> date:
    """The day of a text. Raises InvalidQuery for a day that no calendar has."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidQuery(f"{text!r} is not a day of the calendar", field=field) from None
