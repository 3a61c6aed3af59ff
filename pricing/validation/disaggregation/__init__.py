"""How far answers for prompts and tokens served apart are from published runs."""
