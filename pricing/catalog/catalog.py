"""A release, ready to be asked: frames for whole tables, point indexes for single rows."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property, partial
from math import nan
from typing import Any

import polars as pl
from msgspec.structs import replace

from pricing.catalog.columns import derived, device_of, model_of, output_tokens_per_second, price_of
from pricing.catalog.instances import Joining
from pricing.catalog.listed.exchange_rates import ExchangeRates
from pricing.catalog.listed.places import ListedPrices
from pricing.catalog.listed.usual_regions import UsualRegions
from pricing.catalog.lookup import Directory
from pricing.catalog.names import normalised
from pricing.catalog.naming.partial_names import Fits
from pricing.catalog.naming.popularity import Popularity
from pricing.catalog.overlays.api_prices import OwnApiPrices
from pricing.catalog.price_flags import price_flags_of
from pricing.catalog.price_ratios import PriceRatios
from pricing.catalog.prices import PriceBook
from pricing.catalog.rows import Assumption, Device, Measurement, Model, TrainingRun
from pricing.errors import InvalidQuery
from pricing.releases.constants import Key, engine_constants
from pricing.releases.manifest import Release
from pricing.releases.models import ImageEncoderRow


class Catalog:
    """All tables of one release. Never changes; indexes are built on first use.

    published: this release, or the one that a variant varies; changed: the assumptions of a variant
    that have another value, by key; see pricing.catalog.variants.
    """

    def __init__(self, release: Release, *, constants: Mapping[Key, float] | None = None) -> None:
        """`constants` stand in for the engine's constants, while they are being fitted."""
        self.release = release
        self.frames: Mapping[str, pl.DataFrame] = release.frames
        self.name = release.name
        self.base = release.base
        self.digest = release.digest
        self.known_by: date = release.known_by
        self.constants = engine_constants().values if constants is None else constants
        self.published = self
        self.changed: Mapping[str, float] = {}
        self.variants: dict[tuple[str, float], Catalog] = {}
        self.is_indexed = False

    def as_asked(self, assumption: Assumption) -> Assumption:
        """An assumption at the value that this variant gives it; as it is in a release."""
        value = self.changed.get(assumption.key)
        return assumption if value is None else replace(assumption, value=value)

    @cached_property
    def popularity(self) -> Popularity:
        """How common models, devices and regions are."""
        return Popularity(self.frames)

    @cached_property
    def devices(self) -> Directory[Device]:
        """Devices by name or alias."""
        return Directory(
            "device",
            {row["device"]: device_of(row) for row in self._rows("devices")},
            {row["alias"]: row["device"] for row in self._rows("device_aliases")},
            lambda: self._devices_of_instance_types,
            lambda: Fits(self.devices, self.popularity.devices, by_rank=False),
        )

    @cached_property
    def _devices_of_instance_types(self) -> Mapping[str, tuple[str, ...]]:
        """The devices that each instance type has, by its plain name."""
        found: dict[str, set[str]] = defaultdict(set)
        pairs = self.frames["prices"].select("instance_type", "device").drop_nulls().unique()
        for instance_type, device in pairs.iter_rows():
            for name in _plain_names(instance_type):
                found[name].add(device)
        return {name: tuple(sorted(devices)) for name, devices in found.items()}

    @cached_property
    def host_watts_keys(self) -> Mapping[str, str]:
        """The assumption of a device's share of its host: its own, of cards, or its family's."""
        keys = {}
        for row in self._rows("devices"):
            name, family = row["device"], row["family"]
            is_card = (row["form_factor"] or "").startswith("PCIe")
            kinds = (name, f"{family}.pcie") if is_card else (name,)
            known = [f"power.host_watts.{kind}" for kind in kinds]
            usual = f"power.host_watts.{family}"
            keys[name] = next((key for key in known if key in self.assumptions), usual)
        return keys

    @cached_property
    def models(self) -> Directory[Model]:
        """Models by name or alias."""
        return Directory(
            "model",
            {row["model"]: model_of(row) for row in self._rows("models")},
            {row["alias"]: row["model"] for row in self._rows("model_aliases")},
            fits=lambda: Fits(self.models, self.popularity.models, by_rank=True),
        )

    @cached_property
    def image_encoders(self) -> Mapping[str, ImageEncoderRow]:
        """How an image becomes tokens, by the name of the model."""
        rows = self._rows("image_encoders")
        return {row["model"]: ImageEncoderRow(**row) for row in rows}

    @cached_property
    def prices(self) -> PriceBook:
        """The modelled price rows."""
        prices = self.frames["prices"]
        make = partial(
            price_of,
            doubts=price_flags_of(prices.filter(pl.col("device").is_not_null())),
            isolated=self.isolated_regions,
            joining=Joining(self._rows("instances")),
        )
        listed = ListedPrices(prices, make, self.release.sheets["prices"].own)
        return PriceBook(listed, UsualRegions(self.regions, lambda: self.popularity.price_counts))

    @cached_property
    def isolated_regions(self) -> frozenset[tuple[str, str]]:
        """Provider and region of the places whose prices count only where they are named."""
        isolated = self.frames["regions"].filter(pl.col("isolated"))
        return frozenset(
            (provider, region.casefold())
            for provider, region in isolated.select("provider", "region").iter_rows()
        )

    @cached_property
    def own_api_prices(self) -> OwnApiPrices:
        """What APIs charge by the rows of an overlay; these go before genai-prices."""
        return OwnApiPrices(self._rows("api_prices"))

    @cached_property
    def exchange_rates(self) -> ExchangeRates:
        """What currencies are worth, by their codes; read when one other than USD is asked for."""
        if self.published is not self:
            return self.published.exchange_rates
        return ExchangeRates(self.frames["exchange_rates"], self._own("exchange_rates"))

    def _own(self, table: str) -> frozenset[str]:
        """The keys of the rows of an overlay that are not those of its base."""
        sheet = self.release.sheets[table]
        return frozenset() if sheet.own is None else frozenset(sheet.keys.filter(sheet.own))

    @cached_property
    def price_ratios(self) -> PriceRatios:
        """Ratios of reserved and spot prices to on-demand prices."""
        return PriceRatios(self.prices)

    @cached_property
    def providers(self) -> Mapping[str, frozenset[str]]:
        """The regions of every provider that has a price."""
        regions: dict[str, set[str]] = defaultdict(set)
        for provider, region in self.frames["prices"].select("provider", "region").unique().rows():
            regions[provider].add(region)
        return {provider: frozenset(names) for provider, names in regions.items()}

    @cached_property
    def sites(self) -> Mapping[str, frozenset[str]]:
        """The regions of every provider of which anything is known, prices or not."""
        priced = (
            (provider, region) for provider in self.providers for region in self.providers[provider]
        )
        regions: dict[str, set[str]] = {provider: set() for provider in self.provider_pue}
        for provider, region in (*priced, *self.regions):
            regions.setdefault(provider, set()).add(region)
        return {provider: frozenset(names) for provider, names in regions.items()}

    @cached_property
    def instance_types(self) -> Mapping[str, str]:
        """The instance types of all providers as the tables spell them, by their plain names."""
        names = self.frames["prices"]["instance_type"].unique().sort()
        return {plain: name for name in names for plain in _plain_names(name)}

    @cached_property
    def assumptions(self) -> Mapping[str, Assumption]:
        """Every default, by key. A key that the release lacks raises InvalidQuery."""
        return _Assumptions(
            self.name, {row["key"]: derived(Assumption, row) for row in self._rows("assumptions")}
        )

    @cached_property
    def reliability(self) -> Mapping[str, Assumption]:
        """Published rates, by parameter; those that are a range only stand at its middle."""
        return {
            row["parameter"]: derived(
                Assumption,
                row,
                key=f"reliability.{row['parameter']}",
                value=row["value"] if row["value"] is not None else (row["low"] + row["high"]) / 2,
            )
            for row in self._rows("reliability")
            if row["value"] is not None or None not in (row["low"], row["high"])
        }

    @cached_property
    def measurements(self) -> Mapping[tuple[str, str], tuple[Measurement, ...]]:
        """Measured throughput and first tokens by device and model.

        The throughput of a row that prints a time to first token alone is NaN.
        """
        groups: dict[tuple[str, str], list[Measurement]] = defaultdict(list)
        for row in self._rows("measurements"):
            rate = output_tokens_per_second(row)
            if rate is None and row["ttft_seconds"]:
                rate = nan
            if None not in (row["device"], rate):
                measurement = derived(Measurement, row, output_tokens_per_second=rate)
                groups[measurement.device, measurement.model].append(measurement)
        return {key: tuple(rows) for key, rows in groups.items()}

    @cached_property
    def own_measurements(self) -> frozenset[str]:
        """The measurements of an overlay that are not those of its base, by id."""
        return self._own("measurements")

    @cached_property
    def training_runs(self) -> tuple[TrainingRun, ...]:
        """Published training runs on devices of the catalogue whose MFU compares."""
        return tuple(
            derived(TrainingRun, row)
            for row in self._rows("training_runs")
            if None not in (row["device"], row["comparable_mfu_fraction"])
        )

    @cached_property
    def power(self) -> Mapping[tuple[str, str, str], Assumption]:
        """Facility values by metric, provider (or empty) and region (or subject).

        Where a place has several years, the newest is taken.
        """
        newest: dict[tuple[str, str, str], Assumption] = {}
        by_year = self.frames["power"].sort("year", nulls_last=False, maintain_order=True)
        for row in by_year.iter_rows(named=True):
            key = (row["metric"], row["provider"] or "", row["region"] or row["subject"])
            name = f"power.{row['metric']}.{row['subject']}"
            newest[key] = derived(Assumption, row, key=name, low=None, high=None)
        return newest

    @cached_property
    def provider_pue(self) -> Mapping[str, Assumption]:
        """The fleet's PUE by provider, for regions that publish none of their own."""
        return {
            provider: value
            for (metric, provider, subject), value in self.power.items()
            if metric == "pue" and provider and (provider, subject) not in self.regions
        }

    @cached_property
    def regions(self) -> Mapping[tuple[str, str], tuple[str | None, str | None]]:
        """Country and, in the United States, state of a provider's region."""
        return {
            (row["provider"], row["region"]): (row["country"], row["subdivision"])
            for row in self._rows("regions")
        }

    @cached_property
    def unmodelled_price_count(self) -> int:
        """Price rows of accelerators that no device of the catalogue stands for."""
        return int(self.frames["prices"]["device"].null_count())

    def _rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows of a table. Texts that rows have in common are one object: most texts are."""
        frame, known = self.frames[table], dict[str | None, str | None]()
        texts = [name for name, kind in frame.schema.items() if kind == pl.String]
        for row in frame.iter_rows(named=True):
            for name in texts:
                row[name] = known.setdefault(row[name], row[name])
            yield row


class _Assumptions(dict[str, Assumption]):
    """The defaults of a release by key; one that it lacks is a refusal."""

    def __init__(self, release: str, known: Mapping[str, Assumption]) -> None:
        super().__init__(known)
        self._release = release

    def __missing__(self, key: str) -> Assumption:
        raise InvalidQuery(
            f"release {self._release} has no assumption {key}: give the value, or ask another"
            " release",
            field="catalog",
        )


def _plain_names(instance_type: str) -> set[str]:
    """What an instance type is asked for by: Azure's are often told without their first word."""
    plain = normalised(instance_type)
    return {plain, plain.removeprefix("standard-")}
