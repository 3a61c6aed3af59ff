"""Cautions of runs: what a caller should know beside the hours and the bill of a training run."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf

from pricing.purchasing.price import Bought
from pricing.purchasing.terms import MOST_BLOCK_HOURS, MOST_FLEX_HOURS
from pricing.purchasing.warnings import warn_of_units
from pricing.quote.context import QuoteContext
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.tasks.task import Task
from pricing.run_costs.weighing.ranking import cheapest_of
from pricing.run_costs.weighing.sensitivity import Planned
from pricing.run_costs.work import Work
from pricing.serving.constants import ANY, calibrated
from pricing.serving.precision import utilised_as
from pricing.serving.precision_names import SIXTEEN_BIT
from pricing.training.memory import is_sharded
from pricing.training.mfu import published_arithmetic
from pricing.training.tuning.speed import PHASE, has_runs
from pricing.units import BYTES_PER_GIBIBYTE

NOTICED_FRACTION = 0.005
"""Probability from which on a warning says that a run outlasts its block."""

MUCH_FRACTION = 0.25
"""Share of the memory from which on a default that takes it is told."""

WHOLE = 1.0 - 1e-9
"""Share of a step, or of a second, from which on it is one but for rounding."""


def caution_run(context: QuoteContext, task: Task, work: Work, planned: Sequence[Planned]) -> None:
    """Warn of what the numbers alone do not show."""
    for warnings in (
        _of_context(task),
        _of_loss(task, work),
        _of_links(task, work),
        _of_kernels(context, task),
        _of_upcast(task, work),
        _of_lengths(task, work),
        _of_turns(context, task),
        _of_hardware(context, task),
        _of_step(task, work),
        _of_interval(task, work),
        _of_blocks(work, planned),
        _of_outlasting(planned),
        _of_commitments(planned),
        _of_terms(planned),
    ):
        for warning in warnings:
            context.warn(warning)


def _of_loss(task: Task, work: Work) -> Iterator[str]:
    """Where the loss head that is taken for granted takes much of the memory."""
    held = work.layout.footprint
    if task.query.loss is None and held.loss_bytes > MUCH_FRACTION * held.used_bytes:
        shared = "parallel, " if work.layout.parallelism.tensor_parallel > 1 else ""
        yield (
            f"the loss head takes {held.loss_bytes / BYTES_PER_GIBIBYTE:.3g} of the"
            f" {held.used_bytes / BYTES_PER_GIBIBYTE:.3g} GiB: a {shared}fused or chunked loss"
            " takes less; give loss"
        )


def _of_links(task: Task, work: Work) -> Iterator[str]:
    """Where tensor parallelism leaves the devices that share links."""
    tensor, node = work.layout.parallelism.tensor_parallel, task.device.node_device_count
    if tensor > node:
        yield (
            f"tensor parallelism over {tensor} devices leaves the {node} {task.device.name} that"
            " share links: the network carries every layer"
        )


def _of_kernels(context: QuoteContext, task: Task) -> Iterator[str]:
    """Where fine-tuning is priced with the kernels that nobody asked for."""
    query = task.query
    if task.tuned is None or query.fused_kernels is not None or query.mfu_fraction is not None:
        return
    gain = 1.0 / calibrated(context.catalog, ANY, PHASE, ANY, "plain_ratio") - 1.0
    yield (
        f"the speed is that of plain kernels: fused ones (fused_kernels) are {gain:.0%} faster"
        " where computing takes the time"
    )


def _of_upcast(task: Task, work: Work) -> Iterator[str]:
    """Where peft is taken to hold what packed weights leave unpacked in 32 bits."""
    is_open = task.query.unpacked_in_32_bits is None
    if is_open and task.needs.upcast_weight_bytes and not is_sharded(work.layout.parallelism):
        yield (
            "embeddings, norms and output are held in 32 bits, as prepare_model_for_kbit_training"
            " of peft makes them: Unsloth, torchtune and others leave them in 16 bits, which takes"
            " less memory; give unpacked_in_32_bits"
        )


def _of_lengths(task: Task, work: Work) -> Iterator[str]:
    """Where samples of many lengths make the allocator keep more than tensors take."""
    footprint = work.layout.footprint
    if task.tuned is None or task.query.packed is not False or footprint.peak != "backward":
        return
    held = footprint.activations_bytes / BYTES_PER_GIBIBYTE
    yield (
        f"samples differ in length: of the {held:.3g} GiB of activations torch keeps blocks of many"
        " sizes, and reserves two to four times as much where memory is left (ms-swift,"
        " Benchmark.md); expandable_segments:True in PYTORCH_CUDA_ALLOC_CONF avoids most of it"
    )


def _of_turns(context: QuoteContext, task: Task) -> Iterator[str]:
    """Where one set of devices serves and trains, and where rollouts wait for the longest."""
    beside = task.tuned.beside if task.tuned else None
    if beside is not None and beside.served == "rollouts":
        ratio = context.catalog.assumptions["rollout.tail_ratio"].value
        yield (
            f"rollouts take {ratio:g} times what serving their tokens at full use takes: the"
            " longest of a batch are waited for"
        )
    if beside is not None and beside.served is not None and not beside.device_count:
        yield (
            f"{beside.served} and updates take turns on the same devices: memory is that of the"
            " update, and one of the two moves to the host while the other runs"
        )


def _of_context(task: Task) -> Iterator[str]:
    longest, length = task.model.context_tokens, task.tokens.sequence_length
    if longest is not None and length > longest:
        yield (
            f"sequences of {length:,} tokens are longer than the {longest:,} that"
            f" {task.model.name} was made for"
        )


def _of_hardware(context: QuoteContext, task: Task) -> Iterator[str]:
    """Where the MFU stands on runs of other devices, or of other arithmetic on such devices."""
    if task.query.mfu_fraction is not None:
        return
    family, published = task.device.family, published_arithmetic(context.catalog)
    arithmetic = utilised_as(task.device, task.number_format)
    if task.tuned is not None:
        if has_runs(context.catalog, family):
            return
        what = f"of fine-tuning is on a device of the family {family}"
    elif all(family != known for known, _ in published):
        what = f"is on a device of the family {family}"
    elif arithmetic not in SIXTEEN_BIT and (family, arithmetic) not in published:
        what = f"computes in {arithmetic} on a device of the family {family}"
    else:
        return
    yield (
        f"no published run {what}: the MFU is that of others, and may be further off than the"
        " interval says"
    )


def _of_step(task: Task, work: Work) -> Iterator[str]:
    """A run of less than a step; without a batch, than the least that its copies can take."""
    tokens, layout = task.tokens, work.layout.parallelism
    copies = layout.data_parallel * layout.micro_batch_sequences
    sequences = tokens.batch_sequences or float(copies)
    step_tokens = sequences * tokens.sequence_length
    if tokens.trained < WHOLE * step_tokens:
        least = "" if tokens.batch_sequences else ", the least that the copies of the model take"
        yield (
            f"{tokens.trained:,.0f} tokens are less than one optimizer step of"
            f" {step_tokens:,.0f}{least}: hours and costs are those of a part of a step, and no run"
            " ends within one"
        )


def _of_interval(task: Task, work: Work) -> Iterator[str]:
    given = task.query.reliability.checkpoint_interval_seconds
    steps = task.tokens.steps
    if given is None or steps is None or steps < WHOLE:
        return
    step_seconds = task.tokens.trained / steps / work.compute.tokens_per_second
    if given < WHOLE * step_seconds:
        yield (
            f"checkpoints {given:.3g} s apart lie within one optimizer step, which takes"
            f" {step_seconds:.3g} s: runs save between steps"
        )


def _of_blocks(work: Work, planned: Sequence[Planned]) -> Iterator[str]:
    for plan, _ in planned:
        hours = work.run.held_ratio * (plan.held_hours + plan.waiting_hours)
        for option in dict.fromkeys(part.option for part in plan.offer.parts):
            most_hours = MOST_BLOCK_HOURS.get(option, inf)
            if hours > most_hours:
                yield (
                    f"a block of {option} lasts {most_hours:.0f} hours at most: this run takes"
                    " several in a row, and the next may not be there"
                )
            most_hours = MOST_FLEX_HOURS.get(option, inf)
            if hours > most_hours:
                yield (
                    f"{option} ends after {most_hours:.0f} hours at most: this run stops, waits for"
                    " devices each time, and goes on from a checkpoint. Waits are not counted"
                )


def _of_outlasting(planned: Sequence[Planned]) -> Iterator[str]:
    """Where a run may outlast the block that is booked before anybody knows how long it takes."""
    for plan, option in planned:
        for _, block in plan.bill.committed:
            if block.term_hours is not None or plan.spread is None:
                continue
            fraction = block.outlasted_fraction(plan.billed_hours, plan.spread)
            if fraction >= NOTICED_FRACTION:
                hours = block.whole_hours(plan.billed_hours)
                yield (
                    f"{hours:,.0f} hours of {_label(option)} are paid for in advance, and the run"
                    f" outlasts them with a probability of {fraction:.0%}; the cost includes the"
                    " hours by which the block is then extended"
                )


def _of_commitments(planned: Sequence[Planned]) -> Iterator[str]:
    """How unused commitment is charged, if it makes a difference."""
    in_full: dict[str, None] = {}
    shared: dict[str, None] = {}
    for plan, option in planned:
        if any(commitment.outlay_usd is not None for _, commitment in plan.bill.committed):
            yield from _of_outlay(option)
            continue
        if option.borne_usd != option.amortised_usd:
            for _, commitment in plan.bill.committed:
                (in_full if commitment.in_full else shared)[_label(option)] = None
    if in_full:
        yield (
            f"unused commitment of {', '.join(in_full)} is charged in full to the run, as"
            " commitment_unused; amortised_usd excludes it"
        )
    if shared:
        yield (
            f"other work must use the unused commitment: {', '.join(shared)}; borne_usd includes it"
        )


def _of_outlay(option: RunOption) -> Iterator[str]:
    """Where owned devices cost the caller more than the share of the run in them."""
    if option.paid_usd > option.usd.mean:
        yield (
            f"other work must use the devices as well: usd of {_label(option)} is the share of the"
            f" run in them; paid_usd has their whole price, {option.paid_usd:,.0f} USD with the run"
        )


def _of_terms(planned: Sequence[Planned]) -> Iterator[str]:
    """Where the number of terms that are charged in full to a run is uncertain."""
    for plan, option in planned:
        for _, commitment in plan.bill.committed:
            low, high = plan.terms_of(commitment)
            if commitment.in_full and low < high:
                yield (
                    f"{_label(option)}: the run takes {low:.0f} to {high:.0f} whole terms, 10th to"
                    " 90th percentile, and usd.mean is the mean over how many"
                )


def _label(option: RunOption) -> str:
    return f"purchases[{option.purchase_index}]" if option.parts else option.option


def warn_of_instances(
    context: QuoteContext, device_count: float, planned: Sequence[Planned]
) -> None:
    """Say of instances that are rented whole by which way of buying, where others pay for none."""
    cheapest = cheapest_of([option for _, option in planned])
    rented: dict[tuple[str | None, float], list[tuple[Bought, RunOption]]] = defaultdict(list)
    for plan, option in planned:
        for bought, part in zip(plan.offer.bought, plan.offer.parts, strict=True):
            key = bought.instance_type, device_count * part.device_fraction
            rented[key].append((bought, option))
    count = sum(not plan.offer.owned for plan, _ in planned)
    for (_, devices), sold in rented.items():
        options = [option for _, option in sold]
        named = ", ".join(dict.fromkeys(map(_label, options)))
        warn_of_units(
            context,
            sold[0][0],
            devices,
            charged="this answer" if len(options) >= count else named,
            is_weighty=cheapest in options,
        )
