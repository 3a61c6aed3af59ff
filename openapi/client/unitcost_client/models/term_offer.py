from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.term_offer_option import TermOfferOption, check_term_offer_option
from ..models.term_offer_upfront import TermOfferUpfront, check_term_offer_upfront
from ..types import UNSET, Unset

T = TypeVar("T", bound="TermOffer")


@_attrs_define
class TermOffer:
    """A commitment at a price of the caller's own.

    Attributes:
        option (TermOfferOption): The term.
        usd_per_device_hour (float): Price with what is paid upfront spread over the term [USD per device-hour].
        upfront (TermOfferUpfront | Unset): Part of the price that is paid when the term begins. Default: none.
    """

    option: TermOfferOption
    usd_per_device_hour: float
    upfront: TermOfferUpfront | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        option: str = self.option

        usd_per_device_hour = self.usd_per_device_hour

        upfront: str | Unset = UNSET
        if not isinstance(self.upfront, Unset):
            upfront = self.upfront

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "option": option,
                "usd_per_device_hour": usd_per_device_hour,
            }
        )
        if upfront is not UNSET:
            field_dict["upfront"] = upfront

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        option = check_term_offer_option(d.pop("option"))

        usd_per_device_hour = d.pop("usd_per_device_hour")

        _upfront = d.pop("upfront", UNSET)
        upfront: TermOfferUpfront | Unset
        if isinstance(_upfront, Unset):
            upfront = UNSET
        else:
            upfront = check_term_offer_upfront(_upfront)

        term_offer = cls(
            option=option,
            usd_per_device_hour=usd_per_device_hour,
            upfront=upfront,
        )

        return term_offer
