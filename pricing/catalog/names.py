"""Spellings of names: normalisation, variants, counts and the nearest known names."""

import re
from collections.abc import Collection, Iterable, Iterator
from difflib import SequenceMatcher, get_close_matches

from pricing.catalog.number_formats import GGUF
from pricing.errors import UnknownName
from pricing.pauses import pause

LONGEST = 200
"""Most characters of a name that is compared. Longer names only take more time."""

_SEPARATORS = re.compile(r"[^a-z0-9.]+")


def normalised(name: str) -> str:
    """Lower case, with one hyphen for each run of characters except letters, digits and dots.

    >>> normalised("NVIDIA H100 SXM (80GB)")
    'nvidia-h100-sxm-80gb'
    """
    return _SEPARATORS.sub("-", name.lower()).strip("-")


_PLUS = re.compile(r"\+(?!\w)")
_VARIANT = re.compile(
    r"-(?:instruct|chat|base|it|hf|moe|preview|thinking|latest|\d+k|a?sym|inc"
    r"|i1|sft|dpo|grpo|orpo|reasoning|abliterated|uncensored)(?=(?:-v0\.\d)*$)"
)
_VERSION = re.compile(r"-v0\.\d$")
_LABEL = re.compile(
    r"\((?:r|tm|c)\)|\b\d+(?:st|nd|rd|th) gen\b|\b\d+-core processor\b|\b(?:cpu|graphics)\b"
    r"|@ ?\d+(?:\.\d+)? ?ghz",
    re.IGNORECASE,
)
_DECIMAL = re.compile(r"(?<=\d)[_p](?=\d(?:\D|$))|(?<=\d)-(?=\d-\d+b)", re.IGNORECASE)
_MARK = re.compile(r"(?<=[-_ ])v(?=\d+(?:\.\d+)?[-_ ])", re.IGNORECASE)
"""Before the version of a model that is no part of its name: Llama v3.1 70B."""
_MAKER = re.compile(r"^(?:nvidia|amd|intel|google|apple|ollama|ggml|unsloth|bartowski)-")
_BITS = r"(?:mlx-|unsloth-)?(?:bnb-)?[2-8]-?bits?(?:-?g?s?\d+)?"
_SCHEMES = (
    r"(?:auto)?(?:awq|gptq)(?:-marlin)?|hqq(?:-(?:calib|v2))?|eetq|exl[23]|mlx|marlin|auto-?round"
    r"|bnb|bitsandbytes|quanto|torchao|aqlm|\d(?:\.\d+)?-?bpw(?:-h[468])?|h[468]|\d+x\d+(?:g\d+)?"
    r"|gs?\d{2,3}|\d{2,3}g"
)
_FORMAT = re.compile(
    r"[-.](?:gguf-)?(?:qat-)?(?:(?:mx)?fp8(?:-(?:dynamic|block|kv))?|(?:nv|mx)?fp4(?:-v2)?"
    r"|b?f16|fp16|f32|fp32|u?int[2-8](?:wo)?(?:-autoround|-mixed)?|nf4"
    r"|(?:quantized\.)?(?:w[1-8]a(?:8|16))"
    rf"|{_BITS}|{_SCHEMES}|(?:ud-|i1-)?(?:{'|'.join(GGUF)}))(?:[-.]gguf)?$"
)

SIZE = re.compile(r"-(?:(?:\d+x)?\d+(?:\.\d+)?[bmt]\d*|mini|small|medium|large|xl)(?:-|$)")
"""The size in the name of a model."""

MAYBE_SIZE = re.compile(r"\d[bmt]|mini|small|medium|large|xl", re.IGNORECASE)
"""What a name has in any case and with any sign around it, if a spelling of it has a size."""


