"""What is asked of the two pools of a deployment: each as a deployment of its own."""

from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import InvalidQuery, UnknownName, refusals_below
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.serving.layout import Demand
from pricing.serving.objectives import writes_tokens
from pricing.serving.passes.phases import PHASES, Phase
from pricing.serving.passes.reading import writes_nothing
from pricing.unit_costs.query import Deployment, PhasePool, Pool, UnitCostQuery

SHARED = tuple(name for name in Pool.__struct_fields__ if name != "device_count")
"""Fields that hold for both pools where they stand beside them."""


class AskedPool(Struct, frozen=True):
    """A pool as asked: its device, its deployment with what stands beside, and how it is bought."""

    phase: Phase
    device: Device
    deployment: Deployment
    purchase: Purchase


class Asked(NamedTuple):
    """Both pools; device_count: of both together, where no pool says its own."""

    prefill: AskedPool
    decode: AskedPool
    device_count: int | None


def asked_pools(context: QuoteContext, query: UnitCostQuery) -> Asked:
    """Both pools of a query. Raises InvalidQuery for what contradicts or cannot be served apart."""
    deployment = query.deployment
    _check_both(deployment)
    _check_kind(query)
    prefill, decode = (_pool(context, query, phase, _given(deployment, phase)) for phase in PHASES)
    total = deployment.device_count
    if total is None:
        return Asked(prefill, decode, None)
    counts = [one.deployment.device_count for one in (prefill, decode)]
    if None not in counts and sum(count or 0 for count in counts) != total:
        raise InvalidQuery(
            f"deployment.device_count counts the devices of both pools, and {total} are not the"
            f" {counts[0]} of prefill and the {counts[1]} of decode: leave it out",
            field="deployment.device_count",
            nearest=[str(sum(count or 0 for count in counts))],
        )
    if counts == [None, None]:
        return Asked(prefill, decode, total)
    return Asked(_rest(prefill, total, counts), _rest(decode, total, counts), None)


def _rest(pool: AskedPool, total: int, counts: list[int | None]) -> AskedPool:
    """A pool with the devices that the other leaves, where it does not say its own."""
    if pool.deployment.device_count is not None:
        return pool
    left = total - sum(count or 0 for count in counts)
    if left < 1:
        raise InvalidQuery(
            f"deployment.device_count counts the devices of both pools, and {total} leave none for"
            f" {pool.phase}",
            field="deployment.device_count",
        )
    return replace(pool, deployment=replace(pool.deployment, device_count=left))


def _given(deployment: Deployment, phase: Phase) -> PhasePool:
    pool: PhasePool | None = getattr(deployment, phase)
    if pool is None:
        raise TypeError(phase)
    return pool


def _check_both(deployment: Deployment) -> None:
    for phase, other in (PHASES, PHASES[::-1]):
        if getattr(deployment, phase) is None:
            raise InvalidQuery(
                f"deployment.{other} is one of two pools: give deployment.{phase} too, or one"
                " deployment that does both",
                field=f"deployment.{phase}",
            )


def _check_kind(query: UnitCostQuery) -> None:
    if query.model is None:
        raise InvalidQuery(
            "without a model there are no prompts and no tokens to serve apart: give a model, or"
            " leave out deployment.prefill and deployment.decode",
            field="model",
        )
    tokens = query.load.input_tokens
    if tokens is not None and tokens < 1.0:
        raise InvalidQuery(
            "without a prompt there is nothing for deployment.prefill to read: give"
            " load.input_tokens of 1 or more, or one deployment",
            field="load.input_tokens",
            nearest=["1"],
        )
    pool = query.deployment.prefill
    if pool is not None and pool.speculation is not None:
        raise InvalidQuery(
            "tokens are drafted while others are generated: give speculation to deployment.decode",
            field="deployment.prefill.speculation",
        )


def check_writes(model: Model, demand: Demand) -> None:
    """Raises InvalidQuery for a model, or a load, that writes no tokens."""
    if not writes_tokens(model.architecture):
        raise InvalidQuery(
            f"{model.name} is an encoder and writes no tokens: there is nothing for"
            " deployment.decode",
            field="deployment.decode",
        )
    if writes_nothing(demand.output_tokens):
        raise InvalidQuery(
            "load.output_tokens is 0: there is nothing for deployment.decode",
            field="deployment.decode",
        )


def _pool(context: QuoteContext, query: UnitCostQuery, phase: Phase, pool: PhasePool) -> AskedPool:
    beside, own = query.deployment, f"deployment.{phase}"
    fields: dict[str, Any] = {"device_count": pool.device_count}
    for name in SHARED:
        both = getattr(beside, name), getattr(pool, name)
        fields[name] = _one_of(context.catalog, name, *both, own)
    if phase == "prefill":
        fields["speculation"] = None
    if fields["device"] is None:
        raise InvalidQuery(
            f"deployment.{phase} has no device: give deployment.{phase}.device, or"
            " deployment.device for both pools",
            field=f"{own}.device",
        )
    deployment = Deployment(**fields)
    place = "" if pool.device is None else own
    with refusals_below(place, ("device",)):
        field = "device" if place else "deployment.device"
        device = context.device(deployment.only_device, field=field)
    return AskedPool(phase, device, deployment, pool.purchase or query.purchase)


def _one_of(catalog: Catalog, name: str, beside: Any, own: Any, place: str) -> Any:
    """What a pool says of a field, else what stands beside it. Raises InvalidQuery for both."""
    if beside is None or own is None or _is_same(catalog, name, beside, own):
        return beside if own is None else own
    raise InvalidQuery(
        f"deployment.{name} holds for both pools and is {_told(beside)}, and {place}.{name} is"
        f" {_told(own)}: give each pool its own, and leave out deployment.{name}",
        field=f"deployment.{name}",
    )


def _told(value: Any) -> str:
    return "another" if isinstance(value, Struct) else str(value)


def _is_same(catalog: Catalog, name: str, one: Any, other: Any) -> bool:
    if one == other or name != "device":
        return bool(one == other)
    try:
        return catalog.devices.find(one, field=name) is catalog.devices.find(other, field=name)
    except UnknownName:
        return False  # it is refused where it is looked up
