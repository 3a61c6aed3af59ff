"""What lies in deploy/ fits the service: names, times and sizes."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.settings import VARIABLES, Settings

REDIS = "redis:7.4-alpine"
TEMPORARY = "/tmp"  # noqa: S108 - of a container


@pytest.fixture(scope="module")
def compose(root: Path) -> Any:
    return msgspec.yaml.decode((root / "deploy" / "compose.yaml").read_bytes())


@pytest.fixture(scope="module")
def manifests(root: Path) -> dict[str, Any]:
    """By kind and name."""
    found = {}
    for path in sorted((root / "deploy" / "kubernetes").glob("*.yaml")):
        for document in path.read_text(encoding="utf-8").split("\n---\n"):
            manifest = msgspec.yaml.decode(document)
            found[f"{manifest['kind']}/{manifest['metadata']['name']}"] = manifest
    return found


@pytest.fixture(scope="module")
def pod(manifests: dict[str, Any]) -> Any:
    return manifests["Deployment/unitcost"]["spec"]["template"]["spec"]


def settings_of(environment: dict[str, str]) -> Settings:
    assert environment.keys() <= VARIABLES.keys()
    return Settings.from_environment(environment)


def stopping_seconds(settings: Settings) -> float:
    return settings.drain_seconds + settings.shutdown_seconds


def test_compose_has_two_equal_replicas(compose: Any, root: Path) -> None:
    services = compose["services"]
    proxy = (root / "deploy" / "haproxy.cfg").read_text(encoding="utf-8")
    replicas = [name for name in services if name.startswith("replica")]

    assert services["replica-1"] == services["replica-2"]
    assert [f"server {name} {name}:8000" in proxy for name in replicas] == [True, True]


def test_compose_waits_for_a_replica_that_stops(compose: Any) -> None:
    replica = compose["services"]["replica-1"]
    settings = settings_of(replica["environment"])

    assert float(replica["stop_grace_period"].removesuffix("s")) > stopping_seconds(settings)


def test_kubernetes_waits_for_a_pod_that_stops(pod: Any) -> None:
    [container] = pod["containers"]
    settings = settings_of({one["name"]: one["value"] for one in container["env"]})

    assert pod["terminationGracePeriodSeconds"] > stopping_seconds(settings)


def test_kubernetes_drains_for_longer_than_it_takes_to_notice(pod: Any) -> None:
    [container] = pod["containers"]
    probe = container["readinessProbe"]
    settings = settings_of({one["name"]: one["value"] for one in container["env"]})

    assert settings.drain_seconds > probe["periodSeconds"] * probe["failureThreshold"]


def test_kubernetes_finds_what_it_names(manifests: dict[str, Any], pod: Any) -> None:
    labels = manifests["Deployment/unitcost"]["spec"]["template"]["metadata"]["labels"]
    [container] = pod["containers"]
    redis_url = next(e["value"] for e in container["env"] if e["name"] == "UNITCOST_REDIS_URL")

    assert (
        manifests["Service/unitcost"]["spec"]["selector"],
        manifests["PodDisruptionBudget/unitcost"]["spec"]["selector"]["matchLabels"],
        redis_url.split("//")[1].split(":")[0],
    ) == (labels, labels, manifests["Service/unitcost-redis"]["metadata"]["name"])


def test_temporary_files_have_a_place_beside_a_root_that_is_read_only(
    compose: Any, pod: Any
) -> None:
    [container] = pod["containers"]
    replica = compose["services"]["replica-1"]
    [mounted] = container["volumeMounts"]
    [volume] = pod["volumes"]

    assert (replica["volumes"], mounted) == (
        [TEMPORARY],
        {"name": volume["name"], "mountPath": TEMPORARY},
    )


def test_redis_is_bounded_and_the_one_that_is_tested(
    compose: Any, manifests: dict[str, Any]
) -> None:
    of_compose = compose["services"]["redis"]
    [container] = manifests["Deployment/unitcost-redis"]["spec"]["template"]["spec"]["containers"]

    assert (of_compose["image"], container["image"]) == (REDIS, REDIS)
    assert of_compose["command"] == container["args"]
    assert "--maxmemory" in container["args"]
