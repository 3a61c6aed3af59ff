"""Published runs of prompts and tokens served apart."""
