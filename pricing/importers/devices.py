"""Which device an offer is of, or why that is not known.

An instance that the tables have is what they say. Else the file's name of the device decides, with
the form factor that the names of instance and device say, and the memory. A name that fits several
devices is left out: a wrong device is worse than none.
"""

import re
from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import family_of
from pricing.catalog.names import normalised
from pricing.errors import UnknownName
from pricing.importers.families import COUNTS, FAMILIES, family_word
from pricing.importers.readings import Offer

BROKERS = frozenset({"primeintellect", "shadeform"})
"""Providers that sell the instances of others, whose devices say nothing of each other."""

MEMORY_TOLERANCE = 0.12
"""How far memories of one device differ by source: decimal or binary, with or without ECC."""

FRACTIONS = (1 / 8, 1 / 6, 1 / 5, 1 / 4, 1 / 3, 1 / 2, 2 / 3)
"""Parts of a device that are sold."""

FRACTION_TOLERANCE = 0.1

FORMS = re.compile(r"sxm|pcie?|nvl(?!ink)|hbm3", re.IGNORECASE)
FORM_OF = {"hbm3": "sxm", "pci": "pcie"}
"""Form factors in names; the H100 with HBM3 is the one on SXM."""

_SIZED = re.compile(r"[ _-]*(\d+) ?G(?:i?B)?$", re.IGNORECASE)
"""The memory of a device at the end of its name."""

_JOINED = re.compile(r"(?<=\d)(?=[A-Z][a-z])")
"""Where a name is written without a space: RTX6000Ada."""

_SUPER = re.compile(r"(?<=\d)S(?=[ _-]|$)")
_SERVER = re.compile(r"(?<=6000)[ _-]?S$", re.IGNORECASE)
"""The server edition of a card in Vast's names: RTX PRO 6000 S."""
_SELLER = re.compile(r"^\d+x[-_]|-\d+-\d+$|[-_](?:SECURE|COMMUNITY)$", re.IGNORECASE)


class Known(Struct, frozen=True):
    """A device, and how many of it; notes: where the file counts otherwise."""

    device: str
    count: float
    notes: str | None = None


def device_counts(catalog: Catalog, provider: str) -> dict[str, float]:
    """Devices of the instance types of a provider, by the last of their prices."""
    rows = catalog.frames["prices"].filter(provider=provider).sort("effective_from")
    return dict(rows.select("instance_type", "device_count").iter_rows())


