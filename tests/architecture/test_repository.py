import re
import subprocess
import tomllib
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

MOST_LINES, MOST_MODULES = 300, 15

REGISTRY = re.compile(rb"(pypi|pythonhosted|npmjs|debian|docker)\.(org|io|com)\b")
MACHINE_PATH = re.compile(rb"(?<![\w.}/-])/(root|work|home/\w+|Users)/")


def tracked(root: Path) -> list[Path]:
    """Every file that is or would be part of a commit."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [root / name for name in listed.split("\0") if name and (root / name).is_file()]


def hits(pattern: re.Pattern[bytes], root: Path) -> list[str]:
    return [
        str(path.relative_to(root)) for path in tracked(root) if pattern.search(path.read_bytes())
    ]


def modules(root: Path) -> list[Path]:
    return [path for room in ("pricing", "service") for path in (root / room).rglob("*.py")]


def test_no_module_holds_two_nouns(root: Path) -> None:
    long = {
        str(path.relative_to(root)): lines
        for path in modules(root)
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }

    assert long == {}


def test_no_folder_holds_more_modules_than_a_reader_can_survey(root: Path) -> None:
    counts = Counter(path.parent for path in modules(root) if path.name != "__init__.py")
    full = {str(room): count for room, count in counts.items() if count > MOST_MODULES}

    assert full == {}


def test_no_file_names_a_package_registry(root: Path) -> None:
    assert hits(REGISTRY, root) == []


def test_no_file_names_a_path_of_one_machine(root: Path) -> None:
    assert hits(MACHINE_PATH, root) == []


@pytest.mark.parametrize("name", ["build", "clients", "runtime", "tracing", "ray", "dev"])
def test_requirement_file_pins_every_package_by_hash(root: Path, name: str) -> None:
    text = (root / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=\w)", text.strip())
    loose = [block for block in blocks if not re.match(r"[\w-]+==\S+.*\\\n +--hash=sha256:", block)]

    assert loose == []


def test_requirement_files_keep_what_the_project_declares(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    declared = {
        "runtime": project["project"]["dependencies"],
        "build": groups["build"],
        "dev": [
            *project["project"]["dependencies"],
            *groups["build"],
            *(line for line in groups["dev"] if isinstance(line, str)),
        ],
    }
    broken = [
        f"{name}: {line}"
        for name, lines in declared.items()
        for line in lines
        if not keeps(pins(root / "requirements" / f"{name}.txt"), Requirement(line))
    ]

    assert broken == []


def pins(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([\w-]+)==(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE))


def keeps(pinned: dict[str, str], requirement: Requirement) -> bool:
    version = pinned.get(requirement.name)
    return version is not None and requirement.specifier.contains(version)


def test_wheel_holds_the_tables_and_the_static_files(root: Path, tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(root)).build(directory=str(tmp_path), versions=["standard"])
    packed = set(zipfile.ZipFile(wheel).namelist())
    data = {
        str(path.relative_to(root))
        for path in tracked(root)
        if path.suffix != ".md" and path.relative_to(root).parts[0] in {"pricing", "service"}
    }

    assert data <= packed
