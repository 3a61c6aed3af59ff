from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.deployment import Deployment
    from ..models.measured import Measured
    from ..models.purchase_plan import PurchasePlan


T = TypeVar("T", bound="Generation")


@_attrs_define
class Generation:
    """A generation of devices that takes over on a date.

    Attributes:
        date (str): The generation serves from the first month that begins on or after this day.
        deployment (Deployment): The devices that serve the model, and how they serve it.

            `device` is required, but where `prefill` and `decode` say theirs. What stands beside these
            holds for both; `device_count` then counts the devices of both.
        measured (Measured | Unset): The caller's own measurement of the whole deployment. It replaces every estimate.
        purchase (None | PurchasePlan | Unset): Default: the plan of the query at the prices of this device.
    """

    date: str
    deployment: Deployment
    measured: Measured | Unset = UNSET
    purchase: None | PurchasePlan | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.purchase_plan import PurchasePlan  # noqa: PLC0415

        date = self.date

        deployment = self.deployment.to_dict()

        measured: dict[str, Any] | Unset = UNSET
        if not isinstance(self.measured, Unset):
            measured = self.measured.to_dict()

        purchase: dict[str, Any] | None | Unset
        if isinstance(self.purchase, Unset):
            purchase = UNSET
        elif isinstance(self.purchase, PurchasePlan):
            purchase = self.purchase.to_dict()
        else:
            purchase = self.purchase

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "date": date,
                "deployment": deployment,
            }
        )
        if measured is not UNSET:
            field_dict["measured"] = measured
        if purchase is not UNSET:
            field_dict["purchase"] = purchase

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.deployment import Deployment  # noqa: PLC0415
        from ..models.measured import Measured  # noqa: PLC0415
        from ..models.purchase_plan import PurchasePlan  # noqa: PLC0415

        d = dict(src_dict)
        date = d.pop("date")

        deployment = Deployment.from_dict(d.pop("deployment"))

        _measured = d.pop("measured", UNSET)
        measured: Measured | Unset
        if isinstance(_measured, Unset):
            measured = UNSET
        else:
            measured = Measured.from_dict(_measured)

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

        generation = cls(
            date=date,
            deployment=deployment,
            measured=measured,
            purchase=purchase,
        )

        return generation
