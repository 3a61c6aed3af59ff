from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.actual import Actual
    from ..models.plan_query import PlanQuery


T = TypeVar("T", bound="VarianceQuery")


@_attrs_define
class VarianceQuery:
    """What was billed and served, and the plan that it stands beside.

    Attributes:
        actuals (list[Actual] | Unset): What was billed and served.
        as_of (None | str | Unset): The day whose prices are used, YYYY-MM-DD. Default: the last day whose prices the
            release knows.
        catalog (None | str | Unset): The release of the tables to answer from. Default: the newest.
        csv (None | str | Unset): The same as CSV: with the names of fields as columns, or an export in FOCUS, whose
            effective costs are read.
        plan (None | PlanQuery | Unset): The question of the plan. Without it, the answer has unit prices.
    """

    actuals: list[Actual] | Unset = UNSET
    as_of: None | str | Unset = UNSET
    catalog: None | str | Unset = UNSET
    csv: None | str | Unset = UNSET
    plan: None | PlanQuery | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.plan_query import PlanQuery  # noqa: PLC0415

        actuals: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.actuals, Unset):
            actuals = []
            for actuals_item_data in self.actuals:
                actuals_item = actuals_item_data.to_dict()
                actuals.append(actuals_item)

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

        csv: None | str | Unset
        if isinstance(self.csv, Unset):
            csv = UNSET
        else:
            csv = self.csv

        plan: dict[str, Any] | None | Unset
        if isinstance(self.plan, Unset):
            plan = UNSET
        elif isinstance(self.plan, PlanQuery):
            plan = self.plan.to_dict()
        else:
            plan = self.plan

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if actuals is not UNSET:
            field_dict["actuals"] = actuals
        if as_of is not UNSET:
            field_dict["as_of"] = as_of
        if catalog is not UNSET:
            field_dict["catalog"] = catalog
        if csv is not UNSET:
            field_dict["csv"] = csv
        if plan is not UNSET:
            field_dict["plan"] = plan

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.actual import Actual  # noqa: PLC0415
        from ..models.plan_query import PlanQuery  # noqa: PLC0415

        d = dict(src_dict)
        _actuals = d.pop("actuals", UNSET)
        actuals: list[Actual] | Unset = UNSET
        if _actuals is not UNSET:
            actuals = []
            for actuals_item_data in _actuals:
                actuals_item = Actual.from_dict(actuals_item_data)

                actuals.append(actuals_item)

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

        def _parse_csv(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        csv = _parse_csv(d.pop("csv", UNSET))

        def _parse_plan(data: object) -> None | PlanQuery | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                plan_type_0 = PlanQuery.from_dict(data)

                return plan_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PlanQuery | Unset, data)

        plan = _parse_plan(d.pop("plan", UNSET))

        variance_query = cls(
            actuals=actuals,
            as_of=as_of,
            catalog=catalog,
            csv=csv,
            plan=plan,
        )

        return variance_query
