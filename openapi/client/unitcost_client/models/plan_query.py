from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.plan_query_workload import PlanQueryWorkload, check_plan_query_workload
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
    from ..models.plan_query_labels_type_0 import PlanQueryLabelsType0
    from ..models.purchase_plan import PurchasePlan
    from ..models.rate_from import RateFrom
    from ..models.slo import Slo
    from ..models.traffic import Traffic
    from ..models.uncertainty import Uncertainty


T = TypeVar("T", bound="PlanQuery")


@_attrs_define
class PlanQuery:
    """The question of a service over time that is the plan.

    Attributes:
        deployment (Deployment): The devices that serve the model, and how they serve it.

            `device` is required, but where `prefill` and `decode` say theirs. What stands beside these
            holds for both; `device_count` then counts the devices of both.
        traffic (Traffic): The requests of a service over time.
        alternative (Alternative | None | Unset):
        alternatives (list[Alternative] | Unset): Further alternatives.
        as_of (None | str | Unset): The day whose prices are used, YYYY-MM-DD. Default: the last day whose prices the
            release knows.
        batch_tier (bool | Unset): Whether the answer has the batch tier: what batch work costs that fills what
            interactive work leaves of the devices, and what interactive work costs then. Default: false.
        capacity (Capacity | Unset): How the number of replicas follows the load. Defaults: the values of the tables.
        catalog (None | str | Unset): The release of the tables to answer from. Default: the newest.
        confidence (float | list[float] | None | Unset): How sure the cost is to be: the answer has the amounts that it
            stays within with these probabilities, one or several [fraction]. 0.8: the 80th percentile. p10, p50 and p90
            come with any.
        contracts (list[Contract] | Unset): Contracts over whole bills, with discount or minimum.
        currency (str | Unset): Currency in which the answer has its money beside the dollars, as three letters. The
            rate is the last one that the release knows on `as_of`. Default: USD.
        currency_path (list[RateFrom] | Unset): Rates of `currency` from some months on. Default: the rate of each
            month, and the last one for months after `as_of`.
        discount_rate_fraction (float | None | Unset): Discount rate of payments per year [fraction]. Default: the cost
            of capital of `purchase.ownership`.
        drivers (bool | Unset): Whether the answer lists its drivers: the assumptions that move it most, each with the
            answer at the ends of its range. The question is asked again for each end. Sweeps have none. Default: true.
        energy_price_change_per_year_fraction (float | Unset): Signed change of the electricity price per year
            [fraction]. Default: 0.0.
        facility (Facility | Unset): The site of the devices. Defaults: published values of the provider and the region.
        fiscal_year_start_month (int | Unset): First month of fiscal years [calendar month, count]. Default: 1.
        generations (list[Generation] | Unset): Generations of devices that take over later, in order.
        horizon_months (int | Unset): Months of the calendar in which the service runs, the first perhaps in part
            [months]. Default: 36.
        labels (None | PlanQueryLabelsType0 | Unset): Texts by name that the answer repeats in every format, and a
            forecast in FOCUS as tags. They change no figure.
        load (Load | Unset): The lengths of a request, the number in flight or arriving, and what is cached of them.
        measured (Measured | Unset): The caller's own measurement of the whole deployment. It replaces every estimate.
        model (ModelNumbers | None | str | Unset): A model of the catalogue by name or alias, or a model given by its
            numbers.
        overheads (Overheads | Unset): Costs of serving other than compute. Defaults: the values of the tables, and no
            staff.
        payments (PaymentTerms | Unset): When invoices are paid, and what tax comes on top.
        price_change_per_year_fraction (float | None | Unset): Signed change of rental and purchase prices per year,
            from the later of `start` and `as_of` [fraction]. −0.2: a fifth less.
        purchase (PurchasePlan | Unset): How the capacity is bought over the months.

            A plan has one option, or a committed `base` with a `burst` by the hour, or the optimal ladder,
            perhaps atop an owned `base`.
        slo (Slo | Unset): Service level objective: limits on mean latency. What is left out is up to the workload.
        start (None | str | Unset): First month or day of the service. Of a month that begins before it, only the days
            from it on count, in requests, hours and monthly prices. Default: the first month that begins on or after
            `as_of`.
        training_usd (float | None | Unset): Training cost of the model, spread over the horizon. Alternatives that
            deploy the same model bear it too [USD].
        uncertainty (None | Uncertainty | Unset): If given, the answer has p10, p50 and p90.
        usd_per_currency_unit (float | None | Unset): USD for one unit of `currency`. Default: the rate of the release.
        workload (PlanQueryWorkload | Unset): interactive: somebody waits for the answers. Objectives of TTFT and TPOT
            that nobody gives are those of the tables, and a service is used as much as services are. batch: nobody waits.
            There is no objective but the caller's, and the devices are hardly ever idle. Default: interactive.
    """

    deployment: Deployment
    traffic: Traffic
    alternative: Alternative | None | Unset = UNSET
    alternatives: list[Alternative] | Unset = UNSET
    as_of: None | str | Unset = UNSET
    batch_tier: bool | Unset = UNSET
    capacity: Capacity | Unset = UNSET
    catalog: None | str | Unset = UNSET
    confidence: float | list[float] | None | Unset = UNSET
    contracts: list[Contract] | Unset = UNSET
    currency: str | Unset = UNSET
    currency_path: list[RateFrom] | Unset = UNSET
    discount_rate_fraction: float | None | Unset = UNSET
    drivers: bool | Unset = UNSET
    energy_price_change_per_year_fraction: float | Unset = UNSET
    facility: Facility | Unset = UNSET
    fiscal_year_start_month: int | Unset = UNSET
    generations: list[Generation] | Unset = UNSET
    horizon_months: int | Unset = UNSET
    labels: None | PlanQueryLabelsType0 | Unset = UNSET
    load: Load | Unset = UNSET
    measured: Measured | Unset = UNSET
    model: ModelNumbers | None | str | Unset = UNSET
    overheads: Overheads | Unset = UNSET
    payments: PaymentTerms | Unset = UNSET
    price_change_per_year_fraction: float | None | Unset = UNSET
    purchase: PurchasePlan | Unset = UNSET
    slo: Slo | Unset = UNSET
    start: None | str | Unset = UNSET
    training_usd: float | None | Unset = UNSET
    uncertainty: None | Uncertainty | Unset = UNSET
    usd_per_currency_unit: float | None | Unset = UNSET
    workload: PlanQueryWorkload | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.alternative import Alternative  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.plan_query_labels_type_0 import PlanQueryLabelsType0  # noqa: PLC0415
        from ..models.uncertainty import Uncertainty  # noqa: PLC0415

        deployment = self.deployment.to_dict()

        traffic = self.traffic.to_dict()

        alternative: dict[str, Any] | None | Unset
        if isinstance(self.alternative, Unset):
            alternative = UNSET
        elif isinstance(self.alternative, Alternative):
            alternative = self.alternative.to_dict()
        else:
            alternative = self.alternative

        alternatives: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.alternatives, Unset):
            alternatives = []
            for alternatives_item_data in self.alternatives:
                alternatives_item = alternatives_item_data.to_dict()
                alternatives.append(alternatives_item)

        as_of: None | str | Unset
        if isinstance(self.as_of, Unset):
            as_of = UNSET
        else:
            as_of = self.as_of

        batch_tier = self.batch_tier

        capacity: dict[str, Any] | Unset = UNSET
        if not isinstance(self.capacity, Unset):
            capacity = self.capacity.to_dict()

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

        contracts: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.contracts, Unset):
            contracts = []
            for contracts_item_data in self.contracts:
                contracts_item = contracts_item_data.to_dict()
                contracts.append(contracts_item)

        currency = self.currency

        currency_path: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.currency_path, Unset):
            currency_path = []
            for currency_path_item_data in self.currency_path:
                currency_path_item = currency_path_item_data.to_dict()
                currency_path.append(currency_path_item)

        discount_rate_fraction: float | None | Unset
        if isinstance(self.discount_rate_fraction, Unset):
            discount_rate_fraction = UNSET
        else:
            discount_rate_fraction = self.discount_rate_fraction

        drivers = self.drivers

        energy_price_change_per_year_fraction = self.energy_price_change_per_year_fraction

        facility: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facility, Unset):
            facility = self.facility.to_dict()

        fiscal_year_start_month = self.fiscal_year_start_month

        generations: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.generations, Unset):
            generations = []
            for generations_item_data in self.generations:
                generations_item = generations_item_data.to_dict()
                generations.append(generations_item)

        horizon_months = self.horizon_months

        labels: dict[str, Any] | None | Unset
        if isinstance(self.labels, Unset):
            labels = UNSET
        elif isinstance(self.labels, PlanQueryLabelsType0):
            labels = self.labels.to_dict()
        else:
            labels = self.labels

        load: dict[str, Any] | Unset = UNSET
        if not isinstance(self.load, Unset):
            load = self.load.to_dict()

        measured: dict[str, Any] | Unset = UNSET
        if not isinstance(self.measured, Unset):
            measured = self.measured.to_dict()

        model: dict[str, Any] | None | str | Unset
        if isinstance(self.model, Unset):
            model = UNSET
        elif isinstance(self.model, ModelNumbers):
            model = self.model.to_dict()
        else:
            model = self.model

        overheads: dict[str, Any] | Unset = UNSET
        if not isinstance(self.overheads, Unset):
            overheads = self.overheads.to_dict()

        payments: dict[str, Any] | Unset = UNSET
        if not isinstance(self.payments, Unset):
            payments = self.payments.to_dict()

        price_change_per_year_fraction: float | None | Unset
        if isinstance(self.price_change_per_year_fraction, Unset):
            price_change_per_year_fraction = UNSET
        else:
            price_change_per_year_fraction = self.price_change_per_year_fraction

        purchase: dict[str, Any] | Unset = UNSET
        if not isinstance(self.purchase, Unset):
            purchase = self.purchase.to_dict()

        slo: dict[str, Any] | Unset = UNSET
        if not isinstance(self.slo, Unset):
            slo = self.slo.to_dict()

        start: None | str | Unset
        if isinstance(self.start, Unset):
            start = UNSET
        else:
            start = self.start

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

        workload: str | Unset = UNSET
        if not isinstance(self.workload, Unset):
            workload = self.workload

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "deployment": deployment,
                "traffic": traffic,
            }
        )
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
        from ..models.plan_query_labels_type_0 import PlanQueryLabelsType0  # noqa: PLC0415
        from ..models.purchase_plan import PurchasePlan  # noqa: PLC0415
        from ..models.rate_from import RateFrom  # noqa: PLC0415
        from ..models.slo import Slo  # noqa: PLC0415
        from ..models.traffic import Traffic  # noqa: PLC0415
        from ..models.uncertainty import Uncertainty  # noqa: PLC0415

        d = dict(src_dict)
        deployment = Deployment.from_dict(d.pop("deployment"))

        traffic = Traffic.from_dict(d.pop("traffic"))

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

        _alternatives = d.pop("alternatives", UNSET)
        alternatives: list[Alternative] | Unset = UNSET
        if _alternatives is not UNSET:
            alternatives = []
            for alternatives_item_data in _alternatives:
                alternatives_item = Alternative.from_dict(alternatives_item_data)

                alternatives.append(alternatives_item)

        def _parse_as_of(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        as_of = _parse_as_of(d.pop("as_of", UNSET))

        batch_tier = d.pop("batch_tier", UNSET)

        _capacity = d.pop("capacity", UNSET)
        capacity: Capacity | Unset
        if isinstance(_capacity, Unset):
            capacity = UNSET
        else:
            capacity = Capacity.from_dict(_capacity)

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

        _contracts = d.pop("contracts", UNSET)
        contracts: list[Contract] | Unset = UNSET
        if _contracts is not UNSET:
            contracts = []
            for contracts_item_data in _contracts:
                contracts_item = Contract.from_dict(contracts_item_data)

                contracts.append(contracts_item)

        currency = d.pop("currency", UNSET)

        _currency_path = d.pop("currency_path", UNSET)
        currency_path: list[RateFrom] | Unset = UNSET
        if _currency_path is not UNSET:
            currency_path = []
            for currency_path_item_data in _currency_path:
                currency_path_item = RateFrom.from_dict(currency_path_item_data)

                currency_path.append(currency_path_item)

        def _parse_discount_rate_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        discount_rate_fraction = _parse_discount_rate_fraction(
            d.pop("discount_rate_fraction", UNSET)
        )

        drivers = d.pop("drivers", UNSET)

        energy_price_change_per_year_fraction = d.pop(
            "energy_price_change_per_year_fraction", UNSET
        )

        _facility = d.pop("facility", UNSET)
        facility: Facility | Unset
        if isinstance(_facility, Unset):
            facility = UNSET
        else:
            facility = Facility.from_dict(_facility)

        fiscal_year_start_month = d.pop("fiscal_year_start_month", UNSET)

        _generations = d.pop("generations", UNSET)
        generations: list[Generation] | Unset = UNSET
        if _generations is not UNSET:
            generations = []
            for generations_item_data in _generations:
                generations_item = Generation.from_dict(generations_item_data)

                generations.append(generations_item)

        horizon_months = d.pop("horizon_months", UNSET)

        def _parse_labels(data: object) -> None | PlanQueryLabelsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                labels_type_0 = PlanQueryLabelsType0.from_dict(data)

                return labels_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PlanQueryLabelsType0 | Unset, data)

        labels = _parse_labels(d.pop("labels", UNSET))

        _load = d.pop("load", UNSET)
        load: Load | Unset
        if isinstance(_load, Unset):
            load = UNSET
        else:
            load = Load.from_dict(_load)

        _measured = d.pop("measured", UNSET)
        measured: Measured | Unset
        if isinstance(_measured, Unset):
            measured = UNSET
        else:
            measured = Measured.from_dict(_measured)

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

        _overheads = d.pop("overheads", UNSET)
        overheads: Overheads | Unset
        if isinstance(_overheads, Unset):
            overheads = UNSET
        else:
            overheads = Overheads.from_dict(_overheads)

        _payments = d.pop("payments", UNSET)
        payments: PaymentTerms | Unset
        if isinstance(_payments, Unset):
            payments = UNSET
        else:
            payments = PaymentTerms.from_dict(_payments)

        def _parse_price_change_per_year_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        price_change_per_year_fraction = _parse_price_change_per_year_fraction(
            d.pop("price_change_per_year_fraction", UNSET)
        )

        _purchase = d.pop("purchase", UNSET)
        purchase: PurchasePlan | Unset
        if isinstance(_purchase, Unset):
            purchase = UNSET
        else:
            purchase = PurchasePlan.from_dict(_purchase)

        _slo = d.pop("slo", UNSET)
        slo: Slo | Unset
        if isinstance(_slo, Unset):
            slo = UNSET
        else:
            slo = Slo.from_dict(_slo)

        def _parse_start(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        start = _parse_start(d.pop("start", UNSET))

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

        _workload = d.pop("workload", UNSET)
        workload: PlanQueryWorkload | Unset
        if isinstance(_workload, Unset):
            workload = UNSET
        else:
            workload = check_plan_query_workload(_workload)

        plan_query = cls(
            deployment=deployment,
            traffic=traffic,
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
            training_usd=training_usd,
            uncertainty=uncertainty,
            usd_per_currency_unit=usd_per_currency_unit,
            workload=workload,
        )

        return plan_query
