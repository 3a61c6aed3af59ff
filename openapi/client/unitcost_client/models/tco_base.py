from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tco_base_workload_type_0 import (
    TcoBaseWorkloadType0,
    check_tco_base_workload_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.alternative import Alternative
    from ..models.capacity import Capacity
    from ..models.contract import Contract
    from ..models.deployment import Deployment
    from ..models.facility import Facility
    from ..models.generation import Generation
    from ..models.load import Load
    from ..models.measured import Measured
    from ..models.model_numbers import ModelNumbers
    from ..models.overheads import Overheads
    from ..models.payment_terms import PaymentTerms
    from ..models.purchase_plan import PurchasePlan
    from ..models.rate_from import RateFrom
    from ..models.slo import Slo
    from ..models.tco_base_labels_type_0 import TcoBaseLabelsType0
    from ..models.traffic import Traffic
    from ..models.uncertainty import Uncertainty


T = TypeVar("T", bound="TcoBase")


@_attrs_define
class TcoBase:
    """Fields of a question of the kind `tco`, nested or by dotted name.

    Attributes:
        alternative (Alternative | None | Unset):
        alternatives (list[Alternative] | None | Unset): Further alternatives.
        as_of (None | str | Unset): The day whose prices are used, YYYY-MM-DD. Default: the last day whose prices the
            release knows.
        batch_tier (bool | None | Unset): Whether the answer has the batch tier: what batch work costs that fills what
            interactive work leaves of the devices, and what interactive work costs then. Default: false.
        capacity (Capacity | None | Unset):
        catalog (None | str | Unset): The release of the tables to answer from. Default: the newest.
        confidence (float | list[float] | None | Unset): How sure the cost is to be: the answer has the amounts that it
            stays within with these probabilities, one or several [fraction]. 0.8: the 80th percentile. p10, p50 and p90
            come with any.
        contracts (list[Contract] | None | Unset): Contracts over whole bills, with discount or minimum.
        currency (None | str | Unset): Currency in which the answer has its money beside the dollars, as three letters.
            The rate is the last one that the release knows on `as_of`. Default: USD.
        currency_path (list[RateFrom] | None | Unset): Rates of `currency` from some months on. Default: the rate of
            each month, and the last one for months after `as_of`.
        deployment (Deployment | None | Unset):
        discount_rate_fraction (float | None | Unset): Discount rate of payments per year [fraction]. Default: the cost
            of capital of `purchase.ownership`.
        drivers (bool | None | Unset): Whether the answer lists its drivers: the assumptions that move it most, each
            with the answer at the ends of its range. The question is asked again for each end. Sweeps have none. Default:
            true.
        energy_price_change_per_year_fraction (float | None | Unset): Signed change of the electricity price per year
            [fraction]. Default: 0.0.
        facility (Facility | None | Unset):
        fiscal_year_start_month (int | None | Unset): First month of fiscal years [calendar month, count]. Default: 1.
        generations (list[Generation] | None | Unset): Generations of devices that take over later, in order.
        horizon_months (int | None | Unset): Months of the calendar in which the service runs, the first perhaps in part
            [months]. Default: 36.
        labels (None | TcoBaseLabelsType0 | Unset): Texts by name that the answer repeats in every format, and a
            forecast in FOCUS as tags. They change no figure.
        load (Load | None | Unset):
        measured (Measured | None | Unset):
        model (ModelNumbers | None | str | Unset): A model of the catalogue by name or alias, or a model given by its
            numbers.
        overheads (None | Overheads | Unset):
        payments (None | PaymentTerms | Unset):
        price_change_per_year_fraction (float | None | Unset): Signed change of rental and purchase prices per year,
            from the later of `start` and `as_of` [fraction]. −0.2: a fifth less.
        purchase (None | PurchasePlan | Unset):
        slo (None | Slo | Unset):
        start (None | str | Unset): First month or day of the service. Of a month that begins before it, only the days
            from it on count, in requests, hours and monthly prices. Default: the first month that begins on or after
            `as_of`.
        traffic (None | Traffic | Unset):
        training_usd (float | None | Unset): Training cost of the model, spread over the horizon. Alternatives that
            deploy the same model bear it too [USD].
        uncertainty (None | Uncertainty | Unset): If given, the answer has p10, p50 and p90.
        usd_per_currency_unit (float | None | Unset): USD for one unit of `currency`. Default: the rate of the release.
        workload (None | TcoBaseWorkloadType0 | Unset): interactive: somebody waits for the answers. Objectives of TTFT
            and TPOT that nobody gives are those of the tables, and a service is used as much as services are. batch: nobody
            waits. There is no objective but the caller's, and the devices are hardly ever idle. Default: interactive.
    """

    alternative: Alternative | None | Unset = UNSET
    alternatives: list[Alternative] | None | Unset = UNSET
    as_of: None | str | Unset = UNSET
    batch_tier: bool | None | Unset = UNSET
    capacity: Capacity | None | Unset = UNSET
    catalog: None | str | Unset = UNSET
    confidence: float | list[float] | None | Unset = UNSET
    contracts: list[Contract] | None | Unset = UNSET
    currency: None | str | Unset = UNSET
    currency_path: list[RateFrom] | None | Unset = UNSET
    deployment: Deployment | None | Unset = UNSET
    discount_rate_fraction: float | None | Unset = UNSET
    drivers: bool | None | Unset = UNSET
    energy_price_change_per_year_fraction: float | None | Unset = UNSET
    facility: Facility | None | Unset = UNSET
    fiscal_year_start_month: int | None | Unset = UNSET
    generations: list[Generation] | None | Unset = UNSET
    horizon_months: int | None | Unset = UNSET
    labels: None | TcoBaseLabelsType0 | Unset = UNSET
    load: Load | None | Unset = UNSET
    measured: Measured | None | Unset = UNSET
    model: ModelNumbers | None | str | Unset = UNSET
    overheads: None | Overheads | Unset = UNSET
    payments: None | PaymentTerms | Unset = UNSET
    price_change_per_year_fraction: float | None | Unset = UNSET
    purchase: None | PurchasePlan | Unset = UNSET
    slo: None | Slo | Unset = UNSET
    start: None | str | Unset = UNSET
    traffic: None | Traffic | Unset = UNSET
    training_usd: float | None | Unset = UNSET
    uncertainty: None | Uncertainty | Unset = UNSET
    usd_per_currency_unit: float | None | Unset = UNSET
    workload: None | TcoBaseWorkloadType0 | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.alternative import Alternative  # noqa: PLC0415
        from ..models.capacity import Capacity  # noqa: PLC0415
        from ..models.deployment import Deployment  # noqa: PLC0415
        from ..models.facility import Facility  # noqa: PLC0415
        from ..models.load import Load  # noqa: PLC0415
        from ..models.measured import Measured  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.overheads import Overheads  # noqa: PLC0415
        from ..models.payment_terms import PaymentTerms  # noqa: PLC0415
        from ..models.purchase_plan import PurchasePlan  # noqa: PLC0415
        from ..models.slo import Slo  # noqa: PLC0415
        from ..models.tco_base_labels_type_0 import TcoBaseLabelsType0  # noqa: PLC0415
        from ..models.traffic import Traffic  # noqa: PLC0415
        from ..models.uncertainty import Uncertainty  # noqa: PLC0415

        alternative: dict[str, Any] | None | Unset
        if isinstance(self.alternative, Unset):
            alternative = UNSET
        elif isinstance(self.alternative, Alternative):
            alternative = self.alternative.to_dict()
        else:
            alternative = self.alternative

        alternatives: list[dict[str, Any]] | None | Unset
        if isinstance(self.alternatives, Unset):
            alternatives = UNSET
        elif isinstance(self.alternatives, list):
            alternatives = []
            for alternatives_type_0_item_data in self.alternatives:
                alternatives_type_0_item = alternatives_type_0_item_data.to_dict()
                alternatives.append(alternatives_type_0_item)

        else:
            alternatives = self.alternatives

        as_of: None | str | Unset
        if isinstance(self.as_of, Unset):
            as_of = UNSET
        else:
            as_of = self.as_of

        batch_tier: bool | None | Unset
        if isinstance(self.batch_tier, Unset):
            batch_tier = UNSET
        else:
            batch_tier = self.batch_tier

        capacity: dict[str, Any] | None | Unset
        if isinstance(self.capacity, Unset):
            capacity = UNSET
        elif isinstance(self.capacity, Capacity):
            capacity = self.capacity.to_dict()
        else:
            capacity = self.capacity

        catalog: None | str | Unset
        if isinstance(self.catalog, Unset):
            catalog = UNSET
        else:
            catalog = self.catalog

        confidence: float | list[float] | None | Unset
        if isinstance(self.confidence, Unset):
            confidence = UNSET
        elif isinstance(self.confidence, list):
            confidence = self.confidence

        else:
            confidence = self.confidence

        contracts: list[dict[str, Any]] | None | Unset
        if isinstance(self.contracts, Unset):
            contracts = UNSET
        elif isinstance(self.contracts, list):
            contracts = []
            for contracts_type_0_item_data in self.contracts:
                contracts_type_0_item = contracts_type_0_item_data.to_dict()
                contracts.append(contracts_type_0_item)

        else:
            contracts = self.contracts

        currency: None | str | Unset
        if isinstance(self.currency, Unset):
            currency = UNSET
        else:
            currency = self.currency

        currency_path: list[dict[str, Any]] | None | Unset
        if isinstance(self.currency_path, Unset):
            currency_path = UNSET
        elif isinstance(self.currency_path, list):
            currency_path = []
            for currency_path_type_0_item_data in self.currency_path:
                currency_path_type_0_item = currency_path_type_0_item_data.to_dict()
                currency_path.append(currency_path_type_0_item)

        else:
            currency_path = self.currency_path

        deployment: dict[str, Any] | None | Unset
        if isinstance(self.deployment, Unset):
            deployment = UNSET
        elif isinstance(self.deployment, Deployment):
            deployment = self.deployment.to_dict()
        else:
            deployment = self.deployment

        discount_rate_fraction: float | None | Unset
        if isinstance(self.discount_rate_fraction, Unset):
            discount_rate_fraction = UNSET
        else:
            discount_rate_fraction = self.discount_rate_fraction

        drivers: bool | None | Unset
        if isinstance(self.drivers, Unset):
            drivers = UNSET
        else:
            drivers = self.drivers

        energy_price_change_per_year_fraction: float | None | Unset
        if isinstance(self.energy_price_change_per_year_fraction, Unset):
            energy_price_change_per_year_fraction = UNSET
        else:
            energy_price_change_per_year_fraction = self.energy_price_change_per_year_fraction

        facility: dict[str, Any] | None | Unset
        if isinstance(self.facility, Unset):
            facility = UNSET
        elif isinstance(self.facility, Facility):
            facility = self.facility.to_dict()
        else:
            facility = self.facility

        fiscal_year_start_month: int | None | Unset
        if isinstance(self.fiscal_year_start_month, Unset):
            fiscal_year_start_month = UNSET
        else:
            fiscal_year_start_month = self.fiscal_year_start_month

        generations: list[dict[str, Any]] | None | Unset
        if isinstance(self.generations, Unset):
            generations = UNSET
        elif isinstance(self.generations, list):
            generations = []
            for generations_type_0_item_data in self.generations:
                generations_type_0_item = generations_type_0_item_data.to_dict()
                generations.append(generations_type_0_item)

        else:
            generations = self.generations

        horizon_months: int | None | Unset
        if isinstance(self.horizon_months, Unset):
            horizon_months = UNSET
        else:
            horizon_months = self.horizon_months

        labels: dict[str, Any] | None | Unset
        if isinstance(self.labels, Unset):
            labels = UNSET
        elif isinstance(self.labels, TcoBaseLabelsType0):
            labels = self.labels.to_dict()
        else:
            labels = self.labels

        load: dict[str, Any] | None | Unset
        if isinstance(self.load, Unset):
            load = UNSET
        elif isinstance(self.load, Load):
            load = self.load.to_dict()
        else:
            load = self.load

        measured: dict[str, Any] | None | Unset
        if isinstance(self.measured, Unset):
            measured = UNSET
        elif isinstance(self.measured, Measured):
            measured = self.measured.to_dict()
        else:
            measured = self.measured

        model: dict[str, Any] | None | str | Unset
        if isinstance(self.model, Unset):
            model = UNSET
        elif isinstance(self.model, ModelNumbers):
            model = self.model.to_dict()
        else:
            model = self.model

        overheads: dict[str, Any] | None | Unset
        if isinstance(self.overheads, Unset):
            overheads = UNSET
        elif isinstance(self.overheads, Overheads):
            overheads = self.overheads.to_dict()
        else:
            overheads = self.overheads

        payments: dict[str, Any] | None | Unset
        if isinstance(self.payments, Unset):
            payments = UNSET
        elif isinstance(self.payments, PaymentTerms):
            payments = self.payments.to_dict()
        else:
            payments = self.payments

        price_change_per_year_fraction: float | None | Unset
        if isinstance(self.price_change_per_year_fraction, Unset):
            price_change_per_year_fraction = UNSET
        else:
            price_change_per_year_fraction = self.price_change_per_year_fraction

        purchase: dict[str, Any] | None | Unset
        if isinstance(self.purchase, Unset):
            purchase = UNSET
        elif isinstance(self.purchase, PurchasePlan):
            purchase = self.purchase.to_dict()
        else:
            purchase = self.purchase

        slo: dict[str, Any] | None | Unset
        if isinstance(self.slo, Unset):
            slo = UNSET
        elif isinstance(self.slo, Slo):
            slo = self.slo.to_dict()
        else:
            slo = self.slo

        start: None | str | Unset
        if isinstance(self.start, Unset):
            start = UNSET
        else:
            start = self.start

        traffic: dict[str, Any] | None | Unset
        if isinstance(self.traffic, Unset):
            traffic = UNSET
        elif isinstance(self.traffic, Traffic):
            traffic = self.traffic.to_dict()
        else:
            traffic = self.traffic

        training_usd: float | None | Unset
        if isinstance(self.training_usd, Unset):
            training_usd = UNSET
        else:
            training_usd = self.training_usd

        uncertainty: dict[str, Any] | None | Unset
        if isinstance(self.uncertainty, Unset):
            uncertainty = UNSET
        elif isinstance(self.uncertainty, Uncertainty):
            uncertainty = self.uncertainty.to_dict()
        else:
            uncertainty = self.uncertainty

        usd_per_currency_unit: float | None | Unset
        if isinstance(self.usd_per_currency_unit, Unset):
            usd_per_currency_unit = UNSET
        else:
            usd_per_currency_unit = self.usd_per_currency_unit

        workload: None | str | Unset
        if isinstance(self.workload, Unset):
            workload = UNSET
        elif isinstance(self.workload, str):
            workload = self.workload
        else:
            workload = self.workload

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if alternative is not UNSET:
            field_dict["alternative"] = alternative
        if alternatives is not UNSET:
            field_dict["alternatives"] = alternatives
        if as_of is not UNSET:
            field_dict["as_of"] = as_of
        if batch_tier is not UNSET:
            field_dict["batch_tier"] = batch_tier
        if capacity is not UNSET:
            field_dict["capacity"] = capacity
        if catalog is not UNSET:
            field_dict["catalog"] = catalog
        if confidence is not UNSET:
            field_dict["confidence"] = confidence
        if contracts is not UNSET:
            field_dict["contracts"] = contracts
        if currency is not UNSET:
            field_dict["currency"] = currency
        if currency_path is not UNSET:
            field_dict["currency_path"] = currency_path
        if deployment is not UNSET:
            field_dict["deployment"] = deployment
        if discount_rate_fraction is not UNSET:
            field_dict["discount_rate_fraction"] = discount_rate_fraction
        if drivers is not UNSET:
            field_dict["drivers"] = drivers
        if energy_price_change_per_year_fraction is not UNSET:
            field_dict["energy_price_change_per_year_fraction"] = (
                energy_price_change_per_year_fraction
            )
        if facility is not UNSET:
            field_dict["facility"] = facility
        if fiscal_year_start_month is not UNSET:
            field_dict["fiscal_year_start_month"] = fiscal_year_start_month
        if generations is not UNSET:
            field_dict["generations"] = generations
        if horizon_months is not UNSET:
            field_dict["horizon_months"] = horizon_months
        if labels is not UNSET:
            field_dict["labels"] = labels
        if load is not UNSET:
            field_dict["load"] = load
        if measured is not UNSET:
            field_dict["measured"] = measured
        if model is not UNSET:
            field_dict["model"] = model
        if overheads is not UNSET:
            field_dict["overheads"] = overheads
        if payments is not UNSET:
            field_dict["payments"] = payments
        if price_change_per_year_fraction is not UNSET:
            field_dict["price_change_per_year_fraction"] = price_change_per_year_fraction
        if purchase is not UNSET:
            field_dict["purchase"] = purchase
        if slo is not UNSET:
            field_dict["slo"] = slo
        if start is not UNSET:
            field_dict["start"] = start
        if traffic is not UNSET:
            field_dict["traffic"] = traffic
        if training_usd is not UNSET:
            field_dict["training_usd"] = training_usd
        if uncertainty is not UNSET:
            field_dict["uncertainty"] = uncertainty
        if usd_per_currency_unit is not UNSET:
            field_dict["usd_per_currency_unit"] = usd_per_currency_unit
        if workload is not UNSET:
            field_dict["workload"] = workload

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alternative import Alternative  # noqa: PLC0415
        from ..models.capacity import Capacity  # noqa: PLC0415
        from ..models.contract import Contract  # noqa: PLC0415
        from ..models.deployment import Deployment  # noqa: PLC0415
        from ..models.facility import Facility  # noqa: PLC0415
        from ..models.generation import Generation  # noqa: PLC0415
        from ..models.load import Load  # noqa: PLC0415
        from ..models.measured import Measured  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.overheads import Overheads  # noqa: PLC0415
        from ..models.payment_terms import PaymentTerms  # noqa: PLC0415
        from ..models.purchase_plan import PurchasePlan  # noqa: PLC0415
        from ..models.rate_from import RateFrom  # noqa: PLC0415
        from ..models.slo import Slo  # noqa: PLC0415
        from ..models.tco_base_labels_type_0 import TcoBaseLabelsType0  # noqa: PLC0415
        from ..models.traffic import Traffic  # noqa: PLC0415
        from ..models.uncertainty import Uncertainty  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_alternative(data: object) -> Alternative | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                alternative_type_0 = Alternative.from_dict(data)

                return alternative_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Alternative | None | Unset, data)

        alternative = _parse_alternative(d.pop("alternative", UNSET))

        def _parse_alternatives(data: object) -> list[Alternative] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                alternatives_type_0 = []
                _alternatives_type_0 = data
                for alternatives_type_0_item_data in _alternatives_type_0:
                    alternatives_type_0_item = Alternative.from_dict(alternatives_type_0_item_data)

                    alternatives_type_0.append(alternatives_type_0_item)

                return alternatives_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Alternative] | None | Unset, data)

        alternatives = _parse_alternatives(d.pop("alternatives", UNSET))

        def _parse_as_of(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        as_of = _parse_as_of(d.pop("as_of", UNSET))

        def _parse_batch_tier(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        batch_tier = _parse_batch_tier(d.pop("batch_tier", UNSET))

        def _parse_capacity(data: object) -> Capacity | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                capacity_type_0 = Capacity.from_dict(data)

                return capacity_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Capacity | None | Unset, data)

        capacity = _parse_capacity(d.pop("capacity", UNSET))

        def _parse_catalog(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        catalog = _parse_catalog(d.pop("catalog", UNSET))

        def _parse_confidence(data: object) -> float | list[float] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_confidence_levels_type_1 = cast(list[float], data)

                return componentsschemas_confidence_levels_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(float | list[float] | None | Unset, data)

        confidence = _parse_confidence(d.pop("confidence", UNSET))

        def _parse_contracts(data: object) -> list[Contract] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                contracts_type_0 = []
                _contracts_type_0 = data
                for contracts_type_0_item_data in _contracts_type_0:
                    contracts_type_0_item = Contract.from_dict(contracts_type_0_item_data)

                    contracts_type_0.append(contracts_type_0_item)

                return contracts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Contract] | None | Unset, data)

        contracts = _parse_contracts(d.pop("contracts", UNSET))

        def _parse_currency(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        currency = _parse_currency(d.pop("currency", UNSET))

        def _parse_currency_path(data: object) -> list[RateFrom] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                currency_path_type_0 = []
                _currency_path_type_0 = data
                for currency_path_type_0_item_data in _currency_path_type_0:
                    currency_path_type_0_item = RateFrom.from_dict(currency_path_type_0_item_data)

                    currency_path_type_0.append(currency_path_type_0_item)

                return currency_path_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[RateFrom] | None | Unset, data)

        currency_path = _parse_currency_path(d.pop("currency_path", UNSET))

        def _parse_deployment(data: object) -> Deployment | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                deployment_type_0 = Deployment.from_dict(data)

                return deployment_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Deployment | None | Unset, data)

        deployment = _parse_deployment(d.pop("deployment", UNSET))

        def _parse_discount_rate_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        discount_rate_fraction = _parse_discount_rate_fraction(
            d.pop("discount_rate_fraction", UNSET)
        )

        def _parse_drivers(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        drivers = _parse_drivers(d.pop("drivers", UNSET))

        def _parse_energy_price_change_per_year_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        energy_price_change_per_year_fraction = _parse_energy_price_change_per_year_fraction(
            d.pop("energy_price_change_per_year_fraction", UNSET)
        )

        def _parse_facility(data: object) -> Facility | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                facility_type_0 = Facility.from_dict(data)

                return facility_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Facility | None | Unset, data)

        facility = _parse_facility(d.pop("facility", UNSET))

        def _parse_fiscal_year_start_month(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        fiscal_year_start_month = _parse_fiscal_year_start_month(
            d.pop("fiscal_year_start_month", UNSET)
        )

        def _parse_generations(data: object) -> list[Generation] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                generations_type_0 = []
                _generations_type_0 = data
                for generations_type_0_item_data in _generations_type_0:
                    generations_type_0_item = Generation.from_dict(generations_type_0_item_data)

                    generations_type_0.append(generations_type_0_item)

                return generations_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Generation] | None | Unset, data)

        generations = _parse_generations(d.pop("generations", UNSET))

        def _parse_horizon_months(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        horizon_months = _parse_horizon_months(d.pop("horizon_months", UNSET))

        def _parse_labels(data: object) -> None | TcoBaseLabelsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                labels_type_0 = TcoBaseLabelsType0.from_dict(data)

                return labels_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TcoBaseLabelsType0 | Unset, data)

        labels = _parse_labels(d.pop("labels", UNSET))

        def _parse_load(data: object) -> Load | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                load_type_0 = Load.from_dict(data)

                return load_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Load | None | Unset, data)

        load = _parse_load(d.pop("load", UNSET))

        def _parse_measured(data: object) -> Measured | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                measured_type_0 = Measured.from_dict(data)

                return measured_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Measured | None | Unset, data)

        measured = _parse_measured(d.pop("measured", UNSET))

        def _parse_model(data: object) -> ModelNumbers | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_model_type_1 = ModelNumbers.from_dict(data)

                return componentsschemas_model_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ModelNumbers | None | str | Unset, data)

        model = _parse_model(d.pop("model", UNSET))

        def _parse_overheads(data: object) -> None | Overheads | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                overheads_type_0 = Overheads.from_dict(data)

                return overheads_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Overheads | Unset, data)

        overheads = _parse_overheads(d.pop("overheads", UNSET))

        def _parse_payments(data: object) -> None | PaymentTerms | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                payments_type_0 = PaymentTerms.from_dict(data)

                return payments_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PaymentTerms | Unset, data)

        payments = _parse_payments(d.pop("payments", UNSET))

        def _parse_price_change_per_year_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        price_change_per_year_fraction = _parse_price_change_per_year_fraction(
            d.pop("price_change_per_year_fraction", UNSET)
        )

        def _parse_purchase(data: object) -> None | PurchasePlan | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                purchase_type_0 = PurchasePlan.from_dict(data)

                return purchase_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PurchasePlan | Unset, data)

        purchase = _parse_purchase(d.pop("purchase", UNSET))

        def _parse_slo(data: object) -> None | Slo | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                slo_type_0 = Slo.from_dict(data)

                return slo_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Slo | Unset, data)

        slo = _parse_slo(d.pop("slo", UNSET))

        def _parse_start(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        start = _parse_start(d.pop("start", UNSET))

        def _parse_traffic(data: object) -> None | Traffic | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                traffic_type_0 = Traffic.from_dict(data)

                return traffic_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Traffic | Unset, data)

        traffic = _parse_traffic(d.pop("traffic", UNSET))

        def _parse_training_usd(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        training_usd = _parse_training_usd(d.pop("training_usd", UNSET))

        def _parse_uncertainty(data: object) -> None | Uncertainty | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                uncertainty_type_0 = Uncertainty.from_dict(data)

                return uncertainty_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Uncertainty | Unset, data)

        uncertainty = _parse_uncertainty(d.pop("uncertainty", UNSET))

        def _parse_usd_per_currency_unit(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_currency_unit = _parse_usd_per_currency_unit(d.pop("usd_per_currency_unit", UNSET))

        def _parse_workload(data: object) -> None | TcoBaseWorkloadType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                workload_type_0 = check_tco_base_workload_type_0(data)

                return workload_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TcoBaseWorkloadType0 | Unset, data)

        workload = _parse_workload(d.pop("workload", UNSET))

        tco_base = cls(
            alternative=alternative,
            alternatives=alternatives,
            as_of=as_of,
            batch_tier=batch_tier,
            capacity=capacity,
            catalog=catalog,
            confidence=confidence,
            contracts=contracts,
            currency=currency,
            currency_path=currency_path,
            deployment=deployment,
            discount_rate_fraction=discount_rate_fraction,
            drivers=drivers,
            energy_price_change_per_year_fraction=energy_price_change_per_year_fraction,
            facility=facility,
            fiscal_year_start_month=fiscal_year_start_month,
            generations=generations,
            horizon_months=horizon_months,
            labels=labels,
            load=load,
            measured=measured,
            model=model,
            overheads=overheads,
            payments=payments,
            price_change_per_year_fraction=price_change_per_year_fraction,
            purchase=purchase,
            slo=slo,
            start=start,
            traffic=traffic,
            training_usd=training_usd,
            uncertainty=uncertainty,
            usd_per_currency_unit=usd_per_currency_unit,
            workload=workload,
        )

        tco_base.additional_properties = d
        return tco_base

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
