from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.named_plan_beside_item import (
    NamedPlanBesideItem,
    check_named_plan_beside_item,
)
from ..models.named_plan_minimum_confidence_type_0 import (
    NamedPlanMinimumConfidenceType0,
    check_named_plan_minimum_confidence_type_0,
)
from ..models.named_plan_option_type_0 import (
    NamedPlanOptionType0,
    check_named_plan_option_type_0,
)
from ..models.named_plan_options_item import (
    NamedPlanOptionsItem,
    check_named_plan_options_item,
)
from ..models.named_plan_plan_type_0 import (
    NamedPlanPlanType0,
    check_named_plan_plan_type_0,
)
from ..models.named_plan_upfront_type_0 import (
    NamedPlanUpfrontType0,
    check_named_plan_upfront_type_0,
)
from ..models.named_plan_upfronts_item import (
    NamedPlanUpfrontsItem,
    check_named_plan_upfronts_item,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.ownership import Ownership
    from ..models.purchase import Purchase
    from ..models.term_offer import TermOffer
    from ..models.term_purchase import TermPurchase


T = TypeVar("T", bound="NamedPlan")


@_attrs_define
class NamedPlan:
    """A purchase plan of the caller, with a name.

    Attributes:
        name (str): A name for it, in plain characters.
        base (None | TermPurchase | Unset): The committed base: a reserved term, a savings plan, or owned. Under the
            optimal plan it is owned, and its place may be another than that of what is rented.
        base_replicas (int | None | Unset): Size of the base [count of replicas]. Default: the size with the least
            total, chosen again for every term.
        base_usd_per_hour (float | None | Unset): Dollars an hour that a savings plan as base commits, instead of
            base_replicas [USD an hour]. They pay for use at the price of the plan, in parts of replicas too. What an hour
            does not use is lost. They pass on to the devices of later generations whose plan commits dollars of the same
            option at the same provider.
        base_usd_per_hour_by_month (list[float] | None | Unset): The same for every month of the horizon, instead of
            base_usd_per_hour [USD an hour]. A term begins where a month asks for more than runs, and runs to its end.
        beside (list[NamedPlanBesideItem] | Unset): Options that this one is compared with. Without a provider, the
            price is then that of one provider that sells all of them: of those that do, the one whose on-demand price is
            nearest to that over all providers. Default: the other options of the question that have no provider.
        burst (None | Purchase | Unset): Capacity beyond the base, by the hour. Default: on_demand. If it names no
            place, it has the place of the base, or the place and the discount of the plan.
        discount_fraction (float | Unset): Discount on the price of the table [fraction]. Default: 0.0.
        instance_type (None | str | Unset): The provider's name of the instance type. Default: any.
        longest_term_months (int | None | Unset): Longest term that the optimal plan may begin [months]. Default: any.
        minimum_confidence (NamedPlanMinimumConfidenceType0 | None | Unset): Least confidence of a price, or of a ratio
            behind an estimate: verified, partly verified, secondary or unverified. Default: any, where unverified prices
            count only where no better ones match.
        most_coverage_fraction (float | None | Unset): Most of the replica-hours that run in any month which commitments
            of the optimal plan may serve [fraction]. Default: all of them.
        most_monthly_usd (float | None | Unset): Most that any month of the optimal plan may cost, all items together
            [USD]. What is due after the horizon is not counted, see usd_beyond_horizon of the answer. Default: any.
        most_spot_fraction (float | None | Unset): Share of the load of any month that may be interrupted, and that the
            optimal plan may therefore serve on spot capacity [fraction]. Default: none.
        most_upfront_usd (float | None | Unset): Most that the optimal plan may pay upfront in all [USD]. Default: any.
        offers (list[TermOffer] | Unset): Commitments at prices of your own that the optimal plan may choose from,
            instead of those of the tables. Give `options` too for both.
        option (NamedPlanOptionType0 | None | Unset): How the capacity is bought. Default: on_demand if the table has a
            price, else another option that is rented that day, else the cost of owning estimated from the purchase price.
        options (list[NamedPlanOptionsItem] | Unset): Commitments that the optimal plan may choose from. Default: these,
            and every other term that their provider sells.
        ownership (None | Ownership | Unset): Costs of owning, where the option is owned.
        plan (NamedPlanPlanType0 | None | Unset): The ladder of commitments with the least total cost over the horizon:
            any number of terms of `options`, each begun in any month. Everything else is bought by the hour. An owned
            `base` serves before it.
        provider (None | str | Unset): The provider that rents it out. Default: the median of all matching prices, with
            their range.
        region (None | str | Unset): The provider's name of the region. Default: the usual region of the provider, the
            one with the most prices in the United States; without a provider any that is not isolated, as those of
            governments are.
        shared_instances (bool | Unset): Whether other work takes the devices of an instance that are left unused.
            Default: the deployment pays for whole instances, with what is unused as an item.
        upfront (NamedPlanUpfrontType0 | None | Unset): Part of a reserved price that is paid at the start of the term.
            Default: none. Paying upfront is cheaper, and costs capital.
        upfronts (list[NamedPlanUpfrontsItem] | Unset): Payments upfront that each term of the optimal plan may have,
            where its provider sells them. What is paid upfront costs capital, at discount_rate_fraction.
        usd_per_device_hour (float | None | Unset): The caller's own price [USD per device-hour]. It replaces the table.
    """

    name: str
    base: None | TermPurchase | Unset = UNSET
    base_replicas: int | None | Unset = UNSET
    base_usd_per_hour: float | None | Unset = UNSET
    base_usd_per_hour_by_month: list[float] | None | Unset = UNSET
    beside: list[NamedPlanBesideItem] | Unset = UNSET
    burst: None | Purchase | Unset = UNSET
    discount_fraction: float | Unset = UNSET
    instance_type: None | str | Unset = UNSET
    longest_term_months: int | None | Unset = UNSET
    minimum_confidence: NamedPlanMinimumConfidenceType0 | None | Unset = UNSET
    most_coverage_fraction: float | None | Unset = UNSET
    most_monthly_usd: float | None | Unset = UNSET
    most_spot_fraction: float | None | Unset = UNSET
    most_upfront_usd: float | None | Unset = UNSET
    offers: list[TermOffer] | Unset = UNSET
    option: NamedPlanOptionType0 | None | Unset = UNSET
    options: list[NamedPlanOptionsItem] | Unset = UNSET
    ownership: None | Ownership | Unset = UNSET
    plan: NamedPlanPlanType0 | None | Unset = UNSET
    provider: None | str | Unset = UNSET
    region: None | str | Unset = UNSET
    shared_instances: bool | Unset = UNSET
    upfront: NamedPlanUpfrontType0 | None | Unset = UNSET
    upfronts: list[NamedPlanUpfrontsItem] | Unset = UNSET
    usd_per_device_hour: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.ownership import Ownership  # noqa: PLC0415
        from ..models.purchase import Purchase  # noqa: PLC0415
        from ..models.term_purchase import TermPurchase  # noqa: PLC0415

        name = self.name

        base: dict[str, Any] | None | Unset
        if isinstance(self.base, Unset):
            base = UNSET
        elif isinstance(self.base, TermPurchase):
            base = self.base.to_dict()
        else:
            base = self.base

        base_replicas: int | None | Unset
        if isinstance(self.base_replicas, Unset):
            base_replicas = UNSET
        else:
            base_replicas = self.base_replicas

        base_usd_per_hour: float | None | Unset
        if isinstance(self.base_usd_per_hour, Unset):
            base_usd_per_hour = UNSET
        else:
            base_usd_per_hour = self.base_usd_per_hour

        base_usd_per_hour_by_month: list[float] | None | Unset
        if isinstance(self.base_usd_per_hour_by_month, Unset):
            base_usd_per_hour_by_month = UNSET
        elif isinstance(self.base_usd_per_hour_by_month, list):
            base_usd_per_hour_by_month = self.base_usd_per_hour_by_month

        else:
            base_usd_per_hour_by_month = self.base_usd_per_hour_by_month

        beside: list[str] | Unset = UNSET
        if not isinstance(self.beside, Unset):
            beside = []
            for beside_item_data in self.beside:
                beside_item: str = beside_item_data
                beside.append(beside_item)

        burst: dict[str, Any] | None | Unset
        if isinstance(self.burst, Unset):
            burst = UNSET
        elif isinstance(self.burst, Purchase):
            burst = self.burst.to_dict()
        else:
            burst = self.burst

        discount_fraction = self.discount_fraction

        instance_type: None | str | Unset
        if isinstance(self.instance_type, Unset):
            instance_type = UNSET
        else:
            instance_type = self.instance_type

        longest_term_months: int | None | Unset
        if isinstance(self.longest_term_months, Unset):
            longest_term_months = UNSET
        else:
            longest_term_months = self.longest_term_months

        minimum_confidence: None | str | Unset
        if isinstance(self.minimum_confidence, Unset):
            minimum_confidence = UNSET
        elif isinstance(self.minimum_confidence, str):
            minimum_confidence = self.minimum_confidence
        else:
            minimum_confidence = self.minimum_confidence

        most_coverage_fraction: float | None | Unset
        if isinstance(self.most_coverage_fraction, Unset):
            most_coverage_fraction = UNSET
        else:
            most_coverage_fraction = self.most_coverage_fraction

        most_monthly_usd: float | None | Unset
        if isinstance(self.most_monthly_usd, Unset):
            most_monthly_usd = UNSET
        else:
            most_monthly_usd = self.most_monthly_usd

        most_spot_fraction: float | None | Unset
        if isinstance(self.most_spot_fraction, Unset):
            most_spot_fraction = UNSET
        else:
            most_spot_fraction = self.most_spot_fraction

        most_upfront_usd: float | None | Unset
        if isinstance(self.most_upfront_usd, Unset):
            most_upfront_usd = UNSET
        else:
            most_upfront_usd = self.most_upfront_usd

        offers: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.offers, Unset):
            offers = []
            for offers_item_data in self.offers:
                offers_item = offers_item_data.to_dict()
                offers.append(offers_item)

        option: None | str | Unset
        if isinstance(self.option, Unset):
            option = UNSET
        elif isinstance(self.option, str):
            option = self.option
        else:
            option = self.option

        options: list[str] | Unset = UNSET
        if not isinstance(self.options, Unset):
            options = []
            for options_item_data in self.options:
                options_item: str = options_item_data
                options.append(options_item)

        ownership: dict[str, Any] | None | Unset
        if isinstance(self.ownership, Unset):
            ownership = UNSET
        elif isinstance(self.ownership, Ownership):
            ownership = self.ownership.to_dict()
        else:
            ownership = self.ownership

        plan: None | str | Unset
        if isinstance(self.plan, Unset):
            plan = UNSET
        elif isinstance(self.plan, str):
            plan = self.plan
        else:
            plan = self.plan

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

        upfronts: list[str] | Unset = UNSET
        if not isinstance(self.upfronts, Unset):
            upfronts = []
            for upfronts_item_data in self.upfronts:
                upfronts_item: str = upfronts_item_data
                upfronts.append(upfronts_item)

        usd_per_device_hour: float | None | Unset
        if isinstance(self.usd_per_device_hour, Unset):
            usd_per_device_hour = UNSET
        else:
            usd_per_device_hour = self.usd_per_device_hour

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if base is not UNSET:
            field_dict["base"] = base
        if base_replicas is not UNSET:
            field_dict["base_replicas"] = base_replicas
        if base_usd_per_hour is not UNSET:
            field_dict["base_usd_per_hour"] = base_usd_per_hour
        if base_usd_per_hour_by_month is not UNSET:
            field_dict["base_usd_per_hour_by_month"] = base_usd_per_hour_by_month
        if beside is not UNSET:
            field_dict["beside"] = beside
        if burst is not UNSET:
            field_dict["burst"] = burst
        if discount_fraction is not UNSET:
            field_dict["discount_fraction"] = discount_fraction
        if instance_type is not UNSET:
            field_dict["instance_type"] = instance_type
        if longest_term_months is not UNSET:
            field_dict["longest_term_months"] = longest_term_months
        if minimum_confidence is not UNSET:
            field_dict["minimum_confidence"] = minimum_confidence
        if most_coverage_fraction is not UNSET:
            field_dict["most_coverage_fraction"] = most_coverage_fraction
        if most_monthly_usd is not UNSET:
            field_dict["most_monthly_usd"] = most_monthly_usd
        if most_spot_fraction is not UNSET:
            field_dict["most_spot_fraction"] = most_spot_fraction
        if most_upfront_usd is not UNSET:
            field_dict["most_upfront_usd"] = most_upfront_usd
        if offers is not UNSET:
            field_dict["offers"] = offers
        if option is not UNSET:
            field_dict["option"] = option
        if options is not UNSET:
            field_dict["options"] = options
        if ownership is not UNSET:
            field_dict["ownership"] = ownership
        if plan is not UNSET:
            field_dict["plan"] = plan
        if provider is not UNSET:
            field_dict["provider"] = provider
        if region is not UNSET:
            field_dict["region"] = region
        if shared_instances is not UNSET:
            field_dict["shared_instances"] = shared_instances
        if upfront is not UNSET:
            field_dict["upfront"] = upfront
        if upfronts is not UNSET:
            field_dict["upfronts"] = upfronts
        if usd_per_device_hour is not UNSET:
            field_dict["usd_per_device_hour"] = usd_per_device_hour

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.ownership import Ownership  # noqa: PLC0415
        from ..models.purchase import Purchase  # noqa: PLC0415
        from ..models.term_offer import TermOffer  # noqa: PLC0415
        from ..models.term_purchase import TermPurchase  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        def _parse_base(data: object) -> None | TermPurchase | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                base_type_0 = TermPurchase.from_dict(data)

                return base_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TermPurchase | Unset, data)

        base = _parse_base(d.pop("base", UNSET))

        def _parse_base_replicas(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        base_replicas = _parse_base_replicas(d.pop("base_replicas", UNSET))

        def _parse_base_usd_per_hour(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        base_usd_per_hour = _parse_base_usd_per_hour(d.pop("base_usd_per_hour", UNSET))

        def _parse_base_usd_per_hour_by_month(data: object) -> list[float] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                base_usd_per_hour_by_month_type_0 = cast(list[float], data)

                return base_usd_per_hour_by_month_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[float] | None | Unset, data)

        base_usd_per_hour_by_month = _parse_base_usd_per_hour_by_month(
            d.pop("base_usd_per_hour_by_month", UNSET)
        )

        _beside = d.pop("beside", UNSET)
        beside: list[NamedPlanBesideItem] | Unset = UNSET
        if _beside is not UNSET:
            beside = []
            for beside_item_data in _beside:
                beside_item = check_named_plan_beside_item(beside_item_data)

                beside.append(beside_item)

        def _parse_burst(data: object) -> None | Purchase | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                burst_type_0 = Purchase.from_dict(data)

                return burst_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Purchase | Unset, data)

        burst = _parse_burst(d.pop("burst", UNSET))

        discount_fraction = d.pop("discount_fraction", UNSET)

        def _parse_instance_type(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        instance_type = _parse_instance_type(d.pop("instance_type", UNSET))

        def _parse_longest_term_months(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        longest_term_months = _parse_longest_term_months(d.pop("longest_term_months", UNSET))

        def _parse_minimum_confidence(
            data: object,
        ) -> NamedPlanMinimumConfidenceType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                minimum_confidence_type_0 = check_named_plan_minimum_confidence_type_0(data)

                return minimum_confidence_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(NamedPlanMinimumConfidenceType0 | None | Unset, data)

        minimum_confidence = _parse_minimum_confidence(d.pop("minimum_confidence", UNSET))

        def _parse_most_coverage_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        most_coverage_fraction = _parse_most_coverage_fraction(
            d.pop("most_coverage_fraction", UNSET)
        )

        def _parse_most_monthly_usd(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        most_monthly_usd = _parse_most_monthly_usd(d.pop("most_monthly_usd", UNSET))

        def _parse_most_spot_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        most_spot_fraction = _parse_most_spot_fraction(d.pop("most_spot_fraction", UNSET))

        def _parse_most_upfront_usd(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        most_upfront_usd = _parse_most_upfront_usd(d.pop("most_upfront_usd", UNSET))

        _offers = d.pop("offers", UNSET)
        offers: list[TermOffer] | Unset = UNSET
        if _offers is not UNSET:
            offers = []
            for offers_item_data in _offers:
                offers_item = TermOffer.from_dict(offers_item_data)

                offers.append(offers_item)

        def _parse_option(data: object) -> NamedPlanOptionType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                option_type_0 = check_named_plan_option_type_0(data)

                return option_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(NamedPlanOptionType0 | None | Unset, data)

        option = _parse_option(d.pop("option", UNSET))

        _options = d.pop("options", UNSET)
        options: list[NamedPlanOptionsItem] | Unset = UNSET
        if _options is not UNSET:
            options = []
            for options_item_data in _options:
                options_item = check_named_plan_options_item(options_item_data)

                options.append(options_item)

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

        def _parse_plan(data: object) -> NamedPlanPlanType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                plan_type_0 = check_named_plan_plan_type_0(data)

                return plan_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(NamedPlanPlanType0 | None | Unset, data)

        plan = _parse_plan(d.pop("plan", UNSET))

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

        def _parse_upfront(data: object) -> NamedPlanUpfrontType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                upfront_type_0 = check_named_plan_upfront_type_0(data)

                return upfront_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(NamedPlanUpfrontType0 | None | Unset, data)

        upfront = _parse_upfront(d.pop("upfront", UNSET))

        _upfronts = d.pop("upfronts", UNSET)
        upfronts: list[NamedPlanUpfrontsItem] | Unset = UNSET
        if _upfronts is not UNSET:
            upfronts = []
            for upfronts_item_data in _upfronts:
                upfronts_item = check_named_plan_upfronts_item(upfronts_item_data)

                upfronts.append(upfronts_item)

        def _parse_usd_per_device_hour(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_device_hour = _parse_usd_per_device_hour(d.pop("usd_per_device_hour", UNSET))

        named_plan = cls(
            name=name,
            base=base,
            base_replicas=base_replicas,
            base_usd_per_hour=base_usd_per_hour,
            base_usd_per_hour_by_month=base_usd_per_hour_by_month,
            beside=beside,
            burst=burst,
            discount_fraction=discount_fraction,
            instance_type=instance_type,
            longest_term_months=longest_term_months,
            minimum_confidence=minimum_confidence,
            most_coverage_fraction=most_coverage_fraction,
            most_monthly_usd=most_monthly_usd,
            most_spot_fraction=most_spot_fraction,
            most_upfront_usd=most_upfront_usd,
            offers=offers,
            option=option,
            options=options,
            ownership=ownership,
            plan=plan,
            provider=provider,
            region=region,
            shared_instances=shared_instances,
            upfront=upfront,
            upfronts=upfronts,
            usd_per_device_hour=usd_per_device_hour,
        )

        return named_plan
