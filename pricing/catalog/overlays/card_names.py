"""What the words of a rate card stand for in a catalogue: providers, places, instances, devices."""

import re
from collections import defaultdict
from collections.abc import Mapping
from difflib import get_close_matches

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import SYNONYMS, normalised, proposed
from pricing.catalog.naming.regions import regions_at
from pricing.catalog.overlays.rate_cards import Rate
from pricing.errors import BadRow, UnknownName

EVERYWHERE = "global"
"""The region of a price that holds in all; regions of their own take its place."""
"""The region of a price that names none, of a provider without regions in the tables."""

LIKENESS = 0.8
"""From which on an unknown name is taken for a slip of the pen [fraction]."""

_BRACKETS = re.compile(r"([^()]+)\(([^()]+)\)")
_LED = re.compile(r"^\([^()]+\)\s*")
_ZONE = re.compile(r"-?[a-z]")
_DIRECTION = re.compile("gov|north|south|east|west|central")
_DIRECTIONS = re.compile(f"(?:{_DIRECTION.pattern})+")
_CODE = re.compile(r"[a-z]+(?:-?[a-z0-9]+)*", re.IGNORECASE)
"""How providers write regions: without blanks and brackets."""

TPU = "tpu"
SERVICES: Mapping[str, tuple[str, bool | None]] = {
    "ec2": ("aws", None),
    "amazonec2": ("aws", None),
    "amazon-ec2": ("aws", None),
    "amazon-elastic-compute-cloud": ("aws", None),
    "elastic-compute-cloud": ("aws", None),
    "virtual-machines": ("azure", None),
    "azure-virtual-machines": ("azure", None),
    "compute-engine": ("gcp", False),
    "gce": ("gcp", False),
    "google-compute-engine": ("gcp", False),
    "cloud-tpu": ("gcp", True),
    "tpu": ("gcp", True),
}
"""Services whose prices the tables have: the provider, and whether they are TPUs."""

ANY_SERVICE = frozenset({"compute", "gpu", "gpus", "gpu-instances", "all", "any"})


class Instance(Struct, frozen=True):
    """An instance type, as a price row describes it."""

    instance_type: str
    device: str
    device_count: float
    accelerator: str
    vcpu_count: int | None = None
    memory_gibibytes: float | None = None


Place = tuple[str, Instance]
"""A region, and an instance type there."""


