from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.price_basis import PriceBasis, check_price_basis

if TYPE_CHECKING:
    from ..models.price_range import PriceRange
    from ..models.price_row import PriceRow


T = TypeVar("T", bound="Price")


@_attrs_define
class Price:
    """The price of a device-hour in this answer.

    Attributes:
        age_days (int | None): Days from when its row was last read to `as_of` [days]; null where no row of the tables
            has it, or the caller's own.
        basis (PriceBasis): given: the caller's price; table: a price row; estimated: a price row × a ratio of the
            instance, its family, its provider or the market, or the cost of owning.
        contract (None | str): The contract whose price it is; null: a list price.
        list_usd_per_device_hour (float | None): List price beside that of a contract, or before the caller's discount
            [USD per device-hour]; null where usd_per_device_hour is the list price, or none is known.
        option (str): How the capacity is bought.
        range_ (None | PriceRange):
        row (None | PriceRow):
        selection (str): How the price was chosen.
        usd_per_device_hour (float): Price after the discount [USD per device-hour].
        usd_per_device_hour_high (float | None): High end of the range of an estimate [USD per device-hour].
        usd_per_device_hour_low (float | None): Low end of the range of an estimate [USD per device-hour]; null for a
            price that is given or in the table.
    """

    age_days: int | None
    basis: PriceBasis
    contract: None | str
    list_usd_per_device_hour: float | None
    option: str
    range_: None | PriceRange
    row: None | PriceRow
    selection: str
    usd_per_device_hour: float
    usd_per_device_hour_high: float | None
    usd_per_device_hour_low: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.price_range import PriceRange  # noqa: PLC0415
        from ..models.price_row import PriceRow  # noqa: PLC0415

        age_days: int | None
        age_days = self.age_days

        basis: str = self.basis

        contract: None | str
        contract = self.contract

        list_usd_per_device_hour: float | None
        list_usd_per_device_hour = self.list_usd_per_device_hour

        option = self.option

        range_: dict[str, Any] | None
        if isinstance(self.range_, PriceRange):
            range_ = self.range_.to_dict()
        else:
            range_ = self.range_

        row: dict[str, Any] | None
        if isinstance(self.row, PriceRow):
            row = self.row.to_dict()
        else:
            row = self.row

        selection = self.selection

        usd_per_device_hour = self.usd_per_device_hour

        usd_per_device_hour_high: float | None
        usd_per_device_hour_high = self.usd_per_device_hour_high

        usd_per_device_hour_low: float | None
        usd_per_device_hour_low = self.usd_per_device_hour_low

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "age_days": age_days,
                "basis": basis,
                "contract": contract,
                "list_usd_per_device_hour": list_usd_per_device_hour,
                "option": option,
                "range": range_,
                "row": row,
                "selection": selection,
                "usd_per_device_hour": usd_per_device_hour,
                "usd_per_device_hour_high": usd_per_device_hour_high,
                "usd_per_device_hour_low": usd_per_device_hour_low,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.price_range import PriceRange  # noqa: PLC0415
        from ..models.price_row import PriceRow  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_age_days(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        age_days = _parse_age_days(d.pop("age_days"))

        basis = check_price_basis(d.pop("basis"))

        def _parse_contract(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        contract = _parse_contract(d.pop("contract"))

        def _parse_list_usd_per_device_hour(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        list_usd_per_device_hour = _parse_list_usd_per_device_hour(
            d.pop("list_usd_per_device_hour")
        )

        option = d.pop("option")

        def _parse_range_(data: object) -> None | PriceRange:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                range_type_0 = PriceRange.from_dict(data)

                return range_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PriceRange, data)

        range_ = _parse_range_(d.pop("range"))

        def _parse_row(data: object) -> None | PriceRow:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                row_type_0 = PriceRow.from_dict(data)

                return row_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PriceRow, data)

        row = _parse_row(d.pop("row"))

        selection = d.pop("selection")

        usd_per_device_hour = d.pop("usd_per_device_hour")

        def _parse_usd_per_device_hour_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_device_hour_high = _parse_usd_per_device_hour_high(
            d.pop("usd_per_device_hour_high")
        )

        def _parse_usd_per_device_hour_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_device_hour_low = _parse_usd_per_device_hour_low(d.pop("usd_per_device_hour_low"))

        price = cls(
            age_days=age_days,
            basis=basis,
            contract=contract,
            list_usd_per_device_hour=list_usd_per_device_hour,
            option=option,
            range_=range_,
            row=row,
            selection=selection,
            usd_per_device_hour=usd_per_device_hour,
            usd_per_device_hour_high=usd_per_device_hour_high,
            usd_per_device_hour_low=usd_per_device_hour_low,
        )

        price.additional_properties = d
        return price

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
