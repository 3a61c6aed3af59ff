"""What first tokens show: the MFU of prefills, and what they take whatever the prompt."""
