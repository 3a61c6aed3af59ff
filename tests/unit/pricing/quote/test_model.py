from collections.abc import Mapping
from statistics import median, mode
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import asdict

from pricing.catalog.library import Library
from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery, UnknownName
from pricing.quote.context import QuoteContext
from pricing.quote.experts import EXPERTS_PER_TOKEN, ROUTED_SHARE
from pricing.quote.model import model_of
from pricing.quote.query import ModelNumbers
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost


def given(library: Library, numbers: ModelNumbers) -> tuple[Model, set[str]]:
    """The model, and the keys of what was estimated of it."""
    context = QuoteContext(library.newest, None)
    model = model_of(context, numbers)
    return model, {assumption.key for assumption in context.assumptions}


def test_parameters_alone_are_enough(library: Library) -> None:
    model, estimated = given(library, ModelNumbers(parameters=70e9))

    assert (model.active_parameters, model.routed_expert_parameters) == (70e9, 0.0)
    assert estimated == {
        f"model.{name}" for name in ("layers", "hidden_size", "head_dim", "heads", "kv_heads")
    }


@pytest.mark.parametrize("parameters", [0.1e9, 1e9, 16e9, 128e9, 1000e9])
def test_estimated_heads_divide_over_the_devices_of_a_node(
    library: Library, parameters: float
) -> None:
    """The usual shape of 128B would have 87 heads, which nothing divides."""
    model, _ = given(library, ModelNumbers(parameters=parameters))

    assert model.heads % 8 == 0
    assert model.attention_width == pytest.approx(model.hidden_size, rel=0.1)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("llama-2-7b", 6.74e9), ("llama-3.1-70b", 70.55e9), ("llama-3.1-405b", 405.85e9)],
)
def test_estimated_shape_is_that_of_published_models(
    library: Library, name: str, parameters: float
) -> None:
    model, _ = given(library, ModelNumbers(parameters=parameters))
    published = library.newest.models[name]

    assert model.layers == pytest.approx(published.layers, rel=0.15)
    assert model.hidden_size == pytest.approx(published.hidden_size, rel=0.15)


def test_numbers_of_a_published_model_give_its_answer(library: Library) -> None:
    numbers = {
        "parameters": 70553706496,
        "layers": 80,
        "hidden_size": 8192,
        "heads": 64,
        "kv_heads": 8,
        "head_dim": 128,
        "intermediate_size": 28672,
        "vocabulary_size": 128256,
        "lookup_parameters": 128256 * 8192,
    }
    asked = {"load.input_tokens": 3333, "workload": "batch"}
    named = unit_costs(unit_cost(asked), library)
    counted = unit_costs(unit_cost(asked | {"model": numbers}), library)

    assert counted.memory == named.memory
    assert counted.model == "given"


def numbers_of(row: Mapping[str, Any]) -> ModelNumbers:
    """Everything that a row of the catalogue says of a model, as a caller may give it."""
    told = {name: row[name] for name in ModelNumbers.__struct_fields__ if row.get(name) is not None}
    return ModelNumbers(**told)


def test_every_column_of_a_model_can_be_given(library: Library) -> None:
    """Windows, latents, experts, states and embeddings, of every model there is."""
    apart = {"name": "", "source": "", "confidence": "", "context_tokens": None}
    apart |= {"architecture": None, "year": None}
    formats = {"native_precision": "", "native_weight_bits": None, "dense_weight_bits": None}

    for row in library.newest.frames["models"].iter_rows(named=True):
        model, estimated = given(library, numbers_of(row))
        published = library.newest.models[row["model"]]

        assert estimated == set(), row["model"]
        assert asdict(model) | apart | formats == asdict(published) | apart | formats


def test_routed_share_follows_from_total_and_active_parameters(library: Library) -> None:
    model, estimated = given(
        library,
        ModelNumbers(parameters=46.7e9, active_parameters=12.88e9, experts=8, experts_per_token=2),
    )

    # S + R = 46.7e9 and S + R/4 = 12.88e9: R = 33.82e9 · 4/3
    assert model.routed_expert_parameters == pytest.approx(33.82e9 * 4 / 3, rel=1e-12)
    assert "model.routed_expert_parameters" in estimated


def test_width_of_experts_follows_from_their_parameters(library: Library) -> None:
    published = library.newest.models["mixtral-8x7b"]
    numbers = ModelNumbers(
        parameters=published.parameters,
        active_parameters=published.active_parameters,
        layers=32,
        hidden_size=4096,
        experts=8,
        experts_per_token=2,
    )

    model, estimated = given(library, numbers)

    # 3 matrices of 4,096 × 14,336 an expert, eight of them in each of 32 layers
    assert model.expert_intermediate_size == pytest.approx(14_336, rel=1e-3)
    assert "model.expert_intermediate_size" in estimated


def test_usual_experts_are_those_of_the_catalogue(library: Library) -> None:
    models = library.newest.models
    mixtures = [one for one in models.values() if one.parameters > 1.3 * one.active_parameters]
    shares = [
        one.routed_expert_parameters * one.experts_per_token / one.experts / one.active_parameters
        for one in mixtures
    ]

    assert median(shares) == pytest.approx(ROUTED_SHARE, abs=0.03)  # quartiles 0.43, 0.61
    assert mode(one.experts_per_token for one in mixtures) == EXPERTS_PER_TOKEN


