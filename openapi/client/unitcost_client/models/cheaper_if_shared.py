from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CheaperIfShared")


@_attrs_define
class CheaperIfShared:
    """An option that would be cheapest if other work used the rest of what it commits to.

    Attributes:
        amortised_usd (float): Cost of the run if other work used the rest [USD].
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        outlay_usd (float): Cost of the whole commitment: of all terms, or of the devices [USD].
        purchase_index (int): Index of the purchase in the query, from 0 [count].
        run_share_fraction (float | None): Share that the run uses of it [fraction]. Null for a mix, whose parts differ.
        saving_usd (float): paid_usd of the cheapest option less amortised_usd [USD].
    """

    amortised_usd: float
    option: str
    outlay_usd: float
    purchase_index: int
    run_share_fraction: float | None
    saving_usd: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amortised_usd = self.amortised_usd

        option = self.option

        outlay_usd = self.outlay_usd

        purchase_index = self.purchase_index

        run_share_fraction: float | None
        run_share_fraction = self.run_share_fraction

        saving_usd = self.saving_usd

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amortised_usd": amortised_usd,
                "option": option,
                "outlay_usd": outlay_usd,
                "purchase_index": purchase_index,
                "run_share_fraction": run_share_fraction,
                "saving_usd": saving_usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        amortised_usd = d.pop("amortised_usd")

        option = d.pop("option")

        outlay_usd = d.pop("outlay_usd")

        purchase_index = d.pop("purchase_index")

        def _parse_run_share_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        run_share_fraction = _parse_run_share_fraction(d.pop("run_share_fraction"))

        saving_usd = d.pop("saving_usd")

        cheaper_if_shared = cls(
            amortised_usd=amortised_usd,
            option=option,
            outlay_usd=outlay_usd,
            purchase_index=purchase_index,
            run_share_fraction=run_share_fraction,
            saving_usd=saving_usd,
        )

        cheaper_if_shared.additional_properties = d
        return cheaper_if_shared

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
