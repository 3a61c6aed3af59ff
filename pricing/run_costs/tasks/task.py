"""The task of a training run: its model, tokens and FLOPs, on however many devices."""

from msgspec import Struct

from pricing.catalog.rows import Device, Model
from pricing.formulas import compute
from pricing.quote.context import QuoteContext
from pricing.quote.model import model_of
from pricing.run_costs.computing.number_format import number_format_of
from pricing.run_costs.memory import held_by, needs_of, wanted_of
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tokens import Tokens, tokens_of
from pricing.run_costs.tuning.speed import TunedTask, tuned_task
from pricing.run_costs.tuning.states import trains_adapters
from pricing.serving.precision import Format, utilised_as
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
    tuned: TunedTask | None

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
    number_format = number_format_of(context, device, query)
    tokens = tokens_of(context, query, model)
    held = held_by(context, model, number_format, query)
    needs = needs_of(context, device, model, number_format, query, tokens, held)
    # Frozen weights spare their gradients: 4 FLOPs a parameter and token, not 6.
    flops_per_parameter_token = 6.0
    if trains_adapters(query):
        flops_per_parameter_token = 4.0 + held.adapter_flops
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
    tuned = tuned_task(
        context,
        query,
        device=device,
        model=model,
        number_format=number_format,
        tokens=tokens,
        held=held,
        attended_tokens=attended_tokens,
        model_flops=flops / tokens.trained,
    )
    return Task(
        query=query,
        device=device,
        model=model,
        number_format=number_format,
        tokens=tokens,
        attended_tokens=attended_tokens,
        flops=flops,
        needs=needs,
        wanted=wanted_of(query),
        tuned=tuned,
    )


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
            f" memory and time those of the smallest count that fits, {smallest}, in"
            f" {task.needs.usable_fraction:.3g} of a device's memory"
        )
    return run_features(
        task.device,
        kind="adapter" if trains_adapters(query) else "steady",
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
