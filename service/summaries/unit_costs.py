"""Summary of unit costs."""

from service.summaries.figures import number, share, usd
from service.summaries.parts import Whole, begun, load_words, model_words, price_words, when

BASES = {"given": "at your own throughput"}
"""The origin of a throughput, in words."""


def unit_cost_summary(whole: Whole, asked: Whole) -> str:
    """The cost of a million tokens or of a request, the deployment and the load."""
    costs = whole["unit_costs"]
    on = f"{whole['device_count']:,} × {whole['device']}"
    basis = whole["performance"]["basis"]
    bought = price_words(whole["price"], asked.get("purchase") or {})
    tail = f"{BASES.get(basis, basis)} ({bought}, {when(whole['provenance'])})."
    if whole["model"] is None:
        said = f"A request on {on} costs {usd(costs['usd_per_request'])}, {tail}"
    else:
        said = (
            f"{begun(model_words(whole, asked))} on {on} in {whole['precision']} costs"
            f" {_output_tokens(costs)},"
            f" {usd(costs['usd_per_million_input_tokens'])} per million input tokens and"
            f" {usd(costs['usd_per_hour'])} an hour, {tail}"
        )
    return f"{said} {_load(whole, asked)}."


def _output_tokens(costs: Whole) -> str:
    """The price of output tokens, with its range unless it is a point."""
    name = "usd_per_million_output_tokens"
    low, high = usd(costs[f"{name}_low"]), usd(costs[f"{name}_high"])
    said = f"{usd(costs[name])} per million output tokens"
    return said if low == high else f"{said} ({low} to {high})"


def _load(whole: Whole, asked: Whole) -> str:
    """The load, the utilisation and the latency that the figures hold for."""
    performance = whole["performance"]
    load = load_words(whole, asked)
    parts = [f"for {load}"] if load else []
    if performance["concurrency"] is not None:
        parts.append(f"{number(performance['concurrency'])} at a time")
    parts.append(f"with {share(performance['utilization_fraction'])} of the throughput used")
    said = f"This is {', '.join(parts)}"
    if performance["ttft_seconds"] is None:
        return said
    return f"{said}; the first token comes after {number(performance['ttft_seconds'])} s"
