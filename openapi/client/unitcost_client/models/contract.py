from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.contract_covers_item import ContractCoversItem, check_contract_covers_item
from ..models.contract_minimum_counts_type_0_item import (
    ContractMinimumCountsType0Item,
    check_contract_minimum_counts_type_0_item,
)
from ..models.contract_period import ContractPeriod, check_contract_period
from ..models.contract_tiers_hold_for import (
    ContractTiersHoldFor,
    check_contract_tiers_hold_for,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.spend_tier import SpendTier


T = TypeVar("T", bound="Contract")


@_attrs_define
class Contract:
    """A contract over a whole bill: a private pricing agreement (EDP), a MACC, a spend commitment.

    It takes a discount off what it covers, and may ask for a minimum of spend.

        Attributes:
            covers (list[ContractCoversItem] | Unset): Spend that has the discount.
            discount_fraction (float | None | Unset): Discount on all that is covered [fraction].
            minimum_counts (list[ContractMinimumCountsType0Item] | None | Unset): Spend that counts for the minimum, after
                the discount. Default: as covers.
            minimum_usd (float | None | Unset): Least spend of each period. What is missing is due in its last month, as
                contract_shortfall [USD].
            name (None | str | Unset): A name for it, in plain characters.
            other_usd_per_month (float | Unset): What other work spends of the same contract, before its discount [USD per
                month]. It counts for tiers and the minimum, and is in no total. Default: 0.0.
            period (ContractPeriod | Unset): The time that tiers and the minimum are of: a month, a year from valid_from on,
                or the whole contract. Default: year.
            provider (None | str | Unset): The provider whose bill it is of. Default: any.
            spent_usd (float | None | Unset): What counts already of the period that the service or the run begins in [USD].
                Default: nothing.
            tiers (list[SpendTier] | Unset): Discounts by the spend of a period, in rising order.
            tiers_hold_for (ContractTiersHoldFor | Unset): spend_within: each tier is of the spend within it; whole_spend:
                the highest tier that the spend of the period reaches is of all of it. Default: spend_within.
            valid_from (None | str | Unset): First month. Default: that of the service or of the run.
            valid_to (None | str | Unset): Last month. Default: the contract goes on.
    """

    covers: list[ContractCoversItem] | Unset = UNSET
    discount_fraction: float | None | Unset = UNSET
    minimum_counts: list[ContractMinimumCountsType0Item] | None | Unset = UNSET
    minimum_usd: float | None | Unset = UNSET
    name: None | str | Unset = UNSET
    other_usd_per_month: float | Unset = UNSET
    period: ContractPeriod | Unset = UNSET
    provider: None | str | Unset = UNSET
    spent_usd: float | None | Unset = UNSET
    tiers: list[SpendTier] | Unset = UNSET
    tiers_hold_for: ContractTiersHoldFor | Unset = UNSET
    valid_from: None | str | Unset = UNSET
    valid_to: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        covers: list[str] | Unset = UNSET
        if not isinstance(self.covers, Unset):
            covers = []
            for covers_item_data in self.covers:
                covers_item: str = covers_item_data
                covers.append(covers_item)

        discount_fraction: float | None | Unset
        if isinstance(self.discount_fraction, Unset):
            discount_fraction = UNSET
        else:
            discount_fraction = self.discount_fraction

        minimum_counts: list[str] | None | Unset
        if isinstance(self.minimum_counts, Unset):
            minimum_counts = UNSET
        elif isinstance(self.minimum_counts, list):
            minimum_counts = []
            for minimum_counts_type_0_item_data in self.minimum_counts:
                minimum_counts_type_0_item: str = minimum_counts_type_0_item_data
                minimum_counts.append(minimum_counts_type_0_item)

        else:
            minimum_counts = self.minimum_counts

        minimum_usd: float | None | Unset
        if isinstance(self.minimum_usd, Unset):
            minimum_usd = UNSET
        else:
            minimum_usd = self.minimum_usd

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        other_usd_per_month = self.other_usd_per_month

        period: str | Unset = UNSET
        if not isinstance(self.period, Unset):
            period = self.period

        provider: None | str | Unset
        if isinstance(self.provider, Unset):
            provider = UNSET
        else:
            provider = self.provider

        spent_usd: float | None | Unset
        if isinstance(self.spent_usd, Unset):
            spent_usd = UNSET
        else:
            spent_usd = self.spent_usd

        tiers: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.tiers, Unset):
            tiers = []
            for tiers_item_data in self.tiers:
                tiers_item = tiers_item_data.to_dict()
                tiers.append(tiers_item)

        tiers_hold_for: str | Unset = UNSET
        if not isinstance(self.tiers_hold_for, Unset):
            tiers_hold_for = self.tiers_hold_for

        valid_from: None | str | Unset
        if isinstance(self.valid_from, Unset):
            valid_from = UNSET
        else:
            valid_from = self.valid_from

        valid_to: None | str | Unset
        if isinstance(self.valid_to, Unset):
            valid_to = UNSET
        else:
            valid_to = self.valid_to

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if covers is not UNSET:
            field_dict["covers"] = covers
        if discount_fraction is not UNSET:
            field_dict["discount_fraction"] = discount_fraction
        if minimum_counts is not UNSET:
            field_dict["minimum_counts"] = minimum_counts
        if minimum_usd is not UNSET:
            field_dict["minimum_usd"] = minimum_usd
        if name is not UNSET:
            field_dict["name"] = name
        if other_usd_per_month is not UNSET:
            field_dict["other_usd_per_month"] = other_usd_per_month
        if period is not UNSET:
            field_dict["period"] = period
        if provider is not UNSET:
            field_dict["provider"] = provider
        if spent_usd is not UNSET:
            field_dict["spent_usd"] = spent_usd
        if tiers is not UNSET:
            field_dict["tiers"] = tiers
        if tiers_hold_for is not UNSET:
            field_dict["tiers_hold_for"] = tiers_hold_for
        if valid_from is not UNSET:
            field_dict["valid_from"] = valid_from
        if valid_to is not UNSET:
            field_dict["valid_to"] = valid_to

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.spend_tier import SpendTier  # noqa: PLC0415

        d = dict(src_dict)
        _covers = d.pop("covers", UNSET)
        covers: list[ContractCoversItem] | Unset = UNSET
        if _covers is not UNSET:
            covers = []
            for covers_item_data in _covers:
                covers_item = check_contract_covers_item(covers_item_data)

                covers.append(covers_item)

        def _parse_discount_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        discount_fraction = _parse_discount_fraction(d.pop("discount_fraction", UNSET))

        def _parse_minimum_counts(
            data: object,
        ) -> list[ContractMinimumCountsType0Item] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                minimum_counts_type_0 = []
                _minimum_counts_type_0 = data
                for minimum_counts_type_0_item_data in _minimum_counts_type_0:
                    minimum_counts_type_0_item = check_contract_minimum_counts_type_0_item(
                        minimum_counts_type_0_item_data
                    )

                    minimum_counts_type_0.append(minimum_counts_type_0_item)

                return minimum_counts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ContractMinimumCountsType0Item] | None | Unset, data)

        minimum_counts = _parse_minimum_counts(d.pop("minimum_counts", UNSET))

        def _parse_minimum_usd(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        minimum_usd = _parse_minimum_usd(d.pop("minimum_usd", UNSET))

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        other_usd_per_month = d.pop("other_usd_per_month", UNSET)

        _period = d.pop("period", UNSET)
        period: ContractPeriod | Unset
        if isinstance(_period, Unset):
            period = UNSET
        else:
            period = check_contract_period(_period)

        def _parse_provider(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        provider = _parse_provider(d.pop("provider", UNSET))

        def _parse_spent_usd(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        spent_usd = _parse_spent_usd(d.pop("spent_usd", UNSET))

        _tiers = d.pop("tiers", UNSET)
        tiers: list[SpendTier] | Unset = UNSET
        if _tiers is not UNSET:
            tiers = []
            for tiers_item_data in _tiers:
                tiers_item = SpendTier.from_dict(tiers_item_data)

                tiers.append(tiers_item)

        _tiers_hold_for = d.pop("tiers_hold_for", UNSET)
        tiers_hold_for: ContractTiersHoldFor | Unset
        if isinstance(_tiers_hold_for, Unset):
            tiers_hold_for = UNSET
        else:
            tiers_hold_for = check_contract_tiers_hold_for(_tiers_hold_for)

        def _parse_valid_from(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        valid_from = _parse_valid_from(d.pop("valid_from", UNSET))

        def _parse_valid_to(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        valid_to = _parse_valid_to(d.pop("valid_to", UNSET))

        contract = cls(
            covers=covers,
            discount_fraction=discount_fraction,
            minimum_counts=minimum_counts,
            minimum_usd=minimum_usd,
            name=name,
            other_usd_per_month=other_usd_per_month,
            period=period,
            provider=provider,
            spent_usd=spent_usd,
            tiers=tiers,
            tiers_hold_for=tiers_hold_for,
            valid_from=valid_from,
            valid_to=valid_to,
        )

        return contract