def spellings(name: str) -> Iterator[str]:
    """The spellings that a name may be known by, from the full name to the shortest.

    The owner is removed first. Then words for variants of the same dimensions and for checkpoint
    formats are removed, one by one: some models have such a word or a version in their name.
    The maker is removed last. Additions of operating systems to names of processors are ignored. A
    plus after a word becomes the word plus, and v3p1 the version 3.1. Dates stay, since a later
    model of the same name may be different. GGUF alone also stays, since it names no format.

    >>> list(spellings("mistralai/Mistral-7B-Instruct-v0.3"))[1:]
    ['mistral-7b-instruct-v0.3', 'mistral-7b-v0.3', 'mistral-7b']
    >>> list(spellings("nvidia/DeepSeek-R1-0528-NVFP4"))[1:]
    ['deepseek-r1-0528-nvfp4', 'deepseek-r1-0528']
    >>> list(spellings("Command R+"))[0]
    'command-r-plus'
    >>> list(spellings("NVIDIA HGX B200"))
    ['nvidia-hgx-b200', 'nvidia-hgx-b200', 'hgx-b200']
    """
    pointed = _DECIMAL.sub(".", name)
    ways = (_PLUS.sub(" plus", name), name, _LABEL.sub(" ", name), pointed, _MARK.sub("", pointed))
    for written in dict.fromkeys(ways):
        yield normalised(written)
        shorter, plain = normalised(unowned(written)), ""
        while shorter != plain:
            plain = shorter
            yield plain
            fewer = (_FORMAT.sub("", _VARIANT.sub("", plain)), _VERSION.sub("", plain))
            shorter = next((less for less in fewer if less != plain), _MAKER.sub("", plain))


_TUNED = re.compile(r"-v\d+(?:\.\d+)?$")
_REMARK = re.compile(r"\s*\([A-Za-z][\w-]* v\d[\w.]*\)\s*$")
_OTHER_SHAPE = re.compile(
    r"-(?:eagle\d*|medusa|draft|drafter|dflash\d*|lora|adapter|pruned|mamba\d*|moe|reward|embed"
    r"|embedding|reranker|vl|vision|omni|audio|llava|mini|distill?|speculator)-"
)
_SIZED = re.compile(r"(?:\d+x)?\d+(?:\.\d+)?b")


def bases(name: str) -> Iterator[str]:
    """The names that end the name of a fine-tune, the longest first: its base may be one.

    A version in brackets is left out, as in "Mistral-7B (Synthia v1.3)". Other remarks may change
    the dimensions. Names of other dimensions (drafts, adapters, mixtures made of others) have
    none, nor has a name with two sizes.

    >>> list(bases("NousResearch/Hermes-2-Pro-Mistral-7B"))[-2:]
    ['pro-mistral-7b', 'mistral-7b']
    """
    plain = min(spellings(_REMARK.sub("", name)), key=len)
    while (shorter := _FORMAT.sub("", _VARIANT.sub("", _TUNED.sub("", plain)))) != plain:
        plain = shorter
    words = plain.split("-")
    if _OTHER_SHAPE.search(f"-{plain}-") or len(list(filter(_SIZED.fullmatch, words))) != 1:
        return
    for start in range(len(words) - 1):
        yield "-".join(words[start:])


_COUNTED = re.compile(
    r"(\d+)\s*[x×*]\s*(\D.*)|(.*?\S)\s*[x×*]\s*(\d+)|((?:tpu-)?(?:v5e|v5litepod|v6e))-(\d+)",
    re.IGNORECASE,
)
_SYSTEM = frozenset({"dgx", "hgx", "nvl36", "nvl72", "superpod"})


def counted(name: str) -> tuple[str, int] | None:
    """A name without the count at its begin or end, and the count. None without a count.

    TPU slices from v5e on have their number of chips in the name, except v5p, which has twice as
    many.

    >>> counted("8x H100 SXM"), counted("H100 × 4"), counted("v6e-4"), counted("H100 SXM")
    (('H100 SXM', 8), ('H100', 4), ('v6e', 4), None)
    """
    match = _COUNTED.fullmatch(name.strip()) if len(name) <= LONGEST else None
    if match is None:
        return None
    before, after, *behind = match.groups()
    first, last = (part for part in behind if part) if after is None else (after, before)
    return first, int(last)


def says_system(name: str) -> bool:
    """Whether a name is that of a server or rack instead of a device in it.

    >>> says_system("NVIDIA DGX H100"), says_system("H100 SXM")
    (True, False)
    """
    return not _SYSTEM.isdisjoint(normalised(name).split("-"))


_BESIDE_TEXT = re.compile(
    r"\b(?:vl|vision|pixtral|llava|internvl\d*|omni|audio|multimodal|embedding|reranker|e5)\b"
)


def says_more_than_text(name: str) -> bool:
    """Whether the name of a model says that it handles more than text.

    >>> says_more_than_text("Qwen/Qwen2.5-VL-7B-Instruct"), says_more_than_text("Qwen2.5-7B")
    (True, False)
    """
    return bool(_BESIDE_TEXT.search(normalised(unowned(name))))


_MEDIA = re.compile(
    r"\b(?:sdxl|stable-diffusion|sd3|sd-3|flux|flux1|dall-e|midjourney|kandinsky|pixart|hunyuanvideo"
    r"|cogvideox?|wav2vec\d*|parakeet|canary)\b"
)


