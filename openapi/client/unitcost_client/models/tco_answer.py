from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.alternative_cost import AlternativeCost
    from ..models.assumption import Assumption
    from ..models.capacity_use import CapacityUse
    from ..models.cash import Cash
    from ..models.certainty import Certainty
    from ..models.contract_use import ContractUse
    from ..models.converted import Converted
    from ..models.driver import Driver
    from ..models.month import Month
    from ..models.provenance import Provenance
    from ..models.purchase_use import PurchaseUse
    from ..models.replica import Replica
    from ..models.service_batch_tier import ServiceBatchTier
    from ..models.tco_answer_labels import TcoAnswerLabels
    from ..models.totals import Totals
    from ..models.uncertain import Uncertain
    from ..models.year import Year


T = TypeVar("T", bound="TcoAnswer")


@_attrs_define
class TcoAnswer:
    """The cost of a service over time.

    Attributes:
        alternatives (list[AlternativeCost]):
        assumptions (list[Assumption]):
        break_even_month (None | str): Break-even month of the first alternative.
        break_even_requests_per_day (float | None): Break-even load of the first alternative [requests per day].
        capacity (CapacityUse): How the replicas follow the load.
        cash (Cash): The calendar of payments. It reaches beyond the horizon where invoices are paid later.
        contracts (list[ContractUse]): What contracts over whole bills come to.
        converted (Converted | None):
        device (str): Name of the first device in the catalogue; of pools of two devices both, joined by a plus sign.
        drivers (list[Driver] | None): The assumptions that move the answer by at least 1% within their range, the
            strongest first. Null where they are not asked for.
        fiscal_years (list[Year]):
        horizon_months (float): Length of the service [months]. A month that begins before `start` counts by its days
            from `start` on.
        inference_share_fraction (float): Share of the total without training [fraction].
        model (None | str): Name of the model in the catalogue.
        months (list[Month]):
        provenance (Provenance): What determines the answer. The same engine, release, day and query give the same
            answer.
        purchase (PurchaseUse): The purchases of a service, and their saving over on-demand prices.
        replicas (list[Replica]): One replica of every generation, in order.
        start (str): First day of the service.
        totals (Totals): The cost of the whole horizon.
        uncertainty (None | Uncertain):
        warnings (list[str]): Facts to know before using the figures.
        years (list[Year]):
        batch_tier (None | ServiceBatchTier | Unset):
        confidence (Certainty | None | Unset): Null where it is not asked for, or in a sweep.
        labels (TcoAnswerLabels | Unset): Texts by name that the answer repeats in every format, and a forecast in FOCUS
            as tags. They change no figure.
    """

    alternatives: list[AlternativeCost]
    assumptions: list[Assumption]
    break_even_month: None | str
    break_even_requests_per_day: float | None
    capacity: CapacityUse
    cash: Cash
    contracts: list[ContractUse]
    converted: Converted | None
    device: str
    drivers: list[Driver] | None
    fiscal_years: list[Year]
    horizon_months: float
    inference_share_fraction: float
    model: None | str
    months: list[Month]
    provenance: Provenance
    purchase: PurchaseUse
    replicas: list[Replica]
    start: str
    totals: Totals
    uncertainty: None | Uncertain
    warnings: list[str]
    years: list[Year]
    batch_tier: None | ServiceBatchTier | Unset = UNSET
    confidence: Certainty | None | Unset = UNSET
    labels: TcoAnswerLabels | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.certainty import Certainty  # noqa: PLC0415
        from ..models.converted import Converted  # noqa: PLC0415
        from ..models.service_batch_tier import ServiceBatchTier  # noqa: PLC0415
        from ..models.uncertain import Uncertain  # noqa: PLC0415

        alternatives = []
        for alternatives_item_data in self.alternatives:
            alternatives_item = alternatives_item_data.to_dict()
            alternatives.append(alternatives_item)

        assumptions = []
        for assumptions_item_data in self.assumptions:
            assumptions_item = assumptions_item_data.to_dict()
            assumptions.append(assumptions_item)

        break_even_month: None | str
        break_even_month = self.break_even_month

        break_even_requests_per_day: float | None
        break_even_requests_per_day = self.break_even_requests_per_day

        capacity = self.capacity.to_dict()

        cash = self.cash.to_dict()

        contracts = []
        for contracts_item_data in self.contracts:
            contracts_item = contracts_item_data.to_dict()
            contracts.append(contracts_item)

        converted: dict[str, Any] | None
        if isinstance(self.converted, Converted):
            converted = self.converted.to_dict()
        else:
            converted = self.converted

        device = self.device

        drivers: list[dict[str, Any]] | None
        if isinstance(self.drivers, list):
            drivers = []
            for drivers_type_0_item_data in self.drivers:
                drivers_type_0_item = drivers_type_0_item_data.to_dict()
                drivers.append(drivers_type_0_item)

        else:
            drivers = self.drivers

        fiscal_years = []
        for fiscal_years_item_data in self.fiscal_years:
            fiscal_years_item = fiscal_years_item_data.to_dict()
            fiscal_years.append(fiscal_years_item)

        horizon_months = self.horizon_months

        inference_share_fraction = self.inference_share_fraction

        model: None | str
        model = self.model

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        provenance = self.provenance.to_dict()

        purchase = self.purchase.to_dict()

        replicas = []
        for replicas_item_data in self.replicas:
            replicas_item = replicas_item_data.to_dict()
            replicas.append(replicas_item)

        start = self.start

        totals = self.totals.to_dict()

        uncertainty: dict[str, Any] | None
        if isinstance(self.uncertainty, Uncertain):
            uncertainty = self.uncertainty.to_dict()
        else:
            uncertainty = self.uncertainty

        warnings = self.warnings

        years = []
        for years_item_data in self.years:
            years_item = years_item_data.to_dict()
            years.append(years_item)

        batch_tier: dict[str, Any] | None | Unset
        if isinstance(self.batch_tier, Unset):
            batch_tier = UNSET
        elif isinstance(self.batch_tier, ServiceBatchTier):
            batch_tier = self.batch_tier.to_dict()
        else:
            batch_tier = self.batch_tier

        confidence: dict[str, Any] | None | Unset
        if isinstance(self.confidence, Unset):
            confidence = UNSET
        elif isinstance(self.confidence, Certainty):
            confidence = self.confidence.to_dict()
        else:
            confidence = self.confidence

        labels: dict[str, Any] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "alternatives": alternatives,
                "assumptions": assumptions,
                "break_even_month": break_even_month,
                "break_even_requests_per_day": break_even_requests_per_day,
                "capacity": capacity,
                "cash": cash,
                "contracts": contracts,
                "converted": converted,
                "device": device,
                "drivers": drivers,
                "fiscal_years": fiscal_years,
                "horizon_months": horizon_months,
                "inference_share_fraction": inference_share_fraction,
                "model": model,
                "months": months,
                "provenance": provenance,
                "purchase": purchase,
                "replicas": replicas,
                "start": start,
                "totals": totals,
                "uncertainty": uncertainty,
                "warnings": warnings,
                "years": years,
            }
        )
        if batch_tier is not UNSET:
            field_dict["batch_tier"] = batch_tier
        if confidence is not UNSET:
            field_dict["confidence"] = confidence
        if labels is not UNSET:
            field_dict["labels"] = labels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alternative_cost import AlternativeCost  # noqa: PLC0415
        from ..models.assumption import Assumption  # noqa: PLC0415
        from ..models.capacity_use import CapacityUse  # noqa: PLC0415
        from ..models.cash import Cash  # noqa: PLC0415
        from ..models.certainty import Certainty  # noqa: PLC0415
        from ..models.contract_use import ContractUse  # noqa: PLC0415
        from ..models.converted import Converted  # noqa: PLC0415
        from ..models.driver import Driver  # noqa: PLC0415
        from ..models.month import Month  # noqa: PLC0415
        from ..models.provenance import Provenance  # noqa: PLC0415
        from ..models.purchase_use import PurchaseUse  # noqa: PLC0415
        from ..models.replica import Replica  # noqa: PLC0415
        from ..models.service_batch_tier import ServiceBatchTier  # noqa: PLC0415
        from ..models.tco_answer_labels import TcoAnswerLabels  # noqa: PLC0415
        from ..models.totals import Totals  # noqa: PLC0415
        from ..models.uncertain import Uncertain  # noqa: PLC0415
        from ..models.year import Year  # noqa: PLC0415

        d = dict(src_dict)
        alternatives = []
        _alternatives = d.pop("alternatives")
        for alternatives_item_data in _alternatives:
            alternatives_item = AlternativeCost.from_dict(alternatives_item_data)

            alternatives.append(alternatives_item)

        assumptions = []
        _assumptions = d.pop("assumptions")
        for assumptions_item_data in _assumptions:
            assumptions_item = Assumption.from_dict(assumptions_item_data)

            assumptions.append(assumptions_item)

        def _parse_break_even_month(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        break_even_month = _parse_break_even_month(d.pop("break_even_month"))

        def _parse_break_even_requests_per_day(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        break_even_requests_per_day = _parse_break_even_requests_per_day(
            d.pop("break_even_requests_per_day")
        )

        capacity = CapacityUse.from_dict(d.pop("capacity"))

        cash = Cash.from_dict(d.pop("cash"))

        contracts = []
        _contracts = d.pop("contracts")
        for contracts_item_data in _contracts:
            contracts_item = ContractUse.from_dict(contracts_item_data)

            contracts.append(contracts_item)

        def _parse_converted(data: object) -> Converted | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                converted_type_0 = Converted.from_dict(data)

                return converted_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Converted | None, data)

        converted = _parse_converted(d.pop("converted"))

        device = d.pop("device")

        def _parse_drivers(data: object) -> list[Driver] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                drivers_type_0 = []
                _drivers_type_0 = data
                for drivers_type_0_item_data in _drivers_type_0:
                    drivers_type_0_item = Driver.from_dict(drivers_type_0_item_data)

                    drivers_type_0.append(drivers_type_0_item)

                return drivers_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Driver] | None, data)

        drivers = _parse_drivers(d.pop("drivers"))

        fiscal_years = []
        _fiscal_years = d.pop("fiscal_years")
        for fiscal_years_item_data in _fiscal_years:
            fiscal_years_item = Year.from_dict(fiscal_years_item_data)

            fiscal_years.append(fiscal_years_item)

        horizon_months = d.pop("horizon_months")

        inference_share_fraction = d.pop("inference_share_fraction")

        def _parse_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model = _parse_model(d.pop("model"))

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = Month.from_dict(months_item_data)

            months.append(months_item)

        provenance = Provenance.from_dict(d.pop("provenance"))

        purchase = PurchaseUse.from_dict(d.pop("purchase"))

        replicas = []
        _replicas = d.pop("replicas")
        for replicas_item_data in _replicas:
            replicas_item = Replica.from_dict(replicas_item_data)

            replicas.append(replicas_item)

        start = d.pop("start")

        totals = Totals.from_dict(d.pop("totals"))

        def _parse_uncertainty(data: object) -> None | Uncertain:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                uncertainty_type_0 = Uncertain.from_dict(data)

                return uncertainty_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Uncertain, data)

        uncertainty = _parse_uncertainty(d.pop("uncertainty"))

        warnings = cast(list[str], d.pop("warnings"))

        years = []
        _years = d.pop("years")
        for years_item_data in _years:
            years_item = Year.from_dict(years_item_data)

            years.append(years_item)

        def _parse_batch_tier(data: object) -> None | ServiceBatchTier | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                batch_tier_type_0 = ServiceBatchTier.from_dict(data)

                return batch_tier_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ServiceBatchTier | Unset, data)

        batch_tier = _parse_batch_tier(d.pop("batch_tier", UNSET))

        def _parse_confidence(data: object) -> Certainty | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                confidence_type_0 = Certainty.from_dict(data)

                return confidence_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Certainty | None | Unset, data)

        confidence = _parse_confidence(d.pop("confidence", UNSET))

        _labels = d.pop("labels", UNSET)
        labels: TcoAnswerLabels | Unset
        if isinstance(_labels, Unset):
            labels = UNSET
        else:
            labels = TcoAnswerLabels.from_dict(_labels)

        tco_answer = cls(
            alternatives=alternatives,
            assumptions=assumptions,
            break_even_month=break_even_month,
            break_even_requests_per_day=break_even_requests_per_day,
            capacity=capacity,
            cash=cash,
            contracts=contracts,
            converted=converted,
            device=device,
            drivers=drivers,
            fiscal_years=fiscal_years,
            horizon_months=horizon_months,
            inference_share_fraction=inference_share_fraction,
            model=model,
            months=months,
            provenance=provenance,
            purchase=purchase,
            replicas=replicas,
            start=start,
            totals=totals,
            uncertainty=uncertainty,
            warnings=warnings,
            years=years,
            batch_tier=batch_tier,
            confidence=confidence,
            labels=labels,
        )

        tco_answer.additional_properties = d
        return tco_answer

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
