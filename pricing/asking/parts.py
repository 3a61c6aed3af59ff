"""The parts of queries that what is said fills: model, device, count, load and objective."""

from collections.abc import Iterable
from typing import Any

from pricing.asking.images import images_of_each, pixels_of, sees_images, settle_rate
from pricing.asking.memory import mac_of, of_memory, share_of_memory
from pricing.asking.totals import settle_tokens
from pricing.asking.traffic import requests_per_day
from pricing.asking.words.amounts.numbers import short
from pricing.asking.words.devices import has_memory
from pricing.asking.words.lexicon import Lexicon
from pricing.asking.words.places.regions import is_sold, is_sold_in
from pricing.asking.words.slot_filling import DRAFTS
from pricing.asking.words.slots import MOST_OTHERS, PARALLEL, Said
from pricing.catalog.listed.media import media_rows
from pricing.catalog.naming.partial_names import squashed
from pricing.errors import InvalidQuery
from pricing.quote.query import ModelNumbers
from pricing.quote.speculation import Speculation
from pricing.unit_costs.query import Deployment, Load, Slo
from pricing.units import HOURS_PER_DAY, SECONDS_PER_HOUR

SMALL_DRAFT = "llama-3.2-1b"
"""A model that drafts, for those who name none."""

USUAL_SPECULATION = "eagle"
"""How tokens are drafted ahead where nobody says."""

MOST_TOKENS_OF_EACH = 200_000.0
"""Most tokens beside requests a day that are those of each."""

WEEKDAYS, DAYS_PER_WEEK = 5.0, 7.0


