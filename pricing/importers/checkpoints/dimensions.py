"""The dimensions of a decoder, from its configuration."""

from collections.abc import Mapping

from msgspec import Struct

from pricing.importers.checkpoints.fields import Config, UnreadableError, needed, value_of, whole_of

UNGATED = frozenset(
    {
        *("gpt2", "gpt_neox", "gptj", "gpt_bigcode", "bloom", "falcon", "opt", "mpt", "phi"),
        *("starcoder2", "nemotron", "nemotron_h", "codegen", "stablelm_epoch_old"),
        *("apertus", "arcee"),
    }
)
"""Families whose feed-forward part has two matrices; others have three."""

TIED = frozenset(
    {
        *("gpt2", "gpt_bigcode", "bloom", "falcon", "opt", "mpt", "gemma", "gemma2", "gemma3"),
        *("gemma3_text", "cohere", "cohere2", "starcoder2", "falcon_h1", "lfm2", "lfm2_moe"),
        *("granitemoehybrid",),
    }
)
"""Families whose output shares the embedding where their file does not say."""

ENCODERS = frozenset(
    {
        *("bert", "roberta", "xlm-roberta", "distilbert", "deberta", "deberta-v2", "modernbert"),
        *("nomic_bert", "t5", "mt5", "umt5", "bart", "mbart", "pegasus", "whisper", "marian"),
        *("clip", "siglip", "vit", "wav2vec2"),
    }
)
WITHOUT_ATTENTION = frozenset({"mamba", "mamba2", "falcon_mamba", "rwkv", "rwkv6", "xlstm"})
SHARED_CACHES = (
    *("num_kv_shared_layers", "cla_share_factor", "use_cla", "cross_attention_layers"),
    *("kv_source_layer_ids", "num_mem_blocks"),
)
"""Fields of caches or blocks that layers share, or of inputs that only some of them see."""

OTHERS = {
    "block_configs": "its layers are of several shapes",
    "zero_expert_num": "some of its experts do nothing",
}
"""Fields of decoders that no column tells, with what they are of."""


class Heads(Struct, frozen=True):
    """The attention of layers that have one.

    latent, rope: of a latent that is cached in place of keys and values; nope, value: of a head of
    it; query_latent: of queries, 0 without one; is_gated: whether a gate multiplies the output;
    output_latent, output_groups: of an output in groups of low rank, 0 without.
    """

    count: int
    kv: int
    size: int
    latent: int = 0
    rope: int = 0
    nope: int = 0
    query_latent: int = 0
    is_gated: bool = False
    output_latent: int = 0
    output_groups: int = 0

    def parameters(self, hidden: int) -> int:
        """Of the matrices of a layer."""
        if not self.latent:
            queries = self.count * self.size
            beside = hidden * ((1 + self.is_gated) * queries + 2 * self.kv * self.size)
            if self.query_latent:
                return beside + self.query_latent * (hidden + queries + 1)
            return beside + hidden * queries
        query = self.count * (self.nope + self.rope)
        asked = (
            self.query_latent * (hidden + query) + self.query_latent
            if self.query_latent
            else hidden * query
        )
        cached = hidden * (self.latent + self.rope) + self.latent
        if self.output_latent:
            grouped = self.count * self.size + self.output_groups * hidden
            return asked + cached + self.output_latent * grouped
        unfolded = self.latent * self.count * (self.nope + self.size)
        return asked + cached + unfolded + self.count * self.size * hidden

    @property
    def kind(self) -> str:
        """As the table of models calls it."""
        if self.latent:
            return "mla"
        if self.kv == self.count:
            return "mha"
        return "mqa" if self.kv == 1 else "gqa"


class Dimensions(Struct, frozen=True):
    """What all layers of a decoder share."""

    kind: str
    blocks: int
    hidden: int
    vocabulary: int
    context: int | None
    heads: Heads
    intermediate: int
    matrices: int
    is_tied: bool

    @property
    def embedding(self) -> int:
        """Parameters of an embedding."""
        return self.vocabulary * self.hidden


