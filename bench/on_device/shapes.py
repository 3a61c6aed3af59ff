"""Shapes of the models that are measured, as their published configurations say."""

from typing import Any, NamedTuple


class Shape(NamedTuple):
    """A decoder with grouped queries and gated feed-forward parts."""

    name: str
    kind: str
    hidden_size: int
    layers: int
    heads: int
    key_heads: int
    head_size: int
    feed_forward_size: int
    vocabulary_size: int
    is_tied: bool

    @property
    def config(self) -> dict[str, Any]:
        """As transformers names it."""
        return {
            "hidden_size": self.hidden_size,
            "num_hidden_layers": self.layers,
            "num_attention_heads": self.heads,
            "num_key_value_heads": self.key_heads,
            "head_dim": self.head_size,
            "intermediate_size": self.feed_forward_size,
            "vocab_size": self.vocabulary_size,
            "tie_word_embeddings": self.is_tied,
            "max_position_embeddings": 131_072,
        }


SHAPES = {
    shape.name: shape
    for shape in (
        Shape("Llama-3.1-8B", "llama", 4096, 32, 32, 8, 128, 14336, 128256, is_tied=False),
        Shape("Llama-3.2-1B", "llama", 2048, 16, 32, 8, 64, 8192, 128256, is_tied=True),
        Shape("Qwen2.5-1.5B", "qwen2", 1536, 28, 12, 2, 128, 8960, 151936, is_tied=True),
        Shape("Qwen2.5-7B", "qwen2", 3584, 28, 28, 4, 128, 18944, 152064, is_tied=False),
        Shape("Qwen2.5-14B", "qwen2", 5120, 48, 40, 8, 128, 13824, 152064, is_tied=False),
        Shape("Gemma-2-2B", "gemma2", 2304, 26, 8, 4, 256, 9216, 256000, is_tied=True),
        Shape("tiny", "llama", 64, 2, 4, 2, 16, 128, 256, is_tied=True),
    )
}
