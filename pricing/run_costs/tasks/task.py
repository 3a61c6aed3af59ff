"""The task of a training run: its model, tokens and FLOPs, on however many devices."""

from msgspec import Struct

from pricing.catalog.rows import Device, Model
from pricing.errors import UnsupportedPrecision
from pricing.formulas import compute
from pricing.quote.context import QuoteContext
from pricing.quote.model import model_of
from pricing.run_costs.memory import ADAPTERS, adapter_fraction, needs_of, wanted_of
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tokens import Tokens, tokens_of
from pricing.serving.precision import Format, default_precision, resolve, utilised_as
from pricing.serving.precision_names import named_format
from pricing.training.features import USUAL_COUNT, RunFeatures, run_features, series_of
from pricing.training.layout import Layout
from pricing.training.layout_limits import Wanted
from pricing.training.memory import Needs


class Task(Struct, frozen=True):
    """What a query asks for, on however many devices."""

    query: RunCostQuery
    device: Device
    model: Model
    number_format: Format
    tokens: Tokens
    attended_tokens: float
    flops: float
    needs: Needs
    wanted: Wanted

    @property
    def is_micro_batch_open(self) -> bool:
        """Whether the query leaves the micro-batch to the run."""
        return self.query.deployment.layout.micro_batch_sequences is None

    @property
    def is_laid(self) -> bool:
        """Whether the query leaves nothing of the layout to a search."""
        wanted = self.wanted
        sizes = (*wanted.sizes, wanted.zero_stage, wanted.recompute)
        return None not in sizes and not self.is_micro_batch_open


def task_of(context: QuoteContext, query: RunCostQuery) -> Task:
    """The task of a query. Raises a Refusal where it is none."""
    device = context.device(query.deployment.device, field="deployment.device")
    model = model_of(context, query.model)
    number_format = _format(context, device, query)
    tokens = tokens_of(context, query)
    needs = needs_of(context, device, model, number_format, query, tokens)
    # Frozen weights spare their gradients: 4 FLOPs a parameter and token, not 6.
    flops_per_parameter_token = 6.0
    if query.method in ADAPTERS:
        flops_per_parameter_token = 4.0 + 6.0 * adapter_fraction(context, query)
    attended_tokens = float(
        compute.causal_token_layers(
            full_attention_layers=model.full_attention_layers,
            window_layers=model.window_layers,
            window_tokens=model.window_tokens,
            sequence_tokens=tokens.sequence_length,
        )
    )
    flops = compute.training_flops(
        active_parameters=model.active_parameters,
        tokens=tokens.trained,
        flops_per_parameter_token=flops_per_parameter_token,
        attention_width=model.attention_width,
        attended_tokens=attended_tokens,
    )
    wanted = wanted_of(query)
    return Task(query, device, model, number_format, tokens, attended_tokens, flops, needs, wanted)


def features_of(context: QuoteContext, task: Task, layout: Layout, *, is_open: bool) -> RunFeatures:
    """Where the run stands among published ones.

    is_open: whether nobody chose the count. The smallest that fits then says what memory the run
    needs at least, not how it would be run: like published runs that do not tell their count, it
    stands at the usual one.
    """
    query, model = task.query, task.model
    count: float = layout.parallelism.device_count
    # Published runs with room to spare often recompute all the same, for larger batches.
    recompute = "full" if layout.recompute == "full" else query.recompute
    if is_open and query.method == "pretraining" and query.mfu_fraction is None:
        smallest = count
        count = max(count, context.assume(USUAL_COUNT))
        recompute = query.recompute
        context.warn(
            f"no deployment.device_count was given: the MFU is that of a run on {count:g} devices,"
            f" memory and time those of the smallest count that fits, {smallest}"
        )
    return run_features(
        task.device,
        kind="adapter" if query.method in ADAPTERS else "steady",
        series=series_of(model.name),
        parameters=model.parameters,
        active_parameters=model.active_parameters,
        expert_parameters=model.active_expert_parameters,
        expert_intermediate_size=model.expert_intermediate_size,
        state_bytes=model.parameters * task.needs.states.whole,
        arithmetic=utilised_as(task.device, task.number_format),
        sequence_length=task.tokens.sequence_length,
        device_count=count,
        recompute=recompute,
    )


def headroom_of(context: QuoteContext, query: RunCostQuery) -> float:
    """The caller's share of experiments around the run, else the usual one."""
    return context.given_or(query.headroom_fraction, "training.headroom_fraction")


def _format(context: QuoteContext, device: Device, query: RunCostQuery) -> Format:
    precision = query.deployment.precision
    if precision is None:
        precision = default_precision(device, "bf16")
        context.warn_last(f"no precision was asked for: {precision} is used")
    try:
        number_format = resolve(context.catalog, device, precision)
    except UnsupportedPrecision as error:
        raise _untrained(context, device, error.detail) from error
    named, _ = named_format(query.model if isinstance(query.model, str) else "") or (None, None)
    if named not in (None, number_format.name):
        context.warn(
            f"the name of the model says {named}: the run computes in {number_format.name}"
        )
    if number_format.emulated:
        raise _untrained(
            context,
            device,
            f"{device.name} does not compute in {precision}: training cannot emulate it",
        )
    return number_format


def _untrained(context: QuoteContext, device: Device, detail: str) -> UnsupportedPrecision:
    """With the formats that the device computes in, rather than only stores."""
    near = [
        name for name in device.accelerated if not resolve(context.catalog, device, name).emulated
    ]
    return UnsupportedPrecision(detail, field="deployment.precision", nearest=near)
