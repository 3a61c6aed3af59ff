"""Measures a device of one's own, to hold answers against: `python -m bench.on_device`.

It needs torch, transformers, peft and nvidia-ml-py beside one NVIDIA device, and nothing else:
weights are drawn at random, and nothing is fetched. Copy the folder `bench` to the machine, if it
has no copy of this repository.
"""
