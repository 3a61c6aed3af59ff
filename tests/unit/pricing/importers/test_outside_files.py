"""Files as they are found outside: folders of submissions, exported tables, logs, odd prompts."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from pricing.errors import InvalidQuery
from pricing.importers.readings import Told
from tests.unit.pricing.importers.conftest import Import

SAMPLES = Path(__file__).parent / "samples" / "benchmarks"
H100 = Told(device="h100-sxm-80gb", device_count=1, precision="bf16", model="llama-3.1-8b")


def told(overlay: Path, *names: str) -> list[tuple[str, ...]]:
    lines = (overlay / "measurements.csv").read_text().splitlines()
    return sorted(tuple(row[name] for name in names) for row in csv.DictReader(lines))


def edited(into: Path, sample: str, **changes: object) -> Path:
    path = into / sample
    path.write_text(json.dumps(json.loads((SAMPLES / sample).read_text()) | changes))
    return path


def written(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_submission_to_mlperf_says_system_weights_and_day(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    system = {
        "accelerator_model_name": "NVIDIA H200-SXM-141GB",
        "accelerators_per_node": 8,
        "number_of_nodes": 2,
        "framework": "TensorRT 10.11, CUDA 12.9",
    }
    root = tmp_path / "closed" / "Acme"
    written(root / "systems" / "two_nodes.json", system)
    paths = []
    for benchmark in ("llama2-70b-99", "llama2-70b-99.9", "whisper"):
        run = root / "results" / "two_nodes" / benchmark / "Offline" / "performance" / "run_1"
        run.mkdir(parents=True)
        shared = SAMPLES / "mlperf/llama2-70b-99/Offline/performance/run_1/mlperf_log_summary.txt"
        text = shared.read_text().replace("35280.00", "35280.75")
        paths.append(written(run / "mlperf_log_summary.txt", text))
        log = ':::MLLOG {"key": "test_datetime", "value": "2025-07-30T18:41:44Z", "time_ms": 0}'
        written(run / "mlperf_log_detail.txt", log)
        weights = {"weight_data_types": "fp8"}
        written(root / "measurements/two_nodes" / benchmark / "Offline" / "two_nodes.json", weights)
    report = importing("mlperf", *paths)

    assert told(overlay, "device", "device_count", "precision", "engine") == [
        ("h200-sxm-141gb", "16", "fp8", "TensorRT 10.11, CUDA 12.9")
    ]
    assert "2025-07-30" in told(overlay, "source")[0][0]
    assert report.left_out == {
        "its result is told again, to the last digit": 1,
        "the prompts of whisper are no text, which rows do not tell": 1,
    }
    assert importing("mlperf", *paths).counts == {"unchanged": 1}


HEADER = (
    "Model,ISL,OSL,Hardware,Hardware Key,Framework,Precision,TP,Concurrency,Date,"
    "Throughput/{0} (tok/s),Output Throughput/{0} (tok/s),Mean TTFT ({1}),Mean TPOT ({1}),"
    "Mean Interactivity (tok/s/user),Disaggregated,Num Prefill {0}s,Num Decode {0}s,"
    "Spec Decoding,EP,DP Attention,Is Multinode"
)
ROW = (
    "DeepSeek-R1-0528,1024,1024,h200,h200_sglang,sglang,fp8,8,4,2026-06-02,"
    "98.8,49.17395,{},{},{},false,,,none,1,false,false"
)


@pytest.mark.parametrize(
    ("unit", "latencies"),
    [
        ("GPU/s", ("0.158", "0.0097", "103.1")),
        ("GPU/ms", ("0.158", "0.0097", "103.1")),  # older tables wrote seconds under this header
        ("Chip/ms", ("158", "9.7", "103.1")),
    ],
)
def test_tables_of_inferencex_are_read_in_the_unit_that_they_have(
    importing: Import, overlay: Path, tmp_path: Path, unit: str, latencies: tuple[str, ...]
) -> None:
    lines = ("# attribution", HEADER.format(*unit.split("/")), ROW.format(*latencies))
    path = written(tmp_path / "export.csv", "\n".join((*lines, lines[-1])))
    report = importing("inferencex", path)

    columns = ("device_count", "output_tokens_per_second", "ttft_seconds", "tpot_seconds")
    assert told(overlay, *columns) == [("8", "393.3916", "0.158", "0.0097")]
    assert report.left_out == {"its result is told again, to the last digit": 1}


def test_gpus_of_the_api_of_inferencex_are_those_of_a_node(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    record = json.loads((SAMPLES / "inferencex_api.json").read_text())[0]
    counted = {"decode_ep": 8, "num_prefill_gpu": 64, "num_decode_gpu": 64}
    sweep = {"benchmarks": [record | counted | {"hardware": "cluster:mi355x-amds"}]}
    importing("inferencex", written(tmp_path / "sweep.json", sweep))

    columns = ("device", "device_count", "expert_parallel", "attention_parallel")
    assert told(overlay, *columns) == [("mi355x", "8", "8", "tensor")]


@pytest.mark.parametrize("changes", [{"mean_tpot_ms": 0.0221}, {"mean_tpot_ms": 221.0}])
def test_rate_that_is_not_of_its_requests_in_flight_is_left_out(
    importing: Import, tmp_path: Path, changes: dict[str, float]
) -> None:
    report = importing(
        "vllm-bench", edited(tmp_path, "vllm_closed_loop.json", **changes), told=H100
    )
    assert report.mapped == 0
    assert next(iter(report.left_out)).startswith("its tokens a second are not those of")


LOG = """ggml_cuda_init: found 1 ROCm devices (Total VRAM: 126976 MiB):
  Device 0: AMD Radeon 8060S Graphics, gfx1151 (0x1151), VMM: no, Wave Size: 32
