"""The figures of memory of serving: what is taken, what there is, and how many requests it holds.

Weights and what is taken are of one replica; requests at once, and their cache, of all replicas.
"""

from pricing.catalog.catalog import Catalog
from service.asking.answer import Figure
from service.asking.figures.figure import Fields, Read, figure_of
from service.summaries.figures import counted

KIBIBYTES_PER_GIBIBYTE = 2.0**20

MEAN_TOKENS = "mean_tokens"
"""What a request has in its cache in the mean of its life: its input and half its output."""


INPUT_TOKENS, OUTPUT_TOKENS = "input_tokens", "output_tokens"


GRID = "grams_co2e_per_kilowatt_hour"
"""The carbon of the grid of a question, which is that of its answer as well."""

LENGTHS = frozenset({f"load.{INPUT_TOKENS}", f"load.{OUTPUT_TOKENS}"})


def with_lengths(answer: Fields, query: Fields, catalog: Catalog) -> Fields:
    """An answer with the tokens of a request, those in its cache, and the carbon of its grid."""
    if "load" not in query:
        return answer
    said = query["load"]
    taken = (
        # what an answer has not taken, it has no use for
        {row["key"]: row["value"] for row in answer["assumptions"]}
        if "assumptions" in answer
        else {key: row.value for key, row in catalog.assumptions.items() if key in LENGTHS}
    )
    tokens_in, tokens_out = (
        taken.get(f"load.{name}", 0.0) if said[name] is None else said[name]
        for name in (INPUT_TOKENS, OUTPUT_TOKENS)
    )
    grid = query["facility"][GRID] if "facility" in query else None
    lengths = {INPUT_TOKENS: tokens_in, OUTPUT_TOKENS: tokens_out}
    lengths[GRID] = taken.get(f"facility.{GRID}") if grid is None else grid
    return {**answer, **lengths, MEAN_TOKENS: tokens_in + tokens_out / 2.0}


def taken_gibibytes(memory: Fields) -> float:
    """Weights, activations and the runtime, before any cache [GiB]."""
    parts = ("weights", "activations", "runtime")
    return float(sum(memory[f"{part}_gibibytes"] for part in parts))


def _of_token(answer: Fields, of_request: float | None) -> Figure | None:
    """What a token of a request takes, in the mean of its life [KiB]."""
    tokens = answer.get(MEAN_TOKENS)
    kibibytes = of_request * KIBIBYTES_PER_GIBIBYTE / tokens if of_request and tokens else None
    return figure_of("kv_cache_kibibytes_per_token", kibibytes, "KiB of KV cache a token")


def memory(answer: Fields) -> Read:
    """What a replica takes and has; nothing where the answer knows of no memory."""
    held = answer["memory"]
    if held is None:
        return
    performance = answer["performance"]
    replicas, concurrency = performance["replica_count"], performance["concurrency"]
    cache = held["kv_cache_gibibytes"]
    of_request = cache * replicas / concurrency if concurrency else None
    used = taken_gibibytes(held)
    each = " a replica" if replicas > 1 else ""
    taken = figure_of("taken_gibibytes", used, f"GiB taken{each} before any KV cache")
    usable = figure_of("capacity_gibibytes", held["capacity_gibibytes"], f"GiB usable{each}")
    weights = figure_of("weights_gibibytes", held["weights_gibibytes"], "GiB of weights")
    request = figure_of("kv_cache_gibibytes_per_request", of_request, "GiB of KV cache a request")
    crowd = counted(round(concurrency), "request")
    whole = figure_of("kv_cache_gibibytes", cache * replicas, f"GiB of KV cache of {crowd}")
    yield "fits", (taken, usable)
    yield "memory", (taken, weights, request, whole)
    yield "weights", (weights, taken)
    token = _of_token(answer, of_request)
    yield "kv_cache", (request, token, whole)
    yield "kv_per_token", (token, request)
    room = cache + held["free_gibibytes"]
    most = float(room // of_request * replicas) if of_request else None
    room_of = "request at once has" if most == 1.0 else "requests at once have"
    in_memory = figure_of("most_requests_in_memory", most, f"{room_of} room in memory")
    tpot = performance["tpot_seconds"]
    speed = f" at {1.0 / tpot:.3g} tokens a second each" if tpot else ""
    one = "request" if concurrency == 1.0 else "requests"
    at_speed = figure_of("concurrency", concurrency, f"{one} at once{speed}")
    yield "batch", (in_memory, at_speed, request)
    yield "concurrent", (at_speed, in_memory, request)
