"""Training: what one run costs under each way of buying its capacity."""

from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.catalog.rows import Assumption, Device, Model
from pricing.errors import Infeasible, Refusal, UnsupportedPrecision
from pricing.formulas import compute, power
from pricing.performance.formats import Format, default_precision, resolve
from pricing.performance.mfu import Mfu, run_mfus
from pricing.performance.training_memory import (
    Footprint,
    StateBytes,
    check_states,
    fitting_count,
    footprint,
)
from pricing.quotes.answers import (
    Compute,
    RunCostAnswer,
    RunOption,
    TrainingMemory,
    Unavailable,
)
from pricing.quotes.facilities import site
from pricing.quotes.ledger import Ledger
from pricing.quotes.models import model_of
from pricing.quotes.offers import Offer, break_even, sensitivities
from pricing.quotes.purchasing import Bought, buy
from pricing.quotes.queries import Purchase, Reliability, RunCostQuery
from pricing.quotes.run_options import Forecast, forecast, option_of
from pricing.quotes.runs import Run, Stops, failures_of, stops_of, stretch_ratio
from pricing.units import (
    BITS_PER_BYTE,
    BYTES_PER_GIBIBYTE,
    HOURS_PER_YEAR,
    SECONDS_PER_HOUR,
)

USUAL_RELIABILITY = Reliability()
ADAPTERS = frozenset({"lora", "qlora"})
TERM_HOURS = {"reserved_1y": HOURS_PER_YEAR, "reserved_3y": 3.0 * HOURS_PER_YEAR}


def run_costs(query: RunCostQuery, library: Library) -> RunCostAnswer:
    """Answer a run-cost query.

    Raises a Refusal where there is no honest answer at all; an option that has none is
    listed under `unavailable`, and the others are answered all the same.
    """
    ledger = Ledger.open(library, catalog=query.catalog, as_of=query.as_of)
    device = ledger.catalog.devices.find(query.deployment.device, field="deployment.device")
    model = model_of(ledger, query.model)
    number_format = _format(ledger, device, query)
    sequence_length = query.sequence_length or int(ledger.assume("training.sequence_length"))
    device_count, reached = _memory(ledger, device, model, query, sequence_length)
    adapter = query.method in ADAPTERS
    steady, billed = run_mfus(
        ledger.catalog,
        device,
        model,
        adapter=adapter,
        arithmetic=number_format.arithmetic,
        sequence_length=sequence_length,
        device_count=device_count,
        recompute=query.recompute,
    )
    work = _compute(model, number_format, query, sequence_length, device_count, steady)
    run = Run(
        device_count=device_count,
        productive_device_hours=work.productive_device_hours,
        overhead_ratio=1.0,
        headroom_fraction=query.headroom_fraction,
    )
    failures = failures_of(ledger, device, model, query.reliability, run)
    if query.mfu_fraction is not None:
        run = replace(run, overhead_ratio=ledger.assume("training.run_overhead_ratio"))
    elif adapter:
        run = replace(run, band_ratio=steady.band_ratio)
    else:
        usual = failures
        if query.reliability != USUAL_RELIABILITY:
            usual = failures_of(ledger, device, model, USUAL_RELIABILITY, run)
        run = _with_overhead(ledger, run, stretch_ratio(run, usual), steady, billed)
    offers, unavailable = _offers(ledger, device, query, run, failures)
    planned: list[tuple[Offer, RunOption]] = []
    courses: dict[Stops, Forecast] = {}  # all but spot stop alike
    for offer in offers:
        try:
            course = courses.get(offer.stops) or forecast(run, offer.stops)
        except Infeasible as refusal:
            unavailable.append(_unavailable(offer.purchase, refusal))
            continue
        courses[offer.stops] = course
        planned.append((offer, option_of(run, offer, course)))
    cheapest = min(planned, key=lambda pair: pair[1].usd.mean, default=None)
    return RunCostAnswer(
        model=model.name,
        device=device.name,
        device_count=device_count,
        precision=number_format.name,
        compute=work,
        memory=_training_memory(reached),
        options=tuple(option for _, option in planned),
        unavailable=tuple(unavailable),
        cheapest_option=cheapest[1].option if cheapest else None,
        spot_break_even_preemptions_per_instance_hour=break_even(
            run, [(offer, option.usd.mean) for offer, option in planned]
        ),
        sensitivities=(sensitivities(run, cheapest[0], cheapest[1].usd.mean) if cheapest else ()),
        assumptions=ledger.assumptions,
        warnings=tuple(ledger.warnings),
        provenance=ledger.provenance(query),
    )


