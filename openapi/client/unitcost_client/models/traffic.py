from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.traffic_growth import TrafficGrowth, check_traffic_growth
from ..types import UNSET, Unset

T = TypeVar("T", bound="Traffic")


@_attrs_define
class Traffic:
    """The requests of a service over time.

    Attributes:
        cached_input_fraction (float | Unset): Share of the input tokens found in a prefix cache [fraction]: another
            name of load.cached_input_fraction. An API charges its cached price for them. Default: 0.0.
        growth (TrafficGrowth | Unset): compound: a fraction of the previous month; linear: every month the same number,
            a fraction of the first month. Default: compound.
        growth_per_month_fraction (float | Unset): Growth per month, negative for a decline [fraction]. Default: 0.0.
        hourly_profile (list[float] | None | Unset): Weights of the hours of a day, with any sum above zero.
        peak_to_average_ratio (float | None | Unset): Busiest hour over the mean hour of a day, instead of the profile
            [ratio]. The day is then a raised cosine with this peak.
        requests_per_day (float | None | Unset): Mean of a week in the first month [requests per day].
        requests_per_day_by_month (list[float] | None | Unset): One value per month, instead of requests_per_day and its
            growth.
        weekend_ratio (float | None | Unset): Requests of a Saturday or Sunday over those of a weekday [ratio].
    """

    cached_input_fraction: float | Unset = UNSET
    growth: TrafficGrowth | Unset = UNSET
    growth_per_month_fraction: float | Unset = UNSET
    hourly_profile: list[float] | None | Unset = UNSET
    peak_to_average_ratio: float | None | Unset = UNSET
    requests_per_day: float | None | Unset = UNSET
    requests_per_day_by_month: list[float] | None | Unset = UNSET
    weekend_ratio: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        cached_input_fraction = self.cached_input_fraction

        growth: str | Unset = UNSET
        if not isinstance(self.growth, Unset):
            growth = self.growth

        growth_per_month_fraction = self.growth_per_month_fraction

        hourly_profile: list[float] | None | Unset
        if isinstance(self.hourly_profile, Unset):
            hourly_profile = UNSET
        elif isinstance(self.hourly_profile, list):
            hourly_profile = self.hourly_profile

        else:
            hourly_profile = self.hourly_profile

        peak_to_average_ratio: float | None | Unset
        if isinstance(self.peak_to_average_ratio, Unset):
            peak_to_average_ratio = UNSET
        else:
            peak_to_average_ratio = self.peak_to_average_ratio

        requests_per_day: float | None | Unset
        if isinstance(self.requests_per_day, Unset):
            requests_per_day = UNSET
        else:
            requests_per_day = self.requests_per_day

        requests_per_day_by_month: list[float] | None | Unset
        if isinstance(self.requests_per_day_by_month, Unset):
            requests_per_day_by_month = UNSET
        elif isinstance(self.requests_per_day_by_month, list):
            requests_per_day_by_month = self.requests_per_day_by_month

        else:
            requests_per_day_by_month = self.requests_per_day_by_month

        weekend_ratio: float | None | Unset
        if isinstance(self.weekend_ratio, Unset):
            weekend_ratio = UNSET
        else:
            weekend_ratio = self.weekend_ratio

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if cached_input_fraction is not UNSET:
            field_dict["cached_input_fraction"] = cached_input_fraction
        if growth is not UNSET:
            field_dict["growth"] = growth
        if growth_per_month_fraction is not UNSET:
            field_dict["growth_per_month_fraction"] = growth_per_month_fraction
        if hourly_profile is not UNSET:
            field_dict["hourly_profile"] = hourly_profile
        if peak_to_average_ratio is not UNSET:
            field_dict["peak_to_average_ratio"] = peak_to_average_ratio
        if requests_per_day is not UNSET:
            field_dict["requests_per_day"] = requests_per_day
        if requests_per_day_by_month is not UNSET:
            field_dict["requests_per_day_by_month"] = requests_per_day_by_month
        if weekend_ratio is not UNSET:
            field_dict["weekend_ratio"] = weekend_ratio

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cached_input_fraction = d.pop("cached_input_fraction", UNSET)

        _growth = d.pop("growth", UNSET)
        growth: TrafficGrowth | Unset
        if isinstance(_growth, Unset):
            growth = UNSET
        else:
            growth = check_traffic_growth(_growth)

        growth_per_month_fraction = d.pop("growth_per_month_fraction", UNSET)

        def _parse_hourly_profile(data: object) -> list[float] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                hourly_profile_type_0 = cast(list[float], data)

                return hourly_profile_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[float] | None | Unset, data)

        hourly_profile = _parse_hourly_profile(d.pop("hourly_profile", UNSET))

        def _parse_peak_to_average_ratio(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        peak_to_average_ratio = _parse_peak_to_average_ratio(d.pop("peak_to_average_ratio", UNSET))

        def _parse_requests_per_day(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        requests_per_day = _parse_requests_per_day(d.pop("requests_per_day", UNSET))

        def _parse_requests_per_day_by_month(data: object) -> list[float] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                requests_per_day_by_month_type_0 = cast(list[float], data)

                return requests_per_day_by_month_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[float] | None | Unset, data)

        requests_per_day_by_month = _parse_requests_per_day_by_month(
            d.pop("requests_per_day_by_month", UNSET)
        )

        def _parse_weekend_ratio(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        weekend_ratio = _parse_weekend_ratio(d.pop("weekend_ratio", UNSET))

        traffic = cls(
            cached_input_fraction=cached_input_fraction,
            growth=growth,
            growth_per_month_fraction=growth_per_month_fraction,
            hourly_profile=hourly_profile,
            peak_to_average_ratio=peak_to_average_ratio,
            requests_per_day=requests_per_day,
            requests_per_day_by_month=requests_per_day_by_month,
            weekend_ratio=weekend_ratio,
        )

        return traffic
