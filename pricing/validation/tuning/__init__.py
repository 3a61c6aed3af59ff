"""Fine-tuning: how far its answers are from published runs."""
