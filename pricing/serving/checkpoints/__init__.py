"""Checkpoints: what the weights of a model take in a format, tensor by tensor."""
