"""Answers as a few sentences (text/plain), for a chat."""
