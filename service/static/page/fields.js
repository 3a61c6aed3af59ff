// The fields by the names of the service's parameters: labels, hints, and what may be chosen.
//
// kind: number (suffixes are read), name (with suggestions), choice (of a list), text
// suggest: the source of suggestions in suggestions.js

const OPTIONS = [
  ["", "On demand, or another if there is none"],
  ["on_demand", "On demand"],
  ["spot", "Spot"],
  ["reserved_1y", "Reserved, 1 year"],
  ["reserved_3y", "Reserved, 3 years"],
  ["reserved_3m", "Reserved, 3 months"],
  ["reserved_6m", "Reserved, 6 months"],
  ["savings_plan_1y", "Savings plan, 1 year"],
  ["savings_plan_3y", "Savings plan, 3 years"],
  ["capacity_block", "Capacity block"],
  ["dws_calendar", "DWS calendar"],
  ["dws_flex_start", "DWS flex start"],
  ["market_median", "Median of the market"],
  ["owned", "Owned"],
];

const PRECISIONS = ["bf16", "fp16", "fp8", "fp4", "int8", "int4", "tf32", "fp32"];

const METHODS = [
  ["pretraining", "Pretraining"],
  ["full_finetuning", "Fine-tuning, all weights"],
  ["lora", "LoRA"],
  ["qlora", "QLoRA"],
  ["int8_lora", "LoRA beside int8 weights"],
  ["dpo", "DPO"],
  ["ppo", "PPO"],
  ["grpo", "GRPO"],
  ["distillation", "Distillation"],
];

export const FIELDS = {
  model: { label: "Model", kind: "name", suggest: "models", isNeeded: true },
  device: { label: "Device", kind: "name", suggest: "devices", isNeeded: true },
  device_count: { label: "Devices", kind: "number", empty: "cheapest" },
  precision: {
    label: "Precision",
    kind: "choice",
    choices: [["", "Its own"], ...PRECISIONS.map((name) => [name, name])],
  },
  provider: { label: "Provider", kind: "name", suggest: "providers", empty: "median of all" },
  region: { label: "Region", kind: "name", suggest: "regions", empty: "any" },
  option: { label: "Way to buy", kind: "choice", choices: OPTIONS, isWide: true },
  currency: { label: "Currency", kind: "name", suggest: "currencies", empty: "USD" },
  as_of: { label: "Prices of the day", kind: "text", type: "date" },
  catalog: { label: "Release of the tables", kind: "name", suggest: "releases", empty: "newest" },
  input_tokens: { label: "Input tokens", kind: "number", empty: "usual" },
  output_tokens: { label: "Output tokens", kind: "number", empty: "usual" },
  requests_per_second: {
    label: "Requests a second",
    kind: "number",
    empty: "a usual share of what it sustains",
    isWide: true,
  },
  tpot_seconds: { label: "Longest time per token", kind: "number", empty: "usual, s" },
  ttft_seconds: { label: "Longest wait for the first", kind: "number", empty: "usual, s" },
  utilization_fraction: { label: "Use of the devices", kind: "number", empty: "usual" },
  workload: {
    label: "Workload",
    kind: "choice",
    choices: [["", "Interactive: somebody waits"], ["batch", "Batch: nobody waits"]],
    isWide: true,
  },
  engine: { label: "Engine", kind: "name", suggest: "engines", empty: "any" },
  concurrency: { label: "Requests in flight", kind: "number", empty: "as many as fit" },
  cached_input_fraction: { label: "Cached input", kind: "number", empty: "0" },
  traffic_kind: {
    label: "Kind of traffic",
    kind: "choice",
    choices: [
      ["", "Not said"],
      ["chat", "Chat"],
      ["agents", "Agents"],
      ["retrieval", "Retrieval"],
      ["none", "Nothing in common"],
    ],
  },
  tokens: { label: "Training tokens", kind: "number", isNeeded: true, isWide: true },
  method: { label: "Method", kind: "choice", choices: [["", "Pretraining"], ...METHODS.slice(1)], isWide: true },
  sequence_length: { label: "Tokens of a sequence", kind: "number", empty: "usual" },
  mfu_fraction: { label: "MFU", kind: "number", empty: "modelled" },
  recompute: {
    label: "Recomputed activations",
    kind: "choice",
    choices: [["", "The least that fits"], ["none", "None"], ["selective", "Selective"], ["full", "Full"]],
  },
  requests_per_day: { label: "Requests a day", kind: "number", isNeeded: true, isWide: true },
  growth_per_month_fraction: { label: "Growth a month", kind: "number", empty: "0" },
  horizon_months: { label: "Months", kind: "number", empty: "36" },
  scaling: {
    label: "Replicas",
    kind: "choice",
    choices: [["", "Fixed"], ["autoscaled", "Follow the load"], ["scale_to_zero", "Down to none"]],
  },
  plan: { label: "Commitments", kind: "choice", choices: [["", "None"], ["optimal", "Cheapest"]] },
  start: { label: "First month", kind: "text", type: "month" },
  staff_usd_per_month: { label: "Staff, USD a month", kind: "number", empty: "0" },
  discount_rate_fraction: { label: "Discount rate a year", kind: "number", empty: "10%" },
  alternative_provider: { label: "Provider of an API", kind: "text", empty: "openai" },
  alternative_model: { label: "Model of the API", kind: "text", empty: "gpt-4o-mini" },
};

// The name of a parameter in words, for those that have no field as well.
export function labelOf(name) {
  return FIELDS[name]?.label ?? name.replace(/_/g, " ");
}
