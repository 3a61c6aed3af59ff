"""The tables of models, of their other names, and of what encodes images for them."""

from typing import Annotated, ClassVar

from pricing.releases.columns import PRECISIONS, Confidence, Notes, Row, Source, cell, number

IMAGE_RULES = ("native", "filled", "bounded", "tiles_by_shape", "tiles_by_scale")
ARCHITECTURES = ("encoder_only", "encoder_decoder", "pooled_decoder")

SPARSE_NEEDS = (
    *(("index_topk", "index_heads"), ("index_topk", "index_head_dim")),
    *((name, "index_topk") for name in ("index_heads", "index_head_dim", "index_layers")),
    *(("sparse_layers", "index_topk"), ("sparse_compress_ratio", "sparse_layers")),
    *(("compressed_layers", "compress_ratio"), ("compress_ratio", "compressed_layers")),
)
"""What columns of sparse attention need another, of rows as of a caller's own model."""


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
    routed_expert_parameters: Annotated[
        float | None, number("Parameters in the routed experts [count].")
    ]
    lookup_parameters: Annotated[
        float | None,
        number(
            "Parameters of an input embedding that the output does not share, and of tables"
            " that single layers look up: a token reads one row of each. active_parameters has"
            " the embedding of a decoder, and no others [count].",
            low=1,
        ),
    ]
    layers: Annotated[int, number("Transformer layers [count].", low=1)]
    hidden_size: Annotated[int, number("Width of the residual stream [count].", low=8)]
    intermediate_size: Annotated[int | None, number("Width of the MLP [count].")]
    heads: Annotated[int, number("Query heads [count].", low=1)]
    kv_heads: Annotated[int | None, number("Key-value heads [count].", low=1)]
    head_dim: Annotated[int | None, number("Size of a head [count].", low=1)]
    attention: Annotated[str, cell("mha, gqa, mqa or mla.", choices=("gqa", "mha", "mla", "mqa"))]
    kv_latent_dim: Annotated[int | None, number("MLA: size of the latent [count].", low=1)]
    kv_rope_dim: Annotated[int | None, number("MLA: size of the rotary key [count].", low=1)]
    sliding_window: Annotated[int | None, number("Window of local layers [tokens].")]
    full_attention_layers: Annotated[
        int | None, number("Layers that see the whole context [count].")
    ]
    experts: Annotated[int | None, number("Routed experts of a layer [count].", low=1)]
    experts_per_token: Annotated[
        int | None, number("Routed experts that a token passes through [count].", low=1)
    ]
    shared_experts: Annotated[
        int | None, number("Experts that every token passes through [count].")
    ]
    dense_layers: Annotated[int | None, number("Layers without experts [count].")]
    expert_intermediate_size: Annotated[
        int | None, number("Width of a routed expert [count].", low=1)
    ]
    vocabulary_size: Annotated[int | None, number("Size of the vocabulary [tokens].", low=1)]
    context_tokens: Annotated[int | None, number("Longest context [tokens].", low=1)]
    native_precision: Annotated[
        str, cell("Number format of the published weights.", choices=PRECISIONS)
    ]
    architecture: Annotated[
        str | None,
        cell(
            "encoder_only, encoder_decoder, or pooled_decoder for a decoder that is read and"
            " writes nothing (embeddings, rerankers); null for a decoder.",
            choices=ARCHITECTURES,
        ),
    ]
    window_kv_heads: Annotated[
        int | None,
        number(
            "Key-value heads of layers with a window, where they differ from the others [count].",
            low=1,
        ),
    ]
    window_kv_values: Annotated[
        float | None,
        number(
            "Values cached per token in a layer with a window, where those layers have"
            " heads of their own [count].",
            low=1,
        ),
    ]
    index_bytes: Annotated[
        float | None,
        number(
            "Keys of an attention indexer, per token and layer: the mean of the layers that"
            " see the whole context [bytes]."
        ),
    ]
    index_topk: Annotated[
        int | None,
        number(
            "Entries of the cache that a token attends to at most in layers with sparse attention:"
            " tokens, or groups of them where these are compressed [count].",
            low=1,
        ),
    ]
    index_heads: Annotated[
        int | None, number("Heads of the indexer that chooses them [count].", low=1)
    ]
    index_head_dim: Annotated[int | None, number("Size of a head of the indexer [count].", low=1)]
    index_layers: Annotated[
        int | None,
        number(
            "Layers with an indexer of their own, where others share its choice [count].", low=1
        ),
    ]
    sparse_layers: Annotated[
        int | None,
        number(
            "Layers with sparse attention, where not all that see the whole context have it"
            " [count].",
            low=1,
        ),
    ]
    sparse_compress_ratio: Annotated[
        float | None,
        number(
            "Tokens that an entry of the cache stands for in layers with sparse attention, where"
            " it is more than one [tokens].",
            low=1,
        ),
    ]
    compressed_layers: Annotated[
        int | None,
        number("Layers that attend to all entries of a compressed context [count].", low=1),
    ]
    compress_ratio: Annotated[
        float | None,
        number(
            "Tokens that an entry of the cache stands for in compressed layers [tokens].", low=1
        ),
    ]
    state_bytes: Annotated[
        float | None,
        number(
            "State of fixed size that a sequence keeps in layers without a KV cache (Mamba,"
            " DeltaNet, …) [bytes]."
        ),
    ]
    native_weight_bits: Annotated[
        float | None,
        number(
            "Size of a weight in the native precision with its scales, where it is not the"
            " usual one of that format [bits].",
            low=1,
            high=64,
        ),
    ]
    dense_weight_bits: Annotated[
        float | None,
        number(
            "Size of a weight outside the routed experts, where the published checkpoint"
            " has only the experts in its native precision [bits].",
            low=1,
            high=64,
        ),
    ]
    published_active_parameters: Annotated[
        float | None,
        number(
            "Parameters that a token passes through, as the maker prints them: rounded, and"
            " with or without embeddings [count].",
            low=100000,
        ),
    ]
    tower_parameters: Annotated[
        float | None,
        number("Parameters of encoders of images or sounds beside the text part [count].", low=1),
    ]
    draft_parameters: Annotated[
        float | None,
        number(
            "Parameters of modules that predict further tokens, in the published checkpoint"
            " beside the model [count].",
            low=1,
        ),
    ]
    source: Source
    confidence: Confidence
    notes: Notes


