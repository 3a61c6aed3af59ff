"""Answers as a few sentences: the long text of `verbosity=full`, and rows of listings in words."""
