"""The figures of memory of serving: what is taken, what there is, and how many requests it holds.

All amounts are of one replica; requests at once are of all replicas.
"""

from service.asking.figures.figure import Fields, Read, figure_of


def taken_gibibytes(memory: Fields) -> float:
    """Weights, activations and the runtime, before any cache [GiB]."""
    parts = ("weights", "activations", "runtime")
    return float(sum(memory[f"{part}_gibibytes"] for part in parts))


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
    whole = figure_of(
        "kv_cache_gibibytes", cache, f"GiB of KV cache of {concurrency / replicas:,.0f} requests"
    )
    yield "fits", (taken, usable)
    yield "memory", (taken, weights, request, whole)
    yield "kv_cache", (request, whole)
    room = cache + held["free_gibibytes"]
    most = float(room // of_request * replicas) if of_request else None
    in_memory = figure_of("most_requests_in_memory", most, "requests at once have room in memory")
    tpot = performance["tpot_seconds"]
    speed = f" at {1.0 / tpot:.3g} tokens a second each" if tpot else ""
    at_speed = figure_of("concurrency", concurrency, f"requests at once{speed}")
    yield "batch", (in_memory, at_speed, request)
    yield "concurrent", (at_speed, in_memory, request)