def says_media(name: str) -> bool:
    """Whether the name of a model says that its work is images, videos or sounds, not tokens.

    >>> says_media("black-forest-labs/FLUX.1-dev"), says_media("Qwen2.5-7B")
    (True, False)
    """
    return bool(_MEDIA.search(normalised(unowned(name))))


def unowned(name: str) -> str:
    """A name without the owner before its last slash.

    >>> unowned("Qwen/Qwen3-8B"), unowned("./models/Qwen3-8B/")
    ('Qwen3-8B', 'Qwen3-8B')
    """
    return name.rstrip("/").rsplit("/", maxsplit=1)[-1]


FEW = 12
"""Most names that a refusal lists completely."""

SYNONYMS = {
    **dict.fromkeys(("amazon", "amazon-web-services"), "aws"),
    **dict.fromkeys(("microsoft", "microsoft-azure"), "azure"),
    **dict.fromkeys(("asynchronous", "background", "bulk", "offline", "throughput"), "batch"),
    **dict.fromkeys(("crusoe-cloud",), "crusoe"),
    **dict.fromkeys(
        ("cud", "cuds", "commitment", "committed-use", "committed-use-discount", "reservation"),
        "reserved_1y",
    ),
    **dict.fromkeys(("ri", "ris", "reserved-instance", "reserved-instances"), "reserved_1y"),
    **dict.fromkeys(("rlhf",), "ppo"),
    **dict.fromkeys(("google", "google-cloud", "google-cloud-platform"), "gcp"),
    **dict.fromkeys(
        ("chat", "chatbot", "live", "online", "real-time", "realtime", "streaming"), "interactive"
    ),
    **dict.fromkeys(("lambda-cloud", "lambda-labs"), "lambda"),
    **dict.fromkeys(("nebius-ai",), "nebius"),
    **dict.fromkeys(("oracle", "oracle-cloud", "oracle-cloud-infrastructure"), "oci"),
    **dict.fromkeys(("preemptible", "interruptible"), "spot"),
    **dict.fromkeys(("together-ai", "together.ai"), "together"),
    **dict.fromkeys(("vast-ai", "vast.ai"), "vast"),
}
"""Common names that do not resemble the names of the tables."""


def nearest(name: str, names: Iterable[str], *, cutoff: float = 0.6) -> tuple[str, ...]:
    """At most five names that resemble this one in any spelling, the most similar first.

    cutoff: least similarity, 1 for equal names [fraction].
    """
    pause()  # the comparison takes milliseconds, and a question may have thousands of names
    known = {normalised(known): known for known in names}
    close = get_close_matches(normalised(name), known, n=5, cutoff=cutoff)
    return tuple(known[plain] for plain in close)


def ranked(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """All names, the most similar to this one in any spelling first.

    >>> ranked("Preemptible", ["on_demand", "spot"]), ranked("1yr", ["spot", "reserved_1y"])
    (('spot', 'on_demand'), ('reserved_1y', 'spot'))
    >>> ranked("CUD", ["owned", "reserved_3y", "reserved_1y"])
    ('reserved_1y', 'reserved_3y', 'owned')
    """
    plain = normalised(name)
    meant = SYNONYMS.get(plain, "")
    family = meant.partition("_")[0]

    def likeness(known: str) -> tuple[bool, bool, float]:
        alike = SequenceMatcher(None, normalised(known), plain, autojunk=False)
        return known == meant, known.partition("_")[0] == family, alike.ratio()

    return tuple(sorted(names, key=likeness, reverse=True))


def proposed(name: str, names: Collection[str]) -> tuple[str, ...]:
    """Names that may be meant, the nearest first: all of a few names, similar ones of many."""
    if len(names) <= FEW:
        return ranked(name[:LONGEST], sorted(names))
    return nearest(name, names) or tuple(sorted(names)[:FEW])


def spelt(kind: str, name: str, names: Collection[str], *, field: str) -> str:
    """The known name that a spelling or a synonym stands for.

    field: where the name is in the query. Raises UnknownName with the nearest names.
    """
    if name in names:
        return name
    plain = normalised(name)
    # One word may be written as several ("East US"). Several words are never joined or reordered,
    # since us-east-1 and us-east1 are regions of different providers.
    meant = {plain, plain.replace("-", ""), SYNONYMS.get(plain)}
    for known in sorted(names):
        if normalised(known) in meant:
            return known
    raise UnknownName(
        f"no {kind} is called {name!r} in this release", field=field, nearest=proposed(name, names)
    )
