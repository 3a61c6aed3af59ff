"""Questions of memory: whether a model fits, in which format, and how many requests at once."""

from pricing.asking.words.amounts.units import DAYS
from pricing.asking.words.memory import patterns
from pricing.asking.words.slots import Said
from pricing.catalog.catalog import Catalog
from pricing.units import SECONDS_PER_DAY

ONE_COUNT = frozenset({"fits", "quant", "context", "batch", "concurrent"})
"""What is asked about one device where no count is said."""

OF_MEMORY = frozenset(
    {*ONE_COUNT, "memory", "weights", "optimizer_memory", "kv_cache", "kv_per_token"}
)
"""Figures that depend on memory, and not on how long devices work."""

RATES = ("requests_per_second", "requests_per_minute")

OF_SPEED = frozenset(
    {
        "latency",
        "tpot",
        "response",
        "tokens_per_second",
        "user_speed",
        "per_device",
        "prefill_speed",
        *RATES,
    }
)
"""Figures that are asked about one device where it is told as one."""

OF_LENGTH = OF_MEMORY | OF_SPEED | {"count"}
"""Figures of which a bare number is the length of a request."""

MOST_LENGTH_TOKENS, MOST_SEQUENCE_TOKENS = 2e6, 131_072.0
"""The most tokens of a request, and of a sequence of a run; more are those of all."""

MOST_USER_TOKENS_PER_SECOND = 300.0
"""The fastest that a user is told to read. More tokens a second are those of all users."""

HOME = frozenset({"apple", "nvidia-consumer", "amd-consumer"})
"""Families of devices that people have one of."""

BUDGETS = ("sum", "budget_per_month", "most_usd_per_month", "most_usd_per_hour")
"""Sums of money: what may be done for them is no question of memory."""

_WEAK = frozenset({"memory", "how_much", "fits", "duration"}) | OF_SPEED
"""Figures beside which it is still asked whether something fits."""

LOADS = (
    *(
        "concurrency",
        "requests_per_second",
        "requests_per_day",
        "tokens_per_day",
        "tokens_per_second",
    ),
    *("tpot_seconds", "ttft_seconds"),
)
"""What a load is said by."""


def settle_fits(said: Said, text: str, catalog: Catalog) -> None:
    """Fill what a question of memory leaves open: what it asks, of how many, and of what length.

    text: in lower case, with its spelling corrected.
    """
    _settle_figures(said, text)
    asked = {*said.figures}
    _settle_prompts(said, text)
    _settle_home(said, text, catalog)
    if not asked & {*OF_LENGTH, "duration"} or "api_model" in said.slots:
        return
    _settle_nodes(said, text, catalog)
    if _is_of_one(said, text, catalog) and _is_uncounted(said):
        said.slots["device_count"] = 1.0
        said.assumed.append("no count is said: one device is asked about")
    if not asked & OF_LENGTH:
        return
    if "prefill_speed" in asked:
        said.slots["reads"] = "reads"
    _settle_speed(said)
    if "count" in asked and said.get("concurrency") and said.get("tpot_seconds") is None:
        said.slots["tpot_seconds"] = seconds = catalog.assumptions["slo.tpot_seconds"].value
        said.assumed.append(f"each user gets at least {1.0 / seconds:g} tokens a second")
    _settle_length(said, text)


def _is_of_one(said: Said, text: str, catalog: Catalog) -> bool:
    """Whether one device is asked about, where no count is said."""
    asked, device = {*said.figures}, said.get("device")
    if not {"device", "gigabytes"} & said.slots.keys() or "count" in asked:
        return False
    if asked & ONE_COUNT:
        return True
    is_one = patterns.ONE.search(text) is not None and patterns.MANY.search(text) is None
    known = catalog.devices[device] if device else None
    is_home = known is not None and (known.family in HOME or known.node_device_count == 1)
    if said.get("method") is not None and "duration" in asked:
        return is_one
    return bool(asked & OF_SPEED) and said.get("concurrency") is None and (is_one or is_home)


def _settle_speed(said: Said) -> None:
    """Read tokens a second beside users as those of each, and a load of a day as that of a second.

    Without users they are those of one request alone; so many that nobody reads them are of all.
    """
    asked, slots = {*said.figures}, said.slots
    if "fits" in asked and said.get("method") is None and slots.get("requests_per_day"):
        slots["requests_per_second"] = slots.pop("requests_per_day") / SECONDS_PER_DAY
        rate = slots["requests_per_second"]
        said.assumed.append(f"requests come evenly over the day, {rate:,.3g} a second")
    speed = said.get("tokens_per_second")
    has_users = bool(asked & {"fits", "count"}) and "concurrency" in slots
    is_of_users = "concurrent" in asked or has_users
    if not speed or not (is_of_users or "fits" in asked):
        return
    if speed > MOST_USER_TOKENS_PER_SECOND:
        if "fits" in asked:
            slots["least_tokens_per_second"] = slots.pop("tokens_per_second")
        return
    slots["tpot_seconds"] = 1.0 / slots.pop("tokens_per_second")
    whose = "each user gets"
    if not is_of_users:
        slots["concurrency"], whose = 1.0, "a request alone gets"
    said.assumed.append(f"{whose} {speed:,.4g} tokens a second")


