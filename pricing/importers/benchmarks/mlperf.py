"""MLPerf Inference: the summary of a run, and lists of the results of a round.

`mlperf_log_summary.txt` is what LoadGen prints of a run; the folders of a submission say the rest.
`summary_results.json` and `summary.csv` have a result a row, with system and accelerators. Tokens
are output tokens. LoadGen has no load that it prints: offline all requests are there at the start,
in the other scenarios they arrive under an objective of the latency.
"""

import re
from pathlib import Path

from pricing.importers.benchmarks.runs import (
    NANOSECONDS,
    NotARunError,
    Record,
    Run,
    RunReading,
    collect,
    number,
    positive,
    records_of,
    rows_of,
    text_of,
    whole,
    word,
)
from pricing.importers.benchmarks.submissions import devices_of, said, submission_of
from pricing.importers.readings import Asked, refused

TOOL = "MLPerf Inference"
REGIMES = {"offline": "offline", "server": "server", "interactive": "interactive"}
DATASETS = {
    "llama2-70b": "openorca",
    "gptj": "cnn-dailymail",
    "llama3.1-8b": "cnn-dailymail",
    "deepseek-r1": "mlperf-deepseek-r1",
}
"""Data sets of benchmarks, where an assumption has their mean input."""

INPUT_TOKENS = {"llama3.1-405b": 9400.0, "gpt-oss-120b": 4638.0}
"""Mean inputs of benchmarks by the rows of MLPerf in the tables, where no data set has one."""

OUTPUT_TOKENS = {
    "llama2-70b": 294.45,
    "llama3.1-405b": 684.68,
    "mixtral-8x7b": 145.9,
    "deepseek-r1": 3886.2274,
}
"""Mean output tokens of a sample, where a list prints none. The submission checker of
mlcommons/inference holds submissions within a tenth of it."""

PAIR = re.compile(r"^\s*([^:]+?)\s*:\s*(.+?)\s*$")
_COUNT_LAST = re.compile(r"([A-Z][A-Za-z0-9.-]*\d[A-Za-z0-9.-]*)x(\d+)(?:_|$)")
_COUNT_FIRST = re.compile(r"(\d+)x([A-Z][A-Za-z0-9.-]*)(?:_|$)")
"""Folders of systems: H200-SXM-141GBx8_TRT, 8xMI325X_2xEPYC_9554."""

_PER_SAMPLE = re.compile(r"TOKENS_PER_SAMPLE:\s*([0-9.]+)")
_OTHER_INPUTS = re.compile(r"whisper|-?vl(?:-|$)|q3vl")
_TIMES = re.compile(r"\s*\(?[x×]\s*\d+\)?$")


def read(path: Path, _: Asked) -> RunReading:
    """The runs of a file. Raises CatalogError for a file that is none."""
    reading = RunReading(TOOL)
    text = text_of(path)
    if "MLPerf Results Summary" in text:
        collect(reading, [_pairs(text)], lambda pairs, line: _run(pairs, line, path))
        return reading
    if path.suffix.lower() == ".csv":
        records = rows_of(path)
    elif text.lstrip()[:1] in {"[", "{"}:
        records = records_of(path)
    else:
        raise refused(
            path, "no summary of MLPerf: give mlperf_log_summary.txt, or a list of results"
        )
    if not records or not any(word(record, "Scenario", "scenario") for record in records):
        raise refused(path, "no list of results of MLPerf: it has no Scenario")
    collect(reading, records, _listed)
    return reading


def _pairs(text: str) -> Record:
    """What the summary says, the first time that it says it."""
    pairs: dict[str, str] = {}
    for line in text.splitlines():
        found = PAIR.match(line)
        if found:
            pairs.setdefault(found[1].lower(), found[2])
    return pairs


