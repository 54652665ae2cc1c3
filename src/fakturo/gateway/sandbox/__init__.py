"""Child processes with limits: what parses a stranger's file can do nothing else."""
