from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.unit_cost_query_workload import (
    UnitCostQueryWorkload,
    check_unit_cost_query_workload,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.deployment import Deployment
    from ..models.facility import Facility
    from ..models.load import Load
    from ..models.measured import Measured
    from ..models.model_numbers import ModelNumbers
    from ..models.purchase import Purchase
    from ..models.slo import Slo
    from ..models.unit_cost_query_labels_type_0 import UnitCostQueryLabelsType0


T = TypeVar("T", bound="UnitCostQuery")


@_attrs_define
class UnitCostQuery:
    """A query for the cost of a token, a request and a watt on one deployment.

    Attributes:
        deployment (Deployment): The devices that serve the model, and how they serve it.

            `device` is required, but where `prefill` and `decode` say theirs. What stands beside these
            holds for both; `device_count` then counts the devices of both.
        as_of (None | str | Unset): The day whose prices are used, YYYY-MM-DD. Default: the last day whose prices the
            release knows.
        batch_tier (bool | Unset): Whether the answer has the batch tier: what batch work costs that fills what
            interactive work leaves of the devices, and what interactive work costs then. Default: false.
        catalog (None | str | Unset): The release of the tables to answer from. Default: the newest.
        currency (str | Unset): Currency in which the answer has its money beside the dollars, as three letters. The
            rate is the last one that the release knows on `as_of`. Default: USD.
        drivers (bool | Unset): Whether the answer lists its drivers: the assumptions that move it most, each with the
            answer at the ends of its range. The question is asked again for each end. Sweeps have none. Default: false.
        facility (Facility | Unset): The site of the devices. Defaults: published values of the provider and the region.
        labels (None | UnitCostQueryLabelsType0 | Unset): Texts by name that the answer repeats in every format, and a
            forecast in FOCUS as tags. They change no figure.
        load (Load | Unset): The lengths of a request, the number in flight or arriving, and what is cached of them.
        measured (Measured | Unset): The caller's own measurement of the whole deployment. It replaces every estimate.
        model (ModelNumbers | None | str | Unset): A model of the catalogue by name or alias, or a model given by its
            numbers.
        purchase (Purchase | Unset): How the capacity is bought.
        slo (Slo | Unset): Service level objective: limits on mean latency. What is left out is up to the workload.
        usd_per_currency_unit (float | None | Unset): USD for one unit of `currency`. Default: the rate of the release.
        utilization_fraction (float | None | Unset): Used share of the throughput [fraction]. Unused throughput is
            charged as idle. The value follows from load.requests_per_second if that is given. Default: what services of
            this workload use.
        workload (UnitCostQueryWorkload | Unset): interactive: somebody waits for the answers. Objectives of TTFT and
            TPOT that nobody gives are those of the tables, and a service is used as much as services are. batch: nobody
            waits. There is no objective but the caller's, and the devices are hardly ever idle. Default: interactive.
    """

    deployment: Deployment
    as_of: None | str | Unset = UNSET
    batch_tier: bool | Unset = UNSET
    catalog: None | str | Unset = UNSET
    currency: str | Unset = UNSET
    drivers: bool | Unset = UNSET
    facility: Facility | Unset = UNSET
    labels: None | UnitCostQueryLabelsType0 | Unset = UNSET
    load: Load | Unset = UNSET
    measured: Measured | Unset = UNSET
    model: ModelNumbers | None | str | Unset = UNSET
    purchase: Purchase | Unset = UNSET
    slo: Slo | Unset = UNSET
    usd_per_currency_unit: float | None | Unset = UNSET
    utilization_fraction: float | None | Unset = UNSET
    workload: UnitCostQueryWorkload | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.unit_cost_query_labels_type_0 import UnitCostQueryLabelsType0  # noqa: PLC0415

        deployment = self.deployment.to_dict()

        as_of: None | str | Unset
        if isinstance(self.as_of, Unset):
            as_of = UNSET
        else:
            as_of = self.as_of

        batch_tier = self.batch_tier

        catalog: None | str | Unset
        if isinstance(self.catalog, Unset):
            catalog = UNSET
        else:
            catalog = self.catalog

        currency = self.currency

        drivers = self.drivers

        facility: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facility, Unset):
            facility = self.facility.to_dict()

        labels: dict[str, Any] | None | Unset
        if isinstance(self.labels, Unset):
            labels = UNSET
        elif isinstance(self.labels, UnitCostQueryLabelsType0):
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

        purchase: dict[str, Any] | Unset = UNSET
        if not isinstance(self.purchase, Unset):
            purchase = self.purchase.to_dict()

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

        workload: str | Unset = UNSET
        if not isinstance(self.workload, Unset):
            workload = self.workload

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "deployment": deployment,
            }
        )
        if as_of is not UNSET:
            field_dict["as_of"] = as_of
        if batch_tier is not UNSET:
            field_dict["batch_tier"] = batch_tier
        if catalog is not UNSET:
            field_dict["catalog"] = catalog
        if currency is not UNSET:
            field_dict["currency"] = currency
        if drivers is not UNSET:
            field_dict["drivers"] = drivers
        if facility is not UNSET:
            field_dict["facility"] = facility
        if labels is not UNSET:
            field_dict["labels"] = labels
        if load is not UNSET:
            field_dict["load"] = load
        if measured is not UNSET:
            field_dict["measured"] = measured
        if model is not UNSET:
            field_dict["model"] = model
        if purchase is not UNSET:
            field_dict["purchase"] = purchase
        if slo is not UNSET:
            field_dict["slo"] = slo
        if usd_per_currency_unit is not UNSET:
            field_dict["usd_per_currency_unit"] = usd_per_currency_unit
        if utilization_fraction is not UNSET:
            field_dict["utilization_fraction"] = utilization_fraction
        if workload is not UNSET:
            field_dict["workload"] = workload

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.deployment import Deployment  # noqa: PLC0415
        from ..models.facility import Facility  # noqa: PLC0415
        from ..models.load import Load  # noqa: PLC0415
        from ..models.measured import Measured  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.purchase import Purchase  # noqa: PLC0415
        from ..models.slo import Slo  # noqa: PLC0415
        from ..models.unit_cost_query_labels_type_0 import UnitCostQueryLabelsType0  # noqa: PLC0415

        d = dict(src_dict)
        deployment = Deployment.from_dict(d.pop("deployment"))

        def _parse_as_of(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        as_of = _parse_as_of(d.pop("as_of", UNSET))

        batch_tier = d.pop("batch_tier", UNSET)

        def _parse_catalog(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        catalog = _parse_catalog(d.pop("catalog", UNSET))

        currency = d.pop("currency", UNSET)

        drivers = d.pop("drivers", UNSET)

        _facility = d.pop("facility", UNSET)
        facility: Facility | Unset
        if isinstance(_facility, Unset):
            facility = UNSET
        else:
            facility = Facility.from_dict(_facility)

        def _parse_labels(data: object) -> None | UnitCostQueryLabelsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                labels_type_0 = UnitCostQueryLabelsType0.from_dict(data)

                return labels_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UnitCostQueryLabelsType0 | Unset, data)

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

        _purchase = d.pop("purchase", UNSET)
        purchase: Purchase | Unset
        if isinstance(_purchase, Unset):
            purchase = UNSET
        else:
            purchase = Purchase.from_dict(_purchase)

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

        _workload = d.pop("workload", UNSET)
        workload: UnitCostQueryWorkload | Unset
        if isinstance(_workload, Unset):
            workload = UNSET
        else:
            workload = check_unit_cost_query_workload(_workload)

        unit_cost_query = cls(
            deployment=deployment,
            as_of=as_of,
            batch_tier=batch_tier,
            catalog=catalog,
            currency=currency,
            drivers=drivers,
            facility=facility,
            labels=labels,
            load=load,
            measured=measured,
            model=model,
            purchase=purchase,
            slo=slo,
            usd_per_currency_unit=usd_per_currency_unit,
            utilization_fraction=utilization_fraction,
            workload=workload,
        )

        return unit_cost_query
