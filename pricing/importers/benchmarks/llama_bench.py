"""Results of `llama-bench`, as JSON, JSON lines, CSV, Markdown or SQL.

`pp` processes a prompt, `tg` generates at a depth of the context, `pg` does one after the other.
All are of one sequence. The rate of `pg` counts prompt and generated tokens: the output is a part.
"""

import csv
import re
from pathlib import Path
from typing import Any

from pricing.importers.benchmarks.runs import (
    NotARunError,
    Record,
    Run,
    RunReading,
    collect,
    positive,
    records_of,
    rows_of,
    text_of,
    whole,
    word,
)
from pricing.importers.readings import Asked, refused

TOOL = "llama-bench"
_TEST = re.compile(r"(pp|tg)\s*(\d+)(?:\s*\+\s*tg\s*(\d+))?(?:\s*@\s*d\s*(\d+))?$")
_QUANT = re.compile(
    r"\b(?:(?:mostly|all)\s+)?((?:I?Q\d\w*|TQ\d\w*|B?F16|F32|MXFP4|NVFP4)\b(?:\s*-\s*\w+)?.*)$"
)
_INSERT = re.compile(
    r"^INSERT INTO \w+ \(([^()]*)\) VALUES \((.*)\);$", re.IGNORECASE | re.MULTILINE
)
_NAMED = re.compile(
    r"\s*Device \d+: ([^,]+?)(?: Graphics)?(?:,|$)"
    r"|ggml_vulkan: \d+ = ([^(|]+?)(?: Graphics)?\s*[(|]"
    r"|ggml_metal\w*: GPU name:\s*(.+?)\s*$"
)
"""The line of a log that names a device: of CUDA and ROCm, of Vulkan and of Metal."""

_BUILT = re.compile(r"build: (\w+) \((\d+)\)")
_HARDWARE = re.compile(r"\s*[,/]\s*(?=\S)")


def read(path: Path, _: Asked) -> RunReading:
    """The runs of a file. Raises CatalogError for a file that is none."""
    text = text_of(path)
    start = text.lstrip()[:1]
    reading = RunReading(TOOL)
    if start in {"[", "{"}:
        records = records_of(path)
    elif start == "|" or re.search(r"^\|\s*model\s*\|", text, re.MULTILINE):
        records = _markdown(text)
    elif "insert into" in text[:100_000].lower():
        records = _sql(text)
    else:
        records = rows_of(path)
    if not any("avg_ts" in record or "t/s" in record for record in records):
        raise refused(path, "no result of llama-bench: it has neither avg_ts nor t/s")
    collect(reading, records, _run)
    return reading


def _markdown(text: str) -> list[Record]:
    """The rows of all tables of a text, each with the header above it.

    A log names its devices above a table, and the build below.
    """
    records: list[dict[str, Any]] = []
    header: list[str] = []
    names: dict[str, str] = {}
    for line in text.splitlines():
        if not line.lstrip().startswith("|"):
            header = []
            named, built = _NAMED.match(line), _BUILT.match(line)
            if named:
                names[re.sub(r"[=:,].*", "", named[0].replace("ggml_vulkan:", "vulkan"))] = (
                    named[1] or named[2] or named[3]
                )
            elif built:
                for record in records:
                    record.setdefault("build_commit", built[1])
                    record.setdefault("build_number", built[2])
                names = {}
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not header:
            header = cells
        elif not all(set(cell) <= {"-", ":", " "} for cell in cells):
            record = dict(zip(header, cells, strict=False))
            records.append({"gpu_info": ", ".join(names.values())} | record if names else record)
    return [record for record in records if "t/s" in record]


def _sql(text: str) -> list[Record]:
    """The rows that a text inserts."""
    return [
        dict(zip(names.replace(" ", "").split(","), cells, strict=False))
        for names, values in _INSERT.findall(text)
        for cells in csv.reader([values], quotechar="'", skipinitialspace=True)
    ]


def _run(record: Record, line: int) -> Run:
    measured = _measured(record)
    _check_offload(record)
    kind = str(record.get("model_type") or record.get("model") or "")
    is_cpu = str(record.get("backends") or record.get("backend") or "").strip().upper()
    names = _devices(record, is_on_cpu=is_cpu in {"CPU", "BLAS"})
    return Run(
        line=line,
        regime="single",
        concurrency=1.0,
        model=_model(record, kind),
        precision=_precision(kind),
        kv_cache_precision=_cache(record),
        device=names[0] if len(set(names)) == 1 else None,
        device_count=len(names) or None,
        layers_on_device=whole(record, "n_gpu_layers", "ngl"),
        engine=_engine(record),
        engine_version=_build(record),
        ran=word(record, "test_time"),
        settings="/".join(f"{record.get(name)}" for name in ("n_batch", "n_ubatch", "n_threads")),
        **measured,
    )


