"""Tokens that are totals, and no lengths of a request: 100M in and 20M out, or so many a day."""

from pricing.asking.words.amounts.numbers import short
from pricing.asking.words.memory.fits import MOST_USER_TOKENS_PER_SECOND
from pricing.asking.words.slots import Said
from pricing.catalog.catalog import Catalog
from pricing.run_costs.tuning.phases import TRAINING_FLOPS
from pricing.units import SECONDS_PER_DAY

MOST_REQUEST_TOKENS = 2e6
"""Tokens from which on a number is a total: no model reads more at once."""

LEAST_TOTAL = 20_000.0
"""Tokens from which on a number beside a total is one as well."""

MOST_WRITTEN_TOKENS = 5e5
"""Tokens that no model writes for one request."""

FLOP_PER_PETAFLOP_DAY = 1e15 * SECONDS_PER_DAY

BOTH = ("input_tokens", "output_tokens")


def settle_tokens(said: Said, catalog: Catalog) -> None:
    """Read totals of tokens as requests of a usual length, as many as come to them.

    Where one of input and output is of a day, the other one is as well. Tokens a second are output,
    as engines print it.
    """
    _settle_cached(said, catalog)
    speed = said.get("tokens_per_second")
    if speed and said.get("ttft_seconds") and speed <= MOST_USER_TOKENS_PER_SECOND:
        said.slots.setdefault("tpot_seconds", 1.0 / said.slots.pop("tokens_per_second"))
        said.assumed.append(f"{speed:g} tokens a second are those of a user, as its first token is")
    if said.get("tokens_per_second"):
        said.slots["output_tokens_per_day"] = said.slots.pop("tokens_per_second") * SECONDS_PER_DAY
    _share_out(said, catalog)
    _settle_shares(said, catalog)
    daily = {name: said.get(f"{name}_per_day") for name in BOTH}
    whole = {name: said.get(name) for name in BOTH}
    large = {name: value for name, value in whole.items() if (value or 0.0) > MOST_REQUEST_TOKENS}
    if large or (whole["output_tokens"] or 0.0) > MOST_WRITTEN_TOKENS:
        large = {name: value for name, value in whole.items() if (value or 0.0) >= LEAST_TOTAL}
    is_daily = any(daily.values())
    totals = large | {name: value for name, value in daily.items() if value}
    if not totals or (is_daily and len(totals) == 1):
        return
    for name in BOTH:
        said.slots.pop(f"{name}_per_day", None)
    for name in large:
        said.slots.pop(name)
    tokens_in, tokens_out = (totals.get(name) for name in BOTH)
    if tokens_in is None or tokens_out is None:
        said.slots["total_input_tokens" if tokens_out is None else "total_output_tokens"] = (
            tokens_in or tokens_out
        )
        return
    length = catalog.assumptions["load.input_tokens"].value
    said.slots |= {"input_tokens": length, "output_tokens": length * tokens_out / tokens_in}
    said.slots["requests_per_day" if is_daily else "requests"] = tokens_in / length
    per = " a day" if is_daily else ""
    said.assumed.append(
        f"{tokens_in:,.0f} tokens in and {tokens_out:,.0f} out{per} come in requests of"
        f" {length:,.0f} and {length * tokens_out / tokens_in:,.0f}"
    )


def _settle_cached(said: Said, catalog: Catalog) -> None:
    """Read cached tokens as a share of the input; they come on top of one that is shorter."""
    cached = said.slots.pop("cached_tokens", None)
    if cached is None:
        return
    length = said.get("input_tokens") or catalog.assumptions["load.input_tokens"].value
    length += cached if cached >= length else 0.0
    said.slots |= {"input_tokens": length, "cached": cached / length}
    said.assumed.append(f"{cached:,.0f} of {length:,.0f} tokens in are cached")


def _share_out(said: Said, catalog: Catalog) -> None:
    """Read tokens beside requests of a day as the tokens of these, in and out as usual."""
    requests, tokens = said.get("requests_per_day"), said.get("tokens_per_day")
    if not requests or not tokens or {*BOTH} & said.slots.keys():
        return
    usual = {name: catalog.assumptions[f"load.{name}"].value for name in BOTH}
    each = said.slots.pop("tokens_per_day") / requests
    said.slots |= {name: each * usual[name] / sum(usual.values()) for name in BOTH}
    told = " and ".join(f"{said.get(name):,.0f} {name[:-7]}" for name in BOTH)
    said.assumed.append(f"{short(tokens)} tokens a day are {each:,.0f} a request: {told}")


def _settle_shares(said: Said, catalog: Catalog) -> None:
    """Read shares of input and output as requests as long as usual ones, with these shares."""
    share = said.slots.pop("input_share", None)
    if share is None or {*BOTH} <= said.slots.keys():
        return
    length = sum(catalog.assumptions[f"load.{name}"].value for name in BOTH)
    told, other = said.get(BOTH[0]), said.get(BOTH[1])
    if told and share:
        length = told / share
    elif other and share < 1.0:
        length = other / (1.0 - share)
    said.slots |= {BOTH[0]: length * share, BOTH[1]: length * (1.0 - share)}
    said.assumed.append(f"requests of {length:,.0f} tokens are {share:.0%} input")


def tokens_of_compute(said: Said, parameters: float) -> float | None:
    """The tokens that some petaflop-days train so many parameters on, at 6 FLOP each [tokens]."""
    days = said.get("petaflop_days")
    return None if days is None else days * FLOP_PER_PETAFLOP_DAY / TRAINING_FLOPS / parameters


def tokens_of_run(said: Said, assumed: list[str], parameters: float) -> float | None:
    """The tokens of a run, None where none are said; a number of nothing is read as tokens."""
    told = said.get("tokens") or said.get("input_tokens")
    if told is None and said.get("petaflop_days"):
        told = tokens_of_compute(said, parameters) or 0.0
        assumed.append(f"{said.get('petaflop_days'):,.6g} petaflop-days are {short(told)} tokens")
    if told is None and said.get("number") is not None:
        told = said.get("number")
        assumed.append(f"{short(told)} is read as tokens")
    return None if told is None else float(told)


def optimal_tokens(parameters: float, ratio: float, assumed: list[str]) -> float:
    """The tokens that a compute budget is best spent on; ratio: tokens of each parameter."""
    tokens = parameters * ratio
    assumed.append(f"{ratio:g} tokens a parameter are taken as optimal: {short(tokens)}")
    return float(tokens)


def samples_of_steps(said: Said, assumed: list[str]) -> float | None:
    """The samples of all steps, by the size of a batch; None where either is not said."""
    steps, batch = said.get("steps"), said.get("concurrency")
    if steps is None or batch is None:
        said.left.extend([] if steps is None else [said.words["steps"]])
        return None
    assumed.append(f"{steps:,.0f} steps have {batch:,.0f} samples each")
    said.slots.pop("concurrency")
    return float(steps * batch)


PROMPTS = ("samples", "requests")
"""Slots that count prompts."""


def prompts_of(said: Said, assumed: list[str]) -> float | None:
    """The prompts of a policy, of all steps; samples of each of them are rollouts."""
    if said.get("requests") and said.get("samples"):  # 1k prompts with 8 samples each
        said.slots.setdefault("rollouts", said.slots.pop("samples"))
    prompts: float | None = next((said.get(name) for name in PROMPTS if said.get(name)), None)
    if prompts is None or not said.get("steps"):
        return prompts
    assumed.append(f"{prompts:g} prompts are those of each of {said.get('steps'):g} steps")
    return prompts * float(said.get("steps"))
