"""What all quotes share: context, queries, answers, models by name or numbers."""