class ModelAliasRow(Row, frozen=True, kw_only=True):
    """Another spelling of a model."""

    KEY: ClassVar = ("alias",)

    alias: Annotated[str, cell("Another spelling.")]
    model: Annotated[str, cell("The model that it means.", references="models")]
    source: Source


class ImageEncoderRow(Row, frozen=True, kw_only=True):
    """The encoder of the images that a model reads. Its parameters are those of the model's row."""

    KEY: ClassVar = ("model",)

    model: Annotated[str, cell("The model that reads images.", references="models")]
    rule: Annotated[
        str,
        cell(
            "How an image is cut. native: as it is, between least_pixels and most_pixels; filled:"
            " scaled to most_pixels; bounded: scaled down to most_side_pixels; tiles_by_shape,"
            " tiles_by_scale: into square tiles, of the grid that is nearest in shape, or that"
            " holds it with the least scaling.",
            choices=IMAGE_RULES,
        ),
    ]
    patch_pixels: Annotated[int, number("Side of a patch [pixels].", low=1)]
    merged_patches: Annotated[
        int, number("Side of the square of patches that becomes one token [count].", low=1)
    ]
    row_tokens: Annotated[int, number("Tokens that end a row of squares [count].")]
    least_pixels: Annotated[int | None, number("Least pixels of a whole image [pixels].", low=1)]
    most_pixels: Annotated[int | None, number("Most pixels of a whole image [pixels].", low=1)]
    most_side_pixels: Annotated[int | None, number("Longest side of an image [pixels].", low=1)]
    tile_pixels: Annotated[int | None, number("Side of a tile [pixels].", low=1)]
    tile_count: Annotated[int | None, number("Most tiles of an image [count].", low=1, high=64)]
    has_overview: Annotated[
        bool | None, cell("Whether an image of several tiles is also read whole, as one more tile.")
    ]
    layers: Annotated[
        int, number("Transformer layers [count]; 0 of patches that are projected alone.")
    ]
    hidden_size: Annotated[int, number("Width of the residual stream [count].", low=8)]
    intermediate_size: Annotated[int, number("Width of the MLP [count].", low=8)]
    full_attention_layers: Annotated[
        int | None, number("Layers that attend to all of an image or tile [count]; empty: all.")
    ]
    window_patches: Annotated[
        int | None, number("Patches that the other layers attend to [count].", low=1)
    ]
    cross_attention_layers: Annotated[
        int | None,
        number(
            "Layers of the model that attend to an image which is no part of its input"
            " [count]; empty: an image is tokens of the input.",
            low=1,
        ),
    ]
    source: Source
    confidence: Confidence
    notes: Notes
