"""Results of benchmarks: what becomes of samples, by hand, and what answers make of them."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.errors import CatalogError, InvalidQuery
from pricing.importers.readings import Told
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost
from tests.unit.pricing.importers.conftest import Import

SAMPLES = Path(__file__).parent / "samples" / "benchmarks"
VLLM = "benchmarks/vllm_closed_loop.json"
H100 = Told(device="h100-sxm-80gb", device_count=1, precision="bf16")
CATALOG = "2026-07-31+acme"
ASKED: dict[str, Any] = {
    "model": "llama-3.1-8b",
    "deployment": {"device": "h100-sxm-80gb", "device_count": 1, "precision": "bf16"},
    "load": {"input_tokens": 1024, "output_tokens": 512, "concurrency": 64},
    "catalog": CATALOG,
}


def rows(overlay: Path) -> list[dict[str, str]]:
    path = overlay / "measurements.csv"
    return list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []


def told(overlay: Path, *names: str) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in names) for row in rows(overlay)]


def edited(tmp_path: Path, sample: str, **changes: object) -> Path:
    """A sample of one result with other values."""
    path = tmp_path / sample
    path.write_text(json.dumps(json.loads((SAMPLES / sample).read_text()) | changes))
    return path


def answer(overlay: Path, library: Library, **changes: Any) -> UnitCostAnswer:
    known = library.plus(library.read(overlay))
    return unit_costs(unit_cost({**ASKED, **changes}), known)


def test_closed_loop_of_vllm_is_read_in_seconds_and_output_tokens(
    importing: Import, overlay: Path
) -> None:
    importing("vllm-bench", VLLM, told=H100)

    row = rows(overlay)[0]
    assert (row["model"], row["precision"], row["regime"]) == (
        "llama-3.1-8b",
        "bf16",
        "concurrency",
    )
    assert (row["concurrency"], row["tensor_parallel"]) == ("64", "1")
    assert (row["input_tokens"], row["output_tokens"]) == ("1024", "512")
    assert float(row["output_tokens_per_second"]) == pytest.approx(327_680 / 120)
    assert (row["ttft_seconds"], row["tpot_seconds"]) == ("0.4125", "0.0224")
    assert row["source"] == "vllm bench serve (benchmarks/vllm_closed_loop.json), 2026-08-15"


def test_load_is_what_the_client_was_told(importing: Import, overlay: Path) -> None:
    report = importing("vllm-bench", "benchmarks/vllm_rates.json", told=H100)

    found = sorted(told(overlay, "regime", "requests_per_second", "concurrency", "ttft_seconds"))
    # all at once is as many as the engine admits, and first tokens then wait for the others
    assert found == [("offline", "", "", ""), ("rate", "4", "", "0.061")]
    assert report.left_out == {"its request rate rises over the run": 1}


def test_capped_rate_that_is_not_kept_up_with_is_a_closed_loop(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = edited(tmp_path, "vllm_closed_loop.json", request_rate=100.0)
    importing("vllm-bench", path, told=H100)

    assert told(overlay, "regime", "concurrency") == [("concurrency", "64")]


def test_few_requests_at_once_are_so_many_in_flight(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = edited(
        tmp_path,
        "vllm_closed_loop.json",
        max_concurrency=None,
        num_prompts=16,
        completed=16,
        duration=3.0,
        total_input_tokens=16_384,
        total_output_tokens=8192,
        output_throughput=2730.0,
    )
    importing("vllm-bench", path, told=H100)

    assert told(overlay, "regime", "concurrency") == [("offline", "16")]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"output_throughput": 300.0}, "its output throughput is not its output tokens over"),
        ({"completed": 0}, "none of its requests was completed"),
        ({"completed": 500, "failed": 140}, "more than a tenth of its requests failed"),
        ({"output_throughput": None, "total_output_tokens": 0}, "it says no output tokens per"),
        ({"speculative_config": {"method": "lookahead"}}, "lookahead drafted its tokens"),
    ],
)
def test_what_is_no_measurement_of_serving_is_left_out(
    importing: Import, tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    path = edited(tmp_path, "vllm_closed_loop.json", **changes)
    report = importing("vllm-bench", path, told=H100)

    assert report.mapped == 0
    assert next(iter(report.left_out)).startswith(reason)


def test_groups_and_drafts_that_a_file_says_answer_such_questions(
    importing: Import, overlay: Path, library: Library, tmp_path: Path
) -> None:
    path = edited(
        tmp_path,
        "vllm_closed_loop.json",
        model_id="Qwen/Qwen3-30B-A3B",
        tokenizer_id="Qwen/Qwen3-30B-A3B",
        data_parallel_size=2,
        expert_parallel_size=2,
        tensor_parallel_size=1,
        speculative_config={"method": "eagle3", "num_speculative_tokens": 3},
    )
    deployment = {"device": "h100-sxm-80gb", "device_count": 2, "precision": "bf16"}
    importing("vllm-bench", path, told=replace(H100, device_count=2))
    row = rows(overlay)[0]
    found = answer(
        overlay,
        library,
        model="qwen3-30b-a3b",
        deployment=deployment
        | {"engine": "vllm", "tensor_parallel": 1, "data_parallel": 2, "expert_parallel": 2}
        | {"speculation": {"method": "eagle", "draft_tokens": 3}},
    ).performance

    names = ("tensor_parallel", "data_parallel", "expert_parallel", "speculation", "draft_tokens")
    assert [row[name] for name in names] == ["1", "2", "2", "eagle", "3"]
    assert found.evidence[0].id == row["id"]
    assert found.evidence[0].weight_fraction > 0.9
    assert found.output_tokens_per_second == pytest.approx(
        float(row["output_tokens_per_second"]), rel=0.02
    )


def test_drafts_without_their_method_are_asked_for(importing: Import, tmp_path: Path) -> None:
    path = edited(tmp_path, "vllm_closed_loop.json", spec_decode_acceptance_length=2.4)

    with pytest.raises(InvalidQuery, match="--speculation") as refused:
        importing("vllm-bench", path, told=H100)

    assert list(refused.value.nearest) == ["eagle", "mtp", "ngram"]
    assert importing("vllm-bench", path, told=replace(H100, speculation="mtp")).mapped == 1


def test_rates_of_other_commands_count_input_too(importing: Import) -> None:
    vllm = importing("vllm-bench", "benchmarks/vllm_throughput.json", told=H100)
    sglang = importing("sglang-bench", "benchmarks/sglang_one_batch.jsonl", told=H100)

    assert "counts input and output" in next(iter(vllm.left_out))
    assert "counts input and output" in next(iter(sglang.left_out))


def test_what_no_file_says_is_asked_for_at_once(importing: Import) -> None:
    with pytest.raises(InvalidQuery, match="which device was measured") as refusal:
        importing("vllm-bench", VLLM)

    for option in ("--device", "--device-count", "--precision"):
        assert f"say it by {option}" in refusal.value.detail
    assert refusal.value.field == "--device"


def test_unknown_names_are_refused_with_what_is_near(importing: Import, tmp_path: Path) -> None:
    path = edited(tmp_path, "vllm_closed_loop.json", model_id="acme/own-model-7x", gpu="H100")
    with pytest.raises(InvalidQuery, match="'acme/own-model-7x' is: import its config") as all_:
        importing("vllm-bench", path, told=Told(device_count=1, precision="bf16"))

    assert "which device 'H100' is: say it by --device" in all_.value.detail
    assert "h100-sxm-80gb" in all_.value.nearest


def test_what_the_caller_adds_to_a_result_is_read(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = edited(
        tmp_path,
        "vllm_closed_loop.json",
        gpu="4xNVIDIA_L40S",
        tp="4",
        version="0.11.0",
        quantization="fp8",
    )
    importing("vllm-bench", path)

    columns = ("device", "device_count", "tensor_parallel", "precision", "engine_version")
    assert told(overlay, *columns) == [("l40s", "4", "4", "fp8", "0.11.0")]


def test_sglang_says_its_server(importing: Import, overlay: Path) -> None:
    report = importing(
        "sglang-bench",
        "benchmarks/sglang.jsonl",
        told=Told(device="h100-sxm-80gb", device_count=2),
    )

    columns = ("model", "precision", "engine", "engine_version", "tensor_parallel", "input_tokens")
    assert set(told(overlay, *columns)) == {("qwen3-32b", "fp8", "SGLang", "0.5.2", "2", "2048")}
    loads = told(overlay, "concurrency", "speculation", "acceptance_length")
    assert sorted(loads) == [("32", "", ""), ("32", "eagle", "2.7"), ("64", "", "")]
    assert sum(report.left_out.values()) == 1


def test_guidellm_reads_both_versions(importing: Import, overlay: Path) -> None:
    asked = Told(device="l40s", device_count=1, engine="vLLM")
    report = importing(
        "guidellm", "benchmarks/guidellm_v2.json", "benchmarks/guidellm_v1.json", told=asked
    )

    found = {
        (row["regime"], row["concurrency"] or row["requests_per_second"]): row
        for row in rows(overlay)
    }
    assert set(found) == {
        *(("single", "1"), ("concurrency", "32"), ("rate", "4")),
        *(("offline", "200"), ("concurrency", "16")),
    }
    # the mean over all requests, and the latency between tokens without that of the first
    assert found["concurrency", "32"]["output_tokens_per_second"] == "3200"
    assert found["concurrency", "32"]["tpot_seconds"] == "0.0097"
    assert report.left_out == {"its strategy 'trace' is no load that rows tell": 1}


def test_guidellm_without_a_strategy_is_what_was_asked_for(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    report = json.loads((SAMPLES / "guidellm_v2.json").read_text())
    benchmark = report["benchmarks"][1]
    del benchmark["config"]["strategy"]
    asked = {"profile": "concurrent", "rate": [32.0], "backend_kwargs": {"model": "llama-3.1-8b"}}
    path = tmp_path / "report.json"
    path.write_text(json.dumps({"args": asked, "benchmarks": [benchmark]}))
    importing("guidellm", path, told=Told(device="l40s", device_count=1, engine="vLLM"))

    assert told(overlay, "regime", "concurrency") == [("concurrency", "32")]


def test_aiperf_knows_the_devices_and_their_power(importing: Import, overlay: Path) -> None:
    with pytest.raises(InvalidQuery, match="how many devices served") as refusal:
        importing("aiperf", "benchmarks/aiperf.json", told=Told(precision="fp8", engine="vLLM"))
    assert refusal.value.nearest == ("2",)  # the host may have more than those that served

    asked = Told(precision="fp8", engine="vLLM", device_count=2)
    importing("aiperf", "benchmarks/aiperf.json", told=asked)
    columns = ("device", "output_tokens_per_second", "ttft_seconds", "power_watts", "power_scope")
    assert told(overlay, *columns) == [("h100-sxm-80gb", "5120", "0.24", "1221", "devices")]


def test_power_of_other_devices_is_not_that_of_those_measured(
    importing: Import, overlay: Path
) -> None:
    asked = Told(precision="fp8", engine="vLLM", device_count=1)
    importing("aiperf", "benchmarks/aiperf.json", told=asked)

    assert told(overlay, "power_watts") == [("",)]


def test_csv_of_genai_perf_does_not_say_the_load(importing: Import, overlay: Path) -> None:
    asked = Told(
        device="a100-sxm-80gb",
        device_count=1,
        precision="bf16",
        engine="vLLM",
        model="llama-3.1-8b",
    )
    with pytest.raises(InvalidQuery, match="say it by --concurrency"):
        importing("aiperf", "benchmarks/genai_perf.csv", told=asked)

    importing("aiperf", "benchmarks/genai_perf.csv", told=replace(asked, concurrency=10))
    columns = ("concurrency", "output_tokens_per_second", "input_tokens", "ttft_seconds")
    assert told(overlay, *columns) == [("10", "1124", "550", "0.031")]


def test_units_of_aiperf_are_read(importing: Import, overlay: Path, tmp_path: Path) -> None:
    asked = Told(precision="bf16", engine="vLLM", device="a100-sxm-80gb", device_count=1)
    path = edited(
        tmp_path, "genai_perf.json", time_to_first_token={"unit": "ns", "avg": 31_000_000.0}
    )
    importing("aiperf", path, told=asked)

    assert told(overlay, "ttft_seconds") == [("0.031",)]


@pytest.mark.parametrize("form", ["json", "jsonl", "csv", "sql"])
def test_llama_bench_is_one_thing_in_any_form(
    importing: Import, overlay: Path, tmp_path: Path, form: str
) -> None:
    path: Path | str = f"benchmarks/llama_bench.{form}"
    if form == "sql":
        header, *rows = (SAMPLES / "llama_bench.csv").read_text().splitlines()
        names = header.replace('"', "").replace(",", ", ")
        path = tmp_path / "llama_bench.sql"
        into = f"INSERT INTO llama_bench ({names}) VALUES"
        path.write_text("".join(f"{into} ({row.replace(chr(34), chr(39))});\n" for row in rows))
    importing("llama-bench", path)

    columns = ("scenario", "output_tokens_per_second", "ttft_seconds", "precision", "weight_bits")
    found = set(told(overlay, *columns))
    assert ("first_token", "16", "0.0625", "int4", "4.8") in found  # 512 tokens at 8,192 a second
    assert ("decode_batch1", "140", "", "int4", "4.8") in found
    assert set(told(overlay, "device", "model", "device_count")) == {
        ("rtx-4090", "qwen2.5-7b", "1")
    }


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (Told(device="rtx-3090"), "it says NVIDIA GeForce RTX 4090, and --device rtx-3090"),
        (Told(device_count=2), "it says 1, and --device-count 2"),
        (
            Told(model="llama-3.1-8b"),
            "it says Qwen2.5-7B-Instruct-Q4_K_M, and --model llama-3.1-8b",
        ),
        (Told(precision="fp8"), "it says Q4_K - Medium, and --precision fp8"),
    ],
)
def test_what_a_file_says_otherwise_is_left_out(
    importing: Import, overlay: Path, asked: Told, reason: str
) -> None:
    report = importing("llama-bench", "benchmarks/llama_bench.jsonl", told=asked)

    assert report.left_out == {reason: 2}
    assert rows(overlay) == []


def test_option_stands_for_one_name(importing: Import, tmp_path: Path) -> None:
    text = (SAMPLES / "llama_bench.md").read_text()
    path = tmp_path / "results.md"
    path.write_text(text.replace("llama 8B", "llama 70B", 1))
    asked = Told(device="rtx-4090", device_count=1, model="llama-3.1-8b")

    with pytest.raises(InvalidQuery, match="the files name 'llama 70B', 'llama 8B'"):
        importing("llama-bench", path, told=asked)


def test_option_tells_apart_what_a_file_leaves_open(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = edited(tmp_path, "vllm_closed_loop.json", gpu="H100")
    importing("vllm-bench", path, told=H100)

    assert told(overlay, "device", "accelerator") == [("h100-sxm-80gb", "H100")]


def test_rate_with_a_prompt_counts_output_alone(importing: Import, overlay: Path) -> None:
    report = importing("llama-bench", "benchmarks/llama_bench.json")

    # 640 tokens a second, 128 of each 640 of them generated
    rates = {row["scenario"]: row["output_tokens_per_second"] for row in rows(overlay)}
    assert rates["pp512+tg128"] == "128"
    assert "20 of 29 layers were on the device" in report.left_out


def test_markdown_of_llama_bench_needs_device_and_model(importing: Import, overlay: Path) -> None:
    with pytest.raises(InvalidQuery, match="which model 'llama 8B' is"):
        importing("llama-bench", "benchmarks/llama_bench.md")

    asked = Told(device="rtx-4090", device_count=1, model="llama-3.1-8b")
    report = importing("llama-bench", "benchmarks/llama_bench.md", told=asked)
    assert len(rows(overlay)) == 3
    assert report.left_out == {"it processes a prompt behind another, which no row tells": 1}


def test_mlperf_summaries_are_listed_by_regime(importing: Import, overlay: Path) -> None:
    runs = [
        f"benchmarks/mlperf/llama2-70b-99/{one}/performance/run_1" for one in ("Offline", "Server")
    ]
    asked = Told(device="h200-sxm-141gb", device_count=8, precision="fp8", engine="TensorRT 10.11")
    report = importing("mlperf", *(f"{run}/mlperf_log_summary.txt" for run in runs), told=asked)

    columns = ("model", "regime", "output_tokens_per_second", "output_tokens", "dataset")
    assert sorted(told(overlay, *columns)) == [
        ("llama-2-70b", "offline", "35280", "294", "openorca"),
        ("llama-2-70b", "server", "32340", "294", "openorca"),
    ]
    assert report.remarks[0].startswith("1 ran under an objective of the latency")


def test_folder_of_a_system_of_mlperf_names_its_devices(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    run = SAMPLES / "mlperf/llama2-70b-99/Offline/performance/run_1/mlperf_log_summary.txt"
    systems = {"H200-SXM-141GBx8_TRT": "h200-sxm-141gb", "4xMI325X_2xEPYC_9575F": "mi325x"}
    paths = []
    for system in systems:
        folder = tmp_path / system / "llama2-70b-99" / "Offline"
        folder.mkdir(parents=True)
        paths.append(folder / run.name)
        paths[-1].write_text(run.read_text().replace("Offline_SUT", system))
    importing("mlperf", *paths, told=Told(precision="fp8", engine="TensorRT"))

    found = {(row["device"], row["device_count"]) for row in rows(overlay)}
    assert found == {("h200-sxm-141gb", "8"), ("mi325x", "4")}


def test_lists_of_mlperf_say_their_systems(importing: Import, overlay: Path) -> None:
    lists = ("benchmarks/mlperf/summary_results.json", "benchmarks/mlperf/summary.csv")
    report = importing("mlperf", *lists)

    columns = ("device", "device_count", "regime", "output_tokens_per_second", "precision")
    assert sorted(told(overlay, *columns)) == [
        ("h200-sxm-141gb", "8", "offline", "34000", "fp8"),
        ("h200-sxm-141gb", "8", "server", "32000", "fp8"),
        ("mi325x", "8", "offline", "33000.5", "fp8"),
    ]
    assert sum(report.left_out.values()) == 2


def test_inferencex_has_rates_of_one_gpu(importing: Import, overlay: Path) -> None:
    report = importing(
        "inferencex", "benchmarks/inferencex_agg.json", "benchmarks/inferencex_api.json"
    )

    columns = (
        *("device", "concurrency", "tensor_parallel", "data_parallel", "expert_parallel"),
        *("speculation", "output_tokens_per_second", "power_watts"),
    )
    assert sorted(told(overlay, *columns)) == [
        # 90 tokens a second and 480 W, times 8
        ("h200-sxm-141gb", "16", "8", "", "", "", "720", "3840"),
        ("h200-sxm-141gb", "16", "8", "", "", "mtp", "720", ""),
        # attention in data parallel, doubtful power
        ("h200-sxm-141gb", "256", "1", "8", "8", "", "6000", ""),
        ("h200-sxm-141gb", "64", "8", "", "", "", "2000", "4480"),
        # 8 GPUs do prefill and decode, not 16
        ("mi355x", "32", "8", "", "", "", "960", ""),
    ]
    assert sum(report.left_out.values()) == 1
    assert "of 1: ttft is the median" in report.remarks


def test_second_import_changes_nothing_and_a_correction_one_row(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    importing("vllm-bench", VLLM, told=H100)
    before = (overlay / "measurements.csv").read_bytes()

    assert importing("vllm-bench", VLLM, told=H100).counts == {"unchanged": 1}
    assert (overlay / "measurements.csv").read_bytes() == before

    path = edited(tmp_path, "vllm_closed_loop.json", mean_tpot_ms=23.0)
    assert importing("vllm-bench", path, told=H100).counts == {"changed": 1}
    assert told(overlay, "tpot_seconds") == [("0.023",)]


def test_dry_run_writes_nothing(importing: Import, overlay: Path) -> None:
    assert importing("vllm-bench", VLLM, told=H100, is_dry=True).counts == {"new": 1}
    assert not (overlay / "measurements.csv").exists()


def test_other_files_are_refused(importing: Import, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("nothing of this kind")
    for kind in ("vllm-bench", "sglang-bench", "guidellm", "aiperf", "llama-bench", "mlperf"):
        with pytest.raises(CatalogError):
            importing(kind, path)


def test_own_configuration_answers_as_measured(
    importing: Import, overlay: Path, library: Library
) -> None:
    importing("vllm-bench", VLLM, told=H100)

    found = answer(overlay, library).performance
    assert found.basis == "measured"
    assert found.output_tokens_per_second == pytest.approx(327_680 / 120)
    assert found.evidence[0].id == rows(overlay)[0]["id"]
    assert (found.ttft_seconds, found.tpot_seconds) == (0.4125, 0.0224)


def test_near_configurations_lean_on_own_rows_and_are_surer(
    importing: Import, overlay: Path, library: Library
) -> None:
    near = {"load.concurrency": 48, "deployment.engine": "vllm"}
    public = answer(overlay, library, **near).performance
    importing("vllm-bench", VLLM, told=H100)
    own = answer(overlay, library, **near).performance

    def width(found: Any) -> float:
        low, high = found.output_tokens_per_second_low, found.output_tokens_per_second_high
        return float(high / low)

    assert own.evidence[0].id == rows(overlay)[0]["id"]
    assert own.evidence[0].weight_fraction > 0.5
    assert width(own) < width(public)
