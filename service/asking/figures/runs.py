"""The figures of a training run."""

from service.asking.figures.electricity import of_energy
from service.asking.figures.figure import Fields, Read, devices, devices_of, figure_of, spoken
from service.summaries.run_costs import cheapest_of


def run_costs(answer: Fields) -> Read:
    """The cost of a run, the option that its answer ranks first before the others."""
    if not answer["options"]:
        return
    option = cheapest_of(answer["options"])
    usd = option["usd"]
    yield (
        "price",
        (
            figure_of(
                "usd_mean", usd["mean"], f"{spoken(option['option'])}", usd["p10"], usd["p90"]
            ),
            *(
                figure_of(
                    f"{other['option']}.usd_mean", other["usd"]["mean"], spoken(other["option"])
                )
                for other in answer["options"]
                if other is not option and other["option"] == "on_demand"
            ),
        ),
    )
    yield (
        "options",
        tuple(
            figure_of(f"{other['option']}.usd_mean", other["usd"]["mean"], spoken(other["option"]))
            for other in answer["options"]
            if other is not option and other["option"] != "on_demand"
        ),
    )
    time = figure_of("wall_clock_hours", option["wall_clock_hours"], "hours")
    work = figure_of("device_hours", option["device_hours"], "device-hours")
    yield "duration", (time, work)
    yield "device_hours", (work, time)
    yield (
        "carbon",
        (figure_of("kilograms_co2e", option["kilograms_co2e"], "kg of CO₂e"),),
    )
    energy = option["energy_kilowatt_hours"]
    watts = energy / option["wall_clock_hours"] * 1e3 if option["wall_clock_hours"] else None
    yield (
        "watts",
        (
            figure_of("energy_kilowatt_hours", energy, "kWh at the meter"),
            figure_of("facility_watts", watts, "W at the meter"),
        ),
    )
    yield "electricity", of_energy(answer, energy)
    yield "count", (devices_of(answer),)
    memory = answer["memory"]
    count = answer["device_count"]
    in_all = figure_of(
        "all_used_gibibytes", memory["used_gibibytes"] * count, f"GiB taken on {devices(answer)}"
    )
    used = (
        *((in_all,) if count > 1 else ()),
        figure_of("used_gibibytes", memory["used_gibibytes"], "GiB taken a device"),
        figure_of("capacity_gibibytes", memory["capacity_gibibytes"], "GiB usable on each"),
    )
    yield "memory", used
    yield "fits", used
    most = _most_sequences(memory, answer["layout"]["micro_batch_sequences"])
    told = "sequence at once has" if most == 1.0 else "sequences at once have"
    words = f"{told} room in memory on a device"
    yield "batch", (figure_of("most_micro_batch_sequences", most, words), *used)
    share = 100.0 * answer["compute"]["mfu_fraction"]
    yield "mfu", (figure_of("mfu_percent", share, "% of the peak (MFU)"),)
    speed = answer["compute"]["tokens_per_second"]
    yield "tokens_per_second", (figure_of("tokens_per_second", speed, "tokens a second"),)
    levels = (option.get("confidence") or answer.get("confidence") or {}).get("levels") or ()
    yield (
        "confidence",
        tuple(
            figure_of(
                f"usd_at_{level['confidence_fraction']:.0%}".removesuffix("%"),
                level["usd"],
                f"{spoken(option['option'])} with {level['confidence_fraction']:.0%} confidence",
            )
            for level in levels
        ),
    )


def _most_sequences(memory: Fields, sequences: int) -> float | None:
    """The largest micro-batch that memory holds: activations grow with it [sequences]."""
    activations = memory["activations_gibibytes"]
    if not activations:
        return None
    return float((activations + memory["headroom_gibibytes"]) * sequences // activations)
