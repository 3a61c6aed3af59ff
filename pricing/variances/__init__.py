"""What was billed and served, beside the plan."""
