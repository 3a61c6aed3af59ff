from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.comparison_query_objective_type_0 import (
    ComparisonQueryObjectiveType0,
    check_comparison_query_objective_type_0,
)
from ..models.comparison_query_price_basis_type_0 import (
    ComparisonQueryPriceBasisType0,
    check_comparison_query_price_basis_type_0,
)
from ..models.comparison_query_workload import (
    ComparisonQueryWorkload,
    check_comparison_query_workload,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.comparison_query_labels_type_0 import ComparisonQueryLabelsType0
    from ..models.facility import Facility
    from ..models.load import Load
    from ..models.model_numbers import ModelNumbers
    from ..models.slo import Slo
    from ..models.vary import Vary


T = TypeVar("T", bound="ComparisonQuery")


@_attrs_define
class ComparisonQuery:
    """A query that ranks deployments of a workload by an objective.

    Attributes:
        model (ModelNumbers | str): A model of the catalogue by name or alias, or a model given by its numbers.
        as_of (None | str | Unset): The day whose prices are used, YYYY-MM-DD. Default: the last day whose prices the
            release knows.
        catalog (None | str | Unset): The release of the tables to answer from. Default: the newest.
        currency (str | Unset): Currency in which the answer has its money beside the dollars, as three letters. The
            rate is the last one that the release knows on `as_of`. Default: USD.
        discount_fraction (float | Unset): Discount on the price of the table [fraction]. Default: 0.0.
        facility (Facility | Unset): The site of the devices. Defaults: published values of the provider and the region.
        labels (ComparisonQueryLabelsType0 | None | Unset): Texts by name that the answer repeats in every format, and a
            forecast in FOCUS as tags. They change no figure.
        limit_count (int | Unset): Most candidates, and most excluded ones, in the answer [count]. Default: 100.
        load (Load | Unset): The lengths of a request, the number in flight or arriving, and what is cached of them.
        objective (ComparisonQueryObjectiveType0 | None | Unset): The result that ranks the candidates, the least first.
            Default: usd_per_million_output_tokens, or usd_per_million_input_tokens where nothing is written.
        price_basis (ComparisonQueryPriceBasisType0 | None | Unset): Prices that candidates are ranked at. rented: what
            providers charge; owned: the cost of owning; any: both side by side. Candidates without such a price are
            excluded. Default: rented, or owned if it is the only one of `vary.options`.
        slo (Slo | Unset): Service level objective: limits on mean latency. What is left out is up to the workload.
        usd_per_currency_unit (float | None | Unset): USD for one unit of `currency`. Default: the rate of the release.
        utilization_fraction (float | None | Unset): Used share of the throughput [fraction].
        vary (Vary | Unset): What may vary. Every combination is a candidate. A list left out has the usual choice.
        workload (ComparisonQueryWorkload | Unset): interactive: somebody waits for the answers. Objectives of TTFT and
            TPOT that nobody gives are those of the tables, and a service is used as much as services are. batch: nobody
            waits. There is no objective but the caller's, and the devices are hardly ever idle. Default: interactive.
    """

    model: ModelNumbers | str
    as_of: None | str | Unset = UNSET
    catalog: None | str | Unset = UNSET
    currency: str | Unset = UNSET
    discount_fraction: float | Unset = UNSET
    facility: Facility | Unset = UNSET
    labels: ComparisonQueryLabelsType0 | None | Unset = UNSET
    limit_count: int | Unset = UNSET
    load: Load | Unset = UNSET
    objective: ComparisonQueryObjectiveType0 | None | Unset = UNSET
    price_basis: ComparisonQueryPriceBasisType0 | None | Unset = UNSET
    slo: Slo | Unset = UNSET
    usd_per_currency_unit: float | None | Unset = UNSET
    utilization_fraction: float | None | Unset = UNSET
    vary: Vary | Unset = UNSET
    workload: ComparisonQueryWorkload | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.comparison_query_labels_type_0 import ComparisonQueryLabelsType0  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415

        model: dict[str, Any] | str
        if isinstance(self.model, ModelNumbers):
            model = self.model.to_dict()
        else:
            model = self.model

        as_of: None | str | Unset
        if isinstance(self.as_of, Unset):
            as_of = UNSET
        else:
            as_of = self.as_of

        catalog: None | str | Unset
        if isinstance(self.catalog, Unset):
            catalog = UNSET
        else:
            catalog = self.catalog

        currency = self.currency

        discount_fraction = self.discount_fraction

        facility: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facility, Unset):
            facility = self.facility.to_dict()

        labels: dict[str, Any] | None | Unset
        if isinstance(self.labels, Unset):
            labels = UNSET
        elif isinstance(self.labels, ComparisonQueryLabelsType0):
            labels = self.labels.to_dict()
        else:
            labels = self.labels

        limit_count = self.limit_count

        load: dict[str, Any] | Unset = UNSET
        if not isinstance(self.load, Unset):
            load = self.load.to_dict()

        objective: None | str | Unset
        if isinstance(self.objective, Unset):
            objective = UNSET
        elif isinstance(self.objective, str):
            objective = self.objective
        else:
            objective = self.objective

        price_basis: None | str | Unset
        if isinstance(self.price_basis, Unset):
            price_basis = UNSET
        elif isinstance(self.price_basis, str):
            price_basis = self.price_basis
        else:
            price_basis = self.price_basis

        slo: dict[str, Any] | Unset = UNSET
        if not isinstance(self.slo, Unset):
            slo = self.slo.to_dict()

        usd_per_currency_unit: float | None | Unset
        if isinstance(self.usd_per_currency_unit, Unset):
            usd_per_currency_unit = UNSET
        else:
            usd_per_currency_unit = self.usd_per_currency_unit

        utilization_fraction: float | None | Unset
        if isinstance(self.utilization_fraction, Unset):
            utilization_fraction = UNSET
        else:
            utilization_fraction = self.utilization_fraction

        vary: dict[str, Any] | Unset = UNSET
        if not isinstance(self.vary, Unset):
            vary = self.vary.to_dict()

        workload: str | Unset = UNSET
        if not isinstance(self.workload, Unset):
            workload = self.workload

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "model": model,
            }
        )
        if as_of is not UNSET:
            field_dict["as_of"] = as_of
        if catalog is not UNSET:
            field_dict["catalog"] = catalog
        if currency is not UNSET:
            field_dict["currency"] = currency
        if discount_fraction is not UNSET:
            field_dict["discount_fraction"] = discount_fraction
        if facility is not UNSET:
            field_dict["facility"] = facility
        if labels is not UNSET:
            field_dict["labels"] = labels
        if limit_count is not UNSET:
            field_dict["limit_count"] = limit_count
        if load is not UNSET:
            field_dict["load"] = load
        if objective is not UNSET:
            field_dict["objective"] = objective
        if price_basis is not UNSET:
            field_dict["price_basis"] = price_basis
        if slo is not UNSET:
            field_dict["slo"] = slo
        if usd_per_currency_unit is not UNSET:
            field_dict["usd_per_currency_unit"] = usd_per_currency_unit
        if utilization_fraction is not UNSET:
            field_dict["utilization_fraction"] = utilization_fraction
        if vary is not UNSET:
            field_dict["vary"] = vary
        if workload is not UNSET:
            field_dict["workload"] = workload

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.comparison_query_labels_type_0 import ComparisonQueryLabelsType0  # noqa: PLC0415
        from ..models.facility import Facility  # noqa: PLC0415
        from ..models.load import Load  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.slo import Slo  # noqa: PLC0415
        from ..models.vary import Vary  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_model(data: object) -> ModelNumbers | str:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_model_type_1 = ModelNumbers.from_dict(data)

                return componentsschemas_model_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ModelNumbers | str, data)

        model = _parse_model(d.pop("model"))

        def _parse_as_of(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        as_of = _parse_as_of(d.pop("as_of", UNSET))

        def _parse_catalog(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        catalog = _parse_catalog(d.pop("catalog", UNSET))

        currency = d.pop("currency", UNSET)

        discount_fraction = d.pop("discount_fraction", UNSET)

        _facility = d.pop("facility", UNSET)
        facility: Facility | Unset
        if isinstance(_facility, Unset):
            facility = UNSET
        else:
            facility = Facility.from_dict(_facility)

        def _parse_labels(data: object) -> ComparisonQueryLabelsType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                labels_type_0 = ComparisonQueryLabelsType0.from_dict(data)

                return labels_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ComparisonQueryLabelsType0 | None | Unset, data)

        labels = _parse_labels(d.pop("labels", UNSET))

        limit_count = d.pop("limit_count", UNSET)

        _load = d.pop("load", UNSET)
        load: Load | Unset
        if isinstance(_load, Unset):
            load = UNSET
        else:
            load = Load.from_dict(_load)

        def _parse_objective(data: object) -> ComparisonQueryObjectiveType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                objective_type_0 = check_comparison_query_objective_type_0(data)

                return objective_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ComparisonQueryObjectiveType0 | None | Unset, data)

        objective = _parse_objective(d.pop("objective", UNSET))

        def _parse_price_basis(data: object) -> ComparisonQueryPriceBasisType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                price_basis_type_0 = check_comparison_query_price_basis_type_0(data)

                return price_basis_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ComparisonQueryPriceBasisType0 | None | Unset, data)

        price_basis = _parse_price_basis(d.pop("price_basis", UNSET))

        _slo = d.pop("slo", UNSET)
        slo: Slo | Unset
        if isinstance(_slo, Unset):
            slo = UNSET
        else:
            slo = Slo.from_dict(_slo)

        def _parse_usd_per_currency_unit(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_currency_unit = _parse_usd_per_currency_unit(d.pop("usd_per_currency_unit", UNSET))

        def _parse_utilization_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        utilization_fraction = _parse_utilization_fraction(d.pop("utilization_fraction", UNSET))

        _vary = d.pop("vary", UNSET)
        vary: Vary | Unset
        if isinstance(_vary, Unset):
            vary = UNSET
        else:
            vary = Vary.from_dict(_vary)

        _workload = d.pop("workload", UNSET)
        workload: ComparisonQueryWorkload | Unset
        if isinstance(_workload, Unset):
            workload = UNSET
        else:
            workload = check_comparison_query_workload(_workload)

        comparison_query = cls(
            model=model,
            as_of=as_of,
            catalog=catalog,
            currency=currency,
            discount_fraction=discount_fraction,
            facility=facility,
            labels=labels,
            limit_count=limit_count,
            load=load,
            objective=objective,
            price_basis=price_basis,
            slo=slo,
            usd_per_currency_unit=usd_per_currency_unit,
            utilization_fraction=utilization_fraction,
            vary=vary,
            workload=workload,
        )

        return comparison_query
