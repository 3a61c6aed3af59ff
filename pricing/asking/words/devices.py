"""Devices and instance types that are said, with their counts."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from msgspec.structs import replace

from pricing.asking.words.lexicon import Lexicon
from pricing.asking.words.slots import MOST_OTHERS, Said, beside, guessed
from pricing.asking.words.terms import Term
from pricing.catalog.catalog import Catalog
from pricing.catalog.names import says_system
from pricing.catalog.naming.machines import Machine
from pricing.catalog.naming.partial_names import squashed
from pricing.units import BYTES_PER_GIBIBYTE, BYTES_PER_GIGABYTE


def take_device(
    said: Said, terms: Sequence[Term], at: int, used: set[int], lexicon: Lexicon
) -> None:
    """A device or an instance type, with its count and what narrows it down."""
    term = terms[at]
    count = _count_at(terms, at, used)
    if count is not None and count > at and _is_year(terms[count].value):
        count = None  # h100 price 2027
    if count is not None:
        used.add(count)
    if "device" in said.slots:
        if _is_narrower(said, term):
            said.slots.pop("device_others", None)
            _take_machine(said, term, said.slots.pop("device_count", None) and 1.0)
        elif term.value not in (said.slots["device"], said.slots.get("machine")):
            said.left.append(term.said)
        elif count is not None:  # if h100 gets cheaper, 8 h100
            said.slots.setdefault("device_count", terms[count].value)
        return
    number = None if count is None else terms[count].value
    if term.kind == "machine":
        _take_machine(said, term, number)
        return
    device = _narrowed(said, term, terms, at, used, lexicon)
    said.slots["device"] = device
    if device == term.value and term.is_guess:
        said.assumed.append(guessed(term))
    elif device == term.value:
        is_name = squashed(term.said) in lexicon.devices  # l40s is no plural of l40
        alone = term.said if is_name else term.said.removesuffix("s")
        others = lexicon.catalog.devices.fitting(alone, device)
        said.slots["device_others"], said.slots["device_said"] = others, term.said
    _take_number(said, terms, at, number, int(lexicon.catalog.devices[device].node_device_count))


def _is_narrower(said: Said, term: Term) -> bool:
    """Whether a term is an instance type of the device that stands before it: h100 p5.48xlarge."""
    if term.kind != "machine" or "machine" in said.slots:
        return False
    return any(kind_of(one.device) == kind_of(said.slots["device"]) for one in term.value)


def _take_number(
    said: Said, terms: Sequence[Term], at: int, number: float | None, node: int
) -> None:
    """How many devices, nodes or hours of one there are at a device; node: its usual devices."""
    term, device = terms[at], said.slots["device"]
    behind = terms[at + 1] if at + 1 < len(terms) else term
    if number is not None and behind.value == "hour" and behind.first == term.last:
        said.slots["device_hours"] = number  # 100 h100 hours
        return
    if number is None and behind.kind == "period" and behind.said in {"hours", "hrs"}:
        said.figures.append("device_hours")  # h100 hours to train a model
    is_node = behind.kind == "node" and behind.first - term.last <= 1
    if is_node and (number is None or _counts_nodes(terms[at - 1], number, node)):
        said.slots["device_count"] = (number or 1) * node
        said.slots["devices_of_node"] = float(node)
        said.assumed.append(f"a node has {node} × {device}")
    elif _is_system(terms, at) and (number is None or number < node or _is_dgx(terms, at)):
        count = said.slots["device_count"] = (number or 1) * float(terms[at - 1].value)
        said.assumed.append(f"{terms[at - 1].said} {term.said} is read as its {count:g} devices")
    elif says_system(term.said) and (number is None or number < node or "dgx" in term.said):
        said.slots["device_count"] = (number or 1) * (72 if "72" in term.said else node)
        said.assumed.append(f"{term.said} is read as its {said.slots['device_count']:g} devices")
    elif number is not None:
        said.slots["device_count"] = number
        if is_node and number == node:
            said.assumed.append(f"{number:g} is read as the devices of a node, and not as nodes")


RACKS = ("gb200", "gb300")
"""Devices that racks hold, the most common first."""


OF_RACK = "72"
"""Devices of a rack that holds them."""


def with_racks(terms: Sequence[Term]) -> list[Term]:
    """Terms where a rack is read as its devices: of those beside it, else of the most common."""
    terms = _racked(terms)
    near = {at + step for at, term in enumerate(terms) if term.kind == "device" for step in (-1, 1)}
    return [
        replace(term, kind="device", value=RACKS[0], others=RACKS[1:], is_guess=True)
        if term.kind == "system" and term.said.startswith("nvl") and at not in near
        else term
        for at, term in enumerate(terms)
    ]


def _racked(terms: Sequence[Term]) -> list[Term]:
    """Terms where a rack of a device, or a device by the rack, stands as a system before it."""
    told = [*terms]
    for at, device in enumerate(terms):
        if device.kind != "device" or device.value not in RACKS:
            continue
        for near in (at - 1, at + 1):
            rack = terms[near] if 0 <= near < len(terms) else device
            if rack.kind not in {"node", "nodes"} or not rack.said.endswith(("rack", "racks")):
                continue
            place = told.index(device)
            first = device.first
            system = Term("system", OF_RACK, first, first, said=f"{rack.said} of")
            count = Term("count", rack.value, first, first, said=rack.said)
            told[place:place] = [*([count] if rack.kind == "nodes" else ()), system]
            told.remove(rack)
    return told


def _is_system(terms: Sequence[Term], at: int) -> bool:
    """Whether the word before a device is that of a server or a rack of it: dgx a100."""
    before = terms[at - 1] if at else None
    return before is not None and before.kind == "system" and before.last == terms[at].first


def _is_dgx(terms: Sequence[Term], at: int) -> bool:
    return terms[at - 1].said == "dgx"


def _count_at(terms: Sequence[Term], at: int, used: set[int]) -> int | None:
    """The place of the count of a device; just before it with a magnitude as well: 16k h100s."""
    count = beside(terms, at, "count", used)
    if count is None and _is_system(terms, at):
        count = beside(terms, at - 1, "count", used)
    is_number = at > 0 and terms[at - 1].kind == "number" and terms[at - 1].last == terms[at].first
    return at - 1 if count is None and is_number else count


def _counts_nodes(count: Term, number: float, node: int) -> bool:
    """Whether a count before a device is of nodes: `2 h100 nodes`, and not `8x h100 node`."""
    is_times = count.said.startswith("x") or count.said.endswith("x")
    return count.kind == "count" and not is_times and (number < node or number % node != 0)


def _take_machine(said: Said, term: Term, number: float | None) -> None:
    machines: tuple[Machine, ...] = term.value
    named = said.get("provider")
    machine = next((one for one in machines if one.provider == named), machines[0])
    said.slots["machine"] = machine
    said.slots["device"] = machine.device
    said.slots["device_count"] = (number or 1) * machine.device_count
    said.slots.setdefault("provider", machine.provider)
    if term.said.startswith("ml."):
        said.assumed.append(f"{term.said} is priced as {machine.instance_type} without SageMaker")
    if len({one.instance_type for one in machines}) > 1:
        others = dict.fromkeys(one.instance_type for one in machines if one is not machine)
        more = " or ".join([*others][:MOST_OTHERS])
        said.assumed.append(f"{term.said} is read as {machine.instance_type}, and not as {more}")


def _narrowed(
    said: Said, term: Term, terms: Sequence[Term], at: int, used: set[int], lexicon: Lexicon
) -> str:
    """A device by the memory that is named beside it."""
    near = beside(terms, at, "gigabytes", used)
    device: str = term.value
    if near is None:
        return device
    used.add(near)
    sized = f"-{terms[near].value:g}gb"
    for name in lexicon.catalog.devices:
        if kind_of(name) == kind_of(device) and name.endswith(sized):
            return name
    said.slots["gigabytes"] = terms[near].value
    return device


def is_generation(word: str, terms: Sequence[Term]) -> bool:
    """Whether a word is the generation of devices that are named: rtx 6000 pro blackwell."""
    return word in GENERATIONS and any(term.kind in {"device", "machine"} for term in terms)


GENERATIONS = frozenset({"blackwell", "hopper", "ampere", "lovelace"})


def kind_of(device: str) -> str:
    """What devices are called that differ by their boards or memory.

    >>> kind_of("h100-pcie-80gb"), kind_of("rtx-pro-6000-se"), kind_of("rtx-4090")
    ('h100', 'rtx-pro-6000', 'rtx-4090')
    """
    words = device.split("-")
    number = next((at for at, word in enumerate(words) if any(map(str.isdigit, word))), 0)
    return "-".join(words[: number + 1])


@lru_cache(maxsize=8)
def common_kinds(catalog: Catalog) -> tuple[str, ...]:
    """A device of each kind, those that most providers rent out first."""
    ranks, kinds = catalog.popularity.devices, dict[str, str]()
    for device in sorted(ranks, key=ranks.__getitem__):
        kinds.setdefault(kind_of(device), device)
    return tuple(kinds.values())


def take_counts(said: Said, terms: Sequence[Term], used: set[int], lexicon: Lexicon) -> None:
    """Counts that stand at no device: of devices, of nodes, or of nothing that is known."""
    slots = said.slots
    if "devices" in slots:
        slots["shared_count"] = slots["devices"]
        of_node = slots.pop("devices_of_node", 1.0)  # a box with 4 gpus has no other
        machine = slots.get("machine")
        whole = slots.get("device_count", 1.0) / of_node
        if machine is not None and whole == machine.device_count:  # a p5 has the 8 gpus that it has
            slots["device_count"] = ceil(slots.pop("devices") / whole) * whole
        else:
            slots["device_count"] = whole * slots.pop("devices")
    slots.pop("devices_of_node", None)
    nodes = slots.pop("nodes", None)
    if nodes is not None and "device" in slots and "machine" not in slots:
        node = lexicon.catalog.devices[slots["device"]].node_device_count
        if "device_count" not in slots:
            said.assumed.append(f"a node has {node:g} × {slots['device']}")
        slots["device_count"] = nodes * slots.get("device_count", node)
        slots["nodes"] = nodes
    elif nodes is not None and "machine" in slots:
        slots["device_count"] = nodes * slots["machine"].device_count
    for term in terms:
        is_of_each = term.kind == "data_parallel" and term.said.endswith(" of")
        if is_of_each and slots.get("device_count"):
            slots["device_count"] *= term.value  # 2 replicas of 4x
    spare = [
        term.value
        for at, term in enumerate(terms)
        if term.kind == "count" and at not in used and term.last > 0 and not _counts_runs(terms, at)
    ]
    said.left.extend(f"{terms[at].value:g}" for at in range(len(terms)) if _counts_runs(terms, at))
    said.left.extend(f"{value:g}" for value in spare if _is_year(value))
    spare = [value for value in spare if not _is_year(value)]
    is_of_devices = "device" in slots or "gigabytes" in slots
    is_counted = "method" in slots or (spare and spare[0] <= MOST_APART)
    is_of_devices = is_of_devices and bool(is_counted)
    if spare and is_of_devices and slots.get("device_count") is None and len(spare) == 1:
        slots["device_count"] = spare[0]
    elif spare:
        said.left.extend(f"{value:g}" for value in spare)
        slots["spare_count"] = spare[0]


MOST_APART = 64.0
"""The most devices that serve and that a number counts which stands apart from them."""


def share_out(sides: Sequence[Said]) -> None:
    """Share devices out where each side has a number of its own: 16 for llama 405b, 8 for 8b."""
    if all("spare_count" in side.slots for side in sides):
        for side in sides:
            side.slots["device_count"] = side.slots["spare_count"]
            side.left.remove(f"{side.slots['spare_count']:g}")


def _counts_runs(terms: Sequence[Term], at: int) -> bool:
    """Whether a count stands before a method of training: 10 fine-tuning runs are no devices."""
    behind = terms[at + 1 : at + 2]
    is_before = any(one.kind == "method" and one.first == terms[at].last for one in behind)
    return terms[at].kind == "count" and is_before


def _is_year(value: float) -> bool:
    """Whether a number that stands alone is a year, and counts no devices."""
    return FIRST_YEAR <= value <= LAST_YEAR and value == int(value)


FIRST_YEAR, LAST_YEAR = 2015, 2045

MEMORY_TOLERANCE = 0.08
"""Share by which the memory of a device may differ from what people call it."""


def has_memory(catalog: Catalog, device: str, gigabytes: float) -> bool:
    """Whether a device has about so much memory, in powers of two or of ten."""
    size = catalog.devices[device].memory_bytes
    return any(
        abs(size / unit - gigabytes) <= MEMORY_TOLERANCE * gigabytes
        for unit in (BYTES_PER_GIBIBYTE, BYTES_PER_GIGABYTE)
    )
