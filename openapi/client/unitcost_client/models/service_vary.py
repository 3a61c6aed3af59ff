from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.service_vary_plans_type_0 import (
    ServiceVaryPlansType0,
    check_service_vary_plans_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.named_plan import NamedPlan


T = TypeVar("T", bound="ServiceVary")


@_attrs_define
class ServiceVary:
    """What may vary. Every combination is a candidate. A list left out is as the question says.

    Attributes:
        device_counts (list[int | None] | Unset): Devices of a replica. null: the count that costs least.
        devices (list[str] | Unset): Devices. Default: that of the deployment, else every device of the catalogue.
        engines (list[None | str] | Unset): Serving engines. null: any engine.
        plans (list[NamedPlan | ServiceVaryPlansType0] | Unset): Plans: an option for everything, optimal, or a plan
            with a name. Default: that of `purchase`; on_demand and optimal where it names none.
        precisions (list[None | str] | Unset): Number formats. null: the model's own if the device accelerates it.
        providers (list[None | str] | Unset): Providers, for plans that name none. null: the one whose price is the
            median.
        regions (list[None | str] | Unset): Regions, likewise. null: any region.
    """

    device_counts: list[int | None] | Unset = UNSET
    devices: list[str] | Unset = UNSET
    engines: list[None | str] | Unset = UNSET
    plans: list[NamedPlan | ServiceVaryPlansType0] | Unset = UNSET
    precisions: list[None | str] | Unset = UNSET
    providers: list[None | str] | Unset = UNSET
    regions: list[None | str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        device_counts: list[int | None] | Unset = UNSET
        if not isinstance(self.device_counts, Unset):
            device_counts = []
            for device_counts_item_data in self.device_counts:
                device_counts_item: int | None
                device_counts_item = device_counts_item_data
                device_counts.append(device_counts_item)

        devices: list[str] | Unset = UNSET
        if not isinstance(self.devices, Unset):
            devices = self.devices

        engines: list[None | str] | Unset = UNSET
        if not isinstance(self.engines, Unset):
            engines = []
            for engines_item_data in self.engines:
                engines_item: None | str
                engines_item = engines_item_data
                engines.append(engines_item)

        plans: list[dict[str, Any] | str] | Unset = UNSET
        if not isinstance(self.plans, Unset):
            plans = []
            for plans_item_data in self.plans:
                plans_item: dict[str, Any] | str
                if isinstance(plans_item_data, str):
                    plans_item = plans_item_data
                else:
                    plans_item = plans_item_data.to_dict()

                plans.append(plans_item)

        precisions: list[None | str] | Unset = UNSET
        if not isinstance(self.precisions, Unset):
            precisions = []
            for precisions_item_data in self.precisions:
                precisions_item: None | str
                precisions_item = precisions_item_data
                precisions.append(precisions_item)

        providers: list[None | str] | Unset = UNSET
        if not isinstance(self.providers, Unset):
            providers = []
            for providers_item_data in self.providers:
                providers_item: None | str
                providers_item = providers_item_data
                providers.append(providers_item)

        regions: list[None | str] | Unset = UNSET
        if not isinstance(self.regions, Unset):
            regions = []
            for regions_item_data in self.regions:
                regions_item: None | str
                regions_item = regions_item_data
                regions.append(regions_item)

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if device_counts is not UNSET:
            field_dict["device_counts"] = device_counts
        if devices is not UNSET:
            field_dict["devices"] = devices
        if engines is not UNSET:
            field_dict["engines"] = engines
        if plans is not UNSET:
            field_dict["plans"] = plans
        if precisions is not UNSET:
            field_dict["precisions"] = precisions
        if providers is not UNSET:
            field_dict["providers"] = providers
        if regions is not UNSET:
            field_dict["regions"] = regions

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.named_plan import NamedPlan  # noqa: PLC0415

        d = dict(src_dict)
        _device_counts = d.pop("device_counts", UNSET)
        device_counts: list[int | None] | Unset = UNSET
        if _device_counts is not UNSET:
            device_counts = []
            for device_counts_item_data in _device_counts:

                def _parse_device_counts_item(data: object) -> int | None:
                    if data is None:
                        return data
                    return cast(int | None, data)

                device_counts_item = _parse_device_counts_item(device_counts_item_data)

                device_counts.append(device_counts_item)

        devices = cast(list[str], d.pop("devices", UNSET))

        _engines = d.pop("engines", UNSET)
        engines: list[None | str] | Unset = UNSET
        if _engines is not UNSET:
            engines = []
            for engines_item_data in _engines:

                def _parse_engines_item(data: object) -> None | str:
                    if data is None:
                        return data
                    return cast(None | str, data)

                engines_item = _parse_engines_item(engines_item_data)

                engines.append(engines_item)

        _plans = d.pop("plans", UNSET)
        plans: list[NamedPlan | ServiceVaryPlansType0] | Unset = UNSET
        if _plans is not UNSET:
            plans = []
            for plans_item_data in _plans:

                def _parse_plans_item(data: object) -> NamedPlan | ServiceVaryPlansType0:
                    try:
                        if not isinstance(data, str):
                            raise TypeError()
                        componentsschemas_service_vary_plans_type_0 = (
                            check_service_vary_plans_type_0(data)
                        )

                        return componentsschemas_service_vary_plans_type_0
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_service_vary_plans_type_1 = NamedPlan.from_dict(data)

                    return componentsschemas_service_vary_plans_type_1

                plans_item = _parse_plans_item(plans_item_data)

                plans.append(plans_item)

        _precisions = d.pop("precisions", UNSET)
        precisions: list[None | str] | Unset = UNSET
        if _precisions is not UNSET:
            precisions = []
            for precisions_item_data in _precisions:

                def _parse_precisions_item(data: object) -> None | str:
                    if data is None:
                        return data
                    return cast(None | str, data)

                precisions_item = _parse_precisions_item(precisions_item_data)

                precisions.append(precisions_item)

        _providers = d.pop("providers", UNSET)
        providers: list[None | str] | Unset = UNSET
        if _providers is not UNSET:
            providers = []
            for providers_item_data in _providers:

                def _parse_providers_item(data: object) -> None | str:
                    if data is None:
                        return data
                    return cast(None | str, data)

                providers_item = _parse_providers_item(providers_item_data)

                providers.append(providers_item)

        _regions = d.pop("regions", UNSET)
        regions: list[None | str] | Unset = UNSET
        if _regions is not UNSET:
            regions = []
            for regions_item_data in _regions:

                def _parse_regions_item(data: object) -> None | str:
                    if data is None:
                        return data
                    return cast(None | str, data)

                regions_item = _parse_regions_item(regions_item_data)

                regions.append(regions_item)

        service_vary = cls(
            device_counts=device_counts,
            devices=devices,
            engines=engines,
            plans=plans,
            precisions=precisions,
            providers=providers,
            regions=regions,
        )

        return service_vary
