"""What the name of a checkpoint says: its format, what Ollama serves, what its files have."""

import re
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.names import normalised
from pricing.catalog.rows import Model
from pricing.errors import UnknownName
from pricing.quote.context import QuoteContext
from pricing.quote.query import ModelNumbers
from pricing.serving.checkpoints.recipe import Recipe
from pricing.serving.precision import Format
from pricing.serving.precision_names import is_gguf, named_format

CHECKPOINT = "checkpoint."
"""Begin of the assumption of a checkpoint's bits: "checkpoint.owner/model/format"."""

OTHER_RECIPES = re.compile(r"-(?:kv|dynamic|block|static|w8a8|w8a16|per-[a-z]+|quantized)(?:-|$)")
"""Words of a name that say that others packed it, by a recipe of their own."""

_SEVERAL_FORMATS = re.compile(r"[-_. ](gguf|exl[23]|ggml)$", re.IGNORECASE)
_FORMATS = {
    "ggu": ("q4_k_m", "q8_0", "q6_k", "iq4_xs"),
    "ggm": ("q4_0", "q8_0"),
    "exl": ("exl2 4.0bpw", "exl2 4.65bpw", "exl2 6.0bpw"),
}
_TAG = re.compile(r"(?:^|[/ ])([^/ :]+):(latest|e?(?:\d+x)?\d+(?:\.\d+)?[bm](?:-[^/:]*)?|[a-z]+)$")
_OLLAMA = re.compile(r"^ollama[ /]", re.IGNORECASE)
_OF_MLX = "mlx-community/"
_FREE = frozenset({"free", "fastest", "cheapest", "nitro", "floor", "online", "beta", "extended"})
"""Tags of routers of APIs."""

SERVED, SERVED_EARLIER = "ollama-q4-k-m", "ollama-q4-0"
"""What Ollama serves of a tag that names no format, and what it did of models until summer 2024.

Source: ollama/ollama issues 1543 (2024-12-29: "the default is now q4_k_m") and 4626 (2024-05-28).
"""

SERVED_EARLIER_UNTIL = 2023
_SERVED_EARLIER = re.compile(
    r"llama-[23]-|codellama|gemma-(?:2-\d|\d+b)|qwen(?:1\.5|2)-|phi-3-|mixtral-|yi-|command-r|deepseek-(?:v2|coder)"
)


class Said(Struct, frozen=True):
    """What the name of a model says of its format.

    name: of the format, None where it says none; spelling: how it spells it; by_ollama: whether
    it is what Ollama serves of a tag that names none.
    """

    name: str | None = None
    spelling: str | None = None
    by_ollama: bool = False

    def holds_beside(self, precision: str | None) -> bool:
        """Whether the name says the format: nobody gave another, or gave its plain name alone.

        >>> fp8 = Said("fp8", "llama-3.1-405b-fp8")
        >>> fp8.holds_beside(None), fp8.holds_beside("FP8"), fp8.holds_beside("w8a8-fp8")
        (True, True, False)
        """
        return self.name is not None and (precision is None or normalised(precision) == self.name)


def without_format(asked: str | ModelNumbers | None, precision: str | None) -> Any:
    """A name without the word for files in several formats, where the precision says which.

    Raises UnknownName where nothing says it.
    """
    if not isinstance(asked, str):
        return asked
    asked = _OLLAMA.sub("ollama/", asked)
    found = _SEVERAL_FORMATS.search(asked)
    if found is None or named_format(asked) is not None:
        return asked
    if precision is None:
        raise UnknownName(
            f"{asked} has files of several formats: say which in deployment.precision",
            field="deployment.precision",
            nearest=_FORMATS[found[1].lower()[:3]],
        )
    return asked[: found.start()]


def said_of(asked: str | ModelNumbers | None, model: Model) -> Said:
    """The format that the name of a model says, or that Ollama serves of its tag."""
    if not isinstance(asked, str):
        return Said()
    named = named_format(asked)
    tagged = is_ollama(asked)
    if named is not None:
        name, spelling = named
        if tagged and is_gguf(spelling):
            spelling = f"ollama-{spelling}"
        return Said(name, f"mlx-{spelling}" if asked.startswith(_OF_MLX) else spelling)
    if not tagged or model.dense_weight_bits is not None:
        return Said()
    earlier = model.year <= SERVED_EARLIER_UNTIL or _SERVED_EARLIER.match(model.name)
    return Said("int4", SERVED_EARLIER if earlier else SERVED, by_ollama=True)


def is_ollama(name: str) -> bool:
    """Whether a name is a tag of Ollama.

    >>> is_ollama("llama3.1:70b"), is_ollama("bartowski/Qwen3-8B-GGUF:Q5_K_S")
    (True, False)
    """
    if _OLLAMA.match(name):
        return True
    found = _TAG.search(name.strip().lower())
    if found is None or found[2] in _FREE or "gguf" in found[1]:
        return False
    return found[2] == "latest" or found[2][0].isdigit() or found[2][0] == "e"


def as_published(
    context: QuoteContext, model: Model, number_format: Format, asked: str | ModelNumbers | None
) -> Format:
    """With the bits of a checkpoint of this name that no recipe tells, from the tables."""
    if not isinstance(asked, str) or OTHER_RECIPES.search(f"-{normalised(asked)}-"):
        return number_format
    owner = asked.rpartition("/")[0].casefold()
    for key, fact in context.catalog.assumptions.items():
        whose, *of = key.removeprefix(CHECKPOINT).split("/")
        if of == [model.name, number_format.name] and owner in {"", whose}:
            return replace(number_format, recipe=Recipe(mean_bits=context.assume(fact)))
    return number_format
