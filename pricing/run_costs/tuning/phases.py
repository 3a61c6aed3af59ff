"""Phases of preference and reinforcement learning: what runs beside the update of the policy."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import DoesNotFit, InvalidQuery
from pricing.formulas import compute
from pricing.quote.context import QuoteContext
from pricing.quote.model import model_of
from pricing.quote.query import ModelNumbers
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tuning.answer import PhaseTime
from pricing.run_costs.tuning.states import PREFERENCE, trains_adapters
from pricing.unit_costs.estimate import estimate
from pricing.unit_costs.query import Deployment, Load, UnitCostQuery

ROLLED = frozenset({"grpo", "ppo"})
"""Methods that train on what the policy generates."""

MOST_SERVING = 1024
"""Devices that are tried for serving at the most, where nobody gives a count."""

TRAINING_FLOPS, FORWARD_FLOPS = 6.0, 2.0
"""Of a parameter and token: forward and backward, or forward alone."""


class Beside(Struct, frozen=True, gc=False):
    """What runs beside the update of a policy, for each of its trained tokens.

    forwards: names and FLOPs a token on the devices of the update; served_seconds: device-seconds
    of serving a token; served: what is served, rollouts or teacher; device_count: devices that
    serve beside the update, 0 where all do both in turn; least_count: that serving takes.
    """

    forwards: tuple[tuple[str, float], ...]
    served: str | None
    served_seconds: float
    device_count: int
    least_count: int = 1


class Timed(Struct, frozen=True, gc=False):
    """Device-seconds of a trained token by phase, and in all; waiting among them."""

    phases: tuple[tuple[str, float], ...]

    @property
    def seconds(self) -> float:
        """Of all phases."""
        return sum(seconds for _, seconds in self.phases)


def beside_count(query: RunCostQuery) -> int:
    """Devices of the count that serve beside the update. Raises InvalidQuery for too many."""
    rollout = query.rollout
    if rollout is None or rollout.schedule == "in_turn":
        return 0
    count = query.deployment.device_count
    if rollout.device_count is None:
        raise InvalidQuery(
            "rollouts beside the update have devices of their own: give rollout.device_count, out"
            " of deployment.device_count",
            field="rollout.device_count",
        )
    if count is not None and rollout.device_count >= count:
        raise InvalidQuery(
            f"{rollout.device_count} of {count} devices serve: none is left for the update",
            field="rollout.device_count",
            nearest=(str(count // 2),) if count > 1 else (),
        )
    return rollout.device_count


def update_count(query: RunCostQuery, device_count: int | None) -> int | None:
    """The devices of a count that update the policy."""
    return None if device_count is None else device_count - beside_count(query)


def check_phases(query: RunCostQuery) -> None:
    """Raise InvalidQuery for parts that a method does not have, or lacks."""
    method = query.method
    if method in ROLLED and query.rollout is None:
        raise InvalidQuery(
            f"{method} updates a policy on its own rollouts: give rollout.prompt_tokens and"
            " rollout.response_tokens",
            field="rollout",
        )
    if method == "distillation" and query.teacher is None:
        raise InvalidQuery("distillation learns from a teacher: give teacher", field="teacher")
    wrong = {
        "teacher": query.teacher is not None and method != "distillation",
        "rollout": query.rollout is not None and method not in {*ROLLED, "distillation"},
        "reward_model": query.reward_model is not None and method not in ROLLED,
        "value_model": query.value_model is not None and method != "ppo",
        "reference_model": query.reference_model is not None
        and method not in PREFERENCE - {"distillation"},
    }
    for field, is_wrong in wrong.items():
        if is_wrong:
            raise InvalidQuery(f"{field} is no part of {method}", field=field)


def has_reference(query: RunCostQuery) -> bool:
    """Whether a frozen copy of the policy stands beside it."""
    if query.method not in PREFERENCE or query.method == "distillation":
        return False
    return query.reference_model is not False


def other_models(context: QuoteContext, model: Model, query: RunCostQuery) -> dict[str, Model]:
    """The models beside the policy by name, its frozen copy apart."""
    found = {}
    if query.method == "ppo":
        given = query.value_model
        found["value"] = model if given is None else model_of(context, given)
    if query.reward_model is not None:
        found["reward"] = model_of(context, query.reward_model)
    return found


def beside_bytes(
    context: QuoteContext, model: Model, query: RunCostQuery, *, value_bytes: float
) -> float:
    """What other models hold on the devices of the update, for a parameter of the policy [bytes].

    A frozen model its weights; a value model weights, gradients and optimizer. The reference of
    adapters is their base.
    """
    held = 0.0
    if has_reference(query) and not trains_adapters(query):
        held += value_bytes * model.parameters
    for name, other in other_models(context, model, query).items():
        trained = context.assume("training.bytes_per_parameter")
        held += (trained if name == "value" else value_bytes) * other.parameters
    return held / model.parameters


def beside_of(
    context: QuoteContext,
    query: RunCostQuery,
    *,
    device: Device,
    model: Model,
    sequence_tokens: float,
    attended_tokens: float,
) -> Beside | None:
    """What runs beside the update, None of methods that are an update alone."""
    check_phases(query)
    if query.method not in PREFERENCE:
        return None

    def flops(of: Model, per_parameter: float) -> float:
        attention = compute.attention_flops_per_token(
            attention_width=of.attention_width, attended_tokens=attended_tokens
        )
        forward = per_parameter / FORWARD_FLOPS
        return float(per_parameter * of.active_parameters + forward * attention)

    forwards = []
    if query.method in ROLLED:
        # The probabilities of the rollouts, as the engine of the update has them.
        forwards.append(("old_probabilities", flops(model, FORWARD_FLOPS)))
    if has_reference(query):
        forwards.append(("reference", flops(model, FORWARD_FLOPS)))
    for name, other in other_models(context, model, query).items():
        per_parameter = TRAINING_FLOPS if name == "value" else FORWARD_FLOPS
        forwards.append((name, flops(other, per_parameter)))
    count = query.deployment.device_count
    beside = beside_count(query)
    served, seconds, least = None, 0.0, 1
    serving = beside or count
    try:
        if query.method in ROLLED and query.rollout is not None:
            served = "rollouts"
            seconds, least = _rollout_seconds(context, query, device, serving)
        elif query.method == "distillation":
            served = "teacher"
            teacher = _query(query, query.teacher, device, serving, sequence_tokens, 1.0)
            whole, least = _served(context.catalog, device, teacher)
            seconds = whole / sequence_tokens
    except DoesNotFit as refusal:
        refusal.field = "rollout.device_count" if beside else "deployment.device_count"
        raise
    return Beside(tuple(forwards), served, seconds, beside, least)


def timed(
    beside: Beside, *, update_seconds: float, update_flops: float, update_count: int
) -> Timed:
    """Device-seconds of a trained token by phase.

    Forward passes run at the utilisation of the update. In turn, all phases follow each other on
    all devices. Beside each other, the longer of update and serving takes the time, and the devices
    of the other wait.

    update_seconds: device-seconds of the update of a token; update_flops: computed in them.
    """
    phases = [("update", update_seconds)]
    phases += [(name, update_seconds * flops / update_flops) for name, flops in beside.forwards]
    training = sum(seconds for _, seconds in phases)
    if beside.served is not None:
        phases.append((beside.served, beside.served_seconds))
    if beside.device_count:
        wall = max(training / update_count, beside.served_seconds / beside.device_count)
        whole = wall * (update_count + beside.device_count)
        phases.append(("waiting", max(0.0, whole - training - beside.served_seconds)))
    return Timed(tuple(phases))


def phase_times(found: Timed, device_hours: float) -> tuple[PhaseTime, ...]:
    """The phases of a run of so many device-hours, for the answer."""
    return tuple(
        PhaseTime(
            name=name,
            device_hours=device_hours * seconds / found.seconds,
            share_fraction=seconds / found.seconds,
        )
        for name, seconds in found.phases
    )


def _rollout_seconds(
    context: QuoteContext, query: RunCostQuery, device: Device, count: int | None
) -> tuple[float, int]:
    """Device-seconds of rollouts for a trained token, and the devices that serve them.

    The prompt of a group is read once. The longest of a batch are waited for. A rollout is trained
    on update_count_per_rollout times.
    """
    rollout = query.rollout
    if rollout is None:
        return 0.0, 1
    prompt, response = float(rollout.prompt_tokens), float(rollout.response_tokens)
    group = 1.0
    if query.method == "grpo":
        group = context.given_or(rollout.group_size, "rollout.group_size")
    catalog = context.catalog
    asked = _query(query, query.model, device, count, prompt, response)
    whole, least = _served(catalog, device, asked)
    if group > 1.0:
        prompts = _query(query, query.model, device, least, prompt, 1.0)
        reading, _ = _served(catalog, device, prompts)
        whole -= (1.0 - 1.0 / group) * min(reading, whole)
    whole *= context.assume("rollout.tail_ratio")
    return whole / (prompt + response) / rollout.update_count_per_rollout, least


def _query(
    query: RunCostQuery,
    model: str | ModelNumbers | None,
    device: Device,
    count: int | None,
    prompt: float,
    response: float,
) -> UnitCostQuery:
    """What is served, as a question to the serving engine."""
    rollout = query.rollout
    return UnitCostQuery(
        model=model,
        deployment=Deployment(
            device=device.name,
            device_count=count,
            precision=(rollout and rollout.precision) or query.deployment.precision,
            engine=None if rollout is None else rollout.engine,
        ),
        load=Load(
            input_tokens=prompt,
            output_tokens=response,
            concurrency=None if rollout is None else rollout.concurrency,
        ),
        workload="batch",
        utilization_fraction=1.0,
    )


@lru_cache(maxsize=4096)
def _served(
    catalog: Catalog, device: Device, query: UnitCostQuery, count: int = 1
) -> tuple[float, int]:
    """Device-seconds of a request, and the devices that serve it.

    count: the least, where the query leaves it open: doubled until it serves. Raises a Refusal.
    """
    given = query.deployment.device_count
    asked = replace(query, deployment=replace(query.deployment, device_count=given or count))
    try:
        found = estimate(QuoteContext(catalog, None), device, asked)
    except DoesNotFit:
        if given is not None or count >= MOST_SERVING:
            raise
        return _served(catalog, device, query, 2 * count)
    return found.device_count / found.performance.requests_per_second, found.device_count
