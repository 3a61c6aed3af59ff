"""The version of the engine."""

ENGINE_VERSION = "0.2.0"
"""Version of the formulas and of the way they are put together; part of every answer."""
