"""The query of a training run, as a question in words asks it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import polars as pl

from pricing.asking import totals
from pricing.asking.buying.purchases import purchase_of, run_purchases
from pricing.asking.buying.sites import facility_of
from pricing.asking.parts import Parts, whole
from pricing.asking.words.amounts.numbers import short
from pricing.asking.words.memory.fits import OF_MEMORY, OF_SPEED
from pricing.catalog.catalog import Catalog
from pricing.errors import InvalidQuery
from pricing.quote.query import DOLLARS
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.query_training import Schedule, TrainingDeployment, TrainingLayout
from pricing.run_costs.tuning.phases import ROLLED
from pricing.run_costs.tuning.query import Rollout
from pricing.units import HOURS_PER_DAY, HOURS_PER_MONTH

MOST_SAMPLE_TOKENS = 200_000.0
"""Most tokens beside samples that are those of each. More are of all together."""

WHOLE_RUN = "full_run"
"""The kind of published runs that trained a model to its end."""

OF_WORK = frozenset(
    {"tokens", "petaflop_days", "samples", "requests", "number", "input_tokens", "epochs", "mfu"}
)
"""Slots that say how much a run works."""

TOKENS_FOR_BUDGET = "tokens_for_budget"
"""The figure of how many tokens a run may have for a sum of money."""

USUAL_PARAMETERS = 7e9
"""The size of a model in a next question."""

METHODS: Mapping[str, str] = {"pretraining": "train", "full_finetuning": "fine-tune"}
"""Methods of training, as people ask for them."""

EXAMPLE = "finetune llama 8b with lora on 50M tokens"


def run_query(parts: Parts, catalog: str | None, as_of: str | None) -> RunCostQuery:
    """The query of a run. Raises InvalidQuery without a model, or without tokens or samples."""
    said = parts.said
    if parts.model is None:
        tokens, size = totals.tokens_of_compute(said, USUAL_PARAMETERS), short(USUAL_PARAMETERS)
        near = EXAMPLE if tokens is None else f"train {size} on {short(tokens)} tokens"
        near = f"{near}{_on(parts)}"
        why = f"which model is to be trained? Write for example: {near}"
        raise InvalidQuery(why, field="q", nearest=(near,))
    if parts.makes_images or parts.is_media:
        why = f"what training {parts.model} costs is not known: its use is priced alone"
        near = f"10k images with {parts.model}" if parts.makes_images else EXAMPLE
        raise InvalidQuery(why, field="q", nearest=(near,))
    published = _published(parts)
    if said.get("adapter_rank") and said.get("method") == "full_finetuning":
        said.slots["method"] = "lora"  # only adapters have a rank
    rollout = _rollout(parts)
    work = _work(parts, published) if rollout is None else _rolled(parts, rollout)
    device, count = _devices(parts, published)
    limit = _limit_hours(parts, count)
    model, teacher = parts.model, said.get("other_model")
    if teacher is not None and teacher in parts.catalog.models:
        pair = sorted((model, teacher), key=lambda name: parts.catalog.models[name].parameters)
        model, teacher = pair
        parts.assumed.append(f"the larger model, {teacher}, is the teacher")
    return RunCostQuery(
        model=model,
        deployment=TrainingDeployment(
            device=device,
            device_count=count,
            precision=said.get("precision"),
            layout=TrainingLayout(micro_batch_sequences=whole(said.get("concurrency"))),
        ),
        schedule=None if limit is None else Schedule(wall_clock_limit_hours=limit),
        sequence_length=whole(said.get("sequence_length")),
        recompute=_recompute(parts),
        optimizer=said.get("optimizer"),
        method=said.get("method"),
        rollout=rollout,
        teacher=teacher,
        adapter_rank=whole(said.get("adapter_rank")),
        mfu_fraction=said.get("mfu"),
        purchases=run_purchases(purchase_of(parts)),
        facility=facility_of(parts),
        confidence=said.get("confidence"),
        drivers="drivers" in said.figures,
        currency=said.get("currency") or DOLLARS,
        catalog=catalog,
        as_of=as_of,
        **work,
    )


def _recompute(parts: Parts) -> Any:
    """Whether activations are recomputed; where memory alone is asked for, they are."""
    told, asked = parts.said.get("recompute"), {*parts.said.figures}
    if told is not None or "memory" not in asked or asked & {"fits", "batch"}:
        return told
    parts.assumed.append(
        "activations are recomputed (gradient checkpointing): without that memory is larger"
    )
    return "full"


def _published(parts: Parts) -> Mapping[str, Any] | None:
    """The published run of a model that is trained from scratch, the one with the most tokens."""
    if parts.said.get("method") != "pretraining" or OF_MEMORY & {*parts.said.figures}:
        return None  # memory does not depend on the tokens
    named = parts.model if isinstance(parts.model, str) else ""
    known = [
        row
        for row in _whole_runs(parts.catalog).get(named, ())
        if row["device_count"] is not None or parts.said.figures
    ]
    return max(known, key=lambda row: row["tokens"], default=None)


@lru_cache(maxsize=8)
def _whole_runs(catalog: Catalog) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The published runs that trained a model to its end, by the model."""
    runs = catalog.frames["training_runs"].drop_nulls(("tokens", "device"))
    known: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in runs.filter(pl.col("kind") == WHOLE_RUN).iter_rows(named=True):
        known[row["model"]].append(row)
    return dict(known)


