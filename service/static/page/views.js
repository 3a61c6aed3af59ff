// The three questions that the page asks: the path of the service, the fields, and an example.

const CAPACITY = ["model", "device", "device_count", "precision"];
const PURCHASE = ["provider", "region", "option"];
const FURTHER = ["currency", "as_of", "catalog"];

const SERVING = { model: "llama-3.1-70b", device: "h100-sxm-80gb" };
const TRAINING = { model: "llama-3.1-8b", device: "h100-sxm-80gb", tokens: "1000000000" };

export const FIRST = "unit-costs";

export const VIEWS = {
  "unit-costs": {
    label: "Price of a token",
    title: "What a token costs",
    path: "v1/inference/unit-costs",
    groups: [
      ["Model and devices", CAPACITY],
      ["Load", ["input_tokens", "output_tokens", "requests_per_second", "tpot_seconds", "ttft_seconds", "workload"]],
      ["Purchase", PURCHASE],
      ["More", ["utilization_fraction", "engine", "concurrency", "cached_input_fraction", "traffic_kind", ...FURTHER]],
    ],
    required: SERVING,
    example: { ...SERVING, input_tokens: "1000", output_tokens: "250" },
  },
  "run-costs": {
    label: "Training run",
    title: "What a training run costs",
    path: "v1/training/run-costs",
    groups: [
      ["Model and devices", CAPACITY],
      ["Run", ["tokens", "method", "sequence_length"]],
      ["Purchase", PURCHASE],
      ["More", ["mfu_fraction", "recompute", ...FURTHER]],
    ],
    unset: { option: "All, side by side" },
    required: TRAINING,
    example: { ...TRAINING, method: "full_finetuning", device_count: "8" },
  },
  tco: {
    label: "Monthly cost",
    title: "What a service costs, month by month",
    path: "v1/inference/tco",
    groups: [
      ["Model and devices", CAPACITY],
      ["Traffic", ["requests_per_day", "growth_per_month_fraction", "horizon_months", "input_tokens", "output_tokens"]],
      ["Purchase", ["provider", "region", "option", "plan", "scaling"]],
      ["An API beside it", ["alternative_provider", "alternative_model"]],
      ["More", ["tpot_seconds", "ttft_seconds", "workload", "cached_input_fraction", "start", "staff_usd_per_month", "discount_rate_fraction", ...FURTHER]],
    ],
    unset: { option: "On demand, or as committed" },
    required: { ...SERVING, requests_per_day: "400000" },
    example: {
      ...SERVING,
      requests_per_day: "400000",
      growth_per_month_fraction: "0.05",
      horizon_months: "24",
      input_tokens: "1000",
      output_tokens: "250",
    },
  },
};

for (const view of Object.values(VIEWS)) {
  view.fields = view.groups.flatMap(([, names]) => names);
}
