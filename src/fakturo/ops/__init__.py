"""What the people who run Fakturo look at: log lines."""
