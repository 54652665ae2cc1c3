"""The invoice's number. `decision` decides; the others say what is seen about a code."""