def _format(ledger: Ledger, device: Device, query: RunCostQuery) -> Format:
    precision = query.deployment.precision
    if precision is None:
        precision = default_precision(device, "bf16")
        ledger.warn(f"no precision was asked for: {precision} is used")
    number_format = resolve(ledger.catalog, device, precision)
    if number_format.emulated:
        raise UnsupportedPrecision(
            f"{device.name} does not compute in {number_format.name}: training cannot emulate it",
            field="deployment.precision",
            nearest=device.accelerated,
        )
    return number_format


def _memory(
    ledger: Ledger, device: Device, model: Model, query: RunCostQuery, sequence_length: int
) -> tuple[int, Footprint]:
    states = _states(ledger, query)
    usable_fraction = ledger.assume("memory.usable_fraction")
    device_count = query.deployment.device_count or fitting_count(
        device,
        model,
        states,
        sequence_length=sequence_length,
        usable_fraction=usable_fraction,
    )
    reached = footprint(
        device,
        model,
        states,
        device_count=device_count,
        sequence_length=sequence_length,
        usable_fraction=usable_fraction,
    )
    check_states(device, reached, device_count=device_count)
    if not reached.fits:
        ledger.warn(
            f"the activations of one sequence do not fit beside the states even over"
            f" {reached.model_parallel} devices: the run needs more recompute than"
            f" {query.recompute!r}, context parallelism, or shorter sequences"
        )
    return device_count, reached


def _states(ledger: Ledger, query: RunCostQuery) -> StateBytes:
    """Bytes a parameter of the method, and bytes a value of the recompute."""
    full_bytes = ledger.assume("training.bytes_per_parameter")
    if query.method in ADAPTERS:
        frozen_bytes = 2.0
        if query.method == "qlora":
            frozen_bytes = ledger.assume("training.qlora_weight_bits") / BITS_PER_BYTE
        full_bytes *= ledger.assume("training.adapter_parameter_fraction")
        full_bytes += frozen_bytes
    recompute = query.recompute == "full"
    key = "training.recomputed_activation_bytes" if recompute else "training.activation_bytes"
    return StateBytes(bytes_per_parameter=full_bytes, activation_bytes=ledger.assume(key))


def _compute(
    model: Model,
    number_format: Format,
    query: RunCostQuery,
    sequence_length: int,
    device_count: int,
    steady: Mfu,
) -> Compute:
    # Adapters spare the gradients of the frozen weights: 4 FLOPs a parameter and token, not 6.
    flops = compute.training_flops(
        active_parameters=model.active_parameters,
        tokens=query.tokens,
        flops_per_parameter_token=4.0 if query.method in ADAPTERS else 6.0,
        attention_width=model.attention_width,
        attended_tokens=compute.attended_token_layers(
            growing_layers=model.growing_layers,
            window_layers=model.window_layers,
            window_tokens=model.window_tokens,
            context_tokens=sequence_length / 2.0,
        ),
    )
    mfu_fraction = steady.fraction if query.mfu_fraction is None else query.mfu_fraction
    band_ratio = steady.band_ratio if query.mfu_fraction is None else 1.0
    hours = compute.productive_device_hours(
        flops=flops, flops_per_second=number_format.flops_per_second, mfu_fraction=mfu_fraction
    )
    return Compute(
        model_flops=flops,
        mfu_fraction=mfu_fraction,
        mfu_basis="modelled" if query.mfu_fraction is None else "given",
        tokens_per_second=query.tokens / (hours / device_count * SECONDS_PER_HOUR),
        productive_device_hours=hours,
        productive_device_hours_low=hours / band_ratio,
        productive_device_hours_high=hours * band_ratio,
        evidence=steady.evidence if query.mfu_fraction is None else (),
    )


