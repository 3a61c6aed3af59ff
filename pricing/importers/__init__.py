"""Readers of other people's files: what they say becomes rows of an overlay.

A module of a folder reads one format, and yields the shape of `readings`. What is in a file and has
no place in the tables is left out with the reason, and counted.
"""