@pytest.mark.parametrize("name", ["qwen3-30b-a3b", "deepseek-v3", "gpt-oss-120b", "glm-4.5-air"])
def test_mixture_without_its_experts_is_given_the_usual_ones(library: Library, name: str) -> None:
    """Not those of a dense model, which would read all its weights for one token.

    These have 52 to 70% of their active parameters in routed experts: taken as 50, the ratio is up
    to 0.70 / 0.50 of theirs.
    """
    published = library.newest.models[name]
    context = QuoteContext(library.newest, None)
    counts = ModelNumbers(
        parameters=published.parameters, active_parameters=published.active_parameters
    )
    model = model_of(context, counts)

    assert model.experts / model.experts_per_token == pytest.approx(
        published.experts / published.experts_per_token, rel=0.4
    )
    assert model.routed_expert_parameters == pytest.approx(
        published.routed_expert_parameters, rel=0.03
    )
    assert {"model.experts", "model.experts_per_token"} <= {
        assumption.key for assumption in context.assumptions
    }
    (warning,) = context.warnings
    assert f"uses 8 of {model.experts:.0f} routed experts" in warning


def test_experts_that_are_not_given_follow_from_their_parameters(library: Library) -> None:
    published = library.newest.models["qwen3-30b-a3b"]
    model, estimated = given(
        library,
        ModelNumbers(
            parameters=published.parameters,
            active_parameters=published.active_parameters,
            routed_expert_parameters=published.routed_expert_parameters,
        ),
    )

    assert (model.experts, model.experts_per_token) == (128.0, 8.0)
    assert "model.routed_expert_parameters" not in estimated


@pytest.mark.parametrize(
    "numbers",
    [
        {"parameters": 7e9},
        {"parameters": 7e9, "active_parameters": 6e9},
        {"parameters": 6e9, "active_parameters": 2e9, "lookup_parameters": 4e9},
        {"parameters": 7e9, "active_parameters": 2e9, "experts": 1},
    ],
    ids=["dense", "nearly dense", "with a table that is looked up", "said to have none"],
)
def test_dense_model_has_no_experts(library: Library, numbers: dict[str, float]) -> None:
    context = QuoteContext(library.newest, None)
    model = model_of(context, convert(numbers, ModelNumbers))

    assert (model.experts, model.routed_expert_parameters) == (1.0, 0.0)
    assert not context.warnings


@pytest.mark.parametrize(
    ("numbers", "field"),
    [
        ({"parameters": 7e9, "active_parameters": 8e9}, "model.active_parameters"),
        ({"parameters": 7e9, "experts": 8}, "model.experts_per_token"),
        ({"parameters": 7e9, "experts": 8, "experts_per_token": 9}, "model.experts_per_token"),
        (
            {
                "parameters": 7e9,
                "experts": 8,
                "experts_per_token": 2,
                "routed_expert_parameters": 8e9,
            },
            "model.routed_expert_parameters",
        ),
        (
            {
                "parameters": 30.5e9,
                "active_parameters": 3.3e9,
                "experts": 1,
                "routed_expert_parameters": 29e9,
            },
            "model.routed_expert_parameters",
        ),
        (
            {
                "parameters": 47e9,
                "active_parameters": 13e9,
                "routed_expert_parameters": 30e9,
            },
            "model.routed_expert_parameters",
        ),
        (
            {
                "parameters": 47e9,
                "active_parameters": 13e9,
                "experts": 8,
                "experts_per_token": 4,
                "routed_expert_parameters": 45e9,
            },
            "model.routed_expert_parameters",
        ),
        ({"parameters": 7e9, "lookup_parameters": 8e9}, "model.lookup_parameters"),
        ({"parameters": 7e9, "sliding_window": 4096}, "model.full_attention_layers"),
        (
            {"parameters": 7e9, "layers": 32, "full_attention_layers": 33},
            "model.full_attention_layers",
        ),
        (
            {"parameters": 7e9, "layers": 32, "full_attention_layers": 8},
            "model.sliding_window",
        ),
        ({"parameters": 7e9, "window_kv_heads": 8}, "model.window_kv_values"),
        ({"parameters": 7e9, "window_kv_values": 4096}, "model.window_kv_heads"),
        (
            {"parameters": 7e9, "window_kv_heads": 8, "window_kv_values": 4096},
            "model.sliding_window",
        ),
    ],
)
def test_numbers_that_contradict_each_other_are_refused(
    library: Library, numbers: dict[str, float], field: str
) -> None:
    with pytest.raises(InvalidQuery) as caught:
        unit_costs(unit_cost({"model": numbers}), library)

    assert caught.value.field == field


def test_unknown_model_is_refused_with_the_nearest(library: Library) -> None:
    with pytest.raises(UnknownName) as caught:
        unit_costs(unit_cost({"model": "lama-3.1-70b"}), library)

    assert caught.value.field == "model"
    assert "llama-3.1-70b" in caught.value.nearest


@pytest.mark.parametrize(("name", "seller"), [("gpt-4o", "openai"), ("o3", "openai")])
def test_refused_model_names_apis_that_sell_it(library: Library, name: str, seller: str) -> None:
    with pytest.raises(UnknownName, match=f"sold by the token .*{seller}") as caught:
        unit_costs(unit_cost({"model": name}), library)

    assert caught.value.field == "model"


@pytest.mark.parametrize(
    ("name", "is_told"),
    [
        ("llava-hf/llava-v1.6-mistral-7b-hf", True),
        ("mistralai/Pixtral-Large-Instruct-2411", True),
        ("Qwen2.5-Omni-7B", True),
        ("Qwen/Qwen2.5-VL-7B-Instruct", False),  # its encoder has a row
        ("OpenGVLab/InternVL3-8B", False),
        ("Qwen3-Embedding-8B", False),
        ("Qwen/Qwen2.5-7B-Instruct", False),
        ("qwen3-coder-30b-a3b", False),
    ],
)
def test_parts_of_a_model_other_than_text_are_warned_of(
    library: Library, name: str, *, is_told: bool
) -> None:
    found = unit_costs(unit_cost({"model": name}), library)

    assert any("a text model" in warning for warning in found.warnings) == is_told
