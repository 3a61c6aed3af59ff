"""Reading: requests without output, of encoders, by published throughputs."""