def _with_overhead(ledger: Ledger, run: Run, stretch: float, steady: Mfu, billed: Mfu) -> Run:
    """What published runs were billed beyond their steady state, usual failures apart.

    stretch: wall clock over work under the published rates of failure [ratio].
    """
    limit = ledger.catalog.assumptions["training.run_overhead_ratio"].high or 1.0
    ratio = min(limit, max(1.0, steady.fraction / billed.fraction / stretch))
    overhead = Assumption(
        key="training.run_overhead_ratio",
        value=ratio,
        unit="ratio",
        low=1.0,
        high=limit,
        source="billed over steady MFU of the nearest published runs, usual failures apart: "
        + ", ".join(billed.evidence),
        confidence="modelled",
    )
    return replace(run, overhead_ratio=ledger.note(overhead), band_ratio=billed.band_ratio)


def _offers(
    ledger: Ledger, device: Device, query: RunCostQuery, run: Run, failures: Stops
) -> tuple[list[Offer], list[Unavailable]]:
    ledger.note_tdp(device)
    device_watts = device.tdp_watts * ledger.assume("power.training_tdp_fraction")
    system_watts = power.system_watts(
        device_watts=device_watts,
        host_watts=ledger.assume(f"power.host_watts.{device.family}"),
        devices=1.0,
    )
    offers: list[Offer] = []
    unavailable: list[Unavailable] = []
    for index, purchase in enumerate(query.purchases):
        try:
            bought = buy(ledger, device, purchase, field=f"purchases[{index}]")
        except Refusal as refusal:
            unavailable.append(_unavailable(purchase, refusal))
            continue
        place = site(
            ledger,
            query.facility,
            provider=bought.provider,
            region=bought.region,
            pays_energy=bought.owned is not None,
        )
        facility_watts = power.facility_watts(system_watts=system_watts, pue_ratio=place.pue_ratio)
        offers.append(
            Offer(
                purchase=purchase,
                bought=bought,
                stops=stops_of(ledger, failures, query.reliability, bought, run),
                usd_per_kilowatt_hour=place.usd_per_kilowatt_hour,
                kilowatts_per_device=power.kilowatt_hours(watts=facility_watts, hours=1.0),
                grams_co2e_per_kilowatt_hour=place.grams_co2e_per_kilowatt_hour,
            )
        )
        _warn_of_term(ledger, bought, run)
    return offers, unavailable


def _warn_of_term(ledger: Ledger, bought: Bought, run: Run) -> None:
    if bought.owned is not None:
        ledger.warn(
            "owned charges the hours of the run alone: the rest of the devices' life must have"
            " other work to do"
        )
    term_hours = TERM_HOURS.get(bought.price.option)
    if term_hours and run.work_hours < term_hours:
        ledger.warn(
            f"{bought.price.option} is a commitment of {term_hours:.0f} hours; this answer charges"
            f" only the run's own, about {run.work_hours:.0f}"
        )


def _unavailable(purchase: Purchase, refusal: Refusal) -> Unavailable:
    near = f" (nearest: {', '.join(refusal.nearest)})" if refusal.nearest else ""
    return Unavailable(
        option=purchase.option or "on_demand",
        provider=purchase.provider,
        region=purchase.region,
        reason=f"{refusal.detail}{near}",
    )


def _training_memory(reached: Footprint) -> TrainingMemory:
    return TrainingMemory(
        states_gibibytes=reached.states_bytes / BYTES_PER_GIBIBYTE,
        activations_gibibytes=reached.activations_bytes / BYTES_PER_GIBIBYTE,
        capacity_gibibytes=reached.capacity_bytes / BYTES_PER_GIBIBYTE,
        model_parallel=reached.model_parallel,
        fits=reached.fits,
    )