WINDOWS = frozenset(1e3 * 2**power for power in range(2, 8))
NO_WINDOW = frozenset({"method", "api_model", "input_tokens", "sequence_length", "tokens"})
"""Lengths that models have for windows, from 4k to 128k, and slots beside which they are none."""


def _settle_prompts(said: Said, text: str) -> None:
    """Read prompts of so many tokens beside a load: 250 rps with 1k prompts."""
    slots = said.slots
    is_loaded = bool({*LOADS, "users_per_day"} & slots.keys()) and "input_tokens" not in slots
    if is_loaded and "requests" in slots and patterns.PROMPTS.search(text) is not None:
        slots["input_tokens"] = slots.pop("requests")
        said.assumed.append(f"prompts are read as having {slots['input_tokens']:,.0f} tokens each")
    if said.get("number") in WINDOWS and "model" in slots and not NO_WINDOW & slots.keys():
        slots["input_tokens"] = slots.pop("number")
        said.assumed.append(f"{slots['input_tokens']:,.0f} is read as tokens in")


def _settle_home(said: Said, text: str, catalog: Catalog) -> None:
    """Take one device where people say one of those that they have at home: on a 5090."""
    slots, device = said.slots, said.get("device")
    if device is None or not {"model", "size"} & slots.keys() or "method" in slots:
        return
    is_loaded = bool({*LOADS} - {"concurrency"} & slots.keys()) or "is_crowd" in slots
    if is_loaded or not _is_uncounted(said) or catalog.devices[device].family not in HOME:
        return
    if patterns.ONE.search(text) and patterns.MANY.search(text) is None:
        slots["device_count"] = 1.0


def _settle_length(said: Said, text: str) -> None:
    """Read a number, or requests, that stand for the length of requests."""
    asked, slots, is_run = {*said.figures}, said.slots, said.get("method") is not None
    length = "sequence_length" if is_run else "input_tokens"
    if {"input_tokens", "sequence_length"} & slots.keys():
        return
    is_crowd = bool(asked & {"batch", "concurrent"}) or (
        patterns.PROMPTS.search(text) is not None
        or (said.get("concurrency") is not None and bool(asked & {*OF_MEMORY, *OF_SPEED}))
        or asked & {"latency", "prefill_speed"}
    )
    tokens = said.get("tokens") or MOST_LENGTH_TOKENS
    if "response" in asked and tokens < MOST_LENGTH_TOKENS:
        slots.setdefault("output_tokens", slots.pop("tokens"))
        return
    most = MOST_SEQUENCE_TOKENS if is_run else MOST_LENGTH_TOKENS
    if asked & {*OF_MEMORY, "latency"} and tokens < most:
        slots[length] = slots.pop("tokens")
        whose = "sequence" if is_run else "request"
        said.assumed.append(f"{tokens:,.0f} tokens are read as those of a {whose}")
    elif is_crowd and not is_run and said.get("requests"):
        slots[length] = slots.pop("requests")
        said.assumed.append(f"requests are read as having {slots[length]:,.0f} tokens each")
    elif said.get("number") and 1.0 <= said.get("number") <= MOST_LENGTH_TOKENS:
        slots[length] = slots.pop("number")
        words = "tokens a sequence" if is_run else "tokens in"
        said.assumed.append(f"{slots[length]:,.0f} is read as {words}")


def _settle_figures(said: Said, text: str) -> None:
    """Say that a question asks whether something fits, where it does."""
    figures, slots = said.figures, said.slots
    if "fits" in figures and patterns.OPEN.match(text):
        figures.remove("fits")
    _settle_choice(said, text)
    is_other = {"api", "api_model", "api_provider", "superlative", *BUDGETS} & slots.keys()
    if is_other or not {"model", "size", "parameters"} & slots.keys():
        return
    if {*figures} <= _WEAK and _is_yes_or_no(said, text):
        figures[:] = ["fits", *figures]
    _settle_sizes(said, text)
    if "how_much" in figures and {*figures} & (OF_MEMORY | {"tokens_per_second"}):
        figures.remove("how_much")
    if "fits" in figures and {"count", "quant", "context"} & {*figures}:
        figures[:] = [name for name in figures if name != "fits"]
    if {"kv_cache", "kv_per_token"} & {*figures}:
        figures[:] = [name for name in figures if name != "carbon"]  # its footprint


