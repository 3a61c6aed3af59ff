"""The tables of models and of their other names."""

from typing import Annotated, ClassVar

from pricing.releases.columns import PRECISIONS, Confidence, Notes, Row, Source, cell, number

ARCHITECTURES = ("encoder_only", "encoder_decoder", "pooled_decoder")


class ModelRow(Row, frozen=True, kw_only=True):
    """A model's architecture."""

    KEY: ClassVar = ("model",)

    model: Annotated[str, cell("Its name in this API.")]
    family: Annotated[str, cell("Series of the model.", like="model")]
    year: Annotated[int, number("Year of release [year].", low=2000, high=2100)]
    parameters: Annotated[float, number("All parameters [count].", low=100000)]
    active_parameters: Annotated[
        float,
        number(
            "Parameters that a token passes through, computed: all but those of routed experts"
            " that it does not choose, of tables that single layers look up, and of the embedding"
            " of an encoder without an output [count].",
            low=100000,
        ),
    ]
    routed_expert_parameters: (
        Annotated[float, number("Parameters in the routed experts [count].")] | None
    ) = None
    lookup_parameters: (
        Annotated[
            float,
            number(
                "Parameters of an input embedding that the output does not share, and of tables"
                " that single layers look up: a token reads one row of each. active_parameters has"
                " the embedding of a decoder, and no others [count].",
                low=1,
            ),
        ]
        | None
    ) = None
    layers: Annotated[int, number("Transformer layers [count].", low=1)]
    hidden_size: Annotated[int, number("Width of the residual stream [count].", low=8)]
    intermediate_size: Annotated[int, number("Width of the MLP [count].")] | None = None
    heads: Annotated[int, number("Query heads [count].", low=1)]
    kv_heads: Annotated[int, number("Key-value heads [count].", low=1)] | None = None
    head_dim: Annotated[int, number("Size of a head [count].", low=1)] | None = None
    attention: Annotated[str, cell("mha, gqa, mqa or mla.", choices=("gqa", "mha", "mla", "mqa"))]
    kv_latent_dim: Annotated[int, number("MLA: size of the latent [count].", low=1)] | None = None
    kv_rope_dim: Annotated[int, number("MLA: size of the rotary key [count].", low=1)] | None = None
    sliding_window: Annotated[int, number("Window of local layers [tokens].")] | None = None
    full_attention_layers: (
        Annotated[int, number("Layers that see the whole context [count].")] | None
    ) = None
    experts: Annotated[int, number("Routed experts of a layer [count].", low=1)] | None = None
    experts_per_token: (
        Annotated[int, number("Routed experts that a token passes through [count].", low=1)] | None
    ) = None
    shared_experts: (
        Annotated[int, number("Experts that every token passes through [count].")] | None
    ) = None
    dense_layers: Annotated[int, number("Layers without experts [count].")] | None = None
    expert_intermediate_size: (
        Annotated[int, number("Width of a routed expert [count].", low=1)] | None
    ) = None
    vocabulary_size: Annotated[int, number("Size of the vocabulary [tokens].", low=1)] | None = None
    context_tokens: Annotated[int, number("Longest context [tokens].", low=1)] | None = None
    native_precision: Annotated[
        str, cell("Number format of the published weights.", choices=PRECISIONS)
    ]
    architecture: (
        Annotated[
            str,
            cell(
                "encoder_only, encoder_decoder, or pooled_decoder for a decoder that is read and"
                " writes nothing (embeddings, rerankers); null for a decoder.",
                choices=ARCHITECTURES,
            ),
        ]
        | None
    ) = None
    window_kv_heads: (
        Annotated[
            int,
            number(
                "Key-value heads of layers with a window, where they differ from the others"
                " [count].",
                low=1,
            ),
        ]
        | None
    ) = None
    window_kv_values: (
        Annotated[
            float,
            number(
                "Values cached per token in a layer with a window, where those layers have"
                " heads of their own [count].",
                low=1,
            ),
        ]
        | None
    ) = None
    index_bytes: (
        Annotated[
            float,
            number(
                "Keys of an attention indexer, per token and layer: the mean of the layers that"
                " see the whole context [bytes]."
            ),
        ]
        | None
    ) = None
    state_bytes: (
        Annotated[
            float,
            number(
                "State of fixed size that a sequence keeps in layers without a KV cache (Mamba,"
                " DeltaNet, …) [bytes]."
            ),
        ]
        | None
    ) = None
    native_weight_bits: (
        Annotated[
            float,
            number(
                "Size of a weight in the native precision with its scales, where it is not the"
                " usual one of that format [bits].",
                low=1,
                high=64,
            ),
        ]
        | None
    ) = None
    dense_weight_bits: (
        Annotated[
            float,
            number(
                "Size of a weight outside the routed experts, where the published checkpoint"
                " has only the experts in its native precision [bits].",
                low=1,
                high=64,
            ),
        ]
        | None
    ) = None
    published_active_parameters: (
        Annotated[
            float,
            number(
                "Parameters that a token passes through, as the maker prints them: rounded, and"
                " with or without embeddings [count].",
                low=100000,
            ),
        ]
        | None
    ) = None
    tower_parameters: (
        Annotated[
            float,
            number(
                "Parameters of encoders of images or sounds beside the text part [count].", low=1
            ),
        ]
        | None
    ) = None
    draft_parameters: (
        Annotated[
            float,
            number(
                "Parameters of modules that predict further tokens, in the published checkpoint"
                " beside the model [count].",
                low=1,
            ),
        ]
        | None
    ) = None
    source: Source
    confidence: Confidence
    notes: Notes = None


class ModelAliasRow(Row, frozen=True, kw_only=True):
    """Another spelling of a model."""

    KEY: ClassVar = ("alias",)

    alias: Annotated[str, cell("Another spelling.")]
    model: Annotated[str, cell("The model that it means.", references="models")]
    source: Source
