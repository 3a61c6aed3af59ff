from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.purchase_use_plan import PurchaseUsePlan, check_purchase_use_plan
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.commitment import Commitment
    from ..models.holding import Holding
    from ..models.price import Price
    from ..models.spot_risk import SpotRisk


T = TypeVar("T", bound="PurchaseUse")


@_attrs_define
class PurchaseUse:
    """The purchases of a service, and their saving over on-demand prices.

    Attributes:
        all_on_demand_usd (float | None): Total if everything were bought on demand [USD].
        base (None | Price): Price of the first term.
        break_even_utilization_fraction (float | None): Break-even use of the first commitment [fraction].
        burst (None | Price): Price by the hour in the first month.
        commitment_utilization_fraction (float | None): Used share of all committed replica-hours within the horizon
            [fraction].
        commitments (list[Commitment]):
        coverage_fraction (float): Share of running replica-hours that commitments serve [fraction]. Default: 0.0.
        holdings (list[Holding]):
        optimality_gap_usd (float | None): Most that any other ladder could save [USD]: 0 where the plan is proved the
            best. Null without a plan that was searched for.
        plan (PurchaseUsePlan): single: one option for everything; base_and_burst: a base and hourly capacity beyond it;
            optimal: the ladder of commitments with the least cost.
        saving_discounted_usd (float | None): The same of payments at their present value [USD].
        saving_fraction (float | None): saving_usd over all_on_demand_usd [fraction].
        saving_usd (float | None): all_on_demand_usd less the total [USD].
        spot (None | SpotRisk):
        usd_beyond_horizon (float | Unset): Part of the total of the last month that is due after the horizon [USD]: of
            terms, with their cost of capital, of leases, and of contracts, whose discounts are taken off it.
            most_monthly_usd does not count it. Default: 0.0.
    """

    all_on_demand_usd: float | None
    base: None | Price
    break_even_utilization_fraction: float | None
    burst: None | Price
    commitment_utilization_fraction: float | None
    commitments: list[Commitment]
    coverage_fraction: float
    holdings: list[Holding]
    optimality_gap_usd: float | None
    plan: PurchaseUsePlan
    saving_discounted_usd: float | None
    saving_fraction: float | None
    saving_usd: float | None
    spot: None | SpotRisk
    usd_beyond_horizon: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.price import Price  # noqa: PLC0415
        from ..models.spot_risk import SpotRisk  # noqa: PLC0415

        all_on_demand_usd: float | None
        all_on_demand_usd = self.all_on_demand_usd

        base: dict[str, Any] | None
        if isinstance(self.base, Price):
            base = self.base.to_dict()
        else:
            base = self.base

        break_even_utilization_fraction: float | None
        break_even_utilization_fraction = self.break_even_utilization_fraction

        burst: dict[str, Any] | None
        if isinstance(self.burst, Price):
            burst = self.burst.to_dict()
        else:
            burst = self.burst

        commitment_utilization_fraction: float | None
        commitment_utilization_fraction = self.commitment_utilization_fraction

        commitments = []
        for commitments_item_data in self.commitments:
            commitments_item = commitments_item_data.to_dict()
            commitments.append(commitments_item)

        coverage_fraction = self.coverage_fraction

        holdings = []
        for holdings_item_data in self.holdings:
            holdings_item = holdings_item_data.to_dict()
            holdings.append(holdings_item)

        optimality_gap_usd: float | None
        optimality_gap_usd = self.optimality_gap_usd

        plan: str = self.plan

        saving_discounted_usd: float | None
        saving_discounted_usd = self.saving_discounted_usd

        saving_fraction: float | None
        saving_fraction = self.saving_fraction

        saving_usd: float | None
        saving_usd = self.saving_usd

        spot: dict[str, Any] | None
        if isinstance(self.spot, SpotRisk):
            spot = self.spot.to_dict()
        else:
            spot = self.spot

        usd_beyond_horizon = self.usd_beyond_horizon

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "all_on_demand_usd": all_on_demand_usd,
                "base": base,
                "break_even_utilization_fraction": break_even_utilization_fraction,
                "burst": burst,
                "commitment_utilization_fraction": commitment_utilization_fraction,
                "commitments": commitments,
                "coverage_fraction": coverage_fraction,
                "holdings": holdings,
                "optimality_gap_usd": optimality_gap_usd,
                "plan": plan,
                "saving_discounted_usd": saving_discounted_usd,
                "saving_fraction": saving_fraction,
                "saving_usd": saving_usd,
                "spot": spot,
            }
        )
        if usd_beyond_horizon is not UNSET:
            field_dict["usd_beyond_horizon"] = usd_beyond_horizon

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.commitment import Commitment  # noqa: PLC0415
        from ..models.holding import Holding  # noqa: PLC0415
        from ..models.price import Price  # noqa: PLC0415
        from ..models.spot_risk import SpotRisk  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_all_on_demand_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        all_on_demand_usd = _parse_all_on_demand_usd(d.pop("all_on_demand_usd"))

        def _parse_base(data: object) -> None | Price:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                base_type_0 = Price.from_dict(data)

                return base_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Price, data)

        base = _parse_base(d.pop("base"))

        def _parse_break_even_utilization_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        break_even_utilization_fraction = _parse_break_even_utilization_fraction(
            d.pop("break_even_utilization_fraction")
        )

        def _parse_burst(data: object) -> None | Price:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                burst_type_0 = Price.from_dict(data)

                return burst_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Price, data)

        burst = _parse_burst(d.pop("burst"))

        def _parse_commitment_utilization_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        commitment_utilization_fraction = _parse_commitment_utilization_fraction(
            d.pop("commitment_utilization_fraction")
        )

        commitments = []
        _commitments = d.pop("commitments")
        for commitments_item_data in _commitments:
            commitments_item = Commitment.from_dict(commitments_item_data)

            commitments.append(commitments_item)

        coverage_fraction = d.pop("coverage_fraction")

        holdings = []
        _holdings = d.pop("holdings")
        for holdings_item_data in _holdings:
            holdings_item = Holding.from_dict(holdings_item_data)

            holdings.append(holdings_item)

        def _parse_optimality_gap_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        optimality_gap_usd = _parse_optimality_gap_usd(d.pop("optimality_gap_usd"))

        plan = check_purchase_use_plan(d.pop("plan"))

        def _parse_saving_discounted_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        saving_discounted_usd = _parse_saving_discounted_usd(d.pop("saving_discounted_usd"))

        def _parse_saving_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        saving_fraction = _parse_saving_fraction(d.pop("saving_fraction"))

        def _parse_saving_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        saving_usd = _parse_saving_usd(d.pop("saving_usd"))

        def _parse_spot(data: object) -> None | SpotRisk:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                spot_type_0 = SpotRisk.from_dict(data)

                return spot_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SpotRisk, data)

        spot = _parse_spot(d.pop("spot"))

        usd_beyond_horizon = d.pop("usd_beyond_horizon", UNSET)

        purchase_use = cls(
            all_on_demand_usd=all_on_demand_usd,
            base=base,
            break_even_utilization_fraction=break_even_utilization_fraction,
            burst=burst,
            commitment_utilization_fraction=commitment_utilization_fraction,
            commitments=commitments,
            coverage_fraction=coverage_fraction,
            holdings=holdings,
            optimality_gap_usd=optimality_gap_usd,
            plan=plan,
            saving_discounted_usd=saving_discounted_usd,
            saving_fraction=saving_fraction,
            saving_usd=saving_usd,
            spot=spot,
            usd_beyond_horizon=usd_beyond_horizon,
        )

        purchase_use.additional_properties = d
        return purchase_use

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
