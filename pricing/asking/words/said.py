"""What a question says, slot by slot: one model, one device, one count, one load, …."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from pricing.asking.words.lexicon import Lexicon
from pricing.asking.words.terms import Term
from pricing.catalog.names import says_system
from pricing.catalog.naming.machines import Machine
from pricing.catalog.naming.words import squashed
from pricing.errors import InvalidQuery

MOST_OTHERS = 2
"""Most other readings that are told."""

NEAR = 2
"""Most atoms between an option and its term, or a count and what it counts."""

TERMS: Mapping[str, Mapping[int, str]] = {
    "reserved": {3: "reserved_3m", 6: "reserved_6m", 12: "reserved_1y", 36: "reserved_3y"},
    "savings_plan": {12: "savings_plan_1y", 36: "savings_plan_3y"},
}
"""Options with a term, by the term [months]."""

USUAL_TERM = 12

METHODS = ("pretraining", "full_finetuning")
"""Methods that a more special one beside them replaces."""

AMOUNTS = (
    *("input_tokens", "output_tokens", "tokens", "concurrency", "requests_per_day"),
    *("requests_per_second", "tokens_per_day", "input_tokens_per_day", "output_tokens_per_day"),
    *("months", "samples", "epochs", "sequence_length", "adapter_rank", "utilization", "discount"),
    *("growth", "mfu", "tensor_parallel", "pipeline_parallel", "data_parallel", "expert_parallel"),
    *("pue", "cached", "grams_per_kwh", "usd_per_hour", "usd_per_instance_hour"),
    *(
        "made_images",
        "audio_hours",
        "audio_minutes",
        "usd_per_kilowatt_hour",
        "ttft_seconds",
        "tpot_seconds",
        "nodes",
        "devices",
        "parameters",
    ),
)
"""Numbers that a question may say once."""

WORDS = (
    *("provider", "workload", "engine", "precision", "currency", "api_provider", "superlative"),
    *("as_of", "api", "selfhost", "board", "rental"),
)
"""Words that a question may say once."""

ONCE = frozenset({"api_model", "size", "number", *WORDS, *AMOUNTS})
"""What a question may say once. Sums and shares of nothing have no place in it."""

THINGS = frozenset(
    {
        *("model", "api_model", "size", "device", "machine", "provider", "option", "place"),
        *("precision", "engine", "workload", "method", "selfhost", "api", "api_provider", "board"),
        "rental",
    }
)
"""What two sides of a comparison may differ by."""


class Said(Struct):
    """What one side of a question says.

    slots: values by name; figures: what is asked for, in order; guesses: slots that were chosen by
    how common they are, with what else fits; left: words that say nothing here.
    """

    slots: dict[str, Any] = field(default_factory=dict)
    figures: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def get(self, name: str) -> Any:
        """A slot, None where nothing is said."""
        return self.slots.get(name)


def said_of(terms: Sequence[Term], lexicon: Lexicon) -> Said:
    """The slots of some terms. Of two values of one slot the first holds, and the other is left."""
    said = Said()
    used: set[int] = set()
    _take_options(said, terms, used)
    for at, term in enumerate(terms):
        if at in used:
            continue
        if term.value == "how_many" and terms[at + 1 : at + 2]:
            if terms[at + 1].kind in {"device", "machine"}:
                said.figures.append("count")
        elif term.kind in {"device", "machine"}:
            _take_device(said, terms, at, used, lexicon)
        else:
            _take_word(said, term)
    _take_counts(said, terms, used)
    return said


def _take_word(said: Said, term: Term) -> None:
    """A term that means the same wherever it stands."""
    match term.kind:
        case "model":
            _take_model(said, term)
        case "method":
            _take_method(said, term.value)
        case "figure":
            said.figures.append(term.value)
        case "place":
            said.slots.setdefault("place", []).append((term.value, term.said))
        case "tokens_pair":
            said.slots.setdefault("input_tokens", term.value[0])
            said.slots.setdefault("output_tokens", term.value[1])
        case "sum" | "share":
            said.left.append(term.said)
        case kind if kind in ONCE:
            _take(said, term)


def _take(said: Said, term: Term) -> None:
    if said.slots.setdefault(term.kind, term.value) != term.value:
        said.left.append(term.said)
    elif term.is_guess and squashed(term.said) != squashed(term.value.model):
        said.assumed.append(guessed(term))


def guessed(term: Term) -> str:
    """How a word was read that several things fit."""
    name = getattr(term.value, "model", term.value)
    more = f", and not as {' or '.join(term.others[:MOST_OTHERS])}" if term.others else ""
    return f"{term.said} is read as {name}{more}"


def _take_model(said: Said, term: Term) -> None:
    if "model" in said.slots:
        if said.slots["model"] != term.value:
            said.left.append(term.said)
        return
    said.slots["model"] = term.value
    if term.is_guess:
        said.assumed.append(guessed(term))


def _take_method(said: Said, method: str) -> None:
    known = said.get("method")
    if known is None or (known in METHODS and method != "pretraining"):
        said.slots["method"] = method


def _take_options(said: Said, terms: Sequence[Term], used: set[int]) -> None:
    """Options, with the term that stands beside them.

    Raises InvalidQuery for a term that nobody sells.
    """
    for at, term in enumerate(terms):
        if term.kind != "option":
            continue
        option = term.value
        if option in TERMS:
            known = TERMS[option]
            near = _term_beside(terms, at, known, used)
            months = USUAL_TERM if near is None else round(terms[near].value)
            if near is not None:
                used.add(near)
            elif "option" not in said.slots:
                said.assumed.append(f"{term.said} without a term is read as {USUAL_TERM} months")
            if months not in known:
                raise InvalidQuery(
                    f"no provider of the tables sells {term.said} for {months} months",
                    field="option",
                    nearest=tuple(known.values()),
                )
            option = known[months]
        if said.slots.setdefault("option", option) != option:
            said.left.append(term.said)
        used.add(at)


def _term_beside(
    terms: Sequence[Term], at: int, known: Mapping[int, str], used: Iterable[int]
) -> int | None:
    """The place of the term of an option: of two times beside it, the one that is sold."""
    behind = _beside(terms, at, "months", {*used, at - 1})
    before = _beside(terms, at, "months", {*used, at + 1})
    found = [place for place in (before, behind) if place is not None]
    sold = [place for place in found if round(terms[place].value) in known]
    return next(iter((*sold, *found)), None)


def _beside(terms: Sequence[Term], at: int, kind: str, used: Iterable[int]) -> int | None:
    """The place of a term of a kind just before or behind another."""
    for other in (at - 1, at + 1):
        if not 0 <= other < len(terms) or other in used or terms[other].kind != kind:
            continue
        low, high = sorted((terms[at], terms[other]), key=lambda term: term.first)
        if high.first - low.last <= NEAR:
            return other
    return None


def _take_device(
    said: Said, terms: Sequence[Term], at: int, used: set[int], lexicon: Lexicon
) -> None:
    """A device or an instance type, with its count and what narrows it down."""
    term = terms[at]
    count = _beside(terms, at, "count", used)
    if count is not None:
        used.add(count)
    if "device" in said.slots:
        if term.value not in (said.slots["device"], said.slots.get("machine")):
            said.left.append(term.said)
        return
    number = None if count is None else terms[count].value
    if term.kind == "machine":
        _take_machine(said, term, number)
        return
    device = _narrowed(term, terms, at, used, lexicon)
    said.slots["device"] = device
    if device == term.value and term.is_guess:
        said.assumed.append(guessed(term))
    elif device == term.value:
        others = lexicon.catalog.devices.fitting(term.said, device)
        said.slots["device_others"], said.slots["device_said"] = others, term.said
    node = int(lexicon.catalog.devices[device].node_device_count)
    behind = terms[at + 1] if at + 1 < len(terms) else term
    is_node = behind.kind == "node" and behind.first - term.last <= 1
    if is_node and (number is None or _counts_nodes(terms[at - 1], number, node)):
        said.slots["device_count"] = (number or 1) * node
        said.assumed.append(f"a node has {node} × {device}")
    elif number is not None:
        said.slots["device_count"] = number
    elif says_system(term.said):
        said.slots["device_count"] = 72 if "72" in term.said else node
        said.assumed.append(f"{term.said} is read as its {said.slots['device_count']:g} devices")


def _counts_nodes(count: Term, number: float, node: int) -> bool:
    """Whether a count before a device is of nodes: `2 h100 nodes`, and not `8x h100 node`."""
    is_times = count.said.startswith("x") or count.said.endswith("x")
    return count.kind == "count" and not is_times and number < node


def _take_machine(said: Said, term: Term, number: float | None) -> None:
    machines: tuple[Machine, ...] = term.value
    named = said.get("provider")
    machine = next((one for one in machines if one.provider == named), machines[0])
    said.slots["machine"] = machine
    said.slots["device"] = machine.device
    said.slots["device_count"] = (number or 1) * machine.device_count
    said.slots.setdefault("provider", machine.provider)
    if len({one.instance_type for one in machines}) > 1:
        others = dict.fromkeys(one.instance_type for one in machines if one is not machine)
        more = " or ".join([*others][:MOST_OTHERS])
        said.assumed.append(f"{term.said} is read as {machine.instance_type}, and not as {more}")


def _narrowed(term: Term, terms: Sequence[Term], at: int, used: set[int], lexicon: Lexicon) -> str:
    """A device by the memory that is named beside it."""
    near = _beside(terms, at, "gigabytes", used)
    device: str = term.value
    if near is None:
        return device
    used.add(near)
    head = device.split("-", maxsplit=1)[0]
    sized = f"{terms[near].value:g}gb"
    for name in lexicon.catalog.devices:
        if name.split("-")[0] == head and name.endswith(sized):
            return name
    return device


def _take_counts(said: Said, terms: Sequence[Term], used: set[int]) -> None:
    """Counts that stand at no device: of devices, of nodes, or of nothing that is known."""
    slots = said.slots
    if "devices" in slots:
        slots.setdefault("device_count", slots.pop("devices"))
    nodes = slots.pop("nodes", None)
    if nodes is not None and "device" in slots and "machine" not in slots:
        slots["device_count"] = nodes * slots.get("device_count", 0) or None
        slots["nodes"] = nodes
    elif nodes is not None and "machine" in slots:
        slots["device_count"] = nodes * slots["machine"].device_count
    spare = [
        term.value
        for at, term in enumerate(terms)
        if term.kind == "count" and at not in used and term.last > 0
    ]
    if spare and "device" in slots and slots.get("device_count") is None and len(spare) == 1:
        slots["device_count"] = spare[0]
    elif spare:
        said.left.extend(f"{value:g}" for value in spare)
