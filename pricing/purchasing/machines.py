"""Deployments that name an instance type for their devices."""

from typing import Any

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.naming.machines import Machine, machines_of
from pricing.catalog.naming.partial_names import squashed
from pricing.errors import UnknownName
from pricing.purchasing.query import AnyPurchase


def machine_of(catalog: Catalog, name: str | None, provider: str | None) -> Machine | None:
    """The instance type that stands in the place of a device; None for the name of a device.

    An instance with a part of a device is none: it holds no deployment.
    """
    if name is None or name in catalog.devices:
        return None
    machines = machines_of(catalog).get(squashed(name), ())
    whole = [machine for machine in machines if machine.device_count >= 1.0]
    own = [machine for machine in whole if provider in {None, machine.provider}]
    if not own or _is_device(catalog, name):
        return None
    return own[0]


def _is_device(catalog: Catalog, name: str) -> bool:
    try:
        catalog.devices.find(name, field="device")
    except UnknownName:
        return False
    return True


def deployed(deployment: Any, machine: Machine) -> Any:
    """A deployment on the devices of an instance type: those counted, else all of one."""
    count = deployment.device_count or int(machine.device_count)
    return replace(deployment, device=machine.device, device_count=count)


def bought_of(purchase: AnyPurchase, machine: Machine) -> AnyPurchase:
    """A purchase of an instance type, unless it is owned, or the price is the caller's."""
    provider = purchase.provider or machine.provider
    is_own = purchase.option == "owned" or purchase.usd_per_device_hour is not None
    named = purchase.instance_type or machine.instance_type
    return replace(purchase, provider=provider, instance_type=None if is_own else named)


def on_machine(query: Any, catalog: Catalog) -> Any:
    """A question with one purchase, with the devices of an instance type that it names as one."""
    machine = machine_of(catalog, query.deployment.device, query.purchase.provider)
    if machine is None:
        return query
    return replace(
        query,
        deployment=deployed(query.deployment, machine),
        purchase=bought_of(query.purchase, machine),
    )
