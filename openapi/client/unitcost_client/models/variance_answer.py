from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.effects import Effects
    from ..models.forecast_month import ForecastMonth
    from ..models.provenance import Provenance
    from ..models.unit_prices import UnitPrices
    from ..models.variance_answer_labels import VarianceAnswerLabels
    from ..models.variance_line import VarianceLine
    from ..models.variance_month import VarianceMonth


T = TypeVar("T", bound="VarianceAnswer")


@_attrs_define
class VarianceAnswer:
    """What was billed and served beside a plan.

    Attributes:
        actual_usd (float): Billed cost [USD].
        effects (Effects | None): The sums of those of the months.
        forecast (list[ForecastMonth]):
        forecast_usd_total (float | None): The whole horizon with actuals in place of the past [USD].
        months (list[VarianceMonth]):
        plan_usd (float | None): Planned cost of the billed months [USD]; null: no plan.
        plan_usd_total (float | None): The whole horizon as planned [USD].
        provenance (Provenance): What determines the answer. The same engine, release, day and query give the same
            answer.
        rows (list[VarianceLine]): A row for each month and line.
        unit_prices (UnitPrices): What was paid for each unit that was served; null where nothing says how many there
            were.
        utilization_fraction (float | None): Of all months together [fraction].
        variance_usd (float | None): actual_usd less plan_usd [USD].
        warnings (list[str]): Facts to know before using the figures.
        labels (VarianceAnswerLabels | Unset): Texts by name that the answer repeats in every format, and a forecast in
            FOCUS as tags. They change no figure.
    """

    actual_usd: float
    effects: Effects | None
    forecast: list[ForecastMonth]
    forecast_usd_total: float | None
    months: list[VarianceMonth]
    plan_usd: float | None
    plan_usd_total: float | None
    provenance: Provenance
    rows: list[VarianceLine]
    unit_prices: UnitPrices
    utilization_fraction: float | None
    variance_usd: float | None
    warnings: list[str]
    labels: VarianceAnswerLabels | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.effects import Effects  # noqa: PLC0415

        actual_usd = self.actual_usd

        effects: dict[str, Any] | None
        if isinstance(self.effects, Effects):
            effects = self.effects.to_dict()
        else:
            effects = self.effects

        forecast = []
        for forecast_item_data in self.forecast:
            forecast_item = forecast_item_data.to_dict()
            forecast.append(forecast_item)

        forecast_usd_total: float | None
        forecast_usd_total = self.forecast_usd_total

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        plan_usd: float | None
        plan_usd = self.plan_usd

        plan_usd_total: float | None
        plan_usd_total = self.plan_usd_total

        provenance = self.provenance.to_dict()

        rows = []
        for rows_item_data in self.rows:
            rows_item = rows_item_data.to_dict()
            rows.append(rows_item)

        unit_prices = self.unit_prices.to_dict()

        utilization_fraction: float | None
        utilization_fraction = self.utilization_fraction

        variance_usd: float | None
        variance_usd = self.variance_usd

        warnings = self.warnings

        labels: dict[str, Any] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "actual_usd": actual_usd,
                "effects": effects,
                "forecast": forecast,
                "forecast_usd_total": forecast_usd_total,
                "months": months,
                "plan_usd": plan_usd,
                "plan_usd_total": plan_usd_total,
                "provenance": provenance,
                "rows": rows,
                "unit_prices": unit_prices,
                "utilization_fraction": utilization_fraction,
                "variance_usd": variance_usd,
                "warnings": warnings,
            }
        )
        if labels is not UNSET:
            field_dict["labels"] = labels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.effects import Effects  # noqa: PLC0415
        from ..models.forecast_month import ForecastMonth  # noqa: PLC0415
        from ..models.provenance import Provenance  # noqa: PLC0415
        from ..models.unit_prices import UnitPrices  # noqa: PLC0415
        from ..models.variance_answer_labels import VarianceAnswerLabels  # noqa: PLC0415
        from ..models.variance_line import VarianceLine  # noqa: PLC0415
        from ..models.variance_month import VarianceMonth  # noqa: PLC0415

        d = dict(src_dict)
        actual_usd = d.pop("actual_usd")

        def _parse_effects(data: object) -> Effects | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                effects_type_0 = Effects.from_dict(data)

                return effects_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Effects | None, data)

        effects = _parse_effects(d.pop("effects"))

        forecast = []
        _forecast = d.pop("forecast")
        for forecast_item_data in _forecast:
            forecast_item = ForecastMonth.from_dict(forecast_item_data)

            forecast.append(forecast_item)

        def _parse_forecast_usd_total(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        forecast_usd_total = _parse_forecast_usd_total(d.pop("forecast_usd_total"))

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = VarianceMonth.from_dict(months_item_data)

            months.append(months_item)

        def _parse_plan_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        plan_usd = _parse_plan_usd(d.pop("plan_usd"))

        def _parse_plan_usd_total(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        plan_usd_total = _parse_plan_usd_total(d.pop("plan_usd_total"))

        provenance = Provenance.from_dict(d.pop("provenance"))

        rows = []
        _rows = d.pop("rows")
        for rows_item_data in _rows:
            rows_item = VarianceLine.from_dict(rows_item_data)

            rows.append(rows_item)

        unit_prices = UnitPrices.from_dict(d.pop("unit_prices"))

        def _parse_utilization_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        utilization_fraction = _parse_utilization_fraction(d.pop("utilization_fraction"))

        def _parse_variance_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        variance_usd = _parse_variance_usd(d.pop("variance_usd"))

        warnings = cast(list[str], d.pop("warnings"))

        _labels = d.pop("labels", UNSET)
        labels: VarianceAnswerLabels | Unset
        if isinstance(_labels, Unset):
            labels = UNSET
        else:
            labels = VarianceAnswerLabels.from_dict(_labels)

        variance_answer = cls(
            actual_usd=actual_usd,
            effects=effects,
            forecast=forecast,
            forecast_usd_total=forecast_usd_total,
            months=months,
            plan_usd=plan_usd,
            plan_usd_total=plan_usd_total,
            provenance=provenance,
            rows=rows,
            unit_prices=unit_prices,
            utilization_fraction=utilization_fraction,
            variance_usd=variance_usd,
            warnings=warnings,
            labels=labels,
        )

        variance_answer.additional_properties = d
        return variance_answer

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
