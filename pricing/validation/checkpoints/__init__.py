"""Checkpoints: published sizes of weights, asked for by the names that their sources print."""
