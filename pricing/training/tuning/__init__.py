"""Fine-tuning: what it trains, in which formats, with which optimizers, and how fast."""
