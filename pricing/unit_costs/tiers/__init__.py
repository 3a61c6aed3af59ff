"""Tiers: batch work beside interactive work, on the same devices."""
