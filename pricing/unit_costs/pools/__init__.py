"""Pools: devices that read prompts and devices that generate, served apart."""
