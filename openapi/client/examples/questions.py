"""Five kinds of question, asked of the service at UNITCOST_URL."""

from unitcost_client import Client, UnitcostProblem

with Client() as costs:
    tokens = costs.unit_costs(model="llama-3.1-70b", device="h100", device_count=8, provider="aws")
    print(f"{tokens.unit_costs.usd_per_million_output_tokens:.2f} USD per million output tokens")
    run = costs.run_costs(model="llama-3.1-8b", tokens=1e9, device="h100", device_count=8)
    print(f"{run.options[0].usd.mean:,.0f} USD for the run, {run.cheapest_option}")
    service = costs.tco(model="llama-3.1-8b", device="l4", requests_per_day=1e6, horizon_months=12)
    print(f"{service.totals.usd_total:,.0f} USD in {len(service.months)} months")
    best = costs.comparisons(model="llama-3.1-70b", vary={"devices": ["h100", "h200", "mi300x"]})
    print(f"{best.candidates[0]['device']} is best of {best.candidate_count}")
    print(costs.ask("watts of an h100").sentence)
    hourly = min(row.usd_per_hour / row.device_count for row in costs.prices(device="h100"))
    print(f"{hourly:.2f} USD an hour")
    try:
        costs.unit_costs(model="llama-3.1-70b", device="h100-smx")
    except UnitcostProblem as problem:
        print(f"{problem.kind}: {problem.field} may be {problem.nearest[0]}")