def dimensions_of(config: Config, *, is_tied: bool | None) -> Dimensions:
    """The dimensions of a configuration of text.

    is_tied: what the weights show of the output. Raises UnreadableError for what the table of
    models cannot tell.
    """
    kind = str(config.get("model_type") or "").lower()
    if not kind and not config.get("architectures"):
        raise UnreadableError("it says neither model_type nor architectures: no config.json")
    if kind in ENCODERS or config.get("is_encoder_decoder"):
        raise UnreadableError(f"{kind} is an encoder, or has one: only decoders are read")
    if kind in WITHOUT_ATTENTION:
        raise UnreadableError(f"{kind} has no attention, and no row can tell that")
    shared = next((name for name in SHARED_CACHES if config.get(name)), None)
    if shared is not None:
        raise UnreadableError(f"{shared}: some layers share a cache, which no column tells")
    other = next((name for name in OTHERS if config.get(name)), None)
    if other is not None:
        raise UnreadableError(f"{other}: {OTHERS[other]}, which no column tells")
    if whole_of(config, "hidden_size_per_layer_input"):
        raise UnreadableError("single layers look tables up (hidden_size_per_layer_input)")
    hidden = needed(config, "hidden_size", "n_embd", "d_model", "dim")
    tied = config.get("tie_word_embeddings") if is_tied is None else is_tied
    return Dimensions(
        kind=kind,
        blocks=needed(config, "num_hidden_layers", "n_layer", "n_layers", "num_layers"),
        hidden=hidden,
        vocabulary=needed(config, "vocab_size", "padded_vocab_size"),
        context=whole_of(
            config,
            *("max_position_embeddings", "n_positions", "max_sequence_length", "seq_length"),
            *("max_seq_len", "model_max_length", "n_ctx"),
        ),
        heads=_heads(config, kind, hidden),
        intermediate=_intermediate(config, kind, hidden),
        matrices=2 if kind in UNGATED else 3,
        is_tied=kind in TIED if tied is None else bool(tied),
    )


def _heads(given: Config, kind: str, hidden: int) -> Heads:
    nested = given.get("attn_config")
    config: Config = {**given, **nested} if isinstance(nested, Mapping) else given
    count = needed(config, "num_attention_heads", "n_head", "n_heads", "num_heads")
    latent = whole_of(config, "kv_lora_rank")
    if latent:
        return Heads(
            count=count,
            kv=count,
            size=needed(config, "v_head_dim", "head_dim"),
            latent=latent,
            rope=needed(config, "qk_rope_head_dim"),
            nope=needed(config, "qk_nope_head_dim"),
            query_latent=whole_of(config, "q_lora_rank") or 0,
        )
    if config.get("compress_ratios"):
        width, rope = needed(config, "head_dim"), needed(config, "qk_rope_head_dim")
        return Heads(
            count=count,
            kv=1,
            size=width,
            latent=width - rope,
            rope=rope,
            nope=width - rope,
            query_latent=needed(config, "q_lora_rank"),
            output_latent=needed(config, "o_lora_rank"),
            output_groups=needed(config, "o_groups"),
        )
    kv = whole_of(
        config,
        *("num_key_value_heads", "num_kv_heads", "n_head_kv", "kv_n_heads"),
        "num_attention_groups",
    )
    if config.get("multi_query_attention"):
        kv = whole_of(config, "multi_query_group_num") or 1
    if kind == "falcon" and not config.get("new_decoder_architecture"):
        kv = 1 if config.get("multi_query") else count
    if kind == "gpt_bigcode":
        kv = 1 if config.get("multi_query", True) else count
    size = whole_of(config, "head_dim", "attention_head_dim", "kv_channels")
    if size is None and hidden % count:
        raise UnreadableError(f"hidden_size {hidden} is no multiple of {count} heads")
    size = size or hidden // count
    values = whole_of(config, "v_head_dim") or size
    return Heads(
        count=count,
        kv=kv or count,
        size=(size + values) // 2,  # keys and values of other sizes take as much as their mean
        query_latent=whole_of(config, "share_q_dim") or 0,
        is_gated=bool(config.get("attn_output_gate")) or kind.startswith(("qwen3_next", "qwen3_5")),
    )


def _intermediate(config: Config, kind: str, hidden: int) -> int:
    """Width of the MLP of layers without experts."""
    if kind == "llama4_text" or "intermediate_size_mlp" in config:
        return needed(config, "intermediate_size_mlp", "intermediate_size")
    width = whole_of(
        config,
        *(
            "dense_intermediate_size",
            "intermediate_size",
            "n_inner",
            "ffn_hidden_size",
            "ffn_dim",
            "block_ff_dim",
        ),
        *("feed_forward_size", "ff_intermediate_size"),
    )
    if width and kind.startswith("lfm2") and config.get("block_auto_adjust_ff_dim"):
        multiple = whole_of(config, "block_multiple_of") or 256
        width = int(float(value_of(config, "block_ffn_dim_multiplier") or 1.0) * (2 * width // 3))
        width = -(-width // multiple) * multiple
    if kind == "qwen":  # the first Qwen counts gate and up together
        return (width or 0) // 2
    return width or (4 * hidden if kind in UNGATED else 0)
