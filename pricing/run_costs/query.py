"""The query for the cost of a training run."""

from typing import Annotated

from msgspec import Meta

from pricing.purchasing.contracts.query import Contract
from pricing.purchasing.query import (
    Commitments,
    Facility,
    Option,
    Parameters,
    PaymentTerms,
    RunPurchase,
)
from pricing.quote.certainty.query import Confidence, SingleLevel
from pricing.quote.labels.text import labels_of
from pricing.quote.messages import said
from pricing.quote.query import (
    AsksDrivers,
    DayText,
    Fraction,
    Labelled,
    Model,
    ModelNumbers,
    ReleaseName,
)
from pricing.run_costs.query_training import (
    Loss,
    Recompute,
    Reliability,
    Schedule,
    Storage,
    TrainingDeployment,
)
from pricing.run_costs.tuning.query import (
    AdapterModules,
    BaseWeightFormat,
    Method,
    Offload,
    Optimizer,
    Rollout,
)

OtherModel = Annotated[str, Meta(max_length=200)] | ModelNumbers
"""A model by its name or by its numbers, beside the one that is trained."""

USUAL_OPTIONS: tuple[Option, ...] = ("on_demand", "spot", "reserved_1y", "reserved_3y", "owned")
"""Purchase options that are compared by default."""

PLACED_OPTIONS: tuple[Option, ...] = (
    *(option for option in USUAL_OPTIONS if option != "owned"),
    "capacity_block",
)
"""Those of a place: what it does not sell is listed as unavailable, and it sells nothing owned."""


class RunCostQuery(Labelled, frozen=True, kw_only=True):
    """A query for the cost of one training run under each purchase of its capacity.

    The work is given in one form: tokens, steps of a batch, or samples.
    """

    model: Model
    tokens: Annotated[
        Annotated[float, Meta(ge=1, le=1e18)] | None,
        said("Training tokens, counting every pass [count].", examples=[15.6e12]),
    ] = None
    steps: Annotated[
        Annotated[float, Meta(ge=1, le=1e12)] | None,
        said("Optimizer steps, which need a batch size [count]."),
    ] = None
    batch_tokens: Annotated[float, said("Tokens per step [count].", ge=1, le=1e12)] | None = None
    batch_sequences: Annotated[
        Annotated[int, Meta(ge=1, le=1_000_000_000)] | None, said("Sequences per step [count].")
    ] = None
    samples: Annotated[float, said("Samples of the data set [count].", ge=1, le=1e15)] | None = None
    sample_tokens: Annotated[
        Annotated[float, Meta(ge=1, le=1e8)] | None,
        said("Mean tokens per sample [count]. Default: a full sequence."),
    ] = None
    budget_usd: Annotated[
        Annotated[float, Meta(gt=0, le=1e15)] | None,
        said(
            "What the run may cost, instead of its work: the answer has as many tokens as the"
            " cheapest way of buying trains for it [USD]."
        ),
    ] = None
    epochs: Annotated[
        Annotated[float, Meta(gt=0, le=1e6)] | None,
        said("Passes over the samples [count]. Default: one."),
    ] = None
    deployment: TrainingDeployment
    sequence_length: Annotated[
        Annotated[int, Meta(ge=1, le=100_000_000)] | None,
        said(
            "Tokens per sequence [count]. Default: the usual ones, or those that the model was"
            " made for if these are fewer.",
            examples=[8192],
        ),
    ] = None
    method: Method = "pretraining"
    adapter_parameter_fraction: Annotated[
        Annotated[float, Meta(gt=0, le=1)] | None,
        said("Parameters of the adapters over those of the model [fraction]."),
    ] = None
    adapter_rank: Annotated[
        Annotated[int, Meta(ge=1, le=100_000)] | None,
        said("Rank of the adapters [count], instead of adapter_parameter_fraction."),
    ] = None
    adapter_modules: AdapterModules | None = None
    train_embeddings: Annotated[
        bool, said("Whether embeddings and output are trained as a whole beside adapters.")
    ] = False
    base_weight_format: BaseWeightFormat | None = None
    unpacked_in_32_bits: Annotated[
        bool | None,
        said(
            "Whether what packed base weights leave unpacked (embeddings, norms, the output) is"
            " held in 32 bits, and inputs of layers and logits with it, as"
            " prepare_model_for_kbit_training of peft makes it. Default: with weights packed by"
            " bitsandbytes and plain kernels, where no ZeRO-3 or FSDP shares the weights."
        ),
    ] = None
    optimizer: Optimizer | None = None
    optimizer_in_backward: Annotated[
        bool,
        said(
            "Whether the optimizer steps in the backward pass, layer by layer, so that"
            " no gradients are held."
        ),
    ] = False
    gradient_accumulation: Annotated[
        Annotated[int, Meta(ge=1, le=1_000_000)] | None,
        said(
            "Micro-batches of an optimizer step on each copy of the model [count]."
            " Default: what a batch says. 1 holds no gradients while activations are held."
        ),
    ] = None
    packed: Annotated[
        bool | None,
        said(
            "Whether samples are joined to full sequences. If false, samples are padded"
            " to the longest of a micro-batch: it needs sample_tokens to be priced, and"
            " sequence_length is the longest sample. Default: full sequences."
        ),
    ] = None
    offload: Offload = Offload()
    rollout: Rollout | None = None
    reference_model: Annotated[
        bool | None,
        said(
            "Whether a frozen copy of the policy is asked for the probabilities of"
            " every token. Beside adapters it is their base. Default: yes for dpo, grpo and ppo."
        ),
    ] = None
    reward_model: Annotated[
        OtherModel | None, said("The model that scores rollouts. Default: rules, for free.")
    ] = None
    value_model: Annotated[
        OtherModel | None,
        said("The model of ppo that learns values. Default: as large as the policy."),
    ] = None
    teacher: Annotated[
        OtherModel | None, said("The model whose probabilities distillation learns.")
    ] = None
    optimizer_bytes_per_parameter: Annotated[
        Annotated[float, Meta(ge=0, le=64)] | None,
        said(
            "Bytes of the optimizer per trained parameter, with the master copy"
            " [bytes]. Default: mixed-precision Adam."
        ),
    ] = None
    flash_attention: Annotated[
        bool, said("Whether attention scores are never written to memory, which takes time.")
    ] = True
    recompute: Recompute | None = None
    fused_kernels: Annotated[
        bool | None,
        said(
            "Whether fused kernels compute norms, rotary embeddings and gates: they"
            " keep less for the backward pass, and take less time. Default: on as many"
            " devices as such runs use, and the speed of published runs."
        ),
    ] = None
    loss: Loss | None = None
    mfu_fraction: Annotated[
        Annotated[float, Meta(ge=1e-4, le=1)] | None,
        said(
            "Model FLOPs utilisation while running [fraction]. Default: an estimate"
            " from published runs."
        ),
    ] = None
    reliability: Reliability = Reliability()
    schedule: Schedule | None = None
    headroom_fraction: Annotated[
        Annotated[float, Meta(ge=0, le=10)] | None,
        said(
            "Failed and abandoned experiments as a share of the run [fraction]."
            " Default: none. The assumptions list what published projects spent."
        ),
    ] = None
    evaluation_fraction: Annotated[
        float,
        said(
            "Evaluation beyond the usual overhead of runs, as a share of the run [fraction].",
            ge=0,
            le=10,
        ),
    ] = 0.0
    storage: Storage = Storage()
    purchases: Annotated[
        Annotated[tuple[RunPurchase, ...], Meta(min_length=1, max_length=50)] | None,
        said(
            "Purchases to compare. Default: on_demand, spot, reserved_1y,"
            " reserved_3y and owned, and capacity_block if the table has a price."
        ),
    ] = None
    commitments: Annotated[
        Commitments | None,
        said(
            "How unused commitment is charged, of a reserved term or of the life of"
            " owned devices. borne: in full to this run; amortised: pro rata to all work by its"
            " hours. Default: borne for a reserved term, amortised for owned devices. The"
            " answer has both totals. This field selects the one in usd.mean."
        ),
    ] = None
    facility: Facility = Facility()
    contracts: Annotated[
        tuple[Contract, ...],
        said(
            "Contracts over whole bills, with discount or minimum. Options have their"
            " items, totals and `cash`; sensitivities, paces and break-evens are before them.",
            max_length=10,
        ),
    ] = ()
    payments: Annotated[
        PaymentTerms | None,
        said(
            "When invoices are paid, and what tax comes on top. With it,"
            " `schedule.start` or discount_rate_fraction, options have `cash`, month by month."
        ),
    ] = None
    discount_rate_fraction: Annotated[
        Fraction | None,
        said("Discount rate of payments per year, for their present value [fraction]."),
    ] = None
    confidence: Confidence | None = None
    drivers: AsksDrivers = False
    catalog: ReleaseName | None = None
    as_of: DayText | None = None


