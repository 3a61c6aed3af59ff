from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.run_cost_sweep_query_kind import (
    RunCostSweepQueryKind,
    check_run_cost_sweep_query_kind,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.run_cost_base import RunCostBase
    from ..models.run_cost_sweep_query_axes import RunCostSweepQueryAxes
    from ..models.run_cost_sweep_query_scenarios_item import (
        RunCostSweepQueryScenariosItem,
    )


T = TypeVar("T", bound="RunCostSweepQuery")


@_attrs_define
class RunCostSweepQuery:
    """A base query with axes, whose every combination is a scenario, or with listed scenarios.

    Attributes:
        kind (RunCostSweepQueryKind): The kind of quote. `base` is a query of this kind. Default: unit_costs.
        axes (RunCostSweepQueryAxes | Unset): Values by dotted field name, as lists or ranges. null leaves the field
            out. The last axis changes fastest. An unknown name, date or option in an axis marks its rows as refused.
        base (RunCostBase | Unset): Fields of a question of the kind `run_costs`, nested or by dotted name.
        columns (list[str] | None | Unset): Results in the answer. Default: the usual ones. `warnings` are those of the
            quote of each row, and make a row take as long as a quote.
        dry_run (bool | Unset): Only count the scenarios and name the columns. Default: false.
        labels (list[str] | Unset): Columns of the scenarios that are labels: no fields of the question, they pass
            through to the answer. Columns that begin with `label.` are labels anyway.
        scenarios (list[RunCostSweepQueryScenariosItem] | Unset): Scenarios instead of axes: one object each, with
            fields by dotted name. Other fields are those of the base. Send long lists as a table.
    """

    kind: RunCostSweepQueryKind
    axes: RunCostSweepQueryAxes | Unset = UNSET
    base: RunCostBase | Unset = UNSET
    columns: list[str] | None | Unset = UNSET
    dry_run: bool | Unset = UNSET
    labels: list[str] | Unset = UNSET
    scenarios: list[RunCostSweepQueryScenariosItem] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        axes: dict[str, Any] | Unset = UNSET
        if not isinstance(self.axes, Unset):
            axes = self.axes.to_dict()

        base: dict[str, Any] | Unset = UNSET
        if not isinstance(self.base, Unset):
            base = self.base.to_dict()

        columns: list[str] | None | Unset
        if isinstance(self.columns, Unset):
            columns = UNSET
        elif isinstance(self.columns, list):
            columns = self.columns

        else:
            columns = self.columns

        dry_run = self.dry_run

        labels: list[str] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels

        scenarios: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.scenarios, Unset):
            scenarios = []
            for scenarios_item_data in self.scenarios:
                scenarios_item = scenarios_item_data.to_dict()
                scenarios.append(scenarios_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kind": kind,
            }
        )
        if axes is not UNSET:
            field_dict["axes"] = axes
        if base is not UNSET:
            field_dict["base"] = base
        if columns is not UNSET:
            field_dict["columns"] = columns
        if dry_run is not UNSET:
            field_dict["dry_run"] = dry_run
        if labels is not UNSET:
            field_dict["labels"] = labels
        if scenarios is not UNSET:
            field_dict["scenarios"] = scenarios

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.run_cost_base import RunCostBase  # noqa: PLC0415
        from ..models.run_cost_sweep_query_axes import RunCostSweepQueryAxes  # noqa: PLC0415
        from ..models.run_cost_sweep_query_scenarios_item import (
            RunCostSweepQueryScenariosItem,  # noqa: PLC0415
        )

        d = dict(src_dict)
        kind = check_run_cost_sweep_query_kind(d.pop("kind"))

        _axes = d.pop("axes", UNSET)
        axes: RunCostSweepQueryAxes | Unset
        if isinstance(_axes, Unset):
            axes = UNSET
        else:
            axes = RunCostSweepQueryAxes.from_dict(_axes)

        _base = d.pop("base", UNSET)
        base: RunCostBase | Unset
        if isinstance(_base, Unset):
            base = UNSET
        else:
            base = RunCostBase.from_dict(_base)

        def _parse_columns(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                columns_type_0 = cast(list[str], data)

                return columns_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        columns = _parse_columns(d.pop("columns", UNSET))

        dry_run = d.pop("dry_run", UNSET)

        labels = cast(list[str], d.pop("labels", UNSET))

        _scenarios = d.pop("scenarios", UNSET)
        scenarios: list[RunCostSweepQueryScenariosItem] | Unset = UNSET
        if _scenarios is not UNSET:
            scenarios = []
            for scenarios_item_data in _scenarios:
                scenarios_item = RunCostSweepQueryScenariosItem.from_dict(scenarios_item_data)

                scenarios.append(scenarios_item)

        run_cost_sweep_query = cls(
            kind=kind,
            axes=axes,
            base=base,
            columns=columns,
            dry_run=dry_run,
            labels=labels,
            scenarios=scenarios,
        )

        return run_cost_sweep_query
