"""The tools: what each is for, what it takes, and how it asks and answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pricing.catalog.library import Library
from service.agents import answers, questions
from service.agents.answers import Told
from service.agents.questions import Question
from service.summaries.parts import Fields

Schema = Mapping[str, Any]

MODEL: Schema = {
    "type": ["string", "object"],
    "description": "Model by any usual name (llama 3.1 70b, deepseek-v3, Qwen/Qwen3-8B), or"
    ' {"parameters": 70e9}.',
}
DEVICE: Schema = {
    "type": "string",
    "description": "Device (h100, mi300x, l4) or instance type (p5.48xlarge).",
}
COUNT: Schema = {"type": ["integer", "string"], "description": "Devices. Default: fewest that fit."}
PRECISION: Schema = {"type": "string", "description": "bf16, fp8, fp4, int4, …"}
PROVIDER: Schema = {"type": "string", "description": "aws, gcp, azure, lambda, … Default: median."}
REGION: Schema = {"type": "string", "description": "us-east-1, Frankfurt, …"}
OPTION: Schema = {
    "type": "string",
    "description": "on_demand, spot, reserved_1y, reserved_3y, owned, …",
}
NUMBER: Schema = {"type": ["number", "string"]}
DAY: Schema = {"type": "string", "description": "Day of the prices, YYYY-MM-DD."}
RELEASE: Schema = {"type": "string", "description": "Release of the tables. Default: newest."}
WORKLOAD: Schema = {"enum": ["interactive", "batch"], "description": "batch: nobody waits."}

DATED = {"as_of": DAY, "catalog": RELEASE}
BOUGHT = {"option": OPTION, "provider": PROVIDER, "region": REGION}
DEPLOYED = {"model": MODEL, "device": DEVICE, "device_count": COUNT, "precision": PRECISION}
FIELDS: Schema = {
    "type": "array",
    "items": {"type": "string"},
    "description": "More fields of the whole answer, e.g. line_items, power, assumptions.",
}


def _amount(description: str) -> Schema:
    return {**NUMBER, "description": description}


LENGTHS = {
    "input_tokens": _amount("Per request, the prompt [tokens]."),
    "output_tokens": _amount("Per request [tokens]."),
}

ANSWER: Schema = {
    "type": "object",
    "properties": {
        "sentence": {"type": "string"},
        "figures": {"type": "object"},
        "rows": {"type": "array", "items": {"type": "object"}},
        "notes": {"type": "array", "items": {"type": "string"}},
        "assumed": {"type": "array", "items": {"type": "string"}},
        "whole": {"type": "object", "description": "HTTP request with the whole answer."},
    },
    "required": ["sentence", "whole"],
}
"""What every tool answers."""


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool.

    takes: schemas of its arguments; required: those that it needs; more: the kind of query whose
    other fields it takes by name, empty for none.
    """

    name: str
    title: str
    description: str
    takes: Mapping[str, Schema]
    required: Sequence[str]
    asks: Callable[[Mapping[str, Any], Library], Question]
    tells: Callable[[Fields, Question], Told]
    more: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        return {
            "type": "object",
            "properties": dict(self.takes),
            "required": [*self.required],
            "additionalProperties": bool(self.more),
        }

    @property
    def told(self) -> str:
        """Its description, and where its other fields are listed."""
        if not self.more:
            return self.description
        return (
            f"{self.description} Other fields go by name (dotted where nested):"
            f" unitcost://fields/{self.more} lists them."
        )


