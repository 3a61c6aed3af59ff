"""Whether a model fits: yes or no with GiB, the format or the count that fits, and its answer."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pricing.asking.questions import Ask
from pricing.asking.words.memory.fits import HOME, OF_SPEED, ONE_COUNT
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, Infeasible, Refusal, UnsupportedPrecision
from pricing.serving.engines import LLAMA_CPP
from pricing.unit_costs.query import Slo, UnitCostQuery
from service.asking.concurrency import RATE

FORMATS = ("bf16", "fp8", "int8", "int4")
"""Formats that are tried where it is asked which fits, the largest first."""

FEW_BITS = ("q4_k_m", "q3_k_m", "q2_k", "iq2_xxs")
"""Formats that are tried besides, where it is asked which fits."""

FILES = ("bf16", "q8_0", "q6_k", "q5_k_m", "q4_k_m")
"""The same of llama.cpp, which needs less memory beside its files."""

FILES_CONCURRENCY = 4.0
"""Requests at once from which on files of llama.cpp are not tried."""

LLAMA_ENGINES = frozenset({LLAMA_CPP, "ollama"})
OF_FILES = frozenset({"apple", "cpu"})
"""Families of devices that run these files alone."""

EASED = 1.01
"""What the best time that is told is taken times, so that it is kept."""

ANSWERED_LARGER = ONE_COUNT | OF_SPEED
"""Figures that more devices have, where those of the question hold no model."""

SHORTEST_TOKENS, MOST_TOKENS = 512.0, 2.0**20
"""Lengths of requests that are tried where nobody knows what a model was made for [tokens]."""

FINE_TOKENS, COARSE_TOKENS, COARSE_FROM_TOKENS = 256.0, 1024.0, 4096.0
"""How exactly a length is told [tokens]."""

Answerer = Callable[[Any], Struct]


class Fit(Struct, frozen=True):
    """An answer, with the query that it answers.

    refusal: why what was asked does not fit, or the formats that do not; is_least: whether fewer
    devices do not hold it; is_format: whether it is answered in a smaller format than the usual
    one; missed: which part of a load is not served; beyond: the shortest length that does not fit,
    None where requests are as long as is tried.
    """

    query: Any
    answer: Any
    refusal: str = ""
    is_least: bool = False
    is_format: bool = False
    missed: str = ""
    beyond: float | None = None


def fitting(ask: Ask, answer: Answerer, library: Library) -> Fit:
    """The answer to a question; where something does not fit, in fewer bits or of more devices.

    Raises the Refusal of the question where nothing near it fits.
    """
    query: Any = ask.query
    if "quant" in ask.figures and ask.kind == "unit_costs" and query.deployment.precision is None:
        return _of_format(query, answer, library, is_open=True)
    if "context" in ask.figures and isinstance(query, UnitCostQuery):
        return _of_length(query, answer, library)
    least = _least(query, answer) if _asks_least(ask) else None
    if least is not None:
        return least
    try:
        return Fit(query, answer(query))
    except Infeasible as refusal:
        slower = _slower(query, refusal, answer) if "fits" in ask.figures else None
        if slower is None:
            raise
        return slower
    except DoesNotFit as refusal:
        is_open = bool(ANSWERED_LARGER & {*ask.figures})
        if not is_open and not (isinstance(query, UnitCostQuery) and is_at_home(query, library)):
            raise
        found = _smaller(query, answer, library) or _smaller_slower(query, answer, library)
        found = found or (_larger(query, refusal, answer) if is_open else None)
        if found is None:
            raise
        return found


def is_at_home(query: UnitCostQuery, library: Library) -> bool:
    """Whether a device is one that people have at home, or one that stands alone."""
    device = library.get(query.catalog).devices[query.deployment.device or ""]
    return device.family in HOME or device.node_device_count == 1


def _slower(query: Any, refusal: Infeasible, answer: Answerer) -> Fit | None:
    """The answer without the objective that is missed, or at the rate that is sustained."""
    if not isinstance(query, UnitCostQuery):
        return None
    eased: UnitCostQuery | None = None
    if refusal.field.startswith("slo."):
        best = [EASED * float(value) for value in refusal.nearest[:1]]
        bounds = dict(zip([refusal.field.removeprefix("slo.")], best, strict=False))
        eased = replace(query, slo=replace(Slo(), **bounds))
    elif refusal.field == RATE and refusal.nearest:
        rate = float(refusal.nearest[0])
        eased = replace(query, load=replace(query.load, requests_per_second=rate))
    if eased is None:
        return None
    try:
        return Fit(eased, answer(eased), missed=refusal.field)
    except Refusal:
        return None


def _smaller(query: Any, answer: Answerer, library: Library) -> Fit | None:
    """The answer in the largest format that fits on what is asked, where no format is said."""
    is_own = isinstance(query, UnitCostQuery) and query.deployment.precision is None
    if not is_own or query.deployment.device_count is None:
        return None
    try:
        return replace(_of_format(query, answer, library), is_format=True)
    except Refusal:
        return None


def _larger(query: Any, refusal: DoesNotFit, answer: Answerer) -> Fit | None:
    """The answer of the least count that holds what a question asks of fewer."""
    counts = refusal.nearest if refusal.field.endswith("device_count") else ()
    for count in counts:
        more = _with(query, device_count=int(count))
        try:
            found = answer(more)
        except Refusal:
            continue
        return Fit(more, found, refusal=refusal.detail)
    return None


def _smaller_slower(query: Any, answer: Answerer, library: Library) -> Fit | None:
    """The answer in a smaller format without the time of a token that no format keeps."""
    if not isinstance(query, UnitCostQuery) or query.slo.tpot_seconds is None:
        return None
    found = _smaller(replace(query, slo=Slo()), answer, library)
    return None if found is None else replace(found, missed="slo.tpot_seconds")


def _of_length(query: UnitCostQuery, answer: Answerer, library: Library) -> Fit:
    """The answer of the longest requests that fit, in what a model was made for.

    Raises the Refusal of the shortest where none fits.
    """
    model = query.model if isinstance(query.model, str) else ""
    known = library.get(query.catalog).models
    made_for = known[model].context_tokens if model in known else None
    most = max(float(made_for or MOST_TOKENS), SHORTEST_TOKENS)
    try:
        best = Fit(_of_tokens(query, SHORTEST_TOKENS), answer(_of_tokens(query, SHORTEST_TOKENS)))
    except DoesNotFit:
        smaller = _smaller(_of_tokens(query, SHORTEST_TOKENS), answer, library)
        if smaller is None:
            raise
        best = smaller
    low, high, step = SHORTEST_TOKENS, most, SHORTEST_TOKENS
    tried = most
    while True:
        longer = _of_tokens(best.query, tried)
        try:
            best, low = replace(best, query=longer, answer=answer(longer)), tried
            if low == most:
                return best
        except Refusal:
            high = tried
        if high - low <= step:
            return replace(best, beyond=high)
        step = FINE_TOKENS if low < COARSE_FROM_TOKENS else COARSE_TOKENS
        tried = step * (_room_tokens(best) // step)
        if not low < tried < high:  # beside what memory says, or between both
            tried = low + step if tried <= low else step * ((low + high) / 2.0 // step)
        if not low < tried < high:
            return replace(best, beyond=high)


def _room_tokens(fit: Fit) -> float:
    """The longest request that memory has room for, if its cache grows with its length [tokens]."""
    held, performance = fit.answer.memory, fit.answer.performance
    cache = held.kv_cache_gibibytes * performance.replica_count / performance.concurrency
    room = (held.kv_cache_gibibytes + held.free_gibibytes) / cache if cache else 0.0
    return float(room * fit.query.load.input_tokens)


def _of_tokens(query: UnitCostQuery, tokens: float) -> UnitCostQuery:
    """A question with requests of so many tokens in."""
    return replace(query, load=replace(query.load, input_tokens=tokens))


def _least(query: UnitCostQuery, answer: Answerer) -> Fit | None:
    """The answer of the least count that holds a model, None where no count is known to."""
    one = _with(query, device_count=1)
    try:
        return Fit(one, answer(one), is_least=True)
    except DoesNotFit as refusal:
        larger = _larger(one, refusal, answer)
        return None if larger is None else replace(larger, is_least=True)
    except Refusal:
        return None


def _asks_least(ask: Ask) -> bool:
    """Whether it is asked how many devices hold a model, and nothing of a load or of a speed."""
    query = ask.query
    if not {"count", *OF_SPEED} & {*ask.figures} or not isinstance(query, UnitCostQuery):
        return False
    load = (query.load.concurrency, query.load.requests_per_second, query.slo.ttft_seconds)
    is_free = query.deployment.device_count is None and query.slo.tpot_seconds is None
    return is_free and load == (None, None, None)


def _of_format(query: Any, answer: Answerer, library: Library, *, is_open: bool = False) -> Fit:
    """The answer of the largest format that fits. Raises the last Refusal where none does.

    is_open: whether the format is what is asked for.
    """
    larger: list[str] = []
    last: Refusal | None = None
    for precision, engine in _tries(query, library.get(query.catalog), is_open=is_open):
        smaller = _with(query, precision=precision, engine=engine)
        try:
            found = answer(smaller)
        except (UnsupportedPrecision, Infeasible):
            continue
        except DoesNotFit as refusal:
            larger.append(precision or refusal.detail)
            last = refusal
            continue
        return Fit(smaller, found, refusal=_are_too_large(larger))
    if last is None:
        return Fit(query, answer(query))
    raise last


def _tries(query: Any, catalog: Catalog, *, is_open: bool) -> list[tuple[str | None, str | None]]:
    """Formats and engines that are tried, the one that needs most memory first.

    A model that is published in few bits has no other format.
    """
    asked = query.deployment
    model = catalog.models.get(query.model) if isinstance(query.model, str) else None
    engines = [asked.engine] if asked.engine else [None, LLAMA_CPP]
    if model is not None and model.dense_weight_bits is not None:
        return [(None, engine) for engine in engines]
    family = catalog.devices[asked.device].family
    of_files = family in OF_FILES or (is_open and family in HOME)
    if of_files or asked.engine in LLAMA_ENGINES:
        return [(name, asked.engine) for name in (*FILES, *(FEW_BITS[1:] if is_open else ()))]
    small = FEW_BITS if is_open else FEW_BITS[:1]
    is_crowd = (query.load.concurrency or 0.0) > FILES_CONCURRENCY
    return [
        (name, asked.engine) for name in (*FORMATS, *(() if asked.engine or is_crowd else small))
    ]


def _are_too_large(formats: Sequence[str]) -> str:
    """The formats that do not fit, in words; empty where there are none."""
    if not formats:
        return ""
    *before, last = formats
    told = f"{', '.join(before)} and {last}" if before else last
    return f"{told} {'do' if before else 'does'} not"


def answered_for(fit: Fit) -> str:
    """What a reading adds: of how many devices, or in which format, the answer is."""
    deployment = fit.query.deployment if fit.refusal or fit.is_least else None
    if deployment is None:
        return ""
    how = f" in {deployment.precision}" if deployment.precision else ""
    return f", answered for {deployment.device_count} × {deployment.device}{how}"


def _with(query: Any, **parts: Any) -> Any:
    """A question with other parts of its deployment."""
    return replace(query, deployment=replace(query.deployment, **parts))
