"""Models: from the catalogue by name, or from the caller's numbers."""

from pricing.catalog.attention import latent_attention, plain_attention
from pricing.catalog.rows import Assumption, Model
from pricing.errors import InvalidQuery
from pricing.quotes.ledger import Ledger
from pricing.quotes.queries import ModelNumbers

HEAD_DIM = 128
"""The head size that almost every model since 2020 has."""

KV_HEADS = 8
"""The key-value heads of most models with grouped queries."""


def model_of(ledger: Ledger, model: str | ModelNumbers | None) -> Model:
    """The model of a query.

    A model given by its numbers needs its parameters only: what is left out is estimated
    from them and listed. Raises UnknownName, or InvalidQuery for numbers that contradict.
    """
    if isinstance(model, ModelNumbers):
        return _from_numbers(ledger, model)
    return ledger.catalog.models.find(model or "", field="model")


def _from_numbers(ledger: Ledger, numbers: ModelNumbers) -> Model:
    active = numbers.active_parameters or numbers.parameters
    if active > numbers.parameters:
        raise InvalidQuery(
            f"active_parameters {active:g} are more than parameters {numbers.parameters:g}",
            field="model.active_parameters",
        )
    experts = numbers.experts or 1
    per_token = numbers.experts_per_token or (1 if experts == 1 else 0)
    if not 0 < per_token <= experts:
        raise InvalidQuery(
            f"experts_per_token must be given between 1 and the {experts} experts",
            field="model.experts_per_token",
        )

    def estimated(name: str, value: float, unit: str, source: str) -> float:
        return ledger.note(
            Assumption(
                key=f"model.{name}",
                value=value,
                unit=unit,
                low=None,
                high=None,
                source=source,
                confidence="unverified",
            )
        )

    # 12·L·h² parameters with the usual h = 128·L of published dense models.
    layers = numbers.layers or int(
        estimated(
            "layers",
            float(max(1, round((active / (12.0 * 128.0**2)) ** (1.0 / 3.0)))),
            "count",
            "N = 12·L·h² with h = 128·L",
        )
    )
    hidden_size = numbers.hidden_size or int(
        estimated(
            "hidden_size",
            float(max(HEAD_DIM, 64 * round((active / (12.0 * layers)) ** 0.5 / 64.0))),
            "count",
            "N = 12·L·h²",
        )
    )
    head_dim = numbers.head_dim or int(
        estimated("head_dim", float(HEAD_DIM), "count", "the head size of most published models")
    )
    heads = numbers.heads or int(
        estimated(
            "heads",
            float(_whole_groups(hidden_size / head_dim, numbers.kv_heads or KV_HEADS)),
            "count",
            "hidden size over head size, in whole groups",
        )
    )
    if numbers.kv_latent_dim is not None:
        attention = latent_attention(
            heads=heads,
            head_dim=head_dim,
            latent=numbers.kv_latent_dim,
            rope=numbers.kv_rope_dim or 0,
        )
    else:
        kv_heads = numbers.kv_heads or int(
            estimated(
                "kv_heads",
                float(min(KV_HEADS, heads)),
                "count",
                "grouped queries with 8 groups, as most published models since 2023",
            )
        )
        attention = plain_attention(heads=heads, head_dim=head_dim, kv_heads=int(kv_heads))
    routed = numbers.routed_expert_parameters
    if routed is None:
        routed = 0.0
        if experts > 1:
            # N = S + R and N_active = S + R·k/E, solved for the routed share R.
            share = per_token / experts
            routed = estimated(
                "routed_expert_parameters",
                min(numbers.parameters, (numbers.parameters - active) / max(1.0 - share, 1e-9)),
                "count",
                "total and active parameters differ by the experts that a token does not pass",
            )
    elif routed > numbers.parameters:
        raise InvalidQuery(
            "routed_expert_parameters are more than parameters",
            field="model.routed_expert_parameters",
        )
    return Model(
        name="given",
        parameters=numbers.parameters,
        active_parameters=active,
        routed_expert_parameters=routed,
        lookup_parameters=0.0,
        layers=layers,
        hidden_size=hidden_size,
        heads=heads,
        attention_width=attention.width,
        decode_attention_width=attention.decode_width,
        kv_heads=attention.kv_heads,
        kv_values_per_token_layer=attention.kv_values,
        growing_layers=float(layers),
        window_layers=0.0,
        window_tokens=0.0,
        state_bytes=0.0,
        experts=float(experts),
        experts_per_token=float(per_token),
        vocabulary_size=numbers.vocabulary_size,
        context_tokens=None,
        native_precision="bf16",
        native_weight_bits=None,
        dense_weight_bits=None,
        source="the query",
        confidence="given",
    )


def _whole_groups(heads: float, kv_heads: int) -> int:
    """The count of heads next to one, which key-value heads divide where there are enough.

    >>> _whole_groups(43.0, 8), _whole_groups(6.0, 8)
    (40, 6)
    """
    if heads < kv_heads:
        return max(1, int(heads))
    return kv_heads * round(heads / kv_heads)