class Names:
    """The names of a catalogue that a rate card may mean."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._devices = catalog.devices
        self._regions = {provider: set(regions) for provider, regions in catalog.sites.items()}
        self._instances: dict[str, dict[str, Instance]] = defaultdict(dict)
        self._places: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
        prices = catalog.frames["prices"].sort("effective_from").drop_nulls("device")
        named = prices.select("provider", "region", *Instance.__struct_fields__)
        for provider, region, *described in named.iter_rows():
            instance = Instance(*described)
            self._instances[provider][instance.instance_type] = instance
            self._places[provider][region, instance.instance_type] = None

    def provider(self, rate: Rate) -> str:
        """The provider; a new one where no known name is like it. Raises BadRow."""
        plain = normalised(rate.provider)
        plain = SYNONYMS.get(plain, plain)
        known = {normalised(name): name for name in self._regions}
        if plain in known:
            return known[plain]
        near = get_close_matches(plain, known, cutoff=LIKENESS)
        if near:
            raise _unknown(rate, "provider", rate.provider, [known[name] for name in near])
        return plain

    def region(self, rate: Rate, provider: str) -> str | None:
        """The region, None for every one; a new one where no known name is like it."""
        if rate.region is None or normalised(rate.region) in {"all", "any", "every-region", ""}:
            return None
        known = self._regions.get(provider, set())
        plain = {normalised(name).replace("-", ""): name for name in sorted(known)}
        for told in _places_said(rate.region, provider):
            found = plain.get(normalised(told).replace("-", ""))
            at = (found,) if found else regions_at(self._catalog, provider, told)
            if len(at) > 1:
                raise _unknown_region(rate, "there are several", list(at))
            if at:
                return at[0]
        # us-east-5 and mx-central-1 may be places that no list price is of; us-eats-1 is none
        zones = [name for name in known if is_zone(rate.region, name)]
        if zones:
            raise _unknown_region(rate, "a zone, and prices are of regions", zones)
        near = [name for name in sorted(known) if _is_slip(name, rate.region)]
        if near:
            raise _unknown(rate, "region", rate.region, near)
        if len(known) > 1 and not _CODE.fullmatch(rate.region):
            near = list(proposed(rate.region, tuple(known)))
            raise _unknown_region(rate, f"write the code that {provider} has for it", near)
        return rate.region

    def device(self, rate: Rate) -> str | None:
        """The device, None for any. Raises BadRow."""
        if rate.device is None:
            return None
        try:
            return self._devices.find(rate.device, field="device").name
        except UnknownName as error:
            raise _refused(rate, f"device {rate.device!r}: {error.detail}", error.nearest) from None

    def is_of_service(self, rate: Rate, provider: str, device: str | None) -> bool:
        """Whether a device is of the service of a row. Raises BadRow for one without prices."""
        if rate.service is None or normalised(rate.service) in ANY_SERVICE:
            return True
        owner, is_tpu = SERVICES.get(normalised(rate.service), ("", None))
        if owner != provider:
            own = [name for name, (of, _) in SERVICES.items() if of == provider]
            reason = f"service {rate.service!r}: the tables have no prices of it: leave the row out"
            raise _refused(rate, reason, own)
        if is_tpu is None or device is None:
            return True
        return is_tpu == (self._devices[device].family == TPU)

    def places(self, rate: Rate, provider: str, *, is_discount: bool) -> list[Place]:
        """The regions and instances that a row holds for. Raises BadRow for an unknown instance."""
        region, device = self.region(rate, provider), self.device(rate)
        self.is_of_service(rate, provider, None)
        instance = self._named_instance(rate, provider, device)
        found = [
            (place, one)
            for place, name in self._places.get(provider, {})
            for one in (self._instances[provider][name],)
            if (region is None or place == region)
            and (instance is None or name == instance.instance_type)
            and (device is None or one.device == device)
            and self.is_of_service(rate, provider, one.device)
        ]
        if found or is_discount:
            return found
        if instance is None:
            instance = self._of_device(rate, device)
        return [(region or EVERYWHERE, instance)]

    def node_device_count(self, device: str) -> int:
        """Devices of a usual server."""
        return self._devices[device].node_device_count

    def _of_device(self, rate: Rate, device: str | None) -> Instance:
        """What is rented by the device, of a provider of which no instance is known."""
        if device is None:
            raise _refused(rate, "a price needs an instance_type or a device")
        count = rate.device_count or 1.0
        if not rate.is_of_device and rate.device_count is None:
            raise _refused(rate, "a price of an instance needs its device_count")
        return Instance(device, device, count, rate.device or device)

    def _named_instance(self, rate: Rate, provider: str, device: str | None) -> Instance | None:
        """The instance type of a row. Raises BadRow for one that is not known, nor described."""
        if rate.instance_type is None:
            return None
        plain = normalised(rate.instance_type)
        known = self._instances.get(provider, {})
        names = {normalised(name): name for name in known}
        for told in (plain, f"standard-{plain}"):
            if told in names:
                return self._as_known(rate, known[names[told]], device)
        if device is not None and rate.device_count is not None:
            return Instance(rate.instance_type, device, rate.device_count, rate.device or device)
        raise _refused(
            rate,
            f"instance_type {rate.instance_type!r}: the tables have no such instance of {provider}:"
            " give its device and device_count too",
            proposed(rate.instance_type, tuple(known)) if known else (),
        )

    def _as_known(self, rate: Rate, known: Instance, device: str | None) -> Instance:
        """A known instance. Raises BadRow where the row describes it otherwise."""
        if device is not None and device != known.device:
            near = (known.device,)
            raise _refused(rate, f"device: {known.instance_type} has {known.device}", near)
        if rate.device_count is not None and rate.device_count != known.device_count:
            raise _refused(
                rate, f"device_count: {known.instance_type} has {known.device_count:g} devices"
            )
        return known


def _is_slip(one: str, other: str) -> bool:
    """Whether two names have the same letters in another order, or one has a letter more.

    >>> _is_slip("us-east-1", "us-eats-1"), _is_slip("us-east-1", "us-east-5")
    (True, False)
    """
    one, other = one.lower(), other.lower()
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    if len(longer) == len(shorter):
        return sorted(one) == sorted(other)
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))


def _places_said(text: str, provider: str) -> tuple[str, ...]:
    """A region as it is written, and as consoles of providers write it with brackets.

    >>> _places_said("US East (N. Virginia)", "aws")
    ('US East (N. Virginia)', 'US East N. Virginia', 'N. Virginia')
    >>> _places_said("AWS GovCloud (US-East)", "aws")[1], _places_said("(US) East US", "azure")[1]
    ('GovCloud US-East', 'East US')
    """
    match = _BRACKETS.fullmatch(text)
    if match is None:
        return text, _LED.sub("", text)
    before, inside = match[1].strip(), match[2].strip()
    if before.lower().startswith(f"{provider} "):
        before = before[len(provider) :].strip()
    return text, f"{before} {inside}", inside


def is_zone(text: str, region: str) -> bool:
    """Whether a name is that of a zone: us-central1-a, us-east-1a, or use1-az1 of AWS.

    >>> is_zone("us-east-1a", "us-east-1"), is_zone("apne2-az3", "ap-northeast-2")
    (True, True)
    """
    area, *place = region.split("-")
    if len(place) > 1 and all(map(_DIRECTIONS.fullmatch, place[:-1])):
        letters = "".join(word[0] for word in _DIRECTION.findall("-".join(place[:-1])))
        if re.fullmatch(rf"{area}{letters}{place[-1]}-az\d+", text.lower()):
            return True
    rest = normalised(text).removeprefix(normalised(region))
    return rest != normalised(text) and _ZONE.fullmatch(rest) is not None


def _unknown_region(rate: Rate, reason: str, nearest: list[str]) -> BadRow:
    return _refused(rate, f"region {rate.region!r}: {reason}", nearest)


def _unknown(rate: Rate, column: str, value: str, nearest: list[str]) -> BadRow:
    return _refused(rate, f"{column} {value!r}: unknown, and nearly that of another", nearest)


def _refused(rate: Rate, reason: str, nearest: tuple[str, ...] | list[str] = ()) -> BadRow:
    return BadRow(file=rate.file, row=rate.line, reason=reason, nearest=tuple(nearest)[:5])
