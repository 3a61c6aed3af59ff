"""Generates clients from the document, compiles them strictly, and asks the service with each.

`clients.py FOLDER` writes below a folder that has the generator of Go clients in `bin`. It needs
Go, Java and Node.js, and says what each step took.
"""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE / "openapi.json"
TYPESCRIPT = HERE / "typescript"
PYTHON = HERE / "client"
QUESTIONS = PYTHON / "examples" / "questions.py"
PYRIGHT = "pyright@1.1.414"
WAIT_SECONDS = 60
OFFLINE = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
"""The Go client needs the standard library alone, and nothing is downloaded."""


def typescript() -> None:
    """The client of TypeScript: generated, compiled, and the program that asks with it."""
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", at=TYPESCRIPT)
    run("npm", "run", "--silent", "build", at=TYPESCRIPT)
    run("npm", "run", "--silent", "examples", at=TYPESCRIPT)


def go(folder: Path) -> None:
    """The client of Go likewise, into a folder."""
    target = folder / "go"
    run(
        *(str(folder / "bin" / "openapi-generator-cli"), "generate", "--generator-name", "go"),
        *("--input-spec", str(DOCUMENT), "--output", str(target)),
        *("--git-host", "unitcost.example", "--git-user-id", "go", "--git-repo-id", "unitcost"),
        *("--global-property", "apis,models,supportingFiles"),
        *("--global-property", "apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"),
        *("--additional-properties", "packageName=unitcost,enumClassPrefix=true"),
    )
    program = target / "questions" / "main.go"
    program.parent.mkdir(exist_ok=True)
    program.write_text((HERE / "go" / "questions.go").read_text(encoding="utf-8"), "utf-8")
    run("go", "build", "-o", str(folder / "ask"), "./questions", at=target, **OFFLINE)
    run("go", "vet", "./...", at=target, **OFFLINE)


def python() -> None:
    """The types of the client of Python, by the checker that `make check` has not."""
    checked = ("unitcost_client", str(QUESTIONS.relative_to(PYTHON)))
    checker = ("npm", "exec", "--yes", "--package", PYRIGHT, "--", "pyright")
    run(*checker, "--pythonpath", sys.executable, *checked, at=PYTHON)


def ask(folder: Path) -> None:
    """Ask the running service with each client, and compare what they are answered."""
    with service() as url:
        run("npm", "test", "--silent", at=TYPESCRIPT, UNITCOST_URL=url)
        answers = [
            run("node", "build/questions.js", at=TYPESCRIPT, UNITCOST_URL=url),
            run(str(folder / "ask"), UNITCOST_URL=url),
            run(sys.executable, str(QUESTIONS), UNITCOST_URL=url, PYTHONPATH=str(PYTHON)),
        ]
    first = {answer.splitlines()[0] for answer in answers[:2]}  # these two ask the same
    if len(first) != 1 or not all("unknown-name" in answer for answer in answers):
        sys.exit(f"clients: they were answered otherwise: {answers}")
    print(f"clients: {first.pop()} USD in TypeScript and in Go")


@contextmanager
def service() -> Iterator[str]:
    """The service on a free port, as an address."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [sys.executable, "-m", "service", "serve"],
        cwd=HERE.parent,
        env=os.environ | {"HOST": "127.0.0.1", "PORT": str(port)},
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_for(f"{url}/health/ready")
        yield url
    finally:
        process.terminate()
        process.wait()


def wait_for(url: str) -> None:
    """Wait until an address answers."""
    for _ in range(WAIT_SECONDS * 10):
        try:
            with urlopen(url, timeout=1) as answer:  # noqa: S310 - an address of this machine
                json.load(answer)
                return
        except URLError:
            time.sleep(0.1)
    sys.exit(f"clients: {url} does not answer")


def run(*command: str, at: Path = HERE.parent, **settings: str) -> str:
    """What a command prints; where it fails, so does this one, with what it said."""
    done = subprocess.run(
        command, cwd=at, env=os.environ | settings, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}\nclients: {' '.join(command)} failed")
    return done.stdout


def main() -> None:
    """Do all, one after another."""
    folder = Path(sys.argv[1]).resolve()
    steps: dict[str, Callable[[], None]] = {
        "TypeScript": typescript,
        "Go": lambda: go(folder),
        "Python": python,
        "the service": lambda: ask(folder),
    }
    for name, step in steps.items():
        began = time.monotonic()
        step()
        print(f"clients: {name} in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
