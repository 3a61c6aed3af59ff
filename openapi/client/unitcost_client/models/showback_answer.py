from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.assumption import Assumption
    from ..models.provenance import Provenance
    from ..models.showback_answer_labels import ShowbackAnswerLabels
    from ..models.team_cost import TeamCost
    from ..models.team_month import TeamMonth


T = TypeVar("T", bound="ShowbackAnswer")


@_attrs_define
class ShowbackAnswer:
    """The cost of a service, shared among teams. Shares add up to the cost, to the last digit.

    Attributes:
        assumptions (list[Assumption]):
        by (str): What the cost is shared by.
        currency (str): Currency of `total`, as three capitals.
        device (str): Name of the first device in the catalogue.
        horizon_months (float): Length of the service [months].
        model (None | str): Name of the model in the catalogue.
        provenance (Provenance): What determines the answer. The same engine, release, day and query give the same
            answer.
        rows (list[TeamMonth]): A row for each month and team.
        teams (list[TeamCost]): The teams, as they are asked.
        usd_total (float): Cost of the service [USD].
        warnings (list[str]): Facts to know before using the figures.
        labels (ShowbackAnswerLabels | Unset): Texts by name that the answer repeats in every format, and a forecast in
            FOCUS as tags. They change no figure.
    """

    assumptions: list[Assumption]
    by: str
    currency: str
    device: str
    horizon_months: float
    model: None | str
    provenance: Provenance
    rows: list[TeamMonth]
    teams: list[TeamCost]
    usd_total: float
    warnings: list[str]
    labels: ShowbackAnswerLabels | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        assumptions = []
        for assumptions_item_data in self.assumptions:
            assumptions_item = assumptions_item_data.to_dict()
            assumptions.append(assumptions_item)

        by = self.by

        currency = self.currency

        device = self.device

        horizon_months = self.horizon_months

        model: None | str
        model = self.model

        provenance = self.provenance.to_dict()

        rows = []
        for rows_item_data in self.rows:
            rows_item = rows_item_data.to_dict()
            rows.append(rows_item)

        teams = []
        for teams_item_data in self.teams:
            teams_item = teams_item_data.to_dict()
            teams.append(teams_item)

        usd_total = self.usd_total

        warnings = self.warnings

        labels: dict[str, Any] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "assumptions": assumptions,
                "by": by,
                "currency": currency,
                "device": device,
                "horizon_months": horizon_months,
                "model": model,
                "provenance": provenance,
                "rows": rows,
                "teams": teams,
                "usd_total": usd_total,
                "warnings": warnings,
            }
        )
        if labels is not UNSET:
            field_dict["labels"] = labels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.assumption import Assumption  # noqa: PLC0415
        from ..models.provenance import Provenance  # noqa: PLC0415
        from ..models.showback_answer_labels import ShowbackAnswerLabels  # noqa: PLC0415
        from ..models.team_cost import TeamCost  # noqa: PLC0415
        from ..models.team_month import TeamMonth  # noqa: PLC0415

        d = dict(src_dict)
        assumptions = []
        _assumptions = d.pop("assumptions")
        for assumptions_item_data in _assumptions:
            assumptions_item = Assumption.from_dict(assumptions_item_data)

            assumptions.append(assumptions_item)

        by = d.pop("by")

        currency = d.pop("currency")

        device = d.pop("device")

        horizon_months = d.pop("horizon_months")

        def _parse_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model = _parse_model(d.pop("model"))

        provenance = Provenance.from_dict(d.pop("provenance"))

        rows = []
        _rows = d.pop("rows")
        for rows_item_data in _rows:
            rows_item = TeamMonth.from_dict(rows_item_data)

            rows.append(rows_item)

        teams = []
        _teams = d.pop("teams")
        for teams_item_data in _teams:
            teams_item = TeamCost.from_dict(teams_item_data)

            teams.append(teams_item)

        usd_total = d.pop("usd_total")

        warnings = cast(list[str], d.pop("warnings"))

        _labels = d.pop("labels", UNSET)
        labels: ShowbackAnswerLabels | Unset
        if isinstance(_labels, Unset):
            labels = UNSET
        else:
            labels = ShowbackAnswerLabels.from_dict(_labels)

        showback_answer = cls(
            assumptions=assumptions,
            by=by,
            currency=currency,
            device=device,
            horizon_months=horizon_months,
            model=model,
            provenance=provenance,
            rows=rows,
            teams=teams,
            usd_total=usd_total,
            warnings=warnings,
            labels=labels,
        )

        showback_answer.additional_properties = d
        return showback_answer

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
