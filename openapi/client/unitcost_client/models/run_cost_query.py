from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.run_cost_query_adapter_modules_type_0 import (
    RunCostQueryAdapterModulesType0,
    check_run_cost_query_adapter_modules_type_0,
)
from ..models.run_cost_query_base_weight_format_type_0 import (
    RunCostQueryBaseWeightFormatType0,
    check_run_cost_query_base_weight_format_type_0,
)
from ..models.run_cost_query_commitments_type_0 import (
    RunCostQueryCommitmentsType0,
    check_run_cost_query_commitments_type_0,
)
from ..models.run_cost_query_loss_type_0 import (
    RunCostQueryLossType0,
    check_run_cost_query_loss_type_0,
)
from ..models.run_cost_query_method import (
    RunCostQueryMethod,
    check_run_cost_query_method,
)
from ..models.run_cost_query_optimizer_type_0 import (
    RunCostQueryOptimizerType0,
    check_run_cost_query_optimizer_type_0,
)
from ..models.run_cost_query_recompute_type_0 import (
    RunCostQueryRecomputeType0,
    check_run_cost_query_recompute_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.contract import Contract
    from ..models.facility import Facility
    from ..models.model_numbers import ModelNumbers
    from ..models.offload import Offload
    from ..models.payment_terms import PaymentTerms
    from ..models.reliability import Reliability
    from ..models.rollout import Rollout
    from ..models.run_cost_query_labels_type_0 import RunCostQueryLabelsType0
    from ..models.run_purchase import RunPurchase
    from ..models.schedule import Schedule
    from ..models.storage import Storage
    from ..models.training_deployment import TrainingDeployment


T = TypeVar("T", bound="RunCostQuery")


@_attrs_define
class RunCostQuery:
    """A query for the cost of one training run under each purchase of its capacity.

    The work is given in one form: tokens, steps of a batch, or samples.

        Attributes:
            deployment (TrainingDeployment): The devices of a run, and how it is divided over them.
            model (ModelNumbers | str): A model of the catalogue by name or alias, or a model given by its numbers.
            adapter_modules (None | RunCostQueryAdapterModulesType0 | Unset): Matrices with adapters. query_value: the
                projections of queries and values; attention: those of queries, keys, values and the output; all_linear: those
                and the feed-forward parts. Default with adapter_rank: all_linear.
            adapter_parameter_fraction (float | None | Unset): Parameters of the adapters over those of the model
                [fraction].
            adapter_rank (int | None | Unset): Rank of the adapters [count], instead of adapter_parameter_fraction.
            as_of (None | str | Unset): The day whose prices are used, YYYY-MM-DD. Default: the last day whose prices the
                release knows.
            base_weight_format (None | RunCostQueryBaseWeightFormatType0 | Unset): Format of the base weights. Packed ones
                (nf4, …, gptq_int8) are frozen under adapters, and unpacked in every pass. bf16 of full_finetuning on one device
                means that gradients and optimizer have 16 bits too; fp32 is mixed precision with weights in 32 bits. Default:
                by method.
            batch_sequences (int | None | Unset): Sequences per step [count].
            batch_tokens (float | None | Unset): Tokens per step [count].
            budget_usd (float | None | Unset): What the run may cost, instead of its work: the answer has as many tokens as
                the cheapest way of buying trains for it [USD].
            catalog (None | str | Unset): The release of the tables to answer from. Default: the newest.
            commitments (None | RunCostQueryCommitmentsType0 | Unset): How unused commitment is charged, of a reserved term
                or of the life of owned devices. borne: in full to this run; amortised: pro rata to all work by its hours.
                Default: borne for a reserved term, amortised for owned devices. The answer has both totals. This field selects
                the one in usd.mean.
            confidence (float | list[float] | None | Unset): How sure the cost is to be: the answer has the amounts that it
                stays within with these probabilities, one or several [fraction]. 0.8: the 80th percentile. p10, p50 and p90
                come with any.
            contracts (list[Contract] | Unset): Contracts over whole bills, with discount or minimum. Options have their
                items, totals and `cash`; sensitivities, paces and break-evens are before them.
            currency (str | Unset): Currency in which the answer has its money beside the dollars, as three letters. The
                rate is the last one that the release knows on `as_of`. Default: USD.
            discount_rate_fraction (float | None | Unset): Discount rate of payments per year, for their present value
                [fraction].
            drivers (bool | Unset): Whether the answer lists its drivers: the assumptions that move it most, each with the
                answer at the ends of its range. The question is asked again for each end. Sweeps have none. Default: false.
            epochs (float | None | Unset): Passes over the samples [count]. Default: one.
            evaluation_fraction (float | Unset): Evaluation beyond the usual overhead of runs, as a share of the run
                [fraction]. Default: 0.0.
            facility (Facility | Unset): The site of the devices. Defaults: published values of the provider and the region.
            flash_attention (bool | Unset): Whether attention scores are never written to memory, which takes time. Default:
                true.
            fused_kernels (bool | None | Unset): Whether fused kernels compute norms, rotary embeddings and gates: they keep
                less for the backward pass, and take less time. Default: on as many devices as such runs use, and the speed of
                published runs.
            gradient_accumulation (int | None | Unset): Micro-batches of an optimizer step on each copy of the model
                [count]. Default: what a batch says. 1 holds no gradients while activations are held.
            headroom_fraction (float | None | Unset): Failed and abandoned experiments as a share of the run [fraction].
                Default: none. The assumptions list what published projects spent.
            labels (None | RunCostQueryLabelsType0 | Unset): Texts by name that the answer repeats in every format, and a
                forecast in FOCUS as tags. They change no figure.
            loss (None | RunCostQueryLossType0 | Unset): plain: each device holds logits of all words and of all tokens of a
                micro-batch, their 32-bit copy, softmax and gradient; parallel: devices of tensor parallelism share the words,
                as in Megatron-LM; fused: so too, and one kernel makes the gradient of 16-bit logits; chunked: those of a chunk
                of tokens at a time. Default: parallel under ZeRO-3 and on as many devices as such runs use, else plain.
            method (RunCostQueryMethod | Unset): pretraining, full_finetuning: all weights are trained; lora: adapters are
                trained beside weights that are frozen in 16 bits; qlora: beside weights in 4 bits; int8_lora: beside weights of
                one byte; dpo: pairs of answers beside a reference model; grpo, ppo: rollouts and updates; distillation: a
                teacher is served. The last four train adapters if adapter_rank, adapter_parameter_fraction or packed base
                weights are given. All compute in `deployment.precision`. Default: pretraining.
            mfu_fraction (float | None | Unset): Model FLOPs utilisation while running [fraction]. Default: an estimate from
                published runs.
            offload (Offload | Unset): What lies in the memory of the host instead of the device, and passes the link to it.
            optimizer (None | RunCostQueryOptimizerType0 | Unset): Optimizer of the trained parameters. 8-bit moments take
                one byte each; paged states lie in the memory of the host. adamw_fused steps without a copy of what is stepped,
                as Trainer of transformers does by default with torch 2.8 or later. Default: mixed-precision AdamW.
            optimizer_bytes_per_parameter (float | None | Unset): Bytes of the optimizer per trained parameter, with the
                master copy [bytes]. Default: mixed-precision Adam.
            optimizer_in_backward (bool | Unset): Whether the optimizer steps in the backward pass, layer by layer, so that
                no gradients are held. Default: false.
            packed (bool | None | Unset): Whether samples are joined to full sequences. If false, samples are padded to the
                longest of a micro-batch: it needs sample_tokens to be priced, and sequence_length is the longest sample.
                Default: full sequences.
            payments (None | PaymentTerms | Unset): When invoices are paid, and what tax comes on top. With it,
                `schedule.start` or discount_rate_fraction, options have `cash`, month by month.
            purchases (list[RunPurchase] | None | Unset): Purchases to compare. Default: on_demand, spot, reserved_1y,
                reserved_3y and owned, and capacity_block if the table has a price.
            recompute (None | RunCostQueryRecomputeType0 | Unset): Activations that are recomputed instead of kept. Default:
                the least that fits in memory.
            reference_model (bool | None | Unset): Whether a frozen copy of the policy is asked for the probabilities of
                every token. Beside adapters it is their base. Default: yes for dpo, grpo and ppo.
            reliability (Reliability | Unset): Rates of interruptions and their cost. Defaults: published rates.
            reward_model (ModelNumbers | None | str | Unset): The model that scores rollouts. Default: rules, for free.
            rollout (None | Rollout | Unset):
            sample_tokens (float | None | Unset): Mean tokens per sample [count]. Default: a full sequence.
            samples (float | None | Unset): Samples of the data set [count].
            schedule (None | Schedule | Unset):
            sequence_length (int | None | Unset): Tokens per sequence [count]. Default: the usual ones, or those that the
                model was made for if these are fewer.
            steps (float | None | Unset): Optimizer steps, which need a batch size [count].
            storage (Storage | Unset): Storage and egress of a run. Defaults: the values of the tables.
            teacher (ModelNumbers | None | str | Unset): The model whose probabilities distillation learns.
            tokens (float | None | Unset): Training tokens, counting every pass [count].
            train_embeddings (bool | Unset): Whether embeddings and output are trained as a whole beside adapters. Default:
                false.
            unpacked_in_32_bits (bool | None | Unset): Whether what packed base weights leave unpacked (embeddings, norms,
                the output) is held in 32 bits, and inputs of layers and logits with it, as prepare_model_for_kbit_training of
                peft makes it. Default: with weights packed by bitsandbytes and plain kernels, where no ZeRO-3 or FSDP shares
                the weights.
            usd_per_currency_unit (float | None | Unset): USD for one unit of `currency`. Default: the rate of the release.
            value_model (ModelNumbers | None | str | Unset): The model of ppo that learns values. Default: as large as the
                policy.
    """

    deployment: TrainingDeployment
    model: ModelNumbers | str
    adapter_modules: None | RunCostQueryAdapterModulesType0 | Unset = UNSET
    adapter_parameter_fraction: float | None | Unset = UNSET
    adapter_rank: int | None | Unset = UNSET
    as_of: None | str | Unset = UNSET
    base_weight_format: None | RunCostQueryBaseWeightFormatType0 | Unset = UNSET
    batch_sequences: int | None | Unset = UNSET
    batch_tokens: float | None | Unset = UNSET
    budget_usd: float | None | Unset = UNSET
    catalog: None | str | Unset = UNSET
    commitments: None | RunCostQueryCommitmentsType0 | Unset = UNSET
    confidence: float | list[float] | None | Unset = UNSET
    contracts: list[Contract] | Unset = UNSET
    currency: str | Unset = UNSET
    discount_rate_fraction: float | None | Unset = UNSET
    drivers: bool | Unset = UNSET
    epochs: float | None | Unset = UNSET
    evaluation_fraction: float | Unset = UNSET
    facility: Facility | Unset = UNSET
    flash_attention: bool | Unset = UNSET
    fused_kernels: bool | None | Unset = UNSET
    gradient_accumulation: int | None | Unset = UNSET
    headroom_fraction: float | None | Unset = UNSET
    labels: None | RunCostQueryLabelsType0 | Unset = UNSET
    loss: None | RunCostQueryLossType0 | Unset = UNSET
    method: RunCostQueryMethod | Unset = UNSET
    mfu_fraction: float | None | Unset = UNSET
    offload: Offload | Unset = UNSET
    optimizer: None | RunCostQueryOptimizerType0 | Unset = UNSET
    optimizer_bytes_per_parameter: float | None | Unset = UNSET
    optimizer_in_backward: bool | Unset = UNSET
    packed: bool | None | Unset = UNSET
    payments: None | PaymentTerms | Unset = UNSET
    purchases: list[RunPurchase] | None | Unset = UNSET
    recompute: None | RunCostQueryRecomputeType0 | Unset = UNSET
    reference_model: bool | None | Unset = UNSET
    reliability: Reliability | Unset = UNSET
    reward_model: ModelNumbers | None | str | Unset = UNSET
    rollout: None | Rollout | Unset = UNSET
    sample_tokens: float | None | Unset = UNSET
    samples: float | None | Unset = UNSET
    schedule: None | Schedule | Unset = UNSET
    sequence_length: int | None | Unset = UNSET
    steps: float | None | Unset = UNSET
    storage: Storage | Unset = UNSET
    teacher: ModelNumbers | None | str | Unset = UNSET
    tokens: float | None | Unset = UNSET
    train_embeddings: bool | Unset = UNSET
    unpacked_in_32_bits: bool | None | Unset = UNSET
    usd_per_currency_unit: float | None | Unset = UNSET
    value_model: ModelNumbers | None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.payment_terms import PaymentTerms  # noqa: PLC0415
        from ..models.rollout import Rollout  # noqa: PLC0415
        from ..models.run_cost_query_labels_type_0 import RunCostQueryLabelsType0  # noqa: PLC0415
        from ..models.schedule import Schedule  # noqa: PLC0415

        deployment = self.deployment.to_dict()

        model: dict[str, Any] | str
        if isinstance(self.model, ModelNumbers):
            model = self.model.to_dict()
        else:
            model = self.model

        adapter_modules: None | str | Unset
        if isinstance(self.adapter_modules, Unset):
            adapter_modules = UNSET
        elif isinstance(self.adapter_modules, str):
            adapter_modules = self.adapter_modules
        else:
            adapter_modules = self.adapter_modules

        adapter_parameter_fraction: float | None | Unset
        if isinstance(self.adapter_parameter_fraction, Unset):
            adapter_parameter_fraction = UNSET
        else:
            adapter_parameter_fraction = self.adapter_parameter_fraction

        adapter_rank: int | None | Unset
        if isinstance(self.adapter_rank, Unset):
            adapter_rank = UNSET
        else:
            adapter_rank = self.adapter_rank

        as_of: None | str | Unset
        if isinstance(self.as_of, Unset):
            as_of = UNSET
        else:
            as_of = self.as_of

        base_weight_format: None | str | Unset
        if isinstance(self.base_weight_format, Unset):
            base_weight_format = UNSET
        elif isinstance(self.base_weight_format, str):
            base_weight_format = self.base_weight_format
        else:
            base_weight_format = self.base_weight_format

        batch_sequences: int | None | Unset
        if isinstance(self.batch_sequences, Unset):
            batch_sequences = UNSET
        else:
            batch_sequences = self.batch_sequences

        batch_tokens: float | None | Unset
        if isinstance(self.batch_tokens, Unset):
            batch_tokens = UNSET
        else:
            batch_tokens = self.batch_tokens

        budget_usd: float | None | Unset
        if isinstance(self.budget_usd, Unset):
            budget_usd = UNSET
        else:
            budget_usd = self.budget_usd

        catalog: None | str | Unset
        if isinstance(self.catalog, Unset):
            catalog = UNSET
        else:
            catalog = self.catalog

        commitments: None | str | Unset
        if isinstance(self.commitments, Unset):
            commitments = UNSET
        elif isinstance(self.commitments, str):
            commitments = self.commitments
        else:
            commitments = self.commitments

        confidence: float | list[float] | None | Unset
        if isinstance(self.confidence, Unset):
            confidence = UNSET
        elif isinstance(self.confidence, list):
            confidence = self.confidence

        else:
            confidence = self.confidence

        contracts: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.contracts, Unset):
            contracts = []
            for contracts_item_data in self.contracts:
                contracts_item = contracts_item_data.to_dict()
                contracts.append(contracts_item)

        currency = self.currency

        discount_rate_fraction: float | None | Unset
        if isinstance(self.discount_rate_fraction, Unset):
            discount_rate_fraction = UNSET
        else:
            discount_rate_fraction = self.discount_rate_fraction

        drivers = self.drivers

        epochs: float | None | Unset
        if isinstance(self.epochs, Unset):
            epochs = UNSET
        else:
            epochs = self.epochs

        evaluation_fraction = self.evaluation_fraction

        facility: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facility, Unset):
            facility = self.facility.to_dict()

        flash_attention = self.flash_attention

        fused_kernels: bool | None | Unset
        if isinstance(self.fused_kernels, Unset):
            fused_kernels = UNSET
        else:
            fused_kernels = self.fused_kernels

        gradient_accumulation: int | None | Unset
        if isinstance(self.gradient_accumulation, Unset):
            gradient_accumulation = UNSET
        else:
            gradient_accumulation = self.gradient_accumulation

        headroom_fraction: float | None | Unset
        if isinstance(self.headroom_fraction, Unset):
            headroom_fraction = UNSET
        else:
            headroom_fraction = self.headroom_fraction

        labels: dict[str, Any] | None | Unset
        if isinstance(self.labels, Unset):
            labels = UNSET
        elif isinstance(self.labels, RunCostQueryLabelsType0):
            labels = self.labels.to_dict()
        else:
            labels = self.labels

        loss: None | str | Unset
        if isinstance(self.loss, Unset):
            loss = UNSET
        elif isinstance(self.loss, str):
            loss = self.loss
        else:
            loss = self.loss

        method: str | Unset = UNSET
        if not isinstance(self.method, Unset):
            method = self.method

        mfu_fraction: float | None | Unset
        if isinstance(self.mfu_fraction, Unset):
            mfu_fraction = UNSET
        else:
            mfu_fraction = self.mfu_fraction

        offload: dict[str, Any] | Unset = UNSET
        if not isinstance(self.offload, Unset):
            offload = self.offload.to_dict()

        optimizer: None | str | Unset
        if isinstance(self.optimizer, Unset):
            optimizer = UNSET
        elif isinstance(self.optimizer, str):
            optimizer = self.optimizer
        else:
            optimizer = self.optimizer

        optimizer_bytes_per_parameter: float | None | Unset
        if isinstance(self.optimizer_bytes_per_parameter, Unset):
            optimizer_bytes_per_parameter = UNSET
        else:
            optimizer_bytes_per_parameter = self.optimizer_bytes_per_parameter

        optimizer_in_backward = self.optimizer_in_backward

        packed: bool | None | Unset
        if isinstance(self.packed, Unset):
            packed = UNSET
        else:
            packed = self.packed

        payments: dict[str, Any] | None | Unset
        if isinstance(self.payments, Unset):
            payments = UNSET
        elif isinstance(self.payments, PaymentTerms):
            payments = self.payments.to_dict()
        else:
            payments = self.payments

        purchases: list[dict[str, Any]] | None | Unset
        if isinstance(self.purchases, Unset):
            purchases = UNSET
        elif isinstance(self.purchases, list):
            purchases = []
            for purchases_type_0_item_data in self.purchases:
                purchases_type_0_item = purchases_type_0_item_data.to_dict()
                purchases.append(purchases_type_0_item)

        else:
            purchases = self.purchases

        recompute: None | str | Unset
        if isinstance(self.recompute, Unset):
            recompute = UNSET
        elif isinstance(self.recompute, str):
            recompute = self.recompute
        else:
            recompute = self.recompute

        reference_model: bool | None | Unset
        if isinstance(self.reference_model, Unset):
            reference_model = UNSET
        else:
            reference_model = self.reference_model

        reliability: dict[str, Any] | Unset = UNSET
        if not isinstance(self.reliability, Unset):
            reliability = self.reliability.to_dict()

        reward_model: dict[str, Any] | None | str | Unset
        if isinstance(self.reward_model, Unset):
            reward_model = UNSET
        elif isinstance(self.reward_model, ModelNumbers):
            reward_model = self.reward_model.to_dict()
        else:
            reward_model = self.reward_model

        rollout: dict[str, Any] | None | Unset
        if isinstance(self.rollout, Unset):
            rollout = UNSET
        elif isinstance(self.rollout, Rollout):
            rollout = self.rollout.to_dict()
        else:
            rollout = self.rollout

        sample_tokens: float | None | Unset
        if isinstance(self.sample_tokens, Unset):
            sample_tokens = UNSET
        else:
            sample_tokens = self.sample_tokens

        samples: float | None | Unset
        if isinstance(self.samples, Unset):
            samples = UNSET
        else:
            samples = self.samples

        schedule: dict[str, Any] | None | Unset
        if isinstance(self.schedule, Unset):
            schedule = UNSET
        elif isinstance(self.schedule, Schedule):
            schedule = self.schedule.to_dict()
        else:
            schedule = self.schedule

        sequence_length: int | None | Unset
        if isinstance(self.sequence_length, Unset):
            sequence_length = UNSET
        else:
            sequence_length = self.sequence_length

        steps: float | None | Unset
        if isinstance(self.steps, Unset):
            steps = UNSET
        else:
            steps = self.steps

        storage: dict[str, Any] | Unset = UNSET
        if not isinstance(self.storage, Unset):
            storage = self.storage.to_dict()

        teacher: dict[str, Any] | None | str | Unset
        if isinstance(self.teacher, Unset):
            teacher = UNSET
        elif isinstance(self.teacher, ModelNumbers):
            teacher = self.teacher.to_dict()
        else:
            teacher = self.teacher

        tokens: float | None | Unset
        if isinstance(self.tokens, Unset):
            tokens = UNSET
        else:
            tokens = self.tokens

        train_embeddings = self.train_embeddings

        unpacked_in_32_bits: bool | None | Unset
        if isinstance(self.unpacked_in_32_bits, Unset):
            unpacked_in_32_bits = UNSET
        else:
            unpacked_in_32_bits = self.unpacked_in_32_bits

        usd_per_currency_unit: float | None | Unset
        if isinstance(self.usd_per_currency_unit, Unset):
            usd_per_currency_unit = UNSET
        else:
            usd_per_currency_unit = self.usd_per_currency_unit

        value_model: dict[str, Any] | None | str | Unset
        if isinstance(self.value_model, Unset):
            value_model = UNSET
        elif isinstance(self.value_model, ModelNumbers):
            value_model = self.value_model.to_dict()
        else:
            value_model = self.value_model

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "deployment": deployment,
                "model": model,
            }
        )
        if adapter_modules is not UNSET:
            field_dict["adapter_modules"] = adapter_modules
        if adapter_parameter_fraction is not UNSET:
            field_dict["adapter_parameter_fraction"] = adapter_parameter_fraction
        if adapter_rank is not UNSET:
            field_dict["adapter_rank"] = adapter_rank
        if as_of is not UNSET:
            field_dict["as_of"] = as_of
        if base_weight_format is not UNSET:
            field_dict["base_weight_format"] = base_weight_format
        if batch_sequences is not UNSET:
            field_dict["batch_sequences"] = batch_sequences
        if batch_tokens is not UNSET:
            field_dict["batch_tokens"] = batch_tokens
        if budget_usd is not UNSET:
            field_dict["budget_usd"] = budget_usd
        if catalog is not UNSET:
            field_dict["catalog"] = catalog
        if commitments is not UNSET:
            field_dict["commitments"] = commitments
        if confidence is not UNSET:
            field_dict["confidence"] = confidence
        if contracts is not UNSET:
            field_dict["contracts"] = contracts
        if currency is not UNSET:
            field_dict["currency"] = currency
        if discount_rate_fraction is not UNSET:
            field_dict["discount_rate_fraction"] = discount_rate_fraction
        if drivers is not UNSET:
            field_dict["drivers"] = drivers
        if epochs is not UNSET:
            field_dict["epochs"] = epochs
        if evaluation_fraction is not UNSET:
            field_dict["evaluation_fraction"] = evaluation_fraction
        if facility is not UNSET:
            field_dict["facility"] = facility
        if flash_attention is not UNSET:
            field_dict["flash_attention"] = flash_attention
        if fused_kernels is not UNSET:
            field_dict["fused_kernels"] = fused_kernels
        if gradient_accumulation is not UNSET:
            field_dict["gradient_accumulation"] = gradient_accumulation
        if headroom_fraction is not UNSET:
            field_dict["headroom_fraction"] = headroom_fraction
        if labels is not UNSET:
            field_dict["labels"] = labels
        if loss is not UNSET:
            field_dict["loss"] = loss
        if method is not UNSET:
            field_dict["method"] = method
        if mfu_fraction is not UNSET:
            field_dict["mfu_fraction"] = mfu_fraction
        if offload is not UNSET:
            field_dict["offload"] = offload
        if optimizer is not UNSET:
            field_dict["optimizer"] = optimizer
        if optimizer_bytes_per_parameter is not UNSET:
            field_dict["optimizer_bytes_per_parameter"] = optimizer_bytes_per_parameter
        if optimizer_in_backward is not UNSET:
            field_dict["optimizer_in_backward"] = optimizer_in_backward
        if packed is not UNSET:
            field_dict["packed"] = packed
        if payments is not UNSET:
            field_dict["payments"] = payments
        if purchases is not UNSET:
            field_dict["purchases"] = purchases
        if recompute is not UNSET:
            field_dict["recompute"] = recompute
        if reference_model is not UNSET:
            field_dict["reference_model"] = reference_model
        if reliability is not UNSET:
            field_dict["reliability"] = reliability
        if reward_model is not UNSET:
            field_dict["reward_model"] = reward_model
        if rollout is not UNSET:
            field_dict["rollout"] = rollout
        if sample_tokens is not UNSET:
            field_dict["sample_tokens"] = sample_tokens
        if samples is not UNSET:
            field_dict["samples"] = samples
        if schedule is not UNSET:
            field_dict["schedule"] = schedule
        if sequence_length is not UNSET:
            field_dict["sequence_length"] = sequence_length
        if steps is not UNSET:
            field_dict["steps"] = steps
        if storage is not UNSET:
            field_dict["storage"] = storage
        if teacher is not UNSET:
            field_dict["teacher"] = teacher
        if tokens is not UNSET:
            field_dict["tokens"] = tokens
        if train_embeddings is not UNSET:
            field_dict["train_embeddings"] = train_embeddings
        if unpacked_in_32_bits is not UNSET:
            field_dict["unpacked_in_32_bits"] = unpacked_in_32_bits
        if usd_per_currency_unit is not UNSET:
            field_dict["usd_per_currency_unit"] = usd_per_currency_unit
        if value_model is not UNSET:
            field_dict["value_model"] = value_model

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.contract import Contract  # noqa: PLC0415
        from ..models.facility import Facility  # noqa: PLC0415
        from ..models.model_numbers import ModelNumbers  # noqa: PLC0415
        from ..models.offload import Offload  # noqa: PLC0415
        from ..models.payment_terms import PaymentTerms  # noqa: PLC0415
        from ..models.reliability import Reliability  # noqa: PLC0415
        from ..models.rollout import Rollout  # noqa: PLC0415
        from ..models.run_cost_query_labels_type_0 import RunCostQueryLabelsType0  # noqa: PLC0415
        from ..models.run_purchase import RunPurchase  # noqa: PLC0415
        from ..models.schedule import Schedule  # noqa: PLC0415
        from ..models.storage import Storage  # noqa: PLC0415
        from ..models.training_deployment import TrainingDeployment  # noqa: PLC0415

        d = dict(src_dict)
        deployment = TrainingDeployment.from_dict(d.pop("deployment"))

        def _parse_model(data: object) -> ModelNumbers | str:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_model_type_1 = ModelNumbers.from_dict(data)

                return componentsschemas_model_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ModelNumbers | str, data)

        model = _parse_model(d.pop("model"))

        def _parse_adapter_modules(data: object) -> None | RunCostQueryAdapterModulesType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                adapter_modules_type_0 = check_run_cost_query_adapter_modules_type_0(data)

                return adapter_modules_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RunCostQueryAdapterModulesType0 | Unset, data)

        adapter_modules = _parse_adapter_modules(d.pop("adapter_modules", UNSET))

        def _parse_adapter_parameter_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        adapter_parameter_fraction = _parse_adapter_parameter_fraction(
            d.pop("adapter_parameter_fraction", UNSET)
        )

        def _parse_adapter_rank(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        adapter_rank = _parse_adapter_rank(d.pop("adapter_rank", UNSET))

        def _parse_as_of(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        as_of = _parse_as_of(d.pop("as_of", UNSET))

        def _parse_base_weight_format(
            data: object,
        ) -> None | RunCostQueryBaseWeightFormatType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                base_weight_format_type_0 = check_run_cost_query_base_weight_format_type_0(data)

                return base_weight_format_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RunCostQueryBaseWeightFormatType0 | Unset, data)

        base_weight_format = _parse_base_weight_format(d.pop("base_weight_format", UNSET))

        def _parse_batch_sequences(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        batch_sequences = _parse_batch_sequences(d.pop("batch_sequences", UNSET))

        def _parse_batch_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        batch_tokens = _parse_batch_tokens(d.pop("batch_tokens", UNSET))

        def _parse_budget_usd(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        budget_usd = _parse_budget_usd(d.pop("budget_usd", UNSET))

        def _parse_catalog(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        catalog = _parse_catalog(d.pop("catalog", UNSET))

        def _parse_commitments(data: object) -> None | RunCostQueryCommitmentsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                commitments_type_0 = check_run_cost_query_commitments_type_0(data)

                return commitments_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RunCostQueryCommitmentsType0 | Unset, data)

        commitments = _parse_commitments(d.pop("commitments", UNSET))

        def _parse_confidence(data: object) -> float | list[float] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_confidence_levels_type_1 = cast(list[float], data)

                return componentsschemas_confidence_levels_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(float | list[float] | None | Unset, data)

        confidence = _parse_confidence(d.pop("confidence", UNSET))

        _contracts = d.pop("contracts", UNSET)
        contracts: list[Contract] | Unset = UNSET
        if _contracts is not UNSET:
            contracts = []
            for contracts_item_data in _contracts:
                contracts_item = Contract.from_dict(contracts_item_data)

                contracts.append(contracts_item)

        currency = d.pop("currency", UNSET)

        def _parse_discount_rate_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        discount_rate_fraction = _parse_discount_rate_fraction(
            d.pop("discount_rate_fraction", UNSET)
        )

        drivers = d.pop("drivers", UNSET)

        def _parse_epochs(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        epochs = _parse_epochs(d.pop("epochs", UNSET))

        evaluation_fraction = d.pop("evaluation_fraction", UNSET)

        _facility = d.pop("facility", UNSET)
        facility: Facility | Unset
        if isinstance(_facility, Unset):
            facility = UNSET
        else:
            facility = Facility.from_dict(_facility)

        flash_attention = d.pop("flash_attention", UNSET)

        def _parse_fused_kernels(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        fused_kernels = _parse_fused_kernels(d.pop("fused_kernels", UNSET))

        def _parse_gradient_accumulation(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        gradient_accumulation = _parse_gradient_accumulation(d.pop("gradient_accumulation", UNSET))

        def _parse_headroom_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        headroom_fraction = _parse_headroom_fraction(d.pop("headroom_fraction", UNSET))

        def _parse_labels(data: object) -> None | RunCostQueryLabelsType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                labels_type_0 = RunCostQueryLabelsType0.from_dict(data)

                return labels_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RunCostQueryLabelsType0 | Unset, data)

        labels = _parse_labels(d.pop("labels", UNSET))

        def _parse_loss(data: object) -> None | RunCostQueryLossType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                loss_type_0 = check_run_cost_query_loss_type_0(data)

                return loss_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RunCostQueryLossType0 | Unset, data)

        loss = _parse_loss(d.pop("loss", UNSET))

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

        _offload = d.pop("offload", UNSET)
        offload: Offload | Unset
        if isinstance(_offload, Unset):
            offload = UNSET
        else:
            offload = Offload.from_dict(_offload)

        def _parse_optimizer(data: object) -> None | RunCostQueryOptimizerType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                optimizer_type_0 = check_run_cost_query_optimizer_type_0(data)

                return optimizer_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RunCostQueryOptimizerType0 | Unset, data)

        optimizer = _parse_optimizer(d.pop("optimizer", UNSET))

        def _parse_optimizer_bytes_per_parameter(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        optimizer_bytes_per_parameter = _parse_optimizer_bytes_per_parameter(
            d.pop("optimizer_bytes_per_parameter", UNSET)
        )

        optimizer_in_backward = d.pop("optimizer_in_backward", UNSET)

        def _parse_packed(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        packed = _parse_packed(d.pop("packed", UNSET))

        def _parse_payments(data: object) -> None | PaymentTerms | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                payments_type_0 = PaymentTerms.from_dict(data)

                return payments_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PaymentTerms | Unset, data)

        payments = _parse_payments(d.pop("payments", UNSET))

        def _parse_purchases(data: object) -> list[RunPurchase] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                purchases_type_0 = []
                _purchases_type_0 = data
                for purchases_type_0_item_data in _purchases_type_0:
                    purchases_type_0_item = RunPurchase.from_dict(purchases_type_0_item_data)

                    purchases_type_0.append(purchases_type_0_item)

                return purchases_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[RunPurchase] | None | Unset, data)

        purchases = _parse_purchases(d.pop("purchases", UNSET))

        def _parse_recompute(data: object) -> None | RunCostQueryRecomputeType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                recompute_type_0 = check_run_cost_query_recompute_type_0(data)

                return recompute_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RunCostQueryRecomputeType0 | Unset, data)

        recompute = _parse_recompute(d.pop("recompute", UNSET))

        def _parse_reference_model(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        reference_model = _parse_reference_model(d.pop("reference_model", UNSET))

        _reliability = d.pop("reliability", UNSET)
        reliability: Reliability | Unset
        if isinstance(_reliability, Unset):
            reliability = UNSET
        else:
            reliability = Reliability.from_dict(_reliability)

        def _parse_reward_model(data: object) -> ModelNumbers | None | str | Unset:
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

        reward_model = _parse_reward_model(d.pop("reward_model", UNSET))

        def _parse_rollout(data: object) -> None | Rollout | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                rollout_type_0 = Rollout.from_dict(data)

                return rollout_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Rollout | Unset, data)

        rollout = _parse_rollout(d.pop("rollout", UNSET))

        def _parse_sample_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        sample_tokens = _parse_sample_tokens(d.pop("sample_tokens", UNSET))

        def _parse_samples(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        samples = _parse_samples(d.pop("samples", UNSET))

        def _parse_schedule(data: object) -> None | Schedule | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                schedule_type_0 = Schedule.from_dict(data)

                return schedule_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Schedule | Unset, data)

        schedule = _parse_schedule(d.pop("schedule", UNSET))

        def _parse_sequence_length(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        sequence_length = _parse_sequence_length(d.pop("sequence_length", UNSET))

        def _parse_steps(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        steps = _parse_steps(d.pop("steps", UNSET))

        _storage = d.pop("storage", UNSET)
        storage: Storage | Unset
        if isinstance(_storage, Unset):
            storage = UNSET
        else:
            storage = Storage.from_dict(_storage)

        def _parse_teacher(data: object) -> ModelNumbers | None | str | Unset:
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

        teacher = _parse_teacher(d.pop("teacher", UNSET))

        def _parse_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        tokens = _parse_tokens(d.pop("tokens", UNSET))

        train_embeddings = d.pop("train_embeddings", UNSET)

        def _parse_unpacked_in_32_bits(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        unpacked_in_32_bits = _parse_unpacked_in_32_bits(d.pop("unpacked_in_32_bits", UNSET))

        def _parse_usd_per_currency_unit(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_currency_unit = _parse_usd_per_currency_unit(d.pop("usd_per_currency_unit", UNSET))

        def _parse_value_model(data: object) -> ModelNumbers | None | str | Unset:
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

        value_model = _parse_value_model(d.pop("value_model", UNSET))

        run_cost_query = cls(
            deployment=deployment,
            model=model,
            adapter_modules=adapter_modules,
            adapter_parameter_fraction=adapter_parameter_fraction,
            adapter_rank=adapter_rank,
            as_of=as_of,
            base_weight_format=base_weight_format,
            batch_sequences=batch_sequences,
            batch_tokens=batch_tokens,
            budget_usd=budget_usd,
            catalog=catalog,
            commitments=commitments,
            confidence=confidence,
            contracts=contracts,
            currency=currency,
            discount_rate_fraction=discount_rate_fraction,
            drivers=drivers,
            epochs=epochs,
            evaluation_fraction=evaluation_fraction,
            facility=facility,
            flash_attention=flash_attention,
            fused_kernels=fused_kernels,
            gradient_accumulation=gradient_accumulation,
            headroom_fraction=headroom_fraction,
            labels=labels,
            loss=loss,
            method=method,
            mfu_fraction=mfu_fraction,
            offload=offload,
            optimizer=optimizer,
            optimizer_bytes_per_parameter=optimizer_bytes_per_parameter,
            optimizer_in_backward=optimizer_in_backward,
            packed=packed,
            payments=payments,
            purchases=purchases,
            recompute=recompute,
            reference_model=reference_model,
            reliability=reliability,
            reward_model=reward_model,
            rollout=rollout,
            sample_tokens=sample_tokens,
            samples=samples,
            schedule=schedule,
            sequence_length=sequence_length,
            steps=steps,
            storage=storage,
            teacher=teacher,
            tokens=tokens,
            train_embeddings=train_embeddings,
            unpacked_in_32_bits=unpacked_in_32_bits,
            usd_per_currency_unit=usd_per_currency_unit,
            value_model=value_model,
        )

        return run_cost_query
