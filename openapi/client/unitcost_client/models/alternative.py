from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.capacity import Capacity
    from ..models.deployment import Deployment
    from ..models.measured import Measured
    from ..models.model_numbers import ModelNumbers
    from ..models.purchase_plan import PurchasePlan


T = TypeVar("T", bound="Alternative")


@_attrs_define
class Alternative:
    """Another way to serve the same requests.

    It is an API that charges per token, by `provider` and `model` or at given prices, or another
    `deployment`.

        Attributes:
            capacity (Capacity | None | Unset): Capacity of the deployment. Default: that of the query.
            deployment (Deployment | None | Unset):
            measured (Measured | Unset): The caller's own measurement of the whole deployment. It replaces every estimate.
            model (ModelNumbers | None | str | Unset): Model of the API or of the deployment. Default for a deployment: that
                of the query.
            name (None | str | Unset): A name for it, in plain characters.
            price_change_per_year_fraction (float | Unset): Signed change of the prices of the API per year [fraction].
                Default: 0.0.
            provider (None | str | Unset): Provider of the API, as genai-prices names it.
            purchase (None | PurchasePlan | Unset): Purchase of the deployment. Default: on_demand.
            usd_per_million_cached_input_tokens (float | None | Unset): USD per million cached input tokens. Default: as
                other input.
            usd_per_million_input_tokens (float | None | Unset): USD per million tokens.
            usd_per_million_output_tokens (float | None | Unset): USD per million tokens.
    """

    capacity: Capacity | None | Unset = UNSET
    deployment: Deployment | None | Unset = UNSET
    measured: Measured | Unset = UNSET
    model: ModelNumbers | None | str | Unset = UNSET
    name: None | str | Unset = UNSET
    price_change_per_year_fraction: float | Unset = UNSET
    provider: None | str | Unset = UNSET
    purchase: None | PurchasePlan | Unset = UNSET
    usd_per_million_cached_input_tokens: float | None | Unset = UNSET
    usd_per_million_input_tokens: float | None | Unset = UNSET
    usd_per_million_output_tokens: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.capacity import Capacity  # noqa: PLC0415
        from ..models.deployment import Deployment  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.purchase_plan import PurchasePlan  # noqa: PLC0415

        capacity: dict[str, Any] | None | Unset
        if isinstance(self.capacity, Unset):
            capacity = UNSET
        elif isinstance(self.capacity, Capacity):
            capacity = self.capacity.to_dict()
        else:
            capacity = self.capacity

        deployment: dict[str, Any] | None | Unset
        if isinstance(self.deployment, Unset):
            deployment = UNSET
        elif isinstance(self.deployment, Deployment):
            deployment = self.deployment.to_dict()
        else:
            deployment = self.deployment

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

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        price_change_per_year_fraction = self.price_change_per_year_fraction

        provider: None | str | Unset
        if isinstance(self.provider, Unset):
            provider = UNSET
        else:
            provider = self.provider

        purchase: dict[str, Any] | None | Unset
        if isinstance(self.purchase, Unset):
            purchase = UNSET
        elif isinstance(self.purchase, PurchasePlan):
            purchase = self.purchase.to_dict()
        else:
            purchase = self.purchase

        usd_per_million_cached_input_tokens: float | None | Unset
        if isinstance(self.usd_per_million_cached_input_tokens, Unset):
            usd_per_million_cached_input_tokens = UNSET
        else:
            usd_per_million_cached_input_tokens = self.usd_per_million_cached_input_tokens

        usd_per_million_input_tokens: float | None | Unset
        if isinstance(self.usd_per_million_input_tokens, Unset):
            usd_per_million_input_tokens = UNSET
        else:
            usd_per_million_input_tokens = self.usd_per_million_input_tokens

        usd_per_million_output_tokens: float | None | Unset
        if isinstance(self.usd_per_million_output_tokens, Unset):
            usd_per_million_output_tokens = UNSET
        else:
            usd_per_million_output_tokens = self.usd_per_million_output_tokens

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if capacity is not UNSET:
            field_dict["capacity"] = capacity
        if deployment is not UNSET:
            field_dict["deployment"] = deployment
        if measured is not UNSET:
            field_dict["measured"] = measured
        if model is not UNSET:
            field_dict["model"] = model
        if name is not UNSET:
            field_dict["name"] = name
        if price_change_per_year_fraction is not UNSET:
            field_dict["price_change_per_year_fraction"] = price_change_per_year_fraction
        if provider is not UNSET:
            field_dict["provider"] = provider
        if purchase is not UNSET:
            field_dict["purchase"] = purchase
        if usd_per_million_cached_input_tokens is not UNSET:
            field_dict["usd_per_million_cached_input_tokens"] = usd_per_million_cached_input_tokens
        if usd_per_million_input_tokens is not UNSET:
            field_dict["usd_per_million_input_tokens"] = usd_per_million_input_tokens
        if usd_per_million_output_tokens is not UNSET:
            field_dict["usd_per_million_output_tokens"] = usd_per_million_output_tokens

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.capacity import Capacity  # noqa: PLC0415
        from ..models.deployment import Deployment  # noqa: PLC0415
        from ..models.measured import Measured  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.purchase_plan import PurchasePlan  # noqa: PLC0415

        d = dict(src_dict)

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

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        price_change_per_year_fraction = d.pop("price_change_per_year_fraction", UNSET)

        def _parse_provider(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        provider = _parse_provider(d.pop("provider", UNSET))

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

        def _parse_usd_per_million_cached_input_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_million_cached_input_tokens = _parse_usd_per_million_cached_input_tokens(
            d.pop("usd_per_million_cached_input_tokens", UNSET)
        )

        def _parse_usd_per_million_input_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_million_input_tokens = _parse_usd_per_million_input_tokens(
            d.pop("usd_per_million_input_tokens", UNSET)
        )

        def _parse_usd_per_million_output_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_million_output_tokens = _parse_usd_per_million_output_tokens(
            d.pop("usd_per_million_output_tokens", UNSET)
        )

        alternative = cls(
            capacity=capacity,
            deployment=deployment,
            measured=measured,
            model=model,
            name=name,
            price_change_per_year_fraction=price_change_per_year_fraction,
            provider=provider,
            purchase=purchase,
            usd_per_million_cached_input_tokens=usd_per_million_cached_input_tokens,
            usd_per_million_input_tokens=usd_per_million_input_tokens,
            usd_per_million_output_tokens=usd_per_million_output_tokens,
        )

        return alternative
