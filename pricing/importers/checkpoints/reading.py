"""Reads checkpoints into the table of models: a `config.json`, and its weights where there are any.

Weights are files that the caller names, else those beside the configuration: safetensors, of which
the headers alone are read, or their index.
"""

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from pricing.catalog.names import normalised, unowned
from pricing.errors import InvalidQuery, UnknownName
from pricing.importers.checkpoints.fields import Config, UnreadableError, layers_of_text
from pricing.importers.checkpoints.model import model_row
from pricing.importers.checkpoints.weights import Weights, weights_of
from pricing.importers.readings import OTHER_SHAPE, SHAPE_ERRORS, Asked, refused, short_name
from pricing.importers.report import Report, Row, is_near

CONFIG = "config.json"
NAMELESS = {"", ".", "..", "model", "models", "config", "checkpoint", "tmp", "downloads", "main"}
SAME_FRACTION = 0.01
SHAPE = (
    *("layers", "hidden_size", "heads", "kv_heads", "head_dim", "attention", "kv_latent_dim"),
    *("kv_rope_dim", "experts", "experts_per_token", "expert_intermediate_size"),
    *("full_attention_layers", "vocabulary_size"),
)
"""Columns that two models of the same dimensions share."""

UNCOMPARED = {"model", "year", "source", "confidence", "notes"}


def models_of(files: Sequence[Path], asked: Asked) -> Report:
    """The models of files, compared with those of the table.

    Raises CatalogError for a file that is none of a checkpoint, InvalidQuery for a model without a
    name, and where none of several can be told.
    """
    found, table = (
        Report(asked.day, "checkpoints", "models"),
        asked.catalog.release.sheets["models"],
    )
    configs, weights = _sorted(files)
    found.row_count = found.line_count = len(configs)
    own: Collection[str] = () if table.own is None else set(table.keys.filter(table.own))
    for path, config in configs.items():
        beside = [one for one in weights if len(configs) == 1 or one.parent == path.parent]
        name = _name(config, path, asked)
        try:
            shown = weights_of(path, beside, layers_of_text(config))
            row = model_row(config, shown)
        except UnreadableError as error:
            found.left_out[f"{name}: {error}"] += 1
            continue
        except SHAPE_ERRORS:
            found.left_out[f"{name}: {OTHER_SHAPE}"] += 1
            continue
        found.mapped += 1
        told = {"model": normalised(unowned(name)), **row, **_origin(path, shown, asked)}
        _take(found, table.by_key, own, _meant(name, asked), told)
    if not found.mapped:
        raise InvalidQuery(next(iter(found.left_out)), field="FILE")
    return found


def _sorted(files: Sequence[Path]) -> tuple[dict[Path, Config], list[Path]]:
    """The configurations among files, and the weights. Raises CatalogError."""
    configs: dict[Path, Config] = {}
    weights = []
    for given in files:
        path = given / CONFIG if given.is_dir() else given
        if path.suffix == ".safetensors":
            weights.append(path)
            continue
        try:
            told: Any = json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise refused(path, f"not readable as JSON: {error}") from error
        if not isinstance(told, dict):
            raise refused(path, "no config.json: an object is expected")
        if "weight_map" in told:
            weights.append(path)
        else:
            configs[path] = told
    if not configs:
        raise refused(files[0], "no config.json is among the files")
    return configs, weights


def _name(config: Config, path: Path, asked: Asked) -> str:
    """What the model is called. Raises InvalidQuery where nothing says it."""
    told = str(config.get("_name_or_path") or "")
    folder = path.resolve().parent.name
    parts = [asked.told.model, told if "/" in told.strip("./") else None, folder]
    name = next((part for part in parts if part and normalised(unowned(part)) not in NAMELESS), "")
    if not name or not normalised(unowned(name)):
        raise InvalidQuery(f"{path} does not say what the model is called", field="--model")
    return name


def _origin(path: Path, shown: Weights | None, asked: Asked) -> Row:
    files = ", ".join((path.name, *(shown.files[:2] if shown else ())))
    return {
        "year": asked.day.year,
        "source": f"Hugging Face {files} ({short_name(path)}), {asked.day}",
        "confidence": "verified" if shown else "partly verified",
    }


def _meant(name: str, asked: Asked) -> str:
    """The model of the tables that a name is a spelling of, empty for none."""
    models = asked.catalog.models
    try:
        return "" if models.base(name) is not None else models.find(name, field="--model").name
    except UnknownName:
        return ""


def _take(found: Report, known: dict[str, Row], own: Collection[str], meant: str, row: Row) -> None:
    """Add a row, or say that the tables have it.

    own: rows that the overlay has already; meant: the model of the tables that the name fits.
    """
    name, before, like = row["model"], known.get(row["model"]), known.get(meant)
    if name in own and before is not None:
        change = "unchanged" if _is_same(before, row) else "changed"
    elif like is not None and _has_shape(like, row):
        change = "unchanged"
        found.remarks.append(f"{name} has the dimensions of {meant} of the tables")
    else:
        change = "new" if before is None else "changed"
        if like is not None:
            found.remarks.append(f"{name} has other dimensions than {meant} of the tables")
    found.counts[change] += 1
    if change != "unchanged":
        found.rows[name] = row
        size = f"{row['parameters'] / 1e9:.4g} billion parameters"
        found.remarks.append(f"{name}: {size}, {row['notes']}")


def _is_same(known: Row, row: Row) -> bool:
    """Whether a row of the tables says the same of a model."""
    return all(is_near(known[name], row.get(name), 1e-6) for name in row if name not in UNCOMPARED)


def _has_shape(known: Row, row: Row) -> bool:
    """Whether two models have the same dimensions, whatever format they are in."""
    alike = all(is_near(known[name], row.get(name), SAME_FRACTION) for name in SHAPE)
    return alike and is_near(known["parameters"], row["parameters"], SAME_FRACTION)
