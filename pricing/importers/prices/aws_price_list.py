"""Shapes of the price list of AWS: what matters of files that may have gigabytes."""

from msgspec import Raw, Struct, field

AWS = "aws"
UPFRONT = ("No Upfront", "Partial Upfront", "All Upfront")
"""Ways of paying a term; the first that is sold has the price of the tables."""


class Attributes(Struct, kw_only=True):
    """What matters of a SKU; a file has forty attributes of each of 100,000."""

    instance_type: str = field(name="instanceType", default="")
    region_code: str = field(name="regionCode", default="")
    operating_system: str = field(name="operatingSystem", default="Linux")
    pre_installed: str = field(name="preInstalledSw", default="NA")
    license_model: str = field(name="licenseModel", default="No License required")
    tenancy: str = "Shared"
    capacitystatus: str = "Used"
    marketoption: str = "OnDemand"
    gpu: str = ""
    vcpu: str = ""
    memory: str = ""


class Product(Struct):
    """A SKU with its attributes."""

    attributes: Attributes = field(default_factory=Attributes)
    sku: str = ""


class Dimension(Struct, rename="camel"):
    """A rate of a term: what a unit costs, by currency."""

    unit: str
    price_per_unit: dict[str, str]


class Term(Struct, rename="camel"):
    """A way of paying for a SKU."""

    effective_date: str
    price_dimensions: dict[str, Dimension]
    term_attributes: dict[str, str] = {}


class Terms(Struct, rename={"on_demand": "OnDemand", "reserved": "Reserved"}):
    """The terms of SKUs as they stand in the file: few of them are ever decoded."""

    on_demand: dict[str, Raw] = {}
    reserved: dict[str, Raw] = {}


class OfferFile(Struct, rename="camel"):
    """An offer file."""

    publication_date: str
    products: dict[str, Product]
    terms: Terms


class Answer(Struct, rename={"price_list": "PriceList"}):
    """An answer of GetProducts: every product is a text of JSON."""

    price_list: list[str]


class Listed(Struct, rename="camel"):
    """A product of an answer with its terms."""

    product: Product
    terms: dict[str, dict[str, Term]] = {}
    publication_date: str = ""
