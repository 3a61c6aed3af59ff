"""What a run is asked to do, and how it is laid out."""