def _run(pairs: Record, line: int, path: Path) -> Run:
    if str(pairs.get("mode", "PerformanceOnly")).lower().startswith("accuracy"):
        raise NotARunError("it is of an accuracy run")
    if str(pairs.get("result is", "VALID")).upper().startswith("INVALID"):
        raise NotARunError("its result is INVALID")
    scenario = str(pairs.get("scenario", "")).lower()
    regime = _regime(scenario)
    if regime == "server" and "interactive" in {part.lower() for part in path.parts}:
        scenario = regime = "interactive"
    samples = number(pairs, "completed samples per second", "samples per second")
    tokens = number(pairs, "completed tokens per second", "tokens per second")
    if tokens is None:
        raise NotARunError("it says no tokens per second, as benchmarks other than of text do")
    model = next((part for part in reversed(path.parts[:-1]) if _benchmark(part)), None)
    _check_text(model or "")
    ttft = number(pairs, "mean first token latency (ns)")
    tpot = number(pairs, "mean time per output token (ns)", "mean time to output token (ns)")
    known = _benchmark(model or "") or ""
    submission = submission_of(path)
    device, count = devices_of(submission)
    if device is None:
        device, count = next(filter(None, map(_system, path.parts[:-1])), (None, None))
    place = word(submission, "place")
    return Run(
        line=line,
        scenario=f"mlperf_{scenario}",
        regime=regime,
        output_tokens_per_second=tokens,
        output_tokens=tokens / samples if samples else None,
        model=model and _model(model),
        device=device and _device(device),
        device_count=count,
        precision=said(submission, "weight_data_types"),
        engine=said(submission, "framework"),
        input_tokens=INPUT_TOKENS.get(known),
        dataset=DATASETS.get(known),
        ttft_seconds=ttft and ttft * NANOSECONDS,
        tpot_seconds=tpot and tpot * NANOSECONDS,
        ran=word(submission, "ran"),
        settings="/".join(filter(None, (pairs.get("sut name"), place))),
        facts=(f"submission {place}",) if place else (),
    )


def _system(part: str) -> tuple[str, int] | None:
    """The device and its count that the folder of a system is named after."""
    found = _COUNT_LAST.match(part)
    if found:
        return found[1], int(found[2])
    found = _COUNT_FIRST.match(part)
    return (found[2], int(found[1])) if found else None


def _listed(record: Record, line: int) -> Run:
    scenario = (word(record, "Scenario", "scenario") or "").lower()
    regime = _regime(scenario)
    units = (word(record, "Performance_Units", "Units", "units") or "").lower()
    if "token" not in units:
        raise NotARunError(f"its result is in {units or 'no unit'}, not in tokens per second")
    if str(record.get("inferred") or "0").lower() not in {"0", "false"}:
        raise NotARunError("its result is inferred from another scenario")
    rate = number(record, "Performance_Result", "Result")
    if rate is None:
        raise NotARunError("it has no result")
    benchmark = word(record, "Model", "MlperfModel", "UsedModel") or ""
    _check_text(benchmark)
    known = _benchmark(benchmark)
    device, count = devices_of(record)
    per_sample = _PER_SAMPLE.search(word(record, "Accuracy") or "")
    outputs = per_sample and positive(per_sample[1])
    system = word(record, "System", "SystemName") or ""
    submitter = word(record, "Submitter", "Organization") or ""
    division = word(record, "Category", "Division", "division")
    return Run(
        line=line,
        scenario=f"mlperf_{scenario}",
        regime=regime,
        output_tokens_per_second=rate,
        input_tokens=INPUT_TOKENS.get(known or ""),
        output_tokens=outputs or OUTPUT_TOKENS.get(known or ""),
        dataset=DATASETS.get(known or ""),
        model=_model(benchmark),
        device=device and _device(device),
        device_count=whole(record, "Total Accelerators") or count,
        precision=said(record, "weight_data_types"),
        engine=said(record, "Software", "framework"),
        settings="/".join((submitter, system, benchmark, word(record, "ID", "version") or "")),
        notes=("outputs are those of the reference",)
        if known in OUTPUT_TOKENS and not outputs
        else (),
        facts=(" ".join(filter(None, ("submitter", submitter, "system", system, division))),),
    )


def _check_text(benchmark: str) -> None:
    """Refuse a benchmark whose prompts are more than text."""
    if _OTHER_INPUTS.search(benchmark.lower()):
        raise NotARunError(f"the prompts of {benchmark} are no text, which rows do not tell")


def _device(name: str) -> str:
    """A device without what counts it, or says that a machine shares it out."""
    return _TIMES.sub("", name).removeprefix("Virtualized ")


def _regime(scenario: str) -> str:
    if scenario not in REGIMES:
        raise NotARunError(f"the scenario {scenario!r} measures latency alone")
    return REGIMES[scenario]


def _benchmark(name: str) -> str | None:
    """The benchmark of a name, without the accuracy that it keeps; None for none of text."""
    plain = re.sub(r"-99(?:\.9)?$|-(?:interactive|datacenter|edge)$", "", name.lower())
    plain = plain.replace("llama3_1", "llama3.1").replace("llama2_70b", "llama2-70b")
    return plain if re.match(r"llama|mixtral|gpt|deepseek|qwen|whisper", plain) else None


def _model(name: str) -> str:
    known = _benchmark(name) or name
    return {"llama2-70b": "llama-2-70b", "gptj": "gpt-j-6b"}.get(known, known)
