from pathlib import Path

from importlinter.cli import lint_imports


def test_imports_go_one_way(root: Path) -> None:
    status = lint_imports(config_filename=str(root / "pyproject.toml"), no_cache=True)

    assert status == 0
