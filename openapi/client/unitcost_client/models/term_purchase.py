from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.term_purchase_beside_item import (
    TermPurchaseBesideItem,
    check_term_purchase_beside_item,
)
from ..models.term_purchase_minimum_confidence_type_0 import (
    TermPurchaseMinimumConfidenceType0,
    check_term_purchase_minimum_confidence_type_0,
)
from ..models.term_purchase_option_type_0 import (
    TermPurchaseOptionType0,
    check_term_purchase_option_type_0,
)
from ..models.term_purchase_upfront_type_0 import (
    TermPurchaseUpfrontType0,
    check_term_purchase_upfront_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.ownership import Ownership


T = TypeVar("T", bound="TermPurchase")


@_attrs_define
class TermPurchase:
    """A purchase that may commit to a term.

    Attributes:
        beside (list[TermPurchaseBesideItem] | Unset): Options that this one is compared with. Without a provider, the
            price is then that of one provider that sells all of them: of those that do, the one whose on-demand price is
            nearest to that over all providers. Default: the other options of the question that have no provider.
        discount_fraction (float | Unset): Discount on the price of the table [fraction]. Default: 0.0.
        instance_type (None | str | Unset): The provider's name of the instance type. Default: any.
        minimum_confidence (None | TermPurchaseMinimumConfidenceType0 | Unset): Least confidence of a price, or of a
            ratio behind an estimate: verified, partly verified, secondary or unverified. Default: any, where unverified
            prices count only where no better ones match.
        option (None | TermPurchaseOptionType0 | Unset): How the capacity is bought. Default: on_demand if the table has
            a price, else another option that is rented that day, else the cost of owning estimated from the purchase price.
        ownership (None | Ownership | Unset): Costs of owning, where the option is owned.
        provider (None | str | Unset): The provider that rents it out. Default: the median of all matching prices, with
            their range.
        region (None | str | Unset): The provider's name of the region. Default: the usual region of the provider, the
            one with the most prices in the United States; without a provider any that is not isolated, as those of
            governments are.
        shared_instances (bool | Unset): Whether other work takes the devices of an instance that are left unused.
            Default: the deployment pays for whole instances, with what is unused as an item.
        upfront (None | TermPurchaseUpfrontType0 | Unset): Part of a reserved price that is paid at the start of the
            term. Default: none. Paying upfront is cheaper, and costs capital.
        usd_per_device_hour (float | None | Unset): The caller's own price [USD per device-hour]. It replaces the table.
    """

    beside: list[TermPurchaseBesideItem] | Unset = UNSET
    discount_fraction: float | Unset = UNSET
    instance_type: None | str | Unset = UNSET
    minimum_confidence: None | TermPurchaseMinimumConfidenceType0 | Unset = UNSET
    option: None | TermPurchaseOptionType0 | Unset = UNSET
    ownership: None | Ownership | Unset = UNSET
    provider: None | str | Unset = UNSET
    region: None | str | Unset = UNSET
    shared_instances: bool | Unset = UNSET
    upfront: None | TermPurchaseUpfrontType0 | Unset = UNSET
    usd_per_device_hour: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.ownership import Ownership  # noqa: PLC0415

        beside: list[str] | Unset = UNSET
        if not isinstance(self.beside, Unset):
            beside = []
            for beside_item_data in self.beside:
                beside_item: str = beside_item_data
                beside.append(beside_item)

        discount_fraction = self.discount_fraction

        instance_type: None | str | Unset
        if isinstance(self.instance_type, Unset):
            instance_type = UNSET
        else:
            instance_type = self.instance_type

        minimum_confidence: None | str | Unset
        if isinstance(self.minimum_confidence, Unset):
            minimum_confidence = UNSET
        elif isinstance(self.minimum_confidence, str):
            minimum_confidence = self.minimum_confidence
        else:
            minimum_confidence = self.minimum_confidence

        option: None | str | Unset
        if isinstance(self.option, Unset):
            option = UNSET
        elif isinstance(self.option, str):
            option = self.option
        else:
            option = self.option

        ownership: dict[str, Any] | None | Unset
        if isinstance(self.ownership, Unset):
            ownership = UNSET
        elif isinstance(self.ownership, Ownership):
            ownership = self.ownership.to_dict()
        else:
            ownership = self.ownership

        provider: None | str | Unset
        if isinstance(self.provider, Unset):
            provider = UNSET
        else:
            provider = self.provider

        region: None | str | Unset
        if isinstance(self.region, Unset):
            region = UNSET
        else:
            region = self.region

        shared_instances = self.shared_instances

        upfront: None | str | Unset
        if isinstance(self.upfront, Unset):
            upfront = UNSET
        elif isinstance(self.upfront, str):
            upfront = self.upfront
        else:
            upfront = self.upfront

        usd_per_device_hour: float | None | Unset
        if isinstance(self.usd_per_device_hour, Unset):
            usd_per_device_hour = UNSET
        else:
            usd_per_device_hour = self.usd_per_device_hour

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if beside is not UNSET:
            field_dict["beside"] = beside
        if discount_fraction is not UNSET:
            field_dict["discount_fraction"] = discount_fraction
        if instance_type is not UNSET:
            field_dict["instance_type"] = instance_type
        if minimum_confidence is not UNSET:
            field_dict["minimum_confidence"] = minimum_confidence
        if option is not UNSET:
            field_dict["option"] = option
        if ownership is not UNSET:
            field_dict["ownership"] = ownership
        if provider is not UNSET:
            field_dict["provider"] = provider
        if region is not UNSET:
            field_dict["region"] = region
        if shared_instances is not UNSET:
            field_dict["shared_instances"] = shared_instances
        if upfront is not UNSET:
            field_dict["upfront"] = upfront
        if usd_per_device_hour is not UNSET:
            field_dict["usd_per_device_hour"] = usd_per_device_hour

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.ownership import Ownership  # noqa: PLC0415

        d = dict(src_dict)
        _beside = d.pop("beside", UNSET)
        beside: list[TermPurchaseBesideItem] | Unset = UNSET
        if _beside is not UNSET:
            beside = []
            for beside_item_data in _beside:
                beside_item = check_term_purchase_beside_item(beside_item_data)

                beside.append(beside_item)

        discount_fraction = d.pop("discount_fraction", UNSET)

        def _parse_instance_type(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        instance_type = _parse_instance_type(d.pop("instance_type", UNSET))

        def _parse_minimum_confidence(
            data: object,
        ) -> None | TermPurchaseMinimumConfidenceType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                minimum_confidence_type_0 = check_term_purchase_minimum_confidence_type_0(data)

                return minimum_confidence_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TermPurchaseMinimumConfidenceType0 | Unset, data)

        minimum_confidence = _parse_minimum_confidence(d.pop("minimum_confidence", UNSET))

        def _parse_option(data: object) -> None | TermPurchaseOptionType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                option_type_0 = check_term_purchase_option_type_0(data)

                return option_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TermPurchaseOptionType0 | Unset, data)

        option = _parse_option(d.pop("option", UNSET))

        def _parse_ownership(data: object) -> None | Ownership | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                ownership_type_0 = Ownership.from_dict(data)

                return ownership_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Ownership | Unset, data)

        ownership = _parse_ownership(d.pop("ownership", UNSET))

        def _parse_provider(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        provider = _parse_provider(d.pop("provider", UNSET))

        def _parse_region(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        region = _parse_region(d.pop("region", UNSET))

        shared_instances = d.pop("shared_instances", UNSET)

        def _parse_upfront(data: object) -> None | TermPurchaseUpfrontType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                upfront_type_0 = check_term_purchase_upfront_type_0(data)

                return upfront_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TermPurchaseUpfrontType0 | Unset, data)

        upfront = _parse_upfront(d.pop("upfront", UNSET))

        def _parse_usd_per_device_hour(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_device_hour = _parse_usd_per_device_hour(d.pop("usd_per_device_hour", UNSET))

        term_purchase = cls(
            beside=beside,
            discount_fraction=discount_fraction,
            instance_type=instance_type,
            minimum_confidence=minimum_confidence,
            option=option,
            ownership=ownership,
            provider=provider,
            region=region,
            shared_instances=shared_instances,
            upfront=upfront,
            usd_per_device_hour=usd_per_device_hour,
        )

        return term_purchase
