"""Answers as a sentence or two for a person in a chat, under 400 characters."""
