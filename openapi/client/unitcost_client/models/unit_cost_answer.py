from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.adapters_answer import AdaptersAnswer
    from ..models.assumption import Assumption
    from ..models.at_full_use import AtFullUse
    from ..models.batch_tier import BatchTier
    from ..models.converted_amounts import ConvertedAmounts
    from ..models.driver import Driver
    from ..models.efficiency import Efficiency
    from ..models.hourly_line_item import HourlyLineItem
    from ..models.images_answer import ImagesAnswer
    from ..models.media_measurement import MediaMeasurement
    from ..models.memory import Memory
    from ..models.owned_rate import OwnedRate
    from ..models.performance import Performance
    from ..models.pools import Pools
    from ..models.power import Power
    from ..models.prefix_cache import PrefixCache
    from ..models.price import Price
    from ..models.provenance import Provenance
    from ..models.speculation_gain import SpeculationGain
    from ..models.unit_cost_answer_labels import UnitCostAnswerLabels
    from ..models.unit_costs import UnitCosts


T = TypeVar("T", bound="UnitCostAnswer")


@_attrs_define
class UnitCostAnswer:
    """The cost of a token, a request and a watt.

    Attributes:
        adapters (AdaptersAnswer | None):
        assumptions (list[Assumption]):
        at_full_use (AtFullUse): What a unit costs with all of the throughput used, which no service does.

            Benchmarks publish these prices. Null if the unit does not apply.
        batch_tier (BatchTier | None):
        converted (ConvertedAmounts | None):
        device (str): Name of the device in the catalogue.
        device_count (int): Devices of the deployment [count].
        drivers (list[Driver] | None): The assumptions that move the answer by at least 1% within their range, the
            strongest first. Null where they are not asked for.
        efficiency (Efficiency): Energy and carbon of tokens and requests at the meter.
        images (ImagesAnswer | None):
        line_items (list[HourlyLineItem]):
        media (MediaMeasurement | None):
        memory (Memory | None):
        model (None | str): Name of the model in the catalogue.
        owned (None | OwnedRate):
        performance (Performance): Throughput of the deployment, its basis, and the latency of requests at the load.
        pools (None | Pools):
        power (Power): Mean power of the whole deployment.
        precision (None | str): Number format.
        prefix_cache (None | PrefixCache):
        price (Price): The price of a device-hour in this answer.
        provenance (Provenance): What determines the answer. The same engine, release, day and query give the same
            answer.
        speculation (None | SpeculationGain):
        unit_costs (UnitCosts): Costs per unit. Null if the unit does not apply (no tokens, no request rate).

            Low and high are the ends of the 80% interval of throughput and of the range of an estimated
            price together. They do not include the uncertainty of power. With an arrival rate the served
            load is known, and only an estimated price has a range.
        warnings (list[str]): Facts to know before using the figures.
        labels (UnitCostAnswerLabels | Unset): Texts by name that the answer repeats in every format, and a forecast in
            FOCUS as tags. They change no figure.
    """

    adapters: AdaptersAnswer | None
    assumptions: list[Assumption]
    at_full_use: AtFullUse
    batch_tier: BatchTier | None
    converted: ConvertedAmounts | None
    device: str
    device_count: int
    drivers: list[Driver] | None
    efficiency: Efficiency
    images: ImagesAnswer | None
    line_items: list[HourlyLineItem]
    media: MediaMeasurement | None
    memory: Memory | None
    model: None | str
    owned: None | OwnedRate
    performance: Performance
    pools: None | Pools
    power: Power
    precision: None | str
    prefix_cache: None | PrefixCache
    price: Price
    provenance: Provenance
    speculation: None | SpeculationGain
    unit_costs: UnitCosts
    warnings: list[str]
    labels: UnitCostAnswerLabels | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.adapters_answer import AdaptersAnswer  # noqa: PLC0415
        from ..models.batch_tier import BatchTier  # noqa: PLC0415
        from ..models.converted_amounts import ConvertedAmounts  # noqa: PLC0415
        from ..models.images_answer import ImagesAnswer  # noqa: PLC0415
        from ..models.media_measurement import MediaMeasurement  # noqa: PLC0415
        from ..models.memory import Memory  # noqa: PLC0415
        from ..models.owned_rate import OwnedRate  # noqa: PLC0415
        from ..models.pools import Pools  # noqa: PLC0415
        from ..models.prefix_cache import PrefixCache  # noqa: PLC0415
        from ..models.speculation_gain import SpeculationGain  # noqa: PLC0415

        adapters: dict[str, Any] | None
        if isinstance(self.adapters, AdaptersAnswer):
            adapters = self.adapters.to_dict()
        else:
            adapters = self.adapters

        assumptions = []
        for assumptions_item_data in self.assumptions:
            assumptions_item = assumptions_item_data.to_dict()
            assumptions.append(assumptions_item)

        at_full_use = self.at_full_use.to_dict()

        batch_tier: dict[str, Any] | None
        if isinstance(self.batch_tier, BatchTier):
            batch_tier = self.batch_tier.to_dict()
        else:
            batch_tier = self.batch_tier

        converted: dict[str, Any] | None
        if isinstance(self.converted, ConvertedAmounts):
            converted = self.converted.to_dict()
        else:
            converted = self.converted

        device = self.device

        device_count = self.device_count

        drivers: list[dict[str, Any]] | None
        if isinstance(self.drivers, list):
            drivers = []
            for drivers_type_0_item_data in self.drivers:
                drivers_type_0_item = drivers_type_0_item_data.to_dict()
                drivers.append(drivers_type_0_item)

        else:
            drivers = self.drivers

        efficiency = self.efficiency.to_dict()

        images: dict[str, Any] | None
        if isinstance(self.images, ImagesAnswer):
            images = self.images.to_dict()
        else:
            images = self.images

        line_items = []
        for line_items_item_data in self.line_items:
            line_items_item = line_items_item_data.to_dict()
            line_items.append(line_items_item)

        media: dict[str, Any] | None
        if isinstance(self.media, MediaMeasurement):
            media = self.media.to_dict()
        else:
            media = self.media

        memory: dict[str, Any] | None
        if isinstance(self.memory, Memory):
            memory = self.memory.to_dict()
        else:
            memory = self.memory

        model: None | str
        model = self.model

        owned: dict[str, Any] | None
        if isinstance(self.owned, OwnedRate):
            owned = self.owned.to_dict()
        else:
            owned = self.owned

        performance = self.performance.to_dict()

        pools: dict[str, Any] | None
        if isinstance(self.pools, Pools):
            pools = self.pools.to_dict()
        else:
            pools = self.pools

        power = self.power.to_dict()

        precision: None | str
        precision = self.precision

        prefix_cache: dict[str, Any] | None
        if isinstance(self.prefix_cache, PrefixCache):
            prefix_cache = self.prefix_cache.to_dict()
        else:
            prefix_cache = self.prefix_cache

        price = self.price.to_dict()

        provenance = self.provenance.to_dict()

        speculation: dict[str, Any] | None
        if isinstance(self.speculation, SpeculationGain):
            speculation = self.speculation.to_dict()
        else:
            speculation = self.speculation

        unit_costs = self.unit_costs.to_dict()

        warnings = self.warnings

        labels: dict[str, Any] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "adapters": adapters,
                "assumptions": assumptions,
                "at_full_use": at_full_use,
                "batch_tier": batch_tier,
                "converted": converted,
                "device": device,
                "device_count": device_count,
                "drivers": drivers,
                "efficiency": efficiency,
                "images": images,
                "line_items": line_items,
                "media": media,
                "memory": memory,
                "model": model,
                "owned": owned,
                "performance": performance,
                "pools": pools,
                "power": power,
                "precision": precision,
                "prefix_cache": prefix_cache,
                "price": price,
                "provenance": provenance,
                "speculation": speculation,
                "unit_costs": unit_costs,
                "warnings": warnings,
            }
        )
        if labels is not UNSET:
            field_dict["labels"] = labels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.adapters_answer import AdaptersAnswer  # noqa: PLC0415
        from ..models.assumption import Assumption  # noqa: PLC0415
        from ..models.at_full_use import AtFullUse  # noqa: PLC0415
        from ..models.batch_tier import BatchTier  # noqa: PLC0415
        from ..models.converted_amounts import ConvertedAmounts  # noqa: PLC0415
        from ..models.driver import Driver  # noqa: PLC0415
        from ..models.efficiency import Efficiency  # noqa: PLC0415
        from ..models.hourly_line_item import HourlyLineItem  # noqa: PLC0415
        from ..models.images_answer import ImagesAnswer  # noqa: PLC0415
        from ..models.media_measurement import MediaMeasurement  # noqa: PLC0415
        from ..models.memory import Memory  # noqa: PLC0415
        from ..models.owned_rate import OwnedRate  # noqa: PLC0415
        from ..models.performance import Performance  # noqa: PLC0415
        from ..models.pools import Pools  # noqa: PLC0415
        from ..models.power import Power  # noqa: PLC0415
        from ..models.prefix_cache import PrefixCache  # noqa: PLC0415
        from ..models.price import Price  # noqa: PLC0415
        from ..models.provenance import Provenance  # noqa: PLC0415
        from ..models.speculation_gain import SpeculationGain  # noqa: PLC0415
        from ..models.unit_cost_answer_labels import UnitCostAnswerLabels  # noqa: PLC0415
        from ..models.unit_costs import UnitCosts  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_adapters(data: object) -> AdaptersAnswer | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                adapters_type_0 = AdaptersAnswer.from_dict(data)

                return adapters_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AdaptersAnswer | None, data)

        adapters = _parse_adapters(d.pop("adapters"))

        assumptions = []
        _assumptions = d.pop("assumptions")
        for assumptions_item_data in _assumptions:
            assumptions_item = Assumption.from_dict(assumptions_item_data)

            assumptions.append(assumptions_item)

        at_full_use = AtFullUse.from_dict(d.pop("at_full_use"))

        def _parse_batch_tier(data: object) -> BatchTier | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                batch_tier_type_0 = BatchTier.from_dict(data)

                return batch_tier_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BatchTier | None, data)

        batch_tier = _parse_batch_tier(d.pop("batch_tier"))

        def _parse_converted(data: object) -> ConvertedAmounts | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                converted_type_0 = ConvertedAmounts.from_dict(data)

                return converted_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConvertedAmounts | None, data)

        converted = _parse_converted(d.pop("converted"))

        device = d.pop("device")

        device_count = d.pop("device_count")

        def _parse_drivers(data: object) -> list[Driver] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                drivers_type_0 = []
                _drivers_type_0 = data
                for drivers_type_0_item_data in _drivers_type_0:
                    drivers_type_0_item = Driver.from_dict(drivers_type_0_item_data)

                    drivers_type_0.append(drivers_type_0_item)

                return drivers_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Driver] | None, data)

        drivers = _parse_drivers(d.pop("drivers"))

        efficiency = Efficiency.from_dict(d.pop("efficiency"))

        def _parse_images(data: object) -> ImagesAnswer | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                images_type_0 = ImagesAnswer.from_dict(data)

                return images_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ImagesAnswer | None, data)

        images = _parse_images(d.pop("images"))

        line_items = []
        _line_items = d.pop("line_items")
        for line_items_item_data in _line_items:
            line_items_item = HourlyLineItem.from_dict(line_items_item_data)

            line_items.append(line_items_item)

        def _parse_media(data: object) -> MediaMeasurement | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                media_type_0 = MediaMeasurement.from_dict(data)

                return media_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MediaMeasurement | None, data)

        media = _parse_media(d.pop("media"))

        def _parse_memory(data: object) -> Memory | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                memory_type_0 = Memory.from_dict(data)

                return memory_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Memory | None, data)

        memory = _parse_memory(d.pop("memory"))

        def _parse_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model = _parse_model(d.pop("model"))

        def _parse_owned(data: object) -> None | OwnedRate:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                owned_type_0 = OwnedRate.from_dict(data)

                return owned_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OwnedRate, data)

        owned = _parse_owned(d.pop("owned"))

        performance = Performance.from_dict(d.pop("performance"))

        def _parse_pools(data: object) -> None | Pools:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                pools_type_0 = Pools.from_dict(data)

                return pools_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Pools, data)

        pools = _parse_pools(d.pop("pools"))

        power = Power.from_dict(d.pop("power"))

        def _parse_precision(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        precision = _parse_precision(d.pop("precision"))

        def _parse_prefix_cache(data: object) -> None | PrefixCache:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                prefix_cache_type_0 = PrefixCache.from_dict(data)

                return prefix_cache_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PrefixCache, data)

        prefix_cache = _parse_prefix_cache(d.pop("prefix_cache"))

        price = Price.from_dict(d.pop("price"))

        provenance = Provenance.from_dict(d.pop("provenance"))

        def _parse_speculation(data: object) -> None | SpeculationGain:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                speculation_type_0 = SpeculationGain.from_dict(data)

                return speculation_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SpeculationGain, data)

        speculation = _parse_speculation(d.pop("speculation"))

        unit_costs = UnitCosts.from_dict(d.pop("unit_costs"))

        warnings = cast(list[str], d.pop("warnings"))

        _labels = d.pop("labels", UNSET)
        labels: UnitCostAnswerLabels | Unset
        if isinstance(_labels, Unset):
            labels = UNSET
        else:
            labels = UnitCostAnswerLabels.from_dict(_labels)

        unit_cost_answer = cls(
            adapters=adapters,
            assumptions=assumptions,
            at_full_use=at_full_use,
            batch_tier=batch_tier,
            converted=converted,
            device=device,
            device_count=device_count,
            drivers=drivers,
            efficiency=efficiency,
            images=images,
            line_items=line_items,
            media=media,
            memory=memory,
            model=model,
            owned=owned,
            performance=performance,
            pools=pools,
            power=power,
            precision=precision,
            prefix_cache=prefix_cache,
            price=price,
            provenance=provenance,
            speculation=speculation,
            unit_costs=unit_costs,
            warnings=warnings,
            labels=labels,
        )

        unit_cost_answer.additional_properties = d
        return unit_cost_answer

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
