"""Reading: answered throughputs of encoders beside published ones."""
