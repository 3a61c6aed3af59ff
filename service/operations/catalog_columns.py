"""Descriptions of the columns of the catalogue. The schema has their types."""

from collections.abc import Mapping

from pricing.releases.schema import PRECISIONS

COLUMNS: Mapping[str, str] = {
    "accelerated_precisions": "Number formats in hardware, separated by spaces.",
    "accelerator": "What the source calls the device.",
    "active_parameters": "Parameters that a token passes through [count].",
    "attention": "mha, gqa, mqa or mla.",
    "bridged_device_count": "Devices that the link joins, where it does not join the whole server"
    " [count].",
    "comparable_kind": "What the run measures: steady, billed or adapter.",
    "comparable_mfu_fraction": "MFU in FLOPs that are counted alike for all runs [fraction].",
    "concurrency": "Requests in flight [count].",
    "confidence": "verified, partly verified, secondary or unverified.",
    "context_tokens": "Longest context [tokens].",
    "dataset": "The prompts that were sent.",
    "date_quality": "announced, or first observed on that day.",
    "dense_layers": "Layers without experts [count].",
    "dense_weight_bits": "Size of a weight outside the routed experts, where the published"
    " checkpoint has only the experts in its native precision [bits].",
    "device": "The device; null if the catalogue does not model it.",
    "device_count": "Devices [count].",
    "device_hours": "Device-hours of the run.",
    "effective_from": "First day of the price.",
    "effective_to": "First day after the price; null while the price holds.",
    "energy_megawatt_hours": "Energy of the run [MWh].",
    "engine": "The serving engine.",
    "engine_version": "Version of the engine, as printed.",
    "expert_intermediate_size": "Width of a routed expert [count].",
    "experts": "Routed experts of a layer [count].",
    "experts_per_token": "Routed experts that a token passes through [count].",
    "flops_convention": "What the FLOPs count. weights: 6·N. square: attention over the whole"
    " square as well. hardware: recomputation as well. model: not told.",
    "form_factor": "How the device is built in: a module on a board, or a card in a slot.",
    "full_attention_layers": "Layers that see the whole context [count].",
    "head_dim": "Size of a head [count].",
    "heads": "Query heads [count].",
    "hidden_size": "Width of the residual stream [count].",
    "high": "High end of its plausible range, in `unit`.",
    "host_gigabytes_per_second": "Bandwidth to the other devices through the host, both directions"
    " together [GB/s].",
    "id": "Name of the row in evidence.",
    "idle_watts": "Power without work [watts].",
    "index_bytes": "Keys of an attention indexer, per token and layer: the mean of the layers that"
    " see the whole context [bytes].",
    "input_tokens": "Mean input tokens of a request.",
    "instance_type": "The provider's name of what is rented.",
    "interconnect": "The link between the devices of a server.",
    "interconnect_gigabytes_per_second": "Bandwidth of that link, both directions together [GB/s].",
    "intermediate_size": "Width of the MLP [count].",
    "key": "Its key; answers name it under assumptions.",
    "kv_cache_precision": "Number format of the KV cache, where it is not the engine's default.",
    "kv_heads": "Key-value heads [count].",
    "kv_latent_dim": "MLA: size of the latent [count].",
    "kv_rope_dim": "MLA: size of the rotary key [count].",
    "layers": "Transformer layers [count].",
    "lookup_parameters": "Parameters of an input embedding that the output does not share: a token"
    " reads one row of it [count].",
    "low": "Low end of its plausible range, in `unit`.",
    "matmul_bf16_teraflops": "Measured peak of a matrix product in bf16 [teraFLOP/s].",
    "matmul_fp8_teraflops": "Measured peak of a matrix product in fp8 [teraFLOP/s].",
    "memory_gibibytes": "Memory [GiB].",
    "memory_gigabytes_per_second": "Memory bandwidth [GB/s].",
    "memory_type": "Kind of memory, for instance HBM3.",
    "mfu_fraction": "Model FLOPs utilisation, as published [fraction].",
    "model": "The model, as in the catalogue or as printed.",
    "name": "Full name.",
    "native_precision": "Number format of the published weights.",
    "native_weight_bits": "Size of a weight in the native precision with its scales, where it is"
    " not the usual one of that format [bits].",
    "network_gigabytes_per_second": "A device's share of the network between servers, both"
    " directions together [GB/s].",
    "node_device_count": "Devices of a server [count].",
    "notes": "Remarks on the row.",
    "option": "Way of buying: on_demand, spot, reserved_1y, …",
    "output_tokens": "Mean output tokens of a request.",
    "output_tokens_per_second": "Output tokens per second of all devices.",
    "parameters": "All parameters [count].",
    "power_monotone": "Whether the power rises with the load in the rows of this series.",
    "power_scope": "What was measured: devices or system.",
    "power_watts": "Mean power of the scope [watts].",
    "precision": "Number format of the weights.",
    "provider": "Who rents it out.",
    "purchase_high_usd": "High end of the purchase price [USD].",
    "purchase_includes_host": "Whether the purchase price includes a share of the host.",
    "purchase_low_usd": "Low end of the purchase price [USD].",
    "purchase_source": "Where the purchase price was published.",
    "purchase_usd": "Purchase price [USD].",
    "recompute": "Recomputation of activations: none, selective or full.",
    "regime": "The rule of the load: offline, concurrency, rate, server, …",
    "region": "The provider's name of the place.",
    "requests_per_second": "Requests per second.",
    "routed_expert_parameters": "Parameters in the routed experts [count].",
    "run_kind": "full_run (as billed), throughput (steady state), mlperf or finetune.",
    "run_name": "Name of the run in its source.",
    "scenario": "The benchmark's name of how it was run.",
    "sequence_length": "Tokens of a sequence [count].",
    "shared_experts": "Experts that every token passes through [count].",
    "sliding_window": "Window of local layers [tokens].",
    "source": "Where the figures of the row were published.",
    "source_location": "Where in the source: a URL, a table, a page.",
    "state_bytes": "State of fixed size that a sequence keeps in layers without a KV cache (Mamba,"
    " DeltaNet, …) [bytes].",
    "tdp_high_watts": "High end of the rated power, where it is an estimate [watts].",
    "tdp_low_watts": "Low end of the rated power, where it is an estimate [watts].",
    "tdp_watts": "Rated power [watts].",
    "tensor_parallel": "Devices of a replica [count].",
    "teraflops_per_device": "FLOP/s of a device, as published [teraFLOP/s].",
    "tokens": "Tokens of the training [count].",
    "tokens_per_second_per_device": "Tokens per second of a device, as published.",
    "tpot_seconds": "Time per output token [seconds].",
    "ttft_seconds": "Time to first token [seconds].",
    "unit": "Unit of value, low and high.",
    "usd": "Cost of the run, as published [USD].",
    "usd_basis": "What the published cost covers.",
    "usd_per_hour": "USD per hour of the whole instance.",
    "value": "The default, in `unit`.",
    "vcpu_count": "Virtual CPUs [count].",
    "vendor": "Who makes it.",
    "vocabulary_size": "Size of the vocabulary [tokens].",
    "wall_clock_days": "From start to end [days].",
    "watts_per_device": "Mean power of a device [watts].",
    "weight_bits": "Size of a weight [bits].",
    "window_kv_heads": "Key-value heads of layers with a window, where they differ from the others"
    " [count].",
    "window_kv_values": "Values cached per token in a layer with a window, where those layers have"
    " heads of their own [count].",
    "year": "Year of release [year].",
    "architecture": "Architecture.",
    "family": "Family.",
    **{f"{name}_teraflops": f"Dense peak in {name} [teraFLOP/s]." for name in PRECISIONS},
}
"""By name, in all tables."""

OF_TABLE: Mapping[str, Mapping[str, str]] = {
    "devices": {
        "architecture": "Generation of the chip.",
        "device": "Its name in this API.",
        "family": "Devices that share constants of the performance model.",
    },
    "models": {
        "architecture": "encoder_only or encoder_decoder; null for a decoder.",
        "family": "Series of the model.",
        "model": "Its name in this API.",
    },
    "prices": {
        "device_count": "Devices of the instance [count].",
        "memory_gibibytes": "Memory of the host [GiB].",
    },
    "measurements": {"device_count": "Devices that were measured [count]."},
    "training_runs": {
        "device_count": "Devices of the run [count].",
        "model": "The model, as in the catalogue.",
        "precision": "Number format of the arithmetic.",
    },
}
"""Columns with another meaning in one table."""


def description_of(table: str, name: str) -> str:
    """The description of a column."""
    return OF_TABLE.get(table, {}).get(name) or COLUMNS[name]