def _measured(record: Record) -> dict[str, Any]:
    """The figures of a test, as fields of a run: of a prompt, of what is generated, or of both."""
    prompt, generated, depth = _test(record)
    told = str(record.get("avg_ts") or record.get("t/s") or "").split("±")[0].strip()
    rate = positive(told)
    if rate is None:
        raise NotARunError("it has no tokens per second")
    if prompt and generated:
        return {
            "scenario": f"pp{prompt}+tg{generated}",
            "output_tokens_per_second": rate * generated / (prompt + generated),
            "input_tokens": float(prompt),
            "output_tokens": float(generated),
            "facts": (f"{rate:g} tokens a second with the prompt",),
        }
    if generated and depth:
        raise NotARunError(
            "it generates at a depth of the context without the time of filling it, which no"
            " row tells"
        )
    if depth:
        raise NotARunError("it processes a prompt behind another, which no row tells")
    if generated:
        return {
            "scenario": "decode_batch1",
            "output_tokens_per_second": rate,
            "input_tokens": 0.0,
            "output_tokens": float(generated),
            "tpot_seconds": 1.0 / rate,
        }
    return {
        "scenario": "first_token",
        "output_tokens_per_second": rate / prompt,
        "input_tokens": float(prompt),
        "output_tokens": 1.0,
        "ttft_seconds": prompt / rate,
        "facts": (f"prefill of {rate:g} tokens a second",),
    }


def _test(record: Record) -> tuple[int, int, int]:
    """Tokens of the prompt, tokens generated, and the depth before them."""
    if record.get("n_prompt") is not None or record.get("n_gen") is not None:
        prompt, generated = whole(record, "n_prompt") or 0, whole(record, "n_gen") or 0
        depth = whole(record, "n_depth") or 0
    else:
        found = _TEST.match(str(record.get("test") or "").strip())
        if found is None:
            raise NotARunError(f"its test {record.get('test')!r} is none of llama-bench")
        kind, count, then, at = found.groups()
        prompt = int(count) if kind == "pp" else 0
        generated = int(count) if kind == "tg" else int(then or 0)
        depth = int(at or 0)
    if not prompt and not generated:
        raise NotARunError("its test has no tokens")
    return prompt, generated, depth


def _check_offload(record: Record) -> None:
    """Refuse a model that lies only in part on the devices."""
    if "RPC" in str(record.get("backends") or record.get("backend") or ""):
        raise NotARunError("a part of it lies on other hosts (RPC), which its results do not name")
    experts = str(record.get("n_cpu_moe") or record.get("ncmoe") or "0").strip()
    if experts not in {"0", ""}:
        raise NotARunError("n_cpu_moe leaves experts to the host")
    if str(record.get("no_kv_offload") or "0").lower() in {"1", "true"}:
        raise NotARunError("no_kv_offload leaves the cache to the host")
    placed = str(record.get("tensor_buft_overrides") or "none").lower()
    if placed not in {"none", ""}:
        raise NotARunError("tensor_buft_overrides leaves tensors to the host")


def _model(record: Record, kind: str) -> str | None:
    """The model by its file, which says more than its type does: "llama 8B" is several."""
    file = word(record, "model_filename")
    if file is not None:
        name = re.sub(r"(?i)(?:-\d{5}-of-\d{5})?\.gguf$", "", Path(file.replace("\\", "/")).name)
        if name.lower() not in {"model", "ggml-model"}:
            return name
    found = _QUANT.search(kind)
    return (kind[: found.start()] if found else kind).strip() or None


def _precision(kind: str) -> str | None:
    """The quantisation, as llama.cpp writes it: Q4_K - Medium is Q4_K_M."""
    found = _QUANT.search(kind)
    return found[1].strip() if found else None


def _cache(record: Record) -> str | None:
    """The format of the cache where it is not that of llama.cpp's default."""
    kinds = {str(record.get(name) or "f16").lower() for name in ("type_k", "type_v")}
    if len(kinds) > 1:
        raise NotARunError("keys and values of its cache have different formats")
    kind = kinds.pop()
    return None if kind in {"f16", "fp16"} else kind


def _devices(record: Record, *, is_on_cpu: bool) -> list[str]:
    """The name of each device; none where the file does not say."""
    layers = str(record.get("n_gpu_layers") or record.get("ngl") or "-1").strip()
    if is_on_cpu or layers == "0":
        processor = word(record, "cpu_info")
        return [processor] if processor else []
    told = word(record, "gpu_info") or ""
    names = [name for name in _HARDWARE.split(told) if name]
    if str(record.get("split_mode") or record.get("sm") or "layer") == "none":
        return names[:1]
    return names


def _engine(record: Record) -> str:
    backend = word(record, "backends", "backend")
    return f"llama.cpp ({backend.split(',')[0]})" if backend else "llama.cpp"


def _build(record: Record) -> str | None:
    build, commit = record.get("build_number"), word(record, "build_commit")
    known = f"b{build}" if build else None
    return " ".join(filter(None, (known, commit))) or None