| model | size | params | backend | ngl | fa | test | t/s |
| --- | ---: | ---: | --- | --: | -: | ---: | ---: |
| llama 8B Q8_0 | 7.95 GiB | 8.03 B | {} | 99 | 1 | tg128 | 7.09 ± 0.02 |

build: 0253fb21f (9187)
"""


def test_logs_of_llama_bench_name_the_device_and_the_build(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    model = Told(model="llama-3.1-8b")
    importing("llama-bench", written(tmp_path / "bench.log", LOG.format("ROCm")), told=model)
    assert told(overlay, "device", "device_count", "engine_version") == [
        ("ryzen-ai-max-395", "1", "b9187 0253fb21f")
    ]
    crashed = written(tmp_path / "crash.log", "terminate called: ErrorDeviceLost")
    remote = written(tmp_path / "rpc.log", LOG.format("ROCm,RPC"))
    report = importing("llama-bench", crashed, remote)
    assert sorted(reason[:30] for reason in report.left_out) == [
        "a file of them is no result of",
        "a part of it lies on other hos",
    ]


def guidellm_table(**changes: str) -> str:
    cells: dict[tuple[str, str, str], Any] = {
        ("Run Info", "Run Index", ""): 1,
        ("Run Info", "Profile", ""): json.dumps({"kind": "concurrent", "streams": [1, 16]}),
        ("Run Info", "Backend", ""): json.dumps({"kind": "vllm", "model": "llama-3.1-8b"}),
        ("Benchmark", "ID", ""): "b2",
        ("Benchmark", "Strategy", ""): "concurrent",
        ("Timings", "Start Time", ""): "2026-08-01 10:00:00",
        ("Request Counts", "Successful", ""): 160,
        ("Request Counts", "Errored", ""): 0,
        ("Time to First Token", "Successful ms", "Mean"): 80.0,
        ("Inter Token Latency", "Successful ms", "Mean"): 10.0,
        ("Token Metrics", "Successful Input Tokens", "Mean"): 256.0,
        ("Token Metrics", "Successful Output Tokens", "Mean"): 128.0,
        ("Token Throughput", "Successful Output Tokens/Sec", "Mean"): 1400.5,
        ("Token Throughput", "Incomplete Output Tokens/Sec", "Mean"): 20.25,
        ("Runtime Info", "Arguments", ""): changes.get("arguments", "{}"),
    }
    lines = [[key[line] for key in cells] for line in range(3)] + [list(cells.values())]
    return "\n".join(
        ",".join(f'"{str(one).replace(chr(34), chr(34) * 2)}"' for one in line) for line in lines
    )


def test_tables_of_guidellm_are_read_as_its_reports(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = written(tmp_path / "benchmarks.csv", guidellm_table())
    importing("guidellm", path, told=Told(device="h100-sxm-80gb", device_count=1, precision="bf16"))

    columns = ("model", "concurrency", "output_tokens_per_second", "ttft_seconds", "tpot_seconds")
    assert told(overlay, *columns) == [("llama-3.1-8b", "16", "1420.75", "0.08", "0.01")]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            {"spec": {"data": [{"prompt_tokens": 256, "turns": 2}]}},
            "its conversations have several",
        ),
        ({"data": "prompt_tokens=256,prefix_tokens=512"}, "its prompts share a prefix"),
    ],
)
def test_prompts_of_guidellm_that_share_their_beginning_are_left_out(
    importing: Import, tmp_path: Path, arguments: object, reason: str
) -> None:
    table = guidellm_table(arguments=json.dumps(arguments))
    report = importing("guidellm", written(tmp_path / "benchmarks.csv", table), told=H100)
    assert [one[: len(reason)] for one in report.left_out] == [reason]


@pytest.mark.parametrize(
    "changes", [{"dataset_name": "random-mm"}, {"total_input_vision_tokens": 5120}]
)
def test_prompts_with_images_are_left_out(
    importing: Import, tmp_path: Path, changes: dict[str, object]
) -> None:
    report = importing(
        "vllm-bench", edited(tmp_path, "vllm_closed_loop.json", **changes), told=H100
    )
    assert next(iter(report.left_out)).startswith("its prompts have images")


def aiperf(into: Path, **changes: object) -> Path:
    """A sample of aiperf under schema 1.5: a phase that warms up, and power named by its maker."""
    record = json.loads((SAMPLES / "aiperf.json").read_text())
    phases = {"warmup": {"concurrency": 1}, "profiling": {"concurrency": 100}}
    metrics = {"nvidia_power_usage": {"unit": "W", "avg": 600.0}}
    gpu = {"gpu_name": "NVIDIA H100 80GB HBM3", "metrics": metrics}
    told = {
        "schema_version": "1.5",
        "telemetry_data": {"endpoints": {"localhost:9400": {"gpus": {"gpu_0": gpu}}}},
        "input_config": {"models": [{"name": "llama-3.1-8b"}], "phases": phases},
    }
    return written(into / "profile_export_aiperf.json", record | told | changes)


def test_new_schema_of_aiperf_has_its_phase_and_its_power(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    asked = Told(device_count=1, precision="bf16", engine="vLLM")
    importing("aiperf", aiperf(tmp_path), told=asked)
    assert told(overlay, "device", "concurrency", "power_watts") == [
        ("h100-sxm-80gb", "100", "600")
    ]
    path = aiperf(tmp_path, num_images={"unit": "images", "avg": 2.0})
    assert next(iter(importing("aiperf", path, told=asked).left_out)).startswith("its prompts have")
    turns = {"models": ["llama-3.1-8b"], "conversation": {"turn": {"mean": 4.0}}, "concurrency": 8}
    path = aiperf(tmp_path, input_config=turns)
    assert next(iter(importing("aiperf", path, told=asked).left_out)).startswith(
        "its prompts share"
    )


PRINTED = """Namespace(backend='vllm', model='deepseek-r1', tokenizer='/m/{}', max_concurrency=16)
Traffic request rate: inf
============ Serving Benchmark Result ============
Successful requests:                     32
Benchmark duration (s):                  284.34
Total input tokens:                      190006
Total generated tokens:                  45888
Output token throughput (tok/s):         161.38
Mean TTFT (ms):                          80939.59
Mean TPOT (ms):                          24.29
==================================================
"""


def test_printed_result_is_read_and_its_tokenizer_tells_the_model(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = written(tmp_path / "run" / "printed.txt", PRINTED.format("Llama-3.1-8B-Instruct"))
    asked = Told(device="rtx-4090", device_count=1, precision="bf16")
    with pytest.raises(InvalidQuery, match="whose tokenizer it has: say it by --model"):
        importing("vllm-bench", path, told=asked)

    asked = Told(device="rtx-4090", device_count=1, precision="bf16", model="llama-3.1-8b")
    report = importing("vllm-bench", path, told=asked)
    columns = ("model", "concurrency", "output_tokens_per_second", "ttft_seconds", "tpot_seconds")
    assert told(overlay, *columns) == [("llama-3.1-8b", "16", "161.38", "80.93959", "0.02429")]
    assert report.remarks == ["of 1: the file does not say the engine: taken to be vLLM"]


def test_zone_that_aws_numbers_is_of_its_region_and_a_local_one_is_left_out(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    shared = {"InstanceType": "p5.48xlarge", "Timestamp": "2026-08-20T10:00:00+00:00"}
    history = [
        {**shared, "AvailabilityZoneId": "use1-az2", "SpotPrice": "15.5"},
        {**shared, "AvailabilityZone": "us-west-2-lax-1a", "SpotPrice": "14.5"},
    ]
    report = importing("aws-spot", written(tmp_path / "h.json", {"SpotPriceHistory": history}))

    lines = (overlay / "prices.csv").read_text().splitlines()
    found = [row for row in csv.DictReader(lines) if row["effective_from"] == "2026-08-20"]
    assert [(row["region"], row["usd_per_hour"]) for row in found] == [("us-east-1", "15.5")]
    assert report.left_out == {"its zone is no usual one": 1}


def trtllm_report(issue_rate: float, quantization: str | None) -> dict[str, Any]:
    """A report of `trtllm-bench throughput`: 4 s, of which issuing takes little or most."""
    return {
        "engine": {
            "model": "meta-llama/Llama-3.1-8B-Instruct",
            "version": "1.2.0",
            "backend": "Pytorch",
            "dtype": "bfloat16",
            "kv_cache_dtype": "FP8",
            "quantization": quantization,
        },
        "machine": {"name": "NVIDIA H100 80GB HBM3", "memory.total": 79.6},
        "world_info": {
            "tp_size": 1,
            "pp_size": 1,
            "ep_size": None,
            "world_size": 1,
            "max_batch_size": 16,
            "issue_rate": issue_rate,
        },
        "request_info": {
            "num_requests": 40,
            "avg_num_concurrent_requests": 7.5,
            "avg_input_length": 256.0,
            "avg_output_length": 100.0,
        },
        "performance": {"total_latency_ms": 4000.0, "system_output_throughput_tok_s": 1000.25},
        "streaming_metrics": {"avg_ttft_ms": 57.0, "avg_tpot_ms": 7.0},
    }


@pytest.mark.parametrize(
    ("issue_rate", "quantization", "row"),
    [
        # a row of as many at once as a batch has: what the first token waited for is no latency
        (1e6, "FP8", ("offline", "16", "fp8", "")),
        (10.0, None, ("concurrency", "7.5", "bf16", "0.057")),
    ],
)
def test_reports_of_trtllm_bench_say_device_format_and_load(
    importing: Import,
    overlay: Path,
    tmp_path: Path,
    issue_rate: float,
    quantization: str | None,
    row: tuple[str, ...],
) -> None:
    path = written(tmp_path / "report.json", trtllm_report(issue_rate, quantization))
    importing("trtllm-bench", path)

    assert told(overlay, "regime", "concurrency", "precision", "ttft_seconds") == [row]
    columns = ("device", "device_count", "model", "engine", "engine_version", "kv_cache_precision")
    assert told(overlay, *columns) == [
        ("h100-sxm-80gb", "1", "llama-3.1-8b", "TensorRT-LLM", "1.2.0", "fp8")
    ]
    assert importing("trtllm-bench", path).counts == {"unchanged": 1}


LLMPERF = {
    "model": "meta-llama/Llama-2-70b-chat-hf",
    "num_concurrent_requests": 5,
    "results_inter_token_latency_s_mean": 0.0158,
    "results_ttft_s_mean": 0.25,
    "results_end_to_end_latency_s_mean": 2.35,
    "results_number_input_tokens_mean": 550.0,
    "results_number_output_tokens_mean": 151.0,
    "results_number_errors": 0,
    "results_num_completed_requests": 150,
    "results_mean_output_throughput_token_per_s": 207.521,
    "timestamp": 1703136129,
}


def test_summaries_of_llmperf_have_the_time_of_a_token_after_the_first(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    whole = written(tmp_path / "x_summary.json", LLMPERF)
    single = {"error_code": None, "ttft_s": 0.3, "inter_token_latency_s": 0.02}
    each = written(tmp_path / "x_individual_responses.json", [single])
    said = Told(device="a100-sxm-80gb", device_count=4, precision="bf16", engine="vLLM")
    report = importing("llmperf", whole, each, told=said)

    # the mean between tokens that it tells, 0.0158 s, has a share of the first in it
    columns = ("concurrency", "output_tokens", "ttft_seconds", "tpot_seconds")
    assert told(overlay, *columns) == [("5", "151", "0.25", "0.014")]
    assert "2023-12-21" in told(overlay, "source")[0][0]
    assert report.left_out == {"it is of one request: give the summary beside it": 1}
