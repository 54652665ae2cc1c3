"""Invoice date and last day to pay. `decision` decides; the others say what is seen about a day."""