class Devices:
    """The devices of a catalogue as the names of files mean them."""

    def __init__(self, catalog: Catalog) -> None:
        self._devices = catalog.devices
        self._memory = {
            row["device"]: row["memory_gibibytes"]
            for row in catalog.frames["devices"].iter_rows(named=True)
        }
        self._instances: dict[tuple[str, str], dict[tuple[str | None, float], None]] = defaultdict(
            dict
        )
        self._named: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._families: dict[tuple[str, str, str], set[str]] = defaultdict(set)
        rows = catalog.frames["prices"].select(
            "provider", "instance_type", "accelerator", "device", "device_count"
        )
        for provider, instance, accelerator, device, count in rows.unique().iter_rows():
            self._learn(provider, instance, accelerator, device, count)

    def _learn(
        self, provider: str, instance: str, accelerator: str, device: str | None, count: float
    ) -> None:
        self._instances[provider, instance.lower()][device, count] = None
        if device is not None:
            self._named[provider, normalised(accelerator)].add(device)
            family = family_of(instance)
            if family:
                self._families[provider, family, normalised(accelerator)].add(device)

    def learn(self, offer: Offer, known: Known) -> None:
        """Take up what an offer has, as if the tables had it: other offers may leave it open."""
        self._learn(
            offer.provider, offer.instance_type, offer.accelerator, known.device, known.count
        )

    def of(self, offer: Offer) -> Known | str:
        """The device of an offer, or why it has none."""
        return self._of_table(offer) or self._of_names(offer)

    def named(self, name: str) -> str | None:
        """The one device that a name alone fits, None where none or several do."""
        offer = Offer(0, "", "", "", "", 0.0, name, 1.0)
        found = self._by_name(offer)
        return found if found in self._memory else None

    def _of_table(self, offer: Offer) -> Known | str | None:
        """What the tables say of its instance; None where they do not, or the memory is another."""
        known = tuple(self._instances.get((offer.provider, offer.instance_type.lower()), ()))
        if len({device for device, _ in known}) == 1 and len(known) == 1:
            (device, count) = known[0]
            if device is None:
                return f"the catalogue has no device for {offer.accelerator!r}"
            if self._has(device, offer.memory_gibibytes) or offer.count != count:
                return Known(device, count, _other_count(offer.count, count))
        return None

    def _of_names(self, offer: Offer) -> Known | str:
        """What the names of the file say, with the count of the family."""
        sized = _SIZED.search(offer.accelerator)
        if sized and offer.memory_gibibytes is None:
            offer = replace(offer, memory_gibibytes=float(sized[1]))
        part_of_one = COUNTS.get((offer.provider, offer.instance_type))
        found = self._by_name(offer)
        if found not in self._memory:
            return found
        if part_of_one is not None:
            return Known(found, part_of_one, _other_count(offer.count, part_of_one))
        if not offer.count:
            return f"how many devices {offer.instance_type} has is not known"
        memory = self._memory[found]
        if self._has(found, offer.memory_gibibytes):
            return Known(found, offer.count)
        part = (offer.memory_gibibytes or memory) / memory
        near = min(FRACTIONS, key=lambda fraction: abs(fraction - part))
        if abs(near - part) <= FRACTION_TOLERANCE * near and offer.count == 1.0:
            return Known(found, near, f"by its memory it is {near:.3g} of a device")
        return (
            f"{offer.accelerator!r} with {offer.memory_gibibytes:.3g} GiB is no {found}, which has"
            f" {memory:.3g}"
        )

    def _by_name(self, offer: Offer) -> str:
        """The one device that the names fit, or why there is none."""
        of_family = FAMILIES.get((offer.provider, family_word(offer.instance_type)))
        if not offer.accelerator:  # price lists of providers name the instance alone
            return of_family or f"which device {offer.instance_type} has is not known"
        names = tuple(dict.fromkeys(_names(offer)))
        fitting: tuple[str, ...] = ()
        for name in names:
            try:
                meant = self._devices.find(name, field="device").name
            except UnknownName:
                continue
            fitting = tuple(dict.fromkeys((meant, *self._devices.fitting(name, meant))))
            break
        if not fitting:
            return of_family or f"no device is called {offer.accelerator!r}"
        family = family_of(offer.instance_type) or ""
        for narrower in (
            {of_family},
            self._families.get((offer.provider, family, normalised(offer.accelerator)), set()),
        ):
            found = [device for device in fitting if device in narrower]
            if len(found) == 1:
                return found[0]
        return self._narrowed(offer, fitting)

    def _narrowed(self, offer: Offer, fitting: Iterable[str]) -> str:
        """The one of several devices that form factor, memory or provider tell."""
        left = list(fitting)
        said = f"{offer.instance_type} {offer.words} {offer.label} {offer.accelerator}"
        forms = {FORM_OF.get(word.lower(), word.lower()) for word in FORMS.findall(said)}
        for form in forms:
            left = [device for device in left if form in device] or left
        if offer.memory_gibibytes is not None:
            left = [device for device in left if self._has(device, offer.memory_gibibytes)] or left
        if len(left) > 1 and offer.provider not in BROKERS:
            usual = self._named.get((offer.provider, normalised(offer.accelerator)), set())
            left = [device for device in left if device in usual] or left
        if len(left) == 1:
            return left[0]
        return f"{offer.accelerator!r} may be {' or '.join(sorted(left))}"

    def _has(self, device: str, gibibytes: float | None) -> bool:
        """Whether a device has about so much memory; None: the file does not say."""
        if gibibytes is None:
            return True
        return bool(abs(gibibytes / self._memory[device] - 1.0) <= MEMORY_TOLERANCE)


def _names(offer: Offer) -> Iterable[str]:
    """What the device of an offer may be called, the most telling name first."""
    inside = _SELLER.sub("", _SELLER.sub("", offer.instance_type))
    if inside != offer.instance_type:  # sellers of many devices name the instance after its device
        yield _SUPER.sub(" SUPER", _SERVER.sub(" SE", inside.replace("_", " ")))
    if offer.label:
        yield offer.label
    yield offer.accelerator
    yield _SIZED.sub("", offer.accelerator)
    yield _JOINED.sub(" ", offer.accelerator)


def _other_count(told: float, known: float) -> str | None:
    if abs(told - known) < 1e-3 * known + 1e-9:
        return None
    return f"the source counts {told:g} devices: this type has {known:.4g}"
