"""Invoice date and last day to pay. `decision` decides, by what `labelled` says of each day that `written` finds."""
