"""Checkpoints of models: what their `config.json` and the headers of their weights say."""
