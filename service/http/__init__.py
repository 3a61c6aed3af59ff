"""Requests, responses and problems of HTTP."""
