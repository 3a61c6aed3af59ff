"""Parts that every query shares: names, days and models."""

from typing import Annotated

from msgspec import Meta, Struct

from pricing.quote.messages import DAY, PLAIN, said

Name = Annotated[str, Meta(min_length=1, max_length=200)]
ProviderName = Annotated[
    Name, said("The provider that rents it out. Default: the median of all providers.")
]
RegionName = Annotated[Name, said("The provider's name of the region. Default: any.")]
Label = Annotated[
    str, said("A name for it, in plain characters.", min_length=1, max_length=100, pattern=PLAIN)
]
Fraction = Annotated[float, Meta(ge=0, le=1)]
CountTo10000 = Annotated[int, Meta(ge=1, le=10_000)]
CountTo100000 = Annotated[int, Meta(ge=1, le=100_000)]
DayText = Annotated[
    str,
    said(
        "The day whose prices are used, YYYY-MM-DD. Default: the last day whose prices"
        " the release knows.",
        pattern=DAY,
        examples=["2026-05-01"],
    ),
]
AsksDrivers = Annotated[
    bool,
    said(
        "Whether the answer lists its drivers: the assumptions that move it most, each"
        " with the answer at the ends of its range. The question is asked again for each end."
        " Sweeps have none."
    ),
]
DOLLARS = "USD"

CurrencyName = Annotated[
    str,
    said(
        "Currency in which the answer has its money beside the dollars, as three"
        " letters. The rate is the last one that the release knows on `as_of`.",
        min_length=1,
        max_length=20,
        examples=["EUR"],
    ),
]
UsdPerCurrencyUnit = Annotated[
    float,
    said("USD for one unit of `currency`. Default: the rate of the release.", ge=1e-9, le=1e9),
]
ReleaseName = Annotated[
    str,
    said(
        "The release of the tables to answer from. Default: the newest.",
        min_length=1,
        max_length=64,
        examples=["2026-05-31"],
    ),
]


class Frozen(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False, kw_only=True):
    """Base of every query. It is immutable, and unknown fields are refused."""


class InCurrency(Frozen, frozen=True, kw_only=True):
    """Base of questions whose answer may have its money in another currency as well."""

    currency: CurrencyName = DOLLARS
    usd_per_currency_unit: UsdPerCurrencyUnit | None = None


LabelName = Annotated[
    str, said("The name of a label.", min_length=1, max_length=128, pattern=PLAIN)
]
LabelText = Annotated[str, said("The text of a label.", max_length=256, pattern=PLAIN)]
Labels = Annotated[
    dict[LabelName, LabelText],
    said(
        "Texts by name that the answer repeats in every format, and a forecast in FOCUS"
        " as tags. They change no figure.",
        max_length=50,
        examples=[{"team": "search"}],
    ),
]


class Labelled(InCurrency, frozen=True, kw_only=True):
    """Base of questions that may have labels."""

    labels: Labels | None = None


