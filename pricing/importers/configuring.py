"""Makes rows of measurements of runs: what their files say, and where they do not, the caller."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import counted
from pricing.catalog.rows import Model
from pricing.errors import UnknownName
from pricing.importers.benchmarks.runs import NotARunError, Run
from pricing.importers.devices import Devices
from pricing.importers.readings import Told
from pricing.serving.engines import concurrency_key
from pricing.serving.precision_names import named_format, parse_format

T = TypeVar("T")
Row = dict[str, Any]
IDENTITY = (
    *("device", "device_count", "model", "precision", "weight_bits", "kv_cache_precision"),
    *("engine", "engine_version", "scenario", "regime", "tensor_parallel", "concurrency"),
    "requests_per_second",
)
"""Columns that tell runs apart; lengths vary a little from one run to the next."""

ID_DIGITS = 10

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
        whole.args = ("; ".join(map(str, parts)),)
        whole.options = [option for part in parts for option in part.options]
        return whole


class Weights(NamedTuple):
    """A format of weights as rows have it."""

    precision: str
    weight_bits: float | None


class Configurations:
    """Rows of runs, in the names of a catalogue."""

    def __init__(self, catalog: Catalog, told: Told) -> None:
        """told: what the caller says; it goes before what files say."""
        self._catalog = catalog
        self._told = told
        self._devices = Devices(catalog)
        self.notes: Counter[str] = Counter()
        """What whoever imports should know of rows, with how many there are."""

    def row(self, run: Run) -> Row:
        """The row of a run, without id and source. Raises UnsaidError with all that is unsaid.

        Raises NotARunError for a model that was not on the devices as a whole.
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
        lengths, load = said(self._lengths), said(self._load)
        if not (device and count and engine and model and weights and lengths and load):
            raise UnsaidError.of(unsaid)
        _check_offload(run, model)
        notes = (*run.notes, *self._contradicted(run, device))
        self.notes.update(notes)
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
            "requests_per_second": run.requests_per_second,
            "output_tokens_per_second": run.output_tokens_per_second,
            "ttft_seconds": None if run.at_once else run.ttft_seconds,
            "tpot_seconds": run.tpot_seconds,
            **self._power(run, count),
            "confidence": "verified",
            "notes": "; ".join((*notes, *run.facts, *_queued(run))) or None,
        }

    def _device(self, run: Run) -> str:
        if self._told.device is not None:
            return self._catalog.devices.find(self._told.device, field="--device").name
        if run.device is None:
            raise UnsaidError("--device", "which device was measured")
        name, _ = self._counted(run.device)
        found = DRIVER_NAMES.get(name) or self._devices.named(name)
        if found is None:
            raise UnsaidError("--device", f"which device {run.device!r} is", self._near(name))
        return found

    def _counted(self, said: str) -> tuple[str, int | None]:
        """The name of a device, and how many of it a file counts beside it."""
        name = said.replace("_", " ")
        if self._devices.named(name) is not None:  # the 4090 of a name is no count
            return name, None
        return counted(name) or (name, None)

    def _contradicted(self, run: Run, device: str) -> tuple[str, ...]:
        """Where the file names another device than the caller."""
        if run.device is None or self._told.device is None:
            return ()
        name, _ = self._counted(run.device)
        meant = DRIVER_NAMES.get(name) or self._devices.named(name)
        return () if meant in {None, device} else (f"the file says {run.device}, not {device}",)

    def _count(self, run: Run) -> int:
        count = self._told.device_count or run.device_count
        if count is None and run.device is not None:
            _, count = self._counted(run.device)
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
        """Devices that a name may mean."""
        try:
            meant = self._catalog.devices.find(name, field="--device").name
        except UnknownName as error:
            return tuple(error.nearest)
        return (meant, *self._catalog.devices.fitting(name, meant))

    def _model(self, run: Run) -> Model:
        name = self._told.model or run.model
        if name is None:
            raise UnsaidError("--model", "which model was served")
        try:
            return self._catalog.models.find(name, field="--model")
        except UnknownName as error:
            if self._told.model is not None:
                raise
            reason = f"which model {name!r} is: import its config.json by hf-config, or name it"
            raise UnsaidError("--model", reason, tuple(error.nearest)) from error

    def _weights(self, run: Run) -> Weights:
        """The format of the weights: told, else what the file or the name of the model says."""
        said = self._told.precision or run.precision
        if said is None:
            named = named_format(run.model) if run.model else None
            if named is None:
                raise UnsaidError("--precision", "which format the weights are in")
            said = named[1]
        try:
            return Weights(*parse_format(said, field="--precision"))
        except UnknownName as error:
            if self._told.precision is not None:
                raise
            raise UnsaidError(
                "--precision", f"which format {said!r} is", tuple(error.nearest)
            ) from error

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

    def _power(self, run: Run, count: int) -> Row:
        """Power of all devices, where it is of as many as were measured."""
        watts = self._told.power_watts
        if watts is None and run.power_device_count in {None, count}:
            watts = run.power_watts
        scope = None if watts is None else "devices"
        return {"power_watts": watts, "power_scope": scope, "power_monotone": None}


def _queued(run: Run) -> tuple[str, ...]:
    """The time to first token of requests sent at once: it hangs on how many there were."""
    if run.at_once is None or run.ttft_seconds is None:
        return ()
    return (f"all were sent at once: the first token came after {run.ttft_seconds:.4g} s",)


def _check_offload(run: Run, model: Model) -> None:
    """Refuse a run that left layers to the host; the output counts as one more."""
    if run.layers_on_device is not None and run.layers_on_device <= model.layers:
        raise NotARunError(
            f"{run.layers_on_device} of {model.layers + 1} layers were on the device"
        )


def named(row: Row, run: Run, tool: str, file: str) -> str:
    """What names a row: the tool, and a digest of what tells its run from others.

    A run that says its time is the same in any file; another one is that of its file.
    """
    where = run.ran or file
    told = (tool, where, run.settings, *(row[name] for name in IDENTITY))
    lengths = [f"{row[name] or 0.0:.0f}" for name in ("input_tokens", "output_tokens")]
    digest = hashlib.sha256("\n".join(map(str, (*told, *lengths))).encode()).hexdigest()
    return f"{tool.split(maxsplit=1)[0].lower()}-{digest[:ID_DIGITS]}"