TOOLS = (
    Tool(
        name="ask",
        title="Ask in words",
        description="Answers a cost question in plain English about AI compute: tokens, training,"
        " GPU prices, a service by the month, watts, API list prices (gpt-4o), `X vs Y`. Start"
        " here. `reading` says how the question was read. Prices are USD, dated."
        ' Example: {"q": "llama 70b fp8 on 8xh100 at aws spot, 1k in 200 out"}',
        takes={
            "q": {"type": "string", "description": "One question, at most 500 characters."},
            **DATED,
        },
        required=("q",),
        asks=questions.in_words,
        tells=answers.in_words,
    ),
    Tool(
        name="unit_costs",
        title="Cost of a token, a request and a watt",
        description="What serving a model costs on some devices: USD per million input and output"
        " tokens, per request and hour, with 80% intervals, output tokens per second, seconds to"
        " the first token, watts, carbon."
        ' Example: {"model": "llama-3.1-70b", "device": "h100", "device_count": 8, "precision":'
        ' "fp8", "input_tokens": 1000, "output_tokens": 250, "option": "spot"}',
        takes={
            **DEPLOYED,
            **LENGTHS,
            "workload": WORKLOAD,
            "concurrency": _amount("Requests in flight. Default: what the SLO allows."),
            "tpot_seconds": _amount("SLO: most seconds per output token."),
            **BOUGHT,
            **DATED,
            "fields": FIELDS,
        },
        required=("model", "device"),
        asks=questions.unit_costs,
        tells=answers.unit_costs,
        more="unit_costs",
    ),
    Tool(
        name="training_run",
        title="Cost of a training run",
        description="What pretraining or fine-tuning costs [USD] under every way of buying the"
        " devices (on demand, spot, reserved, owned), with percentiles, hours, failures, restarts."
        ' Example: {"model": "llama-3.1-8b", "tokens": "1T", "device": "h100",'
        ' "device_count": 1024}',
        takes={
            **DEPLOYED,
            "tokens": _amount("Training tokens, all passes (1e12 or 1T). Or samples, or steps."),
            "method": {
                "type": "string",
                "description": "pretraining (default), full_finetuning, lora, qlora, …",
            },
            "sequence_length": _amount("Tokens per sequence."),
            **BOUGHT,
            **DATED,
            "fields": FIELDS,
        },
        required=("model", "device"),
        asks=questions.run_costs,
        tells=answers.run_costs,
        more="run_costs",
    ),
    Tool(
        name="monthly_cost",
        title="Cost of a service by the month",
        description="What serving a load costs over months [USD]: replicas follow the load, with"
        " commitments, growth, redundancy and energy; beside it what an API would charge."
        ' Example: {"model": "llama-3.1-8b", "device": "l4", "requests_per_day": "1M",'
        ' "input_tokens": 1000, "output_tokens": 200, "horizon_months": 12}',
        takes={
            **DEPLOYED,
            "requests_per_day": _amount("Mean of the first month."),
            "growth_per_month_fraction": _amount("0.05 is 5% a month."),
            "horizon_months": _amount("Months. Default: 36."),
            **LENGTHS,
            "plan": {"enum": ["optimal"], "description": "The commitments that cost least."},
            "alternative_provider": {"type": "string", "description": "API to compare: openai."},
            "alternative_model": {"type": "string", "description": "Its model: gpt-4o-mini."},
            **BOUGHT,
            **DATED,
            "fields": FIELDS,
        },
        required=("model", "device", "requests_per_day"),
        asks=questions.tco,
        tells=answers.tco,
        more="tco",
    ),
    Tool(
        name="compare",
        title="The best devices for a model",
        description="Ranks devices, counts, precisions and ways of buying for one model by one"
        " objective. Without `devices`, all are compared. With `requests_per_day` services over"
        " `horizon_months` are ranked by their totals [USD], with peaks, growth and commitments."
        f" At most {answers.MOST_ROWS} candidates are told."
        ' Example: {"model": "llama-3.1-70b", "devices": ["h100", "mi300x", "l40s"],'
        ' "input_tokens": 1000, "output_tokens": 250}',
        takes={
            "model": MODEL,
            "objective": {
                "type": "string",
                "description": "usd_per_million_output_tokens (default), usd_per_request,"
                " usd_per_month, joules_per_output_token, ttft_seconds, tpot_seconds, …;"
                " of services usd_total (default), usd_discounted, usd_per_million_tokens.",
            },
            "requests_per_day": _amount("Of a service: mean of the first month."),
            "horizon_months": _amount("Of a service. Default: 36."),
            **{
                name: {"type": "array", "items": {"type": kind}}
                for name, kind in (
                    ("devices", "string"),
                    ("device_counts", "integer"),
                    ("precisions", "string"),
                    ("options", "string"),
                    ("plans", "string"),
                    ("providers", "string"),
                    ("regions", "string"),
                )
            },
            **LENGTHS,
            **DATED,
            "fields": FIELDS,
        },
        required=("model",),
        asks=questions.comparison,
        tells=answers.comparison,
        more="comparisons",
    ),
    Tool(
        name="find_prices",
        title="Prices of devices",
        description="Dated prices of GPUs and other accelerators by provider, region and way of"
        " buying [USD per hour], the lowest device-hour first. For prices of APIs use ask."
        ' Example: {"device": "h100", "option": "spot", "provider": "aws"}',
        takes={
            "device": {"type": "string", "description": "Device: h100, mi300x, l4, …"},
            **BOUGHT,
            "instance_type": {"type": "string", "description": "As the provider names it."},
            "search": {"type": "string", "description": "Text in any column."},
            **DATED,
        },
        required=(),
        asks=questions.prices,
        tells=answers.prices,
    ),
    Tool(
        name="explain",
        title="Why a figure changed",
        description="Why a cost differs between two circumstances: days, releases or values of any"
        " fields. Effects add up to the change exactly."
        ' Example: {"base": {"model": "llama-3.1-70b", "device": "h100", "device_count": 8},'
        ' "from": {"as_of": "2024-06-01"}, "to": {"as_of": "2026-05-01", "option": "spot"}}',
        takes={
            "kind": {"enum": ["unit_costs", "run_costs", "tco"]},
            "base": {"type": "object", "description": "Fields of both sides, by name."},
            "from": {"type": "object", "description": "Fields of the first side."},
            "to": {"type": "object", "description": "Fields of the second side."},
            "figure": {
                "type": "string",
                "description": "Any number of the answer. Default: its main price.",
            },
            "fields": FIELDS,
        },
        required=("base", "from", "to"),
        asks=questions.explanation,
        tells=answers.explanation,
    ),
)
"""The tools, in the order in which they are told."""
