from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.unit_cost_base_workload_type_0 import (
    UnitCostBaseWorkloadType0,
    check_unit_cost_base_workload_type_0,
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
    from ..models.unit_cost_base_labels_type_0 import UnitCostBaseLabelsType0


T = TypeVar("T", bound="UnitCostBase")


@_attrs_define
class UnitCostBase:
    """Fields of a question of the kind `unit_costs`, nested or by dotted name.

    Attributes:
        as_of (None | str | Unset): The day whose prices are used, YYYY-MM-DD. Default: the last day whose prices the
            release knows.
        batch_tier (bool | None | Unset): Whether the answer has the batch tier: what batch work costs that fills what
            interactive work leaves of the devices, and what interactive work costs then. Default: false.
        catalog (None | str | Unset): The release of the tables to answer from. Default: the newest.
        currency (None | str | Unset): Currency in which the answer has its money beside the dollars, as three letters.
            The rate is the last one that the release knows on `as_of`. Default: USD.
        deployment (Deployment | None | Unset):
        drivers (bool | None | Unset): Whether the answer lists its drivers: the assumptions that move it most, each
            with the answer at the ends of its range. The question is asked again for each end. Sweeps have none. Default:
            false.
        facility (Facility | None | Unset):
        labels (None | UnitCostBaseLabelsType0 | Unset): Texts by name that the answer repeats in every format, and a
            forecast in FOCUS as tags. They change no figure.
        load (Load | None | Unset):
        measured (Measured | None | Unset):
        model (ModelNumbers | None | str | Unset): A model of the catalogue by name or alias, or a model given by its
            numbers.
        purchase (None | Purchase | Unset):
        slo (None | Slo | Unset):
        usd_per_currency_unit (float | None | Unset): USD for one unit of `currency`. Default: the rate of the release.
        utilization_fraction (float | None | Unset): Used share of the throughput [fraction]. Unused throughput is
            charged as idle. The value follows from load.requests_per_second if that is given. Default: what services of
            this workload use.
        workload (None | UnitCostBaseWorkloadType0 | Unset): interactive: somebody waits for the answers. Objectives of
            TTFT and TPOT that nobody gives are those of the tables, and a service is used as much as services are. batch:
            nobody waits. There is no objective but the caller's, and the devices are hardly ever idle. Default:
            interactive.
    """

    as_of: None | str | Unset = UNSET
    batch_tier: bool | None | Unset = UNSET
    catalog: None | str | Unset = UNSET
    currency: None | str | Unset = UNSET
    deployment: Deployment | None | Unset = UNSET
    drivers: bool | None | Unset = UNSET
    facility: Facility | None | Unset = UNSET
    labels: None | UnitCostBaseLabelsType0 | Unset = UNSET
    load: Load | None | Unset = UNSET
    measured: Measured | None | Unset = UNSET
    model: ModelNumbers | None | str | Unset = UNSET
    purchase: None | Purchase | Unset = UNSET
    slo: None | Slo | Unset = UNSET
    usd_per_currency_unit: float | None | Unset = UNSET
    utilization_fraction: float | None | Unset = UNSET
    workload: None | UnitCostBaseWorkloadType0 | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.deployment import Deployment  # noqa: PLC0415
        from ..models.facility import Facility  # noqa: PLC0415
        from ..models.load import Load  # noqa: PLC0415
        from ..models.measured import Measured  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.purchase import Purchase  # noqa: PLC0415
        from ..models.slo import Slo  # noqa: PLC0415
        from ..models.unit_cost_base_labels_type_0 import UnitCostBaseLabelsType0  # noqa: PLC0415

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

        catalog: None | str | Unset
        if isinstance(self.catalog, Unset):
            catalog = UNSET
        else:
            catalog = self.catalog

        currency: None | str | Unset
        if isinstance(self.currency, Unset):
            currency = UNSET
        else:
            currency = self.currency

        deployment: dict[str, Any] | None | Unset
        if isinstance(self.deployment, Unset):
            deployment = UNSET
        elif isinstance(self.deployment, Deployment):
            deployment = self.deployment.to_dict()
        else:
            deployment = self.deployment

        drivers: bool | None | Unset
        if isinstance(self.drivers, Unset):
            drivers = UNSET
        else:
            drivers = self.drivers

        facility: dict[str, Any] | None | Unset
        if isinstance(self.facility, Unset):
            facility = UNSET
        elif isinstance(self.facility, Facility):
            facility = self.facility.to_dict()
        else:
            facility = self.facility

        labels: dict[str, Any] | None | Unset
        if isinstance(self.labels, Unset):
            labels = UNSET
        elif isinstance(self.labels, UnitCostBaseLabelsType0):
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

        purchase: dict[str, Any] | None | Unset
        if isinstance(self.purchase, Unset):
            purchase = UNSET
        elif isinstance(self.purchase, Purchase):
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
        if as_of is not UNSET:
            field_dict["as_of"] = as_of
        if batch_tier is not UNSET:
            field_dict["batch_tier"] = batch_tier
        if catalog is not UNSET:
            field_dict["catalog"] = catalog
        if currency is not UNSET:
            field_dict["currency"] = currency
        if deployment is not UNSET:
            field_dict["deployment"] = deployment
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
        from ..models.unit_cost_base_labels_type_0 import UnitCostBaseLabelsType0  # noqa: PLC0415

        d = dict(src_dict)

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

        def _parse_catalog(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        catalog = _parse_catalog(d.pop("catalog", UNSET))

        def _parse_currency(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        currency = _parse_currency(d.pop("currency", UNSET))

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

        def _parse_drivers(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        drivers = _parse_drivers(d.pop("drivers", UNSET))

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

        def _parse_labels(data: object) -> None | UnitCostBaseLabelsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                labels_type_0 = UnitCostBaseLabelsType0.from_dict(data)

                return labels_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UnitCostBaseLabelsType0 | Unset, data)

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

        def _parse_purchase(data: object) -> None | Purchase | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                purchase_type_0 = Purchase.from_dict(data)

                return purchase_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Purchase | Unset, data)

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

        def _parse_workload(data: object) -> None | UnitCostBaseWorkloadType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                workload_type_0 = check_unit_cost_base_workload_type_0(data)

                return workload_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UnitCostBaseWorkloadType0 | Unset, data)

        workload = _parse_workload(d.pop("workload", UNSET))

        unit_cost_base = cls(
            as_of=as_of,
            batch_tier=batch_tier,
            catalog=catalog,
            currency=currency,
            deployment=deployment,
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

        unit_cost_base.additional_properties = d
        return unit_cost_base

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
