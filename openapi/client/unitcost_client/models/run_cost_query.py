from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.run_cost_query_method import RunCostQueryMethod, check_run_cost_query_method
from ..models.run_cost_query_recompute import RunCostQueryRecompute, check_run_cost_query_recompute
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.facility import Facility
    from ..models.model_numbers import ModelNumbers
    from ..models.purchase import Purchase
    from ..models.reliability import Reliability
    from ..models.training_deployment import TrainingDeployment


T = TypeVar("T", bound="RunCostQuery")


@_attrs_define
class RunCostQuery:
    """What one training run costs under each way of buying its capacity.

    Attributes:
        deployment (TrainingDeployment): What the run trains on.
        model (ModelNumbers | str): A model of the catalogue by name or alias, or a model given by its numbers.
        tokens (float): Tokens trained on [count].
        as_of (None | str | Unset):
        catalog (None | str | Unset):
        facility (Facility | Unset): Where it stands; left out, the provider's and the region's published values.
        headroom_fraction (float | Unset): Failed and abandoned experiments, as a share of the run [fraction]. Default:
            0.0.
        method (RunCostQueryMethod | Unset):  Default: 'pretraining'.
        mfu_fraction (float | None | Unset):
        purchases (list[Purchase] | Unset):
        recompute (RunCostQueryRecompute | Unset):  Default: 'none'.
        reliability (Reliability | Unset): How often the run stops and what a stop costs; left out, published rates.
        sequence_length (int | None | Unset):
    """

    deployment: TrainingDeployment
    model: ModelNumbers | str
    tokens: float
    as_of: None | str | Unset = UNSET
    catalog: None | str | Unset = UNSET
    facility: Facility | Unset = UNSET
    headroom_fraction: float | Unset = 0.0
    method: RunCostQueryMethod | Unset = "pretraining"
    mfu_fraction: float | None | Unset = UNSET
    purchases: list[Purchase] | Unset = UNSET
    recompute: RunCostQueryRecompute | Unset = "none"
    reliability: Reliability | Unset = UNSET
    sequence_length: int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415

        deployment = self.deployment.to_dict()

        model: dict[str, Any] | str
        if isinstance(self.model, ModelNumbers):
            model = self.model.to_dict()
        else:
            model = self.model

        tokens = self.tokens

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

        facility: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facility, Unset):
            facility = self.facility.to_dict()

        headroom_fraction = self.headroom_fraction

        method: str | Unset = UNSET
        if not isinstance(self.method, Unset):
            method = self.method

        mfu_fraction: float | None | Unset
        if isinstance(self.mfu_fraction, Unset):
            mfu_fraction = UNSET
        else:
            mfu_fraction = self.mfu_fraction

        purchases: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.purchases, Unset):
            purchases = []
            for purchases_item_data in self.purchases:
                purchases_item = purchases_item_data.to_dict()
                purchases.append(purchases_item)

        recompute: str | Unset = UNSET
        if not isinstance(self.recompute, Unset):
            recompute = self.recompute

        reliability: dict[str, Any] | Unset = UNSET
        if not isinstance(self.reliability, Unset):
            reliability = self.reliability.to_dict()

        sequence_length: int | None | Unset
        if isinstance(self.sequence_length, Unset):
            sequence_length = UNSET
        else:
            sequence_length = self.sequence_length

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "deployment": deployment,
                "model": model,
                "tokens": tokens,
            }
        )
        if as_of is not UNSET:
            field_dict["as_of"] = as_of
        if catalog is not UNSET:
            field_dict["catalog"] = catalog
        if facility is not UNSET:
            field_dict["facility"] = facility
        if headroom_fraction is not UNSET:
            field_dict["headroom_fraction"] = headroom_fraction
        if method is not UNSET:
            field_dict["method"] = method
        if mfu_fraction is not UNSET:
            field_dict["mfu_fraction"] = mfu_fraction
        if purchases is not UNSET:
            field_dict["purchases"] = purchases
        if recompute is not UNSET:
            field_dict["recompute"] = recompute
        if reliability is not UNSET:
            field_dict["reliability"] = reliability
        if sequence_length is not UNSET:
            field_dict["sequence_length"] = sequence_length

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.facility import Facility  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.purchase import Purchase  # noqa: PLC0415
        from ..models.reliability import Reliability  # noqa: PLC0415
        from ..models.training_deployment import TrainingDeployment  # noqa: PLC0415

        d = dict(src_dict)
        deployment = TrainingDeployment.from_dict(d.pop("deployment"))

        def _parse_model(data: object) -> ModelNumbers | str:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                model_type_1 = ModelNumbers.from_dict(data)

                return model_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ModelNumbers | str, data)

        model = _parse_model(d.pop("model"))

        tokens = d.pop("tokens")

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

        _facility = d.pop("facility", UNSET)
        facility: Facility | Unset
        if isinstance(_facility, Unset):
            facility = UNSET
        else:
            facility = Facility.from_dict(_facility)

        headroom_fraction = d.pop("headroom_fraction", UNSET)

        _method = d.pop("method", UNSET)
        method: RunCostQueryMethod | Unset
        if isinstance(_method, Unset):
            method = UNSET
        else:
            method = check_run_cost_query_method(_method)

        def _parse_mfu_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        mfu_fraction = _parse_mfu_fraction(d.pop("mfu_fraction", UNSET))

        _purchases = d.pop("purchases", UNSET)
        purchases: list[Purchase] | Unset = UNSET
        if _purchases is not UNSET:
            purchases = []
            for purchases_item_data in _purchases:
                purchases_item = Purchase.from_dict(purchases_item_data)

                purchases.append(purchases_item)

        _recompute = d.pop("recompute", UNSET)
        recompute: RunCostQueryRecompute | Unset
        if isinstance(_recompute, Unset):
            recompute = UNSET
        else:
            recompute = check_run_cost_query_recompute(_recompute)

        _reliability = d.pop("reliability", UNSET)
        reliability: Reliability | Unset
        if isinstance(_reliability, Unset):
            reliability = UNSET
        else:
            reliability = Reliability.from_dict(_reliability)

        def _parse_sequence_length(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        sequence_length = _parse_sequence_length(d.pop("sequence_length", UNSET))

        run_cost_query = cls(
            deployment=deployment,
            model=model,
            tokens=tokens,
            as_of=as_of,
            catalog=catalog,
            facility=facility,
            headroom_fraction=headroom_fraction,
            method=method,
            mfu_fraction=mfu_fraction,
            purchases=purchases,
            recompute=recompute,
            reliability=reliability,
            sequence_length=sequence_length,
        )

        return run_cost_query
