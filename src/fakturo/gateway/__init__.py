"""The conversion service: HTTP in front, parsing in child processes with limits behind."""
