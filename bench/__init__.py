"""Measurements: this product and a peer or a limit side by side in one run, the ratio last, as one JSON line."""
