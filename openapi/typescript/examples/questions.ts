import { Unitcost, UnitcostProblem } from "unitcost-client";

const unitcost = new Unitcost();
const model = "llama-3.1-70b";
const deployment = { device: "h100-sxm-80gb", device_count: 8 };

const quote = await unitcost.unitCosts({ model, deployment });
console.log("a million tokens", quote.unit_costs.usd_per_million_output_tokens);
const run = await unitcost.runCosts({ model, tokens: 1e9, deployment: { ...deployment, device_count: 64 } });
console.log("a run", run.options.map((option) => [option.option, option.usd.mean]));
const service = await unitcost.tco({ model, deployment, traffic: { requests_per_day: 1e5 }, horizon_months: 3 });
console.log("three months", service.totals.usd_total);
const axes = { "deployment.device": ["h100-sxm-80gb", "l4"], "load.concurrency": [1, 64] };
const sweep = await unitcost.sweep({ kind: "unit_costs", base: { model, deployment: { device_count: 8 } }, axes });
console.log("a sweep", sweep.rows.map((row) => row["usd_per_million_tokens"]));
console.log("in words", (await unitcost.ask("llama 70b on 8x h100, spot")).sentence);
try {
  await unitcost.unitCosts({ model, deployment: { device: "h100-smx" } });
} catch (error) {
  if (error instanceof UnitcostProblem) console.log(error.kind, error.field, error.nearest);
}
