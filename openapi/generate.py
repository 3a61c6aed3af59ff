"""Writes the OpenAPI document, the client that is generated from it, and the glossary for agents.

`generate.py` writes both in place; `generate.py --check` writes them elsewhere and fails with
the difference when what is committed is stale.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from breaking import newest  # type: ignore[import-not-found]  # run as a script

HERE = Path(__file__).resolve().parent
JSON = "application/json"
OF_FORMS = {"fields", "format", "verbosity"}
"""What chooses a part of an answer or a form of it: the client reads whole answers, in JSON."""
GLOSSARY = HERE.parent / "docs" / "glossary.md"
TOLD = HERE.parent / "service" / "agents" / "glossary.md"
"""What agents read of it: the documents are not in the package."""
DIFF_LINES = 80
"""Of a difference, what is worth printing."""


def generate(target: Path) -> None:
    """Write openapi.json and client/ under a folder."""
    document = target / "openapi.json"
    printed = run(sys.executable, "-m", "service", "openapi")
    document.write_text(printed, encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / document.name
        plain.write_text(json.dumps(in_json(json.loads(printed))), encoding="utf-8")
        generate_client(plain, target / "client")


def generate_client(document: Path, target: Path) -> None:
    """Write the client that a document describes."""
    run(
        sys.executable,
        *("-m", "openapi_python_client", "generate", "--meta", "uv", "--overwrite"),
        *("--fail-on-warning", "--config", str(HERE / "config.yaml")),
        *("--custom-template-path", str(HERE / "templates")),
        *("--path", str(document), "--output-path", str(target)),
    )


def in_json(document: dict[str, Any]) -> dict[str, Any]:
    """The document without the tables that a body may be instead, and the parameters beside one.

    The generator knows neither, and the client asks in JSON, for whole answers. What the newest
    released service does not answer is optional, so that the client reads its answers as well.
    """
    known = json.loads(newest().read_text(encoding="utf-8"))["components"]["schemas"]
    for title, schema in document["components"]["schemas"].items():
        if "required" in schema and "properties" in known.get(title, {}):
            there = known[title]["properties"]
            schema["required"] = [name for name in schema["required"] if name in there]
        for name in OF_FORMS & schema.get("properties", {}).keys():
            if name not in schema.get("required", ()):
                del schema["properties"][name]
    for path in document["paths"].values():
        for operation in path.values():
            if "parameters" in operation:
                operation["parameters"] = [
                    one for one in operation["parameters"] if one["name"] not in OF_FORMS
                ]
            content = operation.get("requestBody", {}).get("content", {})
            if len(content) > 1:
                operation["requestBody"]["content"] = {JSON: content[JSON]}
                operation.pop("parameters", None)
    return document


def difference(fresh: Path) -> list[str]:
    """What generating anew would change, as lines of a recursive diff."""
    lines: list[str] = []
    for name in ("openapi.json", "client"):
        written = ("-x", "__pycache__", "-x", "face", "-x", "examples", "-x", "LICENSE")  # by hand
        command = ["diff", "-ruN", *written, str(HERE / name), str(fresh / name)]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        lines += found.stdout.splitlines()
    return lines


def run(*command: str) -> str:
    """What a command prints; where it fails, so does this one, with what it said."""
    # The generator formats its output with the ruff that lies beside this interpreter.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        cwd=HERE.parent,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}\nopenapi: {' '.join(command)} failed")
    return done.stdout


def main() -> None:
    """Write in place, or check."""
    if sys.argv[1:] != ["--check"]:
        generate(HERE)
        TOLD.write_bytes(GLOSSARY.read_bytes())
        return
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        stale = difference(Path(folder))
    if TOLD.read_bytes() != GLOSSARY.read_bytes():
        stale.append(f"{TOLD} is not {GLOSSARY}")
    if stale:
        print(*stale[:DIFF_LINES], sep="\n")
        sys.exit("openapi/ is stale: run `make openapi` and commit what it writes")


if __name__ == "__main__":
    main()