def _work(parts: Parts, published: Mapping[str, Any] | None) -> dict[str, Any]:
    """The tokens or samples of a run; of a published run, those that it was trained on."""
    said = parts.said
    samples = (
        said.get("samples") or said.get("requests") or totals.samples_of_steps(said, parts.assumed)
    )
    if samples is not None and (said.get("tokens") or 0.0) <= MOST_SAMPLE_TOKENS:
        length = said.get("input_tokens") or said.get("tokens")
        if length is None and said.get("sequence_length") is None:
            length = parts.catalog.assumptions["asking.sample_tokens"].value
            parts.assumed.append(f"a sample has {length:,.0f} tokens")
        return {"samples": samples, "epochs": said.get("epochs"), "sample_tokens": length}
    tokens = totals.tokens_of_run(said, parts.assumed, parts.active_parameters)
    if tokens is not None:
        passes = said.get("epochs") or 1.0
        if passes != 1.0:
            parts.assumed.append(f"every one of {passes:g} epochs passes over the tokens")
        return {"tokens": tokens * passes}
    is_sought = "how_many" in said.figures and said.get("sum") is not None
    if is_sought:
        said.figures.insert(0, TOKENS_FOR_BUDGET)
    if is_sought or said.get("compute_optimal"):
        # that many are where the search for a number of tokens begins
        ratio = parts.catalog.assumptions["asking.optimal_tokens_per_parameter"].value
        optimal = totals.optimal_tokens(parts.parameters, ratio, [] if is_sought else parts.assumed)
        return {"tokens": parts.parameters if is_sought else optimal}
    if _is_timed(parts) and (published is None or "how_many" in said.figures):
        parts.assumed.append("no tokens are named: as many are trained as end in time")
        return {}
    is_choice = said.get("superlative") is not None  # which devices for a run of no length
    asked = {*said.figures} & {*OF_MEMORY, *OF_SPEED, "count", "mfu"}
    if published is None and (is_choice or asked):
        usual = parts.catalog.assumptions["asking.run_tokens"].value
        further = ", and memory does not depend on them" if asked else ""
        parts.assumed.append(f"no tokens are said: the price is of {short(usual)} tokens{further}")
        return {"tokens": usual}
    if published is None:
        why = "on how many tokens, or samples, is it trained?"
        raise InvalidQuery(why, field="q", nearest=tuple(_with_work(parts)))
    parts.assumed.append(
        f"it is trained on {short(published['tokens'])} tokens, as published"
        f" ({published['source']})"
    )
    return {"tokens": published["tokens"]}


def _with_work(parts: Parts) -> Iterator[str]:
    """The question with an amount of work."""
    method = METHODS.get(parts.said.get("method"), parts.said.get("method"))
    for work in ("100B tokens",) if method == "train" else ("50M tokens", "10k samples"):
        yield f"{method} {_on_devices(parts, work)}"


def _on_devices(parts: Parts, work: str) -> str:
    """The model on some work, on the devices that are said."""
    model = parts.model if isinstance(parts.model, str) else short(parts.model.parameters)
    return f"{model} on {work}{_on(parts)}"


def _on(parts: Parts) -> str:
    count = f"{parts.count}x " if parts.count else ""
    return f" on {count}{parts.said.get('device')}" if parts.said.get("device") else ""


