"""Fine-tuning: published runs as questions, and the fit of the constants of its speed."""
