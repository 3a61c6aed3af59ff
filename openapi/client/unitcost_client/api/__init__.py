"""The fields of each question: of its query string, and of its body besides.

A field of a body has the type that it has in the model of its question. What Python keeps for itself
has a line at its end: `from_`.
"""

from typing import Any, TypedDict


class Ask(TypedDict, total=False):
    """Parameters of `GET /v1/ask`."""

    q: str
    catalog: str
    as_of: str


class ListAssumptions(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/assumptions`."""

    search: str
    limit: int
    offset: int
    catalog: str
    key: str
    unit: str
    confidence: str


class ListChanges(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/changes`."""

    search: str
    limit: int
    offset: int
    from_: str
    to: str
    table: str
    provider: str
    device: str
    change: str


class ListDevices(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/devices`."""

    search: str
    limit: int
    offset: int
    catalog: str
    device: str
    vendor: str
    architecture: str
    family: str
    year: int


class ReadDevice(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/devices/{id}`."""

    catalog: str


class ListMeasurements(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/measurements`."""

    search: str
    limit: int
    offset: int
    catalog: str
    kind: str
    id: str
    device: str
    model: str
    precision: str
    confidence: str
    engine: str
    scenario: str
    regime: str


class ReadMeasurement(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/measurements/{id}`."""

    catalog: str


class ListModels(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/models`."""

    search: str
    limit: int
    offset: int
    catalog: str
    model: str
    family: str
    attention: str
    native_precision: str
    year: int


class ReadModel(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/models/{id}`."""

    catalog: str


class ListPrices(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/prices`."""

    search: str
    limit: int
    offset: int
    catalog: str
    provider: str
    region: str
    instance_type: str
    option: str
    device: str
    accelerator: str
    date_quality: str
    confidence: str
    as_of: str
    modelled: bool


class ReadPrice(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/prices/{id}`."""

    catalog: str


class ListReleases(TypedDict, total=False):
    """Parameters of `GET /v1/catalog/releases`."""

    search: str
    limit: int
    offset: int


class QuoteTcoByParameters(TypedDict, total=False):
    """Parameters of `GET /v1/inference/tco`."""

    currency: str
    usd_per_currency_unit: float
    model: str
    device: str
    device_count: int
    precision: str
    provider: str
    region: str
    labels: str
    drivers: bool
    as_of: str
    catalog: str
    requests_per_day: float
    growth_per_month_fraction: float
    horizon_months: int
    start: str
    workload: str
    input_tokens: float
    output_tokens: float
    cached_input_fraction: float
    ttft_seconds: float
    tpot_seconds: float
    scaling: str
    option: str
    plan: str
    staff_usd_per_month: float
    discount_rate_fraction: float
    alternative_provider: str
    alternative_model: str
    confidence: float
    batch_tier: bool
    fiscal_year_start_month: int


class QuoteUnitCostsByParameters(TypedDict, total=False):
    """Parameters of `GET /v1/inference/unit-costs`."""

    currency: str
    usd_per_currency_unit: float
    model: str
    device: str
    device_count: int
    precision: str
    provider: str
    region: str
    labels: str
    drivers: bool
    as_of: str
    catalog: str
    prefill_device: str
    prefill_device_count: int
    decode_device: str
    decode_device_count: int
    workload: str
    engine: str
    attention_parallel: str
    tensor_parallel: int
    data_parallel: int
    expert_parallel: int
    pipeline_parallel: int
    memory_utilization_fraction: float
    max_batched_tokens: int
    max_context_tokens: int
    input_tokens: float
    output_tokens: float
    documents: int
    images: float
    image_width_pixels: int
    image_height_pixels: int
    audio_seconds: float
    inference_steps: int
    concurrency: float
    requests_per_second: float
    cached_input_fraction: float
    shared_cache_fraction: float
    traffic_kind: str
    ttft_seconds: float
    tpot_seconds: float
    utilization_fraction: float
    batch_tier: bool
    option: str


class QuoteRunCostsByParameters(TypedDict, total=False):
    """Parameters of `GET /v1/training/run-costs`."""

    currency: str
    usd_per_currency_unit: float
    model: str
    device: str
    device_count: int
    precision: str
    provider: str
    region: str
    labels: str
    drivers: bool
    as_of: str
    catalog: str
    tokens: float
    budget_usd: float
    sequence_length: int
    method: str
    recompute: str
    mfu_fraction: float
    option: str
    confidence: float


class Compare(TypedDict, total=False):
    """Fields of `POST /v1/comparisons`."""

    model: Any
    as_of: Any
    catalog: Any
    currency: Any
    discount_fraction: Any
    facility: Any
    labels: Any
    limit_count: Any
    load: Any
    objective: Any
    price_basis: Any
    slo: Any
    usd_per_currency_unit: Any
    utilization_fraction: Any
    vary: Any
    workload: Any


class Explain(TypedDict, total=False):
    """Fields of `POST /v1/explanations`."""

    kind: Any
    base: Any
    currency: Any
    figure: Any
    from_: Any
    to: Any
    usd_per_currency_unit: Any


class Sweep(TypedDict, total=False):
    """Fields of `POST /v1/sweeps`."""

    kind: Any
    axes: Any
    base: Any
    columns: Any
    dry_run: Any
    labels: Any
    scenarios: Any


class ShareTco(TypedDict, total=False):
    """Fields of `POST /v1/inference/showbacks`."""

    deployment: Any
    teams: Any
    traffic: Any
    alternative: Any
    alternatives: Any
    as_of: Any
    batch_tier: Any
    by: Any
    capacity: Any
    catalog: Any
    confidence: Any
    contracts: Any
    currency: Any
    currency_path: Any
    discount_rate_fraction: Any
    drivers: Any
    energy_price_change_per_year_fraction: Any
    facility: Any
    fiscal_year_start_month: Any
    generations: Any
    horizon_months: Any
    labels: Any
    load: Any
    measured: Any
    model: Any
    overheads: Any
    payments: Any
    price_change_per_year_fraction: Any
    purchase: Any
    slo: Any
    start: Any
    training_usd: Any
    uncertainty: Any
    usd_per_currency_unit: Any
    workload: Any


class QuoteTco(QuoteTcoByParameters, total=False):
    """Fields of `POST /v1/inference/tco`."""

    deployment: Any
    traffic: Any
    alternative: Any
    alternatives: Any
    capacity: Any
    contracts: Any
    currency_path: Any
    energy_price_change_per_year_fraction: Any
    facility: Any
    generations: Any
    load: Any
    measured: Any
    overheads: Any
    payments: Any
    price_change_per_year_fraction: Any
    purchase: Any
    slo: Any
    training_usd: Any
    uncertainty: Any


class CompareTco(TypedDict, total=False):
    """Fields of `POST /v1/inference/tco/comparisons`."""

    traffic: Any
    alternative: Any
    alternatives: Any
    as_of: Any
    batch_tier: Any
    capacity: Any
    catalog: Any
    confidence: Any
    contracts: Any
    currency: Any
    currency_path: Any
    deployment: Any
    discount_rate_fraction: Any
    drivers: Any
    energy_price_change_per_year_fraction: Any
    facility: Any
    fiscal_year_start_month: Any
    generations: Any
    horizon_months: Any
    labels: Any
    limit_count: Any
    load: Any
    measured: Any
    model: Any
    objective: Any
    overheads: Any
    payments: Any
    price_change_per_year_fraction: Any
    purchase: Any
    slo: Any
    start: Any
    training_usd: Any
    uncertainty: Any
    usd_per_currency_unit: Any
    vary: Any
    workload: Any


class QuoteUnitCosts(QuoteUnitCostsByParameters, total=False):
    """Fields of `POST /v1/inference/unit-costs`."""

    deployment: Any
    facility: Any
    load: Any
    measured: Any
    purchase: Any
    slo: Any


class QuoteVariances(TypedDict, total=False):
    """Fields of `POST /v1/inference/variances`."""

    actuals: Any
    as_of: Any
    catalog: Any
    csv: Any
    plan: Any


class QuoteRunCosts(QuoteRunCostsByParameters, total=False):
    """Fields of `POST /v1/training/run-costs`."""

    deployment: Any
    adapter_modules: Any
    adapter_parameter_fraction: Any
    adapter_rank: Any
    base_weight_format: Any
    batch_sequences: Any
    batch_tokens: Any
    commitments: Any
    contracts: Any
    discount_rate_fraction: Any
    epochs: Any
    evaluation_fraction: Any
    facility: Any
    flash_attention: Any
    fused_kernels: Any
    gradient_accumulation: Any
    headroom_fraction: Any
    loss: Any
    offload: Any
    optimizer: Any
    optimizer_bytes_per_parameter: Any
    optimizer_in_backward: Any
    packed: Any
    payments: Any
    purchases: Any
    reference_model: Any
    reliability: Any
    reward_model: Any
    rollout: Any
    sample_tokens: Any
    samples: Any
    schedule: Any
    steps: Any
    storage: Any
    teacher: Any
    train_embeddings: Any
    unpacked_in_32_bits: Any
    value_model: Any
