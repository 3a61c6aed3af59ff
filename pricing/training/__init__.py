"""Training: MFU, memory and layouts of a run, and its wall clock."""