def _settle_choice(said: Said, text: str) -> None:
    """Say what is asked of devices that are to be chosen, counted or waited for."""
    figures, slots = said.figures, said.slots
    if "device" not in slots and "machine" not in slots and patterns.SMALLEST.search(text):
        is_small = "smallest" in text or "minimal" in text
        slots["superlative"] = "smallest" if is_small else "cheapest_hour"
        figures[:] = [name for name in figures if name != "fits"]
    if slots.get("superlative") == "fastest" and {"device", "machine"} & slots.keys():
        slots.pop("superlative")  # which of them is
        figures[:] = ["tokens_per_second", *figures]
    is_counted = patterns.NEEDS.search(text) or patterns.HOW_MANY.search(text)
    if is_counted and {"device", "model"} <= slots.keys():
        figures[:] = ["count", *(name for name in figures if name != "fits")]
        slots.pop("device_count", None)
    if "mfu" in figures:
        slots.setdefault("method", "pretraining")
    limit = patterns.LIMIT.search(text)
    if limit is not None and slots.get("method") and "months" not in slots:
        slots["months"] = DAYS[limit[1]] / DAYS["month"]
        figures[:] = [name for name in figures if name != f"per_{limit[1]}"]
    if patterns.DURATION.search(text) and slots.get("method") and "duration" not in figures:
        figures[:] = ["duration", *figures]


def _settle_times(said: Said, text: str) -> None:
    """Say whether a first token is asked for, or a whole response."""
    figures, slots = said.figures, said.slots
    if "method" in slots:
        return
    if patterns.READS.search(text) or ("latency" in figures and patterns.PREFILL.search(text)):
        figures[:] = ["latency", *figures]
    is_whole = "latency" in figures and patterns.WHOLE.search(text) is not None
    if "output_tokens" in slots and (is_whole or patterns.HOW_LONG.search(text)):
        figures[:] = ["response", *(name for name in figures if name != "duration")]


def _settle_sizes(said: Said, text: str) -> None:
    """Say which length, crowd or cache is asked for, where it is told in other words."""
    figures, slots = said.figures, said.slots
    is_run = "method" in slots
    asks_size = {"memory", "how_much", "kv_cache", "per_token"} & {*figures}
    is_of_cache = bool(asks_size) or patterns.CACHE_SIZE.search(text) is not None
    if patterns.CACHE.search(text) and is_of_cache:
        of_token = patterns.OF_TOKEN.search(text) is not None
        figures[:] = ["kv_per_token" if of_token else "kv_cache", *figures]
        if of_token and "per_token" in figures:
            figures.remove("per_token")
    is_cache = bool({"kv_cache", "kv_per_token"} & {*figures})
    if is_cache and "requests" in slots and "concurrency" not in slots:
        slots["concurrency"] = slots.pop("requests")
    _settle_times(said, text)
    if is_run or {"count", "kv_cache", "latency"} & {*figures}:
        return
    is_long = bool({"sequence_length", "input_tokens"} & slots.keys())
    if "how_many_requests" in figures and is_long and patterns.RATE.search(text) is None:
        figures[:] = ["concurrent" if name == "how_many_requests" else name for name in figures]
    is_of_length = patterns.CONTEXT.search(text) or patterns.CACHED.search(text)
    if not {"sequence_length", "input_tokens"} & slots.keys() and is_of_length:
        figures[:] = ["context", *figures]
    elif "quant" not in figures and "precision" not in slots and patterns.QUANT.search(text):
        figures[:] = ["quant", *figures]
    elif "concurrency" not in slots and "concurrent" not in figures and patterns.CROWD.search(text):
        figures[:] = ["concurrent", *figures]


def _settle_nodes(said: Said, text: str, catalog: Catalog) -> None:
    """Where it is asked how many nodes, a number beside the devices is those of each node."""
    slots, device = said.slots, said.get("device")
    if "count" in said.figures and patterns.NODES.search(text) and device is not None:
        of_each = catalog.devices[device].node_device_count
        slots["devices_per_node"] = slots.pop("device_count", of_each)


def _is_yes_or_no(said: Said, text: str) -> bool:
    """Whether it is asked if something can be run."""
    asks = patterns.ASKS.search(text)
    if asks is None:
        is_told = (
            patterns.ENDS.search(text) or patterns.ENOUGH.search(text) or patterns.RUNS.match(text)
        )
        return is_told is not None and patterns.OPEN.match(text) is None
    rest = asks["rest"]
    if patterns.OTHER.search(rest) is not None:
        return False
    is_of_load = any(said.get(name) is not None for name in LOADS)
    return patterns.VERB.search(rest) is not None or (
        is_of_load and patterns.REACH.search(rest) is not None
    )


def _is_uncounted(said: Said) -> bool:
    return not {"device_count", "devices", "nodes", "machine"} & said.slots.keys()
