"""What a program that was written for the last released document would stumble over.

`breaking.py` compares openapi.json with the newest document of released/, and fails where a change
breaks; `breaking.py --release` keeps openapi.json there under its version.

What is asked may become wider, and what is answered narrower: see docs/compatibility.md.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE / "openapi.json"
RELEASED = HERE / "released"

Json = dict[str, Any]
Direction = Literal["asked", "answered"]

METHODS = ("get", "post", "put", "patch", "delete")
MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_CHOICES = ("anyOf", "oneOf")


def breaks(old: Json, new: Json) -> list[str]:
    """The changes that break, each with its place; none where all that was there works on."""
    return list(dict.fromkeys(Comparison(old, new).operations()))


class Comparison:
    """Two documents, and the pairs of schemas that are compared already."""

    def __init__(self, old: Json, new: Json) -> None:
        self.old, self.new = old, new
        self._seen: set[tuple[str, str, Direction]] = set()

    def operations(self) -> Iterator[str]:
        """Compare every operation that was there."""
        for path, methods in self.old["paths"].items():
            for method in METHODS:
                if method not in methods:
                    continue
                place = f"{method.upper()} {path}"
                new = self.new["paths"].get(path, {}).get(method)
                if new is None:
                    yield f"{place}: the operation is gone"
                else:
                    yield from self._operation(place, methods[method], new)

    def _operation(self, place: str, old: Json, new: Json) -> Iterator[str]:
        if old.get("operationId") != new.get("operationId"):
            yield f"{place}: the operationId was {old.get('operationId')}"
        yield from self._parameters(place, old, new)
        if "requestBody" in new:
            was = old.get("requestBody", {"content": {}})
            if new["requestBody"].get("required") and not was.get("required"):
                yield f"{place}: a body is required now"
            yield from self._content(
                f"{place} body", was["content"], new["requestBody"]["content"], "asked"
            )
        elif "requestBody" in old:
            yield f"{place}: the body is gone"
        for status, was in old["responses"].items():
            if status in new["responses"]:
                yield from self._answer(f"{place} {status}", was, new["responses"][status])
            elif status.startswith("2"):
                yield f"{place}: the answer {status} is gone"

    def _answer(self, place: str, old: Json, new: Json) -> Iterator[str]:
        was, now = self._found(self.old, old), self._found(self.new, new)
        for header in sorted(was.get("headers", {}).keys() - now.get("headers", {}).keys()):
            yield f"{place}: the header {header} is gone"
        yield from self._content(place, was.get("content", {}), now.get("content", {}), "answered")

    def _parameters(self, place: str, old: Json, new: Json) -> Iterator[str]:
        before = {(one["in"], one["name"]): one for one in old.get("parameters", ())}
        after = {(one["in"], one["name"]): one for one in new.get("parameters", ())}
        for key, was in before.items():
            where = f"{place} ?{key[1]}"
            if key not in after:
                yield f"{where}: the parameter is gone"
                continue
            if after[key].get("required") and not was.get("required"):
                yield f"{where}: the parameter is required now"
            yield from self._schema(where, was["schema"], after[key]["schema"], "asked")
        for key in after.keys() - before.keys():
            if after[key].get("required"):
                yield f"{place} ?{key[1]}: a new parameter is required"

    def _content(self, place: str, old: Json, new: Json, way: Direction) -> Iterator[str]:
        for media, was in old.items():
            if media not in new:
                yield f"{place}: {media} is gone"
            elif "schema" in was:
                yield from self._schema(place, was["schema"], new[media].get("schema", {}), way)

    def _schema(self, place: str, old: Json, new: Json, way: Direction) -> Iterator[str]:
        pair = (old.get("$ref", ""), new.get("$ref", ""), way)
        if all(pair):
            if pair in self._seen:
                return
            self._seen.add(pair)
        before, after = self._options(self.old, old), self._options(self.new, new)
        if {"object"} == {*_kinds(before)} - {"null"} == {*_kinds(after)} - {"null"}:
            # one object on both sides is the same thing by whatever name
            before, after = _unnamed(before), _unnamed(after)
        for kind, was in before.items():
            now = after.get(kind) or (after.get("number") if kind == "integer" else None)
            if now is not None:
                yield from self._values(place, was, now, way)
            elif way == "asked":
                yield f"{place}: {kind} is not taken any more"
        for kind in after.keys() - before.keys():
            if way == "answered" and not (kind == "integer" and "number" in before):
                yield f"{place}: {kind} may be answered now"

    def _values(self, place: str, old: Json, new: Json, way: Direction) -> Iterator[str]:
        if old.get("format", "") != new.get("format", "") and old.get("type") == new.get("type"):
            yield f"{place}: the format was {old.get('format', 'none')}"
        if way == "asked":
            yield from _narrowed(place, old, new)
        if "properties" in old or "properties" in new:
            yield from self._fields(place, old, new, way)
        for inside in ("items", "additionalProperties"):
            was, now = old.get(inside), new.get(inside)
            if isinstance(was, dict) and isinstance(now, dict):
                yield from self._schema(f"{place}[]", was, now, way)
            elif way == "asked" and was is not False and now is False:
                yield f"{place}: fields of other names are refused now"

    def _fields(self, place: str, old: Json, new: Json, way: Direction) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        for name, was in before.items():
            if name not in after:
                yield f"{place}.{name}: the field is gone"
            else:
                yield from self._schema(f"{place}.{name}", was, after[name], way)
        was_required, is_required = set(old.get("required", ())), set(new.get("required", ()))
        if way == "asked":
            for name in sorted(is_required - was_required):
                yield f"{place}.{name}: the field is required now"
        else:
            for name in sorted((was_required - is_required) & after.keys()):
                yield f"{place}.{name}: the field may be absent now"

    def _options(self, document: Json, schema: Json) -> dict[str, Json]:
        """What a value may be, by its type; objects of several schemas by name as well."""
        found: dict[str, Json] = {}
        for key in _CHOICES:
            for option in schema.get(key, ()):
                found |= self._options(document, option)
        if "$ref" in schema:
            whole = self._found(document, schema)
            if any(key in whole for key in _CHOICES):
                return self._options(document, whole)
            name = schema["$ref"].rpartition("/")[2]
            return {f"object {name}" if whole.get("type") == "object" else whole["type"]: whole}
        kinds = schema.get("type", [] if found else ["anything"])
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            found[kind] = {**schema, "type": kind}
        return found

    @staticmethod
    def _found(document: Json, schema: Json) -> Json:
        """What a reference leads to; what is none, itself."""
        if "$ref" not in schema:
            return schema
        found = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        return found


def _kinds(options: dict[str, Json]) -> list[str]:
    """The types, an object with a name as one more that has none."""
    kinds = [kind.partition(" ")[0] for kind in options]
    return kinds if kinds.count("object") <= 1 else ["several"]


def _unnamed(options: dict[str, Json]) -> dict[str, Json]:
    return {kind.partition(" ")[0]: schema for kind, schema in options.items()}


def _narrowed(place: str, old: Json, new: Json) -> Iterator[str]:
    """Where values that were taken are refused now."""
    if "enum" in new:
        gone = [value for value in old.get("enum", ()) if value not in new["enum"]]
        if gone or "enum" not in old:
            yield f"{place}: {', '.join(map(str, gone)) or 'any other value'} is refused now"
    if "pattern" in new and new["pattern"] != old.get("pattern"):
        yield f"{place}: the pattern was {old.get('pattern', 'none')}"
    for words, sign in ((MOST, 1), (LEAST, -1)):
        for word in words:
            if word in new and (word not in old or sign * new[word] < sign * old[word]):
                yield f"{place}: {word} was {old.get(word, 'none')}"


def bare(value: Any) -> Any:
    """A document without its examples, which promise nothing."""
    if isinstance(value, list):
        return [bare(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: bare(inner) for key, inner in value.items() if key not in {"example", "examples"}}


def newest() -> Path:
    """The document that was released last."""
    kept = RELEASED.glob("*.json")
    return max(kept, key=lambda path: tuple(int(part) for part in path.stem.split(".")))


def main() -> None:
    """Compare, or keep."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    if sys.argv[1:] == ["--release"]:
        RELEASED.mkdir(exist_ok=True)
        kept = RELEASED / f"{document['info']['version']}.json"
        kept.write_text(json.dumps(bare(document), indent=1, sort_keys=True) + "\n", "utf-8")
        return
    last = newest()
    found = breaks(json.loads(last.read_text(encoding="utf-8")), document)
    if found:
        print(*found, sep="\n")
        sys.exit(f"openapi/openapi.json breaks what openapi/released/{last.name} promised")


if __name__ == "__main__":
    main()
