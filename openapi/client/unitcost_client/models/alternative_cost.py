from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.alternative_cost_kind import (
    AlternativeCostKind,
    check_alternative_cost_kind,
)

if TYPE_CHECKING:
    from ..models.alternative_month import AlternativeMonth
    from ..models.curve_point import CurvePoint
    from ..models.price import Price
    from ..models.replica import Replica
    from ..models.returns import Returns
    from ..models.token_prices import TokenPrices


T = TypeVar("T", bound="AlternativeCost")


@_attrs_define
class AlternativeCost:
    """The cost of an alternative, compared with the deployment.

    Attributes:
        base (None | Price): Price of what another deployment commits; null: nothing is committed.
        break_even_month (None | str): First month from which the cumulative cost of the deployment is no higher. Null:
            not within the horizon.
        break_even_month_discounted (None | str): The same of payments at their present value.
        break_even_requests_per_day (float | None): Load from which the deployment costs no more per month, at the
            prices of the first month [requests per day]. Null: nowhere on the curve.
        burst (None | Price): Price of what another deployment rents by the hour; null: nothing.
        curve (list[CurvePoint]):
        kind (AlternativeCostKind): api: charged per token; deployment: another deployment.
        months (list[AlternativeMonth]):
        name (str): Name in the query, or a default.
        peak_replicas (int | None): Most replicas of another deployment [count].
        prices (None | TokenPrices): Prices of an API.
        replica (None | Replica): Replica of another deployment.
        returns (Returns): What the payments of the deployment earn beside those of an alternative.
        saving_discounted_usd (float): Its usd_discounted less that of the deployment [USD].
        saving_usd (float): Its total less that of the deployment [USD].
        usd_discounted (float): Present value of its cost [USD].
        usd_per_million_tokens (float | None): USD per million tokens, input and output together.
        usd_total (float): Cost over the horizon [USD].
        usd_total_high (float | None): Upper end of the 80% interval of usd_total, by the interval of the throughput and
            the range of estimated prices. The load, its growth and later prices stand as given: `uncertainty` draws them
            too [USD]. Null: an API, or in a sweep.
        usd_total_low (float | None): Lower end of the 80% interval of usd_total, by the interval of the throughput and
            the range of estimated prices. The load, its growth and later prices stand as given: `uncertainty` draws them
            too [USD]. Null: an API, or in a sweep.
    """

    base: None | Price
    break_even_month: None | str
    break_even_month_discounted: None | str
    break_even_requests_per_day: float | None
    burst: None | Price
    curve: list[CurvePoint]
    kind: AlternativeCostKind
    months: list[AlternativeMonth]
    name: str
    peak_replicas: int | None
    prices: None | TokenPrices
    replica: None | Replica
    returns: Returns
    saving_discounted_usd: float
    saving_usd: float
    usd_discounted: float
    usd_per_million_tokens: float | None
    usd_total: float
    usd_total_high: float | None
    usd_total_low: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.price import Price  # noqa: PLC0415
        from ..models.replica import Replica  # noqa: PLC0415
        from ..models.token_prices import TokenPrices  # noqa: PLC0415

        base: dict[str, Any] | None
        if isinstance(self.base, Price):
            base = self.base.to_dict()
        else:
            base = self.base

        break_even_month: None | str
        break_even_month = self.break_even_month

        break_even_month_discounted: None | str
        break_even_month_discounted = self.break_even_month_discounted

        break_even_requests_per_day: float | None
        break_even_requests_per_day = self.break_even_requests_per_day

        burst: dict[str, Any] | None
        if isinstance(self.burst, Price):
            burst = self.burst.to_dict()
        else:
            burst = self.burst

        curve = []
        for curve_item_data in self.curve:
            curve_item = curve_item_data.to_dict()
            curve.append(curve_item)

        kind: str = self.kind

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        name = self.name

        peak_replicas: int | None
        peak_replicas = self.peak_replicas

        prices: dict[str, Any] | None
        if isinstance(self.prices, TokenPrices):
            prices = self.prices.to_dict()
        else:
            prices = self.prices

        replica: dict[str, Any] | None
        if isinstance(self.replica, Replica):
            replica = self.replica.to_dict()
        else:
            replica = self.replica

        returns = self.returns.to_dict()

        saving_discounted_usd = self.saving_discounted_usd

        saving_usd = self.saving_usd

        usd_discounted = self.usd_discounted

        usd_per_million_tokens: float | None
        usd_per_million_tokens = self.usd_per_million_tokens

        usd_total = self.usd_total

        usd_total_high: float | None
        usd_total_high = self.usd_total_high

        usd_total_low: float | None
        usd_total_low = self.usd_total_low

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "base": base,
                "break_even_month": break_even_month,
                "break_even_month_discounted": break_even_month_discounted,
                "break_even_requests_per_day": break_even_requests_per_day,
                "burst": burst,
                "curve": curve,
                "kind": kind,
                "months": months,
                "name": name,
                "peak_replicas": peak_replicas,
                "prices": prices,
                "replica": replica,
                "returns": returns,
                "saving_discounted_usd": saving_discounted_usd,
                "saving_usd": saving_usd,
                "usd_discounted": usd_discounted,
                "usd_per_million_tokens": usd_per_million_tokens,
                "usd_total": usd_total,
                "usd_total_high": usd_total_high,
                "usd_total_low": usd_total_low,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alternative_month import AlternativeMonth  # noqa: PLC0415
        from ..models.curve_point import CurvePoint  # noqa: PLC0415
        from ..models.price import Price  # noqa: PLC0415
        from ..models.replica import Replica  # noqa: PLC0415
        from ..models.returns import Returns  # noqa: PLC0415
        from ..models.token_prices import TokenPrices  # noqa: PLC0415

        d = dict(src_dict)

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

        def _parse_break_even_month(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        break_even_month = _parse_break_even_month(d.pop("break_even_month"))

        def _parse_break_even_month_discounted(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        break_even_month_discounted = _parse_break_even_month_discounted(
            d.pop("break_even_month_discounted")
        )

        def _parse_break_even_requests_per_day(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        break_even_requests_per_day = _parse_break_even_requests_per_day(
            d.pop("break_even_requests_per_day")
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

        curve = []
        _curve = d.pop("curve")
        for curve_item_data in _curve:
            curve_item = CurvePoint.from_dict(curve_item_data)

            curve.append(curve_item)

        kind = check_alternative_cost_kind(d.pop("kind"))

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = AlternativeMonth.from_dict(months_item_data)

            months.append(months_item)

        name = d.pop("name")

        def _parse_peak_replicas(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        peak_replicas = _parse_peak_replicas(d.pop("peak_replicas"))

        def _parse_prices(data: object) -> None | TokenPrices:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                prices_type_0 = TokenPrices.from_dict(data)

                return prices_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TokenPrices, data)

        prices = _parse_prices(d.pop("prices"))

        def _parse_replica(data: object) -> None | Replica:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                replica_type_0 = Replica.from_dict(data)

                return replica_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Replica, data)

        replica = _parse_replica(d.pop("replica"))

        returns = Returns.from_dict(d.pop("returns"))

        saving_discounted_usd = d.pop("saving_discounted_usd")

        saving_usd = d.pop("saving_usd")

        usd_discounted = d.pop("usd_discounted")

        def _parse_usd_per_million_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_tokens = _parse_usd_per_million_tokens(d.pop("usd_per_million_tokens"))

        usd_total = d.pop("usd_total")

        def _parse_usd_total_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_total_high = _parse_usd_total_high(d.pop("usd_total_high"))

        def _parse_usd_total_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_total_low = _parse_usd_total_low(d.pop("usd_total_low"))

        alternative_cost = cls(
            base=base,
            break_even_month=break_even_month,
            break_even_month_discounted=break_even_month_discounted,
            break_even_requests_per_day=break_even_requests_per_day,
            burst=burst,
            curve=curve,
            kind=kind,
            months=months,
            name=name,
            peak_replicas=peak_replicas,
            prices=prices,
            replica=replica,
            returns=returns,
            saving_discounted_usd=saving_discounted_usd,
            saving_usd=saving_usd,
            usd_discounted=usd_discounted,
            usd_per_million_tokens=usd_per_million_tokens,
            usd_total=usd_total,
            usd_total_high=usd_total_high,
            usd_total_low=usd_total_low,
        )

        alternative_cost.additional_properties = d
        return alternative_cost

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