class ModelNumbers(Frozen, frozen=True, kw_only=True):
    """A model given by its numbers. Numbers left out are estimated and listed."""

    parameters: Annotated[
        float, said("All parameters [count].", ge=1e5, le=1e14, examples=[70.55e9])
    ]
    active_parameters: (
        Annotated[float, said("Parameters used for a token [count].", ge=1e5, le=1e14)] | None
    ) = None
    layers: Annotated[int, said("Transformer layers [count].", ge=1, le=2000)] | None = None
    hidden_size: (
        Annotated[int, said("Width of the residual stream [count].", ge=8, le=1_000_000)] | None
    ) = None
    heads: Annotated[CountTo10000 | None, said("Query heads [count].")] = None
    kv_heads: Annotated[CountTo10000 | None, said("Key-value heads [count].")] = None
    head_dim: Annotated[CountTo10000 | None, said("Size of a head [count].")] = None
    kv_latent_dim: Annotated[CountTo100000 | None, said("MLA: size of the latent [count].")] = None
    kv_rope_dim: Annotated[CountTo100000 | None, said("MLA: size of the rotary key [count].")] = (
        None
    )
    experts: Annotated[CountTo100000 | None, said("Routed experts per layer [count].")] = None
    experts_per_token: Annotated[
        CountTo100000 | None, said("Routed experts used for a token [count].")
    ] = None
    shared_experts: Annotated[
        int, said("Experts that every token passes through [count].", ge=0, le=1000)
    ] = 0
    expert_intermediate_size: (
        Annotated[int, said("Width of a routed expert [count].", ge=1, le=1_000_000)] | None
    ) = None
    intermediate_size: Annotated[
        Annotated[int, Meta(ge=1, le=10_000_000)] | None,
        said(
            "Width of the feed-forward part of a layer without experts [count]."
            " Default: what the parameters leave room for."
        ),
    ] = None
    gated_feed_forward: Annotated[
        bool | None,
        said(
            "Whether a gate multiplies what goes through the feed-forward part (SwiGLU,"
            " GeGLU). Default: what parameters and intermediate_size say, else gated."
        ),
    ] = None
    vocabulary_size: (
        Annotated[int, said("Tokens in the vocabulary [count].", ge=1, le=100_000_000)] | None
    ) = None
    routed_expert_parameters: (
        Annotated[float, said("Parameters in the routed experts [count].", ge=0, le=1e14)] | None
    ) = None
    lookup_parameters: Annotated[
        float,
        said(
            "Parameters of an input embedding that the output does not share. A token"
            " reads one row of it [count].",
            ge=0,
            le=1e14,
        ),
    ] = 0.0
    tower_parameters: Annotated[
        float,
        said(
            "Parameters of encoders of images or sounds, beside `parameters` [count].",
            ge=0,
            le=1e14,
        ),
    ] = 0.0
    draft_parameters: Annotated[
        float,
        said(
            "Parameters of modules that predict further tokens, beside `parameters` [count].",
            ge=0,
            le=1e14,
        ),
    ] = 0.0
    full_attention_layers: Annotated[
        Annotated[int, Meta(ge=0, le=2000)] | None,
        said("Layers that see the whole context [count]. Default: all layers."),
    ] = None
    sliding_window: Annotated[
        Annotated[int, Meta(ge=0, le=100_000_000)] | None,
        said("Context that the other layers see [tokens]. 0: they keep no cache."),
    ] = None
    window_kv_heads: Annotated[
        CountTo10000 | None,
        said("Key-value heads of layers with a window [count]. Default: as in the other layers."),
    ] = None
    window_kv_values: Annotated[
        Annotated[float, Meta(ge=1, le=1e8)] | None,
        said(
            "Values cached for a token in a layer with a window [count]. Default:"
            " as in the other layers."
        ),
    ] = None
    index_bytes: Annotated[
        float,
        said(
            "Keys of an indexer for sparse attention, for one token and layer: the mean"
            " over the layers that see the whole context [bytes].",
            ge=0,
            le=1e6,
        ),
    ] = 0.0
    index_topk: Annotated[
        Annotated[int, Meta(ge=1, le=100_000_000)] | None,
        said(
            "Entries of the cache that a token attends to at most in layers with sparse attention:"
            " tokens, or groups of them where these are compressed [count]. Default: all.",
            examples=[2048],
        ),
    ] = None
    index_heads: Annotated[
        CountTo10000 | None,
        said("Heads of the indexer that chooses them [count].", examples=[64]),
    ] = None
    index_head_dim: Annotated[
        CountTo10000 | None,
        said("Size of a head of the indexer [count].", examples=[128]),
    ] = None
    index_layers: Annotated[
        Annotated[int, Meta(ge=1, le=2000)] | None,
        said("Layers with an indexer of their own [count]. Default: all with sparse attention."),
    ] = None
    sparse_layers: Annotated[
        Annotated[int, Meta(ge=1, le=2000)] | None,
        said("Layers with sparse attention [count]. Default: all that see the whole context."),
    ] = None
    sparse_compress_ratio: Annotated[
        Annotated[float, Meta(ge=1, le=1e6)] | None,
        said("Tokens that an entry stands for in layers with sparse attention [tokens]."),
    ] = None
    compressed_layers: Annotated[
        Annotated[int, Meta(ge=0, le=2000)] | None,
        said("Layers that attend to all entries of a compressed context [count]."),
    ] = None
    compress_ratio: Annotated[
        Annotated[float, Meta(ge=1, le=1e6)] | None,
        said("Tokens that an entry stands for in compressed layers [tokens]."),
    ] = None
    state_bytes: Annotated[
        float,
        said(
            "State of a sequence in layers with a state of fixed size (Mamba, DeltaNet, …)"
            " [bytes].",
            ge=0,
            le=1e12,
        ),
    ] = 0.0


Model = Annotated[
    Annotated[str, Meta(max_length=200)] | ModelNumbers,
    said(
        "A model of the catalogue by name or alias, or a model given by its numbers.",
        examples=["llama-3.1-70b"],
    ),
]


DeviceName = Annotated[
    str,
    said(
        "A device of the catalogue, by name or alias.",
        min_length=1,
        max_length=200,
        examples=["h100-sxm-80gb"],
    ),
]
DeviceCount = Annotated[
    int,
    said(
        "Devices [count]. Default: the count that costs least per token and carries the"
        " load; of a training run, the smallest that fits.",
        ge=1,
        le=1_000_000,
        examples=[8],
    ),
]
PrecisionName = Annotated[
    str,
    said(
        "Number format of weights and arithmetic: fp32, tf32, bf16, fp16, fp8, int8, fp4, int4 or"
        " an alias (mxfp4, nvfp4, w4a16, …). Default: the model's own if the device accelerates"
        " it.",
        min_length=1,
        max_length=64,
        examples=["fp8"],
    ),
]
