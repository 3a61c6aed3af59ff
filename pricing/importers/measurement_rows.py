"""Makes rows of measurements of runs: what their files say, and where they do not, the caller."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import FEW, counted, nearest
from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery, UnknownName
from pricing.importers.benchmarks.checks import check_in_flight, check_offload
from pricing.importers.benchmarks.drafts import TOLD, UNNAMED, drafting_of, method_of
from pricing.importers.benchmarks.runs import SHARED_OUT, NotARunError, Run
from pricing.importers.devices import Devices
from pricing.importers.readings import Told
from pricing.importers.report import Row
from pricing.serving.engines import concurrency_key
from pricing.serving.precision_names import named_format, parse_format

T = TypeVar("T")

DRIVER_NAMES = {"NVIDIA H200": "h200-sxm-141gb"}
"""What drivers call a device whose name alone may be another's too: they call that one H200 NVL."""


class UnsaidError(Exception):
    """What a file does not say, and the caller did not either."""

    def __init__(self, option: str, reason: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(f"{reason}: say it by {option}")
        self.options = [option]
        self.nearest = nearest

    @classmethod
    def of(cls, parts: "Sequence[UnsaidError]") -> "UnsaidError":
        """Several of them in one."""
        whole = cls("", "", parts[0].nearest)
        whole.args = ("; ".join(dict.fromkeys(map(str, parts))),)
        whole.options = [option for part in parts for option in part.options]
        return whole


class Weights(NamedTuple):
    """A format of weights as rows have it."""

    precision: str
    weight_bits: float | None


class Configurations:
    """Rows of runs, in the names of a catalogue."""

    def __init__(self, catalog: Catalog, told: Told) -> None:
        """told: what the caller says, where files do not."""
        self._catalog = catalog
        self._told = told
        self._devices = Devices(catalog)
        self.notes: Counter[str] = Counter()
        """What whoever imports should know of rows, with how many there are."""

    def check(self, runs: Sequence[Run]) -> None:
        """Refuse an option that would stand for several unknown names at once.

        Raises InvalidQuery.
        """
        asked = (
            (
                "--model",
                self._told.model,
                {run.model for run in runs if not self._named(run.model)},
            ),
            ("--device", self._told.device, {run.device for run in runs if not self._found(run)}),
        )
        for option, told, unknown in asked:
            names = sorted(filter(None, unknown))
            if told is not None and len(names) > 1:
                listed = ", ".join(map(repr, names[:FEW]))
                raise InvalidQuery(
                    f"the files name {listed}, and {told} is one: import them apart", field=option
                )

    def row(self, run: Run) -> Row:
        """The row of a run, without id and source. Raises UnsaidError with all that is unsaid.

        Raises NotARunError for a model that was not on the devices as a whole, and where the file
        says something else than the caller.
        """
        unsaid: list[UnsaidError] = []

        def said(read: Callable[[Run], T]) -> T | None:
            try:
                return read(run)
            except UnsaidError as error:
                unsaid.append(error)
                return None

        device, count, engine = said(self._device), said(self._count), said(self._engine)
        model, weights = said(self._model), said(self._weights)
        lengths, load, drafting = said(self._lengths), said(self._load), said(self._drafting)
        if not (device and count and engine and model and weights):
            raise UnsaidError.of(unsaid)
        if not (lengths and load and drafting):
            raise UnsaidError.of(unsaid)
        check_offload(run, model)
        check_in_flight(run, load["concurrency"], lengths["output_tokens"])
        self.notes.update(run.notes)
        return {
            "device": device,
            "accelerator": run.device or device,
            "device_count": count,
            "model": model.name,
            **weights._asdict(),
            "kv_cache_precision": self._cache(run),
            "engine": engine,
            "engine_version": self._told.engine_version or run.engine_version,
            "scenario": run.scenario,
            **load,
            **lengths,
            "tensor_parallel": self._size(run, count),
            **{name: self._shared(run, name) for name in SHARED_OUT},
            "attention_parallel": run.attention_parallel,
            **drafting,
            "requests_per_second": run.requests_per_second,
            "output_tokens_per_second": run.output_tokens_per_second,
            "ttft_seconds": None if run.at_once else run.ttft_seconds,
            "tpot_seconds": run.tpot_seconds,
            **self._power(run, count),
            "confidence": "verified",
            "notes": "; ".join((*run.notes, *run.facts, *_queued(run))) or None,
        }

    def _device(self, run: Run) -> str:
        found = self._found(run)
        if self._told.device is not None:
            told = self._catalog.devices.find(self._told.device, field="--device").name
            _check_agreement("--device", run.device, told, is_same=found in {None, told})
            return told
        if run.device is None:
            raise UnsaidError("--device", "which device was measured")
        if found is None:
            near = self._near(self._counted(run.device)[0])
            raise UnsaidError("--device", f"which device {run.device!r} is", near)
        return found

    def _found(self, run: Run) -> str | None:
        """The device that a file names, None where that is open."""
        name, _ = self._counted(run.device or "")
        return DRIVER_NAMES.get(name) or (self._devices.named(name) if name else None)

    def _counted(self, said: str) -> tuple[str, int | None]:
        """The name of a device, and how many of it a file counts beside it."""
        name = said.replace("_", " ")
        if self._devices.named(name) is not None:  # the 4090 of a name is no count
            return name, None
        return counted(name) or (name, None)

    def _count(self, run: Run) -> int:
        count, told = run.device_count, self._told.device_count
        if count is None and run.device is not None:
            _, count = self._counted(run.device)
        if told is not None:
            _check_agreement("--device-count", count, told, is_same=count in {None, told})
            return told
        if count is None:
            seen = run.power_device_count  # of the host: it may have more than those that served
            near = () if seen is None else (str(seen),)
            raise UnsaidError("--device-count", "how many devices served", near)
        return count

    def _engine(self, run: Run) -> str:
        engine = self._told.engine or run.engine
        if engine is None:
            raise UnsaidError("--engine", "which engine served", ("vLLM", "SGLang", "TensorRT-LLM"))
        return engine

    def _near(self, name: str) -> tuple[str, ...]:
        try:
            meant = self._catalog.devices.find(name, field="--device").name
        except UnknownName as error:
            return tuple(error.nearest)
        return (meant, *self._catalog.devices.fitting(name, meant))

    def _model(self, run: Run) -> Model:
        models, found = self._catalog.models, self._named(run.model)
        other = self._named(run.tokenizer)
        if self._told.model is not None:
            told = models.find(self._told.model, field="--model")
            networks = {one.network for one in (found, other) if one}
            is_same = found is None or told.network in networks
            _check_agreement("--model", run.model, told.name, is_same=is_same)
            return told
        if run.model is None:
            raise UnsaidError("--model", "which model was served")
        if found is None:
            why = f"which model {run.model!r} is: import its config.json by hf-config, or name it"
            raise UnsaidError("--model", why, nearest(run.model, models))
        if other and other.network != found.network:
            why = f"whether {run.model!r} was served, or {other.name}, whose tokenizer it has"
            raise UnsaidError("--model", why, (other.name, found.name))
        return found

    def _named(self, name: str | None) -> Model | None:
        """The model that a file names, None where that is open."""
        try:
            return self._catalog.models.find(name, field="--model") if name else None
        except UnknownName:
            return None

    def _weights(self, run: Run) -> Weights:
        """The format of the weights: what the file or the name of the model says, else told."""
        named = named_format(run.model) if run.model else None
        said = run.precision or (named[1] if named else None)
        try:
            found = None if said is None else Weights(*parse_format(said, field="--precision"))
        except UnknownName:
            found = None
        if self._told.precision is not None:
            told = Weights(*parse_format(self._told.precision, field="--precision"))
            is_same = found is None or found.precision == told.precision
            _check_agreement("--precision", said, told.precision, is_same=is_same)
            return told
        if found is None:
            of = "which format the weights are in" if said is None else f"which format {said!r} is"
            raise UnsaidError("--precision", of)
        return found

    def _cache(self, run: Run) -> str | None:
        said = self._told.kv_cache_precision or run.kv_cache_precision
        return None if said is None else parse_format(said, field="--kv-cache-precision")[0]

    def _load(self, run: Run) -> Row:
        """The regime and the requests in flight: None where as many as the engine admits."""
        regime, in_flight = run.regime, run.concurrency
        if regime is None:
            in_flight = self._told.concurrency
            if in_flight is None:
                raise UnsaidError("--concurrency", "how many requests were in flight")
            regime = "single" if in_flight == 1 else "concurrency"
        elif run.at_once is not None:
            key = self._most_key(run)
            most = self._catalog.assumptions[key].value
            in_flight = run.at_once if run.at_once < most else None
        return {"regime": regime, "concurrency": in_flight}

    def _most_key(self, run: Run) -> str:
        """The assumption of how many requests the engine of a run admits."""
        version = self._told.engine_version or run.engine_version
        engine = " ".join(filter(None, (self._told.engine or run.engine, version)))
        device = self._catalog.devices[self._device(run)]
        return concurrency_key(self._catalog, device, engine or None)

    def _lengths(self, run: Run) -> Row:
        """Tokens of a request; an input that nobody says is that of a data set of assumptions."""
        inputs = self._told.input_tokens if run.input_tokens is None else run.input_tokens
        dataset = run.dataset or self._told.dataset
        if inputs is None and f"dataset.{dataset}.input_tokens" not in self._catalog.assumptions:
            raise UnsaidError("--input-tokens", "how long inputs were")
        outputs = run.output_tokens or self._told.output_tokens
        if outputs is None:
            raise UnsaidError("--output-tokens", "how long outputs were")
        return {"input_tokens": inputs, "output_tokens": outputs, "dataset": dataset}

    def _size(self, run: Run, count: int) -> int | None:
        size = self._told.tensor_parallel or run.tensor_parallel
        return 1 if size is None and count == 1 else size

    def _shared(self, run: Run, name: str) -> int | None:
        """Groups, experts or stages, as the file or the caller says."""
        size: int | None = getattr(self._told, name) or getattr(run, name)
        return None if size == 1 else size

    def _drafting(self, run: Run) -> Row:
        """How tokens were drafted ahead, where they were."""
        method = run.speculation
        if method in {UNNAMED, None}:
            method = method_of(self._told.speculation) or method
        if method == UNNAMED:
            raise UnsaidError("--speculation", "how tokens were drafted ahead", TOLD)
        return drafting_of(run, method, self._told.draft_tokens or run.draft_tokens)

    def _power(self, run: Run, count: int) -> Row:
        """Power of all devices, where it is of as many as were measured."""
        watts = self._told.power_watts
        if watts is None and run.power_device_count in {None, count}:
            watts = run.power_watts
        scope = None if watts is None else "devices"
        return {"power_watts": watts, "power_scope": scope, "power_monotone": None}


def _check_agreement(option: str, said: object, told: object, *, is_same: bool) -> None:
    """Refuse a run of which the file says something else than the caller."""
    if not is_same:
        raise NotARunError(f"it says {said}, and {option} {told}")


def _queued(run: Run) -> tuple[str, ...]:
    """The time to first token of requests sent at once: it hangs on how many there were."""
    if run.at_once is None or run.ttft_seconds is None:
        return ()
    return (f"all were sent at once: the first token came after {run.ttft_seconds:.4g} s",)
