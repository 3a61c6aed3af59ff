"""Requests with images: predictions of published throughputs."""
