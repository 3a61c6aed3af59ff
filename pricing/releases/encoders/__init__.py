"""Encoders of images beside the text part of models."""
