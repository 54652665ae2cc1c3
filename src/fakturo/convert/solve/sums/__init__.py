"""From the sum of the lines to what is to be paid. `chain` decides; `labels` says what a figure is called."""
