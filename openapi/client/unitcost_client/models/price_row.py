from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="PriceRow")


@_attrs_define
class PriceRow:
    """A row of the price table; in force on [effective_from, effective_to).

    Attributes:
        confidence (str): verified, partly verified, secondary or unverified.
        date_quality (str): announced, or the day on which the price was first observed.
        device (str): The device of the instance.
        device_count (float): Devices of the instance [count].
        doubt (None | str): Why it may be no price of its kind.
        effective_from (str): First day of the price, YYYY-MM-DD.
        effective_to (None | str): First day that it no longer holds on, YYYY-MM-DD; null: in force.
        id (str): provider/region/instance type/option/first day.
        instance_type (str): The provider's name of what is rented.
        notes (None | str): What is odd about the row.
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        provider (str): Who rents it out.
        region (str): The provider's name of the place.
        source (str): Where the figure was published.
        usd_per_device_hour (float): USD per device-hour.
        usd_per_hour (float): USD per hour of the whole instance.
        contract (None | str | Unset): The contract whose price it is; null: a list price.
        contract_discount_fraction (float | None | Unset): What the contract takes off the list price [fraction]; null:
            it has a price of its own.
        forms_cluster (bool | None | Unset): Whether a network joins several instances to one run; null: not known.
        isolated (bool | Unset): Whether the region is isolated, such as of a government. Its prices count only where it
            is named. Default: False.
        last_observed (None | str | Unset): Day on which it was last read, YYYY-MM-DD; null: on its first day.
        list_usd_per_hour (float | None | Unset): List price beside that of a contract [USD per instance-hour].
        most_device_count (float | None | Unset): Most devices of one instance at this price [count]; null:
            device_count.
        network_gigabytes_per_second (float | None | Unset): Network of an instance to others [GB/s]; null: not known.
    """

    confidence: str
    date_quality: str
    device: str
    device_count: float
    doubt: None | str
    effective_from: str
    effective_to: None | str
    id: str
    instance_type: str
    notes: None | str
    option: str
    provider: str
    region: str
    source: str
    usd_per_device_hour: float
    usd_per_hour: float
    contract: None | str | Unset = UNSET
    contract_discount_fraction: float | None | Unset = UNSET
    forms_cluster: bool | None | Unset = UNSET
    isolated: bool | Unset = False
    last_observed: None | str | Unset = UNSET
    list_usd_per_hour: float | None | Unset = UNSET
    most_device_count: float | None | Unset = UNSET
    network_gigabytes_per_second: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        confidence = self.confidence

        date_quality = self.date_quality

        device = self.device

        device_count = self.device_count

        doubt: None | str
        doubt = self.doubt

        effective_from = self.effective_from

        effective_to: None | str
        effective_to = self.effective_to

        id = self.id

        instance_type = self.instance_type

        notes: None | str
        notes = self.notes

        option = self.option

        provider = self.provider

        region = self.region

        source = self.source

        usd_per_device_hour = self.usd_per_device_hour

        usd_per_hour = self.usd_per_hour

        contract: None | str | Unset
        if isinstance(self.contract, Unset):
            contract = UNSET
        else:
            contract = self.contract

        contract_discount_fraction: float | None | Unset
        if isinstance(self.contract_discount_fraction, Unset):
            contract_discount_fraction = UNSET
        else:
            contract_discount_fraction = self.contract_discount_fraction

        forms_cluster: bool | None | Unset
        if isinstance(self.forms_cluster, Unset):
            forms_cluster = UNSET
        else:
            forms_cluster = self.forms_cluster

        isolated = self.isolated

        last_observed: None | str | Unset
        if isinstance(self.last_observed, Unset):
            last_observed = UNSET
        else:
            last_observed = self.last_observed

        list_usd_per_hour: float | None | Unset
        if isinstance(self.list_usd_per_hour, Unset):
            list_usd_per_hour = UNSET
        else:
            list_usd_per_hour = self.list_usd_per_hour

        most_device_count: float | None | Unset
        if isinstance(self.most_device_count, Unset):
            most_device_count = UNSET
        else:
            most_device_count = self.most_device_count

        network_gigabytes_per_second: float | None | Unset
        if isinstance(self.network_gigabytes_per_second, Unset):
            network_gigabytes_per_second = UNSET
        else:
            network_gigabytes_per_second = self.network_gigabytes_per_second

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "confidence": confidence,
                "date_quality": date_quality,
                "device": device,
                "device_count": device_count,
                "doubt": doubt,
                "effective_from": effective_from,
                "effective_to": effective_to,
                "id": id,
                "instance_type": instance_type,
                "notes": notes,
                "option": option,
                "provider": provider,
                "region": region,
                "source": source,
                "usd_per_device_hour": usd_per_device_hour,
                "usd_per_hour": usd_per_hour,
            }
        )
        if contract is not UNSET:
            field_dict["contract"] = contract
        if contract_discount_fraction is not UNSET:
            field_dict["contract_discount_fraction"] = contract_discount_fraction
        if forms_cluster is not UNSET:
            field_dict["forms_cluster"] = forms_cluster
        if isolated is not UNSET:
            field_dict["isolated"] = isolated
        if last_observed is not UNSET:
            field_dict["last_observed"] = last_observed
        if list_usd_per_hour is not UNSET:
            field_dict["list_usd_per_hour"] = list_usd_per_hour
        if most_device_count is not UNSET:
            field_dict["most_device_count"] = most_device_count
        if network_gigabytes_per_second is not UNSET:
            field_dict["network_gigabytes_per_second"] = network_gigabytes_per_second

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        confidence = d.pop("confidence")

        date_quality = d.pop("date_quality")

        device = d.pop("device")

        device_count = d.pop("device_count")

        def _parse_doubt(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        doubt = _parse_doubt(d.pop("doubt"))

        effective_from = d.pop("effective_from")

        def _parse_effective_to(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        effective_to = _parse_effective_to(d.pop("effective_to"))

        id = d.pop("id")

        instance_type = d.pop("instance_type")

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        option = d.pop("option")

        provider = d.pop("provider")

        region = d.pop("region")

        source = d.pop("source")

        usd_per_device_hour = d.pop("usd_per_device_hour")

        usd_per_hour = d.pop("usd_per_hour")

        def _parse_contract(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        contract = _parse_contract(d.pop("contract", UNSET))

        def _parse_contract_discount_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        contract_discount_fraction = _parse_contract_discount_fraction(
            d.pop("contract_discount_fraction", UNSET)
        )

        def _parse_forms_cluster(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        forms_cluster = _parse_forms_cluster(d.pop("forms_cluster", UNSET))

        isolated = d.pop("isolated", UNSET)

        def _parse_last_observed(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        last_observed = _parse_last_observed(d.pop("last_observed", UNSET))

        def _parse_list_usd_per_hour(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        list_usd_per_hour = _parse_list_usd_per_hour(d.pop("list_usd_per_hour", UNSET))

        def _parse_most_device_count(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        most_device_count = _parse_most_device_count(d.pop("most_device_count", UNSET))

        def _parse_network_gigabytes_per_second(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        network_gigabytes_per_second = _parse_network_gigabytes_per_second(
            d.pop("network_gigabytes_per_second", UNSET)
        )

        price_row = cls(
            confidence=confidence,
            date_quality=date_quality,
            device=device,
            device_count=device_count,
            doubt=doubt,
            effective_from=effective_from,
            effective_to=effective_to,
            id=id,
            instance_type=instance_type,
            notes=notes,
            option=option,
            provider=provider,
            region=region,
            source=source,
            usd_per_device_hour=usd_per_device_hour,
            usd_per_hour=usd_per_hour,
            contract=contract,
            contract_discount_fraction=contract_discount_fraction,
            forms_cluster=forms_cluster,
            isolated=isolated,
            last_observed=last_observed,
            list_usd_per_hour=list_usd_per_hour,
            most_device_count=most_device_count,
            network_gigabytes_per_second=network_gigabytes_per_second,
        )

        price_row.additional_properties = d
        return price_row

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
