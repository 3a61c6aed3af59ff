from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.vary_options_item_type_0 import (
    VaryOptionsItemType0,
    check_vary_options_item_type_0,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="Vary")


@_attrs_define
class Vary:
    """What may vary. Every combination is a candidate. A list left out has the usual choice.

    Attributes:
        decode_devices (list[str] | Unset): Devices that generate, of such candidates.
        device_counts (list[int | None] | Unset): Device counts. Default: the count that costs least per token.
        devices (list[str] | Unset): Devices. Default: every device of the catalogue.
        engines (list[None | str] | Unset): Serving engines. Default: any engine.
        options (list[None | VaryOptionsItemType0] | Unset): Purchase options. Default: on_demand. A candidate without
            such a price is excluded, or has another option on any price_basis.
        precisions (list[None | str] | Unset): Number formats. Default: the model's own if the device accelerates it.
        prefill_devices (list[str] | Unset): Devices that read prompts, of candidates that serve prompts and tokens
            apart. Every pair with decode_devices is one; device_counts count the devices of both. Default: none. With them,
            `devices` has no candidates unless it is given.
        providers (list[None | str] | Unset): Providers. Default: the median of all.
        regions (list[None | str] | Unset): Regions. Default: the median of all.
        tensor_parallels (list[int | None] | Unset): Devices per replica. Default: the layout with the highest
            throughput.
    """

    decode_devices: list[str] | Unset = UNSET
    device_counts: list[int | None] | Unset = UNSET
    devices: list[str] | Unset = UNSET
    engines: list[None | str] | Unset = UNSET
    options: list[None | VaryOptionsItemType0] | Unset = UNSET
    precisions: list[None | str] | Unset = UNSET
    prefill_devices: list[str] | Unset = UNSET
    providers: list[None | str] | Unset = UNSET
    regions: list[None | str] | Unset = UNSET
    tensor_parallels: list[int | None] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        decode_devices: list[str] | Unset = UNSET
        if not isinstance(self.decode_devices, Unset):
            decode_devices = self.decode_devices

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

        options: list[None | str] | Unset = UNSET
        if not isinstance(self.options, Unset):
            options = []
            for options_item_data in self.options:
                options_item: None | str
                if isinstance(options_item_data, str):
                    options_item = options_item_data
                else:
                    options_item = options_item_data
                options.append(options_item)

        precisions: list[None | str] | Unset = UNSET
        if not isinstance(self.precisions, Unset):
            precisions = []
            for precisions_item_data in self.precisions:
                precisions_item: None | str
                precisions_item = precisions_item_data
                precisions.append(precisions_item)

        prefill_devices: list[str] | Unset = UNSET
        if not isinstance(self.prefill_devices, Unset):
            prefill_devices = self.prefill_devices

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

        tensor_parallels: list[int | None] | Unset = UNSET
        if not isinstance(self.tensor_parallels, Unset):
            tensor_parallels = []
            for tensor_parallels_item_data in self.tensor_parallels:
                tensor_parallels_item: int | None
                tensor_parallels_item = tensor_parallels_item_data
                tensor_parallels.append(tensor_parallels_item)

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if decode_devices is not UNSET:
            field_dict["decode_devices"] = decode_devices
        if device_counts is not UNSET:
            field_dict["device_counts"] = device_counts
        if devices is not UNSET:
            field_dict["devices"] = devices
        if engines is not UNSET:
            field_dict["engines"] = engines
        if options is not UNSET:
            field_dict["options"] = options
        if precisions is not UNSET:
            field_dict["precisions"] = precisions
        if prefill_devices is not UNSET:
            field_dict["prefill_devices"] = prefill_devices
        if providers is not UNSET:
            field_dict["providers"] = providers
        if regions is not UNSET:
            field_dict["regions"] = regions
        if tensor_parallels is not UNSET:
            field_dict["tensor_parallels"] = tensor_parallels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        decode_devices = cast(list[str], d.pop("decode_devices", UNSET))

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

        _options = d.pop("options", UNSET)
        options: list[None | VaryOptionsItemType0] | Unset = UNSET
        if _options is not UNSET:
            options = []
            for options_item_data in _options:

                def _parse_options_item(data: object) -> None | VaryOptionsItemType0:
                    if data is None:
                        return data
                    try:
                        if not isinstance(data, str):
                            raise TypeError()
                        options_item_type_0 = check_vary_options_item_type_0(data)

                        return options_item_type_0
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    return cast(None | VaryOptionsItemType0, data)

                options_item = _parse_options_item(options_item_data)

                options.append(options_item)

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

        prefill_devices = cast(list[str], d.pop("prefill_devices", UNSET))

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

        _tensor_parallels = d.pop("tensor_parallels", UNSET)
        tensor_parallels: list[int | None] | Unset = UNSET
        if _tensor_parallels is not UNSET:
            tensor_parallels = []
            for tensor_parallels_item_data in _tensor_parallels:

                def _parse_tensor_parallels_item(data: object) -> int | None:
                    if data is None:
                        return data
                    return cast(int | None, data)

                tensor_parallels_item = _parse_tensor_parallels_item(tensor_parallels_item_data)

                tensor_parallels.append(tensor_parallels_item)

        vary = cls(
            decode_devices=decode_devices,
            device_counts=device_counts,
            devices=devices,
            engines=engines,
            options=options,
            precisions=precisions,
            prefill_devices=prefill_devices,
            providers=providers,
            regions=regions,
            tensor_parallels=tensor_parallels,
        )

        return vary
