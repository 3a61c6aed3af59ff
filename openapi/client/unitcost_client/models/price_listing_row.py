from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PriceListingRow")


@_attrs_define
class PriceListingRow:
    """A price of one instance, and the days on which it holds.

    Attributes:
        accelerator (str): What the source calls the device.
        confidence (str): verified, partly verified, secondary or unverified.
        contract (None | str): The contract whose price it is; null: a list price.
        contract_discount_fraction (float | None): What the contract takes off the list price [fraction]; null: it has a
            price of its own.
        date_quality (str): announced, or first observed on that day.
        device (None | str): The device; null if the catalogue does not model it.
        device_count (float): Devices of the instance [count].
        effective_from (datetime.date): First day of the price.
        effective_to (datetime.date | None): First day after the price; null while the price holds.
        instance_type (str): The provider's name of what is rented.
        last_observed (datetime.date | None): Last day on which the price was read at its source; null: its first day.
        list_usd_per_hour (float | None): List price beside that of a contract, of the whole instance [USD per hour].
        memory_gibibytes (float | None): Memory of the host [GiB].
        notes (None | str): Remarks on the row.
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        provider (str): Who rents it out.
        region (str): The provider's name of the place.
        source (str): Where the figures of the row were published.
        usd_per_hour (float): USD per hour of the whole instance.
        vcpu_count (int | None): Virtual CPUs [count].
    """

    accelerator: str
    confidence: str
    contract: None | str
    contract_discount_fraction: float | None
    date_quality: str
    device: None | str
    device_count: float
    effective_from: datetime.date
    effective_to: datetime.date | None
    instance_type: str
    last_observed: datetime.date | None
    list_usd_per_hour: float | None
    memory_gibibytes: float | None
    notes: None | str
    option: str
    provider: str
    region: str
    source: str
    usd_per_hour: float
    vcpu_count: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        accelerator = self.accelerator

        confidence = self.confidence

        contract: None | str
        contract = self.contract

        contract_discount_fraction: float | None
        contract_discount_fraction = self.contract_discount_fraction

        date_quality = self.date_quality

        device: None | str
        device = self.device

        device_count = self.device_count

        effective_from = self.effective_from.isoformat()

        effective_to: None | str
        if isinstance(self.effective_to, datetime.date):
            effective_to = self.effective_to.isoformat()
        else:
            effective_to = self.effective_to

        instance_type = self.instance_type

        last_observed: None | str
        if isinstance(self.last_observed, datetime.date):
            last_observed = self.last_observed.isoformat()
        else:
            last_observed = self.last_observed

        list_usd_per_hour: float | None
        list_usd_per_hour = self.list_usd_per_hour

        memory_gibibytes: float | None
        memory_gibibytes = self.memory_gibibytes

        notes: None | str
        notes = self.notes

        option = self.option

        provider = self.provider

        region = self.region

        source = self.source

        usd_per_hour = self.usd_per_hour

        vcpu_count: int | None
        vcpu_count = self.vcpu_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accelerator": accelerator,
                "confidence": confidence,
                "contract": contract,
                "contract_discount_fraction": contract_discount_fraction,
                "date_quality": date_quality,
                "device": device,
                "device_count": device_count,
                "effective_from": effective_from,
                "effective_to": effective_to,
                "instance_type": instance_type,
                "last_observed": last_observed,
                "list_usd_per_hour": list_usd_per_hour,
                "memory_gibibytes": memory_gibibytes,
                "notes": notes,
                "option": option,
                "provider": provider,
                "region": region,
                "source": source,
                "usd_per_hour": usd_per_hour,
                "vcpu_count": vcpu_count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        accelerator = d.pop("accelerator")

        confidence = d.pop("confidence")

        def _parse_contract(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        contract = _parse_contract(d.pop("contract"))

        def _parse_contract_discount_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        contract_discount_fraction = _parse_contract_discount_fraction(
            d.pop("contract_discount_fraction")
        )

        date_quality = d.pop("date_quality")

        def _parse_device(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        device = _parse_device(d.pop("device"))

        device_count = d.pop("device_count")

        effective_from = datetime.date.fromisoformat(d.pop("effective_from"))

        def _parse_effective_to(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                effective_to_type_0 = datetime.date.fromisoformat(data)

                return effective_to_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        effective_to = _parse_effective_to(d.pop("effective_to"))

        instance_type = d.pop("instance_type")

        def _parse_last_observed(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_observed_type_0 = datetime.date.fromisoformat(data)

                return last_observed_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        last_observed = _parse_last_observed(d.pop("last_observed"))

        def _parse_list_usd_per_hour(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        list_usd_per_hour = _parse_list_usd_per_hour(d.pop("list_usd_per_hour"))

        def _parse_memory_gibibytes(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        memory_gibibytes = _parse_memory_gibibytes(d.pop("memory_gibibytes"))

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        option = d.pop("option")

        provider = d.pop("provider")

        region = d.pop("region")

        source = d.pop("source")

        usd_per_hour = d.pop("usd_per_hour")

        def _parse_vcpu_count(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        vcpu_count = _parse_vcpu_count(d.pop("vcpu_count"))

        price_listing_row = cls(
            accelerator=accelerator,
            confidence=confidence,
            contract=contract,
            contract_discount_fraction=contract_discount_fraction,
            date_quality=date_quality,
            device=device,
            device_count=device_count,
            effective_from=effective_from,
            effective_to=effective_to,
            instance_type=instance_type,
            last_observed=last_observed,
            list_usd_per_hour=list_usd_per_hour,
            memory_gibibytes=memory_gibibytes,
            notes=notes,
            option=option,
            provider=provider,
            region=region,
            source=source,
            usd_per_hour=usd_per_hour,
            vcpu_count=vcpu_count,
        )

        price_listing_row.additional_properties = d
        return price_listing_row

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
