"""The figures of a training run."""

from pricing.units import WATTS_PER_KILOWATT
from service.asking.figures.electricity import of_energy
from service.asking.figures.figure import Fields, Read, devices_of, figure_of, one, spoken
from service.summaries.parts import device_words
from service.summaries.run_costs import cheapest_of


def run_costs(answer: Fields) -> Read:
    """The cost of a run, the option that its answer ranks first before the others."""
    if not answer["options"]:
        return
    option = cheapest_of(answer)
    yield from _prices(answer, option)
    time = figure_of("wall_clock_hours", option["wall_clock_hours"], "hours")
    work = figure_of("device_hours", option["device_hours"], "device-hours")
    yield "duration", (time, work)
    yield "device_hours", (work, time)
    yield one("carbon", "kilograms_co2e", option["kilograms_co2e"], "kg of CO₂e")
    yield from _energy(answer, option)
    yield "count", (devices_of(answer),)
    yield from _memory(answer)
    mfu_percent = 100.0 * answer["compute"]["mfu_fraction"]
    yield one("mfu", "mfu_percent", mfu_percent, "% of the peak (MFU)")
    speed = answer["compute"]["tokens_per_second"]
    yield one("tokens_per_second", "tokens_per_second", speed, "tokens a second")


def _prices(answer: Fields, option: Fields) -> Read:
    """The price of the option, of others beside it, and with the confidence that is asked for."""
    usd, named = option["usd"], spoken(option["option"])
    beside = [
        (
            other["option"],
            figure_of(f"{other['option']}.usd_mean", other["usd"]["mean"], spoken(other["option"])),
        )
        for other in answer["options"]
        if other is not option
    ]
    first = figure_of("usd_mean", usd["mean"], named, usd["p10"], usd["p90"])
    yield "price", (first, *(figure for name, figure in beside if name == "on_demand"))
    yield "options", tuple(figure for name, figure in beside if name != "on_demand")
    levels = (option.get("confidence") or answer.get("confidence") or {}).get("levels") or ()
    yield (
        "confidence",
        tuple(
            figure_of(
                f"usd_at_{level['confidence_fraction']:.0%}".removesuffix("%"),
                level["usd"],
                f"{named} with {level['confidence_fraction']:.0%} confidence",
            )
            for level in levels
        ),
    )


def _energy(answer: Fields, option: Fields) -> Read:
    """The energy of a run, its mean power, and its price."""
    energy, hours = option["energy_kilowatt_hours"], option["wall_clock_hours"]
    watts = energy / hours * WATTS_PER_KILOWATT if hours else None
    yield (
        "watts",
        (
            figure_of("energy_kilowatt_hours", energy, "kWh at the meter"),
            figure_of("facility_watts", watts, "W at the meter"),
        ),
    )
    yield "electricity", of_energy(answer, energy)


def _memory(answer: Fields) -> Read:
    """What a run takes of its devices, and the largest micro-batch that they hold."""
    memory, count = answer["memory"], answer["device_count"]
    used_gibibytes = memory["used_gibibytes"]
    words = f"GiB taken on {device_words(answer)}"
    in_all = figure_of("all_used_gibibytes", used_gibibytes * count, words)
    used = (
        *((in_all,) if count > 1 else ()),
        figure_of("used_gibibytes", used_gibibytes, "GiB taken a device"),
        figure_of("capacity_gibibytes", memory["capacity_gibibytes"], "GiB usable on each"),
    )
    words = f"GiB of optimizer states on {device_words(answer)}"
    states = figure_of("optimizer_gibibytes", memory["optimizer_gibibytes"] * count, words)
    yield "optimizer_memory", (states, *used)
    yield "memory", used
    yield "fits", used
    most = _most_sequences(memory, answer["layout"]["micro_batch_sequences"])
    told = "sequence at once has" if most == 1.0 else "sequences at once have"
    words = f"{told} room in memory on a device"
    yield "batch", (figure_of("most_micro_batch_sequences", most, words), *used)


def _most_sequences(memory: Fields, sequences: int) -> float | None:
    """The largest micro-batch that memory holds: activations grow with it [sequences]."""
    activations = memory["activations_gibibytes"]
    if not activations:
        return None
    return float((activations + memory["headroom_gibibytes"]) * sequences // activations)
