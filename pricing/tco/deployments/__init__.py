"""The deployment of a question, apart from its alternatives."""
