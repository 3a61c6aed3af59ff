from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PriceRow")


@_attrs_define
class PriceRow:
    """A row of the price table; in force on [effective_from, effective_to).

    Attributes:
        confidence (str): verified, partly verified, secondary or unverified.
        contract (None | str): The contract whose price it is; null: a list price.
        contract_discount_fraction (float | None): What the contract takes off the list price [fraction]; null: it has a
            price of its own.
        date_quality (str): announced, or the day on which the price was first observed.
        device (str): The device of the instance.
        device_count (float): Devices of the instance [count].
        doubt (None | str): Why it may be no price of its kind.
        effective_from (str): First day of the price, YYYY-MM-DD.
        effective_to (None | str): First day that it no longer holds on, YYYY-MM-DD; null: in force.
        forms_cluster (bool | None): Whether a network joins several instances to one run; null: not known.
        id (str): provider/region/instance type/option/first day.
        instance_type (str): The provider's name of what is rented.
        isolated (bool): Whether the region is isolated, such as of a government. Its prices count only where it is
            named. Default: false.
        last_observed (None | str): Day on which it was last read, YYYY-MM-DD; null: on its first day.
        list_usd_per_hour (float | None): List price beside that of a contract [USD per instance-hour].
        most_device_count (float | None): Most devices of one instance at this price [count]; null: device_count.
        network_gigabytes_per_second (float | None): Network of an instance to others [GB/s]; null: not known.
        notes (None | str): What is odd about the row.
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        provider (str): Who rents it out.
        region (str): The provider's name of the place.
        source (str): Where the figure was published.
        usd_per_device_hour (float): USD per device-hour.
        usd_per_hour (float): USD per hour of the whole instance.
    """

    confidence: str
    contract: None | str
    contract_discount_fraction: float | None
    date_quality: str
    device: str
    device_count: float
    doubt: None | str
    effective_from: str
    effective_to: None | str
    forms_cluster: bool | None
    id: str
    instance_type: str
    isolated: bool
    last_observed: None | str
    list_usd_per_hour: float | None
    most_device_count: float | None
    network_gigabytes_per_second: float | None
    notes: None | str
    option: str
    provider: str
    region: str
    source: str
    usd_per_device_hour: float
    usd_per_hour: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        confidence = self.confidence

        contract: None | str
        contract = self.contract

        contract_discount_fraction: float | None
        contract_discount_fraction = self.contract_discount_fraction

        date_quality = self.date_quality

        device = self.device

        device_count = self.device_count

        doubt: None | str
        doubt = self.doubt

        effective_from = self.effective_from

        effective_to: None | str
        effective_to = self.effective_to

        forms_cluster: bool | None
        forms_cluster = self.forms_cluster

        id = self.id

        instance_type = self.instance_type

        isolated = self.isolated

        last_observed: None | str
        last_observed = self.last_observed

        list_usd_per_hour: float | None
        list_usd_per_hour = self.list_usd_per_hour

        most_device_count: float | None
        most_device_count = self.most_device_count

        network_gigabytes_per_second: float | None
        network_gigabytes_per_second = self.network_gigabytes_per_second

        notes: None | str
        notes = self.notes

        option = self.option

        provider = self.provider

        region = self.region

        source = self.source

        usd_per_device_hour = self.usd_per_device_hour

        usd_per_hour = self.usd_per_hour

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "confidence": confidence,
                "contract": contract,
                "contract_discount_fraction": contract_discount_fraction,
                "date_quality": date_quality,
                "device": device,
                "device_count": device_count,
                "doubt": doubt,
                "effective_from": effective_from,
                "effective_to": effective_to,
                "forms_cluster": forms_cluster,
                "id": id,
                "instance_type": instance_type,
                "isolated": isolated,
                "last_observed": last_observed,
                "list_usd_per_hour": list_usd_per_hour,
                "most_device_count": most_device_count,
                "network_gigabytes_per_second": network_gigabytes_per_second,
                "notes": notes,
                "option": option,
                "provider": provider,
                "region": region,
                "source": source,
                "usd_per_device_hour": usd_per_device_hour,
                "usd_per_hour": usd_per_hour,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
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

        def _parse_forms_cluster(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        forms_cluster = _parse_forms_cluster(d.pop("forms_cluster"))

        id = d.pop("id")

        instance_type = d.pop("instance_type")

        isolated = d.pop("isolated")

        def _parse_last_observed(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        last_observed = _parse_last_observed(d.pop("last_observed"))

        def _parse_list_usd_per_hour(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        list_usd_per_hour = _parse_list_usd_per_hour(d.pop("list_usd_per_hour"))

        def _parse_most_device_count(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        most_device_count = _parse_most_device_count(d.pop("most_device_count"))

        def _parse_network_gigabytes_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        network_gigabytes_per_second = _parse_network_gigabytes_per_second(
            d.pop("network_gigabytes_per_second")
        )

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

        price_row = cls(
            confidence=confidence,
            contract=contract,
            contract_discount_fraction=contract_discount_fraction,
            date_quality=date_quality,
            device=device,
            device_count=device_count,
            doubt=doubt,
            effective_from=effective_from,
            effective_to=effective_to,
            forms_cluster=forms_cluster,
            id=id,
            instance_type=instance_type,
            isolated=isolated,
            last_observed=last_observed,
            list_usd_per_hour=list_usd_per_hour,
            most_device_count=most_device_count,
            network_gigabytes_per_second=network_gigabytes_per_second,
            notes=notes,
            option=option,
            provider=provider,
            region=region,
            source=source,
            usd_per_device_hour=usd_per_device_hour,
            usd_per_hour=usd_per_hour,
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
