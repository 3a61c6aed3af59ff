"""The sentence of a comparison."""

from collections.abc import Sequence

from service.sentences.amounts import dollars, is_wide
from service.sentences.parts import converted_fact
from service.sentences.sentence import Sentence, noted
from service.summaries.comparisons import excluded_words, served_words, service_words
from service.summaries.figures import counted, figure, number, share
from service.summaries.parts import Fields, device_words, place_words

SHOWN = 3
"""Candidates that are told."""

NAMED = ("device", "device_count", "precision", "option", "provider")
"""What a candidate is named by."""

TELLING = {"region": "{}", "engine": "{} engine", "tensor_parallel": "{}-way tensor parallel"}
"""What else tells it from others, in words."""


def comparison_sentence(answer: Fields, query: Fields) -> Sentence:
    """The best candidates with their figures, and the speed of the first."""
    objective, candidates = answer["objective"], answer["candidates"]
    of = f"of {counted(answer['candidate_count'], 'candidate')}"
    served = served_words(query)
    if not candidates:
        return Sentence(f"No candidate{served} has an answer, {of}: {excluded_words(answer)}")
    shown = candidates[:SHOWN]
    best, *others = shown
    head = f"{_named(best, shown)} is best{served} {of}: {_amount(objective, best)}"
    beside = [
        f"{_named(one, shown)} at {_amount(objective, one).partition(' ')[0]}" for one in others
    ]
    following = f"next {'is' if len(beside) == 1 else 'are'} {' and '.join(beside)}"
    facts = [
        converted_fact(answer, {f"candidates.0.{objective}": ""}),
        _speed(best),
        _joined(following if others else "", _left_out(answer)),
    ]
    told = [fact for fact in facts if fact]
    return Sentence(head, told, noted(best["warnings"] or ()), kept=facts[-1:])


def service_comparison_sentence(answer: Fields, query: Fields) -> Sentence:
    """The ways to serve that cost least over the horizon, the best first."""
    of, served = f"of {counted(answer['candidate_count'], 'candidate')}", served_words(query)
    if not answer["candidates"]:
        return Sentence(f"No service{served} has an answer, {of}: {excluded_words(answer)}")
    best, *others = answer["candidates"][:SHOWN]
    months = answer["horizon_months"]
    head = (
        f"{service_words(best)} is best{served} {of}: {dollars(best['usd_total'])} in"
        f" {counted(months, 'month')}, {dollars(best['usd_total'] / months)} a month"
    )
    next_are = " and ".join(_service_beside(best, other) for other in others)
    following = f"next {'is' if len(others) == 1 else 'are'} {next_are}" if others else ""
    facts = [*filter(None, [_joined(following, _left_out(answer))])]
    return Sentence(head, facts, noted(best["warnings"]), kept=facts)


def _left_out(answer: Fields) -> str:
    """Providers and regions that were asked for and of which no candidate has an answer.

    >>> out = [{"purchase.provider": "azure", "refusal": "no-price"}]
    >>> _left_out({"excluded": out, "feasible_count": 1,
    ...            "candidates": [{"provider": "aws", "region": "us-east-1"}]})
    'azure has no price'
    """
    reasons: dict[str, set[str]] = {}
    if answer["feasible_count"] > len(answer["candidates"]):
        return ""
    for name in ("provider", "region"):
        answered = {row[name] for row in answer["candidates"]}
        for row in answer["excluded"]:
            value = row.get(f"purchase.{name}") or row.get(name)
            if value is not None and value not in answered:
                reasons.setdefault(value, set()).add(row["refusal"])
    told = [
        f"{value} has no {'price' if found == {'no-price'} else 'answer'}"
        for value, found in reasons.items()
    ]
    return " and ".join(told[:SHOWN])


def _joined(*facts: str) -> str:
    return "; ".join(filter(None, facts))


def _service_beside(best: Fields, row: Fields) -> str:
    """What tells a way to serve from the best one, with its total.

    >>> one = {"plan": "optimal", "provider": "aws", "region": "us-east-1", "device": "l4",
    ...        "device_count": 1, "peak_replicas": 2, "precision": "fp8", "engine": None}
    >>> _service_beside(one, {**one, "plan": "on_demand", "provider": "gcp", "usd_total": 5e6})
    'on demand at gcp us-east-1 for $5 million'
    """
    parts = [
        counted(row["peak_replicas"], "replica") + f" of {device_words(row)}"
        if any(row[name] != best[name] for name in ("device", "device_count"))
        else "",
        *(row[name] for name in ("precision", "engine") if row[name] and row[name] != best[name]),
    ]
    place = place_words(row)
    is_elsewhere = bool(place) and place != place_words(best)
    if is_elsewhere or row["plan"] != best["plan"]:
        parts.append(row["plan"].replace("_", " "))
    if is_elsewhere:
        parts.append(f"at {place}")
    said = " ".join(filter(None, parts)) or service_words(row)
    return f"{said} for {dollars(row['usd_total'])}"


def _named(row: Fields, shown: Sequence[Fields]) -> str:
    """A candidate, with what tells it from those that are shown and go by the same name.

    >>> one = {"device": "l4", "device_count": 1, "precision": "fp8", "option": "spot",
    ...        "provider": "aws", "region": "us-east-1", "engine": None, "tensor_parallel": 1}
    >>> _named(one, [one]), _named(one, [one, {**one, "engine": "vllm"}])
    ('1 × l4 (fp8, spot aws)', '1 × l4 (fp8, spot aws, any engine)')
    """
    sold = " ".join(filter(None, (row["option"].replace("_", " "), row["provider"])))
    told = [device_words(row), row["precision"], sold]
    alike = [one for one in shown if all(one.get(name) == row.get(name) for name in NAMED)]
    told += [
        unsaid.format(row[name] or "any")
        for name, unsaid in TELLING.items()
        if any(one.get(name) != row.get(name) for one in alike)
    ]
    return f"{told[0]} ({', '.join(told[1:])})"


def _amount(objective: str, row: Fields) -> str:
    """The figure that ranks, in dollars to as many digits as its interval leaves."""
    value = row[objective]
    if not objective.startswith("usd_per_"):
        return figure(objective, value)
    low, high = (row.get(f"{objective}_{end}") for end in ("low", "high"))
    per = objective.removeprefix("usd_per_").replace("_", " ")
    every = {"month": "a month", "hour": "an hour", "request": "a request"}
    return f"{dollars(value, is_wide=is_wide(value, low, high))} {every.get(per, f'per {per}')}"


def _speed(row: Fields) -> str:
    first, each = row["ttft_seconds"], row["tpot_seconds"]
    if not each:
        return ""
    used = share(round(row["utilization_fraction"], 2))
    rate = number(1.0 / each)
    return f"a user gets {rate} tokens/s, the first after {number(first)} s ({used} used)"