class Parts:
    """Fills parts of queries of one side, and notes what nobody said."""

    def __init__(self, said: Said, lexicon: Lexicon, as_of: str | None) -> None:
        """as_of: the day of the prices, None for the last one that is known."""
        self.said = said
        self.as_of = as_of
        self.catalog = lexicon.catalog
        if said.get("method") is None:
            settle_tokens(said, lexicon.catalog)
        self.assumed = [*said.assumed]
        self._lexicon = lexicon
        self._host()
        self.model = self._model()
        self.device = self._device()
        self._media = media_rows(lexicon.catalog, str(self.model))
        settle_rate(said, is_made=self.makes_images)

    def _host(self) -> None:
        """Take the open model that devices are said for, where an API sells one of its name."""
        slots, sold = self.said.slots, self.said.get("api_model")
        if sold is None or "model" in slots or not {"device", "machine"} & slots.keys():
            return
        name = self._lexicon.models.get(squashed(sold.model))
        if name is not None:
            slots.pop("api_model")
            slots["model"] = name

    def _model(self) -> Any:
        """The model: by name, by its size, or by a size that no common model has."""
        said = self.said
        if said.get("model") is not None:
            size = said.get("size")
            if size is not None and not self._lexicon.is_of_size(said.get("model"), size):
                return self._student(said.get("model"), size)
            return said.get("model")
        size, active = said.get("size") or said.get("parameters"), said.get("active_parameters")
        if size is None:
            return None
        if active is not None:
            return ModelNumbers(parameters=max(size, active), active_parameters=min(size, active))
        fitting = self._lexicon.sized(size)
        if not fitting:
            self.assumed.append(f"a model of {size:,.0f} parameters is estimated by its size")
            return ModelNumbers(parameters=size)
        more = f", and not as {' or '.join(fitting[1:3])}" if fitting[1:] else ""
        self.assumed.append(f"a model of {short(size)} parameters is read as {fitting[0]}{more}")
        return fitting[0]

    def _student(self, model: str, size: float) -> str:
        """The model; of a distillation into a size, the one of its family that is as large."""
        said = self.said
        family = model.split("-", maxsplit=1)[0]
        called = self._lexicon.fitting_models.of((family, f"{size / 1e9:g}b"))
        kin = [name for name in (*self._lexicon.sized(size), *called) if name.startswith(family)]
        branch = "-".join(model.split("-")[:2])  # gpt-oss before gpt-3
        kin.sort(key=lambda name: not name.startswith(branch))
        if kin and said.get("unsized"):  # llama, and its size elsewhere
            self.assumed[:] = [text for text in self.assumed if f" is read as {model}" not in text]
            self.assumed.append(f"{family} of {short(size)} parameters is read as {kin[0]}")
            return kin[0]
        if kin and said.get("speculation") == DRAFTS and not said.get("other_model"):
            said.slots["other_model"] = kin[0]  # with an 8b draft
            return model
        if said.get("method") != "distillation" or said.get("other_model") or not kin:
            said.left.extend([] if said.get("speculation") == "none" else [short(size)])
            return model
        said.slots["other_model"] = model
        self.assumed.append(f"{short(size)} is read as {kin[0]}")
        return kin[0]

    def _device(self) -> str | None:
        """The device; of several that a name fits, the most common that the provider rents out."""
        said = self.said
        device: str | None = said.get("device")
        others = said.get("device_others") or ()
        if device is None and said.get("maker") is not None:
            mac = mac_of(self.catalog, said.get("gigabytes"))
            self.assumed.append(f"a Mac of this memory is read as {mac}")
            return mac
        if device is None or not others:
            return device
        ranks, provider = self.catalog.popularity.devices, said.get("provider")
        gigabytes, count = said.get("gigabytes"), said.get("device_count")

        def likeness(name: str) -> tuple[bool, bool, bool, int]:
            is_other = gigabytes is not None and not has_memory(self.catalog, name, gigabytes)
            is_unsold = not is_sold(self.catalog, name, provider)
            is_whole = is_sold_in(self.catalog, name, provider, count)  # 2 a100 on azure
            return is_other, is_unsold, not is_whole, ranks[name]

        names: list[str] = sorted((device, *others), key=likeness)
        chosen, *rest = names
        more = " or ".join(rest[:MOST_OTHERS])
        self.assumed.append(f"{said.get('device_said')} is read as {chosen}, and not as {more}")
        return chosen

    @property
    def parameters(self) -> float:
        """The parameters of the model."""
        return float(self._known_model.parameters)

    @property
    def active_parameters(self) -> float:
        """The parameters that a token passes."""
        return float(self._known_model.active_parameters or self._known_model.parameters)

    @property
    def _known_model(self) -> Any:
        """The model by its numbers."""
        return self.catalog.models[self.model] if isinstance(self.model, str) else self.model

    @property
    def count(self) -> int | None:
        """The devices; of a part of one, one."""
        count = self.said.get("device_count")
        if count is None:
            return None
        if count <= 0:
            raise InvalidQuery(
                "how many devices? There is no answer for none", field="q", nearest=("8x h100",)
            )
        whole = max(round(count), 1)
        copies = self.said.get("data_parallel")
        if copies and whole % copies:
            self.assumed.append(f"{copies:g} replicas of {whole} devices each are taken")
            whole *= round(copies)
            count = whole
        machine = self.said.get("machine")
        if machine is not None and whole != count:
            self.assumed.append(f"{machine.instance_type} has {count:g} of a device: 1 is taken")
        return int(whole)

    def deployment(self, device: str) -> Deployment:
        """The devices that serve."""
        said = self.said
        parallel: dict[str, Any] = {name: whole(said.get(name)) for name in PARALLEL}
        return Deployment(
            device=device,
            device_count=self.count,
            precision=said.get("precision"),
            memory_utilization_fraction=share_of_memory(
                self.catalog, device, said.get("gigabytes"), self.assumed
            ),
            kv_cache_precision=said.get("kv_cache_precision"),
            engine=said.get("engine"),
            speculation=self._speculation,
            **parallel,
        )

    @property
    def _speculation(self) -> Speculation | None:
        """How tokens are drafted ahead, None where nobody says that they are."""
        method = self.said.get("speculation")
        draft = self.said.get("other_model")
        if method == DRAFTS and draft is not None:
            self.assumed.append(f"{draft} drafts, and {self.model} verifies")
            return Speculation(method=method, draft_model=draft)
        if method == DRAFTS:
            near = (f"… {SMALL_DRAFT}", f"{self.model} with eagle")
            why = "which model drafts? Name a small one, a head, or n-grams"
            raise InvalidQuery(why, field="q", nearest=near)
        if method == "usual":
            method = USUAL_SPECULATION
            self.assumed.append(f"speculative decoding is taken with {method}, a head that drafts")
        return None if method in {None, "none"} else Speculation(method=method)

    def load(self, *, with_rate: bool = True, rate: float | None = None) -> Load:
        """The requests; rate: of all of them [requests per second], in place of what is said."""
        said = self.said
        rate = said.get("requests_per_second") if rate is None else rate
        length = said.get("input_tokens")
        if length is None:
            length = self.tokens_of_each()
        if length is None and said.get("sequence_length") is not None:
            length = said.get("sequence_length")
            self.assumed.append(f"a context of {length:,.0f} tokens is read as input tokens")
        concurrency = said.get("concurrency") if with_rate and rate is None else None
        images = pixels_of(said) if self.sees_images or self.makes_images else {}
        if self.sees_images:
            count, assumed = images_of_each(said, f"{self.model} on {self.device or 'h100'}")
            images = {**images, "images": count}
            self.assumed += assumed
        elif said.get("sees"):
            said.left.append(said.words["sees"])
        return Load(
            input_tokens=length,
            output_tokens=0.0 if said.get("reads") else said.get("output_tokens"),
            concurrency=None if concurrency is None else float(max(round(concurrency), 1)),
            requests_per_second=rate if with_rate else None,
            cached_input_fraction=said.get("cached"),
            audio_seconds=SECONDS_PER_HOUR if self.is_media and not self.makes_images else None,
            **images,
        )

    @property
    def sees_images(self) -> bool:
        """Whether images are said for a model that looks at them."""
        return isinstance(self.model, str) and sees_images(self.said, self.catalog, self.model)

    @property
    def counted_requests(self) -> float | None:
        """How many requests, or documents, are asked about in all."""
        said = self.said
        count: float | None = said.get("requests") or said.get("samples")
        return None if said.get("method") is not None else count

    def tokens_of_each(self) -> float | None:
        """The tokens of each request, or document, that is counted in all or by the day."""
        tokens: float | None = self.said.get("tokens")
        if self.counted_requests is not None:
            return tokens
        is_daily = {"requests_per_day", "requests_per_user", "requests_each"} & {*self.said.slots}
        if tokens is None or not is_daily or tokens > MOST_TOKENS_OF_EACH:
            return None
        self.assumed.append(f"{tokens:,.0f} tokens are read as the input of each request")
        return tokens

    def of_memory(self, devices: Iterable[str]) -> tuple[str, ...]:
        """Of some devices those with the memory that is said."""
        return of_memory(self.catalog, tuple(devices), self.said.get("gigabytes"))

    @property
    def hours_per_day(self) -> float | None:
        """Hours of a day that are paid for, in the mean of a week; None where nobody says."""
        hours: float | None = self.said.get("hours_per_day")
        if not self.said.get("weekdays"):
            return hours
        return (hours or HOURS_PER_DAY) * WEEKDAYS / DAYS_PER_WEEK

    @property
    def makes_images(self) -> bool:
        """Whether the model makes images."""
        return bool(self._media) and self._media[0].images_per_second is not None

    @property
    def is_media(self) -> bool:
        """Whether images that are made, or audio that is written down, are priced."""
        lengths = {"input_tokens", "output_tokens", "tokens"} & self.said.slots.keys()
        return self.makes_images or (bool(self._media) and not lengths)

    def measured_device(self) -> str | None:
        """The most common device that images or audio are measured on, where none is named."""
        if not self.is_media:
            return None
        ranks = self.catalog.popularity.devices
        device = min((row.device for row in self._media), key=ranks.__getitem__)
        self.assumed.append(f"no device is named: {device} is one that {self.model} is measured on")
        return device

    @property
    def slo(self) -> Slo:
        """Limits of latency."""
        said = self.said
        return Slo(ttft_seconds=said.get("ttft_seconds"), tpot_seconds=said.get("tpot_seconds"))

    @property
    def requests_per_day(self) -> float | None:
        """The traffic of a day, None where none is said."""
        return requests_per_day(self.said, self.catalog, self.assumed)


def whole(value: float | None) -> int | None:
    """A count, None where nothing is said."""
    return None if value is None else int(value)
