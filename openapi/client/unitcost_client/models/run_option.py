from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.certainty import Certainty
    from ..models.commitment_terms import CommitmentTerms
    from ..models.contract_use import ContractUse
    from ..models.distribution import Distribution
    from ..models.line_item import LineItem
    from ..models.owned_rate import OwnedRate
    from ..models.price import Price
    from ..models.run_cash import RunCash
    from ..models.run_part import RunPart


T = TypeVar("T", bound="RunOption")


@_attrs_define
class RunOption:
    """The run under one purchase option.

    Attributes:
        amortised_usd (float): Expected cost if unused commitment is charged pro rata [USD].
        borne_usd (float): Expected cost if unused commitment is charged in full [USD].
        cash (None | RunCash): Accruals and payments by month. Null unless the query has `schedule.start`, `payments`,
            `contracts` or `discount_rate_fraction`.
        checkpoint_gigabytes (float): Size of a checkpoint [GB].
        checkpoint_interval_seconds (float): Useful work between checkpoints [seconds].
        checkpoint_write_seconds (float): Time that a checkpoint stops the run [seconds].
        commitment (CommitmentTerms | None): Null without a commitment, and for a mix.
        device_hours (float): Expected device-hours of work and overheads, without unused ones.
        device_hours_distribution (Distribution): The mean and percentiles of a figure, in the unit of its name.
        device_hours_high (float): High end of the 80% interval [device-hours].
        device_hours_low (float): Low end of the 80% interval [device-hours].
        energy_kilowatt_hours (float): Energy at the meter [kWh].
        estimated (bool): Whether the price is an estimate instead of a row of the table.
        goodput_fraction (float): Share of the wall clock at work, with evaluation [fraction]. Checkpoints, lost work,
            restarts and waits for capacity take the remaining time.
        instance_type (None | str): The provider's name of what is rented.
        interruptions (float): Expected stops: failures and preemptions [count].
        kilograms_co2e (float): CO₂e of the grid [kg].
        line_items (list[LineItem]):
        mtbf_hours (float): Mean time between two stops [hours].
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        owned (None | OwnedRate): Null unless the capacity is owned.
        paid_usd (float): What the caller pays for this run alone: rented hours, whole terms, owned devices at their
            price. It ranks the options. Unused commitment is left out if `commitments` is amortised, of owned devices if
            `purchases` names them too [USD].
        parts (list[RunPart]): Parts of a mix, else empty.
        preemptions (float): Expected preemptions, which take capacity [count].
        price (None | Price): Null for a mix, whose parts have prices.
        provider (None | str): The provider that rents it out. Null if there is none.
        purchase_index (int): Index of the purchase in the query, from 0 [count].
        region (None | str): The provider's name of the place.
        spot_preemptions_per_instance_hour (float): Preemption rate of each spot instance [per hour].
        usd (Distribution): The mean and percentiles of a figure, in the unit of its name.
        usd_per_device_hour (float): Price after the discount [USD per device-hour].
        wall_clock_hours (float): Expected time from start to end [hours].
        wall_clock_hours_distribution (Distribution): The mean and percentiles of a figure, in the unit of its name.
        confidence (Certainty | None | Unset): Null where it is not asked for.
        contracts (list[ContractUse] | Unset): What contracts over whole bills come to.
        is_asked (bool | Unset): False of owned devices that nobody asked for: these rank last.
        is_late (bool | Unset): Whether the run ends after its limit: such options rank after those in time. Default:
            false.
    """

    amortised_usd: float
    borne_usd: float
    cash: None | RunCash
    checkpoint_gigabytes: float
    checkpoint_interval_seconds: float
    checkpoint_write_seconds: float
    commitment: CommitmentTerms | None
    device_hours: float
    device_hours_distribution: Distribution
    device_hours_high: float
    device_hours_low: float
    energy_kilowatt_hours: float
    estimated: bool
    goodput_fraction: float
    instance_type: None | str
    interruptions: float
    kilograms_co2e: float
    line_items: list[LineItem]
    mtbf_hours: float
    option: str
    owned: None | OwnedRate
    paid_usd: float
    parts: list[RunPart]
    preemptions: float
    price: None | Price
    provider: None | str
    purchase_index: int
    region: None | str
    spot_preemptions_per_instance_hour: float
    usd: Distribution
    usd_per_device_hour: float
    wall_clock_hours: float
    wall_clock_hours_distribution: Distribution
    confidence: Certainty | None | Unset = UNSET
    contracts: list[ContractUse] | Unset = UNSET
    is_asked: bool | Unset = UNSET
    is_late: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.certainty import Certainty  # noqa: PLC0415
        from ..models.commitment_terms import CommitmentTerms  # noqa: PLC0415
        from ..models.owned_rate import OwnedRate  # noqa: PLC0415
        from ..models.price import Price  # noqa: PLC0415
        from ..models.run_cash import RunCash  # noqa: PLC0415

        amortised_usd = self.amortised_usd

        borne_usd = self.borne_usd

        cash: dict[str, Any] | None
        if isinstance(self.cash, RunCash):
            cash = self.cash.to_dict()
        else:
            cash = self.cash

        checkpoint_gigabytes = self.checkpoint_gigabytes

        checkpoint_interval_seconds = self.checkpoint_interval_seconds

        checkpoint_write_seconds = self.checkpoint_write_seconds

        commitment: dict[str, Any] | None
        if isinstance(self.commitment, CommitmentTerms):
            commitment = self.commitment.to_dict()
        else:
            commitment = self.commitment

        device_hours = self.device_hours

        device_hours_distribution = self.device_hours_distribution.to_dict()

        device_hours_high = self.device_hours_high

        device_hours_low = self.device_hours_low

        energy_kilowatt_hours = self.energy_kilowatt_hours

        estimated = self.estimated

        goodput_fraction = self.goodput_fraction

        instance_type: None | str
        instance_type = self.instance_type

        interruptions = self.interruptions

        kilograms_co2e = self.kilograms_co2e

        line_items = []
        for line_items_item_data in self.line_items:
            line_items_item = line_items_item_data.to_dict()
            line_items.append(line_items_item)

        mtbf_hours = self.mtbf_hours

        option = self.option

        owned: dict[str, Any] | None
        if isinstance(self.owned, OwnedRate):
            owned = self.owned.to_dict()
        else:
            owned = self.owned

        paid_usd = self.paid_usd

        parts = []
        for parts_item_data in self.parts:
            parts_item = parts_item_data.to_dict()
            parts.append(parts_item)

        preemptions = self.preemptions

        price: dict[str, Any] | None
        if isinstance(self.price, Price):
            price = self.price.to_dict()
        else:
            price = self.price

        provider: None | str
        provider = self.provider

        purchase_index = self.purchase_index

        region: None | str
        region = self.region

        spot_preemptions_per_instance_hour = self.spot_preemptions_per_instance_hour

        usd = self.usd.to_dict()

        usd_per_device_hour = self.usd_per_device_hour

        wall_clock_hours = self.wall_clock_hours

        wall_clock_hours_distribution = self.wall_clock_hours_distribution.to_dict()

        confidence: dict[str, Any] | None | Unset
        if isinstance(self.confidence, Unset):
            confidence = UNSET
        elif isinstance(self.confidence, Certainty):
            confidence = self.confidence.to_dict()
        else:
            confidence = self.confidence

        contracts: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.contracts, Unset):
            contracts = []
            for contracts_item_data in self.contracts:
                contracts_item = contracts_item_data.to_dict()
                contracts.append(contracts_item)

        is_asked = self.is_asked

        is_late = self.is_late

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amortised_usd": amortised_usd,
                "borne_usd": borne_usd,
                "cash": cash,
                "checkpoint_gigabytes": checkpoint_gigabytes,
                "checkpoint_interval_seconds": checkpoint_interval_seconds,
                "checkpoint_write_seconds": checkpoint_write_seconds,
                "commitment": commitment,
                "device_hours": device_hours,
                "device_hours_distribution": device_hours_distribution,
                "device_hours_high": device_hours_high,
                "device_hours_low": device_hours_low,
                "energy_kilowatt_hours": energy_kilowatt_hours,
                "estimated": estimated,
                "goodput_fraction": goodput_fraction,
                "instance_type": instance_type,
                "interruptions": interruptions,
                "kilograms_co2e": kilograms_co2e,
                "line_items": line_items,
                "mtbf_hours": mtbf_hours,
                "option": option,
                "owned": owned,
                "paid_usd": paid_usd,
                "parts": parts,
                "preemptions": preemptions,
                "price": price,
                "provider": provider,
                "purchase_index": purchase_index,
                "region": region,
                "spot_preemptions_per_instance_hour": spot_preemptions_per_instance_hour,
                "usd": usd,
                "usd_per_device_hour": usd_per_device_hour,
                "wall_clock_hours": wall_clock_hours,
                "wall_clock_hours_distribution": wall_clock_hours_distribution,
            }
        )
        if confidence is not UNSET:
            field_dict["confidence"] = confidence
        if contracts is not UNSET:
            field_dict["contracts"] = contracts
        if is_asked is not UNSET:
            field_dict["is_asked"] = is_asked
        if is_late is not UNSET:
            field_dict["is_late"] = is_late

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.certainty import Certainty  # noqa: PLC0415
        from ..models.commitment_terms import CommitmentTerms  # noqa: PLC0415
        from ..models.contract_use import ContractUse  # noqa: PLC0415
        from ..models.distribution import Distribution  # noqa: PLC0415
        from ..models.line_item import LineItem  # noqa: PLC0415
        from ..models.owned_rate import OwnedRate  # noqa: PLC0415
        from ..models.price import Price  # noqa: PLC0415
        from ..models.run_cash import RunCash  # noqa: PLC0415
        from ..models.run_part import RunPart  # noqa: PLC0415

        d = dict(src_dict)
        amortised_usd = d.pop("amortised_usd")

        borne_usd = d.pop("borne_usd")

        def _parse_cash(data: object) -> None | RunCash:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                cash_type_0 = RunCash.from_dict(data)

                return cash_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RunCash, data)

        cash = _parse_cash(d.pop("cash"))

        checkpoint_gigabytes = d.pop("checkpoint_gigabytes")

        checkpoint_interval_seconds = d.pop("checkpoint_interval_seconds")

        checkpoint_write_seconds = d.pop("checkpoint_write_seconds")

        def _parse_commitment(data: object) -> CommitmentTerms | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                commitment_type_0 = CommitmentTerms.from_dict(data)

                return commitment_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CommitmentTerms | None, data)

        commitment = _parse_commitment(d.pop("commitment"))

        device_hours = d.pop("device_hours")

        device_hours_distribution = Distribution.from_dict(d.pop("device_hours_distribution"))

        device_hours_high = d.pop("device_hours_high")

        device_hours_low = d.pop("device_hours_low")

        energy_kilowatt_hours = d.pop("energy_kilowatt_hours")

        estimated = d.pop("estimated")

        goodput_fraction = d.pop("goodput_fraction")

        def _parse_instance_type(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        instance_type = _parse_instance_type(d.pop("instance_type"))

        interruptions = d.pop("interruptions")

        kilograms_co2e = d.pop("kilograms_co2e")

        line_items = []
        _line_items = d.pop("line_items")
        for line_items_item_data in _line_items:
            line_items_item = LineItem.from_dict(line_items_item_data)

            line_items.append(line_items_item)

        mtbf_hours = d.pop("mtbf_hours")

        option = d.pop("option")

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

        paid_usd = d.pop("paid_usd")

        parts = []
        _parts = d.pop("parts")
        for parts_item_data in _parts:
            parts_item = RunPart.from_dict(parts_item_data)

            parts.append(parts_item)

        preemptions = d.pop("preemptions")

        def _parse_price(data: object) -> None | Price:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                price_type_0 = Price.from_dict(data)

                return price_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Price, data)

        price = _parse_price(d.pop("price"))

        def _parse_provider(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        provider = _parse_provider(d.pop("provider"))

        purchase_index = d.pop("purchase_index")

        def _parse_region(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        region = _parse_region(d.pop("region"))

        spot_preemptions_per_instance_hour = d.pop("spot_preemptions_per_instance_hour")

        usd = Distribution.from_dict(d.pop("usd"))

        usd_per_device_hour = d.pop("usd_per_device_hour")

        wall_clock_hours = d.pop("wall_clock_hours")

        wall_clock_hours_distribution = Distribution.from_dict(
            d.pop("wall_clock_hours_distribution")
        )

        def _parse_confidence(data: object) -> Certainty | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                confidence_type_0 = Certainty.from_dict(data)

                return confidence_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Certainty | None | Unset, data)

        confidence = _parse_confidence(d.pop("confidence", UNSET))

        _contracts = d.pop("contracts", UNSET)
        contracts: list[ContractUse] | Unset = UNSET
        if _contracts is not UNSET:
            contracts = []
            for contracts_item_data in _contracts:
                contracts_item = ContractUse.from_dict(contracts_item_data)

                contracts.append(contracts_item)

        is_asked = d.pop("is_asked", UNSET)

        is_late = d.pop("is_late", UNSET)

        run_option = cls(
            amortised_usd=amortised_usd,
            borne_usd=borne_usd,
            cash=cash,
            checkpoint_gigabytes=checkpoint_gigabytes,
            checkpoint_interval_seconds=checkpoint_interval_seconds,
            checkpoint_write_seconds=checkpoint_write_seconds,
            commitment=commitment,
            device_hours=device_hours,
            device_hours_distribution=device_hours_distribution,
            device_hours_high=device_hours_high,
            device_hours_low=device_hours_low,
            energy_kilowatt_hours=energy_kilowatt_hours,
            estimated=estimated,
            goodput_fraction=goodput_fraction,
            instance_type=instance_type,
            interruptions=interruptions,
            kilograms_co2e=kilograms_co2e,
            line_items=line_items,
            mtbf_hours=mtbf_hours,
            option=option,
            owned=owned,
            paid_usd=paid_usd,
            parts=parts,
            preemptions=preemptions,
            price=price,
            provider=provider,
            purchase_index=purchase_index,
            region=region,
            spot_preemptions_per_instance_hour=spot_preemptions_per_instance_hour,
            usd=usd,
            usd_per_device_hour=usd_per_device_hour,
            wall_clock_hours=wall_clock_hours,
            wall_clock_hours_distribution=wall_clock_hours_distribution,
            confidence=confidence,
            contracts=contracts,
            is_asked=is_asked,
            is_late=is_late,
        )

        run_option.additional_properties = d
        return run_option

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