def _is_timed(parts: Parts) -> bool:
    """Whether devices are counted and their time is said."""
    return parts.said.get("months") is not None and parts.count is not None


def pays_for_time(parts: Parts) -> bool:
    """Whether a run of no model says its devices and its time, so that it costs their rent."""
    said = parts.said
    if not _is_timed(parts) or OF_WORK & said.slots.keys() or parts.model is not None:
        return False
    if parts.device is None or {"duration", "carbon", "watts", "how_many"} & {*said.figures}:
        return False
    parts.assumed.append("no tokens are named: the devices are paid for, whatever they train")
    return True


def _rollout(parts: Parts) -> Rollout | None:
    """What a policy generates, of usual lengths where nobody says; None without rollouts."""
    said = parts.said
    if said.get("method") not in ROLLED:
        return None
    told = {"input": said.get("input_tokens"), "output": said.get("output_tokens")}
    if told["output"] is None and any(said.get(name) for name in ("rollouts", *totals.PROMPTS)):
        told["output"] = said.get("tokens")
    lengths = {
        kind: parts.catalog.assumptions[f"load.{kind}_tokens"].value if length is None else length
        for kind, length in told.items()
    }
    if None in told.values():
        parts.assumed.append(
            f"a prompt has {lengths['input']:,.0f} tokens, and a response {lengths['output']:,.0f}"
        )
    group = said.get("rollouts")
    is_group = said.get("method") == "grpo" and any(said.get(name) for name in totals.PROMPTS)
    return Rollout(
        prompt_tokens=lengths["input"],
        response_tokens=lengths["output"],
        group_size=whole(group) if is_group else None,
    )


def _rolled(parts: Parts, rollout: Rollout) -> dict[str, Any]:
    """The rollouts that are trained on: of each prompt a group. Raises InvalidQuery for none."""
    said = parts.said
    prompts = totals.prompts_of(said, parts.assumed)
    length = rollout.prompt_tokens + rollout.response_tokens
    if prompts is None and said.get("rollouts") is None:
        tokens = said.get("tokens") or said.get("number")
        if tokens is None and {*said.figures} & OF_MEMORY:
            tokens = parts.catalog.assumptions["asking.run_tokens"].value
        if tokens is not None:
            return {"tokens": tokens * (said.get("epochs") or 1.0)}
        why = f"on how many prompts does {said.get('method')} train, with how many rollouts each?"
        prompts_of = "10k prompts, 500 in 1k out"
        near = f"{said.get('method')} {_on_devices(parts, prompts_of)}"
        raise InvalidQuery(why, field="q", nearest=(near,))
    group = 1.0
    if prompts is None:
        prompts = said.get("rollouts")
    elif said.get("rollouts") is not None:
        group = said.get("rollouts")
    elif said.get("method") == "grpo":
        group = parts.catalog.assumptions["rollout.group_size"].value
        parts.assumed.append(f"a prompt has {group:g} rollouts")
    return {"samples": prompts * group, "epochs": said.get("epochs"), "sample_tokens": length}


def _devices(parts: Parts, published: Mapping[str, Any] | None) -> tuple[str, int | None]:
    """The devices of a run: those named, else of the published run, else the most common one."""
    device, count = parts.device, parts.count
    is_known = published is not None and published["device_count"] is not None
    if published is not None and device is None and not is_known:
        device = published["device"]
        parts.assumed.append(f"it is trained on {device}, as published")
    if count is None and is_known and published and device in {None, published["device"]}:
        device, count = published["device"], int(published["device_count"])
        parts.assumed.append(f"it is trained on {count:,} × {device}, as published")
    if device is None:
        ranks = parts.catalog.popularity.devices
        device = parts.of_memory(sorted(ranks, key=ranks.__getitem__))[0]
        parts.assumed.append(f"no device is named: the most common one, {device}, is taken")
    if count is None:
        days = (_limit_hours(parts, count) or 0.0) / HOURS_PER_DAY
        parts.assumed.append(
            f"no count is named: as many devices are taken as end the run within {days:,.0f} days"
        )
    return device, count


def _limit_hours(parts: Parts, count: int | None) -> float | None:
    """The longest duration of a run: what is said, else a usual one where no count is named."""
    months = parts.said.get("months")
    if months is not None:
        return float(months * HOURS_PER_MONTH)
    if count is not None:
        return None
    return float(parts.catalog.assumptions["asking.run_limit_days"].value * HOURS_PER_DAY)
