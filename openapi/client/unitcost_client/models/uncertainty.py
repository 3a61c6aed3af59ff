from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Uncertainty")


@_attrs_define
class Uncertainty:
    """Bands for Monte Carlo draws; each contains 80% of the draws.

    The default band of throughput is that of its estimate. Other defaults are those of the tables.

        Attributes:
            draws (int | Unset): Number of draws [count]. Default: 1000.
            growth_band_per_month_fraction (float | None | Unset): The band of growth per month: ± this [fraction].
            load_band_ratio (float | None | Unset): The band of the load: from requests ÷ this to requests × this [ratio].
            price_band_per_year_fraction (float | None | Unset): The band of the price change per year: ± this [fraction].
            seed (int | Unset): Seed of the draws. Equal seeds give equal draws [any count]. Default: 0.
            spot_price_band_per_year_fraction (float | None | Unset): The band of spot prices after a year: from the price ÷
                (1 + this) to the price × (1 + this), and never above that on demand [fraction].
            throughput_band_ratio (float | None | Unset): The band of throughput: from throughput ÷ this to throughput ×
                this [ratio].
    """

    draws: int | Unset = UNSET
    growth_band_per_month_fraction: float | None | Unset = UNSET
    load_band_ratio: float | None | Unset = UNSET
    price_band_per_year_fraction: float | None | Unset = UNSET
    seed: int | Unset = UNSET
    spot_price_band_per_year_fraction: float | None | Unset = UNSET
    throughput_band_ratio: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        draws = self.draws

        growth_band_per_month_fraction: float | None | Unset
        if isinstance(self.growth_band_per_month_fraction, Unset):
            growth_band_per_month_fraction = UNSET
        else:
            growth_band_per_month_fraction = self.growth_band_per_month_fraction

        load_band_ratio: float | None | Unset
        if isinstance(self.load_band_ratio, Unset):
            load_band_ratio = UNSET
        else:
            load_band_ratio = self.load_band_ratio

        price_band_per_year_fraction: float | None | Unset
        if isinstance(self.price_band_per_year_fraction, Unset):
            price_band_per_year_fraction = UNSET
        else:
            price_band_per_year_fraction = self.price_band_per_year_fraction

        seed = self.seed

        spot_price_band_per_year_fraction: float | None | Unset
        if isinstance(self.spot_price_band_per_year_fraction, Unset):
            spot_price_band_per_year_fraction = UNSET
        else:
            spot_price_band_per_year_fraction = self.spot_price_band_per_year_fraction

        throughput_band_ratio: float | None | Unset
        if isinstance(self.throughput_band_ratio, Unset):
            throughput_band_ratio = UNSET
        else:
            throughput_band_ratio = self.throughput_band_ratio

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if draws is not UNSET:
            field_dict["draws"] = draws
        if growth_band_per_month_fraction is not UNSET:
            field_dict["growth_band_per_month_fraction"] = growth_band_per_month_fraction
        if load_band_ratio is not UNSET:
            field_dict["load_band_ratio"] = load_band_ratio
        if price_band_per_year_fraction is not UNSET:
            field_dict["price_band_per_year_fraction"] = price_band_per_year_fraction
        if seed is not UNSET:
            field_dict["seed"] = seed
        if spot_price_band_per_year_fraction is not UNSET:
            field_dict["spot_price_band_per_year_fraction"] = spot_price_band_per_year_fraction
        if throughput_band_ratio is not UNSET:
            field_dict["throughput_band_ratio"] = throughput_band_ratio

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        draws = d.pop("draws", UNSET)

        def _parse_growth_band_per_month_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        growth_band_per_month_fraction = _parse_growth_band_per_month_fraction(
            d.pop("growth_band_per_month_fraction", UNSET)
        )

        def _parse_load_band_ratio(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        load_band_ratio = _parse_load_band_ratio(d.pop("load_band_ratio", UNSET))

        def _parse_price_band_per_year_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        price_band_per_year_fraction = _parse_price_band_per_year_fraction(
            d.pop("price_band_per_year_fraction", UNSET)
        )

        seed = d.pop("seed", UNSET)

        def _parse_spot_price_band_per_year_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        spot_price_band_per_year_fraction = _parse_spot_price_band_per_year_fraction(
            d.pop("spot_price_band_per_year_fraction", UNSET)
        )

        def _parse_throughput_band_ratio(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        throughput_band_ratio = _parse_throughput_band_ratio(d.pop("throughput_band_ratio", UNSET))

        uncertainty = cls(
            draws=draws,
            growth_band_per_month_fraction=growth_band_per_month_fraction,
            load_band_ratio=load_band_ratio,
            price_band_per_year_fraction=price_band_per_year_fraction,
            seed=seed,
            spot_price_band_per_year_fraction=spot_price_band_per_year_fraction,
            throughput_band_ratio=throughput_band_ratio,
        )

        return uncertainty