class RunCostParameters(Parameters, frozen=True, kw_only=True):
    """The flat subset of a run-cost query for spreadsheets and bots."""

    tokens: Annotated[float, said("Training tokens [count].", ge=1, le=1e18)] | None = None
    budget_usd: (
        Annotated[
            float,
            said("What the run may cost, instead of its tokens [USD].", gt=0, le=1e15),
        ]
        | None
    ) = None
    sequence_length: (
        Annotated[int, said("Tokens per sequence [count].", ge=1, le=100_000_000)] | None
    ) = None
    method: Method = "pretraining"
    recompute: Recompute | None = None
    mfu_fraction: (
        Annotated[float, said("Model FLOPs utilisation [fraction].", ge=1e-4, le=1)] | None
    ) = None
    option: Annotated[
        Option | None,
        said(
            "How the capacity is bought. Default: a comparison of all options. Where a provider or"
            " a region is named, `owned` is left out."
        ),
    ] = None
    confidence: SingleLevel | None = None

    def query(self) -> RunCostQuery:
        """The same query in full. Without an option it compares all of them."""
        return self.part(
            RunCostQuery,
            deployment=self.part(TrainingDeployment),
            purchases=self._purchases(),
            labels=labels_of(self.labels),
        )

    def _purchases(self) -> tuple[RunPurchase, ...] | None:
        if self.option is None and self.provider is None and self.region is None:
            return None
        options = PLACED_OPTIONS if self.option is None else (self.option,)
        return tuple(
            RunPurchase(option=option, provider=self.provider, region=self.region)
            for option in options
        )
